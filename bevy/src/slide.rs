//! Moving and sliding: where a character comes to that wants to go a way.

use bevy_math::{Dir3, Vec3};
use bevy_shape::Ray3d;
use clearance::{AtStart, Pose, ToPose};

use crate::collider::Collider;
use crate::layers::Filter;
use crate::narrow::{self, Body};
use crate::query::{CastOptions, ShapeHit};
use crate::world::ColliderTree;

/// How many walls a move may slide along, one after the other.
const MOST_SLIDES: usize = 6;
/// How often a character that begins too near to something is moved out of it.
const MOST_ESCAPES: usize = 8;
/// A way leads into a wall if it does by more than this part of its length: a cosine's rounding.
const INTO: f32 = 1e-6;

/// How a character moves.
///
/// Lengths are the world's, angles in radians.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slide {
    /// It comes no nearer to anything than this, but for rounding. Larger than 0: what touches
    /// cannot be told from what overlaps, once its place is rounded to `f32`.
    pub skin: f32,
    /// Which way is up.
    pub up: Dir3,
    /// The steepest slope that it climbs and stands on; steeper ones are walls.
    pub max_slope: f32,
    /// The highest step that it climbs without jumping; 0 for none.
    pub step_height: f32,
    /// How far it follows the ground that falls away under it, down stairs and slopes; 0 for not at
    /// all. Only where `way` does not lead up.
    pub snap: f32,
}

impl Default for Slide {
    /// For a character of some two metres: a skin of 1 cm, up along y, slopes up to 45 degrees,
    /// steps up to 35 cm, following the ground as far.
    fn default() -> Self {
        Self {
            skin: 0.01,
            up: Dir3::Y,
            max_slope: std::f32::consts::FRAC_PI_4,
            step_height: 0.35,
            snap: 0.35,
        }
    }
}

/// Where a character came to.
#[derive(Clone, Debug, PartialEq)]
pub struct Slid {
    /// The translation of its pose; it keeps its rotation.
    pub position: Vec3,
    /// The normal of the ground that it stands on: a slope that it can climb, no farther below than
    /// its skin or what it followed.
    pub ground: Option<Vec3>,
    /// What it met on its way, in order.
    pub hits: Vec<ShapeHit>,
    /// Whether it still is nearer to something than half its skin: it began in a place too narrow
    /// for it, or a way out was longer than its escapes.
    pub is_stuck: bool,
}

/// What is constant in a move.
struct Mover<'a> {
    tree: &'a ColliderTree,
    shape: &'a Collider,
    pose: Pose<Vec3>,
    slide: &'a Slide,
    filter: &'a Filter<'a>,
    hits: Vec<ShapeHit>,
}

impl ColliderTree {
    /// Moves a shape by `way`: slides along walls, climbs slopes and steps, follows the ground.
    ///
    /// Every part of the motion is a cast, so nothing is passed through however long `way` is, and
    /// the shape stays `skin` away from everything but for the rounding of its place. Where it
    /// begins nearer than that, it first moves out. Leave out by the filter what it belongs to.
    /// It collides with triggers too: leave those out by layers.
    ///
    /// ```
    /// use bevy_clearance::{Collider, ColliderTree, Filter, Slide};
    /// use bevy_math::Vec3;
    /// use bevy_shape::Capsule3d;
    ///
    /// let tree = ColliderTree::default(); // a system takes `SpatialQuery`
    /// let player = Collider::from(Capsule3d::new(0.4, 1.0));
    /// let step = Vec3::new(3.0, -9.8, 0.0) / 60.0;
    /// let slid = tree.move_and_slide(&player, &Vec3::Y, step, &Slide::default(), &Filter::ALL);
    /// assert_eq!(slid.position, Vec3::Y + step); // there is nothing
    /// ```
    #[must_use]
    pub fn move_and_slide(
        &self,
        shape: &Collider,
        pose: &impl ToPose<Vector = Vec3>,
        way: Vec3,
        slide: &Slide,
        filter: &Filter<'_>,
    ) -> Slid {
        let pose = pose.to_pose();
        let mut mover = Mover { tree: self, shape, pose, slide, filter, hits: Vec::new() };
        let (begin, is_stuck) = mover.escape(pose.translation);
        let mut position = mover.slide(begin, way);
        if slide.step_height > 0.0 {
            position = mover.climb(begin, way, position);
        }
        let down = if way.dot(*slide.up) <= INTO * way.length() { slide.snap } else { 0.0 };
        let (position, ground) = mover.settle(position, down);
        Slid { position, ground, hits: mover.hits, is_stuck }
    }
}

impl Mover<'_> {
    fn at(&self, position: Vec3) -> Pose<Vec3> {
        Pose { translation: position, rotation: self.pose.rotation }
    }

    fn cast(&self, from: Vec3, way: Vec3) -> Option<ShapeHit> {
        let options = CastOptions { skin: self.slide.skin, at_start: AtStart::IgnoreSeparating };
        self.tree.cast_shape(self.shape, &self.at(from), way, &options, self.filter)
    }

    /// Moves straight until something is met; where, and what.
    fn advance(&self, from: Vec3, way: Vec3) -> (Vec3, Option<ShapeHit>) {
        let hit = self.cast(from, way);
        (from + way * hit.map_or(1.0, |hit| hit.fraction), hit)
    }

    fn is_walkable(&self, normal: Vec3) -> bool {
        normal.dot(*self.slide.up) >= self.slide.max_slope.cos() - INTO
    }

    /// The normal of what it can stand on: that of the contact or, on an edge, that of the face
    /// behind it. Round feet meet the edge of a step at any angle.
    fn ground(&self, hit: &ShapeHit) -> Option<Vec3> {
        if self.is_walkable(hit.normal) {
            return Some(hit.normal);
        }
        let up = *self.slide.up;
        let rise = hit.normal.dot(up);
        let out = (hit.normal - up * rise).try_normalize()?;
        if rise <= INTO {
            return None;
        }
        let aside = 2.0 * self.slide.skin;
        let ray = Ray3d::new(hit.point - out * aside + up * aside, -self.slide.up);
        let is_it = |entity| entity == hit.entity;
        let face = self.tree.cast_ray(ray, 4.0 * aside, &Filter::ALL.only(&is_it))?;
        (face.distance > 0.0 && self.is_walkable(face.normal)).then_some(face.normal)
    }

    /// The normal of what is met, as the way is bent by it: a steep slope is an upright wall where
    /// its own normal would lead up.
    fn wall(&self, normal: Vec3, way: Vec3) -> Vec3 {
        let up = *self.slide.up;
        let rise = normal.dot(up);
        let bent = way - normal * way.dot(normal).min(0.0);
        let gains = bent.dot(up) > way.dot(up).max(0.0) + INTO * way.length();
        if gains && rise > 0.0 && !self.is_walkable(normal) {
            (normal - up * rise).try_normalize().unwrap_or(normal)
        } else {
            normal
        }
    }

    /// Out of what it begins too near to.
    fn escape(&self, mut position: Vec3) -> (Vec3, bool) {
        let skin = self.slide.skin;
        for _ in 0..MOST_ESCAPES {
            let near = self.tree.nearest(self.shape, &self.at(position), 0.5 * skin, self.filter);
            let Some(near) = near else { return (position, false) };
            position += near.normal * (skin - near.distance);
        }
        let near = self.tree.nearest(self.shape, &self.at(position), 0.5 * skin, self.filter);
        (position, near.is_some())
    }

    fn slide(&mut self, mut position: Vec3, mut way: Vec3) -> Vec3 {
        let mut normals: Vec<Vec3> = Vec::new();
        for _ in 0..MOST_SLIDES {
            let (to, hit) = self.advance(position, way);
            position = to;
            let Some(hit) = hit else { break };
            self.hits.push(hit);
            let left = way * (1.0 - hit.fraction);
            normals.push(self.wall(hit.normal, left));
            way = along(left, &normals);
            if way == Vec3::ZERO {
                break;
            }
        }
        position
    }

    /// Up, over, and down again: taken if that leads farther than sliding, onto ground to stand on.
    fn climb(&mut self, begin: Vec3, way: Vec3, slid: Vec3) -> Vec3 {
        let (up, height) = (*self.slide.up, self.slide.step_height);
        let flat = |way: Vec3| way - up * way.dot(up);
        let ahead = flat(way);
        let is_blocked = self
            .hits
            .iter()
            .any(|hit| !self.is_walkable(hit.normal) && ahead.dot(hit.normal) < 0.0);
        if !is_blocked || way.dot(up) > INTO * way.length() {
            return slid;
        }
        let known = self.hits.len();
        let (high, _) = self.advance(begin, up * height);
        let rise = (high - begin).dot(up);
        let over = self.slide(high, ahead);
        // To the step's height above where it began: what is lower was no step.
        let (down, ground) = self.advance(over, -up * rise);
        // Round feet come up an edge bit by bit: its own height counts, above the old ground.
        let body = Body { geometry: &self.shape.0, pose: &self.at(begin) };
        let most = narrow::lowest(&body, up) - self.slide.skin + height * (1.0 + INTO) + INTO;
        let is_step = |hit: &ShapeHit| hit.point.dot(up) <= most && self.ground(hit).is_some();
        let lands = ground.as_ref().is_some_and(is_step);
        let gain = flat(down - begin).dot(ahead) - flat(slid - begin).dot(ahead);
        if lands && gain > 1e-3 * ahead.length_squared() {
            down
        } else {
            self.hits.truncate(known);
            slid
        }
    }

    /// Down to the ground, if some to stand on is near; and its normal.
    fn settle(&self, position: Vec3, down: f32) -> (Vec3, Option<Vec3>) {
        let up = *self.slide.up;
        // What it stands on is a skin below, and a little more.
        let reach = down.max(0.0) + 0.5 * self.slide.skin;
        let (to, hit) = self.advance(position, -up * reach);
        match hit.and_then(|hit| self.ground(&hit)) {
            Some(normal) => (to, Some(normal)),
            None => (position, None),
        }
    }
}

/// What is left of a way that leads into none of these walls: along one, or the crease of two.
fn along(way: Vec3, normals: &[Vec3]) -> Vec3 {
    let is_free = |way: Vec3| normals.iter().all(|n| way.dot(*n) >= -INTO * way.length());
    let flat = |normal: &Vec3| way - *normal * way.dot(*normal).min(0.0);
    if let Some(way) = normals.iter().rev().map(flat).find(|way| is_free(*way)) {
        return way;
    }
    let pairs = normals.iter().enumerate();
    let mut creases = pairs.flat_map(|(i, a)| normals.iter().skip(i + 1).map(|b| a.cross(*b)));
    let onto = |crease: Vec3| Some(way.project_onto_normalized(crease.try_normalize()?));
    creases.find_map(|crease| onto(crease).filter(|way| is_free(*way))).unwrap_or(Vec3::ZERO)
}
