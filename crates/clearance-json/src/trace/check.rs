//! Whether a trace that somebody wrote can be shown: its points have as many coordinates as the
//! space, and its numbers name what is there.

use crate::fault::Fault;

use super::{Step, Trace, Vertex};

impl Trace {
    /// Says where a trace contradicts itself.
    pub(super) fn check(&self) -> Result<(), Fault> {
        if self.dim != 2 && self.dim != 3 {
            return Err(Fault::field("dim", format!("must be 2 or 3, is {}", self.dim)));
        }
        let vector = |name: &str, vector: &[f64]| match vector.len() {
            count if count == self.dim => Ok(()),
            count => Err(Fault::field(name, format!("has {count} numbers, needs {}", self.dim))),
        };
        vector("frame.origin", &self.frame.origin)?;
        vector("frame.axes", &vec![0.0; self.frame.axes.len()])?;
        self.frame.axes.iter().try_for_each(|axis| vector("frame.axes", axis))?;
        let vertex = |name: &str, vertex: &Vertex| {
            vector(name, &vertex.point)?;
            vector(name, &vertex.on_a)?;
            vector(name, &vertex.on_b)
        };
        let simplex = |vertices: &[Vertex]| match vertices.len() {
            count if count > self.dim + 1 => {
                let message = format!("has {count} vertices, {} at most", self.dim + 1);
                Err(Fault::field("simplex", message))
            }
            _ => vertices.iter().try_for_each(|v| vertex("simplex", v)),
        };
        let checked = |step: &Step| match step {
            Step::Gjk(gjk) => {
                simplex(&gjk.simplex)?;
                gjk.nearest.iter().try_for_each(|nearest| vector("nearest", nearest))?;
                vector("direction", &gjk.direction)?;
                vertex("support", &gjk.support)
            }
            Step::GjkEnd(end) => {
                simplex(&end.simplex)?;
                vector("nearest", &end.nearest)
            }
            Step::Look(look) => {
                vector("normal", &look.normal)?;
                vector("on_a", &look.on_a)?;
                vector("on_b", &look.on_b)
            }
            Step::Epa(epa) => {
                epa.vertices.iter().try_for_each(|v| vertex("vertices", v))?;
                vector("direction", &epa.direction)?;
                vertex("support", &epa.support)?;
                let exists = |name: &str, corner: u16| match usize::from(corner) {
                    corner if corner < epa.vertices.len() => Ok(()),
                    corner => Err(Fault::field(name, format!("there is no vertex {corner}"))),
                };
                for facet in &epa.facets {
                    if facet.len() != self.dim {
                        let message = format!("has {} corners, needs {}", facet.len(), self.dim);
                        return Err(Fault::field("facets", message));
                    }
                    facet.iter().try_for_each(|corner| exists("facets", *corner))?;
                }
                epa.horizon.iter().flatten().try_for_each(|end| exists("horizon", *end))?;
                if epa.chosen < epa.facets.len() {
                    Ok(())
                } else {
                    Err(Fault::field("chosen", format!("there is no facet {}", epa.chosen)))
                }
            }
        };
        self.steps.iter().enumerate().try_for_each(|(i, step)| {
            checked(step).map_err(|fault| fault.within(&format!("steps[{i}]")))
        })
    }
}
