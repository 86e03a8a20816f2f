//! COLLADA 1.4 and 1.5: the meshes that its scene places.
//!
//! Lengths become metres by the file's `<unit>`. The axes stay as in the file, whatever its
//! `<up_axis>`, as for every other format; `Reading::z_up` turns them so that z is up.

mod geometry;
mod scene;

use std::collections::HashMap;

use roxmltree::Node;

use super::matrix::{IDENTITY, Matrix, apply, determinant};
use super::parts::{Content, Wanted};
use super::{MeshError, Note, Source};
use crate::xml::{self, Wrong, child};

use geometry::Shape;

pub(super) fn read(bytes: &[u8], source: &Source<'_>) -> Result<Content, MeshError> {
    let format = |wrong: Wrong| source.format(wrong.line, wrong.reason);
    let text = xml::text(bytes).map_err(format)?;
    let tree = xml::tree(text).map_err(format)?;
    let root = tree.root_element();
    if root.tag_name().name() != "COLLADA" {
        let found = super::printable(root.tag_name().name().as_bytes());
        let reason = format!("this is no COLLADA: it begins with `<{found}>`, not `<COLLADA>`");
        return Err(format(Wrong::at(root, reason)));
    }
    let ids = root.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
    let file = File { root, ids: ids.collect() };
    let mut content = Content::default();
    let frame = frame(&file, source.reading.z_up, &mut content).map_err(format)?;
    let most = (source.reading.max_triangles).max(bytes.len() / 3);
    let mut wanted = Wanted::new(source.reading.object.as_deref());
    let placed = scene::placed(&file, frame, &mut wanted, most, &mut content).map_err(format)?;
    wanted.check(source.path)?;

    content.pieces = placed.len();
    let mut shapes: HashMap<_, Shape> = HashMap::new();
    for place in &placed {
        let shape = match shapes.entry(place.geometry.id()) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => {
                new.insert(geometry::read(&file, place.geometry, &mut content).map_err(format)?)
            }
        };
        let mesh = &content.mesh;
        let triangles = mesh.triangles.len() + shape.triangles.len();
        let vertices = mesh.vertices.len() + shape.vertices.len();
        if triangles > most || vertices > most.saturating_mul(3) {
            let triangles = triangles.max(vertices / 3) as u64;
            let limit = source.reading.max_triangles;
            return Err(MeshError::TooLarge { path: source.path.into(), triangles, limit });
        }
        add(shape, &place.matrix, &mut content);
        content.end_run(&place.name);
    }
    if u32::try_from(content.mesh.vertices.len()).is_err() {
        return Err(MeshError::TooMany { path: source.path.into() });
    }
    Ok(content)
}

/// The elements of a file, and an index of those that have an id.
struct File<'a, 'i> {
    root: Node<'a, 'i>,
    ids: HashMap<&'a str, Node<'a, 'i>>,
}

impl<'a, 'i> File<'a, 'i> {
    /// The element that an attribute refers to by `#` and its id.
    fn named(&self, node: Node<'a, 'i>, attribute: &str) -> Result<Node<'a, 'i>, Wrong> {
        let tag = node.tag_name().name();
        let address = node
            .attribute(attribute)
            .ok_or_else(|| Wrong::at(node, format!("a `<{tag}>` without `{attribute}`")))?;
        let shown = super::printable(address.as_bytes());
        let id = address.strip_prefix('#').ok_or_else(|| {
            let reason = format!(
                "`<{tag}>` names `{shown}`, which is not in this file: export everything into one"
            );
            Wrong::at(node, reason)
        })?;
        self.ids.get(id).copied().ok_or_else(|| {
            Wrong::at(node, format!("`<{tag}>` names `{shown}`, which the file does not have"))
        })
    }
}

/// The transform from the file's unit, and on request its axes, to metres with z up.
fn frame(file: &File<'_, '_>, z_up: bool, content: &mut Content) -> Result<Matrix, Wrong> {
    let asset = child(file.root, "asset");
    let mut metres = 1.0;
    if let Some(unit) = asset.and_then(|asset| child(asset, "unit"))
        && let Some(given) = unit.attribute("meter")
    {
        let number = given.trim().parse().ok().filter(|m: &f64| *m > 0.0 && m.is_finite());
        metres = number.ok_or_else(|| {
            let shown = super::printable(given.as_bytes());
            Wrong::at(unit, format!("`meter` of `<unit>` is `{shown}`, which is no length"))
        })?;
    }
    let up = asset.and_then(|asset| child(asset, "up_axis"));
    let axis = up.and_then(|up| up.text()).map_or("Y_UP", str::trim);
    let m = metres;
    let turned = match axis {
        "Z_UP" => None,
        "Y_UP" => Some(("Y_UP", [[m, 0.0, 0.0, 0.0], [0.0, 0.0, m, 0.0], [0.0, -m, 0.0, 0.0]])),
        "X_UP" => Some(("X_UP", [[0.0, 0.0, m, 0.0], [-m, 0.0, 0.0, 0.0], [0.0, -m, 0.0, 0.0]])),
        other => {
            let shown = super::printable(other.as_bytes());
            let reason = format!("`<up_axis>` is `{shown}`, not X_UP, Y_UP or Z_UP");
            return Err(Wrong { line: up.map(xml::line_of), reason });
        }
    };
    let [.., last] = IDENTITY;
    match turned {
        Some((_, [x, y, z])) if z_up => return Ok([x, y, z, last]),
        Some((axis, _)) => content.notes.push(Note::Up { axis }),
        None => {}
    }
    Ok([[m, 0.0, 0.0, 0.0], [0.0, m, 0.0, 0.0], [0.0, 0.0, m, 0.0], last])
}

/// Adds the shape as placed in the scene.
fn add(shape: &Shape, matrix: &Matrix, content: &mut Content) {
    let mesh = &mut content.mesh;
    let before = mesh.vertices.len();
    for ([x, y, z], line) in shape.vertices.iter().zip(shape.lines()) {
        let [x, y, z, _] = apply(matrix, [*x, *y, *z, 1.0]);
        if ![x, y, z].iter().all(|x| x.is_finite()) {
            let place = u32::try_from(mesh.vertices.len()).unwrap_or(u32::MAX);
            content.lines.insert(place, line);
        }
        mesh.vertices.push([x, y, z]);
    }
    // A mirroring node turns triangles inside out.
    let mirrors = determinant(matrix) < 0.0;
    mesh.triangles.extend(shape.triangles.iter().map(|[a, b, c]| {
        let triangle = if mirrors { [a, c, b] } else { [a, b, c] };
        triangle.map(|corner| u32::try_from(before + *corner as usize).unwrap_or(u32::MAX))
    }));
}
