//! Contact manifolds: the points at which two shapes touch, as a pure function of the shapes and
//! their poses.
//!
//! ```text
//! side     one shape in its pose; the order in which the two are looked at
//! normal   the direction to touch along, chosen among those that are equally good
//! feature  the facet, edge or point of each shape that faces it
//! outline  a feature seen along the normal; patch clips one by the other, of large ones run by run
//! reduce   to the corners that a solver wants
//! list     what is stored: in place, or where there is an allocator beyond it
//! along    the same along a direction of the caller's
//! data     a manifold as serde data
//! certificate  evidence for a manifold
//! ```
//!
//! No memory is kept: an answer is steady because, within a band (a thousandth of the thinner
//! shape's inner radius), each choice follows the features' numbers and not rounding, but for the
//! deepest point, which is always there. Not even the order of the arguments counts: the larger
//! shape is treated as the first, and the answer is swapped where it came second.

mod along;
#[cfg(feature = "alloc")]
mod certificate;
#[cfg(feature = "serde")]
mod data;
mod feature;
pub(crate) mod key;
mod list;
mod normal;
mod outline;
mod patch;
mod reduce;
mod run;
mod side;

use crate::answer::{End, Proximity, Witness};
#[cfg(feature = "alloc")]
use crate::math::Precision;
use crate::math::{Scalar, Space, ToPose, Vector, Xyz, larger, smaller};
use crate::query::{Compiled, Pair};
use crate::shape::SupportMap;
use crate::solve::Expand;
use crate::warm::Warm;

pub use along::contact_points_along;
pub(crate) use along::{ShowPoint, points_along};
#[cfg(feature = "alloc")]
pub(crate) use certificate::certificate_of;
#[cfg(feature = "alloc")]
pub use certificate::manifold_certificate;
pub use key::ContactKey;

use feature::FacingFeature;
use normal::{Certain, Choice};
use outline::{Across, PatchOutline, direction_of, has_flats};
use patch::{Patch, PatchCorner};
use reduce::{Corners, Whole, reduced};
use side::{Origin, Side, is_swapped};

pub(crate) use reduce::{MOST, most_of};
pub(crate) use side::wide;

/// Where two shapes touch, overlap, or are about to.
///
/// In the world, in the caller's lengths. Space has up to four points, the plane two.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(
        try_from = "data::ManifoldData<V>",
        into = "data::ManifoldData<V>",
        bound(
            serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
            deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
        )
    )
)]
pub struct Manifold<V: Vector> {
    /// A unit vector from A to B: every depth is measured along it. It is that of a facet where a
    /// facet is as good as any direction: along it the shapes are as far apart, or overlap as
    /// little, as along the certified normal, to within the band.
    pub normal: V,
    /// The certified distance or depth, whichever normal was chosen.
    pub proximity: Proximity<V>,
    /// How far the depth of a point may be off along the normal, the point off both surfaces, but
    /// for the rounding of its own coordinates, and [`depth`](Self::depth) off the certified one.
    /// More than rounding where a normal was taken that is as good within the band. Infinite where
    /// nothing is known.
    pub gap: V::Scalar,
    /// How many corners the patch had before it was reduced.
    pub corners: u32,
    points: [ContactPoint<V>; MOST],
    count: u8,
}

/// One point of a manifold, on either shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(
        serialize = "V: serde::Serialize, V::Scalar: serde::Serialize",
        deserialize = "V: serde::Deserialize<'de>, V::Scalar: serde::Deserialize<'de>"
    ))
)]
pub struct ContactPoint<V: Vector> {
    /// On A's surface.
    pub on_a: V,
    /// On B's surface.
    pub on_b: V,
    /// How deep they overlap there along the normal; negative where they are apart.
    pub depth: V::Scalar,
    /// The features that meet there, under which a solver can find its data of the last frame.
    pub key: ContactKey,
}

impl<V: Vector> Manifold<V> {
    /// The points, at least one.
    #[must_use]
    pub fn points(&self) -> &[ContactPoint<V>] {
        crate::list::first(&self.points, usize::from(self.count))
    }

    /// The depth of the deepest point; negative where all are apart.
    #[must_use]
    pub fn depth(&self) -> V::Scalar {
        let deepest = self.points().iter().map(|point| point.depth.to_f64());
        V::Scalar::from_f64(deepest.fold(f64::NEG_INFINITY, larger))
    }

    /// The same with A and B exchanged.
    fn mirrored(self) -> Self {
        let normal = V::from_space(-self.normal.to_space());
        let turned = |witness: Witness<V>| Witness {
            on_a: witness.on_b,
            on_b: witness.on_a,
            normal: V::from_space(-witness.normal.to_space()),
            ..witness
        };
        let proximity = match self.proximity {
            Proximity::Separated(witness) => Proximity::Separated(turned(witness)),
            Proximity::Intersecting(witness) => Proximity::Intersecting(turned(witness)),
            Proximity::Undecided(witness) => Proximity::Undecided(turned(witness)),
        };
        Self { normal, proximity, points: self.points.map(ContactPoint::mirrored), ..self }
    }
}

impl<V: Vector> ContactPoint<V> {
    fn mirrored(self) -> Self {
        Self { on_a: self.on_b, on_b: self.on_a, depth: self.depth, key: self.key.swapped() }
    }
}

/// Where two shapes touch: the normal, and up to four points in space or two in the plane; `None`
/// where they are farther apart than `max_distance`.
///
/// For contact response: stacks, sliding, rolling. `max_distance` is 0 for shapes that touch; a
/// solver that looks ahead passes the distance by which they may approach in a step, and gets the
/// points that are still apart (negative `depth`). No point is farther in front than that, but for
/// the band below: a crate that has just landed keeps its four.
///
/// The points are corners of the common part of the features that face each other: facets
/// (triangles coplanar to within 1e-6 of the hull's reach are one, unless that is a ten-thousandth
/// of its inner radius), edges, flanks of cylinders and cones, rims. Balls and ellipsoids touch in
/// one point, and so do sums, frusta, borrowed points and shapes of your own, whose facets are not
/// known, and cylinders and cones whose two radii are scaled differently, or whose apex is turned
/// down. Half-spaces have one facet without end. A radius is added to the features of the core. An
/// edge that corners cut into pieces, in line but for rounding, is as many edges: where it alone
/// touches, its points are the ends of one piece.
///
/// The answer depends only on the arguments, and is steady: the normal prefers a facet where
/// several directions are equally good within a thousandth of the thinner shape's inner radius, and
/// each [`key`](ContactPoint::key) names features that no small motion changes. Swapping A and B
/// mirrors the answer bit by bit, but for one shape and itself in the very same pose; within
/// rounding of that, and where two corners just touch, a small motion may turn the normal.
///
/// Four points cover as much of the patch as any four can that hold one of the deepest within the
/// band, but for a hundredth; of over 17 corners, most of it. Where the very deepest is none of
/// them, it takes the place of one. It is as deep as the certified depth to within
/// `gap`: that is rounding, but where another normal is taken, or a rim is deepest beside the
/// points that stand for it, up to that band. With `max_distance` below 0 only shapes that overlap
/// by more count. Nothing is allocated, but for faces of over 24 corners. Cost: that of
/// [`proximity`](crate::proximity()), and 0.2 to 0.6 µs for boxes; hulls check each of their
/// facets, and two faces of 1000 corners take 0.5 ms, of 32 000 some 300 ms. [`contact_points`]
/// shows the whole patch.
///
/// ```
/// use clearance::{Cuboid, contact_manifold};
/// use glam::{Quat, Vec3};
///
/// // A crate on a table, a millimetre deep, turned about the vertical.
/// let table = Cuboid::new(Vec3::new(2.0, 0.5, 2.0));
/// let (a_crate, place) = (Cuboid::new(Vec3::splat(0.5)), Vec3::new(0.0, 0.999, 0.0));
/// let pose = (Quat::from_rotation_y(0.3), place);
/// let touch = contact_manifold(&table, &Vec3::ZERO, &a_crate, &pose, 0.0).unwrap();
/// assert_eq!(touch.normal, Vec3::Y);
/// assert_eq!(touch.points().len(), 4);
/// for point in touch.points() {
///     assert!((point.depth - 0.001).abs() < 1e-6);
///     assert!((point.on_a.y - 0.5).abs() < 1e-6);
/// }
///
/// // Five centimetres above it, within what the next step may close.
/// let above = (Quat::IDENTITY, Vec3::new(0.0, 1.05, 0.0));
/// let ahead = contact_manifold(&table, &Vec3::ZERO, &a_crate, &above, 0.1).unwrap();
/// assert!(ahead.points().iter().all(|point| (point.depth + 0.05).abs() < 1e-6));
/// assert!(contact_manifold(&table, &Vec3::ZERO, &a_crate, &above, 0.01).is_none());
/// ```
///
#[cfg_attr(doc, doc = include_str!("../pictures/contact.svg"))]
#[must_use]
pub fn contact_manifold<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    max_distance: <P::Vector as Vector>::Scalar,
) -> Option<Manifold<P::Vector>>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let within = max_distance.to_f64();
    let found =
        Pair::with((a, pose_a), (b, pose_b), |pair| Compiled::manifold(pair, within, None, None));
    found.map(Manifold::narrowed)
}

/// [`contact_manifold`] from one frame to the next: begins where the last answer for this pair
/// ended, and remembers where this one does. The answer is the same within its gap; for hulls it
/// comes sooner. Closed forms, as of boxes, need no memory.
///
/// ```
/// use clearance::{ConvexHull, Warm, contact_manifold, contact_manifold_warm};
/// use glam::{Quat, Vec3};
///
/// let corners = [[1.0, 1.0, 1.0], [-1.0, -1.0, 1.0], [-1.0, 1.0, -1.0], [1.0, -1.0, -1.0]];
/// let stone = ConvexHull::new(&corners.map(Vec3::from_array))?;
/// let mut memory = Warm::default();
/// for frame in 0..10 {
///     let above = (Quat::from_rotation_y(0.01 * frame as f32), Vec3::new(0.0, 1.2, 0.0));
///     let warm = contact_manifold_warm(&stone, &Vec3::ZERO, &stone, &above, 0.0, &mut memory);
///     let cold = contact_manifold(&stone, &Vec3::ZERO, &stone, &above, 0.0);
///     let (warm, cold) = (warm.unwrap(), cold.unwrap());
///     assert!((warm.depth() - cold.depth()).abs() <= warm.gap + cold.gap);
/// }
/// # Ok::<(), clearance::HullError>(())
/// ```
#[must_use]
pub fn contact_manifold_warm<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    max_distance: <P::Vector as Vector>::Scalar,
    memory: &mut Warm,
) -> Option<Manifold<P::Vector>>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let within = max_distance.to_f64();
    let found = Pair::with((a, pose_a), (b, pose_b), |pair| {
        Compiled::manifold(pair, within, None, Some(memory))
    });
    found.map(Manifold::narrowed)
}

/// Shows every corner of the patch in which two shapes touch that is no farther in front than
/// `max_distance`, and returns what [`contact_manifold`] does.
///
/// For pressure, friction and haptics, which need the patch itself. Eight points stand for a
/// circle.
///
/// ```
/// use clearance::{Cuboid, contact_points};
/// use glam::{Quat, Vec3};
/// use core::f32::consts::FRAC_PI_4;
///
/// let cube = Cuboid::new(Vec3::ONE);
/// let turned = (Quat::from_rotation_y(FRAC_PI_4), Vec3::new(0.0, 1.99, 0.0));
/// let mut octagon = Vec::new();
/// let touch = contact_points(&cube, &Vec3::ZERO, &cube, &turned, 0.0, |point| octagon.push(point));
/// assert_eq!(octagon.len(), 8);
/// assert_eq!(touch.unwrap().points().len(), 4);
/// ```
#[must_use]
pub fn contact_points<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
    max_distance: <P::Vector as Vector>::Scalar,
    mut show: impl FnMut(ContactPoint<P::Vector>),
) -> Option<Manifold<P::Vector>>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    let within = max_distance.to_f64();
    let mut show = |point: ContactPoint<_>| show(point.narrowed());
    let found = Pair::with((a, pose_a), (b, pose_b), |pair| {
        Compiled::manifold(pair, within, Some(&mut show), None)
    });
    found.map(Manifold::narrowed)
}

/// Receives the corners of a patch.
pub(crate) type Show<'s, V> = Option<&'s mut dyn FnMut(ContactPoint<V>)>;

/// Where a pair touches. The larger shape counts as the first, whichever it is.
pub(crate) fn manifold<S: Expand>(
    pair: &Pair<'_, S>,
    max_distance: f64,
    show: Show<'_, S>,
    memory: Option<&mut Warm>,
) -> Option<Manifold<S>> {
    if !is_swapped(pair) {
        return found(pair, max_distance, show, memory);
    }
    let pair = pair.swapped();
    let found = match show {
        Some(show) => found(&pair, max_distance, Some(&mut |point| show(point.mirrored())), memory),
        None => found(&pair, max_distance, None, memory),
    };
    found.map(Manifold::mirrored)
}

/// Depths and places that are this close, as a part of the thinner shape's inner radius, are equal.
const BAND: f64 = 1e-3;

fn found<S: Expand>(
    pair: &Pair<'_, S>,
    max_distance: f64,
    show: Show<'_, S>,
    memory: Option<&mut Warm>,
) -> Option<Manifold<S>> {
    let proximity = pair.proximity(Some(larger(max_distance, 0.0)), memory);
    let witness = *proximity.witness();
    let distance = pair.precision.rounded(proximity.signed_distance());
    // NaN, which is no distance, fails the comparison.
    if witness.end == End::CutOff || !(distance <= max_distance) {
        return None;
    }
    let origin = Origin::of(pair);
    let on = [witness.on_a, witness.on_b].map(|point| origin.to_frame(point));
    let signed = proximity.signed_distance() * origin.per_unit;
    let normal = wide(witness.normal);
    let certified = |key| PatchCorner { points: on, depth: -signed, key: ContactKey::of(key) };
    // From the second certified point to the first, which are rounded to the world's coordinates.
    let between = normal * -signed;
    let lone = |key| Lone(certified(key));
    let is_known = witness.gap < f64::INFINITY;
    if !is_known || !has_flats(&pair.a.flats()) && !has_flats(&pair.b.flats()) {
        let across = (Across::new(normal, None), 0.0, 0.0);
        return Some(answer(&lone([key::FACE; 2]), across, proximity, origin, show));
    }
    let first = &Side::new(pair.a, pair.pose_a, origin);
    let second = &Side::new(pair.b, pair.pose_b, origin);
    let band = band_of(first, second);
    let scale = extent(first, second);
    let choice = Certain { normal, signed }.choose(first, second, band);
    // The features along the chosen normal, then those along the certified one.
    let certain = Choice { normal, facets: [None; 2] };
    let mut keys = [key::FACE; 2];
    // How deep a point is at least. The band keeps the corners of a face that just touches.
    let within = -max_distance * origin.per_unit - band;
    for Choice { normal, facets: [ours, theirs] } in [choice, certain] {
        let features = [first.feature(normal, ours, band), second.feature(-normal, theirs, band)];
        let [ours, theirs] = &features;
        keys = [ours.key(), theirs.key()];
        let hint = direction_of(first, ours).or_else(|| direction_of(second, theirs));
        let across = Across::new(normal, hint);
        let mut outlines =
            (PatchOutline::new(first, across, scale), PatchOutline::new(second, across, scale));
        outlines.0.set(ours);
        outlines.1.set(theirs);
        let error = outlines.0.error + outlines.1.error;
        let patch = Patch { first: &outlines.0, second: &outlines.1, across, band };
        let mut corners = Whole::new(&patch);
        corners.keep();
        let (mut deepest, mut count): (Option<PatchCorner>, usize) = (None, 0);
        corners.each(|corner| {
            count += usize::from(corner.depth >= within);
            if deepest.is_none_or(|deepest| corner.depth > deepest.depth) {
                deepest = Some(corner);
            }
        });
        let Some(mut deepest) = deepest else { continue };
        let certified = PatchCorner { depth: between.dot(normal), ..certified(keys) };
        // Heights here, and the rounding of the certified one: not the whole gap, which is of
        // points of the world too.
        let tied = error + 2.0 * f64::EPSILON * signed.abs();
        if deepest.depth + tied < -signed {
            // The farthest points or, where these are deeper, the certified ones, which are rounded
            // to the world, unless they are aside from this normal.
            let is_far = deepest.depth + band < -signed;
            let aside = (between - normal * certified.depth).length();
            let deeper = |a: PatchCorner, b: PatchCorner| if b.depth > a.depth { b } else { a };
            let farthest = patch.extremes().fold(deepest, deeper);
            let is_deeper = aside <= 2.0 * band && certified.depth > farthest.depth + tied;
            let best = if is_deeper { certified } else { farthest };
            if best.depth + band < -signed && aside > 2.0 * band {
                // The facet is not over the deepest points: along the certified normal.
                continue;
            }
            if best.depth > deepest.depth {
                // Within the band a further point may come and go only where as many are kept.
                let is_steady = is_far || count >= most_of(S::DIM);
                let radius = first.radius + second.radius;
                let is_further = is_steady && !is_beside(best, deepest, BESIDE * radius + band);
                deepest = if is_further { best } else { PatchCorner { key: deepest.key, ..best } };
                corners.insert(deepest);
            }
        }
        corners.leave_out_below(smaller(deepest.depth, within));
        return Some(answer(&corners, (across, error, band), proximity, origin, show));
    }
    // Neither overlap: corner beside corner.
    Some(answer(&lone(keys), (Across::new(normal, None), 0.0, band), proximity, origin, show))
}

/// The length below which depths and places are equal. Two half-spaces, or points, have nothing
/// that it could be a part of.
fn band_of<S: Space>(first: &Side<'_, S>, second: &Side<'_, S>) -> f64 {
    let band = BAND * smaller(first.thickness(), second.thickness());
    if band.is_finite() { band } else { 0.0 }
}

/// The size in which heights are rounded: how far both shapes reach, and how far apart they stand.
fn extent<S: Space>(first: &Side<'_, S>, second: &Side<'_, S>) -> f64 {
    let finite = |reach: f64| if reach.is_finite() { reach } else { 0.0 };
    let apart = second.point(S::default()) - first.point(S::default());
    finite(first.reach) + first.radius + finite(second.reach) + second.radius + apart.length()
}

impl FacingFeature {
    fn key(&self) -> u32 {
        match self {
            Self::Point { key, .. } => *key,
            Self::Line(line) => line.key,
            Self::Face(face) => face.key,
        }
    }
}

/// One point.
struct Lone(PatchCorner);

impl Corners for Lone {
    fn each(&self, mut show: impl FnMut(PatchCorner)) {
        show(self.0);
    }
}

/// How far beside a facet's corner the deepest point of that corner's rounding may be, in radii: as
/// far as a facet may lean from the normal.
const BESIDE: f64 = feature::FACING;

/// Whether two corners are this close on either shape.
fn is_beside(one: PatchCorner, other: PatchCorner, most: f64) -> bool {
    let apart = one.points.into_iter().zip(other.points).map(|(p, q)| (p - q).length());
    apart.fold(f64::INFINITY, smaller) <= most
}

/// The answer, in the world.
fn answer<S: Space>(
    corners: &impl Corners,
    across: (Across, f64, f64),
    proximity: Proximity<S>,
    origin: Origin<S>,
    show: Show<'_, S>,
) -> Manifold<S> {
    let (across, error, band) = across;
    let per_unit = origin.per_unit;
    let point = |PatchCorner { points: [on_a, on_b], depth, key }: PatchCorner| {
        let depth = depth / per_unit;
        ContactPoint { on_a: origin.to_world(on_a), on_b: origin.to_world(on_b), depth, key }
    };
    let mut count = 0;
    let mut show = show;
    corners.each(|corner| {
        count += 1;
        if let Some(show) = &mut show {
            show(point(corner));
        }
    });
    let kept = reduced(corners, &across, most_of(S::DIM), band, error);
    let first = kept.first().copied().unwrap_or(PatchCorner {
        points: [Xyz::default(); 2],
        depth: 0.0,
        key: ContactKey::of([key::FACE; 2]),
    });
    let points = core::array::from_fn(|i| point(kept.get(i).copied().unwrap_or(first)));
    let deepest = kept.iter().map(|corner| corner.depth).fold(f64::NEG_INFINITY, larger);
    // Along a facet's normal they may overlap by more than along the best, within the band.
    let off = (deepest / per_unit + proximity.signed_distance()).abs();
    let gap = proximity.witness().gap + larger(off, error / per_unit);
    #[allow(clippy::cast_possible_truncation)] // At most four.
    let count_kept = kept.len() as u8;
    Manifold {
        normal: side::narrow(across.normal),
        proximity,
        gap,
        corners: count,
        points,
        count: count_kept,
    }
}

impl<S: Space> Manifold<S> {
    /// In the caller's vectors.
    fn narrowed<V: Vector<Space = S>>(self) -> Manifold<V> {
        let points = self.points.map(ContactPoint::narrowed::<V>);
        let proximity = self.proximity.narrowed::<V>();
        let known = proximity.witness().gap.to_f64();
        // Depths are rounded, and so is the certified one, as its gap says.
        let rounded = self
            .points
            .iter()
            .zip(&points)
            .map(|(exact, point)| (point.depth.to_f64() - exact.depth).abs());
        let depth_gap = self.gap + rounded.fold(0.0, larger);
        let deepest = V::Scalar::from_f64(self.depth()).to_f64();
        let off = (deepest + proximity.signed_distance().to_f64()).abs();
        let is_known = self.gap < f64::INFINITY && known < f64::INFINITY;
        let gap = if is_known { larger(larger(depth_gap, known), off) } else { f64::INFINITY };
        let Self { normal, corners, count, .. } = self;
        let (normal, gap) = (V::from_space(normal), V::Scalar::from_f64_up(gap));
        Manifold { normal, proximity, gap, corners, points, count }
    }

    /// The normal and the points as a caller of this precision gets them.
    #[cfg(feature = "alloc")]
    fn rounded(mut self, precision: Precision) -> Self {
        let near = |point: S| point.map(|x| precision.rounded(x));
        self.normal = near(self.normal);
        for ContactPoint { on_a, on_b, depth, .. } in &mut self.points {
            (*on_a, *on_b, *depth) = (near(*on_a), near(*on_b), precision.rounded(*depth));
        }
        self
    }
}

impl<V: Vector> Manifold<V> {
    /// The same in `f64`, exactly.
    #[doc(hidden)]
    #[must_use]
    pub fn widened(self) -> Manifold<V::Space> {
        let Self { normal, proximity, gap, corners, points, count } = self;
        let points = points.map(ContactPoint::widened);
        let (normal, gap) = (normal.to_space(), gap.to_f64());
        Manifold { normal, proximity: proximity.widened(), gap, corners, points, count }
    }
}

impl<V: Vector> ContactPoint<V> {
    /// The same in `f64`, exactly.
    #[doc(hidden)]
    #[must_use]
    pub fn widened(self) -> ContactPoint<V::Space> {
        let [on_a, on_b] = [self.on_a, self.on_b].map(V::to_space);
        ContactPoint { on_a, on_b, depth: self.depth.to_f64(), key: self.key }
    }
}

impl<S: Space> ContactPoint<S> {
    fn narrowed<V: Vector<Space = S>>(self) -> ContactPoint<V> {
        let [on_a, on_b] = [self.on_a, self.on_b].map(V::from_space);
        ContactPoint { on_a, on_b, depth: V::Scalar::from_f64(self.depth), key: self.key }
    }
}
