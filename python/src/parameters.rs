//! The parameters of shapes, by the names of their constructors' arguments.

use clearance::{Scalar, Shape, Vector};
use pyo3::exceptions::PyAttributeError;
use pyo3::prelude::*;

use crate::flavour::{Flavour, in_flavour};
use crate::shape::PyShape;
use crate::sheet::array;

/// A parameter of a shape.
enum Parameter<V: Vector> {
    Number(V::Scalar),
    Vector(V),
    Shape(Box<Shape<V>>),
}

/// The parameters of a shape, in the order of its constructor's arguments.
fn parameters<V: Flavour>(shape: &Shape<V>) -> Vec<(&'static str, Parameter<V>)> {
    use Parameter::{Number, Shape as Inner, Vector};
    let upright = |half_height, radius| {
        vec![("half_height", Number(half_height)), ("radius", Number(radius))]
    };
    match shape {
        Shape::Point(p) => vec![("position", Vector(p.0))],
        Shape::Segment(s) => vec![("a", Vector(s.a)), ("b", Vector(s.b))],
        Shape::Triangle(t) => vec![("a", Vector(t.a)), ("b", Vector(t.b)), ("c", Vector(t.c))],
        Shape::Ball(b) => vec![("radius", Number(b.radius))],
        Shape::Capsule(c) => upright(c.half_height, c.radius),
        Shape::Cylinder(c) => upright(c.half_height, c.radius),
        Shape::Cone(c) => upright(c.half_height, c.radius),
        Shape::Cuboid(c) => vec![("half_extents", Vector(c.half_extents))],
        Shape::Ellipsoid(e) => vec![("radii", Vector(e.radii))],
        Shape::HalfSpace(h) => vec![("normal", Vector(h.normal)), ("offset", Number(h.offset))],
        Shape::Rounded(r) => {
            vec![("inner", Inner(Box::new(r.inner.clone()))), ("radius", Number(r.radius))]
        }
        Shape::Scaled(s) => {
            let inner = Box::new(s.inner().clone());
            vec![("inner", Inner(inner)), ("factors", Vector(s.scale()))]
        }
        Shape::Sum(s) => {
            vec![("inner", Inner(Box::new(s.a.clone()))), ("over", Inner(Box::new(s.b.clone())))]
        }
        _ => Vec::new(),
    }
}

/// One of them; `AttributeError` where the kind has none of that name.
pub(crate) fn parameter<'py>(
    py: Python<'py>,
    shape: &PyShape,
    name: &str,
) -> PyResult<Bound<'py, PyAny>> {
    in_flavour!(shape.0.kind(), V => {
        let all = V::of(&shape.0).map(parameters::<V>).unwrap_or_default();
        let names: Vec<&str> = all.iter().map(|(own, _)| *own).collect();
        let names = names.join(", ");
        match all.into_iter().find(|(own, _)| *own == name) {
            Some((_, Parameter::Number(x))) => Ok(x.to_f64().into_pyobject(py)?.into_any()),
            Some((_, Parameter::Vector(v))) => {
                array(py, crate::verbs::components(v), &[V::KIND.dim])
            }
            Some((_, Parameter::Shape(inner))) => {
                Ok(Bound::new(py, PyShape(V::any(*inner)))?.into_any())
            }
            None => {
                let kind = shape.kind();
                let has = if names.is_empty() { "no parameters".into() } else { names };
                Err(PyAttributeError::new_err(format!("a {kind} has no {name}; it has {has}")))
            }
        }
    })
}
