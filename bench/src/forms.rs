//! Shapes as plain numbers, drawn at random, before any library builds its own.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Expand, Rotation2, Rotation3,
    Scalar, Shape, Space, Vector, Xy, Xyz,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A vector whose every coordinate is an `f32`; in the plane the third is 0.
pub type Point = [f32; 3];

/// A rotation as a library stores it, in `f32` and so of unit length only to `f32`: a quaternion's
/// x, y, z, w; in the plane cosine and sine, and zeros.
pub type Turn = [f32; 4];

/// The plane, or space: what random drawing needs from either.
pub trait World: Space + Expand {
    /// The rotation of these numbers.
    fn rotation<T: Scalar>(turn: Turn) -> Self::Rotation<T>;
    /// A random rotation, uniformly distributed.
    fn turn(rng: &mut ChaCha8Rng) -> Turn;
}

impl World for Xyz {
    fn rotation<T: Scalar>(turn: Turn) -> Rotation3<T> {
        let [x, y, z, w] = turn.map(scalar);
        Rotation3 { x, y, z, w }
    }

    fn turn(rng: &mut ChaCha8Rng) -> Turn {
        unit(|| rng.random_range(-1.0..1.0)).map(|x| x as f32)
    }
}

impl World for Xy {
    fn rotation<T: Scalar>([cos, sin, ..]: Turn) -> Rotation2<T> {
        Rotation2 { cos: scalar(cos), sin: scalar(sin) }
    }

    fn turn(rng: &mut ChaCha8Rng) -> Turn {
        let [cos, sin, _] = direction::<Self>(rng).map(|x| x as f32);
        [cos, sin, 0.0, 0.0]
    }
}

/// A random unit vector, uniformly distributed.
pub fn direction<S: World>(rng: &mut ChaCha8Rng) -> [f64; 3] {
    let mut draw = || rng.random_range(-1.0..1.0);
    if S::DIM == 3 {
        return unit(draw);
    }
    let [x, y] = unit(&mut draw);
    [x, y, 0.0]
}

/// A unit vector from coordinates drawn between -1 and 1.
fn unit<const N: usize>(mut draw: impl FnMut() -> f64) -> [f64; N] {
    loop {
        let p: [f64; N] = std::array::from_fn(|_| draw());
        let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            return p.map(|x| x / length);
        }
    }
}

/// A shape in its local frame. Capsule, cylinder and cone lie along y, as in every library here.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Form {
    Cuboid { half: Point },
    Ball { radius: f32 },
    Capsule { half_height: f32, radius: f32 },
    Ellipsoid { radii: Point },
    Cylinder { half_height: f32, radius: f32 },
    Cone { half_height: f32, radius: f32 },
    Hull(Mesh),
}

/// A convex polyhedron or polygon.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The corners, each once; a polygon's counter-clockwise.
    pub vertices: Vec<Point>,
    /// Counter-clockwise from outside; a polygon has none.
    pub triangles: Vec<[u32; 3]>,
}

/// What kind of shape to draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Cuboid,
    Ball,
    Capsule,
    Ellipsoid,
    Cylinder,
    Cone,
    /// A hull of this many vertices.
    Hull(usize),
}

impl Kind {
    /// Radii about 0.5 to 1.
    pub fn draw<S: World>(self, rng: &mut ChaCha8Rng) -> Form {
        let mut between = |low: f32, high: f32| rng.random_range(low..high);
        match self {
            Self::Cuboid => {
                Form::Cuboid { half: [between(0.3, 0.7), between(0.3, 0.7), between(0.3, 0.7)] }
            }
            Self::Ball => Form::Ball { radius: between(0.5, 1.0) },
            Self::Capsule => {
                Form::Capsule { half_height: between(0.25, 0.6), radius: between(0.2, 0.4) }
            }
            Self::Ellipsoid => {
                Form::Ellipsoid { radii: [between(0.4, 1.0), between(0.4, 1.0), between(0.4, 1.0)] }
            }
            Self::Cylinder => {
                Form::Cylinder { half_height: between(0.3, 0.7), radius: between(0.3, 0.7) }
            }
            Self::Cone => Form::Cone { half_height: between(0.4, 0.8), radius: between(0.3, 0.7) },
            Self::Hull(count) => Form::Hull(Mesh::on_ellipsoid::<S>(count, rng)),
        }
    }
}

impl Mesh {
    /// The hull of points on an ellipsoid or ellipse; redrawn until each of them is a corner.
    fn on_ellipsoid<S: World>(count: usize, rng: &mut ChaCha8Rng) -> Self {
        loop {
            let radii: Point = std::array::from_fn(|_| rng.random_range(0.5..1.0));
            let points: Vec<Point> = (0..count)
                .map(|_| {
                    let unit = direction::<S>(rng);
                    std::array::from_fn(|i| radii[i] * unit[i] as f32)
                })
                .collect();
            let mesh = Self::around::<S>(&points);
            if mesh.vertices.len() == count {
                return mesh;
            }
        }
    }

    /// The hull of points.
    pub fn around<S: World>(points: &[Point]) -> Self {
        let points: Vec<S> = points.iter().map(|p| vector(*p)).collect();
        let hull = ConvexHull::new(&points).expect("the points are finite");
        let corners = hull.vertices().iter().map(|p| p.coordinates().map(|x| x as f32));
        let triangles = if S::DIM == 3 { hull.triangles().collect() } else { vec![] };
        Self { vertices: corners.collect(), triangles }
    }
}

impl Form {
    /// The radius of the smallest ball about the local origin that contains the shape.
    pub fn bounding_radius(&self) -> f64 {
        let length = |p: &Point| p.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>().sqrt();
        match self {
            Self::Cuboid { half } => length(half),
            Self::Ball { radius } => f64::from(*radius),
            Self::Capsule { half_height, radius } => f64::from(half_height + radius),
            Self::Ellipsoid { radii } => f64::from(radii.iter().fold(0.0_f32, |a, b| a.max(*b))),
            Self::Cylinder { half_height, radius } | Self::Cone { half_height, radius } => {
                f64::from(*half_height).hypot(f64::from(*radius))
            }
            Self::Hull(mesh) => mesh.vertices.iter().map(length).fold(0.0, f64::max),
        }
    }

    /// The closed enum `Shape` of `clearance`.
    pub fn to_shape<V: Vector<Space: World>>(&self) -> Shape<V> {
        match self {
            Self::Cuboid { .. } => cuboid::<V>(self).into(),
            Self::Ball { .. } => ball::<V>(self).into(),
            Self::Capsule { .. } => capsule::<V>(self).into(),
            Self::Ellipsoid { .. } => ellipsoid::<V>(self).into(),
            Self::Cylinder { .. } => cylinder::<V>(self).into(),
            Self::Cone { .. } => cone::<V>(self).into(),
            Self::Hull(_) => hull::<V>(self).into(),
        }
    }
}

/// Widens a point into any vector type of `clearance`.
pub fn vector<V: Vector>([x, y, z]: Point) -> V {
    V::from_space(V::Space::from_xyz(x.into(), y.into(), z.into()))
}

/// Widens a number.
pub fn scalar<T: Scalar>(x: f32) -> T {
    T::from_f64(x.into())
}

/// The concrete shapes of `clearance`, each built from the form of its kind.
macro_rules! concrete {
    ($($name:ident -> $Type:ty: $pattern:pat => $made:expr;)+) => {$(
        #[allow(missing_docs)]
        pub fn $name<V: Vector<Space: World>>(form: &Form) -> $Type {
            match form {
                $pattern => $made,
                other => unreachable!("not of this kind: {other:?}"),
            }
        }
    )+};
}
concrete! {
    cuboid -> Cuboid<V>: Form::Cuboid { half } => Cuboid::new(vector(*half));
    ball -> Ball<V::Scalar>: Form::Ball { radius } => Ball::new(scalar(*radius));
    capsule -> Capsule<V::Scalar>: Form::Capsule { half_height, radius } => {
        Capsule::new(scalar(*half_height), scalar(*radius))
    };
    ellipsoid -> Ellipsoid<V>: Form::Ellipsoid { radii } => Ellipsoid::new(vector(*radii));
    cylinder -> Cylinder<V::Scalar>: Form::Cylinder { half_height, radius } => {
        Cylinder::new(scalar(*half_height), scalar(*radius))
    };
    cone -> Cone<V::Scalar>: Form::Cone { half_height, radius } => {
        Cone::new(scalar(*half_height), scalar(*radius))
    };
    hull -> ConvexHull<V>: Form::Hull(mesh) => {
        let points: Vec<V> = mesh.vertices.iter().map(|p| vector(*p)).collect();
        ConvexHull::new(&points).expect("the corners of a hull have a hull")
    };
}
