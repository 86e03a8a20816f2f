//! How support points of curved cores follow the direction.

use crate::math::{Space, Symmetric, Xy, Xyz, sqrt};
use crate::shape::{Meridian, Primitive, SupportMap};

/// The law of one core, in its own frame and in solver units.
#[derive(Clone, Copy, Debug)]
pub(super) enum Law {
    /// Vertices, which stay.
    Still,
    /// Rims about the y-axis, at either end of it or, of a cone, at the lower, where the upper is
    /// its apex.
    Rims { radius: f64, half_height: f64 },
    /// Anywhere on an ellipsoid with these semi-axes.
    Ellipsoid(Xyz),
}

/// The part of a support point that stays where it is when the direction turns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    pub(super) point: Xyz,
    /// Whether the rest follows the direction.
    pub(super) follows: bool,
}

/// The part of support points that follows a unit direction. It is `R² n / |R n|`, with `R` the
/// semi-axes of an ellipsoid, or the radius across the axis and 0 along it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Follower {
    pub(super) point: Xyz,
    /// `|R n|`.
    pub(super) height: f64,
}

/// A direction this near to the axis of a rim, by the sine of the angle, faces the whole flat side.
const FLAT: f64 = 1e-4;

impl Law {
    /// `None` where it is unknown.
    #[inline(always)]
    pub(super) fn of<S: Space>(core: &impl SupportMap<S>, per_unit: f64) -> Option<Self> {
        match core.primitive() {
            Primitive::Revolved(Meridian::Rectangle(size) | Meridian::Triangle(size)) => {
                let Xy { x: radius, y: half_height } = size * per_unit;
                Some(Self::Rims { radius, half_height })
            }
            Primitive::Revolved(Meridian::Ellipse(size)) => {
                Some(Self::Ellipsoid(Xyz::new(size.x, size.y, size.x) * per_unit))
            }
            Primitive::Ellipsoid(radii) => Some(Self::Ellipsoid(in_space(radii) * per_unit)),
            _ => core.corners().map(|_| Self::Still),
        }
    }

    pub(super) const fn is_curved(&self) -> bool {
        !matches!(self, Self::Still)
    }

    /// For a support point, which rounding may have moved, and the feature that was reported with
    /// it.
    #[inline(always)]
    pub(super) fn anchor<S: Space>(
        &self,
        core: &impl SupportMap<S>,
        point: S,
        feature: u32,
        per_unit: f64,
    ) -> Option<Anchor> {
        Some(match *self {
            Self::Still => {
                Anchor { point: in_space(core.vertex(feature)?) * per_unit, follows: false }
            }
            Self::Rims { radius, half_height } => {
                let point = in_space(point);
                let across = Xyz::new(point.x, 0.0, point.z);
                let follows = across.length_squared() > 0.25 * radius * radius;
                Anchor { point: Xyz::axis(1) * half_height.copysign(point.y), follows }
            }
            Self::Ellipsoid(_) => Anchor { point: Xyz::default(), follows: true },
        })
    }

    /// What follows a direction of the core's frame, and `times` its derivative more on `bend`,
    /// both turned out of the frame. `None` where it jumps.
    #[inline(always)]
    pub(super) fn follow(
        &self,
        direction: Xyz,
        times: f64,
        bend: &mut Symmetric,
        out_of_frame: impl Fn(Xyz) -> Xyz,
    ) -> Option<Follower> {
        match *self {
            Self::Still => Some(Follower { point: Xyz::default(), height: 0.0 }),
            Self::Rims { radius, .. } => {
                let outward = Xyz::new(direction.x, 0.0, direction.z);
                let length = sqrt(outward.length_squared());
                if !(length > FLAT) {
                    return None;
                }
                let per_length = 1.0 / length;
                let unit = outward * per_length;
                let tangent = Xyz::new(unit.z, 0.0, -unit.x);
                bend.add_square(times * radius * per_length, out_of_frame(tangent));
                Some(Follower { point: out_of_frame(unit * radius), height: radius * length })
            }
            Self::Ellipsoid(radii) => {
                let stretched = radii.zip(direction, |r, d| r * d);
                let height = stretched.length();
                let per_height = 1.0 / height;
                let point = out_of_frame(radii.zip(stretched, |r, s| r * s * per_height));
                for i in 0..3 {
                    let axis = out_of_frame(Xyz::axis(i) * radii.coordinate(i));
                    bend.add_square(times * per_height, axis);
                }
                bend.add_square(-times * per_height, point);
                Some(Follower { point, height })
            }
        }
    }

    /// The largest `|R n|` of any unit direction.
    pub(super) fn largest(&self) -> f64 {
        match *self {
            Self::Still => 0.0,
            Self::Rims { radius, .. } => radius,
            Self::Ellipsoid(radii) => radii.max_abs(),
        }
    }
}

/// A vector of the plane lies in that of x and y.
#[inline(always)]
pub(super) fn in_space<S: Space>(v: S) -> Xyz {
    let [x, y, z] = v.coordinates();
    Xyz::new(x, y, z)
}

#[inline(always)]
pub(super) fn back<S: Space>(v: Xyz) -> S {
    S::from_xyz(v.x, v.y, v.z)
}
