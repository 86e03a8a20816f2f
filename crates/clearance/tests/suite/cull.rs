//! Culling gives the single query's answers, bit for bit.
#![cfg(all(feature = "batch", feature = "alloc", feature = "glam"))]
#![allow(clippy::unwrap_used, clippy::indexing_slicing)] // Tests say what must hold by unwrapping and indexing, their helpers too.

use clearance::batch::Lanes;
use clearance::batch::cull::{BallColumns, BoxColumns, Columns, Region};
use clearance::{
    Ball, ConvexHull, Cuboid, DepthRange, Frustum, HalfSpace, Scalar, Space, Vector, intersects,
};
use glam::camera::rh::proj::directx::perspective;
use glam::camera::rh::view::look_at_mat4;
use glam::{DVec2, DVec3, Vec2, Vec3};

const LEVELS: [Lanes; 5] =
    [Lanes::Auto, Lanes::Scalar, Lanes::Baseline, Lanes::Avx2, Lanes::Avx512];

/// splitmix64 (Steele, Lea, Flood 2014).
struct Random(u64);

impl Random {
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) >> 11) as f64 / (1_u64 << 53) as f64
    }
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.unit()
    }
}

/// Random columns. With `odd`, one number in thirty is invalid for any shape.
struct Scene<T> {
    center: [Vec<T>; 3],
    half: [Vec<T>; 3],
}

impl<T: Scalar> Scene<T> {
    fn draw(random: &mut Random, count: usize, spread: f64, size: f64, odd: bool) -> Self {
        let odds = [f64::NAN, f64::INFINITY, -1.0, -1e-300, 0.0, 1e30, 1e300, 1e-300, -0.0];
        let mut column = |low: f64, high: f64| -> Vec<T> {
            (0..count)
                .map(|_| {
                    let strange = odd && random.unit() < 1.0 / 30.0;
                    let pick = odds[(random.unit() * odds.len() as f64) as usize];
                    T::from_f64(if strange { pick } else { random.between(low, high) })
                })
                .collect()
        };
        Self {
            center: [(); 3].map(|()| column(-spread, spread)),
            half: [(); 3].map(|()| column(0.0, size)),
        }
    }
    fn boxes3<V: Vector<Scalar = T>>(&self) -> BoxColumns<'_, V, 3> {
        let [x, y, z] = &self.center;
        let [u, v, w] = &self.half;
        BoxColumns::new([x, y, z], [u, v, w]).unwrap()
    }
    fn balls3<V: Vector<Scalar = T>>(&self) -> BallColumns<'_, V, 3> {
        let [x, y, z] = &self.center;
        BallColumns::new([x, y, z], &self.half[0]).unwrap()
    }
    fn boxes2<V: Vector<Scalar = T>>(&self) -> BoxColumns<'_, V, 2> {
        let [x, y, _] = &self.center;
        let [u, v, _] = &self.half;
        BoxColumns::new([x, y], [u, v]).unwrap()
    }
    fn balls2<V: Vector<Scalar = T>>(&self) -> BallColumns<'_, V, 2> {
        let [x, y, _] = &self.center;
        BallColumns::new([x, y], &self.half[0]).unwrap()
    }
    fn vector<V: Vector<Scalar = T>>(columns: &[Vec<T>; 3], i: usize) -> V {
        let [x, y, z] = [0, 1, 2].map(|axis: usize| columns[axis][i].to_f64());
        V::from_space(V::Space::from_xyz(x, y, z))
    }
}

fn assert_equal<V: Vector, C: Columns<V>>(
    region: &Region<V>,
    objects: &C,
    single: impl Fn(usize) -> bool,
    what: &str,
) -> (f64, usize) {
    let expected: Vec<bool> = (0..objects.len()).map(single).collect();
    let mut share = 0.0;
    for lanes in LEVELS {
        let mut out = vec![false; objects.len()];
        let tally = region.objects(objects, &mut out, lanes).unwrap();
        assert_eq!(tally.by_lanes + tally.by_query, out.len());
        for (i, (out, expected)) in out.iter().zip(&expected).enumerate() {
            assert_eq!(out, expected, "{what} {lanes:?} object {i}");
        }
        if lanes != Lanes::Scalar {
            share = tally.by_query as f64 / out.len().max(1) as f64;
        }
    }
    #[cfg(feature = "rayon")]
    {
        let mut out = vec![false; objects.len()];
        let _ = region.par_objects(objects, &mut out, Lanes::Auto).unwrap();
        assert_eq!(out, expected, "{what} on all cores");
    }
    (share, expected.iter().filter(|seen| **seen).count())
}

fn camera() -> Frustum<Vec3> {
    let view = look_at_mat4(Vec3::new(3.0, 10.0, 40.0), Vec3::new(1.0, 2.0, 0.0), Vec3::Y);
    let matrix = perspective(1.0, 16.0 / 9.0, 0.1, 60.0) * view;
    Frustum::from_view_projection(matrix.to_cols_array_2d(), DepthRange::ZeroToOne).unwrap()
}

#[test]
fn a_frustum_keeps_what_the_single_query_keeps() {
    let (frustum, mut random) = (camera(), Random(1));
    let region = Region::of_frustum(&frustum).unwrap();
    for (spread, size, odd) in
        [(60.0, 2.0, false), (60.0, 20.0, false), (50.0, 3.0, true), (15.0, 0.01, false)]
    {
        let scene = Scene::<f32>::draw(&mut random, 20_001, spread, size, odd);
        let cuboid = |i| Cuboid::<Vec3>::new(Scene::vector(&scene.half, i));
        let center = |i| Scene::vector::<Vec3>(&scene.center, i);
        let what = format!("{spread} {size} {odd}");
        let single = |i| intersects(&frustum, &Vec3::ZERO, &cuboid(i), &center(i));
        let (open, seen) = assert_equal(&region, &scene.boxes3(), single, &what);
        assert!(seen > 100, "{seen}");
        println!("boxes {what}: {open:.1e} undecided in lanes, {seen} seen");
        assert!(odd || open < if size > 10.0 { 0.2 } else { 0.02 }, "{open}");
        let single =
            |i: usize| intersects(&frustum, &Vec3::ZERO, &Ball::new(scene.half[0][i]), &center(i));
        let (open, seen) = assert_equal(&region, &scene.balls3(), single, &what);
        println!("balls {what}: {open:.1e} undecided in lanes, {seen} seen");
        assert!(odd || open < if size > 10.0 { 0.2 } else { 0.02 }, "{open}");
    }
}

/// The share that the speed of culling depends on.
#[test]
fn few_boxes_of_an_ordinary_scene_are_left_to_the_single_query() {
    let region = Region::of_frustum(&camera()).unwrap();
    let scene = Scene::<f32>::draw(&mut Random(2), 100_000, 60.0, 1.0, false);
    let mut seen = vec![false; 100_000];
    let tally = region.boxes(&scene.boxes3(), &mut seen).unwrap();
    println!("{tally:?}");
    assert!(tally.by_query < 1000, "{tally:?}");
}

#[test]
fn half_spaces_keep_what_meets_each_of_them() {
    let mut random = Random(3);
    for count in [0_usize, 1, 5, 6, 7, 13] {
        let mut walls: Vec<HalfSpace<DVec3>> = (0..count)
            .map(|_| {
                let mut c = || random.between(-1.0, 1.0);
                HalfSpace::new(DVec3::new(c(), c(), c()) * 7.0, 10.0 * c() + 5.0)
            })
            .collect();
        if count == 13 {
            walls[3].normal = DVec3::ZERO;
            walls[5].offset = f64::NAN;
        }
        let region = Region::of_half_spaces(&walls);
        for odd in [false, true] {
            let scene = Scene::<f64>::draw(&mut random, 3000, 8.0, 2.0, odd);
            let meets = |i: usize| {
                let cuboid = Cuboid::new(Scene::vector::<DVec3>(&scene.half, i));
                let center = Scene::vector::<DVec3>(&scene.center, i);
                walls.iter().all(|wall| intersects(wall, &DVec3::ZERO, &cuboid, &center))
            };
            assert_equal(&region, &scene.boxes3(), meets, &format!("{count} walls"));
            let meets = |i: usize| {
                let center = Scene::vector::<DVec3>(&scene.center, i);
                walls.iter().all(|wall| {
                    intersects(wall, &DVec3::ZERO, &Ball::new(scene.half[0][i]), &center)
                })
            };
            assert_equal(&region, &scene.balls3(), meets, &format!("{count} walls"));
        }
    }
}

/// A normal near zero makes the boundary's height leave the range on the way; the half-space
/// excludes the same objects.
#[test]
fn half_spaces_of_normals_next_to_zero() {
    let below = Region::of_half_spaces(&[HalfSpace::new(DVec3::Y * 5e-324, 0.0)]);
    let (x, y) = ([0.0; 4], [-2.0, -0.5, 0.5, 2.0]);
    let half = [0.25; 4];
    let boxes = BoxColumns::new([&x, &y, &x], [&half, &half, &half]).unwrap();
    assert_equal(&below, &boxes, |i| y[i] <= 0.25, "boxes");
    let balls = BallColumns::new([&x, &y, &x], &half).unwrap();
    assert_equal(&below, &balls, |i| y[i] <= 0.25, "balls");
}

/// Faces of boxes that lie in a plane of the region, exactly, and corners that meet its corners.
#[test]
fn exact_touch_counts() {
    let corners: Vec<Vec3> = (0..8)
        .map(|i| Vec3::new((i % 2) as f32, (i / 2 % 2) as f32, (i / 4) as f32) * 4.0)
        .collect();
    let hull = ConvexHull::new(&corners).unwrap();
    let region = Region::of_hull(hull.clone());
    let grid: Vec<Vec3> = (0..1000)
        .map(|i| {
            Vec3::new((i % 10) as f32, (i / 10 % 10) as f32, (i / 100) as f32) - Vec3::splat(3.0)
        })
        .collect();
    let column = |f: fn(&Vec3) -> f32| grid.iter().map(f).collect::<Vec<f32>>();
    let (x, y, z, one) = (column(|p| p.x), column(|p| p.y), column(|p| p.z), vec![1.0; 1000]);
    let boxes = BoxColumns::<Vec3, 3>::new([&x, &y, &z], [&one, &one, &one]).unwrap();
    let single = |i: usize| intersects(&hull, &Vec3::ZERO, &Cuboid::new(Vec3::ONE), &grid[i]);
    let (open, seen) = assert_equal(&region, &boxes, single, "grid");
    assert_eq!(seen, 7 * 7 * 7);
    assert!(open > 0.1, "contacts are for exact arithmetic to decide: {open}");
    let balls = BallColumns::<Vec3, 3>::new([&x, &y, &z], &one).unwrap();
    let single = |i: usize| intersects(&hull, &Vec3::ZERO, &Ball::new(1.0), &grid[i]);
    assert_equal(&region, &balls, single, "balls of a grid");
}

/// Hulls without volume, many facets, and the plane.
#[test]
fn any_hull_is_a_region() {
    let mut random = Random(4);
    let mut point = || {
        Vec3::new(
            random.between(-5.0, 5.0) as f32,
            random.between(-5.0, 5.0) as f32,
            random.between(-5.0, 5.0) as f32,
        )
    };
    let (p, q, r) = (point(), point(), point());
    let many: Vec<Vec3> = (0..100).map(|_| point().normalize() * 4.0).collect();
    let scene = Scene::<f32>::draw(&mut Random(5), 2000, 8.0, 1.5, false);
    for points in [vec![p], vec![p, q], vec![p, q, r], many] {
        let hull = ConvexHull::new(&points).unwrap();
        let region = Region::of_hull(hull.clone());
        let single = |i| {
            let cuboid = Cuboid::new(Scene::vector::<Vec3>(&scene.half, i));
            intersects(&hull, &Vec3::ZERO, &cuboid, &Scene::vector::<Vec3>(&scene.center, i))
        };
        assert_equal(&region, &scene.boxes3(), single, &format!("{} corners", points.len()));
    }
    fn flat<V: Vector>(hull: ConvexHull<V>, scene: &Scene<V::Scalar>) {
        let (region, origin) = (Region::of_hull(hull.clone()), V::from_space(V::Space::default()));
        let single = |i| {
            let cuboid = Cuboid::new(Scene::vector::<V>(&scene.half, i));
            intersects(&hull, &origin, &cuboid, &Scene::vector::<V>(&scene.center, i))
        };
        assert_equal(&region, &scene.boxes2(), single, "polygon");
        let single = |i: usize| {
            intersects(
                &hull,
                &origin,
                &Ball::new(scene.half[0][i]),
                &Scene::vector::<V>(&scene.center, i),
            )
        };
        let (_, seen) = assert_equal(&region, &scene.balls2(), single, "polygon");
        assert!(seen > 100);
    }
    let polygon: Vec<Vec2> = (0..7).map(|i| Vec2::from_angle(i as f32) * 5.0).collect();
    flat(ConvexHull::new(&polygon).unwrap(), &scene);
    let polygon: Vec<DVec2> = (0..7).map(|i| DVec2::from_angle(f64::from(i)) * 5.0).collect();
    flat(
        ConvexHull::new(&polygon).unwrap(),
        &Scene::<f64>::draw(&mut Random(6), 2000, 8.0, 1.5, true),
    );
}

#[test]
fn any_number_of_objects_is_answered() {
    let region = Region::of_frustum(&camera()).unwrap();
    for count in (0..20).chain(120..140).chain([256, 257]) {
        let scene = Scene::<f32>::draw(&mut Random(7), count, 60.0, 2.0, false);
        let single = |i| {
            let cuboid = Cuboid::new(Scene::vector::<Vec3>(&scene.half, i));
            intersects(&camera(), &Vec3::ZERO, &cuboid, &Scene::vector::<Vec3>(&scene.center, i))
        };
        assert_equal(&region, &scene.boxes3(), single, "lengths");
    }
    assert!(
        region
            .boxes(
                &Scene::<f32>::draw(&mut Random(8), 5, 1.0, 1.0, false).boxes3(),
                &mut [false; 4]
            )
            .is_err()
    );
    assert!(BoxColumns::<Vec3, 3>::new([&[1.0], &[1.0], &[]], [&[1.0], &[1.0], &[1.0]]).is_err());
}
