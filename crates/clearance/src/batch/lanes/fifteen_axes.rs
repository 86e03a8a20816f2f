//! The fifteen separating axes of two boxes of space (Gottschalk, Lin, Manocha 1996), none skipped
//! and nothing divided: one walk for all kernels, each of which keeps what it needs.

use super::algebra::{LaneFrame, Real, Three, abs, dot, transposed};

/// A separating axis, in A's frame.
pub(super) struct BoxAxis<T> {
    /// Faces of A, faces of B, edges of A with edges of B.
    pub(super) which: u8,
    /// A unit vector; or a cross product of unit vectors along edges, which is no longer than 1.
    pub(super) along: Three<T>,
    /// How far along it the centre of B is.
    pub(super) towards: T,
}

/// What a kernel keeps of the axes.
pub(super) trait KeepsAxes<T> {
    /// Takes the normal of a face, which is this far from the centre of its `own` box; along it the
    /// other box has this extent.
    fn face(&mut self, axis: BoxAxis<T>, own: T, other: T);
    /// Takes a cross product of edges, of which two coordinates are not zero, but for their signs
    /// these; along it the boxes together have these extents.
    fn edge(&mut self, axis: BoxAxis<T>, coordinates: [T; 2], extents: T);
}

/// Shows all axes of two boxes, given by their half extents, to `keeps`.
#[inline(always)]
pub(super) fn each_axis<T: Real>(
    half_a: Three<T>,
    half_b: Three<T>,
    frame: &LaneFrame<T>,
    keeps: &mut impl KeepsAxes<T>,
) {
    let ([a0, a1, a2], [b0, b1, b2], t) = (half_a, half_b, frame.offset);
    let ([r0, r1, r2], [c0, c1, c2]) = (frame.rows, transposed(frame.rows));
    let ([t0, t1, t2], [n0, n1, n2]) = (t, [abs(r0), abs(r1), abs(r2)]);
    let (zero, one) = (T::ZERO, T::ONE);
    let axis = |which, along, towards| BoxAxis { which, along, towards };
    keeps.face(axis(0, [one, zero, zero], t0), a0, dot(n0, half_b));
    keeps.face(axis(1, [zero, one, zero], t1), a1, dot(n1, half_b));
    keeps.face(axis(2, [zero, zero, one], t2), a2, dot(n2, half_b));
    keeps.face(axis(3, c0, dot(t, c0)), b0, dot(abs(c0), half_a));
    keeps.face(axis(4, c1, dot(t, c1)), b1, dot(abs(c1), half_a));
    keeps.face(axis(5, c2, dot(t, c2)), b2, dot(abs(c2), half_a));
    edges(keeps, 0, [r1, r2, n0], half_b, [t1, t2, a1, a2]);
    edges(keeps, 1, [r2, r0, n1], half_b, [t2, t0, a2, a0]);
    edges(keeps, 2, [r0, r1, n2], half_b, [t0, t1, a0, a1]);
}

/// Shows the axes along edge `e_i` of A and each edge `m_j` of B, `e_i × m_j = m_u e_v - m_v e_u`,
/// along which neither edge has an extent. `n` are the edges' absolute coordinates along `e_i`; `p`
/// and `q` are the other two edges of B.
#[inline(always)]
fn edges<T: Real>(
    keeps: &mut impl KeepsAxes<T>,
    i: u8,
    [[u0, u1, u2], [v0, v1, v2], [n0, n1, n2]]: [Three<T>; 3],
    [b0, b1, b2]: Three<T>,
    [t_u, t_v, a_u, a_v]: [T; 4],
) {
    let mut edge = |j: u8, m_u: T, m_v: T, [b_p, n_q, b_q, n_p]: [T; 4]| {
        let along = match i {
            0 => [T::ZERO, -m_v, m_u],
            1 => [m_u, T::ZERO, -m_v],
            _ => [-m_v, m_u, T::ZERO],
        };
        let extents = a_u * m_v.abs() + a_v * m_u.abs() + b_p * n_q + b_q * n_p;
        let (which, towards) = (6 + 3 * i + j, m_u * t_v - m_v * t_u);
        keeps.edge(BoxAxis { which, along, towards }, [m_u, m_v], extents);
    };
    edge(0, u0, v0, [b1, n2, b2, n1]);
    edge(1, u1, v1, [b2, n0, b0, n2]);
    edge(2, u2, v2, [b0, n1, b1, n0]);
}
