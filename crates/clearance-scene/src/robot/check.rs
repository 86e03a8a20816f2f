//! The clearance of a robot's links, from one configuration to the next.

use clearance::{Pose, Proximity, Query, Shape, Space, Warm, Xyz};

use super::grown::Grown;
use super::kinematics::Posed;
use super::model::{Ball, Robot};
use super::world::World;
use crate::lengths::length;
use crate::scene::{Clearance, Extent, Inside, Object, Part, between};

/// Pairs of a robot's shapes, and the warm starts kept for them from one configuration to the next.
/// [`among`](Self::among) adds what stands around it.
///
/// ```no_run
/// use clearance_scene::robot::{Checker, Leave, Loading};
///
/// let robot = Loading::default().robot("robot.urdf".as_ref())?;
/// let mut checker = Checker::new(&robot, robot.pairs(&Leave::default())?);
/// for step in 0..100 {
///     checker.pose(&vec![0.01 * f64::from(step); robot.variables.len()]);
///     if let Some(found) = checker.nearest() {
///         println!("{step}: {}", found.clearance.signed_distance());
///     }
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Checker<'r> {
    pub(super) robot: &'r Robot,
    pairs: Vec<[usize; 2]>,
    /// For each pair.
    memory: Vec<Warm>,
    configuration: Vec<f64>,
    pub(super) posed: Posed,
    /// For each geometry; the pose is updated only where the body is not a single shape.
    objects: Vec<Object>,
    /// The pair that was nearest last time.
    last: usize,
    /// What stands around the robot.
    pub(super) world: Option<&'r World>,
    /// The geometries as they count there, and the box of each; of none where nothing stands
    /// around.
    pub(super) grown: Vec<Grown>,
    pub(super) extents: Vec<Extent>,
}

/// A pair of shapes, and their clearance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The index of the pair in the checker; [`Checker::shapes`] tells its shapes.
    pub pair: usize,
    /// Its shapes, as indices into [`Robot::geometries`]. The second may be an object of the
    /// [`World`]: these are counted behind the geometries, as [`Checker::object`] tells.
    pub geometries: [usize; 2],
    /// Their clearance. The gap also covers the rounding of the joints' product.
    pub clearance: Clearance,
}

impl<'r> Checker<'r> {
    /// For pairs of geometry indices, as [`Robot::pairs`] gives them; the robot starts at its
    /// [rest](Robot::rest).
    pub fn new(robot: &'r Robot, pairs: Vec<[usize; 2]>) -> Self {
        let memory = vec![Warm::default(); pairs.len()];
        let objects = robot.objects();
        let (configuration, posed) = (Vec::new(), Posed::default());
        let mut new = Self {
            robot,
            pairs,
            memory,
            configuration,
            posed,
            objects,
            last: 0,
            world: None,
            grown: Vec::new(),
            extents: Vec::new(),
        };
        new.pose(&robot.rest());
        new
    }

    /// The pairs of the robot's own shapes that are checked.
    pub fn pairs(&self) -> &[[usize; 2]] {
        &self.pairs
    }

    /// The poses of the robot's links.
    pub fn posed(&self) -> &Posed {
        &self.posed
    }

    /// Sets a configuration; see [`Posed::set`].
    ///
    /// The memory of the pairs is useful for a nearby configuration. After a large change it costs
    /// more than it saves, and is cleared.
    pub fn pose(&mut self, configuration: &[f64]) {
        /// In radians or lengths: beyond about this much the memory no longer pays.
        const LEAP: f64 = 0.25;
        let before = self.configuration.iter().zip(configuration);
        if !before.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max).le(&LEAP) {
            self.memory.fill(Warm::default());
        }
        self.configuration.clear();
        self.configuration.extend_from_slice(configuration);
        self.posed.set(self.robot, configuration);
        let poses = self.posed.geometries.iter();
        for (object, pose) in self.objects.iter_mut().zip(poses) {
            object.pose = *pose;
        }
        self.box_in();
    }

    /// All pairs of the robot's own shapes, in their order.
    pub fn all(&mut self) -> impl Iterator<Item = Found> + '_ {
        (0..self.pairs.len()).filter_map(|pair| self.pair(pair, f64::INFINITY))
    }

    /// The pairs that are not farther apart than `within`, and those of which one shape is inside
    /// the other or may be, in their order; with those of the robot and what stands around it.
    pub fn within(&mut self, within: f64) -> impl Iterator<Item = Found> + '_ {
        let around = (0..self.extents.len()).flat_map(|own| self.around(own, within));
        let around: Vec<usize> = around.collect();
        (0..self.pairs.len()).chain(around).filter_map(move |pair| {
            let found = self.pair(pair, within)?;
            let is_near = found.clearance.signed_distance() - found.clearance.gap() <= within;
            (is_near || found.clearance.inside == Inside::Unknown).then_some(found)
        })
    }

    /// The pair of least signed distance, of the robot's own and of those with what stands around
    /// it; of equal ones the first. `None` if there are no pairs.
    pub fn nearest(&mut self) -> Option<Found> {
        let mut best = self.pair(self.last, f64::INFINITY);
        let signed = |best: &Found| best.clearance.signed_distance().max(0.0);
        for pair in 0..self.pairs.len() {
            if pair == self.last {
                continue;
            }
            let most = best.as_ref().map_or(f64::INFINITY, signed);
            if self.apart_at_least(pair) > most {
                continue;
            }
            let Some(found) = self.pair(pair, most) else { continue };
            if best.is_none_or(|best| found.order() < best.order()) {
                best = Some(found);
            }
        }
        for geometry in 0..self.extents.len() {
            best = self.nearest_around(geometry, best);
        }
        self.last = best.map_or(0, |best| best.pair);
        best
    }

    /// Whether some pair is not proved apart: it collides, touches, or is too close to call.
    pub fn collides(&mut self) -> bool {
        (0..self.pairs.len()).any(|pair| self.meets(pair))
            || (0..self.extents.len()).any(|geometry| self.meets_around(geometry))
    }

    /// Whether a pair is not proved apart.
    pub fn meets(&mut self, pair: usize) -> bool {
        self.apart_at_least(pair) <= 0.0 && self.pair(pair, 0.0).is_some_and(|found| found.meets())
    }

    /// The clearance of a pair, if it is not farther apart than `within`, up to rounding.
    pub fn pair(&mut self, pair: usize, within: f64) -> Option<Found> {
        let [a, b] = self.shapes(pair)?;
        let around = self.object(b);
        let (one, two, off) = match around {
            None => (self.objects.get(a)?, self.objects.get(b)?, self.off(a) + self.off(b)),
            Some(place) => {
                let grown = self.grown.get(a)?;
                (&grown.object, self.standing(place)?, self.off(a) * grown.more)
            }
        };
        let clearance = match (bare(one), bare(two)) {
            (Some(s), Some(t)) => {
                let mut cold = Warm::default();
                let query = Query::new().warm(self.memory.get_mut(pair).unwrap_or(&mut cold));
                let query =
                    if within < f64::INFINITY { query.cut_off(within + off) } else { query };
                let proximity: Proximity<Xyz> = query.proximity(s, &one.pose, t, &two.pose);
                let inside = Inside::Neither;
                let (parts, is_lower_bound, surfaces) = ([0, 0], false, None);
                Clearance { proximity, parts, is_lower_bound, inside, surfaces }
            }
            _ => between(one, two, within + off)?,
        };
        Some(Found { pair, geometries: [a, b], clearance: clearance.where_off_by(off) })
    }

    /// A lower bound on the distance of a pair's shapes, from their bounding balls; negative where
    /// these overlap, or where nothing is known of them.
    pub(super) fn apart_at_least(&self, pair: usize) -> f64 {
        let balls = &self.posed.balls;
        let Some([a, b]) = self.shapes(pair) else { return f64::NEG_INFINITY };
        if let (Some(place), Some(own)) = (self.object(b), self.extents.get(a)) {
            let box_of = self.world.and_then(|world| world.extent(place));
            return box_of.map_or(0.0, |other| own.apart(&other));
        }
        let [Some(one), Some(two)] = [balls.get(a), balls.get(b)] else {
            return f64::NEG_INFINITY;
        };
        let apart = length(two.center - one.center);
        let radii = one.radius + two.radius;
        let least = apart - radii - 8.0 * f64::EPSILON * (apart + radii);
        // Joint values may lead out of the range of floats.
        if least.is_finite() { least } else { f64::NEG_INFINITY }
    }

    /// A lower bound on the signed distance of a pair in any configuration: out of each other's
    /// bounding balls they are apart.
    pub(super) fn deepest(&self, pair: usize) -> f64 {
        // Of a body without a ball nothing is known.
        let ball = |place: usize| self.robot.geometries.get(place).map(|own| own.ball);
        let known = |ball: &Ball| ball.center.is_finite();
        let radius = |place: usize| ball(place).filter(known).map(|ball| ball.radius);
        let radii = self.shapes(pair).map(|[a, b]| match self.object(b) {
            Some(place) => {
                let own = self.grown.get(a).and_then(|own| own.radius);
                [own, self.world.and_then(|world| world.radius(place))]
            }
            None => [radius(a), radius(b)],
        });
        let Some([Some(one), Some(two)]) = radii else { return f64::NEG_INFINITY };
        -(one + two) * (1.0 + 4.0 * f64::EPSILON)
    }

    /// Whether both shapes of a pair are convex: then their depth too changes by no more than they
    /// move.
    pub(super) fn is_convex(&self, pair: usize) -> bool {
        let object = |place: usize| match self.object(place) {
            Some(place) => self.standing(place),
            None => self.objects.get(place),
        };
        let convex = |place: usize| object(place).and_then(part).is_some();
        self.shapes(pair).is_some_and(|pair| pair.into_iter().all(convex))
    }

    fn off(&self, place: usize) -> f64 {
        self.posed.off.get(place).copied().unwrap_or(f64::INFINITY)
    }
}

impl Found {
    /// Whether they are not proved apart.
    pub(super) fn meets(&self) -> bool {
        let Clearance { proximity, inside, .. } = &self.clearance;
        proximity.intersects() || *inside == Inside::Unknown
    }

    /// What the nearest of several is the least by.
    pub(super) fn order(&self) -> (f64, usize) {
        (self.clearance.signed_distance(), self.pair)
    }
}

/// The one convex shape that an object is, where nothing moves or grows it within the object.
fn bare(object: &Object) -> Option<&Shape<Xyz>> {
    part(object)
        .filter(|own| own.pose == Pose::identity() && object.padding == 0.0)
        .map(|p| &p.shape)
}

/// The body's one convex part.
fn part(object: &Object) -> Option<&Part> {
    match object.body.parts() {
        [part] => Some(part),
        _ => None,
    }
}
