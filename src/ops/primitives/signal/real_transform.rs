//! `rfft` and `irfft`: transforms between real numbers and the half of a spectrum that says all.
//!
//! The other half is the conjugate of the first, so that frequencies between 0 and `n / 2` count twice where a whole
//! spectrum is summed. Gradients are the transform back, with those frequencies weighed accordingly.

use num_complex::Complex64;
use smallvec::SmallVec;

use super::complex_transform::fft;
use crate::array::AxisSlice;
use crate::kernels::fft::{bins, irfft as irfft_lines, rfft as rfft_lines};
use crate::ops::prelude::*;
use crate::ops::view_axis;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[RFFT, IRFFT, RFFT2D, IRFFT2D];

/// What is no tensor becomes one of single precision.
const REAL: Param = Param::new("input_tensor", Kind::As(DType::Float32));
const SPECTRUM: Param = Param::new("input_tensor", Kind::As(DType::Complex64));
const LENGTH: Param = Param::new("fft_length", Kind::Ints).or(Literal::None);

const RFFT: OpDef = OpDef {
    name: "rfft",
    op_type: "RFFT",
    doc: "The first `n / 2 + 1` numbers of the Fourier transform of the last axis of `input_tensor`, which is real.\n\n\
          The others are their conjugates. `fft_length` `[n]` cuts the axis or fills it up with zeros first. `float32` \
          gives `complex64`, `float64` `complex128`. Errors: `ValueError` for another dtype, `InvalidArgumentError` for a \
          negative length or a scalar.\n\n\
          >>> tf.signal.rfft([1., 2., 3.]).numpy()[0].item()\n(6+0j)",
    params: &[REAL, LENGTH],
    call: |a| Ok(rfft(a.tensor(0), lengths("RFFT", a.axes(1), 1)?.map(|n| n[0]))?.into()),
    samples: &[
        on(&[Input::Real(&[2, 6], -2.0, 2.0)]),
        on(&[Input::Real(&[5], -2.0, 2.0)]),
        with(&[Input::Real(&[2, 6], -2.0, 2.0)], &[("fft_length", Int(8))]),
        with(&[Input::Real(&[6], -2.0, 2.0)], &[("fft_length", Int(3))]),
    ],
};

const IRFFT: OpDef = OpDef {
    name: "irfft",
    op_type: "IRFFT",
    doc: "The real numbers whose `rfft` is `input_tensor`, along the last axis.\n\n\
          `fft_length` is `[n]`, how many there are: `2 * (bins - 1)` unless given, and bins are cut off or filled up with \
          zeros to `n / 2 + 1`. Imaginary parts that such a spectrum cannot have are ignored. Errors as for `rfft`.\n\n\
          >>> tf.signal.irfft(tf.constant([6., 0.], tf.complex64)).numpy().tolist()\n[3.0, 3.0]",
    params: &[SPECTRUM, LENGTH],
    call: |a| Ok(irfft(a.tensor(0), lengths("IRFFT", a.axes(1), 1)?.map(|n| n[0]))?.into()),
    samples: &[],
};

const RFFT2D: OpDef = OpDef {
    name: "rfft2d",
    op_type: "",
    doc: "`rfft` of the last axis of `input_tensor`, then the Fourier transform of the axis before it.\n\n\
          `fft_length` is `[rows, columns]`. Dtypes and errors as for `rfft`; the rank is 2 or more.\n\n\
          >>> tf.signal.rfft2d(tf.ones([2, 3])).numpy()[0, 0].item()\n(6+0j)",
    params: &[REAL, LENGTH],
    call: |a| Ok(rfft2d(a.tensor(0), lengths("RFFT2D", a.axes(1), 2)?)?.into()),
    samples: &[
        on(&[Input::Real(&[2, 3, 4], -2.0, 2.0)]),
        with(&[Input::Real(&[3, 5], -2.0, 2.0)], &[("fft_length", Ints(&[4, 3]))]),
    ],
};

const IRFFT2D: OpDef = OpDef {
    name: "irfft2d",
    op_type: "",
    doc: "The inverse of `rfft2d`.\n\n\
          `fft_length` is `[rows, columns]`, as they were there. Dtypes and errors as for `irfft`.\n\n\
          >>> tf.signal.irfft2d(tf.signal.rfft2d(tf.ones([2, 4]))).shape\nTensorShape([2, 4])",
    params: &[SPECTRUM, LENGTH],
    call: |a| Ok(irfft2d(a.tensor(0), lengths("IRFFT2D", a.axes(1), 2)?)?.into()),
    samples: &[],
};

fn lengths(op: &'static str, given: Option<&[i64]>, axes: usize) -> Result<Option<Vec<usize>>> {
    let Some(given) = given else {
        return Ok(None);
    };
    if given.len() != axes {
        return Err(Error::invalid(op, format!("fft_length must have shape [{axes}]")));
    }
    let length = |(i, &n): (usize, &i64)| {
        usize::try_from(n).map_err(|_| Error::invalid(op, format!("fft_length[{i}] must >= 0, but got: {n}")))
    };
    given.iter().enumerate().map(length).few::<Result<_>>().map(Some)
}

/// The half spectrum of the last axis, cut or filled up to `n` numbers.
pub fn rfft(x: &Tensor, n: Option<usize>) -> Result<Tensor> {
    check("RFFT", x, 1, DTypes::SINGLE_OR_DOUBLE)?;
    let x = resized(x, 1, n)?;
    apply(RealTransform { n: x.shape()[x.rank() - 1], inverse: false }, &[&x])
}

/// The `n` real numbers that have this half spectrum.
pub fn irfft(x: &Tensor, n: Option<usize>) -> Result<Tensor> {
    check("IRFFT", x, 1, DTypes::COMPLEX)?;
    let n = n.unwrap_or_else(|| 2 * x.shape()[x.rank() - 1].saturating_sub(1));
    apply(RealTransform { n, inverse: true }, &[&resized(x, 1, Some(bins(n)))?])
}

/// [`rfft`] of the last axis, and the transform of the one before.
pub fn rfft2d(x: &Tensor, n: Option<Vec<usize>>) -> Result<Tensor> {
    check("RFFT2D", x, 2, DTypes::SINGLE_OR_DOUBLE)?;
    let x = resized(x, 2, n.as_ref().map(|n| n[0]))?;
    along_rows(&rfft(&x, n.map(|n| n[1]))?, false)
}

/// The inverse of [`rfft2d`].
pub fn irfft2d(x: &Tensor, n: Option<Vec<usize>>) -> Result<Tensor> {
    check("IRFFT2D", x, 2, DTypes::COMPLEX)?;
    let x = resized(x, 2, n.as_ref().map(|n| n[0]))?;
    irfft(&along_rows(&x, true)?, n.map(|n| n[1]))
}

/// The transform along the axis before the last.
fn along_rows(x: &Tensor, inverse: bool) -> Result<Tensor> {
    x.matrix_transpose().map(|x| fft(x, 1, inverse)).matrix_transpose().tensor()
}

fn check(op: &'static str, x: &Tensor, axes: usize, dtypes: DTypes) -> Result<()> {
    if !dtypes.has(x.dtype()) {
        let [narrow, wide] =
            if dtypes == DTypes::COMPLEX { ["complex64", "complex128"] } else { ["float32", "float64"] };
        let text = format!("{op} requires tf.{narrow} or tf.{wide} inputs, got: a tensor of dtype {}", x.dtype());
        return Err(Error::value(text));
    }
    if x.rank() < axes {
        return Err(Error::invalid(op, format!("Input must have rank of at least {axes} but got: {}", x.shape())));
    }
    Ok(())
}

/// `x` with the axis `back` from the end cut, or filled up with zeros, to length `n`.
fn resized(x: &Tensor, back: usize, n: Option<usize>) -> Result<Tensor> {
    let axis = x.rank() - back;
    let (own, n) = (x.shape()[axis], n.unwrap_or(x.shape()[axis]));
    if n == own {
        return Ok(x.clone());
    }
    if n < own {
        return view_axis(x, axis, AxisSlice::all(n), "Slice");
    }
    let mut paddings: ops::Paddings = SmallVec::from_elem((0, 0), x.rank());
    paddings[axis] = (0, n - own);
    ops::pad(x, &paddings, None)
}

/// Between `n` real numbers and their half spectrum.
#[derive(Debug)]
struct RealTransform {
    n: usize,
    inverse: bool,
}

impl RealTransform {
    /// `x` with frequencies that stand for two multiplied by `both`, the others by `one`.
    fn weighed(&self, x: &Tensor, both: f64, one: f64) -> Formula {
        if x.shape().elements() == 0 {
            return x.clone().into(); // of lines of any length
        }
        x * Formula::from(self.weights(both, one)).cast(x.dtype())
    }

    fn weights(&self, both: f64, one: f64) -> Result<Tensor> {
        let twice = |k: usize| k > 0 && 2 * k != self.n;
        let mut weights = Array::scratch_of::<Complex64>(Shape::new(&[bins(self.n)]))?;
        let places = weights.slice_mut::<Complex64>().iter_mut().enumerate();
        places.for_each(|(k, weight)| *weight = if twice(k) { both } else { one }.into());
        Ok(Tensor::new(weights))
    }
}

impl Primitive for RealTransform {
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let (n, back) = (g.op.n as f64, RealTransform { n: g.op.n, inverse: !g.op.inverse });
        match g.op.inverse {
            true => g.through(back, &[]).map(|x| g.op.weighed(x, 2.0 / n, 1.0 / n).tensor()),
            false => g.op.weighed(g, n / 2.0, n).map(|x| apply(back, &[x])),
        }
    })];

    fn named(&self) -> &'static str {
        if self.inverse { "IRFFT" } else { "RFFT" }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        if self.inverse { irfft_lines(self.n, x[0]) } else { rfft_lines(x[0]) }
    }
}
