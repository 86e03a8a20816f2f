//! Which pairs of a robot's shapes are looked at.

use std::collections::HashSet;

use super::model::Robot;
use super::srdf::Semantics;

/// Which pairs of links are left out.
///
/// Links that are fixed to each other are one body: nothing moves between them, and they are left
/// out. So are bodies that one joint joins, as they touch or overlap there by design; and what a
/// SRDF disables.
#[derive(Clone, Debug, Default)]
pub struct Leave<'s> {
    /// Looks at links that are fixed to each other or that one joint joins, too.
    pub adjacent: bool,
    /// What a SRDF says about pairs. What it enables is looked at though adjacent.
    pub semantics: Option<&'s Semantics>,
    /// Pairs of links, by their places, in either order.
    pub ignore: Vec<[usize; 2]>,
}

/// So many pairs are looked at; a robot of a thousand shapes has half of it.
const MOST: usize = 1 << 20;

impl Robot {
    /// The pairs of geometries that may collide, each in the order of [`Robot::geometries`].
    ///
    /// # Errors
    /// In words, where there are more than a million.
    pub fn pairs(&self, leave: &Leave<'_>) -> Result<Vec<[usize; 2]>, String> {
        let ordered = |[a, b]: [usize; 2]| [a.min(b), a.max(b)];
        let mut left_out: HashSet<[usize; 2]> =
            leave.ignore.iter().map(|pair| ordered(*pair)).collect();
        let mut enabled = HashSet::new();
        if let Some(semantics) = leave.semantics {
            left_out.extend(semantics.disabled.iter().map(|pair| ordered(*pair)));
            enabled.extend(semantics.enabled.iter().map(|pair| ordered(*pair)));
        }
        let body = |link: usize| self.links.get(link).map_or(link, |link| link.body);
        let joints = self.joints.iter();
        let adjacent: HashSet<[usize; 2]> =
            joints.map(|j| ordered([body(j.parent), body(j.child)])).collect();
        let mut pairs = Vec::new();
        for (a, one) in self.geometries.iter().enumerate() {
            for (b, two) in self.geometries.iter().enumerate().skip(a + 1) {
                let links = ordered([one.link, two.link]);
                let bodies = ordered([body(one.link), body(two.link)]);
                let [first, second] = bodies;
                let is_near = first == second || adjacent.contains(&bodies);
                if left_out.contains(&links)
                    || (is_near && !leave.adjacent && !enabled.contains(&links))
                    || one.link == two.link
                {
                    continue;
                }
                if pairs.len() == MOST {
                    return Err(format!(
                        "more than {MOST} pairs of shapes are to be looked at; disable some"
                    ));
                }
                pairs.push([a, b]);
            }
        }
        Ok(pairs)
    }
}
