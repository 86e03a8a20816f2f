//! Yes or no, distances and contacts: equal to the core's, and near parry's own where these are
//! clear of contact.

use clearance::proximity;
use clearance_parry::Clearance;

use super::dimension::{KINDS, pose, shape};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{
    ClosestPoints, ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher,
    QueryDispatcher, ShapeCastOptions, ShapeCastStatus, Unsupported,
};
use super::parry::shape::SharedShape;
use crate::rng::Rng;

const POSES: usize = 40;

/// How far parry's distances may be off, in shapes two units across: it searches those of capsules
/// and of rounded shapes on their round surfaces, to some thousandths.
const SLOP: Real = 2e-2;

#[test]
fn distances_are_the_cores_and_near_parrys() {
    let mut rng = Rng(1);
    let (mut apart, mut touching) = (0, 0);
    for kind1 in KINDS {
        for kind2 in KINDS {
            for _ in 0..POSES {
                let ((g1, a), (g2, b)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let place = pose(&mut rng, 2.2);
                let found = proximity(&a, &Vector::ZERO, &b, &place);
                let (truth, gap) = (found.signed_distance(), found.witness().gap);
                let at = || format!("{kind1}, {kind2}, {place:?}");
                assert!(found.is_decided(), "{}", at());

                let hit = Clearance.intersection_test(&place, &*g1, &*g2).unwrap();
                assert_eq!(hit.intersecting, truth <= 0.0, "{}", at());
                let distance = Clearance.distance(&place, &*g1, &*g2).unwrap().distance;
                // A hull by its points alone is searched another way.
                let both = 2.0 * gap + Real::EPSILON * truth.abs();
                assert!((distance - truth.max(0.0)).abs() <= both, "{}", at());
                if !kind1.contains("hull") && !kind2.contains("hull") {
                    assert_eq!(distance, truth.max(0.0), "{}", at());
                }
                let contact = Clearance.contact(&place, &*g1, &*g2, 100.0);
                if gap < Real::INFINITY {
                    let dist = contact.unwrap().unwrap().dist;
                    assert!((dist - truth).abs() <= both, "{}", at());
                } else {
                    // Two half-spaces that overlap without end have no way out.
                    assert_eq!(contact, Err(Unsupported));
                }

                // parry itself has no answer for two half-spaces.
                let theirs = DefaultQueryDispatcher.distance(&place, &*g1, &*g2);
                if let (Ok(theirs), true) = (theirs, truth.abs() > SLOP) {
                    let error = (theirs.distance - truth.max(0.0)).abs();
                    assert!(error < SLOP, "{}: parry {}, {truth}", at(), theirs.distance);
                }
                apart += usize::from(truth > 0.0);
                touching += usize::from(truth < 0.0);
            }
        }
    }
    assert!(apart.min(touching) > 2_000 * KINDS.len() * KINDS.len() / 225, "{apart} {touching}");
}

/// Each number in its own frame: moved into the first shape's, the points of a contact are as far
/// apart as it says, along its normal, and moving the second by that distance just parts them.
#[test]
fn contacts_are_in_their_frames() {
    let mut rng = Rng(2);
    for kind1 in KINDS {
        for kind2 in KINDS {
            for _ in 0..POSES {
                let ((g1, _), (g2, _)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let place = pose(&mut rng, 1.5);
                if kind1 == "half-space" && kind2 == "half-space" {
                    continue; // they overlap without end
                }
                let contact = Clearance.contact(&place, &*g1, &*g2, 0.5).unwrap();
                let points = Clearance.closest_points(&place, &*g1, &*g2, 0.5).unwrap();
                let Some(contact) = contact else {
                    assert_eq!(points, ClosestPoints::Disjoint);
                    continue;
                };
                let way = place * contact.point2 - contact.point1;
                let tolerance = 1e-5 * (1.0 + way.length());
                assert!((way - contact.normal1 * contact.dist).length() < tolerance);
                assert!((place.rotation * contact.normal2 + contact.normal1).length() < 1e-5);
                match points {
                    ClosestPoints::WithinMargin(p1, p2) => {
                        assert!(contact.dist > 0.0);
                        assert_eq!((p1, p2), (contact.point1, contact.point2));
                    }
                    other => {
                        assert_eq!(other, ClosestPoints::Intersecting);
                        assert!(contact.dist <= 0.0);
                    }
                }
                let parted = Pose::from_translation(-contact.normal1 * (contact.dist - 1e-4));
                assert!(
                    !Clearance
                        .intersection_test(&(parted * place), &*g1, &*g2)
                        .unwrap()
                        .intersecting
                );
            }
        }
    }
}

#[test]
fn what_is_no_number_gets_the_safe_answer() {
    let (ball, block) = (SharedShape::ball(1.0), super::dimension::block(Vector::splat(1.0)).0);
    let nowhere = Pose::from_translation(Vector::splat(Real::NAN));
    assert!(Clearance.intersection_test(&nowhere, &*ball, &*block).unwrap().intersecting);
    assert_eq!(Clearance.distance(&nowhere, &*ball, &*block).unwrap().distance, 0.0);
    let contact = Clearance.contact(&nowhere, &*ball, &*block, 1.0);
    assert_eq!(contact, Err(Unsupported));
    let mut manifold = ContactManifold::<(), ()>::new();
    let mut touch = |place| {
        let found = &mut manifold;
        let done = Clearance
            .contact_manifold_convex_convex(place, &*ball, &*block, None, None, 1.0, found);
        (done, found.points.len())
    };
    assert_eq!(touch(&Pose::IDENTITY), (Ok(()), 1));
    assert_eq!(touch(&nowhere), (Err(Unsupported), 0));
    let points = Clearance.closest_points(&nowhere, &*ball, &*block, 1.0);
    assert_eq!(points, Ok(ClosestPoints::Intersecting));
    let options = ShapeCastOptions::default();
    let hit = Clearance.cast_shapes(&nowhere, Vector::X, &*ball, &*block, options);
    let hit = hit.unwrap().unwrap();
    assert_eq!((hit.status, hit.time_of_impact), (ShapeCastStatus::OutOfIterations, 0.0));
}
