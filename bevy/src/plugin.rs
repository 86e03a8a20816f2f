//! The plugin, and the system that keeps the tree.

use bevy_app::prelude::*;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::prelude::*;
use bevy_ecs::query::QueryItem;
use bevy_ecs::system::SystemParam;
use bevy_transform::components::{GlobalTransform, Transform};
use bevy_transform::plugins::{TransformPlugin, TransformSystems};

use crate::collider::Collider;
use crate::fault::ColliderFault;
use crate::layers::CollisionLayers;
use crate::place::Place;
use crate::triggers;
use crate::world::ColliderTree;

/// Keeps the [`ColliderTree`] and reports overlaps of [`Trigger`](crate::Trigger)s, once a frame in
/// `PostUpdate`, after transforms are propagated.
///
/// Add it after `DefaultPlugins`: it adds the `TransformPlugin` where there is none yet.
#[derive(Clone, Copy, Debug, Default)]
pub struct ClearancePlugin;

/// The stages, in `PostUpdate`, one after the other.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClearanceSystems {
    /// The tree takes what has changed.
    Tree,
    /// Triggers report.
    Triggers,
}

impl Plugin for ClearancePlugin {
    fn build(&self, app: &mut App) {
        if !app.is_plugin_added::<TransformPlugin>() {
            app.add_plugins(TransformPlugin);
        }
        app.init_resource::<ColliderTree>();
        triggers::build(app);
        let stages = (ClearanceSystems::Tree, ClearanceSystems::Triggers);
        app.configure_sets(PostUpdate, stages.chain().after(TransformSystems::Propagate));
        app.configure_sets(PostStartup, ClearanceSystems::Tree.after(TransformSystems::Propagate));
        // What `Startup` spawns is there for the first `Update`.
        app.add_systems(PostStartup, keep_tree.in_set(ClearanceSystems::Tree));
        app.add_systems(PostUpdate, keep_tree.in_set(ClearanceSystems::Tree));
    }
}

/// What the tree takes of an entity.
type Taken = (
    Entity,
    &'static Collider,
    Option<&'static CollisionLayers>,
    Option<&'static Transform>,
    &'static GlobalTransform,
    Has<ChildOf>,
    Option<&'static ColliderFault>,
);
type IsChanged =
    Or<(Changed<Collider>, Changed<CollisionLayers>, Changed<GlobalTransform>, Added<ChildOf>)>;

/// What takes an entity out, or asks to look at it again.
#[derive(SystemParam)]
pub struct Lost<'w, 's> {
    colliders: RemovedComponents<'w, 's, Collider>,
    places: RemovedComponents<'w, 's, GlobalTransform>,
    layers: RemovedComponents<'w, 's, CollisionLayers>,
    parents: RemovedComponents<'w, 's, ChildOf>,
    disabled: RemovedComponents<'w, 's, Disabled>,
}

/// Takes what has come, changed or gone since it last ran into the [`ColliderTree`]. The plugin
/// runs it; a program that moves colliders in another schedule, and propagates their transforms
/// there, may run it there too.
pub fn keep_tree(
    mut tree: ResMut<ColliderTree>,
    changed: Query<Taken, IsChanged>,
    all: Query<Taken>,
    disabled: Query<Entity, (With<Collider>, Added<Disabled>)>,
    mut lost: Lost,
    mut commands: Commands,
) {
    let tree = &mut *tree;
    tree.frame += 1;
    let lost = [
        lost.colliders.read().collect::<Vec<_>>(),
        lost.places.read().collect(),
        lost.layers.read().collect(),
        lost.parents.read().collect(),
        lost.disabled.read().collect(),
        disabled.iter().collect(),
    ];
    for entity in lost.into_iter().flatten() {
        match all.get(entity) {
            Ok(taken) => take(tree, taken, &mut commands),
            Err(_) => tree.remove(entity),
        }
    }
    for taken in &changed {
        take(tree, taken, &mut commands);
    }
    tree.settle();
}

fn take(
    tree: &mut ColliderTree,
    (entity, collider, layers, transform, global, is_child, old): QueryItem<'_, '_, Taken>,
    commands: &mut Commands,
) {
    let place = match transform {
        Some(transform) if !is_child => Place::of_root(transform),
        _ => Place::of_child(global),
    };
    let layers = layers.copied().unwrap_or_default();
    match tree.put(entity, collider, layers, place) {
        Ok(()) if old.is_some() => {
            commands.entity(entity).try_remove::<ColliderFault>();
        }
        Ok(()) => {}
        Err(fault) if old == Some(&fault) => {}
        Err(fault) => {
            log::error!("the collider of {entity} is left out of all answers: {fault}");
            commands.entity(entity).try_insert(fault);
        }
    }
}
