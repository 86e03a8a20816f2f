//! Motions through hard pairs, judged by exact arithmetic.

use clearance::{CastStep, Observer, Query, Scalar, Space, Sweep};
use clearance_trust::casts::{self, Motion};
use clearance_trust::tally::{Fault, Tally};

fn judge<V: clearance_trust::Court>(seeds: core::ops::Range<u64>) {
    let tally = seeds.map(|seed| casts::try_cast::<V>(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    let all = tally.fold(Tally::default(), Tally::with);
    for fault in Fault::ALL {
        assert_eq!(all.count(fault), 0, "{fault:?}: {:#?}", all.finds);
    }
    assert!(all.queries >= all.pairs);
}

#[test]
fn judged_in_space() {
    judge::<glam::DVec3>(0..60);
}

#[test]
fn judged_in_the_plane() {
    judge::<glam::Vec2>(0..150);
}

/// The steps of a cast.
#[derive(Default)]
struct Looks<S: Space>(Vec<CastStep<S>>);

impl<S: Space> Observer<S> for Looks<S> {
    fn cast_step(&mut self, step: &CastStep<S>) {
        self.0.push(*step);
    }
}

/// Watching changes nothing. Each step begins at the time until which the last one proved no
/// contact, that time only grows, and it leads to the answer.
fn watched<V: clearance_trust::Court>(seeds: core::ops::Range<u64>) {
    let (mut looks, mut hits, mut misses) = (0, 0, 0);
    for seed in seeds {
        let Motion { pair, velocity, last, skin, .. } =
            casts::motion::<V>(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let sweep = Sweep::new(velocity).until(last).target_distance(skin);
        let mut seen = Looks::default();
        let ask =
            |query: Query<'_, V>| query.cast(&pair.a, &pair.at_a, &pair.b, &pair.at_b, &sweep);
        let plain = ask(Query::new());
        let query = Query::new().observe(&mut seen);
        let found = query.cast(&pair.a, &pair.at_a, &pair.b, &pair.at_b, &sweep);
        let same =
            |p: &clearance::Cast<V>, q: &clearance::Cast<V>| format!("{p:?}") == format!("{q:?}");
        assert!(same(&plain, &found), "{plain:?} {found:?}");
        let mut free = 0.0;
        for (i, look) in seen.0.iter().enumerate() {
            assert_eq!(look.iteration as usize, i);
            assert!(look.time >= free && look.low >= look.time, "{look:?}");
            assert!(i == 0 || look.time == free, "{look:?}");
            assert!(look.high >= look.low || look.low == f64::INFINITY, "{look:?}");
            free = look.low;
        }
        looks += seen.0.len();
        let Some(end) = seen.0.last() else { continue };
        match found.hit() {
            // Steps that find a contact agree with the answer, but for rounding.
            Some(hit) if end.high < f64::INFINITY => {
                let (low, high) = (hit.time.low.to_f64(), hit.time.high.to_f64());
                let room = 1e-6 * high + (high - low);
                assert!(end.low <= high + room && low <= end.high + room, "{found:?} {end:?}");
                hits += 1;
            }
            None if end.low > last.to_f64() => misses += 1,
            _ => {}
        }
    }
    println!("{looks} looks, {hits} hits and {misses} misses");
    assert!(looks > 100 && hits > 10 && misses > 5, "{looks} {hits} {misses}");
}

#[test]
fn watched_in_space() {
    watched::<glam::DVec3>(0..150);
}

#[test]
fn watched_in_the_plane() {
    watched::<glam::Vec2>(0..150);
}

/// Room never changes what is a hit: it saves steps, and leaves no more room than was given.
fn roomy<V: clearance_trust::Court>(seeds: core::ops::Range<u64>) {
    let (mut hits, mut least, mut most) = (0, 0, 0);
    for seed in seeds {
        let Motion { pair, velocity, last, skin, .. } =
            casts::motion::<V>(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let room = V::Scalar::from_f64(1e-3 * pair.size());
        let ask = |tolerance: V::Scalar| {
            let sweep = Sweep::new(velocity).until(last).target_distance(skin);
            let mut seen = Looks::default();
            let query = Query::new().observe(&mut seen);
            let sweep = sweep.tolerance(tolerance);
            let found = query.cast(&pair.a, &pair.at_a, &pair.b, &pair.at_b, &sweep);
            (found, seen.0.len())
        };
        let ((exact, looks), (found, fewer)) = (ask(V::Scalar::ZERO), ask(room));
        let (Some(exact), Some(hit)) = (exact.hit(), found.hit()) else { continue };
        assert!(fewer <= looks, "{fewer} looks, not {looks}: {exact:?} {hit:?}");
        assert!(hit.time.low <= exact.time.high && exact.time.low <= hit.time.high);
        let mut at_low = pair.at_b;
        let way = velocity.to_space() * hit.time.low.to_f64();
        at_low.translation = V::from_space(at_low.translation.to_space() + way);
        let before = clearance::proximity(&pair.a, &pair.at_a, &pair.b, &at_low);
        let rounding = 64.0 * V::Scalar::EPSILON.to_f64() * (pair.size() + way.length());
        let most_apart = skin.to_f64() + room.to_f64() + rounding;
        assert!(before.signed_distance().to_f64() <= most_apart, "{before:?} {hit:?} {room:?}");
        hits += 1;
        (least, most) = (least + fewer, most + looks);
    }
    println!("{hits} hits in {least} looks, not {most}");
    assert!(hits > 20 && 20 * least < 19 * most, "{hits} {least} {most}");
}

#[test]
fn roomy_in_space() {
    roomy::<glam::DVec3>(0..300);
}

#[test]
fn roomy_in_the_plane() {
    roomy::<glam::Vec2>(0..300);
}
