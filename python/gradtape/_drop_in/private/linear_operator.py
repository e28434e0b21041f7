"""`tensorflow.python.ops.linalg.linear_operator`: what it has besides `LinearOperator`."""

from __future__ import annotations

from typing import TypeVar

from ..._operators.operator import LinearOperator as LinearOperator

T = TypeVar("T", bound=type)


def make_composite_tensor(cls: T, module_name: str = "tf.linalg") -> T:
    """The class: operators are handed on as they are, without being taken apart."""
    return cls
