//! The last stage: whole numbers of any size. It decides what neither the loops' bounds nor the orientation of exact
//! vertices could, mostly shapes that touch in poses that round.
//!
//! The numbers are the caller's very floats. A quaternion `q` stands for the rotation `q · q̄ / |q|²`, a cosine and sine for the
//! rotation along them. The method is GJK once more, in exact arithmetic, where it ends by itself: each step is nearer, and there
//! are finitely many simplices. Cost: 10 to 500 µs, and memory from the allocator, which nothing else of a query takes.

mod body;
mod feature;
mod filter;
mod number;
mod placement;

use alloc::boxed::Box;
use alloc::vec::Vec;

use crate::math::{Space, dyadic};

pub(crate) use body::{Body, Core, Corner, ROOT_BITS, highest, root, turned};
pub(crate) use dyadic::{Dyadic, Towards};
pub(crate) use feature::{Foot, foot, nearest_face};
pub(crate) use filter::{farthest, rough};
pub(crate) use number::Number;
pub(crate) use placement::{Exact, Placement, Turn};

/// What is certain of two closed shapes, and by what. In the scaled world of the [`Placement`].
pub(crate) enum Decision {
    /// Along this direction every point of A is lower than every point of B, radii included.
    Apart(Box<Exact>),
    /// These pairs of corners (A's, B's) have a hull, of their differences, that comes as near to the origin as the radii.
    Together(Vec<[u32; 2]>),
}

/// Whether two bodies have a point in common. `hints` are pairs of corners near the contact: a place to start.
pub(crate) fn decide<S: Space>(
    a: &Body<S>,
    b: &Body<S>,
    placement: &Placement,
    hints: &[[u32; 2]],
) -> Option<Decision> {
    match (&a.core, &b.core) {
        (Core::Polytope(p), Core::Polytope(q)) => {
            let radii = &a.radius() + &b.radius();
            polytopes(&Difference { a: p, b: q, placement }, &radii, hints)
        }
        (Core::HalfSpace(normal, offset), Core::Polytope(q)) => {
            let radii = &a.radius() + &b.radius();
            wall(*normal, *offset, (q, &b.endless), placement, &radii)
        }
        // What the caller swaps, and what takes a root.
        _ => None,
    }
}

/// The difference of two polytopes.
struct Difference<'a, S> {
    a: &'a [Corner<S>],
    b: &'a [Corner<S>],
    placement: &'a Placement,
}

impl<S: Space> Difference<'_, S> {
    /// A point of A minus a point of B.
    fn vertex(&self, [i, j]: [usize; 2]) -> Option<Exact> {
        let Placement { turn_a, turn_b, offset, .. } = self.placement;
        let a = turned(turn_a, self.a.get(i)?, self.placement);
        let b = turned(turn_b, self.b.get(j)?, self.placement);
        Some(a.minus(&b.plus(offset)))
    }

    /// The lowest vertex along a direction.
    fn lowest(&self, direction: &Exact) -> [usize; 2] {
        let Placement { turn_a, turn_b, .. } = self.placement;
        let i = farthest(self.a, &turn_a.apply_back(&direction.negated()), self.placement);
        let j = farthest(self.b, &turn_b.apply_back(direction), self.placement);
        [i, j]
    }
}

/// GJK, exactly. Its bounds are those of the loop in floats: the nearest point of the simplex, and the plane through the lowest vertex.
fn polytopes<S: Space>(
    difference: &Difference<'_, S>,
    radii: &Dyadic,
    hints: &[[u32; 2]],
) -> Option<Decision> {
    let placement = difference.placement;
    let radius = &placement.number(radii.clone()) * &placement.scale;
    let mut simplex: Vec<([usize; 2], Exact)> = Vec::new();
    for pair in hints.iter().take(S::DIM + 1).map(|pair| pair.map(|i| i as usize)) {
        if let Some(point) = difference.vertex(pair) {
            simplex.push((pair, point));
        }
    }
    if simplex.is_empty() {
        simplex.push(([0, 0], difference.vertex([0, 0])?));
    }
    loop {
        let points: Vec<Exact> = simplex.iter().map(|(_, point)| point.clone()).collect();
        let face = nearest_face(&points)?;
        simplex = face.places.iter().filter_map(|i| simplex.get(*i).cloned()).collect();
        let Foot { direction, height, .. } = face.foot;
        let squared = direction.dot(&direction);
        if !exceeds(&height, &radius, &squared) {
            #[allow(clippy::cast_possible_truncation)] // they come from 32 bits
            let pairs = simplex.iter().map(|(pair, _)| pair.map(|i| i as u32)).collect();
            return Some(Decision::Together(pairs));
        }
        let pair = difference.lowest(&direction);
        let vertex = difference.vertex(pair)?;
        let height = direction.dot(&vertex);
        // Also where the vertex is no lower than the face: the face is then as far away as the radii let it.
        if exceeds(&height, &radius, &squared) {
            return Some(Decision::Apart(Box::new(direction.negated())));
        }
        simplex.push((pair, vertex));
    }
}

/// Whether `height > radius · √squared`, of a radius that is not negative.
pub(crate) fn exceeds(height: &Number, radius: &Number, squared: &Number) -> bool {
    height.sign() > 0 && (&height.squared() - &(&radius.squared() * squared)).sign() > 0
}

/// A's half-space against a polytope: the corner lowest along the normal decides, unless the
/// polytope falls towards the half-space without end.
fn wall<S: Space>(
    normal: S,
    offset: f64,
    (corners, endless): (&[Corner<S>], &[[Dyadic; 3]]),
    placement: &Placement,
    radii: &Dyadic,
) -> Option<Decision> {
    let Placement { turn_a, turn_b, offset: between, scale, .. } = placement;
    // `scale` times as long as the local normal.
    let world = turn_a.apply(&placement.vector(&[normal]));
    let falls = |along: &[Dyadic; 3]| {
        let along = turn_b.apply(&placement.exactly(along));
        world.dot(&along).sign() < 0
    };
    if endless.iter().any(falls) {
        return Some(Decision::Together(Vec::new()));
    }
    let down = turn_b.apply_back(&world.negated());
    let index = farthest(corners, &down, placement);
    let lowest = corners.get(index)?;
    let depth = placement.corner(lowest).dot(&down);
    let boundary = &placement.number(Dyadic::from(offset)) * &scale.squared();
    let height = &(&world.dot(between) - &depth) - &boundary;
    let radius = &placement.number(radii.clone()) * scale;
    if exceeds(&height, &radius, &world.dot(&world)) {
        return Some(Decision::Apart(Box::new(world)));
    }
    #[allow(clippy::cast_possible_truncation)] // they come from 32 bits
    Some(Decision::Together(alloc::vec![[0, index as u32]]))
}
