//! Conversions from and to owned ndarrays: the Rust API's values.

use ndarray::{ArrayBase, ArrayD, Data, Dimension, IxDyn};

use super::Array;
use crate::dtype::Element;
use crate::error::Result;
use crate::memory::try_copy;
use crate::shape::Shape;

impl Array {
    /// An owned ndarray of the same elements.
    ///
    /// Errors: `ResourceExhausted` where memory for them is not to be had.
    ///
    /// # Panics
    /// If `T` is not the dtype.
    pub fn to_ndarray<T: Element>(&self) -> Result<ArrayD<T>> {
        let values = try_copy(self.as_contiguous()?.slice::<T>())?;
        Ok(ArrayD::from_shape_vec(IxDyn(&self.shape), values).expect("as many elements as the shape says"))
    }
}

impl<S: Data<Elem: Element>, D: Dimension> From<&ArrayBase<S, D>> for Array {
    /// Copies the elements in row-major order.
    ///
    /// # Panics
    /// If memory for the copy is not to be had.
    fn from(values: &ArrayBase<S, D>) -> Array {
        let shape = Shape::new(values.shape());
        let mut copy = Array::scratch_of::<S::Elem>(shape).expect("memory for a copy of an ndarray");
        copy.slice_mut::<S::Elem>().iter_mut().zip(values).for_each(|(to, from)| *to = *from);
        copy
    }
}
