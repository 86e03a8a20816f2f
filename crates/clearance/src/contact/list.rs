//! A list that holds its first items in place, and further ones where there is an allocator.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;

use arrayvec::ArrayVec;

/// See the [module](self).
pub(super) struct Listed<T, const N: usize> {
    first: ArrayVec<T, N>,
    #[cfg(feature = "alloc")]
    rest: Vec<T>,
}

impl<T, const N: usize> Listed<T, N> {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self {
            first: ArrayVec::new(),
            #[cfg(feature = "alloc")]
            rest: Vec::new(),
        }
    }

    /// Whether there was room.
    #[inline(always)]
    pub(super) fn push(&mut self, item: T) -> bool {
        // Asked first, so that an item that found no room is not handed back.
        if self.first.is_full() {
            return self.push_behind(item);
        }
        self.first.try_push(item).is_ok()
    }

    #[cfg(feature = "alloc")]
    #[cold]
    fn push_behind(&mut self, item: T) -> bool {
        self.rest.push(item);
        true
    }

    #[cfg(not(feature = "alloc"))]
    #[allow(clippy::needless_pass_by_value, clippy::unused_self)]
    fn push_behind(&mut self, _: T) -> bool {
        false
    }

    #[cfg(feature = "alloc")]
    fn rest(&self) -> &[T] {
        &self.rest
    }

    #[cfg(not(feature = "alloc"))]
    #[allow(clippy::unused_self)]
    fn rest(&self) -> &[T] {
        &[]
    }

    /// All, where they are all in place.
    #[inline]
    pub(super) fn in_place(&self) -> Option<&[T]> {
        self.rest().is_empty().then_some(self.first.as_slice())
    }

    #[inline]
    pub(super) fn get(&self, place: usize) -> Option<&T> {
        self.first.get(place).or_else(|| self.rest().get(place.checked_sub(N)?))
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = &T> + Clone {
        self.first.iter().chain(self.rest())
    }

    pub(super) fn iter_mut(&mut self) -> impl DoubleEndedIterator<Item = &mut T> {
        #[cfg(feature = "alloc")]
        return self.first.iter_mut().chain(&mut self.rest);
        #[cfg(not(feature = "alloc"))]
        self.first.iter_mut()
    }
}
