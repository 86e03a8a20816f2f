//! Scenes against exact arithmetic, brute force and closed forms.
#![allow(clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{
    Ball, ConvexHull, Cuboid, Cylinder, DepthRange, Frustum, HalfSpace, MinkowskiSum, Point, Pose,
    Proximity, Rotation3, Scaled, Segment, Shape, Space, SupportMap, Xyz,
};
use clearance_oracle as oracle;
use clearance_scene::Mesh;
use clearance_scene::scene::{
    Body, BodyError, Boxes, By, Camera, Class, Clearance, Cover, Inside, Object, Part, Rules, View,
    between, candidates_up_to, candidates_within, classify, groups, near_one, nearest,
    nearest_between, pairs_between, pairs_within,
};

/// Numbers that look random (a linear congruence, Knuth's constants), the same every run.
struct Draw(u64);

impl Draw {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        low + (high - low) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
    fn point(&mut self, size: f64) -> Xyz {
        let mut x = || self.between(-size, size);
        Xyz::new(x(), x(), x())
    }
    fn pose(&mut self, size: f64) -> Pose<Xyz> {
        let translation = self.point(size);
        let mut q = || self.between(-1.0, 1.0);
        Pose { translation, rotation: Rotation3::from_xyzw(q(), q(), q(), q()) }
    }
}

fn cube(half: f64) -> Mesh {
    let corner = |i: usize| [1, 2, 4].map(|bit| if i & bit == 0 { -half } else { half });
    let quads =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = quads.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

fn soup(mesh: Mesh) -> Object {
    Object::new("soup", Body::of_triangles(mesh).unwrap())
}

fn at(object: &Object, x: f64, y: f64, z: f64) -> Object {
    Object { pose: Pose::from_translation(Xyz::new(x, y, z)), ..object.clone() }
}

fn boxed(half: f64) -> Object {
    Object::new("box", Body::of_parts(vec![Cuboid::new(Xyz::splat(half)).into()]).unwrap())
}

#[track_caller]
fn found(a: &Object, b: &Object, within: f64) -> Clearance {
    between(a, b, within).expect("near enough")
}

#[test]
fn a_cube_in_a_closed_cube_is_inside_and_in_an_open_one_nobody_knows() {
    let (outer, inner) = (soup(cube(2.0)), soup(cube(0.5)));
    // However small the distance of the query.
    let answer = found(&outer, &inner, 0.1);
    assert_eq!((answer.signed_distance(), answer.inside), (-1.5, Inside::BInA));
    assert_eq!(answer.surfaces.unwrap().signed_distance(), 1.5);
    assert_eq!(classify(&outer, &inner, &answer, 0.0).class, Class::Contains);
    assert_eq!(found(&inner, &outer, 0.1).inside, Inside::AInB);
    assert_eq!(between(&outer, &at(&inner, 5.0, 0.0, 0.0), 0.1), None);
    assert_eq!(found(&outer, &at(&inner, 5.0, 0.0, 0.0), 9.0).inside, Inside::Neither);

    let mut open = cube(2.0);
    open.triangles.pop();
    let open = soup(open);
    assert!(!open.body.is_closed());
    let answer = found(&open, &inner, 2.0);
    assert_eq!((answer.signed_distance(), answer.inside), (1.5, Inside::Open));
    assert_eq!(classify(&open, &inner, &answer, 0.0).class, Class::Near);
}

/// Their hulls hit what stands in them, and stood for them by `auto`.
#[test]
fn an_open_bin_and_a_flat_l_are_no_hulls() {
    let ball = |x, y, z| {
        at(&Object::new("ball", Body::of_parts(vec![Ball::new(0.1).into()]).unwrap()), x, y, z)
    };
    let is_apart = |mesh: &Mesh, ball: &Object, distance: f64| {
        assert_eq!(mesh.is_convex(), Ok(false));
        let object = Object::new("mesh", By::Auto.body(mesh).unwrap());
        let answer = found(&object, ball, f64::INFINITY);
        assert!(matches!(answer.proximity, Proximity::Separated(_)), "{answer:?}");
        assert!((answer.signed_distance() - distance).abs() <= answer.gap(), "{answer:?}");
    };
    let mut bin = cube(1.0);
    assert_eq!(bin.is_convex(), Ok(true));
    let is_lid = |t: &[u32; 3]| t.iter().all(|&v| bin.vertices[v as usize][2] == 1.0);
    let walls: Vec<[u32; 3]> = bin.triangles.iter().copied().filter(|t| !is_lid(t)).collect();
    assert_eq!(walls.len(), 10);
    bin.triangles = walls;
    is_apart(&bin, &ball(0.0, 0.0, 0.5), 0.9);
    let corners = [[0, 0], [2, 0], [2, 1], [1, 1], [1, 2], [0, 2]];
    let vertices = corners.map(|[x, y]| [f64::from(x), f64::from(y), 0.0]).to_vec();
    let sheet = Mesh { vertices, triangles: vec![[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] };
    is_apart(&sheet, &ball(1.25, 1.25, 0.0), 0.25 - 0.1);
}

/// Two meshes as the pieces of one.
fn joined(first: &Mesh, then: &Mesh) -> Mesh {
    let mut both = first.clone();
    let before = u32::try_from(both.vertices.len()).unwrap();
    both.vertices.extend(&then.vertices);
    both.triangles.extend(then.triangles.iter().map(|t| t.map(|i| i + before)));
    both
}

fn moved(mut mesh: Mesh, x: f64) -> Mesh {
    mesh.vertices.iter_mut().for_each(|v| v[0] += x);
    mesh
}

fn turned_inside_out(mut mesh: Mesh) -> Mesh {
    mesh.triangles.iter_mut().for_each(|t| t.swap(0, 1));
    mesh
}

#[test]
fn a_hole_in_a_closed_surface_is_outside() {
    // A shell: the inner surface, which faces inward, makes its inside a hollow.
    let shell = soup(joined(&cube(2.0), &turned_inside_out(cube(1.0))));
    assert!(shell.body.is_closed());
    assert_eq!(found(&shell, &soup(cube(0.5)), 1.0).inside, Inside::Neither);
    assert_eq!(found(&shell, &at(&soup(cube(0.25)), 1.5, 0.0, 0.0), 1.0).inside, Inside::BInA);
}

/// The overlap of two closed cubes counted as outside of both, by odd and even.
#[test]
fn what_is_in_two_pieces_is_inside() {
    let (one, other) = (moved(cube(1.0), -0.5), moved(cube(1.0), 0.5));
    let ball = Object::new("ball", Body::of_parts(vec![Ball::new(0.125).into()]).unwrap());
    for both in [joined(&one, &other), turned_inside_out(joined(&one, &other))] {
        let both = soup(both);
        assert!(both.body.is_closed());
        for (x, inside) in [(0.0, Inside::BInA), (1.0, Inside::BInA), (2.0, Inside::Neither)] {
            let answer = found(&both, &at(&ball, x, 0.0, 0.0), 9.0);
            assert_eq!(answer.inside, inside, "{x}");
        }
        // A corner in the overlap: by 0.5 inside of each.
        let pin = Object::new("pin", Body::of_parts(vec![pin(2.0)]).unwrap());
        assert_eq!(found(&both, &pin, 0.0).signed_distance(), -0.5);
    }
    // A cube in a cube: a hollow only where it faces inward.
    let filled = soup(joined(&cube(2.0), &cube(1.0)));
    assert_eq!(found(&filled, &ball, 0.0).inside, Inside::BInA);
    // Where the triangles do not turn alike, it is unknown; what is in one of both is inside.
    let mut mixed = joined(&one, &other);
    mixed.triangles[0].swap(0, 1);
    let mixed = soup(mixed);
    assert_eq!(found(&mixed, &ball, 9.0).inside, Inside::Neither);
    assert_eq!(found(&mixed, &at(&ball, 1.0, 0.0, 0.0), 9.0).inside, Inside::BInA);
}

/// A segment upward from the origin.
fn pin(long: f64) -> Part {
    Segment::new(Xyz::default(), Xyz::new(0.0, 0.0, long)).into()
}

#[test]
fn a_piece_inside_is_found_where_another_is_outside() {
    let far = Xyz::new(20.0, 0.0, 0.0);
    let (one, other) = (cube(0.5), moved(cube(0.5), far.x));
    let outer = soup(cube(2.0));
    let join = |first: &Mesh, then: &Mesh| soup(joined(first, then));
    let part =
        |at: Xyz| Part { pose: Pose::from_translation(at), ..Cuboid::new(Xyz::splat(0.5)).into() };
    let parts = |parts: Vec<Part>| Object::new("parts", Body::of_parts(parts).unwrap());
    let near = Xyz::default();
    for inner in [
        join(&one, &other),
        join(&other, &one),
        parts(vec![part(near), part(far)]),
        parts(vec![part(far), part(near)]),
    ] {
        let answer = found(&outer, &inner, 0.0);
        assert_eq!((answer.signed_distance(), answer.inside), (-1.5, Inside::BInA));
        assert_eq!(classify(&outer, &inner, &answer, 0.0).class, Class::Contains);
        assert_eq!(found(&inner, &outer, 0.0).inside, Inside::AInB);
        // Also with one outside.
        let beside = at(&inner, 5.0, 0.0, 0.0);
        assert_eq!(between(&outer, &beside, 0.1), None);
        assert_eq!(found(&outer, &beside, 9.0).inside, Inside::Neither);
    }
}

#[test]
fn a_turned_body_inside_is_found_though_the_box_about_its_box_sticks_out() {
    let outer = soup(cube(1.2));
    let tip = |i: usize, sign: f64| [0, 1, 2].map(|axis| if axis == i { sign } else { 0.0 });
    let vertices = (0..3).flat_map(|i| [tip(i, -1.0), tip(i, 1.0)]).collect();
    let triangles = (0..8_u32).map(|i| [i & 1, 2 + (i >> 1 & 1), 4 + (i >> 2)]).collect();
    let octahedron = soup(Mesh { vertices, triangles });
    assert!(octahedron.body.is_closed());
    for degrees in [0.0_f64, 45.0, 90.0] {
        let rotation = Rotation3::from_axis_angle(Xyz::axis(2), degrees.to_radians());
        let inner = Object { pose: Pose { rotation, ..Pose::identity() }, ..octahedron.clone() };
        let answer = found(&outer, &inner, 0.0);
        assert!((answer.signed_distance() + 0.2).abs() < 1e-12, "{degrees}");
        assert_eq!(answer.inside, Inside::BInA, "{degrees}");
    }
}

/// Boxes at quarters, whose distances along an axis are exact.
#[test]
fn what_is_just_as_far_apart_as_asked_is_within() {
    let mut draw = Draw(7);
    let mut quarter = |low: f64, high: f64| (4.0 * draw.between(low, high)).round() / 4.0;
    for by in [By::Hull, By::Triangles] {
        for _ in 0..200 {
            let mut object = |at: [f64; 3]| {
                let half = [(); 3].map(|()| quarter(0.25, 2.0));
                let mut mesh = cube(1.0);
                for v in &mut mesh.vertices {
                    *v = [0, 1, 2].map(|i| at[i] + v[i] * half[i]);
                }
                (Object::new("box", by.body(&mesh).unwrap()), half)
            };
            let (a, half_a) = object([0.5, -0.25, 1.0]);
            let (mut b, half_b) = object([0.75, 0.0, 1.0]);
            b.pose.translation.y = half_a[1] + half_b[1] - 0.25 + 0.75;
            let found = between(&a, &b, 0.75).expect("it is 3/4 away");
            assert_eq!(between(&a, &b, 0.749), None);
            assert_eq!(classify(&a, &b, &found, 0.75).class, Class::Touch);
            assert_eq!(classify(&a, &b, &found, 0.749).class, Class::Near);
        }
    }
}

/// Bodies of one part alone had an answer, and no pair of a scene.
#[test]
fn a_negative_distance_is_how_deep_at_least() {
    let part = || Part::from(Cuboid::new(Xyz::splat(1.0)));
    let bodies = [vec![part()], vec![part(), part()]]
        .map(|parts| Object::new("box", Body::of_parts(parts).unwrap()));
    let surface = soup(cube(1.0));
    for one in bodies.iter().chain([&surface]) {
        for two in &bodies {
            let objects = [one.clone(), at(two, 1.0, 0.0, 0.0)];
            let [a, b] = &objects;
            let boxes = Boxes::new(&objects);
            let rules = Rules::default();
            for (within, is_found) in
                [(-0.5, true), (-1.0, true), (-1.25, false), (f64::NAN, false)]
            {
                assert_eq!(between(a, b, within).is_some(), is_found, "{within}");
                assert_eq!(pairs_within(&objects, &boxes, within, &rules).is_empty(), !is_found);
                let near = near_one(a, &objects[1..], &Boxes::new(&objects[1..]), within, &rules);
                assert_eq!(near.is_empty(), !is_found);
            }
        }
    }
    // What is inside is found by any distance.
    assert!(between(&soup(cube(2.0)), &boxed(0.5), -3.0).is_some());
}

#[test]
fn a_body_sunk_flush_is_as_deep_as_its_corners() {
    // Its top is in the plane of the block's top: no two triangles overlap.
    let (block, sunk) = (soup(cube(2.0)), at(&soup(cube(0.5)), 0.0, 1.5, 0.0));
    let answer = found(&block, &sunk, 0.0);
    assert!(matches!(answer.proximity, Proximity::Intersecting(_)));
    assert_eq!((answer.signed_distance(), answer.is_lower_bound), (-1.0, true));
    let clash = classify(&block, &sunk, &answer, 0.0);
    assert_eq!(clash.class, Class::Clash);
    assert!((1.0..1.0 + 1e-12).contains(&clash.depth_at_most.unwrap()));
    let w = answer.proximity.witness();
    assert!(((w.on_a - w.on_b) - w.normal * w.length).max_abs() <= w.gap, "{w:?}");

    // Corners that all lie on the surface are not inside either; a middle is.
    let mut slab = cube(1.0);
    slab.vertices.iter_mut().for_each(|v| v[2] *= 0.5);
    let answer = found(&soup(cube(1.0)), &soup(slab), 0.0);
    assert!(answer.signed_distance() < -0.4, "{answer:?}");
}

#[test]
fn surfaces_that_touch_touch_exactly() {
    let (floor, stood) = (soup(cube(2.0)), at(&soup(cube(0.5)), 0.3, 2.5, 0.1));
    let answer = found(&floor, &stood, 0.1);
    let clash = classify(&floor, &stood, &answer, 0.0);
    assert_eq!((clash.class, clash.is_exact_contact), (Class::Touch, true));
    assert!(clash.depth_at_most.unwrap() < 1e-12);
    // One ulp higher it does not.
    let above = at(&stood, 0.3, 2.5_f64.next_up(), 0.1);
    let answer = found(&floor, &above, 0.1);
    assert_eq!(classify(&floor, &above, &answer, 0.0).class, Class::Near);
    assert_eq!(classify(&floor, &above, &answer, 1e-9).class, Class::Touch);
}

/// The exact square of the distance, over all pairs of triangles.
fn exact_squared(a: &Object, b: &Object) -> oracle::Rational {
    let world = |object: &Object| -> Vec<oracle::Polytope<3>> {
        let Pose { translation: t, rotation: q } = object.pose;
        let pose = oracle::Pose::from_quaternion([t.x, t.y, t.z], [q.x, q.y, q.z, q.w]).unwrap();
        let mesh = object.body.mesh().unwrap();
        let corner =
            |i: u32| pose.apply(&oracle::Vector::exact(mesh.vertices[i as usize]).unwrap());
        let triangles = mesh.triangles.iter();
        triangles.map(|t| oracle::Polytope::new(t.map(corner).to_vec()).unwrap()).collect()
    };
    let (of_a, of_b) = (world(a), world(b));
    let pairs = of_a.iter().flat_map(|p| of_b.iter().map(move |q| (p, q)));
    pairs.map(|(p, q)| oracle::brute::distance_squared(p, q)).min().unwrap()
}

#[test]
fn triangles_are_as_far_apart_as_exact_arithmetic_says() {
    let mut draw = Draw(31);
    let mut blob = |size: f64| {
        let vertices = (0..5).map(|_| draw.point(size).coordinates()).collect();
        soup(Mesh {
            vertices,
            triangles: vec![[0, 1, 2], [2, 3, 4], [0, 3, 1], [1, 2, 4], [0, 4, 3]],
        })
    };
    let (one, two) = (blob(1.0), blob(1.0));
    let mut meet = 0;
    for round in 0..14 {
        // Nests a few of them in each other.
        let mut draw = Draw(round);
        let a = Object { pose: draw.pose(0.2), ..one.clone() };
        let b = Object { pose: draw.pose(0.2), ..two.clone() };
        let squared = exact_squared(&a, &b);
        let answer = found(&a, &b, 9.0);
        if squared == oracle::Rational::ZERO {
            meet += 1;
            assert!(matches!(answer.proximity, Proximity::Intersecting(_)), "{round}: {answer:?}");
            continue;
        }
        let (low, high) = oracle::sqrt_bounds(&squared);
        let bracket = oracle::Bracket::around(&low, &high);
        assert!(matches!(answer.proximity, Proximity::Separated(_)), "{round}: {answer:?}");
        assert!(bracket.admits(answer.signed_distance(), answer.gap()), "{round}: {answer:?}");
        // Objects farther than `within` are not found, and nearer ones are.
        let distance = answer.signed_distance();
        assert_eq!(between(&a, &b, distance * 0.999), None);
        assert!(between(&a, &b, distance * 1.001).is_some());
    }
    assert!((1..12).contains(&meet), "{meet} of the poses meet");
}

#[test]
fn compounds_answer_by_their_deepest_or_nearest_parts() {
    let part = |x: f64| Part {
        shape: Cuboid::new(Xyz::splat(0.5)).into(),
        pose: Pose::from_translation(Xyz::new(x, 0.0, 0.0)),
    };
    let fork = Object::new("fork", Body::of_parts(vec![part(0.0), part(3.0), part(6.0)]).unwrap());
    let near = found(&fork, &at(&boxed(0.5), 4.5, 0.0, 0.0), 9.0);
    assert!((near.signed_distance() - 0.5).abs() <= near.gap());
    assert!(near.gap() < 1e-13);
    assert_eq!(near.parts, [1, 0]);
    // Through two gaps at once, 0.1 and 0.2 deep.
    let wide = Object::new(
        "wide",
        Body::of_parts(vec![Cuboid::new(Xyz::new(2.2, 0.2, 0.2)).into()]).unwrap(),
    );
    let deep = found(&fork, &at(&wide, 0.0, 0.6, 0.0), 0.0);
    assert!((deep.signed_distance() + 0.1).abs() < 1e-12 && deep.is_lower_bound, "{deep:?}");
    let single = found(&boxed(1.0), &at(&boxed(1.0), 1.5, 0.0, 0.0), 0.0);
    assert!(!single.is_lower_bound);
}

#[test]
fn a_compound_rests_above_a_floor_without_end() {
    let part = |x: f64| Part {
        shape: Ball::new(0.5).into(),
        pose: Pose::from_translation(Xyz::new(x, 0.0, 0.0)),
    };
    let dumbbell = Object::new("", Body::of_parts(vec![part(-1.0), part(1.0)]).unwrap());
    let floor = HalfSpace { normal: Xyz::new(0.0, 1.0, 0.0), offset: 0.0 };
    let floor = Object::new("", Body::of_parts(vec![floor.into()]).unwrap());
    // The floor's pose is exact; only the balls' places round.
    for (a, b) in [(&floor, &at(&dumbbell, 3.0, 2.0, 0.0)), (&at(&dumbbell, 3.0, 2.0, 0.0), &floor)]
    {
        let above = found(a, b, 9.0);
        assert!(matches!(above.proximity, Proximity::Separated(_)), "{above:?}");
        assert!((above.signed_distance() - 1.5).abs() <= above.gap() && above.gap() < 1e-13);
    }
}

#[test]
fn what_turns_twice_in_place_is_off_by_its_reach() {
    let turn = |angle: f64| Pose {
        translation: Xyz::default(),
        rotation: Rotation3::from_axis_angle(Xyz::new(0.0, 0.0, 1.0), angle),
    };
    let bar = |own: Pose<Xyz>, pose: Pose<Xyz>| {
        let part = Part { shape: Cuboid::new(Xyz::new(1e6, 1.0, 1.0)).into(), pose: own };
        Object { pose, ..Object::new("", Body::of_parts(vec![part]).unwrap()) }
    };
    // The end of the bar is about 1e6 away, so the product is off by a few roundings of that.
    let tip = Xyz::new(0.7_f64.cos(), 0.7_f64.sin(), 0.0) * (1e6 + 2.0);
    let gap = |bar: &Object| found(bar, &at(&boxed(0.125), tip.x, tip.y, 0.0), 99.0).gap();
    let (twice, once) = (bar(turn(0.3), turn(0.4)), bar(Pose::identity(), turn(0.7)));
    assert!(gap(&twice) >= gap(&once) + 8e6 * f64::EPSILON);
}

#[test]
fn turned_compounds_agree_with_the_oracle() {
    let mut draw = Draw(7);
    let half = |draw: &mut Draw| [0; 3].map(|_| draw.between(0.1, 0.5));
    for round in 0..20 {
        let mut side = || -> (Object, Vec<(oracle::Shape<3>, oracle::Pose<3>)>) {
            let pose = draw.pose(1.5);
            let exact = |pose: &Pose<Xyz>| {
                let (t, q) = (pose.translation, pose.rotation);
                oracle::Pose::from_quaternion(t.coordinates(), [q.x, q.y, q.z, q.w]).unwrap()
            };
            let (mut parts, mut shapes) = (Vec::new(), Vec::new());
            for _ in 0..3 {
                let (half_extents, own) = (half(&mut draw), draw.pose(0.8));
                let [x, y, z] = half_extents;
                parts.push(Part { shape: Cuboid::new(Xyz::new(x, y, z)).into(), pose: own });
                let place = exact(&pose).after(&exact(&own));
                shapes.push((oracle::Shape::Box { half_extents }, place));
            }
            (Object { pose, ..Object::new("", Body::of_parts(parts).unwrap()) }, shapes)
        };
        let ((a, of_a), (b, of_b)) = (side(), side());
        let pairs = of_a.iter().flat_map(|p| of_b.iter().map(move |q| (p, q)));
        let truths: Vec<oracle::Truth<3>> =
            pairs.map(|((p, at), (q, there))| oracle::judge(p, at, q, there).unwrap()).collect();
        let answer = found(&a, &b, 99.0);
        let least = truths.iter().map(|t| t.distance.middle()).fold(f64::INFINITY, f64::min);
        if least > 0.0 {
            assert!((answer.signed_distance() - least).abs() <= answer.gap() + 1e-15, "{round}");
        } else {
            let deepest = truths.iter().map(|t| t.depth.middle()).fold(0.0, f64::max);
            assert!((answer.signed_distance() + deepest).abs() <= answer.gap() + 1e-15, "{round}");
        }
    }
}

/// A few hundred objects of every kind, some far apart and some inside each other.
fn crowd() -> Vec<Object> {
    let mut draw = Draw(5);
    let part = |x: f64| Part {
        shape: Ball::new(0.4).into(),
        pose: Pose::from_translation(Xyz::new(x, 0.0, 0.0)),
    };
    let points: Vec<Xyz> = (0..20).map(|_| draw.point(0.6)).collect();
    let bodies = [
        Object::new("", Body::of_parts(vec![part(0.0), part(1.0)]).unwrap()),
        Object::new("", Body::of_parts(vec![ConvexHull::new(&points).unwrap().into()]).unwrap()),
        boxed(0.5),
        soup(cube(0.5)),
    ];
    let mut all = Vec::new();
    for (i, body) in bodies.iter().cycle().take(160).enumerate() {
        let padding = if i % 7 == 0 { 0.1 } else { 0.0 };
        let name = format!("thing {i}");
        all.push(Object { name, pose: draw.pose(4.0), padding, ..body.clone() });
    }
    all
}

/// Every pair, without a tree.
fn all_pairs(objects: &[Object], within: f64) -> Vec<(usize, usize, Clearance)> {
    let pairs = (0..objects.len()).flat_map(|a| (a + 1..objects.len()).map(move |b| (a, b)));
    pairs.filter_map(|(a, b)| Some((a, b, between(&objects[a], &objects[b], within)?))).collect()
}

#[test]
fn the_tree_misses_no_pair_and_keeps_the_order() {
    let mut objects = crowd();
    let rules = Rules::default();
    let mut boxes = Boxes::new(&objects);
    for frame in 0..3 {
        for within in [0.0, 0.3] {
            let truth = all_pairs(&objects, within);
            let found = pairs_within(&objects, &boxes, within, &rules);
            let found: Vec<_> = found.iter().map(|p| (p.a, p.b, p.clearance)).collect();
            assert!(truth.len() > 50);
            assert_eq!(found, truth, "frame {frame}, within {within}");
        }
        let mut draw = Draw(100 + frame);
        for object in &mut objects {
            object.pose.translation += draw.point(1.0);
        }
        boxes.refit(&objects);
    }
    // Fewer objects than before: the boxes are rebuilt.
    objects.truncate(100);
    boxes.refit(&objects);
    assert_eq!(pairs_within(&objects, &boxes, 0.3, &rules).len(), all_pairs(&objects, 0.3).len());
}

#[test]
fn more_candidates_than_asked_for_are_none() {
    let objects: Vec<Object> = (0..3000).map(|i| at(&boxed(0.5), f64::from(i), 0.0, 0.0)).collect();
    let boxes = Boxes::new(&objects);
    for (others, within, count) in [
        (None, f64::INFINITY, 3000 * 2999 / 2),
        (Some(&boxes), f64::INFINITY, 3000 * 3000),
        (None, 0.25, 2999),
        (None, 3.5, 2999 + 2998 + 2997 + 2996),
    ] {
        let found = candidates_up_to(&boxes, others, within, count).unwrap();
        assert_eq!(found.len(), count);
        assert_eq!(candidates_up_to(&boxes, others, within, count - 1), None);
        assert_eq!(candidates_up_to(&boxes, others, within, 0), None);
    }
    assert_eq!(candidates_up_to(&Boxes::new(&[]), None, 1.0, 0), Some(vec![]));
}

#[test]
fn two_scenes_one_object_and_the_nearest_agree_with_all_pairs() {
    let objects = crowd();
    let rules = Rules::default();
    let truth = all_pairs(&objects, f64::INFINITY);
    let least = truth.iter().map(|(.., c)| c.signed_distance()).fold(f64::INFINITY, f64::min);
    let boxes = Boxes::new(&objects);
    let best = nearest(&objects, &boxes, &rules).unwrap();
    assert_eq!(best.clearance.signed_distance(), least);

    let (one, two) = objects.split_at(60);
    let (boxes_one, boxes_two) = (Boxes::new(one), Boxes::new(two));
    let across = pairs_between(one, &boxes_one, two, &boxes_two, 0.2, &rules);
    let across: Vec<_> = across.iter().map(|p| (p.a, p.b + 60, p.clearance)).collect();
    let wanted = all_pairs(&objects, 0.2).into_iter().filter(|(a, b, _)| *a < 60 && *b >= 60);
    assert_eq!(across, wanted.collect::<Vec<_>>());
    let best = nearest_between(one, &boxes_one, two, &boxes_two, &rules).unwrap();
    let wanted = truth.iter().filter(|(a, b, _)| *a < 60 && *b >= 60);
    let least = wanted.map(|(.., c)| c.signed_distance()).fold(f64::INFINITY, f64::min);
    assert_eq!(best.clearance.signed_distance(), least);

    let near = near_one(&one[3], two, &boxes_two, 0.4, &rules);
    let wanted = all_pairs(&objects, 0.4).into_iter().filter(|(a, b, _)| *a == 3 && *b >= 60);
    let near: Vec<_> = near.iter().map(|p| (3, p.b + 60, p.clearance)).collect();
    assert_eq!(near, wanted.collect::<Vec<_>>());
}

#[cfg(feature = "rayon")]
#[test]
fn one_thread_and_many_give_the_same() {
    let objects = crowd();
    let boxes = Boxes::new(&objects);
    let ask = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| pairs_within(&objects, &boxes, 0.5, &Rules::default()))
    };
    assert_eq!(ask(1), ask(7));
}

#[test]
fn padding_grows_by_a_ball() {
    let a = Object { padding: 0.25, ..boxed(1.0) };
    let b = Object { padding: 0.5, ..at(&boxed(1.0), 3.0, 0.0, 0.0) };
    let answer = found(&a, &b, 1.0);
    assert!((answer.signed_distance() - 0.25).abs() <= answer.gap());
    let b = Object { padding: 1.5, ..b };
    let answer = found(&a, &b, 0.0);
    assert!((answer.signed_distance() + 0.75).abs() <= answer.gap(), "{answer:?}");
    assert!(matches!(answer.proximity, Proximity::Intersecting(_)));
    // At the very edge, rounding of the sum hides the answer.
    let b = Object { padding: 0.75, ..b };
    let answer = found(&a, &b, 0.0);
    assert!(matches!(answer.proximity, Proximity::Undecided(_)) && answer.gap() < 1e-12);
    assert_eq!(classify(&a, &b, &answer, 1e-9).class, Class::Touch);
    assert_eq!(classify(&a, &b, &answer, 0.0).class, Class::Undecided);
}

#[test]
fn allowed_pairs_and_groups_are_left_out() {
    let named = |name: &str, group: &str, x: f64| Object {
        name: name.into(),
        group: group.into(),
        ..at(&boxed(1.0), x, 0.0, 0.0)
    };
    let objects =
        [named("a", "arm", 0.0), named("b", "arm", 0.5), named("c", "", 1.0), named("d", "", 1.5)];
    let boxes = Boxes::new(&objects);
    let pairs = |rules: &Rules| -> Vec<(usize, usize)> {
        pairs_within(&objects, &boxes, 0.0, rules).iter().map(|p| (p.a, p.b)).collect()
    };
    assert_eq!(pairs(&Rules::default()).len(), 6);
    let mut rules = Rules { ignore_same_group: true, ..Rules::default() };
    assert_eq!(pairs(&rules), [(0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    rules.allow("c", "a");
    assert_eq!(pairs(&rules), [(0, 3), (1, 2), (1, 3), (2, 3)]);
}

#[test]
fn copies_are_duplicates_and_chains_are_groups() {
    let (a, b) = (soup(cube(1.0)), at(&soup(cube(1.0)), 1e-7, 0.0, 0.0));
    let answer = found(&a, &b, 0.0);
    assert_eq!(classify(&a, &b, &answer, 1e-6).class, Class::Duplicate);
    assert_ne!(classify(&a, &b, &answer, 1e-9).class, Class::Duplicate);
    let same = found(&a, &a, 0.0);
    assert_eq!(classify(&a, &a, &same, 0.0).class, Class::Duplicate);
    assert_eq!(groups([[7, 2], [0, 1], [2, 9], [1, 5], [3, 4]]), [0, 1, 0, 1, 2]);
    assert_eq!(groups([]), Vec::<usize>::new());
}

#[test]
fn the_thickness_is_the_walls_where_a_pipe_goes_through() {
    let shape = |x: f64, y: f64, z: f64| {
        Object::new("", Body::of_parts(vec![Cuboid::new(Xyz::new(x, y, z)).into()]).unwrap())
    };
    let (wall, pipe) = (shape(5.0, 0.1, 3.0), shape(0.15, 2.0, 0.15));
    let answer = found(&wall, &pipe, 0.0);
    let clash = classify(&wall, &pipe, &answer, 0.0);
    // The way out along the wall's normal is long, and the wall is 0.2 thick.
    assert!((answer.signed_distance() + 2.1).abs() < 1e-12);
    assert!((clash.overlap_thickness.unwrap() - 0.2).abs() < 1e-12);
    assert_eq!(clash.class, Class::Clash);
    let inner = found(&shape(2.0, 2.0, 2.0), &shape(0.1, 0.1, 0.1), 0.0);
    let clash = classify(&shape(2.0, 2.0, 2.0), &shape(0.1, 0.1, 0.1), &inner, 0.0);
    assert_eq!(clash.class, Class::Contains);
}

#[test]
fn wrong_bodies_are_errors_that_name_the_place() {
    assert_eq!(Body::of_parts(vec![]).err(), Some(BodyError::Count(0)));
    assert_eq!(Body::of_triangles(Mesh::default()).err(), Some(BodyError::Count(0)));
    let error = Body::of_parts(vec![Ball::new(1.0).into(), Ball::new(-1.0).into()]).err().unwrap();
    assert!(error.to_string().starts_with("part 1: "), "{error}");
    let mut mesh = cube(1.0);
    mesh.triangles[3] = [0, 1, 8];
    let error = Body::of_triangles(mesh).err();
    assert_eq!(error, Some(BodyError::NoSuchVertex { triangle: 3 }));
    let mut mesh = cube(1.0);
    mesh.vertices[2][1] = f64::NAN;
    assert_eq!(Body::of_triangles(mesh).err(), Some(BodyError::NotFinite { vertex: 2 }));
    // An invalid pose: nothing is known, and nothing panics.
    let mut nowhere = boxed(1.0);
    nowhere.pose.translation.x = f64::NAN;
    assert!(nowhere.check().is_err());
    let objects = [nowhere, boxed(1.0), soup(cube(1.0))];
    let _ = pairs_within(&objects, &Boxes::new(&objects), 1.0, &Rules::default());
}

/// Looks along -z, with right angles from side to side, from 1 to 9.
fn frustum() -> Frustum<Xyz> {
    let (x, y) = ([1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0]);
    let (z, w) = ([0.0, 0.0, -1.25, -1.0], [0.0, 0.0, -2.25, 0.0]);
    Frustum::from_view_projection([x, y, z, w], DepthRange::MinusOneToOne).unwrap()
}

fn camera() -> Camera {
    Camera::new(frustum()).unwrap()
}

/// Whether the camera sees a point: exact for coordinates of few bits.
fn sees(v: Xyz) -> bool {
    (1.0..=9.0).contains(&-v.z) && v.x.abs() <= -v.z && v.y.abs() <= -v.z
}

#[test]
fn what_a_camera_sees_is_exact_at_its_border() {
    // Cubes of half width 1 on a lattice of quarters, around the boundary of the frustum.
    let mesh = cube(1.0);
    let hull = Object::new("hull", By::Hull.body(&mesh).unwrap());
    let kinds = [hull, soup(mesh.clone()), boxed(1.0)];
    let mut counts = [0; 3];
    for kind in &kinds {
        let places = |count: i32| (-count..=count).map(|i| 0.25 * f64::from(i));
        let mut objects = Vec::new();
        for x in places(14) {
            objects.extend(places(14).map(|z| at(kind, x, 0.5, z)));
            objects.extend(places(14).map(|z| at(kind, x, 2.5, z - 9.0)));
        }
        for (object, view) in objects.iter().zip(camera().views(&objects)) {
            let Xyz { x, y, z } = object.pose.translation;
            let mut corners = mesh.vertices.iter().map(|v| Xyz::new(v[0] + x, v[1] + y, v[2] + z));
            // A box meets this frustum if its point farthest along -z and nearest to the axis does,
            // from 1 on.
            let depth = (1.0 - z).min(9.0);
            let near = |c: f64| (c.abs() - 1.0).max(0.0);
            let meets = (1.0..=9.0).contains(&depth)
                && z + 1.0 >= -9.0
                && near(x) <= depth
                && near(y) <= depth;
            let expected = match (meets, corners.all(sees)) {
                (_, true) => View::Inside,
                (true, _) => View::Crossing,
                (false, _) => View::Outside,
            };
            assert_eq!(view, expected, "{} at {x} {y} {z}", kind.name);
            counts[expected as usize] += 1;
        }
    }
    assert!(counts.iter().all(|count| *count > 200), "{counts:?}");
}

#[test]
fn a_camera_in_a_closed_room_sees_it_and_padding_counts() {
    // The whole frustum fits between the walls.
    let room = soup(cube(30.0));
    let mut open = cube(30.0);
    open.triangles.pop();
    assert_eq!(camera().views(&[room, soup(open)]), [View::Crossing, View::Outside]);

    let touching = at(&boxed(1.0), 0.0, 0.0, -10.0);
    let beyond = at(&boxed(1.0), 0.0, 0.0, -10.25);
    let padded = |by: f64| Object { padding: by, ..beyond.clone() };
    let all = [touching, beyond.clone(), padded(0.24), padded(0.26)];
    let expected = [View::Crossing, View::Outside, View::Outside, View::Crossing];
    assert_eq!(camera().views(&all), expected);

    // Balls have no corners: a ball is inside where its box is.
    let ball = Object::new("ball", Body::of_parts(vec![Ball::new(1.0).into()]).unwrap());
    let balls = [-4.0, -9.5, -11.0].map(|z| at(&ball, 0.0, 0.0, z));
    assert_eq!(camera().views(&balls), [View::Inside, View::Crossing, View::Outside]);
}

#[test]
fn turned_compounds_are_seen_where_their_parts_are() {
    let mut draw = Draw(5);
    let (camera, frustum) = (camera(), frustum());
    let mut counts = [0; 3];
    for _ in 0..300 {
        let parts: Vec<Part> = (0..3)
            .map(|_| Part { pose: draw.pose(1.0), ..Cuboid::new(Xyz::splat(0.4)).into() })
            .collect();
        let center = Xyz::new(0.0, 0.0, -5.0);
        let mut pose = draw.pose(6.0);
        pose.translation += center;
        let object = Object { pose, ..Object::new("c", Body::of_parts(parts.clone()).unwrap()) };
        let whole: Vec<Pose<Xyz>> = parts.iter().map(|part| pose.compose(&part.pose)).collect();
        let meets = parts.iter().zip(&whole).any(|(part, pose)| {
            clearance::intersects(&frustum, &Pose::identity(), &part.shape, pose)
        });
        let inside = parts.iter().zip(&whole).all(|(part, pose)| {
            (0..8).all(|i| sees(pose.transform_point(part.shape.vertex(i).unwrap())))
        });
        let expected = match (meets, inside) {
            (_, true) => View::Inside,
            (true, _) => View::Crossing,
            (false, _) => View::Outside,
        };
        assert_eq!(camera.views(&[object])[0], expected);
        counts[expected as usize] += 1;
    }
    assert!(counts.iter().all(|count| *count > 30), "{counts:?}");
}

/// The triangles of a mesh that is the union of its objects; boxes of full sizes along the axes.
fn slab(low: [f64; 3], high: [f64; 3]) -> Part {
    let middle = [0, 1, 2].map(|i| 0.5 * (low[i] + high[i]));
    let half = [0, 1, 2].map(|i| 0.5 * (high[i] - low[i]));
    let xyz = |[x, y, z]: [f64; 3]| Xyz::new(x, y, z);
    Part { pose: Pose::from_translation(xyz(middle)), ..Cuboid::new(xyz(half)).into() }
}

/// An L of arm length 4, thickness 1 and height 1, as a closed surface.
fn ell() -> Mesh {
    let outline = [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]];
    let corner = |i: usize| {
        let [x, y] = outline[i % 6];
        [f64::from(x), f64::from(y), if i < 6 { 0.0 } else { 1.0 }]
    };
    let mut triangles = Vec::new();
    for [a, b, c] in [[0, 1, 2], [0, 2, 3], [0, 3, 4], [0, 4, 5]] {
        triangles.push([a, c, b]);
        triangles.push([a + 6, b + 6, c + 6]);
    }
    for i in 0..6 {
        let next = (i + 1) % 6;
        triangles.extend([[i, next, next + 6], [i, next + 6, i + 6]]);
    }
    Mesh { vertices: (0..12).map(corner).collect(), triangles }
}

#[track_caller]
fn is_bracketed(reach: clearance_scene::scene::Reach, truth: f64, tolerance: f64) {
    assert!(reach.least <= truth + 1e-12 && truth <= reach.most + 1e-12, "{reach:?} of {truth}");
    assert!(reach.most - reach.least <= tolerance + 1e-12, "{reach:?} within {tolerance}");
    let [point, other] = reach.at;
    assert!(reach.least == 0.0 || ((point - other).length() - reach.least).abs() < 1e-9);
}

#[test]
fn a_cover_is_bracketed_by_what_it_is_by_construction() {
    let surface = Body::of_triangles(ell()).unwrap();
    let cover = |parts: Vec<Part>, tolerance: f64| {
        Cover::of(&surface, &Body::of_parts(parts).unwrap(), tolerance, 1_000_000).unwrap()
    };
    let (foot, arm) = (([0., 0., 0.], [4., 1., 1.]), ([0., 1., 0.], [1., 4., 1.]));
    // The two arms: all of the surface, and no more.
    let exact = cover(vec![slab(foot.0, foot.1), slab(arm.0, arm.1)], 0.2);
    is_bracketed(exact.uncovered, 0.0, 0.2);
    is_bracketed(exact.overshoot.unwrap(), 0.0, 0.2);
    is_bracketed(exact.hollow.unwrap(), 0.0, 0.2);
    // One arm: the end of the other is 3 away.
    is_bracketed(cover(vec![slab(foot.0, foot.1)], 0.05).uncovered, 3.0, 0.05);
    // The hull: its deepest point in the dent is as far from both arms as from the hull's boundary.
    let hull = By::Hull.body(&ell()).unwrap();
    let hulled = cover(hull.parts().to_vec(), 0.1);
    assert_eq!((hulled.uncovered.most, hulled.hollow.unwrap().most), (0.0, 0.0));
    // On the diagonal, (2.5, 2.5) is 1.5 from either arm.
    is_bracketed(hulled.overshoot.unwrap(), 1.5, 0.1);
    // Higher by a quarter, and shorter by an eighth.
    let other = cover(vec![slab([0., 0., 0.], [3.875, 1., 1.25]), slab(arm.0, arm.1)], 0.1);
    is_bracketed(other.uncovered, 0.125, 0.1);
    is_bracketed(other.overshoot.unwrap(), 0.25, 0.1);

    let mut open = ell();
    open.triangles.pop();
    let open = Body::of_triangles(open).unwrap();
    let parts = Body::of_parts(vec![slab(foot.0, foot.1)]).unwrap();
    let unknown = Cover::of(&open, &parts, 0.5, 1000).unwrap();
    assert_eq!((unknown.overshoot, unknown.hollow), (None, None));
    // Stopped early, the bounds are wide but true.
    let early = Cover::of(&surface, &parts, 0.0, 10).unwrap().uncovered;
    assert!(early.least <= 3.0 && early.most >= 3.0);
    assert_eq!(Cover::of(&parts, &surface, 0.1, 1000), None);
}

/// Parts that cover all of the surface and leave the solid empty: what is in there is in the solid,
/// and was said to stand apart from it.
#[test]
fn a_void_between_parts_is_hollow() {
    let surface = Body::of_triangles(cube(3.0)).unwrap();
    let plates = (0..6).map(|side| {
        let (mut low, mut high) = ([-3.0; 3], [3.0; 3]);
        if side % 2 == 0 {
            low[side / 2] = 2.0
        } else {
            high[side / 2] = -2.0
        }
        slab(low, high)
    });
    let parts = Body::of_parts(plates.collect()).unwrap();
    let cover = Cover::of(&surface, &parts, 0.25, 1_000_000).unwrap();
    is_bracketed(cover.uncovered, 0.0, 0.25);
    // The middle is 2 from each plate.
    is_bracketed(cover.hollow.unwrap(), 2.0, 0.25);
    let early = Cover::of(&surface, &parts, 0.0, 10).unwrap().hollow.unwrap();
    assert!(early.least <= 2.0 && early.most >= 2.0);
}

/// Where the farthest points are corners, and no middle of a triangle or box is as far.
#[test]
fn a_cover_reaches_to_the_corners() {
    let vertices = vec![[0.0; 3], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]];
    let triangles = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let surface = Body::of_triangles(Mesh { vertices, triangles }).unwrap();
    let cover = |edge: f64| {
        let parts = Body::of_parts(vec![slab([0.0; 3], [edge; 3])]).unwrap();
        Cover::of(&surface, &parts, 0.05, 1_000_000).unwrap()
    };
    // The tetrahedron's three far corners.
    is_bracketed(cover(1.0).uncovered, 3.0, 0.05);
    // The box's corner beyond the slanted face x + y + z = 4.
    is_bracketed(cover(2.0).overshoot.unwrap(), 2.0 / 3.0_f64.sqrt(), 0.05);
}

#[test]
fn a_ball_is_inside_a_room_by_its_radius() {
    // Turned by an eighth, so that its box does not show where its walls are.
    let (sin, cos) = std::f64::consts::FRAC_PI_8.sin_cos();
    let turned = Pose { rotation: Rotation3::from_xyzw(0.0, 0.0, sin, cos), ..Pose::identity() };
    let room = Object { pose: turned, ..boxed(1.5) };
    let ball = Object::new("ball", Body::of_parts(vec![Ball::new(0.75).into()]).unwrap());
    let class = |along: f64| {
        let ball = at(&ball, along * 0.5_f64.sqrt(), along * 0.5_f64.sqrt(), 0.0);
        classify(&room, &ball, &found(&room, &ball, 9.0), 0.0).class
    };
    assert_eq!([0.5, 1.0, 3.0].map(class), [Class::Contains, Class::Clash, Class::Near]);
}

#[test]
fn distances_of_parts_bound_those_of_the_surface_by_the_cover() {
    let mut draw = Draw(11);
    let surface = soup(ell());
    let parts = vec![slab([0., 0., 0.], [3.8, 1.1, 1.]), slab([0.1, 0.9, 0.], [1.1, 3.9, 1.1])];
    let body = Body::of_parts(parts).unwrap();
    let cover = Cover::of(&surface.body, &body, 0.1, 1_000_000).unwrap();
    let (low, high) = (cover.uncovered.most, cover.overshoot.unwrap().most);
    let stand_in = Object::new("parts", body);
    let mut apart = 0;
    for _ in 0..200 {
        let pose = Pose { translation: draw.point(6.0), ..draw.pose(0.0) };
        let probe = Object { pose, ..boxed(0.5) };
        let [truth, given] = [&surface, &stand_in].map(|one| found(one, &probe, f64::INFINITY));
        if truth.inside == Inside::Neither && truth.signed_distance() > 0.0 {
            let (truth, given) = (truth.signed_distance(), given.signed_distance().max(0.0));
            assert!(given - low <= truth + 1e-9 && truth <= given + high + 1e-9);
            apart += 1;
        }
    }
    assert!(apart > 100);
}

/// The pose that turns `(t, 0, 0)` by 3/5 and 4/5 and moves it back by whole numbers; and where
/// that point truly is then, to one rounding.
fn cancelling(t: f64) -> (Pose<Xyz>, Xyz) {
    let (x, y) = ((0.6 * t).round(), (0.8 * t).round());
    let rotation = Rotation3::from_xyzw(0.0, 0.0, 1.0, 2.0);
    let pose = Pose { translation: Xyz::new(-x, -y, 0.0), rotation };
    // In units of 2^-30 and exact.
    let unit = 2.0_f64.powi(30);
    let whole = |x: f64| (x * unit) as i128;
    let left = |fifths: i128, x: f64| (fifths * whole(t) - 5 * whole(x)) as f64 / (5.0 * unit);
    (pose, Xyz::new(left(3, x), left(4, y), 0.0))
}

/// A unit box whose part's pose and body's pose cancel, and its centre.
fn cancelled(t: f64) -> (Object, Xyz) {
    let (pose, center) = cancelling(t);
    let rotation = Rotation3::from_xyzw(0.0, 0.0, -1.0, 2.0);
    let back = Pose { translation: Xyz::new(t, 0.0, 0.0), rotation };
    let part = Part { shape: Cuboid::new(Xyz::splat(0.5)).into(), pose: back };
    let object = Object { pose, ..Object::new("cancelled", Body::of_parts(vec![part]).unwrap()) };
    (object, center)
}

#[test]
fn the_depth_of_a_corner_covers_a_pose_that_cancels() {
    for t in [100_160_493.825_713, 1e8 + 0.3, 123_456_789.012_345, 987_654_321.1] {
        let (pose, center) = cancelling(t);
        // The deep part meets no triangle; the other does, less deep.
        let deep = Part { shape: Point(Xyz::new(t, 0.0, 0.0)).into(), pose };
        let across = Part {
            shape: Cuboid::new(Xyz::splat(0.125)).into(),
            pose: Pose::from_translation(Xyz::new(1.0, 0.0, 0.0)),
        };
        let body = Body::of_parts(vec![across, deep]).unwrap();
        let found = found(&soup(cube(1.0)), &Object::new("two", body), 0.0);
        let depth = 1.0 - center.x.abs().max(center.y.abs());
        assert_eq!(found.parts[1], 1);
        let off = (found.signed_distance() + depth).abs();
        assert!(off <= found.gap() && found.gap() < 1e-4, "{t}: {off:e} {found:?}");
    }
}

#[test]
fn no_pair_is_lost_where_poses_of_parts_and_bodies_cancel() {
    let all = Rules::default();
    let frustum = frustum();
    for t in [100_160_493.825_713, 1e8, 123_456_789.012_345, 987_654_321.1] {
        let (a, center) = cancelled(t);
        for (side, over) in [(1.0, 1e-9), (-1.0, 1e-9), (1.0, 6e-9), (-1.0, 6e-9)] {
            let b = at(&boxed(0.5), center.x + side * (1.0 - over), center.y, 0.0);
            let objects = [a.clone(), b.clone()];
            let boxes = Boxes::new(&objects);
            assert_eq!(pairs_within(&objects, &boxes, 0.0, &all).len(), 1, "{t} {side} {over}");
            assert_eq!(candidates_within(&boxes, 0.0).len(), 1);
            assert_eq!(near_one(&a, &objects[1..], &Boxes::new(&objects[1..]), 0.0, &all).len(), 1);
        }
        let (extent, half) = (a.extent(), Xyz::splat(0.5));
        assert!(extent.low.x <= (center - half).x && (center + half).x <= extent.high.x, "{t}");
        assert!(extent.low.y <= (center - half).y && (center + half).y <= extent.high.y, "{t}");
    }
    // A camera does not lose it either.
    let (a, center) = cancelled(100_160_493.825_713);
    let edge = Pose::from_translation(Xyz::new(-center.x - 5.5 + 1e-9, 0.0, -5.0));
    let seen = Object { pose: edge.compose(&a.pose), ..a };
    assert_ne!(Camera::new(frustum).unwrap().views(&[seen]), [View::Outside]);
}

#[test]
fn scenes_of_every_size_lose_no_pair() {
    let all = Rules::default();
    let sizes = [1e-310, 1e-300, 1e-170, 1.5e-162, 1e-161, 1.0, 1e153, 1e154, 1e160, 1e200, 1e300];
    for size in sizes {
        let cuboid = Cuboid::new(Xyz::splat(0.5 * size));
        let unit = Object::new("unit", Body::of_parts(vec![cuboid.into()]).unwrap());
        let objects = [0.0, 5.0, 2.0].map(|x| at(&unit, x * size, 0.0, 0.0));
        let boxes = Boxes::new(&objects);
        assert_eq!(pairs_within(&objects, &boxes, 3.0 * size, &all).len(), 2, "{size:e}");
        assert_eq!(pairs_within(&objects, &boxes, size, &all).len(), 1, "{size:e}");
        assert_eq!(pairs_within(&objects, &boxes, 10.0 * size, &all).len(), 3, "{size:e}");
        let pair = nearest(&objects, &boxes, &all).unwrap();
        assert_eq!((pair.a, pair.b), (0, 2), "{size:e}");
        let part = |x: f64| Part {
            shape: cuboid.into(),
            pose: Pose::from_translation(Xyz::new(x * size, 0.0, 0.0)),
        };
        let body = Body::of_parts(vec![part(2.0), part(5.0)]).unwrap();
        let two = Object::new("two", body);
        let moved = at(&two, size, 0.0, 0.0);
        for (other, far) in [(two, 1.0), (moved, 2.0)] {
            let found = found(&objects[0], &other, 3.0 * size);
            let off = (found.signed_distance() - far * size).abs();
            assert!(
                off <= found.gap() && found.gap() <= 1e-9 * size + 1e-306,
                "{size:e} {found:?}"
            );
        }
    }
}

#[test]
fn the_inside_of_surfaces_of_every_size_is_known() {
    for size in [1e-300, 1e-170, 1e-120, 1e-108, 1e-90, 1.0, 1e90, 1e120] {
        let outer = soup(cube(size));
        let mut mesh = cube(0.25 * size);
        mesh.vertices.iter_mut().flatten().for_each(|x| *x += 0.125 * size);
        let inner = soup(mesh.clone());
        assert_eq!(found(&outer, &inner, size).inside, Inside::BInA, "{size:e}");
        mesh.vertices.iter_mut().for_each(|v| v[1] += 2.0 * size);
        assert_eq!(found(&outer, &soup(mesh), size).inside, Inside::Neither, "{size:e}");
    }
}

#[test]
fn boxes_of_bodies_that_only_move_are_rounded_outward_at_both_ends() {
    let far = Mesh {
        vertices: vec![[-1000.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        triangles: vec![[0, 1, 2]],
    };
    let object = soup(far);
    let extent = object.extent();
    assert_eq!((extent.low, extent.high), (Xyz::new(-1000.0, 0.0, 0.0), Xyz::new(0.0, 1.0, 1.0)));
    for by in [1e-10, -1e-10, 1e-13, -3e-14] {
        let extent = at(&object, by, 0.0, 0.0).extent();
        assert!(extent.low.x < -1000.0 + by && extent.high.x >= by, "{by} {extent:?}");
        assert!(extent.low.x > -1000.0 + by - 1e-9);
    }
}

#[test]
fn a_camera_holds_the_exact_corners_of_scaled_and_summed_bodies() {
    // The planes of its sides are x = ±z.
    let (near, far) = (0.125, 1024.0);
    let (a, b) = (-(far + near) / (far - near), -2.0 * far * near / (far - near));
    let columns = [[1., 0., 0., 0.], [0., 1., 0., 0.], [0., 0., a, -1.], [0., 0., b, 0.]];
    let frustum = Frustum::from_view_projection(columns, DepthRange::MinusOneToOne).unwrap();
    let camera = Camera::new(frustum).unwrap();
    let view = |shape: Shape<Xyz>, z: f64| {
        let object = Object::new("flat", Body::of_parts(vec![shape.into()]).unwrap());
        camera.views(&[at(&object, 0.0, 0.0, -z)])[0]
    };
    let scaled = |half: Xyz, by: f64| Scaled::new(Shape::from(Cuboid::new(half)), Xyz::splat(by));
    let flat = |x: f64| Xyz::new(x, 0.0, 0.0);
    // Its corner is a rounding farther out than the product says.
    let out = scaled(Xyz::new(1.400_000_000_000_000_1, 0.01, 1.0), 3.0).unwrap();
    assert_eq!(view(out.into(), 7.2), View::Crossing);
    for place in 1..200 {
        let x = 0.1 * f64::from(place);
        // Exactly, the error of the product.
        let is_in = x.mul_add(3.0, -(x * 3.0)) <= 0.0;
        let shape = scaled(flat(x), 3.0).unwrap();
        let expected = if is_in { View::Inside } else { View::Crossing };
        assert_eq!(view(shape.into(), x * 3.0), expected, "{x}");
        let sum = MinkowskiSum::new(Cuboid::new(flat(x)), Cuboid::new(flat(0.7)));
        let (high, low) = if x > 0.7 { (x, 0.7) } else { (0.7, x) };
        let is_in = low - ((x + 0.7) - high) <= 0.0;
        let expected = if is_in { View::Inside } else { View::Crossing };
        assert_eq!(view(shape_of(sum), x + 0.7), expected, "{x}");
    }
}

fn shape_of(sum: MinkowskiSum<Cuboid<Xyz>, Cuboid<Xyz>>) -> Shape<Xyz> {
    MinkowskiSum::new(Shape::from(sum.a), Shape::from(sum.b)).into()
}

/// Its hull filled a bin without a lid, the gap between plates, and a window in a sheet; and a
/// vertex that no triangle uses made a cube reach there.
#[test]
fn hulls_stand_for_what_they_do_not_fill() {
    let taken =
        |mesh: &Mesh| Object::new("taken", clearance_scene::scene::By::Auto.body(mesh).unwrap());
    let ball =
        Object::new("ball", Body::of_parts(vec![clearance::Ball::new(0.25).into()]).unwrap());
    let solid = taken(&cube(1.0));
    assert_eq!(solid.body.parts().len(), 1);
    let mut bin = cube(1.0);
    bin.triangles.drain(2..4);
    let mut plates = cube(1.0);
    plates.triangles.truncate(4);
    for open in [bin, plates] {
        let answer = found(&taken(&open), &ball, 2.0).proximity;
        assert_eq!((answer.signed_distance(), answer.intersects()), (0.75, false));
    }
    // An L, flat.
    let mut ell = ell();
    ell.triangles.retain(|t| t.iter().all(|i| *i < 6));
    let answer = found(&taken(&ell), &at(&ball, 1.5, 1.5, 0.0), 2.0).proximity;
    assert_eq!(answer.signed_distance(), 0.25);
    // Used by no triangle.
    let mut cube = cube(1.0);
    cube.vertices.insert(0, [9.0, 0.0, 0.0]);
    cube.triangles.iter_mut().flatten().for_each(|i| *i += 1);
    let body = soup(cube.clone());
    for object in [&taken(&cube), &body] {
        let answer = found(object, &at(&ball, 5.0, 0.0, 0.0), 9.0).proximity;
        assert_eq!(answer.signed_distance(), 3.75);
        assert_eq!(object.body.hull().unwrap().vertices().len(), 8);
    }
}

#[test]
fn what_is_inside_within_the_touch_band_of_the_surface_clashes_if_it_is_deep() {
    let (outer, inner) = (soup(cube(1.0)), at(&soup(cube(0.5)), 0.499, 0.0, 0.0));
    let class = |inner: &Object, band: f64| {
        let answer = found(&outer, inner, 0.1);
        (classify(&outer, inner, &answer, band).class, answer.inside)
    };
    // The surfaces are 0.001 apart.
    assert_eq!(class(&inner, 0.000_5), (Class::Contains, Inside::BInA));
    assert_eq!(class(&inner, 0.01), (Class::Clash, Inside::BInA));
    assert_eq!(class(&inner, 2.0), (Class::Touch, Inside::BInA));
    // Grown by 0.01 they meet, and its corners are 0.5 deep at least.
    let padded = Object { padding: 0.01, ..inner };
    assert_eq!(class(&padded, 0.0), (Class::Clash, Inside::Neither));
    let answer = found(&outer, &padded, 0.0);
    assert!(answer.signed_distance() + answer.gap() < -0.5, "{answer:?}");
    // Grown until they just touch: whether their surfaces meet is not known.
    let padded = Object { padding: 0.25, ..at(&soup(cube(0.5)), 0.25, 0.0, 0.0) };
    assert_eq!(class(&padded, 0.0), (Class::Clash, Inside::Unknown));
    let answer = found(&outer, &padded, 0.0);
    assert!(answer.signed_distance() + answer.gap() < -0.49, "{answer:?}");
    assert!(answer.surfaces.is_some_and(|surfaces| !surfaces.is_decided()), "{answer:?}");
}

#[test]
fn what_may_be_inside_is_as_deep_as_its_middle() {
    let outer = soup(cube(1.0));
    // The floats 0.7, 0.05 and 0.25 sum to 4e-17 less than 1, so the surfaces do not meet; and 0.75
    // and 0.25 to 1.
    for shape in [Shape::from(Cuboid::new(Xyz::splat(0.25))), Ball::new(0.25).into()] {
        let pose = Pose::from_translation(Xyz::new(0.05, 0.0, 0.0));
        let body = Body::of_parts(vec![Part { shape, pose }]).unwrap();
        let inner = at(&Object::new("part", body), 0.7, 0.0, 0.0);
        let answer = found(&outer, &inner, 0.0);
        assert!(matches!(answer.proximity, Proximity::Intersecting(_)), "{answer:?}");
        assert!((answer.signed_distance() + 0.5).abs() < 1e-12, "{answer:?}");
        assert_eq!(answer.inside, Inside::Unknown);
        assert_eq!(classify(&outer, &inner, &answer, 0.0).class, Class::Clash);
    }
    let exact = at(&boxed(0.25), 0.75, 0.0, 0.0);
    assert_eq!(found(&outer, &exact, 0.0).signed_distance(), -0.5);
}

/// A corner of the inner cube far from the surfaces decides, however near the others are.
#[test]
fn nothing_inside_is_lost_next_to_the_surface() {
    let (outer, inner) = (soup(cube(1.0)), soup(cube(0.5)));
    for power in 20..54 {
        let (by, moved) = (2.0_f64.powi(-power), 0.5 - 2.0_f64.powi(-power));
        for within in [0.0, 1.0] {
            let answer = found(&outer, &at(&inner, moved, 0.0, 0.0), within);
            assert!((answer.signed_distance() + by).abs() <= answer.gap(), "{power}");
            assert!(matches!(answer.proximity, Proximity::Intersecting(_)), "{power}");
            assert_eq!(answer.inside, Inside::BInA, "{power}");
            let answer = found(&at(&outer, 10.0, 0.0, 0.0), &at(&inner, 10.0, 0.5, 0.0), within);
            assert_eq!(answer.inside, Inside::Neither);
        }
    }
}

/// Far from the origin two bodies are 1 apart by parts that round nothing, and less by others,
/// whose poses and the bodies' cancel.
#[test]
fn the_interval_holds_what_other_parts_round() {
    let rotation = Rotation3::from_xyzw(0.0, 0.0, 1.0, 2.0);
    let pose = Pose { translation: Xyz::new(1e6, 2e6, 0.0), rotation };
    let solid = |x: f64| {
        let corners = cube(0.5).vertices.into_iter().map(|[u, v, w]| Xyz::new(u + x, v, w));
        Part::from(ConvexHull::new(&corners.collect::<Vec<_>>()).unwrap())
    };
    let mut nearer = 0;
    for i in 0..100 {
        let (x, y) = (-1e6 - 0.37 * f64::from(i), 1234.5 + 0.11 * f64::from(i));
        let there = (x + 2.0).next_down();
        let there = if there - x < 2.0 { there } else { (x + 2.0).next_up() };
        // Exact: the bodies turn alike.
        let truth = (there - x) - 1.0;
        let object = |first: f64, x: f64| {
            let pose_of = Pose::from_translation(Xyz::new(x, y, 0.0));
            let parts = vec![solid(first), Part { pose: pose_of, ..solid(0.0) }];
            Object { pose, ..Object::new("two", Body::of_parts(parts).unwrap()) }
        };
        let answer = found(&object(0.0, x), &object(2.0, there), 9.0);
        assert!(
            (answer.signed_distance() - truth.min(1.0)).abs() <= answer.gap(),
            "{i} {answer:?}"
        );
        assert!(answer.gap() < 1e-6);
        nearer += usize::from(truth < 1.0);
    }
    assert!(nearer > 50);
}

/// A face 1e8 long is nearer to the corner than it looks, by less than its own gap, which counts;
/// the interval was that of a small piece 1 away.
#[test]
fn the_depth_of_a_corner_holds_what_far_faces_round() {
    let vertices = vec![
        [42786686.59780387, -69515358.92702729, 57766030.876527086],
        [-97174087.75926335, 21027994.60898717, 10724742.92835946],
        [54387400.482412964, 48487362.21455532, -68490775.83324735],
        [22634881.642910478, 70116160.86393346, 67612026.5024529],
        [0.2263488144291048, 0.7011616086393346, 0.6761202650245289],
        [1.5905033402479674, 1.706208919330318, 2.135216674779805],
        [0.33551691153000474, 1.5114170488728143, 2.757362309609305],
        [0.11111907808397092, 3.0928285095508805, 1.1925034008316502],
    ];
    let tetrahedron = |i: u32| {
        [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]].map(|t: [u32; 3]| t.map(|corner| corner + i))
    };
    let triangles = [tetrahedron(0), turned(tetrahedron(4))].concat();
    let outer = soup(Mesh { vertices, triangles });
    assert!(outer.body.is_closed());
    let out = Xyz::new(0.2263488144291048, 0.7011616086393346, 0.6761202650245289) * -1.3;
    let part = Segment::new(Xyz::default(), out).into();
    let answer = found(&outer, &Object::new("pin", Body::of_parts(vec![part]).unwrap()), 0.0);
    // The first face, in rational numbers.
    let truth = 1.0 - 7.798681700421639e-10;
    assert!((-answer.signed_distance() - truth).abs() <= answer.gap(), "{answer:?}");
    assert!(answer.gap() < 1e-6);
}

fn turned(triangles: [[u32; 3]; 4]) -> [[u32; 3]; 4] {
    triangles.map(|[a, b, c]| [b, a, c])
}

#[test]
fn depth_at_most_is_no_less_than_the_depth() {
    let (half_a, half_b) = ([1.0; 3], [0.5, 0.6, 0.7]);
    let object = |[x, y, z]: [f64; 3]| {
        Object::new("", Body::of_parts(vec![Cuboid::new(Xyz::new(x, y, z)).into()]).unwrap())
    };
    for i in 1..60 {
        let rotation = Rotation3::from_axis_angle(Xyz::axis(2), 0.025 * f64::from(i));
        let (place, q) = ([1.7, 0.3, 0.2], [rotation.x, rotation.y, rotation.z, rotation.w]);
        let pose = Pose { translation: Xyz::new(1.7, 0.3, 0.2), rotation };
        let (a, b) = (object(half_a), Object { pose, ..object(half_b) });
        let most = classify(&a, &b, &found(&a, &b, 1.0), 0.0).depth_at_most;
        let shape = |half_extents| oracle::Shape::Box { half_extents };
        let (origin, turned) = (
            oracle::Pose::from_quaternion([0.0; 3], [0.0, 0.0, 0.0, 1.0]).unwrap(),
            oracle::Pose::from_quaternion(place, q).unwrap(),
        );
        let truth = oracle::judge(&shape(half_a), &origin, &shape(half_b), &turned).unwrap();
        assert!(most.is_none_or(|most| most >= truth.depth.lo), "{i} {most:?} {truth:?}");
    }
}

#[test]
fn nothing_is_known_where_a_padding_is_no_length() {
    let ball = |x: f64| {
        at(&Object::new("", Body::of_parts(vec![Ball::new(1.0).into()]).unwrap()), x, 0.0, 0.0)
    };
    for padding in [-0.5, f64::NAN, f64::INFINITY] {
        let mut objects: Vec<Object> = (0..30).map(|i| ball(1.9 + 50.0 * f64::from(i))).collect();
        objects.push(Object { padding, ..ball(0.0) });
        assert!(objects[30].check().is_err());
        let pairs = pairs_within(&objects, &Boxes::new(&objects), 0.0, &Rules::default());
        assert_eq!(pairs.len(), 30, "{padding}");
        for pair in pairs {
            let Clearance { proximity, inside, .. } = pair.clearance;
            assert!(!proximity.is_decided() && proximity.witness().gap == f64::INFINITY);
            assert_eq!((pair.b, inside), (30, Inside::Unknown));
        }
        assert_eq!(camera().views(&objects[30..]), [View::Crossing], "{padding}");
    }
}

#[test]
fn two_sided_surfaces_and_pieces_in_open_ones_are_not_proved_outside() {
    let two_sided = |mut mesh: Mesh| {
        let back: Vec<_> = mesh.triangles.iter().map(|[p, q, r]| [*p, *r, *q]).collect();
        mesh.triangles.extend(back);
        mesh
    };
    let inner = boxed(0.1);
    let room = soup(two_sided(cube(1.0)));
    assert!(!room.body.is_closed());
    assert_eq!(found(&room, &inner, 2.0).inside, Inside::Open);
    // A pane of glass in a closed room leaves it closed.
    let mut house = cube(1.0);
    let first = u32::try_from(house.vertices.len()).unwrap();
    house.vertices.extend([[0.5, 0., 0.], [0.5, 0.5, 0.], [0.5, 0.5, 0.5], [0.5, 0., 0.5]]);
    let pane = two_sided(Mesh { vertices: vec![], triangles: vec![[0, 1, 2], [0, 2, 3]] });
    house.triangles.extend(pane.triangles.iter().map(|t| t.map(|i| i + first)));
    assert_eq!(found(&soup(house), &inner, 0.0).inside, Inside::BInA);

    // Quads drawn from either side, cut along the one and the other diagonal.
    let quads: Vec<[u32; 4]> =
        cube(1.0).triangles.chunks(2).map(|t| [t[0][0], t[0][1], t[0][2], t[1][2]]).collect();
    let fan = |[a, b, c, d]: [u32; 4]| [[a, b, c], [a, c, d]];
    let drawn = |quads: &[[u32; 4]]| {
        let both =
            quads.iter().flat_map(|[a, b, c, d]| [fan([*a, *b, *c, *d]), fan([*d, *c, *b, *a])]);
        both.flatten().collect::<Vec<_>>()
    };
    for (size, far) in [(1.0, 0.0), (1.0 / 3.0, 1000.0), (1e-60, 0.0), (1e100, 0.0)] {
        let place = |mut mesh: Mesh| {
            let spot = |x: f64| f64::from((x * size as f32 as f64 + far) as f32);
            let is_single = (1e-30..1e30).contains(&size);
            let spot = |x: f64| if is_single { spot(x) } else { x * size };
            mesh.vertices.iter_mut().for_each(|v| *v = v.map(spot));
            soup(mesh)
        };
        let grain = at(&boxed(0.125 * size), far, far, far);
        let room = place(Mesh { triangles: drawn(&quads), ..cube(1.0) });
        assert!(!room.body.is_closed(), "{size}");
        assert_eq!(found(&room, &grain, f64::INFINITY).inside, Inside::Open, "{size}");
        // Such a pane, and a box that is thin, leave what is about them closed.
        let mut house = joined(&cube(1.0), &Mesh { triangles: drawn(&quads[..1]), ..cube(0.5) });
        let mut sheet = cube(0.25);
        sheet.vertices.iter_mut().for_each(|v| v[0] = v[0] * 1e-3 + 0.75);
        house = joined(&house, &turned_inside_out(sheet));
        let house = place(house);
        assert!(house.body.is_closed(), "{size}");
        assert_eq!(found(&house, &grain, f64::INFINITY).inside, Inside::BInA, "{size}");
    }

    let mut open = cube(1.0);
    open.triangles.pop();
    let part = |x: f64| Part {
        pose: Pose::from_translation(Xyz::new(x, 0.0, 0.0)),
        ..Ball::new(0.1).into()
    };
    for (parts, inside) in [
        (vec![part(0.0)], Inside::Open),
        (vec![part(0.0), part(1.5)], Inside::Open),
        (vec![part(-1.5), part(1.5)], Inside::Neither),
    ] {
        let object = Object::new("pieces", Body::of_parts(parts).unwrap());
        assert_eq!(found(&soup(open.clone()), &object, 2.0).inside, inside);
    }
}

/// A rod of so many sides along z, each side of two triangles that begin at either end.
fn rod(sides: u32, length: f64, radius: f64) -> Mesh {
    let ring = (0..sides).map(|i| {
        let (sin, cos) = (std::f64::consts::TAU * f64::from(i) / f64::from(sides)).sin_cos();
        [radius * cos, radius * sin, 0.0]
    });
    let mut vertices: Vec<[f64; 3]> = ring.collect();
    vertices.extend(vertices.clone().into_iter().map(|[x, y, _]| [x, y, length]));
    vertices.extend([[0.0; 3], [0.0, 0.0, length]]);
    let side = |i: u32| {
        let j = (i + 1) % sides;
        let (a, b, c, d) = (i, j, sides + j, sides + i);
        [[c, a, b], [a, c, d], [2 * sides, j, i], [2 * sides + 1, d, c]]
    };
    Mesh { vertices, triangles: (0..sides).flat_map(side).collect() }
}

/// A conduit of 2 cm and 100 m counted as a surface that encloses nothing, for its volume was held
/// against the cube of its length.
#[test]
fn long_thin_rods_are_closed() {
    for (length, radius) in [(10.0, 0.1), (100.0, 0.01), (1000.0, 0.01), (12.0, 5e-4)] {
        let rod = soup(rod(32, length, radius));
        let ball = Body::of_parts(vec![Ball::new(0.1 * radius).into()]).unwrap();
        let ball = at(&Object::new("ball", ball), 0.0, 0.0, 0.501 * length);
        assert!(rod.body.is_closed(), "{length} {radius}");
        assert_eq!(found(&rod, &ball, 0.0).inside, Inside::BInA, "{length} {radius}");
        let beside = at(&ball, 2.0 * radius, 0.0, 0.501 * length);
        assert_eq!(found(&rod, &beside, length).inside, Inside::Neither, "{length} {radius}");
    }
}

/// Two pairs of parts touch, and the one whose pose rounds is too close to call: the answer
/// depended on which came first.
#[test]
fn a_proved_contact_counts_before_one_too_close_to_call() {
    let ball =
        Part { pose: Pose::from_translation(Xyz::new(0.5, 0.25, 0.0)), ..Ball::new(0.25).into() };
    let parts = vec![Cylinder::new(0.25, 0.125).into(), ball];
    let a = Object::new("a", Body::of_parts(parts).unwrap());
    let mut a = at(&a, 1.0, -1.25, -1.25);
    let mut room = soup(joined(&cube(1.0), &turned_inside_out(cube(0.75))));
    room.pose = Pose {
        translation: Xyz::new(1.0, -0.75, -0.75),
        rotation: Rotation3::from_xyzw(1.0, 1.0, 1.0, 1.0),
    };
    for padding in [0.0, 0.125] {
        a.padding = padding;
        let [one, two] = [found(&a, &room, 1.0), found(&room, &a, 1.0)];
        assert_eq!([one.inside, two.inside], [Inside::Neither; 2], "{padding}");
        for answer in [one, two] {
            assert!(matches!(answer.proximity, Proximity::Intersecting(_)), "{answer:?}");
        }
    }
}
