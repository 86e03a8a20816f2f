//! Boxes with nearly parallel edges, such as boxes at rest on each other: the common normal of such
//! edges is known only to `u` over the sine of their angle.

use crate::math::tolerance::{ROTATED_POINT, UNIT_ROUNDOFF};
use crate::math::{Space, larger, smaller, sqrt};

use super::{Best, BoxFacet, Boxes, NEARLY_PARALLEL, numbered};

/// Error of the common normal of two edges, in units of `u` over the sine of their angle: the error
/// of a turned unit vector ([`ROTATED_POINT`]), the product's length, its quotient and the facet's
/// normal.
const AXIS_OF_EDGES: f64 = ROTATED_POINT + 16.0;

impl<S: Space> Boxes<S> {
    /// An upper bound of the signed distances along the common normals of nearly parallel edges,
    /// for boxes that overlap along all of them.
    ///
    /// Such a normal is known to `u / sine` only. Where that leaves it deeper than the best facet,
    /// it does not matter. Otherwise the facet's points `p` and `q` of A and B bound it: no plane
    /// of normal `n` separates the boxes by more than `n · (q - p)`, which is `distance cos(tilt)`
    /// for a normal that is tilted by that much from the facet's, up to the points' misfit. For
    /// boxes at rest on each other, turned about their common normal, the tilt is zero but for
    /// rounding. `None` where that is looser than the rounding of the result: a search proves more.
    // PERF(spills): by value, so that boxes and best stay in registers where this is not called.
    #[cold]
    #[inline(never)]
    pub(super) fn upper_of_parallel_edges(
        self,
        best: Best,
        normal: S,
        misfit: f64,
        epsilon: f64,
    ) -> Option<f64> {
        let Best { distance, error, .. } = best;
        let mut upper = f64::NEG_INFINITY;
        for i in 0..S::DIM {
            let (views, squares) = self.edges(i);
            for j in 0..S::DIM {
                let squared = squares.coordinate(j);
                if !(squared > 0.0 && squared < NEARLY_PARALLEL * NEARLY_PARALLEL) {
                    continue;
                }
                let per_length = 1.0 / sqrt(squared);
                let along = (views.distances().coordinate(j) + error) * per_length;
                if along <= best.lower {
                    continue;
                }
                let sign = if numbered(views.towards, j) < 0.0 { -1.0 } else { 1.0 };
                let edges = Best { facet: BoxFacet::Edges(i, j), sign, ..best };
                let rounding = AXIS_OF_EDGES * UNIT_ROUNDOFF * per_length;
                let tilt = (self.normal(&edges) * per_length - normal).length() + rounding;
                let by_points = distance - 0.5 * distance * tilt * tilt + misfit + error;
                // Beyond a right angle between the normals the points bound nothing.
                let by_points = if tilt < 1.0 { by_points } else { f64::INFINITY };
                upper = larger(upper, smaller(along, by_points));
            }
        }
        let is_tight = upper - distance <= larger(4.0 * error, -0.25 * epsilon * distance);
        is_tight.then_some(upper)
    }

    /// The boxes with B turned so that edges parallel within `tolerance` are exactly parallel, and
    /// how far that moves its points; `None` where there are none. These are edges that are
    /// parallel in fact, in poses that round.
    #[cold]
    #[inline(never)]
    pub(in super::super) fn aligned(self, tolerance: f64) -> Option<(Self, f64)> {
        let reach = self.half_b.length();
        let mut entries = self.rows.map(S::coordinates);
        let mut moved = 0.0;
        for i in 0..S::DIM {
            let (_, squares) = self.edges(i);
            for j in 0..S::DIM {
                let sine = sqrt(squares.coordinate(j));
                if !(sine > 0.0 && sine * reach <= tolerance) {
                    continue;
                }
                // Row `i` and column `j` but for the entry that they share: each as long as the
                // sine.
                for k in 0..S::DIM {
                    if k != j
                        && let Some(entry) = entries.get_mut(i).and_then(|row| row.get_mut(k))
                    {
                        *entry = 0.0;
                    }
                    if k != i
                        && let Some(entry) = entries.get_mut(k).and_then(|row| row.get_mut(j))
                    {
                        *entry = 0.0;
                    }
                }
                moved += 2.0 * sine * reach;
            }
        }
        let rows = entries.map(|[x, y, z]| S::from_xyz(x, y, z));
        let aligned = Self::new(rows, self.centers, self.half_a, self.half_b);
        (moved > 0.0).then_some((aligned, moved))
    }
}
