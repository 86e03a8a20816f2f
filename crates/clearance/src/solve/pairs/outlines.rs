//! Two small polygons of the plane: separating axes, each edge against all vertices of the other outline.
//!
//! The boundary of A - B consists of the edges of A and of -B. The signed distance along an edge's normal is that of the lowest vertex of the
//! other outline above the edge; where none is positive, the largest is minus the depth. Where one is, the largest is the distance, unless
//! two vertices are nearest, or an edge next to these. Larger polygons are sooner [walked around](super::polygons). A point is an outline of one
//! vertex (`pairs::plain`, for balls).
//!
//! All edges are asked at once: rows of numbers that the compiler keeps in vector registers, without a jump.

use core::hint::select_unpredictable;

#[cfg(feature = "alloc")]
use clearance_lanes::Level;

use crate::math::{Space, Vector, larger, smaller, sqrt};
use crate::shape::SupportMap;
use crate::solve::cores::{Signed, between};
use crate::solve::difference::{Difference, Placed};

use super::{Formula, Wanted, segments};

/// Vertices that each outline may have. Of more, each edge against each vertex is slower than a search; where depths are asked as well, that
/// is compared with a [walk](super::polygons) and then a search.
pub(super) const fn most_vertices(wanted: Wanted<'_>) -> usize {
    match wanted {
        Wanted::Verdict(_) | Wanted::Distance => 8,
        Wanted::Both(_) => 32,
    }
}

/// The vertices, counter-clockwise. The first comes again in the rows that are left.
pub(super) struct Outline<const N: usize> {
    xs: [f64; N],
    ys: [f64; N],
    count: usize,
}

impl<const N: usize> Outline<N> {
    #[inline(always)]
    pub(super) fn new<V: Vector>(vertices: &[V], place: impl Fn(V::Space) -> V::Space) -> Self {
        let first = vertices.first().map_or_else(Default::default, |v| v.to_space());
        let at = |i: usize| place(vertices.get(i).map_or(first, |v| v.to_space()));
        let mut outline = Self { xs: [0.0; N], ys: [0.0; N], count: vertices.len() };
        for (i, (x, y)) in outline.xs.iter_mut().zip(&mut outline.ys).enumerate() {
            let point = at(i);
            (*x, *y) = (point.coordinate(0), point.coordinate(1));
        }
        outline
    }

    #[inline(always)]
    pub(super) fn vertex<S: Space>(&self, i: usize) -> S {
        let at = |row: &[f64; N]| row.get(i).copied().unwrap_or_default();
        S::from_xyz(at(&self.xs), at(&self.ys), 0.0)
    }

    #[inline(always)]
    pub(super) fn after(&self, i: usize) -> usize {
        if i + 1 < self.count { i + 1 } else { 0 }
    }

    #[inline(always)]
    fn before(&self, i: usize) -> usize {
        if i > 0 { i - 1 } else { self.count - 1 }
    }

    /// The edge above which the lowest of some points is highest. `None` where an edge is too short for its square.
    #[inline(always)]
    pub(super) fn separation<const M: usize>(
        &self,
        [xs, ys]: [&[f64; M]; 2],
    ) -> Option<Separation> {
        let next = |row: &[f64; N]| -> [f64; N] {
            core::array::from_fn(|i| row.get((i + 1) % N).copied().unwrap_or_default())
        };
        // The outward normals, as long as the edges: a quarter turn clockwise points out of a counter-clockwise outline.
        let (mut normal_xs, mut normal_ys) = (next(&self.ys), next(&self.xs));
        normal_xs.iter_mut().zip(&self.ys).for_each(|(normal, y)| *normal -= y);
        normal_ys.iter_mut().zip(&self.xs).for_each(|(normal, x)| *normal = x - *normal);
        let mut squares = [0.0; N];
        for ((square, x), y) in squares.iter_mut().zip(&normal_xs).zip(&normal_ys) {
            *square = x * x + y * y;
        }
        let is_long = |(i, square): (usize, &f64)| (i >= self.count) | (*square > SHORT * SHORT);
        if !squares.iter().enumerate().fold(true, |all, row| all & is_long(row)) {
            return None;
        }
        let mut heights = [f64::INFINITY; N];
        for (x, y) in xs.iter().zip(ys) {
            for ((least, normal_x), normal_y) in heights.iter_mut().zip(&normal_xs).zip(&normal_ys)
            {
                *least = smaller(*least, normal_x * x + normal_y * y);
            }
        }
        let lines = normal_xs.iter().zip(&normal_ys).zip(self.xs.iter().zip(&self.ys));
        for (least, ((normal_x, normal_y), (x, y))) in heights.iter_mut().zip(lines) {
            *least -= normal_x * x + normal_y * y;
        }
        let mut signed = heights;
        for (signed, square) in signed.iter_mut().zip(&squares) {
            // Rows that are left have no edge.
            *signed =
                if *square > 0.0 { *signed * signed.abs() / square } else { f64::NEG_INFINITY };
        }
        let (edge, signed) = highest(signed);
        let at = |row: &[f64; N]| row.get(edge).copied().unwrap_or_default();
        Some(Separation { edge, signed, height: at(&heights), square: at(&squares) })
    }

    /// The heights of all vertices along a direction.
    #[inline(always)]
    fn heights<S: Space>(&self, direction: S) -> [f64; N] {
        let (dx, dy) = (direction.coordinate(0), direction.coordinate(1));
        let mut heights = self.xs;
        heights.iter_mut().zip(&self.ys).for_each(|(height, y)| *height = dx * *height + dy * y);
        heights
    }

    /// The height of the lowest vertex.
    #[inline(always)]
    fn least<S: Space>(&self, direction: S) -> f64 {
        by_halves(self.heights(direction), smaller)
    }

    /// The height of the highest vertex.
    #[inline(always)]
    pub(super) fn most<S: Space>(&self, direction: S) -> f64 {
        by_halves(self.heights(direction), larger)
    }

    /// The vertex that is least high along a direction.
    #[inline(always)]
    fn lowest<S: Space>(&self, direction: S) -> usize {
        highest(self.heights(direction).map(|height| -height)).0
    }

    /// The point nearest to `point` on the edge between two vertices.
    #[inline(always)]
    fn nearest<S: Space>(&self, (from, to): (usize, usize), point: S) -> S {
        let from: S = self.vertex(from);
        let along = self.vertex::<S>(to) - from;
        let part = (point - from).dot(along) / along.length_squared();
        from + along * between(part, 0.0, 1.0)
    }
}

/// An edge, and how high the other outline is above it.
#[derive(Clone, Copy)]
pub(super) struct Separation {
    pub(super) edge: usize,
    /// The square of the distance, with its sign: of all edges, the distances would cost as many roots.
    signed: f64,
    /// The distance times the edge's length.
    height: f64,
    /// Of the edge's length.
    square: f64,
}

/// Of two outlines that of either's edges.
struct Separations<'o, const N: usize>(&'o Outline<N>, &'o Outline<N>);

impl<const N: usize> Separations<'_, N> {
    #[inline(always)]
    fn find(&self) -> Option<[Separation; 2]> {
        let Self(a, b) = self;
        Some([a.separation([&b.xs, &b.ys])?, b.separation([&a.xs, &a.ys])?])
    }
}

#[cfg(feature = "alloc")]
impl<const N: usize> clearance_lanes::Kernel for Separations<'_, N> {
    type Output = Option<[Separation; 2]>;
    #[inline(always)]
    fn run(self) -> Self::Output {
        self.find()
    }
}

/// One of some values, chosen in rounds of two against two, since in a row each choice would wait for the last.
#[inline(always)]
fn by_halves<T: Copy + Default, const N: usize>(mut left: [T; N], choose: impl Fn(T, T) -> T) -> T {
    let mut count = N / 2;
    while count > 0 {
        let (winners, rivals) = left.split_at_mut(count);
        winners
            .iter_mut()
            .zip(rivals)
            .for_each(|(winner, rival)| *winner = choose(*winner, *rival));
        count /= 2;
    }
    left.first().copied().unwrap_or_default()
}

/// The place of the largest of some numbers, none of which is NaN, and the number.
#[inline(always)]
fn highest<const N: usize>(heights: [f64; N]) -> (usize, f64) {
    let mut rows = [(0, 0.0); N];
    rows.iter_mut().zip(heights).enumerate().for_each(|(i, (row, height))| *row = (i, height));
    by_halves(rows, |p, q| {
        let second = q.1 > p.1;
        (select_unpredictable(second, q.0, p.0), if second { q.1 } else { p.1 })
    })
}

/// Edges no longer than this part of a solver unit are for others: the squares of squares of the rest are normal numbers.
const SHORT: f64 = 1e-40;

/// The outline with the separating edge, and the other one.
struct Facing<'o, const N: usize, S> {
    own: &'o Outline<N>,
    other: &'o Outline<N>,
    edge: usize,
    /// Unit, out of the edge.
    normal: S,
}

impl<const N: usize, S: Space> Facing<'_, N, S> {
    /// A point of the own outline and one of the other: as far apart as the outlines are along the normal, or near each other, if the other's
    /// lowest vertex is beside the edge. Where they overlap by more than `tie`, such vertices have another as low next to them.
    #[inline(always)]
    fn meeting(&self, tie: Option<f64>) -> (S, S) {
        let Self { own, other, edge, normal } = *self;
        let after = own.after(edge);
        let (from, lowest) = (own.vertex::<S>(edge), other.lowest(normal));
        let along = own.vertex::<S>(after) - from;
        let vertex: S = other.vertex(lowest);
        let part = (vertex - from).dot(along) / along.length_squared();
        if (0.0..=1.0).contains(&part) {
            return (from + along * part, vertex);
        }
        // On which side is as good as random. The outlines face each other, so both go on to that side in the same sense.
        let is_before = part < 0.0;
        let pick = |before, after| select_unpredictable(is_before, before, after);
        let corner = pick(edge, after);
        let beside = pick(other.before(lowest), other.after(lowest));
        let end: S = own.vertex(corner);
        let on_other = other.nearest((lowest, beside), end);
        if let Some(tie) = tie {
            let is_level = (other.vertex::<S>(beside) - vertex).dot(normal) <= tie;
            return (end, if is_level { on_other } else { vertex });
        }
        (end, on_other)
    }
}

/// What the edges say of two polygons of at most [`most_vertices`]; `None` where rounding hides it. Apart from its caller, whose frame is small.
#[inline(never)]
pub(super) fn formula<V, A, B>(
    placed: &Placed<'_, V, A, B>,
    a: &[V],
    b: &[V],
    wanted: Wanted<'_>,
) -> Option<Formula<V::Space>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    // Nothing else is a polygon's outline.
    if V::Space::DIM != 2 || a.len().min(b.len()) < 3 {
        return None;
    }
    match a.len().max(b.len()) {
        0..=4 => of_at_most::<4, V, A, B>(placed, a, b, wanted),
        5..=8 => of_at_most::<8, V, A, B>(placed, a, b, wanted),
        9..=16 => of_at_most::<16, V, A, B>(placed, a, b, wanted),
        17..=32 => of_at_most::<32, V, A, B>(placed, a, b, wanted),
        // No room.
        _ => None,
    }
}

fn of_at_most<const N: usize, V, A, B>(
    placed: &Placed<'_, V, A, B>,
    a: &[V],
    b: &[V],
    wanted: Wanted<'_>,
) -> Option<Formula<V::Space>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (frame, error) = (placed.frame, placed.error());
    let outline_a = Outline::<N>::new(a, |p| frame.point_of_a(p));
    let outline_b = Outline::<N>::new(b, |p| frame.point_of_b(p));
    let separations = Separations(&outline_a, &outline_b);
    // Four rows are done before a call with wider vectors has begun; of eight it spares a seventh to a fifth of a query.
    #[cfg(feature = "alloc")]
    let found = if N > 4 { Level::best().run(separations) } else { separations.find() };
    #[cfg(not(feature = "alloc"))]
    let found = separations.find();
    let [of_a, of_b] = found?;
    let is_of_b = of_b.signed > of_a.signed;
    // Whose edge it is is as good as random. A verdict on few rows reads both by a number, made of the sign's bit lest the compiler make a jump of it;
    // whatever takes longer is better begun on a guess.
    let first = ((of_a.signed - of_b.signed).to_bits() >> 63) as usize;
    let by_number = N <= 4 && matches!(wanted, Wanted::Verdict(_));
    #[allow(clippy::indexing_slicing)] // One bit.
    let Separation { edge, height, square, .. } = if by_number {
        [of_a, of_b][first]
    } else if is_of_b {
        of_b
    } else {
        of_a
    };
    // A quotient that need not wait for the root.
    let per_length = sqrt(square) * (1.0 / square);
    let distance = height * per_length;
    let is_deep = distance < -error;
    if is_deep && !matches!(wanted, Wanted::Both(_)) {
        return Some(Formula::Overlapping);
    }
    // Apart, or too near to contact for these bounds: GJK ends with a simplex that exact predicates can judge.
    if !is_deep && !(distance > error) {
        return None;
    }
    let outlines = [&outline_a, &outline_b];
    #[allow(clippy::indexing_slicing)]
    let [own, other] = if by_number {
        [outlines[first], outlines[1 - first]]
    } else if is_of_b {
        [&outline_b, &outline_a]
    } else {
        outlines
    };
    let along = own.vertex::<V::Space>(own.after(edge)) - own.vertex(edge);
    let normal = V::Space::from_xyz(along.coordinate(1), -along.coordinate(0), 0.0) * per_length;
    // The rounded edge is not quite an edge of its rounded outline, least of all a short one. So the outlines are asked once more for what is
    // proved: how far apart they are along the normal.
    let proved = || other.least(normal) - own.most(normal);
    if let Wanted::Verdict(beyond) = wanted {
        return (proved() > error + beyond).then_some(Formula::Apart);
    }
    let facing = Facing { own, other, edge, normal };
    let (on_own, on_other) = facing.meeting(is_deep.then_some(error));
    let out = if is_of_b { -normal } else { normal };
    let [on_a, on_b] = if is_of_b { [on_other, on_own] } else { [on_own, on_other] };
    let misfit = (on_a + out * distance - on_b).length();
    if is_deep {
        let proved = proved();
        let fits = distance - proved <= error && misfit <= 2.0 * error;
        let bounds = [smaller(proved, distance) - error, distance + error];
        return fits.then(|| Formula::Signed(Signed::proved(bounds, distance, out, on_a, on_b)));
    }
    if misfit <= 0.25 * error {
        let proved = proved();
        if distance - proved <= 0.25 * error && proved > error {
            let bounds = [proved - error, (on_a - on_b).length() + error];
            return Some(Formula::Signed(Signed::proved(bounds, distance, out, on_a, on_b)));
        }
    }
    let lowest = |direction| outline_a.least(direction) - outline_b.most(direction);
    let signed = segments::certify_by(lowest, error, on_a, on_b).map(Formula::Signed);
    Some(signed.unwrap_or(Formula::Towards(on_a - on_b)))
}
