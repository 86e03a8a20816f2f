//! Contact points of many pieces as few patches: one for each plane that they share.

use clearance::{Space, Xyz};

use super::contacts::{Contact, ContactSpot};
use crate::lengths::length;

/// Normals this close, in radians, are equal but for rounding.
const EQUAL: f64 = 1e-9;

/// Joins the contacts of pieces that share normal and plane, each seen on one of the two bodies;
/// of the points the corners of their common hull stay, and the deepest. Lengths up to `near` are
/// rounding. Deeper ones come first.
pub(super) fn joined(mut all: Vec<Contact>, is_plane_on_a: bool, near: f64) -> Vec<Contact> {
    let first = |contact: &Contact| contact.points.first().map(|point| (point.parts, point.key));
    let order = |one: &Contact, two: &Contact| {
        two.depth().total_cmp(&one.depth()).then(first(one).cmp(&first(two)))
    };
    all.sort_by(order);
    let height = |normal: Xyz, contact: &Contact| {
        let point = contact.points.first().map(|p| if is_plane_on_a { p.on_a } else { p.on_b });
        point.unwrap_or_default().dot(normal)
    };
    let mut patches: Vec<Contact> = Vec::new();
    for contact in all {
        let is_same = |patch: &&mut Contact| {
            let off = length(patch.normal - contact.normal);
            off <= EQUAL
                && patch.is_true == contact.is_true
                && (height(patch.normal, patch) - height(patch.normal, &contact)).abs() <= near
        };
        match patches.iter_mut().find(is_same) {
            Some(patch) => {
                patch.gap = patch.gap.max(contact.gap + EQUAL * near);
                patch.points.extend(contact.points);
            }
            None => patches.push(contact),
        }
    }
    for patch in &mut patches {
        patch.points = outline(patch.normal, std::mem::take(&mut patch.points), near);
    }
    patches.sort_by(order);
    patches
}

/// The corners of the hull of points as seen along a normal, counter-clockwise, and the deepest
/// point; of points in one place the first.
fn outline(normal: Xyz, mut points: Vec<ContactSpot>, near: f64) -> Vec<ContactSpot> {
    let x = normal.any_perpendicular();
    let y = normal.cross(x);
    let flat = |spot: &ContactSpot| {
        let middle = (spot.on_a + spot.on_b) * 0.5;
        [middle.dot(x), middle.dot(y)]
    };
    // A point that is beside a piece by less than the core's band has a twin that is on one.
    let aside = |spot: &ContactSpot| {
        let between = spot.on_a - spot.on_b;
        length(between - normal * between.dot(normal))
    };
    points.sort_by(|p, q| aside(p).total_cmp(&aside(q)));
    let mut seen: Vec<([f64; 2], ContactSpot)> = Vec::with_capacity(points.len());
    for spot in points {
        let is_known = |(_, known): &([f64; 2], ContactSpot)| {
            (known.on_a - spot.on_a).max_abs() <= near || (known.on_b - spot.on_b).max_abs() <= near
        };
        if !seen.iter().any(is_known) {
            seen.push((flat(&spot), spot));
        }
    }
    let deepest = seen
        .iter()
        .map(|(_, spot)| *spot)
        .reduce(|best, spot| if spot.depth > best.depth + near { spot } else { best });
    seen.sort_by(|([a, b], _), ([c, d], _)| a.total_cmp(c).then(b.total_cmp(d)));
    let upper = chain(seen.iter().rev().copied(), near);
    let mut hull = chain(seen.iter().copied(), near);
    // Both chains begin where the other ends.
    hull.pop();
    hull.extend(upper.split_last().map(|(_, rest)| rest).unwrap_or_default());
    if hull.is_empty() {
        hull = seen;
    }
    let mut spots: Vec<ContactSpot> = hull.into_iter().map(|(_, spot)| spot).collect();
    if let Some(deepest) = deepest
        && !spots.iter().any(|spot| spot.depth >= deepest.depth - near)
    {
        spots.push(deepest);
    }
    spots
}

/// The half of a hull below points in their order; what is in line, but for rounding, is left out.
fn chain<T: Copy>(points: impl Iterator<Item = ([f64; 2], T)>, near: f64) -> Vec<([f64; 2], T)> {
    let mut chain: Vec<([f64; 2], T)> = Vec::new();
    for point in points {
        while let [.., (p, _), (q, _)] = chain.as_slice() {
            let (u, v) = (less(*q, *p), less(point.0, *p));
            let aside = u[0] * v[1] - u[1] * v[0];
            if aside > near * v[0].hypot(v[1]) {
                break;
            }
            chain.pop();
        }
        chain.push(point);
    }
    chain
}

fn less([a, b]: [f64; 2], [c, d]: [f64; 2]) -> [f64; 2] {
    [a - c, b - d]
}

/// At most four points that stand for all: the deepest, the farthest from it, and the farthest to
/// either side of the line through both.
pub(super) fn few(contact: &Contact) -> Vec<ContactSpot> {
    let points = &contact.points;
    if points.len() <= 4 {
        return points.clone();
    }
    let most = |score: &dyn Fn(&ContactSpot) -> f64| {
        points.iter().enumerate().fold((0, f64::NEG_INFINITY), |best, (i, spot)| {
            let score = score(spot);
            if score > best.1 { (i, score) } else { best }
        })
    };
    let at = |i: usize| points.get(i).map(|spot| spot.on_a).unwrap_or_default();
    let (deepest, _) = most(&|spot| spot.depth);
    let (far, _) = most(&|spot| length(spot.on_a - at(deepest)));
    let side = contact.normal.cross(at(far) - at(deepest));
    let aside = |spot: &ContactSpot| (spot.on_a - at(deepest)).dot(side);
    let sides = [most(&aside), most(&|spot| -aside(spot))];
    let mut places = vec![deepest, far];
    places.extend(sides.iter().filter(|(_, score)| *score > 0.0).map(|(i, _)| *i));
    places.sort_unstable();
    places.dedup();
    places.into_iter().filter_map(|i| points.get(i).copied()).collect()
}
