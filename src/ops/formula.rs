//! Formulas: operations on tensors, written as on paper.
//!
//! ```
//! use gradtape::ops::formula::{Formula, Term};
//! use gradtape::tensor::Tensor;
//!
//! fn f(x: &Tensor) -> Formula {
//!     x / (1.0 + x.square()).sqrt()
//! }
//! assert_eq!(f(&Tensor::scalar(0.0f32)).tensor().unwrap().item::<f32>(), 0.0);
//! ```
//!
//! Each operator and method runs its operation at once, so that a tape records it; a number, which is an `f64`, takes the
//! dtype of the tensor it meets. Nothing panics: where an operation fails, those behind it do not run, and the formula holds
//! its error, which [`Formula::tensor`] returns. What a formula costs beside its operations is the look whether one failed.
//!
//! Gradients of operations are written so, and so are the programs of this crate's users.

use std::ops::{Add, Div, Mul, Neg, Sub};

use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::kernels::scan::Chain;
use crate::ops;
use crate::ops::rule::Cotangent;
use crate::shape::{AxisSet, Shape};
use crate::tensor::Tensor;

/// What a formula has computed so far, or the error that stopped it. Used twice, it is bound by `let` and borrowed.
#[must_use]
#[derive(Clone, Debug)]
pub struct Formula(Result<Tensor>);

impl Formula {
    /// The result.
    #[inline]
    pub fn tensor(self) -> Result<Tensor> {
        self.0
    }
}

impl From<Tensor> for Formula {
    #[inline]
    fn from(x: Tensor) -> Formula {
        Formula(Ok(x))
    }
}

impl From<Result<Tensor>> for Formula {
    #[inline]
    fn from(x: Result<Tensor>) -> Formula {
        Formula(x)
    }
}

impl From<Formula> for Result<Tensor> {
    #[inline]
    fn from(x: Formula) -> Result<Tensor> {
        x.0
    }
}

/// The operations of formulas, as methods: those of one term by name, those of two with the second in brackets.
macro_rules! functions {
    (one: $($one:ident)*; two: $($two:ident)*; of_gradients: $($slope:ident)*;) => {
        $(
            #[doc = concat!("[`ops::", stringify!($one), "`] of this term.")]
            #[inline]
            fn $one(&self) -> Formula {
                self.map(ops::$one)
            }
        )*
        $(
            #[doc = concat!("[`ops::", stringify!($two), "`] of this term and another.")]
            #[inline]
            fn $two(&self, other: impl Operand) -> Formula {
                with(&self, other, ops::$two)
            }
        )*
        $(
            #[doc(hidden)]
            #[inline]
            fn $slope(&self, other: impl Operand) -> Formula {
                with(&self, other, ops::$slope)
            }
        )*
    };
}

/// What a formula is made of: a tensor, or a formula.
pub trait Term: Sized {
    /// The tensor, or why there is none.
    fn value(&self) -> std::result::Result<&Tensor, &Error>;

    /// Any function of the tensor.
    #[inline]
    fn map(&self, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Formula {
        Formula(self.value().map_err(Error::clone).and_then(f))
    }

    /// [`ops::sigmoid`] of this term, which is never computed together with what made it.
    #[inline]
    fn sigmoid(&self) -> Formula {
        self.map(ops::sigmoid_alone)
    }

    /// [`ops::tanh`] of this term, which is never computed together with what made it.
    #[inline]
    fn tanh(&self) -> Formula {
        self.map(ops::tanh_alone)
    }

    functions! {
        one: abs bessel_i0 bessel_i0e bessel_i1 bessel_i1e bessel_j0 bessel_j1 bessel_k0 bessel_k0e bessel_k1
            bessel_k1e bessel_y0 bessel_y1 conj cos cosh dawsn digamma erfc exp floor identity is_finite lgamma log log1p
            log_positive normal_cdf reciprocal relu rsqrt sign sin sinh softplus sqrt square stop_gradient
            zeros_of;
        two: divide_no_nan equal floordiv floormod greater greater_equal less less_equal logical_and maximum minimum
            multiply_no_nan not_equal polygamma pow squared_difference xdivy xlog1py xlogy zeta;
        of_gradients: elu_grad igamma_grad_a reciprocal_grad relu6_grad relu_grad rsqrt_grad selu_grad sigmoid_grad sqrt_grad
            tanh_grad;
    }

    /// The mean over `axes`, which stay with length 1.
    #[inline]
    fn mean(&self, axes: AxisSet) -> Formula {
        self.map(|x| ops::mean_over(x, axes, true))
    }

    /// The sum over `axes`, which stay with length 1.
    #[inline]
    fn sum(&self, axes: AxisSet) -> Formula {
        self.map(|x| ops::sum_over(x, axes, true))
    }

    /// The mean of all elements, a scalar.
    #[inline]
    fn mean_all(&self) -> Formula {
        self.map(|x| ops::reduce_mean(x, None, false))
    }

    /// The sum of all elements, a scalar.
    #[inline]
    fn sum_all(&self) -> Formula {
        self.map(|x| ops::reduce_sum(x, None, false))
    }

    /// The product of this matrix and another, or of stacks of them.
    #[inline]
    fn dot(&self, b: impl Term) -> Formula {
        self.matmul(b, false, false)
    }

    /// The same elements in another shape.
    #[inline]
    fn reshape_to(&self, shape: &Shape) -> Formula {
        self.map(|x| ops::reshape_to(x, shape))
    }

    /// Repeated to a shape that this one's broadcasts to.
    #[inline]
    fn broadcast_to(&self, shape: &Shape) -> Formula {
        self.map(|x| ops::broadcast_to_shape(x, shape))
    }

    /// Converted to another dtype.
    #[inline]
    fn cast(&self, dtype: DType) -> Formula {
        self.map(|x| ops::cast(x, dtype))
    }

    /// [`ops::matmul`] of this term and another.
    fn matmul(&self, b: impl Term, transpose_a: bool, transpose_b: bool) -> Formula {
        self.map(|a| ops::matmul(a, b.value().map_err(Error::clone)?, transpose_a, transpose_b))
    }

    /// The last two axes exchanged.
    fn matrix_transpose(&self) -> Formula {
        self.map(|x| ops::matrix_transpose(x, false))
    }

    #[doc(hidden)]
    fn shift(&self, chain: &Chain, fill: f64) -> Formula {
        self.map(|x| ops::shift(x, chain, fill))
    }

    #[doc(hidden)]
    fn recurrence(&self, b: &Tensor, chain: &Chain, lagged: bool) -> Formula {
        self.map(|a| ops::recurrence(a, b, chain, lagged))
    }

    /// `yes` where this condition holds, else `no`; one of them may be a number.
    #[inline]
    fn select(&self, yes: impl Operand, no: impl Operand) -> Formula {
        self.map(|condition| match yes.number() {
            Some(_) => no.beside(condition, |no| yes.beside(no, |yes| ops::select(condition, yes, no))),
            None => yes.beside(condition, |yes| no.beside(yes, |no| ops::select(condition, yes, no))),
        })
    }
}

impl Term for Tensor {
    #[inline]
    fn value(&self) -> std::result::Result<&Tensor, &Error> {
        Ok(self)
    }
}

impl<T: Term> Term for &T {
    #[inline]
    fn value(&self) -> std::result::Result<&Tensor, &Error> {
        (**self).value()
    }
}

impl Term for Formula {
    #[inline]
    fn value(&self) -> std::result::Result<&Tensor, &Error> {
        self.0.as_ref()
    }
}

/// What an operator takes: a term, or a number.
pub trait Operand {
    /// The number, if it is one.
    fn number(&self) -> Option<f64> {
        None
    }

    /// `f` of this operand; a number is a scalar of the dtype of `other`.
    fn beside(&self, other: &Tensor, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor>;
}

impl Operand for f64 {
    #[inline]
    fn number(&self) -> Option<f64> {
        Some(*self)
    }

    #[inline]
    fn beside(&self, other: &Tensor, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
        f(&ops::like(other, *self)?)
    }
}

impl<T: Term> Operand for T {
    #[inline]
    fn beside(&self, _: &Tensor, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
        f(self.value().map_err(Error::clone)?)
    }
}

#[inline]
fn with(a: &impl Term, b: impl Operand, f: fn(&Tensor, &Tensor) -> Result<Tensor>) -> Formula {
    a.map(|a| b.beside(a, |b| f(a, b)))
}

/// Operators for one kind of term on the left, and on the right of a number.
macro_rules! operators {
    ([$($generic:tt)*] $term:ty) => {
        operators!(@pair [$($generic)*] $term, Add add add);
        operators!(@pair [$($generic)*] $term, Sub sub subtract);
        operators!(@pair [$($generic)*] $term, Mul mul multiply);
        operators!(@pair [$($generic)*] $term, Div div realdiv);
        impl<$($generic)*> Neg for $term {
            type Output = Formula;
            #[inline]
            fn neg(self) -> Formula {
                self.map(ops::negative)
            }
        }
    };
    (@pair [$($generic:tt)*] $term:ty, $operator:ident $method:ident $function:ident) => {
        impl<$($generic)* R: Operand> $operator<R> for $term {
            type Output = Formula;
            #[inline]
            fn $method(self, right: R) -> Formula {
                with(&self, right, ops::$function)
            }
        }
        impl<$($generic)*> $operator<$term> for f64 {
            type Output = Formula;
            #[inline]
            fn $method(self, right: $term) -> Formula {
                right.map(|right| self.beside(right, |left| ops::$function(left, right)))
            }
        }
    };
}
operators!([] Tensor);
operators!([] & Tensor);
operators!([] Formula);
operators!([] & Formula);
operators!(['a, P,] &Cotangent<'a, P>);
