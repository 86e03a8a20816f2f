//! What a camera sees: which objects are outside its frustum, inside, or crossing its boundary.

use clearance::batch::cull::{BoxColumns, Region};
use clearance::{
    Frustum, MinkowskiSum, Point, Pose, Proximity, Query, Shape, Space, SupportMap, Verdict, Xyz,
};

use super::between::{Inside, between};
use super::body::{Body, BodyError, placed, rounding_of, xyz};
use super::extent::Extent;
use super::object::Object;
use super::threads;

/// The relation of an object to a camera's frustum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum View {
    /// Proved: all of it is in the frustum, whose boundary counts as inside.
    Inside,
    /// Some of it is in the frustum, or it is too close to call; or the camera stands inside its
    /// closed surface. A round object may get this answer although it is inside.
    Crossing,
    /// Proved: nothing of it is in the frustum.
    Outside,
}

impl View {
    /// All, from most seen to least.
    pub const ALL: [Self; 3] = [Self::Inside, Self::Crossing, Self::Outside];

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inside => "inside",
            Self::Crossing => "crossing",
            Self::Outside => "outside",
        }
    }
}

/// A frustum, with its planes prepared for the lanes.
///
/// ```
/// use clearance::{Cuboid, DepthRange, Frustum, Pose, Xyz};
/// use clearance_scene::scene::{Body, Camera, Object, View};
///
/// // Looks along -z with a right angle from side to side, from 1 to 9.
/// let (a, b) = (-1.25, -2.25);
/// let columns = [[1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., a, -1.], [0., 0., b, 0.]];
/// let camera = Camera::new(Frustum::from_view_projection(columns, DepthRange::MinusOneToOne)?)?;
///
/// let cube = Object::new("cube", Body::of_parts(vec![Cuboid::new(Xyz::new(1., 1., 1.)).into()])?);
/// let objects = [-5.0, -1.0, 5.0].map(|z| Object {
///     pose: Pose::from_translation(Xyz::new(0.0, 0.0, z)),
///     ..cube.clone()
/// });
/// assert_eq!(camera.views(&objects), [View::Inside, View::Crossing, View::Outside]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Camera {
    frustum: Frustum<Xyz>,
    /// Without one, every object is checked individually.
    region: Option<Region<Xyz>>,
    /// The frustum as an object, for objects that surround it.
    object: Object,
}

impl Camera {
    /// A camera with a frustum in the world.
    ///
    /// # Errors
    /// None for a frustum that its constructor accepted.
    pub fn new(frustum: Frustum<Xyz>) -> Result<Self, BodyError> {
        let body = Body::of_parts(vec![frustum.into()])?;
        let region = Region::of_frustum(&frustum).ok();
        Ok(Self { frustum, region, object: Object::new("camera", body) })
    }

    /// How each object relates to the frustum.
    ///
    /// The core's batch culling tests the objects' boxes against the planes; bodies are checked,
    /// part by part or triangle by triangle, only where the box crosses the boundary. The answer is
    /// exact for polytopes and triangles. With the feature `rayon` all cores share the objects.
    pub fn views(&self, objects: &[Object]) -> Vec<View> {
        let extents = threads::map(objects, Object::extent);
        let near = self.near(&extents);
        let all: Vec<(&Object, (&Extent, &bool))> =
            objects.iter().zip(extents.iter().zip(&near)).collect();
        threads::map(&all, |(object, (extent, is_near))| match **is_near {
            false => View::Outside,
            true if self.holds_box(extent) => View::Inside,
            true => self.view(object),
        })
    }

    /// For each box, whether it and the frustum have a point in common.
    fn near(&self, extents: &[Extent]) -> Vec<bool> {
        let mut columns: [Vec<f64>; 6] = Default::default();
        for extent in extents {
            // Not smaller due to the rounding of its middle.
            let center = (extent.low + extent.high) * 0.5;
            let half = (extent.high - center).zip(center - extent.low, f64::max);
            let half = half * (1.0 + 4.0 * f64::EPSILON);
            let numbers = center.coordinates().into_iter().chain(half.coordinates());
            columns.iter_mut().zip(numbers).for_each(|(column, x)| column.push(x));
        }
        let mut near = vec![true; extents.len()];
        let [x, y, z, u, v, w] = &columns;
        let boxes = BoxColumns::<Xyz, 3>::new([x, y, z], [u, v, w]);
        if let (Some(region), Ok(boxes)) = (&self.region, boxes) {
            // All columns have the length of the answers.
            let _ = region.boxes(&boxes, &mut near);
        }
        near
    }

    /// Whether the frustum contains a box, proved: it is convex, and contains the corners.
    fn holds_box(&self, extent: &Extent) -> bool {
        let Extent { low, high } = *extent;
        let pick = |i: u8, bit: u8, low: f64, high: f64| if i & bit == 0 { low } else { high };
        (0..8).all(|i| {
            let corner = Xyz::new(
                pick(i, 1, low.x, high.x),
                pick(i, 2, low.y, high.y),
                pick(i, 4, low.z, high.z),
            );
            self.holds([corner, Xyz::default()], &Pose::identity())
        })
    }

    /// Whether the frustum holds a corner, the sum of two vectors.
    fn holds(&self, [corner, rest]: [Xyz; 2], pose: &Pose<Xyz>) -> bool {
        let verdict = if rest == Xyz::default() {
            self.verdict(&Point(corner), pose)
        } else {
            self.verdict(&MinkowskiSum::new(Point(corner), Point(rest)), pose)
        };
        corner.is_finite() && rest.is_finite() && verdict == Verdict::Intersecting
    }

    fn verdict<S: SupportMap<Xyz>>(&self, shape: &S, pose: &Pose<Xyz>) -> Verdict {
        Query::new().verdict(&self.frustum, &Pose::identity(), shape, pose)
    }

    fn view(&self, object: &Object) -> View {
        if object.check().is_err() {
            return View::Crossing;
        }
        if self.holds_all(object) {
            View::Inside
        } else if self.meets(object) || self.stands_in(object) {
            View::Crossing
        } else {
            View::Outside
        }
    }

    /// Whether all corners of a body without curves are in the frustum, proved.
    fn holds_all(&self, object: &Object) -> bool {
        let around = |corner: [Xyz; 2], pose: &Pose<Xyz>, by: f64| {
            if by == 0.0 {
                self.holds(corner, pose)
            } else {
                // A cube around the ball that padding and rounding make of the corner.
                let there = pose.transform_point(corner[0] + corner[1]);
                let rounding = rounding_of(there.max_abs() + pose.translation.max_abs());
                self.holds_box(&Extent::of_points([there]).grown(by + rounding))
            }
        };
        if let Some(soup) = object.body.soup() {
            let all = &soup.mesh.vertices;
            let corner = |v: &[f64; 3]| [xyz(*v), Xyz::default()];
            return all.iter().all(|v| around(corner(v), &object.pose, object.padding));
        }
        object.body.parts().iter().all(|part| {
            let shape = &part.shape;
            let (pose, off) = placed(&object.pose, part);
            let count = shape.corners().filter(|_| shape.unbounded().is_none());
            let radius = shape.radius_f64() + object.padding + off;
            count.is_some_and(|count| {
                (0..count).all(|i| {
                    corner(shape, i).is_some_and(|(v, off)| around(v, &pose, radius + off))
                })
            })
        })
    }

    /// Whether a part or triangle may have a point in the frustum.
    fn meets(&self, object: &Object) -> bool {
        if let Some(soup) = object.body.soup() {
            let mut all = (0..).take(soup.mesh.triangles.len()).map(|i| soup.triangle(i));
            return all.any(|triangle| self.is_near(&triangle, &object.pose, object.padding));
        }
        object.body.parts().iter().any(|part| {
            let (pose, off) = placed(&object.pose, part);
            self.is_near(&part.shape, &pose, object.padding + off)
        })
    }

    /// Whether the distance of a shape from the frustum may be at most `within`.
    fn is_near<S: SupportMap<Xyz>>(&self, shape: &S, pose: &Pose<Xyz>, within: f64) -> bool {
        if within == 0.0 {
            return self.verdict(shape, pose) != Verdict::Separated;
        }
        let found = Query::new().proximity(&self.frustum, &Pose::identity(), shape, pose);
        let witness = found.witness();
        !matches!(found, Proximity::Separated(_)) || !(witness.length - witness.gap > within)
    }

    /// Whether the camera may stand inside the object's closed surface, which it does not meet.
    fn stands_in(&self, object: &Object) -> bool {
        object.body.soup().is_some()
            && between(&self.object, object, 0.0).is_some_and(|found| {
                matches!(found.inside, Inside::AInB | Inside::Unknown)
                    || found.proximity.intersects()
            })
    }
}

/// A corner of a shape as the sum of two vectors, and how far it may be off: those of shapes in
/// shapes in shapes may be known only with rounding.
fn corner(shape: &Shape<Xyz>, index: u32) -> Option<([Xyz; 2], f64)> {
    match shape.corner(index) {
        Some(exact) => Some((exact, 0.0)),
        None => Some(([shape.vertex(index)?, Xyz::default()], shape.rounding() * shape.reach())),
    }
}
