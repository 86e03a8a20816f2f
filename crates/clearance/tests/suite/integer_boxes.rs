//! The articles' own trap: boxes on a grid, where the origin falls exactly on vertices, edges and faces of the simplex.
//! Two of the five articles' algorithms call deep overlaps disjoint here, a third runs into its iteration cap.

#![allow(clippy::indexing_slicing)]

use clearance::{Cuboid, Proximity, Scalar, Space, SupportMap, Vector, Verdict};

/// Every box with edges 1 to 3 at the origin against every such box at offsets on a grid of half units.
fn every_pair<V: Vector>() -> (usize, usize, usize)
where
    Cuboid<V>: SupportMap<V>,
{
    let dim = V::Space::DIM;
    let edges: Vec<Vec<f64>> = power(&[1.0, 2.0, 3.0], dim);
    let (mut apart, mut touching, mut overlapping) = (0, 0, 0);
    let point = |c: &[f64]| {
        V::from_space((0..dim).fold(V::Space::default(), |p, i| p + V::Space::axis(i) * c[i]))
    };
    for a in &edges {
        for b in &edges {
            // Offsets that hit every relation of the intervals along each axis.
            for k in power(&[0.0, 0.5, 1.0], dim) {
                let reach: Vec<f64> = (0..dim).map(|i| (a[i] + b[i]) / 2.0).collect();
                for step in [0.0, 1.0, 1.5] {
                    let offset: Vec<f64> =
                        (0..dim).map(|i| ((k[i] * reach[i] * 2.0).floor() / 2.0) * step).collect();
                    let halves = |e: &[f64]| point(&e.iter().map(|x| x / 2.0).collect::<Vec<_>>());
                    let (box_a, box_b) = (Cuboid::new(halves(a)), Cuboid::new(halves(b)));
                    let gaps: Vec<f64> = (0..dim).map(|i| offset[i].abs() - reach[i]).collect();
                    let most = gaps.iter().copied().fold(f64::NEG_INFINITY, f64::max);
                    let distance = gaps.iter().map(|g| g.max(0.0).powi(2)).sum::<f64>().sqrt();
                    let (origin, there) = (point(&vec![0.0; dim]), point(&offset));
                    let context = || format!("{a:?} against {b:?} at {offset:?}");

                    let proximity = clearance::proximity(&box_a, &origin, &box_b, &there);
                    let witness = *proximity.witness();
                    let error = (witness.length.to_f64() - distance.max(-most)).abs();
                    assert!(error <= witness.gap.to_f64(), "{} {proximity:?}", context());
                    assert!(
                        witness.gap.to_f64() <= 16.0 * V::Scalar::EPSILON * 8.0,
                        "{} {proximity:?}",
                        context()
                    );
                    assert_eq!(clearance::intersects(&box_a, &origin, &box_b, &there), most <= 0.0);
                    let verdict = clearance::verdict(&box_a, &origin, &box_b, &there);
                    if most > 0.0 {
                        apart += 1;
                        assert!(matches!(proximity, Proximity::Separated(_)), "{}", context());
                        assert_eq!(verdict, Verdict::Separated, "{}", context());
                        assert_eq!(
                            clearance::distance(&box_a, &origin, &box_b, &there),
                            Some(witness),
                            "{}",
                            context()
                        );
                    } else {
                        if most < 0.0 {
                            overlapping += 1
                        } else {
                            touching += 1
                        }
                        assert!(
                            matches!(proximity, Proximity::Intersecting(_)),
                            "{}: {proximity:?}",
                            context()
                        );
                        assert_eq!(verdict, Verdict::Intersecting, "{}", context());
                        assert_eq!(clearance::distance(&box_a, &origin, &box_b, &there), None);
                    }
                }
            }
        }
    }
    (apart, touching, overlapping)
}

fn power(values: &[f64], dim: usize) -> Vec<Vec<f64>> {
    (0..dim).fold(vec![vec![]], |tuples, _| {
        tuples
            .iter()
            .flat_map(|t| values.iter().map(move |v| [t.as_slice(), &[*v]].concat()))
            .collect()
    })
}

#[test]
fn boxes_on_a_grid_are_right_in_all_four_spaces() {
    for (apart, touching, overlapping) in [
        every_pair::<glam::Vec2>(),
        every_pair::<glam::DVec2>(),
        every_pair::<glam::Vec3>(),
        every_pair::<glam::DVec3>(),
    ] {
        println!("{apart} apart, {touching} touching, {overlapping} overlapping");
        assert!(apart > 100 && touching > 100 && overlapping > 100);
    }
}
