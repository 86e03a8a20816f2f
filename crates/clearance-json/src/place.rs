//! Where a shape stands: the `pose` of a JSON shape, and the move and turn of the command line.

use clearance::{
    ConvexHull, Frustum, Pose, PoseError, Rotation, Rotation2, Rotation3, Scalar, Space, Vector,
    Xy, Xyz,
};
use clearance_scene::Mesh;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::field;
use crate::shape;
use crate::suggest::did_you_mean;

/// What the two spaces do in different ways when a shape is read.
pub trait Dimension: Space + clearance::Expand + Serialize + for<'de> Deserialize<'de> {
    /// The rotation of a JSON pose.
    ///
    /// # Errors
    /// Where it is none.
    fn rotation<T: Scalar>(pose: &field::Object) -> Result<Self::Rotation<T>, Fault>;
    /// The rotation that the command line means.
    ///
    /// # Errors
    /// Where it belongs to the other space.
    fn turn<T: Scalar>(turn: &Turn) -> Result<Self::Rotation<T>, Fault>;
    /// The rotation that takes local y to a local axis, for solids given about another axis.
    fn upright<T: Scalar>(axis: Axis) -> Self::Rotation<T>;
    /// The hull of a mesh.
    ///
    /// # Errors
    /// Where it has none; there are no meshes in the plane.
    fn hull<V: Vector<Space = Self>>(mesh: &Mesh) -> Result<ConvexHull<V>, Fault>;
    /// What a camera sees.
    ///
    /// # Errors
    /// Where the object describes none; there are no frusta in the plane.
    fn frustum<V: Vector<Space = Self>>(object: &field::Object) -> Result<Frustum<V>, Fault>;
}

/// Said where a solid is asked for in the plane.
const ONLY_SPACE: &str = "is a shape of space, and `dim` is 2";

/// A turn from the command line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turn {
    /// A quaternion, scalar part last.
    Quaternion([f64; 4]),
    /// About an axis by degrees; in the plane the axis is absent.
    Degrees(Option<[f64; 3]>, f64),
}

/// The axis of a cylinder, cone or capsule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Local x.
    X,
    /// Local y, along which these stand unless told otherwise.
    Y,
    /// Local z.
    Z,
}

impl Axis {
    /// Of the coordinate.
    pub const fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }
}

/// The keys of a pose.
const POSE_KEYS: [&str; 4] = ["translation", "rotation", "matrix", "angle"];

/// The pose in the `pose` field of a shape.
///
/// # Errors
/// Where it is none.
pub fn pose<V: Vector<Space: Dimension>>(value: &Value) -> Result<Pose<V>, Fault> {
    let object = field::object(value)?;
    if let Some(key) = object.keys().find(|key| !POSE_KEYS.contains(&key.as_str())) {
        let (known, meant) = (POSE_KEYS.join(", "), did_you_mean(key, POSE_KEYS));
        let message = format!("is no key of a pose, which takes {known}{meant}");
        return Err(Fault::field(&field::shortened(key), message));
    }
    let translation = match field::optional(object, "translation") {
        Some(value) => field::vector(value).map_err(|fault| fault.within("translation"))?,
        None => V::from_space(V::Space::default()),
    };
    let rotation = V::Space::rotation(object)?;
    Pose::new(translation, rotation).map_err(Fault::new)
}

impl Dimension for Xyz {
    fn rotation<T: Scalar>(pose: &field::Object) -> Result<Rotation3<T>, Fault> {
        if pose.contains_key("angle") {
            return Err(Fault::field(
                "angle",
                "belongs to the plane; use `rotation` where dim is 3",
            ));
        }
        if let Some(value) = field::optional(pose, "rotation") {
            return quaternion(value).map_err(|fault| fault.within("rotation"));
        }
        // The exact matrix is an extension; where both are given the quaternion counts.
        match field::optional(pose, "matrix") {
            Some(value) => matrix(value).map_err(|fault| fault.within("matrix")),
            None => Ok(Rotation::IDENTITY),
        }
    }

    fn turn<T: Scalar>(turn: &Turn) -> Result<Rotation3<T>, Fault> {
        let [x, y, z, w] = match *turn {
            Turn::Quaternion(q) => q,
            Turn::Degrees(None, _) => {
                return Err(Fault::new("in space a turn is X,Y,Z,W or axis:X,Y,Z:DEGREES"));
            }
            Turn::Degrees(Some(axis), degrees) => about(axis, degrees)?,
        };
        let [x, y, z, w] = [x, y, z, w].map(T::from_f64);
        Ok(Rotation3::from_xyzw(x, y, z, w))
    }

    fn upright<T: Scalar>(axis: Axis) -> Rotation3<T> {
        // A third of a turn about the diagonal permutes the axes, and quaternions need no unit length.
        let (one, minus) = (T::ONE, T::from_f64(-1.0));
        match axis {
            Axis::X => Rotation3::from_xyzw(minus, minus, minus, one),
            Axis::Y => Rotation::IDENTITY,
            Axis::Z => Rotation3::from_xyzw(one, one, one, one),
        }
    }

    fn hull<V: Vector<Space = Self>>(mesh: &Mesh) -> Result<ConvexHull<V>, Fault> {
        mesh.hull().map_err(Fault::new)
    }

    fn frustum<V: Vector<Space = Self>>(object: &field::Object) -> Result<Frustum<V>, Fault> {
        shape::frustum(object)
    }
}

impl Dimension for Xy {
    fn rotation<T: Scalar>(pose: &field::Object) -> Result<Rotation2<T>, Fault> {
        if pose.contains_key("matrix") {
            return Err(Fault::field("matrix", "belongs to space; use `angle` where dim is 2"));
        }
        // The exact cosine and sine are an extension, for rotations that are no angle's to the last digit; they count before `angle`.
        if let Some(value) = field::optional(pose, "rotation") {
            return cosine_and_sine(value).map_err(|fault| fault.within("rotation"));
        }
        match field::optional(pose, "angle") {
            Some(value) => {
                let angle = field::scalar(value).map_err(|fault| fault.within("angle"))?;
                Ok(Rotation2::from_angle(angle))
            }
            None => Ok(Rotation::IDENTITY),
        }
    }

    fn turn<T: Scalar>(turn: &Turn) -> Result<Rotation2<T>, Fault> {
        let Turn::Degrees(None, degrees) = *turn else {
            return Err(Fault::new("in the plane a turn is one number, in degrees"));
        };
        let (sin, cos) = sine_and_cosine(degrees);
        Ok(Rotation2 { cos: T::from_f64(cos), sin: T::from_f64(sin) })
    }

    fn upright<T: Scalar>(axis: Axis) -> Rotation2<T> {
        match axis {
            Axis::X => Rotation2 { cos: T::ZERO, sin: T::from_f64(-1.0) },
            Axis::Y | Axis::Z => Rotation::IDENTITY,
        }
    }

    fn hull<V: Vector<Space = Self>>(_: &Mesh) -> Result<ConvexHull<V>, Fault> {
        Err(Fault::new(ONLY_SPACE))
    }

    fn frustum<V: Vector<Space = Self>>(_: &field::Object) -> Result<Frustum<V>, Fault> {
        Err(Fault::new(ONLY_SPACE))
    }
}

/// A rotation of the plane; as with quaternions, the length does not matter, unless it is zero.
fn cosine_and_sine<T: Scalar>(value: &Value) -> Result<Rotation2<T>, Fault> {
    let [cos, sin] = field::numbers(value)
        .map_err(|_| Fault::new("must be [cosine,sine] where dim is 2; or use `angle`"))?;
    let rotation = Rotation2 { cos: T::from_f64(cos), sin: T::from_f64(sin) };
    if rotation.is_finite() && !rotation.is_zero() {
        Ok(rotation)
    } else {
        Err(Fault::new("is all zeros, or too large for f32; none is [1,0]"))
    }
}

/// A quaternion; its length does not matter, unless it is zero.
fn quaternion<T: Scalar>(value: &Value) -> Result<Rotation3<T>, Fault> {
    let [x, y, z, w] = field::numbers(value)?;
    if [x, y, z, w] == [0.0; 4] {
        return Err(Fault::new("is all zeros, which is no rotation; none is [0,0,0,1]"));
    }
    let [x, y, z, w] = [x, y, z, w].map(T::from_f64);
    let rotation = Rotation3::from_xyzw(x, y, z, w);
    if rotation.is_finite() && !rotation.is_zero() {
        Ok(rotation)
    } else {
        Err(Fault::new("is too large or too small for f32"))
    }
}

/// How far from perpendicular the rows of a matrix may be: as printed with seven digits.
const PERPENDICULAR: f64 = 1e-6;

/// A rotation matrix, row by row. It may have been printed with few digits, so its columns are made perpendicular first.
fn matrix<T: Scalar>(value: &Value) -> Result<Rotation3<T>, Fault> {
    let [a, b, c, d, e, f, g, h, i] = field::numbers(value)?;
    let no_rotation =
        || Fault::new("is no rotation: its columns are not of unit length and perpendicular");
    let unit = |v: Xyz| v.try_normalize().ok_or_else(no_rotation);
    let (x, y, z) = (Xyz::new(a, d, g), Xyz::new(b, e, h), Xyz::new(c, f, i));
    let ux = unit(x)?;
    let uy = unit(y + ux * -ux.dot(y))?;
    let uz = ux.cross(uy);
    let off = [(x, ux), (y, uy), (z, uz)].map(|(given, made)| (given - made).max_abs());
    if off.iter().any(|off| !(*off <= PERPENDICULAR)) {
        return Err(no_rotation());
    }
    let column = |v: Xyz| [v.x, v.y, v.z, 0.0];
    let columns = [column(ux), column(uy), column(uz), [0.0, 0.0, 0.0, 1.0]];
    let (pose, _): (Pose<Xyz>, Xyz) =
        clearance::model_matrix_3d(columns).map_err(|error: PoseError| Fault::new(error))?;
    let Rotation3 { x, y, z, w } = pose.rotation;
    let [x, y, z, w] = [x, y, z, w].map(T::from_f64);
    Ok(Rotation3::from_xyzw(x, y, z, w))
}

/// The quaternion of a turn about an axis. Multiples of 90 degrees are exact.
fn about(axis: [f64; 3], degrees: f64) -> Result<[f64; 4], Fault> {
    let [x, y, z] = axis;
    // An axis of one coordinate keeps its single non-zero entry exactly.
    let unit = Xyz::new(x, y, z).try_normalize();
    let unit = unit.ok_or_else(|| Fault::new("the axis has no direction"))?;
    let (sin, cos) = match quarter_turns(degrees) {
        // Half of it is a multiple of 45 degrees, and only the ratio of sine and cosine matters.
        Some(0) => (0.0, 1.0),
        Some(1) => (1.0, 1.0),
        Some(2) => (1.0, 0.0),
        Some(_) => (1.0, -1.0),
        None => (0.5 * degrees.to_radians()).sin_cos(),
    };
    Ok([unit.x * sin, unit.y * sin, unit.z * sin, cos])
}

fn sine_and_cosine(degrees: f64) -> (f64, f64) {
    match quarter_turns(degrees) {
        Some(0) => (0.0, 1.0),
        Some(1) => (1.0, 0.0),
        Some(2) => (0.0, -1.0),
        Some(_) => (-1.0, 0.0),
        None => degrees.to_radians().sin_cos(),
    }
}

/// How many quarter turns an angle is, 0 to 3, if it is a whole number of them.
fn quarter_turns(degrees: f64) -> Option<u8> {
    let rest = degrees.rem_euclid(360.0);
    [(0.0, 0), (90.0, 1), (180.0, 2), (270.0, 3)]
        .into_iter()
        .find_map(|(angle, count)| (rest == angle).then_some(count))
}
