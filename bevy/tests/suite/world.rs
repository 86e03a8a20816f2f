//! A world of balls and boxes whose answers closed forms know.

use bevy_app::prelude::*;
use bevy_clearance::prelude::*;
use bevy_ecs::prelude::*;
use bevy_math::{DVec3, Quat, Vec3};
use bevy_shape::{Cuboid, Sphere};
use bevy_transform::components::Transform;

/// A program with the plugin.
pub(crate) fn app() -> App {
    let mut app = App::new();
    app.add_plugins(ClearancePlugin);
    app
}

/// The tree as it stands.
pub(crate) fn tree(app: &App) -> &ColliderTree {
    app.world().resource::<ColliderTree>()
}

/// Numbers from 0 to 1.
pub(crate) struct Dice(pub(crate) u64);

impl Dice {
    pub(crate) fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }
    /// In a cube about the origin.
    pub(crate) fn point(&mut self, half: f32) -> Vec3 {
        Vec3::new(self.next(), self.next(), self.next()) * 2.0 * half - half
    }
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((self.next() * count as f32) as usize).min(count - 1)
    }
}

/// A ball, or a box along the axes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Body {
    Ball(Vec3, f32),
    Brick(Vec3, Vec3),
}

impl Body {
    pub(crate) fn random(dice: &mut Dice, half: f32) -> Self {
        let at = dice.point(half);
        if dice.next() < 0.5 {
            Self::Ball(at, 0.2 + dice.next())
        } else {
            Self::Brick(at, Vec3::splat(0.2) + Vec3::new(dice.next(), dice.next(), dice.next()))
        }
    }

    /// The same by a component: the scale makes the size of every other.
    pub(crate) fn bundle(self, by_scale: bool) -> (Collider, Transform) {
        match self {
            Self::Ball(at, radius) if by_scale => {
                let scale = Vec3::splat(radius);
                let turned = Quat::from_rotation_y(radius);
                let place = Transform { translation: at, rotation: turned, scale };
                (Sphere::new(1.0).into(), place)
            }
            Self::Ball(at, radius) => (Sphere::new(radius).into(), Transform::from_translation(at)),
            Self::Brick(at, half) if by_scale => {
                let place = Transform::from_translation(at).with_scale(half);
                (Cuboid::from_length(2.0).into(), place)
            }
            Self::Brick(at, half) => {
                let cuboid = Cuboid { half_size: half };
                (cuboid.into(), Transform::from_translation(at))
            }
        }
    }

    /// The signed distance of two, where they are apart; below 0 only its sign.
    pub(crate) fn distance(self, other: Self) -> f64 {
        let (one, half_one, radius_one) = self.core();
        let (two, half_two, radius_two) = other.core();
        let apart = ((one - two).abs() - half_one - half_two).max(DVec3::ZERO);
        apart.length() - radius_one - radius_two
    }

    fn core(self) -> (DVec3, DVec3, f64) {
        match self {
            Self::Ball(at, radius) => (at.as_dvec3(), DVec3::ZERO, radius.into()),
            Self::Brick(at, half) => (at.as_dvec3(), half.as_dvec3(), 0.0),
        }
    }

    /// Where a ray of unit direction enters, if it does; 0 from inside.
    pub(crate) fn enters(self, origin: Vec3, direction: Vec3) -> Option<f64> {
        let (at, half, radius) = self.core();
        let (o, d) = (origin.as_dvec3() - at, direction.as_dvec3());
        if radius > 0.0 {
            let (b, c) = (o.dot(d), o.length_squared() - radius * radius);
            let root = b * b - d.length_squared() * c;
            if c <= 0.0 {
                return Some(0.0);
            }
            return (root >= 0.0 && b < 0.0).then(|| (-b - root.sqrt()) / d.length_squared());
        }
        let (one, two) = ((-half - o) / d, (half - o) / d);
        let (enters, leaves) = (one.min(two).max_element().max(0.0), one.max(two).min_element());
        (enters <= leaves).then_some(enters)
    }
}

/// Bodies and their entities.
pub(crate) fn crowd(
    app: &mut App,
    dice: &mut Dice,
    count: usize,
    half: f32,
) -> Vec<(Entity, Body)> {
    (0..count)
        .map(|i| {
            let body = Body::random(dice, half);
            (app.world_mut().spawn(body.bundle(i % 2 == 0)).id(), body)
        })
        .collect()
}
