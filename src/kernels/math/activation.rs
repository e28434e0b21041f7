//! Activation functions that are more than one function of [`Float`].
//!
//! Invariant: at infinite arguments they give their limits, where the plain formula would give `inf * 0`.

use super::bits::Bits;
use super::double::Double;
use super::erf::times_normal_cdf;
use super::float::Float;
use super::logistic::times_sigmoid;
use super::tables::Tables;

/// `y`, the product of `x` and something that grows from 0 to 1 within `-reach` and `reach`. Beyond, the product is 0
/// or `x`, infinite or not; at zero it keeps the sign.
#[inline(always)]
fn gated<R: Float>(x: R, y: R, reach: f64) -> R {
    let y = R::select(x > R::of(reach) || x == R::of(0.0), x, y);
    R::select(x < R::of(-reach), R::of(-0.0), y)
}

/// `x * sigmoid(x)`, also called swish.
///
/// ```
/// use gradtape::kernels::math::Float;
/// use gradtape::kernels::math::Map;
/// use gradtape::kernels::math::activation::silu;
/// use gradtape::kernels::math::map_in_place;
///
/// struct Silu;
///
/// impl Map<1> for Silu {
///     #[inline(always)]
///     fn f<R: Float>(&self, [x]: [R; 1]) -> R {
///         silu(x)
///     }
/// }
///
/// let mut x = [f64::NEG_INFINITY, 0.0, 1.0];
/// map_in_place(&Silu, [None], &mut x);
/// assert!(x[0] == 0.0 && x[1] == 0.0 && (x[2] - 0.731058578630005).abs() < 1e-15);
/// ```
#[inline(always)]
pub fn silu<R: Float>(x: R) -> R {
    let y = times_sigmoid(x, Double::from(x));
    gated(x, y, -<R::Native>::EXP_RANGE[0])
}

/// `x` times the chance that a standard normal variable is below `x`: `x * (1 + erf(x / sqrt(2))) / 2`, to full
/// relative accuracy in the left tail too.
#[inline(always)]
pub fn gelu<R: Float>(x: R) -> R {
    gated(x, times_normal_cdf(x, x), 40.0)
}

/// `2 sqrt(2 / pi)` and `0.044715` times that, which is where the approximation puts the cubic term.
const GELU_TANH: [[f64; 2]; 2] =
    [[1.5957691216057308, -9.96930880911092e-17], [0.07135481627260025, -6.175149918155315e-19]];

/// The approximation of [`gelu`] by `x * (1 + tanh(z)) / 2 = x * sigmoid(2 z)`, `z = sqrt(2 / pi) (x + 0.044715 x^3)`.
#[inline(always)]
pub fn gelu_tanh<R: Float>(x: R) -> R {
    // Beyond 100 the answer is x or 0.
    let a = x.at_least(-100.0).at_most(100.0);
    let [linear, cubic] = GELU_TANH.map(Double::of);
    let slope = linear.add(Double::product(a, a).times(cubic));
    gated(x, times_sigmoid(x, slope.scaled_by(a)), 100.0)
}

/// `x` above 0, `alpha * (e^x - 1)` below.
#[inline(always)]
pub fn elu<R: Float>(x: R, alpha: R) -> R {
    R::select(x > R::of(0.0), x, alpha * x.expm1())
}

/// The fixed point of the moments of [`selu`]: its `alpha`.
pub const SELU_ALPHA: f64 = 1.6732632423543772848170429916717;
/// The fixed point of the moments of [`selu`]: its scale.
pub const SELU_SCALE: f64 = 1.0507009873554804934193349852946;

/// `SELU_SCALE * elu(x, SELU_ALPHA)`.
#[inline(always)]
pub fn selu<R: Float>(x: R) -> R {
    let below = R::of(SELU_SCALE * SELU_ALPHA) * x.expm1();
    R::select(x > R::of(0.0), R::of(SELU_SCALE) * x, below)
}
