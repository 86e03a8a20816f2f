//! Small polygons by separating axes, compared with the truth by definition.

#![allow(clippy::unwrap_used, clippy::indexing_slicing)]

use alloc::format;
use alloc::vec::Vec;

use super::polygons::outlines;
use super::{Bounds, Found, intersects, proximity};
use crate::math::{Pose, Rotation, Rotation2, Space, Xy};
use crate::shape::ConvexHull;
use crate::solve::search_tests::Random;

/// The queries of a pair.
#[derive(Clone, Copy)]
enum Question {
    Boolean,
    Distance,
    Both,
}

/// Where B's vertices are, of polygons on a grid of integers: sums and products are exact.
fn moved(polygon: &ConvexHull<Xy>, quarter: Rotation2<f64>, by: Xy) -> Vec<Xy> {
    let Rotation2 { cos, sin } = quarter;
    let turned = |p: Xy| Xy::new(cos * p.x - sin * p.y, sin * p.x + cos * p.y);
    polygon.vertices().iter().map(|p| turned(*p) + by).collect()
}

fn sides(outline: &[Xy]) -> impl Iterator<Item = (Xy, Xy)> {
    outline.iter().copied().zip(outline.iter().copied().cycle().skip(1))
}

/// The truth by definition: the largest distance along an edge's normal where they overlap, or the
/// least of a vertex and an edge.
fn truth(a: &[Xy], b: &[Xy]) -> f64 {
    let mut deepest = f64::NEG_INFINITY;
    let mut nearest = f64::INFINITY;
    for (own, other) in [(a, b), (b, a)] {
        for (p, q) in sides(own) {
            let along = q - p;
            let out = Xy::new(along.y, -along.x);
            let least = other.iter().map(|v| out.dot(*v - p)).fold(f64::INFINITY, f64::min);
            deepest = deepest.max(least / out.length());
            for v in other {
                let part = ((*v - p).dot(along) / along.dot(along)).clamp(0.0, 1.0);
                nearest = nearest.min((*v - p - along * part).length());
            }
        }
    }
    if deepest > 0.0 { nearest } else { deepest }
}

/// Pairs on a grid, so that many touch or have parallel edges, and how many of those apart,
/// touching and overlapping were answered.
fn answered(most: usize, reach: f64, question: Question) -> [(u32, u32); 3] {
    let mut random = Random(most as u64);
    let mut counts = [(0, 0); 3];
    let grid = |number: f64, reach: f64| (number * reach).round();
    let has_depths = matches!(question, Question::Both);
    for round in 0..6000 {
        let mut polygon = || {
            let point = |_| Xy::new(grid(random.number(), reach), grid(random.number(), reach));
            ConvexHull::new(&(0..most + round % 3).map(point).collect::<Vec<_>>()).unwrap()
        };
        let (a, b) = (polygon(), polygon());
        let Some([outline_a, outline_b]) = outlines::<Xy>(&a, &b, has_depths) else { continue };
        let quarters = [(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)];
        let (cos, sin) = quarters[round % 4];
        let rotation = Rotation2 { cos, sin };
        let translation =
            Xy::new(grid(random.number(), 2.0 * reach), grid(random.number(), 2.0 * reach));
        let at_a = Pose { rotation: Rotation::IDENTITY, translation: Xy::default() };
        let at_b = Pose { rotation, translation };
        let truth = truth(outline_a, &moved(&b, rotation, translation));
        let case = || format!("{truth} {outline_a:?} {outline_b:?} {at_b:?}");
        let bounds = Bounds::of(&a, &at_a, &b, &at_b);
        let regime = if truth > 0.0 { 0 } else { 1 + usize::from(truth < 0.0) };
        counts[regime].0 += 1;
        if matches!(question, Question::Boolean) {
            if let Some(meet) = intersects(&bounds, &a, &at_a, &b, &at_b, &mut ()) {
                assert_eq!(meet, truth < 0.0, "{}", case());
                counts[regime].1 += 1;
            }
            continue;
        }
        let found = proximity(&bounds, &a, &at_a, &b, &at_b, has_depths, &mut ());
        let Some(Found::Answer(found)) = found else { continue };
        counts[regime].1 += 1;
        let signed = found.signed_distance();
        let witness = found.witness();
        assert!((signed - truth).abs() <= witness.gap, "{}", case());
        let small = 1e-13 * bounds.size();
        assert!(witness.gap <= small, "{} {}", witness.gap, case());
        let length = (witness.on_b - witness.on_a).dot(witness.normal);
        assert!((length - truth).abs() <= small, "{}", case());
        // Each witness lies in its polygon.
        for (outline, pose, point) in
            [(outline_a, at_a, witness.on_a), (outline_b, at_b, witness.on_b)]
        {
            let local = (point - pose.translation).rotate_back(&pose.rotation.matrix());
            for (p, q) in sides(outline) {
                let along = q - p;
                let outside = Xy::new(along.y, -along.x).dot(local - p);
                assert!(outside <= small * along.length(), "{}", case());
            }
        }
    }
    counts
}

#[test]
fn polygons_on_a_grid_are_answered_and_rightly() {
    let check = |most, reach, question, fewest: [u32; 3]| {
        let [apart, touching, deep] = answered(most, reach, question);
        let shares = format!("{most}: {apart:?} {touching:?} {deep:?}");
        let counts = [apart.0, touching.0, deep.0];
        assert!(counts.iter().zip(fewest).all(|(count, fewest)| *count >= fewest), "{shares}");
        // But for what rounding hides.
        assert!(apart.1 * 100 >= apart.0 * 99, "{shares}");
        assert!(deep.1 * 100 >= deep.0 * 99, "{shares}");
        assert_eq!(touching.1, 0, "{shares}");
    };
    for most in [3, 5, 9, 14] {
        for question in [Question::Boolean, Question::Distance, Question::Both] {
            check(most, 6.0, question, [300, 30, 300]);
        }
    }
    // Polygons of some 16 to 24 corners, few of which touch by chance.
    check(80, 60.0, Question::Both, [300, 0, 300]);
}
