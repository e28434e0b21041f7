//! Whether every element of a tensor is finite.

use crate::tensor::Tensor;

/// Whether no element is infinite or not a number. What cannot be looked at for want of memory counts as finite.
pub(super) fn is_finite(t: &Tensor) -> bool {
    if !t.dtype().is_trainable() {
        return true;
    }
    let Ok(whole) = t.array().contiguous() else {
        return true;
    };
    crate::with_dtype!(t.dtype(), T: any => {
        whole.slice::<T>().iter().all(|x| {
            let c = crate::dtype::Element::to_c128(*x);
            c.re.is_finite() && c.im.is_finite()
        })
    }, else true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_not_finite_are_found() {
        assert!(is_finite(&Tensor::vector(&[1.0f32, -2.0])) && is_finite(&Tensor::scalar(1i32)));
        assert!(!is_finite(&Tensor::vector(&[1.0f64, f64::NAN])));
        assert!(!is_finite(&Tensor::scalar(half::f16::INFINITY)));
    }
}
