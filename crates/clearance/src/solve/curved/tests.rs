//! Newton's steps and the cones of local minima, forced, compared with support points and certified
//! answers.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use super::LocalMinimum;
use crate::budget::Budget;
use crate::math::{Pose, Precision, Xy, Xyz};
use crate::shape::{Cone, Cuboid, Cylinder, Ellipsoid, Segment, Shape};
use crate::solve::difference::{Difference, Frame, Placed, Vertex};
use crate::solve::polytope::Expand;
use crate::solve::search_tests::{Random, in_plane, in_space};
use crate::solve::simplex::{Cell, Nearest, Simplex, Working};
use crate::{Proximity, proximity};

fn solids(random: &mut Random) -> Vec<Shape<Xyz>> {
    vec![
        Cylinder::new(0.8, 0.4).into(),
        Cylinder::new(0.01, 0.7).into(),
        Cone::new(0.5, 0.9).into(),
        Cone::new(1.2, 0.1).into(),
        Ellipsoid::new(Xyz::new(0.3, 0.6, 1.1)).into(),
        Ellipsoid::new(Xyz::new(0.9, 0.2, 0.9)).into(),
        Cuboid::new(Xyz::new(0.3, 0.6, 0.9)).into(),
        Segment::new(random.vector(), random.vector()).into(),
        random.hull(16),
    ]
}

fn figures(random: &mut Random) -> Vec<Shape<Xy>> {
    vec![
        Ellipsoid::new(Xy::new(0.3, 1.1)).into(),
        Ellipsoid::new(Xy::new(0.9, 0.8)).into(),
        Cuboid::new(Xy::new(0.3, 0.6)).into(),
        random.hull(7),
    ]
}

/// All pairs of these with a curved one, in random poses, `rounds` times.
fn pairs<S: Expand>(
    shapes: &[Shape<S>],
    rounds: u32,
    pose: impl Fn(&mut Random) -> Pose<S>,
    mut look: impl FnMut(&mut Random, &Shape<S>, &Pose<S>, &Shape<S>, &Pose<S>),
) {
    let mut random = Random(31);
    for _ in 0..rounds {
        for (a, b) in shapes.iter().flat_map(|a| shapes.iter().map(move |b| (a, b))) {
            let (pose_a, pose_b) = (pose(&mut random), pose(&mut random));
            let frame = Frame::new(a, &pose_a, b, &pose_b);
            if Placed::new(a, b, &frame, &Budget::endless(), Precision::of::<f64>()).is_curved() {
                look(&mut random, a, &pose_a, b, &pose_b);
            }
        }
    }
}

fn nearest_vertex<S: Cell>(vertex: Vertex<S>) -> Nearest<S> {
    Simplex::Vertex([vertex]).nearest()
}

/// How many minima were found, and how many of them have a cone. No direction of a cone is lower
/// than the minimum claims; nor is any support point.
fn cones<S: Expand>(shapes: &[Shape<S>], pose: impl Fn(&mut Random) -> Pose<S>) -> (u32, u32) {
    let (mut found, mut coned) = (0, 0);
    pairs(shapes, 100, pose, |random, a, pose_a, b, pose_b| {
        let frame = Frame::new(a, pose_a, b, pose_b);
        let endless = Budget::endless();
        let placed = Placed::new(a, b, &frame, &endless, Precision::of::<f64>());
        let height = |d: S| d.dot(placed.support(d, None).point);
        for tries in [1, 10, 100] {
            let directions = (0..tries).filter_map(|_| random.vector::<S>().try_normalize());
            let lowest = directions.min_by(|d, e| height(*d).total_cmp(&height(*e)));
            let Some(direction) = lowest else { continue };
            let vertex = placed.support(direction, None);
            let Some(minimum) = LocalMinimum::find(&placed, &nearest_vertex(vertex), direction)
            else {
                continue;
            };
            if minimum.upper - minimum.lower > 2.0 * placed.error() {
                continue;
            }
            found += 1;
            let case = || format!("{minimum:?} {a:?} {pose_a:?} {b:?} {pose_b:?}");
            assert!((height(minimum.normal) - minimum.upper).abs() <= placed.error(), "{}", case());
            let way = minimum.on_a - minimum.on_b - minimum.normal * minimum.upper;
            assert!(way.length() <= 4.0 * placed.error(), "{}", case());
            if minimum.cos > 1.0 {
                continue;
            }
            coned += 1;
            let sin = (1.0 - minimum.cos * minimum.cos).sqrt();
            // Most of them at the edge of the cone, and next to the minimum.
            let parts = [1.0, 0.999, 0.5, 0.1, 1e-3, 1e-6].repeat(10);
            for part in parts {
                let aside = random.vector::<S>();
                let aside = aside - minimum.normal * aside.dot(minimum.normal);
                let Some(aside) = aside.try_normalize() else { continue };
                let sin = sin * part;
                let direction = minimum.normal * (1.0 - sin * sin).sqrt() + aside * sin;
                let below = minimum.lower - height(direction);
                assert!(below <= placed.error(), "{below} {}", case());
            }
        }
    });
    (found, coned)
}

#[test]
fn no_direction_of_a_cone_is_lower_in_space() {
    let shapes = solids(&mut Random(3));
    let (found, coned) = cones(&shapes, |random| {
        let Pose { rotation, translation } = in_space(random);
        Pose { rotation, translation: translation * 0.3 }
    });
    assert!(found > 2000 && coned > 700, "{found} {coned}");
}

#[test]
fn no_direction_of_a_cone_is_lower_in_the_plane() {
    let shapes = figures(&mut Random(4));
    let (found, coned) = cones(&shapes, |random| {
        let Pose { rotation, translation } = in_plane(random);
        Pose { rotation, translation: translation * 0.3 }
    });
    assert!(found > 800 && coned > 400, "{found} {coned}");
}

/// How many simplices of a few support points were moved, and how many of them to the nearest point
/// itself. None is nearer than the shapes.
fn moves<S: Expand>(shapes: &[Shape<S>], pose: impl Fn(&mut Random) -> Pose<S>) -> (u32, u32) {
    let (mut moved, mut arrived) = (0, 0);
    pairs(shapes, 12, pose, |_, a, pose_a, b, pose_b| {
        let Proximity::Separated(truth) = proximity(a, pose_a, b, pose_b) else { return };
        let distance = truth.length;
        let frame = Frame::new(a, pose_a, b, pose_b);
        let endless = Budget::endless();
        let placed = Placed::new(a, b, &frame, &endless, Precision::of::<f64>());
        let mut simplex = Working::new();
        let mut foot = simplex.foot_of(&Simplex::Vertex([placed.support(-placed.towards(), None)]));
        for _ in 0..3 {
            simplex.push(placed.support(-foot.point, None));
            foot = simplex.foot();
            simplex.keep(&foot);
        }
        let case = || format!("{a:?} {pose_a:?} {b:?} {pose_b:?}");
        if let Some(next) = placed.follow(&mut simplex, &foot, foot.point) {
            moved += 1;
            let length = next.point.length();
            assert!(length <= foot.point.length(), "{}", case());
            assert!(length >= distance - 2.0 * placed.error(), "{length} {distance} {}", case());
            arrived += u32::from(length <= distance + 2.0 * placed.error());
        }
    });
    (moved, arrived)
}

#[test]
fn newton_arrives_in_space() {
    let shapes = solids(&mut Random(5));
    let (moved, arrived) = moves(&shapes, in_space);
    assert!(moved > 200 && f64::from(arrived) > 0.9 * f64::from(moved), "{moved} {arrived}");
}

#[test]
fn newton_arrives_in_the_plane() {
    let shapes = figures(&mut Random(6));
    let (moved, arrived) = moves(&shapes, in_plane);
    assert!(moved > 30 && f64::from(arrived) > 0.9 * f64::from(moved), "{moved} {arrived}");
}
