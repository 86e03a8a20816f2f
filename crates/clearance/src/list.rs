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

/// The first items of a list that holds as many, by construction. As [`item`] otherwise.
#[inline(always)]
pub(crate) fn first<T>(list: &[T], count: usize) -> &[T] {
    debug_assert!(count <= list.len(), "no {count} items in a list of {}", list.len());
    list.get(..count).unwrap_or_default()
}

/// A count that its maker limits to 32 bits. As [`item`] otherwise.
#[inline(always)]
pub(crate) fn count(length: usize) -> u32 {
    debug_assert!(u32::try_from(length).is_ok(), "{length} is more than a hull has");
    u32::try_from(length).unwrap_or(u32::MAX)
}
