//! The bodies of the fuzz targets.
//!
//! ```text
//! draw      numbers out of bytes            warmth    a memory of garbage     show    an input as text
//! bits      any shapes, poses, options ──>  consistent: no verb contradicts another
//! near      shapes that all but touch  ──>  the exact judge of the trust suite
//! moving    the same on their way      ──>  the same
//! certificate, forged           ──>  the same judge
//! hull      any points                 ──>  exact: is it the convex hull of these?
//! readers   any file
//! ```
//!
//! A find panics, with the pair as the source text that builds it (see `tests/suite/finds.rs` of
//! the core).
#![forbid(unsafe_code)]

/// Calls a function of any vector type with what remains to be drawn, in one of the four spaces,
/// chosen by the next byte.
macro_rules! in_any_space {
    ($run:ident, $draw:ident) => {
        match $draw.below(4) {
            0 => $run::<glam::Vec2>(&mut $draw),
            1 => $run::<glam::DVec2>(&mut $draw),
            2 => $run::<glam::Vec3>(&mut $draw),
            _ => $run::<glam::DVec3>(&mut $draw),
        }
    };
}

pub mod bits;
pub mod certificate;
mod consistent;
pub mod draw;
pub mod forged;
pub mod hull;
pub mod moving;
pub mod near;
pub mod readers;
mod show;
mod warmth;
