//! What the numbers prove, independently of the search.
//!
//! Three stages. The *bounds* of the loops, widened by their rounding errors, prove most booleans
//! for free. Where they do not, *orientation* predicates decide simplices whose vertices are free
//! of rounding: shapes on grids, and everything that touches on them. *Exact* arithmetic decides
//! the rest, where there is an allocator.

#[cfg(feature = "alloc")]
mod certificate;
#[cfg(feature = "alloc")]
mod exact;
mod expansion;
#[cfg(feature = "alloc")]
mod manifold;
#[cfg(feature = "alloc")]
mod moving;
mod orientation;
#[cfg(feature = "alloc")]
mod own;
#[cfg(feature = "alloc")]
mod verify;

use crate::answer::Verdict;
use crate::budget::Budget;
#[cfg(feature = "alloc")]
use crate::check::check;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Pose, Space};
use crate::shape::SupportMap;
use crate::solve::difference::Vertex;
#[cfg(feature = "alloc")]
use crate::solve::difference::within;

#[cfg(feature = "alloc")]
pub use certificate::{Certificate, CertificateError, CorePoint, SupportPair};
#[cfg(feature = "alloc")]
pub(crate) use exact::{
    Decision, Dyadic, Exact, ExactBody, ExactCore, ExactPlacement, Number, PlacedCore, ROOT_BITS,
    Towards, decide as decision, decide_drawn as decision_drawn, nearest_face, root,
};
#[cfg(feature = "alloc")]
pub(crate) use manifold::Beside;
#[cfg(feature = "alloc")]
pub(crate) use manifold::verify_manifold_of;
#[cfg(feature = "alloc")]
pub use manifold::{CertifiedContact, ManifoldCertificate, verify_manifold};
#[cfg(feature = "alloc")]
pub use moving::{CastCertificate, verify_cast};
#[cfg(feature = "alloc")]
pub(crate) use moving::{Moving, TimesUntil, verify_cast_of};
#[cfg(feature = "alloc")]
pub(crate) use own::is_own_turn;
#[cfg(feature = "alloc")]
pub use verify::verify;
#[cfg(feature = "alloc")]
pub(crate) use verify::{Judge, Length, Wall, Which, verify_pair};

pub(crate) use expansion::{measured_turn, measured_volume, rise, turn, volume};
pub(crate) use orientation::{Orient, turn_seen};

/// Whether the simplex proves that the difference holds the origin: its vertices are the exact
/// differences of points of the shapes, and their closed hull holds it.
pub(crate) fn proves_intersection<S: Orient>(simplex: &[Vertex<S>]) -> bool {
    simplex.iter().all(|v| v.exact)
        && match *simplex {
            [a] => S::hull_holds_origin(&[a.point]),
            [a, b] => S::hull_holds_origin(&[a, b].map(|v| v.point)),
            [a, b, c] => S::hull_holds_origin(&[a, b, c].map(|v| v.point)),
            [a, b, c, d] => S::hull_holds_origin(&[a, b, c, d].map(|v| v.point)),
            _ => false,
        }
}

/// How far [`nearest_corner`] may be off, as a part of its length.
pub(crate) const NEAREST_CORNER: f64 =
    if cfg!(feature = "alloc") { 2.0 * UNIT_ROUNDOFF } else { 64.0 * UNIT_ROUNDOFF };

/// A corner of a polytope in one vector: the sum of the two terms or, where these do not hold it,
/// of its products.
pub(crate) fn nearest_corner<S: Space>(shape: &dyn SupportMap<S>, index: u32) -> Option<S> {
    if let Some([corner, rest]) = shape.corner(index) {
        return Some(corner + rest);
    }
    #[cfg(feature = "alloc")]
    return exact::nearest_corner(shape, index);
    #[cfg(not(feature = "alloc"))]
    {
        let mut sum = S::default();
        shape.corner_terms(index.into(), None, &mut |term, over| {
            let factors = over.into_iter().flat_map(crate::shape::Factors::each);
            sum += factors.fold(term, |term, by| term.zip(by, |x, f| x * f));
        })?;
        Some(sum)
    }
}

/// A shape where it stands.
pub(crate) type Stands<'a, S> = (&'a dyn SupportMap<S>, &'a Pose<S>);

/// Whether nothing is known: of what is no shape or no pose.
#[cfg(feature = "alloc")]
fn is_faulty<S: Space>((a, pose_a): Stands<'_, S>, (b, pose_b): Stands<'_, S>) -> bool {
    check(a, pose_a, b, pose_b).is_err()
}

/// The final decision about two shapes in poses, whatever their sizes: certain for polytopes,
/// balls, capsules, all of these rounded, and half-spaces against them; for points beside
/// cylinders, cones and ellipsoids; and for cylinders with parallel axes. `hints` are pairs of
/// features near the contact.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
pub(crate) fn decide<S: Space>(
    (a, pose_a): Stands<'_, S>,
    (b, pose_b): Stands<'_, S>,
    hints: &[[u32; 2]],
    budget: &Budget,
) -> Verdict {
    if budget.take(exact::STEP).is_none() || is_faulty((a, pose_a), (b, pose_b)) {
        return Verdict::Undecided;
    }
    let within = within(a, pose_a, b, pose_b);
    let (Some(a), Some(b)) = (ExactBody::of(a, within), ExactBody::of(b, within)) else {
        return Verdict::Undecided;
    };
    let radii = &a.radius() + &b.radius();
    match &b.core {
        ExactCore::HalfSpace(..) => {
            let placement = ExactPlacement::new(pose_b, pose_a, [&b.weight, &a.weight]);
            exact::verdict(&b, &a, &placement, None, &radii, &[], budget)
        }
        // Two shapes without end may meet farther away than the parts that are known.
        _ if !(a.endless.is_empty() || b.endless.is_empty()) => Verdict::Undecided,
        _ => {
            let placement = ExactPlacement::new(pose_a, pose_b, [&a.weight, &b.weight]);
            exact::verdict(&a, &b, &placement, None, &radii, hints, budget)
        }
    }
}

/// Exact numbers are as long as they need to be, which takes an allocator: without one, what is too
/// close to call stays undecided.
#[cfg(not(feature = "alloc"))]
pub(crate) fn decide<S: Space>(
    _a: Stands<'_, S>,
    _b: Stands<'_, S>,
    _hints: &[[u32; 2]],
    _budget: &Budget,
) -> Verdict {
    Verdict::Undecided
}

/// A part of a linear motion, exactly: B as it stands at all of the times between two, seen from A.
/// That is one convex body, B swept along a segment of the world.
pub(crate) struct Drawn<S> {
    /// A's, and B's.
    pub(crate) velocities: [S; 2],
    pub(crate) times: [f64; 2],
    /// How near they are to come.
    pub(crate) skin: f64,
}

/// Whether two shapes come as near as `drawn` requires, at some of its times: certain where
/// [`decide`] is.
#[cfg(feature = "alloc")]
#[cold]
#[inline(never)]
pub(crate) fn decide_drawn<S: Space>(
    (a, pose_a): Stands<'_, S>,
    (b, pose_b): Stands<'_, S>,
    drawn: &Drawn<S>,
    budget: &Budget,
) -> Verdict {
    let Drawn { velocities: [of_a, of_b], times: [first, last], skin } = *drawn;
    let is_motion = of_a.is_finite() && of_b.is_finite() && !(first + last).is_nan();
    let is_faulty = is_faulty((a, pose_a), (b, pose_b)) || !(is_motion && skin.is_finite());
    if budget.take(exact::STEP).is_none() || is_faulty {
        return Verdict::Undecided;
    }
    // Shapes without end would have to be known all along the way.
    let (Some(a), Some(b)) = (ExactBody::of(a, 0.0), ExactBody::of(b, 0.0)) else {
        return Verdict::Undecided;
    };
    let radii = &(&a.radius() + &b.radius()) + &Dyadic::from(skin);
    let is_endless = !(a.endless.is_empty() && b.endless.is_empty());
    if is_endless {
        return Verdict::Undecided;
    }
    let walls = [&a, &b].map(|body| matches!(body.core, ExactCore::HalfSpace(..)));
    let swapped = walls == [false, true];
    let ((a, pose_a), (b, pose_b)) =
        if swapped { ((b, pose_b), (a, pose_a)) } else { ((a, pose_a), (b, pose_b)) };
    let (of_a, of_b) = if swapped { (of_b, of_a) } else { (of_a, of_b) };
    let mut placement = ExactPlacement::new(pose_a, pose_b, [&a.weight, &b.weight]);
    let velocity = placement.vector(&[of_b, -of_a]).times(&placement.scale);
    let has_wall = walls != [false; 2];
    let way = |time: f64| velocity.times(&placement.number(time_of(time, has_wall)));
    let (begun, ended) = (way(first), way(last));
    placement.offset = placement.offset.plus(&begun);
    let along = ended.minus(&begun);
    exact::verdict(&a, &b, &placement, Some(&along), &radii, &[], budget)
}

/// A time as a number. Infinity is one by which all that ever happens has happened: what ends is at
/// most 2^1030 away, and no slower than 2^-1074; a boundary is crossed at a speed that is a sum of
/// products of a normal, a velocity and four numbers of a rotation.
#[cfg(feature = "alloc")]
fn time_of(time: f64, has_wall: bool) -> Dyadic {
    if time < f64::INFINITY {
        return Dyadic::from(time);
    }
    Dyadic::from(1.0).shifted(if has_wall { 1 << 14 } else { 1 << 12 })
}

/// Without an allocator, what is too close to call stays undecided.
#[cfg(not(feature = "alloc"))]
pub(crate) fn decide_drawn<S: Space>(
    _a: Stands<'_, S>,
    _b: Stands<'_, S>,
    drawn: &Drawn<S>,
    _budget: &Budget,
) -> Verdict {
    let Drawn { velocities, times, skin } = drawn;
    let _ = (velocities, times, skin);
    Verdict::Undecided
}

/// Without an allocator, floats show what turns alike.
#[cfg(not(feature = "alloc"))]
pub(crate) fn is_own_turn<S: Space>(
    _shape: &dyn SupportMap<S>,
    _motion: &crate::motion::Motion<S>,
) -> bool {
    false
}
