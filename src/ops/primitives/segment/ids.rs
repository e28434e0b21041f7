//! Which segment each row belongs to.

use std::sync::Arc;

use crate::interrupt::Pace;
use crate::kernels::segment::Layout;
use crate::memory::try_vec;
use crate::ops::prelude::*;
use crate::shape::Few;

/// The segment of every row, and how many segments there are. Checked: below `count`, or negative for a row in none.
#[derive(Clone, Debug)]
pub(super) struct Segments {
    pub(super) ids: Arc<Vec<i64>>,
    /// The axes of the ids, which are the leading axes of the data.
    pub(super) shape: Shape,
    pub(super) count: usize,
}

impl Segments {
    /// Ids that ascend.
    pub(super) fn sorted(op: &'static str, data: &Tensor, ids: &Tensor) -> Result<Segments> {
        let fail = |text: String| Err(Error::invalid(op, text));
        DTypes::INDEX.check(op, "Tindices", ids.dtype())?;
        if data.rank() == 0 {
            return fail("input must be at least rank 1".into());
        }
        if ids.rank() != 1 {
            return fail("segment_ids should be a vector.".into());
        }
        if ids.shape()[0] != data.shape()[0] {
            return fail("segment_ids should be the same size as dimension 0 of input.".into());
        }
        let all = ids.to_vec::<i64>()?;
        let count = all.last().map_or(0, |last| last.saturating_add(1));
        if all.windows(2).any(|w| w[0] > w[1]) {
            return fail("segment ids are not increasing".into());
        }
        if let Some(first) = all.first().filter(|id| **id < 0) {
            return fail(format!(
                "Segment id {first} out of range [0, {count}), possibly because 'segment_ids' input is not sorted."
            ));
        }
        Ok(Segments { ids: Arc::new(all), shape: ids.shape().clone(), count: count as usize })
    }

    /// Ids in any order, for `count` segments.
    pub(super) fn unsorted(op: &'static str, data: &Tensor, ids: &Tensor, count: i64) -> Result<Segments> {
        DTypes::INDEX.or(DTypes::of(&[DType::Int16])).check(op, "Tindices", ids.dtype())?;
        if !data.shape().starts_with(ids.shape()) {
            let text = format!("data.shape = {} does not start with segment_ids.shape = {}", data.shape(), ids.shape());
            return Err(Error::invalid(op, text));
        }
        let Ok(segments) = usize::try_from(count) else {
            return Err(Error::invalid(op, format!("Input num_segments == {count} must not be negative.")));
        };
        let all = ids.to_vec::<i64>()?;
        if let Some(at) = all.iter().position(|id| *id >= count) {
            let place = index_text(at, ids.shape());
            return Err(Error::invalid(op, format!("segment_ids{place} = {} is out of range [0, {count})", all[at])));
        }
        Ok(Segments { ids: Arc::new(all), shape: ids.shape().clone(), count: segments })
    }

    /// The layout of data with these rows behind `batch` leading axes.
    pub(super) fn rows(&self, batch: usize) -> Layout {
        Layout { lead: batch, rows: self.shape.rank() }
    }

    /// How many rows each segment has, at least `least`.
    pub(super) fn counts(&self, least: f64) -> Result<Vec<f64>> {
        let mut counts = try_vec(self.count, 0.0)?;
        let mut pace = Pace::default();
        for id in self.ids.iter().filter_map(|id| usize::try_from(*id).ok()) {
            counts[id] += 1.0;
            pace.after(1)?;
        }
        counts.iter_mut().for_each(|n: &mut f64| *n = n.max(least));
        Ok(counts)
    }
}

/// The index of element `at` of a tensor of this shape, as TensorFlow prints it: `[1,2]`.
pub(super) fn index_text(mut at: usize, shape: &Shape) -> Shape {
    let mut index: Vec<usize> = shape
        .iter()
        .rev()
        .map(|&d| {
            let i = at % d;
            at /= d;
            i
        })
        .few();
    index.reverse();
    index.as_slice().into()
}
