//! Evidence for where two shapes touch, and its verification.
//!
//! Little about a contact point needs new evidence: that it lies on a shape's surface is a
//! statement about the distance of two shapes, one of which is a point, and so a [`Certificate`].
//! The rest, heights along the normal, is computed from the floats themselves.

use alloc::vec::Vec;

use crate::contact::most_of;
use crate::math::{Pose, Space, ToPose, Vector};
use crate::query::{Compiled, Pair};
use crate::shape::{Point, SupportMap};
#[cfg(doc)]
use crate::{contact_manifold, manifold_certificate};

use super::certificate::{Certificate, CertificateError};
use super::exact::{Dyadic, Towards};
use super::verify::{Judge, Length, Which};

/// Evidence for the points in which two shapes touch ([`contact_manifold`]): plain data, which
/// [`manifold_certificate`] finds and [`verify_manifold`] checks in exact arithmetic.
///
/// What it claims:
///
/// * the relation of the two shapes, by their own certificate ([`pair`](Self::pair));
/// * along [`normal`](Self::normal), for its very floats, A's highest point is below B's lowest by
///   [`lower`](Self::lower) at least and [`upper`](Self::upper) at most; if negative, they overlap
///   by as much, and B moved that far along the normal just touches A. Compared with `pair`, that
///   bounds by how much another direction may be better;
/// * for each point, bounds of how far it is outside its shape and inside it, which is a
///   certificate of the shape and the point;
/// * that along the normal each pair of points overlaps by its `depth`, to within
///   [`gap`](Self::gap);
/// * that there are at most four points (two in the plane), no two of them the same.
///
/// It does not name the features that meet in a point, nor claim that there are no other points of
/// contact.
/// Lengths and directions are those of the world, in `f64` for either precision of the caller,
/// whose numbers it holds unchanged.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S: serde::Serialize", deserialize = "S: serde::Deserialize<'de>"))
)]
pub struct ManifoldCertificate<S> {
    /// The certificate of the two shapes, whatever the normal.
    pub pair: Certificate<S>,
    /// From A to B, of any length.
    pub normal: S,
    /// Beside a half-space, which has no end along any direction but its own: how far its normal
    /// and this one are apart, both of unit length. The bounds are then along its own. Otherwise 0.
    pub tilt: f64,
    /// Along the normal they are no less far apart; minus infinity claims nothing.
    pub lower: f64,
    /// Along the normal they are no farther apart; infinity claims nothing.
    pub upper: f64,
    /// How far a depth may be off; infinity claims nothing about depths.
    pub gap: f64,
    /// The points; none where the shapes are farther apart than the largest distance.
    pub points: Vec<CertifiedContact<S>>,
}

/// A point of a [`ManifoldCertificate`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "S: serde::Serialize", deserialize = "S: serde::Deserialize<'de>"))
)]
pub struct CertifiedContact<S> {
    /// On A's surface.
    pub on_a: S,
    /// On B's surface.
    pub on_b: S,
    /// How deep they overlap there along the normal.
    pub depth: f64,
    /// For shape A and a [`Point`] at `on_a`: its distance from A, or minus how deep it lies
    /// inside.
    pub from_a: Certificate<S>,
    /// For shape B and a [`Point`] at `on_b`.
    pub from_b: Certificate<S>,
}

/// Whether a certificate proves what it claims of two shapes in contact: by its evidence and exact
/// arithmetic alone, without any search and without a tolerance.
///
/// ```
/// use clearance::{Cuboid, manifold_certificate, verify_manifold};
/// use glam::{DQuat, DVec3};
///
/// let (table, a_crate) = (Cuboid::new(DVec3::new(2.0, 0.5, 2.0)), Cuboid::new(DVec3::splat(0.5)));
/// let (here, there) = (DVec3::ZERO, (DQuat::from_rotation_y(0.3), DVec3::new(0.0, 0.999, 0.0)));
/// let proof = manifold_certificate(&table, &here, &a_crate, &there, 0.0)?;
/// verify_manifold(&table, &here, &a_crate, &there, &proof)?;
/// // A point moved aside by a millimetre is no corner of the crate.
/// let mut forged = proof.clone();
/// forged.points[0].on_b.x += 1e-3;
/// assert!(verify_manifold(&table, &here, &a_crate, &there, &forged).is_err());
/// # Ok::<(), clearance::CertificateError>(())
/// ```
///
/// Cost: that of [`verify`](crate::verify()), of the pair and of each point twice: 0.05 to 1 ms, 20
/// ms for hulls of a thousand corners.
///
/// # Errors
/// [`CertificateError`], which names the part that fails.
pub fn verify_manifold<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    certificate: &ManifoldCertificate<<P::Vector as Vector>::Space>,
) -> Result<(), CertificateError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Pair::with((a, pose_a), (b, pose_b), |pair| Compiled::verify_manifold(pair, certificate))
}

/// See [`verify_manifold`].
pub(crate) fn verify_manifold_of<S: Space>(
    pair: &Pair<'_, S>,
    certificate: &ManifoldCertificate<S>,
) -> Result<(), CertificateError> {
    pair.check()?;
    let mut sides = [Beside::new(pair.a, pair.pose_a)?, Beside::new(pair.b, pair.pose_b)?];
    holds(&Judge::of(pair)?, &mut sides, certificate)
}

fn holds<S: Space>(
    judge: &Judge<S>,
    sides: &mut [Beside<S>; 2],
    certificate: &ManifoldCertificate<S>,
) -> Result<(), CertificateError> {
    let ManifoldCertificate { pair, normal, tilt, lower, upper, gap, points } = certificate;
    // NaN fails these comparisons.
    let are_bounds = lower <= upper && *lower < f64::INFINITY && *upper > f64::NEG_INFINITY;
    if !(are_bounds && *gap >= 0.0 && (0.0..f64::INFINITY).contains(tilt)) {
        return Err(CertificateError::Bounds);
    }
    if points.len() > most_of(S::DIM) || !are_distinct(points) {
        return Err(CertificateError::Points);
    }
    judge.holds(pair)?;
    let (claims_lower, claims_upper) = (*lower > f64::NEG_INFINITY, *upper < f64::INFINITY);
    if points.is_empty() && !claims_lower && !claims_upper {
        return Ok(());
    }
    if !judge.leans_by_at_most(*normal, *tilt) {
        return Err(CertificateError::Normal);
    }
    let along = |heights: Towards| judge.apart(&[*normal], heights);
    if claims_lower && !along(Towards::More)?.is_at_least(&judge.with_radii(*lower)) {
        return Err(CertificateError::LowerTooHigh);
    }
    if claims_upper && !along(Towards::Less)?.is_at_most(&judge.with_radii(*upper)) {
        return Err(CertificateError::UpperTooLow);
    }
    for (point, contact) in points.iter().enumerate() {
        let CertifiedContact { on_a, on_b, depth, from_a, from_b, .. } = contact;
        let [beside_a, beside_b] = &mut *sides;
        let is_proved = |beside: &mut Beside<S>, at: &S, proof: &Certificate<S>| {
            at.is_finite() && beside.at(*at).holds(proof).is_ok()
        };
        if !is_proved(beside_a, on_a, from_a) {
            return Err(CertificateError::Place { point, which: 'a' });
        }
        if !is_proved(beside_b, on_b, from_b) {
            return Err(CertificateError::Place { point, which: 'b' });
        }
        let is_as_deep = *gap == f64::INFINITY || {
            let (overlap, depth, gap) =
                (judge.overlap(*normal, [*on_a, *on_b]), Dyadic::from(*depth), Dyadic::from(*gap));
            overlap.is_at_least(&(&depth - &gap)) && overlap.is_at_most(&(&depth + &gap))
        };
        if !(depth.is_finite() && is_as_deep) {
            return Err(CertificateError::Depth { point });
        }
    }
    Ok(())
}

/// Whether no point is there twice.
fn are_distinct<S: Space>(points: &[CertifiedContact<S>]) -> bool {
    points.iter().enumerate().all(|(index, point)| {
        let mut before = points.iter().take(index);
        before.all(|other| (other.on_a, other.on_b) != (point.on_a, point.on_b))
    })
}

/// A placed shape beside a point of the world, exactly.
pub(crate) struct Beside<S> {
    judge: Judge<S>,
    origin: S,
}

impl<S: Space> Beside<S> {
    /// From a shape and a pose that have been checked.
    pub(crate) fn new(shape: &dyn SupportMap<S>, pose: &Pose<S>) -> Result<Self, CertificateError> {
        let judge = Judge::new((shape, pose), (&Point(S::ORIGIN), pose))?;
        Ok(Self { judge, origin: pose.translation })
    }

    /// The shape, and a point of the world, which is finite.
    pub(crate) fn at(&mut self, point: S) -> &Judge<S> {
        let placement = &mut self.judge.placement;
        placement.offset = placement.vector(&[point, -self.origin]).times(&placement.scale);
        &self.judge
    }
}

impl<S: Space> Judge<S> {
    /// Whether a normal is a direction and, at unit length, no farther than this from a
    /// half-space's own.
    pub(crate) fn leans_by_at_most(&self, normal: S, tilt: f64) -> bool {
        if !normal.is_finite() || normal == S::default() {
            return false;
        }
        let Some((wall, other)) = self.wall() else { return tilt == 0.0 };
        let normal = self.placement.vector(&[if other == Which::B { normal } else { -normal }]);
        // The distance of unit vectors is the root of 2 - 2 cos.
        let squared = &normal.dot(&normal) * &wall.normal.dot(&wall.normal);
        let twice = &normal.dot(&wall.normal) + &normal.dot(&wall.normal);
        let tilt = Dyadic::from(tilt);
        Length { height: twice, squared }.is_at_least(&(&Dyadic::from(2.0) - &(&tilt * &tilt)))
    }

    /// How far a pair of points overlaps along a normal, which is not zero.
    pub(crate) fn overlap(&self, normal: S, [on_a, on_b]: [S; 2]) -> Length {
        let normal = self.placement.vector(&[normal]);
        let height = normal.dot(&self.placement.vector(&[on_a, -on_b]));
        Length { height, squared: normal.dot(&normal) }
    }
}
