//! Where a shape stands: the `pose` of a JSON shape, and the move and turn of the command line.

use clearance::{
    Pose, PoseError, Rotation, Rotation2, Rotation3, Scalar, Shape, Space, Vector, Xy, Xyz,
};
use clearance_scene::Mesh;
use glam::{Vec2, Vec3};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::fault::Fault;
use crate::field;
use crate::matrix::{self, Matrix};
use crate::request::Precision;
use crate::shape;
use crate::suggest::did_you_mean;

/// What the two spaces do in different ways when a shape is read.
pub trait Dimension: clearance::Expand + Serialize + for<'de> Deserialize<'de> {
    /// Its vectors of `f32`.
    type Single: Vector<Scalar = f32, Space = Self>;

    /// The rotation of a JSON pose.
    ///
    /// # Errors
    /// Where it is none.
    fn rotation(
        pose: &field::Object,
        precision: Precision,
    ) -> Result<Turned<Self::Rotation<f64>>, Fault>;
    /// The translation in a 4×4 matrix of a JSON pose, if it counts.
    ///
    /// # Errors
    /// Where the matrix is no rotation.
    fn matrix_translation(pose: &field::Object) -> Result<Option<Value>, Fault>;
    /// Its components rounded to a precision.
    fn rounded(rotation: Self::Rotation<f64>, precision: Precision) -> Self::Rotation<f64>;
    /// In other floats, which hold it.
    fn rotation_in<T: Scalar>(rotation: Self::Rotation<f64>) -> Self::Rotation<T>;
    /// The rotation that the command line means.
    ///
    /// # Errors
    /// Where it belongs to the other space.
    fn turn(turn: &Turn, precision: Precision) -> Result<Turned<Self::Rotation<f64>>, Fault>;
    /// An angular velocity: one number in the plane, three in space.
    ///
    /// # Errors
    /// Where there are more or fewer.
    fn angular(numbers: &[f64], precision: Precision) -> Result<Self::Angular<Self>, Fault>;
    /// An angular velocity in other vectors.
    fn turning_in<V: Vector<Space = Self>>(rate: Self::Angular<Self>) -> Self::Angular<V>;
    /// The rotation that takes local y to a local axis, for solids given about another axis.
    fn upright(axis: Axis) -> Self::Rotation<f64>;
    /// The hull of a mesh.
    ///
    /// # Errors
    /// Where it has none; there are no meshes in the plane.
    fn mesh_hull(mesh: &Mesh, precision: Precision) -> Result<Shape<Self>, Fault>;
    /// What a camera sees.
    ///
    /// # Errors
    /// Where the object describes none; there are no frusta in the plane.
    fn frustum(object: &field::Object, precision: Precision) -> Result<Shape<Self>, Fault>;
}

/// A vector in `f32`, rounded.
pub(crate) fn single<S: Dimension>(vector: S) -> S::Single {
    S::Single::from_space(vector)
}

/// A pose in other vectors, rounded to them.
pub(crate) fn pose_in<S: Dimension, V: Vector<Space = S>>(pose: &Pose<S>) -> Pose<V> {
    Pose { rotation: S::rotation_in(pose.rotation), translation: V::from_space(pose.translation) }
}

/// A pose in `f32`, rounded.
pub(crate) fn single_pose<S: Dimension>(pose: &Pose<S>) -> Pose<S::Single> {
    pose_in(pose)
}

/// A vector whose coordinates are rounded to a precision.
pub fn rounded<S: Dimension>(vector: S, precision: Precision) -> S {
    match precision {
        Precision::F32 => single(vector).to_space(),
        Precision::F64 => vector,
    }
}

/// The pose, if a query in its precision takes it.
///
/// # Errors
/// [`PoseError`].
pub fn checked<S: Dimension>(pose: Pose<S>, precision: Precision) -> Result<Pose<S>, PoseError> {
    match precision {
        Precision::F32 => single_pose(&pose).check()?,
        Precision::F64 => pose.check()?,
    }
    Ok(pose)
}

/// What is said of a solid in the plane.
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
    /// Local y, along which these stand unless the line says otherwise.
    Y,
    /// Local z.
    Z,
}

impl Axis {
    /// The coordinate's index.
    pub const fn index(self) -> usize {
        match self {
            Self::X => 0,
            Self::Y => 1,
            Self::Z => 2,
        }
    }
}

/// The keys of a pose.
const POSE_KEYS: [&str; 5] = ["translation", "rotation", "matrix", "nearest", "angle"];
/// A rotation as floats hold it, and what was written.
#[derive(Clone, Copy, Debug)]
pub struct Turned<R> {
    /// What the query takes.
    pub rotation: R,
    /// How much a point is off what is written, as a part of its distance from the local origin: 0
    /// where the components were given themselves.
    pub off: f64,
    /// How far the matrix written is from the rotation, where the option takes the nearest.
    pub nearest: Option<f64>,
}

impl<R> From<R> for Turned<R> {
    fn from(rotation: R) -> Self {
        Self { rotation, off: 0.0, nearest: None }
    }
}

/// Where a shape stands as floats hold it, and how far that is from what was written.
#[derive(Clone, Copy, Debug)]
pub struct Stand<S: Space> {
    /// What the query takes.
    pub pose: Pose<S>,
    /// The same as [`Turned::off`].
    pub off: f64,
    /// How far every point is elsewhere besides.
    pub shift: f64,
    /// The same as [`Turned::nearest`].
    pub nearest: Option<f64>,
}

impl<S: Space> From<Pose<S>> for Stand<S> {
    fn from(pose: Pose<S>) -> Self {
        Self { pose, off: 0.0, shift: 0.0, nearest: None }
    }
}

impl<S: Dimension> Stand<S> {
    /// Both, `inner` first, with what the composition rounds off to a precision.
    #[must_use]
    pub fn compose(&self, inner: &Self, precision: Precision) -> Self {
        let (outer, within) = (self.pose, inner.pose);
        let at = within.translation.length();
        let off = self.off + inner.off;
        let shift = self.shift + inner.shift + self.off * at;
        let nearest = inner.nearest.or(self.nearest);
        let round = |rotation| S::rounded(rotation, precision);
        let is_held = |pose: &Pose<S>| {
            let there = rounded(pose.translation, precision) == pose.translation;
            there && round(pose.rotation) == pose.rotation
        };
        if let Some(pose) = outer.compose_exactly(&within).filter(is_held) {
            return Self { pose, off, shift, nearest };
        }
        let turned = outer.rotation.compose_exactly(within.rotation);
        let turned = turned.filter(|turned| round(*turned) == *turned);
        let meant = outer.compose(&within);
        let pose = Pose {
            rotation: turned.unwrap_or(round(meant.rotation)),
            translation: rounded(meant.translation, precision),
        };
        let turn = match turned {
            Some(_) => 0.0,
            None => between::<S>(meant.rotation.components(), pose.rotation.components()),
        };
        let from = outer.translation.length();
        let moved = (pose.translation - meant.translation).length();
        let shift = (shift + moved) * SLACK + ROUNDING * (at + from);
        Self { pose, off: off + turn, shift, nearest }
    }
}

/// The pose in the `pose` field of a shape.
///
/// # Errors
/// Where it is none.
pub fn pose<S: Dimension>(value: &Value, precision: Precision) -> Result<Stand<S>, Fault> {
    let object = field::object(value)?;
    if let Some(key) = object.keys().find(|key| !POSE_KEYS.contains(&key.as_str())) {
        let (known, meant) = (POSE_KEYS.join(", "), did_you_mean(key, POSE_KEYS));
        let message = format!("is no key of a pose, which takes {known}{meant}");
        return Err(Fault::field(&field::shortened(key), message));
    }
    let in_matrix = S::matrix_translation(object)?;
    let translation = match (field::optional(object, "translation"), in_matrix) {
        (Some(_), Some(_)) => {
            return Err(Fault::field("translation", "is in the 4×4 `matrix` already; give one"));
        }
        (Some(value), None) => {
            field::vector(value, precision).map_err(|f| f.within("translation"))?
        }
        (None, Some(value)) => field::vector(&value, precision).map_err(|f| f.within("matrix"))?,
        (None, None) => S::default(),
    };
    let Turned { rotation, off, nearest } = S::rotation(object, precision)?;
    let pose = checked(Pose { rotation, translation }, precision).map_err(Fault::new)?;
    Ok(Stand { off, nearest, ..pose.into() })
}

/// Whether the pose asks for the rotation nearest to its matrix.
fn wants_nearest(pose: &field::Object) -> Result<bool, Fault> {
    match field::optional(pose, "nearest") {
        None => Ok(false),
        Some(Value::Bool(nearest)) if pose.contains_key("matrix") => Ok(*nearest),
        Some(Value::Bool(_)) => Err(Fault::field("nearest", "belongs to a `matrix`")),
        Some(other) => {
            let message = format!("must be true or false, is {}", field::kind(other));
            Err(Fault::field("nearest", message))
        }
    }
}

impl Dimension for Xyz {
    type Single = Vec3;

    fn rotation(
        pose: &field::Object,
        precision: Precision,
    ) -> Result<Turned<Rotation3<f64>>, Fault> {
        if pose.contains_key("angle") {
            return Err(Fault::field(
                "angle",
                "belongs to the plane; use `rotation` where dim is 3",
            ));
        }
        let nearest = wants_nearest(pose)?;
        if let Some(value) = field::optional(pose, "rotation") {
            let turned = quaternion(value, precision).map_err(|f| f.within("rotation"))?;
            // Where both are given the quaternion counts.
            if let Some(value) = field::optional(pose, "matrix") {
                let matrix = Matrix::read(value).map_err(|fault| fault.within("matrix"))?;
                let rows = turned.matrix();
                let columns = [0, 1, 2].map(|i| Xyz::axis(i).rotate(&rows));
                let moved = match field::optional(pose, "translation") {
                    Some(value) => field::numbers(value).map_err(|f| f.within("translation"))?,
                    None => [0.0; 3],
                };
                let other = matrix.translation.unwrap_or(moved);
                let is_there =
                    moved.iter().zip(other).all(|(x, y)| (x - y).abs() <= RIGID * x.abs());
                if !(matrix::distance(columns, matrix.columns) <= RIGID && is_there) {
                    let message = "is another pose than `rotation` and `translation`; give one";
                    return Err(Fault::field("matrix", message));
                }
            }
            return Ok(turned.into());
        }
        match field::optional(pose, "matrix") {
            Some(value) => Matrix::read(value)
                .and_then(|matrix| of_matrix(&matrix, nearest, precision))
                .map_err(|fault| fault.within("matrix")),
            None => Ok(<Rotation3<f64> as Rotation<f64, Self>>::IDENTITY.into()),
        }
    }

    fn matrix_translation(pose: &field::Object) -> Result<Option<Value>, Fault> {
        if field::optional(pose, "rotation").is_some() {
            return Ok(None);
        }
        let Some(value) = field::optional(pose, "matrix") else { return Ok(None) };
        let matrix = Matrix::read(value).map_err(|fault| fault.within("matrix"))?;
        Ok(matrix.translation.map(Value::from_iter))
    }

    fn rounded(rotation: Rotation3<f64>, precision: Precision) -> Rotation3<f64> {
        let [x, y, z, w] = rotation.components().map(|x| precision.rounded(x));
        Rotation3 { x, y, z, w }
    }

    fn rotation_in<T: Scalar>(rotation: Rotation3<f64>) -> Rotation3<T> {
        let [x, y, z, w] = rotation.components().map(T::from_f64);
        Rotation3 { x, y, z, w }
    }

    fn turn(turn: &Turn, precision: Precision) -> Result<Turned<Rotation3<f64>>, Fault> {
        let (meant, is_exact) = match *turn {
            Turn::Quaternion(q) => (q, true),
            Turn::Degrees(None, _) => {
                return Err(Fault::new("in space a turn is X,Y,Z,W or axis:X,Y,Z:DEGREES"));
            }
            Turn::Degrees(Some(axis), degrees) => {
                let along = axis.iter().filter(|x| **x != 0.0).count() == 1;
                (about(axis, degrees)?, along && quarter_turns(degrees).is_some())
            }
        };
        let [x, y, z, w] = meant.map(|x| precision.rounded(x));
        let rotation = Rotation3::from_xyzw(x, y, z, w);
        let off = if is_exact { 0.0 } else { between::<Self>(meant, rotation.components()) };
        Ok(Turned { off, ..rotation.into() })
    }

    fn angular(numbers: &[f64], precision: Precision) -> Result<Self, Fault> {
        let [x, y, z] = *numbers else {
            let message = format!("has {} numbers, needs 3 in space", numbers.len());
            return Err(Fault::new(message));
        };
        Ok(rounded(Xyz::new(x, y, z), precision))
    }

    fn turning_in<V: Vector<Space = Self>>(rate: Self) -> V {
        V::from_space(rate)
    }

    fn upright(axis: Axis) -> Rotation3<f64> {
        // Quaternions need no unit length, and those of a quarter turn have the fewest sums to
        // round when they are composed.
        match axis {
            Axis::X => Rotation3::from_xyzw(0.0, 0.0, -1.0, 1.0),
            Axis::Y => Rotation::IDENTITY,
            Axis::Z => Rotation3::from_xyzw(1.0, 0.0, 0.0, 1.0),
        }
    }

    fn mesh_hull(mesh: &Mesh, precision: Precision) -> Result<Shape<Self>, Fault> {
        match precision {
            Precision::F32 => shape::widened(mesh.hull::<Vec3>().map_err(Fault::new)?.into()),
            Precision::F64 => Ok(mesh.hull::<Self>().map_err(Fault::new)?.into()),
        }
    }

    fn frustum(object: &field::Object, precision: Precision) -> Result<Shape<Self>, Fault> {
        match precision {
            Precision::F32 => shape::widened(shape::frustum::<Vec3>(object, precision)?.into()),
            Precision::F64 => Ok(shape::frustum::<Self>(object, precision)?.into()),
        }
    }
}

impl Dimension for Xy {
    type Single = Vec2;

    fn rotation(
        pose: &field::Object,
        precision: Precision,
    ) -> Result<Turned<Rotation2<f64>>, Fault> {
        if pose.contains_key("matrix") {
            return Err(Fault::field("matrix", "belongs to space; use `angle` where dim is 2"));
        }
        wants_nearest(pose)?;
        // The exact cosine and sine are an extension, for rotations that are no angle's to the last
        // digit; they count before `angle`.
        if let Some(value) = field::optional(pose, "rotation") {
            if field::optional(pose, "angle").is_some() {
                return Err(Fault::field(
                    "angle",
                    "stands beside a `rotation`; give one of the two",
                ));
            }
            let turned = cosine_and_sine(value, precision).map(Turned::from);
            return turned.map_err(|f| f.within("rotation"));
        }
        let Some(value) = field::optional(pose, "angle") else {
            return Ok(<Rotation2<f64> as Rotation<f64, Self>>::IDENTITY.into());
        };
        let angle = field::number(value).map_err(|fault| fault.within("angle"))?;
        let Rotation2 { cos, sin } = Rotation2::from_angle(angle);
        let mut turned = in_plane([cos, sin], angle == 0.0, precision);
        // True of the decimals written and of the float that they are read as.
        turned.off += (angle - precision.rounded(angle)).abs();
        Ok(turned)
    }

    fn matrix_translation(_: &field::Object) -> Result<Option<Value>, Fault> {
        Ok(None)
    }

    fn rounded(rotation: Rotation2<f64>, precision: Precision) -> Rotation2<f64> {
        let [cos, sin] = [rotation.cos, rotation.sin].map(|x| precision.rounded(x));
        Rotation2 { cos, sin }
    }

    fn rotation_in<T: Scalar>(rotation: Rotation2<f64>) -> Rotation2<T> {
        let [cos, sin] = [rotation.cos, rotation.sin].map(T::from_f64);
        Rotation2 { cos, sin }
    }

    fn turn(turn: &Turn, precision: Precision) -> Result<Turned<Rotation2<f64>>, Fault> {
        let Turn::Degrees(None, degrees) = *turn else {
            return Err(Fault::new("in the plane a turn is one number, in degrees"));
        };
        let (sin, cos) = sine_and_cosine(degrees);
        Ok(in_plane([cos, sin], quarter_turns(degrees).is_some(), precision))
    }

    fn angular(numbers: &[f64], precision: Precision) -> Result<f64, Fault> {
        let [rate] = *numbers else {
            let message = format!("has {} numbers, needs 1 in the plane", numbers.len());
            return Err(Fault::new(message));
        };
        Ok(precision.rounded(rate))
    }

    fn turning_in<V: Vector<Space = Self>>(rate: f64) -> V::Scalar {
        V::Scalar::from_f64(rate)
    }

    fn upright(axis: Axis) -> Rotation2<f64> {
        match axis {
            Axis::X => Rotation2 { cos: 0.0, sin: -1.0 },
            Axis::Y | Axis::Z => Rotation::IDENTITY,
        }
    }

    fn mesh_hull(_: &Mesh, _: Precision) -> Result<Shape<Self>, Fault> {
        Err(Fault::new(ONLY_SPACE))
    }

    fn frustum(_: &field::Object, _: Precision) -> Result<Shape<Self>, Fault> {
        Err(Fault::new(ONLY_SPACE))
    }
}

/// The rotation of an angle, by its cosine and sine in `f64`.
fn in_plane([cos, sin]: [f64; 2], is_exact: bool, precision: Precision) -> Turned<Rotation2<f64>> {
    let rotation = Xy::rounded(Rotation2 { cos, sin }, precision);
    let off =
        if is_exact { 0.0 } else { between::<Xy>([cos, sin, 0.0, 0.0], rotation.components()) };
    Turned { off, ..rotation.into() }
}

/// A rotation of the plane; as with quaternions, the length does not matter, unless it is zero.
fn cosine_and_sine(value: &Value, precision: Precision) -> Result<Rotation2<f64>, Fault> {
    let [cos, sin] = field::numbers(value)
        .map_err(|_| Fault::new("must be [cosine,sine] where dim is 2; or use `angle`"))?;
    let rotation = Xy::rounded(Rotation2 { cos, sin }, precision);
    if rotation.is_finite() && !rotation.is_zero() {
        Ok(rotation)
    } else {
        Err(Fault::new("is all zeros, or too large for f32; none is [1,0]"))
    }
}

/// A quaternion; its length does not matter, unless it is zero.
fn quaternion(value: &Value, precision: Precision) -> Result<Rotation3<f64>, Fault> {
    let [x, y, z, w] = field::numbers(value)?;
    if [x, y, z, w] == [0.0; 4] {
        return Err(Fault::new("is all zeros, which is no rotation; none is [0,0,0,1]"));
    }
    let rotation = Xyz::rounded(Rotation3::from_xyzw(x, y, z, w), precision);
    if rotation.is_finite() && !rotation.is_zero() {
        Ok(rotation)
    } else {
        Err(Fault::new("is too large or too small for f32"))
    }
}

/// How much an entry of a matrix may differ from the nearest rotation's without a word: as printed
/// with seven digits. The `gap` holds what that moves.
const RIGID: f64 = 1e-6;

/// The same with `"nearest": true`; beyond is no drift.
const DRIFT: f64 = 0.1;

/// The rotation nearest to a matrix, where that is near: or near enough for `nearest`.
fn of_matrix(
    matrix: &Matrix,
    nearest: bool,
    precision: Precision,
) -> Result<Turned<Rotation3<f64>>, Fault> {
    let Some((columns, off)) = matrix.nearest_rotation() else {
        return Err(Fault::new("is no rotation: it mirrors or flattens"));
    };
    let pairs = columns.iter().zip(matrix.columns);
    let largest = pairs.map(|(made, given)| (*made - given).max_abs()).fold(0.0, f64::max);
    if !(largest <= if nearest { DRIFT } else { RIGID }) {
        return Err(Fault::new(if largest <= DRIFT {
            format!(
                "is no rotation: an entry is {largest:.1e} off the nearest one ({RIGID:e} counts as \
                 rounding); for that rotation add \"nearest\": true to the pose"
            )
        } else {
            "is no rotation: its columns are not of unit length and perpendicular; a scale belongs \
             to a `scaled` shape"
                .into()
        }));
    }
    let column = |v: Xyz| [v.x, v.y, v.z, 0.0];
    let [x, y, z] = columns.map(column);
    let (pose, _): (Pose<Xyz>, Xyz) =
        clearance::model_matrix_3d([x, y, z, [0.0, 0.0, 0.0, 1.0]]).map_err(Fault::new)?;
    let rotation = Xyz::rounded(pose.rotation, precision);
    let stored = rotation.matrix();
    let stored = [0, 1, 2].map(|i| Xyz::axis(i).rotate(&stored));
    let meant = if nearest { columns } else { matrix.columns };
    let off_stored = matrix::distance(stored, meant);
    let off_stored = if off_stored == 0.0 && rotation.is_exact() && off == 0.0 {
        0.0
    } else {
        off_stored * SLACK + 2.0 * ROUNDING
    };
    Ok(Turned { rotation, off: off_stored, nearest: nearest.then_some(off) })
}

/// How far apart at most two rotations, by their components, turn a point of length 1.
fn between<S: Space>(meant: [f64; 4], stored: [f64; 4]) -> f64 {
    let unit = |q: [f64; 4]| {
        let length = q.iter().map(|x| x * x).sum::<f64>().sqrt();
        q.map(|x| x / length)
    };
    let (p, q) = (unit(meant), unit(stored));
    let apart =
        |sign: f64| p.iter().zip(q).map(|(x, y)| (x - sign * y).powi(2)).sum::<f64>().sqrt();
    // A quaternion turns by twice its own angle, and its negative is the same rotation.
    let angle = if S::DIM == 3 { 2.0 * apart(1.0).min(apart(-1.0)) } else { apart(1.0) };
    angle * SLACK + ROUNDING
}

/// Beyond the first order, of angles and matrices that differ by less than [`DRIFT`].
const SLACK: f64 = 1.01;

/// Rounding of what is reckoned here itself, in `f64`: a sine and cosine, a unit axis, their
/// products and difference. Twice that of a nearest rotation, whose iteration ends within as much.
const ROUNDING: f64 = 8.0 * f64::EPSILON;

/// The quaternion of a turn about an axis. Multiples of 90 degrees are exact.
fn about(axis: [f64; 3], degrees: f64) -> Result<[f64; 4], Fault> {
    let [x, y, z] = axis;
    let given = Xyz::new(x, y, z);
    // Along an axis of the frame without rounding.
    let unit = match axis.iter().filter(|x| **x != 0.0).count() {
        1 => Some(given.map(|x| if x == 0.0 { 0.0 } else { x.signum() })),
        _ => given.try_normalize(),
    };
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
