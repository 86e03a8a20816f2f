//! Scenes: where objects touch.

use clearance::{Space, Xyz};
use clearance_scene::scene::{Contact, ContactSpot, contacts_between_scenes, contacts_within};
use pyo3::prelude::*;

use crate::job::alone;
use crate::scene::{PyScene, rules};
use crate::sheet::array;

/// Where objects touch, or are as near as this: of one scene, or of one and another. Columns of
/// contact, a, b, depth, gap, normal, point_a, point_b, part_a, part_b, key, is_true, a row for
/// each point; at most four of a contact, or all.
#[pyfunction]
#[allow(clippy::too_many_arguments)]
pub(crate) fn _scene_contacts<'py>(
    py: Python<'py>,
    scene: &Bound<'py, PyScene>,
    other: Option<&Bound<'py, PyScene>>,
    max_distance: f64,
    allow: Vec<(String, String)>,
    ignore_same_group: bool,
    all: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let one = scene.get().fitted(py);
    let two = other.map(|other| other.get().fitted(py));
    let rules = rules(allow, ignore_same_group, &one.0, two.as_ref().map(|two| &two.0[..]))?;
    let (a, b) = (one.clone(), two.clone());
    let found: Vec<Contact> = alone(py, move || {
        let a: (&[_], _) = (a.0.as_slice(), &*a.1);
        match &b {
            Some(b) => {
                let b: (&[_], _) = (b.0.as_slice(), &*b.1);
                contacts_between_scenes(a, b, max_distance, &rules)
            }
            None => contacts_within(a.0, a.1, max_distance, &rules),
        }
    })?;
    let shown = |contact: &Contact| if all { contact.points.clone() } else { contact.few() };
    let rows: Vec<(usize, &Contact, ContactSpot)> = found
        .iter()
        .enumerate()
        .flat_map(|(i, own)| shown(own).into_iter().map(move |spot| (i, own, spot)))
        .collect();
    let len = rows.len();
    let numbers = |make: fn(&Contact, &ContactSpot) -> f64| -> Vec<f64> {
        rows.iter().map(|(_, contact, spot)| make(contact, spot) + 0.0).collect()
    };
    let places = |make: fn(usize, &Contact) -> usize| -> Vec<i64> {
        rows.iter().map(|(i, contact, _)| make(*i, contact) as i64).collect()
    };
    let vectors = |make: fn(&Contact, &ContactSpot) -> Xyz| -> Vec<f64> {
        let row = |v: Xyz| v.coordinates().map(|x| x + 0.0);
        rows.iter().flat_map(|(_, contact, spot)| row(make(contact, spot))).collect()
    };
    let fields = (
        array(py, places(|i, _| i), &[len])?,
        array(py, places(|_, own| own.a), &[len])?,
        array(py, places(|_, own| own.b), &[len])?,
        array(py, numbers(|_, spot| spot.depth), &[len])?,
        array(py, numbers(|own, _| own.gap), &[len])?,
        array(py, vectors(|own, _| own.normal), &[len, 3])?,
        array(py, vectors(|_, spot| spot.on_a), &[len, 3])?,
        array(py, vectors(|_, spot| spot.on_b), &[len, 3])?,
        array(py, rows.iter().map(|(.., spot)| spot.parts[0]).collect(), &[len])?,
        array(py, rows.iter().map(|(.., spot)| spot.parts[1]).collect(), &[len])?,
        array(py, rows.iter().map(|(.., spot)| spot.key.0).collect(), &[len])?,
        array(py, rows.iter().map(|(_, own, _)| own.is_true).collect::<Vec<bool>>(), &[len])?,
    );
    Ok(fields.into_pyobject(py)?.into_any())
}
