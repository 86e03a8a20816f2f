//! Triangles of any body, to be drawn.

use clearance::{ConvexHull, Pose, Shape, Space, SupportMap, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Extent, Object};

/// The surface of an object where it stands; see [`of_body`].
pub(crate) fn of_object(object: &Object) -> Mesh {
    of_body(&object.body, &object.pose)
}

/// The surface of a body where it stands; of what is round the hull of points on it, of what has
/// no end nothing.
pub(crate) fn of_body(body: &Body, pose: &Pose<Xyz>) -> Mesh {
    if let Some(mesh) = body.mesh() {
        let place = |v: &[f64; 3]| {
            let [x, y, z] = *v;
            pose.transform_point(Xyz::new(x, y, z)).coordinates()
        };
        let vertices = mesh.vertices.iter().map(place).collect();
        return Mesh { vertices, triangles: mesh.triangles.clone() };
    }
    let mut whole = Mesh::default();
    for part in body.parts() {
        add(&mut whole, &part.shape, &pose.compose(&part.pose));
    }
    whole
}

fn add(whole: &mut Mesh, shape: &Shape<Xyz>, pose: &Pose<Xyz>) {
    // What has no end is not drawn.
    let hull = match shape {
        Shape::Hull(hull) => Some(hull.clone()),
        _ if shape.unbounded().is_some() => None,
        _ => ConvexHull::new(&points(shape)).ok(),
    };
    let Some(hull) = hull else { return };
    let first = u32::try_from(whole.vertices.len()).unwrap_or(u32::MAX);
    let corners = hull.vertices().iter().map(|v| pose.transform_point(*v).coordinates());
    whole.vertices.extend(corners);
    whole.triangles.extend(hull.triangles().map(|own| own.map(|i| i.saturating_add(first))));
}

/// The corners; of what is round the support points of many directions.
fn points(shape: &Shape<Xyz>) -> Vec<Xyz> {
    const ABOUT: i32 = 32;
    let radius = shape.radius_f64();
    if let (Some(count), true) = (shape.corners(), radius == 0.0) {
        return (0..count).filter_map(|i| shape.vertex(i)).collect();
    }
    let angle = |i: i32| std::f64::consts::TAU * f64::from(i) / f64::from(ABOUT);
    let mut points = Vec::new();
    for up in -ABOUT / 4..=ABOUT / 4 {
        let (height, width) = angle(up).sin_cos();
        for around in 0..ABOUT {
            let (x, z) = angle(around).sin_cos();
            let direction = Xyz::new(width * x, height, width * z);
            points.push(shape.support_f64(direction, 0).point + direction * radius);
        }
    }
    points
}

/// The middle of the box about a mesh; `None` of nothing.
pub(crate) fn middle(mesh: &Mesh) -> Option<[f64; 3]> {
    let points = mesh.vertices.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z));
    let Extent { low, high } = Extent::of_points(points);
    let middle = (low + high) * 0.5;
    (!mesh.vertices.is_empty()).then(|| middle.coordinates())
}

/// The box about a mesh.
pub(super) fn of_box(mesh: &Mesh) -> Mesh {
    let points = mesh.vertices.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z));
    let Extent { low, high } = Extent::of_points(points);
    let corner = |i: usize| {
        let pick = |bit: usize, low: f64, high: f64| if i & bit == 0 { low } else { high };
        [pick(1, low.x, high.x), pick(2, low.y, high.y), pick(4, low.z, high.z)]
    };
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clearance::{Capsule, Cylinder};

    #[test]
    fn round_bodies_are_as_large_as_they_are() {
        for (shape, height) in [
            (Shape::from(Cylinder::new(2.0, 0.5)), 2.0),
            (Shape::from(Capsule::new(2.0, 0.5)), 2.5),
        ] {
            let body = Body::of_parts(vec![shape.into()]).unwrap();
            let mesh = of_object(&Object::new("round", body));
            let most = |axis: usize| mesh.vertices.iter().map(|v| v[axis]).fold(0.0, f64::max);
            assert_eq!(
                [most(0), most(1), most(2)].map(|x| (x * 1e9).round() / 1e9),
                [0.5, height, 0.5]
            );
            assert!(mesh.triangles.len() > 100);
        }
    }
}
