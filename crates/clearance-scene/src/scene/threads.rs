//! Work on all cores with the feature `rayon`, else on one: the same answers in the same order.

/// Runs two tasks.
#[cfg(feature = "rayon")]
pub(super) fn join(one: impl FnOnce() + Send, two: impl FnOnce() + Send) {
    rayon::join(one, two);
}

/// Runs two tasks.
#[cfg(not(feature = "rayon"))]
pub(super) fn join(one: impl FnOnce(), two: impl FnOnce()) {
    one();
    two();
}

/// Maps a function over items, in order.
#[cfg(feature = "rayon")]
pub(super) fn map<T: Sync, U: Send>(from: &[T], make: impl Fn(&T) -> U + Sync + Send) -> Vec<U> {
    use rayon::prelude::*;
    from.par_iter().map(make).collect()
}

/// Maps a function over items, in order.
#[cfg(not(feature = "rayon"))]
pub(super) fn map<T, U>(from: &[T], make: impl Fn(&T) -> U) -> Vec<U> {
    from.iter().map(make).collect()
}

/// Maps a function over items and keeps the results that exist, in order.
#[cfg(feature = "rayon")]
pub(super) fn filter_map<T: Send, U: Send>(
    from: Vec<T>,
    make: impl Fn(T) -> Option<U> + Sync + Send,
) -> Vec<U> {
    use rayon::prelude::*;
    from.into_par_iter().filter_map(make).collect()
}

/// Maps a function over items and keeps the results that exist, in order.
#[cfg(not(feature = "rayon"))]
pub(super) fn filter_map<T, U>(from: Vec<T>, make: impl Fn(T) -> Option<U>) -> Vec<U> {
    from.into_iter().filter_map(make).collect()
}

/// Sorts distinct items.
#[cfg(feature = "rayon")]
pub(super) fn sort<T: Ord + Send>(items: &mut [T]) {
    use rayon::prelude::*;
    items.par_sort_unstable();
}

/// Sorts distinct items.
#[cfg(not(feature = "rayon"))]
pub(super) fn sort<T: Ord>(items: &mut [T]) {
    items.sort_unstable();
}
