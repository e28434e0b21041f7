"""Losses of sequences of labels whose places in the inputs are not known."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ..._networks.ctc import ctc_loss
from .arguments import as_floating
from .functions import registry

if TYPE_CHECKING:
    from ..._typing import TensorLike


@registry.add()
def ctc(y_true: TensorLike, y_pred: TensorLike) -> _core.Tensor:
    """The negative log probability of labels (connectionist temporal classification), `[batch]`.

    `y_true` are numbers of classes, `[batch, most labels]`, with zeros behind the last; `y_pred`
    logits `[batch, frames, classes]`, of which class 0 is the blank. `ValueError` for other ranks.

    >>> import gradtape as tf
    >>> round(float(tf.keras.losses.ctc([[1]], tf.zeros([1, 2, 2]))[0]), 4)
    0.2877
    """
    labels, logits = _core.convert_to_tensor(y_true), as_floating(y_pred)
    if labels.shape.rank != 2 or logits.shape.rank != 3:
        raise ValueError(
            "Targets `y_true` must have the shape (batch, labels) and `y_pred` (batch, frames, "
            f"classes). Received: y_true.shape={labels.shape}, y_pred.shape={logits.shape}"
        )
    labels = _core.cast(labels, _core.int32)
    counts = _core.reduce_sum(_core.cast(_core.not_equal(labels, 0), _core.int32), -1)
    frames = _core.fill([logits.shape[0]], logits.shape[1])
    return ctc_loss(labels, logits, counts, frames, logits_time_major=False, blank_index=0)
