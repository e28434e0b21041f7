//! Scaling down to a norm.

use super::{check_unstretched, global_norm};
use crate::memory::try_collect_ok;
use crate::ops::prelude::*;
use crate::ops::sum_of_squares;
use crate::shape::normalize_axes;

pub(super) const OPS: &[OpDef] = &[CLIP_BY_GLOBAL_NORM, CLIP_BY_NORM];

const CLIP_BY_NORM: OpDef = OpDef {
    name: "clip_by_norm",
    op_type: "",
    doc: "`t` scaled so that its Euclidean norm over `axes` (all axes when `None`) is at most `clip_norm`.\n\n\
          A tensor of zeros is left as it is, with gradient 1; where the norm equals `clip_norm` the gradient is that of \
          clipping. Errors: `ValueError` for a `clip_norm` that would stretch `t`, `InvalidArgumentError` for an axis out \
          of range or named twice, and for types that are not real floating-point.\n\n\
          >>> tf.clip_by_norm([3., 4.], 10.).numpy().tolist()\n[3.0, 4.0]",
    params: &[free("t"), free("clip_norm"), axes("axes")],
    call: |a| Ok(clip_by_norm(a.tensor(0), a.tensor(1), a.axes(2))?.into()),
    samples: &[
        on(&[Input::Real(&[3], 1.0, 2.0), Input::Real(&[], 0.5, 1.0)]),
        on(&[Input::Real(&[3], 1.0, 2.0), Input::Real(&[], 5.0, 9.0)]),
        with(&[Input::Real(&[2, 3], 1.0, 2.0), Input::Real(&[2, 1], 0.5, 1.0)], &[("axes", Ints(&[1]))]),
    ],
};

/// `t` scaled so that its norm over `axes` is at most `clip_norm`; `None` means all axes.
pub fn clip_by_norm(t: &Tensor, clip_norm: &Tensor, axes: Option<&[i64]>) -> Result<Tensor> {
    if !clip_norm.dtype().is_floating() && !clip_norm.dtype().is_integer() {
        let text = format!("clip_norm must be a real number, not of dtype {}", clip_norm.dtype());
        return Err(Error::type_error(text));
    }
    let clip_norm = ops::cast(clip_norm, t.dtype())?;
    let squares = sum_of_squares(t, normalize_axes("Sum", axes, t.rank())?, true)?;
    // The square root has no slope at zero: there, one of ones is taken and not used.
    let positive = squares.greater(0.0);
    let norm = positive.select(positive.select(&squares, 1.0).sqrt(), &squares);
    let scaled = ops::multiply(t, &clip_norm)?;
    check_unstretched(t.shape(), &scaled)?;
    (&scaled / norm.maximum(clip_norm)).tensor()
}

const CLIP_BY_GLOBAL_NORM: OpDef = OpDef {
    name: "clip_by_global_norm",
    op_type: "",
    doc: "The tensors of `t_list` scaled by one factor, so that their norm all together is at most `clip_norm`; and that \
          norm before scaling: `(list_clipped, global_norm)`.\n\n\
          `use_norm` is the norm if it is known already. `None` among the tensors stays `None`. An infinite or NaN norm \
          makes every element NaN. Errors: `TypeError` when `t_list` is not a sequence, `InvalidArgumentError` for types \
          that are not real floating-point.\n\n\
          >>> clipped, norm = tf.clip_by_global_norm([[3., 4.], None], 2.5)\n>>> clipped[0].numpy().tolist(), norm.numpy().item()\n([1.5, 2.0], 5.0)",
    params: &[
        Param::new("t_list", Kind::Options),
        Param::new("clip_norm", Kind::Tensor),
        Param::new("use_norm", Kind::Tensor).or(Literal::None),
    ],
    call: |a| {
        let (clipped, norm) = clip_by_global_norm(a.options(0), a.tensor(1), a.opt_tensor(2))?;
        Ok(Value::Several(vec![Value::Options(clipped), norm.into()]))
    },
    samples: &[
        on(&[Input::List(&[Input::Real(&[2], 1.0, 2.0), Input::Real(&[2, 2], 1.0, 2.0)]), Input::Real(&[], 0.5, 1.0)]),
        on(&[Input::List(&[Input::Real(&[3], 1.0, 2.0)]), Input::Real(&[], 5.0, 9.0)]),
    ],
};

/// The tensors scaled so that their norm all together is at most `clip_norm`, and that norm before scaling.
pub fn clip_by_global_norm(
    tensors: &[Option<Tensor>],
    clip_norm: &Tensor,
    use_norm: Option<&Tensor>,
) -> Result<(Vec<Option<Tensor>>, Tensor)> {
    let norm = use_norm.map_or_else(|| global_norm(tensors), |norm| Ok(norm.clone()))?;
    check_alike(clip_norm, &norm)?;
    let factor = (1.0 / &norm).minimum(1.0 / clip_norm);
    // Adds zero to a finite factor, and makes NaN of one that came from an infinite norm.
    #[expect(clippy::eq_op, reason = "infinity less itself is no number")]
    let scale = clip_norm * factor + (&norm - &norm);
    let clip = |t: &Tensor| (t * scale.cast(t.dtype())).tensor();
    let clipped = try_collect_ok(tensors.iter().map(|t| t.as_ref().map(clip).transpose()))?;
    Ok((clipped, norm))
}

/// Errors: `TypeError` unless a limit has the dtype of the norm.
fn check_alike(clip_norm: &Tensor, norm: &Tensor) -> Result<()> {
    let (got, want) = (clip_norm.dtype(), norm.dtype());
    if got == want {
        return Ok(());
    }
    let text = format!("Input 'y' of 'Mul' Op has type {want} that does not match type {got} of argument 'x'.");
    Err(Error::type_error(text))
}
