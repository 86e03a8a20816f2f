//! The points that a matrix to clip space keeps, exactly: the points whose image `(x, y, z, w)` has
//! `-w <= x, y <= w` and `near · w <= z <= w`.
//!
//! In the four dimensions of clip space, the kept set is the cone over the eight corners
//! `(±1, ±1, near or 1, 1)` of the clip cube, whatever `w` is. Its inverse image, cut where the
//! fourth coordinate is 1, is the frustum. So a corner of the cube whose inverse image has a
//! positive fourth coordinate is a corner of the frustum; an edge of the cube from such a corner to
//! one whose fourth coordinate is not positive has no end there, and leads in the direction where
//! the edge's fourth coordinate is 0. Perspective with the far plane at infinity, reversed depth
//! and oblique near planes need no case of their own.

use alloc::vec::Vec;
use core::array::from_fn;

use crate::math::dyadic::Dyadic;

use super::frustum::FrustumError;

/// A point of space as three coordinates over a positive weight.
#[derive(Clone, Debug)]
pub(crate) struct Ratio {
    pub(crate) point: [Dyadic; 3],
    pub(crate) weight: Dyadic,
}

impl Ratio {
    /// Each coordinate rounded once.
    pub(crate) fn rounded(&self) -> [f64; 3] {
        self.point.each_ref().map(|x| x.over(&self.weight))
    }
}

/// The frustum's corners, and the edges that leave it without end: the corner where each begins,
/// and its direction. All directions advance equally far per unit along the camera's axis.
pub(crate) struct Kept {
    pub(crate) corners: Vec<Ratio>,
    pub(crate) endless: Vec<(usize, Ratio)>,
}

/// The inverse image of a corner of the clip cube, times the determinant.
type Image = [Dyadic; 4];

/// What the matrix of these columns keeps, `near` being the depth of the near plane.
///
/// # Errors
/// [`FrustumError::Singular`] and [`FrustumError::Empty`].
pub(crate) fn kept(columns: [[f64; 4]; 4], near: f64) -> Result<Kept, FrustumError> {
    let columns = columns.map(|column| column.map(Dyadic::from));
    let adjugate = adjugate(&columns);
    let [first, ..] = &columns;
    // By the cofactors of any column.
    let determinant = sum(adjugate.iter().take(1).flat_map(|row| products(row, first)));
    if determinant.is_zero() {
        return Err(FrustumError::Singular);
    }
    let image = |corner: usize| -> Image {
        let side = |bit: usize| if corner >> bit & 1 == 0 { -1.0 } else { 1.0 };
        let depth = if corner >> 2 == 0 { near } else { 1.0 };
        let clip = [side(0), side(1), depth, 1.0].map(Dyadic::from);
        adjugate.each_ref().map(|row| {
            let weighed = sum(products(row, &clip));
            if determinant.sign() < 0 { -&weighed } else { weighed }
        })
    };
    let images: [Image; 8] = from_fn(image);
    let size = if determinant.sign() < 0 { -&determinant } else { determinant };
    let mut kept = Kept { corners: Vec::new(), endless: Vec::new() };
    for (from, [x, y, z, weight]) in images.iter().enumerate() {
        if weight.sign() <= 0 {
            continue;
        }
        for bit in 0..3 {
            let Some(beyond) = images.get(from ^ 1 << bit) else { continue };
            if let Some(direction) = direction(&[x, y, z, weight], beyond, &size) {
                kept.endless.push((kept.corners.len(), direction));
            }
        }
        let point = [x, y, z].map(Clone::clone);
        kept.corners.push(Ratio { point, weight: weight.clone() });
    }
    if kept.corners.is_empty() { Err(FrustumError::Empty) } else { Ok(kept) }
}

/// The direction of an edge, if that has no end.
fn direction([x, y, z, w]: &[&Dyadic; 4], beyond: &Image, size: &Dyadic) -> Option<Ratio> {
    let [p, q, r, v] = beyond;
    match v.sign() {
        1 => None,
        // The corner itself is infinitely far away.
        0 => Some(Ratio { point: [p, q, r].map(Clone::clone), weight: size.clone() }),
        _ => {
            let at_zero = |a: &Dyadic, b: &Dyadic| &(b * w) - &(a * v);
            let point = [at_zero(x, p), at_zero(y, q), at_zero(z, r)];
            Some(Ratio { point, weight: size * &(*w - v) })
        }
    }
}

/// The adjugate by rows: `adjugate · matrix` is the determinant times the identity.
fn adjugate(columns: &[[Dyadic; 4]; 4]) -> [[Dyadic; 4]; 4] {
    from_fn(|j| from_fn(|i| cofactor(columns, i, j)))
}

/// The cofactor of the entry in row `i` and column `j`: the signed determinant of the other rows
/// and columns.
fn cofactor(columns: &[[Dyadic; 4]; 4], i: usize, j: usize) -> Dyadic {
    let others = |k: usize| (0..4).filter(move |other| *other != k);
    let minor: Vec<Vec<&Dyadic>> = others(j)
        .filter_map(|column| columns.get(column))
        .map(|column| others(i).filter_map(|row| column.get(row)).collect())
        .collect();
    let [a, b, c] = minor.as_slice() else { return Dyadic::zero() };
    let (&[ax, ay, az], &[bx, by, bz], &[cx, cy, cz]) = (a.as_slice(), b.as_slice(), c.as_slice())
    else {
        return Dyadic::zero();
    };
    let minor = |p: &Dyadic, q: &Dyadic, r: &Dyadic, s: &Dyadic| &(p * s) - &(q * r);
    let triple = &(&(ax * &minor(by, bz, cy, cz)) + &(ay * &minor(bz, bx, cz, cx)))
        + &(az * &minor(bx, by, cx, cy));
    if (i + j).is_multiple_of(2) { triple } else { -&triple }
}

fn products<'d>(a: &'d [Dyadic; 4], b: &'d [Dyadic; 4]) -> impl Iterator<Item = Dyadic> {
    a.iter().zip(b).map(|(x, y)| x * y)
}

fn sum(terms: impl Iterator<Item = Dyadic>) -> Dyadic {
    terms.fold(Dyadic::zero(), |sum, term| &sum + &term)
}
