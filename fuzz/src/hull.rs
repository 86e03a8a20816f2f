//! Any points: the hull is *the* convex hull of them, checked by exact predicates and by counting.
//!
//! Let every face lie in a plane that has all input points on one side and no vertex of another
//! face on it; let every edge bound exactly two faces, every face be convex, and Euler's formula
//! hold. Then the faces bound a convex solid that holds the input, and its vertices, being input
//! points, are in the hull: it is the hull.

use std::collections::{BTreeMap, BTreeSet};

use clearance::{ConvexHull, Rank, Space, Vector};
use clearance_oracle::{Rational, exact};

use crate::draw::Draw;

/// Points of a run, at most.
const POINTS: u8 = 24;
/// The range of exponents in which no product of three coordinates leaves that of `f64`, roundings
/// and all.
const PLAIN: i32 = 140;
/// The range in which the hull is exact for the points given, by its documentation.
const DOMAIN: i32 = 247;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Vector>(draw: &mut Draw<'_>) {
    let points = points::<V>(draw);
    match ConvexHull::new(&points) {
        Ok(hull) => examine(&points, &hull),
        Err(error) => {
            let refused = points.is_empty() || points.iter().any(|p| !p.to_space().is_finite());
            assert!(refused, "{error:?} for {points:?}");
        }
    }
}

fn points<V: Vector>(draw: &mut Draw<'_>) -> Vec<V> {
    let count = draw.below(POINTS + 1);
    let mut points: Vec<V> = Vec::new();
    for _ in 0..count {
        let pick = |draw: &mut Draw<'_>| match points.len() {
            0 => V::Space::default(),
            n => points[usize::from(draw.byte()) % n].to_space(),
        };
        let point = match draw.below(6) {
            0 => draw.vector(),
            // On a small grid: coplanar, collinear and coincident points abound.
            1 | 2 => clearance_trust::vector(|| f64::from(draw.below(5)) - 2.0),
            3 => V::from_space(pick(draw)),
            // On the line through two points, or beside it by a rounding.
            4 => {
                let (p, q) = (pick(draw), pick(draw));
                let t = f64::from(draw.byte()) / 64.0 - 1.0;
                V::from_space(p + (q - p) * t)
            }
            // In the plane of three, or beside it by a rounding.
            _ => {
                let (p, q, r) = (pick(draw), pick(draw), pick(draw));
                let (s, t) = (f64::from(draw.byte()) / 64.0, f64::from(draw.byte()) / 64.0);
                V::from_space(p + (q - p) * s + (r - p) * t)
            }
        };
        points.push(point);
    }
    points
}

type P = [f64; 3];

/// In the plane the third coordinate is 0.
fn wide<V: Vector>(point: V) -> P {
    let p = point.to_space();
    std::array::from_fn(|i| if i < V::Space::DIM { p.coordinate(i) } else { 0.0 })
}

/// Exact signs, by a method that is exact for these points.
enum Signs {
    Robust,
    Rational,
}

impl Signs {
    /// The sign of the volume of the tetrahedron.
    fn volume(&self, [a, b, c, d]: [P; 4]) -> i32 {
        match self {
            Self::Robust => {
                let coord = |[x, y, z]: P| robust::Coord3D { x, y, z };
                sign(robust::orient3d(coord(a), coord(b), coord(c), coord(d)))
            }
            Self::Rational => {
                let at = |p: P| p.map(|x| exact(x).expect("finite"));
                let ([a, b, c], d) = ([a, b, c].map(at), at(d));
                let [a, b, c] = [a, b, c].map(|p| [0, 1, 2].map(|i| p[i].clone() - d[i].clone()));
                let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
                sign_of(&a[0] * minor(1, 2) + &a[1] * minor(2, 0) + &a[2] * minor(0, 1))
            }
        }
    }

    /// The sign of the area of the triangle, seen along an axis.
    fn area(&self, points: [P; 3], along: usize) -> i32 {
        let seen = points.map(|p| [p[(along + 1) % 3], p[(along + 2) % 3]]);
        match self {
            Self::Robust => {
                let [a, b, c] = seen.map(|[x, y]| robust::Coord { x, y });
                sign(robust::orient2d(a, b, c))
            }
            Self::Rational => {
                let [a, b, c] = seen.map(|p| p.map(|x| exact(x).expect("finite")));
                let from_c = |p: &[Rational; 2], i: usize| p[i].clone() - c[i].clone();
                sign_of(from_c(&a, 0) * from_c(&b, 1) - from_c(&a, 1) * from_c(&b, 0))
            }
        }
    }

    fn collinear(&self, points: [P; 3]) -> bool {
        (0..3).all(|along| self.area(points, along) == 0)
    }
}

fn sign(x: f64) -> i32 {
    if x > 0.0 { 1 } else { -i32::from(x < 0.0) }
}

fn sign_of(x: Rational) -> i32 {
    if x > Rational::ZERO { 1 } else { -i32::from(x < Rational::ZERO) }
}

fn examine<V: Vector>(points: &[V], hull: &ConvexHull<V>) {
    let wrong = |what: &str| -> ! { panic!("{what}: {points:?} gave {hull:?}") };
    if hull.vertices().len() != hull.sources().len() {
        wrong("as many sources as vertices");
    }
    for (vertex, source) in hull.vertices().iter().zip(hull.sources()) {
        let first = points.iter().position(|p| p == vertex);
        if first != Some(*source as usize) {
            wrong("a vertex is the first of the points that it coincides with");
        }
    }
    let vertices: Vec<P> = hull.vertices().iter().map(|v| wide(*v)).collect();
    let faces: Vec<&[u32]> = hull.faces().collect();
    links(hull, &faces).unwrap_or_else(|what| wrong(what));

    let exponent = |x: f64| x.abs().log2() as i32;
    let sizes = || points.iter().flat_map(|p| wide(*p)).filter(|x| *x != 0.0);
    let largest = sizes().map(exponent).max().unwrap_or(0);
    let spread = largest - sizes().map(exponent).min().unwrap_or(0);
    if spread > DOMAIN {
        return;
    }
    let signs = if spread > PLAIN { Signs::Rational } else { Signs::Robust };
    // By a power of two, and so exactly.
    let scale =
        |p: P| p.map(|x| x * 2.0_f64.powi(-largest / 2) * 2.0_f64.powi(-largest - -largest / 2));
    let vertices: Vec<P> = vertices.into_iter().map(scale).collect();
    let points: Vec<P> = points.iter().map(|p| scale(wide(*p))).collect();
    let checked = match (hull.rank(), V::Space::DIM) {
        (Rank::Point, _) => point(&vertices, &points),
        (Rank::Segment, _) => segment(&signs, &vertices, &points),
        (Rank::Polygon, _) => polygon(&signs, &vertices, faces[0], &points, V::Space::DIM),
        (Rank::Solid, _) => solid(&signs, &vertices, &faces, &points),
    };
    checked.unwrap_or_else(|what| wrong(what));
}

type Checked = Result<(), &'static str>;

fn holds(condition: bool, what: &'static str) -> Checked {
    if condition { Ok(()) } else { Err(what) }
}

/// What counting alone can check: edges join faces in pairs, neighbours are the ends of edges,
/// Euler's formula.
fn links<V: Vector>(hull: &ConvexHull<V>, faces: &[&[u32]]) -> Checked {
    let count = hull.vertices().len();
    let (corners, sides) = match (hull.rank(), V::Space::DIM) {
        (Rank::Point, _) => (count == 1, 0),
        (Rank::Segment, _) => (count == 2, 0),
        (Rank::Polygon, 2) => (count >= 3, 1),
        (Rank::Polygon, _) => (count >= 3, 2),
        (Rank::Solid, 2) => return Err("no solid in the plane"),
        (Rank::Solid, _) => (count >= 4, faces.len().max(4)),
    };
    holds(corners, "corners as many as the rank wants")?;
    holds(faces.len() == sides, "faces as many as the rank wants")?;

    let mut edges = BTreeMap::new();
    for (number, face) in faces.iter().enumerate() {
        holds(face.len() >= 3, "a face has three corners")?;
        holds(face.iter().all(|v| (*v as usize) < count), "faces are of corners")?;
        holds(face.iter().collect::<BTreeSet<_>>().len() == face.len(), "a face comes by once")?;
        for (i, from) in face.iter().enumerate() {
            let to = face[(i + 1) % face.len()];
            holds(edges.insert((*from, to), number).is_none(), "an edge is of one face")?;
        }
    }
    let closed = V::Space::DIM == 3 && !faces.is_empty();
    if closed {
        holds(edges.keys().all(|(a, b)| edges.contains_key(&(*b, *a))), "each edge has a back")?;
        holds(2 * (count + faces.len()) == edges.len() + 4, "Euler's formula")?;
    }
    let mut joined = BTreeSet::new();
    for (from, to) in edges.keys() {
        joined.extend([(*from, *to), (*to, *from)]);
    }
    if hull.rank() == Rank::Segment {
        joined.extend([(0, 1), (1, 0)]);
    }
    let mut neighbours = BTreeSet::new();
    for corner in 0..count as u32 {
        for other in hull.neighbours(corner) {
            holds(neighbours.insert((corner, *other)), "a neighbour is named once")?;
        }
    }
    holds(neighbours == joined, "neighbours are the ends of edges")
}

fn point(vertices: &[P], points: &[P]) -> Checked {
    holds(points.iter().all(|p| *p == vertices[0]), "all points coincide")
}

fn segment(signs: &Signs, vertices: &[P], points: &[P]) -> Checked {
    let (a, b) = (vertices[0], vertices[1]);
    holds(a != b, "a segment has a length")?;
    let between = |p: &P| {
        (0..3).all(|i| a[i].min(b[i]) <= p[i] && p[i] <= a[i].max(b[i]))
            && signs.collinear([a, b, *p])
    };
    holds(points.iter().all(between), "all points are on the segment")
}

/// The outline as seen from a place off its plane. Which way round it goes matters in the plane
/// only.
fn polygon(signs: &Signs, vertices: &[P], face: &[u32], points: &[P], dim: usize) -> Checked {
    let outline: Vec<P> = face.iter().map(|v| vertices[*v as usize]).collect();
    let corner = [outline[0], outline[1], outline[2]];
    let in_plane = |p: &P| signs.volume([corner[0], corner[1], corner[2], *p]) == 0;
    holds(points.iter().all(in_plane), "all points are in the plane")?;
    // One of four places that are in no common plane is off this one.
    let places = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let off = places.into_iter().find(|p| !in_plane(p)).ok_or("the outline has an area")?;
    let side = signs.volume([corner[0], corner[1], corner[2], off]);
    holds(dim == 3 || side == signs.volume([[0.0; 3], places[1], places[2], off]), "left about")?;
    convex(signs, &outline, off, side)?;
    for (i, a) in outline.iter().enumerate() {
        let b = outline[(i + 1) % outline.len()];
        let inside = |p: &P| signs.volume([*a, b, *p, off]) * side >= 0;
        holds(points.iter().all(inside), "all points are inside the outline")?;
    }
    Ok(())
}

/// Every other corner strictly to one side of every edge, seen from `off`.
fn convex(signs: &Signs, outline: &[P], off: P, side: i32) -> Checked {
    let count = outline.len();
    for i in 0..count {
        let (a, b) = (outline[i], outline[(i + 1) % count]);
        for step in 2..count {
            let other = outline[(i + step) % count];
            holds(signs.volume([a, b, other, off]) == side, "a face is convex")?;
        }
    }
    Ok(())
}

fn solid(signs: &Signs, vertices: &[P], faces: &[&[u32]], points: &[P]) -> Checked {
    // The sign of a tetrahedron whose first face turns left as seen from outside, by definition.
    let inside = signs.volume([[0.0; 3], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]]);
    for face in faces {
        let outline: Vec<P> = face.iter().map(|v| vertices[*v as usize]).collect();
        let over = |p: P| signs.volume([outline[0], outline[1], outline[2], p]) * inside;
        for (number, vertex) in vertices.iter().enumerate() {
            if face.contains(&(number as u32)) {
                holds(over(*vertex) == 0, "a face is flat")?;
            } else {
                holds(over(*vertex) > 0, "a face has the other corners strictly below")?;
            }
        }
        holds(points.iter().all(|p| over(*p) >= 0), "all points are below all faces")?;
        let below = (0..vertices.len() as u32).find(|v| !face.contains(v)).ok_or("a solid")?;
        convex(signs, &outline, vertices[below as usize], inside)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    const CORNERS: [DVec3; 5] =
        [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.25, 0.25, 0.25)];

    #[test]
    fn a_hull_passes() {
        examine(&CORNERS, &ConvexHull::new(&CORNERS).expect("a tetrahedron"));
    }

    #[test]
    #[should_panic(expected = "below all faces")]
    fn a_point_outside_is_found() {
        let mut more = CORNERS.to_vec();
        more.push(DVec3::new(0.5, 0.5, 2.0_f64.powi(-50)));
        examine(&more, &ConvexHull::new(&CORNERS).expect("a tetrahedron"));
    }

    #[test]
    #[should_panic(expected = "in the plane")]
    fn a_point_off_the_plane_is_found() {
        let mut more = CORNERS[..3].to_vec();
        let triangle = ConvexHull::new(&more).expect("a triangle");
        more.push(DVec3::new(0.25, 0.25, 2.0_f64.powi(-50)));
        examine(&more, &triangle);
    }
}
