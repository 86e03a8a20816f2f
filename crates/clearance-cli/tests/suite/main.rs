//! The command from outside, as one program: linking it is most of the time that tests take.

mod cast;
mod certificate;
mod clash;
mod common;
mod contact;
mod cull;
mod decompose;
mod docs;
mod failures;
mod field;
mod files;
mod hulls;
mod install;
mod output;
mod pair;
mod query;
mod reports;
mod robot;
mod robot_world;
mod trace;
mod view;
