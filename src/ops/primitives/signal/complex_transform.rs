//! `fft` and `ifft` over one, two or three axes, of complex tensors.
//!
//! The matrix of a transform is symmetric: its adjoint is its conjugate, which is `n` times the inverse.

use smallvec::SmallVec;

use crate::kernels::fft::fft as fft_lines;
use crate::ops::prelude::*;
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[FFT, IFFT, FFT2D, IFFT2D, FFT3D, IFFT3D];

/// What is no tensor becomes one of single precision.
const INPUT: Param = Param::new("input", Kind::As(DType::Complex64));

const FFT: OpDef = OpDef {
    name: "fft",
    op_type: "FFT",
    doc: "The discrete Fourier transform of the last axis of `input`: `sum of x[j] exp(-2 pi i j k / n)`.\n\n\
          `input` is `complex64` or `complex128` of rank 1 or more, of any length, and is computed in its own \
          precision. Errors: `InvalidArgumentError` for another dtype or a scalar.\n\n\
          >>> tf.signal.fft(tf.constant([1., 2., 3.], tf.complex64)).numpy()[0].item()\n(6+0j)",
    params: &[INPUT],
    call: |a| Ok(fft(a.tensor(0), 1, false)?.into()),
    samples: &[],
};

const IFFT: OpDef = OpDef {
    name: "ifft",
    op_type: "IFFT",
    doc: "The inverse of `fft`: `1/n` times the sum of `x[k] exp(2 pi i j k / n)`.\n\n\
          Dtypes and errors as for `fft`.\n\n\
          >>> tf.math.real(tf.signal.ifft(tf.constant([6., 0., 0.], tf.complex64))).numpy().tolist()\n[2.0, 2.0, 2.0]",
    params: &[INPUT],
    call: |a| Ok(fft(a.tensor(0), 1, true)?.into()),
    samples: &[],
};

const FFT2D: OpDef = OpDef {
    name: "fft2d",
    op_type: "FFT2D",
    doc: "The discrete Fourier transform of the last two axes of `input`.\n\n\
          Dtypes and errors as for `fft`; the rank is 2 or more.\n\n\
          >>> tf.signal.fft2d(tf.ones([2, 3], tf.complex64)).numpy()[0, 0].item()\n(6+0j)",
    params: &[INPUT],
    call: |a| Ok(fft(a.tensor(0), 2, false)?.into()),
    samples: &[],
};

const IFFT2D: OpDef = OpDef {
    name: "ifft2d",
    op_type: "IFFT2D",
    doc: "The inverse of `fft2d`.\n\n\
          Dtypes and errors as for `fft2d`.\n\n\
          >>> tf.signal.ifft2d(tf.ones([2, 3], tf.complex64)).numpy()[0, 0].item()\n(1+0j)",
    params: &[INPUT],
    call: |a| Ok(fft(a.tensor(0), 2, true)?.into()),
    samples: &[],
};

const FFT3D: OpDef = OpDef {
    name: "fft3d",
    op_type: "FFT3D",
    doc: "The discrete Fourier transform of the last three axes of `input`.\n\n\
          Dtypes and errors as for `fft`; the rank is 3 or more.\n\n\
          >>> tf.signal.fft3d(tf.ones([2, 2, 2], tf.complex64)).numpy()[0, 0, 0].item()\n(8+0j)",
    params: &[INPUT],
    call: |a| Ok(fft(a.tensor(0), 3, false)?.into()),
    samples: &[],
};

const IFFT3D: OpDef = OpDef {
    name: "ifft3d",
    op_type: "IFFT3D",
    doc: "The inverse of `fft3d`.\n\n\
          Dtypes and errors as for `fft3d`.\n\n\
          >>> tf.signal.ifft3d(tf.ones([2, 2, 2], tf.complex64)).numpy()[0, 0, 0].item()\n(1+0j)",
    params: &[INPUT],
    call: |a| Ok(fft(a.tensor(0), 3, true)?.into()),
    samples: &[],
};

/// The Fourier transform of the last `axes` (1, 2 or 3) axes, or its inverse.
pub fn fft(x: &Tensor, axes: usize, inverse: bool) -> Result<Tensor> {
    let transform = Transform { axes, inverse };
    DTypes::COMPLEX.check(transform.named(), "Tcomplex", x.dtype())?;
    apply(transform, &[x])
}

#[derive(Debug)]
struct Transform {
    axes: usize,
    inverse: bool,
}

impl Primitive for Transform {
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| {
        let Transform { axes, inverse } = *g.op;
        // Beside an empty axis the others may be of any length.
        let n: f64 = g.shape()[g.rank() - axes..].iter().map(|&n| n as f64).product();
        g.through(Transform { axes, inverse: !inverse }, &[]) * if inverse { 1.0 / n.max(1.0) } else { n }
    })];

    fn named(&self) -> &'static str {
        [["FFT", "FFT2D", "FFT3D"], ["IFFT", "IFFT2D", "IFFT3D"]][usize::from(self.inverse)][self.axes - 1]
    }

    /// One axis after the other, each brought to the end.
    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let shape = x[0].shape();
        let rank = shape.rank();
        if rank < self.axes {
            let text = format!("Input must have rank of at least {} but got: {shape}", self.axes);
            return Err(Error::invalid(self.named(), text));
        }
        let mut y = fft_lines(x[0], self.inverse)?;
        for axis in rank - self.axes..rank - 1 {
            let mut perm: SmallVec<[usize; 8]> = (0..rank).few();
            perm.swap(axis, rank - 1);
            y = fft_lines(&y.permute(&perm), self.inverse)?.permute(&perm);
        }
        y.contiguous()
    }
}
