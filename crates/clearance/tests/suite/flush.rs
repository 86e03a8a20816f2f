//! A can on a floor: caps, sides, bases, tips and poles at heights that floats hold. Touching is
//! touching, an ulp apart is apart, an ulp deep is deep; and each has a certificate.
#![allow(clippy::unwrap_used)]

use clearance::batch::Batch;
use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, GjkStep, HalfSpace, Observer,
    Pose, Proximity, Query, Rotation3, Rounded, Shape, Space, Verdict, Warm, certificate,
    proximity, verdict, verify,
};
use glam::{DVec3, Vec3};

/// An observer, with which a query takes the long way.
struct Watched;
impl<S: Space> Observer<S> for Watched {
    fn gjk_step(&mut self, _: &GjkStep<'_, S>) {}
}

/// Quarter turns: none, about z, about the diagonal; not of length 1.
const TURNS: [[f64; 4]; 3] = [[0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0], [1.0, -1.0, -1.0, -1.0]];
const UPRIGHT: [f64; 4] = TURNS[0];
const ON_SIDE: [f64; 4] = TURNS[1];
const UPSIDE_DOWN: [f64; 4] = [1.0, 0.0, 0.0, 0.0];

macro_rules! in_precision {
    ($module:ident, $t:ty, $v:ty) => {
        mod $module {
            use super::*;

            fn rotation(q: [f64; 4]) -> Rotation3<$t> {
                #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)]
                let [x, y, z, w] = q.map(|x| x as $t);
                Rotation3 { x, y, z, w }
            }

            /// This turn after `first`.
            fn after(turn: [f64; 4], first: [f64; 4]) -> [f64; 4] {
                let ([x, y, z, w], [a, b, c, d]) = (turn, first);
                [
                    w * a + x * d + y * c - z * b,
                    w * b - x * c + y * d + z * a,
                    w * c + x * b - y * a + z * d,
                    w * d - x * a - y * b - z * c,
                ]
            }

            /// Each floor with its turn and the height of its upper side, which is `2.5`.
            fn floors() -> Vec<(Shape<$v>, [f64; 4])> {
                let corners = [[8.0, 2.5, 8.0], [-8.0, 2.5, 8.0], [8.0, 2.5, -8.0]];
                let corners = corners.into_iter().chain([[-8.0, 2.5, -8.0], [0.0, -4.0, 0.0]]);
                let hull: Vec<$v> = corners.map(<$v>::from).collect();
                vec![
                    (Cuboid::new(<$v>::new(8.0, 2.5, 8.0)).into(), UPRIGHT),
                    (ConvexHull::new(&hull).unwrap().into(), UPRIGHT),
                    (HalfSpace::new(<$v>::Y, 2.5).into(), UPRIGHT),
                    (Cylinder::new(2.5, 8.0).into(), UPRIGHT),
                    (Cone::new(2.5, 8.0).into(), UPSIDE_DOWN),
                ]
            }

            /// The body that rests, its rotation, and how far it reaches down from its origin.
            fn at_rest() -> Vec<(Shape<$v>, [f64; 4], $t)> {
                let (h, r) = (0.75, 0.3125);
                let tin = || Cylinder::new(h, r);
                vec![
                    (tin().into(), UPRIGHT, h),
                    (tin().into(), ON_SIDE, r),
                    (Cone::new(h, r).into(), UPRIGHT, h),
                    (Cone::new(h, r).into(), UPSIDE_DOWN, h),
                    (Ball::new(r).into(), UPRIGHT, r),
                    (Capsule::new(h, r).into(), UPRIGHT, h + r),
                    (Capsule::new(h, r).into(), ON_SIDE, r),
                    (Ellipsoid::new(<$v>::new(r, h, 0.5)).into(), UPRIGHT, h),
                    (Rounded::new(tin().into(), r).into(), UPRIGHT, h + r),
                    (Rounded::new(tin().into(), r).into(), ON_SIDE, r + r),
                ]
            }

            fn judged(
                a: &Shape<$v>,
                at_a: &Pose<$v>,
                b: &Shape<$v>,
                at_b: &Pose<$v>,
                truth: Verdict,
            ) {
                let context = || format!("{a:?} {at_a:?} {b:?} {at_b:?}");
                let said = |p: Proximity<$v>| match p {
                    Proximity::Separated(_) => Verdict::Separated,
                    Proximity::Intersecting(_) => Verdict::Intersecting,
                    Proximity::Undecided(_) => Verdict::Undecided,
                };
                let mut memory = Warm::default();
                assert_eq!(verdict(a, at_a, b, at_b), truth, "{}", context());
                assert_eq!(said(proximity(a, at_a, b, at_b)), truth, "{}", context());
                for _ in 0..2 {
                    let warm = Query::new().warm(&mut memory).proximity(a, at_a, b, at_b);
                    assert_eq!(said(warm), truth, "remembered {}", context());
                }
                let watched = Query::new().observe(Watched).proximity(a, at_a, b, at_b);
                assert_eq!(said(watched), truth, "watched {}", context());
                let pairs = [(a, *at_a, b, *at_b); 5];
                let (mut meet, mut near) = ([false; 5], [proximity(a, at_a, b, at_b); 5]);
                Batch::new().intersects(&pairs[..], &mut meet).unwrap();
                Batch::new().proximity(&pairs[..], &mut near).unwrap();
                assert_eq!(meet, [truth == Verdict::Intersecting; 5], "{}", context());
                assert!(near.iter().all(|p| said(*p) == truth), "batch {}", context());
                let proof = certificate(a, at_a, b, at_b).unwrap();
                assert_eq!(verify(a, at_a, b, at_b, &proof), Ok(()), "{}", context());
                assert_eq!(proof.verdict, truth, "certificate {}", context());
            }

            #[test]
            fn touching_and_an_ulp_beside_it() {
                for (a, turn_a) in floors() {
                    for (b, turn_b, below) in at_rest() {
                        let touching: $t = 2.5 + below;
                        for turn in TURNS {
                            let at = |q, y: $t, aside: [$t; 2]| {
                                let [x, z] = aside;
                                let norm: f64 = turn.iter().map(|x| x * x).sum();
                                #[allow(clippy::cast_possible_truncation, clippy::unnecessary_cast)]
                                let norm = norm as $t;
                                let Rotation3 { x: i, y: j, z: k, w } = rotation(turn);
                                let (axis, p) = (<$v>::new(i, j, k), <$v>::new(x, y, z));
                                // A signed permutation, times `norm`: exact.
                                let turned = p * (w * w - axis.dot(axis))
                                    + axis * (2.0 * axis.dot(p))
                                    + axis.cross(p) * (2.0 * w);
                                let rotation = rotation(after(turn, q));
                                Pose { rotation, translation: turned / norm }
                            };
                            let at_a = at(turn_a, 0.0, [0.0; 2]);
                            for (y, truth) in [
                                (touching, Verdict::Intersecting),
                                (touching.next_up(), Verdict::Separated),
                                (touching.next_down(), Verdict::Intersecting),
                            ] {
                                // Nothing is added to a miss by an ulp.
                                let asides: [[$t; 2]; 2] = [[0.0; 2], [1.25, -0.5]];
                                for aside in asides {
                                    if aside != [0.0; 2]
                                        && (truth == Verdict::Separated || y != touching)
                                        && turn != UPRIGHT
                                    {
                                        continue;
                                    }
                                    let at_b = at(turn_b, y, aside);
                                    judged(&a, &at_a, &b, &at_b, truth);
                                    judged(&b, &at_b, &a, &at_a, truth);
                                }
                            }
                        }
                    }
                }
            }

            /// The caps overlap little, beyond an edge, and the search's direction does not help.
            #[test]
            fn over_the_edge() {
                let (flat, can) = (Cylinder::new(0.0625, 2.75), Cylinder::new(2.6875, 0.1875));
                let at = |q, x: $t, y: $t, z: $t| Pose {
                    rotation: rotation(q),
                    translation: <$v>::new(x, y, z),
                };
                let at_flat = at([0.0, 0.0, 0.0, -1.0], -6.0, -8.0, -13.5);
                let at_can = at([0.0, 0.0, -1.0, -1.0], -9.375, -7.75, -14.75);
                judged(&flat.into(), &at_flat, &can.into(), &at_can, Verdict::Intersecting);
                let (cube, stone) = (
                    Cuboid::new(<$v>::new(2.75, 3.8125, 2.75)),
                    Ellipsoid::new(<$v>::new(4.0, 2.5, 3.125)),
                );
                let at_cube = at([-1.0, 0.0, 0.0, 0.0], 13.0, -11.5, 14.0);
                let at_stone = at([-1.0, 0.0, 0.0, 0.0], 13.375, -17.8125, 16.25);
                judged(&cube.into(), &at_cube, &stone.into(), &at_stone, Verdict::Intersecting);
            }
        }
    };
}
in_precision!(in_f64, f64, DVec3);
in_precision!(in_f32, f32, Vec3);
