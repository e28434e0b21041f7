//! `Array`: a value without history: dtype, shape, strides and shared storage.
//!
//! Arrays are immutable once shared. Transposes, slices, broadcasts and reshapes of contiguous data are views of the
//! same storage. Up to 32 bytes of data live inside the array itself, so that a scalar costs no allocation here; up to 256
//! bytes live in a `chunk`, more in a [`crate::memory`] block.

mod chunk;
mod convert;
mod create;
mod strided;
mod text;
mod view;

pub use strided::{collapse, for_each_run};
pub use text::Text;
pub use view::{AxisSlice, AxisSlices};

use std::sync::Arc;

use chunk::Chunk;

use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::memory::{Block, try_collect, try_with_capacity};
use crate::pooled_arc::PooledArc;
use crate::shape::{Shape, Strides};

/// Bytes that fit inside an array.
pub const INLINE_BYTES: usize = 32;

/// A typed, shaped value; cloning shares the storage.
#[derive(Clone)]
pub struct Array {
    dtype: DType,
    shape: Shape,
    /// `None` means row-major without gaps.
    strides: Option<Box<Strides>>,
    /// Elements from the start of the storage to the first element.
    offset: usize,
    storage: Storage,
}

#[derive(Clone)]
enum Storage {
    Inline([u64; INLINE_BYTES / 8]),
    Chunk(PooledArc<Chunk>),
    Block(Arc<Block>),
    Strings(Arc<Vec<Text>>),
}

/// What an array is, without its data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The element type.
    pub dtype: DType,
    /// The axis lengths.
    pub shape: Shape,
}

impl Array {
    /// The element type.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The axis lengths.
    #[inline]
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Dtype and shape.
    pub fn spec(&self) -> Spec {
        Spec { dtype: self.dtype, shape: self.shape.clone() }
    }

    /// The number of elements.
    #[inline]
    pub fn elements(&self) -> usize {
        self.shape.elements()
    }

    /// Bytes of data that this array describes (not those of a larger block that it may keep alive).
    pub fn bytes(&self) -> usize {
        self.elements() * self.dtype.size()
    }

    /// Element steps along each axis.
    pub fn strides(&self) -> Strides {
        match &self.strides {
            None => self.shape.strides(),
            Some(strides) => (**strides).clone(),
        }
    }

    /// Whether the elements lie in row-major order without gaps.
    #[inline]
    pub fn is_contiguous(&self) -> bool {
        self.strides.is_none()
    }

    /// The address of the first element (of any element when there is none).
    #[inline]
    pub fn as_ptr(&self) -> *const u8 {
        let start = match &self.storage {
            Storage::Inline(data) => data.as_ptr().cast(),
            Storage::Chunk(chunk) => chunk.as_ptr().cast_const(),
            Storage::Block(block) => block.as_ptr().cast_const(),
            Storage::Strings(_) => return std::ptr::NonNull::<u64>::dangling().as_ptr().cast(),
        };
        start.wrapping_add(self.offset * self.dtype.size())
    }

    /// As [`Array::as_ptr`], for an array that may be written.
    #[inline]
    fn as_mut_ptr(&mut self) -> *mut u8 {
        let at = self.offset * self.dtype.size();
        match &mut self.storage {
            // From a unique borrow: what is reached through a shared one may not be written.
            Storage::Inline(data) => data.as_mut_ptr().cast::<u8>().wrapping_add(at),
            _ => self.as_ptr().cast_mut(),
        }
    }

    /// The elements of a contiguous array.
    ///
    /// # Panics
    /// If the array is not contiguous or `T` is not its dtype: both are mistakes of the caller's code.
    #[inline]
    pub fn slice<T: Element>(&self) -> &[T] {
        assert!(T::DTYPE == self.dtype && self.strides.is_none(), "slice of {} as {}", self.dtype, T::DTYPE);
        // SAFETY: contiguous, of this type, inside the storage (an invariant of every constructor).
        unsafe { std::slice::from_raw_parts(self.as_ptr().cast(), self.elements()) }
    }

    /// The elements of an array that nobody shares, for writing.
    ///
    /// # Panics
    /// As [`Array::slice`], and if the storage is shared or foreign.
    #[inline]
    pub fn slice_mut<T: Element>(&mut self) -> &mut [T] {
        assert!(T::DTYPE == self.dtype && self.is_unique(), "slice_mut of {} as {}", self.dtype, T::DTYPE);
        // SAFETY: unique (checked), contiguous, of this type, inside the storage.
        unsafe { std::slice::from_raw_parts_mut(self.as_mut_ptr().cast(), self.elements()) }
    }

    /// Whether this array is the only owner of contiguous, writable storage.
    pub fn is_unique(&mut self) -> bool {
        let whole = self.strides.is_none();
        match &mut self.storage {
            Storage::Inline(_) => whole,
            Storage::Chunk(chunk) => whole && chunk.get_mut().is_some(),
            Storage::Block(block) => whole && Arc::get_mut(block).is_some_and(|b| b.is_writable()),
            Storage::Strings(_) => false,
        }
    }

    /// The element of a scalar, if that is what this is, and `T` its dtype.
    #[inline]
    pub fn number<T: Element>(&self) -> Option<T> {
        // SAFETY: one element lies at the address, of type `T`, which is never that of strings.
        (self.dtype == T::DTYPE && self.shape.rank() == 0).then(|| unsafe { *self.as_ptr().cast::<T>() })
    }

    /// The single element of an array that has exactly one.
    ///
    /// # Panics
    /// If there is not exactly one element.
    pub fn item<T: Element>(&self) -> T {
        assert_eq!(self.elements(), 1, "item of an array of shape {}", self.shape);
        crate::with_dtype!(self.dtype, S: any => {
            // SAFETY: one element of type S lies at the array's address.
            T::cast_from(unsafe { *self.as_ptr().cast::<S>() })
        }, else panic!("item of a string array"))
    }

    /// Where element `i` of the row-major order lies, from the first one on.
    fn place(&self, mut i: usize) -> isize {
        let steps = self.strides();
        let axes = self.shape.iter().zip(&steps).rev();
        let along = |(&length, &step): (&usize, &isize)| {
            let at = i % length;
            i /= length;
            at as isize * step
        };
        axes.map(along).sum()
    }

    /// All elements in row-major order, converted to `T`.
    ///
    /// Errors: `ResourceExhausted` where memory for them is not to be had, `Unimplemented` for strings.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        let whole = self.as_contiguous()?;
        crate::with_dtype!(self.dtype, S: any => {
            try_collect(whole.slice::<S>().iter().map(|&s| T::cast_from(s)))
        }, else Err(Error::unimplemented("", "strings are not numbers")))
    }

    /// The elements of a string array in row-major order; `None` for other dtypes.
    ///
    /// Errors: `ResourceExhausted` where memory for a list of them is not to be had.
    pub fn strings(&self) -> Result<Option<Vec<&Text>>> {
        let Storage::Strings(all) = &self.storage else {
            return Ok(None);
        };
        let strides = self.strides();
        let mut out = try_with_capacity(self.elements())?;
        strided::for_each_index(&self.shape, &strides, |i| out.push(&all[(self.offset as isize + i) as usize]));
        Ok(Some(out))
    }
}

impl std::fmt::Debug for Array {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{} ", self.dtype, self.shape)?;
        let places = (0..self.elements().min(16)).map(|i| self.place(i));
        if let Storage::Strings(all) = &self.storage {
            return f.debug_list().entries(places.map(|place| &all[(self.offset as isize + place) as usize])).finish();
        }
        crate::with_dtype!(self.dtype, T: any => {
            // SAFETY: the place of an element, which is of this type.
            f.debug_list().entries(places.map(|place| unsafe { *self.as_ptr().cast::<T>().offset(place) })).finish()
        }, else Ok(()))
    }
}
