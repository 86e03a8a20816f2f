//! Rotations in lanes, operation by operation as `math/rotation.rs` has them: the bounds count on it.

/// `conj(a) * b`.
#[inline(always)]
pub(super) fn relative(a: [f32; 4], b: [f32; 4]) -> [f32; 4] {
    let ([ax, ay, az, aw], [bx, by, bz, bw]) = (a, b);
    [
        (aw * bx - ax * bw) - (ay * bz - az * by),
        (aw * by - ay * bw) - (az * bx - ax * bz),
        (aw * bz - az * bw) - (ax * by - ay * bx),
        (aw * bw + ax * bx) + (ay * by + az * bz),
    ]
}

#[inline(always)]
pub(super) fn norm([x, y, z, w]: [f32; 4]) -> f32 {
    (x * x + y * y) + (z * z + w * w)
}

/// The rows of the matrix of a quaternion of this squared length.
#[inline(always)]
pub(super) fn matrix([x, y, z, w]: [f32; 4], norm: f32) -> [[f32; 3]; 3] {
    let s = 2.0 / norm;
    let (sx, sy, sz) = (s * x, s * y, s * z);
    let (xx, yy, zz) = (sx * x, sy * y, sz * z);
    let (xy, xz, yz) = (sx * y, sx * z, sy * z);
    let (wx, wy, wz) = (sx * w, sy * w, sz * w);
    [
        [1.0 - (yy + zz), xy - wz, xz + wy],
        [xy + wz, 1.0 - (xx + zz), yz - wx],
        [xz - wy, yz + wx, 1.0 - (xx + yy)],
    ]
}

#[inline(always)]
pub(super) fn rotate([r0, r1, r2]: [[f32; 3]; 3], p: [f32; 3]) -> [f32; 3] {
    [super::dot(r0, p), super::dot(r1, p), super::dot(r2, p)]
}

#[inline(always)]
pub(super) fn rotate_back(rows: [[f32; 3]; 3], [x, y, z]: [f32; 3]) -> [f32; 3] {
    let [[a, b, c], [d, e, f], [g, h, i]] = rows;
    [a * x + d * y + g * z, b * x + e * y + h * z, c * x + f * y + i * z]
}

/// Correctly rounded; `core` has no square root, and without `std` it is no vector instruction.
#[inline(always)]
pub(super) fn sqrt(x: f32) -> f32 {
    #[cfg(feature = "std")]
    {
        x.sqrt()
    }
    #[cfg(not(feature = "std"))]
    {
        libm::sqrtf(x)
    }
}
