//! Boxes of space: the fifteen separating axes (Gottschalk, Lin, Manocha 1996), none skipped and
//! nothing divided but by the quaternions' lengths.
//!
//! Proved for sizes of `tolerance::SIZES`, 1e-9 to 1e9, which it checks; the rest stays open.

use super::super::tolerance::{AXIS, NORMS, PARALLEL, PARALLEL_MOVES, SIZES};
use super::algebra::{larger, matrix, norm, relative, rotate_back, smaller, sum_abs};
use super::{judge, verdict};

/// Half extents of A and of B, rotation of A and of B, offset of the origins, sum of the radii.
pub(in crate::batch) const COLUMNS: usize = 3 + 3 + 4 + 4 + 3 + 1;

judge!(
    /// Whether boxes of space, grown by radii or not, have a common point.
    Judge, 18, row => judge_one(row)
);

/// The largest signed distances along faces and along edges: what the bound is about.
#[cfg(test)]
pub(super) fn signed_distances(row: [f32; COLUMNS]) -> [f32; 2] {
    let JudgedBoxes { axes, .. } = judged(row);
    [axes.faces, axes.edges]
}

#[inline(always)]
pub(super) fn judge_one(row: [f32; COLUMNS]) -> u32 {
    let JudgedBoxes { axes, size, known, radii } = judged(row);
    let error = AXIS * size;
    let most = larger(axes.faces, axes.edges) - radii;
    let overlap = (axes.faces < -error) & (axes.edges_beyond_doubt < 0.0);
    verdict(known & (most > error), known & overlap)
}

/// Whether no sign is set: what was negative and too small for `f32` is `-0.0` here.
#[inline(always)]
pub(super) fn are_lengths([x, y, z]: [f32; 3]) -> bool {
    (x.to_bits() | y.to_bits() | z.to_bits()) >> 31 == 0
}

struct JudgedBoxes {
    axes: Axes,
    size: f32,
    known: bool,
    radii: f32,
}

#[inline(always)]
fn judged(row: [f32; COLUMNS]) -> JudgedBoxes {
    let [a0, a1, a2, b0, b1, b2, ax, ay, az, aw, bx, by, bz, bw, dx, dy, dz, radii] = row;
    let (half_a, half_b, rotation_a) = ([a0, a1, a2], [b0, b1, b2], [ax, ay, az, aw]);
    let between = relative(rotation_a, [bx, by, bz, bw]);
    let (norm_a, norm_between) = (norm(rotation_a), norm(between));
    let m = matrix(between, norm_between);
    let centers = rotate_back(matrix(rotation_a, norm_a), [dx, dy, dz]);

    let reach_b = sum_abs(half_b);
    let size = sum_abs(half_a) + reach_b + sum_abs([dx, dy, dz]) + radii;
    let axes = axes(half_a, half_b, centers, m, reach_b, size);
    let known = SIZES.contains(&size) & NORMS.contains(&norm_a) & NORMS.contains(&norm_between);
    let known = known & are_lengths(half_a) & are_lengths(half_b);
    JudgedBoxes { axes, size, known, radii }
}

/// Signed distances, negative where the boxes overlap.
struct Axes {
    /// The largest along a face normal.
    faces: f32,
    /// The largest along a cross product of edges, which is no longer than 1.
    edges: f32,
    /// Negative where no cross product can keep the boxes apart, nearly parallel edges included.
    edges_beyond_doubt: f32,
}

#[inline(always)]
fn axes(
    [a0, a1, a2]: [f32; 3],
    [b0, b1, b2]: [f32; 3],
    [t0, t1, t2]: [f32; 3],
    [[m00, m01, m02], [m10, m11, m12], [m20, m21, m22]]: [[f32; 3]; 3],
    reach_b: f32,
    size: f32,
) -> Axes {
    let [n00, n01, n02] = [m00.abs(), m01.abs(), m02.abs()];
    let [n10, n11, n12] = [m10.abs(), m11.abs(), m12.abs()];
    let [n20, n21, n22] = [m20.abs(), m21.abs(), m22.abs()];
    let of_a = |t: f32, a: f32, x: f32, y: f32, z: f32| t.abs() - a - (x * b0 + y * b1 + z * b2);
    let of_b = |t: f32, b: f32, x: f32, y: f32, z: f32| t.abs() - b - (x * a0 + y * a1 + z * a2);
    let along_a = larger(
        larger(of_a(t0, a0, n00, n01, n02), of_a(t1, a1, n10, n11, n12)),
        of_a(t2, a2, n20, n21, n22),
    );
    let along_b = larger(
        larger(
            of_b(t0 * m00 + t1 * m10 + t2 * m20, b0, n00, n10, n20),
            of_b(t0 * m01 + t1 * m11 + t2 * m21, b1, n01, n11, n21),
        ),
        of_b(t0 * m02 + t1 * m12 + t2 * m22, b2, n02, n12, n22),
    );
    let faces = larger(along_a, along_b);

    let mut edges = f32::NEG_INFINITY;
    let mut beyond_doubt = f32::NEG_INFINITY;
    let (error, of_parallel) = (AXIS * size, faces + PARALLEL * size);
    // Along e_i × m_j = m_u e_v - m_v e_u of edge j of B neither edge has an extent. `p` and `q`
    // are the other two of B in row i.
    let mut edge = |m_u: f32, m_v: f32, t: [f32; 2], a: [f32; 2], b: [f32; 4]| {
        let ([t_u, t_v], [a_u, a_v], [b_p, n_q, b_q, n_p]) = (t, a, b);
        let (n_u, n_v) = (m_u.abs(), m_v.abs());
        let extents = a_u * n_v + a_v * n_u + b_p * n_q + b_q * n_p;
        let distance = (m_u * t_v - m_v * t_u).abs() - extents;
        let parallel = of_parallel + PARALLEL_MOVES * (n_u + n_v) * reach_b;
        edges = larger(edges, distance);
        beyond_doubt = larger(beyond_doubt, smaller(distance + error, parallel));
    };
    edge(m10, m20, [t1, t2], [a1, a2], [b1, n02, b2, n01]);
    edge(m11, m21, [t1, t2], [a1, a2], [b2, n00, b0, n02]);
    edge(m12, m22, [t1, t2], [a1, a2], [b0, n01, b1, n00]);
    edge(m20, m00, [t2, t0], [a2, a0], [b1, n12, b2, n11]);
    edge(m21, m01, [t2, t0], [a2, a0], [b2, n10, b0, n12]);
    edge(m22, m02, [t2, t0], [a2, a0], [b0, n11, b1, n10]);
    edge(m00, m10, [t0, t1], [a0, a1], [b1, n22, b2, n21]);
    edge(m01, m11, [t0, t1], [a0, a1], [b2, n20, b0, n22]);
    edge(m02, m12, [t0, t1], [a0, a1], [b0, n21, b1, n20]);
    Axes { faces, edges, edges_beyond_doubt: beyond_doubt }
}
