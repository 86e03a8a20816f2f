//! The nodes of a COLLADA scene, and the placements of the geometries that they refer to.

use std::collections::HashMap;

use roxmltree::{Node, NodeId};

use super::super::matrix::{IDENTITY, Matrix, flattens_all, product};
use super::super::parts::{Above, Content, OwnNames, Wanted, short};
use super::super::{Note, printable};
use super::File;
use super::geometry::numbers;
use crate::xml::{Lines, Wrong, children, only_child};

/// A geometry in the scene.
pub(super) struct Placed<'a, 'i> {
    pub(super) name: String,
    pub(super) geometry: Node<'a, 'i>,
    pub(super) matrix: Matrix,
}

/// What is read of a node, once however often it is placed.
struct Known<'a, 'i> {
    transform: Result<Matrix, Wrong>,
    /// The nodes, geometries and controllers in it.
    parts: Vec<Node<'a, 'i>>,
}

impl<'a, 'i> Known<'a, 'i> {
    fn of(node: Node<'a, 'i>, lines: &Lines) -> Self {
        let is_part = |element: &Node<'_, '_>| {
            let tag = element.tag_name().name();
            tag == "node" || tag.starts_with("instance_")
        };
        let parts = node.children().filter(Node::is_element).filter(is_part).collect();
        Self { transform: transform(node, lines), parts }
    }
}

/// A node still to be visited.
struct Pending<'a, 'i> {
    node: Node<'a, 'i>,
    /// The parent's transform, or why it is not known.
    parent: Result<Matrix, Wrong>,
    is_wanted: bool,
    above: Above,
    /// Whether `above` is an instance whose root this is.
    is_root: bool,
    /// The name of the instance that it lies in.
    instance: Option<std::rc::Rc<str>>,
    /// How many instances of nodes it lies in.
    nested: usize,
}

/// The deepest nesting of instances of nodes. A cycle exceeds it.
const DEEPEST: usize = 64;

/// The wanted geometries of the scene, in its order. `most` bounds the number of placements, as
/// nested instances multiply.
pub(super) fn placed<'a, 'i>(
    file: &File<'a, 'i>,
    frame: Matrix,
    wanted: &mut Wanted<'_>,
    most: usize,
    content: &mut Content,
) -> Result<Vec<Placed<'a, 'i>>, Wrong> {
    let Some(scene) = scene(file, content)? else {
        return Ok(unplaced(file, frame, wanted, content));
    };
    let root = |node| Pending {
        node,
        parent: Ok(frame),
        is_wanted: false,
        above: Above::default(),
        is_root: false,
        instance: None,
        nested: 0,
    };
    let mut pending: Vec<Pending<'a, 'i>> = children(scene, "node").map(root).collect();
    pending.reverse();
    let (mut found, mut names) = (Vec::new(), OwnNames::default());
    let mut known: HashMap<NodeId, Known<'a, 'i>> = HashMap::new();
    let mut visited = 0;
    while let Some(here) = pending.pop() {
        let Pending { node, parent, is_wanted, above, is_root, instance, nested } = here;
        let Known { transform, parts } =
            known.entry(node.id()).or_insert_with(|| Known::of(node, &file.lines));
        visited += 1 + parts.len();
        if visited > most {
            let reason = format!(
                "its instances of nodes come to more than {most} places; `--max-triangles` \
                 allows more"
            );
            return Err(Wrong::at(node, reason));
        }
        // Nodes that place no mesh may have any transform: cameras use `<lookat>`.
        let matrix = match (parent, transform) {
            (Ok(parent), Ok(own)) => Ok(product(&parent, own)),
            (Err(wrong), _) => Err(wrong),
            (Ok(_), Err(wrong)) => Err(wrong.clone()),
        };
        let called = |node: Node<'a, 'i>| node.attribute("name").or_else(|| node.attribute("id"));
        let own = called(node).unwrap_or_default();
        let ids = [own, node.attribute("id").unwrap_or_default()];
        let own = &*short(own);
        // Of an instance's root the name is that of the instance, within it both.
        let placed = match (&instance, own) {
            _ if is_root => above.part(own),
            (Some(instance), own) if !own.is_empty() => format!("{instance}/{own}"),
            (_, own) => own.to_owned(),
        };
        let instance = if is_root { Some(Above::new(&placed, false).name) } else { instance };
        let below = match placed.as_str() {
            "" => Above { is_alone: above.is_alone && parts.len() == 1, ..above },
            name => Above::new(name, parts.len() == 1),
        };
        let is_wanted = wanted.takes(ids) || is_wanted;
        for element in parts.iter().copied() {
            match element.tag_name().name() {
                "instance_geometry" => {
                    let geometry = file.named(element, "url", "geometry")?;
                    let of = element.attribute("name").or_else(|| called(geometry));
                    let of = of.unwrap_or_default();
                    let matrix = matrix.clone()?;
                    let is_hidden = flattens_all(&matrix);
                    let name =
                        if placed.is_empty() { below.part(&short(of)) } else { placed.clone() };
                    let name = if name.is_empty() { "node".into() } else { name };
                    let name = if is_hidden { name } else { names.of(&name) };
                    if !(wanted.takes([of, &name]) || is_wanted) {
                        continue;
                    }
                    if is_hidden {
                        content.leave_out(
                            "meshes scaled to nothing",
                            Some(file.lines.line_of(element)),
                        );
                        continue;
                    }
                    found.push(Placed { name, geometry, matrix });
                }
                "instance_controller" => {
                    content.leave_out("skins and morphs", Some(file.lines.line_of(element)));
                }
                _ => {}
            }
        }
        let before = pending.len();
        for element in parts.iter().copied() {
            match element.tag_name().name() {
                "node" => pending.push(Pending {
                    node: element,
                    parent: matrix.clone(),
                    is_wanted,
                    above: below.clone(),
                    is_root: false,
                    instance: instance.clone(),
                    nested,
                }),
                "instance_node" if nested == DEEPEST => {
                    let reason = format!(
                        "instances of nodes within each other go {DEEPEST} deep: do they form a \
                         ring?"
                    );
                    return Err(Wrong::at(element, reason));
                }
                "instance_node" => {
                    let target = file.named(element, "url", "node")?;
                    let above = match element.attribute("name") {
                        Some(name) => Above::new(&below.part(&short(name)), true),
                        None => below.clone(),
                    };
                    pending.push(Pending {
                        node: target,
                        parent: matrix.clone(),
                        is_wanted,
                        above,
                        is_root: true,
                        instance: instance.clone(),
                        nested: nested + 1,
                    });
                }
                _ => {}
            }
        }
        // In the file's order: the stack's last is taken first.
        pending.get_mut(before..).into_iter().for_each(<[_]>::reverse);
    }
    Ok(found)
}

/// The scene that the file shows, or its first if the file does not name one.
fn scene<'a, 'i>(
    file: &File<'a, 'i>,
    content: &mut Content,
) -> Result<Option<Node<'a, 'i>>, Wrong> {
    let shown = match only_child(file.root, "scene")? {
        Some(scene) => only_child(scene, "instance_visual_scene")?,
        None => None,
    };
    let libraries = children(file.root, "library_visual_scenes");
    let mut all = libraries.flat_map(|library| children(library, "visual_scene"));
    let first = all.next();
    let others = all.count();
    if others > 0 {
        let what = "scenes but the one shown";
        content.notes.push(Note::LeftOut { what, count: others, line: None });
    }
    match shown {
        Some(shown) => file.named(shown, "url", "visual_scene").map(Some),
        None => Ok(first),
    }
}

/// All geometries of a file without a scene, untransformed.
fn unplaced<'a, 'i>(
    file: &File<'a, 'i>,
    matrix: Matrix,
    wanted: &mut Wanted<'_>,
    content: &mut Content,
) -> Vec<Placed<'a, 'i>> {
    let libraries = children(file.root, "library_geometries");
    let all = libraries.flat_map(|library| children(library, "geometry"));
    let (mut found, mut names) = (Vec::new(), OwnNames::default());
    for geometry in all {
        let own = ["name", "id"].map(|name| geometry.attribute(name).unwrap_or_default());
        let name = names.of(own.into_iter().find(|name| !name.is_empty()).unwrap_or("geometry"));
        let [called, id] = own;
        if wanted.takes([called, id, &name]) {
            found.push(Placed { name, geometry, matrix });
        }
    }
    if !found.is_empty() {
        let what = "it has no scene; its geometries were read as they stand".to_owned();
        content.notes.push(Note::Doubtful { what });
    }
    found
}

/// A node's transform in its parent: the product of its transforms in the file's order.
fn transform(node: Node<'_, '_>, lines: &Lines) -> Result<Matrix, Wrong> {
    let at = |element, reason: String| Wrong { line: Some(lines.line_of(element)), reason };
    let mut whole = IDENTITY;
    for element in node.children().filter(Node::is_element) {
        let tag = element.tag_name().name();
        let next = match tag {
            "matrix" => {
                let rows: [f64; 16] = exactly(element, lines)?;
                let mut columns = IDENTITY;
                for (number, value) in rows.into_iter().enumerate() {
                    let entry =
                        columns.get_mut(number % 4).and_then(|column| column.get_mut(number / 4));
                    entry.into_iter().for_each(|entry| *entry = value);
                }
                let [[.., a], [.., b], [.., c], [.., d]] = columns;
                if [a, b, c, d] != [0.0, 0.0, 0.0, 1.0] {
                    let reason = format!(
                        "a `<matrix>` that is projective (last row {a} {b} {c} {d}, not 0 0 0 1)"
                    );
                    return Err(at(element, reason));
                }
                columns
            }
            "translate" => {
                let [x, y, z] = exactly(element, lines)?;
                let [a, b, c, _] = IDENTITY;
                [a, b, c, [x, y, z, 1.0]]
            }
            "scale" => {
                let [x, y, z] = exactly(element, lines)?;
                let [.., last] = IDENTITY;
                [[x, 0.0, 0.0, 0.0], [0.0, y, 0.0, 0.0], [0.0, 0.0, z, 0.0], last]
            }
            "rotate" => {
                let [x, y, z, degrees] = exactly(element, lines)?;
                turn([x, y, z], degrees).ok_or_else(|| {
                    at(element, "a `<rotate>` about 0 0 0, which is no direction".into())
                })?
            }
            "lookat" | "skew" => {
                let reason =
                    format!("a `<{tag}>`, which is not read: export its node with a `<matrix>`");
                return Err(at(element, reason));
            }
            _ => continue,
        };
        whole = product(&whole, &next);
    }
    Ok(whole)
}

/// A rotation about an axis of any length. Multiples of 90° are exact.
fn turn(axis: [f64; 3], degrees: f64) -> Option<Matrix> {
    let length = axis.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let [x, y, z] = axis.map(|x| x / length);
    let (s, c) = match degrees.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        other => other.to_radians().sin_cos(),
    };
    let t = 1.0 - c;
    Some([
        [t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0.0],
        [t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0.0],
        [t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0.0],
        [0.0, 0.0, 0.0, 1.0],
    ])
}

/// Exactly so many numbers.
fn exactly<const N: usize>(element: Node<'_, '_>, lines: &Lines) -> Result<[f64; N], Wrong> {
    let at = |reason: String| Wrong { line: Some(lines.line_of(element)), reason };
    let tag = element.tag_name().name();
    let mut found = [0.0; N];
    let mut count = 0;
    for number in numbers::<f64>(element, lines) {
        let number = number?;
        if !number.is_finite() {
            return Err(at(format!("a number of `<{tag}>` is not finite")));
        }
        found.get_mut(count).into_iter().for_each(|own| *own = number);
        count += 1;
    }
    if count != N {
        let tag = printable(tag.as_bytes());
        return Err(at(format!("`<{tag}>` has {count} numbers, not {N}")));
    }
    Ok(found)
}
