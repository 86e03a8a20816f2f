//! Box2D's `b2ShapeDistance`, for booleans and distances; for depths, the deepest point of its
//! contact manifolds. In `f32`, with polygons of at most eight vertices.

use std::hint::black_box;
use std::ptr::null_mut;

use boxdd_sys::ffi::{
    b2Capsule, b2Circle, b2CollideCapsules, b2CollideCircles, b2CollidePolygonAndCircle,
    b2CollidePolygons, b2ComputeHull, b2DistanceInput, b2DistanceOutput, b2LocalManifold,
    b2MakeBox, b2MakePolygon, b2Polygon, b2Rot, b2ShapeDistance, b2ShapeProxy, b2SimplexCache,
    b2Transform, b2Vec2,
};

use super::{Answer, Contender, Verb};
use crate::forms::{Form, Point};
use crate::pairs::{PairSet, Place};

/// The most vertices of its polygons.
const MOST: usize = 8;

pub(crate) struct Solid {
    pub(crate) proxy: b2ShapeProxy,
    pub(crate) shape: Shape,
}

pub(crate) enum Shape {
    Circle(b2Circle),
    Capsule(b2Capsule),
    Polygon(b2Polygon),
}

struct Box2d {
    a: Vec<Solid>,
    b: Vec<Solid>,
    pairs: Vec<(usize, usize, b2Transform, b2Transform)>,
}

pub(super) fn enlist(set: &PairSet) -> Option<Box<dyn Contender>> {
    if !set.shapes.flat {
        return None;
    }
    let solids = |pool: &[Form]| pool.iter().map(solid).collect::<Option<Vec<_>>>();
    let pairs = set.pairs.iter().map(|p| (p.a, p.b, transform(&p.at_a), transform(&p.at_b)));
    let (a, b) = (solids(&set.pool_a)?, solids(&set.pool_b)?);
    Some(Box::new(Box2d { a, b, pairs: pairs.collect() }))
}

pub(crate) fn point([x, y, _]: Point) -> b2Vec2 {
    b2Vec2 { x, y }
}

pub(crate) fn solid(form: &Form) -> Option<Solid> {
    let proxy = |corners: &[b2Vec2], radius| {
        let mut points = [b2Vec2 { x: 0.0, y: 0.0 }; MOST];
        points[..corners.len()].copy_from_slice(corners);
        b2ShapeProxy { points, count: corners.len() as i32, radius }
    };
    let origin = b2Vec2 { x: 0.0, y: 0.0 };
    Some(match form {
        Form::Ball { radius } => Solid {
            proxy: proxy(&[origin], *radius),
            shape: Shape::Circle(b2Circle { center: origin, radius: *radius }),
        },
        Form::Capsule { half_height, radius } => {
            let [center1, center2] = [-half_height, *half_height].map(|y| b2Vec2 { x: 0.0, y });
            Solid {
                proxy: proxy(&[center1, center2], *radius),
                shape: Shape::Capsule(b2Capsule { center1, center2, radius: *radius }),
            }
        }
        Form::Cuboid { half: [x, y, _] } => {
            let corners = [[-x, -y], [*x, -y], [*x, *y], [-x, *y]];
            Solid {
                proxy: proxy(&corners.map(|[x, y]| b2Vec2 { x, y }), 0.0),
                // SAFETY: it takes only numbers.
                shape: Shape::Polygon(unsafe { b2MakeBox(*x, *y) }),
            }
        }
        Form::Hull(mesh) if mesh.vertices.len() <= MOST => {
            let corners: Vec<b2Vec2> = mesh.vertices.iter().map(|p| point(*p)).collect();
            // SAFETY: `count` points are there, and a hull that could not be built is not used.
            let polygon = unsafe {
                let hull = b2ComputeHull(corners.as_ptr(), corners.len() as i32);
                assert!(hull.count > 0, "Box2D takes the polygon");
                b2MakePolygon(&raw const hull, 0.0)
            };
            Solid { proxy: proxy(&corners, 0.0), shape: Shape::Polygon(polygon) }
        }
        _ => return None,
    })
}

/// Its rotations are normalised.
pub(crate) fn transform(place: &Place) -> b2Transform {
    let [c, s, ..] = place.rotation.map(f64::from);
    let length = c.hypot(s);
    let q = b2Rot { c: (c / length) as f32, s: (s / length) as f32 };
    b2Transform { p: point(place.translation), q }
}

pub(crate) fn rotate(q: b2Rot, p: b2Vec2) -> b2Vec2 {
    b2Vec2 { x: q.c * p.x - q.s * p.y, y: q.s * p.x + q.c * p.y }
}

/// The pose of B relative to A: in C an inline function of the library's header.
pub(crate) fn relative(a: &b2Transform, b: &b2Transform) -> b2Transform {
    let inverse = b2Rot { c: a.q.c, s: -a.q.s };
    let offset = b2Vec2 { x: b.p.x - a.p.x, y: b.p.y - a.p.y };
    let q = b2Rot {
        c: inverse.c * b.q.c - inverse.s * b.q.s,
        s: inverse.s * b.q.c + inverse.c * b.q.s,
    };
    b2Transform { p: rotate(inverse, offset), q }
}

impl Box2d {
    fn pair(&self, pair: usize) -> (&Solid, &Solid, &b2Transform, b2Transform) {
        let (a, b, at_a, at_b) = &self.pairs[pair];
        (&self.a[*a], &self.b[*b], at_a, relative(at_a, at_b))
    }

    /// Points and normal are in the world, as every contender must return them.
    fn distance(&self, pair: usize) -> b2DistanceOutput {
        let (a, b, at_a, transform) = self.pair(pair);
        let input = b2DistanceInput { proxyA: a.proxy, proxyB: b.proxy, transform, useRadii: true };
        let mut cache = b2SimplexCache { count: 0, indexA: [0; 3], indexB: [0; 3] };
        let world = |p: b2Vec2| {
            let p = rotate(at_a.q, p);
            b2Vec2 { x: p.x + at_a.p.x, y: p.y + at_a.p.y }
        };
        // SAFETY: both are valid for the call, and no simplexes are requested.
        let mut found = unsafe { b2ShapeDistance(&raw const input, &raw mut cache, null_mut(), 0) };
        (found.pointA, found.pointB) = (world(found.pointA), world(found.pointB));
        found.normal = rotate(at_a.q, found.normal);
        found
    }

    fn manifold(&self, pair: usize) -> b2LocalManifold {
        let (a, b, at_a, transform) = self.pair(pair);
        // SAFETY: references to valid shapes.
        let mut found = unsafe {
            match (&a.shape, &b.shape) {
                (Shape::Circle(a), Shape::Circle(b)) => b2CollideCircles(a, b, transform),
                (Shape::Capsule(a), Shape::Capsule(b)) => b2CollideCapsules(a, b, transform),
                (Shape::Polygon(a), Shape::Polygon(b)) => b2CollidePolygons(a, b, transform),
                // It takes them only in this order, so the poses are swapped.
                (Shape::Circle(a), Shape::Polygon(b)) => {
                    let (.., at_a, at_b) = &self.pairs[pair];
                    b2CollidePolygonAndCircle(b, a, relative(at_b, at_a))
                }
                _ => unreachable!("no such pair of kinds in the plane"),
            }
        };
        found.normal = rotate(at_a.q, found.normal);
        found
    }
}

impl Contender for Box2d {
    fn answer(&self, verb: Verb, pair: usize) -> Answer {
        if verb == Verb::Penetration {
            let found = self.manifold(pair);
            let points = &found.points[..found.pointCount as usize];
            let deepest = points.iter().map(|p| p.separation).fold(f32::INFINITY, f32::min);
            return if deepest <= 0.0 {
                Answer::Overlap(Some(-f64::from(deepest)))
            } else {
                Answer::Apart(None)
            };
        }
        match self.distance(pair).distance {
            length if length > 0.0 => {
                Answer::Apart((verb == Verb::Distance).then_some(length.into()))
            }
            0.0 => Answer::Overlap(None),
            _ => Answer::Failed,
        }
    }

    fn run(&self, verb: Verb) {
        for pair in 0..self.pairs.len() {
            if verb == Verb::Penetration {
                black_box(&self.manifold(pair));
            } else {
                black_box(&self.distance(pair));
            }
        }
    }
}
