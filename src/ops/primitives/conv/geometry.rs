//! How a window moves over images: strides, dilations, padding and data format, read from arguments and checked; and
//! images brought into the order that kernels take.

use crate::kernels::conv::{Padding, Window};
use crate::ops::prelude::*;
use crate::shape::Few;

/// How a window of any size moves over images with `axes` spatial axes.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The operation type, for errors.
    pub op: &'static str,
    /// Spatial axes: 1, 2 or 3.
    pub axes: usize,
    /// Steps from window to window, along the last `axes` of depth, height and width; the others are 1.
    pub strides: [usize; 3],
    /// Steps within a window.
    pub dilations: [usize; 3],
    /// How images go on beyond their borders.
    pub padding: Padding,
    /// Whether channels are the last axis; else they follow the batch.
    pub channels_last: bool,
}

/// The arguments that a [`Geometry`] is read from.
pub(super) struct Given<'a> {
    pub(super) op: &'static str,
    pub(super) axes: usize,
    pub(super) strides: Option<&'a [i64]>,
    pub(super) dilations: Option<&'a [i64]>,
    pub(super) padding: &'a Arg,
    pub(super) format: Option<&'a str>,
}

impl Geometry {
    /// Reads and checks arguments.
    pub(super) fn read(given: &Given) -> Result<Geometry> {
        let &Given { op, axes, .. } = given;
        let channels_last = channels_last(op, axes, given.format)?;
        let sequence = |name, values| sequence(op, name, values, axes, channels_last);
        let strides = sequence("strides", given.strides)?;
        let dilations = sequence("dilations", given.dilations)?;
        let fail = |text: &str| Err(Error::invalid(op, text));
        if strides.contains(&0) {
            return fail("Row and column strides should be larger than 0.");
        }
        if dilations.contains(&0) {
            return fail("Dilated rates should be larger than 0.");
        }
        let padding = padding(op, given.padding, axes, channels_last)?;
        Ok(Geometry { op, axes, strides, dilations, padding, channels_last })
    }

    /// The window of this kernel over images of this extent.
    pub(super) fn window(&self, input: [usize; 3], kernel: [usize; 3]) -> Result<Window> {
        Window::new(input, kernel, self.strides, self.dilations, self.padding)
            .map_err(|axis| self.no_window(input, kernel, axis))
    }

    #[cold]
    fn no_window(&self, input: [usize; 3], kernel: [usize; 3], axis: usize) -> Error {
        let (input, stride) = (input[axis] as i128, self.strides[axis] as i128);
        let effective = (kernel[axis] as i128 - 1) * self.dilations[axis] as i128 + 1;
        let pads = match self.padding {
            Padding::Explicit(pads) => (pads[axis][0] + pads[axis][1]) as i128,
            _ => 0,
        };
        let size = (input + pads - effective + stride) / stride;
        Error::invalid(
            self.op,
            format!(
                "Computed output size would be negative: {size} [input_size: {input}, effective_filter_size: \
                 {effective}, stride: {stride}]"
            ),
        )
    }

    /// `f` of the images with one axis of batch and channels last; its result is brought back to the order of `x`.
    pub(super) fn with_images(&self, x: &Tensor, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
        let n = self.axes;
        let Some(lead) = x.rank().checked_sub(n + 1).filter(|&lead| lead > 0) else {
            let text = format!("convolution input must be {}-dimensional: {}", n + 2, x.shape());
            return Err(Error::invalid(self.op, text));
        };
        let (lead, rest) = x.shape().split_at(lead);
        let merged = x.reshape_to(&Shape::new(&[lead.iter().product()]).concat(rest));
        let last = merged.map(|x| self.channels_to_the_end(x));
        let y = last.map(f).map(|y| self.channels_back(y)).tensor()?;
        let shape = Shape::new(lead).concat(&y.shape()[1..]);
        ops::reshape_to(&y, &shape)
    }

    /// `x` with its channels last.
    pub(super) fn channels_to_the_end(&self, x: &Tensor) -> Result<Tensor> {
        let perm: &[&[usize]] = &[&[0, 2, 1], &[0, 2, 3, 1], &[0, 2, 3, 4, 1]];
        if self.channels_last { Ok(x.clone()) } else { ops::transpose_by(x, perm[self.axes - 1]) }
    }

    /// The inverse of [`Geometry::channels_to_the_end`].
    pub(super) fn channels_back(&self, x: &Tensor) -> Result<Tensor> {
        let perm: &[&[usize]] = &[&[0, 2, 1], &[0, 3, 1, 2], &[0, 4, 1, 2, 3]];
        if self.channels_last { Ok(x.clone()) } else { ops::transpose_by(x, perm[self.axes - 1]) }
    }
}

/// The last `axes` of `lengths` behind ones: lengths along depth, height and width.
pub(super) fn spatial(lengths: &[usize]) -> [usize; 3] {
    let mut all = [1; 3];
    all[3 - lengths.len()..].copy_from_slice(lengths);
    all
}

/// The spatial extent of images with their channels last.
pub(super) fn extent(images: &Shape) -> [usize; 3] {
    spatial(&images[1..images.rank() - 1])
}

/// Whether a format such as `NHWC` has its channels last; `None` means so.
pub(super) fn channels_last(op: &'static str, axes: usize, format: Option<&str>) -> Result<bool> {
    let known = [["NWC", "NCW"], ["NHWC", "NCHW"], ["NDHWC", "NCDHW"]][axes - 1];
    match format.map(|format| known.iter().position(|&name| name == format)) {
        None | Some(Some(0)) => Ok(true),
        Some(Some(_)) => Ok(false),
        Some(None) => {
            let [last, second] = known;
            let format = format.unwrap_or_default();
            let text = format!(
                "Value for attr 'data_format' of \"{format}\" is not in the list of allowed values: \"{last}\", \
                 \"{second}\""
            );
            Err(Error::invalid(op, text))
        }
    }
}

/// One value for each spatial axis, from none (ones), one, `axes`, or `axes + 2` of them.
pub(super) fn sequence(
    op: &'static str,
    name: &'static str,
    values: Option<&[i64]>,
    axes: usize,
    channels_last: bool,
) -> Result<[usize; 3]> {
    let values = values.unwrap_or(&[1]);
    let own: Vec<i64> = match values.len() {
        // bounded: by the three axes of a volume
        1 => vec![values[0]; axes],
        n if n == axes => values.iter().copied().few(),
        n if n == axes + 2 => {
            let channel = if channels_last { axes + 1 } else { 1 };
            if values[0] != 1 || values[channel] != 1 {
                let text =
                    format!("Current implementation does not yet support {name} in the batch and depth dimensions.");
                return Err(Error::unimplemented(op, text));
            }
            values[1..].iter().enumerate().filter(|(i, _)| i + 1 != channel).map(|(_, &v)| v).few()
        }
        n => {
            let lengths = if axes == 1 { "1 or 3".into() } else { format!("1, {axes} or {}", axes + 2) };
            let text = format!("{name} should be of length {lengths}. Received: {name}={values:?} of length {n}");
            return Err(Error::value(text));
        }
    };
    // What is negative is as wrong as 0, and refused with it.
    let own: Vec<usize> = own.iter().map(|&v| usize::try_from(v).unwrap_or(0)).few();
    Ok(spatial(&own))
}

fn padding(op: &'static str, given: &Arg, axes: usize, channels_last: bool) -> Result<Padding> {
    match given {
        Arg::Str(name) if name == "SAME" => Ok(Padding::Same),
        Arg::Str(name) if name == "VALID" => Ok(Padding::Valid),
        Arg::Str(name) if name == "EXPLICIT" => {
            let text =
                "'EXPLICIT' is not a valid value for `padding`. To use explicit padding, `padding` must be a list.";
            Err(Error::value(text))
        }
        Arg::Str(name) => {
            let allowed = "\"SAME\", \"VALID\", \"EXPLICIT\"";
            let text =
                format!("Value for attr 'padding' of \"{name}\" is not in the list of allowed values: {allowed}");
            Err(Error::invalid(op, text))
        }
        Arg::Ints(pairs) => explicit(op, pairs, axes, channels_last),
        other => Err(Error::type_error(format!("Expected string for argument 'padding' not {other:?}."))),
    }
}

fn explicit(op: &'static str, pairs: &[i64], axes: usize, channels_last: bool) -> Result<Padding> {
    let (pairs, all) = (pairs.as_chunks::<2>().0, axes + 2);
    if pairs.len() != all {
        let text = format!(
            "When padding is a list, it must be of size {all}. Received: padding={pairs:?} of size {}",
            pairs.len()
        );
        return Err(Error::value(text));
    }
    // Half of what 64 bits hold, so that sums of them fit.
    let number = |pad: i64| usize::try_from(pad).ok().filter(|&pad| pad < usize::MAX >> 3);
    // bounded: by the three axes of a volume
    let mut pads = Vec::with_capacity(axes);
    for (axis, &[before, after]) in pairs.iter().enumerate() {
        let (Some(before), Some(after)) = (number(before), number(after)) else {
            return Err(Error::invalid(op, "All elements of explicit_paddings must be nonnegative"));
        };
        if axis != 0 && axis != if channels_last { axes + 1 } else { 1 } {
            pads.push([before, after]);
        } else if [before, after] != [0, 0] {
            let text = "Nonzero explicit padding in the batch or depth dimensions is not supported";
            return Err(Error::invalid(op, text));
        }
    }
    let mut padding = [[0; 2]; 3];
    padding[3 - axes..].copy_from_slice(&pads);
    Ok(Padding::Explicit(padding))
}
