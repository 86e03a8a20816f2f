//! Points and segments against each other: balls and capsules, once their radii are set aside.

use crate::math::tolerance::NORMAL;
use crate::math::{Space, larger, smaller};
use crate::shape::SupportMap;
use crate::solve::cores::Signed;
use crate::solve::difference::{Difference, Placed};

/// The nearest points of two segments, either of which may be a point (Lumelsky 1985): the nearest
/// points of the two lines, one clamped to its segment, then the other to the first. Nearly
/// parallel segments lose digits here; `certify` notices.
#[inline(always)]
pub(super) fn nearest<S: Space>((p, p_end): (S, S), (q, q_end): (S, S)) -> (S, S) {
    let (d, e) = (p_end - p, q_end - q);
    let from_q = p - q;
    let (dd, ee, de) = (d.dot(d), e.dot(e), d.dot(e));
    let (d_from, e_from) = (d.dot(from_q), e.dot(from_q));
    // Quotients are begun before their dividends are known. For a point the share is 0 times
    // infinity: NaN, which becomes 0.
    let (per_dd, per_ee) = (1.0 / dd, 1.0 / ee);
    let share = |share: f64| smaller(larger(share, 0.0), 1.0);

    let area = dd * ee - de * de;
    let along_p = if area > 0.0 { share((de * e_from - d_from * ee) / area) } else { 0.0 };
    let along_q = share((de * along_p + e_from) * per_ee);
    // With that point of the second segment fixed, the nearest of the first.
    let along_p = share((de * along_q - d_from) * per_dd);
    (p + d * along_p, q + e * along_q)
}

/// The answer that two nearest points make, if the plane between them proves them nearest.
pub(super) fn certify<S: Space, A: SupportMap<S>>(
    placed: &Placed<'_, S, A>,
    on_a: S,
    on_b: S,
) -> Option<Signed<S>> {
    let lowest = |direction: S| direction.dot(placed.support(-direction, None).point);
    certify_by(lowest, placed.error(), on_a, on_b)
}

/// The same, with any function for how low the difference reaches along a direction, times its
/// length.
#[inline(always)]
pub(super) fn certify_by<S: Space>(
    lowest: impl FnOnce(S) -> f64,
    error: f64,
    on_a: S,
    on_b: S,
) -> Option<Signed<S>> {
    let direction = on_a - on_b;
    let upper = direction.length();
    if !(upper > error) {
        return None;
    }
    let lower = lowest(direction) / upper;
    // As good as GJK's own last step must be.
    let bounds = [lower - error, upper + error];
    let normal = -direction * (1.0 / upper);
    (upper - lower <= (NORMAL * upper).min(0.25 * error) && lower > error)
        .then(|| Signed::proved(bounds, upper, normal, on_a, on_b))
}
