//! Changes to certificates: to nearly true ones, to nearly empty ones, and to anything else.

use clearance::{Certificate, CorePoint, Space, SupportPair, Verdict};

use crate::court::Truth;
use crate::random::{EDGES, Random, ulps};

/// Where choices come from: random numbers, or the bytes of a fuzzer.
pub trait Source {
    /// In `0..n`.
    fn below(&mut self, n: u64) -> u64;
    /// Any float, those among them at which arithmetic breaks first.
    fn number(&mut self) -> f64;
}

impl Source for Random {
    fn below(&mut self, n: u64) -> u64 {
        Self::below(self, n)
    }

    fn number(&mut self) -> f64 {
        match Self::below(self, 4) {
            0 => EDGES[Self::below(self, EDGES.len() as u64) as usize],
            1 => f64::from_bits(self.bits()),
            2 => Self::below(self, 17) as f64 / 8.0 - 1.0,
            _ => self.range(-1.0, 1.0),
        }
    }
}

/// One change, of a claim or of the evidence. `stranger` is a certificate of another pair.
pub fn change<S: Space>(
    source: &mut impl Source,
    truth: &Truth,
    stranger: &Certificate<S>,
    proof: &mut Certificate<S>,
) {
    match source.below(8) {
        0 => claim(source, truth, proof),
        1 => borrow(source, stranger, proof),
        2..5 => direction(source, &mut proof.direction),
        5 | 6 => points(source, proof),
        _ => facets(source, proof),
    }
}

/// A few floats up or down.
pub(crate) fn few(source: &mut impl Source) -> i64 {
    source.below(9) as i64 - 4
}

fn claim<S>(source: &mut impl Source, truth: &Truth, proof: &mut Certificate<S>) {
    const ALL: [Verdict; 3] = [Verdict::Separated, Verdict::Intersecting, Verdict::Undecided];
    match source.below(5) {
        0 => proof.lower = ulps::<f64>(truth.signed.lo, few(source)),
        1 => proof.upper = ulps::<f64>(truth.signed.hi, few(source)),
        2 => proof.lower = source.number(),
        3 => proof.upper = source.number(),
        _ => proof.verdict = ALL[source.below(3) as usize],
    }
}

/// A part of another pair's evidence.
fn borrow<S: Clone>(
    source: &mut impl Source,
    stranger: &Certificate<S>,
    proof: &mut Certificate<S>,
) {
    let other = stranger.clone();
    match source.below(4) {
        0 => proof.direction = other.direction,
        1 => proof.pairs = other.pairs,
        2 => (proof.pairs, proof.weights) = (other.pairs, other.weights),
        _ => *proof = other,
    }
}

fn direction<S: Space>(source: &mut impl Source, direction: &mut Vec<S>) {
    let place = source.below(8) as usize;
    let axis = source.below(S::DIM as u64) as usize;
    match source.below(7) {
        0 => direction.push(vector(source)),
        1 => direction.clear(),
        2 => *direction = vec![vector(source)],
        3 => direction.iter_mut().for_each(|part| *part = -*part),
        4 => {
            // Longer or shorter, until parts of it overflow or vanish.
            let by = [2.0, 1e300, 1e-300, f64::from_bits(1)][source.below(4) as usize];
            direction.iter_mut().for_each(|part| *part = *part * by);
        }
        5 => {
            // Nearly parallel to what it was.
            let aside = vector::<S>(source) * 10.0_f64.powi(-(source.below(20) as i32));
            direction.push(aside);
        }
        _ => {
            if let Some(part) = any(direction, place) {
                *part = nudged(source, *part, axis);
            }
        }
    }
}

/// One coordinate a few floats on.
fn nudged<S: Space>(source: &mut impl Source, v: S, axis: usize) -> S {
    let x = v.coordinate(axis);
    let mut coordinates = v.coordinates();
    if let Some(moved) = coordinates.get_mut(axis) {
        *moved = ulps::<f64>(x, few(source));
    }
    let [x, y, z] = coordinates;
    S::from_xyz(x, y, z)
}

fn points<S: Space>(source: &mut impl Source, proof: &mut Certificate<S>) {
    let place = source.below(16) as usize;
    match source.below(9) {
        0 => proof.pairs.push(support_pair(source)),
        1 | 2 => {
            let other = support_pair(source);
            let keeps_b = source.below(2) == 0;
            if let Some(pair) = any(&mut proof.pairs, place) {
                *pair = if keeps_b { SupportPair { on_a: other.on_a, ..*pair } } else { other };
            }
        }
        3 if !proof.pairs.is_empty() => {
            proof.pairs.swap_remove(place % proof.pairs.len());
        }
        4 => {
            for pair in &mut proof.pairs {
                *pair = SupportPair { on_a: pair.on_b, on_b: pair.on_a };
            }
        }
        5 | 6 => {
            // Beyond the rim of a round core, by next to nothing or by more.
            let axis = source.below(S::DIM as u64) as usize;
            let farther = 1.0 + f64::EPSILON * 4.0_f64.powi(source.below(27) as i32);
            let bulged = source.below(2) == 0;
            if let Some(pair) = any(&mut proof.pairs, place) {
                for point in [&mut pair.on_a, &mut pair.on_b] {
                    if let CorePoint::Inside(p) = point {
                        *p = if bulged { *p * farther } else { nudged(source, *p, axis) };
                    }
                }
            }
        }
        7 => {
            let other = source.number();
            let nudge = few(source);
            if let Some(weight) = any(&mut proof.weights, place) {
                *weight = if nudge > 2 { other } else { ulps::<f64>(*weight, nudge) };
            }
        }
        _ => {}
    }
    // So that usually something other than the weights fails, since other points have other
    // weights.
    if source.below(4) != 0 && proof.weights.len() != proof.pairs.len() {
        proof.weights = vec![1.0 / proof.pairs.len() as f64; proof.pairs.len()];
    }
}

fn facets<S>(source: &mut impl Source, proof: &mut Certificate<S>) {
    let place = source.below(64) as usize;
    match source.below(6) {
        0 => {
            let facet = [0; 3].map(|_| source.below(8) as u32);
            proof.facets.push(facet);
        }
        1 => {
            if let Some(facet) = any(&mut proof.facets, place) {
                facet.swap(0, 1);
            }
        }
        2 => {
            let (other, far) = (source.below(8) as u32, source.below(8) == 0);
            if let Some(facet) = any(&mut proof.facets, place) {
                facet[place % 3] = if far { u32::MAX - other } else { other };
            }
        }
        3 if !proof.facets.is_empty() => {
            proof.facets.swap_remove(place % proof.facets.len());
        }
        4 => {
            // Both sides of it: closed, and without volume.
            let back: Vec<_> = proof.facets.iter().map(|[i, j, k]| [*j, *i, *k]).collect();
            proof.facets.extend(back);
        }
        _ => proof.facets.clear(),
    }
}

pub(crate) fn any<T>(list: &mut [T], place: usize) -> Option<&mut T> {
    let count = list.len().max(1);
    list.get_mut(place % count)
}

fn support_pair<S: Space>(source: &mut impl Source) -> SupportPair<S> {
    SupportPair { on_a: core_point(source), on_b: core_point(source) }
}

fn core_point<S: Space>(source: &mut impl Source) -> CorePoint<S> {
    match source.below(8) {
        0 => CorePoint::Boundary,
        1..4 => CorePoint::Inside(vector(source)),
        _ => CorePoint::Corner(source.below(9)),
    }
}

fn vector<S: Space>(source: &mut impl Source) -> S {
    let [x, y, z] = [0; 3].map(|_| source.number());
    S::from_xyz(x, y, z)
}
