//! Binomial numbers: sums of geometric ones for small means, Hörmann's transformed rejection (BTRS, 1993) for large.

use super::fill;
use super::fill::{RESERVED_BLOCKS, Reversed};
use super::philox::Philox;
use super::uniform::RandomFloat;
use crate::error::Result;
use crate::memory::try_collect;

/// From this mean on, rejection is used.
const LARGE: f64 = 10.0;
/// Blocks between the values of the other method: ten standard deviations of what it reads.
const SPARSE_BLOCKS: u64 = 42;

/// `out[i * counts.len() + j]` is the number of successes in `counts[j]` trials of probability `probs[j]`: whole.
///
/// 0 for a negative count or probability, the count for a probability above 1, NaN if either is NaN
/// (TensorFlow never returns from a NaN count).
/// `counts` and `probs` are of one length. Reserve [`RESERVED_BLOCKS`] blocks for each value.
pub fn binomial<T: RandomFloat>(stream: Philox, counts: &[T], probs: &[T], out: &mut [f64]) -> Result<()> {
    let parameters = try_collect(counts.iter().copied().zip(probs.iter().copied()))?;
    fill::by_parameter(&parameters, out, |&(count, prob), number| {
        let (count, prob) = (count.to_f64(), prob.to_f64());
        if count.is_nan() || prob.is_nan() {
            f64::NAN
        } else if count <= 0.0 || prob <= 0.0 {
            0.0
        } else if prob >= 1.0 {
            count
        } else if prob <= 0.5 {
            successes::<T>(count, prob, stream, number)
        } else {
            count - successes::<T>(count, 1.0 - prob, stream, number)
        }
    })
}

/// For a probability in (0, 1/2]. The mean is rounded to `T` before it decides, as TensorFlow does.
fn successes<T: RandomFloat>(count: f64, prob: f64, stream: Philox, number: u64) -> f64 {
    if T::from_f64(count * prob).to_f64() >= LARGE {
        by_rejection(count, prob, stream.skipped(number * RESERVED_BLOCKS))
    } else {
        by_waiting(count, prob, stream.skipped(number * SPARSE_BLOCKS))
    }
}

/// The number of geometric waiting times that fit into `count` trials.
fn by_waiting(count: f64, prob: f64, mut stream: Philox) -> f64 {
    let mut uniforms = Reversed::uniforms();
    let (mut trials, mut successes) = (0.0, -1.0);
    while trials <= count {
        trials += (uniforms.draw(&mut stream).ln() / (-prob).ln_1p()).ceil();
        successes += 1.0;
    }
    successes
}

/// Names and constants are the paper's, but for `ln` around the acceptance ratio, which the paper leaves out.
fn by_rejection(count: f64, prob: f64, mut stream: Philox) -> f64 {
    let mut uniforms = Reversed::uniforms();
    let deviation = (count * prob * (1.0 - prob)).sqrt();
    let b = 1.15 + 2.53 * deviation;
    let a = -0.0873 + 0.0248 * b + 0.01 * prob;
    let c = count * prob + 0.5;
    let alpha = (2.83 + 5.1 / b) * deviation;
    let odds = prob / (1.0 - prob);
    let mode = ((count + 1.0) * prob).floor();
    loop {
        let u = uniforms.draw(&mut stream) - 0.5;
        let v = uniforms.draw(&mut stream);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + c).floor();
        if us >= 0.07 && v <= 0.92 - 4.2 / b {
            return k;
        }
        if k < 0.0 || k > count {
            continue;
        }
        let v = (v * alpha / (a / (us * us) + b)).ln();
        if v <= log_ratio(count, odds, mode, k) {
            return k;
        }
    }
}

/// The logarithm of the probability of `k` over that of `mode`.
fn log_ratio(count: f64, odds: f64, mode: f64, k: f64) -> f64 {
    (mode + 0.5) * ((mode + 1.0) / (odds * (count - mode + 1.0))).ln()
        + (count + 1.0) * ((count - mode + 1.0) / (count - k + 1.0)).ln()
        + (k + 0.5) * (odds * (count - k + 1.0) / (k + 1.0)).ln()
        + stirling_tail(mode)
        + stirling_tail(count - mode)
        - stirling_tail(k)
        - stirling_tail(count - k)
}

/// What Stirling's formula for `ln k!` leaves out: a table up to 9, a series beyond.
fn stirling_tail(k: f64) -> f64 {
    const TABLE: [f64; 10] = [
        0.0810614667953272,
        0.0413406959554092,
        0.0276779256849983,
        0.02079067210376509,
        0.0166446911898211,
        0.0138761288230707,
        0.0118967099458917,
        0.0104112652619720,
        0.00925546218271273,
        0.00833056343336287,
    ];
    if (0.0..=9.0).contains(&k) {
        return TABLE[k as usize];
    }
    let square = (k + 1.0) * (k + 1.0);
    (1.0 / 12.0 - (1.0 / 360.0 - 1.0 / 1260.0 / square) / square) / (k + 1.0)
}

#[cfg(test)]
mod tests {
    use super::super::stateless;
    use super::*;

    /// TensorFlow 2.21: `stateless_binomial([4, 5], [3, 4], counts, probs)` in `float32`.
    #[test]
    fn known_answers_of_tensorflow() {
        let (counts, probs) = ([10.0f32, 20.0, 1000.0, 100.0, 7.0], [0.3, 0.9, 0.01, 0.1, 0.5]);
        let mut out = [-1.0; 20];
        binomial(stateless([3, 4]), &counts, &probs, &mut out).unwrap();
        let answer = [[5, 16, 9, 12, 5], [5, 17, 13, 7, 5], [1, 17, 7, 6, 5], [2, 20, 11, 8, 4]];
        assert_eq!(out.map(|x| x as i32), answer.concat()[..]);
    }

    #[test]
    fn odd_parameters_have_an_answer() {
        let counts = [f64::NAN, 5.0, -3.0, 5.0, 5.0, 0.0, f64::INFINITY];
        let probs = [0.5, f64::NAN, 0.5, -0.1, 1.5, 0.5, 1e-320];
        let mut out = [-1.0; 7];
        binomial(stateless([3, 4]), &counts, &probs, &mut out).unwrap();
        assert!(out[0].is_nan() && out[1].is_nan());
        assert_eq!(out[2..6], [0.0, 0.0, 5.0, 0.0]);
    }

    #[test]
    fn mean_and_variance_are_right() {
        for (count, prob) in [(20.0, 0.1), (20.0, 0.95), (1000.0, 0.3), (1000.0, 0.6)] {
            let mut out = vec![0.0; 100_000];
            binomial(stateless([5, 6]), &[count], &[prob], &mut out).unwrap();
            let mean = out.iter().sum::<f64>() / out.len() as f64;
            let variance = out.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / out.len() as f64;
            assert!((mean / (count * prob) - 1.0).abs() < 0.02, "{count} {prob}: {mean}");
            let exact = count * prob * (1.0 - prob);
            assert!((variance / exact - 1.0).abs() < 0.04, "{count} {prob}: {variance}");
        }
    }
}
