//! Whether a surface on the boundary of its hull covers all of it: an open box does not.
//!
//! Triangles whose edges cancel are a cycle, which goes round each point off it equally often as
//! that moves, unless it passes the cycle. The sum of their signed volumes is that often the
//! hull's: a multiple of it for a surface on its boundary, and not zero only for one that covers
//! it. Which way round each triangle is taken is free, as long as the edges cancel.

use alloc::vec::Vec;

use super::facet_plane::{FacetPlane, below, left_of, wide_triangle};
use super::nearest::NearestFace;
use super::planar::monotone_chain;
use super::predicates::{CoordinatePlane, turn};
use super::surface::{Soup, at, six_volumes};
use super::{Face, Hull3, Rank};

/// Whether it does, where points count as on the boundary that are this near.
pub(super) fn covers(soup: &Soup, hull: &Hull3, volume: f64, inner: [f64; 3], near: f64) -> bool {
    let once = soup.distinct();
    let corners: Vec<[f64; 3]> = hull.vertices.iter().map(|&v| at(&soup.points, v)).collect();
    match (hull.rank, corners.as_slice()) {
        (Rank::Point, _) => true,
        (Rank::Segment, ends) => soup.corners().any(|own| ends.iter().all(|end| own.contains(end))),
        (Rank::Polygon, _) => covers_sheet(&once, hull, &corners, near),
        (Rank::Solid, _) => {
            goes_round(soup, volume, |_| false, inner)
                || goes_round(&once, volume, |own| six_volumes(own, inner) < 0.0, inner)
                || covers_sheet(&once, hull, &corners, near)
        }
    }
}

/// Whether the edges cancel if some triangles are turned over, and what they enclose is a multiple
/// of the hull.
fn goes_round(
    soup: &Soup,
    volume: f64,
    turned: impl Fn([[f64; 3]; 3]) -> bool,
    inner: [f64; 3],
) -> bool {
    let of = |own: [[f64; 3]; 3]| six_volumes(own, inner) * if turned(own) { -1.0 } else { 1.0 };
    soup.unmatched(&turned).is_empty() && soup.corners().map(of).sum::<f64>().abs() > 0.5 * volume
}

/// The same for a hull that is flat, or as good as flat, seen along its normal: edges that do not
/// cancel must lie on the outline.
fn covers_sheet(soup: &Soup, hull: &Hull3, corners: &[[f64; 3]], near: f64) -> bool {
    let around = |face: &Face| face.vertices.iter().map(|&v| at(corners, v)).collect();
    let size = |[a, b, c]: &[[f64; 3]; 3]| {
        let sizes = CoordinatePlane::ALL.map(|axis| axis.turn([*a, *b, *c]));
        sizes.iter().map(|x| x * x).sum::<f64>()
    };
    let widest = hull.faces.iter().map(around).filter_map(|own: Vec<_>| wide_triangle(&own));
    let Some(widest) = widest.max_by(|s, t| size(s).total_cmp(&size(t))) else { return false };
    let Some(plane) = below(widest) else { return false };
    if !corners.iter().all(|&x| plane.depth(x) <= near) {
        return false;
    }
    let along = |axis: &CoordinatePlane| axis.turn(widest).abs();
    let axis = CoordinatePlane::ALL.into_iter().max_by(|s, t| along(s).total_cmp(&along(t)));
    let Some(axis) = axis else { return false };
    let flat: Vec<[f64; 2]> = soup.points.iter().map(|&p| axis.project(p)).collect();
    let outline: Vec<[f64; 2]> = monotone_chain(&flat).iter().map(|&v| at(&flat, v)).collect();
    let next = outline.iter().cycle().skip(1);
    let sides: Vec<_> = outline.iter().zip(next).filter_map(|(&a, &b)| left_of(a, b)).collect();
    let holds =
        |side: &FacetPlane<2>, ends: [[f64; 2]; 2]| ends.iter().all(|end| side.depth(*end) <= near);
    // The side nearest to an edge's middle holds the edge, unless several are as near.
    let share = 1.0 / outline.len() as f64;
    let center = outline.iter().fold([0.0; 2], |[x, y], p| [x + share * p[0], y + share * p[1]]);
    let tree = NearestFace::of(sides.clone(), center, 3 * soup.triangles.len());
    let on_outline = |(p, q): &(u32, u32)| {
        let ends = [p, q].map(|v| at(&flat, *v));
        let [[px, py], [qx, qy]] = ends;
        let nearest = tree.find([0.5 * (px + qx), 0.5 * (py + qy)]);
        nearest.is_some_and(|(side, _)| holds(&side, ends))
            || sides.iter().any(|side| holds(side, ends))
    };
    let unmatched = soup.unmatched(|own| axis.turn(own) < 0.0);
    let areas = |own: [[f64; 3]; 3]| axis.turn(own).abs();
    let fan = outline.windows(2).map(|side| turn(at(&outline, 0), at(side, 0), at(side, 1)));
    unmatched.iter().all(on_outline)
        && soup.corners().map(areas).sum::<f64>() > 0.5 * fan.sum::<f64>()
}
