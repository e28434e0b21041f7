//! Lines that are too long for one call: put together from many shorter transforms, between which the user may stop them.
//!
//! A line of `a b` numbers is a matrix: its columns are transformed, turned by roots of unity, then its rows are (Bailey,
//! "FFTs in external or hierarchical memory", 1990). A line of prime length is a convolution with a chirp (Bluestein, 1970),
//! done at a power of two.

use std::f64::consts::TAU;

use num_complex::{Complex, Complex64};

use super::plan::Precision;
use super::{bins, fft, last};
use crate::array::Array;
use crate::error::Result;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;
use crate::memory::{try_collect, try_vec};

/// The transform of the lines of a contiguous array that is not empty.
pub(super) fn complex<T: Precision>(x: &Array, inverse: bool) -> Result<Array> {
    match divisor(last(x)) {
        1 => by_chirp::<T>(x, inverse),
        a => by_parts::<T>(x, a, inverse),
    }
}

/// The largest divisor of `n` that is not above its square root.
pub(super) fn divisor(n: usize) -> usize {
    (1..=n.isqrt()).rev().find(|&d| n.is_multiple_of(d)).unwrap_or(1)
}

/// As [`complex`]; `a` divides the length.
pub(super) fn by_parts<T: Precision>(x: &Array, a: usize, inverse: bool) -> Result<Array> {
    let (n, lines) = (last(x), x.elements() / last(x));
    let columns = x.reshape([lines, a, n / a].into())?.transpose_last();
    let mut columns = fft(&columns, inverse)?;
    turn::<T>(T::numbers_mut(&mut columns), n, a, inverse)?;
    let rows = fft(&columns.transpose_last(), inverse)?;
    rows.transpose_last().reshape(x.shape().clone())
}

/// Multiplies number `k` of line `j`, of `n / a` lines of `a` numbers over and over, by `exp(-2 pi i j k / n)`.
fn turn<T: Precision>(data: &mut [Complex<T>], n: usize, a: usize, inverse: bool) -> Result<()> {
    let bits = n.ilog2() / 2;
    let table = |len: usize, step: usize| try_collect((0..len).map(|k| T::number(root(k * step, n))));
    let (fine, coarse) = (table(1 << bits, 1)?, table(((n - 1) >> bits) + 1, 1 << bits)?);
    parallel::for_each_chunk(data, Grain::ELEMENTS.chunk, |at, part| {
        for (at, x) in (at..).zip(part) {
            let turns = at / a % (n / a) * (at % a);
            let root = coarse[turns >> bits] * fine[turns & ((1 << bits) - 1)];
            *x = *x * if inverse { root.conj() } else { root };
        }
    })
}

/// As [`complex`], for any length: `j k = (j^2 + k^2 - (k - j)^2) / 2`, so that a transform is a convolution between two
/// multiplications.
pub(super) fn by_chirp<T: Precision>(x: &Array, inverse: bool) -> Result<Array> {
    let n = last(x);
    let m = (2 * n - 1).next_power_of_two();
    let mut chirp = try_vec(n, Complex::new(T::zero(), T::zero()))?;
    let turns = |k: usize| (k as u128 * k as u128 % (2 * n as u128)) as usize;
    parallel::for_each_chunk(&mut chirp, Grain::ELEMENTS.chunk, |at, part| {
        (at..).zip(part).for_each(|(k, c)| *c = T::number(root(turns(k), 2 * n)));
    })?;
    let mut filter = Array::zeros(T::COMPLEX, [m].into())?;
    let taps = T::numbers_mut(&mut filter);
    for (k, c) in chirp.iter().enumerate() {
        (taps[k], taps[(m - k) % m]) = (c.conj(), c.conj());
    }
    let filter = fft(&filter, false)?;
    let mut out = Array::scratch(T::COMPLEX, x.shape().clone())?;
    for (from, to) in T::numbers(x).chunks(n).zip(T::numbers_mut(&mut out).chunks_mut(n)) {
        convolve::<T>(from, to, &chirp, &filter, inverse)?;
    }
    Ok(out)
}

fn convolve<T: Precision>(
    from: &[Complex<T>],
    to: &mut [Complex<T>],
    chirp: &[Complex<T>],
    filter: &Array,
    inverse: bool,
) -> Result<()> {
    // The inverse is the transform of the conjugate, conjugated.
    let facing = |x: Complex<T>| if inverse { x.conj() } else { x };
    let mut work = Array::zeros(T::COMPLEX, filter.shape().clone())?;
    parallel::for_each_chunk(&mut T::numbers_mut(&mut work)[..from.len()], Grain::ELEMENTS.chunk, |at, part| {
        (at..).zip(part).for_each(|(k, w)| *w = facing(from[k]) * chirp[k]);
    })?;
    let mut spectrum = fft(&work, false)?;
    let weights = T::numbers(filter);
    parallel::for_each_chunk(T::numbers_mut(&mut spectrum), Grain::ELEMENTS.chunk, |at, part| {
        (at..).zip(part).for_each(|(k, w)| *w = *w * weights[k]);
    })?;
    let work = fft(&spectrum, true)?;
    let (work, scale) = (T::numbers(&work), if inverse { T::one_part(to.len()) } else { T::one() });
    parallel::for_each_chunk(to, Grain::ELEMENTS.chunk, |at, part| {
        (at..).zip(part).for_each(|(k, x)| *x = facing(work[k] * chirp[k]) * scale);
    })
}

/// The spectra of `n` numbers of which `x` has the first halves.
pub(super) fn whole<T: Precision>(n: usize, x: &Array) -> Result<Array> {
    let (half, from) = (bins(n), T::numbers(x));
    let mut out = Array::scratch(T::COMPLEX, super::with_last(x, n))?;
    parallel::for_each_chunk(T::numbers_mut(&mut out), Grain::ELEMENTS.chunk, |at, part| {
        for (at, to) in (at..).zip(part) {
            let (line, k) = (&from[at / n * half..][..half], at % n);
            *to = if k < half { line[k] } else { line[n - k].conj() };
            if k == 0 || 2 * k == n {
                to.im = T::zero();
            }
        }
    })?;
    Ok(out)
}

/// `exp(-2 pi i k / n)`, correct to the last place or two.
fn root(k: usize, n: usize) -> Complex64 {
    // The angle from the nearest quarter turn, which is exact: k / n = quarter / 4 + rest / (4 n).
    let quarter = (4 * k + n / 2) / n;
    let (sine, cosine) = (TAU * (4 * k as i64 - (quarter * n) as i64) as f64 / (4 * n) as f64).sin_cos();
    match quarter % 4 {
        0 => Complex64::new(cosine, -sine),
        1 => Complex64::new(-sine, -cosine),
        2 => Complex64::new(-cosine, sine),
        _ => Complex64::new(sine, cosine),
    }
}
