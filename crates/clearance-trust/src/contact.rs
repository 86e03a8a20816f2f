//! Pairs that touch exactly, constructed in whole numbers; and the same missed by an ulp, to either
//! side.
//!
//! Take any direction n. If v is a vertex of A farthest along n and w one of B farthest against it,
//! then B moved by v - w has a point in common with A, and the plane through it separates the rest:
//! they touch. Which features meet depends on n: a face normal, the product of two edges, an axis,
//! anything. Balls that grow the cores move B by their radii along n, exactly where the length of n
//! is whole.
//!
//! All this is done in A's frame, B turned in it by a rotation s, and the whole then turned by
//! another, q. A quaternion of whole numbers turns by a matrix of whole numbers over its squared
//! norm N, so everything is first multiplied by both N: then all numbers of shapes and poses are
//! whole, and the contact is exact for the floats given.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, MinkowskiSum, Pose, Rounded,
    Scalar, Scaled, Segment, Shape, Space, Triangle,
};

use crate::court::Court;
use crate::pair::{Pair, magnified};
use crate::random::{Random, vector};

type Whole = [f64; 3];

/// A rotation by whole numbers.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    /// x, y, z, w; in the plane cosine and sine.
    numbers: [f64; 4],
    /// The rotation matrix times `norm`.
    rows: [Whole; 3],
    pub(crate) norm: f64,
}

impl Turn {
    pub(crate) fn space([x, y, z, w]: [f64; 4]) -> Self {
        let norm = x * x + y * y + z * z + w * w;
        let rows = [
            [norm - 2.0 * (y * y + z * z), 2.0 * (x * y - z * w), 2.0 * (x * z + y * w)],
            [2.0 * (x * y + z * w), norm - 2.0 * (x * x + z * z), 2.0 * (y * z - x * w)],
            [2.0 * (x * z - y * w), 2.0 * (y * z + x * w), norm - 2.0 * (x * x + y * y)],
        ];
        Self { numbers: [x, y, z, w], rows, norm }
    }

    /// The length of the pair must be whole.
    pub(crate) fn plane([cos, sin]: [f64; 2]) -> Self {
        let norm = (cos * cos + sin * sin).sqrt();
        let rows = [[cos, -sin, 0.0], [sin, cos, 0.0], [0.0, 0.0, norm]];
        Self { numbers: [cos, sin, 0.0, 0.0], rows, norm }
    }

    /// One of the exact symmetries of the grid, or a rational rotation.
    pub(crate) fn draw<S: Space>(r: &mut Random, rational: bool) -> Self {
        let sign = |r: &mut Random, x: f64| if r.below(2) == 0 { x } else { -x };
        if S::DIM == 2 {
            let choices: &[[f64; 2]] = if rational {
                &[[3.0, 4.0], [5.0, 12.0], [8.0, 15.0], [7.0, 24.0], [20.0, 21.0]]
            } else {
                &[[1.0, 0.0]]
            };
            let [x, y] = choices[r.below(choices.len() as u64) as usize];
            let [x, y] = if r.below(2) == 0 { [x, y] } else { [y, x] };
            return Self::plane([sign(r, x), sign(r, y)]);
        }
        let choices: &[[f64; 4]] = if rational {
            &[
                [1.0, 2.0, 2.0, 4.0],
                [1.0, 2.0, 2.0, 0.0],
                [2.0, 0.0, 0.0, 1.0],
                [1.0, 1.0, 1.0, 0.0],
                [1.0, 1.0, 3.0, 5.0],
                [2.0, 3.0, 6.0, 0.0],
                [3.0, 0.0, 0.0, 1.0],
            ]
        } else {
            &[[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0, 1.0, 1.0, 1.0]]
        };
        let mut numbers = choices[r.below(choices.len() as u64) as usize];
        for i in (1..4).rev() {
            numbers.swap(i, r.below(i as u64 + 1) as usize);
        }
        Self::space(numbers.map(|x| sign(r, x)))
    }

    const NONE: [f64; 4] = [0.0, 0.0, 0.0, 1.0];

    pub(crate) fn none<S: Space>() -> Self {
        if S::DIM == 2 { Self::plane([1.0, 0.0]) } else { Self::space(Self::NONE) }
    }

    /// This rotation after `first`.
    pub(crate) fn after<S: Space>(&self, first: &Self) -> Self {
        let ([x, y, z, w], [a, b, c, d]) = (self.numbers, first.numbers);
        if S::DIM == 2 {
            return Self::plane([x * a - y * b, x * b + y * a]);
        }
        Self::space([
            w * a + x * d + y * c - z * b,
            w * b - x * c + y * d + z * a,
            w * c + x * b - y * a + z * d,
            w * d - x * a - y * b - z * c,
        ])
    }

    /// Turned, times `norm`.
    pub(crate) fn apply(&self, p: Whole) -> Whole {
        self.rows.map(|row| dot(row, p))
    }

    pub(crate) fn pose<V: Court>(&self, to: Whole) -> Pose<V> {
        let mut numbers = [0.0; 7];
        let dim = V::Space::DIM;
        numbers[..dim].copy_from_slice(&to[..dim]);
        numbers[dim..dim + if dim == 2 { 2 } else { 4 }]
            .copy_from_slice(&self.numbers[..if dim == 2 { 2 } else { 4 }]);
        V::raw_pose(numbers)
    }
}

fn dot(p: Whole, q: Whole) -> f64 {
    p[0] * q[0] + p[1] * q[1] + p[2] * q[2]
}

fn minus(p: Whole, q: Whole) -> Whole {
    std::array::from_fn(|i| p[i] - q[i])
}

fn plus(p: Whole, q: Whole, by: f64) -> Whole {
    std::array::from_fn(|i| p[i] + q[i] * by)
}

fn cross(p: Whole, q: Whole) -> Whole {
    [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]]
}

fn whole<S: Space>(p: S) -> Whole {
    std::array::from_fn(|i| if i < S::DIM { p.coordinate(i) } else { 0.0 })
}

/// How the pair is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    /// From outside.
    Touch,
    /// A smaller copy, or the same again, touching from inside.
    Inside,
}

const KINDS: u64 = 15;

/// A shape of whole numbers from 1 to 4, and whether it is curved.
fn shape<V: Court>(r: &mut Random, kind: u64) -> Shape<V> {
    let t = |r: &mut Random| V::Scalar::from_f64((1 + r.below(4)) as f64);
    let grid = |r: &mut Random| vector::<V>(|| r.below(9) as f64 - 4.0);
    let hull = |r: &mut Random, n: u64| -> Shape<V> {
        let count = 2 + r.below(n);
        ConvexHull::new(&(0..count).map(|_| grid(r)).collect::<Vec<_>>()).unwrap().into()
    };
    match kind {
        0 => clearance::Point(grid(r)).into(),
        1 => Segment::new(grid(r), grid(r)).into(),
        2 => Triangle::new(grid(r), grid(r), grid(r)).into(),
        3 => hull(r, 4),
        4 => hull(r, 10),
        5 => Cuboid::new(vector(|| r.below(5) as f64)).into(),
        6 => V::frustum(std::array::from_fn(|_| grid(r))),
        7 => MinkowskiSum::new(hull(r, 3), hull(r, 3)).into(),
        8 => {
            let by = vector(|| [1.0, -1.0, 2.0, -2.0, 0.5][r.below(5) as usize]);
            Scaled::new(hull(r, 5), by).unwrap().into()
        }
        9 => Ball::new(t(r)).into(),
        10 => Capsule::new(t(r), t(r)).into(),
        11 => Rounded::new(hull(r, 6), t(r)).into(),
        12 => Cylinder::new(t(r), t(r)).into(),
        13 => Cone::new(t(r), t(r)).into(),
        _ => Ellipsoid::new(vector(|| (1 + r.below(4)) as f64)).into(),
    }
}

/// The points among which one is farthest along any direction, or along any axis if `curved`; and
/// the radius.
struct Corners {
    points: Vec<Whole>,
    radius: f64,
    curved: bool,
}

fn corners<V: Court>(shape: &Shape<V>) -> Corners {
    if let Some((points, radius)) = V::outline(shape) {
        return Corners { points: points.into_iter().map(whole).collect(), radius, curved: false };
    }
    let disc = |y: f64, radius: f64| {
        [[radius, y, 0.0], [-radius, y, 0.0], [0.0, y, radius], [0.0, y, -radius]]
    };
    let points = match shape {
        Shape::Cylinder(c) => {
            let (h, radius) = (c.half_height.to_f64(), c.radius.to_f64());
            [disc(h, radius), disc(-h, radius)].concat()
        }
        Shape::Cone(c) => {
            let (h, radius) = (c.half_height.to_f64(), c.radius.to_f64());
            [&disc(-h, radius)[..], &[[0.0, h, 0.0]]].concat()
        }
        Shape::Ellipsoid(e) => {
            let e = e.radii.to_space();
            (0..V::Space::DIM)
                .flat_map(|i| {
                    let end = whole(V::Space::axis(i) * e.coordinate(i));
                    [end, end.map(|x| -x)]
                })
                .collect()
        }
        other => panic!("no corners: {other:?}"),
    };
    Corners { points, radius: 0.0, curved: true }
}

/// A direction of whole length, and its length.
fn of_whole_length<S: Space>(r: &mut Random) -> (Whole, f64) {
    let choices: &[(Whole, f64)] = if S::DIM == 2 {
        &[([3.0, 4.0, 0.0], 5.0), ([5.0, 12.0, 0.0], 13.0), ([1.0, 0.0, 0.0], 1.0)]
    } else {
        &[
            ([1.0, 2.0, 2.0], 3.0),
            ([2.0, 3.0, 6.0], 7.0),
            ([0.0, 3.0, 4.0], 5.0),
            ([1.0, 0.0, 0.0], 1.0),
        ]
    };
    let (mut n, length) = choices[r.below(choices.len() as u64) as usize];
    for i in (1..S::DIM).rev() {
        n.swap(i, r.below(i as u64 + 1) as usize);
    }
    (n.map(|x| if r.below(2) == 0 { x } else { -x }), length)
}

/// A direction that makes features of more than a vertex likely: a product of edges, an axis, or
/// any small whole one.
fn of_features<S: Space>(r: &mut Random, a: &[Whole], b: &[Whole]) -> Whole {
    let pick = |r: &mut Random, from: &[Whole]| from[r.below(from.len() as u64) as usize];
    let edge = |r: &mut Random, from: &[Whole]| minus(pick(r, from), pick(r, from));
    let n = match (r.below(6), S::DIM) {
        (0, _) => std::array::from_fn(|i| if i < S::DIM { r.below(7) as f64 - 3.0 } else { 0.0 }),
        (4, _) => whole(S::axis(r.below(S::DIM as u64) as usize)),
        // Two faces of a box meet along it: its edges.
        (5, _) => {
            let axis = |r: &mut Random| whole(S::axis(r.below(S::DIM as u64) as usize));
            plus(axis(r), axis(r), if r.below(2) == 0 { 1.0 } else { -1.0 })
        }
        (1, 3) => cross(edge(r, a), edge(r, b)),
        (2, 3) => cross(edge(r, a), edge(r, a)),
        (_, 3) => cross(edge(r, b), edge(r, b)),
        (1, _) => cross(edge(r, a), [0.0, 0.0, 1.0]),
        _ => cross(edge(r, b), [0.0, 0.0, 1.0]),
    };
    if n == [0.0; 3] { whole(S::axis(r.below(S::DIM as u64) as usize)) } else { n }
}

/// The points farthest along `n`, each once.
fn farthest(points: &[Whole], n: Whole) -> Vec<Whole> {
    let most = points.iter().map(|p| dot(*p, n)).fold(f64::NEG_INFINITY, f64::max);
    let mut all: Vec<Whole> = points.iter().copied().filter(|p| dot(*p, n) == most).collect();
    all.sort_by(|p, q| p.partial_cmp(q).unwrap());
    all.dedup();
    all
}

/// A point of a feature: a corner, or between corners in quarters.
fn of_feature(r: &mut Random, corners: &[Whole]) -> Whole {
    let mut draw = || corners[r.below(corners.len() as u64) as usize];
    let four = [draw(), draw(), draw(), draw()];
    match r.below(3) {
        0 => four[0],
        1 => plus([0.0; 3], plus(four[0], four[1], 1.0), 0.5),
        _ => four.iter().fold([0.0; 3], |sum, p| plus(sum, *p, 0.25)),
    }
}

fn dimension(corners: &[Whole]) -> usize {
    let edges: Vec<Whole> = corners.iter().map(|p| minus(*p, corners[0])).collect();
    let Some(first) = edges.iter().find(|e| **e != [0.0; 3]) else { return 0 };
    1 + usize::from(edges.iter().any(|e| cross(*e, *first) != [0.0; 3]))
}

/// Which features meet.
fn name(a: &[Whole], b: &[Whole]) -> &'static str {
    let (low, high) = (dimension(a).min(dimension(b)), dimension(a).max(dimension(b)));
    match (low, high) {
        (0, 0) => "vertex-vertex",
        (0, 1) => "vertex-edge",
        (0, _) => "vertex-face",
        (1, 1) => {
            let along = |c: &[Whole]| minus(c[c.len() - 1], c[0]);
            let parallel = cross(along(a), along(b)) == [0.0; 3];
            if parallel { "edge-edge parallel" } else { "edge-edge crossing" }
        }
        (1, _) => "edge-face",
        _ => "face-face",
    }
}

/// A pair in contact, or an ulp beside it, and which features meet.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    // Boxes often: their faces and edges meet those of others in more than a vertex.
    let kind = |r: &mut Random| if r.below(3) == 0 { 5 } else { r.below(KINDS) };
    let kind_a = kind(r);
    let mode = if r.below(5) == 0 { Mode::Inside } else { Mode::Touch };
    let (a, b, rational) = if mode == Mode::Inside {
        let a = shape::<V>(r, kind_a);
        let b = magnified(&a, [1.0, 0.5, 0.25][r.below(3) as usize]);
        (a, b, false)
    } else {
        let (kind_b, rational) = (kind(r), r.below(3) == 0);
        (shape::<V>(r, kind_a), shape::<V>(r, kind_b), rational)
    };
    let (corners_a, corners_b) = (corners(&a), corners(&b));
    let curved = corners_a.curved || corners_b.curved;
    // The axes of a curved shape must stay axes. A smaller copy is inside if it has the same
    // rotation.
    let s = if mode == Mode::Inside || r.below(3) == 0 {
        Turn::none::<V::Space>()
    } else {
        Turn::draw::<V::Space>(r, rational && !curved)
    };
    let (radius_a, radius_b) = (corners_a.radius, corners_b.radius);
    let in_a: Vec<Whole> = corners_a.points.iter().map(|p| p.map(|x| x * s.norm)).collect();
    let in_b: Vec<Whole> = corners_b.points.iter().map(|p| s.apply(*p)).collect();
    let (n, length) = if curved {
        (whole(V::Space::axis(r.below(V::Space::DIM as u64) as usize)), 1.0)
    } else if radius_a + radius_b > 0.0 {
        of_whole_length::<V::Space>(r)
    } else {
        (of_features::<V::Space>(r, &in_a, &in_b), 1.0)
    };
    let (side, radii) = match mode {
        Mode::Touch => (-1.0, radius_a + radius_b),
        Mode::Inside => (1.0, radius_a - radius_b),
    };
    let (met_a, met_b) = (farthest(&in_a, n), farthest(&in_b, n.map(|x| x * side)));
    let apart = minus(of_feature(r, &met_a), of_feature(r, &met_b));
    // Times the length of n, so that the radii's part is whole.
    let offset = plus(apart.map(|x| x * length), n, s.norm * radii);
    let whole_turn = r.below(2) == 0;
    let q = Turn::draw::<V::Space>(r, whole_turn);
    let factor = s.norm * length * q.norm;
    let spread = [0.0, 8.0, 1024.0][r.below(3) as usize];
    let home: Whole = std::array::from_fn(|_| (r.range(-1.0, 1.0) * spread).round());
    let pair = Pair {
        a: magnified(&a, factor),
        at_a: q.pose(home),
        b: magnified(&b, factor),
        at_b: q.after::<V::Space>(&s).pose(plus(home, q.apply(offset), 1.0)),
    };
    let pair = pair.magnified(2.0_f64.powi(r.below(21) as i32 - 10));
    let missed = if r.below(3) == 0 { missed(pair, r) } else { pair };
    (missed, if mode == Mode::Inside { "inside" } else { name(&met_a, &met_b) })
}

/// B moved by an ulp along an axis.
fn missed<V: Court>(mut pair: Pair<V>, r: &mut Random) -> Pair<V> {
    let axis = r.below(V::Space::DIM as u64) as usize;
    let to = pair.at_b.translation.to_space();
    let x = to.coordinate(axis);
    let next = if V::Scalar::EPSILON > 1e-10 {
        let x = x as f32;
        f64::from(if r.below(2) == 0 { x.next_up() } else { x.next_down() })
    } else if r.below(2) == 0 {
        x.next_up()
    } else {
        x.next_down()
    };
    let mut i = 0;
    pair.at_b.translation = vector(|| {
        i += 1;
        if i - 1 == axis { next } else { to.coordinate(i - 1) }
    });
    pair
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touches<V: Court>() {
        let mut kinds = std::collections::BTreeMap::new();
        let (mut touching, mut beside) = (0, 0);
        for seed in 0..2500 {
            let (pair, kind) = pair::<V>(seed);
            if !pair.is_straight() {
                continue;
            }
            let truth = pair.truth();
            let home = crate::pair::length(pair.at_b.translation.to_space());
            let least = V::Scalar::from_f64_up(f64::from_bits(1)).to_f64();
            let ulp = 2.0 * V::Scalar::EPSILON * (pair.size() + home) + least;
            if kind == "inside" {
                assert!(truth.signed.lo <= ulp, "{}", pair.literal());
            } else if truth.signed.lo == 0.0 && truth.signed.hi == 0.0 {
                touching += 1;
                *kinds.entry(kind).or_insert(0) += 1;
            } else {
                beside += 1;
                assert!(truth.least_magnitude() <= ulp, "{}", pair.literal());
            }
        }
        println!("{touching} touching, {beside} beside, {kinds:?}");
        assert!(touching > 500 && beside > 100);
        assert!(kinds.len() >= if V::Space::DIM == 2 { 3 } else { 7 }, "{kinds:?}");
        assert!(kinds.values().all(|n| *n >= 8), "{kinds:?}");
    }
    crate::spaces!(constructed_contact_is_contact, touches);
}
