//! avian with a patch that lets a query dispatcher in: avian's own colliders and queries, answered
//! by ours.

use avian3d::collision::collider::set_query_dispatcher;
use avian3d::prelude::Collider;
use bevy::prelude::Result;
use clearance_engines::avian::CertifiedCollider;
use clearance_engines::worlds::{fall, misses};
use clearance_parry::Clearance;

fn main() -> Result {
    let parry = fall::<Collider>()?;
    let backend = fall::<CertifiedCollider>()?;
    assert!(set_query_dispatcher(Clearance)); // the line that the patch makes possible
    let ours = fall::<Collider>()?;
    println!("16 bodies after 10 s, avian patched: {ours:?}");
    assert!(ours.off < 0.02 && ours.fastest < 0.01, "a body does not rest");
    assert!(ours.points == backend.points && ours.points != parry.points, "the points are parry's");

    for depth in [1e-2, 1e-3, 1e-4] {
        let [casts, missed] = misses::<Collider>(depth);
        println!("{casts} casts that graze {depth} deep: {missed} missed by avian's own query");
        assert_eq!(missed, 0);
    }
    Ok(())
}
