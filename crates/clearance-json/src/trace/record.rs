//! The observer that keeps what it sees.

use clearance::{EpaStep, GjkStep, Method, Nearest, Observer, Simplex, Space, Support};

use crate::describe::vector;

use super::{Epa, Gjk, GjkEnd, Region, Step, Vertex};

/// Records the steps of a query, without their sentences.
///
/// ```
/// use clearance::{Ball, Query, Xyz};
/// use clearance_json::trace::Recorder;
///
/// let mut recorder = Recorder::default();
/// let ball = Ball::new(1.0);
/// let _ = Query::new().observe(&mut recorder).proximity(&ball, &Xyz::default(), &ball, &Xyz::new(3.0, 0.0, 0.0));
/// assert!(!recorder.into_steps().is_empty());
/// ```
#[derive(Clone, Debug)]
pub struct Recorder<S> {
    steps: Vec<Step>,
    methods: Vec<Method>,
    /// The simplex of GJK's last step and its support point, as the solver sees them: what the next
    /// simplex is made of.
    before: Vec<clearance::Vertex<S>>,
    /// Caller's lengths per solver unit. The end of GJK does not tell it.
    unit: f64,
    /// The best lower bound of EPA so far. Each polytope proves one of its own, which rounding may
    /// make a little worse than the last.
    deep: f64,
}

impl<S> Default for Recorder<S> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            methods: Vec::new(),
            before: Vec::new(),
            unit: 1.0,
            deep: f64::NEG_INFINITY,
        }
    }
}

impl<S: Space> Recorder<S> {
    /// What was seen.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// The methods that the plain query tried, in their order; the last one settled it.
    pub fn methods(&self) -> &[Method] {
        &self.methods
    }

    /// The vertices of the simplex, and which of those before are not among them.
    fn simplex(&self, simplex: &Simplex<S>) -> (Vec<Vertex>, Vec<usize>) {
        let vertices = simplex.vertices();
        // They keep their order, and a support point that is a vertex already does not join.
        let mut kept = vertices.iter().peekable();
        let gone = |v: &clearance::Vertex<S>| kept.next_if(|next| next.point == v.point).is_none();
        let dropped = self.before.iter().map(gone).enumerate().filter(|(_, gone)| *gone);
        let dropped = dropped.map(|(place, _)| place).collect();
        (self.vertices(vertices), dropped)
    }

    fn vertices(&self, vertices: &[clearance::Vertex<S>]) -> Vec<Vertex> {
        vertices.iter().map(|vertex| self.vertex(vertex)).collect()
    }

    fn vertex(&self, vertex: &clearance::Vertex<S>) -> Vertex {
        Vertex {
            point: self.point(vertex.point),
            on_a: self.point(vertex.on_a),
            on_b: self.point(vertex.on_b()),
            features: vertex.features.map(|f| (f != Support::<S>::SMOOTH).then_some(f)),
        }
    }

    /// A point in the caller's lengths.
    fn point(&self, point: S) -> Vec<f64> {
        // The difference of points near the largest float may be beyond it, and JSON has no
        // infinity. Adding zero turns a negative zero into a plain one.
        vector(point)
            .into_iter()
            .map(|x| (x * self.unit).clamp(-f64::MAX, f64::MAX) + 0.0)
            .collect()
    }

    fn bound(&self, bound: f64) -> Option<f64> {
        Some(bound * self.unit).filter(|bound| bound.is_finite())
    }
}

/// A direction, whose length means nothing, as a unit vector.
fn unit<S: Space>(direction: S) -> Vec<f64> {
    vector(direction.try_normalize().unwrap_or(direction))
}

fn region<S: Space>(nearest: &Nearest<S>) -> Region {
    match nearest.feature {
        _ if nearest.encloses => Region::Inside,
        Simplex::Vertex(_) => Region::Vertex,
        Simplex::Edge(_) => Region::Edge,
        Simplex::Face(_) => Region::Face,
        Simplex::Cell(_) => Region::Inside,
    }
}

impl<S: Space> Observer<S> for Recorder<S> {
    fn gjk_step(&mut self, step: &GjkStep<'_, S>) {
        self.unit = step.unit;
        let (simplex, dropped) =
            step.nearest.map(|nearest| self.simplex(&nearest.feature)).unwrap_or_default();
        self.steps.push(Step::Gjk(Gjk {
            iteration: step.iteration,
            simplex,
            dropped,
            region: step.nearest.map(region),
            nearest: step.nearest.map(|nearest| self.point(nearest.point)),
            direction: unit(step.direction),
            support: self.vertex(step.support),
            lower: self.bound(step.lower),
            upper: self.bound(step.upper),
            says: String::new(),
        }));
        self.before.clear();
        self.before.extend(step.nearest.iter().flat_map(|nearest| nearest.feature.vertices()));
        self.before.push(*step.support);
    }

    fn gjk_end(&mut self, nearest: &Nearest<S>) {
        let (simplex, dropped) = self.simplex(&nearest.feature);
        self.steps.push(Step::GjkEnd(GjkEnd {
            simplex,
            dropped,
            region: region(nearest),
            nearest: self.point(nearest.point),
            says: String::new(),
        }));
    }

    fn epa_step(&mut self, step: &EpaStep<'_, S>) {
        self.unit = step.unit;
        self.deep = self.deep.max(step.lower);
        let facet = |facet: &[u16; 3]| facet.iter().take(S::DIM).copied().collect();
        self.steps.push(Step::Epa(Epa {
            iteration: step.iteration,
            vertices: self.vertices(step.vertices),
            facets: step.facets.iter().map(facet).collect(),
            chosen: step.chosen,
            direction: unit(step.direction),
            support: self.vertex(step.support),
            horizon: step.horizon.to_vec(),
            lower: self.bound(self.deep),
            upper: self.bound(step.upper),
            says: String::new(),
        }));
    }

    fn method(&mut self, method: Method) {
        self.methods.push(method);
    }
}
