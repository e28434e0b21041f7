"""Names of TensorFlow that mean little where everything runs at once on the CPU."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any


def executing_eagerly() -> bool:
    """Always `True`.

    >>> tf.executing_eagerly()
    True
    """
    return True


def device(device_name: Any) -> nullcontext[None]:
    """A context that changes nothing: every tensor lives on the CPU.

    >>> with tf.device("/CPU:0"):
    ...     print(tf.constant(1.0).device)
    /job:localhost/replica:0/task:0/device:CPU:0
    """
    return nullcontext()
