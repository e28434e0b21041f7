//! Special functions of mathematical physics and statistics, one `f64` at a time; `f32` goes through
//! `f64`, those in [`lanes`] by formulas that vectorise.
//!
//! They are accurate to about 1e-13 of the result (near a root other than 0: of the largest term), and total: outside of
//! the domain the answer is NaN, at a pole what the function's comment says, and every loop ends.

mod bessel;
mod bessel_derivative;
mod dawson;
mod dilogarithm;
mod exponential_integral;
mod fresnel;
mod gamma;
mod incomplete_beta;
mod incomplete_gamma;
mod inverse_error;
pub mod lanes;
mod temme;
mod zeta;

pub use bessel::{
    bessel_i0, bessel_i0e, bessel_i1, bessel_i1e, bessel_j0, bessel_j1, bessel_k0, bessel_k0e, bessel_k1, bessel_k1e,
    bessel_y0, bessel_y1,
};
pub use bessel_derivative::{Bessel, bessel_derivative};
pub use dawson::{dawsn, dawsn_derivative};
pub use dilogarithm::{spence, spence_derivative};
pub use exponential_integral::{expint, expint_derivative};
pub use fresnel::{fresnel_cos, fresnel_sin};
pub use gamma::{digamma, lgamma};
pub use incomplete_beta::betainc;
pub use incomplete_gamma::{igamma, igamma_grad_a, igammac};
pub use inverse_error::{erfcinv, erfinv, ndtri};
pub use zeta::{polygamma, zeta};

#[cfg(test)]
mod tests;
