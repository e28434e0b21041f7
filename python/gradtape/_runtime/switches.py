"""The switches of `tf.compat.v1` that concern eager execution, and nothing else of version 1."""

from __future__ import annotations

from typing import Any

_ALWAYS = "gradtape always executes eagerly, with TensorFlow 2 behaviour"


def enable_eager_execution(
    config: Any = None, device_policy: Any = None, execution_mode: Any = None
) -> None:
    """Does nothing: execution is eager from the start.

    >>> import gradtape as tf
    >>> tf.compat.v1.enable_eager_execution()
    >>> tf.compat.v1.executing_eagerly()
    True
    """


def enable_v2_behavior() -> None:
    """Does nothing: it is always on."""


def enable_resource_variables() -> None:
    """Does nothing: there are no others."""


def enable_v2_tensorshape() -> None:
    """Does nothing: it is always on."""


def executing_eagerly() -> bool:
    """Always True."""
    return True


def disable_eager_execution() -> None:
    """Raises `RuntimeError`."""
    raise RuntimeError(f"tf.compat.v1.disable_eager_execution is not supported: {_ALWAYS}.")


def disable_v2_behavior() -> None:
    """Raises `RuntimeError`."""
    raise RuntimeError(f"tf.compat.v1.disable_v2_behavior is not supported: {_ALWAYS}.")
