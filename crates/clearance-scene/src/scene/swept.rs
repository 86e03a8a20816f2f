//! Boxes that move on a straight line.

use clearance::{Space, Xyz};

use super::extent::Extent;

/// A velocity, or a box of those that it may be.
#[derive(Clone, Copy, Debug)]
pub(super) struct Velocity {
    low: Xyz,
    high: Xyz,
}

impl Velocity {
    pub(super) fn of(velocity: Xyz) -> Self {
        Self { low: velocity, high: velocity }
    }

    /// Off by so much along each axis.
    pub(super) fn off_by(self, off: f64) -> Self {
        let Extent { low, high } = Extent { low: self.low, high: self.high }.grown(off);
        Self { low, high }
    }

    /// When a moving box may meet one at rest, from time 0 on, rounded outward; `None` if it does
    /// not. Along an axis without motion that is never or always.
    pub(super) fn meets(&self, rest: &Extent, moving: &Extent) -> Option<[f64; 2]> {
        let (mut enters, mut leaves) = (0.0_f64, f64::INFINITY);
        for axis in 0..3 {
            let at = |v: Xyz| v.coordinate(axis);
            // How far it goes to meet, at least and at most.
            let near = (at(rest.low) - at(moving.high)).next_down();
            let far = (at(rest.high) - at(moving.low)).next_up();
            let (slow, fast) = (at(self.low), at(self.high));
            if near > 0.0 {
                enters = enters.max(if fast > 0.0 { near / fast } else { f64::INFINITY });
            } else if fast < 0.0 {
                leaves = leaves.min(near / fast);
            }
            if far < 0.0 {
                enters = enters.max(if slow < 0.0 { far / slow } else { f64::INFINITY });
            } else if slow > 0.0 {
                leaves = leaves.min(far / slow);
            }
        }
        let (enters, leaves) =
            (enters * (1.0 - 2.0 * f64::EPSILON), leaves * (1.0 + 2.0 * f64::EPSILON));
        (enters < f64::INFINITY && !(enters > leaves)).then_some([enters, leaves])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_box_meets_what_it_moves_to_and_nothing_else() {
        let cube = |x: f64, y: f64| {
            let low = Xyz::new(x, y, 0.0);
            Extent { low, high: low + Xyz::splat(1.0) }
        };
        let meets = |x: f64, y: f64, velocity: Xyz| {
            Velocity::of(velocity).meets(&cube(x, y), &cube(0., 0.))
        };
        let right = Xyz::new(2.0, 0.0, 0.0);
        let [enters, leaves] = meets(3.0, 0.0, right).unwrap_or_default();
        assert!((enters - 1.0).abs() < 1e-12 && (leaves - 2.0).abs() < 1e-12 && enters <= 1.0);
        // Behind, beside, and without motion.
        assert_eq!(meets(-3.0, 0.0, right), None);
        assert_eq!(meets(3.0, 1.5, right), None);
        assert_eq!(meets(3.0, 0.0, Xyz::default()), None);
        // Flush beside, and where it stands.
        assert!(meets(3.0, 1.0, right).is_some_and(|[enters, _]| enters <= 1.0));
        assert_eq!(meets(0.5, 0.5, Xyz::default()), Some([0.0, f64::INFINITY]));
    }
}
