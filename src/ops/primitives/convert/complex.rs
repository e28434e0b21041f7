//! Complex numbers from their parts.

use num_complex::{Complex32, Complex64};

use crate::kernels::elementwise::zip;
use crate::ops::prelude::*;
use crate::ops::{imag, real};

pub(in crate::ops) const OPS: &[OpDef] = &[COMPLEX];

const COMPLEX: OpDef = OpDef {
    name: "complex",
    op_type: "Complex",
    doc: "The complex numbers `real + 1j * imag`, element by element, with broadcasting.\n\n\
          `float32` parts make `complex64`, `float64` parts `complex128`. The gradients are the parts of the \
          output's gradient. Errors: `TypeError` for other dtypes, `InvalidArgumentError` for shapes that do not \
          broadcast.\n\n\
          >>> tf.complex([1., 2.], [3., 4.]).numpy().tolist()\n[(1+3j), (2+4j)]",
    params: &[free("real"), free("imag")],
    call: |a| Ok(complex(a.tensor(0), a.tensor(1))?.into()),
    samples: &[on(&[reals(&[3]), reals(&[3])]), on(&[reals(&[2, 1]), reals(&[3])])],
};

/// `re + i * im`.
pub fn complex(re: &Tensor, im: &Tensor) -> Result<Tensor> {
    apply_static(&Complex, &[re, im])
}

#[derive(Debug)]
struct Complex;

impl Primitive for Complex {
    const OP_TYPE: &'static str = "Complex";
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(real)), Rule::G(|g| g.map(imag))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (re, im) = (x[0], x[1]);
        let shape = re.shape().broadcast(im.shape());
        let shape = shape.ok_or_else(|| Error::shapes("Complex", re.shape(), im.shape()))?;
        match (re.dtype(), im.dtype()) {
            (DType::Float32, DType::Float32) => zip(re, im, &shape, Complex32::new),
            (DType::Float64, DType::Float64) => zip(re, im, &shape, Complex64::new),
            (a, b) => Err(Error::type_error(format!(
                "The `real` and `imag` components have incorrect types: {a} {b}. They must be consistent, and one of \
                 [tf.float32, tf.float64]"
            ))),
        }
    }
}
