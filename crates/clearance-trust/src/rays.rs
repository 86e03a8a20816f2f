//! Rays at one shape, and rays cast again from where they hit: on, back, along the surface, and as
//! a mirror or a bouncing ball would go on. Solid and hollow, each judged by exact arithmetic.
//!
//! A ray cast again begins within rounding of a surface, and its answer depends on which side the
//! rounding left it on. So nothing is read off another answer here: the judge decides whether a ray
//! begins inside, whether it meets the shape, and when.

use clearance::{
    Point, Pose, Query, Ray, RayCast, RayHit, Scalar, Shape, Space, SupportMap, Vector, Verdict,
    batch, cast_ray, contains, project_point,
};

use crate::court::Court;
use crate::kinds::{self, KINDS};
use crate::pair::{Pair, boundary, is_endless_camera};
use crate::random::{Random, pose, ulps};
use crate::tally::{Fault, Tally};

/// How many rays one shape gets, at most.
const MOST: usize = 24;

/// A shape in its pose, and the first ray.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub struct Target<V: Vector> {
    pub shape: Shape<V>,
    pub at: Pose<V>,
    pub origin: V,
    pub direction: V,
    pub sort: &'static str,
}

impl<V: Vector> Target<V> {
    /// The shape and the first ray's origin.
    pub fn pair(&self) -> Pair<V> {
        self.pair_at(self.origin)
    }

    fn pair_at(&self, origin: V) -> Pair<V> {
        Pair {
            a: self.shape.clone(),
            at_a: self.at,
            b: Point(V::from_space(V::Space::default())).into(),
            at_b: Pose::from_translation(origin),
        }
    }
}

/// The target of a seed.
pub fn target<V: Court>(seed: u64) -> Target<V> {
    let mut r = Random(seed);
    // Every other shape is curved.
    let curved = [10, 11, 12, 22, 24, 25];
    let kind = if r.below(2) == 0 { curved[r.below(6) as usize] } else { r.below(KINDS) };
    let shape = kinds::shape::<V>(&mut r, kind);
    let at = match r.below(4) {
        0 => Pose::from_translation(V::from_space(V::Space::default())),
        1 => pose(&mut r, 100.0),
        _ => pose(&mut r, 1.0),
    };
    let from_core = |r: &mut Random| {
        let along = V::from_space(r.direction::<V::Space>());
        let tip = match &shape {
            Shape::HalfSpace(_) => V::Space::default(),
            Shape::Frustum(f) if f.is_unbounded() => V::Space::axis(2) * -2.0,
            _ => shape.support_f64(along.to_space(), 0).point,
        };
        at.transform_point(V::from_space(tip * r.range(0.0, 1.0))).to_space()
    };
    let aim = from_core(&mut r);
    let away = r.direction::<V::Space>() * r.range(1.0, 8.0);
    let (sort, origin) = match r.below(4) {
        0 => ("from inside", from_core(&mut r)),
        1 => ("beside", aim + away + r.direction::<V::Space>()),
        _ => ("at it", aim + away),
    };
    let direction = (aim - origin) * 2.0_f64.powi(r.below(9) as i32 - 4);
    let direction = if direction.length_squared() > 0.0 { direction } else { away };
    let [origin, direction] = [origin, direction].map(V::from_space);
    Target { shape, at, origin, direction, sort }
}

/// The first ray of a seed's target, and those that follow, judged.
pub fn try_rays<V: Court>(seed: u64) -> Tally {
    judge_rays(&target::<V>(seed), seed)
}

/// The same for a given target.
pub fn judge_rays<V: Court>(target: &Target<V>, seed: u64) -> Tally {
    let mut tally = Tally::default();
    *tally.sorts.entry(target.sort).or_default() += 1;
    let mut random = Random(!seed);
    let mut rays = std::collections::VecDeque::from([(target.origin, target.direction)]);
    for _ in 0..MOST {
        let Some((origin, direction)) = rays.pop_front() else { break };
        let mut judge = Judge::new(target, &mut tally, origin, direction);
        // What is hit beyond the range of the promises is no place to begin at.
        let Pair { a, at_a, b, at_b } = &judge.pair;
        if clearance::check(a, at_a, b, at_b).is_err() {
            continue;
        }
        for hit in judge.both() {
            let (d, n) = (direction.to_space(), hit.normal.to_space());
            let onward = match random.below(6) {
                0 => -d,
                1 => d - n * (2.0 * n.dot(d)),
                2 => n.any_perpendicular() * d.length(),
                3 => d - n * n.dot(d),
                _ => d,
            };
            rays.push_back((hit.point, V::from_space(onward)));
            let along = Ray::new(origin, direction).at(hit.time.middle());
            if along.to_space().is_finite() {
                rays.push_back((along, direction));
            }
        }
    }
    tally
}

struct Judge<'t, V: Vector> {
    target: &'t Target<V>,
    tally: &'t mut Tally,
    ray: Ray<V>,
    /// The ray as a point that moves.
    pair: Pair<V>,
}

impl<'t, V: Court> Judge<'t, V> {
    fn new(target: &'t Target<V>, tally: &'t mut Tally, origin: V, direction: V) -> Self {
        let (ray, pair) = (Ray::new(origin, direction), target.pair_at(origin));
        Self { target, tally, ray, pair }
    }

    fn expect(&mut self, holds: bool, fault: Fault, way: &str, found: &impl std::fmt::Debug) {
        if holds {
            return;
        }
        let (Ray { origin, direction, .. }, sort) = (self.ray, self.target.sort);
        self.tally.find(fault, || {
            format!(
                "{way}, {sort}: {found:?}\n  rays::<{}>({}, {origin:?}, {direction:?})",
                std::any::type_name::<V>(),
                self.pair.literal()
            )
        });
    }

    /// Whether the ray is in the shape at some time of a span.
    fn meets(&self, [first, last]: [f64; 2]) -> Option<bool> {
        let last = last.min(V::Scalar::LARGEST);
        if is_endless_camera(&self.pair.a) || first > last {
            return None;
        }
        V::meets(&self.pair, self.ray.direction, [first, last], 0.0)
    }

    /// Whether it is in the shape at a time, of any shape that has an end: `None` where that is too
    /// close for the judge too.
    fn is_inside(&self, time: f64) -> Option<bool> {
        if !(0.0..=V::Scalar::LARGEST).contains(&time) || is_endless_camera(&self.pair.a) {
            return None;
        }
        self.meets([time; 2]).or_else(|| {
            let plain = boundary(&self.pair.a).is_none();
            plain.then(|| V::judge_at(&self.pair, self.ray.direction, time).intersects)?
        })
    }

    /// The ray solid and hollow. Returns the hits.
    fn both(&mut self) -> Vec<RayHit<V>> {
        let (shape, at, ray) = (&self.target.shape, &self.target.at, self.ray);
        let begins = self.is_inside(0.0);
        match begins {
            None => self.tally.near += 1,
            Some(false) => self.tally.apart += 1,
            Some(true) => self.tally.overlapping += 1,
        }
        let found = [ray, ray.hollow()].map(|ray| cast_ray(shape, at, &ray));
        self.tally.pairs += 1;
        self.tally.queries += 2;
        self.solid(&found[0], begins);
        self.hollow(&found[1], begins);
        self.chained(&found, begins);
        found.into_iter().filter_map(|found| found.hit().copied()).filter(is_usable).collect()
    }

    fn solid(&mut self, found: &RayCast<V>, begins: Option<bool>) {
        let Some([low, high]) = times(found) else {
            let meets = self.meets([0.0, f64::INFINITY]);
            self.expect(
                meets != Some(true) && begins != Some(true),
                Fault::Boolean,
                "solid",
                found,
            );
            return;
        };
        self.free_before("solid", low, found);
        if found.is_decided() {
            let meets = self.meets([0.0, high]);
            self.expect(meets != Some(false), Fault::Interval, "solid", found);
        } else {
            let exact = self.meets([0.0, f64::INFINITY]).is_some();
            self.expect(!exact, Fault::Undecided, "solid", found);
        }
    }

    fn free_before(&mut self, way: &str, low: f64, found: &RayCast<V>) {
        let before = ulps::<V::Scalar>(low, -1);
        if !(before >= 0.0 && low > 0.0) {
            return;
        }
        let meets = self.meets([0.0, before]);
        self.expect(meets != Some(true), Fault::Interval, way, found);
        if meets.is_none() {
            for time in [before, 0.5 * before] {
                self.expect(self.is_inside(time) != Some(true), Fault::Interval, way, found);
            }
        }
    }

    /// From outside as the solid, from inside where it leaves.
    fn hollow(&mut self, found: &RayCast<V>, begins: Option<bool>) {
        match begins {
            Some(false) => self.solid(found, begins),
            Some(true) => self.exit(found),
            // Whichever it is, a hit is one of the two.
            None => {}
        }
    }

    fn exit(&mut self, found: &RayCast<V>) {
        let exact = self.meets([0.0; 2]).is_some();
        self.expect(!exact || found.is_decided(), Fault::Undecided, "exit", found);
        let Some([low, high]) = times(found) else {
            let stays = self.is_inside(V::Scalar::LARGEST);
            self.expect(stays != Some(false), Fault::Boolean, "exit", found);
            return;
        };
        if !found.is_decided() {
            self.tally.undecided += 1;
            return;
        }
        self.expect(self.is_inside(low) != Some(false), Fault::Interval, "exit", found);
        let after = ulps::<V::Scalar>(high, 1);
        self.expect(self.is_inside(after) != Some(true), Fault::Interval, "exit", found);
    }

    /// What else is asked of the same numbers agrees.
    fn chained(&mut self, [solid, hollow]: &[RayCast<V>; 2], begins: Option<bool>) {
        let (shape, at, ray) = (&self.target.shape, &self.target.at, self.ray);
        let starts = matches!(solid, RayCast::Hit(hit) if hit.time.high == V::Scalar::ZERO);
        let here = Query::new().verdict(shape, at, &self.pair.b, &self.pair.at_b);
        let agrees = match here {
            Verdict::Intersecting => starts,
            Verdict::Separated => !starts,
            Verdict::Undecided => true,
        };
        self.expect(agrees, Fault::Contradiction, "verdict", &(here, solid));
        let says = [here.intersects(), contains(shape, at, ray.origin)];
        let right = begins.is_none_or(|begins| says == [begins || here == Verdict::Undecided; 2]);
        self.expect(right, Fault::Boolean, "contains", &(here, says));
        let projected = project_point(shape, at, ray.origin);
        let (length, gap) = (projected.signed_distance.to_f64(), projected.gap.to_f64());
        let holds = match begins {
            Some(true) => length <= gap,
            Some(false) => length >= -gap,
            None => true,
        };
        self.expect(holds, Fault::Interval, "projected", &projected);
        let mut batch = [RayCast::Miss; 2];
        batch::cast_rays(shape, at, &[ray, ray.hollow()], &mut batch).unwrap();
        let same = |a: &RayCast<V>, b: &RayCast<V>| format!("{a:?}") == format!("{b:?}");
        let equal = same(&batch[0], solid) && same(&batch[1], hollow);
        self.expect(equal, Fault::Contradiction, "batch", &batch);
    }
}

fn times<V: Vector>(found: &RayCast<V>) -> Option<[f64; 2]> {
    found.hit().map(|hit| [hit.time.low.to_f64(), hit.time.high.to_f64()])
}

/// Whether a ray can begin there.
fn is_usable<V: Vector>(hit: &RayHit<V>) -> bool {
    let [point, normal] = [hit.point, hit.normal].map(Vector::to_space);
    point.is_finite() && normal.is_finite() && hit.time.high.to_f64().is_finite()
}
