//! How deep inside a hull a triangle dips: a small concave maximisation, by cutting planes.
//!
//! The distance from an inner point x to the boundary of a convex body is the least of the depths
//! below its facets, min over f of (offset_f - normal_f . x): a concave function, whose maximum
//! over a triangle may lie anywhere in it. An L-shaped beam dips along an edge whose two ends lie
//! on the hull, so checking corners is not enough.
//!
//! Kelley's cutting planes (1960), with facets as the planes: maximise the least depth below a few
//! *active* facets (an upper bound), find the facet nearest to that point (its depth is a lower
//! bound), activate it, repeat. Facets are finite in number, so the bounds meet.

use alloc::vec::Vec;

use super::facet_plane::{FacetPlane, minus};
use super::nearest::NearestFace;

/// Rounds after which the interval is returned as it stands, should roundoff keep it from closing;
/// `convexity_tests`, with up to 1000 facets equally near, pass with 20.
const ROUNDS: usize = 64;

/// Active facets kept; the cost of a round grows with the cube.
const ACTIVE: usize = 10;

/// Bounds of the deepest dip, and a point as deep as the lower one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dip<const D: usize> {
    pub(super) lower: f64,
    pub(super) upper: f64,
    pub(super) at: [f64; D],
}

/// A point of a triangle as weights of its corners.
type Weights = [f64; 3];

/// The deepest dip of `triangle` below `facets`, to within `resolution`; or any bounds once the
/// upper one is no more than `known`. `first` starts the search: a facet thought near. A round
/// finds one nearest facet.
pub(super) fn deepest_dip<const D: usize>(
    triangle: [[f64; D]; 3],
    facets: &NearestFace<D>,
    first: FacetPlane<D>,
    known: f64,
    resolution: f64,
) -> Dip<D> {
    let [corner, ..] = triangle;
    let mut dip = Dip { lower: f64::NEG_INFINITY, upper: f64::INFINITY, at: corner };
    // A facet is represented by the depths of the three corners, between which depth is linear.
    let mut active: Vec<[f64; 3]> = [triangle.map(|x| first.depth(x))].into();
    for _ in 0..ROUNDS {
        let (peak, weights) = highest(&active);
        dip.upper = dip.upper.min(peak);
        if dip.upper <= known {
            break;
        }
        let x = blend(triangle, weights);
        let Some((nearest, depth)) = facets.find(x) else { break };
        if depth > dip.lower {
            (dip.lower, dip.at) = (depth, x);
        }
        // Written so that NaN, were there any, would end the loop.
        let is_open = dip.upper - dip.lower > resolution;
        if !is_open {
            break;
        }
        if active.len() >= ACTIVE {
            // Near its maximum a concave function is determined by the facets that touch it there,
            // so dropping the others leaves the upper bound in place.
            active.retain(|depths| interpolate(depths, weights) <= peak + resolution);
            active.truncate(ACTIVE - 1);
        }
        active.push(triangle.map(|x| nearest.depth(x)));
    }
    dip
}

fn blend<const D: usize>([a, b, c]: [[f64; D]; 3], [u, v, w]: Weights) -> [f64; D] {
    let mut x = a;
    for (((x, a), b), c) in x.iter_mut().zip(a).zip(b).zip(c) {
        *x = u * a + v * b + w * c;
    }
    x
}

fn interpolate([a, b, c]: &[f64; 3], [u, v, w]: Weights) -> f64 {
    u * a + v * b + w * c
}

/// The largest value over a triangle of the least of some linear functions, given by their values
/// at the corners, and where it is taken.
///
/// The maximum of a concave piecewise linear function is taken at a vertex of its pieces: at a
/// corner, where two functions cross on an edge, or where three cross inside. All are tried; each
/// lies in the triangle, so none can give too much.
fn highest(functions: &[[f64; 3]]) -> (f64, Weights) {
    let mut best = (f64::NEG_INFINITY, [1.0, 0.0, 0.0]);
    let mut consider = |weights: Weights| {
        let mut least = f64::INFINITY;
        for function in functions {
            least = least.min(interpolate(function, weights));
            if least <= best.0 {
                return;
            }
        }
        best = (least, weights);
    };
    for corner in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
        consider(corner);
    }
    let mut rest = functions;
    while let [f, later @ ..] = rest {
        let mut others = later;
        while let [g, last @ ..] = others {
            let [a, b, c] = minus(*f, *g);
            let on_edges = [
                crossing(a, b).map(|[u, v]| [u, v, 0.0]),
                crossing(b, c).map(|[v, w]| [0.0, v, w]),
                crossing(c, a).map(|[w, u]| [u, 0.0, w]),
            ];
            on_edges.into_iter().flatten().for_each(&mut consider);
            last.iter().filter_map(|h| meeting([a, b, c], minus(*f, *h))).for_each(&mut consider);
            others = last;
        }
        rest = later;
    }
    best
}

/// Where on an edge a linear function that is `a` and `b` at its ends is zero, if it is inside.
fn crossing(a: f64, b: f64) -> Option<[f64; 2]> {
    (a * b < 0.0).then(|| [b / (b - a), a / (a - b)])
}

/// Where two linear functions are both zero, if in the triangle: weights are homogeneous
/// coordinates, in which lines meet at the cross product.
fn meeting([a, b, c]: [f64; 3], [p, q, r]: [f64; 3]) -> Option<Weights> {
    let weights = [b * r - c * q, c * p - a * r, a * q - b * p];
    let sum: f64 = weights.iter().sum();
    let weights = weights.map(|w| w / sum);
    // A zero sum gives NaN or infinity, which is refused as well.
    weights.iter().all(|w| (0.0..=1.0).contains(w)).then_some(weights)
}

#[cfg(test)]
mod tests {
    use super::super::tests::Lcg;
    use super::*;

    #[test]
    fn the_highest_point_beats_a_fine_raster_and_is_attained() {
        let mut random = Lcg(11);
        for round in 0..500 {
            let count = 1 + random.below(7);
            let grid = round % 2 == 0;
            let functions: Vec<[f64; 3]> = (0..count)
                .map(|_| {
                    [0; 3].map(
                        |_: i32| {
                            if grid { f64::from(random.below(5)) } else { random.unit() }
                        },
                    )
                })
                .collect();
            let (value, weights) = highest(&functions);
            let least = |weights| {
                let values = functions.iter().map(|f| interpolate(f, weights));
                values.fold(f64::INFINITY, f64::min)
            };
            assert!((least(weights) - value).abs() < 1e-12);
            let n = 60;
            for i in 0..=n {
                for j in 0..=n - i {
                    let [u, v] = [i, j].map(|k| f64::from(k) / f64::from(n));
                    assert!(least([u, v, 1.0 - u - v]) <= value + 1e-12);
                }
            }
        }
    }
}
