//! No absolute tolerance anywhere: every length times a power of two gives every answer times that power, exactly or within
//! its scaled gap.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{Proximity, Scalar};
use clearance_trust::{Court, mixed};

/// Share of pairs in three, so that no sample is all apart.
fn scales<V: Court>(count: u64, exponents: &[i32]) {
    let (mut same, mut compared, mut apart, mut overlapping, mut undecided) =
        (0_u64, 0_u64, 0, 0, 0);
    let mut wrong = Vec::new();
    for pair in mixed::<V>(11, count) {
        let here = pair.proximity();
        match here {
            Proximity::Separated(_) => apart += 1,
            Proximity::Intersecting(_) => overlapping += 1,
            Proximity::Undecided(_) => undecided += 1,
        }
        let (signed, gap) = (here.signed_distance().to_f64(), here.witness().gap.to_f64());
        for exponent in exponents {
            let factor = 2.0_f64.powi(*exponent);
            let there = pair.magnified(factor).proximity();
            let (signed_there, gap_there) =
                (there.signed_distance().to_f64(), there.witness().gap.to_f64());
            compared += 1;
            let exact = signed_there == signed * factor
                && gap_there == gap * factor
                && there.witness().normal == here.witness().normal;
            same += u64::from(exact);
            let boolean = std::mem::discriminant(&here) == std::mem::discriminant(&there);
            let within = (signed_there / factor - signed).abs() <= gap + gap_there / factor
                && gap_there / factor <= 4.0 * gap + 1e-13 * pair.size();
            if !boolean || !within {
                wrong.push(format!("2^{exponent} {here:?} {there:?} {}", pair.literal()));
            }
        }
    }
    println!(
        "{}: {count} pairs, {apart} apart, {overlapping} overlapping, {undecided} undecided; {same} of {compared} exact; {} wrong",
        std::any::type_name::<V>(),
        wrong.len()
    );
    for w in wrong.iter().take(5) {
        println!("WRONG {w}");
    }
    assert!(wrong.is_empty());
    assert!(apart * 4 > count && overlapping * 5 > count);
}

const FAR: [i32; 14] = [-60, -59, -47, -40, -31, -16, -3, 1, 8, 21, 34, 47, 59, 60];
/// Where the solver changes its units.
const FARTHER: [i32; 8] = [-600, -300, -140, -130, 130, 140, 300, 600];

#[test]
fn space_f64() {
    scales::<glam::DVec3>(1000, &FAR);
}
#[test]
fn plane_f64() {
    scales::<glam::DVec2>(1000, &FAR);
}
#[test]
fn space_f32() {
    scales::<glam::Vec3>(1000, &[-20, -19, -7, 1, 12, 20]);
}
#[test]
fn plane_f32() {
    scales::<glam::Vec2>(1000, &[-20, -19, -7, 1, 12, 20]);
}
#[test]
fn space_f64_far() {
    scales::<glam::DVec3>(300, &FARTHER);
}
#[test]
fn plane_f64_far() {
    scales::<glam::DVec2>(300, &FARTHER);
}
