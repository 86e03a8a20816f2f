//! Shape casts that only just meet, by construction.

use parry3d::math::{Pose, Vector};
use parry3d::shape::{Shape, SharedShape};

use crate::rng::Rng;

/// Numbers that are the same in every run.
pub struct Numbers(Rng);

impl Numbers {
    /// Starts them.
    pub fn new(seed: u64) -> Self {
        Numbers(Rng(seed))
    }

    fn real(&mut self, low: f64, high: f64) -> f32 {
        self.0.between(low, high) as f32
    }

    fn vector(&mut self, size: f64) -> Vector {
        Vector::from_array([(); 3].map(|()| self.real(-size, size)))
    }

    /// A pose that turns at random, at the origin.
    pub fn turn(&mut self) -> Pose {
        Pose::new(Vector::ZERO, self.vector(3.0))
    }

    /// A shape some two units across.
    pub fn shape(&mut self) -> SharedShape {
        let [p, q, r] = [(); 3].map(|()| self.real(0.3, 1.0));
        let corners: Vec<Vector> = (0..24).map(|_| self.vector(1.0)).collect();
        match self.real(0.0, 8.0) as u8 {
            0 => SharedShape::ball(p),
            1 => SharedShape::cuboid(p, q, r),
            2 => SharedShape::capsule_y(p, q * 0.3),
            3 => SharedShape::cylinder(p, q),
            4 => SharedShape::cone(p, q),
            5 => SharedShape::round_cuboid(p, q, r, 0.1),
            6 => SharedShape::round_cylinder(p, q, 0.1),
            _ => match SharedShape::convex_hull(&corners) {
                Some(hull) => hull,
                None => SharedShape::ball(r),
            },
        }
    }
}

/// A shape that moves past another one, and half-way overlaps it a little.
pub struct Graze {
    /// What moves.
    pub shape: SharedShape,
    /// Where it starts.
    pub start: Pose,
    /// Its velocity, one unit a second.
    pub along: Vector,
}

impl Graze {
    /// The time at which the two certainly overlap.
    pub const MEETING: f32 = 8.0;

    /// A cast past a shape at a place: after [`Self::MEETING`] seconds, a point that lies `depth`
    /// within the one is a point that lies `depth` within the other.
    pub fn new(numbers: &mut Numbers, target: &dyn Shape, place: &Pose, depth: f32) -> Self {
        let shape = numbers.shape();
        let normal = numbers.vector(1.0).normalize();
        let along = numbers.vector(1.0).cross(normal).normalize();
        let mut start = numbers.turn();
        let point1 = *place * just_within(target, place.rotation.inverse() * normal, depth);
        let point2 = just_within(&*shape, start.rotation.inverse() * -normal, depth);
        start.translation = point1 - start.rotation * point2 - along * Self::MEETING;
        Graze { shape, start, along }
    }
}

/// A point that lies a little within a shape's farthest one along a direction.
fn just_within(shape: &dyn Shape, direction: Vector, depth: f32) -> Vector {
    let map = shape.as_support_map();
    let farthest = |way| map.map_or(Vector::NAN, |map| map.local_support_point(way));
    let (top, bottom) = (farthest(direction), farthest(-direction));
    top + (bottom - top).normalize() * depth
}
