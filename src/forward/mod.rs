//! Forward mode: derivatives along a direction, computed beside the operations of a thread.
//!
//! An accumulator holds a tangent for each tensor that it knows, and learns the tangents of an operation's outputs as the
//! operation runs (`along`). What it runs for that is seen by the tapes and accumulators that were started before it, so that
//! both modes nest in any order, and perturbations never mix. It holds no tensor but the tangents: those of tensors that
//! nobody holds any more are let go now and then.

mod along;

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use along::{Ran, Tangents};
use rustc_hash::FxHashMap;

use crate::error::{Error, Result};
use crate::gradient_tape::Watched;
use crate::op::OpRef;
use crate::tape::{self, Follower};
use crate::tensor::{Tensor, TensorId, WeakTensor};

/// Computes derivatives along a direction while operations run.
///
/// ```
/// use gradtape::forward::ForwardAccumulator;
/// use gradtape::gradient_tape::Watched;
/// use gradtape::{ops, tensor::Tensor};
///
/// let x = Tensor::scalar(3.0f32);
/// let forward = ForwardAccumulator::default();
/// forward.watch(&Watched::from(&x), Tensor::scalar(1.0f32))?;
/// let y = forward.record(|| ops::square(&x))??;
/// assert_eq!(forward.jvp(&Watched::from(&y)).unwrap().item::<f32>(), 6.0);
/// # Ok::<(), gradtape::error::Error>(())
/// ```
#[derive(Default)]
pub struct ForwardAccumulator(Arc<Inner>);

#[derive(Default)]
struct Inner {
    tangents: Mutex<Known>,
    recording: AtomicBool,
}

/// The tangents that are known.
#[derive(Default)]
struct Known {
    of: FxHashMap<TensorId, Entry>,
    variables: FxHashMap<u64, Tensor>,
    /// With how many entries those of dead tensors are looked for.
    look_at: usize,
}

struct Entry {
    holder: WeakTensor,
    tangent: Tensor,
}

/// Dead tensors are not looked for among fewer entries.
const MANY: usize = 1024;

impl ForwardAccumulator {
    /// Gives a primal its tangent, which has the primal's dtype and shape.
    ///
    /// Errors: `ValueError` for another dtype or shape.
    pub fn watch(&self, primal: &Watched, tangent: Tensor) -> Result<()> {
        let value = primal.value();
        if value.spec() != tangent.spec() {
            let (p, t) = (value.spec(), tangent.spec());
            return Err(Error::value(format!(
                "a tangent has the dtype and shape of its primal, here {} and {}, not {} and {}",
                p.dtype, p.shape, t.dtype, t.shape
            )));
        }
        let before = match primal {
            Watched::Tensor(t) => self.0.known().set(&mut t.clone(), tangent),
            Watched::Variable(v) => self.0.known().variables.insert(v.key(), tangent),
        };
        drop(before);
        Ok(())
    }

    /// Starts (or goes on) following this thread. Errors: `ValueError` if it follows one already.
    pub fn start(&self) -> Result<()> {
        if self.0.recording.swap(true, Relaxed) {
            return Err(Error::value("Accumulator is already recording."));
        }
        tape::start_following(self.0.clone());
        Ok(())
    }

    /// Stops following; does nothing if it was not.
    pub fn stop(&self) {
        if self.0.recording.swap(false, Relaxed) {
            tape::stop_following(Arc::as_ptr(&self.0).cast());
        }
    }

    /// Follows `f` and returns what it returned; following stops even if `f` panics.
    pub fn record<R>(&self, f: impl FnOnce() -> R) -> Result<R> {
        struct Stop<'a>(&'a ForwardAccumulator);
        impl Drop for Stop<'_> {
            fn drop(&mut self) {
                self.0.stop();
            }
        }
        self.start()?;
        let _stop = Stop(self);
        Ok(f())
    }

    /// The derivative along the tangents: the tangent of a primal, or of what was computed from it; `None` where it does not
    /// depend on any.
    pub fn jvp(&self, of: &Watched) -> Option<Tensor> {
        let known = self.0.known();
        match of {
            Watched::Tensor(t) => known.get(t),
            Watched::Variable(v) => known.variables.get(&v.key()).cloned(),
        }
    }
}

impl Drop for ForwardAccumulator {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Inner {
    fn known(&self) -> MutexGuard<'_, Known> {
        self.tangents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The tangents of these tensors, if there is one.
    fn tangents(&self, tensors: &[&Tensor]) -> Option<Tangents> {
        let known = self.known();
        let tangents: Tangents = tensors.iter().map(|x| known.get(x).filter(|_| x.dtype().is_trainable())).collect();
        tangents.iter().any(Option::is_some).then_some(tangents)
    }
}

impl Follower for Inner {
    fn follow(&self, op: &mut dyn FnMut() -> OpRef, inputs: &[&Tensor], outputs: &mut [Tensor]) -> Result<()> {
        let Some(t) = self.tangents(inputs) else {
            return Ok(());
        };
        let (op, this) = (op(), std::ptr::from_ref(self).cast());
        let found = tape::beneath(this, || Ran { op: &op, x: inputs, y: outputs, t: &t }.along())?;
        let mut before = Vec::new();
        {
            let mut known = self.known();
            for (y, tangent) in outputs.iter_mut().zip(found) {
                before.extend(tangent.and_then(|tangent| known.set(y, tangent)));
            }
            before.extend(known.prune());
        }
        // Dropped when nothing is locked: memory of another library may run any code as it goes.
        drop(before);
        Ok(())
    }

    fn note_read(&self, key: u64, value: &Tensor) {
        let mut known = self.known();
        let before = match known.variables.get(&key).cloned() {
            Some(tangent) => known.set(&mut value.clone(), tangent),
            None => None,
        };
        drop(known);
        drop(before);
    }
}

impl Known {
    fn get(&self, t: &Tensor) -> Option<Tensor> {
        self.of.get(&t.id()).map(|entry| entry.tangent.clone())
    }

    /// Notes a tangent; what was noted before.
    fn set(&mut self, t: &mut Tensor, tangent: Tensor) -> Option<Tensor> {
        let entry = Entry { holder: t.downgrade(), tangent };
        self.of.insert(t.id(), entry).map(|entry| entry.tangent)
    }

    /// The tangents of tensors that nobody holds, if it is time to look for them.
    fn prune(&mut self) -> Vec<Tensor> {
        if self.of.len() < self.look_at.max(MANY) {
            return Vec::new();
        }
        let dead = self.of.extract_if(|_, entry| entry.holder.strong_count() == 0);
        let dead = dead.map(|(_, entry)| entry.tangent).collect();
        self.look_at = 2 * self.of.len();
        dead
    }
}
