//! Which dtypes an operation takes, and how it computes the rare ones. An operation declares both; here alone they are
//! checked, named in the error, and converted. Inputs that must agree are compared as they come, before any of them is
//! converted.

use smallvec::SmallVec;

use crate::array::Array;
use crate::dtype::{DType, DTypes};
use crate::error::{Error, Result};
use crate::shape::Few;

/// The dtypes of an operation: those that its kernel knows, and those that are computed in another dtype and converted
/// back.
#[derive(Clone, Copy)]
pub struct Takes {
    native: DTypes,
    through: [(DTypes, DType); 4],
    /// How many of the first inputs have one dtype.
    alike: usize,
}

impl Takes {
    /// Every dtype as it is.
    pub const ANY: Takes = Takes::native(DTypes::ALL);
    /// Real floating-point numbers; those of two bytes through `float32`.
    pub const FLOATING: Takes = Takes::native(DTypes::SINGLE_OR_DOUBLE).through(DTypes::HALF, DType::Float32);

    /// These dtypes, for which there are kernels.
    pub const fn native(native: DTypes) -> Takes {
        Takes { native, through: [(DTypes::of(&[]), DType::Bool); 4], alike: 1 }
    }

    /// And these, for which there are kernels as well.
    pub const fn and(mut self, native: DTypes) -> Takes {
        self.native = self.native.or(native);
        self
    }

    /// And complex numbers, computed in `complex128`.
    pub const fn and_complex(self) -> Takes {
        self.and(DTypes::of(&[DType::Complex128])).through(DTypes::of(&[DType::Complex64]), DType::Complex128)
    }

    /// And the first `count` inputs must have one dtype.
    pub const fn alike(mut self, count: usize) -> Takes {
        self.alike = count;
        self
    }

    /// And these, computed in the dtype `wide`.
    pub const fn through(mut self, dtypes: DTypes, wide: DType) -> Takes {
        let mut i = 0;
        while self.through[i].0.any() {
            i += 1;
        }
        self.through[i] = (dtypes, wide);
        self
    }

    /// All that is taken.
    pub const fn all(self) -> DTypes {
        let [(a, _), (b, _), (c, _), (d, _)] = self.through;
        self.native.or(a).or(b).or(c).or(d)
    }

    /// The dtype in which `dtype` is computed.
    #[inline]
    pub fn computed(self, op: &'static str, dtype: DType) -> Result<DType> {
        if self.native.has(dtype) {
            return Ok(dtype);
        }
        let wide = self.through.into_iter().find(|(dtypes, _)| dtypes.has(dtype));
        wide.map(|(_, wide)| wide).ok_or_else(|| self.all().refuse(op, "T", dtype))
    }

    /// What `kernel` makes of inputs of the dtype of the first one. Where that is a rare dtype, the kernel sees those inputs
    /// of that dtype in the wide one, and what it makes in the wide one is converted back.
    #[inline]
    pub fn compute(
        self,
        op: &'static str,
        x: &[&Array],
        mut kernel: impl FnMut(&[&Array]) -> Result<Array>,
    ) -> Result<Array> {
        self.check_alike(op, x)?;
        if self.native.has(x[0].dtype()) {
            return kernel(x);
        }
        let (y, wide) = self.widened(op, x, &mut kernel)?;
        if y.dtype() == wide { y.cast(x[0].dtype()) } else { Ok(y) }
    }

    /// As [`Takes::compute`], for several outputs. Beside those in the wide dtype, the real ones of complex inputs and the
    /// complex ones of real inputs get the precision of the inputs too.
    pub fn compute_all(
        self,
        op: &'static str,
        x: &[&Array],
        mut kernel: impl FnMut(&[&Array]) -> Result<Vec<Array>>,
    ) -> Result<Vec<Array>> {
        self.check_alike(op, x)?;
        let dtype = x[0].dtype();
        if self.native.has(dtype) {
            return kernel(x);
        }
        let (mut outputs, wide) = self.widened(op, x, &mut kernel)?;
        for y in &mut outputs {
            *y = y.cast(match y.dtype() {
                d if d == wide => dtype,
                d if d == wide.real() => dtype.real(),
                d if Some(d) == wide.complex() => dtype.complex().unwrap_or(DType::Complex64),
                d => d,
            })?;
        }
        Ok(outputs)
    }

    #[inline]
    fn check_alike(self, op: &'static str, x: &[&Array]) -> Result<()> {
        let mut others = x.iter().enumerate().take(self.alike).skip(1);
        others.try_for_each(|(place, other)| check_dtype(op, place, x[0].dtype(), other.dtype()))
    }

    /// What `kernel` makes of the inputs in the wide dtype, and that dtype.
    #[cold]
    fn widened<Y>(
        self,
        op: &'static str,
        x: &[&Array],
        kernel: &mut dyn FnMut(&[&Array]) -> Result<Y>,
    ) -> Result<(Y, DType)> {
        let dtype = x[0].dtype();
        let wide = self.computed(op, dtype)?;
        let widen = |x: &&Array| if x.dtype() == dtype { x.cast(wide) } else { Ok((*x).clone()) };
        let x: SmallVec<[Array; 2]> = x.iter().map(widen).few::<Result<_>>()?;
        Ok((kernel(&x.iter().few::<SmallVec<[&Array; 2]>>())?, wide))
    }
}

/// Refuses operands of two dtypes, in TensorFlow's words.
pub fn check_same_dtype(op_type: &'static str, a: DType, b: DType) -> Result<()> {
    check_dtype(op_type, 1, a, b)
}

/// Input `place` has the dtype `want`. Errors: `InvalidArgument` when it is `got`.
#[inline]
pub fn check_dtype(op_type: &'static str, place: usize, want: DType, got: DType) -> Result<()> {
    if want == got { Ok(()) } else { Err(other_dtype(op_type, place, want, got)) }
}

#[cold]
fn other_dtype(op_type: &'static str, place: usize, want: DType, got: DType) -> Error {
    let (want, got) = (want.kernel_name(), got.kernel_name());
    let text = format!(
        "cannot compute {op_type} as input #{place}(zero-based) was expected to be a {want} tensor but is a {got} tensor"
    );
    Error::invalid(op_type, text)
}
