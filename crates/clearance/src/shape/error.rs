//! Why numbers describe no shape.

use core::fmt;

use crate::math::{Space, Vector};

/// Why numbers describe no shape.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ShapeError {
    /// A number is NaN or infinite.
    NotFinite {
        /// Its meaning.
        what: &'static str,
    },
    /// A length is negative.
    Negative {
        /// Its meaning.
        what: &'static str,
        /// Its value.
        value: f64,
    },
    /// A vertex has a coordinate that is NaN or infinite.
    VertexNotFinite {
        /// Its place in the list.
        index: usize,
    },
    /// No vertex at all.
    Empty,
    /// A direction is the zero vector.
    NoDirection,
    /// More vertices than 32 bits can number.
    TooMany,
    /// A scale factor of zero, which flattens the shape.
    ZeroScale,
    /// A scale factor is more than `2^1000` times another, and what it stretches as uneven or
    /// without end. Of a half-space or a frustum without end, also the product of nested factors.
    UnevenScale,
    /// Shapes made of shapes are nested deeper than [`MOST_NESTED`](crate::MOST_NESTED).
    #[cfg(feature = "alloc")]
    TooDeep,
    /// The shape reaches farther from its local origin than queries are made for.
    TooLarge {
        /// The number that reaches too far.
        what: &'static str,
        /// How far, to within rounding.
        value: f64,
        /// The limit for this precision: [`Scalar::LARGEST`](crate::Scalar::LARGEST).
        most: f64,
    },
}

impl ShapeError {
    pub(crate) fn finite(what: &'static str, value: f64) -> Result<(), Self> {
        if value.is_finite() { Ok(()) } else { Err(Self::NotFinite { what }) }
    }

    pub(crate) fn length(what: &'static str, value: f64) -> Result<(), Self> {
        Self::finite(what, value)?;
        if value < 0.0 { Err(Self::Negative { what, value }) } else { Ok(()) }
    }

    pub(crate) fn lengths<S: Space>(what: &'static str, values: S) -> Result<(), Self> {
        (0..S::DIM).try_for_each(|i| Self::length(what, values.coordinate(i)))
    }

    pub(crate) fn vertices<V: Vector>(vertices: &[V]) -> Result<(), Self> {
        match vertices.iter().position(|v| !v.to_space().is_finite()) {
            Some(index) => Err(Self::VertexNotFinite { index }),
            None if vertices.is_empty() => Err(Self::Empty),
            None if u32::try_from(vertices.len()).is_err() => Err(Self::TooMany),
            None => Ok(()),
        }
    }
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotFinite { what } => write!(f, "the {what} is NaN or infinite"),
            Self::Negative { what, value } => write!(f, "the {what} is negative ({value})"),
            Self::VertexNotFinite { index } => {
                write!(f, "vertex {index} has a coordinate that is NaN or infinite")
            }
            Self::Empty => f.write_str("there is no vertex"),
            Self::NoDirection => f.write_str("the direction is the zero vector"),
            Self::TooMany => f.write_str("there are more than 4294967295 vertices"),
            Self::ZeroScale => f.write_str("a scale factor is zero, which would flatten the shape"),
            Self::UnevenScale => f.write_str(
                "a scale factor is more than 2^1000 times another, beyond what directions hold",
            ),
            #[cfg(feature = "alloc")]
            Self::TooDeep => {
                let most = super::MOST_NESTED;
                write!(f, "shapes are nested deeper than {most}; multiply scales or add margins")
            }
            Self::TooLarge { what, value, most } => {
                write!(f, "the {what} is {value:e}, and lengths may be up to {most:e}")
            }
        }
    }
}

impl core::error::Error for ShapeError {}
