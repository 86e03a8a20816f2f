//! Every binding: no query needs a type named, every way to write a pose gives one answer, and it is the true one.
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // The helpers are no test functions to clippy.

use clearance::{
    Ball, Cuboid, Pose, PoseError, Rotation2, Rotation3, Scaled, ToPose, Xy, Xyz, distance,
};

/// The scene of all tests: a ball of radius 0.5 at `A`, and a box with these half edges at `B`, turned about z.
const A: [f64; 3] = [-0.5, 0.25, 1.0];
const B: [f64; 3] = [4.0, 1.0, -4.5];
const HALF: [f64; 3] = [1.0, 2.0, 3.0];
const ANGLE: f64 = 0.3;

/// The scene's distance in closed form, in the plane or in space.
fn truth(dimension: usize, angle: f64) -> f64 {
    let [x, y, z] = [A[0] - B[0], A[1] - B[1], A[2] - B[2]];
    let (sin, cos) = angle.sin_cos();
    let local = [cos * x + sin * y, cos * y - sin * x, z];
    let outside = (0..dimension).map(|i| (local[i].abs() - HALF[i]).max(0.0));
    outside.map(|x| x * x).sum::<f64>().sqrt() - 0.5
}

/// The distance with the box in each of these poses: all of them equal, to the last bit, and right.
macro_rules! agree {
    ($truth:expr, $half:expr, $at_a:expr, [$($at_b:expr),+ $(,)?]) => {{
        // Converted once; for each type of pose a query would be compiled anew.
        let poses = [$(($at_b).to_pose()),+];
        let at_a = ($at_a).to_pose();
        let answers = poses.map(|at_b| {
            distance(&Ball::new(0.5), &at_a, &Cuboid::new($half), &at_b).unwrap()
        });
        for answer in answers {
            assert_eq!(answer, answers[0]);
        }
        let (length, gap) = (f64::from(answers[0].length), f64::from(answers[0].gap));
        // The poses themselves are rounded to the caller's precision.
        assert!((length - $truth).abs() <= gap + 1e-6, "{length} is not {}", $truth);
    }};
}

/// The coordinates of a constant in the caller's precision.
macro_rules! coordinates {
    ($constant:expr, $T:ty) => {
        $constant.map(|x| x as $T)
    };
}

/// `(cos, sin)` of half the angle: a quaternion about z.
#[cfg_attr(not(any(feature = "nalgebra", feature = "glamx", feature = "mint")), allow(dead_code))]
fn half_turn() -> (f64, f64) {
    ((0.5 * ANGLE).cos(), (0.5 * ANGLE).sin())
}

#[test]
fn own_vectors() {
    let plane = |[x, y, _]: [f64; 3]| Xy::new(x, y);
    let turn = Rotation2::from_angle(ANGLE);
    let [a, b, half] = [A, B, HALF].map(plane);
    agree!(truth(2, 0.0), half, a, [b, Pose::from_translation(b)]);
    agree!(truth(2, ANGLE), half, a, [(turn, b), Pose::new(turn, b).unwrap()]);

    let space = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    let turn = Rotation3::from_axis_angle(Xyz::new(0.0, 0.0, 1.0), ANGLE);
    let [a, b, half] = [A, B, HALF].map(space);
    agree!(truth(3, 0.0), half, a, [b, Pose::from_translation(b)]);
    agree!(truth(3, ANGLE), half, a, [(turn, b), Pose::new(turn, b).unwrap()]);
}

/// Tests for any version of glam, in one precision.
macro_rules! glam {
    ($module:ident, $glam:ident, $T:ident, $V2:ident, $V3:ident, $Q:ident, $M3:ident, $M4:ident) => {
        mod $module {
            use super::*;
            use $glam::{$M3, $M4, $Q, $V2, $V3};

            #[test]
            fn plane() {
                let plane = |c: [f64; 3]| $V2::new(c[0] as $T, c[1] as $T);
                let [a, b, half] = [A, B, HALF].map(plane);
                let turn = Rotation2::from_angle(ANGLE as $T);
                agree!(truth(2, 0.0), half, a, [b, (0.0, b), Pose::from_translation(b)]);
                let own = Pose::new(turn, b).unwrap();
                agree!(truth(2, ANGLE), half, a, [(ANGLE as $T, b), (turn, b), own]);
            }

            #[test]
            fn space() {
                let [a, b, half] = [A, B, HALF].map(|c| $V3::from_array(coordinates!(c, $T)));
                let turn = $Q::from_rotation_z(ANGLE as $T);
                agree!(truth(3, 0.0), half, a, [b, ($Q::IDENTITY, b), Pose::from_translation(b)]);
                let own = Pose::new(turn.into(), b).unwrap();
                agree!(truth(3, ANGLE), half, a, [(turn, b), (Rotation3::from(turn), b), own]);
            }

            #[test]
            fn model_matrix_of_space() {
                let turn = $Q::from_axis_angle($V3::new(0.6, 0.0, 0.8), 2.0);
                let place = $V3::new(3.0, -2.0, 7.0);
                let mirrorings =
                    [[1.0; 3], [-1.0, 1.0, 1.0], [1.0, -1.0, 1.0], [1.0, -1.0, -1.0], [-1.0; 3]];
                for signs in mirrorings {
                    let scale = $V3::new(0.5, 2.0, 3.0) * $V3::from_array(signs);
                    let matrix = $M4::from_scale_rotation_translation(scale, turn, place);
                    let (pose, factors) = Pose::<$V3>::from_matrix(matrix).unwrap();
                    for corner in [$V3::X, $V3::Y, $V3::Z, $V3::new(-1.0, 2.0, 0.5)] {
                        let moved = pose.transform_point(factors * corner);
                        assert!(
                            moved.distance(matrix.transform_point3(corner)) < 64.0 * $T::EPSILON
                        );
                    }
                    // The scale goes to the shape: a stretched cube is a box.
                    let (origin, far) = ($V3::ZERO, $V3::new(20.0, 5.0, -9.0));
                    let cube = Scaled::new(Cuboid::new($V3::ONE), factors).unwrap();
                    let cuboid = Cuboid::new(factors.abs());
                    let ball = Ball::new(0.5);
                    let stretched = distance(&cube, &pose, &ball, &far).unwrap();
                    let straight = distance(&cuboid, &pose, &ball, &far).unwrap();
                    assert!(
                        (stretched.length - straight.length).abs() <= stretched.gap + straight.gap
                    );
                    assert!(distance(&cube, &pose, &ball, &origin).is_some());
                }
            }

            #[test]
            fn model_matrix_of_space_that_is_none() {
                let matrix = |change: fn(&mut $M4)| {
                    let mut matrix = $M4::from_translation($V3::new(1.0, 2.0, 3.0));
                    change(&mut matrix);
                    Pose::<$V3>::from_matrix(matrix)
                };
                assert!(matrix(|_| {}).is_ok());
                assert_eq!(matrix(|m| m.y_axis.x = 0.5), Err(PoseError::Sheared));
                assert_eq!(matrix(|m| m.y_axis *= 0.0), Err(PoseError::Singular));
                assert_eq!(matrix(|m| m.z_axis = m.y_axis), Err(PoseError::Singular));
                assert_eq!(matrix(|m| m.z_axis.w = -1.0), Err(PoseError::Projective));
                assert_eq!(matrix(|m| m.w_axis.x = $T::NAN), Err(PoseError::NotFinite));
                assert_eq!(matrix(|m| m.x_axis.x = $T::INFINITY), Err(PoseError::NotFinite));
            }

            #[test]
            fn model_matrix_of_the_plane() {
                let place = $V2::new(3.0, -2.0);
                for signs in [[1.0, 1.0], [-1.0, 1.0], [1.0, -1.0], [-1.0, -1.0]] {
                    let scale = $V2::new(0.5, 2.0) * $V2::from_array(signs);
                    let matrix = $M3::from_scale_angle_translation(scale, 2.0, place);
                    let (pose, factors) = Pose::<$V2>::from_matrix(matrix).unwrap();
                    for corner in [$V2::X, $V2::Y, $V2::new(-1.0, 2.0)] {
                        let moved = pose.transform_point(factors * corner);
                        assert!(
                            moved.distance(matrix.transform_point2(corner)) < 64.0 * $T::EPSILON
                        );
                    }
                }
                let matrix = |change: fn(&mut $M3)| {
                    let mut matrix = $M3::from_translation($V2::new(1.0, 2.0));
                    change(&mut matrix);
                    Pose::<$V2>::from_matrix(matrix)
                };
                assert_eq!(matrix(|m| m.y_axis.x = 0.5), Err(PoseError::Sheared));
                assert_eq!(matrix(|m| m.y_axis *= 0.0), Err(PoseError::Singular));
                assert_eq!(matrix(|m| m.x_axis.z = 1.0), Err(PoseError::Projective));
                assert_eq!(matrix(|m| m.z_axis.x = $T::NAN), Err(PoseError::NotFinite));
            }
        }
    };
}
#[cfg(feature = "glam")]
glam!(glam_of_f32, glam, f32, Vec2, Vec3, Quat, Mat3, Mat4);
#[cfg(feature = "glam")]
glam!(glam_of_f64, glam, f64, DVec2, DVec3, DQuat, DMat3, DMat4);
#[cfg(feature = "glam034")]
glam!(glam034_of_f32, glam034, f32, Vec2, Vec3, Quat, Mat3, Mat4);
#[cfg(feature = "glam034")]
glam!(glam034_of_f64, glam034, f64, DVec2, DVec3, DQuat, DMat3, DMat4);

/// Vectors padded for SIMD.
#[cfg(feature = "glam")]
#[test]
fn glam_aligned() {
    use glam::Vec3A;
    let [a, b, half] = [A, B, HALF].map(|c| Vec3A::from_array(coordinates!(c, f32)));
    agree!(truth(3, 0.0), half, a, [b, Pose::from_translation(b)]);
}

#[cfg(feature = "glamx")]
mod glamx {
    use super::*;
    use ::glamx::{DPose2, DPose3, DRot2, Pose2, Pose3, Pose3A, Rot2};
    use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3, Vec3A};

    macro_rules! glamx {
        ($name:ident, $T:ty, $V2:ident, $V3:ident, $Q:ident, $Pose2:ident, $Rot2:ident, $Pose3:ident) => {
            #[test]
            fn $name() {
                let [a, b, half] = [A, B, HALF].map(|c| $V2::new(c[0] as $T, c[1] as $T));
                let own = Rotation2::from_angle(ANGLE as $T);
                let turn = $Rot2::from_cos_sin_unchecked(own.cos, own.sin);
                agree!(truth(2, 0.0), half, a, [b, $Pose2::from_translation(b)]);
                let there = $Pose2::from_parts(b, turn);
                agree!(truth(2, ANGLE), half, a, [there, (turn, b), (own, b), (ANGLE as $T, b)]);

                let [a, b, half] = [A, B, HALF].map(|c| $V3::from_array(coordinates!(c, $T)));
                let turn = $Q::from_rotation_z(ANGLE as $T);
                agree!(truth(3, 0.0), half, a, [b, $Pose3::from_translation(b)]);
                let there = $Pose3::from_parts(b, turn);
                agree!(truth(3, ANGLE), half, a, [there, (turn, b)]);
            }
        };
    }
    glamx!(of_f32, f32, Vec2, Vec3, Quat, Pose2, Rot2, Pose3);
    glamx!(of_f64, f64, DVec2, DVec3, DQuat, DPose2, DRot2, DPose3);

    #[test]
    fn aligned() {
        let [a, b, half] = [A, B, HALF].map(|c| Vec3A::from_array(coordinates!(c, f32)));
        let turn = Quat::from_rotation_z(ANGLE as f32);
        let there = Pose3A::from_parts(b, turn);
        agree!(truth(3, ANGLE), half, a, [there, Pose::new(turn.into(), b).unwrap()]);
    }
}

#[cfg(feature = "nalgebra")]
mod nalgebra {
    use super::*;
    use ::nalgebra::{
        Complex, Isometry2, Isometry3, Matrix3, Matrix4, Point2, Point3, Quaternion, Translation2,
        Translation3, UnitComplex, UnitQuaternion, Vector2, Vector3,
    };

    macro_rules! nalgebra {
        ($name:ident, $T:ty) => {
            #[test]
            fn $name() {
                let own = Rotation2::from_angle(ANGLE as $T);
                // Built by hand, since nalgebra's constructors need its `std` or `libm`.
                let turn = UnitComplex::new_unchecked(Complex { re: own.cos, im: own.sin });
                let [a, b, half] = [A, B, HALF].map(|c| Vector2::new(c[0] as $T, c[1] as $T));
                let there = Isometry2 { rotation: turn, translation: Translation2 { vector: b } };
                agree!(truth(2, 0.0), half, a, [b, (0.0, b), Pose::from_translation(b)]);
                agree!(
                    truth(2, ANGLE),
                    half,
                    a,
                    [there, (turn, b), (ANGLE as $T, b), Pose::new(own, b).unwrap()]
                );
                let [a, b, half] = [a, b, half].map(|v| Point2 { coords: v });
                agree!(truth(2, 0.0), half, a, [b, Pose::from_translation(b)]);
                agree!(truth(2, ANGLE), half, a, [(turn, b), (own, b)]);

                let (cos, sin) = half_turn();
                let turn = Quaternion::new(cos as $T, 0.0, 0.0, sin as $T);
                let turn = UnitQuaternion::new_unchecked(turn);
                let [a, b, half] = [A, B, HALF].map(|c| Vector3::from(coordinates!(c, $T)));
                let there = Isometry3 { rotation: turn, translation: Translation3 { vector: b } };
                agree!(truth(3, 0.0), half, a, [b, Pose::from_translation(b)]);
                let own = Rotation3::from(turn);
                agree!(truth(3, ANGLE), half, a, [there, (turn, b), Pose::new(own, b).unwrap()]);
                let [a, b, half] = [a, b, half].map(|v| Point3 { coords: v });
                agree!(truth(3, 0.0), half, a, [b, Pose::from_translation(b)]);
                agree!(truth(3, ANGLE), half, a, [(turn, b), (own, b)]);

                // A quarter turn about z, and a scale.
                let matrix = Matrix4::<$T>::new(
                    0.0, -3.0, 0.0, 1.0, 2.0, 0.0, 0.0, 4.0, 0.0, 0.0, 5.0, 6.0, 0.0, 0.0, 0.0, 1.0,
                );
                let (pose, scale) = Pose::<Vector3<$T>>::from_matrix(matrix).unwrap();
                assert_eq!(
                    (pose.translation, scale),
                    (Vector3::new(1.0, 4.0, 6.0), Vector3::new(2.0, 3.0, 5.0))
                );
                assert_eq!(
                    pose.transform_point(Vector3::new(2.0, 0.0, 0.0)),
                    Vector3::new(1.0, 6.0, 6.0)
                );
                let sheared = Matrix3::<$T>::new(1.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0);
                assert_eq!(Pose::<Vector2<$T>>::from_matrix(sheared), Err(PoseError::Sheared));
            }
        };
    }
    nalgebra!(of_f32, f32);
    nalgebra!(of_f64, f64);
}

#[cfg(feature = "mint")]
mod mint {
    use super::*;
    use ::mint::{ColumnMatrix3, ColumnMatrix4, Point2, Point3, Quaternion, Vector2, Vector3};

    macro_rules! mint {
        ($name:ident, $T:ty) => {
            #[test]
            fn $name() {
                let own = Rotation2::from_angle(ANGLE as $T);
                let [a, b, half] = [A, B, HALF].map(|c| Vector2::from([c[0] as $T, c[1] as $T]));
                agree!(truth(2, 0.0), half, a, [b, (0.0, b), Pose::from_translation(b)]);
                agree!(
                    truth(2, ANGLE),
                    half,
                    a,
                    [(ANGLE as $T, b), (own, b), Pose::new(own, b).unwrap()]
                );
                let [a, b, half] = [a, b, half].map(|v| Point2 { x: v.x, y: v.y });
                agree!(truth(2, ANGLE), half, a, [(ANGLE as $T, b), (own, b)]);

                let (cos, sin) = half_turn();
                let turn = Quaternion::from([0.0, 0.0, sin as $T, cos as $T]);
                let [a, b, half] = [A, B, HALF].map(|c| Vector3::from(coordinates!(c, $T)));
                agree!(truth(3, 0.0), half, a, [b, Pose::from_translation(b)]);
                let own = Rotation3::from(turn);
                agree!(truth(3, ANGLE), half, a, [(turn, b), (own, b), Pose::new(own, b).unwrap()]);
                let [a, b, half] = [a, b, half].map(|v| Point3 { x: v.x, y: v.y, z: v.z });
                agree!(truth(3, ANGLE), half, a, [(turn, b), (own, b)]);

                let columns = [
                    [0.0, 2.0, 0.0, 0.0],
                    [-3.0, 0.0, 0.0, 0.0],
                    [0.0, 0.0, 5.0, 0.0],
                    [1.0, 4.0, 6.0, 1.0],
                ];
                let matrix = ColumnMatrix4::<$T>::from(columns);
                let (pose, scale) = Pose::<Vector3<$T>>::from_matrix(matrix).unwrap();
                assert_eq!(
                    (pose.translation, scale),
                    ([1.0, 4.0, 6.0].into(), [2.0, 3.0, 5.0].into())
                );
                assert_eq!(pose.transform_point([2.0, 0.0, 0.0].into()), [1.0, 6.0, 6.0].into());
                let sheared =
                    ColumnMatrix3::<$T>::from([[1.0, 0.0, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]]);
                assert_eq!(Pose::<Vector2<$T>>::from_matrix(sheared), Err(PoseError::Sheared));
            }
        };
    }
    mint!(of_f32, f32);
    mint!(of_f64, f64);
}

/// Shapes and answers go out as JSON and come back equal, over every vector.
#[cfg(all(feature = "serde", feature = "alloc"))]
mod serde {
    use core::fmt::Debug;

    use ::serde::{Serialize, de::DeserializeOwned};
    use clearance::{
        Ball, ConvexHull, Cuboid, End, Gradient, Manifold, Motion, Pose, Proximity, Rotation,
        Rotation2, Rotation3, Rounded, Scalar, Shape, Space, Start, Twist, Vector, Warm, Witness,
        Xy, Xyz, bounding_box, contact_manifold, mass_properties,
    };

    fn comes_back<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T) {
        // As a value: its reader of text may be off by a rounding.
        let data = serde_json::to_value(&value).unwrap();
        assert_eq!(T::deserialize(&data).unwrap(), value, "{data}");
    }

    fn all<V: Vector<Scalar: Serialize + DeserializeOwned> + Serialize + DeserializeOwned>() {
        let axes = (0..V::Space::DIM).map(V::Space::axis);
        let corners: Vec<V> =
            axes.flat_map(|axis| [axis, -axis]).map(|c| V::from_space(c * 2.0)).collect();
        let (one, half) = (V::Scalar::ONE, V::from_space(V::Space::splat(0.5)));
        // A hull goes out as its corners, which are then its input.
        let hull = ConvexHull::new(ConvexHull::new(&corners).unwrap().vertices()).unwrap();
        comes_back(hull.clone());
        comes_back(Shape::<V>::from(hull));
        comes_back(Shape::<V>::from(Ball::new(one)));
        comes_back(Shape::<V>::from(Rounded::new(Shape::<V>::from(Cuboid::new(half)), one)));
        comes_back(Cuboid::new(half));
        let witness = Witness {
            on_a: half,
            on_b: half,
            normal: half,
            length: one,
            gap: one,
            end: End::Converged,
        };
        comes_back(witness);
        comes_back(Proximity::Separated(witness));
        comes_back(Warm::default());
        comes_back(Start::<V>::Centers);
        comes_back(Start::Given(half));
        #[cfg(feature = "batch")]
        comes_back(clearance::batch::Depth { normal: half, length: one, gap: one });
        // Cubes that share a facet: as many points as the space has room for,
        // and balls, which have one.
        let (cube, next) = (Cuboid::new(half), V::from_space(V::Space::axis(0)));
        let origin = V::from_space(V::Space::default());
        let touch = contact_manifold(&cube, &origin, &cube, &next, V::Scalar::ZERO).unwrap();
        assert_eq!(touch.points().len(), if V::Space::DIM == 2 { 2 } else { 4 });
        comes_back(touch);
        let ball = Ball::new(one);
        comes_back(contact_manifold(&ball, &origin, &ball, &next, V::Scalar::ZERO).unwrap());
    }

    /// A factor of zero is refused from a file as from a caller.
    #[test]
    fn scales_of_zero_are_no_data() {
        let data = |scale: [f64; 3]| {
            serde_json::json!({ "scaled": { "inner": { "ball": { "radius": 1.0 } }, "scale":
                { "x": scale[0], "y": scale[1], "z": scale[2] } } })
        };
        let read = |scale| serde_json::from_value::<Shape<Xyz>>(data(scale));
        let refused = read([0.0, 1.0, 1.0]).unwrap_err().to_string();
        assert!(refused.contains("scale"), "{refused}");
        let scaled = read([2.0, 1.0, -1.0]).unwrap();
        assert!(matches!(&scaled, Shape::Scaled(s) if s.scale() == Xyz::new(2.0, 1.0, -1.0)));
        comes_back(scaled);
    }

    /// Data is checked: no manifold is without points, or has five.
    #[test]
    fn manifolds_have_one_to_four_points() {
        let cube = Cuboid::new(Xyz::new(0.5, 0.5, 0.5));
        let next = Xyz::new(1.0, 0.0, 0.0);
        let touch = contact_manifold(&cube, &Xyz::ORIGIN, &cube, &next, 0.0).unwrap();
        let mut data = serde_json::to_value(touch).unwrap();
        let points = data["points"].as_array().unwrap().clone();
        for count in 0..=5 {
            data["points"] = points.iter().cycle().take(count).cloned().collect();
            let read = serde_json::from_value::<Manifold<Xyz>>(data.clone());
            assert_eq!(read.is_ok(), (1..=4).contains(&count), "{count}: {read:?}");
            if let Ok(read) = read {
                assert_eq!(read.points().len(), count);
            }
        }
    }

    #[test]
    fn motions() {
        let at = |x| Pose::new(Rotation3::from_xyzw(0.1, 0.2, 0.3, 0.9), Xyz::new(x, 2.0, 3.0));
        let (from, to) = (at(1.0).unwrap(), at(5.0).unwrap());
        let spin = Xyz::new(0.0, 0.5, 0.0);
        comes_back(Motion::new(&from));
        comes_back(Motion::new(&from).about(spin).velocity(spin).turning(spin));
        comes_back(Motion::between(&from, &to));
        comes_back(Motion::blended(&from, &to));
        let flat = Xy::new(1.0, 2.0);
        comes_back(Motion::new(&flat).velocity(flat).turning(0.25));
    }

    #[test]
    fn own() {
        all::<Xy>();
        all::<Xyz>();
        comes_back(<Rotation2<f32> as Rotation<f32, Xy>>::IDENTITY);
        comes_back(<Rotation3<f64> as Rotation<f64, Xyz>>::IDENTITY);
        let pose = Pose::new(Rotation3::from_xyzw(0.1, 0.2, 0.3, 0.9), Xyz::new(1.0, 2.0, 3.0));
        comes_back(pose.unwrap());
        let turn = Twist { linear: Xy::new(1.0, 2.0), angular: 3.0 };
        comes_back(Gradient { a: turn, b: turn });
        comes_back(bounding_box(&Ball::new(1.0), &Xyz::new(1.0, 2.0, 3.0)));
        comes_back(mass_properties::<Xyz, _>(&Cuboid::new(Xyz::new(1.0, 2.0, 3.0))).unwrap());
    }

    #[cfg(feature = "glam")]
    #[test]
    fn glam() {
        all::<glam::Vec2>();
        all::<glam::Vec3>();
        all::<glam::Vec3A>();
        all::<glam::DVec2>();
        all::<glam::DVec3>();
    }

    #[cfg(feature = "glam034")]
    #[test]
    fn glam034() {
        all::<glam034::Vec2>();
        all::<glam034::Vec3>();
        all::<glam034::Vec3A>();
        all::<glam034::DVec2>();
        all::<glam034::DVec3>();
    }

    #[cfg(feature = "nalgebra")]
    #[test]
    fn nalgebra() {
        all::<nalgebra::Vector2<f32>>();
        all::<nalgebra::Vector3<f64>>();
        all::<nalgebra::Point2<f64>>();
        all::<nalgebra::Point3<f32>>();
    }

    #[cfg(feature = "mint")]
    #[test]
    fn mint() {
        all::<mint::Vector2<f32>>();
        all::<mint::Vector3<f64>>();
        all::<mint::Point2<f64>>();
        all::<mint::Point3<f32>>();
    }
}
