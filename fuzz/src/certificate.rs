//! Certificates, found and forged: whatever verifies is true.

use clearance::{
    Certificate, CertificateError, CorePoint, Scalar, Shape, Space, SupportPair, Verdict,
    certificate, verify,
};
use clearance_trust::{Court, KINDS, Pair, Truth, WALL, is_straight, ladder};
use serde::de::DeserializeOwned;

use crate::draw::{Draw, ulps};
use crate::near;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Court<Space: DeserializeOwned>>(draw: &mut Draw<'_>) {
    match draw.below(8) {
        0 => any_kind::<V>(draw),
        1 => from_text::<V>(draw),
        2 => forged::<V>(draw, false),
        _ => forged::<V>(draw, true),
    }
}

/// Of all kinds of shapes, near contact and far from it: it verifies, and does not contradict the query.
fn any_kind<V: Court>(draw: &mut Draw<'_>) {
    let kinds = draw.word();
    let (kind_a, kind_b) = (u64::from(kinds) % KINDS, u64::from(kinds >> 8) % KINDS);
    let pair = ladder::pair::<V>(draw.word().into(), kind_a, kind_b);
    let Pair { a, at_a, b, at_b, .. } = &pair;
    let known = |shape| is_straight(shape) || matches!(shape, Shape::HalfSpace(_));
    let is_provable = known(a) && known(b) && (kind_a, kind_b) != (WALL, WALL);
    let proof = match certificate(a, at_a, b, at_b) {
        Ok(proof) => proof,
        Err(CertificateError::Unsupported { .. }) if !is_provable => return,
        Err(error) => panic!("{error}: {}", pair.literal()),
    };
    let answer = pair.proximity();
    let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
    let shown = || format!("{answer:?}\n{proof:?}\n{}", pair.literal());
    match verify(a, at_a, b, at_b, &proof) {
        Ok(()) => {}
        Err(error) => panic!("{error}: {}", shown()),
    }
    // The ends of the query's interval are rounded once more here.
    let slack = 2.0 * f64::EPSILON * (signed.abs() + gap);
    assert!(proof.lower <= signed + gap + slack, "{}", shown());
    assert!(proof.upper >= signed - gap - slack, "{}", shown());
    if answer.is_decided() && proof.verdict != Verdict::Undecided {
        assert_eq!(answer.intersects(), proof.verdict.intersects(), "{}", shown());
    }
}

/// Text that may be a certificate, of a pair that never changes.
fn from_text<V: Court<Space: DeserializeOwned>>(draw: &mut Draw<'_>) {
    let pair = ladder::pair::<V>(u64::from(draw.below(4)), 5, 6);
    if let Ok(proof) = serde_json::from_slice::<Certificate<V::Space>>(draw.rest())
        && verify(&pair.a, &pair.at_a, &pair.b, &pair.at_b, &proof).is_ok()
    {
        holds(&pair, &pair.truth(), &proof);
    }
}

/// A certificate, as it is found or of nothing, with some of it changed, most often to what is almost true. What is found is decided,
/// as no core here is curved.
fn forged<V: Court>(draw: &mut Draw<'_>, is_found: bool) {
    let pair = near::pair::<V>(draw);
    let truth = pair.truth();
    let mut proof = if is_found { found(&pair) } else { unproved() };
    holds(&pair, &truth, &proof);
    if is_found {
        let shown = || format!("{truth:?}\n{proof:?}\n{}", pair.literal());
        assert_ne!(proof.verdict, Verdict::Undecided, "{}", shown());
    }
    for _ in 0..draw.below(6) {
        change::<V>(draw, &truth, &mut proof);
        if verify(&pair.a, &pair.at_a, &pair.b, &pair.at_b, &proof).is_ok() {
            holds(&pair, &truth, &proof);
        }
    }
}

/// What the library finds, which verifies.
fn found<V: Court>(pair: &Pair<V>) -> Certificate<V::Space> {
    let Pair { a, at_a, b, at_b, .. } = pair;
    let found = certificate(a, at_a, b, at_b);
    let Ok(proof) = found else { panic!("{found:?} {}", pair.literal()) };
    assert_eq!(verify(a, at_a, b, at_b, &proof), Ok(()), "{proof:?} {}", pair.literal());
    proof
}

/// Nothing claimed.
fn unproved<S>() -> Certificate<S> {
    Certificate {
        verdict: Verdict::Undecided,
        lower: f64::NEG_INFINITY,
        upper: f64::INFINITY,
        direction: Vec::new(),
        pairs: Vec::new(),
        weights: Vec::new(),
        facets: Vec::new(),
    }
}

/// Bounds are floats. Where the judge's bracket is of the floats next to the truth, no slack is due. In the plane a rotation is told to
/// the judge by a root, so that a truth that is a float may have a bracket that ends at it; and of lengths 1e-40 times their
/// radii the judge's own roots leave more than a float.
fn holds<V: Court>(pair: &Pair<V>, truth: &Truth, proof: &Certificate<V::Space>) {
    // The judge knows an irrational turn of the plane too roughly to tell contact.
    assert!(truth.exact || truth.intersects.is_none(), "{}", pair.literal());
    let doubt = if truth.exact { 0.0 } else { 1e-50 * pair.size() };
    let claimed = match proof.verdict {
        Verdict::Separated => Some(false),
        Verdict::Intersecting => Some(true),
        Verdict::Undecided => None,
    };
    let Truth { signed, .. } = truth;
    let is_tight = V::Space::DIM == 3 && signed.hi <= signed.lo.next_up();
    let (most, least) = if is_tight { (signed.lo, signed.hi) } else { (signed.hi, signed.lo) };
    let holds = proof.lower <= most + doubt
        && proof.upper >= least - doubt
        && (claimed.is_none() || truth.intersects.is_none() || claimed == truth.intersects);
    assert!(holds, "{}: {truth:?}\n{proof:?}\n{}", std::any::type_name::<V>(), pair.literal());
}

fn change<V: Court>(draw: &mut Draw<'_>, truth: &Truth, proof: &mut Certificate<V::Space>) {
    let few = i64::from(draw.byte() as i8) / 32;
    let place = usize::from(draw.byte());
    match draw.below(16) {
        0 => proof.lower = ulps::<f64>(truth.signed.lo, few),
        1 => proof.upper = ulps::<f64>(truth.signed.hi, few),
        2 => proof.lower = draw.number::<f64>(),
        3 => proof.upper = draw.number::<f64>(),
        4 => {
            const ALL: [Verdict; 3] =
                [Verdict::Separated, Verdict::Intersecting, Verdict::Undecided];
            proof.verdict = ALL[place % 3];
        }
        5 => proof.direction.push(vector(draw)),
        6 => proof.direction.clear(),
        7 => {
            if let Some(part) = any(&mut proof.direction, place) {
                let axis = usize::from(draw.below(V::Space::DIM as u8));
                let x = part.coordinate(axis);
                *part += V::Space::axis(axis) * (ulps::<f64>(x, few) - x);
            }
        }
        8 => proof.pairs.push(support_pair(draw)),
        9 => {
            let other = support_pair(draw);
            if let Some(pair) = any(&mut proof.pairs, place) {
                *pair = if few > 0 { other } else { SupportPair { on_a: other.on_a, ..*pair } };
            }
        }
        10 if !proof.pairs.is_empty() => {
            proof.pairs.swap_remove(place % proof.pairs.len());
        }
        11 => proof.weights = vec![1.0 / proof.pairs.len() as f64; proof.pairs.len()],
        12 => {
            let other = draw.number::<f64>();
            if let Some(weight) = any(&mut proof.weights, place) {
                *weight = if few > 0 { other } else { ulps::<f64>(*weight, few) };
            }
        }
        13 => proof.facets.push([0; 3].map(|_| draw.below(8).into())),
        14 => {
            if let Some(facet) = any(&mut proof.facets, place) {
                match few {
                    ..0 => facet.swap(0, 1),
                    0 => facet[place % 3] = u32::from(draw.word()) << 16,
                    _ => facet[place % 3] = draw.below(8).into(),
                }
            }
        }
        _ => proof.facets.clear(),
    }
}

fn any<T>(list: &mut [T], place: usize) -> Option<&mut T> {
    let count = list.len().max(1);
    list.get_mut(place % count)
}

fn support_pair<S: Space>(draw: &mut Draw<'_>) -> SupportPair<S> {
    SupportPair { on_a: core_point(draw), on_b: core_point(draw) }
}

fn core_point<S: Space>(draw: &mut Draw<'_>) -> CorePoint<S> {
    match draw.below(8) {
        0 => CorePoint::Boundary,
        1 => CorePoint::Inside(vector(draw)),
        _ => CorePoint::Corner(draw.below(9).into()),
    }
}

fn vector<S: Space>(draw: &mut Draw<'_>) -> S {
    let [x, y, z] = [0; 3].map(|_| draw.number::<f64>());
    S::from_xyz(x, y, z)
}
