//! Edges of a loop that follow one another: what can be told of all of them at once, so that two
//! loops of many corners are clipped without looking at each pair of edges.

use core::ops::Range;

use crate::math::{Space, Xy, larger, smaller};

/// What rounding moves a point by, at most; lengths are about 1 here.
const ROUNDING: f64 = 1e-12;

/// See the [module](self).
pub(super) struct EdgeRun {
    /// Places of the edges' first corners.
    pub(super) places: Range<u32>,
    /// The box of all corners of the edges.
    low: Xy,
    high: Xy,
    /// The box of their unit normals, inwards.
    least: Xy,
    most: Xy,
    /// The least height of the box's middle over an edge.
    room: f64,
}

impl EdgeRun {
    /// A run of edges, each with both ends and its normal.
    pub(super) fn of<I>(places: Range<u32>, edges: impl Fn(Range<u32>) -> I) -> Self
    where
        I: Iterator<Item = ([Xy; 2], Xy)>,
    {
        let all = || edges(places.clone());
        let [low, high] = bounds(all().flat_map(|(ends, _)| ends));
        let [least, most] = bounds(all().map(|(_, inwards)| inwards));
        let middle = (low + high) * 0.5;
        let rooms = all().map(|([from, _], inwards)| inwards.dot(middle - from));
        let room = rooms.fold(f64::INFINITY, smaller);
        Self { places, low, high, least, most, room }
    }

    /// Whether a point may be no farther inside one of the edges than this, or near a corner.
    pub(super) fn is_beside(&self, at: Xy, band: f64) -> bool {
        let away = at - (self.low + self.high) * 0.5;
        let along = |away: f64, least: f64, most: f64| smaller(away * least, away * most);
        let room = along(away.x, self.least.x, self.most.x)
            + along(away.y, self.least.y, self.most.y)
            + self.room;
        room <= band + ROUNDING
    }

    /// Whether a segment may come as near to one of the edges as this.
    pub(super) fn is_near(&self, [from, to]: [Xy; 2], distance: f64) -> bool {
        let [low, high] = bounds([from, to].into_iter());
        let room = distance + ROUNDING;
        low.x <= self.high.x + room
            && low.y <= self.high.y + room
            && high.x >= self.low.x - room
            && high.y >= self.low.y - room
    }
}

/// The box of some points.
fn bounds(points: impl Iterator<Item = Xy>) -> [Xy; 2] {
    let nothing = [f64::INFINITY, f64::NEG_INFINITY].map(|x| Xy::new(x, x));
    points.fold(nothing, |[low, high], p| {
        [
            Xy::new(smaller(low.x, p.x), smaller(low.y, p.y)),
            Xy::new(larger(high.x, p.x), larger(high.y, p.y)),
        ]
    })
}
