//! `depthwise_conv2d`: each channel has filters of its own; and `separable_conv2d`, which mixes its outputs.
//!
//! As with ordinary convolutions, input, filter and output's cotangent are the parts of one sum of products.

use super::Geometry;
use super::convolution::{DILATIONS, FORMAT, PADDING, STRIDES, convolution, geometry_of};
use super::trilinear::{Part, window_of};
use crate::kernels::conv::{Depthwise, Padding, Real, Window};
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[DEPTHWISE_CONV2D, SEPARABLE_CONV2D];

const DEPTHWISE_CONV2D: OpDef = OpDef {
    name: "depthwise_conv2d",
    op_type: "DepthwiseConv2dNative",
    doc: "Each channel of the images `input` convolved with filters of its own, `[height, width, channels, multiplier]`.\n\n\
          Output channel `c * multiplier + m` comes from channel `c` and filter `m`. Other arguments as in `conv2d`, \
          gradients of every order too. Errors: `InvalidArgumentError` for shapes that do not fit, or a dtype that is \
          not floating.\n\n\
          >>> x = tf.constant([[[[1., 2.]]]])\n\
          >>> tf.nn.depthwise_conv2d(x, [[[[3.], [4.]]]], [1, 1, 1, 1], 'SAME').numpy().ravel().tolist()\n[3.0, 8.0]",
    params: &[tensor("input"), tensor("filter"), STRIDES, PADDING, FORMAT, DILATIONS],
    call: |a| {
        let geometry = geometry_of(OP, 2, a.axes(2), a.get(3), a.opt_str(4), a.axes(5))?;
        Ok(depthwise_conv2d(a.tensor(0), a.tensor(1), &geometry)?.into())
    },
    samples: &[
        with(
            &[reals(&[2, 3, 3, 2]), reals(&[2, 2, 2, 2])],
            &[("strides", Ints(&[1, 1, 1, 1])), ("padding", Str("SAME"))],
        ),
        with(
            &[reals(&[1, 2, 5, 4]), reals(&[2, 2, 2, 1])],
            &[
                ("strides", Ints(&[1, 1, 2, 2])),
                ("padding", Str("VALID")),
                ("dilations", Ints(&[2, 1])),
                ("data_format", Str("NCHW")),
            ],
        ),
    ],
};

const SEPARABLE_CONV2D: OpDef = OpDef {
    name: "separable_conv2d",
    op_type: "",
    doc: "`depthwise_conv2d` with `depthwise_filter`, whose channels `pointwise_filter` `[1, 1, channels * multiplier, \
          outputs]` then mixes.\n\n\
          Other arguments as in `conv2d`. Errors: `ValueError` for a pointwise filter that sees more than one place, \
          and what the two convolutions refuse.\n\n\
          >>> x = tf.constant([[[[1., 2.]]]])\n\
          >>> y = tf.nn.separable_conv2d(x, [[[[3.], [4.]]]], [[[[1.], [10.]]]], [1, 1, 1, 1], 'SAME')\n\
          >>> y.numpy().ravel().tolist()\n[83.0]",
    params: &[
        tensor("input"),
        tensor("depthwise_filter"),
        tensor("pointwise_filter"),
        STRIDES,
        PADDING,
        FORMAT,
        DILATIONS,
    ],
    call: |a| {
        let geometry = geometry_of(OP, 2, a.axes(3), a.get(4), a.opt_str(5), a.axes(6))?;
        Ok(separable_conv2d(a.tensor(0), [a.tensor(1), a.tensor(2)], &geometry)?.into())
    },
    samples: &[with(
        &[reals(&[1, 3, 3, 2]), reals(&[2, 2, 2, 1]), reals(&[1, 1, 2, 3])],
        &[("strides", Ints(&[1, 2, 2, 1])), ("padding", Str("SAME"))],
    )],
};

const OP: &str = "DepthwiseConv2dNative";

/// The images `x` with each channel convolved with filters of its own; see `tf.nn.depthwise_conv2d`.
pub fn depthwise_conv2d(x: &Tensor, filter: &Tensor, geometry: &Geometry) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid(OP, text));
    ops::check_same_dtype(OP, x.dtype(), filter.dtype())?;
    if filter.rank() != 4 {
        return fail(format!("filter must be 4-dimensional: {}", filter.shape()));
    }
    if filter.shape().contains(&0) {
        return fail(format!("filter must not have zero elements: {}", filter.shape()));
    }
    geometry.with_images(x, |x| {
        if x.shape()[3] != filter.shape()[2] {
            let (own, filters) = (x.shape()[3], filter.shape()[2]);
            return fail(format!("input and filter must have the same depth: {own} vs {filters}"));
        }
        let window = window_of(geometry, x.shape(), filter.shape())?;
        apply(Each { makes: Part::Output, window }, &[x, filter])
    })
}

/// [`depthwise_conv2d`] with the first filter, and a convolution over single places with the second.
pub fn separable_conv2d(x: &Tensor, [depthwise, pointwise]: [&Tensor; 2], geometry: &Geometry) -> Result<Tensor> {
    if pointwise.rank() != 4 || pointwise.shape()[..2] != [1, 1] {
        let text = format!("`pointwise_filter` must be of shape [1, 1, ...]. Received: {}", pointwise.shape());
        return Err(Error::value(text));
    }
    let spread = depthwise_conv2d(x, depthwise, geometry)?;
    let each =
        Geometry { op: "Conv2D", strides: [1; 3], dilations: [1; 3], padding: Padding::Valid, ..geometry.clone() };
    convolution(&spread, pointwise, &each)
}

/// Makes one part from the two others, which are its inputs in the order of [`Part`].
#[derive(Clone, Copy, Debug)]
struct Each {
    makes: Part,
    window: Window,
}

impl Each {
    /// The part that input `i` is.
    fn operand(self, i: usize) -> Part {
        let all = [Part::Input, Part::Filter, Part::Output];
        all.into_iter().filter(|&part| part != self.makes).nth(i).unwrap_or(Part::Output)
    }

    fn run<T: Real>(self, a: &Array, b: &Array) -> Result<Array> {
        let (a, b) = (a.contiguous()?, b.contiguous()?);
        let (sa, sb) = (a.shape(), b.shape());
        let (batch, channels, multiplier) = match self.makes {
            Part::Input => (sb[0], sa[2], sa[3]),
            Part::Filter => (sa[0], sa[3], sb[3] / sa[3].max(1)),
            Part::Output => (sa[0], sb[2], sb[3]),
        };
        let each = Depthwise { batch, window: self.window, channels, multiplier };
        let mut out = Array::scratch_of::<T>(self.shape(each))?;
        let (a, b, y) = (a.slice::<T>(), b.slice::<T>(), out.slice_mut::<T>());
        match self.makes {
            Part::Input => each.input_gradient(b, a, y)?,
            Part::Filter => each.filter_gradient(a, b, y)?,
            Part::Output => each.forward(a, b, y)?,
        }
        Ok(out)
    }

    /// The shape of what is made.
    fn shape(self, Depthwise { batch, window, channels, multiplier }: Depthwise) -> Shape {
        let image = |[_, h, w]: [usize; 3], channels: usize| Shape::new(&[batch, h, w, channels]);
        match self.makes {
            Part::Input => image(window.input, channels),
            Part::Filter => Shape::new(&[window.kernel[1], window.kernel[2], channels, multiplier]),
            Part::Output => image(window.output, channels * multiplier),
        }
    }
}

impl Primitive for Each {
    const TAKES: Takes = Takes::FLOATING.alike(2);
    const GRAD: &'static [Rule<Self>] = &[Rule::B(derivative), Rule::A(derivative)];
    const BATCHED: bool = false;

    fn named(&self) -> &'static str {
        match self.makes {
            Part::Input => "DepthwiseConv2dNativeBackpropInput",
            Part::Filter => "DepthwiseConv2dNativeBackpropFilter",
            Part::Output => OP,
        }
    }

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        crate::with_dtype!(x[0].dtype(), T: float => self.run::<T>(x[0], x[1]))
    }
}

fn derivative(g: &Cotangent<Each>, other: &Tensor) -> Formula {
    let made = Each { makes: g.op.operand(g.index()), ..*g.op };
    g.map(|dy| apply(made, &if made.operand(0) == g.op.makes { [dy, other] } else { [other, dy] }))
}
