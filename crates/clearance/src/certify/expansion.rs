//! Exact signs of determinants by sums of floats that do not overlap (Shewchuk 1997).
//!
//! Nothing here indexes, so that no panic is reachable from the queries (`checks/no-panic` proves
//! it): buffers are as large as the sums can get, and what would not fit is dropped by a branch
//! that is never taken.

use crate::list;
use crate::math::tolerance::UNIT_ROUNDOFF as U;
use crate::math::{Xy, Xyz, two_product, two_sum, volume_in_two_terms};

/// A number as a sum of floats that do not overlap, the smallest first, without zeros.
#[derive(Clone, Copy)]
struct Expansion<const ROOM: usize> {
    terms: [f64; ROOM],
    count: usize,
}

impl<const ROOM: usize> Expansion<ROOM> {
    const ZERO: Self = Self { terms: [0.0; ROOM], count: 0 };

    fn push(&mut self, term: f64) {
        if term != 0.0
            && let Some(slot) = self.terms.get_mut(self.count)
        {
            *slot = term;
            self.count += 1;
        }
    }

    fn terms(&self) -> &[f64] {
        list::first(&self.terms, self.count)
    }

    /// The largest term has the sign of the sum.
    fn sign(&self) -> f64 {
        self.terms().last().copied().unwrap_or(0.0)
    }

    /// The number, but for a rounding.
    fn value(&self) -> f64 {
        self.terms().iter().sum()
    }

    fn negated(mut self) -> Self {
        for term in &mut self.terms {
            *term = -*term;
        }
        self
    }

    /// Merges by magnitude and carries the roundings along. `RESULT` is the sum of both rooms.
    fn plus<const OTHER: usize, const RESULT: usize>(
        &self,
        other: &Expansion<OTHER>,
    ) -> Expansion<RESULT> {
        let mut sum = Expansion::ZERO;
        let (mut left, mut right) =
            (self.terms().iter().peekable(), other.terms().iter().peekable());
        let mut carry = 0.0;
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some(a), Some(b)) if a.abs() < b.abs() => left.next(),
                (Some(_), None) => left.next(),
                _ => right.next(),
            };
            let Some(next) = next else { break };
            let (high, low) = two_sum(carry, *next);
            sum.push(low);
            carry = high;
        }
        sum.push(carry);
        sum
    }

    /// `RESULT` is twice the room.
    fn times<const RESULT: usize>(&self, factor: f64) -> Expansion<RESULT> {
        let mut product = Expansion::ZERO;
        let mut carry = 0.0;
        for term in self.terms() {
            let (high, low) = two_product(*term, factor);
            let (sum, rest) = two_sum(carry, low);
            product.push(rest);
            let (sum, rest) = two_sum(high, sum);
            product.push(rest);
            carry = sum;
        }
        product.push(carry);
        product
    }
}

fn difference(a: f64, b: f64) -> Expansion<2> {
    let (high, low) = two_sum(a, -b);
    let mut exact = Expansion::ZERO;
    exact.push(low);
    exact.push(high);
    exact
}

/// The product, by the terms of the second.
fn product<const ROOM: usize, const TWICE: usize, const RESULT: usize>(
    a: &Expansion<ROOM>,
    b: &Expansion<2>,
) -> Expansion<RESULT> {
    match *b.terms() {
        [low, high] => a.times::<TWICE>(low).plus(&a.times::<TWICE>(high)),
        [only] => a.times(only),
        _ => Expansion::ZERO,
    }
}

/// `a d - b c`.
fn minor(a: &Expansion<2>, b: &Expansion<2>, c: &Expansion<2>, d: &Expansion<2>) -> Expansion<16> {
    let (left, right) = (product::<2, 4, 8>(a, d), product::<2, 4, 8>(b, c));
    left.plus(&right.negated())
}

/// How much higher `a` is than `b` along a direction.
pub(crate) fn rise(a: Xyz, b: Xyz, direction: Xyz) -> f64 {
    let along = |a: f64, b: f64, d: f64| (a - b) * d;
    let [x, y, z] =
        [along(a.x, b.x, direction.x), along(a.y, b.y, direction.y), along(a.z, b.z, direction.z)];
    let estimate = x + y + z;
    // A difference, a product and two sums on the longest way: less than five roundings.
    if estimate.abs() > 5.0 * U * (x.abs() + y.abs() + z.abs()) {
        return estimate;
    }
    let exact = |a: f64, b: f64, d: f64| difference(a, b).times::<4>(d);
    let plane: Expansion<8> = exact(a.x, b.x, direction.x).plus(&exact(a.y, b.y, direction.y));
    plane.plus::<4, 12>(&exact(a.z, b.z, direction.z)).sign()
}

/// The sign of the turn from `a` over `b` to `c`: positive to the left, 0 straight.
pub(crate) fn turn(a: Xy, b: Xy, c: Xy) -> f64 {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let estimate = left - right;
    // Two differences and a product on either side, and the last difference (Shewchuk, figure 21).
    if estimate.abs() > (3.0 + 16.0 * U) * U * (left.abs() + right.abs()) {
        return estimate;
    }
    exact_turn(a, b, c).sign()
}

fn exact_turn(a: Xy, b: Xy, c: Xy) -> Expansion<16> {
    let [ax, ay] = [difference(a.x, c.x), difference(a.y, c.y)];
    let [bx, by] = [difference(b.x, c.x), difference(b.y, c.y)];
    minor(&ax, &ay, &bx, &by)
}

/// Twice the area of the triangle, signed as [`turn`] is, to within some roundings of itself.
pub(crate) fn measured_turn(a: Xy, b: Xy, c: Xy) -> f64 {
    let (left, right) = ((a.x - c.x) * (b.y - c.y), (a.y - c.y) * (b.x - c.x));
    let estimate = left - right;
    let size = left.abs() + right.abs();
    if estimate.abs() > 0.25 * size || !size.is_finite() {
        return estimate;
    }
    exact_turn(a, b, c).value()
}

/// Positive where `d` lies below the plane of `a`, `b`, `c`, these being counter-clockwise from
/// above.
pub(crate) fn volume(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> f64 {
    let (estimate, size) = plain_volume(a, b, c, d);
    // Shewchuk, figure 24.
    if estimate.abs() > (7.0 + 56.0 * U) * U * size {
        return estimate;
    }
    // Most values near zero are zero but for rounding: four vertices of one face of a difference.
    let estimate = volume_in_two_terms(a, b, c, d);
    if estimate.abs() > 192.0 * U * U * size {
        return estimate;
    }
    if is_parallelogram(a, b, c, d) { 0.0 } else { exact_volume(a, b, c, d).sign() }
}

/// Six times the volume of the tetrahedron, signed as [`volume`] is, to within some roundings of
/// itself.
pub(crate) fn measured_volume(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> f64 {
    let (estimate, size) = plain_volume(a, b, c, d);
    if estimate.abs() > 0.25 * size || !size.is_finite() {
        return estimate;
    }
    let estimate = volume_in_two_terms(a, b, c, d);
    if estimate.abs() > 192.0 * U * size {
        return estimate;
    }
    exact_volume(a, b, c, d).value()
}

/// In plain arithmetic, and the sum of the magnitudes of its products.
#[inline]
fn plain_volume(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> (f64, f64) {
    let [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] =
        [a, b, c].map(|p| [p.x - d.x, p.y - d.y, p.z - d.z]);
    let (bc, cb) = (bx * cy, cx * by);
    let (ca, ac) = (cx * ay, ax * cy);
    let (ab, ba) = (ax * by, bx * ay);
    let estimate = az * (bc - cb) + bz * (ca - ac) + cz * (ab - ba);
    let size = az.abs() * (bc.abs() + cb.abs())
        + bz.abs() * (ca.abs() + ac.abs())
        + cz.abs() * (ab.abs() + ba.abs());
    (estimate, size)
}

/// Whether the four points are the corners of a parallelogram, in any order: then two of them have
/// the same sum as the other two. Most points of a difference that are in one plane to the last
/// digit come from two edges, one of each shape, and such points are a parallelogram.
fn is_parallelogram(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> bool {
    let sum_of_two = [[a, b], [a, c], [a, d]].map(|[p, q]| two_sum(p, q));
    let of_others = [[c, d], [b, d], [b, c]].map(|[p, q]| two_sum(p, q));
    sum_of_two.into_iter().zip(of_others).any(|(two, others)| two == others)
}

#[cold]
#[inline(never)]
fn exact_volume(a: Xyz, b: Xyz, c: Xyz, d: Xyz) -> Expansion<192> {
    let exact = |p: Xyz| [difference(p.x, d.x), difference(p.y, d.y), difference(p.z, d.z)];
    let ([ax, ay, az], [bx, by, bz], [cx, cy, cz]) = (exact(a), exact(b), exact(c));
    let over_a: Expansion<64> = product::<16, 32, 64>(&minor(&bx, &by, &cx, &cy), &az);
    let over_b: Expansion<64> = product::<16, 32, 64>(&minor(&cx, &cy, &ax, &ay), &bz);
    let over_c: Expansion<64> = product::<16, 32, 64>(&minor(&ax, &ay, &bx, &by), &cz);
    let two: Expansion<128> = over_a.plus(&over_b);
    two.plus(&over_c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::Space;

    struct Random(u64);
    impl Random {
        fn bits(&mut self) -> u64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let z = self.0 ^ (self.0 >> 29);
            z.wrapping_mul(0xbf58_476d_1ce4_e5b9) >> 11
        }
        fn unit(&mut self) -> f64 {
            self.bits() as f64 / (1_u64 << 53) as f64 - 0.5
        }
        /// On a coarse grid, on a fine one, or of mixed sizes.
        fn coordinate(&mut self, kind: u64) -> f64 {
            match kind {
                0 => (self.bits() % 5) as f64,
                1 => 0.1 * (self.bits() % 5) as f64,
                2 => 1.0 + self.unit() * 2.0_f64.powi(-45),
                3 => self.unit() * 2.0_f64.powi((self.bits() % 80) as i32 - 40),
                _ => self.unit(),
            }
        }
        fn point(&mut self, kind: u64) -> Xyz {
            Xyz::new(self.coordinate(kind), self.coordinate(kind), self.coordinate(kind))
        }
    }

    /// The signs are those of the crate `robust`.
    #[test]
    fn as_robust() {
        let mut random = Random(7);
        let (mut zeros, mut hard) = (0, 0);
        for i in 0..400_000_u64 {
            let kind = i % 5;
            let [a, b, mut c, mut d] = [0; 4].map(|_| random.point(kind));
            // Half of them nearly in line, nearly coplanar.
            if i % 2 == 0 {
                let (s, t) = (random.unit(), random.unit());
                c = a + (b - a) * s;
                let e = random.point(kind);
                d = a + (b - a) * s + (e - a) * t;
                if i % 4 == 0 {
                    c = e;
                }
            }
            let [p, q, r] = [a, b, c].map(|p| Xy::new(p.x, p.y));
            let at = |p: Xyz| robust::Coord3D { x: p.x, y: p.y, z: p.z };
            let truth = robust::orient3d(at(a), at(b), at(c), at(d));
            let ours = volume(a, b, c, d);
            assert_eq!(truth.partial_cmp(&0.0), ours.partial_cmp(&0.0), "{a:?} {b:?} {c:?} {d:?}");
            let at = |p: Xy| robust::Coord { x: p.x, y: p.y };
            let truth2 = robust::orient2d(at(p), at(q), at(r));
            assert_eq!(truth2.partial_cmp(&0.0), turn(p, q, r).partial_cmp(&0.0));
            zeros += u32::from(truth == 0.0) + u32::from(truth2 == 0.0);
            let size = [a, b, c, d].map(Space::max_abs).into_iter().fold(0.0, f64::max);
            hard += u32::from(truth != 0.0 && truth.abs() < 1e-15 * size * size * size);
        }
        assert!(zeros > 10_000, "{zeros}");
        assert!(hard > 10_000, "{hard}");
    }

    /// Corners of parallelograms in any order, and those with one coordinate in its next float: the
    /// signs are those of `robust`.
    #[test]
    fn parallelograms_and_nearly() {
        let mut random = Random(11);
        let (mut flat, mut nearly) = (0, 0);
        for i in 0..100_000_usize {
            let [a, b, c] = [0; 3].map(|_| random.point(i as u64 % 5));
            let mut corners = [a, b, c, b + (c - a)];
            corners.rotate_left(i % 4);
            corners.swap(1, 2 + i % 2);
            if i % 3 == 0 {
                corners[i % 4].y = corners[i % 4].y.next_up();
            }
            let [a, b, c, d] = corners;
            let truth = {
                let [a, b, c, d] = corners.map(|p| robust::Coord3D { x: p.x, y: p.y, z: p.z });
                robust::orient3d(a, b, c, d)
            };
            let ours = volume(a, b, c, d);
            assert_eq!(truth.partial_cmp(&0.0), ours.partial_cmp(&0.0), "{corners:?}");
            flat += u32::from(is_parallelogram(a, b, c, d));
            nearly += u32::from(truth != 0.0);
            assert!(truth == 0.0 || !is_parallelogram(a, b, c, d));
        }
        assert!(flat > 20_000 && nearly > 20_000, "{flat} {nearly}");
    }

    #[test]
    fn nan_has_no_sign() {
        let (nan, o) = (Xyz::new(f64::NAN, 1.0, 2.0), Xyz::default());
        for sign in [
            volume(nan, o, o, o),
            volume(o, o, o, nan),
            turn(Xy::new(1.0, f64::NAN), Xy::new(2.0, 3.0), Xy::default()),
        ] {
            assert!(sign.is_nan() || sign == 0.0);
        }
    }

    /// In whole numbers: differences at right angles to the direction, exactly or but for a step.
    #[test]
    fn rises_of_whole_numbers() {
        let mut random = Random(3);
        for i in 0..30_000 {
            let mut whole = |bits: u32| (random.bits() % (1 << bits)) as i64 - (1 << (bits - 1));
            let [dx, dy, dz] = [0; 3].map(|_| whole(30));
            let [wx, wy, wz] = [0; 3].map(|_| whole(20));
            let [bx, by, bz] = [0; 3].map(|_| whole(40));
            let step = [0, 1, -1][i % 3];
            let across = [dy * wz - dz * wy, dz * wx - dx * wz, dx * wy - dy * wx];
            let [ax, ay, az] = [bx + across[0], by + across[1] + step, bz + across[2]];
            let at = |x: i64, y: i64, z: i64| Xyz::new(x as f64, y as f64, z as f64);
            let found = rise(at(ax, ay, az), at(bx, by, bz), at(dx, dy, dz));
            assert_eq!(found.partial_cmp(&0.0), Some((step * dy).cmp(&0)), "{i}: {found}");
        }
    }
}
