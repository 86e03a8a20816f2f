//! Two small polygons of the plane: separating axes, each edge against all vertices of the other
//! outline.
//!
//! The boundary of A - B consists of the edges of A and of -B. The signed distance along an edge's
//! normal is that of the lowest vertex of the other outline above the edge; where none is positive,
//! the largest is minus the depth. Where one is, the largest is the distance, unless two vertices
//! are nearest, or an edge next to these. For larger polygons it is faster to [walk
//! around](super::super::polygons) them or to search.

use core::hint::select_unpredictable;

use clearance_lanes::{Kernel, Level};

use crate::math::{Pose, Rotation, Space, Vector, smaller};
use crate::shape::SupportMap;

use super::outline::{HeightOverEdge, MOST_VERTICES, Outline, along};
use super::{Bounds, Cores, Found, Plain};

/// Vertices that each outline may have where no depth is wanted: with more, a search is faster.
const MOST_APART: usize = 8;

/// The vertices of both, if both are small polygons.
#[inline(always)]
pub(super) fn outlines<'p, V: Vector>(
    a: &'p (impl SupportMap<V> + ?Sized),
    b: &'p (impl SupportMap<V> + ?Sized),
    asks_depths: bool,
) -> Option<[&'p [V]; 2]> {
    let (a, b) = (a.primitive().outline()?, b.primitive().outline()?);
    let most = if asks_depths { MOST_VERTICES } else { MOST_APART };
    (a.len().min(b.len()) > 2 && a.len().max(b.len()) <= most).then_some([a, b])
}

/// Both in poses, decided by their edges; `None` where rounding hides it.
#[inline(always)]
pub(super) fn proximity<V, A, B>(
    outlines: [&[V]; 2],
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Option<Found<V>>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let error = Plain::error(true, bounds, a, pose_a, b, pose_b);
    let placed = PlacedOutlines { outlines, pose_a, pose_b, offset: bounds.offset };
    let cores = placed.cores(error)?;
    if !bounds.is_meaningful() {
        return None;
    }
    Plain { cores, radii: bounds.radii, error }.proximity(pose_a).map(Found::Answer)
}

/// Whether they have a point in common.
#[inline(always)]
pub(super) fn intersect<V, A, B>(
    outlines: [&[V]; 2],
    bounds: &Bounds<V::Space>,
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Option<bool>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let error = Plain::error(true, bounds, a, pose_a, b, pose_b);
    let placed = PlacedOutlines { outlines, pose_a, pose_b, offset: bounds.offset };
    let meet = placed.intersect(bounds.radii.iter().sum(), error)?;
    bounds.is_meaningful().then_some(meet)
}

/// Two outlines in their poses, seen from A's origin in the world's axes.
struct PlacedOutlines<'p, V: Vector> {
    outlines: [&'p [V]; 2],
    pose_a: &'p Pose<V>,
    pose_b: &'p Pose<V>,
    /// From A's origin to B's.
    offset: V::Space,
}

impl<V: Vector> PlacedOutlines<'_, V> {
    #[inline(never)]
    fn cores(&self, error: f64) -> Option<Cores<V::Space>> {
        match self.most_vertices() {
            0..=4 => self.cores_at_most::<4>(error),
            5..=8 => level_of_eight::<V>().run(FindCores::<V, 8> { outlines: self, error }),
            9..=16 => Level::best().run(FindCores::<V, 16> { outlines: self, error }),
            _ => Level::best().run(FindCores::<V, MOST_VERTICES> { outlines: self, error }),
        }
    }

    #[inline(never)]
    fn intersect(&self, radius: f64, error: f64) -> Option<bool> {
        if self.most_vertices() <= 4 {
            self.intersect_at_most::<4>(radius, error)
        } else {
            level_of_eight::<V>().run(Intersect::<V, MOST_APART> { outlines: self, radius, error })
        }
    }

    #[inline(always)]
    fn most_vertices(&self) -> usize {
        let [a, b] = self.outlines;
        a.len().max(b.len())
    }

    #[inline(always)]
    fn turned<const N: usize>(&self) -> [Outline<N>; 2] {
        let Self { outlines: [a, b], pose_a, pose_b, offset } = *self;
        let (turn_a, turn_b) = (pose_a.rotation.matrix(), pose_b.rotation.matrix());
        let turned_b = Outline::new(b).turned::<V::Space>(&turn_b);
        let a = Outline::new(a).turned::<V::Space>(&turn_a);
        [a.with_edges(), turned_b.moved(offset).with_edges()]
    }

    #[inline(always)]
    fn cores_at_most<const N: usize>(&self, error: f64) -> Option<Cores<V::Space>> {
        let outlines @ [a, b] = &self.turned::<N>();
        let (of_a, of_b) = (a.separation(b.rows()), b.separation(a.rows()));
        // Whose edge it is, is unpredictable, and yet this is a branch: after a good prediction,
        // what follows begins early.
        let is_of_b = of_b.signed > of_a.signed;
        let facing = FacingEdges::of(outlines, [of_a, of_b], is_of_b);
        let NearestEdges { on_own, on_other, way, slab, is_inside } =
            facing.nearest::<V::Space>(error)?;
        let squared = way.length_squared();
        Some(if is_of_b {
            Cores { on_a: on_other, on_b: on_own, way: -way, squared, slab, is_inside }
        } else {
            Cores { on_a: on_own, on_b: on_other, way, squared, slab, is_inside }
        })
    }

    #[inline(always)]
    fn intersect_at_most<const N: usize>(&self, radius: f64, error: f64) -> Option<bool> {
        let outlines @ [a, b] = &self.turned::<N>();
        let separations @ [of_a, of_b] = [a.separation(b.rows()), b.separation(a.rows())];
        let facing = if N <= 4 {
            FacingEdges::by_number(outlines, separations)
        } else {
            FacingEdges::of(outlines, separations, of_b.signed > of_a.signed)
        };
        facing.meet::<V::Space>(radius, error)
    }
}

/// For eight rows of vertices. Those of `f32` take 0.85 to 0.93 of their time in vectors of four;
/// the compiler turns those of `f64` one by one unless it has vectors of eight.
#[inline(always)]
fn level_of_eight<V: Vector>() -> Level {
    if size_of::<V::Scalar>() == size_of::<f32>() {
        Level::avx2().unwrap_or(Level::BASELINE)
    } else {
        Level::best()
    }
}

/// [`PlacedOutlines::cores_at_most`] in wide vectors, which saves a third for eight rows. Four rows
/// are done before a call with wide vectors has begun.
struct FindCores<'p, V: Vector, const N: usize> {
    outlines: &'p PlacedOutlines<'p, V>,
    error: f64,
}

impl<V: Vector, const N: usize> Kernel for FindCores<'_, V, N> {
    type Output = Option<Cores<V::Space>>;
    #[inline(always)]
    fn run(self) -> Self::Output {
        self.outlines.cores_at_most::<N>(self.error)
    }
}

/// The same of [`PlacedOutlines::intersect_at_most`].
struct Intersect<'p, V: Vector, const N: usize> {
    outlines: &'p PlacedOutlines<'p, V>,
    radius: f64,
    error: f64,
}

impl<V: Vector, const N: usize> Kernel for Intersect<'_, V, N> {
    type Output = Option<bool>;
    #[inline(always)]
    fn run(self) -> Self::Output {
        self.outlines.intersect_at_most::<N>(self.radius, self.error)
    }
}

/// The outline with the edge above which the other one is highest, and that edge.
struct FacingEdges<'o, const N: usize> {
    own: &'o Outline<N>,
    other: &'o Outline<N>,
    separation: HeightOverEdge,
}

/// See [`Cores`].
struct NearestEdges<S> {
    on_own: S,
    on_other: S,
    way: S,
    slab: f64,
    is_inside: bool,
}

impl<'o, const N: usize> FacingEdges<'o, N> {
    #[inline(always)]
    fn of([a, b]: &'o [Outline<N>; 2], [of_a, of_b]: [HeightOverEdge; 2], is_of_b: bool) -> Self {
        if is_of_b {
            Self { own: b, other: a, separation: of_b }
        } else {
            Self { own: a, other: b, separation: of_a }
        }
    }

    /// The outline whose edge it is, by number.
    // PERF(branch misprediction): which one is unpredictable; of the sign's bit the compiler makes
    // no branch.
    #[inline(always)]
    #[allow(clippy::indexing_slicing)] // One bit.
    fn by_number(outlines: &'o [Outline<N>; 2], separations: [HeightOverEdge; 2]) -> Self {
        let [of_a, of_b] = separations;
        let own = ((of_a.signed - of_b.signed).to_bits() >> 63) as usize;
        Self { own: &outlines[own], other: &outlines[1 - own], separation: separations[own] }
    }

    #[inline(always)]
    fn meet<S: Space>(&self, radius: f64, error: f64) -> Option<bool> {
        let Self { own, other, separation: HeightOverEdge { edge, height, .. } } = *self;
        let per_square = own.per_square(edge);
        if height < 0.0 && height * height * per_square > error * error {
            return Some(true);
        }
        // The rounded edge is not quite an edge of its rounded outline, least of all a short one.
        // So the proof uses the outlines once more: how far apart they are along the normal.
        let out: S = own.out(edge);
        let (slab, far) = (other.least(out) - own.most(out), radius + error);
        (slab > 0.0 && slab * slab * per_square > far * far).then_some(false)
    }

    /// Points as far apart as the outlines are across the edge, if the other's lowest vertex is
    /// beside it; otherwise an end of the edge, and an edge of the other outline. Where they
    /// overlap, such vertices have another as low next to them.
    #[inline(always)]
    fn nearest<S: Space>(&self, error: f64) -> Option<NearestEdges<S>> {
        let Self { own, other, separation: HeightOverEdge { edge, height, .. } } = *self;
        let (out, per_square) = (own.out::<S>(edge), own.per_square(edge));
        let lowest = other.lowest(out);
        let (from, vertex): (S, S) = (own.vertex(edge), other.vertex(lowest));
        let part = (vertex - from).dot(along(out)) * per_square;
        let across = out * (height * per_square);
        if (0.0..=1.0).contains(&part) {
            return Some(self.across(vertex, across));
        }
        // On which side is unpredictable. The outlines face each other, so both go on to that
        // side in the same sense.
        let is_before = part < 0.0;
        let pick = |before, after| select_unpredictable(is_before, before, after);
        let end: S = own.vertex(pick(edge, own.after(edge)));
        let on_other = other.nearest(pick(other.before(lowest), lowest), end);
        if height > 0.0 {
            let way = on_other - end;
            let slab = other.least(way) - own.most(way);
            return Some(NearestEdges { on_own: end, on_other, way, slab, is_inside: false });
        }
        let beside = pick(other.before(lowest), other.after(lowest));
        let is_level = (other.vertex::<S>(beside) - vertex).dot(out) <= error * out.length();
        let nearest = self.across(if is_level { on_other } else { vertex }, across);
        ((nearest.on_own - end).length_squared() <= 4.0 * error * error).then_some(nearest)
    }

    /// The way from the edge to a point of the other outline.
    #[inline(always)]
    fn across<S: Space>(&self, on_other: S, way: S) -> NearestEdges<S> {
        let Self { own, other, separation } = self;
        let is_inside = !(separation.height > 0.0);
        let slab = if is_inside {
            // What sticks out beyond the rounded edge, least of all a short one's, is as uncertain
            // as a gap.
            let squared = way.length_squared();
            smaller(squared, 2.0 * squared - (other.most(way) - own.least(way)))
        } else {
            other.least(way) - own.most(way)
        };
        NearestEdges { on_own: on_other - way, on_other, way, slab, is_inside }
    }
}
