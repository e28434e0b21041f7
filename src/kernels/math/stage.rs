//! [`stage`]: brings operands of any length and kind into the form that vector loops take: slices of whole vectors.
//!
//! What is in that form already is passed on as it is. The rest goes through blocks on the stack: the last elements,
//! padded with copies of the last one; an operand that is one number; 16-bit floats; the old contents of the output.

use std::mem::MaybeUninit;

use super::isa::{Kernel, Target, dispatch};
use super::map::Operand;
use super::native::Native;

/// Bytes in the longest vector register; loops run over multiples of it.
pub(super) const VECTOR: usize = 64;

/// Elements that are staged at a time, of slices of three lengths. A block that no short slice fills would cost more than
/// the work: its pages are probed at each call.
const LONGEST: usize = 2048;
const LONG: usize = 256;
const SHORT: usize = 64;

/// An element type that maps run on: stored as itself, computed with as [`Stored::Wide`].
///
/// For a 16-bit float, [`half_bits`](super::half_bits) has conversions that vectorise.
///
/// # Safety
/// `PLAIN` may be true only if `Wide` is this type.
pub unsafe trait Stored: Copy + 'static {
    /// The type that formulas compute in.
    type Wide: Native;
    /// Whether this is [`Stored::Wide`] itself, so that loops can read and write it where it stands.
    const PLAIN: bool;
    /// The same number; `#[inline(always)]`.
    fn widen(self) -> Self::Wide;
    /// The nearest number of this type; `#[inline(always)]`.
    fn narrow(wide: Self::Wide) -> Self;
}

macro_rules! plain {
    ($T:ident) => {
        // SAFETY: `Wide` is this type.
        unsafe impl Stored for $T {
            type Wide = $T;
            const PLAIN: bool = true;
            #[inline(always)]
            fn widen(self) -> $T {
                self
            }
            #[inline(always)]
            fn narrow(wide: $T) -> $T {
                wide
            }
        }
    };
}

plain!(f32);
plain!(f64);

/// A loop over inputs and an output of the same length, which is a positive number of whole vectors.
type Loop<'a, T, const N: usize> = &'a dyn Fn([&[T]; N], &mut [MaybeUninit<T>]);

/// Runs `run` over all of `out`, in pieces. `None` among the inputs stands for the old contents of `out`.
///
/// # Safety
/// If an input is `None`, `out` is initialised. `run` writes all of its output.
pub(super) unsafe fn stage<E: Stored, const N: usize>(
    inputs: [Option<Operand<'_, E>>; N],
    out: &mut [MaybeUninit<E>],
    run: Loop<'_, E::Wide, N>,
) {
    // SAFETY: the caller's word.
    unsafe {
        if out.len() <= SHORT {
            stage_blocks::<E, N, SHORT>(inputs, out, run);
        } else if out.len() <= LONGEST {
            stage_blocks::<E, N, LONG>(inputs, out, run);
        } else {
            stage_blocks::<E, N, LONGEST>(inputs, out, run);
        }
    }
}

/// # Safety
/// As for [`stage`].
#[inline(never)]
unsafe fn stage_blocks<E: Stored, const N: usize, const BLOCK: usize>(
    inputs: [Option<Operand<'_, E>>; N],
    out: &mut [MaybeUninit<E>],
    run: Loop<'_, E::Wide, N>,
) {
    let mut blocks = [const { Block::<E::Wide, BLOCK>::new() }; N];
    let mut results = Block::<E::Wide, BLOCK>::new();
    let limit = prepare(&inputs, out.len(), &mut blocks);
    let mut start = 0;
    while start < out.len() {
        let (n, padded) = piece::<E>(out.len() - start, limit);
        let direct = E::PLAIN && n == padded;
        let piece = start..start + n;
        for (input, block) in inputs.iter().zip(&mut blocks) {
            match input {
                Some(Operand::Slice(slice)) if !direct => block.load(&slice[piece.clone()], padded),
                // SAFETY: the caller says that `out` is initialised.
                None => block.load(unsafe { initialised(&out[piece.clone()]) }, padded),
                _ => {}
            }
        }
        let sources = std::array::from_fn(|k| match inputs[k] {
            // SAFETY: `direct` implies that the type is its own `Wide`.
            Some(Operand::Slice(slice)) if direct => unsafe { as_wide(&slice[piece.clone()]) },
            // SAFETY: loaded just now, or by `prepare`, which fills at least as much as a piece is long.
            _ => unsafe { initialised(&blocks[k].0[..padded]) },
        });
        if direct {
            // SAFETY: as above.
            run(sources, unsafe { as_wide_mut(&mut out[piece]) });
        } else {
            run(sources, &mut results.0[..padded]);
            // SAFETY: `run` has written the whole.
            store(unsafe { initialised(&results.0[..n]) }, &mut out[piece]);
        }
        start += n;
    }
}

/// Checks the lengths, spreads the numbers over their blocks; how long a piece may be.
fn prepare<E: Stored, const N: usize, const BLOCK: usize>(
    inputs: &[Option<Operand<'_, E>>; N],
    len: usize,
    blocks: &mut [Block<E::Wide, BLOCK>; N],
) -> usize {
    let mut limit = if E::PLAIN { usize::MAX / VECTOR * VECTOR } else { BLOCK };
    for (input, block) in inputs.iter().zip(blocks) {
        match input {
            Some(Operand::Slice(slice)) => {
                assert_eq!(slice.len(), len, "a map's operands are as long as its output");
            }
            Some(Operand::Scalar(x)) => {
                limit = limit.min(BLOCK);
                let filled = len.next_multiple_of(VECTOR).min(BLOCK);
                block.0[..filled].fill(MaybeUninit::new(x.widen()));
            }
            None => limit = limit.min(BLOCK),
        }
    }
    limit
}

/// The length of the next piece, and that length in whole vectors. Only the last piece of plain elements is padded.
fn piece<E: Stored>(rest: usize, limit: usize) -> (usize, usize) {
    let width = VECTOR / size_of::<E::Wide>();
    let n = if E::PLAIN && rest >= width { rest / width * width } else { rest };
    let n = n.min(limit);
    (n, n.next_multiple_of(width))
}

/// Room for one operand of a piece.
#[repr(align(64))]
struct Block<T, const BLOCK: usize>([MaybeUninit<T>; BLOCK]);

impl<T: Native, const BLOCK: usize> Block<T, BLOCK> {
    const fn new() -> Self {
        Block([const { MaybeUninit::uninit() }; BLOCK])
    }

    /// Fills the first `padded` elements from `slice`, which is not empty.
    fn load<E: Stored<Wide = T>>(&mut self, slice: &[E], padded: usize) {
        let n = slice.len();
        if E::PLAIN {
            Widened(slice).copy(&mut self.0[..n]);
        } else {
            dispatch(&Widened(slice), &mut self.0[..n]);
        }
        self.0[n..padded].fill(MaybeUninit::new(slice[n - 1].widen()));
    }
}

fn store<E: Stored>(from: &[E::Wide], to: &mut [MaybeUninit<E>]) {
    if E::PLAIN {
        Narrowed(from).copy(to);
    } else {
        dispatch(&Narrowed::<E>(from), to);
    }
}

/// The loop that widens.
struct Widened<'a, E>(&'a [E]);

impl<E: Stored> Widened<'_, E> {
    #[inline(always)]
    fn copy(&self, out: &mut [MaybeUninit<E::Wide>]) {
        for (to, from) in out.iter_mut().zip(self.0) {
            to.write(from.widen());
        }
    }
}

impl<E: Stored> Kernel for Widened<'_, E> {
    type Out = [MaybeUninit<E::Wide>];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut Self::Out) {
        self.copy(out);
    }
}

/// The loop that narrows.
struct Narrowed<'a, E: Stored>(&'a [E::Wide]);

impl<E: Stored> Narrowed<'_, E> {
    #[inline(always)]
    fn copy(&self, out: &mut [MaybeUninit<E>]) {
        for (to, &from) in out.iter_mut().zip(self.0) {
            to.write(E::narrow(from));
        }
    }
}

impl<E: Stored> Kernel for Narrowed<'_, E> {
    type Out = [MaybeUninit<E>];
    #[inline(always)]
    fn run<A: Target>(&self, out: &mut Self::Out) {
        self.copy(out);
    }
}

/// # Safety
/// All elements are initialised.
unsafe fn initialised<T>(slice: &[MaybeUninit<T>]) -> &[T] {
    // SAFETY: the caller's word; the layout is the same.
    unsafe { &*(slice as *const [MaybeUninit<T>] as *const [T]) }
}

/// # Safety
/// `E::PLAIN`.
unsafe fn as_wide<E: Stored>(slice: &[E]) -> &[E::Wide] {
    // SAFETY: it is the same type.
    unsafe { std::slice::from_raw_parts(slice.as_ptr().cast(), slice.len()) }
}

/// # Safety
/// `E::PLAIN`.
unsafe fn as_wide_mut<E: Stored>(slice: &mut [MaybeUninit<E>]) -> &mut [MaybeUninit<E::Wide>] {
    // SAFETY: it is the same type.
    unsafe { std::slice::from_raw_parts_mut(slice.as_mut_ptr().cast(), slice.len()) }
}
