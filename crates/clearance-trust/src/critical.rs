//! Pairs whose arithmetic is critical: nearly parallel, equal, concentric, coaxial, deep.

use clearance::{Capsule, Cone, Cuboid, Cylinder, Ellipsoid, Pose, Rotation, Scalar, Shape, Space};

use crate::court::Court;
use crate::kinds::{WALL, shape};
use crate::ladder::to_a_rung;
use crate::pair::Pair;
use crate::random::{Random, pose, vector};

/// Kinds with flat sides or straight edges.
const FLAT: [u64; 10] = [1, 2, 4, 5, 6, 8, 10, 11, 19, 20];

/// A pair, and which sort it is of.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    let any = |r: &mut Random| {
        let kind = r.below(WALL);
        shape::<V>(r, kind)
    };
    let flat = |r: &mut Random| {
        let kind = FLAT[r.below(FLAT.len() as u64) as usize];
        shape::<V>(r, kind)
    };
    match r.below(5) {
        0 => {
            let (at_a, mut at_b) = (pose::<V>(r, 2.0), pose::<V>(r, 2.0));
            let angle = 10.0_f64.powi(-(1 + r.below(17) as i32));
            let tilt = V::turn(r, angle);
            at_b.rotation = at_a.rotation.compose(tilt);
            let pair = Pair { a: flat(r), at_a, b: flat(r), at_b };
            (to_a_rung(pair, r), "nearly parallel")
        }
        1 => {
            let a = any(r);
            let pair = Pair { b: a.clone(), a, at_a: pose(r, 0.5), at_b: pose(r, 0.5) };
            (if r.below(2) == 0 { to_a_rung(pair, r) } else { pair }, "equal")
        }
        2 => {
            let at_a = pose::<V>(r, 2.0);
            let at_b = Pose { translation: at_a.translation, ..pose(r, 2.0) };
            (Pair { a: any(r), at_a, b: any(r), at_b }, "concentric")
        }
        3 => (parallel(r), "parallel axes"),
        _ => {
            let at_a = pose::<V>(r, 2.0);
            let little: V::Space = r.direction();
            let by = little * 10.0_f64.powi(-(r.below(17) as i32));
            let translation = V::from_space(at_a.translation.to_space() + by);
            let at_b = Pose { translation, ..pose(r, 2.0) };
            (Pair { a: any(r), at_a, b: any(r), at_b }, "deep")
        }
    }
}

/// Upright shapes on one axis or on parallel ones, at offsets of half units or on the ladder.
fn parallel<V: Court>(r: &mut Random) -> Pair<V> {
    let upright = |r: &mut Random| -> Shape<V> {
        let t = |r: &mut Random| V::Scalar::from_f64((1 + r.below(4)) as f64 * 0.5);
        match r.below(5) {
            0 => Cylinder::new(t(r), t(r)).into(),
            1 => Cone::new(t(r), t(r)).into(),
            2 => Capsule::new(t(r), t(r)).into(),
            3 => Cuboid::new(vector(|| (1 + r.below(4)) as f64 * 0.5)).into(),
            _ => {
                let (round, high) = (t(r).to_f64(), t(r).to_f64());
                let mut i = 0;
                Ellipsoid::new(vector(|| {
                    i += 1;
                    if i == 2 { high } else { round }
                }))
                .into()
            }
        }
    };
    let at_a = pose::<V>(r, 1.0);
    let half = |r: &mut Random| (r.below(9) as f64 - 4.0) * 0.5;
    let mut offset = V::Space::axis(1) * half(r);
    if r.below(2) == 0 {
        offset += V::Space::axis(0) * half(r);
    }
    let about_y = if V::Space::DIM == 3 && r.below(2) == 0 {
        let (sin, cos) = (r.range(-1.0, 1.0), r.range(-1.0, 1.0));
        V::raw_pose([0.0, 0.0, 0.0, 0.0, sin, 0.0, cos]).rotation
    } else {
        Rotation::IDENTITY
    };
    let local = Pose { translation: V::from_space(offset), rotation: about_y };
    let pair = Pair { a: upright(r), at_a, b: upright(r), at_b: at_a.compose(&local) };
    if r.below(3) == 0 { to_a_rung(pair, r) } else { pair }
}
