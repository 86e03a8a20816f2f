//! A line against the planes of a hull's facets, four at a time.

use clearance_lanes::{Kernel, Level};

use crate::math::{Space, larger, smaller};
use crate::shape::{LANES, PlaneBlock, Planes};

use super::span::{RayLine, Span};

/// When the line is below all planes, and the last plane that it crosses on its way in.
#[inline(always)]
#[allow(clippy::indexing_slicing)] // A lane is below the length of every row.
pub(super) fn below_all<S: Space>(
    planes: &Planes,
    level: Level,
    line: &RayLine<S>,
) -> (Span, usize) {
    let [free, inside, stays, gone, last] =
        level.run(PlaneScan { blocks: planes.blocks(), line: *line });
    let (mut all, mut facet) = (Span::EVER, 0);
    for lane in 0..LANES {
        let [free, inside, stays, gone] = [free, inside, stays, gone].map(|row| row[lane]);
        if free > all.free {
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // A count.
            let block = last[lane] as usize;
            facet = block * LANES + lane;
        }
        all = all.and(Span { free, inside, stays, gone });
    }
    (all, facet)
}

struct PlaneScan<'a, S> {
    blocks: &'a [PlaneBlock],
    line: RayLine<S>,
}

/// Lemma 36. A point at time `t` is higher over a plane than `outer - t · fast`, and no higher than
/// `inner - t · slow`, where the line comes down with a speed of less than `fast` and more than
/// `slow`. So before `outer / fast` it is outside, if it comes down at all, and from `inner / slow`
/// on inside; where it goes up, the other way round. Quotients by zero are infinite to the safe
/// side, since `fast` and `slow` are zero as differences of equals are, with the sign `+`, and
/// count as coming down. NaN bounds nothing: there the height is zero at all times.
impl<S: Space> Kernel for PlaneScan<'_, S> {
    /// The span of each lane, and the block whose plane it crossed last on its way in: as arrays,
    /// so that the compiler sees that lanes go together.
    type Output = [[f64; LANES]; 5];

    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // A lane is below the length of every row.
    fn run(self) -> [[f64; LANES]; 5] {
        let RayLine { from, along, off, drift } = self.line;
        let ([px, py, pz], [vx, vy, vz]) = (from.coordinates(), along.coordinates());
        let [mut free, mut inside] = [[f64::NEG_INFINITY; LANES]; 2];
        let [mut stays, mut gone] = [[f64::INFINITY; LANES]; 2];
        // The last block that a lane's line came below; as a float, so that the compiler keeps it
        // beside the others.
        let (mut last, mut place) = ([0.0; LANES], 0.0);
        for PlaneBlock { normals: [xs, ys, zs], above, below } in self.blocks {
            let [height, rise] = if S::DIM == 3 {
                [
                    each(|i| px * xs[i] + py * ys[i] + pz * zs[i]),
                    each(|i| vx * xs[i] + vy * ys[i] + vz * zs[i]),
                ]
            } else {
                [each(|i| px * xs[i] + py * ys[i]), each(|i| vx * xs[i] + vy * ys[i])]
            };
            let (fast, slow) = (each(|i| drift - rise[i]), each(|i| -rise[i] - drift));
            let early = each(|i| (height[i] - above[i] - off) / fast[i]);
            let late = each(|i| (height[i] - below[i] + off) / slow[i]);
            let comes = each(|i| if fast[i] >= 0.0 { early[i] } else { f64::NEG_INFINITY });
            let goes = each(|i| if fast[i] >= 0.0 { f64::INFINITY } else { early[i] });
            let surely = each(|i| if slow[i] >= 0.0 { late[i] } else { f64::NEG_INFINITY });
            let maybe = each(|i| if slow[i] >= 0.0 { f64::INFINITY } else { late[i] });
            last = each(|i| if comes[i] > free[i] { place } else { last[i] });
            free = each(|i| larger(comes[i], free[i]));
            inside = each(|i| larger(surely[i], inside[i]));
            stays = each(|i| smaller(maybe[i], stays[i]));
            gone = each(|i| smaller(goes[i], gone[i]));
            place += 1.0;
        }
        [free, inside, stays, gone, last]
    }
}

/// Each step is a loop over the lanes, which the compiler turns into one vector instruction.
#[inline(always)]
fn each(of: impl Fn(usize) -> f64) -> [f64; LANES] {
    [of(0), of(1), of(2), of(3)]
}
