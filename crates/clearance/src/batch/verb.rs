//! The verbs that give numbers: what each needs from the lanes and from the single query, and how
//! it returns what they found.

use crate::answer::{End, Proximity, Witness, with_gap};
use crate::math::{Space, Vector};
use crate::query::Query;

use super::Depth;
use super::lanes::numbers::Found;
use super::pairs::{Pair, Pairs};

/// What a verb finds for a pair, other than a boolean.
pub(super) trait BatchVerb<V: Vector> {
    /// The answer for a pair.
    type Answer;
    /// How much of the answer lanes must find.
    const NEEDS: Needs;
    /// The answer for boxes whose distance or depth this verb does not need.
    const NONE: Option<Self::Answer>;
    /// The single query with these options; `None` for a pair that is not there.
    fn single<P: Pairs<Vector = V> + ?Sized>(
        query: Query<'_, V>,
        pair: Option<Pair<'_, V, P::A, P::B>>,
    ) -> Self::Answer
    where
        V: Vector;
    /// What lanes found.
    fn found(found: &Found<f64>) -> Self::Answer;
}

/// What lanes must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Needs {
    /// How far apart.
    Distance,
    /// How deep, but not where.
    Depth,
    /// All of it.
    Both,
}

/// How far apart: `None` where they intersect.
pub(super) struct Distance;

impl<V: Vector> BatchVerb<V> for Distance {
    type Answer = Option<Witness<V>>;
    const NEEDS: Needs = Needs::Distance;
    const NONE: Option<Self::Answer> = Some(None);
    fn single<P: Pairs<Vector = V> + ?Sized>(
        query: Query<'_, V>,
        pair: Option<Pair<'_, V, P::A, P::B>>,
    ) -> Self::Answer
    where
        V: Vector,
    {
        let Pair { a, pose_a, b, pose_b } = pair?;
        query.distance(a, &pose_a, b, &pose_b)
    }
    #[inline(always)]
    fn found(found: &Found<f64>) -> Self::Answer {
        is_apart(found).then(|| witness(found))
    }
}

/// Distance or depth, whichever it is.
pub(super) struct Both;

impl<V: Vector> BatchVerb<V> for Both {
    type Answer = Proximity<V>;
    const NEEDS: Needs = Needs::Both;
    const NONE: Option<Self::Answer> = None;
    fn single<P: Pairs<Vector = V> + ?Sized>(
        query: Query<'_, V>,
        pair: Option<Pair<'_, V, P::A, P::B>>,
    ) -> Self::Answer
    where
        V: Vector,
    {
        pair.map_or_else(Proximity::default, |Pair { a, pose_a, b, pose_b }| {
            query.proximity(a, &pose_a, b, &pose_b)
        })
    }
    #[inline(always)]
    fn found(found: &Found<f64>) -> Self::Answer {
        let witness = witness(found);
        if is_apart(found) {
            Proximity::Separated(witness)
        } else {
            Proximity::Intersecting(witness)
        }
    }
}

/// How deep and in which direction, but not where: `None` where they are apart.
pub(super) struct HowDeep;

impl<V: Vector> BatchVerb<V> for HowDeep {
    type Answer = Option<Depth<V>>;
    const NEEDS: Needs = Needs::Depth;
    const NONE: Option<Self::Answer> = Some(None);
    fn single<P: Pairs<Vector = V> + ?Sized>(
        query: Query<'_, V>,
        pair: Option<Pair<'_, V, P::A, P::B>>,
    ) -> Self::Answer
    where
        V: Vector,
    {
        let Pair { a, pose_a, b, pose_b } = pair?;
        let Witness { normal, length, gap, .. } = query.penetration(a, &pose_a, b, &pose_b)?;
        Some(Depth { normal, length, gap })
    }
    #[inline(always)]
    fn found(found: &Found<f64>) -> Self::Answer {
        let (length, gap) = length_and_gap::<V>(found);
        let normal = vector(found.normal);
        (!is_apart(found)).then_some(Depth { normal, length, gap })
    }
}

#[inline(always)]
fn is_apart(found: &Found<f64>) -> bool {
    let [lower, ..] = found.bounds;
    lower > 0.0
}

#[inline(always)]
fn length_and_gap<V: Vector>(found: &Found<f64>) -> (V::Scalar, V::Scalar) {
    let [lower, upper, estimate] = found.bounds;
    with_gap(estimate.abs(), (upper - estimate).max(estimate - lower))
}

#[inline(always)]
fn vector<V: Vector>([x, y, z]: [f64; 3]) -> V {
    V::from_space(V::Space::from_xyz(x, y, z))
}

/// In the caller's types and precision, as in `Run::answer`.
#[inline(always)]
fn witness<V: Vector>(found: &Found<f64>) -> Witness<V> {
    let (length, gap) = length_and_gap::<V>(found);
    Witness {
        on_a: vector(found.on_a),
        on_b: vector(found.on_b),
        normal: vector(found.normal),
        length,
        gap,
        end: End::Converged,
    }
}
