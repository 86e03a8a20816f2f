//! The conditions on every contact manifold, by exact arithmetic about points and separations.

use clearance::{
    ContactPoint, Manifold, Pose, Scalar, Shape, Space, SupportMap, Vector, Warm,
    contact_manifold_warm, contact_points, corner_points,
};

use crate::court::Court;
use crate::four::chosen_wrongly;
use crate::pair::{Pair, length};
use crate::random::Random;
use crate::stacks::thickness;
use crate::tally::{Fault, Tally};

/// Depths and places within this part of the thickness are equal, as documented.
const BAND: f64 = 1e-3;

/// The motion under which a manifold must not change, as a part of the thickness.
const TREMOR: f64 = 1e-6;

/// Judges the manifold of a pair.
pub fn examine<V: Court>(pair: &Pair<V>, sort: &str, seed: u64) -> Tally {
    let mut tally = Tally::default();
    let truth = pair.truth();
    tally.sample(truth.signed, pair.size(), pair.is_straight());
    let thickness = thickness(pair);
    let r = &mut Random(seed ^ 0x5eed);
    let within = [0.0, 2e-3, 0.1][r.below(3) as usize] * thickness;
    let within = V::Scalar::from_f64(within);
    let exam = Exam { pair, thickness, within };
    tally.queries += 1;
    let mut all = Vec::new();
    let found = exam.ask(pair, |point| all.push(point));
    let (signed, gap) = {
        let answer = pair.proximity();
        (answer.signed_distance().to_f64(), answer.witness().gap.to_f64())
    };
    let apart = truth.signed.lo > within.to_f64() + gap;
    let near = truth.signed.hi < within.to_f64() - gap;
    let mut faults = Vec::new();
    match &found {
        None if near => faults.push(format!("nothing, though {:?} apart", truth.signed)),
        Some(_) if apart => faults.push(format!("something, though {:?} apart", truth.signed)),
        _ => {}
    }
    if let Some(manifold) = &found {
        faults.extend(exam.laws(manifold, &all, signed.min(truth.signed.hi).max(truth.signed.lo)));
        if let Some(text) = exam.mirror(&all) {
            faults.push(text);
        }
        if !(has_known_facets(&pair.a) && has_known_facets(&pair.b)) {
            return noted(tally, &exam, faults);
        }
        tally.steady += 1;
        let moved = pair.moved(r.direction::<V::Space>() * (TREMOR * thickness));
        let mut after = Vec::new();
        let again = exam.ask(&moved, |point| after.push(point));
        let change = change(manifold, again.as_ref());
        // From what the moved pair left, this pair's depth is the same.
        let mut memory = Warm::default();
        let _ = exam.ask_warm(&moved, &mut memory);
        if let Some(warm) = exam.ask_warm(pair, &mut memory) {
            let [depth, other] = [manifold, &warm].map(|m| m.depth().to_f64());
            let gaps = manifold.gap.to_f64() + warm.gap.to_f64();
            if !((depth - other).abs() <= gaps) {
                faults.push(format!("{other} deep from a memory, {depth} without"));
            }
        }
        // Corner on corner, no direction is better than another, and the search chooses one.
        let stacked = !matches!(sort, "random" | "touching" | "deep");
        let is_tied = || !stacked && again.is_some_and(|again| exam.is_tied(again.normal, signed));
        if let Some(change) = change
            && !is_tied()
        {
            tally.unsteady += 1;
            tally.find(Fault::Unsteady, || exam.text(&change));
        }
    }
    noted(tally, &exam, faults)
}

fn noted<V: Court>(mut tally: Tally, exam: &Exam<'_, V>, faults: Vec<String>) -> Tally {
    for fault in faults {
        tally.find(Fault::Manifold, || exam.text(&fault));
    }
    tally
}

/// Whether the library knows the features of the surface. Others that touch along a facet have one
/// point, anywhere on it.
fn has_known_facets<V: Vector>(shape: &Shape<V>) -> bool {
    match shape {
        Shape::Sum(_) | Shape::Frustum(_) => false,
        Shape::Rounded(rounded) => has_known_facets(&rounded.inner),
        Shape::Scaled(scaled) => {
            has_known_facets(scaled.inner()) && !matches!(scaled.inner(), Shape::Rounded(_))
        }
        _ => true,
    }
}

/// What a tremor has changed; `None` if the count, the keys and the normal are unchanged, but for
/// that of the deepest point, or if it led out of reach.
fn change<V: Court>(before: &Manifold<V>, after: Option<&Manifold<V>>) -> Option<String> {
    let after = after?;
    let keys = |m: &Manifold<V>| {
        let mut keys: Vec<_> = m.points().iter().map(|p| p.key).collect();
        keys.sort_unstable();
        keys
    };
    let turned = length(before.normal.to_space() - after.normal.to_space());
    if before.points().len() != after.points().len() {
        return Some(format!("{} points, then {}", before.points().len(), after.points().len()));
    }
    // The deepest of equals follows the tremor, and may take the place of one other.
    let (old, new) = (keys(before), keys(after));
    if old.iter().filter(|key| !new.contains(key)).count() > 1 {
        return Some(format!("keys {old:x?}, then {new:x?}"));
    }
    (turned > 1e-3).then(|| format!("normal turned by {turned:e}"))
}

struct Exam<'a, V: Vector> {
    pair: &'a Pair<V>,
    thickness: f64,
    within: V::Scalar,
}

impl<V: Court> Exam<'_, V> {
    fn ask(&self, pair: &Pair<V>, show: impl FnMut(ContactPoint<V>)) -> Option<Manifold<V>> {
        let Pair { a, at_a, b, at_b } = pair;
        contact_points(a, at_a, b, at_b, self.within, show)
    }

    fn ask_warm(&self, pair: &Pair<V>, memory: &mut Warm) -> Option<Manifold<V>> {
        let Pair { a, at_a, b, at_b } = pair;
        contact_manifold_warm(a, at_a, b, at_b, self.within, memory)
    }

    /// Whether another normal than the answer's is as good: of shapes that just touch, or are one
    /// and the same.
    fn is_tied(&self, other: V, signed: f64) -> bool {
        let Pair { a, at_a, b, at_b } = self.pair;
        let band = BAND * self.thickness;
        // For a shape and itself in one place, neither comes first.
        let apart = at_a.translation.to_space() - at_b.translation.to_space();
        if a == b && length(apart) < band {
            return true;
        }
        let touch = signed.abs() <= band && !self.pair.has_wall();
        touch && V::separation(a, at_a, b, at_b, other).hi >= signed - band
    }

    fn text(&self, what: &str) -> String {
        let space = std::any::type_name::<V>();
        let (within, literal) = (self.within, self.pair.literal());
        format!("{what}, within {within:?}\n  touching::<{space}>({literal})")
    }

    /// The faults of a manifold, whose pair is this far apart.
    fn laws(&self, manifold: &Manifold<V>, all: &[ContactPoint<V>], signed: f64) -> Vec<String> {
        let mut faults = Vec::new();
        let mut hold = |holds: bool, fault: String| {
            if !holds {
                faults.push(fault);
            }
        };
        let Pair { a, at_a, b, at_b } = self.pair;
        let size = self.pair.size();
        let world = length(at_a.translation.to_space()) + length(at_b.translation.to_space());
        let gap = manifold.gap.to_f64();
        let rounding = 8.0 * V::Scalar::EPSILON * (size + world);
        let (band, normal) = (BAND * self.thickness, manifold.normal.to_space());
        hold((length(normal) - 1.0).abs() < 4.0 * V::Scalar::EPSILON, "normal of no unit".into());
        hold(manifold.corners as usize == all.len(), "corners counted wrong".into());
        let most = if V::Space::DIM == 2 { 2 } else { 4 };
        let kept = manifold.points();
        hold((1..=most).contains(&kept.len()), format!("{} points", kept.len()));
        for point in kept {
            hold(all.contains(point), "a point that is no corner".into());
        }
        let mut keys: Vec<_> = all.iter().map(|point| point.key).collect();
        keys.sort_unstable();
        keys.dedup();
        hold(keys.len() == all.len(), format!("two points share a key of {keys:x?}"));
        let is_named = |half: u32| half >> 30 != 0;
        hold(keys.iter().all(|k| is_named(k.on_a()) && is_named(k.on_b())), "no name".into());
        // The deepest stays, and is as deep as the shapes are by their certificate: to within the
        // gap, which is no excuse for more than the band.
        let deepest = all.iter().map(|p| p.depth.to_f64()).fold(f64::NEG_INFINITY, f64::max);
        let depth = manifold.depth().to_f64();
        hold(depth >= deepest - gap, format!("{deepest:e} is lost, {depth:e} is left"));
        let off = (depth + signed).abs();
        hold(off <= gap, format!("deepest {depth:e}, not {signed:e}, by a gap of {gap:e}"));
        let own = manifold.proximity.witness().gap.to_f64();
        let loose = 2.0 * band + 2.0 * own + rounding;
        hold(off <= loose, format!("deepest {depth:e}, far from {signed:e}"));
        if !self.pair.has_wall() {
            let along = V::separation(a, at_a, b, at_b, manifold.normal);
            let tilted = 4.0 * V::Scalar::EPSILON * size;
            let least = -along.lo + gap + rounding + tilted;
            hold(deepest <= least, format!("{deepest:e} deep, where only {least:e} overlap"));
        }
        for point in all {
            let ContactPoint { on_a, on_b, depth, .. } = *point;
            let (p, q, depth) = (on_a.to_space(), on_b.to_space(), depth.to_f64());
            let between = p - q;
            let off = (between.dot(normal) - depth).abs();
            hold(off <= gap + rounding, format!("depth off by {off:e}"));
            let aside = length(between - normal * between.dot(normal));
            hold(aside <= 2.0 * band + gap + rounding, format!("aside by {aside:e}"));
            let mut lies = |point: V, shape: &Shape<V>, at: &Pose<V>, out: V::Space| {
                let outside = V::outside(point, shape, at);
                hold(outside <= gap + rounding, format!("{outside:e} outside"));
                // A little farther along the normal is outside: by less than the way there beside
                // a flank that leads on nearly along it.
                let step = (1e-6 * self.thickness).max(128.0 * (gap + rounding));
                let there = V::from_space(point.to_space() + out * step);
                let left = V::outside(there, shape, at);
                // So is any step to the side of a point.
                let is_coarse = step >= 0.1 * self.thickness;
                hold(
                    is_coarse || left > 1e-4 * step,
                    format!("inside: {left:e} outside after {step:e}"),
                );
            };
            lies(on_a, a, at_a, normal);
            lies(on_b, b, at_b, -normal);
        }
        let within = self.within.to_f64();
        let ahead = all.iter().map(|p| -p.depth.to_f64()).fold(f64::NEG_INFINITY, f64::max);
        let reach = within.max(-deepest) + band + gap + rounding;
        if ahead > reach {
            faults.push(format!("{ahead:e} in front, within {within:e}"));
        }
        faults.extend(chosen_wrongly(manifold, all, band));
        faults.extend(self.missing(manifold, all, deepest));
        faults
    }

    /// A corner as low as the deepest point, under the other's surface, has a point of its own.
    fn missing(
        &self,
        manifold: &Manifold<V>,
        all: &[ContactPoint<V>],
        deepest: f64,
    ) -> Option<String> {
        let Pair { a, at_a, b, at_b } = self.pair;
        let (band, gap) = (BAND * self.thickness, manifold.gap.to_f64());
        let normal = manifold.normal.to_space();
        let rounding = 64.0 * V::Scalar::EPSILON * self.pair.size();
        // Eight points stand for a circle, a side of the plane has two, and facets of sums are
        // unknown. Rounding hides what is under and what is beside.
        let is_sharp = |shape: &Shape<V>| shape.radius_f64() == 0.0 && has_known_facets(shape);
        let are_known = V::Space::DIM == 3 && self.pair.is_straight() && is_sharp(a) && is_sharp(b);
        if !are_known {
            return None;
        }
        if deepest < band || gap + rounding > 0.01 * band {
            return None;
        }
        let sides = [(a, at_a, b, at_b, normal), (b, at_b, a, at_a, normal * -1.0)];
        sides.into_iter().zip([true, false]).find_map(
            |((shape, at, other, at_other, out), is_a)| {
                let corners: Vec<V> = corner_points(shape, at).collect();
                if corners.len() > 24 {
                    return None;
                }
                let height = |corner: &V| corner.to_space().dot(out);
                let top = corners.iter().map(height).fold(f64::NEG_INFINITY, f64::max);
                let up = out * (0.05 * band - deepest);
                corners.iter().filter(|corner| height(corner) > top - 0.02 * band).find_map(
                    |corner| {
                        let place = corner.to_space();
                        let is_under =
                            V::outside(V::from_space(place + up), other, at_other) == 0.0;
                        let is_near = |point: &ContactPoint<V>| {
                            let on = if is_a { point.on_a } else { point.on_b };
                            length(on.to_space() - place) <= 2.0 * band
                        };
                        (is_under && !all.iter().any(is_near))
                            .then(|| format!("no point at {corner:?}"))
                    },
                )
            },
        )
    }

    /// Whether swapping the two mirrors the answer bit by bit.
    fn mirror(&self, all: &[ContactPoint<V>]) -> Option<String> {
        let swapped = self.pair.swapped();
        if swapped.a == swapped.b && swapped.at_a == swapped.at_b {
            return None;
        }
        let mut mirrored = Vec::new();
        self.ask(&swapped, |point| mirrored.push(point));
        let same = |p: &ContactPoint<V>, q: &ContactPoint<V>| {
            p.on_a == q.on_b && p.on_b == q.on_a && p.depth == q.depth && p.key == q.key.swapped()
        };
        let is_mirrored =
            all.len() == mirrored.len() && all.iter().zip(&mirrored).all(|(p, q)| same(p, q));
        (!is_mirrored).then(|| "swapped it is another".into())
    }
}
