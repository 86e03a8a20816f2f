//! Transforms of scene nodes: affine maps.

/// Columns of a 4×4 matrix whose last row is 0, 0, 0, 1.
pub(super) type Matrix = [[f64; 4]; 4];

pub(super) const IDENTITY: Matrix =
    [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]];

pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    b.map(|column| apply(a, column))
}

pub(super) fn apply(matrix: &Matrix, point: [f64; 4]) -> [f64; 4] {
    let mut sum = [0.0; 4];
    for (column, factor) in matrix.iter().zip(point) {
        for (entry, x) in sum.iter_mut().zip(column) {
            *entry += x * factor;
        }
    }
    sum
}

/// The determinant of the upper left 3×3 part: negative if the node mirrors.
pub(super) fn determinant([[ax, ay, az, _], [bx, by, bz, _], [cx, cy, cz, _], _]: &Matrix) -> f64 {
    ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
}

/// Whether the transform shrinks everything to a point, which is how scenes hide meshes.
pub(super) fn flattens_all([a, b, c, _]: &Matrix) -> bool {
    [a, b, c].iter().all(|[x, y, z, _]| [x, y, z].iter().all(|x| **x == 0.0))
}
