//! Extents of shapes: bounding boxes and balls, volumes and moments.

use clearance::{
    BoundingBall, BoundingBox, MassError, MassProperties, Scalar, Shape, Vector,
    bounding_ball as ball_of, bounding_box as box_of, mass_properties as mass_of,
};
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::fault::{Argument, Fault};
use crate::flavour::{Flavour, in_flavour};
use crate::job::{Manner, run};
use crate::operand::ShapeArgument;
use crate::pairs::Arguments;
use crate::sheet::{Sheet, array, room};
use crate::verbs::{components, put};

/// The boxes along the world's axes that hold shapes where they stand: (min, max); see
/// `clearance.bounding_box`.
#[pyfunction]
#[pyo3(signature = (shape, pose, *, threads = 1, progress = None))]
pub(crate) fn bounding_box<'py>(
    shape: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = shape.py();
    let arguments = Arguments::alone(shape, pose)?;
    let operands = arguments.operands();
    let manner = Manner::new(threads, progress)?;
    in_flavour!(arguments.kind, V => {
        let dim = V::KIND.dim;
        if arguments.shape.is_empty() {
            let (shape, pose, ..) = operands.pair::<V>(&[])?;
            let BoundingBox { min, max } = box_of(shape, &pose);
            return [min, max].map(|corner| array(py, components(corner), &[dim]))
                .into_iter().collect::<PyResult<Vec<_>>>().and_then(|both| PyTuple::new(py, both));
        }
        let len = room(&arguments.shape, 2 * dim * size_of::<<V as Vector>::Scalar>())?;
        let zeros = || vec![<V as Vector>::Scalar::ZERO; len * dim];
        let (mut low, mut high) = (zeros(), zeros());
        let sheet = Sheet { point_a: &mut low, point_b: &mut high, ..Sheet::default() };
        run::<V>(py, operands, sheet, &manner, |pairs, sheet| {
            let rows = sheet.point_a.chunks_exact_mut(dim).zip(sheet.point_b.chunks_exact_mut(dim));
            for ((low, high), (shape, pose, ..)) in rows.zip(pairs) {
                let BoundingBox { min, max } = box_of(*shape, pose);
                put(low, min);
                put(high, max);
            }
        })?;
        let mut long = arguments.shape.clone();
        long.push(dim);
        PyTuple::new(py, [array(py, low, &long)?, array(py, high, &long)?])
    })
}

/// Balls that hold shapes where they stand: (center, radius); see `clearance.bounding_ball`.
#[pyfunction]
#[pyo3(signature = (shape, pose, *, threads = 1, progress = None))]
pub(crate) fn bounding_ball<'py>(
    shape: &Bound<'py, PyAny>,
    pose: &Bound<'py, PyAny>,
    threads: isize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyTuple>> {
    let py = shape.py();
    let arguments = Arguments::alone(shape, pose)?;
    let operands = arguments.operands();
    let manner = Manner::new(threads, progress)?;
    in_flavour!(arguments.kind, V => {
        let dim = V::KIND.dim;
        if arguments.shape.is_empty() {
            let (shape, pose, ..) = operands.pair::<V>(&[])?;
            let BoundingBall { center, radius } = ball_of(shape, &pose);
            return (array(py, components(center), &[dim])?, radius.to_f64()).into_pyobject(py);
        }
        let zeros = |count: usize| vec![<V as Vector>::Scalar::ZERO; count];
        let len = room(&arguments.shape, (dim + 1) * size_of::<<V as Vector>::Scalar>())?;
        let (mut centers, mut radii) = (zeros(len * dim), zeros(len));
        let sheet = Sheet { point_a: &mut centers, distance: &mut radii, ..Sheet::default() };
        run::<V>(py, operands, sheet, &manner, |pairs, sheet| {
            let rows = sheet.point_a.chunks_exact_mut(dim).zip(sheet.distance);
            for ((place, size), (shape, pose, ..)) in rows.zip(pairs) {
                let BoundingBall { center, radius } = ball_of(*shape, pose);
                put(place, center);
                *size = radius;
            }
        })?;
        let mut long = arguments.shape.clone();
        long.push(dim);
        PyTuple::new(py, [array(py, centers, &long)?, array(py, radii, &arguments.shape)?])
    })
}

/// After how many shapes Ctrl-C is checked.
const SIGNALS: usize = 1 << 14;

/// Volumes, centres of mass and moments of inertia at density 1: (volume, centroid, inertia), where
/// the inertia is (dim, dim), in the plane a number; see `clearance.mass_properties`.
#[pyfunction]
pub(crate) fn mass_properties<'py>(shape: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
    let py = shape.py();
    let argument = Argument("shape");
    let shapes = ShapeArgument::new(argument, shape)?;
    in_flavour!(shapes.kind(), V => {
        let dim = V::KIND.dim;
        let batch = shapes.batch();
        let row = shapes.run(&vec![0; batch.len()]);
        let (mut volumes, mut centroids, mut inertias) = (Vec::new(), Vec::new(), Vec::new());
        let count = room(&batch, (1 + dim + dim * dim) * size_of::<<V as Vector>::Scalar>())?;
        py.detach(|| -> PyResult<()> {
            for k in 0..count {
                if k % SIGNALS == SIGNALS - 1 {
                    Python::attach(|py| py.check_signals())?;
                }
                let place: Vec<usize> = batch.iter().map(|_| k).collect();
                let shape: &Shape<V> = row.at(k).map_err(|no| no.fault(argument, place.clone()))?;
                let of: Result<MassProperties<V>, MassError> = mass_of(shape);
                let MassProperties { volume, centroid, inertia } = of.map_err(|error| {
                    Fault { argument, place, message: error.to_string(), is_index: false }
                })?;
                volumes.push(volume);
                centroids.extend(components(centroid));
                let tensor = inertia.into_iter().take(dim).flat_map(components);
                // A lamina turns in its plane only.
                inertias.extend(tensor.take(if dim == 2 { 1 } else { dim * dim }));
            }
            Ok(())
        })?;
        let axes = |inner: &[usize]| [batch.as_slice(), inner].concat();
        let centroids = array(py, centroids, &axes(&[dim]))?;
        let tensors = |inertias| array(py, inertias, &axes(if dim == 2 { &[] } else { &[3, 3] }));
        if let (true, [volume]) = (batch.is_empty(), volumes.as_slice()) {
            let inertia = match inertias.as_slice() {
                [moment] => moment.to_f64().into_pyobject(py)?.into_any(),
                _ => tensors(inertias)?,
            };
            return (volume.to_f64(), centroids, inertia).into_pyobject(py);
        }
        (array(py, volumes, &batch)?, centroids, tensors(inertias)?).into_pyobject(py)
    })
}
