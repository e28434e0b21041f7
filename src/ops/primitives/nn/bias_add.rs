//! `bias_add`: a vector added along the axis of channels.

use crate::ops::graph;
use crate::ops::prelude::*;
use crate::ops::primitives::binary::sum;
use crate::ops::sum_to_channels;
use crate::shape::Few;

pub(super) const OPS: &[OpDef] = &[BIAS_ADD, BIAS_ADD_GRAD];

const BIAS_ADD: OpDef = OpDef {
    name: "bias_add",
    op_type: "BiasAdd",
    doc: "`value` with `bias`, a vector, added along the axis of channels.\n\n\
          That is the last axis, or the second one when `data_format` begins with `'NC'`. Errors: \
          `InvalidArgumentError` when `value` has fewer than two axes, `bias` is not a vector, or its length is not the \
          number of channels; `ValueError` for another `data_format`.\n\n\
          >>> tf.nn.bias_add([[1., 2.]], [10., 20.]).numpy().tolist()\n[[11.0, 22.0]]",
    params: &[tensor("value"), tensor("bias"), Param::new("data_format", Kind::Str).or(Literal::None)],
    call: |a| Ok(bias_add(a.tensor(0), a.tensor(1), a.opt_str(2))?.into()),
    samples: &[
        on(&[reals(&[2, 3]), reals(&[3])]),
        with(&[reals(&[2, 3, 2]), reals(&[3])], &[("data_format", Str("NCW"))]),
    ],
};

const BIAS_ADD_GRAD: OpDef = OpDef {
    name: "_bias_add_grad",
    op_type: "BiasAddGrad",
    doc: "The sum of `out_backprop` across all axes but that of channels, which `data_format` tells as in `bias_add`.",
    params: &[tensor("out_backprop"), Param::new("data_format", Kind::Str).or(Literal::None)],
    call: |a| {
        let (g, op) = (a.tensor(0), "BiasAddGrad");
        check_rank(op, g)?;
        Ok(sum_to_channels(g, 0, axis_of_channels(g.rank(), a.opt_str(1))?)?.into())
    },
    samples: &[on(&[reals(&[2, 3])]), with(&[reals(&[2, 3, 2])], &[("data_format", Str("NCW"))])],
};

fn check_rank(op: &'static str, value: &Tensor) -> Result<()> {
    if value.rank() < 2 {
        return Err(Error::invalid(op, format!("Input tensor must be at least 2D: {}", value.shape())));
    }
    Ok(())
}

/// The last axis, or the second one for a format that begins with `NC`.
fn axis_of_channels(rank: usize, data_format: Option<&str>) -> Result<usize> {
    match data_format {
        Some(format) if format.starts_with("NC") => Ok(1),
        Some(format) if !(format.starts_with('N') && format.ends_with('C')) => {
            let text = format!("`data_format` must be of the form `N...C` or `NC...`. Received: data_format={format}");
            Err(Error::value(text))
        }
        _ => Ok(rank.saturating_sub(1)),
    }
}

/// `value` with the vector `bias` added along its last axis, or its second one for a format that begins with `NC`.
pub fn bias_add(value: &Tensor, bias: &Tensor, data_format: Option<&str>) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("BiasAdd", text));
    let channels = axis_of_channels(value.rank(), data_format)?;
    ops::check_same_dtype("BiasAdd", value.dtype(), bias.dtype())?;
    check_rank("BiasAdd", value)?;
    if bias.rank() != 1 {
        return fail(format!("Biases must be 1D: {}", bias.shape()));
    }
    if bias.shape()[0] != value.shape()[channels] {
        return fail(format!(
            "Must provide as many biases as the last dimension of the input tensor: {} vs. {}",
            bias.shape(),
            value.shape()
        ));
    }
    let y = match value.rank() - 1 - channels {
        0 => apply_static(&BiasAdd { behind: 0 }, &[value, bias])?,
        behind => apply(BiasAdd { behind }, &[value, bias])?,
    };
    graph::added(value, bias, &y);
    Ok(y)
}

/// The axis of channels has so many axes behind it.
#[derive(Debug)]
struct BiasAdd {
    behind: usize,
}

impl Primitive for BiasAdd {
    const OP_TYPE: &'static str = "BiasAdd";
    const TAKES: Takes = Takes::ANY.alike(2);
    const GRAD: &'static [Rule<Self>] =
        &[Rule::G(|g| g.into()), Rule::G(|g| g.map(|x| sum_to_channels(x, g.batch(), x.rank() - 1 - g.op.behind)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        match self.behind {
            0 => sum(x[0], x[1]),
            behind => {
                let ones: Vec<usize> = std::iter::repeat_n(1, behind).few();
                sum(x[0], &x[1].reshape(x[1].shape().concat(&ones))?)
            }
        }
    }
}
