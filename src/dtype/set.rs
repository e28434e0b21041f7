//! Sets of dtypes, and the error for a dtype that is not in one.

use std::fmt;

use super::DType;
use crate::error::{Error, Result};

/// A set of dtypes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DTypes(u32);

impl DTypes {
    /// Every dtype.
    pub const ALL: DTypes = DTypes::of(&DType::ALL);
    /// `float32` and `float64`, which processors compute with.
    pub const SINGLE_OR_DOUBLE: DTypes = DTypes::of(&[DType::Float32, DType::Float64]);
    /// The floats of two bytes.
    pub const HALF: DTypes = DTypes::of(&[DType::Float16, DType::BFloat16]);
    /// The floats of one byte, which are stored and converted only.
    pub const FLOAT8: DTypes = DTypes::of(&[
        DType::Float8E5M2,
        DType::Float8E4M3FN,
        DType::Float8E4M3FNUZ,
        DType::Float8E4M3B11FNUZ,
        DType::Float8E5M2FNUZ,
    ]);
    /// The real floating-point types that are computed with.
    pub const FLOATING: DTypes = DTypes::SINGLE_OR_DOUBLE.or(DTypes::HALF);
    /// The complex types.
    pub const COMPLEX: DTypes = DTypes::of(&[DType::Complex64, DType::Complex128]);
    /// The integers of one and two bytes.
    pub const SHORT: DTypes = DTypes::of(&[DType::Int8, DType::Int16, DType::UInt8, DType::UInt16]);
    /// The integer types (not `bool`).
    pub const INTEGER: DTypes =
        DTypes::SHORT.or(DTypes::of(&[DType::Int32, DType::Int64, DType::UInt32, DType::UInt64]));
    /// Real numbers.
    pub const REAL: DTypes = DTypes::FLOATING.or(DTypes::INTEGER);
    /// Numbers.
    pub const NUMBER: DTypes = DTypes::REAL.or(DTypes::COMPLEX);
    /// What indices and lengths are mostly made of.
    pub const INDEX: DTypes = DTypes::of(&[DType::Int32, DType::Int64]);

    /// These dtypes.
    pub const fn of(members: &[DType]) -> DTypes {
        let (mut bits, mut i) = (0, 0);
        while i < members.len() {
            bits |= 1 << members[i] as u32;
            i += 1;
        }
        DTypes(bits)
    }

    /// Whether there is a member.
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Whether `dtype` is in the set.
    #[inline]
    pub const fn has(self, dtype: DType) -> bool {
        self.0 & 1 << dtype as u32 != 0
    }

    /// Both sets together.
    pub const fn or(self, other: DTypes) -> DTypes {
        DTypes(self.0 | other.0)
    }

    /// What is in this set but not in the other.
    pub const fn without(self, other: DTypes) -> DTypes {
        DTypes(self.0 & !other.0)
    }

    /// An error unless `dtype`, attribute `attribute` of an operation of type `op`, is in the set.
    #[inline]
    pub fn check(self, op: &'static str, attribute: &str, dtype: DType) -> Result<()> {
        if self.has(dtype) { Ok(()) } else { Err(self.refuse(op, attribute, dtype)) }
    }

    /// The error for `dtype`, which is not in the set, in TensorFlow's words.
    #[cold]
    pub fn refuse(self, op: &'static str, attribute: &str, dtype: DType) -> Error {
        let name = dtype.kernel_name();
        Error::invalid(
            op,
            format!("Value for attr '{attribute}' of {name} is not in the list of allowed values: {self}"),
        )
    }
}

/// The names, as TensorFlow's kernels use them.
impl fmt::Display for DTypes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use DType::*;
        let order = [
            BFloat16,
            Float16,
            Float32,
            Float64,
            Int8,
            Int16,
            Int32,
            Int64,
            UInt8,
            UInt16,
            UInt32,
            UInt64,
            Complex64,
            Complex128,
            Bool,
            String,
            Float8E5M2,
            Float8E4M3FN,
            Float8E4M3FNUZ,
            Float8E4M3B11FNUZ,
            Float8E5M2FNUZ,
        ];
        let names: Vec<&str> = order.into_iter().filter(|&d| self.has(d)).map(DType::kernel_name).collect();
        f.write_str(&names.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_its_members_and_names_them() {
        let set = DTypes::SHORT.or(DTypes::HALF).without(DTypes::of(&[DType::Int8]));
        let members: Vec<DType> = DType::ALL.into_iter().filter(|&d| set.has(d)).collect();
        assert_eq!(members, [DType::UInt8, DType::Int16, DType::BFloat16, DType::UInt16, DType::Float16]);
        assert_eq!(set.to_string(), "bfloat16, half, int16, uint8, uint16");
        assert_eq!(DTypes::ALL.to_string().split(", ").count(), DType::ALL.len());
        let error = DTypes::INDEX.check("Fill", "index_type", DType::Float32).unwrap_err().to_string();
        assert!(
            error
                .starts_with("Value for attr 'index_type' of float is not in the list of allowed values: int32, int64")
        );
    }
}
