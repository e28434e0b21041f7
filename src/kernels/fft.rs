//! Discrete Fourier transforms along the last axis, of any length.
//!
//! Lengths whose prime factors are small go through Stockham's autosort algorithm, one pass per factor and no bit
//! reversal: a pass turns lines of `stride` numbers into sums of such lines, so that late passes run along memory.
//! Other lengths are convolutions with a chirp (Bluestein, 1970), done at the next power of two.
//!
//! Forward is `X[k] = sum of x[j] exp(-2 pi i j k / n)`; the inverse divides by `n`. As in NumPy and TensorFlow.
//! Everything is in double precision. Invariant: the error grows with the logarithm of the length, not with the length.

#[cfg(test)]
mod tests;

use std::f64::consts::TAU;
use std::sync::{Arc, Mutex, PoisonError};

use num_complex::Complex64;

use crate::error::Result;
use crate::interrupt;
use crate::kernels::parallel;
use crate::memory::{try_collect, try_vec, try_with_capacity};

/// Prime factors above this are left to the chirp.
const LARGEST_RADIX: usize = 31;
/// Numbers in a batch from which threads pay.
const PARALLEL: usize = 1 << 16;
/// Numbers that a thread takes at a time.
const TASK: usize = 1 << 12;
/// Numbers of a line from which the user is asked between passes whether to go on.
const LONG: usize = 1 << 18;

/// Transforms each line of `n` numbers in place.
///
/// Errors, here and below: what [`interrupt::check`] answers, and `ResourceExhausted` where memory is not to be had; the
/// numbers have no meaning then.
///
/// ```
/// use gradtape::kernels::fft::fft;
/// use num_complex::Complex64;
///
/// let mut x = [1.0, 2.0].map(Complex64::from);
/// fft(2, &mut x, false)?;
/// assert_eq!(x, [3.0, -1.0].map(Complex64::from));
/// # Ok::<(), gradtape::error::Error>(())
/// ```
pub fn fft(n: usize, data: &mut [Complex64], inverse: bool) -> Result<()> {
    if data.is_empty() {
        return Ok(());
    }
    let plan = Plan::of(n)?;
    let lines = |part: &mut [Complex64]| part.chunks_mut(n).try_for_each(|line| plan.transform(line, inverse));
    if data.len() < PARALLEL {
        return lines(data);
    }
    // Short lines several at a time.
    parallel::for_each_chunk(data, (TASK / n).max(1) * n, |_, part| lines(part))
}

/// Transforms each `rows x columns` matrix along both axes, in place.
pub fn fft2(rows: usize, columns: usize, data: &mut [Complex64], inverse: bool) -> Result<()> {
    fft(columns, data, inverse)?;
    for matrix in data.chunks_mut((rows * columns).max(1)) {
        let mut turned = try_collect((0..matrix.len()).map(|at| matrix[at % rows * columns + at / rows]))?;
        fft(rows, &mut turned, inverse)?;
        matrix.iter_mut().enumerate().for_each(|(at, x)| *x = turned[at % columns * rows + at / columns]);
    }
    Ok(())
}

/// The first `n / 2 + 1` numbers of the transform of each line of `n` real ones; the others are their conjugates.
pub fn rfft(n: usize, x: &[f64], out: &mut [Complex64]) -> Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    let half = n / 2;
    if n % 2 == 1 {
        let mut work = try_collect(x.iter().map(|&x| Complex64::from(x)))?;
        fft(n, &mut work, false)?;
        out.chunks_mut(half + 1).zip(work.chunks(n)).for_each(|(out, line)| out.copy_from_slice(&line[..=half]));
        return Ok(());
    }
    // Numbers of even and of odd index as real and imaginary parts: half the length.
    let mut work = try_collect(x.chunks(2).map(|pair| Complex64::new(pair[0], pair[1])))?;
    fft(half, &mut work, false)?;
    let plan = Plan::of(n)?;
    for (out, line) in out.chunks_mut(half + 1).zip(work.chunks(half)) {
        for (k, slot) in out.iter_mut().enumerate() {
            let (here, mirrored) = (line[k % half], line[(half - k) % half].conj());
            let (even, odd) = ((here + mirrored) / 2.0, quarter_turn(here - mirrored) / 2.0);
            *slot = even + odd * plan.roots[k];
        }
    }
    Ok(())
}

/// Each line of `n` real numbers whose transform begins with these `n / 2 + 1`; the inverse of [`rfft`].
///
/// Imaginary parts that such a transform cannot have (of the first number and, for even `n`, the last) are ignored.
pub fn irfft(n: usize, x: &[Complex64], out: &mut [f64]) -> Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    let (half, mut work) = (n / 2, try_with_capacity(out.len())?);
    if n % 2 == 1 {
        for line in x.chunks(half + 1) {
            work.extend((0..n).map(|k| if k <= half { line[k] } else { line[n - k].conj() }));
        }
        fft(n, &mut work, true)?;
        out.iter_mut().zip(work).for_each(|(out, x)| *out = x.re);
        return Ok(());
    }
    let plan = Plan::of(n)?;
    for line in x.chunks(half + 1) {
        let at = |k: usize| if k.is_multiple_of(half) { line[k].re.into() } else { line[k] };
        work.extend((0..half).map(|k| {
            let (here, mirrored) = (at(k), at(half - k).conj());
            let odd = (here - mirrored) * plan.roots[k].conj();
            (here + mirrored - quarter_turn(odd)) / 2.0
        }));
    }
    fft(half, &mut work, true)?;
    for (out, x) in out.chunks_mut(2).zip(work) {
        (out[0], out[1]) = (x.re, x.im);
    }
    Ok(())
}

/// What transforms of one length share.
struct Plan {
    n: usize,
    /// `exp(-2 pi i k / n)`.
    roots: Vec<Complex64>,
    method: Method,
}

enum Method {
    /// The factors of the length.
    Factors(Vec<usize>),
    /// The chirp `exp(-pi i k^2 / n)`, and the transform of its conjugate as a cyclic filter of the plan's length.
    Chirp { chirp: Vec<Complex64>, filter: Vec<Complex64>, inner: Arc<Plan> },
}

/// Plans of recent lengths, latest last.
static RECENT: Mutex<Vec<Arc<Plan>>> = Mutex::new(Vec::new());
const KEPT: usize = 8;
/// The longest that are kept: a plan is larger than what it transforms.
const LONGEST_KEPT: usize = 1 << 22;

impl Plan {
    fn of(n: usize) -> Result<Arc<Plan>> {
        let recent = || RECENT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = recent().iter().find(|plan| plan.n == n) {
            return Ok(known.clone());
        }
        let plan = Arc::new(Plan::new(n)?);
        if n > LONGEST_KEPT {
            return Ok(plan);
        }
        let mut plans = recent();
        if plans.len() == KEPT {
            plans.remove(0);
        }
        plans.push(plan.clone());
        Ok(plan)
    }

    fn new(n: usize) -> Result<Plan> {
        let factors = factors(n);
        if factors.iter().all(|&f| f <= LARGEST_RADIX) {
            return Ok(Plan { n, roots: roots(n)?, method: Method::Factors(factors) });
        }
        let inner = Plan::of((2 * n - 1).next_power_of_two())?;
        let turns = roots(2 * n)?;
        let chirp = try_collect((0..n).map(|k| turns[(k as u128 * k as u128 % (2 * n) as u128) as usize]))?;
        let mut filter = try_vec(inner.n, Complex64::ZERO)?;
        for k in 0..n {
            filter[k] = chirp[k].conj();
            filter[(inner.n - k) % inner.n] = chirp[k].conj();
        }
        inner.transform(&mut filter, false)?;
        Ok(Plan { n, roots: roots(n)?, method: Method::Chirp { chirp, filter, inner } })
    }

    fn transform(&self, line: &mut [Complex64], inverse: bool) -> Result<()> {
        if inverse {
            line.iter_mut().for_each(|x| *x = x.conj());
        }
        match &self.method {
            Method::Factors(factors) => self.by_factors(line, factors)?,
            Method::Chirp { chirp, filter, inner } => by_chirp(line, chirp, filter, inner)?,
        }
        if inverse {
            let scale = 1.0 / self.n as f64;
            line.iter_mut().for_each(|x| *x = x.conj() * scale);
        }
        Ok(())
    }

    fn by_factors(&self, line: &mut [Complex64], factors: &[usize]) -> Result<()> {
        let mut other = try_vec(line.len(), Complex64::ZERO)?;
        let (mut from, mut to) = (&mut *line, &mut other[..]);
        let mut stride = 1;
        for &factor in factors {
            if self.n >= LONG {
                interrupt::check()?;
            }
            match factor {
                2 => self.pass(from, to, stride, two),
                3 => self.pass(from, to, stride, three),
                4 => self.pass(from, to, stride, four),
                5 => self.pass(from, to, stride, definition::<5>(&self.roots_of_radix())),
                7 => self.pass(from, to, stride, definition::<7>(&self.roots_of_radix())),
                _ => self.general_pass(from, to, stride, factor),
            }
            stride *= factor;
            std::mem::swap(&mut from, &mut to);
        }
        if factors.len() % 2 == 1 {
            line.copy_from_slice(&other);
        }
        Ok(())
    }

    fn roots_of_radix<const R: usize>(&self) -> [Complex64; R] {
        std::array::from_fn(|j| self.roots[j * (self.n / R)])
    }

    /// One pass of radix `R`: number `k` of a group is `width` lines on in `from`; sum `j` is `j` lines on in `to`.
    fn pass<const R: usize>(
        &self,
        from: &[Complex64],
        to: &mut [Complex64],
        stride: usize,
        sums: impl Fn([Complex64; R]) -> [Complex64; R],
    ) {
        let width = self.n / R / stride;
        for (p, to) in to.chunks_mut(R * stride).enumerate() {
            let turns: [Complex64; R] = std::array::from_fn(|j| self.roots[p * j * stride]);
            let lines: [&[Complex64]; R] = std::array::from_fn(|k| &from[(p + k * width) * stride..][..stride]);
            for q in 0..stride {
                let values = sums(lines.map(|line| line[q]));
                (0..R).for_each(|j| to[j * stride + q] = values[j] * turns[j]);
            }
        }
    }

    /// [`Plan::pass`] for any radix, by the definition of the transform.
    fn general_pass(&self, from: &[Complex64], to: &mut [Complex64], stride: usize, radix: usize) {
        let width = self.n / radix / stride;
        for (p, to) in to.chunks_mut(radix * stride).enumerate() {
            for (j, to) in to.chunks_mut(stride).enumerate() {
                to.fill(Complex64::ZERO);
                for k in 0..radix {
                    let root = self.roots[j * k % radix * (self.n / radix)] * self.roots[p * j * stride];
                    let line = &from[(p + k * width) * stride..][..stride];
                    to.iter_mut().zip(line).for_each(|(to, x)| *to += root * x);
                }
            }
        }
    }
}

fn by_chirp(line: &mut [Complex64], chirp: &[Complex64], filter: &[Complex64], inner: &Plan) -> Result<()> {
    let mut work = try_vec(inner.n, Complex64::ZERO)?;
    work.iter_mut().zip(line.iter().zip(chirp)).for_each(|(w, (x, c))| *w = x * c);
    inner.transform(&mut work, false)?;
    work.iter_mut().zip(filter).for_each(|(w, f)| *w *= f);
    inner.transform(&mut work, true)?;
    line.iter_mut().zip(work.iter().zip(chirp)).for_each(|(x, (w, c))| *x = w * c);
    Ok(())
}

/// Fours first, then the primes in ascending order.
fn factors(mut n: usize) -> Vec<usize> {
    let mut factors = Vec::new();
    while n.is_multiple_of(4) {
        factors.push(4);
        n /= 4;
    }
    let mut candidate = 2;
    while n > 1 {
        if candidate * candidate > n {
            candidate = n;
        }
        while n.is_multiple_of(candidate) {
            factors.push(candidate);
            n /= candidate;
        }
        candidate += 1;
    }
    factors
}

/// `exp(-2 pi i k / n)` for all `k`, each correct to the last place or two.
fn roots(n: usize) -> Result<Vec<Complex64>> {
    let root = |k: usize| {
        // The angle from the nearest quarter turn, which is exact: k / n = quarter / 4 + rest / (4 n).
        let quarter = (4 * k + n / 2) / n;
        let (sine, cosine) = (TAU * (4 * k as i64 - (quarter * n) as i64) as f64 / (4 * n) as f64).sin_cos();
        match quarter % 4 {
            0 => Complex64::new(cosine, -sine),
            1 => Complex64::new(-sine, -cosine),
            2 => Complex64::new(-cosine, sine),
            _ => Complex64::new(sine, cosine),
        }
    };
    try_collect((0..n).map(root))
}

#[inline(always)]
fn two([a, b]: [Complex64; 2]) -> [Complex64; 2] {
    [a + b, a - b]
}

#[inline(always)]
fn three([a, b, c]: [Complex64; 3]) -> [Complex64; 3] {
    let (sum, turned) = (b + c, quarter_turn(b - c) * (3f64.sqrt() / 2.0));
    let middle = a - sum * 0.5;
    [a + sum, middle + turned, middle - turned]
}

#[inline(always)]
fn four([a, b, c, d]: [Complex64; 4]) -> [Complex64; 4] {
    let ([p, q], [r, s]) = (two([a, c]), two([b, d]));
    let s = quarter_turn(s);
    [p + r, q + s, p - r, q - s]
}

/// The transform of a prime length as it is defined.
#[inline(always)]
fn definition<const R: usize>(roots: &[Complex64; R]) -> impl Fn([Complex64; R]) -> [Complex64; R] {
    |x| std::array::from_fn(|j| (1..R).fold(x[0], |sum, k| sum + x[k] * roots[j * k % R]))
}

/// Times `-i`.
#[inline(always)]
fn quarter_turn(x: Complex64) -> Complex64 {
    Complex64::new(x.im, -x.re)
}
