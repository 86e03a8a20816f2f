//! Rays and signed distances of a surface of triangles, beside parry's, in one run on one thread.
//!
//!     cargo run --profile dist --features parry --bin surfaces -- [224]
//!
//! The surface is a closed bumpy torus of 2 n² triangles, 2.9 across. Half of a million rays are an
//! image from one eye, half are random; the points fill the torus's box, or lie near the surface.
//! Prints processor times and where the answers differ.

use clearance::{Ray, Xyz};
use clearance_scene::Mesh;
use clearance_scene::scene::{Body, Boxes, Faces, Object, RayHit, Side, Targets, project_these};
use cpu_time::ProcessTime;
use parry3d_f64::math::Vector;
use parry3d_f64::query::{PointQuery, RayCast};
use parry3d_f64::shape::{TriMesh, TriMeshFlags};
use rand::{Rng, SeedableRng};

fn main() {
    let n: u32 = std::env::args().nth(1).map_or(224, |text| text.parse().expect("a number"));
    let (vertices, triangles) = torus(n);
    println!("{} triangles", triangles.len());
    let corners = vertices.iter().map(|v| Vector::from_array(*v)).collect::<Vec<_>>();
    let theirs = timed("parry: build", || {
        TriMesh::with_flags(corners, triangles.clone(), TriMeshFlags::ORIENTED).expect("a mesh")
    });
    let mesh = Mesh { vertices: vertices.clone(), triangles };
    let objects =
        timed("ours: build", || [Object::new("torus", Body::of_triangles(mesh).expect("a body"))]);
    let boxes = Boxes::new(&objects);
    let targets = Targets::new(&objects, &boxes);
    let random = rand_chacha::ChaCha8Rng::seed_from_u64(11);
    points(&theirs, &objects, &boxes, &vertices, random.clone());
    rays(&theirs, &targets, random);
}

fn points(
    theirs: &TriMesh,
    objects: &[Object],
    boxes: &Boxes,
    vertices: &[[f64; 3]],
    mut random: impl Rng,
) {
    let points: Vec<[f64; 3]> = (0..100_000)
        .map(|i| {
            let mut within = |most: f64| random.random_range(-most..most);
            if i % 2 == 0 {
                return [within(1.8), within(1.8), within(0.8)];
            }
            let off = 10.0_f64.powf(within(3.5) - 5.5);
            let [x, y, z] = vertices[random.random_range(0..vertices.len())];
            [x + off, y - off, z + off]
        })
        .collect();
    let own: Vec<Xyz> = points.iter().map(|p| xyz(*p)).collect();
    timed("ours: first point, with its tree", || project_these(objects, boxes, &own[..1]));
    for _ in 0..3 {
        let found = timed("ours: 1e5 points", || project_these(objects, boxes, &own));
        let other = timed("parry: 1e5 points", || {
            let ask = |p: &[f64; 3]| {
                let point = Vector::from_array(*p);
                let found = theirs.project_local_point(point, false);
                let distance = (found.point - point).length();
                if found.is_inside { -distance } else { distance }
            };
            points.iter().map(ask).collect::<Vec<f64>>()
        });
        let (mut worst, mut widest, mut signs, mut open) = (0.0_f64, 0.0_f64, 0, 0);
        for (own, other) in found.iter().flatten().zip(&other) {
            worst = worst.max((own.signed_distance.abs() - other.abs()).abs());
            widest = widest.max(own.gap);
            signs += usize::from((own.signed_distance < 0.0) != (*other < 0.0));
            open += usize::from(!matches!(own.side, Side::Outside | Side::Inside));
        }
        println!(
            "  {open} not decided, {signs} signs differ, distances by up to {worst:.1e}; gaps are \
             up to {widest:.1e}"
        );
    }
}

fn rays(theirs: &TriMesh, targets: &Targets<'_>, mut random: impl Rng) {
    const SIDE: usize = 707;
    let mut rays = Vec::new();
    let eye = [2.5, 0.3, 0.9];
    for row in 0..SIDE {
        for column in 0..SIDE {
            let at =
                |place: usize, most: f64| most * (2.0 * place as f64 / (SIDE - 1) as f64 - 1.0);
            rays.push((eye, [-eye[0], at(column, 1.7) - eye[1], at(row, 0.8) - eye[2]]));
        }
    }
    while rays.len() < 1_000_000 {
        let mut within = |most: f64| random.random_range(-most..most);
        let from = [within(1.8), within(1.8), within(0.8)];
        rays.push((from, [within(1.0), within(1.0), within(1.0)]));
    }
    let own: Vec<Ray<Xyz>> = rays.iter().map(|(o, d)| Ray::new(xyz(*o), xyz(*d))).collect();
    timed("ours: first ray, with its tree", || targets.first(&own[..1], Faces::Both));
    for _ in 0..3 {
        let found = timed("ours: 1e6 rays", || targets.first(&own, Faces::Both));
        let other = timed("parry: 1e6 rays", || {
            let ask = |(o, d): &([f64; 3], [f64; 3])| {
                let ray =
                    parry3d_f64::query::Ray::new(Vector::from_array(*o), Vector::from_array(*d));
                theirs.cast_local_ray(&ray, f64::MAX, false)
            };
            rays.iter().map(ask).collect::<Vec<Option<f64>>>()
        });
        let hits = found.iter().flatten().count();
        let is_other =
            |(one, two): &(&Option<RayHit>, &Option<f64>)| one.is_some() != two.is_some();
        let others = found.iter().zip(&other).filter(is_other).count();
        let apart = |(one, two): (&Option<RayHit>, &Option<f64>)| match (one, two) {
            (Some(hit), Some(time)) => (hit.time.low - time).max(time - hit.time.high).max(0.0),
            _ => 0.0,
        };
        let worst = found.iter().zip(&other).map(apart).fold(0.0, f64::max);
        let widest = found.iter().flatten().map(|hit| hit.time.width()).fold(0.0, f64::max);
        let open = found.iter().flatten().filter(|hit| !hit.is_proved).count();
        println!(
            "  {hits} hits, {open} not proved, {others} differ; parry's times are outside by up to \
             {worst:.1e}, intervals are up to {widest:.1e} wide"
        );
    }
}

fn torus(n: u32) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let angle = |i: u32| std::f64::consts::TAU * f64::from(i) / f64::from(n);
    for i in 0..n {
        for j in 0..n {
            let (u, v) = (angle(i), angle(j));
            let r = 0.35 + 0.08 * (5.0 * u).sin() * (7.0 * v).cos();
            let across = 1.0 + r * v.cos();
            vertices.push([across * u.cos(), across * u.sin(), r * v.sin()]);
            let at = |i: u32, j: u32| (i % n) * n + j % n;
            let [a, b, c, d] = [at(i, j), at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)];
            triangles.extend([[a, b, c], [a, c, d]]);
        }
    }
    (vertices, triangles)
}

fn xyz([x, y, z]: [f64; 3]) -> Xyz {
    Xyz::new(x, y, z)
}

fn timed<T>(what: &str, make: impl FnOnce() -> T) -> T {
    let start = ProcessTime::now();
    let made = make();
    println!("{what}: {:.3} s", start.elapsed().as_secs_f64());
    made
}
