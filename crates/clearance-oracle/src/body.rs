//! Support points in floats, for the search over directions.

use crate::{
    number::{Rational, near, power_of_two},
    shape::{Core, Kind},
    vector::Vector,
};
use dashu_base::BitTest;

/// A core in floats: relative to an origin near the pair and in units of the pair's size, both
/// chosen in exact arithmetic, so that each coordinate carries only its own rounding, at most 2^-53
/// of the size.
pub(crate) struct Body<const N: usize> {
    outline: Outline<N>,
    /// Rows of the matrix that turns local directions into world ones.
    linear: [[f64; N]; N],
    centre: [f64; N],
}

/// The core in its own frame; points in the world frame.
enum Outline<const N: usize> {
    Points(Vec<[f64; N]>),
    Cylinder { half_height: f64, radius: f64 },
    Cone { half_height: f64, radius: f64 },
    Ellipsoid([f64; N]),
}

/// Two cores in common units: lengths here times 2^`exponent` are world lengths.
pub(crate) struct Bodies<const N: usize> {
    pub(crate) a: Body<N>,
    pub(crate) b: Body<N>,
    pub(crate) exponent: i64,
}

impl<const N: usize> Bodies<N> {
    pub(crate) fn new(a: &Core<N>, b: &Core<N>) -> Self {
        let origin = anchor(a);
        let lengths = [a, b].into_iter().flat_map(|core| lengths(core, &origin));
        let exponent = lengths.map(|x| exponent(&x)).max().unwrap_or(0);
        let unit = power_of_two(-exponent);
        let body = |core: &Core<N>| Body::new(core, &origin, &unit);
        Self { a: body(a), b: body(b), exponent }
    }

    /// Not less than the length of any point of the difference.
    pub(crate) fn size(&self) -> f64 {
        self.a.size() + self.b.size()
    }

    /// A point of the difference A - B farthest along `n`, to within a few roundings.
    pub(crate) fn support(&self, n: &[f64; N]) -> [f64; N] {
        let back = n.map(|x| -x);
        let (p, q) = (self.a.support(n), self.b.support(&back));
        std::array::from_fn(|i| p[i] - q[i])
    }
}

/// A point of the core, exact.
fn anchor<const N: usize>(core: &Core<N>) -> Vector<N> {
    match core {
        Core::Polytope(polytope) => polytope.first().clone(),
        Core::Smooth(solid) => solid.pose.translation.clone(),
    }
}

/// Lengths that bound the size of a core, seen from the origin.
fn lengths<const N: usize>(core: &Core<N>, origin: &Vector<N>) -> Vec<Rational> {
    match core {
        Core::Polytope(p) => p.vertices().iter().flat_map(|v| (v - origin).0).collect(),
        Core::Smooth(solid) => {
            let mut all: Vec<Rational> = (&solid.pose.translation - origin).0.into();
            match &solid.kind {
                Kind::Cylinder { half_height, radius } | Kind::Cone { half_height, radius } => {
                    all.extend([half_height.clone(), radius.clone()]);
                }
                Kind::Ellipsoid(radii) => all.extend(radii.iter().cloned()),
            }
            all
        }
    }
}

/// e with |x| < 2^e, and 2^(e - 2) < |x|; very low for 0.
fn exponent(x: &Rational) -> i64 {
    if x.is_zero() {
        return -1100;
    }
    x.numerator().bit_len() as i64 - x.denominator().bit_len() as i64 + 1
}

impl<const N: usize> Body<N> {
    fn new(core: &Core<N>, origin: &Vector<N>, unit: &Rational) -> Self {
        let float = |x: &Rational| near(&(x * unit));
        let floats = |v: &Vector<N>| -> [f64; N] { std::array::from_fn(|i| float(&v.0[i])) };
        match core {
            Core::Polytope(polytope) => Self {
                outline: Outline::Points(
                    polytope.vertices().iter().map(|v| floats(&(v - origin))).collect(),
                ),
                linear: [[0.0; N]; N],
                centre: [0.0; N],
            },
            Core::Smooth(solid) => Self {
                outline: match &solid.kind {
                    Kind::Cylinder { half_height, radius } => {
                        Outline::Cylinder { half_height: float(half_height), radius: float(radius) }
                    }
                    Kind::Cone { half_height, radius } => {
                        Outline::Cone { half_height: float(half_height), radius: float(radius) }
                    }
                    Kind::Ellipsoid(radii) => {
                        Outline::Ellipsoid(std::array::from_fn(|i| float(&radii[i])))
                    }
                },
                linear: std::array::from_fn(|i| {
                    std::array::from_fn(|j| near(&solid.pose.linear[i].0[j]))
                }),
                centre: floats(&(&solid.pose.translation - origin)),
            },
        }
    }

    /// Not less than the length of any point of the body.
    fn size(&self) -> f64 {
        let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
        let local = match &self.outline {
            Outline::Points(points) => return points.iter().map(|p| length(p)).fold(0.0, f64::max),
            Outline::Cylinder { half_height, radius } | Outline::Cone { half_height, radius } => {
                half_height.hypot(*radius)
            }
            Outline::Ellipsoid(radii) => radii.iter().copied().fold(0.0, f64::max),
        };
        // The square of the largest stretch is the spectral norm of transpose(L) L, at most its
        // largest absolute row sum: 1 for a rotation, whatever the matrix a bound.
        let l = &self.linear;
        let gram = |i: usize, j: usize| (0..N).map(|k| l[k][i] * l[k][j]).sum::<f64>().abs();
        let row_sum = |i: usize| (0..N).map(|j| gram(i, j)).sum::<f64>();
        let stretch = (0..N).map(row_sum).fold(0.0, f64::max).sqrt();
        length(&self.centre) + 1.001 * stretch * local
    }

    /// A point of the body farthest along `n`.
    ///
    /// For an affine image `L K + c` of a local shape K that is L times K's farthest point along
    /// `transpose(L) n`.
    fn support(&self, n: &[f64; N]) -> [f64; N] {
        let local: [f64; N] =
            std::array::from_fn(|j| (0..N).map(|i| self.linear[i][j] * n[i]).sum());
        let point = match &self.outline {
            Outline::Points(points) => {
                let height = |p: &[f64; N]| p.iter().zip(n).map(|(x, y)| x * y).sum::<f64>();
                let mut best = ([0.0; N], f64::NEG_INFINITY);
                for p in points {
                    let h = height(p);
                    if h > best.1 {
                        best = (*p, h);
                    }
                }
                return best.0;
            }
            Outline::Cylinder { half_height, radius } => {
                disc(&local, half_height.copysign(local[1]), *radius)
            }
            Outline::Cone { half_height, radius } => {
                let base = disc(&local, -half_height, *radius);
                let apex: [f64; N] =
                    std::array::from_fn(|i| if i == 1 { *half_height } else { 0.0 });
                let height = |p: &[f64; N]| p.iter().zip(&local).map(|(x, y)| x * y).sum::<f64>();
                if height(&apex) >= height(&base) { apex } else { base }
            }
            Outline::Ellipsoid(radii) => {
                // The ellipsoid is S times the unit ball: S (S m / |S m|).
                let stretched: [f64; N] = std::array::from_fn(|i| radii[i] * local[i]);
                let length = stretched.iter().map(|x| x * x).sum::<f64>().sqrt();
                std::array::from_fn(|i| {
                    if length > 0.0 { radii[i] * (stretched[i] / length) } else { 0.0 }
                })
            }
        };
        std::array::from_fn(|i| {
            (0..N).map(|j| self.linear[i][j] * point[j]).sum::<f64>() + self.centre[i]
        })
    }
}

/// The point farthest along `n` of the disc around the y axis at height `y`.
fn disc<const N: usize>(n: &[f64; N], y: f64, radius: f64) -> [f64; N] {
    let length =
        n.iter().enumerate().filter(|(i, _)| *i != 1).map(|(_, x)| x * x).sum::<f64>().sqrt();
    std::array::from_fn(|i| match i {
        1 => y,
        _ if length > 0.0 => radius * (n[i] / length),
        _ => 0.0,
    })
}
