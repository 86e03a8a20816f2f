//! Which pairs of a robot's links are looked at, and why the others are not.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::model::{Joint, JointKind, Robot};
use super::srdf::Semantics;

/// Which pairs of links are left out; [`Robot::left_out`] lists them.
///
/// Links that are fixed to each other are left out, as nothing moves between them; so are the two
/// links that a moving joint joins, as they touch or overlap there by design, but not what is
/// fixed to either. Where such a link has no shapes, the one link with shapes that is fixed to it
/// stands in for it; none does where there are several. A floating or planar joint holds nothing
/// together: pairs across it are looked at. Pairs that an SRDF disables are left out too.
#[derive(Clone, Debug, Default)]
pub struct Leave<'s> {
    /// Also checks links that are fixed to each other or that one joint joins.
    pub adjacent: bool,
    /// The pairs in an SRDF. Those that it enables are checked even if adjacent.
    pub semantics: Option<&'s Semantics>,
    /// Pairs of links by index, in either order.
    pub ignore: Vec<[usize; 2]>,
}

/// Why a pair of links is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Reason {
    /// [`Leave::ignore`] names it.
    Ignored,
    /// The SRDF disables it.
    Disabled,
    /// The SRDF disables all pairs of this link, and does not enable this one.
    DisabledByDefault(usize),
    /// The links are fixed to each other.
    Fixed,
    /// This joint joins them, and moves.
    Joined(usize),
}

/// A pair of links, both with shapes, that is not looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// The links, as indices into [`Robot::links`].
    pub links: [usize; 2],
    /// Why.
    pub reason: Reason,
}

impl LeftOut {
    /// The reason in words, with the names of joints and links.
    pub fn why(&self, robot: &Robot) -> String {
        let link = |place: usize| robot.links.get(place).map_or("", |link| link.name.as_str());
        let joint = |place: usize| robot.joints.get(place).map_or("", |joint| joint.name.as_str());
        match self.reason {
            Reason::Ignored => "ignored by name".into(),
            Reason::Disabled => "disabled in the SRDF".into(),
            Reason::DisabledByDefault(own) => {
                format!("disabled by default in the SRDF, as all of {}", link(own))
            }
            Reason::Fixed => "fixed to each other".into(),
            Reason::Joined(own) => format!("joined by {}", joint(own)),
        }
    }
}

/// The most pairs that are checked; a robot of a thousand shapes has half as many.
const MOST: usize = 1 << 20;

fn ordered([a, b]: [usize; 2]) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// What decides about a pair of links; all pairs are [`ordered`].
struct Rule<'r> {
    robot: &'r Robot,
    /// What is ignored or disabled by name.
    named: HashMap<[usize; 2], Reason>,
    enabled: HashSet<[usize; 2]>,
    /// Links whose pairs are left out where nothing enables them.
    off: HashSet<usize>,
    /// Links that a moving joint joins, or that stand in for such.
    joined: HashMap<[usize; 2], usize>,
    adjacent: bool,
}

impl<'r> Rule<'r> {
    fn new(robot: &'r Robot, leave: &Leave<'_>) -> Self {
        let (ignored, none) = (leave.ignore.iter(), Semantics::default());
        let semantics = leave.semantics.unwrap_or(&none);
        let disabled = semantics.disabled.iter().map(|pair| (ordered(*pair), Reason::Disabled));
        let ignored = ignored.map(|pair| (ordered(*pair), Reason::Ignored));
        let joints = robot.joints.iter().zip(0..).filter(|(joint, _)| joint.kind.values() == 1);
        let stand_ins = robot.stand_ins();
        let end = |link: usize| stand_ins.get(link).copied().flatten();
        let ends = |joint: &Joint| Some(ordered([end(joint.parent)?, end(joint.child)?]));
        Self {
            robot,
            named: disabled.chain(ignored).collect(),
            enabled: semantics.enabled.iter().map(|pair| ordered(*pair)).collect(),
            off: semantics.disabled_links.iter().copied().collect(),
            joined: joints.filter_map(|(joint, place)| Some((ends(joint)?, place))).collect(),
            adjacent: leave.adjacent,
        }
    }

    /// Why a pair of two links is left out; `None` where it is looked at.
    fn reason(&self, pair: [usize; 2]) -> Option<Reason> {
        let [a, b] = pair;
        if let Some(reason) = self.named.get(&pair) {
            return Some(*reason);
        }
        if self.enabled.contains(&pair) {
            return None;
        }
        if let Some(link) = pair.into_iter().find(|link| self.off.contains(link)) {
            return Some(Reason::DisabledByDefault(link));
        }
        if self.adjacent {
            return None;
        }
        if self.robot.body_of(a) == self.robot.body_of(b) {
            return Some(Reason::Fixed);
        }
        self.joined.get(&pair).copied().map(Reason::Joined)
    }

    /// Whether all pairs of these links that nothing enables are left out.
    fn passes_over(&self, [a, b]: [usize; 2]) -> bool {
        let is_fixed = !self.adjacent && self.robot.body_of(a) == self.robot.body_of(b);
        is_fixed || self.off.contains(&a) || self.off.contains(&b)
    }
}

impl Robot {
    /// The pairs of geometries that may collide, each in the order of [`Robot::geometries`].
    ///
    /// # Errors
    /// A message, if there are more than about a million.
    pub fn pairs(&self, leave: &Leave<'_>) -> Result<Vec<[usize; 2]>, String> {
        let rule = Rule::new(self, leave);
        let shapes = self.shapes();
        let mut pairs = Vec::new();
        let mut look_at = |pair: [usize; 2]| {
            let [Some(one), Some(two)] = pair.map(|link| shapes.get(&link)) else { return Ok(()) };
            if rule.reason(pair).is_some() {
                return Ok(());
            }
            for a in one {
                for b in two {
                    if pairs.len() == MOST {
                        return Err(format!(
                            "more than {MOST} pairs of shapes are to be looked at; disable some"
                        ));
                    }
                    pairs.push(ordered([*a, *b]));
                }
            }
            Ok(())
        };
        // Body by body, so that what is left out together is passed over at once.
        let mut bodies: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for link in shapes.keys().filter(|link| !rule.off.contains(link)) {
            bodies.entry(self.body_of(*link)).or_default().push(*link);
        }
        for (one, own) in &bodies {
            for (two, others) in bodies.range(one..) {
                if one == two && !leave.adjacent {
                    continue;
                }
                for (place, link) in own.iter().enumerate() {
                    let first = if one == two { place + 1 } else { 0 };
                    for other in others.iter().skip(first) {
                        look_at(ordered([*link, *other]))?;
                    }
                }
            }
        }
        for pair in rule.enabled.iter().filter(|[a, b]| a != b && rule.passes_over([*a, *b])) {
            look_at(*pair)?;
        }
        pairs.sort_unstable();
        Ok(pairs)
    }

    /// The pairs of links with shapes that are not looked at, each with its reason: of several the
    /// first in the order of [`Reason`]. Every other pair of such links is.
    pub fn left_out<'a>(&'a self, leave: &Leave<'_>) -> impl Iterator<Item = LeftOut> + use<'a> {
        let rule = Rule::new(self, leave);
        let links: Vec<usize> = self.shapes().into_keys().collect();
        let count = links.len();
        let places = (0..count).flat_map(move |i| (i + 1..count).map(move |j| [i, j]));
        places.filter_map(move |[i, j]| {
            let links = [*links.get(i)?, *links.get(j)?];
            rule.reason(links).map(|reason| LeftOut { links, reason })
        })
    }

    /// For each link itself if it has shapes, else the only link with shapes that is fixed to it,
    /// perhaps through others without.
    fn stand_ins(&self) -> Vec<Option<usize>> {
        let mut is_bare = vec![true; self.links.len()];
        for geometry in &self.geometries {
            is_bare.get_mut(geometry.link).into_iter().for_each(|own| *own = false);
        }
        let bare = |link: usize| is_bare.get(link).copied().unwrap_or(false);
        // Bare links fixed to each other are one frame: that of the first of them.
        let mut frames: Vec<usize> = (0..self.links.len()).collect();
        let fixed = self.order.iter().filter_map(|place| self.joints.get(*place));
        // What is carried stands in for nothing: grasping it changes no other pair.
        let is_part =
            |joint: &&Joint| joint.kind == JointKind::Fixed && !self.is_carried(joint.child);
        let fixed: Vec<&Joint> = fixed.filter(is_part).collect();
        for Joint { parent, child, .. } in fixed.iter().copied() {
            if bare(*parent) && bare(*child) {
                let upper = frames.get(*parent).copied().unwrap_or(*parent);
                frames.get_mut(*child).into_iter().for_each(|own| *own = upper);
            }
        }
        let mut only: HashMap<usize, Option<usize>> = HashMap::new();
        for Joint { parent, child, .. } in fixed {
            let (frame, shaped) = match (bare(*parent), bare(*child)) {
                (true, false) => (*parent, *child),
                (false, true) => (*child, *parent),
                _ => continue,
            };
            let frame = frames.get(frame).copied().unwrap_or(frame);
            only.entry(frame).and_modify(|own| *own = None).or_insert(Some(shaped));
        }
        let stand_in = |(link, frame): (usize, &usize)| match bare(link) {
            true => only.get(frame).copied().flatten(),
            false => Some(link),
        };
        frames.iter().enumerate().map(stand_in).collect()
    }

    /// The geometries of each link that has some.
    fn shapes(&self) -> BTreeMap<usize, Vec<usize>> {
        let mut shapes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (geometry, place) in self.geometries.iter().zip(0..) {
            shapes.entry(geometry.link).or_default().push(place);
        }
        shapes
    }
}
