//! Elements moved around along axes, those that leave one end entering at the other.

use smallvec::SmallVec;

use crate::array::AxisSlice;
use crate::kernels::place::join;
use crate::ops::prelude::*;
use crate::shape::{Few, normalize_axis};

pub(in crate::ops) const OPS: &[OpDef] = &[ROLL, FFTSHIFT, IFFTSHIFT];

const ROLL: OpDef = OpDef {
    name: "roll",
    op_type: "Roll",
    doc: "`input` with its elements moved by `shift` places along `axis`; those that leave at the end enter at the \
          beginning.\n\n\
          Lists shift several axes, each by its own number; negative numbers move towards the beginning. Errors: \
          `InvalidArgumentError` for an axis out of range, lists of different lengths, or a scalar.\n\n\
          >>> tf.roll([1., 2., 3., 4.], 1, axis=0).numpy().tolist()\n[4.0, 1.0, 2.0, 3.0]",
    params: &[free("input"), Param::new("shift", Kind::IntOrInts), Param::new("axis", Kind::IntOrInts)],
    call: |a| Ok(roll(a.tensor(0), &list(a.get(1)), &list(a.get(2)))?.into()),
    samples: &[
        with(&[reals(&[2, 3])], &[("shift", Int(1)), ("axis", Int(1))]),
        with(&[reals(&[3, 4])], &[("shift", Ints(&[-1, 5])), ("axis", Ints(&[0, -1]))]),
    ],
};

const FFTSHIFT: OpDef = OpDef {
    name: "fftshift",
    op_type: "",
    doc: "`x` with the zero frequency moved to the middle of each of `axes` (all axes when `None`): rolled by half \
          the length, rounded down.\n\n\
          Errors: `InvalidArgumentError` for an axis out of range.\n\n\
          >>> tf.signal.fftshift([0., 1., 2., -2., -1.]).numpy().tolist()\n[-2.0, -1.0, 0.0, 1.0, 2.0]",
    params: &[free("x"), axes("axes")],
    call: |a| Ok(fftshift(a.tensor(0), a.axes(1))?.into()),
    samples: &[on(&[reals(&[3, 4])])],
};

const IFFTSHIFT: OpDef = OpDef {
    name: "ifftshift",
    op_type: "",
    doc: "The inverse of `fftshift`: `x` with the middle of each of `axes` (all axes when `None`) moved to the \
          beginning.\n\n\
          Errors: `InvalidArgumentError` for an axis out of range.\n\n\
          >>> tf.signal.ifftshift([-2., -1., 0., 1., 2.]).numpy().tolist()\n[0.0, 1.0, 2.0, -2.0, -1.0]",
    params: &[free("x"), axes("axes")],
    call: |a| Ok(ifftshift(a.tensor(0), a.axes(1))?.into()),
    samples: &[with(&[reals(&[3, 4])], &[("axes", Ints(&[0]))])],
};

fn list(arg: &Arg) -> Vec<i64> {
    match arg {
        Arg::Int(i) => vec![*i],
        Arg::Ints(all) => all.clone(),
        _ => Vec::new(),
    }
}

/// `x` moved by `shifts[i]` places along each axis `axes[i]`.
pub fn roll(x: &Tensor, shifts: &[i64], axes: &[i64]) -> Result<Tensor> {
    let fail = |text: String| Err(Error::invalid("Roll", text));
    let rank = x.rank();
    if rank == 0 {
        return fail("input must be 1-D or higher".into());
    }
    if shifts.len() != axes.len() {
        return fail("shift and axis must have the same size".into());
    }
    let mut by: SmallVec<[usize; 6]> = SmallVec::from_elem(0, rank);
    for (&shift, &axis) in shifts.iter().zip(axes) {
        let Some(at) = normalize_axis(axis, rank) else {
            return fail(format!("axis {axis} is out of range"));
        };
        let n = x.shape()[at].max(1) as i64;
        by[at] = (by[at] as i64 + shift.rem_euclid(n)).rem_euclid(n) as usize;
    }
    apply(Roll { by }, &[x])
}

/// `x` with the zero frequency moved to the middle of each axis.
pub fn fftshift(x: &Tensor, axes: Option<&[i64]>) -> Result<Tensor> {
    roll_half(x, axes, |n| n / 2)
}

/// The inverse of [`fftshift`].
pub fn ifftshift(x: &Tensor, axes: Option<&[i64]>) -> Result<Tensor> {
    roll_half(x, axes, |n| -(n / 2))
}

fn roll_half(x: &Tensor, axes: Option<&[i64]>, shift: fn(i64) -> i64) -> Result<Tensor> {
    let all: Vec<i64> = (0..x.rank() as i64).few();
    let axes = axes.unwrap_or(&all);
    // An axis out of range is left to `roll` to refuse.
    let length = |&axis: &i64| normalize_axis(axis, x.rank()).map_or(0, |at| x.shape()[at] as i64);
    let shifts: Vec<i64> = axes.iter().map(|axis| shift(length(axis))).few();
    roll(x, &shifts, axes)
}

/// Places to move, for each axis: fewer than it has.
#[derive(Debug)]
struct Roll {
    by: SmallVec<[usize; 6]>,
}

impl Roll {
    /// The way back, on a tensor of this shape behind `batch` leading axes.
    fn back(&self, batch: usize, shape: &Shape) -> Roll {
        // bounded: by the rank
        let mut by: SmallVec<[usize; 6]> = SmallVec::from_elem(0, batch);
        by.extend(self.by.iter().zip(shape.iter()).map(|(&by, &n)| if by == 0 { 0 } else { n - by }));
        Roll { by }
    }
}

impl Primitive for Roll {
    const OP_TYPE: &'static str = "Roll";
    const GRAD: &'static [Rule<Self>] = &[Rule::G(|g| g.through(g.op.back(g.batch(), &g.input().shape), &[]))];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let mut out = x[0].clone();
        for (axis, &by) in self.by.iter().enumerate().filter(|(_, by)| **by > 0) {
            let n = out.shape()[axis];
            let part = |start, length| {
                let mut axes = AxisSlice::whole(out.shape());
                axes[axis] = AxisSlice { start, step: 1, length };
                out.slice_axes(&axes)
            };
            out = join(&[&part(n - by, by), &part(0, n - by)], axis)?;
        }
        Ok(out)
    }
}
