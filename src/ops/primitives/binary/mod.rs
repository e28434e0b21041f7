//! Elementwise functions of two tensors, with broadcasting.
//!
//! The family undoes broadcasting once: a member's gradients are formulas at the output's shape, and [`BinaryOp`] sums
//! them back to each operand's shape. A tape that tracks only one operand keeps only what that one's [`Rule`] reads.

mod arithmetic;
mod arrays;
mod derivative;
mod division;
mod extremum;
mod incomplete;
mod leak;
mod power;
mod slopes;
mod special;

pub use arithmetic::*;
pub(in crate::ops) use arrays::{forward, sum};
pub use derivative::*;
pub use division::*;
pub use extremum::*;
pub use incomplete::*;
pub(in crate::ops) use leak::{leaky, sigmoid_weighted};
pub use power::*;
pub use slopes::*;
pub use special::*;

use std::marker::PhantomData;

use num_complex::Complex64;

use crate::array::Text;
use crate::kernels::elementwise::zip_float_over;
use crate::kernels::math::{Float, Map};
use crate::op::{Along, Gradient, Grads, Keep, Mask, Op, Saved};
use crate::ops::prelude::*;
use crate::ops::sum_to;

pub(super) const TABLES: &[&[OpDef]] = &[
    arithmetic::MEMBERS,
    arithmetic::OPS,
    derivative::MEMBERS,
    division::MEMBERS,
    division::OPS,
    extremum::MEMBERS,
    incomplete::MEMBERS,
    incomplete::OPS,
    leak::MEMBERS,
    power::MEMBERS,
    slopes::MEMBERS,
    special::MEMBERS,
];

/// A function of two tensors of one dtype, element by element; [`binary!`] makes them.
pub(in crate::ops) trait Binary: Send + Sync + 'static {
    /// What is known of the function.
    const DECLARATION: Declaration;
    /// The formula.
    fn f<R: Float>(a: R, b: R) -> R;
}

/// A member of the family, but for its formula.
pub(in crate::ops) struct Declaration {
    /// The function's name.
    pub(in crate::ops) name: &'static str,
    /// TensorFlow's operation type.
    pub(in crate::ops) op_type: &'static str,
    /// The documentation.
    pub(in crate::ops) doc: &'static str,
    /// The names of the two parameters.
    pub(in crate::ops) params: &'static [Param],
    /// The gradient with respect to the first operand.
    pub(in crate::ops) da: Rule,
    /// The gradient with respect to the second operand.
    pub(in crate::ops) db: Rule,
    /// Where gradients are checked.
    pub(in crate::ops) samples: &'static [Sample],
    /// The same function of integers (any width, computed in 128 bits and truncated), where there is one.
    pub(in crate::ops) integer: Option<fn(i128, i128) -> Result<i128>>,
    /// A fast loop for `int32` and `int64`, where wrapping arithmetic is all there is to it.
    pub(in crate::ops) wrapping: Option<(fn(i32, i32) -> i32, fn(i64, i64) -> i64)>,
    /// The same function of complex numbers, where there is one.
    pub(in crate::ops) complex: Option<fn(Complex64, Complex64) -> Complex64>,
    /// The same function of strings, where there is one.
    pub(in crate::ops) strings: Option<fn(&[u8], &[u8]) -> Result<Text>>,
    /// A faster way for some operands (a constant exponent, say), with the same results.
    pub(in crate::ops) special: Option<fn(&Array, &Array) -> Option<Result<Array>>>,
    /// Whether the vector formula holds for moderate quotients only: see [`Map::covers`].
    pub(in crate::ops) divides: bool,
    /// See [`Map::SCALAR_TAIL`].
    pub(in crate::ops) scalar_tail: bool,
    /// Whether the formula has several steps, after each of which 16-bit floats are rounded in TensorFlow's place.
    pub(in crate::ops) steps: bool,
    /// What runs in place of the operation, and may run it.
    pub(in crate::ops) entry: Option<fn(&Tensor, &Tensor) -> Result<Tensor>>,
    /// What Python calls, where that is more than the function.
    pub(in crate::ops) call: Option<fn(&Args) -> Result<Value>>,
}

const PARAMS: &[Param] = &[tensor("x"), tensor("y")];

impl Declaration {
    /// With everything that most functions have in common.
    pub(in crate::ops) const fn new(
        name: &'static str,
        op_type: &'static str,
        doc: &'static str,
        da: Rule,
        db: Rule,
    ) -> Declaration {
        Declaration {
            name,
            op_type,
            doc,
            params: PARAMS,
            da,
            db,
            samples: BOTH_ANYWHERE,
            integer: None,
            wrapping: None,
            complex: None,
            strings: None,
            special: None,
            divides: false,
            scalar_tail: false,
            steps: false,
            entry: None,
            call: None,
        }
    }

    /// The dtypes.
    const fn takes(&self) -> Takes {
        let mut takes = Takes::FLOATING.alike(2);
        if self.integer.is_some() {
            takes = takes.and(DTypes::INTEGER);
        }
        if self.strings.is_some() {
            takes = takes.and(DTypes::of(&[DType::String]));
        }
        if self.complex.is_some() { takes.and_complex() } else { takes }
    }
}

/// The functions of a file: documentation, name, type, formula (`R` is the type of both operands), the gradients with
/// respect to both, and what else [`Declaration`] has. Makes for each its type and its Rust function, and of all the table
/// `MEMBERS`. The operation type is the type's name unless `op_type` says otherwise.
macro_rules! binary {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident: $type:ident |$a:ident, $b:ident| $formula:expr, da: $da:expr, db: $db:expr
        $(, $field:ident: $value:expr)*;
    )+) => {
        pub(super) const MEMBERS: &[$crate::ops::def::OpDef] = &[$($crate::ops::primitives::binary::def::<$type>()),+];
        $(
            #[doc = concat!("See [`", stringify!($name), "`].")]
            pub(in crate::ops) struct $type;
            impl $crate::ops::primitives::binary::Binary for $type {
                const DECLARATION: $crate::ops::primitives::binary::Declaration = $crate::ops::primitives::binary::Declaration {
                    $($field: $value,)*
                    ..$crate::ops::primitives::binary::Declaration::new(
                        stringify!($name),
                        stringify!($type),
                        $crate::ops::doc::docs!($($doc)+),
                        $da,
                        $db,
                    )
                };
                #[inline(always)]
                fn f<R: $crate::kernels::math::Float>($a: R, $b: R) -> R {
                    $formula
                }
            }
            $(#[doc = $doc])+
            pub fn $name(
                $a: &$crate::tensor::Tensor,
                $b: &$crate::tensor::Tensor,
            ) -> $crate::error::Result<$crate::tensor::Tensor> {
                $crate::ops::primitives::binary::run::<$type>($a, $b)
            }
        )+
    };
}
pub(in crate::ops) use binary;

/// Samples with and without broadcasting, over all reals.
pub const BOTH_ANYWHERE: &[Sample] = &[
    on(&[reals(&[]), reals(&[])]),
    on(&[reals(&[3]), reals(&[3])]),
    on(&[reals(&[2, 3]), reals(&[3])]),
    on(&[reals(&[1, 3]), reals(&[2, 1])]),
    on(&[reals(&[]), reals(&[2, 2])]),
];

/// Samples with and without broadcasting, over positive reals.
pub const BOTH_POSITIVE: &[Sample] = &[
    on(&[Input::Real(&[], 0.3, 2.0), Input::Real(&[], 0.3, 2.0)]),
    on(&[Input::Real(&[3], 0.3, 2.0), Input::Real(&[3], 0.3, 2.0)]),
    on(&[Input::Real(&[2, 3], 0.3, 2.0), Input::Real(&[3], 0.3, 2.0)]),
    on(&[Input::Real(&[1, 3], 0.3, 2.0), Input::Real(&[2, 1], 0.3, 2.0)]),
];

/// The operation of a [`Binary`] function.
struct BinaryOp<B>(PhantomData<B>);

impl<B> std::fmt::Debug for BinaryOp<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(std::any::type_name::<B>())
    }
}

/// The function of type `B`.
#[inline]
pub(in crate::ops) fn run<B: Binary>(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    B::DECLARATION.entry.unwrap_or(call::<B>)(a, b)
}

/// Runs the operation of the function of type `B`.
#[inline]
pub(in crate::ops) fn call<B: Binary>(a: &Tensor, b: &Tensor) -> Result<Tensor> {
    apply_static(const { &BinaryOp::<B>(PhantomData) }, &[a, b])
}

/// `f(g, other)`, or `f(other, g)` if `G` is 1, over `g`; says whether it could: for two arrays of one shape, both of
/// `float32` or `float64`. The same bits as [`call`] gives.
pub(in crate::ops) fn over<B: Binary, const G: usize>(g: &mut Array, other: &Array) -> Result<bool> {
    let op = BinaryOp::<B>(PhantomData);
    if g.spec() != other.spec() {
        return Ok(false);
    }
    match g.dtype() {
        DType::Float32 => zip_float_over::<_, f32, G>(&op, g, other)?,
        DType::Float64 => zip_float_over::<_, f64, G>(&op, g, other)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// The row of the function of type `B`.
pub(in crate::ops) const fn def<B: Binary>() -> OpDef {
    OpDef {
        name: B::DECLARATION.name,
        op_type: B::DECLARATION.op_type,
        doc: B::DECLARATION.doc,
        params: B::DECLARATION.params,
        call: match B::DECLARATION.call {
            Some(call) => call,
            None => |a| Ok(run::<B>(a.tensor(0), a.tensor(1))?.into()),
        },
        samples: match Rule::gradient(&[B::DECLARATION.da, B::DECLARATION.db]) {
            Gradient::Defined => B::DECLARATION.samples,
            Gradient::NotDifferentiable | Gradient::Missing => &[],
        },
    }
}

impl<B: Binary> Map<2> for BinaryOp<B> {
    const PARTIAL: bool = B::DECLARATION.divides;
    const SCALAR_TAIL: bool = B::DECLARATION.scalar_tail;
    #[inline(always)]
    fn f<R: Float>(&self, [a, b]: [R; 2]) -> R {
        B::f(a, b)
    }
    #[inline(always)]
    fn covers<R: Float>(&self, [a, b]: [R; 2]) -> bool {
        !B::DECLARATION.divides || a.divides(b)
    }
}

impl<B: Binary> Op for BinaryOp<B> {
    fn op_type(&self) -> &'static str {
        B::DECLARATION.op_type
    }

    #[inline]
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        forward::<B>(x[0], x[1])
    }

    fn gradient(&self) -> Gradient {
        const { Rule::gradient(&[B::DECLARATION.da, B::DECLARATION.db]) }
    }

    fn keep(&self, tracked: Mask) -> Keep {
        let (da, db) = const { (B::DECLARATION.da.keep(), B::DECLARATION.db.keep()) };
        da.when(tracked.has(0)).or(db.when(tracked.has(1)))
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        let one = |i: usize, rule: Rule| {
            if !s.wants(i) {
                return Ok(None);
            }
            let dx = rule.eval(self.op_type(), &Cotangent::new(&(), s, &g[0], i))?;
            dx.map(|dx| sum_to(dx, &s.spec(i).shape, s.batch)).transpose()
        };
        Ok(Grads::from_buf([one(0, B::DECLARATION.da)?, one(1, B::DECLARATION.db)?]))
    }

    fn along(&self) -> Along {
        Along::Elements
    }

    fn batched(&self) -> bool {
        true
    }
}

/// A function of plain numbers, lane by lane.
#[inline(always)]
fn scalars<R: Float>(a: R, b: R, f: impl Fn(f64, f64) -> f64) -> R {
    let b = b.widen();
    a.scalar(|a| f(a, b.get()))
}
