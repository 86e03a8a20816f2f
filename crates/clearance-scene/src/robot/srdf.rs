//! SRDF: disabled pairs, groups and named states.

use std::collections::{HashMap, HashSet};

use roxmltree::Node;

use super::model::Robot;
use super::urdf::{check_children, meant, shown};
use crate::xml::{Wrong, children};

/// The content of an SRDF.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Semantics {
    /// Pairs of links that are not checked: `<disable_collisions>`.
    pub disabled: Vec<[usize; 2]>,
    /// Pairs of links that are checked although adjacent: `<enable_collisions>`.
    pub enabled: Vec<[usize; 2]>,
    /// The joints of each `<group>`, with chains and nested groups resolved.
    pub groups: Vec<(String, Vec<usize>)>,
    /// Configurations with names: `<group_state>`.
    pub states: Vec<State>,
    /// Messages about what is not supported.
    pub notes: Vec<String>,
}

/// A named state of a group: values of some joints.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The name of the state.
    pub name: String,
    /// The name of the group, or of several groups.
    pub group: String,
    /// Joints by index, and their values.
    pub values: Vec<(usize, f64)>,
}

impl Semantics {
    /// The state of a name. Several groups may have a state of one name, as both arms have a
    /// `home`: the result joins them all. `arm/home` is that of one group.
    ///
    /// # Errors
    /// A message, if there is no such state, or two of them give a joint different values.
    pub fn state(&self, name: &str) -> Result<State, String> {
        let called = |state: &&State| {
            state.name == name || format!("{}/{}", state.group, state.name) == name
        };
        let mut states = self.states.iter().filter(called);
        let Some(mut all) = states.next().cloned() else {
            let known: Vec<String> = self.states.iter().map(|s| shown(&s.name)).collect();
            let meant = meant(name, known.iter().map(String::as_str));
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            return Err(format!("no state `{}`{meant}; there are: {known}", shown(name)));
        };
        let mut given: HashMap<usize, f64> = all.values.iter().copied().collect();
        for State { group, values, .. } in states {
            if values.iter().any(|(joint, value)| given.get(joint).is_some_and(|own| own != value))
            {
                let (one, two) = (shown(&all.group), shown(group));
                let name = shown(name);
                return Err(format!(
                    "the states `{name}` of the groups {one} and {two} give a joint different \
                     values; choose one, as `{two}/{name}`"
                ));
            }
            given.extend(values.iter().copied());
            all.values.extend(values);
            all.group.extend([", ", group.as_str()]);
        }
        Ok(all)
    }
}

impl State {
    /// The configuration with the state's values for its joints, and the values of `otherwise` for
    /// the others. Values of mimic joints are ignored.
    pub fn over(&self, robot: &Robot, otherwise: &[f64]) -> Vec<f64> {
        let given: HashMap<usize, f64> = self.values.iter().copied().collect();
        let variables = robot.variables.iter().zip(otherwise);
        variables.map(|(joint, value)| given.get(joint).copied().unwrap_or(*value)).collect()
    }
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
    };
    let mut found = Semantics::default();
    let own = root.attribute("name").unwrap_or_default();
    if own != robot.name {
        let (own, other) = (shown(own), shown(&robot.name));
        found.notes.push(format!("it is about robot `{own}`, and the URDF about `{other}`"));
    }
    let pair = |node: Node<'_, '_>| Ok([reader.link(node, "link1")?, reader.link(node, "link2")?]);
    for node in children(root, "disable_collisions") {
        found.disabled.push(pair(node)?);
    }
    for node in children(root, "enable_collisions") {
        found.enabled.push(pair(node)?);
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
    let mut defaults = children(root, "disable_default_collisions");
    if let Some(first) = defaults.next() {
        let more = match defaults.count() {
            0 => String::new(),
            more => format!(", nor are {more} more"),
        };
        found.notes.push(format!(
            "line {}: `<disable_default_collisions>` is not followed{more}: all its link's pairs \
             are looked at",
            crate::xml::line_of(first)
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
        let state = reader.state(node, &known, &mut found.notes)?;
        found.states.push(state);
    }
    found.groups = groups;
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

struct Reader<'r> {
    robot: &'r Robot,
    links: HashMap<&'r str, usize>,
    joints: HashMap<&'r str, usize>,
}

impl Reader<'_> {
    fn link(&self, node: Node<'_, '_>, attribute: &'static str) -> Result<usize, Wrong> {
        named(node, attribute, "link", &self.links)
    }

    fn joint(&self, node: Node<'_, '_>, attribute: &'static str) -> Result<usize, Wrong> {
        named(node, attribute, "joint", &self.joints)
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
            for member in node.children().filter(Node::is_element) {
                match member.tag_name().name() {
                    "joint" => joints.push(self.joint(member, "name")?),
                    "link" => {
                        let link = self.link(member, "name")?;
                        joints.extend(self.robot.links.get(link).and_then(|link| link.joint));
                    }
                    "chain" => self.chain(member, &mut joints, &mut walked)?,
                    "group" => {
                        let called = name(member);
                        groups.push(*places.get(&called).ok_or_else(|| {
                            let reason = format!(
                                "group `{}` names group `{}`, which does not exist{}",
                                shown(&name(*node)),
                                shown(&called),
                                meant(&called, places.keys().map(String::as_str))
                            );
                            Wrong::at(member, reason)
                        })?);
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
        let (base, tip) = (self.link(node, "base_link")?, self.link(node, "tip_link")?);
        let mut at = tip;
        while at != base {
            let up = self.robot.links.get(at).and_then(|link| link.joint);
            let Some(joint) = up.and_then(|joint| Some((joint, self.robot.joints.get(joint)?)))
            else {
                return Err(Wrong::at(
                    node,
                    "a `<chain>` whose `base_link` does not carry its `tip_link`",
                ));
            };
            members.add(1, node)?;
            joints.push(joint.0);
            at = joint.1.parent;
        }
        Ok(())
    }

    fn state(
        &self,
        node: Node<'_, '_>,
        known: &Known<'_>,
        notes: &mut Vec<String>,
    ) -> Result<State, Wrong> {
        let name = node.attribute("name").unwrap_or_default();
        let group = node.attribute("group").unwrap_or_default();
        if !known.groups.contains(group) {
            let reason = format!(
                "state `{}`: group `{}` does not exist{}",
                shown(name),
                shown(group),
                meant(group, known.groups.iter().copied())
            );
            return Err(Wrong::at(node, reason));
        }
        check_children(node, &["joint"])?;
        let (mut values, mut given) = (Vec::new(), HashMap::new());
        for member in children(node, "joint") {
            let joint = member.attribute("name").unwrap_or_default();
            let text = member.attribute("value").unwrap_or_default();
            let words: Vec<&str> = text.split_ascii_whitespace().collect();
            let is_base = known.virtual_joints.contains(joint) || words.len() > 1;
            if is_base && !self.joints.contains_key(joint) {
                let note = format!(
                    "state `{}`: joint `{}` places the whole robot, which changes nothing between \
                     its links",
                    shown(name),
                    shown(joint)
                );
                notes.push(note);
                continue;
            }
            let place = self.joint(member, "name")?;
            let value = match words.as_slice() {
                [word] => word.parse::<f64>().ok().filter(|value| value.is_finite()),
                _ => None,
            };
            let Some(value) = value else {
                let reason = format!(
                    "state `{}`: the value `{}` of joint `{}` is not one finite number",
                    shown(name),
                    shown(text),
                    shown(joint)
                );
                return Err(Wrong::at(member, reason));
            };
            if given.insert(place, value).is_some_and(|own| own != value) {
                let (name, joint) = (shown(name), shown(joint));
                let reason = format!("state `{name}`: joint `{joint}` has two values");
                return Err(Wrong::at(member, reason));
            }
            values.push((place, value));
        }
        Ok(State { name: name.to_owned(), group: group.to_owned(), values })
    }
}

fn named(
    node: Node<'_, '_>,
    attribute: &'static str,
    what: &str,
    places: &HashMap<&str, usize>,
) -> Result<usize, Wrong> {
    let element = node.tag_name().name();
    let Some(name) = node.attribute(attribute) else {
        return Err(Wrong::at(node, format!("a `<{element}>` without `{attribute}`")));
    };
    places.get(name).copied().ok_or_else(|| {
        let reason = format!(
            "`<{element}>`: the URDF has no {what} `{}`{}",
            shown(name),
            meant(name, places.keys().copied())
        );
        Wrong::at(node, reason)
    })
}
