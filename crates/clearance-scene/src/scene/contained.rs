//! Whether all of an object is in a convex container, how near it comes to the walls, and how far
//! it sticks out.

use clearance::{Point, Pose, Proximity, Separation, Shape, SupportMap, Xyz};

use super::body::{placed, point_off, xyz};
use super::object::Object;

/// How an object lies in a container.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contained {
    /// Whether no point of it is outside, proved; it may touch the walls. `None` where that is not
    /// decided.
    pub is_inside: Option<bool>,
    /// How far it is from the nearest wall; negative: minus the distance of its farthest point from
    /// the container. The exact value is within the gap.
    pub room: Separation<f64>,
    /// The part or triangle that comes nearest to a wall, or sticks out farthest.
    pub part: u32,
    /// The corner of it that does, in the world; `None` where what does is round.
    pub corner: Option<Xyz>,
}

/// How an object, padding included, lies in a convex container.
///
/// The distance from a convex container is a convex function, so that of all points of a triangle
/// or of a polytope a corner is the farthest out. Whether corners are in it is decided as
/// [`clearance::proximity`] decides it, exactly for polytopes: flush walls are no matter of
/// rounding. Round parts are judged as [`clearance::inside_by`] does it.
///
/// Cost: a query for each corner.
///
/// ```
/// use clearance::{Cuboid, Pose, Xyz};
/// use clearance_scene::scene::{Body, Object, contained};
///
/// let room = Cuboid::new(Xyz::new(2.0, 2.0, 2.0)).into();
/// let body = Body::of_parts(vec![Cuboid::new(Xyz::new(1.0, 1.0, 1.0)).into()])?;
/// let pose = Pose::from_translation(Xyz::new(0.0, 0.0, -1.0));
/// let chest = Object { pose, ..Object::new("chest", body) };
/// let found = contained(&room, &Pose::identity(), &chest);
/// assert_eq!(found.is_inside, Some(true)); // it stands on the floor
/// assert!(found.room.length.abs() <= found.room.gap);
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn contained(container: &Shape<Xyz>, pose: &Pose<Xyz>, object: &Object) -> Contained {
    let unknown = Separation { length: 0.0, gap: f64::INFINITY };
    let mut search = Search {
        container,
        pose,
        padding: object.padding,
        low: f64::NEG_INFINITY,
        high: f64::NEG_INFINITY,
        worst: f64::NEG_INFINITY,
        is_inside: Some(true),
        found: Contained { is_inside: None, room: unknown, part: 0, corner: None },
    };
    if object.check().is_err() || container.check().is_err() || pose.check().is_err() {
        return search.found;
    }
    match object.body.mesh() {
        Some(mesh) => search.mesh(mesh, &object.pose),
        None => {
            for (part, place) in object.body.parts().iter().zip(0..) {
                let (at, off) = placed(&object.pose, part);
                search.part(&part.shape, &at, off + point_off(part), place);
            }
        }
    }
    search.answer()
}

/// Bounds of the largest signed distance of points from the container: negative inside.
struct Search<'c> {
    container: &'c Shape<Xyz>,
    pose: &'c Pose<Xyz>,
    padding: f64,
    low: f64,
    high: f64,
    worst: f64,
    is_inside: Option<bool>,
    found: Contained,
}

impl Search<'_> {
    fn mesh(&mut self, mesh: &crate::Mesh, pose: &Pose<Xyz>) {
        let mut worst = 0;
        for (vertex, place) in mesh.vertices.iter().zip(0_u32..) {
            if self.corner(xyz(*vertex), pose, 0.0, 0) {
                worst = place;
            }
        }
        let has_it = |triangle: &[u32; 3]| triangle.contains(&worst);
        let triangle = mesh.triangles.iter().position(has_it).unwrap_or(0);
        self.found.part = u32::try_from(triangle).unwrap_or(u32::MAX);
    }

    fn part(&mut self, shape: &Shape<Xyz>, pose: &Pose<Xyz>, off: f64, place: u32) {
        let count = shape.corners().filter(|_| shape.radius_f64() == 0.0);
        let corners = count.and_then(|count| (0..count).map(|i| shape.vertex(i)).collect());
        if let Some(corners) = corners {
            let corners: Vec<Xyz> = corners;
            for vertex in corners {
                self.corner(vertex, pose, off, place);
            }
            return;
        }
        let room = clearance::inside_by(self.container, self.pose, shape, pose);
        self.add(None, -room.length, room.gap, off, None, place);
    }

    /// Adds a corner; whether it is the worst so far.
    fn corner(&mut self, corner: Xyz, pose: &Pose<Xyz>, off: f64, place: u32) -> bool {
        let found = clearance::proximity(self.container, self.pose, &Point(corner), pose);
        let is_in = match found {
            Proximity::Intersecting(_) => Some(true),
            Proximity::Separated(_) => Some(false),
            Proximity::Undecided(_) => None,
        };
        let (at, gap) = (Some(pose.transform_point(corner)), found.witness().gap);
        self.add(is_in, found.signed_distance(), gap, off, at, place)
    }

    /// Adds points whose largest signed distance is so much, and may be `gap + off` off. `is_in` is
    /// what is known of where they would be if they were not off.
    fn add(
        &mut self,
        is_in: Option<bool>,
        signed: f64,
        gap: f64,
        off: f64,
        corner: Option<Xyz>,
        place: u32,
    ) -> bool {
        let off = gap + off;
        // Two sums round.
        let slack = 2.0 * f64::EPSILON * (signed.abs() + off + self.padding);
        let (low, high) =
            (signed + self.padding - off - slack, signed + self.padding + off + slack);
        self.low = self.low.max(low);
        self.high = self.high.max(high);
        let is_exact = self.padding == 0.0 && off == gap;
        let is_inside = match is_in {
            Some(known) if is_exact => Some(known),
            _ if high <= 0.0 => Some(true),
            _ if low > 0.0 => Some(false),
            _ => None,
        };
        self.is_inside = match (self.is_inside, is_inside) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
        let is_worst = signed > self.worst;
        if is_worst {
            self.worst = signed;
            self.found.corner = corner;
            self.found.part = place;
        }
        is_worst
    }

    fn answer(self) -> Contained {
        let Self { low, high, is_inside, found, .. } = self;
        if !(low.is_finite() && high.is_finite()) {
            // A part without end.
            return Contained { is_inside: is_inside.filter(|inside| !inside), ..found };
        }
        // What is proved is within the numbers too.
        let low = if is_inside == Some(false) { low.max(0.0) } else { low };
        let high = if is_inside == Some(true) { high.min(0.0) } else { high };
        let rounding = 2.0 * f64::EPSILON * high.abs().max(low.abs());
        let room = Separation { length: -0.5 * (low + high), gap: 0.5 * (high - low) + rounding };
        Contained { is_inside, room, ..found }
    }
}
