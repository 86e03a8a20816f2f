//! Certificates out of bytes: whatever verifies is true.

use clearance::Certificate;
use clearance_trust::certificates::Notary;
use clearance_trust::{Court, KINDS, Pair, WALL, edges, ladder, nested, touches};
use serde::de::DeserializeOwned;

use crate::draw::Draw;
use crate::near;
use crate::show::show;

/// Changes to one certificate, at most.
const CHANGES: u64 = 12;

/// The choices, of eight, of a certificate read from text and of one of contact points.
const TEXT: u8 = 1;
const CONTACTS: u8 = 4;

pub fn run(bytes: &[u8]) {
    let mut draw = Draw::new(bytes);
    in_any_space!(of_space, draw);
}

fn of_space<V: Court<Space: DeserializeOwned>>(draw: &mut Draw<'_>) {
    let which = draw.below(8);
    let pair = pair::<V>(draw, which);
    show(|| pair.literal());
    let truth = pair.truth();
    let tally = if which == CONTACTS {
        touches::examine(&pair, &truth, draw, CHANGES)
    } else {
        let mut notary = Notary::new(&pair, truth);
        if which != TEXT {
            notary.examine(draw, CHANGES);
        } else if let Ok(proof) = serde_json::from_slice::<Certificate<V::Space>>(draw.rest()) {
            notary.judge(&proof);
        }
        notary.tally
    };
    assert_eq!(tally.total(), 0, "{:#?}", tally.finds);
}

/// Usually one with straight edges, which is fast to judge.
fn pair<V: Court>(draw: &mut Draw<'_>, which: u8) -> Pair<V> {
    match which {
        0 => {
            let kinds = u64::from(draw.word());
            ladder::pair::<V>(draw.word().into(), kinds % KINDS, (kinds >> 8) % WALL)
        }
        // A pair that never changes, so that text about it can be grown.
        TEXT => ladder::pair::<V>(u64::from(draw.below(4)), 5, 6),
        2 => edges::pair(draw.word().into()).0,
        3 => nested::pair(draw.word().into()).0,
        _ => near::pair::<V>(draw),
    }
}
