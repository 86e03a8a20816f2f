//! Motions without end so slow that what they meet is later than the largest float: infinity is no
//! time. Truth by construction: the same motion at ordinary speed.

use clearance::{
    AtStart, Cast, Point, Pose, Query, Ray, RayCast, Scalar, Shape, Space, Sweep, batch, cast,
    cast_ray,
};
use clearance_trust::kinds::{self, KINDS};
use clearance_trust::{Court, Random, pose};

fn rounds() -> u64 {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|n| n.parse().ok()).unwrap_or(400)
}

/// Later than the largest float, and not known to be at all.
fn is_open<T: Scalar>(time: Option<[T; 2]>, is_decided: bool) -> bool {
    let Some([low, high]) = time else { return false };
    !is_decided && low.to_f64() >= 0.99 * T::LARGEST && high.to_f64() == f64::INFINITY
}

fn slow_motions_have_no_proved_miss<V: Court>() {
    let infinity = V::Scalar::from_f64(f64::INFINITY);
    let largest = V::Scalar::from_f64(V::Scalar::LARGEST);
    let single = V::Scalar::EPSILON > 1e-10;
    let (mut hits, mut exits, mut casts) = (0, 0, 0);
    for seed in 0..rounds() / 4 {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let kind = r.below(KINDS);
        let shape = kinds::shape::<V>(r, kind);
        if matches!(&shape, Shape::Frustum(f) if f.is_unbounded()) {
            continue;
        }
        let at = if r.below(2) == 0 {
            pose(r, 1.0)
        } else {
            Pose::from_translation(V::from_space(V::Space::default()))
        };
        let from = V::from_space(at.translation.to_space() + r.direction::<V::Space>() * 8.0);
        let aside = r.vector::<V::Space>(0.2);
        let direction = (at.translation.to_space() - from.to_space() + aside) * 0.0625;
        // In two steps: a power that small is made of one that is too large.
        let slow = |d: V::Space| {
            let factor = 2.0_f64.powi(if single { -68 } else { -518 });
            V::from_space(d * factor * factor)
        };
        let plain = cast_ray(&shape, &at, &Ray::new(from, V::from_space(direction)));
        let RayCast::Hit(hit) = &plain else { continue };
        // Plain hits alone: not at the start, and not a graze, which fewer bits turn aside.
        if hit.time.low.to_f64() < 1.0
            || hit.normal.to_space().dot(direction) > -0.1 * direction.length()
        {
            continue;
        }
        let ray = Ray::new(from, slow(direction));
        let found = cast_ray(&shape, &at, &ray);
        let time = |found: &RayCast<V>| found.hit().map(|hit| [hit.time.low, hit.time.high]);
        assert!(is_open(time(&found), found.is_decided()), "{seed}: {shape:?} {found:?}");
        let mut both = [RayCast::Miss; 2];
        batch::cast_rays(&shape, &at, &[ray, ray.hollow()], &mut both).unwrap();
        for other in both {
            assert!(is_open(time(&other), other.is_decided()), "{seed}: {shape:?} {other:?}");
        }
        // An end, or the other way: proved.
        assert_eq!(cast_ray(&shape, &at, &ray.until(largest)), RayCast::Miss, "{seed}: {shape:?}");
        let away = Ray::new(from, slow(-direction));
        assert_eq!(cast_ray(&shape, &at, &away), RayCast::Miss, "{seed}: {shape:?}");
        hits += 1;
        // From inside: it leaves, but at no time that floats hold.
        let inside = V::from_space(hit.point.to_space() - hit.normal.to_space() * 1e-2);
        let within = Query::new().verdict(
            &shape,
            &at,
            &Point(inside),
            &Pose::from_translation(V::from_space(V::Space::default())),
        );
        let walls = matches!(&shape, Shape::HalfSpace(_));
        if within == clearance::Verdict::Intersecting && !walls {
            let out = hit.normal.to_space() * 16.0;
            let leaves = cast_ray(&shape, &at, &Ray::new(inside, slow(out)).hollow());
            assert!(!matches!(leaves, RayCast::Miss), "{seed}: {shape:?} {leaves:?}");
            assert!(
                is_open(time(&leaves), leaves.is_decided()) || matches!(leaves, RayCast::Hit(_)),
                "{seed}: {shape:?} {leaves:?}"
            );
            exits += 1;
        }
        // A body instead of a point.
        let other: Shape<V> = clearance::Ball::new(V::Scalar::from_f64(0.125)).into();
        let there = Pose::from_translation(from);
        // The ball may reach a surface that the point before it does not.
        if Query::new().verdict(&shape, &at, &other, &there) != clearance::Verdict::Separated {
            continue;
        }
        let sweep = Sweep::new(slow(direction)).until(infinity).at_start(AtStart::Report);
        let found = cast(&shape, &at, &other, &there, &sweep);
        let time = found.hit().map(|hit| [hit.time.low, hit.time.high]);
        assert!(is_open(time, found.is_decided()), "{seed}: {shape:?} {found:?}");
        assert_eq!(cast(&shape, &at, &other, &there, &sweep.until(largest)), Cast::Miss, "{seed}");
        casts += 1;
    }
    assert!(hits.min(casts) > rounds() / 40 && exits > rounds() / 80, "{hits} {casts} {exits}");
}

clearance_trust::spaces!(endless_motions, slow_motions_have_no_proved_miss);
