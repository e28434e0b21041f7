//! How far a vector formula is from the truth, in units of the last place, over many arguments and all instruction
//! sets.

use std::array::from_fn;
use std::mem::MaybeUninit;

use super::super::isa::{Isa, dispatch_as};
use super::super::map::Vectors;
use super::super::{Map, Native};
use super::reference::Dd;

/// A function of one number as a map; `partial` ones have exceptions.
macro_rules! unary {
    ($Name:ident, |$x:ident| $y:expr) => {
        struct $Name;
        impl Map<1> for $Name {
            #[inline(always)]
            fn f<R: Float>(&self, [$x]: [R; 1]) -> R {
                $y
            }
        }
    };
    ($Name:ident, partial |$x:ident| $y:expr) => {
        struct $Name;
        impl Map<1> for $Name {
            const PARTIAL: bool = true;
            #[inline(always)]
            fn f<R: Float>(&self, [$x]: [R; 1]) -> R {
                $y
            }
            #[inline(always)]
            fn covers<R: Float>(&self, [$x]: [R; 1]) -> bool {
                $x.is_moderate()
            }
        }
    };
}
pub(super) use unary;

/// A type that can be compared with the truth.
pub(super) trait Measured: Native {
    /// Exponent of the smallest normal number.
    const MIN_EXPONENT: f64;
    const MAX: f64;
}

impl Measured for f32 {
    const MIN_EXPONENT: f64 = -126.0;
    const MAX: f64 = f32::MAX as f64;
}

impl Measured for f64 {
    const MIN_EXPONENT: f64 = -1022.0;
    const MAX: f64 = f64::MAX;
}

/// The distance of `y` from the truth, in units of the last place that the truth has in `T`.
pub(super) fn ulp<T: Measured>(y: T, truth: Dd) -> f64 {
    let y = y.f64();
    if y == truth.0 && (truth.1 == 0.0 || y.is_infinite()) || y.is_nan() && truth.0.is_nan() {
        return 0.0;
    }
    if y.is_nan() || truth.0.is_nan() {
        return f64::INFINITY;
    }
    let exponent = truth.0.abs().log2().floor().max(T::MIN_EXPONENT);
    let unit = (exponent - T::FRACTION as f64).exp2();
    if y.is_infinite() {
        // Right if the truth rounds beyond the largest number.
        return ((T::MAX - truth.0.abs()) / unit).max(0.0);
    }
    ((y - truth.0) - truth.1).abs() / unit
}

/// `op` of all of `x`, by the loop compiled for `isa`.
pub(super) fn apply<T: Native, F: Map<N>, const N: usize>(isa: Isa, op: &F, x: [&[T]; N]) -> Vec<T> {
    let n = x[0].len().next_multiple_of(16);
    let padded = x.map(|x| {
        let mut x = x.to_vec();
        x.resize(n, T::of(1.0));
        x
    });
    let mut out = vec![MaybeUninit::new(T::of(0.0)); n];
    dispatch_as(isa, &Vectors { op, inputs: from_fn(|k| &padded[k][..]) }, &mut out[..]);
    // SAFETY: initialised at first.
    out[..x[0].len()].iter().map(|y| unsafe { y.assume_init() }).collect()
}

/// For each instruction set, the worst distance seen so far, and where.
pub(super) struct Worst(Vec<(Isa, f64, String)>);

impl Worst {
    pub fn new() -> Self {
        Worst(Isa::available().map(|isa| (isa, 0.0, String::new())).collect())
    }

    /// Measures `op` at all of `x`.
    pub fn see<T: Measured, F: Map<N>, const N: usize>(&mut self, op: &F, x: [&[T]; N], truth: &[Dd]) {
        for (isa, worst, story) in &mut self.0 {
            for (i, (y, &t)) in apply(*isa, op, x).into_iter().zip(truth).enumerate() {
                let u = ulp(y, t);
                if u > *worst {
                    *worst = u;
                    *story = format!("{:?}: {y:?}, not {:?}", x.map(|x| x[i]), t.0);
                }
            }
        }
    }

    /// Demands that nothing seen is further than `bound` from the truth; prints the worst.
    pub fn demand(self, name: &str, bound: f64) {
        for (isa, worst, story) in self.0 {
            println!("{name} {isa:?}: {worst:.3} ULP at {story}");
            assert!(worst <= bound, "{name} {isa:?}: {worst} ULP at {story}");
        }
    }
}

/// [`Worst`] of one set of arguments.
pub(super) fn demand<T: Measured, F: Map<N>, const N: usize>(
    name: &str,
    op: &F,
    x: [&[T]; N],
    truth: &[Dd],
    bound: f64,
) {
    let mut worst = Worst::new();
    worst.see(op, x, truth);
    worst.demand(name, bound);
}

/// A comb through all `f32`, in pieces: every sign and exponent, subnormal numbers, infinities, NaN. The environment
/// variable `GRADTAPE_COMB` sets its step; 1 takes all of them, and minutes.
pub(super) fn comb() -> impl Iterator<Item = Vec<f32>> {
    let usual = if cfg!(debug_assertions) { 262_139 } else { 8_191 };
    let step = std::env::var("GRADTAPE_COMB").map_or(usual, |s| s.parse().expect("a step"));
    let mut bits = (0..=u32::MAX).step_by(step).map(f32::from_bits);
    std::iter::from_fn(move || Some(bits.by_ref().take(1 << 16).collect()))
        .take_while(|piece: &Vec<f32>| !piece.is_empty())
}

/// Numbers in `[-1, 1)`, the same in each run.
pub(super) fn random(seed: u64) -> impl FnMut() -> f64 {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1u64 << 52) as f64 - 1.0
    }
}

/// `f64` arguments: dense where functions bend, near 1, and over all exponents; infinities are among the special
/// values.
pub(super) fn samples() -> Vec<f64> {
    let n = if cfg!(debug_assertions) { 200 } else { 2_500 };
    let mut random = random(1);
    let mut x = vec![0.0, -0.0, f64::NAN, f64::MAX, f64::MIN, 5e-324, 2.2e-308];
    for _ in 0..n {
        let u = random();
        x.extend([u, u * 3.0, u * 12.0, u * 45.0, u * 800.0, 1.0 + random() * 0.1]);
        x.extend([1.0 + random() * 1e-6, u * (random() * 30.0).exp(), u * (random() * 700.0).exp()]);
    }
    x
}
