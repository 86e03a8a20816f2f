//! Every query of one pair: each verb from each start, watched, by closures, the other way round, as one closure.

use clearance::{
    GjkStep, Observer, Pose, Proximity, Query, Rotation, Rounded, Scalar, Space, Start, Support,
    SupportMap, Vector, Warm,
};

use crate::check::{Judge, Way};
use crate::court::Court;
use crate::family::Case;
use crate::pair::Pair;
use crate::random::Random;
use crate::tally::{Fault, Tally};

/// Counts what it sees.
#[derive(Default)]
struct Steps(usize);

impl<S: Space> Observer<S> for Steps {
    fn gjk_step(&mut self, _: &GjkStep<'_, S>) {
        self.0 += 1;
    }
}

/// Two shapes as they are handed in, whatever they are handed in as.
struct Asked<'a, V: Vector, A, B> {
    a: &'a A,
    at_a: &'a Pose<V>,
    b: &'a B,
    at_b: &'a Pose<V>,
}

impl<V: Court, A: SupportMap<V>, B: SupportMap<V>> Asked<'_, V, A, B> {
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
    Way { name, known: true, mirrored: false }
}

/// Asks everything of a pair. `stale` is the memory of some other pair, and becomes that of this one.
pub fn try_case<V: Court>(case: &Case<V>, seed: u64, stale: &mut Warm) -> Tally {
    let mut tally = try_pair(&case.pair, seed, stale);
    *tally.sorts.entry(case.sort).or_default() += 1;
    if let Some((here, factor)) = &case.unscaled {
        scaling(here, *factor, &case.pair, &mut tally);
    }
    tally
}

/// Asks each verb once, without options: where the time of more is better spent on other pairs, as a fuzzer's is.
pub fn try_cold<V: Court>(pair: &Pair<V>) -> Tally {
    let mut judge = Judge::new(pair);
    let Pair { a, at_a, b, at_b } = pair;
    let asked = Asked { a, at_a, b, at_b };
    let answer = asked.by(&mut judge, way("cold"), Warm::default(), |_| Query::new());
    directions(&mut judge, way("cold"), &asked, [answer.witness().normal]);
    judge.tally
}

/// Asks everything of a pair.
pub fn try_pair<V: Court>(pair: &Pair<V>, seed: u64, stale: &mut Warm) -> Tally {
    let mut judge = Judge::new(pair);
    let judge = &mut judge;
    let r = &mut Random(seed);
    let Pair { a, at_a, b, at_b } = pair;
    let asked = Asked { a, at_a, b, at_b };
    let direction = V::from_space(r.direction());

    let cold = asked.by(judge, way("cold"), Warm::default(), |_| Query::new());
    judge.tightness(&cold);
    directions(judge, way("cold"), &asked, [cold.witness().normal, direction]);

    let mirrored = Way { mirrored: true, ..way("swapped") };
    let swapped = Asked { a: b, at_a: at_b, b: a, at_b: at_a };
    let back = swapped.by(judge, mirrored, Warm::default(), |_| Query::new());
    directions(judge, mirrored, &swapped, [back.witness().normal, direction]);

    let remembered = |pair: &Pair<V>| {
        let mut memory = Warm::default();
        let Pair { a, at_a, b, at_b } = pair;
        Query::new().warm(&mut memory).proximity(a, at_a, b, at_b);
        memory
    };
    let (own, other) = (remembered(pair), *stale);
    let moved = remembered(&pair.moved(r.vector(1e-3 * pair.size())));
    asked.by(judge, way("warm"), own, |m| Query::new().warm(m));
    asked.by(judge, way("warm from a little aside"), moved, |m| Query::new().warm(m));
    let stranger = format!("warm with {other:?}");
    asked.by(judge, way(&stranger), other, |m| Query::new().warm(m));
    *stale = own;

    let given = format!("start {direction:?}");
    asked.by(judge, way(&given), own, |_| Query::new().start(Start::Given(direction)));
    asked.by(judge, way("start constant"), own, |_| Query::new().start(Start::Constant));
    asked.by(judge, way("observed"), own, |_| Query::new().observe(Steps::default()));
    if !pair.has_wall() {
        closures(judge);
    }
    std::mem::take(&mut judge.tally)
}

fn directions<V: Court, A: SupportMap<V>, B: SupportMap<V>, const N: usize>(
    judge: &mut Judge<'_, V>,
    way: Way<'_>,
    asked: &Asked<'_, V, A, B>,
    directions: [V; N],
) {
    if judge.pair.has_wall() {
        return;
    }
    for direction in directions {
        let answer = clearance::separation(asked.a, asked.at_a, asked.b, asked.at_b, direction);
        judge.separation(way, direction, answer);
    }
}

/// Each shape as a closure, and the difference of both as one.
fn closures<V: Court>(judge: &mut Judge<'_, V>) {
    let Pair { a, at_a, b, at_b } = judge.pair;
    let closure = Way { name: "closures", known: false, mirrored: false };
    let radii = [a, b].map(|s| V::Scalar::from_f64(s.radius_f64()));
    // A sum of radii may have more digits than the caller's precision; then the closures are of another pair.
    if radii.map(Scalar::to_f64) == [a, b].map(SupportMap::radius_f64) {
        let (f, g) = (|d: V| a.support(d, 0).point, |d: V| b.support(d, 0).point);
        let (a, b) = (Rounded::new(f, radii[0]), Rounded::new(g, radii[1]));
        let asked = Asked { a: &a, at_a, b: &b, at_b };
        asked.by(judge, closure, Warm::default(), |_| Query::new());
    }
    let composite = Difference::new(judge.pair);
    let answer = clearance::composite_proximity(&|d: V| composite.support(d));
    judge.composite(Way { name: "composite", ..closure }, &answer);
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

/// Every length times a power of two: every answer times that power, exactly or within its scaled gap.
fn scaling<V: Court>(here: &Pair<V>, factor: f64, there: &Pair<V>, tally: &mut Tally) {
    let (x, y) = (here.proximity(), there.proximity());
    let (signed, gap) = (x.signed_distance().to_f64(), x.witness().gap.to_f64());
    let (far, far_gap) = (y.signed_distance().to_f64() / factor, y.witness().gap.to_f64() / factor);
    // The least number of the precision is the least that an answer can be off by.
    let least = V::Scalar::from_f64_up(f64::from_bits(1)).to_f64() / factor;
    tally.queries += 1;
    let within = (signed - far).abs() <= gap + far_gap;
    // Thin shapes and round ones near contact are as loose as that at any scale, and not by the same digits.
    let loose = 1e-5;
    let as_tight = far_gap <= 4.0 * gap + loose * here.size() + 2.0 * least;
    // Predicates that prove the contact of ends that are round find nothing to hold on to where scaling rounds.
    let both = x.is_decided() && y.is_decided();
    let differ = both && std::mem::discriminant(&x) != std::mem::discriminant(&y);
    if !within || !as_tight || differ {
        tally.find(Fault::Contradiction, || {
            format!("scaled by {factor:e}: {x:?}\n  {y:?}\n  unscaled {}", here.literal())
        });
    }
}
