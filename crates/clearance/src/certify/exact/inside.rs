//! Points of curved solids, for the search: proposed in floats, then moved so that the solid holds
//! them exactly.

use crate::math::{Space, power_of_two, sqrt};

use super::curve::Curve;

impl<S: Space> Curve<S> {
    /// A point of the solid that is the highest along a direction in floats, or lower by a rounding
    /// or two: exactly on the cap, base or apex, and exactly on the axes, that it is next to.
    pub(crate) fn highest_point(&self, along: S) -> S {
        let [x, y, z] = along.coordinates();
        let onto_rim = |radius: f64, height: f64| {
            let [x, z] = on_sphere([x, z]).map(|part| part * radius);
            S::from_xyz(x, height, z)
        };
        let top = match *self {
            Self::Cylinder { radius, half_height } => onto_rim(radius, half_height.copysign(y)),
            Self::Cone { radius, half_height } => {
                let rim = onto_rim(radius, -half_height);
                let apex = S::axis(1) * half_height;
                if (apex - rim).dot(along) > 0.0 { apex } else { rim }
            }
            Self::Ellipsoid(radii) => {
                // Not the products themselves, which may leave the range.
                let (most, parts) = (radii.max_abs(), radii.coordinates());
                let share = |radius: f64| if most > 0.0 { radius / most } else { 0.0 };
                let [a, b, c] = parts.map(share);
                let ([x, y, z], [p, q, r]) = (on_sphere([a * x, b * y, c * z]), parts);
                S::from_xyz(p * x, q * y, r * z)
            }
        };
        // If it is rounded outwards, it is moved towards the axis, but stays on the cap.
        let axis = match self {
            Self::Ellipsoid(_) => S::default(),
            Self::Cylinder { .. } | Self::Cone { .. } => S::axis(1) * top.coordinate(1),
        };
        let drawn = |ulps: i32| axis + (top - axis) * (1.0 - f64::from(ulps) * f64::EPSILON);
        let mut tried = core::iter::once(top).chain((1..=4).map(drawn)).chain([axis]);
        tried.find(|point| self.holds(*point)).unwrap_or_else(|| self.center())
    }

    /// A point well inside.
    pub(crate) fn center(&self) -> S {
        match self {
            Self::Cone { half_height, .. } => S::axis(1) * (-0.5 * half_height),
            Self::Cylinder { .. } | Self::Ellipsoid(_) => S::default(),
        }
    }

    /// A local point moved to where a solid without thickness can hold it.
    pub(crate) fn flattened(&self, point: S) -> S {
        let extent = match *self {
            Self::Cylinder { radius, half_height } | Self::Cone { radius, half_height } => {
                S::from_xyz(radius, half_height, radius)
            }
            Self::Ellipsoid(radii) => radii,
        };
        point.zip(extent, |x, extent| if extent == 0.0 { 0.0 } else { x })
    }
}

/// The direction at length 1, whatever its length; exactly on an axis if it is within a rounding of
/// it. Zero for zero.
fn on_sphere<const N: usize>(parts: [f64; N]) -> [f64; N] {
    let most = parts.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
    // Half the square of this is less than a rounding of 1.
    let least = most * power_of_two(-27);
    let parts = parts.map(|part| if part.abs() > least { part / most } else { 0.0 });
    let length = sqrt(parts.iter().map(|part| part * part).sum());
    parts.map(|part| if length > 0.0 { part / length } else { 0.0 })
}
