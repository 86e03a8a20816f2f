//! A shape's numbers as a shape of the library, without a heap but for the caller's hulls.

use clearance::{
    Ball, Capsule, Cone, ConvexPoints, Cuboid, Cylinder, Ellipsoid, HalfSpace, HullRef, Pose,
    Rotation3, Rounded, Shape, SupportMap, Triangle, Xyz,
};

use crate::types::*;

/// A hull that the library made, with its margin.
#[derive(Debug)]
#[allow(non_camel_case_types)]
pub struct clearance_hull {
    pub(crate) shape: Shape<Xyz>,
    pub(crate) corners: Box<[clearance_vec3]>,
}

/// A shape in its pose.
pub(crate) struct Placed<'a> {
    pub(crate) side: Side<'a>,
    pub(crate) pose: Pose<Xyz>,
}

/// What a shape's pointer leads to.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Data<'a> {
    None,
    Points(&'a [Xyz]),
    Hull(&'a clearance_hull),
    Block(HullRef<'a, Xyz>),
}

/// A shape for a query.
#[derive(Debug)]
pub(crate) enum Side<'a> {
    Plain(Shape<Xyz>),
    Grown(Rounded<Shape<Xyz>, f64>),
    Hull(&'a clearance_hull),
    Points(ConvexPoints<'a, Xyz>),
    GrownPoints(Rounded<ConvexPoints<'a, Xyz>, f64>),
    Block(HullRef<'a, Xyz>),
    GrownBlock(Rounded<HullRef<'a, Xyz>, f64>),
}

impl<'a> Side<'a> {
    /// Reads the numbers; `otherwise` is the code for those that describe no shape.
    pub(crate) fn new(
        shape: &clearance_shape,
        data: Data<'a>,
        otherwise: i32,
    ) -> Result<Self, i32> {
        let [p, q, r, offset] = shape.size;
        let of_size = Xyz { x: p, y: q, z: r };
        let core: Shape<Xyz> = match (shape.kind, data) {
            (CLEARANCE_BALL, _) => Ball::new(p).into(),
            (CLEARANCE_CAPSULE, _) => Capsule::new(p, q).into(),
            (CLEARANCE_BOX, _) => Cuboid::new(of_size).into(),
            (CLEARANCE_CYLINDER, _) => Cylinder::new(p, q).into(),
            (CLEARANCE_CONE, _) => Cone::new(p, q).into(),
            (CLEARANCE_ELLIPSOID, _) => Ellipsoid::new(of_size).into(),
            (CLEARANCE_HALF_SPACE, _) if shape.margin != 0.0 => return Err(CLEARANCE_MARGIN),
            (CLEARANCE_HALF_SPACE, _) => HalfSpace::new(of_size, offset).into(),
            (CLEARANCE_TRIANGLE, Data::Points(&[a, b, c])) => Triangle::new(a, b, c).into(),
            (CLEARANCE_POINTS, Data::Points(points)) => {
                let points = ConvexPoints::new(points).map_err(|_| otherwise)?;
                return Ok(match shape.margin {
                    0.0 => Self::Points(points),
                    margin => Self::GrownPoints(Rounded::new(points, margin)),
                });
            }
            (CLEARANCE_HULL, Data::Hull(_)) if shape.margin != 0.0 => return Err(CLEARANCE_MARGIN),
            (CLEARANCE_HULL, Data::Hull(hull)) => return Ok(Self::Hull(hull)),
            (CLEARANCE_BLOCK, Data::Block(hull)) => {
                return Ok(match shape.margin {
                    0.0 => Self::Block(hull),
                    margin => Self::GrownBlock(Rounded::new(hull, margin)),
                });
            }
            (CLEARANCE_TRIANGLE | CLEARANCE_POINTS | CLEARANCE_HULL | CLEARANCE_BLOCK, _) => {
                return Err(CLEARANCE_NULL);
            }
            _ => return Err(CLEARANCE_UNKNOWN_KIND),
        };
        Ok(match shape.margin {
            0.0 => Self::Plain(core),
            margin => Self::Grown(Rounded::new(core, margin)),
        })
    }

    /// The shape, whichever it is.
    pub(crate) fn shape(&self) -> &(dyn SupportMap<Xyz> + Sync + 'a) {
        match self {
            Self::Plain(shape) => shape,
            Self::Grown(shape) => shape,
            Self::Hull(hull) => &hull.shape,
            Self::Points(points) => points,
            Self::GrownPoints(points) => points,
            Self::Block(hull) => hull,
            Self::GrownBlock(hull) => hull,
        }
    }
}

impl From<clearance_vec3> for Xyz {
    fn from(clearance_vec3 { x, y, z }: clearance_vec3) -> Self {
        Self { x, y, z }
    }
}

impl From<Xyz> for clearance_vec3 {
    fn from(Xyz { x, y, z }: Xyz) -> Self {
        Self { x, y, z }
    }
}

impl From<clearance_pose> for Pose<Xyz> {
    fn from(pose: clearance_pose) -> Self {
        let clearance_pose { qx: x, qy: y, qz: z, qw: w, position } = pose;
        Self { rotation: Rotation3 { x, y, z, w }, translation: position.into() }
    }
}
