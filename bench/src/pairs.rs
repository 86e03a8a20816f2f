//! Pairs of shapes in the four regimes, and the truth about them.
//!
//! B moves along a random direction away from A until the gap or depth is as wanted, so contacts of vertices with faces and of
//! edges with edges come in their natural mix. Every number is an `f32`, so no library is charged for rounding its input.

use clearance::{Pose, Rotation3, Shape, Vector, Xyz, proximity};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::forms::{Form, Kind, Point, direction, rotation, scalar, vector};

/// Two kinds of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// As the tables call it.
    pub name: &'static str,
    /// The kind of A.
    pub a: Kind,
    /// The kind of B.
    pub b: Kind,
}

const fn hulls(name: &'static str, vertices: usize) -> Shapes {
    Shapes { name, a: Kind::Hull(vertices), b: Kind::Hull(vertices) }
}

/// The ten pairs of kinds.
pub const SHAPES: [Shapes; 10] = [
    Shapes { name: "box-box", a: Kind::Cuboid, b: Kind::Cuboid },
    Shapes { name: "box-sphere", a: Kind::Cuboid, b: Kind::Ball },
    Shapes { name: "caps-caps", a: Kind::Capsule, b: Kind::Capsule },
    Shapes { name: "sph-ell", a: Kind::Ball, b: Kind::Ellipsoid },
    Shapes { name: "cyl-cone", a: Kind::Cylinder, b: Kind::Cone },
    hulls("hull12", 12),
    hulls("hull32", 32),
    hulls("hull64", 64),
    hulls("hull256", 256),
    hulls("hull1000", 1000),
];

/// How two shapes stand to each other, in parts of their size, the sum of their bounding radii.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Regime {
    /// 0.35 to 1 apart.
    Far,
    /// 0.001 to 0.01 apart.
    Near,
    /// 0.005 to 0.015 deep.
    Shallow,
    /// At least 0.07 deep.
    Deep,
}

impl Regime {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Far, Self::Near, Self::Shallow, Self::Deep];

    /// As the tables call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }

    /// Signed distances that belong to it, in parts of the size.
    const fn range(self) -> (f64, f64) {
        match self {
            Self::Far => (0.35, 1.0),
            Self::Near => (0.001, 0.01),
            Self::Shallow => (-0.015, -0.005),
            Self::Deep => (-1.0, -0.07),
        }
    }
}

/// Where a shape stands.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Place {
    pub rotation: Rotation3<f32>,
    pub translation: Point,
}

impl Place {
    /// As a pose of `clearance`.
    pub fn pose<V: Vector<Space = Xyz>>(&self) -> Pose<V> {
        let Rotation3 { x, y, z, w } = self.rotation;
        let rotation = Rotation3::from_xyzw(scalar(x), scalar(y), scalar(z), scalar(w));
        Pose { translation: vector(self.translation), rotation }
    }
}

/// Two shapes, by their places in the pools, each in its pose.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Pair {
    pub a: usize,
    pub b: usize,
    pub at_a: Place,
    pub at_b: Place,
    /// The sum of the bounding radii.
    pub size: f64,
    /// The signed distance, negative where they overlap, as `clearance` certifies it in `f64`.
    pub truth: f64,
    /// The exact signed distance is within this of `truth`.
    pub gap: f64,
}

/// Pairs of one kind in one regime.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct PairSet {
    pub shapes: Shapes,
    pub regime: Regime,
    pub pool_a: Vec<Form>,
    pub pool_b: Vec<Form>,
    pub pairs: Vec<Pair>,
}

/// The shapes of one kind of pair, drawn once for all regimes.
pub struct Pools {
    shapes: Shapes,
    forms: [Vec<Form>; 2],
    placed: [Vec<Shape<Xyz>>; 2],
}

impl Pools {
    /// 64 shapes of each kind; fewer large hulls, so that all of them stay in the cache.
    pub fn draw(shapes: Shapes, seed: u64) -> Self {
        let forms = [(shapes.a, 0), (shapes.b, 1)].map(|(kind, side)| {
            let count = match kind {
                Kind::Hull(256) => 32,
                Kind::Hull(1000) => 16,
                _ => 64,
            };
            let mut rng = seeded(seed, shapes.name, side);
            (0..count).map(|_| kind.draw(&mut rng)).collect::<Vec<_>>()
        });
        let placed = [0, 1].map(|side| forms[side].iter().map(Form::to_shape).collect());
        Self { shapes, forms, placed }
    }

    /// `count` pairs in a regime.
    pub fn pairs(&self, regime: Regime, count: usize, seed: u64) -> PairSet {
        let mut rng = seeded(seed, self.shapes.name, 2 + regime as u64);
        let mut pairs = Vec::with_capacity(count);
        while pairs.len() < count {
            pairs.extend(self.pair(regime, &mut rng));
        }
        let [pool_a, pool_b] = self.forms.clone();
        PairSet { shapes: self.shapes, regime, pool_a, pool_b, pairs }
    }

    /// `None` where the draw does not come to lie in the regime.
    fn pair(&self, regime: Regime, rng: &mut ChaCha8Rng) -> Option<Pair> {
        let [a, b] = [0, 1].map(|side| rng.random_range(0..self.forms[side].len()));
        let (radius_a, radius_b) =
            (self.forms[0][a].bounding_radius(), self.forms[1][b].bounding_radius());
        let size = radius_a + radius_b;
        let at_a = Place {
            rotation: rotation(rng),
            translation: std::array::from_fn(|_| rng.random_range(-5.0..5.0)),
        };
        let rotation_b = rotation(rng);
        let out = direction(rng);
        let (low, high) = regime.range();
        let wanted = size * rng.random_range(low..high);
        let fraction = rng.random_range(0.0..0.9);

        let at_b = |along: f64| Place {
            rotation: rotation_b,
            translation: std::array::from_fn(|i| {
                (f64::from(at_a.translation[i]) + along * out[i]) as f32
            }),
        };
        let ask = |at_b: &Place| {
            let (shape_a, shape_b) = (&self.placed[0][a], &self.placed[1][b]);
            proximity(shape_a, &at_a.pose::<Xyz>(), shape_b, &at_b.pose::<Xyz>())
        };
        // The signed distance is a convex function of the way along a line. Newton's steps on such a function, from the outside,
        // never pass its root.
        let reach = |goal: f64| {
            let mut along = size + goal.max(0.0);
            for _ in 0..64 {
                let answer = ask(&at_b(along));
                let excess = answer.signed_distance() - goal;
                let normal = answer.witness().normal;
                let slope = normal.x * out[0] + normal.y * out[1] + normal.z * out[2];
                if excess <= 1e-4 * size {
                    break;
                }
                along -= excess / slope.max(0.05);
            }
            along
        };
        let at_b = match regime {
            Regime::Deep => at_b(fraction * reach(0.0)),
            _ => at_b(reach(wanted)),
        };
        let answer = ask(&at_b);
        let (truth, gap) = (answer.signed_distance(), answer.witness().gap);
        ((low * size..high * size).contains(&truth) && answer.is_decided()).then_some(Pair {
            a,
            b,
            at_a,
            at_b,
            size,
            truth,
            gap,
        })
    }
}

/// A stream of its own for each use, so that no set depends on which others were drawn.
fn seeded(seed: u64, name: &str, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let name =
        name.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(257).wrapping_add(byte.into()));
    rng.set_stream(name.wrapping_mul(16).wrapping_add(stream));
    rng
}
