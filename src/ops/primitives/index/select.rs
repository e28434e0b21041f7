//! Choosing by a condition: `where`.

use crate::interrupt::Pace;
use crate::kernels::select::select as select_elements;
use crate::ops::non_differentiable::non_differentiable;
use crate::ops::prelude::*;

pub(in crate::ops) const OPS: &[OpDef] = &[WHERE];

const WHERE: OpDef = OpDef {
    name: "where",
    op_type: "SelectV2",
    doc: "The elements of `x` where `condition` is true and those of `y` elsewhere, with broadcasting; or, without \
          `x` and `y`, the indices of the elements of `condition` that are not 0, as `int64` rows.\n\n\
          Each gradient is zero where the other was chosen; a local derivative that is infinite or NaN in the \
          branch that was not chosen still makes NaN of that zero. Indices have no gradient. Errors: `ValueError` \
          when only one of `x` and `y` is given, `InvalidArgumentError` for shapes that do not broadcast, a \
          condition that is not bool, or the indices of a scalar.\n\n\
          >>> tf.where([True, False, True], [1., 2., 3.], 0.).numpy().tolist()\n[1.0, 0.0, 3.0]\n\
          >>> tf.where([[0., 5.], [7., 0.]]).numpy().tolist()\n[[0, 1], [1, 0]]",
    params: &[Param::new("condition", Kind::Condition), tensor("x").or(Literal::None), tensor("y").or(Literal::None)],
    call: |a| {
        let condition = a.tensor(0);
        Ok(match (a.opt_tensor(1), a.opt_tensor(2)) {
            (Some(x), Some(y)) => select(condition, x, y)?.into(),
            (None, None) => indices_where(condition)?.into(),
            _ => return Err(Error::value("x and y must both be non-None or both be None.")),
        })
    },
    samples: &[
        on(&[Input::Bools(&[3], &[true, false, true]), Input::Real(&[3], -2.0, 2.0), Input::Real(&[3], -2.0, 2.0)]),
        on(&[Input::Bools(&[2, 1], &[true, false]), Input::Real(&[3], -2.0, 2.0), Input::Real(&[], -2.0, 2.0)]),
        on(&[Input::Bools(&[], &[false]), Input::Real(&[2, 1], -2.0, 2.0), Input::Real(&[2], -2.0, 2.0)]),
    ],
};

/// The elements of `x` where `condition` is true, else those of `y`; all three broadcast.
pub fn select(condition: &Tensor, x: &Tensor, y: &Tensor) -> Result<Tensor> {
    apply_static(&SelectV2, &[condition, x, y])
}

#[derive(Debug)]
struct SelectV2;

impl Primitive for SelectV2 {
    const OP_TYPE: &'static str = "SelectV2";
    const BROADCASTS: bool = true;
    const GRAD: &'static [Rule<Self>] = &[
        Rule::None,
        Rule::A(|g, condition| condition.select(g, 0.0)),
        Rule::A(|g, condition| condition.select(0.0, g)),
    ];

    fn forward(&self, x: &[&Array]) -> Result<Array> {
        let (c, x, y) = (x[0], x[1], x[2]);
        ops::check_dtype("SelectV2", 0, DType::Bool, c.dtype())?;
        ops::check_dtype("SelectV2", 2, x.dtype(), y.dtype())?;
        let shape = x.shape().broadcast(y.shape()).and_then(|xy| c.shape().broadcast(&xy));
        let shape = shape.ok_or_else(|| {
            let (c, x, y) = (c.shape(), x.shape(), y.shape());
            let text = format!("condition {c}, then {x}, and else {y} must be broadcastable");
            Error::invalid("SelectV2", text)
        })?;
        select_elements(c, x, y, &shape)
    }
}

/// The indices of the elements that are not 0, one `int64` row for each, in row-major order.
pub fn indices_where(condition: &Tensor) -> Result<Tensor> {
    non_differentiable("Where", &[condition], |x| nonzero(x[0]))
}

fn nonzero(x: &Array) -> Result<Array> {
    let rank = x.shape().rank();
    if rank == 0 {
        return Err(Error::invalid("Where", "WhereOp : Unhandled input dimensions: 0"));
    }
    DTypes::NUMBER.or(DTypes::of(&[DType::Bool])).check("Where", "T", x.dtype())?;
    let mask = x.cast(DType::Bool)?.contiguous()?;
    let mask = mask.slice::<bool>();
    let count = mask.iter().filter(|&&m| m).count();
    let mut out = Array::scratch_of::<i64>(Shape::new(&[count, rank]))?;
    let mut rows = out.slice_mut::<i64>().chunks_exact_mut(rank);
    let mut pace = Pace::default();
    for (mut at, _) in mask.iter().enumerate().filter(|(_, m)| **m) {
        pace.after(1)?;
        let Some(row) = rows.next() else { break };
        for (place, &n) in row.iter_mut().zip(x.shape().iter()).rev() {
            *place = (at % n) as i64;
            at /= n;
        }
    }
    Ok(out)
}
