//! Discrete Fourier transforms along the last axis, of any length, by the crates `rustfft` and `realfft`.
//!
//! Forward is `X[k] = sum of x[j] exp(-2 pi i j k / n)`; the inverse divides by `n`. Each precision is computed in
//! itself. A batch is shared out among threads, some lines at a time, and the user may stop it between them; a line is
//! one call, of `LONGEST` numbers at most (0.1 to 0.2 s where that many are a prime, else some hundredths of a second).
//! Longer lines are put together from shorter ones (`long`).
//!
//! Invariants: nothing panics, whatever the length; memory is asked for before a crate may take it; an empty batch of long
//! lines costs nothing; results do not depend on the number of threads.

mod long;
mod plan;
#[cfg(test)]
mod tests;

use smallvec::SmallVec;

use self::plan::Precision;
use crate::array::{Array, AxisSlice};
use crate::dtype::DType;
use crate::error::Result;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::try_reserve_short;
use crate::shape::Shape;

/// The longest line that one call of a crate works on.
const LONGEST: usize = 1 << 20;

/// The transform of each line of the last axis of a complex array.
///
/// Errors, here and below: those of [`parallel::for_each`], and `ResourceExhausted` where memory is not to be had.
///
/// ```
/// use gradtape::array::Array;
/// use gradtape::kernels::fft::fft;
/// use num_complex::Complex64;
///
/// let x = Array::vector(&[1.0, 2.0].map(Complex64::from))?;
/// assert_eq!(fft(&x, false)?.slice::<Complex64>(), [3.0, -1.0].map(Complex64::from));
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn fft(x: &Array, inverse: bool) -> Result<Array> {
    match x.dtype() {
        DType::Complex64 => complex::<f32>(x, inverse),
        _ => complex::<f64>(x, inverse),
    }
}

/// The first `n / 2 + 1` numbers of the transform of each line of `n` real ones; the others are their conjugates.
pub fn rfft(x: &Array) -> Result<Array> {
    match x.dtype() {
        DType::Float32 => from_real::<f32>(x),
        _ => from_real::<f64>(x),
    }
}

/// Each line of `n` real numbers whose transform begins with these `n / 2 + 1`; the inverse of [`rfft`].
///
/// Imaginary parts that such a transform cannot have (of the first number and, for even `n`, the last) are ignored.
pub fn irfft(n: usize, x: &Array) -> Result<Array> {
    match x.dtype() {
        DType::Complex64 => to_real::<f32>(n, x),
        _ => to_real::<f64>(n, x),
    }
}

/// How many numbers of the spectrum of `n` real ones say all; none of an empty one.
pub fn bins(n: usize) -> usize {
    if n == 0 { 0 } else { n / 2 + 1 }
}

fn complex<T: Precision>(x: &Array, inverse: bool) -> Result<Array> {
    let (x, n) = (x.as_contiguous()?, last(x));
    if x.elements() > 0 && n > LONGEST {
        return long::complex::<T>(&x, inverse);
    }
    let mut out = Array::scratch(T::COMPLEX, x.shape().clone())?;
    if x.elements() == 0 {
        return Ok(out);
    }
    let plan = T::plans().complex(n, inverse)?;
    each(T::numbers(&x), n, T::numbers_mut(&mut out), n, |from, to| {
        let mut scratch = scratch(plan.get_immutable_scratch_len())?;
        plan.process_immutable_with_scratch(from, to, &mut scratch);
        if inverse {
            let part = T::one_part(n);
            to.iter_mut().for_each(|x| *x = *x * part);
        }
        Ok(())
    })?;
    Ok(out)
}

fn from_real<T: Precision>(x: &Array) -> Result<Array> {
    let (x, n) = (x.as_contiguous()?, last(x));
    if x.elements() > 0 && n > LONGEST {
        let spectrum = long::complex::<T>(&x.cast(T::COMPLEX)?, false)?;
        let mut axes = AxisSlice::whole(x.shape());
        axes[x.shape().rank() - 1].length = bins(n);
        return spectrum.slice_axes(&axes).contiguous();
    }
    let mut out = Array::scratch(T::COMPLEX, with_last(&x, bins(n)))?;
    if x.elements() == 0 {
        return Ok(out);
    }
    let plan = T::plans().real(n)?;
    each(x.slice::<T>(), n, T::numbers_mut(&mut out), bins(n), |from, to| {
        let (mut work, mut scratch) = (scratch(n)?, scratch(plan.get_scratch_len())?);
        for (from, to) in from.chunks(n).zip(to.chunks_mut(bins(n))) {
            work.copy_from_slice(from);
            let done = plan.process_with_scratch(&mut work, to, &mut scratch);
            debug_assert!(done.is_ok());
        }
        Ok(())
    })?;
    Ok(out)
}

fn to_real<T: Precision>(n: usize, x: &Array) -> Result<Array> {
    let x = x.as_contiguous()?;
    if x.elements() > 0 && n > LONGEST {
        return long::complex::<T>(&long::whole::<T>(n, &x)?, true)?.cast(T::DTYPE);
    }
    let mut out = Array::scratch_of::<T>(with_last(&x, n))?;
    if out.elements() == 0 {
        return Ok(out);
    }
    let plan = T::plans().real_inverse(n)?;
    each(T::numbers(&x), bins(n), out.slice_mut::<T>(), n, |from, to| {
        let (mut work, mut scratch) = (scratch(bins(n))?, scratch(plan.get_scratch_len())?);
        for (from, to) in from.chunks(bins(n)).zip(to.chunks_mut(n)) {
            work.copy_from_slice(from);
            // An error tells of imaginary parts that were ignored.
            let _ = plan.process_with_scratch(&mut work, to, &mut scratch);
        }
        let part = T::one_part(n);
        to.iter_mut().for_each(|x| *x = *x * part);
        Ok(())
    })?;
    Ok(out)
}

/// Calls `work` with some lines of `n` numbers of `from`, and the lines of `m` numbers of `out` which belong to them.
fn each<A: Sync, B: Send>(
    from: &[A],
    n: usize,
    out: &mut [B],
    m: usize,
    work: impl Fn(&[A], &mut [B]) -> Result<()> + Sync,
) -> Result<()> {
    if !Grain::SLOW.shares(from.len()) {
        return work(from, out);
    }
    let lines = (Grain::SLOW.chunk / n).max(1);
    parallel::for_each_chunk(out, lines * m, |at, out| work(&from[at / m * n..][..out.len() / m * n], out))
}

/// Working memory of one call, on the stack where it is short.
fn scratch<N: num_traits::Zero + Copy>(len: usize) -> Result<SmallVec<[N; 64]>> {
    let mut all = SmallVec::new();
    try_reserve_short(&mut all, len)?;
    // bounded: by the room that was made
    all.resize(len, N::zero());
    Ok(all)
}

fn last(x: &Array) -> usize {
    x.shape()[x.shape().rank() - 1]
}

fn with_last(x: &Array, n: usize) -> Shape {
    x.shape().with(x.shape().rank() - 1, n)
}
