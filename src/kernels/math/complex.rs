//! Elementary functions of complex numbers, where the formulas of num-complex lose digits, overflow, or drop the sign of
//! zero that says on which side of a branch cut a number lies.
//!
//! Branch cuts are those of C99 and NumPy: `log`, `sqrt` and `pow` on the negative real axis; `asin`, `acos` and `atanh`
//! on the real axis beyond -1 and 1; `asinh` and `atan` on the imaginary axis beyond -i and i; `acosh` on the real axis
//! below 1. Invariant: a number on a cut belongs to the side that the sign of its zero part names.

use std::f64::consts::LN_2;

use num_complex::Complex64;

/// `a * b`, where a zero `b` wins against an infinite `a`.
fn grow(a: f64, b: f64) -> f64 {
    if b == 0.0 { b } else { a * b }
}

/// `i * z`.
fn turn(z: Complex64) -> Complex64 {
    Complex64::new(-z.im, z.re)
}

/// `-i * z`.
fn turn_back(z: Complex64) -> Complex64 {
    Complex64::new(z.im, -z.re)
}

/// `e^z`.
///
/// ```
/// use gradtape::kernels::math::complex::exp;
/// use num_complex::Complex64;
///
/// assert_eq!(exp(Complex64::new(800.0, 0.0)), Complex64::new(f64::INFINITY, 0.0));
/// ```
pub fn exp(z: Complex64) -> Complex64 {
    let (sin, cos) = z.im.sin_cos();
    // In two factors, since e^x may be infinite where its product with a small cosine is not.
    let half = (0.5 * z.re).exp();
    if z.re == f64::NEG_INFINITY {
        return Complex64::new(0.0, 0.0);
    }
    if z.im == 0.0 {
        return Complex64::new(z.re.exp(), z.im);
    }
    Complex64::new(grow(half, grow(half, cos)), grow(half, grow(half, sin)))
}

/// `e^z - 1`, accurate near 0.
///
/// ```
/// use gradtape::kernels::math::complex::expm1;
/// use num_complex::Complex64;
///
/// assert_eq!(expm1(Complex64::new(1e-20, 1e-20)), Complex64::new(1e-20, 1e-20));
/// ```
pub fn expm1(z: Complex64) -> Complex64 {
    let half = (0.5 * z.im).sin();
    Complex64::new(z.re.exp_m1() * z.im.cos() - 2.0 * half * half, exp(z).im)
}

/// The natural logarithm, its imaginary part in `[-pi, pi]`.
///
/// ```
/// use gradtape::kernels::math::complex::log;
/// use num_complex::Complex64;
///
/// assert_eq!(log(Complex64::new(-1.0, -0.0)).im, -std::f64::consts::PI);
/// ```
pub fn log(z: Complex64) -> Complex64 {
    let (large, small) = (z.re.abs().max(z.im.abs()), z.re.abs().min(z.im.abs()));
    let size = match large {
        // Close to the unit circle, |z|^2 - 1 has more digits than |z|.
        l if (0.5..1.5).contains(&l) => 0.5 * ((l - 1.0) * (l + 1.0) + small * small).ln_1p(),
        l if l > 1e300 => (0.5 * z.re).hypot(0.5 * z.im).ln() + LN_2,
        _ => z.re.hypot(z.im).ln(),
    };
    Complex64::new(size, z.im.atan2(z.re))
}

/// `log(1 + z)`, accurate near 0.
///
/// ```
/// use gradtape::kernels::math::complex::log1p;
/// use num_complex::Complex64;
///
/// assert_eq!(log1p(Complex64::new(1e-20, 1e-20)), Complex64::new(1e-20, 1e-20));
/// ```
pub fn log1p(z: Complex64) -> Complex64 {
    if z.re.abs().max(z.im.abs()) > 0.5 {
        return log(Complex64::new(1.0 + z.re, z.im));
    }
    Complex64::new(0.5 * (z.re * (2.0 + z.re) + z.im * z.im).ln_1p(), z.im.atan2(1.0 + z.re))
}

/// The square root in the right half plane.
///
/// ```
/// use gradtape::kernels::math::complex::sqrt;
/// use num_complex::Complex64;
///
/// assert_eq!(sqrt(Complex64::new(-4.0, -0.0)), Complex64::new(0.0, -2.0));
/// ```
pub fn sqrt(z: Complex64) -> Complex64 {
    if z.re == 0.0 && z.im == 0.0 {
        return Complex64::new(0.0, z.im);
    }
    if z.im.is_infinite() {
        return Complex64::new(f64::INFINITY, z.im);
    }
    // Away from the ends of the exponent, by an even power of two.
    let size = z.re.abs().max(z.im.abs());
    let (down, up) = match size {
        s if s > 1e300 => (0.0625, 4.0),
        s if s < 1e-280 => (2f64.powi(200), 2f64.powi(-100)),
        _ => (1.0, 1.0),
    };
    let (x, y) = (z.re * down, z.im * down);
    let large = (0.5 * (x.abs() + x.hypot(y))).sqrt();
    let small = if size.is_infinite() { 0.0 } else { 0.5 * y.abs() / large };
    let (re, im) = if x >= 0.0 { (large, small) } else { (small, large) };
    Complex64::new(re * up, (im * up).copysign(y))
}

/// `1 / sqrt(z)`.
///
/// ```
/// use gradtape::kernels::math::complex::rsqrt;
/// use num_complex::Complex64;
///
/// assert_eq!(rsqrt(Complex64::new(4.0, 0.0)).re, 0.5);
/// ```
pub fn rsqrt(z: Complex64) -> Complex64 {
    reciprocal(sqrt(z))
}

/// `1 / z`, finite wherever it can be.
///
/// ```
/// use gradtape::kernels::math::complex::reciprocal;
/// use num_complex::Complex64;
///
/// assert_eq!(reciprocal(Complex64::new(0.0, 1e200)), Complex64::new(0.0, -1e-200));
/// ```
pub fn reciprocal(z: Complex64) -> Complex64 {
    if z.re.abs() >= z.im.abs() {
        let share = if z.im == 0.0 { z.im } else { z.im / z.re };
        let size = z.re + z.im * share;
        return Complex64::new(1.0 / size, -share / size);
    }
    let share = z.re / z.im;
    let size = z.re * share + z.im;
    Complex64::new(share / size, -1.0 / size)
}

/// `z^w`: whole numbers up to 64 by multiplication, others by the logarithm; `0^w` is 1, 0 or infinite.
///
/// ```
/// use gradtape::kernels::math::complex::pow;
/// use num_complex::Complex64;
///
/// assert_eq!(pow(Complex64::new(1.0, 1.0), Complex64::new(2.0, 0.0)), Complex64::new(0.0, 2.0));
/// ```
pub fn pow(z: Complex64, w: Complex64) -> Complex64 {
    if w.im == 0.0 && w.re.fract() == 0.0 && w.re.abs() <= 64.0 {
        let power = z.powu(w.re.abs() as u32);
        return if w.re < 0.0 { reciprocal(power) } else { power };
    }
    if z.re == 0.0 && z.im == 0.0 {
        let size = if w.re > 0.0 { 0.0 } else { f64::INFINITY };
        return if w.im == 0.0 && !w.re.is_nan() { Complex64::new(size, 0.0) } else { pow_of_zero(w) };
    }
    exp(w * log(z))
}

/// `0^w` for a `w` that is not real: 0 in the right half plane, not defined elsewhere.
fn pow_of_zero(w: Complex64) -> Complex64 {
    if w.re > 0.0 { Complex64::new(0.0, 0.0) } else { Complex64::new(f64::NAN, f64::NAN) }
}

/// `1 / (1 + e^-z)`.
///
/// ```
/// use gradtape::kernels::math::complex::sigmoid;
/// use num_complex::Complex64;
///
/// assert_eq!(sigmoid(Complex64::new(0.0, 0.0)), Complex64::new(0.5, 0.0));
/// ```
pub fn sigmoid(z: Complex64) -> Complex64 {
    if z.re < 0.0 {
        let e = exp(z);
        return e * reciprocal(1.0 + e);
    }
    reciprocal(1.0 + exp(-z))
}

/// The hyperbolic sine.
///
/// ```
/// use gradtape::kernels::math::complex::sinh;
/// use num_complex::Complex64;
///
/// assert_eq!(sinh(Complex64::new(800.0, 0.0)), Complex64::new(f64::INFINITY, 0.0));
/// ```
pub fn sinh(z: Complex64) -> Complex64 {
    let (sin, cos) = z.im.sin_cos();
    Complex64::new(grow(z.re.sinh(), cos), grow(z.re.cosh(), sin))
}

/// The hyperbolic cosine.
///
/// ```
/// use gradtape::kernels::math::complex::cosh;
/// use num_complex::Complex64;
///
/// assert_eq!(cosh(Complex64::new(0.0, 0.0)), Complex64::new(1.0, 0.0));
/// ```
pub fn cosh(z: Complex64) -> Complex64 {
    let (sin, cos) = z.im.sin_cos();
    let im = if z.re == 0.0 { z.re * sin } else { grow(z.re.sinh(), sin) };
    Complex64::new(grow(z.re.cosh(), cos), im)
}

/// The hyperbolic tangent, which does not overflow.
///
/// ```
/// use gradtape::kernels::math::complex::tanh;
/// use num_complex::Complex64;
///
/// assert_eq!(tanh(Complex64::new(1000.0, 1.0)).re, 1.0);
/// ```
pub fn tanh(z: Complex64) -> Complex64 {
    if z.re.abs() > 22.0 {
        let (sin, cos) = z.im.sin_cos();
        let im = 4.0 * sin * cos * (-2.0 * z.re.abs()).exp();
        return Complex64::new(1f64.copysign(z.re), if z.re.is_infinite() { 0f64.copysign(sin * cos) } else { im });
    }
    // With t = tan(y) and s = sinh(x): (beta rho s + i t) / (1 + beta s^2), beta = 1 + t^2, rho = cosh(x).
    let (t, s) = (z.im.tan(), z.re.sinh());
    let (beta, rho) = (1.0 + t * t, z.re.cosh());
    let bottom = 1.0 + beta * s * s;
    Complex64::new(beta * rho * s / bottom, t / bottom)
}

/// The sine.
///
/// ```
/// use gradtape::kernels::math::complex::sin;
/// use num_complex::Complex64;
///
/// assert_eq!(sin(Complex64::new(0.0, 0.0)), Complex64::new(0.0, 0.0));
/// ```
pub fn sin(z: Complex64) -> Complex64 {
    turn_back(sinh(turn(z)))
}

/// The cosine.
///
/// ```
/// use gradtape::kernels::math::complex::cos;
/// use num_complex::Complex64;
///
/// assert_eq!(cos(Complex64::new(0.0, 0.0)).re, 1.0);
/// ```
pub fn cos(z: Complex64) -> Complex64 {
    cosh(turn(z))
}

/// The tangent, which does not overflow.
///
/// ```
/// use gradtape::kernels::math::complex::tan;
/// use num_complex::Complex64;
///
/// assert_eq!(tan(Complex64::new(1.0, 1000.0)).im, 1.0);
/// ```
pub fn tan(z: Complex64) -> Complex64 {
    turn_back(tanh(turn(z)))
}

/// `(sqrt(1 - z), sqrt(1 + z))`: the products of their parts are free of cancellation, which the usual logarithms of
/// inverse functions are not.
fn roots(z: Complex64) -> (Complex64, Complex64) {
    (sqrt(Complex64::new(1.0 - z.re, -z.im)), sqrt(Complex64::new(1.0 + z.re, z.im)))
}

/// The inverse sine.
///
/// ```
/// use gradtape::kernels::math::complex::asin;
/// use num_complex::Complex64;
///
/// assert!((asin(Complex64::new(2.0, 0.0)).im - 1.3169578969248166).abs() < 1e-15);
/// ```
pub fn asin(z: Complex64) -> Complex64 {
    let (minus, plus) = roots(z);
    let re = z.re.atan2(minus.re * plus.re - minus.im * plus.im);
    Complex64::new(re, (minus.re * plus.im - minus.im * plus.re).asinh())
}

/// The inverse cosine.
///
/// ```
/// use gradtape::kernels::math::complex::acos;
/// use num_complex::Complex64;
///
/// assert!((acos(Complex64::new(2.0, 0.0)).im + 1.3169578969248166).abs() < 1e-15);
/// ```
pub fn acos(z: Complex64) -> Complex64 {
    let (minus, plus) = roots(z);
    let im = (plus.re * minus.im - plus.im * minus.re).asinh();
    Complex64::new(2.0 * minus.re.atan2(plus.re), im)
}

/// The inverse tangent: infinite at `-i` and `i`.
///
/// ```
/// use gradtape::kernels::math::complex::atan;
/// use num_complex::Complex64;
///
/// assert_eq!(atan(Complex64::new(0.0, 0.0)), Complex64::new(0.0, 0.0));
/// ```
pub fn atan(z: Complex64) -> Complex64 {
    turn_back(atanh(turn(z)))
}

/// The inverse hyperbolic sine.
///
/// ```
/// use gradtape::kernels::math::complex::asinh;
/// use num_complex::Complex64;
///
/// assert_eq!(asinh(Complex64::new(0.0, 0.0)), Complex64::new(0.0, 0.0));
/// ```
pub fn asinh(z: Complex64) -> Complex64 {
    turn_back(asin(turn(z)))
}

/// The inverse hyperbolic cosine, its real part not negative.
///
/// ```
/// use gradtape::kernels::math::complex::acosh;
/// use num_complex::Complex64;
///
/// assert_eq!(acosh(Complex64::new(-1.0, 0.0)).im, std::f64::consts::PI);
/// ```
pub fn acosh(z: Complex64) -> Complex64 {
    let below = sqrt(Complex64::new(z.re - 1.0, z.im));
    let above = sqrt(Complex64::new(z.re + 1.0, z.im));
    let re = (below.re * above.re + below.im * above.im).asinh();
    Complex64::new(re, 2.0 * below.im.atan2(above.re))
}

/// The inverse hyperbolic tangent: infinite at -1 and 1.
///
/// ```
/// use gradtape::kernels::math::complex::atanh;
/// use num_complex::Complex64;
///
/// assert_eq!(atanh(Complex64::new(1.0, 0.0)).re, f64::INFINITY);
/// ```
pub fn atanh(z: Complex64) -> Complex64 {
    if z.re.is_sign_negative() {
        return -atanh(-z);
    }
    let (x, y) = (z.re, z.im);
    let away = 1.0 - x;
    let re = 0.25 * (4.0 * x / (away * away + y * y)).ln_1p();
    Complex64::new(re, 0.5 * (2.0 * y).atan2(away * (1.0 + x) - y * y))
}
