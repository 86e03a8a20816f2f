//! Pairs of bodies of revolution around one axis.
//!
//! Their least directions can fill a whole circle around the axis, which a search of the sphere
//! would have to tile. But their height depends on the direction's angle to the axis alone, and the
//! farthest point lies in the plane of axis and direction: it is enough to search that plane.

use crate::{
    number::{Rational, near},
    shape::{Core, Kind, Solid},
    vector::Vector,
};

/// The axes of one body: a point that lies on all of them and the direction, `None` for a point,
/// which is a body of revolution around every line through it.
struct Axis<const N: usize> {
    through: Vector<N>,
    along: Option<Vector<N>>,
}

/// Unit vectors across and along the common axis of two bodies of revolution in space, in floats,
/// if there certainly (exactly) is one.
pub(crate) fn common_plane<const N: usize>(a: &Core<N>, b: &Core<N>) -> Option<[[f64; N]; 2]> {
    if N != 3 {
        return None;
    }
    let (a, b) = (axis(a)?, axis(b)?);
    let between = &b.through - &a.through;
    let along = a.along.as_ref().or(b.along.as_ref())?;
    let parallel = |v: &Vector<N>| v.dot(v) * along.dot(along) == v.dot(along) * v.dot(along);
    if !parallel(&between) || !b.along.as_ref().is_none_or(parallel) {
        return None;
    }
    let largest = along.0.iter().map(magnitude).max()?;
    let floats: [f64; N] = std::array::from_fn(|i| near(&(&along.0[i] / &largest)));
    let k = unit(floats)?;
    // Across: the coordinate axis farthest from the axis, made perpendicular.
    let far = (0..N).min_by(|&i, &j| k[i].abs().total_cmp(&k[j].abs()))?;
    let e = unit(std::array::from_fn(|i| f64::from(u8::from(i == far)) - k[far] * k[i]))?;
    Some([e, k])
}

fn axis<const N: usize>(core: &Core<N>) -> Option<Axis<N>> {
    match core {
        Core::Polytope(polytope) => {
            let through = polytope.first().clone();
            let mut along: Option<Vector<N>> = None;
            for v in polytope.vertices().iter().map(|p| p - &through) {
                if v.norm_squared().is_zero() {
                    continue;
                }
                match &along {
                    None => along = Some(v),
                    Some(u) if v.dot(&v) * u.dot(u) == v.dot(u) * v.dot(u) => {}
                    Some(_) => return None,
                }
            }
            Some(Axis { through, along })
        }
        Core::Smooth(solid) if is_rotation(solid) => {
            let index = match &solid.kind {
                Kind::Cylinder { .. } | Kind::Cone { .. } => 1,
                // The odd radius out, if the other two are equal.
                Kind::Ellipsoid(r) => (0..N).find(|i| r[(i + 1) % N] == r[(i + 2) % N])?,
            };
            let along = Vector(std::array::from_fn(|i| solid.pose.linear[i].0[index].clone()));
            Some(Axis { through: solid.pose.translation.clone(), along: Some(along) })
        }
        Core::Smooth(_) => None,
    }
}

/// Whether the rows of the pose's matrix are exactly orthonormal.
fn is_rotation<const N: usize>(solid: &Solid<N>) -> bool {
    let rows = &solid.pose.linear;
    (0..N).all(|i| {
        let expected = |j: usize| if i == j { Rational::ONE } else { Rational::ZERO };
        (0..N).all(|j| rows[i].dot(&rows[j]) == expected(j))
    })
}

fn magnitude(x: &Rational) -> Rational {
    if *x < Rational::ZERO { -x.clone() } else { x.clone() }
}

fn unit<const N: usize>(v: [f64; N]) -> Option<[f64; N]> {
    let length = v.iter().map(|x| x * x).sum::<f64>().sqrt();
    (length > 0.0).then(|| v.map(|x| x / length))
}
