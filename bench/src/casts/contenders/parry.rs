//! parry3d and parry2d in both precisions, through `dyn Shape`, as users call them: `RayCast`,
//! `cast_shapes`, `cast_shapes_nonlinear`, `sweep_time_of_impact`, `contact_manifolds`.
//!
//! Manifolds are cold, but reuse the memory of their points, as a physics engine does. The sweep
//! stops at a distance of 5 mm, as rapier calls it.

use std::hint::black_box;

use super::{Contender, Found, Touch, query_all};
use crate::casts::{AHEAD, Case, CaseSet, Question};

pub(super) fn single(set: &CaseSet) -> Option<Box<dyn Contender>> {
    Some(if set.subject.flat { flat_single::enlist(set) } else { solid_single::enlist(set) })
}

pub(super) fn double(set: &CaseSet) -> Option<Box<dyn Contender>> {
    Some(if set.subject.flat { flat_double::enlist(set) } else { solid_double::enlist(set) })
}

/// The differences between space and the plane.
macro_rules! world {
    (solid) => {
        fn spin(case: &Case) -> Vector {
            vector(case.spin)
        }

        fn coordinates(v: Vector) -> [f64; 3] {
            v.to_array().map(f64::from)
        }
    };
    (flat) => {
        fn spin(case: &Case) -> Real {
            case.spin[2].into()
        }

        fn coordinates(v: Vector) -> [f64; 3] {
            let [x, y] = v.to_array().map(f64::from);
            [x, y, 0.0]
        }
    };
}

macro_rules! parry {
    ($name:ident, $parry:ident, $world:ident) => {
        mod $name {
            use $parry as parry;

            use parry::math::{Pose, Real, Vector};
            use parry::query::{
                ContactManifold, DefaultQueryDispatcher, NonlinearRigidMotion,
                PersistentQueryDispatcher, Ray, ShapeCastHit, ShapeCastOptions, ShapeCastStatus,
                Sweep, SweepToiOutput, SweepToiStatus, ToiProxy, cast_shapes,
                cast_shapes_nonlinear, sweep_time_of_impact,
            };
            use parry::shape::Shape;

            use super::*;
            use crate::contenders::parry::$name::{pose, shape, vector};

            world!($world);

            struct Parry {
                a: Vec<Box<dyn Shape>>,
                b: Vec<Box<dyn Shape>>,
                queries: Queries,
            }

            /// Indices of the shapes in their pools.
            enum Queries {
                Rays(Vec<(usize, Pose, Ray)>),
                Casts(Vec<(usize, usize, Pose, Pose, Vector)>),
                Spins(Vec<(usize, usize, NonlinearRigidMotion, NonlinearRigidMotion)>),
                Sweeps(Vec<(usize, usize, Sweep, Sweep)>),
                Contacts(Vec<(usize, usize, Pose, Pose)>),
            }

            type Manifold = ContactManifold<(), ()>;

            pub(super) fn enlist(set: &CaseSet) -> Box<dyn Contender> {
                let cases = set.cases.iter();
                let places = |c: &Case| (c.a, c.b, pose(&c.at_a), pose(&c.at_b));
                let queries = match set.question {
                    Question::Ray => Queries::Rays(
                        cases
                            .map(|c| {
                                let origin = vector(c.at_b.translation);
                                (c.a, pose(&c.at_a), Ray::new(origin, vector(c.velocity)))
                            })
                            .collect(),
                    ),
                    Question::Cast => Queries::Casts(
                        cases
                            .map(|c| {
                                let (a, b, at_a, at_b) = places(c);
                                (a, b, at_a, at_b, vector(c.velocity))
                            })
                            .collect(),
                    ),
                    Question::Spin => Queries::Spins(
                        cases
                            .map(|c| {
                                let (a, b, at_a, at_b) = places(c);
                                let of_a = NonlinearRigidMotion::constant_position(at_a);
                                let velocity = vector(c.velocity);
                                let of_b = NonlinearRigidMotion::new(
                                    at_b,
                                    Vector::ZERO,
                                    velocity,
                                    spin(c),
                                );
                                (a, b, of_a, of_b)
                            })
                            .collect(),
                    ),
                    Question::Ends => Queries::Sweeps(
                        cases
                            .map(|c| {
                                let (a, b, at_a, at_b) = places(c);
                                let of_a = Sweep::constant(&at_a, Vector::ZERO);
                                (a, b, of_a, Sweep::from_poses(&at_b, &pose(&c.to), Vector::ZERO))
                            })
                            .collect(),
                    ),
                    Question::Contact => Queries::Contacts(cases.map(places).collect()),
                };
                let [a, b] = [&set.pool_a, &set.pool_b].map(|p| p.iter().map(shape).collect());
                Box::new(Parry { a, b, queries })
            }

            /// Includes the contact, in the world.
            fn cast(
                (a, at_a): (&dyn Shape, &Pose),
                (b, at_b): (&dyn Shape, &Pose),
                velocity: Vector,
            ) -> Option<ShapeCastHit> {
                let options = ShapeCastOptions::with_max_time_of_impact(1.0);
                let found = cast_shapes(at_a, Vector::ZERO, a, at_b, velocity, b, options);
                Some(found.ok()??.transform1_by(at_a))
            }

            fn spun(
                (a, of_a): (&dyn Shape, &NonlinearRigidMotion),
                (b, of_b): (&dyn Shape, &NonlinearRigidMotion),
            ) -> Option<ShapeCastHit> {
                let found = cast_shapes_nonlinear(of_a, a, of_b, b, 0.0, 1.0, true).ok()??;
                Some(found.transform1_by(&of_a.start))
            }

            fn swept(
                (a, of_a): (&dyn Shape, &Sweep),
                (b, of_b): (&dyn Shape, &Sweep),
            ) -> Option<SweepToiOutput> {
                let (a, b) = (ToiProxy::from_shape(a)?, ToiProxy::from_shape(b)?);
                Some(sweep_time_of_impact(&a, of_a, &b, of_b, 1.0, 0.005))
            }

            /// Cold: clears what the manifolds held.
            fn manifold(
                (a, at_a): (&dyn Shape, &Pose),
                (b, at_b): (&dyn Shape, &Pose),
                manifolds: &mut Vec<Manifold>,
            ) {
                for manifold in manifolds.iter_mut() {
                    manifold.points.clear();
                    manifold.local_n1 = Vector::ZERO;
                    manifold.local_n2 = Vector::ZERO;
                }
                let at = at_a.inv_mul(at_b);
                let ahead = AHEAD.into();
                let dispatcher = DefaultQueryDispatcher;
                // Every pair here is supported; an unsupported one would have no points.
                let _ = dispatcher.contact_manifolds(&at, a, b, ahead, manifolds, &mut None);
            }

            fn outcome(found: Option<ShapeCastHit>) -> Found {
                match found {
                    None => Found::Miss,
                    Some(hit) => match hit.status {
                        ShapeCastStatus::Failed | ShapeCastStatus::OutOfIterations => Found::Open,
                        _ => Found::Hit([f64::from(hit.time_of_impact); 2]),
                    },
                }
            }

            impl Contender for Parry {
                fn answer(&self, case: usize) -> Found {
                    match &self.queries {
                        Queries::Rays(all) => {
                            let (a, at_a, ray) = &all[case];
                            let found = self.a[*a].cast_ray_and_get_normal(at_a, ray, 1.0, true);
                            found.map_or(Found::Miss, |hit| {
                                Found::Hit([f64::from(hit.time_of_impact); 2])
                            })
                        }
                        Queries::Casts(all) => {
                            let (a, b, at_a, at_b, velocity) = &all[case];
                            outcome(cast((&*self.a[*a], at_a), (&*self.b[*b], at_b), *velocity))
                        }
                        Queries::Spins(all) => {
                            let (a, b, of_a, of_b) = &all[case];
                            outcome(spun((&*self.a[*a], of_a), (&*self.b[*b], of_b)))
                        }
                        Queries::Sweeps(all) => {
                            let (a, b, of_a, of_b) = &all[case];
                            let found = swept((&*self.a[*a], of_a), (&*self.b[*b], of_b));
                            found.map_or(Found::Open, |found| match found.status {
                                SweepToiStatus::Separated => Found::Miss,
                                SweepToiStatus::Failed => Found::Open,
                                _ => Found::Hit([f64::from(found.fraction); 2]),
                            })
                        }
                        Queries::Contacts(all) => {
                            let (a, b, at_a, at_b) = &all[case];
                            let mut found = Vec::new();
                            manifold((&*self.a[*a], at_a), (&*self.b[*b], at_b), &mut found);
                            touch(&found, at_a)
                        }
                    }
                }

                fn run(&self) {
                    match &self.queries {
                        Queries::Rays(all) => {
                            query_all(all, |(a, at_a, ray)| {
                                let a = &self.a[*a];
                                let hit = a.cast_ray_and_get_normal(at_a, ray, 1.0, true);
                                hit.map(|hit| (ray.point_at(hit.time_of_impact), hit))
                            });
                        }
                        Queries::Casts(all) => {
                            query_all(all, |(a, b, at_a, at_b, velocity)| {
                                cast((&*self.a[*a], at_a), (&*self.b[*b], at_b), *velocity)
                            });
                        }
                        Queries::Spins(all) => {
                            query_all(all, |(a, b, of_a, of_b)| {
                                spun((&*self.a[*a], of_a), (&*self.b[*b], of_b))
                            });
                        }
                        Queries::Sweeps(all) => {
                            query_all(all, |(a, b, of_a, of_b)| {
                                swept((&*self.a[*a], of_a), (&*self.b[*b], of_b))
                            });
                        }
                        Queries::Contacts(all) => {
                            let mut found = Vec::new();
                            for (a, b, at_a, at_b) in all {
                                let (a, b) = ((&*self.a[*a], at_a), (&*self.b[*b], at_b));
                                manifold(a, b, &mut found);
                                for manifold in &found {
                                    black_box(at_a.rotation * manifold.local_n1);
                                    for point in &manifold.points {
                                        black_box((at_a * point.local_p1, at_b * point.local_p2));
                                    }
                                }
                            }
                        }
                    }
                }
            }

            fn touch(found: &[Manifold], at_a: &Pose) -> Found {
                let deepest =
                    |m: &&Manifold| m.points.iter().map(|p| p.dist).fold(Real::MAX, Real::min);
                let touching = found.iter().filter(|m| !m.points.is_empty());
                let Some(best) = touching.min_by(|m, n| deepest(m).total_cmp(&deepest(n))) else {
                    return Found::Miss;
                };
                let key = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
                let keys = best.points.iter().map(|p| key(p.fid1.0, p.fid2.0));
                let normal = coordinates(at_a.rotation * best.local_n1);
                Found::Touch(Touch::new(deepest(&best), normal, keys))
            }
        }
    };
}

parry!(solid_single, parry3d, solid);
parry!(solid_double, parry3d_f64, solid);
parry!(flat_single, parry2d, flat);
parry!(flat_double, parry2d_f64, flat);
