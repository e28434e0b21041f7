"""Names of TensorFlow that mean little where everything runs at once on the CPU."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextlib import nullcontext
from typing import Any


def executing_eagerly() -> bool:
    """Always `True`.

    >>> tf.executing_eagerly()
    True
    """
    return True


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
