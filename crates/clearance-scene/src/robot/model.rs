//! A robot as plain data: links in a tree of joints, and the shapes that the links are made of.

use std::sync::Arc;

use clearance::{Pose, Rotation, Rotation3, Space, Xyz};

use super::urdf::shown;
use crate::lengths::length;
use crate::scene::{Body, Extent, Object, Part};

/// Links joined to a tree, as a URDF describes it.
///
/// Origins, axes, limits, mimics and bodies may be changed, but not which link a joint carries: the
/// order of the joints is computed when the file is read. [`attach`](Self::attach) adds links.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Robot {
    /// The name of the robot.
    pub name: String,
    /// The links, in the order of the file.
    pub links: Vec<Link>,
    /// The joints, in the order of the file.
    pub joints: Vec<Joint>,
    /// The collision shapes: each `<collision>` of each link, in the order of the file.
    pub geometries: Vec<Geometry>,
    /// The joints that take a value, as indices into `joints`, in the order of the file: those that
    /// turn or slide and are no mimics. A configuration is a slice of numbers, one for each of
    /// these, and then those of [`Robot::release`]d joints. Other floating and planar joints stand
    /// where [`Robot::place`] puts them.
    pub variables: Vec<usize>,
    /// Messages: what the file leaves out, or what this crate does not support.
    pub notes: Vec<String>,
    /// For each joint, how its value comes about.
    pub(super) follows: Vec<Follows>,
    /// The link at the root.
    pub(super) root: usize,
    /// All joints, each after the one that carries its parent.
    pub(super) order: Vec<usize>,
    /// The floating and planar joints whose values are part of a configuration.
    pub(super) free: Vec<usize>,
    /// How many links, the last ones, are objects that others carry.
    pub(super) carried: usize,
}

/// A rigid body of a robot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name of the link.
    pub name: String,
    /// The joint that carries it; `None` for the root.
    pub joint: Option<usize>,
    /// Links fixed to each other share one number: the index of the link that carries them all.
    pub body: usize,
}

/// What joins two links.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// The name of the joint.
    pub name: String,
    /// How the child moves.
    pub kind: JointKind,
    /// The link that carries it.
    pub parent: usize,
    /// The link that it carries.
    pub child: usize,
    /// The child's pose in the parent's frame when the joint's value is 0.
    pub origin: Pose<Xyz>,
    /// A unit vector in the child's frame: the axis of rotation, or the direction of motion.
    pub axis: Xyz,
    /// The least and the greatest value of the joint.
    pub limits: Option<[f64; 2]>,
    /// The joint whose value this one follows.
    pub mimic: Option<Mimic>,
    /// Where a floating or planar joint stands, in the frame of its origin.
    pub place: Pose<Xyz>,
}

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// It does not move.
    Fixed,
    /// It turns about its axis, by an angle in radians. URDF calls it `revolute`, or `continuous`
    /// if it has no limits.
    Revolute,
    /// It moves along its axis.
    Prismatic,
    /// It moves in a plane, and stands where it is placed: x and y, and an angle about z.
    Planar,
    /// It moves freely, and stands where it is placed: x, y, z, and a quaternion, x y z w.
    Floating,
}

impl JointKind {
    /// How many values say where it stands.
    pub const fn values(self) -> usize {
        match self {
            Self::Fixed => 0,
            Self::Revolute | Self::Prismatic => 1,
            Self::Planar => 3,
            Self::Floating => 7,
        }
    }

    /// The same in words, for joints of several values.
    const fn in_words(self) -> &'static str {
        match self {
            Self::Planar => "x, y and an angle about z",
            Self::Floating => "x, y, z and a quaternion x, y, z, w",
            _ => "no place",
        }
    }
}

/// The value of a joint that follows another: `multiplier · value + offset`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mimic {
    /// The joint that it follows, as an index into [`Robot::joints`]; it follows none itself.
    pub joint: usize,
    /// The factor.
    pub multiplier: f64,
    /// The offset.
    pub offset: f64,
}

/// How the value of a joint comes about that follows another, perhaps through others.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Follows {
    /// How many joints it follows, one through the other, not counting those whose value or its
    /// negative it has.
    pub(super) joints: f64,
    /// What offsets add up to, by their sizes.
    pub(super) offsets: f64,
}

impl Robot {
    /// How the value of a joint comes about, also where its mimic has been changed since the file
    /// was read.
    pub(super) fn follows(&self, place: usize) -> Follows {
        let read = self.follows.get(place).copied().unwrap_or_default();
        let Some(mimic) = self.joints.get(place).and_then(|joint| joint.mimic) else { return read };
        let own = Follows::of(&mimic);
        Follows { joints: read.joints.max(own.joints), offsets: read.offsets.max(own.offsets) }
    }
}

impl Follows {
    /// How a joint's value comes about that follows another's.
    pub(super) fn of(mimic: &Mimic) -> Self {
        let is_exact = mimic.multiplier.abs() == 1.0 && mimic.offset == 0.0;
        Self { joints: if is_exact { 0.0 } else { 1.0 }, offsets: mimic.offset.abs() }
    }

    /// How far a value of this size may be off: each joint on the way multiplies and adds.
    pub(super) fn off(&self, size: f64) -> f64 {
        4.0 * f64::EPSILON * self.joints * (size + 2.0 * self.offsets)
    }
}

/// One `<collision>` of a link.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The link's name and, where a link has several, `/` and the index, from 0.
    pub name: String,
    /// The link, as an index into [`Robot::links`].
    pub link: usize,
    /// Its pose in the link's frame.
    pub origin: Pose<Xyz>,
    /// Whether its shape is the convex hull of a mesh that is not convex or not closed: hulls that
    /// meet prove nothing about the meshes.
    pub hull_of_concave: bool,
    /// Its shape.
    body: Arc<Body>,
    /// The body's bounding ball, in its own frame.
    pub(super) ball: Ball,
}

/// A ball that contains a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ball {
    pub(super) center: Xyz,
    pub(super) radius: f64,
}

impl Geometry {
    pub(super) fn new(name: String, link: usize, origin: Pose<Xyz>, body: Arc<Body>) -> Self {
        let ball = Ball::about(&body);
        Self { name, link, origin, hull_of_concave: false, body, ball }
    }

    /// Its shape, in its own frame. Equal meshes share one body.
    pub fn body(&self) -> &Arc<Body> {
        &self.body
    }

    /// Replaces its shape, by a simpler or a padded one, say.
    pub fn set_body(&mut self, body: Arc<Body>) {
        self.ball = Ball::about(&body);
        self.body = body;
        self.hull_of_concave = false;
    }
}

/// Where values put a floating or planar joint.
pub(super) fn placed(kind: JointKind, values: &[f64]) -> Result<Pose<Xyz>, String> {
    if !values.iter().all(|value| value.is_finite()) {
        return Err("a value is not finite".into());
    }
    match (kind, values) {
        (JointKind::Planar, [x, y, angle]) => {
            let translation = Xyz::new(*x, *y, 0.0);
            let rotation = match *angle {
                0.0 => Rotation3::IDENTITY,
                angle => Rotation3::from_axis_angle(Xyz::axis(2), angle),
            };
            Ok(Pose { translation, rotation })
        }
        (JointKind::Floating, [x, y, z, i, j, k, w]) => {
            let length = (i * i + j * j + k * k + w * w).sqrt();
            if !((length - 1.0).abs() <= 1e-3) {
                return Err(format!("its quaternion x, y, z, w has the length {length}, not 1"));
            }
            // The quaternion keeps its length, so that no number is rounded.
            let rotation = Rotation3 { x: *i, y: *j, z: *k, w: *w };
            Ok(Pose { translation: Xyz::new(*x, *y, *z), rotation })
        }
        (kind, _) if kind.values() > 1 => {
            let (given, count) = (values.len(), kind.values());
            Err(format!("{given} values, needs {count}: {}", kind.in_words()))
        }
        _ => Err("it takes no place, as it is neither floating nor planar".into()),
    }
}

impl Ball {
    pub(super) fn of_part(Part { shape, pose }: &Part) -> Self {
        let ball = clearance::bounding_ball(shape, pose);
        Self { center: ball.center, radius: ball.radius }
    }

    pub(super) fn about(body: &Body) -> Self {
        if let [part] = body.parts() {
            return Self::of_part(part);
        }
        // Each part's, or each corner as a ball without a radius.
        let corners = body.mesh().map_or(&[][..], |mesh| &mesh.vertices);
        let corner = |[x, y, z]: &[f64; 3]| Self { center: Xyz::new(*x, *y, *z), radius: 0.0 };
        let balls = || body.parts().iter().map(Self::of_part).chain(corners.iter().map(corner));
        let Extent { low, high } = Extent::of_points(balls().map(|ball| ball.center));
        let center = (low + high) * 0.5;
        let reach = |ball: Self| length(ball.center - center) + ball.radius;
        let radius = balls().map(reach).fold(0.0, f64::max);
        Self { center, radius: radius * (1.0 + 8.0 * f64::EPSILON) }
    }
}

impl Robot {
    /// The index of a link.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.links.iter().position(|link| link.name == name)
    }

    /// The link that carries all that are fixed to a link.
    pub(super) fn body_of(&self, link: usize) -> usize {
        self.links.get(link).map_or(link, |link| link.body)
    }

    /// The index of a joint.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.joints.iter().position(|joint| joint.name == name)
    }

    /// The configuration of zeros; where a joint's limits exclude 0, the limit nearest to it.
    /// Joints that are released stand where they are placed.
    pub fn rest(&self) -> Vec<f64> {
        let joints = self.variables.iter().filter_map(|variable| self.joints.get(*variable));
        let own =
            joints.map(|joint| joint.limits.map_or(0.0, |[low, high]| 0.0_f64.max(low).min(high)));
        own.chain(self.placed()).collect()
    }

    /// Puts a floating or planar joint somewhere, for every configuration: x, y, z and a quaternion
    /// in the order x, y, z, w; or x, y and an angle about z, whatever the joint's axis, as MoveIt
    /// reads them.
    ///
    /// # Errors
    /// A message with the joint's name: another kind of joint, another count, a value that is not
    /// finite, or a quaternion whose length is not 1 to a thousandth.
    pub fn place(&mut self, joint: usize, values: &[f64]) -> Result<(), String> {
        let joint = self.joints.get_mut(joint).ok_or("there is no such joint")?;
        let fault = |what: String| Err(format!("joint `{}`: {what}", shown(&joint.name)));
        joint.place = match placed(joint.kind, values) {
            Ok(place) => place,
            Err(what) => return fault(what),
        };
        Ok(())
    }

    /// Checks a configuration: fails for a wrong count, a value that is not finite, or the first
    /// value beyond its joint's limits.
    ///
    /// # Errors
    /// A message with the joint's name.
    pub fn check(&self, configuration: &[f64]) -> Result<(), String> {
        if configuration.len() != self.width() {
            let (have, want) = (configuration.len(), self.width());
            return Err(match self.free.is_empty() {
                true => format!("{have} values for {want} joints"),
                false => format!("{have} values, needs {want}"),
            });
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
        self.check_free(configuration)
    }

    /// A scene object for each geometry, in order: it has the geometry's name, and its group is the
    /// name of the link. [`Posed`](super::Posed) gives their poses.
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
