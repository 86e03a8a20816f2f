//! Drawing of answers with `bevy_gizmos`: witnesses, normals, contacts, sweeps.

use bevy_color::Color;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::GizmoBuffer;
use bevy_math::Vec3;
use clearance::{Pose, ToPose, support_point};

use crate::collider::Collider;
use crate::query::{Contact, Near, RayHit, ShapeHit};

/// How many outlines a swept shape is drawn with.
const OUTLINES: u8 = 5;
/// How many points each ring of an outline has, less one.
const RING: u8 = 32;

/// Draws answers, with `Gizmos` of any group. Needs the feature `gizmos`.
///
/// ```
/// use bevy_clearance::{ClearanceGizmos, Collider, Filter, SpatialQuery};
/// use bevy_color::Color;
/// use bevy_gizmos::gizmos::Gizmos;
/// use bevy_math::Vec3;
/// use bevy_shape::Sphere;
///
/// fn draw(space: SpatialQuery, mut gizmos: Gizmos) {
///     let ball = Collider::from(Sphere::new(0.5));
///     if let Some(near) = space.nearest(&ball, &Vec3::Y, 10.0, &Filter::ALL) {
///         gizmos.near(&near, Color::WHITE);
///     }
/// }
/// ```
pub trait ClearanceGizmos {
    /// Both witness points, the line between them, and the normal.
    fn near(&mut self, near: &Near, color: impl Into<Color>);
    /// The point that a ray meets, and the normal there, one unit long.
    fn ray_hit(&mut self, hit: &RayHit, color: impl Into<Color>);
    /// The points and the normal of a manifold.
    fn contact(&mut self, contact: &Contact, color: impl Into<Color>);
    /// A shape along its way, up to the hit if there is one, and where that is.
    fn sweep(
        &mut self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        way: Vec3,
        hit: Option<&ShapeHit>,
        color: impl Into<Color>,
    );
    /// The outline of a collider: for each part three pairs of rings, of its points that are
    /// farthest along the directions of a plane that is tilted a little to either side. A box shows
    /// all its edges so, a cylinder both its discs. Half-spaces have none.
    fn collider(
        &mut self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        color: impl Into<Color>,
    );
}

impl<Config, Clear> ClearanceGizmos for GizmoBuffer<Config, Clear>
where
    Config: GizmoConfigGroup,
    Clear: 'static + Send + Sync,
{
    fn near(&mut self, near: &Near, color: impl Into<Color>) {
        let color = color.into();
        self.line(near.point, near.point_on_shape, color);
        self.cross(near.point, 0.1, color);
        self.cross(near.point_on_shape, 0.1, color);
        self.arrow(near.point, near.point + near.normal, color);
    }

    fn ray_hit(&mut self, hit: &RayHit, color: impl Into<Color>) {
        let color = color.into();
        self.cross(hit.point, 0.1, color);
        self.arrow(hit.point, hit.point + hit.normal, color);
    }

    fn contact(&mut self, contact: &Contact, color: impl Into<Color>) {
        let color = color.into();
        for point in contact.manifold.points() {
            self.cross(point.on_a, 0.05, color);
            self.line(point.on_a, point.on_b, color);
            self.arrow(point.on_a, point.on_a + 0.5 * contact.manifold.normal, color);
        }
    }

    fn sweep(
        &mut self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        way: Vec3,
        hit: Option<&ShapeHit>,
        color: impl Into<Color>,
    ) {
        let color = color.into();
        let (pose, free) = (pose.to_pose(), way * hit.map_or(1.0, |hit| hit.fraction));
        for i in 0..OUTLINES {
            let way = free * f32::from(i) / f32::from(OUTLINES - 1);
            let at = Pose::<Vec3> { translation: pose.translation + way, rotation: pose.rotation };
            self.collider(shape, &at, color);
        }
        self.arrow(pose.translation, pose.translation + free, color);
        if let Some(hit) = hit {
            self.cross(hit.point, 0.1, color);
            self.arrow(hit.point, hit.point + hit.normal, color);
        }
    }

    fn collider(
        &mut self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        color: impl Into<Color>,
    ) {
        let (color, pose) = (color.into(), pose.to_pose());
        for part in &shape.0.parts {
            let at = part.placed(&pose);
            let axes = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| at.transform_vector(axis));
            let [x, y, z] = axes;
            let planes = [(x, y), (y, z), (z, x)];
            for (one, two) in planes.into_iter().flat_map(|(one, two)| [(one, two), (two, one)]) {
                // Askew, so that along no direction a whole face is as far; little enough that both
                // rings of a ball look like one.
                let aside = 0.001 * one.cross(two) + 0.0003 * one;
                let points = (0..=RING).map(|i| {
                    let (sin, cos) =
                        (f32::from(i) * std::f32::consts::TAU / f32::from(RING)).sin_cos();
                    support_point(&part.shape, &at, one * cos + two * sin + aside).point
                });
                self.linestrip(points.filter(|point| point.is_finite()), color);
            }
        }
    }
}
