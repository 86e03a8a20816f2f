//! Your own shape: a support mapping is all that a query needs. A trait implementation, a closure a shape, or one
//! closure for the pair; and a check that the mapping really is one.
//!
//! `cargo run --example custom_support`

use clearance::{Ball, Support, SupportMap, check_support, composite_proximity, distance};
use glam::Vec3;

/// A lens: the points common to two balls of radius 1 about (0, ±0.5, 0).
struct Lens;

impl SupportMap<Vec3> for Lens {
    fn support(&self, direction: Vec3, _hint: u32) -> Support<Vec3> {
        let unit = direction.normalize_or(Vec3::X);
        // On the cap that faces this way, unless the rim is farther.
        let center = Vec3::new(0.0, if unit.y > 0.0 { -0.5 } else { 0.5 }, 0.0);
        let on_ball = center + unit;
        let on_cap = on_ball.y * unit.y > 0.0;
        let rim = Vec3::new(unit.x, 0.0, unit.z).normalize_or(Vec3::X) * 0.75_f32.sqrt();
        Support { point: if on_cap { on_ball } else { rim }, feature: Support::<Vec3>::SMOOTH }
    }
}

fn main() {
    match check_support::<Vec3, _>(&Lens) {
        Ok(()) => println!("the lens is a support mapping"),
        Err(fault) => println!("the lens is not a support mapping: {fault}"),
    }
    // Forgetting to normalise is the usual mistake.
    let careless = |direction: Vec3| direction * 0.5;
    if let Err(fault) = check_support(&careless) {
        println!("the careless ball is not a support mapping: {fault}");
    }

    let ball = Ball::new(0.25);
    if let Some(apart) = distance(&Lens, &Vec3::ZERO, &ball, &Vec3::new(0.0, 2.0, 0.0)) {
        println!("trait:   the ball is {} ± {:e} above the lens", apart.length, apart.gap);
    }

    let egg = |d: Vec3| Vec3::new(d.x, 4.0 * d.y, d.z) / Vec3::new(d.x, 2.0 * d.y, d.z).length();
    if let Some(apart) = distance(&egg, &Vec3::ZERO, &Lens, &Vec3::new(3.0, 0.0, 0.0)) {
        println!("closure: the lens is {} ± {:e} beside the egg", apart.length, apart.gap);
    }

    // Both shapes at once, as the articles do it: A along d minus B along -d.
    let both = |d: Vec3| egg(d) - (Vec3::new(3.0, 0.0, 0.0) + Lens.support(-d, 0).point);
    println!("pair:    signed distance {}", composite_proximity(&both).signed_distance());
}
