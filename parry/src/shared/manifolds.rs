//! Contact manifolds of all shapes. Composite shapes are walked by parry, each kind in its own way,
//! which asks the dispatcher about every pair of parts.

use super::contacts::Convex;
use super::parry::math::{Pose, Real};
use super::parry::query::details::{self, ContactManifoldsWorkspace, NormalConstraints};
use super::parry::query::{ContactManifold, PersistentQueryDispatcher, Unsupported};
use super::parry::shape::{Shape, ShapeType};
use crate::Clearance;

/// The manifolds of two shapes of any kind, by a dispatcher of pairs of convex ones.
pub(super) fn walk<M, D>(
    ours: &dyn PersistentQueryDispatcher<M, D>,
    pos12: &Pose,
    [g1, g2]: [&dyn Shape; 2],
    near: Real,
    all: &mut Vec<ContactManifold<M, D>>,
    memory: &mut Option<ContactManifoldsWorkspace>,
) -> Result<(), Unsupported>
where
    M: Default + Clone + Send + Sync,
    D: Default + Copy + Send + Sync,
{
    use ShapeType::{Ball, HeightField, TriMesh, Voxels};
    let pos21 = || pos12.inverse();
    let types = (g1.shape_type(), g2.shape_type());
    match (g1.as_composite_shape(), g2.as_composite_shape(), types) {
        (Some(parts1), Some(parts2), _) => {
            details::contact_manifolds_composite_shape_composite_shape(
                ours, pos12, parts1, parts2, near, all, memory,
            );
        }
        (_, _, (TriMesh, _) | (_, TriMesh)) => {
            details::contact_manifolds_trimesh_shape_shapes(ours, pos12, g1, g2, near, all, memory);
        }
        (_, Some(parts), (HeightField, _)) => {
            let Some(field) = g1.as_heightfield() else { return Err(Unsupported) };
            details::contact_manifolds_heightfield_composite_shape(
                ours,
                pos12,
                &pos21(),
                field,
                parts,
                near,
                all,
                memory,
                false,
            );
        }
        (Some(parts), _, (_, HeightField)) => {
            let Some(field) = g2.as_heightfield() else { return Err(Unsupported) };
            details::contact_manifolds_heightfield_composite_shape(
                ours,
                &pos21(),
                pos12,
                field,
                parts,
                near,
                all,
                memory,
                true,
            );
        }
        (_, _, (HeightField, _) | (_, HeightField)) => {
            details::contact_manifolds_heightfield_shape_shapes(
                ours, pos12, g1, g2, near, all, memory,
            );
        }
        (_, _, (Voxels, Voxels)) => {
            details::contact_manifolds_voxels_voxels_shapes(ours, pos12, g1, g2, near, all, memory);
        }
        (_, _, (Voxels, Ball) | (Ball, Voxels)) => {
            details::contact_manifolds_voxels_ball_shapes(pos12, g1, g2, near, all);
        }
        (None, None, (Voxels, _) | (_, Voxels)) => {
            details::contact_manifolds_voxels_shape_shapes(ours, pos12, g1, g2, near, all, memory);
        }
        (_, _, (Voxels, _) | (_, Voxels)) => {
            details::contact_manifolds_voxels_composite_shape_shapes(
                ours, pos12, g1, g2, near, all, memory,
            );
        }
        (Some(parts), ..) => {
            details::contact_manifolds_composite_shape_shape(
                ours, pos12, parts, g2, near, all, memory, false,
            );
        }
        (_, Some(parts), _) => {
            details::contact_manifolds_composite_shape_shape(
                ours,
                &pos21(),
                parts,
                g1,
                near,
                all,
                memory,
                true,
            );
        }
        (None, None, _) => {
            if all.is_empty() {
                all.push(ContactManifold::new());
            }
            let Some(manifold) = all.first_mut() else { return Err(Unsupported) };
            let (rules, prediction) = ((None, None), near);
            return ours.contact_manifold_convex_convex(
                pos12, g1, g2, rules.0, rules.1, prediction, manifold,
            );
        }
    }
    Ok(())
}

impl<M, D> PersistentQueryDispatcher<M, D> for Clearance
where
    M: Default + Clone + Send + Sync,
    D: Default + Copy + Send + Sync,
{
    fn contact_manifolds(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        prediction: Real,
        manifolds: &mut Vec<ContactManifold<M, D>>,
        workspace: &mut Option<ContactManifoldsWorkspace>,
    ) -> Result<(), Unsupported> {
        walk(self, pos12, [g1, g2], prediction, manifolds, workspace)
    }

    fn contact_manifold_convex_convex(
        &self,
        pos12: &Pose,
        g1: &dyn Shape,
        g2: &dyn Shape,
        normal_constraints1: Option<&dyn NormalConstraints>,
        normal_constraints2: Option<&dyn NormalConstraints>,
        prediction: Real,
        manifold: &mut ContactManifold<M, D>,
    ) -> Result<(), Unsupported> {
        let (shapes, rules) = ([g1, g2], [normal_constraints1, normal_constraints2]);
        Convex { pos12, shapes, rules, prediction }.touch(manifold)
    }
}
