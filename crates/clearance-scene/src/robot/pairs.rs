//! Which pairs of a robot's shapes are checked.

use std::collections::{BTreeMap, HashSet};

use super::model::Robot;
use super::srdf::Semantics;

/// Which pairs of links are skipped.
///
/// Links that are fixed to each other form one body: nothing moves between them, so they are
/// skipped. So are bodies that one joint connects, as they touch or overlap there by design, and
/// pairs that an SRDF disables.
#[derive(Clone, Debug, Default)]
pub struct Leave<'s> {
    /// Also checks links that are fixed to each other or that one joint connects.
    pub adjacent: bool,
    /// The pairs in an SRDF. Those that it enables are checked even if adjacent.
    pub semantics: Option<&'s Semantics>,
    /// Pairs of links by index, in either order.
    pub ignore: Vec<[usize; 2]>,
}

/// The most pairs that are checked; a robot of a thousand shapes has half as many.
const MOST: usize = 1 << 20;

impl Robot {
    /// The pairs of geometries that may collide, each in the order of [`Robot::geometries`].
    ///
    /// # Errors
    /// A message, if there are more than about a million.
    pub fn pairs(&self, leave: &Leave<'_>) -> Result<Vec<[usize; 2]>, String> {
        let ordered = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let mut left_out: HashSet<[usize; 2]> =
            leave.ignore.iter().map(|pair| ordered(*pair)).collect();
        let mut enabled = HashSet::new();
        if let Some(semantics) = leave.semantics {
            left_out.extend(semantics.disabled.iter().map(|pair| ordered(*pair)));
            enabled.extend(semantics.enabled.iter().map(|pair| ordered(*pair)));
        }
        let body = |link| self.body_of(link);
        let joints = self.joints.iter();
        let adjacent: HashSet<[usize; 2]> =
            joints.map(|j| ordered([body(j.parent), body(j.child)])).collect();
        let is_near = |[a, b]: [usize; 2]| a == b || adjacent.contains(&ordered([a, b]));

        // Body by body and link by link, so that what is left out is passed over at once.
        let mut geometries: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for (place, geometry) in self.geometries.iter().enumerate() {
            geometries.entry(geometry.link).or_default().push(place);
        }
        let mut links: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for link in geometries.keys() {
            links.entry(body(*link)).or_default().push(*link);
        }
        let mut pairs = Vec::new();
        let mut look_at = |link: usize, other: usize| {
            if link == other || left_out.contains(&ordered([link, other])) {
                return Ok(());
            }
            let of = |link: usize| geometries.get(&link).into_iter().flatten();
            for a in of(link) {
                for b in of(other) {
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
        for (one, own) in &links {
            for (two, others) in links.range(one..) {
                if is_near([*one, *two]) && !leave.adjacent {
                    continue;
                }
                for (place, link) in own.iter().enumerate() {
                    let first = if one == two { place + 1 } else { 0 };
                    for other in others.iter().skip(first) {
                        look_at(*link, *other)?;
                    }
                }
            }
        }
        for [link, other] in enabled {
            if is_near([body(link), body(other)]) && !leave.adjacent {
                look_at(link, other)?;
            }
        }
        pairs.sort_unstable();
        Ok(pairs)
    }
}
