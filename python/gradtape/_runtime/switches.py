"""The switches of `tf.compat.v1` that concern eager execution, and nothing else of version 1."""

from __future__ import annotations

import warnings
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
    """Changes nothing, with a `UserWarning`: execution stays eager.

    Programs that build models of Keras do without a graph; what needs one says so.
    """
    _warn("disable_eager_execution")


def disable_v2_behavior() -> None:
    """The same as `disable_eager_execution`."""
    _warn("disable_v2_behavior")


def _warn(name: str) -> None:
    warnings.warn(
        f"tf.compat.v1.{name} changes nothing: {_ALWAYS}. Placeholders and sessions are not there.",
        stacklevel=3,
    )
