//! Where the nodes of a field are.

use clearance::{Space, Xyz};
use clearance_json::Fault;
use clearance_scene::scene::Extent;

use crate::args::FieldArgs;

/// Nodes as far apart along each axis.
pub(super) struct Grid {
    pub(super) low: Xyz,
    pub(super) spacing: f64,
    /// Along x, y and z.
    pub(super) counts: [usize; 3],
}

impl Grid {
    /// The grid that the options describe, about objects in a box.
    pub(super) fn new(args: &FieldArgs, extent: Extent) -> Result<Self, Fault> {
        let Extent { low, high } = match args.corners {
            Some([low, high]) => {
                let [low, high] = [low, high].map(|[x, y, z]| Xyz::new(x, y, z));
                Extent { low, high }
            }
            None => {
                let size = (extent.high - extent.low).max_abs();
                if !size.is_finite() {
                    return Err(Fault::new("an object has no end; say where by --box"));
                }
                let margin = Xyz::new(1.0, 1.0, 1.0) * args.margin.unwrap_or(0.1 * size);
                Extent { low: extent.low - margin, high: extent.high + margin }
            }
        };
        let size = high - low;
        let spacing = args.spacing.unwrap_or(size.max_abs() / f64::from(args.cells));
        if !(spacing > 0.0 && spacing.is_finite()) {
            return Err(Fault::new("the grid has no size; say where by --margin or --box"));
        }
        // A side that is a whole number of cells, but for rounding, has no more.
        let cells = size.coordinates().map(|side| (side / spacing * (1.0 - 1e-12)).ceil().max(1.0));
        let nodes: f64 = cells.iter().map(|cells| cells + 1.0).product();
        if !(nodes <= args.most as f64) {
            return Err(Fault::new(format!(
                "{nodes} nodes are more than --most {}; take larger cells, or raise it",
                args.most
            )));
        }
        Ok(Self { low, spacing, counts: cells.map(|cells| cells as usize + 1) })
    }

    pub(super) fn nodes(&self) -> usize {
        self.counts.iter().product()
    }

    /// The nodes of one height: along x first, then along y.
    pub(super) fn layer(&self, z: usize) -> Vec<Xyz> {
        let [wide, deep, _] = self.counts;
        let at = |x, y| Xyz::new(x as f64, y as f64, z as f64) * self.spacing + self.low;
        (0..deep).flat_map(|y| (0..wide).map(move |x| at(x, y))).collect()
    }
}
