//! The clearance of a robot's links over a motion, at the samples and between them.

use std::collections::{BTreeSet, HashMap};

use clearance::Proximity;

use super::check::{Checker, Found};
use super::model::Robot;
use super::reach::{Reach, travel};
use super::turns::repeats_from;
use crate::scene::Inside;

/// A configuration and its time. Between samples each value moves linearly, and quaternions turn at
/// an even rate, the short way round.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// In any unit.
    pub time: f64,
    /// A value for each of [`Robot::variables`], and those of [`Robot::release`]d joints.
    pub configuration: Vec<f64>,
}

/// What to prove of a motion, and at what cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sweep {
    /// Links must stay farther apart than this.
    pub margin: f64,
    /// How far the proved lower bound may lie below the least distance found; and where the margin
    /// is not kept, how far a pair may move during the time that is left undecided. Where the
    /// margin lies just below the distance, less is looked at, down to a 256th of this.
    pub tolerance: f64,
    /// The most points of time between samples that are checked, over all pairs together.
    pub most: usize,
}

impl Default for Sweep {
    /// A margin of 0, a tolerance of a millimetre if lengths are metres, at most a million points.
    fn default() -> Self {
        Self { margin: 0.0, tolerance: 1e-3, most: 1_000_000 }
    }
}

/// A pair of shapes at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// The time.
    pub time: f64,
    /// Their clearance.
    pub found: Found,
}

/// What is known of a pair during a stretch of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// Proved at both ends, and wherever it was checked between: not farther apart than the margin.
    Meets,
    /// Neither this nor the contrary is proved.
    Unknown,
}

/// A stretch of time in which a pair is not proved farther apart than the margin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stretch {
    /// The index of the pair in the checker.
    pub pair: usize,
    /// When it begins.
    pub from: f64,
    /// When it ends; equal to `from` for a single moment.
    pub to: f64,
    /// What is known.
    pub known: Known,
}

/// What is proved of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct Swept {
    /// The nearest pair at each sample; empty where there is no pair.
    pub samples: Vec<Moment>,
    /// The nearest pair of all checks, at samples or between.
    pub nearest: Option<Moment>,
    /// For each two successive samples: the signed distance of every pair is at least this at every
    /// time between. Negative where pairs overlap or may.
    pub lower_bounds: Vec<f64>,
    /// The least of these bounds, and no more than the nearest pair's signed distance; infinite
    /// where there is no pair.
    pub lower_bound: f64,
    /// The first moment found at which a pair is proved not farther apart than the margin.
    pub first_meeting: Option<Moment>,
    /// Where the margin is not proved, by time. If empty, it is kept at every time, by the pairs of
    /// the checker: a checker without pairs proves nothing.
    pub stretches: Vec<Stretch>,
    /// How many points between samples were checked.
    pub looked_at: usize,
}

impl Swept {
    /// Proved: before this time all pairs are farther apart than the margin. `None` if that holds
    /// for the whole motion.
    pub fn free_until(&self) -> Option<f64> {
        self.stretches.first().map(|stretch| stretch.from)
    }
}

impl Checker<'_> {
    /// How near the links come over a motion. `tell` is called with the number of samples done,
    /// twice over: first for the samples themselves, then for the times between; it returns whether
    /// to go on. It is called at each sample, and also between two samples that take long.
    ///
    /// What happens between samples is proved as well: two distances d and e, and a bound m on how
    /// far the pair moves from one to the other, prove (d + e − m) / 2 for all of the time between.
    /// If that is not enough, the time is halved. The same holds of depths, as negative distances.
    ///
    /// What stands around the robot, if it is [`among`](Self::among) something, is looked at alike.
    ///
    /// Where joints turn, and nothing slides, by whole multiples of one angle of more than a whole
    /// turn (a single joint by any, joints at one rate or at twice another's), the motion repeats
    /// after a turn: one is looked at, for all. A pair that it leaves open stays so until the next
    /// sample, [`Known::Unknown`].
    ///
    /// # Errors
    /// A message: no sample, times that do not rise, a configuration of another length or not
    /// finite, an invalid margin or tolerance, or `tell` returned false.
    ///
    /// ```
    /// use clearance_scene::robot::{Checker, Leave, Loading, Sample, Sweep};
    ///
    /// let robot = Loading::default().robot("../../assets/arm/arm.urdf".as_ref())?;
    /// let mut checker = Checker::new(&robot, robot.pairs(&Leave::default())?);
    /// let sample = |time, shoulder| Sample { time, configuration: vec![shoulder, 0.5, 0.1] };
    /// let samples = [sample(0.0, 0.0), sample(1.0, 1.5)];
    /// let swept = checker.sweep(&samples, &Sweep::default(), |_| true)?;
    /// assert!(swept.stretches.is_empty());
    /// let nearest = swept.nearest.ok_or("no pair")?.found.clearance.signed_distance();
    /// assert!(swept.lower_bound <= nearest && nearest <= swept.lower_bound + 1e-3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sweep(
        &mut self,
        samples: &[Sample],
        sweep: &Sweep,
        mut tell: impl FnMut(usize) -> bool,
    ) -> Result<Swept, String> {
        let ended = || "it was ended before all of it was looked at".to_owned();
        check(self.robot, samples, sweep)?;
        let mut nearest = Vec::with_capacity(samples.len());
        for (sample, done) in samples.iter().zip(1..) {
            self.pose(&sample.configuration);
            nearest.extend(self.nearest().map(|found| Moment { time: sample.time, found }));
            if !tell(done) {
                return Err(ended());
            }
        }
        let mut run = Run::new(self, *sweep, &nearest);
        let ends = samples.iter().zip(samples.iter().skip(1));
        // A single sample is a motion that stands still.
        let alone = samples.first().filter(|_| samples.len() == 1).map(|only| (only, only));
        for ((from, to), done) in ends.chain(alone).zip(1..) {
            let mut go_on = || tell(samples.len() + done - 1);
            run.lower_bounds.push(f64::INFINITY);
            run.open.clear();
            match repeats_from(run.checker.robot, from, to) {
                Some(turned) => {
                    run.segment(from, &turned, &mut go_on);
                    run.repeat(&turned, to);
                }
                None => run.segment(from, to, &mut go_on),
            }
            if run.is_ended || !tell(samples.len() + done) {
                return Err(ended());
            }
        }
        Ok(run.finish(nearest, samples.len() - 1))
    }
}

fn check(robot: &Robot, samples: &[Sample], sweep: &Sweep) -> Result<(), String> {
    if samples.is_empty() {
        return Err("a motion needs a sample".into());
    }
    for (name, value) in [("margin", sweep.margin), ("tolerance", sweep.tolerance)] {
        if !(value >= 0.0 && value.is_finite()) {
            return Err(format!("the {name} is {value}, and no length"));
        }
    }
    let mut before = f64::NEG_INFINITY;
    for (sample, place) in samples.iter().zip(1..) {
        let (count, time) = (sample.configuration.len(), sample.time);
        if count != robot.width() {
            let wanted = robot.width();
            return Err(format!("sample {place} has {count} values for {wanted} joints"));
        }
        if !time.is_finite() || !sample.configuration.iter().all(|value| value.is_finite()) {
            return Err(format!("sample {place} has a number that is not finite"));
        }
        if time <= before {
            return Err(format!(
                "sample {place} is at {time}, not behind {before}: times must rise"
            ));
        }
        before = time;
        let fault = |what: String| format!("sample {place}: {what}");
        robot.check_free(&sample.configuration).map_err(fault)?;
    }
    for ((one, two), place) in samples.iter().zip(samples.iter().skip(1)).zip(1..) {
        let turns = robot.check_turns(&one.configuration, &two.configuration);
        turns.map_err(|what| format!("from sample {place} to the next {what}"))?;
    }
    Ok(())
}

/// A pair at a point of a segment.
#[derive(Clone, Copy)]
struct Point {
    /// From 0 to 1.
    at: f64,
    /// Their signed distance is at least this.
    low: f64,
    /// They are proved not farther apart than the margin.
    meets: bool,
}

struct Run<'c, 'r> {
    checker: &'c mut Checker<'r>,
    sweep: Sweep,
    reach: Reach,
    nearest: Option<Moment>,
    first_meeting: Option<Moment>,
    /// For each pair of the robot's own, at the start of the segment: at least this far apart.
    low: Vec<f64>,
    /// For each geometry: at least this far from all that stands around.
    around: Vec<f64>,
    stretches: Vec<Stretch>,
    /// The pairs that the motion between two samples has a stretch of.
    open: BTreeSet<usize>,
    /// The last stretch of each pair that has one.
    last: HashMap<usize, usize>,
    lower_bounds: Vec<f64>,
    looked_at: usize,
    is_ended: bool,
    configuration: Vec<f64>,
    values: Vec<f64>,
}

/// Points checked between two calls of `tell`, where two samples take long.
const OFTEN: usize = 256;

impl<'c, 'r> Run<'c, 'r> {
    fn new(checker: &'c mut Checker<'r>, sweep: Sweep, samples: &[Moment]) -> Self {
        let signed = |moment: &Moment| moment.found.clearance.signed_distance();
        let nearest = samples
            .iter()
            .copied()
            .reduce(|one, two| if signed(&two) < signed(&one) { two } else { one });
        let count = checker.pairs().len();
        Self {
            reach: Reach::new(checker.robot),
            sweep,
            nearest,
            first_meeting: None,
            low: vec![f64::NEG_INFINITY; count],
            // One for each that is looked at among what stands around: empty without a world.
            around: vec![f64::NEG_INFINITY; checker.extents.len()],
            stretches: Vec::new(),
            open: BTreeSet::new(),
            last: HashMap::new(),
            lower_bounds: Vec::new(),
            looked_at: 0,
            is_ended: false,
            configuration: Vec::new(),
            values: Vec::new(),
            checker,
        }
    }

    /// The lower bound to prove for each pair at each time: the margin, and not much less than the
    /// distance of the nearest pair known.
    fn wanted(&self) -> f64 {
        let nearest =
            self.nearest.map_or(f64::INFINITY, |moment| moment.found.clearance.signed_distance());
        (nearest - self.sweep.tolerance).max(self.sweep.margin)
    }

    fn does(&self, lower: f64) -> bool {
        lower > self.sweep.margin && lower >= self.wanted()
    }

    fn segment(&mut self, from: &Sample, to: &Sample, go_on: &mut dyn FnMut() -> bool) {
        let mut open = Vec::new();
        self.checker.pose(&from.configuration);
        self.checker.robot.values(&to.configuration, &mut self.values);
        let checker = &*self.checker;
        let travels = self.reach.travels(checker.robot, checker.posed(), &self.values).to_vec();
        for pair in 0..self.low.len() {
            let Some(mut low) = self.low.get(pair).copied() else { continue };
            let coarse = self.coarse(pair, &travels);
            if !self.does(below(low, coarse)) {
                low = low.max(self.checker.apart_at_least(pair));
            }
            let moved = if self.does(below(low, coarse)) { coarse } else { self.motion(pair) };
            let after = self.begin(pair, low, moved, [from, to], &mut open);
            self.low.get_mut(pair).into_iter().for_each(|own| *own = after);
        }
        for geometry in 0..self.around.len() {
            let Some(low) = self.around.get(geometry).copied() else { continue };
            let moved = self.drift(geometry);
            let after = below(low, moved);
            let after = if self.does(after) {
                self.bound(after);
                after
            } else {
                self.begin_around(geometry, moved, [from, to], &mut open)
            };
            self.around.get_mut(geometry).into_iter().for_each(|own| *own = after);
        }
        if open.is_empty() {
            return;
        }
        self.checker.pose(&to.configuration);
        let ends: Vec<Point> = open
            .iter()
            .map(|(pair, _, moved)| {
                let point = self.look(*pair, 1.0, from, to, *moved);
                self.learn(*pair, point.low);
                point
            })
            .collect();
        for ((pair, begin, moved), end) in open.into_iter().zip(ends) {
            self.pieces(pair, [begin, end], moved, [from, to], go_on);
        }
    }

    /// An upper bound on a pair's motion, from those of its shapes.
    fn coarse(&self, pair: usize, travels: &[f64]) -> f64 {
        let travel = |place: usize| travels.get(place).copied().unwrap_or(f64::INFINITY);
        self.checker.shapes(pair).map_or(f64::INFINITY, |[a, b]| travel(a) + travel(b))
    }

    /// Begins a pair at a sample, at least `low` apart there, that moves by `moved` until the next.
    /// Returns what is known there; infinite where `open` takes it, as it is looked at there too.
    fn begin(
        &mut self,
        pair: usize,
        low: f64,
        moved: f64,
        [from, to]: [&Sample; 2],
        open: &mut Vec<(usize, Point, f64)>,
    ) -> f64 {
        let mut begin = Point { at: 0.0, low, meets: false };
        if !self.does(below(low, moved)) {
            begin = self.look(pair, 0.0, from, to, moved);
        }
        let after = below(begin.low, moved);
        if !self.does(after) {
            open.push((pair, begin, moved));
            return f64::INFINITY;
        }
        self.bound(after);
        after
    }

    /// The same for a geometry and all that stands around: what is near is begun one by one.
    fn begin_around(
        &mut self,
        geometry: usize,
        moved: f64,
        ends: [&Sample; 2],
        open: &mut Vec<(usize, Point, f64)>,
    ) -> f64 {
        let within = self.wanted() + moved + self.sweep.tolerance;
        // More than the rounding of the next line.
        let within = within + 8.0 * f64::EPSILON * (within.abs() + moved);
        let within = if within.is_finite() { within } else { f64::INFINITY };
        let mut after = below(within, moved);
        for pair in self.checker.around(geometry, within) {
            let low = self.checker.apart_at_least(pair);
            after = after.min(self.begin(pair, low, moved, ends, open));
        }
        // What is farther stays as far.
        self.bound(after);
        after
    }

    /// Keeps what is known of a pair at the sample that comes next.
    fn learn(&mut self, pair: usize, low: f64) {
        match self.low.get_mut(pair) {
            Some(own) => *own = low,
            None => {
                let geometry = self.checker.shapes(pair).map(|[geometry, _]| geometry);
                let own = geometry.and_then(|geometry| self.around.get_mut(geometry));
                own.into_iter().for_each(|own| *own = own.min(low));
            }
        }
    }

    /// From a sample on, a motion repeats what it showed since it began: what was not proved then
    /// is not proved later.
    fn repeat(&mut self, from: &Sample, to: &Sample) {
        for pair in std::mem::take(&mut self.open) {
            self.add(pair, from.time, to.time, Known::Unknown);
        }
        // At its end it stands elsewhere than after the turn.
        self.low.fill(f64::NEG_INFINITY);
        self.around.fill(f64::NEG_INFINITY);
    }

    /// Halves the time between two points until each piece is proved, meets or is short.
    fn pieces(
        &mut self,
        pair: usize,
        [begin, end]: [Point; 2],
        moved: f64,
        [from, to]: [&Sample; 2],
        go_on: &mut dyn FnMut() -> bool,
    ) {
        let mut pending = vec![(begin, end, moved)];
        while let Some((begin, end, moved)) = pending.pop() {
            self.is_ended = self.is_ended || self.looked_at % OFTEN == OFTEN - 1 && !go_on();
            if self.is_ended {
                return;
            }
            let lower = below(begin.low + end.low, moved) * 0.5;
            if !begin.meets && !end.meets && self.does(lower) {
                self.bound(lower);
                continue;
            }
            let middle = 0.5 * (begin.at + end.at);
            let both = begin.meets && end.meets;
            // Just above the margin, some more halvings give the proof.
            let spare = below(begin.low + end.low, 2.0 * self.sweep.margin);
            let is_near = begin.meets || end.meets || spare <= moved / 256.0;
            let is_short =
                moved <= self.sweep.tolerance && is_near || !(begin.at < middle && middle < end.at);
            if both || is_short || self.looked_at >= self.sweep.most {
                let [first, last] = [begin.at, end.at].map(|at| time(from, to, at));
                if begin.meets {
                    self.add(pair, first, first, Known::Meets);
                }
                self.add(pair, first, last, if both { Known::Meets } else { Known::Unknown });
                if end.meets {
                    self.add(pair, last, last, Known::Meets);
                }
                let lower = if lower >= 0.0 { lower } else { self.deep(pair, lower) };
                self.bound(lower);
                continue;
            }
            self.looked_at += 1;
            self.pose(from, to, middle);
            let point = self.look(pair, middle, from, to, moved);
            // From the middle to either end: the later piece first, as the stack's last is taken
            // first.
            for (one, two) in [(point, end), (begin, point)] {
                let other = if one.at == middle { two.at } else { one.at };
                self.blend(from, to, other);
                self.checker.robot.values(&self.configuration, &mut self.values);
                let moved = self.motion(pair);
                pending.push((one, two, moved));
            }
        }
    }

    /// An upper bound on a pair's motion, from the checker's configuration to the current values.
    fn motion(&mut self, pair: usize) -> f64 {
        let checker = &*self.checker;
        let (robot, posed) = (checker.robot, checker.posed());
        match checker.shapes(pair) {
            None => f64::INFINITY,
            Some([own, other]) if checker.object(other).is_some() => self.drift(own),
            Some(shapes) => self.reach.motion(robot, posed, &self.values, shapes),
        }
    }

    /// The same of a geometry and what stands around.
    fn drift(&self, geometry: usize) -> f64 {
        let checker = &*self.checker;
        let extra = checker.grown.get(geometry).map_or(f64::INFINITY, |own| own.extra);
        travel(checker.robot, checker.posed(), &self.values, geometry, extra)
    }

    fn blend(&mut self, from: &Sample, to: &Sample, at: f64) {
        let robot = self.checker.robot;
        robot.blend(&from.configuration, &to.configuration, at, &mut self.configuration);
    }

    fn pose(&mut self, from: &Sample, to: &Sample, at: f64) {
        self.blend(from, to, at);
        self.checker.pose(&self.configuration);
    }

    /// Checks a pair in the checker's configuration; until the next point it moves by `moved`.
    fn look(&mut self, pair: usize, at: f64, from: &Sample, to: &Sample, moved: f64) -> Point {
        let within = self.wanted() + 2.0 * moved + self.sweep.tolerance;
        // For a missing pair or a distance that is NaN, nothing is known.
        let within = if within.is_finite() { within } else { f64::INFINITY };
        let Some(mut found) = self.checker.pair(pair, within) else {
            let low = if within.is_finite() { within } else { f64::NEG_INFINITY };
            return Point { at, low, meets: false };
        };
        let known =
            self.nearest.map_or(f64::INFINITY, |moment| moment.found.clearance.signed_distance());
        if found.clearance.signed_distance() < known {
            // Again without the cut-off.
            found = self.checker.pair(pair, f64::INFINITY).unwrap_or(found);
            if found.clearance.signed_distance() < known {
                self.nearest = Some(Moment { time: time(from, to, at), found });
            }
        }
        let clearance = &found.clearance;
        let (signed, gap) = (clearance.signed_distance(), clearance.gap());
        let is_apart = matches!(clearance.proximity, Proximity::Separated(_))
            && clearance.inside != Inside::Unknown;
        let meets = matches!(clearance.proximity, Proximity::Intersecting(_))
            || signed + gap <= self.sweep.margin;
        if meets {
            let moment = Moment { time: time(from, to, at), found };
            if self.first_meeting.is_none_or(|first| moment.time < first.time) {
                self.first_meeting = Some(moment);
            }
        }
        let low = if is_apart { (signed - gap).max(0.0) } else { self.deep(pair, signed - gap) };
        Point { at, low, meets }
    }

    /// A lower bound on the signed distance of a pair that meets or may. That of convex shapes
    /// changes by no more than they move, also where they overlap; other shapes may lock.
    fn deep(&self, pair: usize, lower: f64) -> f64 {
        let deepest = self.checker.deepest(pair);
        if self.checker.is_convex(pair) { lower.max(deepest) } else { deepest }
    }

    fn bound(&mut self, lower: f64) {
        let lower = if lower.is_nan() { f64::NEG_INFINITY } else { lower };
        self.lower_bounds.last_mut().into_iter().for_each(|own| *own = own.min(lower));
    }

    fn add(&mut self, pair: usize, from: f64, to: f64, known: Known) {
        self.open.insert(pair);
        let last = self.last.get(&pair);
        let before = last.and_then(|place| self.stretches.get_mut(*place));
        match before {
            Some(before) if before.to == from && before.known == known => before.to = to,
            _ => {
                self.last.insert(pair, self.stretches.len());
                self.stretches.push(Stretch { pair, from, to, known });
            }
        }
    }

    fn finish(mut self, samples: Vec<Moment>, segments: usize) -> Swept {
        self.stretches.sort_by(|one, two| {
            one.from
                .total_cmp(&two.from)
                .then(one.to.total_cmp(&two.to))
                .then(one.pair.cmp(&two.pair))
        });
        let nearest =
            self.nearest.map_or(f64::INFINITY, |moment| moment.found.clearance.signed_distance());
        let lower_bound = self.lower_bounds.iter().copied().fold(nearest, f64::min);
        self.lower_bounds.truncate(segments);
        Swept {
            samples,
            nearest: self.nearest,
            lower_bounds: self.lower_bounds,
            lower_bound,
            first_meeting: self.first_meeting,
            stretches: self.stretches,
            looked_at: self.looked_at,
        }
    }
}

/// A length minus another, rounded down.
fn below(length: f64, less: f64) -> f64 {
    let rest = length - less;
    rest - 2.0 * f64::EPSILON * (length.abs() + less)
}

pub(super) fn blend(from: f64, to: f64, at: f64) -> f64 {
    if at >= 1.0 { to } else { from + (to - from) * at }
}

pub(super) fn time(from: &Sample, to: &Sample, at: f64) -> f64 {
    blend(from.time, to.time, at)
}
