//! A gradient that the caller writes, for a computation of the caller's own.

use std::fmt;
use std::slice::from_mut;
use std::sync::Arc;

use crate::error::{Error, Result};
use crate::op::{Grads, Keep, Mask, Op, OpRef, Saved};
use crate::tape;
use crate::tensor::Tensor;

/// Runs `f`, which computes from `inputs` a tensor and the function that is its gradient: given the output's cotangent,
/// one for each input. Tapes do not see what `f` does; they do see what the gradient does, so that it has one itself.
///
/// A variable that the result depends on is read outside `f` and is an input. Errors: those of `f`; where a gradient is
/// asked for, those of the gradient, and `ValueError` if it does not give one tensor for each input.
///
/// ```
/// use gradtape::{GradientTape, Tensor, Term, ops};
///
/// /// `ln(1 + e^x)`, whose gradient is written so that no large `x` overflows.
/// fn log1pexp(x: &Tensor) -> gradtape::Result<Tensor> {
///     ops::custom_gradient(&[x], || {
///         let e = x.exp().tensor()?;
///         let y = (1.0 + &e).log().tensor()?;
///         Ok((y, move |g: &Tensor| Ok(vec![(g * (1.0 - 1.0 / (1.0 + &e))).tensor()?])))
///     })
/// }
/// let x = Tensor::scalar(100.0f32);
/// let tape = GradientTape::default();
/// let y = tape.record(|| tape.watch(&x).and_then(|()| log1pexp(&x)))??;
/// let [dx] = tape.gradient_of(&y, [&x])?;
/// assert_eq!(dx.item::<f32>(), 1.0);
/// # Ok::<(), gradtape::Error>(())
/// ```
pub fn custom_gradient<G>(inputs: &[&Tensor], f: impl FnOnce() -> Result<(Tensor, G)>) -> Result<Tensor>
where
    G: Fn(&Tensor) -> Result<Vec<Tensor>> + Send + Sync + 'static,
{
    let (y, gradient) = {
        let _pause = tape::pause();
        f()?
    };
    // What `f` returns may be an input: the output has an identity of its own.
    let mut y = Tensor::new(y.array().clone());
    if tape::recording() {
        tape::record(|| OpRef::Shared(Arc::new(Custom(gradient))), inputs, from_mut(&mut y))?;
    }
    Ok(y)
}

struct Custom<G>(G);

impl<G> fmt::Debug for Custom<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CustomGradient")
    }
}

impl<G: Fn(&Tensor) -> Result<Vec<Tensor>> + Send + Sync + 'static> Op for Custom<G> {
    fn op_type(&self) -> &'static str {
        "CustomGradient"
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let found = (self.0)(&g[0])?;
        if found.len() != s.len() {
            let text = format!("a custom gradient gave {} tensors for {} inputs", found.len(), s.len());
            return Err(Error::value(text));
        }
        s.each(|i| Ok(found[i].clone()))
    }
}
