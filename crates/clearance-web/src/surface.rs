//! One shape to draw, in its local frame.

use clearance::{ConvexHull, Rotation, SupportMap, Xyz};
use clearance_json::{Dimension, Fault, Libraries, Placed, Request, Task};
use serde_json::{Value, json};

use crate::held::alone;
use crate::{outline, sphere};

/// The outline in the plane; in space a point for each vertex of an icosphere.
pub(crate) fn mesh(shape: Value, dim: usize, detail: u32) -> Result<Vec<f32>, Fault> {
    let held = alone(&shape, dim)?;
    let core = |direction| held.support(0, direction);
    let drawn = if held.dim() == 2 { outline::outline } else { sphere::mapped };
    Ok(drawn(&core, held.radius(0), detail))
}

/// The faces of a polytope of space as triangles, x y z of each corner; nothing for curved shapes.
pub(crate) fn faces(mut shape: Value) -> Result<Option<Vec<f32>>, Fault> {
    if let Some(object) = shape.as_object_mut() {
        object.remove("pose");
    }
    let pair = json!({ "dim": 3, "a": shape, "b": { "type": "point" } });
    Request::read(&pair, None)?.perform(&Libraries::closed(), &Faces)
}

struct Faces;

impl Task for Faces {
    type Outcome = Option<Vec<f32>>;

    fn perform<S: Dimension>(&self, a: Placed<S>, _: Placed<S>) -> Result<Self::Outcome, Fault> {
        let shape = a.solid.shape();
        let (Some(count), true) = (shape.corners(), shape.radius_f64() == 0.0) else {
            return Ok(None);
        };
        let corner = |i| shape.corner(i).map(|[high, low]| high + low);
        let matrix = a.pose.rotation.matrix();
        let turned = |corner: S| {
            let corner = corner.rotate(&matrix);
            Xyz::new(corner.coordinate(0), corner.coordinate(1), corner.coordinate(2))
        };
        let corners: Vec<Xyz> = (0..count).filter_map(corner).map(turned).collect();
        let hull = ConvexHull::new(&corners).map_err(Fault::new)?;
        Ok(Some(triangles(&hull)))
    }
}

#[allow(clippy::cast_possible_truncation)] // For a picture.
fn triangles(hull: &ConvexHull<Xyz>) -> Vec<f32> {
    let at = |corner: u32| hull.vertices().get(corner as usize).copied().unwrap_or_default();
    let points = hull.triangles().flatten().map(at);
    points.flat_map(|point| [point.x as f32, point.y as f32, point.z as f32]).collect()
}
