//! Sets in which accuracy matters more than speed: exact touches, flat and thin shapes, coinciding
//! centres, equal shapes in one pose. The truth of every pair is exact.

use clearance::{Xy, Xyz};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

use crate::contenders::Verb;
use crate::forms::{Form, Kind, Mesh, Point, Turn, World, direction};
use crate::pairs::{Pair, PairSet, Place, Shapes, seeded};
use crate::truth;

/// A set, and the query to run besides the boolean.
pub struct Degenerate {
    /// The pairs with their truth.
    pub set: PairSet,
    /// Distance for pairs that are apart, depth for those that touch or overlap.
    pub length: Verb,
}

/// Coordinates of exact touches are multiples of this, so that sums of them are exact in `f32`.
const GRID: f64 = 1.0 / 1024.0;

type Draw = fn(&mut ChaCha8Rng) -> Drawn;

/// Two shapes and their poses.
struct Drawn(Form, Place, Form, Place);

const fn boxes(name: &'static str) -> Shapes {
    Shapes::solid(name, Kind::Cuboid, Kind::Cuboid)
}

const fn polygons(name: &'static str) -> Shapes {
    Shapes::flat(name, Kind::Hull(8), Kind::Hull(8))
}

/// Names, kinds, the query for the length, and how to draw a pair.
const SETS: [(Shapes, Verb, Draw); 16] = [
    (boxes("touching boxes: face on face"), Verb::Penetration, |rng| boxes_touching(rng, 1)),
    (boxes("touching boxes: edge on edge"), Verb::Penetration, |rng| boxes_touching(rng, 2)),
    (boxes("touching boxes: corner on corner"), Verb::Penetration, |rng| boxes_touching(rng, 3)),
    (
        Shapes::solid("touching: ball on box", Kind::Cuboid, Kind::Ball),
        Verb::Penetration,
        ball_on_box,
    ),
    (Shapes::hulls("touching hulls: vertex on vertex", 12), Verb::Penetration, |rng| {
        hulls_touching::<Xyz>(rng, 12)
    }),
    (boxes("boxes with one centre"), Verb::Penetration, |rng| {
        let place =
            |rng: &mut ChaCha8Rng| Place { rotation: Xyz::turn(rng), translation: [0.0; 3] };
        Drawn(Kind::Cuboid.draw::<Xyz>(rng), place(rng), Kind::Cuboid.draw::<Xyz>(rng), place(rng))
    }),
    (boxes("one box in one pose"), Verb::Penetration, |rng| in_one_pose::<Xyz>(rng, Kind::Cuboid)),
    (Shapes::hulls("one hull in one pose", 12), Verb::Penetration, |rng| {
        in_one_pose::<Xyz>(rng, Kind::Hull(12))
    }),
    (Shapes::hulls("flat hulls crossing", 8), Verb::Penetration, |rng| flat_hulls(rng, 0.0)),
    (Shapes::hulls("flat hulls apart", 8), Verb::Distance, |rng| flat_hulls(rng, 2.5)),
    (boxes("boxes 1e-4 thin crossing"), Verb::Penetration, |rng| thin_boxes(rng, 0.0)),
    (boxes("boxes 1e-4 thin apart"), Verb::Distance, |rng| thin_boxes(rng, 2.5)),
    (polygons("touching 8-gons: vertex on vertex"), Verb::Penetration, |rng| {
        hulls_touching::<Xy>(rng, 8)
    }),
    (polygons("touching rectangles: side on side"), Verb::Penetration, rectangles_touching),
    (polygons("one 8-gon in one pose"), Verb::Penetration, |rng| {
        in_one_pose::<Xy>(rng, Kind::Hull(8))
    }),
    (Shapes::flat("touching circles", Kind::Ball, Kind::Ball), Verb::Penetration, circles_touching),
];

/// All sets, of `count` pairs each.
pub fn sets(count: usize, seed: u64) -> impl Iterator<Item = Degenerate> {
    SETS.into_iter().map(move |(shapes, length, draw)| {
        let mut rng = seeded(seed, shapes.name, 0);
        let mut set = PairSet { shapes, pool_a: vec![], pool_b: vec![], pairs: vec![] };
        while set.pairs.len() < count {
            let Drawn(a, at_a, b, at_b) = draw(&mut rng);
            let size = a.bounding_radius() + b.bounding_radius();
            let place = set.pairs.len();
            set.pool_a.push(a);
            set.pool_b.push(b);
            let mut pair = Pair { a: place, b: place, at_a, at_b, size, truth: 0.0, gap: 0.0 };
            let (intersects, bracket) = truth::of(&set, &pair);
            // A pair on the wrong side is drawn again.
            if intersects == Some(length == Verb::Penetration) {
                pair.truth = 0.5 * (bracket.lo + bracket.hi);
                pair.gap = 0.5 * (bracket.hi - bracket.lo);
                // An exact touch must not become an overlap of half a rounding.
                if bracket.lo <= 0.0 && bracket.hi >= 0.0 {
                    pair.truth = 0.0;
                }
                set.pairs.push(pair);
            } else {
                set.pool_a.pop();
                set.pool_b.pop();
            }
        }
        Degenerate { set, length }
    })
}

fn on_grid(x: f64) -> f32 {
    ((x / GRID).round() * GRID) as f32
}

fn upright(translation: Point) -> Place {
    Place { rotation: [0.0, 0.0, 0.0, 1.0], translation }
}

fn upright_in_plane(translation: Point) -> Place {
    Place { rotation: [1.0, 0.0, 0.0, 0.0], translation }
}

fn between(rng: &mut ChaCha8Rng, low: f64, high: f64) -> f32 {
    on_grid(rng.random_range(low..high))
}

fn cuboid(rng: &mut ChaCha8Rng) -> Point {
    std::array::from_fn(|_| between(rng, 0.3, 0.7))
}

/// Aligned with the axes, and touching along the first `axes` of them.
fn boxes_touching(rng: &mut ChaCha8Rng, axes: usize) -> Drawn {
    let (a, b) = (cuboid(rng), cuboid(rng));
    let at_a: Point = std::array::from_fn(|_| between(rng, -4.0, 4.0));
    let at_b = std::array::from_fn(|i| {
        let reach = a[i] + b[i];
        if i < axes {
            at_a[i] + if rng.random() { reach } else { -reach }
        } else {
            at_a[i] + between(rng, -0.5, 0.5) * 0.5
        }
    });
    Drawn(Form::Cuboid { half: a }, upright(at_a), Form::Cuboid { half: b }, upright(at_b))
}

fn ball_on_box(rng: &mut ChaCha8Rng) -> Drawn {
    let (half, radius) = (cuboid(rng), between(rng, 0.5, 1.0));
    let at_a: Point = std::array::from_fn(|_| between(rng, -4.0, 4.0));
    let mut at_b: Point = std::array::from_fn(|i| at_a[i] + between(rng, -0.25, 0.25));
    at_b[0] = at_a[0] + half[0] + radius;
    Drawn(Form::Cuboid { half }, upright(at_a), Form::Ball { radius }, upright(at_b))
}

/// Corners on the grid; B is moved so that its lowest corner meets a highest corner of A.
fn hulls_touching<S: World>(rng: &mut ChaCha8Rng, count: usize) -> Drawn {
    let [a, b] = [0, 1].map(|_| Mesh::around::<S>(&cloud::<S>(rng, count)));
    let out = direction::<S>(rng);
    let height = |p: &&Point| p.iter().zip(out).map(|(x, d)| f64::from(*x) * d).sum::<f64>();
    let highest = |mesh: &Mesh, sign: f64| {
        let by = |p: &&Point, q: &&Point| (sign * height(p)).total_cmp(&(sign * height(q)));
        *mesh.vertices.iter().max_by(by).expect("a hull has corners")
    };
    let (top, bottom) = (highest(&a, 1.0), highest(&b, -1.0));
    let at_b = std::array::from_fn(|i| top[i] - bottom[i]);
    let place = if S::DIM == 3 { upright } else { upright_in_plane };
    Drawn(Form::Hull(a), place([0.0; 3]), Form::Hull(b), place(at_b))
}

fn cloud<S: World>(rng: &mut ChaCha8Rng, count: usize) -> Vec<Point> {
    (0..count).map(|_| direction::<S>(rng).map(on_grid)).collect()
}

fn in_one_pose<S: World>(rng: &mut ChaCha8Rng, kind: Kind) -> Drawn {
    let form = kind.draw::<S>(rng);
    let rotation: Turn = S::turn(rng);
    let translation =
        std::array::from_fn(|i| if i < S::DIM { between(rng, -4.0, 4.0) } else { 0.0 });
    let place = Place { rotation, translation };
    Drawn(form.clone(), place, form, place)
}

/// Polygons in space, at the distance `way`.
fn flat_hulls(rng: &mut ChaCha8Rng, way: f64) -> Drawn {
    let mut form = |_| Form::Hull(Mesh::around::<Xyz>(&cloud::<Xy>(rng, 8)));
    let (a, b) = (form(0), form(1));
    let (at_a, at_b) = scattered(rng, way);
    Drawn(a, at_a, b, at_b)
}

fn thin_boxes(rng: &mut ChaCha8Rng, way: f64) -> Drawn {
    let mut form =
        |_| Form::Cuboid { half: [5e-5, between(rng, 0.3, 0.7), between(rng, 0.3, 0.7)] };
    let (a, b) = (form(0), form(1));
    let (at_a, at_b) = scattered(rng, way);
    Drawn(a, at_a, b, at_b)
}

fn scattered(rng: &mut ChaCha8Rng, way: f64) -> (Place, Place) {
    let at_a = Place { rotation: Xyz::turn(rng), translation: [0.0; 3] };
    let (out, far) =
        (direction::<Xyz>(rng), rng.random_range(0.0..0.5) + way * rng.random_range(0.2..1.0));
    let translation = out.map(|x| (x * far) as f32);
    (at_a, Place { rotation: Xyz::turn(rng), translation })
}

fn rectangles_touching(rng: &mut ChaCha8Rng) -> Drawn {
    let mut rectangle = |_| [between(rng, 0.3, 0.7), between(rng, 0.3, 0.7)];
    let (a, b) = (rectangle(0), rectangle(1));
    let mesh = |[x, y]: [f32; 2]| {
        Form::Hull(Mesh::around::<Xy>(&[[-x, -y, 0.0], [x, -y, 0.0], [x, y, 0.0], [-x, y, 0.0]]))
    };
    let at_b = [a[0] + b[0], between(rng, -0.25, 0.25), 0.0];
    Drawn(mesh(a), upright_in_plane([0.0; 3]), mesh(b), upright_in_plane(at_b))
}

/// Centres at the corners of a right triangle of sides 3, 4 and 5.
fn circles_touching(rng: &mut ChaCha8Rng) -> Drawn {
    let (a, b) = (5.0 * between(rng, 0.1, 0.2), 5.0 * between(rng, 0.1, 0.2));
    let unit = (a + b) / 5.0;
    let at_b = [3.0 * unit, 4.0 * unit, 0.0];
    Drawn(
        Form::Ball { radius: a },
        upright_in_plane([0.0; 3]),
        Form::Ball { radius: b },
        upright_in_plane(at_b),
    )
}
