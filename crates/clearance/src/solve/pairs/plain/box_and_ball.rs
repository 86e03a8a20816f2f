//! A box and a ball: distance, depth and boolean in the box's frame.

use crate::answer::Proximity;
use crate::math::tolerance::{SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Space, Vector, sqrt};
use crate::shape::{Primitive, SupportMap};
use crate::solve::pairs::cuboids;

use super::{Bounds, PLAIN, TURNED, answer};

/// A box and a ball, both grown by any radii, in the box's frame times the factor that its matrix comes with. That spares a quotient on the
/// way to each answer.
pub(super) struct BoxAndBall<S: Space> {
    is_box_first: bool,
    matrix: S::Matrix,
    factor: f64,
    half: S,
    /// Of the ball.
    center: S,
    bounds: Bounds<S>,
}

impl<S: Space> BoxAndBall<S> {
    /// `None` for other shapes.
    #[inline(always)]
    pub(super) fn of<V, A, B>(
        bounds: &Bounds<S>,
        a: &A,
        pose_a: &Pose<V>,
        b: &B,
        pose_b: &Pose<V>,
    ) -> Option<Self>
    where
        V: Vector<Space = S>,
        A: SupportMap<V> + ?Sized,
        B: SupportMap<V> + ?Sized,
    {
        use Primitive::{Cuboid, Point};
        let offset = bounds.offset;
        let (half, is_box_first) = match (a.primitive(), b.primitive()) {
            (Cuboid(half), Point(q)) if q == S::default() => (half, true),
            (Point(p), Cuboid(half)) if p == S::default() => (half, false),
            _ => return None,
        };
        let (of_box, center) = if is_box_first { (pose_a, offset) } else { (pose_b, -offset) };
        let (matrix, factor) = of_box.rotation.stretched_matrix();
        Some(Self {
            is_box_first,
            matrix,
            factor,
            half: half * factor,
            center: center.rotate_back(&matrix),
            bounds: *bounds,
        })
    }

    /// Not where numbers describe no shapes or no poses, nor for sizes whose squares may leave the range. The box's own rotation has been
    /// reckoned with.
    #[inline(always)]
    fn is_meaningful<V: Vector<Space = S>>(&self, pose_a: &Pose<V>, pose_b: &Pose<V>) -> bool {
        self.bounds.is_meaningful()
            && SAFE_REACH.contains(&self.factor)
            && if self.is_box_first { pose_b } else { pose_a }.rotation.turns()
    }

    /// Whether they have a point in common; `None` where that is close.
    #[inline(always)]
    pub(super) fn intersects<V: Vector<Space = S>>(
        &self,
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
    ) -> Option<bool> {
        let Self { center, half, factor, bounds, .. } = *self;
        let error = (PLAIN + TURNED) * UNIT_ROUNDOFF * bounds.rough_size();
        let squared = (center - cuboids::clamp(center, half)).length_squared();
        let radius: f64 = bounds.radii.iter().sum();
        let (far, near) = ((radius + error) * factor, (radius - error) * factor);
        let is_apart = squared > far * far;
        let meets = near > 0.0 && squared < near * near;
        // A point, or nearly one.
        let is_within = || squared == 0.0 && cuboids::nearest_face(half, center).0 > error * factor;
        ((is_apart || meets || is_within()) && self.is_meaningful(pose_a, pose_b))
            .then_some(!is_apart)
    }

    /// Distance or depth; `None` where the ball's centre is on the box, or that is close. Nothing of a box is nearer than the centre's clamped
    /// coordinates; inside, no way out is shorter than that through the nearest face.
    #[inline(always)]
    pub(super) fn proximity<V: Vector<Space = S>>(
        &self,
        pose_a: &Pose<V>,
        pose_b: &Pose<V>,
    ) -> Option<Proximity<V>> {
        let Self { is_box_first, ref matrix, factor, half, center, bounds } = *self;
        let of_box = if is_box_first { pose_a } else { pose_b };
        let roundings = if of_box.rotation.is_exact() { PLAIN } else { PLAIN + TURNED };
        let error = roundings * UNIT_ROUNDOFF * bounds.size();
        let nearest = cuboids::clamp(center, half);
        let is_inside = nearest == center;
        let way = if is_inside {
            let (depth, normal) = cuboids::nearest_face(half, center);
            normal * -depth
        } else {
            center - nearest
        };
        let squared = way.length_squared();
        let length = sqrt(squared);
        if !(length > 2.0 * error * factor && self.is_meaningful(pose_a, pose_b)) {
            return None;
        }
        // A quotient that need not wait for the root.
        let per_length = length * (1.0 / (squared * factor));
        // From the box to the centre.
        let outward = way.rotate(matrix) * per_length;
        let apart = squared * per_length;
        let to_box = outward * -apart;
        let side = if is_inside { -1.0 } else { 1.0 };
        let normal = outward * if is_box_first { side } else { -side };
        let (on_a, on_b) = (pose_a.translation.to_space(), pose_b.translation.to_space());
        let cores = if is_box_first { (on_b + to_box, on_b) } else { (on_a, on_a + to_box) };
        answer(side * apart, bounds.radii, error, normal, cores)
    }
}
