//! Reducing runs of contiguous elements.
//!
//! A line is cut into leaves, and those into blocks; results of neighbours are joined in pairs, on every level. Invariant:
//! where a line is cut depends on its length alone, so that leaves may be reduced by any number of threads.

use super::{Fold, PIECE, share};
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt::Pace;
use crate::interrupt::grain;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel;
use crate::memory::try_vec;

/// Elements that are joined one after the other, in [`LANES`] running values: at most 32 each.
const BLOCK: usize = 1024;

/// Running values: what fills a few vectors.
const LANES: usize = 32;

/// Blocks that are reduced in one go.
const BLOCKS: usize = 8;

/// Elements of a leaf.
const LEAF: usize = BLOCK * BLOCKS;

/// Reduces each run of `length` elements of `x` to one of `out`, on this thread; the user may stop it in long runs.
pub fn fold_lines<S: Element, F: Fold<S>>(x: &[S], length: usize, fold: &F, out: &mut [F::Acc]) -> Result<()> {
    if length <= LEAF {
        dispatch(&Lines { x, length, fold, at: 0 }, out);
        return Ok(());
    }
    let mut pace = Pace::new(grain::COMPUTED);
    for (at, (out, x)) in out.iter_mut().zip(x.chunks_exact(length)).enumerate() {
        *out = leaves(x, fold, at, &mut pace)?;
    }
    Ok(())
}

/// The leaves of a line, joined as [`in_pairs`] joins them: the first power of two of them with the others.
fn leaves<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, pace: &mut Pace) -> Result<F::Acc> {
    match x.len().div_ceil(LEAF) {
        0 | 1 => {
            pace.after(x.len())?;
            Ok(leaf(x, fold, at))
        }
        n => {
            let (first, second) = x.split_at(n.next_power_of_two() / 2 * LEAF);
            Ok(F::join(leaves(first, fold, at, pace)?, leaves(second, fold, at, pace)?))
        }
    }
}

/// As [`fold_lines`], on several threads if there is much to do.
pub fn fold_many_lines<S: Element, F: Fold<S>>(x: &[S], length: usize, fold: &F, out: &mut [F::Acc]) -> Result<()> {
    if length <= LEAF {
        let lines = share(x.len(), length);
        return parallel::for_each_chunk(out, lines, |at, out| {
            dispatch(&Lines { x: &x[at * length..(at + out.len()) * length], length, fold, at }, out);
        });
    }
    let each = length.div_ceil(LEAF);
    let mut leaves = try_vec(out.len() * each, F::EMPTY)?;
    parallel::for_each_chunk(&mut leaves, share(x.len(), LEAF), |start, leaves| {
        for (i, result) in leaves.iter_mut().enumerate() {
            let (at, k) = ((start + i) / each, (start + i) % each);
            *result = leaf(&x[at * length..][k * LEAF..length.min((k + 1) * LEAF)], fold, at);
        }
    })?;
    out.iter_mut().zip(leaves.chunks_exact_mut(each)).for_each(|(out, leaves)| *out = in_pairs::<S, F>(leaves));
    Ok(())
}

fn leaf<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize) -> F::Acc {
    let mut out = [F::EMPTY];
    dispatch(&Lines { x, length: x.len(), fold, at }, &mut out[..]);
    out[0]
}

/// Joins neighbours until one is left; there is at least one.
fn in_pairs<S, F: Fold<S>>(x: &mut [F::Acc]) -> F::Acc {
    let mut step = 1;
    while step < x.len() {
        for i in (0..x.len() - step).step_by(2 * step) {
            x[i] = F::join(x[i], x[i + step]);
        }
        step *= 2;
    }
    x[0]
}

/// Lines of at most [`LEAF`] elements; the first is output number `at`.
struct Lines<'a, S, F> {
    x: &'a [S],
    length: usize,
    fold: &'a F,
    at: usize,
}

impl<S: Element, F: Fold<S>> Kernel for Lines<'_, S, F> {
    type Out = [F::Acc];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [F::Acc]) {
        for (i, (o, x)) in out.iter_mut().zip(self.x.chunks_exact(self.length)).enumerate() {
            *o = line::<S, F, A>(x, self.fold, self.at + i);
        }
    }
}

#[inline(always)]
fn line<S: Copy, F: Fold<S>, A: Target>(x: &[S], fold: &F, at: usize) -> F::Acc {
    if x.len() <= 8 {
        return x.iter().fold(F::EMPTY, |sum, &v| F::join(sum, fold.lift::<A>(at, v)));
    }
    if let Some(result) = fold.run::<A>(at, x) {
        return result;
    }
    if x.len() <= BLOCK {
        return across::<S, F>(running::<S, F, A>(x, fold, at));
    }
    let mut blocks = [[F::EMPTY; LANES]; BLOCKS];
    for (block, x) in blocks.iter_mut().zip(x.chunks(BLOCK)) {
        *block = running::<S, F, A>(x, fold, at);
    }
    let mut step = 1;
    while step < BLOCKS {
        // What lies behind the last block is empty, and joining it changes nothing.
        for i in (0..BLOCKS).step_by(2 * step) {
            let other = blocks[i + step];
            join_lanes::<S, F>(&mut blocks[i], &other);
        }
        step *= 2;
    }
    across::<S, F>(blocks[0])
}

/// Reduces a block, lane by lane.
#[inline(always)]
fn running<S: Copy, F: Fold<S>, A: Target>(x: &[S], fold: &F, at: usize) -> [F::Acc; LANES] {
    let mut lanes = [F::EMPTY; LANES];
    let chunks = x.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for (lane, &v) in lanes.iter_mut().zip(chunk) {
            *lane = F::join(*lane, fold.lift::<A>(at, v));
        }
    }
    for (lane, &v) in lanes.iter_mut().zip(rest) {
        *lane = F::join(*lane, fold.lift::<A>(at, v));
    }
    lanes
}

#[inline(always)]
fn join_lanes<S, F: Fold<S>>(lanes: &mut [F::Acc; LANES], more: &[F::Acc; LANES]) {
    for (lane, &v) in lanes.iter_mut().zip(more) {
        *lane = F::join(*lane, v);
    }
}

/// Joins the lanes in pairs.
#[inline(always)]
fn across<S, F: Fold<S>>(mut lanes: [F::Acc; LANES]) -> F::Acc {
    let mut half = LANES / 2;
    while half > 0 {
        for i in 0..half {
            lanes[i] = F::join(lanes[i], lanes[i + half]);
        }
        half /= 2;
    }
    lanes[0]
}

const _: () = assert!(PIECE.is_multiple_of(LEAF));
