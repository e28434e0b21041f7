"""Names of TensorFlow that mean little where everything runs at once on the CPU."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any

from . import once
from .inside import is_traced
from .once_here import here


def executing_eagerly() -> bool:
    """Whether operations run at once: `True`, as everything is eager here.

    In TensorFlow's place (`install`, `python -m gradtape`) it is `False` in a `tf.function`, a
    function of a dataset and a step of `fit`, as there: a program asks before it does what needs
    values. What a `py_function` calls is eager again, and so is an `init_scope`.

    >>> tf.executing_eagerly()
    True
    """
    return not (once.is_held_back() and is_traced()) or getattr(here, "is_eager", False)


@contextlib.contextmanager
def outside_functions() -> Iterator[None]:
    """Within, what runs is eager, though a function has called it."""
    before, here.is_eager = getattr(here, "is_eager", False), True
    try:
        yield
    finally:
        here.is_eager = before


class _EagerDeviceContext(nullcontext[None]):
    """A block for a device, whose name programs read from it."""

    def __init__(self, device_name: Any) -> None:
        super().__init__()
        self._device_name = device_name


def device(device_name: Any) -> nullcontext[None]:
    """A context that changes nothing: every tensor lives on the CPU.

    >>> with tf.device("/CPU:0"):
    ...     print(tf.constant(1.0).device)
    /job:localhost/replica:0/task:0/device:CPU:0
    """
    return _EagerDeviceContext(device_name)


@contextlib.contextmanager
def async_scope() -> Iterator[None]:
    """A block whose operations may run later than they are written: here they run at once."""
    yield


def async_clear_error() -> None:
    """Forgets errors of operations that ran later, which there are none of."""
