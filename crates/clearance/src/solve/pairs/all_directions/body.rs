//! A body's part of the height of a difference, as a function of one number, and polynomials below
//! it.
//!
//! *A body of revolution* has `f(y) = √(a² + d y²) + e y` on either side of a kink: the root is
//! there for a disc (`d = -a²`) and a spheroid (`d = b² - a²`), the rest for a segment or apex. The
//! body is the hull of both pieces, so that neither is higher than it anywhere. For the tangent of
//! the root `r` at `n`,
//!
//! ```text
//! r(y) = r(n) + (d n / r(n)) (y - n) + q(y) (y - n)²
//! q(y) = a² d / (r(n) (r(y) r(n) + a² + d n y))
//! ```
//!
//! since `r(y)² r(n)² - (a² + d n y)² = a² d (y - n)²`. The denominator is concave in `y` where `d`
//! is negative and convex where it is positive, so that `q` is least at one end of an interval, and
//! with that for `q` the polynomial is below `r` in all of it. It touches at `n`: about a smooth
//! minimum a cell need not be small. At a kink or an end the slope may lean towards the inside:
//! `s (y - lo) >= p (y - lo) + (s - p) (y - lo)² / (hi - lo)` for `p <= s`.
//!
//! *An ellipsoid* with `lo <= |R u| <= hi` has `|R u| >= (lo hi + |R u|²) / (lo + hi)`: the chord
//! of a root, which is concave. So has a disc, whose root is `a` times a sine: that serves near its
//! poles, where the slope of tangents is infinite.

use crate::math::tolerance::UNIT_ROUNDOFF;
use crate::math::{Space, Symmetric, Xy, Xyz, larger, smaller, sqrt};
use crate::solve::cores::between;

use super::quadric::{CONSTANT, FORM, LINEAR, Quadric};

/// A body's part of the height, in A's frame and solver units.
pub(super) enum Body {
    /// A point.
    Still,
    /// A body of revolution about its axis, or a segment.
    Revolved(Revolved),
    /// Its heights' squares as a form, and the least and the largest of them.
    Ellipsoid { squares: Symmetric, least: f64, largest: f64 },
}

pub(super) struct Revolved {
    /// Unit.
    pub(super) axis: Xyz,
    /// `a²` and `d`.
    root: [f64; 2],
    /// Where the pieces meet; beyond all numbers where there is but one.
    kink: f64,
    /// Below the kink and above it. Neither is higher than the body anywhere.
    pieces: [Piece; 2],
}

#[derive(Clone, Copy)]
struct Piece {
    is_round: bool,
    slope: f64,
}

/// An interval of a body's number.
#[derive(Clone, Copy, Debug)]
pub(super) struct BodySide {
    pub(super) from: f64,
    pub(super) to: f64,
}

impl BodySide {
    fn width(self) -> f64 {
        self.to - self.from
    }

    /// Halved about the number, or in the middle where that is too near to an end.
    fn halves(self, about: f64, margin: f64) -> [Self; 2] {
        let margin = margin * self.width();
        let is_inside = about > self.from + margin && about < self.to - margin;
        let middle = if is_inside { about } else { 0.5 * (self.from + self.to) };
        [Self { to: middle, ..self }, Self { from: middle, ..self }]
    }
}

/// Where a polynomial touches a body's part, how steeply it rises there, and how far it is pressed
/// down inside the side, where nothing is too low, so that it is lifted outside, where it would be
/// too low.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BodyTouch {
    pub(super) at: f64,
    pub(super) slope: f64,
    pub(super) press: f64,
}

/// How much more a polynomial that leans at a kink or end may bend.
#[derive(Clone, Copy)]
pub(super) enum Kinks {
    /// What keeps it below the body, and at most this.
    Below(f64),
    /// This, which may not.
    Sharp(f64),
}

/// Polynomials touch discs no nearer to their poles than this, where the slope is infinite.
const POLE: f64 = 0.999;

/// The least part of an ellipsoid's side.
const CHORD: f64 = 1e-10;

/// Beyond all numbers.
const NO_KINK: f64 = 2.0;

impl Body {
    /// About its own axis, the y-axis: a disc swept along half heights.
    pub(super) fn cylinder(radius: f64, half_height: f64) -> Self {
        let piece = |slope| Piece { is_round: true, slope };
        let pieces = [piece(-half_height), piece(half_height)];
        Self::Revolved(Revolved { axis: Xyz::axis(1), root: disc(radius), kink: 0.0, pieces })
    }

    /// The same for a cone, whose apex is up.
    pub(super) fn cone(radius: f64, half_height: f64) -> Self {
        // Where rim and apex are equally high.
        let kink = radius / Xy::new(radius, 2.0 * half_height).length();
        let rim = Piece { is_round: true, slope: -half_height };
        let apex = Piece { is_round: false, slope: half_height };
        let pieces = [rim, apex];
        Self::Revolved(Revolved { axis: Xyz::axis(1), root: disc(radius), kink, pieces })
    }

    /// A spheroid by its semi-axes across the axis and along it.
    pub(super) fn spheroid(axis: Xyz, across: f64, along: f64) -> Self {
        let root = [across * across, (along - across) * (along + across)];
        let pieces = [Piece { is_round: true, slope: 0.0 }; 2];
        Self::Revolved(Revolved { axis, root, kink: NO_KINK, pieces })
    }

    /// A segment about the origin, by half of it.
    pub(super) fn segment(half: Xyz) -> Self {
        let piece = |slope| Piece { is_round: false, slope };
        half.try_normalize().map_or(Self::Still, |axis| {
            let pieces = [piece(-half.length()), piece(half.length())];
            Self::Revolved(Revolved { axis, root: [0.0; 2], kink: 0.0, pieces })
        })
    }

    /// In space, or in the plane of x and y.
    pub(super) fn ellipsoid(radii: Xyz, dimensions: usize) -> Self {
        let mut squares = Symmetric::default();
        for i in 0..dimensions {
            squares.add_square(radii.coordinate(i) * radii.coordinate(i), Xyz::axis(i));
        }
        let least = (1..dimensions).fold(radii.x, |least, i| smaller(least, radii.coordinate(i)));
        // The heights of unit directions, but for their rounding and that of the axes of a pose,
        // which the pair's error covers.
        Self::Ellipsoid {
            squares,
            least: least * (1.0 - 1e-14),
            largest: radii.max_abs() * (1.0 + 1e-14),
        }
    }

    /// Turned from its own frame to another.
    pub(super) fn turned(self, turn: impl Fn(Xyz) -> Xyz) -> Self {
        match self {
            Self::Still => Self::Still,
            Self::Revolved(body) => {
                // A unit vector but for the matrix's rounding, which the pair's error covers.
                let axis = turn(body.axis).try_normalize().unwrap_or(body.axis);
                Self::Revolved(Revolved { axis, ..body })
            }
            Self::Ellipsoid { squares, least, largest } => {
                let Symmetric { xx, yy, zz, .. } = squares;
                let mut turned = Symmetric::default();
                for (square, axis) in [xx, yy, zz].into_iter().zip(0..) {
                    turned.add_square(square, turn(Xyz::axis(axis)));
                }
                Self::Ellipsoid { squares: turned, least, largest }
            }
        }
    }

    /// All of its numbers.
    pub(super) fn side(&self) -> BodySide {
        match self {
            Self::Still => BodySide { from: 0.0, to: 0.0 },
            Self::Revolved(_) => BodySide { from: -1.0, to: 1.0 },
            Self::Ellipsoid { least, largest, .. } => BodySide { from: *least, to: *largest },
        }
    }

    /// About how far its polynomial on a side is below it at most.
    pub(super) fn looseness(&self, side: &BodySide, touch: BodyTouch, kinks: Kinks) -> f64 {
        let width = side.width();
        match self {
            Self::Still => 0.0,
            Self::Revolved(body) => {
                let BodyTouch { at, slope, press } = touch;
                let bend = body.bend_below(side, touch, kinks);
                let short = |y: f64| {
                    let aside = y - at;
                    self.height(y) - self.height(at) - (slope + bend * aside) * aside
                };
                let pressed = 0.25 * press * width * width;
                let (below, above) = (0.5 * (side.from + at), 0.5 * (at + side.to));
                [side.from, below, above, side.to].into_iter().map(short).fold(pressed, larger)
            }
            Self::Ellipsoid { .. } => 0.25 * width * width / (side.from + side.to),
        }
    }

    /// Halves of a side: at a kink inside it, else about a number.
    pub(super) fn halves(&self, side: &BodySide, about: f64) -> [BodySide; 2] {
        match self {
            Self::Revolved(body) if body.kink > side.from && body.kink < side.to => {
                [BodySide { to: body.kink, ..*side }, BodySide { from: body.kink, ..*side }]
            }
            // The chord of a root touches at both ends: halved at the best way out, both halves
            // touch there.
            Self::Ellipsoid { .. } => side.halves(about, CHORD),
            _ => side.halves(about, 0.1),
        }
    }

    /// Its number for a direction.
    pub(super) fn number(&self, u: Xyz) -> f64 {
        match self {
            Self::Still => 0.0,
            Self::Revolved(body) => body.axis.dot(u),
            Self::Ellipsoid { squares, .. } => sqrt(squares.form(u, u)),
        }
    }

    /// Its height for its number.
    pub(super) fn height(&self, number: f64) -> f64 {
        match self {
            Self::Still => 0.0,
            Self::Revolved(body) => {
                let [below, above] = &body.pieces;
                larger(body.height(below, number), body.height(above, number))
            }
            Self::Ellipsoid { .. } => number,
        }
    }

    /// The kink or the end of a side that a number is `near`, or that is between it and the one
    /// `before`.
    pub(super) fn place(
        &self,
        side: &BodySide,
        [before, number]: [f64; 2],
        near: f64,
    ) -> Option<f64> {
        let Self::Revolved(body) = self else { return None };
        let (low, high) = (smaller(number, before), larger(number, before));
        let is_met = |place: f64| {
            let is_near = (place - number).abs() <= near;
            (is_near || place > low && place < high) && !body.is_at_pole(place)
        };
        let is_inside = body.kink > side.from && body.kink < side.to;
        let kink = is_inside.then_some(body.kink);
        kink.into_iter().chain([side.from, side.to]).find(|place| is_met(*place))
    }

    /// The least and the most by which a polynomial that touches there may rise with the number:
    /// the body's own rise, but for ends and kinks, where leaning keeps it below. `most` is how far
    /// it may lean.
    pub(super) fn slopes(&self, side: &BodySide, at: f64, most: f64) -> [f64; 2] {
        let Self::Revolved(body) = self else { return [0.0; 2] };
        if body.is_at_pole(at) {
            let [piece, _] = body.meeting(at);
            return [piece.slope + 2.0 * at * body.chord(side)[1]; 2];
        }
        let [below, above] = body.meeting(at).map(|piece| body.slope(&piece, at));
        [
            if at <= side.from { above - most } else { below },
            if at >= side.to { below + most } else { above },
        ]
    }

    /// Its point in the plane that touches it along a direction, or along that next to it which has
    /// the number of a polynomial, by whose slope the point is one of a whole side at a kink.
    pub(super) fn touching_point(&self, u: Xyz, BodyTouch { at, slope, .. }: BodyTouch) -> Xyz {
        match self {
            Self::Still => Xyz::default(),
            Self::Revolved(body) => {
                let u = on_circle((body.axis, at), u);
                u * self.height(at) + (body.axis - u * at) * slope
            }
            Self::Ellipsoid { squares, .. } => {
                let number = self.number(u);
                // All of a flat one touches across itself, its centre too.
                if number > 0.0 { squares.times(u) * (1.0 / number) } else { Xyz::default() }
            }
        }
    }

    /// Its axis and the nearest number in a side, if a direction has another; not for ellipsoids.
    pub(super) fn beside(&self, side: &BodySide, u: Xyz) -> Option<(Xyz, f64)> {
        let Self::Revolved(body) = self else { return None };
        let number = body.axis.dot(u);
        let inside = between(number, side.from, side.to);
        (inside != number).then_some((body.axis, inside))
    }

    /// How its polynomial on a side rises with the direction, apart from the part that depends on a
    /// body of revolution's number; and how that number grows.
    pub(super) fn gradients(&self, side: &BodySide, u: Xyz) -> [Xyz; 2] {
        match self {
            Self::Still => [Xyz::default(); 2],
            Self::Revolved(body) => [Xyz::default(), body.axis],
            Self::Ellipsoid { squares, .. } => {
                [squares.times(u) * (2.0 / (side.from + side.to)), Xyz::default()]
            }
        }
    }

    /// Adds a polynomial that is no higher than its part wherever its number is in a side.
    pub(super) fn add_below(
        &self,
        side: &BodySide,
        touch: BodyTouch,
        kinks: Kinks,
        quadric: &mut Quadric,
    ) {
        match self {
            Self::Still => {}
            Self::Revolved(body) => {
                let BodyTouch { at, slope, press } = touch;
                let height = if body.is_at_pole(at) {
                    let ([piece, _], [start, bend]) = (body.meeting(at), body.chord(side));
                    start + bend * at * at + piece.slope * at
                } else {
                    self.height(at)
                };
                let bend = body.bend_below(side, touch, kinks);
                quadric.form.add_square(bend, body.axis);
                quadric.linear += body.axis * (slope - 2.0 * bend * at);
                quadric.constant += height + (bend * at - slope) * at;
                // `(y - from) (y - to)` is negative inside.
                quadric.form.add_square(press, body.axis);
                quadric.linear += body.axis * (-press * (side.from + side.to));
                quadric.constant += press * side.from * side.to;
                quadric.roundings +=
                    CONSTANT * height.abs() + LINEAR * slope.abs() + FORM * (bend.abs() + press);
            }
            Self::Ellipsoid { squares, .. } => {
                let per = 1.0 / (side.from + side.to);
                quadric.form.add(squares, per);
                quadric.constant += side.from * side.to * per;
                quadric.roundings += CONSTANT * side.from + FORM * (side.to * side.to * per);
            }
        }
    }
}

/// `a²` and `d` of a disc of this radius.
fn disc(radius: f64) -> [f64; 2] {
    [radius * radius, -radius * radius]
}

impl Revolved {
    /// The pieces that meet at a number, the one below it first.
    fn meeting(&self, at: f64) -> [Piece; 2] {
        let [below, above] = self.pieces;
        if at < self.kink {
            [below; 2]
        } else if at > self.kink {
            [above; 2]
        } else {
            [below, above]
        }
    }

    fn root(&self, y: f64) -> f64 {
        let [square, more] = self.root;
        // For a disc `a² (1 - y²)`, without cancellation at its poles.
        sqrt(if more == -square { square * ((1.0 - y) * (1.0 + y)) } else { square + more * y * y })
    }

    /// The height of a piece.
    fn height(&self, piece: &Piece, y: f64) -> f64 {
        piece.slope * y + if piece.is_round { self.root(y) } else { 0.0 }
    }

    /// The slope of a piece.
    fn slope(&self, piece: &Piece, y: f64) -> f64 {
        piece.slope + if piece.is_round { self.root[1] * y / self.root(y) } else { 0.0 }
    }

    /// Whether a number is so near to the pole of a disc that its tangents are too steep.
    fn is_at_pole(&self, at: f64) -> bool {
        at.abs() > POLE && self.root[1] < 0.0 && self.meeting(at).iter().all(|piece| piece.is_round)
    }

    /// The chord of a disc's root, which is concave in its own square: its value for 0 on a side,
    /// and its coefficient of the number's square.
    fn chord(&self, side: &BodySide) -> [f64; 2] {
        let [square, more] = self.root;
        let (from, to) = (self.root(side.from), self.root(side.to));
        let most = if side.from <= 0.0 && side.to >= 0.0 { sqrt(square) } else { larger(from, to) };
        let (least, sum) = (smaller(from, to), smaller(from, to) + most);
        if sum > 0.0 { [(least * most + square) / sum, more / sum] } else { [0.0; 2] }
    }

    /// How much a polynomial on a side bends to be no higher there.
    fn bend_below(
        &self,
        side: &BodySide,
        BodyTouch { at, slope, .. }: BodyTouch,
        kinks: Kinks,
    ) -> f64 {
        if self.is_at_pole(at) {
            return self.chord(side)[1];
        }
        let [below, above] = self.meeting(at);
        // And by how much its slope leans towards the inside.
        let bend = |piece: &Piece, end: f64| {
            let leaning = (self.slope(piece, at) - slope).abs();
            let more = match kinks {
                _ if leaning == 0.0 => 0.0,
                Kinks::Below(most) => smaller(leaning / (end - at).abs(), most),
                Kinks::Sharp(bend) => bend,
            };
            self.least_bend(piece, at, end) + more
        };
        if at <= side.from {
            bend(&above, side.to)
        } else if at >= side.to {
            bend(&below, side.from)
        } else {
            smaller(bend(&below, side.from), bend(&above, side.to))
        }
    }

    /// The least `q` of the tangent at a place from there to an end.
    fn least_bend(&self, piece: &Piece, at: f64, end: f64) -> f64 {
        if piece.is_round { smaller(self.bend(at, at), self.bend(at, end)) } else { 0.0 }
    }

    /// `q` of the tangent at a place, or less where it rounds.
    fn bend(&self, at: f64, y: f64) -> f64 {
        let [square, more] = self.root;
        let root = self.root(at);
        // `a² + d n y`, for a disc without cancellation at its poles.
        let (product, doubt) = if more == -square {
            let (n, y) = if at < 0.0 { (-at, -y) } else { (at, y) };
            (square * ((1.0 - n) + n * (1.0 - y)), 0.0)
        } else {
            let product = more * at * y;
            (square + product, 8.0 * UNIT_ROUNDOFF * (square + product.abs()))
        };
        let denominator = self.root(y) * root + product;
        let denominator = denominator + if more > 0.0 { doubt } else { -doubt };
        if denominator > 0.0 { square * more / (root * denominator) } else { f64::NEG_INFINITY }
    }
}

/// The point nearest to a direction on a circle of unit vectors with one number along an axis.
pub(super) fn on_circle((axis, number): (Xyz, f64), u: Xyz) -> Xyz {
    let across = (u - axis * axis.dot(u)).try_normalize();
    // Along the axis any perpendicular will do that stays in the plane where the axis is in it.
    let beside = || Xyz::new(-axis.y, axis.x, 0.0).try_normalize();
    let across = across.or_else(beside).unwrap_or(Xyz::axis(0));
    let rest = sqrt(larger((1.0 - number) * (1.0 + number), 0.0));
    (axis * number + across * rest).try_normalize().unwrap_or(u)
}
