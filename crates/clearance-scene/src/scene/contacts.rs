//! Where two bodies touch that may be concave: points by convex pieces, none at inner edges.

use clearance::{ContactKey, ContactPoint, Proximity, Space, Xyz};

use super::between::{Piece, Solid};
use super::extent::Motion;
use super::normals::Surface;
use super::object::Object;
use super::pairs::{Boxes, Rules, candidates_between, candidates_within};
use super::touch::{Touch, about_their_middles, along, middle, touch};
use super::tree::descend;
use super::{patches, threads};
use crate::lengths::length;

/// A patch in which two objects touch, overlap, or are about to: points that share a normal and a
/// plane.
#[derive(Clone, Debug, PartialEq)]
pub struct Contact {
    /// The index of A's object.
    pub a: usize,
    /// The index of B's object.
    pub b: usize,
    /// A unit vector from A to B, along which depths are measured.
    pub normal: Xyz,
    /// How far the depth of a point may be off along the normal, and the point off both surfaces.
    pub gap: f64,
    /// Whether the normal is one of the surfaces at these points. Where two bodies meet at no point
    /// with such a normal, as deep ones may, the deepest pair of pieces stands here alone, and
    /// this is false.
    pub is_true: bool,
    /// The corners of the patch, and its deepest point; at least one.
    pub points: Vec<ContactSpot>,
}

/// A point of a [`Contact`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSpot {
    /// On A's surface.
    pub on_a: Xyz,
    /// On B's surface.
    pub on_b: Xyz,
    /// How deep they overlap there along the normal; negative where they are apart.
    pub depth: f64,
    /// The part or triangle of A, and of B.
    pub parts: [u32; 2],
    /// The features of these two that meet. With `parts` it names the point.
    pub key: ContactKey,
}

impl Contact {
    /// The depth of the deepest point; negative where all are apart.
    pub fn depth(&self) -> f64 {
        self.points.iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max)
    }

    /// At most four of the points, which stand for all: the deepest, the farthest from it, and one
    /// to either side.
    pub fn few(&self) -> Vec<ContactSpot> {
        patches::few(self)
    }
}

/// Where two objects touch: a patch for each plane that their pieces share, deeper ones first;
/// nothing where they are farther apart than `max_distance`.
///
/// For contact response of bodies with dents and holes. Pieces are convex parts or triangles; those
/// that are near are a convex pair each, as for [`contact_points`](clearance::contact_points()),
/// and what is no contact of the whole bodies is left out: a normal counts at a point only where no
/// piece of the body that holds the point reaches farther along it. So a body that slides over
/// triangles of one plane keeps the plane's normal, at a convex edge normals lie between those of
/// the faces beside it, and in a valley each face has its own contact. Where the least way out of a
/// pair is no such normal, the triangle's face counts, along its own normal.
///
/// Triangles that close and turn alike ([`Body::is_closed`](super::Body::is_closed)) are touched
/// from outside alone, others from the side on which the middle of the other piece is. What is
/// inside a surface, and does not meet it, has no contact: [`between`](super::between()) tells.
/// Pieces are neighbours where they hold the same point, so that a corner in the middle of another
/// triangle's edge does no harm.
///
/// Depths and points are certified as those of convex pairs: off by no more than the gap, along
/// this normal. With `max_distance` above 0 points in front of one another belong to it, with
/// negative depths; below 0 only pieces count that overlap by more.
///
/// Cost: some µs for each pair of pieces whose boxes are within `max_distance`.
///
/// ```
/// use clearance::{Cuboid, Pose, Xyz};
/// use clearance_scene::Mesh;
/// use clearance_scene::scene::{Body, Object, contacts_between};
///
/// // A floor of two triangles, and a crate a millimetre deep in it, across the edge between them.
/// let vertices = vec![[-9., -9., 0.], [9., -9., 0.], [9., 9., 0.], [-9., 9., 0.]];
/// let floor = Mesh { vertices, triangles: vec![[0, 1, 2], [0, 2, 3]] };
/// let floor = Object::new("floor", Body::of_triangles(floor)?);
/// let half = Xyz::new(0.5, 0.5, 0.5);
/// let body = Body::of_parts(vec![Cuboid::new(half).into()])?;
/// let pose = Pose::from_translation(Xyz::new(1.0, 1.0, 0.499));
/// let the_crate = Object { pose, ..Object::new("crate", body) };
///
/// let [patch] = &contacts_between(&floor, &the_crate, 0.0)[..] else { unreachable!() };
/// assert_eq!(patch.normal, Xyz::new(0.0, 0.0, 1.0));
/// assert_eq!(patch.points.len(), 4);
/// assert!(patch.points.iter().all(|point| (point.depth - 0.001).abs() < 1e-15));
/// # Ok::<(), clearance_scene::scene::BodyError>(())
/// ```
pub fn contacts_between(a: &Object, b: &Object, max_distance: f64) -> Vec<Contact> {
    contacts_of(a, b, [0, 0], max_distance)
}

/// The contacts of all pairs of a scene that touch; ordered by `a`, then `b`, then as those of
/// [`contacts_between`].
///
/// The boxes must be those of these objects in their current poses; `rules` skips pairs. With the
/// feature `rayon` all cores share the pairs.
pub fn contacts_within(
    objects: &[Object],
    boxes: &Boxes,
    max_distance: f64,
    rules: &Rules,
) -> Vec<Contact> {
    answered(candidates_within(boxes, max_distance), (objects, objects), max_distance, rules)
}

/// The same for objects of one scene and of another.
pub fn contacts_between_scenes(
    (a, boxes_a): (&[Object], &Boxes),
    (b, boxes_b): (&[Object], &Boxes),
    max_distance: f64,
    rules: &Rules,
) -> Vec<Contact> {
    answered(candidates_between(boxes_a, boxes_b, max_distance), (a, b), max_distance, rules)
}

fn answered(
    pairs: Vec<[u32; 2]>,
    (a, b): (&[Object], &[Object]),
    max_distance: f64,
    rules: &Rules,
) -> Vec<Contact> {
    let each = threads::filter_map(pairs, |pair| {
        let places = pair.map(|place| place as usize);
        let (one, two) = (a.get(places[0])?, b.get(places[1])?);
        (!rules.skip(one, two)).then(|| contacts_of(one, two, places, max_distance))
    });
    each.into_iter().flatten().collect()
}

fn contacts_of(a: &Object, b: &Object, places: [usize; 2], max_distance: f64) -> Vec<Contact> {
    // Nothing is known of an object whose padding is invalid.
    let known = a.has_padding() && b.has_padding();
    let paddings = if known { [a.padding, b.padding] } else { [f64::INFINITY; 2] };
    let padding = paddings[0] + paddings[1];
    let (of_a, of_b) = (Surface::of(a), Surface::of(b));
    let within = if known { max_distance + padding } else { f64::INFINITY };
    let mut search = Search { a, b, of_a, of_b, places, within, kept: Vec::new(), refused: None };
    search.run();
    let near = search.of_a.rounding().max(search.of_b.rounding());
    let is_plane_on_a = search.of_a.is_soup() || !search.of_b.is_soup();
    let mut all = search.kept;
    if all.is_empty() {
        all.extend(search.refused.map(|refused| Contact { is_true: false, ..refused }));
    }
    let mut joined = patches::joined(all, is_plane_on_a, near);
    for contact in &mut joined {
        padded(contact, paddings);
    }
    joined
}

/// An object's padding grows it by a ball, which moves its surface out along the normal.
fn padded(contact: &mut Contact, [of_a, of_b]: [f64; 2]) {
    let padding = of_a + of_b;
    if padding == 0.0 {
        return;
    }
    if !(padding < f64::INFINITY) {
        contact.gap = f64::INFINITY;
        return;
    }
    contact.gap += f64::EPSILON * (contact.depth().abs() + padding);
    for point in &mut contact.points {
        point.on_a += contact.normal * of_a;
        point.on_b = point.on_b - contact.normal * of_b;
        point.depth += padding;
    }
}

/// Two objects, and what is found of them, without their paddings.
struct Search<'s> {
    a: &'s Object,
    b: &'s Object,
    of_a: Surface<'s>,
    of_b: Surface<'s>,
    places: [usize; 2],
    within: f64,
    kept: Vec<Contact>,
    /// The deepest contact of two pieces that is not one of the bodies.
    refused: Option<Contact>,
}

/// A pair of pieces whose contact is not one of the bodies: for the parts of compounds the normals
/// of others are tried.
struct Refused {
    parts: [u32; 2],
    gap: f64,
}

impl Search<'_> {
    fn run(&mut self) {
        let (a, b) = (self.a, self.b);
        let motion = Motion::between(&a.pose, &b.pose);
        let reach = self.within.max(0.0);
        let mut pairs = Vec::new();
        descend(a.body.tree(), b.body.tree(), &motion, reach.next_up(), |i, j| {
            pairs.push([i, j]);
            Some(reach.next_up())
        });
        pairs.sort_unstable();
        let mut refused = Vec::new();
        for parts in pairs {
            refused.extend(self.look(parts));
        }
        let mut known: Vec<Xyz> = Vec::new();
        for contact in &self.kept {
            if known.iter().all(|normal| length(*normal - contact.normal) > 1e-9) {
                known.push(contact.normal);
            }
        }
        for Refused { parts, gap } in refused {
            let [Some(one), Some(two)] = [Piece::of(a, parts[0]), Piece::of(b, parts[1])] else {
                continue;
            };
            if matches!((&one.solid, &two.solid), (Solid::Triangle(_), Solid::Triangle(_))) {
                continue;
            }
            self.best_along(&known, parts, (&one, &two), f64::INFINITY, gap);
        }
    }

    /// The contact of two pieces, if it is one of the bodies.
    fn look(&mut self, parts: [u32; 2]) -> Option<Refused> {
        let (one, two) = (Piece::of(self.a, parts[0])?, Piece::of(self.b, parts[1])?);
        let off = one.off_beside(self.a, &two) + two.off_beside(self.b, &one);
        let (one, two, off) = about_their_middles(one, two, off);
        let Touch { manifold, points } = touch(&one, &two, self.within + off)?;
        let gap = manifold.gap + off;
        let depth = match manifold.proximity {
            Proximity::Separated(witness) => -witness.length,
            Proximity::Intersecting(witness) | Proximity::Undecided(witness) => witness.length,
        };
        // Faces that stand for a normal, each on the side on which the other piece is.
        let is_apart = matches!(manifold.proximity, Proximity::Separated(_));
        let faces = self.faces(&one, &two, is_apart.then_some(manifold.normal));
        let is_that = |face: &&Xyz| length(**face - manifold.normal) <= 1e-6;
        if let Some(face) = faces.iter().find(is_that)
            && self.best_along(&[*face], parts, (&one, &two), f64::INFINITY, off)
        {
            return None;
        }
        let points = self.true_points(points, parts, manifold.normal, None);
        if !points.is_empty() {
            self.keep(manifold.normal, gap, parts, &points);
            return None;
        }
        // Pieces that are apart are not deep along any normal.
        let most = if is_apart { gap } else { f64::INFINITY };
        if self.best_along(&faces, parts, (&one, &two), most, off) {
            return None;
        }
        let whole = self.contact(manifold.normal, gap, parts, manifold.points());
        if self.refused.as_ref().is_none_or(|refused| depth > refused.depth()) {
            self.refused = Some(whole);
        }
        Some(Refused { parts, gap: off })
    }

    /// The normals of the two pieces that are triangles, from A to B, where the other's middle is
    /// in front of them.
    fn faces(&self, one: &Piece<'_>, two: &Piece<'_>, apart: Option<Xyz>) -> Vec<Xyz> {
        let mut faces = Vec::new();
        let sides = [(&self.of_a, one, two, 1.0), (&self.of_b, two, one, -1.0)];
        for (own, piece, other, sign) in sides {
            let (Some(face), Solid::Triangle(triangle)) = (own.face(piece), &piece.solid) else {
                continue;
            };
            let corner = piece.pose.transform_point(triangle.a);
            let height = middle(other).map(|middle| (middle - corner).dot(face));
            if own.is_one_sided() {
                if height.is_none_or(|height| height > 0.0) {
                    faces.push(face * sign);
                }
                continue;
            }
            // A surface without sides: where they are apart the plane between tells.
            let side = apart.map(|normal| normal.dot(face) * sign);
            let side = side.filter(|side| side.abs() > 1e-9).or(height).unwrap_or(1.0);
            faces.push(face * sign * if side < 0.0 { -1.0 } else { 1.0 });
        }
        faces
    }

    /// Keeps the contact along that of some normals which is least deep, if there is one.
    fn best_along(
        &mut self,
        normals: &[Xyz],
        parts: [u32; 2],
        (one, two): (&Piece<'_>, &Piece<'_>),
        most: f64,
        off: f64,
    ) -> bool {
        let mut best: Option<(f64, Xyz, f64, Vec<ContactPoint<Xyz>>)> = None;
        for normal in normals {
            let mut points = Vec::new();
            let found = along(one, two, *normal, self.within + off, &mut |p| points.push(p));
            let Some(gap) = found else { continue };
            let faces =
                [self.is_face(&self.of_a, one, *normal), self.is_face(&self.of_b, two, -*normal)];
            let points = self.true_points(points, parts, *normal, Some(faces));
            let depth = points.iter().map(|point| point.depth).fold(f64::NEG_INFINITY, f64::max);
            let is_less = best.as_ref().is_none_or(|(least, ..)| depth < *least);
            if !points.is_empty() && depth <= most && is_less {
                best = Some((depth, *normal, gap + off, points));
            }
        }
        let Some((_, normal, gap, points)) = best else { return false };
        self.keep(normal, gap, parts, &points);
        true
    }

    /// Whether a direction is the normal of a triangle's face.
    fn is_face(&self, own: &Surface<'_>, piece: &Piece<'_>, normal: Xyz) -> bool {
        own.face(piece).is_some_and(|face| {
            let off = length(face - normal);
            off <= 1e-9 || !own.is_one_sided() && length(face + normal) <= 1e-9
        })
    }

    /// The points at which a normal is one of both bodies. Where one of the two is a surface, it is
    /// one of that, and the other's within the band in which directions are equally good; else it
    /// is so of one of the two. The normal of a face is one of all its points, of which `faces`
    /// tells for A and B.
    fn true_points(
        &self,
        points: Vec<ContactPoint<Xyz>>,
        parts: [u32; 2],
        normal: Xyz,
        faces: Option<[bool; 2]>,
    ) -> Vec<ContactPoint<Xyz>> {
        let [face_a, face_b] = faces.unwrap_or_default();
        let [i, j] = parts;
        let is_a = |point: &ContactPoint<Xyz>, strict: bool| {
            face_a || self.of_a.has_normal(i, point.on_a, normal, strict)
        };
        let is_b = |point: &ContactPoint<Xyz>, strict: bool| {
            face_b || self.of_b.has_normal(j, point.on_b, -normal, strict)
        };
        let is_true = |point: &ContactPoint<Xyz>| match (self.of_a.is_soup(), self.of_b.is_soup()) {
            (true, false) => is_a(point, true) && is_b(point, false),
            (false, true) => is_a(point, false) && is_b(point, true),
            _ => {
                let strictly = [is_a(point, true), is_b(point, true)];
                match strictly {
                    [true, true] => true,
                    [true, false] => is_b(point, false),
                    [false, true] => is_a(point, false),
                    [false, false] => false,
                }
            }
        };
        points.into_iter().filter(is_true).collect()
    }

    fn keep(&mut self, normal: Xyz, gap: f64, parts: [u32; 2], points: &[ContactPoint<Xyz>]) {
        self.kept.push(self.contact(normal, gap, parts, points));
    }

    fn contact(
        &self,
        normal: Xyz,
        gap: f64,
        parts: [u32; 2],
        points: &[ContactPoint<Xyz>],
    ) -> Contact {
        let spot = |point: &ContactPoint<Xyz>| {
            let ContactPoint { on_a, on_b, depth, key } = *point;
            ContactSpot { on_a, on_b, depth, parts, key }
        };
        let [a, b] = self.places;
        Contact { a, b, normal, gap, is_true: true, points: points.iter().map(spot).collect() }
    }
}
