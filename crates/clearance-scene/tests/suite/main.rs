//! Files, scenes and robots from outside, as one program. `growth` is its own: it takes times.

mod dae;
mod odd_meshes;
mod ply_off;
mod robot;
mod scene;
mod sweep;
