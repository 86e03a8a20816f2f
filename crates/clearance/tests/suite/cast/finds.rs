//! Past failures, each literal as it was found.

use clearance::{
    AtStart, Ball, Capsule, Cast, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, HalfSpace,
    Meeting, Motion, Query, Ray, RayCast, Rounded, Shape, SupportMap, Sweep, Verdict, cast,
    cast_certificate, cast_ray, project_point, separation, time_of_impact, verify_cast,
};
use glam::{DQuat, DVec2, DVec3, Quat, Vec2, Vec3};

/// Published of another library: a ball straight down on a large box, half a metre too early.
#[test]
fn a_ball_on_a_large_box() {
    for half in [5.0_f32, 50.0, 500.0, 5000.0] {
        let (floor, ball) = (Cuboid::new(Vec3::splat(half)), Ball::new(0.5166_f32));
        let from = Vec3::new(0.31 * half, half + 2.25, -0.47 * half);
        let fall = Sweep::new(Vec3::NEG_Y).until(1000.0);
        let Cast::Hit(hit) = cast(&floor, &Vec3::ZERO, &ball, &from, &fall) else { panic!() };
        let truth = f64::from(from.y) - f64::from(half) - f64::from(0.5166_f32);
        assert!(f64::from(hit.time.low) <= truth && truth <= f64::from(hit.time.high), "{hit:?}");
        assert!((hit.witness.normal - Vec3::Y).length() < 1e-6, "{hit:?}");
    }
}

/// Published of another library: a cylinder that skims a floor, with a normal 6 degrees off.
#[test]
fn a_cylinder_skims_a_floor() {
    let floor = Cuboid::new(DVec3::new(5.0, 0.5, 5.0));
    let can = Cylinder::new(0.5, 0.5);
    let skim = Sweep::new(DVec3::new(1.0, -0.001, 0.0));
    let from = DVec3::new(0.0, 1.00001, 0.0);
    let Cast::Hit(hit) = cast(&floor, &DVec3::ZERO, &can, &from, &skim) else { panic!() };
    let truth = (from.y - 1.0) / 0.001;
    assert!(hit.time.low <= truth && truth <= hit.time.high, "{hit:?}");
    assert!(hit.time.width() < 1e-9, "{hit:?}");
    assert!((hit.witness.normal - DVec3::Y).length() < 1e-9, "{hit:?}");
}

/// Published of another library: boxes a little apart that leave each other, a hit at time 0.
#[test]
fn boxes_that_leave() {
    let cube = Cuboid::new(Vec3::splat(0.5));
    for gap in [1e-4_f32, 1e-3, 4e-3] {
        let up = Sweep::new(Vec3::Y).at_start(AtStart::Report);
        assert_eq!(cast(&cube, &Vec3::ZERO, &cube, &(Vec3::Y * (1.0 + gap)), &up), Cast::Miss);
    }
}

/// Along the boundary of a hollow half-space a ray never leaves; it was undecided.
#[test]
fn a_ray_along_a_boundary() {
    for (normal, place, from, along, until) in [
        ([0.0, -3.0], [-1.0, 2.0], [-1.0, 2.0], [10.5, 0.0], 1.0),
        ([4.0, 0.0], [0.0, -2.25e-5], [0.0, -2.5e-5], [0.0, 1.5e-5], 2.0),
    ] {
        let [normal, place, from, along] = [normal, place, from, along].map(DVec2::from_array);
        let ray = Ray::new(from, along).until(until).hollow();
        assert_eq!(cast_ray(&HalfSpace::new(normal, 0.0), &place, &ray), RayCast::Miss);
    }
}

/// Points farther apart than the gap beside them: its square was too small for floats.
#[test]
fn the_gap_of_grains() {
    let block = Cuboid::new(DVec3::new(
        2.6104410261212406e-308,
        1.588473423620987e-307,
        1.3928402656645256e-307,
    ));
    let at_block =
        DVec3::new(-6.904787568171391e-308, 1.765540816003135e-307, 1.4851593901471025e-307);
    let grain = Capsule::new(1.0635789850629768e-307, 4.806083333506701e-308);
    let turn = DQuat::from_xyzw(
        -0.05594016837974833,
        0.5316420047618803,
        -0.8451084470800242,
        0.004380526041953076,
    );
    let from = DVec3::new(6.641656766360157e-309, -5.5704525941813644e-307, 3.658129920242858e-308);
    let velocity = DVec3::new(0.0, 5.85241643528594e-307, 0.0);
    let larger = 2.0_f64.powi(1000);
    for found in [
        cast(&block, &at_block, &grain, &(turn, from), &Sweep::new(velocity).until(1.0)),
        time_of_impact(
            &block,
            &Motion::new(&at_block),
            &grain,
            &Motion::new(&(turn, from)).velocity(velocity),
        ),
    ] {
        let Cast::Hit(hit) = found else { panic!("{found:?}") };
        let apart = ((hit.witness.on_b - hit.witness.on_a) * larger).length();
        assert!(apart <= 1.01 * hit.witness.gap * larger, "{hit:?}");
    }
}

/// The square of its length left the range of floats.
#[test]
fn a_capsule_between_grains_and_between_stars() {
    for size in [1e-310, 1e-200, 1e200] {
        let (limb, _) = Capsule::from_points(DVec3::X * size, DVec3::Y * -size, size);
        assert!((limb.half_height / size - 0.5_f64.sqrt()).abs() < 1e-13, "{size}: {limb:?}");
    }
}

/// It came nearer by 2.5e-6 radians, and counted as leaving: in `f32` the search for the depth
/// ended before that showed.
#[test]
fn a_blade_that_goes_deeper() {
    let block = [
        [0.42404985, -0.81545025, 0.39398295],
        [-0.427533, -0.6116571, 0.6656509],
        [0.5387139, 0.15437493, -0.8282245],
        [0.89995956, 0.36605752, 0.23680097],
        [0.35659343, 0.85195065, 0.3834334],
        [0.52954835, -0.6747133, 0.51414055],
        [-0.7794269, -0.24200894, -0.5778628],
        [-0.9942949, 0.012685327, -0.10590928],
        [-0.26527545, 0.9627411, 0.05252211],
        [-0.0047716764, -0.90849245, 0.41787407],
        [0.6624157, 0.23401539, 0.71164757],
        [-0.36377075, -0.63814384, -0.6785597],
        [0.5932596, 0.78090817, 0.19551331],
        [-0.7853365, -0.26257798, -0.56062406],
    ];
    let blade = [
        [6.4863934e-7, -0.6923542, 0.71863645],
        [5.6512163e-6, 0.62180144, -0.5422181],
        [-5.390928e-6, 0.40506247, -0.7384466],
        [-4.1163744e-6, -0.68241733, -0.60403746],
        [8.520971e-6, 0.0363564, -0.52211934],
        [9.4884757e-7, 0.14701463, -0.98457277],
        [-2.2499205e-6, 0.9256581, 0.30419677],
        [-4.1132294e-6, -0.8332872, 0.36938578],
        [4.059397e-6, -0.90752447, -0.10776034],
        [-5.6146455e-6, -0.78590786, -0.25904903],
    ];
    let block = ConvexHull::new(&block.map(Vec3::from_array)).unwrap();
    let blade = ConvexHull::new(&blade.map(Vec3::from_array)).unwrap();
    let choice = AtStart::IgnoreSeparating;
    let along = Sweep::new(Vec3::Z * 1.875).until(1.0).at_start(choice);
    let found = cast(&block, &Vec3::ZERO, &blade, &Vec3::ZERO, &along);
    assert!(matches!(found, Cast::Hit(hit) if hit.time.high == 0.0), "{found:?}");
    // And the same as a motion that may turn.
    let still = Motion::new(&Vec3::ZERO);
    let moving = still.velocity(Vec3::Z * 1.875);
    let meeting = Meeting::new().until(1.0).at_start(choice);
    let found = Query::new().time_of_impact(&block, &still, &blade, &moving, &meeting);
    assert!(matches!(found, Cast::Hit(hit) if hit.time.high == 0.0), "{found:?}");
}

/// Deeper or not, by 1e-4 radians: far from the centres' line, where the way out is not that of a
/// plane that a search begins with.
#[test]
fn a_ball_in_the_rounding_of_a_pebble() {
    let on_sphere = |i: i32| {
        let z = 1.0 - (2.0 * f64::from(i) + 1.0) / 200.0;
        let (sin, cos) = (2.4 * f64::from(i)).sin_cos();
        DVec3::new(cos, sin, 0.0) * (1.0 - z * z).sqrt() + DVec3::Z * z
    };
    let corners: Vec<DVec3> = (0..200).map(|i| on_sphere(i) * DVec3::new(1.0, 2.0, 0.7)).collect();
    let core = ConvexHull::new(&corners).unwrap();
    let (pebble, ball) = (Rounded::new(core.clone(), 0.5), Ball::new(0.5));
    let mut casts = 0;
    for i in 0..200 {
        let from = on_sphere(i) * DVec3::new(1.0, 2.3, 0.9);
        let place = project_point(&core, &DVec3::ZERO, from);
        if !(0.2 < place.signed_distance && place.signed_distance < 0.95) {
            continue;
        }
        let (aside, other) = place.normal.any_orthonormal_pair();
        for aside in [aside, other, (aside + other).normalize()] {
            for (way, rise) in [(aside, -1e-4), (-aside, -1e-4), (aside, 1e-4), (-aside, 1e-4)] {
                let sweep = Sweep::new(way + place.normal * rise);
                let sweep = sweep.at_start(AtStart::IgnoreSeparating);
                let found = cast(&pebble, &DVec3::ZERO, &ball, &from, &sweep);
                assert_eq!(found.hit().is_some(), rise < 0.0, "{from} {way} {rise}: {found:?}");
                casts += 1;
            }
        }
    }
    assert!(casts > 500, "{casts}");
}

/// Some thirty steps between the smallest numbers in size: the velocity, turned in such steps, was
/// off by more than what is charged. The same pair 2^900 times as large takes the same time.
#[test]
fn boxes_of_a_few_steps() {
    let larger = 2.0_f64.powi(900);
    let of = |size: f64| {
        let sized = |[x, y, z]: [f64; 3]| DVec3::new(x, y, z) * size;
        let [a, b] = [[1.5e-322, 1.14e-322, 1.04e-322], [1.53e-322, 7.4e-323, 1.1e-322]];
        let [a, b] = [a, b].map(|half| Cuboid::new(sized(half)));
        let at_a = (
            DQuat::from_xyzw(
                -0.500346158637739,
                -0.5698636457511294,
                0.6508611751951728,
                0.03590093886305136,
            ),
            sized([1.24e-322, -1.5e-322, -2e-323]),
        );
        let at_b = (
            DQuat::from_xyzw(
                0.10009102292222434,
                0.1342794177342034,
                0.19493887562706014,
                0.9664107097257375,
            ),
            sized([-7.574e-321, 1.943e-320, 5.326e-321]),
        );
        let sweep = Sweep::new(sized([9.4e-322, -2.42e-321, -6.57e-322])).until(16.0);
        cast(&a, &at_a, &b, &at_b, &sweep.target_distance(1.43e-322 * size))
    };
    let [Cast::Hit(small), Cast::Hit(large)] = [of(1.0), of(larger)] else { panic!() };
    assert!(large.time.width() < 1e-9, "{large:?}");
    let holds = small.time.low <= large.time.low && large.time.high <= small.time.high;
    assert!(holds, "{small:?} {large:?}");
}

/// Bounds of nearly parallel half-spaces are infinite: the first step was zero, and no multiple of
/// it led to the end.
#[test]
fn walls_that_meet_on_their_way() {
    let (a, b) = (HalfSpace::new(DVec3::new(1.0, -2.0, -1.0), -4.0), DVec3::new(-3.0, 6.0, 3.0));
    for (offset, velocity, hits) in [
        (9.0, DVec3::new(-1.0, 0.0, 0.0), true), // where -3 - t = -4
        (9.0, DVec3::new(1.0, 0.0, 0.0), false),
        (9.0, DVec3::new(2.0, 1.0, 0.0), false),
    ] {
        let facing = HalfSpace::new(b, offset);
        for last in [9.0, 1e300, f64::INFINITY] {
            let sweep = Sweep::new(velocity).until(last);
            let found = cast(&a, &DVec3::ZERO, &facing, &DVec3::ZERO, &sweep);
            assert_eq!(found.hit().is_some(), hits, "{found:?}");
            assert!(found.is_decided(), "{found:?}");
            if let Some(hit) = found.hit() {
                assert!(hit.time.low <= 1.0 && 1.0 <= hit.time.high, "{found:?}");
            }
        }
    }
    // Slightly off parallel, they meet from the start on.
    let tilted = HalfSpace::new(b + DVec3::new(1e-14, 0.0, 0.0), 9.0);
    let found = cast(&a, &DVec3::ZERO, &tilted, &DVec3::ZERO, &Sweep::new(DVec3::X).until(2.0));
    assert!(matches!(found, Cast::Hit(hit) if hit.time.high < 2.0), "{found:?}");
}

/// A ray cast again from where it hit: there the nearest points are a rounding apart, and the
/// direction between them was the normal.
#[test]
fn rays_from_within_rounding_of_the_surface() {
    let can = Cylinder::new(1.0, 0.7);
    let origin = DVec3::new(0.6327076810123936, -0.7042232183933566, 0.29946784533221427);
    let ray = Ray::new(origin, DVec3::NEG_Z);
    let RayCast::Hit(hit) = cast_ray(&can, &DVec3::ZERO, &ray) else { panic!() };
    let flank = DVec3::new(origin.x, 0.0, origin.z).normalize();
    assert!((hit.normal - flank).length() < 1e-9, "{hit:?}");
    assert!(hit.time.high < 1e-12, "{hit:?}");
    let corners = [(1.0, 0.0, 0.0), (-1.0, 0.2, 0.0), (0.0, 1.0, 0.1), (0.0, -1.0, 0.2)];
    let corners = corners.into_iter().chain([(0.1, 0.0, 1.0), (0.0, 0.3, -1.0)]).map(DVec3::from);
    let hull = ConvexHull::new(&corners.collect::<Vec<_>>()).unwrap();
    let shapes: [Shape<DVec3>; 3] =
        [Cuboid::new(DVec3::new(1.0, 0.7, 0.8)).into(), can.into(), hull.into()];
    let pose = (DQuat::from_xyzw(0.3, -0.2, 0.5, 0.7), DVec3::new(0.2, -0.4, 0.3));
    let mut hits = 0;
    for k in 0..300 {
        let (x, y) = (f64::from(k % 20) * 0.31, f64::from(k / 20) * 0.19 - 1.4);
        let far = DVec3::new(x.cos() * y.cos(), y.sin(), x.sin() * y.cos()) * 5.0;
        let aim = DVec3::new((3.0 * x).sin(), (5.0 * y).sin(), (7.0 * x).cos()) * 0.2;
        let shape = &shapes[k as usize % 3];
        let cast_from = |from| cast_ray(shape, &pose, &Ray::new(from, aim - far));
        let RayCast::Hit(first) = cast_from(pose.1 + far) else { continue };
        let RayCast::Hit(second) = cast_from(first.point) else { continue };
        hits += 1;
        assert!(second.normal.dot(first.normal) > 0.999, "{k}: {first:?} {second:?}");
    }
    assert!(hits > 100);
}

/// The same of boxes that begin within rounding of contact: the normal is a direction along which
/// they touch.
#[test]
fn boxes_that_begin_within_rounding_of_contact() {
    let a = Cuboid::new(DVec3::new(1.1415256662721336, 0.7, 1.0));
    let b = Cuboid::new(DVec3::new(0.4, 1.0129258417428186, 0.9));
    let turn =
        [-0.06544217050111568, -0.5789640309902396, -0.5172730177064558, -0.6268545272170348];
    let turn = DQuat::from_array(turn);
    let at_a = (turn, DVec3::new(0.875712128753279, -0.9893003254922685, -0.41546691948744674));
    let from = DVec3::new(0.27696032401610404, -2.499169512833836, -2.422645432672408);
    let velocity = DVec3::new(0.9083906110481363, -1.2086085892474725, 1.4823471296568487);
    let Cast::Hit(hit) = cast(&a, &at_a, &b, &(turn, from), &Sweep::new(velocity)) else {
        panic!()
    };
    let at_b = (turn, from + velocity * hit.time.low);
    let apart = separation(&a, &at_a, &b, &at_b, hit.witness.normal);
    assert!(apart.length.abs() <= apart.gap + hit.witness.gap, "{apart:?} {hit:?}");
    assert!(hit.time.high < 1e-12, "{hit:?}");
    // And of one that turns.
    let a = Cuboid::new(DVec3::new(1.033233256087494, 0.7, 1.0));
    let b = Cuboid::new(DVec3::new(0.4, 0.44345160333623806, 0.9));
    let at_a = (
        DQuat::from_array([
            -0.526844247524428,
            0.546456141479059,
            0.610678351692513,
            -0.22559427090321588,
        ]),
        DVec3::new(-0.8204899984113558, -0.25543093916249937, 0.04675032981498228),
    );
    let from = (
        DQuat::from_array([
            -0.49981058091712877,
            0.5935859108675439,
            0.38314412677168685,
            0.5010446364778215,
        ]),
        DVec3::new(-1.6791789231768746, 0.821433803692949, -1.5039889383637983),
    );
    let moves = Motion::new(&from)
        .velocity(DVec3::new(1.5113289329181336, 1.1142307630156436, 1.952070744090829))
        .turning(DVec3::new(-0.762933102909437, -0.785353847397112, -0.15562844100722906));
    let Cast::Hit(hit) = time_of_impact(&a, &Motion::new(&at_a), &b, &moves) else { panic!() };
    let apart = separation(&a, &at_a, &b, &moves.at(hit.time.low), hit.witness.normal);
    assert!(apart.length.abs() <= apart.gap + hit.witness.gap, "{apart:?} {hit:?}");
}

/// Hollow: the ray ends where it leaves, to a rounding.
#[test]
fn hollow_rays_that_end_at_the_surface() {
    let cube = Cuboid::new(DVec3::ONE);
    for (x, last) in [(1.0, 1e-16), (0.5, 0.5 + 1e-16)] {
        let ray = Ray::new(DVec3::new(x, 0.1, 0.2), DVec3::X).until(last).hollow();
        // At its end it is inside, or leaves.
        if let Some(hit) = cast_ray(&cube, &DVec3::ZERO, &ray).hit() {
            assert!(hit.normal.x > 0.999, "{hit:?}");
        }
    }
}

/// Between poses, both carried along far: the difference of two rounded ways bounded the span in
/// which they can meet.
#[test]
fn balls_carried_along() {
    let ball = Ball::new(0.5);
    let along = |from: f64, to: f64| Motion::between(&(DVec3::X * from), &(DVec3::X * to));
    let a = along(-0.9423642840756181, 1686231.990697363);
    let b = along(2.431812098308493, 1686232.4173157788);
    let Cast::Hit(hit) = time_of_impact(&ball, &a, &ball, &b) else { panic!() };
    // Of the exact numbers, by fractions.
    let truth = 0.80547232975564;
    assert!(hit.time.low < truth && truth < hit.time.high, "{hit:?}");
    // They overlap by 8.3e-12 in passing.
    let flat = |from: [f64; 2], to: [f64; 2]| {
        Motion::between(&DVec2::from_array(from), &DVec2::from_array(to))
    };
    let a =
        flat([0.42576968907044144, -0.543673648373233], [1067164.8482028658, 1066193.0351926046]);
    let b =
        flat([-0.5742303109295586, 0.4563263516100724], [1067165.8482028658, 1066194.0351926046]);
    let found = time_of_impact(&ball, &a, &ball, &b);
    assert!(!matches!(found, Cast::Miss), "{found:?}");
}

/// A product of rates or lengths that left the range: false misses, and times far too late.
#[test]
fn turns_of_extreme_sizes_and_rates() {
    let truth = |size: f64, rate: f64| {
        let cube = Motion::new(&(DVec3::Y * (0.5 * size)));
        let blade = Motion::new(&DVec3::ZERO).turning(DVec3::Z * (7.0 * rate));
        let small = Cuboid::new(DVec3::splat(0.1 * size));
        let long = Cuboid::new(DVec3::new(1.0, 0.01, 0.01) * size);
        let meeting = Meeting::new().until(1.0 / rate);
        Query::new().time_of_impact(&small, &cube, &long, &blade, &meeting)
    };
    // The cube's corner (0.1, 0.4) comes to the blade's side, 0.01 off its middle, at the angle
    // atan2(0.4, 0.1) - asin(0.01 / hypot(0.1, 0.4)).
    let unit = truth(1.0, 1.0).hit().unwrap().time;
    let angle = 0.4_f64.atan2(0.1) - (0.01 / 0.1_f64.hypot(0.4)).asin();
    assert!((unit.middle() - angle / 7.0).abs() < 1e-10);
    for (size, rate) in [
        (1e-170, 1.0),
        (1e-300, 1.0),
        (1e250, 1.0),
        (1.0, 1e-165),
        (1.0, 1e-300),
        (1.0, 1e200),
        (1e-150, 1e-150),
        (1e-300, 1e-20),
        (1e-310, 1e-5),
    ] {
        let time = truth(size, rate).hit().unwrap().time;
        let (low, high) = (time.low * rate, time.high * rate);
        assert!(high - low < 1e-9, "{size} {rate} {time:?}");
        assert!(low <= unit.high && unit.low <= high, "{size} {rate} {time:?}");
    }
}

/// Turning alone, for ever, out of contact and back: nothing was known.
#[test]
fn a_blade_turns_for_ever() {
    let blade = Motion::new(&DVec3::ZERO).turning(DVec3::Z);
    let (long, small) = (Cuboid::new(DVec3::new(1.0, 0.02, 0.02)), Cuboid::new(DVec3::splat(0.05)));
    let cube = Motion::new(&DVec3::new(0.5, 0.0, 0.0));
    let time = |last| {
        let meeting = Meeting::new().until(last).at_start(AtStart::Ignore);
        Query::new().time_of_impact(&small, &cube, &long, &blade, &meeting).hit().unwrap().time
    };
    assert_eq!(time(f64::INFINITY), time(10.0));
}

/// The rounding of a slow speed was the square root of zero: a ray that passes an edge at 5e-17
/// missed, and hit when it was slower.
#[test]
fn slow_rays_past_an_edge() {
    // Turned by exactly 3/5 and 4/5.
    let turn = (DQuat::from_xyzw(0.0, 0.0, 1.0, 2.0), DVec3::ZERO);
    let from = DVec3::new(-4.3999999999999995, 0.8, -1.101383249313331);
    let along = DVec3::new(1.4, 0.19999999999999996, 0.7004610831044438);
    for exponent in [0, -200, -530, -540, -600, -1000] {
        let ray = Ray::new(from, along * 2_f64.powi(exponent));
        assert_eq!(cast_ray(&Cuboid::new(DVec3::ONE), &turn, &ray), RayCast::Miss, "{exponent}");
    }
}

/// The span in which they can meet, of extreme sizes over extreme speeds: nothing, or one time.
#[test]
fn rays_of_extreme_sizes_and_speeds() {
    for (size, speed) in [(-378, 191), (-395, 195), (-346, 193), (400, -200), (-500, 400), (0, 900)]
    {
        let (size, speed) = (2_f64.powi(size), 2_f64.powi(speed));
        let shapes: [Shape<DVec3>; 3] = [
            Cuboid::new(DVec3::splat(size)).into(),
            Cylinder::new(size, size).into(),
            Ball::new(size).into(),
        ];
        for shape in shapes {
            for (from, hollow, truth, side) in [(4.0, false, 3.0, 1.0), (0.0, true, 1.0, -1.0)] {
                let ray = Ray::new(DVec3::X * (from * size), DVec3::NEG_X * speed);
                let ray = if hollow { ray.hollow() } else { ray };
                let found = cast_ray(&shape, &DVec3::ZERO, &ray);
                let RayCast::Hit(hit) = found else { panic!("{shape:?} {ray:?} {found:?}") };
                let truth = truth * size / speed;
                let holds = hit.time.low <= truth && truth <= hit.time.high;
                assert!(holds && hit.time.width() < 1e-9 * truth, "{shape:?} {ray:?} {hit:?}");
                assert!(hit.normal.x * side > 0.999, "{shape:?} {ray:?} {hit:?}");
            }
        }
    }
}

/// Rounded by hardly more than rounding: the normal was the direction between points a rounding
/// apart.
#[test]
fn boxes_rounded_by_a_hair() {
    let turn = DQuat::from_xyzw(0.1, 0.5, -0.3, 0.7);
    let (at_a, velocity) = ((turn, DVec3::new(0.1, 0.2, 0.3)), DVec3::new(-1.0, 0.3, -0.2));
    for radius in [1e-300, 1e-17, 1e-16, 1e-15, 3e-15, 1e-14, 1e-13, 1e-10] {
        let a = Rounded::new(Cuboid::new(DVec3::new(1.0, 0.7, 0.8)), radius);
        let b = Capsule::new(0.6, radius);
        for k in 0..20 {
            let spin = DQuat::from_xyzw(0.3, 0.1 * f64::from(k), 0.4, -0.5);
            let from = DVec3::new(4.0, -0.7 + 0.05 * f64::from(k), 0.4);
            let found = cast(&a, &at_a, &b, &(spin, from), &Sweep::new(velocity).until(9.0));
            let Cast::Hit(hit) = found else { continue };
            let at_b = (spin, from + velocity * hit.time.low);
            let apart = separation(&a, &at_a, &b, &at_b, hit.witness.normal);
            let room = apart.gap + hit.witness.gap + 1e-14;
            assert!(apart.length.abs() <= room, "{radius} {k}: {apart:?} {hit:?}");
        }
    }
}

/// Certificates of what turns about its own axis had the points of before the turn:
/// contact was proved at the motion's end, or not at all.
#[test]
fn proofs_about_what_turns_about_its_own_axis() {
    let (ball, capsule, can) = (Ball::new(0.25), Capsule::new(0.4, 0.2), Cylinder::new(0.3, 0.7));
    let egg = Ellipsoid::new(DVec3::new(0.5, 1.0, 0.5));
    let round: [&dyn SupportMap<DVec3>; 3] = [&Cylinder::new(1.0, 0.5), &Cone::new(1.0, 0.5), &egg];
    let others: [&dyn SupportMap<DVec3>; 3] = [&ball, &capsule, &can];
    for spin in [0.0, 0.3, 1.0, 2.0] {
        let [turn, other] = [spin, 0.7 * spin].map(DQuat::from_rotation_y);
        let (here, from) = ((turn, DVec3::ZERO), (other, DVec3::new(-4.0, 0.0, 0.0)));
        // 0.75 apart at the axes, after 3.25 of the 4 between them.
        let ahead = Sweep::new(DVec3::new(4.0, 0.0, 0.0));
        let proof = cast_certificate(round[0], &here, &ball, &from, &ahead).unwrap();
        assert_eq!(proof.verdict, Verdict::Intersecting, "{spin}");
        let is_narrow = proof.low <= 0.8125 && 0.8125 <= proof.high && proof.high < 0.8125 + 1e-12;
        assert!(is_narrow, "{spin}: {proof:?} {:?}", cast(round[0], &here, &ball, &from, &ahead));
        let (here, from) = ((turn, DVec3::new(0.1, 0.2, 0.3)), (other, DVec3::new(-4.0, 0.3, 1.1)));
        let by = Sweep::new(DVec3::new(4.0, 0.1, -0.9));
        for a in round {
            for b in others {
                let Cast::Hit(hit) = cast(a, &here, b, &from, &by) else { panic!() };
                let proof = cast_certificate(a, &here, b, &from, &by).unwrap();
                verify_cast(a, &here, b, &from, &by, &proof).unwrap();
                assert!(proof.high <= hit.time.high + 1e-11, "{spin}: {hit:?} {proof:?}");
            }
        }
    }
}

/// Where B stands at the hit was rounded to the caller's precision for the search of its points:
/// far from the world's origin contact was proved at the motion's end.
#[test]
fn proofs_far_from_the_origin_in_single_precision() {
    let (can, tin) = (Cylinder::new(1.0_f32, 0.5), Cylinder::new(0.3_f32, 0.7));
    for far in [0.0_f32, 1e2, 1e3, 1e4, 1e5] {
        let here = (Quat::from_rotation_x(0.4), Vec3::new(far, far, 0.25));
        let from = (Quat::from_rotation_z(0.7), Vec3::new(far - 4.0, far, 1.25));
        let by = Sweep::new(Vec3::new(4.0, 0.25, -1.0));
        let Cast::Hit(hit) = cast(&can, &here, &tin, &from, &by) else { panic!() };
        let proof = cast_certificate(&can, &here, &tin, &from, &by).unwrap();
        verify_cast(&can, &here, &tin, &from, &by, &proof).unwrap();
        assert!(proof.high <= f64::from(hit.time.high), "{far}: {hit:?} {proof:?}");
    }
}

/// A can comes to stand beside a box, 0.1 from it, one end 3.6e-9 within its side: the normal was
/// the way from corner to corner, along which the long can was 8.6e-7 nearer than the gap allows.
#[test]
fn a_can_comes_to_stand_beside_a_box() {
    let (a, b) = (Cuboid::new(DVec3::new(0.3, 0.6, 2.0)), Cylinder::new(0.5, 10.0));
    let at_a = DVec3::new(2.0, 0.9, -0.05);
    let from = DVec3::new(1.9999999999999996, -1.9999999999999998, 11.95000002850778);
    let velocity = DVec3::new(1.0835948013837792e-15, 2.9999999999999996, -5.701558834695311e-8);
    let sweep = Sweep::new(velocity).until(5.0).target_distance(0.1);
    let Cast::Hit(hit) = cast(&a, &at_a, &b, &from, &sweep) else { panic!() };
    let there = from + velocity * hit.time.low;
    let apart = separation(&a, &at_a, &b, &there, hit.witness.normal);
    let room = apart.gap + hit.witness.gap + 1e-13;
    assert!((apart.length - 0.1).abs() <= room, "{apart:?} {hit:?}");
    // The normal between points that are sharp stays theirs: two balls, whose truth is known.
    let ball = Ball::new(0.5_f32);
    let (from, velocity) = (Vec3::new(9.0, 0.6, 0.0), Vec3::new(-10.0, 0.0, 0.0));
    let found = cast(&ball, &Vec3::ZERO, &ball, &from, &Sweep::new(velocity));
    let Cast::Hit(hit) = found else { panic!("{found:?}") };
    assert!((hit.witness.normal - Vec3::new(0.8, 0.6, 0.0)).length() < 1e-5, "{hit:?}");
}

/// Down a ramp in `f32`: the velocity leads into the ramp by its own rounding, and no farther than
/// is documented to count as along it. It was a hit.
#[test]
fn a_ball_slides_down_a_ramp() {
    let (normal, velocity) = (Vec3::new(0.7, 1.0, 0.0), Vec3::new(0.8192319, -0.57346237, 0.0));
    let into = -normal.as_dvec3().dot(velocity.as_dvec3());
    assert!(0.0 < into && into < 1e-7 * normal.as_dvec3().length(), "{into}");
    let (ramp, ball) = (HalfSpace::new(normal, 0.0), Ball::new(0.5_f32));
    let from = normal * (0.49 / normal.length());
    let slide = |velocity| {
        let sweep = Sweep::new(velocity).at_start(AtStart::IgnoreSeparating);
        cast(&ramp, &Vec3::ZERO, &ball, &from, &sweep)
    };
    assert_eq!(slide(velocity), Cast::Miss);
    // Four times as steep as is tolerated.
    let down = slide(velocity - normal * 4e-7);
    assert!(matches!(down, Cast::Hit(hit) if hit.time.high == 0.0), "{down:?}");
}

/// Where the search left a sliver of a curved surface, the point of a ray was 5e-9 aside of the
/// ray.
#[test]
fn a_ray_hits_a_pipe_on_the_ray() {
    let turn = DQuat::from_xyzw(
        0.08682408883346517,
        0.08682408883346517,
        0.007596123493895969,
        0.9924038765061041,
    );
    let at = (turn, DVec3::new(28.095048543358203, -4.531258664661477, -1.7405437583042638));
    let pipe = Rounded::new(Cylinder::new(10.0, 0.4), 0.02);
    let (from, along) = (DVec3::new(-4.5, -5.0, -2.0), DVec3::new(16.0, 0.0, 0.0));
    let found = cast_ray(&pipe, &at, &Ray::new(from, along));
    let RayCast::Hit(hit) = found else { panic!("{found:?}") };
    let off = (from + along * hit.time.middle() - hit.point).length();
    assert!(off <= 16.0 * hit.time.width() + 1e-13, "{off} {hit:?}");
    let surface = project_point(&pipe, &at, hit.point);
    assert!(surface.signed_distance.abs() <= surface.gap + 1e-12, "{surface:?}");
}

/// Outside of a floor and along it, without end: a hit, at a time without a bound, at no point.
#[test]
fn rays_along_a_floor_without_end() {
    let (floor, at) = (HalfSpace::new(DVec3::Y, -0.9), DVec3::new(0.2, 5.5, 0.0));
    for height in [1e-9, 0.05, 0.9, 1e9] {
        let from = DVec3::new(0.0, 4.6 + height, 0.0);
        for along in [DVec3::X, DVec3::NEG_Z * 3.5, DVec3::new(1.0, 1e-18, 0.0)] {
            let ray = Ray::new(from, along);
            assert_eq!(cast_ray(&floor, &at, &ray), RayCast::Miss, "{ray:?}");
            assert_eq!(cast_ray(&floor, &at, &ray.hollow()), RayCast::Miss, "{ray:?}");
        }
        // Down by so little that `f64` does not see it beside the rest, but in exact arithmetic.
        let ray = Ray::new(from, DVec3::new(1.0, -1e-18, 0.0));
        let RayCast::Hit(hit) = cast_ray(&floor, &at, &ray) else { panic!("{ray:?}") };
        let truth = height / 1e-18;
        assert!(hit.time.low <= truth && truth <= hit.time.high, "{hit:?}");
        assert!(hit.time.high.is_finite() && hit.point.is_finite(), "{hit:?}");
    }
    let (floor, at) = (HalfSpace::new(Vec3::Y, -0.9), Vec3::new(0.2, 5.5, 0.0));
    assert_eq!(cast_ray(&floor, &at, &Ray::new(Vec3::Y * 5.0, Vec3::X)), RayCast::Miss);
}

/// Whether these touch at the start is too close to call, and that they touch at some time was
/// proved: a hit, though they part, and the caller wants none at the start.
#[test]
fn what_parts_from_a_start_too_close_to_call() {
    let can = Cylinder::new(1.7784834692643945, 0.7);
    let egg =
        Ellipsoid::new(DVec3::new(0.8699016244330933, 1.0045180863394765, 0.6128196133939838));
    let turned = |x, y, z, w| DQuat::from_xyzw(x, y, z, w);
    let here = (
        turned(0.3624246863603465, 0.2056058675461854, -0.5161756922203703, 0.748289535345782),
        DVec3::new(1000.0, 2000.0, -1000.0),
    );
    let there = (
        turned(0.6628202954402919, -0.14227631412017464, -0.5242035929595392, 0.5154001353522635),
        DVec3::new(998.9853875763158, 2000.8807715520647, -999.0671640881334),
    );
    let velocity = DVec3::new(4.025952252759727, -4.267480350416464, -2.528155285542178);
    let ask = |velocity, choice| {
        let sweep = Sweep::new(velocity).until(20.0).at_start(choice);
        cast(&can, &here, &egg, &there, &sweep)
    };
    // The same as it turns, too slowly to meet again.
    let turning = |velocity, choice| {
        let motion = Motion::new(&there).velocity(velocity).turning(DVec3::splat(1e-3));
        let meeting = Meeting::new().until(20.0).at_start(choice);
        Query::new().time_of_impact(&can, &Motion::new(&here), &egg, &motion, &meeting)
    };
    for choice in [AtStart::IgnoreSeparating, AtStart::Ignore] {
        for parting in [ask(-velocity, choice), turning(-velocity, choice)] {
            assert!(!matches!(parting, Cast::Hit(_)), "{parting:?}");
        }
    }
    // Deeper, it is one at any rate.
    let deeper = ask(velocity, AtStart::IgnoreSeparating);
    assert!(matches!(deeper, Cast::Hit(hit) if hit.time.high < 1e-9), "{deeper:?}");
    let ignored = ask(velocity, AtStart::Ignore);
    assert!(!matches!(ignored, Cast::Hit(_)), "{ignored:?}");
    let deeper = turning(velocity, AtStart::Report);
    assert!(matches!(deeper, Cast::Hit(hit) if hit.time.high < 1e-9), "{deeper:?}");
}

/// Carried about the middle of a box, one that touches it leaves over each side and comes back over
/// each corner. Waits that doubled stepped over the time in between: a miss.
#[test]
fn what_leaves_over_a_side_and_comes_back() {
    const RADIUS: f64 = 1.05;
    let (floor, ball) = (Cuboid::new(DVec3::new(1.0, 0.5, 1.0)), Ball::new(0.25));
    let rest = Motion::new(&DVec3::ZERO);
    let side = (1.0 / RADIUS).acos();
    for (deep, place) in [1e-10, 1e-6, 1e-3].into_iter().flat_map(|d| (0..40).map(move |i| (d, i)))
    {
        let angle = side + 0.02 + 0.022 * f64::from(place);
        let at = DVec3::new(RADIUS * angle.cos(), 0.75 - deep, RADIUS * angle.sin());
        let center = DVec3::new(-at.x, 0.0, -at.z);
        let carried = Motion::new(&at).about(center).turning(DVec3::NEG_Y);
        let back = core::f64::consts::FRAC_PI_2 + side - angle;
        let meeting = Meeting::new().until(back + 0.2).at_start(AtStart::Ignore);
        let found = Query::new().time_of_impact(&floor, &rest, &ball, &carried, &meeting);
        let Cast::Hit(hit) = found else { panic!("{deep} {place}: {found:?}") };
        // At the edge it is as deep a little sooner.
        let reach = (2.0 * 0.25 * deep).sqrt();
        assert!(hit.time.low < back + 1e-3 && hit.time.high > back - 8.0 * reach - 1e-3, "{hit:?}");
    }
}

/// Along an ellipse: the depth is known to 1e-9 here, more than it changes by on the way that is
/// looked at, and a turn took that for going deeper: a hit at the start.
#[test]
fn what_slides_along_an_ellipse_as_it_turns() {
    let (plank, ellipse) =
        (Cuboid::new(Vec2::new(1.0, 0.01)), Ellipsoid { radii: Vec2::new(0.55, 1.0) });
    let (at, velocity) = (Vec2::new(1.000_05, -1.009_999), Vec2::new(3.344_771_4, 0.000_696_235_6));
    let moves = Motion::new(&at).velocity(velocity).turning(1e-30);
    let meeting = Meeting::new().until(1.0).at_start(AtStart::IgnoreSeparating);
    let rest = Motion::new(&Vec2::ZERO);
    let found = Query::new().time_of_impact(&plank, &rest, &ellipse, &moves, &meeting);
    // It leaves by 2e-4 of its way, too little to see it part.
    assert!(!matches!(found, Cast::Hit(_)), "{found:?}");
    // And what moves into the plank by a part of its way still meets it.
    let into = Motion::new(&at).velocity(Vec2::new(3.34, 0.01)).turning(1e-30);
    let found = Query::new().time_of_impact(&plank, &rest, &ellipse, &into, &meeting);
    assert!(matches!(found, Cast::Hit(_)), "{found:?}");
}

/// What lies on a floor, a little deep, and turns as it slides there, never leaves it; of the
/// longest steps that its fastest point allows there were too many.
#[test]
fn what_slides_and_turns_on_a_floor() {
    let floor = Cuboid::new(DVec3::new(5.0, 0.5, 5.0));
    let things: [(Shape<DVec3>, f64); 3] = [
        (Cuboid::new(DVec3::splat(0.5)).into(), 0.5),
        (Cylinder::new(0.0625, 1.0).into(), 0.0625),
        (Rounded::new(Cuboid::new(DVec3::splat(0.25)).into(), 0.25).into(), 0.5),
    ];
    for (thing, height) in &things {
        for deep in [1e-12, 1e-6, 1e-3] {
            for rate in [0.1, 1.0, 10.0] {
                let at = DVec3::new(0.0, 0.5 + height - deep, 0.0);
                let slides = Motion::new(&at).velocity(DVec3::X);
                let turns = slides.turning(DVec3::new(0.0, rate, 0.0));
                let still = Motion::new(&DVec3::ZERO);
                for choice in [AtStart::Ignore, AtStart::IgnoreSeparating] {
                    let meeting = Meeting::new().at_start(choice);
                    let ask = |a: &Shape<DVec3>, of_a: &_, b: &Shape<DVec3>, of_b: &_| {
                        Query::new().time_of_impact(a, of_a, b, of_b, &meeting)
                    };
                    let floor = &floor.into();
                    assert_eq!(ask(floor, &still, thing, &turns), Cast::Miss, "{deep} {rate}");
                    assert_eq!(ask(thing, &turns, floor, &still), Cast::Miss, "{deep} {rate}");
                }
            }
        }
    }
}
