//! The direction in which features of the difference are nearest or least deep.
//!
//! Let `n` be the direction from the origin to the plane that touches the difference there, and
//! `w_i(n)` the support points against it on the features that meet in the plane: one of them, or
//! two where an edge of the surface or a straight line on it lies in the plane, or three. With
//! weights `b_i` and the signed distance `h`
//!
//! `sum b_i w_i(n) = h n`,  `n · w_i(n) = n · w_0(n)`,  `sum b_i = 1`.
//!
//! A support point moves across its direction, so the derivative of `n · w_i(n)` is `w_i(n)`. Let
//! `D` be the sum of `b_i` times how fast `w_i` moves back as `n` moves on, symmetric and positive
//! semidefinite because support functions are convex. Then Newton's step `x` across `n` is
//!
//! `(D + h) x = sum b_i w_i - h n + sum db_i (w_i - w_0)`,  `(w_i - w_0) · x = -n · (w_i - w_0)`.
//!
//! Being in terms of the direction, not of the nearest point, the step does not depend on how near
//! to the origin that point is, nor on which side.

use arrayvec::ArrayVec;

use crate::math::{Space, Symmetric, Xyz, sqrt};
use crate::shape::SupportMap;
use crate::solve::difference::{Difference, Placed, Vertex};
use crate::solve::simplex::{Cell, Foot, Working};

use super::law::{Anchor, Law, back, in_space};

/// A feature of the difference that moves as one when the direction turns.
#[derive(Clone, Copy, Debug)]
pub(super) struct CurvedFeature {
    /// In A's frame.
    pub(super) on_a: Anchor,
    /// In B's.
    pub(super) on_b: Anchor,
    /// The part of the difference that stays, in A's frame.
    stays: Xyz,
    pub(super) weight: f64,
    /// The names that the support mappings give it.
    names: [u32; 2],
}

/// Features in a plane that touches the difference.
pub(super) struct Touching<'p, 'a, S: Space, A> {
    placed: &'p Placed<'a, S, A>,
    pub(super) laws: [Law; 2],
    pub(super) features: ArrayVec<CurvedFeature, 3>,
    /// From the origin to the plane, where the difference is beyond it; unit.
    pub(super) normal: Xyz,
}

/// A support point along the normal.
pub(super) struct Highest<S> {
    pub(super) vertex: Vertex<S>,
    pub(super) height: f64,
    /// How much higher it is than the lowest feature.
    pub(super) rises: f64,
}

/// Newton steps: three or four are usual, and each doubles the digits.
const STEPS: u32 = 8;

/// The first step's angle, squared, beyond which the first direction is too far off.
const FIRST: f64 = 0.25;

/// Each step's angle must be less than half the last one's, or the steps do not converge. Squared.
const SHRINK: f64 = 0.25;

/// After a step of this angle, squared, the next would be less than rounding.
const LAST: f64 = 1e-14;

/// Whether some support points of a difference follow the direction by a known law.
#[inline]
pub(in crate::solve) fn is_curved<S: Space, A: SupportMap<S>>(placed: &Placed<'_, S, A>) -> bool {
    laws(placed).is_some()
}

#[inline(always)]
fn laws<S: Space, A: SupportMap<S>>(placed: &Placed<'_, S, A>) -> Option<[Law; 2]> {
    let per_unit = placed.frame.per_unit;
    let (a, b) = (Law::of(placed.a, per_unit)?, Law::of(placed.b, per_unit)?);
    (a.is_curved() || b.is_curved()).then_some([a, b])
}

/// Moves the vertices of a simplex, of which `foot` is the nearest point, to where their features
/// are nearest to the origin, which is about `ahead`. `None`, and the simplex unchanged, where that
/// is unknown or no nearer.
pub(in crate::solve) fn follow<S: Cell, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    simplex: &mut Working<S>,
    foot: &Foot<S>,
    ahead: S,
) -> Option<Foot<S>> {
    let normal = ahead.try_normalize()?;
    let mut touching = Touching::new(placed, simplex.vertices(), foot.weights(), normal)?;
    touching.solve()?;
    let mut next = Working::new();
    for vertex in touching.vertices() {
        next.push(vertex);
    }
    let found = next.foot();
    if !(found.point.length_squared() <= foot.point.length_squared()) {
        return None;
    }
    next.keep(&found);
    *simplex = next;
    Some(found)
}

impl<'p, 'a, S: Space, A: SupportMap<S>> Touching<'p, 'a, S, A> {
    /// From vertices whose plane nearly touches, with the weights of its point nearest to the
    /// origin.
    pub(super) fn new(
        placed: &'p Placed<'a, S, A>,
        vertices: &[Vertex<S>],
        weights: &[f64],
        normal: S,
    ) -> Option<Self> {
        let normal = in_space(normal);
        let mut touching = Self { placed, laws: laws(placed)?, features: ArrayVec::new(), normal };
        for (vertex, weight) in vertices.iter().zip(weights) {
            touching.add(vertex, *weight)?;
        }
        Some(touching)
    }

    /// Adds the feature of a vertex, or its weight to one that is known. `None` where there are
    /// three others.
    pub(super) fn add(&mut self, vertex: &Vertex<S>, weight: f64) -> Option<()> {
        let Self { placed, laws: [a, b], .. } = self;
        let [name_a, name_b] = vertex.features;
        let per_unit = placed.frame.per_unit;
        let point_in_b = placed.frame.point_in_b(vertex.on_b());
        let on_a = a.anchor(placed.a, vertex.on_a, name_a, per_unit)?;
        let on_b = b.anchor(placed.b, point_in_b, name_b, per_unit)?;
        if let Some(known) = self.features.iter_mut().find(|f| f.on_a == on_a && f.on_b == on_b) {
            known.weight += weight;
            return Some(());
        }
        let placed_b = placed.frame.point_out_of_b(back::<S>(on_b.point));
        let stays = on_a.point - in_space(placed_b);
        self.features
            .try_push(CurvedFeature { on_a, on_b, stays, weight, names: vertex.features })
            .ok()
    }

    /// Drops a feature whose weight in the blend is negative, and returns whether there was one.
    pub(super) fn drop_outsider(&mut self) -> bool {
        let outsider = self.features.iter().position(|f| !(f.weight >= 0.0));
        if let Some(place) = outsider {
            let _ = self.features.swap_pop(place);
            let per = 1.0 / self.features.iter().map(|f| f.weight).sum::<f64>();
            for feature in &mut self.features {
                feature.weight *= per;
            }
        }
        outsider.is_some()
    }

    /// Turns the plane until it touches all features at once, or gives up.
    pub(super) fn solve(&mut self) -> Option<()> {
        let mut bound = FIRST;
        for _ in 0..STEPS {
            let moved = self.step()?.length_squared();
            if !(moved < bound) {
                return None;
            }
            if moved < LAST {
                return Some(());
            }
            bound = SHRINK * moved;
        }
        None
    }

    #[inline(always)]
    fn out_of_b(&self) -> impl Fn(Xyz) -> Xyz + '_ {
        |v| in_space(self.placed.frame.direction_out_of_b(back::<S>(v)))
    }

    /// The direction for B's support points, in its frame. A's is the normal turned round.
    #[inline(always)]
    pub(super) fn along_b(&self) -> Xyz {
        in_space(self.placed.frame.direction_in_b(back::<S>(self.normal)))
    }

    /// A bend of A's alone and of B's alone with the heights of what follows; see [`Law::follow`].
    pub(super) fn bends(&self) -> Option<[(Symmetric, f64); 2]> {
        let [a, b] = &self.laws;
        let (mut of_a, mut of_b) = (Symmetric::default(), Symmetric::default());
        let from_a = a.follow(-self.normal, 1.0, &mut of_a, |v| v)?;
        let from_b = b.follow(self.along_b(), 1.0, &mut of_b, self.out_of_b())?;
        Some([(of_a, from_a.height), (of_b, from_b.height)])
    }

    /// A Newton step: the changes of the normal and the weights.
    #[inline(always)]
    fn step(&mut self) -> Option<Xyz> {
        let normal = self.normal;
        let share = |follows: fn(&CurvedFeature) -> bool| -> f64 {
            self.features.iter().filter(|f| follows(f)).map(|f| f.weight).sum()
        };
        let [a, b] = &self.laws;
        let mut bend = Symmetric::default();
        let from_a = a.follow(-normal, share(|f| f.on_a.follows), &mut bend, |v| v)?.point;
        let of_b = share(|f| f.on_b.follows);
        let from_b = b.follow(self.along_b(), of_b, &mut bend, self.out_of_b())?.point;
        let at = |f: &CurvedFeature| {
            let on = |follows: bool, point: Xyz| if follows { point } else { Xyz::default() };
            f.stays + on(f.on_a.follows, from_a) - on(f.on_b.follows, from_b)
        };
        let blend = self.features.iter().fold(Xyz::default(), |sum, f| sum + at(f) * f.weight);
        let height = blend.dot(normal);
        // Nothing has a part along the normal, so any weight works there.
        let along = bend.trace() + height.abs();
        bend.add_identity(height);
        bend.add_square(along, normal);
        let inverse = bend.inverse();
        let across = |v: Xyz| v - normal * v.dot(normal);
        let rest = inverse.times(blend - normal * height);
        let step = match self.features.as_mut_slice() {
            [_] => rest,
            [f, g] => {
                let edge = at(g) - at(f);
                let level = across(edge);
                let turned = inverse.times(level);
                let more = -(edge.dot(normal) + level.dot(rest)) / level.dot(turned);
                f.weight -= more;
                g.weight += more;
                rest + turned * more
            }
            [f, g, h] => {
                let (u, v) = (at(g) - at(f), at(h) - at(f));
                let (level_u, level_v) = (across(u), across(v));
                let (turned_u, turned_v) = (inverse.times(level_u), inverse.times(level_v));
                let (uu, uv, vv) =
                    (level_u.dot(turned_u), level_u.dot(turned_v), level_v.dot(turned_v));
                let off_u = -(u.dot(normal) + level_u.dot(rest));
                let off_v = -(v.dot(normal) + level_v.dot(rest));
                let per = 1.0 / (uu * vv - uv * uv);
                let more_g = (off_u * vv - off_v * uv) * per;
                let more_h = (off_v * uu - off_u * uv) * per;
                f.weight -= more_g + more_h;
                g.weight += more_g;
                h.weight += more_h;
                rest + turned_u * more_g + turned_v * more_h
            }
            _ => return None,
        };
        // The step may have a small part along the normal, from rounding.
        let next = normal + step;
        self.normal = next * (1.0 / sqrt(next.length_squared()));
        Some(step)
    }

    /// The vertex of the difference farthest beyond the plane.
    pub(super) fn support(&self) -> Highest<S> {
        let outward = back::<S>(-self.normal);
        let vertex = self.placed.support(outward, None);
        let height = vertex.point.dot(outward);
        let of_features =
            self.vertices().iter().fold(f64::INFINITY, |least, v| least.min(v.point.dot(outward)));
        Highest { vertex, height, rises: height - of_features }
    }

    /// The features' points in the plane, as vertices of the difference.
    pub(super) fn vertices(&self) -> ArrayVec<Vertex<S>, 3> {
        let [a, b] = &self.laws;
        let mut unused = Symmetric::default();
        let follower = |law: &Law, direction, unused: &mut _| {
            law.follow(direction, 0.0, unused, |v| v).map_or(Xyz::default(), |f| f.point)
        };
        let from_a = follower(a, -self.normal, &mut unused);
        let from_b = follower(b, self.along_b(), &mut unused);
        let at = |anchor: Anchor, follower: Xyz| {
            let point = if anchor.follows { anchor.point + follower } else { anchor.point };
            back(point * self.placed.frame.unit)
        };
        let mut vertices = ArrayVec::new();
        for f in &self.features {
            // There is room for as many as there are features.
            let vertex = self.placed.vertex_at(at(f.on_a, from_a), at(f.on_b, from_b), f.names);
            let _ = vertices.try_push(vertex);
        }
        vertices
    }
}
