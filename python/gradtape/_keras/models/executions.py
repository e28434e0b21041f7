"""Executions: the batches that a loop takes before its callbacks hear of them.

`compile(steps_per_execution=...)` says how many they are, one by default.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest

_END = object()


def size_of(steps_per_execution: Any) -> int:
    """The number of batches of an execution; without one, or with "auto", it is one."""
    return 1 if steps_per_execution in (None, "auto") else int(steps_per_execution)


def executions(
    batches: Iterator[Any], size: int, source: Any = None
) -> Iterator[tuple[int, Iterator[Any]]]:
    """The number of the last batch of each execution, and its batches.

    The last execution may have fewer; its number is that of a full one, as in Keras 3. Keras 2
    knows better where the `source` knows how many steps an epoch has.

    >>> from gradtape._keras.models.executions import executions
    >>> [(last, list(batches)) for last, batches in executions(iter("abc"), 2)]
    [(1, ['a', 'b']), (3, ['c'])]
    """
    if size == 1:
        for number, batch in enumerate(batches):
            yield number, iter((batch,))
        return
    for first in itertools.count(0, size):
        batch = next(batches, _END)
        if batch is _END:
            return
        steps = source.steps_of_epoch() if source and is_keras_2_asked_for() else None
        end = first + size if steps is None else min(first + size, steps)
        yield end - 1, itertools.chain([batch], itertools.islice(batches, size - 1))


def whole_executions(steps: int | None, size: int) -> int | None:
    """The number of batches of an epoch of `steps`: Keras 3 does not cut its last execution."""
    if steps is None or size == 1 or is_keras_2_asked_for():
        return steps
    return math.ceil(steps / size) * size


def joined(outputs: list[Any]) -> Any:
    """The outputs for the batches of an execution, as those for one batch."""
    if len(outputs) == 1:
        return outputs[0]
    return nest.map_structure(lambda *parts: _core.concat(parts, 0), *outputs)
