//! Making arrays.

use std::sync::Arc;

use super::chunk::{CHUNK_BYTES, Chunk};
use super::{Array, INLINE_BYTES, Storage, Text};
use crate::dtype::{DType, Element};
use crate::error::{Error, ErrorKind, Result};
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::memory::{Block, try_vec};
use crate::shape::{MAX_RANK, Shape, Strides};

impl Array {
    /// An array whose elements hold unspecified values (zeros or old data), for a kernel to overwrite.
    ///
    /// Errors: `ResourceExhausted` where memory is not to be had, `InvalidArgument` for a rank above 32.
    pub fn scratch(dtype: DType, shape: Shape) -> Result<Array> {
        let bytes = checked_bytes(dtype, &shape)?;
        let storage = if bytes <= INLINE_BYTES {
            Storage::Inline([0; INLINE_BYTES / 8])
        } else if bytes <= CHUNK_BYTES {
            Storage::Chunk(Chunk::scratch())
        } else {
            Storage::Block(Arc::new(Block::new(bytes).ok_or_else(|| exhausted(dtype, &shape))?))
        };
        let mut array = Array { dtype, shape, strides: None, offset: 0, storage };
        if dtype == DType::Bool {
            // Old data is not always a valid bool.
            fill(array.bytes_mut(), 0)?;
        }
        Ok(array)
    }

    /// As [`Array::scratch`], for the element type `T`.
    pub fn scratch_of<T: Element>(shape: Shape) -> Result<Array> {
        Array::scratch(T::DTYPE, shape)
    }

    /// Zeros (`False` for bool, empty strings).
    pub fn zeros(dtype: DType, shape: Shape) -> Result<Array> {
        if dtype == DType::String {
            let n = checked_elements(dtype, &shape)?;
            return Array::from_strings(shape, try_vec(n, Text::default())?);
        }
        let mut array = Array::scratch(dtype, shape)?;
        fill(array.bytes_mut(), 0)?;
        Ok(array)
    }

    /// Ones (`True` for bool).
    pub fn ones(dtype: DType, shape: Shape) -> Result<Array> {
        crate::with_dtype!(dtype, T: any => Array::full(shape, T::cast_from(1i8)),
            else Err(Error::type_error("ones of dtype string do not exist")))
    }

    /// Every element `value`.
    pub fn full<T: Element>(shape: Shape, value: T) -> Result<Array> {
        let mut array = Array::scratch_of::<T>(shape)?;
        fill(array.slice_mut::<T>(), value)?;
        Ok(array)
    }

    /// A scalar.
    #[inline]
    pub fn scalar<T: Element>(value: T) -> Array {
        let mut data = [0u64; INLINE_BYTES / 8];
        // SAFETY: an element has at most 16 bytes and the storage is aligned for all of them.
        unsafe { data.as_mut_ptr().cast::<T>().write(value) };
        Array { dtype: T::DTYPE, shape: Shape::scalar(), strides: None, offset: 0, storage: Storage::Inline(data) }
    }

    /// Row-major `data` of this shape.
    ///
    /// # Panics
    /// If the number of elements does not fit the shape.
    pub fn from_slice<T: Element>(shape: Shape, data: &[T]) -> Result<Array> {
        assert_eq!(shape.elements(), data.len(), "from_slice: {} elements for shape {shape}", data.len());
        let mut array = Array::scratch_of::<T>(shape)?;
        let to = array.slice_mut::<T>();
        in_chunks(data.len(), grain::COPIED, |chunk| to[chunk.clone()].copy_from_slice(&data[chunk]))?;
        Ok(array)
    }

    /// A vector.
    pub fn vector<T: Element>(data: &[T]) -> Result<Array> {
        Array::from_slice(Shape::new(&[data.len()]), data)
    }

    /// Row-major elements from their bytes in native order. A truth value is true for every byte but 0: what comes from
    /// outside may hold others, which Rust must never see as a `bool`.
    ///
    /// # Panics
    /// If the number of bytes does not fit the shape, or the dtype is `string`.
    pub fn from_bytes(dtype: DType, shape: Shape, bytes: &[u8]) -> Result<Array> {
        let mut array = Array::scratch(dtype, shape)?;
        let to = array.bytes_mut();
        assert_eq!(to.len(), bytes.len(), "from_bytes: bytes of {dtype}");
        in_chunks(bytes.len(), grain::COPIED, |chunk| {
            let (to, bytes) = (&mut to[chunk.clone()], &bytes[chunk]);
            if dtype == DType::Bool {
                to.iter_mut().zip(bytes).for_each(|(to, &byte)| *to = u8::from(byte != 0));
            } else {
                to.copy_from_slice(bytes);
            }
        })?;
        Ok(array)
    }

    /// String elements in row-major order.
    ///
    /// # Panics
    /// If the number of elements does not fit the shape.
    pub fn from_strings(shape: Shape, data: Vec<Text>) -> Result<Array> {
        assert_eq!(shape.elements(), data.len(), "from_strings: {} elements for shape {shape}", data.len());
        let storage = Storage::Strings(Arc::new(data));
        Ok(Array { dtype: DType::String, shape, strides: None, offset: 0, storage })
    }

    /// A view of a block: `strides` in elements (`None`: row-major), starting at element `offset`.
    ///
    /// # Safety
    /// Every element that shape, strides and offset describe must lie inside the block, be aligned for `dtype`, and be
    /// a valid value of it.
    pub unsafe fn from_block(
        dtype: DType,
        shape: Shape,
        strides: Option<Strides>,
        offset: usize,
        block: Arc<Block>,
    ) -> Array {
        let strides = strides.filter(|s| s.as_slice() != shape.strides().as_slice()).map(Box::new);
        Array { dtype, shape, strides, offset, storage: Storage::Block(block) }
    }

    /// The raw bytes of an array that nobody shares.
    ///
    /// # Panics
    /// If the storage is shared, foreign or of strings.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        assert!(self.is_unique(), "bytes_mut of a shared array");
        // SAFETY: unique and contiguous (checked), `bytes()` long, plain data.
        unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr(), self.bytes()) }
    }
}

fn fill<T: Copy>(to: &mut [T], value: T) -> Result<()> {
    in_chunks(to.len(), grain::COPIED, |chunk| to[chunk].fill(value))
}

/// The bytes of the largest elements.
const LARGEST: usize = 16;

/// The elements of an array of that shape: every array is made after this was asked. So the product of any axes of an
/// array fits, be it counted in elements of its dtype or of another, and so do its strides; empty arrays are no exception.
///
/// Errors: `ResourceExhausted` where the axes other than the empty ones multiply to more than an `isize` of bytes,
/// `InvalidArgument` for a rank above 32.
pub(super) fn checked_elements(dtype: DType, shape: &Shape) -> Result<usize> {
    if shape.rank() > MAX_RANK {
        return Err(too_many_axes(shape.rank()));
    }
    match shape.extent() {
        Some(extent) if extent <= isize::MAX as usize / LARGEST => Ok(shape.elements()),
        _ => Err(exhausted(dtype, shape)),
    }
}

/// The bytes of an array of that shape, whether they are laid out or only described by a view. Errors: as
/// [`checked_elements`].
pub(super) fn checked_bytes(dtype: DType, shape: &Shape) -> Result<usize> {
    Ok(checked_elements(dtype, shape)? * dtype.size())
}

#[cold]
fn too_many_axes(rank: usize) -> Error {
    let text = format!("a shape has {rank} dimensions; at most {MAX_RANK} are supported");
    Error::new(ErrorKind::InvalidArgument, text)
}

#[cold]
fn exhausted(dtype: DType, shape: &Shape) -> Error {
    Error::exhausted(format!("OOM when allocating tensor with shape{shape} and type {} on CPU", dtype.kernel_name()))
}
