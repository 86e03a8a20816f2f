//! Directions all around in space, and their support points.

use std::collections::HashMap;

use clearance::{Space, Xyz};

/// Finer spheres would have millions of triangles.
const FINEST: u32 = 6;

/// An icosahedron, with each triangle split in four a given number of times.
pub(crate) struct Sphere {
    /// Unit vectors.
    pub(crate) directions: Vec<Xyz>,
    /// Counter-clockwise from outside.
    pub(crate) triangles: Vec<[u32; 3]>,
}

impl Sphere {
    pub(crate) fn new(detail: u32) -> Self {
        // The golden rectangle's corners, in each of the three coordinate planes.
        let golden = 0.5 * (1.0 + 5.0_f64.sqrt());
        let mut directions = Vec::new();
        for [x, y] in [[-1.0, golden], [1.0, golden], [-1.0, -golden], [1.0, -golden]] {
            directions.extend([[x, y, 0.0], [0.0, x, y], [y, 0.0, x]]);
        }
        let unit = |[x, y, z]: [f64; 3]| unit(Xyz::new(x, y, z));
        let directions: Vec<Xyz> = directions.into_iter().map(unit).collect();
        let mut sphere = Self { triangles: faces(&directions), directions };
        for _ in 0..detail.min(FINEST) {
            sphere.refine();
        }
        sphere
    }

    fn refine(&mut self) {
        let mut middles = HashMap::new();
        let directions = &mut self.directions;
        let mut middle = |a: u32, b: u32| {
            *middles.entry((a.min(b), a.max(b))).or_insert_with(|| {
                let at = |i: u32| directions.get(i as usize).copied().unwrap_or_default();
                let (between, place) = (unit(at(a) + at(b)), directions.len());
                directions.push(between);
                u32::try_from(place).unwrap_or_default()
            })
        };
        let cut = |[a, b, c]: &[u32; 3]| {
            let (ab, bc, ca) = (middle(*a, *b), middle(*b, *c), middle(*c, *a));
            [[*a, ab, ca], [ab, *b, bc], [ca, bc, *c], [ab, bc, ca]]
        };
        self.triangles = self.triangles.iter().flat_map(cut).collect();
    }
}

/// The twenty triples of corners that are an edge apart.
fn faces(corners: &[Xyz]) -> Vec<[u32; 3]> {
    let near = |a: Xyz, b: Xyz| a.dot(b) > 0.4;
    let numbered = || (0..).zip(corners.iter().copied());
    let mut faces = Vec::new();
    for (i, a) in numbered() {
        for (j, b) in numbered().filter(|(j, b)| *j > i && near(a, *b)) {
            for (k, c) in numbered().filter(|(k, c)| *k > j && near(a, *c) && near(b, *c)) {
                let outward = (b - a).cross(c - a).dot(a) > 0.0;
                faces.push(if outward { [i, j, k] } else { [i, k, j] });
            }
        }
    }
    faces
}

fn unit(vector: Xyz) -> Xyz {
    vector.try_normalize().unwrap_or(Xyz::axis(0))
}

/// The support point along each direction, as x y z.
#[allow(clippy::cast_possible_truncation)] // For a picture.
pub(crate) fn mapped(core: &dyn Fn(Xyz) -> Xyz, radius: f64, detail: u32) -> Vec<f32> {
    let point = |direction: &Xyz| {
        let point = core(*direction) + *direction * radius;
        [point.x as f32, point.y as f32, point.z as f32]
    };
    Sphere::new(detail).directions.iter().flat_map(point).collect()
}
