//! Shapes as the tests describe them, and as they are in the world: a core grown by a ball.

use crate::{
    number::{Rational, exact},
    polytope::Polytope,
    pose::Pose,
    vector::Vector,
};

/// A convex shape in its own frame, lengths as floats at their exact values.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape<const N: usize> {
    /// The shape's origin alone.
    Point,
    /// The segment between two points.
    Segment([[f64; N]; 2]),
    /// The triangle of three points.
    Triangle([[f64; N]; 3]),
    /// The convex hull of one or more points.
    Hull(Vec<[f64; N]>),
    /// A circle or sphere, filled, around the origin.
    Ball {
        /// Its radius.
        radius: f64,
    },
    /// All points within `radius` of a segment of the local y axis.
    Capsule {
        /// Half the length of the segment.
        half_height: f64,
        /// The distance from the segment.
        radius: f64,
    },
    /// A rectangle or box around the origin, edges along the local axes.
    Box {
        /// Half its edges.
        half_extents: [f64; N],
    },
    /// A solid cylinder around the local y axis, centred (space only).
    Cylinder {
        /// Half its length along y.
        half_height: f64,
        /// Its radius.
        radius: f64,
    },
    /// A solid cone around the local y axis, apex at +`half_height`, base at -`half_height` (space
    /// only).
    Cone {
        /// Half its height along y.
        half_height: f64,
        /// The radius of its base.
        radius: f64,
    },
    /// An ellipse or ellipsoid, filled, axes along the local ones.
    Ellipsoid {
        /// Half its axes.
        radii: [f64; N],
    },
    /// All points within `radius` of another shape.
    Rounded {
        /// The shape inside.
        inner: Box<Shape<N>>,
        /// The distance from it.
        radius: f64,
    },
    /// All points within `radius` of the hull of one or more points that need not be floats.
    Grown {
        /// The points.
        corners: Vec<Vector<N>>,
        /// The distance from their hull.
        radius: Rational,
    },
}

/// Why a shape or pose means nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Invalid {
    /// A number is NaN or infinite.
    NotFinite,
    /// A quaternion or half angle is zero.
    ZeroRotation,
    /// A hull has no points.
    Empty,
    /// A radius, half extent or half height is negative.
    Negative,
    /// A cylinder or cone in the plane.
    SpaceOnly,
}

impl std::fmt::Display for Invalid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::NotFinite => "a number is not finite",
            Self::ZeroRotation => "a rotation is zero",
            Self::Empty => "a hull has no points",
            Self::Negative => "a length is negative",
            Self::SpaceOnly => "a cylinder or cone needs three dimensions",
        })
    }
}

impl std::error::Error for Invalid {}

/// A shape in the world: all points within `radius` of the core.
///
/// A pose whose matrix is only nearly orthogonal deforms the core and not the radius.
#[derive(Clone, Debug)]
pub(crate) struct Placed<const N: usize> {
    pub(crate) core: Core<N>,
    pub(crate) radius: Rational,
}

#[derive(Clone, Debug)]
pub(crate) enum Core<const N: usize> {
    /// In world coordinates.
    Polytope(Polytope<N>),
    Smooth(Solid<N>),
}

/// A solid with a curved core, in its own frame, and its pose.
#[derive(Clone, Debug)]
pub(crate) struct Solid<const N: usize> {
    pub(crate) kind: Kind<N>,
    pub(crate) pose: Pose<N>,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind<const N: usize> {
    Cylinder { half_height: Rational, radius: Rational },
    Cone { half_height: Rational, radius: Rational },
    Ellipsoid([Rational; N]),
}

impl<const N: usize> Placed<N> {
    /// The same shape moved by a vector.
    pub(crate) fn moved(&self, by: &Vector<N>) -> Self {
        let mut moved = self.clone();
        match &mut moved.core {
            Core::Polytope(polytope) => *polytope = polytope.map(|p| p + by),
            Core::Smooth(solid) => solid.pose.translation = &solid.pose.translation + by,
        }
        moved
    }
}

impl<const N: usize> Shape<N> {
    /// The segment of the local y axis from -`half_height` to +`half_height`.
    pub fn segment_along_y(half_height: f64) -> Self {
        Self::Segment([along_y(-half_height), along_y(half_height)])
    }

    /// The shape in a pose, as core and radius. Degenerate round shapes become polytopes, so they
    /// are judged exactly.
    pub(crate) fn place(&self, pose: &Pose<N>) -> Result<Placed<N>, Invalid> {
        let hull = |points: &[[f64; N]], radius: Rational| {
            let vertices = points.iter().map(|&p| Vector::exact(p).ok_or(Invalid::NotFinite));
            let local = Polytope::new(vertices.collect::<Result<_, _>>()?).ok_or(Invalid::Empty)?;
            Ok(Placed { core: Core::Polytope(local.map(|p| pose.apply(p))), radius })
        };
        let smooth = |kind: Kind<N>| {
            let core = Core::Smooth(Solid { kind, pose: pose.clone() });
            Ok(Placed { core, radius: Rational::ZERO })
        };
        let spine = |half_height: f64, radius: Rational| {
            hull(&[along_y(half_height), along_y(-half_height)], radius)
        };
        match self {
            Self::Point => hull(&[[0.0; N]], Rational::ZERO),
            Self::Segment(ends) => hull(ends, Rational::ZERO),
            Self::Triangle(corners) => hull(corners, Rational::ZERO),
            Self::Hull(points) => hull(points, Rational::ZERO),
            Self::Ball { radius } => hull(&[[0.0; N]], length(*radius)?),
            Self::Capsule { half_height, radius } => {
                length(*half_height)?;
                spine(*half_height, length(*radius)?)
            }
            Self::Box { half_extents } => {
                half_extents.iter().try_for_each(|&h| length(h).map(|_| ()))?;
                let corner = |mask: usize| -> [f64; N] {
                    std::array::from_fn(|i| {
                        if mask >> i & 1 == 1 { half_extents[i] } else { -half_extents[i] }
                    })
                };
                hull(&(0..1 << N).map(corner).collect::<Vec<_>>(), Rational::ZERO)
            }
            Self::Cylinder { half_height, radius } | Self::Cone { half_height, radius } => {
                let (height, round) = (length(*half_height)?, length(*radius)?);
                if N != 3 {
                    Err(Invalid::SpaceOnly)
                } else if round.is_zero() {
                    spine(*half_height, Rational::ZERO)
                } else if matches!(self, Self::Cone { .. }) {
                    smooth(Kind::Cone { half_height: height, radius: round })
                } else {
                    smooth(Kind::Cylinder { half_height: height, radius: round })
                }
            }
            Self::Ellipsoid { radii } => {
                let mut exact_radii: [Rational; N] = std::array::from_fn(|_| Rational::ZERO);
                for (place, &radius) in exact_radii.iter_mut().zip(radii) {
                    *place = length(radius)?;
                }
                if exact_radii.iter().all(|r| *r == exact_radii[0]) {
                    hull(&[[0.0; N]], exact_radii[0].clone())
                } else {
                    smooth(Kind::Ellipsoid(exact_radii))
                }
            }
            Self::Grown { corners, radius } => {
                let local = Polytope::new(corners.clone()).ok_or(Invalid::Empty)?;
                let core = Core::Polytope(local.map(|p| pose.apply(p)));
                if *radius < Rational::ZERO {
                    return Err(Invalid::Negative);
                }
                Ok(Placed { core, radius: radius.clone() })
            }
            Self::Rounded { inner, radius } => {
                let mut placed = inner.place(pose)?;
                placed.radius += length(*radius)?;
                Ok(placed)
            }
        }
    }
}

fn along_y<const N: usize>(y: f64) -> [f64; N] {
    std::array::from_fn(|i| if i == 1 { y } else { 0.0 })
}

fn length(value: f64) -> Result<Rational, Invalid> {
    let value = exact(value).ok_or(Invalid::NotFinite)?;
    if value < Rational::ZERO { Err(Invalid::Negative) } else { Ok(value) }
}
