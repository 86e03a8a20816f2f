//! Pairs that touch along more than a point: stacked, resting, flush, tilted by next to nothing,
//! thin, tiny and huge; and hulls deep in one another.

use clearance::{
    Capsule, Cone, ConvexHull, Cuboid, Cylinder, Pose, Rounded, Scalar, Shape, Space, SupportMap,
    Vector,
};

use crate::court::Court;
use crate::pair::Pair;
use crate::random::{Random, vector};
use crate::{contact, ladder, resting};

/// A shape, and how far its flat top and bottom, or its lying side, are from its origin.
struct Body<V: Vector> {
    shape: Shape<V>,
    height: f64,
    /// Half its width along x, where it has an edge there.
    width: f64,
}

fn scalar<V: Vector>(x: f64) -> V::Scalar {
    V::Scalar::from_f64(x)
}

/// A length of few bits, so that sums of some are floats in both precisions.
fn length(r: &mut Random) -> f64 {
    (1 + r.below(16)) as f64 * 0.125
}

/// A regular prism of this many sides; in the plane a box with as many corners cut off. With an
/// even number its caps are flat but for roundings.
fn prism<V: Court>(sides: u64, radius: f64, height: f64) -> Shape<V> {
    let mut points: Vec<V> = Vec::new();
    for side in 0..sides {
        let angle = std::f64::consts::TAU * side as f64 / sides as f64;
        let (sin, cos) = angle.sin_cos();
        let off = if sides.is_multiple_of(2) { (7 * side + sides) % 3 } else { 0 };
        let height = height * (1.0 + off as f64 * V::Scalar::EPSILON);
        for y in [-height, height] {
            let mut numbers = [radius * cos, y, radius * sin].into_iter();
            points.push(vector(|| numbers.next().unwrap()));
        }
    }
    ConvexHull::new(&points).unwrap().into()
}

fn body<V: Court>(r: &mut Random, thin: f64) -> Body<V> {
    let (width, height, depth) = (length(r), length(r) * thin, length(r));
    let extents = |x: f64, y: f64, z: f64| {
        let mut numbers = [x, y, z].into_iter();
        vector::<V>(|| numbers.next().unwrap())
    };
    let (shape, height, width): (Shape<V>, _, _) = match r.below(8) {
        0..3 => (Cuboid::new(extents(width, height, depth)).into(), height, width),
        3 => (prism::<V>(3 + r.below(10), width, height), height, width),
        4 => (Cylinder::new(scalar::<V>(height), scalar::<V>(width)).into(), height, width),
        5 => {
            let round = height * 0.25;
            let core = Cuboid::new(extents(width, height, depth)).into();
            (Rounded::new(core, scalar::<V>(round)).into(), height + round, width)
        }
        6 => {
            // Its base is below.
            (Cone::new(scalar::<V>(height), scalar::<V>(width)).into(), height, width)
        }
        _ => {
            let points: Vec<V> = [-1.0, 1.0]
                .into_iter()
                .flat_map(|x| [-1.0, 1.0].map(|z| (x, z)))
                .flat_map(|(x, z)| {
                    let top = extents(0.5 * x * width, height, 0.5 * z * depth);
                    [top, extents(x * width, -height, z * depth)]
                })
                .collect();
            (ConvexHull::new(&points).unwrap().into(), height, width)
        }
    };
    Body { shape, height, width }
}

/// A capsule that lies along x.
fn lying<V: Court>(r: &mut Random) -> Body<V> {
    let (long, radius) = (length(r), length(r) * 0.25);
    let half = Capsule::new(scalar::<V>(long), scalar::<V>(radius));
    Body { shape: half.into(), height: radius, width: long }
}

/// A turn about y and then by a little about some other axis; in the plane the latter alone.
fn tilted<V: Court>(yaw: f64, tilt: f64, about: f64, lies: bool) -> [f64; 4] {
    if V::Space::DIM == 2 {
        let angle = tilt + if lies { std::f64::consts::FRAC_PI_2 } else { 0.0 };
        return [angle.cos(), angle.sin(), 0.0, 0.0];
    }
    let times = |[a, b, c, d]: [f64; 4], [e, f, g, h]: [f64; 4]| {
        [
            d * e + a * h + b * g - c * f,
            d * f - a * g + b * h + c * e,
            d * g + a * f - b * e + c * h,
            d * h - a * e - b * f - c * g,
        ]
    };
    let (half_tilt, half_yaw) = (0.5 * tilt, 0.5 * yaw);
    let slope = half_tilt.sin();
    let leans = [slope * about.cos(), 0.0, slope * about.sin(), half_tilt.cos()];
    let turns = [0.0, half_yaw.sin(), 0.0, half_yaw.cos()];
    let down = std::f64::consts::FRAC_1_SQRT_2;
    let lays = if lies { [0.0, 0.0, down, down] } else { [0.0, 0.0, 0.0, 1.0] };
    times(leans, times(turns, lays))
}

/// One body on another; `exact`: neither turned nor tilted, their sides perhaps flush.
fn stack<V: Court>(r: &mut Random, exact: bool, thin: f64) -> Pair<V> {
    let below = body::<V>(r, thin);
    let lies = r.below(4) == 0;
    let above = if lies { lying::<V>(r) } else { body::<V>(r, thin) };
    let (below, above) = match r.below(3) {
        // The same twice.
        0 if !lies => {
            let shape = below.shape.clone();
            let twin = Body { shape, height: below.height, width: below.width };
            (below, twin)
        }
        _ => (below, above),
    };
    let narrow = below.height.min(above.height);
    let gap = match r.below(6) {
        0 => 0.0,
        1 => 4e-3 * narrow,
        2 => -4e-3 * narrow,
        3 => -1e-2 * narrow,
        4 => 1e-6 * narrow,
        _ => -1e-6 * narrow,
    };
    let aside = match r.below(5) {
        0 => 0.0,
        1 => below.width - above.width,
        2 => below.width + above.width,
        3 => below.width,
        _ => r.range(-1.0, 1.0) * below.width,
    };
    let (yaw, tilt) = if exact {
        (0.0, 0.0)
    } else {
        (r.range(-3.1, 3.1), r.range(0.1, 1.0) * 10.0_f64.powi(-(2 + r.below(7) as i32)))
    };
    let about = r.range(0.0, 6.0);
    let sideways = if exact { 0.0 } else { r.range(-0.3, 0.3) * below.width };
    let mut place = if V::Space::DIM == 2 {
        [aside, below.height + above.height + gap, 0.0, 0.0, 0.0, 0.0, 0.0]
    } else {
        [aside, below.height + above.height + gap, sideways, 0.0, 0.0, 0.0, 0.0]
    };
    let turn = tilted::<V>(yaw, tilt, about, lies);
    let from = V::Space::DIM;
    place[from..from + 4].copy_from_slice(&turn);
    Pair { a: below.shape, at_a: Pose::identity(), b: above.shape, at_b: V::raw_pose(place) }
}

/// Two hulls that overlap by much of their size: often the normal of a facet of one is nearly as
/// good a direction as the way out, and the facet lies beside the deepest points.
fn deep<V: Court>(r: &mut Random) -> Pair<V> {
    let number = |r: &mut Random, most: u64| r.below(2 * most + 1) as f64 - most as f64;
    let hull = |r: &mut Random| loop {
        let points: Vec<V> = (0..8).map(|_| vector(|| number(r, 9))).collect();
        if let Ok(hull) = ConvexHull::new(&points) {
            return Shape::from(hull);
        }
    };
    let (a, b) = (hull(r), hull(r));
    let mut place: [f64; 7] = std::array::from_fn(|_| number(r, 5));
    place[if V::Space::DIM == 2 { 3 } else { 6 }] = 1.0;
    Pair { a, at_a: Pose::identity(), b, at_b: V::raw_pose(place) }
}

/// The least thickness of a pair: motions are measured by it.
pub fn thickness<V: Court>(pair: &Pair<V>) -> f64 {
    let of = |shape: &Shape<V>| {
        let inner = shape.inradius() + shape.radius_f64();
        let reach = shape.reach();
        if inner > 0.0 {
            inner
        } else if reach > 0.0 {
            0.1 * reach
        } else {
            f64::INFINITY
        }
    };
    of(&pair.a).min(of(&pair.b)).min(pair.size())
}

/// A pair, and its sort.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    let (pair, sort) = match r.below(8) {
        // By the seed, so that all other seeds keep their pairs.
        _ if seed % 9 == 8 => (deep(r), "deep"),
        0 => {
            let kinds = [3, 4, 5, 6, 7, 9, 10, 11, 12, 26];
            let kind = |r: &mut Random| kinds[r.below(kinds.len() as u64 - 1) as usize];
            let (one, other) = (kind(r), kind(r));
            (ladder::pair(r.bits(), one, other), "random")
        }
        1 => (resting::pair(r.bits()).0, "resting"),
        2 => (contact::pair(r.bits()).0, "touching"),
        3 | 4 => (stack(r, true, 1.0), "aligned"),
        5 | 6 => (stack(r, false, 1.0), "tilted"),
        _ => {
            let thin = 10.0_f64.powi(-(1 + r.below(3) as i32));
            let exact = r.below(2) == 0;
            (stack(r, exact, thin), "thin")
        }
    };
    let factor = match r.below(4) {
        0 => 2.0_f64.powi(-20),
        1 => 2.0_f64.powi(20),
        _ => 1.0,
    };
    if factor == 1.0 { (pair, sort) } else { (pair.magnified(factor), sort) }
}
