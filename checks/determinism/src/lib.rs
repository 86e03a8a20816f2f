//! 25 000 pairs in each of four spaces, and hashes of all answers for them.
//!
//! Builds that answer the same print the same text, so `run.sh` compares the text.
#![no_std]

extern crate alloc;

mod digest;
mod questions;
mod random;
mod rooms;
mod scene;
mod shapes;
mod space;
#[cfg(target_arch = "wasm32")]
mod wasm;

use core::fmt::{self, Write};

use clearance::Vector;
use digest::{Digest, Fnv, Tally};
use glam::{DVec2, DVec3, Vec2, Vec3};
use random::Random;
use rooms::{ROOMS, Rooms, TURNS};
use scene::Scene;
use space::World;

pub const SPACES: [&str; 4] = ["Vec2", "DVec2", "Vec3", "DVec3"];
const PAIRS: u64 = 25_000;

/// Calls a function of this file with the vector type of a space.
macro_rules! in_space {
    ($space:expr, $function:ident($($argument:expr),*)) => {
        match $space {
            0 => $function::<Vec2>($($argument),*),
            1 => $function::<DVec2>($($argument),*),
            2 => $function::<Vec3>($($argument),*),
            _ => $function::<DVec3>($($argument),*),
        }
    };
}

/// The hashes over all pairs of a space, and statistics of the pairs.
pub fn totals(out: &mut dyn Write, space: u32) -> fmt::Result {
    let (mut decisions, mut numbers) = (Fnv::default(), Fnv::default());
    let mut totals = Rooms::default();
    let mut tally = Tally::default();
    for pair in 0..PAIRS {
        let (digest, rooms) = in_space!(space, digest_of(space, pair));
        decisions.add(digest.decisions.value());
        numbers.add(digest.numbers.value());
        totals.iter_mut().zip(rooms).for_each(|(total, room)| total.add(room.value()));
        tally.add(&digest.tally);
    }
    let name = SPACES[space as usize];
    writeln!(out, "{name} decisions {decisions}")?;
    writeln!(out, "{name} numbers {numbers}")?;
    for (room, total) in ROOMS.iter().zip(totals) {
        writeln!(out, "{name} {room} {total}")?;
    }
    for (what, labels, counts) in tally.rows() {
        write!(out, "{name} {what}:")?;
        for (label, count) in labels.iter().zip(counts) {
            write!(out, " {count} {label},")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The hashes of each pair of a space, one line for each; but those that need a sine.
pub fn each_pair(out: &mut dyn Write, space: u32) -> fmt::Result {
    for pair in 0..PAIRS {
        let (digest, rooms) = in_space!(space, digest_of(space, pair));
        write!(out, "{pair} {} {}", digest.decisions, digest.numbers)?;
        rooms[..TURNS].iter().try_for_each(|room| write!(out, " {room}"))?;
        writeln!(out)?;
    }
    Ok(())
}

/// One pair, and everything that is hashed for it.
pub fn pair(out: &mut dyn Write, space: u32, pair: u64) -> fmt::Result {
    in_space!(space, show(out, space, pair))
}

fn digest_of<V: Vector<Space: World>>(space: u32, pair: u64) -> (Digest<'static>, Rooms) {
    let scene = Scene::<V>::new(Random::new(space.into(), pair));
    (questions::ask(&scene, None), rooms::ask(&scene, pair, None))
}

fn show<V: Vector<Space: World>>(out: &mut dyn Write, space: u32, pair: u64) -> fmt::Result {
    let scene = Scene::<V>::new(Random::new(space.into(), pair));
    write!(out, "{scene:#?}")?;
    questions::ask(&scene, Some(&mut *out));
    rooms::ask(&scene, pair, Some(&mut *out));
    writeln!(out)
}
