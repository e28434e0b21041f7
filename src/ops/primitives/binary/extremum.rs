//! The larger and the smaller of two.

use super::binary;
use crate::ops::prelude::*;

binary! {
    /// The larger of `x` and `y`, element by element; NaN if one is NaN.
    ///
    /// The gradient goes to the larger one; where both are equal all of it goes to `x`, where one is NaN to `y`.
    ///
    /// >>> tf.maximum([1., 4.], [2., 3.]).numpy().tolist()
    /// [2.0, 4.0]
    maximum: Maximum |a, b| a.max(b),
        da: Rule::AB(|g, a, b| a.greater_equal(b).select(g, 0.0)),
        db: Rule::AB(|g, a, b| a.greater_equal(b).select(0.0, g)),
        samples: APART,
        integer: Some(|a, b| Ok(a.max(b)));

    /// The smaller of `x` and `y`, element by element; NaN if one is NaN.
    ///
    /// The gradient goes to the smaller one; where both are equal all of it goes to `x`, where one is NaN to `y`.
    ///
    /// >>> tf.minimum([1., 4.], [2., 3.]).numpy().tolist()
    /// [1.0, 3.0]
    minimum: Minimum |a, b| a.min(b),
        da: Rule::AB(|g, a, b| a.less_equal(b).select(g, 0.0)),
        db: Rule::AB(|g, a, b| a.less_equal(b).select(0.0, g)),
        samples: APART,
        integer: Some(|a, b| Ok(a.min(b)));
}

/// Samples in which no pair comes near a tie.
const APART: &[Sample] = &[
    on(&[Input::Real(&[3], 0.3, 1.0), Input::Real(&[3], 1.3, 2.0)]),
    on(&[Input::Real(&[2, 3], 1.3, 2.0), Input::Real(&[3], 0.3, 1.0)]),
    on(&[Input::Real(&[], -2.0, -1.0), Input::Real(&[2], 0.3, 1.0)]),
];
