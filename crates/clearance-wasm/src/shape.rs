//! Shapes that JavaScript holds.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace, Point, Segment,
    Triangle, Xyz,
};
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::in_words;

type Any = clearance::Shape<Xyz>;

/// A shape in its own frame.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Shape(Any);

#[wasm_bindgen]
impl Shape {
    /// A shape by its numbers: a ball's radius; half a capsule's axis and its radius; half a box's
    /// edges; half the height and the radius of a cylinder or a cone; an ellipsoid's radii; a
    /// half-space's normal and offset.
    ///
    /// # Errors
    /// Names the number that is not finite, negative or too large, or an unknown kind.
    pub fn sized(kind: &str, p: f64, q: f64, r: f64, s: f64) -> Result<Self, JsError> {
        let of_size = Xyz { x: p, y: q, z: r };
        Self::checked(match kind {
            "ball" => Ball::new(p).into(),
            "capsule" => Capsule::new(p, q).into(),
            "cuboid" => Cuboid::new(of_size).into(),
            "cylinder" => Cylinder::new(p, q).into(),
            "cone" => Cone::new(p, q).into(),
            "ellipsoid" => Ellipsoid::new(of_size).into(),
            "half-space" => HalfSpace::new(of_size, s).into(),
            _ => return Err(JsError::new("there is no shape of this kind")),
        })
    }

    /// A shape by its corners, three numbers each: a point, a segment or a triangle, which keep
    /// their corners as they are.
    ///
    /// # Errors
    /// If there are other than one, two or three, or one is not finite.
    pub fn cornered(corners: &[f64]) -> Result<Self, JsError> {
        Self::checked(match *points(corners) {
            [a] => Point::new(a).into(),
            [a, b] => Segment::new(a, b).into(),
            [a, b, c] => Triangle::new(a, b, c).into(),
            _ => return Err(JsError::new("a point, a segment or a triangle has 1 to 3 corners")),
        })
    }

    /// The convex hull of points, three numbers each.
    ///
    /// # Errors
    /// If there is none, or one is not finite.
    pub fn hull(corners: &[f64]) -> Result<Self, JsError> {
        Self::checked(ConvexHull::new(&points(corners))?.into())
    }

    /// The same shape, grown by a ball.
    ///
    /// # Errors
    /// If the radius is no length, or shapes are nested too deep.
    pub fn rounded(&self, radius: f64) -> Result<Self, JsError> {
        let rounded = self.0.clone().rounded(radius);
        Self::checked(rounded.map_err(|error| JsError::new(&in_words::shape(&error)))?)
    }

    /// The corners of a hull, three numbers each; of another shape none.
    pub fn corners(&self) -> Vec<f64> {
        let corners = self.as_hull().map_or(&[][..], ConvexHull::vertices);
        corners.iter().flat_map(|Xyz { x, y, z }| [*x, *y, *z]).collect()
    }

    /// The faces of a hull: for each how many corners it has and which, counter-clockwise from
    /// outside; of another shape none.
    #[allow(clippy::cast_possible_truncation)] // A face has no more corners than 32 bits number.
    pub fn faces(&self) -> Vec<u32> {
        let faces = self.as_hull().into_iter().flat_map(ConvexHull::faces);
        faces.flat_map(|face| [&[face.len() as u32], face].concat()).collect()
    }
}

impl Shape {
    pub(crate) fn get(&self) -> &Any {
        &self.0
    }

    fn as_hull(&self) -> Option<&ConvexHull<Xyz>> {
        if let Any::Hull(hull) = &self.0 { Some(hull) } else { None }
    }

    fn checked(shape: Any) -> Result<Self, JsError> {
        let nowhere = clearance::Pose::identity();
        clearance::check(&shape, &nowhere, &Point::new(Xyz::default()), &nowhere)
            .map_err(|error| JsError::new(&in_words::input(&error)))
            .map(|()| Self(shape))
    }
}

fn points(corners: &[f64]) -> Vec<Xyz> {
    corners.as_chunks().0.iter().map(|&[x, y, z]| Xyz { x, y, z }).collect()
}
