//! A feature as seen along the normal: corners and edges in the plane across it, and how high it is
//! above each point.

use core::ops::Range;

use crate::math::{Space, Xy, Xyz, larger, smaller, sqrt};
use crate::shape::{Flats, Rim, edge_of_box, side_of_box};

use super::feature::{ContactFace, FacingFeature, Line};
use super::key::{EDGE, FACE, VERTEX};
use super::list::Listed;
use super::run::EdgeRun;
use super::side::{GENERIC, Side};

/// Corners that are stored in place. Without an allocator there are no hulls, and no more.
const KEPT: usize = 24;

/// Loops of so many corners, as the sides of boxes, are clipped by tables.
pub(super) const FEW: usize = 4;

/// A point this many bands inside every edge is farther than one from every corner, rounding or
/// not.
const CLEARLY: f64 = 1.0 + 1e-6;

/// Points that stand for a circle. Each lies on it; the deepest one joins them where it is deeper.
const ON_A_CIRCLE: u32 = 8;

/// The normal and two directions across it: `along x, along y, normal` is right-handed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Across {
    x: Xyz,
    y: Xyz,
    pub(super) normal: Xyz,
}

impl Across {
    /// `hint` determines the two directions, as far as it leads across.
    pub(super) fn new(normal: Xyz, hint: Option<Xyz>) -> Self {
        let across = |d: Xyz| d - normal * d.dot(normal);
        let x = hint.and_then(|hint| across(hint).try_normalize());
        let x = x.or_else(|| across(GENERIC).try_normalize());
        let x = x.unwrap_or_else(|| normal.any_perpendicular());
        Self { x, y: normal.cross(x), normal }
    }

    pub(super) fn flat(&self, p: Xyz) -> Xy {
        Xy::new(p.dot(self.x), p.dot(self.y))
    }

    pub(super) fn lifted(&self, at: Xy, height: f64) -> Xyz {
        self.x * at.x + self.y * at.y + self.normal * height
    }
}

/// A corner, and the edge from it to the next.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: Xy,
    pub(super) key: u32,
    /// Into the outline, of unit length; of a line to one side.
    inwards: Xy,
    pub(super) edge: u32,
}

impl Spot {
    /// How far a point is inside the edge.
    pub(super) fn room(&self, at: Xy) -> f64 {
        self.inwards.dot(at - self.at)
    }
}

/// Where a point is, seen from an outline.
#[derive(Clone, Copy, Debug)]
pub(super) struct PatchPlace {
    /// The outline's own point nearest to it.
    pub(super) at: Xy,
    /// The name of the corner or edge within the band, otherwise of the inside.
    pub(super) key: u32,
    pub(super) is_corner: bool,
}

/// See the [module](self).
pub(super) struct PatchOutline<'s, 'a, S: Space> {
    side: &'s Side<'a, S>,
    across: Across,
    shape: PatchShape,
    kept: Listed<Spot, KEPT>,
    corners: u32,
    /// Runs of a loop of more corners.
    runs: Listed<EdgeRun, 0>,
    /// The name of the inside.
    key: u32,
    /// The height above the origin, and how it grows along x and y.
    base: f64,
    slope: Xy,
    /// The error of the height: larger for slivers.
    pub(super) error: f64,
}

#[derive(Clone, Copy)]
enum PatchShape {
    Point,
    Line { bend: f64 },
    Loop,
    Endless,
}

impl<'s, 'a, S: Space> PatchOutline<'s, 'a, S> {
    /// An outline to be set; `scale` is the size relative to which heights are rounded.
    // PERF(store forwarding): it is more than a kilobyte, and is copied where it is set in here.
    #[inline(always)]
    pub(super) fn new(side: &'s Side<'a, S>, across: Across, scale: f64) -> Self {
        Self {
            side,
            across,
            shape: PatchShape::Point,
            kept: Listed::new(),
            corners: 0,
            runs: Listed::new(),
            key: FACE,
            base: 0.0,
            slope: Xy::default(),
            error: 32.0 * f64::EPSILON * scale,
        }
    }

    /// Makes it that of a feature.
    pub(super) fn set(&mut self, feature: &FacingFeature) {
        match feature {
            FacingFeature::Point { at, key } => self.set_point(*at, *key),
            FacingFeature::Line(line) => self.set_line(line),
            FacingFeature::Face(face) => self.set_face(*face),
        }
    }

    fn set_point(&mut self, at: Xyz, key: u32) {
        (self.corners, self.key, self.base) = (1, key, at.dot(self.across.normal));
        let spot = Spot { at: self.across.flat(at), key, inwards: Xy::default(), edge: key };
        self.kept.push(spot);
    }

    fn set_line(&mut self, line: &Line) {
        let [p, q] = line.ends;
        let [from, to] = [self.across.flat(p), self.across.flat(q)];
        let Some(along) = (to - from).try_normalize() else {
            return self.set_point(p, line.key);
        };
        let (low, high) = (p.dot(self.across.normal), q.dot(self.across.normal));
        let rise = (high - low) / (to - from).dot(along);
        self.shape = PatchShape::Line { bend: line.bend };
        self.error += line.error;
        (self.corners, self.key) = (2, line.key);
        self.slope = along * rise;
        self.base = low - self.slope.dot(from);
        let [key, other] = line.keys;
        let inwards = along.perp();
        self.kept.push(Spot { at: from, key, inwards, edge: line.key });
        self.kept.push(Spot { at: to, key: other, inwards: -inwards, edge: line.key });
    }

    fn set_face(&mut self, face: ContactFace) {
        let normal = face.normal;
        let up = normal.dot(self.across.normal);
        let tilt = self.across.flat(normal);
        self.slope = tilt * (-1.0 / up);
        self.base = face.at.dot(normal) / up;
        self.key = face.key;
        let count = match face.rim {
            Rim::Loop(count) => match self.side.flats {
                Flats::Cuboid(half) if S::DIM == 3 => return self.set_rectangle(face, half),
                _ => count,
            },
            Rim::Disc(_) => ON_A_CIRCLE,
            Rim::Endless => {
                self.shape = PatchShape::Endless;
                return;
            }
        };
        self.corners = count;
        let mut area = 0.0;
        let mut longest: f64 = 0.0;
        let (mut origin, mut last) = (None, Xy::default());
        for place in 0..count {
            let Some((key, at)) = self.corner(face, place) else { break };
            self.kept.push(Spot { at, key, inwards: Xy::default(), edge: key });
            let at = at - *origin.get_or_insert(at);
            area += last.perp_dot(at);
            longest = longest.max(at.length_squared());
            last = at;
        }
        let turn = self.close_loop(area, longest);
        self.error += self.side.length(self.side.flats.unevenness(face.facet));
        let Some(mut next) = self.kept.get(0).copied() else { return };
        for spot in self.kept.iter_mut().rev() {
            spot.edge = match face.rim {
                Rim::Disc(_) => EDGE | spot.key ^ VERTEX,
                _ => EDGE | self.side.flats.edge_between(spot.key ^ VERTEX, next.key ^ VERTEX),
            };
            let along = next.at - spot.at;
            spot.inwards = along.perp().try_normalize().unwrap_or_default() * turn;
            next = *spot;
        }
        if count as usize > KEPT {
            self.set_runs(count);
        }
    }

    /// Makes it a loop of twice this area, whose corners are no farther from the first than the
    /// root of `longest`. Returns the sign of its sense: it may run clockwise.
    fn close_loop(&mut self, area: f64, longest: f64) -> f64 {
        self.shape = PatchShape::Loop;
        // The normal of a sliver is as uncertain as it is thin.
        let thinness = longest / area.abs();
        let error = smaller(thinness * sqrt(longest), 1.0 / f64::EPSILON);
        self.error += 32.0 * f64::EPSILON * error;
        if area < 0.0 { -1.0 } else { 1.0 }
    }

    /// The face of a box: two edges, each twice.
    fn set_rectangle(&mut self, face: ContactFace, half: S) {
        let side = self.side;
        let (axes, numbers) = side_of_box(face.facet);
        let edge = |axis: usize| {
            let along = side.direction(S::axis(axis));
            self.across.flat(along) * side.length(-2.0 * half.coordinate(axis))
        };
        let (u, v) = (edge(axes[0]), edge(axes[1]));
        let from = self.across.flat(face.at);
        let longest = larger(u.length_squared(), v.length_squared());
        let longest = larger(longest, (u + v).length_squared());
        let turn = self.close_loop(2.0 * u.perp_dot(v), longest);
        let over = |edge: Xy| edge.perp().try_normalize().unwrap_or_default() * turn;
        let (over_u, over_v) = (over(u), over(v));
        self.corners = 4;
        let mut push = |at, inwards, number, next| {
            let edge = EDGE | edge_of_box(number, next);
            self.kept.push(Spot { at, key: VERTEX | number, inwards, edge });
        };
        let [p, q, r, s] = numbers;
        push(from, over_u, p, q);
        push(from + u, over_v, q, r);
        push(from + u + v, -over_u, r, s);
        push(from + v, -over_v, s, p);
    }

    /// Makes as many runs as each has edges.
    #[cold]
    fn set_runs(&mut self, count: u32) {
        let length = count.isqrt().max(1);
        for number in 0..count.div_ceil(length) {
            let from = number * length;
            let places = from..(from + length).min(count);
            let edges = |places: Range<u32>| {
                let edges = places.map_while(|place| self.edge(place));
                edges.map(|(from, to)| ([from.at, to.at], from.inwards))
            };
            let run = EdgeRun::of(places, edges);
            self.runs.push(run);
        }
    }

    /// A corner of a face, and where it is.
    fn corner(&self, face: ContactFace, place: u32) -> Option<(u32, Xy)> {
        let Rim::Disc(radius) = face.rim else {
            let (number, local) = self.side.flats.corner(face.facet, place)?;
            let at = self.side.point(local) + face.normal * self.side.radius;
            return Some((VERTEX | number, self.across.flat(at)));
        };
        // Their directions stay with the other shape, or the world: a turning disc has no corners
        // that turn with it.
        let x = (self.across.x - face.normal * self.across.x.dot(face.normal)).try_normalize()?;
        let (x, y) = (x, face.normal.cross(x));
        let (cos, sin) = eighth_turns(place);
        let at = face.at + (x * cos + y * sin) * self.side.length(radius);
        Some((VERTEX | rim_number(face.facet, place), self.across.flat(at)))
    }

    pub(super) fn spot(&self, place: u32) -> Option<Spot> {
        self.kept.get(place as usize).copied()
    }

    pub(super) fn spots(&self) -> impl Iterator<Item = Spot> {
        (0..self.corners).map_while(|place| self.spot(place))
    }

    /// Its edges with both ends; of a line one.
    pub(super) fn edges(&self) -> impl Iterator<Item = (Spot, Spot)> {
        let count = match self.shape {
            PatchShape::Point | PatchShape::Endless => 0,
            PatchShape::Line { .. } => 1,
            PatchShape::Loop => self.corners,
        };
        (0..count).map_while(|place| self.edge(place))
    }

    fn edge(&self, place: u32) -> Option<(Spot, Spot)> {
        let next = if place + 1 == self.corners { 0 } else { place + 1 };
        Some((self.spot(place)?, self.spot(next)?))
    }

    /// Those edges of a loop that belong to wanted runs; all where there are no runs.
    fn wanted(&self, is_wanted: impl Fn(&EdgeRun) -> bool) -> impl Iterator<Item = u32> {
        let all = self.runs.get(0).is_none().then_some(0..self.corners);
        let runs = self.runs.iter().filter(move |run| is_wanted(run));
        all.into_iter().chain(runs.map(|run| run.places.clone())).flatten()
    }

    /// The edges that a segment may cross; of a line one.
    pub(super) fn edges_near(&self, ends: [Xy; 2]) -> impl Iterator<Item = (Spot, Spot)> {
        let most = match self.shape {
            PatchShape::Point | PatchShape::Endless => 0,
            PatchShape::Line { .. } => 1,
            PatchShape::Loop => self.corners,
        };
        let places = self.wanted(move |run| run.is_near(ends, 0.0));
        places.take(most as usize).map_while(|place| self.edge(place))
    }

    /// The shape's point farthest along a unit vector, of a shape that ends.
    pub(super) fn extreme(&self, direction: Xyz) -> Option<Xyz> {
        (!self.side.is_endless()).then(|| self.side.extreme(direction))
    }

    /// The outline's point over or under another along the normal, and its name; `None` where that
    /// is outside by more than the band.
    pub(super) fn opposite(&self, point: Xyz, band: f64) -> Option<(Xyz, u32)> {
        let PatchPlace { at, key, .. } = self.place(self.across.flat(point), band, band)?;
        Some((self.across.lifted(at, self.height(at)), key))
    }

    /// The name of the inside.
    pub(super) fn key(&self) -> u32 {
        self.key
    }

    pub(super) fn height(&self, at: Xy) -> f64 {
        self.base + self.slope.dot(at)
    }

    /// How the height grows along x and y.
    pub(super) fn slope(&self) -> Xy {
        self.slope
    }

    /// The radius at which a line's surface bends across it.
    pub(super) fn bend(&self) -> Option<f64> {
        match self.shape {
            PatchShape::Line { bend } => Some(bend),
            _ => None,
        }
    }

    /// A point moved along a line into the line's range.
    pub(super) fn beside(&self, at: Xy) -> Xy {
        let Some((from, to)) = self.edges().next() else { return at };
        let along = -from.inwards.perp();
        let (after, before) = (along.dot(at - from.at), along.dot(to.at - at));
        at + along * (larger(-after, 0.0) - larger(-before, 0.0))
    }

    /// The point of the surface that bends about a line, beside it at a point, and its height.
    /// The surface falls away on either side; where `bend` is negative it rises.
    pub(super) fn beside_top(&self, middle: Xy, bend: f64) -> (Xy, f64) {
        let aside = self.aside(middle);
        let rest = bend * bend - aside * aside;
        let across = if rest > 0.0 { bend.abs() - sqrt(rest) } else { 0.0 };
        let across = across.copysign(bend);
        // Across the line, which leans: along the normal it is more, and it ends farther on.
        let lean = sqrt(1.0 + self.slope.length_squared());
        let ahead = self.slope * (across / lean);
        let at = self.beside(middle - ahead) + ahead;
        (at, self.height(at) - across * lean)
    }

    /// How far a point is beside a line.
    fn aside(&self, at: Xy) -> f64 {
        self.spot(0).map_or(0.0, |spot| spot.room(at).abs())
    }

    /// Which part of the outline a point is in; `None` where it is outside by more than the band.
    /// Beside a line it may be off by `width`.
    pub(super) fn place(&self, at: Xy, band: f64, width: f64) -> Option<PatchPlace> {
        match self.shape {
            PatchShape::Endless => Some(PatchPlace { at, key: self.key, is_corner: false }),
            PatchShape::Point => {
                let spot = self.spot(0)?;
                let is_near = (at - spot.at).length() <= band;
                is_near.then_some(PatchPlace { at: spot.at, key: spot.key, is_corner: true })
            }
            PatchShape::Line { .. } => self.beside_line(at, band, width),
            PatchShape::Loop => self.within_loop(at, band),
        }
    }

    fn beside_line(&self, at: Xy, band: f64, width: f64) -> Option<PatchPlace> {
        let (from, to) = self.edges().next()?;
        if from.room(at).abs() > width {
            return None;
        }
        // From both ends, each measured in the same way.
        let along = -from.inwards.perp();
        let (after, before) = (along.dot(at - from.at), along.dot(to.at - at));
        if after < -band || before < -band {
            return None;
        }
        let corner = |spot: Spot| PatchPlace { at: spot.at, key: spot.key, is_corner: true };
        let foot = from.at + along * after;
        Some(match () {
            () if after <= band && after <= before => {
                PatchPlace { at: if after < 0.0 { from.at } else { foot }, ..corner(from) }
            }
            () if before <= band => {
                PatchPlace { at: if before < 0.0 { to.at } else { foot }, ..corner(to) }
            }
            () => PatchPlace { at: foot, key: self.key, is_corner: false },
        })
    }

    fn within_loop(&self, at: Xy, band: f64) -> Option<PatchPlace> {
        match self.least_room(at) {
            Some(room) => self.place_by_room(at, room, band),
            None => self.near_loop(at, band),
        }
    }

    /// Tells most points apart at once, by how far they are inside the nearest edge of a loop; the
    /// rest is told by [`near_loop`](Self::near_loop).
    #[inline]
    pub(super) fn place_by_room(&self, at: Xy, room: f64, band: f64) -> Option<PatchPlace> {
        if room < -band {
            return None;
        }
        // Within the band of a corner it would be within the band of an edge.
        if room > CLEARLY * band {
            return Some(PatchPlace { at, key: self.key, is_corner: false });
        }
        self.near_loop(at, band)
    }

    /// The corners of a loop of [`FEW`].
    pub(super) fn few(&self) -> Option<&[Spot; FEW]> {
        if !matches!(self.shape, PatchShape::Loop) || self.corners as usize != FEW {
            return None;
        }
        self.kept.in_place()?.first_chunk()
    }

    /// How far a point is inside the nearest edge of a loop of few corners.
    fn least_room(&self, at: Xy) -> Option<f64> {
        let spots = self.kept.in_place()?;
        Some(spots.iter().map(|spot| spot.room(at)).fold(f64::INFINITY, smaller))
    }

    /// Whether all corners of another outline are inside an edge, or less than this outside it.
    /// None of the other's edges leads across such an edge.
    pub(super) fn is_inside(&self, edge: &Spot, most: f64) -> bool {
        let spots = self.kept.in_place();
        spots.is_some_and(|spots| spots.iter().all(|spot| edge.room(spot.at) >= -most))
    }

    fn near_loop(&self, at: Xy, band: f64) -> Option<PatchPlace> {
        let (mut edge, mut closest) = (None, band);
        let (mut corner, mut nearest) = (None, band);
        let mut is_outside = false;
        let beside = self.wanted(|run| run.is_beside(at, band));
        for spot in beside.map_while(|place| self.spot(place)) {
            let room = spot.room(at);
            if room < -band {
                return None;
            }
            is_outside |= room < 0.0;
            if room.abs() < closest {
                (edge, closest) = (Some(spot.edge), room.abs());
            }
            let apart = (at - spot.at).length_squared();
            if apart <= nearest * nearest {
                (corner, nearest) = (Some(spot.key), sqrt(apart));
            }
        }
        let inside = if is_outside { self.moved_inside(at, 2.0 * band)? } else { at };
        // Beyond a sharp corner, though near the lines of both of its edges.
        if (inside - at).length_squared() > 4.0 * band * band {
            return None;
        }
        let key = corner.or(edge).unwrap_or(self.key);
        Some(PatchPlace { at: inside, key, is_corner: corner.is_some() })
    }

    /// The nearest point of the outline to one that is outside by less than the band: across one
    /// edge, or at a corner. There may be none where it is farther than `most`.
    #[cold]
    fn moved_inside(&self, at: Xy, most: f64) -> Option<Xy> {
        let near = self.wanted(|run| run.is_near([at, at], most));
        let by_edges = near.map_while(|place| self.edge(place)).map(|(from, to)| {
            let along = to.at - from.at;
            let squared = along.length_squared();
            let share = if squared > 0.0 { along.dot(at - from.at) / squared } else { 0.0 };
            from.at + along * share.clamp(0.0, 1.0)
        });
        let nearer = |p: Xy, q: Xy| {
            let is_nearer = (q - at).length_squared() < (p - at).length_squared();
            if is_nearer { q } else { p }
        };
        by_edges.reduce(nearer)
    }
}

/// Numbers of the points on a rim, beyond those of the ends of generatrices.
const fn rim_number(facet: u32, place: u32) -> u32 {
    16 + ON_A_CIRCLE * facet + place
}

/// Cosine and sine of so many eighths of a turn.
fn eighth_turns(count: u32) -> (f64, f64) {
    let half = core::f64::consts::FRAC_1_SQRT_2;
    match count % 8 {
        0 => (1.0, 0.0),
        1 => (half, half),
        2 => (0.0, 1.0),
        3 => (-half, half),
        4 => (-1.0, 0.0),
        5 => (-half, -half),
        6 => (0.0, -1.0),
        _ => (half, -half),
    }
}

/// A direction that a feature itself leads along, for [`Across`].
pub(super) fn direction_of<S: Space>(side: &Side<'_, S>, feature: &FacingFeature) -> Option<Xyz> {
    match feature {
        FacingFeature::Face(ContactFace { facet, rim: Rim::Loop(_), .. }) => {
            if let (Flats::Cuboid(_), 3) = (side.flats, S::DIM) {
                let ([axis, _], _) = side_of_box(*facet);
                return Some(-side.direction(S::axis(axis)));
            }
            let [(_, p), (_, q)] = [side.flats.corner(*facet, 0)?, side.flats.corner(*facet, 1)?];
            Some(side.direction((q - p).try_normalize()?))
        }
        FacingFeature::Line(Line { ends: [p, q], .. }) => (*q - *p).try_normalize(),
        FacingFeature::Point { .. } | FacingFeature::Face(_) => None,
    }
}

/// Whether a shape has more than points to touch with.
pub(super) fn has_flats<S: Space>(flats: &Flats<'_, S>) -> bool {
    !matches!(flats, Flats::None | Flats::Point)
}
