//! [`map`] and [`map_in_place`]: elementwise loops over slices, from a formula for one element.
//!
//! The loop itself runs over a whole number of 64-byte vectors, with no remainder; [`stage`](super::stage) brings
//! everything into that form. So each formula is compiled once per type and instruction set, and (invariant) here the value
//! of an element does not depend on where in the slice it stands.

use std::array::from_fn;
use std::mem::MaybeUninit;

use super::float::Float;
use super::isa::{Exact, Kernel, Target, dispatch};
use super::lane::Lane;
use super::native::Native;
use super::stage::{Stored, VECTOR, stage};

/// How many `f32` TensorFlow computes at a time.
pub const EIGHT: usize = 8;

/// A function of `N` numbers, applied element by element. Its fields are its parameters.
///
/// ```
/// use gradtape::kernels::math::Float;
/// use gradtape::kernels::math::Map;
/// use gradtape::kernels::math::Operand;
/// use gradtape::kernels::math::map_in_place;
///
/// struct LeakyRelu {
///     alpha: f64,
/// }
///
/// impl Map<1> for LeakyRelu {
///     #[inline(always)]
///     fn f<R: Float>(&self, [x]: [R; 1]) -> R {
///         R::select(x > R::of(0.0), x, x * R::of(self.alpha))
///     }
/// }
///
/// let mut x = [-1.0f32, 0.0, 2.0];
/// map_in_place(&LeakyRelu { alpha: 0.5 }, [None], &mut x);
/// assert_eq!(x, [-0.5, 0.0, 2.0]);
/// ```
pub trait Map<const N: usize> {
    /// Whether there are arguments that [`covers`](Map::covers) excludes.
    const PARTIAL: bool = false;

    /// Whether an `f32` that fills no [`EIGHT`] with others is the scalar library's, as in TensorFlow: a number by itself,
    /// and the last ones of an array. The callers of [`map()`] see to it, which know where an array ends.
    const SCALAR_TAIL: bool = false;

    /// The formula; `#[inline(always)]`, and branch-free if it is to be vectorised.
    fn f<R: Float>(&self, x: [R; N]) -> R;

    /// Whether the vector formulas that `f` uses hold at `x`. Elsewhere `f` runs once more, on the scalar path.
    #[inline(always)]
    fn covers<R: Float>(&self, _x: [R; N]) -> bool {
        true
    }
}

/// An input of a map: as many elements as there are results, or one for all of them.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a, E> {
    /// One element for each result.
    Slice(&'a [E]),
    /// The same number for all results.
    Scalar(E),
}

/// Writes `op.f` of the inputs' elements to `out`.
///
/// Panics if a slice is not as long as `out`.
///
/// ```
/// use gradtape::kernels::math::Float;
/// use gradtape::kernels::math::Map;
/// use gradtape::kernels::math::Operand;
/// use gradtape::kernels::math::map;
/// use std::mem::MaybeUninit;
///
/// struct Power;
///
/// impl Map<2> for Power {
///     #[inline(always)]
///     fn f<R: Float>(&self, [x, y]: [R; 2]) -> R {
///         x.pow(y)
///     }
/// }
///
/// let mut y = [MaybeUninit::uninit(); 3];
/// map(&Power, [Operand::Slice(&[1.0f64, 2.0, 3.0]), Operand::Scalar(2.0)], &mut y);
/// // SAFETY: `map` writes all of its output.
/// let y = y.map(|y| unsafe { y.assume_init() });
/// assert_eq!(y, [1.0, 4.0, 9.0]);
/// ```
pub fn map<E: Stored, F: Map<N>, const N: usize>(op: &F, inputs: [Operand<'_, E>; N], out: &mut [MaybeUninit<E>]) {
    // SAFETY: no input stands for the contents of `out`.
    unsafe { stage(inputs.map(Some), out, &|inputs, out| dispatch(&Vectors { op, inputs }, out)) }
}

/// The same, over the old contents of `out`: `None` among the inputs stands for them.
pub fn map_in_place<E: Stored, F: Map<N>, const N: usize>(op: &F, inputs: [Option<Operand<'_, E>>; N], out: &mut [E]) {
    // SAFETY: `stage` only writes initialised elements, so what it got initialised stays so.
    unsafe {
        let out = &mut *(out as *mut [E] as *mut [MaybeUninit<E>]);
        stage(inputs, out, &|inputs, out| dispatch(&Vectors { op, inputs }, out));
    }
}

/// The loop over whole vectors.
pub(super) struct Vectors<'a, F, T, const N: usize> {
    pub op: &'a F,
    pub inputs: [&'a [T]; N],
}

/// How many elements of a partial map are computed before the exceptions among them are.
const RUN: usize = 1024;

impl<F: Map<N>, T: Native, const N: usize> Kernel for Vectors<'_, F, T, N> {
    type Out = [MaybeUninit<T>];

    #[inline(always)]
    fn run<A: Target>(&self, out: &mut [MaybeUninit<T>]) {
        if !F::PARTIAL {
            return self.vectors::<A>(0, out);
        }
        for (i, out) in out.chunks_mut(RUN).enumerate() {
            self.vectors::<A>(i * RUN, out);
            self.exceptions::<A>(i * RUN, out);
        }
    }
}

impl<F: Map<N>, T: Native, const N: usize> Vectors<'_, F, T, N> {
    /// `f` of all elements from `start` on, for an `out` of whole vectors.
    #[inline(always)]
    fn vectors<A: Target>(&self, start: usize, out: &mut [MaybeUninit<T>]) {
        let width = VECTOR / size_of::<T>();
        assert!(self.inputs.iter().all(|x| x.len() >= start + out.len()));
        if out.len() < width {
            return;
        }
        // Said in this way, LLVM knows that there is at least one vector and no remainder.
        let n = out.len() & !(width - 1);
        for i in 0..n {
            // SAFETY: `i < out.len()`, and all inputs have been found to be that long from `start` on.
            unsafe {
                let x = |k: usize| Lane::<T, A>::new(*self.inputs[k].get_unchecked(start + i));
                out.get_unchecked_mut(i).write(self.op.f(from_fn(x)).get());
            }
        }
    }

    /// Computes once more, on the scalar path, the elements that the vector formula does not cover.
    #[inline(always)]
    fn exceptions<A: Target>(&self, start: usize, out: &mut [MaybeUninit<T>]) {
        let n = out.len();
        let inputs = self.inputs.map(|x| &x[start..start + n]);
        let covered = |i: usize| self.op.covers(from_fn(|k| Lane::<T, A>::new(inputs[k][i])));
        // No early exit: this loop is to be vectorised.
        if (0..n).fold(true, |all, i| all & covered(i)) {
            return;
        }
        for i in (0..n).filter(|&i| !covered(i)) {
            out[i].write(self.op.f(from_fn(|k| Lane::<T, Exact>::new(inputs[k][i]))).get());
        }
    }
}
