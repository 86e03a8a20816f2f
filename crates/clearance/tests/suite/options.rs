//! Options change how long a query takes, never whether its answer is true.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

use clearance::{
    Ball, Cone, ConvexHull, Cuboid, Cylinder, End, EpaStep, GjkStep, Observer, Pose, Primitive,
    Proximity, Query, Scalar, Shape, Space, Start, Support, SupportFault, SupportMap, Vector,
    Verdict, Warm, Witness, Xyz, check_support, distance, penetration, proximity, verdict,
};
use clearance_trust::spaces;
use clearance_trust::{Court, Pair, Truth, WALL, mixed, vector};
use glam::DVec3;

fn signed<V: Vector>(p: &Proximity<V>) -> f64 {
    p.signed_distance().to_f64()
}

fn gap<V: Vector>(p: &Proximity<V>) -> f64 {
    p.witness().gap.to_f64()
}

fn truth<V: Court>(pair: &Pair<V>) -> Truth {
    pair.truth()
}

#[track_caller]
fn holds<V: Court>(answer: &Proximity<V>, truth: &Truth, pair: &Pair<V>) {
    let label = || format!("{truth:?} {answer:?} {}", pair.literal());
    assert!(truth.signed.admits(signed(answer), gap(answer)), "{}", label());
    match answer {
        Proximity::Separated(_) => assert_ne!(truth.intersects, Some(true), "{}", label()),
        Proximity::Intersecting(_) => assert_ne!(truth.intersects, Some(false), "{}", label()),
        Proximity::Undecided(_) => {}
    }
}

/// However few support points are allowed, the answer is true and the boolean conservative; a
/// shortened search ends with `Limit`.
fn limits<V: Court>() {
    let (mut limited, mut converged) = (0, 0);
    for pair in mixed::<V>(21, 250) {
        let Pair { a, at_a, b, at_b } = &pair;
        let truth = truth(&pair);
        let free = pair.proximity();
        for iterations in [0, 1, 2, 3, 4, 5, 8, 13] {
            let query = || Query::new().max_iterations(iterations);
            let answer = query().proximity(a, at_a, b, at_b);
            holds(&answer, &truth, &pair);
            match answer.witness().end {
                End::Limit => limited += 1,
                End::Converged => {
                    converged += 1;
                    assert!(
                        gap(&answer) <= gap(&free) + 512.0 * V::Scalar::EPSILON * pair.size()
                            || !pair.is_straight(),
                        "{iterations}: {answer:?} {free:?} {}",
                        pair.literal()
                    );
                }
                End::CutOff => panic!("{answer:?}"),
            }
            if iterations == 0 && !pair.has_wall() {
                assert_eq!(answer.witness().end, End::Limit, "{answer:?} {}", pair.literal());
            }
            if truth.intersects == Some(true) {
                assert!(query().intersects(a, at_a, b, at_b), "{iterations} {}", pair.literal());
                assert!(query().distance(a, at_a, b, at_b).is_none());
                assert!(query().penetration(a, at_a, b, at_b).is_some());
            }
            match query().verdict(a, at_a, b, at_b) {
                Verdict::Separated => {
                    assert_ne!(truth.intersects, Some(true), "{}", pair.literal())
                }
                Verdict::Intersecting => {
                    assert_ne!(truth.intersects, Some(false), "{}", pair.literal())
                }
                Verdict::Undecided => {}
            }
        }
    }
    println!("limited {limited} converged {converged}");
    assert!(limited > 300 && converged > 300);
}
spaces!(iteration_limits, limits);

fn cut_offs<V: Court>() {
    let (mut cut, mut full) = (0, 0);
    for pair in mixed::<V>(22, 600) {
        let Pair { a, at_a, b, at_b } = &pair;
        let truth = truth(&pair);
        for share in [0.0, 0.01, 0.3, 1.0] {
            let far = V::Scalar::from_f64(share * pair.size());
            let query = || Query::new().cut_off(far);
            let answer = query().proximity(a, at_a, b, at_b);
            holds(&answer, &truth, &pair);
            if answer.witness().end == End::CutOff {
                cut += 1;
                // They are at least that far apart, and it is proved.
                assert!(matches!(answer, Proximity::Separated(_)), "{answer:?}");
                assert!(truth.signed.hi >= far.to_f64(), "{truth:?} {answer:?} {}", pair.literal());
            } else {
                full += 1;
                assert!(
                    gap(&answer)
                        <= 2.0 * gap(&pair.proximity()) + 512.0 * V::Scalar::EPSILON * pair.size()
                        || !pair.is_straight()
                );
            }
            if truth.intersects == Some(true) {
                assert!(query().intersects(a, at_a, b, at_b));
            }
            if truth.intersects == Some(false) && truth.least_magnitude() > 1e-3 * pair.size() {
                assert!(!query().intersects(a, at_a, b, at_b), "{}", pair.literal());
            }
        }
    }
    println!("cut {cut} full {full}");
    assert!(cut > 100 && full > 100);
}
spaces!(cut_off, cut_offs);

fn starts<V: Court>() {
    let mut random = clearance_trust::Random(5);
    for pair in mixed::<V>(23, 400) {
        let Pair { a, at_a, b, at_b } = &pair;
        let truth = truth(&pair);
        let given = V::from_space(random.direction());
        for start in [
            Start::Constant,
            Start::Centers,
            Start::Given(given),
            Start::Given(vector(|| 0.0)),
            Start::Given(vector(|| f64::NAN)),
            Start::Given(vector(|| 1e-30)),
        ] {
            let answer = Query::new().start(start).proximity(a, at_a, b, at_b);
            holds(&answer, &truth, &pair);
            let free = pair.proximity();
            assert!(
                (signed(&answer) - signed(&free)).abs() <= gap(&answer) + gap(&free),
                "{start:?} {answer:?} {free:?} {}",
                pair.literal()
            );
        }
    }
}
spaces!(start_directions, starts);

/// A memory of other shapes only costs time: one memory goes through all pairs.
fn stale<V: Court>() {
    let mut memory = Warm::default();
    for pair in mixed::<V>(24, 600) {
        let Pair { a, at_a, b, at_b } = &pair;
        let truth = truth(&pair);
        let answer = Query::new().warm(&mut memory).proximity(a, at_a, b, at_b);
        holds(&answer, &truth, &pair);
        let again = Query::new().warm(&mut memory).proximity(a, at_a, b, at_b);
        holds(&again, &truth, &pair);
        let cold = pair.proximity();
        for answer in [answer, again] {
            assert!(
                (signed(&answer) - signed(&cold)).abs() <= gap(&answer) + gap(&cold),
                "{answer:?} {cold:?} {}",
                pair.literal()
            );
        }
        match Query::new().warm(&mut memory).verdict(a, at_a, b, at_b) {
            Verdict::Separated => assert_ne!(truth.intersects, Some(true)),
            Verdict::Intersecting => assert_ne!(truth.intersects, Some(false)),
            Verdict::Undecided => {}
        }
    }
}
spaces!(stale_memory, stale);

/// Numbers of 31 bits.
fn random(mut state: u64) -> impl FnMut() -> u64 {
    move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 33
    }
}

fn hull_of(vertices: usize, mut coordinate: impl FnMut() -> f64) -> ConvexHull<Xyz> {
    let points: Vec<Xyz> =
        (0..vertices).map(|_| Xyz::new(coordinate(), coordinate(), coordinate())).collect();
    ConvexHull::new(&points).unwrap()
}

/// The same of hulls that overlap, whose polytope begins with the remembered simplex: its vertices may be anywhere inside.
#[test]
fn memory_of_other_hulls() {
    let mut random = random(1);
    let mut hull = |vertices| hull_of(vertices, || (random() % 7) as f64 - 3.0);
    let (mut memory, mut deep) = (Warm::default(), 0);
    for i in 0..2000 {
        let (a, b, here) = (hull(5 + i % 4), hull(5 + i % 4), Xyz::default());
        let warm = Query::new().warm(&mut memory).proximity(&a, &here, &b, &here);
        let cold = proximity(&a, &here, &b, &here);
        assert_eq!(warm.intersects(), cold.intersects(), "{a:?} {b:?}");
        let apart = (signed(&warm) - signed(&cold)).abs();
        assert!(apart <= gap(&warm) + gap(&cold), "{warm:?} {cold:?} {a:?} {b:?}");
        deep += u32::from(signed(&cold) < -0.5);
    }
    assert!(deep > 1000, "{deep}");
}

/// A memory of a depth holds the facet that it was found on, so that EPA has little left to rule out a frame later.
#[test]
fn memory_of_a_depth() {
    let mut random = random(5);
    let mut hull = || hull_of(16, || random() as f64 / f64::from(1_u32 << 30) - 1.0);
    let (mut cold_steps, mut warm_steps, mut overlaps) = (0, 0, 0);
    for _ in 0..300 {
        let (a, b, here) = (hull(), hull(), Xyz::default());
        let deep = penetration(&a, &here, &b, &Xyz::new(1.0, 0.3, -0.2));
        let Some(Witness { normal, length, .. }) = deep else { continue };
        let there = Xyz::new(1.0, 0.3, -0.2) + normal * (length - 0.02);
        let later = there + Xyz::new(0.004, -0.003, 0.002);
        let mut memory = Warm::default();
        let _ = Query::new().warm(&mut memory).penetration(&a, &here, &b, &there);
        let (mut of_warm, mut of_cold) = (Bounds::default(), Bounds::default());
        let watched = Query::new().warm(&mut memory).observe(&mut of_warm);
        let warm = watched.penetration(&a, &here, &b, &later);
        let cold = Query::new().observe(&mut of_cold).penetration(&a, &here, &b, &later);
        if let (Some(warm), Some(cold)) = (&warm, &cold) {
            let apart = (warm.length - cold.length).abs();
            assert!(apart <= warm.gap + cold.gap, "{warm:?} {cold:?} {a:?} {b:?}");
            overlaps += 1;
        }
        assert_eq!(warm.is_some(), cold.is_some(), "{a:?} {b:?}");
        (warm_steps, cold_steps) = (warm_steps + of_warm.epa.len(), cold_steps + of_cold.epa.len());
    }
    assert!(overlaps > 200, "{overlaps}");
    // One step a pair proves the depth.
    let (warm_steps, cold_steps) = (warm_steps - overlaps, cold_steps - overlaps);
    assert!(3 * warm_steps < cold_steps, "{warm_steps} {cold_steps}");
}

/// Two hundred frames of a motion that passes from apart to overlap and back.
fn frames<V: Court>() {
    let (mut apart, mut overlapping) = (0, 0);
    for mut pair in mixed::<V>(25, 40) {
        let (mut memory, mut of_booleans) = (Warm::default(), Warm::default());
        let start = pair.at_b.translation.to_space() + V::Space::axis(0) * -2.0;
        for frame in 0..200 {
            let to = start
                + V::Space::axis(0) * (0.02 * f64::from(frame))
                + V::Space::axis(1) * (0.003 * f64::from(frame));
            pair.at_b.translation = V::from_space(to);
            let Pair { a, at_a, b, at_b } = &pair;
            let warm = Query::new().warm(&mut memory).proximity(a, at_a, b, at_b);
            let cold = pair.proximity();
            assert!(
                (signed(&warm) - signed(&cold)).abs() <= gap(&warm) + gap(&cold),
                "{warm:?} {cold:?} {}",
                pair.literal()
            );
            let meet = Query::new().warm(&mut of_booleans).verdict(a, at_a, b, at_b);
            assert_eq!(meet, Query::new().verdict(a, at_a, b, at_b), "{}", pair.literal());
            match (&warm, &cold) {
                (Proximity::Separated(_), Proximity::Intersecting(_))
                | (Proximity::Intersecting(_), Proximity::Separated(_)) => {
                    panic!("{warm:?} {cold:?} {}", pair.literal())
                }
                (Proximity::Separated(_), _) => apart += 1,
                _ => overlapping += 1,
            }
        }
    }
    assert!(apart > 1000 && overlapping > 1000, "{apart} {overlapping}");
}
spaces!(two_hundred_frames, frames);

#[derive(Default)]
struct Bounds {
    gjk: Vec<(f64, f64)>,
    epa: Vec<(f64, f64)>,
    unit: f64,
}

impl<S: Space> Observer<S> for Bounds {
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        self.gjk.push((step.lower, step.upper));
        self.unit = step.unit;
    }
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        self.epa.push((step.lower, step.upper));
        self.unit = step.unit;
    }
}

/// Every verb, also with a memory, answers and remembers the same with an observer.
#[track_caller]
fn same_when_watched<V: Court>(pair: &Pair<V>) {
    let Pair { a, at_a, b, at_b } = pair;
    let mut memories = [Warm::default(); 2];
    for _ in 0..2 {
        let [plain, watched] = &mut memories;
        let depth = Query::new().warm(plain).penetration(a, at_a, b, at_b);
        let query = Query::new().warm(watched).observe(Bounds::default());
        assert_eq!(query.penetration(a, at_a, b, at_b), depth, "{}", pair.literal());
        assert_eq!(plain, watched, "{}", pair.literal());
    }
    let watched = || Query::new().observe(Bounds::default());
    let literal = || pair.literal();
    assert_eq!(watched().verdict(a, at_a, b, at_b), verdict(a, at_a, b, at_b), "{}", literal());
    assert_eq!(watched().distance(a, at_a, b, at_b), distance(a, at_a, b, at_b), "{}", literal());
    assert_eq!(watched().proximity(a, at_a, b, at_b), pair.proximity(), "{}", literal());
}

/// Their touch is decided in the plane through their axes, which shows no iterations: it was
/// undecided in observed queries.
#[test]
fn touching_solids_on_a_grid_watched() {
    for kind in 0..4 {
        for (x, z) in [(0.0, 2.0), (3.0, 0.0), (0.0, 0.0)] {
            for half in [0.5, 1.0, 3.0] {
                let apart = x + z;
                let solid = |cone: bool, radius: f64| -> Shape<DVec3> {
                    if cone {
                        Cone::new(half, radius).into()
                    } else {
                        Cylinder::new(half, radius).into()
                    }
                };
                // Side by side; or, on the same axis, end to end.
                let radius = if apart > 0.0 { 0.5 * apart } else { 1.0 };
                let up = if apart > 0.0 { 0.0 } else { 2.0 * half };
                let at = |x, y, z| Pose::from_translation(DVec3::new(x, y, z));
                let pair = Pair {
                    a: solid(kind & 1 == 1, radius),
                    at_a: at(1.0, -2.0, 0.5),
                    b: solid(kind & 2 == 2, radius),
                    at_b: at(1.0 + x, up - 2.0, 0.5 + z),
                };
                same_when_watched(&pair);
                assert!(
                    matches!(pair.proximity(), Proximity::Intersecting(_)),
                    "{}",
                    pair.literal()
                );
            }
        }
    }
}

/// Watching changes no answer. The bounds shown are monotone and enclose the truth.
fn watched<V: Court>() {
    let (mut gjk, mut epa) = (0, 0);
    for pair in mixed::<V>(26, 500) {
        if pair.has_wall() {
            continue;
        }
        let Pair { a, at_a, b, at_b } = &pair;
        let truth = truth(&pair);
        let mut bounds = Bounds::default();
        let answer = Query::new().observe(&mut bounds).proximity(a, at_a, b, at_b);
        holds(&answer, &truth, &pair);
        assert_eq!(answer, pair.proximity(), "{}", pair.literal());
        same_when_watched(&pair);
        let radii = a.radius().to_f64() + b.radius().to_f64();
        let slack = 500.0 * f64::EPSILON * pair.size();
        let core = (truth.signed.lo + radii, truth.signed.hi + radii);
        for steps in bounds.gjk.windows(2) {
            assert!(
                steps[1].0 >= steps[0].0 && steps[1].1 <= steps[0].1,
                "{steps:?} {}",
                pair.literal()
            );
        }
        for (lower, upper) in &bounds.gjk {
            gjk += 1;
            assert!(
                lower * bounds.unit <= core.1.max(0.0) + slack,
                "lower {lower} {truth:?} {}",
                pair.literal()
            );
            assert!(
                upper * bounds.unit >= core.0 - slack,
                "upper {upper} {truth:?} {}",
                pair.literal()
            );
        }
        for steps in bounds.epa.windows(2) {
            assert!(steps[1].1 <= steps[0].1 + slack, "{steps:?} {}", pair.literal());
        }
        for (lower, upper) in &bounds.epa {
            epa += 1;
            assert!(
                lower * bounds.unit <= -core.0 + slack,
                "epa lower {lower} {truth:?} {}",
                pair.literal()
            );
            assert!(
                upper * bounds.unit >= -core.1 - slack,
                "epa upper {upper} {truth:?} {}",
                pair.literal()
            );
        }
    }
    println!("{gjk} steps of GJK, {epa} of EPA");
    assert!(gjk > 800 && epa > 100);
}
spaces!(watching, watched);

/// A closure for each shape, one for the pair, a trait object: the same answers.
fn closures<V: Court>() {
    for pair in mixed::<V>(27, 300) {
        let Pair { a, at_a, b, at_b } = &pair;
        if pair.has_wall() || a.radius().to_f64() != 0.0 || b.radius().to_f64() != 0.0 {
            continue;
        }
        let plain = pair.proximity();
        let (f, g) = (|d: V| a.support(d, 0).point, |d: V| b.support(d, 0).point);
        let one = clearance::proximity(&f, at_a, &g, at_b);
        let dynamic: (&dyn SupportMap<V>, &dyn SupportMap<V>) = (a, b);
        let other = clearance::proximity(dynamic.0, at_a, dynamic.1, at_b);
        assert_eq!(other, plain, "{}", pair.literal());
        let boxed: Box<dyn SupportMap<V>> = Box::new(a.clone());
        assert_eq!(clearance::proximity(&*boxed, at_a, b, at_b), plain);
        // At the same place the difference of the two is one closure.
        let composite = clearance::composite_proximity(&|d: V| {
            V::from_space(f(d).to_space() - g(V::from_space(-d.to_space())).to_space())
        });
        let still =
            clearance::proximity(a, &clearance::Pose::identity(), b, &clearance::Pose::identity());
        for (x, y) in [(one, plain), (composite, still)] {
            let off = (signed(&x) - signed(&y)).abs();
            assert!(off <= gap(&x) + gap(&y), "{x:?} {y:?} {}", pair.literal());
            assert!(
                !matches!(
                    (&x, &y),
                    (Proximity::Separated(_), Proximity::Intersecting(_))
                        | (Proximity::Intersecting(_), Proximity::Separated(_))
                ),
                "{x:?} {y:?} {}",
                pair.literal()
            );
        }
    }
}
spaces!(closures_and_objects, closures);

struct Custom<F>(F, f64);
impl<V: Vector, F: Fn(V) -> V> SupportMap<V> for Custom<F> {
    fn support(&self, d: V, _: u32) -> Support<V> {
        Support { point: (self.0)(d), feature: Support::<V>::SMOOTH }
    }
    fn reach(&self) -> f64 {
        self.1
    }
}

/// A ball of radius 1 about the origin that returns a wrong centre.
struct Misplaced<S>(S);

impl<V: Vector> SupportMap<V> for Misplaced<V::Space> {
    fn support(&self, d: V, _: u32) -> Support<V> {
        let unit = d.to_space().try_normalize().unwrap_or(V::Space::axis(0));
        Support { point: V::from_space(unit), feature: Support::<V>::SMOOTH }
    }
    fn center(&self) -> Option<V::Space> {
        Some(self.0)
    }
}

/// A ball of radius 1 about the origin that returns a wrong inner radius.
struct Roomy(f64);

impl<V: Vector> SupportMap<V> for Roomy {
    fn support(&self, d: V, _: u32) -> Support<V> {
        let unit = d.to_space().try_normalize().unwrap_or(V::Space::axis(0));
        Support { point: V::from_space(unit), feature: Support::<V>::SMOOTH }
    }
    fn center(&self) -> Option<V::Space> {
        Some(V::Space::default())
    }
    fn inradius(&self) -> f64 {
        self.0
    }
}

/// A ball of radius 1 about the origin that names another core, or its own.
struct Disguised<V: Vector>(Primitive<'static, V>);

impl<V: Vector> SupportMap<V> for Disguised<V> {
    fn support(&self, d: V, _: u32) -> Support<V> {
        let unit = d.to_space().try_normalize().unwrap_or(V::Space::axis(0));
        Support { point: V::from_space(unit), feature: Support::<V>::SMOOTH }
    }
    fn primitive(&self) -> Primitive<'_, V> {
        self.0
    }
}

fn faults<V: Court>() {
    let unit = |d: V| V::from_space(d.to_space().try_normalize().unwrap_or(V::Space::axis(0)));
    let along = |d: V, f: f64| V::from_space(unit(d).to_space() * f);
    assert_eq!(check_support::<V, _>(&unit), Ok(()));
    let nan = |d: V| if d.to_space().coordinate(0) > 0.5 { along(d, f64::NAN) } else { unit(d) };
    assert!(matches!(
        check_support::<V, _>(&Custom(nan, 1.0)),
        Err(SupportFault::NotFinite { .. })
    ));
    let count = std::cell::Cell::new(0_u32);
    let unstable = |d: V| {
        count.set(count.get() + 1);
        along(d, if count.get().is_multiple_of(3) { 2.0 } else { 1.0 })
    };
    assert!(matches!(
        check_support::<V, _>(&Custom(unstable, 2.0)),
        Err(SupportFault::Unstable { .. } | SupportFault::DependsOnLength { .. })
    ));
    let longer = |d: V| d;
    assert!(matches!(
        check_support::<V, _>(&Custom(longer, 1.0)),
        Err(SupportFault::DependsOnLength { .. })
    ));
    let nearest = |d: V| along(d, -1.0);
    assert!(matches!(
        check_support::<V, _>(&Custom(nearest, 1.0)),
        Err(SupportFault::NotFarthest { .. })
    ));
    assert!(matches!(
        check_support::<V, _>(&Custom(unit, 0.5)),
        Err(SupportFault::BeyondReach { .. })
    ));
    let roomy = Roomy(0.99);
    assert_eq!(check_support::<V, _>(&roomy), Ok(()));
    assert!(matches!(check_support::<V, _>(&Roomy(1.01)), Err(SupportFault::CenterOutside { .. })));
    let misplaced = |by: f64| Misplaced(V::Space::axis(1) * by);
    assert!(matches!(
        check_support::<V, _>(&misplaced(1.01)),
        Err(SupportFault::CenterOutside { .. })
    ));
    assert_eq!(check_support::<V, _>(&misplaced(0.99)), Ok(()));
    let (one, less) = (V::Space::splat(1.0), V::Space::splat(1.0) + V::Space::axis(0) * -0.01);
    let named = |core| check_support::<V, _>(&Disguised(core));
    assert_eq!(named(Primitive::Ellipsoid(one)), Ok(()));
    for other in [
        Primitive::Ellipsoid(less),
        Primitive::Cuboid(one),
        Primitive::Point(V::Space::default()),
        Primitive::Segment(V::Space::axis(0), -V::Space::axis(0)),
    ] {
        assert!(matches!(named(other), Err(SupportFault::OtherCore { .. })), "{other:?}");
    }
    for kind in 0..WALL {
        let shape = clearance_trust::shape::<V>(&mut clearance_trust::Random(kind), kind);
        assert_eq!(check_support::<V, _>(&shape), Ok(()), "{}", clearance_trust::brief(&shape));
    }
    // A non-convex set of points: the mapping drops the dent, so nothing is wrong with it.
    let _: Shape<V> = Ball::new(V::Scalar::ONE).into();
    let _: Option<Witness<V>> = clearance::distance(
        &Cuboid::new(vector::<V>(|| 1.0)),
        &clearance::Pose::<V>::identity(),
        &unit,
        &clearance::Pose::identity(),
    );
}
spaces!(support_faults, faults);
