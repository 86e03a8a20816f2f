//! A pair of links, by their nearest shapes; or a link and an object around.

use std::collections::HashMap;

use clearance::Proximity;
use clearance_scene::robot::{Checker, Found, Geometry, Robot, World};
use clearance_scene::scene::{Inside, Object};
use serde::Serialize;

use crate::clash::coordinates;

/// A robot, and what stands around it.
#[derive(Clone, Copy)]
pub(super) struct Seen<'r> {
    pub(super) robot: &'r Robot,
    pub(super) world: Option<&'r World>,
}

impl<'r> Seen<'r> {
    pub(super) fn checker(self, pairs: &[[usize; 2]]) -> Checker<'r> {
        let checker = Checker::new(self.robot, pairs.to_vec());
        match self.world {
            Some(world) => checker.among(world),
            None => checker,
        }
    }

    /// A shape of the robot's, or what stands there.
    fn one(self, place: usize) -> (Option<&'r Geometry>, Option<&'r Object>) {
        let object = place.checked_sub(self.robot.geometries.len());
        let object = object.and_then(|place| self.world?.objects().get(place));
        (self.robot.geometries.get(place), object)
    }

    /// The name of a link, or of an object.
    fn link(self, place: usize) -> String {
        let (own, object) = self.one(place);
        let link = own.and_then(|own| self.robot.links.get(own.link)).map(|link| &link.name);
        link.or(object.map(|object| &object.name)).cloned().unwrap_or_default()
    }

    /// The same and, where a link has several shapes, which.
    pub(super) fn shape(self, place: usize) -> String {
        let (own, object) = self.one(place);
        let shape = own.map(|own| &own.name);
        shape.or(object.map(|object| &object.name)).cloned().unwrap_or_default()
    }
}

/// What reports say about a pair of links, or of a link and an object.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    /// The links' names; that of B is an object's where it stands around the robot.
    pub(super) a: String,
    pub(super) b: String,
    pub(super) b_is_around: bool,
    /// `collision`, `undecided` or `apart`.
    pub(super) class: &'static str,
    /// The distance, or minus the depth, of the nearest or deepest shapes.
    pub(super) signed_distance: f64,
    /// What that may be off.
    pub(super) gap: f64,
    /// Whether they may be deeper in each other than that, as depths of triangles and of compounds
    /// may.
    pub(super) depth_is_lower_bound: bool,
    /// Whether the hull of a mesh that is not convex stands for one of the shapes: where hulls
    /// meet, the links may be apart.
    pub(super) hull_of_concave: bool,
    /// The shapes: the links' names and, where a link has several, which.
    pub(super) shape_a: String,
    pub(super) shape_b: String,
    /// In the root link's frame.
    pub(super) point_a: [f64; 3],
    pub(super) point_b: [f64; 3],
    /// From A to B.
    pub(super) normal: [f64; 3],
    /// The shapes, by their places in the robot.
    #[serde(skip)]
    pub(super) places: [usize; 2],
}

impl Row {
    pub(super) fn new(seen: Seen<'_>, found: &Found) -> Self {
        let [one, two] = found.geometries;
        let (_, around) = seen.one(two);
        let clearance = &found.clearance;
        let witness = clearance.proximity.witness();
        Self {
            a: seen.link(one),
            b: seen.link(two),
            b_is_around: around.is_some(),
            class: class(found),
            signed_distance: clearance.signed_distance() + 0.0,
            gap: witness.gap,
            depth_is_lower_bound: clearance.is_lower_bound && clearance.proximity.intersects(),
            hull_of_concave: found
                .geometries
                .iter()
                .any(|place| seen.one(*place).0.is_some_and(|own| own.hull_of_concave)),
            shape_a: seen.shape(one),
            shape_b: seen.shape(two),
            point_a: coordinates(witness.on_a),
            point_b: coordinates(witness.on_b),
            normal: coordinates(witness.normal),
            places: found.geometries,
        }
    }

    /// Whether the pair collides, or may.
    pub(super) fn fails(&self) -> bool {
        self.class != "apart"
    }
}

/// Shapes with a point in common collide; where one may be inside the other, that is not known.
fn class(found: &Found) -> &'static str {
    match (found.clearance.proximity, found.clearance.inside) {
        (Proximity::Intersecting(_), _) => "collision",
        (Proximity::Undecided(_), _) | (_, Inside::Unknown) => "undecided",
        (Proximity::Separated(_), _) => "apart",
    }
}

/// Each pair of links once, the nearest first; and of what stands around each link's nearest, and
/// all that it meets or has within a distance.
pub(super) fn rows(
    seen: Seen<'_>,
    pairs: &[[usize; 2]],
    configuration: &[f64],
    within: f64,
) -> Vec<Row> {
    let mut checker = seen.checker(pairs);
    checker.pose(configuration);
    let link = |place: usize| {
        let all = &seen.robot.geometries;
        // Objects are numbered behind all links.
        all.get(place).map_or(seen.robot.links.len() + place, |geometry| geometry.link)
    };
    let order = |found: &Found| {
        let is_apart = class(found) == "apart";
        (is_apart, found.clearance.signed_distance(), found.pair)
    };
    let mut nearest: HashMap<[usize; 2], Found> = HashMap::new();
    let mut keep = |found: Found| {
        let own = nearest.entry(found.geometries.map(link)).or_insert(found);
        if order(&found) < order(own) {
            *own = found;
        }
    };
    checker.all().for_each(&mut keep);
    if seen.world.is_some() {
        let around: Vec<Found> =
            checker.within(within).filter(|found| found.pair >= pairs.len()).collect();
        around.into_iter().for_each(&mut keep);
        let mut least: HashMap<usize, Found> = HashMap::new();
        for geometry in 0..seen.robot.geometries.len() {
            let Some(found) = checker.nearest_to(geometry) else { continue };
            let own = least.entry(link(geometry)).or_insert(found);
            if order(&found) < order(own) {
                *own = found;
            }
        }
        least.into_values().for_each(&mut keep);
    }
    let mut all: Vec<Found> = nearest.into_values().collect();
    all.sort_by(|one, two| {
        let apart = |found: &Found| class(found) == "apart";
        let signed = |found: &Found| found.clearance.signed_distance();
        apart(one)
            .cmp(&apart(two))
            .then(signed(one).total_cmp(&signed(two)))
            .then(one.pair.cmp(&two.pair))
    });
    all.iter().map(|found| Row::new(seen, found)).collect()
}
