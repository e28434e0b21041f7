//! Copies into part of a larger array: what joins, pads, tiles and the gradients of slices are made of.

use super::copy::copy;
use crate::array::{Array, AxisSlice};
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::memory::{try_collect_ok, try_with_capacity};
use crate::shape::{Few, Shape, Strides};

/// Copies `x` to the elements of `out` that `axes` name.
///
/// Errors: as [`parallel::for_each`](super::parallel::for_each).
///
/// # Panics
/// If `out` is shared, the dtypes differ, or the slices do not lie inside `out` or have another shape than `x`:
/// mistakes of the caller's code. Strings cannot be placed (see [`refuse_strings`]).
pub fn place(out: &mut Array, axes: &[AxisSlice], x: &Array) -> Result<()> {
    assert!(out.dtype() == x.dtype() && fits(out.shape(), axes, x.shape()), "place {} in {}", x.shape(), out.shape());
    if x.is_empty() {
        return Ok(());
    }
    let strides = out.strides();
    let start: isize = axes.iter().zip(&strides).map(|(a, s)| a.start as isize * s).sum();
    let to: Strides = axes.iter().zip(&strides).map(|(a, s)| a.step.saturating_mul(*s)).few();
    let size = out.dtype().size();
    let at = out.bytes_mut().as_mut_ptr().wrapping_offset(start * size as isize);
    // SAFETY: the slices lie inside `out`, which is ours alone; the strides of `x` stay inside its storage.
    unsafe { copy(size, x.shape(), (at, &to), (x.as_ptr(), &x.strides())) }
}

fn fits(shape: &[usize], axes: &[AxisSlice], of: &[usize]) -> bool {
    let inside = |(&n, a): (&usize, &AxisSlice)| {
        let last = a.start as isize + a.step * (a.length as isize - 1);
        a.length == 0 || a.start < n && (0..n as isize).contains(&last)
    };
    axes.len() == shape.len() && axes.iter().map(|a| &a.length).eq(of) && shape.iter().zip(axes).all(inside)
}

/// A contiguous array of this shape with the elements of `x` repeated to fill it.
///
/// Errors: `ResourceExhausted` where memory is not to be had, `Unimplemented` for strings.
pub fn filled(op: &'static str, x: &Array, shape: &Shape) -> Result<Array> {
    refuse_strings(op, x)?;
    let mut out = Array::scratch(x.dtype(), shape.clone())?;
    place(&mut out, &AxisSlice::whole(shape), &x.broadcast_to(shape)?)?;
    Ok(out)
}

/// The arrays one after another along `axis`; their other lengths and dtypes agree, and there is at least one.
pub fn join(x: &[&Array], axis: usize) -> Result<Array> {
    let length = x.iter().try_fold(0usize, |sum, x| sum.checked_add(x.shape()[axis]));
    let too_long = || Error::exhausted(format!("the lengths along axis {axis} add up to more than 2**64 - 1"));
    let shape = x[0].shape().with(axis, length.ok_or_else(too_long)?);
    if x[0].dtype() == DType::String {
        return join_strings(x, axis, shape);
    }
    let mut axes = AxisSlice::whole(&shape);
    let mut out = Array::scratch(x[0].dtype(), shape)?;
    axes[axis].length = 0;
    for x in x {
        axes[axis].start += axes[axis].length;
        axes[axis].length = x.shape()[axis];
        place(&mut out, &axes, x)?;
    }
    Ok(out)
}

fn join_strings(x: &[&Array], axis: usize, shape: Shape) -> Result<Array> {
    let outer: usize = shape[..axis].iter().product();
    let parts = try_collect_ok(x.iter().map(|x| Ok(x.strings()?.unwrap_or_default())))?;
    let mut all = try_with_capacity(parts.iter().map(Vec::len).sum())?;
    for i in 0..outer {
        for part in &parts {
            let n = part.len() / outer;
            all.extend(part[i * n..(i + 1) * n].iter().copied().cloned());
        }
    }
    Array::from_strings(shape, all)
}

/// An error for string arrays, on which no kernel runs.
pub fn refuse_strings(op: &'static str, x: &Array) -> Result<()> {
    match x.dtype() {
        DType::String => Err(Error::unimplemented(op, format!("{op} of strings is not supported"))),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::array::Text;

    #[test]
    fn places_into_reversed_and_stepped_positions() {
        let mut out = Array::zeros(DType::Int32, Shape::new(&[2, 5])).unwrap();
        let x = Array::from_slice(Shape::new(&[1, 3]), &[1i32, 2, 3]).unwrap();
        let axes = [AxisSlice { start: 1, step: 1, length: 1 }, AxisSlice { start: 4, step: -2, length: 3 }];
        place(&mut out, &axes, &x).unwrap();
        assert_eq!(out.to_vec::<i32>().unwrap(), [0, 0, 0, 0, 0, 3, 0, 2, 0, 1]);
    }

    #[test]
    #[should_panic(expected = "place")]
    fn refuses_what_does_not_fit() {
        let mut out = Array::zeros(DType::Int32, Shape::new(&[2])).unwrap();
        place(&mut out, &[AxisSlice { start: 1, step: 1, length: 2 }], &Array::vector(&[1i32, 2]).unwrap()).unwrap();
    }

    #[test]
    fn joins_strings_along_any_axis() {
        let text = |s: &str| Text::from(s.as_bytes().to_vec());
        let s = |v: [&str; 2]| Array::from_strings(Shape::new(&[2, 1]), v.map(text).into()).unwrap();
        let joined = join(&[&s(["a", "b"]), &s(["c", "d"])], 1).unwrap();
        assert_eq!(joined.strings().unwrap().unwrap(), ["a", "c", "b", "d"].map(text).each_ref());
    }
}
