//! Every query of one pair: each verb from each start, watched, by closures, the other way round,
//! as one closure.

use std::time::Instant;

use clearance::batch::{Batch, Lanes};
use clearance::{
    GjkStep, Observer, Pose, Proximity, Query, Rotation, Rounded, Scalar, Shape, Space, Start,
    Support, SupportMap, Vector, Verdict, Warm,
};

use crate::certificates::Notary;
use crate::check::{Judge, Way};
use clearance_oracle::Bracket;

use crate::court::{Court, Truth};
use crate::family::{Asks, Case, Known};
use crate::pair::Pair;
use crate::random::{Random, pose};
use crate::tally::{Fault, Tally};
use crate::{kinds, manifold, touches};

/// Counts what it sees.
#[derive(Default)]
struct Steps(usize);

impl<S: Space> Observer<S> for Steps {
    fn gjk_step(&mut self, _: &GjkStep<'_, S>) {
        self.0 += 1;
    }
}

/// Two shapes in their poses: as `Shape`, or as the closures made of them.
struct PosedPair<'a, V: Vector, A, B> {
    a: &'a A,
    at_a: &'a Pose<V>,
    b: &'a B,
    at_b: &'a Pose<V>,
}

impl<V: Court, A: SupportMap<V>, B: SupportMap<V>> PosedPair<'_, V, A, B> {
    /// Every verb, each with a memory of its own.
    fn by<O: Observer<V::Space>>(
        &self,
        judge: &mut Judge<'_, V>,
        way: Way<'_>,
        memory: Warm,
        query: impl for<'m> Fn(&'m mut Warm) -> Query<'m, V, O>,
    ) -> Proximity<V> {
        let Self { a, at_a, b, at_b } = self;
        let memories = &mut [memory; 5];
        let [m0, m1, m2, m3, m4] = memories;
        let proximity = query(m0).proximity(*a, *at_a, *b, *at_b);
        judge.proximity(way, &proximity);
        let verdict = query(m1).verdict(*a, *at_a, *b, *at_b);
        let doubt = judge.reach_of_doubt(&proximity);
        judge.verdict(way, "verdict", verdict, doubt);
        let intersects = query(m2).intersects(*a, *at_a, *b, *at_b);
        judge.intersects(way, intersects, verdict);
        let distance = query(m3).distance(*a, *at_a, *b, *at_b);
        let penetration = query(m4).penetration(*a, *at_a, *b, *at_b);
        judge.options(way, &proximity, distance, penetration);
        proximity
    }
}

const fn way(name: &str) -> Way<'_> {
    Way { name, known: true, mirrored: false, cut: false }
}

/// Runs every query on a pair. `stale` is the memory of some other pair, and becomes that of this
/// one.
pub fn try_case<V: Court>(case: &Case<V>, seed: u64, stale: &mut Warm) -> Tally {
    match case.asks {
        Asks::Everything => {}
        Asks::Certificates => return try_certificates(case, seed),
        Asks::Casts(seed) => return crate::casts::try_cast::<V>(seed),
        Asks::Turns(seed) => return crate::turns::try_turns::<V>(seed),
        Asks::Rays(seed) => return crate::rays::try_rays::<V>(seed),
        Asks::Volume => return crate::overlaps::try_overlap(&case.pair, case.sort),
        Asks::Manifold => {
            let mut tally = manifold::examine(&case.pair, case.sort, seed);
            *tally.sorts.entry(case.sort).or_default() += 1;
            return tally;
        }
    }
    let pair = &case.pair;
    let judge = match &case.truth {
        Known::Judged => Judge::new(pair),
        Known::Built(truth, decided) => Judge::with_truth(pair, truth.clone(), *decided),
        Known::Nothing => {
            let signed = Bracket { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
            let nothing = Truth { intersects: None, signed, exact: false };
            Judge::with_truth(pair, nothing, pair.is_straight())
        }
    };
    let mut tally = if matches!(case.truth, Known::Nothing) {
        query_once(judge)
    } else {
        query_everything(judge, seed, stale)
    };
    slowest(pair, &mut tally);
    *tally.sorts.entry(case.sort).or_default() += 1;
    if let Some((here, factor)) = &case.unscaled {
        scaling(here, *factor, &case.pair, &mut tally);
    }
    tally
}

/// Finds a certificate and forges others.
fn try_certificates<V: Court>(case: &Case<V>, seed: u64) -> Tally {
    let truth = match &case.truth {
        Known::Built(truth, _) => truth.clone(),
        Known::Judged | Known::Nothing => case.pair.truth(),
    };
    let mut notary = Notary::new(&case.pair, truth);
    notary.examine(&mut Random(seed), FORGERIES);
    *notary.tally.sorts.entry(case.sort).or_default() += 1;
    if seed.is_multiple_of(TOUCHES) {
        let touches = touches::examine(&case.pair, &notary.truth, &mut Random(!seed), FORGERIES);
        notary.tally = notary.tally.with(touches);
    }
    notary.tally
}

/// Changes to the certificates of a pair.
const FORGERIES: u64 = 8;

/// One pair in so many has its contact points certified too: each is ten certificates.
const TOUCHES: u64 = 4;

/// Runs each verb once, without options: where the time of more is better spent on other pairs, as
/// a fuzzer's is.
pub fn try_cold<V: Court>(pair: &Pair<V>) -> Tally {
    query_once(Judge::new(pair))
}

fn query_once<V: Court>(mut judge: Judge<'_, V>) -> Tally {
    let Pair { a, at_a, b, at_b } = judge.pair;
    let posed = PosedPair { a, at_a, b, at_b };
    let answer = posed.by(&mut judge, way("cold"), Warm::default(), |_| Query::new());
    judge.tightness(&answer);
    directions(&mut judge, way("cold"), &posed, [answer.witness().normal]);
    judge.tally
}

/// Runs every query on a pair.
pub fn try_pair<V: Court>(pair: &Pair<V>, seed: u64, stale: &mut Warm) -> Tally {
    query_everything(Judge::new(pair), seed, stale)
}

fn query_everything<V: Court>(mut judge: Judge<'_, V>, seed: u64, stale: &mut Warm) -> Tally {
    let judge = &mut judge;
    let pair = judge.pair;
    let r = &mut Random(seed);
    let Pair { a, at_a, b, at_b } = pair;
    let posed = PosedPair { a, at_a, b, at_b };
    let direction = V::from_space(r.direction());

    let cold = posed.by(judge, way("cold"), Warm::default(), |_| Query::new());
    judge.tightness(&cold);
    directions(judge, way("cold"), &posed, [cold.witness().normal, direction]);

    let mirrored = Way { mirrored: true, ..way("swapped") };
    let swapped = PosedPair { a: b, at_a: at_b, b: a, at_b: at_a };
    let back = swapped.by(judge, mirrored, Warm::default(), |_| Query::new());
    directions(judge, mirrored, &swapped, [back.witness().normal, direction]);

    let remembered = |pair: &Pair<V>| {
        let mut memory = Warm::default();
        let Pair { a, at_a, b, at_b } = pair;
        let _ = Query::new().warm(&mut memory).proximity(a, at_a, b, at_b);
        memory
    };
    let (own, other) = (remembered(pair), *stale);
    let moved = remembered(&pair.moved(r.vector(1e-3 * pair.size())));
    posed.by(judge, way("warm"), own, |m| Query::new().warm(m));
    posed.by(judge, way("warm from a little aside"), moved, |m| Query::new().warm(m));
    let stranger = format!("warm with {other:?}");
    posed.by(judge, way(&stranger), other, |m| Query::new().warm(m));
    *stale = own;

    let given = format!("start {direction:?}");
    posed.by(judge, way(&given), own, |_| Query::new().start(Start::Given(direction)));
    posed.by(judge, way("start constant"), own, |_| Query::new().start(Start::Constant));
    posed.by(judge, way("observed"), own, |_| Query::new().observe(Steps::default()));
    cut(judge, &posed, r, &cold);
    batches(judge, r, &cold);
    if !pair.has_wall() {
        closures(judge);
    }
    std::mem::take(&mut judge.tally)
}

/// Starts that no direction should be, few iterations, and a cut-off at the very distance.
fn cut<V: Court>(
    judge: &mut Judge<'_, V>,
    posed: &PosedPair<'_, V, clearance::Shape<V>, clearance::Shape<V>>,
    r: &mut Random,
    cold: &Proximity<V>,
) {
    let normal = cold.witness().normal.to_space();
    let most = if V::Scalar::EPSILON > 1e-10 { f64::from(f32::MAX) } else { f64::MAX };
    let start = match r.below(6) {
        0 => V::Space::default(),
        1 => normal.map(|x| if x == 0.0 { 0.0 } else { most.copysign(x) }),
        2 => normal * f64::from_bits(1),
        3 => V::Space::splat(f64::NAN),
        4 => normal,
        _ => -normal,
    };
    let start = V::from_space(start);
    let given = format!("start {start:?}");
    posed.by(judge, way(&given), Warm::default(), |_| Query::new().start(Start::Given(start)));

    let limit = r.below(4) as u32;
    let name = format!("{limit} iterations");
    let way = |name| Way { cut: true, ..way(name) };
    posed.by(judge, way(&name), Warm::default(), |_| Query::new().max_iterations(limit));

    let length =
        V::Scalar::from_f64(cold.witness().length.to_f64() * [1.0, 0.5, 0.0][r.below(3) as usize]);
    let name = format!("cut off at {length:?}");
    posed.by(judge, way(&name), Warm::default(), |_| Query::new().cut_off(length));
}

/// The pair in a batch among others of other kinds, both ways round: booleans are the single
/// query's, the rest is as true.
fn batches<V: Court>(judge: &mut Judge<'_, V>, r: &mut Random, cold: &Proximity<V>) {
    let Pair { a, at_a, b, at_b } = judge.pair;
    let kind = r.below(kinds::KINDS);
    let (other, at) = (kinds::shape::<V>(r, kind), pose::<V>(r, 1.0));
    let places = [
        (a, *at_a, b, *at_b),
        (&other, at, b, *at_b),
        (b, *at_b, a, *at_a),
        (a, *at_a, &other, at),
        (a, at, b, *at_b),
        (a, *at_a, b, *at_b),
    ];
    // More than a vector holds, so that some lanes are full and some are not.
    let count = 1 + r.below(21) as usize;
    let pairs: Vec<_> = places.iter().cycle().take(count).copied().collect();
    let lanes = [Lanes::Auto, Lanes::Scalar, Lanes::Baseline, Lanes::Avx2][r.below(4) as usize];
    let batch = || Batch::new().lanes(lanes);
    let mut meet = vec![false; count];
    let mut near = vec![*cold; count];
    let (mut apart, mut deep) = (vec![None; count], vec![None; count]);
    batch().intersects(&pairs[..], &mut meet).unwrap();
    batch().proximity(&pairs[..], &mut near).unwrap();
    batch().distance(&pairs[..], &mut apart).unwrap();
    batch().depth(&pairs[..], &mut deep).unwrap();
    let name = format!("batch of {count} in {lanes:?}");
    // The first and the last of each: those in between are lanes between like ones.
    for i in (0..count).filter(|i| *i < 6 || i + 6 >= count) {
        let (a, at_a, b, at_b) = &pairs[i];
        let verdict: Verdict = clearance::verdict(*a, at_a, *b, at_b);
        let mirrored = i % 6 == 2;
        let way = Way { mirrored, ..way(&name) };
        if i % 6 == 0 || mirrored {
            judge.intersects(way, meet[i], verdict);
            judge.proximity(way, &near[i]);
            judge.batch(way, &near[i], apart[i].as_ref(), deep[i].as_ref());
        } else if meet[i] != verdict.intersects() {
            judge.neighbour(
                way,
                &Pair { a: (*a).clone(), at_a: *at_a, b: (*b).clone(), at_b: *at_b },
            );
        }
    }
}

/// How long a depth or distance takes, the least of some, if one is slow: others may have had the
/// core meanwhile.
fn slowest<V: Court>(pair: &Pair<V>, tally: &mut Tally) {
    let once = || {
        let start = Instant::now();
        std::hint::black_box(pair.proximity());
        start.elapsed().as_secs_f64()
    };
    let mut least = once();
    for _ in 0..8 {
        if least < SLOW {
            break;
        }
        least = least.min(once());
    }
    tally.slowest = tally.slowest.max(least);
    if least > SLOW && !cfg!(debug_assertions) {
        tally.find(Fault::Slow, || {
            let space = std::any::type_name::<V>();
            let literal = pair.literal();
            format!("{:.2} ms\n  judged::<{space}>({literal})", 1e3 * least)
        });
    }
}

/// What no pair of known shapes may take, in seconds.
const SLOW: f64 = 1e-3;

fn directions<V: Court, A: SupportMap<V>, B: SupportMap<V>, const N: usize>(
    judge: &mut Judge<'_, V>,
    way: Way<'_>,
    posed: &PosedPair<'_, V, A, B>,
    directions: [V; N],
) {
    if judge.pair.has_wall() {
        return;
    }
    for direction in directions {
        let answer = clearance::separation(posed.a, posed.at_a, posed.b, posed.at_b, direction);
        judge.separation(way, direction, answer);
    }
}

/// Each shape as a closure, and the difference of both as one.
fn closures<V: Court>(judge: &mut Judge<'_, V>) {
    let Pair { a, at_a, b, at_b } = judge.pair;
    // A closure does not know that its points were subnormal numbers.
    if is_enlarged_from_nothing(a) || is_enlarged_from_nothing(b) {
        return;
    }
    let closure = Way { known: false, ..way("closures") };
    let radii = [a, b].map(|s| V::Scalar::from_f64(s.radius_f64()));
    // A sum of radii may have more digits than the caller's precision; then the closures are of
    // another pair.
    if radii.map(Scalar::to_f64) == [a, b].map(SupportMap::radius_f64) {
        let (f, g) = (|d: V| a.support(d, 0).point, |d: V| b.support(d, 0).point);
        let (a, b) = (Rounded::new(f, radii[0]), Rounded::new(g, radii[1]));
        let posed = PosedPair { a: &a, at_a, b: &b, at_b };
        posed.by(judge, closure, Warm::default(), |_| Query::new());
    }
    let composite = Difference::new(judge.pair);
    let answer = clearance::composite_proximity(&|d: V| composite.support(d));
    judge.composite(Way { name: "composite", ..closure }, &answer);
}

/// Whether it is a shape of nearly subnormal numbers, enlarged.
fn is_enlarged_from_nothing<V: Court>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Rounded(s) => is_enlarged_from_nothing(&s.inner),
        Shape::Sum(s) => is_enlarged_from_nothing(&s.a) || is_enlarged_from_nothing(&s.b),
        Shape::Scaled(s) => {
            let inner = s.inner();
            let is_tiny = SupportMap::<V>::reach(inner) + inner.radius_f64() < 1e-280;
            is_tiny && s.scale().to_space().max_abs() > 1.0 || is_enlarged_from_nothing(inner)
        }
        _ => false,
    }
}

/// A - B, in the world's directions, seen from A's place: rounded only where it is handed out.
struct Difference<'a, V: Vector> {
    pair: &'a Pair<V>,
    turns: [<V::Space as Space>::Matrix; 2],
    offset: V::Space,
}

impl<'a, V: Court> Difference<'a, V> {
    fn new(pair: &'a Pair<V>) -> Self {
        let turns = [pair.at_a.rotation.matrix(), pair.at_b.rotation.matrix()];
        let offset = pair.at_b.translation.to_space() - pair.at_a.translation.to_space();
        Self { pair, turns, offset }
    }

    fn support(&self, d: V) -> V {
        let unit = d.to_space().try_normalize().unwrap_or_default();
        let far = |shape: &clearance::Shape<V>, turn: &_, along: V::Space| {
            let Support { point, .. } = shape.support_f64(along.rotate_back(turn), 0);
            point.rotate(turn) + along * shape.radius_f64()
        };
        let a = far(&self.pair.a, &self.turns[0], unit);
        let b = far(&self.pair.b, &self.turns[1], -unit);
        V::from_space(a - b - self.offset)
    }
}

/// Every length times a power of two: every answer times that power, exactly or within its scaled
/// gap.
fn scaling<V: Court>(here: &Pair<V>, factor: f64, there: &Pair<V>, tally: &mut Tally) {
    let (x, y) = (here.proximity(), there.proximity());
    let (signed, gap) = (x.signed_distance().to_f64(), x.witness().gap.to_f64());
    let (far, far_gap) = (y.signed_distance().to_f64() / factor, y.witness().gap.to_f64() / factor);
    // The least number of the precision is the least that an answer can be off by.
    let least = V::Scalar::from_f64_up(f64::from_bits(1)).to_f64() / factor;
    tally.queries += 1;
    let within = (signed - far).abs() <= gap + far_gap;
    // Thin shapes and round ones near contact are as loose as that at any scale, and not by the
    // same digits.
    let loose = 1e-5;
    let as_tight = far_gap <= 4.0 * gap + loose * here.size() + 2.0 * least;
    // Predicates that prove the contact of ends that are round find nothing to hold on to where
    // scaling rounds.
    let both = x.is_decided() && y.is_decided();
    let differ = both && std::mem::discriminant(&x) != std::mem::discriminant(&y);
    if !within || !as_tight || differ {
        tally.find(Fault::Contradiction, || {
            format!("scaled by {factor:e}: {x:?}\n  {y:?}\n  unscaled {}", here.literal())
        });
    }
}
