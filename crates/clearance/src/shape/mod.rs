//! Shapes: convex cores grown by a radius, one file a shape.

mod check;
mod cuboid;
mod error;
mod faceted;
mod flats;
mod frustum;
mod half_space;
mod hull_check;
mod hull_ref;
mod lengths;
mod moments;
mod points;
mod primitive;
mod radius;
mod round;
mod rounded;
mod scaled;
mod segment;
mod solid;
mod stored_plane;
mod sum;
mod support;

#[cfg(feature = "alloc")]
mod any;
#[cfg(feature = "alloc")]
mod clip;
#[cfg(feature = "alloc")]
mod columns;
#[cfg(feature = "alloc")]
mod convex_hull;
#[cfg(feature = "alloc")]
mod gauss_map;
#[cfg(feature = "alloc")]
mod hull;
#[cfg(feature = "alloc")]
mod in_vectors;
#[cfg(feature = "alloc")]
mod joined;
#[cfg(feature = "alloc")]
mod nested;
#[cfg(feature = "alloc")]
mod planes;

#[cfg(feature = "alloc")]
pub use any::Shape;
#[cfg(feature = "alloc")]
pub use convex_hull::ConvexHull;
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub use convex_hull::Topology;
#[cfg(feature = "alloc")]
pub use hull::convexity::{Convexity, ConvexityError, convexity, convexity2};
#[cfg(feature = "alloc")]
pub use hull::{HullError, Rank};

pub use check::{SupportFault, check_support};
#[cfg(feature = "alloc")]
pub(crate) use clip::{Kept, Ratio};
pub use cuboid::Cuboid;
pub use error::ShapeError;
pub use flats::Flats;
pub(crate) use flats::{Facet, Rim, edge_of_box, side_of_box};
#[cfg(feature = "alloc")]
pub(crate) use frustum::FrustumCore;
pub use frustum::{DepthRange, Frustum, FrustumError};
pub use half_space::HalfSpace;
pub(crate) use half_space::{are_parallel, boundary_slack, unit_boundary};
pub use hull_check::HullRefError;
pub use hull_ref::HullRef;
pub(crate) use lengths::{are_lengths, length, length_above};
pub use moments::{MassError, MassProperties, Moments, mass_properties};
#[cfg(feature = "alloc")]
pub use nested::{MOST_NESTED, Nested, TooDeep};
pub use points::ConvexPoints;
pub use primitive::{Meridian, Primitive};
pub(crate) use round::ellipsoid_support;
pub use round::{Cone, Cylinder, Ellipsoid};
pub use rounded::Rounded;
pub use scaled::Scaled;
#[cfg(feature = "bevy")]
pub(crate) use segment::Corners;
pub use segment::{Ball, Capsule, Point, Segment, Triangle};
pub(crate) use segment::{farthest, reach};
#[doc(hidden)]
pub use solid::Narrowed;
pub(crate) use solid::{Family, Solid, Widened, own_rounding};
pub use sum::MinkowskiSum;
pub use support::{Factors, Support, SupportMap, VisitTerm};
#[cfg(feature = "alloc")]
pub(crate) use {
    columns::LANES,
    planes::{PlaneBlock, Planes},
};
