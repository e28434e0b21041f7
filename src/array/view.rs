//! Views: reshape, permute, slice, broadcast, without touching data; and ndarray's view types over our storage.

use ndarray::{ArrayViewD, IxDyn, ShapeBuilder};
use smallvec::SmallVec;

use super::Array;
use super::create::{checked_bytes, checked_elements};
use crate::dtype::Element;
use crate::error::Result;
use crate::shape::{Few, Shape, Strides};

/// One axis of a strided slice: `length` elements from `start`, `step` apart (negative walks backwards).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AxisSlice {
    /// The first element.
    pub start: usize,
    /// The step between elements.
    pub step: isize,
    /// How many elements.
    pub length: usize,
}

impl AxisSlice {
    /// A whole axis of this length.
    pub fn all(length: usize) -> AxisSlice {
        AxisSlice { start: 0, step: 1, length }
    }

    /// Every axis of a shape, whole.
    pub fn whole(shape: &[usize]) -> AxisSlices {
        shape.iter().map(|&length| AxisSlice::all(length)).few()
    }
}

/// One slice for each axis.
pub type AxisSlices = SmallVec<[AxisSlice; 4]>;

impl Array {
    /// The same elements in row-major order under another shape of as many elements.
    ///
    /// Errors: `ResourceExhausted` where a view has to be copied and memory is not to be had, or the shape has axes beside
    /// an empty one that are too long.
    ///
    /// # Panics
    /// If the element counts differ.
    pub fn reshape(&self, shape: Shape) -> Result<Array> {
        self.check_reshape(&shape)?;
        Ok(Array { shape, ..self.contiguous()? })
    }

    /// As [`Array::reshape`], but a view stays a view where the shapes differ in axes of length 1 alone.
    ///
    /// Errors: as [`Array::reshape`].
    ///
    /// # Panics
    /// If the element counts differ.
    pub fn reshape_view(&self, shape: Shape) -> Result<Array> {
        let strides = self.strides.as_ref().and_then(|old| unit_axes_moved(&self.shape, old, &shape));
        match strides {
            Some(strides) => Ok(Array { shape, strides: Some(Box::new(strides)), ..self.clone() }),
            None => self.reshape(shape),
        }
    }

    fn check_reshape(&self, shape: &Shape) -> Result<()> {
        let elements = checked_elements(self.dtype, shape)?;
        assert_eq!(elements, self.elements(), "reshape of {} to {shape}", self.shape);
        Ok(())
    }

    /// Axes in the order `perm`.
    pub fn permute(&self, perm: &[usize]) -> Array {
        let old = self.strides();
        let shape: Shape = perm.iter().map(|&p| self.shape[p]).few();
        let strides: Strides = perm.iter().map(|&p| old[p]).few();
        self.with_layout(shape, strides, self.offset)
    }

    /// Swaps the last two axes.
    pub fn transpose_last(&self) -> Array {
        let n = self.shape.rank();
        let mut perm: Vec<usize> = (0..n).few();
        perm.swap(n - 2, n - 1);
        self.permute(&perm)
    }

    /// Repeats axes of length 1 (and new leading axes) to fill `shape`; the shapes broadcast.
    ///
    /// Errors: `ResourceExhausted` for a shape of more bytes than can be counted.
    pub fn broadcast_to(&self, shape: &Shape) -> Result<Array> {
        if *shape == self.shape {
            return Ok(self.clone());
        }
        checked_bytes(self.dtype, shape)?;
        let strides = self.shape.broadcast_strides(&self.strides(), shape);
        Ok(self.with_layout(shape.clone(), strides, self.offset))
    }

    /// A strided slice along every axis; the slices lie inside the shape.
    pub fn slice_axes(&self, axes: &[AxisSlice]) -> Array {
        let old = self.strides();
        let offset: isize =
            axes.iter().zip(&old).map(|(a, s)| if a.length > 0 { a.start as isize * s } else { 0 }).sum();
        let shape: Shape = axes.iter().map(|a| a.length).few();
        // A step along an axis of one element or none leads nowhere, and may be of any length.
        let strides: Strides = axes.iter().zip(&old).map(|(a, s)| a.step.saturating_mul(*s)).few();
        self.with_layout(shape, strides, (self.offset as isize + offset) as usize)
    }

    /// Row `index` along the first axis.
    pub fn row(&self, index: usize) -> Array {
        let old = self.strides();
        let shape: Shape = self.shape[1..].into();
        let offset = (self.offset as isize + index as isize * old[0]) as usize;
        self.with_layout(shape, Strides::from_slice(&old[1..]), offset)
    }

    /// The shortest run of storage that holds every element, and where in it the first one lies: what a kernel that
    /// takes strides reads (see [`Array::strides`]).
    ///
    /// # Panics
    /// If `T` is not the dtype.
    pub fn span<T: Element>(&self) -> (&[T], usize) {
        if self.is_contiguous() {
            return (self.slice(), 0);
        }
        assert!(T::DTYPE == self.dtype, "span of {} as {}", self.dtype, T::DTYPE);
        if self.is_empty() {
            return (&[], 0);
        }
        let reach = |backwards: bool| -> usize {
            let axes = self.shape.iter().zip(self.strides()).filter(|(_, step)| (*step < 0) == backwards);
            axes.map(|(&length, step)| (length - 1) * step.unsigned_abs()).sum()
        };
        let (before, after) = (reach(true), reach(false));
        // SAFETY: the first and the last element lie inside the storage, which is initialised throughout.
        let run = unsafe { std::slice::from_raw_parts(self.as_ptr().cast::<T>().sub(before), before + after + 1) };
        (run, before)
    }

    fn with_layout(&self, shape: Shape, strides: Strides, offset: usize) -> Array {
        let plain = shape.elements() == 0 || is_row_major(&shape, &strides);
        let strides = if plain { None } else { Some(Box::new(strides)) };
        Array { dtype: self.dtype, shape, strides, offset, storage: self.storage.clone() }
    }

    /// The elements as an ndarray view (negative strides are copied away first by the caller through
    /// [`Array::contiguous`]).
    ///
    /// # Panics
    /// If `T` is not the dtype, or a stride is negative.
    pub fn view<T: Element>(&self) -> ArrayViewD<'_, T> {
        assert!(T::DTYPE == self.dtype, "view of {} as {}", self.dtype, T::DTYPE);
        let strides: Vec<usize> =
            self.strides().iter().map(|&s| usize::try_from(s).expect("a view needs non-negative strides")).few();
        let shape = IxDyn(&self.shape).strides(IxDyn(&strides));
        // SAFETY: shape and strides describe elements inside the storage, which lives as long as `self`.
        unsafe { ArrayViewD::from_shape_ptr(shape, self.as_ptr().cast()) }
    }
}

/// The strides of a view under a shape that differs from its own in axes of length 1 alone.
fn unit_axes_moved(old: &[usize], strides: &[isize], new: &[usize]) -> Option<Strides> {
    let mut kept = old.iter().zip(strides).filter(|(d, _)| **d != 1);
    let mut moved = Strides::new();
    for &d in new {
        moved.push(match d {
            1 => 0,
            d => *kept.next().filter(|(k, _)| **k == d)?.1,
        });
    }
    kept.next().is_none().then_some(moved)
}

fn is_row_major(shape: &Shape, strides: &[isize]) -> bool {
    let mut expected = 1isize;
    for i in (0..shape.rank()).rev() {
        if shape[i] != 1 && strides[i] != expected {
            return false;
        }
        expected *= shape[i] as isize;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iota(shape: &[usize]) -> Array {
        let n: usize = shape.iter().product();
        Array::from_slice(Shape::new(shape), &(0..n as i32).collect::<Vec<_>>()).unwrap()
    }

    #[test]
    fn a_permuted_view_copies_to_the_right_order() {
        for shape in [[2usize, 3, 4], [17, 1, 33], [40, 20, 3]] {
            for perm in [[0, 2, 1], [2, 1, 0], [1, 0, 2], [2, 0, 1], [1, 2, 0]] {
                let a = iota(&shape);
                let view = a.permute(&perm);
                let expected: Vec<i32> = a.view::<i32>().permuted_axes(IxDyn(&perm)).iter().copied().collect();
                assert_eq!(view.to_vec::<i32>().unwrap(), expected, "{shape:?} {perm:?}");
            }
        }
    }

    #[test]
    fn reversed_and_stepped_slices_walk_the_storage() {
        let a = iota(&[2, 5]);
        let axes = [AxisSlice { start: 1, step: -1, length: 2 }, AxisSlice { start: 4, step: -2, length: 3 }];
        assert_eq!(a.slice_axes(&axes).to_vec::<i32>().unwrap(), [9, 7, 5, 4, 2, 0]);
    }

    #[test]
    fn the_span_of_a_view_holds_its_elements_and_no_more() {
        let a = iota(&[2, 5]);
        let axes = [AxisSlice { start: 1, step: -1, length: 2 }, AxisSlice { start: 0, step: 2, length: 2 }];
        let view = a.slice_axes(&axes);
        let (run, first) = view.span::<i32>();
        assert_eq!((run, first), (&[0, 1, 2, 3, 4, 5, 6, 7][..], 5));
        assert_eq!(a.broadcast_to(&Shape::new(&[3, 2, 5])).unwrap().span::<i32>().0.len(), 10);
        assert_eq!(a.span::<i32>(), (a.slice(), 0));
    }

    #[test]
    fn axes_of_length_one_come_and_go_without_a_copy() {
        let view = iota(&[2, 1, 3]).permute(&[2, 1, 0]);
        let moved = view.reshape_view(Shape::new(&[1, 3, 2, 1])).unwrap();
        assert!(!moved.is_contiguous());
        assert_eq!(moved.to_vec::<i32>().unwrap(), view.to_vec::<i32>().unwrap());
        assert_eq!(
            view.reshape_view(Shape::new(&[6])).unwrap().to_vec::<i32>().unwrap(),
            view.to_vec::<i32>().unwrap()
        );
    }

    #[test]
    fn broadcast_views_repeat() {
        let a = iota(&[2, 1]).broadcast_to(&Shape::new(&[3, 2, 2])).unwrap();
        assert_eq!(a.to_vec::<i32>().unwrap(), [0, 0, 1, 1, 0, 0, 1, 1, 0, 0, 1, 1]);
    }
}
