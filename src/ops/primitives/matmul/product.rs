//! `matmul` and `matvec`: products of matrices, batches of them with broadcasting, either factor transposed for free.
//!
//! The gradient of a product is two products with other flags, never a transposed copy. A factor without batch axes
//! that met a batch gets its gradient from one tall product, not from a batch of products that is then summed.

use std::borrow::Cow;

use num_complex::{Complex32, Complex64};

use crate::kernels::matmul::{Batch, Gemm, Matrix, MatrixMut, Order, Size, gemm, gemm_batched, gemm_in_order};
use crate::kernels::parallel;
use crate::ops::graph;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[MATMUL, MATVEC];

const MATMUL: OpDef = OpDef {
    name: "matmul",
    op_type: "MatMul",
    doc: "The matrix product of `a` and `b`: `[..., m, k]` times `[..., k, n]` is `[..., m, n]`.\n\n\
          Axes before the last two are a batch, and broadcast. `transpose_a` and `transpose_b` swap the last two axes \
          of a factor first, `adjoint_a` and `adjoint_b` conjugate it as well; neither costs a copy. With `k = 0` the \
          product is zero. Half-precision products are accumulated in `float32`, integers wrap around. With \
          `output_type` integer factors are cast to it first (others: `UnimplementedError`). `a_is_sparse`, \
          `b_is_sparse`, `grad_a` and `grad_b` are hints that change nothing.\n\n\
          Errors: `InvalidArgumentError` for fewer than two axes, for inner lengths that differ, or for batches that do \
          not broadcast; `ValueError` when a factor is to be transposed and adjoint.\n\n\
          >>> tf.matmul([[1., 2.]], [[3.], [4.]]).numpy().tolist()\n[[11.0]]\n\
          >>> tf.matmul([[1., 2.]], [[3., 4.]], transpose_b=True).numpy().tolist()\n[[11.0]]",
    params: &[
        tensor("a"),
        tensor("b"),
        flag("transpose_a", false),
        flag("transpose_b", false),
        flag("adjoint_a", false),
        flag("adjoint_b", false),
        flag("a_is_sparse", false),
        flag("b_is_sparse", false),
        dtype("output_type"),
        flag("grad_a", false),
        flag("grad_b", false),
    ],
    call: |a| Ok(from_args(a)?.into()),
    samples: &[
        on(&[reals(&[2, 3]), reals(&[3, 4])]),
        with(&[reals(&[3, 2]), reals(&[3, 4])], &[("transpose_a", Bool(true))]),
        with(&[reals(&[2, 3]), reals(&[4, 3])], &[("adjoint_b", Bool(true))]),
        with(&[reals(&[3, 2]), reals(&[4, 3])], &[("transpose_a", Bool(true)), ("transpose_b", Bool(true))]),
        on(&[reals(&[2, 2, 3]), reals(&[3, 2])]),
        with(&[reals(&[2, 2, 3]), reals(&[2, 3])], &[("transpose_b", Bool(true))]),
        on(&[reals(&[2, 3]), reals(&[2, 3, 1])]),
        on(&[reals(&[2, 1, 2, 3]), reals(&[3, 3, 2])]),
    ],
};

const MATVEC: OpDef = OpDef {
    name: "matvec",
    op_type: "",
    doc: "The product of the matrix `a` and the vector `b`: `[..., m, k]` times `[..., k]` is `[..., m]`.\n\n\
          Batches, flags and errors are those of `matmul`.\n\n\
          >>> tf.linalg.matvec([[1., 2.], [3., 4.]], [1., 10.]).numpy().tolist()\n[21.0, 43.0]",
    params: &[
        tensor("a"),
        tensor("b"),
        flag("transpose_a", false),
        flag("adjoint_a", false),
        flag("a_is_sparse", false),
        flag("b_is_sparse", false),
    ],
    call: |a| {
        let (matrix, transpose) = arranged("a", a.tensor(0), a.bool(2), a.bool(3))?;
        Ok(matvec(&matrix, a.tensor(1), transpose)?.into())
    },
    samples: &[
        on(&[reals(&[2, 3]), reals(&[3])]),
        with(&[reals(&[3, 2]), reals(&[2, 3])], &[("transpose_a", Bool(true))]),
    ],
};

fn from_args(args: &Args) -> Result<Tensor> {
    let (a, ta) = arranged("a", args.tensor(0), args.bool(2), args.bool(4))?;
    let (b, tb) = arranged("b", args.tensor(1), args.bool(3), args.bool(5))?;
    match args.opt_dtype(8) {
        Some(to) if to != a.dtype() => matmul(&widened(&a, to)?, &widened(&b, to)?, ta, tb),
        _ => matmul(&a, &b, ta, tb),
    }
}

/// An integer factor as another integer type; no gradient is lost, since none flows.
fn widened(x: &Tensor, to: DType) -> Result<Tensor> {
    if x.dtype().is_integer() && to.is_integer() {
        return Ok(Tensor::new(x.array().cast(to)?));
    }
    let (from, to) = (x.dtype().kernel_name(), to.kernel_name());
    Err(Error::unimplemented("BatchMatMulV3", format!("A product of {from} tensors cannot have the output type {to}")))
}

/// A factor with its conjugate taken where that is asked for, and whether it is to be transposed.
fn arranged(name: &str, x: &Tensor, transpose: bool, adjoint: bool) -> Result<(Tensor, bool)> {
    if transpose && adjoint {
        return Err(Error::value(format!(
            "Only one of `transpose_{name}` and `adjoint_{name}` can be True. Received `transpose_{name}`=True, \
             `adjoint_{name}`=True."
        )));
    }
    Ok((if adjoint { ops::conj(x)? } else { x.clone() }, transpose || adjoint))
}

/// The matrix product `a b`, the last two axes of either factor swapped first where that is asked for; over a batch
/// where there are more than two axes.
#[inline]
pub fn matmul(a: &Tensor, b: &Tensor, transpose_a: bool, transpose_b: bool) -> Result<Tensor> {
    let batched = a.rank() > 2 || b.rank() > 2;
    let table = if batched { &BATCHED } else { &SINGLE };
    let y = apply_static(&table[usize::from(transpose_a)][usize::from(transpose_b)], &[a, b])?;
    if !batched {
        graph::made(&y, graph::Product::Matrices);
    }
    Ok(y)
}

/// The product of a matrix and a vector, `[..., m, k]` and `[..., k]`, over a batch where there are more axes.
pub fn matvec(a: &Tensor, b: &Tensor, transpose: bool) -> Result<Tensor> {
    let column = match b.rank() {
        0 => b.clone(), // which the product refuses
        _ => ops::reshape_as("ExpandDims", b, b.shape().concat(&[1]))?,
    };
    let y = matmul(a, &column, transpose, false)?;
    ops::reshape_as("Squeeze", &y, y.shape()[..y.rank() - 1].into())
}

/// A product; the eight of them live in [`SINGLE`] and [`BATCHED`], so that recording one allocates nothing.
#[derive(Debug)]
struct MatMul {
    op_type: &'static str,
    transpose: [bool; 2],
}

static SINGLE: [[MatMul; 2]; 2] = table("MatMul");
static BATCHED: [[MatMul; 2]; 2] = table("BatchMatMulV2");

const fn table(op_type: &'static str) -> [[MatMul; 2]; 2] {
    [
        [MatMul { op_type, transpose: [false, false] }, MatMul { op_type, transpose: [false, true] }],
        [MatMul { op_type, transpose: [true, false] }, MatMul { op_type, transpose: [true, true] }],
    ]
}

/// What there are kernels for. Sums of integers that wrap in 64 bits have the right low bits for any narrower type.
const TAKES: Takes =
    Takes::FLOATING.and(DTypes::COMPLEX.or(DTypes::INDEX)).through(DTypes::INTEGER, DType::Int64).alike(2);

impl Primitive for MatMul {
    const TAKES: Takes = TAKES;
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[
        Rule::B(|g, b| match (g.op.transpose, b.conj()) {
            ([false, tb], b) => g.matmul(b, false, !tb),
            ([true, tb], b) => b.matmul(g, tb, true),
        }),
        Rule::A(|g, a| match (g.op.transpose, a.conj()) {
            // One matrix for a whole batch: with the batch's axes taken into the rows, its gradient is one product.
            ([false, tb], a) if g.input().shape.rank() == 2 && g.rank() - g.batch() > 2 => {
                let (a, g) = (rows(a, 0), rows(g, g.batch()));
                if tb { g.matmul(a, true, false) } else { a.matmul(g, true, false) }
            }
            ([ta, false], a) => a.matmul(g, !ta, false),
            ([ta, true], a) => g.matmul(a, true, ta),
        }),
    ];

    fn named(&self) -> &'static str {
        self.op_type
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (a, b) = (x[0], x[1]);
        match a.dtype() {
            DType::Float32 if a.shape().rank() == 2 && b.shape().rank() == 2 => self.in_order(a, b),
            DType::Float32 => self.multiply::<f32>(a, b),
            DType::Float64 => self.multiply::<f64>(a, b),
            DType::Complex64 => self.multiply::<Complex32>(a, b),
            DType::Complex128 => self.multiply::<Complex64>(a, b),
            DType::Int32 => self.multiply::<i32>(a, b),
            _ => self.multiply::<i64>(a, b),
        }
    }
}

/// The axes from `lead` to the last but one as one.
fn rows(x: impl Term, lead: usize) -> Formula {
    x.map(|x| {
        let (stack, columns) = (&x.shape()[lead..x.rank() - 1], x.shape()[x.rank() - 1]);
        ops::reshape_to(x, &Shape::new(&x.shape()[..lead]).concat(&[stack.iter().product(), columns]))
    })
}

impl MatMul {
    fn in_order(&self, a: &Array, b: &Array) -> Result<Array> {
        let size = self.size(a.shape(), b.shape())?;
        let order = Order::of(size, self.transpose);
        let (a, b) = match order {
            Order::SideBySide(_) => (a.as_contiguous()?, b.as_contiguous()?),
            _ => (Cow::Borrowed(a), Cow::Borrowed(b)),
        };
        let [left, right] = [factor::<f32>(&a, self.transpose[0]), factor::<f32>(&b, self.transpose[1])];
        let mut out = Array::scratch_of::<f32>(Shape::new(&[size.m, size.n]))?;
        gemm_in_order(order, size, out.slice_mut(), left, right, parallel::threads())?;
        Ok(out)
    }

    fn multiply<T: Gemm + Element>(&self, a: &Array, b: &Array) -> Result<Array> {
        let size = self.size(a.shape(), b.shape())?;
        let Size { m, n, .. } = size;
        let [left, right] = [factor::<T>(a, self.transpose[0]), factor::<T>(b, self.transpose[1])];
        if a.shape().rank() == 2 && b.shape().rank() == 2 {
            let mut out = Array::scratch_of::<T>(Shape::new(&[m, n]))?;
            gemm(size, MatrixMut::rows(out.slice_mut(), n), left, right, false, parallel::threads())?;
            return Ok(out);
        }
        let lead = self.lead(a.shape(), b.shape())?;
        let mut out = Array::scratch_of::<T>(lead.concat(&[m, n]))?;
        let (steps_a, steps_b) = (steps(a, &lead), steps(b, &lead));
        let (batch, threads) = (Batch { dims: &lead, a: &steps_a, b: &steps_b }, parallel::threads());
        if n == 1 && a.shape().rank() == 2 {
            // One matrix for a batch of vectors: with the roles swapped they are the rows of one product.
            let (batch, size) = (Batch { a: &steps_b, b: &steps_a, ..batch }, Size { m: 1, n: m, ..size });
            gemm_batched(batch, size, out.slice_mut(), right.transposed(), left.transposed(), false, threads)?;
        } else {
            gemm_batched(batch, size, out.slice_mut(), left, right, false, threads)?;
        }
        Ok(out)
    }

    #[inline]
    fn size(&self, a: &Shape, b: &Shape) -> Result<Size> {
        if a.rank() < 2 || b.rank() < 2 {
            return Err(self.too_few_axes(a, b));
        }
        let last = |x: &Shape, transposed| {
            let (rows, columns) = (x[x.rank() - 2], x[x.rank() - 1]);
            if transposed { (columns, rows) } else { (rows, columns) }
        };
        let ((m, k), (inner, n)) = (last(a, self.transpose[0]), last(b, self.transpose[1]));
        if k != inner {
            let text = format!("Matrix size-incompatible: In[0]: {a}, In[1]: {b}");
            return Err(Error::invalid(self.op_type, text));
        }
        Ok(Size { m, n, k })
    }

    /// The axes of the batch.
    fn lead(&self, a: &Shape, b: &Shape) -> Result<Shape> {
        let lead = |x: &Shape| -> Shape { x[..x.rank() - 2].into() };
        lead(a).broadcast(&lead(b)).ok_or_else(|| {
            let text = format!("In[0] and In[1] must have compatible batch dimensions: {a} vs. {b}");
            Error::invalid(self.op_type, text)
        })
    }

    #[cold]
    fn too_few_axes(&self, a: &Shape, b: &Shape) -> Error {
        let batched = a.rank() > 2 || b.rank() > 2;
        let text = match (a.rank(), b.rank()) {
            (ra, _) if batched && ra < 2 => format!("In[0] ndims must be >= 2: {ra}"),
            (_, rb) if batched => format!("In[1] ndims must be >= 2: {rb}"),
            (ra, rb) if ra == rb => format!("In[0] and In[1] ndims must be == 2: {ra}"),
            _ => format!("In[0] and In[1] has different ndims: {a} vs. {b}"),
        };
        Error::invalid(self.op_type, text)
    }
}

/// The first matrix of an array, transposed or not.
#[inline]
fn factor<T: Element>(x: &Array, transposed: bool) -> Matrix<'_, T> {
    let (data, offset) = x.span::<T>();
    let (rank, strides) = (x.shape().rank(), x.strides());
    let matrix = Matrix { data, offset, strides: [strides[rank - 2], strides[rank - 1]] };
    if transposed { matrix.transposed() } else { matrix }
}

/// Element steps of an array's matrices along the axes of the batch.
fn steps(x: &Array, lead: &Shape) -> crate::shape::Strides {
    let own: Shape = x.shape()[..x.shape().rank() - 2].into();
    own.broadcast_strides(&x.strides()[..own.rank()], lead)
}
