//! Laws that need no judge: a change that does not matter must not change answers beyond the gaps.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, ConvexHull, ConvexPoints, Ellipsoid, MinkowskiSum, Point, Pose, Proximity, Rotation,
    Rounded, Scalar, Scaled, Shape, Space, SupportMap, Vector, proximity,
};
use clearance_trust::spaces;
use clearance_trust::{Court, Pair, WALL, mixed, vector};
use clearance_trust::{Random, cloud, point};

fn signed<V: Vector>(p: &Proximity<V>) -> f64 {
    p.signed_distance().to_f64()
}

fn gap<V: Vector>(p: &Proximity<V>) -> f64 {
    p.witness().gap.to_f64()
}

/// The same within the gaps and `slack`, and booleans contradict only within them.
#[track_caller]
fn same<V: Vector, W: Vector>(
    x: &Proximity<V>,
    y: &Proximity<W>,
    slack: f64,
    label: impl Fn() -> String,
) {
    let room = gap(x) + gap(y) + slack;
    assert!((signed(x) - signed(y)).abs() <= room, "{x:?} {y:?} {}", label());
    let contradict = matches!(
        (x, y),
        (Proximity::Separated(_), Proximity::Intersecting(_))
            | (Proximity::Intersecting(_), Proximity::Separated(_))
    );
    assert!(
        !contradict || slack > 0.0 && signed(x).abs() + signed(y).abs() <= room,
        "{x:?} {y:?} {}",
        label()
    );
}

/// Moved by a motion that does not round: by whole numbers, and quarter turns about the axes.
fn rigid<V: Court>() {
    let mut random = Random(3);
    for pair in mixed::<V>(31, 600) {
        let plain = pair.proximity();
        // The rounding of the moved translations is a change of the problem.
        let mut moved = Pair { a: pair.a.clone(), b: pair.b.clone(), ..pair };
        let by: V::Space = random.vector(10.0);
        let mut slack = 0.0;
        for at in [&mut moved.at_a, &mut moved.at_b] {
            let to = at.translation.to_space() + by;
            at.translation = V::from_space(to);
            slack += V::Scalar::EPSILON * to.length();
        }
        same(&plain, &moved.proximity(), slack, || pair.literal());
    }
}
spaces!(common_translation, rigid);

/// Both turned by one rotation, in f64.
fn turned() {
    let mut random = Random(4);
    for pair in mixed::<glam::DVec3>(32, 600) {
        let plain = pair.proximity();
        let turn = clearance_trust::pose::<glam::DVec3>(&mut random, 0.0).rotation;
        let mut moved = Pair { a: pair.a.clone(), b: pair.b.clone(), ..pair };
        let mut slack = 0.0;
        for at in [&mut moved.at_a, &mut moved.at_b] {
            let product =
                |p: clearance::Rotation3<f64>, q: clearance::Rotation3<f64>| clearance::Rotation3 {
                    w: p.w * q.w - p.x * q.x - p.y * q.y - p.z * q.z,
                    x: p.w * q.x + p.x * q.w + p.y * q.z - p.z * q.y,
                    y: p.w * q.y - p.x * q.z + p.y * q.w + p.z * q.x,
                    z: p.w * q.z + p.x * q.y - p.y * q.x + p.z * q.w,
                };
            let to = Pose { translation: glam::DVec3::ZERO, rotation: turn }
                .transform_point(at.translation);
            slack += 32.0 * f64::EPSILON * (to.length() + pair.size());
            *at = Pose { translation: to, rotation: product(turn, at.rotation) };
        }
        same(&plain, &moved.proximity(), slack, || pair.literal());
    }
    let _ = <clearance::Rotation3<f64> as Rotation<f64, clearance::Xyz>>::IDENTITY;
}
#[test]
fn common_rotation() {
    turned();
}

/// Moving B by `d` changes the signed distance by no more than `|d|`.
fn lipschitz<V: Court>() {
    let mut random = Random(6);
    for pair in mixed::<V>(33, 300) {
        let mut before = pair.proximity();
        let mut pair = pair;
        for step in 0..8 {
            let length = pair.size() * 10.0_f64.powi(-step);
            let by: V::Space = random.direction();
            let from = pair.at_b.translation.to_space();
            pair.at_b.translation = V::from_space(from + by * length);
            let moved = (pair.at_b.translation.to_space() - from).length();
            let after = pair.proximity();
            let change = (signed(&after) - signed(&before)).abs();
            assert!(
                change <= moved * (1.0 + 4.0 * f64::EPSILON) + gap(&before) + gap(&after),
                "{before:?} {after:?} {}",
                pair.literal()
            );
            before = after;
        }
    }
}
spaces!(one_lipschitz, lipschitz);

/// Other orders of the vertices, interior points, borrowed points: the same hull.
fn vertices<V: Court>() {
    let mut random = Random(7);
    for round in 0..250 {
        let mut points = cloud::<V>(&mut random, 4 + round % 9, [1.0, 0.1, 1e-3][round % 3]);
        let other = clearance_trust::shape::<V>(&mut random, round as u64 % WALL);
        let (at_a, at_b) = (
            clearance_trust::pose::<V>(&mut random, 1.0),
            clearance_trust::pose::<V>(&mut random, 1.0),
        );
        let hull = ConvexHull::new(&points).unwrap();
        let plain = proximity(&hull, &at_a, &other, &at_b);
        let borrowed = ConvexPoints::new(&points).unwrap();
        let label = || format!("{points:?} {at_a:?} {} {at_b:?}", clearance_trust::brief(&other));
        same(&plain, &proximity(&borrowed, &at_a, &other, &at_b), 0.0, label);
        let corners = hull.vertices().to_vec();
        // Halfway to the first vertex lies inside or on the hull, up to the rounding of the middle.
        let rounding = V::Scalar::EPSILON * 2.0;
        for i in 1..points.len() {
            let middle = (points[i].to_space() + points[0].to_space()) * 0.5;
            points.push(V::from_space(middle));
        }
        for i in (1..points.len()).rev() {
            points.swap(i, random.below(i as u64 + 1) as usize);
        }
        points.extend_from_within(..2);
        let crowded = ConvexHull::new(&points).unwrap();
        let text = format!("{corners:?} {at_a:?} {} {at_b:?}", clearance_trust::brief(&other));
        same(&plain, &proximity(&crowded, &at_a, &other, &at_b), rounding, || text.clone());
        let borrowed = ConvexPoints::new(&points).unwrap();
        same(&plain, &proximity(&borrowed, &at_a, &other, &at_b), rounding, || text.clone());
    }
}
spaces!(vertices_permuted_and_added, vertices);

/// The same numbers in both precisions: the answers agree within the sum of their gaps.
macro_rules! precisions {
    ($name:ident, $F:ty, $D:ty, $dim:literal, $turn:ident, $rotation:expr) => {
        #[test]
        fn $name() {
            for pair in mixed::<$F>(34, 800) {
                let widen = |v: $F| v.$turn();
                let Some(a) = widened(&pair.a, &widen) else { continue };
                let Some(b) = widened(&pair.b, &widen) else { continue };
                let place = |at: &Pose<$F>| Pose::<$D> {
                    translation: widen(at.translation),
                    rotation: $rotation(at.rotation),
                };
                let narrow = pair.proximity();
                let wide = proximity(&a, &place(&pair.at_a), &b, &place(&pair.at_b));
                same(&narrow, &wide, 0.0, || pair.literal());
            }
        }
    };
}
precisions!(plane_precisions, glam::Vec2, glam::DVec2, 2, as_dvec2, |r: clearance::Rotation2<
    f32,
>| clearance::Rotation2 {
    cos: f64::from(r.cos),
    sin: f64::from(r.sin),
});
precisions!(space_precisions, glam::Vec3, glam::DVec3, 3, as_dvec3, |r: clearance::Rotation3<
    f32,
>| clearance::Rotation3 {
    x: f64::from(r.x),
    y: f64::from(r.y),
    z: f64::from(r.z),
    w: f64::from(r.w),
});

fn widened<F: Court, D: Court>(shape: &Shape<F>, w: &impl Fn(F) -> D) -> Option<Shape<D>> {
    let t = |x: F::Scalar| D::Scalar::from_f64(x.to_f64());
    Some(match shape {
        Shape::Point(p) => Point(w(p.0)).into(),
        Shape::Segment(s) => clearance::Segment::new(w(s.a), w(s.b)).into(),
        Shape::Triangle(s) => clearance::Triangle::new(w(s.a), w(s.b), w(s.c)).into(),
        Shape::Ball(s) => Ball::new(t(s.radius)).into(),
        Shape::Capsule(s) => clearance::Capsule::new(t(s.half_height), t(s.radius)).into(),
        Shape::Cuboid(s) => clearance::Cuboid::new(w(s.half_extents)).into(),
        Shape::Cylinder(s) => clearance::Cylinder::new(t(s.half_height), t(s.radius)).into(),
        Shape::Cone(s) => clearance::Cone::new(t(s.half_height), t(s.radius)).into(),
        Shape::Ellipsoid(s) => Ellipsoid::new(w(s.radii)).into(),
        Shape::Hull(h) => {
            ConvexHull::new(&h.vertices().iter().map(|p| w(*p)).collect::<Vec<_>>()).ok()?.into()
        }
        Shape::Rounded(r) => Rounded::new(widened(&r.inner, w)?, t(r.radius)).into(),
        Shape::Scaled(s) => Scaled::new(widened(s.inner(), w)?, w(s.scale())).ok()?.into(),
        Shape::Sum(s) => MinkowskiSum::new(widened(&s.a, w)?, widened(&s.b, w)?).into(),
        _ => return None,
    })
}

/// Two forms of one shape.
fn synonyms<V: Court>() {
    let mut random = Random(8);
    let r = &mut random;
    for round in 0..400 {
        let other = clearance_trust::shape::<V>(r, round % WALL);
        let (at_a, at_b) = (clearance_trust::pose::<V>(r, 1.5), clearance_trust::pose::<V>(r, 1.5));
        let t = |x: f64| V::Scalar::from_f64(x);
        let few = |r: &mut Random| (r.range(0.1, 1.0) * 256.0).round() / 256.0;
        let (p, q) = (few(r), few(r));
        let (ball, capsule): (Shape<V>, Shape<V>) =
            (Ball::new(t(p)).into(), clearance::Capsule::new(t(q), t(p)).into());
        let up = |y: f64| V::from_space(V::Space::axis(1) * y);
        let spine: Shape<V> = clearance::Segment::new(up(q), up(-q)).into();
        let extents: V = vector(|| few(r));
        let cuboid: Shape<V> = clearance::Cuboid::new(extents).into();
        let corners: Vec<V> = (0..1 << V::Space::DIM)
            .map(|m: usize| {
                let mut i = 0;
                let e = extents.to_space();
                vector(|| {
                    i += 1;
                    if m >> (i - 1) & 1 == 1 { e.coordinate(i - 1) } else { -e.coordinate(i - 1) }
                })
            })
            .collect();
        let by: V = vector(|| [0.5, 2.0, -1.0, 0.25][r.below(4) as usize]);
        let scaled: Vec<V> = corners
            .iter()
            .map(|c| V::from_space(c.to_space().zip(by.to_space(), |x, s| x * s)))
            .collect();
        let zero: Shape<V> = Point(vector(|| 0.0)).into();
        let one: V = vector(|| 1.0);
        let (a, b) = (point::<V>(r), point::<V>(r));
        let hull = |v: &[V]| -> Shape<V> { ConvexHull::new(v).unwrap().into() };
        let pairs: Vec<(&str, Shape<V>, Shape<V>)> = vec![
            ("rounded point = ball", Rounded::new(zero.clone(), t(p)).into(), ball.clone()),
            (
                "rounded segment = capsule",
                Rounded::new(spine.clone(), t(p)).into(),
                capsule.clone(),
            ),
            (
                "sum of segment and ball = capsule",
                MinkowskiSum::new(spine, ball.clone()).into(),
                capsule.clone(),
            ),
            (
                "capsule without height = ball",
                clearance::Capsule::new(t(0.0), t(p)).into(),
                ball.clone(),
            ),
            ("hull of corners = box", hull(&corners), cuboid.clone()),
            ("scaled box = hull", Scaled::new(cuboid.clone(), by).unwrap().into(), hull(&scaled)),
            ("scaled by one", Scaled::new(cuboid.clone(), one).unwrap().into(), cuboid.clone()),
            (
                "scaled ball = ellipsoid",
                Scaled::new(Ball::new(t(1.0)).into(), extents).unwrap().into(),
                Ellipsoid::new(extents).into(),
            ),
            ("round ellipsoid = ball", Ellipsoid::new(vector(|| p)).into(), ball.clone()),
            ("sum with a point", MinkowskiSum::new(cuboid.clone(), zero).into(), cuboid.clone()),
            (
                "box + box = box",
                MinkowskiSum::new(cuboid.clone(), cuboid.clone()).into(),
                clearance::Cuboid::new(V::from_space(extents.to_space() * 2.0)).into(),
            ),
            (
                "rounded rounded",
                Rounded::new(Rounded::new(cuboid.clone(), t(p)).into(), t(q)).into(),
                Rounded::new(cuboid.clone(), t(p + q)).into(),
            ),
            ("segment = hull of two", clearance::Segment::new(a, b).into(), hull(&[a, b])),
            (
                "cylinder without radius = segment",
                clearance::Cylinder::new(t(q), t(0.0)).into(),
                clearance::Segment::new(up(q), up(-q)).into(),
            ),
        ];
        for (name, x, y) in &pairs {
            let label = || {
                format!(
                    "{name}: {} {} {at_a:?} {} {at_b:?}",
                    clearance_trust::brief(x),
                    clearance_trust::brief(y),
                    clearance_trust::brief(&other)
                )
            };
            same(
                &proximity(x, &at_a, &other, &at_b),
                &proximity(y, &at_a, &other, &at_b),
                0.0,
                label,
            );
            same(
                &proximity(&other, &at_a, x, &at_b),
                &proximity(&other, &at_a, y, &at_b),
                0.0,
                label,
            );
            // Brought to contact.
            let near = proximity(x, &at_a, &other, &at_b);
            let step = near.witness().normal.to_space() * -signed(&near);
            let at_b =
                Pose { translation: V::from_space(at_b.translation.to_space() + step), ..at_b };
            same(
                &proximity(x, &at_a, &other, &at_b),
                &proximity(y, &at_a, &other, &at_b),
                0.0,
                label,
            );
        }
    }
}
spaces!(two_ways_to_say_it, synonyms);

/// The Minkowski sum as a shape, and as the hull of all sums.
fn sums<V: Court>() {
    let mut random = Random(9);
    for round in 0..300 {
        let few = |v: V| V::from_space(v.to_space().map(|x| (x * 1024.0).round() / 1024.0));
        let list = |r: &mut Random, n: usize| -> Vec<V> { (0..n).map(|_| few(point(r))).collect() };
        let (p, q) = (list(&mut random, 2 + round % 5), list(&mut random, 1 + round % 4));
        let all: Vec<V> = p
            .iter()
            .flat_map(|x| q.iter().map(|y| V::from_space(x.to_space() + y.to_space())))
            .collect();
        let sum = MinkowskiSum::new(ConvexHull::new(&p).unwrap(), ConvexHull::new(&q).unwrap());
        let explicit = ConvexHull::new(&all).unwrap();
        let other = clearance_trust::shape::<V>(&mut random, round as u64 % WALL);
        let (at_a, at_b) = (
            clearance_trust::pose::<V>(&mut random, 2.0),
            clearance_trust::pose::<V>(&mut random, 1.0),
        );
        let label = || format!("{p:?} {q:?} {at_a:?} {} {at_b:?}", clearance_trust::brief(&other));
        same(
            &proximity(&sum, &at_a, &other, &at_b),
            &proximity(&explicit, &at_a, &other, &at_b),
            0.0,
            label,
        );
        assert_eq!(SupportMap::<V>::check(&sum), Ok(()));
    }
}
spaces!(sum_against_explicit_sum, sums);
