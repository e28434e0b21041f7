//! Streams of the stateless operations: a pair of seeds, scrambled, is key and counter.

use super::philox::Philox;
use super::uniform::{RandomInt, uniform_full};
use crate::error::Result;

/// The key under which seeds are scrambled.
const SCRAMBLE: u64 = 0x0246_1e29_3ec8_f720;

/// The stream of a stateless operation with this seed (an `int32` seed is sign-extended).
///
/// All bits of both seeds count alike: seeds may be 0, 1, 2, ...
pub fn stateless(seed: [i64; 2]) -> Philox {
    let [low, high] = seed.map(|s| u128::from(s as u64));
    let [a, b, c, d] = Philox::new(SCRAMBLE, high << 64 | low).block();
    let key = u64::from(b) << 32 | u64::from(a);
    Philox::new(key, u128::from(d) << 96 | u128::from(c) << 64)
}

/// `tf.random.split`: `out` is `num` seeds of two words each, row by row, in the seed's own type.
pub fn split<T: RandomInt>(seed: [i64; 2], out: &mut [T]) -> Result<()> {
    uniform_full(stateless(seed), out)
}

/// `tf.random.fold_in`: a seed that depends on `seed` and on `data`, in the type of `data`.
pub fn fold_in<T: RandomInt + Default>(seed: [i64; 2], data: T) -> Result<[T; 2]> {
    let mut first = [T::default()];
    uniform_full(stateless(seed), &mut first)?;
    Ok([first[0], data])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// TensorFlow 2.21: `tf.random.split([1, 2], 3)`.
    #[test]
    fn known_split_of_tensorflow() {
        let mut seeds = [0i32; 6];
        split([1, 2], &mut seeds).unwrap();
        let answer = [1_105_988_140, 1_738_052_849, -335_576_002, 370_444_179, 10_670_227, -246_211_131];
        assert_eq!(seeds, answer);
    }

    /// TensorFlow 2.21: `tf.random.fold_in([1, 2], 7)` in `int32` and `int64`.
    #[test]
    fn known_fold_in_of_tensorflow() {
        assert_eq!(fold_in([1, 2], 7i32).unwrap(), [1_105_988_140, 7]);
        assert_eq!(fold_in([1, 2], 7i64).unwrap(), [7_464_880_146_280_614_444, 7]);
    }

    /// TensorFlow 2.21: `stateless_uniform([3], [-1, -2], None, None, dtype=tf.int32)`.
    #[test]
    fn negative_seeds_are_sign_extended() {
        let mut words = [0i32; 3];
        uniform_full(stateless([-1, -2]), &mut words).unwrap();
        assert_eq!(words, [-830_952_997, 407_025_997, -849_358_825]);
    }
}
