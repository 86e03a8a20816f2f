//! Rays at scenes: the first thing that each meets, or all.

use clearance::{
    Cast, Interval, Point, Pose, Query, Ray, Rotation, Space, SupportMap, Sweep, Triangle, Xyz,
    cast_ray,
};

use super::body::{Part, placed, rounding_of};
use super::extent::Extent;
use super::object::Object;
use super::pairs::Boxes;
use super::swept::Velocity;
use super::threads;
use super::wide::Open;

/// Which sides of triangles count for a ray. A triangle's outer side is the one from which its
/// corners run counterclockwise. Convex parts count from either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Faces {
    /// Both sides: surfaces as they are.
    #[default]
    Both,
    /// Outer sides only: a ray from inside a closed surface passes it.
    Outer,
    /// Inner sides only: where a ray leaves a closed surface.
    Inner,
}

/// Where a ray meets a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The time lies in here.
    pub time: Interval<f64>,
    /// Whether it is proved to meet it. Otherwise it may, as the core's
    /// [`clearance::RayCast::Undecided`], or as the roundings of a part's pose hide.
    pub is_proved: bool,
    /// The index of the object.
    pub object: usize,
    /// The part or triangle.
    pub part: u32,
    /// The point.
    pub point: Xyz,
    /// A unit vector across the surface, against the ray; of a convex part as in
    /// [`clearance::RayHit`].
    pub normal: Xyz,
    /// Whether it meets the inner side: of a triangle, by the order of its corners; of a convex
    /// part, where it leaves it.
    pub is_inner: bool,
}

/// For each ray, the first body that it meets: what a lidar sees, what is under a pointer. `None`
/// is proved: it meets none.
///
/// `boxes` must be those of these objects in their current poses. The ray is free of all bodies
/// before the `low` of the time, and of equal times the first object and part is named. Triangles
/// are surfaces, closed or not: a ray that begins inside meets them from inside, and one that
/// begins on a triangle meets it at time 0. Convex parts are solid, and hit at time 0 by a ray that
/// begins within; with [`Ray::hollow`] they are hit where it leaves them. A padded object is solid
/// where padding reaches.
///
/// Whether a triangle is met is exact for the very floats given, edges and corners included, so no
/// ray slips between two triangles. Times are as those of [`cast_ray`]: of a triangle met head on
/// some 3e-14 of the way and the size.
///
/// Cost: some 0.5 µs a ray for 10⁵ triangles on one core, 0.7 µs for 10⁶; what meets an edge within
/// rounding takes exact arithmetic. A tree for rays is made with the first of them and kept with
/// the body. With the feature `rayon` all cores share the rays.
///
/// ```
/// use clearance::{Ray, Xyz};
/// use clearance_scene::Mesh;
/// use clearance_scene::scene::{Body, Boxes, Faces, Object, first_hits};
///
/// // A floor of two triangles.
/// let vertices = vec![[-1., 0., -1.], [1., 0., -1.], [1., 0., 1.], [-1., 0., 1.]];
/// let mesh = Mesh { vertices, triangles: vec![[0, 2, 1], [0, 3, 2]] };
/// let floor = [Object::new("floor", Body::of_triangles(mesh)?)];
/// let boxes = Boxes::new(&floor);
///
/// let down = Ray::new(Xyz::new(0.0, 2.0, 0.0), Xyz::new(0.0, -1.0, 0.0));
/// let aside = Ray { origin: Xyz::new(3.0, 2.0, 0.0), ..down };
/// let [Some(hit), None] = first_hits(&floor, &boxes, &[down, aside], Faces::Both)[..] else {
///     unreachable!()
/// };
/// // Through the edge between both.
/// assert!(hit.time.low <= 2.0 && 2.0 <= hit.time.high && hit.time.width() < 1e-12);
/// assert_eq!((hit.part, hit.normal), (0, Xyz::new(0.0, 1.0, 0.0)));
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn first_hits(
    objects: &[Object],
    boxes: &Boxes,
    rays: &[Ray<Xyz>],
    faces: Faces,
) -> Vec<Option<RayHit>> {
    let targets = Targets::new(objects, boxes);
    let shares: Vec<&[Ray<Xyz>]> = rays.chunks(1024).collect();
    threads::map(&shares, |rays| targets.first(rays, faces)).concat()
}

/// All bodies that a ray meets, sooner ones first, then by object and part.
///
/// As [`first_hits`], with one hit a triangle and one a convex part. Through an edge that two
/// triangles share a ray meets both: crossings of a closed surface are not to be counted by them.
pub fn all_hits(objects: &[Object], boxes: &Boxes, ray: &Ray<Xyz>, faces: Faces) -> Vec<RayHit> {
    Targets::new(objects, boxes).all(ray, faces)
}

/// A scene that is made ready for many rays once.
pub struct Targets<'s> {
    objects: &'s [Object],
    boxes: &'s Boxes,
    /// How the world turns into each object's frame; `None` of those not turned.
    turns: Vec<Option<<Xyz as Space>::Matrix>>,
}

impl<'s> Targets<'s> {
    /// `boxes` must be those of these objects in their current poses.
    pub fn new(objects: &'s [Object], boxes: &'s Boxes) -> Self {
        let upright = Pose::<Xyz>::identity().rotation;
        let turn = |object: &Object| {
            (object.pose.rotation != upright).then(|| object.pose.rotation.matrix())
        };
        Self { objects, boxes, turns: objects.iter().map(turn).collect() }
    }

    /// The answers of [`first_hits`], on one thread.
    pub fn first(&self, rays: &[Ray<Xyz>], faces: Faces) -> Vec<Option<RayHit>> {
        let mut open = (Vec::new(), Vec::new());
        let first = |ray: &Ray<Xyz>| {
            let mut first = First { hit: None, until: ray.max_time, is_proved: false };
            self.each(ray, faces, &mut open, ray.max_time, |hit| {
                first.take(hit);
                first.until
            });
            first.answer()
        };
        rays.iter().map(first).collect()
    }

    /// The answer of [`all_hits`].
    pub fn all(&self, ray: &Ray<Xyz>, faces: Faces) -> Vec<RayHit> {
        let mut all = Vec::new();
        self.each(ray, faces, &mut Default::default(), ray.max_time, |hit| {
            all.push(hit);
            ray.max_time
        });
        let order = |one: &RayHit, two: &RayHit| {
            let places = (one.object, one.part).cmp(&(two.object, two.part));
            one.time.low.total_cmp(&two.time.low).then(places)
        };
        all.sort_unstable_by(order);
        all
    }

    /// Visits what a ray meets up to a time; `visit` returns the latest that still matters.
    fn each(
        &self,
        ray: &Ray<Xyz>,
        faces: Faces,
        (open, wide): &mut (Vec<(f64, u32)>, Open),
        until: f64,
        mut visit: impl FnMut(RayHit) -> f64,
    ) {
        let spot = Extent::of_points([ray.origin]);
        let velocity = Velocity::of(ray.direction);
        let mut until = until;
        self.boxes.tree().along(&spot, &velocity, until, open, |place| {
            let (object, turn) = (self.objects.get(place as usize), self.turns.get(place as usize));
            if let (Some(object), Some(turn)) = (object, turn) {
                let asked =
                    Asked { place: place as usize, object, turn: turn.as_ref(), ray, faces };
                until = asked.each(until, wide, &mut visit);
            }
            until
        });
    }
}

/// The first of what a ray meets.
struct First {
    hit: Option<RayHit>,
    /// The time by which it surely meets something.
    until: f64,
    is_proved: bool,
}

impl First {
    fn take(&mut self, hit: RayHit) {
        if hit.is_proved {
            self.until = self.until.min(hit.time.high);
            self.is_proved = true;
        }
        let order = |one: &RayHit, two: &RayHit| {
            let places = (one.object, one.part).cmp(&(two.object, two.part));
            one.time.low.total_cmp(&two.time.low).then(places)
        };
        if self.hit.as_ref().is_none_or(|best| order(&hit, best).is_lt()) {
            self.hit = Some(hit);
        }
    }

    fn answer(self) -> Option<RayHit> {
        let hit = self.hit?;
        let high = if self.is_proved { self.until } else { hit.time.high };
        let time = Interval { high, ..hit.time };
        Some(RayHit { time, is_proved: self.is_proved, ..hit })
    }
}

/// A ray that asks an object.
struct Asked<'s> {
    place: usize,
    object: &'s Object,
    turn: Option<&'s <Xyz as Space>::Matrix>,
    ray: &'s Ray<Xyz>,
    faces: Faces,
}

/// A ray in a body's frame, and how far it may be off there: by a length, and by more along it.
struct Line {
    from: Xyz,
    along: Xyz,
    off: f64,
    drift: f64,
}

/// What a filter says of a ray and a triangle.
enum Filtered {
    Miss,
    /// The times, and the normal across the triangle.
    Hit([f64; 2], Xyz),
    Close,
}

impl Asked<'_> {
    fn line(&self) -> Line {
        let (pose, ray) = (&self.object.pose, self.ray);
        let (from, along) = (ray.origin - pose.translation, ray.direction);
        let size = ray.origin.max_abs() + pose.translation.max_abs();
        match self.turn {
            Some(matrix) => Line {
                from: from.rotate_back(matrix),
                along: along.rotate_back(matrix),
                off: rounding_of(4.0 * size),
                drift: rounding_of(4.0 * along.max_abs()),
            },
            None if pose.translation == Xyz::default() => {
                Line { from: ray.origin, along, off: 0.0, drift: 0.0 }
            }
            None => Line { from, along, off: rounding_of(size), drift: 0.0 },
        }
    }

    /// Visits what the ray meets of the object; returns the latest time that still matters.
    fn each(&self, mut until: f64, open: &mut Open, visit: &mut impl FnMut(RayHit) -> f64) -> f64 {
        let body = &self.object.body;
        let is_padded = self.object.padding != 0.0;
        let line = self.line();
        if let (Some(soup), false) = (body.soup(), is_padded)
            && let Some(wide) = soup.wide()
        {
            let ways = [line.from, line.along];
            let is_done = wide.along(ways, line.off, until, open, |i, triangle| {
                if let Some(hit) = self.triangle(triangle, i, &line) {
                    until = visit(hit);
                }
                until
            });
            if is_done {
                return until;
            }
        }
        let by = self.object.padding + line.off;
        let velocity = Velocity::of(line.along).off_by(line.drift);
        let spot = Extent::of_points([line.from]).grown(by);
        body.tree().along(&spot, &velocity, until, &mut Vec::new(), |i| {
            let found = match (body.soup(), body.parts().get(i as usize)) {
                (Some(soup), _) if is_padded => {
                    let (triangle, pose) = (soup.triangle(i), &self.object.pose);
                    self.solid(&triangle, pose, 0.0, i)
                }
                (Some(soup), _) => self.triangle(&soup.triangle(i), i, &line),
                (None, Some(part)) => self.part(part, i),
                (None, None) => None,
            };
            if let Some(hit) = found {
                until = visit(hit);
            }
            until
        });
        until
    }

    fn triangle(&self, triangle: &Triangle<Xyz>, i: u32, line: &Line) -> Option<RayHit> {
        let (times, across) = match line.meets(triangle, self.ray.max_time) {
            Filtered::Miss => return None,
            Filtered::Hit(times, across) => (times, across),
            Filtered::Close => return self.close(triangle, i, line),
        };
        let is_inner = across.dot(line.along) > 0.0;
        self.counts(Some(is_inner)).then(|| {
            let normal = across.try_normalize().unwrap_or(Xyz::axis(0));
            let normal = if is_inner { -normal } else { normal };
            let normal = self.turn.map_or(normal, |matrix| normal.rotate(matrix));
            let [low, high] = times;
            let time = Interval { low, high };
            self.hit(time, true, i, self.ray.at(time.middle()), normal, is_inner)
        })
    }

    /// A triangle that the filter leaves open, by exact arithmetic.
    #[cold]
    fn close(&self, triangle: &Triangle<Xyz>, i: u32, line: &Line) -> Option<RayHit> {
        let ray = Ray { hollow: false, ..*self.ray };
        let found = cast_ray(triangle, &self.object.pose, &ray);
        let hit = found.hit()?;
        let (across, off) = line.across(triangle);
        let speed = across.dot(line.along);
        let side = (speed.abs() > off).then_some(speed > 0.0);
        let is_proved = found.is_decided();
        let is_inner = side == Some(true);
        self.counts(side).then(|| self.hit(hit.time, is_proved, i, hit.point, hit.normal, is_inner))
    }

    /// Whether a side counts; edge on, a triangle counts as both.
    fn counts(&self, is_inner: Option<bool>) -> bool {
        match self.faces {
            Faces::Both => true,
            Faces::Outer => is_inner != Some(true),
            Faces::Inner => is_inner != Some(false),
        }
    }

    fn hit(
        &self,
        time: Interval<f64>,
        is_proved: bool,
        part: u32,
        point: Xyz,
        normal: Xyz,
        is_inner: bool,
    ) -> RayHit {
        RayHit { time, is_proved, object: self.place, part, point, normal, is_inner }
    }

    fn part(&self, part: &Part, i: u32) -> Option<RayHit> {
        let (pose, off) = placed(&self.object.pose, part);
        if off > 0.0 || self.object.padding > 0.0 {
            return self.solid(&part.shape, &pose, off, i);
        }
        let found = cast_ray(&part.shape, &pose, self.ray);
        let hit = found.hit()?;
        Some(self.leaving(hit, found.is_decided(), i))
    }

    fn leaving(&self, hit: &clearance::RayHit<Xyz>, is_proved: bool, i: u32) -> RayHit {
        let is_inner = self.ray.hollow && hit.normal.dot(self.ray.direction) > 0.0;
        self.hit(hit.time, is_proved, i, hit.point, hit.normal, is_inner)
    }

    /// A shape that is padded, or whose points may be off by a length: met no sooner than where the
    /// ray comes so near that it may be, and no later than where it is so deep that it is.
    fn solid(
        &self,
        shape: &impl SupportMap<Xyz>,
        pose: &Pose<Xyz>,
        off: f64,
        i: u32,
    ) -> Option<RayHit> {
        let (ray, padding) = (self.ray, self.object.padding);
        if !(off.is_finite() && padding.is_finite()) {
            // Nothing is known of it.
            let time = Interval { low: 0.0, high: ray.max_time };
            return Some(self.hit(time, false, i, ray.origin, Xyz::axis(0), false));
        }
        let (spot, at) = (Point(Xyz::default()), Pose::from_translation(ray.origin));
        let sweep = Sweep::new(ray.direction).until(ray.max_time);
        let within = |distance: f64| {
            let sweep = sweep.target_distance(distance);
            Query::new().cast(shape, pose, &spot, &at, &sweep)
        };
        let sooner = within((padding + off).next_up());
        let first = *sooner.hit()?;
        if first.time.low == 0.0 && ray.hollow && padding == 0.0 {
            return self.left(shape, pose, off, i);
        }
        let later = within((padding - off).next_down());
        let (high, is_proved) = match later {
            Cast::Hit(hit) => (hit.time.high, true),
            _ => (ray.max_time, false),
        };
        let time = Interval { low: first.time.low, high };
        let witness = first.witness;
        Some(self.hit(time, is_proved, i, witness.on_a, witness.normal, false))
    }

    /// Where a ray that may begin within a shape, whose points may be off, leaves it.
    fn left(
        &self,
        shape: &impl SupportMap<Xyz>,
        pose: &Pose<Xyz>,
        off: f64,
        i: u32,
    ) -> Option<RayHit> {
        let ray = self.ray;
        let spot = (Point(Xyz::default()), Pose::from_translation(ray.origin));
        let stands = Query::new().proximity(shape, pose, &spot.0, &spot.1);
        let deep = -stands.signed_distance() - stands.witness().gap;
        let found = cast_ray(shape, pose, &ray.hollow());
        let hit = match found.hit() {
            Some(hit) => *hit,
            // It stays within; of a shape that is off it may leave near the end.
            None => {
                let time = Interval { low: 0.0, high: ray.max_time };
                let normal = ray.direction.try_normalize().unwrap_or(Xyz::axis(0));
                return (!(deep > off)).then(|| self.hit(time, false, i, ray.origin, normal, true));
            }
        };
        // The depth along the ray is no less than a straight line from here to where it leaves, and
        // the shape stays below the plane there.
        let closing = hit.normal.dot(ray.direction);
        let low = hit.time.low * (1.0 - off / deep).max(0.0) * (1.0 - 2.0 * f64::EPSILON);
        let high = (hit.time.high + 1.01 * off / closing) * (1.0 + 2.0 * f64::EPSILON);
        let is_proved =
            found.is_decided() && deep > 2.0 * off && closing > 0.0 && high <= ray.max_time;
        let (low, high) = if is_proved { (low, high) } else { (0.0, ray.max_time) };
        let hit = clearance::RayHit { time: Interval { low, high }, ..hit };
        Some(self.leaving(&hit, is_proved, i))
    }
}

impl Line {
    /// The normal of a triangle, as long as twice its area, and how far its product with the
    /// direction may be off.
    fn across(&self, triangle: &Triangle<Xyz>) -> (Xyz, f64) {
        let Triangle { a, b, c } = *triangle;
        let (one, two) = (b - a, c - a);
        let area = one.max_abs() * two.max_abs();
        // Each of six products is off by eight roundings at most, and by the drift.
        let off = area * (48.0 * f64::EPSILON * self.along.max_abs() + 6.0 * self.drift);
        (one.cross(two), off)
    }

    /// Whether and when the line meets a triangle, unless it is close.
    #[inline(always)]
    fn meets(&self, triangle: &Triangle<Xyz>, until: f64) -> Filtered {
        let Self { from, along, off, drift } = *self;
        let [a, b, c] = [triangle.a - from, triangle.b - from, triangle.c - from];
        // On which side of the line each edge passes: the sums of six products, off by less than
        // eight roundings each, and by what the factors are off.
        let sides = [along.dot(b.cross(c)), along.dot(c.cross(a)), along.dot(a.cross(b))];
        let (far, speed) = (a.max_abs().max(b.max_abs()).max(c.max_abs()), along.max_abs());
        let side_off =
            far * (48.0 * f64::EPSILON * far * speed + 12.0 * (off * speed + far * drift));
        let [least, most] = {
            let [x, y, z] = sides;
            [x.min(y).min(z), x.max(y).max(z)]
        };
        if least < -side_off && most > side_off {
            return Filtered::Miss;
        }
        if !(least > side_off || most < -side_off) || !(side_off > 1e-250) {
            return Filtered::Close;
        }
        let (across, slope_off) = self.across(triangle);
        let (slope, height) = (across.dot(along), across.dot(a));
        if !(slope.abs() > 2.0 * slope_off) {
            return Filtered::Close;
        }
        let (one, two) = (triangle.b - triangle.a, triangle.c - triangle.a);
        let area = one.max_abs() * two.max_abs();
        let height_off = area * (48.0 * f64::EPSILON * a.max_abs() + 6.0 * off);
        let time = height / slope;
        let time_off = (height_off + time.abs() * slope_off) / (slope.abs() - slope_off) * 1.01
            + 4.0 * f64::EPSILON * time.abs();
        let (low, high) = (time - time_off, time + time_off);
        if high < 0.0 || low > until {
            Filtered::Miss
        } else if low > 0.0 && high <= until && high < f64::INFINITY {
            Filtered::Hit([low, high], across)
        } else {
            Filtered::Close
        }
    }
}
