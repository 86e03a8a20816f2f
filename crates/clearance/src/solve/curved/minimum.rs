//! Where curved shapes overlap least deeply, with a bound of the depth over a whole cone of
//! directions.
//!
//! Let `n` be a unit direction along which the plane that touches the difference holds points `w_i`
//! of its features, at heights about `h`, whose blend by `b_i` is `h n`. For a unit direction `c n
//! + x`, with `x` across `n`, the features' own support points are higher than `w_i` by a square:
//! with `R` as in [`Follower`](super::law::Follower) and `u = R n / |R n|`
//!
//! `|R d| - u · R d >= |R d - u (u · R d)|² / 2 |R d| = xᵀ D x · |R n| / 2 |R d|`,
//!
//! where `D` is the derivative that Newton's step knows. So the difference reaches at least as far
//! as
//!
//! `c h + max g_i · x + xᵀ E x`,
//!
//! where `g_i` is the part of `w_i` across `n`, and `E` what all features have of the above, at the
//! largest `|R d|` of the cone. The blend of the `g_i` is 0, so that their maximum is never
//! negative and grows with `x` in proportion. Where all this outweighs `(1 - c) h`, no direction of
//! the cone leads out of the difference by less than `h`.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Symmetric, Xyz, sqrt};
use crate::shape::SupportMap;
use crate::solve::difference::{Difference, Placed};
use crate::solve::simplex::{Cell, Nearest};

use super::law::{back, in_space};
use super::newton::{CurvedFeature, Touching};

/// A way out that is the shortest of a cone about it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LocalMinimum<S> {
    /// Outward, unit.
    pub(crate) normal: S,
    pub(crate) on_a: S,
    pub(crate) on_b: S,
    /// The height of the support point along the normal.
    pub(crate) upper: f64,
    /// Along no direction of the cone is the difference less high, but for its own error.
    pub(crate) lower: f64,
    /// The cosine of the angle between the normal and the cone's sides, at most a right one. The
    /// cone is empty where it is above 1.
    pub(super) cos: f64,
    sin: f64,
}

/// Cosines of the angles that are tried.
const CONES: [f64; 8] = [0.0, 0.5, 0.8, 0.93, 0.98, 0.995, 0.999, 0.9999];

/// How many features are taken away or added.
const CORRECTIONS: u32 = 3;

/// The rounding error of the quadratic forms, in parts of their size.
const DOUBT: f64 = 1e-9;

impl<S: Cell> LocalMinimum<S> {
    pub(crate) fn find<A: SupportMap<S>>(
        placed: &Placed<'_, S, A>,
        nearest: &Nearest<S>,
        normal: S,
    ) -> Option<Self> {
        let mut touching =
            Touching::new(placed, nearest.feature.vertices(), &nearest.weights, -normal)?;
        touching.solve()?;
        let mut highest = touching.support();
        for _ in 0..CORRECTIONS {
            // A feature too many, or one too few.
            if !touching.drop_outsider() {
                if highest.rises <= placed.error() {
                    break;
                }
                touching.add(&highest.vertex, 0.0)?;
            }
            touching.solve()?;
            highest = touching.support();
        }
        let normal = back::<S>(-touching.normal);
        let upper = highest.height;

        let (mut on_a, mut on_b, mut blend) = (S::default(), S::default(), Xyz::default());
        let mut lower = f64::INFINITY;
        let outward = in_space(normal);
        let mut across = [Xyz::default(); 3];
        for ((vertex, feature), g) in
            touching.vertices().iter().zip(&touching.features).zip(&mut across)
        {
            if !(feature.weight >= 0.0) {
                return None;
            }
            let height = vertex.point.dot(normal);
            lower = lower.min(height);
            on_a += vertex.on_a * feature.weight;
            on_b += vertex.on_b() * feature.weight;
            *g = in_space(vertex.point) - outward * height;
            blend += *g * feature.weight;
        }
        // The cores' parts across the normal carry three roundings each.
        lower -= blend.length() + 8.0 * UNIT_ROUNDOFF * placed.reach();
        let [(bend_a, height_a), (bend_b, height_b)] = touching.bends()?;
        let [law_a, law_b] = touching.laws;
        let bodies = [
            (bend_a, height_a, law_a.largest(), Share::of(&touching, |f| f.on_a.follows)),
            (bend_b, height_b, law_b.largest(), Share::of(&touching, |f| f.on_b.follows)),
        ];
        let first = in_space(normal.any_perpendicular());
        // The plane has one only.
        let second = if S::DIM == 3 { outward.cross(first) } else { Xyz::default() };
        let tangents = [first, second];
        let kink = Kink::of(&touching, &across, blend);
        let is_least_with = |cos: f64, sin: f64, part: f64| {
            let wanted = lower / (1.0 + cos);
            let mut form = Form::default();
            for (bend, height, largest, share) in &bodies {
                let highest = largest.min(height + largest * sin);
                let shared = part * share.common + (1.0 - part) * share.blended;
                // Vertices have no height.
                if shared > 0.0 && highest > 0.0 {
                    form.add(bend, tangents, shared * 0.5 * height / highest);
                }
            }
            let doubt = DOUBT * (form.trace() + lower);
            kink.add_to(&mut form, tangents, part / sin);
            form.is_above(wanted + doubt, S::DIM - 1)
        };
        // All of the highest feature; or as much as the kink needs, since the blend of all may
        // follow more.
        let is_least = |cos: f64, sin: f64| {
            is_least_with(cos, sin, 1.0)
                || is_least_with(cos, sin, kink.part(lower / (1.0 + cos) * sin))
        };
        let cone = CONES.into_iter().map(|cos| (cos, sqrt(1.0 - cos * cos)));
        let cone = if lower > 0.0 {
            cone.into_iter().find(|(cos, sin)| is_least(*cos, *sin))
        } else {
            None
        };
        let (cos, sin) = cone.unwrap_or((2.0, 0.0));
        Some(Self { normal, on_a, on_b, upper, lower, cos, sin })
    }

    /// Whether no direction that leaves a polytope in the difference through this facet is shorter
    /// than the minimum. Along such a direction `d` the facet is `distance / normal · d` away: only
    /// for those near its normal is that too little, and these must be in the cone. `tilt` is an
    /// angle by which the facet's normal may lean.
    pub(crate) fn covers(&self, normal: S, distance: f64, tilt: f64) -> bool {
        // Rounded down by more than the quotient was rounded, so that the angle is not too small.
        let cos = distance / self.lower - 4.0 * UNIT_ROUNDOFF;
        if !(cos > self.cos && cos < 1.0) {
            return false;
        }
        let sin = sqrt((1.0 - cos) * (1.0 + cos));
        normal.dot(self.normal) >= self.cos * cos + self.sin * sin + tilt + 32.0 * UNIT_ROUNDOFF
    }
}

/// How fast the features' planes rise across the normal.
enum Kink {
    /// Not at all: one feature.
    None,
    /// A length along this unit direction and against it: two.
    Along(Xyz, f64),
    /// A length along any direction: three.
    Any(f64),
}

impl Kink {
    fn of<S: Space, A>(touching: &Touching<'_, '_, S, A>, across: &[Xyz; 3], blend: Xyz) -> Self {
        let outward = touching.normal;
        let [u, v, w] = across.map(|g| g - blend);
        match touching.features.as_slice() {
            [f, g] => {
                let edge = v - u;
                let length = edge.length();
                Self::Along(edge * (1.0 / length), length * f.weight.min(g.weight))
            }
            [_, _, _] => {
                let room = |p: Xyz, q: Xyz| p.cross(q).dot(outward).abs() / (q - p).length();
                Self::Any(room(u, v).min(room(v, w)).min(room(w, u)))
            }
            _ => Self::None,
        }
    }

    /// The part of the features' rise that is enough for this slope.
    fn part(&self, slope: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Along(_, most) | Self::Any(most) => (2.0 * slope / most).min(1.0),
        }
    }

    /// A linear rise is above any square up to where they meet.
    fn add_to(&self, form: &mut Form, tangents: [Xyz; 2], times: f64) {
        let mut bend = Symmetric::default();
        match self {
            Self::None => {}
            Self::Along(unit, slope) => bend.add_square(slope * times, *unit),
            Self::Any(slope) => bend.add_identity(slope * times),
        }
        form.add(&bend, tangents, 1.0);
    }
}

/// How many of the features follow a body's curvature.
struct Share {
    /// 1 if all do, else 0.
    common: f64,
    /// The weighted part.
    blended: f64,
}

impl Share {
    fn of<S: Space, A>(
        touching: &Touching<'_, '_, S, A>,
        follows: fn(&CurvedFeature) -> bool,
    ) -> Self {
        let features = &touching.features;
        Self {
            common: if features.iter().all(follows) { 1.0 } else { 0.0 },
            blended: features.iter().filter(|f| follows(f)).map(|f| f.weight).sum(),
        }
    }
}

/// A quadratic form of the plane across the normal.
#[derive(Default)]
struct Form {
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Form {
    fn add(&mut self, bend: &Symmetric, [e, f]: [Xyz; 2], times: f64) {
        self.xx += times * bend.form(e, e);
        self.xy += times * bend.form(e, f);
        self.yy += times * bend.form(f, f);
    }

    fn trace(&self) -> f64 {
        self.xx + self.yy
    }

    /// Whether it is at least this times the square of the length, across the first tangents.
    fn is_above(&self, least: f64, tangents: usize) -> bool {
        let (x, y) = (self.xx - least, self.yy - least);
        x > 0.0 && (tangents == 1 || y > 0.0 && x * y >= self.xy * self.xy)
    }
}
