//! 16-bit floats from and to `f32` by integer arithmetic: branch-free, so that loops over them vectorise.
//!
//! Invariant: rounding is to nearest, ties to even; infinities, NaN, subnormal numbers and signs are kept.

/// The `f32` that an IEEE half (5 exponent bits) stands for.
///
/// ```
/// use gradtape::kernels::math::half_bits::f16_to_f32;
///
/// assert_eq!(f16_to_f32(0x3c00), 1.0);
/// assert_eq!(f16_to_f32(0xfbff), -65504.0);
/// ```
#[inline(always)]
pub fn f16_to_f32(bits: u16) -> f32 {
    let bits = bits as u32;
    let magnitude = bits & 0x7fff;
    // The fields in their place, the exponent 112 too small: a multiplication sets it right, subnormal numbers too.
    let scaled = f32::from_bits(magnitude << 13) * f32::from_bits((127 + 112) << 23);
    let special = f32::from_bits((magnitude << 13) | 0x7f80_0000);
    let value = if magnitude >= 0x7c00 { special } else { scaled };
    f32::from_bits(value.to_bits() | ((bits & 0x8000) << 16))
}

/// The IEEE half nearest to `x`.
///
/// ```
/// use gradtape::kernels::math::half_bits::f32_to_f16;
///
/// assert_eq!(f32_to_f16(1.0 + 1.0 / 2048.0), 0x3c00);
/// assert_eq!(f32_to_f16(65520.0), 0x7c00);
/// ```
#[inline(always)]
pub fn f32_to_f16(x: f32) -> u16 {
    let bits = x.to_bits();
    let magnitude = bits & 0x7fff_ffff;
    // Normal results: shift the exponent, add half a unit (less one where that would round a tie away from even).
    let odd = (magnitude >> 13) & 1;
    let normal = magnitude.wrapping_sub(112 << 23).wrapping_add(0xfff + odd) >> 13;
    // Subnormal ones: adding 1/2 leaves the result's bits at the bottom, rounded by the addition.
    let subnormal = (f32::from_bits(magnitude) + 0.5).to_bits().wrapping_sub(0.5f32.to_bits());
    let finite = if magnitude < 113 << 23 { subnormal } else { normal };
    let overflow = if magnitude > 0x7f80_0000 { 0x7e00 } else { 0x7c00 };
    // 65520 and all above rounds to infinity.
    let value = if magnitude >= 0x477f_f000 { overflow } else { finite };
    (value | ((bits >> 16) & 0x8000)) as u16
}

/// The `f32` that a bfloat16 stands for.
///
/// ```
/// use gradtape::kernels::math::half_bits::bf16_to_f32;
///
/// assert_eq!(bf16_to_f32(0x4049), 3.140625);
/// ```
#[inline(always)]
pub fn bf16_to_f32(bits: u16) -> f32 {
    f32::from_bits((bits as u32) << 16)
}

/// The bfloat16 nearest to `x`.
///
/// ```
/// use gradtape::kernels::math::half_bits::f32_to_bf16;
///
/// assert_eq!(f32_to_bf16(3.14159), 0x4049);
/// ```
#[inline(always)]
pub fn f32_to_bf16(x: f32) -> u16 {
    let bits = x.to_bits();
    let rounded = bits.wrapping_add(0x7fff + ((bits >> 16) & 1));
    // A NaN whose payload would be rounded away stays one.
    let value = if bits & 0x7fff_ffff > 0x7f80_0000 { bits | 0x0040_0000 } else { rounded };
    (value >> 16) as u16
}
