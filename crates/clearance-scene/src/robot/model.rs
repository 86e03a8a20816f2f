//! A robot as plain data: links in a tree of joints, and the shapes that the links are made of.

use std::sync::Arc;

use clearance::{Pose, Space, Xyz};

use crate::scene::{Body, Extent, Object, Part};

/// Links joined to a tree, as a URDF describes it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Robot {
    /// Of the robot.
    pub name: String,
    /// In the order of the file.
    pub links: Vec<Link>,
    /// In the order of the file.
    pub joints: Vec<Joint>,
    /// What collides: each `<collision>` of each link, in the order of the file.
    pub geometries: Vec<Geometry>,
    /// The joints that take a value, by their places in `joints`, in the order of the file: neither
    /// fixed, nor mimics of others, nor held ([`JointKind::Held`]). A configuration is a slice of
    /// numbers, one for each of these.
    pub variables: Vec<usize>,
    /// What the file does not say or what is not followed, in words.
    pub notes: Vec<String>,
    /// The link at the root.
    pub(super) root: usize,
    /// All joints, each behind the one that carries its parent.
    pub(super) order: Vec<usize>,
}

/// A rigid body of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Of the link.
    pub name: String,
    /// The joint that carries it; `None` of the root.
    pub joint: Option<usize>,
    /// Links that are fixed to each other have one number: the link's that carries them all.
    pub body: usize,
}

/// What joins two links.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Of the joint.
    pub name: String,
    /// How the child moves.
    pub kind: JointKind,
    /// The link that carries it.
    pub parent: usize,
    /// The link that it carries.
    pub child: usize,
    /// Where the child stands in the parent's frame while the joint's value is 0.
    pub origin: Pose<Xyz>,
    /// Of unit length, in the child's frame: what it turns about, or moves along.
    pub axis: Xyz,
    /// The least and the greatest value that it may have.
    pub limits: Option<[f64; 2]>,
    /// The joint whose value this one follows.
    pub mimic: Option<Mimic>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Not at all.
    Fixed,
    /// It turns about its axis, by radians. URDF calls it `revolute`, or `continuous` without
    /// limits.
    Revolute,
    /// It moves along its axis.
    Prismatic,
    /// A `floating` or `planar` joint, which has several values: it stays at its origin.
    Held,
}

/// The value of a joint that follows another: `multiplier · value + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that it follows, by its place in [`Robot::joints`].
    pub joint: usize,
    /// The factor.
    pub multiplier: f64,
    /// What is added.
    pub offset: f64,
}

/// One `<collision>` of a link.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The link's name and, where a link has several, `/` and which one, from 0.
    pub name: String,
    /// The link, by its place in [`Robot::links`].
    pub link: usize,
    /// Where it stands in the link's frame.
    pub origin: Pose<Xyz>,
    /// What it is made of. Equal meshes share it.
    pub body: Arc<Body>,
    /// A ball about it, in its own frame.
    pub(super) ball: Ball,
}

/// A ball that holds a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ball {
    pub(super) center: Xyz,
    pub(super) radius: f64,
}

impl Geometry {
    pub(super) fn new(name: String, link: usize, origin: Pose<Xyz>, body: Arc<Body>) -> Self {
        let ball = Ball::about(&body);
        Self { name, link, origin, body, ball }
    }
}

impl Ball {
    fn about(body: &Body) -> Self {
        if let [Part { shape, pose }] = body.parts() {
            let ball = clearance::bounding_ball(shape, pose);
            return Self { center: ball.center, radius: ball.radius };
        }
        let corners = body.mesh().map_or(&[][..], |mesh| &mesh.vertices);
        let corners = || corners.iter().map(|[x, y, z]| Xyz::new(*x, *y, *z));
        let Extent { low, high } = Extent::of_points(corners());
        let center = (low + high) * 0.5;
        let radius = corners().map(|corner| (corner - center).length()).fold(0.0, f64::max);
        Self { center, radius: radius * (1.0 + 8.0 * f64::EPSILON) }
    }
}

impl Robot {
    /// The place of a link.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The place of a joint.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The configuration in which every value is 0 or, where the limits forbid that, the limit
    /// nearest to it.
    pub fn rest(&self) -> Vec<f64> {
        let joints = self.variables.iter().filter_map(|variable| self.joints.get(*variable));
        joints
            .map(|joint| joint.limits.map_or(0.0, |[low, high]| 0.0_f64.max(low).min(high)))
            .collect()
    }

    /// What is wrong with a configuration: a number too many or too few, one that is not finite,
    /// or the first beyond its joint's limits.
    ///
    /// # Errors
    /// In words, with the joint's name.
    pub fn check(&self, configuration: &[f64]) -> Result<(), String> {
        if configuration.len() != self.variables.len() {
            return Err(format!(
                "{} values for {} joints",
                configuration.len(),
                self.variables.len()
            ));
        }
        for (variable, value) in self.variables.iter().zip(configuration) {
            let Some(joint) = self.joints.get(*variable) else { continue };
            if !value.is_finite() {
                return Err(format!("joint `{}`: {value} is no finite value", joint.name));
            }
            let beyond = joint.limits.filter(|[low, high]| value < low || value > high);
            if let Some([low, high]) = beyond {
                return Err(format!(
                    "joint `{}`: {value} is beyond its limits, {low} to {high}",
                    joint.name
                ));
            }
        }
        Ok(())
    }

    /// An object of the scene for each geometry, in its order: named after it, its group the name
    /// of the link. [`Posed`](super::Posed) says where they stand.
    pub fn objects(&self) -> Vec<Object> {
        let object = |geometry: &Geometry| Object {
            name: geometry.name.clone(),
            group: self.links.get(geometry.link).map_or_else(String::new, |link| link.name.clone()),
            body: geometry.body.clone(),
            pose: geometry.origin,
            padding: 0.0,
        };
        self.geometries.iter().map(object).collect()
    }
}
