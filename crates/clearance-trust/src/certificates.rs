//! Certificates of a pair, found and forged: what the library finds verifies, and whatever verifies
//! is true.

use clearance::{Certificate, CertificateError, Shape, Space, Verdict, certificate, verify};

use crate::court::{Court, Truth};
use crate::forge::{Source, change};
use crate::pair::{Pair, boundary, is_endless_camera};
use crate::tally::{Fault, Tally};

/// A pair, its truth, and what is found.
pub struct Notary<'a, V: Court> {
    /// Whose certificates.
    pub pair: &'a Pair<V>,
    /// What they may claim.
    pub truth: Truth,
    /// What was found so far.
    pub tally: Tally,
}

impl<'a, V: Court> Notary<'a, V> {
    /// For a pair whose truth is known.
    pub fn new(pair: &'a Pair<V>, truth: Truth) -> Self {
        let mut tally = Tally::default();
        tally.sample(truth.signed, pair.size(), pair.is_straight());
        Self { pair, truth, tally }
    }

    /// The certificate that the library finds, which verifies and is true; then `count` changes,
    /// one upon the other, and the least false claims from each. Now and then the changes begin
    /// with an empty certificate.
    pub fn examine(&mut self, source: &mut impl Source, count: u64) {
        let Some(found) = self.found() else { return };
        let stranger = stranger(self.pair, source);
        let mut proof = if source.below(8) == 0 { Certificate::default() } else { found.clone() };
        self.forged(&proof);
        for _ in 0..count {
            if source.below(4) == 0 {
                proof = found.clone();
            }
            change(source, &self.truth, &stranger, &mut proof);
            self.judge(&proof);
            self.forged(&proof);
        }
    }

    fn verify(&self, proof: &Certificate<V::Space>) -> Result<(), CertificateError> {
        let Pair { a, at_a, b, at_b } = self.pair;
        verify(a, at_a, b, at_b, proof)
    }

    fn find(&mut self, fault: Fault, what: &str, proof: &dyn std::fmt::Debug) {
        let (truth, pair) = (&self.truth, self.pair);
        let space = std::any::type_name::<V>();
        self.tally.find(fault, || {
            format!("{what}: {proof:?}\n  truth {truth:?}\n  judged::<{space}>({})", pair.literal())
        });
    }

    /// The library's certificate. It may find none only for cameras without end, and for
    /// half-spaces within other shapes.
    fn found(&mut self) -> Option<Certificate<V::Space>> {
        let Pair { a, at_a, b, at_b } = self.pair;
        self.tally.queries += 1;
        let is_half_space = |shape: &Shape<V>| matches!(shape, Shape::HalfSpace(_));
        let endless = |shape: &Shape<V>| {
            is_endless_camera(shape) || boundary(shape).is_some() && !is_half_space(shape)
        };
        let proof = match certificate(a, at_a, b, at_b) {
            Ok(proof) => proof,
            Err(CertificateError::Unsupported { .. }) if endless(a) || endless(b) => return None,
            Err(error) => {
                self.find(Fault::Certificate, "none is found", &error);
                return None;
            }
        };
        if let Err(error) = self.verify(&proof) {
            self.find(Fault::Certificate, &format!("found, but {error}"), &proof);
        }
        self.judge(&proof);
        // Between shapes less than a normal float apart, no floats may hold the direction.
        let is_provable =
            self.truth.intersects != Some(false) || self.truth.signed.hi >= f64::MIN_POSITIVE;
        if self.pair.is_straight() && is_provable && proof.verdict == Verdict::Undecided {
            self.find(Fault::Undecided, "certificate", &proof);
        }
        Some(proof)
    }

    /// What verifies is true.
    pub fn judge(&mut self, proof: &Certificate<V::Space>) {
        self.tally.queries += 1;
        let is_true = is_true::<V>(proof, &self.truth, self.pair.size());
        if !is_true && self.verify(proof).is_ok() {
            self.find(Fault::Certificate, "verifies, and is false", proof);
        }
    }

    /// The least false claims that this evidence could support, each alone: a bound one float
    /// beyond the truth, the other verdict.
    fn forged(&mut self, evidence: &Certificate<V::Space>) {
        let [most, least] = bounds::<V>(&self.truth, self.pair.size());
        let claims = Certificate {
            verdict: Verdict::Undecided,
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            ..evidence.clone()
        };
        let other = match self.truth.intersects {
            Some(true) => Verdict::Separated,
            Some(false) => Verdict::Intersecting,
            None => Verdict::Undecided,
        };
        for forged in [
            Certificate { lower: most.next_up(), ..claims.clone() },
            Certificate { upper: least.next_down(), ..claims.clone() },
            Certificate { verdict: other, ..claims.clone() },
        ] {
            self.judge(&forged);
        }
        // Weak claims, to count how often forged evidence is not merely broken.
        let weak = [
            Certificate { lower: -f64::MAX, ..claims.clone() },
            Certificate { upper: f64::MAX, ..claims },
        ];
        self.tally.forged += weak.len();
        self.tally.believed += weak.iter().filter(|weak| self.verify(weak).is_ok()).count();
    }
}

/// Whether what a certificate claims of a pair is so.
pub(crate) fn is_true<V: Court>(proof: &Certificate<V::Space>, truth: &Truth, size: f64) -> bool {
    let [most, least] = bounds::<V>(truth, size);
    let claimed = match proof.verdict {
        Verdict::Separated => Some(false),
        Verdict::Intersecting => Some(true),
        Verdict::Undecided => None,
    };
    let truly = truth.intersects;
    proof.lower <= most
        && proof.upper >= least
        && (claimed.is_none() || truly.is_none() || claimed == truly)
}

/// The largest true lower bound, and the least true upper one.
pub(crate) fn bounds<V: Court>(truth: &Truth, size: f64) -> [f64; 2] {
    let Truth { signed, exact, .. } = *truth;
    // For exact truths in space, a bracket of neighbours has the truth between the two. In the
    // plane the judge reads rotations by a root, so that a truth that is a float may have a bracket
    // that ends at it; and for lengths 1e-40 times their radii its own roots leave more.
    if exact && V::Space::DIM == 3 && signed.hi <= signed.lo.next_up() {
        return [signed.lo, signed.hi];
    }
    let doubt = if exact { 0.0 } else { 1e-50 * size };
    [signed.hi + doubt, signed.lo - doubt]
}

/// A certificate of a pair much like this one, or of this one swapped.
fn stranger<V: Court>(pair: &Pair<V>, source: &mut impl Source) -> Certificate<V::Space> {
    let other = match source.below(4) {
        0 => pair.swapped(),
        1 => pair.magnified(0.5),
        digits => {
            let step = pair.size() * 10.0_f64.powi(-(source.below(18) as i32));
            let axis = V::Space::axis(source.below(V::Space::DIM as u64) as usize);
            pair.moved(axis * if digits == 2 { step } else { -step })
        }
    };
    let Pair { a, at_a, b, at_b } = &other;
    certificate(a, at_a, b, at_b).unwrap_or_default()
}
