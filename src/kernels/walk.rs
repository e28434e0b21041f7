//! [`Walk`]: a walk along several strided operands at once, cut into pieces for threads.

use smallvec::SmallVec;

use super::parallel;
use crate::array::collapse;
use crate::shape::Strides;

/// Axis lengths and, for each operand, the steps along them. Neighbouring axes that all operands walk as one are merged;
/// there is at least one axis.
#[derive(Clone)]
pub(super) struct Walk<const N: usize> {
    /// The lengths of the axes.
    pub dims: SmallVec<[usize; 6]>,
    /// The step of each operand along each axis.
    pub strides: [Strides; N],
}

/// Bytes from which waking other threads pays, and how many a thread takes at a time.
const MANY: usize = 1 << 19;
const PIECE: usize = 1 << 17;

/// Pieces are cut at multiples of it, so that two threads seldom write to one line of the cache.
const GRAIN: usize = 16;

/// An axis with fewer elements is cut only if there is no longer one.
const SHORT: usize = 8;

impl<const N: usize> Walk<N> {
    /// The walk along an array of this shape.
    pub fn new(shape: &[usize], strides: [&[isize]; N]) -> Self {
        let (dims, strides) = collapse(shape, strides);
        Walk { dims, strides }
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
    pub fn in_pieces(&self, size: usize, whole: &[usize], work: impl Fn(&Walk<N>, [isize; N]) + Sync) {
        let bytes = self.dims.iter().product::<usize>() * size;
        if bytes < MANY {
            return work(self, [0; N]);
        }
        let axis = self.axis_to_cut(whole);
        let pieces = bytes.div_ceil(PIECE);
        let step = self.dims[axis].div_ceil(pieces);
        let step = if whole.contains(&axis) { step.next_multiple_of(GRAIN) } else { step };
        parallel::for_each_unasked(self.dims[axis].div_ceil(step), |i| {
            let mut piece = self.clone();
            piece.dims[axis] = step.min(self.dims[axis] - i * step);
            work(&piece, self.steps(axis).map(|s| s * (i * step) as isize));
        });
    }

    /// The longest axis that may be cut, unless that is a short one.
    fn axis_to_cut(&self, whole: &[usize]) -> usize {
        let longest = |axes: &mut dyn Iterator<Item = usize>| axes.max_by_key(|&i| self.dims[i]);
        longest(&mut (0..self.dims.len()).filter(|i| !whole.contains(i)))
            .filter(|&i| self.dims[i] >= SHORT)
            .or_else(|| longest(&mut (0..self.dims.len())))
            .unwrap_or(0)
    }
}
