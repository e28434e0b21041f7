//! Numbers of one sum or product, joined as TensorFlow's graphs join them: in a function `(1 - x) + 1e-6` is
//! `(1 + 1e-6) - x`, and `(x * 3) / 7` is `x * (3 * (1 / 7))`.
//!
//! A graph knows what else reads the result between; here that is taken for read nowhere else if nobody but the
//! interpreter's stack holds it. What the last operator with a number made is remembered, until the next one or until the
//! graph is left. Invariant: whatever is joined differs from what was written by rounding alone.

use std::cell::RefCell;

use pyo3::prelude::*;

use crate::dtype::DType;
use crate::error::Result;
use crate::ops;
use crate::tensor::{Tensor, TensorId};

/// What an operator does with a tensor `t` and a number `k`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `t + k`, and `k + t`.
    Plus,
    /// `t - k`.
    Minus,
    /// `k - t`.
    From,
    /// `t * k`, and `k * t`.
    Times,
}

/// What a result is: `x + number`, `number - x` or `x * number`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Sum,
    Rest,
    Product,
}

/// What the last operator made.
struct Made {
    result: TensorId,
    x: Tensor,
    form: Form,
    number: Tensor,
}

thread_local! {
    static LAST: RefCell<Option<Made>> = const { RefCell::new(None) };
}

/// Nothing is remembered any more.
pub fn forget() {
    drop(LAST.take());
}

/// Whether differences are joined in tensors of this type: in half precision sums are, and nothing else.
fn joins_differences(dtype: DType) -> bool {
    matches!(dtype, DType::Float32 | DType::Float64)
}

/// Whether nobody but the interpreter's stack holds an object.
#[inline]
pub fn is_passing(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is alive, and the interpreter's lock is held.
    unsafe { pyo3::ffi::Py_REFCNT(object.as_ptr()) == 1 }
}

/// The negative of `t`, which nobody else reads if it `passes`; what is added to it is joined to what was added to `t`.
pub fn negative(t: &Tensor, passes: bool) -> Result<Tensor> {
    let y = ops::negative(t)?;
    let Some(made) = taken(t, passes).filter(|_| joins_differences(t.dtype())) else {
        return Ok(y);
    };
    let form = match made.form {
        Form::Sum => Form::Rest,
        Form::Rest => Form::Sum,
        Form::Product => return Ok(y),
    };
    Ok(remember(y, made.x, form, ops::negative(&made.number)?))
}

/// What made `t`, if that is the last that was made, and goes no other way.
fn taken(t: &Tensor, passes: bool) -> Option<Made> {
    LAST.take().filter(|made| passes && made.result == t.id())
}

fn remember(y: Tensor, x: Tensor, form: Form, number: Tensor) -> Tensor {
    LAST.set(Some(Made { result: y.id(), x, form, number }));
    y
}

impl Operator {
    /// That of `+`, `-` and `*`, by their places, with a number that comes `first` or last.
    #[inline]
    pub fn of(place: usize, first: bool) -> Option<Operator> {
        match (place, first) {
            (0, _) => Some(Operator::Plus),
            (1, false) => Some(Operator::Minus),
            (1, true) => Some(Operator::From),
            (2, _) => Some(Operator::Times),
            _ => None,
        }
    }

    /// Whether its numbers are joined in tensors of this type.
    #[inline]
    pub fn joins(self, dtype: DType) -> bool {
        dtype.is_floating() && (matches!(self, Operator::Plus | Operator::Times) || joins_differences(dtype))
    }

    /// The operator's result for `t`, which nobody else reads if it `passes`, and a scalar of its type.
    pub fn apply(self, t: &Tensor, passes: bool, number: &Tensor) -> Result<Tensor> {
        let before = taken(t, passes);
        if let Some(made) = before {
            if self.is_neutral(number) {
                let y = self.run(t, number)?;
                return Ok(remember(y, made.x, made.form, made.number));
            }
            if let Some((form, number)) = self.join(&made, number)? {
                return Ok(remember(form.run(&made.x, &number)?, made.x, form, number));
            }
        }
        let y = self.run(t, number)?;
        let (form, number) = self.form(number)?;
        Ok(remember(y, t.clone(), form, number))
    }

    /// Whether it leaves all tensors as they are.
    fn is_neutral(self, number: &Tensor) -> bool {
        let neutral = match self {
            Operator::Times => 1.0,
            Operator::Plus | Operator::Minus => 0.0,
            Operator::From => return false,
        };
        number.item::<f64>() == neutral
    }

    /// The form and number that it makes of a result's: none if they do not go together.
    fn join(self, made: &Made, number: &Tensor) -> Result<Option<(Form, Tensor)>> {
        let (had, sum) = (&made.number, made.form == Form::Sum);
        Ok(match (self, made.form) {
            (Operator::Times, Form::Product) => Some((Form::Product, ops::multiply(had, number)?)),
            (Operator::Times, _) | (_, Form::Product) => None,
            (Operator::Plus, form) => Some((form, ops::add(had, number)?)),
            (Operator::Minus, form) => Some((form, ops::subtract(had, number)?)),
            (Operator::From, _) => Some((if sum { Form::Rest } else { Form::Sum }, ops::subtract(number, had)?)),
        })
    }

    fn run(self, t: &Tensor, number: &Tensor) -> Result<Tensor> {
        match self {
            Operator::Plus => ops::add(t, number),
            Operator::Minus => ops::subtract(t, number),
            Operator::From => ops::subtract(number, t),
            Operator::Times => ops::multiply(t, number),
        }
    }

    fn form(self, number: &Tensor) -> Result<(Form, Tensor)> {
        Ok(match self {
            Operator::Plus => (Form::Sum, number.clone()),
            Operator::Minus => (Form::Sum, ops::negative(number)?),
            Operator::From => (Form::Rest, number.clone()),
            Operator::Times => (Form::Product, number.clone()),
        })
    }
}

impl Form {
    fn run(self, x: &Tensor, number: &Tensor) -> Result<Tensor> {
        match self {
            Form::Sum => ops::add(x, number),
            Form::Rest => ops::subtract(number, x),
            Form::Product => ops::multiply(x, number),
        }
    }
}
