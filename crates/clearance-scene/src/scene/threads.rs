//! Work on all cores with the feature `rayon`, else on one: the same answers in the same order.

/// Both of two tasks.
#[cfg(feature = "rayon")]
pub(super) fn join(one: impl FnOnce() + Send, two: impl FnOnce() + Send) {
    rayon::join(one, two);
}

/// Both of two tasks.
#[cfg(not(feature = "rayon"))]
pub(super) fn join(one: impl FnOnce(), two: impl FnOnce()) {
    one();
    two();
}

/// What a function makes of each, in their order.
#[cfg(feature = "rayon")]
pub(super) fn map<T: Sync, U: Send>(from: &[T], make: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    use rayon::prelude::*;
    from.par_iter().map(make).collect()
}

/// What a function makes of each, in their order.
#[cfg(not(feature = "rayon"))]
pub(super) fn map<T, U>(from: &[T], make: impl Fn(&T) -> U) -> Vec<U> {
    from.iter().map(make).collect()
}

/// What a function makes of each, where it makes something, in their order.
#[cfg(feature = "rayon")]
pub(super) fn filter_map<T: Send, U: Send>(
    from: Vec<T>,
    make: impl Fn(T) -> Option<U> + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
    from.into_par_iter().filter_map(make).collect()
}

/// What a function makes of each, where it makes something, in their order.
#[cfg(not(feature = "rayon"))]
pub(super) fn filter_map<T, U>(from: Vec<T>, make: impl Fn(T) -> Option<U>) -> Vec<U> {
    from.into_iter().filter_map(make).collect()
}

/// Sorts what has no equals.
#[cfg(feature = "rayon")]
pub(super) fn sort<T: Ord + Send>(items: &mut [T]) {
    use rayon::prelude::*;
    items.par_sort_unstable();
}

/// Sorts what has no equals.
#[cfg(not(feature = "rayon"))]
pub(super) fn sort<T: Ord>(items: &mut [T]) {
    items.sort_unstable();
}
