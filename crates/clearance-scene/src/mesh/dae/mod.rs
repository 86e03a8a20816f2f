//! COLLADA 1.4 and 1.5: the meshes that its scene places.
//!
//! Lengths become metres, or the unit asked for, by the file's `<unit>`. The axes stay as in the
//! file, whatever its `<up_axis>`, as for every other format; `Reading::z_up` turns them so that z
//! is up.

mod geometry;
mod scene;

use std::collections::HashMap;

use roxmltree::Node;

use super::matrix::{IDENTITY, Matrix, apply, determinant};
use super::parts::{Content, Wanted};
use super::{MeshError, Note, Reading, Source};
use crate::xml::{self, Lines, Wrong, child, only_child};

use geometry::{Shape, Shared};

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
    let file = File { root, ids: Ids::of(root), lines: Lines::of(text) };
    let mut content = Content::default();
    let frame = frame(&file, source.reading, &mut content).map_err(format)?;
    let most = (source.reading.max_triangles).max(bytes.len() / 3);
    let mut wanted = Wanted::new(source.reading.object.as_deref());
    let placed = scene::placed(&file, frame, &mut wanted, most, &mut content).map_err(format)?;
    wanted.check(source.path)?;

    content.pieces = placed.len();
    let mut shared = Shared::default();
    let mut shapes: HashMap<_, Shape> = HashMap::new();
    for place in &placed {
        let shape = match shapes.entry(place.geometry.id()) {
            std::collections::hash_map::Entry::Occupied(known) => known.into_mut(),
            std::collections::hash_map::Entry::Vacant(new) => {
                let read = geometry::read(&file, place.geometry, &mut shared, &mut content);
                new.insert(read.map_err(format)?)
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
        let before = content.mesh.triangles.len();
        add(shape, &place.matrix, &mut content);
        content.end_run(&place.name);
        for (triangle, origin) in &shape.crossed {
            content.cross(before + triangle, *origin);
        }
    }
    if u32::try_from(content.mesh.vertices.len()).is_err() {
        return Err(MeshError::TooMany { path: source.path.into() });
    }
    let what = match shared.miscounted {
        0 => return Ok(content),
        1 => shared.miscount,
        count => format!("{}, and {} more such", shared.miscount, count - 1),
    };
    content.notes.push(Note::Doubtful { what });
    Ok(content)
}

/// The elements of a file, an index of those that have an id, and where they stand.
struct File<'a, 'i> {
    root: Node<'a, 'i>,
    ids: Ids<'a, 'i>,
    lines: Lines,
}

/// The elements that have an id.
#[derive(Default)]
struct Ids<'a, 'i> {
    /// Elements by kind and id, and whether one is there twice: some writers give a node the id of
    /// its geometry.
    of_kind: HashMap<(&'a str, &'a str), (Node<'a, 'i>, bool)>,
    first: HashMap<&'a str, Node<'a, 'i>>,
}

impl<'a, 'i> Ids<'a, 'i> {
    fn of(root: Node<'a, 'i>) -> Self {
        let mut all = Self::default();
        for node in root.descendants() {
            let Some(id) = node.attribute("id") else { continue };
            all.first.entry(id).or_insert(node);
            let kind = (node.tag_name().name(), id);
            all.of_kind.entry(kind).and_modify(|own| own.1 = true).or_insert((node, false));
        }
        all
    }
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
        let reason = match (self.ids.of_kind.get(&(kind, id)), self.ids.first.get(id)) {
            (Some((only, false)), _) => return Ok(*only),
            (Some(_), _) => format!("`<{tag}>` names `{shown}`, an id of two `<{kind}>`s"),
            (None, Some(other)) => {
                let other = super::printable(other.tag_name().name().as_bytes());
                format!("`<{tag}>` names `{shown}`, which is a `<{other}>`, not a `<{kind}>`")
            }
            (None, None) => format!("`<{tag}>` names `{shown}`, which the file does not have"),
        };
        Err(Wrong::at(node, reason))
    }
}

/// The transform from the file's unit, and on request its axes, to metres or the unit asked for
/// with z up.
fn frame(file: &File<'_, '_>, reading: &Reading, content: &mut Content) -> Result<Matrix, Wrong> {
    let asset = only_child(file.root, "asset")?;
    let of_asset = |name| asset.map_or(Ok(None), |asset| only_child(asset, name));
    let mut metres = 1.0;
    if let Some(unit) = of_asset("unit")?
        && let Some(given) = unit.attribute("meter")
    {
        let number = given.trim().parse().ok().filter(|m: &f64| *m > 0.0 && m.is_finite());
        metres = number.ok_or_else(|| {
            let shown = super::printable(given.as_bytes());
            Wrong::at(unit, format!("`meter` of `<unit>` is `{shown}`, which is no length"))
        })?;
    }
    let up = of_asset("up_axis")?;
    let axis = up.and_then(|up| up.text()).map_or("Y_UP", str::trim);
    let unit = reading.unit.unwrap_or(1.0);
    content.metres = Some(unit);
    if reading.unit.is_none() && metres != 1.0 {
        content.notes.push(Note::Unit { metres });
    }
    let m = metres / unit;
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
        Some((_, [x, y, z])) if reading.z_up => return Ok([x, y, z, last]),
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
