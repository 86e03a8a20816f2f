//! Volumes of overlaps: pairs of polytopes of few corners, judged by exact rational volumes; in the
//! plane areas, as the volumes of prisms of height 1.

use clearance::{
    ConvexHull, Overlap, OverlapError, OverlapState, Scalar, Shape, Space, SupportMap as _, overlap,
};
use clearance_oracle::{Rational, below, exact, shared_volume};

use crate::court::Court;
use crate::pair::Pair;
use crate::random::{Random, cloud, pose};
use crate::tally::{Fault, Tally};
use crate::{camera, contact, critical, edges, nested, odd, stacks};

/// A pair, and its sort: hulls of clouds of points, alike or one within the other or flattened, and
/// pairs of other families, curved ones too.
pub fn pair<V: Court>(seed: u64) -> (Pair<V>, &'static str) {
    let r = &mut Random(seed);
    let seed = r.bits();
    match r.below(12) {
        0 | 1 => contact_of_few(contact::pair(seed), seed),
        2 => critical::pair(seed),
        3 => edges::pair(seed),
        4 => camera::pair(seed).unwrap_or_else(|| nested::pair(seed)),
        5 => odd::pair(seed),
        6 => stacks::pair(seed),
        7 => clouds(r, [1.0, 0.2], 1.0),
        8 => clouds(r, [1.0, 1.0], 1e-6),
        _ => clouds(r, [1.0, 1.0], 1.0),
    }
}

fn contact_of_few<V: Court>(
    (pair, _): (Pair<V>, &'static str),
    seed: u64,
) -> (Pair<V>, &'static str) {
    match (solid(&pair.a, &pair.at_a), solid(&pair.b, &pair.at_b)) {
        (Some(_), Some(_)) => (pair, "contact"),
        _ => stacks::pair(seed),
    }
}

fn clouds<V: Court>(r: &mut Random, sizes: [f64; 2], flatten: f64) -> (Pair<V>, &'static str) {
    let mut hull = |size: f64| -> Shape<V> {
        let count = 5 + r.below(if V::Space::DIM == 3 { 10 } else { 3 }) as usize;
        let points: Vec<V> = cloud::<V>(r, count, flatten)
            .into_iter()
            .map(|p| V::from_space(p.to_space() * size))
            .collect();
        ConvexHull::new(&points).unwrap().into()
    };
    let [a, b] = sizes.map(&mut hull);
    let (at_a, at_b) = (pose::<V>(r, 0.6), pose::<V>(r, 0.6));
    let sort = if flatten < 1.0 { "flattened" } else { "clouds" };
    (Pair { a, at_a, b, at_b }, sort)
}

/// Corners of a body that is judged, at most: planes are sought among all triples.
const MOST_CORNERS: u32 = 16;

fn solid<V: Court>(shape: &Shape<V>, at: &clearance::Pose<V>) -> Option<clearance_oracle::Facets> {
    let corners = shape.corners().unwrap_or(8) << (3 - V::Space::DIM);
    (corners <= MOST_CORNERS).then(|| V::solid(shape, at))?
}

/// The overlap of a pair, judged.
pub fn try_overlap<V: Court>(pair: &Pair<V>, sort: &'static str) -> Tally {
    let mut tally = Tally::default();
    *tally.sorts.entry(sort).or_default() += 1;
    if clearance::check(&pair.a, &pair.at_a, &pair.b, &pair.at_b).is_err() {
        return tally;
    }
    let truth = pair.truth();
    tally.sample(truth.signed, pair.size(), pair.is_straight());
    tally.queries += 1;
    let found = overlap(&pair.a, &pair.at_a, &pair.b, &pair.at_b);
    let is_polytope = pair.is_straight() && pair.a.radius_f64() + pair.b.radius_f64() == 0.0;
    let found = match found {
        Ok(found) => found,
        Err(OverlapError::Curved) if !is_polytope => return tally,
        Err(OverlapError::Endless) if pair.has_wall() => return tally,
        Err(error) => {
            tally.find(Fault::Undecided, || format!("{error}: overlap({})", pair.literal()));
            return tally;
        }
    };
    if found.state == OverlapState::Undecided {
        tally.find(Fault::Undecided, || format!("overlap({})", pair.literal()));
    }
    let meets = found.state != OverlapState::Apart;
    if truth.intersects.is_some_and(|truth| truth != meets) {
        tally.find(Fault::Boolean, || format!("{:?}: overlap({})", found.state, pair.literal()));
    }
    let (Some(a), Some(b)) = (solid(&pair.a, &pair.at_a), solid(&pair.b, &pair.at_b)) else {
        return tally;
    };
    let volume = shared_volume(&a, &b);
    // The judge knows a rotation of the plane to 2^-190.
    let size = exact(pair.size()).unwrap();
    let off =
        if V::Space::DIM == 2 { exact(1e-50).unwrap() * &size * &size } else { Rational::ZERO };
    if let Some(fault) = fault_of(&found, &volume, &off) {
        tally.find(fault, || {
            let [low, high] = found.volume;
            let near = below(&volume);
            format!("{near:e} in {low:e} to {high:e}, {:?}: {}", found.state, pair.literal())
        });
    }
    tally
}

fn fault_of<V>(found: &Overlap<V>, truth: &Rational, off: &Rational) -> Option<Fault> {
    let [low, high] = found.volume;
    let is_held = |bound: f64, side: &dyn Fn(Rational) -> bool| exact(bound).is_none_or(side);
    let is_above = is_held(low, &|low| low <= truth + off);
    let is_below = is_held(high, &|high| truth - off <= high);
    if !(is_above && is_below) {
        return Some(Fault::Interval);
    }
    let least = exact(f64::MIN_POSITIVE).unwrap();
    let is_false = match found.state {
        OverlapState::Overlapping => truth + off <= Rational::ZERO,
        OverlapState::Touching | OverlapState::Apart => truth > &(off + &least),
        _ => false,
    };
    is_false.then_some(Fault::Contradiction)
}

/// How wide the interval of a pair's volume is, as a part of the volume; `None` where they share
/// none, or it is not known.
pub fn width<V: Court>(pair: &Pair<V>) -> Option<f64> {
    let found = overlap(&pair.a, &pair.at_a, &pair.b, &pair.at_b).ok()?;
    let [low, high] = found.volume;
    let _ = V::Scalar::EPSILON;
    (low > 0.0).then(|| (high - low) / low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tally::Tightness;

    fn law<V: Court>() {
        let mut tally = Tally::default();
        let mut widths = Vec::new();
        for seed in 0..150 {
            let (pair, sort) = pair::<V>(seed);
            tally = tally.with(try_overlap(&pair, sort));
            widths.extend(width(&pair));
        }
        assert_eq!(tally.total(), 0, "{:#?}", tally.finds);
        assert!(tally.overlapping > 40 && tally.apart > 8, "{tally:?}");
        assert!(Tightness::of(&widths).unwrap().median < 1e-12, "{:?}", Tightness::of(&widths));
    }
    crate::spaces!(volumes_are_between_their_bounds, law);

    #[test]
    fn a_false_bound_is_a_fault() {
        let (pair, _) = pair::<glam::DVec3>(9);
        let shared = |pair: &Pair<glam::DVec3>| {
            let [a, b] = [(&pair.a, &pair.at_a), (&pair.b, &pair.at_b)];
            shared_volume(&solid(a.0, a.1).unwrap(), &solid(b.0, b.1).unwrap())
        };
        let found = overlap(&pair.a, &pair.at_a, &pair.b, &pair.at_b).unwrap();
        let truth = shared(&pair);
        assert_eq!(fault_of(&found, &truth, &Rational::ZERO), None);
        let more = &truth + exact(found.volume[1]).unwrap() - exact(found.volume[0]).unwrap();
        let more = more + exact(f64::MIN_POSITIVE).unwrap();
        assert_eq!(fault_of(&found, &more, &Rational::ZERO), Some(Fault::Interval));
    }
}
