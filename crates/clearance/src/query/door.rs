//! The door: the kinds of a pair of [`Shape`](crate::Shape)s are matched once. Common pairs go on
//! as the types they hold, so that no step of a formula matches again. What no formula answers goes
//! below the door, where all types are erased.
//!
//! A caller's pair of other types is typed already, and none of this is compiled for it: a verb
//! finds [`of_shapes`] by a method of the shape, which other types leave empty. Where it is named
//! in a branch that is never taken, 14 formulas were compiled for each verb and vector type.

#[cfg(feature = "alloc")]
use crate::math::Pose;
use crate::math::{ToPose, Vector};
use crate::observe::Observer;
#[cfg(feature = "alloc")]
use crate::shape::Shape;
use crate::shape::SupportMap;

use super::Query;
#[cfg(feature = "alloc")]
use super::verb::taken;
use super::verb::{Given, Placement, Verb};

/// [`of_shapes`] of a verb.
#[cfg(feature = "alloc")]
pub(crate) type OfShapes<V, T> = fn(Query<'_, V>, &Shape<V>, &Pose<V>, &Shape<V>, &Pose<V>) -> T;

/// The verb's answer for a pair.
#[inline(always)]
pub(super) fn answer<W, V, O, D>(verb: W, mut query: Query<'_, V, O>, pair: D) -> W::Answer
where
    W: Verb<V>,
    V: Vector,
    O: Observer<V::Space>,
    D: Placement<V>,
{
    // An observer is in no hurry: for it no formula is compiled again.
    if !O::IS_SILENT {
        let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
        return W::answer(query.lowered(verb.sought(), false, a, pose_a, b, pose_b));
    }
    #[cfg(feature = "alloc")]
    {
        let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
        if let (Some(of_shapes), Some(a), Some(b)) = (W::of_shapes(a), a.as_shape(), b.as_shape()) {
            return of_shapes(query.observe(()), a, &taken(pose_a), b, &taken(pose_b));
        }
    }
    if let Some(answer) = verb.at_once(&mut query, pair) {
        return answer;
    }
    let ((a, pose_a), (b, pose_b)) = (pair.a(), pair.b());
    beyond::<W, V, O, _, _, _, _>(verb, query, a, pose_a, b, pose_b)
}

/// What no formula answers at once. Apart, and of four arguments, so that these need no stack.
#[inline(never)]
fn beyond<W, V, O, A, P, B, Q>(
    verb: W,
    mut query: Query<'_, V, O>,
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
) -> W::Answer
where
    W: Verb<V>,
    V: Vector,
    O: Observer<V::Space>,
    A: SupportMap<V> + ?Sized,
    P: ToPose<Vector = V>,
    B: SupportMap<V> + ?Sized,
    Q: ToPose<Vector = V>,
{
    let pair = Given { a, pose_a, b, pose_b };
    // No closure, which would copy the query.
    match verb.by_bounds(&mut query, pair) {
        Some(answer) => answer,
        None => W::answer(query.searched(verb.sought(), pair)),
    }
}

/// The verbs of [`Shape`]s.
#[cfg(feature = "alloc")]
pub(crate) mod of_shapes {
    use super::super::verb::{Approach, Decide, Penetrate, Separate};
    use super::{Pose, Query, Shape, Vector, of_verb};
    use crate::answer::{Proximity, Verdict, Witness};

    macro_rules! of_shapes {
        ($($name:ident: $Verb:ident -> $Answer:ty;)*) => {$(
            #[inline(always)]
            pub(crate) fn $name<V: Vector>(
                query: Query<'_, V>,
                a: &Shape<V>,
                pose_a: &Pose<V>,
                b: &Shape<V>,
                pose_b: &Pose<V>,
            ) -> $Answer {
                of_verb::<$Verb, V>(query, a, pose_a, b, pose_b)
            }
        )*};
    }
    of_shapes! {
        verdicts: Decide -> Verdict;
        distances: Separate -> Option<Witness<V>>;
        depths: Penetrate -> Option<Witness<V>>;
        proximities: Approach -> Proximity<V>;
    }
}

/// Sends each common pair on as the types it holds; the others, and what no formula answers, below
/// the door.
///
/// Where code must be small, `--cfg clearance_compact` sends all pairs below it, with the same
/// answers.
#[cfg(feature = "alloc")]
fn of_verb<W: Verb<V> + Default, V: Vector>(
    mut query: Query<'_, V>,
    a: &Shape<V>,
    pose_a: &Pose<V>,
    b: &Shape<V>,
    pose_b: &Pose<V>,
) -> W::Answer {
    use Shape::{Ball, Capsule, Cuboid, Ellipsoid, Hull};
    let verb = W::default();
    // Each arm returns by itself: from a common place the answer would be copied.
    macro_rules! tried {
        ($a:expr, $b:expr) => {{
            let pair = Given { a: $a, pose_a, b: $b, pose_b };
            if let Some(answer) = verb.at_once(&mut query, pair) {
                return answer;
            }
            if let Some(answer) = verb.by_bounds(&mut query, pair) {
                return answer;
            }
            true
        }};
    }
    let is_tried = if cfg!(clearance_compact) {
        false
    } else {
        match (a, b) {
            (Hull(a), Hull(b)) => tried!(a, b),
            (Cuboid(a), Cuboid(b)) => tried!(a, b),
            (Ball(a), Ball(b)) => tried!(a, b),
            (Ball(a), Capsule(b)) => tried!(a, b),
            (Capsule(a), Ball(b)) => tried!(a, b),
            (Capsule(a), Capsule(b)) => tried!(a, b),
            (Ball(a), Cuboid(b)) => tried!(a, b),
            (Cuboid(a), Ball(b)) => tried!(a, b),
            (Capsule(a), Cuboid(b)) => tried!(a, b),
            (Cuboid(a), Capsule(b)) => tried!(a, b),
            (Ball(a), Ellipsoid(b)) => tried!(a, b),
            (Ellipsoid(a), Ball(b)) => tried!(a, b),
            (Ball(a), Hull(b)) => tried!(a, b),
            (Hull(a), Ball(b)) => tried!(a, b),
            _ => false,
        }
    };
    W::answer(query.lowered(verb.sought(), is_tried, a, pose_a, b, pose_b))
}
