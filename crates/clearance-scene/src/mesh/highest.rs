//! The largest vertex number that a face uses; the vertex may come later in the file.

#[derive(Debug, Default)]
pub(super) struct Highest {
    /// Counted from 1.
    number: u64,
    line: Option<usize>,
}

impl Highest {
    pub(super) fn note(&mut self, number: u64, line: Option<usize>) {
        if number > self.number {
            *self = Self { number, line };
        }
    }

    /// The error, and its line, where there are fewer vertices. Formats count from 0.
    pub(super) fn check(&self, count: usize) -> Result<(), (Option<usize>, String)> {
        match self.number.checked_sub(1) {
            Some(number) if number >= count as u64 => {
                let reason = format!("a face names vertex {number}, and there are {count} from 0");
                Err((self.line, reason))
            }
            _ => Ok(()),
        }
    }
}
