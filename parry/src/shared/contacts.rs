//! Where two convex shapes touch, as parry's manifold: points in each shape's own frame.

use clearance::{SupportMap, contact_manifold};

use super::apart::{axis, is_apart};
use super::faces::Side;
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::details::{NormalConstraints, NormalConstraintsPair};
use super::parry::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, TrackedContact, Unsupported,
};
use super::parry::shape::{PackedFeatureId, Shape};
use super::queries::{ORIGIN, turned, within};

/// How far a mesh's rule may turn a normal, squared, for our points to be its points too: below a
/// millirad they are as good along either.
const SAME: Real = 1e-6;

/// A pair of convex shapes and how near they must come.
pub(super) struct Convex<'a> {
    pub(super) pos12: &'a Pose,
    pub(super) shapes: [&'a dyn Shape; 2],
    /// Which normals a mesh allows at its inner edges.
    pub(super) rules: [Option<&'a dyn NormalConstraints>; 2],
    pub(super) prediction: Real,
}

impl Convex<'_> {
    /// Fills a manifold. Its old points give their data to those of the same features.
    pub(super) fn touch<M, D>(
        &self,
        manifold: &mut ContactManifold<M, D>,
    ) -> Result<(), Unsupported>
    where
        M: Default + Clone + Send + Sync,
        D: Default + Copy + Send + Sync,
    {
        let [Some(a), Some(b)] = self.shapes.map(Side::new) else {
            return self.by_parry(manifold);
        };
        let maps = [a.map(), b.map()];
        let axis = axis(self.shapes, self.pos12, manifold.local_n1);
        if manifold.points.is_empty() && axis != Vector::ZERO {
            if is_apart(maps, self.pos12, axis, self.prediction) {
                return Ok(());
            }
            if let Err(axis) = within(maps, self.pos12, self.prediction) {
                manifold.local_n1 = axis;
                return Ok(());
            }
        }
        self.fill(maps, manifold)
    }

    fn fill<M, D>(
        &self,
        [a, b]: [&dyn SupportMap<Vector>; 2],
        manifold: &mut ContactManifold<M, D>,
    ) -> Result<(), Unsupported>
    where
        M: Default + Clone + Send + Sync,
        D: Default + Copy + Send + Sync,
    {
        let pos12 = self.pos12;
        let Some(found) = contact_manifold(a, &ORIGIN, b, pos12, self.prediction) else {
            manifold.clear();
            let near = within([a, b], pos12, self.prediction);
            manifold.local_n1 = near.err().unwrap_or_default();
            return Ok(());
        };
        if found.gap == Real::INFINITY {
            manifold.clear();
            return Err(Unsupported);
        }
        let (mut normal1, mut normal2) = (found.normal, turned(pos12, -found.normal));
        let [rule1, rule2] = self.rules;
        if !(rule1, rule2).project_local_normals(pos12, &mut normal1, &mut normal2) {
            manifold.clear();
            manifold.local_n1 = Vector::ZERO;
            return Ok(());
        }
        let is_turned = normal1 != found.normal;
        if is_turned && !((normal1 - found.normal).length_squared() <= SAME) {
            return self.by_parry(manifold);
        }
        let old: [Option<TrackedContact<D>>; 4] =
            std::array::from_fn(|place| manifold.points.get(place).copied());
        manifold.clear();
        for point in found.points() {
            let fid1 = PackedFeatureId(point.key.on_a());
            let fid2 = PackedFeatureId(point.key.on_b());
            let local_p2 = pos12.inverse_transform_point(point.on_b);
            let along = |normal: Vector| (point.on_b - point.on_a).dot(normal);
            let dist = if is_turned { along(normal1) } else { -point.depth };
            let mut contact = TrackedContact::new(point.on_a, local_p2, fid1, fid2, dist);
            let same = |old: &&TrackedContact<D>| old.fid1 == fid1 && old.fid2 == fid2;
            if let Some(old) = old.iter().flatten().find(same) {
                contact.data = old.data;
            }
            manifold.points.push(contact);
        }
        (manifold.local_n1, manifold.local_n2) = (normal1, normal2);
        Ok(())
    }

    /// Shapes that we do not know, and points along a normal that a mesh's rule has turned.
    fn by_parry<M, D>(&self, manifold: &mut ContactManifold<M, D>) -> Result<(), Unsupported>
    where
        M: Default + Clone + Send + Sync,
        D: Default + Copy + Send + Sync,
    {
        let ([g1, g2], [rule1, rule2]) = (self.shapes, self.rules);
        DefaultQueryDispatcher.contact_manifold_convex_convex(
            self.pos12,
            g1,
            g2,
            rule1,
            rule2,
            self.prediction,
            manifold,
        )
    }
}
