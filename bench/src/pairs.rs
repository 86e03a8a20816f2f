//! Pairs of shapes in the four regimes, and their truth.
//!
//! B moves along a random direction away from A until the gap or depth is as wanted, so vertex-face
//! and edge-edge contacts occur in their natural mix. Every number is an `f32`, so no library is
//! charged for rounding its input.

use clearance::{Pose, Shape, Vector, Xy, Xyz, proximity};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::forms::{Form, Kind, Point, Turn, World, direction, vector};

/// Enough pairs that the branch predictor does not learn them, though they repeat in every round: a
/// user's own queries do not repeat.
pub const UNLEARNED: usize = 10_000;

/// Two kinds of shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shapes {
    /// The name in the tables.
    pub name: &'static str,
    /// The kind of A.
    pub a: Kind,
    /// The kind of B.
    pub b: Kind,
    /// Whether they are in the plane.
    pub flat: bool,
}

impl Shapes {
    /// A pair in space.
    pub const fn solid(name: &'static str, a: Kind, b: Kind) -> Self {
        Self { name, a, b, flat: false }
    }

    /// A pair in the plane.
    pub const fn flat(name: &'static str, a: Kind, b: Kind) -> Self {
        Self { name, a, b, flat: true }
    }

    /// Two hulls with this many vertices.
    pub const fn hulls(name: &'static str, vertices: usize) -> Self {
        Self::solid(name, Kind::Hull(vertices), Kind::Hull(vertices))
    }

    const fn polygons(name: &'static str, vertices: usize) -> Self {
        Self::flat(name, Kind::Hull(vertices), Kind::Hull(vertices))
    }
}

/// The ten pairs of kinds in space.
pub const SHAPES: [Shapes; 10] = [
    Shapes::solid("box-box", Kind::Cuboid, Kind::Cuboid),
    Shapes::solid("box-sphere", Kind::Cuboid, Kind::Ball),
    Shapes::solid("caps-caps", Kind::Capsule, Kind::Capsule),
    Shapes::solid("sph-ell", Kind::Ball, Kind::Ellipsoid),
    Shapes::solid("cyl-cone", Kind::Cylinder, Kind::Cone),
    Shapes::hulls("hull12", 12),
    Shapes::hulls("hull32", 32),
    Shapes::hulls("hull64", 64),
    Shapes::hulls("hull256", 256),
    Shapes::hulls("hull1000", 1000),
];

/// Pairs of unlike kinds, as in games and robots.
pub const MIXED: [Shapes; 4] = [
    Shapes::solid("box-caps", Kind::Cuboid, Kind::Capsule),
    Shapes::solid("caps-hull12", Kind::Capsule, Kind::Hull(12)),
    Shapes::solid("box-hull12", Kind::Cuboid, Kind::Hull(12)),
    Shapes::solid("cyl-box", Kind::Cylinder, Kind::Cuboid),
];

/// The pairs of kinds in the plane.
pub const FLAT: [Shapes; 5] = [
    Shapes::polygons("4-gons", 4),
    Shapes::polygons("8-gons", 8),
    Shapes::polygons("32-gons", 32),
    Shapes::flat("circle-8-gon", Kind::Ball, Kind::Hull(8)),
    Shapes::flat("2D caps-caps", Kind::Capsule, Kind::Capsule),
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

    /// The name in the tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Far => "far",
            Self::Near => "near",
            Self::Shallow => "shallow",
            Self::Deep => "deep",
        }
    }

    /// The signed distances of the regime, in parts of the size.
    pub(crate) const fn range(self) -> (f64, f64) {
        match self {
            Self::Far => (0.35, 1.0),
            Self::Near => (0.001, 0.01),
            Self::Shallow => (-0.015, -0.005),
            Self::Deep => (-1.0, -0.07),
        }
    }
}

/// The pose of a shape.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Place {
    pub rotation: Turn,
    pub translation: Point,
}

impl Place {
    /// The pose as one of `clearance`.
    pub fn pose<V: Vector<Space: World>>(&self) -> Pose<V> {
        let rotation = <V::Space as World>::rotation(self.rotation);
        Pose { translation: vector(self.translation), rotation }
    }
}

/// Two shapes, by their indices in the pools, each in its pose.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub struct Pair {
    pub a: usize,
    pub b: usize,
    pub at_a: Place,
    pub at_b: Place,
    /// The sum of the bounding radii.
    pub size: f64,
    /// The signed distance, negative where they overlap, certified by `clearance` in `f64`.
    pub truth: f64,
    /// The exact signed distance is within this of `truth`.
    pub gap: f64,
}

/// Pairs of one kind in one regime.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct PairSet {
    pub shapes: Shapes,
    pub pool_a: Vec<Form>,
    pub pool_b: Vec<Form>,
    pub pairs: Vec<Pair>,
}

/// The shapes of one kind of pair, drawn once for all regimes.
pub struct Pools {
    shapes: Shapes,
    forms: [Vec<Form>; 2],
    placed: Placed,
}

/// The shapes of `clearance` that are used to place pairs in their regime.
enum Placed {
    Flat([Vec<Shape<Xy>>; 2]),
    Solid([Vec<Shape<Xyz>>; 2]),
}

impl Pools {
    /// 64 shapes of each kind; fewer large hulls, so that all of them fit in the cache.
    pub fn draw(shapes: Shapes, seed: u64) -> Self {
        let forms = [(shapes.a, 0), (shapes.b, 1)].map(|(kind, side)| {
            let count = match kind {
                Kind::Hull(1025..) => 8,
                Kind::Hull(257..) => 16,
                Kind::Hull(65..) => 32,
                _ => 64,
            };
            let mut rng = seeded(seed, shapes.name, side);
            let mut draw = || {
                if shapes.flat { kind.draw::<Xy>(&mut rng) } else { kind.draw::<Xyz>(&mut rng) }
            };
            (0..count).map(|_| draw()).collect::<Vec<_>>()
        });
        Self::of(shapes, forms)
    }

    /// Pools of these shapes.
    pub(crate) fn of(shapes: Shapes, forms: [Vec<Form>; 2]) -> Self {
        let placed = if shapes.flat {
            Placed::Flat([0, 1].map(|side| forms[side].iter().map(Form::to_shape).collect()))
        } else {
            Placed::Solid([0, 1].map(|side| forms[side].iter().map(Form::to_shape).collect()))
        };
        Self { shapes, forms, placed }
    }

    /// `count` pairs in a regime.
    pub fn pairs(&self, regime: Regime, count: usize, seed: u64) -> PairSet {
        let mut rng = seeded(seed, self.shapes.name, 2 + regime as u64);
        let mut pairs = Vec::with_capacity(count);
        while pairs.len() < count {
            pairs.extend(match &self.placed {
                Placed::Flat(_) => self.pair::<Xy>(regime, &mut rng),
                Placed::Solid(_) => self.pair::<Xyz>(regime, &mut rng),
            });
        }
        self.set(pairs)
    }

    /// A set of these pairs of the pools' shapes.
    pub(crate) fn set(&self, pairs: Vec<Pair>) -> PairSet {
        let [pool_a, pool_b] = self.forms.clone();
        PairSet { shapes: self.shapes, pool_a, pool_b, pairs }
    }

    /// The certified answer of `clearance` in `f64`, and the normal from A to B.
    pub(crate) fn ask(&self, [a, b]: [usize; 2], at_a: &Place, at_b: &Place) -> (Pair, [f64; 3]) {
        let size = self.forms[0][a].bounding_radius() + self.forms[1][b].bounding_radius();
        let (truth, gap, normal) = match &self.placed {
            Placed::Flat([pool_a, pool_b]) => certified(&pool_a[a], at_a, &pool_b[b], at_b),
            Placed::Solid([pool_a, pool_b]) => certified(&pool_a[a], at_a, &pool_b[b], at_b),
        };
        (Pair { a, b, at_a: *at_a, at_b: *at_b, size, truth, gap }, normal)
    }

    /// `None` if the drawn pair is not in the regime.
    fn pair<S: World>(&self, regime: Regime, rng: &mut ChaCha8Rng) -> Option<Pair> {
        let [a, b] = [0, 1].map(|side| rng.random_range(0..self.forms[side].len()));
        let size = self.forms[0][a].bounding_radius() + self.forms[1][b].bounding_radius();
        let at_a = Place {
            rotation: S::turn(rng),
            translation: std::array::from_fn(|i| {
                if i < S::DIM { rng.random_range(-5.0..5.0) } else { 0.0 }
            }),
        };
        let rotation_b = S::turn(rng);
        let out = direction::<S>(rng);
        let (low, high) = regime.range();
        let wanted = size * rng.random_range(low..high);
        let fraction = rng.random_range(0.0..0.9);

        let at_b = |along: f64| Place {
            rotation: rotation_b,
            translation: std::array::from_fn(|i| {
                (f64::from(at_a.translation[i]) + along * out[i]) as f32
            }),
        };
        // The signed distance is a convex function along a line. Newton's steps on such a function,
        // from the outside, never pass its root.
        let reach = |goal: f64| {
            let mut along = size + goal.max(0.0);
            for _ in 0..64 {
                let (pair, normal) = self.ask([a, b], &at_a, &at_b(along));
                let slope: f64 = normal.iter().zip(out).map(|(n, o)| n * o).sum();
                along -= (pair.truth - goal) / slope.max(0.05);
            }
            along
        };
        let at_b = match regime {
            Regime::Deep => at_b(fraction * reach(0.0)),
            _ => at_b(reach(wanted)),
        };
        let (pair, _) = self.ask([a, b], &at_a, &at_b);
        ((low * size..high * size).contains(&pair.truth) && pair.gap < pair.truth.abs())
            .then_some(pair)
    }
}

/// The signed distance, its gap, and the normal.
fn certified<S: World>(
    a: &Shape<S>,
    at_a: &Place,
    b: &Shape<S>,
    at_b: &Place,
) -> (f64, f64, [f64; 3]) {
    let answer = proximity(a, &at_a.pose::<S>(), b, &at_b.pose::<S>());
    let (truth, witness) = (answer.signed_distance(), answer.witness());
    (truth, witness.gap, witness.normal.coordinates())
}

/// A separate stream for each use, so that no set depends on which others were drawn.
pub(crate) fn seeded(seed: u64, name: &str, stream: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let name =
        name.bytes().fold(0_u64, |sum, byte| sum.wrapping_mul(257).wrapping_add(byte.into()));
    rng.set_stream(name.wrapping_mul(16).wrapping_add(stream));
    rng
}
