//! The point of a simplex nearest to the origin, without a branch.
//!
//! The newest corner is part of it, so three edges and three triangles remain. Each gives its own
//! nearest point, or none, and the nearest of these is the answer: no Voronoi region is needed. A
//! simplex of fewer corners repeats one; the edges and triangles that this leaves without length or
//! area give points of their parts, or none. An error by rounding only costs a pair its answer in
//! lanes: answers are proved elsewhere.

use super::algebra::{Real, Three, clamp_to_one, cross, dot, minus, plus, times};

/// A corner of a simplex, and the numbers of the vertices whose difference it is.
#[derive(Clone, Copy)]
pub(super) struct LaneCorner<T> {
    pub(super) point: Three<T>,
    pub(super) code: T,
}

/// The nearest point, and the corners that it is a blend of.
#[derive(Clone, Copy)]
pub(super) struct LaneFoot<T> {
    pub(super) corners: [LaneCorner<T>; 3],
    pub(super) weights: Three<T>,
    pub(super) point: Three<T>,
    pub(super) squared: T,
}

/// The nearest point of the simplex of the newest corner and the first `OLD` of the others, and
/// whether that holds the origin.
#[inline(always)]
pub(super) fn foot<T: Real, const OLD: usize>(
    newest: LaneCorner<T>,
    old: [LaneCorner<T>; 3],
) -> (LaneFoot<T>, bool) {
    let [a, b, c] = old;
    match OLD {
        1 => (of_edge(newest, a), false),
        2 => (of_triangle(newest, [a, b]), false),
        _ => of_tetrahedron(newest, [a, b, c]),
    }
}

#[inline(always)]
fn of_edge<T: Real>(newest: LaneCorner<T>, old: LaneCorner<T>) -> LaneFoot<T> {
    on_edge(newest, old, minus(old.point, newest.point))
}

#[inline(always)]
fn of_triangle<T: Real>(newest: LaneCorner<T>, [a, b]: [LaneCorner<T>; 2]) -> LaneFoot<T> {
    let d = newest.point;
    let (to_a, to_b) = (minus(a.point, d), minus(b.point, d));
    let best = nearer(on_edge(newest, a, to_a), on_edge(newest, b, to_b));
    let arms = [cross(d, to_a), cross(d, to_b)];
    nearer(best, on_face([newest, a, b], cross(to_a, to_b), arms))
}

#[inline(always)]
fn of_tetrahedron<T: Real>(
    newest: LaneCorner<T>,
    [a, b, c]: [LaneCorner<T>; 3],
) -> (LaneFoot<T>, bool) {
    let d = newest.point;
    let (to_a, to_b, to_c) = (minus(a.point, d), minus(b.point, d), minus(c.point, d));
    let best = on_edge(newest, a, to_a);
    let best = nearer(best, on_edge(newest, b, to_b));
    let best = nearer(best, on_edge(newest, c, to_c));

    let (ab, bc, ca) = (cross(to_a, to_b), cross(to_b, to_c), cross(to_c, to_a));
    let (arm_a, arm_b, arm_c) = (cross(d, to_a), cross(d, to_b), cross(d, to_c));
    let best = nearer(best, on_face([newest, a, b], ab, [arm_a, arm_b]));
    let best = nearer(best, on_face([newest, b, c], bc, [arm_b, arm_c]));
    let best = nearer(best, on_face([newest, c, a], ca, [arm_c, arm_a]));

    // The origin's tetrahedra over the faces, as volumes; over the face opposite to the newest
    // corner, what the others leave.
    let whole = dot(ab, to_c);
    let (over_ab, over_bc, over_ca) = (-dot(ab, d), -dot(bc, d), -dot(ca, d));
    let opposite = whole - ((over_ab + over_bc) + over_ca);
    let zero = T::ZERO;
    let all_above =
        (whole > zero) & (over_ab > zero) & (over_bc > zero) & (over_ca > zero) & (opposite > zero);
    let all_below =
        (whole < zero) & (over_ab < zero) & (over_bc < zero) & (over_ca < zero) & (opposite < zero);
    (best, all_above | all_below)
}

#[inline(always)]
fn on_edge<T: Real>(from: LaneCorner<T>, to: LaneCorner<T>, edge: Three<T>) -> LaneFoot<T> {
    let along = -dot(from.point, edge);
    let squared = dot(edge, edge);
    let part = if along > T::ZERO { clamp_to_one(along / squared) } else { T::ZERO };
    let point = plus(from.point, times(edge, part));
    LaneFoot {
        corners: [from, to, to],
        weights: [T::ONE - part, part, T::ZERO],
        point,
        squared: dot(point, point),
    }
}

/// `arms` are the cross products of the first corner with the two edges from it.
#[inline(always)]
fn on_face<T: Real>(
    corners: [LaneCorner<T>; 3],
    normal: Three<T>,
    arms: [Three<T>; 2],
) -> LaneFoot<T> {
    let [newest, ..] = corners;
    let [arm_e, arm_f] = arms;
    let squared = dot(normal, normal);
    let (of_e, of_f) = (-dot(normal, arm_f), dot(normal, arm_e));
    let of_newest = squared - (of_e + of_f);
    let height = dot(normal, newest.point);
    let per = T::ONE / squared;
    let is_inside = (of_e > T::ZERO) & (of_f > T::ZERO) & (of_newest > T::ZERO);
    // Along the normal, and not a blend: near contact all digits of a blend cancel.
    let scale = height * per;
    LaneFoot {
        corners,
        weights: [of_newest * per, of_e * per, of_f * per],
        point: times(normal, scale),
        squared: if is_inside { height * scale } else { T::INFINITY },
    }
}

#[inline(always)]
fn nearer<T: Real>(old: LaneFoot<T>, new: LaneFoot<T>) -> LaneFoot<T> {
    let better = new.squared < old.squared;
    let choose = |new: T, old: T| if better { new } else { old };
    let three =
        |[x, y, z]: Three<T>, [u, v, w]: Three<T>| [choose(x, u), choose(y, v), choose(z, w)];
    let corner = |new: LaneCorner<T>, old: LaneCorner<T>| LaneCorner {
        point: three(new.point, old.point),
        code: choose(new.code, old.code),
    };
    let ([newest, p, q], [_, r, s]) = (new.corners, old.corners);
    LaneFoot {
        corners: [newest, corner(p, r), corner(q, s)],
        weights: three(new.weights, old.weights),
        point: three(new.point, old.point),
        squared: choose(new.squared, old.squared),
    }
}
