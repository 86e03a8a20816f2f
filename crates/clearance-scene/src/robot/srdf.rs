//! SRDF: disabled pairs, groups and named states.
//!
//! A name that the URDF does not have ends nothing: files are shared among variants of a robot.
//! What bears it is passed over, and a note says so; a state with a value that no joint can take is
//! refused when it is asked for.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::model::Robot;
use super::state::State;
use super::urdf::{check_children, meant, shown};
use crate::xml::{Lines, Wrong, children, is_own};

/// The content of an SRDF.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Semantics {
    /// Pairs of links that are not checked: `<disable_collisions>`.
    pub disabled: Vec<[usize; 2]>,
    /// Pairs of links that are checked although adjacent or off by default: `<enable_collisions>`.
    pub enabled: Vec<[usize; 2]>,
    /// Links of which only pairs in `enabled` are checked: `<disable_default_collisions>`.
    pub disabled_links: Vec<usize>,
    /// The joints of each `<group>`, with chains and nested groups resolved.
    pub groups: Vec<(String, Vec<usize>)>,
    /// Configurations with names: `<group_state>`.
    pub states: Vec<State>,
    /// Messages about what is not supported, and about names that the URDF does not have.
    pub notes: Vec<String>,
}

/// Reads the semantics from the text of an SRDF.
pub(super) fn read(text: &str, robot: &Robot) -> Result<Semantics, Wrong> {
    let document = crate::xml::tree(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "robot" {
        let found = shown(root.tag_name().name());
        return Err(Wrong::at(
            root,
            format!("this is no SRDF: it begins with `<{found}>`, not `<robot>`"),
        ));
    }
    super::check_expanded(root)?;
    check_children(root, KNOWN)?;
    let reader = Reader {
        robot,
        links: robot.links.iter().map(|link| link.name.as_str()).zip(0..).collect(),
        joints: robot.joints.iter().map(|joint| joint.name.as_str()).zip(0..).collect(),
        doubts: RefCell::new(Doubts { lines: Lines::of(text), notes: Vec::new(), more: 0 }),
    };
    let mut found = Semantics::default();
    let own = root.attribute("name").unwrap_or_default();
    if own != robot.name {
        let (own, other) = (shown(own), shown(&robot.name));
        found.notes.push(format!("it is about robot `{own}`, and the URDF about `{other}`"));
    }
    for node in children(root, "disable_collisions") {
        found.disabled.extend(reader.pair(node)?);
    }
    for node in children(root, "enable_collisions") {
        found.enabled.extend(reader.pair(node)?);
    }
    for node in children(root, "disable_default_collisions") {
        found.disabled_links.extend(reader.link(node, "link")?);
    }
    let ordered = |[a, b]: &[usize; 2]| [*a.min(b), *a.max(b)];
    let disabled: HashSet<[usize; 2]> = found.disabled.iter().map(ordered).collect();
    if let Some([a, b]) = found.enabled.iter().find(|pair| disabled.contains(&ordered(pair))) {
        let name = |link: &usize| robot.links.get(*link).map_or("", |link| link.name.as_str());
        let (a, b) = (shown(name(a)), shown(name(b)));
        found.notes.push(format!(
            "links `{a}` and `{b}` are both disabled and enabled: such pairs are left out"
        ));
    }
    // Passive joints have values like others; only their names are checked.
    for node in children(root, "passive_joint") {
        reader.joint(node, "name")?;
    }
    let groups = reader.groups(root)?;
    let known = Known {
        groups: groups.iter().map(|(name, _)| name.as_str()).collect(),
        virtual_joints: children(root, "virtual_joint")
            .filter_map(|node| node.attribute("name"))
            .collect(),
    };
    for node in children(root, "group_state") {
        let state = reader.state(node, &known)?;
        found.states.push(state);
    }
    found.groups = groups;
    found.notes.extend(reader.doubts.into_inner().told());
    Ok(found)
}

/// What states may name besides the robot's joints.
struct Known<'k> {
    groups: HashSet<&'k str>,
    /// Joints between the robot and the world; the URDF does not have them.
    virtual_joints: HashSet<&'k str>,
}

/// The most members of all groups together, each group with those of the groups and chains in it:
/// a short file may have many groups of many.
const MOST_MEMBERS: usize = 1 << 22;

/// What a SRDF holds.
const KNOWN: &[&str] = &[
    "disable_collisions",
    "enable_collisions",
    "disable_default_collisions",
    "passive_joint",
    "group",
    "group_state",
    "virtual_joint",
    "end_effector",
];

/// How many members groups have so far.
#[derive(Default)]
struct Members(usize);

impl Members {
    fn add(&mut self, count: usize, node: Node<'_, '_>) -> Result<(), Wrong> {
        self.0 += count;
        if self.0 <= MOST_MEMBERS {
            return Ok(());
        }
        Err(Wrong::at(node, format!("the groups have more than {MOST_MEMBERS} members in all")))
    }
}

/// Notes with their lines, of which a long file may have many.
struct Doubts {
    lines: Lines,
    notes: Vec<String>,
    more: usize,
}

impl Doubts {
    const MOST: usize = 100;

    fn add(&mut self, node: Node<'_, '_>, note: impl FnOnce() -> String) {
        if self.notes.len() < Self::MOST {
            self.notes.push(format!("line {}: {}", self.lines.line_of(node), note()));
        } else {
            self.more += 1;
        }
    }

    fn told(mut self) -> Vec<String> {
        if self.more > 0 {
            self.notes.push(format!("{} more of the like are not listed", self.more));
        }
        self.notes
    }
}

struct Reader<'r> {
    robot: &'r Robot,
    links: HashMap<&'r str, usize>,
    joints: HashMap<&'r str, usize>,
    doubts: RefCell<Doubts>,
}

impl Reader<'_> {
    fn link(&self, node: Node<'_, '_>, attribute: &'static str) -> Result<Option<usize>, Wrong> {
        self.named(node, attribute, "link", &self.links)
    }

    fn joint(&self, node: Node<'_, '_>, attribute: &'static str) -> Result<Option<usize>, Wrong> {
        self.named(node, attribute, "joint", &self.joints)
    }

    fn pair(&self, node: Node<'_, '_>) -> Result<Option<[usize; 2]>, Wrong> {
        let (one, two) = (self.link(node, "link1")?, self.link(node, "link2")?);
        Ok(one.zip(two).map(|(one, two)| [one, two]))
    }

    fn doubt(&self, node: Node<'_, '_>, note: impl FnOnce() -> String) {
        self.doubts.borrow_mut().add(node, note);
    }

    /// What an attribute names; `None`, with a note, where the URDF does not have it.
    fn named(
        &self,
        node: Node<'_, '_>,
        attribute: &'static str,
        what: &str,
        places: &HashMap<&str, usize>,
    ) -> Result<Option<usize>, Wrong> {
        let element = node.tag_name().name();
        let Some(name) = node.attribute(attribute) else {
            return Err(Wrong::at(node, format!("a `<{element}>` without `{attribute}`")));
        };
        let place = places.get(name).copied();
        if place.is_none() {
            self.doubt(node, || {
                format!(
                    "`<{element}>` is passed over: the URDF has no {what} `{}`{}",
                    shown(name),
                    meant(name, places.keys().copied())
                )
            });
        }
        Ok(place)
    }

    /// The groups, which may refer to each other in any order.
    fn groups(&self, root: Node<'_, '_>) -> Result<Vec<(String, Vec<usize>)>, Wrong> {
        let nodes: Vec<Node<'_, '_>> = children(root, "group").collect();
        let name = |node: Node<'_, '_>| node.attribute("name").unwrap_or_default().to_owned();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (node, place) in nodes.iter().zip(0..) {
            if places.insert(name(*node), place).is_some() {
                let reason = format!("two groups are called `{}`", shown(&name(*node)));
                return Err(Wrong::at(*node, reason));
            }
        }
        let (mut walked, mut members) = (Members::default(), Members::default());
        let (mut own, mut inner) = (Vec::new(), Vec::new());
        for node in &nodes {
            let (mut joints, mut groups) = (Vec::new(), Vec::new());
            for member in node.children().filter(|member| is_own(*member)) {
                match member.tag_name().name() {
                    "joint" => joints.extend(self.joint(member, "name")?),
                    "link" => {
                        let link = self.link(member, "name")?;
                        let link = link.and_then(|link| self.robot.links.get(link));
                        joints.extend(link.and_then(|link| link.joint));
                    }
                    "chain" => self.chain(member, &mut joints, &mut walked)?,
                    "group" => {
                        let called = name(member);
                        let place = places.get(&called).copied();
                        if place.is_none() {
                            self.doubt(member, || {
                                format!(
                                    "group `{}` names group `{}`, which does not exist{}",
                                    shown(&name(*node)),
                                    shown(&called),
                                    meant(&called, places.keys().map(String::as_str))
                                )
                            });
                        }
                        groups.extend(place);
                    }
                    _ => {}
                }
            }
            own.push(joints);
            inner.push(groups);
        }
        // The last group that has looked at each.
        let mut seen = vec![usize::MAX; nodes.len()];
        let mut all = Vec::with_capacity(nodes.len());
        for (node, place) in nodes.iter().zip(0..) {
            let (mut joints, mut pending): (Vec<usize>, _) = (Vec::new(), vec![place]);
            while let Some(at) = pending.pop() {
                if seen.get_mut(at).is_none_or(|own| std::mem::replace(own, place) == place) {
                    continue;
                }
                let (Some(of_own), Some(of_inner)) = (own.get(at), inner.get(at)) else { continue };
                members.add(of_own.len() + of_inner.len(), *node)?;
                joints.extend(of_own);
                pending.extend(of_inner);
            }
            joints.sort_unstable();
            joints.dedup();
            all.push((name(*node), joints));
        }
        Ok(all)
    }

    /// The joints from a link down to another.
    fn chain(
        &self,
        node: Node<'_, '_>,
        joints: &mut Vec<usize>,
        members: &mut Members,
    ) -> Result<(), Wrong> {
        let ends = (self.link(node, "base_link")?, self.link(node, "tip_link")?);
        let (Some(base), Some(tip)) = ends else { return Ok(()) };
        let (mut at, before) = (tip, joints.len());
        while at != base {
            let up = self.robot.links.get(at).and_then(|link| link.joint);
            let Some(joint) = up.and_then(|joint| Some((joint, self.robot.joints.get(joint)?)))
            else {
                self.doubt(node, || {
                    "a `<chain>` is passed over: its `base_link` does not carry its `tip_link`"
                        .into()
                });
                joints.truncate(before);
                return Ok(());
            };
            members.add(1, node)?;
            joints.push(joint.0);
            at = joint.1.parent;
        }
        Ok(())
    }

    fn state(&self, node: Node<'_, '_>, known: &Known<'_>) -> Result<State, Wrong> {
        let name = node.attribute("name").unwrap_or_default();
        let group = node.attribute("group").unwrap_or_default();
        if !known.groups.contains(group) {
            self.doubt(node, || {
                format!(
                    "state `{}`: group `{}` does not exist{}",
                    shown(name),
                    shown(group),
                    meant(group, known.groups.iter().copied())
                )
            });
        }
        check_children(node, &["joint"])?;
        let line = self.doubts.borrow().lines.line_of(node);
        let (name, group) = (name.to_owned(), group.to_owned());
        let (values, places) = (Vec::new(), Vec::new());
        let mut state = State { name, group, values, places, line, fault: None };
        let mut given = HashMap::new();
        for member in children(node, "joint") {
            if let Err(what) = self.value(member, known, &mut given, &mut state) {
                let what = format!("state `{}`: {what}", shown(&state.name));
                self.doubt(member, || what.clone());
                let line = self.doubts.borrow().lines.line_of(member);
                state.fault.get_or_insert_with(|| format!("line {line} of the SRDF: {what}"));
            }
        }
        Ok(state)
    }

    /// Reads what a state says of a joint; fails where no joint can take that.
    fn value(
        &self,
        member: Node<'_, '_>,
        known: &Known<'_>,
        given: &mut HashMap<usize, Vec<f64>>,
        state: &mut State,
    ) -> Result<(), String> {
        let name = member.attribute("name").unwrap_or_default();
        let text = member.attribute("value").unwrap_or_default();
        let Some(place) = self.joints.get(name).copied() else {
            let is_base = text.split_ascii_whitespace().nth(1).is_some();
            if is_base || known.virtual_joints.contains(name) {
                self.doubt(member, || {
                    format!(
                        "state `{}`: joint `{}` places the whole robot, which changes nothing \
                         between its links",
                        shown(&state.name),
                        shown(name)
                    )
                });
                return Ok(());
            }
            let is_full = self.doubts.borrow().notes.len() >= Doubts::MOST;
            let near =
                if is_full { String::new() } else { meant(name, self.joints.keys().copied()) };
            return Err(format!("the URDF has no joint `{}`{near}", shown(name)));
        };
        let is_finite = |value: &f64| value.is_finite();
        let words = text.split_ascii_whitespace();
        let values: Option<Vec<f64>> =
            words.map(|word| word.parse::<f64>().ok().filter(is_finite)).collect();
        let kind = self.robot.joints.get(place).map_or(0, |joint| joint.kind.values());
        if kind == 0 {
            self.doubt(member, || {
                let (state, name) = (shown(&state.name), shown(name));
                format!("state `{state}`: joint `{name}` is fixed, and its value passed over")
            });
            return Ok(());
        }
        let values = values.filter(|values| values.len() == kind).ok_or_else(|| {
            let many = if kind == 1 {
                "one finite number".into()
            } else {
                format!("{kind} finite numbers")
            };
            format!("the value `{}` of joint `{}` is not {many}", shown(text), shown(name))
        })?;
        if given.insert(place, values.clone()).is_some_and(|own| own != values) {
            return Err(format!("joint `{}` has two values", shown(name)));
        }
        match values.as_slice() {
            [value] => state.values.push((place, *value)),
            _ => state.places.push((place, values)),
        }
        Ok(())
    }
}
