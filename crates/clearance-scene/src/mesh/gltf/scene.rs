//! The nodes of a glTF scene that have a mesh, and their transforms.

use super::super::Note;
use super::super::matrix::{IDENTITY, Matrix, flattens_all, product};
use super::super::parts::{Above, OwnNames, Wanted, short};
use super::accessor::Accessors;
use super::document::{Document, Instances, Node, Primitive};

/// A mesh in the scene.
pub(super) struct Placed<'d> {
    /// The node's number.
    pub(super) number: usize,
    pub(super) name: String,
    pub(super) primitives: &'d [Primitive],
    pub(super) matrix: Matrix,
}

/// How far the length of a quaternion may be from 1: normalised 8-bit integers are this coarse.
const LENGTH_ERROR: f64 = 0.01;

/// The wanted meshes of the scene, in its order, and the notes about them.
pub(super) fn placed<'d>(
    accessors: &Accessors<'d>,
    unit: Option<f64>,
    wanted: &mut Wanted<'_>,
    most: u64,
) -> Result<(Vec<Placed<'d>>, Vec<Note>), String> {
    let document = accessors.document;
    let (roots, mut notes) = roots(document)?;
    // A glTF is in metres.
    let all = unit.map_or(IDENTITY, |unit| scaling(1.0 / unit));
    let mut pending: Vec<(u32, Matrix, bool, Above)> =
        roots.into_iter().rev().map(|root| (root, all, false, Above::default())).collect();
    let mut seen = vec![false; document.nodes.len()];
    let (mut found, mut names) = (Vec::new(), OwnNames::default());
    let (mut hidden, mut skinned, mut morphed) = (0, 0, 0);
    while let Some((number, parent, parent_is_wanted, above)) = pending.pop() {
        let node = document.nodes.get(number as usize);
        let node = node.ok_or_else(|| format!("node {number} does not exist"))?;
        if seen.get_mut(number as usize).is_none_or(|seen| std::mem::replace(seen, true)) {
            return Err(format!("node {number} is its own ancestor or has two parents"));
        }
        let own = transform(node).map_err(|reason| format!("node {number}: {reason}"))?;
        let matrix = product(&parent, &own);
        let mesh =
            match node.mesh {
                Some(mesh) => Some(document.meshes.get(mesh as usize).ok_or_else(|| {
                    format!("node {number} names mesh {mesh}, which does not exist")
                })?),
                None => None,
            };
        let node_name = node.name.as_deref().unwrap_or_default();
        let mesh_name = mesh.and_then(|mesh| mesh.name.as_deref()).unwrap_or_default();
        let is_alone = node.children.len() + usize::from(node.mesh.is_some()) == 1;
        let (name, below) = match node_name {
            "" => (
                above.part(&short(mesh_name)),
                Above { is_alone: above.is_alone && is_alone, ..above },
            ),
            name => (short(name).into_owned(), Above::new(name, is_alone)),
        };
        let name = if name.is_empty() { format!("node {number}") } else { name };
        let is_hidden = flattens_all(&matrix);
        // Nodes that share a name are still separate objects, such as ten bolts.
        let name = if mesh.is_some() && !is_hidden { names.of(&name) } else { name };
        let is_wanted = wanted.takes([node_name, mesh_name, &name]) || parent_is_wanted;
        let children = node.children.iter().rev();
        pending.extend(children.map(|child| (*child, matrix, is_wanted, below.clone())));
        let Some(mesh) = mesh else { continue };
        let within = |reason| format!("node {number}: {reason}");
        let mut places = vec![(name.clone(), matrix)];
        if let Some(instancing) = &node.extensions.instancing {
            let room = most.saturating_sub(found.len() as u64);
            let each = instances(&instancing.attributes, accessors, room).map_err(within)?;
            let placed = each.iter().map(|own| product(&matrix, own)).enumerate();
            places = placed.map(|(place, own)| (format!("{name}[{place}]"), own)).collect();
        }
        places.retain(|(name, _)| is_wanted || wanted.takes([name.as_str()]));
        if places.is_empty() {
            continue;
        }
        if is_hidden {
            hidden += 1;
            continue;
        }
        skinned += usize::from(node.skin.is_some());
        // The node's weights override those of the mesh.
        let weights = node.weights.as_deref().unwrap_or(&mesh.weights);
        morphed += usize::from(weights.iter().any(|weight| *weight != 0.0));
        for (name, matrix) in places {
            if flattens_all(&matrix) {
                hidden += 1;
                continue;
            }
            let (number, primitives) = (number as usize, &*mesh.primitives);
            found.push(Placed { number, name, primitives, matrix });
        }
    }
    let unplaced = if found.is_empty() && hidden == 0 { document.meshes.len() } else { 0 };
    let counts = [
        ("meshes that no node of the scene places", unplaced),
        ("meshes that are scaled to nothing", hidden),
        ("skins (their meshes are read as stored)", skinned),
        ("sets of morph targets (their meshes are read as stored)", morphed),
    ];
    let counted = counts.into_iter().filter(|(_, count)| *count > 0);
    notes.extend(counted.map(|(what, count)| Note::LeftOut { what, count, line: None }));
    Ok((found, notes))
}

/// The root nodes of a scene.
fn roots(document: &Document<'_>) -> Result<(Vec<u32>, Vec<Note>), String> {
    let number = document.scene.unwrap_or(0);
    match document.scenes.get(number as usize) {
        Some(scene) => {
            let others = document.scenes.len() - 1;
            let note =
                Note::LeftOut { what: "scenes but the one shown", count: others, line: None };
            Ok((scene.nodes.clone(), (others > 0).then_some(note).into_iter().collect()))
        }
        None if document.scene.is_some() => {
            Err(format!("it begins with scene {number}, which does not exist"))
        }
        // A library without a scene: all nodes that have no parent.
        None => {
            let mut is_child = vec![false; document.nodes.len()];
            for child in document.nodes.iter().flat_map(|node| &node.children) {
                is_child.get_mut(*child as usize).into_iter().for_each(|is| *is = true);
            }
            let numbered = (0_u32..).zip(is_child);
            let roots: Vec<u32> = numbered.filter(|(_, is)| !is).map(|(node, _)| node).collect();
            if roots.is_empty() && !document.nodes.is_empty() {
                return Err("every node is the child of another: the nodes form a ring".into());
            }
            Ok((roots, Vec::new()))
        }
    }
}

/// The transforms of a node's instances within it, of up to `most`.
fn instances(of: &Instances, accessors: &Accessors<'_>, most: u64) -> Result<Vec<Matrix>, String> {
    let Instances { translation, rotation: turns, scale } = *of;
    let mut counts = [translation, turns, scale].into_iter().flatten();
    let first = counts.next().ok_or("its instances have neither places nor turns nor sizes")?;
    let count = accessors.count(first)?;
    for other in counts {
        let own = accessors.count(other)?;
        if own != count {
            return Err(format!("it has {count} instances by one accessor, {own} by another"));
        }
    }
    if count as u64 > most {
        return Err(format!(
            "its {count} instances are more places than allowed; `--max-triangles` allows more"
        ));
    }
    let mut translations = vec![[0.0; 3]; if translation.is_none() { count } else { 0 }];
    let mut rotations = vec![[0.0, 0.0, 0.0, 1.0]; if turns.is_none() { count } else { 0 }];
    let mut scales = vec![[1.0; 3]; if scale.is_none() { count } else { 0 }];
    if let Some(number) = translation {
        accessors.for_each(number, "translations", |own| translations.push(own))?;
    }
    if let Some(number) = turns {
        accessors.for_each(number, "rotations", |own| rotations.push(own))?;
    }
    if let Some(number) = scale {
        accessors.for_each(number, "scales", |own| scales.push(own))?;
    }
    let each = translations.into_iter().zip(rotations).zip(scales);
    each.map(|((place, turn), scale)| Ok(composed(place, rotation(turn)?, scale))).collect()
}

/// A node's transform in its parent.
fn transform(node: &Node<'_>) -> Result<Matrix, String> {
    let parts = [node.translation.is_some(), node.rotation.is_some(), node.scale.is_some()];
    if let Some(matrix) = &node.matrix {
        if parts.contains(&true) {
            return Err("it has both a matrix and a translation, rotation or scale".into());
        }
        let mut columns = IDENTITY;
        for (column, numbers) in columns.iter_mut().zip(matrix.chunks_exact(4)) {
            column.copy_from_slice(numbers);
        }
        let [[.., a], [.., b], [.., c], [.., d]] = columns;
        if [a, b, c, d] != [0.0, 0.0, 0.0, 1.0] {
            return Err(format!(
                "its matrix is projective (last row {a} {b} {c} {d}, not 0 0 0 1); bake the \
                 transform into the mesh"
            ));
        }
        return Ok(columns);
    }
    let place = node.translation.as_deref().copied().unwrap_or_default();
    let scale = node.scale.as_deref().copied().unwrap_or([1.0; 3]);
    let turn = match &node.rotation {
        Some(quaternion) => rotation(**quaternion)?,
        None => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    };
    Ok(composed(place, turn, scale))
}

fn scaling(factor: f64) -> Matrix {
    let turn = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    composed([0.0; 3], turn, [factor; 3])
}

/// A scale, then a turn by its columns, then a shift.
fn composed([x, y, z]: [f64; 3], turn: [[f64; 3]; 3], [sx, sy, sz]: [f64; 3]) -> Matrix {
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = turn;
    [
        [ax * sx, ay * sx, az * sx, 0.0],
        [bx * sy, by * sy, bz * sy, 0.0],
        [cx * sz, cy * sz, cz * sz, 0.0],
        [x, y, z, 1.0],
    ]
}

/// The columns of the rotation by a quaternion x, y, z, w of length 1. Normalises away the rounding
/// of the file's numbers, which would stretch the shape.
fn rotation(quaternion: [f64; 4]) -> Result<[[f64; 3]; 3], String> {
    let length = quaternion.iter().map(|q| q * q).sum::<f64>().sqrt();
    if !((length - 1.0).abs() <= LENGTH_ERROR) {
        let [x, y, z, w] = quaternion;
        return Err(format!(
            "its rotation {x} {y} {z} {w} is no unit quaternion (its length is {length}); repair \
             the file"
        ));
    }
    let [x, y, z, w] = quaternion.map(|q| q / length);
    Ok([
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y + w * z), 2.0 * (x * z - w * y)],
        [2.0 * (x * y - w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z + w * x)],
        [2.0 * (x * z + w * y), 2.0 * (y * z - w * x), 1.0 - 2.0 * (x * x + y * y)],
    ])
}
