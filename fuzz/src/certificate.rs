//! Certificates that the library finds: they verify, they are true, and they do not contradict the
//! query.

use clearance::{CertificateError, Scalar, Shape, Verdict, certificate, verify};
use clearance_trust::certificates::Notary;
use clearance_trust::{Court, KINDS, Pair, WALL, is_straight, ladder};

use crate::draw::Draw;
use crate::near;
use crate::show::show;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Court>(draw: &mut Draw<'_>) {
    match draw.below(8) {
        0 => any_kind::<V>(draw),
        _ => judged::<V>(draw),
    }
}

/// For pairs that are fast to judge: true to the last float, and decided, as no core here is
/// curved.
fn judged<V: Court>(draw: &mut Draw<'_>) {
    let pair = near::pair::<V>(draw);
    show(|| pair.literal());
    let truth = pair.truth();
    // The judge knows an irrational turn of the plane too roughly to decide contact.
    assert!(truth.exact || truth.intersects.is_none(), "{}", pair.literal());
    let mut notary = Notary::new(&pair, truth);
    notary.examine(draw, 0);
    assert_eq!(notary.tally.total(), 0, "{:#?}", notary.tally.finds);
}

/// For all kinds of shapes, near contact and far from it: it verifies, and does not contradict the
/// query.
fn any_kind<V: Court>(draw: &mut Draw<'_>) {
    let kinds = draw.word();
    let (kind_a, kind_b) = (u64::from(kinds) % KINDS, u64::from(kinds >> 8) % KINDS);
    let pair = ladder::pair::<V>(draw.word().into(), kind_a, kind_b);
    let Pair { a, at_a, b, at_b, .. } = &pair;
    let known = |shape| is_straight(shape) || matches!(shape, Shape::HalfSpace(_));
    let is_provable = known(a) && known(b) && (kind_a, kind_b) != (WALL, WALL);
    let proof = match certificate(a, at_a, b, at_b) {
        Ok(proof) => proof,
        Err(CertificateError::Unsupported { .. }) if !is_provable => return,
        Err(error) => panic!("{error}: {}", pair.literal()),
    };
    let answer = pair.proximity();
    let (signed, gap) = (answer.signed_distance().to_f64(), answer.witness().gap.to_f64());
    let shown = || format!("{answer:?}\n{proof:?}\n{}", pair.literal());
    match verify(a, at_a, b, at_b, &proof) {
        Ok(()) => {}
        Err(error) => panic!("{error}: {}", shown()),
    }
    // The ends of the query's interval are rounded once more here.
    let slack = 2.0 * f64::EPSILON * (signed.abs() + gap);
    assert!(proof.lower <= signed + gap + slack, "{}", shown());
    assert!(proof.upper >= signed - gap - slack, "{}", shown());
    if answer.is_decided() && proof.verdict != Verdict::Undecided {
        assert_eq!(answer.intersects(), proof.verdict.intersects(), "{}", shown());
    }
}
