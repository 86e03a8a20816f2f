//! Clash classes in a builder's words: clash, touch, near, contains, duplicate.

use std::collections::HashMap;

use clearance::{
    ConvexHull, Point, Pose, Proximity, Rank, Rotation, Space, SupportMap, Triangle, Xyz,
    intersects,
};

use super::between::{Clearance, Inside};
use super::body::{Body, placed, point_off};
use super::common;
use super::depth;
use super::extent::Extent;
use super::object::Object;
use super::sets::Sets;
use super::tree::Tree;
use crate::lengths::length;

/// The relation of two objects in one word, from worst to least.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Deeper than the touch band, proved.
    Clash,
    /// The same geometry in the same place: every corner of either has a corner of the other within
    /// the touch band.
    Duplicate,
    /// One, or a piece of it, is inside the other, and their surfaces are farther apart than the
    /// touch band, proved.
    Contains,
    /// Too close to call: the gap extends beyond the touch band.
    Undecided,
    /// Not deeper than the touch band, and not farther apart.
    Touch,
    /// Farther apart than the touch band.
    Near,
}

impl Class {
    /// All, from worst to least.
    pub const ALL: [Self; 6] =
        [Self::Clash, Self::Duplicate, Self::Contains, Self::Undecided, Self::Touch, Self::Near];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clash => "clash",
            Self::Duplicate => "duplicate",
            Self::Contains => "contains",
            Self::Undecided => "undecided",
            Self::Touch => "touch",
            Self::Near => "near",
        }
    }
}

/// A pair's class, and measures of the clash.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clash {
    /// The class.
    pub class: Class,
    /// Which is inside the other: as [`Clearance::inside`], and also where a convex body surrounds
    /// the other.
    pub inside: Inside,
    /// Whether they have a point in common, proved, and overlap no deeper than the gap.
    pub is_exact_contact: bool,
    /// An upper bound on the translation that separates them: their own depth if it is exact, else
    /// that of the hulls. `None` where they are apart, or a hull is needed and one is round or
    /// unbounded.
    pub depth_at_most: Option<f64>,
    /// The overlap of both bodies' extents along the normal of the thinner one, whose hull is
    /// narrowest along it: for a duct through a thin wall, the wall's thickness. `None` as above.
    pub overlap_thickness: Option<f64>,
    /// How far A leaves B, the farthest point of A from B, at most, and how far B leaves A; 0 where
    /// all of one is in the other, points on its surface included. `None` where the other is not
    /// one convex shape, where they are apart, and where nothing is known.
    pub leaves: [Option<f64>; 2],
}

impl Clash {
    const NEAR: Self = Self {
        class: Class::Near,
        inside: Inside::Neither,
        is_exact_contact: false,
        depth_at_most: None,
        overlap_thickness: None,
        leaves: [None; 2],
    };
}

/// Classifies a pair that a query found.
///
/// `touch_band` is how deep or far apart still counts as touching; with 0, only contact does. What
/// is inside another and no farther from its surface than the band clashes if a corner of it is
/// deeper than that.
///
/// Surfaces of triangles that meet touch if no pair of triangles overlaps, and no corner and no
/// middle of a triangle is deeper inside the other than the band. For surfaces that are not closed
/// the inside is unknown, and [`Clearance::inside`] reports that.
pub fn classify(a: &Object, b: &Object, found: &Clearance, touch_band: f64) -> Clash {
    let (length, gap) = {
        let witness = found.proximity.witness();
        (witness.length, witness.gap)
    };
    let word = |class| Clash { class, inside: found.inside, ..Clash::NEAR };
    match found.proximity {
        // Whether they are apart is not known.
        Proximity::Separated(_) if found.inside == Inside::Unknown => {
            return word(Class::Undecided);
        }
        Proximity::Separated(_) => {
            // A pair exactly at the band's edge may appear one rounding farther; that they are
            // apart is exact.
            let is_near = touch_band > 0.0 && !(length - gap > touch_band);
            return word(if is_near { Class::Touch } else { Class::Near });
        }
        Proximity::Undecided(_) if !(length + gap <= touch_band) => return word(Class::Undecided),
        Proximity::Undecided(_) => return word(Class::Touch),
        Proximity::Intersecting(_) => {}
    }
    let hulls = a.body.hull().zip(b.body.hull());
    let padding = a.padding + b.padding;
    let depth_at_most = if found.is_lower_bound {
        hulls.and_then(|(one, two)| {
            let hit = clearance::penetration(one, &a.pose, two, &b.pose)?;
            let off = a.body.hull_off() + b.body.hull_off() + padding;
            let above = if off > 0.0 { 1.0 + 4.0 * f64::EPSILON } else { 1.0 };
            Some((hit.length + hit.gap + off) * above)
        })
    } else {
        Some((length + gap) * (1.0 + f64::EPSILON))
    };
    let overlap_thickness = hulls.and_then(|hulls| overlap_thickness(a, b, hulls));
    let is_free = matches!(found.surfaces,
        Some(Proximity::Separated(w)) if w.length - w.gap > touch_band);
    let class = if found.surfaces.is_none() && is_duplicate(a, b, touch_band) {
        Class::Duplicate
    } else if is_free {
        Class::Contains
    } else if !(length - gap > touch_band) && !is_shared(a, b, touch_band) {
        Class::Touch
    } else {
        Class::Clash
    };
    let mut leaves = [None; 2];
    let (mut class, mut inside) = (class, found.inside);
    if class == Class::Clash {
        leaves = [farthest(a, b), farthest(b, a)];
        inside = match leaves {
            [Some(0.0), Some(0.0)] => inside,
            [Some(0.0), _] => Inside::AInB,
            [_, Some(0.0)] => Inside::BInA,
            _ => inside,
        };
        for (outer, inner, is_in) in [(a, b, Inside::BInA), (b, a, Inside::AInB)] {
            if surrounds(outer, inner, touch_band) {
                (class, inside) = (Class::Contains, is_in);
            }
        }
    }
    let is_exact_contact = length <= gap;
    Clash { class, inside, is_exact_contact, depth_at_most, overlap_thickness, leaves }
}

/// Whether bodies whose surfaces cross no deeper than a band share more than that, or one that is
/// inside the other has a corner deeper than that.
fn is_shared(a: &Object, b: &Object, band: f64) -> bool {
    let floor = (band - a.padding - b.padding).max(0.0);
    let is_sunk = |inner, outer| depth::deepest(inner, outer, floor, &|| true).is_some();
    band > 0.0
        && (is_sunk(a, b)
            || is_sunk(b, a)
            || common::deepest(a, b, floor, band, &|| true).is_some())
}

/// How far the farthest point of one body is from the other, which is convex, at most.
fn farthest(inner: &Object, outer: &Object) -> Option<f64> {
    let [part] = outer.body.parts() else { return None };
    let (around, off) = placed(&outer.pose, part);
    let less = outer.padding - inner.padding;
    let of = |shape: &dyn SupportMap<Xyz>, pose: &Pose<Xyz>, own: f64| {
        let is_on = |i: u32| {
            let corner = shape.vertex(i);
            corner.is_some_and(|v| intersects(&part.shape, &around, &Point(v), pose))
        };
        // Corners on the surface are inside, which no number shows.
        let is_exact = less == 0.0 && off + own == 0.0 && shape.radius_f64() == 0.0;
        if is_exact && shape.corners().is_some_and(|count| (0..count).all(is_on)) {
            return 0.0;
        }
        let room = clearance::inside_by(&part.shape, &around, shape, pose);
        (room.gap - room.length + off + own - less).max(0.0)
    };
    let most = match (inner.body.parts(), inner.body.hull()) {
        ([], hull) => of(hull?, &inner.pose, 0.0),
        (parts, _) => parts.iter().fold(0.0, |most, part| {
            let (pose, off) = placed(&inner.pose, part);
            of(&part.shape, &pose, off + point_off(part)).max(most)
        }),
    };
    most.is_finite().then_some(most)
}

/// Whether a convex body surrounds another, and their surfaces are proved apart by more than
/// `within`: each part of the other meets it, and comes that near to none of its faces. Exact where
/// `within` is 0.
fn surrounds(outer: &Object, inner: &Object, within: f64) -> bool {
    let Some(hull) = outer.body.hull() else { return false };
    // Boxes are rounded outward: this is only for speed.
    let around = outer.extent().grown(1e-9 * hull.reach());
    let is_solid = outer.body.parts().len() == 1 && hull.rank() == Rank::Solid;
    if !is_solid || !around.holds(&inner.extent()) {
        return false;
    }
    let within = (within + inner.padding - outer.padding).max(0.0);
    let off_of_hull = outer.body.hull_off();
    let faces: Vec<Triangle<Xyz>> = surface(hull).collect();
    let boxes: Vec<Extent> = faces.iter().map(|face| Extent::of_shape(face, &outer.pose)).collect();
    let tree = Tree::new(&boxes);
    let is_inside = |shape: &dyn SupportMap<Xyz>, pose: &Pose<Xyz>, off: f64| {
        let far = within + off + off_of_hull;
        let comes_near = |face: &Triangle<Xyz>| {
            if far == 0.0 {
                return intersects(face, &outer.pose, shape, pose);
            }
            let apart = clearance::distance(face, &outer.pose, shape, pose);
            apart.is_none_or(|apart| !(apart.length - apart.gap > far))
        };
        intersects(hull, &outer.pose, shape, pose)
            && !tree.any_near(&Extent::of_shape(shape, pose), far, |i| {
                faces.get(i as usize).is_none_or(comes_near)
            })
    };
    match (inner.body.parts(), inner.body.hull()) {
        ([], hull) => hull.is_some_and(|hull| is_inside(hull, &inner.pose, 0.0)),
        (parts, _) => parts.iter().all(|part| {
            let (pose, off) = placed(&inner.pose, part);
            is_inside(&part.shape, &pose, off)
        }),
    }
}

/// The surface of a hull.
fn surface(hull: &ConvexHull<Xyz>) -> impl Iterator<Item = Triangle<Xyz>> {
    let corner = |i: u32| hull.vertices().get(i as usize).copied();
    hull.triangles()
        .filter_map(move |[p, q, r]| Some(Triangle::new(corner(p)?, corner(q)?, corner(r)?)))
}

/// The overlap of both bodies' extents along the thinner one's normal.
fn overlap_thickness(
    a: &Object,
    b: &Object,
    (hull_a, hull_b): (&ConvexHull<Xyz>, &ConvexHull<Xyz>),
) -> Option<f64> {
    let (thin_a, thin_b) = (a.body.thinnest()?, b.body.thinnest()?);
    let (normal, pose) = if thin_a.width <= thin_b.width {
        (thin_a.normal, a.pose)
    } else {
        (thin_b.normal, b.pose)
    };
    let normal = normal.rotate(&pose.rotation.matrix());
    let span = |object: &Object, hull: &ConvexHull<Xyz>| {
        let local = normal.rotate_back(&object.pose.rotation.matrix());
        let height = |v: Xyz| v.dot(local) + object.pose.translation.dot(normal);
        let top = height(hull.support_f64(local, 0).point) + object.padding;
        let bottom = height(hull.support_f64(-local, 0).point) - object.padding;
        (bottom, top)
    };
    let ((low_a, high_a), (low_b, high_b)) = (span(a, hull_a), span(b, hull_b));
    Some((high_a.min(high_b) - low_a.max(low_b)).max(0.0))
}

/// Whether every corner of either body has a corner of the other within a distance, and both have
/// as many parts or triangles.
fn is_duplicate(a: &Object, b: &Object, within: f64) -> bool {
    let close = |x: Xyz, y: Xyz| (x - y).max_abs() <= within;
    let (of_a, of_b) = (a.extent(), b.extent());
    if a.body.count() != b.body.count()
        || !(close(of_a.low, of_b.low) && close(of_a.high, of_b.high))
    {
        return false;
    }
    let corners = |object: &Object| -> Option<Vec<Xyz>> {
        let corners = object.body.corners()?.into_iter();
        Some(corners.map(|v| object.pose.transform_point(v)).collect())
    };
    let (Some(one), Some(two)) = (corners(a), corners(b)) else { return false };
    let covers = |these: &[Xyz], those: &[Xyz]| {
        let spots: Vec<Extent> = those.iter().map(|v| Extent::of_points([*v])).collect();
        let tree = Tree::new(&spots);
        these.iter().all(|v| {
            tree.any_near(&Extent::of_points([*v]), within, |i| {
                those.get(i as usize).is_some_and(|w| length(*w - *v) <= within)
            })
        })
    };
    covers(&one, &two) && covers(&two, &one)
}

/// The direction in which a hull is narrowest, and its width there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thinnest {
    /// A unit vector, in the body's frame.
    pub normal: Xyz,
    /// From the lowest corner along it to the highest.
    pub width: f64,
}

impl Thinnest {
    /// Over the normals of its faces; `None` for a hull without faces. Between two edges a hull may
    /// be slightly narrower still.
    pub(super) fn of(hull: &ConvexHull<Xyz>) -> Option<Self> {
        let corners = hull.vertices();
        let faces: Vec<&[u32]> = hull.faces().collect();
        let edges = Edges::of(&faces, corners.len());
        let mut widths: Vec<Option<Self>> = vec![None; faces.len()];
        let mut seen = vec![false; faces.len()];
        // From face to face, as the corners opposite to neighbours are near each other.
        let mut open = Vec::new();
        for first in 0..faces.len() {
            open.push((first, Lowest::default()));
            while let Some((place, mut lowest)) = open.pop() {
                if seen.get_mut(place).is_none_or(|seen| std::mem::replace(seen, true)) {
                    continue;
                }
                let Some(face) = faces.get(place) else { continue };
                if let Some((base, normal)) = normal(face, corners) {
                    lowest.descend(normal, corners, &edges);
                    let bottom = corners.get(lowest.corner as usize).copied().unwrap_or(base);
                    let width = (base - bottom).dot(normal);
                    let own = widths.get_mut(place).into_iter();
                    own.for_each(|own| *own = Some(Self { normal, width }));
                }
                let ends = face.iter().zip(face.iter().cycle().skip(1));
                let beyond = ends.filter_map(|(p, q)| edges.left_of(*q, *p));
                open.extend(beyond.map(|other| (other as usize, lowest)));
            }
        }
        widths.into_iter().flatten().min_by(|one, two| one.width.total_cmp(&two.width))
    }
}

/// A corner of a face, and the face's outward unit normal.
fn normal(face: &[u32], corners: &[Xyz]) -> Option<(Xyz, Xyz)> {
    let corner = |i: &u32| corners.get(*i as usize).copied();
    // Newell's sum over the loop, from its first corner: also accurate for a thin first angle.
    let (first, rest) = face.split_first()?;
    let base = corner(first)?;
    let arms = rest.iter().map(|i| Some(corner(i)? - base)).collect::<Option<Vec<_>>>()?;
    let ends = arms.iter().zip(arms.iter().skip(1));
    let sum = ends.fold(Xyz::default(), |sum, (u, v)| sum + u.cross(*v));
    Some((base, sum.try_normalize()?))
}

/// The edges of a hull, by the corner where they begin.
struct Edges {
    /// Where the edges of each corner begin in `ends`, and where the last end.
    starts: Vec<usize>,
    /// The other corner, ascending for each, and the face to the left.
    ends: Vec<(u32, u32)>,
}

impl Edges {
    fn of(faces: &[&[u32]], count: usize) -> Self {
        let mut all: Vec<(u32, u32, u32)> = Vec::new();
        for (face, place) in faces.iter().zip(0..) {
            let ends = face.iter().zip(face.iter().cycle().skip(1));
            all.extend(ends.map(|(p, q)| (*p, *q, place)));
        }
        all.sort_unstable();
        let starts =
            (0..=count).map(|corner| all.partition_point(|(p, ..)| (*p as usize) < corner));
        Self {
            starts: starts.collect(),
            ends: all.iter().map(|(_, q, face)| (*q, *face)).collect(),
        }
    }

    /// Those that begin at a corner.
    fn from(&self, corner: u32) -> &[(u32, u32)] {
        let at = |corner: usize| self.starts.get(corner).copied().unwrap_or(0);
        self.ends.get(at(corner as usize)..at(corner as usize + 1)).unwrap_or_default()
    }

    /// The face to the left of an edge.
    fn left_of(&self, p: u32, q: u32) -> Option<u32> {
        let from = self.from(p);
        let place = from.binary_search_by_key(&q, |(end, _)| *end).ok()?;
        from.get(place).map(|(_, face)| *face)
    }
}

/// A corner that is lowest along a direction.
#[derive(Clone, Copy, Default)]
struct Lowest {
    corner: u32,
    along: Xyz,
    /// It stays the lowest while the direction turns by less than this.
    room: f64,
}

impl Lowest {
    /// Goes down the edges of a hull to a corner that is lowest along another direction.
    fn descend(&mut self, along: Xyz, corners: &[Xyz], edges: &Edges) {
        let first = corners.first().copied().unwrap_or_default();
        let corner = |i: u32| corners.get(i as usize).copied().unwrap_or(first) - first;
        while !(length(along - self.along) < self.room) {
            let here = corner(self.corner);
            // Heights, not rises: those of a way around may all be negative by rounding.
            let height = here.dot(along);
            let (mut lower, mut least, mut room) = (None, height, f64::INFINITY);
            for (other, _) in edges.from(self.corner) {
                let there = corner(*other);
                let own = there.dot(along);
                room = room.min((own - height) / length(there - here));
                if own < least {
                    (lower, least) = (Some(*other), own);
                }
            }
            match lower {
                Some(other) => self.corner = other,
                None => {
                    (self.along, self.room) = (along, room);
                    return;
                }
            }
        }
    }
}

/// Groups objects of one cause: objects that a chain of pairs connects share one number, counted
/// from 0 in the order of the first pair. Returns the number of each pair.
///
/// For duplicates these are the connected sets: ten copies of a chair are one group, not 45 rows.
pub fn groups(pairs: impl IntoIterator<Item = [usize; 2]>) -> Vec<usize> {
    let number = |[a, b]: [usize; 2]| [a, b].map(|own| u32::try_from(own).unwrap_or(u32::MAX));
    let pairs: Vec<[u32; 2]> = pairs.into_iter().map(number).collect();
    let count = pairs.iter().flatten().max().map_or(0, |most| *most as usize + 1);
    let mut sets = Sets::new(count);
    pairs.iter().for_each(|[a, b]| sets.join(*a, *b));
    let mut numbers: HashMap<u32, usize> = HashMap::new();
    let number = |[a, _]: &[u32; 2]| {
        let next = numbers.len();
        *numbers.entry(sets.least(*a)).or_insert(next)
    };
    pairs.iter().map(number).collect()
}

impl Body {
    /// How far a corner of [`hull`](Self::hull) may be off: parts in poses, and shapes made of
    /// shapes, have corners that are rounded.
    fn hull_off(&self) -> f64 {
        self.parts().iter().map(point_off).fold(0.0, f64::max)
    }

    /// Where its hull is narrowest, over the normals of its faces. Computed on first use, and kept.
    pub fn thinnest(&self) -> Option<Thinnest> {
        *self.thinnest.get_or_init(|| Thinnest::of(self.hull()?))
    }
}
