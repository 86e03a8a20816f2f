//! Volumes that objects share: known ones lie between the bounds, by parts and by triangles.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use clearance::{Ball, Cuboid, OverlapError, Pose, Rotation3, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, NoVolume, Object, Part, SharedVolume, shared_volume};

fn solid(parts: Vec<Part>) -> Object {
    Object::new("parts", Body::of_parts(parts).unwrap())
}

fn block(half: [f64; 3], at: [f64; 3]) -> Part {
    let [v, at] = [half, at].map(|[x, y, z]| Xyz::new(x, y, z));
    Part { shape: Cuboid::new(v).into(), pose: Pose::from_translation(at) }
}

/// An outline of the plane, counter-clockwise, from z = 0 to a height.
fn prism(outline: &[[f64; 2]], caps: &[[u32; 3]], height: f64) -> Mesh {
    let n = u32::try_from(outline.len()).unwrap();
    let at = |z: f64| outline.iter().map(move |[x, y]| [*x, *y, z]);
    let vertices = at(0.0).chain(at(height)).collect();
    let mut triangles: Vec<[u32; 3]> = caps.iter().map(|[a, b, c]| [*a, *c, *b]).collect();
    triangles.extend(caps.iter().map(|caps| caps.map(|i| i + n)));
    for i in 0..n {
        let j = (i + 1) % n;
        triangles.extend([[i, j, j + n], [i, j + n, i + n]]);
    }
    Mesh { vertices, triangles }
}

/// An L of three unit squares, one unit high.
fn ell() -> Mesh {
    let outline = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0]];
    prism(&outline, &[[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]], 1.0)
}

fn surface(mesh: Mesh) -> Object {
    Object::new("surface", Body::of_triangles(mesh).unwrap())
}

#[track_caller]
fn holds(found: &SharedVolume, volume: f64) {
    let [low, high] = found.bounds;
    assert!(low <= volume && volume <= high && high - low < 1e-12, "{volume}: {found:?}");
}

#[test]
fn parts_and_surfaces_share_what_is_known() {
    let cube = solid(vec![block([0.5; 3], [0.0; 3])]);
    let aside = solid(vec![block([0.5; 3], [0.5, 0.0, 0.0])]);
    let found = shared_volume(&cube, &aside).unwrap();
    holds(&found, 0.5);
    assert_eq!(found.pieces.len(), 1);
    assert_eq!((found.pieces[0].vertices.len(), found.pieces[0].triangles.len()), (8, 12));
    // Two halves that touch, beside a third; nothing counts twice.
    let halves = solid(vec![
        block([0.25, 1.0, 1.0], [-0.25, 0.0, 0.0]),
        block([0.25, 1.0, 1.0], [0.25, 0.0, 0.0]),
    ]);
    holds(&shared_volume(&halves, &cube).unwrap(), 1.0);
    // A concave surface: the bend of the L, where a box would count too much.
    let bend = solid(vec![block([0.5; 3], [1.0, 1.0, 0.5])]);
    let found = shared_volume(&surface(ell()), &bend).unwrap();
    holds(&found, 0.75);
    assert!(found.pieces.is_empty());
    holds(&shared_volume(&bend, &surface(ell())).unwrap(), 0.75);
    // Two surfaces, one of them inside out, and turned by a quarter.
    let mut other = ell();
    other.triangles.iter_mut().for_each(|t| t.reverse());
    let mut other = surface(other);
    let quarter = Rotation3::from_xyzw(0.0, 0.0, 1.0, 1.0);
    other.pose = Pose::new(quarter, Xyz::new(2.0, 0.0, 0.0)).unwrap();
    // Four squares make [0, 2]²: the one lacks the last, the other the second last.
    holds(&shared_volume(&surface(ell()), &other).unwrap(), 2.0);
    other.pose.translation.z = 0.75;
    holds(&shared_volume(&surface(ell()), &other).unwrap(), 0.5);
}

#[test]
fn parts_of_one_body_that_overlap_widen_the_bounds() {
    let double = solid(vec![block([0.5; 3], [0.0; 3]), block([0.5; 3], [0.25, 0.0, 0.0])]);
    let cube = solid(vec![block([0.5; 3], [0.0; 3])]);
    let [low, high] = shared_volume(&double, &cube).unwrap().bounds;
    // All of the cube: the first part alone; both together count more.
    assert!((low - 1.0).abs() < 1e-13 && (high - 1.75).abs() < 1e-13, "{low} {high}");
}

#[test]
fn what_is_not_known_says_why() {
    let cube = || solid(vec![block([0.5; 3], [0.0; 3])]);
    let unknown = |a: &Object, b: &Object| shared_volume(a, b).unwrap_err();
    let ball = solid(vec![Ball::new(1.0).into()]);
    assert_eq!(unknown(&cube(), &ball), NoVolume::Part(OverlapError::Curved));
    let padded = Object { padding: 0.1, ..cube() };
    assert_eq!(unknown(&cube(), &padded), NoVolume::Padded);
    let mut open = ell();
    open.triangles.pop();
    assert_eq!(unknown(&surface(open), &cube()), NoVolume::Open);
    let mut turned = ell();
    turned.triangles[0].reverse();
    assert_eq!(unknown(&surface(turned), &cube()), NoVolume::Turned);
}
