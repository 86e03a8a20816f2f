//! Triangulates what closed outlines wind about, by a sweep in order of x, then y (de Berg et al.,
//! Computational Geometry, chapter 3): n log n, with exact signs.
//!
//! Outlines may have holes, may touch themselves, and may run back along themselves. Regions
//! between neighbouring edges grow as monotone pieces, which give triangles as their corners come.
//! The result is proved: no triangle turns the other way, and their edges, each with its direction,
//! sum to those of the outlines; so the triangles cover every point as often as the outlines wind
//! about it, which is once at most.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use super::polygon::turning;

type Point = [f64; 2];

/// The triangles, by the numbers of their corners, or `None` where outlines cross themselves or
/// wind twice about a point. Each edge is (from, to, how often more it is run through than back);
/// points differ.
pub(super) fn triangles(
    points: &[Point],
    edges: &[(usize, usize, i32)],
) -> Option<Vec<[usize; 3]>> {
    let mut order: Vec<usize> = (0..points.len()).collect();
    order.sort_unstable_by(|a, b| along(points.get(*a), points.get(*b)));
    let mut sweep = Sweep {
        points,
        status: BTreeMap::new(),
        starts: HashMap::with_capacity(edges.len()),
        triangles: Vec::with_capacity(points.len()),
        sums: HashMap::with_capacity(2 * edges.len()),
        turn: 0,
    };
    for (a, b, times) in edges {
        let is_ahead = along(points.get(*a), points.get(*b)) == Ordering::Less;
        let (from, to, times) = if is_ahead { (*a, *b, *times) } else { (*b, *a, -times) };
        sweep.starts.entry(from).or_default().push((to, times));
    }
    for place in order {
        sweep.event(place)?;
    }
    let Sweep { triangles, mut sums, turn, .. } = sweep;
    for [a, b, c] in &triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            let (key, times) = if from < to { ((*from, *to), 1) } else { ((*to, *from), -1) };
            *sums.entry(key).or_default() -= times * turn;
        }
    }
    let is_proved = sums.values().all(|sum| *sum == 0);
    let turned = |[a, b, c]: [usize; 3]| if turn < 0 { [a, c, b] } else { [a, b, c] };
    is_proved.then(|| triangles.into_iter().map(turned).collect())
}

/// Coordinates are finite.
fn along(a: Option<&Point>, b: Option<&Point>) -> Ordering {
    a.partial_cmp(&b).unwrap_or(Ordering::Equal)
}

/// An edge that the sweep has begun and not ended, or a place just below or above those that meet a
/// point.
#[derive(Clone, Copy, Debug)]
enum Key {
    Edge { from: Point, to: Point },
    Below(Point),
    Above(Point),
}

impl Ord for Key {
    /// From low to high where the sweep is.
    fn cmp(&self, other: &Self) -> Ordering {
        // Where a point is above an edge that leads to larger x, the three turn left.
        let above = |[from, to]: [Point; 2], point: Point| {
            turning(from, to, point).partial_cmp(&0.0).unwrap_or(Ordering::Equal)
        };
        match (*self, *other) {
            (Self::Edge { from, to }, Self::Edge { from: begin, to: end }) => {
                if along(Some(&from), Some(&begin)) == Ordering::Greater {
                    return other.cmp(self).reverse();
                }
                let side = above([from, to], begin).then_with(|| above([from, to], end));
                side.reverse()
            }
            (Self::Below(point), Self::Edge { from, to }) => {
                above([from, to], point).then(Ordering::Less)
            }
            (Self::Above(point), Self::Edge { from, to }) => {
                above([from, to], point).then(Ordering::Greater)
            }
            (Self::Edge { .. }, _) => other.cmp(self).reverse(),
            (Self::Below(_), Self::Above(_)) => Ordering::Less,
            (Self::Above(_), Self::Below(_)) => Ordering::Greater,
            _ => Ordering::Equal,
        }
    }
}

impl PartialOrd for Key {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Key {}

/// An edge, and the region above it.
#[derive(Debug)]
struct Edge {
    from: usize,
    to: usize,
    times: i32,
    /// How often the outlines wind about the region.
    winds: i32,
    open: Open,
}

/// What is not yet triangulated of a region.
#[derive(Debug, Default)]
enum Open {
    /// It is outside.
    #[default]
    Nothing,
    One(Piece),
    /// Two that met in their last corner, the lower one and the upper one.
    Two(Piece, Piece),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

/// A piece between a chain of edges below and one above.
#[derive(Debug)]
struct Piece {
    /// Corners that are not cut off: the last of one side, then all behind it on the other.
    stack: Vec<usize>,
    /// The side of the last.
    side: Side,
}

struct Sweep<'p> {
    points: &'p [Point],
    status: BTreeMap<Key, Edge>,
    /// For each point, the ends of the edges that begin there.
    starts: HashMap<usize, Vec<(usize, i32)>>,
    triangles: Vec<[usize; 3]>,
    /// How often each edge is run through, from the lower number to the higher.
    sums: HashMap<(usize, usize), i32>,
    /// The sign of all that is wound about.
    turn: i32,
}

impl Sweep<'_> {
    fn point(&self, place: usize) -> Option<Point> {
        self.points.get(place).copied()
    }

    /// Goes past a point.
    fn event(&mut self, place: usize) -> Option<()> {
        let at = self.point(place)?;
        let meet: Vec<Key> = {
            let (low, high) = (Key::Below(at), Key::Above(at));
            self.status.range(low..high).map(|(key, _)| *key).collect()
        };
        let mut ended: Vec<Edge> = meet.iter().filter_map(|key| self.status.remove(key)).collect();
        for edge in &ended {
            // One that goes on begins anew.
            if edge.to != place {
                self.starts.entry(place).or_default().push((edge.to, edge.times));
            }
            let (a, b, times) = (edge.from, place, edge.times);
            let (key, times) = if a < b { ((a, b), times) } else { ((b, a), -times) };
            *self.sums.entry(key).or_default() += times;
        }
        let begun = self.begun(place, at)?;
        if ended.is_empty() && begun.is_empty() {
            return Some(());
        }
        let (winds, low) = match self.status.range_mut(..Key::Below(at)).next_back() {
            Some((_, edge)) => (edge.winds, std::mem::take(&mut edge.open)),
            None => (0, Open::Nothing),
        };
        let (low, high) = match ended.pop() {
            None if begun.is_empty() => (low, Open::Nothing),
            None => self.split(low, place)?,
            Some(top) => {
                for edge in ended {
                    self.close(edge.open, place)?;
                }
                (self.touch(low, place, Side::Upper)?, self.touch(top.open, place, Side::Lower)?)
            }
        };
        self.begin(place, begun, winds, low, high)
    }

    /// Puts the edges that begin at a point into the status, with the regions below and above them.
    fn begin(
        &mut self,
        place: usize,
        begun: Vec<(usize, i32)>,
        winds: i32,
        low: Open,
        high: Open,
    ) -> Option<()> {
        let at = self.point(place)?;
        let (low, mut high) = match (low, high) {
            // Nothing begins that would part them.
            (Open::One(low), Open::One(high)) if begun.is_empty() => {
                (Open::Two(low, high), Open::Nothing)
            }
            other => other,
        };
        match (self.status.range_mut(..Key::Below(at)).next_back(), low) {
            (Some((_, edge)), low) => edge.open = low,
            (None, Open::Nothing) => {}
            (None, _) => return None,
        }
        let last = begun.len().checked_sub(1);
        let mut winds = winds;
        for (number, (to, times)) in begun.into_iter().enumerate() {
            winds += times;
            if winds.abs() > 1 || winds * self.turn < 0 {
                return None;
            }
            self.turn = if self.turn == 0 { winds } else { self.turn };
            let open = match winds {
                _ if Some(number) == last => std::mem::take(&mut high),
                0 => Open::Nothing,
                _ => Open::One(Piece { stack: vec![place], side: Side::Lower }),
            };
            if matches!(open, Open::Nothing) != (winds == 0) {
                return None;
            }
            let key = Key::Edge { from: at, to: self.point(to)? };
            if self.status.insert(key, Edge { from: place, to, times, winds, open }).is_some() {
                return None;
            }
        }
        self.check_crossings(at)
    }

    /// `None` where edges that are neighbours now cross.
    fn check_crossings(&self, at: Point) -> Option<()> {
        let mut low = self.status.range(..Key::Below(at)).next_back().map(|(key, _)| *key);
        let beside = self.status.range(Key::Below(at)..).map(|(key, _)| *key);
        for key in beside {
            if low.is_some_and(|low| cross(low, key)) {
                return None;
            }
            low = Some(key);
            if key > Key::Above(at) {
                break;
            }
        }
        Some(())
    }

    /// The edges that begin at a point, from low to high, those on one line as one.
    fn begun(&mut self, place: usize, at: Point) -> Option<Vec<(usize, i32)>> {
        let mut all = self.starts.remove(&place).unwrap_or_default();
        let points = self.points;
        let point = |place: usize| points.get(place).copied().unwrap_or(at);
        all.sort_unstable_by(|(a, _), (b, _)| {
            let turn = turning(at, point(*b), point(*a)).partial_cmp(&0.0);
            let near = along(points.get(*a), points.get(*b));
            turn.unwrap_or(Ordering::Equal).then(near)
        });
        let mut begun: Vec<(usize, i32)> = Vec::with_capacity(all.len());
        let is_line = |a: usize, b: usize| turning(at, point(a), point(b)) == 0.0;
        let mut all = all.into_iter().peekable();
        while let Some((to, mut times)) = all.next() {
            // The longer goes on from the end of the shorter.
            while let Some((far, more)) = all.next_if(|(far, _)| is_line(to, *far)) {
                times += more;
                if far != to {
                    self.starts.entry(to).or_default().push((far, more));
                }
            }
            begun.extend((times != 0).then_some((to, times)));
        }
        Some(begun)
    }

    /// Ends what is open between two edges that end in a point.
    fn close(&mut self, open: Open, place: usize) -> Option<()> {
        match open {
            Open::Nothing => Some(()),
            Open::One(piece) => self.end(piece, place),
            Open::Two(low, high) => {
                self.end(low, place)?;
                self.end(high, place)
            }
        }
    }

    /// Adds a corner on one side.
    fn touch(&mut self, open: Open, place: usize, side: Side) -> Option<Open> {
        let mut piece = match open {
            Open::Nothing => return Some(Open::Nothing),
            Open::One(piece) => piece,
            Open::Two(low, high) => {
                let (own, other) = match side {
                    Side::Lower => (high, low),
                    Side::Upper => (low, high),
                };
                self.end(other, place)?;
                own
            }
        };
        self.add(&mut piece, place, side)?;
        Some(Open::One(piece))
    }

    /// Parts what is open at a point from which edges begin within it.
    fn split(&mut self, open: Open, place: usize) -> Option<(Open, Open)> {
        let (mut low, mut high) = match open {
            Open::Nothing => return Some((Open::Nothing, Open::Nothing)),
            Open::Two(low, high) => (low, high),
            // At its last corner, which the point sees.
            Open::One(piece) => {
                let new = Piece { stack: vec![*piece.stack.last()?], side: Side::Lower };
                match piece.side {
                    Side::Lower => (new, piece),
                    Side::Upper => (piece, new),
                }
            }
        };
        self.add(&mut low, place, Side::Upper)?;
        self.add(&mut high, place, Side::Lower)?;
        Some((Open::One(low), Open::One(high)))
    }

    fn add(&mut self, piece: &mut Piece, place: usize, side: Side) -> Option<()> {
        if piece.stack.len() > 1 && side != piece.side {
            let last = *piece.stack.last()?;
            for pair in piece.stack.windows(2) {
                let &[a, b] = pair else { continue };
                self.triangle([a, b, place])?;
            }
            piece.stack = vec![last, place];
        } else {
            let at = self.point(place)?;
            while let [.., a, b] = *piece.stack {
                let turn = turning(self.point(a)?, self.point(b)?, at);
                if !(if side == Side::Lower { turn > 0.0 } else { turn < 0.0 }) {
                    break;
                }
                self.triangle([a, b, place])?;
                piece.stack.pop();
            }
            piece.stack.push(place);
        }
        piece.side = side;
        Some(())
    }

    /// The last corner of a piece is that of both sides.
    fn end(&mut self, piece: Piece, place: usize) -> Option<()> {
        for pair in piece.stack.windows(2) {
            let &[a, b] = pair else { continue };
            self.triangle([a, b, place])?;
        }
        Some(())
    }

    /// Adds a triangle that turns left.
    fn triangle(&mut self, [a, b, c]: [usize; 3]) -> Option<()> {
        let turn = turning(self.point(a)?, self.point(b)?, self.point(c)?);
        self.triangles.push(if turn > 0.0 { [a, b, c] } else { [a, c, b] });
        (turn != 0.0).then_some(())
    }
}

/// Whether two edges cross, and do not only touch.
fn cross(one: Key, other: Key) -> bool {
    let (Key::Edge { from: a, to: b }, Key::Edge { from: c, to: d }) = (one, other) else {
        return false;
    };
    let apart = |p, q, r, s| {
        let (left, right) = (turning(p, q, r), turning(p, q, s));
        (left < 0.0 && right > 0.0) || (left > 0.0 && right < 0.0)
    };
    apart(a, b, c, d) && apart(c, d, a, b)
}
