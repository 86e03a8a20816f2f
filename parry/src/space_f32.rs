//! The dispatcher for `parry3d`.

use parry3d as parry;

#[path = "shared/apart.rs"]
mod apart;
#[path = "shared/carried.rs"]
mod carried;
#[path = "shared/casts.rs"]
mod casts;
#[path = "shared/contacts.rs"]
mod contacts;
#[path = "shared/space.rs"]
mod dimension;
#[path = "shared/faces.rs"]
mod faces;
#[path = "shared/manifolds.rs"]
mod manifolds;
#[path = "shared/queries.rs"]
mod queries;
#[path = "shared/solid.rs"]
mod solid;
