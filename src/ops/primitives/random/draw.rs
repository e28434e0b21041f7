//! Drawing from a stream: standard distributions of every floating dtype, integers, and the global state of the streams.

use std::sync::{LazyLock, Mutex, MutexGuard, OnceLock, PoisonError};

use half::{bf16, f16};

use crate::kernels::random;
use crate::kernels::random::{Philox, RESERVED_BLOCKS, Seeds, Stream};
use crate::ops::prelude::*;

static SEEDS: LazyLock<Mutex<Seeds>> = LazyLock::new(Mutex::default);

pub(super) fn seeds() -> MutexGuard<'static, Seeds> {
    SEEDS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A standard distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Distribution {
    /// On [0, 1).
    Uniform,
    /// Mean 0, deviation 1.
    Normal,
    /// As `Normal`, drawn again outside (-2, 2).
    TruncatedNormal,
}

impl Distribution {
    fn op(self) -> &'static str {
        match self {
            Distribution::Uniform => "RandomUniform",
            Distribution::Normal => "RandomStandardNormal",
            Distribution::TruncatedNormal => "TruncatedNormal",
        }
    }

    /// `shape` numbers from `stream`.
    pub(super) fn draw(self, stream: Philox, shape: &Shape, dtype: DType) -> Result<Tensor> {
        macro_rules! fill {
            ($t:ty) => {{
                let mut out = Array::scratch_of::<$t>(shape.clone())?;
                match self {
                    Distribution::Uniform => random::uniform::<$t>(stream, out.slice_mut()),
                    Distribution::Normal => random::normal::<$t>(stream, out.slice_mut()),
                    Distribution::TruncatedNormal => random::truncated_normal::<$t>(stream, out.slice_mut()),
                }?;
                Ok(Tensor::new(out))
            }};
        }
        match dtype {
            DType::Float32 => fill!(f32),
            DType::Float64 => fill!(f64),
            DType::Float16 => fill!(f16),
            DType::BFloat16 => fill!(bf16),
            other => {
                Err(Error::value(format!("Argument `dtype` got invalid value {other}: expected a floating-point type")))
            }
        }
    }

    /// The same from the next stream of a stateful operation.
    pub(super) fn draw_next(self, shape: &Shape, dtype: DType, seed: Option<i64>) -> Result<Tensor> {
        self.draw(next_stream(self.op(), dtype, seed, shape.elements() as u64), shape, dtype)
    }
}

/// The stream of the next call of a stateful operation that draws `count` numbers.
pub(super) fn next_stream(op: &'static str, dtype: DType, seed: Option<i64>, count: u64) -> Philox {
    let stream = Stream { op, types: dtype as u32 };
    set_aside(stream, seed, count.saturating_mul(RESERVED_BLOCKS))
}

/// The next `blocks` blocks for a stateful operation: of the function that runs, if one does that has streams of its own.
pub(super) fn set_aside(stream: Stream, seed: Option<i64>, blocks: u64) -> Philox {
    let seed = seed.map(i128::from);
    let of_function = OF_FUNCTIONS.get().and_then(|hook| hook((stream, seed), blocks));
    of_function.unwrap_or_else(|| seeds().set_aside(stream, seed, blocks))
}

/// The next blocks of an operation with its seed in the function that this thread runs; `None` outside of functions.
pub type OfFunction = fn((Stream, Option<i128>), u64) -> Option<Philox>;

static OF_FUNCTIONS: OnceLock<OfFunction> = OnceLock::new();

/// Says who knows which function a thread is in. The first to say so stays.
pub fn ask_for_functions(hook: OfFunction) {
    let _ = OF_FUNCTIONS.set(hook);
}

/// Lets the streams of operations with seeds begin again, and those of functions.
#[cfg(feature = "python")]
pub fn restart_streams() {
    seeds().restart();
}

/// The global seed, if there is one, and the number that `set_seed` changes.
pub fn global_seed() -> (Option<i128>, u64) {
    let seeds = seeds();
    (seeds.global_seed(), seeds.era())
}

/// Integers between `low` (included) and `high` (excluded); without bounds, over the whole range of the type.
pub(super) fn integers(stream: Philox, shape: &Shape, dtype: DType, bounds: Option<(i64, i64)>) -> Result<Tensor> {
    macro_rules! fill {
        ($t:ty) => {{
            let mut out = Array::scratch_of::<$t>(shape.clone())?;
            let drawn = match bounds {
                Some((low, high)) => random::uniform_int::<$t>(stream, low as $t, high as $t, out.slice_mut()),
                None => Some(random::uniform_full::<$t>(stream, out.slice_mut())),
            };
            drawn.ok_or_else(|| empty_range(bounds))??;
            Ok(Tensor::new(out))
        }};
    }
    match (dtype, bounds) {
        (DType::Int32, _) => fill!(i32),
        (DType::Int64, _) => fill!(i64),
        (other, _) => Err(Error::value(format!("Argument `dtype` got invalid value {other}: expected int32 or int64"))),
    }
}

fn empty_range(bounds: Option<(i64, i64)>) -> Error {
    let (low, high) = bounds.unwrap_or_default();
    Error::invalid("RandomUniformInt", format!("Need minval < maxval, got {low} >= {high}"))
}

/// `low + (high - low) x`, recorded.
pub(super) fn between(x: &Tensor, low: &Tensor, high: &Tensor) -> Result<Tensor> {
    (x * (high - low) + low).tensor()
}

/// `mean + deviation x`, recorded.
pub(super) fn located(x: &Tensor, mean: &Tensor, deviation: &Tensor) -> Result<Tensor> {
    (x * deviation + mean).tensor()
}

/// Numbers on [0, 1) for a dropout mask: TensorFlow's `random.uniform` of this shape and dtype.
pub fn dropout_noise(shape: &Shape, dtype: DType, seed: Option<i64>) -> Result<Tensor> {
    Distribution::Uniform.draw_next(shape, dtype, seed)
}
