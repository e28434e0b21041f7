//! [`NdIter`]: the elements of several strided operands side by side, cut into tasks for threads.

use smallvec::SmallVec;

use super::parallel;
use crate::array::collapse;
use crate::error::Result;
use crate::kernels::parallel::Grain;
use crate::shape::{Few, Strides};

/// Axis lengths and, for each operand, the steps along them. Neighbouring axes that all operands walk as one are merged;
/// there is at least one axis.
#[derive(Clone)]
pub(super) struct NdIter<const N: usize> {
    /// The lengths of the axes.
    pub dims: SmallVec<[usize; 6]>,
    /// The step of each operand along each axis.
    pub strides: [Strides; N],
}

/// Tasks are cut at multiples of it, so that two threads seldom write to one line of the cache.
const ALIGNED: usize = 16;

/// An axis with fewer elements is cut only if there is no longer one.
const SHORT: usize = 8;

/// Bytes of a task from which a second axis is cut, and a third: some milliseconds of copying.
const LARGE: usize = 1 << 22;

impl<const N: usize> NdIter<N> {
    /// The walk along an array of this shape.
    pub fn new(shape: &[usize], strides: [&[isize]; N]) -> Self {
        let (dims, strides) = collapse(shape, strides);
        NdIter { dims, strides }
    }

    /// The steps along one axis.
    pub fn steps(&self, axis: usize) -> [isize; N] {
        std::array::from_fn(|k| self.strides[k][axis])
    }

    /// Changes the places of two axes.
    pub fn swap(&mut self, a: usize, b: usize) {
        self.dims.swap(a, b);
        self.strides.iter_mut().for_each(|s| s.swap(a, b));
    }

    /// Calls `work` with walks that together are this one, and with where they begin in each operand; on several threads
    /// if there are many elements, of `size` bytes. Axes in `whole` stay uncut where that is possible.
    ///
    /// Errors: as [`parallel::for_each`].
    pub fn in_tasks(&self, size: usize, whole: &[usize], work: impl Fn(&NdIter<N>, [isize; N]) + Sync) -> Result<()> {
        let bytes = self.dims.iter().product::<usize>() * size;
        if !Grain::BYTES.shares(bytes) {
            work(self, [0; N]);
            return Ok(());
        }
        let lengths = self.lengths_of_a_task(bytes, whole);
        let tasks: SmallVec<[usize; 6]> = self.dims.iter().zip(&lengths).map(|(d, n)| d.div_ceil(*n)).few();
        parallel::for_each(tasks.iter().product(), |mut i| {
            let (mut task, mut starts) = (self.clone(), [0; N]);
            for axis in (0..tasks.len()).rev() {
                let start = i % tasks[axis] * lengths[axis];
                i /= tasks[axis];
                task.dims[axis] = lengths[axis].min(self.dims[axis] - start);
                starts.iter_mut().zip(self.steps(axis)).for_each(|(at, s)| *at += s * start as isize);
            }
            work(&task, starts);
        })
    }

    /// The axis lengths of tasks of `bytes` in all: one axis is cut, others only while tasks are [`LARGE`].
    fn lengths_of_a_task(&self, mut bytes: usize, whole: &[usize]) -> SmallVec<[usize; 6]> {
        let mut lengths = self.dims.clone();
        let mut uncut: SmallVec<[usize; 6]> = (0..lengths.len()).few();
        let mut first = true;
        while first || bytes >= LARGE && !uncut.is_empty() {
            let axis = self.axis_to_cut(&uncut, whole);
            let step = self.dims[axis].div_ceil(bytes.div_ceil(Grain::BYTES.chunk));
            let step = if whole.contains(&axis) { step.next_multiple_of(ALIGNED) } else { step };
            lengths[axis] = step.min(self.dims[axis]);
            bytes = bytes / self.dims[axis] * lengths[axis];
            uncut.retain(|i| *i != axis);
            first = false;
        }
        lengths
    }

    /// The longest of these axes that may be cut, unless that is a short one.
    fn axis_to_cut(&self, axes: &[usize], whole: &[usize]) -> usize {
        let longest = |axes: &mut dyn Iterator<Item = &usize>| axes.copied().max_by_key(|&i| self.dims[i]);
        longest(&mut axes.iter().filter(|i| !whole.contains(i)))
            .filter(|&i| self.dims[i] >= SHORT)
            .or_else(|| longest(&mut axes.iter()))
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU8;
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;
    use crate::shape::Shape;

    #[test]
    fn pieces_cover_a_walk_once_and_are_short() {
        for dims in [vec![20, 30, 40, 50], vec![8, 200_000], vec![2_000_000], vec![3, 5, 100_000]] {
            let shape = Shape::new(&dims);
            for whole in [vec![], vec![dims.len() - 1], vec![0, dims.len() - 1]] {
                let seen: Vec<AtomicU8> = (0..shape.elements()).map(|_| AtomicU8::new(0)).collect();
                let iter = NdIter { dims: dims.clone().into(), strides: [shape.strides()] };
                let size = 16;
                iter.in_tasks(size, &whole, |task, start| {
                    assert!(task.dims.iter().product::<usize>() * size <= LARGE, "{dims:?} {whole:?} {:?}", task.dims);
                    crate::array::for_each_run(&task.dims, &task.strides, |[at]| {
                        let first = (start[0] + at) as usize;
                        let line = &seen[first..first + task.dims[task.dims.len() - 1]];
                        for n in line {
                            n.fetch_add(1, Relaxed);
                        }
                    });
                })
                .unwrap();
                assert!(seen.iter().all(|n| n.load(Relaxed) == 1), "{dims:?} {whole:?}");
            }
        }
    }
}
