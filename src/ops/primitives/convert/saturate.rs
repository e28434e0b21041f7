//! Casts that clamp to the target's range instead of wrapping around.

use num_complex::Complex64;

use crate::kernels::elementwise::map;
use crate::op::Gradient;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[SATURATE_CAST];

const SATURATE_CAST: OpDef = OpDef {
    name: "saturate_cast",
    op_type: "",
    doc: "`value` converted to `dtype`, clamped to the range of `dtype` first; no number wraps around.\n\n\
          Floats are cut off towards zero on their way to integers, and NaN becomes 0; infinities become the \
          largest finite numbers of a narrower dtype; complex numbers are clamped in each part, or lose their \
          imaginary part. The gradient is cast back, and is 0 where the value was clamped. Errors: `TypeError` to \
          or from bool and strings.\n\n\
          >>> tf.saturate_cast([300., -5.], tf.uint8).numpy().tolist()\n[255, 0]",
    params: &[free("value"), Param::new("dtype", Kind::DType)],
    call: |a| Ok(saturate_cast(a.tensor(0), a.dtype(1))?.into()),
    samples: &[with(&[Input::Real(&[2, 3], -2.0, 2.0)], &[("dtype", Literal::DType(DType::Complex128))])],
};

/// `x` clamped to the range of `dtype` and converted.
pub fn saturate_cast(x: &Tensor, dtype: DType) -> Result<Tensor> {
    for d in [x.dtype(), dtype] {
        if matches!(d, DType::Bool | DType::String) {
            let text = format!("Cannot find minimum value of <dtype: '{d}'> with type <dtype: '{d}'>.");
            return Err(Error::type_error(text));
        }
    }
    if x.dtype().is_complex() && !dtype.is_complex() {
        return saturate_cast(&ops::real(x)?, dtype);
    }
    // No integer is as large as infinity.
    let cut = x.dtype().is_floating() && dtype.is_integer();
    if !cut && bounds(dtype.real()).is_none_or(|to| bounds(x.dtype().real()).is_some_and(|from| to.holds(from))) {
        return ops::cast(x, dtype);
    }
    apply(SaturateCast { to: dtype }, &[x])
}

/// The smallest and the largest number of a dtype, exact in both forms where the form can hold them.
#[derive(Clone, Copy)]
struct Bounds {
    floats: (f64, f64),
    integers: (i128, i128),
}

impl Bounds {
    fn holds(self, other: Bounds) -> bool {
        self.floats.0 <= other.floats.0 && self.floats.1 >= other.floats.1
    }
}

fn bounds(dtype: DType) -> Option<Bounds> {
    let float = |max: f64| Bounds { floats: (-max, max), integers: (i128::MIN, i128::MAX) };
    Some(match dtype {
        integer if integer.is_integer() => {
            let bits = integer.size() as u32 * 8;
            let (low, high) = match integer.is_unsigned() {
                true => (0, (1i128 << bits) - 1),
                false => (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1),
            };
            Bounds { floats: (low as f64, high as f64), integers: (low, high) }
        }
        other => float(other.largest()?),
    })
}

#[derive(Debug)]
struct SaturateCast {
    to: DType,
}

impl SaturateCast {
    fn limits(&self) -> (f64, f64) {
        bounds(self.to.real()).map_or((f64::NEG_INFINITY, f64::INFINITY), |b| b.floats)
    }
}

impl Primitive for SaturateCast {
    const OP_TYPE: &'static str = "Cast";
    const GRAD: &'static [Rule<Self>] = &[Rule::X(|g, x| g.op.passed(g.cast(g.input().dtype), x))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (low, high) = self.limits();
        let x = x[0];
        match x.dtype() {
            dtype if dtype.is_integer() => clamp_integers(x, self.to),
            dtype if dtype.is_complex() => {
                let clamp = |z: Complex64| Complex64::new(z.re.clamp(low, high), z.im.clamp(low, high));
                map::<Complex64, Complex64>(&x.cast(DType::Complex128)?, clamp)?.cast(self.to)
            }
            _ if self.to.is_integer() => cut_floats(&x.cast(DType::Float64)?, self.to),
            _ => map::<f64, f64>(&x.cast(DType::Float64)?, |v| v.clamp(low, high))?.cast(self.to),
        }
    }

    fn gradient(&self) -> Gradient {
        if self.to.is_trainable() { Gradient::Defined } else { Gradient::NotDifferentiable }
    }
}

impl SaturateCast {
    /// `g` where neither part of `x` was clamped, else zero.
    fn passed(&self, g: Formula, x: &Tensor) -> Formula {
        if !x.dtype().is_complex() {
            return self.inside(&g, x);
        }
        let part = |of: fn(&Tensor) -> Result<Tensor>| self.inside(&g.map(of), &x.map(of)).tensor();
        part(ops::real).and_then(|re| ops::complex(&re, &part(ops::imag)?)).into()
    }

    /// `g` where `x` was not clamped, else zero.
    fn inside(&self, g: &Formula, x: &impl Term) -> Formula {
        let (low, high) = self.limits();
        x.greater_equal(low).logical_and(x.less_equal(high)).select(g, 0.0)
    }
}

/// NaN becomes 0.
fn cut_floats(x: &Array, to: DType) -> Result<Array> {
    if to == DType::UInt64 {
        return map::<f64, u64>(x, |v| v as u64);
    }
    let (low, high) = bounds(to).map_or((0, 0), |b| b.integers);
    let (low, high) = (low as i64, high as i64);
    crate::with_dtype!(to, T: int => map::<f64, T>(x, |v| T::cast_from((v as i64).clamp(low, high))), else x.cast(to))
}

fn clamp_integers(x: &Array, to: DType) -> Result<Array> {
    let (low, high) = bounds(to.real()).map_or((i128::MIN, i128::MAX), |b| b.integers);
    let wide = |v: i128| v.clamp(low, high);
    if to.is_floating() || to.is_complex() {
        // No integer is beyond a float's range but for float16, which holds every one that it cannot clamp in f64.
        let (low, high) = bounds(to.real()).map_or((f64::MIN, f64::MAX), |b| b.floats);
        return map::<f64, f64>(&x.cast(DType::Float64)?, |v| v.clamp(low, high))?.cast(to);
    }
    let unsigned = x.dtype() == DType::UInt64;
    let clamped = if unsigned {
        map::<u64, i64>(x, |v| wide(i128::from(v)) as i64)
    } else {
        map::<i64, i64>(&x.cast(DType::Int64)?, |v| wide(i128::from(v)) as i64)
    };
    // Two's complement: the low bits are those of the clamped number, whatever the sign of the target.
    crate::with_dtype!(to, T: int => map::<i64, T>(&clamped?, T::cast_from), else clamped)
}
