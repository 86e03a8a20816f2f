//! Cases whose answer anyone can check by hand.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance_oracle::{
    Bracket, Invalid, Polytope, Pose, Rational, Shape, Vector, above, below, depth_squared,
    distance_squared, exact, intersects, judge, sqrt_bounds, time_of_impact,
};

fn cube(centre: [f64; 3]) -> Polytope<3> {
    let corner = |k: usize| -> [f64; 3] {
        std::array::from_fn(|i| centre[i] + if k >> i & 1 == 1 { 0.5 } else { -0.5 })
    };
    Polytope::from_floats(&(0..8).map(corner).collect::<Vec<_>>()).unwrap()
}

fn ratio(top: i64, bottom: u64) -> Rational {
    Rational::from(top) / Rational::from(bottom)
}

#[test]
fn floats_are_exact_and_come_back() {
    for x in [0.0, 1.0, -0.1, f64::MAX, f64::MIN_POSITIVE, 5e-324, 1e300 / 3.0, -3e-310] {
        let r = exact(x).unwrap();
        assert_eq!((below(&r), above(&r)), (x, x));
    }
    assert!(exact(f64::NAN).is_none() && exact(f64::INFINITY).is_none());
    let third = ratio(1, 3);
    assert!(exact(below(&third)).unwrap() < third && exact(above(&third)).unwrap() > third);
    assert_eq!(below(&third).next_up(), above(&third));
    let huge = exact(f64::MAX).unwrap() * Rational::from(2);
    assert_eq!((below(&huge), above(&huge)), (f64::MAX, f64::INFINITY));
    let tiny = exact(5e-324).unwrap() / Rational::from(2);
    assert_eq!((below(&tiny), above(&tiny)), (0.0, 5e-324));
}

#[test]
fn roots_are_exact_or_tight() {
    assert_eq!(sqrt_bounds(&ratio(9, 4)), (ratio(3, 2), ratio(3, 2)));
    let (low, high) = sqrt_bounds(&ratio(2, 1));
    assert!(&low * &low < ratio(2, 1) && &high * &high > ratio(2, 1));
    assert!((high - low) * exact(2f64.powi(190)).unwrap() < ratio(1, 1));
}

#[test]
fn cubes() {
    let a = cube([0.0; 3]);
    assert!(intersects(&a, &cube([1.0, 1.0, 1.0])));
    assert!(!intersects(&a, &cube([1.0f64.next_up(), 0.0, 0.0])));
    assert_eq!(distance_squared(&a, &cube([3.0, 2.5, 0.0])).squared, ratio(25, 4));
    let depth = depth_squared(&a, &cube([0.75, 0.25, 0.0])).unwrap();
    assert_eq!(depth.squared, ratio(1, 16));
    assert_eq!(depth.normals, [Vector::whole([1, 0, 0])]);
    // Concentric: all six ways are as short.
    let depth = depth_squared(&a, &a).unwrap();
    assert_eq!((depth.squared, depth.normals.len()), (ratio(1, 1), 6));
    assert!(depth_squared(&a, &cube([2.0, 0.0, 0.0])).is_none());
}

#[test]
fn flat_differences() {
    let segment = |p: [f64; 3], q: [f64; 3]| Polytope::from_floats(&[p, q]).unwrap();
    let x = segment([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
    let y = segment([0.0, -1.0, 0.0], [0.0, 1.0, 0.0]);
    let depth = depth_squared(&x, &y).unwrap();
    assert_eq!(depth.squared, Rational::ZERO);
    assert_eq!(depth.normals, [Vector::whole([0, 0, 1]), Vector::whole([0, 0, -1])]);
    // Along one line every direction across is a least one; listed are a basis and its opposite.
    assert_eq!(depth_squared(&x, &x).unwrap().normals.len(), 4);
    let point = Polytope::from_floats(&[[0.0; 3], [0.0; 3]]).unwrap();
    assert_eq!(depth_squared(&point, &point).unwrap().normals.len(), 6);
    assert_eq!(depth_squared(&point, &cube([0.25, 0.0, 0.0])).unwrap().squared, ratio(1, 16));
}

#[test]
fn impacts() {
    let (a, b) = (cube([0.0; 3]), cube([4.0, 0.5, 0.0]));
    let towards = Vector::whole([-2, 0, 0]);
    let after = |v: &Vector<3>, max: i64| time_of_impact(&a, &b, v, &Rational::from(max));
    assert_eq!(after(&towards, 10), Some(ratio(3, 2)));
    assert_eq!(after(&towards, 1), None);
    assert_eq!(after(&Vector::whole([2, 0, 0]), 10), None);
    assert_eq!(after(&Vector::zero(), 10), None);
    assert_eq!(time_of_impact(&a, &a, &towards, &Rational::ZERO), Some(Rational::ZERO));
    assert_eq!(after(&towards, -1), None);
    // A third of a third: not a float.
    let point = Polytope::from_floats(&[[1.5, 0.0, 0.0]]).unwrap();
    let slow = &towards * &ratio(1, 6);
    assert_eq!(time_of_impact(&a, &point, &slow, &Rational::from(9)), Some(ratio(3, 1)));
}

#[test]
fn poses() {
    let quarter = Pose::from_quaternion([1.0, 2.0, 3.0], [0.0, 0.0, 7.0, 7.0]).unwrap();
    assert_eq!(quarter.apply(&Vector::whole([1, 0, 0])), Vector::whole([1, 3, 3]));
    let odd = Pose::from_quaternion([0.0; 3], [0.1, -0.7, 0.3, 0.2]).unwrap();
    for (i, row) in odd.linear.iter().enumerate() {
        for (j, other) in odd.linear.iter().enumerate() {
            assert_eq!(row.dot(other), Rational::from(i64::from(i == j)));
        }
    }
    assert_eq!(odd.linear[0].cross(&odd.linear[1]), odd.linear[2]);
    let half = Pose::from_half_angle([0.0; 2], 3.0, 1.0).unwrap();
    assert_eq!(half.apply(&Vector::whole([5, 0])), Vector::whole([4, 3]));
    assert_eq!(quarter.after(&odd).apply(&Vector::whole([1, 2, 3])), {
        quarter.apply(&odd.apply(&Vector::whole([1, 2, 3])))
    });
    assert_eq!(Pose::from_quaternion([0.0; 3], [0.0; 4]), Err(Invalid::ZeroRotation));
    assert_eq!(Pose::<2>::translation([0.0, f64::NAN]), Err(Invalid::NotFinite));
}

#[test]
fn rounded_shapes() {
    let origin = Pose::<3>::identity();
    let ball = |radius| Shape::<3>::Ball { radius };
    let at = |p| Pose::<3>::translation(p).unwrap();
    // Touching exactly: 3-4-5.
    let touch = judge(&ball(2.0), &origin, &ball(3.0), &at([3.0, 4.0, 0.0])).unwrap();
    assert_eq!((touch.intersects, touch.signed_distance), (Some(true), Bracket::ZERO));
    assert_eq!(touch.normals, [[0.6, 0.8, 0.0]]);
    let barely = judge(&ball(2.0), &origin, &ball(3.0f64.next_down()), &at([3.0, 4.0, 0.0]));
    let barely = barely.unwrap();
    assert_eq!((barely.intersects, barely.distance.lo), (Some(false), 3.0 - 3.0f64.next_down()));
    // Crossing spines: the cores are flat, and the radii make the depth.
    let capsule = Shape::Capsule { half_height: 1.0, radius: 0.25 };
    let lying = Pose::from_quaternion([0.0; 3], [0.0, 0.0, 1.0, 1.0]).unwrap();
    let crossed = judge(&capsule, &origin, &capsule, &lying).unwrap();
    assert_eq!(crossed.depth, Bracket { lo: 0.5, hi: 0.5 });
    assert_eq!(crossed.normals, [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]]);
    // A rounded box: the same box, half a unit nearer.
    let cube = Shape::<3>::Box { half_extents: [0.5; 3] };
    let soft = Shape::Rounded { inner: Box::new(cube.clone()), radius: 0.5 };
    let apart = judge(&cube, &origin, &soft, &at([4.0, 5.0, 0.0])).unwrap();
    assert_eq!(apart.distance, Bracket { lo: 4.5, hi: 4.5 });
    let inside = judge(&cube, &origin, &soft, &at([0.75, 0.0, 0.0])).unwrap();
    assert_eq!((inside.depth.lo, inside.distance), (0.75, Bracket::ZERO));
    assert_eq!(
        judge(&ball(-1.0), &origin, &cube, &origin).map(|t| t.exact),
        Err(Invalid::Negative)
    );
    assert_eq!(judge(&Shape::Hull(vec![]), &origin, &cube, &origin), Err(Invalid::Empty));
}
