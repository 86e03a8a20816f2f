//! Watching a query: what an observer receives.
//!
//! Everything is in A's frame and in solver units, in `f64`: the numbers that the algorithm itself
//! sees. A solver unit is [`unit`](GjkStep::unit) of the caller's lengths, a power of two that is 1
//! but for extreme sizes.

use crate::math::Space;
use crate::method::Method;
use crate::solve::{Nearest, Vertex};

/// One iteration of GJK.
#[derive(Clone, Copy, Debug)]
pub struct GjkStep<'a, S: Space> {
    /// Counted from 0.
    pub iteration: u32,
    /// The feature of the simplex nearest to the origin, before this iteration's vertex joins it.
    /// Its variant is the Voronoi region in which the origin lies. `None` in the first iteration,
    /// which has no simplex yet.
    pub nearest: Option<&'a Nearest<S>>,
    /// The direction of the support point: from the nearest point to the origin.
    pub direction: S,
    /// The support point of the difference, with the pair of points that made it.
    pub support: &'a Vertex<S>,
    /// The best lower bound of the cores' distance so far, from the plane through a support point;
    /// negative while no plane separates them.
    pub lower: f64,
    /// The best upper bound of the cores' distance so far, the length of the nearest point;
    /// infinite at first.
    pub upper: f64,
    /// Caller's lengths per solver unit.
    pub unit: f64,
}

/// One iteration of EPA.
#[derive(Clone, Copy, Debug)]
pub struct EpaStep<'a, S: Space> {
    /// Counted from 0.
    pub iteration: u32,
    /// The vertices of the polytope, the newest last.
    pub vertices: &'a [Vertex<S>],
    /// The facets, as indices of vertices: in space triangles counter-clockwise from outside, in
    /// the plane edges (the third index repeats the second).
    pub facets: &'a [[u16; 3]],
    /// The facet nearest to the origin, among `facets`.
    pub chosen: usize,
    /// Its outward unit normal, the direction of the support point.
    pub direction: S,
    /// The support point of the difference.
    pub support: &'a Vertex<S>,
    /// The edges between the facets that the support point sees and those that it does not, as
    /// indices of vertices; in the plane the two end vertices. Empty where the point does not join
    /// the polytope.
    pub horizon: &'a [[u16; 2]],
    /// The lower bound of the cores' depth: the nearest facet's distance; negative infinity while
    /// the polytope does not hold the origin.
    pub lower: f64,
    /// The upper bound of the cores' depth: the least height of a support point over its facet's
    /// normal.
    pub upper: f64,
    /// Caller's lengths per solver unit.
    pub unit: f64,
}

/// One step of a linear cast: how the shapes stand at a time, and what follows for later times.
///
/// They cross a plane between them no sooner than at the speed at which they approach across it, so
/// each step moves the time until which there is no contact. Points and the normal are in A's
/// frame, which moves with A.
#[derive(Clone, Copy, Debug)]
pub struct CastStep<S: Space> {
    /// Counted from 0.
    pub iteration: u32,
    /// The time of the step, at which there is no contact yet, unless `ahead` is not positive.
    pub time: f64,
    /// The plane's normal, of unit length, from A to B; that of the nearest points.
    pub normal: S,
    /// The point of A's core nearest to B's, as the search ended.
    pub on_a: S,
    /// The point of B's core, with B as it stands at the time.
    pub on_b: S,
    /// How much nearer along the normal they must come to be in contact, at least: radii and the
    /// target distance are taken off. Not positive where no plane separates them.
    pub ahead: f64,
    /// How fast they approach along the normal, at most; not positive where they do not.
    pub closing: f64,
    /// There is no contact before this time; infinity where they never cross the plane.
    pub low: f64,
    /// There is contact no later than this; infinity while none is proved.
    pub high: f64,
    /// Caller's lengths per solver unit. Times are the caller's.
    pub unit: f64,
}

/// Watches a query from inside. `()` watches nothing and compiles to nothing.
///
/// ```
/// use clearance::{Cuboid, GjkStep, Observer, Query, Xyz};
/// use glam::Vec3;
///
/// #[derive(Default)]
/// struct Count(u32);
/// impl Observer<Xyz> for Count {
///     fn gjk_step(&mut self, _: &GjkStep<'_, Xyz>) {
///         self.0 += 1;
///     }
/// }
///
/// let cube = Cuboid::new(Vec3::ONE);
/// let mut count = Count::default();
/// let _ = Query::new().observe(&mut count).distance(&cube, &Vec3::ZERO, &cube, &Vec3::new(3.0, 0.5, 0.0));
/// assert!(count.0 >= 1);
/// ```
pub trait Observer<S: Space> {
    /// Whether iterations are shown. If `false`, the query is the plain one, formulas included, and
    /// only [`method`](Self::method) is called.
    const WATCHES: bool = true;
    /// Whether nothing is shown at all.
    #[doc(hidden)]
    const IS_SILENT: bool = false;
    /// Called for each iteration of GJK, once its support point and bounds are known.
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        let _ = step;
    }
    /// Called for each iteration of EPA, once its support point, bounds and horizon are known.
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        let _ = step;
    }
    /// Called once if GJK ends with a simplex: the last nearest feature.
    fn gjk_end(&mut self, nearest: &Nearest<S>) {
        let _ = nearest;
    }
    /// Called for each step of a linear cast, after the steps of its search for the nearest points.
    /// What these leave open is settled by further queries and by exact arithmetic, which are not
    /// shown.
    fn cast_step(&mut self, step: &CastStep<S>) {
        let _ = step;
    }
    /// Called for each method that is tried, in their order; the last one settled the query. For a
    /// query whose iterations are shown, these are the methods of its answer, which is found
    /// without showing them.
    fn method(&mut self, method: Method) {
        let _ = method;
    }
}

impl<S: Space> Observer<S> for () {
    const WATCHES: bool = false;
    const IS_SILENT: bool = true;
}

/// The method that settled the last query.
impl<S: Space> Observer<S> for Option<Method> {
    const WATCHES: bool = false;
    fn method(&mut self, method: Method) {
        *self = Some(method);
    }
}

/// The methods that were tried, in their order.
#[cfg(feature = "alloc")]
impl<S: Space> Observer<S> for alloc::vec::Vec<Method> {
    const WATCHES: bool = false;
    fn method(&mut self, method: Method) {
        self.push(method);
    }
}

impl<S: Space, O: Observer<S>> Observer<S> for &mut O {
    const WATCHES: bool = O::WATCHES;
    const IS_SILENT: bool = O::IS_SILENT;
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        O::gjk_step(self, step);
    }
    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        O::epa_step(self, step);
    }
    fn gjk_end(&mut self, nearest: &Nearest<S>) {
        O::gjk_end(self, nearest);
    }
    fn cast_step(&mut self, step: &CastStep<S>) {
        O::cast_step(self, step);
    }
    fn method(&mut self, method: Method) {
        O::method(self, method);
    }
}
