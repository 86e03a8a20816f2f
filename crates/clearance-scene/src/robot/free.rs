//! Floating and planar joints whose values are part of a configuration, and move.

use clearance::{Pose, Space, Xyz};

use super::model::{JointKind, Robot, placed};
use super::urdf::shown;
use crate::lengths::length;

/// The names of a floating joint's values behind its own, as MoveIt has them; and of a planar
/// one's.
const FLOATING: [&str; 7] = ["trans_x", "trans_y", "trans_z", "rot_x", "rot_y", "rot_z", "rot_w"];
const PLANAR: [&str; 3] = ["x", "y", "theta"];

impl Robot {
    /// Makes the values of a floating or planar joint part of each configuration, behind all
    /// others: x, y, z and a quaternion x, y, z, w, or x, y and an angle, as [`place`](Self::place)
    /// takes them. Between two samples of a motion it moves in a line and, at an even rate, turns
    /// the short way round; a planar one by the difference of its angles.
    ///
    /// # Errors
    /// A message: another kind of joint, or one that is released already.
    ///
    /// ```
    /// use clearance_scene::robot::Loading;
    ///
    /// let mut robot = Loading::default().robot("../../assets/arm/drone.urdf".as_ref())?;
    /// robot.release(robot.joint("free").ok_or("no joint")?)?;
    /// assert_eq!(robot.rest(), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
    /// assert_eq!(robot.value_names()[6], "free/rot_w");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn release(&mut self, joint: usize) -> Result<(), String> {
        let own = self.joints.get(joint).ok_or("there is no such joint")?;
        let name = shown(&own.name);
        if own.kind.values() < 2 {
            return Err(format!("joint `{name}` is neither floating nor planar"));
        }
        if self.is_released(joint) {
            return Err(format!("joint `{name}` is released twice"));
        }
        self.free.push(joint);
        Ok(())
    }

    /// Whether the values of a joint are released.
    pub fn is_released(&self, joint: usize) -> bool {
        self.free.contains(&joint)
    }

    /// How many numbers a configuration has.
    pub fn width(&self) -> usize {
        self.variables.len() + self.free.iter().map(|place| self.count(*place)).sum::<usize>()
    }

    /// The names of the numbers of a configuration: of joints, and of a released joint
    /// `NAME/trans_x` and so on, or `NAME/x`, `NAME/y`, `NAME/theta`, as MoveIt has them.
    pub fn value_names(&self) -> Vec<String> {
        let name = |place: &usize| self.joints.get(*place).map_or("", |joint| joint.name.as_str());
        let mut names: Vec<String> =
            self.variables.iter().map(|own| name(own).to_owned()).collect();
        for place in &self.free {
            let parts = self.value_parts(*place).iter();
            names.extend(parts.map(|part| format!("{}/{part}", name(place))));
        }
        names
    }

    /// The names of the values of a floating or planar joint; of another none.
    pub fn value_parts(&self, joint: usize) -> &'static [&'static str] {
        match self.joints.get(joint).map(|joint| joint.kind) {
            Some(JointKind::Floating) => &FLOATING,
            Some(JointKind::Planar) => &PLANAR,
            _ => &[],
        }
    }

    /// Puts the values of a released joint into a configuration.
    ///
    /// # Errors
    /// A message: it is not released, or those of [`place`](Self::place).
    pub fn put(
        &self,
        joint: usize,
        values: &[f64],
        configuration: &mut [f64],
    ) -> Result<(), String> {
        let own = self.joints.get(joint).ok_or("there is no such joint")?;
        let wrong = |what: String| format!("joint `{}`: {what}", shown(&own.name));
        let _: Pose<Xyz> = placed(own.kind, values).map_err(wrong)?;
        let at = self.at(joint).ok_or_else(|| {
            format!("joint `{}` is not released: its values are no part of it", shown(&own.name))
        })?;
        let begin = self.variables.len() + at;
        match configuration.get_mut(begin..begin + values.len()) {
            Some(slots) => slots.copy_from_slice(values),
            None => return Err("a configuration of another length".into()),
        }
        Ok(())
    }

    /// The configuration between two, at a part of the way from 0 to 1: what a motion shows there.
    pub fn between(&self, from: &[f64], to: &[f64], part: f64) -> Vec<f64> {
        let mut out = Vec::with_capacity(from.len());
        self.blend(from, to, part, &mut out);
        out
    }

    pub(super) fn blend(&self, from: &[f64], to: &[f64], part: f64, out: &mut Vec<f64>) {
        out.clear();
        out.extend(from.iter().zip(to).map(|(a, b)| super::sweep::blend(*a, *b, part)));
        let mut at = self.variables.len();
        for place in &self.free {
            let count = self.count(*place);
            // Behind three lengths, a quaternion.
            let turn = at + 3..at + count;
            at += count;
            if count == 7
                && let (Some(a), Some(b), Some(own)) =
                    (from.get(turn.clone()), to.get(turn.clone()), out.get_mut(turn))
            {
                slerp(a, b, part, own);
            }
        }
    }

    /// The value of each released joint, of `values` of all joints that these follow.
    pub(super) fn free_values<'v>(&self, joint: usize, values: &'v [f64]) -> Option<&'v [f64]> {
        let begin = self.joints.len() + self.at(joint)?;
        values.get(begin..begin + self.count(joint))
    }

    /// Whether a joint moves in a configuration's course.
    pub(super) fn moves(&self, joint: usize) -> bool {
        self.joints.get(joint).is_some_and(|own| own.kind.values() == 1)
            || self.free.contains(&joint)
    }

    /// How far a released joint moves its child's origin, and by what angle it turns it, between
    /// two values; rounded up, with the rounding of the values at the times that are checked.
    pub(super) fn free_step(&self, joint: usize, from: &[f64], to: &[f64]) -> Option<[f64; 2]> {
        let (a, b) = (self.free_values(joint, from)?, self.free_values(joint, to)?);
        let (angle, [x, y, z]) = match (a, b) {
            ([x, y, s], [u, v, t]) => {
                ((t - s).abs() + 16.0 * f64::EPSILON * (s.abs() + t.abs()), [u - x, v - y, 0.0])
            }
            ([x, y, z, own @ ..], [u, v, w, other @ ..]) => {
                (turned(own, other), [u - x, v - y, w - z])
            }
            _ => return None,
        };
        let size = a.iter().chain(b).take(a.len() + 3).fold(0.0_f64, |size, x| size.max(x.abs()));
        let by = length(Xyz::new(x, y, z)) * (1.0 + 8.0 * f64::EPSILON);
        Some([by + 32.0 * f64::EPSILON * size, angle * (1.0 + 16.0 * f64::EPSILON)])
    }

    /// Where a released joint stands; its own place where it is not.
    pub(super) fn place_of(&self, joint: usize, values: &[f64]) -> Pose<Xyz> {
        let Some(own) = self.joints.get(joint) else { return Pose::identity() };
        let free = self.free_values(joint, values);
        // Values that put it nowhere lead out of the range of floats: nothing is known there.
        let nowhere = || Pose::from_translation(Xyz::splat(f64::NAN));
        free.map_or(own.place, |values| placed(own.kind, values).unwrap_or_else(|_| nowhere()))
    }

    /// The values of released joints where they are placed.
    pub(super) fn placed(&self) -> Vec<f64> {
        let joints = self.free.iter().filter_map(|place| self.joints.get(*place));
        let values = joints.flat_map(|joint| {
            let Pose { translation, rotation } = joint.place;
            let [x, y, z] = translation.coordinates();
            match joint.kind {
                JointKind::Planar => vec![x, y, 2.0 * rotation.z.atan2(rotation.w)],
                _ => vec![x, y, z, rotation.x, rotation.y, rotation.z, rotation.w],
            }
        });
        values.collect()
    }

    /// Checks the values of released joints in a configuration.
    pub(super) fn check_free(&self, configuration: &[f64]) -> Result<(), String> {
        let mut at = self.variables.len();
        for place in &self.free {
            let count = self.count(*place);
            let (Some(own), Some(values)) =
                (self.joints.get(*place), configuration.get(at..at + count))
            else {
                continue;
            };
            let wrong = |what: String| format!("joint `{}`: {what}", own.name);
            let _: Pose<Xyz> = placed(own.kind, values).map_err(wrong)?;
            at += count;
        }
        Ok(())
    }

    /// Checks that it is known which way released joints turn between two configurations.
    pub(super) fn check_turns(&self, from: &[f64], to: &[f64]) -> Result<(), String> {
        let mut at = self.variables.len();
        for place in &self.free {
            let count = self.count(*place);
            let turn = at + 3..at + count;
            at += count;
            let (Some(a), Some(b)) = (from.get(turn.clone()), to.get(turn)) else { continue };
            if count == 7 && dot(a, b).abs() < 1e-9 {
                let name = self.joints.get(*place).map_or("", |joint| joint.name.as_str());
                return Err(format!(
                    "joint `{name}` makes half a turn, which may be either way; put a sample \
                     between"
                ));
            }
        }
        Ok(())
    }

    fn count(&self, joint: usize) -> usize {
        self.joints.get(joint).map_or(0, |joint| joint.kind.values())
    }

    /// Where the values of a released joint begin, behind those of variables.
    fn at(&self, joint: usize) -> Option<usize> {
        let place = self.free.iter().position(|own| *own == joint)?;
        let before = self.free.iter().take(place).map(|own| self.count(*own));
        Some(before.sum())
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Along the shorter arc from one quaternion to another, at an even rate.
fn slerp(a: &[f64], b: &[f64], part: f64, out: &mut [f64]) {
    let (long_a, long_b) = (dot(a, a).sqrt(), dot(b, b).sqrt());
    let cosine = dot(a, b) / (long_a * long_b);
    let angle = cosine.abs().min(1.0).acos();
    // Where the arc is short, its chord is as good.
    let [own, other] = match angle < 1e-6 {
        true => [1.0 - part, part],
        false => [(1.0 - part) * angle, part * angle].map(|own| own.sin() / angle.sin()),
    };
    let other = if cosine < 0.0 { -other } else { other };
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        *out = own * a / long_a + other * b / long_b;
    }
}

/// The angle between two rotations, rounded up; the quaternions may be off by some roundings.
fn turned(a: &[f64], b: &[f64]) -> f64 {
    let (long_a, long_b) = (dot(a, a).sqrt(), dot(b, b).sqrt());
    let sign = if dot(a, b) < 0.0 { -1.0 } else { 1.0 };
    let apart = a.iter().zip(b).map(|(a, b)| (a / long_a - sign * b / long_b).powi(2));
    let chord = apart.sum::<f64>().sqrt();
    // Twice the angle of the quaternions, whose half has half the chord as its sine.
    4.0 * (0.5 * chord).min(1.0).asin() * (1.0 + 8.0 * f64::EPSILON) + 64.0 * f64::EPSILON
}
