//! Linear programs over the integers, solved exactly.
//!
//! The textbook two-phase simplex method with Bland's rule, which never cycles, on a tableau of
//! integers over one common denominator (each pivot divides exactly by the previous pivot element,
//! after J. Edmonds and E. Bareiss), so no rational is ever reduced.

use crate::number::Rational;
use dashu_int::IBig;

/// The end of a linear program.
pub(crate) enum Outcome {
    /// No point satisfies the equations.
    Infeasible,
    /// The cost has no least value.
    Unbounded,
    /// The least cost.
    Least(Rational),
}

/// Least `cost . x` over all `x >= 0` with `rows x = right`.
///
/// `rows` are the coefficients of one equation each, as long as `cost`.
pub(crate) fn minimise(cost: &[IBig], rows: &[Vec<IBig>], right: &[IBig]) -> Outcome {
    let mut tableau = Tableau::new(cost, rows, right);
    tableau.descend(Tableau::FEASIBILITY);
    if !tableau.value(Tableau::FEASIBILITY).is_zero() {
        return Outcome::Infeasible;
    }
    tableau.expel_artificial();
    if tableau.descend(Tableau::COST) {
        Outcome::Least(tableau.value(Tableau::COST))
    } else {
        Outcome::Unbounded
    }
}

/// All entries are integers over `bottom`. Rows 0 and 1 hold the reduced costs of the two phases;
/// the equations follow. Columns: the variables, then one artificial variable per equation (kept
/// implicit: it never comes back once it has left), then the right-hand side.
struct Tableau {
    entries: Vec<Vec<IBig>>,
    bottom: IBig,
    /// For each equation the variable it is solved for; `variables + k` stands for an artificial
    /// one.
    solved_for: Vec<usize>,
    variables: usize,
}

impl Tableau {
    const FEASIBILITY: usize = 0;
    const COST: usize = 1;
    const HEAD: usize = 2;

    fn new(cost: &[IBig], rows: &[Vec<IBig>], right: &[IBig]) -> Self {
        let variables = cost.len();
        let mut equations: Vec<Vec<IBig>> = Vec::new();
        for (row, value) in rows.iter().zip(right) {
            // Right-hand sides must not be negative for the artificial start to be feasible.
            let sign = if *value < IBig::ZERO { IBig::NEG_ONE } else { IBig::ONE };
            equations.push(row.iter().chain([value]).map(|x| x * &sign).collect());
        }
        // The sum of the artificial variables, expressed in the others.
        let feasibility =
            (0..=variables).map(|j| -equations.iter().map(|row| &row[j]).sum::<IBig>()).collect();
        let cost = cost.iter().cloned().chain([IBig::ZERO]).collect();
        let solved_for = (0..equations.len()).map(|k| variables + k).collect();
        let entries = [feasibility, cost].into_iter().chain(equations).collect();
        Self { entries, bottom: IBig::ONE, solved_for, variables }
    }

    /// The present value of an objective: its row holds minus that in the last column.
    fn value(&self, objective: usize) -> Rational {
        let last = -&self.entries[objective][self.variables];
        Rational::from_parts_signed(last, self.bottom.clone())
    }

    /// Pivots until the objective is least; false if it has no least value.
    fn descend(&mut self, objective: usize) -> bool {
        loop {
            let reduced = &self.entries[objective];
            let Some(column) = (0..self.variables).find(|&j| reduced[j] < IBig::ZERO) else {
                return true;
            };
            // The tightest equation; among equals the least variable (Bland).
            let mut leaving: Option<usize> = None;
            for row in 0..self.solved_for.len() {
                if self.entries[row + Self::HEAD][column] <= IBig::ZERO {
                    continue;
                }
                let better = leaving.is_none_or(|old| {
                    let (new, old_row) = (row + Self::HEAD, old + Self::HEAD);
                    let v = self.variables;
                    let left = &self.entries[new][v] * &self.entries[old_row][column];
                    let right = &self.entries[old_row][v] * &self.entries[new][column];
                    left < right || left == right && self.solved_for[row] < self.solved_for[old]
                });
                if better {
                    leaving = Some(row);
                }
            }
            let Some(row) = leaving else { return false };
            self.pivot(row, column);
        }
    }

    /// Replaces artificial variables that are still solved for (at value 0) by real ones. Where no
    /// real one appears the equation is redundant and stays 0 = 0.
    fn expel_artificial(&mut self) {
        for row in 0..self.solved_for.len() {
            if self.solved_for[row] < self.variables {
                continue;
            }
            let entries = &mut self.entries[row + Self::HEAD];
            let Some(column) = (0..self.variables).find(|&j| !entries[j].is_zero()) else {
                continue;
            };
            if entries[column] < IBig::ZERO {
                // 0 = -(...) is the same and keeps the common denominator positive.
                for x in entries.iter_mut() {
                    *x = -&*x;
                }
            }
            self.pivot(row, column);
        }
    }

    fn pivot(&mut self, row: usize, column: usize) {
        let pivot_row = self.entries[row + Self::HEAD].clone();
        let pivot = pivot_row[column].clone();
        for (index, entries) in self.entries.iter_mut().enumerate() {
            if index == row + Self::HEAD {
                continue;
            }
            let factor = entries[column].clone();
            for (x, y) in entries.iter_mut().zip(&pivot_row) {
                *x = (&*x * &pivot - &factor * y) / &self.bottom;
            }
        }
        self.bottom = pivot;
        self.solved_for[row] = column;
    }
}
