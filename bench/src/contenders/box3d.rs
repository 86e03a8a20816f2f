//! Box3D's `b3ShapeDistance`, as its own overlap tests and manifolds call it: points with a radius,
//! in the frame of A. It is in `f32`, has no cylinder, cone or ellipsoid, and no depth; contact
//! manifolds are another query.

use std::cell::Cell;
use std::hint::black_box;
use std::ptr::null_mut;

use boxddd_sys::ffi::{
    b3DistanceInput, b3DistanceOutput, b3Quat, b3ShapeDistance, b3ShapeProxy, b3SimplexCache,
    b3Transform, b3Vec3,
};

use super::{Answer, Contender, Verb};
use crate::forms::{Form, Point};
use crate::pairs::{PairSet, Place};

const FORGOTTEN: b3SimplexCache =
    b3SimplexCache { metric: 0.0, count: 0, indexA: [0; 4], indexB: [0; 4] };

pub(crate) struct Cloud {
    pub(crate) points: Vec<b3Vec3>,
    pub(crate) radius: f32,
}

struct Box3d {
    a: Vec<Cloud>,
    b: Vec<Cloud>,
    pairs: Vec<(usize, usize, b3Transform, b3Transform)>,
    /// How many frames keep the simplex; 1 for cold queries.
    frames: usize,
}

pub(super) fn enlist(set: &PairSet) -> Option<Box<dyn Contender>> {
    cached(set, 1)
}

/// A contender that keeps its simplex from pair to pair, and clears it after every `frames` pairs.
pub fn cached(set: &PairSet, frames: usize) -> Option<Box<dyn Contender>> {
    if set.shapes.flat {
        return None;
    }
    let clouds = |pool: &[Form]| pool.iter().map(cloud).collect::<Option<Vec<_>>>();
    let pairs = set.pairs.iter().map(|p| (p.a, p.b, transform(&p.at_a), transform(&p.at_b)));
    Some(Box::new(Box3d {
        a: clouds(&set.pool_a)?,
        b: clouds(&set.pool_b)?,
        pairs: pairs.collect(),
        frames,
    }))
}

pub(crate) fn cloud(form: &Form) -> Option<Cloud> {
    let point = |[x, y, z]: Point| b3Vec3 { x, y, z };
    let (points, radius) = match form {
        Form::Cuboid { half } => {
            let corner = |mask: usize| -> Point {
                std::array::from_fn(|i| if mask >> i & 1 == 1 { half[i] } else { -half[i] })
            };
            ((0..8).map(corner).collect(), 0.0)
        }
        Form::Ball { radius } => (vec![[0.0; 3]], *radius),
        Form::Capsule { half_height, radius } => {
            (vec![[0.0, *half_height, 0.0], [0.0, -half_height, 0.0]], *radius)
        }
        Form::Hull(mesh) => (mesh.vertices.clone(), 0.0),
        Form::Ellipsoid { .. } | Form::Cylinder { .. } | Form::Cone { .. } => return None,
    };
    Some(Cloud { points: points.into_iter().map(point).collect(), radius })
}

/// Its quaternions are normalised.
pub(crate) fn transform(place: &Place) -> b3Transform {
    let [x, y, z] = place.translation;
    let q = place.rotation.map(f64::from);
    let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
    let [qx, qy, qz, qw] = q.map(|x| (x / length) as f32);
    b3Transform { p: b3Vec3 { x, y, z }, q: b3Quat { v: b3Vec3 { x: qx, y: qy, z: qz }, s: qw } }
}

pub(crate) fn minus(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.x - b.x, y: a.y - b.y, z: a.z - b.z }
}

pub(crate) fn plus(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.x + b.x, y: a.y + b.y, z: a.z + b.z }
}

fn times(s: f32, v: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: s * v.x, y: s * v.y, z: s * v.z }
}

fn cross(a: b3Vec3, b: b3Vec3) -> b3Vec3 {
    b3Vec3 { x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x }
}

fn dot(a: b3Vec3, b: b3Vec3) -> f32 {
    a.x * b.x + a.y * b.y + a.z * b.z
}

pub(crate) fn rotate(q: b3Quat, p: b3Vec3) -> b3Vec3 {
    let t = times(2.0, cross(q.v, p));
    plus(p, plus(times(q.s, t), cross(q.v, t)))
}

pub(crate) fn conjugate(q: b3Quat) -> b3Quat {
    b3Quat { v: times(-1.0, q.v), s: q.s }
}

/// The pose of B relative to A: in C an inline function of the library's header.
pub(crate) fn relative(a: &b3Transform, b: &b3Transform) -> b3Transform {
    let inverse = conjugate(a.q);
    let v = plus(plus(times(inverse.s, b.q.v), times(b.q.s, inverse.v)), cross(inverse.v, b.q.v));
    let s = inverse.s * b.q.s - dot(inverse.v, b.q.v);
    b3Transform { p: rotate(inverse, minus(b.p, a.p)), q: b3Quat { v, s } }
}

impl Box3d {
    /// Points and normal are in the world, as every contender must return them.
    fn ask(&self, pair: usize, cache: &mut b3SimplexCache) -> b3DistanceOutput {
        let (a, b, at_a, at_b) = &self.pairs[pair];
        let proxy = |cloud: &Cloud| b3ShapeProxy {
            points: cloud.points.as_ptr(),
            count: cloud.points.len() as i32,
            radius: cloud.radius,
        };
        let input = b3DistanceInput {
            proxyA: proxy(&self.a[*a]),
            proxyB: proxy(&self.b[*b]),
            transform: relative(at_a, at_b),
            useRadii: true,
        };
        // SAFETY: the points outlive the call, the counts are correct, and no simplexes are
        // requested.
        let mut found = unsafe { b3ShapeDistance(&raw const input, cache, null_mut(), 0) };
        found.pointA = plus(rotate(at_a.q, found.pointA), at_a.p);
        found.pointB = plus(rotate(at_a.q, found.pointB), at_a.p);
        found.normal = rotate(at_a.q, found.normal);
        found
    }
}

impl Contender for Box3d {
    fn answers(&self, verb: Verb) -> bool {
        verb != Verb::Penetration
    }

    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        let mut cache = FORGOTTEN;
        for earlier in pair - pair % self.frames..pair {
            self.ask(earlier, &mut cache);
        }
        match self.ask(pair, &mut cache).distance {
            length if length > 0.0 => {
                Answer::Apart((verb == Verb::Distance).then_some(length.into()))
            }
            0.0 => Answer::Overlap(None),
            _ => Answer::Failed,
        }
    }

    fn run(&self, _: Verb) {
        let kept = Cell::new(FORGOTTEN);
        for pair in 0..self.pairs.len() {
            let mut cache = if pair % self.frames == 0 { FORGOTTEN } else { kept.get() };
            black_box(&self.ask(pair, &mut cache));
            kept.set(cache);
        }
    }
}
