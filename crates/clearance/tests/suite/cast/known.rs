//! Casts whose times are known in closed form.

use clearance::{
    AtStart, Ball, Capsule, Cast, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Hit,
    Point, Query, Ray, RayCast, Segment, Shape, SupportMap, Sweep, Verdict, cast, cast_ray,
    contains, project_point,
};
use glam::{DQuat, DVec2, DVec3, Vec3};

fn hit(found: &Cast<DVec3>) -> Hit<DVec3> {
    match found {
        Cast::Hit(hit) => *hit,
        other => panic!("{other:?}"),
    }
}

/// The time lies in the interval, which is narrow.
fn holds(found: &Cast<DVec3>, time: f64) -> Hit<DVec3> {
    let hit = hit(found);
    assert!(hit.time.low <= time && time <= hit.time.high, "{time}: {hit:?}");
    assert!(hit.time.width() < 1e-12 * time.max(1.0), "{hit:?}");
    hit
}

fn shapes() -> Vec<Shape<DVec3>> {
    let corners = [DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    vec![
        Ball::new(1.0).into(),
        Capsule::new(0.5, 1.0).into(),
        Cuboid::new(DVec3::ONE).into(),
        Cylinder::new(1.0, 1.0).into(),
        Cone::new(1.0, 1.0).into(),
        Ellipsoid::new(DVec3::new(1.0, 0.5, 0.75)).into(),
        ConvexHull::new(&corners).unwrap().into(),
        Segment::new(DVec3::NEG_X, DVec3::X).into(),
    ]
}

/// Along x all of these reach from -1 to 1, the cone at the height of its base.
#[test]
fn every_pair_along_an_axis() {
    for a in shapes() {
        for b in shapes() {
            // Cones at the height of their bases; round shapes and tips at that of their centres.
            let base = |shape: &Shape<DVec3>| match shape {
                Shape::Cone(_) => DVec3::new(0.0, 1.0, 0.0),
                _ => DVec3::ZERO,
            };
            let to = DVec3::new(8.0, 0.0, 0.0) + base(&b);
            let sweep = Sweep::new(DVec3::new(-4.0, 0.0, 0.0)).until(10.0);
            let hit = holds(&cast(&a, &base(&a), &b, &to, &sweep), 1.5);
            let off = (hit.witness.normal - DVec3::X).length();
            assert!(off < 1e-5, "{} {}: {hit:?}", a.name_of(), b.name_of());
            assert!((hit.witness.on_a.x - 1.0).abs() < 1e-9, "{hit:?}");
            assert!((hit.witness.on_b.x - 1.0).abs() < 1e-9, "{hit:?}");
            // Away, and too short.
            assert_eq!(cast(&a, &base(&a), &b, &to, &Sweep::new(DVec3::X)), Cast::Miss);
            assert_eq!(cast(&a, &base(&a), &b, &to, &sweep.until(1.499)), Cast::Miss);
        }
    }
}

trait Named {
    fn name_of(&self) -> String;
}

impl Named for Shape<DVec3> {
    fn name_of(&self) -> String {
        format!("{self:?}").chars().take(12).collect()
    }
}

/// One motion's end is its first contact: touching counts, and an ulp less does not.
#[test]
fn the_very_end() {
    let cube = Cuboid::new(DVec3::splat(0.5));
    let to = DVec3::new(3.0, 0.0, 0.0);
    let sweep = Sweep::new(DVec3::new(-2.0, 0.0, 0.0));
    holds(&cast(&cube, &DVec3::ZERO, &cube, &to, &sweep), 1.0);
    let short = sweep.until(1.0_f64.next_down());
    assert_eq!(cast(&cube, &DVec3::ZERO, &cube, &to, &short), Cast::Miss);
    let short = Sweep::new(DVec3::new((-2.0_f64).next_up(), 0.0, 0.0));
    assert_eq!(cast(&cube, &DVec3::ZERO, &cube, &to, &short), Cast::Miss);
}

/// Edge along face, corner past corner: contact to the last digit, in poses that round.
#[test]
fn grazes_are_decided() {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -2.0) / 3.0, 0.7);
    let cube = Cuboid::new(DVec3::ONE);
    let (mut hits, mut misses) = (0, 0);
    for step in -40_i32..40 {
        // Along the top, about where it touches.
        let height = turn * DVec3::new(-4.0, 2.0 + f64::from(step) * 2e-17, 0.25);
        let along = turn * DVec3::new(4.0, 0.0, 0.0);
        match cast(&cube, &(turn, DVec3::ZERO), &cube, &(turn, height), &Sweep::new(along)) {
            Cast::Hit(_) => hits += 1,
            Cast::Miss => misses += 1,
            Cast::Undecided(_) => panic!("{step}"),
        }
    }
    assert!(hits + misses == 80 && (hits > 0 || misses > 0));
    // Without rounding both are known.
    let along = Sweep::new(DVec3::new(8.0, 0.0, 0.0));
    let at = |y: f64| cast(&cube, &DVec3::ZERO, &cube, &DVec3::new(-4.0, y, 0.0), &along);
    holds(&at(2.0), 0.25);
    assert_eq!(at(2.0_f64.next_up()), Cast::Miss);
    let ball = Ball::new(1.0);
    let past = |y: f64| cast(&ball, &DVec3::ZERO, &ball, &DVec3::new(-4.0, y, 0.0), &along);
    // One point of contact, in the middle.
    let Cast::Hit(hit) = past(2.0) else { panic!() };
    assert!(hit.time.low <= 0.5 && 0.5 <= hit.time.high && hit.time.width() < 1e-6, "{hit:?}");
    assert_eq!(past(2.0_f64.next_up()), Cast::Miss);
}

/// No slop: however near, what is apart does not hit at 0; and what touches is the caller's choice.
#[test]
fn starts() {
    let cube = Cuboid::new(DVec3::splat(0.5));
    let at = |y: f64, velocity: DVec3, choice: AtStart| {
        let sweep = Sweep::new(velocity).at_start(choice);
        cast(&cube, &DVec3::ZERO, &cube, &DVec3::new(0.0, y, 0.0), &sweep)
    };
    for gap in [1e-15, 1e-9, 1e-4, 1e-3] {
        assert_eq!(at(1.0 + gap, DVec3::Y, AtStart::Report), Cast::Miss);
        assert_eq!(at(1.0 + gap, DVec3::X, AtStart::Report), Cast::Miss);
        let down = hit(&at(1.0 + gap, DVec3::NEG_Y, AtStart::Report));
        let gap = (1.0 + gap) - 1.0;
        assert!(down.time.low <= gap && gap <= down.time.high, "{down:?}");
    }
    for (velocity, deeper) in [
        (DVec3::Y, false),
        (DVec3::X, false),
        (DVec3::new(1.0, -1e-3, 0.0), true),
        (DVec3::NEG_Y, true),
    ] {
        for y in [1.0, 0.75] {
            assert_eq!(hit(&at(y, velocity, AtStart::Report)).time.high, 0.0);
            assert_eq!(at(y, velocity, AtStart::Ignore), Cast::Miss);
            let separating = at(y, velocity, AtStart::IgnoreSeparating);
            assert_eq!(separating.hit().is_some(), deeper, "{y} {velocity}");
        }
    }
    let deep = hit(&at(0.75, DVec3::Y, AtStart::Report));
    assert_eq!((deep.witness.length, deep.witness.normal), (0.25, DVec3::Y));
}

#[test]
fn target_distances_of_either_sign() {
    let (cube, ball) = (Cuboid::new(DVec3::ONE), Ball::new(0.5));
    let from = DVec3::new(0.0, 4.0, 0.0);
    for skin in [0.0, 0.25, -0.25, -0.75, -1.25] {
        let sweep = Sweep::new(DVec3::new(0.0, -2.0, 0.0)).until(9.0).target_distance(skin);
        let hit = holds(&cast(&cube, &DVec3::ZERO, &ball, &from, &sweep), (2.5 - skin) / 2.0);
        assert_eq!(hit.witness.length, skin.abs());
        let on_b = hit.witness.on_b - hit.witness.on_a;
        assert!((on_b.dot(hit.witness.normal) - skin).abs() < 1e-9, "{skin} {hit:?}");
    }
    // Deeper than they can get on this way: past the corner.
    let past = Sweep::new(DVec3::new(4.0, 0.0, 0.0)).until(9.0).target_distance(-0.75);
    let from = DVec3::new(-8.0, 1.0, 0.0);
    assert_eq!(cast(&cube, &DVec3::ZERO, &ball, &from, &past), Cast::Miss);
    assert!(matches!(
        cast(&cube, &DVec3::ZERO, &ball, &from, &past.target_distance(-0.25)),
        Cast::Hit(_)
    ));
}

#[test]
fn both_move() {
    let ball = Ball::new(0.5);
    let sweep = Sweep::new(DVec3::new(-1.0, 1.0, 0.0)).and_a(DVec3::new(1.0, 1.0, 0.0)).until(9.0);
    let hit = holds(&cast(&ball, &DVec3::ZERO, &ball, &DVec3::new(5.0, 0.0, 0.0), &sweep), 2.0);
    assert!((hit.witness.on_a - DVec3::new(2.5, 2.0, 0.0)).length() < 1e-12, "{hit:?}");
}

#[test]
fn walls() {
    let floor = HalfSpace::new(DVec3::Y, 1.0);
    let cube = Cuboid::new(DVec3::ONE);
    let fall = Sweep::new(DVec3::new(3.0, -2.0, 0.0)).until(f64::INFINITY);
    let from = DVec3::new(0.0, 4.0, 0.0);
    let hit = holds(&cast(&floor, &DVec3::ZERO, &cube, &from, &fall), 1.0);
    assert_eq!(hit.witness.normal, DVec3::Y);
    let back = Sweep::new(DVec3::new(-3.0, 2.0, 0.0)).until(f64::INFINITY);
    holds(&cast(&cube, &from, &floor, &DVec3::ZERO, &back), 1.0);
    let along = Sweep::new(DVec3::X).until(f64::INFINITY);
    assert_eq!(cast(&floor, &DVec3::ZERO, &cube, &from, &along), Cast::Miss);
    let under = Ray::new(DVec3::new(0.0, -3.0, 0.0), DVec3::new(0.0, 2.0, 0.0)).hollow();
    let RayCast::Hit(out) = cast_ray(&floor, &DVec3::ZERO, &under) else { panic!() };
    assert!(out.time.low <= 2.0 && 2.0 <= out.time.high && out.normal == DVec3::Y, "{out:?}");
    let down = Ray::new(DVec3::ZERO, DVec3::NEG_Y).hollow();
    assert_eq!(cast_ray(&floor, &DVec3::ZERO, &down), RayCast::Miss);
}

#[test]
fn rays_from_outside_and_inside() {
    for shape in shapes() {
        if matches!(shape, Shape::Segment(_)) {
            continue;
        }
        let base = match shape {
            Shape::Cone(_) => DVec3::new(0.0, 1.0, 0.0),
            _ => DVec3::ZERO,
        };
        let ray = Ray::new(DVec3::new(-5.0, 0.0, 0.0), DVec3::new(2.0, 0.0, 0.0));
        for ray in [ray, ray.hollow()] {
            let RayCast::Hit(hit) = cast_ray(&shape, &base, &ray) else { panic!("{shape:?}") };
            assert!(hit.time.low <= 2.0 && 2.0 <= hit.time.high, "{shape:?} {hit:?}");
            assert!((hit.point - DVec3::NEG_X).length() < 1e-9, "{hit:?}");
            // At the tip of a hull, the normal of any plane that has the hull below it.
            let above = shape.support(hit.normal, 0).point + base - hit.point;
            assert!(above.dot(hit.normal) + shape.radius() < 1e-5, "{shape:?} {hit:?}");
            let is_only = !matches!(shape, Shape::Hull(_));
            let off = (hit.normal - DVec3::NEG_X).length();
            assert!(!is_only || off < 1e-5, "{shape:?} {hit:?}");
        }
        // A little above the cone's base, so that the ray is inside.
        let inside = Ray::new(DVec3::ZERO, DVec3::new(0.25, 0.0, 0.0));
        let RayCast::Hit(hit) = cast_ray(&shape, &base, &inside) else { panic!("{shape:?}") };
        assert_eq!((hit.time.low, hit.time.high, hit.point), (0.0, 0.0, DVec3::ZERO));
        let RayCast::Hit(out) = cast_ray(&shape, &base, &inside.hollow()) else {
            panic!("{shape:?}")
        };
        assert!(out.time.low <= 4.0 && 4.0 <= out.time.high, "{shape:?} {out:?}");
        assert!((out.point - DVec3::X).length() < 1e-9, "{out:?}");
        assert_eq!(cast_ray(&shape, &base, &inside.hollow().until(3.0)), RayCast::Miss);
        let away = Ray::new(DVec3::new(-5.0, 0.0, 0.0), DVec3::NEG_X);
        assert_eq!(cast_ray(&shape, &base, &away), RayCast::Miss);
    }
}

#[test]
fn points() {
    let square = Cuboid::new(DVec2::new(2.0, 1.0));
    let out = project_point(&square, &DVec2::ZERO, DVec2::new(5.0, 5.0));
    assert!((out.point - DVec2::new(2.0, 1.0)).length() < 1e-15);
    assert_eq!(out.verdict, Verdict::Separated);
    assert!((out.signed_distance - 5.0).abs() <= out.gap);
    let inside = project_point(&square, &DVec2::ZERO, DVec2::new(0.5, 0.75));
    assert_eq!((inside.point, inside.normal), (DVec2::new(0.5, 1.0), DVec2::Y));
    assert_eq!(inside.verdict, Verdict::Intersecting);
    assert!(contains(&square, &DVec2::ZERO, DVec2::new(2.0, 1.0)));
    assert!(!contains(&square, &DVec2::ZERO, DVec2::new(2.0_f64.next_up(), 1.0)));
}

/// The interval of `f32` is one rounding either side of the truth, and never on one side.
#[test]
fn single_precision() {
    let ball = Ball::new(0.1_f32);
    let sweep = Sweep::new(Vec3::new(-0.3, 0.0, 0.0)).until(f32::MAX);
    let found = cast(&ball, &Vec3::ZERO, &ball, &Vec3::new(1.0, 0.0, 0.0), &sweep);
    let Cast::Hit(hit) = found else { panic!("{found:?}") };
    let truth = (1.0 - 2.0 * f64::from(0.1_f32)) / f64::from(0.3_f32);
    assert!(f64::from(hit.time.low) <= truth && truth <= f64::from(hit.time.high));
    assert!(hit.time.high <= hit.time.low.next_up().next_up());
}

#[test]
fn what_describes_nothing_is_undecided() {
    let ball = Ball::new(1.0);
    let to = DVec3::new(3.0, 0.0, 0.0);
    let of = |sweep: Sweep<DVec3>| cast(&ball, &DVec3::ZERO, &ball, &to, &sweep);
    for sweep in [
        Sweep::new(DVec3::new(f64::NAN, 0.0, 0.0)),
        Sweep::new(DVec3::new(f64::INFINITY, 0.0, 0.0)),
        Sweep::new(DVec3::NEG_X).until(f64::NAN),
        Sweep::new(DVec3::NEG_X).until(-1.0),
        Sweep::new(DVec3::NEG_X).target_distance(f64::NAN),
    ] {
        assert!(matches!(of(sweep), Cast::Undecided(_)), "{sweep:?}");
    }
    let nowhere = DVec3::new(f64::NAN, 0.0, 0.0);
    let sweep = Sweep::new(DVec3::NEG_X);
    assert!(!cast(&ball, &nowhere, &ball, &to, &sweep).is_decided());
    assert!(!cast(&Ball::new(-1.0), &DVec3::ZERO, &ball, &to, &sweep).is_decided());
    // At rest they meet at the start or never.
    assert_eq!(of(Sweep::new(DVec3::ZERO).until(f64::INFINITY)), Cast::Miss);
    assert!(matches!(
        cast(&ball, &DVec3::ZERO, &Point(DVec3::ZERO), &DVec3::X, &Sweep::new(DVec3::ZERO)),
        Cast::Hit(_)
    ));
}

/// A limited search answers less, but nothing false.
#[test]
fn limits() {
    let (cube, cone) = (Cuboid::new(DVec3::ONE), Cone::new(1.0, 1.0));
    let to = (DQuat::from_rotation_z(1.0), DVec3::new(9.0, 0.5, 0.25));
    let sweep = Sweep::new(DVec3::new(-3.0, 0.0, 0.0)).until(9.0);
    let full = hit(&cast(&cube, &DVec3::ZERO, &cone, &to, &sweep));
    for limit in 0..8 {
        let found =
            Query::new().max_iterations(limit).cast(&cube, &DVec3::ZERO, &cone, &to, &sweep);
        let hit = found.hit().unwrap();
        assert!(hit.time.low <= full.time.high && full.time.low <= hit.time.high, "{limit}");
    }
}
