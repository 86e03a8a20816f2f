//! The questions, and the system parameter that asks them.

use std::ops::Deref;

use bevy_ecs::prelude::*;
use bevy_ecs::system::SystemParam;
use bevy_math::Vec3;
use bevy_shape::Ray3d;
use clearance::{AtStart, Cast, Manifold, Point, Pose, Proximity, Ray, RayCast, Sweep, ToPose};

use crate::bounds::{Bounds, Moving, distance};
use crate::collider::Collider;
use crate::layers::Filter;
use crate::narrow::{self, Body};
use crate::world::{ColliderTree, Standing};

/// Asks the [`ColliderTree`]: its methods are the questions.
///
/// They see colliders as they stood at the end of the last frame, or of `Startup`. Touching is
/// meeting; lengths are proved to a float's rounding. What is too close to call, for curved shapes
/// within some 1e-14 of their size, is on the safe side, a hit, and says so (`is_decided`).
///
/// ```
/// use bevy_clearance::{Filter, SpatialQuery};
/// use bevy_math::{Dir3, Vec3};
/// use bevy_shape::Ray3d;
///
/// fn shoot(space: SpatialQuery) {
///     let ray = Ray3d::new(Vec3::Y, Dir3::NEG_Z);
///     if let Some(hit) = space.cast_ray(ray, 100.0, &Filter::ALL) {
///         println!("{} is hit at {}", hit.entity, hit.point);
///     }
/// }
/// ```
#[derive(SystemParam)]
pub struct SpatialQuery<'w> {
    tree: Res<'w, ColliderTree>,
}

impl Deref for SpatialQuery<'_> {
    type Target = ColliderTree;
    fn deref(&self) -> &ColliderTree {
        &self.tree
    }
}

/// What a ray meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Whose collider it is.
    pub entity: Entity,
    /// The number of the part or the triangle.
    pub part: u32,
    /// The ray is free up to here: the distance, rounded down.
    pub distance: f32,
    /// The point of the collider; the ray's origin if that is inside.
    pub point: Vec3,
    /// A unit vector out of the collider; of a triangle, towards the origin.
    pub normal: Vec3,
    /// Whether the hit is proved; otherwise it may graze.
    pub is_decided: bool,
}

/// How a shape is cast. By default for the whole way, a hit where they touch.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct CastOptions {
    /// A hit is where they come as near as this.
    pub skin: f32,
    /// What to do with colliders that are as near at the start.
    pub at_start: AtStart,
}

/// What a moving shape meets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShapeHit {
    /// Whose collider it is.
    pub entity: Entity,
    /// The numbers of the parts: of the collider, and of the moving shape.
    pub parts: [u32; 2],
    /// The part of the way up to which the motion is free, from 0 to 1: rounded down.
    pub fraction: f32,
    /// The point of the collider, as the moving shape stands at that time.
    pub point: Vec3,
    /// The point of the moving shape, at that time.
    pub point_on_shape: Vec3,
    /// A unit vector from the collider to the shape.
    pub normal: Vec3,
    /// How far apart they are at that time: the skin, or less for a hit at the start; below 0, how
    /// deep they overlap there.
    pub distance: f32,
    /// Whether the hit is proved; otherwise it may graze.
    pub is_decided: bool,
}

/// What is nearest to a shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Near {
    /// Whose collider it is.
    pub entity: Entity,
    /// The numbers of the parts: of the collider, and of the shape.
    pub parts: [u32; 2],
    /// How far apart they are; negative, how deep they overlap.
    pub distance: f32,
    /// How far off the distance may be.
    pub gap: f32,
    /// The point of the collider.
    pub point: Vec3,
    /// The point of the shape.
    pub point_on_shape: Vec3,
    /// A unit vector from the collider to the shape: the shortest way out, if they overlap.
    pub normal: Vec3,
    /// Whether it is proved on which side of touching they are.
    pub is_decided: bool,
}

/// Where a collider touches a shape, or is about to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// Whose collider it is.
    pub entity: Entity,
    /// The numbers of the parts: of the collider, and of the shape.
    pub parts: [u32; 2],
    /// Up to four points; its A is the collider, its B the shape.
    pub manifold: Manifold<Vec3>,
}

/// The box of a collider that asks.
fn bounds_of(body: &Body<'_>) -> Bounds {
    body.geometry.bounds_at(body.pose)
}

impl ColliderTree {
    /// What a ray meets first, up to a distance. Solid colliders that hold its origin are hit at
    /// distance 0.
    #[must_use]
    pub fn cast_ray(&self, ray: Ray3d, max_distance: f32, filter: &Filter<'_>) -> Option<RayHit> {
        let mut best: Option<RayHit> = None;
        self.rays(&Ray::from(ray).until(max_distance), filter, |hit, limit| {
            let sooner =
                best.is_none_or(|best| (hit.distance, hit.entity) < (best.distance, best.entity));
            if sooner {
                best = Some(hit);
            }
            limit.min(f64::from(hit.distance))
        });
        best
    }

    /// All that a ray meets up to a distance, each collider once, nearest first.
    #[must_use]
    pub fn ray_hits(&self, ray: Ray3d, max_distance: f32, filter: &Filter<'_>) -> Vec<RayHit> {
        let mut hits = Vec::new();
        self.rays(&Ray::from(ray).until(max_distance), filter, |hit, limit| {
            hits.push(hit);
            limit
        });
        hits.sort_by(|a, b| a.distance.total_cmp(&b.distance).then(a.entity.cmp(&b.entity)));
        hits
    }

    /// Whether nothing stands between two points: proved, so what grazes hides. Leave out by the
    /// filter what the points belong to.
    #[must_use]
    pub fn visible_from(&self, eye: Vec3, point: Vec3, filter: &Filter<'_>) -> bool {
        let ray = Ray::new(eye, point - eye).until(1.0);
        let mut is_visible = true;
        self.rays(&ray, filter, |_, _| {
            is_visible = false;
            -1.0
        });
        is_visible
    }

    fn rays(&self, ray: &Ray<Vec3>, filter: &Filter<'_>, mut each: impl FnMut(RayHit, f64) -> f64) {
        let origin = Bounds { min: ray.origin.into(), max: ray.origin.into() };
        let moving = Moving::new(origin, ray.direction.as_dvec3());
        let mut limit = f64::from(ray.max_time);
        self.visit(
            |own| moving.enters(own),
            limit,
            |standing| {
                if filter.takes(standing.entity, standing.layers)
                    && let Some((part, cast)) = narrow::first_hit(&standing.body(), ray, &moving)
                    && let Some(hit) = cast.hit()
                {
                    limit = each(ray_hit(standing, part, &cast, hit), limit);
                }
                limit
            },
        );
    }

    /// What a shape meets first that moves by `way` from a pose, without turning. Its answer holds
    /// for the whole way, however long: nothing is tunnelled through.
    #[must_use]
    pub fn cast_shape(
        &self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        way: Vec3,
        options: &CastOptions,
        filter: &Filter<'_>,
    ) -> Option<ShapeHit> {
        let pose = pose.to_pose();
        let body = Body { geometry: &shape.0, pose: &pose };
        let sweep = Sweep::new(way).target_distance(options.skin).at_start(options.at_start);
        let moving =
            |bounds: Bounds| Moving::new(bounds.grown(options.skin.max(0.0)), way.as_dvec3());
        let whole = moving(bounds_of(&body));
        let mut best: Option<ShapeHit> = None;
        let mut limit = 1.0;
        self.visit(
            |own| whole.enters(own),
            limit,
            |standing| {
                if filter.takes(standing.entity, standing.layers)
                    && let Some((parts, cast)) =
                        narrow::first_meeting(&standing.body(), &body, &sweep, moving)
                    && let Some(hit) = shape_hit(standing, parts, &cast)
                    && best.is_none_or(|best| {
                        (hit.fraction, hit.entity) < (best.fraction, best.entity)
                    })
                {
                    limit = f64::from(hit.fraction);
                    best = Some(hit);
                }
                limit
            },
        );
        best
    }

    /// The collider nearest to a shape, up to a distance; among those that overlap it, the one that
    /// does deepest.
    #[must_use]
    pub fn nearest(
        &self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        max_distance: f32,
        filter: &Filter<'_>,
    ) -> Option<Near> {
        let pose = pose.to_pose();
        let body = Body { geometry: &shape.0, pose: &pose };
        let bounds = bounds_of(&body);
        let mut best: Option<Near> = None;
        let mut limit = f64::from(max_distance);
        self.visit(
            |own| Some(distance(own, &bounds)),
            limit,
            |standing| {
                // Rounded up: the nearest so far must not be lost to the cut-off of another.
                let within = best.map_or(max_distance, |best| (best.distance + best.gap).max(0.0));
                if filter.takes(standing.entity, standing.layers)
                    && let Some((parts, found)) = narrow::nearest(&standing.body(), &body, within)
                {
                    let near = near(standing, parts, &found);
                    if best.is_none_or(|best| {
                        (near.distance, near.entity) < (best.distance, best.entity)
                    }) {
                        limit = limit.min(f64::from(near.distance).max(0.0));
                        best = Some(near);
                    }
                }
                limit
            },
        );
        best
    }

    /// The collider nearest to a point, up to a distance; see [`nearest`](Self::nearest).
    #[must_use]
    pub fn nearest_to_point(
        &self,
        point: Vec3,
        max_distance: f32,
        filter: &Filter<'_>,
    ) -> Option<Near> {
        let origin = Collider::new(Point::new(Vec3::ZERO));
        self.nearest(&origin, &point, max_distance, filter)
    }

    /// The colliders that a shape touches or overlaps, or may, sorted.
    #[must_use]
    pub fn intersections(
        &self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        filter: &Filter<'_>,
    ) -> Vec<Entity> {
        let pose = pose.to_pose();
        let body = Body { geometry: &shape.0, pose: &pose };
        let bounds = bounds_of(&body);
        let mut met = Vec::new();
        self.visit(
            |own| own.meets(&bounds).then_some(0.0),
            0.0,
            |standing| {
                if filter.takes(standing.entity, standing.layers)
                    && narrow::meets(&standing.body(), &body)
                {
                    met.push(standing.entity);
                }
                0.0
            },
        );
        met.sort_unstable();
        met
    }

    /// Where colliders touch a shape, overlap it, or are within a distance of it: sorted by entity,
    /// then by parts.
    #[must_use]
    pub fn contacts(
        &self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        max_distance: f32,
        filter: &Filter<'_>,
    ) -> Vec<Contact> {
        let pose = pose.to_pose();
        let body = Body { geometry: &shape.0, pose: &pose };
        let bounds = bounds_of(&body);
        let (mut contacts, within) = (Vec::new(), f64::from(max_distance));
        self.visit(
            |own| Some(distance(own, &bounds)),
            within,
            |standing| {
                if filter.takes(standing.entity, standing.layers) {
                    let entity = standing.entity;
                    narrow::contacts(&standing.body(), &body, max_distance, |parts, manifold| {
                        contacts.push(Contact { entity, parts, manifold });
                    });
                }
                within
            },
        );
        contacts.sort_by_key(|contact: &Contact| (contact.entity, contact.parts));
        contacts
    }

    /// How far apart the colliders of two entities are, or how deep they overlap; `None` if one has
    /// none in the tree. Its `entity` is `a`.
    #[must_use]
    pub fn between(&self, a: Entity, b: Entity) -> Option<Near> {
        let (one, two) = (self.get(a)?, self.get(b)?);
        let (parts, found) = narrow::nearest(&one.body(), &two.body(), f32::INFINITY)?;
        Some(near(one, parts, &found))
    }

    /// The pose of an entity's collider, as the tree has it.
    #[must_use]
    pub fn pose_of(&self, entity: Entity) -> Option<Pose<Vec3>> {
        self.get(entity).map(|standing| standing.pose)
    }
}

fn ray_hit(
    standing: &Standing,
    part: u32,
    cast: &RayCast<Vec3>,
    hit: &clearance::RayHit<Vec3>,
) -> RayHit {
    RayHit {
        entity: standing.entity,
        part,
        distance: hit.time.low,
        point: hit.point,
        normal: hit.normal,
        is_decided: cast.is_decided(),
    }
}

fn shape_hit(standing: &Standing, parts: [u32; 2], cast: &Cast<Vec3>) -> Option<ShapeHit> {
    let hit = cast.hit()?;
    let witness = &hit.witness;
    Some(ShapeHit {
        entity: standing.entity,
        parts,
        fraction: hit.time.low,
        point: witness.on_a,
        point_on_shape: witness.on_b,
        normal: witness.normal,
        distance: witness.length.copysign((witness.on_b - witness.on_a).dot(witness.normal)),
        is_decided: cast.is_decided(),
    })
}

fn near(standing: &Standing, parts: [u32; 2], found: &Proximity<Vec3>) -> Near {
    let witness = found.witness();
    Near {
        entity: standing.entity,
        parts,
        distance: found.signed_distance(),
        gap: witness.gap,
        point: witness.on_a,
        point_on_shape: witness.on_b,
        normal: witness.normal,
        is_decided: found.is_decided(),
    }
}
