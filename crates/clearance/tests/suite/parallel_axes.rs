//! Bodies of revolution with parallel axes, such as upright ones, against exact truth.
//!
//! The truth comes from the judge of `clearance-oracle`: in space, and in the plane through both axes, where it is exact for
//! everything straight. That both judges agree is a test of its own.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ellipsoid, End, Pose, Proximity, Rotation3, Rounded, Scalar, Shape, Space, Vector, Verdict, Xyz,
};
use clearance_oracle::{self as oracle, Bracket, exact};
use clearance_trust::Random;

/// A body of revolution about its local y-axis.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Body {
    Point,
    Ball(f64),
    Segment(f64, f64),
    Capsule(f64, f64),
    Cylinder(f64, f64),
    Cone(f64, f64),
    Spheroid(f64, f64),
    RoundedCylinder(f64, f64, f64),
    RoundedCone(f64, f64, f64),
}
use Body::*;

impl Body {
    fn shape<V: Vector<Space = Xyz>>(self) -> Shape<V> {
        let t = V::Scalar::from_f64;
        let v = |x, y, z| V::from_space(Xyz::new(x, y, z));
        match self {
            Point => clearance::Point(v(0.0, 0.0, 0.0)).into(),
            Ball(r) => clearance::Ball::new(t(r)).into(),
            Segment(p, q) => clearance::Segment::new(v(0.0, p, 0.0), v(0.0, q, 0.0)).into(),
            Capsule(h, r) => clearance::Capsule::new(t(h), t(r)).into(),
            Cylinder(h, r) => clearance::Cylinder::new(t(h), t(r)).into(),
            Cone(h, r) => clearance::Cone::new(t(h), t(r)).into(),
            Spheroid(h, r) => Ellipsoid::new(v(r, h, r)).into(),
            RoundedCylinder(h, r, by) => {
                Rounded::new(Shape::from(clearance::Cylinder::new(t(h), t(r))), t(by)).into()
            }
            RoundedCone(h, r, by) => {
                Rounded::new(Shape::from(clearance::Cone::new(t(h), t(r))), t(by)).into()
            }
        }
    }

    /// In space, in the judge's types.
    fn solid(self) -> oracle::Shape<3> {
        use oracle::Shape as O;
        let rounded = |inner, radius| O::Rounded { inner: Box::new(inner), radius };
        match self {
            Point => O::Point,
            Ball(radius) => O::Ball { radius },
            Segment(p, q) => O::Segment([[0.0, p, 0.0], [0.0, q, 0.0]]),
            Capsule(half_height, radius) => O::Capsule { half_height, radius },
            Cylinder(half_height, radius) => O::Cylinder { half_height, radius },
            Cone(half_height, radius) => O::Cone { half_height, radius },
            Spheroid(h, r) => O::Ellipsoid { radii: [r, h, r] },
            RoundedCylinder(h, r, by) => rounded(Cylinder(h, r).solid(), by),
            RoundedCone(h, r, by) => rounded(Cone(h, r).solid(), by),
        }
    }

    /// The section through the axis, in the judge's types.
    fn section(self) -> oracle::Shape<2> {
        use oracle::Shape as O;
        let rounded = |inner, radius| O::Rounded { inner: Box::new(inner), radius };
        match self {
            Point => O::Point,
            Ball(radius) => O::Ball { radius },
            Segment(p, q) => O::Segment([[0.0, p], [0.0, q]]),
            Capsule(half_height, radius) => O::Capsule { half_height, radius },
            Cylinder(h, r) => O::Box { half_extents: [r, h] },
            Cone(h, r) => O::Triangle([[-r, -h], [r, -h], [0.0, h]]),
            Spheroid(h, r) => O::Ellipsoid { radii: [r, h] },
            RoundedCylinder(h, r, by) => rounded(Cylinder(h, r).section(), by),
            RoundedCone(h, r, by) => rounded(Cone(h, r).section(), by),
        }
    }

    fn is_straight(self) -> bool {
        !matches!(self, Spheroid(..))
    }

    fn size(self) -> f64 {
        match self {
            Point => 0.0,
            Ball(r) => r,
            Segment(p, q) => p.abs().max(q.abs()),
            Capsule(h, r) | Cylinder(h, r) | Cone(h, r) | Spheroid(h, r) => h + r,
            RoundedCylinder(h, r, by) | RoundedCone(h, r, by) => h + r + by,
        }
    }
}

/// Two bodies, A upright at the origin.
#[derive(Clone, Copy, Debug)]
struct Pair {
    a: Body,
    b: Body,
    to: [f64; 3],
    /// Whether B is upside down.
    inverted: bool,
}

impl Pair {
    fn size(&self) -> f64 {
        let [x, y, z] = self.to;
        self.a.size() + self.b.size() + (x * x + y * y + z * z).sqrt()
    }

    fn is_straight(&self) -> bool {
        self.a.is_straight() && self.b.is_straight()
    }

    /// The judge's signed distance in the plane through both axes. The distance of the axes lies between two floats, and the
    /// signed distance grows with it: the sections are symmetric and convex.
    fn truth(&self) -> Bracket {
        let [x, y, z] = self.to;
        let (x, z) = (exact(x).unwrap(), exact(z).unwrap());
        let (low, high) = oracle::sqrt_bounds(&(&x * &x + &z * &z));
        let at = |distance: f64| {
            let turn = [[1.0, 0.0], [0.0, 1.0]].map(|row| row.map(|c| self.up() * c));
            let place_b = oracle::Pose::from_matrix([distance, y], turn).unwrap();
            let place_a = oracle::Pose::identity();
            let (a, b) = (self.a.section(), self.b.section());
            oracle::judge(&a, &place_a, &b, &place_b).unwrap().signed_distance
        };
        let (low, high) = (oracle::below(&low), oracle::above(&high));
        let near = at(low);
        let far = if low == high { near } else { at(high) };
        Bracket { lo: near.lo, hi: far.hi }
    }

    /// The judge's signed distance in space.
    fn truth_in_space(&self) -> Bracket {
        let turn = if self.inverted { [1.0, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, 1.0] };
        let place_b = oracle::Pose::from_quaternion(self.to, turn).unwrap();
        let (a, b) = (self.a.solid(), self.b.solid());
        oracle::judge(&a, &oracle::Pose::identity(), &b, &place_b).unwrap().signed_distance
    }

    fn up(&self) -> f64 {
        if self.inverted { -1.0 } else { 1.0 }
    }

    /// Poses, each turned about its own axis by quaternions of no particular length.
    fn poses<V: Vector<Space = Xyz>>(&self, spins: [[f64; 2]; 2]) -> [Pose<V>; 2] {
        let t = V::Scalar::from_f64;
        let [[s, c], [u, v]] = spins.map(|spin| spin.map(t));
        let o = V::Scalar::ZERO;
        let [x, y, z] = self.to;
        let rotation_b = if self.inverted {
            Rotation3::from_xyzw(u, o, v, o)
        } else {
            Rotation3::from_xyzw(o, u, o, v)
        };
        [
            Pose {
                translation: V::from_space(Xyz::default()),
                rotation: Rotation3::from_xyzw(o, s, o, c),
            },
            Pose { translation: V::from_space(Xyz::new(x, y, z)), rotation: rotation_b },
        ]
    }

    /// Every number rounded to `f32`, so that both precisions see the same pair.
    fn in_f32(mut self) -> Self {
        let r = |x: f64| f64::from(x as f32);
        self.to = self.to.map(r);
        for body in [&mut self.a, &mut self.b] {
            *body = match *body {
                Point => Point,
                Ball(x) => Ball(r(x)),
                Segment(p, q) => Segment(r(p), r(q)),
                Capsule(h, x) => Capsule(r(h), r(x)),
                Cylinder(h, x) => Cylinder(r(h), r(x)),
                Cone(h, x) => Cone(r(h), r(x)),
                Spheroid(h, x) => Spheroid(r(h), r(x)),
                RoundedCylinder(h, x, y) => RoundedCylinder(r(h), r(x), r(y)),
                RoundedCone(h, x, y) => RoundedCone(r(h), r(x), r(y)),
            };
        }
        self
    }
}

/// In units of the precision's epsilon and of the pair's size.
#[derive(Default, Debug)]
struct Tally {
    pairs: usize,
    overlapping: usize,
    widest: f64,
    widest_curved: f64,
}

/// A gap of straight bodies in units of epsilon and of the size: 19 u for heights, twice in the depth of a polygon, 12 u for the distance
/// of the axes, 8 u for radii; rounded up.
const TIGHT: f64 = 64.0;

fn judge<V: Vector<Space = Xyz>>(
    pair: &Pair,
    truth: Bracket,
    spins: [[f64; 2]; 2],
    tally: &mut Tally,
) {
    let (a, b) = (pair.a.shape::<V>(), pair.b.shape::<V>());
    let [at_a, at_b] = pair.poses::<V>(spins);
    let answer = clearance::proximity(&a, &at_a, &b, &at_b);
    let w = answer.witness();
    let (signed, gap) = (answer.signed_distance().to_f64(), w.gap.to_f64());
    let label = || format!("{pair:?} {spins:?}\n {truth:?}\n {answer:?}");
    assert!(truth.admits(signed, gap), "interval: {}", label());
    assert_eq!(w.end, End::Converged, "{}", label());
    match answer {
        Proximity::Separated(_) => assert!(truth.hi > 0.0, "said apart: {}", label()),
        Proximity::Intersecting(_) => assert!(truth.lo <= 0.0, "said overlapping: {}", label()),
        Proximity::Undecided(_) => {
            assert!(truth.lo.max(-truth.hi) <= gap, "undecided: {}", label());
        }
    }
    let verdict = clearance::verdict(&a, &at_a, &b, &at_b);
    match verdict {
        Verdict::Separated => assert!(truth.hi > 0.0, "verdict apart: {}", label()),
        Verdict::Intersecting => assert!(truth.lo <= 0.0, "verdict overlap: {}", label()),
        Verdict::Undecided => {
            assert!(truth.lo.max(-truth.hi) <= 1.001 * gap, "verdict undecided: {}", label());
        }
    }
    match clearance::distance(&a, &at_a, &b, &at_b) {
        Some(w) => assert!(truth.admits(w.length.to_f64(), w.gap.to_f64()), "{}", label()),
        None => assert!(truth.lo <= gap, "no distance: {}", label()),
    }
    match clearance::penetration(&a, &at_a, &b, &at_b) {
        Some(w) => assert!(truth.admits(-w.length.to_f64(), w.gap.to_f64()), "{}", label()),
        None => assert!(truth.hi > 0.0, "no depth: {}", label()),
    }
    // The normal is a way that short, by two support points of the shapes themselves; points and normal fit together.
    let epsilon = V::Scalar::EPSILON * pair.size();
    let along = clearance::separation(&a, &at_a, &b, &at_b, w.normal);
    let slack = along.gap.to_f64() + gap + 8.0 * epsilon;
    assert!((along.length.to_f64() - signed).abs() <= slack, "normal {along:?}: {}", label());
    let between = w.on_b.to_space() - w.on_a.to_space();
    let apart = (between + w.normal.to_space() * -signed).length();
    // Nearest points of curved bodies are good to the root of the distance's error.
    if pair.is_straight() {
        assert!(apart <= 64.0 * epsilon, "points {apart:e}: {}", label());
    }

    let relative = if gap == 0.0 { 0.0 } else { gap / epsilon };
    tally.pairs += 1;
    tally.overlapping += usize::from(truth.hi < 0.0);
    if pair.is_straight() {
        tally.widest = tally.widest.max(relative);
        assert!(relative <= TIGHT, "gap of {relative}: {}", label());
    } else {
        tally.widest_curved = tally.widest_curved.max(relative);
        assert!(relative <= 4.0 * TIGHT, "gap of {relative}: {}", label());
    }
}

fn bodies() -> Vec<Body> {
    vec![
        Point,
        Ball(0.5),
        Segment(-1.0, 0.5),
        Capsule(1.0, 0.5),
        Cylinder(1.0, 1.0),
        Cylinder(0.5, 2.0),
        Cylinder(0.0, 1.0),
        Cylinder(1.0, 0.0),
        Cylinder(0.0, 0.0),
        Cone(1.0, 1.0),
        Cone(2.0, 0.5),
        Cone(0.0, 1.0),
        Cone(1.0, 0.0),
        Spheroid(2.0, 1.0),
        Spheroid(0.5, 1.5),
        Spheroid(1.0, 1.0),
        Spheroid(1.0, 0.0),
        Spheroid(0.0, 1.0),
        RoundedCylinder(1.0, 0.5, 0.25),
        RoundedCone(1.0, 0.5, 0.25),
    ]
}

/// Turns that no matrix holds exactly.
const SPINS: [[[f64; 2]; 2]; 3] =
    [[[0.0, 1.0], [0.0, 1.0]], [[0.3, 0.7], [-5.0, 0.1]], [[-0.9, 0.2], [0.125, 3.0]]];

#[test]
fn on_a_grid() {
    let mut tally = Tally::default();
    let all = bodies();
    for (i, a) in all.iter().enumerate() {
        for (j, b) in all.iter().enumerate() {
            for to in [
                [0.0, 0.0, 0.0],
                [0.0, 0.5, 0.0],
                [0.0, 2.0, 0.0],
                [0.0, -1.0, 0.0],
                [1.0, 0.0, 0.0],
                [0.0, 0.0, -2.0],
                [0.0, 1.0, 1.5],
                [1.5, -1.5, 2.0],
                [0.5, 2.0, -0.5],
            ] {
                let pair = Pair { a: *a, b: *b, to, inverted: (i + j) % 2 == 1 };
                let truth = pair.truth();
                judge::<glam::DVec3>(&pair, truth, SPINS[(i + j) % 3], &mut tally);
                judge::<glam::Vec3>(&pair, truth, SPINS[j % 3], &mut Tally::default());
            }
        }
    }
    println!("{tally:?}");
    assert!(tally.overlapping > 300, "{tally:?}");
}

/// Exact contact is proved, whatever the bodies' turns about their axes.
#[test]
fn exact_contact_is_decided() {
    for (a, b, to) in [
        (Cylinder(1.0, 1.0), Cylinder(0.5, 2.0), [0.0, 1.5, 0.0]),
        (Cylinder(1.0, 1.0), Cylinder(0.5, 2.0), [0.3, 1.5, -0.7]),
        (Cylinder(1.0, 1.0), Cylinder(0.5, 2.0), [3.0, 0.25, 0.0]),
        (Cylinder(1.0, 1.0), Cylinder(0.5, 2.0), [0.0, -1.5, -3.0]),
        (Cylinder(1.0, 1.0), Capsule(1.0, 0.0), [1.0, 0.125, 0.0]),
        (Cylinder(0.3, 1.0), Point, [0.1, 0.3, 0.2]),
        (Cylinder(0.0, 1.0), Point, [0.1, 0.0, 0.2]),
        (Cone(1.0, 1.0), Cone(1.0, 1.0), [0.2, -2.0, 0.0]),
        (Cone(1.0, 1.0), Cylinder(0.25, 1.0), [0.5, 1.25, 0.5]),
    ] {
        for (inverted, spins) in [(false, SPINS[0]), (false, SPINS[1]), (true, SPINS[2])] {
            if inverted && matches!(b, Cone(..)) {
                continue;
            }
            let pair = Pair { a, b, to, inverted };
            let [at_a, at_b] = pair.poses::<glam::DVec3>(spins);
            let (shape_a, shape_b) = (a.shape::<glam::DVec3>(), b.shape());
            let answer = clearance::proximity(&shape_a, &at_a, &shape_b, &at_b);
            assert!(matches!(answer, Proximity::Intersecting(_)), "{pair:?} {answer:?}");
            let verdict = clearance::verdict(&shape_a, &at_a, &shape_b, &at_b);
            assert_eq!(verdict, Verdict::Intersecting, "{pair:?}");
        }
    }
}

fn random_body(r: &mut Random) -> Body {
    let mut length = || r.range(0.1, 1.0);
    let (h, x, y) = (length(), length(), length());
    match r.below(7) {
        0 => Ball(x),
        1 => Capsule(h, x),
        2 | 3 => Cylinder(h, x),
        4 => Cone(h, x),
        5 => Spheroid(h, x),
        _ if r.below(2) == 0 => RoundedCylinder(h, x, y),
        _ => RoundedCone(h, x, y),
    }
}

fn random_pair(r: &mut Random) -> Pair {
    let spread = [0.05, 0.5, 1.0, 2.0][r.below(4) as usize];
    let to = [0; 3].map(|_| r.range(-spread, spread));
    Pair { a: random_body(r), b: random_body(r), to, inverted: r.below(2) == 0 }
}

fn random_spins(r: &mut Random) -> [[f64; 2]; 2] {
    [0; 2].map(|_| [r.range(-1.0, 1.0), r.range(0.1, 1.0)])
}

#[test]
fn at_random() {
    let mut r = Random(1);
    let mut tally = Tally::default();
    for _ in 0..3000 {
        let (pair, spins) = (random_pair(&mut r).in_f32(), random_spins(&mut r));
        let truth = pair.truth();
        judge::<glam::DVec3>(&pair, truth, spins, &mut tally);
        judge::<glam::Vec3>(&pair, truth, spins, &mut Tally::default());
    }
    println!("{tally:?}");
    assert!(tally.overlapping > 1000, "{tally:?}");
}

/// Axes nearer and nearer to each other, where the ways out go round in a circle.
#[test]
fn nearly_coaxial() {
    let mut r = Random(2);
    let mut tally = Tally::default();
    for rung in 0..=36 {
        let distance = 10.0_f64.powf(-0.5 * f64::from(rung));
        for _ in 0..20 {
            let mut pair = random_pair(&mut r);
            if r.below(3) == 0 {
                pair.b = pair.a;
            }
            let turn = r.range(0.0, 6.3);
            let lift = if r.below(2) == 0 { 0.0 } else { r.range(-0.3, 0.3) };
            pair.to = [distance * turn.cos(), lift, distance * turn.sin()];
            let pair = pair.in_f32();
            let truth = pair.truth();
            let spins = random_spins(&mut r);
            judge::<glam::DVec3>(&pair, truth, spins, &mut tally);
            judge::<glam::Vec3>(&pair, truth, spins, &mut Tally::default());
        }
    }
    println!("{tally:?}");
    assert!(tally.overlapping > 300, "{tally:?}");
}

/// The theorem behind the plane, tested with the judge, which searches all directions of space.
#[test]
fn plane_and_space_agree() {
    let mut r = Random(3);
    let mut overlapping = 0;
    for _ in 0..60 {
        let pair = random_pair(&mut r);
        let (plane, space) = (pair.truth(), pair.truth_in_space());
        assert!(plane.lo <= space.hi && space.lo <= plane.hi, "{pair:?} {plane:?} {space:?}");
        assert!(space.width() <= 1e-6 * pair.size(), "{pair:?} {space:?}");
        overlapping += usize::from(space.hi < 0.0);
    }
    assert!(overlapping > 20, "{overlapping}");
}

/// `p` after `q`, in floats.
fn product(p: [f64; 4], q: [f64; 4]) -> Rotation3<f64> {
    let ([x, y, z, w], [a, b, c, d]) = (p, q);
    Rotation3::from_xyzw(
        w * a + x * d + (y * c - z * b),
        w * b + y * d + (z * a - x * c),
        w * c + z * d + (x * b - y * a),
        w * d - (x * a + y * b + z * c),
    )
}

/// Bodies that lean together, each turned about its own axis: parallel but for the rounding of their quaternions.
#[test]
fn leaning_together() {
    let mut r = Random(4);
    let mut overlapping = 0;
    let mut widest: f64 = 0.0;
    for i in 0..400 {
        let pair = random_pair(&mut r);
        let lean = [r.range(-1.0, 1.0), r.range(-1.0, 1.0), r.range(-1.0, 1.0), r.range(0.1, 1.0)];
        let spins = random_spins(&mut r);
        let [q_a, q_b] = spins.map(|[s, c]| product(lean, [0.0, s, 0.0, c]));
        let from: Xyz = r.vector(1.0);
        let to = from + Xyz::new(pair.to[0], pair.to[1], pair.to[2]);
        let (a, b) = (pair.a.shape::<Xyz>(), pair.b.shape::<Xyz>());
        let at_a = Pose { translation: from, rotation: q_a };
        let at_b = Pose { translation: to, rotation: q_b };
        let answer = clearance::proximity(&a, &at_a, &b, &at_b);
        let w = answer.witness();
        let label = || format!("{pair:?} {at_a:?} {at_b:?} {answer:?}");
        assert_eq!(w.end, End::Converged, "{}", label());
        widest = widest.max(w.gap / (f64::EPSILON * pair.size()));
        // The search of all directions takes its time.
        if i % 8 == 0 {
            let place = |at: &Pose<Xyz>| {
                let (p, q) = (at.translation, at.rotation);
                oracle::Pose::from_quaternion([p.x, p.y, p.z], [q.x, q.y, q.z, q.w]).unwrap()
            };
            let (solid_a, solid_b) = (pair.a.solid(), pair.b.solid());
            let truth = oracle::judge(&solid_a, &place(&at_a), &solid_b, &place(&at_b)).unwrap();
            let truth = truth.signed_distance;
            assert!(truth.admits(answer.signed_distance(), w.gap), "{truth:?} {}", label());
            overlapping += usize::from(truth.hi < 0.0);
        }
    }
    println!("widest {widest}");
    assert!(widest <= 2.0 * TIGHT, "{widest}");
    assert!(overlapping > 10, "{overlapping}");
}

/// Bodies whose axes lean a little, deep in each other: where EPA runs out of room, the bounds are
/// as good as the lean is small.
#[test]
fn leaning_a_little() {
    let mut r = Random(5);
    for (i, rung) in (4..=14).flat_map(|rung| [(0, rung), (1, rung), (2, rung)]) {
        let lean = 10.0_f64.powi(-rung);
        let (a, b) = [
            (Cylinder(1.0, 0.5), Cylinder(0.875, 0.75)),
            (Cone(1.0, 0.75), Cone(1.0, 0.75)),
            (Cylinder(1.0, 0.5), Spheroid(1.0, 0.5)),
        ][i];
        let pair = Pair { a, b, to: [0.0, r.range(-0.2, 0.2), 0.0], inverted: false };
        let (x, z) = (0.5 * lean * r.range(-0.7, 0.7), 0.5 * lean * r.range(-0.7, 0.7));
        let turn = [x, r.range(-0.5, 0.5), z, 1.0];
        let [x, y, z, w] = turn;
        let at_b = Pose {
            translation: Xyz::new(0.0, pair.to[1], 0.0),
            rotation: Rotation3 { x, y, z, w },
        };
        let (shape_a, shape_b) = (a.shape::<Xyz>(), b.shape::<Xyz>());
        let answer = clearance::penetration(&shape_a, &Pose::identity(), &shape_b, &at_b).unwrap();
        let place_b = oracle::Pose::from_quaternion(pair.to, turn).unwrap();
        let solids = (a.solid(), b.solid());
        let truth =
            oracle::judge(&solids.0, &oracle::Pose::identity(), &solids.1, &place_b).unwrap();
        let label = || format!("{pair:?} {turn:?} {answer:?} {truth:?}");
        assert!(truth.depth.admits(answer.length, answer.gap), "{}", label());
        let bound = (2.0 * lean + 2.0 * TIGHT * f64::EPSILON) * pair.size();
        assert!(answer.gap <= bound, "gap above {bound:e}: {}", label());
    }
}
