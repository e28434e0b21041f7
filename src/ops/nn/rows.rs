//! How the operations of this folder hand tensors to the kernels that work on rows: contiguous, in a type that they
//! compute in, with the axis in question last.

use smallvec::SmallVec;

use crate::array::Array;
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::kernels::softmax::{Real, Rows};
use crate::ops;
use crate::shape::{Shape, normalize_axis};
use crate::tensor::Tensor;

/// What a kernel does with the rows of contiguous arrays of one type.
pub(super) trait RowKernel {
    /// Writes every element of `out`, unless it is interrupted.
    fn run<T: Real>(&self, x: &[Array], out: &mut [T]) -> Result<()>;
}

/// Runs a kernel into a new array of this shape; half precision goes through `float32`.
pub(super) fn over_rows<K: RowKernel>(kernel: &K, op_type: &'static str, x: &[&Array], shape: Shape) -> Result<Array> {
    let dtype = x[0].dtype();
    x.iter().try_for_each(|x| ops::check_same_dtype(op_type, dtype, x.dtype()))?;
    if matches!(dtype, DType::Float16 | DType::BFloat16) {
        let wide: Vec<Array> = x.iter().map(|x| x.cast(DType::Float32)).collect::<Result<_>>()?;
        return over_rows(kernel, op_type, &wide.iter().collect::<Vec<_>>(), shape)?.cast(dtype);
    }
    let x = x.iter().map(|x| x.contiguous()).collect::<Result<SmallVec<[Array; 3]>>>()?;
    crate::with_dtype!(dtype, T: float => {
        let mut out = Array::scratch_of::<T>(shape)?;
        kernel.run::<T>(&x, out.slice_mut())?;
        Ok(out)
    }, else Err(refuse(op_type, dtype)))
}

/// The error for a dtype that is not floating.
#[cold]
pub(super) fn refuse(op_type: &'static str, dtype: DType) -> Error {
    let text = format!(
        "Value for attr 'T' of {} is not in the list of allowed values: half, bfloat16, float, double",
        dtype.kernel_name()
    );
    Error::invalid(op_type, text)
}

/// The rows of a contiguous array.
pub(super) fn rows<T: Real>(x: &Array) -> Rows<'_, T> {
    Rows { data: x.slice(), columns: x.shape().last().copied().unwrap_or(1) }
}

/// `f` of `x` with axis `axis` moved to the end, and that axis moved back.
pub(super) fn with_axis_last(x: &Tensor, axis: i64, f: impl Fn(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    let rank = x.rank();
    if rank == 0 || axis == -1 {
        return f(x);
    }
    let at = checked_axis(axis, rank)?;
    if at + 1 == rank {
        return f(x);
    }
    let mut perm: Vec<usize> = (0..rank).collect();
    perm.swap(at, rank - 1);
    ops::transpose_by(&f(&ops::transpose_by(x, &perm)?)?, &perm)
}

/// The axis counted from the front. Error: `InvalidArgumentError` when out of range.
pub(super) fn checked_axis(axis: i64, rank: usize) -> Result<usize> {
    normalize_axis(axis, rank).ok_or_else(|| {
        let text = format!(
            "`dim` must be in the range [-{rank}, {rank}) where {rank} is the number of dimensions in the input. \
             Received: dim={axis}"
        );
        Error::invalid("", text)
    })
}

/// `x` with one more axis, of length 1, at the end.
pub(super) fn as_column(x: &Tensor) -> Result<Tensor> {
    ops::reshape_to(x, &x.shape().concat(&[1]))
}

/// A shape without its last axis.
pub(super) fn outer(shape: &Shape) -> Shape {
    shape[..shape.rank().saturating_sub(1)].into()
}

/// The sum over the last axis, which stays with length 1.
pub(super) fn row_sums(x: &Tensor) -> Result<Tensor> {
    ops::reduce_sum(x, Some(&[-1]), true)
}
