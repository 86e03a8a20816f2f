//! Poses as Python passes them: nothing, translations, matrices, or a `Pose` that names its order.

use clearance::Pose;
use numpy::PyUntypedArray;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyFloat, PyInt, PyList, PyTuple};

use crate::fault::Argument;
use crate::flavour::{Flavour, Kind};
use crate::strided::{Numbers, Run};

/// How far the columns of a matrix may be off from those of a rotation. Products of rotations in
/// float32 are off by some 1e-7 each, and an intended shear or scale is larger.
const RIGID: f64 = 1e-6;

/// A rotation.
enum Turn<N> {
    None,
    /// Order x, y, z, w, or w first.
    Quaternion {
        numbers: N,
        scalar_first: bool,
    },
    /// In the plane, in radians, counter-clockwise.
    Angle(N),
    /// A matrix of 3 rows and columns in the plane, 4 in space; includes the translation.
    Matrix(N),
}

/// One pose or many, as passed; or a run of consecutive ones.
pub(crate) struct Placement<N = Numbers> {
    translation: Option<N>,
    turn: Turn<N>,
}

/// Poses of shapes: one, or an array of them.
///
/// `Pose(translation)`, `Pose.xyzw(translation, quaternion)`, `Pose.wxyz(translation, quaternion)`,
/// `Pose.angle(translation, radians)` in the plane, `Pose.matrix(matrix)`. Leading axes are the
/// axes of a batch; translation and rotation are broadcast together. The arrays are referenced, not
/// copied.
///
/// >>> import clearance as cl
/// >>> cl.Pose([1.0, 2.0, 3.0])
/// Pose([1.0, 2.0, 3.0])
#[pyclass(frozen, name = "Pose", module = "clearance")]
pub(crate) struct PyPose(Placement);

#[pymethods]
impl PyPose {
    #[new]
    #[pyo3(signature = (translation, quaternion = None))]
    fn new(
        translation: &Bound<'_, PyAny>,
        quaternion: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Self> {
        if quaternion.is_some() {
            let message =
                "its order is not known: clearance.Pose.xyzw(translation, quaternion) or .wxyz";
            return Err(Argument("quaternion").type_error(message));
        }
        Ok(Self(Placement { translation: Some(translations(translation)?), turn: Turn::None }))
    }

    /// Translations (..., 3) and unit quaternions (..., 4), scalar part last: x, y, z, w.
    ///
    /// >>> import clearance as cl
    /// >>> cl.Pose.xyzw([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0])
    /// Pose.xyzw([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0])
    #[staticmethod]
    fn xyzw(translation: &Bound<'_, PyAny>, quaternion: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::turned(translation, quaternion, false)
    }

    /// Translations (..., 3) and unit quaternions (..., 4), scalar part first: w, x, y, z.
    ///
    /// >>> import clearance as cl
    /// >>> cl.Pose.wxyz([1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0])
    /// Pose.wxyz([1.0, 2.0, 3.0], [1.0, 0.0, 0.0, 0.0])
    #[staticmethod]
    fn wxyz(translation: &Bound<'_, PyAny>, quaternion: &Bound<'_, PyAny>) -> PyResult<Self> {
        Self::turned(translation, quaternion, true)
    }

    /// In the plane: translations (..., 2) and angles (...) in radians, counter-clockwise.
    ///
    /// >>> import clearance as cl
    /// >>> cl.Pose.angle([1.0, 2.0], 0.5)
    /// Pose.angle([1.0, 2.0], 0.5)
    #[staticmethod]
    fn angle(translation: &Bound<'_, PyAny>, radians: &Bound<'_, PyAny>) -> PyResult<Self> {
        let translation = translations(translation)?;
        if translation.last(1) != Some(2) {
            let message =
                "must have 2 coordinates, as angles turn in the plane; quaternions turn in space";
            return Err(Argument("translation").value_error(radians.py(), message));
        }
        let angle = Numbers::of(&Argument("radians"), radians)?;
        Ok(Self(Placement { translation: Some(translation), turn: Turn::Angle(angle) }))
    }

    /// Rigid matrices (..., 4, 4), in the plane (..., 3, 3), last row 0 ... 0 1.
    ///
    /// >>> import clearance as cl, numpy as np
    /// >>> cl.intersects(cl.ball(1.0), cl.Pose.matrix(np.eye(4)), cl.ball(1.0), None)
    /// True
    #[staticmethod]
    fn matrix(matrix: &Bound<'_, PyAny>) -> PyResult<Self> {
        let argument = Argument("matrix");
        let numbers = Numbers::of(&argument, matrix)?;
        match (numbers.last(2), numbers.last(1)) {
            (Some(4), Some(4)) | (Some(3), Some(3)) => {
                Ok(Self(Placement { translation: None, turn: Turn::Matrix(numbers) }))
            }
            _ => {
                let message = format!(
                    "must end in (4, 4), in the plane (3, 3); has shape {}",
                    shape_text(&numbers.shape)
                );
                Err(argument.value_error(matrix.py(), message))
            }
        }
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let Placement { translation, turn } = &self.0;
        let shown = |numbers: &Numbers| -> PyResult<String> {
            if numbers.shape.len() <= 2 && numbers.shape.iter().product::<usize>() <= 16 {
                Ok(numbers.array(py).call_method0("tolist")?.str()?.to_string())
            } else {
                Ok(format!("<{}>", shape_text(&numbers.shape)))
            }
        };
        let at = translation.as_ref().map(shown).transpose()?.unwrap_or_default();
        Ok(match turn {
            Turn::None => format!("Pose({at})"),
            Turn::Quaternion { numbers, scalar_first } => {
                format!("Pose.{}({at}, {})", order(*scalar_first), shown(numbers)?)
            }
            Turn::Angle(numbers) => format!("Pose.angle({at}, {})", shown(numbers)?),
            Turn::Matrix(numbers) => format!("Pose.matrix({})", shown(numbers)?),
        })
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let class = py.get_type::<Self>();
        let Placement { translation, turn } = &self.0;
        let at = translation.as_ref().map(|numbers| numbers.as_passed(py)).transpose()?;
        let (name, turned) = match turn {
            Turn::None => return Ok((class.into_any(), PyTuple::new(py, at)?)),
            Turn::Quaternion { numbers, scalar_first } => (order(*scalar_first), numbers),
            Turn::Angle(numbers) => ("angle", numbers),
            Turn::Matrix(numbers) => ("matrix", numbers),
        };
        let arguments = at.into_iter().chain([turned.as_passed(py)?]);
        Ok((class.getattr(name)?, PyTuple::new(py, arguments.collect::<Vec<_>>())?))
    }
}

impl PyPose {
    fn turned(
        translation: &Bound<'_, PyAny>,
        quaternion: &Bound<'_, PyAny>,
        scalar_first: bool,
    ) -> PyResult<Self> {
        let py = quaternion.py();
        let translation = translations(translation)?;
        if translation.last(1) != Some(3) {
            let message =
                "must have 3 coordinates beside a quaternion; in the plane use Pose.angle";
            return Err(Argument("translation").value_error(py, message));
        }
        let argument = Argument("quaternion");
        let numbers = Numbers::of(&argument, quaternion)?;
        if numbers.last(1) != Some(4) {
            let message =
                format!("must end in 4 numbers, has shape {}", shape_text(&numbers.shape));
            return Err(argument.value_error(py, message));
        }
        Ok(Self(Placement {
            translation: Some(translation),
            turn: Turn::Quaternion { numbers, scalar_first },
        }))
    }
}

fn order(scalar_first: bool) -> &'static str {
    if scalar_first { "wxyz" } else { "xyzw" }
}

fn translations(value: &Bound<'_, PyAny>) -> PyResult<Numbers> {
    let argument = Argument("translation");
    let numbers = Numbers::of(&argument, value)?;
    if matches!(numbers.last(1), Some(2 | 3)) {
        Ok(numbers)
    } else {
        let message =
            format!("must end in 2 or 3 coordinates, has shape {}", shape_text(&numbers.shape));
        Err(argument.value_error(value.py(), message))
    }
}

/// Vectors (..., dim) of the precision of shapes.
pub(crate) fn vectors(
    argument: Argument,
    value: &Bound<'_, PyAny>,
    kind: Kind,
) -> PyResult<Numbers> {
    let numbers = Numbers::of(&argument, value)?;
    if numbers.last(1) != Some(kind.dim) {
        let (found, dim) = (shape_text(&numbers.shape), kind.dim);
        let message = format!("must end in {dim} coordinates, (..., {dim}); has shape {found}");
        return Err(argument.value_error(value.py(), message));
    }
    fits(argument, &numbers, kind)?;
    Ok(numbers)
}

/// Whether a value holds numbers of float64, and no list or integers, which take the precision of
/// what they are used with.
pub(crate) fn is_double(value: &Bound<'_, PyAny>) -> bool {
    let is_strong = |numbers: &Numbers| !(numbers.single || numbers.weak);
    if let Ok(pose) = value.cast::<PyPose>() {
        return pose.get().0.parts().any(|(numbers, _)| is_strong(numbers));
    }
    if value.is_instance_of::<PyUntypedArray>() {
        return Numbers::of(&Argument("value"), value).is_ok_and(|numbers| is_strong(&numbers));
    }
    if let Ok(list) = value.cast::<PyList>() {
        return list.iter().any(|item| item.cast::<PyPose>().is_ok() && is_double(&item));
    }
    if value.is_none() || value.cast::<PyTuple>().is_ok() || value.cast::<PyDict>().is_ok() {
        return false;
    }
    // SciPy counts in float64.
    value.hasattr("as_matrix").unwrap_or(false)
        || Numbers::of(&Argument("value"), value).is_ok_and(|numbers| is_strong(&numbers))
}

/// float64 numbers are not rounded to shapes of float32.
pub(crate) fn fits(argument: Argument, numbers: &Numbers, kind: Kind) -> PyResult<()> {
    if kind.single && !(numbers.single || numbers.weak) {
        let message = "is of float64, but the shapes are of float32: round it yourself (.astype(numpy.float32)), or use shapes of float64";
        return Err(argument.type_error(message));
    }
    Ok(())
}

/// The shape as Python prints it.
pub(crate) fn shape_text(shape: &[usize]) -> String {
    match shape {
        [one] => format!("({one},)"),
        many => {
            format!("({})", many.iter().map(ToString::to_string).collect::<Vec<_>>().join(", "))
        }
    }
}

/// An argument with the poses of shapes.
pub(crate) enum PoseArgument<'py> {
    Identity,
    Named(Bound<'py, PyPose>),
    Bare(Placement),
}

impl<'py> PoseArgument<'py> {
    pub(crate) fn new(argument: Argument, value: &Bound<'py, PyAny>, kind: Kind) -> PyResult<Self> {
        if value.is_none() {
            return Ok(Self::Identity);
        }
        let found = match value.cast::<PyPose>() {
            Ok(pose) => Self::Named(pose.clone()),
            Err(_) if value.is_instance_of::<PyUntypedArray>() => {
                Self::Bare(bare(argument, value, kind)?)
            }
            Err(_) => match listed(argument, value)? {
                Some(placement) => Self::Bare(placement),
                None => Self::Bare(bare(argument, value, kind)?),
            },
        };
        if let Some(placement) = found.placement() {
            placement.check(argument, value.py(), kind)?;
        }
        Ok(found)
    }

    /// Points as translations: an array whose last axis has the length of the space's dimension.
    pub(crate) fn points(
        argument: Argument,
        value: &Bound<'py, PyAny>,
        kind: Kind,
    ) -> PyResult<Self> {
        let numbers = vectors(argument, value, kind)?;
        Ok(Self::Bare(Placement { translation: Some(numbers), turn: Turn::None }))
    }

    pub(crate) fn placement(&self) -> Option<&Placement> {
        match self {
            Self::Identity => None,
            Self::Named(pose) => Some(&pose.get().0),
            Self::Bare(placement) => Some(placement),
        }
    }
}

fn bare(
    argument: Argument,
    value: &Bound<'_, PyAny>,
    Kind { dim, .. }: Kind,
) -> PyResult<Placement> {
    if value.cast::<PyDict>().is_ok() {
        return Err(argument.type_error("is a dict; use clearance.Pose"));
    }
    let numbers = Numbers::of(&argument, value)?;
    let (rows, columns) = (numbers.last(2), numbers.last(1));
    if columns == Some(dim) {
        if rows == Some(dim) && dim == 3 && numbers.are_turns() {
            let message = "is a rotation (3, 3), which is no pose: put it in a rigid matrix (4, 4); three translations are clearance.Pose(array)";
            return Err(argument.value_error(value.py(), message));
        }
        Ok(Placement { translation: Some(numbers), turn: Turn::None })
    } else if (rows, columns) == (Some(dim + 1), Some(dim + 1)) {
        Ok(Placement { translation: None, turn: Turn::Matrix(numbers) })
    } else {
        let (found, side) = (shape_text(&numbers.shape), dim + 1);
        let quaternion = match columns {
            Some(4 | 7) => {
                "; of quaternions say the order: clearance.Pose.xyzw(translation, quaternion) or .wxyz"
            }
            _ => "",
        };
        let message = format!(
            "has shape {found}, but a pose is translations (..., {dim}), rigid matrices (..., {side}, {side}), a clearance.Pose or None{quaternion}"
        );
        Err(argument.value_error(value.py(), message))
    }
}

/// SciPy's `RigidTransform` and `Rotation`, one or many; a rotation is about the origin.
fn of_scipy(argument: Argument, value: &Bound<'_, PyAny>) -> PyResult<Option<Placement>> {
    let py = value.py();
    if !value.hasattr("as_matrix")? {
        return Ok(None);
    }
    if !value.hasattr("as_quat")? {
        let matrices = Numbers::of(&argument, &value.call_method0("as_matrix")?)?;
        return Ok(Some(Placement { translation: None, turn: Turn::Matrix(matrices) }));
    }
    let numbers = Numbers::of(&argument, &value.call_method0("as_quat")?)?;
    let zeros = py.import("numpy")?.call_method1("zeros", (3,))?;
    let translation = Some(Numbers::of(&argument, &zeros)?);
    Ok(Some(Placement { translation, turn: Turn::Quaternion { numbers, scalar_first: false } }))
}

/// What is no array of numbers: SciPy's poses, or a list of these or of `Pose`s as one array.
fn listed(argument: Argument, value: &Bound<'_, PyAny>) -> PyResult<Option<Placement>> {
    let py = value.py();
    let first = if let Ok(list) = value.cast::<PyList>() {
        list.get_item(0).ok()
    } else if let Ok(tuple) = value.cast::<PyTuple>() {
        tuple.get_item(0).ok()
    } else {
        return of_scipy(argument, value);
    };
    let Some(first) = first else { return Ok(None) };
    if first.is_instance_of::<PyFloat>() || first.is_instance_of::<PyInt>() {
        return Ok(None);
    }
    if first.cast::<PyPose>().is_err() && !first.hasattr("as_matrix")? {
        let is_pair = value.len()? == 2 && first.hasattr("__len__")? && {
            let second = value.get_item(1)?;
            second.hasattr("__len__")? && matches!((first.len()?, second.len()?), (3, 4) | (4, 3))
        };
        if is_pair {
            let message = "is a translation and a quaternion, of whose order nothing is said: clearance.Pose.xyzw(translation, quaternion) or .wxyz";
            return Err(argument.type_error(message));
        }
        return Ok(None);
    }
    let items = value.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let (mut own, mut made) = (Vec::new(), Vec::new());
    for item in &items {
        match item.cast::<PyPose>() {
            Ok(pose) => own.push(pose.clone()),
            Err(_) => made.extend(of_scipy(argument, item)?),
        }
    }
    let placements: Vec<&Placement> =
        own.iter().map(|pose| &pose.get().0).chain(made.iter()).collect();
    let is_mixed = placements.len() < items.len() || !own.is_empty() && !made.is_empty();
    let stacked = |parts: Vec<Option<&Numbers>>| -> PyResult<Option<Numbers>> {
        let Some(parts) = parts.into_iter().collect::<Option<Vec<_>>>() else { return Ok(None) };
        let arrays: Vec<_> = parts.iter().map(|numbers| numbers.array(py).clone()).collect();
        let stack = py.import("numpy")?.call_method1("stack", (arrays,)).map_err(|error| {
            argument.value_error(py, format!("is a list of unlike poses ({})", error.value(py)))
        })?;
        let mut numbers = Numbers::of(&argument, &stack)?;
        numbers.weak = parts.iter().all(|numbers| numbers.weak);
        Ok(Some(numbers))
    };
    let translation = stacked(placements.iter().map(|p| p.translation.as_ref()).collect())?;
    let turn = match placements.first().map(|placement| &placement.turn) {
        Some(Turn::Quaternion { scalar_first, .. }) => {
            let parts = placements.iter().map(|placement| match &placement.turn {
                Turn::Quaternion { numbers, scalar_first: own } if own == scalar_first => {
                    Some(numbers)
                }
                _ => None,
            });
            let scalar_first = *scalar_first;
            stacked(parts.collect())?.map(|numbers| Turn::Quaternion { numbers, scalar_first })
        }
        Some(Turn::Matrix(_)) => {
            let parts = placements.iter().map(|placement| match &placement.turn {
                Turn::Matrix(numbers) => Some(numbers),
                _ => None,
            });
            stacked(parts.collect())?.map(Turn::Matrix)
        }
        Some(Turn::Angle(_)) => {
            let parts = placements.iter().map(|placement| match &placement.turn {
                Turn::Angle(numbers) => Some(numbers),
                _ => None,
            });
            stacked(parts.collect())?.map(Turn::Angle)
        }
        _ => placements.iter().all(|p| matches!(p.turn, Turn::None)).then_some(Turn::None),
    };
    match turn {
        Some(turn) if !is_mixed && (translation.is_some() || matches!(turn, Turn::Matrix(_))) => {
            Ok(Some(Placement { translation, turn }))
        }
        _ => Err(argument.value_error(py, "is a list of poses of different kinds")),
    }
}

impl Placement {
    fn parts(&self) -> impl Iterator<Item = (&Numbers, usize)> {
        let turn = match &self.turn {
            Turn::None => None,
            Turn::Quaternion { numbers, .. } => Some((numbers, 1)),
            Turn::Angle(numbers) => Some((numbers, 0)),
            Turn::Matrix(numbers) => Some((numbers, 2)),
        };
        self.translation.as_ref().map(|numbers| (numbers, 1)).into_iter().chain(turn)
    }

    /// The axes of its batch, part by part.
    pub(crate) fn batches(&self) -> impl Iterator<Item = &[usize]> {
        self.parts().map(|(numbers, inner)| numbers.batch(inner))
    }

    /// Whether it is of the shapes' space and precision.
    fn check(&self, argument: Argument, py: Python<'_>, kind: Kind) -> PyResult<()> {
        let dim = match (&self.translation, &self.turn) {
            (Some(numbers), _) => numbers.last(1),
            (None, Turn::Matrix(numbers)) => numbers.last(1).map(|side| side - 1),
            (None, _) => None,
        };
        if dim != Some(kind.dim) {
            let message = format!("is not of the shapes' space: they are of {}", kind.named());
            return Err(argument.value_error(py, message));
        }
        self.parts().try_for_each(|(numbers, _)| fits(argument, numbers, kind))
    }

    /// The poses from an index on along the batch's last axis.
    pub(crate) fn run(&self, place: &[usize]) -> Placement<Run<'_>> {
        Placement {
            translation: self.translation.as_ref().map(|numbers| numbers.run(1, place)),
            turn: match &self.turn {
                Turn::None => Turn::None,
                Turn::Quaternion { numbers, scalar_first } => {
                    Turn::Quaternion { numbers: numbers.run(1, place), scalar_first: *scalar_first }
                }
                Turn::Angle(numbers) => Turn::Angle(numbers.run(0, place)),
                Turn::Matrix(numbers) => Turn::Matrix(numbers.run(2, place)),
            },
        }
    }
}

impl Placement<Run<'_>> {
    /// One of them, or the error in it.
    #[inline(always)]
    pub(crate) fn at<V: Flavour>(&self, k: usize) -> Result<Pose<V>, String> {
        let dim = V::KIND.dim;
        let mut translation = match &self.translation {
            None => [0.0; 3],
            Some(run) if dim == 2 => {
                let [x, y] = run.at(k).vector();
                [x, y, 0.0]
            }
            Some(run) => run.at(k).vector(),
        };
        let rotation = match &self.turn {
            Turn::None if dim == 2 => [1.0, 0.0, 0.0, 0.0],
            Turn::None => [0.0, 0.0, 0.0, 1.0],
            Turn::Quaternion { numbers, scalar_first } => {
                let [p, q, r, s] = numbers.at(k).vector();
                if *scalar_first { [q, r, s, p] } else { [p, q, r, s] }
            }
            Turn::Angle(run) => {
                let turn = clearance::Rotation2::<f64>::from_angle(run.at(k).number());
                [turn.cos, turn.sin, 0.0, 0.0]
            }
            Turn::Matrix(run) => {
                let item = run.at(k);
                let (moved, rotation) = if dim == 2 {
                    plane_matrix(&item.matrix())?
                } else {
                    space_matrix(&item.matrix())?
                };
                translation = moved;
                rotation
            }
        };
        let pose = V::pose(translation, rotation);
        match pose.check() {
            Ok(()) => Ok(pose),
            Err(error) => Err(said(&error)),
        }
    }
}

#[cold]
fn said(error: &impl ToString) -> String {
    error.to_string()
}

type Rigid = Result<([f64; 3], [f64; 4]), String>;

fn space_matrix(rows: &[[f64; 4]; 4]) -> Rigid {
    let columns = [0, 1, 2].map(|j| [rows[0][j], rows[1][j], rows[2][j]]);
    is_rigid(&columns, rows[3] == [0.0, 0.0, 0.0, 1.0])?;
    let [x, y, z] = columns;
    let volume = (x[1] * y[2] - x[2] * y[1]) * z[0]
        + (x[2] * y[0] - x[0] * y[2]) * z[1]
        + (x[0] * y[1] - x[1] * y[0]) * z[2];
    if volume < 0.0 {
        return Err(MIRROR.into());
    }
    // Shepperd 1978: divide by the largest component.
    let trace = x[0] + y[1] + z[2];
    let q = if trace >= x[0].max(y[1]).max(z[2]) {
        [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1.0 + trace]
    } else if x[0] >= y[1].max(z[2]) {
        [1.0 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]]
    } else if y[1] >= z[2] {
        [x[1] + y[0], 1.0 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]]
    } else {
        [z[0] + x[2], y[2] + z[1], 1.0 - x[0] - y[1] + z[2], x[1] - y[0]]
    };
    let scale = 1.0 / q.iter().map(|c| c * c).sum::<f64>().sqrt();
    Ok(([rows[0][3], rows[1][3], rows[2][3]], q.map(|c| c * scale)))
}

fn plane_matrix(rows: &[[f64; 3]; 3]) -> Rigid {
    let columns = [0, 1].map(|j| [rows[0][j], rows[1][j]]);
    is_rigid(&columns, rows[2] == [0.0, 0.0, 1.0])?;
    let [[a, b], [c, d]] = columns;
    if a * d - b * c < 0.0 {
        return Err(MIRROR.into());
    }
    Ok(([rows[0][2], rows[1][2], 0.0], [0.5 * (a + d), 0.5 * (b - c), 0.0, 0.0]))
}

const MIRROR: &str =
    "the matrix mirrors, which no rigid motion does; mirror the shape's points instead";

/// Whether columns are of unit length and perpendicular, and the last row is that of a pose.
fn is_rigid<const N: usize>(columns: &[[f64; N]; N], is_affine: bool) -> Result<(), String> {
    if columns.iter().flatten().any(|x| !x.is_finite()) {
        return Err("the matrix has an entry that is NaN or infinite".into());
    }
    if !is_affine {
        return Err("the matrix's last row is not 0 ... 0 1, so it is no pose".into());
    }
    let dot = |a: &[f64; N], b: &[f64; N]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    for (i, a) in columns.iter().enumerate() {
        let length = dot(a, a).sqrt();
        if (length - 1.0).abs() > RIGID {
            return Err(format!(
                "the matrix scales axis {i} by {length}: scale the shape instead (shape.scaled), and take the scale out"
            ));
        }
        if columns.iter().take(i).any(|b| dot(a, b).abs() > RIGID) {
            return Err(
                "the matrix's axes are not perpendicular: it is sheared, and no pose".into()
            );
        }
    }
    Ok(())
}
