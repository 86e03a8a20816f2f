//! Whether a turn leaves a shape exactly as it is.

use crate::math::{Space, Xyz};
use crate::motion::{Motion, Way};
use crate::shape::SupportMap;

use super::exact::{Curve, Exact, ExactBody, ExactCore, ExactPlacement};

/// Whether a motion turns a shape about an axis, or a point, of its own, for the very floats given.
/// `false` where that is not known.
#[cold]
#[inline(never)]
pub(crate) fn is_own_turn<S: Space>(shape: &dyn SupportMap<S>, motion: &Motion<S>) -> bool {
    let Motion { from, center, way } = motion;
    let (Some(body), Ok(()), true) = (ExactBody::of(shape, 0.0), from.check(), center.is_finite())
    else {
        return false;
    };
    let spin = match way {
        Way::Steady { turning, .. } => turning.map(S::spin::<S>).unwrap_or_default(),
        Way::Between { .. } => Xyz::default(),
    };
    let to = match way {
        Way::Steady { .. } if spin.is_finite() => from,
        Way::Steady { .. } => return false,
        Way::Between { to, .. } if to.check().is_ok() => to,
        Way::Between { .. } => return false,
    };
    let placement = &ExactPlacement::new(from, to, [&body.weight; 2]);
    let vector = |v: S| placement.vector(&[v]);
    let own = |axis: usize| Some(vector(S::axis(axis)));
    let in_space = S::DIM == 3;
    let (point, axis): (Option<Exact>, Option<Exact>) = match &body.core {
        ExactCore::Polytope(corners) => {
            match (corners.at(0, placement), corners.at(1, placement)) {
                (point, None) => (point, None),
                (Some(p), Some(q)) if corners.count() == 2 && in_space => {
                    let axis = q.minus(&p);
                    (Some(p), Some(axis))
                }
                _ => return false,
            }
        }
        _ if !in_space => return false,
        ExactCore::HalfSpace(normal, _) => (None, Some(vector(*normal))),
        ExactCore::Curved(curve) => {
            let axis = match curve {
                Curve::Ellipsoid(radii) => match radii.coordinates() {
                    [x, _, z] if x == z => own(1),
                    [x, y, _] if x == y => own(2),
                    [_, y, z] if y == z => own(0),
                    _ => return false,
                },
                Curve::Cylinder { .. } | Curve::Cone { .. } => own(1),
            };
            (Some(vector(S::default())), axis)
        }
    };
    let aside = point.map(|point| vector(*center).minus(&point));
    let Some(axis) = axis else { return aside.is_some_and(|aside| aside.is_zero()) };
    let here = placement.turn_a.apply(&axis);
    let is_along = match way {
        Way::Steady { .. } => here.cross(&vector(S::from_xyz(spin.x, spin.y, spin.z))).is_zero(),
        Way::Between { .. } => {
            let there = placement.turn_b.apply(&axis);
            here.cross(&there).is_zero() && here.dot(&there).sign() > 0
        }
    };
    is_along && aside.is_none_or(|aside| aside.cross(&axis).is_zero())
}
