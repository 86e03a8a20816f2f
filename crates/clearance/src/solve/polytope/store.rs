//! Where a polytope keeps its vertices and facets: on the stack, or on the heap with as much room
//! as it needs.

#[cfg(feature = "alloc")]
use alloc::vec::Vec;
use core::ops::DerefMut;

use arrayvec::ArrayVec;

use super::{MAX_FACETS, MAX_VERTICES};

/// Lists with room for all vertices or facets of a polytope.
pub trait Store {
    const VERTICES: usize;
    const FACETS: usize;
    type Vertices<T>: List<T>;
    type Facets<T>: List<T>;
}

/// A list that drops what has no room, so that no panic is reachable. Callers have checked for
/// room.
pub trait List<T>: Default + DerefMut<Target = [T]> {
    fn add(&mut self, item: T);
    fn take_last(&mut self) -> Option<T>;
    fn shorten(&mut self, count: usize);

    fn add_all(&mut self, items: impl IntoIterator<Item = T>) {
        for item in items {
            self.add(item);
        }
    }
}

impl<T, const ROOM: usize> List<T> for ArrayVec<T, ROOM> {
    #[inline(always)]
    fn add(&mut self, item: T) {
        let _ = self.try_push(item);
    }
    #[inline(always)]
    fn take_last(&mut self) -> Option<T> {
        self.pop()
    }
    #[inline(always)]
    fn shorten(&mut self, count: usize) {
        self.truncate(count);
    }
}

#[cfg(feature = "alloc")]
impl<T> List<T> for Vec<T> {
    #[inline(always)]
    fn add(&mut self, item: T) {
        self.push(item);
    }
    #[inline(always)]
    fn take_last(&mut self) -> Option<T> {
        self.pop()
    }
    #[inline(always)]
    fn shorten(&mut self, count: usize) {
        self.truncate(count);
    }
}

/// Some 50 kB: what nearly all overlaps need.
pub struct OnStack;

impl Store for OnStack {
    const VERTICES: usize = MAX_VERTICES;
    const FACETS: usize = MAX_FACETS;
    type Vertices<T> = ArrayVec<T, MAX_VERTICES>;
    type Facets<T> = ArrayVec<T, MAX_FACETS>;
}

/// For polytopes with whole circles of nearly equal ways out.
#[cfg(feature = "alloc")]
pub struct OnHeap;

#[cfg(feature = "alloc")]
impl Store for OnHeap {
    const VERTICES: usize = super::MANY_VERTICES;
    const FACETS: usize = 2 * Self::VERTICES - 4;
    type Vertices<T> = Vec<T>;
    type Facets<T> = Vec<T>;
}
