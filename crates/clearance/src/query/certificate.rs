//! Finding a certificate: a search, whose every find is then checked and rounded to the safe side
//! in exact arithmetic.

use alloc::vec;
use alloc::vec::Vec;

use crate::answer::Verdict;
use crate::certify::{
    Beside, Body, Certificate, CertificateError, Core, CorePoint, Corner, Decision, Dyadic, Exact,
    Judge, Length, Number, Placed, ROOT_BITS, Side, SupportPair, Towards, Wall, decision,
    nearest_face, root,
};
use crate::check::check;
use crate::math::dyadic::scaled;
use crate::math::{Pose, Rotation, Space, ToPose, Vector, power_of_two};
use crate::observe::{EpaStep, Observer};
use crate::shape::{Point, Support, SupportMap};
use crate::solve::{Expand, Vertex};

use super::Query;
use super::run::{Found, Run};
use super::search::{Lowered, Quiet, Search, Shown};
use super::verb::{Pair, compiled};

/// Evidence for how two shapes stand to each other, without trust in a search:
/// logs, audits, disputes about a clash. [`verify`](crate::verify()) checks it.
///
/// The certificate's bounds enclose the signed distance about as closely as
/// [`proximity`](crate::proximity())'s; for deep overlaps of curved shapes less closely. Its
/// verdict is exact for polytopes, balls, capsules, these rounded, and half-spaces against them,
/// and for cylinders, cones and ellipsoids where they rest on caps, sides, tips or poles at numbers
/// that floats hold. Cost: a query and some exact arithmetic, 0.1 to 10 ms.
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
    P: ToPose<Vector: Vector<Space: Expand>>,
    Q: ToPose<Vector = P::Vector>,
    A: SupportMap<P::Vector> + ?Sized,
    B: SupportMap<P::Vector> + ?Sized,
{
    check(a, pose_a, b, pose_b)?;
    let (pose_a, pose_b) = (pose_a.to_pose(), pose_b.to_pose());
    let judge = Judge::new((a, &pose_a), (b, &pose_b))?;
    if let Some((wall, other)) = judge.wall() {
        return over_wall(&judge, &wall, other);
    }
    let mut surface = Surface::default();
    let query = Query::new().observe(&mut surface);
    let found = query.searched(Prove, Pair { a, pose_a: &pose_a, b, pose_b: &pose_b });
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
        Run::ask(pair, |run| run.find())
    }
}

/// Remembers the last polytope of EPA that held the origin.
#[derive(Default)]
struct Surface<S> {
    vertices: Vec<Vertex<S>>,
    facets: Vec<[u32; 3]>,
}

impl<S: Space> Observer<S> for Surface<S> {
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

    /// The points of the shapes that difference vertices stand for.
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
        surface: &Surface<S>,
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

    /// The proof by the feature nearest to contact: of the pairs that decided, or of the search's
    /// last simplex.
    fn by_feature(
        &self,
        touching: Option<Vec<SupportPair<S>>>,
        simplex: Vec<SupportPair<S>>,
        unproved: Certificate<S>,
    ) -> Certificate<S> {
        let judge = self.judge;
        let proof = |pairs: Vec<SupportPair<S>>| -> Option<Certificate<S>> {
            let Feature { pairs, weights, nearest } = judge.feature_of(&pairs)?;
            // The pairs may prove that the shapes meet where no float bounds how far they are
            // apart.
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

/// How far a point of the world is from a shape, bounds alone: where a search ends, and along a
/// direction that is likely to lead out of the shape.
pub(crate) fn of_point<V, A>(
    (shape, pose): (&A, &Pose<V>),
    beside: &mut Beside<V::Space>,
    point: V,
    outwards: V::Space,
) -> Result<Certificate<V::Space>, CertificateError>
where
    V: Vector<Space: Expand>,
    A: SupportMap<V> + ?Sized,
{
    let judge = beside.at(point.to_space());
    if let Some((wall, other)) = judge.wall() {
        return over_wall(judge, &wall, other);
    }
    let origin = Point(V::from_space(V::Space::default()));
    let pair = Pair { a: shape, pose_a: pose, b: &origin, pose_b: &point };
    let found = Query::new().searched(Prove, pair);
    let mut proof = Certificate::default();
    for direction in [found.direction, outwards] {
        let along = judge.separation(&[direction]).ok();
        if let Some(lower) = along.and_then(|along| judge.below(&along))
            && lower > proof.lower
        {
            (proof.lower, proof.direction) = (lower, vec![direction]);
        }
    }
    let closest = |proof: &mut Certificate<V::Space>, pairs: &[SupportPair<V::Space>]| {
        if let Some(Feature { pairs, weights, nearest }) = judge.feature_of(pairs)
            && let Some(upper) = judge.above(&nearest)
            && upper < proof.upper
        {
            (proof.upper, proof.pairs, proof.weights) = (upper, pairs, weights);
        }
    };
    closest(&mut proof, &Builder { judge, found: &found }.pairs_of_simplex());
    // On the core or in it, and over a cap, a search for the nearest point ends anywhere.
    if let Core::Curved(_) = judge.a.core {
        let under = point.to_space() - outwards * shape.radius_f64();
        let local = under - pose.translation.to_space();
        let local = local.rotate_back(&pose.rotation.matrix());
        let on_a = core_point(&judge.a, local, Support::<V>::SMOOTH);
        let pair = on_a.map(|on_a| SupportPair { on_a, on_b: CorePoint::Corner(0) });
        closest(&mut proof, pair.as_slice());
    } else if proof.lower <= 0.0
        && proof.upper > 0.0
        && let Some(Decision::Together { near, .. }) =
            decision(&judge.a, &judge.b, &judge.placement, &[])
    {
        closest(&mut proof, &near);
    }
    Ok(proof)
}

/// A half-space needs one pair, the point lowest over it, and no direction but its own.
fn over_wall<S: Space>(
    judge: &Judge<S>,
    wall: &Wall,
    other: Side,
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
fn core_point<S: Space>(body: &Body<S>, local: S, feature: u32) -> Option<CorePoint<S>> {
    match &body.core {
        Core::Polytope(corners) => {
            let named = corners.get(feature as usize).filter(|corner| corner.near() == local);
            if named.is_some() {
                return Some(CorePoint::Corner(feature));
            }
            // Sums name no feature, and B's corners come back rounded.
            let distance = |corner: &Corner<S>| (corner.near() - local).max_abs();
            let nearest =
                (0_u32..).zip(corners).min_by(|(_, p), (_, q)| distance(p).total_cmp(&distance(q)));
            nearest.map(|(index, _)| CorePoint::Corner(index))
        }
        Core::Curved(curve) => {
            let (center, local) = (curve.center(), curve.flattened(local));
            let inwards = |digits: i32| center + (local - center) * (1.0 - power_of_two(-digits));
            // The centre itself is one of them, however small the core.
            let points = core::iter::once(local).chain((1..53).rev().map(inwards));
            let mut points = points.chain(core::iter::once(center));
            points.find(|inside| curve.holds(*inside)).map(CorePoint::Inside)
        }
        Core::HalfSpace(..) => Some(CorePoint::Boundary),
    }
}

/// Digits of numbers with roots: as many as lie between the largest parts of one and what is left
/// where they cancel, among the smallest of floats.
const DIGITS: u32 = 64 * 40;

/// Weights as parts of 1.
fn shares(weights: &[Number]) -> Vec<f64> {
    let weights: Vec<Dyadic> =
        weights.iter().map(|weight| weight.rounded(DIGITS, Towards::Less)).collect();
    // Not the numbers' own magnitudes, which are those of their parts.
    let largest = weights.iter().map(Dyadic::magnitude).max().unwrap_or(0);
    let floats: Vec<f64> =
        weights.into_iter().map(|weight| to_float(&weight.shifted(-largest)).max(0.0)).collect();
    let total: f64 = floats.iter().sum();
    floats.iter().map(|weight| weight / total).collect()
}

/// The nearest float, or next to it.
fn to_float(x: &Dyadic) -> f64 {
    let (digits, exponent) = x.leading();
    scaled(digits, exponent)
}

/// Pairs of one feature of a difference.
struct Feature<S> {
    pairs: Vec<SupportPair<S>>,
    weights: Vec<f64>,
    /// How far their hull is from the origin.
    nearest: Length,
}

impl<S: Space> Judge<S> {
    /// The exact direction by as few floats as do for it, if floats can.
    pub(super) fn rounded<E>(
        exactly: &Exact,
        mut separates: impl FnMut(&[S]) -> Result<bool, E>,
    ) -> Result<Option<Vec<S>>, E> {
        // 53 digits a term, and digits enough of the roots for all of them.
        const MOST_TERMS: u32 = DIGITS / 64;
        let digits = exactly.0.each_ref().map(|x| x.rounded(DIGITS, Towards::Less));
        let largest = digits.iter().map(Dyadic::magnitude).max().unwrap_or(0);
        // As long as 1; or, beside coordinates among the smallest floats, so long that there are
        // floats for the last digits too.
        for exponent in [0, 1000] {
            let mut rest = digits.each_ref().map(|x| x.clone().shifted(exponent - largest));
            let mut terms: Vec<S> = Vec::new();
            for _ in 0..MOST_TERMS {
                let parts = rest.each_ref().map(to_float);
                let [p, q, r] = parts.map(Dyadic::from);
                let [x, y, z] = &rest;
                rest = [x - &p, y - &q, z - &r];
                let [x, y, z] = parts;
                terms.push(S::from_xyz(x, y, z));
                if separates(&terms)? {
                    return Ok(Some(terms));
                }
            }
        }
        // Where the digits that matter are beyond all floats, as beside thicknesses among the
        // smallest of them, shapes are as a rule upright.
        for axis in (0..S::DIM).map(S::axis) {
            for direction in [axis, -axis] {
                if separates(&[direction])? {
                    return Ok(Some(vec![direction]));
                }
            }
        }
        Ok(None)
    }

    /// Of pairs whose hull comes near the origin: those of the feature that is nearest, their
    /// weights, and how near it is.
    fn feature_of(&self, pairs: &[SupportPair<S>]) -> Option<Feature<S>> {
        let points = self.differences(pairs).ok()?;
        let (places, weights) = Self::feature_nearest(&points)?;
        let pairs: Vec<_> = places.iter().filter_map(|place| pairs.get(*place).copied()).collect();
        let nearest = self.nearest(&pairs, &weights, f64::INFINITY).ok()?;
        Some(Feature { pairs, weights, nearest })
    }

    /// Of the points, those of the feature that is nearest to the origin, and their weights.
    pub(super) fn feature_nearest(points: &[Exact]) -> Option<(Vec<usize>, Vec<f64>)> {
        let face = nearest_face(points)?;
        Some((face.places.to_vec(), shares(&face.foot.weights)))
    }

    /// The point of the other body that is lowest over a half-space.
    pub(super) fn lowest_over(&self, wall: &Wall, other: Side) -> SupportPair<S> {
        let (body, turn) = self.placed(other);
        let placed = Placed { core: &body.core, turn, placement: &self.placement };
        let lowest = placed.farthest(&wall.normal.negated());
        match other {
            Side::A => SupportPair { on_a: lowest, on_b: CorePoint::Boundary },
            Side::B => SupportPair { on_a: CorePoint::Boundary, on_b: lowest },
        }
    }

    /// The length less the radii, as a float that is not above it.
    pub(crate) fn below(&self, length: &Length) -> Option<f64> {
        length.beside(&self.radii, -1.0)
    }

    /// The length less the radii, as a float that is not below it.
    pub(crate) fn above(&self, length: &Length) -> Option<f64> {
        length.beside(&self.radii, 1.0)
    }
}

impl Length {
    /// The length less another, as a float on one side of it: the nearest, or the first beside that
    /// which holds.
    pub(crate) fn beside(&self, less: &Dyadic, outwards: f64) -> Option<f64> {
        let root = root(&self.squared, Towards::Less);
        // Subtracted before it is divided, in so many digits that nothing cancels.
        let height = &self.height.rounded(ROOT_BITS, Towards::Less) - &(less * &root);
        let ((height, up), (root, down)) = (height.leading(), root.leading());
        let estimate = scaled(height / root, up - down);
        let size = less.magnitude().max(self.height.magnitude() - down - 53);
        let step = (estimate.abs() * f64::EPSILON).max(scaled(1.0, size - 160));
        first_that_holds(estimate, outwards, step, |bound| {
            let bound = &Dyadic::from(bound) + less;
            if outwards < 0.0 { self.is_at_least(&bound) } else { self.is_at_most(&bound) }
        })
    }
}

/// An estimate, or the first float beside it of which something holds: steps double, from this one
/// or next to nothing, but not nothing.
pub(crate) fn first_that_holds(
    estimate: f64,
    outwards: f64,
    step: f64,
    holds: impl Fn(f64) -> bool,
) -> Option<f64> {
    let mut step = step.max(f64::from_bits(1));
    if !(estimate.is_finite() && step.is_finite()) {
        return None;
    }
    if holds(estimate) {
        return Some(estimate);
    }
    for _ in 0..160 {
        let bound = estimate + outwards * step;
        if !bound.is_finite() {
            return None;
        }
        if holds(bound) {
            return Some(bound);
        }
        step *= 2.0;
    }
    None
}
