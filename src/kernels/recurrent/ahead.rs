//! Through all steps of a sequence.

use std::marker::PhantomData;

use super::cell::{Ahead, Cell};
use super::{Inputs, Number, Sizes, line, line_mut};
use crate::error::Result;
use crate::interrupt::{Pace, grain};
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::matmul::{Matrix, MatrixMut, Size, gemm};
use crate::kernels::tasks::for_each_task;
use crate::memory::try_vec;

/// Multiply-adds that take as long as an element that is computed.
const QUICK: usize = 64;

/// Writes the states after each step, and what [`backward`](super::backward) needs of it: `[h, c, kept]`, whose widths are
/// 1, `MEMORY` and `KEPT` blocks of units.
///
/// ```
/// use gradtape::kernels::recurrent::{Inputs, Simple, Sizes, forward};
///
/// let sizes = Sizes { steps: 2, rows: 1, units: 1 };
/// let inputs = Inputs { start: [&[0.0], &[]], kernel: &[1.0], bias: &[], mask: None };
/// let mut h = [0.0f64; 2];
/// forward::<Simple, f64>(sizes, &[1.0, 0.0], inputs, [&mut h, &mut [], &mut []])?;
/// assert!((h[1] - 1f64.tanh().tanh()).abs() < 1e-15);
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn forward<C: Cell, T: Number>(
    sizes: Sizes,
    projected: &[T],
    inputs: Inputs<T>,
    [h, c, kept]: [&mut [T]; 3],
) -> Result<()> {
    if sizes.is_empty() {
        return Ok(());
    }
    let (n, width) = (sizes.units, C::BLOCKS * sizes.units);
    let states = sizes.parts(h, n)?.into_iter().zip(sizes.parts(c, C::MEMORY * n)?);
    let parts = states.zip(sizes.parts(kept, C::KEPT * n)?);
    for_each_task(parts, sizes.shared(C::BLOCKS), |part, ((mut h, mut c), mut kept)| {
        let rows = sizes.rows_of(part).1;
        let mut product = try_vec(rows * width, T::ZERO)?;
        let mut pace = Pace::new(grain::COMPUTED * QUICK);
        for (t, kept) in kept.iter_mut().enumerate() {
            let ((h_before, h), (c_before, c)) = (h.split_at_mut(t), c.split_at_mut(t));
            let start = |k: usize, blocks| sizes.lines(inputs.start[k], 0, part, blocks * n);
            let before = [
                h_before.last().map_or_else(|| start(0, 1), |h| &**h),
                c_before.last().map_or_else(|| start(1, C::MEMORY), |c| &**c),
            ];
            if !inputs.bias.is_empty() {
                product.chunks_mut(width).for_each(|row| row.copy_from_slice(inputs.bias));
            }
            let size = Size { m: rows, n: width, k: n };
            let (state, kernel) = (Matrix::rows(before[0], n), Matrix::rows(inputs.kernel, width));
            let out = MatrixMut::rows(&mut product, width);
            gemm(size, out, state, kernel, !inputs.bias.is_empty(), sizes.threads())?;
            let step = Step::<C, T> {
                units: n,
                z: sizes.lines(projected, t, part, width),
                product: &product,
                before,
                mask: sizes.mask(inputs.mask, t, part),
                cell: PhantomData,
            };
            dispatch(&step, &mut (&mut *h[0], &mut *c[0], &mut **kept));
            pace.after(sizes.work(C::BLOCKS))?;
        }
        Ok(())
    })
}

/// What a step does behind the product.
struct Step<'a, C, T> {
    units: usize,
    z: &'a [T],
    product: &'a [T],
    before: [&'a [T]; 2],
    mask: Option<&'a [bool]>,
    cell: PhantomData<C>,
}

impl<'a, C: Cell, T: Number> Kernel for Step<'a, C, T> {
    type Out = (&'a mut [T], &'a mut [T], &'a mut [T]);
    #[inline(always)]
    fn run<A: Target>(&self, (h, c, kept): &mut Self::Out) {
        let (n, memory) = (self.units, C::MEMORY * self.units);
        for i in 0..h.len() / n {
            let (h, c) = (line_mut(h, i, n), line_mut(c, i, memory));
            let before = [line(self.before[0], i, n), line(self.before[1], i, memory)];
            let kept = line_mut(kept, i, C::KEPT * n);
            if self.mask.is_some_and(|mask| !mask[i]) {
                h.copy_from_slice(before[0]);
                c.copy_from_slice(before[1]);
                kept.fill(T::ZERO);
                continue;
            }
            let (z, product) = (line(self.z, i, C::BLOCKS * n), line(self.product, i, C::BLOCKS * n));
            C::ahead::<T, A>(Ahead { z, product, before, h, c, kept });
        }
    }
}
