//! Linear casts: motions through pairs of the other families, each answer judged.
//!
//! A pair of another family gives how the shapes stand at some time of the motion: at its start, at
//! its end, or on the way. So casts graze, touch exactly, begin and end in contact, at all sizes
//! and of all kinds, as those pairs do.

use clearance::{
    AtStart, Cast, CastCertificate, CertificateError, Pose, Proximity, Query, Ray, RayCast, RayHit,
    Scalar, Shape, Space, Sweep, Vector, Verdict, cast, cast_certificate, cast_ray, proximity,
    separation, verify_cast,
};
use clearance_oracle::Impact;

use crate::court::Court;
use crate::family::{Case, Family};
use crate::pair::{Pair, is_endless_camera, is_straight, length};
use crate::random::{Random, ulps};
use crate::tally::{Fault, Tally};

/// Where the pairs come from; families that are faster to judge come more often.
const SOURCES: [Family; 10] = [
    Family::Ladder,
    Family::Ladder,
    Family::Contact,
    Family::Contact,
    Family::Contact,
    Family::Critical,
    Family::Resting,
    Family::Edges,
    Family::Nested,
    Family::Odd,
];

/// A pair and its motion.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Motion<V: Vector> {
    pub pair: Pair<V>,
    pub velocity: V,
    pub last: V::Scalar,
    pub skin: V::Scalar,
    pub sort: &'static str,
}

/// The motion of a seed.
pub fn motion<V: Court>(seed: u64) -> Motion<V> {
    let mut r = Random(seed);
    let source = SOURCES[r.below(SOURCES.len() as u64) as usize];
    let Case { mut pair, .. } = source.case::<V>(r.bits());
    if r.below(4) == 0 && source != Family::Edges {
        let larger = pair.magnified(2.0_f64.powi(r.below(41) as i32 - 20));
        if clearance::check(&larger.a, &larger.at_a, &larger.b, &larger.at_b).is_ok() {
            pair = larger;
        }
    }
    let size = pair.size();
    let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
    let direction = direction(&pair, &mut r);
    let velocity = few_bits::<V>(direction * (size * r.range(0.2, 4.0)));
    let velocity = V::from_space(velocity + drift(velocity, &mut Random(!seed)));
    let (sort, when, last) = match r.below(5) {
        0 => ("from", 0.0, 1.0),
        1 => ("to", 1.0, 1.0),
        2 => ("through", 0.5, 1.0),
        3 => ("past", 0.25, 2.0),
        _ => ("far", 8.0, 16.0),
    };
    let back = pair.moved(velocity.to_space() * -when);
    // Where a coordinate is rounded, the pair at that time is a different one, and serves as well.
    if clearance::check(&back.a, &back.at_a, &back.b, &back.at_b).is_ok() {
        pair = back;
    }
    let skin = match r.below(8) {
        0 => size * r.range(0.0, 0.25),
        1 => -size * r.range(0.0, 0.05),
        _ => 0.0,
    };
    let [last, skin] = [last, skin].map(V::Scalar::from_f64);
    Motion { pair, velocity, last, skin, sort }
}

/// Towards the other shape, along the surfaces, along an axis, or anywhere.
fn direction<V: Court>(pair: &Pair<V>, r: &mut Random) -> V::Space {
    let Pair { a, at_a, b, at_b } = pair;
    let normal = proximity(a, at_a, b, at_b).witness().normal.to_space();
    let any = r.direction::<V::Space>();
    match r.below(6) {
        0 => any,
        1 => -normal,
        2 => normal,
        // Along the surfaces, and into them by a little.
        3 => normal.any_perpendicular(),
        4 => normal.any_perpendicular() - normal * 10.0_f64.powi(-(r.below(16) as i32)),
        _ => V::Space::axis(r.below(V::Space::DIM as u64) as usize),
    }
}

/// One in eight drifts aside by little, so that edges pass each other shortly before they meet.
fn drift<S: Space>(velocity: S, r: &mut Random) -> S {
    if r.below(8) > 0 {
        return S::default();
    }
    velocity.any_perpendicular() * 10.0_f64.powi(-6 - r.below(7) as i32)
}

/// Rounds to so few bits that products with small numbers are exact, and most sums.
fn few_bits<V: Vector>(v: V::Space) -> V::Space {
    let unit = 2.0_f64.powi(v.max_abs().log2().floor() as i32 - 6);
    if unit > 0.0 && unit.is_finite() { v.map(|x| (x / unit).round() * unit) } else { v }
}

/// Runs the cast of a seed and the ray along it, and judges both.
pub fn try_cast<V: Court>(seed: u64) -> Tally {
    judge_motion(&motion::<V>(seed), seed)
}

/// The same for a given motion.
pub fn judge_motion<V: Court>(motion: &Motion<V>, seed: u64) -> Tally {
    let mut tally = Tally { pairs: 1, ..Tally::default() };
    *tally.sorts.entry(motion.sort).or_default() += 1;
    let Motion { pair: Pair { a, at_a, b, at_b }, velocity, last, skin, .. } = motion;
    let sweep = Sweep::new(*velocity).until(*last).target_distance(*skin);
    let found = cast(a, at_a, b, at_b, &sweep);
    let judge = &mut Judge { motion, tally: &mut tally, is_slow: seed.is_multiple_of(24) };
    judge.cast("cast", &found, *skin);
    judge.ends(&found);
    let loose = cast(a, at_a, b, at_b, &sweep.tolerance(tolerance(&motion.pair, seed)));
    judge.cast("tolerance", &loose, *skin);
    judge.expect(is_alike(&found, &loose), Fault::Contradiction, "tolerance", &loose);
    let still = judge.choices(&found);
    if still == Some(false) && skin.to_f64() == 0.0 {
        // The other way round, and A moving instead: both have the same truth.
        let away = V::from_space(-velocity.to_space());
        judge.cast("swapped", &cast(b, at_b, a, at_a, &Sweep::new(away).until(*last)), *skin);
        let rest = V::from_space(V::Space::default());
        let by_a = Sweep::new(rest).and_a(away).until(*last);
        judge.cast("a moves", &cast(a, at_a, b, at_b, &by_a), *skin);
    }
    if seed % 4 == 2 {
        // The bracket has judged the cast.
        judge.is_slow = false;
        judge.proof(&sweep);
    }
    if !matches!(a, Shape::Frustum(f) if f.is_unbounded()) {
        rays(motion, seed, &mut tally);
    }
    tally
}

/// A tolerance from 1e-12 of the size to a tenth.
pub(crate) fn tolerance<V: Court>(pair: &Pair<V>, seed: u64) -> V::Scalar {
    let exponent = 1 + (!seed / 3) % 12;
    V::Scalar::from_f64(pair.size() * 10.0_f64.powi(-i32::try_from(exponent).unwrap_or(1)))
}

/// Whether a tolerance changed no more than how narrow the time is, or what was too close to call.
pub(crate) fn is_alike<V: Court>(found: &Cast<V>, loose: &Cast<V>) -> bool {
    match (found, loose) {
        (Cast::Hit(a), Cast::Hit(b)) => a.time.low <= b.time.high && b.time.low <= a.time.high,
        (Cast::Miss, Cast::Miss) | (Cast::Undecided(_), _) => true,
        _ => false,
    }
}

/// The ray along the motion from B's origin, solid and hollow.
fn rays<V: Court>(motion: &Motion<V>, seed: u64, tally: &mut Tally) {
    let Motion { pair, velocity, last, .. } = motion;
    let Pair { a, at_a, at_b, .. } = pair;
    let origin = V::from_space(V::Space::default());
    let point = Motion {
        pair: Pair {
            b: clearance::Point(origin).into(),
            at_b: Pose::from_translation(at_b.translation),
            ..pair.clone()
        },
        skin: V::Scalar::ZERO,
        ..motion.clone()
    };
    let ray = Ray::new(at_b.translation, *velocity).until(*last);
    let judge = &mut Judge { motion: &point, tally, is_slow: seed % 24 == 1 };
    let solid = cast_ray(a, at_a, &ray);
    judge.ray("ray", &solid);
    if let RayCast::Hit(first) = &solid
        && first.time.high != V::Scalar::ZERO
    {
        let at_b = Pose::from_translation(first.point);
        let there = Motion { pair: Pair { at_b, ..point.pair.clone() }, ..point.clone() };
        let again = cast_ray(a, at_a, &Ray::new(first.point, *velocity).until(*last));
        let judge = &mut Judge { motion: &there, tally: judge.tally, is_slow: false };
        judge.again(first, &again);
    }
    let last = V::Scalar::from_f64(V::Scalar::LARGEST);
    let forever = &Motion { last, ..point.clone() };
    let judge = &mut Judge { motion: forever, tally: judge.tally, is_slow: false };
    if judge.is_exact() {
        judge.ray("without end", &cast_ray(a, at_a, &Ray::new(at_b.translation, *velocity)));
    }
    let judge = &mut Judge { motion: &point, tally: judge.tally, is_slow: false };
    let hollow = cast_ray(a, at_a, &ray.hollow());
    match Query::new().verdict(a, at_a, &point.pair.b, &point.pair.at_b) {
        Verdict::Separated => {
            judge.expect(hollow == solid, Fault::Contradiction, "hollow", &hollow);
        }
        Verdict::Intersecting => judge.exit(&hollow),
        Verdict::Undecided => {
            let is_open = !matches!(hollow, RayCast::Hit(_));
            judge.expect(is_open, Fault::Contradiction, "hollow from a surface", &hollow);
        }
    }
}

struct Judge<'m, V: Vector> {
    motion: &'m Motion<V>,
    tally: &'m mut Tally,
    /// Whether the judge brackets the contact of curved shapes, which takes long.
    is_slow: bool,
}

impl<V: Court> Judge<'_, V> {
    fn expect(&mut self, holds: bool, fault: Fault, way: &str, found: &impl std::fmt::Debug) {
        if holds {
            return;
        }
        let Motion { pair, velocity, last, skin, sort } = self.motion;
        self.tally.find(fault, || {
            format!(
                "{way}, {sort}: {found:?}\n  casts::judged::<{}>({}, {velocity:?}, {last:?}, {skin:?})",
                std::any::type_name::<V>(),
                pair.literal()
            )
        });
    }

    fn is_exact(&self) -> bool {
        let Pair { a, b, .. } = &self.motion.pair;
        let known = |shape: &Shape<V>| is_straight(shape) && !is_endless_camera(shape);
        let is_wall = |shape: &Shape<V>| matches!(shape, Shape::HalfSpace(_));
        known(a) && known(b) || known(a) && is_wall(b) || is_wall(a) && known(b)
    }

    /// Whether they come as near as the skin in a span.
    fn meets(&self, span: [f64; 2]) -> Option<bool> {
        let Motion { pair, velocity, skin, .. } = self.motion;
        V::meets(pair, *velocity, span, skin.to_f64())
    }

    /// Judges hit or miss, and the time.
    fn cast(&mut self, way: &str, found: &Cast<V>, skin: V::Scalar) {
        self.tally.queries += 1;
        let last = self.motion.last.to_f64();
        let time = found.hit().map(|hit| [hit.time.low.to_f64(), hit.time.high.to_f64()]);
        if !self.is_exact() {
            if skin.to_f64() == 0.0 && !self.motion.pair.has_wall() {
                self.curved(way, found, time);
            }
            return;
        }
        let Some(meets) = self.meets([0.0, last]) else { return };
        self.expect(found.is_decided(), Fault::Undecided, way, found);
        self.expect(found.hit().is_some() == meets, Fault::Boolean, way, found);
        self.interval(way, found, time, meets);
    }

    fn interval(
        &mut self,
        way: &str,
        found: &impl std::fmt::Debug,
        time: Option<[f64; 2]>,
        meets: bool,
    ) {
        let (Some([low, high]), true) = (time, meets) else { return };
        let before = ulps::<V::Scalar>(low, -1);
        let no_later = self.meets([0.0, high.min(self.motion.last.to_f64())]);
        self.expect(no_later != Some(false), Fault::Interval, way, found);
        if before > 0.0 {
            self.expect(self.meets([0.0, before]) != Some(true), Fault::Interval, way, found);
        }
    }

    /// For curved shapes the judge has a bracket of the time.
    fn curved(&mut self, way: &str, found: &Cast<V>, time: Option<[f64; 2]>) {
        let hits = match found {
            Cast::Miss => Some(false),
            Cast::Hit(_) => Some(true),
            Cast::Undecided(_) => None,
        };
        self.curved_at(way, found, hits, time);
    }

    /// The bracket takes the judge from milliseconds to a minute, so most answers are checked at a
    /// few times only.
    fn curved_at(
        &mut self,
        way: &str,
        found: &impl std::fmt::Debug,
        hits: Option<bool>,
        time: Option<[f64; 2]>,
    ) {
        let Motion { pair, velocity, last, .. } = self.motion;
        let last = last.to_f64();
        if !self.is_slow {
            let free = time.map_or(last, |[low, _]| ulps::<V::Scalar>(low, -1));
            for share in [0.5, 1.0] {
                let meets = free > 0.0
                    && V::judge_at(pair, *velocity, free * share).intersects == Some(true);
                self.expect(!meets, Fault::Interval, way, found);
            }
            return;
        }
        match V::impact(pair, *velocity, last) {
            Impact::Misses => self.expect(hits != Some(true), Fault::Boolean, way, found),
            Impact::Hits(truth) => {
                self.expect(hits != Some(false), Fault::Boolean, way, found);
                if let Some([low, high]) = time {
                    let agrees = low <= truth.hi && truth.lo <= high;
                    self.expect(agrees, Fault::Interval, way, found);
                }
            }
            Impact::Undecided => self.tally.undecided += 1,
        }
    }

    /// The certificate verifies and is true, and no false claim verifies with its evidence.
    fn proof(&mut self, sweep: &Sweep<V>) {
        let Pair { a, at_a, b, at_b } = &self.motion.pair;
        let verify = |proof: &_| verify_cast(a, at_a, b, at_b, sweep, proof);
        self.tally.queries += 1;
        let proof = match cast_certificate(a, at_a, b, at_b, sweep) {
            Ok(proof) => proof,
            // Shapes without end, and targets deeper than the radii.
            Err(CertificateError::Unsupported { .. }) if !self.is_exact() => return,
            Err(CertificateError::Motion) if self.motion.skin.to_f64() < 0.0 => return,
            Err(error) => return self.expect(false, Fault::Certificate, "no proof", &error),
        };
        let verified = verify(&proof);
        self.expect(verified.is_ok(), Fault::Certificate, "proof", &(&proof, verified));
        let CastCertificate { verdict, low, high, .. } = proof;
        let hits = match verdict {
            Verdict::Separated => Some(false),
            Verdict::Intersecting => Some(true),
            Verdict::Undecided => None,
        };
        let time = (verdict != Verdict::Separated).then_some([low, high]);
        if self.is_exact() {
            self.expect(hits.is_some(), Fault::Undecided, "proof", &proof);
            if let Some(meets) = self.meets([0.0, self.motion.last.to_f64()]) {
                self.expect(hits == Some(meets), Fault::Certificate, "proof", &proof);
                self.interval("proof", &proof, time, meets);
            }
        } else {
            self.is_about_as_early(&proof, sweep);
            if self.motion.skin.to_f64() == 0.0 && !self.motion.pair.has_wall() {
                self.curved_at("proof", &proof, hits, time);
            }
        }
        let claims_nothing =
            CastCertificate { verdict: Verdict::Undecided, low: 0.0, high: f64::INFINITY, ..proof };
        let mut forged = Vec::new();
        if verdict == Verdict::Intersecting {
            let (last, after) = (self.motion.last.to_f64(), proof.high.next_up());
            let verdict = Verdict::Separated;
            forged.push(CastCertificate { verdict, low: last, ..claims_nothing.clone() });
            if after <= last {
                forged.push(CastCertificate { low: after, ..claims_nothing.clone() });
            }
        }
        if low > 0.0 {
            let high = low.next_down();
            forged.push(CastCertificate { high, ..claims_nothing });
        }
        for claim in forged {
            self.expect(verify(&claim).is_err(), Fault::Certificate, "forged proof", &claim);
        }
    }

    /// Contact of curved shapes, which a search finds, is proved about when the cast found it: not
    /// where they graze or just touch at the end.
    fn is_about_as_early(&mut self, proof: &CastCertificate<V::Space>, sweep: &Sweep<V>) {
        let Motion { pair, velocity, last, .. } = self.motion;
        let Pair { a, at_a, b, at_b } = pair;
        let found = cast(a, at_a, b, at_b, &sweep.at_start(AtStart::Report));
        let Cast::Hit(hit) = found else { return };
        let velocity = velocity.to_space();
        let closing = -velocity.dot(hit.witness.normal.to_space());
        let way = |from: f64, to: f64| (to - from) * closing;
        let little = 64.0 * V::Scalar::EPSILON.max(1e-9) * pair.size();
        let high = hit.time.high.to_f64();
        let is_plain = closing > 0.1 * length(velocity)
            && (1e-30..1e30).contains(&pair.size())
            && way(0.0, hit.time.low.to_f64()) > little
            && way(high, last.to_f64()) > little;
        let is_early = !is_plain || way(high, proof.high) <= little;
        self.expect(is_early, Fault::Undecided, "proof", &(found, proof));
    }

    /// The witness of a hit.
    fn ends(&mut self, found: &Cast<V>) {
        let Cast::Hit(hit) = found else { return };
        let Pair { a, at_a, .. } = &self.motion.pair;
        let clearance::Witness { on_a, on_b, normal, length: apart, gap, .. } = hit.witness;
        let unit = (normal.to_space().length() - 1.0).abs();
        self.expect(unit <= 4.0 * V::Scalar::EPSILON, Fault::Normal, "normal", found);
        let way = length(self.motion.velocity.to_space()) * hit.time.high.to_f64();
        // Points of the world are rounded to its coordinates.
        let from_origin = length(at_a.translation.to_space());
        let size = self.motion.pair.size() + way + from_origin;
        let room = gap.to_f64() + 64.0 * V::Scalar::EPSILON * size;
        let off = (length(on_a.to_space() - on_b.to_space()) - apart.to_f64()).abs();
        self.expect(off <= 2.0 * room, Fault::Witness, "apart", found);
        let outside = V::outside(on_a, a, at_a);
        self.expect(outside <= 2.0 * room, Fault::Witness, "on a", found);
        let is_start = hit.time.high == V::Scalar::ZERO;
        let skin = self.motion.skin.to_f64();
        if !(is_start && skin != 0.0) {
            let apart = if is_start { -apart.to_f64() } else { skin };
            self.shows("normal shows", normal, hit.time.low, (apart, 2.0 * room), found);
        }
    }

    /// The shapes are so far apart along the normal, to within a room, at a time.
    fn shows(
        &mut self,
        way: &str,
        normal: V,
        time: V::Scalar,
        (apart, room): (f64, f64),
        found: &impl std::fmt::Debug,
    ) {
        let Motion { pair, velocity, .. } = self.motion;
        if pair.has_wall() {
            return;
        }
        let Pair { a, at_a, b, at_b } = pair.moved(velocity.to_space() * time.to_f64());
        let along = separation(&a, &at_a, &b, &at_b, normal);
        let off = (along.length.to_f64() - apart).abs();
        self.expect(off <= room + along.gap.to_f64(), Fault::Normal, way, found);
    }

    /// A ray cast again from where it hit begins within rounding of the surface.
    fn again(&mut self, first: &RayHit<V>, found: &RayCast<V>) {
        let RayCast::Hit(hit) = found else { return };
        let Motion { pair, velocity, .. } = self.motion;
        let origin = length(pair.at_b.translation.to_space());
        let size = pair.size() + length(pair.at_a.translation.to_space()) + origin;
        let width = first.time.width().to_f64() + hit.time.high.to_f64();
        let room = width * length(velocity.to_space()) + 64.0 * V::Scalar::EPSILON * size;
        self.shows("again", hit.normal, hit.time.low, (0.0, room), found);
    }

    /// Contact at the start: every choice, compared with other verbs. Returns whether there is
    /// contact.
    fn choices(&mut self, found: &Cast<V>) -> Option<bool> {
        let Motion { pair: Pair { a, at_a, b, at_b }, velocity, last, skin, .. } = self.motion;
        if skin.to_f64() != 0.0 {
            return None;
        }
        let now = proximity(a, at_a, b, at_b);
        let is_start = matches!(found, Cast::Hit(hit) if hit.time.high == V::Scalar::ZERO);
        let says_so = match now {
            Proximity::Intersecting(_) => is_start,
            Proximity::Separated(_) => !is_start,
            Proximity::Undecided(_) => true,
        };
        self.expect(says_so, Fault::Contradiction, "start", found);
        if !is_start {
            return Some(false);
        }
        let sweep = Sweep::new(*velocity).until(*last);
        let ignored = cast(a, at_a, b, at_b, &sweep.at_start(AtStart::Ignore));
        self.expect(ignored == Cast::Miss, Fault::Contradiction, "ignore", &ignored);
        let separating = cast(a, at_a, b, at_b, &sweep.at_start(AtStart::IgnoreSeparating));
        let along = now.witness().normal.to_space().dot(velocity.to_space());
        // Rounding of `f32` in the normal and the velocity is less than is documented to count as
        // along the surface.
        let rounding = 2e-8 * length(velocity.to_space());
        // Floats do not hold a millionth of a smaller one.
        let has_size = self.motion.pair.size() > 1e-290;
        if has_size && along > if self.is_exact() { -rounding } else { 0.0 } {
            self.expect(separating == Cast::Miss, Fault::Boolean, "separating", &separating);
        }
        if separating == Cast::Miss && self.is_exact() && !self.motion.pair.has_wall() {
            // A hundredth of their size ahead they are no deeper.
            let size = self.motion.pair.size();
            let ahead = 0.01 * size / length(velocity.to_space());
            if ahead.is_finite() && ahead > 0.0 && self.tally.pairs % 4 == 1 {
                let depth = |time: f64| V::judge_at(&self.motion.pair, *velocity, time).signed;
                let (start, then) = (depth(0.0), depth(ahead));
                let is_no_deeper = then.hi >= start.lo - 1e-6 * 0.01 * size;
                self.expect(is_no_deeper, Fault::Boolean, "no deeper", &separating);
            }
        }
        Some(true)
    }

    fn ray(&mut self, way: &str, found: &RayCast<V>) {
        self.tally.queries += 1;
        let last = self.motion.last.to_f64();
        let time = found.hit().map(|hit| [hit.time.low.to_f64(), hit.time.high.to_f64()]);
        if self.is_exact() {
            let Some(meets) = self.meets([0.0, last]) else { return };
            self.expect(found.is_decided(), Fault::Undecided, way, found);
            self.expect(found.hit().is_some() == meets, Fault::Boolean, way, found);
            self.interval(way, found, time, meets);
            return;
        }
        if self.motion.pair.has_wall() {
            return;
        }
        let hits = match found {
            RayCast::Miss => Some(false),
            RayCast::Hit(_) => Some(true),
            RayCast::Undecided(_) => None,
        };
        self.curved_at(way, found, hits, time);
    }

    /// Where a ray from inside leaves.
    fn exit(&mut self, found: &RayCast<V>) {
        if !self.is_exact() {
            return;
        }
        self.tally.queries += 1;
        let last = self.motion.last.to_f64();
        match found {
            RayCast::Miss => {
                let is_inside = self.meets([last, last]);
                self.expect(is_inside != Some(false), Fault::Boolean, "exit", found);
            }
            RayCast::Hit(hit) => {
                let (low, high) = (hit.time.low.to_f64(), hit.time.high.to_f64());
                let still = self.meets([low.min(last), last]);
                self.expect(still != Some(false), Fault::Interval, "exit", found);
                let after = ulps::<V::Scalar>(high, 1);
                if after < last {
                    let after = self.meets([after, last]);
                    self.expect(after != Some(true), Fault::Interval, "exit", found);
                }
            }
            RayCast::Undecided(_) => self.expect(false, Fault::Undecided, "exit", found),
        }
    }
}
