//! `clearance pair`: one pair, for a person to read.

use std::path::Path;
use std::process::ExitCode;

use clearance::{Pose, Rotation, Rounded, Scalar, Scaled, Shape, Space, Vector};
use clearance_scene::Mesh;
use serde::Serialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Effort, proximity};
use crate::args::{Numbers, PairArgs, Precision};
use crate::describe::described;
use crate::document;
use crate::fault::Fault;
use crate::library::{Libraries, Library};
use crate::place::{Dimension, Turn};
use crate::report::{Proof, Report, Subject};
use crate::shape::{self, Placed, Solid, dim_of, mesh_scale, placed};
use crate::spec;

/// One side of the pair: its JSON shape and what the options do to it.
struct Side<'a> {
    letter: &'static str,
    text: &'a str,
    value: Value,
    moved: Option<&'a Numbers>,
    turn: Option<&'a Turn>,
    /// For shapes that are not mesh files; the scale of those is in `value`.
    scale: Option<f64>,
    margin: Option<f64>,
}

/// Answers the pair on standard output.
pub(crate) fn run(args: &PairArgs) -> Result<ExitCode, Fault> {
    if args.json && args.certificate.as_deref() == Some(Path::new("-")) {
        return Err(Fault::new(
            "--json and --certificate - both want standard output; give --certificate a file",
        ));
    }
    let scale = |own: &'_ Option<Numbers>| own.clone().or_else(|| args.scale.clone());
    let side = |letter, text, moved, turn, scale: Option<Numbers>, margin| {
        Side::new(letter, text, moved, turn, scale, margin)
            .map_err(|fault| fault.within(&format!("{letter} ({text})")))
    };
    let (scale_a, scale_b) = (scale(&args.scale_a), scale(&args.scale_b));
    let a =
        side("A", &args.a, args.move_a.as_ref(), args.rotate_a.as_ref(), scale_a, args.margin_a)?;
    let b =
        side("B", &args.b, args.move_b.as_ref(), args.rotate_b.as_ref(), scale_b, args.margin_b)?;
    let dim = common_dim(&a, &b)?;
    // Paths on the command line start where the command runs.
    let libraries = Libraries::new(Path::new(""));
    match (dim, args.precision) {
        (2, Precision::F32) => answer(args, &a, &b, &libraries.plane_f32),
        (2, Precision::F64) => answer(args, &a, &b, &libraries.plane_f64),
        (_, Precision::F32) => answer(args, &a, &b, &libraries.space_f32),
        (_, Precision::F64) => answer(args, &a, &b, &libraries.space_f64),
    }
}

/// In how many dimensions both live. What says nothing (a capsule) follows the other.
fn common_dim(a: &Side<'_>, b: &Side<'_>) -> Result<usize, Fault> {
    match (a.dim(), b.dim()) {
        (Some(x), Some(y)) if x != y => {
            let name = |dim| if dim == 2 { "the plane" } else { "space" };
            Err(Fault::new(format!(
                "A ({}) is in {} and B ({}) in {}: both must be in the same",
                a.text,
                name(x),
                b.text,
                name(y)
            )))
        }
        (Some(dim), _) | (None, Some(dim)) => Ok(dim),
        (None, None) => Ok(3),
    }
}

fn answer<V>(
    args: &PairArgs,
    a: &Side<'_>,
    b: &Side<'_>,
    library: &Library<V>,
) -> Result<ExitCode, Fault>
where
    V: Vector<Space: Dimension, Scalar: Serialize>,
{
    let effort =
        Effort { cut_off: args.effort.cut_off, max_iterations: args.effort.max_iterations };
    let (placed_a, placed_b) = (a.place(library)?, b.place(library)?);
    let found = proximity(&placed_a, &placed_b, effort)?;
    let proof = match &args.certificate {
        Some(path) => Some(prove(path, args.precision, &placed_a, &placed_b)?),
        None => None,
    };
    let exit_code = ExitCode::from(u8::from(found.intersects()));
    if proof.as_ref().is_some_and(|proof| proof.path == Path::new("-")) {
        return Ok(exit_code);
    }
    let subjects = [a.subject()?, b.subject()?];
    let text = if args.json {
        let [mesh_a, mesh_b] = subjects.each_ref().map(Subject::mesh);
        let answer = Answer::new(None, &found).with_meshes(mesh_a, mesh_b);
        serde_json::to_string(&answer).map_err(Fault::new)? + "\n"
    } else {
        Report::new(&found, &subjects, proof.as_ref()).to_string()
    };
    crate::print(&text);
    Ok(exit_code)
}

/// Writes the certificate, or prints it where the path is `-`.
fn prove<'p, V: Vector<Space: Dimension>>(
    path: &'p Path,
    precision: Precision,
    a: &Placed<V>,
    b: &Placed<V>,
) -> Result<Proof<'p>, Fault> {
    let query = json!({
        "dim": V::Space::DIM,
        "precision": precision.name(),
        "a": described(a)?,
        "b": described(b)?,
    });
    let (evidence, proved) =
        document::prove(&query).map_err(|fault| fault.within("--certificate"))?;
    let document = document::line(&query, &evidence)?;
    if path == Path::new("-") {
        crate::print(&document);
    } else {
        std::fs::write(path, document)
            .map_err(|error| Fault::field(&format!("--certificate {}", path.display()), error))?;
    }
    Ok(Proof { path, proved, bytes: evidence.to_string().len() })
}

impl<'a> Side<'a> {
    fn new(
        letter: &'static str,
        text: &'a str,
        moved: Option<&'a Numbers>,
        turn: Option<&'a Turn>,
        scale: Option<Numbers>,
        margin: Option<f64>,
    ) -> Result<Self, Fault> {
        let mut value = spec::parse(text)?;
        let scale = match scale {
            None => None,
            Some(Numbers(factors)) if factors.contains(&0.0) => {
                return Err(Fault::new("a scale of 0 would flatten it"));
            }
            Some(Numbers(factors)) => apply_scale(&mut value, &factors)?,
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

    /// The shape with the options applied: scaled and grown in its own frame, then turned and moved from where it stands.
    fn place<V: Vector<Space: Dimension>>(&self, library: &Library<V>) -> Result<Placed<V>, Fault> {
        let Placed { mut solid, pose } = placed(&self.value, library).map_err(|f| self.name(f))?;
        if let Some(factor) = self.scale {
            let factors = V::from_space(V::Space::splat(factor));
            let scaled = Scaled::new(solid.into_shape(), factors);
            solid = Shape::from(scaled.map_err(|e| self.name(Fault::new(e)))?).into();
        }
        if let Some(margin) = self.margin {
            let radius = V::Scalar::from_f64(margin);
            solid = Solid::Own(Rounded { inner: solid.into_shape(), radius }.into());
        }
        Ok(Placed { solid, pose: self.outer()?.compose(&pose) })
    }

    /// The pose that the options mean.
    fn outer<V: Vector<Space: Dimension>>(&self) -> Result<Pose<V>, Fault> {
        let option = |name: &str| format!("--{name}-{}", self.letter.to_ascii_lowercase());
        let translation = match self.moved {
            None => V::from_space(V::Space::default()),
            Some(Numbers(numbers)) => crate::field::vector(&json!(numbers))
                .map_err(|fault| fault.within(&option("move")))?,
        };
        let rotation = match self.turn {
            None => Rotation::IDENTITY,
            Some(turn) => V::Space::turn(turn).map_err(|f| f.within(&option("rotate")))?,
        };
        Pose::new(translation, rotation).map_err(|e| Fault::field(&option("rotate"), e))
    }

    fn name(&self, fault: Fault) -> Fault {
        fault.within(&format!("{} ({})", self.letter, self.text))
    }

    /// What the report says about the shape itself.
    fn subject(&self) -> Result<Subject, Fault> {
        let object = crate::field::object(&self.value).map_err(|f| self.name(f))?;
        let Some(path) = object.get("path").and_then(Value::as_str) else {
            return Ok(Subject { letter: self.letter, path: None });
        };
        let found = Mesh::load(Path::new(path))
            .map_err(Fault::new)
            .and_then(|mesh| Ok(mesh.scaled(mesh_scale(object)?)))
            .and_then(|mesh| mesh.convexity().map_err(Fault::new))
            .map_err(|fault| self.name(fault))?;
        Ok(Subject { letter: self.letter, path: Some((path.into(), found)) })
    }
}

/// Multiplies the scale of a mesh file in place; returns the factor that other shapes are still to be stretched by.
fn apply_scale(value: &mut Value, factors: &[f64]) -> Result<Option<f64>, Fault> {
    let is_mesh = value.get("type").and_then(Value::as_str) == Some("mesh");
    let object = value.as_object_mut().filter(|_| is_mesh);
    let three = match *factors {
        [factor] => [factor; 3],
        [x, y, z] if is_mesh => [x, y, z],
        _ => {
            let count = if is_mesh { "one number or three" } else { "one number" };
            return Err(Fault::new(format!("its scale must be {count}")));
        }
    };
    let Some(object) = object else { return Ok(factors.first().copied()) };
    let [x, y, z] = shape::mesh_scale(object)?;
    let [fx, fy, fz] = three;
    object.insert("scale".into(), json!([x * fx, y * fy, z * fz]));
    Ok(None)
}
