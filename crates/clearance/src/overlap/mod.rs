//! What two shapes share: a polytope, with its volume between proved bounds.
//!
//! `body` places both, `mesh` cuts one by the planes of the other in plain floats, `proof` looks at
//! what is left and bounds the volume, `common` goes from one to the next.

mod body;
mod common;
mod mesh;
mod proof;

use alloc::vec::Vec;
use core::fmt;

use crate::answer::Verdict;
use crate::certify::{self, Drawn};
use crate::check::InputError;
use crate::list;
use crate::math::{Space, ToPose, Vector};
use crate::query::{Compiled, Pair};
use crate::shape::SupportMap;
use crate::solve::Expand;

use body::{Placed, bodies};
use common::{Common, common};

/// What is known of the common part of two shapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OverlapState {
    /// They have no point in common: proved.
    Apart,
    /// They have points in common, but no volume: proved, but for overlaps that are less deep than
    /// the smallest float. `volume` bounds what such a one could hold.
    Touching,
    /// They share a volume: proved, also where its lower bound is 0.
    Overlapping,
    /// Which of these it is could not be proved; the bounds hold.
    Undecided,
}

/// What two shapes share. See [`overlap`].
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Overlap<V> {
    /// What is proved.
    pub state: OverlapState,
    /// The exact volume is not less than the first, and not more than the second; in the plane it
    /// is an area. In the cube (the square) of the caller's unit.
    pub volume: [f64; 2],
    /// Half of the surface of the common part is not more: where they only touch, the area in which
    /// they do, too large by some 1e-5 of itself where a pose rounds. In the plane it is half of
    /// the outline, or the length of the segment. Infinite where a shape is flat: it is not looked
    /// for.
    pub area: f64,
    /// The centre of the polytope below, in the world; the origin where that is empty.
    pub centroid: V,
    points: Vec<V>,
    starts: Vec<u32>,
    corners: Vec<u32>,
}

impl<V> Overlap<V> {
    /// The corners of the common part, in the world, rounded: within some 1e-15 of the sizes of its
    /// planes. Where the lower bound of the volume is 0, those of a thin polytope that holds it;
    /// none where the shapes are apart, or one of them is flat.
    #[must_use]
    pub fn points(&self) -> &[V] {
        &self.points
    }

    /// The faces as loops of numbers of points, counter-clockwise from outside; in the plane the
    /// one loop around the polygon, counter-clockwise.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.starts.len().saturating_sub(1)).map(|face| {
            let [from, to] = [face, face + 1].map(|at| list::item(&self.starts, at) as usize);
            self.corners.get(from..to).unwrap_or_default()
        })
    }
}

/// Why an overlap is not known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum OverlapError {
    /// The numbers describe no shapes or no poses.
    Input(InputError),
    /// A shape is not a polytope, or known by its support mapping only.
    Curved,
    /// A shape has no end.
    Endless,
    /// A sum has more than 16 384 pairs of corners.
    TooMany,
}

impl fmt::Display for OverlapError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input(error) => return error.fmt(f),
            Self::Curved => {
                "the volume of an overlap is known for polytopes only, and a shape is curved or \
                 does not show its corners"
            }
            Self::Endless => "a shape has no end; the volume of an overlap is known for polytopes",
            Self::TooMany => "a sum of shapes has more than 16384 pairs of corners",
        })
    }
}

impl core::error::Error for OverlapError {}

/// What two polytopes share: a polytope, its volume between proved bounds, and its centre. In the
/// plane, polygons and areas.
///
/// For boxes, hulls, triangles, segments, frusta, and all of these scaled or summed, in any poses;
/// curved and rounded shapes are refused. As everywhere in this crate, the shapes are those of the
/// very numbers given, and their rotations count as normalised: the exact volume of what these
/// share lies between the bounds. What rounds on the way, in poses too, widens them: by some 1e-15
/// of the sizes times the surface of the common part, so a share of 1e-13 of the volume is usual,
/// and more for thin ones. Where nothing positive is proved of the volume, the lower bound is 0 and
/// the upper one is not: an overlap is empty only where `state` says so.
///
/// Cost: 10 to 30 µs for hulls of 20 faces, growing as the product of their faces and corners;
/// touching shapes 0.1 to 1 ms, for exact arithmetic; shapes apart as
/// [`verdict`](crate::verdict()).
///
/// ```
/// use clearance::{Cuboid, OverlapState, overlap};
/// use glam::{DQuat, DVec3};
///
/// let wall = Cuboid::new(DVec3::new(2.0, 1.5, 0.1));
/// let beam = Cuboid::new(DVec3::new(0.1, 0.1, 3.0));
/// let tilted = (DQuat::from_rotation_x(0.5), DVec3::new(0.5, 0.0, 0.0));
/// let shared = overlap(&wall, &DVec3::ZERO, &beam, &tilted)?;
/// assert_eq!(shared.state, OverlapState::Overlapping);
/// let [low, high] = shared.volume;
/// let exact = 0.2 * 0.2 * 0.2 / 0.5_f64.cos();
/// assert!(low <= exact && exact <= high && high - low < 1e-12);
/// assert_eq!((shared.points().len(), shared.faces().count()), (8, 6));
///
/// // Face to face there is an area, but no volume.
/// let beside = overlap(&wall, &DVec3::ZERO, &wall, &DVec3::new(3.0, 0.0, 0.2))?;
/// assert_eq!(beside.state, OverlapState::Touching);
/// assert!(beside.volume[1] < 1e-300 && (beside.area - 3.0).abs() < 1e-4);
/// # Ok::<(), clearance::OverlapError>(())
/// ```
///
/// # Errors
/// [`OverlapError`]: what is no shape or pose, has no end, or is no polytope.
pub fn overlap<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
) -> Result<Overlap<P::Vector>, OverlapError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let found = Pair::with((a, pose_a), (b, pose_b), Compiled::overlap)?;
    let Overlap { state, volume, area, centroid, points, starts, corners } = found;
    let points = points.into_iter().map(P::Vector::from_space).collect();
    let centroid = P::Vector::from_space(centroid);
    Ok(Overlap { state, volume, area, centroid, points, starts, corners })
}

/// See [`overlap`].
pub(crate) fn of_pair<S: Expand>(pair: &Pair<'_, S>) -> Result<Overlap<S>, OverlapError> {
    pair.check().map_err(OverlapError::Input)?;
    let placed = bodies(pair)?;
    let verdict = pair.verdict();
    let empty = |state| Overlap {
        state,
        volume: [0.0; 2],
        area: 0.0,
        centroid: S::default(),
        points: Vec::new(),
        starts: Vec::new(),
        corners: Vec::new(),
    };
    if verdict == Verdict::Separated {
        return Ok(empty(OverlapState::Apart));
    }
    let Some(([a, b], placed)) = placed else {
        // Without a volume of its own, a flat shape shares none. Its area is not looked for.
        let state = if verdict == Verdict::Intersecting {
            OverlapState::Touching
        } else {
            OverlapState::Undecided
        };
        return Ok(Overlap { area: f64::INFINITY, ..empty(state) });
    };
    let found = common(&a, &b);
    let mut overlap = placed.in_world(found);
    let [low, high] = &mut overlap.volume;
    overlap.state = if *low > 0.0 {
        OverlapState::Overlapping
    } else {
        // No deeper than the smallest float: all of it is between two planes as near.
        let least = f64::from_bits(1);
        let state = deeper_than(pair, least);
        if state == OverlapState::Touching {
            *high = high.min((overlap.area * least).next_up());
        }
        state
    };
    Ok(overlap)
}

/// Whether two polytopes overlap by more than a depth, by exact arithmetic.
fn deeper_than<S: Expand>(pair: &Pair<'_, S>, depth: f64) -> OverlapState {
    let drawn = Drawn { velocities: [S::default(); 2], times: [0.0; 2], skin: -depth };
    let Pair { a, pose_a, b, pose_b, budget, .. } = *pair;
    match certify::decide_drawn((a, pose_a), (b, pose_b), &drawn, budget) {
        Verdict::Intersecting => OverlapState::Overlapping,
        Verdict::Separated => OverlapState::Touching,
        Verdict::Undecided => OverlapState::Undecided,
    }
}

impl<S: Space> Placed<S> {
    /// Out of the frame and the units in which it was found.
    fn in_world(&self, found: Common) -> Overlap<S> {
        let Common { mesh, centroid, volume, area } = found;
        let place =
            |p: crate::math::Xyz| self.frame.world_point(S::from_xyz(p.x, p.y, p.z) + self.about);
        let is_plane = S::DIM == 2;
        let height = if is_plane { 2.0 * self.half_height } else { 1.0 };
        let unit = self.frame.unit;
        let [power, lower] =
            if is_plane { [unit * unit, unit] } else { [unit * unit * unit, unit * unit] };
        let [low, high] = volume.map(|volume| volume / height * power);
        // Heights and units are powers of two, but numbers may leave the range.
        let [low, high] =
            if power == 1.0 { [low, high] } else { [low.next_down().max(0.0), high.next_up()] };
        let top = mesh
            .faces()
            .find(|face| face.iter().all(|corner| is_plane && mesh.point(*corner).z > 0.0));
        let (points, starts, corners) = match top {
            Some(outline) => (
                outline.iter().map(|corner| place(mesh.point(*corner))).collect(),
                [0, list::count(outline.len())].into(),
                (0..list::count(outline.len())).collect(),
            ),
            None => (mesh.points.iter().map(|p| place(*p)).collect(), mesh.starts, mesh.corners),
        };
        Overlap {
            state: OverlapState::Undecided,
            volume: [low, high],
            area: area / height * lower,
            centroid: place(centroid),
            points,
            starts,
            corners,
        }
    }
}
