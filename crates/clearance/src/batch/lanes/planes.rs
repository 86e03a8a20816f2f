//! Half-spaces against boxes and balls.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use clearance_lanes::Kernel;

use super::super::tolerance::{PLANE, SIZES};
use super::algebra::{abs, dot, larger, length, smaller, sum_abs};
use super::{Column, Verdicts, rounded_up, verdict};

/// Planes a group: the loop over objects has them all in registers.
pub(in crate::batch) const GROUP: usize = 6;

/// The boundary of a half-space, or a facet of a polytope: unit normal, its height at most, and at
/// least.
#[derive(Clone, Copy, Debug)]
pub(in crate::batch) struct Plane {
    pub(in crate::batch) normal: [f32; 3],
    pub(in crate::batch) outer: f32,
    pub(in crate::batch) inner: f32,
}

impl Plane {
    /// No plane at all: excludes nothing.
    pub(in crate::batch) const NONE: Self =
        Self { normal: [0.0; 3], outer: f32::INFINITY, inner: f32::INFINITY };
}

/// What objects are tested against.
#[derive(Clone, Copy, Debug)]
pub(in crate::batch) struct Bounds<'a> {
    pub(in crate::batch) planes: &'a [[Plane; GROUP]],
    /// The ends of a segment inside: points of an object near to it are likely inside too. `None`
    /// where an object counts as inside if it is inside every half-space by itself.
    pub(in crate::batch) axis: Option<[[f32; 3]; 2]>,
    /// How large the numbers of the planes are.
    pub(in crate::batch) size: f32,
}

/// Up to a chunk of objects.
#[derive(Clone, Debug)]
pub(in crate::batch) struct Objects {
    pub(in crate::batch) center: [Column; 3],
    /// Half extents; of balls the first is the radius.
    pub(in crate::batch) extent: [Column; 3],
    pub(in crate::batch) verdicts: Verdicts,
    pub(in crate::batch) len: usize,
    /// The point of each object that must be inside.
    point: [Column; 3],
    /// The largest height of each object above a plane: of its lowest point over the outer planes,
    /// of `point` over the inner ones.
    lowest: Column,
    highest: Column,
}

impl Objects {
    pub(in crate::batch) const fn new() -> Self {
        const ZERO: Column = [0.0; super::CHUNK];
        Self {
            center: [ZERO; 3],
            extent: [ZERO; 3],
            verdicts: [super::OPEN; super::CHUNK],
            len: 0,
            point: [ZERO; 3],
            lowest: ZERO,
            highest: ZERO,
        }
    }
}

/// Judges axis-aligned boxes, or balls where `BALLS`.
pub(in crate::batch) struct Judge<'a, const BALLS: bool>(
    pub(in crate::batch) Bounds<'a>,
    pub(in crate::batch) &'a mut Objects,
);

impl<const BALLS: bool> Kernel for Judge<'_, BALLS> {
    type Output = ();
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // A place is below CHUNK.
    fn run(self) {
        let Self(bounds, objects) = self;
        let Objects { center, extent, verdicts, len, point, lowest, highest } = objects;
        let [xs, ys, zs] = center;
        let [us, vs, ws] = extent;
        let [ps, qs, rs] = point;
        let places = rounded_up(*len);
        if let Some([from, to]) = bounds.axis {
            let way = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
            let squared = dot(way, way);
            let per = if squared > 0.0 { 1.0 / squared } else { 0.0 };
            for i in 0..places {
                let (c, e) = ([xs[i], ys[i], zs[i]], [us[i], vs[i], ws[i]]);
                [ps[i], qs[i], rs[i]] = inside::<BALLS>(c, e, from, way, per);
            }
        }
        let each = bounds.axis.is_none();
        lowest.fill(f32::NEG_INFINITY);
        highest.fill(f32::NEG_INFINITY);
        for group in bounds.planes {
            for i in 0..places {
                let (c, e) = ([xs[i], ys[i], zs[i]], [us[i], vs[i], ws[i]]);
                let p = [ps[i], qs[i], rs[i]];
                let (mut low, mut high) = (lowest[i], highest[i]);
                for Plane { normal, outer, inner } in group {
                    let [nx, ny, nz] = abs(*normal);
                    let [ex, ey, ez] = e;
                    let extent = if BALLS { ex } else { nx * ex + ny * ey + nz * ez };
                    let above = (dot(*normal, c) - extent) - outer;
                    low = larger(above, low);
                    high = larger(if each { above } else { dot(*normal, p) - inner }, high);
                }
                (lowest[i], highest[i]) = (low, high);
            }
        }
        for i in 0..places {
            let (c, e) = ([xs[i], ys[i], zs[i]], [us[i], vs[i], ws[i]]);
            let size = bounds.size + sum_abs(c) + sum_abs(if BALLS { [e[0], 0.0, 0.0] } else { e });
            let error = PLANE * size;
            let known = SIZES.contains(&size);
            verdicts[i] = verdict(known & (lowest[i] > error), known & (highest[i] < -error));
        }
    }
}

/// The point of an object nearest to that point of the axis which is nearest to its centre.
#[inline(always)]
fn inside<const BALLS: bool>(
    [cx, cy, cz]: [f32; 3],
    [ex, ey, ez]: [f32; 3],
    from: [f32; 3],
    way: [f32; 3],
    per_squared: f32,
) -> [f32; 3] {
    let [fx, fy, fz] = from;
    let [wx, wy, wz] = way;
    let along = dot([cx - fx, cy - fy, cz - fz], way) * per_squared;
    let along = smaller(larger(along, 0.0), 1.0);
    let target = [fx + wx * along, fy + wy * along, fz + wz * along];
    let [dx, dy, dz] = [target[0] - cx, target[1] - cy, target[2] - cz];
    if BALLS {
        let length = length([dx, dy, dz]);
        // Zero over zero is NaN, which `smaller` turns into 1: the target itself.
        let part = smaller(ex / length, 1.0);
        [cx + dx * part, cy + dy * part, cz + dz * part]
    } else {
        let clamp = |d: f32, e: f32| smaller(larger(d, -e), e);
        [cx + clamp(dx, ex), cy + clamp(dy, ey), cz + clamp(dz, ez)]
    }
}
