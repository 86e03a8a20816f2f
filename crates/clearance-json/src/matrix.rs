//! A pose's `matrix`: the forms that it comes in, and the rotation that it means.

use clearance::{Space, Xyz};
use serde_json::Value;

use crate::fault::Fault;
use crate::field;

/// A rotation by its columns, as given, and the translation that came with it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Matrix {
    pub(crate) columns: [Xyz; 3],
    pub(crate) translation: Option<[f64; 3]>,
}

const BOTTOM: &str = "has a bottom row that is not 0 0 0 1, so it is no pose; a camera's matrix \
                      makes a `frustum` (`view_projection`)";

impl Matrix {
    /// From 9 numbers row by row, 3 or 4 rows, or 16 numbers column by column, as glTF and
    /// `view_projection` have them.
    pub(crate) fn read(value: &Value) -> Result<Self, Fault> {
        let items = field::list(value)?;
        let are_rows = items.iter().all(Value::is_array);
        match (items.len(), are_rows) {
            (9, false) => {
                let [a, b, c, d, e, f, g, h, i] = field::numbers(value)?;
                Ok(Self::of_rows([[a, b, c], [d, e, f], [g, h, i]]))
            }
            (3, true) => Ok(Self::of_rows(rows(items)?)),
            (4, true) => {
                Self::of_columns(transposed(rows(items)?)).ok_or_else(|| Fault::new(BOTTOM))
            }
            (16, false) => {
                let columns = columns(value)?;
                Self::of_columns(columns).ok_or_else(|| {
                    Fault::new(match Self::of_columns(transposed(columns)) {
                        Some(_) => {
                            "has its translation where 16 numbers have their bottom row: they are \
                             read column by column, as in glTF; give 4 rows, [[…],[…],[…],[…]]"
                        }
                        None => BOTTOM,
                    })
                })
            }
            (count, _) => Err(Fault::new(format!(
                "must be 3 or 4 rows, 9 numbers row by row, or 16 column by column; has {count}"
            ))),
        }
    }

    fn of_rows(rows: [[f64; 3]; 3]) -> Self {
        let [[a, b, c], [d, e, f], [g, h, i]] = rows;
        let columns = [Xyz::new(a, d, g), Xyz::new(b, e, h), Xyz::new(c, f, i)];
        Self { columns, translation: None }
    }

    fn of_columns(columns: [[f64; 4]; 4]) -> Option<Self> {
        let [x, y, z, [tx, ty, tz, _]] = columns;
        let axis = |[a, b, c, _]: [f64; 4]| Xyz::new(a, b, c);
        let is_pose = columns.map(|column| column[3]) == [0.0, 0.0, 0.0, 1.0];
        is_pose
            .then(|| Self { columns: [axis(x), axis(y), axis(z)], translation: Some([tx, ty, tz]) })
    }

    /// The nearest rotation, and how far the matrix is from it: by so much, of its distance from
    /// the local origin, no point is moved elsewhere. `None` for mirrors, and what is near no
    /// rotation.
    ///
    /// Newton's iteration for the polar decomposition (Higham 1986): the mean of the matrix and its
    /// inverse transposed, until it stays.
    pub(crate) fn nearest_rotation(&self) -> Option<([Xyz; 3], f64)> {
        const STEPS: usize = 40;
        let mut columns = self.columns;
        for _ in 0..STEPS {
            let [x, y, z] = columns;
            let volume = x.cross(y).dot(z);
            // The columns of the inverse transposed.
            let turned = [y.cross(z), z.cross(x), x.cross(y)].map(|v| v * (1.0 / volume));
            if !(volume > 0.0 && turned.iter().all(|v| v.is_finite())) {
                return None;
            }
            let next = mean(columns, turned);
            let moved = distance(next, columns);
            columns = next;
            if moved <= f64::EPSILON {
                break;
            }
        }
        Some((columns, distance(columns, self.columns)))
    }
}

/// The columns of a 4×4 matrix: of 16 numbers column by column, or of 4 rows.
pub(crate) fn columns(value: &Value) -> Result<[[f64; 4]; 4], Fault> {
    let items = field::list(value)?;
    if items.len() == 4 && items.iter().all(Value::is_array) {
        return rows(items).map(transposed);
    }
    let numbers: [f64; 16] = field::numbers(value)?;
    let mut columns = [[0.0; 4]; 4];
    columns.iter_mut().flatten().zip(numbers).for_each(|(slot, number)| *slot = number);
    Ok(columns)
}

/// The distance of two matrices, by columns: the root of the squared differences' sum, an upper
/// bound of what they move a point of length 1 apart.
pub(crate) fn distance(a: [Xyz; 3], b: [Xyz; 3]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (*x - y).length_squared()).sum::<f64>().sqrt()
}

fn mean([a, b, c]: [Xyz; 3], [d, e, f]: [Xyz; 3]) -> [Xyz; 3] {
    [(a + d) * 0.5, (b + e) * 0.5, (c + f) * 0.5]
}

fn rows<const N: usize>(items: &[Value]) -> Result<[[f64; N]; N], Fault> {
    let mut rows = [[0.0; N]; N];
    for (i, (row, item)) in rows.iter_mut().zip(items).enumerate() {
        *row = field::numbers(item).map_err(|fault| fault.within(&format!("[{i}]")))?;
    }
    Ok(rows)
}

fn transposed(columns: [[f64; 4]; 4]) -> [[f64; 4]; 4] {
    let mut rows = [[0.0; 4]; 4];
    for (i, row) in rows.iter_mut().enumerate() {
        *row = columns.map(|column| column.get(i).copied().unwrap_or_default());
    }
    rows
}
