//! Many rays against one shape: a picture, a lidar's sweep, a fan of feelers. And one ray against
//! many bodies: what is under the pointer, what a shot hits.

use crate::cast::{Ray, RayCast};
use crate::math::{Pose, Precision, Scalar, ToPose, Vector};
use crate::query::cast_ray;
use crate::shape::SupportMap;
use crate::solve::cast::RayBody;

use super::LengthMismatch;
use super::pairs::same_length;

/// For each ray, when and where it meets a shape: exactly the answers of
/// [`cast_ray`](crate::cast_ray()).
///
/// The shape and its pose are prepared once for all rays. One ray against many bodies:
/// [`first_hit`].
///
/// Cost: a ray of [`cast_ray`](crate::cast_ray()) less some 10 ns; a million rays past or into a
/// box take 30 to 70 ms on one core. With the feature `rayon`, `par_cast_rays` takes all cores.
///
/// ```
/// use clearance::{Cylinder, Ray, RayCast, batch};
/// use glam::Vec3;
///
/// // A row of a picture of a can, 3 away.
/// let can = Cylinder::new(1.0, 0.55);
/// let rays: Vec<Ray<Vec3>> = (-10..=10)
///     .map(|column| Ray::new(Vec3::new(0.1 * column as f32, 0.0, 3.0), Vec3::NEG_Z))
///     .collect();
/// let mut seen = vec![RayCast::Miss; rays.len()];
/// batch::cast_rays(&can, &Vec3::ZERO, &rays, &mut seen)?;
/// let picture: String =
///     seen.iter().map(|seen| if matches!(seen, RayCast::Hit(_)) { '#' } else { '.' }).collect();
/// assert_eq!(picture, ".....###########.....");
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
///
/// # Errors
/// [`LengthMismatch`] where `out` does not hold one answer a ray. It is then left as it was.
pub fn cast_rays<P, A>(
    shape: &A,
    pose: &P,
    rays: &[Ray<P::Vector>],
    out: &mut [RayCast<P::Vector>],
) -> Result<(), LengthMismatch>
where
    P: ToPose,
    A: SupportMap<P::Vector> + ?Sized,
{
    same_length(rays.len(), out.len())?;
    Target::new(shape, pose.to_pose()).meets(rays, out);
    Ok(())
}

/// [`cast_rays`] on all cores, as rayon's current pool has them.
///
/// ```
/// use clearance::{Ball, Ray, RayCast, batch};
/// use glam::DVec3;
///
/// let ball = Ball::new(1.0);
/// let rays: Vec<Ray<DVec3>> = (0..10_000)
///     .map(|i| Ray::new(DVec3::new(0.0002 * f64::from(i), 0.0, 3.0), DVec3::NEG_Z))
///     .collect();
/// let mut seen = vec![RayCast::Miss; rays.len()];
/// batch::par_cast_rays(&ball, &DVec3::ZERO, &rays, &mut seen)?;
/// assert_eq!(seen.iter().filter(|seen| matches!(seen, RayCast::Hit(_))).count(), 5001);
/// # Ok::<(), batch::LengthMismatch>(())
/// ```
///
/// # Errors
/// [`LengthMismatch`] where `out` does not hold one answer a ray. It is then left as it was.
#[cfg(feature = "rayon")]
pub fn par_cast_rays<P, A>(
    shape: &A,
    pose: &P,
    rays: &[Ray<P::Vector>],
    out: &mut [RayCast<P::Vector>],
) -> Result<(), LengthMismatch>
where
    P: ToPose,
    A: SupportMap<P::Vector> + Sync + ?Sized,
{
    use rayon::prelude::*;

    same_length(rays.len(), out.len())?;
    let pose = pose.to_pose();
    rays.par_chunks(super::parallel::SHARE)
        .zip(out.par_chunks_mut(super::parallel::SHARE))
        .for_each(|(rays, out)| Target::new(shape, pose).meets(rays, out));
    Ok(())
}

/// The first of many bodies that a ray meets, by its place in the list, and where: what is under
/// the pointer, what a shot hits. `None` is proved: the ray meets none of them.
///
/// The ray is free of all bodies before the `low` of the time. The answer is [`RayCast::Undecided`]
/// where [`cast_ray`](crate::cast_ray()) returns that for the first body. Among bodies whose times
/// are equal to within their intervals it is the one whose `low` is least, and of these the first
/// in the list.
///
/// Each body is tested up to the time of the best hit so far, so it is fastest with near bodies
/// first; where there are thousands, pass those that a hierarchy of boxes finds.
///
/// Cost: one [`cast_ray`](crate::cast_ray()) a body.
///
/// ```
/// use clearance::{Ball, Cuboid, Ray, RayCast, Shape, batch};
/// use glam::Vec3;
///
/// let wall: Shape<Vec3> = Cuboid::new(Vec3::new(5.0, 5.0, 0.5)).into();
/// let ball: Shape<Vec3> = Ball::new(0.5).into();
/// let bodies = [(wall, Vec3::new(0.0, 0.0, -9.0)), (ball, Vec3::new(0.0, 0.0, -4.0))];
///
/// let pointer = Ray::new(Vec3::ZERO, Vec3::NEG_Z);
/// let Some((1, RayCast::Hit(hit))) = batch::first_hit(&pointer, &bodies) else {
///     panic!("the ball is before the wall");
/// };
/// assert_eq!(hit.point, Vec3::new(0.0, 0.0, -3.5));
/// ```
#[must_use]
pub fn first_hit<P, A>(
    ray: &Ray<P::Vector>,
    bodies: &[(A, P)],
) -> Option<(usize, RayCast<P::Vector>)>
where
    P: ToPose,
    A: SupportMap<P::Vector>,
{
    let mut ray = *ray;
    let mut first: Option<(usize, RayCast<P::Vector>)> = None;
    for (index, (shape, pose)) in bodies.iter().enumerate() {
        let found = cast_ray(shape, pose, &ray);
        let Some(hit) = found.hit() else { continue };
        let so_far = first.as_ref().and_then(|(_, found)| found.time());
        if so_far.is_some_and(|time| hit.time.low.to_f64() >= time.to_f64()) {
            continue;
        }
        if found.is_decided() {
            ray.max_time = hit.time.high;
        }
        first = Some((index, found));
    }
    first
}

/// A shape in its pose, and its closed form where it has one.
struct Target<'a, V: Vector, A: ?Sized> {
    shape: &'a A,
    pose: Pose<V>,
    body: Option<RayBody<'a, V::Space>>,
}

impl<'a, V: Vector, A: SupportMap<V> + ?Sized> Target<'a, V, A> {
    fn new(shape: &'a A, pose: Pose<V>) -> Self {
        Self { shape, pose, body: RayBody::new(shape, &pose) }
    }

    fn meets(&self, rays: &[Ray<V>], out: &mut [RayCast<V>]) {
        let precision = Precision::of::<V::Scalar>();
        for (ray, out) in rays.iter().zip(out) {
            let sure = self.body.as_ref().and_then(|body| body.cast(&ray.widened(), precision));
            *out = match sure {
                Some(found) => found.narrowed(),
                None => cast_ray(self.shape, &self.pose, ray),
            };
        }
    }
}
