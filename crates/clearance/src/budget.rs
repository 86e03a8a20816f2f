//! A limit of a whole query's work: every loop asks here how many steps it may take, and what it
//! takes is spent when it ends, so that nothing is counted while it runs.

use core::cell::Cell;

/// Steps that a query has left. A step is a support point of both shapes with what follows from it,
/// or a trial of a cast.
#[derive(Debug)]
pub(crate) struct Budget(Cell<u32>);

impl Budget {
    /// More than any query takes.
    pub(crate) const ENDLESS: u32 = u32::MAX;

    pub(crate) const fn endless() -> Self {
        Self::new(Self::ENDLESS)
    }

    pub(crate) const fn new(steps: u32) -> Self {
        Self(Cell::new(steps))
    }

    /// Whether nothing further may begin.
    #[inline]
    pub(crate) const fn is_spent(&self) -> bool {
        self.0.get() == 0
    }

    /// Whether so much is left; if not, nothing is: what is spent shows that something was left
    /// out.
    #[inline]
    pub(crate) fn allows(&self, steps: u32) -> bool {
        let is_enough = self.0.get() >= steps;
        if !is_enough {
            self.0.set(0);
        }
        is_enough
    }

    #[inline]
    pub(crate) fn spend(&self, steps: u32) {
        self.0.set(self.0.get().saturating_sub(steps));
    }

    /// Spends so much; `None` where less is left.
    #[cfg(feature = "alloc")]
    pub(crate) fn take(&self, steps: u32) -> Option<()> {
        self.allows(steps).then(|| self.spend(steps))
    }

    /// The steps of a loop: as many as it would take, or as are left; but one at least, without
    /// which it would know nothing.
    #[inline(always)]
    pub(crate) fn steps(&self, most: u32) -> Steps<'_> {
        let left = self.0.get();
        let most = if most < left { most } else { left };
        Steps { budget: self, taken: 0, most: if most > 1 { most } else { 1 } }
    }
}

/// See [`Budget::steps`]; numbered from 0.
pub(crate) struct Steps<'b> {
    budget: &'b Budget,
    taken: u32,
    most: u32,
}

impl Iterator for Steps<'_> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let step = self.taken;
        (step < self.most).then(|| {
            self.taken = step + 1;
            step
        })
    }
}

impl Drop for Steps<'_> {
    #[inline(always)]
    fn drop(&mut self) {
        self.budget.spend(self.taken);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop spends what it took, however it ends, and no loop takes what another has spent.
    #[test]
    fn loops_share_what_is_left() {
        let budget = Budget::new(10);
        assert_eq!(budget.steps(4).count(), 4);
        assert_eq!(budget.steps(100).find(|step| *step == 2), Some(2));
        assert!(budget.allows(3) && !budget.is_spent());
        assert_eq!(budget.steps(2).count(), 2);
        assert!(!budget.is_spent() && !budget.allows(2) && budget.is_spent());
        assert_eq!(budget.steps(100).count(), 1);
        assert!(budget.is_spent());
    }
}
