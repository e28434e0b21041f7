//! The order in which a convolution adds up a window's products: TensorFlow's (through oneDNN, with AVX-512), whose rounding
//! errors are then ours. It was found with sums whose results say which numbers were added first.
//!
//! | | places of a window |
//! |---|---|
//! | forward | line by line; of several images of one channel, whose windows overlap, column by column |
//! | gradient for the input, single steps | line by line, both from the end |
//! | the same, without padding | column by column from the end, each column's sum from zero |
//! | the same, longer steps ([`super::phases`]) | column by column, each column's sum from zero |
//!
//! Channels run innermost. The gradient for the filter: see [`super::filter_gradient`].

use super::{Convolution, Real, Window};
use crate::error::Result;
use crate::memory::{try_collect, try_with_capacity};

/// Windows in a line at least, for single channels to be taken column by column.
const WIDE: usize = 5;

/// Places of a window in the order of their products.
pub(super) struct Sequence {
    pub(super) places: Vec<usize>,
    /// How many places make up a sum that starts from zero: all, or a column.
    pub(super) group: usize,
}

impl Sequence {
    /// That of the output.
    pub(super) fn forward(c: &Convolution) -> Result<Sequence> {
        let Window { kernel, strides, output, .. } = c.window;
        let overlaps = (1..3).all(|axis| kernel[axis] > strides[axis]) && output[2] >= WIDE;
        let by_columns = c.from == 1 && c.batch > 1 && kernel[0] == 1 && overlaps;
        if by_columns { Self::by_columns(&c.window) } else { Self::by_lines(&c.window) }
    }

    /// That of the gradient for the input of `window`, as an output of the turned window.
    pub(super) fn turned(window: &Window, turned: &Window) -> Result<Sequence> {
        let sees_padding = |axis: usize| {
            let span = (window.kernel[axis] - 1) * window.dilations[axis] + window.output[axis];
            window.before[axis] > 0 || span > window.input[axis]
        };
        if window.kernel[0] > 1 || (0..3).any(sees_padding) {
            return Self::by_lines(turned);
        }
        Ok(Sequence { group: turned.kernel[1], ..Self::by_columns(turned)? })
    }

    fn by_lines(window: &Window) -> Result<Sequence> {
        Ok(Sequence { places: try_collect(0..window.places())?, group: window.places() })
    }

    fn by_columns(window: &Window) -> Result<Sequence> {
        let [_, height, width] = window.kernel;
        let places = (0..width).flat_map(|w| (0..height).map(move |h| h * width + w));
        Ok(Sequence { places: try_collect(places)?, group: window.places() })
    }

    /// The parts of a filter that belong to the places, of `each` numbers, in this order.
    pub(super) fn arranged<T: Real>(&self, filter: &[T], each: usize) -> Result<Vec<T>> {
        let mut out = try_with_capacity(filter.len())?;
        self.places.iter().for_each(|&place| out.extend_from_slice(&filter[place * each..][..each]));
        Ok(out)
    }

    /// Whether the places come as they are.
    pub(super) fn is_natural(&self) -> bool {
        self.places.is_sorted()
    }
}
