//! Rays at scenes, judged by exact integers and by construction.
#![allow(clippy::indexing_slicing, clippy::panic, clippy::unwrap_used)]

use clearance::{Ball, Cuboid, Pose, Ray, Rotation3, Space, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Boxes, Faces, Object, RayHit, all_hits, first_hits};

/// Numbers from a seed: xorshift.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub(crate) fn below(&mut self, end: u64) -> i64 {
        i64::try_from((self.next() >> 20) % end).unwrap()
    }

    /// From -1 to 1.
    pub(crate) fn real(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    pub(crate) fn vector(&mut self) -> Xyz {
        Xyz::new(self.real(), self.real(), self.real())
    }
}

type Integers = [i128; 3];

fn dot([a, b, c]: Integers, [x, y, z]: Integers) -> i128 {
    a * x + b * y + c * z
}

fn cross([a, b, c]: Integers, [x, y, z]: Integers) -> Integers {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn less([a, b, c]: Integers, [x, y, z]: Integers) -> Integers {
    [a - x, b - y, c - z]
}

fn real(v: Integers) -> Xyz {
    Xyz::new(v[0] as f64, v[1] as f64, v[2] as f64)
}

/// When a ray meets a triangle, as a fraction with a positive denominator; `Err` where it lies in
/// its plane.
fn met(from: Integers, along: Integers, corners: [Integers; 3]) -> Result<Option<[i128; 2]>, ()> {
    let [a, b, c] = corners.map(|corner| less(corner, from));
    let across = cross(less(b, a), less(c, a));
    let (height, slope) = (dot(across, a), dot(across, along));
    if slope == 0 {
        return if height == 0 { Err(()) } else { Ok(None) };
    }
    let sides = [cross(b, c), cross(c, a), cross(a, b)].map(|side| dot(side, along));
    let is_met = sides.iter().all(|side| *side >= 0) || sides.iter().all(|side| *side <= 0);
    let time = [height * slope.signum(), slope.abs()];
    Ok((is_met && time[0] >= 0).then_some(time))
}

#[test]
fn hits_are_those_of_exact_integers() {
    let mut random = Random(7);
    let (mut hits, mut misses, mut edges, mut rays_asked) = (0, 0, 0, 0);
    for round in 0..400 {
        let size = [4, 9, 1000][round % 3];
        let corner = |random: &mut Random| [0; 3].map(|_| i128::from(random.below(size)));
        let corners: Vec<Integers> = (0..20).map(|_| corner(&mut random)).collect();
        let triangles: Vec<[u32; 3]> =
            (0..30).map(|_| [0; 3].map(|_| u32::try_from(random.below(20)).unwrap())).collect();
        let of = |t: &[u32; 3]| t.map(|i| corners[i as usize]);
        // Triangles of no area are segments, which this judge does not know.
        let is_flat = |t: &[u32; 3]| {
            let [a, b, c] = of(t);
            cross(less(b, a), less(c, a)) == [0; 3]
        };
        let triangles: Vec<[u32; 3]> = triangles.into_iter().filter(|t| !is_flat(t)).collect();
        if triangles.is_empty() {
            continue;
        }
        let vertices = corners.iter().map(|v| v.map(|x| x as f64)).collect();
        let mesh = Mesh { vertices, triangles: triangles.clone() };
        // The same scene elsewhere: integers add exactly.
        let shift = [corner(&mut random), [0; 3]][round % 2];
        let pose = Pose::from_translation(real(shift));
        let objects = [Object { pose, ..Object::new("", Body::of_triangles(mesh).unwrap()) }];
        let boxes = Boxes::new(&objects);
        let mut rays = Vec::new();
        for _ in 0..50 {
            let (from, to) = (corner(&mut random), corner(&mut random));
            rays.push((from, less(to, from)));
        }
        rays.retain(|(_, along)| *along != [0; 3]);
        let asked: Vec<Ray<Xyz>> = rays
            .iter()
            .map(|(from, along)| Ray::new(real(*from) + real(shift), real(*along)))
            .collect();
        let found = first_hits(&objects, &boxes, &asked, Faces::Both);
        for (((from, along), ray), hit) in rays.iter().zip(&asked).zip(found) {
            let truth: Result<Vec<_>, ()> =
                triangles.iter().map(|t| met(*from, *along, of(t))).collect();
            // In a triangle's plane: the core's own tests know these.
            let Ok(truth) = truth else { continue };
            rays_asked += 1;
            let is_sooner = |[p, q]: [i128; 2], [r, s]: [i128; 2]| p * s < r * q;
            let first = truth
                .iter()
                .flatten()
                .copied()
                .reduce(|one, two| if is_sooner(two, one) { two } else { one });
            let all = all_hits(&objects, &boxes, ray, Faces::Both);
            assert_eq!(all.len(), truth.iter().flatten().count(), "{ray:?}");
            let sides = |faces| all_hits(&objects, &boxes, ray, faces).len();
            assert_eq!(sides(Faces::Outer) + sides(Faces::Inner), all.len(), "{ray:?}");
            edges += i32::from(all.len() > 1);
            let Some([p, q]) = first else {
                assert_eq!(hit, None, "{ray:?}");
                misses += 1;
                continue;
            };
            let hit = hit.unwrap_or_else(|| panic!("{ray:?} misses, and should hit at {p}/{q}"));
            let time = p as f64 / q as f64;
            let RayHit { time: within, is_proved, part, .. } = hit;
            assert!(is_proved && part < 30);
            let room = 4.0 * f64::EPSILON * time;
            assert!(within.low <= time + room && time - room <= within.high, "{ray:?} {hit:?}");
            assert!(within.width() < 1e-9, "{ray:?} {hit:?}");
            hits += 1;
        }
    }
    assert!(hits > 5000 && misses > 1000 && edges > 2000, "{hits} {misses} {edges} {rays_asked}");
}

/// A closed sphere of triangles about the origin, unequal ones.
fn sphere(rings: u32, sectors: u32) -> Mesh {
    let mut vertices = vec![[0.0, 0.0, 1.0], [0.0, 0.0, -1.0]];
    let mut triangles = Vec::new();
    let at = |ring: u32, sector: u32| 2 + ring * sectors + sector % sectors;
    for ring in 0..rings {
        let down = std::f64::consts::PI * f64::from(ring + 1) / f64::from(rings + 1);
        for sector in 0..sectors {
            let around = std::f64::consts::TAU * f64::from(sector) / f64::from(sectors);
            let (r, z) = down.sin_cos();
            vertices.push([r * around.cos(), r * around.sin(), z]);
            let [a, b] = [at(ring, sector), at(ring, sector + 1)];
            if ring == 0 {
                triangles.push([0, a, b]);
            }
            if ring + 1 < rings {
                let [c, d] = [at(ring + 1, sector), at(ring + 1, sector + 1)];
                triangles.extend([[a, c, d], [a, d, b]]);
            } else {
                triangles.push([1, b, a]);
            }
        }
    }
    Mesh { vertices, triangles }
}

#[test]
fn no_ray_slips_out_of_a_closed_surface() {
    let mesh = sphere(12, 25);
    let rotation = Rotation3::from_xyzw(0.1, 0.5, -0.3, 0.8);
    let turned = Pose { translation: Xyz::new(5.0, -3.0, 0.1), rotation };
    let mut random = Random(3);
    for (round, pose) in [Pose::identity(), turned].into_iter().enumerate() {
        let body = Body::of_triangles(mesh.clone()).unwrap();
        let objects = [Object { pose, ..Object::new("", body) }];
        let boxes = Boxes::new(&objects);
        let mut rays = Vec::new();
        for triangle in &mesh.triangles {
            let corners =
                triangle.map(|i| mesh.vertices[i as usize]).map(|[x, y, z]| Xyz::new(x, y, z));
            let [a, b, c] = corners;
            let from = random.vector() * 0.3;
            // To a corner, and to an edge, as near as floats come.
            for to in [a, b, (a + b) * 0.5, a + (c - a) * 0.3, (a + b + c) * (1.0 / 3.0)] {
                let [from, to] = [from, to].map(|v| pose.transform_point(v));
                rays.push(Ray::new(from, to - from));
            }
        }
        let first = first_hits(&objects, &boxes, &rays, Faces::Both);
        let is_right = |hit: &Option<RayHit>| {
            hit.is_some_and(|hit| hit.is_proved && (hit.time.middle() - 1.0).abs() < 1e-9)
        };
        assert!(first.iter().all(is_right), "{round}");
        assert!(first.iter().flatten().all(|hit| hit.is_inner), "{round}");
        // From inside there is no outer side to meet, and none is left out of the inner ones.
        let outer = first_hits(&objects, &boxes, &rays, Faces::Outer);
        assert!(outer.iter().all(Option::is_none), "{round}");
        assert!(first_hits(&objects, &boxes, &rays, Faces::Inner).iter().all(is_right), "{round}");
        // Far away, where `f32` could not tell them.
        let far: Vec<Ray<Xyz>> = rays
            .iter()
            .map(|ray| Ray::new(ray.origin - ray.direction * 1e9, ray.direction))
            .collect();
        assert!(first_hits(&objects, &boxes, &far, Faces::Both).iter().all(Option::is_some));
    }
}

#[test]
fn rays_meet_parts_solid_or_hollow_padded_and_turned() {
    let part = |pose: Pose<Xyz>| clearance_scene::scene::Part {
        shape: Cuboid::new(Xyz::new(1.0, 1.0, 1.0)).into(),
        pose,
    };
    let turn = |z: f64, w: f64| Pose {
        translation: Xyz::new(0.1, 0.0, 0.0),
        rotation: Rotation3::from_xyzw(0.0, 0.0, z, w),
    };
    let parts = vec![part(turn(0.6, 0.8)), part(Pose::from_translation(Xyz::new(9.0, 0.0, 0.0)))];
    let body = Body::of_parts(parts).unwrap();
    let pose = turn(-0.6, 0.8);
    let objects = [Object { pose, ..Object::new("", body) }];
    let boxes = Boxes::new(&objects);
    // The turns undo each other, but for rounding: the first is a cube again.
    let middle = pose.transform_point(Xyz::new(0.1, 0.0, 0.0));
    let right = Xyz::new(1.0, 0.0, 0.0);
    let one = |ray: Ray<Xyz>| first_hits(&objects, &boxes, &[ray], Faces::Both)[0].unwrap();
    let hit = one(Ray::new(middle - right * 3.0, right));
    assert!(hit.is_proved && hit.time.low <= 2.0 && 2.0 <= hit.time.high, "{hit:?}");
    assert!(hit.time.width() < 1e-12 && !hit.is_inner);
    let solid = one(Ray::new(middle, right));
    assert!(solid.time.low == 0.0 && solid.is_proved && !solid.is_inner, "{solid:?}");
    let hollow = one(Ray::new(middle, right).hollow());
    assert!(hollow.is_proved && hollow.is_inner, "{hollow:?}");
    assert!(hollow.time.low <= 1.0 && 1.0 <= hollow.time.high && hollow.time.width() < 1e-12);

    let ball = Object {
        padding: 0.5,
        ..Object::new("", Body::of_parts(vec![Ball::new(1.0).into()]).unwrap())
    };
    let mesh = Mesh {
        vertices: vec![[-1.0, -1.0, 4.0], [1.0, -1.0, 4.0], [0.0, 1.0, 4.0]],
        triangles: vec![[0, 1, 2]],
    };
    let sheet = Object { padding: 0.25, ..Object::new("", Body::of_triangles(mesh).unwrap()) };
    let objects = [ball, sheet];
    let boxes = Boxes::new(&objects);
    let up = Ray::new(Xyz::new(0.0, 0.0, -3.0), Xyz::new(0.0, 0.0, 1.0));
    let hits = all_hits(&objects, &boxes, &up, Faces::Both);
    let times: Vec<(usize, f64)> = hits.iter().map(|hit| (hit.object, hit.time.middle())).collect();
    assert_eq!(times.len(), 2);
    assert!((times[0].1 - 1.5).abs() < 1e-9 && times[0].0 == 0, "{times:?}");
    assert!((times[1].1 - 6.75).abs() < 1e-9 && times[1].0 == 1, "{times:?}");
    assert_eq!(all_hits(&objects, &boxes, &up.until(1.0), Faces::Both), []);
}

#[test]
fn odd_rays_are_answered() {
    let body = Body::of_triangles(sphere(3, 5)).unwrap();
    let objects = [Object::new("", body)];
    let boxes = Boxes::new(&objects);
    let ask = |origin: Xyz, direction: Xyz| {
        first_hits(&objects, &boxes, &[Ray::new(origin, direction)], Faces::Both)[0]
    };
    let (corner, none) = (Xyz::new(0.0, 0.0, 1.0), Xyz::default());
    // Without direction it is a point.
    assert!(ask(corner, none).is_some_and(|hit| hit.is_proved && hit.time.high == 0.0));
    assert_eq!(ask(corner * 2.0, none), None);
    assert!(!ask(Xyz::splat(f64::NAN), corner).is_some_and(|hit| hit.is_proved));
    for scale in [1e-300, 1e-200, 1e-20, 1e20, 1e150] {
        let hit = ask(corner * -3.0, corner * scale).unwrap();
        assert!(hit.is_proved && (hit.time.low * scale - 2.0).abs() < 1e-9, "{scale}");
    }
    assert_eq!(first_hits(&[], &Boxes::new(&[]), &[Ray::new(none, corner)], Faces::Both), [None]);
}
