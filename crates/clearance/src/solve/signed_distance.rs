//! The signed distance of two cores by both loops: GJK, and EPA where GJK leaves it open.

use crate::certify::proves_intersection;
use crate::method::Method;
use crate::observe::Observer;
use crate::shape::SupportMap;

use super::cores::{self, Around, Signed};
use super::difference::{Difference, Placed};
#[cfg(feature = "alloc")]
use super::epa::AROUND_THE_LOOP;
#[cfg(feature = "alloc")]
use super::gjk::GjkEnd;
use super::gjk::{Gjk, Limits};
use super::pairs;
use super::polytope::Expand;

/// Support points that usually find the depth of two polygons. Where many edges are nearly equally
/// deep, as with two round outlines about nearly one centre, walking around all of them is faster
/// than searching among them.
const BEFORE_THE_WALK: u32 = 16;

/// GJK's bounds where they keep the cores apart, EPA's with them where they do not.
pub(crate) fn signed_distance<S: Expand, A: SupportMap<S>, O: Observer<S>>(
    placed: &Placed<'_, S, A>,
    run: &Gjk<S>,
    limits: &Limits,
    may_skip: bool,
    observer: &mut O,
    around: Option<&mut Option<Around>>,
) -> Signed<S> {
    let error = placed.error();
    if run.lower > error {
        return cores::distance(run, error);
    }
    // While steps are shown, they say so themselves; a lean build has none.
    if !O::WATCHES && !cfg!(clearance_lean) {
        observer.method(Method::Epa);
    }
    if may_skip && let Some([a, b]) = pairs::outlines(placed) {
        let signed = cores::depth_within(placed, run, limits, BEFORE_THE_WALK);
        if !signed.limited {
            return signed;
        }
        if let Some(signed) = pairs::depth_of_polygons(placed, a, b) {
            observer.method(Method::PolygonWalk);
            return Signed { intersect: proves_intersection(run.vertices()), ..signed };
        }
    }
    let signed = cores::depth(placed, run, limits, observer, around);
    if !signed.limited || !may_skip || placed.budget.is_spent() {
        return signed;
    }
    let signed = pairs::narrowed(placed, signed, limits, observer);
    // A boolean needs no depth beyond `enough`.
    #[cfg(feature = "alloc")]
    if signed.limited
        && run.end != GjkEnd::Limit
        && limits.enough == f64::INFINITY
        && placed.budget.allows(AROUND_THE_LOOP)
    {
        let signed = cores::depth_at_length(placed, run, limits);
        return pairs::narrowed(placed, signed, limits, observer);
    }
    signed
}
