//! Features of a shape's surface, as geometry: the corner, edge or face that a direction or a
//! [`ContactKey`](crate::ContactKey) means.

use crate::certify::rise;
use crate::contact::key::{EDGE, FACE, VERTEX};
use crate::contact::wide;
use crate::math::{Pose, Rotation, Scalar, Space, ToPose, Vector, Xyz, larger, near_one, sqrt};
use crate::query::Compiled;
use crate::shape::{Facet, Flats, Meridian, Rim, Support, SupportMap};

/// A feature of a shape's core in the world. See [`support_feature`] and [`contact_feature`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Feature<'s, V: Vector> {
    /// A corner; for a ball its centre.
    Vertex(V),
    /// An edge by its ends, or the line along which a cylinder's or cone's flank meets a plane. In
    /// the plane the outside is to the right.
    Edge([V; 2]),
    /// A face of a polytope of space.
    Face {
        /// Outwards, of unit length.
        normal: V,
        /// Counter-clockwise from outside.
        corners: FaceCorners<'s, V>,
    },
    /// The cap of a cylinder, or the base of a cone.
    Disc {
        /// Its middle.
        center: V,
        /// Outwards, of unit length.
        normal: V,
        /// Its radius.
        radius: V::Scalar,
    },
    /// All of a half-space's boundary.
    Boundary {
        /// A point of it.
        point: V,
        /// Outwards, of unit length.
        normal: V,
    },
    /// A point where the surface bends, or of a shape of which no flat parts are known.
    Smooth(V),
}

/// The corners of a face in the world, in the order of its loop.
#[derive(Clone, Debug)]
pub struct FaceCorners<'s, V: Vector> {
    flats: Flats<'s, V::Space>,
    pose: Pose<V::Space>,
    facet: u32,
    count: u32,
    place: u32,
    /// The loop runs clockwise from outside.
    is_reversed: bool,
}

/// The feature of a shape that is farthest along a direction of the world: all of a face that faces
/// it, an edge, or a corner. With [`Witness::normal`](crate::Witness::normal) the feature of A that
/// is nearest to B, and with its opposite that of B.
///
/// `within` is a length: corners that are lower than the highest by no more than that count as
/// equally high. With 0 a face is found only where its corners are exactly equally high, which
/// exact arithmetic decides, for the very floats of the shape and of the direction in the shape's
/// frame: turned by its pose, which rounds unless that is a quarter turn or none. A normal that a
/// query found is rounded too: some 1e-6 of the shape's size is enough in `f32`, 1e-12 in `f64`.
/// Where several faces, or edges at the highest corner, are high enough, it is the one whose lowest
/// corner is highest, then the longest edge.
///
/// Features are those of the core: a radius is left out, as by
/// [`corner_points`](crate::corner_points()), so that a capsule's are those of its segment and a
/// ball's is its centre; the surface is that radius farther out. The features of boxes, hulls,
/// triangles and segments are known, of these rounded or scaled, of half-spaces, and the flat parts
/// of cylinders and cones (lines of a cone's flank by `f64`, not exactly). Elsewhere, and for
/// frusta, sums, borrowed points and shapes of your own, it is [`Feature::Smooth`] with the support
/// point.
///
/// Cost: 0.1 µs for a box; hulls check each of their facets.
///
/// ```
/// use clearance::{Cuboid, Feature, distance, support_feature};
/// use glam::Vec3;
///
/// let (shelf, plank) = (Cuboid::new(Vec3::new(1.0, 0.1, 1.0)), Cuboid::new(Vec3::splat(0.5)));
/// let above = Vec3::new(0.0, 0.75, 0.0);
/// let apart = distance(&shelf, &Vec3::ZERO, &plank, &above).unwrap();
///
/// let Feature::Face { normal, corners } = support_feature(&shelf, &Vec3::ZERO, apart.normal, 1e-6)
/// else {
///     unreachable!("boards lie on faces")
/// };
/// assert_eq!(normal, Vec3::Y);
/// assert_eq!(corners.len(), 4);
/// assert!(corners.into_iter().all(|corner| corner.y == 0.1));
///
/// // Tilted by more than the tolerance, one edge is farthest.
/// let tilted = support_feature(&shelf, &Vec3::ZERO, Vec3::new(0.1, 1.0, 0.0), 1e-6);
/// assert!(matches!(tilted, Feature::Edge([p, q]) if p.x == 1.0 && q.x == 1.0));
/// ```
#[must_use]
pub fn support_feature<'s, P, S>(
    shape: &'s S,
    pose: &P,
    direction: P::Vector,
    within: <P::Vector as Vector>::Scalar,
) -> Feature<'s, P::Vector>
where
    P: ToPose,
    S: SupportMap<P::Vector> + ?Sized,
{
    let known = Known { flats: shape.flats(), pose: pose.to_pose().widened() };
    let local = known.local(direction.to_space());
    let support = shape.support_f64(local, 0);
    Compiled::highest_feature(known, local, support, within.to_f64()).narrowed()
}

/// See [`support_feature`]; the direction is in the shape's frame.
pub(crate) fn highest<S: Space>(
    known: Known<'_, S>,
    local: S,
    support: Support<S>,
    within: f64,
) -> Feature<'_, S> {
    known.highest(support.feature, local, within * local.length(), support.point)
}

/// The feature that half of a [`ContactKey`](crate::ContactKey) names, in the world:
/// [`on_a`](crate::ContactKey::on_a) of A, [`on_b`](crate::ContactKey::on_b) of B.
///
/// The feature of the core, as in [`support_feature`]. `None` where the key's feature has no place
/// of its own, as a point of a curved surface, rim or flank, and for numbers that the shape does
/// not have.
///
/// ```
/// use clearance::{Cuboid, Feature, contact_feature, contact_manifold};
/// use glam::{Quat, Vec3};
///
/// // A corner of B on a face of A.
/// let cube = Cuboid::new(Vec3::ONE);
/// let tip = Quat::from_rotation_arc(Vec3::ONE.normalize(), Vec3::NEG_Y);
/// let pose = (tip, Vec3::new(0.0, 2.7, 0.0));
/// let touch = contact_manifold(&cube, &Vec3::ZERO, &cube, &pose, 0.0).unwrap();
/// let key = touch.points()[0].key;
/// let face = contact_feature(&cube, &Vec3::ZERO, key.on_a());
/// assert!(matches!(face, Some(Feature::Face { normal, .. }) if normal == Vec3::Y));
/// let corner = contact_feature(&cube, &pose, key.on_b());
/// assert!(matches!(corner, Some(Feature::Vertex(point)) if (point.y - 0.968).abs() < 1e-3));
/// ```
#[must_use]
pub fn contact_feature<'s, P, S>(
    shape: &'s S,
    pose: &P,
    half_of_key: u32,
) -> Option<Feature<'s, P::Vector>>
where
    P: ToPose,
    S: SupportMap<P::Vector> + ?Sized,
{
    let known = Known { flats: shape.flats(), pose: pose.to_pose().widened() };
    let tip = match known.flats {
        Flats::Point => shape.support_f64(Space::axis(0), 0).point,
        _ => Space::ORIGIN,
    };
    Some(Compiled::numbered_feature(known, tip, half_of_key)?.narrowed())
}

/// See [`contact_feature`]; `tip` is the point of a shape that has only one.
pub(crate) fn numbered<S: Space>(
    known: Known<'_, S>,
    tip: S,
    half_of_key: u32,
) -> Option<Feature<'_, S>> {
    let number = half_of_key & !FACE;
    match (half_of_key & FACE, &known.flats) {
        (VERTEX, Flats::Point) if number == 0 => Some(known.vertex(tip)),
        (VERTEX, Flats::Revolved(Meridian::Triangle(radii))) if number == 0 => {
            Some(known.vertex(S::axis(1) * radii.y))
        }
        (VERTEX, flats) if number < flats.vertices() => Some(known.vertex(flats.vertex(number)?)),
        (EDGE, _) => known.edge(number),
        // A flank is number 0.
        (FACE, Flats::Revolved(_)) => known.facet(number.checked_sub(1)?),
        (FACE, _) => known.facet(number),
        _ => None,
    }
}

impl<'s, S: Space> Feature<'s, S> {
    /// In the caller's vectors.
    fn narrowed<V: Vector<Space = S>>(self) -> Feature<'s, V> {
        let narrow = V::from_space;
        match self {
            Self::Vertex(point) => Feature::Vertex(narrow(point)),
            Self::Edge(ends) => Feature::Edge(ends.map(narrow)),
            Self::Face { normal, corners } => {
                let FaceCorners { flats, pose, facet, count, place, is_reversed } = corners;
                let corners = FaceCorners { flats, pose, facet, count, place, is_reversed };
                Feature::Face { normal: narrow(normal), corners }
            }
            Self::Disc { center, normal, radius } => Feature::Disc {
                center: narrow(center),
                normal: narrow(normal),
                radius: V::Scalar::from_f64(radius),
            },
            Self::Boundary { point, normal } => {
                Feature::Boundary { point: narrow(point), normal: narrow(normal) }
            }
            Self::Smooth(point) => Feature::Smooth(narrow(point)),
        }
    }
}

impl<V: Vector> Feature<'_, V> {
    /// The points whose hull the feature is: one for a vertex or a curved surface, two for an edge,
    /// a face's corners. A disc or a boundary without corners has none.
    pub fn corners(&self) -> impl Iterator<Item = V> {
        let (ends, loop_) = match self {
            Self::Vertex(point) | Self::Smooth(point) => ([Some(*point), None], None),
            Self::Edge([p, q]) => ([Some(*p), Some(*q)], None),
            Self::Face { corners, .. } => ([None, None], Some(corners.clone())),
            Self::Disc { .. } | Self::Boundary { .. } => ([None, None], None),
        };
        ends.into_iter().flatten().chain(loop_.into_iter().flatten())
    }
}

impl<V: Vector> Iterator for FaceCorners<'_, V> {
    type Item = V;

    fn next(&mut self) -> Option<V> {
        let left = self.count.checked_sub(self.place).filter(|left| *left > 0)?;
        let place = if self.is_reversed { left - 1 } else { self.place };
        self.place += 1;
        let (_, corner) = self.flats.corner(self.facet, place)?;
        Some(V::from_space(self.pose.transform_point(corner)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.count.saturating_sub(self.place) as usize;
        (left, Some(left))
    }
}

impl<V: Vector> ExactSizeIterator for FaceCorners<'_, V> {}

/// What is known of a shape's core, and where it stands.
pub struct Known<'s, S: Space> {
    pub(crate) flats: Flats<'s, S>,
    pub(crate) pose: Pose<S>,
}

/// A corner, an edge or a facet by the numbers of its [`Flats`].
pub(crate) enum Place {
    Vertex(u32),
    Edge([u32; 2]),
    Facet(u32),
}

/// Which points count as the highest along a direction.
pub(crate) struct Level {
    top: Xyz,
    direction: Xyz,
    /// Times the direction's length.
    within: f64,
}

impl Level {
    fn holds<S: Space>(&self, point: S) -> bool {
        let point = wide(point);
        // By floats only where rounding cannot break a tie.
        rise(self.top, point, self.direction) <= 0.0
            || self.within > 0.0 && self.drop(point) <= self.within
    }

    fn drop(&self, point: Xyz) -> f64 {
        (self.top - point).dot(self.direction)
    }
}

impl<'s, S: Space> Known<'s, S> {
    /// A direction of the world in the shape's frame, of a length near 1.
    pub(crate) fn local(&self, direction: S) -> S {
        // By a power of two, which rounds nothing; a unit vector would be another direction.
        let scaled = near_one(direction);
        let is_one = direction.try_normalize().is_some();
        let scaled = if is_one { scaled } else { S::axis(0) };
        scaled.rotate_back(&self.pose.rotation.matrix())
    }

    fn to_world(&self, local: S) -> S {
        self.pose.transform_point(local)
    }

    fn direction(&self, local: S) -> S {
        local.rotate(&self.pose.rotation.matrix())
    }

    fn vertex(&self, local: S) -> Feature<'s, S> {
        Feature::Vertex(self.to_world(local))
    }

    fn line(&self, ends: [S; 2]) -> Feature<'s, S> {
        Feature::Edge(ends.map(|end| self.to_world(end)))
    }

    fn highest(&self, near: u32, direction: S, within: f64, support: S) -> Feature<'s, S> {
        let smooth = Feature::Smooth(self.to_world(support));
        match self.flats {
            Flats::None => smooth,
            Flats::Point => self.vertex(support),
            Flats::HalfSpace(..) => self.facet(0).unwrap_or(smooth),
            Flats::Revolved(meridian) => {
                self.highest_of_revolved(meridian, direction, within).unwrap_or(smooth)
            }
            _ => {
                let place = self.highest_corners(near, direction, within);
                place.and_then(|place| self.at(&place)).unwrap_or(smooth)
            }
        }
    }

    fn at(&self, place: &Place) -> Option<Feature<'s, S>> {
        match *place {
            Place::Vertex(number) => Some(self.vertex(self.flats.vertex(number)?)),
            Place::Edge([p, q]) => Some(self.line([self.flats.vertex(p)?, self.flats.vertex(q)?])),
            Place::Facet(index) => self.facet(index),
        }
    }

    /// For shapes with numbered vertices; `near` may be the number of a high one. Of several places
    /// the one with the highest lowest corner, then the longest edge.
    pub(crate) fn highest_corners(&self, near: u32, direction: S, within: f64) -> Option<Place> {
        let mut best = (f64::INFINITY, 0.0, None);
        self.high_places(near, direction, within, &mut |level, place, drop| {
            let place = match place {
                Place::Facet(part) => Place::Facet(self.whole(part, level)),
                other => other,
            };
            let length = match place {
                Place::Edge(ends) => {
                    let [p, q] = ends.map(|end| self.flats.vertex(end).unwrap_or_default());
                    (q - p).max_abs()
                }
                _ => 0.0,
            };
            if drop < best.0 || drop == best.0 && length > best.1 {
                best = (drop, length, Some(place));
            }
        });
        best.2
    }

    /// Shows the places of the greatest dimension whose corners are all high enough, and how much
    /// lower the lowest of these is.
    pub(crate) fn high_places(
        &self,
        near: u32,
        direction: S,
        within: f64,
        show: &mut dyn FnMut(&Level, Place, f64),
    ) {
        let start = if near < self.flats.vertices() { near } else { 0 };
        let Some((number, top)) = self.climbed(start, wide(direction)) else { return };
        let level = Level { top: wide(top), direction: wide(direction), within };
        let mut is_shown = false;
        for index in 0..self.flats.walls() {
            let facet = self.flats.facet(index).filter(|f| f.normal.dot(direction) > 0.0);
            if let Some(drop) = facet.and_then(|f| self.drop_of_facet(index, &f, &level)) {
                is_shown = true;
                show(&level, Place::Facet(index), drop);
            }
        }
        if is_shown {
            return;
        }
        if S::DIM == 3 {
            // Of a triangle without area all three edges may be high.
            let is_triangle = matches!(self.flats, Flats::Triangle(_));
            for from in if is_triangle { 0..3 } else { number..number + 1 } {
                let high = |at: &S| level.holds(*at);
                let Some(here) = self.flats.vertex(from).filter(high) else { continue };
                for (to, at) in self.neighbours(from).filter(|(_, at)| *at != here && high(at)) {
                    is_shown = true;
                    show(
                        &level,
                        Place::Edge([from, to]),
                        larger(level.drop(wide(here)), level.drop(wide(at))),
                    );
                }
            }
        }
        if !is_shown {
            show(&level, Place::Vertex(number), 0.0);
        }
    }

    /// The facet of which one is a part, if that is high enough too.
    fn whole(&self, part: u32, level: &Level) -> u32 {
        let whole = self.flats.whole(part);
        let facet = self.flats.facet(whole).filter(|_| whole != part);
        match facet.and_then(|facet| self.drop_of_facet(whole, &facet, level)) {
            Some(_) => whole,
            None => part,
        }
    }

    /// The vertex that is highest along a direction, found by exact steps along edges: where no
    /// edge leads up, no vertex is higher.
    fn climbed(&self, start: u32, direction: Xyz) -> Option<(u32, S)> {
        let mut top = (start, self.flats.vertex(start)?);
        while let Some(higher) =
            self.neighbours(top.0).find(|(_, at)| rise(wide(*at), wide(top.1), direction) > 0.0)
        {
            top = higher;
        }
        Some(top)
    }

    fn neighbours(&self, vertex: u32) -> impl Iterator<Item = (u32, S)> {
        let others = (0..).map_while(move |place| self.flats.edge(vertex, place));
        others.filter_map(|(other, _)| Some((other, self.flats.vertex(other)?)))
    }

    /// How much lower its lowest corner is; `None` where one is too low, or there is no area.
    fn drop_of_facet(&self, index: u32, facet: &Facet<S>, level: &Level) -> Option<f64> {
        let Rim::Loop(count) = facet.rim else { return None };
        let (_, mut last) = self.flats.corner(index, count.saturating_sub(1))?;
        let (mut distinct, mut most) = (0, f64::NEG_INFINITY);
        for place in 0..count {
            let (_, corner) = self.flats.corner(index, place)?;
            if !level.holds(corner) {
                return None;
            }
            distinct += u32::from(corner != last);
            most = larger(most, level.drop(wide(corner)));
            last = corner;
        }
        // Twice back and forth between two corners is an edge of space.
        (distinct >= if S::DIM == 2 { 2 } else { 3 }).then_some(most)
    }

    fn highest_of_revolved(
        &self,
        meridian: Meridian,
        direction: S,
        within: f64,
    ) -> Option<Feature<'s, S>> {
        let [x, y, z] = direction.coordinates();
        let across = sqrt(x * x + z * z);
        let (out, up) = (S::from_xyz(x, 0.0, z), S::axis(1));
        let rim = |radius: f64| out.try_normalize().map(|out| out * radius);
        match meridian {
            Meridian::Rectangle(radii) => {
                let (radius, half) = (radii.x, radii.y);
                if radius > 0.0 && y != 0.0 && 2.0 * radius * across <= within.max(0.0) {
                    return self.facet(u32::from(y < 0.0));
                }
                let is_level = half > 0.0 && 2.0 * half * y.abs() <= within.max(0.0);
                let rim = rim(radius).filter(|_| is_level)?;
                Some(self.line([rim + up * half, rim - up * half]))
            }
            Meridian::Triangle(radii) => {
                let (radius, half) = (radii.x, radii.y);
                if radius > 0.0 && y < 0.0 && 2.0 * radius * across <= within.max(0.0) {
                    return self.facet(0);
                }
                // How much higher the tip is than the rim.
                let over = 2.0 * half * y - radius * across;
                let rim = rim(radius).filter(|_| radius > 0.0 && over.abs() <= within.max(0.0));
                if let Some(rim) = rim {
                    return Some(self.line([up * half, rim - up * half]));
                }
                (over > 0.0).then(|| self.vertex(up * half))
            }
            Meridian::Ellipse(_) => None,
        }
    }

    /// The edge of this number.
    fn edge(&self, number: u32) -> Option<Feature<'s, S>> {
        let ends = (0..self.flats.vertices()).find_map(|low| {
            let edges = (0..).map_while(|place| self.flats.edge(low, place));
            let ours = edges.filter(|(high, _)| *high > low);
            ours.filter(|(_, found)| *found == number).map(|(high, _)| [low, high]).next()
        })?;
        let [low, high] = ends.map(|end| self.flats.vertex(end));
        Some(self.line([low?, high?]))
    }

    /// The facet of this number.
    fn facet(&self, index: u32) -> Option<Feature<'s, S>> {
        if index >= self.flats.facets() {
            return None;
        }
        let facet = self.flats.facet(index)?;
        let (normal, point) = (self.direction(facet.normal), self.to_world(facet.point));
        Some(match facet.rim {
            Rim::Endless => Feature::Boundary { point, normal },
            Rim::Disc(radius) => Feature::Disc { center: point, normal, radius },
            Rim::Loop(_) if S::DIM == 2 => {
                let ends = [self.flats.corner(index, 0)?.1, self.flats.corner(index, 1)?.1];
                let is_reversed = area(ends.into_iter(), facet.normal) < 0.0;
                let [p, q] = ends;
                self.line(if is_reversed { [q, p] } else { [p, q] })
            }
            Rim::Loop(count) => {
                let corners = (0..count).filter_map(|place| self.flats.corner(index, place));
                let is_reversed = area(corners.map(|(_, at)| at), facet.normal) < 0.0;
                let Self { flats, pose } = *self;
                let corners =
                    FaceCorners { flats, pose, facet: index, count, place: 0, is_reversed };
                Feature::Face { normal, corners }
            }
        })
    }
}

/// Whether a loop runs counter-clockwise about a normal: positive where it does. For an edge of the
/// plane, whether the normal is to its right.
fn area<S: Space>(mut corners: impl Iterator<Item = S>, normal: S) -> f64 {
    let Some(first) = corners.next() else { return 0.0 };
    let (normal, mut last, mut sum) = (wide(normal), Xyz::default(), Xyz::default());
    for corner in corners {
        let spoke = wide(corner - first);
        if S::DIM == 2 {
            return normal.cross(spoke).dot(Xyz::new(0.0, 0.0, 1.0));
        }
        sum += last.cross(spoke);
        last = spoke;
    }
    sum.dot(normal)
}
