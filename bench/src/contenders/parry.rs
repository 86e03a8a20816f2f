//! parry3d and parry2d, in both precisions, in two ways: through the public queries on `dyn Shape`,
//! as users call them, which have closed forms and separating axes for some pairs; and through the
//! public GJK and EPA entry points on concrete support maps, whatever the pair. parry has no
//! ellipsoid: that pair always takes the second way.

use std::hint::black_box;

use super::{Answer, Contender, Verb};
use crate::forms::{Form, Kind};
use crate::pairs::{PairSet, Place};

pub(super) fn by_shape_single(set: &PairSet) -> Option<Box<dyn Contender>> {
    Some(if set.shapes.flat { flat_single::by_shape(set) } else { solid_single::by_shape(set) })
}

pub(super) fn by_shape_double(set: &PairSet) -> Option<Box<dyn Contender>> {
    Some(if set.shapes.flat { flat_double::by_shape(set) } else { solid_double::by_shape(set) })
}

pub(super) fn by_map_single(set: &PairSet) -> Option<Box<dyn Contender>> {
    Some(if set.shapes.flat { flat_single::by_map(set) } else { solid_single::by_map(set) })
}

pub(super) fn by_map_double(set: &PairSet) -> Option<Box<dyn Contender>> {
    Some(if set.shapes.flat { flat_double::by_map(set) } else { solid_double::by_map(set) })
}

/// The differences between space and the plane.
macro_rules! world {
    (solid) => {
        use parry::shape::{Cone, ConvexPolyhedron, Cylinder};

        pub(crate) fn vector([x, y, z]: [f32; 3]) -> Vector {
            Vector::new(x.into(), y.into(), z.into())
        }

        /// parry assumes that the quaternion is normalised, so it is normalised to its precision.
        pub(crate) fn pose(place: &Place) -> Pose {
            let [x, y, z, w] = place.rotation.map(Real::from);
            let rotation = Rotation::from_xyzw(x, y, z, w).normalize();
            Pose::from_parts(vector(place.translation), rotation)
        }

        fn hull(form: &Form) -> ConvexPolyhedron {
            let Form::Hull(mesh) = form else { unreachable!("not a hull: {form:?}") };
            let points: Vec<Vector> = mesh.vertices.iter().map(|p| vector(*p)).collect();
            ConvexPolyhedron::from_convex_mesh(points.clone(), &mesh.triangles)
                .or_else(|| ConvexPolyhedron::from_convex_hull(&points))
                .expect("parry builds the hull")
        }

        fn cylinder(form: &Form) -> Cylinder {
            let Form::Cylinder { half_height, radius } = form else { unreachable!("{form:?}") };
            Cylinder::new((*half_height).into(), (*radius).into())
        }

        fn cone(form: &Form) -> Cone {
            let Form::Cone { half_height, radius } = form else { unreachable!("{form:?}") };
            Cone::new((*half_height).into(), (*radius).into())
        }

        struct Ellipsoid {
            radii: Vector,
        }

        impl SupportMap for Ellipsoid {
            fn local_support_point(&self, direction: Vector) -> Vector {
                (self.radii * direction).normalize() * self.radii
            }
        }

        fn ellipsoid(form: &Form) -> Ellipsoid {
            let Form::Ellipsoid { radii } = form else { unreachable!("{form:?}") };
            Ellipsoid { radii: vector(*radii) }
        }

        pub(crate) fn shape(form: &Form) -> Box<dyn Shape> {
            match form {
                Form::Cuboid { .. } => Box::new(cuboid(form)),
                Form::Ball { .. } => Box::new(ball(form)),
                Form::Capsule { .. } => Box::new(capsule(form)),
                Form::Cylinder { .. } => Box::new(cylinder(form)),
                Form::Cone { .. } => Box::new(cone(form)),
                Form::Hull(_) => Box::new(hull(form)),
                Form::Ellipsoid { .. } => unreachable!("parry has no ellipsoid"),
            }
        }

        pub(super) fn by_map(set: &PairSet) -> Box<dyn Contender> {
            match (set.shapes.a, set.shapes.b) {
                (Kind::Cuboid, Kind::Cuboid) => mapped(set, cuboid, cuboid),
                (Kind::Cuboid, Kind::Ball) => mapped(set, cuboid, ball),
                (Kind::Capsule, Kind::Capsule) => mapped(set, capsule, capsule),
                (Kind::Ball, Kind::Ellipsoid) => mapped(set, ball, ellipsoid),
                (Kind::Cylinder, Kind::Cone) => mapped(set, cylinder, cone),
                (Kind::Hull(_), Kind::Hull(_)) => mapped(set, hull, hull),
                other => unreachable!("no such pair of kinds in space: {other:?}"),
            }
        }
    };
    (flat) => {
        use parry::shape::ConvexPolygon;

        pub(crate) fn vector([x, y, _]: [f32; 3]) -> Vector {
            Vector::new(x.into(), y.into())
        }

        /// The pose, as in space.
        pub(crate) fn pose(place: &Place) -> Pose {
            let [cos, sin, ..] = place.rotation.map(Real::from);
            let length = cos.hypot(sin);
            let rotation = Rotation::from_cos_sin_unchecked(cos / length, sin / length);
            Pose::from_parts(vector(place.translation), rotation)
        }

        fn hull(form: &Form) -> ConvexPolygon {
            let Form::Hull(mesh) = form else { unreachable!("not a polygon: {form:?}") };
            let points: Vec<Vector> = mesh.vertices.iter().map(|p| vector(*p)).collect();
            ConvexPolygon::from_convex_polyline_unmodified(points).expect("parry takes the polygon")
        }

        pub(crate) fn shape(form: &Form) -> Box<dyn Shape> {
            match form {
                Form::Cuboid { .. } => Box::new(cuboid(form)),
                Form::Ball { .. } => Box::new(ball(form)),
                Form::Capsule { .. } => Box::new(capsule(form)),
                Form::Hull(_) => Box::new(hull(form)),
                other => unreachable!("not in the plane: {other:?}"),
            }
        }

        pub(super) fn by_map(set: &PairSet) -> Box<dyn Contender> {
            match (set.shapes.a, set.shapes.b) {
                (Kind::Hull(_), Kind::Hull(_)) => mapped(set, hull, hull),
                (Kind::Ball, Kind::Hull(_)) => mapped(set, ball, hull),
                (Kind::Ball, Kind::Ball) => mapped(set, ball, ball),
                (Kind::Capsule, Kind::Capsule) => mapped(set, capsule, capsule),
                other => unreachable!("no such pair of kinds in the plane: {other:?}"),
            }
        }
    };
}

macro_rules! parry {
    ($name:ident, $parry:ident, $world:ident) => {
        pub(crate) mod $name {
            use $parry as parry;

            use parry::math::{Pose, Real, Rotation, Vector};
            use parry::query::details::{
                closest_points_support_map_support_map, contact_support_map_support_map,
                intersection_test_support_map_support_map,
            };
            use parry::query::{
                ClosestPoints, Contact, closest_points, contact, intersection_test,
            };
            use parry::shape::{Ball, Capsule, Cuboid, Shape, SupportMap};

            use super::*;

            world!($world);

            fn cuboid(form: &Form) -> Cuboid {
                let Form::Cuboid { half } = form else { unreachable!("{form:?}") };
                Cuboid::new(vector(*half))
            }

            fn ball(form: &Form) -> Ball {
                let Form::Ball { radius } = form else { unreachable!("{form:?}") };
                Ball::new((*radius).into())
            }

            fn capsule(form: &Form) -> Capsule {
                let Form::Capsule { half_height, radius } = form else { unreachable!("{form:?}") };
                Capsule::new_y((*half_height).into(), (*radius).into())
            }

            type Places = Vec<(usize, usize, Pose, Pose)>;

            fn places(set: &PairSet) -> Places {
                set.pairs.iter().map(|p| (p.a, p.b, pose(&p.at_a), pose(&p.at_b))).collect()
            }

            pub(super) fn by_shape(set: &PairSet) -> Box<dyn Contender> {
                if set.shapes.b == Kind::Ellipsoid {
                    return by_map(set);
                }
                let [a, b] =
                    [&set.pool_a, &set.pool_b].map(|pool| pool.iter().map(shape).collect());
                Box::new(ByShape { a, b, pairs: places(set) })
            }

            fn mapped<A: SupportMap + 'static, B: SupportMap + 'static>(
                set: &PairSet,
                a: impl Fn(&Form) -> A,
                b: impl Fn(&Form) -> B,
            ) -> Box<dyn Contender> {
                Box::new(ByMap {
                    a: set.pool_a.iter().map(a).collect(),
                    b: set.pool_b.iter().map(b).collect(),
                    pairs: places(set),
                })
            }

            fn nearest(answer: ClosestPoints) -> Answer {
                match answer {
                    ClosestPoints::Intersecting => Answer::Overlap(None),
                    ClosestPoints::WithinMargin(p, q) => {
                        let d = (q - p).to_array().map(f64::from);
                        Answer::Apart(Some(d.iter().map(|x| x * x).sum::<f64>().sqrt()))
                    }
                    // Everything is within an infinite margin: GJK gave up.
                    ClosestPoints::Disjoint => Answer::Failed,
                }
            }

            fn deepest(answer: Option<Contact>) -> Answer {
                match answer {
                    Some(contact) => Answer::Overlap(Some(-f64::from(contact.dist))),
                    None => Answer::Apart(None),
                }
            }

            fn boolean(intersect: bool) -> Answer {
                if intersect { Answer::Overlap(None) } else { Answer::Apart(None) }
            }

            struct ByShape {
                a: Vec<Box<dyn Shape>>,
                b: Vec<Box<dyn Shape>>,
                pairs: Vec<(usize, usize, Pose, Pose)>,
            }

            impl Contender for ByShape {
                fn answer(&self, verb: Verb, pair: usize) -> Answer {
                    let (a, b, at_a, at_b) = &self.pairs[pair];
                    let (a, b) = (&*self.a[*a], &*self.b[*b]);
                    match verb {
                        Verb::Intersects => intersection_test(at_a, a, at_b, b)
                            .map_or(Answer::Failed, |found| boolean(found.intersecting)),
                        Verb::Distance => closest_points(at_a, a, at_b, b, Real::MAX)
                            .map_or(Answer::Failed, nearest),
                        Verb::Penetration => {
                            contact(at_a, a, at_b, b, 0.0).map_or(Answer::Failed, deepest)
                        }
                    }
                }

                fn run(&self, verb: Verb) {
                    match verb {
                        Verb::Intersects => {
                            for (a, b, at_a, at_b) in &self.pairs {
                                let (a, b) = (&*self.a[*a], &*self.b[*b]);
                                let _ = black_box(&intersection_test(at_a, a, at_b, b));
                            }
                        }
                        Verb::Distance => {
                            for (a, b, at_a, at_b) in &self.pairs {
                                let (a, b) = (&*self.a[*a], &*self.b[*b]);
                                let _ = black_box(&closest_points(at_a, a, at_b, b, Real::MAX));
                            }
                        }
                        Verb::Penetration => {
                            for (a, b, at_a, at_b) in &self.pairs {
                                let (a, b) = (&*self.a[*a], &*self.b[*b]);
                                let _ = black_box(&contact(at_a, a, at_b, b, 0.0));
                            }
                        }
                    }
                }
            }

            struct ByMap<A, B> {
                a: Vec<A>,
                b: Vec<B>,
                pairs: Vec<(usize, usize, Pose, Pose)>,
            }

            impl<A: SupportMap, B: SupportMap> Contender for ByMap<A, B> {
                fn answer(&self, verb: Verb, pair: usize) -> Answer {
                    let (a, b, at_a, at_b) = &self.pairs[pair];
                    let (a, b, at) = (&self.a[*a], &self.b[*b], at_a.inv_mul(at_b));
                    match verb {
                        Verb::Intersects => {
                            boolean(intersection_test_support_map_support_map(&at, a, b))
                        }
                        // The points are in the shapes' own frames.
                        Verb::Distance => {
                            let found =
                                closest_points_support_map_support_map(&at, a, b, Real::MAX);
                            nearest(found.transform_by(at_a, at_b))
                        }
                        Verb::Penetration => {
                            deepest(contact_support_map_support_map(&at, a, b, 0.0))
                        }
                    }
                }

                fn run(&self, verb: Verb) {
                    match verb {
                        Verb::Intersects => {
                            for (a, b, at_a, at_b) in &self.pairs {
                                let (a, b, at) = (&self.a[*a], &self.b[*b], at_a.inv_mul(at_b));
                                black_box(intersection_test_support_map_support_map(&at, a, b));
                            }
                        }
                        Verb::Distance => {
                            for (a, b, at_a, at_b) in &self.pairs {
                                let (a, b, at) = (&self.a[*a], &self.b[*b], at_a.inv_mul(at_b));
                                let found =
                                    closest_points_support_map_support_map(&at, a, b, Real::MAX);
                                black_box(&found.transform_by(at_a, at_b));
                            }
                        }
                        Verb::Penetration => {
                            for (a, b, at_a, at_b) in &self.pairs {
                                let (a, b, at) = (&self.a[*a], &self.b[*b], at_a.inv_mul(at_b));
                                let mut found = contact_support_map_support_map(&at, a, b, 0.0);
                                if let Some(contact) = &mut found {
                                    contact.transform_by_mut(at_a, at_b);
                                }
                                black_box(&found);
                            }
                        }
                    }
                }
            }
        }
    };
}

parry!(solid_single, parry3d, solid);
parry!(solid_double, parry3d_f64, solid);
parry!(flat_single, parry2d, flat);
parry!(flat_double, parry2d_f64, flat);
