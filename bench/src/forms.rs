//! Shapes as plain numbers, drawn by chance, before any library makes its own of them.

use clearance::{
    Ball, Capsule, Cone, ConvexHull, Cuboid, Cylinder, Ellipsoid, Rotation3, Scalar, Shape, Vector,
    Xyz,
};
use rand::Rng;
use rand_chacha::ChaCha8Rng;

/// A vector of space whose every coordinate is an `f32`.
pub type Point = [f32; 3];

/// A shape about its local origin. Capsule, cylinder and cone stand along y, as in every library here.
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

/// A convex polyhedron.
#[derive(Clone, Debug)]
pub struct Mesh {
    /// The corners, each once.
    pub vertices: Vec<Point>,
    /// Counter-clockwise from outside.
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
    /// With this many vertices.
    Hull(usize),
}

impl Kind {
    /// Radii about 0.5 to 1.
    pub fn draw(self, rng: &mut ChaCha8Rng) -> Form {
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
            Self::Hull(count) => Form::Hull(Mesh::on_ellipsoid(count, rng)),
        }
    }
}

impl Mesh {
    /// The hull of points on an ellipsoid; drawn again until each of them is a corner.
    fn on_ellipsoid(count: usize, rng: &mut ChaCha8Rng) -> Self {
        loop {
            let radii: [f32; 3] = std::array::from_fn(|_| rng.random_range(0.5..1.0));
            let points: Vec<Xyz> = (0..count)
                .map(|_| {
                    let unit = direction(rng);
                    let [x, y, z] = std::array::from_fn(|i| f64::from(radii[i] * unit[i] as f32));
                    Xyz::new(x, y, z)
                })
                .collect();
            let hull = ConvexHull::new(&points).expect("the points are finite");
            if hull.vertices().len() < count {
                continue;
            }
            let vertices = hull.vertices().iter().map(|p| [p.x, p.y, p.z].map(|x| x as f32));
            let fan = |face: &[u32]| -> Vec<[u32; 3]> {
                (2..face.len()).map(|i| [face[0], face[i - 1], face[i]]).collect()
            };
            return Self {
                vertices: vertices.collect(),
                triangles: hull.faces().flat_map(fan).collect(),
            };
        }
    }
}

impl Form {
    /// The radius of the smallest ball about the local origin that holds the shape.
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

    /// As a shape of `clearance` of any kind, to place it and to know the truth.
    pub fn to_shape(&self) -> Shape<Xyz> {
        match self {
            Self::Cuboid { .. } => cuboid::<Xyz>(self).into(),
            Self::Ball { .. } => ball::<Xyz>(self).into(),
            Self::Capsule { .. } => capsule::<Xyz>(self).into(),
            Self::Ellipsoid { .. } => ellipsoid::<Xyz>(self).into(),
            Self::Cylinder { .. } => cylinder::<Xyz>(self).into(),
            Self::Cone { .. } => cone::<Xyz>(self).into(),
            Self::Hull(_) => hull::<Xyz>(self).into(),
        }
    }
}

/// A random unit vector, evenly spread.
pub fn direction(rng: &mut ChaCha8Rng) -> [f64; 3] {
    loop {
        let p: [f64; 3] = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
        let length = p.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            return p.map(|x| x / length);
        }
    }
}

/// A random rotation, evenly spread, of `f32` components: of unit length to `f32` only.
pub fn rotation(rng: &mut ChaCha8Rng) -> Rotation3<f32> {
    loop {
        let q: [f64; 4] = std::array::from_fn(|_| rng.random_range(-1.0..1.0));
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        if (0.1..1.0).contains(&length) {
            let [x, y, z, w] = q.map(|x| (x / length) as f32);
            return Rotation3::from_xyzw(x, y, z, w);
        }
    }
}

/// Widens a point into any vector type of `clearance`.
pub fn vector<V: Vector<Space = Xyz>>([x, y, z]: Point) -> V {
    V::from_space(Xyz::new(x.into(), y.into(), z.into()))
}

/// Widens a number.
pub fn scalar<T: Scalar>(x: f32) -> T {
    T::from_f64(x.into())
}

/// The concrete shapes of `clearance`, each from the form of its kind.
macro_rules! concrete {
    ($($name:ident -> $Type:ty: $pattern:pat => $made:expr;)+) => {$(
        #[allow(missing_docs)]
        pub fn $name<V: Vector<Space = Xyz>>(form: &Form) -> $Type {
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
