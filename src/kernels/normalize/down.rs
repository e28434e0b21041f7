//! Means and variances down columns.

use super::rows::Deviation;
use crate::error::Result;
use crate::kernels::reduce::fold_columns;
use crate::kernels::softmax::Real;

/// The means and variances of the columns of plane number `plane`.
pub(super) fn moments<T: Real>(x: &[T], plane: usize, mean: &mut [T], variance: &mut [T]) -> Result<()> {
    let (rows, first) = (T::of((x.len() / mean.len()) as f64), plane * mean.len());
    fold_columns(x, &Deviation::<T, false> { means: &[], first }, first, mean)?;
    mean.iter_mut().for_each(|m| *m = *m / rows);
    fold_columns(x, &Deviation::<T, true> { means: mean, first }, first, variance)?;
    variance.iter_mut().for_each(|v| *v = *v / rows);
    Ok(())
}
