//! Objects of one file that are equal to the last bit and in one place: of the pairs that they make
//! with another, or with copies of another, one is looked at and stands for all.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use clearance::{Shape, Space as _};
use clearance_scene::scene::{Object, Part};

use crate::objects::Side;

/// Which objects of a file are copies of which.
#[derive(Debug)]
pub(super) struct Copies {
    /// The first of each one's copies.
    first: Vec<u32>,
    /// Those that stand in the place of a first one, itself among them; nothing of one alone.
    all: HashMap<u32, Vec<u32>>,
}

impl Copies {
    pub(super) fn of(side: &Side) -> Self {
        let mut firsts: HashMap<u64, Vec<u32>> = HashMap::new();
        let mut copies = Self { first: Vec::new(), all: HashMap::new() };
        for (object, place) in side.objects.iter().zip(0_u32..) {
            let firsts = firsts.entry(sum(object)).or_default();
            let is_same = |first: &&u32| {
                let at = **first as usize;
                let covers = side.cover(at) == side.cover(place as usize);
                covers && side.objects.get(at).is_some_and(|own| are_same(own, object))
            };
            let first = firsts.iter().find(is_same).copied();
            match first {
                Some(first) => copies.all.entry(first).or_insert_with(|| vec![first]).push(place),
                None => firsts.push(place),
            }
            copies.first.push(first.unwrap_or(place));
        }
        copies
    }

    /// The first of an object's copies.
    pub(super) fn first(&self, place: u32) -> u32 {
        self.first.get(place as usize).copied().unwrap_or(place)
    }

    /// All of an object's copies and itself; nothing where there are no others.
    pub(super) fn all(&self, place: u32) -> &[u32] {
        self.all.get(&self.first(place)).map_or(&[], Vec::as_slice)
    }
}

/// A sum of the numbers of an object, equal for copies.
fn sum(object: &Object) -> u64 {
    let mut sum = DefaultHasher::new();
    let mut add = |numbers: [f64; 3]| numbers.map(f64::to_bits).hash(&mut sum);
    let box_ = object.extent();
    add(box_.low.coordinates());
    add(box_.high.coordinates());
    let parts = object.body.parts().iter();
    let hulls = parts.filter_map(|Part { shape, .. }| match shape {
        Shape::Hull(hull) => Some(hull),
        _ => None,
    });
    hulls.flat_map(|hull| hull.vertices()).for_each(|v| add(v.coordinates()));
    let mesh = object.body.mesh();
    mesh.into_iter().flat_map(|mesh| &mesh.vertices).for_each(|v| add(*v));
    sum.finish()
}

/// Whether two are equal in all but name and group.
fn are_same(one: &Object, two: &Object) -> bool {
    one.padding == two.padding
        && one.pose == two.pose
        && one.body.parts() == two.body.parts()
        && match (one.body.mesh(), two.body.mesh()) {
            (Some(one), Some(two)) => {
                one.triangles == two.triangles && one.vertices == two.vertices
            }
            (None, None) => true,
            _ => false,
        }
}
