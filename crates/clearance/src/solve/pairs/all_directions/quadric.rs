//! The least value of a quadratic polynomial on the unit sphere, with a proof.
//!
//! For any `σ` for which `N = M - σ I` is positive semidefinite, and any `x`, every unit `u` has
//!
//! ```text
//! uᵀ M u + l · u = σ + uᵀ N u + l · u
//!               >= σ - xᵀ N x + (2 N x + l) · u
//!               >= σ - xᵀ N x - |2 N x + l|,
//! ```
//!
//! since `(u - x)ᵀ N (u - x) >= 0`. Where `x` is the least point and `2 (M - σ I) x = -l` its
//! condition (Lagrange), the sides are equal: among quadratic problems this one, of trust regions,
//! has no gap (Conn, Gould, Toint 2000, 7.2).

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Symmetric, Xyz, larger, sqrt};

use crate::solve::pairs::ellipsoid::newton;

/// `uᵀ form u + linear · u + constant`.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Quadric {
    pub(super) form: Symmetric,
    pub(super) linear: Xyz,
    pub(super) constant: f64,
    /// The rounding error of all of these and of a bound by them, in units of `u` (lemma 32).
    pub(super) roundings: f64,
}

/// What a bound costs for each unit of the form, of the linear part and of the constant.
pub(super) const FORM: f64 = 96.0;
pub(super) const LINEAR: f64 = 24.0;
pub(super) const CONSTANT: f64 = 8.0;

/// Turns about one axis each, until the entries off the diagonal vanish; every sweep squares them.
const SWEEPS: u32 = 8;

/// How often the shift of a factorisation that fails is made four times as large.
const SHIFTS: u32 = 6;

impl Quadric {
    /// A lower bound of its values on the sphere but for its roundings, and about where that is
    /// attained.
    pub(super) fn least(&self) -> (f64, Xyz) {
        let Self { form, linear, constant, .. } = self;
        let (values, axes) = eigen(form);
        let moments =
            Xyz::new(axes[0].dot(*linear), axes[1].dot(*linear), axes[2].dot(*linear)) * 0.5;
        let values = Xyz::new(values[0], values[1], values[2]);
        let lowest = values.min();
        let above = values.map(|value| value - lowest);
        // Where one term reaches 1 alone.
        let start = [0, 1, 2]
            .map(|i| moments.coordinate(i).abs() - above.coordinate(i))
            .into_iter()
            .fold(0.0, larger);
        let delta = newton(start, f64::INFINITY, moments, |delta| (above.map(|a| a + delta), 1.0));
        let mut parts = moments.zip(above, |m, a| if m == 0.0 { 0.0 } else { -m / (a + delta) });
        if delta == 0.0 {
            // Nothing pulls along the lowest axis: the rest of the unit is along it, either way.
            let along = (0..3).find(|i| above.coordinate(*i) == 0.0).unwrap_or(0);
            parts += Xyz::axis(along) * sqrt(larger(1.0 - parts.length_squared(), 0.0));
        }
        let point = axes[0] * parts.x + axes[1] * parts.y + axes[2] * parts.z;
        let Some(sigma) = below_spectrum(form, lowest - delta) else {
            return (f64::NEG_INFINITY, point);
        };
        if !(point.length_squared() <= 2.0) {
            return (f64::NEG_INFINITY, point);
        }
        let turned = form.times(point) - point * sigma;
        let rest = (turned * 2.0 + *linear).length();
        (sigma - point.dot(turned) - rest + constant, point)
    }
}

/// The largest number not above `wanted`, but for a few roundings, by which the diagonal of a form
/// may be lowered so that none of its values is negative. The proof is a factorisation that runs to
/// its end: it is exact for a matrix each of whose entries differs by no more than `4u` of the root
/// of the product of its two diagonal entries (Demmel 1989); for all three, `12u` of the diagonal.
fn below_spectrum(form: &Symmetric, wanted: f64) -> Option<f64> {
    let mut shift = 0.0;
    for _ in 0..SHIFTS {
        let sigma = wanted - shift;
        let lowered = form.with_diagonal(|value| {
            let rest = value - sigma;
            rest - UNIT_ROUNDOFF * (16.0 * rest.abs() + 2.0 * (value.abs() + sigma.abs()))
        });
        if lowered.has_factors() {
            return Some(sigma);
        }
        let least = UNIT_ROUNDOFF * (form.size() + wanted.abs()) + f64::MIN_POSITIVE;
        shift = larger(4.0 * shift, least);
    }
    None
}

/// The eigenvalues of a form, and unit vectors along its axes, by turns each of which brings one
/// entry off the diagonal to zero (Jacobi 1846). They prove nothing.
fn eigen(form: &Symmetric) -> ([f64; 3], [Xyz; 3]) {
    let Symmetric { mut xx, mut xy, mut xz, mut yy, mut yz, mut zz } = *form;
    let [mut x, mut y, mut z] = [0, 1, 2].map(Xyz::axis);
    let small = f64::EPSILON * f64::EPSILON * (xx * xx + yy * yy + zz * zz);
    for _ in 0..SWEEPS {
        turn((&mut xx, &mut yy, &mut xy), (&mut xz, &mut yz), (&mut x, &mut y));
        turn((&mut xx, &mut zz, &mut xz), (&mut xy, &mut yz), (&mut x, &mut z));
        turn((&mut yy, &mut zz, &mut yz), (&mut xy, &mut xz), (&mut y, &mut z));
        if !(xy * xy + xz * xz + yz * yz > small) {
            break;
        }
    }
    ([xx, yy, zz], [x, y, z])
}

/// The turn in the plane of `p` and `q` after which `pq` is zero.
#[inline(always)]
fn turn(
    (pp, qq, pq): (&mut f64, &mut f64, &mut f64),
    (rp, rq): (&mut f64, &mut f64),
    (p, q): (&mut Xyz, &mut Xyz),
) {
    if *pq == 0.0 {
        return;
    }
    let theta = (*qq - *pp) / (2.0 * *pq);
    let tan = (1.0 / (theta.abs() + sqrt(theta * theta + 1.0))).copysign(theta);
    let cos = 1.0 / sqrt(tan * tan + 1.0);
    let sin = tan * cos;
    (*pp, *qq, *pq) = (*pp - tan * *pq, *qq + tan * *pq, 0.0);
    (*rp, *rq) = (cos * *rp - sin * *rq, sin * *rp + cos * *rq);
    (*p, *q) = (*p * cos - *q * sin, *p * sin + *q * cos);
}
