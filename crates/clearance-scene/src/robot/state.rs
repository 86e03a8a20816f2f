//! Named states: configurations that an SRDF gives.

use std::collections::HashMap;

use super::model::Robot;
use super::srdf::Semantics;
use super::urdf::{meant, shown};

/// A named state of a group: values of some joints.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct State {
    /// The name of the state.
    pub name: String,
    /// The name of the group, or of several groups.
    pub group: String,
    /// Joints by index, and their values.
    pub values: Vec<(usize, f64)>,
    /// Floating and planar joints by index, and their values, for [`Robot::place`].
    pub places: Vec<(usize, Vec<f64>)>,
    /// The line of the file.
    pub(super) line: usize,
    /// Why it cannot be taken.
    pub(super) fault: Option<String>,
}

impl Semantics {
    /// The state of a name. Several groups may have a state of one name, as both arms have a
    /// `home`: the result joins them all. `arm/home` is that of one group.
    ///
    /// # Errors
    /// A message, if there is no such state, two of them give a joint different values, or one
    /// gives a joint what it cannot have.
    pub fn state(&self, name: &str) -> Result<State, String> {
        let called = |state: &&State| {
            state.name == name || format!("{}/{}", state.group, state.name) == name
        };
        let mut all: Option<State> = None;
        let mut given: HashMap<usize, (&[f64], &State)> = HashMap::new();
        for state in self.states.iter().filter(called) {
            if let Some(fault) = &state.fault {
                return Err(fault.clone());
            }
            for (joint, values) in state.all() {
                match given.insert(joint, (values, state)) {
                    Some((before, other)) if before != values => return Err(torn(other, state)),
                    _ => {}
                }
            }
            match &mut all {
                None => all = Some(state.clone()),
                Some(all) => {
                    all.values.extend(state.values.iter().copied());
                    all.places.extend(state.places.iter().cloned());
                    all.group.extend([", ", state.group.as_str()]);
                }
            }
        }
        all.ok_or_else(|| {
            let known: Vec<String> = self.states.iter().map(|s| shown(&s.name)).collect();
            let meant = meant(name, known.iter().map(String::as_str));
            let known = if known.is_empty() { "none".into() } else { known.join(", ") };
            format!("no state `{}`{meant}; there are: {known}", shown(name))
        })
    }
}

/// What tells two states apart that give a joint different values.
fn torn(one: &State, two: &State) -> String {
    let (name, group) = (shown(&two.name), shown(&two.group));
    if one.group == two.group {
        return format!(
            "the SRDF has two states `{group}/{name}`, in lines {} and {}, which give a joint \
             different values; rename one of them there",
            one.line, two.line
        );
    }
    format!(
        "the states `{name}` of the groups {} and {group} give a joint different values; choose \
         one, as `{group}/{name}`",
        shown(&one.group)
    )
}

impl State {
    /// The configuration with the state's values for its joints, and the values of `otherwise` for
    /// the others. Values of mimic joints are ignored. Of floating and planar joints it holds only
    /// those that are [released](Robot::release): [`State::places`] says where the others stand.
    pub fn over(&self, robot: &Robot, otherwise: &[f64]) -> Vec<f64> {
        let given: HashMap<usize, f64> = self.values.iter().copied().collect();
        let mut all = otherwise.to_vec();
        for (joint, own) in robot.variables.iter().zip(&mut all) {
            *own = given.get(joint).copied().unwrap_or(*own);
        }
        for (joint, values) in &self.places {
            // One that is not released has no place in it.
            let _ = robot.put(*joint, values, &mut all);
        }
        all
    }

    /// All joints and their values.
    fn all(&self) -> impl Iterator<Item = (usize, &[f64])> {
        let values = self.values.iter().map(|(joint, value)| (*joint, std::slice::from_ref(value)));
        values.chain(self.places.iter().map(|(joint, values)| (*joint, values.as_slice())))
    }
}
