//! The last stage: whole numbers of any size. It decides what neither the loops' bounds nor the
//! orientation of exact vertices can, mostly shapes that touch in poses that round.
//!
//! The numbers are the caller's very floats. A quaternion `q` stands for the rotation `q · q̄ /
//! |q|²`, a cosine and sine for the rotation along them. The method is GJK once more (`search`), in
//! exact arithmetic; beside a half-space it takes one support point. Cost: 5 to 500 µs, and memory
//! from the allocator, which nothing else in a query uses but contacts of large faces.

mod body;
mod curve;
mod depth;
mod feature;
mod filter;
mod inside;
mod number;
mod placement;
mod point;
mod search;

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::answer::Verdict;
use crate::budget::Budget;
use crate::math::{Space, dyadic};

use super::certificate::{CorePoint, SupportPair};

pub(crate) use body::{ExactBody, ExactCore, highest, nearest_corner};
pub(crate) use curve::{Curve, ROOT_BITS, root};
use depth::overlap_by;
pub(crate) use dyadic::{Dyadic, Towards};
pub(crate) use feature::{foot, nearest_face};
use filter::farthest;
pub(crate) use number::Number;
pub(crate) use placement::{Exact, ExactPlacement, ExactTurn};
use point::meets;
use search::ExactDifference;
pub(crate) use search::PlacedCore;

/// A step in exact numbers, and what goes before all of them, takes as long as this many in floats.
pub(super) const STEP: u32 = 64;

/// A decision about two closed shapes, and its evidence, in the scaled world of the
/// [`ExactPlacement`].
pub(crate) enum Decision<S> {
    /// Along this direction every point of A is lower than every point of B, radii included.
    Apart(Box<Exact>),
    /// These pairs of points have a hull, of their differences, that comes as near to the origin as
    /// the radii. Beside a half-space there may be none. If a body is swept, `far` are the pairs
    /// with it at the far end.
    Together { near: Vec<SupportPair<S>>, far: Vec<SupportPair<S>> },
}

/// Whether two bodies come as near as `radii`, B swept along a vector of the scaled world if one is
/// given: [`decide_drawn`] without its evidence, which a point beside a curved core does without.
pub(crate) fn verdict<S: Space>(
    a: &ExactBody<S>,
    b: &ExactBody<S>,
    placement: &ExactPlacement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
    hints: &[[u32; 2]],
    budget: &Budget,
) -> Verdict {
    let is_wall = matches!(a.core, ExactCore::HalfSpace(..));
    let meets = if radii.sign() < 0 && !is_wall {
        overlaps(a, b, placement, drawn, radii, budget)
    } else {
        meets(a, b, placement, drawn, radii).or_else(|| {
            let decision = decide_drawn(a, b, placement, drawn, radii, hints, budget)?;
            Some(matches!(decision, Decision::Together { .. }))
        })
    };
    match meets {
        Some(true) => Verdict::Intersecting,
        Some(false) => Verdict::Separated,
        None => Verdict::Undecided,
    }
}

/// Whether two polytopes overlap by as much as `radii` is below zero, at some place of B's way.
fn overlaps<S: Space>(
    a: &ExactBody<S>,
    b: &ExactBody<S>,
    placement: &ExactPlacement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
    budget: &Budget,
) -> Option<bool> {
    let (ExactCore::Polytope(_), ExactCore::Polytope(_)) = (&a.core, &b.core) else { return None };
    let depth = &placement.number(-radii) * &placement.scale;
    let nowhere = placement.exactly(&[Dyadic::ZERO; 3]);
    overlap_by(&difference(a, b, placement, None, budget), drawn.unwrap_or(&nowhere), &depth)
}

fn difference<'a, S: Space>(
    a: &'a ExactBody<S>,
    b: &'a ExactBody<S>,
    placement: &'a ExactPlacement,
    drawn: Option<&'a Exact>,
    budget: &'a Budget,
) -> ExactDifference<'a, S> {
    let placed = |core, turn| PlacedCore { core, turn, placement };
    let a = placed(&a.core, &placement.turn_a);
    ExactDifference { a, b: placed(&b.core, &placement.turn_b), drawn, budget }
}

/// Whether two bodies have a point in common. `hints` are pairs of corners near the contact: places
/// to start.
pub(crate) fn decide<S: Space>(
    a: &ExactBody<S>,
    b: &ExactBody<S>,
    placement: &ExactPlacement,
    hints: &[[u32; 2]],
) -> Option<Decision<S>> {
    let radii = &a.radius() + &b.radius();
    decide_drawn(a, b, placement, None, &radii, hints, &Budget::endless())
}

/// The same for cores that are to come as near as `radii`, with B swept along a vector of the
/// scaled world, and no more steps than a budget has left.
pub(crate) fn decide_drawn<S: Space>(
    a: &ExactBody<S>,
    b: &ExactBody<S>,
    placement: &ExactPlacement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
    hints: &[[u32; 2]],
    budget: &Budget,
) -> Option<Decision<S>> {
    match (&a.core, &b.core) {
        (ExactCore::HalfSpace(normal, offset), ExactCore::HalfSpace(other, more)) => {
            Some(two_walls((*normal, *offset), (*other, *more), placement, drawn, radii))
        }
        (ExactCore::HalfSpace(normal, offset), _) => {
            wall(*normal, *offset, b, placement, drawn, radii)
        }
        // The caller swaps them.
        (_, ExactCore::HalfSpace(..)) => None,
        _ => difference(a, b, placement, drawn, budget).decide(radii, hints),
    }
}

/// Whether `height > radius · |direction|`, of a direction that is not zero.
pub(crate) fn exceeds(height: &Number, radius: &Number, direction: &Exact) -> bool {
    let beyond = || {
        let squared = direction.dot(direction);
        (&height.squared() - &(&radius.squared() * &squared)).sign()
    };
    if radius.sign() < 0 {
        return height.sign() >= 0 || beyond() < 0;
    }
    height.sign() > 0 && (radius.sign() == 0 || beyond() > 0)
}

/// Two half-spaces: apart only face to face, where one's boundary is higher than the other's.
fn two_walls<S: Space>(
    (normal, offset): (S, f64),
    (other, more): (S, f64),
    placement: &ExactPlacement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
) -> Decision<S> {
    let ExactPlacement { turn_a, turn_b, offset: between, scale, .. } = placement;
    // `scale` times as long as the local normals, over the scaled world.
    let ours = turn_a.apply(&placement.vector(&[normal]));
    let theirs = turn_b.apply(&placement.vector(&[other]));
    let height = |offset: f64| &placement.number(Dyadic::from(offset)) * &scale.squared();
    let face = ours.dot(&theirs).sign() < 0 && ours.cross(&theirs).is_zero();
    // If B is swept, its boundary counts where it is highest.
    let raised = drawn.map(|drawn| theirs.dot(drawn)).filter(|rise| rise.sign() > 0);
    let raised = raised.unwrap_or_else(|| placement.number(Dyadic::zero()));
    let top = &(&height(more) + &theirs.dot(between)) + &raised;
    // `theirs` is `-facing / squared` times `ours`: the gap is `-top * squared / facing` less our
    // height, here times `facing`.
    let (facing, squared) = (-&ours.dot(&theirs), ours.dot(&ours));
    let gap = &(-&(&top * &squared)) - &(&height(offset) * &facing);
    let radius = &(&placement.number(radii.clone()) * scale) * &facing;
    if face && exceeds(&gap, &radius, &ours) {
        Decision::Apart(Box::new(ours))
    } else {
        Decision::Together { near: Vec::new(), far: Vec::new() }
    }
}

/// A's half-space against a body: the point lowest along the normal decides, unless the body falls
/// towards the half-space without end.
fn wall<S: Space>(
    normal: S,
    offset: f64,
    b: &ExactBody<S>,
    placement: &ExactPlacement,
    drawn: Option<&Exact>,
    radii: &Dyadic,
) -> Option<Decision<S>> {
    let ExactPlacement { turn_a, turn_b, offset: between, scale, .. } = placement;
    // `scale` times as long as the local normal.
    let world = turn_a.apply(&placement.vector(&[normal]));
    let falls = |along: &[Dyadic; 3]| {
        let along = turn_b.apply(&placement.exactly(along));
        world.dot(&along).sign() < 0
    };
    if b.endless.iter().any(falls) {
        return Some(Decision::Together { near: Vec::new(), far: Vec::new() });
    }
    let down = turn_b.apply_back(&world.negated());
    let boundary = &placement.number(Dyadic::from(offset)) * &scale.squared();
    let radius = &placement.number(radii.clone()) * scale;
    // The lower end of what B sweeps.
    let drawn = drawn.map(|drawn| world.dot(drawn)).filter(|rise| rise.sign() < 0);
    let lower = drawn.unwrap_or_else(|| placement.number(Dyadic::zero()));
    let is_apart = |depth: &Number| {
        let height = &(&(&world.dot(between) + &lower) - depth) - &boundary;
        exceeds(&height, &radius, &world)
    };
    let [least, most] = match &b.core {
        ExactCore::Polytope(corners) => {
            let lowest = corners.at(farthest(corners, &down, placement), placement)?;
            let depth = lowest.dot(&down);
            [depth.clone(), depth]
        }
        ExactCore::Curved(curve) => {
            [Towards::Less, Towards::More].map(|side| curve.height(&down, placement, side))
        }
        ExactCore::HalfSpace(..) => return None,
    };
    if is_apart(&most) {
        Some(Decision::Apart(Box::new(world)))
    } else {
        (!is_apart(&least)).then(|| Decision::Together { near: Vec::new(), far: Vec::new() })
    }
}
