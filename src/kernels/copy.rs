//! Copies between strided arrays, at the speed of memory; long ones on several threads.
//!
//! Values do not matter here, so loops depend on the element's size only. Where source and destination run along the
//! same axis, lines are copied. Where they do not, square tiles are turned: both sides then read and write whole lines
//! of the cache.

use std::borrow::Cow;

use smallvec::SmallVec;

use super::nd_iter::NdIter;
use super::parallel;
use crate::array::{Array, for_each_run};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::parallel::Grain;
use crate::memory::try_collect;
use crate::shape::{Shape, Strides};

impl Array {
    /// This array with its elements in row-major order without gaps; a copy only where that is not so already.
    ///
    /// Errors: `ResourceExhausted` where memory for a copy is not to be had: a view may show far more elements than memory
    /// has room for.
    pub fn contiguous(&self) -> Result<Array> {
        self.as_contiguous().map(Cow::into_owned)
    }

    /// As [`Array::contiguous`], without another handle where there is nothing to copy.
    pub(crate) fn as_contiguous(&self) -> Result<Cow<'_, Array>> {
        Ok(if self.is_contiguous() { Cow::Borrowed(self) } else { Cow::Owned(self.packed()?) })
    }

    fn packed(&self) -> Result<Array> {
        if let Some(strings) = self.strings()? {
            let copies = try_collect(strings.into_iter().cloned())?;
            return Array::from_strings(self.shape().clone(), copies);
        }
        // SAFETY: the strides stay inside the storage.
        unsafe { Array::from_strided(self.dtype(), self.shape().clone(), self.as_ptr(), &self.strides()) }
    }

    /// A copy, in row-major order, of elements that lie so many elements apart along each axis; not of strings.
    ///
    /// Errors: `ResourceExhausted`, and as [`parallel::for_each`](super::parallel::for_each).
    ///
    /// # Safety
    /// Those elements are readable, aligned, and valid for the dtype.
    pub(crate) unsafe fn from_strided(dtype: DType, shape: Shape, from: *const u8, strides: &[isize]) -> Result<Array> {
        let mut out = Array::scratch(dtype, shape)?;
        if out.bytes() >= LARGE {
            touch(out.bytes_mut())?;
        }
        let to = out.bytes_mut().as_mut_ptr();
        // SAFETY: the caller's promise; `out` is ours and has room for as many elements.
        unsafe { copy(dtype.size(), out.shape(), (to, &out.strides()), (from, strides))? };
        Ok(out)
    }

    /// Writes the elements in row-major order, without gaps, to memory of Python's. Strings have none that could be written.
    ///
    /// Errors: as [`parallel::for_each`](super::parallel::for_each).
    ///
    /// # Safety
    /// `to` must be valid for writing [`Array::bytes`] bytes that do not overlap this array's.
    #[cfg(feature = "python")]
    pub(crate) unsafe fn write_to(&self, to: *mut u8) -> Result<()> {
        let (size, shape) = (self.dtype().size(), self.shape());
        // SAFETY: the caller's promise; the strides stay inside the storage.
        unsafe { copy(size, shape, (to, &shape.strides()), (self.as_ptr(), &self.strides())) }
    }
}

/// Bytes of a copy from which [`touch`] comes before it.
const LARGE: usize = 1 << 26;

/// Has the system give the pages of this memory in their order, some at a time. A copy that turns axes writes to many
/// pages at once: what the system takes to clear them would all fall between two looks for cancellation.
fn touch(bytes: &mut [u8]) -> Result<()> {
    parallel::for_each_chunk(bytes, Grain::BYTES.chunk, |_, part| part.iter_mut().step_by(PAGE).for_each(|b| *b = 0))
}

/// Bytes of the smallest page of memory.
const PAGE: usize = 4096;

/// Copies elements of `size` bytes from one strided place to another.
///
/// Errors: as [`parallel::for_each`](super::parallel::for_each).
///
/// # Safety
/// The elements that shape and strides describe must be writable at `to`, each of them another, and readable at `from`;
/// the two do not overlap.
pub(super) unsafe fn copy(
    size: usize,
    shape: &[usize],
    to: (*mut u8, &[isize]),
    from: (*const u8, &[isize]),
) -> Result<()> {
    let iter = NdIter::new(shape, [to.1, from.1]);
    if iter.dims.contains(&0) {
        return Ok(());
    }
    let ends = Ends(to.0, from.0);
    // SAFETY: the caller's promise.
    unsafe {
        match size {
            1 => ends.copy::<u8>(&iter),
            2 => ends.copy::<u16>(&iter),
            4 => ends.copy::<u32>(&iter),
            8 => ends.copy::<u64>(&iter),
            _ => ends.copy::<[u64; 2]>(&iter),
        }
    }
}

/// Where a copy goes to, and where it comes from.
#[derive(Clone, Copy)]
struct Ends(*mut u8, *const u8);

// SAFETY: each element of the destination is written by one thread.
unsafe impl Sync for Ends {}

impl Ends {
    /// # Safety
    /// As for [`copy`], for elements of type `W`.
    unsafe fn copy<W: Copy + Default>(self, iter: &NdIter<2>) -> Result<()> {
        let last = iter.dims.len() - 1;
        let turned = axis_to_turn(iter);
        let whole: &[usize] = &[last, turned.unwrap_or(last)];
        iter.in_tasks(size_of::<W>(), whole, |task, [i, j]| {
            // SAFETY: the caller's promise; the tasks share no element.
            unsafe {
                let (to, from) = (self.to::<W>().offset(i), self.from::<W>().offset(j));
                match turned {
                    Some(axis) => planes(task, axis, to, from),
                    None => lines(task, to, from),
                }
            }
        })
    }

    fn to<W>(&self) -> *mut W {
        self.0.cast()
    }

    fn from<W>(&self) -> *const W {
        self.1.cast()
    }
}

/// The axis along which the source runs, if that is not the last one.
fn axis_to_turn(iter: &NdIter<2>) -> Option<usize> {
    let from = &iter.strides[1];
    let last = from.len() - 1;
    let step = |i: &usize| from[*i].unsigned_abs();
    let nearest = (0..last).filter(|i| step(i) > 0).min_by_key(step)?;
    (step(&last) > 1 && step(&nearest) < step(&last)).then_some(nearest)
}

/// Copies line by line.
///
/// # Safety
/// As for [`copy`].
unsafe fn lines<W: Copy>(iter: &NdIter<2>, to: *mut W, from: *const W) {
    let last = iter.dims.len() - 1;
    let longest = (0..=last).max_by_key(|&i| iter.dims[i]).unwrap_or(last);
    // Where lines are shorter than what it takes to begin one, long ones across them.
    if iter.dims[last] < 8 && iter.dims[longest] > 4 * iter.dims[last] {
        let mut across = iter.clone();
        across.swap(longest, last);
        // SAFETY: the caller's promise; the same elements.
        return unsafe { lines(&across, to, from) };
    }
    let (n, steps) = (iter.dims[last], iter.steps(last));
    for_each_run(&iter.dims, &iter.strides, |[i, j]| {
        // SAFETY: the caller's promise.
        unsafe { line(n, steps, to.offset(i), from.offset(j)) };
    });
}

/// Copies `n` elements. Steps that are known let the compiler vectorise.
///
/// # Safety
/// As for [`copy`].
#[inline(always)]
unsafe fn line<W: Copy>(n: usize, steps: [isize; 2], to: *mut W, from: *const W) {
    // SAFETY: the caller's promise.
    unsafe {
        match steps {
            [1, 1] => std::ptr::copy_nonoverlapping(from, to, n),
            [1, 0] => {
                let value = from.read_unaligned();
                (0..n).for_each(|k| to.add(k).write_unaligned(value));
            }
            [1, -1] => (0..n).for_each(|k| to.add(k).write_unaligned(from.sub(k).read_unaligned())),
            [1, step] => strided(n, [1, step], to, from),
            [step, 1] => strided(n, [step, 1], to, from),
            steps => strided(n, steps, to, from),
        }
    }
}

/// # Safety
/// As for [`copy`].
#[inline(always)]
unsafe fn strided<W: Copy>(n: usize, steps: [isize; 2], to: *mut W, from: *const W) {
    for k in 0..n as isize {
        // SAFETY: the caller's promise.
        unsafe { to.offset(k * steps[0]).write_unaligned(from.offset(k * steps[1]).read_unaligned()) };
    }
}

/// The side of a tile.
const TILE: usize = 16;

/// Copies plane by plane, each of axis `axis` and the last one.
///
/// # Safety
/// As for [`copy`].
unsafe fn planes<W: Copy + Default>(iter: &NdIter<2>, axis: usize, to: *mut W, from: *const W) {
    let last = iter.dims.len() - 1;
    let (rows, columns) = (iter.dims[axis], iter.dims[last]);
    let mut outer: SmallVec<[usize; 6]> = iter.dims.clone();
    (outer[axis], outer[last]) = (1, 1);
    let plane = Plane { row: iter.steps(axis), column: iter.steps(last) };
    let strides: &[Strides; 2] = &iter.strides;
    for_each_run(&outer, strides, |[i, j]| {
        for r in (0..rows).step_by(TILE) {
            for c in (0..columns).step_by(TILE) {
                let size = [TILE.min(rows - r), TILE.min(columns - c)];
                // SAFETY: the caller's promise; the tile lies inside the plane.
                unsafe { plane.tile([r, c], size, to.offset(i), from.offset(j)) };
            }
        }
    });
}

/// The steps of destination and source from row to row, and from column to column.
struct Plane {
    row: [isize; 2],
    column: [isize; 2],
}

impl Plane {
    /// Copies the tile whose corner is `[r, c]`.
    ///
    /// # Safety
    /// As for [`copy`].
    #[inline(always)]
    unsafe fn tile<W: Copy + Default>(&self, [r, c]: [usize; 2], size: [usize; 2], to: *mut W, from: *const W) {
        let at = |k: usize, r: usize, c: usize| r as isize * self.row[k] + c as isize * self.column[k];
        // SAFETY: the caller's promise.
        unsafe {
            let (to, from) = (to.offset(at(0, r, c)), from.offset(at(1, r, c)));
            if size == [TILE; 2] && self.column[0] == 1 && self.row[1] == 1 {
                return turn(to, self.row[0], from, self.column[1]);
            }
            for r in 0..size[0] {
                for c in 0..size[1] {
                    to.offset(at(0, r, c)).write_unaligned(from.offset(at(1, r, c)).read_unaligned());
                }
            }
        }
    }
}

/// Copies a whole tile whose columns are lines of the source and whose rows are lines of the destination: through a
/// buffer, so that each line of the cache is touched once even where `step`s are powers of two.
///
/// # Safety
/// [`TILE`] lines of as many elements must be readable at `from`, `from_step` apart, and writable at `to`.
#[inline(always)]
unsafe fn turn<W: Copy + Default>(to: *mut W, to_step: isize, from: *const W, from_step: isize) {
    let mut tile = [[W::default(); TILE]; TILE];
    // SAFETY: the caller's promise.
    unsafe {
        for (c, line) in tile.iter_mut().enumerate() {
            *line = from.offset(c as isize * from_step).cast::<[W; TILE]>().read_unaligned();
        }
        for r in 0..TILE {
            let mut row = [W::default(); TILE];
            for (row, line) in row.iter_mut().zip(&tile) {
                *row = line[r];
            }
            to.offset(r as isize * to_step).cast::<[W; TILE]>().write_unaligned(row);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::AxisSlice;
    use crate::kernels::parallel;

    /// What `contiguous` must give: element by element.
    fn plainly(x: &Array) -> Vec<u8> {
        let size = x.dtype().size();
        let mut bytes = Vec::new();
        let (dims, strides) = crate::array::collapse(x.shape(), [&x.strides()]);
        let (last, step) = (dims.len() - 1, strides[0][dims.len() - 1]);
        for_each_run(&dims, &strides, |[start]| {
            for k in 0..dims[last] as isize {
                // SAFETY: an element of `x`.
                let element = unsafe { x.as_ptr().offset((start + k * step) * size as isize) };
                // SAFETY: its bytes.
                bytes.extend_from_slice(unsafe { std::slice::from_raw_parts(element, size) });
            }
        });
        bytes
    }

    fn check(x: &Array) {
        let mut whole = parallel::with_threads(3, || x.contiguous().unwrap());
        assert!(whole.is_contiguous() && whole.shape() == x.shape());
        let expected = plainly(x);
        let same = if whole.is_unique() { whole.bytes_mut() == expected } else { plainly(&whole) == expected };
        assert!(same, "{:?} {:?}", x.shape(), x.strides());
    }

    fn counting(dtype: DType, shape: &[usize]) -> Array {
        let n: usize = shape.iter().product();
        let numbers: Vec<i32> = (0..n as i32).collect();
        Array::from_slice(Shape::new(shape), &numbers).unwrap().cast(dtype).unwrap()
    }

    #[test]
    fn every_order_of_axes_is_copied_right_by_any_number_of_threads() {
        for shape in
            [[2usize, 3, 4], [17, 1, 33], [40, 20, 3], [16, 32, 48], [97, 103, 41], [300, 2, 500], [1, 700, 900]]
        {
            for perm in [[0, 2, 1], [2, 1, 0], [1, 0, 2], [2, 0, 1], [1, 2, 0]] {
                for dtype in [DType::UInt8, DType::Int16, DType::Int32, DType::Float64, DType::Complex128] {
                    check(&counting(dtype, &shape).permute(&perm));
                }
            }
        }
    }

    #[test]
    fn a_copy_whose_memory_is_asked_for_before_is_right_too() {
        let rows = LARGE / 4 / 1024;
        let turned = counting(DType::Int32, &[rows, 1024]).permute(&[1, 0]).contiguous().unwrap();
        let whole = turned.slice::<i32>();
        for (row, column) in [(0, 0), (7, 1023), (rows - 1, 511), (rows / 2, 3)] {
            assert_eq!(whole[column * rows + row], (row * 1024 + column) as i32);
        }
    }

    #[test]
    fn slices_and_broadcasts_are_copied_right() {
        let x = counting(DType::Int32, &[600, 500]);
        let slice = |start, step, length| AxisSlice { start, step, length };
        for (a, b) in [
            (slice(0, 1, 600), slice(499, -1, 500)),
            (slice(599, -1, 600), slice(0, 1, 500)),
            (slice(1, 2, 299), slice(3, 7, 70)),
            (slice(599, -3, 200), slice(499, -2, 250)),
            (slice(0, 1, 600), slice(7, 1, 2)),
            (slice(5, 1, 0), slice(7, 1, 2)),
        ] {
            let view = x.slice_axes(&[a, b]);
            check(&view);
            check(&view.permute(&[1, 0]));
        }
        for shape in [[900usize, 600, 2], [3, 600, 500], [1000, 1000, 1]] {
            check(&counting(DType::Int32, &[shape[1], 1]).broadcast_to(&Shape::new(&shape)).unwrap());
            check(&counting(DType::UInt8, &[shape[2]]).broadcast_to(&Shape::new(&shape)).unwrap());
        }
    }
}
