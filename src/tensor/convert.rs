//! Tensors from Rust's values, and ndarrays from tensors.
//!
//! What goes in is copied. Into a tensor nothing fails but memory, which is a panic; out of one the dtype and the number of
//! axes may not fit, which is an error.

use ndarray::{ArrayBase, Data, Dimension};

use super::Tensor;
use crate::array::Array;
use crate::dtype::Element;
use crate::error::{Error, Result};

/// A scalar.
impl<T: Element> From<T> for Tensor {
    fn from(value: T) -> Tensor {
        Tensor::scalar(value)
    }
}

/// A vector. Panics if memory is not to be had, as do those below.
impl<T: Element> From<&[T]> for Tensor {
    fn from(values: &[T]) -> Tensor {
        Tensor::vector(values)
    }
}

/// A vector.
impl<T: Element> From<Vec<T>> for Tensor {
    fn from(values: Vec<T>) -> Tensor {
        Tensor::vector(&values)
    }
}

/// A vector.
impl<T: Element, const N: usize> From<[T; N]> for Tensor {
    fn from(values: [T; N]) -> Tensor {
        Tensor::vector(&values)
    }
}

/// A matrix of these rows.
impl<T: Element, const N: usize, const M: usize> From<[[T; M]; N]> for Tensor {
    fn from(rows: [[T; M]; N]) -> Tensor {
        Tensor::from_slice(&[N, M], rows.as_flattened())
    }
}

/// The elements of an ndarray or a view of one, in row-major order.
impl<S: Data<Elem: Element>, D: Dimension> From<&ArrayBase<S, D>> for Tensor {
    fn from(values: &ArrayBase<S, D>) -> Tensor {
        Tensor::new(Array::from(values))
    }
}

/// The elements of an ndarray or a view of one, in row-major order.
impl<S: Data<Elem: Element>, D: Dimension> From<ArrayBase<S, D>> for Tensor {
    fn from(values: ArrayBase<S, D>) -> Tensor {
        Tensor::from(&values)
    }
}

/// A copy of the elements. Errors: `TypeError` for another element type, `ValueError` for another number of axes.
///
/// ```
/// use gradtape::{Tensor, ndarray::{Array1, Array2}};
///
/// let x = Tensor::from([[1.0f32, 2.0], [3.0, 4.0]]);
/// let matrix = Array2::<f32>::try_from(&x)?;
/// assert_eq!(matrix[[1, 0]], 3.0);
/// assert!(Array1::<f32>::try_from(&x).is_err());
/// # Ok::<(), gradtape::Error>(())
/// ```
impl<T: Element, D: Dimension> TryFrom<&Tensor> for ndarray::Array<T, D> {
    type Error = Error;

    fn try_from(x: &Tensor) -> Result<Self> {
        if x.dtype() != T::DTYPE {
            return Err(Error::type_error(format!("a tensor of {} is no ndarray of {}", x.dtype(), T::DTYPE)));
        }
        let values = x.array().to_ndarray::<T>()?;
        values.into_dimensionality().map_err(|_| {
            let want = D::NDIM.map_or("another number of".into(), |n| n.to_string());
            Error::value(format!("a tensor of shape {} is no ndarray of {want} axes", x.shape()))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::DType;

    #[test]
    fn values_of_rust_are_tensors() {
        assert_eq!(Tensor::from(2i64).dtype(), DType::Int64);
        assert_eq!(Tensor::from(vec![1.0f64, 2.0]).to_vec::<f64>().unwrap(), [1.0, 2.0]);
        let matrix = Tensor::from([[1, 2, 3], [4, 5, 6]]);
        assert_eq!((&**matrix.shape(), matrix.to_vec::<i32>().unwrap()), (&[2, 3][..], vec![1, 2, 3, 4, 5, 6]));
    }

    #[test]
    fn views_of_ndarrays_come_in_their_own_order() {
        let rows = ndarray::arr2(&[[1.0f32, 2.0], [3.0, 4.0]]);
        let turned = Tensor::from(rows.t());
        assert_eq!(turned.to_vec::<f32>().unwrap(), [1.0, 3.0, 2.0, 4.0]);
        assert_eq!(ndarray::Array2::<f32>::try_from(&turned).unwrap(), rows.t());
    }

    #[test]
    fn an_ndarray_of_another_type_or_rank_is_refused() {
        let x = Tensor::from([1.0f32, 2.0]);
        let text = |e: Error| e.to_string();
        let other = ndarray::Array1::<f64>::try_from(&x).map_err(text).unwrap_err();
        assert_eq!(other, "a tensor of float32 is no ndarray of float64");
        let matrix = ndarray::Array2::<f32>::try_from(&x).map_err(text).unwrap_err();
        assert_eq!(matrix, "a tensor of shape [2] is no ndarray of 2 axes");
    }
}
