//! avian with a collider backend of ours; beside it, avian's own.
//!
//! Fails where bodies do not come to rest on our contacts, or a cast that meets is a miss.

use avian3d::prelude::Collider;
use bevy::prelude::Result;
use clearance_engines::avian::CertifiedCollider;
use clearance_engines::worlds::{fall, misses};

fn main() -> Result {
    let ours = fall::<CertifiedCollider>()?;
    let theirs = fall::<Collider>()?;
    println!("16 bodies after 10 s, ours: {ours:?}");
    println!("  avian's own: {theirs:?}");
    assert!(ours.off < 0.02 && ours.fastest < 0.01, "a body does not rest");

    for depth in [1e-2, 1e-3, 1e-4] {
        let [casts, missed] = misses::<CertifiedCollider>(depth);
        let [_, lost] = misses::<Collider>(depth);
        println!("{casts} casts that graze {depth} deep: {missed} missed, by avian {lost}");
        assert_eq!(missed, 0);
    }
    Ok(())
}
