//! Casts between dtypes, and conversions from and to owned ndarrays (the Rust API's values).

use super::Array;
use crate::dtype::DType;
use crate::dtype::Element;
use crate::error::Error;
use crate::error::Result;
use crate::shape::Shape;
use ndarray::ArrayD;
use ndarray::Dimension;
use ndarray::IxDyn;

impl Array {
    /// Every element converted as C does it: truncation to integers, wrapping, real part of complex numbers.
    ///
    /// Errors: `Unimplemented` to or from strings.
    pub fn cast(&self, to: DType) -> Result<Array> {
        if to == self.dtype {
            return Ok(self.clone());
        }
        crate::with_dtype!(self.dtype, S: any => self.cast_from_type::<S>(to), else self.cannot_cast(to))
    }

    fn cast_from_type<S: Element>(&self, to: DType) -> Result<Array> {
        let source = self.contiguous();
        let from = source.slice::<S>();
        crate::with_dtype!(to, T: any => {
            let mut out = Array::scratch_of::<T>(self.shape.clone())?;
            for (o, &s) in out.slice_mut::<T>().iter_mut().zip(from) {
                *o = T::cast_from(s);
            }
            Ok(out)
        }, else self.cannot_cast(to))
    }

    fn cannot_cast(&self, to: DType) -> Result<Array> {
        let text = format!("Cast {} to {} is not supported", self.dtype.kernel_name(), to.kernel_name());
        Err(Error::unimplemented("Cast", text))
    }

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
