//! Reducing runs of contiguous elements, in TensorFlow's order: the rounding errors of its sums are then ours.
//!
//! A long line is cut in halves until what is left is short; there four vectors of 32 bytes run side by side. Invariant:
//! where a line is cut depends on its length alone, so that its parts may be reduced by any number of threads.

use super::{Fold, PACKET, share};
use crate::dtype::Element;
use crate::error::Result;
use crate::interrupt::Pace;
use crate::interrupt::grain;
use crate::kernels::math::isa::{Kernel, Target, dispatch};
use crate::kernels::parallel;
use crate::memory::{try_push, try_vec};

/// Packets of a line that is not cut.
const PACKETS: usize = 1024;

/// How many results are in a packet; of narrow types, whose results are exact in any order, as many as of `f32`.
const fn packet<T>() -> usize {
    if size_of::<T>() < 4 { 8 } else { PACKET / size_of::<T>() }
}

/// The first half of a line that is cut, if it is.
fn half<T>(length: usize) -> Option<usize> {
    let packet = const { packet::<T>() };
    (length > PACKETS * packet).then(|| length.div_ceil(2).next_multiple_of(packet))
}

/// Reduces each run of `length` elements of `x` to one of `out`, on this thread; the user may stop it in long runs.
pub fn fold_lines<S: Element, F: Fold<S>>(x: &[S], length: usize, fold: &F, out: &mut [F::Acc]) -> Result<()> {
    if half::<F::Acc>(length).is_none() {
        dispatch(&Lines { x, length, fold, at: 0 }, out);
        return Ok(());
    }
    let mut pace = Pace::new(grain::COMPUTED);
    for (at, (out, x)) in out.iter_mut().zip(x.chunks_exact(length)).enumerate() {
        *out = halves(x, fold, at, &mut pace)?;
    }
    Ok(())
}

/// A line, cut where it is long.
fn halves<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize, pace: &mut Pace) -> Result<F::Acc> {
    match half::<F::Acc>(x.len()) {
        None => {
            pace.after(x.len())?;
            Ok(short(x, fold, at))
        }
        Some(half) => {
            let (first, second) = x.split_at(half);
            Ok(F::join(halves(first, fold, at, pace)?, halves(second, fold, at, pace)?))
        }
    }
}

/// As [`fold_lines`], on several threads if there is much to do.
pub fn fold_many_lines<S: Element, F: Fold<S>>(x: &[S], length: usize, fold: &F, out: &mut [F::Acc]) -> Result<()> {
    if half::<F::Acc>(length).is_none() {
        let lines = share(x.len(), length);
        return parallel::for_each_chunk(out, lines, |at, out| {
            dispatch(&Lines { x: &x[at * length..(at + out.len()) * length], length, fold, at }, out);
        });
    }
    let mut ends = Vec::new();
    cut::<F::Acc>(0, length, &mut ends)?;
    let each = ends.len();
    let mut parts = try_vec(out.len() * each, F::EMPTY)?;
    parallel::for_each_chunk(&mut parts, share(x.len(), length / each), |start, parts| {
        for (i, result) in parts.iter_mut().enumerate() {
            let (at, part) = ((start + i) / each, (start + i) % each);
            let start = if part == 0 { 0 } else { ends[part - 1] };
            *result = short(&x[at * length..][start..ends[part]], fold, at);
        }
    })?;
    out.iter_mut()
        .zip(parts.chunks_exact(each))
        .for_each(|(out, parts)| *out = joined::<S, F>(length, &mut parts.iter()));
    Ok(())
}

/// Where the parts of a line end that begins at `start`.
fn cut<T>(start: usize, length: usize, ends: &mut Vec<usize>) -> Result<()> {
    match half::<T>(length) {
        None => try_push(ends, start + length),
        Some(half) => {
            cut::<T>(start, half, ends)?;
            cut::<T>(start + half, length - half, ends)
        }
    }
}

/// Joins the results of parts as [`cut`] has cut them.
fn joined<'a, S, F: Fold<S>>(length: usize, parts: &mut impl Iterator<Item = &'a F::Acc>) -> F::Acc {
    match half::<F::Acc>(length) {
        None => parts.next().copied().unwrap_or(F::EMPTY),
        Some(half) => {
            let first = joined::<S, F>(half, parts);
            F::join(first, joined::<S, F>(length - half, parts))
        }
    }
}

fn short<S: Element, F: Fold<S>>(x: &[S], fold: &F, at: usize) -> F::Acc {
    let mut out = [F::EMPTY];
    dispatch(&Lines { x, length: x.len(), fold, at }, &mut out[..]);
    out[0]
}

/// Lines that are not cut; the first is output number `at`.
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
    if let Some(result) = fold.run::<A>(at, x) {
        return result;
    }
    let lift = fold.of_output::<A>(at);
    // Constant sizes let LLVM keep all results in registers.
    match const { packet::<F::Acc>() } {
        8 => in_packets::<S, F, 8, 32>(x, lift),
        4 => in_packets::<S, F, 4, 16>(x, lift),
        _ => in_packets::<S, F, 2, 8>(x, lift),
    }
}

/// A line in packets of `P` elements, four of which, `Q` elements, run side by side.
#[inline(always)]
fn in_packets<S: Copy, F: Fold<S>, const P: usize, const Q: usize>(x: &[S], lift: impl Fn(S) -> F::Acc) -> F::Acc {
    let (fours, more) = x.as_chunks::<Q>();
    let (packets, rest) = more.as_chunks::<P>();
    let one_by_one = || rest.iter().fold(F::EMPTY, |sum, &v| F::join(sum, lift(v)));
    if fours.is_empty() && packets.is_empty() {
        return one_by_one();
    }
    let mut lanes = [F::EMPTY; P];
    if !fours.is_empty() {
        let mut all = [F::EMPTY; Q];
        for four in fours {
            (0..Q).for_each(|i| all[i] = F::join(all[i], lift(four[i])));
        }
        lanes = std::array::from_fn(|j| (1..4).fold(all[j], |sum, i| F::join(sum, all[i * P + j])));
    }
    for packet in packets {
        (0..P).for_each(|j| lanes[j] = F::join(lanes[j], lift(packet[j])));
    }
    // Out of LLVM's sight, which would run the loops above in vectors of two for the last of these halves.
    let result = F::across(std::hint::black_box(lanes));
    if rest.is_empty() { result } else { F::join(one_by_one(), result) }
}
