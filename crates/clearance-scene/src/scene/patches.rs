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
/// point; of points in one place one.
fn outline(normal: Xyz, mut points: Vec<ContactSpot>, near: f64) -> Vec<ContactSpot> {
    // A point that is beside a piece by less than the core's band has a twin that is on one.
    let aside = |spot: &ContactSpot| {
        let between = spot.on_a - spot.on_b;
        length(between - normal * between.dot(normal))
    };
    points.sort_by(|p, q| aside(p).total_cmp(&aside(q)));
    let points = without_twins(without_twins(points, |spot| spot.on_a, near), |s| s.on_b, near);
    let deepest = points
        .iter()
        .copied()
        .reduce(|best, spot| if spot.depth > best.depth + near { spot } else { best });
    let x = normal.any_perpendicular();
    let y = normal.cross(x);
    let flat = |spot: &ContactSpot| [spot.on_b.dot(x), spot.on_b.dot(y)];
    let seen: Vec<([f64; 2], ContactSpot)> = points.iter().map(|p| (flat(p), *p)).collect();
    let mut spots = wrapped(&seen, near);
    if let Some(deepest) = deepest
        && !spots.iter().any(|spot| spot.depth >= deepest.depth - near)
    {
        spots.push(deepest);
    }
    spots
}

/// Leaves out every point that has an earlier one in its place.
fn without_twins(
    points: Vec<ContactSpot>,
    place: fn(&ContactSpot) -> Xyz,
    near: f64,
) -> Vec<ContactSpot> {
    // Along no axis, so that few others are as far along it.
    let along = Xyz::new(0.571_3, 0.763_9, 0.300_1);
    let mut order: Vec<(f64, usize, Xyz)> =
        points.iter().map(place).enumerate().map(|(i, at)| (at.dot(along), i, at)).collect();
    order.sort_by(|p, q| p.0.total_cmp(&q.0));
    let mut is_twin = vec![false; points.len()];
    for (later, (height, i, at)) in order.iter().enumerate() {
        let before = order.iter().take(later).rev();
        for (_, j, other) in before.take_while(|(own, ..)| height - own <= 2.0 * near) {
            if (*other - *at).max_abs() <= near {
                is_twin.get_mut(*i.max(j)).into_iter().for_each(|is| *is = true);
            }
        }
    }
    points.into_iter().zip(is_twin).filter(|(_, is_twin)| !is_twin).map(|(p, _)| p).collect()
}

/// The corners of a hull, by wrapping it: from each the next is that which has all others to its
/// left, and of those in line, but for rounding, the farthest.
fn wrapped<T: Copy>(points: &[([f64; 2], T)], near: f64) -> Vec<T> {
    let lowest = |best: usize, (i, (at, _)): (usize, &([f64; 2], T))| {
        let of = points.get(best).map_or(*at, |(own, _)| *own);
        let order = at[1].total_cmp(&of[1]).then(at[0].total_cmp(&of[0]));
        if order.is_lt() { i } else { best }
    };
    let start = points.iter().enumerate().fold(0, lowest);
    let mut order: Vec<usize> = Vec::new();
    let mut last = start;
    while let Some((from, _)) = points.get(last).filter(|_| order.len() < points.len()) {
        order.push(last);
        let mut next: Option<(usize, [f64; 2])> = None;
        for (i, (at, _)) in points.iter().enumerate().filter(|(i, _)| *i != last) {
            let way = [at[0] - from[0], at[1] - from[1]];
            let far = way[0].hypot(way[1]);
            let Some((_, best)) = next else {
                next = Some((i, way));
                continue;
            };
            let longest = far.max(best[0].hypot(best[1]));
            let aside = best[0] * way[1] - best[1] * way[0];
            let ahead = best[0] * way[0] + best[1] * way[1];
            let is_right = aside < -near * longest;
            let is_farther = aside <= near * longest && ahead > best[0].powi(2) + best[1].powi(2);
            if is_right || is_farther {
                next = Some((i, way));
            }
        }
        let Some((i, _)) = next else { break };
        // Rounding may put the start in the middle of a side: then it is no corner.
        if let Some(place) = order.iter().position(|known| *known == i) {
            order.drain(..place);
            break;
        }
        last = i;
    }
    order.into_iter().filter_map(|i| points.get(i).map(|(_, item)| *item)).collect()
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
