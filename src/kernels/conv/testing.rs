//! What the tests of this directory share: geometries of every kind, and images of small whole numbers, of which every
//! order of summation gives the same.

use super::{Padding, Window};
use crate::kernels::random::{Philox, Words};

/// A source of choices.
pub(super) fn words(seed: u64) -> Words {
    Philox::from_seeds(seed, 5).words()
}

pub(super) fn below(words: &mut Words, bound: usize) -> usize {
    words.word() as usize % bound
}

/// Whole numbers from -8 to 7.
pub(super) fn whole(words: &mut Words, len: usize) -> Vec<f32> {
    (0..len).map(|_| (words.word() % 16) as f32 - 8.0).collect()
}

/// A window of one to three axes: small, and sometimes empty.
pub(super) fn window(words: &mut Words) -> Window {
    loop {
        let axes = 1 + below(words, 3);
        let mut pick = |bound: usize, low: usize| -> [usize; 3] {
            std::array::from_fn(|axis| if axis < 3 - axes { 1 } else { low + below(words, bound) })
        };
        let (input, kernel, strides, dilations) = (pick(8, 0), pick(3, 1), pick(3, 1), pick(2, 1));
        let pads = (pick(3, 0), pick(3, 0));
        let pads = std::array::from_fn(|axis| if axis < 3 - axes { [0; 2] } else { [pads.0[axis], pads.1[axis]] });
        let padding = [Padding::Same, Padding::Valid, Padding::Explicit(pads)][below(words, 3)];
        if let Ok(window) = Window::new(input, kernel, strides, dilations, padding) {
            return window;
        }
    }
}

/// Every pair of an output place and a place of its window that is not padding, with the input place that it sees:
/// the specification of everything here.
pub(super) fn triples(window: &Window) -> Vec<(usize, usize, usize)> {
    let split = |at: usize, [_, h, w]: [usize; 3]| [at / (h * w), at / w % h, at % w];
    let mut triples = Vec::new();
    for output in 0..window.outputs() {
        for k in 0..window.places() {
            let (o, k3) = (split(output, window.output), split(k, window.kernel));
            let place: [isize; 3] = std::array::from_fn(|axis| {
                let steps = o[axis] * window.strides[axis] + k3[axis] * window.dilations[axis];
                steps as isize - window.before[axis] as isize
            });
            if (0..3).all(|axis| (0..window.input[axis] as isize).contains(&place[axis])) {
                let [d, h, w] = place.map(|p| p as usize);
                triples.push((output, k, (d * window.input[1] + h) * window.input[2] + w));
            }
        }
    }
    triples
}
