//! What is wrong with input, in words without numbers: to write floats takes 20 kB of code, and the
//! caller has them.

use clearance::{InputError, ShapeError};

pub(crate) fn input(error: &InputError) -> String {
    match error {
        InputError::PoseA(error) => ["poseA: ", &error.to_string()].concat(),
        InputError::PoseB(error) => ["poseB: ", &error.to_string()].concat(),
        InputError::ShapeA(error) | InputError::ShapeB(error) => shape(error),
        _ => "the input describes nothing".into(),
    }
}

pub(crate) fn shape(error: &ShapeError) -> String {
    match error {
        ShapeError::NotFinite { what } => ["the ", what, " is NaN or infinite"].concat(),
        ShapeError::Negative { what, .. } => ["the ", what, " is negative"].concat(),
        ShapeError::TooLarge { what, .. } => ["the ", what, " is beyond 1e306"].concat(),
        ShapeError::VertexNotFinite { index } => {
            ["point ", &index.to_string(), " has a coordinate that is NaN or infinite"].concat()
        }
        ShapeError::Empty => "there is no point".into(),
        ShapeError::NoDirection => "the normal is the zero vector".into(),
        ShapeError::TooDeep => "shapes are nested too deep; add the radii".into(),
        _ => "the numbers describe no shape".into(),
    }
}
