//! The loops that fill a slice from a stream, in parallel where that pays.
//!
//! Errors are those of [`parallel::for_each`]. Invariant: group `i` of a result reads from a place that is a function of `i`, so any split of the work gives the
//! same numbers.

use super::philox::{Philox, Words};
use super::uniform;
use crate::error::Result;
use crate::kernels::parallel;
use crate::kernels::parallel::Grain;

/// Blocks that a stateful operation sets aside for each element, whether it needs them or not.
pub const RESERVED_BLOCKS: u64 = 256;

/// One block of bits makes one group of `N` values.
pub(super) fn by_block<T: Send, const N: usize>(
    stream: Philox,
    out: &mut [T],
    group: impl Fn([u32; 4]) -> [T; N] + Sync,
) -> Result<()> {
    in_tasks(out, |start, part| {
        let mut stream = stream.skipped((start / N) as u64);
        for slots in part.chunks_mut(N) {
            slots.iter_mut().zip(group(stream.block())).for_each(|(slot, value)| *slot = value);
        }
    })
}

/// A group of `N` values reads as many words as it needs, from a place of its own.
pub(super) fn by_words<T: Send, const N: usize>(
    stream: Philox,
    out: &mut [T],
    group: impl Fn(&mut Words) -> [T; N] + Sync,
) -> Result<()> {
    let blocks_per_group = N as u64 * RESERVED_BLOCKS / 4;
    in_tasks(out, |start, part| {
        for (i, slots) in part.chunks_mut(N).enumerate() {
            let place = stream.skipped((start / N + i) as u64 * blocks_per_group);
            let values = group(&mut place.words());
            slots.iter_mut().zip(values).for_each(|(slot, value)| *slot = value);
        }
    })
}

/// Values are numbered parameter by parameter, but lie sample by sample: `out[sample * parameters + parameter]`.
/// `sample` is told the parameter and the value's number, which decides where its own part of the stream begins.
pub(super) fn by_parameter<T: Send, P: Sync>(
    parameters: &[P],
    out: &mut [T],
    sample: impl Fn(&P, u64) -> T + Sync,
) -> Result<()> {
    let samples = out.len() / parameters.len().max(1);
    in_tasks(out, |start, part| {
        for (i, slot) in part.iter_mut().enumerate() {
            let (row, column) = ((start + i) / parameters.len(), (start + i) % parameters.len());
            *slot = sample(&parameters[column], (column * samples + row) as u64);
        }
    })
}

/// Values of a stream one by one, two from each block and the second of them first, as TensorFlow's samplers by
/// rejection take them. Several readers may share a stream: each takes a block when it has none left.
pub(super) struct Reversed<F> {
    pair: F,
    left: Option<f64>,
}

impl<F: Fn([u32; 4]) -> [f64; 2]> Reversed<F> {
    pub(super) fn new(pair: F) -> Self {
        Self { pair, left: None }
    }

    pub(super) fn draw(&mut self, stream: &mut Philox) -> f64 {
        self.left.take().unwrap_or_else(|| {
            let [first, second] = (self.pair)(stream.block());
            self.left = Some(first);
            second
        })
    }
}

impl Reversed<fn([u32; 4]) -> [f64; 2]> {
    pub(super) fn uniforms() -> Self {
        Self::new(uniform::two)
    }
}

fn in_tasks<T: Send>(out: &mut [T], task: impl Fn(usize, &mut [T]) + Sync) -> Result<()> {
    // A chunk is a multiple of every group size.
    parallel::for_each_chunk(out, Grain::SLOW.size(out.len()), task)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_do_not_show_in_the_result() {
        let stream = Philox::from_seeds(1, 2);
        let mut all = vec![0; 3 * Grain::SLOW.chunk + Grain::SLOW.shared + 5];
        by_block(stream, &mut all, |words| words).unwrap();
        let mut in_order = stream.words();
        assert!(all.iter().all(|&word| word == in_order.word()));

        by_words(stream, &mut all, |words| [words.word(), words.word()]).unwrap();
        for (i, pair) in all.chunks(2).enumerate() {
            let mut words = stream.skipped(i as u64 * 128).words();
            assert!(pair.iter().all(|&word| word == words.word()));
        }
    }

    #[test]
    fn parameters_vary_fastest_in_memory_and_slowest_in_the_stream() {
        let mut out = [(' ', 0); 6];
        by_parameter(&['a', 'b', 'c'], &mut out, |&p, number| (p, number)).unwrap();
        assert_eq!(out, [('a', 0), ('b', 2), ('c', 4), ('a', 1), ('b', 3), ('c', 5)]);
        by_parameter(&[] as &[char], &mut [], |&p, number| (p, number)).unwrap();
    }
}
