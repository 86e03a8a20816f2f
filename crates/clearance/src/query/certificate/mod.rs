//! Finding a certificate: a search, each of whose results is then checked and rounded to the safe
//! side in exact arithmetic.

mod cast;
mod floats;
mod point;

use alloc::vec;
use alloc::vec::Vec;

use crate::answer::Verdict;
use crate::certify::{
    Certificate, CertificateError, CorePoint, Decision, Exact, ExactBody, ExactCore, Judge, Length,
    PlacedCore, SupportPair, Wall, Which, decision, nearest_face,
};
use crate::math::{Space, ToPose, Vector, power_of_two};
use crate::observe::{EpaStep, Observer};
use crate::shape::SupportMap;
use crate::solve::{Expand, Vertex};

use super::run::{Found, Run};
use super::search::{Lowered, Quiet, Search, Shown};
use super::verb::compiled;
use super::{Compiled, Pair};

use floats::shares;

pub use cast::cast_certificate;
pub(super) use cast::of_pair as of_cast;
pub(crate) use floats::first_that_holds;
pub(crate) use point::of_point;

/// Evidence for how two shapes stand to each other, without trust in a search:
/// logs, audits, disputes about a clash. [`verify`](crate::verify()) checks it.
///
/// The certificate's bounds enclose the signed distance about as closely as
/// [`proximity`](crate::proximity())'s; for deep overlaps of curved shapes less closely. Its
/// verdict is exact for polytopes, balls, capsules, these rounded, and half-spaces against them,
/// and for cylinders, cones and ellipsoids where they rest on caps, sides, tips or poles at numbers
/// that floats hold; but for shapes less than a normal float apart, where no floats may hold the
/// direction that separates. Cost: a query and some exact arithmetic, 0.1 to 10 ms.
///
/// ```
/// use clearance::{Capsule, Cuboid, Verdict, certificate};
/// use glam::DVec3;
///
/// let (cube, capsule) = (Cuboid::new(DVec3::splat(0.5)), Capsule::new(1.0, 0.25));
/// let proof = certificate(&cube, &DVec3::ZERO, &capsule, &DVec3::new(2.0, 0.0, 0.0))?;
/// assert_eq!(proof.verdict, Verdict::Separated);
/// assert!(proof.lower <= 1.25 && 1.25 <= proof.upper && proof.upper - proof.lower < 1e-14);
/// # Ok::<(), clearance::CertificateError>(())
/// ```
///
/// # Errors
/// [`CertificateError::Input`] and [`CertificateError::Unsupported`].
pub fn certificate<P, Q, A, B>(
    a: &A,
    pose_a: &P,
    b: &B,
    pose_b: &Q,
) -> Result<Certificate<<P::Vector as Vector>::Space>, CertificateError>
where
    P: ToPose,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    Pair::with((a, pose_a), (b, pose_b), Compiled::certificate)
}

/// See [`certificate`].
pub(crate) fn of_pair<S: Expand>(pair: &Pair<'_, S>) -> Result<Certificate<S>, CertificateError> {
    pair.check()?;
    let judge = Judge::of(pair)?;
    if let Some((wall, other)) = judge.wall() {
        return over_wall(&judge, &wall, other);
    }
    let mut surface = LastSurface::default();
    let found = S::show_found(Prove, pair.lowered(Shown(&mut surface)));
    let builder = Builder { judge: &judge, found: &found };

    let mut direction = vec![found.direction];
    let mut touching = None;
    let mut verdict = Verdict::Undecided;
    let mut along = judge.separation(&direction)?;
    if !along.is_at_most(&judge.radii) {
        verdict = Verdict::Separated;
    } else {
        let hints: Vec<[u32; 2]> =
            found.simplex.vertices().iter().map(|vertex| vertex.features).collect();
        match decision(&judge.a, &judge.b, &judge.placement, &hints) {
            Some(Decision::Apart(exactly)) => {
                let separates = |terms: &[_]| -> Result<bool, CertificateError> {
                    Ok(!judge.separation(terms)?.is_at_most(&judge.radii))
                };
                if let Some(terms) = Judge::rounded(&exactly, separates)? {
                    verdict = Verdict::Separated;
                    along = judge.separation(&terms)?;
                    direction = terms;
                }
            }
            Some(Decision::Together { near, .. }) => {
                verdict = Verdict::Intersecting;
                touching = Some(near);
            }
            None => {}
        }
    }

    let lower = judge.below(&along).unwrap_or(f64::NEG_INFINITY);
    let unproved = Certificate { verdict, lower, direction, ..Certificate::default() };
    if verdict != Verdict::Separated
        && let Some(proof) = builder.by_surface(&surface, &unproved)
    {
        return Ok(proof);
    }
    let simplex = builder.pairs_of_simplex();
    Ok(builder.by_feature(touching, simplex, unproved))
}

/// Where a search ends, for a proof in exact arithmetic.
#[derive(Clone, Copy)]
pub struct Prove;

impl<S: Expand> Search<S> for Prove {
    type Found = Found<S>;
    compiled!(search_found, show_found);

    fn search<A: SupportMap<S>, O: Observer<S>>(self, pair: Lowered<'_, '_, S, O, A>) -> Found<S> {
        Run::as_given(pair, |run| run.find())
    }
}

/// Remembers the last polytope of EPA that held the origin.
#[derive(Default)]
struct LastSurface<S> {
    vertices: Vec<Vertex<S>>,
    facets: Vec<[u32; 3]>,
}

impl<S: Space> Observer<S> for LastSurface<S> {
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        if step.lower > 0.0 {
            self.vertices = step.vertices.to_vec();
            self.facets = step.facets.iter().map(|facet| facet.map(u32::from)).collect();
        }
    }
}

pub(super) struct Builder<'j, S: Space> {
    pub(super) judge: &'j Judge<S>,
    pub(super) found: &'j Found<S>,
}

impl<S: Space> Builder<'_, S> {
    /// Those with which the search ended.
    pub(super) fn pairs_of_simplex(&self) -> Vec<SupportPair<S>> {
        self.pairs(self.found.simplex.vertices())
    }

    /// The points of the shapes whose differences the vertices are.
    fn pairs(&self, vertices: &[Vertex<S>]) -> Vec<SupportPair<S>> {
        let frame = &self.found.frame;
        let pair = |vertex: &Vertex<S>| {
            let on_a = vertex.on_a * frame.unit;
            let on_b = frame.point_in_b(vertex.on_b()) * frame.unit;
            let [a, b] = vertex.features;
            Some(SupportPair {
                on_a: core_point(&self.judge.a, on_a, a)?,
                on_b: core_point(&self.judge.b, on_b, b)?,
            })
        };
        vertices.iter().filter_map(pair).collect()
    }

    /// The proof of a depth by EPA's polytope.
    fn by_surface(
        &self,
        surface: &LastSurface<S>,
        unproved: &Certificate<S>,
    ) -> Option<Certificate<S>> {
        let pairs = self.pairs(&surface.vertices);
        if surface.facets.is_empty() || pairs.len() != surface.vertices.len() {
            return None;
        }
        let planes = self.judge.surface(&pairs, &surface.facets).ok()?;
        // The ball that fits under the nearest plane, grown by the radii.
        let mut upper = f64::NEG_INFINITY;
        for plane in &planes {
            upper = upper.max(self.judge.above(&plane.negated())?);
        }
        Some(Certificate {
            verdict: Verdict::Intersecting,
            upper,
            pairs,
            facets: surface.facets.clone(),
            ..unproved.clone()
        })
    }

    /// The proof by the feature nearest to contact: that of the pairs that decided, or of the
    /// search's last simplex.
    fn by_feature(
        &self,
        touching: Option<Vec<SupportPair<S>>>,
        simplex: Vec<SupportPair<S>>,
        unproved: Certificate<S>,
    ) -> Certificate<S> {
        let judge = self.judge;
        let proof = |pairs: Vec<SupportPair<S>>| -> Option<Certificate<S>> {
            let NearestFeature { pairs, weights, nearest } = judge.feature_of(&pairs)?;
            // The pairs may prove that the shapes meet where no float bounds their distance.
            let upper = judge.above(&nearest).unwrap_or(f64::INFINITY);
            let verdict = match unproved.verdict {
                Verdict::Separated => Verdict::Separated,
                _ if nearest.is_at_most(&judge.radii) => Verdict::Intersecting,
                _ => Verdict::Undecided,
            };
            Some(Certificate { verdict, upper, pairs, weights, ..unproved.clone() })
        };
        // The search's simplex is the nearer, the deciding pairs are the surer.
        let (near, sure) = (proof(simplex), touching.and_then(proof));
        match (near, sure) {
            (Some(near), Some(sure))
                if near.verdict == sure.verdict && near.upper <= sure.upper =>
            {
                near
            }
            (near, sure) => sure.or(near).unwrap_or_else(|| {
                // Without pairs nothing proves that the shapes meet.
                let verdict = match unproved.verdict {
                    Verdict::Separated => Verdict::Separated,
                    Verdict::Intersecting | Verdict::Undecided => Verdict::Undecided,
                };
                Certificate { verdict, ..unproved.clone() }
            }),
        }
    }
}

/// A half-space needs one pair, the point lowest over it, and no direction but its own.
fn over_wall<S: Space>(
    judge: &Judge<S>,
    wall: &Wall,
    other: Which,
) -> Result<Certificate<S>, CertificateError> {
    let along = judge.separation(&[])?;
    let pairs = vec![judge.lowest_over(wall, other)];
    let nearest = judge.nearest(&pairs, &[1.0], f64::INFINITY)?;
    let verdict = if !along.is_at_most(&judge.radii) {
        Verdict::Separated
    } else if nearest.is_at_most(&judge.radii) {
        Verdict::Intersecting
    } else {
        Verdict::Undecided
    };
    Ok(Certificate {
        verdict,
        lower: judge.below(&along).unwrap_or(f64::NEG_INFINITY),
        upper: judge.above(&nearest).unwrap_or(f64::INFINITY),
        direction: Vec::new(),
        pairs,
        weights: vec![1.0],
        facets: Vec::new(),
    })
}

/// The point of a core that a vertex of the search stands for; a little inside, where it is curved
/// and the search rounded.
fn core_point<S: Space>(body: &ExactBody<S>, local: S, feature: u32) -> Option<CorePoint<S>> {
    match &body.core {
        ExactCore::Polytope(corners) => {
            let feature = feature.into();
            if corners.near(feature) == Some(local) {
                return Some(CorePoint::Corner(feature));
            }
            // Sums name no feature, and B's corners come back rounded.
            let distances = (0..corners.count())
                .filter_map(|index| Some((index, (corners.near(index)? - local).max_abs())));
            let nearest = distances.min_by(|(_, p), (_, q)| p.total_cmp(q));
            nearest.map(|(index, _)| CorePoint::Corner(index))
        }
        ExactCore::Curved(curve) => {
            let (center, local) = (curve.center(), curve.flattened(local));
            let inwards = |digits: i32| center + (local - center) * (1.0 - power_of_two(-digits));
            // The centre itself is one of them, however small the core.
            let points = core::iter::once(local).chain((1..53).rev().map(inwards));
            let mut points = points.chain(core::iter::once(center));
            points.find(|inside| curve.holds(*inside)).map(CorePoint::Inside)
        }
        ExactCore::HalfSpace(..) => Some(CorePoint::Boundary),
    }
}

/// Pairs of one feature of a difference.
struct NearestFeature<S> {
    pairs: Vec<SupportPair<S>>,
    weights: Vec<f64>,
    /// How far their hull is from the origin.
    nearest: Length,
}

impl<S: Space> Judge<S> {
    /// For pairs whose hull comes near the origin: those of the nearest feature, their weights, and
    /// how near it is.
    fn feature_of(&self, pairs: &[SupportPair<S>]) -> Option<NearestFeature<S>> {
        let points = self.differences(pairs).ok()?;
        let (places, weights) = Self::feature_nearest(&points)?;
        let pairs: Vec<_> = places.iter().filter_map(|place| pairs.get(*place).copied()).collect();
        let nearest = self.nearest(&pairs, &weights, f64::INFINITY).ok()?;
        Some(NearestFeature { pairs, weights, nearest })
    }

    /// Those of the points that span the feature nearest to the origin, and their weights.
    pub(super) fn feature_nearest(points: &[Exact]) -> Option<(Vec<usize>, Vec<f64>)> {
        let face = nearest_face(points)?;
        Some((face.places.to_vec(), shares(&face.foot.weights)))
    }

    /// The point of the other body that is lowest over a half-space.
    pub(super) fn lowest_over(&self, wall: &Wall, other: Which) -> SupportPair<S> {
        let (body, turn) = self.placed(other);
        let placed = PlacedCore { core: &body.core, turn, placement: &self.placement };
        let lowest = placed.farthest(&wall.normal.negated());
        match other {
            Which::A => SupportPair { on_a: lowest, on_b: CorePoint::Boundary },
            Which::B => SupportPair { on_a: CorePoint::Boundary, on_b: lowest },
        }
    }
}
