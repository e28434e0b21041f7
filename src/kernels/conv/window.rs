//! Where a window lies on its input: sizes, strides, dilations, padding.

use std::iter::StepBy;
use std::ops::Range;

/// How an input is continued beyond its borders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Padding {
    /// Not at all.
    Valid,
    /// So that the output has `ceil(input / stride)` places; an odd one goes to the end.
    Same,
    /// By so many places before and after, along each axis.
    Explicit([[usize; 2]; 3]),
}

/// The geometry of a window that moves over an input, along depth, height and width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// Places of the input.
    pub input: [usize; 3],
    /// Places that a window sees.
    pub kernel: [usize; 3],
    /// Windows, places of the output.
    pub output: [usize; 3],
    /// Steps from window to window.
    pub strides: [usize; 3],
    /// Steps within a window.
    pub dilations: [usize; 3],
    /// Padding before the input.
    pub before: [usize; 3],
}

impl Window {
    /// The window of this kernel over this input. The error is an axis along which there is none: the window is longer
    /// than the padded input by more than a stride, or a kernel, stride or dilation is 0.
    ///
    /// ```
    /// use gradtape::kernels::conv::{Padding, Window};
    ///
    /// let window = Window::new([1, 5, 5], [1, 3, 3], [1, 2, 2], [1; 3], Padding::Same).unwrap();
    /// assert_eq!((window.output, window.before), ([1, 3, 3], [0, 1, 1]));
    /// ```
    pub fn new(
        input: [usize; 3],
        kernel: [usize; 3],
        strides: [usize; 3],
        dilations: [usize; 3],
        padding: Padding,
    ) -> Result<Window, usize> {
        let mut window = Window { input, kernel, output: [0; 3], strides, dilations, before: [0; 3] };
        for axis in 0..3 {
            let place = place(input[axis], kernel[axis], strides[axis], dilations[axis], padding, axis);
            (window.output[axis], window.before[axis]) = place.ok_or(axis)?;
            // A single window takes no step, however long a step is.
            if window.output[axis] < 2 {
                window.strides[axis] = 1;
            }
        }
        Ok(window)
    }

    /// Places of an input image.
    pub fn inputs(&self) -> usize {
        self.input.iter().product()
    }

    /// Places of an output image.
    pub fn outputs(&self) -> usize {
        self.output.iter().product()
    }

    /// Places of a window.
    pub fn places(&self) -> usize {
        self.kernel.iter().product()
    }

    /// The window over the output through which each input place sees the outputs that have seen it, with the kernel's
    /// places in reverse. Only for windows that move by single steps.
    pub(super) fn turned(&self) -> Option<Window> {
        let Window { input, output, kernel, strides, dilations, before } = *self;
        let mut around = [0; 3];
        for axis in 0..3 {
            around[axis] = ((kernel[axis] - 1) * dilations[axis]).checked_sub(before[axis])?;
        }
        (strides == [1; 3]).then_some(Window { input: output, output: input, before: around, ..*self })
    }

    /// Whether every window is one place, and every place has its window.
    pub(super) fn is_pointwise(&self) -> bool {
        self.kernel == [1; 3] && self.strides == [1; 3] && self.input == self.output && self.before == [0; 3]
    }

    /// The window's coordinates of output place `at`.
    pub(super) fn coordinates(&self, at: usize) -> [usize; 3] {
        let [_, height, width] = self.output;
        [at / (height * width), at / width % height, at % width]
    }

    /// Calls `run(places, from)` for the places of the window of output place `at`, in order and run by run: `places`
    /// of the window are input places from `from` on, or padding if that is `None`.
    #[inline(always)]
    pub(super) fn for_each_run(&self, at: usize, mut run: impl FnMut(Range<usize>, Option<usize>)) {
        let [output_depth, output_height, output_width] = self.coordinates(at);
        let [depth, height, width] = self.kernel;
        for kd in 0..depth {
            let Some(d) = self.input_place(0, output_depth, kd) else {
                run(kd * height * width..(kd + 1) * height * width, None);
                continue;
            };
            for kh in 0..height {
                let line = (kd * height + kh) * width;
                let Some(h) = self.input_place(1, output_height, kh) else {
                    run(line..line + width, None);
                    continue;
                };
                let start = (d * self.input[1] + h) * self.input[2];
                self.runs_of_line(output_width, |range, from| {
                    run(line + range.start..line + range.end, from.map(|w| start + w));
                });
            }
        }
    }

    /// Calls `see` for every input place that the window of output place `at` sees, in order; padding costs nothing.
    #[inline(always)]
    pub(super) fn for_each_seen(&self, at: usize, mut see: impl FnMut(usize)) {
        let output = self.coordinates(at);
        let [d, h, w] = std::array::from_fn(|axis| self.seen(axis, output[axis]));
        for d in d {
            for h in h.clone() {
                let line = (d * self.input[1] + h) * self.input[2];
                w.clone().for_each(|w| see(line + w));
            }
        }
    }

    /// How many windows from that of output place `at` on, to the end of the line, see what it sees, each a stride further.
    pub(super) fn alike(&self, at: usize) -> usize {
        let [_, _, w] = self.coordinates(at);
        let span = (self.kernel[2] - 1) * self.dilations[2] + 1;
        let end =
            (self.input[2] + self.before[2] + 1).saturating_sub(span).div_ceil(self.strides[2]).min(self.output[2]);
        if w * self.strides[2] >= self.before[2] && w < end { end - w } else { 1 }
    }

    /// The input coordinates that window `output` sees along an axis.
    #[inline(always)]
    fn seen(&self, axis: usize, output: usize) -> StepBy<Range<usize>> {
        let (start, step) = (output * self.strides[axis], self.dilations[axis]);
        let (before, input) = (self.before[axis], self.input[axis]);
        let first = before.saturating_sub(start).div_ceil(step);
        let end = (input + before).saturating_sub(start).div_ceil(step).min(self.kernel[axis]);
        let place = |k: usize| start + k * step - before;
        let range = if first < end { place(first)..place(end - 1) + 1 } else { 0..0 };
        range.step_by(step)
    }

    /// The part of [`Window::for_each_run`] that lies in one line of the input.
    #[inline(always)]
    fn runs_of_line(&self, output: usize, mut run: impl FnMut(Range<usize>, Option<usize>)) {
        let width = self.kernel[2];
        if self.dilations[2] > 1 {
            return (0..width).for_each(|k| run(k..k + 1, self.input_place(2, output, k)));
        }
        let (start, before) = (output * self.strides[2], self.before[2]);
        let first = before.saturating_sub(start).min(width);
        let end = (self.input[2] + before).saturating_sub(start).clamp(first, width);
        if first > 0 {
            run(0..first, None);
        }
        if end > first {
            run(first..end, Some(start + first - before));
        }
        if width > end {
            run(end..width, None);
        }
    }

    /// The input coordinate that place `k` of window `output` sees along an axis, if it is not padding.
    #[inline(always)]
    pub(super) fn input_place(&self, axis: usize, output: usize, k: usize) -> Option<usize> {
        let place = (output * self.strides[axis] + k * self.dilations[axis]).checked_sub(self.before[axis])?;
        (place < self.input[axis]).then_some(place)
    }
}

/// The number of windows and the padding before, along one axis.
fn place(
    input: usize,
    kernel: usize,
    stride: usize,
    dilation: usize,
    padding: Padding,
    axis: usize,
) -> Option<(usize, usize)> {
    let span = kernel.checked_sub(1)?.checked_mul(dilation)?.checked_add(1)?;
    if stride == 0 || dilation == 0 {
        return None;
    }
    let explicit = |[before, after]: [usize; 2]| {
        let padded = input.checked_add(before)?.checked_add(after)?.checked_add(stride)?;
        Some((padded.checked_sub(span)? / stride, before))
    };
    match padding {
        Padding::Valid => explicit([0, 0]),
        Padding::Explicit(pads) => explicit(pads[axis]),
        Padding::Same => {
            let output = input.div_ceil(stride);
            let reach = output.saturating_sub(1).checked_mul(stride)?.checked_add(span)?;
            Some((output, reach.saturating_sub(input) / 2))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn along(input: usize, kernel: usize, stride: usize, dilation: usize, padding: Padding) -> Option<(usize, usize)> {
        place(input, kernel, stride, dilation, padding, 0)
    }

    /// Worked by hand from TensorFlow's documentation of padding.
    #[test]
    fn sizes_are_those_of_tensorflow() {
        assert_eq!(along(7, 3, 1, 1, Padding::Valid), Some((5, 0)));
        assert_eq!(along(7, 3, 2, 1, Padding::Valid), Some((3, 0)));
        assert_eq!(along(8, 3, 2, 1, Padding::Valid), Some((3, 0)));
        assert_eq!(along(7, 3, 1, 2, Padding::Valid), Some((3, 0)));
        assert_eq!(along(7, 3, 1, 1, Padding::Same), Some((7, 1)));
        assert_eq!(along(7, 2, 1, 1, Padding::Same), Some((7, 0)));
        assert_eq!(along(8, 3, 2, 1, Padding::Same), Some((4, 0)));
        assert_eq!(along(7, 3, 2, 1, Padding::Same), Some((4, 1)));
        assert_eq!(along(5, 1, 3, 1, Padding::Same), Some((2, 0)));
        assert_eq!(along(5, 3, 1, 1, Padding::Explicit([[2, 1]; 3])), Some((6, 2)));
        assert_eq!(along(0, 3, 1, 1, Padding::Same), Some((0, 1)));
    }

    #[test]
    fn there_may_be_no_window() {
        assert_eq!(along(2, 3, 1, 1, Padding::Valid), Some((0, 0)));
        assert_eq!(along(1, 3, 1, 1, Padding::Valid), None);
        assert_eq!(along(5, 0, 1, 1, Padding::Valid), None);
        assert_eq!(along(5, 1, 0, 1, Padding::Same), None);
        assert_eq!(along(5, 2, 1, usize::MAX, Padding::Same), None);
        let refused = Window::new([1, 9, 1], [1, 3, 3], [1; 3], [1; 3], Padding::Valid);
        assert_eq!(refused, Err(2));
    }

    fn seen_from(window: &Window, at: usize) -> Vec<usize> {
        let mut places = Vec::new();
        window.for_each_seen(at, |place| places.push(place));
        places
    }

    #[test]
    fn windows_inside_of_a_line_are_alike() {
        let wide = |stride| Window::new([1, 1, 9], [1, 1, 3], [1, 1, stride], [1; 3], Padding::Same).unwrap();
        assert_eq!((0..9).map(|at| wide(1).alike(at)).collect::<Vec<_>>(), [1, 7, 6, 5, 4, 3, 2, 1, 1]);
        assert_eq!((0..5).map(|at| wide(2).alike(at)).collect::<Vec<_>>(), [1, 3, 2, 1, 1]);
    }

    #[test]
    fn runs_cover_the_window_and_name_its_places() {
        let pads = Padding::Explicit([[1, 0], [0, 2], [2, 3]]);
        for (dilations, strides) in [([1; 3], [1; 3]), ([1, 2, 2], [2, 1, 1]), ([1; 3], [1, 3, 2])] {
            let window = Window::new([2, 3, 4], [2, 2, 3], strides, dilations, pads).unwrap();
            for at in 0..window.outputs() {
                let mut seen = Vec::new();
                window.for_each_run(at, |places, from| {
                    seen.extend(places.clone().map(|k| from.map(|f| f + k - places.start)));
                });
                let [d, h, w] = window.coordinates(at);
                let place = |[kd, kh, kw]: [usize; 3]| {
                    let [d, h, w] = [(0, d, kd), (1, h, kh), (2, w, kw)].map(|(a, o, k)| window.input_place(a, o, k));
                    Some((d? * 3 + h?) * 4 + w?)
                };
                let all = (0..12).map(|k| place([k / 6, k / 3 % 2, k % 3]));
                assert_eq!(seen, all.collect::<Vec<_>>(), "{window:?} {at}");
                let places = seen_from(&window, at);
                assert_eq!(places, seen.into_iter().flatten().collect::<Vec<_>>(), "{window:?} {at}");
                for further in 1..window.alike(at) {
                    let moved = places.iter().map(|place| place + further * window.strides[2]);
                    assert_eq!(seen_from(&window, at + further), moved.collect::<Vec<_>>(), "{window:?} {at}");
                }
            }
        }
    }
}
