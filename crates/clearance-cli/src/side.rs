//! The shapes on the command line, and what the options do to them.

use std::path::Path;

use clearance::{Pose, Rounded, Scaled, Shape, SupportMap, Xyz};
use clearance_json::kind::{counterpart, dim_of};
use clearance_json::place::{Stand, Turn, Turned, checked, rounded};
use clearance_json::shape::{self, INSIDE, placed};
use clearance_json::{Dimension, Fault, Library, Placed, Precision, Solid, field};
use clearance_scene::Mesh;
use clearance_scene::mesh::{Address, Reading};
use clearance_scene::scene::{Body, By, Object};
use serde_json::{Value, json};

use crate::args::{ByMesh, LineArgs, Numbers, ShapeArgs};
use crate::spec;

/// One side of the pair: its JSON shape and what the options do to it.
pub(crate) struct Side<'a> {
    letter: &'static str,
    text: &'a str,
    value: Value,
    moved: Option<&'a Numbers>,
    turn: Option<&'a Turn>,
    /// For shapes that are not mesh files; the scale of those is in `value`.
    scale: Option<Vec<f64>>,
    margin: Option<f64>,
}

/// Both sides of a pair.
pub(crate) fn sides<'a>(
    [text_a, text_b]: [&'a str; 2],
    args: &'a ShapeArgs,
    limit: LineArgs,
) -> Result<[Side<'a>; 2], Fault> {
    let scale = |own: &'_ Option<Numbers>| own.clone().or_else(|| args.scale.clone());
    let side = |letter, text, moved, turn, scale: Option<Numbers>, margin| {
        spec::parse(text, limit)
            .and_then(|value| Side::new(letter, text, value, moved, turn, scale, margin))
            .map_err(|fault| fault.within(&format!("{letter} ({text})")))
    };
    let (scale_a, scale_b) = (scale(&args.scale_a), scale(&args.scale_b));
    let a =
        side("A", text_a, args.move_a.as_ref(), args.rotate_a.as_ref(), scale_a, args.margin_a)?;
    let b =
        side("B", text_b, args.move_b.as_ref(), args.rotate_b.as_ref(), scale_b, args.margin_b)?;
    Ok([a, b])
}

/// Whether meshes are to be answered by more than their hulls.
pub(crate) fn is_by_pieces(by: ByMesh, dim: usize, precision: Precision) -> Result<bool, Fault> {
    let is_wanted = by != ByMesh::Hull;
    if is_wanted && (dim == 2 || precision != Precision::F64) {
        return Err(Fault::new("--by: triangles are of space and of f64"));
    }
    Ok(is_wanted)
}

/// Both sides as bodies of pieces, and how far their points may be elsewhere than as written.
pub(crate) fn pieces(
    by: ByMesh,
    reading: &Reading,
    [a, b]: [&Side<'_>; 2],
    library: &Library<Xyz>,
) -> Result<(Object, Object, f64), Fault> {
    let ((a, off_a), (b, off_b)) =
        (a.object(by, reading, library)?, b.object(by, reading, library)?);
    let off = off_a + off_b;
    if !off.is_finite() {
        return Err(Fault::new("--rotate: turns a half-space, which that rounds"));
    }
    Ok((a, b, off))
}

/// In how many dimensions both live. What says nothing (a capsule) follows the other.
pub(crate) fn common_dim(a: &Side<'_>, b: &Side<'_>) -> Result<usize, Fault> {
    match (a.dim(), b.dim()) {
        (Some(x), Some(y)) if x != y => {
            let name = |dim| if dim == 2 { "the plane" } else { "space" };
            let there = |side: &Side<'_>, dim| {
                let own = side.value.get("type")?.as_str()?;
                let other = counterpart(own)?;
                Some(format!("; in {} a `{own}` is a `{other}`", name(dim)))
            };
            Err(Fault::new(format!(
                "A ({}) is in {} and B ({}) in {}: both must be in the same{}{}",
                a.text,
                name(x),
                b.text,
                name(y),
                there(a, y).unwrap_or_default(),
                there(b, x).unwrap_or_default(),
            )))
        }
        (Some(dim), _) | (None, Some(dim)) => Ok(dim),
        (None, None) => Ok(3),
    }
}

impl<'a> Side<'a> {
    fn new(
        letter: &'static str,
        text: &'a str,
        mut value: Value,
        moved: Option<&'a Numbers>,
        turn: Option<&'a Turn>,
        scale: Option<Numbers>,
        margin: Option<f64>,
    ) -> Result<Self, Fault> {
        let scale = match scale {
            None => None,
            Some(Numbers(factors)) if factors.contains(&0.0) => {
                return Err(Fault::new("a scale of 0 would flatten it"));
            }
            Some(Numbers(factors)) => apply_scale(&mut value, factors)?,
        };
        Ok(Self { letter, text, value, moved, turn, scale, margin })
    }

    fn dim(&self) -> Option<usize> {
        dim_of(&self.value)
            .or_else(|| self.moved.map(|moved| moved.0.len()).filter(|n| [2, 3].contains(n)))
            .or_else(|| match self.turn? {
                Turn::Degrees(None, _) => Some(2),
                Turn::Degrees(Some(_), _) | Turn::Quaternion(_) => Some(3),
            })
    }

    /// The shape with the options applied: scaled and grown in its own frame, then turned and moved
    /// from where it stands.
    pub(crate) fn place<S: Dimension>(&self, library: &Library<S>) -> Result<Placed<S>, Fault> {
        let precision = library.precision;
        let placed = placed(&self.value, library).map_err(|f| self.name(f))?;
        let stand = placed.stand();
        let (mut solid, hulls) = (placed.solid, placed.hulls);
        if let Some(factors) = &self.scale {
            let factors = match factors.as_slice() {
                [factor] => rounded(S::splat(*factor), precision),
                factors => field::vector(&json!(factors), precision)
                    .map_err(|f| self.name(f.within("scale")))?,
            };
            let scaled = Scaled::new(solid.into_shape(), factors);
            solid = Shape::from(scaled.map_err(|e| self.name(Fault::new(e)))?).into();
        }
        if let Some(margin) = self.margin {
            let radius = precision.rounded(margin);
            solid = Solid::Own(Rounded { inner: solid.into_shape(), radius }.into());
        }
        Ok(Placed::new(solid, self.outer(precision)?.compose(&stand, precision), hulls, precision))
    }

    /// The pose that the options mean.
    fn outer<S: Dimension>(&self, precision: Precision) -> Result<Stand<S>, Fault> {
        let option = |name: &str| format!("--{name}-{}", self.letter.to_ascii_lowercase());
        let translation = match self.moved {
            None => S::default(),
            Some(Numbers(numbers)) => field::vector(&json!(numbers), precision)
                .map_err(|fault| fault.within(&option("move")))?,
        };
        let Turned { rotation, off, nearest } = match self.turn {
            None => Pose::<S>::identity().rotation.into(),
            Some(turn) => S::turn(turn, precision).map_err(|f| f.within(&option("rotate")))?,
        };
        let pose = checked(Pose { rotation, translation }, precision);
        let pose = pose.map_err(|e| Fault::field(&option("rotate"), e))?;
        Ok(Stand { off, nearest, ..pose.into() })
    }

    /// A body of pieces, and how far its points may be elsewhere than as written.
    fn object(
        &self,
        by: ByMesh,
        reading: &Reading,
        library: &Library<Xyz>,
    ) -> Result<(Object, f64), Fault> {
        let by = if by == ByMesh::Auto { By::Auto } else { By::Triangles };
        let placed: Placed<Xyz> = self.place(library)?;
        let shape = placed.solid.shape();
        let body = match self.mesh(reading)? {
            Some(mesh) => by.body(&mesh).map_err(Fault::new)?,
            None => Body::of_parts(vec![shape.clone().into()]).map_err(Fault::new)?,
        };
        let reach = SupportMap::<Xyz>::reach(shape) + SupportMap::<Xyz>::radius_f64(shape);
        let turned = if placed.off > 0.0 { 1.01 * placed.off * reach } else { 0.0 };
        Ok((Object { pose: placed.pose, ..Object::new("", body) }, turned + placed.shift))
    }

    /// The mesh that it names, scaled; `None` of a shape.
    fn mesh(&self, reading: &Reading) -> Result<Option<Mesh>, Fault> {
        let Some(object) = self.value.as_object() else { return Ok(None) };
        let path = object.get("path").and_then(Value::as_str);
        let Some(path) = path.filter(|_| object.get("type") == Some(&json!("mesh"))) else {
            return Ok(None);
        };
        if self.margin.is_some() {
            return Err(self.name(Fault::new("has no margin by its triangles")));
        }
        let Address { path, object: name } = Address::of(path);
        let reading = Reading { object: name, ..reading.clone() };
        let loaded = reading.file(Path::new(&path)).map_err(|e| self.name(Fault::new(e)))?;
        let scale = shape::mesh_scale(object).map_err(|fault| self.name(fault))?;
        Ok(Some(loaded.mesh.scaled(scale)))
    }

    fn name(&self, fault: Fault) -> Fault {
        fault.within(&format!("{} ({})", self.letter, self.text))
    }
}

/// Multiplies the scale of a mesh file in place; returns the factors that other shapes are still to
/// be stretched by.
fn apply_scale(value: &mut Value, factors: Vec<f64>) -> Result<Option<Vec<f64>>, Fault> {
    let is_mesh = value.get("type").and_then(Value::as_str) == Some("mesh");
    let turned = is_turned(value);
    let Some(object) = value.as_object_mut().filter(|_| is_mesh) else {
        // Along the axes of its own frame; a shape that stands along another axis than y was turned
        // to it.
        return match factors.len() {
            1 => Ok(Some(factors)),
            2 | 3 if !turned => Ok(Some(factors)),
            2 | 3 => Err(Fault::new("its scale must be one number, since it has an `axis`")),
            _ => Err(Fault::new("its scale must be one number, or one for each axis")),
        };
    };
    let [fx, fy, fz] = match *factors {
        [factor] => [factor; 3],
        [x, y, z] => [x, y, z],
        _ => return Err(Fault::new("its scale must be one number or three")),
    };
    let [x, y, z] = shape::mesh_scale(object)?;
    object.insert("scale".into(), json!([x * fx, y * fy, z * fz]));
    Ok(None)
}

/// Whether a shape, or one inside it, stands along another axis than y.
fn is_turned(value: &Value) -> bool {
    value.get("axis").is_some_and(|axis| axis != "y")
        || INSIDE.into_iter().filter_map(|key| value.get(key)).any(is_turned)
}
