//! All colliders where they stand: the resource that the plugin keeps and that questions ask.

use std::sync::Arc;

use bevy_ecs::entity::EntityHashMap;
use bevy_ecs::prelude::*;
use bevy_math::Vec3;
use clearance::Pose;

use crate::bounds::Bounds;
use crate::collider::Collider;
use crate::fault::ColliderFault;
use crate::geometry::Geometry;
use crate::layers::CollisionLayers;
use crate::narrow::Body;
use crate::place::Place;
use crate::tree::Tree;

/// One collider of the world.
#[derive(Debug)]
pub(crate) struct Standing {
    pub(crate) entity: Entity,
    pub(crate) layers: CollisionLayers,
    pub(crate) pose: Pose<Vec3>,
    /// What the component has; what it is scaled by, and what it is then.
    source: Arc<Geometry>,
    scale: Vec3,
    geometry: Arc<Geometry>,
    /// The frame in which it last changed.
    pub(crate) changed: u64,
}

impl Standing {
    pub(crate) fn body(&self) -> Body<'_> {
        Body { geometry: &self.geometry, pose: &self.pose }
    }
}

/// The colliders and the tree over their boxes, as they stood when the plugin last looked, in
/// [`ClearanceSystems::Tree`](crate::ClearanceSystems::Tree). Its methods are the questions; most
/// systems take it as [`SpatialQuery`](crate::SpatialQuery).
#[derive(Resource, Debug, Default)]
pub struct ColliderTree {
    standing: Vec<Option<Standing>>,
    bounds: Vec<Bounds>,
    free: Vec<u32>,
    numbers: EntityHashMap<u32>,
    tree: Tree,
    pub(crate) frame: u64,
    is_stale: bool,
}

impl ColliderTree {
    /// How many colliders there are. Those with a [`ColliderFault`] are not.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Whether an entity's collider is in it.
    #[must_use]
    pub fn contains(&self, entity: Entity) -> bool {
        self.numbers.contains_key(&entity)
    }

    /// Puts a collider where it stands, or says why it cannot.
    pub(crate) fn put(
        &mut self,
        entity: Entity,
        collider: &Collider,
        layers: CollisionLayers,
        place: Result<Place, clearance::PoseError>,
    ) -> Result<(), ColliderFault> {
        let number = self.numbers.get(&entity).copied();
        let old = number.and_then(|number| self.standing.get_mut(number as usize)?.as_mut());
        if let (Ok(place), Some(old)) = (place, old)
            && Arc::ptr_eq(&old.source, &collider.0)
            && old.scale == place.scale
        {
            (old.pose, old.layers, old.changed) = (place.pose, layers, self.frame);
            let bounds = old.geometry.bounds_at(&place.pose);
            self.set_bounds(number, bounds);
            return Ok(());
        }
        let placed = place
            .map_err(ColliderFault::Place)
            .and_then(|place| Ok((place.pose, place.scale, scaled(&collider.0, place.scale)?)));
        let (pose, scale, geometry) = match placed {
            Ok(placed) => placed,
            Err(fault) => {
                self.remove(entity);
                return Err(fault);
            }
        };
        let bounds = geometry.bounds_at(&pose);
        let (source, changed) = (Arc::clone(&collider.0), self.frame);
        let standing = Standing { entity, layers, pose, source, scale, geometry, changed };
        let number = number.or_else(|| self.free.pop()).unwrap_or_else(|| {
            self.standing.push(None);
            self.bounds.push(Bounds::NONE);
            // Entities are numbered by 32 bits.
            u32::try_from(self.standing.len() - 1).unwrap_or(u32::MAX)
        });
        if let Some(own) = self.standing.get_mut(number as usize) {
            *own = Some(standing);
        }
        self.numbers.insert(entity, number);
        self.set_bounds(Some(number), bounds);
        Ok(())
    }

    fn set_bounds(&mut self, number: Option<u32>, bounds: Bounds) {
        self.is_stale = true;
        if let Some(own) = number.and_then(|number| self.bounds.get_mut(number as usize)) {
            *own = bounds;
        }
    }

    /// Takes a collider out, if it is in.
    pub(crate) fn remove(&mut self, entity: Entity) {
        let Some(number) = self.numbers.remove(&entity) else { return };
        if let Some(old) = self.standing.get_mut(number as usize) {
            *old = None;
        }
        self.set_bounds(Some(number), Bounds::NONE);
        self.free.push(number);
    }

    /// Brings the tree up to date, if anything has changed.
    pub(crate) fn settle(&mut self) {
        if std::mem::take(&mut self.is_stale) {
            self.tree.update(&self.bounds);
        }
    }

    pub(crate) fn get(&self, entity: Entity) -> Option<&Standing> {
        self.standing.get(*self.numbers.get(&entity)? as usize)?.as_ref()
    }

    /// Visits colliders whose boxes measure no more than a limit; see [`Tree::visit`].
    pub(crate) fn visit(
        &self,
        measure: impl Fn(&Bounds) -> Option<f64>,
        limit: f64,
        mut each: impl FnMut(&Standing) -> f64,
    ) {
        let mut last = limit;
        self.tree.visit(measure, limit, |number| {
            if let Some(Some(standing)) = self.standing.get(number as usize) {
                last = each(standing);
            }
            last
        });
    }

    /// Visits colliders whose boxes meet that of a collider that stands here.
    pub(crate) fn near(&self, of: &Standing, mut each: impl FnMut(&Standing)) {
        let own = self.numbers.get(&of.entity).and_then(|number| self.bounds.get(*number as usize));
        let Some(own) = own else { return };
        self.tree.near(own, |number| {
            if let Some(Some(standing)) = self.standing.get(number as usize) {
                each(standing);
            }
        });
    }
}

/// A geometry as it is scaled, checked.
fn scaled(source: &Arc<Geometry>, scale: Vec3) -> Result<Arc<Geometry>, ColliderFault> {
    if scale == Vec3::ONE {
        source.check()?;
        return Ok(Arc::clone(source));
    }
    source.scaled(scale).map(Arc::new)
}
