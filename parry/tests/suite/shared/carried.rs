//! What a manifold holds from the step before: for `Clearance` it changes no answer; for
//! `ClearanceCarried` it is as near the truth as is promised.

use clearance::proximity;
use clearance_parry::{Clearance, ClearanceCarried};

use super::dimension::{KINDS, hull_block, pose, shape, spin, tilt, upright, vector};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{ContactManifold, PersistentQueryDispatcher, Unsupported};
use super::parry::shape::Shape;
use crate::rng::Rng;

type Manifold = ContactManifold<(), u32>;

const NEAR: Real = 0.02;

/// Asks for a pair's points, in place of those that a manifold has.
fn touch(
    ask: &dyn PersistentQueryDispatcher<(), u32>,
    place: &Pose,
    [g1, g2]: [&dyn Shape; 2],
    manifold: &mut Manifold,
) -> Result<(), Unsupported> {
    ask.contact_manifold_convex_convex(place, g1, g2, None, None, NEAR, manifold)
}

fn fresh(place: &Pose, shapes: [&dyn Shape; 2]) -> Manifold {
    let mut manifold = Manifold::new();
    touch(&Clearance, place, shapes, &mut manifold).unwrap();
    manifold
}

fn points(manifold: &Manifold) -> Vec<(Vector, Vector, Real, u32, u32)> {
    let point = |p: &super::parry::query::TrackedContact<u32>| {
        (p.local_p1, p.local_p2, p.dist, p.fid1.0, p.fid2.0)
    };
    manifold.points.iter().map(point).collect()
}

/// Whether a manifold has the points of another, on the shapes themselves.
fn is_same(new: &Manifold, old: &Manifold) -> bool {
    let on = |manifold: &Manifold| -> Vec<[Vector; 2]> {
        manifold.points.iter().map(|point| [point.local_p1, point.local_p2]).collect()
    };
    let is_along = [new.local_n1, new.local_n2] == [old.local_n1, old.local_n2];
    !new.points.is_empty() && is_along && on(new) == on(old)
}

fn deepest(manifold: &Manifold) -> Real {
    manifold.points.iter().map(|point| point.dist).fold(Real::MAX, Real::min)
}

/// A pose a little aside from another.
fn jolted(place: &Pose, rng: &mut Rng, size: f64) -> Pose {
    Pose::new(vector(rng, size), spin(rng) * size as Real) * *place
}

/// Along a walk that touches and parts, a manifold with a past holds what one without has.
#[test]
fn the_past_changes_no_answer() {
    let mut rng = Rng(11);
    let (mut apart, mut touching) = (0, 0);
    for kind1 in KINDS {
        for kind2 in KINDS {
            if kind1 == "half-space" && kind2 == "half-space" {
                continue;
            }
            for _ in 0..4 {
                let ((g1, _), (g2, _)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let shapes: [&dyn Shape; 2] = [&*g1, &*g2];
                let mut place = pose(&mut rng, 1.2);
                let mut manifold = Manifold::new();
                for step in 0..60 {
                    touch(&Clearance, &place, shapes, &mut manifold).unwrap();
                    let truth = fresh(&place, shapes);
                    let at = || format!("{kind1}, {kind2}, step {step}, {place:?}");
                    assert_eq!(points(&manifold), points(&truth), "{}", at());
                    apart += usize::from(truth.points.is_empty());
                    touching += usize::from(!truth.points.is_empty());
                    let size = if step % 10 == 0 { 0.3 } else { 0.03 };
                    place = jolted(&place, &mut rng, size);
                }
            }
        }
    }
    assert!(apart.min(touching) > 20 * KINDS.len() * KINDS.len(), "{apart} {touching}");
}

/// Pairs whose distance to rounding is the limit itself: an axis decides no such pair.
#[test]
fn the_past_decides_no_tie() {
    let block = |is_hull: bool, half: Real| {
        let half = Vector::splat(half);
        if is_hull { hull_block(half) } else { super::dimension::block(half).0 }
    };
    for is_hull in [false, true] {
        let (lower, upper) = (block(is_hull, 1.0), block(is_hull, 0.5));
        let shapes: [&dyn Shape; 2] = [&*lower, &*upper];
        let mut counts = [0; 2];
        for step in -40..=40 {
            let mut manifold = Manifold::new();
            let far = upright(1.6, 0.3);
            touch(&Clearance, &far, shapes, &mut manifold).unwrap();
            assert!(manifold.points.is_empty() && manifold.local_n1.y > 0.99);
            let place = upright((1.5 + NEAR) * (1.0 + step as Real * Real::EPSILON), 0.3);
            touch(&Clearance, &place, shapes, &mut manifold).unwrap();
            assert_eq!(points(&manifold), points(&fresh(&place, shapes)), "{step}");
            counts[usize::from(manifold.points.is_empty())] += 1;
        }
        assert!(counts.iter().all(|count| *count > 20), "{counts:?}");
    }
}

/// How far points that are carried may be from the truth: by what parry's rule allows, a degree
/// and a thousandth of a unit.
#[test]
fn what_is_carried_is_near_the_truth() {
    let mut rng = Rng(12);
    let (mut kept, mut anew, mut worst, mut worst_turn) = (0, 0, 0.0, 1.0);
    let degree = Real::to_radians(1.0);
    for kind1 in KINDS {
        for kind2 in KINDS {
            if kind1 == "half-space" && kind2 == "half-space" {
                continue;
            }
            for _ in 0..6 {
                let ((g1, a), (g2, b)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let shapes: [&dyn Shape; 2] = [&*g1, &*g2];
                // Just touching, as far as a solver lets them.
                let mut place = pose(&mut rng, 1.0);
                let found = proximity(&a, &Vector::ZERO, &b, &place);
                let off = found.signed_distance() + 0.005;
                place.translation -= found.witness().normal * off;

                let mut manifold = Manifold::new();
                touch(&ClearanceCarried, &place, shapes, &mut manifold).unwrap();
                for point in &mut manifold.points {
                    point.data = point.fid1.0 ^ point.fid2.0.rotate_left(7);
                }
                for _ in 0..30 {
                    let old = manifold.clone();
                    // Turned about a point where they touch, which does not slide.
                    let pivot = old.points.first().map_or(Vector::ZERO, |point| point.local_p1);
                    let about = Pose::from_translation(pivot);
                    let turn = Pose::new(Vector::ZERO, spin(&mut rng) * 4e-3);
                    place = about * turn * about.inverse() * place;
                    place.translation += vector(&mut rng, 1e-4);
                    touch(&ClearanceCarried, &place, shapes, &mut manifold).unwrap();
                    let truth = fresh(&place, shapes);
                    let at = || format!("{kind1}, {kind2}, {place:?}");
                    if !is_same(&manifold, &old) {
                        anew += 1;
                        assert_eq!(points(&manifold), points(&truth), "{}", at());
                        continue;
                    }
                    kept += 1;
                    assert!(kind1 != "ball" && kind2 != "ball");
                    let facing = -manifold.local_n1.dot(place.rotation * manifold.local_n2);
                    worst_turn = facing.min(worst_turn);
                    for (new, old) in manifold.points.iter().zip(&old.points) {
                        assert_eq!((new.fid1, new.fid2, new.data), (old.fid1, old.fid2, old.data));
                        let way = place * new.local_p2 - new.local_p1;
                        let aside = way - manifold.local_n1 * new.dist;
                        assert!(aside.length() < 1.01e-3, "{}: {}", at(), aside.length());
                    }
                    let distance = proximity(&a, &Vector::ZERO, &b, &place).signed_distance();
                    let error = (deepest(&manifold) - distance).abs();
                    worst = Real::max(worst, error);
                    // Shapes are at most 3.5 units across.
                    assert!(error < 1e-3 + 3.5 * degree, "{}: {error}", at());
                }
            }
        }
    }
    println!("{kept} carried, {anew} anew; depths off by up to {worst}, turned {worst_turn}");
    assert!(worst_turn > 0.999_84);
    assert!(kept.min(anew) > 5 * KINDS.len() * KINDS.len(), "{kept} {anew}");
}

#[test]
fn what_parts_turns_or_slides_is_found_anew() {
    let (lower, upper) = (hull_block(Vector::splat(1.0)), hull_block(Vector::splat(0.5)));
    let shapes: [&dyn Shape; 2] = [&*lower, &*upper];
    let start = upright(1.495, 0.2);
    let after = |start: &Pose, place: &Pose| {
        let mut manifold = fresh(start, shapes);
        let old = manifold.clone();
        let done = touch(&ClearanceCarried, place, shapes, &mut manifold);
        (done, is_same(&manifold, &old), manifold)
    };
    let moved = |x: Real, y: Real| Pose::from_translation(Vector::X * x + Vector::Y * y) * start;
    let tilted = |degrees: Real| start * tilt(degrees.to_radians());
    for place in [start, moved(0.0, -0.003), moved(0.0, 0.003), moved(5e-4, 0.0), tilted(0.05)] {
        let (done, is_kept, manifold) = after(&start, &place);
        assert!(done.is_ok() && is_kept, "{place:?}");
        assert!((deepest(&manifold) - deepest(&fresh(&place, shapes))).abs() < 1e-3);
    }
    let ajar = moved(0.0, 0.01);
    let pairs = [
        // Slid, tilted, no longer in each other.
        (start, moved(0.0015, 0.0)),
        (start, tilted(1.5)),
        (start, moved(0.0, 0.007)),
        // Parted, though neither slid nor turned.
        (ajar, moved(0.0, 0.03)),
    ];
    for (start, place) in pairs {
        let (done, _, manifold) = after(&start, &place);
        assert!(done.is_ok());
        assert_eq!(points(&manifold), points(&fresh(&place, shapes)), "{place:?}");
    }
    let (done, _, manifold) = after(&start, &Pose::from_translation(Vector::splat(Real::NAN)));
    assert_eq!((done, manifold.points.len()), (Err(Unsupported), 0));
}
