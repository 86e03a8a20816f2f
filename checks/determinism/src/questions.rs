//! The queries of a pair.

use core::fmt::Write;

use clearance::{Query, Scalar, Shape, Start, Vector, Warm};

use crate::digest::Digest;
use crate::scene::Scene;
use crate::space::World;

/// Every verb cold, then with limits, with a memory, and with an observer. Everything hashed is
/// also written to the log, if there is one.
pub fn ask<'a, V: Vector<Space: World>>(
    scene: &Scene<V>,
    log: Option<&'a mut dyn Write>,
) -> Digest<'a> {
    let Scene { a, b, pose_a, pose_b, next_b, direction, .. } = scene;
    let mut digest = Digest { log, ..Digest::default() };
    for kind in scene.kinds {
        digest.tally.kinds[kind] += 1;
    }
    digest.tally.placements[scene.placement] += 1;
    digest.question("topology");
    topology(&mut digest, a);
    topology(&mut digest, b);

    digest.question("check, intersects, verdict");
    digest.decide(clearance::check(a, pose_a, b, pose_b).is_ok());
    digest.decide(clearance::intersects(a, pose_a, b, pose_b));
    digest.verdict(clearance::verdict(a, pose_a, b, pose_b));
    digest.question("distance");
    digest.maybe(clearance::distance(a, pose_a, b, pose_b));
    digest.question("penetration");
    digest.maybe(clearance::penetration(a, pose_a, b, pose_b));
    digest.question("proximity");
    digest.proximity(&clearance::proximity(a, pose_a, b, pose_b));
    digest.question("separation");
    let along = clearance::separation(a, pose_a, b, pose_b, *direction);
    digest.number(along.length.to_f64());
    digest.number(along.gap.to_f64());

    let limited = || {
        Query::new()
            .cut_off(scene.cut_off)
            .max_iterations(scene.iterations)
            .start(Start::Given(*direction))
    };
    digest.question("verdict and proximity within limits");
    digest.verdict(limited().verdict(a, pose_a, b, pose_b));
    digest.proximity(&limited().proximity(a, pose_a, b, pose_b));

    let mut memory = Warm::default();
    for pose_b in [pose_b, next_b, next_b] {
        digest.question("verdict and proximity with a memory");
        digest.verdict(Query::new().warm(&mut memory).verdict(a, pose_a, b, pose_b));
        digest.proximity(&Query::new().warm(&mut memory).proximity(a, pose_a, b, pose_b));
    }

    // An observer makes pairs iterate even if they have a closed form.
    let watched = Query::new().observe(&mut digest).proximity(a, pose_a, b, pose_b);
    digest.question("proximity watched");
    digest.proximity(&watched);
    digest
}

/// The builder of hulls makes decisions too.
fn topology<V: Vector>(digest: &mut Digest<'_>, shape: &Shape<V>) {
    if let Shape::Hull(hull) = shape {
        for corner in hull.sources() {
            digest.decide(*corner);
        }
        for face in hull.faces() {
            digest.decide(face.len() as u64);
            face.iter().for_each(|corner| digest.decide(*corner));
        }
    }
}
