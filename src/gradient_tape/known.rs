//! Derivatives with respect to sources whose number the program knows, each of which must be connected.

use super::{GradientTape, Watched};
use crate::error::{Error, Result};
use crate::shape::Few;
use crate::tensor::Tensor;

impl GradientTape {
    /// The gradient of (the sum of) `target` with respect to each source: variables, or tensors that are watched.
    ///
    /// Errors: as [`GradientTape::gradient`], and `ValueError` for a source that `target` does not depend on.
    ///
    /// ```
    /// use gradtape::{GradientTape, Tensor, Term, Variable};
    ///
    /// let (a, b) = (Variable::new(2.0f32.into()), Variable::new(3.0f32.into()));
    /// let tape = GradientTape::default();
    /// let y = tape.record(|| a.read().square() * b.read())?.tensor()?;
    /// let [da, db] = tape.gradient_of(&y, [&a, &b])?;
    /// assert_eq!((da.item::<f32>(), db.item::<f32>()), (12.0, 4.0));
    /// # Ok::<(), gradtape::Error>(())
    /// ```
    pub fn gradient_of<const N: usize>(
        &self,
        target: &Tensor,
        sources: [impl Into<Watched>; N],
    ) -> Result<[Tensor; N]> {
        connected(self.gradient(&[target.into()], &sources.map(Into::into), &[])?)
    }

    /// The derivative of every element of `target` with respect to every element of each source.
    ///
    /// Errors: as [`GradientTape::jacobian`], and `ValueError` for a source that `target` does not depend on.
    pub fn jacobian_of<const N: usize>(
        &self,
        target: &Tensor,
        sources: [impl Into<Watched>; N],
    ) -> Result<[Tensor; N]> {
        connected(self.jacobian(&target.into(), &sources.map(Into::into))?)
    }
}

fn connected<const N: usize>(found: Vec<Option<Tensor>>) -> Result<[Tensor; N]> {
    let unconnected = |i| Error::value(format!("the target does not depend on source {i}"));
    let all = found.into_iter().enumerate().map(|(i, g)| g.ok_or_else(|| unconnected(i)));
    let all: Vec<Tensor> = all.few::<Result<_>>()?;
    Ok(all.try_into().expect("one derivative for each source"))
}
