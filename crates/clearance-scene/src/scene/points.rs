//! Points beside scenes: how far each is from the nearest surface, and on which side.

use clearance::{Point, Pose, Proximity, Query, Rotation, Space, Triangle, Witness, Xyz};

use super::body::{Part, Soup, placed, rounding_of};
use super::closed;
use super::depth::outside;
use super::extent::Extent;
use super::object::Object;
use super::pairs::Boxes;
use super::threads;
use super::wide::Open;
use crate::lengths::length;

/// On which side of a surface a point is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Proved: outside.
    Outside,
    /// Proved: inside, or on the surface.
    Inside,
    /// Has no answer: the surface is not closed. The distance is not negative.
    Open,
    /// Not decided: the surface is so near that rounding hides the side.
    Undecided,
}

/// The point of a scene's surfaces nearest to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projection {
    /// The index of the object.
    pub object: usize,
    /// The part or triangle.
    pub part: u32,
    /// The point of the surface.
    pub point: Xyz,
    /// A unit vector from the surface to the point or, inside, from the point to the surface; on
    /// the surface across the part or triangle.
    pub normal: Xyz,
    /// From the surface to the point: negative inside.
    pub signed_distance: f64,
    /// The exact value differs from `signed_distance` by no more than this.
    pub gap: f64,
    /// On which side of the object the point is.
    pub side: Side,
    /// Whether the point may be deeper: it is inside an object of several convex parts, and the
    /// depth is that of the deepest of them.
    pub is_lower_bound: bool,
}

impl Projection {
    /// For an object that nothing is known of.
    fn unknown(object: usize, point: Xyz) -> Self {
        Self {
            object,
            part: 0,
            point,
            normal: Xyz::axis(0),
            signed_distance: 0.0,
            gap: f64::INFINITY,
            side: Side::Undecided,
            is_lower_bound: false,
        }
    }
}

/// For each point, the nearest surface: the object in which it is deepest or, where it is in none,
/// the nearest. `None` for a point with a coordinate that is NaN or infinite, and of no objects.
///
/// `boxes` must be those of these objects in their current poses. Objects of triangles are surfaces
/// with an inside where they are closed ([`Side::Open`] elsewhere); exact signs decide the side, as
/// [`between`](super::between()) does for pieces of bodies.
///
/// Cost: some 6 µs a point for 10⁵ triangles on one core, 13 µs for 10⁶; many at once are faster. A
/// tree for points is made with the first and kept with the body. With the feature `rayon` all
/// cores share the points.
///
/// ```
/// use clearance::{Ball, Pose, Xyz};
/// use clearance_scene::scene::{Body, Boxes, Object, Side, project_points};
///
/// let ball = Object::new("ball", Body::of_parts(vec![Ball::new(1.0).into()])?);
/// let pose = Pose::from_translation(Xyz::new(5.0, 0.0, 0.0));
/// let balls = [ball.clone(), Object { pose, ..ball }];
/// let points = [Xyz::new(0.0, 3.0, 0.0), Xyz::new(4.5, 0.0, 0.0)];
/// let found = project_points(&balls, &Boxes::new(&balls), &points);
/// let [Some(out), Some(within)] = found[..] else { unreachable!() };
/// assert_eq!((out.object, out.signed_distance, out.side), (0, 2.0, Side::Outside));
/// assert_eq!((within.object, within.signed_distance, within.side), (1, -0.5, Side::Inside));
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn project_points(
    objects: &[Object],
    boxes: &Boxes,
    points: &[Xyz],
) -> Vec<Option<Projection>> {
    let shares: Vec<&[Xyz]> = points.chunks(4096).collect();
    threads::map(&shares, |points| project_these(objects, boxes, points)).concat()
}

/// The answers of [`project_points`], on one thread.
pub fn project_these(objects: &[Object], boxes: &Boxes, points: &[Xyz]) -> Vec<Option<Projection>> {
    let mut memory = Memory::default();
    let mut found = vec![None; points.len()];
    for i in along_a_curve(points) {
        if let (Some(point), Some(slot)) = (points.get(i as usize), found.get_mut(i as usize)) {
            *slot = project(objects, boxes, *point, &mut memory);
        }
    }
    found
}

/// The places of points along a curve that keeps neighbours together (Morton's), so that one is a
/// good start for the next.
fn along_a_curve(points: &[Xyz]) -> Vec<u32> {
    const CELLS: f64 = 1023.0;
    let all = Extent::of_points(points.iter().copied().filter(|point| point.is_finite()));
    let scale = CELLS / (all.high - all.low).max_abs();
    let code = |point: Xyz| {
        let cells = ((point - all.low) * scale).coordinates().map(|x| x as u32);
        let spread =
            |x: u32, axis: u32| (0..10).map(|bit| (x >> bit & 1) << (3 * bit + axis)).sum();
        let [x, y, z] = cells;
        let codes: [u32; 3] = [spread(x, 0), spread(y, 1), spread(z, 2)];
        codes.iter().sum::<u32>()
    };
    let mut places: Vec<(u32, u32)> = points.iter().map(|point| code(*point)).zip(0..).collect();
    places.sort_unstable();
    places.into_iter().map(|(_, place)| place).collect()
}

/// What is kept from point to point.
#[derive(Default)]
struct Memory {
    open: Open,
    near: Vec<Near>,
    /// The object and triangle that was nearest: a start for the next point.
    last: Option<(usize, u32)>,
}

/// A triangle that may be the nearest: no nearer than so.
type Near = (f64, u32);

fn project(
    objects: &[Object],
    boxes: &Boxes,
    point: Xyz,
    memory: &mut Memory,
) -> Option<Projection> {
    if !point.is_finite() {
        return None;
    }
    let spot = Extent::of_points([point]);
    let mut best: Option<Projection> = None;
    let mut lowest = f64::INFINITY;
    boxes.tree().nearest_first(&spot, f64::INFINITY, |place| {
        let place = place as usize;
        let reach = best.as_ref().map_or(f64::INFINITY, |best| best.signed_distance.max(0.0));
        let found = objects.get(place).and_then(|own| of(own, place, point, reach, memory));
        if let Some(found) = found {
            lowest = lowest.min(found.signed_distance - found.gap);
            let order = |one: &Projection, two: &Projection| {
                let places = (one.object, one.part).cmp(&(two.object, two.part));
                one.signed_distance.total_cmp(&two.signed_distance).then(places)
            };
            if best.as_ref().is_none_or(|best| order(&found, best).is_lt()) {
                best = Some(found);
            }
        }
        best.as_ref().map_or(f64::INFINITY, |best| (best.signed_distance + best.gap).max(0.0))
    });
    let best = best?;
    Some(Projection { gap: best.gap.max(best.signed_distance - lowest), ..best })
}

/// The projection onto one object, if it is no farther than `within`.
fn of(
    object: &Object,
    place: usize,
    point: Xyz,
    within: f64,
    memory: &mut Memory,
) -> Option<Projection> {
    if object.check().is_err() {
        return Some(Projection::unknown(place, point));
    }
    let found = match object.body.soup() {
        Some(soup) => of_surface(object, soup, place, point, within, memory),
        None => of_parts(object, place, point, within),
    }?;
    Some(padded(found, object.padding, point))
}

fn of_parts(object: &Object, place: usize, point: Xyz, within: f64) -> Option<Projection> {
    let (spot, at) = (Point(Xyz::default()), Pose::from_translation(point));
    let parts = object.body.parts();
    let mut best: Option<Projection> = None;
    let mut lowest = f64::INFINITY;
    let look = |i: u32, part: &Part, reach: f64| {
        let (pose, mut off) = placed(&object.pose, part);
        if !(off < f64::INFINITY) {
            // A shape without end turns about its origin.
            let apart = length(point - pose.translation);
            off = rounding_of(
                apart + 2.0 * length(object.pose.translation) + length(pose.translation),
            );
        }
        let query = if reach + off < f64::INFINITY {
            Query::new().cut_off((reach + off).next_up() * 2.0)
        } else {
            Query::new()
        };
        let found = query.proximity(&part.shape, &pose, &spot, &at);
        let witness = found.witness();
        let gap = witness.gap + off;
        let signed_distance = found.signed_distance();
        let is_close = off > 0.0 && signed_distance.abs() <= gap;
        let side = match found {
            _ if is_close => Side::Undecided,
            Proximity::Separated(_) => Side::Outside,
            Proximity::Intersecting(_) => Side::Inside,
            Proximity::Undecided(_) => Side::Undecided,
        };
        Projection {
            object: place,
            part: i,
            point: witness.on_a,
            normal: witness.normal,
            signed_distance,
            gap,
            side,
            is_lower_bound: false,
        }
    };
    object.body.tree().nearest_first(&local_box(object, point), within, |i| {
        let reach = best.as_ref().map_or(within, |best| best.signed_distance.max(0.0));
        if let Some(part) = parts.get(i as usize) {
            let found = look(i, part, reach);
            lowest = lowest.min(found.signed_distance - found.gap);
            let is_better = best.as_ref().is_none_or(|best| {
                let order = found.signed_distance.total_cmp(&best.signed_distance);
                order.then(i.cmp(&best.part)).is_lt()
            });
            if is_better {
                best = Some(found);
            }
        }
        best.as_ref().map_or(within, |best| (best.signed_distance + best.gap).clamp(0.0, within))
    });
    let best = best?;
    let is_lower_bound = parts.len() > 1 && best.side != Side::Outside;
    let gap = best.gap.max(best.signed_distance - lowest);
    Some(Projection { is_lower_bound, gap, ..best })
}

/// Where a point may be in an object's frame.
fn local_box(object: &Object, point: Xyz) -> Extent {
    let (local, off) = local(object, point);
    Extent::of_points([local]).grown(off)
}

/// A point in an object's frame, and how far it may be off.
fn local(object: &Object, point: Xyz) -> (Xyz, f64) {
    let pose = &object.pose;
    if *pose == Pose::identity() {
        return (point, 0.0);
    }
    let moved = point - pose.translation;
    let size = point.max_abs() + pose.translation.max_abs();
    (moved.rotate_back(&pose.rotation.matrix()), rounding_of(2.0 * size))
}

fn of_surface(
    object: &Object,
    soup: &Soup,
    place: usize,
    point: Xyz,
    within: f64,
    memory: &mut Memory,
) -> Option<Projection> {
    let (at, off) = local(object, point);
    let tree = object.body.tree();
    // A surface around the point may be any distance away.
    let is_closed = soup.surface().is_closed;
    let may_hold = is_closed && tree.extent().apart(&Extent::of_points([at])) <= off;
    let reach = if may_hold { f64::INFINITY } else { (within + off).next_up() };
    let hint = memory.last.filter(|(own, _)| *own == place).map(|(_, triangle)| triangle);
    let (witness, triangle) = nearest(object, soup, at, reach, hint, memory)?;
    memory.last = Some((place, triangle));
    let (length, gap) = (witness.length, witness.gap + off);
    let is_near = !(length - gap > 0.0);
    let side = match (is_closed, off > 0.0 && is_near) {
        (false, _) if length == 0.0 && witness.gap == 0.0 && off == 0.0 => Side::Inside,
        (false, _) => Side::Open,
        (true, true) => Side::Undecided,
        (true, false) if !may_hold => Side::Outside,
        (true, false) => match closed::side(at, soup, tree) {
            Some(closed::Side::Inside | closed::Side::On) => Side::Inside,
            Some(closed::Side::Outside) => Side::Outside,
            None => Side::Undecided,
        },
    };
    let is_inside = side == Side::Inside && length > 0.0;
    if !is_inside && length - gap > within {
        return None;
    }
    // The sign is hidden: it may be as deep as it may be far.
    let gap = if side == Side::Undecided { gap + length } else { gap };
    let away = if is_inside { -witness.normal } else { witness.normal };
    let (signed_distance, normal) = match (is_inside, side) {
        (true, _) => (-length, away),
        (false, Side::Undecided) => (0.0, away),
        (false, _) => (length, away),
    };
    let turn = object.pose.rotation.matrix();
    Some(Projection {
        object: place,
        part: triangle,
        point: object.pose.transform_point(witness.on_a),
        normal: normal.rotate(&turn),
        signed_distance,
        gap,
        side,
        is_lower_bound: false,
    })
}

/// The nearest triangle, all in the body's frame, if it may be no farther than `within`; the gap
/// allows for the others.
fn nearest(
    object: &Object,
    soup: &Soup,
    at: Xyz,
    within: f64,
    hint: Option<u32>,
    memory: &mut Memory,
) -> Option<(Witness<Xyz>, u32)> {
    let origin = Xyz::default();
    let Memory { open, near, .. } = memory;
    near.clear();
    let hint_high = hint.map_or(within, |hint| bounds(&soup.triangle(hint), at)[1]);
    let mut most = hint_high.min(within);
    let mut look = |i: u32, triangle: &Triangle<Xyz>| {
        let [low, high] = bounds(triangle, at);
        most = most.min(high);
        if low <= most {
            near.push((low, i));
        }
        most
    };
    let begin = hint_high.min(within);
    let is_done = soup.wide().is_some_and(|wide| wide.around(at, begin, open, &mut look));
    if !is_done {
        let spot = Extent::of_points([at]);
        object.body.tree().nearest_first(&spot, begin, |i| look(i, &soup.triangle(i)));
    }
    near.sort_unstable_by(|one, two| one.0.total_cmp(&two.0).then(one.1.cmp(&two.1)));
    let (mut best, mut lowest): (Option<(Witness<Xyz>, u32)>, f64) = (None, f64::INFINITY);
    for (low, i) in near.iter() {
        let so_far = best.as_ref().map_or(f64::INFINITY, |(witness, _)| witness.length);
        if *low > so_far {
            break;
        }
        let found = Query::new().proximity(&soup.triangle(*i), &origin, &Point(at), &origin);
        let witness = outside(found);
        lowest = lowest.min(witness.length - witness.gap);
        let is_better = best.as_ref().is_none_or(|(before, j)| {
            witness.length.total_cmp(&before.length).then(i.cmp(j)).is_lt()
        });
        if is_better {
            best = Some((witness, *i));
        }
    }
    let (witness, i) = best?;
    let gap = witness.gap.max(witness.length - lowest);
    Some((Witness { gap, ..witness }, i))
}

/// Bounds of the distance of a point from a triangle: over its plane where the point is above its
/// inside, else from its edges.
#[inline(always)]
fn bounds(triangle: &Triangle<Xyz>, at: Xyz) -> [f64; 2] {
    let Triangle { a, b, c } = *triangle;
    let [p, q, r] = [a - at, b - at, c - at];
    let far = p.max_abs().max(q.max_abs()).max(r.max_abs());
    let [ab, bc, ca] = [b - a, c - b, a - c];
    let across = ab.cross(-ca);
    let area = across.length_squared();
    // Above the inside if on the inner side of all three planes across the edges.
    let is_above = across.dot(p.cross(q)) >= 0.0
        && across.dot(q.cross(r)) >= 0.0
        && across.dot(r.cross(p)) >= 0.0;
    let longest = ab.length_squared().max(bc.length_squared()).max(ca.length_squared());
    // Beyond, squares of squares leave the range of floats.
    if !(far < 1e70 && longest > 1e-140) {
        return [0.0, f64::INFINITY];
    }
    // The planes of thin triangles are off by so many times more.
    let thin = longest / area.sqrt();
    let rounding = 64.0 * f64::EPSILON * far;
    let (distance, off) = if is_above && thin < 1e6 {
        (across.dot(p).abs() / area.sqrt(), rounding * thin)
    } else {
        let near = [(p, ab), (q, bc), (r, ca)].map(|(from, edge)| from_edge(from, edge));
        let [x, y, z] = near;
        // One above the inside may seem beside it, by as much as the planes are off; but it is no
        // farther from an edge than the triangle is wide.
        let off = if thin < 1e6 { rounding * thin } else { rounding + (area / longest).sqrt() };
        (x.min(y).min(z).sqrt(), off)
    };
    [(distance - off).max(0.0), distance + off]
}

/// The square of the distance of the origin from a segment.
#[inline(always)]
fn from_edge(from: Xyz, edge: Xyz) -> f64 {
    let squared = edge.length_squared();
    let along = -from.dot(edge);
    let share = if along <= 0.0 {
        0.0
    } else if along >= squared {
        1.0
    } else {
        along / squared
    };
    (from + edge * share).length_squared()
}

/// Padding grows an object by a ball.
fn padded(found: Projection, padding: f64, point: Xyz) -> Projection {
    if padding == 0.0 {
        return found;
    }
    let signed_distance = found.signed_distance - padding;
    let gap = found.gap + f64::EPSILON * (found.signed_distance.abs() + padding);
    let is_close = signed_distance.abs() <= gap;
    let side = match found.side {
        _ if is_close => Side::Undecided,
        Side::Outside | Side::Open if signed_distance > 0.0 => found.side,
        Side::Undecided if signed_distance > 0.0 => Side::Outside,
        _ => Side::Inside,
    };
    let is_known = found.signed_distance != 0.0;
    let normal = if is_known {
        found.normal
    } else {
        (point - found.point).try_normalize().unwrap_or(found.normal)
    };
    let on = found.point + normal * padding;
    Projection { signed_distance, gap, side, point: on, ..found }
}
