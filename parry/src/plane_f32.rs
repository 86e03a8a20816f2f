//! The dispatcher for `parry2d`.

use parry2d as parry;

#[path = "shared/apart.rs"]
mod apart;
#[path = "shared/carried.rs"]
mod carried;
#[path = "shared/casts.rs"]
mod casts;
#[path = "shared/contacts.rs"]
mod contacts;
#[path = "shared/plane.rs"]
mod dimension;
#[path = "shared/faces.rs"]
mod faces;
#[path = "shared/manifolds.rs"]
mod manifolds;
#[path = "shared/queries.rs"]
mod queries;
#[path = "shared/solid.rs"]
mod solid;
