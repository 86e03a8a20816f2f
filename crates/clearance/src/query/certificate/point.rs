//! How far a point is from a shape, proved: what each point of a contact rests on.

use alloc::vec;

use crate::budget::Budget;
use crate::certify::{
    Beside, Certificate, CertificateError, CorePoint, Decision, ExactCore, SupportPair, decision,
};
use crate::math::{Pose, Precision, Rotation};
use crate::query::Pair;
use crate::shape::{Point, Solid, Support, SupportMap, Widened};
use crate::solve::Expand;

use super::{Builder, NearestFeature, core_point, over_wall};

/// How far a point of the world is from a shape, as bounds alone: from where a search ends, and
/// from a direction that is likely to lead out of the shape.
pub(crate) fn of_point<S: Expand>(
    (shape, pose): (&Solid<'_, S>, &Pose<S>),
    beside: &mut Beside<S>,
    point: S,
    outwards: S,
) -> Result<Certificate<S>, CertificateError> {
    let judge = beside.at(point);
    if let Some((wall, other)) = judge.wall() {
        return over_wall(judge, &wall, other);
    }
    let (origin, rotation) = (Point(S::ORIGIN), Rotation::IDENTITY);
    let (origin, there) = (&Widened::new(&origin), &Pose { translation: point, rotation });
    let precision = Precision::of::<f64>();
    let (b, budget) = (&Solid::new(origin), &Budget::endless());
    let pair = Pair { a: shape, pose_a: pose, b, pose_b: there, budget, precision };
    let found = pair.found();
    let mut proof = Certificate::default();
    for direction in [found.direction, outwards] {
        let along = judge.separation(&[direction]).ok();
        if let Some(lower) = along.and_then(|along| judge.below(&along))
            && lower > proof.lower
        {
            (proof.lower, proof.direction) = (lower, vec![direction]);
        }
    }
    let closest = |proof: &mut Certificate<S>, pairs: &[SupportPair<S>]| {
        if let Some(NearestFeature { pairs, weights, nearest }) = judge.feature_of(pairs)
            && let Some(upper) = judge.above(&nearest)
            && upper < proof.upper
        {
            (proof.upper, proof.pairs, proof.weights) = (upper, pairs, weights);
        }
    };
    closest(&mut proof, &Builder { judge, found: &found }.pairs_of_simplex());
    // On the core or in it, and over a cap, a search for the nearest point ends anywhere.
    if let ExactCore::Curved(_) = judge.a.core {
        let under = point - outwards * shape.radius_f64();
        let local = under - pose.translation;
        let local = local.rotate_back(&pose.rotation.matrix());
        let on_a = core_point(&judge.a, local, Support::<S>::SMOOTH);
        let pair = on_a.map(|on_a| SupportPair { on_a, on_b: CorePoint::Corner(0) });
        closest(&mut proof, pair.as_slice());
    } else if proof.lower <= 0.0
        && proof.upper > 0.0
        && let Some(Decision::Together { near, .. }) =
            decision(&judge.a, &judge.b, &judge.placement, &[])
    {
        closest(&mut proof, &near);
    }
    Ok(proof)
}
