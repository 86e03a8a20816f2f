//! Whether the points of a manifold cover as much of their patch as so few can, by trying all.

use clearance::{ContactPoint, Manifold, Scalar, Space, Vector};

/// A share of the largest area that counts as all of it: the documented one, and rounding.
const AS_GOOD: f64 = 0.989;

/// The same of over this many corners, of which those count that are farthest along 16 directions.
const AS_GOOD_OF_MANY: f64 = 0.93;
const MANY: usize = 17;

/// More corners than this are not tried.
const MOST: usize = 24;

/// What is wrong with the choice of points. They are the largest four (in the plane, or of a patch
/// without breadth, the longest two) that hold one of the deepest; where the very deepest is none
/// of these, it took the place of one.
pub fn chosen_wrongly<V: Vector>(
    manifold: &Manifold<V>,
    all: &[ContactPoint<V>],
    band: f64,
) -> Option<String> {
    let kept = manifold.points();
    let few = if V::Space::DIM == 2 { 2 } else { 4 };
    if all.len() <= few {
        return (kept.len() != all.len()).then(|| "few corners are not all kept".into());
    }
    if all.len() > MOST {
        return None;
    }
    let at = across::<V>(manifold.normal);
    let places: Vec<[f64; 2]> = all.iter().map(&at).collect();
    let mine: Vec<[f64; 2]> = kept.iter().map(&at).collect();
    let depths: Vec<f64> = all.iter().map(|point| point.depth.to_f64()).collect();
    let deepest = depths.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let is_deep: Vec<bool> = depths.iter().map(|depth| *depth >= deepest - 0.999 * band).collect();
    let longest = best(&places, 2, |_| true);
    let largest = best(&places, few, |set| set.iter().any(|i| is_deep[*i]));
    let share = if all.len() > MANY { AS_GOOD_OF_MANY } else { AS_GOOD };
    // Lengths within the band are equal, and a patch that is no broader than it is a line.
    let wanted = share * largest - if few == 4 { 2.0 * band * longest } else { band };
    let own = measure(&mine);
    let is_deepest = |i: &usize| kept[*i].depth.to_f64() >= deepest - manifold.gap.to_f64();
    let steady = (0..mine.len()).filter(is_deepest).flat_map(|i| {
        let mine = &mine;
        places.iter().map(move |place| {
            let mut before = mine.clone();
            before[i] = *place;
            measure(&before)
        })
    });
    let found = steady.fold(own, f64::max);
    (found < wanted).then(|| format!("{own:e} of {largest:e} is covered, or {found:e}"))
}

/// Where a point is, seen along the normal.
fn across<V: Vector>(normal: V) -> impl Fn(&ContactPoint<V>) -> [f64; 2] {
    let n = normal.to_space().coordinates();
    let cross =
        |[a, b, c]: [f64; 3], [d, e, f]: [f64; 3]| [b * f - c * e, c * d - a * f, a * e - b * d];
    let dot = |p: [f64; 3], q: [f64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let least = (0..3).min_by(|i, j| n[*i].abs().total_cmp(&n[*j].abs())).unwrap_or(0);
    let mut aside = [0.0; 3];
    aside[least] = 1.0;
    let x = cross(n, aside);
    let x = x.map(|c| c / dot(x, x).sqrt());
    let y = cross(n, x);
    move |point| {
        let [p, q] = [point.on_a, point.on_b].map(|p| p.to_space().coordinates());
        let middle = [0, 1, 2].map(|i| 0.5 * (p[i] + q[i]));
        [dot(middle, x), dot(middle, y)]
    }
}

/// The largest measure of so many of the places.
fn best(places: &[[f64; 2]], count: usize, is_wanted: impl Fn(&[usize]) -> bool) -> f64 {
    let n = places.len();
    let mut set: Vec<usize> = (0..count).collect();
    let mut most: f64 = 0.0;
    loop {
        if is_wanted(&set) {
            let chosen: Vec<[f64; 2]> = set.iter().map(|i| places[*i]).collect();
            most = most.max(measure(&chosen));
        }
        // The next set in the order of the numbers.
        let Some(i) = (0..count).rev().find(|i| set[*i] + count < n + i) else { return most };
        set[i] += 1;
        for j in i + 1..count {
            set[j] = set[j - 1] + 1;
        }
    }
}

/// Twice the area of four or three points, the length between two.
fn measure(set: &[[f64; 2]]) -> f64 {
    let between = |p: [f64; 2], q: [f64; 2]| [q[0] - p[0], q[1] - p[1]];
    let area = |d: [f64; 2], e: [f64; 2]| (d[0] * e[1] - d[1] * e[0]).abs();
    match *set {
        [p, q] => between(p, q)[0].hypot(between(p, q)[1]),
        [p, q, r] => area(between(p, q), between(p, r)),
        [p, q, r, s] => {
            let by = |[p, q, r, s]: [[f64; 2]; 4]| area(between(p, q), between(r, s));
            [[p, q, r, s], [p, r, q, s], [p, s, q, r]].map(by).into_iter().fold(0.0, f64::max)
        }
        _ => 0.0,
    }
}
