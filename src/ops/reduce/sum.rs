//! Sums, means, and undoing a broadcast.

use crate::array::Array;
use crate::dtype::DType;
use crate::dtype::Element;
use crate::error::Error;
use crate::error::Result;
use crate::kernels::reduce::Reducer;
use crate::kernels::reduce::broadcast_axes;
use crate::kernels::reduce::reduce;
use crate::op::Grads;
use crate::op::Keep;
use crate::op::Mask;
use crate::op::Op;
use crate::op::Saved;
use crate::ops;
use crate::ops::apply;
use crate::ops::def::Input;
use crate::ops::def::Literal;
use crate::ops::def::OpDef;
use crate::ops::def::Sample;
use crate::ops::def::axes;
use crate::ops::def::flag;
use crate::ops::def::on;
use crate::ops::def::tensor;
use crate::ops::def::with;
use crate::shape::AxisSet;
use crate::shape::Shape;
use crate::shape::normalize_axes;
use crate::tensor::Tensor;
use num_complex::Complex32;
use num_complex::Complex64;
use smallvec::smallvec;

pub(in crate::ops) const OPS: &[OpDef] = &[REDUCE_SUM, REDUCE_MEAN];

/// Samples for a reduction of all reals.
pub(in crate::ops) const SAMPLES: &[Sample] = &[
    on(&[Input::Real(&[], -2.0, 2.0)]),
    on(&[Input::Real(&[2, 3], -2.0, 2.0)]),
    with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("axis", Literal::Ints(&[0]))]),
    with(&[Input::Real(&[2, 3, 2], -2.0, 2.0)], &[("axis", Literal::Ints(&[0, -1])), ("keepdims", Literal::Bool(true))]),
];

/// The parameters of every reduction.
pub(in crate::ops) const PARAMS: &[ops::def::Param] = &[tensor("input_tensor"), axes("axis"), flag("keepdims", false)];

const REDUCE_SUM: OpDef = OpDef {
    name: "reduce_sum",
    op_type: "Sum",
    doc: "The sum of the elements across `axis` (all axes when `None`; none when the list is empty).\n\n\
          The sum of no elements is 0. Half-precision sums are accumulated in `float32`. `keepdims` keeps reduced axes \
          with length 1. Errors: `InvalidArgumentError` for an axis out of range or named twice.\n\n\
          >>> tf.reduce_sum([[1., 2.], [3., 4.]], axis=0).numpy().tolist()\n[4.0, 6.0]",
    params: PARAMS,
    call: |a| Ok(reduce_sum(a.tensor(0), a.axes(1), a.bool(2))?.into()),
    samples: SAMPLES,
};

const REDUCE_MEAN: OpDef = OpDef {
    name: "reduce_mean",
    op_type: "Mean",
    doc: "The mean of the elements across `axis` (all axes when `None`).\n\n\
          The mean of no elements is NaN; the mean of integers is truncated to an integer. Errors: \
          `InvalidArgumentError` for an axis out of range or named twice.\n\n\
          >>> tf.reduce_mean([1., 2., 6.]).numpy().item()\n3.0",
    params: PARAMS,
    call: |a| Ok(reduce_mean(a.tensor(0), a.axes(1), a.bool(2))?.into()),
    samples: SAMPLES,
};

/// The sum of the elements across `axes`; `None` means all of them.
pub fn reduce_sum(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    sum_over(x, normalize_axes("Sum", axes, x.rank())?, keepdims)
}

/// As [`reduce_sum`], with axes that are known to be right.
pub fn sum_over(x: &Tensor, axes: AxisSet, keepdims: bool) -> Result<Tensor> {
    apply(ReduceSum { axes, keepdims }, &[x])
}

/// The mean of the elements across `axes`; `None` means all of them.
pub fn reduce_mean(x: &Tensor, axes: Option<&[i64]>, keepdims: bool) -> Result<Tensor> {
    apply(ReduceMean { axes: normalize_axes("Mean", axes, x.rank())?, keepdims }, &[x])
}

/// Sums `g` back to `shape`, which was broadcast to the shape of `g` (behind `batch` leading axes that stay).
pub fn sum_to(g: Tensor, shape: &Shape, batch: usize) -> Result<Tensor> {
    if g.rank() == batch + shape.rank() && g.shape()[batch..] == **shape {
        return Ok(g);
    }
    let (lead, rest): (Shape, Shape) = (g.shape()[..batch].into(), g.shape()[batch..].into());
    let summed = sum_over(&g, broadcast_axes(shape, &rest).shifted(batch), false)?;
    ops::reshape_to(&summed, &lead.concat(shape))
}

/// Spreads the gradient of a reduction over the axes that it ran over: a view, no copy.
pub(in crate::ops) fn spread(g: &Tensor, s: &Saved, axes: AxisSet) -> Result<Tensor> {
    let shape = &s.spec(0).shape;
    let lead: Shape = g.shape()[..s.batch].into();
    let kept = ops::reshape_to(g, &lead.concat(&shape.reduced(&axes, true)))?;
    ops::broadcast_to_shape(&kept, &lead.concat(shape))
}

#[derive(Debug)]
struct ReduceSum {
    axes: AxisSet,
    keepdims: bool,
}

impl Op for ReduceSum {
    fn op_type(&self) -> &'static str {
        "Sum"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        sum_array("Sum", x[0], self.axes, self.keepdims)
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        Ok(smallvec![Some(spread(&g[0], s, self.axes)?)])
    }

    fn batched(&self) -> bool {
        true
    }
}

#[derive(Debug)]
struct ReduceMean {
    axes: AxisSet,
    keepdims: bool,
}

impl ReduceMean {
    fn count(&self, shape: &Shape) -> f64 {
        self.axes.iter().map(|i| shape[i]).product::<usize>() as f64
    }
}

impl Op for ReduceMean {
    fn op_type(&self) -> &'static str {
        "Mean"
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let count = self.count(x[0].shape());
        let sum = sum_array("Mean", x[0], self.axes, self.keepdims)?;
        divide_by(&sum, count)
    }

    fn keep(&self, _: Mask) -> Keep {
        Keep::NOTHING
    }

    fn grad(&self, s: &Saved, g: &[Tensor]) -> Result<Grads> {
        // Divided before it is spread: one division for each output, not for each input.
        let count = ops::like(&g[0], self.count(&s.spec(0).shape))?;
        Ok(smallvec![Some(spread(&ops::realdiv(&g[0], &count)?, s, self.axes)?)])
    }

    fn batched(&self) -> bool {
        true
    }
}

fn divide_by(sum: &Array, count: f64) -> Result<Array> {
    match sum.dtype() {
        d if d.is_floating() => {
            let wide = crate::kernels::elementwise::map::<f64, f64>(&sum.cast(DType::Float64)?, |v| v / count)?;
            wide.cast(d)
        }
        d if d.is_complex() => {
            crate::kernels::elementwise::map::<Complex64, Complex64>(&sum.cast(DType::Complex128)?, |v| v / count)?.cast(d)
        }
        d => crate::with_dtype!(d, T: int => {
            crate::kernels::elementwise::map::<T, T>(sum, |v| {
                if count == 0.0 { T::default() } else { T::cast_from(v.to_i64() / count as i64) }
            })
        }, else Err(refuse("Mean", d))),
    }
}

struct SumOf;

macro_rules! sum_of {
    ($($t:ty: $zero:expr, |$a:ident, $b:ident| $join:expr;)*) => {$(
        impl Reducer<$t> for SumOf {
            const EMPTY: $t = $zero;
            #[inline(always)]
            fn join($a: $t, $b: $t) -> $t { $join }
        }
    )*};
}
sum_of! {
    f32: 0.0, |a, b| a + b;
    f64: 0.0, |a, b| a + b;
    i32: 0, |a, b| a.wrapping_add(b);
    i64: 0, |a, b| a.wrapping_add(b);
    Complex32: Complex32 { re: 0.0, im: 0.0 }, |a, b| a + b;
    Complex64: Complex64 { re: 0.0, im: 0.0 }, |a, b| a + b;
}

/// The sum over `axes`; narrow types are summed in a wider one and cast back.
fn sum_array(op: &'static str, x: &Array, axes: AxisSet, keepdims: bool) -> Result<Array> {
    let shape = x.shape().reduced(&axes, keepdims);
    let sum = match x.dtype() {
        DType::Float32 => reduce::<f32, SumOf>(x, axes)?,
        DType::Float64 => reduce::<f64, SumOf>(x, axes)?,
        DType::Int32 => reduce::<i32, SumOf>(x, axes)?,
        DType::Int64 => reduce::<i64, SumOf>(x, axes)?,
        DType::Complex64 => reduce::<Complex32, SumOf>(x, axes)?,
        DType::Complex128 => reduce::<Complex64, SumOf>(x, axes)?,
        DType::Float16 | DType::BFloat16 => reduce::<f32, SumOf>(&x.cast(DType::Float32)?, axes)?.cast(x.dtype())?,
        DType::Bool | DType::String => return Err(refuse(op, x.dtype())),
        narrow => reduce::<i64, SumOf>(&x.cast(DType::Int64)?, axes)?.cast(narrow)?,
    };
    Ok(sum.reshape(shape))
}

/// The error for a dtype that a reduction does not take.
pub(in crate::ops) fn refuse(op: &'static str, dtype: DType) -> Error {
    let text = format!("Value for attr 'T' of {} is not in the list of allowed values", dtype.kernel_name());
    Error::invalid(op, text)
}
