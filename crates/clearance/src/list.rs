//! Items of lists by numbers that the lists themselves gave.

/// The item at an index that is in the list, by construction.
///
/// Queries do not panic, so one that is not would be a default; the tests, whose builds assert,
/// would stop there.
#[inline(always)]
pub(crate) fn item<T: Copy + Default>(list: &[T], index: usize) -> T {
    debug_assert!(index < list.len(), "no item {index} in a list of {}", list.len());
    list.get(index).copied().unwrap_or_default()
}
