//! Chains of frames: B slides along A a little at a time, as bodies do from one step of a
//! simulation to the next.

use rand::Rng;

use crate::forms::{Turn, direction};
use crate::pairs::{Pair, PairSet, Place, Pools, Regime, seeded};
use clearance::Xyz;

/// Frames in a chain. The first is cold, so a warm time is too high by at most a sixty-fourth of
/// the cold one.
pub const FRAMES: usize = 64;
/// How far B moves in a frame, in parts of the size.
const STEP: f64 = 0.005;
/// How far it turns, in radians.
const TURN: f64 = 0.005;

impl Pools {
    /// Chains in space, one after the other. B moves perpendicular to the normal and turns about a
    /// fixed axis; where that leaves the regime it is moved back along the normal.
    pub fn chains(&self, regime: Regime, count: usize, seed: u64) -> PairSet {
        let starts = self.pairs(regime, count, seed);
        let mut rng = seeded(seed, starts.shapes.name, 8 + regime as u64);
        let mut frames = Vec::with_capacity(count * FRAMES);
        for start in starts.pairs {
            let (way, axis) = (direction::<Xyz>(&mut rng), direction::<Xyz>(&mut rng));
            let (low, high) = regime.range();
            let goal = start.size * rng.random_range(low.max(-0.3)..high);
            let mut frame = start;
            for _ in 0..FRAMES {
                frames.push(frame);
                frame = self.next(&frame, way, axis, goal, regime);
            }
        }
        self.set(frames)
    }

    fn next(&self, frame: &Pair, way: [f64; 3], axis: [f64; 3], goal: f64, regime: Regime) -> Pair {
        let (_, normal) = self.ask([frame.a, frame.b], &frame.at_a, &frame.at_b);
        let along: f64 = dot(way, normal);
        let across: [f64; 3] = std::array::from_fn(|i| way[i] - along * normal[i]);
        let length = dot(across, across).sqrt().max(f64::MIN_POSITIVE);
        let mut at_b = Place {
            rotation: turned(frame.at_b.rotation, axis),
            translation: moved(frame.at_b.translation, across, STEP * frame.size / length),
        };
        let (low, high) = regime.range();
        for _ in 0..8 {
            let (next, normal) = self.ask([frame.a, frame.b], &frame.at_a, &at_b);
            if (low * next.size..high * next.size).contains(&next.truth) {
                return next;
            }
            at_b.translation = moved(at_b.translation, normal, goal - next.truth);
        }
        // It cannot be kept in the regime, so it does not move.
        *frame
    }
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn moved(point: [f32; 3], way: [f64; 3], by: f64) -> [f32; 3] {
    std::array::from_fn(|i| (f64::from(point[i]) + by * way[i]) as f32)
}

/// The rotation, turned by [`TURN`] about a unit axis of the world.
fn turned(rotation: Turn, axis: [f64; 3]) -> Turn {
    let (sin, w) = (0.5 * TURN).sin_cos();
    let [x, y, z] = axis.map(|x| x * sin);
    let [a, b, c, d] = rotation.map(f64::from);
    let product = [
        w * a + x * d + y * c - z * b,
        w * b - x * c + y * d + z * a,
        w * c + x * b - y * a + z * d,
        w * d - x * a - y * b - z * c,
    ];
    let length = product.iter().map(|x| x * x).sum::<f64>().sqrt();
    product.map(|x| (x / length) as f32)
}
