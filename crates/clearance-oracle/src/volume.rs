//! How much two polytopes share: each facet of the one, cut by all facets' planes of the other, is
//! a facet of the common part, and the cones over these from the origin are its volume.

use crate::number::Rational;
use crate::polytope::Polytope;
use crate::vector::Vector;

type Loop = Vec<Vector<3>>;

/// The facets of a solid as loops of corners, counter-clockwise from outside; none of what is flat.
#[derive(Clone, Debug)]
pub struct Facets(Vec<Loop>);

/// What is not above a plane: `normal · x <= height`.
struct Below {
    normal: Vector<3>,
    height: Rational,
}

impl Below {
    fn above(&self, p: &Vector<3>) -> Rational {
        self.normal.dot(p) - &self.height
    }
}

impl Facets {
    /// Finds them by definition: planes through three points with no point above.
    pub fn of(body: &Polytope<3>) -> Self {
        let mut points = body.vertices().to_vec();
        let mut seen = std::collections::HashSet::new();
        points.retain(|p| seen.insert(p.clone()));
        let mut found: Vec<(Vec<bool>, Loop)> = Vec::new();
        for i in 0..points.len() {
            for j in 0..points.len() {
                for k in 0..points.len() {
                    let is_known = |on: &Vec<bool>| on[i] && on[j] && on[k];
                    if j <= i || k <= i || j == k || found.iter().any(|(on, _)| is_known(on)) {
                        continue;
                    }
                    let below = plane([&points[i], &points[j], &points[k]]);
                    let heights: Vec<Rational> = points.iter().map(|p| below.above(p)).collect();
                    let is_outside = heights.iter().all(|h| *h <= Rational::ZERO);
                    // All of what is flat is on one plane.
                    let is_facet = is_outside && heights.iter().any(|h| *h < Rational::ZERO);
                    if is_facet {
                        let on: Vec<bool> = heights.iter().map(Rational::is_zero).collect();
                        let corners = points.iter().zip(&on).filter(|(_, on)| **on);
                        let corners = around(corners.map(|(p, _)| p).collect(), &below.normal);
                        found.push((on, corners));
                    }
                }
            }
        }
        Self(found.into_iter().map(|(_, corners)| corners).collect())
    }

    /// The same solid elsewhere; `image` must not mirror.
    pub fn map(&self, image: impl Fn(&Vector<3>) -> Vector<3>) -> Self {
        Self(self.0.iter().map(|corners| corners.iter().map(&image).collect()).collect())
    }

    fn planes(&self) -> Vec<Below> {
        self.0.iter().map(|corners| plane([&corners[0], &corners[1], &corners[2]])).collect()
    }
}

fn plane([p, q, r]: [&Vector<3>; 3]) -> Below {
    let normal = (q - p).cross(&(r - p));
    Below { height: normal.dot(p), normal }
}

/// The corners of the hull of points of a plane, counter-clockwise about its normal: from each the
/// next is the one that has no other on its right.
fn around(points: Vec<&Vector<3>>, normal: &Vector<3>) -> Loop {
    let least = |p: &&Vector<3>, q: &&Vector<3>| p.0.cmp(&q.0);
    let Some(first) = points.iter().copied().min_by(least) else { return Vec::new() };
    let (mut corners, mut at) = (Vec::new(), first);
    loop {
        corners.push(at.clone());
        let mut next = if at == points[0] { points[1] } else { points[0] };
        for p in points.iter().copied().filter(|p| *p != at) {
            let (to_next, to_p) = (next - at, p - at);
            let turn = to_next.cross(&to_p).dot(normal);
            let is_farther = to_p.norm_squared() > to_next.norm_squared();
            if turn < Rational::ZERO || turn.is_zero() && is_farther {
                next = p;
            }
        }
        if next == first {
            return corners;
        }
        at = next;
    }
}

/// What of a polygon is not above a plane.
fn cut(polygon: &Loop, below: &Below) -> Loop {
    let zero = Rational::ZERO;
    let heights: Vec<Rational> = polygon.iter().map(|p| below.above(p)).collect();
    let mut kept = Vec::new();
    for (i, p) in polygon.iter().enumerate() {
        let next = (i + 1) % polygon.len();
        let (here, there) = (&heights[i], &heights[next]);
        if *here <= zero {
            kept.push(p.clone());
        }
        if (*here < zero && *there > zero) || (*here > zero && *there < zero) {
            let share = here / (here - there);
            kept.push(p + &(&(&polygon[next] - p) * &share));
        }
    }
    kept
}

/// The volume of what two solids share, exactly.
pub fn shared_volume(a: &Facets, b: &Facets) -> Rational {
    // What is flat has no facets, which would cut nothing off.
    if a.0.is_empty() || b.0.is_empty() {
        return Rational::ZERO;
    }
    let (planes_a, planes_b) = (a.planes(), b.planes());
    let mut six = Rational::ZERO;
    let mut count = |facet: &Loop, others: &[Below]| {
        let mut polygon = facet.clone();
        for below in others {
            if polygon.len() < 3 {
                return;
            }
            polygon = cut(&polygon, below);
        }
        for pair in polygon.windows(2).skip(1) {
            six += polygon[0].cross(&pair[0]).dot(&pair[1]);
        }
    };
    for facet in &a.0 {
        count(facet, &planes_b);
    }
    for (facet, own) in b.0.iter().zip(&planes_b) {
        // What lies on a facet of A that looks the same way has been counted.
        let is_same = |other: &Below| {
            own.normal.cross(&other.normal).norm_squared().is_zero()
                && own.normal.dot(&other.normal) > Rational::ZERO
                && other.above(&facet[0]).is_zero()
        };
        if !planes_a.iter().any(is_same) {
            count(facet, &planes_a);
        }
    }
    six / Rational::from(6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(min: [i64; 3], max: [i64; 3]) -> Facets {
        let corner = |bits: usize| {
            let at = |i: usize| if bits >> i & 1 == 0 { min[i] } else { max[i] };
            Vector::whole([at(0), at(1), at(2)])
        };
        Facets::of(&Polytope::new((0..8).map(corner).collect()).unwrap())
    }

    #[test]
    fn blocks_share_what_is_known() {
        let unit = block([0; 3], [2; 3]);
        assert_eq!(unit.0.len(), 6);
        let volume = |min, max| shared_volume(&unit, &block(min, max));
        assert_eq!(volume([0; 3], [2; 3]), Rational::from(8));
        assert_eq!(volume([1, 0, 0], [5, 2, 1]), Rational::from(2));
        assert_eq!(volume([-1; 3], [7; 3]), Rational::from(8));
        assert_eq!(volume([2, 0, 0], [3, 2, 2]), Rational::ZERO);
        assert_eq!(volume([3, 0, 0], [4, 2, 2]), Rational::ZERO);
        assert_eq!(volume([0, 0, 1], [2, 2, 1]), Rational::ZERO);
        // Half of a block below its diagonal plane: a wedge.
        let wedge: Vec<_> = [[0, 0, 0], [2, 0, 0], [0, 2, 0], [0, 0, 2], [2, 0, 2], [0, 2, 2]]
            .map(Vector::whole)
            .into();
        let wedge = Facets::of(&Polytope::new(wedge).unwrap());
        assert_eq!(wedge.0.len(), 5);
        assert_eq!(shared_volume(&unit, &wedge), Rational::from(4));
        assert_eq!(shared_volume(&wedge, &block([1, 0, 0], [2; 3])), Rational::from(1));
    }
}
