//! A budget of steps: whatever its size, answers are intervals that hold the truth, verbs do not
//! contradict each other, no more work is done, and one that suffices changes no digit.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::atomic::{AtomicU32, Ordering};

use clearance::{
    AtStart, Cast, Meeting, Motion, Pose, Proximity, Query, Ray, RayCast, Scalar, Shape, Support,
    SupportMap, Sweep, Vector, Verdict,
};
use clearance_trust::kinds::{self, KINDS};
use clearance_trust::{Court, Pair, Random, mixed, pose, spaces};
use glam::{DQuat, DVec3};

/// From nothing to what leaves every query as it is.
const BUDGETS: [u32; 14] = [0, 1, 2, 3, 5, 7, 9, 13, 20, 33, 70, 150, 400, 1500];
const ENOUGH: u32 = 1 << 24;

/// Support points that a query may take beyond its budget, by which it ends with what is true.
const BEYOND: u32 = 16;

fn stands<V: Court>() {
    let (mut open, mut tight) = (0, 0);
    for pair in mixed::<V>(31, 250) {
        let Pair { a, at_a, b, at_b } = &pair;
        let (truth, full) = (pair.truth(), pair.proximity());
        for steps in BUDGETS {
            let query = || Query::new().budget(steps);
            let answer = query().proximity(a, at_a, b, at_b);
            let label = || format!("{steps}: {answer:?} {truth:?} {}", pair.literal());
            let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
            assert!(truth.signed.admits(signed, gap), "{}", label());
            let verdicts = [
                match answer {
                    Proximity::Separated(_) => Verdict::Separated,
                    Proximity::Intersecting(_) => Verdict::Intersecting,
                    Proximity::Undecided(_) => Verdict::Undecided,
                },
                query().verdict(a, at_a, b, at_b),
            ];
            for verdict in verdicts {
                let is_wrong = match verdict {
                    Verdict::Separated => truth.intersects == Some(true),
                    Verdict::Intersecting => truth.intersects == Some(false),
                    Verdict::Undecided => false,
                };
                assert!(!is_wrong, "{verdict:?} {}", label());
            }
            if truth.intersects == Some(true) {
                assert!(query().intersects(a, at_a, b, at_b), "{}", label());
                assert!(query().distance(a, at_a, b, at_b).is_none(), "{}", label());
                assert!(query().penetration(a, at_a, b, at_b).is_some(), "{}", label());
            }
            open += u32::from(verdicts[0] == Verdict::Undecided && full.is_decided());
            tight += u32::from(answer == full);
        }
        let query = || Query::new().budget(ENOUGH);
        assert_eq!(query().proximity(a, at_a, b, at_b), full, "{}", pair.literal());
        let one = query().verdict(a, at_a, b, at_b);
        assert_eq!(one, Query::new().verdict(a, at_a, b, at_b), "{}", pair.literal());
        let one = query().distance(a, at_a, b, at_b);
        assert_eq!(one, Query::new().distance(a, at_a, b, at_b), "{}", pair.literal());
        let one = query().penetration(a, at_a, b, at_b);
        assert_eq!(one, Query::new().penetration(a, at_a, b, at_b), "{}", pair.literal());
    }
    println!("{open} left open, {tight} as without a budget");
    assert!(open > 100 && tight > 1500, "{open} {tight}");
}
spaces!(budgets, stands);

/// Whether what a budget left of a cast may be what all of it is.
fn agrees<V: Vector>(short: &Cast<V>, full: &Cast<V>) -> bool {
    let times =
        |cast: &Cast<V>| cast.hit().map(|hit| [hit.time.low.to_f64(), hit.time.high.to_f64()]);
    match (short, full) {
        (Cast::Miss, Cast::Hit(_)) | (Cast::Hit(_), Cast::Miss) => false,
        // The first contact is in both.
        (Cast::Hit(_), Cast::Hit(_)) => {
            let ([low, high], [least, most]) = (times(short).unwrap(), times(full).unwrap());
            low <= most && least <= high
        }
        // Free until then.
        (Cast::Undecided(_), Cast::Hit(_)) => times(short).unwrap()[0] <= times(full).unwrap()[1],
        _ => true,
    }
}

fn moves<V: Court>() {
    let (mut open, mut tight, mut hits) = (0, 0, 0);
    for seed in 0..250_u64 {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 7);
        let (kind_a, kind_b) = (r.below(KINDS), r.below(KINDS));
        let (a, b) = (kinds::shape::<V>(r, kind_a), kinds::shape::<V>(r, kind_b));
        let (at_a, mut at_b) = (pose::<V>(r, 1.0), pose::<V>(r, 1.0));
        let way = r.direction::<V::Space>() * 6.0;
        let start = if r.below(8) == 0 { V::Space::default() } else { way };
        at_b.translation = V::from_space(at_b.translation.to_space() + start);
        let aside = r.vector::<V::Space>(0.6);
        let sweep = Sweep::new(V::from_space((aside - way) * 0.3)).until(V::Scalar::from_f64(6.0));
        let sweep = match r.below(4) {
            0 => sweep.target_distance(V::Scalar::from_f64(0.05)),
            1 => sweep.at_start(AtStart::Ignore),
            2 => sweep.at_start(AtStart::IgnoreSeparating),
            _ => sweep,
        };
        let ray = Ray::new(at_b.translation, V::from_space((aside - way) * 0.3));
        let ray = if r.below(2) == 0 { ray.hollow() } else { ray };
        let full = Query::new().cast(&a, &at_a, &b, &at_b, &sweep);
        let seen = Query::new().cast_ray(&a, &at_a, &ray);
        let as_cast = |ray: &RayCast<V>| ray.hit().map(|h| [h.time.low, h.time.high]);
        for steps in BUDGETS {
            let query = || Query::new().budget(steps);
            let short = query().cast(&a, &at_a, &b, &at_b, &sweep);
            let label = || format!("{seed}, {steps}: {short:?} {full:?} {a:?} {b:?} {sweep:?}");
            assert!(agrees(&short, &full), "{}", label());
            open += u32::from(!short.is_decided() && full.is_decided());
            tight += u32::from(short == full);
            let short = query().cast_ray(&a, &at_a, &ray);
            let is_false = matches!(
                (&short, &seen),
                (RayCast::Miss, RayCast::Hit(_)) | (RayCast::Hit(_), RayCast::Miss)
            );
            let apart = match (as_cast(&short), as_cast(&seen)) {
                (Some([low, _]), Some([_, most])) if seen.is_decided() => low > most,
                _ => false,
            };
            assert!(!is_false && !apart, "{seed}, {steps}: {short:?} {seen:?} {a:?} {ray:?}");
        }
        hits += u32::from(matches!(full, Cast::Hit(_)));
        let query = || Query::new().budget(ENOUGH);
        assert_eq!(query().cast(&a, &at_a, &b, &at_b, &sweep), full, "{seed}");
        assert_eq!(query().cast_ray(&a, &at_a, &ray), seen, "{seed}");
    }
    println!("{hits} hits; {open} left open, {tight} as without a budget");
    assert!(hits > 60 && open > 100 && tight > 1000, "{hits} {open} {tight}");
}
spaces!(budgets_of_casts, moves);

/// Bodies that turn, some of them in contact at the start.
#[test]
fn budgets_of_turns() {
    let (mut open, mut tight, mut hits) = (0, 0, 0);
    for seed in 0..120_u64 {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 11);
        let (kind_a, kind_b) = (r.below(KINDS), r.below(KINDS));
        let (a, b) = (kinds::shape::<DVec3>(r, kind_a), kinds::shape::<DVec3>(r, kind_b));
        let vector = |r: &mut Random, size: f64| DVec3::from_space(r.vector(size));
        let apart = if r.below(4) == 0 { 0.0 } else { 4.0 };
        let way = DVec3::from_space(r.direction()) * apart;
        let turn = DQuat::from_scaled_axis(vector(r, 2.0));
        let of_a = Motion::new(&(turn, vector(r, 0.5))).turning(vector(r, 2.0));
        let of_b = Motion::new(&(turn, way)).velocity(vector(r, 0.7) - way);
        let of_b = if r.below(2) == 0 { of_b.turning(vector(r, 3.0)) } else { of_b };
        let choice = [AtStart::Report, AtStart::Ignore, AtStart::IgnoreSeparating];
        let meeting = Meeting::new().at_start(choice[r.below(3) as usize]);
        let ask = |query: Query<'_, DVec3>| query.time_of_impact(&a, &of_a, &b, &of_b, &meeting);
        let full = ask(Query::new());
        for steps in BUDGETS {
            let short = ask(Query::new().budget(steps));
            let label = || format!("{seed}, {steps}: {short:?} {full:?} {a:?} {b:?} {meeting:?}");
            assert!(agrees(&short, &full), "{}", label());
            open += u32::from(!short.is_decided() && full.is_decided());
            tight += u32::from(short == full);
        }
        hits += u32::from(matches!(full, Cast::Hit(_)));
        assert_eq!(ask(Query::new().budget(ENOUGH)), full, "{seed}");
    }
    println!("{hits} hits; {open} left open, {tight} as without a budget");
    assert!(hits > 30 && open > 100 && tight > 300, "{hits} {open} {tight}");
}

/// A shape of which nothing is known but its support points, which it counts.
struct Counted<'a> {
    shape: &'a Shape<DVec3>,
    taken: AtomicU32,
}

impl SupportMap<DVec3> for Counted<'_> {
    fn support(&self, direction: DVec3, hint: u32) -> Support<DVec3> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        self.shape.support(direction, hint)
    }
    fn support_f64(
        &self,
        direction: <DVec3 as Vector>::Space,
        hint: u32,
    ) -> Support<<DVec3 as Vector>::Space> {
        self.taken.fetch_add(1, Ordering::Relaxed);
        self.shape.support_f64(direction, hint)
    }
    fn radius(&self) -> f64 {
        self.shape.radius()
    }
    fn reach(&self) -> f64 {
        self.shape.reach()
    }
    fn rounding(&self) -> f64 {
        self.shape.rounding()
    }
}

/// A verb of one pair.
type Ask<'a> = &'a dyn Fn(Query<'_, DVec3>, &Counted<'_>);

/// The support points that a query takes are no more than its budget and a few, whatever it does.
#[test]
fn no_more_work_than_the_budget() {
    let (mut most, mut cut) = (0, 0);
    for seed in 0..300_u64 {
        let r = &mut Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 3);
        // Not half-spaces, which have no support points, nor frusta, which may have no end.
        let (kind_a, kind_b) = (r.below(7), r.below(7));
        let (a, b) = (kinds::shape::<DVec3>(r, kind_a), kinds::shape::<DVec3>(r, kind_b));
        let (at_a, mut at_b) = (pose::<DVec3>(r, 1.0), pose::<DVec3>(r, 1.0));
        at_b.translation += DVec3::from_space(r.vector(1.5));
        let spin = DVec3::from_space(r.vector(2.0));
        let [of_a, of_b] = [&at_a, &at_b].map(Motion::new);
        let of_b = of_b.turning(spin).velocity(-at_b.translation);
        let verbs: [Ask<'_>; 5] = [
            &|query, a| {
                let _ = query.proximity(a, &at_a, &b, &at_b);
            },
            &|query, a| {
                let _ = query.verdict(a, &at_a, &b, &at_b);
            },
            &|query, a| {
                let _ = query.distance(a, &at_a, &b, &at_b);
            },
            &|query, a| {
                let _ = query.cast(a, &at_a, &b, &at_b, &Sweep::new(-at_b.translation));
            },
            &|query, a| {
                let meeting = Meeting::new().at_start(AtStart::Ignore);
                let _ = query.time_of_impact(a, &of_a, &b, &of_b, &meeting);
            },
        ];
        for (verb, ask) in verbs.iter().enumerate() {
            let taken = |query| {
                let counted = Counted { shape: &a, taken: AtomicU32::new(0) };
                ask(query, &counted);
                counted.taken.into_inner()
            };
            let all = taken(Query::new());
            for steps in BUDGETS {
                let taken = taken(Query::new().budget(steps));
                assert!(taken <= steps + BEYOND, "{seed}, {verb}, {steps}: {taken} {a:?} {b:?}");
                most = most.max(taken.saturating_sub(steps));
                cut += u32::from(taken < all);
            }
        }
    }
    println!("{most} beyond at most, {cut} cut short");
    assert!(cut > 3000, "{cut}");
}

/// A limit of iterations leaves many plain hits undecided; a budget that bounds all of the work
/// leaves next to none.
#[test]
fn casts_keep_what_makes_them_sure() {
    let mut open = [0; 3];
    let r = &mut Random(99);
    for _ in 0..1000 {
        let (kind_a, kind_b) = (r.below(KINDS), r.below(KINDS));
        let (a, b) = (kinds::shape::<DVec3>(r, kind_a), kinds::shape::<DVec3>(r, kind_b));
        let (at_a, at_b): (Pose<DVec3>, Pose<DVec3>) = (pose(r, 1.0), pose(r, 1.0));
        let from = DVec3::from_space(r.direction()) * 5.0;
        let at_b = Pose { translation: at_b.translation + from, ..at_b };
        let sweep = Sweep::new((DVec3::from_space(r.vector(1.0)) - from) * 1.2);
        let options = [Query::new(), Query::new().budget(200), Query::new().max_iterations(24)];
        for (open, query) in open.iter_mut().zip(options) {
            let found = query.cast(&a, &at_a, &b, &at_b, &sweep);
            *open += u32::from(!found.is_decided());
        }
    }
    println!("undecided without, with a budget of 200, with 24 iterations: {open:?}");
    let [without, budget, iterations] = open;
    // GJK alone takes more steps to settle a cast than closed forms and the searches at its end do.
    let times = if cfg!(clearance_lean) { 2 } else { 5 };
    assert!(iterations - without > times * (budget - without), "{open:?}");
}
