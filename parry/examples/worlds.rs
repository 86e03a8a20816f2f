//! Worlds of rapier beside each other, with parry's dispatcher and with ours, which finds contact
//! points anew or carries them along: a pyramid that must stand, hulls that fall into a bowl, a box
//! that slides over a floor of triangles.
//!
//! `cargo run --release --example worlds [ROUNDS] [off]`
//!
//! Microseconds are means of a step and, of it, of the narrow phase, which asks the dispatcher, the
//! least of the rounds, which take turns. The energy of what has come to rest falls only: what
//! rises is made by the contacts. rapier itself keeps contacts while a pair moves by less than 5
//! cm, whatever the dispatcher; `off` has it ask in each step.

use std::error::Error;

use clearance_parry::{Clearance, ClearanceCarried};
use rapier3d::prelude::*;

type Built<T = ()> = Result<T, Box<dyn Error>>;

/// What fills a world.
type Build = fn(&mut PhysicsWorld) -> Built;

/// Sixtieths of a second.
const STEPS: u32 = 600;

const DISPATCHERS: [&str; 3] = ["parry", "Clearance", "ClearanceCarried"];

fn world(dispatcher: &str, is_recycling: bool) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    match dispatcher {
        "Clearance" => world.narrow_phase.set_query_dispatcher(Clearance),
        "ClearanceCarried" => world.narrow_phase.set_query_dispatcher(ClearanceCarried),
        _ => {}
    }
    if !is_recycling {
        world.integration_parameters.normalized_contact_recycle_distance = 0.0;
    }
    world.physics_pipeline.counters.enable();
    world
}

/// 204 boxes on eight square floors.
fn pyramid(world: &mut PhysicsWorld) -> Built {
    world.colliders.insert(ColliderBuilder::new(SharedShape::halfspace(Vector::Y)));
    for level in 0..8 {
        let side = 8 - level;
        let first = 0.5 * (1 - side) as f32;
        for place in 0..side * side {
            let (row, column) = (place / side, place % side);
            let across = |n: i32| (first + n as f32) * 1.02;
            let at = Vector::new(across(row), 0.5 + level as f32, across(column));
            let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
            world.insert(body, ColliderBuilder::cuboid(0.5, 0.5, 0.5));
        }
    }
    Ok(())
}

/// 500 hulls of 8 to 24 points above a bowl of 2 048 triangles.
fn bowl(world: &mut PhysicsWorld) -> Built {
    const AROUND: u32 = 64;
    const RINGS: u32 = 16;
    let mut vertices = vec![Vector::ZERO];
    let mut triangles = Vec::new();
    for ring in 1..=RINGS {
        let radius = 8.0 * ring as f32 / RINGS as f32;
        for step in 0..AROUND {
            let (sin, cos) = (std::f32::consts::TAU * step as f32 / AROUND as f32).sin_cos();
            vertices.push(Vector::new(radius * cos, radius * radius / 8.0, radius * sin));
        }
        let at = |ring: u32, step: u32| match ring {
            0 => 0,
            ring => 1 + (ring - 1) * AROUND + step % AROUND,
        };
        for step in 0..AROUND {
            let [inner, next_inner] = [at(ring - 1, step), at(ring - 1, step + 1)];
            let [outer, next_outer] = [at(ring, step), at(ring, step + 1)];
            if inner != next_inner {
                triangles.push([inner, next_inner, outer]);
            }
            triangles.push([outer, next_inner, next_outer]);
        }
    }
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    world.insert_collider(ColliderBuilder::trimesh_with_flags(vertices, triangles, flags)?, None);
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 40) as f32 / (1_u64 << 24) as f32
    };
    for place in 0..500 {
        let corners = 8 + place % 17;
        let points: Vec<Vector> = (0..corners)
            .map(|n| {
                // On a ball, by the golden angle, each drawn inward a little.
                let height = 1.0 - 2.0 * (n as f32 + 0.5) / corners as f32;
                let (sin, cos) = (n as f32 * 2.399_963).sin_cos();
                let radius = (1.0 - height * height).sqrt();
                Vector::new(radius * cos, height, radius * sin) * (0.3 + 0.1 * random())
            })
            .collect();
        let shape = ColliderBuilder::convex_hull(&points).ok_or("points without a hull")?;
        let (layer, row, column) = (place / 36, place % 36 / 6, place % 6);
        let jitter = Vector::new(random(), random(), random()) * 0.1;
        let across = |n: i32| (n as f32 - 2.5) * 1.1;
        let at = Vector::new(across(row), 4.0 + 1.1 * layer as f32, across(column)) + jitter;
        let body = RigidBodyBuilder::dynamic().translation(at).can_sleep(false);
        world.insert(body, shape);
    }
    Ok(())
}

/// A box that slides without friction over 800 coplanar triangles.
fn floor(world: &mut PhysicsWorld) -> Built {
    const SIDE: u32 = 20;
    let vertices = (0..=SIDE).flat_map(|row| {
        (0..=SIDE).map(move |column| Vector::new(row as f32, 0.0, column as f32 - 10.0))
    });
    let triangles = (0..SIDE * SIDE).flat_map(|cell| {
        let corner = cell / SIDE * (SIDE + 1) + cell % SIDE;
        let [a, b, c, d] = [corner, corner + 1, corner + SIDE + 1, corner + SIDE + 2];
        [[a, b, c], [c, b, d]]
    });
    let flags = TriMeshFlags::FIX_INTERNAL_EDGES;
    let floor = ColliderBuilder::trimesh_with_flags(vertices.collect(), triangles.collect(), flags);
    world.insert_collider(floor?.friction(0.0), None);
    let body = RigidBodyBuilder::dynamic()
        .translation(Vector::new(1.0, 0.3, 0.0))
        .linvel(Vector::new(1.5, 0.0, 0.13))
        .can_sleep(false);
    world.insert(body, ColliderBuilder::cuboid(0.3, 0.3, 0.3).friction(0.0));
    Ok(())
}

/// What the bodies have, in joules: kinetic, and of their heights.
fn energy(world: &PhysicsWorld) -> f32 {
    let of =
        |body: &RigidBody| body.kinetic_energy() + body.mass() * 9.81 * body.center_of_mass().y;
    world.rigid_bodies().map(|(_, body)| of(body)).sum()
}

/// Microseconds of a step and of its narrow phase, and a row of what became of the world.
fn run(mut world: PhysicsWorld, build: Build) -> Built<([f64; 2], String)> {
    build(&mut world)?;
    let (mut step, mut narrow, mut deepest) = (0.0, 0.0, 0.0_f32);
    let (mut points, mut risen, mut bump) = (0, 0.0_f32, 0.0_f32);
    let mut before = energy(&world);
    for at in 0..STEPS {
        world.step();
        let counters = &world.physics_pipeline.counters;
        step += counters.step_time_ms();
        narrow += counters.cd.narrow_phase_time.time_ms();
        let now = energy(&world);
        risen = risen.max(now - before);
        before = now;
        let manifolds = world.contact_pairs().flat_map(|pair| pair.manifolds());
        let depths = manifolds.flat_map(|manifold| manifold.points.iter().map(|point| -point.dist));
        let depths: Vec<f32> = depths.collect();
        points = depths.len();
        if at >= STEPS / 2 {
            deepest = depths.into_iter().fold(deepest, f32::max);
        }
        if at >= 30 {
            let rising = world.rigid_bodies().map(|(_, body)| body.linvel().y);
            bump = rising.fold(bump, f32::max);
        }
    }
    let lost = world.rigid_bodies().filter(|(_, body)| body.translation().y < -0.5).count();
    let top = world.rigid_bodies().map(|(_, body)| body.translation().y).fold(f32::MIN, f32::max);
    let each = |ms: f64| ms * 1000.0 / f64::from(STEPS);
    let row = format!(
        "{points} | {deepest:.4} | {risen:.3} | {before:.0} | {bump:.4} | {top:.3} | {lost}"
    );
    Ok(([each(step), each(narrow)], row))
}

fn main() -> Built {
    let mut arguments = std::env::args().skip(1);
    let rounds: u32 = arguments.next().map_or(Ok(1), |rounds| rounds.parse())?;
    let is_recycling = arguments.next().as_deref() != Some("off");
    println!(
        "| world | dispatcher | us a step | narrow phase | points at the end | deepest of the last \
         5 s | energy won in a step, J | energy at the end, J | fastest rise | highest | lost |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    let worlds: [(&str, Build); 3] = [
        ("pyramid of 204 boxes", pyramid),
        ("500 hulls in a bowl", bowl),
        ("box on triangles", floor),
    ];
    for (name, build) in worlds {
        let mut least = [[f64::INFINITY; 2]; 3];
        let mut rows = DISPATCHERS.map(|_| String::new());
        for _ in 0..rounds {
            for ((dispatcher, least), row) in DISPATCHERS.iter().zip(&mut least).zip(&mut rows) {
                let (micros, found) = run(world(dispatcher, is_recycling), build)?;
                *least = [least[0].min(micros[0]), least[1].min(micros[1])];
                *row = found;
            }
        }
        for ((dispatcher, [step, narrow]), row) in DISPATCHERS.iter().zip(least).zip(rows) {
            println!("| {name} | {dispatcher} | {step:.0} | {narrow:.0} | {row} |");
        }
    }
    Ok(())
}
