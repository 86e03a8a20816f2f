//! Many rays against one shape: a picture, a lidar's sweep, a fan of feelers.

use crate::cast::{Ray, RayCast};
use crate::math::{Pose, Precision, ToPose, Vector};
use crate::query::cast_ray;
use crate::shape::SupportMap;
use crate::solve::Expand;
use crate::solve::cast::Body;

use super::LengthMismatch;
use super::pairs::same_length;

/// Of each ray, when and where it meets a shape: the very answers of
/// [`cast_ray`](crate::cast_ray()).
///
/// The shape and its pose are looked at once for all rays. Against many shapes call it for each,
/// and keep the nearest hit; [`Ray::until`] a time that is no longer of interest makes later
/// shapes cheap.
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
    P: ToPose<Vector: Vector<Space: Expand>>,
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
    P: ToPose<Vector: Vector<Space: Expand>>,
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

/// A shape in its pose, and its closed form where it has one.
struct Target<'a, V: Vector, A: ?Sized> {
    shape: &'a A,
    pose: Pose<V>,
    body: Option<Body<'a, V::Space>>,
}

impl<'a, V: Vector<Space: Expand>, A: SupportMap<V> + ?Sized> Target<'a, V, A> {
    fn new(shape: &'a A, pose: Pose<V>) -> Self {
        Self { shape, pose, body: Body::new(shape, &pose) }
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
