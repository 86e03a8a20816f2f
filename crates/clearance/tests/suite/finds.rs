//! Every find of the judge, a fuzzer or a user, frozen as literal numbers. The name describes what
//! once went wrong.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]
#![allow(clippy::approx_constant)]

use clearance::{
    Ball, DepthRange, Ellipsoid, End, HalfSpace, MinkowskiSum, Point, Pose, Proximity, Query,
    Rotation3, Rounded, Scaled, Segment, Shape, SupportMap, Vector, Verdict, Warm, Witness, check,
    check_support, proximity, verdict,
};
use clearance_trust::literal::make::*;
use clearance_trust::spaces;
use clearance_trust::trial::try_pair;
use clearance_trust::{Court, Pair};
use glam::{DVec2, DVec3, Vec2, Vec3};

/// Every verb on the pair, judged.
#[track_caller]
fn judged<V: Court>(a: Shape<V>, at_a: Pose<V>, b: Shape<V>, at_b: Pose<V>) {
    let tally = try_pair(&Pair { a, at_a, b, at_b }, 0, &mut Warm::default());
    assert_eq!(tally.total(), 0, "{:?}", tally.finds);
}

/// The answer that nothing is known, from every verb.
#[track_caller]
fn unknown<V: Court>(a: &Shape<V>, at_a: &Pose<V>, b: &Shape<V>, at_b: &Pose<V>) {
    assert!(check(a, at_a, b, at_b).is_err());
    let answer = proximity(a, at_a, b, at_b);
    assert!(!answer.is_decided(), "{answer:?}");
    assert!(clearance::Scalar::to_f64(answer.witness().gap) == f64::INFINITY, "{answer:?}");
    assert_eq!(verdict(a, at_a, b, at_b), Verdict::Undecided);
    assert!(clearance::intersects(a, at_a, b, at_b));
    assert_eq!(clearance::distance(a, at_a, b, at_b), None);
}

// Radii of composed shapes were rounded to the caller's precision and the rounding was not charged to the gap.

#[test]
fn rounded_ball_f32() {
    let core: Shape<Vec2> = Ball::new(0.785_156_25).into();
    judged(rounded(core, 0.901_821_8), Pose::identity(), hull([[0.5, 0.25]]), Pose::identity());
}

#[test]
fn scaled_ball_f32() {
    judged::<Vec2>(
        hull([[0.5786504745483398, 0.5683398246765137]]),
        at([-14898.056640625, -13088.2294921875], [0.42766115069389343, 0.9039391279220581]),
        scaled_radius(0.5484453, 0.75),
        at([-14898.205078125, -13087.857421875], [-0.2988622784614563, 0.954296231269836]),
    );
}
/// A ball of radius 0.5484453 stretched by three quarters either way: the product has more bits than f32.
fn scaled_radius(radius: f32, by: f32) -> Shape<Vec2> {
    Scaled::new(Ball::new(radius).into(), Vec2::splat(by)).unwrap().into()
}

#[test]
fn sum_of_balls_f32() {
    let sum = MinkowskiSum::new(Ball::new(0.1_f32), Ball::new(0.700_000_05));
    let exact = f64::from(0.1_f32) + f64::from(0.700_000_05_f32);
    let far = Point(Vec3::new(0.8, 0.0, 0.0));
    let answer = proximity(&sum, &Vec3::ZERO, &far, &Vec3::ZERO);
    let truth = f64::from(0.8_f32) - exact;
    let off = (f64::from(answer.signed_distance()) - truth).abs();
    assert!(off <= f64::from(answer.witness().gap), "{truth} {answer:?}");
}

#[test]
fn sums_of_radii_rounded_up_f32() {
    // A point as far away as the rounded sum is apart where that was rounded up.
    let mut up = 0;
    for i in 0..200 {
        let (r, q) = (0.1_f32 + 0.01 * i as f32, 1.7_f32 - 0.003 * i as f32);
        let exact = f64::from(r) + f64::from(q);
        let x = exact as f32;
        if f64::from(x) > exact {
            up += 1;
            let ball: Shape<Vec3> = rounded(ball(f64::from(r)), f64::from(q));
            let answer = proximity(&ball, &Vec3::ZERO, &Point(Vec3::new(x, 0.0, 0.0)), &Vec3::ZERO);
            assert!(
                !matches!(answer, Proximity::Intersecting(_)),
                "{r} + {q} = {exact}: {answer:?}"
            );
        }
    }
    assert!(up > 20);
}

// Distances near contact: the returned interval lay below the truth.

#[test]
fn hull_and_sum_1e_13_apart() {
    judged::<DVec3>(
        hull([
            [-0.971178956897386, 0.09594343538281798, 0.2181886589322377],
            [-0.12158339103775924, 0.5617397356665359, 0.8183311972527075],
            [-0.31969188234237156, 0.48263666878827005, -0.8153888313592191],
            [0.6119923960225888, 0.0041911470612503235, 0.7908525409308879],
            [0.2810554468116877, 0.2941850588304068, 0.9134894564133911],
            [0.6583593306642488, -0.14791506687713188, 0.7380271842676637],
            [0.4280948322276657, -0.3591507904527252, -0.8293042411185109],
            [-0.543635052957758, 0.4301608823280827, -0.7207097505309201],
        ]),
        at([315.0944938659668, -84.4911937713623, -205.76682233810425], [0.0, 0.0, 0.0, 1.0]),
        sum(
            hull([
                [0.2705078125, -0.09765625, -0.189453125],
                [-0.157470703125, -0.7509765625, 0.60400390625],
                [0.69970703125, 0.53759765625, 0.179931640625],
                [0.513427734375, -0.385009765625, -0.015625],
                [0.35986328125, -0.5908203125, 0.852294921875],
            ]),
            hull([
                [0.80029296875, -0.980712890625, 0.333984375],
                [-0.587646484375, -0.69189453125, 0.9814453125],
                [-0.10498046875, 0.51025390625, 0.634033203125],
            ]),
        ),
        at(
            [316.6093092048792, -85.55885514645483, -203.59886442969218],
            [0.857923287590747, -0.31678567142695585, -0.39830615796864877, 0.07047464446388571],
        ),
    );
}

#[test]
fn point_and_needle_7e_11_apart() {
    judged::<DVec3>(
        hull([[0.7649807929992676, 0.0462496280670166, 0.08610248565673828]]),
        at(
            [2141581.729707241, -775217.501376152, 679726.9407186508],
            [-0.01555913571707865, 0.06881276066005484, -0.01560747525229293, 0.9973861458744695],
        ),
        hull([
            [0.8071451187133789, 7.933707343170005e-11, 4.5689464225437245e-11],
            [0.5411229133605957, 8.147997964927576e-11, -9.045574785840955e-11],
            [0.04513072967529297, 6.588687984696934e-11, -6.265473449436733e-12],
            [0.833859920501709, 1.900005365943964e-11, -4.7781873387285036e-11],
            [-0.5854642391204834, -4.0492177550211066e-11, 2.25443366199689e-11],
            [-0.317049503326416, 7.249858476160005e-11, 7.196612454178342e-11],
        ]),
        at(
            [2141582.346528878, -775218.1669526913, 679727.3638901053],
            [-0.4995423681611566, -0.08519291615774505, 0.6328936503765664, 0.585359049440177],
        ),
    );
}

#[test]
fn segment_and_tiny_cylinder_2e_11_apart() {
    judged::<DVec3>(
        segment(
            [-0.6348748207092285, -0.41075992584228516, 0.18627476692199707],
            [-0.1537487506866455, -0.9711418151855469, 0.5854463577270508],
        ),
        at(
            [6.589714050292969, 1.9492759704589844, 5.435935974121094],
            [-0.04325869478189454, 0.07559625321625578, 0.060684360254944954, 0.9943496871050338],
        ),
        cylinder(9.2402026703204e-6, 0.000501261913743202),
        at(
            [6.046233012038741, 1.4880094887141189, 5.749405794519217],
            [-0.36570323203419974, -0.09674806404375626, -0.07448208210906403, 0.9226881258736476],
        ),
    );
}

#[test]
fn cylinder_and_plate_2e_10_apart() {
    judged::<DVec3>(
        cylinder(0.6955518126487732, 0.5376775860786438),
        at([-2.9009432792663574, -1.7610589861869812, -3.0549542903900146], [0.0, 0.0, 0.0, 1.0]),
        hull([
            [-2.6502733172442732e-6, 0.38811521315528785, -0.8826817610031705],
            [-9.777393734163171e-6, -0.14242430471588893, -0.154081104609806],
            [4.00881989824929e-6, 0.7087482774653046, 0.5804907417904271],
            [5.2734879741544025e-6, -0.1616714235851512, -0.8341256395830362],
            [3.4734991808851234e-6, 0.11933848912983265, -0.9301109360287418],
            [-3.5777980198957526e-6, -0.5279823584045052, -0.7702131107910913],
            [6.8653687382067415e-6, 0.35405048855065824, -0.6350711366672518],
            [-8.261051528939802e-6, -0.549260661531035, -0.12594827341508782],
            [-9.47494022528441e-6, -0.2345406308097741, -0.21736081618897346],
            [-6.843869286571726e-6, -0.724559310273491, 0.0814144588778912],
        ]),
        at(
            [-2.3418606012696275, -3.1363493019169724, -2.5959238640118496],
            [-0.7707819962506575, -0.1830982313034536, -0.5914231164967576, 0.15029587227419614],
        ),
    );
}

// The normal of a search that ran out of room was not the one of its bound.

#[test]
fn normal_of_ball_in_flat_cone() {
    judged::<DVec3>(
        ball(0.45469725131988525),
        at([-38835.6796875, -19322.953125, -24133.19140625], [0.0, 0.0, 0.0, 1.0]),
        cone(2.7933174301194875e-7, 0.007535618375190678),
        at([-38835.6796875, -19322.953125, -24133.19140625], [0.0, 0.0, 0.0, 1.0]),
    );
}

#[test]
fn normal_of_concentric_ellipsoids() {
    judged::<DVec3>(
        ellipsoid([0.6975075364112854, 0.26716685891151426, 0.8187002897262573]),
        at([-4.248872756958008, 4.369440078735352, -3.332124710083008], [0.0, 0.0, 0.0, 1.0]),
        scaled(ball(0.47265625), [-1.0, -3.0, -3.0]),
        at([-4.248872756958008, 4.369440078735352, -3.332124710083008], [0.0, 0.0, 0.0, 1.0]),
    );
}

#[test]
fn normal_of_tip_on_corner() {
    judged::<DVec3>(
        cuboid([0.6961705684661865, 0.8742713928222656, 0.4561595916748047]),
        at([22.806520462036133, 5.9332475662231445, -17.657766342163086], [0.0, 0.0, 0.0, 1.0]),
        cone(2.3182659755619558e-5, 3.5151361531130312e-6),
        at([22.110349893569946, 5.0589529907411235, -18.11392593383789], [0.0, 0.0, 0.0, 1.0]),
    );
}

#[test]
fn normal_of_two_needle_cones() {
    judged::<DVec3>(
        cone(0.0005717920336512777, 3.544161012761296e-7),
        at(
            [-0.010798859409987926, 0.24298925697803497, -0.22623875737190247],
            [0.0, 0.0, 0.0, 1.0],
        ),
        cone(0.22567608952522278, 0.00102927898550155),
        at(
            [-0.010798661557821276, 0.016741375872686315, -0.2262384633220888],
            [0.0, 0.0, 0.0, 1.0],
        ),
    );
}

// Extreme ratios of lengths: intervals that missed the truth.

#[test]
fn segments_of_1e32_and_1e3() {
    judged::<Vec3>(
        segment(
            [4.126175236948265e32, -5.594035668731413e24, 1.3875911356672816e-21],
            [0.7106977105140686, -8.54761786855872e-20, 1.651620219974693e-20],
        ),
        at(
            [4.492219964069566e-12, 7.3538744538304e-11, 4.1711958218170696e18],
            [5.458472287500626e-7, 180329264.0, 5.245887329978288e-16, 61710887026688.0],
        ),
        segment(
            [7.493702127612859e-23, 2620.7998046875, 0.0001060353170032613],
            [1.390796955723417e-30, -1.1465936664681905e-15, -1.925240661394081e-21],
        ),
        at(
            [-2.375403168298177e-33, 2.500273498644021e18, -4.47439648672927e-16],
            [-2075470.25, -3.546790178171103e-29, 3.3397463330017934e-36, -4.6004536296284754e-33],
        ),
    );
}

#[test]
fn segment_of_6e34_and_capsule() {
    judged::<Vec3>(
        segment(
            [-6.451589877969834e34, 4.4441323210799055e19, 4.375956207998194e-30],
            [0.006433846894651651, 3.846731131739879e25, -120664.2265625],
        ),
        at(
            [-33347418.0, -2.8952172394783545e-33, -3.348303323491564e-7],
            [
                1.2435515248085632e-33,
                1.165060173958739e-29,
                3.9044018341875125e-19,
                -3.354992029814759e-35,
            ],
        ),
        capsule(1.3811293685948436e22, 3.970213457812962e31),
        at(
            [-16115.455078125, 1.8072125411272956e-26, 123281424.0],
            [-4.4396390551026175e22, -1.752983189362567e-5, -5.00954680203455e35, 239718624.0],
        ),
    );
}

#[test]
fn hull_of_1e35_and_box() {
    judged::<Vec3>(
        hull([
            [-81970.28125, -9.768223824813537e22, 3.043242386904911e-20],
            [-4.999328284038998e-24, 2.986000779725854e-15, -3.3566459829679673e-31],
            [-1.3770263010423603e17, 2.0137316516873082e-19, 4.920290003315618e-19],
            [1.217617718494862e35, 6.828510761260986, -682.87939453125],
            [9.992004892925173e-24, -5.6543258477437936e-37, 3.0445121737686653e-19],
        ]),
        at(
            [-9.60353418122395e-7, 1.5771137239215254e21, 20972.759765625],
            [5.939301816569209e-31, -125.6019287109375, -6.760738094524934e-35, -177.5664520263672],
        ),
        cuboid([82486591488.0, 2.9455806556956262e19, 7.526017174128269e-34]),
        at(
            [5.6653892514151766e-30, 7.099002137575929e21, -3.371455932210665e-7],
            [
                2.9086755219927978e29,
                -7.793811536760384e-17,
                3554465546240.0,
                1.7996036761428177e-34,
            ],
        ),
    );
}

#[test]
fn ball_and_hull_of_1e37() {
    judged::<Vec3>(
        ball(42956.3515625),
        at(
            [-3.9496943431528247e24, -4.4057059839809946e17, 2.3782693864593625e-30],
            [
                -1.8533240827156385e30,
                843875040100352.0,
                5.550380119501818e-35,
                -1.4227590554583003e-6,
            ],
        ),
        hull([
            [7.511298125187177e-35, 2.2510284236325703e-31, -7.456638373123616e-28],
            [-65.52495574951172, 3.2777546553458185e-26, -2.5566003430384295e-30],
            [-2335.081298828125, 1.6603037257031432e37, -3172737024.0],
            [8.156630851767337e21, 5.05092220543809e-28, -1.3450330698105972e-6],
            [-5.461937112158686e-17, -2.1839080493026378e20, -1.3579325909600641e-21],
        ]),
        at(
            [-4.211421047507248e-14, 1.1764406530723069e-23, -0.5473192930221558],
            [3.5287109355972414e-16, 203007115395072.0, 3.7639837190109266e18, -71695160.0],
        ),
    );
}

#[test]
fn polygons_of_1e34_and_1e32() {
    judged::<Vec2>(
        hull([
            [-8.824644943125603e22, 2.297161677717635e18],
            [-1.4236351170046038e-36, -4.533701616911096e20],
            [5.766749079627366e16, -55.532283782958984],
            [-3.196609795666341e-27, 3.5496467381413844e34],
        ]),
        at([-2315566924693504.0, 34276062003200.0], [2.32062458138671e-8, 3.859528578426218e-19]),
        hull([
            [-1.0054438850176799e-32, -6.334790025281675e-34],
            [3.6850689953362973e-31, -8.000785050718223e-19],
            [1.1005649626992915e32, -1.407650062993981e-27],
            [1.6321726833430222e31, 3.3838895227567e-12],
        ]),
        at([9.55913134563261e-30, -26302962.0], [-7.097246071491227e22, 1.1369155245278576e32]),
    );
}

#[test]
fn hull_and_segment_of_1e276() {
    judged::<DVec3>(
        hull([
            [1.690171366388588e268, -5.261370779748818e107, -7.656171627352671e192],
            [1.5916342135387417e107, -2.060218134133415e154, 5.1456593465680036e-269],
            [3.945829793479917e243, -1.6508514755157853e-116, 2.7899061142308036e-120],
            [-7.338567095255522e-71, 3.017183594437275e222, 1.4427119248816634e31],
        ]),
        at(
            [-6.056326537555086e-144, -1.7033043368469622e158, -8.963827313291035e232],
            [
                7016296399706148.0,
                -1.8548834173165722e56,
                -2.5097755948271986e98,
                -6.194403646475753e164,
            ],
        ),
        segment(
            [4.444123735077966e276, -2.3548289988537243e-147, -1.4357092584841995e-271],
            [-1.794128052388562e-180, 6.4859918856273114e264, 0.04257317914112837],
        ),
        at(
            [9.529324916361216e-48, 4.84557055532393e-128, -0.007279493089295423],
            [
                -2.150068400479531e-184,
                5.659088965873391e51,
                3.483804657285104,
                1.5535127434849766e-288,
            ],
        ),
    );
}

// Numbers that describe nothing got answers.

#[test]
fn infinite_quaternion_taken_for_an_exact_rotation() {
    // inf times anything made a quaternion of four infinities: four equal magnitudes, hence "exact", and the NaN matrix
    // was rounded to a zero matrix.
    let bad = Pose {
        translation: DVec3::new(0.5, 0.25, -0.5),
        rotation: Rotation3 { x: f64::INFINITY, y: 0.3, z: 0.5, w: 0.7 },
    };
    let good = at([0.5, 0.25, -0.5], [0.1, 0.3, 0.5, 0.7]);
    unknown::<DVec3>(&hull([[1.25, 0.75, 1.5]]), &good, &hull([[1.25, 0.75, 1.5]]), &bad);
    unknown::<DVec3>(&ball(1.25), &good, &cuboid([1.25, 0.75, 1.5]), &bad);
    assert_eq!(bad.check(), Err(clearance::PoseError::NotFinite));
}

#[test]
fn a_ray_of_negative_time_has_no_inverted_interval() {
    use clearance::{Ray, RayCast, cast_ray};
    for hollow in [false, true] {
        let ray = Ray { hollow, ..Ray::new(DVec3::ZERO, DVec3::X).until(-1.0) };
        let found = cast_ray(&ball(1.0), &DVec3::ZERO, &ray);
        assert!(matches!(found, RayCast::Undecided(_)), "{found:?}");
        assert!(found.hit().is_some_and(|hit| hit.time.low <= hit.time.high), "{found:?}");
    }
}

#[test]
fn nan_pose_of_a_half_space() {
    let nan = Pose::from_translation(DVec2::new(f64::NAN, 0.25));
    unknown::<DVec2>(&wall([1.25, 0.75], 1.5), &nan, &wall([0.75, 1.25], 1.5), &Pose::identity());
    unknown::<DVec2>(&wall([1.25, 0.75], 1.5), &nan, &wall([1.25, 0.75], 1.5), &nan);
    unknown::<DVec2>(
        &wall([f64::NAN, 0.75], 1.5),
        &Pose::identity(),
        &wall([0.75, 1.25], 1.5),
        &Pose::identity(),
    );
}

#[test]
fn negative_lengths_are_refused_by_queries_too() {
    let id = Pose::<DVec2>::identity;
    unknown(&ball(-1.0), &id(), &hull([[1.25, 0.75]]), &id());
    unknown(&cuboid([0.5, -1.0]), &id(), &ball(1.25), &id());
    unknown(&cylinder(-1.0, 1.0), &id(), &ball(1.25), &id());
    unknown(&ellipsoid([1.0, -1.0]), &id(), &ball(1.25), &id());
    unknown(&capsule(-1.0, 1.0), &id(), &ball(1.25), &id());
    unknown(&rounded(cuboid([0.5, 1.0]), -0.25), &id(), &ball(1.25), &id());
}

/// The product of a tiny negative length and a tiny factor is -0, which passed for a length.
#[test]
fn negative_lengths_are_refused_however_small_they_are_scaled() {
    const TINY: f64 = 1e-200;
    let id = Pose::<DVec3>::identity;
    for factors in [[TINY; 3], [TINY, -2.0 * TINY, TINY]] {
        for spoiled in [
            ball(-TINY),
            capsule(1.0, -TINY),
            capsule(-TINY, 1.0),
            cuboid([1.0, -TINY, 1.0]),
            cylinder(1.0, -TINY),
            cylinder(-TINY, 1.0),
            cone(1.0, -TINY),
            cone(-TINY, 1.0),
            ellipsoid([1.0, -TINY, 1.0]),
            rounded(cuboid([1.0, 1.0, 1.0]), -TINY),
        ] {
            let spoiled = scaled(spoiled, factors);
            for partner in [ball(0.5), cuboid([0.5, 1.0, 0.5]), cylinder(0.5, 0.5)] {
                unknown(&spoiled, &id(), &partner, &id());
                unknown(&partner, &id(), &spoiled, &id());
            }
        }
    }
}

#[test]
fn no_iterations_at_all_prove_nothing() {
    // The vertex made up for a search without one lay at the origin, within the radius.
    let a: Rounded<Segment<DVec3>, f64> = Rounded::new(Segment::new(DVec3::X, DVec3::Y), 0.5);
    let answer = Query::new().max_iterations(0).proximity(
        &a,
        &DVec3::ZERO,
        &Ball::new(0.5),
        &DVec3::new(10.0, 0.0, 0.0),
    );
    // 0 counts as 1, which is enough to prove them apart, and no more.
    assert!(matches!(answer, Proximity::Separated(_)), "{answer:?}");
    assert_eq!(answer.witness().end, End::Limit);
    let verdict = Query::new().max_iterations(0).verdict(
        &a,
        &DVec3::ZERO,
        &Ball::new(0.5),
        &DVec3::new(10.0, 0.0, 0.0),
    );
    assert_eq!(verdict, Verdict::Separated);
}

#[test]
fn half_space_far_up_the_range() {
    let factor = 2.0_f64.powi(600);
    let pair = Pair::<DVec3> {
        a: HalfSpace::new(DVec3::new(0.5, 1.0, -0.5), 0.5).into(),
        at_a: at([-0.85, -2.75, 0.5], [0.0, 0.0, 0.6, 0.8]),
        b: ball(0.75),
        at_b: at([4.0, 1.0, 2.0], [0.0, 0.0, 0.0, 1.0]),
    };
    let (here, there) = (pair.proximity(), pair.magnified(factor).proximity());
    assert!(here.is_decided() && there.is_decided(), "{here:?} {there:?}");
    assert!(there.witness().gap <= 4.0 * factor * here.witness().gap, "{here:?} {there:?}");
}

#[test]
fn a_point_with_itself_in_a_turned_pose() {
    // The relative pose is exactly the identity, whatever A's own rotation.
    let pose = at([-2.0, 1.25, 0.5], [0.1, 0.2, 0.3, 0.9]);
    let point: Shape<DVec3> =
        hull([[-0.747880220413208, -0.7312493324279785, -0.09012436866760254]]);
    assert!(matches!(proximity(&point, &pose, &point, &pose), Proximity::Intersecting(_)));
    // A flat shape's touch with itself is not proved yet, but never denied.
    let flat: Shape<DVec3> = triangle([0.1, 0.2, 0.3], [0.7, -0.3, 0.9], [-0.4, 0.6, 0.2]);
    assert!(proximity(&flat, &pose, &flat, &pose).intersects());
}

#[test]
fn rounded_support_points_prove_nothing_exactly() {
    // Points of a mapping that rounds may lie outside of the shape: exact predicates on them are no proof.
    let a = |d: Vec3| {
        SupportMap::<Vec3>::support(
            &clearance::Ellipsoid::new(Vec3::new(0.518_424_63, 0.775_854_9, 0.182_709_66)),
            d,
            0,
        )
        .point
    };
    let b = |d: Vec3| {
        SupportMap::<Vec3>::support(
            &clearance::Ellipsoid::new(Vec3::new(0.673_909_07, 0.947_694_2, 0.274_646_13)),
            d,
            0,
        )
        .point
    };
    let there = Vec3::new(-1.254_583_5, 1.170_262_6, 0.562_600_55);
    let answer = proximity(&a, &Vec3::new(-1.5, -0.5, 0.5), &b, &there);
    // The exact ellipsoids are 6.37e-11 apart; the mappings are good to 1e-6.
    assert!(!matches!(answer, Proximity::Intersecting(_)), "{answer:?}");
}

#[test]
fn check_support_of_a_thin_ellipse_f32() {
    let thin = clearance::Ellipsoid::new(Vec2::new(8.033_155e-7, 0.001_688_939_3));
    assert_eq!(check_support::<Vec2, _>(&thin), Ok(()));
}

/// The rim of a cylinder is found by a division: its rounded result must not count as an exact
/// point of the shape.
fn rims<V: Court>() {
    let mut random = clearance_trust::Random(12);
    let mut wrong = Vec::new();
    for _ in 0..20_000 {
        let r: V::Scalar = random.length();
        let r = clearance::Scalar::to_f64(r);
        let next = if <V::Scalar as clearance::Scalar>::EPSILON > 1e-10 {
            f64::from((r as f32).next_up())
        } else {
            r.next_up()
        };
        let side = random.range(0.1, 1.0);
        let step = |x: f64, y: f64| -> V {
            clearance_trust::vector({
                let mut i = 0;
                move || {
                    i += 1;
                    [x, y, 0.0][i - 1]
                }
            })
        };
        let far: Shape<V> =
            clearance::Triangle::new(step(next, side), step(next, -side), step(next + 1.0, 0.1))
                .into();
        let round: Shape<V> = cylinder(1.5, r);
        let answer = proximity(&round, &Pose::identity(), &far, &Pose::identity());
        if matches!(answer, Proximity::Intersecting(_))
            || verdict(&far, &Pose::identity(), &round, &Pose::identity()) == Verdict::Intersecting
        {
            wrong.push((r, side));
        }
    }
    assert!(wrong.is_empty(), "said to touch what is one digit apart: radius and side {wrong:?}");
}
spaces!(one_digit_off_a_cylinder, rims);

// Gaps that were far wider than rounding: the witnesses were blended from a simplex that is nearly flat.

/// The gap in roundings of the size.
#[track_caller]
fn tight<V: Court>(a: Shape<V>, at_a: Pose<V>, b: Shape<V>, at_b: Pose<V>) {
    let pair = Pair { a, at_a, b, at_b };
    let answer = pair.proximity();
    let gap = clearance::Scalar::to_f64(answer.witness().gap);
    let relative = gap / pair.size() / <V::Scalar as clearance::Scalar>::EPSILON;
    assert!(relative < clearance_trust::bounds::TIGHT, "{relative:e} eps: {answer:?}");
}

#[test]
fn gap_of_segment_and_speck() {
    tight::<DVec3>(
        segment(
            [0.82354736328125, 0.2132887840270996, 0.05094647407531738],
            [-0.06541848182678223, -0.6355006694793701, -0.7637379169464111],
        ),
        at(
            [-0.3956892490386963, 0.2967033386230469, -0.5330283641815186],
            [0.6645601844267162, 0.5688244019313844, 0.23615190881494919, 0.423120357587753],
        ),
        cuboid([0.0, 0.0, 1.3614964430765744e-13]),
        at([-0.10280535167417353, 1.0400995777683, -0.5267937017684241], [0.0, 0.0, 0.0, 1.0]),
    );
}

#[test]
fn gap_of_flat_triangle_and_rectangle() {
    tight::<DVec2>(
        cone(8.32227566676053e-6, 0.026845732731308525),
        at([-1809.6094799041748, -1145.9137630462646], [-0.9995910460203314, 0.028596166106307698]),
        cuboid([0.46396303176879883, 0.43349790573120117]),
        at([-1811.5850559356022, -1146.3464849433624], [1.0, 0.0]),
    );
}

#[test]
fn gap_of_a_hull_and_a_triangle() {
    tight::<DVec3>(
        hull([
            [1.0, 0.5, 1.0],
            [0.0, -1.0, 1.0],
            [0.5, 0.0, -0.5],
            [0.5, -0.5, -0.5],
            [-0.5, -1.0, 1.0],
            [1.0, -1.0, 0.5],
            [0.5, 0.5, 0.5],
            [-0.5, -1.0, 0.0],
            [1.0, -1.0, -0.5],
            [1.0, 1.0, -0.5],
        ]),
        at([-40746.94472312927, 48120.34639930725, -17418.217670440674], [0.0, 0.0, 0.0, 1.0]),
        triangle(
            [0.9518241882324219, -0.24537038803100586, 0.9913902282714844],
            [0.15163278579711914, -0.12388873100280762, -0.5084378719329834],
            [0.9843575954437256, 0.7491512298583984, 0.929424524307251],
        ),
        at([-40746.92908415618, 48118.59724464593, -17419.647151840105], [0.0, 0.0, 0.0, 1.0]),
    );
}

#[test]
fn gap_of_two_hulls_in_the_plane() {
    tight::<DVec2>(
        hull([
            [-0.9470884799957275, 7.401261120328913e-10],
            [-0.21057796478271484, -9.522866933433711e-10],
            [0.7609553337097168, -7.265765461471783e-10],
            [0.957294225692749, -3.8274668564735213e-10],
            [0.7812693119049072, 9.658329213690711e-10],
        ]),
        at([-1.9808831214904785, 0.7668604850769043], [0.6026464959850717, -0.7980082711832722]),
        cone(0.21974100172519684, 0.22646433115005493),
        at([-1.219005114077711, -0.11569770939108011], [0.5398605614325781, 0.8417544619481988]),
    );
}

/// The ways out of two boxes that lean by 1e-13 were right and their points two units aside: a cell without volume, whose weights
/// mean nothing, had enclosed the origin.
#[test]
fn points_of_boxes_that_lean_by_rounding() {
    let side = || cuboid([7000.0, 7000.000000000002, 2000.0]);
    judged::<DVec3>(
        side(),
        at([-8000.0, 1000.0, 1000.0], [1e-13, 2e-13, 1e-13, 1.0]),
        side(),
        at([-3000.0, 3000.0, 3000.0], [2.0, -4.0, 2.0, 1.0]),
    );
}

/// Hulls with vertices an ulp apart: the points missed each other by 2e-4 of the size along the faces that touch.
#[test]
fn points_of_hulls_whose_faces_touch() {
    let solid = || {
        hull([
            [7.000000000000002e-7, 7.000000000000002e-7, 7.000000000000002e-7],
            [-1e-7, -2e-7, 7.000000000000002e-7],
            [7.000000000000002e-7, 2e-7, -2e-7],
            [7.000000000000002e-7, 7.000000000000002e-7, 7e-7],
            [3e-7, 7e-7, 7e-7],
        ])
    };
    judged::<DVec3>(
        solid(),
        at([1e-7, 7e-7, 7e-7], [0.0, 3.0, 0.0, 1.0]),
        solid(),
        at([-4.282371414351545e-22, -2.0000000000000015e-7, -5e-7], [0.0, 0.0, 0.0, 1.0]),
    );
}

/// Stopped after one step, EPA's polytope did not hold the origin, and the way out left it a million sizes away.
#[test]
fn one_step_beside_a_cylinder_bounds_no_more_than_it_saw() {
    let (ball, cylinder): (Shape<DVec3>, Shape<DVec3>) = (
        Ball::new(0.0).into(),
        clearance::Cylinder::new(1.5423307375259479e-18, 1.5423307375259594e-18).into(),
    );
    let at_ball: Pose<DVec3> = at(
        [1.542330737525971e-18, 1.5423307375259612e-18, 7.711653687629806e-19],
        [
            3.855826843814903e-19,
            1.9279134219074515e-19,
            1.9279134219074515e-19,
            2.9258769064775866e-19,
        ],
    );
    let at_cylinder: Pose<DVec3> = at(
        [2.9258769064776304e-19, 2.925876906477674e-19, 1.462938453238837e-19],
        [
            7.314692266194186e-20,
            3.657346133097093e-20,
            3.657346133097093e-20,
            3.657346133097129e-20,
        ],
    );
    let truth = proximity(&ball, &at_ball, &cylinder, &at_cylinder).witness().length;
    let mut memory = Warm::default();
    for _ in 0..6 {
        let once = || Query::new().max_iterations(1).start(clearance::Start::Constant);
        let answer = once().warm(&mut memory).proximity(&ball, &at_ball, &cylinder, &at_cylinder);
        let w = answer.witness();
        assert!((answer.signed_distance() - truth).abs() <= w.gap, "{answer:?}");
        if let Some(w) = once().warm(&mut memory).distance(&ball, &at_ball, &cylinder, &at_cylinder)
        {
            assert!((w.length - truth).abs() <= w.gap, "{w:?}");
        }
    }
}

/// The way from a point to an edge, as the difference of two points 1e-11 apart, leaned by 1e-5.
#[test]
fn point_just_inside_a_polygon_leaves_straight_across_its_edge() {
    judged::<DVec2>(
        hull([
            [-0.8030731658347688, -0.595880432902543],
            [-0.524342485674261, -0.851507461926751],
            [-0.06141240524582216, -0.9981124768691768],
            [0.5319752386772257, -0.8467599101482715],
            [0.25682404800447534, 0.9664581772464833],
            [0.17176985553508245, 0.9851371055489977],
            [-0.2354797610406327, 0.971879252860275],
            [-0.3073390566619857, 0.951600075793461],
        ]),
        at([-0.18688082695007324, 0.6607286930084229], [0.2876283991171354, -0.9577420863788507]),
        ball(0.0),
        at([0.3202901123334291, 0.45955141090751966], [-0.8500248042213645, -0.5267426622255226]),
    );
}

/// A point on the outer side of no edge is not inside if it is NaN.
#[test]
fn circle_whose_rotation_is_none_beside_a_polygon_says_nothing() {
    let (circle, at_circle): (Shape<DVec2>, Pose<DVec2>) =
        (ball(1.25), at([0.5, 0.25], [f64::NAN, 0.8]));
    let outline = hull([[1.0, 0.875], [1.125, 0.25], [1.75, 0.375], [1.5, 0.625]]);
    let at_outline = at([0.5, 0.25], [0.6, 0.8]);
    let answer = proximity(&circle, &at_circle, &outline, &at_outline);
    assert!(!answer.is_decided() && answer.witness().gap == f64::INFINITY, "{answer:?}");
    let verdict = clearance::verdict(&circle, &at_circle, &outline, &at_outline);
    assert_eq!(verdict, clearance::Verdict::Undecided);
}

/// A search that only goes ahead knows no plane, and near contact the last plane of GJK bounds the depth better than EPA's many facets.
#[test]
fn flat_box_a_hair_inside_a_cone_is_as_deep_as_the_last_plane_says() {
    judged::<Vec3>(
        cuboid([0.125, 0.0, 0.0]),
        at([0.0, 0.0, 0.0], [-0.0, -1.0, -0.0, 0.0]),
        cone(0.0625, 0.1875),
        at([-0.1874999850988388, 0.0, 0.0], [-1.0, -1.0, 0.0, 0.0]),
    );
}

/// Scaled back among subnormal numbers, a length that rounds to zero is off by as much as one that does not.
#[test]
fn points_a_quarter_of_the_least_number_more_apart_than_their_radii() {
    let speck = || rounded(segment([1e-323; 3], [1e-323; 3]), 1e-323);
    judged::<DVec3>(
        speck(),
        at([1e-323, 1e-323, 1e-323], [1.0, 1.0, 1.0, 1.0]),
        speck(),
        at([1.5e-323, 1e-323, 1.5e-323], [1.0, 1.0, -1.0, -1.0]),
    );
}

/// The search for the nearest points of a needle a billion times as long as wide proves nothing;
/// that for a boolean does, and then both `distance` and `penetration` returned `None`.
#[test]
fn speck_beside_a_needle_is_apart_by_every_verb() {
    let speck = Ellipsoid::new(Vec3::new(3.685e-43, 3.74e-43, 4.64e-43));
    let speck = Scaled::new(Shape::from(speck), Vec3::new(6.0, 6.0000324, 10.0)).unwrap();
    let at_speck = at([10.0, 10.000007629394531, -15.125], [8.5, 1.0, 1.8287200927734375, -5.5]);
    let needle = Ellipsoid::new(Vec3::new(13_979_697_152.0, 10.0, 8.5));
    let at_needle = at([4.5, 4.500025272369385, -5.5], [-5.5, 4.5, 0.0, 0.0]);
    let answer = proximity(&speck, &at_speck, &needle, &at_needle);
    assert_eq!(verdict(&speck, &at_speck, &needle, &at_needle), Verdict::Separated);
    assert!(matches!(answer, Proximity::Separated(_)), "{answer:?}");
    assert!(clearance::distance(&speck, &at_speck, &needle, &at_needle).is_some());
    assert!(clearance::penetration(&speck, &at_speck, &needle, &at_needle).is_none());
}

/// The simplex is as thin as the last digit of the one segment, and its weights put the points of contact a ten-thousandth of the size apart.
#[test]
fn segment_of_one_digit_touches_another_at_one_point() {
    judged::<DVec3>(
        hull([
            [7.000000000000002e-7, 7.000000000000002e-7, 7.000000000000002e-7],
            [7.000000000000002e-7, 7.000000000000002e-7, 7e-7],
        ]),
        at([7.000000000000002e-7, 0.0, 3e-7], [0.0, 0.0, 0.0, 1.0]),
        segment([-2e-7, 7e-7, 3e-7], [7e-7, 7e-7, 1e-7]),
        at(
            [7.423529411764706e-7, 2.117582368135751e-22, 8.905882352941178e-7],
            [0.0, 0.0, 0.0, 1.0],
        ),
    );
}

/// A triangle of the difference is a hundred million times as long as wide. Its normal as a cross product leans by as much, along the
/// length too, and that put the plane where nothing proved it.
#[test]
fn segments_on_one_line_a_hair_across_each_other() {
    let alike = || {
        let (p, q) = ([1e-323, 0.7000000000000003, -0.08000000000000002], [0.4, 0.1, 0.07]);
        rounded(segment(p, q), 0.7000000000000001)
    };
    let to = [-0.7000000000000001, -0.7000000000000001, -0.07];
    let (at_a, at_b) = (at(to, [1e-8, 1e-8, 1e-8, 1.0]), at(to, [2e-11, 1e-11, 1e-11, 1.0]));
    let answer = proximity(&alike(), &at_a, &alike(), &at_b);
    assert!(answer.witness().gap < 1e-14, "{answer:?}");
    judged::<DVec3>(alike(), at_a, alike(), at_b);
}

/// A point on the rim of a capsule two steps of the least number in size. The judge, which has such
/// a rotation to 2^-190, saw a gap; its tolerance for that vanished at so small a size.
#[test]
fn speck_on_a_capsule_that_is_two_steps_wide() {
    let at_both = || at([-2.5, -2.5], [1.0, 4e-13]);
    let (speck, capsule) = (hull([[1e-323, 1e-323]]), capsule(1e-323, 1e-323));
    assert_eq!(verdict(&speck, &at_both(), &capsule, &at_both()), Verdict::Intersecting);
    judged::<DVec2>(speck, at_both(), capsule, at_both());
}

/// Two slivers whose difference is thinner than rounding: the walk around it took an edge in the
/// wrong direction, and its foot was half a unit beside the edge.
#[test]
fn slivers_on_one_line_a_rounding_apart() {
    let sliver = || hull([[-4e-7, -4.0], [3.500000000000001e-7, 3.5], [-3.5e-7, -3.5]]);
    judged::<DVec2>(
        sliver(),
        at([3.5e-7, -4.0], [1.0, -4e-7]),
        sliver(),
        at([5.999999795994117e-7, -3.5000000000005], [1.0, -4e-7]),
    );
}

/// The foot of the origin is on the edge of a thin triangle, to the last digit: with the edge as
/// the feature, the normal missed the third vertex by a fiftieth of the length.
#[test]
fn needle_above_a_corner_that_all_but_holds_the_foot() {
    let (o, e) = (1.0000000000000004, 1.0000000000000004e-11);
    let (f, g) = (-2.6666666666666665, -2.6666666666666665e-11);
    judged::<DVec3>(
        hull([[o, o, e], [-2.333333333333333, f, g], [f, f, g]]),
        at([f, f, g], [0.0, 0.0, 0.0, 1.0]),
        rounded(segment([f, f, g], [o, o, e]), 3e-11),
        at([o, o, -2e-11], [0.0, 0.0, 0.0, 1.0]),
    );
}

/// A remembered simplex of other shapes, with vertices that the growing polytope soon had inside:
/// there are then fewer than two more new faces than were removed, and these were joined to slots
/// without a face.
#[test]
fn memory_of_other_hulls_that_lies_within_these() {
    let here = || at([0.0; 3], [0.0, 0.0, 0.0, 1.0]);
    let (a, b) = (
        hull([
            [2.0, -2.0, 0.0],
            [0.0, 1.0, 0.0],
            [0.0, -2.0, -1.0],
            [-2.0, -1.0, -2.0],
            [1.0, 1.0, 0.0],
        ]),
        hull([
            [-3.0, 2.0, 0.0],
            [-1.0, 1.0, 2.0],
            [1.0, 3.0, -2.0],
            [3.0, -2.0, -2.0],
            [3.0, 0.0, 1.0],
        ]),
    );
    let others: [Shape<DVec3>; 2] = [
        hull([
            [-2.0, -3.0, 2.0],
            [1.0, -2.0, -3.0],
            [-1.0, 1.0, -1.0],
            [-2.0, -3.0, 0.0],
            [1.0, 1.0, 1.0],
        ]),
        hull([
            [-2.0, -2.0, 3.0],
            [-1.0, 2.0, 3.0],
            [-1.0, -1.0, -3.0],
            [-2.0, 3.0, 2.0],
            [3.0, -3.0, 0.0],
        ]),
    ];
    let mut memory = Warm::default();
    let _ = Query::new().warm(&mut memory).proximity(&others[0], &here(), &others[1], &here());
    let warm = Query::new().warm(&mut memory).proximity(&a, &here(), &b, &here());
    assert_eq!(warm.witness().length, 1.245_086_034_958_934_3, "{warm:?}");
    judged::<DVec3>(a, here(), b, here());
}

/// Beside a half-space nothing is scaled: the gap of an overlap far up the range, and of a distance
/// far down it, was half the length itself, since the length of the vector between the points was
/// only bounded.
#[test]
fn half_space_at_both_ends_of_the_range() {
    use clearance::HalfSpace;
    for scale in [1e301, 1e-302] {
        let wall = HalfSpace::new(DVec3::new(0.6, 0.0, 0.8), 0.0);
        let ball = Ball::new(scale);
        for along in [0.5, 2.0] {
            let at = DVec3::new(0.6, 0.0, 0.8) * (along * scale);
            let found = proximity(&wall, &DVec3::ZERO, &ball, &at);
            let gap = found.witness().gap;
            assert!(gap <= 1e-13 * scale, "{found:?}");
            assert!((found.signed_distance() - (along - 1.0) * scale).abs() <= gap, "{found:?}");
        }
    }
}

// Round shapes about nearly one axis ended in `Limit` after milliseconds. Their bounds were closed
// by a search over all directions, at first with points of another search, which were off the
// shapes.

#[test]
fn rounded_cylinder_in_itself_nearly_upright() {
    judged::<DVec3>(
        rounded(cylinder(1.2, 0.3), 0.0625),
        at([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
        rounded(cylinder(1.2, 0.3), 0.0625),
        at(
            [9.545545617584139e-5, -0.18740817895013606, 5.1130606152582914e-5],
            [4.830141067504883e-12, 0.0, -9.255006313323973e-12, 1.0],
        ),
    );
}

#[test]
fn cylinder_in_cylinder_nearly_upright() {
    judged::<DVec3>(
        cylinder(2.5, 0.25),
        at([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
        cylinder(1.875, 0.1875),
        at(
            [-6.367118203343125e-6, 0.18750299049384012, -7.486271897505503e-6],
            [9.91708755493164e-12, 0.0, -1.0487914085388183e-12, 1.0],
        ),
    );
}

#[test]
fn cone_in_cone_nearly_upright() {
    judged::<DVec3>(
        cone(0.25, 0.25),
        at([0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]),
        cone(0.1875, 0.1875),
        at(
            [-5.168676359308677e-13, 1.910026092366915e-13, 1.7322563739333163e-13],
            [-1.085822582244873e-9, 0.0, -3.855679035186768e-9, 1.0],
        ),
    );
}

/// B stands a little higher than A and leans: its point at the rim leans about its own origin.
#[test]
fn cylinder_in_cylinder_a_little_higher() {
    judged::<Vec3>(
        cylinder(2.0, 0.25),
        Pose::identity(),
        cylinder(2.0, 0.5),
        at([3.3204167e-10, 6.21092e-6, 2.157541e-10], [4.4674664e-8, 0.0, -1.40005385e-8, 1.0]),
    );
}

/// The rim of a disc on the edge of a rectangle, within rounding: some searches end along the disc's
/// axis and some do not, and exact arithmetic once began there.
#[test]
fn rim_of_a_disc_on_an_edge() {
    let turn = [0.4822986930134694, 0.4708540620196684, 0.5924940593408422, 0.4411748096195975];
    judged::<DVec3>(
        cylinder(0.0013133173887435179, 0.031014240250203606),
        at([1.317573070526123, -1.074510097503662, 0.06986141204833984], turn),
        cuboid([0.0, 0.21897292137145996, 0.17214584350585938]),
        at([1.5261177651453761, -1.0349862668542396, -0.132847102620165], turn),
    );
}

/// A closure over `f32` rounds its points to steps of 1.4e-45, which no part of their size covers.
#[test]
fn closures_of_subnormal_points() {
    judged::<Vec2>(
        ellipsoid([6.329945423048064e-41, 2.7613987537984845e-41]),
        at([8.030701369199094e-41, 3.4638696739645153e-41], [1.0, 0.0]),
        ellipsoid([6.652524329535637e-41, 8.189748744899961e-41]),
        at([-4.809256329562772e-41, 5.249404177207197e-41], [1.0, 0.0]),
    );
    judged::<Vec2>(
        hull([
            [-1.9782130420873443e-41, 1.1651796730860854e-41],
            [-1.7716616484458662e-41, -1.4602931296728919e-41],
            [1.3993366464747623e-41, -1.820146575311505e-41],
            [5.74532370373175e-42, 2.2228797539584573e-41],
            [4.011917503361951e-42, 2.260574682648795e-41],
            [-1.1322491591744522e-42, 2.2930848070211307e-41],
            [-7.530577947281567e-42, 2.1689297630819519e-41],
            [-1.7510625610202914e-41, 1.4848158527985762e-41],
        ]),
        at(
            [-1.929868245068138e-41, 4.947984877530929e-42],
            [0.8945074081420898, 0.44705307483673096],
        ),
        ellipsoid([2.543356712749543e-42, 1.8369621568834027e-41]),
        at(
            [2.2420775429197073e-44, 2.3990229709240868e-42],
            [0.8826040625572205, 0.4701170325279236],
        ),
    );
}

/// A cone's ways out of a cylinder: 2.05 along the cylinder's axis, (0, 0.6, 0.8), and 1 % more
/// along a direction 30 degrees from it, around which none is shorter within 21 degrees. Facets
/// near the axis must not count as ruled out by that one.
#[test]
fn two_ways_out_of_a_cone_in_a_cylinder() {
    judged::<DVec3>(
        cone(2.0, 0.5),
        Pose::identity(),
        cylinder(1.0, 2.0),
        at([0.125, 0.25, 0.0], [1.0, 2.0, 1.0, 2.0]),
    );
}

/// The height of a sum's boundary was charged as if nothing had cancelled in it.
#[test]
fn walls_whose_heights_cancel() {
    use clearance_oracle::{Rational, exact, sqrt_bounds};
    let dot = |p: DVec3, q: DVec3| -> Rational {
        let products = (0..3).map(|i| exact(p[i]).unwrap() * exact(q[i]).unwrap());
        products.fold(Rational::ZERO, |sum, product| sum + product)
    };
    let normal = DVec3::new(-0.475_269_696_452_563_56, 0.276_084_684_036_697_06, 0.009_25);
    let other = DVec3::new(-0.319, 0.914, -0.672);
    for digits in 0..14 {
        let far = DVec3::new(-6.7, 1.04, -7.99) * 10.0_f64.powi(digits);
        let offset = 0.25 - normal.dot(far);
        let wall: Shape<DVec3> = HalfSpace::new(normal, offset).into();
        let moved: Shape<DVec3> = MinkowskiSum::new(wall, Point(far).into()).into();
        let [low, high] = {
            let (low, high) = sqrt_bounds(&dot(normal, normal));
            let over = dot(normal, other) - exact(offset).unwrap() - dot(normal, far);
            let [p, q] = [&over / &low, &over / &high];
            if p < q { [p, q] } else { [q, p] }
        };
        let found = proximity(&moved, &DVec3::ZERO, &Point(other), &DVec3::ZERO);
        let (middle, gap) = (found.signed_distance(), found.witness().gap);
        assert!(exact(middle).unwrap() + exact(gap).unwrap() >= low, "{digits} {found:?}");
        assert!(exact(middle).unwrap() - exact(gap).unwrap() <= high, "{digits} {found:?}");
        assert!(gap <= 1e-13 * (1.0 + far.length()), "{digits} {gap}");
        // The same half-space as what is inside it.
        let inside = clearance::inside_by(&moved, &DVec3::ZERO, &Point(other), &DVec3::ZERO);
        assert!((inside.length + middle).abs() <= inside.gap + gap, "{inside:?} {found:?}");

        // Grown by as much as it lies below, and stretched, the x-axis at its very height.
        let radius = 4.0 * 10.0_f64.powi(digits);
        let sunk = HalfSpace::new(DVec3::new(0.0, 3.0, 0.0), 0.3 - 3.0 * radius);
        let grown: Shape<DVec3> = Rounded::new(sunk.into(), radius).into();
        let stretched: Shape<DVec3> = Scaled::new(grown, DVec3::new(1.0, 2.0, 3.0)).unwrap().into();
        let found = proximity(&stretched, &DVec3::ZERO, &Point(DVec3::Y), &DVec3::ZERO);
        // 1 - 2 (offset / 3 + radius)
        let height =
            exact(sunk_offset(radius)).unwrap() / Rational::from(3) + exact(radius).unwrap();
        let truth = Rational::ONE - height * Rational::from(2);
        let (middle, gap) = (found.signed_distance(), found.witness().gap);
        let off = exact(middle).unwrap() - truth;
        let off = if off < Rational::ZERO { -off } else { off };
        assert!(off <= exact(gap).unwrap(), "{digits} {found:?}");
    }
}

const fn sunk_offset(radius: f64) -> f64 {
    0.3 - 3.0 * radius
}

/// Half-spaces face to face that just touch were `Undecided`, whatever their normals' lengths.
#[test]
fn walls_that_touch() {
    let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
    let normal = at(1.0, -2.0, -1.0);
    for times in 1..40 {
        let times = f64::from(times);
        // n x <= -4 and n x >= -4, of the second moved along (0, 1, -2), in the boundary.
        let (a, b) = (HalfSpace::new(normal, -4.0), HalfSpace::new(-normal * times, 4.0 * times));
        let there = at(0.0, 1.0, -2.0);
        assert_eq!(verdict(&a, &DVec3::ZERO, &b, &there), Verdict::Intersecting, "{times}");
        let less = HalfSpace::new(-normal * times, (4.0 * times).next_down());
        assert_eq!(verdict(&a, &DVec3::ZERO, &less, &there), Verdict::Separated, "{times}");
        assert_eq!(verdict(&less, &there, &a, &DVec3::ZERO), Verdict::Separated, "{times}");
        let more = HalfSpace::new(-normal * times, (4.0 * times).next_up());
        assert_eq!(verdict(&a, &DVec3::ZERO, &more, &there), Verdict::Intersecting, "{times}");
        // Slightly off parallel, they meet somewhere.
        let tilted = HalfSpace::new((at(1e-15, 0.0, 0.0) - normal) * times, -5.0 * times);
        assert_eq!(verdict(&a, &DVec3::ZERO, &tilted, &there), Verdict::Intersecting, "{times}");
    }
    // Turned alike they still face each other, and grown by a ball the gap closes.
    let turn = Rotation3::from_xyzw(0.1, 0.2, -0.3, 0.4);
    let pose = Pose::new(turn, at(0.1, 0.2, 0.3)).unwrap();
    let (a, b) =
        (HalfSpace::new(at(3.0, 4.0, 0.0), 0.0), HalfSpace::new(at(-6.0, -8.0, 0.0), -10.0));
    assert_eq!(verdict(&a, &pose, &b, &pose), Verdict::Separated);
    let grown = Rounded::new(a, 1.0);
    assert_eq!(verdict(&grown, &pose, &b, &pose), Verdict::Intersecting);
    let nearly = Rounded::new(a, 1.0_f64.next_down());
    assert_eq!(verdict(&nearly, &pose, &b, &pose), Verdict::Separated);
    let flat = HalfSpace::new(glam::DVec2::new(0.3, 0.7), 0.2);
    let facing = HalfSpace::new(glam::DVec2::new(-0.3, -0.7), -0.2);
    let angle = clearance::Rotation2 { cos: 0.3, sin: 0.5 };
    let pose = Pose::new(angle, glam::DVec2::new(0.7, -0.1)).unwrap();
    assert_eq!(verdict(&flat, &pose, &facing, &pose), Verdict::Intersecting);
}

/// The product of rotations whose length is nowhere near 1 was not finite, or zero.
#[test]
fn products_of_rotations_of_any_length() {
    let point = DVec3::new(0.5, -0.25, 2.0);
    let posed = |by: f64| {
        let turn = Rotation3::from_xyzw(0.1 * by, 0.2 * by, -0.3 * by, 0.4 * by);
        Pose::new(turn, DVec3::new(1.0, 2.0, 3.0)).unwrap()
    };
    let truth = posed(1.0).compose(&posed(1.0)).transform_point(point);
    for digits in (-300..=300).step_by(20) {
        let pose = posed(10.0_f64.powi(digits));
        let found = pose.compose(&pose).transform_point(point);
        assert!((found - truth).length() < 1e-14, "1e{digits} {found}");
    }
    let mut many = posed(10.0);
    for _ in 0..1000 {
        many = many.compose(&posed(1e-3));
    }
    assert_eq!(many.check(), Ok(()));
    let small = clearance::Rotation2 { cos: 0.6e-30_f32, sin: 0.8e-30 };
    let twice = Pose::new(small, Vec2::ZERO).unwrap();
    let twice = twice.compose(&twice).transform_point(Vec2::X);
    assert!((twice - Vec2::new(-0.28, 0.96)).length() < 1e-6, "{twice}");
}

/// The interval of a closure held both contact and a depth that was larger than its gap: what is
/// undecided is within the gap of touching, wherever in the interval the estimate lies.
#[test]
fn what_is_undecided_is_within_the_gap_of_touching() {
    judged::<DVec3>(
        scaled(
            hull([
                [3.3955521780463256e300, 4.21174037492649e299, 1.0152648692602303e301],
                [4.7767937419973734e300, 8.433944701095034e300, -4.5675147171563055e300],
                [9.425404081279593e300, 5.0854803036379484e300, -3.3484643974570854e299],
                [9.765482496646328e300, 1.4989610154241484e300, -4.1463406796636565e300],
                [-2.5976758958397545e300, 1.0364543705253885e301, 8.057242456381112e299],
                [8.096482273538812e300, -5.676693548813965e299, -6.995151405312692e300],
                [5.239823584458236e300, 3.7539425080866543e300, 8.559512115999674e300],
            ]),
            [2.0, 1.0, -1.0],
        ),
        at(
            [6.228610773969165e300, -1.0059362158531302e301, 4.206886491293702e300],
            [-0.016603000211009772, 0.7923106683554565, 0.27030123692258484, 0.5467224035214251],
        ),
        hull([
            [-8.038779367694087e300, 5.872456808754437e300, 3.9629972034149814e300],
            [4.126059547912875e300, -1.3184057329060502e300, 9.80053613114828e300],
            [5.042400539991339e300, 5.424365190139481e300, 7.743612116171857e300],
            [5.736550029513882e300, -8.89560536512464e300, 1.6653133261568183e300],
            [3.843054153901318e300, 8.452869066152688e300, 5.347243107255013e300],
            [4.242720640199564e300, 4.582730701389138e300, -8.706949547068448e300],
            [-1.958329791983081e300, 7.579654504042843e300, 7.31620472325645e300],
            [-1.6640527928434957e300, -1.2148368889381616e300, -1.0515139997324347e301],
            [-7.434386106867745e300, -7.716345889877343e300, 3.1286565972409235e298],
            [1.0382005018369562e301, -1.2987131631066574e300, -2.3109273995407518e300],
            [6.536766391727196e300, -6.083259791761399e300, -5.922643410956829e300],
            [3.563838901088505e299, -1.0195840871176353e301, -3.275803562478393e300],
            [1.01034155805165e301, -3.274161297032674e298, 3.5683317000500363e300],
            [4.4001713111740205e300, -7.620795878444738e300, 6.113512258826858e300],
        ]),
        at(
            [1.1203510178899065e301, 7.539020564478433e300, 3.0076244265450353e300],
            [0.25507605837882213, -0.8693846774105708, 0.22712353105956962, 0.35710137043236634],
        ),
    );
}

/// In `f32` shapes whose points are found in `f64` were charged for steps of `f32`; and where only
/// exact arithmetic proved them apart, the gap did not include how little the normal shows of it.
#[test]
fn a_circle_beside_a_triangle_of_one_step() {
    judged::<Vec2>(
        ellipsoid([1.401298464324817e-45, 1.401298464324817e-45]),
        at([-0.0, 2.802596928649634e-45], [-0.7096038460731506, 0.7046008706092834]),
        cone(1.401298464324817e-45, 1.401298464324817e-45),
        at([1.401298464324817e-45, 0.0], [0.961309015750885, 0.2754722833633423]),
    );
}

/// GJK ran out of steps from one direction, and EPA's bounds were as close as rounding lets them.
#[test]
fn an_ellipsoid_on_a_cone_s_rim_ends() {
    judged::<Vec3>(
        ellipsoid([4.0, 8.0, 8.0]),
        at([8.0, 20.0, -12.0], [-0.0, -0.0, 0.0, 1.0]),
        cone(4.0, 16.0),
        at([8.0, 32.0, -28.0], [0.0, 0.0, 0.0, 1.0]),
    );
}

/// The search for the nearest points lost the plane with which that for a depth proves them apart.
#[test]
fn a_thread_beside_a_scale() {
    judged::<DVec3>(
        rounded(
            segment(
                [-0.5310025215148926, 0.9207212924957275, -0.4635148048400879],
                [0.8931047916412354, 0.9983220100402832, 0.8332076072692871],
            ),
            1.511015885991087e-12,
        ),
        at([-0.7397186756134033, 0.7684526443481445, 0.43451404571533203], [0.0, 0.0, 0.0, 1.0]),
        ellipsoid([0.009281918406486511, 0.0032426281832158566, 5.0574151828186586e-5]),
        at([-0.4551963219994149, 1.7309389968033584, 0.7076720080717024], [0.0, 0.0, 0.0, 1.0]),
    );
}

/// Three iterations left points as far apart as the depth, and across the normal.
#[test]
fn points_of_few_iterations_lie_along_the_normal() {
    let turn = [0.07932766455131333, 0.03144262551590522, 0.048027400794943075, 0.9951943788579107];
    judged::<DVec3>(
        capsule(1.5, 0.5),
        at([0.9865419864654541, -0.6700060367584229, 0.2435922622680664], turn),
        cylinder(0.5, 1.0),
        at([2.0705561051180412, -1.5522252788742121, 0.02771591015302413], turn),
    );
}

/// The direction times a scale left the range, and the support point was any.
#[test]
fn a_segment_stretched_by_the_largest_float() {
    let ends = segment([0.0, 0.0, 0.0], [-4.64e-322, 1e-8, 1e-8]);
    judged::<DVec3>(
        capsule(2.0, 1.401298464324817e-45),
        at([1.0, 1.0, 5.75], [-2.280945748828742e302, 7.716219506680983e-231, 0.0, 0.0]),
        scaled(ends, [1.7976931348623157e308, -9.75e8, -9.75e8]),
        at([1.0, 1.0, 0.25], [0.0, -9.75, 1.0, 1.0]),
    );
}

/// The same; as uneven as this, it is refused.
#[test]
fn a_segment_as_uneven_as_no_direction_is_refused() {
    let ends: Shape<DVec3> = segment([0.0, 0.0, 0.0], [-4.64e-322, 1.0, 1.0]);
    let stretched = scaled(ends, [1.7976931348623157e308, -9.75, -9.75]);
    unknown(&capsule(2.0, 1.5), &Pose::identity(), &stretched, &Pose::identity());
}

/// Beside rounding, EPA of `penetration` proved them apart, that of `distance` did not.
#[test]
fn a_needle_of_a_cone_beside_a_cone() {
    judged::<DVec3>(
        cone(0.00027819524536650334, 5.851178021437295e-6),
        at([939.0061044245958, -731.5216097533703, 380.6108047962189], [0.0, 0.0, 0.0, 1.0]),
        cone(0.9889179468154907, 0.2615240216255188),
        at(
            [938.9854409968217, -731.4091526968842, 380.699282443198],
            [0.124339878338207, 0.06566540142807004, 0.688317479228694, 0.7116506850262893],
        ),
    );
}

/// A segment upon itself, nearly, had the normal of the flat polytope and not of the bound.
#[test]
fn a_segment_along_itself_a_rounding_aside() {
    let a = || {
        segment(
            [-2.0, 0.6666666666666666, 1.6666666666666665],
            [1e-323, -2.3333333333333326, -2.333333333333333],
        )
    };
    let turn = [-2.0, -2.0, 1.0, 1.0];
    judged::<DVec3>(
        a(),
        at([2.333333333333334, 2.333333333333334, 2.333333333333334], turn),
        a(),
        at([1.010574712643678, 0.4436781609195408, -2.2018390804597696], turn),
    );
}

/// Closures had numbers that proved the overlap and a boolean that did not.
#[test]
fn closures_of_boxes_a_hair_deep() {
    judged::<DVec3>(
        cuboid([1.5, 0.5, 1.0]),
        at([0.6495518684387207, -0.0018491744995117188, -0.6746022701263428], [0.0, 0.0, 0.0, 1.0]),
        cuboid([1.5, 2.0, 1.0]),
        at([1.6495518684387207, 2.498150825500416, -0.6746022701263428], [0.0, 0.0, 0.0, 1.0]),
    );
}

/// The same.
#[test]
fn closures_of_a_needle_in_a_box_of_1e_109() {
    judged::<DVec3>(
        segment(
            [-2.947975781259305e-109, -2.4443232539974845e-109, -3.2608806607354215e-109],
            [1.173050929681582e-109, -1.5440614799346726e-109, -1.9978667991581441e-109],
        ),
        at(
            [2.3326751318670294e-109, 2.3278926342687918e-109, -2.695891155149356e-109],
            [0.6716129747838595, -0.2220466415319228, 0.37466116078434775, 0.599383279451549],
        ),
        cuboid([3.394563193897451e-109, 2.690800043823701e-109, 9.850605019079373e-110]),
        at(
            [1.9011476757043854e-109, 8.475771178729305e-110, -4.449883958501404e-109],
            [-0.2695272099156321, 0.175335936643513, -0.4489855955560468, 0.8336811905156664],
        ),
    );
}

/// The length of the row of `w` overflowed, and the edges without end were a unit long.
#[test]
fn a_camera_times_the_largest_power_sees_as_far() {
    let ball: Shape<DVec3> = ball(1.0);
    for factor in [1.0, 1.3 * f64::powi(2.0, 1023), f64::powi(2.0, -1023), 1.5e-308] {
        let camera: Shape<DVec3> = camera(
            [
                [factor, 0.0, 0.0, 0.0],
                [0.0, factor, 0.0, 0.0],
                [0.0, 0.0, 0.0, -factor],
                [0.0, 0.0, factor * 0.125, 0.0],
            ],
            DepthRange::ZeroToOne,
        );
        let [inside, aside] = [0.0, 20.0].map(|x| DVec3::new(x, 0.0, -10.0));
        let found = proximity(&camera, &DVec3::ZERO, &ball, &inside);
        // A quarter of a turn between the sides: a depth of 10 sin 45° + 1.
        let depth = 10.0 * core::f64::consts::FRAC_1_SQRT_2 + 1.0;
        let off = (found.signed_distance() + depth).abs();
        assert!(off <= found.witness().gap && found.witness().gap < 1e-11, "{factor:e}: {found:?}");
        assert_eq!(verdict(&camera, &DVec3::ZERO, &ball, &inside), Verdict::Intersecting);
        assert_eq!(verdict(&camera, &DVec3::ZERO, &ball, &aside), Verdict::Separated);
        assert_eq!(
            verdict(&camera, &DVec3::ZERO, &wall::<DVec3, 3>([0.0, 0.0, 1.0], -5.0), &DVec3::ZERO),
            Verdict::Intersecting
        );
    }
}

/// The sum of two rows overflowed, and the region had no side there.
#[test]
fn a_region_of_a_camera_times_the_largest_power_has_all_sides() {
    let f = 1.3 * f64::powi(2.0, 1023);
    let columns =
        [[f, 0.0, 0.0, 0.0], [0.0, f, 0.0, 0.0], [0.0, 0.0, -f, -f], [0.0, 0.0, -0.125 * f, 0.0]];
    let camera =
        clearance::Frustum::<DVec3>::from_view_projection(columns, DepthRange::MinusOneToOne)
            .unwrap();
    let region = clearance::batch::cull::Region::of_frustum(&camera).unwrap();
    // The near plane is at -0.0625, and has the sum of two rows.
    let (x, z, radius) = ([0.0; 2], [-0.03, -0.1], [0.001; 2]);
    let mut seen = [false; 2];
    let balls = clearance::batch::cull::BallColumns::new([&x, &x, &z], &radius).unwrap();
    region.balls(&balls, &mut seen).unwrap();
    assert_eq!(seen, [false, true]);
}

/// A thin facet's own corners were lower along its normal than others of the hull.
#[test]
fn an_ellipsoid_in_a_hull_with_a_thin_facet() {
    let container: Shape<DVec3> = hull([
        [0.025268797293037992, -0.04294967645675445, 1.0783740932114683],
        [2.0809802824458683, -0.013297814049409743, 0.9490593264491145],
        [2.080980291256053, -0.013298028598533693, 0.9490593264491145],
        [0.8493977580677697, 1.9684371450337128, 1.021370281057303],
        [1.0995789179626367, -2.026953253234415, 1.0159563774534908],
        [1.0531245420719992, -0.028123798890363087, -1.9862832901697085],
    ]);
    let at = DVec3::new(1.0644253060192213, 0.39376940461120535, 0.8967953583807925);
    let inside = |shape: &Shape<DVec3>| {
        let found = clearance::inside_by(&container, &DVec3::ZERO, shape, &at);
        assert!(found.gap < 1e-8, "{found:?}");
        [found.length - found.gap, found.length + found.gap]
    };
    let half = [1e-16, 2e-16, 1.5e-16];
    // The box around it is inside by corners, and so deeper than this.
    let [low, _] = inside(&cuboid(half));
    let [_, high] = inside(&ellipsoid(half));
    assert!(low <= high, "{low} {high}");
}

/// It had the volume of the tetrahedron with the local origin.
#[test]
fn a_triangle_in_space_has_no_volume() {
    let [x, y, z] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    for [p, q, r] in [[x, y, z], [x, z, y], [z, y, x]] {
        let flat: Shape<DVec3> = triangle(p, q, r);
        let none = Err(clearance::MassError::NoVolume);
        assert_eq!(clearance::mass_properties(&flat), none);
        assert_eq!(clearance::mass_properties(&scaled(flat, [1.0, 2.0, -1.0])), none);
    }
}

/// Volumes of hulls as thin as rounding were noise: a centre far beside the sheet, or no volume.
/// The centre of a tetrahedron is the mean of its corners.
#[test]
fn sheets_that_are_solids_by_rounding_have_a_centre() {
    // A square in a turned frame.
    let sheet = [
        [0.764842187284489, 1.044217687237286, 1.6399412294022476],
        [-0.6222164448594165, 1.2385210768385943, 0.2116484585855906],
        [-0.164842187284489, -0.24421768723728615, -0.6399412294022477],
        [1.2222164448594166, -0.4385210768385944, 0.7883515414144092],
    ];
    let mut flips = vec![[0, 1, 2]];
    flips.extend([[1, 2, 0], [2, 0, 1], [2, 1, 0]]);
    for [x, y, z] in flips {
        let corners = sheet.map(|p| DVec3::new(p[x], p[y], p[z]));
        let hull = clearance::ConvexHull::new(&corners).unwrap();
        let mean = corners.iter().sum::<DVec3>() * 0.25;
        let found = clearance::mass_properties(&hull).unwrap();
        assert!((found.centroid - mean).abs().max_element() < 1e-15, "{found:?} {mean}");
        assert!(0.0 < found.volume && found.volume < 1e-15, "{found:?}");
    }
    // The product of two triangular matrices of determinant 1.
    let [k, l, m] = [33_554_393.0, 16_777_259.0, 20_000_003.0];
    let rows = [
        DVec3::new(1.0, k, l),
        DVec3::new(k, k * k + 1.0, k * l + m),
        DVec3::new(m, m * k + l, m * l + l * m + 1.0),
    ];
    let corners = [DVec3::ZERO, rows[0], rows[1], rows[2]];
    let found = clearance::mass_properties(&clearance::ConvexHull::new(&corners).unwrap()).unwrap();
    let size = corners.map(|p| p.length()).into_iter().fold(0.0, f64::max);
    let mean = corners.iter().sum::<DVec3>() * 0.25;
    assert!((found.volume - 1.0 / 6.0).abs() < 1e-15, "{found:?}");
    assert!((found.centroid - mean).length() < 1e-15 * size, "{found:?} {mean}");
    // In the plane: the two rows of such a product.
    let corners = [DVec2::ZERO, DVec2::new(1.0, k), DVec2::new(l, k * l + 1.0)];
    let found = clearance::mass_properties(&clearance::ConvexHull::new(&corners).unwrap()).unwrap();
    let mean = (corners[1] + corners[2]) / 3.0;
    assert!((found.volume - 0.5).abs() < 1e-15, "{found:?}");
    assert!((found.centroid - mean).length() < 1e-15 * corners[2].length(), "{found:?} {mean}");
}

/// The square of a facet's normal lost its digits next to zero.
#[test]
fn the_ball_within_a_grain_of_a_cube() {
    for half in [1e-60, 1e-76, 1e-79, 1e-80, 8e-82, 1e-82, 1e-100, 1e-300] {
        let signs = [-half, half];
        let corners: Vec<DVec3> =
            (0..8).map(|i| DVec3::new(signs[i & 1], signs[i >> 1 & 1], signs[i >> 2])).collect();
        let hull = clearance::ConvexHull::new(&corners).unwrap();
        assert!(SupportMap::<DVec3>::inradius(&hull) <= half, "{half:e}");
    }
}

/// Inertia below the normal numbers, with a few digits left, was returned as right.
#[test]
fn inertia_beyond_the_range_is_refused() {
    let beyond = Some(clearance::MassError::OutOfRange);
    let small: Shape<DVec3> = cuboid([2e-65; 3]);
    assert_eq!(clearance::mass_properties(&small).err(), beyond);
    let small: Shape<Vec3> = clearance::Cuboid::new(Vec3::splat(2e-9)).into();
    assert_eq!(clearance::mass_properties(&small).err(), beyond);
    let large = clearance::ConvexHull::new(&[
        DVec3::ZERO,
        DVec3::X * 1e150,
        DVec3::Y * 1e150,
        DVec3::Z * 1e150,
    ]);
    assert_eq!(clearance::mass_properties(&large.unwrap()).err(), beyond);
    let least: Shape<Vec3> = clearance::Cuboid::new(Vec3::splat(1e-7)).into();
    let found = clearance::mass_properties(&least).unwrap();
    assert!((found.inertia[1].y / (8e-35 / 1.5) - 1.0).abs() < 1e-6, "{found:?}");
}

/// The factor from a subnormal normal to the unit overflowed.
#[test]
fn a_half_space_with_a_subnormal_normal() {
    for normal in [5e-324, 1e-310, 5e-309, 1e-308, 1.7e308] {
        for offset in [0.0, normal] {
            let floor: Shape<DVec3> = wall([0.0, normal, 0.0], offset);
            let above = DVec3::new(0.0, 3.0, 0.0);
            assert_eq!(check(&floor, &DVec3::ZERO, &ball(0.5), &above), Ok(()));
            let found = proximity(&floor, &DVec3::ZERO, &ball(0.5), &above);
            let height = if offset == 0.0 { 2.5 } else { 1.5 };
            let off = (found.signed_distance() - height).abs();
            assert!(off <= found.witness().gap && found.witness().gap < 1e-13, "{found:?}");
        }
    }
}

fn power(exponent: i32) -> f64 {
    f64::powi(2.0, exponent)
}

/// Each scale made the normal a unit vector, and a later one enlarged what was lost.
#[test]
fn a_half_space_scaled_back_and_forth() {
    let stretched = |inner: Shape<DVec3>, by: [i32; 4]| {
        by.iter().fold(inner, |shape, k| scaled(shape, [power(*k), power(-k), 1.0]))
    };
    let floor = || wall::<DVec3, 3>([1.0, 1.0, 0.0], 0.0);
    let [below, above] = [[1.0, -3.0, 0.0], [3.0, -1.0, 0.0]];
    let same = || stretched(floor(), [300, 200, -300, -200]);
    for at_b in [below, above] {
        judged(same(), Pose::identity(), ball(0.5), at(at_b, [0.0, 0.0, 0.0, 1.0]));
    }
    let found = proximity(&same(), &DVec3::ZERO, &ball::<DVec3>(0.5), &DVec3::from_array(above));
    let off = (found.signed_distance() - (core::f64::consts::SQRT_2 - 0.5)).abs();
    assert!(off <= found.witness().gap && found.witness().gap < 1e-12, "{found:?}");
    // Products beyond what normals and directions hold are refused.
    let origin = Pose::identity();
    unknown(&stretched(floor(), [400, 200, -400, -200]), &origin, &ball(0.5), &origin);
    let endless = camera(
        [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, -1.0], [0.0, 0.0, 0.125, 0.0]],
        DepthRange::ZeroToOne,
    );
    unknown(&stretched(endless, [400, 200, -400, -200]), &origin, &ball(0.5), &origin);
    let floor = wall::<Vec3, 3>([1.0, 1.0, 0.0], 0.0);
    let by = [120, 120, 120, 120, 120, -120, -120, -120, -120, -120];
    let f32s = by.iter().fold(floor, |floor, k| scaled(floor, [power(*k), power(-k), 1.0]));
    unknown(&f32s, &Pose::identity(), &ball(0.5), &Pose::identity());
}

/// The height along a normal of any length was out of range.
#[test]
fn a_half_space_with_a_short_normal_swept_over_a_box() {
    for (normal, size) in [(1e-200, 1e-200), (1e-308, 1e-10), (5e-324, 1.0), (1e300, 1e10)] {
        let block = || cuboid::<DVec3, 3>([size, 0.3 * size, size]);
        let floor = || wall([0.0, normal, 0.0], 0.0);
        let high = hull([[0.0; 3], [size, 0.0, 0.0], [0.0, 0.3 * size, 0.0], [0.0, 0.0, size]]);
        for swept in [sum(floor(), block()), sum(block(), floor()), sum(floor(), high)] {
            let at = DVec3::new(0.0, 0.2 * size, 0.0);
            let found = proximity(&swept, &DVec3::ZERO, &Point::new(DVec3::ZERO), &at);
            // Exact to within a rounding of the product.
            let off = (found.signed_distance() + 0.1 * size).abs();
            let gap = found.witness().gap;
            assert!(off <= gap + 1e-16 * size && gap < 1e-13 * size, "{found:?}");
            assert!(clearance::intersects(&swept, &DVec3::ZERO, &Point::new(DVec3::ZERO), &at));
        }
    }
}

/// Their unit normals differed by a rounding, and the sum was refused.
#[test]
fn half_spaces_that_face_the_same_way_add_up() {
    let of = |more: [f64; 3]| sum(wall::<DVec3, 3>([1.0, 1.0, 1.0], 3.0), wall(more, 18.0));
    let at = DVec3::splat(10.0);
    let found = proximity(&of([3.0; 3]), &DVec3::ZERO, &ball::<DVec3>(0.5), &at);
    // x + y + z <= 9.
    let off = (found.signed_distance() - (21.0 / f64::sqrt(3.0) - 0.5)).abs();
    assert!(off <= found.witness().gap && found.witness().gap < 1e-12, "{found:?}");
    // All of space.
    let origin = Pose::identity();
    unknown(&of([3.0, 3.0, f64::next_up(3.0)]), &origin, &ball(0.5), &origin);
    unknown(&of([-3.0; 3]), &origin, &ball(0.5), &origin);
}

/// A rounded normal was taken for the exact one, and the sum for a half-space.
#[test]
fn half_spaces_parallel_but_for_rounding_sum_to_all() {
    let up = DVec3::new(0.0, 99.0, 0.0);
    let mut all = 0;
    for slope in (2..40_i32).map(f64::from) {
        let turned = || scaled(wall::<DVec3, 3>([1.0, slope, 0.0], -5.0), [3.0; 3]);
        let normal = proximity(&turned(), &DVec3::ZERO, &ball::<DVec3>(0.5), &up).witness().normal;
        if f64::mul_add(normal.x, slope, -normal.y) != 0.0 {
            all += 1;
            let sum = sum(turned(), wall([normal.x, normal.y, 0.0], -5.0));
            assert!(clearance::intersects(&sum, &DVec3::ZERO, &ball::<DVec3>(0.5), &up), "{slope}");
        }
    }
    assert!(all > 20);
    // Where no quotient is rounded it is one.
    let half =
        sum(scaled(wall([1.0, 3.0, 0.0], 5.0), [2.0, -2.0, 2.0]), wall([1.0, -3.0, 0.0], 0.0));
    let found = proximity(&half, &DVec3::ZERO, &ball::<DVec3>(0.5), &DVec3::new(0.0, -20.0, 0.0));
    // x - 3 y <= 10.
    let off = (found.signed_distance() - (50.0 / f64::sqrt(10.0) - 0.5)).abs();
    assert!(off <= found.witness().gap && found.witness().gap < 1e-12, "{found:?}");
}

/// The edge of 1e-75 did not count, and no other kept the ball outside.
#[test]
fn a_needle_whose_shortest_edge_separates() {
    let needle = || hull([[-10.0, 0.0], [1.0, 0.0], [1.0, 1e-75]]);
    let id = Pose::identity;
    let beside = |x| Pose::from_translation(DVec2::new(x, 0.0));
    judged::<DVec2>(needle(), id(), ball(0.5), beside(3.0));
    judged::<DVec2>(ball(0.5), beside(3.0), needle(), id());
    judged::<DVec2>(needle(), id(), hull([[0.0, -0.5], [1.0, 0.0], [0.0, 0.5]]), beside(3.0));
    judged::<DVec2>(needle(), id(), rounded(needle(), 0.25), beside(30.0));
}

/// No edge counted, and the first stood for all.
#[test]
fn a_triangle_of_1e_80() {
    let triangle = || hull([[0.0, 0.0], [1e-80, 0.0], [0.0, 1e-80]]);
    let tiniest = || hull([[0.0, 0.0], [1e-160, 0.0], [0.0, 1e-160]]);
    let id = Pose::identity;
    let there = |x, y| Pose::from_translation(DVec2::new(x, y));
    let hair = 4.0 * f64::EPSILON;
    for one in [triangle, tiniest] {
        judged::<DVec2>(one(), id(), ball(1.0), there(5.0, 5.0));
        judged::<DVec2>(one(), id(), one(), there(0.0, 5.0));
        judged::<DVec2>(one(), id(), ball(1.0), there(0.0, 1.0 + hair));
        let grown = || rounded(one(), 1.0);
        judged::<DVec2>(grown(), id(), grown(), there(0.0, 2.0 + 2.0 * hair));
        judged::<DVec2>(grown(), there(0.0, 2.0 + 2.0 * hair), grown(), id());
    }
}

/// Beside a half-space the error was a part of the sizes, which is zero among the smallest numbers.
#[test]
fn a_boundary_a_smallest_step_away() {
    let u = f64::from_bits(1);
    let wall: Shape<DVec3> = HalfSpace::new(DVec3::ONE, 0.0).into();
    let point: Shape<DVec3> = Point(DVec3::new(u, u, -2.0 * u)).into();
    judged(wall, Pose::identity(), point, Pose::identity());
    judged::<DVec3>(
        HalfSpace::new(DVec3::new(-3.0, 2.0, 1.0), -8.479135069224e-312).into(),
        at([-1.2231979659984e-311, -5.09978648423e-312, 9.842401505004e-312], [4.0, 1.0, 4.0, 2.0]),
        Point(DVec3::new(-4.22887367677e-313, -2.0578171953447e-311, -1.638715631529e-311)).into(),
        at(
            [7.357157163394e-312, 1.855925379864e-311, -1.6733881254304e-311],
            [-4.0, 0.0, 3.0, 2.0],
        ),
    );
}

/// Their heights were rounded to solver units, and their corners passed for exact. By construction:
/// the half heights sum to 3 steps of 2^-675, the centres are 4 apart along the common axis.
#[test]
fn discs_nearly_flat_that_stand_apart() {
    let (radius, step) = (2.0_f64.powi(400), 2.0_f64.powi(-675));
    let disc = || -> Shape<DVec3> { cylinder(1.5 * step, radius) };
    for upside_down in [[1.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]] {
        let below = at([0.5 * radius, -4.0 * step, 0.0], upside_down);
        for verdict in [
            verdict(&disc(), &Pose::identity(), &disc(), &below),
            verdict(&disc(), &below, &disc(), &Pose::identity()),
        ] {
            assert_ne!(verdict, Verdict::Intersecting);
        }
        let answer = proximity(&disc(), &Pose::identity(), &disc(), &below);
        let (signed, gap) = (answer.signed_distance(), answer.witness().gap);
        assert!(signed - gap <= step && step <= signed + gap, "{answer:?}");
    }
}

/// Across a flat ellipsoid its point was zero times infinity.
#[test]
fn flat_ellipsoids_have_points() {
    let flat = || ellipsoid([0.25, 0.0, 0.3125]);
    let near_ball = || ellipsoid([3.779531711153686, 4.0, 3.779531711153686]);
    let turned = at([0.0; 3], [0.0, 0.9941459961701185, 0.0, 1.0]);
    for (a, at_a, b) in [
        (flat(), turned, near_ball()),
        (ellipsoid([0.0, 4.0, 1e-6]), Pose::identity(), cylinder(1.25, 1.0)),
        (flat(), at([0.5, 1.0, -0.25], [0.1, 0.2, 0.3, 0.9]), near_ball()),
    ] {
        let answer = proximity(&a, &at_a, &b, &Pose::<DVec3>::identity());
        let witness = answer.witness();
        assert!(witness.on_a.is_finite() && witness.gap < 1e-9, "{answer:?}");
        judged::<DVec3>(a, at_a, b, Pose::identity());
    }
}

/// A box without breadth passed for no body of revolution, and took 67 ms and a `Limit`. By
/// construction: the shortest way out is along the shortest semi-axis.
#[test]
fn a_box_without_breadth_at_the_heart_of_a_round_body() {
    for more in [1e-4, 1e-8] {
        for half in [[0.0, 0.0], [0.0, 1e-7], [1e-9, 0.0]] {
            let ellipse: Shape<DVec2> = ellipsoid([9.0, 9.0 + more]);
            let flat: Shape<DVec2> = cuboid(half);
            as_deep(&proximity(&ellipse, &DVec2::ZERO, &flat, &DVec2::ZERO), 9.0 + half[0]);
            // Of the segment along the shortest semi-axis the normal was (0, 0), and the depth 0.
            let line: Shape<DVec2> = segment(half, half.map(|x: f64| -x));
            as_deep(&proximity(&ellipse, &DVec2::ZERO, &line, &DVec2::ZERO), 9.0 + half[0]);
            as_deep(&proximity(&line, &DVec2::ZERO, &ellipse, &DVec2::ZERO), 9.0 + half[0]);
        }
        for half in [[0.0; 3], [0.0, 1e-3, 0.0], [0.0, 0.0, 1e-9]] {
            let round: Shape<DVec3> = ellipsoid([1.0, 1.0 + more, 1.0 - more]);
            let flat: Shape<DVec3> = cuboid(half);
            let deep = 1.0 - more + half[2];
            as_deep(&proximity(&round, &DVec3::ZERO, &flat, &DVec3::ZERO), deep);
        }
    }
}

#[track_caller]
fn as_deep<V: Vector<Scalar = f64>>(answer: &Proximity<V>, depth: f64) {
    let Witness { length, gap, end, .. } = *answer.witness();
    assert!((length - depth).abs() <= gap && gap < 1e-12 && end == End::Converged, "{answer:?}");
}

/// Its centre was rounded to steps that the radius did not count.
#[test]
fn the_ball_about_a_segment_of_a_few_steps() {
    let step = f32::from_bits(1);
    for i in 0..64_u8 {
        let at = |shift: u8| f32::from(i >> shift & 3) * step;
        let (p, q) = (Vec3::new(at(0), at(2), at(4)), Vec3::splat(4.0 * step));
        let to = Vec3::splat(at(1));
        let ball = clearance::bounding_ball(&Segment::new(p, q), &to);
        let steps = |x: f32| f64::from(x) / f64::from(step);
        for end in [p + to, q + to] {
            let off = (end - ball.center).to_array().map(|x| steps(x).powi(2)).iter().sum::<f64>();
            assert!(off <= steps(ball.radius).powi(2), "{i}: {ball:?}");
        }
    }
}

/// The camera sees depths of 1 to 2, up to which its corners are as far aside as deep: there were
/// none, and how deep it lies in a ball was known to a third only.
#[test]
fn corners_of_a_camera() {
    let columns = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, -2.0, -1.0]];
    let columns = [columns[0], columns[1], columns[2], [0.0, 0.0, -2.0, 0.0]];
    let camera: Shape<DVec3> = camera(columns, DepthRange::ZeroToOne);
    let seen: Vec<DVec3> =
        clearance::corner_points(&rounded(camera.clone(), 0.5), &DVec3::X).collect();
    assert_eq!(seen.len(), 8);
    assert!([1.0, 2.0].iter().all(|z| seen.contains(&DVec3::new(1.0 - z, *z, -z))), "{seen:?}");
    // From its middle the near corners are (1, 1, 9) away, the far ones (2, 2, 8).
    let at = DVec3::new(0.0, 0.0, -10.0);
    let found = clearance::inside_by(&Ball::new(12.0), &at, &camera, &DVec3::ZERO);
    assert!((found.length - (12.0 - 83_f64.sqrt())).abs() <= found.gap, "{found:?}");
    assert!(found.gap < 1e-13, "{found:?}");
}

/// Scaled to where floats lose their bits and back, a shape was small or not there at all, and the
/// answer proved. By construction: powers of two that cancel.
#[test]
fn shapes_scaled_below_the_smallest_float_and_back() {
    for (body, name) in [
        (ball::<DVec3>(1.0), "ball"),
        (ellipsoid([1.0; 3]), "ellipsoid"),
        (cuboid([1.0; 3]), "cuboid"),
        (capsule(1.0, 1.0), "capsule"),
        (cylinder(1.0, 1.0), "cylinder"),
        (segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]), "segment"),
    ] {
        let there_and_back = |powers: [i32; 4]| {
            powers.iter().fold(body.clone(), |shape, &power| {
                Scaled::new(shape, DVec3::splat(2f64.powi(power))).unwrap().into()
            })
        };
        for powers in [[-540, -540, 540, 540], [-540, -530, 530, 540], [-600, -600, 600, 600]] {
            let shape: Shape<DVec3> = there_and_back(powers);
            let aside = DVec3::new(1.5, 0.0, 0.0);
            let answer = proximity(&shape, &DVec3::ZERO, &cuboid([1.0; 3]), &aside);
            let Witness { length, gap, .. } = *answer.witness();
            assert!(answer.signed_distance().abs() == length, "{name} {answer:?}");
            assert!((answer.signed_distance() + 0.5).abs() <= gap, "{name} {answer:?}");
            let verdict = verdict(&shape, &DVec3::ZERO, &cuboid([1.0; 3]), &aside);
            assert_ne!(verdict, Verdict::Separated, "{name} {powers:?}");
        }
        // Beyond the largest float on the way.
        let lost: Shape<DVec3> = there_and_back([540, 540, -540, -540]);
        unknown(&lost, &Pose::identity(), &ball(1.0), &Pose::identity());
    }
}
