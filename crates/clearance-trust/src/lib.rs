//! The trust suite of `clearance`: hard pairs of shapes, and every query of each pair judged by
//! exact arithmetic.
//!
//! The truth comes from `clearance-oracle`, which shares no code with the library. This crate makes
//! the pairs, passes them to the judge, queries the library in every way, and compares. The
//! integration tests of `clearance` use it, and so does the program `clearance-trust` (`quick` for
//! the gate, `long` for the record in `docs/accuracy.md`).
//!
//! | module | idea |
//! | --- | --- |
//! | [`random`] | seeded numbers, points, poses |
//! | [`kinds`] | one random shape of each of 27 kinds |
//! | [`mod@pair`] | two placed shapes: size, scaling, whether the judge is exact |
//! | [`ladder`] | pairs at gaps from 1 to 1e-18 of their size, of both signs, near and far from the origin |
//! | [`contact`] | pairs that touch exactly, constructed in whole numbers, and the same missed by an ulp |
//! | [`critical`] | nearly parallel, equal, concentric, coaxial, deep |
//! | [`family`] | the families of the suite, and what a sample of each must hold |
//! | [`court`], [`exact_form`], [`wall`] | a pair in exact arithmetic, and its truth |
//! | [`stacks`], [`mod@manifold`], [`four`] | pairs that touch along more than a point, and what their manifolds must satisfy |
//! | [`trial`], [`check`] | which queries run, and what each answer must satisfy |
//! | [`certificates`], [`touches`], [`forge`] | certificates of pairs and of contact points, found and forged: whatever verifies is true |
//! | [`casts`] | linear casts and rays through pairs of the other families |
//! | [`rays`] | rays at one shape, and cast again from every hit, solid and hollow |
//! | [`mod@turns`] | motions that turn, through pairs of the other families |
//! | [`overlaps`] | volumes of overlaps, and their bounds |
//! | [`tally`], [`bounds`] | findings counted; how wide gaps may be |
//! | [`literal`] | a pair as source text, and back |

// A judge with a check at every index and unwrap would be harder to review, and a panic here fails
// a test, not a user.
#![allow(
    clippy::indexing_slicing,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::unreachable
)]

mod beside;
pub mod bounds;
pub mod camera;
pub mod casts;
pub mod certificates;
pub mod check;
pub mod coaxial;
pub mod contact;
pub mod court;
pub mod critical;
pub mod edges;
pub mod exact_form;
pub mod family;
#[cfg(test)]
mod faults;
pub mod forge;
pub mod four;
pub mod kinds;
pub mod ladder;
pub mod literal;
pub mod manifold;
pub mod nested;
pub mod odd;
pub mod overlaps;
pub mod pair;
pub mod random;
pub mod rays;
pub mod resting;
pub mod stacks;
pub mod tally;
pub mod touches;
pub mod trial;
pub mod turns;
pub mod wall;

pub use court::{Court, Truth};
pub use kinds::{KINDS, NAMES, WALL, shape};
pub use ladder::{mixed, pair};
pub use literal::{brief, numbers};
pub use pair::{Pair, is_straight};
pub use random::{EDGES, Random, cloud, point, pose, ulps, vector};

/// The test for each of the four spaces.
#[macro_export]
macro_rules! spaces {
    ($name:ident, $law:ident) => {
        mod $name {
            #[test]
            fn vec2() {
                super::$law::<glam::Vec2>();
            }
            #[test]
            fn dvec2() {
                super::$law::<glam::DVec2>();
            }
            #[test]
            fn vec3() {
                super::$law::<glam::Vec3>();
            }
            #[test]
            fn dvec3() {
                super::$law::<glam::DVec3>();
            }
        }
    };
}
