//! Whether a moving shape touches a resting one at some time of a span, exactly.

use crate::{
    line::passes,
    nearest::distance_squared,
    number::Rational,
    polytope::Polytope,
    pose::Pose,
    shape::{Core, Invalid, Shape},
    vector::Vector,
};

/// Whether A and B come as near as `skin` at some time from `span[0]` to `span[1]`, both included,
/// while B moves by t * `velocity`. `None` for curved cores, but where B is a point that is to
/// touch one, and for a negative skin beyond the radii.
///
/// All places of B's core in the span together are one polytope, the hull of its vertices at either
/// end. So the exact distance of two polytopes decides.
pub fn meets_within<const N: usize>(
    (a, pose_a): (&Shape<N>, &Pose<N>),
    (b, pose_b): (&Shape<N>, &Pose<N>),
    velocity: &Vector<N>,
    span: [&Rational; 2],
    skin: &Rational,
) -> Result<Option<bool>, Invalid> {
    let (a, b) = (a.place(pose_a)?, b.place(pose_b)?);
    let radii = &a.radius + &b.radius + skin;
    let (p, q) = match (&a.core, &b.core) {
        (Core::Polytope(p), Core::Polytope(q)) => (p, q),
        (Core::Smooth(solid), Core::Polytope(q)) if q.vertices().len() == 1 && radii.is_zero() => {
            return Ok(Some(passes(solid, q.first(), velocity, span)));
        }
        _ => return Ok(None),
    };
    if radii < Rational::ZERO {
        return Ok(None);
    }
    let at = |time: &Rational| {
        let by = velocity * time;
        q.vertices().iter().map(|vertex| vertex + &by).collect::<Vec<_>>()
    };
    let ends: Vec<_> = span.into_iter().flat_map(at).collect();
    let drawn = Polytope::new(ends).ok_or(Invalid::Empty)?;
    Ok(Some(distance_squared(p, &drawn).squared <= &radii * &radii))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn a_ball_on_its_way_to_a_box() {
        let (cube, ball) = (Shape::Box { half_extents: [1.0; 3] }, Shape::Ball { radius: 0.5 });
        let (here, there) = (Pose::identity(), Pose::translation([4.0, 0.0, 0.0]).unwrap());
        let left = Vector::whole([-1, 0, 0]);
        let meets = |from: &str, to: &str, skin: &str| {
            let [from, to, skin] = [from, to, skin].map(|x| x.parse::<Rational>().unwrap());
            meets_within((&cube, &here), (&ball, &there), &left, [&from, &to], &skin).unwrap()
        };
        // It touches from 5/2 to 11/2.
        assert_eq!(meets("0", "5/2", "0"), Some(true));
        assert_eq!(meets("0", "2499/1000", "0"), Some(false));
        assert_eq!(meets("0", "9/4", "1/4"), Some(true));
        assert_eq!(meets("11/2", "9", "0"), Some(true));
        assert_eq!(meets("5501/1000", "9", "0"), Some(false));
        assert_eq!(meets("0", "3", "-1"), None);
    }
}
