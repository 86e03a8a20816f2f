//! The triangles of a COLLADA geometry.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::str::FromStr;

use roxmltree::{Node, NodeId};

use super::super::parts::Content;
use super::super::polygon::{Faces, Fan, Origin};
use super::super::printable;
use super::File;
use crate::xml::{Lines, Wrong, child, children, only_child};

/// A geometry in its own frame.
#[derive(Default)]
pub(super) struct Shape {
    pub(super) vertices: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    /// The first vertex of each source, and the source's line.
    sources: Vec<(usize, usize)>,
    faces: Faces,
    /// The faces that cross themselves, each with the place of its first triangle.
    pub(super) crossed: Vec<(usize, Origin)>,
}

impl Shape {
    /// For each vertex, the line of its source.
    pub(super) fn lines(&self) -> impl Iterator<Item = usize> + '_ {
        let ends = self.sources.iter().skip(1).map(|(begin, _)| *begin);
        let ends = ends.chain([self.vertices.len()]);
        let runs = self.sources.iter().zip(ends);
        runs.flat_map(|((begin, line), end)| std::iter::repeat_n(*line, end.saturating_sub(*begin)))
    }
}

/// What geometries share, each read once.
#[derive(Default)]
pub(super) struct Shared<'a, 'i> {
    /// The numbers of each array that has been read; kept from the second time on, as most are
    /// read once.
    arrays: HashMap<NodeId, Option<Vec<f64>>>,
    /// The source of the positions of each `<vertices>`.
    positions: HashMap<NodeId, Node<'a, 'i>>,
    /// How many primitives have another `count` than is in them, and what is said of the first.
    pub(super) miscounted: usize,
    pub(super) miscount: String,
}

pub(super) fn read<'a, 'i>(
    file: &File<'a, 'i>,
    geometry: Node<'a, 'i>,
    shared: &mut Shared<'a, 'i>,
    content: &mut Content,
) -> Result<Shape, Wrong> {
    let mut shape = Shape::default();
    if let Some(other) = ["convex_mesh", "spline", "brep"].iter().find_map(|n| child(geometry, n)) {
        content.leave_out("geometries that are no meshes", Some(file.lines.line_of(other)));
    }
    let Some(mesh) = only_child(geometry, "mesh")? else { return Ok(shape) };
    // Primitives of a mesh usually share their positions.
    let mut known: HashMap<NodeId, (u32, u32)> = HashMap::new();
    for primitive in mesh.children().filter(Node::is_element) {
        let tag = primitive.tag_name().name();
        if matches!(tag, "lines" | "linestrips") {
            content.leave_out("primitives of lines", Some(file.lines.line_of(primitive)));
            continue;
        }
        if !matches!(tag, "triangles" | "polylist" | "polygons" | "trifans" | "tristrips") {
            continue;
        }
        let Some((positions, layout)) = layout(file, primitive, shared)? else { continue };
        let (before, count) = match known.get(&positions.id()) {
            Some(known) => *known,
            None => {
                let before = number_of(shape.vertices.len(), positions)?;
                shape.sources.push((shape.vertices.len(), file.lines.line_of(positions)));
                read_positions(file, positions, shared, &mut shape.vertices)?;
                let count = number_of(shape.vertices.len(), positions)? - before;
                known.insert(positions.id(), (before, count));
                (before, count)
            }
        };
        let mut polygons =
            Polygons { shape: &mut shape, before, count, layout, lines: &file.lines };
        let found = polygons.read(primitive, tag, content)?;
        let counted = primitive.attribute("count").and_then(|count| count.trim().parse().ok());
        if counted.is_some_and(|counted: usize| counted != found) {
            shared.miscounted += 1;
            if shared.miscounted == 1 {
                shared.miscount = format!(
                    "line {}: a `<{tag}>` whose `count` is {}, and {found} are in it",
                    file.lines.line_of(primitive),
                    counted.unwrap_or(0)
                );
            }
        }
    }
    let faces = std::mem::take(&mut shape.faces);
    let found = faces.cut(&shape.vertices, &mut shape.triangles, std::iter::empty());
    content.found.add_bent(&found);
    shape.crossed = found.crossed;
    Ok(shape)
}

fn number_of(count: usize, node: Node<'_, '_>) -> Result<u32, Wrong> {
    u32::try_from(count).map_err(|_| Wrong::at(node, "more than 4294967295 vertices"))
}

/// Where a corner's numbers stand in a `<p>`.
#[derive(Clone, Copy)]
struct Layout {
    /// Numbers per corner.
    stride: usize,
    /// Which of them is its vertex.
    vertex: usize,
}

/// The source of a primitive's positions, and the layout of its corners; `None` if it has no
/// vertices.
fn layout<'a, 'i>(
    file: &File<'a, 'i>,
    primitive: Node<'a, 'i>,
    shared: &mut Shared<'a, 'i>,
) -> Result<Option<(Node<'a, 'i>, Layout)>, Wrong> {
    /// Limit of numbers per corner; exporters write a handful.
    const MOST: usize = 256;
    let (mut stride, mut found) = (1, None);
    for input in children(primitive, "input") {
        let offset = match input.attribute("offset") {
            Some(text) => {
                text.trim().parse().ok().filter(|offset| *offset < MOST).ok_or_else(|| {
                    let shown = printable(text.as_bytes());
                    Wrong::at(input, format!("`offset` of `<input>` is `{shown}`, not 0 to 255"))
                })?
            }
            None => 0,
        };
        stride = stride.max(offset + 1);
        if input.attribute("semantic") == Some("VERTEX") && found.replace((input, offset)).is_some()
        {
            return Err(Wrong::at(input, "a second `<input>` of VERTEX"));
        }
    }
    let Some((input, vertex)) = found else { return Ok(None) };
    let vertices = file.named(input, "source", "vertices")?;
    let source = match shared.positions.get(&vertices.id()) {
        Some(known) => *known,
        None => {
            let source = positions_of(file, vertices)?;
            shared.positions.insert(vertices.id(), source);
            source
        }
    };
    Ok(Some((source, Layout { stride, vertex })))
}

/// The source of the positions of a `<vertices>`.
fn positions_of<'a, 'i>(
    file: &File<'a, 'i>,
    vertices: Node<'a, 'i>,
) -> Result<Node<'a, 'i>, Wrong> {
    let mut inputs =
        children(vertices, "input").filter(|input| input.attribute("semantic") == Some("POSITION"));
    match (inputs.next(), inputs.next()) {
        (Some(only), None) => file.named(only, "source", "source"),
        (Some(_), Some(second)) => Err(Wrong::at(second, "a second `<input>` of POSITION")),
        (None, _) => Err(Wrong::at(vertices, "`<vertices>` without an `<input>` of POSITION")),
    }
}

/// The points of a source, as its accessor picks them.
fn read_positions<'a, 'i>(
    file: &File<'a, 'i>,
    source: Node<'a, 'i>,
    shared: &mut Shared<'a, 'i>,
    vertices: &mut Vec<[f64; 3]>,
) -> Result<(), Wrong> {
    let accessor = match only_child(source, "technique_common")? {
        Some(common) => only_child(common, "accessor")?,
        None => None,
    };
    let array = match accessor {
        Some(accessor) if accessor.attribute("source").is_some() => {
            file.named(accessor, "source", "float_array")?
        }
        _ => only_child(source, "float_array")?
            .ok_or_else(|| Wrong::at(source, "a `<source>` without a `<float_array>`"))?,
    };
    let whole = |name: &str, otherwise: usize| match accessor.and_then(|own| own.attribute(name)) {
        None => Ok(otherwise),
        Some(text) => text.trim().parse::<usize>().map_err(|_| {
            let shown = printable(text.as_bytes());
            let reason = format!("`{name}` of `<accessor>` is `{shown}`, which is no count");
            Wrong::at(accessor.unwrap_or(source), reason)
        }),
    };
    let (stride, offset) = (whole("stride", 3)?, whole("offset", 0)?);
    let places = accessor.map_or([0, 1, 2], axes);
    if places.iter().any(|place| *place >= stride) {
        let reason = format!("`stride` of `<accessor>` is {stride}, too short for x, y and z");
        return Err(Wrong::at(accessor.unwrap_or(source), reason));
    }
    let count = whole("count", usize::MAX)?;
    let begin = vertices.len();
    let read = || numbers::<f64>(array, &file.lines).collect::<Result<Vec<f64>, Wrong>>();
    let once;
    let all = match shared.arrays.entry(array.id()) {
        Entry::Vacant(new) => {
            new.insert(None);
            once = read()?;
            &once
        }
        Entry::Occupied(known) => match known.into_mut() {
            Some(all) => &*all,
            unread => &*unread.insert(read()?),
        },
    };
    let points = all.get(offset..).unwrap_or_default().chunks_exact(stride).take(count);
    vertices.extend(points.map(|point| places.map(|place| point.get(place).map_or(0.0, |x| *x))));
    let found = vertices.len() - begin;
    if count != usize::MAX && found < count {
        let reason = format!("numbers for {found} points, where its accessor counts {count}");
        return Err(Wrong::at(array, reason));
    }
    Ok(())
}

/// Where x, y and z stand in a point: by the names of the accessor's parameters, in whatever order;
/// else those that have a name at all.
fn axes(accessor: Node<'_, '_>) -> [usize; 3] {
    let names = children(accessor, "param").map(|param| param.attribute("name").unwrap_or(""));
    let names: Vec<&str> = names.collect();
    let only = |axis: &str| {
        let mut places = names.iter().zip(0..).filter(|(name, _)| name.eq_ignore_ascii_case(axis));
        places.next().map(|(_, place)| place).filter(|_| places.next().is_none())
    };
    if let (Some(x), Some(y), Some(z)) = (only("x"), only("y"), only("z")) {
        return [x, y, z];
    }
    let named = names.iter().zip(0..).filter(|(name, _)| !name.is_empty());
    let named: Vec<usize> = named.map(|(_, place)| place).take(3).collect();
    <[usize; 3]>::try_from(named).unwrap_or([0, 1, 2])
}

/// A primitive that is being read.
struct Polygons<'s> {
    shape: &'s mut Shape,
    /// Its first vertex, and how many there are.
    before: u32,
    count: u32,
    layout: Layout,
    lines: &'s Lines,
}

impl<'s> Polygons<'s> {
    /// Returns how many triangles or, of other primitives, polygons or strips there are.
    fn read(
        &mut self,
        primitive: Node<'_, '_>,
        tag: &str,
        content: &mut Content,
    ) -> Result<usize, Wrong> {
        let (before, mut lists) = (self.shape.triangles.len(), 0);
        if tag == "polylist" {
            return self.lists(primitive, content);
        }
        for element in primitive.children().filter(Node::is_element) {
            let (list, holes) = match element.tag_name().name() {
                "p" => (element, Vec::new()),
                "ph" => {
                    let hole = |hole| self.corners(hole).collect::<Result<Vec<u32>, Wrong>>();
                    let holes = children(element, "h").map(hole).collect::<Result<_, Wrong>>()?;
                    match only_child(element, "p")? {
                        Some(list) => (list, holes),
                        None => continue,
                    }
                }
                _ => continue,
            };
            lists += 1;
            let mut corners = self.corners(list);
            match tag {
                "triangles" => {
                    let mut corner = || corners.next().transpose();
                    while let Some(a) = corner()? {
                        let (Some(b), Some(c)) = (corner()?, corner()?) else {
                            return Err(Wrong::at(list, "it ends within a triangle"));
                        };
                        self.shape.triangles.push([a, b, c]);
                    }
                }
                "tristrips" => {
                    let corners = corners.collect::<Result<Vec<u32>, Wrong>>()?;
                    for (place, triple) in corners.windows(3).enumerate() {
                        let &[a, b, c] = triple else { continue };
                        // Every second triangle of a strip has the opposite winding.
                        let even = place % 2 == 0;
                        self.shape.triangles.push(if even { [a, b, c] } else { [b, a, c] });
                    }
                }
                _ => {
                    let fan = fan(&mut corners, usize::MAX, &mut self.shape.triangles)?;
                    if tag == "polygons" {
                        let line = Some(self.lines.line_of(list));
                        let Shape { faces, triangles, .. } = &mut *self.shape;
                        faces.end(&fan, holes, line, triangles);
                    }
                    if fan.corners < 3 {
                        content.leave_out(
                            "faces of fewer than three corners",
                            Some(self.lines.line_of(list)),
                        );
                    }
                }
            }
        }
        Ok(if tag == "triangles" { self.shape.triangles.len() - before } else { lists })
    }

    /// All polygons in one list, with a list of their corner counts.
    fn lists(&mut self, primitive: Node<'_, '_>, content: &mut Content) -> Result<usize, Wrong> {
        let Some(list) = only_child(primitive, "p")? else { return Ok(0) };
        let Some(counts) = only_child(primitive, "vcount")? else {
            return Err(Wrong::at(primitive, "a `<polylist>` without `<vcount>`"));
        };
        let mut corners = self.corners(list);
        let line = self.lines.line_of(list);
        let mut polygons = 0;
        for wanted in numbers::<usize>(counts, self.lines) {
            let wanted = wanted?;
            polygons += 1;
            let fan = fan(&mut corners, wanted, &mut self.shape.triangles)?;
            let Shape { faces, triangles, .. } = &mut *self.shape;
            faces.end(&fan, Vec::new(), Some(line), triangles);
            if fan.corners < wanted {
                return Err(Wrong::at(list, "it has fewer corners than `<vcount>` counts"));
            }
            if wanted < 3 {
                content.leave_out(
                    "faces of fewer than three corners",
                    Some(self.lines.line_of(counts)),
                );
            }
        }
        match corners.next() {
            Some(_) => Err(Wrong::at(list, "it has more corners than `<vcount>` counts")),
            None => Ok(polygons),
        }
    }

    /// The vertices of the corners in a list.
    fn corners<'n>(
        &self,
        list: Node<'n, '_>,
    ) -> impl Iterator<Item = Result<u32, Wrong>> + use<'s, 'n> {
        let (before, count, Layout { stride, vertex }) = (self.before, self.count, self.layout);
        let line = self.lines.line_of(list);
        let mut all = numbers::<u32>(list, self.lines);
        std::iter::from_fn(move || {
            let mut found = None;
            for place in 0..stride {
                let number = match all.next() {
                    Some(Ok(number)) => number,
                    Some(Err(wrong)) => return Some(Err(wrong)),
                    None if place == 0 => return None,
                    None => {
                        let reason = "it ends within a corner".to_owned();
                        return Some(Err(Wrong { line: Some(line), reason }));
                    }
                };
                if place == vertex {
                    found = Some(number);
                }
            }
            let number = found?;
            if number >= count {
                let reason = format!("a corner names vertex {number}, and there are {count}");
                return Some(Err(Wrong { line: Some(line), reason }));
            }
            Some(Ok(before + number))
        })
    }
}

/// The fan of a polygon of so many corners, or of those that there are.
fn fan(
    corners: &mut impl Iterator<Item = Result<u32, Wrong>>,
    wanted: usize,
    triangles: &mut Vec<[u32; 3]>,
) -> Result<Fan, Wrong> {
    let mut fan = Fan::behind(triangles);
    while fan.corners < wanted {
        let Some(corner) = corners.next() else { break };
        fan.add(corner?, triangles);
    }
    Ok(fan)
}

/// The numbers in an element's text nodes. Comments may stand between them.
pub(super) fn numbers<'n, 'l, T: FromStr>(
    element: Node<'n, '_>,
    lines: &'l Lines,
) -> impl Iterator<Item = Result<T, Wrong>> + use<'n, 'l, T> {
    let whole: &'n str = element.document().input_text();
    let texts = element.children().filter(Node::is_text);
    let words = texts.flat_map(move |node| {
        let text = node.text().unwrap_or_default();
        let begin = node.range().start;
        text.split_ascii_whitespace().map(move |word| (text, begin, word))
    });
    let tag = element.tag_name().name();
    words.map(move |(text, begin, word)| {
        word.parse().map_err(|_| {
            let length = word.as_ptr() as usize - text.as_ptr() as usize;
            let before = text.as_bytes().get(..length).unwrap_or_default();
            let line =
                lines.line_at(whole, begin) + before.iter().filter(|byte| **byte == b'\n').count();
            let shown = printable(word.as_bytes());
            let reason = format!("`{shown}` in `<{tag}>` is no number that may stand there");
            Wrong { line: Some(line), reason }
        })
    })
}
