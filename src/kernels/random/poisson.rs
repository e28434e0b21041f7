//! Poisson numbers: Knuth's products of uniforms for small rates, Hörmann's transformed rejection (PTRS, 1993) for large.

use super::fill;
use super::fill::{RESERVED_BLOCKS, Reversed};
use super::philox::Philox;
use crate::error::Result;

/// From this rate on, rejection is used.
const LARGE: f64 = 10.0;

/// `out[i * rates.len() + j]` is a Poisson number of mean `rates[j]`: a whole number.
///
/// NaN for a NaN rate (where TensorFlow never returns), 0 for a negative one, infinity for an infinite one. Reserve [`RESERVED_BLOCKS`] blocks for each value.
pub fn poisson(stream: Philox, rates: &[f64], out: &mut [f64]) -> Result<()> {
    fill::by_parameter(rates, out, |&rate, number| {
        let stream = stream.skipped(number * RESERVED_BLOCKS);
        if rate < LARGE {
            by_products(rate, stream)
        } else if rate.is_finite() {
            by_rejection(rate, stream)
        } else {
            rate
        }
    })
}

/// The number of uniforms whose product stays above `exp(-rate)`: events of a process before time 1.
fn by_products(rate: f64, mut stream: Philox) -> f64 {
    let mut uniforms = Reversed::uniforms();
    let bound = (-rate).exp();
    let (mut product, mut count) = (uniforms.draw(&mut stream), 0.0);
    while product > bound {
        product *= uniforms.draw(&mut stream);
        count += 1.0;
    }
    count
}

/// The constants are the paper's: `G(u) = (2 a / (0.5 - |u|) + b) u + rate + 0.43` is near the inverse distribution.
fn by_rejection(rate: f64, mut stream: Philox) -> f64 {
    let mut uniforms = Reversed::uniforms();
    let b = 0.931 + 2.53 * rate.sqrt();
    let a = -0.059 + 0.02483 * b;
    let inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
    loop {
        let u = uniforms.draw(&mut stream) - 0.5;
        let v = uniforms.draw(&mut stream);
        let us = 0.5 - u.abs();
        let k = ((2.0 * a / us + b) * u + rate + 0.43).floor();
        if us >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2.0) {
            return k;
        }
        if k < 0.0 || (us < 0.013 && v > us) {
            continue;
        }
        let density = -rate + k * rate.ln() - libm::lgamma(k + 1.0);
        if (v * inverse_alpha / (a / (us * us) + b)).ln() <= density {
            return k;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stateless;
    use super::*;

    /// TensorFlow 2.21: `stateless_poisson([4, 5], [3, 4], rates, dtype=tf.int64)`.
    #[test]
    fn known_answers_of_tensorflow() {
        let mut out = [-1.0; 20];
        poisson(stateless([3, 4]), &[0.0, 0.5, 9.5, 10.0, 1e5], &mut out).unwrap();
        let answer = [[0, 1, 10, 12, 99471], [0, 2, 9, 7, 99583], [0, 0, 9, 6, 99660], [0, 1, 14, 8, 99868]];
        assert_eq!(out.map(|x| x as i64), answer.concat()[..]);
    }

    #[test]
    fn odd_rates_have_an_answer() {
        let mut out = [-1.0; 4];
        poisson(stateless([3, 4]), &[f64::NAN, -5.0, f64::INFINITY, 1e306], &mut out).unwrap();
        assert!(out[0].is_nan());
        assert_eq!(out[1..3], [0.0, f64::INFINITY]);
        assert!((out[3] / 1e306 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn mean_and_variance_are_the_rate() {
        for rate in [0.7, 9.9, 10.1, 300.0] {
            let mut out = vec![0.0; 100_000];
            poisson(stateless([5, 6]), &[rate], &mut out).unwrap();
            let mean = out.iter().sum::<f64>() / out.len() as f64;
            let variance = out.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / out.len() as f64;
            assert!((mean / rate - 1.0).abs() < 0.02, "{rate}: {mean}");
            assert!((variance / rate - 1.0).abs() < 0.03, "{rate}: {variance}");
        }
    }
}
