//! Triggers: who begins, goes on, and ceases to overlap whom.

use bevy_app::prelude::*;
use bevy_ecs::prelude::*;

use crate::narrow;
use crate::plugin::ClearanceSystems;
use crate::world::ColliderTree;

/// Makes a collider report the colliders that it touches or overlaps, of layers that it meets. Of
/// two triggers each reports the other.
///
/// Overlaps that are too close to call count: only curved shapes within some 1e-14 of their size of
/// touching are. What overlaps only between two frames is not seen: cast it
/// ([`ColliderTree::cast_shape`]).
///
/// ```
/// use bevy_app::prelude::*;
/// use bevy_clearance::{ClearancePlugin, Collider, OverlapStart, Trigger};
/// use bevy_ecs::prelude::*;
/// use bevy_shape::Sphere;
///
/// let mut app = App::new();
/// app.add_plugins(ClearancePlugin);
/// let mine = app.world_mut().spawn((Collider::from(Sphere::new(2.0)), Trigger::default())).id();
/// app.world_mut().entity_mut(mine).observe(|start: On<OverlapStart>, mut commands: Commands| {
///     commands.entity(start.other).despawn();
/// });
/// let victim = app.world_mut().spawn(Collider::from(Sphere::new(0.5))).id();
/// app.update();
/// assert!(app.world().get_entity(victim).is_err());
/// ```
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Trigger {
    /// Whether it also sends [`OverlapStay`], each frame for each overlap.
    pub stay: bool,
}

impl Trigger {
    /// One that also sends [`OverlapStay`].
    pub const STAYING: Self = Self { stay: true };
}

macro_rules! overlap {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Message, EntityEvent, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $name {
            /// The trigger, whose observers are called.
            #[event_target]
            pub trigger: Entity,
            /// What it overlaps.
            pub other: Entity,
        }
    };
}
overlap! {
    /// A message, and an event of the trigger: another collider touches it that did not the frame
    /// before.
    OverlapStart
}
overlap! {
    /// A message, and an event of the trigger: another collider goes on touching it. Only of those
    /// with [`Trigger::stay`].
    OverlapStay
}
overlap! {
    /// A message, and an event of the trigger: another collider does not touch it any more, or one
    /// of the two is gone: despawned, disabled, or without its collider, its trigger or a place.
    OverlapEnd
}

/// What overlapped in the last frame.
#[derive(Resource, Debug, Default)]
struct Overlaps {
    /// Triggers and what they overlap, sorted.
    pairs: Vec<[Entity; 2]>,
    /// The frame of the tree in which they did.
    frame: u64,
}

pub(crate) fn build(app: &mut App) {
    app.init_resource::<Overlaps>();
    app.add_message::<OverlapStart>().add_message::<OverlapStay>().add_message::<OverlapEnd>();
    app.add_systems(PostUpdate, report.in_set(ClearanceSystems::Triggers));
}

fn report(
    tree: Res<ColliderTree>,
    triggers: Query<(Entity, &Trigger)>,
    mut overlaps: ResMut<Overlaps>,
    mut starts: MessageWriter<OverlapStart>,
    mut stays: MessageWriter<OverlapStay>,
    mut ends: MessageWriter<OverlapEnd>,
    mut commands: Commands,
) {
    let now = find(&tree, triggers.iter().map(|(trigger, _)| trigger), &overlaps);
    let before = std::mem::replace(&mut *overlaps, Overlaps { pairs: now, frame: tree.frame });
    let (mut old, mut new) = (before.pairs.iter().peekable(), overlaps.pairs.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => break,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some(old), Some(new)) => old.cmp(new),
        };
        if order.is_lt() {
            let Some([trigger, other]) = old.next().copied() else { break };
            ends.write(OverlapEnd { trigger, other });
            commands.trigger(OverlapEnd { trigger, other });
            continue;
        }
        let Some([trigger, other]) = new.next().copied() else { break };
        if order.is_gt() {
            starts.write(OverlapStart { trigger, other });
            commands.trigger(OverlapStart { trigger, other });
        } else {
            old.next();
            if triggers.get(trigger).is_ok_and(|(_, trigger)| trigger.stay) {
                stays.write(OverlapStay { trigger, other });
                commands.trigger(OverlapStay { trigger, other });
            }
        }
    }
}

/// The pairs that overlap now, sorted. Of pairs that rest it asks nothing again.
fn find(
    tree: &ColliderTree,
    triggers: impl Iterator<Item = Entity>,
    before: &Overlaps,
) -> Vec<[Entity; 2]> {
    let mut pairs = Vec::with_capacity(before.pairs.len());
    for trigger in triggers {
        let Some(own) = tree.get(trigger) else { continue };
        tree.near(own, |other| {
            if other.entity == trigger || !own.layers.meets(other.layers) {
                return;
            }
            let pair = [trigger, other.entity];
            let overlaps = if own.changed.max(other.changed) > before.frame {
                narrow::meets(&own.body(), &other.body())
            } else {
                before.pairs.binary_search(&pair).is_ok()
            };
            if overlaps {
                pairs.push(pair);
            }
        });
    }
    pairs.sort_unstable();
    pairs
}
