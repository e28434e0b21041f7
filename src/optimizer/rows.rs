//! Steps with gradients that are rows: which rows of a parameter and of its state a step passes over.
//!
//! The result is that of the dense gradient, but for rules that look at squares: rows of one place count as the sum of their
//! squares, as in Keras 3, not as the square of their sum. Where a rule leaves a row alone whose gradient and state are zero, as all do
//! without weight decay, rows that no gradient has reached yet are passed by. Which those are is noted with the first
//! slot, for as long as nobody else changes the state. Invariant: rows are named in rising order, each once.

use std::cmp::Ordering;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{Parameter, Rule, Step};
use crate::array::{Array, Spec};
use crate::dtype::DType;
use crate::error::{Error, Result};
use crate::interrupt::Pace;
use crate::memory::{try_collect, try_copy, try_push, try_with_capacity};
use crate::shape::Shape;
use crate::slices::IndexedSlices;
use crate::tensor::Tensor;
use crate::variable::Variable;
use crate::{interrupt, ops};

/// Where a pass goes: rows of the table, each with a row of the gradient.
#[derive(Clone, Copy)]
pub(super) struct Places<'a> {
    /// These rows, or all.
    rows: Option<&'a [usize]>,
    /// How many rows the table has.
    count: usize,
    /// The rows that have a gradient, which begins with theirs; one of zeros follows.
    reached: &'a [usize],
    /// The length of a row.
    pub(super) width: usize,
}

impl Places<'_> {
    /// Where each row begins in the table, and in the gradient.
    #[inline(always)]
    pub(super) fn spans(&self) -> impl Iterator<Item = (usize, usize)> {
        let (width, mut next) = (self.width, 0);
        (0..self.rows.map_or(self.count, <[usize]>::len)).map(move |i| {
            let row = self.rows.map_or(i, |rows| rows[i]);
            let found = self.reached.get(next) == Some(&row);
            let from = if found { next } else { self.reached.len() };
            next += usize::from(found);
            (row * width, from * width)
        })
    }
}

/// A gradient by rows, made ready for a step.
pub(super) struct Reached {
    count: usize,
    width: usize,
    rows: Vec<usize>,
    /// The rows to pass over, if not all.
    pass: Option<Pass>,
}

enum Pass {
    Reached,
    InUse(Arc<InUse>),
}

/// The rows in which the state of a parameter may differ from zero.
struct InUse {
    rows: Vec<usize>,
    /// The keys of the slots, and how often they had been changed when this was so.
    slots: SmallVec<[(u64, u64); 3]>,
}

/// A gradient by rows, its sums for each place, and where some have the same place those of the sizes.
type Sums = (Reached, Array, Option<Array>);

impl Reached {
    /// The sum of the rows of each place as an array of `table`'s dtype, a row of zeros behind them, and where they go.
    pub(super) fn of(step: &Step, parameter: &Parameter, g: &IndexedSlices, table: &Spec) -> Result<Sums> {
        let (count, width) = checked(g, &table.shape)?;
        let places = g.indices.to_vec::<i64>()?;
        let rows = distinct(&places, count)?;
        let number = |place: &i64| rows.partition_point(|row| *row < *place as usize) as i64;
        let groups = Tensor::vector(&try_collect(places.iter().map(number))?);
        // Tensors of their own, which no tape tracks.
        let values = Tensor::new(g.values.array().cast(table.dtype)?);
        let added = |values: &Tensor| {
            let sums = ops::unsorted_segment_sum(values, &groups, rows.len() as i64 + 1)?;
            sums.array().contiguous()
        };
        let sizes = if rows.len() < places.len() && matches!(table.dtype, DType::Float32 | DType::Float64) {
            Some(added(&step.rule.size(&values)?)?)
        } else {
            None
        };
        let (sums, pass) = (added(&values)?, pass(step, parameter, &rows, (count, width))?);
        Ok((Reached { count, width, rows, pass }, sums, sizes))
    }

    /// Where to go; to be asked with the locks of the state held, whose rows in use are noted anew.
    pub(super) fn places(&self, slots: &[Variable]) -> Places<'_> {
        let rows = match &self.pass {
            Some(Pass::Reached) => Some(self.rows.as_slice()),
            Some(Pass::InUse(used)) if used.holds(slots) => {
                slots[0].set_note(used.clone());
                Some(used.rows.as_slice())
            }
            // Another thread was faster: what is in use now is not known.
            Some(Pass::InUse(_)) | None => None,
        };
        Places { rows, count: self.count, reached: &self.rows, width: self.width }
    }
}

impl InUse {
    /// Whether the slots are as they were.
    fn holds(&self, slots: &[Variable]) -> bool {
        self.slots.iter().copied().eq(slots.iter().map(|slot| (slot.key(), slot.changes())))
    }

    /// These rows together with others, as it will be when the slots have been changed once more.
    fn with(&self, others: &[usize]) -> Result<InUse> {
        let slots = self.slots.iter().map(|(key, changes)| (*key, changes.wrapping_add(1))).collect();
        Ok(InUse { rows: union(&self.rows, others)?, slots })
    }
}

/// The rows to pass over, if not all.
fn pass(step: &Step, parameter: &Parameter, reached: &[usize], size: (usize, usize)) -> Result<Option<Pass>> {
    let decays = parameter.decays && step.weight_decay != 0.0;
    if decays || !step.learning_rate.is_finite() || !step.rule.rests() {
        return Ok(None);
    }
    if step.rule.slots() == 0 || matches!(step.rule, Rule::Adagrad { .. }) {
        return Ok(Some(Pass::Reached));
    }
    let note = parameter.slots[0].note().and_then(|note| note.downcast::<InUse>().ok());
    let used = match note.filter(|used| used.holds(&parameter.slots)) {
        Some(used) => used.with(reached)?,
        None => look(&parameter.slots, size)?.with(reached)?,
    };
    Ok(Some(Pass::InUse(Arc::new(used))))
}

/// Finds the rows in which some slot is not zero.
fn look(slots: &[Variable], (count, width): (usize, usize)) -> Result<InUse> {
    let known = slots.iter().map(|slot| (slot.key(), slot.changes())).collect();
    let values = slots.iter().map(|slot| slot.peek().array().contiguous()).collect::<Result<SmallVec<[Array; 3]>>>()?;
    let (mut rows, mut pace) = (Vec::new(), Pace::default());
    for row in 0..count {
        pace.after(width * slots.len())?;
        if values.iter().any(|slot| !is_zero(slot, row * width, width)) {
            try_push(&mut rows, row)?;
        }
    }
    Ok(InUse { rows, slots: known })
}

/// Whether `width` elements from `at` on are zero.
fn is_zero(slot: &Array, at: usize, width: usize) -> bool {
    // A slot that has got another shape meanwhile is found out later.
    crate::with_dtype!(slot.dtype(), T: number => {
        slot.slice::<T>().get(at..at + width).is_some_and(|row| row.iter().all(|x| *x == T::default()))
    }, else false)
}

/// The number of rows of the table and their length, if the slices are of it.
fn checked(g: &IndexedSlices, table: &Shape) -> Result<(usize, usize)> {
    let fail = |text: String| Err(Error::invalid("ApplyUpdate", text));
    let (values, indices) = (g.values.shape(), g.indices.shape());
    if g.shape != *table {
        let of = &g.shape;
        return fail(format!(
            "Cannot update variable with shape {table} using IndexedSlices of a tensor of shape {of}."
        ));
    }
    let Some((&count, row)) = table.split_first() else {
        return fail("Cannot update a scalar variable using IndexedSlices.".into());
    };
    if !g.indices.dtype().is_integer() || g.indices.dtype() == DType::UInt64 {
        return fail(format!("indices of IndexedSlices must be int32 or int64, not {}", g.indices.dtype()));
    }
    if indices.rank() != 1 || values.rank() != table.rank() || values[0] != indices[0] || values[1..] != *row {
        let text = format!("indices of shape {indices} and values of shape {values} are no rows of shape {table}");
        return fail(format!("IndexedSlices with {text}"));
    }
    Ok((count, row.iter().product()))
}

/// The places that are named, in rising order, each once. Errors: `InvalidArgument` for one outside `[0, count)`.
fn distinct(places: &[i64], count: usize) -> Result<Vec<usize>> {
    if let Some(at) = places.iter().position(|&place| place < 0 || place >= count as i64) {
        let text = format!("indices[{at}] = {} is not in [0, {count})", places[at]);
        return Err(Error::invalid("ApplyUpdate", text));
    }
    let mut rows = try_collect(places.iter().map(|&place| place as usize))?;
    interrupt::check()?;
    rows.sort_unstable();
    rows.dedup();
    Ok(rows)
}

/// What is in either list.
fn union(a: &[usize], b: &[usize]) -> Result<Vec<usize>> {
    if b.iter().all(|row| a.binary_search(row).is_ok()) {
        return try_copy(a);
    }
    let mut all = try_with_capacity(a.len() + b.len())?;
    let (mut a, mut b) = (a, b);
    while let (Some(x), Some(y)) = (a.first(), b.first()) {
        all.push(*x.min(y));
        let order = x.cmp(y);
        a = if order == Ordering::Greater { a } else { &a[1..] };
        b = if order == Ordering::Less { b } else { &b[1..] };
    }
    all.extend(a.iter().chain(b));
    Ok(all)
}
