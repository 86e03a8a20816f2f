//! URDF: links, joints and collision shapes.

use std::collections::HashMap;
use std::f64::consts::FRAC_PI_2;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clearance::{Ball, Capsule, Cuboid, Cylinder, Pose, Rotation, Rotation3, Shape, Space, Xyz};
use roxmltree::Node;

use super::model::{Geometry, Joint, JointKind, Link, Mimic, Robot};
use super::tree;
use super::{By, EXPAND, Filled, Loading};
use crate::mesh::{Note, printable};
use crate::scene::{Body, Part};
use crate::xml::{Wrong, children, is_own, only_child};

/// A quarter turn about x, free of rounding: cylinders lie along z in a URDF, along y here.
const Y_TO_Z: Rotation3<f64> = Rotation3 { x: 1.0, y: 0.0, z: 0.0, w: 1.0 };

/// The robot in the text of a URDF.
pub(super) fn read(text: &str, path: &Path, loading: &Loading) -> Result<Robot, Wrong> {
    let document = crate::xml::tree(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "robot" {
        return Err(Wrong::at(
            root,
            format!("this is no URDF: it begins with `<{}>`, not `<robot>`", tag(root)),
        ));
    }
    let mut reader = Reader {
        path,
        loading,
        meshes: HashMap::new(),
        dents: Vec::new(),
        open: Vec::new(),
        doubts: Vec::new(),
        robot: Robot::empty(),
    };
    reader.robot.name = root.attribute("name").unwrap_or_default().to_owned();
    check_children(root, &["link", "joint"])?;
    let names = reader.links(root)?;
    reader.joints(root, &names)?;
    super::check_expanded(root)?;
    tree::grow(&mut reader.robot, root, &names)?;
    if reader.robot.geometries.is_empty() {
        let has_visual = root.descendants().any(|node| node.has_tag_name("visual"));
        return Err(Wrong::at(
            root,
            if has_visual {
                "no link has a `<collision>`, only `<visual>`, which is not what collides: give \
                 the links a `<collision>` each"
            } else {
                "no link has a `<collision>`, so nothing can collide"
            },
        ));
    }
    if let Some((dent, name)) = reader.dents.iter().max_by(|a, b| a.0.total_cmp(&b.0)) {
        reader.robot.notes.push(format!(
            "convex hulls stand for the meshes and fill dents in {} of them, the deepest at most {} \
             below the nearest face of its hull, in `{name}`; `--by triangles` \
             takes them as they are",
            reader.dents.len(),
            rounded_up(*dent)
        ));
    }
    if let Some(name) = reader.open.first() {
        let count = reader.open.len();
        reader.robot.notes.push(if loading.by == By::Hull {
            format!(
                "convex hulls stand for the meshes and close {count} of them that are open, as \
                 `{name}`; `--by triangles` takes them as they are"
            )
        } else {
            format!(
                "{count} of the meshes are open, as `{name}`: what is within them without touching \
                 them counts as apart; `--by hull` closes them"
            )
        });
    }
    for (doubt, name, count) in reader.doubts {
        reader.robot.notes.push(match count {
            1 => format!("mesh `{name}`: {doubt}"),
            _ => format!("mesh `{name}`, and {} more: {doubt}", count - 1),
        });
    }
    Ok(reader.robot)
}

/// Rounded up to three digits.
fn rounded_up(number: f64) -> String {
    let digits = |number: f64| format!("{number:.2e}").parse().unwrap_or(number);
    let near: f64 = digits(number);
    if near >= number {
        return near.to_string();
    }
    // Adding half of the third digit rounds up.
    let half = 0.5 * 10.0_f64.powf(number.log10().floor() - 2.0);
    digits(number + half).to_string()
}

struct Reader<'r> {
    path: &'r Path,
    loading: &'r Loading,
    /// The bodies read so far, by file and scale, and whether they are hulls that fill something.
    meshes: HashMap<(PathBuf, [u64; 3]), (Arc<Body>, bool)>,
    /// The depths of dents that hulls fill, with the names of their meshes.
    dents: Vec<(f64, String)>,
    /// The names of open meshes, which hulls close or triangles keep.
    open: Vec<String>,
    /// Doubts about meshes, each with the first mesh and the number of meshes.
    doubts: Vec<(String, String, usize)>,
    robot: Robot,
}

/// Links by their names.
pub(super) type Names = HashMap<String, usize>;

impl Reader<'_> {
    fn links(&mut self, root: Node<'_, '_>) -> Result<Names, Wrong> {
        let mut names = Names::new();
        for (node, place) in children(root, "link").zip(0..) {
            let name = name_of(node, "link")?;
            if names.insert(name.to_owned(), place).is_some() {
                return Err(Wrong::at(node, format!("two links are called `{}`", shown(name))));
            }
            self.robot.links.push(Link { name: name.to_owned(), joint: None, body: place });
            check_children(node, &["collision"]).map_err(|wrong| about("link", name, wrong))?;
            let count = children(node, "collision").count();
            for (collision, number) in children(node, "collision").zip(0..) {
                let own = if count > 1 { format!("{name}/{number}") } else { name.to_owned() };
                let geometry = self
                    .geometry(collision, place, own)
                    .map_err(|wrong| about("link", name, wrong))?;
                self.robot.geometries.push(geometry);
            }
        }
        if names.is_empty() {
            return Err(Wrong::at(root, "there is no `<link>` in it"));
        }
        Ok(names)
    }

    fn geometry(
        &mut self,
        collision: Node<'_, '_>,
        link: usize,
        name: String,
    ) -> Result<Geometry, Wrong> {
        check_children(collision, &["origin", "geometry"])?;
        let mut origin = origin(collision)?;
        let geometry = only_child(collision, "geometry")?
            .ok_or_else(|| Wrong::at(collision, "a `<collision>` without `<geometry>`"))?;
        let mut elements = geometry.children().filter(Node::is_element);
        let element = elements
            .next()
            .ok_or_else(|| Wrong::at(geometry, "a `<geometry>` with nothing in it"))?;
        if let Some(more) = elements.next() {
            let reason = format!("a `<geometry>` with `<{}>` besides the first shape", tag(more));
            return Err(Wrong::at(more, reason));
        }
        let positive = |what: &'static str| {
            let [value] = numbers::<1>(element, what, None)?;
            if value > 0.0 {
                Ok(value)
            } else {
                let reason = format!("`{what}` of `<{}>` is {value}, not positive", tag(element));
                Err(Wrong::at(element, reason))
            }
        };
        let knows = |read: &[&str]| check_attributes(element, read);
        let stands = |origin: &mut Pose<Xyz>| origin.rotation = origin.rotation.compose(Y_TO_Z);
        let shape: Shape<Xyz> = match element.tag_name().name() {
            "box" => {
                knows(&["size"])?;
                let [x, y, z] = numbers::<3>(element, "size", None)?;
                Cuboid::new(Xyz::new(0.5 * x, 0.5 * y, 0.5 * z)).into()
            }
            "sphere" => {
                knows(&["radius"])?;
                Ball::new(positive("radius")?).into()
            }
            "cylinder" => {
                knows(&["length", "radius"])?;
                stands(&mut origin);
                Cylinder::new(0.5 * positive("length")?, positive("radius")?).into()
            }
            // Not in URDF, but Drake and others read it: the length is the segment's.
            "capsule" => {
                knows(&["length", "radius"])?;
                stands(&mut origin);
                Capsule::new(0.5 * positive("length")?, positive("radius")?).into()
            }
            "mesh" => {
                knows(&["filename", "scale"])?;
                let (body, hull_of_concave) = self.mesh(element)?;
                let mut geometry = Geometry::new(name, link, origin, body);
                geometry.hull_of_concave = hull_of_concave;
                return Ok(geometry);
            }
            other => {
                let reason = format!(
                    "`<{}>` is no geometry that is read: box, cylinder, sphere, capsule or mesh",
                    shown(other)
                );
                return Err(Wrong::at(element, reason));
            }
        };
        let body = Body::of_parts(vec![Part::from(shape)])
            .map_err(|error| Wrong::at(element, format!("`<{}>`: {error}", tag(element))))?;
        Ok(Geometry::new(name, link, origin, Arc::new(body)))
    }

    fn mesh(&mut self, element: Node<'_, '_>) -> Result<(Arc<Body>, bool), Wrong> {
        let name = element
            .attribute("filename")
            .ok_or_else(|| Wrong::at(element, "a `<mesh>` without `filename`"))?;
        let scale = numbers::<3>(element, "scale", Some([1.0; 3]))?;
        if scale.contains(&0.0) {
            return Err(Wrong::at(element, "`scale` of `<mesh>` is 0, which flattens the mesh"));
        }
        let failed =
            |reason: String| Wrong::at(element, format!("mesh `{}`: {reason}", shown(name)));
        if is_unexpanded(name) {
            return Err(failed(EXPAND.into()));
        }
        let file = self.loading.find(self.path, name).map_err(failed)?;
        let key = (file.clone(), scale.map(f64::to_bits));
        if let Some(known) = self.meshes.get(&key) {
            return Ok(known.clone());
        }
        let loaded = self.loading.reading.file(&file).map_err(|error| failed(error.to_string()))?;
        for note in &loaded.notes {
            // A mesh counts as one, however many objects its file has, and a URDF is in metres.
            if matches!(note, Note::Joined { .. } | Note::Unit { .. }) {
                continue;
            }
            let what = note.to_string();
            match self.doubts.iter_mut().find(|(known, ..)| *known == what) {
                Some((.., count)) => *count += 1,
                None => self.doubts.push((what, shown(name), 1)),
            }
        }
        let (body, filled) =
            super::body(self.loading.by, &loaded.mesh.scaled(scale)).map_err(failed)?;
        let fills = filled.is_some();
        match filled {
            Some(Filled::Dents(deepest)) => self.dents.push((deepest, shown(name))),
            Some(Filled::Opening) => self.open.push(shown(name)),
            None if !body.is_closed() => self.open.push(shown(name)),
            None => {}
        }
        let body = (Arc::new(body), fills);
        self.meshes.insert(key, body.clone());
        Ok(body)
    }

    fn joints(&mut self, root: Node<'_, '_>, links: &Names) -> Result<(), Wrong> {
        // In a second pass, as a joint may follow one that comes later in the file.
        let mut names: HashMap<&str, usize> = HashMap::new();
        let nodes: Vec<Node<'_, '_>> = joints_of(root).collect();
        for (node, place) in nodes.iter().zip(0..) {
            let name = name_of(*node, "joint")?;
            if names.insert(name, place).is_some() {
                return Err(Wrong::at(*node, format!("two joints are called `{}`", shown(name))));
            }
        }
        for node in nodes {
            let name = node.attribute("name").unwrap_or_default();
            let joint = self
                .joint(node, name, links, &names)
                .map_err(|wrong| about("joint", name, wrong))?;
            self.robot.joints.push(joint);
        }
        Ok(())
    }

    fn joint(
        &mut self,
        node: Node<'_, '_>,
        name: &str,
        links: &Names,
        joints: &HashMap<&str, usize>,
    ) -> Result<Joint, Wrong> {
        let link = |end: &'static str| {
            let element = only_child(node, end)?
                .ok_or_else(|| Wrong::at(node, format!("it has no `<{end}>`")))?;
            let name = element
                .attribute("link")
                .ok_or_else(|| Wrong::at(element, format!("its `<{end}>` names no `link`")))?;
            links.get(name).copied().ok_or_else(|| {
                let known = links.keys().map(String::as_str);
                let reason = format!(
                    "its {end} link `{}` does not exist{}",
                    shown(name),
                    meant(name, known)
                );
                Wrong::at(element, reason)
            })
        };
        check_children(node, &["parent", "child", "origin", "axis", "limit", "mimic"])?;
        let (parent, child_link) = (link("parent")?, link("child")?);
        let word = node.attribute("type").unwrap_or_default();
        let kind = match word {
            "fixed" => JointKind::Fixed,
            "revolute" | "continuous" => JointKind::Revolute,
            "prismatic" => JointKind::Prismatic,
            "planar" => JointKind::Planar,
            "floating" => JointKind::Floating,
            "" => return Err(Wrong::at(node, "it has no `type`")),
            other => {
                let reason = format!(
                    "`{}` is no type of joint: fixed, revolute, continuous, prismatic, floating or \
                     planar",
                    shown(other)
                );
                return Err(Wrong::at(node, reason));
            }
        };
        let moves = kind.values() == 1;
        let given = match only_child(node, "axis")? {
            Some(axis) => {
                check_attributes(axis, &["xyz"])?;
                numbers::<3>(axis, "xyz", Some([1.0, 0.0, 0.0]))?
            }
            None => [1.0, 0.0, 0.0],
        };
        let axis = match unit(given) {
            Some(axis) => axis,
            None if moves => return Err(Wrong::at(node, "its `<axis>` is 0, no direction")),
            None => Xyz::axis(0),
        };
        let limits = match only_child(node, "limit")? {
            Some(limit) if moves && word != "continuous" => {
                check_slips(limit, &["lower", "upper"])?;
                let [lower] = numbers::<1>(limit, "lower", Some([0.0]))?;
                let [upper] = numbers::<1>(limit, "upper", Some([0.0]))?;
                if lower > upper {
                    let reason = format!("its lower limit {lower} is above its upper one {upper}");
                    return Err(Wrong::at(limit, reason));
                }
                Some([lower, upper])
            }
            Some(_) => None,
            None => {
                if moves && word != "continuous" {
                    let note = format!("joint `{}` has no `<limit>`", shown(name));
                    self.robot.notes.push(note);
                }
                None
            }
        };
        let mimic = match only_child(node, "mimic")? {
            Some(mimic) if moves => {
                check_attributes(mimic, &["joint", "multiplier", "offset"])?;
                let followed = mimic.attribute("joint").unwrap_or_default();
                let joint = joints.get(followed).copied().ok_or_else(|| {
                    let reason = format!(
                        "it follows joint `{}`, which does not exist{}",
                        shown(followed),
                        meant(followed, joints.keys().copied())
                    );
                    Wrong::at(mimic, reason)
                })?;
                let [multiplier] = numbers::<1>(mimic, "multiplier", Some([1.0]))?;
                let [offset] = numbers::<1>(mimic, "offset", Some([0.0]))?;
                Some(Mimic { joint, multiplier, offset })
            }
            _ => None,
        };
        if kind.values() > 1 {
            self.robot.notes.push(format!(
                "joint `{name}` is {word}: it stands at its origin unless `--joints {name}=…` \
                 puts it elsewhere, and pairs across it are looked at",
                name = shown(name)
            ));
        }
        let is_level = axis == Xyz::axis(2) || only_child(node, "axis")?.is_none();
        if kind == JointKind::Planar && !is_level {
            self.robot.notes.push(format!(
                "joint `{}` is planar, with an `<axis>` that is not z: its place is x, y and an \
                 angle about z all the same, as MoveIt reads it",
                shown(name)
            ));
        }
        let origin = origin(node)?;
        Ok(Joint {
            name: name.into(),
            kind,
            parent,
            child: child_link,
            origin,
            axis,
            limits,
            mimic,
            place: Pose::identity(),
        })
    }
}

/// The joints of a robot: `<joint>` also occurs in `<transmission>` and elsewhere, further in.
pub(super) fn joints_of<'a, 'i>(root: Node<'a, 'i>) -> impl Iterator<Item = Node<'a, 'i>> {
    children(root, "joint")
}

/// The unit vector of a direction; along one of the axes without rounding.
fn unit([x, y, z]: [f64; 3]) -> Option<Xyz> {
    let given = Xyz::new(x, y, z);
    match [x, y, z].iter().filter(|x| **x != 0.0).count() {
        1 => Some(given.map(|x| if x == 0.0 { 0.0 } else { x.signum() })),
        _ => given.try_normalize(),
    }
}

/// Refuses elements whose name is one of those that are read but for a slip. Others are extensions.
pub(super) fn check_children(node: Node<'_, '_>, read: &[&str]) -> Result<(), Wrong> {
    for element in node.children().filter(|element| is_own(*element)) {
        let name = element.tag_name().name();
        let meant =
            if read.contains(&name) { String::new() } else { meant(name, read.iter().copied()) };
        if !meant.is_empty() {
            let reason =
                format!("`<{}>` is nothing that a `<{}>` has{meant}", tag(element), tag(node));
            return Err(Wrong::at(element, reason));
        }
    }
    Ok(())
}

/// Refuses attributes that are not read, as the shape or pose may depend on them. Those of another
/// name space are extensions.
fn check_attributes(node: Node<'_, '_>, read: &[&str]) -> Result<(), Wrong> {
    let mut own = node.attributes().filter(|own| own.namespace().is_none());
    match own.find(|own| !read.contains(&own.name())) {
        None => Ok(()),
        Some(other) => Err(Wrong::at(
            node,
            format!(
                "`{}` of `<{}>` is not read, only {}{}",
                shown(other.name()),
                tag(node),
                read.join(", "),
                meant(other.name(), read.iter().copied())
            ),
        )),
    }
}

/// Refuses attributes whose name is one of those read but for a slip. Others are not needed.
fn check_slips(node: Node<'_, '_>, read: &[&str]) -> Result<(), Wrong> {
    for own in node.attributes().filter(|own| own.namespace().is_none()) {
        let meant = meant(own.name(), read.iter().copied());
        if !read.contains(&own.name()) && !meant.is_empty() {
            let (name, tag) = (shown(own.name()), tag(node));
            let reason = format!("`{name}` is nothing that a `<{tag}>` has{meant}");
            return Err(Wrong::at(node, reason));
        }
    }
    Ok(())
}

/// The pose of an element's `<origin>`: `rpy` are rotations about the fixed axes x, y, z in turn.
fn origin(node: Node<'_, '_>) -> Result<Pose<Xyz>, Wrong> {
    let Some(origin) = only_child(node, "origin")? else { return Ok(Pose::identity()) };
    check_attributes(origin, &["xyz", "rpy"])?;
    let [x, y, z] = numbers::<3>(origin, "xyz", Some([0.0; 3]))?;
    let [roll, pitch, yaw] = numbers::<3>(origin, "rpy", Some([0.0; 3]))?;
    let turn = |axis: usize, angle: f64| turn_about(Xyz::axis(axis), angle);
    let rotation = turn(2, yaw).compose(turn(1, pitch)).compose(turn(0, roll));
    let pose = Pose { translation: Xyz::new(x, y, z), rotation };
    pose.check().map_err(|error| Wrong::at(origin, error.to_string()))?;
    Ok(pose)
}

/// Whether a text holds what xacro replaces.
fn is_unexpanded(text: &str) -> bool {
    text.contains("${") || text.contains("$(")
}

/// A turn about an axis of the frame. What is written as the float nearest to a quarter turn, or to
/// several, is meant as such, and exact.
fn turn_about(axis: Xyz, angle: f64) -> Rotation3<f64> {
    let quarters = (angle / FRAC_PI_2).round();
    if quarters.abs() > 4.0 || quarters * FRAC_PI_2 != angle {
        return Rotation3::from_axis_angle(axis, angle);
    }
    // Only the ratio of the half angle's sine and cosine matters.
    let (sin, cos) = match quarters.rem_euclid(4.0) {
        0.0 => return Rotation3::IDENTITY,
        1.0 => (1.0, 1.0),
        2.0 => (1.0, 0.0),
        _ => (1.0, -1.0),
    };
    let Xyz { x, y, z } = axis * sin;
    Rotation3 { x, y, z, w: cos }
}

/// Exactly so many finite numbers in an attribute.
fn numbers<const N: usize>(
    node: Node<'_, '_>,
    attribute: &'static str,
    otherwise: Option<[f64; N]>,
) -> Result<[f64; N], Wrong> {
    let place = || format!("`{attribute}` of `<{}>`", tag(node));
    let Some(text) = node.attribute(attribute) else {
        return otherwise.ok_or_else(|| Wrong::at(node, format!("{} is missing", place())));
    };
    let number = |word: &str| match word.parse::<f64>() {
        Ok(number) if number.is_finite() => Ok(number),
        Ok(_) => Err(Wrong::at(node, format!("{}: `{word}` is not finite", place()))),
        Err(_) => {
            let hint = if is_unexpanded(text) {
                format!("; {EXPAND}")
            } else if word.contains(',') {
                "; write numbers with points, and blanks between".into()
            } else {
                String::new()
            };
            Err(Wrong::at(node, format!("{}: `{}` is no number{hint}", place(), shown(word))))
        }
    };
    let found = text.split_ascii_whitespace().map(number).collect::<Result<Vec<f64>, Wrong>>()?;
    let count = found.len();
    found
        .try_into()
        .map_err(|_| Wrong::at(node, format!("{} has {count} numbers, needs {N}", place())))
}

fn name_of<'a>(node: Node<'a, '_>, what: &str) -> Result<&'a str, Wrong> {
    /// The name of a link is that of each of its shapes.
    const MOST: usize = 1000;
    let name = node.attribute("name").filter(|name| !name.is_empty());
    let name = name.ok_or_else(|| Wrong::at(node, format!("a `<{what}>` without a name")))?;
    if is_unexpanded(name) {
        return Err(Wrong::at(
            node,
            format!("the name `{}` of a `<{what}>`: {EXPAND}", shown(name)),
        ));
    }
    if name.len() > MOST {
        let reason = format!("the name `{}` has more than {MOST} bytes", shown(name));
        return Err(Wrong::at(node, reason));
    }
    Ok(name)
}

/// Prefixes an error with what it is about.
fn about(what: &str, name: &str, wrong: Wrong) -> Wrong {
    Wrong { reason: format!("{what} `{}`: {}", shown(name), wrong.reason), ..wrong }
}

fn tag(node: Node<'_, '_>) -> String {
    shown(node.tag_name().name())
}

/// A name from a file, made fit for a message.
pub(super) fn shown(name: &str) -> String {
    printable(name.as_bytes())
}

/// A "did you mean" with an existing name.
pub(super) fn meant<'n>(name: &str, known: impl Iterator<Item = &'n str>) -> String {
    let mut known: Vec<String> = known.take(4096).map(str::to_owned).collect();
    known.sort();
    crate::mesh::closest(name, &known)
        .map_or_else(String::new, |near| format!("; did you mean `{}`?", shown(near)))
}

#[cfg(test)]
mod tests {
    use super::rounded_up;

    #[test]
    fn depths_are_rounded_up_to_three_digits() {
        let given = [0.000_410_123_456, 0.000_41, 1.0, 1.001, 9.999, 0.0, 12_345.0, f64::INFINITY];
        let expected = ["0.000411", "0.00041", "1", "1.01", "10", "0", "12400", "inf"];
        assert_eq!(given.map(rounded_up), expected);
    }
}
