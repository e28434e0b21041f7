"""Labels without places in a sequence of outputs: connectionist temporal classification."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import _core
from ..._networks import ctc
from ..._sparse.conversion import to_dense
from ..._sparse.tensor import SparseTensor
from ..promotion import dtype_of, tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import TensorLike


@operation
def ctc_loss(
    target: TensorLike, output: TensorLike, target_length: TensorLike, output_length: TensorLike,
    mask_index: int = 0,
) -> _core.Tensor:  # fmt: skip
    """The negative log probability of labels `target`, of which so many count in each row.

    `output` are logits `[batch, steps, classes]`, of which class `mask_index` is the blank.

    >>> round(float(tf.keras.ops.ctc_loss([[1]], tf.zeros([1, 2, 2]), [1], [2])[0]), 4)
    0.2877
    """
    labels, logits = tensor(target, "int32"), tensor(output)
    if labels.shape.rank != 2 or logits.shape.rank != 3:
        raise ValueError(
            "`target` must have the shape (batch, labels) and `output` (batch, steps, classes). "
            f"Received: target.shape={labels.shape}, output.shape={logits.shape}"
        )
    logits = tensor(logits, dtype_of(logits, "float32"))
    counts, steps = tensor(target_length, "int32"), tensor(output_length, "int32")
    return ctc.ctc_loss(
        labels, logits, counts, steps, logits_time_major=False, blank_index=mask_index
    )


@operation
def ctc_decode(
    inputs: TensorLike, sequence_lengths: TensorLike, strategy: str = "greedy",
    beam_width: int = 100, top_paths: int = 1, merge_repeated: bool = True, mask_index: int = 0,
) -> tuple[_core.Tensor, _core.Tensor]:  # fmt: skip
    """The labels that outputs `[batch, steps, classes]` stand for, and what speaks for them.

    `strategy` is "greedy", the best class of each step, or "beam_search". Labels are
    `[paths, batch, steps]`, -1 behind the last.

    >>> logits = tf.one_hot([[1, 1, 0, 2]], 3)
    >>> tf.keras.ops.ctc_decode(logits, [4])[0].numpy().tolist()
    [[[1, 2, -1, -1]]]
    """
    found = tensor(inputs)
    if found.shape.rank != 3:
        raise ValueError(f"`inputs` must have 3 axes. Received: shape={found.shape}")
    logits = _core.transpose(tensor(found, dtype_of(found, "float32")), [1, 0, 2])
    lengths, classes = tensor(sequence_lengths, "int32"), found.shape[-1]
    blank = classes - 1 if mask_index is None else int(mask_index) % max(classes, 1)
    if strategy == "greedy":
        paths, scores = ctc.ctc_greedy_decoder(logits, lengths, merge_repeated, blank)
    elif strategy == "beam_search":
        order = [i for i in range(classes) if i != blank] + [blank]
        logits = _core.gather(logits, order, axis=-1)
        paths, scores = ctc.ctc_beam_search_decoder(logits, lengths, beam_width, top_paths)
    else:
        raise ValueError(
            f"Invalid strategy {strategy}. Supported values are 'greedy' and 'beam_search'."
        )
    shape = found.shape.as_list()[:2]
    dense = [to_dense(SparseTensor(p.indices, p.values, shape), default_value=-1) for p in paths]
    labels = _core.cast(_core.stack(dense), _core.int32)
    if strategy == "beam_search":
        labels = _core.where(labels >= blank, labels + 1, labels)
    return labels, scores
