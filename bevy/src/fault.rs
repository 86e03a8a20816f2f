//! What keeps a collider out of the tree.

use std::fmt;

use bevy_ecs::prelude::*;
use clearance::{PoseError, ShapeError};

/// Why a collider is not in the tree: no question finds it until that is mended. The plugin inserts
/// this component, and logs it as an error, where a collider's shape or place describes nothing
/// that can be answered; it removes the component once it can.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ColliderFault {
    /// A part has numbers that describe no shape: a negative radius, NaN, a scale of zero.
    Shape {
        /// The number of the part.
        part: usize,
        /// What is wrong.
        error: ShapeError,
    },
    /// The place is no place: not finite, or sheared, as children of unevenly scaled parents are
    /// that turn.
    Place(PoseError),
    /// The scale differs from axis to axis, and a part of a compound is turned: it would be
    /// sheared.
    TurnedPart {
        /// The number of the part.
        part: usize,
    },
}

impl fmt::Display for ColliderFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shape { part, error } => write!(f, "part {part} is no shape: {error}"),
            Self::Place(error) => write!(f, "its transform is no place: {error}"),
            Self::TurnedPart { part } => write!(
                f,
                "its scale is uneven and its part {part} is turned: scale it evenly, or build the \
                 compound at its size"
            ),
        }
    }
}

impl std::error::Error for ColliderFault {}
