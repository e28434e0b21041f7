//! Traversal of strided data.
//!
//! The recipe: drop axes of length 1, merge neighbours that lie in one line, then run the innermost axis as a plain loop
//! and count the outer axes by hand.

use smallvec::SmallVec;

use crate::shape::Strides;

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
    // bounded: by the rank
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
