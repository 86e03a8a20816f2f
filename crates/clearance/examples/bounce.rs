//! Triggers, then bounce: three boxes and a ball fall through a trigger volume onto a floor, bounce
//! and come to rest on one another.
//!
//! The library finds where they touch; the response (masses, friction, bounce, the solver) is this
//! example's own. Impulses are remembered from step to step under the contacts' keys.
//!
//! Run it with `cargo run --release -p clearance --example bounce`.

use std::collections::HashMap;

use clearance::{Ball, ContactKey, Cuboid, HalfSpace, Pose, Rotation2, Shape};
use clearance::{contact_manifold, intersects};
use glam::DVec2;

const STEP: f64 = 1.0 / 120.0;
const GRAVITY: DVec2 = DVec2::new(0.0, -9.81);
const FRICTION: f64 = 0.6;
const BOUNCE: f64 = 0.3;
/// Below this speed nothing bounces.
const SLOW: f64 = 0.5;

struct Body {
    shape: Shape<DVec2>,
    place: DVec2,
    angle: f64,
    velocity: DVec2,
    spin: f64,
    /// One over the mass, and over the moment of inertia; 0 for what never moves.
    lightness: f64,
    ease: f64,
}

impl Body {
    fn new(shape: Shape<DVec2>, place: DVec2, mass: f64, inertia: f64) -> Self {
        let [lightness, ease] = [mass, inertia].map(|m| if m > 0.0 { 1.0 / m } else { 0.0 });
        Self { shape, place, angle: 0.0, velocity: DVec2::ZERO, spin: 0.0, lightness, ease }
    }

    fn pose(&self) -> Pose<DVec2> {
        Pose { translation: self.place, rotation: Rotation2::from_angle(self.angle) }
    }

    fn velocity_at(&self, point: DVec2) -> DVec2 {
        self.velocity + (point - self.place).perp() * self.spin
    }

    fn push(&mut self, point: DVec2, impulse: DVec2) {
        self.velocity += impulse * self.lightness;
        self.spin += (point - self.place).perp_dot(impulse) * self.ease;
    }

    /// How much faster a point moves along a direction for a push of 1 there.
    fn give(&self, point: DVec2, along: DVec2) -> f64 {
        self.lightness + (point - self.place).perp_dot(along).powi(2) * self.ease
    }
}

/// A contact point of two bodies, and the impulses so far.
struct Contact {
    bodies: [usize; 2],
    point: DVec2,
    normal: DVec2,
    /// How fast they must part: the bounce, and a little for overlap; negative while they are
    /// apart.
    parting: f64,
    key: ContactKey,
    pressed: f64,
    rubbed: f64,
}

type Remembered = HashMap<(usize, usize, ContactKey), (f64, f64)>;

fn contacts(bodies: &[Body], remembered: &Remembered) -> Vec<Contact> {
    let mut found = Vec::new();
    for (i, a) in bodies.iter().enumerate() {
        for (j, b) in bodies.iter().enumerate().skip(i + 1) {
            if a.lightness + b.lightness == 0.0 {
                continue;
            }
            // How far they may approach in this step.
            let ahead = (a.velocity - b.velocity).length() * STEP + 0.01;
            let touch = contact_manifold(&a.shape, &a.pose(), &b.shape, &b.pose(), ahead);
            let Some(touch) = touch else { continue };
            for contact in touch.points() {
                let point = (contact.on_a + contact.on_b) * 0.5;
                let closing = (a.velocity_at(point) - b.velocity_at(point)).dot(touch.normal);
                let bounce = if closing > SLOW { BOUNCE * closing } else { 0.0 };
                let parting = if contact.depth < 0.0 {
                    contact.depth / STEP
                } else {
                    bounce.max(0.1 * (contact.depth - 0.001).max(0.0) / STEP)
                };
                let (pressed, rubbed) =
                    remembered.get(&(i, j, contact.key)).copied().unwrap_or_default();
                let (normal, key) = (touch.normal, contact.key);
                found.push(Contact {
                    bodies: [i, j],
                    point,
                    normal,
                    parting,
                    key,
                    pressed,
                    rubbed,
                });
            }
        }
    }
    found
}

/// Normal and friction impulses, each contact in turn, until they converge (Catto 2005).
fn respond(bodies: &mut [Body], contacts: &mut [Contact]) {
    let push = |bodies: &mut [Body], contact: &Contact, impulse: DVec2| {
        let [i, j] = contact.bodies;
        if let Some(a) = bodies.get_mut(i) {
            a.push(contact.point, -impulse);
        }
        if let Some(b) = bodies.get_mut(j) {
            b.push(contact.point, impulse);
        }
    };
    for contact in contacts.iter() {
        let start = contact.normal * contact.pressed + contact.normal.perp() * contact.rubbed;
        push(bodies, contact, start);
    }
    for _ in 0..20 {
        for contact in contacts.iter_mut() {
            let [Some(a), Some(b)] = contact.bodies.map(|i| bodies.get(i)) else { continue };
            let (point, along) = (contact.point, contact.normal.perp());
            let between = b.velocity_at(point) - a.velocity_at(point);
            let give = |d: DVec2| a.give(point, d) + b.give(point, d);
            let (at_normal, at_side) = (give(contact.normal), give(along));
            let more = (contact.parting - between.dot(contact.normal)) / at_normal;
            let pressed = (contact.pressed + more).max(0.0);
            let most = FRICTION * pressed;
            let rubbed = (contact.rubbed - between.dot(along) / at_side).clamp(-most, most);
            let impulse =
                contact.normal * (pressed - contact.pressed) + along * (rubbed - contact.rubbed);
            (contact.pressed, contact.rubbed) = (pressed, rubbed);
            push(bodies, contact, impulse);
        }
    }
}

fn main() {
    let floor = Body::new(HalfSpace::new(DVec2::Y, 0.0).into(), DVec2::ZERO, 0.0, 0.0);
    let a_box = |x: f64, y: f64| {
        Body::new(Cuboid::new(DVec2::new(0.5, 0.25)).into(), DVec2::new(x, y), 1.0, 0.104)
    };
    let ball = Body::new(Ball::new(0.25).into(), DVec2::new(3.0, 2.0), 0.5, 0.0156);
    let mut bodies = vec![floor, a_box(0.0, 1.0), a_box(0.1, 2.0), a_box(-0.05, 3.0), ball];
    let (trigger, at) = (Cuboid::new(DVec2::new(5.0, 0.1)), DVec2::new(0.0, 0.7));
    let mut entered = vec![false; bodies.len()];
    let mut remembered = Remembered::new();
    for step in 0..600 {
        let time = f64::from(step) * STEP;
        for (number, (body, entered)) in bodies.iter().zip(&mut entered).enumerate().skip(1) {
            // First the boolean, which is cheap; contact points only for pairs that touch.
            if !*entered && intersects(&trigger, &at, &body.shape, &body.pose()) {
                *entered = true;
                println!("{time:.2} s: body {number} enters the trigger");
            }
        }
        for body in bodies.iter_mut().filter(|body| body.lightness > 0.0) {
            body.velocity += GRAVITY * STEP;
        }
        let mut found = contacts(&bodies, &remembered);
        respond(&mut bodies, &mut found);
        let fresh = |c: &&Contact| {
            let before = remembered.get(&(c.bodies[0], c.bodies[1], c.key));
            c.pressed > 0.5 && before.is_none_or(|(pressed, _)| *pressed == 0.0)
        };
        for hit in found.iter().filter(fresh) {
            let [a, b] = hit.bodies;
            println!("{time:.2} s: {b} hits {a} at ({:.2}, {:.2})", hit.point.x, hit.point.y);
        }
        remembered = found
            .iter()
            .map(|c| ((c.bodies[0], c.bodies[1], c.key), (c.pressed, c.rubbed)))
            .collect();
        for body in &mut bodies {
            body.place += body.velocity * STEP;
            body.angle += body.spin * STEP;
        }
    }
    println!();
    for (number, body) in bodies.iter().enumerate().skip(1) {
        let (x, y) = (body.place.x, body.place.y);
        println!("body {number} rests at ({x:.3}, {y:.3}), {:.1e} /s", body.velocity.length());
    }
    let heights: Vec<f64> = bodies.iter().skip(1).map(|body| body.place.y).collect();
    for (height, expected) in heights.iter().zip([0.25, 0.75, 1.25, 0.25]) {
        assert!((height - expected).abs() < 0.01, "a stack of three, and a ball: {heights:?}");
    }
}
