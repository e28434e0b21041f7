//! Which instructions a kernel may use: found out once at run time, known to the code at compile time.
//!
//! A build has one baseline (SSE2 on x86-64, NEON on aarch64) and, on x86-64, two more copies of each vector loop,
//! compiled for AVX2 with FMA and for AVX-512. [`dispatch`] picks the best copy that this machine can run. The source
//! of a kernel is one function, generic over [`Target`]; what differs between the copies is `A::FMA`, and what LLVM
//! makes of the loop. Invariant: a copy is entered only through [`dispatch`] or [`dispatch_as`], which have checked the
//! CPU.

use std::fmt::Debug;
use std::sync::atomic::{AtomicU8, Ordering};

/// The instruction sets that kernels are compiled for, worst first.
///
/// The environment variable `GRADTAPE_ISA` (`baseline`, `avx2` or `avx512`), read at the first use, pins a worse one
/// than the machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Isa {
    /// What every CPU of the architecture has: SSE2 on x86-64, NEON with FMA on aarch64.
    Baseline = 1,
    /// AVX2 and FMA (Intel since 2013, AMD since 2015): 8 `f32` at a time.
    Avx2 = 2,
    /// AVX-512 F, VL, BW, DQ: 16 `f32` at a time.
    Avx512 = 3,
}

impl Isa {
    /// What kernels run with in this process.
    #[inline]
    pub fn current() -> Isa {
        match CURRENT.load(Ordering::Relaxed) {
            1 => Isa::Baseline,
            2 => Isa::Avx2,
            3 => Isa::Avx512,
            _ => detect(),
        }
    }

    /// Those this machine can run, whatever is pinned: what tests go through.
    pub fn available() -> impl Iterator<Item = Isa> {
        let best = best();
        [Isa::Baseline, Isa::Avx2, Isa::Avx512].into_iter().filter(move |&isa| isa <= best)
    }
}

/// The cached answer; 0 before the first question.
static CURRENT: AtomicU8 = AtomicU8::new(0);

#[cold]
fn detect() -> Isa {
    let pinned = match std::env::var("GRADTAPE_ISA").as_deref() {
        Ok("baseline") => Isa::Baseline,
        Ok("avx2") => Isa::Avx2,
        _ => Isa::Avx512,
    };
    let isa = best().min(pinned);
    CURRENT.store(isa as u8, Ordering::Relaxed);
    isa
}

#[cfg(target_arch = "x86_64")]
fn best() -> Isa {
    use std::arch::is_x86_feature_detected as has;
    if !(has!("avx2") && has!("fma")) {
        Isa::Baseline
    } else if has!("avx512f") && has!("avx512vl") && has!("avx512bw") && has!("avx512dq") {
        Isa::Avx512
    } else {
        Isa::Avx2
    }
}

#[cfg(not(target_arch = "x86_64"))]
fn best() -> Isa {
    Isa::Baseline
}

/// The instruction set as a type: what one compiled copy of a kernel knows about the CPU it runs on.
pub trait Target: Copy + Debug + Send + Sync + 'static {
    /// Whether `mul_add` is one instruction.
    const FMA: bool;
    /// Whether functions answer through the scalar library, right for every argument, and not through vector formulas.
    const EXACT: bool = false;
}

/// [`Isa::Baseline`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Baseline;
/// [`Isa::Avx2`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Avx2;
/// [`Isa::Avx512`] as a type.
#[derive(Clone, Copy, Debug)]
pub struct Avx512;
/// One element at a time, through the scalar library where a vector formula does not hold for every argument.
#[derive(Clone, Copy, Debug)]
pub struct Exact;

impl Target for Baseline {
    const FMA: bool = cfg!(any(target_arch = "aarch64", target_feature = "fma"));
}
impl Target for Avx2 {
    const FMA: bool = true;
}
impl Target for Avx512 {
    const FMA: bool = true;
}
impl Target for Exact {
    const FMA: bool = Baseline::FMA;
    const EXACT: bool = true;
}

/// A loop that is compiled once for each instruction set.
///
/// `run` and all it calls per element must be `#[inline(always)]`: only what is inlined into the copy is compiled with
/// its instructions. What it writes comes as an argument of its own, not as a field, so that LLVM knows that nothing
/// else points to it and need not check for overlaps.
pub trait Kernel {
    /// What the loop writes: a slice for an elementwise loop, a number for a reduction.
    type Out: ?Sized;
    /// The loop itself.
    fn run<A: Target>(&self, out: &mut Self::Out);
}

/// Runs the copy of `kernel` made for [`Isa::current`].
///
/// ```
/// use gradtape::kernels::math::isa::Kernel;
/// use gradtape::kernels::math::isa::Target;
/// use gradtape::kernels::math::isa::dispatch;
///
/// struct Sum<'a>(&'a [f32]);
///
/// impl Kernel for Sum<'_> {
///     type Out = f32;
///     #[inline(always)]
///     fn run<A: Target>(&self, out: &mut f32) {
///         *out = self.0.iter().sum();
///     }
/// }
///
/// let mut total = 0.0;
/// dispatch(&Sum(&[1.0, 2.0]), &mut total);
/// assert_eq!(total, 3.0);
/// ```
#[inline]
pub fn dispatch<K: Kernel>(kernel: &K, out: &mut K::Out) {
    // SAFETY: `Isa::current` never answers more than `best` found on this machine.
    unsafe { run(Isa::current(), kernel, out) }
}

/// Runs the copy made for `isa`, or for the best that this machine has if that is less: for tests and benches.
pub fn dispatch_as<K: Kernel>(isa: Isa, kernel: &K, out: &mut K::Out) {
    // SAFETY: not more than `best` found on this machine.
    unsafe { run(isa.min(best()), kernel, out) }
}

/// # Safety
/// The machine must have `isa`.
#[inline(always)]
unsafe fn run<K: Kernel>(isa: Isa, kernel: &K, out: &mut K::Out) {
    match isa {
        Isa::Baseline => baseline(kernel, out),
        // SAFETY: the caller vouches for the instruction set.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => unsafe { avx2(kernel, out) },
        // SAFETY: the caller vouches for the instruction set.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => unsafe { avx512(kernel, out) },
        #[cfg(not(target_arch = "x86_64"))]
        _ => baseline(kernel, out),
    }
}

#[inline(never)]
fn baseline<K: Kernel>(kernel: &K, out: &mut K::Out) {
    kernel.run::<Baseline>(out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
fn avx2<K: Kernel>(kernel: &K, out: &mut K::Out) {
    kernel.run::<Avx2>(out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512vl,avx512bw,avx512dq,avx2,fma")]
fn avx512<K: Kernel>(kernel: &K, out: &mut K::Out) {
    kernel.run::<Avx512>(out);
}
