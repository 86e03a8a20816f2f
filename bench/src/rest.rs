//! Pairs as they rest in engines and assemblies, and as random poses never are: boxes on boxes and
//! capsules beside capsules, parallel or nearly so, bodies of revolution about one axis, round
//! polygons, and exact contact at ordinary coordinates.

use clearance::{Rotation as _, Rotation3, Xy, Xyz};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::contenders::Verb;
use crate::forms::{Form, Kind, Mesh, Point, Turn, World};
use crate::pairs::{PairSet, Place, Pools, Shapes, seeded};

/// A set, and the length query that suits it besides the boolean.
pub struct Rest {
    /// The pairs; their truth is certified by `clearance` in `f64`.
    pub set: PairSet,
    /// Distance for pairs that are apart, depth for those that overlap.
    pub length: Verb,
}

/// The angles, in radians, between axes that are nearly parallel.
const TILTS: [(f64, &str); 6] =
    [(0.0, "0"), (1e-7, "1e-7"), (1e-5, "1e-5"), (1e-3, "1e-3"), (1e-2, "1e-2"), (1e-1, "1e-1")];

/// Corners of regular polygons.
const CORNERS: [usize; 4] = [64, 256, 512, 2000];

/// Two shapes and their poses.
struct Drawn(Form, Place, Form, Place);

/// How a pair of a set is drawn.
type Draw = Box<dyn Fn(&mut ChaCha8Rng) -> Drawn>;

/// All sets, of `count` pairs each.
pub fn sets(count: usize, seed: u64) -> impl Iterator<Item = Rest> {
    named()
        .into_iter()
        .map(move |(shapes, length, draw)| Rest { set: drawn(shapes, &draw, count, seed), length })
}

/// Boxes on boxes, 0.01 deep, parallel up to `tilt`.
pub fn boxes(tilt: f64, count: usize, seed: u64) -> PairSet {
    let shapes = Shapes::solid("box on box", Kind::Cuboid, Kind::Cuboid);
    let draw: Draw = Box::new(move |rng| box_on_box(rng, tilt, 0.01));
    drawn(shapes, &draw, count, seed)
}

/// Equal boxes, one exactly upon the other, in exact contact or `deep` into each other.
pub fn stacked(deep: f32, count: usize, seed: u64) -> PairSet {
    let shapes = Shapes::solid("equal boxes", Kind::Cuboid, Kind::Cuboid);
    let draw: Draw = Box::new(move |rng| {
        let half = cuboid(rng);
        let place =
            |height| Place { rotation: [0.0, 0.0, 0.0, 1.0], translation: [0.0, height, 0.0] };
        let form = Form::Cuboid { half };
        Drawn(form.clone(), place(0.0), form, place(2.0 * half[1] - deep))
    });
    drawn(shapes, &draw, count, seed)
}

fn drawn(shapes: Shapes, draw: &Draw, count: usize, seed: u64) -> PairSet {
    let mut rng = seeded(seed, shapes.name, 0);
    let (mut pool_a, mut pool_b, mut places) = (vec![], vec![], vec![]);
    for _ in 0..count {
        let Drawn(a, at_a, b, at_b) = draw(&mut rng);
        pool_a.push(a);
        pool_b.push(b);
        places.push((at_a, at_b));
    }
    let pools = Pools::of(shapes, [pool_a, pool_b]);
    let pair = |(i, (at_a, at_b)): (usize, &(Place, Place))| pools.ask([i, i], at_a, at_b).0;
    pools.set(places.iter().enumerate().map(pair).collect())
}

/// A name for each row of the tables; they live as long as the program, like the names of other
/// sets.
fn name(text: String) -> &'static str {
    text.leak()
}

fn named() -> Vec<(Shapes, Verb, Draw)> {
    let mut sets: Vec<(Shapes, Verb, Draw)> = Vec::new();
    for (tilt, angle) in TILTS {
        for (verb, deep) in [(Verb::Penetration, 0.01), (Verb::Distance, -0.01)] {
            let how = if deep > 0.0 { "on" } else { "above" };
            let boxes = name(format!("box {how} box tilted by {angle}"));
            sets.push((
                Shapes::solid(boxes, Kind::Cuboid, Kind::Cuboid),
                verb,
                Box::new(move |rng| box_on_box(rng, tilt, deep)),
            ));
        }
        let capsules = name(format!("capsules side by side tilted by {angle}"));
        sets.push((
            Shapes::solid(capsules, Kind::Capsule, Kind::Capsule),
            Verb::Distance,
            Box::new(move |rng| capsules_side_by_side(rng, tilt)),
        ));
        let cylinders = name(format!("cylinder in cylinder tilted by {angle}"));
        sets.push((
            Shapes::solid(cylinders, Kind::Cylinder, Kind::Cylinder),
            Verb::Penetration,
            Box::new(move |rng| cylinders_on_one_axis(rng, tilt)),
        ));
    }
    for corners in CORNERS {
        let polygons = name(format!("{corners}-gons about one centre"));
        sets.push((
            Shapes::flat(polygons, Kind::Hull(corners), Kind::Hull(corners)),
            Verb::Penetration,
            Box::new(move |rng| round_polygons(rng, corners)),
        ));
    }
    sets.push((
        Shapes::solid("turned boxes in exact contact", Kind::Cuboid, Kind::Cuboid),
        Verb::Distance,
        Box::new(boxes_in_contact),
    ));
    sets.push((
        Shapes::hulls("hulls of 12 in exact contact", 12),
        Verb::Distance,
        Box::new(hulls_in_contact),
    ));
    sets
}

pub(crate) fn turn_about([x, y, z]: [f64; 3], angle: f64) -> Turn {
    turn(Rotation3::from_axis_angle(Xyz::new(x, y, z), angle))
}

fn turn(rotation: Rotation3<f32>) -> Turn {
    [rotation.x, rotation.y, rotation.z, rotation.w]
}

fn about_y(rng: &mut ChaCha8Rng) -> Turn {
    turn_about([0.0, 1.0, 0.0], rng.random_range(-3.1..3.1))
}

/// The product that applies `inner` first.
pub(crate) fn product(outer: Turn, inner: Turn) -> Turn {
    let [outer, inner] = [outer, inner].map(<Xyz as World>::rotation::<f32>);
    turn(outer.compose(inner))
}

fn tilted(rng: &mut ChaCha8Rng, tilt: f64) -> Turn {
    let axis = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.6, 0.0, 0.8], [0.36, 0.48, 0.8]];
    turn_about(axis[rng.random_range(0..axis.len())], tilt)
}

fn cuboid(rng: &mut ChaCha8Rng) -> Point {
    std::array::from_fn(|_| rng.random_range(0.3..0.7))
}

/// A box on a box of edge lengths about 1: `deep` into it, or above it where negative; yawed like
/// crates in a stack.
fn box_on_box(rng: &mut ChaCha8Rng, tilt: f64, deep: f64) -> Drawn {
    let (a, b) = (cuboid(rng), cuboid(rng));
    let yaw = if rng.random() { about_y(rng) } else { [0.0, 0.0, 0.0, 1.0] };
    let at_a: Point = std::array::from_fn(|_| rng.random_range(-5.0..5.0));
    let mut at_b: Point = std::array::from_fn(|i| at_a[i] + rng.random_range(-0.2..0.2));
    at_b[1] = at_a[1] + a[1] + b[1] - deep as f32;
    let place_a = Place { rotation: yaw, translation: at_a };
    let place_b = Place { rotation: product(yaw, tilted(rng, tilt)), translation: at_b };
    Drawn(Form::Cuboid { half: a }, place_a, Form::Cuboid { half: b }, place_b)
}

fn capsules_side_by_side(rng: &mut ChaCha8Rng, tilt: f64) -> Drawn {
    let mut capsule = || Form::Capsule {
        half_height: rng.random_range(0.25..0.6),
        radius: rng.random_range(0.2..0.4),
    };
    let (a, b) = (capsule(), capsule());
    let at_b = [rng.random_range(1.0..1.5), rng.random_range(-0.3..0.3), 0.0];
    let place_b = Place { rotation: tilted(rng, tilt), translation: at_b };
    Drawn(a, Place { rotation: [0.0, 0.0, 0.0, 1.0], translation: [0.0; 3] }, b, place_b)
}

fn cylinders_on_one_axis(rng: &mut ChaCha8Rng, tilt: f64) -> Drawn {
    let mut cylinder = || Form::Cylinder {
        half_height: rng.random_range(0.3..0.7),
        radius: rng.random_range(0.3..0.7),
    };
    let (a, b) = (cylinder(), cylinder());
    let yaw = about_y(rng);
    let place_b = Place {
        rotation: product(tilted(rng, tilt), yaw),
        translation: [0.0, rng.random_range(-0.1..0.1), 0.0],
    };
    Drawn(a, Place { rotation: [0.0, 0.0, 0.0, 1.0], translation: [0.0; 3] }, b, place_b)
}

/// Regular, of any radius, one about the other's centre.
fn round_polygons(rng: &mut ChaCha8Rng, corners: usize) -> Drawn {
    let mut polygon = || {
        let radius = rng.random_range(0.5..1.0);
        let corner = |i: usize| {
            let (sin, cos) = (std::f64::consts::TAU * i as f64 / corners as f64).sin_cos();
            [(radius * cos) as f32, (radius * sin) as f32, 0.0]
        };
        Form::Hull(Mesh::around::<Xy>(&(0..corners).map(corner).collect::<Vec<_>>()))
    };
    let (a, b) = (polygon(), polygon());
    let (sin, cos) = rng.random_range(-3.1_f64..3.1).sin_cos();
    let place = |rotation: Turn| Place { rotation, translation: [0.0; 3] };
    Drawn(a, place([1.0, 0.0, 0.0, 0.0]), b, place([cos as f32, sin as f32, 0.0, 0.0]))
}

/// Face on face along an axis that both turn about: coordinates are ordinary, and their sums exact
/// along that axis.
fn boxes_in_contact(rng: &mut ChaCha8Rng) -> Drawn {
    let (mut a, mut b) = (cuboid(rng), cuboid(rng));
    let on_grid = |x: f32| (x * 1024.0).round() / 1024.0;
    (a[1], b[1]) = (on_grid(a[1]), on_grid(b[1]));
    let low = on_grid(rng.random_range(-4.0..4.0));
    let at_a = [rng.random_range(-4.0..4.0), low, rng.random_range(-4.0..4.0)];
    let mut at_b: Point = std::array::from_fn(|i| at_a[i] + rng.random_range(-0.2_f32..0.2));
    at_b[1] = low + a[1] + b[1];
    let (place_a, place_b) = (
        Place { rotation: about_y(rng), translation: at_a },
        Place { rotation: about_y(rng), translation: at_b },
    );
    Drawn(Form::Cuboid { half: a }, place_a, Form::Cuboid { half: b }, place_b)
}

/// One hull, and its copy moved by the vector between two of its corners that are farthest along a
/// direction and its opposite.
fn hulls_in_contact(rng: &mut ChaCha8Rng) -> Drawn {
    let Form::Hull(mesh) = Kind::Hull(12).draw::<Xyz>(rng) else { unreachable!("drawn as a hull") };
    let out: Point = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
    let height = |p: &&Point| p.iter().zip(out).map(|(x, d)| x * d).sum::<f32>();
    let ends = [1.0_f32, -1.0].map(|sign| {
        let by = |p: &&Point, q: &&Point| (sign * height(p)).total_cmp(&(sign * height(q)));
        *mesh.vertices.iter().max_by(by).expect("a hull has corners")
    });
    let place = |translation: Point| Place { rotation: [0.0, 0.0, 0.0, 1.0], translation };
    let apart = std::array::from_fn(|i| ends[0][i] - ends[1][i]);
    Drawn(Form::Hull(mesh.clone()), place([0.0; 3]), Form::Hull(mesh), place(apart))
}
