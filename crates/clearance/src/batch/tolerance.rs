//! The bounds of the lanes, each with its derivation, as `math/tolerance.rs` has those of the
//! single query.
//!
//! Lanes compute in `f32`: `v = 2^-24` is the largest relative error of one operation, and
//! first-order analysis again. The exact value is that of the caller's very floats, with
//! quaternions that count as normalised. What a lane cannot decide beyond these bounds goes to the
//! single query, so a bound that is too wide costs time, and one that is too narrow would make
//! answers wrong.
//!
//! Why a boolean of the lanes is that of the single query: its distances and depths are good to
//! 1e-14 of the size, and where it answers `true` for want of a proof, the shapes are nearer to
//! contact than that. Each bound here exceeds the exact one by several `v` of the size, a million
//! times as much. So a pair that a lane decides is certain for the query too, and pairs about which
//! the query knows nothing (NaN, negative lengths, no rotation) never get a lane's verdict: see
//! [`SIZES`].

/// `v`.
pub(super) const V: f32 = f32::EPSILON * 0.5;

/// Sizes (the sum of all lengths of a pair) that lanes judge. Squares and products of four lengths
/// and matrix entries are normal numbers there, and the underflow of a single product, 1e-45, is
/// negligible beside `v` of the size. Everything else, including NaN and infinity, fails the
/// comparison.
pub(super) const SIZES: core::ops::Range<f32> = 1e-9..1e9;

/// Squared lengths of rotations that lanes judge, for the same reason. Normalised ones are at 1.
pub(super) const NORMS: core::ops::Range<f32> = 1e-6..1e6;

/// Error of a signed distance along an axis of two boxes in units of `v · (|half a| + |half b| +
/// |offset|)`, the lengths being sums of coordinates and therefore no smaller than the Euclidean
/// ones.
///
/// * Inputs, rounded to `f32` where the caller's are `f64`: half extents 1, offset 2 (one
///   difference, one rounding), each quaternion 1, which turns the relative rotation by at most 2 ·
///   2 and the world's by 2.
/// * Relative quaternion: 6, which turns by at most 12. Its matrix, as counted in
///   `math/tolerance.rs`: `2/|q|²` costs 8, the entries 10.3. In all the relative matrix is good to
///   4 + 12 + 8 + 10.3 = 34.3 as an operator, hence in every row, column and part of one.
/// * The offset in A's frame: 2 + (2 + 18.3) + 5.2 = 27.5.
/// * Faces of A: offset 27.5; extents of B 34.3 + 1 + 3 (products and sums); two differences 2.
///   Faces of B: offset 27.5 + 34.3 + 3, extents of A 34.3 + 1 + 3, differences 2: 66.8 of the
///   offset at most, 40.3 of the extents.
/// * Edges, along `e_i × m_j`, not normalised: offset 27.5 + 34.3 + 2 + 1; extents 34.3 + 1 + 1 + 3
///   (products, three sums), and the difference 1.
/// * The radii: a rounding each of themselves, their sum, and the comparison, 3.
///
/// The largest sum is 69.8; 6 remain for the evaluation of the bound, and 4 so that the single
/// query decides it too.
pub(super) const AXIS: f32 = 80.0 * V;

/// How much a depth along the faces must exceed the displacement that makes two nearly parallel
/// edges parallel, in the same units.
///
/// Let `σ` be the sine between edge `e_i` of A and `m_j` of B. Turning B about its centre until
/// they are parallel moves its points by at most `2 sin(θ/2) |half b| <= √2 σ |half b|`. Then every
/// axis perpendicular to `e_i` is one of the two rectangles that are the boxes' sections, whose
/// depth is least along a face normal. So along the unit normal of the two edges the boxes, as they
/// stand, are at least as deep as along their faces less `2√2 σ |half b|`: twice the displacement,
/// once for the faces and once for the normal. `σ <= |m_u| + |m_v|`, which are good to 34.3 each:
/// 2√2 · 68.6 = 194, and [`AXIS`] for the faces: 274.
pub(super) const PARALLEL: f32 = 4.0 * AXIS;

/// How much more the squared length of `e_i × m_j` may be, by its rounding: the length, at most 1,
/// is good to `√2 · 34.3` as counted for [`AXIS`], so its square to 98, and 4 for its own products
/// and sum. Added to it, a depth divided by it is not too large.
pub(super) const LENGTH: f32 = 128.0 * V;

/// A factor that lowers the square of such a depth once more, for the roundings of its own sum,
/// products and quotient (7 `v`).
pub(super) const SECOND: f64 = 1.0 - 16.0 * V as f64;

/// `2√2`, rounded up.
pub(super) const PARALLEL_MOVES: f32 = 2.83;

/// Error of the squared distance of two origins, relative, and of the radii that it is compared
/// with: offset 2 a coordinate, so 4, and 1 a product, 2 for the sums: 7. The reaches: rounded to
/// `f32` (1 each), added (2), squared: 8. The rest is for the single query.
pub(super) const SQUARED: f32 = 32.0 * V;

/// Error of a height or point of two cores that are segments or points, in units of `v` and the sum
/// of all lengths (as for [`AXIS`]).
///
/// Endpoints `offset + R (c ± d)`: inputs 2 of each, the matrix 2 + 18.3, products and sums 5.2,
/// the two sums 2: 29.5. A difference of blended points: weights in `[0, 1]`, so a blend moves
/// within the segment; its product and sum 3, the difference 1. A height over the direction's
/// length, both computed: dot product 3, difference 1, squared length 5, and the comparison's own
/// product and squares 5. Sum 29.5 · 2 + 18 = 77 with both cores in the world's frame.
pub(super) const ROUND: f32 = 96.0 * V;

/// Error of an object's height over a plane, in units of `v` and the sum of all lengths: those of
/// the region and the object's centre and extents, coordinate by coordinate.
///
/// The unit normal is rounded to `f32` (1, which costs its product with the centre and with the
/// extents 1 each), and so are centre and extents where the caller's are `f64` (1); products and
/// sums 3; the height of the plane 1; two differences 2. Sum 9. The point of an object that is to
/// be inside is off by 6 more: the target and its difference with the centre are any, but the part
/// of the way taken stays within the extents (a quotient, a product, a root: 4 of the radius), and
/// the sum with the centre is rounded (1).
#[cfg(feature = "alloc")]
pub(super) const PLANE: f32 = 24.0 * V;
