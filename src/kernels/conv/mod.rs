//! Convolution and pooling over slices: any of one to three spatial axes, channels last.
//!
//! An image is `depth x height x width x channels`; one or two spatial axes have the others of length 1. A filter is
//! `depth x height x width x from x to`. What convolutions call convolution is correlation: filters are not mirrored.
//!
//! A convolution is linear in its input and in its filter, so the gradients of its gradients are among the same three:
//!
//! | operation | gradient for its first operand | for its second |
//! |---|---|---|
//! | `y = forward(x, w)` | `input_gradient(dy, w)` | `filter_gradient(x, dy)` |
//! | `dx = input_gradient(dy, w)` | `forward(g, w)` | `filter_gradient(g, dy)` |
//! | `dw = filter_gradient(x, dy)` | `input_gradient(dy, g)` | `forward(x, g)` |
//!
//! The same table holds for [`Depthwise`]. [`Pool::average`] and its gradient are each the other's gradient; so are
//! [`Pool::max_gradient`] and [`Pool::max_chosen`], which take the places of the maxima as given.
//!
//! Invariant: results do not depend on the number of threads.

mod convolution;
mod depthwise;
mod direct;
mod equal_maxima;
mod filter_gradient;
mod halving;
mod lines;
mod panels;
mod phases;
mod pool;
mod product;
mod row_tiles;
mod sequence;
#[cfg(test)]
mod testing;
mod wide;
mod window;

pub use convolution::Convolution;
pub use depthwise::Depthwise;
pub use pool::{Ordered, Pool};
pub use window::{Padding, Window};

use std::ops::{AddAssign, Range};

use num_traits::Float;

use crate::dtype::Element;
use crate::error::Result;
use crate::kernels::matmul::Gemm;
use crate::kernels::parallel;
use crate::kernels::parallel::Outcome;
use crate::memory::try_vec;

/// An element type of images: `f32` or `f64`.
pub trait Real: Gemm + Element + Float + AddAssign {}
impl Real for f32 {}
impl Real for f64 {}

/// Parts that the gradient for a filter is summed from where threads share the work: fewer of large ones.
const PARTS: [usize; 2] = [4, 16];
/// Numbers of all parts together, if that leaves enough of them.
const PARTIAL: usize = 1 << 20;

/// Multiply-adds, or numbers looked at, after which the user may stop a loop: some milliseconds at most.
const GRAIN: usize = 1 << 20;

/// Calls `job` with every chunk of `len` numbers and its index; on several threads where the work is `large`.
///
/// Errors: those of the job, and what [`interrupt::check`](crate::interrupt::check) answers between chunks.
fn for_each_chunk<T: Send, R: Outcome>(
    out: &mut [T],
    len: usize,
    large: bool,
    job: impl Fn(usize, &mut [T]) -> R + Sync,
) -> Result<()> {
    let len = len.max(1);
    if large {
        return parallel::for_each_chunk(out, len, |at, part| job(at / len, part));
    }
    out.chunks_mut(len).enumerate().try_for_each(|(i, part)| job(i, part).outcome())
}

/// Adds to `sum` what `add` adds for `0..len`: at once, or where the work is `large` the sum of several parts, each of
/// which starts from zeros. Parts and their order do not depend on threads.
fn sum_of_parts<T: Real>(
    len: usize,
    sum: &mut [T],
    large: bool,
    add: impl Fn(Range<usize>, &mut [T]) -> Result<()> + Sync,
) -> Result<()> {
    if !large {
        return add(0..len, sum);
    }
    let [fewest, most] = PARTS;
    let count = (PARTIAL / sum.len().max(1)).clamp(fewest, most);
    let part = len.div_ceil(count);
    let mut parts = try_vec(count * sum.len(), T::zero())?;
    for_each_chunk(&mut parts, sum.len(), large, |i, sum| add((i * part).min(len)..((i + 1) * part).min(len), sum))?;
    for part in parts.chunks(sum.len().max(1)) {
        sum.iter_mut().zip(part).for_each(|(sum, &x)| *sum += x);
    }
    Ok(())
}
