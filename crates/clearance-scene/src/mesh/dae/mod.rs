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
use crate::xml::{self, Lines, Wrong, child};

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
    let mut ids: HashMap<&str, Vec<Node<'_, '_>>> = HashMap::new();
    for node in root.descendants() {
        node.attribute("id").into_iter().for_each(|id| ids.entry(id).or_default().push(node));
    }
    let file = File { root, ids, lines: Lines::of(text) };
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

/// The elements of a file, an index of those that have an id, and where they stand.
struct File<'a, 'i> {
    root: Node<'a, 'i>,
    ids: HashMap<&'a str, Vec<Node<'a, 'i>>>,
    lines: Lines,
}

impl<'a, 'i> File<'a, 'i> {
    /// The element of a kind that an attribute refers to by `#` and its id.
    fn named(
        &self,
        node: Node<'a, 'i>,
        attribute: &str,
        kind: &str,
    ) -> Result<Node<'a, 'i>, Wrong> {
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
        let called = self.ids.get(id).map_or(&[][..], Vec::as_slice);
        // Some writers give a node the id of its geometry.
        let mut of_kind = called.iter().filter(|node| node.tag_name().name() == kind);
        let reason = match (of_kind.next(), of_kind.next(), called) {
            (Some(only), None, _) => return Ok(*only),
            (Some(_), Some(_), _) => format!("`<{tag}>` names `{shown}`, an id of two `<{kind}>`s"),
            (None, _, [other, ..]) => {
                let other = super::printable(other.tag_name().name().as_bytes());
                format!("`<{tag}>` names `{shown}`, which is a `<{other}>`, not a `<{kind}>`")
            }
            _ => format!("`<{tag}>` names `{shown}`, which the file does not have"),
        };
        Err(Wrong::at(node, reason))
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
    check_assets(file, metres, axis)?;
    let [.., last] = IDENTITY;
    match turned {
        Some((_, [x, y, z])) if z_up => return Ok([x, y, z, last]),
        Some((axis, _)) => content.notes.push(Note::Up { axis }),
        None => {}
    }
    Ok([[m, 0.0, 0.0, 0.0], [0.0, m, 0.0, 0.0], [0.0, 0.0, m, 0.0], last])
}

/// Refuses parts with another unit or axis than the whole file has, which would hold for them.
fn check_assets(file: &File<'_, '_>, metres: f64, axis: &str) -> Result<(), Wrong> {
    let inner = file.root.descendants().filter(|node| node.tag_name().name() == "asset");
    for asset in inner.filter(|asset| asset.parent() != Some(file.root)) {
        let unit = child(asset, "unit");
        let has_unit = unit.and_then(|unit| unit.attribute("meter"));
        let has_axis = child(asset, "up_axis").and_then(|up| up.text());
        if has_unit.is_some_and(|own| own.trim().parse() != Ok(metres))
            || has_axis.is_some_and(|own| own.trim() != axis)
        {
            let reason = "a part with a `<unit>` or `<up_axis>` of its own, which is not followed: \
                          export all of it in one unit";
            return Err(Wrong::at(asset, reason));
        }
    }
    Ok(())
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
