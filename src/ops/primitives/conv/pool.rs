//! What the two poolings share: their arguments; and `pool`, which is either.

use super::convolution::{DILATIONS, FORMAT, PADDING};
use super::geometry::{Given, channels_last, extent, sequence};
use super::{Geometry, average_pool, max_pool};
use crate::kernels::conv::Window;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[POOL];

/// `ksize`, a number or a list of them.
pub(super) const KSIZE: Param = Param::new("ksize", Kind::Ints);
/// `strides`, a number or a list of them.
pub(super) const STRIDES: Param = Param::new("strides", Kind::Ints);

const POOL: OpDef = OpDef {
    name: "pool",
    op_type: "",
    doc: "`max_pool` or `avg_pool` of `input`, as `pooling_type` ('MAX' or 'AVG') says.\n\n\
          `window_shape` has one entry for each spatial axis of `input`, or is one number; `dilations` are the steps \
          between the places that a window sees. Everything else as in `max_pool`. Errors: `ValueError` for another \
          type of pooling, and what the poolings refuse.\n\n\
          >>> x = tf.constant([[[1.], [3.], [7.]]])\n\
          >>> tf.nn.pool(x, [2], 'MAX', strides=[1]).numpy().ravel().tolist()\n[3.0, 7.0]",
    params: &[
        tensor("input"),
        Param::new("window_shape", Kind::Ints),
        Param::new("pooling_type", Kind::Str),
        Param::new("strides", Kind::Ints).or(Literal::None),
        PADDING.or(Str("VALID")),
        FORMAT,
        DILATIONS,
    ],
    call: |a| {
        let axes = pool_axes(a.tensor(0), a.opt_str(5))?;
        let (max, kind) = (a.str(2) == "MAX", a.str(2));
        if !max && kind != "AVG" {
            return Err(Error::value(format!("{axes}-D {kind} pooling is not supported.")));
        }
        let op = if max { "MaxPool" } else { "AvgPool" };
        let strides = a.axes(3);
        let given = Given { op, axes, strides, dilations: a.axes(6), padding: a.get(4), format: a.opt_str(5) };
        let pooling = Pooling::read(&given, a.ints(1))?;
        Ok(if max { max_pool(a.tensor(0), &pooling)? } else { average_pool(a.tensor(0), &pooling)? }.into())
    },
    samples: &[
        with(&[reals(&[1, 4, 1])], &[("window_shape", Int(2)), ("pooling_type", Str("AVG")), ("dilations", Int(2))]),
        with(
            &[reals(&[1, 3, 4, 1])],
            &[("window_shape", Ints(&[1, 2])), ("pooling_type", Str("MAX")), ("padding", Str("SAME"))],
        ),
    ],
};

/// A window that moves over images.
#[derive(Clone, Debug)]
pub struct Pooling {
    geometry: Geometry,
    kernel: [usize; 3],
}

impl Pooling {
    /// From the arguments `input, ksize, strides, padding, data_format`.
    pub(super) fn from_args(a: &Args, op: &'static str, axes: usize) -> Result<Pooling> {
        let (strides, format) = (Some(a.ints(2)), a.opt_str(4));
        Pooling::read(&Given { op, axes, strides, dilations: None, padding: a.get(3), format }, a.ints(1))
    }

    pub(super) fn read(given: &Given, ksize: &[i64]) -> Result<Pooling> {
        let (op, axes) = (given.op, given.axes);
        let last = channels_last(op, axes, given.format)?;
        refuse_channels(op, axes, last, ksize)?;
        let kernel = sequence(op, "ksize", Some(ksize), axes, last)?;
        if kernel.contains(&0) {
            let text = format!("Sliding window ksize must be positive. The specified or inferred ksize is: {ksize:?}");
            return Err(Error::invalid(op, text));
        }
        if let Some(stride) = given.strides.unwrap_or(&[]).iter().find(|&&s| s <= 0) {
            return Err(Error::invalid(op, format!("Stride must be > 0, but got {stride}")));
        }
        Ok(Pooling { geometry: Geometry::read(given)?, kernel })
    }

    pub(super) fn axes(&self) -> usize {
        self.geometry.axes
    }

    /// `x`, which has its channels last, in the order of the images.
    pub(super) fn channels_back(&self, x: &Tensor) -> Result<Tensor> {
        self.geometry.channels_back(x)
    }

    /// `f` of the images with their channels last, and of the window over them.
    pub(super) fn with_images(&self, x: &Tensor, f: impl FnOnce(&Tensor, Window) -> Result<Tensor>) -> Result<Tensor> {
        let Geometry { op, axes, .. } = self.geometry;
        if x.rank() != axes + 2 {
            return Err(Error::invalid(op, format!("tensor_in must be {}-dimensional: {}", axes + 2, x.shape())));
        }
        self.geometry.with_images(x, |x| f(x, self.geometry.window(extent(x.shape()), self.kernel)?))
    }
}

/// Windows that take several images or several channels together.
fn refuse_channels(op: &'static str, axes: usize, last: bool, ksize: &[i64]) -> Result<()> {
    if ksize.len() != axes + 2 {
        return Ok(());
    }
    let channel = if last { axes + 1 } else { 1 };
    let text = match (ksize[0], ksize[channel]) {
        (1, 1) => return Ok(()),
        (1, _) => "Non-spatial pooling is not yet supported.",
        _ => "Pooling is not yet supported on the batch dimension.",
    };
    Err(Error::unimplemented(op, text))
}

/// The number of spatial axes: that of the format, else that of the images.
pub(super) fn pool_axes(x: &Tensor, format: Option<&str>) -> Result<usize> {
    match (format.map(str::len), x.rank()) {
        (Some(length @ 3..=5), _) => Ok(length - 2),
        (Some(_), _) => Ok(2), // which the format is then refused for
        (None, rank @ 3..=5) => Ok(rank - 2),
        (None, rank) => {
            let text = format!(
                "`input.shape.rank` must be 3, 4 or 5. Received: input.shape={} of rank {rank}.",
                x.shape().tuple()
            );
            Err(Error::value(text))
        }
    }
}

/// `f` of images with `batch` (0 or 1) axes in front, which are taken into the batch of images.
pub(super) fn over_batch(x: &Tensor, batch: usize, f: impl FnOnce(&Tensor) -> Result<Tensor>) -> Result<Tensor> {
    if batch == 0 {
        return f(x);
    }
    let lead = &x.shape()[..2];
    let merged = x.reshape_to(&Shape::new(&[lead[0] * lead[1]]).concat(&x.shape()[2..]));
    let y = merged.map(f).tensor()?;
    ops::reshape_to(&y, &Shape::new(lead).concat(&y.shape()[1..]))
}
