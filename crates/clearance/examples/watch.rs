//! Watch the iterations: every simplex, search direction, support point and bound of GJK, then every facet of EPA.
//!
//! `cargo run --example watch`

use clearance::{ConvexHull, Ellipsoid, EpaStep, GjkStep, Nearest, Observer, Query, Simplex, Xy};
use glam::DVec2;

struct Print;

impl Observer<Xy> for Print {
    fn gjk_step(&mut self, step: &GjkStep<'_, Xy>) {
        let region = step.nearest.map_or("nothing yet".into(), region);
        println!(
            "GJK {}: nearest is {region}; farthest along ({:.3}, {:.3}) is ({:.3}, {:.3}); {:.6} <= distance <= {:.6}",
            step.iteration,
            step.direction.x,
            step.direction.y,
            step.support.point.x,
            step.support.point.y,
            step.lower * step.unit,
            step.upper * step.unit,
        );
    }

    fn gjk_end(&mut self, nearest: &Nearest<Xy>) {
        println!("GJK ends with {}", region(nearest));
    }

    fn epa_step(&mut self, step: &EpaStep<'_, Xy>) {
        println!(
            "EPA {}: {} edges, number {} is nearest; {} see the new vertex; {:.6} <= depth <= {:.6}",
            step.iteration,
            step.facets.len(),
            step.chosen,
            if step.horizon.is_empty() { "none" } else { "some" },
            step.lower * step.unit,
            step.upper * step.unit,
        );
    }
}

fn region(nearest: &Nearest<Xy>) -> String {
    let what = match &nearest.feature {
        Simplex::Vertex(_) => "a vertex",
        Simplex::Edge(_) => "an edge",
        Simplex::Face(_) => "the triangle",
        Simplex::Cell(_) => "the tetrahedron",
    };
    let inside = if nearest.encloses { ", which encloses the origin" } else { "" };
    let weights: Vec<String> = (nearest.feature.vertices().iter().zip(nearest.weights))
        .map(|(_, weight)| format!("{weight:.3}"))
        .collect();
    format!("{what} with weights {}{inside}", weights.join(", "))
}

fn main() -> Result<(), clearance::HullError> {
    let corners = [(0.0, 0.0), (2.0, 0.3), (1.2, 1.5)].map(|(x, y)| DVec2::new(x, y));
    let triangle = ConvexHull::new(&corners)?;
    let egg = Ellipsoid::new(DVec2::new(0.5, 0.8));
    for at in [DVec2::new(3.0, 2.0), DVec2::new(1.4, 0.9)] {
        println!("egg at {at}:");
        let answer = Query::new().observe(Print).proximity(&triangle, &DVec2::ZERO, &egg, &at);
        println!("signed distance {} ± {:e}\n", answer.signed_distance(), answer.witness().gap);
    }
    Ok(())
}
