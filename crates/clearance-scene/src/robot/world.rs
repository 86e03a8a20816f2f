//! What stands around a robot: objects of a scene, and a tree over their boxes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use super::check::{Checker, Found};
use super::grown::{Grown, scaled};
use super::model::{Ball, Robot};
use crate::scene::{Body, Extent, Object, Part, Tree};

/// What stands around a robot, in the frame of its root link and in its unit, metres.
///
/// ```
/// use clearance::{Cuboid, Pose, Xyz};
/// use clearance_scene::robot::{Checker, Loading, World};
/// use clearance_scene::scene::{Body, Object};
///
/// let robot = Loading::default().robot("../../assets/arm/arm.urdf".as_ref())?;
/// let wall = Body::of_parts(vec![Cuboid::new(Xyz::new(0.1, 5.0, 5.0)).into()])?;
/// let pose = Pose::from_translation(Xyz::new(3.0, 0.0, 0.0));
/// let world = World::new(vec![Object { pose, ..Object::new("wall", wall) }])?;
/// // Of its own pairs too: robot.pairs(&Leave::default())?
/// let mut checker = Checker::new(&robot, Vec::new()).among(&world);
/// checker.pose(&[0.0, 0.0, 0.1]);
/// let found = checker.nearest().ok_or("no pair")?;
/// assert_eq!(robot.geometries[found.geometries[0]].name, "left");
/// assert!((found.clearance.signed_distance() - 0.6).abs() < 1e-12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct World {
    objects: Vec<Object>,
    extents: Vec<Extent>,
    tree: Tree,
    /// For each object, what contains each of its pieces has this radius at most.
    radii: Vec<Option<f64>>,
    /// Links that may touch everything.
    free: HashSet<usize>,
    /// Links and objects that may touch.
    allowed: HashSet<[usize; 2]>,
    /// Lengths by which links count as larger.
    paddings: HashMap<usize, f64>,
    /// What stands for geometries that count as so many times as large.
    scaled: HashMap<usize, Arc<Body>>,
}

impl World {
    /// Objects in their poses, for a robot whose root link is at the origin.
    ///
    /// # Errors
    /// A message: nothing stands in it, or more than can be numbered; or an object whose pose or
    /// padding is invalid.
    pub fn new(objects: Vec<Object>) -> Result<Self, String> {
        if objects.is_empty() {
            return Err("nothing stands in it".into());
        }
        if u32::try_from(objects.len()).is_err() {
            return Err(format!("{} objects are too many", objects.len()));
        }
        for object in &objects {
            object.check().map_err(|error| format!("object `{}`: {error}", object.name))?;
        }
        let extents: Vec<Extent> = objects.iter().map(Object::extent).collect();
        let tree = Tree::new(&extents);
        let radii = objects.iter().map(radius).collect();
        let (free, allowed) = (HashSet::new(), HashSet::new());
        let (paddings, scaled) = (HashMap::new(), HashMap::new());
        Ok(Self { objects, extents, tree, radii, free, allowed, paddings, scaled })
    }

    /// The objects.
    pub fn objects(&self) -> &[Object] {
        &self.objects
    }

    /// Leaves out a link and an object, or a link and all of them, as a base and its floor.
    pub fn allow(&mut self, link: usize, object: Option<usize>) {
        match object {
            None => _ = self.free.insert(link),
            Some(object) => _ = self.allowed.insert([link, object]),
        }
    }

    /// Lets a link count as larger by a length on every side, beside what stands around; among the
    /// robot's own links it counts as it is.
    ///
    /// # Errors
    /// A message, if that is no length.
    pub fn pad(&mut self, link: usize, padding: f64) -> Result<(), String> {
        if !(padding >= 0.0 && padding.is_finite()) {
            return Err(format!("{padding} is no length"));
        }
        self.paddings.insert(link, padding);
        Ok(())
    }

    /// Lets a link's shapes count as so many times as large, each about the middle of its box,
    /// beside what stands around; among the robot's own links they count as they are. A padding
    /// comes on top. It is of the shapes as they are now: after another body, or an object
    /// detached, make a new world.
    ///
    /// # Errors
    /// A message, if the factor is not positive, or a shape of the link has no end.
    pub fn scale(&mut self, robot: &Robot, link: usize, factor: f64) -> Result<(), String> {
        if !(factor > 0.0 && factor.is_finite()) {
            return Err(format!("{factor} is no factor"));
        }
        let own = robot.geometries.iter().zip(0..).filter(|(own, _)| own.link == link);
        for (geometry, place) in own {
            let body = scaled(geometry.body(), factor);
            let body = body.map_err(|why| format!("`{}`: {why}", geometry.name))?;
            self.scaled.insert(place, Arc::new(body));
        }
        Ok(())
    }

    /// How many pairs of a link with shapes and an object are looked at.
    pub fn pairs(&self, robot: &Robot) -> usize {
        let links: HashSet<usize> = robot.geometries.iter().map(|own| own.link).collect();
        let looks = |link: &&usize| !self.free.contains(*link);
        let out = |link: &usize| self.allowed.iter().filter(|[own, _]| own == link).count();
        let each =
            links.iter().filter(looks).map(|link| self.objects.len().saturating_sub(out(link)));
        each.sum()
    }

    fn looks(&self, link: usize, object: usize) -> bool {
        !self.free.contains(&link) && !self.allowed.contains(&[link, object])
    }

    pub(super) fn extent(&self, object: usize) -> Option<Extent> {
        self.extents.get(object).copied()
    }

    pub(super) fn radius(&self, object: usize) -> Option<f64> {
        self.radii.get(object).copied().flatten()
    }
}

/// The radius of what contains each piece: convex parts are alone, and what is deep in a compound
/// is so deep in a part of it.
fn radius(object: &Object) -> Option<f64> {
    let of_part = |part: &Part| Ball::of_part(part).radius;
    let radius = match object.body.parts() {
        [] => Ball::about(&object.body).radius,
        parts => parts.iter().map(of_part).fold(0.0, f64::max),
    };
    let radius = (radius + object.padding) * (1.0 + 2.0 * f64::EPSILON);
    radius.is_finite().then_some(radius)
}

/// Pairs of a geometry and an object are numbered behind the robot's own.
impl<'r> Checker<'r> {
    /// The same robot, with what stands around it looked at too.
    #[must_use]
    pub fn among(mut self, world: &'r World) -> Self {
        self.world = Some(world);
        let geometries = self.robot.geometries.iter().zip(0..);
        let grown = geometries.map(|(own, place)| {
            let padding = world.paddings.get(&own.link).copied().unwrap_or(0.0);
            Grown::new(self.robot, own, world.scaled.get(&place), padding)
        });
        self.grown = grown.collect();
        self.box_in();
        self
    }

    /// The shapes of a pair: indices into [`Robot::geometries`], the second perhaps one that
    /// [`object`](Self::object) tells. `None` for a pair that is left out.
    pub fn shapes(&self, pair: usize) -> Option<[usize; 2]> {
        let Some(beyond) = pair.checked_sub(self.pairs().len()) else {
            return self.pairs().get(pair).copied();
        };
        let (all, world) = (self.robot.geometries.len(), self.world?);
        let (geometry, object) = (beyond / world.objects.len(), beyond % world.objects.len());
        let link = self.robot.geometries.get(geometry)?.link;
        world.looks(link, object).then_some([geometry, all + object])
    }

    /// The object of the [`World`] that a shape is, by its index there.
    pub fn object(&self, shape: usize) -> Option<usize> {
        shape.checked_sub(self.robot.geometries.len())
    }

    /// The object nearest to a geometry of the robot; of equal ones the first.
    pub fn nearest_to(&mut self, geometry: usize) -> Option<Found> {
        self.nearest_around(geometry, None)
    }

    /// The better of a pair and the nearest of a geometry and an object.
    pub(super) fn nearest_around(&mut self, geometry: usize, best: Option<Found>) -> Option<Found> {
        let mut best = best;
        let (Some(world), Some(extent)) = (self.world, self.extents.get(geometry).copied()) else {
            return best;
        };
        let most = |best: &Option<Found>| {
            best.map_or(f64::INFINITY, |best| best.clearance.signed_distance().max(0.0))
        };
        world.tree.nearest_first(&extent, most(&best), |object| {
            let pair = self.pair_of(geometry, object as usize);
            if let Some(found) = self.pair(pair, most(&best))
                && best.is_none_or(|best| found.order() < best.order())
            {
                best = Some(found);
            }
            most(&best)
        });
        best
    }

    /// Whether a geometry and an object are not proved apart.
    pub(super) fn meets_around(&mut self, geometry: usize) -> bool {
        let (Some(world), Some(extent)) = (self.world, self.extents.get(geometry).copied()) else {
            return false;
        };
        world.tree.any_near(&extent, 0.0, |object| {
            let pair = self.pair_of(geometry, object as usize);
            self.pair(pair, 0.0).is_some_and(|found| found.meets())
        })
    }

    /// The pairs of a geometry and the objects whose boxes are not farther than `within`.
    pub(super) fn around(&self, geometry: usize, within: f64) -> Vec<usize> {
        let mut pairs = Vec::new();
        if let (Some(world), Some(extent)) = (self.world, self.extents.get(geometry)) {
            world.tree.near(extent, within.max(0.0), |object| {
                pairs.push(self.pair_of(geometry, object as usize));
            });
        }
        pairs.retain(|pair| self.shapes(*pair).is_some());
        pairs.sort_unstable();
        pairs
    }

    pub(super) fn standing(&self, object: usize) -> Option<&'r Object> {
        self.world?.objects.get(object)
    }

    /// Poses and boxes of the robot's shapes beside what stands around, if something does.
    pub(super) fn box_in(&mut self) {
        self.extents.clear();
        let places = self.posed.geometries.iter().zip(&self.posed.off);
        for (grown, (pose, off)) in self.grown.iter_mut().zip(places) {
            grown.object.pose = *pose;
            self.extents.push(grown.object.extent().grown(*off * grown.more));
        }
    }

    fn pair_of(&self, geometry: usize, object: usize) -> usize {
        let objects = self.world.map_or(0, |world| world.objects.len());
        self.pairs().len() + geometry * objects + object
    }
}
