//! Joins numbers to disjoint sets by pairs.

/// Disjoint sets of the numbers from 0, each represented by its least.
#[derive(Debug)]
pub(super) struct Sets(Vec<u32>);

impl Sets {
    /// Each of `count` numbers in a set of its own.
    pub(super) fn new(count: usize) -> Self {
        Self((0..).take(count).collect())
    }

    /// The least number of the set that holds this one.
    pub(super) fn least(&mut self, mut at: u32) -> u32 {
        // Path halving.
        while let Some(up) = self.0.get(at as usize).copied().filter(|up| *up != at) {
            let above = self.0.get(up as usize).copied().unwrap_or(up);
            self.0.get_mut(at as usize).into_iter().for_each(|own| *own = above);
            at = above;
        }
        at
    }

    /// Joins the sets of two numbers.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.least(a), self.least(b));
        self.0.get_mut(a.max(b) as usize).into_iter().for_each(|own| *own = a.min(b));
    }
}
