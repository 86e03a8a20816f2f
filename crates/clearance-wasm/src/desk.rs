//! Numbers that both sides read and write, and the questions about them.

use core::cell::Cell;

use clearance::{
    AtStart, Cast, Meeting, Motion, Pose, Proximity, Query, Rotation3, Sweep, Verdict, Witness,
    Xyz, cast, check, contact_manifold, project_point,
};
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

    /// When two shapes that move at their velocities first meet: a time before which they do not,
    /// one by which they do; then as they stand at the first, what [`Desk::proximity`] says.
    pub fn cast(&self, a: &Shape, b: &Shape, at_start: u32) -> i32 {
        let [p, q] = self.poses();
        let [[of_a, _], [of_b, _]] = self.numbers.ways.each_ref().map(vectors);
        let sweep = Sweep::new(of_b).and_a(of_a).until(self.numbers.until.get());
        let sweep = sweep.target_distance(self.numbers.target.get()).at_start(start(at_start));
        self.hit(&cast(a.get(), &p, b.get(), &q, &sweep), a, b)
    }

    /// The same of shapes that turn about their own origins or, where `is_a_between` or its twin is
    /// set, go from their pose to another.
    pub fn time_of_impact(
        &self,
        a: &Shape,
        b: &Shape,
        at_start: u32,
        is_a_between: bool,
        is_b_between: bool,
    ) -> i32 {
        let [p, q] = self.poses();
        let [first, second] = &self.numbers.ways;
        let motion = |from: &Pose<Xyz>, way: &Cell<[f64; 7]>, is_between: bool| {
            let [velocity, turning] = vectors(way);
            match is_between {
                true => Motion::between(from, &pose(way)),
                false => Motion::new(from).velocity(velocity).turning(turning),
            }
        };
        let of_a = motion(&p, first, is_a_between);
        let of_b = motion(&q, second, is_b_between);
        let meeting = Meeting::new().until(self.numbers.until.get());
        let meeting = meeting.within(self.numbers.target.get()).at_start(start(at_start));
        let found = Query::new().time_of_impact(a.get(), &of_a, b.get(), &of_b, &meeting);
        self.hit(&found, a, b)
    }

    /// Where two shapes touch, no farther apart than `max_distance`: normal, gap, how many points;
    /// then for each nine numbers: on A, on B, depth, the features of A and of B that meet there.
    pub fn contact(&self, a: &Shape, b: &Shape, max_distance: f64) -> i32 {
        let [p, q] = self.poses();
        let Some(found) = contact_manifold(a.get(), &p, b.get(), &q, max_distance) else {
            self.write([0.0; 5]);
            return self.told(APART, a, b);
        };
        let Xyz { x, y, z } = found.normal;
        let points = found.points();
        let about = [x, y, z, found.gap, points.iter().map(|_| 1.0).sum()];
        let each = points.iter().flat_map(|point| {
            let (Xyz { x, y, z }, on_b, key) = (point.on_a, point.on_b, point.key);
            let features = [key.on_a(), key.on_b()].map(f64::from);
            [x, y, z, on_b.x, on_b.y, on_b.z, point.depth, features[0], features[1]]
        });
        self.write(about.into_iter().chain(each));
        self.told(of_proximity(&found.proximity), a, b)
    }

    /// The point of A's surface nearest to a point: the distance, negative inside, gap, point,
    /// normal; and whether A holds the point.
    pub fn project(&self, a: &Shape) -> i32 {
        let [p, _] = self.poses();
        let [[at, _], _] = self.numbers.ways.each_ref().map(vectors);
        let found = project_point(a.get(), &p, at);
        let (point, normal) = (found.point, found.normal);
        self.write([
            found.signed_distance,
            found.gap,
            point.x,
            point.y,
            point.z,
            normal.x,
            normal.y,
            normal.z,
        ]);
        self.told(of_verdict(found.verdict), a, a)
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

    fn hit(&self, found: &Cast<Xyz>, a: &Shape, b: &Shape) -> i32 {
        let class = match found {
            Cast::Miss => APART,
            Cast::Hit(_) => MEET,
            Cast::Undecided(_) => UNDECIDED,
        };
        self.write([0.0; 13]);
        if let Some(hit) = found.hit() {
            self.write([hit.time.low, hit.time.high]);
            self.witness(2, true, &hit.witness);
        }
        self.told(class, a, b)
    }

    fn witness(&self, from: usize, is_apart: bool, witness: &Witness<Xyz>) {
        let Witness { length, gap, on_a, on_b, normal, .. } = *witness;
        let distance = if is_apart { length } else { 0.0 - length };
        let vectors = [on_a, on_b, normal].into_iter().flat_map(|Xyz { x, y, z }| [x, y, z]);
        self.write_from(from, [distance, gap].into_iter().chain(vectors));
    }

    fn write(&self, numbers: impl IntoIterator<Item = f64>) {
        self.write_from(0, numbers);
    }

    fn write_from(&self, from: usize, numbers: impl IntoIterator<Item = f64>) {
        for (place, number) in self.numbers.answer.iter().skip(from).zip(numbers) {
            place.set(number);
        }
    }
}

fn vectors(numbers: &Cell<[f64; 7]>) -> [Xyz; 2] {
    let [a, b, c, x, y, z, _] = numbers.get();
    [Xyz { x: a, y: b, z: c }, Xyz { x, y, z }]
}

fn pose(numbers: &Cell<[f64; 7]>) -> Pose<Xyz> {
    let [a, b, c, x, y, z, w] = numbers.get();
    Pose { translation: Xyz { x: a, y: b, z: c }, rotation: Rotation3 { x, y, z, w } }
}

const fn start(mode: u32) -> AtStart {
    match mode {
        0 => AtStart::Report,
        1 => AtStart::IgnoreSeparating,
        _ => AtStart::Ignore,
    }
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
