//! Which pairs of links need not be looked at: by proof where there is one, else by samples.
//!
//! A pair's distance changes by no more than its shapes move. So the distance in the middle of a
//! box of joint values, less what the joints between the two links move there at most, is a bound
//! for all of the box; where it proves nothing, the box is halved across the joint that moves most.

use core::f64::consts::PI;
use std::collections::{BTreeMap, HashMap};

use clearance::Proximity;

use super::check::{Checker, Found};
use super::model::{JointKind, Robot};
use super::pairs::{Leave, Reason};
use super::reach::Reach;

/// How much is done to tell which pairs of links may be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judging {
    /// Random configurations within the joints' limits, evenly spread. A quarter as many are taken
    /// in which each joint is, with a chance of a half, at one of its limits.
    pub samples: usize,
    /// The most boxes of joint values that are looked at for a pair of links.
    pub cells: usize,
}

impl Default for Judging {
    /// MoveIt's number of samples, 10 000, and a million boxes.
    fn default() -> Self {
        Self { samples: 10_000, cells: 1_000_000 }
    }
}

impl Judging {
    /// All configurations that are taken.
    pub const fn all_samples(&self) -> usize {
        self.samples + self.samples.div_ceil(4)
    }
}

/// What is known of a pair of links over all values of the joints between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// They are fixed to each other, or one joint joins them.
    Adjacent,
    /// Proved: they are apart in every configuration within the limits, in so many boxes.
    Never(usize),
    /// Proved: they collide in every configuration within the limits, in so many boxes.
    Always(usize),
    /// Not proved; they are apart in all samples.
    NeverSeen,
    /// Not proved; they collide, or are too close to call, in all samples.
    AlwaysSeen,
    /// Nothing: it is not proved that they are apart, and no sample was taken.
    Unknown,
    /// They collide, or are too close to call, in so many samples or boxes, but not in all.
    Sometimes(usize),
    /// Not looked at: this joint, which has no limits and does not turn, is between them, or joins
    /// nothing, as a floating one.
    Unbounded(usize),
}

/// A pair of links, both with shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The links, as indices into [`Robot::links`].
    pub links: [usize; 2],
    /// What is known.
    pub verdict: Verdict,
    /// Whether they collide in the [default](Robot::middle) configuration.
    pub by_default: bool,
}

/// Values of a joint between two limits.
type Range = [f64; 2];

impl Robot {
    /// The configuration of zeros; where a joint's limits exclude 0, their middle, as MoveIt has
    /// it.
    pub fn middle(&self) -> Vec<f64> {
        let middle = |place: &usize| {
            let [low, high] = self.range(*place).unwrap_or([0.0; 2]);
            if low <= 0.0 && 0.0 <= high { 0.0 } else { low + 0.5 * (high - low) }
        };
        self.variables.iter().map(middle).chain(self.placed()).collect()
    }

    /// What is known of each pair of links with shapes, over all values that the joints' limits
    /// allow: a joint that turns without limits goes all the way round. `tell` is called with the
    /// number of pairs done, and returns whether to go on.
    ///
    /// # Errors
    /// A message: limits that are none, or `tell` returned false.
    ///
    /// ```
    /// use clearance_scene::robot::{Judging, Loading, Verdict};
    ///
    /// let robot = Loading::default().robot("../../assets/arm/arm.urdf".as_ref())?;
    /// let all = robot.judge_pairs(&Judging::default(), |_| true)?;
    /// let of = |a: &str, b: &str| {
    ///     let pair = [robot.link(a), robot.link(b)];
    ///     all.iter().find(|own| own.links.map(Some) == pair).map(|own| own.verdict)
    /// };
    /// assert_eq!(of("post", "upper"), Some(Verdict::Adjacent));
    /// assert!(matches!(of("plate", "fore"), Some(Verdict::Never(_))));
    /// assert!(matches!(of("post", "fore"), Some(Verdict::Sometimes(_))));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn judge_pairs(
        &self,
        judging: &Judging,
        mut tell: impl FnMut(usize) -> bool,
    ) -> Result<Vec<Judged>, String> {
        let ended = || "it was ended before all of it was looked at".to_owned();
        for (place, joint) in self.variables.iter().map(|place| (place, self.joints.get(*place))) {
            if let (Some([low, high]), Some(joint)) = (self.range(*place), joint)
                && !(low <= high && (high - low).is_finite())
            {
                return Err(format!("joint `{}`: its limits are {low} to {high}", joint.name));
            }
        }
        let leave = Leave { adjacent: true, ..Leave::default() };
        let mut by_links: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
        let mut checker = Checker::new(self, self.pairs(&leave)?);
        for (pair, [a, b]) in checker.pairs().iter().enumerate() {
            let link = |place: &usize| self.geometries.get(*place).map_or(0, |own| own.link);
            let (a, b) = (link(a), link(b));
            by_links.entry([a.min(b), a.max(b)]).or_default().push(pair);
        }
        let adjacent = self.left_out(&Leave::default());
        let adjacent =
            adjacent.filter(|own| matches!(own.reason, Reason::Fixed | Reason::Joined(_)));
        let adjacent: HashMap<[usize; 2], Reason> =
            adjacent.map(|own| (own.links, own.reason)).collect();
        let mut all: Vec<Judged> = Vec::new();
        let mut open: Vec<(usize, Vec<usize>)> = Vec::new();
        checker.pose(&self.middle());
        for (links, pairs) in by_links {
            let by_default = pairs.iter().any(|pair| checker.meets(*pair));
            let unbounded = || self.unbounded_between(links);
            let verdict = if adjacent.contains_key(&links) {
                Verdict::Adjacent
            } else if let Some(joint) = unbounded() {
                Verdict::Unbounded(joint)
            } else {
                open.push((all.len(), pairs));
                Verdict::Unknown
            };
            all.push(Judged { links, verdict, by_default });
        }
        let mut done = all.len() - open.len();
        let hits = self.sampled(&mut checker, &open, judging);
        let mut cells = Cells { robot: self, checker, reach: Reach::new(self) };
        for ((place, pairs), hits) in open.iter().zip(hits) {
            let Some(own) = all.get_mut(*place) else { continue };
            own.verdict = cells.verdict(pairs, hits, own.by_default, judging);
            done += 1;
            if !tell(done) {
                return Err(ended());
            }
        }
        Ok(all)
    }

    /// In how many samples each of some pairs of links is not proved apart.
    fn sampled(
        &self,
        checker: &mut Checker<'_>,
        open: &[(usize, Vec<usize>)],
        judging: &Judging,
    ) -> Vec<usize> {
        let mut hits = vec![0; open.len()];
        // Weyl's sequence, mixed as Vigna's splitmix64 does.
        let mut state = 0_u64;
        let mut next = || {
            state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
            ((mixed ^ mixed >> 31) >> 11) as f64 / (1_u64 << 53) as f64
        };
        for sample in 0..judging.all_samples() {
            let value = |place: &usize| {
                let [low, high] = self.range(*place).unwrap_or([0.0; 2]);
                let part = next();
                match (sample < judging.samples, part) {
                    (false, 0.0..0.25) => low,
                    (false, 0.75..) => high,
                    _ => low + part * (high - low),
                }
            };
            let configuration = self.variables.iter().map(value).chain(self.placed());
            let configuration: Vec<f64> = configuration.collect();
            checker.pose(&configuration);
            for ((_, pairs), hits) in open.iter().zip(&mut hits) {
                *hits += usize::from(pairs.iter().any(|pair| checker.meets(*pair)));
            }
        }
        hits
    }

    /// The values that a joint may have; `None` where nothing bounds them.
    fn range(&self, joint: usize) -> Option<Range> {
        let joint = self.joints.get(joint)?;
        joint.limits.or((joint.kind == JointKind::Revolute).then_some([-PI, PI]))
    }

    /// A joint between two links whose values nothing bounds.
    fn unbounded_between(&self, links: [usize; 2]) -> Option<usize> {
        let up = |mut link: usize| {
            let mut joints = Vec::new();
            while let Some(place) = self.links.get(link).and_then(|own| own.joint) {
                let Some(joint) = self.joints.get(place) else { break };
                joints.push(place);
                link = joint.parent;
            }
            joints
        };
        let [one, two] = links.map(up);
        let apart = |own: &usize| one.contains(own) != two.contains(own);
        let is_free = |place: &usize| {
            let Some(joint) = self.joints.get(*place) else { return true };
            match joint.kind.values() {
                0 => false,
                1 => self.range(joint.mimic.map_or(*place, |own| own.joint)).is_none(),
                _ => true,
            }
        };
        one.iter().chain(&two).copied().find(|place| apart(place) && is_free(place))
    }
}

/// A box of values: of each variable that matters the middle and half the width.
type Cell = Vec<[f64; 2]>;

struct Cells<'r> {
    robot: &'r Robot,
    checker: Checker<'r>,
    reach: Reach,
}

impl Cells<'_> {
    /// What is known of a pair of links, by all pairs of their shapes.
    fn verdict(
        &mut self,
        pairs: &[usize],
        hits: usize,
        by_default: bool,
        judging: &Judging,
    ) -> Verdict {
        let mut left = judging.cells;
        if hits == 0 && !by_default {
            for pair in pairs {
                match self.covered(*pair, &mut left, apart) {
                    Some(true) => {}
                    Some(false) => return Verdict::Sometimes(1),
                    None if judging.samples == 0 => return Verdict::Unknown,
                    None => return Verdict::NeverSeen,
                }
            }
            return Verdict::Never(judging.cells - left);
        }
        if hits == judging.all_samples() {
            // One pair of shapes that always meets is enough.
            let before = left;
            let is_always = |pair: &&usize| self.covered(**pair, &mut left, deep) == Some(true);
            if pairs.iter().find(is_always).is_some() {
                return Verdict::Always(before - left);
            }
            return if hits > 0 { Verdict::AlwaysSeen } else { Verdict::Sometimes(1) };
        }
        Verdict::Sometimes(hits.max(1))
    }

    /// Whether something holds of a pair in every configuration; `None` where it is not known once
    /// no box is left.
    fn covered(
        &mut self,
        pair: usize,
        left: &mut usize,
        holds: fn(&mut Checker<'_>, usize, f64) -> Option<bool>,
    ) -> Option<bool> {
        let [a, b] = self.checker.shapes(pair)?;
        let mut configuration = self.robot.middle();
        let mut to = Vec::new();
        let variables: Vec<usize> = self.variables([a, b]);
        let of = |place: &usize| {
            let [low, high] = self.robot.range(*self.robot.variables.get(*place)?)?;
            Some([low + 0.5 * (high - low), 0.5 * (high - low) * (1.0 + 4.0 * f64::EPSILON)])
        };
        let whole: Cell = variables.iter().map(of).collect::<Option<_>>()?;
        let mut open = vec![whole];
        while let Some(cell) = open.pop() {
            *left = left.checked_sub(1)?;
            for (place, [middle, _]) in variables.iter().zip(&cell) {
                configuration.get_mut(*place).into_iter().for_each(|own| *own = *middle);
            }
            self.checker.pose(&configuration);
            self.spread(&variables, &cell, &configuration, &mut to);
            let moved = self.reach.motion(self.robot, self.checker.posed(), &to, [a, b]);
            match holds(&mut self.checker, pair, moved) {
                Some(true) => continue,
                Some(false) => return Some(false),
                None => {}
            }
            let weights = self.weights(&variables);
            let widest = weights.iter().enumerate().max_by(|one, two| one.1.total_cmp(two.1));
            let (place, [middle, half]) = widest.and_then(|(at, _)| Some((at, *cell.get(at)?)))?;
            if !(middle - half < middle && middle < middle + half) || half < 1e-9 {
                return None;
            }
            // Halves that overlap by a rounding, so that nothing lies between.
            let own = 0.5 * half * (1.0 + 4.0 * f64::EPSILON) + f64::EPSILON * middle.abs();
            for middle in [middle - 0.5 * half, middle + 0.5 * half] {
                let mut part = cell.clone();
                part.get_mut(place).into_iter().for_each(|slot| *slot = [middle, own]);
                open.push(part);
            }
        }
        Some(true)
    }

    /// The places in a configuration that the joints between two shapes follow.
    fn variables(&mut self, shapes: [usize; 2]) -> Vec<usize> {
        let joints = self.reach.between(self.robot, shapes);
        let own = |place: usize| {
            let mimic = self.robot.joints.get(place).and_then(|joint| joint.mimic);
            let joint = mimic.map_or(place, |mimic| mimic.joint);
            self.robot.variables.iter().position(|own| *own == joint)
        };
        let mut places: Vec<usize> = joints.into_iter().filter_map(own).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    /// Each joint's value where every variable is at the end of its box: as far from the middle as
    /// any value within it.
    fn spread(&self, variables: &[usize], cell: &Cell, middle: &[f64], to: &mut Vec<f64>) {
        self.robot.values(middle, to);
        let halves: HashMap<usize, f64> = variables
            .iter()
            .zip(cell)
            .filter_map(|(place, [_, half])| Some((*self.robot.variables.get(*place)?, *half)))
            .collect();
        for (place, joint) in self.robot.joints.iter().enumerate() {
            let (own, factor) =
                joint.mimic.map_or((place, 1.0), |mimic| (mimic.joint, mimic.multiplier.abs()));
            if let (Some(half), Some(value)) = (halves.get(&own), to.get_mut(place)) {
                *value += factor * half * (1.0 + 4.0 * f64::EPSILON);
            }
        }
    }

    /// How much each variable moved the pair last asked about.
    fn weights(&self, variables: &[usize]) -> Vec<f64> {
        let mut weights = vec![0.0; variables.len()];
        for (joint, share) in self.reach.shares() {
            let mimic = self.robot.joints.get(joint).and_then(|joint| joint.mimic);
            let joint = mimic.map_or(joint, |mimic| mimic.joint);
            let at =
                variables.iter().position(|place| self.robot.variables.get(*place) == Some(&joint));
            at.and_then(|at| weights.get_mut(at)).into_iter().for_each(|own| *own += share);
        }
        weights
    }
}

/// Whether a pair stays apart while it moves by so much: `Some(false)` where it is not apart now.
fn apart(checker: &mut Checker<'_>, pair: usize, moved: f64) -> Option<bool> {
    if checker.apart_at_least(pair) > moved {
        return Some(true);
    }
    let Some(found) = checker.pair(pair, 1.001 * moved) else { return Some(true) };
    if found.meets() {
        return Some(false);
    }
    (lower(&found) > moved).then_some(true)
}

/// Whether a pair stays in contact while it moves by so much.
fn deep(checker: &mut Checker<'_>, pair: usize, moved: f64) -> Option<bool> {
    let found = checker.pair(pair, 0.0)?;
    let clearance = &found.clearance;
    let upper = clearance.signed_distance() + clearance.gap();
    match clearance.proximity {
        Proximity::Separated(_) => Some(false),
        // A depth of other shapes may change faster than they move.
        _ if checker.is_convex(pair) && upper < -moved => Some(true),
        _ => None,
    }
}

fn lower(found: &Found) -> f64 {
    found.clearance.signed_distance() - found.clearance.gap()
}
