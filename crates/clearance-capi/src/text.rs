//! Questions, answers and certificates as JSON text, as `clearance query` and `clearance verify`
//! read and write them.

use clearance::{ConvexHull, Pose, Rounded, Shape, Xyz};
use clearance_json::shape::{Placed, Solid};
use clearance_json::{
    Context, Fault, Libraries, Precision, answer_line, describe, document, judge, line,
};

use crate::side::Side;

/// The answer to a line, and whether it is one.
pub(crate) fn answered(question: &[u8], certificate: bool) -> (bool, Vec<u8>) {
    let context = Context { certificate, ..Context::new(Libraries::closed()) };
    let (mut answer, is_one) = answer_line(&context, 1, question);
    answer.pop_if(|last| *last == b'\n');
    (is_one, answer)
}

/// The document that proves what a pair's answer says.
pub(crate) fn proved(
    a: &Side<'_>,
    pose_a: Pose<Xyz>,
    b: &Side<'_>,
    pose_b: Pose<Xyz>,
) -> (bool, Vec<u8>) {
    let placed = |side: &Side<'_>, pose: Pose<Xyz>| {
        Ok(Placed::new(Solid::Own(owned(side)?), pose.into(), Vec::new(), Precision::F64))
    };
    let document = || {
        let (a, b) = (placed(a, pose_a)?, placed(b, pose_b)?);
        let query = describe::pair_in_full(&a, &b)?;
        let (certificate, _) = document::prove(&query)?;
        document::line(&query, &certificate)
    };
    told(document().map_err(|fault: Fault| fault.to_string()))
}

/// Whether a document's certificate is true.
pub(crate) fn verified(document: &[u8]) -> (bool, Vec<u8>) {
    let judged = line::parse(document).and_then(|document| judge(&document));
    told(judged.map(|proved| proved.to_string()).map_err(|fault| fault.to_string()))
}

fn told(found: Result<String, String>) -> (bool, Vec<u8>) {
    match found {
        Ok(text) => (true, text.trim_end().into()),
        Err(text) => (false, text.into()),
    }
}

/// The shape as one that text can hold.
fn owned(side: &Side<'_>) -> Result<Shape<Xyz>, Fault> {
    let hull = |points: &[Xyz]| ConvexHull::new(points).map_err(Fault::new);
    Ok(match side {
        Side::Plain(shape) => shape.clone(),
        Side::Hull(hull) => hull.shape.clone(),
        Side::Grown(Rounded { inner, radius }) => grown(inner.clone(), *radius)?,
        Side::Points(points) => hull(points.points())?.into(),
        Side::Block(borrowed) => hull(borrowed.vertices())?.into(),
        Side::GrownPoints(Rounded { inner, radius }) => {
            grown(hull(inner.points())?.into(), *radius)?
        }
        Side::GrownBlock(Rounded { inner, radius }) => {
            grown(hull(inner.vertices())?.into(), *radius)?
        }
    })
}

fn grown(shape: Shape<Xyz>, radius: f64) -> Result<Shape<Xyz>, Fault> {
    shape.rounded(radius).map_err(Fault::new)
}
