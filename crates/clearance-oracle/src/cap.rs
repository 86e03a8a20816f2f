//! The least height over a small cap of directions, bounded from below.

/// A spherical cap: all unit directions within an angle r of a centre.
pub(crate) struct Cap<const N: usize> {
    centre: [f64; N],
    cos: f64,
    sin: f64,
}

impl<const N: usize> Cap<N> {
    /// `chord`: the straight distance from the centre (a unit vector) to the rim.
    pub(crate) fn new(centre: [f64; N], chord: f64) -> Self {
        let cos = 1.0 - chord * chord / 2.0;
        let sin = chord * (1.0 - chord * chord / 4.0).max(0.0).sqrt();
        Self { centre, cos, sin }
    }

    /// The best bound from some points of a convex body D on D's support height over the cap, and
    /// up to three of the points that gave it.
    ///
    /// Any mixture of the points is a point g of D, so that h(p) >= g.p; mixtures near the axis of
    /// the cap bound best. It tries each point, the point nearest to the axis on the segment of
    /// each pair, and where each triangle crosses the axis. A mixture that is missed makes the
    /// bound weaker, never wrong.
    pub(crate) fn best_bound(&self, points: &[[f64; N]]) -> (f64, [[f64; N]; 3]) {
        let sides: Vec<[f64; N]> = points.iter().map(|g| self.side(g)).collect();
        let mut best = (f64::NEG_INFINITY, [[0.0; N]; 3]);
        let mut offer = |chosen: [usize; 3], weights: [f64; 3]| {
            let corners = chosen.map(|k| points[k]);
            let mixture = std::array::from_fn(|i| (0..3).map(|k| weights[k] * corners[k][i]).sum());
            let bound = self.bound(&mixture);
            if bound > best.0 {
                best = (bound, corners);
            }
        };
        for i in 0..points.len() {
            offer([i, i, i], [1.0, 0.0, 0.0]);
            for j in 0..i {
                let e = minus(&sides[j], &sides[i]);
                let t = -dot(&sides[i], &e) / dot(&e, &e);
                if 0.0 < t && t < 1.0 {
                    offer([i, j, j], [1.0 - t, t, 0.0]);
                }
                for k in 0..j {
                    // Where the plane of the triangle crosses the axis: s_i + x e + y f = 0.
                    let f = minus(&sides[k], &sides[i]);
                    let (ee, ef, ff) = (dot(&e, &e), dot(&e, &f), dot(&f, &f));
                    let (se, sf) = (-dot(&sides[i], &e), -dot(&sides[i], &f));
                    let bottom = ee * ff - ef * ef;
                    let (x, y) = ((se * ff - sf * ef) / bottom, (sf * ee - se * ef) / bottom);
                    if x > 0.0 && y > 0.0 && x + y < 1.0 {
                        offer([i, j, k], [1.0 - x - y, x, y]);
                    }
                }
            }
        }
        best
    }

    /// The least g.p over the cap: |g| cos(angle + r) while that angle is less than a half turn,
    /// otherwise -|g|.
    fn bound(&self, g: &[f64; N]) -> f64 {
        let height = dot(g, &self.centre);
        let side = self.side(g);
        let side = dot(&side, &side).sqrt();
        if height * self.sin + side * self.cos >= 0.0 {
            height * self.cos - side * self.sin
        } else {
            -dot(g, g).sqrt()
        }
    }

    /// The part of a vector across the axis.
    fn side(&self, g: &[f64; N]) -> [f64; N] {
        let height = dot(g, &self.centre);
        std::array::from_fn(|i| g[i] - height * self.centre[i])
    }
}

pub(crate) fn dot<const N: usize>(a: &[f64; N], b: &[f64; N]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

fn minus<const N: usize>(a: &[f64; N], b: &[f64; N]) -> [f64; N] {
    std::array::from_fn(|i| a[i] - b[i])
}

pub(crate) fn unit<const N: usize>(v: &[f64; N]) -> [f64; N] {
    let length = dot(v, v).sqrt();
    v.map(|x| x / length)
}
