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


def enable_tensor_equality() -> None:
    """Does nothing: `==` compares the elements of tensors."""


def executing_eagerly_outside_functions() -> bool:
    """Always True."""
    return True


def resource_variables_enabled() -> bool:
    """Always True: variables are TensorFlow 2's."""
    return True


def disable_eager_execution() -> None:
    """Changes nothing, with a `UserWarning`: execution stays eager.

    Programs that build models of Keras do without a graph; what needs one says so.
    """
    _warn("disable_eager_execution")


def disable_v2_behavior() -> None:
    """The same as `disable_eager_execution`."""
    _warn("disable_v2_behavior")


def disable_control_flow_v2() -> None:
    """Changes nothing, with a `UserWarning`: loops and branches are those of TensorFlow 2."""
    _warn("disable_control_flow_v2")


def disable_resource_variables() -> None:
    """Changes nothing, with a `UserWarning`: variables are TensorFlow 2's."""
    _warn("disable_resource_variables")


def disable_tensor_equality() -> None:
    """Changes nothing, with a `UserWarning`: `==` compares the elements of tensors."""
    _warn("disable_tensor_equality")


def disable_v2_tensorshape() -> None:
    """Changes nothing, with a `UserWarning`: dimensions are numbers."""
    _warn("disable_v2_tensorshape")


def _warn(name: str) -> None:
    warnings.warn(
        f"tf.compat.v1.{name} changes nothing: {_ALWAYS}. Placeholders and sessions are not there.",
        stacklevel=3,
    )
