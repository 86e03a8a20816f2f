//! Numbers that both sides read and write, and the questions about them.

#[cfg(feature = "every")]
mod more;

use core::cell::Cell;

use clearance::{Pose, Proximity, Query, Rotation3, Verdict, Witness, Xyz, check};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::{Shape, in_words};

/// Proved to have no point in common; of a motion or a ray: a miss.
const APART: i32 = 0;
/// Proved to have one.
const MEET: i32 = 1;
/// Too close to call; treat as contact.
const UNDECIDED: i32 = 2;
/// The input describes nothing.
const WRONG: i32 = -1;

/// What lies on the desk, in this order. Poses are a place and a quaternion, x y z x y z w.
#[repr(C)]
#[cfg_attr(not(feature = "every"), allow(dead_code))] // The same places in both modules.
struct Numbers {
    poses: [Cell<[f64; 7]>; 2],
    /// The velocity and the turning of each body, or its pose at time 1; or a point.
    ways: [Cell<[f64; 7]>; 2],
    /// The last time that counts.
    until: Cell<f64>,
    /// How near counts as meeting.
    target: Cell<f64>,
    /// A witness, a hit or a manifold, as the functions say.
    answer: [Cell<f64>; ANSWER],
}

/// Numbers of a manifold of four points, the longest answer.
const ANSWER: usize = 5 + 4 * 9;
const _: () = assert!(size_of::<Numbers>() == (30 + ANSWER) * size_of::<f64>());

/// Where a caller lays poses and finds answers.
#[wasm_bindgen]
pub struct Desk {
    numbers: Box<Numbers>,
}

#[wasm_bindgen]
impl Desk {
    /// An empty desk.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default)] // JavaScript has no defaults.
    pub fn new() -> Self {
        Self {
            numbers: Box::new(Numbers {
                poses: Default::default(),
                ways: Default::default(),
                until: Cell::default(),
                target: Cell::default(),
                answer: core::array::from_fn(|_| Cell::default()),
            }),
        }
    }

    /// Where its numbers are in the module's memory.
    pub fn place(&self) -> *const f64 {
        core::ptr::from_ref::<Numbers>(&self.numbers).cast()
    }

    /// Whether two shapes have a point in common.
    pub fn verdict(&self, a: &Shape, b: &Shape) -> i32 {
        let [p, q] = self.poses();
        self.told(of_verdict(Query::new().verdict(a.get(), &p, b.get(), &q)), a, b)
    }

    /// Distance (minus the depth where they meet), gap, point on A, point on B, normal. Once they
    /// are proved farther apart than `cut_off`, the search ends.
    pub fn proximity(&self, a: &Shape, b: &Shape, cut_off: f64) -> i32 {
        let [p, q] = self.poses();
        let found = Query::new().cut_off(cut_off).proximity(a.get(), &p, b.get(), &q);
        let class = of_proximity(&found);
        self.witness(0, class == APART, found.witness());
        self.told(class, a, b)
    }

    /// What is wrong with the poses on the desk; nothing where they are poses.
    pub fn fault(&self, a: &Shape, b: &Shape) -> String {
        let [p, q] = self.poses();
        let found = check(a.get(), &p, b.get(), &q);
        found.map_or_else(|error| in_words::input(&error), |()| String::new())
    }
}

impl Desk {
    fn poses(&self) -> [Pose<Xyz>; 2] {
        self.numbers.poses.each_ref().map(pose)
    }

    /// The class. Nothing known is most often a fault of the input.
    fn told(&self, class: i32, a: &Shape, b: &Shape) -> i32 {
        let [p, q] = self.poses();
        match class {
            UNDECIDED if check(a.get(), &p, b.get(), &q).is_err() => WRONG,
            _ => class,
        }
    }

    fn witness(&self, from: usize, is_apart: bool, witness: &Witness<Xyz>) {
        let Witness { length, gap, on_a, on_b, normal, .. } = *witness;
        let distance = if is_apart { length } else { 0.0 - length };
        let vectors = [on_a, on_b, normal].into_iter().flat_map(|Xyz { x, y, z }| [x, y, z]);
        self.write_from(from, [distance, gap].into_iter().chain(vectors));
    }

    fn write_from(&self, from: usize, numbers: impl IntoIterator<Item = f64>) {
        for (place, number) in self.numbers.answer.iter().skip(from).zip(numbers) {
            place.set(number);
        }
    }
}

fn pose(numbers: &Cell<[f64; 7]>) -> Pose<Xyz> {
    let [a, b, c, x, y, z, w] = numbers.get();
    Pose { translation: Xyz { x: a, y: b, z: c }, rotation: Rotation3 { x, y, z, w } }
}

const fn of_verdict(verdict: Verdict) -> i32 {
    match verdict {
        Verdict::Separated => APART,
        Verdict::Intersecting => MEET,
        Verdict::Undecided => UNDECIDED,
    }
}

const fn of_proximity(found: &Proximity<Xyz>) -> i32 {
    match found {
        Proximity::Separated(_) => APART,
        Proximity::Intersecting(_) => MEET,
        Proximity::Undecided(_) => UNDECIDED,
    }
}
