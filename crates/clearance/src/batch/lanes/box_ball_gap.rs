//! Distance and depth of a box and a ball: the ball's centre clamped to the box, or the nearest
//! face if it is inside, as `solve/pairs/cuboids` has both.
//!
//! Proved for sizes of `numbers::SIZES`, 1e-30 to 1e30, which it checks; the rest stays open.

use super::algebra::{
    abs, choose, clamp, dot, larger, length, matrix, norm, plus, rotate, times, transposed,
};
use super::numbers::{Found, NORMS, SIZES, Three, error, grown, in_world, is_nearest};
use super::rows::{Question, row};

row! {
    /// A box and a ball, the way between their centres, their radii, the position of the box, and 1
    /// where the box is A, -1 where it is B.
    PlacedBoxBall { half: 3, turn: 4, offset: 3, of_box: 1, of_ball: 1, origin: 3, side: 1, }
}

impl Question<Found<f64>> for PlacedBoxBall<f64> {
    /// The signed distance of a box and a ball, the box grown by a radius or not.
    #[inline(always)]
    fn result(self) -> Found<f64> {
        let Self { half, turn, of_box: [of_box], of_ball: [of_ball], origin, .. } = self;
        let ([hx, hy, hz], [side]) = (half, self.side);
        let norm = norm(turn);
        let world = matrix(turn, norm);
        let point = rotate(transposed(world), self.offset);
        let apart = length(point);
        let radii = of_box + of_ball;
        let reach = length(half);
        let size = reach + apart + radii;
        // B's part is turned, whichever of them is B. The single query rounds the reach, and rounds
        // it up.
        let error = error(0.0, reach, apart) * 1.125;

        let [x, y, z] = point;
        let clamped = [clamp(x, hx), clamp(y, hy), clamp(z, hz)];
        let way = plus(point, times(clamped, -1.0));
        let upper = length(way);
        let lower = (dot(way, point) - dot(abs(way), half)) / upper;
        let outside = (upper > error) & is_nearest(lower, upper, error);

        // How deep inside each slab; the way out is the shortest.
        let room = [hx - x.abs(), hy - y.abs(), hz - z.abs()];
        let [rx, ry, rz] = room;
        let sign = |x: f64| if x < 0.0 { -1.0 } else { 1.0 };
        let y_is_less = ry < rx;
        let xy = if y_is_less { ry } else { rx };
        let z_is_least = rz < xy;
        let depth = if z_is_least { rz } else { xy };
        let along = |which: bool, x: f64| if which { sign(x) } else { 0.0 };
        let face: Three = [
            along(!y_is_less & !z_is_least, x),
            along(y_is_less & !z_is_least, y),
            along(z_is_least, z),
        ];
        let inside = depth > error;

        let distance = if inside { -depth } else { upper };
        let lowest = if inside { -depth } else { lower };
        let (bounds, decided) = grown(lowest, distance, error, radii);
        let out = choose(inside, face, times(way, 1.0 / upper));
        let on_box = choose(inside, plus(point, times(out, depth)), clamped);
        let on_box = plus(on_box, times(out, of_box));
        let on_ball = plus(point, times(out, -of_ball));
        let box_is_a = side > 0.0;
        let on_a = choose(box_is_a, on_box, on_ball);
        let on_b = choose(box_is_a, on_ball, on_box);
        let known =
            SIZES.contains(&size) & NORMS.contains(&norm) & (larger(of_box, of_ball) >= 0.0);
        let known = known & (inside | outside) & decided;
        let normal = times(out, side);
        in_world(known, bounds, [normal, on_a, on_b], world, origin)
    }
}
