//! Contacts of concave bodies, judged by the geometry that the bodies are made from.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{Ball, Cuboid, Pose, Rotation3, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{
    Body, Boxes, Contact, Object, Part, Rules, between, contacts_between, contacts_between_scenes,
    contacts_within,
};

use crate::rays::Random;
use crate::rounds;

/// A height field over squares of size 1, each cut along one of its diagonals.
struct Field {
    cells: i32,
    height: fn(i32, i32) -> f64,
    is_other: fn(i32, i32) -> bool,
}

impl Field {
    fn corner(&self, x: i32, y: i32) -> [f64; 3] {
        [f64::from(x), f64::from(y), (self.height)(x, y)]
    }

    /// The two triangles of a square, counter-clockwise from above.
    fn pair(&self, x: i32, y: i32) -> [[[f64; 3]; 3]; 2] {
        let [a, b, c, d] =
            [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)].map(|(x, y)| self.corner(x, y));
        if (self.is_other)(x, y) { [[a, b, d], [b, c, d]] } else { [[a, b, c], [a, c, d]] }
    }

    fn body(&self) -> Body {
        let squares = (0..self.cells).flat_map(|x| (0..self.cells).map(move |y| (x, y)));
        let corners = squares.flat_map(|(x, y)| self.pair(x, y)).flatten();
        let vertices: Vec<[f64; 3]> = corners.collect();
        let count = u32::try_from(vertices.len() / 3).unwrap();
        let triangles = (0..count).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        Body::of_triangles(Mesh { vertices, triangles }).unwrap()
    }

    /// The slopes of the triangles that hold a point of the plane, to within `near`, and how high
    /// each of them is there.
    fn slopes(&self, x: f64, y: f64, near: f64) -> Vec<([f64; 2], f64)> {
        let mut found = Vec::new();
        for i in (x - near).floor() as i32..=(x + near).floor() as i32 {
            for j in (y - near).floor() as i32..=(y + near).floor() as i32 {
                for [p, q, r] in self.pair(i, j) {
                    let (u, v) = ([q[0] - p[0], q[1] - p[1]], [r[0] - p[0], r[1] - p[1]]);
                    let area = u[0] * v[1] - u[1] * v[0];
                    let at = [x - p[0], y - p[1]];
                    let s = (at[0] * v[1] - at[1] * v[0]) / area;
                    let t = (u[0] * at[1] - u[1] * at[0]) / area;
                    if s < -near || t < -near || s + t > 1.0 + near {
                        continue;
                    }
                    let (rise, other) = (q[2] - p[2], r[2] - p[2]);
                    let slope =
                        [(rise * v[1] - other * u[1]) / area, (other * u[0] - rise * v[0]) / area];
                    found.push((slope, p[2] + s * rise + t * other));
                }
            }
        }
        found
    }
}

/// Whether a slope is in the hull of others, to within `near`: what lies beyond all of them along
/// some direction is not.
fn is_between(slope: [f64; 2], all: &[([f64; 2], f64)], near: f64) -> bool {
    (0..720).all(|step| {
        let (sin, cos) = (f64::from(step) * std::f64::consts::TAU / 720.0).sin_cos();
        let along = |[x, y]: [f64; 2]| x * cos + y * sin;
        let most = all.iter().map(|(own, _)| along(*own)).fold(f64::NEG_INFINITY, f64::max);
        along(slope) <= most + near
    })
}

/// Judges the contacts of a field, A, with a convex body on it.
fn judge(field: &Field, contacts: &[Contact], case: &str) {
    assert!(!contacts.is_empty(), "{case}");
    for contact in contacts {
        assert!(contact.is_true, "{case} {contact:?}");
        let Xyz { x, y, z } = contact.normal;
        let slope = [-x / z, -y / z];
        assert!(z > 0.0 && (contact.normal.length() - 1.0).abs() < 1e-12, "{case}");
        for point in &contact.points {
            let at = point.on_a;
            let there = field.slopes(at.x, at.y, 1e-7);
            assert!(!there.is_empty(), "{case} {at:?}");
            assert!(there.iter().all(|(_, height)| (height - at.z).abs() < 1e-6), "{case} {at:?}");
            assert!(is_between(slope, &there, 2e-7), "{case} {slope:?} at {at:?}: {there:?}");
            let depth = (point.on_a - point.on_b).dot(contact.normal);
            assert!((depth - point.depth).abs() <= contact.gap + 1e-12, "{case}");
        }
    }
}

fn turned(rotation: Rotation3<f64>) -> Pose<Xyz> {
    Pose { rotation, ..Pose::identity() }
}

fn cuboid(half: [f64; 3], pose: Pose<Xyz>) -> Object {
    let [x, y, z] = half;
    let body = Body::of_parts(vec![Cuboid::new(Xyz::new(x, y, z)).into()]).unwrap();
    Object { pose, ..Object::new("box", body) }
}

const FLAT: Field = Field { cells: 8, height: |_, _| 0.0, is_other: |x, y| (x * 3 + y) % 2 == 0 };
/// A hill of half a degree to three a square, whose squares are cut as they bend outwards.
const HILL: Field = Field {
    cells: 8,
    height: |x, y| -0.004 * f64::from((x - 4) * (x - 4) + (y - 4) * (y - 4)),
    is_other: |_, _| true,
};
/// A valley of the same slopes.
const VALLEY: Field = Field {
    cells: 8,
    height: |x, y| 0.004 * f64::from((x - 4) * (x - 4) + (y - 4) * (y - 4)),
    is_other: |x, y| (x + y) % 2 == 0,
};

/// 128 triangles in a plane: one patch with the box's own four corners, at every place and turn.
#[test]
fn a_box_slides_over_a_plane_of_triangles() {
    let floor = Object::new("floor", FLAT.body());
    let mut random = Random(3);
    for step in 0..rounds(10_000_u32) {
        let time = f64::from(step) * 1e-4;
        let depth = [0.001, 0.0, 0.02][step as usize % 3];
        let turn = if step % 4 < 2 { 0.0 } else { 3.0 * random.real() };
        // Every other step ends on the lines between squares, or a hair beyond one.
        let x = match step % 5 {
            0 => 3.0,
            1 => 3.0 + 0.0005 * random.real(),
            _ => 2.0 + 3.0 * time,
        };
        let pose = Pose {
            rotation: Rotation3::from_axis_angle(Xyz::axis(2), turn),
            translation: Xyz::new(x, 4.0 - time, 0.5 - depth),
        };
        let crate_there = cuboid([0.5, 0.75, 0.5], pose);
        let within = if depth > 0.0 { 0.0 } else { 1e-12 };
        let contacts = contacts_between(&floor, &crate_there, within);
        let case = format!("step {step}");
        judge(&FLAT, &contacts, &case);
        assert_eq!(contacts.len(), 1, "{case} {contacts:?}");
        let Contact { normal, points, gap, .. } = &contacts[0];
        assert!((*normal - Xyz::axis(2)).length() < 1e-12, "{case} {normal:?}");
        assert_eq!(points.len(), 4, "{case} {points:?}");
        for point in points {
            assert!((point.depth - depth).abs() <= gap + 1e-12, "{case} {point:?}");
            let local = pose.inverse_transform_point(point.on_b);
            let is_corner =
                (local.x.abs() - 0.5).abs() < 1e-9 && (local.y.abs() - 0.75).abs() < 1e-9;
            assert!(is_corner, "{case} {local:?}");
        }
    }
}

/// Over a hill and through a valley, turned and tilted, near the ground, on it and in it.
#[test]
fn a_box_slides_over_a_hill_and_a_valley() {
    for (field, name) in [(HILL, "hill"), (VALLEY, "valley")] {
        let ground = Object::new(name, field.body());
        let mut random = Random(5);
        let mut counts = [0_u32; 2];
        for step in 0..rounds(10_000_u32) {
            let (x, y) = (4.0 + 2.5 * random.real(), 4.0 + 2.5 * random.real());
            // Two thirds stand upright, the others tilted by up to a tenth of a degree or six.
            let tilt = [0.0, 0.0, 0.002, 0.1][step as usize % 4] * random.real();
            let upright = Rotation3::from_axis_angle(Xyz::axis(2), random.real());
            let axis = random.vector();
            let tilted = Rotation3::from_axis_angle(Xyz::new(axis.x, axis.y, 0.0), tilt);
            let pose = Pose {
                rotation: turned(tilted).compose(&turned(upright)).rotation,
                translation: Xyz::new(x, y, 2.0),
            };
            let high = cuboid([0.5, 0.75, 0.25], pose);
            let above = between(&ground, &high, f64::INFINITY).unwrap().signed_distance();
            // Lowered until it just touches, or is some way in.
            let sink = [0.0, 1e-3, 1e-5][step as usize % 3];
            let mut low = above;
            for _ in 0..60 {
                let pose = Pose { translation: pose.translation - Xyz::axis(2) * low, ..pose };
                let left = between(&ground, &cuboid([0.5, 0.75, 0.25], pose), f64::INFINITY);
                let left = left.unwrap().signed_distance();
                if left <= 1e-9 {
                    break;
                }
                low += left;
            }
            let translation = pose.translation - Xyz::axis(2) * (low + sink);
            let there = cuboid([0.5, 0.75, 0.25], Pose { translation, ..pose });
            let contacts = contacts_between(&ground, &there, 1e-6);
            let case = format!("{name}, step {step}");
            judge(&field, &contacts, &case);
            counts[usize::from(contacts.len() > 1)] += 1;
            let deepest = contacts.iter().map(Contact::depth).fold(f64::NEG_INFINITY, f64::max);
            assert!((deepest - sink).abs() < 0.1 * sink + 2e-6, "{case}: {deepest} for {sink}");
        }
        let steps: u32 = counts.iter().sum();
        assert!(counts[usize::from(name == "valley")] > steps / 30, "{name} {counts:?}");
    }
}

/// The surface of a box, by twelve triangles that turn outwards.
fn surface(half: [f64; 3]) -> Body {
    let pick = |i: usize, axis: usize| if i >> axis & 1 == 0 { -half[axis] } else { half[axis] };
    let vertices = (0..8).map(|i| [pick(i, 0), pick(i, 1), pick(i, 2)]).collect();
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Body::of_triangles(Mesh { vertices, triangles }).unwrap()
}

/// A box by its triangles on a plane of triangles: the rim of its bottom is where they meet.
#[test]
fn a_mesh_slides_over_a_plane_of_triangles() {
    let floor = Object::new("floor", FLAT.body());
    let parcel = Object::new("box", surface([0.5, 0.75, 0.5]));
    let mut random = Random(29);
    for step in 0..rounds(500_u32) {
        let turn = if step % 2 == 0 { 0.0 } else { random.real() };
        let x = if step % 3 == 0 { 2.5 + 0.0005 * random.real() } else { 4.0 + random.real() };
        let pose = Pose {
            rotation: Rotation3::from_axis_angle(Xyz::axis(2), turn),
            translation: Xyz::new(x, 4.0 + random.real(), 0.499),
        };
        let contacts = contacts_between(&floor, &Object { pose, ..parcel.clone() }, 0.0);
        judge(&FLAT, &contacts, &format!("step {step}"));
        assert_eq!(contacts.len(), 1, "{step} {contacts:?}");
        assert!((contacts[0].depth() - 0.001).abs() < 1e-9, "{step} {contacts:?}");
        // All four corners of the box.
        let near = |p: &&clearance_scene::scene::ContactSpot| {
            let local = pose.inverse_transform_point(p.on_b);
            (local.x.abs() - 0.5).abs() < 1e-6 && (local.y.abs() - 0.75).abs() < 1e-6
        };
        assert_eq!(contacts[0].points.iter().filter(near).count(), 4, "{step} {contacts:?}");
    }
}

/// Slabs side by side, and one that is higher: nothing is caught between two of them.
#[test]
fn a_box_slides_over_the_parts_of_a_compound() {
    let slab = |x: f64, top: f64| Part {
        shape: Cuboid::new(Xyz::new(0.5, 2.0, 0.5)).into(),
        pose: Pose::from_translation(Xyz::new(x, 0.0, top - 0.5)),
    };
    let parts = [0.5, 1.5, 2.5, 3.5].map(|x| slab(x, 0.0)).into_iter().chain([slab(4.5, 0.25)]);
    let floor = Object::new("floor", Body::of_parts(parts.collect()).unwrap());
    for step in 0..=400_u32 {
        let x = 0.6 + f64::from(step) * 2.9e-2 / 4.0;
        let there = cuboid([0.5, 0.5, 0.5], Pose::from_translation(Xyz::new(x, 0.0, 0.499)));
        let contacts = contacts_between(&floor, &there, 0.0);
        let case = format!("step {step} at {x}: {contacts:?}");
        let (ground, wall): (Vec<_>, Vec<_>) =
            contacts.iter().partition(|contact| contact.normal.z.abs() > 0.5);
        assert!(contacts.iter().all(|contact| contact.is_true), "{case}");
        // In the valley before the high one a point is of neither part alone.
        let corners = if x + 0.5 < 4.0 { 4 } else { 2 };
        assert_eq!((ground.len(), ground[0].points.len()), (1, corners), "{case}");
        assert_eq!(ground[0].normal, Xyz::axis(2), "{case}");
        assert!((ground[0].depth() - 0.001).abs() < 1e-12, "{case}");
        // The high one stands at 4.
        assert_eq!(wall.len(), usize::from(x + 0.5 >= 4.0), "{case}");
        assert!(wall.iter().all(|contact| contact.normal == -Xyz::axis(0)), "{case}");
    }
}

/// A ball in a valley of two triangles has two contacts, on its ridge one; beside it none.
#[test]
fn a_ball_has_a_contact_for_each_face_of_a_valley() {
    let vee = |slope: f64| {
        let vertices =
            vec![[0., -9., 0.], [0., 9., 0.], [9., 0., 9. * slope], [-9., 0., 9. * slope]];
        Body::of_triangles(Mesh { vertices, triangles: vec![[0, 2, 1], [0, 1, 3]] }).unwrap()
    };
    let ball = |z: f64| {
        let body = Body::of_parts(vec![Ball::new(1.0).into()]).unwrap();
        let pose = Pose::from_translation(Xyz::new(0.0, 0.0, z));
        Object { pose, ..Object::new("ball", body) }
    };
    let root = 0.5_f64.sqrt();
    let valley = Object::new("valley", vee(1.0));
    let contacts = contacts_between(&valley, &ball(2.0_f64.sqrt() - 0.01), 0.0);
    assert_eq!(contacts.len(), 2, "{contacts:?}");
    for contact in &contacts {
        assert!((contact.normal.x.abs() - root).abs() < 1e-9 && contact.is_true);
        assert!((contact.depth() - 0.01 * root).abs() < 1e-9 && contact.points.len() == 1);
    }
    let ridge = Object::new("ridge", vee(-1.0));
    let contacts = contacts_between(&ridge, &ball(0.99), 0.0);
    assert_eq!(contacts.len(), 1, "{contacts:?}");
    assert!((contacts[0].normal - Xyz::axis(2)).length() < 1e-9 && contacts[0].is_true);
    assert!((contacts[0].depth() - 0.01).abs() < 1e-9);
    assert!(contacts_between(&ridge, &ball(1.01), 0.0).is_empty());
    // Scenes ask all pairs; padding touches sooner.
    let wide = Object { padding: 0.02, ..ball(1.01) };
    let scene = [ridge, ball(5.0), wide];
    let boxes = Boxes::new(&scene);
    let found = contacts_within(&scene, &boxes, 0.0, &Rules::default());
    assert_eq!((found.len(), found[0].a, found[0].b), (1, 0, 2));
    assert!((found[0].depth() - 0.01).abs() < 1e-9, "{found:?}");
    let (low, high) = scene.split_at(1);
    let (of_low, of_high) = (Boxes::new(low), Boxes::new(high));
    let mut rules = Rules::default();
    let between =
        |rules: &Rules| contacts_between_scenes((low, &of_low), (high, &of_high), 0.0, rules);
    assert_eq!(between(&rules).len(), 1);
    rules.allow("ball", "ridge");
    assert_eq!(between(&rules), vec![]);
}
