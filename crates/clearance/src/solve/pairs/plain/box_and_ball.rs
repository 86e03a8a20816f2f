//! A box and a ball, both grown by any radii: distance, depth and boolean in the box's frame, times
//! the factor that its matrix comes with, which saves a quotient on the way to each answer.

use crate::answer::Proximity;
use crate::math::tolerance::{SAFE_REACH, UNIT_ROUNDOFF};
use crate::math::{Pose, Rotation, Space, Vector, larger, sqrt};
use crate::shape::{Primitive, SupportMap, are_lengths};
use crate::solve::pairs::cuboids;

use super::{Bounds, PLAIN, TURNED, answer};

/// The box's half extents, and whether it comes first; `None` for other shapes.
#[inline(always)]
pub(super) fn half_and_order<V: Vector>(
    a: &(impl SupportMap<V> + ?Sized),
    b: &(impl SupportMap<V> + ?Sized),
) -> Option<(V::Space, bool)> {
    use Primitive::{Cuboid, Point};
    match (a.primitive(), b.primitive()) {
        (Cuboid(half), Point(q)) if q == V::Space::default() => Some((half, true)),
        (Point(p), Cuboid(half)) if p == V::Space::default() => Some((half, false)),
        _ => None,
    }
}

/// Distance or depth; `None` where the ball's centre is on the box, where that is close, where
/// numbers describe no shapes or no poses, and for sizes whose squares may leave the range. No
/// point of a box is nearer than the centre's clamped coordinates; inside, no way out is shorter
/// than that through the nearest face.
#[inline(always)]
pub(super) fn proximity<V: Vector>(
    (half, is_box_first): (V::Space, bool),
    bounds: &Bounds<V::Space>,
    pose_a: &Pose<V>,
    pose_b: &Pose<V>,
) -> Option<Proximity<V>> {
    let (of_box, of_ball, offset) = if is_box_first {
        (pose_a, pose_b, bounds.offset)
    } else {
        (pose_b, pose_a, -bounds.offset)
    };
    let (matrix, factor) = of_box.rotation.stretched_matrix();
    let (half, center) = (half * factor, offset.rotate_back(&matrix));
    let roundings = if of_box.rotation.is_exact() { PLAIN } else { PLAIN + TURNED };
    let error = roundings * UNIT_ROUNDOFF * bounds.size();
    let nearest = cuboids::clamp(center, half);
    let is_inside = nearest == center;
    let way = if is_inside {
        let (depth, normal) = cuboids::nearest_face(half, center);
        normal * -depth
    } else {
        center - nearest
    };
    let squared = way.length_squared();
    let length = sqrt(squared);
    let is_meaningful =
        bounds.is_meaningful() && SAFE_REACH.contains(&factor) && of_ball.rotation.turns();
    if !(length > 2.0 * error * factor && is_meaningful) {
        return None;
    }
    // Keeps the division off the critical path.
    let per_length = length * (1.0 / (squared * factor));
    // From the box to the centre.
    let outward = way.rotate(&matrix) * per_length;
    let apart = squared * per_length;
    let to_box = outward * -apart;
    let side = if is_inside { -1.0 } else { 1.0 };
    let normal = outward * if is_box_first { side } else { -side };
    let (on_a, on_b) = (pose_a.translation.to_space(), pose_b.translation.to_space());
    let cores = if is_box_first { (on_b + to_box, on_b) } else { (on_a, on_a + to_box) };
    answer(side * apart, bounds.radii, error, normal, cores)
}

/// Whether a box and a ball have a point in common; `None` for other shapes, and where
/// [`proximity`] would return `None`.
///
/// Tried before the pair's [`Bounds`] are computed, which would cost a third as much as all of
/// this: sums of coordinates serve as lengths. And without a call, which would spill registers.
#[inline(always)]
pub(crate) fn box_meets_ball<V, A, B>(
    a: &A,
    pose_a: &Pose<V>,
    b: &B,
    pose_b: &Pose<V>,
) -> Option<bool>
where
    V: Vector,
    A: SupportMap<V> + ?Sized,
    B: SupportMap<V> + ?Sized,
{
    let (half, is_box_first) = half_and_order(a, b)?;
    let (of_box, of_ball) = if is_box_first { (pose_a, pose_b) } else { (pose_b, pose_a) };
    // Which way it points makes no difference to a box.
    let offset = pose_b.translation.to_space() - pose_a.translation.to_space();
    let (radius_a, radius_b) = (a.radius_f64(), b.radius_f64());
    let (matrix, factor) = of_box.rotation.stretched_matrix();
    // From here on every length is times the factor.
    let center = offset.rotate_back(&matrix).map(f64::abs);
    let corner = half * factor;
    let radius = (radius_a + radius_b) * factor;
    let size = sum(corner) + sum(center) + radius;
    let is_meaningful = are_lengths(half)
        && radius_a >= 0.0
        && radius_b >= 0.0
        && SAFE_REACH.contains(&size)
        && factor >= SAFE_REACH.start
        && of_ball.rotation.turns();
    if !is_meaningful {
        return None;
    }
    let error = (PLAIN + TURNED) * UNIT_ROUNDOFF * size;
    let (far, near) = (radius + error, radius - error);
    let squared = (center - corner).map(|x| larger(x, 0.0)).length_squared();
    if squared > far * far {
        return Some(false);
    }
    // With next to no radius, the centre alone may be in the box.
    let meet =
        near > 0.0 && squared < near * near || squared == 0.0 && (corner - center).min() > error;
    meet.then_some(true)
}

/// No less than the length of the vector with these coordinates, none of which is negative.
#[inline(always)]
fn sum<S: Space>(v: S) -> f64 {
    (1..S::DIM).fold(v.coordinate(0), |sum, i| sum + v.coordinate(i))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_precision_loss)]

    use super::box_meets_ball;
    use crate::math::{Pose, Rotation2, Rotation3, Space, Xy, Xyz};
    use crate::shape::{Ball, Cuboid, Rounded};
    use crate::solve::search_tests::Random;
    use crate::{Verdict, verdict};

    /// A box, the way to a ball and the box's quaternion, all of whole numbers.
    struct WholeBox {
        half: [i128; 3],
        offset: [i128; 3],
        quaternion: [i128; 4],
    }

    impl WholeBox {
        fn draw(random: &mut Random) -> Self {
            let mut whole = |range: f64| (random.number() * range).round() as i128;
            Self {
                half: [(); 3].map(|()| whole(100.0).abs()),
                offset: [(); 3].map(|()| whole(127.0)),
                quaternion: [(); 4].map(|()| whole(7.0)),
            }
        }

        fn squared_norm(&self) -> i128 {
            self.quaternion.iter().map(|c| c * c).sum()
        }

        /// The square of the distance, times that of the quaternion's squared length.
        fn stretched_squared(&self) -> i128 {
            let ([x, y, z, w], [a, b, c]) = (self.quaternion, self.offset);
            let columns = [
                [w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y)],
                [2 * (x * y - w * z), w * w + y * y - x * x - z * z, 2 * (y * z + w * x)],
                [2 * (x * z + w * y), 2 * (y * z - w * x), w * w + z * z - x * x - y * y],
            ];
            let center = columns.map(|[d, e, f]| a * d + b * e + c * f);
            let beyond = |i: usize| (center[i].abs() - self.half[i] * self.squared_norm()).max(0);
            (0..3).map(|i| beyond(i) * beyond(i)).sum()
        }

        fn poses(&self) -> [Pose<Xyz>; 2] {
            let [x, y, z, w] = self.quaternion.map(|c| c as f64);
            let at = Xyz::new(0.25, -3.0, 8.0);
            let [a, b, c] = self.offset.map(|c| c as f64);
            let turned = Rotation3 { x: 0.1, y: -0.4, z: 0.3, w: -0.9 };
            [
                Pose { rotation: Rotation3 { x, y, z, w }, translation: at },
                Pose { rotation: turned, translation: at + Xyz::new(a, b, c) },
            ]
        }
    }

    /// A ball that ends some 2^-40 outside the box or inside it, or farther away: never wrong by
    /// exact arithmetic, and `None` only where it is close.
    #[test]
    fn a_ball_beside_a_box_is_as_near_as_integers_say() {
        let mut random = Random(11);
        let [mut apart, mut meeting, mut close] = [0, 0, 0];
        for round in 0..6000 {
            let pair = WholeBox::draw(&mut random);
            let squared = pair.stretched_squared();
            if squared == 0 {
                continue;
            }
            // In units of 2^-40.
            let distance = (squared as f64).sqrt() / pair.squared_norm() as f64;
            let off = f64::powi(2.0, round % 45 - 4) * random.number();
            let radius = (distance * f64::powi(2.0, 40) + off).round().max(0.0);
            let reach = radius as i128 * pair.squared_norm();
            let meet = squared << 80 <= reach * reach;

            let radius = radius * f64::powi(2.0, -40);
            let [x, y, z] = pair.half.map(|half| half as f64);
            let cuboid = Cuboid::new(Xyz::new(x, y, z));
            let [at_box, at_ball] = pair.poses();
            let (ball, small) = (Ball::new(radius), Ball::new(0.25 * radius));
            let rounded = Rounded::new(cuboid, 0.75 * radius);
            let found = [
                box_meets_ball(&cuboid, &at_box, &ball, &at_ball),
                box_meets_ball(&ball, &at_ball, &cuboid, &at_box),
                box_meets_ball(&rounded, &at_box, &small, &at_ball),
            ];
            for found in found {
                match found {
                    None => close += 1,
                    Some(found) => {
                        assert_eq!(found, meet, "{radius} {cuboid:?} {at_box:?} {at_ball:?}");
                        *(if meet { &mut meeting } else { &mut apart }) += 1;
                    }
                }
            }
        }
        let shares = [apart, meeting, close];
        assert!(apart > 4000 && meeting > 4000 && close > 500, "{shares:?}");
    }

    #[test]
    fn a_point_is_in_a_box_or_not() {
        let (cuboid, point) = (Cuboid::new(Xyz::new(1.0, 2.0, 0.5)), Ball::new(0.0));
        let at = |x: f64| Pose::from_translation(Xyz::new(x, 1.0, 0.25));
        let meets = |x| box_meets_ball(&cuboid, &Pose::identity(), &point, &at(x));
        assert_eq!([0.0, 0.9, 1.0, 1.1].map(meets), [Some(true), Some(true), None, Some(false)]);
        let flat = Cuboid::new(Xyz::new(1.0, 2.0, 0.0));
        let inside = Pose::from_translation(Xyz::new(0.0, 1.0, 0.0));
        assert_eq!(box_meets_ball(&flat, &Pose::identity(), &point, &inside), None);
    }

    #[test]
    fn rectangles_and_discs_are_asked_too() {
        let (rectangle, disc) = (Cuboid::new(Xy::new(3.0, 1.0)), Ball::new(5.0));
        let meets = |rotation, x, y| {
            let at_rectangle = Pose { rotation, ..Pose::identity() };
            box_meets_ball(&rectangle, &at_rectangle, &disc, &Pose::from_translation(Xy::new(x, y)))
        };
        // The corner is 3 and 4 away.
        let level = |by: f64| meets(Rotation2 { cos: 1.0, sin: 0.0 }, 6.0 + by, 5.0);
        assert_eq!([-1e-12, 0.0, 1e-12].map(level), [Some(true), None, Some(false)]);
        let above =
            [(1.0, 0.0), (0.0, 2.0)].map(|(cos, sin)| meets(Rotation2 { cos, sin }, 0.0, 7.0));
        assert_eq!(above, [Some(false), Some(true)]);
    }

    /// What describes no shape or no pose, or is of extreme size, is left to the methods below.
    #[test]
    fn nothing_is_said_of_what_is_no_pair() {
        let half = Xyz::new(1.0, 2.0, 0.5);
        let far = Pose::from_translation(Xyz::new(30.0, 1.0, 0.25));
        let here = Pose::<Xyz>::identity();
        let turned = |scale: f64| Pose {
            rotation: Rotation3 { x: 0.0, y: 0.0, z: 0.0, w: scale },
            ..Pose::identity()
        };
        let plain = (half, 1.0, here, far);
        let meets = |(half, radius, at_box, at_ball): (Xyz, f64, Pose<Xyz>, Pose<Xyz>)| {
            box_meets_ball(&Cuboid::new(half), &at_box, &Ball::new(radius), &at_ball)
        };
        assert_eq!(meets(plain), Some(false));
        for coordinate in [f64::NAN, -1.0, -1e-300, 1e300, f64::INFINITY] {
            for i in 0..3 {
                let mut odd = half.coordinates();
                odd[i] = coordinate;
                let [x, y, z] = odd;
                assert_eq!(meets((Xyz::new(x, y, z), 1.0, here, far)), None, "{odd:?}");
            }
            assert_eq!(meets((half, coordinate, here, far)), None, "radius {coordinate}");
        }
        for scale in [0.0, 1e-30, 1e30, 1e-170, 1e170, f64::NAN, f64::INFINITY] {
            assert_eq!(meets((half, 1.0, turned(scale), far)), None, "turned {scale}");
            let there = Pose { rotation: turned(scale).rotation, ..far };
            assert_eq!(meets((half, 1.0, here, there)), None, "ball turned {scale}");
        }
        let nowhere = Pose::from_translation(Xyz::new(f64::NAN, 0.0, 0.0));
        assert_eq!(meets((half, 1.0, here, nowhere)), None);
        // The verb has an answer wherever there is one.
        let (cuboid, ball) = (Cuboid::new(half), Ball::new(1.0));
        for scale in [1e-30, 1e30, 1e-170, 1e170] {
            assert_eq!(verdict(&cuboid, &turned(scale), &ball, &far), Verdict::Separated);
        }
        assert_eq!(verdict(&cuboid, &turned(0.0), &ball, &far), Verdict::Undecided);
        assert_eq!(verdict(&Cuboid::new(-half), &here, &ball, &far), Verdict::Undecided);
    }
}
