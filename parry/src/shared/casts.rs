//! Moving shapes. The time is the last one at which the pair is proved free: what moves there
//! stands before the contact, not in it.

use clearance::{AtStart, Cast, Hit, Meeting, Motion, Query, Sweep, cast};

use super::parry::math::{Pose, Real, Vector};
use super::parry::query::{NonlinearRigidMotion, ShapeCastHit, ShapeCastOptions, ShapeCastStatus};
use super::queries::{ORIGIN, turned};
use super::solid::Solid;

fn at_start(stop_at_penetration: bool) -> AtStart {
    if stop_at_penetration { AtStart::Report } else { AtStart::IgnoreSeparating }
}

/// The second shape moves on a straight line.
pub(super) fn straight(
    [a, b]: &[Solid<'_>; 2],
    pos12: &Pose,
    vel12: Vector,
    options: &ShapeCastOptions,
) -> Option<ShapeCastHit> {
    let sweep = Sweep::new(vel12)
        .until(options.max_time_of_impact)
        .target_distance(options.target_distance)
        .at_start(at_start(options.stop_at_penetration));
    let (hit, status) = read(cast(a.map(), &ORIGIN, b.map(), pos12, &sweep))?;
    let (time, found) = (hit.time.low, hit.witness);
    Some(ShapeCastHit {
        time_of_impact: time,
        witness1: found.on_a,
        witness2: pos12.inverse_transform_point(found.on_b - vel12 * time),
        normal1: found.normal,
        normal2: turned(pos12, -found.normal),
        status,
        subshape1: 0,
        subshape2: 0,
    })
}

/// Both shapes move, and may turn.
pub(super) fn turning(
    [a, b]: &[Solid<'_>; 2],
    motions: [&NonlinearRigidMotion; 2],
    [start, end]: [Real; 2],
    stop_at_penetration: bool,
) -> Option<ShapeCastHit> {
    let [motion1, motion2] = motions.map(|motion| {
        // At time 0 without rounding.
        let from = if start == 0.0 { motion.start } else { motion.position_at_time(start) };
        Motion::new(&from).about(motion.local_center).velocity(motion.linvel).turning(motion.angvel)
    });
    let meeting = Meeting::new().until(end - start).at_start(at_start(stop_at_penetration));
    let met = Query::new().time_of_impact(a.map(), &motion1, b.map(), &motion2, &meeting);
    let (hit, status) = read(met)?;
    let (time, found) = (start + hit.time.low, hit.witness);
    let [pose1, pose2] = motions.map(|motion| motion.position_at_time(time));
    Some(ShapeCastHit {
        time_of_impact: time,
        witness1: pose1.inverse_transform_point(found.on_a),
        witness2: pose2.inverse_transform_point(found.on_b),
        normal1: turned(&pose1, found.normal),
        normal2: turned(&pose2, -found.normal),
        status,
        subshape1: 0,
        subshape2: 0,
    })
}

/// A hit and parry's word for it. What is undecided counts as a hit, in the word for a search that
/// has not ended.
fn read(cast: Cast<Vector>) -> Option<(Hit<Vector>, ShapeCastStatus)> {
    match cast {
        Cast::Miss => None,
        Cast::Hit(hit) if hit.time.high == 0.0 => {
            Some((hit, ShapeCastStatus::PenetratingOrWithinTargetDist))
        }
        Cast::Hit(hit) => Some((hit, ShapeCastStatus::Converged)),
        Cast::Undecided(hit) => Some((hit, ShapeCastStatus::OutOfIterations)),
    }
}
