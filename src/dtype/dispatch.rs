//! The crate's one typed dispatch.

/// Runs `$body` with `$T` bound to the element type of `$dtype`, for the dtypes of a class: `any` (all but strings),
/// `computed` (of those, all but the floats of one byte), `float8` (these), `number` (computed, no bool), `real` (ints and
/// floats), `float` (f32, f64), `hot` (f32, f64, i32, i64), `int`, `inexact` (f32, f64, complex), `double` (f64,
/// complex128). Other dtypes evaluate the `else` arm.
#[macro_export]
macro_rules! with_dtype {
    ($dtype:expr, $T:ident: any => $body:expr, else $other:expr) => {
        $crate::with_dtype!($dtype, $T: computed => $body, else
            $crate::with_dtype!($dtype, $T: float8 => $body, else $other))
    };
    ($dtype:expr, $T:ident: computed => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [
            Float32 f32, Float64 f64, Float16 half::f16, BFloat16 half::bf16, Int32 i32, Int64 i64, Int8 i8, Int16 i16,
            UInt8 u8, UInt16 u16, UInt32 u32, UInt64 u64, Bool bool, Complex64 num_complex::Complex32,
            Complex128 num_complex::Complex64])
    };
    ($dtype:expr, $T:ident: float8 => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [
            Float8E5M2 $crate::dtype::Float8<$crate::dtype::float8::E5M2>,
            Float8E4M3FN $crate::dtype::Float8<$crate::dtype::float8::E4M3FN>,
            Float8E4M3FNUZ $crate::dtype::Float8<$crate::dtype::float8::E4M3FNUZ>,
            Float8E4M3B11FNUZ $crate::dtype::Float8<$crate::dtype::float8::E4M3B11FNUZ>,
            Float8E5M2FNUZ $crate::dtype::Float8<$crate::dtype::float8::E5M2FNUZ>])
    };
    ($dtype:expr, $T:ident: number => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [
            Float32 f32, Float64 f64, Float16 half::f16, BFloat16 half::bf16, Int32 i32, Int64 i64, Int8 i8, Int16 i16,
            UInt8 u8, UInt16 u16, UInt32 u32, UInt64 u64, Complex64 num_complex::Complex32,
            Complex128 num_complex::Complex64])
    };
    ($dtype:expr, $T:ident: real => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [
            Float32 f32, Float64 f64, Float16 half::f16, BFloat16 half::bf16, Int32 i32, Int64 i64, Int8 i8, Int16 i16,
            UInt8 u8, UInt16 u16, UInt32 u32, UInt64 u64])
    };
    ($dtype:expr, $T:ident: int => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [
            Int32 i32, Int64 i64, Int8 i8, Int16 i16, UInt8 u8, UInt16 u16, UInt32 u32, UInt64 u64])
    };
    ($dtype:expr, $T:ident: hot => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [Float32 f32, Float64 f64, Int32 i32, Int64 i64])
    };
    ($dtype:expr, $T:ident: inexact => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [
            Float32 f32, Float64 f64, Complex64 num_complex::Complex32, Complex128 num_complex::Complex64])
    };
    ($dtype:expr, $T:ident: float => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [Float32 f32, Float64 f64])
    };
    ($dtype:expr, $T:ident: double => $body:expr, else $other:expr) => {
        $crate::with_dtype!(@arms $dtype, $T, $body, $other, [Float64 f64, Complex128 num_complex::Complex64])
    };
    // For a dtype that has been checked.
    ($dtype:expr, $T:ident: $set:ident => $body:expr) => {
        $crate::with_dtype!($dtype, $T: $set => $body, else unreachable!("{}", $dtype))
    };
    (@arms $dtype:expr, $T:ident, $body:expr, $other:expr, [$($variant:ident $t:ty),*]) => {
        match $dtype {
            $($crate::dtype::DType::$variant => { type $T = $t; $body })*
            #[allow(unreachable_patterns)]
            _ => $other,
        }
    };
}
