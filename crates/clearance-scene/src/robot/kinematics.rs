//! The poses of a robot's links.

use clearance::{Pose, Rotation, Rotation3, Space, Xyz};

use super::model::{Ball, JointKind, Robot};
use crate::lengths::length;

/// The poses of a robot's links and shapes in one configuration, in the root link's frame. The
/// memory is reused: posing again neither builds nor allocates anything.
#[derive(Clone, Debug, Default)]
pub struct Posed {
    /// The pose of each link.
    pub links: Vec<Pose<Xyz>>,
    /// The pose of each geometry.
    pub geometries: Vec<Pose<Xyz>>,
    /// How far a point of each geometry may be off due to the rounding of the joints' product.
    pub off: Vec<f64>,
    /// The bounding ball of each geometry.
    pub(super) balls: Vec<Ball>,
    /// The value of each joint, and those of released joints behind.
    pub(super) values: Vec<f64>,
    /// From the root to each link.
    chains: Vec<Chain>,
}

/// What a product of poses has accumulated.
#[derive(Clone, Copy, Debug, Default)]
struct Chain {
    /// The sum of the lengths of the translations.
    length: f64,
    /// The number of factors that round; those with a rotation count double.
    factors: f64,
    /// How far off the values of mimics are: of those that turn, and of those that move.
    angle: f64,
    shift: f64,
}

impl Chain {
    fn then(self, pose: &Pose<Xyz>) -> Self {
        let length = length(pose.translation);
        let moves = if length > 0.0 { 1.0 } else { 0.0 };
        let turns = if pose.rotation == Pose::<Xyz>::identity().rotation { 0.0 } else { 2.0 };
        Self { length: self.length + length, factors: self.factors + moves + turns, ..self }
    }

    /// How far a point may be off that is `reach` from the last origin.
    ///
    /// Each rotation is off by less than 32 roundings, from the sine of its angle to the product of
    /// quaternions, and swings all that follows; each sum adds 4 roundings of what it adds up.
    /// Quarter turns and sums that floats hold are exact, but for a translation along an axis that
    /// is none of the frame's.
    fn off(&self, reach: f64) -> f64 {
        let values = self.shift + self.angle * (self.length + reach);
        if self.factors == 0.0 {
            return values;
        }
        values + 32.0 * f64::EPSILON * (self.factors + 1.0) * (self.length + reach)
    }
}

/// A pose and what it has accumulated, after one more factor.
fn after((pose, chain): (Pose<Xyz>, Chain), next: &Pose<Xyz>) -> (Pose<Xyz>, Chain) {
    if *next == Pose::identity() {
        return (pose, chain);
    }
    // Other rotations are rounded before they are multiplied.
    let exact = if next.rotation.is_exact() { pose.compose_exactly(next) } else { None };
    match exact {
        Some(exact) => (exact, Chain { length: chain.length + length(next.translation), ..chain }),
        None => (pose.compose(next), chain.then(next)),
    }
}

impl Posed {
    /// Sets a configuration: a value for each of [`Robot::variables`]; missing values are 0. Limits
    /// are not enforced; [`Robot::check`] checks them.
    ///
    /// Source: the product of the poses along the tree, each joint's origin and then its motion.
    /// Cost: some 40 ns per joint.
    pub fn set(&mut self, robot: &Robot, configuration: &[f64]) {
        robot.values(configuration, &mut self.values);
        self.links.clear();
        self.links.resize(robot.links.len(), Pose::identity());
        self.chains.clear();
        self.chains.resize(robot.links.len(), Chain::default());
        for place in &robot.order {
            let Some(joint) = robot.joints.get(*place) else { continue };
            let value = self.values.get(*place).copied().unwrap_or(0.0);
            let (Some(mut pose), Some(mut chain)) =
                (self.links.get(joint.parent).copied(), self.chains.get(joint.parent).copied())
            else {
                continue;
            };
            let mut follow = |next: &Pose<Xyz>| (pose, chain) = after((pose, chain), next);
            follow(&joint.origin);
            let off = robot.value_off(*place, value);
            match joint.kind {
                JointKind::Revolute if value != 0.0 => {
                    let rotation = Rotation3::from_axis_angle(joint.axis, value);
                    follow(&Pose { rotation, translation: Xyz::default() });
                }
                JointKind::Prismatic => {
                    follow(&Pose::from_translation(joint.axis * value));
                    // The axis is rounded, and so is its product with the value.
                    let is_slanted = joint.axis.max_abs() < 1.0;
                    chain.factors += if is_slanted { 1.0 } else { 0.0 };
                }
                JointKind::Planar | JointKind::Floating => {
                    follow(&robot.place_of(*place, &self.values));
                }
                JointKind::Fixed | JointKind::Revolute => {}
            }
            match joint.kind {
                JointKind::Prismatic => chain.shift += off,
                _ => chain.angle += off,
            }
            self.links.get_mut(joint.child).into_iter().for_each(|own| *own = pose);
            self.chains.get_mut(joint.child).into_iter().for_each(|own| *own = chain);
        }
        self.geometries.clear();
        self.off.clear();
        self.balls.clear();
        for geometry in &robot.geometries {
            let link = self.links.get(geometry.link).copied().unwrap_or_default();
            let chain = self.chains.get(geometry.link).copied().unwrap_or_default();
            let ball = geometry.ball;
            let reach = length(ball.center) + ball.radius;
            let (pose, chain) = after((link, chain), &geometry.origin);
            let off = chain.off(reach);
            self.geometries.push(pose);
            self.off.push(off);
            let center = pose.transform_point(ball.center);
            let rounding = 16.0 * f64::EPSILON * (reach + pose.translation.max_abs());
            self.balls.push(Ball { center, radius: ball.radius + off + rounding });
        }
    }
}

impl Posed {
    /// An upper bound on the distance of a geometry's points from the origin of a joint's child.
    pub(super) fn spoke(&self, geometry: usize, child: usize) -> f64 {
        let find = || {
            let (ball, pose) = (self.balls.get(geometry)?, self.links.get(child)?);
            let reach = length(ball.center - pose.translation);
            let off = self.chains.get(child)?.off(reach);
            let rounding =
                32.0 * f64::EPSILON * (reach + length(ball.center) + length(pose.translation));
            Some(reach + ball.radius + off + rounding)
        };
        find().unwrap_or(f64::INFINITY)
    }

    /// An upper bound on the distance of a geometry's points from the axis of a joint.
    pub(super) fn lever(&self, robot: &Robot, geometry: usize, joint: usize) -> f64 {
        let find = || {
            let joint = robot.joints.get(joint)?;
            let (ball, pose) = (self.balls.get(geometry)?, self.links.get(joint.child)?);
            let chain = self.chains.get(joint.child)?;
            let (center, origin) = (ball.center, pose.translation);
            let arm = center - origin;
            let reach = length(arm);
            let off = chain.off(reach);
            let rounding = 32.0 * f64::EPSILON * (reach + length(center) + length(origin));
            let lever = length(arm.cross(pose.transform_vector(joint.axis)));
            Some(lever + ball.radius + off + rounding)
        };
        find().unwrap_or(f64::INFINITY)
    }
}

impl Robot {
    /// How far the value of a joint may be off that follows another.
    pub(super) fn value_off(&self, place: usize, value: f64) -> f64 {
        self.follows(place).off(value.abs())
    }

    /// The value of each joint: from the configuration, with mimics resolved, 0 where it is
    /// missing. Behind them those of released joints.
    pub(super) fn values(&self, configuration: &[f64], values: &mut Vec<f64>) {
        values.clear();
        values.resize(self.joints.len(), 0.0);
        for (variable, value) in self.variables.iter().zip(configuration) {
            values.get_mut(*variable).into_iter().for_each(|own| *own = *value);
        }
        for (place, joint) in self.joints.iter().enumerate() {
            let Some(mimic) = joint.mimic else { continue };
            let followed = values.get(mimic.joint).copied().unwrap_or(0.0);
            let value = mimic.multiplier * followed + mimic.offset;
            values.get_mut(place).into_iter().for_each(|own| *own = value);
        }
        values.extend(configuration.iter().skip(self.variables.len()));
    }
}
