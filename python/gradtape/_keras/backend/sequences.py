"""Sequences under the names of Keras 2's backend: loops over steps, and labels without places."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._networks.ctc import (
    counts_before_blanks,
    ctc_greedy_decoder,
    losses_of_words,
    older_beam_search_decoder,
)
from ..._sparse.conversion import to_dense
from ..._sparse.tensor import SparseTensor
from ..settings import epsilon

if TYPE_CHECKING:
    from ..._typing import TensorLike


def rnn(
    step_function: Callable[[Any, list[Any]], tuple[Any, list[Any]]],
    inputs: TensorLike,
    initial_states: Any,
    go_backwards: bool = False,
    mask: TensorLike | None = None,
    constants: Any = None,
    unroll: bool = False,
    input_length: Any = None,
    time_major: bool = False,
    zero_output_for_mask: bool = False,
    return_all_outputs: bool = True,
) -> tuple[_core.Tensor, _core.Tensor, Any]:
    """A function of an input and states taken through `[batch, steps, ...]`.

    Returns the last output, all outputs, and the last states, in a list if `unroll` is true. Where
    `mask` is false a step leaves the states, and the output, as they were (zero with
    `zero_output_for_mask`).

    >>> def step(x, states):
    ...     return x + states[0], [x + states[0]]
    >>> last, outputs, _ = tf.keras.backend.rnn(step, tf.ones([1, 3, 1]), [tf.zeros([1, 1])])
    >>> outputs.numpy().ravel().tolist()
    [1.0, 2.0, 3.0]
    """
    steps = _core.unstack(inputs, axis=0 if time_major else 1)
    kept = [None] * len(steps) if mask is None else _core.unstack(mask, axis=0 if time_major else 1)
    pairs = list(zip(steps, kept, strict=True))
    states: list[Any] = list(initial_states)
    outputs: list[Any] = []
    for value, keep in reversed(pairs) if go_backwards else pairs:
        output, following = step_function(value, states + list(constants or []))
        if keep is not None:
            before = outputs[-1] if outputs and not zero_output_for_mask else None
            before = _core.zeros_like(output) if before is None else before
            output = _where(keep, output, before)
            following = [_where(keep, new, old) for new, old in zip(following, states)]
        outputs.append(output)
        states = list(following)
    chosen = outputs if return_all_outputs else outputs[-1:]
    return (
        outputs[-1],
        _core.stack(chosen, axis=0 if time_major else 1),
        (states if unroll else tuple(states)),
    )


def _where(keep: Any, new: Any, old: Any) -> Any:
    keep = _core.cast(keep, _core.bool)
    shape = [keep.shape[0]] + [1] * (new.shape.rank - 1)
    return _core.where(_core.reshape(keep, shape), new, old)


def ctc_batch_cost(
    y_true: TensorLike, y_pred: TensorLike, input_length: TensorLike, label_length: TensorLike
) -> _core.Tensor:
    """The loss of labels whose places are not known, `[batch, 1]`.

    `y_pred` are probabilities `[batch, frames, classes]`, the last class being the blank; the
    lengths are `[batch, 1]`. A blank among the labels ends them, as where it fills them up:
    `InvalidArgumentError` for another label behind it.

    >>> import gradtape as tf
    >>> pred = tf.fill([1, 2, 2], 0.5)
    >>> loss = tf.keras.backend.ctc_batch_cost([[0]], pred, [[2]], [[1]])
    >>> round(float(loss[0, 0]), 4)
    0.2877
    """
    logits = _core.log(_core.transpose(_core.convert_to_tensor(y_pred), [1, 0, 2]) + epsilon())
    labels = _core.cast(_core.convert_to_tensor(y_true), _core.int32).numpy()
    lengths, counts = (_as_int(n).numpy().reshape(-1) for n in (input_length, label_length))
    blank = logits.shape[2] - 1
    ended = counts_before_blanks(labels, counts, blank)
    losses = losses_of_words(logits, labels, ended, lengths, blank, sparse=True)
    return _core.expand_dims(losses, 1)


def ctc_decode(
    y_pred: TensorLike,
    input_length: TensorLike,
    greedy: bool = True,
    beam_width: int = 100,
    top_paths: int = 1,
) -> tuple[list[_core.Tensor], _core.Tensor]:
    """The most probable labels for probabilities as in `ctc_batch_cost`, and their logarithms.

    The first is a list of `[batch, frames]`, with -1 behind the last label: one entry if `greedy`,
    else the `top_paths` best of a search with `beam_width`, in which labels that repeat are one.

    >>> import gradtape as tf
    >>> labels, _ = tf.keras.backend.ctc_decode([[[0.9, 0.1], [0.1, 0.9]]], [2])
    >>> labels[0].numpy().tolist()
    [[0, -1]]
    """
    pred = _core.convert_to_tensor(y_pred)
    frames = pred.shape[1]
    logits = _core.log(_core.transpose(pred, [1, 0, 2]) + epsilon())
    lengths = _as_int(input_length)
    if greedy:
        paths, logs = ctc_greedy_decoder(logits, lengths)
    else:
        paths, logs = older_beam_search_decoder(logits, lengths, beam_width, top_paths)
    return [_filled(path, frames) for path in paths], logs


def ctc_label_dense_to_sparse(labels: TensorLike, label_lengths: TensorLike) -> SparseTensor:
    """The first labels of each row, so many as it has, as a sparse tensor.

    >>> found = tf.keras.backend.ctc_label_dense_to_sparse([[1, 2], [3, 4]], [1, 2])
    >>> found.values.numpy().tolist()
    [1, 3, 4]
    """
    dense = _core.convert_to_tensor(labels)
    rows, width = dense.shape.as_list()
    places = np.argwhere(np.arange(width) < np.reshape(_as_int(label_lengths).numpy(), [rows, 1]))
    return SparseTensor(places, _core.gather_nd(dense, places), [rows, width])


def _filled(path: Any, frames: int) -> _core.Tensor:
    """The rows of a sparse tensor, filled up with -1."""
    dense = np.asarray(to_dense(path, default_value=-1).numpy())
    filled = np.full((dense.shape[0], frames), -1, dense.dtype)
    filled[:, : dense.shape[1]] = dense
    return _core.constant(filled)


def _as_int(lengths: TensorLike) -> _core.Tensor:
    return _core.cast(_core.convert_to_tensor(lengths), _core.int32)
