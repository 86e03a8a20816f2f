//! Pairs for which a formula beats iterating.

mod half_space;

pub(crate) use half_space::half_space;
