//! A pair of objects as a row of a report.

use clearance::{Proximity, Shape};
use clearance_scene::scene::{Class, Clearance, Inside, Object, Part, classify};
use serde::Serialize;

use super::table::{coordinates, number};
use super::volume::Shared;
use crate::objects::{Bounds, Side};

/// What reports say about a pair. The names of the fields are those of CSV and JSON.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row<'s> {
    /// A sum of both files and names, and of which of several of a name; the same in every run.
    pub(super) id: String,
    pub(super) class: &'static str,
    pub(super) a: &'s str,
    pub(super) b: &'s str,
    pub(super) a_file: &'s str,
    pub(super) b_file: &'s str,
    /// The distance, or minus the depth.
    pub(super) signed_distance: f64,
    /// What that may be off; `null` where nothing is known.
    pub(super) gap: f64,
    /// Whether the way out may be longer than minus the signed distance.
    pub(super) depth_is_lower_bound: bool,
    /// The way out is no longer.
    pub(super) depth_at_most: Option<f64>,
    /// How much of both lies at the same heights along the thinner one's normal.
    pub(super) thickness: Option<f64>,
    /// Where parts stand for a mesh with a proved cover: what the distance of the meshes is at least
    /// and at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh_distance: Option<[Option<f64>; 2]>,
    /// A common point, proved, and no depth beyond the gap.
    pub(super) exact_contact: bool,
    /// `neither`, `a_in_b`, `b_in_a`, or `unknown` where an open surface may surround the other,
    /// or rounding hides it.
    pub(super) inside: &'static str,
    /// How far the surfaces are apart, where one is inside the other's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) surface_distance: Option<f64>,
    /// How far the farthest point of A is from B, where they overlap and B is convex; and of B.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) a_leaves_b_at_most: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) b_leaves_a_at_most: Option<f64>,
    pub(super) point_a: [f64; 3],
    pub(super) point_b: [f64; 3],
    /// From A to B.
    pub(super) normal: [f64; 3],
    /// Which part or triangle.
    pub(super) part_a: u32,
    pub(super) part_b: u32,
    /// `hull`, `shape`, `parts` or `triangles`, of A and of B.
    pub(super) mode_a: &'static str,
    pub(super) mode_b: &'static str,
    /// How much both share, where that is asked and they meet.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub(super) shared: Option<Shared>,
    /// Rows that failing pairs join have one number.
    pub(super) group: Option<usize>,
    /// Objects that are A to the last bit, in A's place; and those that are B. Where A and B are of
    /// one file and in one place, all others there.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also_a: Vec<&'s str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) also_b: Vec<&'s str>,
    /// How many pairs of these it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stands_for: Option<usize>,
    /// Beside a baseline: `new` or `known`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) status: Option<&'static str>,
    #[serde(skip)]
    pub(super) kind: Class,
    /// Whether A and B are copies of one file.
    #[serde(skip)]
    pub(super) are_copies: bool,
    /// The places of the objects in their sides.
    #[serde(skip)]
    pub(super) places: [usize; 2],
}

impl<'s> Row<'s> {
    pub(super) fn new(
        [side_a, side_b]: [&'s Side; 2],
        places: [usize; 2],
        [a, b]: [&'s Object; 2],
        found: &Clearance,
        touch_band: f64,
    ) -> Self {
        let clash = classify(a, b, found, touch_band);
        let witness = found.proximity.witness();
        let mode = |object: &Object| match object.body.parts() {
            [] => "triangles",
            [Part { shape: Shape::Hull(_), .. }] => "hull",
            [_] => "shape",
            _ => "parts",
        };
        let [part_a, part_b] = found.parts;
        let [leaves_a, leaves_b] = clash.leaves;
        let [place_a, place_b] = places;
        let (cover_a, cover_b) = (side_a.cover(place_a), side_b.cover(place_b));
        Self {
            id: id(
                [&side_a.file, &a.name, &side_b.file, &b.name],
                [side_a.copy(place_a), side_b.copy(place_b)],
            ),
            class: clash.class.name(),
            a: &a.name,
            b: &b.name,
            a_file: &side_a.file,
            b_file: &side_b.file,
            signed_distance: found.signed_distance() + 0.0,
            gap: witness.gap,
            depth_is_lower_bound: found.is_lower_bound && found.proximity.intersects(),
            depth_at_most: clash.depth_at_most,
            thickness: clash.overlap_thickness,
            mesh_distance: mesh_distance([cover_a, cover_b], found),
            exact_contact: clash.is_exact_contact,
            inside: match clash.inside {
                Inside::Neither => "neither",
                Inside::AInB => "a_in_b",
                Inside::BInA => "b_in_a",
                Inside::Open | Inside::Unknown => "unknown",
            },
            surface_distance: found.surfaces.map(|surfaces| surfaces.signed_distance().max(0.0)),
            a_leaves_b_at_most: leaves_a,
            b_leaves_a_at_most: leaves_b,
            point_a: coordinates(witness.on_a),
            point_b: coordinates(witness.on_b),
            normal: coordinates(witness.normal),
            part_a,
            part_b,
            mode_a: mode(a),
            mode_b: mode(b),
            shared: None,
            group: None,
            also_a: Vec::new(),
            also_b: Vec::new(),
            stands_for: None,
            status: None,
            kind: clash.class,
            are_copies: false,
            places,
        }
    }
}

impl Row<'_> {
    /// What goes before a depth that is a lower bound.
    pub(super) fn bound(&self) -> &'static str {
        if self.depth_is_lower_bound && self.kind < Class::Undecided { "≤ " } else { "" }
    }

    /// How many objects it is about.
    pub(super) fn of_copies(&self) -> Option<String> {
        let copies = |also: &[&str]| format!("{} copies in one place", also.len() + 1);
        match [&self.also_a, &self.also_b].map(Vec::as_slice) {
            [[], []] => None,
            [others, []] if self.are_copies => {
                Some(format!("{} copies in one place", others.len() + 2))
            }
            [of_a, []] => Some(format!("A: {}", copies(of_a))),
            [[], of_b] => Some(format!("B: {}", copies(of_b))),
            [of_a, of_b] => Some(format!("A: {}, B: {}", copies(of_a), copies(of_b))),
        }
    }

    /// How far the one that is nearly in the other leaves it: by no more than twice its depth.
    pub(super) fn leaving(&self) -> Option<String> {
        let of = |most: Option<f64>| most.unwrap_or(f64::INFINITY);
        let (a, b) = (of(self.a_leaves_b_at_most), of(self.b_leaves_a_at_most));
        let (one, other, most) = if a < b { ("A", "B", a) } else { ("B", "A", b) };
        (most < f64::INFINITY).then(|| format!("{one} leaves {other} by at most {}", number(most)))
    }
}

/// Points of a mesh are no farther than `uncovered` from its parts, and points of the parts no farther
/// than `overshoot` from it: so much the distance of the meshes may be less, and more. Less only
/// where no solid may be in what the parts of the other leave `hollow`.
fn mesh_distance(covers: [Option<Bounds>; 2], found: &Clearance) -> Option<[Option<f64>; 2]> {
    if covers == [None, None] || found.inside != Inside::Neither {
        return None;
    }
    let known = || covers.into_iter().flatten();
    let less: f64 = known().map(|own| own.uncovered).sum();
    let more: Option<f64> = known().map(|own| own.overshoot).sum();
    let witness = found.proximity.witness();
    // Three sums and differences are rounded.
    let rounding = 4.0 * f64::EPSILON * (witness.length + witness.gap + less + more.unwrap_or(0.0));
    let apart = match found.proximity {
        Proximity::Separated(_) => witness.length,
        _ => 0.0,
    };
    let hollow: f64 = known().map(|own| own.hollow).sum();
    let is_outside = apart - witness.gap - rounding > hollow * (1.0 + 2.0 * f64::EPSILON);
    let least = if is_outside { (apart - witness.gap - less - rounding).max(0.0) } else { 0.0 };
    let most = more.map(|more| apart + witness.gap + more + rounding);
    Some([Some(least), most])
}

/// 64 bits of the texts, with their ends, and of the numbers of objects that share a name: FNV-1a,
/// whose digits no run, machine or version changes.
fn id(texts: [&str; 4], copies: [Option<usize>; 2]) -> String {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let copies = if copies == [None; 2] {
        String::new()
    } else {
        copies.map(|copy| format!("{} ", copy.unwrap_or(0))).concat()
    };
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0xff]));
    for byte in bytes.chain(copies.bytes()) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{hash:016x}")
}
