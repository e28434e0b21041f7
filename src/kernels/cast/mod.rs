//! Casts between dtypes.
//!
//! One plain loop for each pair of types says what a cast is: [`Element::cast_from`]. The pairs that are in daily use and
//! that no compiler vectorises in that form have a faster loop beside it, with the same answers. Long arrays are shared
//! among threads.

mod to_integer;

use std::marker::PhantomData;

use to_integer::{is_small, to_integer};

use super::math::half_bits;
use super::math::isa::{Kernel, Target, dispatch};
use super::parallel;
use crate::array::Array;
use crate::dtype::{DType, Element};
use crate::error::{Error, Result};
use crate::kernels::parallel::Grain;

impl Array {
    /// Every element converted as [`Element::cast_from`] does it: truncation to integers, wrapping (but see `to_integer`), real
    /// part of complex numbers.
    ///
    /// Errors: `Unimplemented` to or from strings.
    pub fn cast(&self, to: DType) -> Result<Array> {
        if to == self.dtype() {
            return Ok(self.clone());
        }
        if self.dtype().size() == 2 && self.dtype().is_floating() && is_small(to) {
            return self.cast(DType::Float32)?.cast(to); // which ends at the bounds of the integer
        }
        let Some(run) = fast(self.dtype(), to).or_else(|| plain(self.dtype(), to)) else {
            if self.dtype().is_stored() || to.is_stored() && self.dtype() != DType::String {
                return self.cast(DType::Float64)?.cast(to);
            }
            let text = format!("Cast {} to {} is not supported", self.dtype().kernel_name(), to.kernel_name());
            return Err(Error::unimplemented("Cast", text));
        };
        converted(self, to, run)
    }
}

/// A loop over `n` elements of one type and as many of another.
///
/// # Safety
/// The first pointer is to `n` initialised elements of the type that the loop reads, the second to `n` of the type that
/// it writes; both are aligned, and they do not overlap.
type Loop = unsafe fn(from: *const u8, to: *mut u8, n: usize);

fn converted(x: &Array, to: DType, run: Loop) -> Result<Array> {
    let x = x.contiguous()?;
    let mut out = Array::scratch(to, x.shape().clone())?;
    let (n, read, written) = (x.elements(), x.dtype().size(), to.size());
    // SAFETY: the elements of a contiguous array of plain data.
    let from = unsafe { std::slice::from_raw_parts(x.as_ptr(), x.bytes()) };
    let piece = Grain::ELEMENTS.size(n);
    parallel::for_each_chunk(out.bytes_mut(), piece * written, |at, out| {
        let part = &from[at / written * read..][..out.len() / written * read];
        // SAFETY: as many elements of the two types, at multiples of their sizes from the start of the arrays.
        unsafe { run(part.as_ptr(), out.as_mut_ptr(), out.len() / written) };
    })?;
    Ok(out)
}

/// # Safety
/// As for [`Loop`].
#[inline(always)]
unsafe fn slices<'a, S, T>(from: *const u8, to: *mut u8, n: usize) -> (&'a [S], &'a mut [T]) {
    // SAFETY: the caller's promise.
    unsafe { (std::slice::from_raw_parts(from.cast(), n), std::slice::from_raw_parts_mut(to.cast(), n)) }
}

// --- every pair -----------------------------------------------------------------------------------------------------

/// The loop that specifies a cast; `None` for strings and for floats of one byte.
fn plain(from: DType, to: DType) -> Option<Loop> {
    crate::with_dtype!(from, S: computed =>
        crate::with_dtype!(to, T: computed => Some(one_by_one::<S, T> as Loop), else None), else None)
}

/// # Safety
/// As for [`Loop`], with elements `S` and `T`.
unsafe fn one_by_one<S: Element, T: Element>(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (from, to) = unsafe { slices::<S, T>(from, to, n) };
    to.iter_mut().zip(from).for_each(|(t, &s)| *t = T::cast_from(s));
}

// --- the fast ones --------------------------------------------------------------------------------------------------

/// A faster loop with the answers of [`plain`].
fn fast(from: DType, to: DType) -> Option<Loop> {
    match (from, to) {
        (DType::Float16, DType::Float32) => Some(halves::<WidenF16>),
        (DType::BFloat16, DType::Float32) => Some(halves::<WidenBf16>),
        (DType::Float32, DType::Float16) => Some(halves::<NarrowF16>),
        (DType::Float32, DType::BFloat16) => Some(halves::<NarrowBf16>),
        (from, DType::Float32) if from.is_stored() => crate::with_dtype!(from, T: float8 => Some(stored::<T, f32>)),
        (from, DType::Float64) if from.is_stored() => crate::with_dtype!(from, T: float8 => Some(stored::<T, f64>)),
        (DType::Float32, to) if to.is_stored() => crate::with_dtype!(to, T: float8 => Some(stored::<f32, T>)),
        (DType::Float64, to) if to.is_stored() => crate::with_dtype!(to, T: float8 => Some(stored::<f64, T>)),
        (DType::Float32, _) => to_integer::<f32>(to),
        (DType::Float64, _) => to_integer::<f64>(to),
        _ => None,
    }
}

/// A conversion between `f32` and the bits of a 16-bit float.
trait Half {
    type From: Copy;
    type To: Copy;
    fn convert(x: Self::From) -> Self::To;
}

macro_rules! half {
    ($($name:ident: $from:ty => $to:ty, $convert:path;)*) => {$(
        struct $name;
        impl Half for $name {
            type From = $from;
            type To = $to;
            #[inline(always)]
            fn convert(x: $from) -> $to { $convert(x) }
        }
    )*};
}
half! {
    WidenF16: u16 => f32, half_bits::f16_to_f32;
    WidenBf16: u16 => f32, half_bits::bf16_to_f32;
    NarrowF16: f32 => u16, half_bits::f32_to_f16;
    NarrowBf16: f32 => u16, half_bits::f32_to_bf16;
}

/// # Safety
/// As for [`Loop`], with elements `H::From` and `H::To`.
unsafe fn halves<H: Half>(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (from, to) = unsafe { slices::<H::From, H::To>(from, to, n) };
    dispatch(&Halves::<H>(from), to);
}

struct Halves<'a, H: Half>(&'a [H::From]);

impl<H: Half> Kernel for Halves<'_, H> {
    type Out = [H::To];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [H::To]) {
        out.iter_mut().zip(self.0).for_each(|(o, &x)| *o = H::convert(x));
    }
}

/// Between floats of one byte and those that processors compute with; all others go by way of `f64`, which holds them.
///
/// # Safety
/// As for [`Loop`], with elements `S` and `T`.
unsafe fn stored<S: Element, T: Element>(from: *const u8, to: *mut u8, n: usize) {
    // SAFETY: the caller's promise.
    let (from, to) = unsafe { slices::<S, T>(from, to, n) };
    dispatch(&Stored(from, PhantomData), to);
}

struct Stored<'a, S, T>(&'a [S], PhantomData<T>);

impl<S: Element, T: Element> Kernel for Stored<'_, S, T> {
    type Out = [T];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [T]) {
        out.iter_mut().zip(self.0).for_each(|(o, &x)| *o = T::cast_from(x));
    }
}

#[cfg(test)]
mod tests {
    use half::{bf16, f16};

    use super::to_integer::BLOCK;
    use super::*;
    use crate::array::Text;
    use crate::shape::Shape;

    /// Every pair of dtypes gives what the plain loop gives, in pieces and blocks of several lengths.
    #[test]
    fn every_cast_is_the_plain_one() {
        let special = [
            0.0,
            -0.0,
            0.5,
            -0.99,
            1.0,
            255.0,
            256.7,
            -129.0,
            65504.0,
            65520.0,
            1e-8,
            3e-41,
            3e9,
            -3e9,
            2147483648.0,
            -2147483648.0,
            2147483520.0,
            4294967296.0,
            1e19,
            -1e19,
            1e30,
            f64::INFINITY,
            f64::NEG_INFINITY,
            f64::NAN,
        ];
        let far = |i: usize| if i % 3000 < 24 { special[i % 3000] } else { (i % 4001) as f64 * 0.37 - 500.0 };
        for n in [0usize, 1, 7, BLOCK - 1, BLOCK, BLOCK + 1, Grain::ELEMENTS.shared + 17] {
            let x = Array::vector(&(0..n).map(far).collect::<Vec<f64>>()).unwrap();
            for from in DType::ALL.into_iter().filter(|d| !d.is_stored() && *d != DType::String) {
                let x = converted(&x, from, plain(DType::Float64, from).unwrap()).unwrap();
                let others = DType::ALL.into_iter().filter(|d| !d.is_stored() && ![DType::String, from].contains(d));
                for to in others.filter(|to| !(from.is_floating() && is_small(*to))) {
                    let specified = converted(&x, to, plain(from, to).unwrap()).unwrap();
                    same(&x.cast(to).unwrap(), &specified, &format!("{n} {from} {to}"));
                }
            }
        }
    }

    /// Bit for bit, but for what is not a number.
    fn same(a: &Array, b: &Array, what: &str) {
        let nan = |v: &num_complex::Complex64| v.re.is_nan() || v.im.is_nan();
        let (x, y) = (a.to_vec::<num_complex::Complex64>().unwrap(), b.to_vec::<num_complex::Complex64>().unwrap());
        let bits = |v: &num_complex::Complex64| (v.re.to_bits(), v.im.to_bits());
        assert!(x.iter().zip(&y).all(|(x, y)| bits(x) == bits(y) || nan(x) && nan(y)), "{what}");
    }

    /// Numbers of all magnitudes, on, between and beyond those of half precision, in a vector and alone.
    #[test]
    fn half_precision_is_converted_the_same_in_vectors_as_alone() {
        let special = [0.0, -0.0, f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 65504.0, 65520.0, 1e-8, 3e-41];
        let comb = (0..=u32::MAX).step_by(999_983).map(f32::from_bits);
        let x: Vec<f32> = special.into_iter().chain(comb).collect();
        let array = Array::vector(&x).unwrap();
        let equal = |a: f32, b: f32| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        let narrow = array.cast(DType::Float16).unwrap();
        let wide = narrow.cast(DType::Float32).unwrap().to_vec::<f32>().unwrap();
        assert!(x.iter().zip(&wide).all(|(&x, &y)| equal(f16::from_f32(x).to_f32(), y)));
        let narrow = array.cast(DType::BFloat16).unwrap();
        let wide = narrow.cast(DType::Float32).unwrap().to_vec::<f32>().unwrap();
        assert!(x.iter().zip(&wide).all(|(&x, &y)| equal(bf16::from_f32(x).to_f32(), y)));
    }

    #[test]
    fn strings_are_refused() {
        let names = Array::from_strings(Shape::new(&[1]), vec![Text::copy(b"a").unwrap()]).unwrap();
        assert!(names.cast(DType::Int32).is_err());
        assert!(Array::scalar(1i32).cast(DType::String).is_err());
    }
}
