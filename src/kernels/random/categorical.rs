//! Samples of categorical distributions, by inverting the cumulative distribution.

use super::philox::Philox;
use super::pieces::rows_of_piece;
use super::uniform::unit_f64;
use crate::error::Result;
use crate::interrupt;
use crate::interrupt::grain;
use crate::interrupt::in_chunks;
use crate::memory::try_vec;

/// Blocks that a stateful `categorical` sets aside.
pub fn categorical_blocks(rows: usize, samples: usize) -> u64 {
    let samples = (samples as u64).div_ceil(4).saturating_mul(4);
    (rows as u64).saturating_mul(samples).saturating_mul(2 * super::RESERVED_BLOCKS)
}

/// `out[row * samples + i]` is a class, drawn with probability proportional to `exp(logits[row * classes + class])`.
///
/// A logit that is not finite has probability 0; where all are such, or there are no classes, the answer is `classes`.
/// TensorFlow shares out large batches among its threads, and each piece of rows begins at a place of its own; these are
/// the answers of two threads.
///
/// Errors: what [`interrupt::check`] answers.
pub fn categorical(stream: Philox, logits: &[f64], classes: usize, samples: usize, out: &mut [i64]) -> Result<()> {
    if out.is_empty() {
        return Ok(());
    }
    let rows = out.len() / samples.max(1);
    let cycles = (50.0 * (samples as f64 * (classes as f64).log2() + classes as f64)).max(1.0).trunc();
    let piece = rows_of_piece(rows, cycles);
    let mut words = stream.words();
    let mut cumulative = try_vec(classes, 0.0)?;
    for (row, out) in out.chunks_mut(samples.max(1)).enumerate() {
        if row % piece == 0 {
            words = stream.skipped((row * (samples + 3) / 4) as u64).words();
        }
        let total = accumulate(&logits[row * classes..][..classes], &mut cumulative)?;
        in_chunks(out.len(), grain::STEPS, |places| {
            for class in &mut out[places] {
                let target = unit_f64(words.word(), words.word()) * total;
                *class = cumulative.partition_point(|&below| below <= target) as i64;
            }
        })?;
        interrupt::check()?;
    }
    Ok(())
}

/// Fills in the running sums of the unnormalised probabilities; returns the last.
fn accumulate(logits: &[f64], cumulative: &mut [f64]) -> Result<f64> {
    let mut largest = f64::MIN;
    in_chunks(logits.len(), grain::STEPS, |places| {
        let finite = logits[places].iter().copied().filter(|x| x.is_finite());
        largest = finite.fold(largest, f64::max);
    })?;
    let mut total = 0.0;
    in_chunks(logits.len(), grain::STEPS, |places| {
        for (&logit, sum) in logits[places.clone()].iter().zip(&mut cumulative[places]) {
            if logit.is_finite() {
                total += (logit - largest).exp();
            }
            *sum = total;
        }
    })?;
    Ok(total)
}

#[cfg(test)]
mod tests {
    use super::super::stateless;
    use super::*;

    fn draw(seed: [i64; 2], logits: &[f64], classes: usize, samples: usize) -> Vec<i64> {
        let mut out = vec![-1; logits.len() / classes * samples];
        categorical(stateless(seed), logits, classes, samples, &mut out).unwrap();
        out
    }

    /// TensorFlow 2.21: `stateless_categorical(logits, 8, [1, 2])`.
    #[test]
    fn known_answers_of_tensorflow() {
        let logits = [0.0, 1.0, 2.0, -1.0, 3.0, 0.0, 0.0, 0.0];
        let answer = [2, 3, 1, 2, 2, 2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0];
        assert_eq!(draw([1, 2], &logits, 4, 8), answer);
    }

    /// TensorFlow 2.21 for the first.
    #[test]
    fn logits_that_are_not_finite_are_never_drawn() {
        let odd = [0.0, f64::NEG_INFINITY, f64::NAN, 1.0, f64::INFINITY];
        assert_eq!(draw([1, 1], &odd, 5, 10), [3, 3, 3, 3, 0, 0, 3, 3, 3, 3]);
        assert_eq!(draw([1, 1], &[f64::NEG_INFINITY; 3], 3, 2), [3, 3]);
    }

    #[test]
    fn large_logits_do_not_overflow() {
        let shifted = draw([5, 6], &[1e300, 1e300 - 1.0], 2, 64);
        assert_eq!(shifted, draw([5, 6], &[0.0, 0.0], 2, 64));
        assert!(draw([1, 2], &[0.0], 1, 0).is_empty());
    }

    #[test]
    fn frequencies_are_the_probabilities() {
        let samples = 100_000;
        let drawn = draw([3, 4], &[1.0f64.ln(), 3.0f64.ln()], 2, samples);
        let ones = drawn.iter().sum::<i64>() as f64 / samples as f64;
        assert!((ones - 0.75).abs() < 5.0 * (0.75f64 * 0.25 / samples as f64).sqrt(), "{ones}");
    }
}
