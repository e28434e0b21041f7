//! Whether oneDNN cuts the images in two for the gradient of a filter on two cores: it weighs that against cutting the channels.
//!
//! It takes the cut with which a thread reads and writes least of images, gradients and filter (which counts eight times), or
//! another if a thread then goes through fewer blocks of channels. Such a block is 16 channels, or all of the input if these
//! are fewer.

use super::Convolution;

/// Channels that oneDNN works on at a time.
pub(super) const BLOCK: usize = 16;
const OF_THE_FILTER: usize = 8;

/// In how many parts images, and channels of the output and of the input, are cut.
type Cut = [usize; 3];

impl Convolution {
    /// Whether the sum over the images is that of two halves.
    pub(super) fn is_halved(&self) -> bool {
        let [out, into] = [self.to, self.from].map(|channels| channels.div_ceil(BLOCK).clamp(1, 2));
        let cuts: [Cut; 3] = [[1, 1, into], [1, out, 1], [self.batch.clamp(1, 2), 1, 1]];
        let (mut best, mut least) = ([1; 3], self.moved([1; 3]));
        for cut in cuts {
            let moved = self.moved(cut);
            if moved <= least {
                (best, least) = (cut, moved);
            }
        }
        let mut fewest = self.passed(best);
        for cut in cuts {
            let (moved, passed) = (self.moved(cut), self.passed(cut));
            if passed <= fewest && 10 * moved < 11 * least || 4 * passed <= 3 * fewest {
                (best, least, fewest) = (cut, moved, passed);
            }
        }
        best[0] == 2
    }

    /// Numbers that a thread reads and writes.
    fn moved(&self, [images, out, into]: Cut) -> usize {
        let out = self.to.div_ceil(BLOCK).div_ceil(out) * BLOCK;
        let into = self.from.div_ceil(BLOCK).div_ceil(into) * self.from.min(BLOCK);
        let places = self.window.input.iter().product::<usize>();
        let seen = self.window.strides.iter().fold(places, |places, stride| places / stride);
        let taps = self.window.kernel.iter().product::<usize>();
        let images = self.batch.div_ceil(images);
        images * (into * seen + out * self.window.outputs()) + OF_THE_FILTER * out * into * taps
    }

    /// Blocks that a thread goes through.
    fn passed(&self, [images, out, into]: Cut) -> usize {
        let blocks = |channels: usize, parts: usize| channels.div_ceil(BLOCK).div_ceil(parts);
        self.batch.div_ceil(images) * blocks(self.to, out) * blocks(self.from, into)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Padding, Window};
    use super::*;

    /// What TensorFlow 2.21 did: batch, extent, channels, kernel, stride.
    #[test]
    fn images_are_cut_where_that_moves_less() {
        let cases = [
            ([4, 8, 1, 8, 3, 1], true),
            ([4, 8, 1, 20, 3, 1], false),
            ([4, 8, 1, 48, 3, 1], true),
            ([4, 8, 1, 64, 3, 1], false),
            ([16, 14, 3, 20, 5, 1], false),
            ([16, 28, 3, 20, 5, 1], true),
            ([4, 28, 3, 64, 5, 1], false),
            ([4, 28, 3, 48, 5, 1], true),
            ([16, 8, 32, 8, 3, 1], false),
            ([16, 14, 32, 64, 3, 1], true),
            ([32, 14, 32, 64, 5, 1], false),
            ([32, 28, 32, 64, 5, 1], true),
            ([16, 14, 3, 20, 3, 2], false),
            ([32, 14, 16, 64, 3, 2], false),
        ];
        for ([batch, extent, from, to, kernel, stride], halved) in cases {
            let (extent, kernel) = ([1, extent, extent], [1, kernel, kernel]);
            let window = Window::new(extent, kernel, [1, stride, stride], [1; 3], Padding::Valid).unwrap();
            let convolution = Convolution { batch, window, from, to };
            assert_eq!(convolution.is_halved(), halved, "{batch} {extent:?} {from} {to} {kernel:?} {stride}");
        }
    }
}
