//! Traversal of strided data, and the copy of a strided array into a contiguous one.
//!
//! The recipe: drop axes of length 1, merge neighbours that lie in one line, then run the innermost axis as a plain loop
//! and count the outer axes by hand. Copies depend on the element's size only, not on its dtype.

use super::Array;
use super::Storage;
use crate::shape::Shape;
use crate::shape::Strides;
use smallvec::SmallVec;

type Dims = SmallVec<[usize; 6]>;

/// Merges axes that every operand walks as one; returns the axis lengths and each operand's strides.
/// A scalar becomes one axis of length 1.
pub fn collapse<const N: usize>(shape: &[usize], strides: [&[isize]; N]) -> (Dims, [Strides; N]) {
    let mut dims = Dims::new();
    let mut merged: [Strides; N] = std::array::from_fn(|_| Strides::new());
    for (i, &d) in shape.iter().enumerate() {
        if d == 1 {
            continue;
        }
        let joins = !dims.is_empty() && (0..N).all(|k| merged[k][dims.len() - 1] == strides[k][i] * d as isize);
        if joins {
            let last = dims.len() - 1;
            dims[last] *= d;
            (0..N).for_each(|k| merged[k][last] = strides[k][i]);
        } else {
            dims.push(d);
            (0..N).for_each(|k| merged[k].push(strides[k][i]));
        }
    }
    if dims.is_empty() {
        dims.push(1);
        (0..N).for_each(|k| merged[k].push(0));
    }
    (dims, merged)
}

/// Calls `run(offsets)` once per innermost line, with the element offset at which each operand's line starts.
/// Does nothing when an axis is empty. `dims` is not empty (see [`collapse`]).
pub fn for_each_run<const N: usize>(dims: &[usize], strides: &[Strides; N], mut run: impl FnMut([isize; N])) {
    if dims.contains(&0) {
        return;
    }
    let outer = dims.len() - 1;
    let mut index = Dims::from_elem(0, outer);
    let mut at = [0isize; N];
    loop {
        run(at);
        let mut axis = outer;
        loop {
            if axis == 0 {
                return;
            }
            axis -= 1;
            index[axis] += 1;
            (0..N).for_each(|k| at[k] += strides[k][axis]);
            if index[axis] < dims[axis] {
                break;
            }
            (0..N).for_each(|k| at[k] -= strides[k][axis] * dims[axis] as isize);
            index[axis] = 0;
        }
    }
}

/// Calls `f` with the element offset of every element in row-major order.
pub fn for_each_index(shape: &[usize], strides: &[isize], mut f: impl FnMut(isize)) {
    let (dims, strides) = collapse(shape, [strides]);
    let (inner, step) = (dims[dims.len() - 1], strides[0][dims.len() - 1]);
    for_each_run(&dims, &strides, |[start]| (0..inner as isize).for_each(|i| f(start + i * step)));
}

impl Array {
    /// This array with its elements in row-major order without gaps; a copy only where that is not so already.
    pub fn contiguous(&self) -> Array {
        if self.strides.is_none() {
            return self.clone();
        }
        if self.elements() == 0 {
            return Array { strides: None, offset: 0, ..self.clone() };
        }
        if let Storage::Strings(_) = self.storage {
            let copies = self.strings().into_iter().flatten().map(Box::from).collect();
            return Array::from_strings(self.shape.clone(), copies).unwrap_or_else(|_| self.clone());
        }
        let mut out = Array::scratch(self.dtype, self.shape.clone()).expect("the elements of a view fit in memory");
        let strides = self.strides();
        // SAFETY: source and destination hold `elements()` elements of this size; the strides stay inside the storage.
        unsafe {
            match self.dtype.size() {
                1 => copy::<u8>(self.as_ptr(), &self.shape, &strides, out.as_ptr().cast_mut()),
                2 => copy::<u16>(self.as_ptr(), &self.shape, &strides, out.as_ptr().cast_mut()),
                4 => copy::<u32>(self.as_ptr(), &self.shape, &strides, out.as_ptr().cast_mut()),
                8 => copy::<u64>(self.as_ptr(), &self.shape, &strides, out.as_ptr().cast_mut()),
                _ => copy::<[u64; 2]>(self.as_ptr(), &self.shape, &strides, out.as_ptr().cast_mut()),
            }
        }
        debug_assert!(out.is_unique());
        out
    }
}

/// Copies a strided source into a contiguous destination.
///
/// # Safety
/// All elements that shape and strides describe must be readable from `from`; as many writable at `to`.
unsafe fn copy<W: Copy>(from: *const u8, shape: &Shape, strides: &[isize], to: *mut u8) {
    let (dims, strides) = collapse(shape, [strides]);
    let (from, mut to) = (from.cast::<W>(), to.cast::<W>());
    let last = dims.len() - 1;
    let (inner, step) = (dims[last], strides[0][last]);
    if last >= 1 && strides[0][last - 1] == 1 && step != 1 {
        // SAFETY: the caller's promise.
        return unsafe { copy_transposed::<W>(from, &dims, &strides[0], to) };
    }
    for_each_run(&dims, &strides, |[start]| {
        // SAFETY: the caller's promise; `to` advances by one line per run.
        unsafe {
            let line = from.offset(start);
            if step == 1 {
                std::ptr::copy_nonoverlapping(line, to, inner);
            } else {
                for i in 0..inner {
                    to.add(i).write_unaligned(line.offset(i as isize * step).read_unaligned());
                }
            }
            to = to.add(inner);
        }
    });
}

/// As [`copy`] where the last axis but one is the source's innermost: square tiles keep both sides in cache.
///
/// # Safety
/// As [`copy`]; `dims` has at least two axes.
unsafe fn copy_transposed<W: Copy>(from: *const W, dims: &[usize], strides: &Strides, to: *mut W) {
    const TILE: usize = 16;
    let n = dims.len();
    let (rows, cols, step) = (dims[n - 2], dims[n - 1], strides[n - 1]);
    let outer = [Strides::from_slice(&strides[..n - 2])];
    let mut plane = to;
    let mut one_plane = |start: isize| {
        for r0 in (0..rows).step_by(TILE) {
            for c0 in (0..cols).step_by(TILE) {
                for r in r0..(r0 + TILE).min(rows) {
                    for c in c0..(c0 + TILE).min(cols) {
                        // SAFETY: the caller's promise; (r, c) lies inside the plane.
                        unsafe {
                            let value = from.offset(start + r as isize + c as isize * step).read_unaligned();
                            plane.add(r * cols + c).write_unaligned(value);
                        }
                    }
                }
            }
        }
        plane = plane.wrapping_add(rows * cols);
    };
    let mut dims_outer = Dims::from_slice(&dims[..n - 2]);
    let mut strides_outer = outer;
    dims_outer.push(1);
    strides_outer[0].push(0);
    for_each_run(&dims_outer, &strides_outer, |[start]| one_plane(start));
}
