"""`tf.test.main` and `tf.test.compute_gradient`."""

from __future__ import annotations

import unittest
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock as mock

import numpy as np

from .. import _core


def main(argv: Sequence[str] | None = None) -> None:
    """Runs the tests of the program that is running, as `unittest.main` does."""
    unittest.main(argv=None if argv is None else list(argv))


def compute_gradient(
    f: Callable[..., Any], x: Sequence[Any], delta: float | None = None
) -> tuple[tuple[np.ndarray, ...], tuple[np.ndarray, ...]]:
    """The jacobians of `f` with respect to each of its arguments: by the tape, and by differences.

    Each is a matrix with a row for each element of the result and a column for each element of the
    argument. `delta` is the step of the differences, 1/1024 by default. Errors: `TypeError` for
    arguments or results that are not real and floating.

    >>> by_tape, by_differences = tf.test.compute_gradient(tf.square, [[1.0, 2.0]])
    >>> by_tape[0].tolist(), by_differences[0].tolist()
    ([[2.0, 0.0], [0.0, 4.0]], [[2.0, 0.0], [0.0, 4.0]])
    """
    arguments = [_core.convert_to_tensor(value) for value in x]
    with _core.GradientTape(persistent=True) as tape:
        tape.watch(arguments)
        result = _core.convert_to_tensor(f(*arguments))
    for tensor in [*arguments, result]:
        if not tensor.dtype.is_floating:
            raise TypeError(f"compute_gradient needs real floating tensors, not {tensor.dtype!r}")
    step = 1.0 / 1024 if delta is None else delta
    exact = tuple(_by_tape(tape, result, argument) for argument in arguments)
    return exact, tuple(_by_differences(f, arguments, i, step) for i in range(len(arguments)))


def _by_tape(tape: Any, result: Any, argument: Any) -> np.ndarray:
    rows, columns = int(_core.size(result)), int(_core.size(argument))
    jacobian = tape.jacobian(result, argument, unconnected_gradients="zero")
    return np.asarray(_core.convert_to_tensor(jacobian).numpy()).reshape(rows, columns)


def _by_differences(
    f: Callable[..., Any], arguments: list[Any], index: int, step: float
) -> np.ndarray:
    values = np.asarray(arguments[index].numpy())
    columns = []
    for place in np.ndindex(values.shape):
        ends = []
        for sign in (1.0, -1.0):
            moved = values.copy()
            moved[place] += sign * step
            changed = [*arguments[:index], _core.constant(moved), *arguments[index + 1 :]]
            ends.append(np.asarray(_core.convert_to_tensor(f(*changed)).numpy()).ravel())
        columns.append((ends[0] - ends[1]) / (2 * step))
    return np.stack(columns, axis=-1) if columns else np.zeros((0, 0))
