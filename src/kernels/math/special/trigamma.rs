//! The derivative of the digamma function, in lanes.

use super::polygamma;
use crate::kernels::math::bits::Bits;
use crate::kernels::math::{Float, Map};

/// The asymptotic series begins here, where seven terms are enough for `f64`.
const FAR: usize = 10;

/// `B(2j)` for `j = 1, 2, ...`, of the series `1 / z + 1 / (2 z^2) + sum of B(2j) / z^(2j + 1)` (Abramowitz and Stegun, 6.4.12).
const BERNOULLI: [f64; 7] = [1.0 / 6.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 5.0 / 66.0, -691.0 / 2730.0, 7.0 / 6.0];

/// The sum of `1 / (x + k)^2` over `k >= 0`: positive arguments in lanes, the others as [`polygamma`] has them.
///
/// ```
/// use gradtape::kernels::math::map_in_place;
/// use gradtape::kernels::math::special::Trigamma;
///
/// let mut x = [1.0f64];
/// map_in_place(&Trigamma, [None], &mut x);
/// assert!((x[0] - std::f64::consts::PI.powi(2) / 6.0).abs() < 1e-15);
/// ```
pub struct Trigamma;

impl Map<1> for Trigamma {
    const PARTIAL: bool = true;

    #[inline(always)]
    fn f<R: Float>(&self, [x]: [R; 1]) -> R {
        if R::EXACT { x.scalar(|x| polygamma(1.0, x)) } else { R::narrow(positive(x.widen())) }
    }

    #[inline(always)]
    fn covers<R: Float>(&self, [x]: [R; 1]) -> bool {
        // Beyond, squares would leave the range.
        x > R::of(1e-18) && x < R::of(1e18)
    }
}

#[inline(always)]
fn positive<R: Float>(x: R) -> R {
    let one = R::of(1.0);
    let z = one / (x + R::of(FAR as f64));
    let rest = (z * z).poly(&BERNOULLI) * z * z * z + z * z * R::of(0.5) + z;
    // The smallest first.
    (0..FAR).rev().fold(rest, |sum, k| {
        let term = one / (x + R::of(k as f64));
        term.mul_add(term, sum)
    })
}
