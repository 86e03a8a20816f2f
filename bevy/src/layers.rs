//! Who meets whom: layers of colliders, and what a question leaves out.

use std::fmt;

use bevy_ecs::prelude::*;

/// Which layers a collider is in, and which it meets: bits of a `u32` each. Two colliders meet if
/// each is in a layer that the other meets. By default it is in all of them and meets all.
///
/// ```
/// use bevy_clearance::CollisionLayers;
///
/// const WALLS: u32 = 1 << 0;
/// const ENEMIES: u32 = 1 << 1;
/// let enemy = CollisionLayers::new(ENEMIES, WALLS); // walks through its kind
/// assert!(!enemy.meets(enemy) && enemy.meets(CollisionLayers::ALL));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct CollisionLayers {
    /// The layers that it is in.
    pub memberships: u32,
    /// The layers that it meets.
    pub filters: u32,
}

impl CollisionLayers {
    /// In all layers, meeting all.
    pub const ALL: Self = Self { memberships: u32::MAX, filters: u32::MAX };
    /// In none, meeting none.
    pub const NONE: Self = Self { memberships: 0, filters: 0 };

    /// In the layers `memberships`, meeting those of `filters`.
    pub const fn new(memberships: u32, filters: u32) -> Self {
        Self { memberships, filters }
    }

    /// Whether two colliders meet.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.memberships & other.filters != 0 && other.memberships & self.filters != 0
    }
}

impl Default for CollisionLayers {
    fn default() -> Self {
        Self::ALL
    }
}

/// What a question is about: by default, all colliders.
///
/// ```
/// # use bevy_clearance::Filter;
/// # let player = bevy_ecs::prelude::Entity::PLACEHOLDER;
/// let others = [player];
/// let filter = Filter::ALL.on_layers(0b01).without(&others);
/// ```
#[derive(Clone, Copy, Default)]
#[must_use]
pub struct Filter<'a> {
    layers: CollisionLayers,
    without: &'a [Entity],
    only: Option<&'a dyn Fn(Entity) -> bool>,
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("layers", &self.layers)
            .field("without", &self.without)
            .field("only", &self.only.map(|_| "a function"))
            .finish()
    }
}

impl<'a> Filter<'a> {
    /// Every collider.
    pub const ALL: Self = Self { layers: CollisionLayers::ALL, without: &[], only: None };

    /// Colliders that are in one of these layers.
    pub const fn on_layers(mut self, filters: u32) -> Self {
        self.layers.filters = filters;
        self
    }

    /// Colliders that one of these layers meets, and that meet it.
    pub const fn as_layers(mut self, layers: CollisionLayers) -> Self {
        self.layers = layers;
        self
    }

    /// Without these.
    pub const fn without(mut self, entities: &'a [Entity]) -> Self {
        self.without = entities;
        self
    }

    /// Those for which a function holds.
    pub const fn only(mut self, holds: &'a dyn Fn(Entity) -> bool) -> Self {
        self.only = Some(holds);
        self
    }

    pub(crate) fn takes(&self, entity: Entity, layers: CollisionLayers) -> bool {
        self.layers.meets(layers)
            && !self.without.contains(&entity)
            && self.only.is_none_or(|holds| holds(entity))
    }
}
