//! Reciprocals, and those of roots, of arrays of `f32` as TensorFlow has them: the processor's estimate with one step of Newton's
//! method. The estimate is a matter of the processor's maker, and so are the last bits, there and here.
//!
//! Numbers behind whole vectors of eight are divided, as there, and all of them on processors without AVX.

use super::EIGHT;

/// `1 / x`.
///
/// ```
/// use gradtape::kernels::math::estimate::reciprocals;
///
/// let mut y = [0.0; 2];
/// reciprocals(&[2.0, 4.0], &mut y);
/// assert_eq!(y, [0.5, 0.25]);
/// ```
pub fn reciprocals(x: &[f32], out: &mut [f32]) {
    each(x, out, vectors::reciprocal, |x| 1.0 / x);
}

/// `1 / sqrt(x)`: infinite at 0, NaN below.
///
/// ```
/// use gradtape::kernels::math::estimate::reciprocal_roots;
///
/// let mut y = [0.0; 2];
/// reciprocal_roots(&[4.0, 0.0], &mut y);
/// assert_eq!(y, [0.5, f32::INFINITY]);
/// ```
pub fn reciprocal_roots(x: &[f32], out: &mut [f32]) {
    each(x, out, vectors::reciprocal_root, |x| 1.0 / x.sqrt());
}

fn each(x: &[f32], out: &mut [f32], vector: unsafe fn(&[f32; EIGHT]) -> [f32; EIGHT], number: impl Fn(f32) -> f32) {
    let (whole, rest) = x.as_chunks::<EIGHT>();
    let whole = if vectors::available() { whole } else { &[] };
    let (to_whole, to_rest) = out.split_at_mut(whole.len() * EIGHT);
    for (x, y) in whole.iter().zip(to_whole.as_chunks_mut::<EIGHT>().0) {
        // SAFETY: the processor has AVX.
        *y = unsafe { vector(x) };
    }
    let rest = if whole.is_empty() { x } else { rest };
    rest.iter().zip(to_rest).for_each(|(&x, y)| *y = number(x));
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    use super::EIGHT;

    pub(super) fn available() -> bool {
        std::arch::is_x86_feature_detected!("avx")
    }

    #[target_feature(enable = "avx")]
    pub(super) fn reciprocal(x: &[f32; EIGHT]) -> [f32; EIGHT] {
        let a = load(x);
        let r = _mm256_rcp_ps(a);
        let lost = _mm256_sub_ps(_mm256_set1_ps(1.0), _mm256_mul_ps(a, r));
        best(_mm256_add_ps(_mm256_mul_ps(r, lost), r), r)
    }

    #[target_feature(enable = "avx")]
    pub(super) fn reciprocal_root(x: &[f32; EIGHT]) -> [f32; EIGHT] {
        let a = load(x);
        let r = _mm256_rsqrt_ps(a);
        let over = _mm256_add_ps(_mm256_mul_ps(_mm256_mul_ps(a, r), r), _mm256_set1_ps(-1.0));
        best(_mm256_add_ps(_mm256_mul_ps(_mm256_mul_ps(r, _mm256_set1_ps(-0.5)), over), r), r)
    }

    #[target_feature(enable = "avx")]
    fn load(x: &[f32; EIGHT]) -> __m256 {
        // SAFETY: eight numbers.
        unsafe { _mm256_loadu_ps(x.as_ptr()) }
    }

    /// The better one, but where it is not a number: at 0 and infinity.
    #[target_feature(enable = "avx")]
    fn best(better: __m256, estimate: __m256) -> [f32; EIGHT] {
        let mut out = [0.0; EIGHT];
        let y = _mm256_blendv_ps(better, estimate, _mm256_cmp_ps::<_CMP_UNORD_Q>(better, better));
        // SAFETY: eight numbers.
        unsafe { _mm256_storeu_ps(out.as_mut_ptr(), y) };
        out
    }
}

#[cfg(not(target_arch = "x86_64"))]
mod vectors {
    use super::EIGHT;

    pub(super) fn available() -> bool {
        false
    }

    pub(super) fn reciprocal(x: &[f32; EIGHT]) -> [f32; EIGHT] {
        x.map(|x| 1.0 / x)
    }

    pub(super) fn reciprocal_root(x: &[f32; EIGHT]) -> [f32; EIGHT] {
        x.map(|x| 1.0 / x.sqrt())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_come_within_two_units_of_the_last_place() {
        let x: Vec<f32> = (1..1003u16).map(|i| f32::from(i) * 0.37).collect();
        let mut y = vec![0.0; x.len()];
        reciprocals(&x, &mut y);
        assert!(x.iter().zip(&y).all(|(x, y)| (x * y - 1.0).abs() < 3e-7));
        reciprocal_roots(&x, &mut y);
        assert!(x.iter().zip(&y).all(|(x, y)| (x * y * y - 1.0).abs() < 6e-7));
    }

    #[test]
    fn ends_are_as_for_a_division() {
        let x = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 1.0, -1.0, 4.0];
        let mut y = [0.0; 8];
        reciprocals(&x, &mut y);
        let same = |a: f32, b: f32| a == b || a.is_nan() && b.is_nan() || (a / b - 1.0).abs() < 2e-7;
        assert!(x.iter().zip(y).all(|(x, y)| same(y, 1.0 / x)), "{y:?}");
        reciprocal_roots(&x, &mut y);
        let root = |x: f32| if x == 0.0 { 1.0 / x } else { 1.0 / x.sqrt() };
        assert!(x.iter().zip(y).all(|(&x, y)| same(y, root(x))), "{y:?}");
    }
}
