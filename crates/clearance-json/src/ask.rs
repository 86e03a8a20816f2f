//! The core, asked in the precision in which a pair is meant.
//!
//! Shapes and poses are held in `f64`, rounded to that precision. So what reads, writes and
//! describes them is compiled once a space, and the choice is made here alone.

/// Calls what is generic over vectors with both shapes and poses of a pair, in its precision.
///
/// The caller's expression is compiled for both: it names no vector type, and widens its answer.
macro_rules! asked {
    ($a:expr, $b:expr, |$shape_a:ident, $pose_a:ident, $shape_b:ident, $pose_b:ident| $ask:expr) => {{
        let (a, b) = ($a, $b);
        match a.precision {
            $crate::request::Precision::F64 => {
                let ($shape_a, $pose_a) = (a.solid.shape(), &a.pose);
                let ($shape_b, $pose_b) = (b.solid.shape(), &b.pose);
                $ask
            }
            $crate::request::Precision::F32 => {
                let [$pose_a, $pose_b] = &[&a.pose, &b.pose].map($crate::place::single_pose);
                let $shape_a = &clearance::Narrowed(a.solid.shape());
                let $shape_b = &clearance::Narrowed(b.solid.shape());
                $ask
            }
        }
    }};
}
pub(crate) use asked;
