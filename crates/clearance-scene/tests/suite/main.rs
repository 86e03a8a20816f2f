//! Files, scenes and robots from outside, as one program. `growth` is its own: it takes times.

mod contacts;
mod contained;
mod dae;
mod exact_poses;
mod impact;
mod odd_meshes;
mod ply_off;
mod points;
mod polygons;
mod rays;
mod reading;
mod robot;
mod robot_bounds;
mod robot_free;
mod robot_made;
mod robot_matrix;
mod robot_pairs;
mod robot_srdf;
mod robot_world;
mod scene;
mod solids;
mod sweep;
mod sweep_turns;
mod turning;
mod volume;

/// How many members of a family are judged: `few`, or what `CLEARANCE_JUDGED` says.
fn rounds<N: std::str::FromStr>(few: N) -> N {
    std::env::var("CLEARANCE_JUDGED").ok().and_then(|count| count.parse().ok()).unwrap_or(few)
}
