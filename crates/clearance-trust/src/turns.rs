//! Motions that turn, through pairs of the other families, each answer judged.
//!
//! A pair of another family gives how the shapes stand at some time of the motion, and in half of
//! the motions the shapes then slide along each other: so they graze, touch exactly, begin and end
//! in contact. The judge does not solve for the time: it refutes. It gets the exact poses at the
//! ends of an interval and at the time of the pair; a span that is claimed to be free is covered by
//! steps that no point can outrun.

use clearance::{
    AtStart, Cast, Meeting, Motion, Pose, Query, Scalar, Shape, Space, SupportMap, Vector,
    proximity,
};

use crate::casts::{is_alike, tolerance};
use crate::court::{Court, TurnedTruth};
use crate::family::{Case, Family};
use crate::pair::{Pair, length};
use crate::random::Random;
use crate::tally::{Fault, Tally};

/// Where the pairs come from; families that are faster to judge come more often.
const SOURCES: [Family; 8] = [
    Family::Ladder,
    Family::Ladder,
    Family::Contact,
    Family::Contact,
    Family::Contact,
    Family::Critical,
    Family::Resting,
    Family::Nested,
];

/// How one body moves from its pose.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Way<V: Vector> {
    pub center: V,
    pub velocity: V,
    /// In the plane the third number.
    pub spin: [f64; 3],
    /// Or between two poses, by blended quaternions or at constant speed.
    pub to: Option<(Pose<V>, bool)>,
}

/// A pair as it stands at time 0, and its motions.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Turns<V: Vector> {
    pub pair: Pair<V>,
    pub ways: [Way<V>; 2],
    pub last: V::Scalar,
    pub skin: V::Scalar,
    /// When the pair stands as its family drew it.
    pub when: f64,
    pub sort: &'static str,
}

impl<V: Court> Turns<V> {
    /// The motions in the library's types.
    pub fn motions(&self) -> [Motion<V>; 2] {
        let [of_a, of_b] = &self.ways;
        [V::motion(&self.pair.at_a, of_a), V::motion(&self.pair.at_b, of_b)]
    }

    fn meeting(&self) -> Meeting<V::Scalar> {
        Meeting::new().until(self.last).within(self.skin)
    }
}

/// The motion of a seed.
pub fn turns<V: Court>(seed: u64) -> Turns<V> {
    let mut r = Random(seed);
    let source = SOURCES[r.below(SOURCES.len() as u64) as usize];
    let Case { mut pair, .. } = source.case::<V>(r.bits());
    if r.below(3) == 0 {
        let larger = pair.magnified(2.0_f64.powi(r.below(41) as i32 - 20));
        if clearance::check(&larger.a, &larger.at_a, &larger.b, &larger.at_b).is_ok() {
            pair = larger;
        }
    }
    let size = pair.size();
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let (sort, when, last) = match r.below(6) {
        0 => ("from", 0.0, 1.0),
        1 => ("to", 1.0, 1.0),
        2 => ("past", 0.25, 2.0),
        3 => ("far", 4.0, 8.0),
        4 => ("arc", 1.0, 1.0),
        _ => ("through", 0.5, 1.0),
    };
    let found = proximity(&pair.a, &pair.at_a, &pair.b, &pair.at_b);
    let witness = found.witness();
    // A quarter pass each other, most of them closely.
    if r.below(4) == 0 && witness.normal.to_space().is_finite() {
        let room = size * 10.0_f64.powi(-(r.below(10) as i32));
        let overlap = f64::max(-found.signed_distance().to_f64(), 0.0);
        let past = pair.moved(witness.normal.to_space() * (overlap + room));
        if clearance::check(&past.a, &past.at_a, &past.b, &past.at_b).is_ok() {
            pair = past;
        }
    }
    let (normal, touching) = (witness.normal.to_space(), witness.on_b.to_space());
    let still = V::from_space(V::Space::default());
    let rest = Way { center: still, velocity: still, spin: [0.0; 3], to: None };
    let mut draw = |shape: &Shape<V>, moves: bool| {
        if !moves {
            return rest;
        }
        let reach = shape.reach();
        let reach = if reach.is_finite() { reach } else { size };
        let center = match r.below(3) {
            0 => V::from_space(r.vector::<V::Space>(reach)),
            _ => still,
        };
        let rate = [0.1, 0.75, 1.5, 3.0, 12.0][r.below(5) as usize] / f64::max(when, 0.5);
        let axis = match r.below(4) {
            0 => r.direction::<clearance::Xyz>().coordinates(),
            1 => [1.0, 0.0, 0.0],
            2 => [0.0, 1.0, 0.0],
            _ => [0.0, 0.0, 1.0],
        };
        let spin = match V::Space::DIM {
            2 => [0.0, 0.0, if r.below(2) == 0 { rate } else { -rate }],
            _ => axis.map(|x| x * rate),
        };
        let spin = spin.map(|x| V::Scalar::from_f64(x).to_f64());
        let speed = size * [0.0, 0.3, 1.0, 3.0][r.below(4) as usize] / f64::max(when, 0.5);
        let along = r.direction::<V::Space>() * speed;
        Way { center, velocity: V::from_space(along), spin, to: None }
    };
    let (moves_a, moves_b) =
        [(false, true), (true, false), (true, true), (false, true)][(seed >> 7) as usize % 4];
    let mut ways = [draw(&pair.a, moves_a), draw(&pair.b, moves_b)];
    // Half of them slide along each other at that time.
    if seed.is_multiple_of(2) && normal.is_finite() && touching.is_finite() {
        let moves = |way: &Way<V>, at: &Pose<V>| {
            let arm = touching - at.transform_point(way.center).to_space();
            let [x, y, z] = arm.coordinates();
            let [u, v, w] = way.spin;
            way.velocity.to_space()
                + V::Space::from_xyz(v * z - w * y, w * x - u * z, u * y - v * x)
        };
        let closing = normal.dot(moves(&ways[1], &pair.at_b) - moves(&ways[0], &pair.at_a));
        let mover = usize::from(moves_b);
        let sign = if mover == 1 { -1.0 } else { 1.0 };
        let slid = ways[mover].velocity.to_space() + normal * (sign * closing);
        ways[mover].velocity = V::from_space(slid);
    }
    // Back to the start.
    let at = [pair.at_a, pair.at_b];
    let back = [0, 1].map(|i| V::motion(&at[i], &ways[i]).at(V::Scalar::from_f64(-when)));
    if back.iter().all(|pose| pose.check().is_ok()) {
        [pair.at_a, pair.at_b] = back;
        if sort == "arc" {
            let blend = seed.is_multiple_of(3);
            for i in 0..2 {
                if ways[i].spin != [0.0; 3] {
                    ways[i] = Way { center: ways[i].center, to: Some((at[i], blend)), ..rest };
                }
            }
        }
    }
    let mut r = Random(!seed);
    let skin = match r.below(10) {
        0 => size * r.range(0.0, 0.25),
        1 => -size * r.range(0.0, 0.02),
        _ => 0.0,
    };
    let [last, skin] = [last, skin].map(V::Scalar::from_f64);
    Turns { pair, ways, last, skin, when, sort }
}

/// Runs the query for a seed's motion, and judges the answer.
pub fn try_turns<V: Court>(seed: u64) -> Tally {
    judge_turns(&turns::<V>(seed))
}

/// The same for a given motion.
pub fn judge_turns<V: Court>(turns: &Turns<V>) -> Tally {
    let mut tally = Tally { pairs: 1, queries: 3, ..Tally::default() };
    *tally.sorts.entry(turns.sort).or_default() += 1;
    let [of_a, of_b] = turns.motions();
    let Pair { a, b, .. } = &turns.pair;
    let found = Query::new().time_of_impact(a, &of_a, b, &of_b, &turns.meeting());
    let swapped = Query::new().time_of_impact(b, &of_b, a, &of_a, &turns.meeting());
    let mut judge = Judge { turns, tally: &mut tally };
    judge.sample(&found);
    judge.answer(&found);
    judge.agree(&found, &swapped);
    let meeting = turns.meeting().tolerance(tolerance(&turns.pair, turns.pair.size().to_bits()));
    let loose = Query::new().time_of_impact(a, &of_a, b, &of_b, &meeting);
    judge.answer(&loose);
    judge.expect(is_alike(&found, &loose), Fault::Contradiction, "tolerance", &loose);
    let starts = matches!(&found, Cast::Hit(hit) if hit.time.high == V::Scalar::ZERO);
    if starts && turns.skin == V::Scalar::ZERO {
        let ignored = turns.meeting().at_start(AtStart::Ignore);
        let later = Query::new().time_of_impact(a, &of_a, b, &of_b, &ignored);
        judge.later(&later);
    }
    tally
}

struct Judge<'m, V: Vector> {
    turns: &'m Turns<V>,
    tally: &'m mut Tally,
}

impl<V: Court> Judge<'_, V> {
    fn expect(&mut self, holds: bool, fault: Fault, way: &str, found: &impl std::fmt::Debug) {
        if holds {
            return;
        }
        let Turns { pair, ways, last, skin, sort, when } = self.turns;
        self.tally.find(fault, || {
            format!(
                "{way}, {sort}: {found:?}\n  turns::<{}>({}, {ways:?}, {last:?}, {skin:?}, {when})",
                std::any::type_name::<V>(),
                pair.literal()
            )
        });
    }

    fn size(&self) -> f64 {
        let Turns { pair, ways, last, skin, .. } = self.turns;
        let travel: f64 = ways.iter().map(|way| length(way.velocity.to_space())).sum();
        let arms: f64 = ways.iter().map(|way| length(way.center.to_space())).sum();
        pair.size() + travel * last.to_f64() + 2.0 * arms + skin.to_f64().abs()
    }

    /// Whether they are as near as the skin at a time; `None` where the judge cannot decide.
    fn meets(&self, time: f64) -> Option<bool> {
        let TurnedTruth { signed, .. } = V::turned(self.turns, time)?;
        let (skin, nothing) = (self.turns.skin.to_f64(), 1e-40 * self.size());
        // Below this, squares of lengths vanish.
        if self.size() < 1e-150 {
            None
        } else if signed.lo > skin + nothing {
            Some(false)
        } else if signed.hi < skin - nothing {
            Some(true)
        } else {
            None
        }
    }

    /// Whether one body that moves straight comes as near as the skin in a span of time, where that
    /// is exact: a ball that turns about its centre does not turn.
    fn passes(&self, span: [f64; 2]) -> Option<bool> {
        let Turns { pair, ways, skin, .. } = self.turns;
        let still = V::from_space(V::Space::default());
        let is_straight = |shape: &Shape<V>, way: &Way<V>| {
            let is_own = is_round(shape) && way.center == still;
            way.to.is_none() && (way.spin == [0.0; 3] || is_own)
        };
        let [of_a, of_b] = ways;
        if !(is_straight(&pair.a, of_a) && is_straight(&pair.b, of_b)) {
            return None;
        }
        let velocity = match (of_a.velocity == still, of_b.velocity == still) {
            (true, _) => of_b.velocity,
            (_, true) => V::from_space(-of_a.velocity.to_space()),
            _ => return None,
        };
        V::meets(pair, velocity, span, skin.to_f64())
    }

    /// Counts a miss as apart, contact at the start as overlapping, and contact on the way as
    /// touching.
    fn sample(&mut self, found: &Cast<V>) {
        match found {
            Cast::Miss => self.tally.apart += 1,
            Cast::Hit(hit) if hit.time.high == V::Scalar::ZERO => self.tally.overlapping += 1,
            Cast::Hit(_) => self.tally.touching += 1,
            Cast::Undecided(_) => self.tally.near += 1,
        }
    }

    fn answer(&mut self, found: &Cast<V>) {
        let Turns { last, when, .. } = *self.turns;
        let last = last.to_f64();
        let (free, hits) = match found {
            Cast::Miss => (last, Some(false)),
            Cast::Hit(hit) => (hit.time.low.to_f64(), Some(true)),
            Cast::Undecided(hit) => (hit.time.low.to_f64(), None),
        };
        // Before the first contact, and all along a miss.
        let ends = hits == Some(false);
        let fault = if ends { Fault::Boolean } else { Fault::Interval };
        let before = |time: f64| if ends { time <= free } else { time < free };
        for time in [when, free, free * (1.0 - 1e-9), 0.5 * (free + when)] {
            if time >= 0.0 && before(time) && (time > 0.0 || ends) {
                self.expect(self.meets(time) != Some(true), fault, "free", found);
            }
        }
        if let Some(time) = self.covered(free).touches {
            self.expect(!before(time), fault, "covered", found);
        }
        let Cast::Hit(hit) = found else {
            self.tally.undecided += usize::from(hits.is_none());
            return;
        };
        // At the end of the interval they touch; rounded to f32 it may be later.
        let [low, high] = [hit.time.low, hit.time.high].map(Scalar::to_f64);
        let times = [high, 0.5 * (low + high), low, 0.25 * (3.0 * low + high)];
        let wide = V::Scalar::EPSILON > 1e-10;
        let count = if wide { 4 } else { 1 };
        // Drawn to touch then, and perhaps only then.
        let planned = (low <= when && when <= high).then_some(when);
        let all_apart =
            (times.iter().take(count).chain(&planned)).all(|time| self.meets(*time) == Some(false));
        let rounded = wide && !self.is_free(low, high);
        // What is thin or grazes may have passed by the end.
        let passed = || self.passes([low, high]) == Some(true);
        self.expect(!all_apart || rounded || passed(), Fault::Boolean, "no contact", found);
        let unit = (hit.witness.normal.to_space().length() - 1.0).abs();
        self.expect(unit <= 4.0 * V::Scalar::EPSILON, Fault::Normal, "normal", found);
    }

    /// Two answers about one motion.
    fn agree(&mut self, one: &Cast<V>, other: &Cast<V>) {
        let agrees = match (one, other) {
            (Cast::Hit(a), Cast::Hit(b)) => a.time.low <= b.time.high && b.time.low <= a.time.high,
            (Cast::Hit(hit), Cast::Undecided(open)) | (Cast::Undecided(open), Cast::Hit(hit)) => {
                open.time.low <= hit.time.high
            }
            (Cast::Miss, Cast::Hit(_)) | (Cast::Hit(_), Cast::Miss) => false,
            _ => true,
        };
        self.expect(agrees, Fault::Contradiction, "swapped", &(one, other));
    }

    /// After a contact at the start that is ignored.
    fn later(&mut self, found: &Cast<V>) {
        self.tally.queries += 1;
        let Cast::Hit(hit) = found else { return };
        let high = hit.time.high.to_f64();
        self.expect(high > 0.0, Fault::Contradiction, "ignored", found);
        if V::Scalar::EPSILON < 1e-10 {
            self.expect(self.meets(high) != Some(false), Fault::Boolean, "later", found);
        }
    }

    /// Whether there is surely no contact between two times.
    fn is_free(&self, low: f64, high: f64) -> bool {
        let covered = self.cover(low, high);
        covered.is_some_and(|c| c.touches.is_none() && c.until >= high)
    }

    fn covered(&self, until: f64) -> Covered {
        self.cover(0.0, until).unwrap_or(Covered { until: 0.0, touches: None })
    }

    /// Steps that no point can outrun: from a direction along which the shapes are apart by `s`,
    /// they stay so for `s` over the largest speed. `None` for shapes without a formula.
    fn cover(&self, first: f64, until: f64) -> Option<Covered> {
        let Turns { pair, skin, .. } = self.turns;
        let tracks = V::tracks(self.turns)?;
        let solids = [solid(&pair.a)?, solid(&pair.b)?];
        let size = self.size();
        let room = 1e-12 * size;
        let centers = self.turns.ways.each_ref().map(|way| way.center.to_space());
        let far = |i: usize| solids[i].far(centers[i]);
        let [(va, wa), (vb, wb)] = tracks.each_ref().map(|track| track.speeds);
        let speed = (length(vb - va) + wa * far(0) + wb * far(1)) * (1.0 + 1e-9);
        if !(speed > 0.0 && speed.is_finite() && until.is_finite()) {
            return None;
        }
        let apart = solids[0].radius() + solids[1].radius() + skin.to_f64();
        let mut time = first;
        let mut exact = 0;
        // Along directions of the world, and those fixed to A and to B.
        let mut normals: [V::Space; 3] = [V::Space::axis(0); 3];
        let mut best_of_last = f64::INFINITY;
        for _ in 0..2000 {
            if time >= until {
                return Some(Covered { until, touches: None });
            }
            let [at_a, at_b] = tracks.each_ref().map(|track| (track.at)(time));
            let along = [normals[0], turn(&at_a.0, normals[1]), turn(&at_b.0, normals[2])];
            let gap = |n: V::Space| {
                let (p, q) = (solids[0].farthest(&at_a, n), solids[1].farthest(&at_b, -n));
                (n.dot(q - p), q - p)
            };
            let heights = along.map(|n| gap(n).0);
            let best = (0..3).max_by(|i, j| heights[*i].total_cmp(&heights[*j])).unwrap();
            let (mut height, mut normal) = (heights[best], along[best]);
            if height - apart < 0.5 * best_of_last {
                // Gilbert's steps towards the nearest point of the difference.
                let mut point = gap(normal).1;
                for _ in 0..24 {
                    let Some(n) = point.try_normalize() else { break };
                    let (lower, support) = gap(n);
                    if lower > height {
                        (height, normal) = (lower, n);
                    }
                    let edge = point - support;
                    let share = edge.dot(point) / edge.length_squared();
                    if !(share > 0.0) {
                        break;
                    }
                    point = point - edge * share.min(1.0);
                }
                if height - apart < 0.25 * best_of_last && exact < 24 {
                    exact += 1;
                    let truth = V::turned(self.turns, time)?;
                    if truth.signed.hi < skin.to_f64() - 1e-40 * size {
                        return Some(Covered { until: time, touches: Some(time) });
                    }
                    if let Some(n) = truth.normal.map(Vector::to_space)
                        && gap(n).0 > height
                    {
                        (height, normal) = (gap(n).0, n);
                    }
                }
                best_of_last = height - apart;
                normals = [normal, back(&at_a.0, normal), back(&at_b.0, normal)];
            }
            if height - apart <= room {
                break;
            }
            time += (height - apart - room) / speed;
        }
        Some(Covered { until: time, touches: None })
    }
}

/// Whether a turn about its origin leaves a shape as it is.
fn is_round<V: Court>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Ball(_) => true,
        Shape::Point(point) => point.0.to_space() == V::Space::default(),
        Shape::Rounded(rounded) => is_round(&rounded.inner),
        Shape::Scaled(scaled) => {
            let factors = scaled.scale().to_space().map(f64::abs);
            factors == V::Space::splat(factors.coordinate(0)) && is_round(scaled.inner())
        }
        _ => false,
    }
}

/// What is certain for a span: no contact until a time, and perhaps one then.
#[derive(Clone, Copy, Debug)]
struct Covered {
    until: f64,
    touches: Option<f64>,
}

/// A shape by formulas in floats.
enum Solid<S> {
    Points(Vec<S>, f64),
    /// Half height and radius.
    Cylinder(f64, f64),
    Cone(f64, f64),
    Ellipsoid(S),
}

fn solid<V: Court>(shape: &Shape<V>) -> Option<Solid<V::Space>> {
    Some(match shape {
        Shape::HalfSpace(_) => return None,
        Shape::Frustum(frustum) if frustum.is_unbounded() => return None,
        Shape::Cylinder(c) if V::Space::DIM == 3 => {
            Solid::Cylinder(c.half_height.to_f64(), c.radius.to_f64())
        }
        Shape::Cone(c) if V::Space::DIM == 3 => {
            Solid::Cone(c.half_height.to_f64(), c.radius.to_f64())
        }
        Shape::Ellipsoid(e) => Solid::Ellipsoid(e.radii.to_space()),
        other => {
            if !crate::pair::is_straight(other) {
                return None;
            }
            let (points, radius) = V::outline(other)?;
            Solid::Points(points, radius)
        }
    })
}

/// A pose in floats: the matrix's rows, and the origin's place.
pub type Place<S> = ([S; 3], S);

fn turn<S: Space>(rows: &[S; 3], v: S) -> S {
    S::from_xyz(rows[0].dot(v), rows[1].dot(v), rows[2].dot(v))
}

fn back<S: Space>(rows: &[S; 3], v: S) -> S {
    let [x, y, z] = v.coordinates();
    rows[0] * x + rows[1] * y + rows[2] * z
}

impl<S: Space> Solid<S> {
    fn radius(&self) -> f64 {
        match self {
            Self::Points(_, radius) => *radius,
            _ => 0.0,
        }
    }

    /// How far the core's points are from a point of the body.
    fn far(&self, from: S) -> f64 {
        match self {
            Self::Points(points, _) => points.iter().map(|p| length(*p - from)).fold(0.0, f64::max),
            Self::Cylinder(h, r) | Self::Cone(h, r) => h.hypot(*r) + length(from),
            Self::Ellipsoid(radii) => radii.max_abs() + length(from),
        }
    }

    /// The farthest point along a direction of the world.
    fn farthest(&self, at: &Place<S>, along: S) -> S {
        let local = back(&at.0, along);
        let [x, y, z] = local.coordinates();
        let rim = |h: f64, r: f64| {
            let across = x.hypot(z);
            let k = if across > 0.0 { r / across } else { 0.0 };
            S::from_xyz(x * k, h, z * k)
        };
        let point = match self {
            Self::Points(points, _) => {
                let height = |p: &&S| local.dot(**p);
                *points.iter().max_by(|p, q| height(p).total_cmp(&height(q))).unwrap()
            }
            Self::Cylinder(h, r) => rim(if y < 0.0 { -h } else { *h }, *r),
            Self::Cone(h, r) => {
                let (tip, base) = (S::from_xyz(0.0, *h, 0.0), rim(-h, *r));
                if local.dot(tip) > local.dot(base) { tip } else { base }
            }
            Self::Ellipsoid(radii) => {
                let scaled = local.zip(*radii, |d, r| d * r);
                let norm = length(scaled);
                let k = if norm > 0.0 { 1.0 / norm } else { 0.0 };
                scaled.zip(*radii, |d, r| d * r * k)
            }
        };
        turn(&at.0, point) + at.1
    }
}
