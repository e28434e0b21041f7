//! Zeros, ones, one value everywhere, identity matrices.

use crate::array::AxisSlice;
use crate::kernels::place::{filled, place};
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;
use crate::shape::{Few, MAX_RANK};

pub(in crate::ops) const OPS: &[OpDef] = &[ZEROS, ONES, FILL, ZEROS_LIKE, ONES_LIKE, EYE];

/// TensorFlow's `layout`, which means nothing on one device.
const LAYOUT: Param = Param::new("layout", Kind::Str).or(Literal::None);
const FLOAT32: Param = dtype("dtype").or(Literal::DType(DType::Float32));

const ZEROS: OpDef = OpDef {
    name: "zeros",
    op_type: "",
    doc: "Zeros of shape `shape` and dtype `dtype`: `False` for bool, empty strings.\n\n\
          `layout` is ignored. Errors: `InvalidArgumentError` for a negative length, `ResourceExhaustedError` \
          where memory is not to be had.\n\n\
          >>> tf.zeros([2, 2]).numpy().tolist()\n[[0.0, 0.0], [0.0, 0.0]]",
    params: &[Param::new("shape", Kind::Ints), FLOAT32, LAYOUT],
    call: |a| Ok(zeros(a.ints(0), a.dtype(1))?.into()),
    samples: &[],
};

const ONES: OpDef = OpDef {
    name: "ones",
    op_type: "",
    doc: "Ones of shape `shape` and dtype `dtype`: `True` for bool.\n\n\
          `layout` is ignored. Errors: `InvalidArgumentError` for a negative length, `ResourceExhaustedError` \
          where memory is not to be had, `TypeError` for strings.\n\n\
          >>> tf.ones([2], tf.int32).numpy().tolist()\n[1, 1]",
    params: &[Param::new("shape", Kind::Ints), FLOAT32, LAYOUT],
    call: |a| Ok(ones(a.ints(0), a.dtype(1))?.into()),
    samples: &[],
};

const FILL: OpDef = OpDef {
    name: "fill",
    op_type: "Fill",
    doc: "A tensor of shape `dims` whose elements are all `value`, a scalar.\n\n\
          The gradient of `value` is the sum over all elements. `layout` is ignored. Errors: \
          `InvalidArgumentError` for a negative length or a value that is not a scalar, `ResourceExhaustedError` \
          where memory is not to be had.\n\n\
          >>> tf.fill([2, 2], 7).numpy().tolist()\n[[7, 7], [7, 7]]",
    params: &[Param::new("dims", Kind::Ints), free("value"), LAYOUT],
    call: |a| Ok(fill(a.ints(0), a.tensor(1))?.into()),
    samples: &[with(&[reals(&[])], &[("dims", Ints(&[2, 3]))]), with(&[reals(&[])], &[("dims", Ints(&[]))])],
};

const ZEROS_LIKE: OpDef = OpDef {
    name: "zeros_like",
    op_type: "ZerosLike",
    doc: "Zeros with the shape of `input`, and its dtype or `dtype`.\n\n\
          No gradient passes. `layout` is ignored.\n\n\
          >>> tf.zeros_like([1., 2.]).numpy().tolist()\n[0.0, 0.0]",
    params: &[free("input"), dtype("dtype"), LAYOUT],
    call: |a| Ok(zeros_like(a.tensor(0), a.opt_dtype(1))?.into()),
    samples: &[],
};

const ONES_LIKE: OpDef = OpDef {
    name: "ones_like",
    op_type: "OnesLike",
    doc: "Ones with the shape of `input`, and its dtype or `dtype`.\n\n\
          No gradient passes. `layout` is ignored. Errors: `InvalidArgumentError` for strings.\n\n\
          >>> tf.ones_like([5, 6]).numpy().tolist()\n[1, 1]",
    params: &[free("input"), dtype("dtype"), LAYOUT],
    call: |a| Ok(ones_like(a.tensor(0), a.opt_dtype(1))?.into()),
    samples: &[],
};

const EYE: OpDef = OpDef {
    name: "eye",
    op_type: "",
    doc: "The identity matrix with `num_rows` rows and `num_columns` columns (as many as rows when `None`), \
          repeated to `batch_shape`.\n\n\
          Errors: `InvalidArgumentError` for a negative length, `ResourceExhaustedError` where memory is not to be \
          had, `TypeError` for strings.\n\n\
          >>> tf.eye(2, 3).numpy().tolist()\n[[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]",
    params: &[
        Param::new("num_rows", Kind::Int),
        Param::new("num_columns", Kind::Int).or(Literal::None),
        Param::new("batch_shape", Kind::Ints).or(Literal::None),
        FLOAT32,
    ],
    call: |a| Ok(eye(a.int(0), a.opt_int(1), a.axes(2).unwrap_or_default(), a.dtype(3))?.into()),
    samples: &[],
};

/// Axis lengths that a user gave, checked. Errors name operation `op`.
pub fn shape_of(op: &'static str, dims: &[i64]) -> Result<Shape> {
    if dims.len() > MAX_RANK {
        let text = format!("a shape has {} dimensions; at most {MAX_RANK} are supported", dims.len());
        return Err(Error::invalid(op, text));
    }
    let length = |&d: &i64| usize::try_from(d).map_err(|_| Error::invalid(op, format!("Dimension {d} must be >= 0")));
    let shape: Shape = dims.iter().map(length).few::<Result<_>>()?;
    match shape.checked_elements() {
        Some(_) => Ok(shape),
        None => Err(Error::invalid(op, format!("Shape {shape} would have more than 2**63 - 1 elements"))),
    }
}

/// Zeros: `False` for bool, empty strings.
pub fn zeros(dims: &[i64], dtype: DType) -> Result<Tensor> {
    Ok(Tensor::new(Array::zeros(dtype, shape_of("Fill", dims)?)?))
}

/// Ones: `True` for bool.
pub fn ones(dims: &[i64], dtype: DType) -> Result<Tensor> {
    let shape = shape_of("Fill", dims)?;
    Ok(Tensor::new(filled("Fill", one(dtype)?.array(), &shape)?))
}

fn one(dtype: DType) -> Result<Tensor> {
    if dtype == DType::String {
        return Err(Error::type_error("Cannot convert 1 to EagerTensor of dtype string"));
    }
    Ok(Tensor::new(Array::scalar(1i32).cast(dtype)?))
}

/// Zeros with the shape of `x`, and its dtype or `dtype`; no tape tracks them.
pub fn zeros_like(x: &Tensor, dtype: Option<DType>) -> Result<Tensor> {
    let dtype = dtype.unwrap_or(x.dtype());
    non_differentiable("ZerosLike", &[x], move |x| Array::zeros(dtype, x[0].shape().clone()))
}

/// Ones with the shape of `x`, and its dtype or `dtype`; no tape tracks them.
pub fn ones_like(x: &Tensor, dtype: Option<DType>) -> Result<Tensor> {
    let dtype = dtype.unwrap_or(x.dtype());
    DTypes::ALL.without(DTypes::of(&[DType::String])).check("OnesLike", "T", dtype)?;
    let one = one(dtype)?;
    non_differentiable("OnesLike", &[x], move |x| filled("OnesLike", one.array(), x[0].shape()))
}

/// Identity matrices.
pub fn eye(rows: i64, columns: Option<i64>, batch: &[i64], dtype: DType) -> Result<Tensor> {
    let matrix = shape_of("Fill", &[rows, columns.unwrap_or(rows)])?;
    let shape = shape_of("Fill", batch)?.concat(&matrix);
    let one = one(dtype)?;
    let diagonal = matrix[0].min(matrix[1]);
    let mut out = Array::zeros(dtype, Shape::new(&[matrix.elements()]))?;
    let axis = AxisSlice { start: 0, step: matrix[1] as isize + 1, length: diagonal };
    place(&mut out, &[axis], &one.array().broadcast_to(&Shape::new(&[diagonal]))?)?;
    let out = out.reshape(matrix)?;
    Ok(Tensor::new(if batch.is_empty() { out } else { filled("Fill", &out, &shape)? }))
}

/// A tensor of shape `dims` whose elements are all `value`.
pub fn fill(dims: &[i64], value: &Tensor) -> Result<Tensor> {
    if value.rank() > 0 {
        let text = format!("value must represent a scalar, got shape {}", value.shape());
        return Err(Error::invalid("Fill", text));
    }
    apply(Fill { shape: shape_of("Fill", dims)? }, &[value])
}

#[derive(Debug)]
struct Fill {
    shape: Shape,
}

impl Primitive for Fill {
    const OP_TYPE: &'static str = "Fill";
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.into())];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        // Strings are shared, not copied.
        if x[0].dtype() == DType::String { x[0].broadcast_to(&self.shape) } else { filled("Fill", x[0], &self.shape) }
    }
}
