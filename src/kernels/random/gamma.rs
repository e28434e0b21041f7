//! Gamma numbers by the rejection method of Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
//!
//! With `d = alpha - 1/3`, `c = 1 / (3 sqrt d)` and `v = (1 + c x)^3` for a normal `x`, `d v` is accepted if
//! `ln u < x^2 / 2 + d (1 - v + ln v)`; `u < 1 - 0.0331 x^4` implies that and costs no logarithm. For `alpha < 1`,
//! a draw for `alpha + 1` is multiplied by `u^(1 / alpha)`.

use super::fill::{RESERVED_BLOCKS, Reversed};
use super::philox::Philox;
use super::uniform::unit_f64;
use super::{fill, normal};
use crate::error::Result;

/// `out[i * alphas.len() + j]` is a gamma number of shape `alphas[j]` and scale 1.
///
/// NaN for a NaN or a negative shape (where TensorFlow may answer with a meaningless number); 0 for shape 0, infinity for infinity.
/// Reserve [`RESERVED_BLOCKS`] blocks for each value.
pub fn gamma(stream: Philox, alphas: &[f64], out: &mut [f64]) -> Result<()> {
    fill::by_parameter(alphas, out, |&alpha, number| draw(alpha, stream.skipped(number * RESERVED_BLOCKS)))
}

fn draw(alpha: f64, mut stream: Philox) -> f64 {
    if alpha == 1.0 {
        let [_, _, upper, lower] = stream.block();
        return -(-unit_f64(upper, lower)).ln_1p();
    }
    if alpha.is_nan() || alpha < 0.0 {
        return f64::NAN;
    }
    let (mut normals, mut uniforms) = (Reversed::new(normal::two), Reversed::uniforms());
    let boosted = alpha < 1.0;
    let d = alpha + if boosted { 2.0 / 3.0 } else { -1.0 / 3.0 };
    let c = 1.0 / 3.0 / d.sqrt();
    loop {
        let x = normals.draw(&mut stream);
        let v = 1.0 + c * x;
        if v <= 0.0 {
            continue;
        }
        let v = v * v * v;
        let u = uniforms.draw(&mut stream);
        let squeezed = u < 1.0 - 0.0331 * (x * x) * (x * x);
        if squeezed || u.ln() < 0.5 * x * x + d * (1.0 - v + v.ln()) {
            let boost = if boosted { uniforms.draw(&mut stream).powf(1.0 / alpha) } else { 1.0 };
            return d * v * boost;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::stateless;
    use super::*;

    fn draw<const N: usize>(seed: [i64; 2], alphas: &[f64]) -> [f64; N] {
        let mut out = [-1.0; N];
        gamma(stateless(seed), alphas, &mut out).unwrap();
        out
    }

    /// TensorFlow 2.21: `stateless_gamma([2, 4], [3, 4], alphas, dtype=tf.float64)`.
    #[test]
    fn known_answers_of_tensorflow() {
        let answer = [
            5.0766588641537945e-08,
            0.07935843826832506,
            9.833815984096267,
            9996.948133336226,
            0.001984834516748183,
            0.793442999605626,
            3.2287510029917006,
            9972.064887079432,
        ];
        let values: [f64; 8] = draw([3, 4], &[0.1, 1.0, 2.5, 1e4]);
        for (x, y) in values.into_iter().zip(answer) {
            assert!((x - y).abs() < 1e-13 * y, "{x} is not {y}");
        }
    }

    #[test]
    fn the_edges_of_the_shape() {
        let [nan, negative, zero, infinite] = draw([1, 2], &[f64::NAN, -0.1, 0.0, f64::INFINITY]);
        assert!(nan.is_nan() && negative.is_nan());
        assert_eq!((zero, infinite), (0.0, f64::INFINITY));
    }

    #[test]
    fn mean_and_variance_are_the_shape() {
        for alpha in [0.3, 1.0, 4.0] {
            let mut out = vec![0.0; 100_000];
            gamma(stateless([5, 6]), &[alpha], &mut out).unwrap();
            let mean = out.iter().sum::<f64>() / out.len() as f64;
            let variance = out.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / out.len() as f64;
            assert!((mean / alpha - 1.0).abs() < 0.03, "{alpha}: {mean}");
            assert!((variance / alpha - 1.0).abs() < 0.06, "{alpha}: {variance}");
        }
    }
}
