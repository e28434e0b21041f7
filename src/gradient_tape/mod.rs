//! `GradientTape`: the states a tape goes through, and what may be asked of it in each.
//!
//! A tape is fresh, recording, stopped, or used up. A tape that is not persistent is used up by its one `gradient` (or
//! jacobian); entering it again then starts an empty one. The texts of the errors are TensorFlow's.
//!
//! What a tape takes is in `watched`, derivatives of every element in `jacobian`.

#[cfg_attr(not(feature = "python"), allow(dead_code))] // read by the Python layer, which explains
mod evidence;
mod jacobian;
mod known;
pub(crate) mod turns;
mod watched;

#[cfg_attr(not(feature = "python"), allow(unused_imports))]
pub(crate) use evidence::Evidence;
pub use watched::{Identity, Watched, WatchedRef};

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

use smallvec::SmallVec;

use crate::backward::{Offer, Recording, Seed, Sweep};
use crate::dtype::DType;
use crate::error::{Error, ErrorKind, Result};
use crate::memory::try_collect_ok;
use crate::ops;
use crate::slices::Gradient;
use crate::tape::{Past, Slot, Tape};
pub use crate::tape::{Pause, pause};
use crate::tensor::Tensor;
use crate::variable::Variable;

/// Records operations for automatic differentiation.
pub struct GradientTape {
    persistent: bool,
    watch_accessed_variables: bool,
    /// Whether what was recorded is remembered when the tape is used up.
    remembers: bool,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    tape: Option<Tape>,
    recording: bool,
    /// What a used-up tape watched.
    watched: SmallVec<[Variable; 4]>,
    times: evidence::Times,
    /// What a used-up tape recorded, where that may be asked for.
    past: Option<Box<Past>>,
    /// The targets of the last gradient that was not there.
    asked: Vec<(bool, u64)>,
}

impl Default for GradientTape {
    fn default() -> GradientTape {
        GradientTape::new(false, true)
    }
}

impl GradientTape {
    /// A tape for one gradient, or any number if `persistent`, of all variables that are read or those it is told to watch.
    pub fn new(persistent: bool, watch_accessed_variables: bool) -> GradientTape {
        GradientTape { persistent, watch_accessed_variables, remembers: false, state: Mutex::default() }
    }

    /// The same, which remembers what it recorded when it is used up.
    pub fn remembering(self) -> GradientTape {
        let mut tape = self;
        tape.remembers = true;
        tape
    }

    /// Whether more than one gradient may be asked for.
    pub fn is_persistent(&self) -> bool {
        self.persistent || turns::running()
    }

    /// Whether it watches every trainable variable that is read.
    pub fn watches_accessed_variables(&self) -> bool {
        self.watch_accessed_variables
    }

    /// Whether it is recording.
    pub fn is_recording(&self) -> bool {
        self.state().recording
    }

    /// Records `f` and returns what it returned; recording stops even if `f` panics.
    pub fn record<R>(&self, f: impl FnOnce() -> R) -> Result<R> {
        struct Stop<'a>(&'a GradientTape);
        impl Drop for Stop<'_> {
            fn drop(&mut self) {
                self.0.stop();
            }
        }
        self.start()?;
        let _stop = Stop(self);
        Ok(f())
    }

    /// Starts (or goes on) recording on this thread. Errors: `ValueError` if it is recording already.
    pub fn start(&self) -> Result<()> {
        let mut state = self.state();
        if state.recording {
            let text = "Tape is still recording, This can happen if you try to re-enter an already-active tape.";
            return Err(Error::value(text));
        }
        let watched = if state.tape.is_none() { std::mem::take(&mut state.watched) } else { SmallVec::new() };
        let past = if state.tape.is_none() { state.past.take() } else { None };
        state.times.open();
        let tape = state.tape.get_or_insert_with(|| Tape::new(self.watch_accessed_variables)).clone();
        state.recording = true;
        drop(state);
        // A variable's last value may run any code as it goes.
        drop((watched, past));
        tape.start();
        Ok(())
    }

    /// Stops recording; does nothing if it was not.
    pub fn stop(&self) {
        let mut state = self.state();
        if std::mem::take(&mut state.recording)
            && let Some(tape) = state.tape.clone()
        {
            state.times.close();
            drop(state);
            tape.stop();
        }
    }

    /// Tracks a tensor, or a variable whether trainable or not, from now on.
    ///
    /// Errors: `AttributeError` on a tape that has never recorded or is used up.
    pub fn watch<'a>(&self, what: impl Into<WatchedRef<'a>>) -> Result<()> {
        let Some(tape) = self.state().tape.clone() else {
            let text = "'NoneType' object has no attribute '_tape'";
            return Err(Error::new(ErrorKind::Attribute, text));
        };
        match what.into() {
            WatchedRef::Tensor(t) => tape.watch(t),
            WatchedRef::Variable(v) => v.watch_on(&tape),
        }
        Ok(())
    }

    /// Watches the inputs of every operation from now on; does nothing before the first recording.
    #[cfg(feature = "python")]
    pub(crate) fn watch_everything(&self) {
        if let Some(tape) = &self.state().tape {
            tape.watch_everything();
        }
    }

    /// Whether it does.
    #[cfg(feature = "python")]
    pub(crate) fn watches_everything(&self) -> bool {
        self.state().tape.as_ref().is_some_and(Tape::watches_everything)
    }

    /// The variables that this tape watches, in the order of their construction.
    pub fn watched_variables(&self) -> Vec<Variable> {
        let state = self.state();
        state.tape.as_ref().map_or_else(|| state.watched.clone(), Variable::watched_by).into_vec()
    }

    /// Forgets everything recorded and watched, and goes on recording. Errors: `ValueError` if it is not recording.
    pub fn reset(&self) -> Result<()> {
        let tape = {
            let mut state = self.state();
            state.times.reset();
            state.tape.clone().filter(|_| state.recording)
        };
        let tape = tape.ok_or_else(not_recording)?;
        tape.clear();
        Ok(())
    }

    /// Suspends recording. Errors: `RuntimeError` on a tape that never recorded, `ValueError` on one that has stopped.
    pub fn suspend(&self) -> Result<()> {
        {
            let state = self.state();
            if state.tape.is_none() && !state.recording {
                let text = "Trying to stop recording a tape which is not recording.";
                return Err(Error::new(ErrorKind::Runtime, text));
            }
            if !state.recording {
                return Err(not_recording());
            }
        }
        self.stop();
        Ok(())
    }

    /// The recordings' size: nodes and bytes held for gradients.
    pub fn size(&self) -> (usize, usize) {
        self.state().tape.as_ref().map_or((0, 0), Tape::size)
    }

    /// The gradient of the sum of `targets` with respect to each source; `None` where they are not connected.
    ///
    /// `output_gradients` holds one cotangent for each target, `None` standing for ones (for nothing, if the target is of
    /// strings). A target that is a source has its cotangent as a gradient, whatever its dtype. Errors: `RuntimeError` when
    /// the tape is used up, `LookupError` for an operation without gradient on the way.
    pub fn gradient(
        &self,
        targets: &[Watched],
        sources: &[Watched],
        output_gradients: &[Option<Tensor>],
    ) -> Result<Vec<Option<Tensor>>> {
        dense(self.gradients(targets, sources, output_gradients, false, None)?)
    }

    /// As [`GradientTape::gradient`]; what was gathered from a source itself by whole rows, and not used otherwise, has
    /// those rows as its gradient, as they come.
    ///
    /// ```
    /// use gradtape::gradient_tape::{GradientTape, Watched};
    /// use gradtape::ops;
    /// use gradtape::slices::Gradient;
    /// use gradtape::tensor::Tensor;
    /// use gradtape::variable::Variable;
    ///
    /// let table = Variable::new(Tensor::vector(&[1.0f32, 2.0, 3.0]));
    /// let tape = GradientTape::default();
    /// let y = tape.record(|| ops::gather(&table.read(), &Tensor::vector(&[2i32, 0]), None, 0))??;
    /// let found = tape.gradient_or_slices(&[Watched::from(&y)], &[Watched::from(&table)], &[])?;
    /// let Some(Gradient::Slices(rows)) = &found[0] else { panic!("rows") };
    /// assert_eq!(rows.indices.to_vec::<i32>()?, [2, 0]);
    /// # Ok::<(), gradtape::error::Error>(())
    /// ```
    pub fn gradient_or_slices(
        &self,
        targets: &[Watched],
        sources: &[Watched],
        output_gradients: &[Option<Tensor>],
    ) -> Result<Vec<Option<Gradient>>> {
        self.gradients(targets, sources, output_gradients, true, None)
    }

    /// As [`GradientTape::gradient_or_slices`], and calls `offer` with each source's number and gradient as soon as that is
    /// final, while the backward pass goes on. A source that is not connected, or a target too that no tape has seen, is
    /// not offered. Errors: those of `offer`, which end the backward pass.
    pub fn gradient_offered(
        &self,
        targets: &[Watched],
        sources: &[Watched],
        output_gradients: &[Option<Tensor>],
        offer: &mut (dyn FnMut(usize, &Gradient) -> Result<()> + Send),
    ) -> Result<Vec<Option<Gradient>>> {
        self.gradients(targets, sources, output_gradients, true, Some(offer))
    }

    fn gradients(
        &self,
        targets: &[Watched],
        sources: &[Watched],
        output_gradients: &[Option<Tensor>],
        slices: bool,
        offer: Option<Offer<'_>>,
    ) -> Result<Vec<Option<Gradient>>> {
        let tape = self.use_up()?;
        let seeds = targets.iter().enumerate().map(|(i, target)| match output_gradients.get(i).cloned().flatten() {
            // Nothing is recorded for a target of another dtype: only where it is a source, its seed is used.
            None if target.dtype().is_trainable() || sources.iter().any(|source| source.is(target)) => ones(target),
            given => Ok(given),
        });
        let seeds: SmallVec<[Option<Tensor>; 4]> = seeds.collect::<Result<_>>()?;
        let mut recording = self.recording(&tape)?;
        let how = How { batch: 0, release: !self.is_persistent(), slices, offer };
        let found = run(&mut recording, targets, &seeds, sources, how)?;
        self.remember_if(found.iter().any(Option::is_none), &mut recording, targets)?;
        Ok(found)
    }

    /// Calls `f` with each object from outside the crate that the recorded operations keep alive; for a garbage collector,
    /// so it never waits. A tape that is recording shows nothing: its thread holds it.
    ///
    /// No backward pass may be running, or begin before the collector is done: it takes operations out of the tape.
    pub fn visit_foreign(&self, f: &mut dyn FnMut(&dyn Any)) {
        if let Ok(state) = self.state.try_lock()
            && !state.recording
            && let Some(tape) = &state.tape
        {
            tape.visit_foreign(f);
        }
    }

    /// Forgets everything recorded, if the tape is not recording; what to answer a garbage collector that has found the
    /// tape unreachable.
    pub fn forget(&self) {
        let tape = {
            let state = self.state();
            state.tape.clone().filter(|_| !state.recording)
        };
        tape.iter().for_each(Tape::clear);
    }

    fn recording(&self, tape: &Tape) -> Result<Recording> {
        let mut recording = if self.is_persistent() { Recording::shared(tape) } else { Recording::Owned(tape.take()) };
        if self.remembers && !self.is_persistent() {
            self.remember(&mut recording)?;
        }
        Ok(recording)
    }

    /// The tape to read; one that is not persistent stops and is used up here.
    fn use_up(&self) -> Result<Tape> {
        let mut state = self.state();
        let Some(tape) = state.tape.clone() else {
            let text = "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)";
            return Err(Error::new(ErrorKind::Runtime, text));
        };
        if !self.is_persistent() {
            state.tape = None;
            state.watched = Variable::watched_by(&tape);
            let recording = std::mem::take(&mut state.recording);
            drop(state);
            if recording {
                self.state().times.close();
                tape.stop();
            }
        }
        Ok(tape)
    }

    /// Whether a gradient can still be asked for.
    pub fn is_usable(&self) -> bool {
        self.state().tape.is_some()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for GradientTape {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The cotangent of a target for which none is given; strings have none.
fn ones(target: &Watched) -> Result<Option<Tensor>> {
    match target.dtype() {
        DType::String => Ok(None),
        _ => ops::ones_of(&target.value()).map(Some),
    }
}

fn not_recording() -> Error {
    Error::value("Tape is not recording.")
}

/// Gradients as tensors, whatever they came as.
fn dense(found: Vec<Option<Gradient>>) -> Result<Vec<Option<Tensor>>> {
    try_collect_ok(found.into_iter().map(|g| g.map(Gradient::dense).transpose()))
}

/// How a backward pass goes; see [`Sweep`].
struct How<'a> {
    batch: usize,
    release: bool,
    slices: bool,
    offer: Option<Offer<'a>>,
}

/// A backward pass from `targets` (with their cotangents) to `sources`, by what they are rather than by slot.
fn run(
    recording: &mut Recording,
    targets: &[Watched],
    cotangents: &[Option<Tensor>],
    sources: &[Watched],
    How { batch, release, slices, offer }: How<'_>,
) -> Result<Vec<Option<Gradient>>> {
    let (target_slots, source_slots) = recording.with(|arena| {
        let slots = |list: &[Watched]| -> SmallVec<[Option<Slot>; 4]> { list.iter().map(|w| w.slot(arena)).collect() };
        (slots(targets), slots(sources))
    });
    let seed = |(slot, cotangent): (&Option<Slot>, &Option<Tensor>)| {
        Some(Seed { slot: (*slot)?, cotangent: cotangent.clone()? })
    };
    let seeds = target_slots.iter().zip(cotangents).filter_map(seed).collect();
    let known: SmallVec<[Slot; 4]> = source_slots.iter().map(|s| s.unwrap_or(Slot::NONE)).collect();
    let mut found = Sweep { recording, sources: &known, batch, release, slices, offer }.run(seeds)?;
    // A target that is itself a source, but on no tape: its gradient is its own cotangent.
    let untracked = |i: &usize| target_slots[*i].is_none();
    for (source, g) in sources.iter().zip(&mut found) {
        for i in (0..targets.len()).filter(untracked).filter(|i| targets[*i].is(source)) {
            *g = match (g.take(), &cotangents[i]) {
                (Some(sum), Some(cotangent)) => Some(ops::add(&sum.dense()?, cotangent)?.into()),
                (sum, cotangent) => sum.or_else(|| cotangent.clone().map(Gradient::Dense)),
            };
        }
    }
    Ok(found)
}
