//! The bit generator: Philox4x32-10 of Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (SC11).
//!
//! A block of four words is a keyed hash of a 128-bit counter, so that skipping ahead costs nothing and
//! any part of a stream can be made by any thread. Invariant: the `i`-th block of a stream depends on
//! the stream's start and on `i` alone.

/// Multipliers of the two word pairs.
const MULTIPLIER: [u32; 2] = [0xD251_1F53, 0xCD9E_8D57];
/// What the key grows by each round: the golden ratio and the square root of three, less one.
const WEYL: [u32; 2] = [0x9E37_79B9, 0xBB67_AE85];
const ROUNDS: usize = 10;

/// A place in a stream of 128-bit random blocks. Copying it forks the stream.
///
/// ```ignore
/// let start = Philox::from_seeds(87654321, 1);
/// let mut ahead = start.skipped(3);
/// let block: [u32; 4] = ahead.block();
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Philox {
    counter: u128,
    key: [u32; 2],
}

impl Philox {
    /// The stream of a stateful operation: the first seed is the key, the second the counter's upper half.
    pub fn from_seeds(seed: u64, seed2: u64) -> Self {
        Self::new(seed, u128::from(seed2) << 64)
    }

    /// The stream with this 64-bit key that starts at this counter (lowest word first).
    pub fn new(key: u64, counter: u128) -> Self {
        Self { counter, key: [key as u32, (key >> 32) as u32] }
    }

    /// The two words of the counter, the low one first, and the key.
    pub fn state(self) -> [u64; 3] {
        [self.counter as u64, (self.counter >> 64) as u64, u64::from(self.key[1]) << 32 | u64::from(self.key[0])]
    }

    /// The same stream, `blocks` blocks further on.
    pub fn skipped(self, blocks: u64) -> Self {
        Self { counter: self.counter.wrapping_add(u128::from(blocks)), ..self }
    }

    /// The next four words.
    pub fn block(&mut self) -> [u32; 4] {
        let words = words_of(self.counter);
        self.counter = self.counter.wrapping_add(1);
        hash(words, self.key)
    }

    /// The stream's words one by one.
    pub fn words(self) -> Words {
        Words { stream: self, block: [0; 4], used: 4 }
    }
}

/// A stream read word by word; the blocks are made as they are needed.
pub struct Words {
    stream: Philox,
    block: [u32; 4],
    used: usize,
}

impl Words {
    /// The next word.
    pub fn word(&mut self) -> u32 {
        if self.used == 4 {
            self.block = self.stream.block();
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }
}

fn words_of(counter: u128) -> [u32; 4] {
    [0, 32, 64, 96].map(|shift| (counter >> shift) as u32)
}

#[inline(always)]
fn hash(mut counter: [u32; 4], mut key: [u32; 2]) -> [u32; 4] {
    for round in 0..ROUNDS {
        if round > 0 {
            key = [key[0].wrapping_add(WEYL[0]), key[1].wrapping_add(WEYL[1])];
        }
        let p0 = u64::from(MULTIPLIER[0]) * u64::from(counter[0]);
        let p1 = u64::from(MULTIPLIER[1]) * u64::from(counter[2]);
        let high = [(p0 >> 32) as u32, (p1 >> 32) as u32];
        counter = [high[1] ^ counter[1] ^ key[0], p1 as u32, high[0] ^ counter[3] ^ key[1], p0 as u32];
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The three vectors that Random123 publishes for philox4x32-10 (`kat_vectors`).
    #[test]
    fn known_answers_of_random123() {
        let ones = u32::MAX;
        let pi = [0x243f_6a88, 0x85a3_08d3, 0x1319_8a2e, 0x0370_7344];
        let cases = [
            ([0; 4], [0; 2], [0x6627_e8d5, 0xe169_c58d, 0xbc57_ac4c, 0x9b00_dbd8]),
            ([ones; 4], [ones; 2], [0x408f_276d, 0x41c8_3b0e, 0xa20b_c7c6, 0x6d54_51fd]),
            (pi, [0xa409_3822, 0x299f_31d0], [0xd16c_fe09, 0x94fd_cceb, 0x5001_e420, 0x2412_6ea1]),
        ];
        for (counter, key, answer) in cases {
            assert_eq!(hash(counter, key), answer);
        }
    }

    #[test]
    fn skipping_is_reading_and_throwing_away() {
        let start = Philox::new(7, u128::MAX - 2); // the counter wraps around on the way
        let mut read = start;
        for skip in 0..6 {
            assert_eq!(read, start.skipped(skip));
            assert_eq!(read.block(), start.skipped(skip).block());
        }
    }

    #[test]
    fn the_counter_carries_into_every_word() {
        let mut stream = Philox::new(0, u128::from(u64::MAX));
        stream.block();
        assert_eq!(words_of(stream.counter), [0, 0, 1, 0]);
    }

    #[test]
    fn words_are_the_blocks_in_order() {
        let mut blocks = Philox::from_seeds(1, 2);
        let mut words = blocks.words();
        for _ in 0..3 {
            for word in blocks.block() {
                assert_eq!(words.word(), word);
            }
        }
    }
}
