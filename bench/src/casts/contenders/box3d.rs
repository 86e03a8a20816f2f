//! Box3D: `b3RayCast…`, `b3ShapeCast`, `b3TimeOfImpact`, `b3Collide…`, each in the frame of A with
//! the answer transformed to the world. In `f32`; no cylinders, no hulls of 64 vertices except in
//! casts, and no constant velocities. Casts and times stop at a distance of some millimetres, by
//! design; manifolds look 2 cm ahead.

use std::mem::zeroed;

use boxddd_sys::ffi::{
    b3BoxHull, b3Capsule, b3CastOutput, b3CollideHullAndCapsule, b3CollideHulls, b3CreateHull,
    b3DestroyHull, b3HullData, b3LocalManifold, b3LocalManifoldPoint, b3MakeBoxHull, b3Quat,
    b3RayCastCapsule, b3RayCastHull, b3RayCastInput, b3RayCastSphere, b3SATCache, b3ShapeCast,
    b3ShapeCastPairInput, b3ShapeProxy, b3SimplexCache, b3Sphere, b3Sweep, b3TOIInput, b3TOIOutput,
    b3TOIState_b3_toiStateFailed, b3TOIState_b3_toiStateSeparated, b3TOIState_b3_toiStateUnknown,
    b3TimeOfImpact, b3Transform, b3Vec3,
};

use super::{Contender, Found, Touch, query_all};
use crate::casts::{CaseSet, Question};
use crate::contenders::box3d::{Cloud, cloud, conjugate, minus, plus, relative, rotate, transform};
use crate::forms::{Form, Point};

const ORIGIN: b3Vec3 = b3Vec3 { x: 0.0, y: 0.0, z: 0.0 };

/// A shape in the form that the library collides.
enum Solid {
    Sphere(b3Sphere),
    Capsule(b3Capsule),
    /// Its parts follow it in memory.
    Cuboid(Box<b3BoxHull>),
    Hull(Hull),
}

/// A hull made by the library.
struct Hull(*mut b3HullData);

impl Drop for Hull {
    fn drop(&mut self) {
        // SAFETY: the library made it, and it is destroyed once.
        unsafe { b3DestroyHull(self.0) }
    }
}

enum Queries {
    Rays(Vec<(usize, b3Transform, b3Vec3, b3Vec3)>),
    Casts(Vec<(usize, usize, b3Transform, b3Transform, b3Vec3)>),
    Sweeps(Vec<(usize, usize, b3Sweep, b3Sweep)>),
    Contacts(Vec<(usize, usize, b3Transform, b3Transform)>),
}

struct Box3d {
    solids: [Vec<Solid>; 2],
    clouds: [Vec<Cloud>; 2],
    queries: Queries,
}

fn vector([x, y, z]: Point) -> b3Vec3 {
    b3Vec3 { x, y, z }
}

pub(super) fn enlist(set: &CaseSet) -> Option<Box<dyn Contender>> {
    let cases = set.cases.iter();
    let (mut solids, mut clouds) = ([vec![], vec![]], [vec![], vec![]]);
    let pools = [&set.pool_a, &set.pool_b];
    let queries = match set.question {
        Question::Ray | Question::Contact => {
            for (pool, solids) in pools.into_iter().zip(&mut solids) {
                *solids = pool.iter().map(solid).collect::<Option<_>>()?;
            }
            if set.question == Question::Contact {
                let places = cases.map(|c| (c.a, c.b, transform(&c.at_a), transform(&c.at_b)));
                Queries::Contacts(places.collect())
            } else {
                let ray = cases.map(|c| {
                    (c.a, transform(&c.at_a), vector(c.at_b.translation), vector(c.velocity))
                });
                Queries::Rays(ray.collect())
            }
        }
        Question::Cast | Question::Ends => {
            for (pool, clouds) in pools.into_iter().zip(&mut clouds) {
                *clouds = pool.iter().map(cloud).collect::<Option<_>>()?;
            }
            if set.question == Question::Cast {
                let way = cases.map(|c| {
                    (c.a, c.b, transform(&c.at_a), transform(&c.at_b), vector(c.velocity))
                });
                Queries::Casts(way.collect())
            } else {
                let ends = cases.map(|c| {
                    let [at_a, at_b, to] = [&c.at_a, &c.at_b, &c.to].map(transform);
                    (c.a, c.b, sweep(&at_a, &at_a), sweep(&at_b, &to))
                });
                Queries::Sweeps(ends.collect())
            }
        }
        Question::Spin => return None,
    };
    Some(Box::new(Box3d { solids, clouds, queries }))
}

fn sweep(from: &b3Transform, to: &b3Transform) -> b3Sweep {
    b3Sweep { localCenter: ORIGIN, c1: from.p, c2: to.p, q1: from.q, q2: to.q }
}

/// `None` where the library lacks the shape, or refuses it.
fn solid(form: &Form) -> Option<Solid> {
    Some(match form {
        Form::Ball { radius } => Solid::Sphere(b3Sphere { center: ORIGIN, radius: *radius }),
        Form::Capsule { half_height, radius } => {
            let [center1, center2] = [-half_height, *half_height].map(|y| b3Vec3 { y, ..ORIGIN });
            Solid::Capsule(b3Capsule { center1, center2, radius: *radius })
        }
        // SAFETY: it takes only numbers.
        Form::Cuboid { half: [x, y, z] } => {
            Solid::Cuboid(Box::new(unsafe { b3MakeBoxHull(*x, *y, *z) }))
        }
        // With only triangles it has 6 half-edges a corner, less 12, and may have 256.
        Form::Hull(mesh) if mesh.vertices.len() <= 44 => {
            let points: Vec<b3Vec3> = mesh.vertices.iter().map(|p| vector(*p)).collect();
            let count = points.len() as i32;
            // SAFETY: `count` points are there.
            let hull = unsafe { b3CreateHull(points.as_ptr(), count, count) };
            Solid::Hull(Hull((!hull.is_null()).then_some(hull)?))
        }
        _ => return None,
    })
}

impl Solid {
    fn hull(&self) -> Option<*const b3HullData> {
        match self {
            Self::Cuboid(hull) => Some((&raw const **hull).cast()),
            Self::Hull(hull) => Some(hull.0),
            _ => None,
        }
    }
}

fn proxy(cloud: &Cloud) -> b3ShapeProxy {
    b3ShapeProxy {
        points: cloud.points.as_ptr(),
        count: cloud.points.len() as i32,
        radius: cloud.radius,
    }
}

/// Transforms a point to the world.
fn world(at: &b3Transform, p: b3Vec3) -> b3Vec3 {
    plus(rotate(at.q, p), at.p)
}

fn back(q: b3Quat, v: b3Vec3) -> b3Vec3 {
    rotate(conjugate(q), v)
}

fn placed(found: b3CastOutput, at: &b3Transform) -> b3CastOutput {
    b3CastOutput { point: world(at, found.point), normal: rotate(at.q, found.normal), ..found }
}

fn outcome(found: &b3CastOutput) -> Found {
    if found.hit { Found::Hit([f64::from(found.fraction); 2]) } else { Found::Miss }
}

/// A manifold in the world.
struct Manifold {
    normal: b3Vec3,
    points: [b3LocalManifoldPoint; MOST],
    count: usize,
}

/// More points than any manifold here.
const MOST: usize = 32;

impl Box3d {
    fn ray(&self, (a, at_a, origin, way): &(usize, b3Transform, b3Vec3, b3Vec3)) -> b3CastOutput {
        let input = b3RayCastInput {
            origin: back(at_a.q, minus(*origin, at_a.p)),
            translation: back(at_a.q, *way),
            maxFraction: 1.0,
        };
        // SAFETY: valid shapes of this kind, and an input that outlives the call.
        let found = unsafe {
            match &self.solids[0][*a] {
                Solid::Sphere(sphere) => b3RayCastSphere(sphere, &raw const input),
                Solid::Capsule(capsule) => b3RayCastCapsule(capsule, &raw const input),
                Solid::Cuboid(hull) => b3RayCastHull((&raw const **hull).cast(), &raw const input),
                Solid::Hull(hull) => b3RayCastHull(hull.0, &raw const input),
            }
        };
        placed(found, at_a)
    }

    fn cast(
        &self,
        (a, b, at_a, at_b, way): &(usize, usize, b3Transform, b3Transform, b3Vec3),
    ) -> b3CastOutput {
        let input = b3ShapeCastPairInput {
            proxyA: proxy(&self.clouds[0][*a]),
            proxyB: proxy(&self.clouds[1][*b]),
            transform: relative(at_a, at_b),
            translationB: back(at_a.q, *way),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the points outlive the call, and the counts are correct.
        placed(unsafe { b3ShapeCast(&raw const input) }, at_a)
    }

    fn meet(&self, (a, b, of_a, of_b): &(usize, usize, b3Sweep, b3Sweep)) -> b3TOIOutput {
        let input = b3TOIInput {
            proxyA: proxy(&self.clouds[0][*a]),
            proxyB: proxy(&self.clouds[1][*b]),
            sweepA: *of_a,
            sweepB: *of_b,
            maxFraction: 1.0,
        };
        // SAFETY: the points outlive the call, and the counts are correct.
        unsafe { b3TimeOfImpact(&raw const input) }
    }

    fn manifold(&self, (a, b, at_a, at_b): &(usize, usize, b3Transform, b3Transform)) -> Manifold {
        let (a, b, at) = (&self.solids[0][*a], &self.solids[1][*b], relative(at_a, at_b));
        // SAFETY: plain numbers, and a pointer that is set before it is read.
        let (mut found, mut points): (b3LocalManifold, [b3LocalManifoldPoint; MOST]) =
            unsafe { zeroed() };
        found.points = points.as_mut_ptr();
        let (out, most) = (&raw mut found, MOST as i32);
        // SAFETY: valid shapes, room for `MOST` points, and caches empty as required.
        unsafe {
            match (a.hull(), b.hull(), b) {
                (Some(a), Some(b), _) => {
                    let mut cache: b3SATCache = zeroed();
                    b3CollideHulls(out, most, a, b, at, &raw mut cache);
                }
                (Some(a), None, Solid::Capsule(b)) => {
                    let mut cache: b3SimplexCache = zeroed();
                    b3CollideHullAndCapsule(out, most, a, b, at, &raw mut cache);
                }
                _ => unreachable!("no such pair of kinds"),
            }
        }
        let count = found.pointCount as usize;
        for point in &mut points[..count] {
            point.point = world(at_a, point.point);
        }
        Manifold { normal: rotate(at_a.q, found.normal), points, count }
    }
}

impl Contender for Box3d {
    fn answer(&self, case: usize) -> Found {
        match &self.queries {
            Queries::Rays(all) => outcome(&self.ray(&all[case])),
            Queries::Casts(all) => outcome(&self.cast(&all[case])),
            Queries::Sweeps(all) => {
                let found = self.meet(&all[case]);
                #[allow(non_upper_case_globals)]
                match found.state {
                    b3TOIState_b3_toiStateSeparated => Found::Miss,
                    b3TOIState_b3_toiStateFailed | b3TOIState_b3_toiStateUnknown => Found::Open,
                    _ => Found::Hit([f64::from(found.fraction); 2]),
                }
            }
            Queries::Contacts(all) => {
                let Manifold { normal, points, count } = self.manifold(&all[case]);
                let points = &points[..count];
                if points.is_empty() {
                    return Found::Miss;
                }
                let key = |p: &b3LocalManifoldPoint| {
                    let pair = [p.pair.owner1, p.pair.index1, p.pair.owner2, p.pair.index2];
                    u64::from(u32::from_le_bytes(pair))
                };
                let signed = points.iter().map(|p| p.separation).fold(f32::MAX, f32::min);
                let normal = [normal.x, normal.y, normal.z].map(f64::from);
                Found::Touch(Touch::new(signed, normal, points.iter().map(key)))
            }
        }
    }

    fn run(&self) {
        match &self.queries {
            Queries::Rays(all) => query_all(all, |case| self.ray(case)),
            Queries::Casts(all) => query_all(all, |case| self.cast(case)),
            Queries::Sweeps(all) => query_all(all, |case| self.meet(case)),
            Queries::Contacts(all) => query_all(all, |case| self.manifold(case)),
        }
    }
}
