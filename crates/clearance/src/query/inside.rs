//! How deep one shape lies inside another.

use crate::answer::Separation;
use crate::certify;
use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Pose, Rotation, Space, ToPose, Vector, larger, smaller, two_sum};
use crate::query::extent::camera_corners;
use crate::query::{Compiled, Pair, Query};
use crate::shape::{Facet, Flats, HalfSpace, Point, Rim, SupportMap, boundary_slack, length_above};
use crate::solve::Expand;

/// How deep a shape lies inside a container: by how much it may grow, or move in any direction, and
/// still be inside. Where it sticks out, the length is negative: minus the distance of its farthest
/// point from the container.
///
/// The third of three depths: [`penetration`](crate::penetration()) is the shortest way out,
/// [`separation`](crate::separation()) minus the way out along a direction of your own. For a ball
/// in the middle of a larger one, the shortest way out is the sum of their radii, and this is their
/// difference.
///
/// The exact value lies within `gap` of `length`. The gap is some 1e-14 of the size for polytopes,
/// balls and capsules, also rounded, scaled or summed, in any container, and for every shape inside
/// boxes, hulls and half-spaces. For cylinders, cones, ellipsoids, shapes of your own and those
/// without [`corner_points`](crate::corner_points()) in curved containers, or where they stick out,
/// it is wide: they are replaced by their boxes. It is infinite for a shape without end and where
/// [`check`](crate::check) finds a fault.
///
/// Cost: that of [`proximity`](crate::proximity()) with a point, for each corner of the shape; for
/// curved shapes one support point for each facet of the container.
///
/// ```
/// use clearance::{Ball, Cuboid, Cylinder, inside_by, penetration};
/// use glam::Vec3;
///
/// let zone = Cuboid::new(Vec3::new(4.0, 2.0, 4.0));
/// let player = Ball::new(0.5);
/// let at = Vec3::new(3.0, 0.0, 0.0);
/// let margin = inside_by(&zone, &Vec3::ZERO, &player, &at);
/// assert!((margin.length - 0.5).abs() <= margin.gap);
/// assert_eq!(penetration(&zone, &Vec3::ZERO, &player, &at).unwrap().length, 1.5); // to get out
///
/// let can = inside_by(&zone, &Vec3::ZERO, &Cylinder::new(1.5, 0.25), &Vec3::new(0.0, 1.0, 0.0));
/// assert!((can.length + 0.5).abs() <= can.gap); // sticks out of the roof
/// ```
#[must_use]
pub fn inside_by<P, Q, A, B>(
    container: &A,
    pose_container: &P,
    shape: &B,
    pose: &Q,
) -> Separation<<P::Vector as Vector>::Scalar>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Pair::with((container, pose_container), (shape, pose), Compiled::inside_by).narrowed()
}

/// See [`inside_by`].
pub(super) fn inside_by_pair<S: Expand>(pair: &Pair<'_, S>) -> Separation<f64> {
    let Pair { a: container, pose_a, b: shape, pose_b, .. } = *pair;
    let around = Stood { shape: container, pose: *pose_a };
    let within = Stood { shape, pose: *pose_b };
    let has_corners = shape.corners().is_some() || !camera_corners(shape).is_empty();
    let core = if has_corners {
        around.of_corners(&within)
    } else {
        around.of_curved(&within, &container.flats())
    };
    let [high, low] = {
        let [core_radius, rest] = shape.radius_in_two();
        let (radius, error) = two_sum(core_radius, rest);
        // Where it is rounded, by less than an ulp either way.
        let slack = if error == 0.0 { 0.0 } else { radius * f64::EPSILON };
        [core.high + radius + slack, core.low + radius - slack]
    };
    let is_known = shape.unbounded().is_none()
        && (low.is_finite() && high.is_finite() && low <= high)
        && pair.check().is_ok();
    if is_known {
        // The middle and the sums above round by an ulp of the largest.
        let rounding = 2.0 * f64::EPSILON * larger(high.abs(), low.abs());
        Separation { length: -0.5 * (low + high), gap: 0.5 * (high - low) + rounding }
    } else {
        Separation { length: 0.0, gap: f64::INFINITY }
    }
}

/// Bounds of the largest signed distance of a core's points from the container: negative inside.
struct Deepest {
    low: f64,
    high: f64,
}

impl Deepest {
    const UNKNOWN: Self = Self { low: f64::NEG_INFINITY, high: f64::INFINITY };
    const NONE: Self = Self { low: f64::NEG_INFINITY, high: f64::NEG_INFINITY };

    /// The intersection of both bounds.
    fn and(self, other: Self) -> Self {
        Self { low: larger(self.low, other.low), high: smaller(self.high, other.high) }
    }
}

/// A shape where it stands.
struct Stood<'a, S: Space> {
    shape: &'a dyn SupportMap<S>,
    pose: Pose<S>,
}

impl<S: Expand> Stood<'_, S> {
    /// How far outside this shape a point of the other's frame lies: bounds, and the way out.
    fn outside_by(&self, other: &Stood<'_, S>, point: S) -> ([f64; 2], S) {
        let found = Query::new().proximity(self.shape, &self.pose, &Point(point), &other.pose);
        let (middle, gap) = (found.signed_distance(), found.witness().gap);
        ([middle - gap, middle + gap], found.witness().normal)
    }

    /// The signed distance is convex: a hull's farthest point is a corner.
    fn of_corners(&self, other: &Stood<'_, S>) -> Deepest {
        let mut farthest = Deepest::NONE;
        let mut counts = |point: S, slack: f64| {
            let ([low, high], _) = self.outside_by(other, point);
            farthest.low = larger(farthest.low, low - slack);
            farthest.high = larger(farthest.high, high + slack);
        };
        for index in 0..other.shape.corners().unwrap_or(0) {
            let exact = other.shape.corner(index).filter(|[_, rest]| *rest == S::default());
            let Some(point) = certify::nearest_corner(other.shape, index) else {
                return Deepest::UNKNOWN;
            };
            let rounded = if exact.is_some() { 0.0 } else { certify::NEAREST_CORNER };
            counts(point, rounded * length_above(point));
        }
        let rounded = other.shape.rounding() * other.shape.reach();
        camera_corners(other.shape).iter().for_each(|point| counts(*point, rounded));
        farthest
    }

    /// For any other core: by the walls of the container, and by the box around the core.
    fn of_curved(&self, other: &Stood<'_, S>, walls: &Flats<'_, S>) -> Deepest {
        let within = self.of_walls(other, walls);
        if within.high <= within.low + 1e-9 * within.low.abs() {
            return within; // inside a polytope: nothing is left to learn
        }
        within.and(self.of_box(other))
    }

    /// Inside a polytope the nearest way to its surface is across the plane of a facet.
    ///
    /// With `n` the normal of a facet as it is computed and `o` the least height of the facet's
    /// corners along it, all points with `n · x <= o` for every facet are in the polytope: on the way
    /// from a point below all these planes to one outside, the way leaves through a facet, whose
    /// points are the means of its corners and so at a height of `o` at least; behind it the height
    /// grows on. So the depth below these planes is a lower bound, and that below any supporting
    /// plane an upper one.
    fn of_walls(&self, other: &Stood<'_, S>, walls: &Flats<'_, S>) -> Deepest {
        let is_closed = match walls {
            Flats::Cuboid(_) | Flats::HalfSpace(..) => true,
            Flats::Hull(hull, _) => hull.is_full(),
            _ => false,
        };
        if !is_closed {
            return Deepest::UNKNOWN;
        }
        // Off by 16 roundings of the reach; below the planes by more, its true place is too.
        let inner = self.shape.center().unwrap_or_default();
        let off = 32.0 * UNIT_ROUNDOFF * self.shape.reach();
        let made =
            if matches!(walls, Flats::HalfSpace(..)) { boundary_slack(self.shape) } else { 0.0 };
        let mut depth = [f64::INFINITY; 2];
        for index in 0..walls.walls() {
            let Some(wall) = walls.facet(index) else { return Deepest::UNKNOWN };
            let Some([lowest, highest]) = self.heights(walls, index, &wall) else {
                return Deepest::UNKNOWN;
            };
            let (lowest, highest) = (lowest - made, highest + made);
            let is_below =
                matches!(wall.rim, Rim::Endless) || wall.normal.dot(inner) < lowest - off;
            if !is_below {
                return Deepest::UNKNOWN;
            }
            // The space behind the wall: how far it is from the shape is how deep that is below.
            let behind = |at: f64| {
                let space = HalfSpace { normal: -wall.normal, offset: -at };
                let found = Query::new().proximity(&space, &self.pose, other.shape, &other.pose);
                let radius = other.shape.radius_f64();
                let rounding = f64::EPSILON * (found.witness().length + radius);
                (found.signed_distance() + radius, found.witness().gap + rounding)
            };
            let (low, gap) = behind(lowest);
            depth[0] = smaller(depth[0], low - gap);
            let (high, gap) = if highest == lowest { (low, gap) } else { behind(highest) };
            depth[1] = smaller(depth[1], high + gap);
        }
        // A radius of the container's own counts where the core is inside its core.
        let radius = self.shape.radius_f64();
        let slack = f64::EPSILON * (radius + depth[1].abs());
        let slack = if radius == 0.0 { 0.0 } else { slack };
        let is_inside = depth[0] >= 0.0 || matches!(walls, Flats::HalfSpace(..));
        Deepest {
            low: -depth[1] - radius - slack,
            high: if is_inside { -depth[0] - radius + slack } else { f64::INFINITY },
        }
    }

    /// The least height of a wall's corners along its normal, and the largest height of the whole
    /// core, both rounded outward. Of a thin facet the normal is off by a rounding of its length
    /// over its width: other corners may be higher than its own.
    fn heights(&self, walls: &Flats<'_, S>, index: u32, wall: &Facet<S>) -> Option<[f64; 2]> {
        let Rim::Loop(count) = wall.rim else {
            let at = wall.normal.dot(wall.point);
            let slack = 4.0 * f64::EPSILON * at.abs();
            return Some([at - slack, at + slack]);
        };
        if matches!(walls, Flats::Cuboid(_)) {
            let at = wall.normal.dot(wall.point);
            return Some([at; 2]); // along an axis nothing rounds
        }
        let mut lowest = f64::INFINITY;
        for place in 0..count {
            let (_, corner) = walls.corner(index, place)?;
            // The dot product (3), a scaled coordinate (1), and the normal's length (4).
            let slack = 8.0 * UNIT_ROUNDOFF * length_above(corner);
            lowest = smaller(lowest, wall.normal.dot(corner) - slack);
        }
        // Another corner may be as high to within its dot product (3) too.
        let tip = self.shape.support_f64(wall.normal, 0).point;
        let slack = (12.0 * UNIT_ROUNDOFF + self.shape.rounding()) * self.shape.reach();
        Some([lowest, wall.normal.dot(tip) + slack])
    }

    /// Bounded from above by the corners of the box around a core, from below by points of the
    /// core, each farther out than the one before.
    fn of_box(&self, other: &Stood<'_, S>) -> Deepest {
        let slack = other.shape.rounding() * other.shape.reach();
        let [mut min, mut max] = [S::default(); 2];
        for i in 0..S::DIM {
            let axis = S::axis(i);
            let top = |d: S| other.shape.support_f64(d, 0).point.dot(d) + slack;
            max += axis * top(axis).next_up();
            min += axis * -top(-axis).next_up();
        }
        let matrix = other.pose.rotation.matrix();
        let mut farthest = Deepest::NONE;
        for corner in 0..1_usize << S::DIM {
            let mut point = S::default();
            for i in 0..S::DIM {
                let side = if corner >> i & 1 == 1 { max } else { min };
                point += S::axis(i) * side.coordinate(i);
            }
            let ([_, high], mut out) = self.outside_by(other, point);
            farthest.high = larger(farthest.high, high);
            for _ in 0..CLIMB {
                let tip = other.shape.support_f64(out.rotate_back(&matrix), 0).point;
                let ([low, _], next) = self.outside_by(other, tip);
                farthest.low = larger(farthest.low, low - slack);
                out = next;
            }
        }
        farthest
    }
}

/// How many steps search a curved core for a point farther out. The height along the way out never
/// falls; each step is linear, and where two fall short, the gap is wider.
const CLIMB: u32 = 3;
