//! Moving shapes: what grazes is met, and where each number is said.

use clearance_parry::Clearance;

use super::dimension::{KINDS, pose, shape, spin, vector};
use super::parry::math::{Real, Vector};
use super::parry::query::{
    DefaultQueryDispatcher, NonlinearRigidMotion, QueryDispatcher, ShapeCastOptions,
    ShapeCastStatus, Unsupported,
};
use super::parry::shape::Shape;
use crate::rng::Rng;

/// A point of a shape that lies a little within the farthest one along a direction.
fn just_within(shape: &dyn Shape, direction: Vector, depth: Real) -> Option<Vector> {
    let map = shape.as_support_map()?;
    let farthest = map.local_support_point(direction);
    let inside = (farthest + map.local_support_point(-direction)) * 0.5;
    let inward = (inside - farthest).try_normalize()?;
    Some(farthest + inward * depth.min((inside - farthest).length()))
}

/// The second shape moves across the first so that, half-way, a point a little within the one is at
/// a point a little within the other: they meet by construction, and only just.
#[test]
fn grazing_casts_are_no_misses() {
    // Far more than coordinates of ten units round by.
    for depth in [1e-2, 1e-3, 1e-4] {
        let [casts, missed, late] = graze(depth);
        println!(
            "{casts} casts that graze {depth} deep: parry misses {missed}, {late} of them late"
        );
        assert!(casts > 1_000, "{casts}");
    }
}

/// How many casts there are, how many of them parry does not find, and how many of these it finds
/// later.
fn graze(depth: Real) -> [u32; 3] {
    let mut rng = Rng(6);
    let (mut casts, mut missed, mut late) = (0, 0, 0);
    for kind1 in KINDS {
        for kind2 in KINDS {
            // Without an inside, rounding decides.
            if [kind1, kind2].iter().all(|kind| ["segment", "triangle"].contains(kind)) {
                continue;
            }
            for _ in 0..2400 / (KINDS.len() * KINDS.len()) {
                let ((g1, _), (g2, _)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let meeting = pose(&mut rng, 0.0);
                let normal = vector(&mut rng, 1.0).normalize();
                let along = vector(&mut rng, 1.0);
                let along = (along - normal * along.dot(normal)).normalize();
                let back = meeting.rotation.inverse() * -normal;
                let points = (just_within(&*g1, normal, depth), just_within(&*g2, back, depth));
                let (Some(p), Some(q)) = points else { continue };
                let mut start = meeting;
                start.translation = p - meeting.rotation * q - along * 8.0;
                let options = ShapeCastOptions::with_max_time_of_impact(16.0);
                let ours = Clearance.cast_shapes(&start, along, &*g1, &*g2, options).unwrap();
                let at = || format!("{kind1}, {kind2}, {start:?}, along {along:?}");
                let Some(hit) = ours else { panic!("{}", at()) };
                assert!(hit.time_of_impact < 8.001, "{}", at());
                let normal2 = start.rotation * hit.normal2;
                assert!((hit.normal1 + normal2).length() < 1e-5, "{}", at());
                if hit.status == ShapeCastStatus::Converged {
                    let mut there = start;
                    there.translation += along * hit.time_of_impact;
                    let way = there * hit.witness2 - hit.witness1;
                    assert!(way.length() < 1e-4, "{}: {way:?}", at());
                }
                casts += 1;
                match DefaultQueryDispatcher.cast_shapes(&start, along, &*g1, &*g2, options) {
                    Ok(Some(theirs)) if theirs.time_of_impact < 8.1 => {}
                    Ok(theirs) => {
                        missed += 1;
                        late += u32::from(theirs.is_some());
                    }
                    Err(Unsupported) => casts -= 1,
                }
            }
        }
    }
    [casts, missed, late]
}

#[test]
fn a_cast_that_starts_in_contact_says_so() {
    let (ball, _) = shape("ball", &mut Rng(7));
    let place = super::parry::math::Pose::from_translation(Vector::X * 0.1);
    let cast = |velocity, stop| {
        let options = ShapeCastOptions { stop_at_penetration: stop, ..Default::default() };
        Clearance.cast_shapes(&place, velocity, &*ball, &*ball, options).unwrap()
    };
    let stopped = cast(Vector::X, true).unwrap();
    assert_eq!(stopped.status, ShapeCastStatus::PenetratingOrWithinTargetDist);
    assert_eq!(stopped.time_of_impact, 0.0);
    // Leaving, and going deeper.
    assert!(cast(Vector::X, false).is_none());
    assert!(cast(-Vector::X, false).is_some_and(|hit| hit.time_of_impact == 0.0));
}

#[test]
fn target_distance_is_kept() {
    let (block, _) = super::dimension::block(Vector::splat(1.0));
    let place = super::parry::math::Pose::from_translation(Vector::X * 5.0);
    let options = ShapeCastOptions { target_distance: 0.5, ..Default::default() };
    let hit = Clearance.cast_shapes(&place, -Vector::X, &*block, &*block, options);
    let hit = hit.unwrap().unwrap();
    assert!((hit.time_of_impact - 2.5).abs() < 1e-5);
    assert!((hit.normal1 - Vector::X).length() < 1e-6 && (hit.normal2 + Vector::X).length() < 1e-6);
}

/// Where both move and turn, the pair is free at the time of impact and its points meet there.
#[test]
fn turning_shapes_meet_where_they_say() {
    let mut rng = Rng(8);
    let (mut met, mut late) = (0, 0);
    for kind1 in KINDS {
        for kind2 in KINDS {
            if kind1 == "half-space" && kind2 == "half-space" {
                continue;
            }
            for _ in 0..3 {
                let ((g1, _), (g2, _)) = (shape(kind1, &mut rng), shape(kind2, &mut rng));
                let away = vector(&mut rng, 1.0).normalize() * 5.0;
                let mut motion = |at: Vector| {
                    let mut start = pose(&mut rng, 0.5);
                    start.translation += at;
                    let center = vector(&mut rng, 0.3);
                    let velocity = -at * 0.5 + vector(&mut rng, 0.2);
                    NonlinearRigidMotion::new(start, center, velocity, spin(&mut rng))
                };
                let (motion1, motion2) = (motion(Vector::ZERO), motion(away));
                let start = if met % 2 == 0 { 0.0 } else { 0.25 };
                let hit = Clearance
                    .cast_shapes_nonlinear(&motion1, &*g1, &motion2, &*g2, start, 4.0, true)
                    .unwrap();
                let Some(hit) = hit else { continue };
                let time = hit.time_of_impact;
                let [pose1, pose2] = [&motion1, &motion2].map(|m| m.position_at_time(time));
                assert!(time >= start && time <= 4.0);
                let normal = pose1.rotation * hit.normal1;
                assert!((pose2.rotation * hit.normal2 + normal).length() < 1e-4);
                if hit.status != ShapeCastStatus::Converged {
                    continue;
                }
                let way = pose2 * hit.witness2 - pose1 * hit.witness1;
                assert!(way.length() < 1e-3, "{kind1}, {kind2}: {way:?}");
                let place = pose1.inv_mul(&pose2);
                let found = Clearance.contact(&place, &*g1, &*g2, 1.0).unwrap().unwrap();
                assert!(found.dist.abs() < 1e-3, "{kind1}, {kind2}: {}", found.dist);
                met += 1;
                let theirs = DefaultQueryDispatcher
                    .cast_shapes_nonlinear(&motion1, &*g1, &motion2, &*g2, start, 4.0, true);
                let is_late = |theirs: &super::parry::query::ShapeCastHit| {
                    theirs.time_of_impact > time + 0.01
                };
                late += usize::from(theirs.is_ok_and(|hit| hit.is_none_or(|hit| is_late(&hit))));
            }
        }
    }
    println!("{met} turning casts that meet: parry misses or is late in {late}");
    assert!(met > KINDS.len() * KINDS.len(), "{met}");
}
