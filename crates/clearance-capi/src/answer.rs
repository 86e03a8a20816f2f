//! Answers as codes and flat structs.

use clearance::{
    AtStart, Cast, InputError, Manifold, Meeting, Motion, Overlap, OverlapError, OverlapState,
    PointProjection, Pose, Proximity, Query, Ray, RayCast, Sweep, Verdict, Witness, Xyz,
};

use crate::types::*;

impl From<&Witness<Xyz>> for clearance_witness {
    fn from(witness: &Witness<Xyz>) -> Self {
        Self {
            length: witness.length,
            gap: witness.gap,
            on_a: witness.on_a.into(),
            on_b: witness.on_b.into(),
            normal: witness.normal.into(),
        }
    }
}

/// The code for input that describes nothing.
pub(crate) const fn wrong(error: &InputError) -> i32 {
    match error {
        InputError::ShapeB(_) => CLEARANCE_SHAPE_B,
        InputError::PoseA(_) => CLEARANCE_POSE_A,
        InputError::PoseB(_) => CLEARANCE_POSE_B,
        _ => CLEARANCE_SHAPE_A,
    }
}

pub(crate) const fn of_verdict(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Separated => CLEARANCE_APART,
        Verdict::Intersecting => CLEARANCE_MEET,
        Verdict::Undecided => CLEARANCE_UNDECIDED,
    }
}

pub(crate) fn of_proximity(found: &Proximity<Xyz>) -> (i32, clearance_witness) {
    let class = match found {
        Proximity::Separated(_) => CLEARANCE_APART,
        Proximity::Intersecting(_) => CLEARANCE_MEET,
        Proximity::Undecided(_) => CLEARANCE_UNDECIDED,
    };
    (class, found.witness().into())
}

pub(crate) fn of_cast(found: &Cast<Xyz>) -> (i32, clearance_hit) {
    let class = match found {
        Cast::Miss => CLEARANCE_APART,
        Cast::Hit(_) => CLEARANCE_MEET,
        Cast::Undecided(_) => CLEARANCE_UNDECIDED,
    };
    let hit = found.hit().map_or_else(clearance_hit::default, |hit| clearance_hit {
        low: hit.time.low,
        high: hit.time.high,
        witness: (&hit.witness).into(),
    });
    (class, hit)
}

pub(crate) fn of_ray(found: &RayCast<Xyz>) -> (i32, clearance_ray_hit) {
    let class = match found {
        RayCast::Miss => CLEARANCE_APART,
        RayCast::Hit(_) => CLEARANCE_MEET,
        RayCast::Undecided(_) => CLEARANCE_UNDECIDED,
    };
    let hit = found.hit().map_or_else(clearance_ray_hit::default, |hit| clearance_ray_hit {
        low: hit.time.low,
        high: hit.time.high,
        point: hit.point.into(),
        normal: hit.normal.into(),
    });
    (class, hit)
}

pub(crate) fn of_projection(found: &PointProjection<Xyz>) -> (i32, clearance_projection) {
    let projection = clearance_projection {
        point: found.point.into(),
        normal: found.normal.into(),
        signed_distance: found.signed_distance,
        gap: found.gap,
    };
    (of_verdict(found.verdict), projection)
}

pub(crate) fn of_manifold(found: &Manifold<Xyz>) -> (i32, clearance_manifold) {
    let mut manifold = clearance_manifold {
        normal: found.normal.into(),
        gap: found.gap,
        ..clearance_manifold::default()
    };
    for (place, point) in manifold.points.iter_mut().zip(found.points()) {
        manifold.count += 1;
        *place = clearance_contact {
            on_a: point.on_a.into(),
            on_b: point.on_b.into(),
            depth: point.depth,
            key: point.key.0,
        };
    }
    (of_proximity(&found.proximity).0, manifold)
}

pub(crate) fn of_overlap(
    found: &Result<Overlap<Xyz>, OverlapError>,
) -> Result<(i32, clearance_overlap), i32> {
    let found = found.as_ref().map_err(|error| match error {
        OverlapError::Input(error) => wrong(error),
        _ => CLEARANCE_NO_POLYTOPE,
    })?;
    let class = match found.state {
        OverlapState::Apart => CLEARANCE_APART,
        OverlapState::Touching | OverlapState::Overlapping => CLEARANCE_MEET,
        OverlapState::Undecided => CLEARANCE_UNDECIDED,
    };
    let overlap = clearance_overlap {
        volume_low: found.volume[0],
        volume_high: found.volume[1],
        area: found.area,
        centroid: found.centroid.into(),
        touching: i32::from(found.state == OverlapState::Touching),
    };
    Ok((class, overlap))
}

/// The motion of both shapes on straight lines.
pub(crate) fn sweep(sweep: &clearance_sweep) -> Result<Sweep<Xyz>, i32> {
    let clearance_sweep { velocity_a, velocity_b, meeting } = *sweep;
    let clearance_meeting { max_time, target_distance, at_start, tolerance, .. } = meeting;
    if !is_meeting(&meeting) || !is_finite(velocity_a) || !is_finite(velocity_b) {
        return Err(CLEARANCE_OPTION);
    }
    let sweep = Sweep::new(velocity_b.into()).and_a(velocity_a.into()).until(max_time);
    let sweep = sweep.target_distance(target_distance).tolerance(tolerance);
    Ok(sweep.at_start(start(at_start)?))
}

/// The query with a caller's budget.
pub(crate) fn query(meeting: &clearance_meeting) -> Query<'static, Xyz> {
    match meeting.budget {
        0 => Query::new(),
        steps => Query::new().budget(steps),
    }
}

pub(crate) fn meeting(meeting: &clearance_meeting) -> Result<Meeting<f64>, i32> {
    let clearance_meeting { max_time, target_distance, at_start, tolerance, .. } = *meeting;
    if !is_meeting(meeting) {
        return Err(CLEARANCE_OPTION);
    }
    let meeting = Meeting::new().until(max_time).within(target_distance).tolerance(tolerance);
    Ok(meeting.at_start(start(at_start)?))
}

fn is_meeting(meeting: &clearance_meeting) -> bool {
    meeting.max_time >= 0.0 && meeting.target_distance.is_finite() && meeting.tolerance >= 0.0
}

fn start(mode: i32) -> Result<AtStart, i32> {
    match mode {
        CLEARANCE_START_REPORT => Ok(AtStart::Report),
        CLEARANCE_START_IGNORE_SEPARATING => Ok(AtStart::IgnoreSeparating),
        CLEARANCE_START_IGNORE => Ok(AtStart::Ignore),
        _ => Err(CLEARANCE_OPTION),
    }
}

pub(crate) fn motion(motion: &clearance_motion) -> Result<Motion<Xyz>, i32> {
    let clearance_motion { mode, start, end, velocity, turning, center } = *motion;
    let (start, end): (Pose<Xyz>, Pose<Xyz>) = (start.into(), end.into());
    if !is_finite(center) {
        return Err(CLEARANCE_OPTION);
    }
    let motion = match mode {
        CLEARANCE_STEADY if !is_finite(velocity) || !is_finite(turning) => {
            return Err(CLEARANCE_OPTION);
        }
        CLEARANCE_STEADY => Motion::new(&start).velocity(velocity.into()).turning(turning.into()),
        CLEARANCE_BETWEEN => Motion::between(&start, &end),
        CLEARANCE_BLENDED => Motion::blended(&start, &end),
        _ => return Err(CLEARANCE_OPTION),
    };
    Ok(motion.about(center.into()))
}

pub(crate) fn ray(ray: &clearance_ray) -> Result<Ray<Xyz>, i32> {
    let clearance_ray { origin, direction, max_time, hollow } = *ray;
    let is_zero = direction == clearance_vec3::default();
    if !(max_time >= 0.0 && is_finite(origin) && is_finite(direction)) || is_zero {
        return Err(CLEARANCE_OPTION);
    }
    let ray = Ray::new(origin.into(), direction.into()).until(max_time);
    Ok(if hollow == 0 { ray } else { ray.hollow() })
}

const fn is_finite(clearance_vec3 { x, y, z }: clearance_vec3) -> bool {
    x.is_finite() && y.is_finite() && z.is_finite()
}
