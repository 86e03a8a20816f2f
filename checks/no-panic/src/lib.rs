//! Queries behind C functions, and a panic handler that calls an undefined function.
//!
//! A panic that is left after optimisation keeps a call of that function, and the program does not
//! link. `run.sh` links once for each space and verb, and once for each space a control that does
//! contain a panic and must not link. There is no allocator either: the library is built without
//! `alloc`.
#![no_std]

use core::hint::black_box;

use clearance::{
    AtStart, Ball, Capsule, Cone, ContactPoint, ConvexPoints, Cuboid, Cylinder, Ellipsoid,
    HalfSpace, Meeting, MinkowskiSum, Motion, Point, Pose, Query, Ray, Rounded, Scalar, Scaled, Segment, Space, SupportMap,
    Sweep, Triangle, Twist, Vector, Warm, Xy, Xyz,
};

unsafe extern "C" {
    /// Defined nowhere.
    fn clearance_panic_is_reachable() -> !;
}

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    // SAFETY: a program that calls it does not link.
    unsafe { clearance_panic_is_reachable() }
}

/// The library has vectors of `f64`; these are a caller's own of `f32`.
macro_rules! vector_of_f32 {
    ($V:ident, $Space:ident, $($c:ident),+) => {
        #[derive(Clone, Copy, Debug, PartialEq)]
        pub struct $V {
            $($c: f32),+
        }
        impl Vector for $V {
            type Scalar = f32;
            type Space = $Space;
            fn to_space(self) -> $Space {
                $Space::new($(f64::from(self.$c)),+)
            }
            fn from_space(point: $Space) -> Self {
                Self { $($c: point.$c as f32),+ }
            }
        }
    };
}
vector_of_f32!(Flat, Xy, x, y);
vector_of_f32!(Deep, Xyz, x, y, z);

/// Values that the optimiser must not know.
pub struct Scene<V: Vector> {
    cloud_a: &'static [V],
    cloud_b: &'static [V],
    ball: Ball<V::Scalar>,
    capsule: Capsule<V::Scalar>,
    cuboid: Cuboid<V>,
    cylinder: Cylinder<V::Scalar>,
    point: Point<V>,
    segment: Segment<V>,
    triangle: Triangle<V>,
    cone: Cone<V::Scalar>,
    ellipsoid: Ellipsoid<V>,
    half_space: HalfSpace<V>,
    rounded: Rounded<Cuboid<V>, V::Scalar>,
    scaled: Scaled<Cylinder<V::Scalar>, V>,
    sum: MinkowskiSum<Cuboid<V>, Ellipsoid<V>>,
    pose_a: Pose<V>,
    pose_b: Pose<V>,
    direction: V,
    turning: <V::Space as Space>::Angular<V>,
    cut_off: V::Scalar,
    iterations: u32,
    memory: Warm,
}

/// A query of any pair. Its answer goes through `black_box`, so that no part of it is dropped.
trait Verb<V: Vector> {
    fn ask<A: SupportMap<V> + ?Sized, B: SupportMap<V> + ?Sized>(
        a: &A,
        b: &B,
        scene: &mut Scene<V>,
    );
}

macro_rules! verb {
    ($Verb:ident, |$a:ident, $b:ident, $scene:ident| $answer:expr) => {
        struct $Verb;
        impl<V: Vector> Verb<V> for $Verb {
            fn ask<A: SupportMap<V> + ?Sized, B: SupportMap<V> + ?Sized>(
                $a: &A,
                $b: &B,
                $scene: &mut Scene<V>,
            ) {
                black_box($answer);
            }
        }
    };
}
verb!(Intersects, |a, b, s| clearance::intersects(a, &s.pose_a, b, &s.pose_b));
verb!(Distance, |a, b, s| clearance::distance(a, &s.pose_a, b, &s.pose_b));
verb!(Verdict, |a, b, s| clearance::verdict(a, &s.pose_a, b, &s.pose_b));
verb!(Proximity, |a, b, s| clearance::proximity(a, &s.pose_a, b, &s.pose_b));
verb!(Penetration, |a, b, s| clearance::penetration(a, &s.pose_a, b, &s.pose_b));
verb!(Separation, |a, b, s| clearance::separation(a, &s.pose_a, b, &s.pose_b, s.direction));
verb!(Check, |a, b, s| {
    let holds = clearance::bounding_box(b, &s.pose_b);
    let held = clearance::mass_properties::<V, _>(b).is_ok();
    let ball = clearance::bounding_ball(b, &s.pose_b);
    (clearance::check(a, &s.pose_a, b, &s.pose_b).is_ok(), holds, ball, held)
});
verb!(Cast, |a, b, s| {
    let sweep = Sweep::new(s.direction).and_a(s.direction).until(s.cut_off);
    let sweep = sweep.target_distance(s.cut_off).at_start(AtStart::IgnoreSeparating);
    clearance::cast(a, &s.pose_a, b, &s.pose_b, &sweep)
});
verb!(Turn, |a, b, s| {
    let arc = Motion::blended(&s.pose_a, &s.pose_b).about(s.direction);
    let steady = Motion::new(&s.pose_b).velocity(s.direction).turning(s.turning);
    let meeting = Meeting::new().until(s.cut_off).within(s.cut_off);
    let meeting = meeting.at_start(AtStart::IgnoreSeparating);
    let found = Query::new().time_of_impact(a, &arc, b, &steady, &meeting);
    (found, clearance::time_of_impact(a, &Motion::between(&s.pose_b, &s.pose_a), b, &steady))
});
verb!(CastRay, |a, b, s| {
    let ray = Ray::new(s.pose_b.translation, s.direction).until(s.cut_off);
    let of_b = clearance::cast_ray(b, &s.pose_b, &ray);
    (clearance::cast_ray(a, &s.pose_a, &ray.hollow()), of_b)
});
verb!(ProjectPoint, |a, b, s| {
    let inside = clearance::contains(b, &s.pose_b, s.direction);
    (clearance::project_point(a, &s.pose_a, s.direction), inside)
});
verb!(Smooth, |a, b, s| {
    let found = clearance::proximity(a, &s.pose_a, b, &s.pose_b);
    let gradient = found.witness().gradient(&s.pose_a, &s.pose_b);
    let twist = Twist { linear: s.direction, angular: s.turning };
    let of_time = gradient.of_time(&twist, &twist);
    (gradient.rate(&twist, &twist), of_time, clearance::smoothness(a, &s.pose_a, b, &s.pose_b))
});
verb!(Manifold, |a, b, s| {
    let mut depth = 0.0;
    let add = |point: ContactPoint<V>| depth += point.depth.to_f64();
    let found = clearance::contact_points(a, &s.pose_a, b, &s.pose_b, s.cut_off, add);
    (found.map(|found| found.depth()), depth)
});
verb!(Options, |a, b, s| {
    Query::new()
        .warm(&mut s.memory)
        .cut_off(s.cut_off)
        .max_iterations(s.iterations)
        .start(clearance::Start::Given(s.direction))
        .distance(a, &s.pose_a, b, &s.pose_b)
});

/// Queries the usual pairs by their types, and all pairs through trait objects.
fn ask_all<V: Vector, Q: Verb<V>>(scene: &mut Scene<V>) {
    let (ball, capsule) = (scene.ball, scene.capsule);
    let (cuboid, cylinder) = (scene.cuboid, scene.cylinder);
    // Invalid point clouds are refused here, by an error.
    let (Ok(hull), Ok(other)) =
        (ConvexPoints::new(scene.cloud_a), ConvexPoints::new(scene.cloud_b))
    else {
        return;
    };
    Q::ask(&hull, &other, scene);
    Q::ask(&hull, &ball, scene);
    Q::ask(&hull, &capsule, scene);
    Q::ask(&hull, &cuboid, scene);
    Q::ask(&hull, &cylinder, scene);
    Q::ask(&ball, &ball, scene);
    Q::ask(&ball, &cuboid, scene);
    Q::ask(&capsule, &capsule, scene);
    Q::ask(&capsule, &cylinder, scene);
    Q::ask(&cuboid, &cuboid, scene);
    Q::ask(&cylinder, &cylinder, scene);
    let (point, segment, triangle) = (scene.point, scene.segment, scene.triangle);
    let (cone, ellipsoid, half_space) = (scene.cone, scene.ellipsoid, scene.half_space);
    let (rounded, scaled, sum) = (scene.rounded, scene.scaled, scene.sum);
    let any: [&dyn SupportMap<V>; 14] = [
        &hull,
        &ball,
        &capsule,
        &cuboid,
        &cylinder,
        &point,
        &segment,
        &triangle,
        &cone,
        &ellipsoid,
        &half_space,
        &rounded,
        &scaled,
        &sum,
    ];
    for a in any {
        for b in any {
            Q::ask(a, b, scene);
        }
    }
}

/// The functions of one space, and a control in which a panic remains.
macro_rules! space {
    ($V:ty, $control:ident, $($name:ident = $Verb:ident),+) => {
        $(
            #[unsafe(no_mangle)]
            pub extern "C" fn $name(scene: &mut Scene<$V>) {
                ask_all::<$V, $Verb>(scene);
            }
        )+

        #[unsafe(no_mangle)]
        pub extern "C" fn $control(scene: &mut Scene<$V>) {
            ask_all::<$V, Intersects>(scene);
            // The index can be anything: this one panics.
            let vertex = scene.cloud_a[scene.iterations as usize];
            black_box(vertex);
        }
    };
}
space!(
    Flat,
    control_2d_f32,
    intersects_2d_f32 = Intersects,
    distance_2d_f32 = Distance,
    verdict_2d_f32 = Verdict,
    proximity_2d_f32 = Proximity,
    penetration_2d_f32 = Penetration,
    separation_2d_f32 = Separation,
    manifold_2d_f32 = Manifold,
    check_2d_f32 = Check,
    options_2d_f32 = Options,
    cast_2d_f32 = Cast,
    turn_2d_f32 = Turn,
    castray_2d_f32 = CastRay,
    project_2d_f32 = ProjectPoint,
    smooth_2d_f32 = Smooth
);
space!(
    Xy,
    control_2d_f64,
    intersects_2d_f64 = Intersects,
    distance_2d_f64 = Distance,
    verdict_2d_f64 = Verdict,
    proximity_2d_f64 = Proximity,
    penetration_2d_f64 = Penetration,
    separation_2d_f64 = Separation,
    manifold_2d_f64 = Manifold,
    check_2d_f64 = Check,
    options_2d_f64 = Options,
    cast_2d_f64 = Cast,
    turn_2d_f64 = Turn,
    castray_2d_f64 = CastRay,
    project_2d_f64 = ProjectPoint,
    smooth_2d_f64 = Smooth
);
space!(
    Deep,
    control_3d_f32,
    intersects_3d_f32 = Intersects,
    distance_3d_f32 = Distance,
    verdict_3d_f32 = Verdict,
    proximity_3d_f32 = Proximity,
    penetration_3d_f32 = Penetration,
    separation_3d_f32 = Separation,
    manifold_3d_f32 = Manifold,
    check_3d_f32 = Check,
    options_3d_f32 = Options,
    cast_3d_f32 = Cast,
    turn_3d_f32 = Turn,
    castray_3d_f32 = CastRay,
    project_3d_f32 = ProjectPoint,
    smooth_3d_f32 = Smooth
);
space!(
    Xyz,
    control_3d_f64,
    intersects_3d_f64 = Intersects,
    distance_3d_f64 = Distance,
    verdict_3d_f64 = Verdict,
    proximity_3d_f64 = Proximity,
    penetration_3d_f64 = Penetration,
    separation_3d_f64 = Separation,
    manifold_3d_f64 = Manifold,
    check_3d_f64 = Check,
    options_3d_f64 = Options,
    cast_3d_f64 = Cast,
    turn_3d_f64 = Turn,
    castray_3d_f64 = CastRay,
    project_3d_f64 = ProjectPoint,
    smooth_3d_f64 = Smooth
);
