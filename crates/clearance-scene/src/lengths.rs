//! Lengths of vectors, also where their squares leave the range of floats.

use clearance::{Space, Xyz};

/// The length of a vector, good to a few roundings at every scale; infinite or NaN where a
/// coordinate is.
#[inline]
pub(crate) fn length(v: Xyz) -> f64 {
    let squared = v.length_squared();
    if (1e-200..1e200).contains(&squared) || v == Xyz::default() {
        squared.sqrt()
    } else {
        extreme(v)
    }
}

#[cold]
fn extreme(v: Xyz) -> f64 {
    let most = v.max_abs();
    if most < f64::INFINITY { most * v.map(|x| x / most).length() } else { most }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_the_same_at_every_scale() {
        for exponent in [-1060, -600, -540, -340, 0, 340, 511, 520, 1020] {
            let scale =
                |x: f64| x * 2.0_f64.powi(exponent / 2) * 2.0_f64.powi(exponent - exponent / 2);
            assert_eq!(length(Xyz::new(2.0, -3.0, 6.0).map(scale)), scale(7.0), "{exponent}");
        }
        assert_eq!(length(Xyz::default()), 0.0);
        assert_eq!(length(Xyz::new(1.0, f64::NEG_INFINITY, 0.0)), f64::INFINITY);
        assert!(length(Xyz::new(1.0, f64::NAN, 0.0)).is_nan());
    }
}
