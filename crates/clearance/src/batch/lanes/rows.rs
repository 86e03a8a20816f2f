//! Rows: the numbers of a pair by their names, in columns for the kernels.

use clearance_lanes::Kernel;

use super::{CHUNK, OPEN, Verdicts, rounded_up};

/// Columns before anything is in them.
pub(in crate::batch) trait Empty {
    const EMPTY: Self;
}

/// A column of each number of a row.
pub(in crate::batch) trait Columns: Empty {
    /// A number of each column.
    type Row;
    fn at(&self, place: usize) -> Self::Row;
    fn put(&mut self, place: usize, row: Self::Row);
}

impl Empty for Verdicts {
    const EMPTY: Self = [OPEN; CHUNK];
}

#[allow(clippy::indexing_slicing)] // A place is below CHUNK.
impl Columns for Verdicts {
    type Row = u32;
    #[inline(always)]
    fn at(&self, place: usize) -> u32 {
        self[place]
    }
    #[inline(always)]
    fn put(&mut self, place: usize, verdict: u32) {
        self[place] = verdict;
    }
}

/// Declares a row once, for what writes it and what reads it: vectors by their names, each of so
/// many numbers. Of numbers it is a row, of arrays of numbers it is the columns of many.
macro_rules! row {
    ($(#[$doc:meta])* $Name:ident { $($(#[$about:meta])* $field:ident: $count:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        #[repr(C)]
        pub(in crate::batch) struct $Name<C> {
            $($(#[$about])* pub(in crate::batch) $field: [C; $count],)+
        }

        impl<C: Copy> $Name<C> {
            /// Each number by itself.
            #[inline(always)]
            #[allow(dead_code)] // Some rows stay as they are.
            pub(in crate::batch) fn map<T: Copy + Default>(
                self,
                convert: impl Fn(C) -> T,
            ) -> $Name<T> {
                $Name { $($field: super::algebra::each(self.$field, &convert),)+ }
            }
        }

        impl<T: crate::math::Scalar, const L: usize> super::rows::Empty for $Name<[T; L]> {
            const EMPTY: Self = Self { $($field: [[T::ZERO; L]; $count],)+ };
        }

        impl<T: crate::math::Scalar, const L: usize> super::rows::Columns for $Name<[T; L]> {
            type Row = $Name<T>;
            #[inline(always)]
            fn at(&self, place: usize) -> $Name<T> {
                $Name { $($field: super::at(&self.$field, place),)+ }
            }
            #[inline(always)]
            fn put(&mut self, place: usize, row: $Name<T>) {
                $(super::put(&mut self.$field, place, row.$field);)+
            }
        }
    };
}
pub(super) use row;

/// Pairs of one kind, as many as a chunk has: their rows, what kernels find, and which pair of the
/// chunk each place is. Columns come first and begin at a cache line, as in the other structures
/// here, so that no vector lies across two lines: that costs up to a tenth.
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(in crate::batch) struct Queue<Q, R> {
    pub(super) questions: Q,
    pub(in crate::batch) results: R,
    origins: [u8; CHUNK],
    pub(super) len: usize,
}

impl<Q: Columns, R: Empty> Queue<Q, R> {
    pub(in crate::batch) const fn new() -> Self {
        Self { questions: Q::EMPTY, results: R::EMPTY, origins: [0; CHUNK], len: 0 }
    }

    pub(in crate::batch) fn clear(&mut self) {
        self.len = 0;
    }

    /// Appends pair `origin` of the chunk.
    #[inline(always)]
    #[allow(clippy::cast_possible_truncation, clippy::indexing_slicing)] // A chunk has 128 pairs.
    pub(in crate::batch) fn push(&mut self, origin: usize, row: Q::Row) {
        let place = self.len;
        if place < CHUNK {
            self.questions.put(place, row);
            self.origins[place] = origin as u8;
            self.len = place + 1;
        }
    }

    /// Places, each with the pair of the chunk that it holds.
    #[inline]
    pub(in crate::batch) fn places(&self) -> impl Iterator<Item = (usize, usize)> {
        let places = self.origins.iter().enumerate().take(self.len);
        places.map(|(place, origin)| (place, usize::from(*origin)))
    }

    /// Each pair of the chunk that is here, with what was found.
    #[inline]
    pub(in crate::batch) fn results(&self) -> impl Iterator<Item = (usize, R::Row)>
    where
        R: Columns,
    {
        self.places().map(|(place, origin)| (origin, self.results.at(place)))
    }
}

/// A row that a kernel answers by itself.
pub(in crate::batch) trait Question<R> {
    /// Everything is inlined, since only inlined code is compiled for the level.
    fn result(self) -> R;
}

/// Answers row by row.
pub(in crate::batch) struct EachRow<'a, Q, R>(pub(in crate::batch) &'a mut Queue<Q, R>);

impl<Q, R> Kernel for EachRow<'_, Q, R>
where
    Q: Columns<Row: Question<R::Row>>,
    R: Columns,
{
    type Output = ();
    #[inline(always)]
    fn run(self) {
        let Queue { questions, results, len, .. } = self.0;
        for place in 0..rounded_up(*len) {
            results.put(place, questions.at(place).result());
        }
    }
}
