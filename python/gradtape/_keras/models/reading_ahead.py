"""Batches as `fit` reads them: a thread of TensorFlow asks for some before their turn has come.

What a program's generator draws for them is drawn then, before validation and callbacks draw
anything; what was read for an epoch that ends early is lost, or there for the next.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for


def as_read_ahead(batches: Iterator[Any]) -> Iterator[Any]:
    """The batches, each with the next one asked for before it is used; in Keras 2 the next two.

    What asking for one raises is raised in its turn.
    """
    ahead = 2 if is_keras_2_asked_for() else 1
    waiting: deque[Any] = deque()
    failure: Exception | None = None
    is_over = False
    while True:
        while not is_over and len(waiting) <= ahead:
            try:
                waiting.append(next(batches))
            except StopIteration:
                is_over = True
            except Exception as error:
                failure, is_over = error, True
        if waiting:
            yield waiting.popleft()
        elif failure is not None:
            raise failure
        else:
            return
