//! Signed distances of points, judged by closed forms and by sums of solid angles.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{Ball, Cuboid, HalfSpace, Pose, Rotation3, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Boxes, Object, Part, Projection, Side, project_points};

use crate::rays::Random;

fn project(objects: &[Object], points: &[Xyz]) -> Vec<Projection> {
    let found = project_points(objects, &Boxes::new(objects), points);
    found.into_iter().map(|found| found.unwrap()).collect()
}

/// The box from 0 to 4 along each axis, each face cut into 2 x 2 squares of two triangles.
fn cube() -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for axis in 0..3 {
        for end in [0.0, 4.0] {
            for i in 0..2 {
                for j in 0..2 {
                    let first = u32::try_from(vertices.len()).unwrap();
                    for (u, v) in [(i, j), (i + 1, j), (i + 1, j + 1), (i, j + 1)] {
                        let mut corner = [0.0; 3];
                        corner[axis] = end;
                        corner[(axis + 1) % 3] = 2.0 * f64::from(u);
                        corner[(axis + 2) % 3] = 2.0 * f64::from(v);
                        vertices.push(corner);
                    }
                    let quad = if end > 0.0 { [0, 1, 2, 3] } else { [3, 2, 1, 0] };
                    let [a, b, c, d] = quad.map(|i| first + i);
                    triangles.extend([[a, b, c], [a, c, d]]);
                }
            }
        }
    }
    Mesh { vertices, triangles }
}

fn from_cube(p: Xyz) -> f64 {
    let beyond = p.map(|x| (x - 2.0).abs() - 2.0);
    let out = beyond.map(|x| x.max(0.0)).length();
    if out > 0.0 { out } else { beyond.x.max(beyond.y).max(beyond.z) }
}

#[test]
fn points_in_line_with_corners_and_edges_of_a_cube() {
    let body = || Body::of_triangles(cube()).unwrap();
    let shift = Xyz::new(64.0, -3.0, 0.5);
    let objects = [Object { pose: Pose::from_translation(shift), ..Object::new("", body()) }];
    let still = [Object::new("", body())];
    let mut points = Vec::new();
    for i in -2..=10 {
        for j in -2..=10 {
            for k in -2..=10 {
                points.push(Xyz::new(0.5 * f64::from(i), 0.5 * f64::from(j), 0.5 * f64::from(k)));
            }
        }
    }
    for (p, found) in points.iter().zip(project(&still, &points)) {
        let truth = from_cube(*p);
        assert!((found.signed_distance - truth).abs() <= found.gap, "{p:?} {found:?}");
        assert!(found.gap < 1e-13, "{p:?} {found:?}");
        let side = if truth <= 0.0 { Side::Inside } else { Side::Outside };
        assert_eq!(found.side, side, "{p:?}");
        let reached = found.point + found.normal * found.signed_distance;
        assert!((reached - *p).length() < 1e-12, "{p:?} {found:?}");
    }
    // Elsewhere, what rounding hides is not decided, and nothing else.
    let there: Vec<Xyz> = points.iter().map(|p| *p + shift).collect();
    for (p, found) in points.iter().zip(project(&objects, &there)) {
        let truth = from_cube(*p);
        assert!((found.signed_distance - truth).abs() <= found.gap, "{p:?} {found:?}");
        assert_eq!(found.side == Side::Undecided, truth == 0.0, "{p:?} {found:?}");
    }
}

#[test]
fn an_open_surface_has_no_side() {
    let mut mesh = cube();
    mesh.triangles.pop();
    let objects = [Object::new("", Body::of_triangles(mesh).unwrap())];
    let points = [Xyz::new(2.0, 2.0, 1.0), Xyz::new(2.0, 2.0, -1.0)];
    for found in project(&objects, &points) {
        assert_eq!((found.side, found.signed_distance), (Side::Open, 1.0));
    }
}

/// A closed bumpy torus.
fn torus(n: u32) -> Mesh {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(n);
    for i in 0..n {
        for j in 0..n {
            let (u, v) = (angle(i), angle(j));
            let r = 0.35 + 0.08 * (5.0 * u).sin() * (7.0 * v).cos();
            let across = 1.0 + r * v.cos();
            vertices.push([across * u.cos(), across * u.sin(), r * v.sin()]);
            let at = |i: u32, j: u32| (i % n) * n + j % n;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    Mesh { vertices, triangles }
}

/// The distance of a point from a triangle: over the plane, from an edge or from a corner.
fn from_triangle(p: Xyz, [a, b, c]: [Xyz; 3]) -> f64 {
    let edge = |a: Xyz, b: Xyz| {
        let share = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        (a + (b - a) * share - p).length()
    };
    let across = (b - a).cross(c - a);
    let is_over = [(a, b), (b, c), (c, a)]
        .iter()
        .all(|(from, to)| across.cross(*to - *from).dot(p - *from) >= 0.0);
    let least = edge(a, b).min(edge(b, c)).min(edge(c, a));
    if is_over { least.min((across.dot(p - a) / across.length()).abs()) } else { least }
}

/// The solid angle of a triangle seen from a point (van Oosterom and Strackee 1983).
fn angle(p: Xyz, [a, b, c]: [Xyz; 3]) -> f64 {
    let [a, b, c] = [a - p, b - p, c - p];
    let [x, y, z] = [a.length(), b.length(), c.length()];
    let across = a.dot(b.cross(c));
    2.0 * across.atan2(x * y * z + a.dot(b) * z + b.dot(c) * x + c.dot(a) * y)
}

#[test]
fn distances_and_sides_of_a_torus() {
    let mesh = torus(36);
    let corner = |i: u32| {
        let [x, y, z] = mesh.vertices[i as usize];
        Xyz::new(x, y, z)
    };
    let triangles: Vec<[Xyz; 3]> = mesh.triangles.iter().map(|t| t.map(corner)).collect();
    let mut random = Random(5);
    let points: Vec<Xyz> = (0..600)
        .map(|i| {
            let near = 10.0_f64.powf(3.0 * random.real() - 5.0);
            let [a, b, c] = triangles[random.below(triangles.len() as u64) as usize];
            match i % 3 {
                0 => random.vector() * 1.7,
                1 => (a + b + c) * (1.0 / 3.0) + random.vector() * near,
                // A hundred sizes away.
                _ => random.vector() * 300.0,
            }
        })
        .collect();
    let pose = Pose {
        translation: Xyz::new(2.0, -1.0, 0.5),
        rotation: Rotation3::from_xyzw(0.3, -0.1, 0.7, 0.2),
    };
    let mut sides = [0; 2];
    for pose in [Pose::identity(), pose] {
        let body = Body::of_triangles(mesh.clone()).unwrap();
        let objects = [Object { pose, ..Object::new("", body) }];
        let there: Vec<Xyz> = points.iter().map(|p| pose.transform_point(*p)).collect();
        for (p, found) in points.iter().zip(project(&objects, &there)) {
            let distances = triangles.iter().map(|t| from_triangle(*p, *t));
            let distance = distances.fold(f64::INFINITY, f64::min);
            let turns: f64 = triangles.iter().map(|t| angle(*p, *t)).sum();
            let is_inside = (turns / (4.0 * std::f64::consts::PI)).round() != 0.0;
            sides[usize::from(is_inside)] += 1;
            let truth = if is_inside { -distance } else { distance };
            let room = found.gap + 1e-13 * (1.0 + distance);
            assert!((found.signed_distance - truth).abs() <= room, "{p:?} {truth} {found:?}");
            assert!(found.gap < 1e-13 * (1.0 + p.length()), "{p:?} {found:?}");
            let side = if is_inside { Side::Inside } else { Side::Outside };
            assert_eq!(found.side, side, "{p:?} {truth} {found:?}");
        }
    }
    assert!(sides[0] > 400 && sides[1] > 150, "{sides:?}");
}

#[test]
fn parts_paddings_and_scenes() {
    let ball = || Object::new("ball", Body::of_parts(vec![Ball::new(1.0).into()]).unwrap());
    let floor = HalfSpace::new(Xyz::new(0.0, 0.0, 1.0), -2.0);
    let floor = Object::new("floor", Body::of_parts(vec![floor.into()]).unwrap());
    let boxes = vec![
        Part::from(Cuboid::new(Xyz::new(1.0, 1.0, 1.0))),
        Part {
            shape: Cuboid::new(Xyz::new(1.0, 1.0, 1.0)).into(),
            pose: Pose::from_translation(Xyz::new(1.0, 0.0, 0.0)),
        },
    ];
    let boxes = Object {
        pose: Pose::from_translation(Xyz::new(8.0, 0.0, 0.0)),
        ..Object::new("boxes", Body::of_parts(boxes).unwrap())
    };
    let far =
        Object { pose: Pose::from_translation(Xyz::new(0.0, 0.0, 9.0)), padding: 0.5, ..ball() };
    let objects = [ball(), floor, boxes, far];
    let ask = |x: f64, y: f64, z: f64| {
        let found = project(&objects, &[Xyz::new(x, y, z)])[0];
        (found.object, found.signed_distance, found.side, found.is_lower_bound)
    };
    assert_eq!(ask(0.0, 1.5, 0.0), (0, 0.5, Side::Outside, false));
    assert_eq!(ask(0.0, 0.5, 0.0), (0, -0.5, Side::Inside, false));
    assert_eq!(ask(0.0, 20.0, -3.0), (1, -1.0, Side::Inside, false));
    assert_eq!(ask(7.5, 0.0, 0.0), (2, -0.5, Side::Inside, true));
    assert_eq!(ask(0.0, 0.0, 7.0), (3, 0.5, Side::Outside, false));
    assert_eq!(ask(0.0, 0.0, 7.75), (3, -0.25, Side::Inside, false));
    let found = project(&objects, &[Xyz::new(0.0, 0.0, 7.0)])[0];
    assert_eq!((found.point, found.normal), (Xyz::new(0.0, 0.0, 7.5), -Xyz::axis(2)));
    let odd = [Xyz::splat(f64::NAN), Xyz::splat(1e300)];
    let found = project_points(&objects, &Boxes::new(&objects), &odd);
    assert!(found[0].is_none() && found[1].is_some_and(|found| found.signed_distance > 1e299));
    assert_eq!(project_points(&[], &Boxes::new(&[]), &[Xyz::default()]), [None]);
}
