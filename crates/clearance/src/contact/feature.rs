//! The part of a shape's surface that a direction points at: a facet, a line or a point.

use crate::math::tolerance::SAFE_SQUARE;
use crate::math::{Space, Xyz, larger, sqrt};
use crate::shape::{Facet, Flats, Meridian, Rim, Support};

use super::key::{EDGE, FACE, VERTEX};
use super::side::Side;

/// A facet or edge faces a direction that is within this angle of its normal, in radians. A body
/// that lands at such a tilt touches with the facet; one that is tilted more touches with an edge
/// or corner, until it has turned.
pub(super) const FACING: f64 = 0.1;

/// More than its square, and less than its cosine.
const NEARLY_FACING: f64 = FACING * FACING * (1.0 + 1e-9);
const ABOUT_FACING: f64 = 1.0 - 0.5 * NEARLY_FACING - 1e-6;

/// Facets (edges) that face a direction equally well within this angle: the one with the lowest
/// number is taken, so that small motions do not change it.
const EQUALLY: f64 = 1e-3;

/// See the [module](self). Its points lie on the surface: the radius is added.
#[derive(Clone, Copy, Debug)]
pub(super) enum FacingFeature {
    /// A point: a corner, or a point of a surface that bends both ways.
    Point {
        at: Xyz,
        key: u32,
    },
    /// An edge, or the line along which a surface bends one way only.
    Line(Line),
    Face(ContactFace),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) ends: [Xyz; 2],
    pub(super) keys: [u32; 2],
    pub(super) key: u32,
    /// The radius at which the surface bends across the line; 0 for an edge.
    pub(super) bend: f64,
    /// How far the surface may be off the line.
    pub(super) error: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct ContactFace {
    pub(super) facet: u32,
    pub(super) normal: Xyz,
    pub(super) at: Xyz,
    pub(super) rim: Rim,
    pub(super) key: u32,
}

impl<S: Space> Side<'_, S> {
    /// The feature that a direction points at; `facet` if that is known, `band` the length below
    /// which heights are equal.
    pub(super) fn feature(&self, direction: Xyz, facet: Option<u32>, band: f64) -> FacingFeature {
        let known = facet.or_else(|| self.facing_facet(direction, band));
        if let Some(feature) = known.and_then(|facet| self.facet_feature(facet)) {
            return feature;
        }
        let (support, number) = self.support(direction);
        let vertex = self.vertex_number(direction, number);
        if S::DIM == 3
            && let Some(line) = self.facing_line(direction, vertex)
        {
            return FacingFeature::Line(line);
        }
        let key = vertex.map_or(FACE, |vertex| VERTEX | vertex);
        FacingFeature::Point { at: support + direction * self.radius, key }
    }

    /// The number of a support point among the vertices; `None` on a smooth surface.
    fn vertex_number(&self, direction: Xyz, number: u32) -> Option<u32> {
        match self.flats {
            // A mirrored box numbers its corners after mirroring.
            Flats::Cuboid(half) => {
                let corner = half.with_signs_of(self.to_local(direction));
                let is_negative = |i| u32::from(corner.coordinate(i) < 0.0);
                Some((0..S::DIM).fold(0, |bits, i| bits | is_negative(i) << i))
            }
            Flats::Point => Some(0),
            // The tip, where that is higher than the rim.
            Flats::Revolved(Meridian::Triangle(radii)) => {
                let [x, y, z] = self.to_local(direction).coordinates();
                let over = 2.0 * radii.y * y - radii.x * sqrt(x * x + z * z);
                (over > 0.0).then_some(0)
            }
            Flats::None | Flats::Revolved(_) | Flats::HalfSpace(..) => None,
            // A cone of the plane does not number its corners.
            Flats::Triangle(corners) if number == Support::<S>::SMOOTH => {
                let local = self.to_local(direction);
                let heights = corners.map(|corner| corner.dot(local));
                let highest = heights.iter().copied().fold(f64::NEG_INFINITY, larger);
                (0..).zip(heights).find(|(_, height)| *height == highest).map(|(i, _)| i)
            }
            _ => (number != Support::<S>::SMOOTH).then_some(number),
        }
    }

    /// The facet that faces a direction best, of those with a highest corner.
    fn facing_facet(&self, direction: Xyz, band: f64) -> Option<u32> {
        let local = self.to_local(direction);
        if let Flats::Cuboid(_) = self.flats {
            let (axis, most) = local.map(f64::abs).largest();
            let is_facing = most * most >= 1.0 - FACING * FACING;
            let side = u32::from(local.coordinate(axis) < 0.0);
            #[allow(clippy::cast_possible_truncation)] // One of three.
            return is_facing.then_some(2 * axis as u32 + side);
        }
        let all = || self.flats.beyond(local, 0.0, ABOUT_FACING);
        // Where none comes near, there is no top to look for.
        all().next()?;
        let top = self.support(direction).0.dot(direction);
        let turned = |index: &u32| {
            let off = (self.flats.about_normal(*index)? - local).length();
            (off <= FACING && self.is_high(*index, direction, top - band)).then_some(off)
        };
        let least = all().filter_map(|index| turned(&index)).fold(f64::INFINITY, f64::min);
        let best = all().find(|index| turned(index).is_some_and(|off| off <= least + EQUALLY));
        best.map(|index| self.flats.whole(index))
    }

    /// Whether a facet has a point as high as this.
    fn is_high(&self, index: u32, direction: Xyz, height: f64) -> bool {
        let Some(facet) = self.flats.facet(index) else { return false };
        match facet.rim {
            Rim::Loop(corners) => (0..corners)
                .filter_map(|place| self.flats.corner(index, place))
                .any(|(_, corner)| self.point(corner).dot(direction) >= height),
            // The only facet on that side.
            Rim::Disc(_) | Rim::Endless => true,
        }
    }

    fn facet_feature(&self, index: u32) -> Option<FacingFeature> {
        let facet = self.flats.facet(index).filter(|facet| self.has_area(index, facet))?;
        let normal = self.direction(facet.normal);
        let lift = normal * self.radius;
        let key = FACE
            | match self.flats {
                // The flank is number 0.
                Flats::Revolved(_) => index + 1,
                _ => index,
            };
        if S::DIM == 2 && facet.rim == Rim::Loop(2) {
            let [(from, p), (to, q)] = [self.flats.corner(index, 0)?, self.flats.corner(index, 1)?];
            let ends = [self.point(p) + lift, self.point(q) + lift];
            let keys = [VERTEX | from, VERTEX | to];
            let error = self.length(self.flats.unevenness(index));
            return Some(FacingFeature::Line(Line { ends, keys, key, bend: 0.0, error }));
        }
        let at = self.point(facet.point) + lift;
        Some(FacingFeature::Face(ContactFace { facet: index, normal, at, rim: facet.rim, key }))
    }

    /// Whether a facet has an area; in the plane a length. A box without breadth has edges and
    /// corners there, a cap without radius its middle.
    fn has_area(&self, index: u32, facet: &Facet<S>) -> bool {
        match (self.flats, facet.rim) {
            (Flats::Cuboid(half), _) => {
                let own = index as usize / 2;
                (0..S::DIM).all(|axis| axis == own || half.coordinate(axis) > 0.0)
            }
            (_, Rim::Disc(radius)) => radius > 0.0,
            _ => true,
        }
    }

    /// The edge or generatrix that faces a direction.
    fn facing_line(&self, direction: Xyz, vertex: Option<u32>) -> Option<Line> {
        match self.flats {
            Flats::Revolved(meridian) => self.generatrix(direction, meridian),
            _ => self.facing_edge(direction, vertex?),
        }
    }

    /// The edge at a vertex that faces a direction best.
    fn facing_edge(&self, direction: Xyz, vertex: u32) -> Option<Line> {
        let local = self.to_local(direction);
        let longest = self.flats.longest_of_flat();
        let vertex = longest.map_or(vertex, |[from, _]| from);
        let from = self.flats.vertex(vertex)?;
        let is_one = move |other: &u32| longest.is_none_or(|[_, to]| to == *other);
        let others = || (0..).map_while(|place| self.flats.neighbour(vertex, place)).filter(is_one);
        let turned = |other: u32| {
            let edge = self.flats.vertex(other)? - from;
            // Most are far off, which needs no root.
            let (rise, squared) = (edge.dot(local), edge.length_squared());
            if SAFE_SQUARE.contains(&squared) && rise * rise > NEARLY_FACING * squared {
                return None;
            }
            let off = edge.try_normalize()?.dot(local).abs();
            (off <= FACING).then_some(off)
        };
        let least = others().filter_map(turned).fold(f64::INFINITY, f64::min);
        if least == f64::INFINITY {
            return None;
        }
        let best = others().filter(|other| turned(*other).is_some_and(|o| o <= least + EQUALLY));
        let numbered = best.map(|other| (other, self.flats.edge_between(vertex, other)));
        let (other, number) = numbered.min_by_key(|(_, number)| *number)?;
        let (low, high) = (vertex.min(other), vertex.max(other));
        let cores = [self.point(self.flats.vertex(low)?), self.point(self.flats.vertex(high)?)];
        let ends = self.lifted(cores, direction)?;
        let keys = [VERTEX | low, VERTEX | high];
        // About an edge the surface bends no farther than to the facets on either side.
        let bends = matches!(self.flats, Flats::Segment(_));
        let bend = if bends { self.radius } else { 0.0 };
        Some(Line { ends, keys, key: EDGE | number, bend, error: 0.0 })
    }

    /// A core's edge on the surface, where that bends about it alone: along the normal across it
    /// nearest to the direction. `None` where another edge is higher there.
    fn lifted(&self, cores: [Xyz; 2], direction: Xyz) -> Option<[Xyz; 2]> {
        let [p, q] = cores;
        if self.radius == 0.0 {
            return Some(cores);
        }
        let along = (q - p).try_normalize()?;
        let across = (direction - along * along.dot(direction)).try_normalize()?;
        let is_straight = matches!(self.flats, Flats::Segment(_) | Flats::Cuboid(_));
        let top = || self.support(across).0.dot(across);
        let tolerated = 1e-12 * (self.reach + self.radius);
        if !is_straight && top() > p.dot(across) + tolerated {
            return None;
        }
        Some(cores.map(|core| core + across * self.radius))
    }

    /// The line of a flank that faces a direction.
    fn generatrix(&self, direction: Xyz, meridian: Meridian) -> Option<Line> {
        let local = self.to_local(direction);
        let [x, y, z] = local.coordinates();
        let out = S::from_xyz(x, 0.0, z).try_normalize()?;
        let across = sqrt(x * x + z * z);
        let up = S::axis(1);
        let (top, bottom, bend) = match meridian {
            Meridian::Rectangle(radii) => {
                let (top, bottom) = (out * radii.x + up * radii.y, out * radii.x - up * radii.y);
                let bend = self.length(radii.x) + self.radius;
                (y.abs() <= FACING).then_some((top, bottom, bend))?
            }
            Meridian::Triangle(radii) => {
                // The flank's normal, outwards and upwards.
                let slant =
                    larger(sqrt(radii.x * radii.x + 4.0 * radii.y * radii.y), f64::MIN_POSITIVE);
                let (outwards, upwards) = (2.0 * radii.y / slant, radii.x / slant);
                // The sine of the angle between the two.
                let off = across * upwards - y * outwards;
                let is_facing = off.abs() <= FACING && across * outwards + y * upwards > 0.0;
                let ends = (up * radii.y, out * radii.x - up * radii.y);
                // It bends more at the tip than at the base.
                is_facing.then_some((ends.0, ends.1, 0.0))?
            }
            Meridian::Ellipse(_) => return None,
        };
        let ends = self.lifted([self.point(top), self.point(bottom)], direction)?;
        Some(Line { ends, keys: [VERTEX, VERTEX | 1], key: EDGE, bend, error: 0.0 })
    }
}
