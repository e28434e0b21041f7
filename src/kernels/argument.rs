//! [`locate`]: where the largest or the smallest element of each line stands.
//!
//! Elements are compared by an integer that orders them ([`Ranked`]): the best of a long run is found first, by a loop
//! that the compiler may vectorise as it likes, and then looked for. Of elements that tie, the first is the one; NaN is
//! passed over, unless there is nothing else. Invariant: the answer does not depend on the number of threads.

use super::math::isa::{Kernel, Target, dispatch};
use super::parallel;
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt;
use crate::kernels::parallel::Grain;
use crate::memory::try_vec;

/// An element type with an order.
pub trait Ranked: Element {
    /// What stands for an element in comparisons.
    type Rank: Ord + Copy + Send + Sync;
    /// No rank is less.
    const LEAST: Self::Rank;
    /// Greater for greater elements if `MAX`, else for smaller ones; the same for both zeros, and less for NaN than for
    /// any number. `#[inline(always)]`.
    fn rank<const MAX: bool>(self) -> Self::Rank;
}

macro_rules! ranked {
    ($($t:ty as $rank:ty: |$x:ident| $up:expr, $nan:expr;)*) => {$(
        impl Ranked for $t {
            type Rank = $rank;
            const LEAST: $rank = <$rank>::MIN;
            #[inline(always)]
            fn rank<const MAX: bool>(self) -> $rank {
                let $x = self;
                let up: $rank = $up;
                let rank = if MAX { up } else { !up };
                // One more than the least: LLVM would skip what cannot be greater than any, by a branch.
                if $nan { Self::LEAST + 1 } else { rank }
            }
        }
    )*};
}
// The bits of positive floats are in order as integers, those of negative ones in reverse. Adding 0 makes -0 positive.
ranked! {
    f32 as i32: |x| { let b = (x + 0.0).to_bits() as i32; b ^ ((b >> 31) as u32 >> 1) as i32 }, x.is_nan();
    f64 as i64: |x| { let b = (x + 0.0).to_bits() as i64; b ^ ((b >> 63) as u64 >> 1) as i64 }, x.is_nan();
    i32 as i32: |x| x, false;
    i64 as i64: |x| x, false;
    u64 as i64: |x| (x ^ 1 << 63) as i64, false;
}

/// Elements of a line from which it is cut into parts, and of a part.
const PART: usize = 1 << 13;

/// The index of the best element (the greatest if `MAX`) along the middle axis of an array `[planes, length, inner]`;
/// `length` and `inner` are not 0.
pub fn locate<T: Ranked, const MAX: bool>(x: &[T], length: usize, inner: usize, out: &mut [i64]) -> Result<()> {
    let plane = length * inner;
    if inner > 1 && plane > Grain::ELEMENTS.chunk {
        let planes = x.chunks_exact(plane).zip(out.chunks_exact_mut(inner));
        return planes.into_iter().try_for_each(|(x, out)| {
            let few = Grain::ELEMENTS.lines(plane, length).max(64);
            parallel::for_each_chunk(out, few, |from, out| columns::<T, MAX>(&x[from..], inner, out))
        });
    }
    if inner == 1 && length > PART {
        return x.chunks_exact(length).zip(out).try_for_each(|(x, out)| {
            long::<T, MAX>(x, out)?;
            interrupt::check()
        });
    }
    parallel::for_each_chunk(out, Grain::ELEMENTS.lines(x.len(), plane) * inner, |at, out| {
        let x = &x[at * length..][..out.len() * length];
        if inner == 1 {
            dispatch(&Lines::<T, MAX> { x, length }, out);
            return Ok(());
        }
        let mut planes = x.chunks_exact(plane).zip(out.chunks_exact_mut(inner));
        planes.try_for_each(|(x, out)| columns::<T, MAX>(x, inner, out))
    })
}

/// One long line.
fn long<T: Ranked, const MAX: bool>(x: &[T], out: &mut i64) -> Result<()> {
    let mut best = try_vec(x.len().div_ceil(PART), T::LEAST)?;
    parallel::for_each_chunk(&mut best, Grain::ELEMENTS.lines(x.len(), PART), |at, best| {
        let parts = x[at * PART..].chunks(PART);
        best.iter_mut().zip(parts).for_each(|(best, x)| dispatch(&Best::<T, MAX>(x), best));
    })?;
    // The last of equal ones is what `max` would give.
    let first = (1..best.len()).fold(0, |first, i| if best[i] > best[first] { i } else { first });
    let start = first * PART;
    let mut at = 0;
    dispatch(&First::<T, MAX> { x: &x[start..x.len().min(start + PART)], rank: best[first] }, &mut at);
    *out = (start + at) as i64;
    Ok(())
}

/// The first columns of a matrix with `inner` of them.
fn columns<T: Ranked, const MAX: bool>(x: &[T], inner: usize, out: &mut [i64]) -> Result<()> {
    let mut best = try_vec(out.len(), T::LEAST)?;
    out.fill(0);
    let rows = (Grain::ELEMENTS.chunk / out.len().max(1)).max(1);
    for (i, x) in x.chunks(rows * inner).enumerate() {
        if i > 0 {
            interrupt::check()?;
        }
        dispatch(&Columns::<T, MAX> { x, inner, first: i * rows }, &mut (&mut best[..], &mut *out));
    }
    Ok(())
}

/// The greatest rank of a run.
struct Best<'a, T, const MAX: bool>(&'a [T]);

impl<T: Ranked, const MAX: bool> Kernel for Best<'_, T, MAX> {
    type Out = T::Rank;
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut T::Rank) {
        *out = self.0.iter().fold(T::LEAST, |best, x| best.max(x.rank::<MAX>()));
    }
}

/// Where in a run an element of this rank stands first; there is one.
struct First<'a, T: Ranked, const MAX: bool> {
    x: &'a [T],
    rank: T::Rank,
}

impl<T: Ranked, const MAX: bool> Kernel for First<'_, T, MAX> {
    type Out = usize;
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut usize) {
        let here = |x: &T| x.rank::<MAX>() == self.rank;
        // No early exit from a chunk: that loop is to be vectorised.
        let among = |chunk: &[T]| chunk.iter().fold(false, |found, x| found | here(x));
        let start = self.x.chunks(CHUNK).take_while(|chunk| !among(chunk)).count() * CHUNK;
        *out = start + self.x[start.min(self.x.len())..].iter().position(here).unwrap_or(0);
    }
}

/// Elements that are searched in one go.
const CHUNK: usize = 128;

/// Lines one after another.
struct Lines<'a, T, const MAX: bool> {
    x: &'a [T],
    length: usize,
}

impl<T: Ranked, const MAX: bool> Kernel for Lines<'_, T, MAX> {
    type Out = [i64];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [i64]) {
        for (x, out) in self.x.chunks_exact(self.length).zip(out) {
            let (mut rank, mut at) = (T::LEAST, 0);
            Best::<T, MAX>(x).run::<A>(&mut rank);
            First::<T, MAX> { x, rank }.run::<A>(&mut at);
            *out = at as i64;
        }
    }
}

/// Rows that are compared with the best so far, each `inner` after the other; writes that and its row for each column.
struct Columns<'a, T, const MAX: bool> {
    x: &'a [T],
    inner: usize,
    /// The number of the first row.
    first: usize,
}

impl<'a, T: Ranked, const MAX: bool> Kernel for Columns<'a, T, MAX> {
    type Out = (&'a mut [T::Rank], &'a mut [i64]);
    #[inline(always)]
    fn run<A: Target>(&self, (best, at): &mut Self::Out) {
        for (i, row) in (self.first..).zip(self.x.chunks(self.inner)) {
            for ((best, at), x) in best.iter_mut().zip(at.iter_mut()).zip(row) {
                let rank = x.rank::<MAX>();
                let better = rank > *best;
                *best = if better { rank } else { *best };
                *at = if better { i as i64 } else { *at };
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `locate` must give, element by element.
    fn plainly<T: Ranked + PartialOrd, const MAX: bool>(x: &[T], length: usize, inner: usize) -> Vec<i64> {
        let nan = |v: T| v.partial_cmp(&v).is_none();
        let better = |a: T, b: T| (if MAX { a > b } else { a < b }) || nan(b) && !nan(a);
        let one = |plane: &[T], j: usize| {
            (1..length).fold(0, |best, i| if better(plane[i * inner + j], plane[best * inner + j]) { i } else { best })
        };
        x.chunks_exact(length * inner).flat_map(|plane| (0..inner).map(move |j| one(plane, j) as i64)).collect()
    }

    fn check<T: Ranked + PartialOrd>(value: impl Fn(usize) -> T) {
        let shapes = [
            [1usize, 1, 1],
            [3, 7, 1],
            [2, 127, 1],
            [2, 129, 5],
            [4, 1000, 1],
            [1, PART + 1, 1],
            [2, 3 * PART + 5, 1],
            [1, 900, 200],
            [200, 30, 30],
            [1, 2, 70_000],
            [1, 70_000, 3],
        ];
        for [planes, length, inner] in shapes {
            let x: Vec<T> = (0..planes * length * inner).map(&value).collect();
            let mut out = [vec![9; planes * inner], vec![9; planes * inner]];
            parallel::with_threads(3, || {
                locate::<T, true>(&x, length, inner, &mut out[0]).unwrap();
                locate::<T, false>(&x, length, inner, &mut out[1]).unwrap();
            });
            let expected = [plainly::<T, true>(&x, length, inner), plainly::<T, false>(&x, length, inner)];
            assert_eq!(out, expected, "{} {planes} {length} {inner}", T::DTYPE);
        }
    }

    #[test]
    fn the_first_of_the_best_is_found_and_nan_is_passed_over() {
        let mixed = |i: usize| (i.wrapping_mul(2_654_435_761) >> 7) % 1009;
        check(|i| mixed(i) as i32 - 500);
        check(|i| mixed(i) as i64 * 1_000_000_007);
        check(|i| if mixed(i) == 5 { u64::MAX - i as u64 } else { mixed(i) as u64 });
        check(|i| mixed(i) as f64 - 500.0);
        check(|i| if mixed(i) < 400 { f32::NAN } else { mixed(i) as f32 - 700.0 });
        check(|i| [0.0f32, -0.0, 0.0][i % 3]);
        check(|_| f32::NAN);
        check(|i| [f64::NAN, f64::NEG_INFINITY, f64::INFINITY, -f64::NAN][mixed(i) % 4]);
        check(|i| [f32::NAN, f32::NEG_INFINITY][usize::from(i % 50 > 45)]);
        check(|i| [-f32::NAN, f32::INFINITY][usize::from(i % 50 > 45)]);
        check(|_| i32::MIN);
    }
}
