//! Certificates of contact points, found and forged: what is found verifies, and whatever verifies
//! is true.

use clearance::{
    Certificate, CertificateError, CertifiedContact, ManifoldCertificate, Point, Pose, Rotation,
    Scalar, Shape, Space, Vector, contact_manifold, manifold_certificate, verify_manifold,
};
use clearance_oracle::Bracket;

use crate::certificates::{bounds, is_true};
use crate::court::{Court, Truth};
use crate::forge::{self, Source, few};
use crate::pair::{Pair, length, unit};
use crate::random::ulps;
use crate::tally::{Fault, Tally};

/// Finds the certificate of a pair's manifold, which verifies and is true; then makes `count`
/// changes, one upon the other, and the least false claims of each.
pub fn examine<V: Court>(
    pair: &Pair<V>,
    truth: &Truth,
    source: &mut impl Source,
    count: u64,
) -> Tally {
    let mut clerk = Clerk { pair, truth, tally: Tally::default(), known: Vec::new() };
    let reach = if source.below(4) == 0 { 0.0 } else { pair.size() };
    let Some(found) = clerk.found(V::Scalar::from_f64(reach)) else { return clerk.tally };
    let stranger = stranger(pair, source).unwrap_or_else(|| found.clone());
    let mut proof = found.clone();
    clerk.forged(source, &proof);
    for _ in 0..count {
        if source.below(3) == 0 {
            proof = found.clone();
        }
        clerk.change(source, &stranger, &mut proof);
        clerk.judge(&proof);
        clerk.forged(source, &proof);
    }
    clerk.tally
}

/// That of a pair much like this one.
fn stranger<V: Court>(
    pair: &Pair<V>,
    source: &mut impl Source,
) -> Option<ManifoldCertificate<V::Space>> {
    let step = pair.size() * 10.0_f64.powi(-(source.below(18) as i32));
    let axis = V::Space::axis(source.below(V::Space::DIM as u64) as usize);
    let other = if source.below(3) == 0 { pair.swapped() } else { pair.moved(axis * step) };
    let Pair { a, at_a, b, at_b } = &other;
    manifold_certificate(a, at_a, b, at_b, V::Scalar::from_f64(other.size())).ok()
}

type Proof<V> = ManifoldCertificate<<V as Vector>::Space>;

struct Clerk<'a, V: Court> {
    pair: &'a Pair<V>,
    truth: &'a Truth,
    tally: Tally,
    /// How points stand to A, or to B.
    known: Vec<(bool, V::Space, Truth)>,
}

impl<V: Court> Clerk<'_, V> {
    fn verify(&self, proof: &Proof<V>) -> Result<(), CertificateError> {
        let Pair { a, at_a, b, at_b } = self.pair;
        verify_manifold(a, at_a, b, at_b, proof)
    }

    fn find(&mut self, what: &str, proof: &dyn std::fmt::Debug) {
        let (truth, pair) = (self.truth, self.pair);
        let space = std::any::type_name::<V>();
        self.tally.find(Fault::Certificate, || {
            format!(
                "{what}: {proof:?}\n  truth {truth:?}\n  touched::<{space}>({})",
                pair.literal()
            )
        });
    }

    /// What the library finds, whose points are the manifold's. Of what has no end it need not find
    /// any.
    fn found(&mut self, within: V::Scalar) -> Option<Proof<V>> {
        let Pair { a, at_a, b, at_b } = self.pair;
        self.tally.queries += 1;
        let proof = match manifold_certificate(a, at_a, b, at_b, within) {
            Ok(proof) => proof,
            Err(CertificateError::Unsupported { .. }) if self.pair.has_wall() => return None,
            Err(error) => {
                self.find("no manifold's is found", &error);
                return None;
            }
        };
        if let Err(error) = self.verify(&proof) {
            self.find(&format!("found, but {error}"), &proof);
        }
        let manifold = contact_manifold(a, at_a, b, at_b, within);
        let points = manifold.iter().flat_map(|manifold| manifold.points());
        let mut known: Vec<_> = Vec::new();
        for p in points {
            let (on_a, on_b) = (p.on_a.to_space(), p.on_b.to_space());
            if known.iter().all(|(a, b, _)| (*a, *b) != (on_a, on_b)) {
                known.push((on_a, on_b, p.depth.to_f64()));
            }
        }
        if !known.into_iter().eq(proof.points.iter().map(|p| (p.on_a, p.on_b, p.depth))) {
            self.find("of other points than the manifold's", &proof);
        }
        self.judge(&proof);
        Some(proof)
    }

    /// What verifies is true.
    fn judge(&mut self, proof: &Proof<V>) {
        self.tally.queries += 1;
        if self.verify(proof).is_ok() && self.is_true(proof) == Some(false) {
            self.find("verifies, and is false", proof);
        }
    }

    /// Whether everything that is claimed is so; `None` of numbers that the caller's cannot be.
    fn is_true(&mut self, proof: &Proof<V>) -> Option<bool> {
        let ManifoldCertificate { pair, normal, tilt, lower, upper, gap, points } = proof;
        let most = if V::Space::DIM == 2 { 2 } else { 4 };
        let is_new = |(index, point): (usize, &CertifiedContact<V::Space>)| {
            let mut before = points.iter().take(index);
            before.all(|other| (other.on_a, other.on_b) != (point.on_a, point.on_b))
        };
        let mut holds = is_true::<V>(pair, self.truth, self.pair.size());
        holds &= points.len() <= most && points.iter().enumerate().all(is_new);
        if points.is_empty() && *lower == f64::NEG_INFINITY && *upper == f64::INFINITY {
            return Some(holds);
        }
        let along = exactly::<V>(*normal)?;
        if length(*normal) == 0.0 {
            return Some(false);
        }
        let [highest, lowest] = self.bounds_along(along);
        holds &= *lower <= highest && *upper >= lowest && self.leans_by(*normal, *tilt);
        for CertifiedContact { on_a, on_b, depth, from_a, from_b, .. } in points {
            for (is_a, at, proof) in [(true, on_a, from_a), (false, on_b, from_b)] {
                let beside = self.beside(is_a, exactly::<V>(*at)?);
                let truth = self.truth_of(is_a, *at, &beside);
                holds &= is_true::<V>(proof, &truth, beside.size());
            }
            let overlap = overlap(along, [exactly::<V>(*on_a)?, exactly::<V>(*on_b)?]);
            // Sums of floats are off by less than a float.
            holds &= (depth + gap).next_up() >= overlap.lo;
            holds &= (depth - gap).next_down() <= overlap.hi;
        }
        Some(holds)
    }

    /// The most that a lower bound along the normal may be, the least that an upper one may be.
    fn bounds_along(&self, normal: V) -> [f64; 2] {
        let Pair { a, at_a, b, at_b } = self.pair;
        // Along its own normal a half-space is as far away as it is.
        let truth = if self.pair.boundary().is_some() {
            self.truth.clone()
        } else {
            let signed = V::separation(a, at_a, b, at_b, normal);
            Truth { signed, exact: self.pair.is_straight(), intersects: None }
        };
        bounds::<V>(&truth, self.pair.size())
    }

    /// In floats, which tell no more than some roundings.
    fn leans_by(&self, normal: V::Space, tilt: f64) -> bool {
        let Some(wall) = self.pair.boundary() else { return tilt == 0.0 };
        tilt >= length(unit(normal) - wall) - 16.0 * f64::EPSILON
    }

    /// A shape and a point of the world.
    fn beside(&self, is_a: bool, point: V) -> Pair<V> {
        let Pair { a, at_a, b, at_b } = self.pair.clone();
        let (a, at_a) = if is_a { (a, at_a) } else { (b, at_b) };
        let origin = Point(V::from_space(V::Space::default())).into();
        Pair { a, at_a, b: origin, at_b: Pose { translation: point, rotation: Rotation::IDENTITY } }
    }

    fn truth_of(&mut self, is_a: bool, at: V::Space, beside: &Pair<V>) -> Truth {
        let mut known = self.known.iter();
        if let Some((.., truth)) = known.find(|(side, point, _)| *side == is_a && *point == at) {
            return truth.clone();
        }
        let truth = beside.truth();
        self.known.push((is_a, at, truth.clone()));
        truth
    }

    /// The least false claims that this evidence could be for, each alone; and weak ones, so that
    /// it is known how often what is forged is not just broken.
    fn forged(&mut self, source: &mut impl Source, evidence: &Proof<V>) {
        let mut claims = evidence.clone();
        claims.pair = Certificate::default();
        (claims.lower, claims.upper) = (f64::NEG_INFINITY, f64::INFINITY);
        self.tally.forged += 1;
        self.tally.believed += usize::from(self.verify(&claims).is_ok());
        if let Some(along) = exactly::<V>(evidence.normal)
            && length(evidence.normal) > 0.0
        {
            let bare = Proof::<V> { points: Vec::new(), ..claims.clone() };
            let [most, least] = self.bounds_along(along);
            self.judge(&Proof::<V> { lower: most.next_up(), ..bare.clone() });
            self.judge(&Proof::<V> { upper: least.next_down(), ..bare });
        }
        let place = source.below(4) as usize;
        let Some(point) = forge::any(&mut claims.points, place).cloned() else { return };
        for (is_a, at) in [(true, point.on_a), (false, point.on_b)] {
            let Some(place) = exactly::<V>(at) else { continue };
            let beside = self.beside(is_a, place);
            let truth = self.truth_of(is_a, at, &beside);
            let [most, least] = bounds::<V>(&truth, beside.size());
            for [lower, upper] in
                [[most.next_up(), f64::INFINITY], [f64::NEG_INFINITY, least.next_down()]]
            {
                let mut point = point.clone();
                let proof = if is_a { &mut point.from_a } else { &mut point.from_b };
                (proof.lower, proof.upper) = (lower, upper);
                self.judge(&Proof::<V> { points: vec![point], ..claims.clone() });
            }
        }
    }

    /// One change, of a claim or of the evidence.
    fn change(&mut self, source: &mut impl Source, stranger: &Proof<V>, proof: &mut Proof<V>) {
        let place = source.below(4) as usize;
        let other = forge::any(&mut stranger.points.clone(), place + 1).cloned();
        match source.below(12) {
            0 => forge::change(source, self.truth, &stranger.pair, &mut proof.pair),
            1 => proof.normal = moved::<V>(source, proof.normal),
            2 => proof.normal = [-proof.normal, stranger.normal][source.below(2) as usize],
            3 => match source.below(4) {
                0 => proof.lower = source.number(),
                1 => proof.upper = source.number(),
                2 => proof.lower = ulps::<f64>(proof.upper, few(source)),
                _ => proof.upper = ulps::<f64>(proof.lower, few(source)),
            },
            4 => match source.below(4) {
                0 => proof.gap = source.number(),
                1 => proof.gap = ulps::<f64>(proof.gap, few(source)),
                2 => proof.tilt = source.number(),
                _ => proof.tilt = ulps::<f64>(proof.tilt, few(source)),
            },
            5 => {
                if let (Some(point), Some(other)) = (forge::any(&mut proof.points, place), other) {
                    *point = other;
                }
            }
            6 => proof.points.extend(other),
            _ => {
                let Some(point) = forge::any(&mut proof.points, place) else { return };
                match source.below(7) {
                    0 => point.on_a = moved::<V>(source, point.on_a),
                    1 => point.on_b = moved::<V>(source, point.on_b),
                    2 => std::mem::swap(&mut point.on_a, &mut point.on_b),
                    3 => std::mem::swap(&mut point.from_a, &mut point.from_b),
                    4 => point.depth = ulps::<V::Scalar>(point.depth, few(source)),
                    5 => point.depth = source.number(),
                    _ => {
                        let (proof, other) = match source.below(2) {
                            0 => (&mut point.from_a, other.map(|other| other.from_a)),
                            _ => (&mut point.from_b, other.map(|other| other.from_b)),
                        };
                        let other: Certificate<V::Space> = other.unwrap_or_default();
                        forge::change(source, self.truth, &other, proof);
                    }
                }
            }
        }
    }
}

/// The vector in the caller's floats, where these hold it.
fn exactly<V: Vector>(vector: V::Space) -> Option<V> {
    let rounded = V::from_space(vector);
    (vector.is_finite() && rounded.to_space() == vector).then_some(rounded)
}

/// One coordinate a few of the caller's floats on, or any other.
fn moved<V: Vector>(source: &mut impl Source, vector: V::Space) -> V::Space {
    let axis = source.below(V::Space::DIM as u64) as usize;
    let (some, other) = (few(source), V::Scalar::from_f64(source.number()).to_f64());
    let keeps = source.below(4) != 0;
    let mut numbers = vector.coordinates();
    if let Some(x) = numbers.get_mut(axis) {
        *x = if keeps { ulps::<V::Scalar>(*x, some) } else { other };
    }
    let [x, y, z] = numbers;
    V::Space::from_xyz(x, y, z)
}

/// How far a pair of points overlaps along a normal.
fn overlap<V: Court>(normal: V, [on_a, on_b]: [V; 2]) -> Bracket {
    let shape: Shape<V> = Point(V::from_space(V::Space::default())).into();
    let at = |translation| Pose { translation, rotation: Rotation::IDENTITY };
    let Bracket { lo, hi } = V::separation(&shape, &at(on_a), &shape, &at(on_b), normal);
    Bracket { lo: -hi, hi: -lo }
}
