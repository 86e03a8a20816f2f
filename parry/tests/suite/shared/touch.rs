//! Contact manifolds of convex shapes: points on the surfaces, each in its own frame, under names
//! that last.

use clearance::contact_manifold;
use clearance_parry::Clearance;

use super::dimension::{KINDS, block, hull_block, off, pose, real, shape, upright};
use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{
    ContactManifold, DefaultQueryDispatcher, PersistentQueryDispatcher, QueryDispatcher,
};
use super::parry::shape::{Shape, SharedShape};
use crate::rng::Rng;

type Manifold = ContactManifold<(), u32>;

/// The manifolds of a pair that has none yet.
fn fresh(place: &Pose, g1: &dyn Shape, g2: &dyn Shape, prediction: Real) -> Manifold {
    let mut manifolds: Vec<Manifold> = Vec::new();
    let memory = &mut None;
    Clearance.contact_manifolds(place, g1, g2, prediction, &mut manifolds, memory).unwrap();
    assert_eq!(manifolds.len(), 1);
    manifolds.remove(0)
}

#[test]
fn points_lie_on_both_surfaces() {
    let mut rng = Rng(3);
    let (mut touching, mut several) = (0, 0);
    for kind1 in KINDS {
        for kind2 in KINDS {
            if kind1 == "half-space" && kind2 == "half-space" {
                continue;
            }
            for _ in 0..30 {
                let ((g1, a), (g2, b)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let place = pose(&mut rng, 1.6);
                let at = || format!("{kind1}, {kind2}, {place:?}");
                let found = fresh(&place, &*g1, &*g2, 0.1);
                let contact = Clearance.contact(&place, &*g1, &*g2, 0.1).unwrap();
                assert_eq!(found.points.is_empty(), contact.is_none(), "{}", at());
                let Some(contact) = contact else { continue };

                assert!((found.local_n1.length() - 1.0).abs() < 1e-5);
                assert!((place.rotation * found.local_n2 + found.local_n1).length() < 1e-5);
                let truth = contact_manifold(&a, &Vector::ZERO, &b, &place, 0.1).unwrap();
                assert_eq!(found.points.len(), truth.points().len(), "{}", at());
                for (found, truth) in found.points.iter().zip(truth.points()) {
                    assert_eq!((found.local_p1, found.dist), (truth.on_a, -truth.depth));
                    assert_eq!((found.fid1.0, found.fid2.0), (truth.key.on_a(), truth.key.on_b()));
                }
                let mut deepest = Real::MAX;
                for point in &found.points {
                    let (p1, p2) = (point.local_p1, place * point.local_p2);
                    assert!(((p2 - p1) - found.local_n1 * point.dist).length() < 5e-3, "{}", at());
                    assert!(off(&*g1, p1) < 5e-3 && off(&*g2, point.local_p2) < 5e-3, "{}", at());
                    deepest = deepest.min(point.dist);
                }
                // As deep as the pair is, to within the band of a thousandth.
                assert!((deepest - contact.dist).abs() < 2e-3, "{}: {deepest}", at());
                touching += 1;
                several += usize::from(found.points.len() > 1);

                let mirrored = fresh(&place.inverse(), &*g2, &*g1, 0.1);
                assert!((place.rotation * mirrored.local_n1 + found.local_n1).length() < 1e-2);
            }
        }
    }
    assert!(touching > 1_000 && several > 100, "{touching} {several}");
}

/// A box on a box, and the same two as hulls of points.
fn blocks() -> [(SharedShape, SharedShape, usize); 2] {
    let (floor, crate_) = (Vector::splat(1.0) * 2.0, Vector::splat(0.5));
    let (lower, _) = block(floor);
    let (upper, most) = block(crate_);
    [(lower, upper, most), (hull_block(floor), hull_block(crate_), most)]
}

#[test]
fn small_motions_keep_names_and_data() {
    for (lower, upper, most) in blocks() {
        let mut rng = Rng(4);
        let mut manifolds: Vec<Manifold> = Vec::new();
        let memory = &mut None;
        for frame in 0..200 {
            let height = 2.5 + real(&mut rng, -1e-3, 1e-3);
            let place = upright(height, 0.3 + real(&mut rng, -1e-3, 1e-3));
            Clearance
                .contact_manifolds(&place, &*lower, &*upper, 0.01, &mut manifolds, memory)
                .unwrap();
            let manifold = manifolds.first_mut().unwrap();
            assert_eq!(manifold.points.len(), most);
            assert!(manifold.local_n1.y > 0.999_999);
            let mut names: Vec<_> = manifold.points.iter().map(|p| (p.fid1.0, p.fid2.0)).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), most);
            for point in &mut manifold.points {
                assert!(!point.fid1.is_unknown() && !point.fid2.is_unknown());
                // A solver's number, by the name: it must be there again in the next frame.
                let number = point.fid1.0 ^ point.fid2.0.rotate_left(7);
                assert_eq!(point.data, if frame == 0 { 0 } else { number });
                point.data = number;
            }
        }
    }
}

#[test]
fn names_have_parrys_kinds() {
    let [(lower, upper, _), _] = blocks();
    for point in fresh(&upright(2.4, 0.0), &*lower, &*upper, 0.01).points {
        // Corners of the upper box in the face of the lower.
        assert!(point.fid1.is_face() && point.fid2.is_vertex(), "{point:?}");
    }
}

/// What is kept of a hull is kept for its very points: hulls that lie where others lay, and the same
/// ones asked again, touch as the core says.
#[test]
fn kept_hulls_are_those_of_their_points() {
    let mut rng = Rng(5);
    let mut touching = 0;
    let mut pairs: Vec<_> = (0..40)
        .map(|_| (shape("hull", &mut rng), shape("round hull", &mut rng), pose(&mut rng, 1.0)))
        .collect();
    for round in 0..3 {
        for ((g1, a), (g2, b), place) in &mut pairs {
            let found = fresh(place, &**g1, &**g2, 0.1);
            let truth = contact_manifold(&*a, &Vector::ZERO, &*b, place, 0.1);
            let points = truth.as_ref().map_or(&[][..], |truth| truth.points());
            assert_eq!(found.points.len(), points.len());
            for (found, truth) in found.points.iter().zip(points) {
                assert_eq!((found.local_p1, found.dist), (truth.on_a, -truth.depth));
                assert_eq!((found.fid1.0, found.fid2.0), (truth.key.on_a(), truth.key.on_b()));
            }
            touching += points.len();
            if round == 1 {
                // Freed, so that the next may lie in the same place.
                (*g1, *a) = shape("hull", &mut rng);
            }
        }
    }
    assert!(touching > 100, "{touching}");
}

/// Both report a box that lies flat equally deep; parry with up to twice as many points.
#[test]
fn parry_finds_the_same_depths() {
    let [(lower, upper, most), _] = blocks();
    let mut theirs: Vec<Manifold> = Vec::new();
    let (place, memory) = (upright(2.49, 0.2), &mut None);
    DefaultQueryDispatcher
        .contact_manifolds(&place, &*lower, &*upper, 0.01, &mut theirs, memory)
        .unwrap();
    let ours = fresh(&place, &*lower, &*upper, 0.01);
    assert!(ours.points.len() == most && theirs[0].points.len() >= most);
    for point in ours.points.iter().chain(&theirs[0].points) {
        assert!((point.dist + 0.01).abs() < 1e-5);
    }
}
