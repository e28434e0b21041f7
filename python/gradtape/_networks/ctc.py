"""Connectionist temporal classification (Graves et al., 2006): the loss, and decoders.

Losses and their gradients are sums over ways (`ctc_paths.py`); where a gradient is to be
differentiated again it is that of recorded operations (`ctc_recorded.py`). Decoders choose, and
have no gradient.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .. import _core
from .._autodiff.custom_gradients import custom_gradient
from .._sparse.conversion import to_dense
from .._sparse.tensor import SparseTensor
from .._structure.occurrences import occurrences
from ..errors import InvalidArgumentError
from . import beam_search, ctc_recorded
from .ctc_paths import Ways

if TYPE_CHECKING:
    from .._typing import Array, TensorLike


def ctc_loss(
    labels: TensorLike | SparseTensor,
    logits: TensorLike,
    label_length: TensorLike | None,
    logit_length: TensorLike,
    logits_time_major: bool = True,
    unique: Any = None,
    blank_index: Any = None,
    name: str | None = None,
) -> _core.Tensor:
    """The negative log probability of `labels` under `logits`, for each example: `[batch]`.

    `logits` are `[frames, batch, classes]` (or `[batch, frames, classes]` if not
    `logits_time_major`), `labels` `[batch, most labels]`, or a `SparseTensor` (with `blank_index`;
    the `label_length` is then None). `blank_index` is 0 by default and counts from the end if
    negative. Labels that cannot be reached have an infinite loss and a gradient of zero. In a
    `SparseTensor` a blank ends the labels if it is the last class.

    >>> logits = tf.zeros([2, 1, 2])
    >>> round(tf.nn.ctc_loss([[1]], logits, [1], [2]).numpy().item(), 4)
    0.2877
    """
    frames = _core.convert_to_tensor(logits)
    if isinstance(labels, SparseTensor) and blank_index is None:
        raise ValueError("Argument `blank_index` must be provided when labels is a SparseTensor.")
    if not logits_time_major:
        frames = _core.transpose(frames, [1, 0, 2])
    blank = 0 if blank_index is None else int(blank_index)
    blank = blank + frames.shape[2] if blank < 0 else blank
    words, counts = _label_rows(labels, label_length)
    if isinstance(labels, SparseTensor) and blank == frames.shape[2] - 1:
        counts = counts_before_blanks(words, counts, blank)
    if len(words) != frames.shape[1]:
        raise InvalidArgumentError(
            None, None, f"labels are of {len(words)} examples, logits of {frames.shape[1]}"
        )
    lengths = np.asarray(_core.convert_to_tensor(logit_length).numpy())
    return losses_of_words(
        frames, words, counts, lengths, blank, sparse=isinstance(labels, SparseTensor)
    )


def counts_before_blanks(words: Array, counts: Array, blank: int) -> Array:
    """How many labels there are in front of the first blank of each row, which ends them where the
    blank is the last class; `InvalidArgumentError` for another label behind it."""
    is_label = (words < blank) & (np.arange(words.shape[1]) < counts[:, None])
    found = np.cumprod(is_label, 1).sum(1)
    behind = found != is_label.sum(1)
    if behind.any():
        raise InvalidArgumentError(
            None,
            None,
            "Saw a non-null label (index >= num_classes - 1) following a null label, batch: "
            f"{behind.argmax()}",
        )
    return found


def _label_rows(labels: Any, label_length: Any) -> tuple[Any, Any]:
    if not isinstance(labels, SparseTensor):
        words = np.asarray(_core.convert_to_tensor(labels).numpy())
        return words, np.asarray(_core.convert_to_tensor(label_length).numpy())
    where = labels.indices.numpy()
    return to_dense(labels).numpy(), occurrences(where[:, 0], labels.shape[0])


def losses_of_words(
    frames: _core.Tensor, words: Array, counts: Array, lengths: Array, blank: int, sparse: bool
) -> _core.Tensor:
    """The losses of rows of labels; those of sparse ones are TensorFlow's to the last digit."""
    # Behind its labels a row may be filled up with anything, such as -1.
    words = np.where(np.arange(words.shape[1]) < counts[:, None], words, blank)
    classes = frames.shape[2]
    if words.size and not (words.min() >= 0 and words.max() < classes):
        raise InvalidArgumentError(None, None, f"a label is none of the {classes} classes")

    @custom_gradient
    def losses(given: _core.Tensor) -> Any:
        spelled = words, counts, lengths, blank
        ways = Ways(np.asarray(given.numpy()), *spelled, in_kernels_order=sparse)

        def gradient(upstream: _core.Tensor) -> _core.Tensor:
            if _core.is_recording():  # and so may be differentiated again
                return ctc_recorded.gradient(given, upstream, *spelled)
            return upstream[None, :, None] * _core.constant(ways.slopes(), given.dtype)

        return _core.constant(-ways.total, given.dtype), gradient

    found: _core.Tensor = losses(frames)
    return found


def ctc_unique_labels(
    labels: TensorLike, name: str | None = None
) -> tuple[_core.Tensor, _core.Tensor]:
    """The different labels of each row, filled up with zeros, and for each label its place there.

    >>> tf.nn.ctc_unique_labels([[3, 4, 3]])[0].numpy().tolist()
    [[3, 4, 0]]
    """
    rows = np.asarray(_core.convert_to_tensor(labels).numpy())
    found, place = np.zeros_like(rows), np.zeros_like(rows)
    for number, row in enumerate(rows):
        kinds = list(dict.fromkeys(row.tolist()))
        found[number, : len(kinds)] = kinds
        place[number] = [kinds.index(label) for label in row.tolist()]
    return _core.constant(found, _core.int64), _core.constant(place)


def collapse_repeated(
    labels: TensorLike, seq_length: Any, name: str | None = None
) -> tuple[_core.Tensor, _core.Tensor]:
    """Each row without labels that repeat the one before, filled up with zeros; and its length.

    >>> tf.nn.collapse_repeated([[1, 1, 2, 2, 1]], [5])[0].numpy().tolist()
    [[1, 2, 1]]
    """
    rows = np.asarray(_core.convert_to_tensor(labels).numpy())
    lengths = np.asarray(_core.convert_to_tensor(seq_length).numpy())
    kept = [_collapsed(row[:n].tolist()) for row, n in zip(rows, lengths, strict=True)]
    width = max(map(len, kept), default=0)
    made = np.zeros((len(rows), width), rows.dtype)
    for number, row in enumerate(kept):
        made[number, : len(row)] = row
    return _core.constant(made), _core.constant(np.array([len(r) for r in kept], lengths.dtype))


def _collapsed(row: list[Any]) -> list[int]:
    return [label for at, label in enumerate(row) if at == 0 or label != row[at - 1]]


def _frames(inputs: TensorLike, sequence_length: TensorLike) -> tuple[Any, Any, _core.DType]:
    frames = _core.convert_to_tensor(inputs)
    lengths = np.asarray(_core.convert_to_tensor(sequence_length).numpy())
    if frames.shape.rank != 3:
        raise ValueError(f"Shape must be rank 3 but is rank {frames.shape.rank}")
    if lengths.shape != (frames.shape[1],):
        raise ValueError(
            f"Dimensions must be equal, but are {frames.shape[1]} and {list(lengths.shape)}"
        )
    if lengths.size and lengths.max() > frames.shape[0]:
        raise InvalidArgumentError(
            None, None, f"sequence_length(b) <= {frames.shape[0]} is required"
        )
    return np.asarray(frames.numpy(), np.float64), lengths, frames.dtype


def _as_sparse(paths: list[list[int]]) -> SparseTensor:
    where = [(row, column) for row, path in enumerate(paths) for column in range(len(path))]
    values = np.array([label for path in paths for label in path], np.int64)
    shape = [len(paths), max(map(len, paths), default=0)]
    return SparseTensor(np.array(where, np.int64).reshape(-1, 2), values, shape)


def ctc_greedy_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    merge_repeated: bool = True,
    blank_index: int | None = None,
) -> tuple[list[SparseTensor], _core.Tensor]:
    """The most probable class of each frame, without blanks: labels, and minus the sum of logits.

    Labels that repeat are one unless `merge_repeated` is false. The blank is the last class.

    >>> logits = tf.one_hot([[0], [0], [2], [1]], 3)
    >>> tf.nn.ctc_greedy_decoder(logits, [4])[0][0].values.numpy().tolist()
    [0, 1]
    """
    frames, lengths, dtype = _frames(inputs, sequence_length)
    classes = frames.shape[2]
    blank = classes - 1 if blank_index is None else blank_index % classes
    paths, scores = [], []
    for row, count in enumerate(lengths):
        best = frames[:count, row].argmax(1).tolist()
        scores.append(0.0 - frames[:count, row].max(1).sum())
        merged = _collapsed(best) if merge_repeated else best
        paths.append([label for label in merged if label != blank])
    return [_as_sparse(paths)], _core.constant(np.array(scores)[:, None], dtype)


def ctc_beam_search_decoder(
    inputs: TensorLike, sequence_length: TensorLike, beam_width: int = 100, top_paths: int = 1
) -> tuple[list[SparseTensor], _core.Tensor]:
    """The `top_paths` most probable labellings that a search with `beam_width` finds.

    Labels as sparse tensors, best first, and log probabilities `[batch, top_paths]`; the blank is
    the last class.

    >>> logits = 5.0 * tf.one_hot([[0], [0], [2], [1]], 3)
    >>> tf.nn.ctc_beam_search_decoder(logits, [4])[0][0].values.numpy().tolist()
    [0, 1]
    """
    frames, lengths, dtype = _frames(inputs, sequence_length)
    if top_paths > beam_width:
        raise InvalidArgumentError(None, None, "requested more paths than the beam width")
    shifted = frames - frames.max(2, keepdims=True)
    logs = shifted - np.log(np.exp(shifted).sum(2, keepdims=True))
    found = [beam_search.search(logs[:n, row], beam_width) for row, n in enumerate(lengths)]
    if any(len(beams) < top_paths for beams in found):
        raise InvalidArgumentError(None, None, "less leaves in the beam search than requested")
    best = [[list(beams[p][0]) for beams in found] for p in range(top_paths)]
    scores = [[beams[p][1] for p in range(top_paths)] for beams in found]
    return [_as_sparse(paths) for paths in best], _core.constant(np.array(scores), dtype)


def older_beam_search_decoder(
    inputs: TensorLike,
    sequence_length: TensorLike,
    beam_width: int = 100,
    top_paths: int = 1,
    merge_repeated: bool = True,
) -> tuple[list[SparseTensor], _core.Tensor]:
    """Version 1's `ctc_beam_search_decoder`: labels that repeat are one unless `merge_repeated` is
    false, also those with a blank between them.

    >>> logits = 5.0 * tf.one_hot([[0], [2], [0], [1]], 3)
    >>> tf.compat.v1.nn.ctc_beam_search_decoder(logits, [4])[0][0].values.numpy().tolist()
    [0, 1]
    """
    paths, logs = ctc_beam_search_decoder(inputs, sequence_length, beam_width, top_paths)
    return [_merged(path) if merge_repeated else path for path in paths], logs


def _merged(found: SparseTensor) -> SparseTensor:
    """The rows of labels, of which those that follow an equal one are left out."""
    rows, labels = found.indices.numpy()[:, 0], found.values.numpy()
    per_row = range(int(found.dense_shape[0]))
    return _as_sparse([_collapsed(labels[rows == row].tolist()) for row in per_row])
