//! The objects of the pairs as one binary glTF 2.0, each in the colour of its worst class, a line
//! from point to point of each pair, and what they share, where that is asked, in the pair's.

use std::collections::BTreeMap;

use clearance_json::Fault;
use clearance_scene::Mesh;
use clearance_scene::scene::Class;
use serde_json::{Value, json};

use super::Picture;
use super::html::colour;
use super::row::Row;
use crate::args::Up;

/// Writes the file's bytes. Coordinates are `f32` about the middle of all, which a node puts back.
pub(super) fn scene(rows: &[Row<'_>], picture: &Picture<'_>) -> Result<Vec<u8>, Fault> {
    let is_one = std::ptr::eq(picture.a, picture.b);
    let mut worst: BTreeMap<(usize, usize), Class> = BTreeMap::new();
    for row in rows {
        let [a, b] = row.places;
        for key in [(0, a), (usize::from(!is_one), b)] {
            worst.entry(key).and_modify(|old| *old = row.kind.min(*old)).or_insert(row.kind);
        }
    }
    let sides = [picture.a, picture.b];
    let objects = worst.iter().filter_map(|((side, object), class)| {
        let side = sides.get(*side)?;
        Some((side.objects.get(*object)?.name.as_str(), side.meshes.get(*object)?, *class))
    });
    let objects: Vec<(&str, &Mesh, Class)> = objects.collect();
    let middle = middle(objects.iter().flat_map(|(_, mesh, _)| &mesh.vertices));
    let mut file = File::new(middle);
    for row in rows {
        for piece in row.shared.iter().flat_map(|shared| &shared.pieces) {
            file.mesh(&format!("shared by {} and {}", row.a, row.b), piece, row.kind);
        }
    }
    for (name, mesh, class) in &objects {
        file.mesh(name, mesh, *class);
    }
    for class in Class::ALL {
        let of_class = rows.iter().filter(|row| row.kind == class);
        let ends: Vec<[f64; 3]> = of_class.flat_map(|row| [row.point_a, row.point_b]).collect();
        file.lines(class, &ends);
    }
    file.bytes(picture.up)
}

fn middle<'v>(vertices: impl Iterator<Item = &'v [f64; 3]>) -> [f64; 3] {
    let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
    for vertex in vertices {
        for ((low, high), x) in low.iter_mut().zip(&mut high).zip(vertex) {
            (*low, *high) = (low.min(*x), high.max(*x));
        }
    }
    let mut middle = [0.0; 3];
    for ((middle, low), high) in middle.iter_mut().zip(low).zip(high) {
        let x = 0.5 * (low + high);
        *middle = if x.is_finite() { x } else { 0.0 };
    }
    middle
}

#[derive(Default)]
struct File {
    middle: [f64; 3],
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
}

impl File {
    fn new(middle: [f64; 3]) -> Self {
        Self { middle, ..Self::default() }
    }

    fn mesh(&mut self, name: &str, mesh: &Mesh, class: Class) {
        let positions = self.positions(&mesh.vertices);
        let indices = self.indices(mesh.triangles.iter().flatten().copied());
        let primitive = json!({"attributes": {"POSITION": positions}, "indices": indices,
            "material": class as u8});
        self.node(name, &primitive);
    }

    fn lines(&mut self, class: Class, ends: &[[f64; 3]]) {
        if ends.is_empty() {
            return;
        }
        let positions = self.positions(ends);
        let primitive = json!({"attributes": {"POSITION": positions}, "mode": 1,
            "material": class as u8});
        self.node(&format!("{}: from A to B", class.name()), &primitive);
    }

    fn node(&mut self, name: &str, primitive: &Value) {
        self.nodes.push(json!({"name": name, "mesh": self.meshes.len()}));
        self.meshes.push(json!({"name": name, "primitives": [primitive]}));
    }

    #[allow(clippy::cast_possible_truncation)] // What a viewer shows is f32.
    fn positions(&mut self, points: &[[f64; 3]]) -> usize {
        let begin = self.bytes.len();
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for point in points {
            let about = point.iter().zip(self.middle).map(|(x, m)| (x - m) as f32);
            for ((x, low), high) in about.zip(&mut low).zip(&mut high) {
                (*low, *high) = (low.min(x), high.max(x));
                self.bytes.extend(x.to_le_bytes());
            }
        }
        let view = self.view(begin, 34962);
        self.accessors.push(json!({"bufferView": view, "componentType": 5126, "type": "VEC3",
            "count": points.len(), "min": low, "max": high}));
        self.accessors.len() - 1
    }

    fn indices(&mut self, indices: impl Iterator<Item = u32>) -> usize {
        let begin = self.bytes.len();
        indices.for_each(|index| self.bytes.extend(index.to_le_bytes()));
        let count = (self.bytes.len() - begin) / 4;
        let view = self.view(begin, 34963);
        self.accessors.push(json!({"bufferView": view, "componentType": 5125, "type": "SCALAR",
            "count": count}));
        self.accessors.len() - 1
    }

    fn view(&mut self, begin: usize, target: u32) -> usize {
        let length = self.bytes.len() - begin;
        self.views.push(json!({"buffer": 0, "byteOffset": begin, "byteLength": length,
            "target": target}));
        self.views.len() - 1
    }

    fn bytes(mut self, up: Up) -> Result<Vec<u8>, Fault> {
        let children: Vec<usize> = (0..self.nodes.len()).collect();
        // A quarter turn about x brings z up to y, where glTF has it; one about z brings x there.
        let half = 0.5_f64.sqrt();
        let rotation = match up {
            Up::X => [0.0, 0.0, half, half],
            Up::Y => [0.0, 0.0, 0.0, 1.0],
            Up::Z => [-half, 0.0, 0.0, half],
        };
        let about = self.nodes.len();
        let mut about_node = json!({"name": "middle", "translation": self.middle});
        let mut root = json!({"name": "clashes", "rotation": rotation, "children": [about]});
        if children.is_empty() {
            root = json!({"name": "clashes"});
        } else {
            about_node.as_object_mut().map(|node| node.insert("children".into(), json!(children)));
            self.nodes.push(about_node);
        }
        self.nodes.push(root);
        let materials = Class::ALL.map(|class| {
            let [r, g, b] = colour(class).map(|c| (f64::from(c) / 255.0).powf(2.2));
            let alpha = if class == Class::Near { 0.35 } else { 0.8 };
            json!({"name": class.name(), "doubleSided": true, "alphaMode": "BLEND",
                "pbrMetallicRoughness": {"baseColorFactor": [r, g, b, alpha], "metallicFactor": 0}})
        });
        let mut document = json!({"asset": {"version": "2.0", "generator": "clearance"}, "scene": 0,
            "scenes": [{"nodes": [self.nodes.len() - 1]}], "nodes": self.nodes,
            "materials": materials});
        if let (Some(document), false) = (document.as_object_mut(), self.bytes.is_empty()) {
            document.insert("meshes".into(), json!(self.meshes));
            document.insert("accessors".into(), json!(self.accessors));
            document.insert("bufferViews".into(), json!(self.views));
            document.insert("buffers".into(), json!([{"byteLength": self.bytes.len()}]));
        }
        let mut text = serde_json::to_vec(&document).map_err(Fault::new)?;
        text.resize(text.len().next_multiple_of(4), b' ');
        let word = |length: usize| {
            let length = u32::try_from(length);
            length.map(u32::to_le_bytes).map_err(|_| Fault::new("--glb: longer than 4 GiB"))
        };
        let blob = if self.bytes.is_empty() { 0 } else { 8 + self.bytes.len() };
        let mut out = b"glTF\x02\0\0\0".to_vec();
        out.extend(word(12 + 8 + text.len() + blob)?);
        out.extend(word(text.len())?);
        out.extend(b"JSON");
        out.extend(&text);
        if blob > 0 {
            out.extend(word(self.bytes.len())?);
            out.extend(b"BIN\0");
            out.extend(&self.bytes);
        }
        Ok(out)
    }
}
