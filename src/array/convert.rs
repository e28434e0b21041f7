//! Conversions from and to owned ndarrays: the Rust API's values.

use ndarray::{ArrayD, Dimension, IxDyn};

use super::Array;
use crate::dtype::Element;
use crate::shape::Shape;

impl Array {
    /// An owned ndarray of the same elements.
    ///
    /// # Panics
    /// If `T` is not the dtype.
    pub fn to_ndarray<T: Element>(&self) -> ArrayD<T> {
        let values = self.contiguous().slice::<T>().to_vec();
        ArrayD::from_shape_vec(IxDyn(&self.shape), values).expect("as many elements as the shape says")
    }
}

impl<T: Element, D: Dimension> From<ndarray::Array<T, D>> for Array {
    /// Copies the elements in row-major order.
    ///
    /// # Panics
    /// If memory for the copy is not to be had.
    fn from(values: ndarray::Array<T, D>) -> Array {
        let shape = Shape::new(values.shape());
        let data: Vec<T> = values.iter().copied().collect();
        Array::from_slice(shape, &data).expect("memory for a copy of an ndarray")
    }
}
