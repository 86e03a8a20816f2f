//! Shapes that the library knows, in poses in which many ways out are nearly equally short: in
//! themselves, about one centre or axis, and drifted from that by little. Each answer has to come
//! to its end, with bounds as close as rounding lets them.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, clippy::cast_precision_loss)]

use core::f64::consts::{PI, TAU};

use clearance::{ConvexHull, End, Pose, Rotation2, Shape, Space, Xy, penetration};

/// What poses drift by.
const DRIFTS: [f64; 9] = [0.0, 1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3];

/// A regular polygon of radius 1 with its first corner on the x-axis.
fn regular(corners: usize) -> Shape<Xy> {
    let corner = |i: usize| {
        let angle = TAU * i as f64 / corners as f64;
        Xy::new(angle.cos(), angle.sin())
    };
    ConvexHull::new(&(0..corners).map(corner).collect::<Vec<_>>()).unwrap().into()
}

/// One regular polygon in another about its centre, turned by less than half a side: a side of the
/// one is as far out as ever, and the other's corner next to its middle has turned towards it.
#[test]
fn round_polygons_have_no_cliff() {
    for corners in [96, 256, 258, 512, 514, 1024, 2000, 4000] {
        let outline = regular(corners);
        let here = Pose { translation: Xy::new(0.0, 0.0), rotation: Rotation2::from_angle(0.0) };
        for turn in DRIFTS.into_iter().filter(|turn| *turn <= PI / corners as f64) {
            let turned = Pose { rotation: Rotation2::from_angle(turn), ..here };
            let half = PI / corners as f64;
            let truth = half.cos() + (half - turn).cos();
            for (at_a, at_b) in [(&here, &turned), (&turned, &here)] {
                let found = penetration(&outline, at_a, &outline, at_b).unwrap();
                let case = format!("{corners} {turn:e} {found:?}");
                assert_eq!(found.end, End::Converged, "{case}");
                assert!(found.gap < 3e-14, "{case}");
                // The corners themselves are rounded.
                assert!((found.length - truth).abs() <= found.gap + 2e-15, "{truth} {case}");
                let way = found.on_a - found.on_b - found.normal * found.length;
                assert!(way.max_abs() < 3e-14, "{case}");
            }
        }
    }
}
