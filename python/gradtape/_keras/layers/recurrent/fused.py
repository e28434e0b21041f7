"""Recurrent layers as one operation for all steps, where the cell is one of the plain ones.

That needs the default activations, no dropout between steps, a GRU whose reset gate comes after the
product, and more than 16 bits: steps of those are rounded one by one, as Keras's are. The steps are
the first axis in here, so that each is one piece of memory. Where a mask is false the operation
leaves the states as they were; what is returned there is put right afterwards.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ... import activations
from .cells import Cell, GRUCell, LSTMCell, SimpleRNNCell

_TANH = (activations.tanh, _core.tanh)
_SIGMOID = (activations.sigmoid, _core.sigmoid)
_FLOATING = (_core.float32, _core.float64)


def can_fuse(
    cell: Any, inputs: _core.Tensor, states: Any, mask: Any, training: bool | None
) -> bool:
    """Whether `run` gives what the steps one by one would."""
    return (
        is_plain(cell)
        and not (training and (cell.recurrent_dropout or (cell.dropout and cell._masks > 1)))
        and inputs.shape.rank == 3
        and inputs.shape[1] > 0
        and inputs.dtype in _FLOATING
        and all(_is_state(state, cell, inputs) for state in states)
        and (mask is None or tuple(mask.shape) == tuple(inputs.shape[:2]))
    )


def is_plain(cell: Any) -> bool:
    """Whether a cell is one of ours with the functions that the operations have."""
    kind = type(cell)
    if kind not in (LSTMCell, GRUCell, SimpleRNNCell) or kind.call is not Cell.call:
        return False
    if cell.activation not in _TANH:
        return False
    gated = kind is not SimpleRNNCell
    return not (gated and cell.recurrent_activation not in _SIGMOID) and (
        kind is not GRUCell or cell.reset_after
    )


def _is_state(state: Any, cell: Any, inputs: _core.Tensor) -> bool:
    shape, dtype = getattr(state, "shape", None), getattr(state, "dtype", None)
    return dtype == inputs.dtype and tuple(shape or ()) == (inputs.shape[0], cell.units)


def run(
    cell: Any,
    inputs: _core.Tensor,
    states: list[Any],
    mask: Any,
    zeros_where_masked: bool,
) -> tuple[Any, list[Any]]:
    """The outputs of all steps, `[steps, batch, units]`, and the last states.

    The inputs have had their dropout.
    """
    inputs = _core.transpose(inputs, [1, 0, 2])
    counts = None if mask is None else _core.transpose(_core.cast(mask, _core.bool))
    projected = _core.tensordot(inputs, cell.kernel, 1)
    if cell.bias is not None:
        projected = projected + cell._input_bias()
    outputs, last = _operation(cell, projected, states, counts)
    if counts is not None:
        shown = counts if zeros_where_masked else _core.cumsum(_core.cast(counts, _core.int32)) > 0
        outputs = _core.where(_core.expand_dims(shown, -1), outputs, _core.zeros_like(outputs))
    return outputs, last


def _operation(
    cell: Any, projected: _core.Tensor, states: list[Any], mask: Any
) -> tuple[Any, list[Any]]:
    weights = cell.recurrent_kernel
    if isinstance(cell, LSTMCell):
        h, c = _core._lstm(projected, states[0], states[1], weights, mask)
        return h, [h[-1], c[-1]]
    if isinstance(cell, GRUCell):
        bias = None if cell.bias is None else cell.bias[1]
        h = _core._gru(projected, states[0], weights, bias, mask)
    else:
        h = _core._simple_rnn(projected, states[0], weights, mask)
    return h, [h[-1]]
