//! The direction along which two shapes touch, where several are equally good.
//!
//! The certified normal is unique, but not steady: between two equally deep faces rounding decides.
//! Within a band of depths the choice therefore rests on what no small motion changes: a facet of
//! the first shape before one of the second, the lower number first. A preference flips only where
//! two depths differ by exactly the band.

use crate::math::{Space, Xyz};

use super::side::{GENERIC, Side};

/// The directions to touch along, in the order of their use.
pub(super) struct Choice {
    /// From the first to the second.
    pub(super) normal: Xyz,
    /// The facets whose normal it is.
    pub(super) facets: [Option<u32>; 2],
}

/// The certified answer for a pair.
#[derive(Clone, Copy)]
pub(super) struct Certain {
    pub(super) normal: Xyz,
    /// The distance, or minus the depth.
    pub(super) signed: f64,
}

impl Certain {
    pub(super) fn choose<S: Space>(
        &self,
        first: &Side<'_, S>,
        second: &Side<'_, S>,
        band: f64,
    ) -> Choice {
        let least = self.signed - band;
        if let Some((facet, normal)) = best_facet(first, second, self.normal, least) {
            return Choice { normal, facets: [Some(facet), None] };
        }
        if let Some((facet, normal)) = best_facet(second, first, -self.normal, least) {
            return Choice { normal: -normal, facets: [None, Some(facet)] };
        }
        let normal = self.among_many(first, second, least, band).unwrap_or(self.normal);
        Choice { normal, facets: [None; 2] }
    }

    /// For cores that meet, where a whole circle of directions or two opposite ones may be equally
    /// good: an axis of the first, the direction between the middles, or the one of the two
    /// opposite directions that leads towards the other.
    fn among_many<S: Space>(
        &self,
        first: &Side<'_, S>,
        second: &Side<'_, S>,
        least: f64,
        band: f64,
    ) -> Option<Xyz> {
        if self.signed + first.radius + second.radius > band {
            return None;
        }
        let separation = |normal: Xyz| -first.height(normal) - second.height(-normal);
        let axes = (0..S::DIM).flat_map(|i| {
            let axis = first.direction(S::axis(i));
            [axis, -axis]
        });
        let axis = axes.into_iter().find(|axis| separation(*axis) >= least);
        // Corner on corner: the direction between the middles changes steadily as either moves.
        let between = second.middle() - first.middle();
        let middles = between.try_normalize().filter(|normal| {
            first.has_corners() && second.has_corners() && separation(*normal) >= least
        });
        let ahead = if self.normal.dot(GENERIC) < 0.0 { -self.normal } else { self.normal };
        axis.or(middles).or_else(|| (separation(ahead) >= least).then_some(ahead))
    }
}

/// More than a stored normal is too long or too short, and what else is rounded.
const NEARLY_UNIT: f64 = 1e-6;

/// The first facet of one shape along whose normal the other is as far out as needed, and that
/// normal.
fn best_facet<S: Space>(
    one: &Side<'_, S>,
    other: &Side<'_, S>,
    towards: Xyz,
    least: f64,
) -> Option<(u32, Xyz)> {
    if other.is_endless() || one.flats.facets() == 0 {
        return None;
    }
    // Along any normal, the other is no farther out than a point of it.
    let nearest = one.to_local_point(other.extreme(-towards));
    let about = least + one.radius - NEARLY_UNIT * (nearest.max_abs() + one.reach);
    one.flats.beyond(nearest, one.length(1.0), about).find_map(|index| {
        let index = one.flats.whole(index);
        let facet = one.flats.facet(index)?;
        let above = nearest.dot(facet.normal) - one.local_height(&facet);
        if above - one.radius < least {
            return None;
        }
        let normal = one.direction(facet.normal);
        let uneven = one.length(one.flats.unevenness(index));
        let height = one.point(facet.point).dot(normal) + uneven + one.radius;
        (-other.height(-normal) - height >= least).then_some((index, normal))
    })
}
