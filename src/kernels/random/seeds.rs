//! Which stream a stateful operation reads: the global seed, the operation's own seed, and what was read before.
//!
//! TensorFlow's rules, in eager mode. A global seed `g` (`set_seed`) and an operation's seed `s` together name a
//! stream. Without `s`, `s` is the next number of `random.Random(g)`, so that each call has a stream of its own;
//! without `g`, `g` is 87654321; without both, the stream is taken from the system's randomness. Calls that name the
//! same stream for the same operation and type read on where the last one stopped; `set_seed` starts all over.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};

use super::mersenne::Mersenne;
use super::philox::Philox;

/// The global seed where only the operation has one.
pub(super) const DEFAULT_GLOBAL_SEED: i128 = 87_654_321;
/// Seeds are taken modulo this.
const MODULUS: i128 = (1 << 31) - 1;

/// What tells the streams of one pair of seeds apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// TensorFlow's name of the operation's type: `RandomUniform`.
    pub op: &'static str,
    /// A number for the operation's type attributes (the dtype, and that of the shape argument).
    pub types: u32,
}

/// The state behind `tf.random.set_seed` and the stateful operations.
///
/// ```ignore
/// let mut seeds = Seeds::default();
/// seeds.set_seed(Some(5));
/// let stream = Stream { op: "RandomUniform", types: 0 };
/// let mut out = [0.0f32; 3];
/// let place = seeds.set_aside(stream, None, out.len() as u64 * RESERVED_BLOCKS);
/// uniform(place, &mut out); // tf.random.set_seed(5); tf.random.uniform([3])
/// ```
#[derive(Clone, Default)]
pub struct Seeds {
    global: Option<Global>,
    /// Where streams with an explicit operation seed go on. The others are named once and never again.
    places: HashMap<(Stream, i128), Philox>,
    /// How often streams began again.
    era: u64,
}

#[derive(Clone)]
struct Global {
    seed: i128,
    operations: Mersenne,
    /// Whether a program has named it, so that it goes with the seeds of operations.
    named: bool,
}

impl Seeds {
    /// `tf.random.set_seed`; `None` goes back to having no global seed.
    pub fn set_seed(&mut self, seed: Option<i128>) {
        self.global = seed.map(|seed| Global { seed, operations: Mersenne::new(seed), named: true });
        self.places.clear();
        self.era += 1;
    }

    /// A seed for operations without one, which processes have in common that were given none by their program.
    pub fn set_common_seed(&mut self, seed: i128) {
        self.set_seed(Some(seed));
        self.global.iter_mut().for_each(|global| global.named = false);
    }

    /// Lets streams that were named begin again, those of functions too (`era`); the others go on.
    #[cfg(feature = "python")]
    pub fn restart(&mut self) {
        self.places.clear();
        self.era += 1;
    }

    /// What goes with the seeds of operations.
    fn beside_seeds(&self) -> i128 {
        self.global.as_ref().filter(|global| global.named).map_or(DEFAULT_GLOBAL_SEED, |global| global.seed)
    }

    /// A number that `set_seed` and `restart` change.
    pub fn era(&self) -> u64 {
        self.era
    }

    /// The global seed, if there is one.
    pub fn global_seed(&self) -> Option<i128> {
        self.global.as_ref().map(|global| global.seed)
    }

    /// Sets aside the next `blocks` blocks of the stream of this operation and says where they begin.
    pub fn set_aside(&mut self, stream: Stream, seed: Option<i128>, blocks: u64) -> Philox {
        let Some(explicit) = seed else {
            return self.fresh();
        };
        let start = seeded(self.beside_seeds(), explicit);
        let place = self.places.entry((stream, explicit.rem_euclid(MODULUS))).or_insert(start);
        std::mem::replace(place, place.skipped(blocks))
    }

    /// A stream for one call without a seed of its own.
    fn fresh(&mut self) -> Philox {
        let (global, operation) = self.pair(None);
        Philox::from_seeds(global, operation)
    }

    /// The two seeds that an operation has which keeps its state itself, as a dataset does.
    pub fn pair(&mut self, seed: Option<i128>) -> (u64, u64) {
        match (&mut self.global, seed) {
            (_, Some(seed)) => avoided(self.beside_seeds(), seed),
            (Some(global), None) => avoided(global.seed, i128::from(global.operations.randint31())),
            (None, None) => (entropy(), entropy()),
        }
    }
}

/// The stream of a global seed and one of an operation.
pub(super) fn seeded(global: i128, operation: i128) -> Philox {
    let (global, operation) = avoided(global, operation);
    Philox::from_seeds(global, operation)
}

/// Seeds (0, 0) would mean "at random" to TensorFlow, which avoids them.
pub(super) fn avoided(global: i128, operation: i128) -> (u64, u64) {
    match (global.rem_euclid(MODULUS), operation.rem_euclid(MODULUS)) {
        (0, 0) => (0, MODULUS as u64),
        (global, operation) => (global as u64, operation as u64),
    }
}

/// The standard library seeds its hash maps from the system's randomness: 64 bits of that.
pub(super) fn entropy() -> u64 {
    RandomState::new().hash_one(0)
}

#[cfg(test)]
mod tests {
    use super::super::{RESERVED_BLOCKS, uniform, uniform_int};
    use super::*;

    const UNIFORM: Stream = Stream { op: "RandomUniform", types: 0 };
    const INTEGER: Stream = Stream { op: "RandomUniformInt", types: 0 };

    fn with_global(seed: i128) -> Seeds {
        let mut seeds = Seeds::default();
        seeds.set_seed(Some(seed));
        seeds
    }

    fn draw<const N: usize>(seeds: &mut Seeds, seed: Option<i128>) -> [u32; N] {
        let mut out = [0.0f32; N];
        uniform(seeds.set_aside(UNIFORM, seed, N as u64 * RESERVED_BLOCKS), &mut out).unwrap();
        out.map(f32::to_bits)
    }

    fn draw_below_3(seeds: &mut Seeds, seed: i128) -> i32 {
        let mut out = [0];
        uniform_int(seeds.set_aside(INTEGER, Some(seed), RESERVED_BLOCKS), 0, 3, &mut out).unwrap().unwrap();
        out[0]
    }

    /// TensorFlow 2.21: `set_seed(5); uniform([5]); uniform([2])`.
    #[test]
    fn each_call_without_a_seed_has_the_next_stream() {
        let mut seeds = with_global(5);
        let first = [0x3f20_5b4c, 0x3f07_a3ce, 0x3f42_2a40, 0x3f02_2c4c, 0x3eb0_34ec];
        assert_eq!(draw(&mut seeds, None), first);
        assert_eq!(draw(&mut seeds, None), [0x3f33_a31a, 0x3d31_a280]);
        assert_eq!(draw(&mut with_global(5), None), first);
        assert!(seeds.places.is_empty(), "nothing is kept for a stream that cannot be named again");
    }

    /// TensorFlow 2.21: `set_seed(5)`, then six times `uniform([], maxval=3, dtype=tf.int32, seed=10)`.
    #[test]
    fn calls_with_one_seed_read_on() {
        let mut seeds = with_global(5);
        assert_eq!([(); 6].map(|()| draw_below_3(&mut seeds, 10)), [2, 0, 1, 1, 1, 1]);
        seeds.set_seed(Some(5));
        assert_eq!(draw_below_3(&mut seeds, 10), 2);
    }

    /// TensorFlow 2.21: `uniform([2], seed=7)` twice in a fresh process, then the first with another spelling.
    #[test]
    fn the_global_seed_has_a_default() {
        let mut seeds = Seeds::default();
        assert_eq!(draw(&mut seeds, Some(7)), [1_056_425_756, 1_057_068_678]);
        assert_eq!(draw(&mut seeds, Some(7)), [1_049_086_084, 1_059_160_822]);
        assert_eq!(draw(&mut with_global(87_654_321), Some(7)), [1_056_425_756, 1_057_068_678]);
        assert_eq!(draw(&mut with_global(87_654_321), Some(7 + MODULUS)), [1_056_425_756, 1_057_068_678]);
    }

    /// TensorFlow 2.21: `set_seed(0); uniform([2], seed=0)`.
    #[test]
    fn two_zeros_are_a_seed_too() {
        let answer = [0x3ca1_d980, 0x3be6_c200];
        assert_eq!(draw(&mut with_global(0), Some(0)), answer);
        assert_eq!(draw(&mut with_global(-2 * MODULUS), Some(MODULUS)), answer);
    }

    #[test]
    fn without_any_seed_no_two_streams_are_alike() {
        let mut seeds = Seeds::default();
        let draws: [[u32; 4]; 2] = [draw(&mut seeds, None), draw(&mut seeds, None)];
        assert_ne!(draws[0], draws[1]);
        seeds.set_seed(Some(1));
        seeds.set_seed(None);
        assert_eq!(seeds.global_seed(), None);
    }

    #[test]
    fn operations_and_types_have_places_of_their_own() {
        let mut seeds = with_global(1);
        let other = Stream { types: 1, ..UNIFORM };
        let place = seeds.set_aside(UNIFORM, Some(2), 10);
        assert_eq!(seeds.set_aside(other, Some(2), 10), place);
        assert_eq!(seeds.set_aside(INTEGER, Some(2), 10), place);
        assert_eq!(seeds.set_aside(UNIFORM, Some(2), 1), place.skipped(10));
        assert_eq!(seeds.set_aside(UNIFORM, Some(2), 1), place.skipped(11));
    }
}
