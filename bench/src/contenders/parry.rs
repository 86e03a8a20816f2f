//! parry3d, in both precisions, through its public queries on `dyn Shape`, as its users call it. It has no ellipsoid: a support
//! map of ours goes through its public GJK and EPA entry points instead.

use std::hint::black_box;

use super::{Answer, Contender, Verb};
use crate::forms::{Form, Kind};
use crate::pairs::{PairSet, Place};

macro_rules! parry {
    ($precision:ident, $parry:ident) => {
        pub(super) mod $precision {
            use $parry::math::{Pose, Real, Rotation, Vector};
            use $parry::query::details::{
                closest_points_support_map_support_map, contact_support_map_support_map,
                intersection_test_support_map_support_map,
            };
            use $parry::query::{
                ClosestPoints, Contact, closest_points, contact, intersection_test,
            };
            use $parry::shape::{
                Ball, Capsule, Cone, ConvexPolyhedron, Cuboid, Cylinder, Shape, SupportMap,
            };

            use super::*;

            fn vector(p: [f32; 3]) -> Vector {
                let [x, y, z] = p.map(Real::from);
                Vector::new(x, y, z)
            }

            /// parry takes the quaternion for normalised, so it gets one that is, as far as its precision goes.
            fn pose(place: &Place) -> Pose {
                let q = place.rotation;
                let [x, y, z, w] = [q.x, q.y, q.z, q.w].map(Real::from);
                let rotation = Rotation::from_xyzw(x, y, z, w).normalize();
                Pose::from_parts(vector(place.translation), rotation)
            }

            fn shape(form: &Form) -> Box<dyn Shape> {
                match form {
                    Form::Cuboid { half } => Box::new(Cuboid::new(vector(*half))),
                    Form::Ball { radius } => Box::new(Ball::new((*radius).into())),
                    Form::Capsule { half_height, radius } => {
                        Box::new(Capsule::new_y((*half_height).into(), (*radius).into()))
                    }
                    Form::Cylinder { half_height, radius } => {
                        Box::new(Cylinder::new((*half_height).into(), (*radius).into()))
                    }
                    Form::Cone { half_height, radius } => {
                        Box::new(Cone::new((*half_height).into(), (*radius).into()))
                    }
                    Form::Hull(mesh) => {
                        let points: Vec<Vector> =
                            mesh.vertices.iter().map(|p| vector(*p)).collect();
                        let hull =
                            ConvexPolyhedron::from_convex_mesh(points.clone(), &mesh.triangles)
                                .or_else(|| ConvexPolyhedron::from_convex_hull(&points));
                        Box::new(hull.expect("parry builds the hull"))
                    }
                    Form::Ellipsoid { .. } => unreachable!("parry has no ellipsoid"),
                }
            }

            pub(in super::super) fn enlist(set: &PairSet) -> Box<dyn Contender> {
                let poses = set.pairs.iter().map(|p| (p.a, p.b, pose(&p.at_a), pose(&p.at_b)));
                let pairs = poses.collect();
                if set.shapes.b == Kind::Ellipsoid {
                    return Box::new(ByMap {
                        a: set.pool_a.iter().map(ball).collect(),
                        b: set.pool_b.iter().map(ellipsoid).collect(),
                        pairs,
                    });
                }
                let [a, b] =
                    [&set.pool_a, &set.pool_b].map(|pool| pool.iter().map(shape).collect());
                Box::new(ByShape { a, b, pairs })
            }

            fn ball(form: &Form) -> Ball {
                match form {
                    Form::Ball { radius } => Ball::new((*radius).into()),
                    other => unreachable!("not a ball: {other:?}"),
                }
            }

            fn ellipsoid(form: &Form) -> Ellipsoid {
                match form {
                    Form::Ellipsoid { radii } => Ellipsoid { radii: vector(*radii) },
                    other => unreachable!("not an ellipsoid: {other:?}"),
                }
            }

            struct Ellipsoid {
                radii: Vector,
            }

            impl SupportMap for Ellipsoid {
                fn local_support_point(&self, direction: Vector) -> Vector {
                    (self.radii * direction).normalize() * self.radii
                }
            }

            fn nearest(answer: ClosestPoints) -> Answer {
                match answer {
                    ClosestPoints::Intersecting => Answer::Overlap(None),
                    ClosestPoints::WithinMargin(p, q) => {
                        let d = [q.x - p.x, q.y - p.y, q.z - p.z].map(f64::from);
                        Answer::Apart(Some(d.iter().map(|x| x * x).sum::<f64>().sqrt()))
                    }
                    // Nothing is beyond an infinite margin: GJK gave up.
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
                        // The points are in frames of their own.
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

parry!(single, parry3d);
parry!(double, parry3d_f64);
