//! The element types; the crate's one typed dispatch over them is [`with_dtype!`](crate::with_dtype).
//!
//! `String` tensors exist so that they can be named, stored and refused, floats of one byte so that they can be stored; no
//! kernel computes with them.

mod dispatch;
pub mod float8;
mod set;

use std::fmt;

pub use float8::Float8;
use half::{bf16, f16};
use num_complex::{Complex32, Complex64};
pub use set::DTypes;

/// What a tensor's elements are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum DType {
    Float32,
    Float64,
    Float16,
    BFloat16,
    Int32,
    Int64,
    Int8,
    Int16,
    UInt8,
    UInt16,
    UInt32,
    UInt64,
    Bool,
    Complex64,
    Complex128,
    String,
    Float8E5M2,
    Float8E4M3FN,
    Float8E4M3FNUZ,
    Float8E4M3B11FNUZ,
    Float8E5M2FNUZ,
}

impl DType {
    /// Every dtype, in the order of TensorFlow's enumeration where it has one.
    pub const ALL: [DType; 21] = [
        DType::Float32,
        DType::Float64,
        DType::Int32,
        DType::UInt8,
        DType::Int16,
        DType::Int8,
        DType::String,
        DType::Complex64,
        DType::Int64,
        DType::Bool,
        DType::BFloat16,
        DType::UInt16,
        DType::Complex128,
        DType::Float16,
        DType::UInt32,
        DType::UInt64,
        DType::Float8E5M2,
        DType::Float8E4M3FN,
        DType::Float8E4M3FNUZ,
        DType::Float8E4M3B11FNUZ,
        DType::Float8E5M2FNUZ,
    ];

    /// The name in Python: `float32`.
    pub const fn name(self) -> &'static str {
        match self {
            DType::Float32 => "float32",
            DType::Float64 => "float64",
            DType::Float16 => "float16",
            DType::BFloat16 => "bfloat16",
            DType::Int32 => "int32",
            DType::Int64 => "int64",
            DType::Int8 => "int8",
            DType::Int16 => "int16",
            DType::UInt8 => "uint8",
            DType::UInt16 => "uint16",
            DType::UInt32 => "uint32",
            DType::UInt64 => "uint64",
            DType::Bool => "bool",
            DType::Complex64 => "complex64",
            DType::Complex128 => "complex128",
            DType::String => "string",
            DType::Float8E5M2 => "float8_e5m2",
            DType::Float8E4M3FN => "float8_e4m3fn",
            DType::Float8E4M3FNUZ => "float8_e4m3fnuz",
            DType::Float8E4M3B11FNUZ => "float8_e4m3b11fnuz",
            DType::Float8E5M2FNUZ => "float8_e5m2fnuz",
        }
    }

    /// The word TensorFlow's kernels use in error texts: `float`, `double`, `half`, else the name.
    pub const fn kernel_name(self) -> &'static str {
        match self {
            DType::Float32 => "float",
            DType::Float64 => "double",
            DType::Float16 => "half",
            other => other.name(),
        }
    }

    /// The dtype of this name (either spelling).
    pub fn from_name(name: &str) -> Option<DType> {
        DType::ALL.into_iter().find(|d| d.name() == name || d.kernel_name() == name)
    }

    /// Bytes of one element; 0 for strings.
    pub const fn size(self) -> usize {
        match self {
            DType::Int8 | DType::UInt8 | DType::Bool => 1,
            DType::Float16 | DType::BFloat16 | DType::Int16 | DType::UInt16 => 2,
            DType::Float32 | DType::Int32 | DType::UInt32 => 4,
            DType::Float64 | DType::Int64 | DType::UInt64 | DType::Complex64 => 8,
            DType::Complex128 => 16,
            DType::String => 0,
            // The floats of one byte.
            _ => 1,
        }
    }

    /// A real floating-point type.
    pub const fn is_floating(self) -> bool {
        DTypes::FLOATING.has(self) || self.is_stored()
    }

    /// A type of numbers that are stored only: a float of one byte.
    pub const fn is_stored(self) -> bool {
        DTypes::FLOAT8.has(self)
    }

    /// A complex type.
    pub const fn is_complex(self) -> bool {
        matches!(self, DType::Complex64 | DType::Complex128)
    }

    /// An integer type (not `bool`).
    pub const fn is_integer(self) -> bool {
        !self.is_floating() && !self.is_complex() && !matches!(self, DType::Bool | DType::String)
    }

    /// An unsigned integer type.
    pub const fn is_unsigned(self) -> bool {
        matches!(self, DType::UInt8 | DType::UInt16 | DType::UInt32 | DType::UInt64)
    }

    /// Whether gradients flow through tensors of this type.
    pub const fn is_trainable(self) -> bool {
        DTypes::FLOATING.has(self) || self.is_complex()
    }

    /// The real type of a complex type's parts; other types are their own.
    pub const fn real(self) -> DType {
        match self {
            DType::Complex64 => DType::Float32,
            DType::Complex128 => DType::Float64,
            other => other,
        }
    }

    /// The largest finite number of a real floating-point type.
    pub fn largest(self) -> Option<f64> {
        match self {
            DType::Float16 => Some(f16::MAX.to_f64()),
            DType::BFloat16 => Some(bf16::MAX.to_f64()),
            DType::Float32 => Some(f64::from(f32::MAX)),
            DType::Float64 => Some(f64::MAX),
            float8 if float8.is_stored() => Some(crate::with_dtype!(float8, T: float8 => T::LARGEST.to_f64())),
            _ => None,
        }
    }

    /// The complex type with parts of this type, for `float32` and `float64`.
    pub const fn complex(self) -> Option<DType> {
        match self {
            DType::Float32 | DType::Complex64 => Some(DType::Complex64),
            DType::Float64 | DType::Complex128 => Some(DType::Complex128),
            _ => None,
        }
    }
}

impl fmt::Display for DType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A Rust type that is a tensor's element.
///
/// # Safety
/// `DTYPE.size() == size_of::<Self>()`, and every bit pattern written by a kernel of this type is a valid value.
pub unsafe trait Element: Copy + Send + Sync + PartialEq + fmt::Debug + Default + 'static {
    /// The dtype that this type implements.
    const DTYPE: DType;
    /// Conversion as C does it on x86-64: truncating to integers, wrapping between them, real part of a complex number.
    ///
    /// A float that has no place in 64 bits (`uint32`, `int64`, `uint64`) or else in 32 (shorter integers), or is NaN, counts
    /// as the least integer of that length, which is then cut to length: the same on every processor.
    fn cast_from<S: Element>(s: S) -> Self;
    /// The value as `f64` (real part).
    fn to_f64(self) -> f64;
    /// The value as a two's complement integer, truncated.
    fn to_i64(self) -> i64;
    /// As [`Element::to_i64`], in 32 bits.
    #[inline(always)]
    fn to_i32(self) -> i32 {
        if Self::DTYPE.is_trainable() { truncated_i32(self.to_f64()) } else { self.to_i64() as i32 }
    }
    /// As [`Element::to_i64`], for numbers up to `u64::MAX`; negative ones wrap.
    #[inline(always)]
    fn to_u64(self) -> u64 {
        if Self::DTYPE.is_trainable() { truncated_u64(self.to_f64()) } else { self.to_i64() as u64 }
    }
    /// The value as an integer that holds those of every type, truncated.
    #[inline(always)]
    fn to_i128(self) -> i128 {
        i128::from(self.to_i64())
    }
    /// The value as a complex number.
    fn to_c128(self) -> Complex64 {
        Complex64::new(self.to_f64(), 0.0)
    }
}

/// What the processor's conversion gives: the least integer for whatever is out of range.
#[inline(always)]
fn truncated_i32(x: f64) -> i32 {
    if x < 2_147_483_648.0 { x as i32 } else { i32::MIN }
}

/// As [`truncated_i32`].
#[inline(always)]
fn truncated_i64(x: f64) -> i64 {
    if x < TWO_63 { x as i64 } else { i64::MIN }
}

/// What compilers make of that instruction for numbers up to 2^64.
#[inline(always)]
fn truncated_u64(x: f64) -> u64 {
    if x < TWO_63 { truncated_i64(x) as u64 } else { truncated_i64(x - TWO_63) as u64 | 1 << 63 }
}

const TWO_63: f64 = 9_223_372_036_854_775_808.0;

macro_rules! element {
    ($($t:ty, $dtype:ident, |$s:ident| $cast:expr, $f:expr, $i:expr;)*) => {$(
        // SAFETY: the sizes agree (tested below) and the type is plain data.
        unsafe impl Element for $t {
            const DTYPE: DType = DType::$dtype;
            #[inline(always)]
            fn cast_from<S: Element>($s: S) -> $t { $cast }
            #[inline(always)]
            fn to_f64(self) -> f64 { let f: fn($t) -> f64 = $f; f(self) }
            #[inline(always)]
            fn to_i64(self) -> i64 { let f: fn($t) -> i64 = $i; f(self) }
        }
    )*};
}

element! {
    f32, Float32, |s| s.to_f64() as f32, |x| f64::from(x), |x| truncated_i64(f64::from(x));
    f64, Float64, |s| s.to_f64(), |x| x, truncated_i64;
    f16, Float16, |s| f16::from_f64(s.to_f64()), |x| x.to_f64(), |x| truncated_i64(x.to_f64());
    bf16, BFloat16, |s| bf16::from_f64(s.to_f64()), |x| x.to_f64(), |x| truncated_i64(x.to_f64());
    i32, Int32, |s| s.to_i32(), |x| f64::from(x), |x| i64::from(x);
    i64, Int64, |s| s.to_i64(), |x| x as f64, |x| x;
    i8, Int8, |s| s.to_i32() as i8, |x| f64::from(x), |x| i64::from(x);
    i16, Int16, |s| s.to_i32() as i16, |x| f64::from(x), |x| i64::from(x);
    u8, UInt8, |s| s.to_i32() as u8, |x| f64::from(x), |x| i64::from(x);
    u16, UInt16, |s| s.to_i32() as u16, |x| f64::from(x), |x| i64::from(x);
    u32, UInt32, |s| s.to_i64() as u32, |x| f64::from(x), |x| i64::from(x);
    bool, Bool, |s| s.to_c128() != Complex64::new(0.0, 0.0), |x| f64::from(u8::from(x)), |x| i64::from(x);
}

// SAFETY: plain data of eight bytes.
unsafe impl Element for u64 {
    const DTYPE: DType = DType::UInt64;
    #[inline(always)]
    fn cast_from<S: Element>(s: S) -> u64 {
        s.to_u64()
    }
    #[inline(always)]
    fn to_f64(self) -> f64 {
        self as f64
    }
    #[inline(always)]
    fn to_i64(self) -> i64 {
        self as i64
    }
    #[inline(always)]
    fn to_i128(self) -> i128 {
        i128::from(self)
    }
}

// SAFETY: two f32, no padding.
unsafe impl Element for Complex32 {
    const DTYPE: DType = DType::Complex64;
    #[inline(always)]
    fn cast_from<S: Element>(s: S) -> Complex32 {
        let c = s.to_c128();
        Complex32::new(c.re as f32, c.im as f32)
    }
    fn to_f64(self) -> f64 {
        f64::from(self.re)
    }
    fn to_i64(self) -> i64 {
        truncated_i64(self.to_f64())
    }
    fn to_c128(self) -> Complex64 {
        Complex64::new(f64::from(self.re), f64::from(self.im))
    }
}

// SAFETY: two f64, no padding.
unsafe impl Element for Complex64 {
    const DTYPE: DType = DType::Complex128;
    #[inline(always)]
    fn cast_from<S: Element>(s: S) -> Complex64 {
        s.to_c128()
    }
    fn to_f64(self) -> f64 {
        self.re
    }
    fn to_i64(self) -> i64 {
        truncated_i64(self.to_f64())
    }
    fn to_c128(self) -> Complex64 {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_match_the_rust_types() {
        for dtype in DType::ALL {
            let size = crate::with_dtype!(dtype, T: any => size_of::<T>(), else 0);
            assert_eq!(size, dtype.size(), "{dtype}");
            let same = crate::with_dtype!(dtype, T: any => T::DTYPE == dtype, else true);
            assert!(same, "{dtype}");
        }
    }

    #[test]
    fn casts_truncate_and_wrap_as_c_does() {
        assert_eq!(i32::cast_from(-2.7f32), -2);
        assert_eq!(u8::cast_from(300i32), 44);
        assert_eq!(u64::cast_from(1.5e19f64), 15_000_000_000_000_000_000);
        assert!(bool::cast_from(0.5f32));
        assert_eq!(i64::cast_from(u64::MAX), -1);
        assert_eq!(u32::cast_from(3e9f32), 3_000_000_000);
        assert_eq!(u64::cast_from(-300.7f64), u64::MAX - 299);
    }

    #[test]
    fn floats_without_a_place_are_the_least_integer() {
        for x in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN, 1e30, -1e30] {
            assert_eq!((i32::cast_from(x), i64::cast_from(x), u64::cast_from(x)), (i32::MIN, i64::MIN, 1 << 63), "{x}");
            assert_eq!((i8::cast_from(x), u8::cast_from(x), i16::cast_from(x), u16::cast_from(x)), (0, 0, 0, 0), "{x}");
            assert_eq!((u32::cast_from(x), i32::cast_from(Complex64::new(x, 1.0))), (0, i32::MIN), "{x}");
        }
        assert_eq!([2_147_483_647.9, -2_147_483_648.9].map(i32::cast_from::<f64>), [i32::MAX, i32::MIN]);
        assert_eq!([TWO_63, -TWO_63, 1.9e19].map(u64::cast_from::<f64>), [1 << 63; 3]);
    }
}
