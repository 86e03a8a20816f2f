//! How far two shapes can move towards each other while the joints between them move.

use super::kinematics::Posed;
use super::model::{JointKind, Robot};

/// Bounds of the relative motion of two shapes. The memory is reused.
#[derive(Clone, Debug, Default)]
pub(super) struct Reach {
    /// How many joints carry each link.
    depth: Vec<usize>,
    /// The joints between the shapes, from A's to B's.
    between: Vec<usize>,
    beyond: Vec<usize>,
    /// For each joint, a bound on the motion, from A's points.
    by_a: Vec<f64>,
    /// For each joint, what it adds to the last motion.
    shares: Vec<f64>,
    travels: Vec<f64>,
}

impl Reach {
    pub(super) fn new(robot: &Robot) -> Self {
        let mut depth = vec![0; robot.links.len()];
        for joint in robot.order.iter().filter_map(|place| robot.joints.get(*place)) {
            let above = depth.get(joint.parent).copied().unwrap_or(0);
            depth.get_mut(joint.child).into_iter().for_each(|own| *own = above + 1);
        }
        Self { depth, ..Self::default() }
    }

    /// An upper bound on the change of the distance of two geometries while each joint's value
    /// moves linearly from `posed`'s to `to`'s.
    ///
    /// Source: where the nearest points are a and b, a joint that turns by dq about an axis changes
    /// their distance by n·(axis × (b − o)) dq, with n the normal and o on the axis. As n is
    /// parallel to b − a, a may replace b, so the shorter of both lever arms counts. During the
    /// motion an arm grows by no more than the joints nearer to its shape move that shape. All is
    /// rounded up, and covers the rounding of the joint values at the times that are checked.
    pub(super) fn motion(
        &mut self,
        robot: &Robot,
        posed: &Posed,
        to: &[f64],
        [a, b]: [usize; 2],
    ) -> f64 {
        if !self.chain(robot, a, b) {
            return f64::INFINITY;
        }
        let by = |place, geometry, moved| by_joint(robot, posed, to, place, geometry, moved);
        self.by_a.clear();
        let mut moved = 0.0;
        for place in &self.between {
            let by = by(*place, a, moved);
            moved += by;
            self.by_a.push(by);
        }
        self.shares.clear();
        let (mut moved, mut sum) = (0.0, 0.0);
        for (place, by_a) in self.between.iter().zip(&self.by_a).rev() {
            let by_b = by(*place, b, moved);
            moved += by_b;
            // This order also propagates NaN.
            let share = if *by_a < by_b { *by_a } else { by_b };
            self.shares.push(share);
            sum += share;
        }
        // Each term has had three roundings per joint.
        sum * (1.0 + 8.0 * f64::EPSILON * (self.between.len() as f64 + 2.0))
    }

    /// An upper bound on how far each geometry's points move in the root link's frame, meanwhile.
    /// For two geometries the sum bounds their relative motion too; it is coarser, but cheap.
    pub(super) fn travels(&mut self, robot: &Robot, posed: &Posed, to: &[f64]) -> &[f64] {
        self.travels.clear();
        let all = 0..robot.geometries.len();
        self.travels.extend(all.map(|geometry| travel(robot, posed, to, geometry, 0.0)));
        &self.travels
    }

    /// The moving joints between two shapes.
    pub(super) fn between(&mut self, robot: &Robot, [a, b]: [usize; 2]) -> Vec<usize> {
        if self.chain(robot, a, b) { self.between.clone() } else { Vec::new() }
    }

    /// The joints that the last motion was by, and what each adds to it.
    pub(super) fn shares(&self) -> impl Iterator<Item = (usize, f64)> + '_ {
        self.between.iter().rev().copied().zip(self.shares.iter().copied())
    }

    /// Collects the moving joints between two geometries; returns whether the links are connected.
    fn chain(&mut self, robot: &Robot, a: usize, b: usize) -> bool {
        self.between.clear();
        self.beyond.clear();
        let link = |place: usize| robot.geometries.get(place).map(|geometry| geometry.link);
        let (Some(mut a), Some(mut b)) = (link(a), link(b)) else { return false };
        while a != b {
            let is_a = self.depth.get(a) >= self.depth.get(b);
            let (from, list) =
                if is_a { (&mut a, &mut self.between) } else { (&mut b, &mut self.beyond) };
            let Some(place) = robot.links.get(*from).and_then(|link| link.joint) else {
                return false;
            };
            let Some(joint) = robot.joints.get(place) else { return false };
            if robot.moves(place) {
                list.push(place);
            }
            *from = joint.parent;
        }
        self.between.extend(self.beyond.drain(..).rev());
        true
    }
}

/// An upper bound on how far a geometry's points move in the root link's frame, meanwhile, and
/// those of what reaches farther than it by `extra`.
pub(super) fn travel(robot: &Robot, posed: &Posed, to: &[f64], geometry: usize, extra: f64) -> f64 {
    let Some(own) = robot.geometries.get(geometry) else { return f64::INFINITY };
    // Past all that is fixed at once.
    let (mut link, mut moved, mut joints) = (robot.body_of(own.link), 0.0, 0.0);
    while let Some(place) = robot.links.get(link).and_then(|link| link.joint) {
        let Some(joint) = robot.joints.get(place) else { break };
        if robot.moves(place) {
            moved += by_joint(robot, posed, to, place, geometry, moved + extra);
            joints += 1.0;
        }
        link = robot.body_of(joint.parent);
    }
    moved * (1.0 + 8.0 * f64::EPSILON * (joints + 2.0))
}

/// An upper bound on how far a joint moves a geometry's points, once the joints between have moved
/// them by `moved`.
fn by_joint(
    robot: &Robot,
    posed: &Posed,
    to: &[f64],
    place: usize,
    geometry: usize,
    moved: f64,
) -> f64 {
    let Some(joint) = robot.joints.get(place) else { return f64::INFINITY };
    if joint.kind.values() == 1 {
        return step(robot, posed, to, place) * arm(robot, posed, place, geometry, moved);
    }
    // What it turns about moves along; seen from the other side, farther away by so much.
    let Some([by, angle]) = robot.free_step(place, &posed.values, to) else { return f64::INFINITY };
    by + angle * (posed.spoke(geometry, joint.child) + by + moved)
}

/// The change of a joint's value, plus its possible error at both ends: from a sum, a product and a
/// blend, as often as one joint follows another.
fn step(robot: &Robot, posed: &Posed, to: &[f64], place: usize) -> f64 {
    let from = posed.values.get(place).copied().unwrap_or(f64::NAN);
    let to = to.get(place).copied().unwrap_or(f64::NAN);
    let follows = robot.follows(place);
    let size = from.abs() + to.abs();
    (to - from).abs() + 16.0 * f64::EPSILON * (size + 4.0 * follows.offsets) + follows.off(size)
}

/// An upper bound on how far a geometry moves per unit of a joint's value, once the joints between
/// have moved it by `moved`.
fn arm(robot: &Robot, posed: &Posed, place: usize, geometry: usize, moved: f64) -> f64 {
    match robot.joints.get(place).map(|joint| joint.kind) {
        Some(JointKind::Revolute) => posed.lever(robot, geometry, place) + moved,
        _ => 1.0,
    }
}
