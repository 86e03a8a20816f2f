//! Whether links and joints form one tree.

use std::collections::HashMap;

use roxmltree::Node;

use super::model::{Follows, Joint, JointKind, Mimic, Robot};
use super::urdf::{Names, joints_of, shown};
use crate::xml::{Wrong, children};

impl Robot {
    pub(super) fn empty() -> Self {
        Self {
            name: String::new(),
            links: Vec::new(),
            joints: Vec::new(),
            geometries: Vec::new(),
            variables: Vec::new(),
            notes: Vec::new(),
            follows: Vec::new(),
            root: 0,
            order: Vec::new(),
            free: Vec::new(),
            carried: 0,
        }
    }
}

/// Attaches the links to their joints, from the root outward.
pub(super) fn grow(robot: &mut Robot, root: Node<'_, '_>, names: &Names) -> Result<(), Wrong> {
    let at_joint = |place: usize, reason: String| match joints_of(root).nth(place) {
        Some(node) => Wrong::at(node, reason),
        None => Wrong::new(reason),
    };
    let at_link = |place: usize, reason: String| match children(root, "link").nth(place) {
        Some(node) => Wrong::at(node, reason),
        None => Wrong::new(reason),
    };
    let link_name = |robot: &Robot, link: usize| {
        robot.links.get(link).map_or(String::new(), |l| shown(&l.name))
    };
    let joint_name =
        |robot: &Robot, j: usize| robot.joints.get(j).map_or(String::new(), |j| shown(&j.name));
    for place in 0..robot.joints.len() {
        let Some(child) = robot.joints.get(place).map(|joint| joint.child) else { continue };
        let Some(link) = robot.links.get_mut(child) else { continue };
        if let Some(other) = link.joint.replace(place) {
            let reason = format!(
                "link `{}` is carried by joint `{}` and by joint `{}`: a link has one parent",
                link_name(robot, child),
                joint_name(robot, other),
                joint_name(robot, place)
            );
            return Err(at_joint(place, reason));
        }
    }
    let parent = |robot: &Robot, link: usize| {
        let joint = robot.links.get(link)?.joint?;
        robot.joints.get(joint).map(|joint| joint.parent)
    };
    let roots: Vec<usize> =
        (0..names.len()).filter(|link| parent(robot, *link).is_none()).collect();

    // Outward from the roots; links that are not reached lie on or below a cycle.
    let mut below: Vec<Vec<usize>> = vec![Vec::new(); names.len()];
    for (joint, place) in robot.joints.iter().zip(0..) {
        below.get_mut(joint.parent).into_iter().for_each(|below| below.push(place));
    }
    let mut pending = roots.clone();
    let mut reached = vec![false; names.len()];
    while let Some(link) = pending.pop() {
        reached.get_mut(link).into_iter().for_each(|is| *is = true);
        for place in below.get(link).into_iter().flatten() {
            robot.order.push(*place);
            let Some(joint) = robot.joints.get(*place) else { continue };
            let own = robot.links.get(joint.parent).map_or(joint.child, |link| link.body);
            pending.push(joint.child);
            if joint.kind == JointKind::Fixed {
                let child = joint.child;
                robot.links.get_mut(child).into_iter().for_each(|link| link.body = own);
            }
        }
    }
    if let Some(lost) = reached.iter().position(|is| !is) {
        let mut ring = vec![lost];
        let mut places: HashMap<usize, usize> = HashMap::from([(lost, 0)]);
        while let Some(up) = ring.last().and_then(|link| parent(robot, *link)) {
            if let Some(from) = places.insert(up, ring.len()) {
                ring.drain(..from);
                break;
            }
            ring.push(up);
        }
        ring.reverse();
        // Starting at the link that comes first in the file.
        let first = ring.iter().enumerate().min_by_key(|(_, link)| **link).map_or(0, |(at, _)| at);
        ring.rotate_left(first);
        let listed: Vec<String> =
            ring.iter().take(8).map(|link| format!("`{}`", link_name(robot, *link))).collect();
        let more = if ring.len() > 8 { " …" } else { "" };
        let reason = format!("the links {}{more} form a loop", listed.join(", "));
        let first = ring.first().copied().unwrap_or(lost);
        return Err(at_link(first, reason));
    }
    match roots.as_slice() {
        [only] => robot.root = *only,
        [one, two, ..] => {
            let reason = format!(
                "links `{}` and `{}` hang on no joint: a robot is one tree",
                link_name(robot, *one),
                link_name(robot, *two)
            );
            return Err(at_link(*two, reason));
        }
        [] => return Err(Wrong::at(root, "there is no link without a parent")),
    }

    let has_one = |joint: &Joint| joint.kind.values() == 1 && joint.mimic.is_none();
    let own = robot.joints.iter().zip(0..).filter(|(joint, _)| has_one(joint));
    robot.variables = own.map(|(_, place)| place).collect();
    note_mimics(robot);
    resolve_mimics(robot).map_err(|place| {
        let reason = format!("joint `{}`: it follows itself", joint_name(robot, place));
        at_joint(place, reason)
    })
}

/// Notes joints that follow one without a single value.
fn note_mimics(robot: &mut Robot) {
    let joints = robot.joints.iter();
    let followed = joints.filter_map(|own| Some((own, robot.joints.get(own.mimic?.joint)?)));
    let notes: Vec<String> = followed
        .filter(|(_, other)| other.kind.values() != 1)
        .map(|(own, other)| {
            let (own, other) = (shown(&own.name), shown(&other.name));
            format!(
                "joint `{own}` follows joint `{other}`, which has no single value: it counts as 0"
            )
        })
        .collect();
    robot.notes.extend(notes);
}

/// Resolves chains of mimics to the joint at the end; or returns a joint that follows itself. Each
/// joint is visited at most twice.
fn resolve_mimics(robot: &mut Robot) -> Result<(), usize> {
    let count = robot.joints.len();
    let (mut is_open, mut is_done) = (vec![false; count], vec![false; count]);
    robot.follows = vec![Follows::default(); count];
    for place in 0..count {
        let mut chain = Vec::new();
        let mut at = place;
        while let Some(mimic) = robot.joints.get(at).and_then(|joint| joint.mimic) {
            if is_done.get(at).copied().unwrap_or(true) {
                break;
            }
            if is_open.get_mut(at).is_none_or(|is| std::mem::replace(is, true)) {
                return Err(at);
            }
            chain.push(at);
            at = mimic.joint;
        }
        for place in chain.into_iter().rev() {
            is_done.get_mut(place).into_iter().for_each(|is| *is = true);
            let Some(mimic) = robot.joints.get(place).and_then(|joint| joint.mimic) else {
                continue;
            };
            let beyond = robot.follows.get(mimic.joint).copied().unwrap_or_default();
            let own = Follows::of(&mimic);
            let follows = Follows {
                joints: beyond.joints + own.joints,
                offsets: mimic.multiplier.abs() * beyond.offsets + own.offsets,
            };
            robot.follows.get_mut(place).into_iter().for_each(|own| *own = follows);
            let Some(further) = robot.joints.get(mimic.joint).and_then(|joint| joint.mimic) else {
                continue;
            };
            let whole = Mimic {
                joint: further.joint,
                multiplier: mimic.multiplier * further.multiplier,
                offset: mimic.multiplier * further.offset + mimic.offset,
            };
            robot.joints.get_mut(place).into_iter().for_each(|joint| joint.mimic = Some(whole));
        }
    }
    Ok(())
}
