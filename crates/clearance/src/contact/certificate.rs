//! Finding a certificate for a manifold: bounds for its numbers, as tight as floats allow.

use alloc::vec::Vec;

use crate::certify::{
    Beside, CertificateError, CertifiedContact, Dyadic, Judge, ManifoldCertificate, Towards, root,
};
use crate::math::dyadic::scaled;
use crate::math::{Scalar, Space, ToPose, Vector, larger};
use crate::query::{Compiled, Pair, first_that_holds, of_point};
use crate::shape::SupportMap;
use crate::solve::Expand;

#[cfg(doc)]
use super::contact_manifold;
use super::{ContactPoint, Manifold, manifold};
#[cfg(doc)]
use crate::query::certificate;

/// Evidence for where two shapes touch: for the answer of [`contact_manifold`], without trust in
/// its search. [`verify_manifold`](crate::verify_manifold()) checks it.
///
/// The normal, points and depths are the manifold's own numbers. The proved bounds are as
/// tight as floats allow: points of `f64` are on their surfaces to a few roundings of the size and
/// of their own coordinates, those of `f32` to their own rounding. Where the shapes are farther
/// apart than `max_distance` there are no points, and only the
/// [`pair`](ManifoldCertificate::pair)'s distance is claimed; the same where nothing is known of
/// the pair. Cost: a [`certificate`] and two small ones a point: 0.1 to 2 ms, 25 ms for hulls of a
/// thousand corners.
///
/// ```
/// use clearance::{Cuboid, manifold_certificate};
/// use glam::{DQuat, DVec3};
///
/// let (table, a_crate) = (Cuboid::new(DVec3::new(2.0, 0.5, 2.0)), Cuboid::new(DVec3::splat(0.5)));
/// let there = (DQuat::from_rotation_y(0.3), DVec3::new(0.0, 0.999, 0.0));
/// let proof = manifold_certificate(&table, &DVec3::ZERO, &a_crate, &there, 0.0)?;
/// // A millimetre deep along the normal, and no direction is better.
/// assert!(proof.lower <= proof.pair.upper && (proof.lower + 0.001).abs() < 1e-15);
/// assert_eq!(proof.points.len(), 4);
/// for point in &proof.points {
///     assert!((point.depth - 0.001).abs() < 1e-15);
///     for surface in [&point.from_a, &point.from_b] {
///         assert!(surface.lower > -1e-15 && surface.upper < 1e-15);
///     }
/// }
/// # Ok::<(), clearance::CertificateError>(())
/// ```
///
/// # Errors
/// [`CertificateError::Input`] and [`CertificateError::Unsupported`].
pub fn manifold_certificate<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    max_distance: <P::Vector as Vector>::Scalar,
) -> Result<ManifoldCertificate<<P::Vector as Vector>::Space>, CertificateError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let within = max_distance.to_f64();
    Pair::with((a, pose_a), (b, pose_b), |pair| Compiled::manifold_certificate(pair, within))
}

/// See [`manifold_certificate`].
pub(crate) fn certificate_of<S: Expand>(
    pair: &Pair<'_, S>,
    max_distance: f64,
) -> Result<ManifoldCertificate<S>, CertificateError> {
    let unproved = ManifoldCertificate {
        pair: S::certificate(pair)?,
        normal: S::default(),
        tilt: 0.0,
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        gap: 0.0,
        points: Vec::new(),
    };
    let found = manifold(pair, max_distance, None, None).map(|found| found.rounded(pair.precision));
    let Some(manifold) = found.filter(is_known) else { return Ok(unproved) };
    let judge = Judge::of(pair)?;
    let normal = manifold.normal;
    let Some(tilt) = judge.lean(normal) else { return Ok(unproved) };
    let along = |heights: Towards| judge.apart(&[normal], heights);
    let mut proof = ManifoldCertificate {
        normal,
        tilt,
        lower: judge.below(&along(Towards::More)?).unwrap_or(f64::NEG_INFINITY),
        upper: judge.above(&along(Towards::Less)?).unwrap_or(f64::INFINITY),
        ..unproved
    };
    let Pair { a, pose_a, b, pose_b, .. } = *pair;
    let (mut beside_a, mut beside_b) = (Beside::new(a, pose_a)?, Beside::new(b, pose_b)?);
    for ContactPoint { on_a, on_b, depth, .. } in manifold.points().iter().copied() {
        // Two points may be one but for rounding to the caller's precision.
        if proof.points.iter().any(|known| (known.on_a, known.on_b) == (on_a, on_b)) {
            continue;
        }
        let from_a = of_point((a, pose_a), &mut beside_a, on_a, normal)?;
        let from_b = of_point((b, pose_b), &mut beside_b, on_b, -normal)?;
        let overlap = judge.overlap(normal, [on_a, on_b]);
        let off = |outwards| overlap.beside(&Dyadic::from(depth), outwards);
        let off = off(1.0).zip(off(-1.0)).map_or(f64::INFINITY, |(up, down)| larger(up, -down));
        proof.gap = larger(proof.gap, off);
        proof.points.push(CertifiedContact { on_a, on_b, depth, from_a, from_b });
    }
    Ok(proof)
}

/// Whether every number of a manifold is finite, and its normal is a direction.
fn is_known<S: Space>(manifold: &Manifold<S>) -> bool {
    let are_finite = manifold
        .points()
        .iter()
        .all(|point| point.on_a.is_finite() && point.on_b.is_finite() && point.depth.is_finite());
    manifold.normal.is_finite() && manifold.normal != S::ORIGIN && are_finite
}

impl<S: Space> Judge<S> {
    /// The distance of a normal from a half-space's own, both of unit length, or a little more.
    fn lean(&self, normal: S) -> Option<f64> {
        let Some((wall, _)) = self.wall() else { return Some(0.0) };
        let normal_here = self.placement.vector(&[normal]);
        // For two that nearly coincide, the sine.
        let across = normal_here.cross(&wall.normal);
        let lengths = &normal_here.dot(&normal_here) * &wall.normal.dot(&wall.normal);
        let [sine, length] = [across.dot(&across), lengths].map(|x| root(&x, Towards::More));
        let ((sine, up), (length, down)) = (sine.leading(), length.leading());
        let estimate = scaled(sine / length, up - down);
        let step = estimate * f64::EPSILON;
        first_that_holds(estimate, 1.0, step, |tilt| self.leans_by_at_most(normal, tilt))
    }
}
