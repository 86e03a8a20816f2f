//! A pair of links, by their nearest shapes.

use std::collections::HashMap;

use clearance::Proximity;
use clearance_scene::robot::{Checker, Found, Robot};
use clearance_scene::scene::Inside;
use serde::Serialize;

use crate::clash::coordinates;

/// What reports say about a pair of links.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Row {
    /// The links' names.
    pub(super) a: String,
    pub(super) b: String,
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
    pub(super) fn new(robot: &Robot, found: &Found) -> Self {
        let [one, two] = found.geometries.map(|place| robot.geometries.get(place));
        let shape = |g: Option<&clearance_scene::robot::Geometry>| {
            g.map_or_else(String::new, |geometry| geometry.name.clone())
        };
        let link = |g: Option<&clearance_scene::robot::Geometry>| {
            let link = g.and_then(|geometry| robot.links.get(geometry.link));
            link.map_or_else(String::new, |link| link.name.clone())
        };
        let clearance = &found.clearance;
        let witness = clearance.proximity.witness();
        Self {
            a: link(one),
            b: link(two),
            class: class(found),
            signed_distance: clearance.signed_distance() + 0.0,
            gap: witness.gap,
            depth_is_lower_bound: clearance.is_lower_bound && clearance.proximity.intersects(),
            hull_of_concave: [one, two].iter().flatten().any(|own| own.hull_of_concave),
            shape_a: shape(one),
            shape_b: shape(two),
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

/// Each pair of links once, the nearest first.
pub(super) fn rows(robot: &Robot, pairs: Vec<[usize; 2]>, configuration: &[f64]) -> Vec<Row> {
    let mut checker = Checker::new(robot, pairs);
    checker.pose(configuration);
    let mut nearest: HashMap<[usize; 2], Found> = HashMap::new();
    for found in checker.all() {
        let link = |place: usize| robot.geometries.get(place).map_or(0, |geometry| geometry.link);
        let own = nearest.entry(found.geometries.map(link)).or_insert(found);
        let order = |found: &Found| {
            let is_apart = class(found) == "apart";
            (is_apart, found.clearance.signed_distance(), found.pair)
        };
        if order(&found) < order(own) {
            *own = found;
        }
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
    all.iter().map(|found| Row::new(robot, found)).collect()
}
