//! Casts between dtypes, and conversions from and to owned ndarrays (the Rust API's values).

use super::Array;
use crate::dtype::DType;
use crate::dtype::Element;
use crate::error::Error;
use crate::error::Result;
use crate::shape::Shape;
use half::bf16;
use half::f16;
use half::slice::HalfFloatSliceExt;
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
        match (self.dtype, to) {
            (DType::Float16, DType::Float32) => self.widened::<f16>(),
            (DType::BFloat16, DType::Float32) => self.widened::<bf16>(),
            (DType::Float32, DType::Float16) => self.narrowed::<f16>(),
            (DType::Float32, DType::BFloat16) => self.narrowed::<bf16>(),
            _ => crate::with_dtype!(self.dtype, S: any => self.cast_from_type::<S>(to), else self.cannot_cast(to)),
        }
    }

    /// Half precision as `float32`, several elements at a time.
    fn widened<H: Element>(&self) -> Result<Array>
    where
        [H]: HalfFloatSliceExt,
    {
        let source = self.contiguous();
        let mut out = Array::scratch_of::<f32>(self.shape.clone())?;
        source.slice::<H>().convert_to_f32_slice(out.slice_mut());
        Ok(out)
    }

    /// `float32` rounded to half precision, several elements at a time.
    fn narrowed<H: Element>(&self) -> Result<Array>
    where
        [H]: HalfFloatSliceExt,
    {
        let source = self.contiguous();
        let mut out = Array::scratch_of::<H>(self.shape.clone())?;
        out.slice_mut::<H>().convert_from_f32_slice(source.slice());
        Ok(out)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers of all magnitudes, on, between and beyond those of half precision, in a vector and alone.
    #[test]
    fn half_precision_is_converted_the_same_in_vectors_as_alone() {
        let special = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 65504.0, 65520.0, 1e-8, 3e-41];
        let comb = (0..=u32::MAX).step_by(999_983).map(f32::from_bits);
        let x: Vec<f32> = special.into_iter().chain(comb).collect();
        let array = Array::vector(&x).unwrap();
        let same = |a: f32, b: f32| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let narrow = array.cast(DType::Float16).unwrap();
        let wide = narrow.cast(DType::Float32).unwrap().to_vec::<f32>();
        assert!(x.iter().zip(&wide).all(|(&x, &y)| same(f16::from_f32(x).to_f32(), y)));
        let narrow = array.cast(DType::BFloat16).unwrap();
        let wide = narrow.cast(DType::Float32).unwrap().to_vec::<f32>();
        assert!(x.iter().zip(&wide).all(|(&x, &y)| same(bf16::from_f32(x).to_f32(), y)));
    }
}
