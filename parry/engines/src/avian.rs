//! A collider backend for avian: its shapes, with contacts, casts and overlaps of `clearance`.

use avian3d::collider_tree::{ColliderTree, ColliderTrees};
use avian3d::prelude::*;
use bevy::app::PluginGroupBuilder;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use clearance_parry::Clearance;
use parry3d::math::Pose;
use parry3d::query::{
    ContactManifold as ParryManifold, PersistentQueryDispatcher, QueryDispatcher, ShapeCastOptions,
};

/// avian's `PhysicsPlugins` for bodies with a [`CertifiedCollider`], in the place of those for its
/// own `Collider`: its schedule does not take both.
pub struct CertifiedPhysicsPlugins;

impl PluginGroup for CertifiedPhysicsPlugins {
    fn build(self) -> PluginGroupBuilder {
        PhysicsPlugins::default()
            .build()
            .disable::<ColliderBackendPlugin<Collider>>()
            .disable::<ColliderTreePlugin<Collider>>()
            .disable::<NarrowPhasePlugin<Collider>>()
            .disable::<BodySizeMetricsPlugin<Collider>>()
            .add(ColliderBackendPlugin::<CertifiedCollider>::new(FixedPostUpdate))
            .add(ColliderTreePlugin::<CertifiedCollider>::default())
            .add(NarrowPhasePlugin::<CertifiedCollider>::default())
            .add(BodySizeMetricsPlugin::<CertifiedCollider>::default())
    }
}

/// A collider of avian's, whose contacts are answered by [`Clearance`]. Boxes, masses and scales
/// are avian's.
#[derive(Component, Clone, Debug, Default)]
pub struct CertifiedCollider(pub Collider);

impl AnyCollider for CertifiedCollider {
    type Context = ();

    fn aabb_with_context(
        &self,
        position: Vec3,
        rotation: impl Into<Quat>,
        margin: f32,
        _: ColliderContext<()>,
    ) -> ColliderAabb {
        self.0.aabb(position, rotation.into(), margin)
    }

    fn contact_manifolds_with_context(
        &self,
        other: &Self,
        position1: Vec3,
        rotation1: impl Into<Quat>,
        position2: Vec3,
        rotation2: impl Into<Quat>,
        prediction_distance: f32,
        manifolds: &mut Vec<ContactManifold>,
        _: ColliderPairContext<()>,
    ) {
        let place1 = Pose::from_parts(position1, rotation1.into());
        let place2 = Pose::from_parts(position2, rotation2.into());
        let (shape1, shape2) = (self.0.shape_scaled(), other.0.shape_scaled());
        let between = place1.inv_mul(&place2);
        let mut found: Vec<ParryManifold<(), ()>> = Vec::new();
        manifolds.clear();
        let answer = Clearance.contact_manifolds(
            &between,
            &**shape1,
            &**shape2,
            prediction_distance,
            &mut found,
            &mut None,
        );
        if answer.is_err() {
            warn_once!("a pair of shapes has no contact points: custom, or two half-spaces");
        }
        manifolds.extend(found.iter().filter_map(|manifold| in_world(manifold, place1, place2)));
    }

    fn ccd_thickness_with_context(&self, _: ColliderContext<()>) -> f32 {
        self.0.ccd_thickness()
    }

    fn max_distance_to_point_with_context(&self, point: Vec3, _: ColliderContext<()>) -> f32 {
        self.0.max_distance_to_point(point)
    }

    fn bounding_radius_with_context(&self, _: ColliderContext<()>) -> f32 {
        self.0.bounding_radius()
    }
}

/// Contact points as avian has them: the middle of the two points, seen from either body.
fn in_world(found: &ParryManifold<(), ()>, pose1: Pose, pose2: Pose) -> Option<ContactManifold> {
    let part1 = found.subshape_pos1().map_or(pose1, |part| pose1 * *part);
    let part2 = found.subshape_pos2().map_or(pose2, |part| pose2 * *part);
    let normal = (part1.rotation * found.local_n1).try_normalize()?;
    let points = found.points.iter().map(|point| {
        let middle = (part1 * point.local_p1).midpoint(part2 * point.local_p2);
        let (anchor1, anchor2) = (middle - pose1.translation, middle - pose2.translation);
        ContactPoint::new(anchor1, anchor2, middle, -point.dist)
            .with_feature_ids(point.fid1.into(), point.fid2.into())
    });
    (!found.points.is_empty()).then(|| ContactManifold::new(points, normal))
}

impl ScalableCollider for CertifiedCollider {
    fn scale(&self) -> Vec3 {
        self.0.scale()
    }

    fn set_scale(&mut self, scale: Vec3, detail: u32) {
        self.0.set_scale(scale, detail);
    }
}

impl ComputeMassProperties3d for CertifiedCollider {
    fn mass(&self, density: f32) -> f32 {
        self.0.mass(density)
    }

    fn unit_principal_angular_inertia(&self) -> Vec3 {
        self.0.unit_principal_angular_inertia()
    }

    fn principal_angular_inertia(&self, mass: f32) -> Vec3 {
        self.0.principal_angular_inertia(mass)
    }

    fn local_inertial_frame(&self) -> Quat {
        self.0.local_inertial_frame()
    }

    fn center_of_mass(&self) -> Vec3 {
        self.0.center_of_mass()
    }

    fn mass_properties(&self, density: f32) -> MassProperties3d {
        self.0.mass_properties(density)
    }
}

/// Casts and overlaps among [`CertifiedCollider`]s, in the place of avian's `SpatialQuery`, which
/// sees none of them. avian's trees say which colliders come near; each of these is then asked.
#[derive(SystemParam)]
pub struct CertifiedQuery<'w, 's> {
    colliders: Query<'w, 's, (&'static Position, &'static Rotation, &'static CertifiedCollider)>,
    trees: Res<'w, ColliderTrees>,
}

impl CertifiedQuery<'_, '_> {
    /// The first collider that a shape meets on its way, as `SpatialQuery::cast_shape`.
    pub fn cast_shape(
        &self,
        shape: &Collider,
        origin: Vec3,
        rotation: Quat,
        direction: Dir3,
        config: &ShapeCastConfig,
        filter: &SpatialQueryFilter,
    ) -> Option<ShapeHitData> {
        let start = Pose::from_parts(origin, rotation);
        let mut first: Option<ShapeHitData> = None;
        let cast = |tree: &ColliderTree, first: &mut Option<ShapeHitData>| {
            let bounds = bounds(shape, start);
            let (limit, near) = (config.max_distance, config.target_distance);
            tree.sweep_traverse_closest(bounds.into(), direction, limit, near, |proxy| {
                let target = self.target(tree.get_proxy(proxy), filter);
                let hit = target.and_then(|(entity, place, collider)| {
                    hit(entity, place, collider, shape, start, direction, config)
                });
                let distance = hit.map_or(f32::MAX, |hit| hit.distance);
                if distance <= first.map_or(limit, |hit| hit.distance) {
                    *first = hit.or(*first);
                }
                distance
            });
        };
        self.trees.iter_trees().for_each(|tree| cast(tree, &mut first));
        first
    }

    /// All colliders that a shape overlaps or touches, as `SpatialQuery::shape_intersections`.
    pub fn shape_intersections(
        &self,
        shape: &Collider,
        origin: Vec3,
        rotation: Quat,
        filter: &SpatialQueryFilter,
    ) -> Vec<Entity> {
        let start = Pose::from_parts(origin, rotation);
        let mut found = Vec::new();
        for tree in self.trees.iter_trees() {
            tree.aabb_traverse(bounds(shape, start).into(), |proxy| {
                let target = self.target(tree.get_proxy(proxy), filter);
                found.extend(target.and_then(|(entity, place, collider)| {
                    let between = place.inv_mul(&start);
                    let (shape1, shape2) = (collider.shape_scaled(), shape.shape_scaled());
                    let answer = Clearance.intersection_test(&between, &**shape1, &**shape2);
                    if answer.is_err() {
                        warn_once!("a pair of shapes has no overlap: custom");
                    }
                    answer.is_ok_and(|answer| answer.intersecting).then_some(entity)
                }));
                true
            });
        }
        found
    }

    fn target(
        &self,
        proxy: Option<&avian3d::collider_tree::ColliderTreeProxy>,
        filter: &SpatialQueryFilter,
    ) -> Option<(Entity, Pose, &Collider)> {
        let proxy = proxy.filter(|proxy| filter.test(proxy.collider, proxy.layers))?;
        let (position, rotation, collider) = self.colliders.get(proxy.collider).ok()?;
        let place = Pose::from_parts(position.0, (*rotation).into());
        Some((proxy.collider, place, &collider.0))
    }
}

/// A shape's box, larger than what the tree's arithmetic rounds away.
fn bounds(shape: &Collider, place: Pose) -> ColliderAabb {
    let tight = shape.aabb(place.translation, place.rotation, 0.0);
    let size = tight.min.abs().max(tight.max.abs()).max_element();
    shape.aabb(place.translation, place.rotation, size * 1e-4)
}

/// Where a shape on its way meets one collider.
fn hit(
    entity: Entity,
    place: Pose,
    collider: &Collider,
    shape: &Collider,
    start: Pose,
    direction: Dir3,
    config: &ShapeCastConfig,
) -> Option<ShapeHitData> {
    let options = ShapeCastOptions {
        max_time_of_impact: config.max_distance,
        target_distance: config.target_distance,
        stop_at_penetration: !config.ignore_origin_penetration,
        compute_impact_geometry_on_penetration: config.compute_contact_on_penetration,
    };
    let velocity = place.rotation.inverse() * *direction;
    let (shape1, shape2) = (collider.shape_scaled(), shape.shape_scaled());
    let between = place.inv_mul(&start);
    let answer = Clearance.cast_shapes(&between, velocity, &**shape1, &**shape2, options);
    if answer.is_err() {
        warn_once!("a pair of shapes has no cast: custom");
    }
    let hit = answer.ok().flatten()?;
    Some(ShapeHitData {
        entity,
        distance: hit.time_of_impact,
        point1: place * hit.witness1,
        point2: start * hit.witness2 + *direction * hit.time_of_impact,
        normal1: place.rotation * hit.normal1,
        normal2: start.rotation * hit.normal2,
    })
}
