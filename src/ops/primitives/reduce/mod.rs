//! Reductions over axes.
//!
//! The family knows what `axis` and `keepdims` mean: it checks them, shapes the output, and hands a member's [`Rule`] the
//! cotangent with every reduced axis in place.

mod argument;
mod extremum;
mod log_sum_exp;
mod logic;
mod product;
mod square;
mod stepped;
mod sum;
mod variance;

pub use argument::*;
pub use extremum::*;
pub use log_sum_exp::*;
pub use logic::*;
pub use product::*;
pub use square::*;
pub use sum::*;
pub use variance::*;

use std::marker::PhantomData;

use smallvec::smallvec;

use crate::op::{Along, Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::ops::{broadcast_to_shape, reshape_to};
use crate::shape::{AxisSet, normalize_axes};

pub(super) const TABLES: &[&[OpDef]] = &[
    argument::OPS,
    extremum::MEMBERS,
    log_sum_exp::MEMBERS,
    logic::MEMBERS,
    logic::OPS,
    product::MEMBERS,
    square::MEMBERS,
    square::OPS,
    sum::MEMBERS,
    variance::MEMBERS,
    variance::OPS,
];

/// Samples for a reduction of all reals.
pub(in crate::ops) const SAMPLES: &[Sample] = &[
    on(&[reals(&[])]),
    on(&[reals(&[2, 3])]),
    with(&[reals(&[2, 3])], &[("axis", Ints(&[0]))]),
    with(&[reals(&[2, 3, 2])], &[("axis", Ints(&[0, -1])), ("keepdims", Bool(true))]),
];

/// Samples for a function of a whole tensor.
pub(in crate::ops) const SCALAR_SAMPLES: &[Sample] = &[on(&[reals(&[])]), on(&[reals(&[3])]), on(&[reals(&[2, 3])])];

/// The parameters of every reduction.
pub(in crate::ops) const PARAMS: &[Param] = &[tensor("input_tensor"), axes("axis"), flag("keepdims", false)];

/// Which axes are reduced, and whether they stay with length 1.
pub(in crate::ops) struct Axes {
    reduced: AxisSet,
    keepdims: bool,
}

impl Cotangent<'_, Axes> {
    /// The axes of `x` that are reduced.
    fn axes(&self) -> AxisSet {
        self.op.reduced
    }

    /// How many elements lie behind each output.
    fn count(&self) -> f64 {
        count_behind(&self.input().shape, self.axes())
    }

    /// The output with every reduced axis in place.
    fn in_place(&self, y: &Tensor) -> Formula {
        y.reshape_to(&self.input().shape.reduced(&self.axes(), true))
    }
}

/// A reduction; [`reductions!`] makes them.
pub(in crate::ops) trait Reduction: Send + Sync + 'static {
    /// What is known of the reduction.
    const DECLARATION: Declaration;
    /// The reduced array, without the reduced axes.
    fn forward(x: &Array, axes: AxisSet) -> Result<Array>;
}

/// A member of the family, but for its kernel.
pub(in crate::ops) struct Declaration {
    /// The function's name.
    name: &'static str,
    /// TensorFlow's operation type.
    op_type: &'static str,
    /// The documentation.
    doc: &'static str,
    /// The parameters.
    params: &'static [Param],
    /// The dtypes.
    takes: Takes,
    /// The gradient. `g` has every reduced axis in place (of length 1, behind the axes of a batch), so that it broadcasts
    /// against `x`, and what the rule gives broadcasts to the shape of `x`.
    grad: Rule<Axes>,
    /// Where gradients are checked.
    samples: &'static [Sample],
}

impl Declaration {
    /// With everything that most reductions have in common.
    const fn new(
        name: &'static str,
        op_type: &'static str,
        doc: &'static str,
        takes: Takes,
        grad: Rule<Axes>,
    ) -> Declaration {
        Declaration { name, op_type, doc, params: PARAMS, takes, grad, samples: SAMPLES }
    }
}

/// The reductions of a file: documentation, name, type, kernel, dtypes, gradient, and what else [`Declaration`] has. Makes
/// for each its type and its Rust function, and of all the table `MEMBERS`. The operation type is the type's name.
macro_rules! reductions {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $type:ident |$x:ident, $axes:ident| $kernel:expr, takes: $takes:expr, grad: $grad:expr
        $(, $field:ident: $value:expr)*;
    )+) => {
        pub(super) const MEMBERS: &[$crate::ops::def::OpDef] = &[$($crate::ops::primitives::reduce::def::<$type>()),+];
        $(
            #[doc = concat!("See [`", stringify!($name), "`].")]
            pub(super) struct $type;
            impl $crate::ops::primitives::reduce::Reduction for $type {
                const DECLARATION: $crate::ops::primitives::reduce::Declaration = $crate::ops::primitives::reduce::Declaration {
                    $($field: $value,)*
                    ..$crate::ops::primitives::reduce::Declaration::new(
                        stringify!($name),
                        stringify!($type),
                        $crate::ops::doc::docs!($($doc)+),
                        $takes,
                        $grad,
                    )
                };
                fn forward($x: &$crate::array::Array, $axes: $crate::shape::AxisSet)
                -> $crate::error::Result<$crate::array::Array> {
                    $kernel
                }
            }
            $(#[doc = $doc])+
            pub fn $name(
                x: &$crate::tensor::Tensor,
                axis: Option<&[i64]>,
                keepdims: bool,
            ) -> $crate::error::Result<$crate::tensor::Tensor> {
                $crate::ops::primitives::reduce::call::<$type>(x, axis, keepdims)
            }
        )+
    };
}
use reductions;

/// The operation of a [`Reduction`].
struct Reduce<R> {
    axes: Axes,
    of: PhantomData<R>,
}

/// Reduces `axes` of `x`; `None` means all of them.
fn call<R: Reduction>(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    over::<R>(x, normalize_axes(R::DECLARATION.op_type, axes, x.rank())?, keepdims)
}

/// As [`call`], with axes that are known to be right.
fn over<R: Reduction>(x: &Tensor, axes: AxisSet, keepdims: bool) -> Result<Tensor> {
    apply(Reduce::<R> { axes: Axes { reduced: axes, keepdims }, of: PhantomData }, &[x])
}

/// The row of the reduction of type `R`.
const fn def<R: Reduction>() -> OpDef {
    OpDef {
        name: R::DECLARATION.name,
        op_type: R::DECLARATION.op_type,
        doc: R::DECLARATION.doc,
        params: R::DECLARATION.params,
        call: |a| Ok(call::<R>(a.tensor(0), a.axes(1), a.bool(2))?.into()),
        samples: if matches!(R::DECLARATION.grad, Rule::None) { &[] } else { R::DECLARATION.samples },
    }
}

impl<R> std::fmt::Debug for Reduce<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}{:?}", std::any::type_name::<R>(), self.axes.reduced)
    }
}

impl<R: Reduction> Op for Reduce<R> {
    fn op_type(&self) -> &'static str {
        R::DECLARATION.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let Axes { reduced, keepdims } = self.axes;
        let y = R::DECLARATION.takes.compute(self.op_type(), x, |x| R::forward(x[0], reduced))?;
        let done = !keepdims && y.is_contiguous();
        if done { Ok(y) } else { y.reshape(x[0].shape().reduced(&reduced, keepdims)) }
    }

    fn gradient(&self) -> Gradient {
        const { Rule::gradient(&[R::DECLARATION.grad]) }
    }

    fn keep(&self, _: Mask) -> Keep {
        const { R::DECLARATION.grad.keep() }
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let shape = &s.spec(0).shape;
        let lead: Shape = g[0].shape()[..s.batch].into();
        let g = reshape_to(&g[0], &lead.concat(&shape.reduced(&self.axes.reduced, true)))?;
        let dx = R::DECLARATION.grad.eval(self.op_type(), &Cotangent::new(&self.axes, s, &g, 0))?;
        Ok(smallvec![dx.map(|dx| broadcast_to_shape(&dx, &lead.concat(shape))).transpose()?])
    }

    fn along(&self) -> Along {
        const { Rule::along(&[R::DECLARATION.grad]) }
    }

    fn batched(&self) -> bool {
        true
    }
}

/// The sums of the rows of `x` (its last axis, which stays with length 1).
pub(in crate::ops) fn sums_of_rows(x: &Array) -> Result<Array> {
    of_rows::<sum::Sum>(x)
}

/// The largest numbers of the rows of `x` (its last axis, which stays with length 1).
pub(in crate::ops) fn maxima_of_rows(x: &Array) -> Result<Array> {
    of_rows::<extremum::Max>(x)
}

fn of_rows<R: Reduction>(x: &Array) -> Result<Array> {
    let mut reduced = AxisSet::default();
    reduced.insert(x.shape().rank() - 1);
    Op::forward(&Reduce::<R> { axes: Axes { reduced, keepdims: true }, of: PhantomData }, &[x])
}

/// How many elements lie behind each output.
pub(in crate::ops) fn count_behind(shape: &Shape, axes: AxisSet) -> f64 {
    axes.iter().map(|i| shape[i]).product::<usize>() as f64
}
