//! Padding: with a value, or with the tensor mirrored at its edges.

use smallvec::SmallVec;

use crate::array::{AxisSlice, AxisSlices};
use crate::kernels::place::{join, place, refuse_strings};
use crate::ops::prelude::*;
use crate::ops::{view_axis, view_of};
use crate::shape::Few;

pub(in crate::ops) const OPS: &[OpDef] = &[PAD];

const PAD: OpDef = OpDef {
    name: "pad",
    op_type: "PadV2",
    doc: "`tensor` with `paddings[i][0]` elements before and `paddings[i][1]` after it along each axis `i`.\n\n\
          `mode` (in any case) says what they are: CONSTANT, all `constant_values`; REFLECT, the tensor mirrored \
          at its first and last element; SYMMETRIC, mirrored at its edges, so that those are repeated. The \
          gradient is summed over all that an element went to; none passes to `constant_values`. Errors: \
          `InvalidArgumentError` for negative paddings, a list that does not have two for each axis, or more than \
          there is to mirror; `ValueError` for another mode.\n\n\
          >>> tf.pad([1., 2., 3.], [[1, 2]], 'REFLECT').numpy().tolist()\n[2.0, 1.0, 2.0, 3.0, 2.0, 1.0]",
    params: &[
        tensor("tensor"),
        Param::new("paddings", Kind::Index),
        string("mode", "CONSTANT"),
        tensor("constant_values").or(Int(0)),
    ],
    call: |a| {
        let mode = match a.str(2).to_ascii_uppercase().as_str() {
            "CONSTANT" => {
                return Ok(pad(a.tensor(0), &paddings_of("Pad", a.tensor(0), a.tensor(1))?, a.opt_tensor(3))?.into());
            }
            "REFLECT" => Mirror::Reflect,
            "SYMMETRIC" => Mirror::Symmetric,
            _ => {
                let text = "Value of argument `mode` expected to be one of \"CONSTANT\", \"REFLECT\", or \"SYMMETRIC\". Received `mode` =";
                return Err(Error::value(format!("{text} {}", a.str(2))));
            }
        };
        Ok(mirror_pad(a.tensor(0), &paddings_of("MirrorPad", a.tensor(0), a.tensor(1))?, mode)?.into())
    },
    samples: &[
        on(&[reals(&[2, 3]), Input::Ints(&[2, 2], &[1, 2, 0, 1]), Input::Absent]),
        with(&[reals(&[3, 4]), Input::Ints(&[2, 2], &[2, 1, 0, 3]), Input::Absent], &[("mode", Str("REFLECT"))]),
        with(&[reals(&[2, 3]), Input::Ints(&[2, 2], &[2, 1, 3, 0]), Input::Absent], &[("mode", Str("symmetric"))]),
    ],
};

/// Before and after, for each axis.
pub type Paddings = SmallVec<[(usize, usize); 6]>;

/// How a tensor goes on beyond its edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mirror {
    /// Mirrored at the first and the last element, which are not repeated.
    Reflect,
    /// Mirrored at the edges: the first and the last element are repeated.
    Symmetric,
}

fn paddings_of(op: &'static str, x: &Tensor, paddings: &Tensor) -> Result<Paddings> {
    let fail = |text: String| Err(Error::invalid(op, text));
    let shape = paddings.shape();
    if !paddings.dtype().is_integer() {
        return Err(DTypes::INDEX.refuse(op, "Tpaddings", paddings.dtype()));
    }
    if shape.rank() != 2 || shape[1] != 2 {
        return fail(format!("paddings must be a matrix with 2 columns: {shape}"));
    }
    if shape[0] != x.rank() {
        return fail(format!("The first dimension of paddings must be the rank of inputs{shape} {}", x.shape()));
    }
    let numbers = paddings.to_vec::<i64>()?;
    let pair = |pair: &[i64]| match (usize::try_from(pair[0]), usize::try_from(pair[1])) {
        (Ok(before), Ok(after)) => Ok((before, after)),
        _ => Err(Error::invalid(op, format!("Paddings must be non-negative: {} {}", pair[0], pair[1]))),
    };
    numbers.chunks_exact(2).map(pair).few()
}

fn padded_shape(op: &'static str, shape: &Shape, paddings: &Paddings) -> Result<Shape> {
    let grown = |(&n, &(before, after)): (&usize, &(usize, usize))| {
        i64::try_from(n.saturating_add(before).saturating_add(after)).unwrap_or(i64::MAX)
    };
    ops::shape_of(op, &shape.iter().zip(paddings).map(grown).few::<Vec<_>>())
}

/// `x` with elements `value` (zero when `None`) around it.
pub fn pad(x: &Tensor, paddings: &Paddings, value: Option<&Tensor>) -> Result<Tensor> {
    let shape = padded_shape("Pad", x.shape(), paddings)?;
    let value = padding_value("PadV2", x, value)?;
    let axes = x.shape().iter().zip(paddings).map(|(&length, &(start, _))| AxisSlice { start, step: 1, length });
    apply(Pad { axes: axes.few(), shape }, &[x, &value])
}

/// The scalar that fills gaps in tensors like `x`: `value`, or zero when it is absent or the default, an integer 0.
pub(in crate::ops) fn padding_value(op: &'static str, x: &Tensor, value: Option<&Tensor>) -> Result<Tensor> {
    let default = |v: &&Tensor| v.rank() == 0 && v.dtype() == DType::Int32 && v.item::<i32>() == 0;
    let Some(value) = value.filter(|v| !default(v)) else {
        return ops::zeros(&[], x.dtype());
    };
    if value.rank() > 0 {
        return Err(Error::invalid(op, format!("constant_values must be a scalar. Found: {}", value.shape())));
    }
    if value.dtype() != x.dtype() {
        let (a, b) = (x.dtype().kernel_name(), value.dtype().kernel_name());
        let text =
            format!("cannot compute {op} as input #2(zero-based) was expected to be a {a} tensor but is a {b} tensor");
        return Err(Error::invalid(op, text));
    }
    Ok(value.clone())
}

/// The first input at `axes`, and the second, a scalar, all around it.
#[derive(Debug)]
struct Pad {
    axes: AxisSlices,
    shape: Shape,
}

impl Pad {
    /// What lies around the tensor, without overlap: before and after it along each axis, within it along the axes in
    /// front of that, and across the whole of those behind.
    fn slabs(&self) -> impl Iterator<Item = AxisSlices> {
        let around = |i: usize| {
            let AxisSlice { start, length, .. } = self.axes[i];
            [(0, start), (start + length, self.shape[i] - start - length)].map(|(start, length)| {
                let mut slab = AxisSlice::whole(&self.shape);
                slab[..i].copy_from_slice(&self.axes[..i]);
                slab[i] = AxisSlice { start, step: 1, length };
                slab
            })
        };
        (0..self.axes.len()).flat_map(around)
    }
}

impl Primitive for Pad {
    const OP_TYPE: &'static str = "PadV2";
    const GRAD: &'static [Rule<Self>] = &[
        Rule::G(|g| {
            let mut axes = AxisSlice::whole(&g.lead());
            axes.extend_from_slice(&g.op.axes);
            g.map(|g| view_of(g, axes, "Slice"))
        }),
        Rule::None,
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        refuse_strings("PadV2", x[0])?;
        let mut out = Array::scratch(x[0].dtype(), self.shape.clone())?;
        place(&mut out, &self.axes, x[0])?;
        for slab in self.slabs() {
            let shape: Shape = slab.iter().map(|axis| axis.length).few();
            place(&mut out, &slab, &x[1].broadcast_to(&shape)?)?;
        }
        Ok(out)
    }
}

/// `x` going on beyond its edges as `mode` says.
pub fn mirror_pad(x: &Tensor, paddings: &Paddings, mode: Mirror) -> Result<Tensor> {
    padded_shape("MirrorPad", x.shape(), paddings)?;
    for (&n, &(before, after)) in x.shape().iter().zip(paddings) {
        let (limit, words) = match mode {
            Mirror::Reflect => (n.checked_sub(1), ("less than", "not less than")),
            Mirror::Symmetric => (Some(n), ("no greater than", "greater than")),
        };
        if limit.is_none_or(|limit| before > limit || after > limit) {
            let text = format!("paddings must be {} the dimension size: {before}, {after} {} {n}", words.0, words.1);
            return Err(Error::invalid("MirrorPad", text));
        }
    }
    apply(MirrorPad { paddings: paddings.clone(), mode }, &[x])
}

#[derive(Debug)]
struct MirrorPad {
    paddings: Paddings,
    mode: Mirror,
}

impl MirrorPad {
    /// How many elements at an edge are not repeated.
    fn skip(&self) -> usize {
        usize::from(self.mode == Mirror::Reflect)
    }

    /// The parts of an axis of length `n` that lie before and after it, mirrored.
    fn mirrored(&self, n: usize, (before, after): (usize, usize)) -> [AxisSlice; 2] {
        let back = |start: usize, length: usize| match length {
            0 => AxisSlice { start: 0, step: 1, length: 0 },
            length => AxisSlice { start, step: -1, length },
        };
        let skip = self.skip();
        [back((before + skip).wrapping_sub(1), before), back(n.wrapping_sub(1 + skip), after)]
    }

    /// The gradient of padding all axes.
    fn folded(&self, t: &Tensor, g: &Cotangent<MirrorPad>) -> Result<Tensor> {
        let mut t = t.clone();
        for (axis, &around) in self.paddings.iter().enumerate().filter(|(_, p)| **p != (0, 0)) {
            t = self.fold(&t, axis + g.batch(), g.input().shape[axis], around)?;
        }
        Ok(t)
    }

    /// The gradient of padding one axis: what went beyond the edges comes back to where it came from.
    fn fold(&self, g: &Tensor, axis: usize, n: usize, (before, after): (usize, usize)) -> Result<Tensor> {
        let all = before + n + after;
        let middle = view_axis(g, axis, AxisSlice { start: before, step: 1, length: n }, "Slice")?;
        let ends = [(0, before), (all - after, after)];
        let homes = self.mirrored(n, (before, after));
        let mut sum = middle;
        for ((start, length), home) in ends.into_iter().zip(homes).filter(|((_, length), _)| *length > 0) {
            let back = AxisSlice { start: start + length - 1, step: -1, length };
            let piece = view_axis(g, axis, back, "ReverseV2")?;
            let mut around: Paddings = SmallVec::from_elem((0, 0), g.rank());
            let first = home.start + 1 - length;
            around[axis] = (first, n - first - length);
            sum = (sum + piece.map(|piece| pad(piece, &around, None))).tensor()?;
        }
        Ok(sum)
    }
}

impl Primitive for MirrorPad {
    const OP_TYPE: &'static str = "MirrorPad";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.map(|t| g.op.folded(t, g)))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let mut out = x[0].clone();
        for (axis, &(before, after)) in self.paddings.iter().enumerate().filter(|(_, p)| **p != (0, 0)) {
            let ends = self.mirrored(out.shape()[axis], (before, after)).map(|slice| {
                let mut axes = AxisSlice::whole(out.shape());
                axes[axis] = slice;
                out.slice_axes(&axes)
            });
            out = join(&[&ends[0], &out, &ends[1]], axis)?;
        }
        Ok(out)
    }
}
