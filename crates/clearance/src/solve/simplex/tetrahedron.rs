//! The origin against a tetrahedron: four vertex regions, six edge regions, four face regions, and
//! the inside.
//!
//! The origin is inside where it lies on the inner side of all four faces. Otherwise its nearest
//! point lies on a face whose outer side it is on.

use crate::certify;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Xyz, larger, volume_in_two_terms};

use super::{Foot, triangle};

/// A height below this, relative to the largest coordinates of its three factors, may have the
/// wrong sign: the differences (1 u), six products of three (each 3 u, each up to the product of
/// the largest coordinates), their sums. The fourth volume, as a difference of the others, has the
/// error of all four.
const DOUBT: f64 = 48.0 * UNIT_ROUNDOFF;

/// A volume whose sign is exact. In a lean build it is good to two terms: sums that are exact take
/// 7 kB of stack, and no bound there rests on an "inside" that is not clear of rounding.
#[inline(always)]
fn volume(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> f64 {
    if cfg!(clearance_lean) { volume_in_two_terms(a, b, c, d) } else { certify::volume(a, b, c, d) }
}

/// A volume computed with the given error; where its sign is not certain, that of exact arithmetic.
/// A wrong "inside" would hide a gap.
#[inline]
fn certain(height: f64, doubt: f64, exactly: impl FnOnce() -> f64) -> f64 {
    if height.abs() > doubt {
        return height;
    }
    let exact = exactly();
    if exact == 0.0 { 0.0 } else { height.abs().max(f64::MIN_POSITIVE).copysign(exact) }
}

#[inline]
pub(super) fn nearest([a, b, c, d]: [Xyz; 4]) -> Foot<Xyz> {
    let origin = Xyz::default();
    let (da, db, dc) = (a - d, b - d, c - d);
    let (size, size_a, size_b, size_c) = (largest(d), largest(da), largest(db), largest(dc));
    let (normal_dab, normal_dbc, normal_dca) = (da.cross(db), db.cross(dc), dc.cross(da));
    let doubt = |p: f64, q: f64, r: f64| DOUBT * p * q * r;
    // Six times the volume, and those of the tetrahedra that the origin makes with each face, with
    // the sign of the whole where it lies on the inner side.
    let whole = certain(normal_dab.dot(dc), doubt(size_a, size_b, size_c), || -volume(d, a, b, c));
    let dab = certain(-normal_dab.dot(d), doubt(size_a, size_b, size), || -volume(d, a, b, origin));
    let dbc = certain(-normal_dbc.dot(d), doubt(size_b, size_c, size), || -volume(d, b, c, origin));
    let dca = certain(-normal_dca.dot(d), doubt(size_c, size_a, size), || -volume(d, c, a, origin));
    let rest = whole - (dab + dbc + dca);
    let all = larger(larger(size_a, size_b), larger(size_c, size));
    let abc = certain(rest, 4.0 * doubt(all, all, all), || -volume(a, c, b, origin));

    // Without any volume every face is a candidate.
    let inner =
        |volume: f64| if whole == 0.0 { f64::NEG_INFINITY } else { volume * whole.signum() };
    let [dab, dbc, dca, abc] = [dab, dbc, dca, abc].map(inner);
    let per_whole = 1.0 / (dab + dbc + dca + abc);
    if dab >= 0.0 && dbc >= 0.0 && dca >= 0.0 && abc >= 0.0 && per_whole.is_finite() {
        return Foot::inside([dbc, dca, dab, abc].map(|opposite| opposite * per_whole));
    }
    let (a, b, c, d) = ((0, a), (1, b), (2, c), (3, d));
    let mut nearest: Option<Foot<Xyz>> = None;
    for (face, over) in [([a, b, d], dab), ([b, c, d], dbc), ([a, c, d], dca), ([a, b, c], abc)] {
        if over < 0.0 {
            let candidate = triangle::nearest_in_space(face);
            // The face's plane has the whole tetrahedron on one side and the origin on the other,
            // so a foot within the face is the nearest point of all.
            if candidate.is_face() {
                return candidate;
            }
            nearest = Some(nearest.map_or(candidate, |best| best.or(candidate)));
        }
    }
    // One of the four is negative, or the origin would be inside; none is where a coordinate is
    // NaN.
    nearest.unwrap_or_else(|| triangle::nearest_in_space([a, b, c]))
}

/// Whether the origin lies inside the tetrahedron by more than `room`.
#[inline]
pub(super) fn encloses_with_room([a, b, c, d]: [Xyz; 4], room: f64) -> bool {
    let (da, db, dc) = (a - d, b - d, c - d);
    let (size, size_a, size_b, size_c) = (largest(d), largest(da), largest(db), largest(dc));
    let (dab, dbc, dca) = (da.cross(db), db.cross(dc), dc.cross(da));
    let (ab, ac) = (b - a, c - a);
    // Heights over a face, times its area's double. Neither root nor quotient: the area is at most
    // the product of the edges, which is at most 3 times that of their largest coordinates.
    let over =
        |volume: f64, p: f64, q: f64, size: f64| volume > 3.0 * (p * q) * (room + DOUBT * size);
    let side = dab.dot(dc).signum();
    over(-dab.dot(d) * side, size_a, size_b, size)
        & over(-dbc.dot(d) * side, size_b, size_c, size)
        & over(-dca.dot(d) * side, size_c, size_a, size)
        & over(ab.cross(ac).dot(a) * side, largest(ab), largest(ac), largest(a))
}

/// The largest magnitude of a coordinate. Where one is NaN, so is each volume.
#[inline]
fn largest(v: Xyz) -> f64 {
    larger(larger(v.x.abs(), v.y.abs()), v.z.abs())
}
