//! Laws that every right answer obeys, on random pairs of every kind of shape in all four spaces.

#![allow(clippy::indexing_slicing)]

use clearance::{End, Pose, Proximity, Scalar, Shape, Space, Vector, Verdict, Witness, proximity};
use clearance_trust::{Court, Random, pose, shape};

/// The common kinds of [`clearance_trust::NAMES`]; from the tenth on they are curved.
const KINDS: u64 = 13;
const CURVED: u64 = 10;

/// A pair of shapes in poses, from apart to overlapping.
struct Pair<V: Vector> {
    a: Shape<V>,
    at_a: Pose<V>,
    b: Shape<V>,
    at_b: Pose<V>,
    /// Neither core is curved.
    straight: bool,
    label: String,
}

fn pairs<V: Court>(seed: u64, per_kind: usize) -> impl Iterator<Item = Pair<V>> {
    let kinds = (0..KINDS).flat_map(|a| (0..KINDS).map(move |b| (a, b)));
    kinds.flat_map(move |(kind_a, kind_b)| {
        (0..per_kind).map(move |i| {
            let mut random = Random(seed + 1_000_003 * (kind_a * KINDS + kind_b) + i as u64);
            let (a, b) = (shape::<V>(&mut random, kind_a), shape::<V>(&mut random, kind_b));
            let spread = [0.3, 1.0, 2.0, 8.0][i % 4];
            let (at_a, mut at_b) = (pose::<V>(&mut random, spread), pose::<V>(&mut random, spread));
            // Half of them are then brought close to contact.
            if i % 2 == 1 {
                let near = proximity(&a, &at_a, &b, &at_b);
                let step = match near {
                    Proximity::Separated(w) => w.normal.to_space() * -w.length.to_f64(),
                    Proximity::Intersecting(w) | Proximity::Undecided(w) => {
                        w.normal.to_space() * w.length.to_f64()
                    }
                };
                let factor = 1.0 + [0.0, 1e-12, -1e-9, 1e-6, -1e-4, 1e-2][i / 2 % 6];
                at_b.translation = V::from_space(at_b.translation.to_space() + step * factor);
            }
            Pair {
                straight: kind_a < CURVED && kind_b < CURVED,
                label: format!("{a:?} {at_a:?} / {b:?} {at_b:?}"),
                a,
                at_a,
                b,
                at_b,
            }
        })
    })
}

fn size<V: Vector>(pair: &Pair<V>) -> f64 {
    use clearance::SupportMap;
    let radius = |s: &Shape<V>| s.reach() + s.radius().to_f64();
    radius(&pair.a)
        + radius(&pair.b)
        + (pair.at_a.translation.to_space() - pair.at_b.translation.to_space()).length()
}

fn rounding<V: Vector>(pair: &Pair<V>) -> f64 {
    let world =
        pair.at_a.translation.to_space().length() + pair.at_b.translation.to_space().length();
    4.0 * V::Scalar::EPSILON * (size(pair) + world) + 400.0 * f64::EPSILON * size(pair)
}

fn signed<V: Vector>(p: &Proximity<V>) -> f64 {
    p.signed_distance().to_f64()
}

fn gap<V: Vector>(p: &Proximity<V>) -> f64 {
    p.witness().gap.to_f64()
}

fn each_space(test: impl Fn(usize, usize)) {
    for space in 0..4 {
        test(space, 24);
    }
}

macro_rules! in_all_spaces {
    ($name:ident, $law:ident) => {
        #[test]
        fn $name() {
            each_space(|space, count| match space {
                0 => $law::<glam::Vec2>(count),
                1 => $law::<glam::DVec2>(count),
                2 => $law::<glam::Vec3>(count),
                _ => $law::<glam::DVec3>(count),
            });
        }
    };
}

fn swap_mirrors<V: Court>(count: usize) {
    for pair in pairs::<V>(1, count) {
        let there = proximity(&pair.a, &pair.at_a, &pair.b, &pair.at_b);
        let back = proximity(&pair.b, &pair.at_b, &pair.a, &pair.at_a);
        let off = (signed(&there) - signed(&back)).abs();
        assert!(off <= gap(&there) + gap(&back), "{there:?} {back:?} {}", pair.label);
        if there.is_decided() && back.is_decided() {
            assert_eq!(there.intersects(), back.intersects(), "{}", pair.label);
        }
    }
}
in_all_spaces!(swapping_the_shapes_mirrors_the_answer, swap_mirrors);

fn bounds_hold<V: Court>(count: usize) {
    let (mut apart, mut overlapping, mut undecided, mut near, mut total) = (0, 0, 0, 0, 0);
    let mut widest = 0.0_f64;
    let mut limited = 0;
    for pair in pairs::<V>(2, count) {
        let Pair { a, at_a, b, at_b, label, .. } = &pair;
        let answer = proximity(a, at_a, b, at_b);
        let Witness { on_a, on_b, normal, length, gap, end } = *answer.witness();
        let (length, gap) = (length.to_f64(), gap.to_f64());
        total += 1;
        match answer {
            Proximity::Separated(_) => apart += 1,
            Proximity::Intersecting(_) => overlapping += 1,
            Proximity::Undecided(_) => undecided += 1,
        }
        near += usize::from(length < 1e-3 * size(&pair));
        limited += usize::from(end != End::Converged);
        // The gap is tight: a few roundings of the size, but where a curved overlap used up its room.
        let relative = gap / size(&pair) / V::Scalar::EPSILON;
        if pair.straight {
            assert_eq!(end, End::Converged, "{label}");
            assert!(relative < 100.0, "{relative} {answer:?} {label}");
            widest = widest.max(relative);
        }
        // The normal proves the lower bound of the signed distance by two support points.
        let along = clearance::separation(a, at_a, b, at_b, normal);
        let proved = along.length.to_f64();
        let slack = along.gap.to_f64() + gap + rounding(&pair);
        assert!(proved <= signed(&answer) + slack, "{proved} {answer:?} {label}");
        if end == End::Converged {
            assert!((proved - signed(&answer)).abs() <= slack, "{proved} {answer:?} {label}");
            // The witnesses are as far apart as the answer's length, along the normal.
            let between = on_b.to_space() - on_a.to_space();
            let off = between - normal.to_space() * signed(&answer);
            // Across the normal a curved contact is known only to the square root, since it is so
            // flat.
            let across = if pair.straight { 0.0 } else { (slack * size(&pair)).sqrt() };
            assert!(off.length() <= 4.0 * (slack + across), "{off:?} {slack:?} {answer:?} {label}");
        }
        // Each witness is in its own shape: no farther than rounding from it.
        for (shape, at, witness) in [(a, at_a, on_a), (b, at_b, on_b)] {
            let off = proximity(shape, at, &clearance::Point(witness), &Pose::identity());
            assert!(
                signed(&off) <= slack + off.witness().gap.to_f64(),
                "{off:?} {answer:?} {label}"
            );
        }
        // The verbs agree.
        assert_eq!(
            clearance::intersects(a, at_a, b, at_b),
            answer.intersects(),
            "{answer:?} {label}"
        );
        assert_eq!(
            clearance::distance(a, at_a, b, at_b).is_none(),
            answer.intersects(),
            "{answer:?} {label}"
        );
        assert_eq!(
            clearance::penetration(a, at_a, b, at_b).is_some(),
            answer.intersects(),
            "{answer:?} {label}"
        );
        match clearance::verdict(a, at_a, b, at_b) {
            Verdict::Separated => assert!(!answer.intersects() || !answer.is_decided()),
            Verdict::Intersecting => assert!(answer.intersects(), "{answer:?} {label}"),
            Verdict::Undecided => assert!(length <= 4.0 * gap + slack, "{answer:?} {label}"),
        }
    }
    println!(
        "{}: {total} pairs, {apart} apart, {overlapping} overlapping, {undecided} undecided, {near} near, widest straight gap {widest:.1} eps, {limited} limited",
        std::any::type_name::<V>()
    );
    assert!(apart * 5 > total && overlapping * 5 > total && near * 5 > total);
}
in_all_spaces!(bounds_and_witnesses_hold, bounds_hold);
