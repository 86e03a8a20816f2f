//! The parts of a glTF document that its shape depends on.

use std::borrow::Cow;

use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::mesh::words::printable;

pub(super) const DRACO: &str = "the mesh is compressed by Draco, which is not read: export \
    without compression (in Blender's exporter untick `Compression`)";
pub(super) const MESHOPT: &str = "the mesh is compressed by meshopt, which is not read: export \
    without compression (gltfpack without `-c`)";

/// What is checked first, as files of version 1 have another structure.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Head<'a> {
    #[serde(borrow)]
    asset: Asset<'a>,
    #[serde(default, borrow)]
    extensions_required: Vec<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
struct Asset<'a> {
    #[serde(borrow)]
    version: Cow<'a, str>,
}

/// Prefixes of extensions that do not affect the shape.
const SHAPELESS: &[&str] = &[
    "KHR_materials_",
    "KHR_texture_",
    "KHR_lights_",
    "KHR_xmp",
    "KHR_animation_",
    "KHR_audio",
    "EXT_texture_",
    "EXT_lights_",
    "EXT_materials_",
    "MSFT_texture_",
    "MSFT_packing_",
    "GOOGLE_texture_",
    "ADOBE_materials_",
    // Positions of small integers are supported.
    "KHR_mesh_quantization",
];

impl Head<'_> {
    /// Checks that the version and the required extensions are supported.
    pub(super) fn check(&self) -> Result<(), String> {
        let version = &self.asset.version;
        if !version.starts_with("2.") {
            let version = printable(version.as_bytes());
            return Err(format!(
                "glTF of version {version}; version 2.0 is read, so export it anew"
            ));
        }
        for extension in &self.extensions_required {
            match extension.as_ref() {
                "KHR_draco_mesh_compression" => return Err(DRACO.into()),
                "EXT_meshopt_compression" | "KHR_meshopt_compression" => return Err(MESHOPT.into()),
                "EXT_mesh_gpu_instancing" => {}
                other if SHAPELESS.iter().any(|start| other.starts_with(start)) => {}
                other => {
                    return Err(format!(
                        "it requires the extension {}, which is not read; export without it",
                        printable(other.as_bytes())
                    ));
                }
            }
        }
        Ok(())
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document<'a> {
    #[serde(default, borrow)]
    pub(super) buffers: Vec<Buffer<'a>>,
    #[serde(default)]
    pub(super) buffer_views: Vec<View>,
    #[serde(default, borrow)]
    pub(super) accessors: Vec<Accessor<'a>>,
    #[serde(default, borrow)]
    pub(super) meshes: Vec<Mesh<'a>>,
    #[serde(default, borrow)]
    pub(super) nodes: Vec<Node<'a>>,
    #[serde(default)]
    pub(super) scenes: Vec<Scene>,
    pub(super) scene: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Buffer<'a> {
    #[serde(borrow)]
    pub(super) uri: Option<Cow<'a, str>>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct View {
    pub(super) buffer: u32,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    pub(super) byte_stride: Option<u32>,
    #[serde(default)]
    pub(super) extensions: ViewExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression", alias = "KHR_meshopt_compression")]
    pub(super) meshopt: Option<IgnoredAny>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Accessor<'a> {
    pub(super) buffer_view: Option<u32>,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) component_type: u32,
    #[serde(default)]
    pub(super) normalized: bool,
    pub(super) count: usize,
    #[serde(rename = "type", borrow)]
    pub(super) kind: Cow<'a, str>,
    pub(super) sparse: Option<Box<Sparse>>,
}

/// Items that replace some of an accessor's.
#[derive(Debug, Deserialize)]
pub(super) struct Sparse {
    pub(super) count: usize,
    pub(super) indices: SparseItems,
    pub(super) values: SparseItems,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct SparseItems {
    pub(super) buffer_view: u32,
    #[serde(default)]
    pub(super) byte_offset: usize,
    /// The type of the indices; the values have that of the accessor.
    #[serde(default)]
    pub(super) component_type: u32,
}

#[derive(Debug, Deserialize)]
pub(super) struct Mesh<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) primitives: Vec<Primitive>,
    #[serde(default)]
    pub(super) weights: Vec<f64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Primitive {
    pub(super) attributes: Attributes,
    pub(super) indices: Option<u32>,
    #[serde(default = "triangles")]
    pub(super) mode: u32,
    #[serde(default)]
    pub(super) extensions: PrimitiveExtensions,
}

const fn triangles() -> u32 {
    4
}

#[derive(Debug, Deserialize)]
pub(super) struct Attributes {
    #[serde(rename = "POSITION")]
    pub(super) position: Option<u32>,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub(super) draco: Option<IgnoredAny>,
}

/// Boxed where most nodes have none, as a file may have very many nodes.
#[derive(Debug, Deserialize)]
pub(super) struct Node<'a> {
    #[serde(borrow)]
    pub(super) name: Option<Cow<'a, str>>,
    pub(super) mesh: Option<u32>,
    pub(super) skin: Option<u32>,
    #[serde(default)]
    pub(super) children: Vec<u32>,
    pub(super) matrix: Option<Box<[f64; 16]>>,
    pub(super) translation: Option<Box<[f64; 3]>>,
    pub(super) rotation: Option<Box<[f64; 4]>>,
    pub(super) scale: Option<Box<[f64; 3]>>,
    pub(super) weights: Option<Box<[f64]>>,
    #[serde(default)]
    pub(super) extensions: NodeExtensions,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct NodeExtensions {
    #[serde(rename = "EXT_mesh_gpu_instancing")]
    pub(super) instancing: Option<Box<Instancing>>,
}

/// Places at which a node's mesh stands, instead of at the node.
#[derive(Debug, Deserialize)]
pub(super) struct Instancing {
    #[serde(default)]
    pub(super) attributes: Instances,
}

/// Accessors of as many items each.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
pub(super) struct Instances {
    pub(super) translation: Option<u32>,
    pub(super) rotation: Option<u32>,
    pub(super) scale: Option<u32>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Scene {
    #[serde(default)]
    pub(super) nodes: Vec<u32>,
}
