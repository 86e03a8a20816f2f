//! What a robot grasps: objects that a link carries, and puts down again.

use clearance::{Pose, Space, Xyz};

use super::kinematics::Posed;
use super::model::{Follows, Geometry, Joint, JointKind, Link, Robot};
use super::urdf::shown;
use crate::scene::Object;

impl Robot {
    /// Lets a link carry an object, whose pose is in the link's frame; returns the index of the new
    /// link that it is. The object is fixed to the link, and so is in no pair with it or with what
    /// is fixed to it; all other links are looked at beside it, what grasps it too: pass
    /// [`Leave::ignore`](super::Leave::ignore) such pairs.
    ///
    /// # Errors
    /// A message: no such link, a link of that name, an invalid pose, or a padding, which
    /// [`World::pad`](super::World::pad) gives.
    ///
    /// ```
    /// use clearance::{Ball, Pose, Xyz};
    /// use clearance_scene::robot::{Checker, Leave, Loading};
    /// use clearance_scene::scene::{Body, Object};
    ///
    /// let mut robot = Loading::default().robot("../../assets/arm/arm.urdf".as_ref())?;
    /// let body = Body::of_parts(vec![Ball::new(0.04).into()])?;
    /// // Between the fingers, 1.25 from the elbow.
    /// let pose = Pose::from_translation(Xyz::new(1.25, 0.0, -0.125));
    /// let object = Object { pose, ..Object::new("nut", body) };
    /// let fore = robot.link("fore").ok_or("no link")?;
    /// let nut = robot.attach(&object, fore)?;
    /// let ignore = ["left", "right"].iter().filter_map(|name| Some([nut, robot.link(name)?]));
    /// let leave = Leave { ignore: ignore.collect(), ..Leave::default() };
    /// // It is looked at beside the plate, the post and the upper beam.
    /// assert_eq!(robot.pairs(&leave)?.len(), 10 + 3);
    /// // Put down where it is, with the elbow turned by a right angle.
    /// let down = robot.detach(nut, &[0.0, std::f64::consts::FRAC_PI_2, 0.1])?;
    /// assert!((down.pose.translation.x - 1.0).abs() < 1e-12);
    /// assert!((down.pose.translation.y - 1.25).abs() < 1e-12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn attach(&mut self, object: &Object, link: usize) -> Result<usize, String> {
        let fault = |what: &str| Err(format!("`{}`: {what}", shown(&object.name)));
        if self.link(&object.name).is_some() {
            return fault("there is a link of that name");
        }
        if object.padding != 0.0 {
            return fault("it has a padding, which counts only beside a world: pad its link there");
        }
        if let Err(error) = object.check() {
            return fault(&error.to_string());
        }
        let Some(body) = self.links.get(link).map(|link| link.body) else {
            return fault("there is no link that could carry it");
        };
        let (place, joint) = (self.links.len(), self.joints.len());
        self.links.push(Link { name: object.name.clone(), joint: Some(joint), body });
        self.joints.push(Joint {
            name: object.name.clone(),
            kind: JointKind::Fixed,
            parent: link,
            child: place,
            origin: object.pose,
            axis: Xyz::axis(0),
            limits: None,
            mimic: None,
            place: Pose::identity(),
        });
        self.order.push(joint);
        self.follows.resize(self.joints.len(), Follows::default());
        let (name, body) = (object.name.clone(), object.body.clone());
        self.geometries.push(Geometry::new(name, place, Pose::identity(), body));
        self.carried += 1;
        Ok(place)
    }

    /// Takes away what a link carries, by the index that [`attach`](Self::attach) returned; links
    /// attached later are then numbered one less. Returns the object, where it is in a
    /// configuration: in the frame of the root link, as a [`World`](super::World) has its objects.
    ///
    /// # Errors
    /// A message, if the link is not carried, or carries another.
    pub fn detach(&mut self, link: usize, configuration: &[f64]) -> Result<Object, String> {
        let name = self.links.get(link).map_or(String::new(), |link| link.name.clone());
        let fault = |what: &str| Err(format!("`{}`: {what}", shown(&name)));
        if !self.is_carried(link) {
            return fault("it is no object that a link carries");
        }
        if self.joints.iter().any(|joint| joint.parent == link) {
            return fault("it carries another: detach that first");
        }
        let mut posed = Posed::default();
        posed.set(self, configuration);
        let pose = posed.links.get(link).copied().unwrap_or_default();
        let own = self.geometries.iter().position(|geometry| geometry.link == link);
        let Some(own) = own else { return fault("it has no shape") };
        let body = self.geometries.remove(own).body().clone();
        let joint = self.links.remove(link).joint.unwrap_or(usize::MAX);
        if joint < self.joints.len().min(self.follows.len()) {
            self.joints.remove(joint);
            self.follows.remove(joint);
        }
        let less = |place: &mut usize, than: usize| *place -= usize::from(*place > than);
        self.order.retain(|place| *place != joint);
        self.order.iter_mut().for_each(|place| less(place, joint));
        for own in &mut self.links {
            own.joint.iter_mut().for_each(|place| less(place, joint));
        }
        for own in &mut self.joints {
            less(&mut own.parent, link);
            less(&mut own.child, link);
        }
        self.geometries.iter_mut().for_each(|own| less(&mut own.link, link));
        self.carried -= 1;
        Ok(Object { name, group: String::new(), body, pose, padding: 0.0 })
    }

    /// Whether a link is an object that another carries.
    pub(super) fn is_carried(&self, link: usize) -> bool {
        link < self.links.len() && link >= self.links.len() - self.carried
    }
}
