//! Questions beside those about a pair as it stands: the larger half of the library's bytes.

use core::cell::Cell;

use clearance::{
    AtStart, Cast, Meeting, Motion, Pose, Query, Sweep, Xyz, cast, contact_manifold, project_point,
};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{APART, Desk, MEET, UNDECIDED, of_proximity, of_verdict, pose};
use crate::Shape;

#[wasm_bindgen]
impl Desk {
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
}

impl Desk {
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

    fn write(&self, numbers: impl IntoIterator<Item = f64>) {
        self.write_from(0, numbers);
    }
}

fn vectors(numbers: &Cell<[f64; 7]>) -> [Xyz; 2] {
    let [a, b, c, x, y, z, _] = numbers.get();
    [Xyz { x: a, y: b, z: c }, Xyz { x, y, z }]
}

const fn start(mode: u32) -> AtStart {
    match mode {
        0 => AtStart::Report,
        1 => AtStart::IgnoreSeparating,
        _ => AtStart::Ignore,
    }
}
