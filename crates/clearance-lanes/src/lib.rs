//! Runs a loop with the vector instructions of the current machine.
//!
//! A baseline build of x86-64 may use only SSE2, and most machines have vectors four times as wide.
//! [`Level::run`] compiles a [`Kernel`] once for each level and calls the copy that the processor
//! can run. The kernel is plain Rust: loops over arrays, which the compiler turns into vector
//! instructions. No level contracts `a * b + c`, so every level gives the same bits.
//!
//! ```
//! use clearance_lanes::{Kernel, Level};
//!
//! struct Halve<'a>(&'a mut [f32]);
//!
//! impl Kernel for Halve<'_> {
//!     type Output = ();
//!     #[inline(always)]
//!     fn run(self) {
//!         self.0.iter_mut().for_each(|x| *x *= 0.5);
//!     }
//! }
//!
//! let mut numbers = [1.0, 2.0, 3.0];
//! Level::best().run(Halve(&mut numbers));
//! assert_eq!(numbers, [0.5, 1.0, 1.5]);
//! ```
//!
//! [`Two`] numbers fit the vectors that every build has; [`widen4`] converts four numbers to `f64`.
//!
//! This crate exists so that `clearance` can forbid unsafe code: the few calls that need it are
//! here. Each is guarded by a test that the processor has the instructions, which the build's
//! target answers where it can.
#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod two;

pub use two::Two;

/// One loop, or several.
pub trait Kernel {
    /// What it returns.
    type Output;
    /// Does the work. Mark it and everything it calls `#[inline(always)]`: only inlined code is
    /// compiled for the level.
    fn run(self) -> Self::Output;
}

/// A set of vector instructions that this processor has: constructing a level tests for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(Set);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// What the build's target has: SSE2 on x86-64, NEON on AArch64.
    Baseline,
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    Avx2,
    #[cfg(all(target_arch = "x86_64", feature = "std", feature = "avx512"))]
    Avx512,
}

impl Level {
    /// What the build's target has: SSE2 on x86-64, NEON on AArch64. Always available.
    pub const BASELINE: Self = Self(Set::Baseline);

    /// 256-bit vectors: AVX2. `None` if the processor lacks it, and without the feature `std`.
    #[inline]
    pub fn avx2() -> Option<Self> {
        #[cfg(all(target_arch = "x86_64", feature = "std"))]
        if std::is_x86_feature_detected!("avx2") {
            return Some(Self(Set::Avx2));
        }
        None
    }

    /// 512-bit vectors: AVX-512 F, VL, DQ and BW. `None` if the processor lacks them, and without
    /// the feature `avx512`.
    #[inline]
    pub fn avx512() -> Option<Self> {
        #[cfg(all(target_arch = "x86_64", feature = "std", feature = "avx512"))]
        if std::is_x86_feature_detected!("avx512f")
            && std::is_x86_feature_detected!("avx512vl")
            && std::is_x86_feature_detected!("avx512dq")
            && std::is_x86_feature_detected!("avx512bw")
            && std::is_x86_feature_detected!("avx2")
        {
            return Some(Self(Set::Avx512));
        }
        None
    }

    /// The widest level of the processor.
    #[inline]
    pub fn best() -> Self {
        Self::avx512().or_else(Self::avx2).unwrap_or(Self::BASELINE)
    }

    /// Runs a kernel, compiled for this level.
    #[inline]
    #[allow(unsafe_code)]
    pub fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            Set::Baseline => baseline(kernel),
            #[cfg(all(target_arch = "x86_64", feature = "std"))]
            // SAFETY: only `avx2` makes `Set::Avx2`, after detecting AVX2.
            Set::Avx2 => unsafe { avx2(kernel) },
            #[cfg(all(target_arch = "x86_64", feature = "std", feature = "avx512"))]
            // SAFETY: only `avx512` makes `Set::Avx512`, after detecting each of these.
            Set::Avx512 => unsafe { avx512(kernel) },
        }
    }
}

/// Not inlined, as none of the levels is, even where the build's target has their instructions:
/// values that a caller passes in registers, the compiler would pack in threes and twos before it
/// vectorises the loop.
#[inline(never)]
fn baseline<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// # Safety
/// The processor must have AVX2.
#[cfg(all(target_arch = "x86_64", feature = "std"))]
#[target_feature(enable = "avx2")]
#[inline(never)]
#[allow(unsafe_code)]
unsafe fn avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// # Safety
/// The processor must have AVX2, and F, VL, DQ and BW of AVX-512.
#[cfg(all(target_arch = "x86_64", feature = "std", feature = "avx512"))]
#[target_feature(enable = "avx2,avx512f,avx512vl,avx512dq,avx512bw")]
#[inline(never)]
#[allow(unsafe_code)]
unsafe fn avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run()
}

/// Widens four numbers, exactly, two at a time.
///
/// Conversions one at a time depend on unrelated work: on x86-64 the conversion of one number
/// keeps the other half of its destination register, and the compiler does not clear a register
/// that was last written long before, even by a division still in progress.
#[inline(always)]
pub fn widen4(values: [f32; 4]) -> [f64; 4] {
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    #[allow(unsafe_code)]
    // SAFETY: the build's target has SSE2, and so has the processor.
    let widened = unsafe { sse2_widen4(values) };
    #[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
    let widened = values.map(f64::from);
    widened
}

/// # Safety
/// The processor must have SSE2.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
#[target_feature(enable = "sse2")]
#[inline]
#[allow(unsafe_code)]
unsafe fn sse2_widen4([x, y, z, w]: [f32; 4]) -> [f64; 4] {
    use core::arch::x86_64::{
        _mm_cvtps_pd, _mm_cvtsd_f64, _mm_movehl_ps, _mm_set_ps, _mm_unpackhi_pd,
    };
    let all = _mm_set_ps(w, z, y, x);
    let (low, high) = (_mm_cvtps_pd(all), _mm_cvtps_pd(_mm_movehl_ps(all, all)));
    [low, _mm_unpackhi_pd(low, low), high, _mm_unpackhi_pd(high, high)].map(|v| _mm_cvtsd_f64(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Sum<'a>(&'a [f32], &'a [f32], &'a mut [f32]);

    impl Kernel for Sum<'_> {
        type Output = usize;
        #[inline(always)]
        fn run(self) -> usize {
            for ((a, b), sum) in self.0.iter().zip(self.1).zip(self.2.iter_mut()) {
                *sum = a * 3.0 + b;
            }
            self.2.len()
        }
    }

    /// `0.1 * 3 + b` differs in its last bit if the product is not rounded.
    #[test]
    fn every_level_gives_the_same_bits() {
        let a: [f32; 37] = core::array::from_fn(|i| 0.1 * i as f32);
        let b: [f32; 37] = core::array::from_fn(|i| -0.3 * i as f32);
        let mut expected = [0.0; 37];
        for ((a, b), sum) in a.iter().zip(&b).zip(&mut expected) {
            let product = core::hint::black_box(a * 3.0);
            *sum = product + b;
        }
        let levels = [Some(Level::BASELINE), Level::avx2(), Level::avx512(), Some(Level::best())];
        for level in levels.into_iter().flatten() {
            let mut sum = [0.0; 37];
            assert_eq!(level.run(Sum(&a, &b, &mut sum)), 37);
            assert_eq!(sum.map(f32::to_bits), expected.map(f32::to_bits), "{level:?}");
        }
    }

    #[test]
    fn four_numbers_are_widened_exactly_and_in_their_order() {
        let numbers = [
            [0.1, -0.2, 3e38, -1e-45],
            [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY],
            [f32::MIN_POSITIVE, 1e-40, f32::MAX, 1.0],
        ];
        for four in numbers {
            assert_eq!(widen4(four).map(f64::to_bits), four.map(|x| f64::from(x).to_bits()));
        }
        for i in 0..4 {
            let mut four = [1.0; 4];
            four[i] = f32::NAN;
            assert_eq!(widen4(four).map(f64::is_nan), four.map(f32::is_nan));
        }
    }
}
