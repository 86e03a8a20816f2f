//! Box2D: `b2ShapeCast`, `b2TimeOfImpact`, `b2Collide…`, as Box3D in space.

use boxdd_sys::ffi::{
    b2CastOutput, b2CollidePolygonAndCapsule, b2CollidePolygons, b2LocalManifold, b2Rot,
    b2ShapeCast, b2ShapeCastPairInput, b2Sweep, b2TOIInput, b2TOIOutput,
    b2TOIState_b2_toiStateFailed, b2TOIState_b2_toiStateSeparated, b2TOIState_b2_toiStateUnknown,
    b2TimeOfImpact, b2Transform, b2Vec2,
};

use super::{Contender, Found, Touch, query_all};
use crate::casts::{CaseSet, Question};
use crate::contenders::box2d::{Shape, Solid, point, relative, rotate, solid, transform};

enum Queries {
    Casts(Vec<(usize, usize, b2Transform, b2Transform, b2Vec2)>),
    Sweeps(Vec<(usize, usize, b2Sweep, b2Sweep)>),
    Contacts(Vec<(usize, usize, b2Transform, b2Transform)>),
}

struct Box2d {
    a: Vec<Solid>,
    b: Vec<Solid>,
    queries: Queries,
}

pub(super) fn enlist(set: &CaseSet) -> Option<Box<dyn Contender>> {
    let cases = set.cases.iter();
    let queries = match set.question {
        Question::Ray | Question::Spin => return None,
        Question::Cast => Queries::Casts(
            cases
                .map(|c| (c.a, c.b, transform(&c.at_a), transform(&c.at_b), point(c.velocity)))
                .collect(),
        ),
        Question::Ends => Queries::Sweeps(
            cases
                .map(|c| {
                    let [at_a, at_b, to] = [&c.at_a, &c.at_b, &c.to].map(transform);
                    (c.a, c.b, sweep(&at_a, &at_a), sweep(&at_b, &to))
                })
                .collect(),
        ),
        Question::Contact => Queries::Contacts(
            cases.map(|c| (c.a, c.b, transform(&c.at_a), transform(&c.at_b))).collect(),
        ),
    };
    let a = set.pool_a.iter().map(solid).collect::<Option<_>>()?;
    let b = set.pool_b.iter().map(solid).collect::<Option<_>>()?;
    Some(Box::new(Box2d { a, b, queries }))
}

fn sweep(from: &b2Transform, to: &b2Transform) -> b2Sweep {
    b2Sweep { localCenter: b2Vec2 { x: 0.0, y: 0.0 }, c1: from.p, c2: to.p, q1: from.q, q2: to.q }
}

fn world(at: &b2Transform, p: b2Vec2) -> b2Vec2 {
    let p = rotate(at.q, p);
    b2Vec2 { x: p.x + at.p.x, y: p.y + at.p.y }
}

impl Box2d {
    fn cast(
        &self,
        (a, b, at_a, at_b, way): &(usize, usize, b2Transform, b2Transform, b2Vec2),
    ) -> b2CastOutput {
        let back = b2Rot { c: at_a.q.c, s: -at_a.q.s };
        let input = b2ShapeCastPairInput {
            proxyA: self.a[*a].proxy,
            proxyB: self.b[*b].proxy,
            transform: relative(at_a, at_b),
            translationB: rotate(back, *way),
            maxFraction: 1.0,
            canEncroach: false,
        };
        // SAFETY: the input outlives the call.
        let found = unsafe { b2ShapeCast(&raw const input) };
        let (point, normal) = (world(at_a, found.point), rotate(at_a.q, found.normal));
        b2CastOutput { point, normal, ..found }
    }

    fn meet(&self, (a, b, of_a, of_b): &(usize, usize, b2Sweep, b2Sweep)) -> b2TOIOutput {
        let input = b2TOIInput {
            proxyA: self.a[*a].proxy,
            proxyB: self.b[*b].proxy,
            sweepA: *of_a,
            sweepB: *of_b,
            maxFraction: 1.0,
        };
        // SAFETY: the input outlives the call.
        unsafe { b2TimeOfImpact(&raw const input) }
    }

    fn manifold(
        &self,
        (a, b, at_a, at_b): &(usize, usize, b2Transform, b2Transform),
    ) -> b2LocalManifold {
        let at = relative(at_a, at_b);
        // SAFETY: references to valid shapes.
        let mut found = unsafe {
            match (&self.a[*a].shape, &self.b[*b].shape) {
                (Shape::Polygon(a), Shape::Polygon(b)) => b2CollidePolygons(a, b, at),
                (Shape::Polygon(a), Shape::Capsule(b)) => b2CollidePolygonAndCapsule(a, b, at),
                _ => unreachable!("no such pair of kinds"),
            }
        };
        found.normal = rotate(at_a.q, found.normal);
        for point in &mut found.points[..found.pointCount as usize] {
            point.point = world(at_a, point.point);
        }
        found
    }
}

impl Contender for Box2d {
    fn answer(&self, case: usize) -> Found {
        match &self.queries {
            Queries::Casts(all) => {
                let found = self.cast(&all[case]);
                if found.hit { Found::Hit([f64::from(found.fraction); 2]) } else { Found::Miss }
            }
            Queries::Sweeps(all) => {
                let found = self.meet(&all[case]);
                #[allow(non_upper_case_globals)]
                match found.state {
                    b2TOIState_b2_toiStateSeparated => Found::Miss,
                    b2TOIState_b2_toiStateFailed | b2TOIState_b2_toiStateUnknown => Found::Open,
                    _ => Found::Hit([f64::from(found.fraction); 2]),
                }
            }
            Queries::Contacts(all) => {
                let found = self.manifold(&all[case]);
                let points = &found.points[..found.pointCount as usize];
                if points.is_empty() {
                    return Found::Miss;
                }
                let signed = points.iter().map(|p| p.separation).fold(f32::MAX, f32::min);
                let normal = [found.normal.x, found.normal.y, 0.0].map(f64::from);
                Found::Touch(Touch::new(signed, normal, points.iter().map(|p| p.id.into())))
            }
        }
    }

    fn run(&self) {
        match &self.queries {
            Queries::Casts(all) => query_all(all, |case| self.cast(case)),
            Queries::Sweeps(all) => query_all(all, |case| self.meet(case)),
            Queries::Contacts(all) => query_all(all, |case| self.manifold(case)),
        }
    }
}
