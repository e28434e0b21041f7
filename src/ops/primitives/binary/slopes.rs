//! Derivatives of any order of special functions, as functions of that order and of the argument.
//!
//! They are not public: the function's gradient calls its row with order 1, and the row's own gradient calls it with the
//! next order. So each derivative is computed where it stands, and is the limit at 0 and at infinity, where formulas that
//! combine other functions end in `inf - inf` or `0 / 0`.

use super::{binary, scalars};
use crate::kernels::math::special::{
    Bessel, bessel_derivative, dawsn_derivative, expint_derivative, spence_derivative,
};
use crate::ops::prelude::*;

/// Order and argument.
const ORDERED: &[Param] = &[tensor("times"), tensor("x")];

// No samples: the functions' gradients of both orders are checked, and the order is no number to differentiate by.
binary! {
    /// The derivative of `bessel_i1` of order `times` at `x`, element by element.
    bessel_i1_slope: BesselI1Slope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::I, 1, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_i1_slope, n, x)),
        name: "_bessel_i1_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `bessel_i1e` of order `times` at `x`, element by element.
    bessel_i1e_slope: BesselI1eSlope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::ScaledI, 1, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_i1e_slope, n, x)),
        name: "_bessel_i1e_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `bessel_k1` of order `times` at `x`, element by element.
    bessel_k1_slope: BesselK1Slope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::K, 1, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_k1_slope, n, x)),
        name: "_bessel_k1_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `bessel_k0e` of order `times` at `x`, element by element.
    bessel_k0e_slope: BesselK0eSlope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::ScaledK, 0, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_k0e_slope, n, x)),
        name: "_bessel_k0e_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `bessel_k1e` of order `times` at `x`, element by element.
    bessel_k1e_slope: BesselK1eSlope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::ScaledK, 1, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_k1e_slope, n, x)),
        name: "_bessel_k1e_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `bessel_j1` of order `times` at `x`, element by element.
    bessel_j1_slope: BesselJ1Slope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::J, 1, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_j1_slope, n, x)),
        name: "_bessel_j1_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `bessel_y1` of order `times` at `x`, element by element.
    bessel_y1_slope: BesselY1Slope |n, x| scalars(n, x, |n, x| bessel_derivative(Bessel::Y, 1, n, x)),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(bessel_y1_slope, n, x)),
        name: "_bessel_y1_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `dawsn` of order `times` at `x`, element by element.
    dawsn_slope: DawsnSlope |n, x| scalars(n, x, dawsn_derivative),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(dawsn_slope, n, x)),
        name: "_dawsn_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `expint` of order `times` at `x`, element by element.
    expint_slope: ExpintSlope |n, x| scalars(n, x, expint_derivative),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(expint_slope, n, x)),
        name: "_expint_slope",
        params: ORDERED,
        samples: &[];

    /// The derivative of `spence` of order `times` at `x`, element by element.
    spence_slope: SpenceSlope |n, x| scalars(n, x, spence_derivative),
        da: Rule::None,
        db: Rule::AB(|g, n, x| g * next(spence_slope, n, x)),
        name: "_spence_slope",
        params: ORDERED,
        samples: &[];
}

/// The derivative of order 1 at `x`.
pub(in crate::ops) fn first(slope: fn(&Tensor, &Tensor) -> Result<Tensor>, x: &Tensor) -> Formula {
    x.map(|x| slope(&ops::like(x, 1.0)?, x))
}

/// The derivative of order `n + 1` at `x`.
fn next(slope: fn(&Tensor, &Tensor) -> Result<Tensor>, n: &Tensor, x: &Tensor) -> Formula {
    (n + 1.0).map(|n| slope(n, x))
}
