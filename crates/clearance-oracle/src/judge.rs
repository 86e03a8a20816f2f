//! The verdict on a pair of shapes in poses.

use crate::{
    body::Bodies,
    cap::dot,
    depth::depth_squared,
    nearest::distance_squared,
    number::{Bracket, Rational, above, below, exact, near, power_of_two, sqrt_bounds},
    polytope::Polytope,
    pose::Pose,
    revolution::common_plane,
    shape::{Core, Invalid, Placed, Shape},
    sphere::{Effort, Least, least},
    vector::Vector,
};

/// The truth about a pair, all in world lengths and the world frame.
#[derive(Clone, Debug, PartialEq)]
pub struct Truth<const N: usize> {
    /// Whether the closed shapes share a point. `None`: a curved core is involved and the bracket
    /// of the signed distance holds 0, too close to call. Otherwise certain.
    pub intersects: Option<bool>,
    /// The distance, or minus the depth where they overlap.
    pub signed_distance: Bracket,
    /// The distance; 0 where they overlap.
    pub distance: Bracket,
    /// The least motion that parts them; 0 where they are apart.
    pub depth: Bracket,
    /// Unit directions from A to B, in floats: the one of the nearest points where polyhedral cores
    /// are apart; all of least motion where they overlap (see [`crate::Depth::normals`]); the one
    /// found where a core is curved, to about the square root of the bracket's relative width.
    pub normals: Vec<[f64; N]>,
    /// Whether the answer is exact but for the final rounding to neighbouring floats: true of
    /// polytopes, rounded polytopes, balls and capsules.
    pub exact: bool,
}

/// The truth about two shapes in poses.
///
/// Polytopes, balls, capsules and rounded polytopes: exact, the brackets are the nearest floats on
/// either side. With a cylinder, cone, ellipsoid or ellipse: the bracket of [`judge_with`] at the
/// default effort.
pub fn judge<const N: usize>(
    a: &Shape<N>,
    pose_a: &Pose<N>,
    b: &Shape<N>,
    pose_b: &Pose<N>,
) -> Result<Truth<N>, Invalid> {
    judge_with(a, pose_a, b, pose_b, Effort::default())
}

/// [`judge`] with a chosen effort for curved cores.
///
/// Their bracket is as wide as the search left it, plus 12 roundings (2^-52 each) of the size of
/// the pair (seen from a point of A) on either side. The search reaches `effort.tolerance` where
/// the least directions are isolated or the shapes are of revolution around one axis: milliseconds,
/// and a few 1e-15 of the size in all. Where an arc of directions is equally good otherwise, as
/// with a corner exactly on the axis of a cylinder, the default effort ends after tenths of a
/// second at about 1e-8, almost always with the end nearer to overlap tight. Tests must check the
/// width.
///
/// The roundings, in units of 2^-53 of the size: 5 for the matrix times a local point, 2 for centre
/// and difference, 6 for the product with a direction of unit length to 2, 3 for mixtures, 4 for
/// the bound, 4 for the plane of an axis.
pub fn judge_with<const N: usize>(
    a: &Shape<N>,
    pose_a: &Pose<N>,
    b: &Shape<N>,
    pose_b: &Pose<N>,
    effort: Effort,
) -> Result<Truth<N>, Invalid> {
    Ok(examine(&a.place(pose_a)?, &b.place(pose_b)?, effort))
}

/// The verdict on two shapes that are in the world already.
pub(crate) fn examine<const N: usize>(a: &Placed<N>, b: &Placed<N>, effort: Effort) -> Truth<N> {
    let radii = &a.radius + &b.radius;
    match (&a.core, &b.core) {
        (Core::Polytope(p), Core::Polytope(q)) => rounded_polytopes(p, q, &radii),
        _ => curved(a, b, &radii, effort),
    }
}

/// Exact: the distance or depth of the cores is a square root of a rational, and the radii shift
/// it.
fn rounded_polytopes<const N: usize>(
    a: &Polytope<N>,
    b: &Polytope<N>,
    radii: &Rational,
) -> Truth<N> {
    let nearest = distance_squared(a, b);
    let (low, high, normals) = if nearest.squared > Rational::ZERO {
        let (low, high) = sqrt_bounds(&nearest.squared);
        (low - radii, high - radii, vec![&nearest.on_b - &nearest.on_a])
    } else {
        let (squared, normals) = match depth_squared(a, b) {
            Some(depth) => (depth.squared, depth.normals),
            None => (Rational::ZERO, vec![]),
        };
        let (low, high) = sqrt_bounds(&squared);
        (-(high + radii), -(low + radii), normals)
    };
    let intersects = nearest.squared <= radii * radii;
    let normals = normals.iter().map(unit).collect();
    truth(Some(intersects), Bracket::around(&low, &high), normals, true)
}

fn curved<const N: usize>(
    a: &Placed<N>,
    b: &Placed<N>,
    radii: &Rational,
    effort: Effort,
) -> Truth<N> {
    let bodies = Bodies::new(&a.core, &b.core);
    let size = bodies.size();
    let found = match common_plane(&a.core, &b.core) {
        None => least(&|n| bodies.support(n), size, effort),
        Some(plane) => least_around_axis(&bodies, &plane, size, effort),
    };
    let slack = 12.0 * f64::EPSILON * size;
    let unit = power_of_two(bodies.exponent);
    let world = |height: f64| exact(height).map(|x| x * &unit - radii);
    let signed_distance = Bracket {
        lo: world(-found.hi - slack).map_or(f64::NEG_INFINITY, |x| below(&x)),
        hi: world(-found.lo + slack).map_or(f64::INFINITY, |x| above(&x)),
    };
    let intersects = if signed_distance.lo > 0.0 {
        Some(false)
    } else if signed_distance.hi < 0.0 {
        Some(true)
    } else {
        None
    };
    truth(intersects, signed_distance, vec![found.at], false)
}

/// The least height of two bodies of revolution around one axis, from directions of one plane.
fn least_around_axis<const N: usize>(
    bodies: &Bodies<N>,
    plane: &[[f64; N]; 2],
    size: f64,
    effort: Effort,
) -> Least<N> {
    let lift = |m: &[f64; 2]| -> [f64; N] {
        std::array::from_fn(|i| m[0] * plane[0][i] + m[1] * plane[1][i])
    };
    let support = |m: &[f64; 2]| {
        let point = bodies.support(&lift(m));
        plane.map(|axis| dot(&axis, &point))
    };
    let found = least(&support, size, effort);
    Least { lo: found.lo, hi: found.hi, at: lift(&found.at) }
}

fn truth<const N: usize>(
    intersects: Option<bool>,
    signed_distance: Bracket,
    normals: Vec<[f64; N]>,
    exact: bool,
) -> Truth<N> {
    let distance = signed_distance.positive_part();
    let depth = (-signed_distance).positive_part();
    Truth { intersects, signed_distance, distance, depth, normals, exact }
}

/// The unit vector of an exact direction, to a few roundings; zero for zero.
fn unit<const N: usize>(direction: &Vector<N>) -> [f64; N] {
    let absolute = |x: &Rational| if *x < Rational::ZERO { -x.clone() } else { x.clone() };
    let largest = direction.0.iter().map(absolute).max().unwrap_or(Rational::ZERO);
    if largest.is_zero() {
        return [0.0; N];
    }
    // Divided exactly first, so that nothing over- or underflows.
    let floats: [f64; N] = std::array::from_fn(|i| near(&(&direction.0[i] / &largest)));
    let length = floats.iter().map(|x| x * x).sum::<f64>().sqrt();
    floats.map(|x| x / length)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The search over directions and the exact methods share nothing but the vertices.
    fn search_agrees_with_exact<const N: usize>(count: u64, most: u64, grid: u64) {
        let mut state = 7 + grid;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
            state >> 33
        };
        let (mut apart, mut touching, mut deep, mut wide) = (0, 0, 0, 0);
        for _ in 0..count {
            let mut place = || -> Placed<N> {
                let size = 1 + random() % most;
                let point = |_| -> [f64; N] {
                    std::array::from_fn(|_| (random() % grid) as f64 / (grid as f64 / 4.0))
                };
                let points = (0..size).map(point).collect();
                Shape::Hull(points).place(&Pose::identity()).unwrap()
            };
            let (a, b) = (place(), place());
            let (Core::Polytope(p), Core::Polytope(q)) = (&a.core, &b.core) else { continue };
            let exact = rounded_polytopes(p, q, &Rational::ZERO).signed_distance;
            let found = curved(&a, &b, &Rational::ZERO, Effort::default());
            let bracket = found.signed_distance;
            assert!(bracket.lo <= exact.hi && exact.lo <= bracket.hi, "{bracket:?} {exact:?}");
            wide += u64::from(bracket.width() > 1e-13);
            if exact.lo > 0.0 {
                apart += 1;
                assert_ne!(found.intersects, Some(true));
            } else if exact.hi < 0.0 {
                deep += 1;
                assert_ne!(found.intersects, Some(false));
            } else {
                touching += 1;
                assert_eq!(found.intersects, None);
            }
        }
        println!("{N}D grid {grid}: apart {apart} touching {touching} deep {deep} wide {wide}");
        assert!(deep > count / 20 && (apart > count / 20 || most > 6));
        // Wide only where a flat or thin difference has a circle of least directions.
        assert!(wide <= count / 50, "{wide}");
    }

    #[test]
    fn search_agrees_with_exact_in_space() {
        search_agrees_with_exact::<3>(1000, 6, 1 << 30);
        search_agrees_with_exact::<3>(200, 30, 1 << 30);
        search_agrees_with_exact::<3>(1000, 6, 4);
    }

    #[test]
    fn search_agrees_with_exact_in_the_plane() {
        search_agrees_with_exact::<2>(1000, 6, 1 << 30);
        search_agrees_with_exact::<2>(1000, 6, 4);
    }
}
