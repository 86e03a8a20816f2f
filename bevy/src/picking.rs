//! A backend for `bevy_picking`: what the pointers' rays meet.

use bevy_app::prelude::*;
use bevy_camera::Camera;
use bevy_ecs::prelude::*;
use bevy_picking::backend::prelude::*;

use crate::layers::Filter;
use crate::query::SpatialQuery;

/// Reports to `bevy_picking` what the rays of its pointers meet: every collider once, with its
/// distance from the near plane, point and normal in the world. Colliders of entities with
/// `Pickable::IGNORE` are let through. Needs the feature `picking`, and the `PickingPlugin`.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClearancePickingPlugin;

impl Plugin for ClearancePickingPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(PreUpdate, pick.in_set(PickingSystems::Backend));
    }
}

fn pick(
    rays: Res<RayMap>,
    cameras: Query<&Camera>,
    pickables: Query<&Pickable>,
    space: SpatialQuery,
    mut found: MessageWriter<PointerHits>,
) {
    let is_hoverable = |entity| pickables.get(entity).map_or(true, |own| own.is_hoverable);
    let filter = Filter::ALL.only(&is_hoverable);
    for (id, ray) in rays.iter() {
        let Ok(camera) = cameras.get(id.camera) else { continue };
        let hits = space.ray_hits(*ray, f32::INFINITY, &filter);
        let data = |hit: &crate::RayHit| {
            (hit.entity, HitData::new(id.camera, hit.distance, Some(hit.point), Some(hit.normal)))
        };
        let picks: Vec<_> = hits.iter().map(data).collect();
        if !picks.is_empty() {
            // As `bevy_picking` has it.
            #[allow(clippy::cast_precision_loss)]
            found.write(PointerHits::new(id.pointer, picks, camera.order as f32));
        }
    }
}
