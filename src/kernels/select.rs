//! Choosing between two arrays by a third, with broadcasting. Copies depend on the element's size only.

use crate::array::Array;
use crate::array::collapse;
use crate::array::for_each_run;
use crate::dtype::DType;
use crate::error::Result;
use crate::shape::Shape;
use crate::shape::Strides;

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
    let size = x.dtype().size();
    let (c, x, y) = (Side::new(c, shape), Side::new(x, shape), Side::new(y, shape));
    // SAFETY: the sides' strides, broadcast to `shape`, stay inside their storage; `out` has that shape and is ours.
    unsafe {
        match size {
            1 => lines::<u8>(&c, &x, &y, shape, out.bytes_mut()),
            2 => lines::<u16>(&c, &x, &y, shape, out.bytes_mut()),
            4 => lines::<u32>(&c, &x, &y, shape, out.bytes_mut()),
            8 => lines::<u64>(&c, &x, &y, shape, out.bytes_mut()),
            _ => lines::<[u64; 2]>(&c, &x, &y, shape, out.bytes_mut()),
        }
    }
    Ok(out)
}

/// An operand: where its data starts and how it is walked at the output's shape.
struct Side<'a> {
    array: &'a Array,
    strides: Strides,
}

impl<'a> Side<'a> {
    fn new(array: &'a Array, shape: &Shape) -> Side<'a> {
        let strides = array.shape().broadcast_strides(&array.strides(), shape);
        Side { array, strides }
    }
}

/// Chooses line by line.
///
/// # Safety
/// `W` has the size of the elements of `x` and `y`, and `out` room for as many as `shape` has; all strides stay inside
/// their arrays.
unsafe fn lines<W: Copy>(c: &Side, x: &Side, y: &Side, shape: &[usize], out: &mut [u8]) {
    let (dims, strides) = collapse(shape, [&c.strides, &x.strides, &y.strides]);
    let last = dims.len() - 1;
    let (inner, steps) = (dims[last], [0, 1, 2].map(|k| strides[k][last]));
    let mut to = out.as_mut_ptr().cast::<W>();
    let (c, x, y) = (c.array.as_ptr(), x.array.as_ptr().cast::<W>(), y.array.as_ptr().cast::<W>());
    for_each_run(&dims, &strides, |[i, j, k]| {
        // SAFETY: the caller's promise; `to` advances by one line per run.
        unsafe {
            let (c, x, y) = (c.offset(i), x.offset(j), y.offset(k));
            // Known steps let the compiler vectorise what is nearly always the case.
            match steps {
                [1, 1, 1] => line(to, inner, c, x, y, [1, 1, 1]),
                [1, 1, 0] => line(to, inner, c, x, y, [1, 1, 0]),
                [1, 0, 1] => line(to, inner, c, x, y, [1, 0, 1]),
                [1, 0, 0] => line(to, inner, c, x, y, [1, 0, 0]),
                _ => line(to, inner, c, x, y, steps),
            }
            to = to.add(inner);
        }
    });
}

/// One line.
///
/// # Safety
/// As [`lines`].
#[inline(always)]
unsafe fn line<W: Copy>(to: *mut W, n: usize, c: *const u8, x: *const W, y: *const W, steps: [isize; 3]) {
    for i in 0..n as isize {
        // SAFETY: the caller's promise.
        unsafe {
            let (x, y) = (x.offset(i * steps[1]).read_unaligned(), y.offset(i * steps[2]).read_unaligned());
            to.offset(i).write_unaligned(if *c.offset(i * steps[0]) != 0 { x } else { y });
        }
    }
}

fn select_strings(c: &Array, x: &Array, y: &Array, shape: &Shape) -> Result<Array> {
    let c = c.broadcast_to(shape).to_vec::<bool>();
    let (x, y) = (x.broadcast_to(shape), y.broadcast_to(shape));
    let (x, y) = (x.strings().unwrap_or_default(), y.strings().unwrap_or_default());
    let chosen = c.iter().zip(x.iter().zip(&y)).map(|(&c, (&x, &y))| Box::from(if c { x } else { y })).collect();
    Array::from_strings(shape.clone(), chosen)
}
