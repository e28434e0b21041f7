//! Choosing between two arrays by a third, with broadcasting. Loops depend on the element's size only; long ones run on
//! several threads.

use std::hint::select_unpredictable;

use super::math::isa::{Kernel, Target, dispatch};
use super::nd_iter::NdIter;
use crate::array::{Array, for_each_run};
use crate::dtype::DType;
use crate::error::Result;
use crate::memory::try_collect;
use crate::shape::Shape;

/// The elements of `x` where `c` is true, else those of `y`; all three broadcast to `shape`, `x` and `y` have one
/// dtype.
pub fn select(c: &Array, x: &Array, y: &Array, shape: &Shape) -> Result<Array> {
    assert!(
        c.dtype() == DType::Bool && x.dtype() == y.dtype(),
        "select by {} of {} and {}",
        c.dtype(),
        x.dtype(),
        y.dtype()
    );
    if x.dtype() == DType::String {
        return select_strings(c, x, y, shape);
    }
    let mut out = Array::scratch(x.dtype(), shape.clone())?;
    if out.is_empty() {
        return Ok(out);
    }
    let along = |v: &Array| v.shape().broadcast_strides(&v.strides(), shape);
    let iter = NdIter::new(shape, [&shape.strides(), &along(c), &along(x), &along(y)]);
    let size = x.dtype().size();
    let sides = Sides { to: out.bytes_mut().as_mut_ptr(), c: c.as_ptr(), x: x.as_ptr(), y: y.as_ptr() };
    iter.in_tasks(size, &[iter.dims.len() - 1], |task, starts| {
        // SAFETY: the sides' strides, broadcast to `shape`, stay inside their storage; `out` has that shape and is ours,
        // and no two tasks share an element of it.
        unsafe {
            match size {
                1 => sides.lines::<u8>(task, starts),
                2 => sides.lines::<u16>(task, starts),
                4 => sides.lines::<u32>(task, starts),
                8 => sides.lines::<u64>(task, starts),
                _ => sides.lines::<[u64; 2]>(task, starts),
            }
        }
    })?;
    Ok(out)
}

/// The first elements of the result and of what it is chosen by and from.
struct Sides {
    to: *mut u8,
    c: *const u8,
    x: *const u8,
    y: *const u8,
}

// SAFETY: each element of the result is written by one thread.
unsafe impl Sync for Sides {}

impl Sides {
    /// Chooses line by line.
    ///
    /// # Safety
    /// `W` has the size of the elements, and the walk stays inside all arrays.
    unsafe fn lines<W: Copy>(&self, iter: &NdIter<4>, starts: [isize; 4]) {
        let last = iter.dims.len() - 1;
        let (n, steps) = (iter.dims[last], iter.steps(last));
        for_each_run(&iter.dims, &iter.strides, |at| {
            let [to, c, x, y] = std::array::from_fn(|k| at[k] + starts[k]);
            let (to, c) = (self.to.cast::<W>().wrapping_offset(to), self.c.wrapping_offset(c));
            let (x, y) = (self.x.cast::<W>().wrapping_offset(x), self.y.cast::<W>().wrapping_offset(y));
            // SAFETY: the caller's promise.
            unsafe { Choice { n, steps, to, c, x, y }.make() };
        });
    }
}

/// One line: `n` elements.
struct Choice<W> {
    n: usize,
    steps: [isize; 4],
    to: *mut W,
    c: *const u8,
    x: *const W,
    y: *const W,
}

/// Elements from which a line is worth the way to the instruction set.
const SHORT: usize = 16;

impl<W: Copy> Choice<W> {
    /// # Safety
    /// The elements lie inside their arrays.
    unsafe fn make(&self) {
        if self.n < SHORT {
            // SAFETY: the caller's promise.
            return unsafe { self.line(self.steps) };
        }
        dispatch(self, &mut ());
    }

    /// # Safety
    /// As [`Choice::make`].
    #[inline(always)]
    unsafe fn line(&self, steps: [isize; 4]) {
        for i in 0..self.n as isize {
            // SAFETY: the caller's promise.
            unsafe {
                let x = self.x.offset(i * steps[2]).read_unaligned();
                let y = self.y.offset(i * steps[3]).read_unaligned();
                let chosen = select_unpredictable(*self.c.offset(i * steps[1]) != 0, x, y);
                self.to.offset(i * steps[0]).write_unaligned(chosen);
            }
        }
    }
}

impl<W: Copy> Kernel for Choice<W> {
    type Out = ();
    #[inline(always)]
    fn run<A: Target>(&self, _: &mut ()) {
        // Known steps let the compiler vectorise what is nearly always the case.
        // SAFETY: made in `Choice::make` alone, whose caller has promised it.
        unsafe {
            match self.steps {
                [1, 1, 1, 1] => self.line([1, 1, 1, 1]),
                [1, 1, 1, 0] => self.line([1, 1, 1, 0]),
                [1, 1, 0, 1] => self.line([1, 1, 0, 1]),
                [1, 1, 0, 0] => self.line([1, 1, 0, 0]),
                steps => self.line(steps),
            }
        }
    }
}

fn select_strings(c: &Array, x: &Array, y: &Array, shape: &Shape) -> Result<Array> {
    let c = c.broadcast_to(shape)?.to_vec::<bool>()?;
    let (x, y) = (x.broadcast_to(shape)?, y.broadcast_to(shape)?);
    let (x, y) = (x.strings()?.unwrap_or_default(), y.strings()?.unwrap_or_default());
    let chosen = c.iter().zip(x.iter().zip(&y)).map(|(&c, (&x, &y))| if c { x } else { y }.clone());
    Array::from_strings(shape.clone(), try_collect(chosen)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernels::parallel;

    fn counting(shape: &[usize], dtype: DType) -> Array {
        let n: usize = shape.iter().product();
        Array::from_slice(Shape::new(shape), &(0..n as i32).collect::<Vec<_>>()).unwrap().cast(dtype).unwrap()
    }

    fn bits(shape: &[usize]) -> Array {
        let n: usize = shape.iter().product();
        Array::from_slice(Shape::new(shape), &(0..n).map(|i| i * 7 % 11 < 5).collect::<Vec<_>>()).unwrap()
    }

    fn check(c: &Array, x: &Array, y: &Array) {
        let shape = c.shape().broadcast(x.shape()).unwrap().broadcast(y.shape()).unwrap();
        let chosen = parallel::with_threads(3, || select(c, x, y, &shape).unwrap()).to_vec::<f64>().unwrap();
        let [x, y] = [x, y].map(|v| v.broadcast_to(&shape).unwrap().to_vec::<f64>().unwrap());
        let c = c.broadcast_to(&shape).unwrap().to_vec::<bool>().unwrap();
        assert!((0..c.len()).all(|i| chosen[i] == if c[i] { x[i] } else { y[i] }), "{shape}");
    }

    #[test]
    fn each_element_comes_from_its_side_however_they_are_broadcast() {
        let shapes: [[&[usize]; 3]; 9] = [
            [&[5], &[5], &[5]],
            [&[700, 900], &[700, 900], &[700, 900]],
            [&[700, 900], &[], &[700, 900]],
            [&[700, 900], &[700, 1], &[]],
            [&[700, 900], &[], &[]],
            [&[700, 1], &[900], &[700, 900]],
            [&[300_000, 1], &[300_000, 3], &[3]],
            [&[0, 3], &[3], &[0, 1]],
            [&[], &[2, 3], &[3]],
        ];
        for [c, x, y] in shapes {
            for dtype in [DType::UInt8, DType::Float16, DType::Float32, DType::Int64, DType::Complex128] {
                check(&bits(c), &counting(x, dtype), &counting(y, dtype));
            }
        }
    }

    #[test]
    fn views_are_walked_as_they_look() {
        let x = counting(&[900, 700], DType::Float32).permute(&[1, 0]);
        check(&bits(&[700, 900]), &x, &counting(&[900], DType::Float32));
        check(&bits(&[900, 700]).permute(&[1, 0]), &counting(&[], DType::Float32), &x);
    }
}
