//! A random permutation: Fisher and Yates' shuffle, from the front.

use super::philox::Philox;
use crate::error::Result;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;

/// Blocks that a shuffle of `len` items reads: one word for each item but the last.
pub fn shuffle_blocks(len: usize) -> u64 {
    len.saturating_sub(1).div_ceil(4) as u64
}

/// Puts the items in random order. (Slightly biased, as TensorFlow's is: a word modulo the number of items left.)
///
/// To shuffle the rows of a matrix, shuffle their indices and gather.
///
/// Errors: what [`interrupt::check`](crate::interrupt::check) answers.
pub fn shuffle<T>(stream: Philox, items: &mut [T]) -> Result<()> {
    let mut words = stream.words();
    in_chunks(items.len().saturating_sub(1), grain::STEPS, |places| {
        for i in places {
            let left = (items.len() - i) as u32;
            items.swap(i, i + (words.word() % left) as usize);
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::{Seeds, Stream};
    use super::*;

    /// TensorFlow 2.21: `set_seed(5); shuffle(range(8), seed=3)` twice.
    #[test]
    fn known_answers_of_tensorflow() {
        let mut seeds = Seeds::default();
        seeds.set_seed(Some(5));
        for answer in [[2, 4, 1, 0, 6, 5, 7, 3], [4, 6, 5, 7, 3, 0, 2, 1]] {
            let mut items = [0, 1, 2, 3, 4, 5, 6, 7];
            let stream = Stream { op: "RandomShuffle", types: 0 };
            shuffle(seeds.set_aside(stream, Some(3), shuffle_blocks(8)), &mut items).unwrap();
            assert_eq!(items, answer);
        }
    }

    #[test]
    fn every_item_stays_once() {
        for len in [0, 1, 2, 100] {
            let mut items: Vec<usize> = (0..len).collect();
            shuffle(Philox::from_seeds(1, 1), &mut items).unwrap();
            items.sort_unstable();
            assert_eq!(items, (0..len).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_shuffle_reads_a_word_for_each_item_but_the_last() {
        assert_eq!([0, 1, 2, 5, 6].map(shuffle_blocks), [0, 0, 1, 1, 2]);
    }
}
