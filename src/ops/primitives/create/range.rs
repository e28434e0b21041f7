//! Sequences of numbers at equal distances.

use std::cmp::Ordering::{Equal, Greater, Less};
use std::fmt::Display;

use crate::ops::prelude::*;
use crate::shape::{Few, normalize_axis};

pub(in crate::ops) const OPS: &[OpDef] = &[RANGE, LINSPACE];

const RANGE: OpDef = OpDef {
    name: "range",
    op_type: "Range",
    doc: "The numbers from `start` (0 when there is no `limit`, and `start` is the limit) up to but without \
          `limit`, `delta` apart.\n\n\
          The dtype is `dtype`, or the widest of the arguments' in the order int32, int64, float32, float64. \
          Element `i` is `start + i * delta`, computed in that dtype. No gradient passes. Errors: \
          `InvalidArgumentError` for a `delta` of 0 or of the wrong sign, or a dtype that is not of real \
          numbers.\n\n\
          >>> tf.range(2, 10, 3).numpy().tolist()\n[2, 5, 8]",
    params: &[
        Param::new("start", Kind::Number),
        Param::new("limit", Kind::Number).or(Literal::None),
        Param::new("delta", Kind::Number).or(Int(1)),
        dtype("dtype"),
    ],
    call: |a| {
        let first = Number::of("start", a.get(0))?;
        let (start, limit) = match a.get(1) {
            Arg::None => (Number::Int(0), first),
            limit => (first, Number::of("limit", limit)?),
        };
        Ok(range(start, limit, Number::of("delta", a.get(2))?, a.opt_dtype(3))?.into())
    },
    samples: &[],
};

const LINSPACE: OpDef = OpDef {
    name: "linspace",
    op_type: "",
    doc: "`num` values from `start` to `stop`, both included, at equal distances along a new axis `axis`; the ends \
          broadcast.\n\n\
          Integers become `float64` (narrow ones `float32`). One value is `start` alone. Errors: \
          `InvalidArgumentError` for a negative `num`, an axis out of range or shapes that do not broadcast, \
          `ValueError` for two dtypes.\n\n\
          >>> tf.linspace(1., 3., 5).numpy().tolist()\n[1.0, 1.5, 2.0, 2.5, 3.0]",
    params: &[Param::new("start", Kind::First), tensor("stop"), Param::new("num", Kind::Int), int("axis", 0)],
    call: |a| Ok(linspace(a.tensor(0), a.tensor(1), a.int(2), a.int(3))?.into()),
    samples: &[
        with(&[Input::Real(&[], -2.0, 0.0), Input::Real(&[], 0.0, 2.0)], &[("num", Int(5))]),
        with(&[Input::Real(&[2], -2.0, 0.0), Input::Real(&[], 0.0, 2.0)], &[("num", Int(3)), ("axis", Int(-1))]),
        with(&[Input::Real(&[], -2.0, 0.0), Input::Real(&[], 0.0, 2.0)], &[("num", Int(2))]),
        with(&[Input::Real(&[], -2.0, 0.0), Input::Real(&[], 0.0, 2.0)], &[("num", Int(1))]),
    ],
};

/// An argument of [`range`]: a number whose dtype adapts, or one of a known dtype.
#[derive(Clone, Copy, Debug)]
pub enum Number {
    /// An integer of any dtype that holds it.
    Int(i64),
    /// A float of any floating dtype.
    Float(f64),
    /// An integer of this dtype.
    TypedInt(DType, i64),
    /// A float of this dtype.
    TypedFloat(DType, f64),
}

impl Number {
    fn of(name: &str, arg: &Arg) -> Result<Number> {
        match arg {
            Arg::Int(i) => Ok(Number::Int(*i)),
            Arg::Float(x) => Ok(Number::Float(*x)),
            Arg::Tensor(t) if t.shape().elements() == 1 && t.dtype().is_integer() => {
                Ok(Number::TypedInt(t.dtype(), t.item()))
            }
            Arg::Tensor(t) if t.shape().elements() == 1 && t.dtype().is_floating() => {
                Ok(Number::TypedFloat(t.dtype(), t.item()))
            }
            Arg::Tensor(t) if t.shape().elements() == 1 => Err(TAKEN.refuse("Range", "Tidx", t.dtype())),
            Arg::Tensor(t) => {
                let text = format!("{name} must be a scalar, not shape {}", t.shape());
                Err(Error::invalid("Range", text))
            }
            other => Err(Error::type_error(format!("{name} must be a number, not {other:?}"))),
        }
    }

    fn dtype(self) -> DType {
        match self {
            Number::Int(i) if i32::try_from(i).is_ok() => DType::Int32,
            Number::Int(_) => DType::Int64,
            Number::Float(_) => DType::Float32,
            Number::TypedInt(dtype, _) | Number::TypedFloat(dtype, _) => dtype,
        }
    }

    fn float(self) -> f64 {
        match self {
            Number::Int(i) | Number::TypedInt(_, i) => i as f64,
            Number::Float(x) | Number::TypedFloat(_, x) => x,
        }
    }

    fn int(self, dtype: DType) -> Result<i64> {
        match self {
            Number::Int(i) | Number::TypedInt(_, i) => Ok(i),
            Number::TypedFloat(_, x) => Ok(x as i64),
            Number::Float(x) => Err(Error::type_error(format!("Cannot convert {x} to EagerTensor of dtype {dtype}"))),
        }
    }
}

/// The numbers from `start` up to but without `limit`, `delta` apart.
pub fn range(start: Number, limit: Number, delta: Number, dtype: Option<DType>) -> Result<Tensor> {
    let dtype = dtype.unwrap_or_else(|| {
        [start, limit, delta].map(Number::dtype).into_iter().max_by_key(|d| width(*d)).unwrap_or(DType::Int32)
    });
    TAKEN.check("Range", "Tidx", dtype)?;
    let array = match dtype {
        DType::Float64 => floats::<f64>([start.float(), limit.float(), delta.float()])?,
        d if d.is_floating() => floats::<f32>([start, limit, delta].map(|v| v.float() as f32))?.cast(d)?,
        d => integers(d, start.int(d)?, limit.int(d)?, delta.int(d)?)?,
    };
    Ok(Tensor::new(array))
}

/// The order in which dtypes win; those outside TensorFlow's order win over Python's numbers.
fn width(dtype: DType) -> usize {
    let order = [DType::Int32, DType::Int64, DType::Float32, DType::Float64];
    order.iter().position(|d| *d == dtype).unwrap_or(order.len())
}

/// What a range may be made of.
const TAKEN: DTypes = DTypes::REAL.without(DTypes::of(&[DType::UInt8]));

fn check<T: PartialOrd + Display + Default>(start: T, limit: T, delta: T) -> Result<()> {
    let (zero, order) = (T::default(), start.partial_cmp(&limit));
    let text = if delta == zero {
        format!("Requires delta != 0: {delta}")
    } else if delta > zero && !matches!(order, Some(Less | Equal)) {
        format!("Requires start <= limit when delta > 0: {start}/{limit}")
    } else if delta < zero && !matches!(order, Some(Greater | Equal)) {
        format!("Requires start >= limit when delta < 0: {start}/{limit}")
    } else {
        return Ok(());
    };
    Err(Error::invalid("Range", text))
}

fn too_long() -> Error {
    Error::invalid("Range", "Requires ((limit - start) / delta) <= 9223372036854775807")
}

fn integers(dtype: DType, start: i64, limit: i64, delta: i64) -> Result<Array> {
    check(start, limit, delta)?;
    let (distance, step) = (i128::from(limit) - i128::from(start), i128::from(delta));
    let n = usize::try_from((distance.abs() + step.abs() - 1) / step.abs()).map_err(|_| too_long())?;
    crate::with_dtype!(dtype, T: int => {
        let mut out = Array::scratch_of::<T>(Shape::new(&[n]))?;
        let mut next = start;
        for place in out.slice_mut::<T>() {
            *place = T::cast_from(next);
            next = next.wrapping_add(delta);
        }
        Ok(out)
    })
}

fn floats<T: Element + num_traits::Float + Display + Default>([start, limit, delta]: [T; 3]) -> Result<Array> {
    check(start, limit, delta)?;
    let count = ((limit - start) / delta).abs().ceil();
    let n = count.to_f64();
    if n.is_nan() || n >= i64::MAX as f64 {
        return Err(too_long());
    }
    let mut out = Array::scratch_of::<T>(Shape::new(&[n as usize]))?;
    for (i, place) in out.slice_mut::<T>().iter_mut().enumerate() {
        *place = start + T::cast_from(i as i64) * delta;
    }
    Ok(out)
}

/// `num` values from `start` to `stop`, both included, along a new axis.
pub fn linspace(start: &Tensor, stop: &Tensor, num: i64, axis: i64) -> Result<Tensor> {
    let (from, to) = (start.dtype(), stop.dtype());
    if from != to {
        let text = format!("stop: Tensor conversion requested dtype {from} for Tensor with dtype {to}");
        return Err(Error::value(text));
    }
    let Ok(num) = usize::try_from(num) else {
        return Err(Error::invalid("Range", format!("Requires start <= limit when delta > 0: 1/{num}")));
    };
    let shape = start.shape().broadcast(stop.shape());
    let shape = shape.ok_or_else(|| Error::shapes("BroadcastArgs", start.shape(), stop.shape()))?;
    let Some(at) = normalize_axis(axis, shape.rank() + 1) else {
        let text = format!("Tried to expand dim index {axis} for tensor with {} dimensions.", shape.rank());
        return Err(Error::invalid("ExpandDims", text));
    };
    let end = |t: &Tensor| t.map(floating).broadcast_to(&shape).map(|t| ops::expand_dims(t, at as i64)).tensor();
    let (start, stop) = (end(start)?, end(stop)?);
    let delta = ((&stop - &start) / (num.max(2) as f64 - 1.0)).tensor()?;
    let mut parts = vec![start.clone()];
    if num > 2 {
        let steps = inner_steps(num, at, shape.rank() + 1, delta.dtype())?;
        parts.push((&start + delta * steps).tensor()?);
    }
    parts.push(stop);
    let all = ops::concat(&parts, at as i64)?;
    if num >= 2 {
        return Ok(all);
    }
    let size: Vec<i64> = all.shape().with(at, num).iter().map(|&d| d as i64).few();
    ops::slice(&all, &vec![0; all.rank()], &size)
}

/// `1, ..., num - 2` along axis `at` of `rank`.
fn inner_steps(num: usize, at: usize, rank: usize, dtype: DType) -> Result<Tensor> {
    let steps = integers(DType::Int64, 1, num as i64 - 1, 1)?.cast(dtype)?;
    let shape = Shape::new(&vec![1; rank]).with(at, num - 2);
    Ok(Tensor::new(steps.reshape(shape)?))
}

/// Integers as the floats that dividing them gives.
fn floating(x: &Tensor) -> Result<Tensor> {
    match x.dtype() {
        DType::Int8 | DType::Int16 | DType::UInt8 | DType::UInt16 => ops::cast(x, DType::Float32),
        d if d.is_integer() => ops::cast(x, DType::Float64),
        _ => Ok(x.clone()),
    }
}
