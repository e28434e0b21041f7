"""The options of layers of attention with several heads."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..._runtime.versions import is_keras_2_asked_for
from ..arguments import Argument, Flag, OptionalInteger, argument
from ..base_layer.options import (
    Constraint,
    Initializer,
    LayerOptions,
    Regularizer,
    positive,
)
from .core import Rate


class OptionalCount(Argument[int | None, int | None]):
    """A number of things, or None."""

    def convert(self, owner: Any, value: Any) -> int | None:
        if value is None or is_keras_2_asked_for():
            return value
        return positive(self.name, value)


class Shape(Argument[Any, Any]):
    """A shape, a single size, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        if not (value is None or isinstance(value, int) or np.iterable(value)):
            raise ValueError(
                f"Invalid `{self.name}`: {value}. When specified, the `{self.name}` should be of "
                "type tuple, list, or int."
            )
        return (value,) if isinstance(value, int) else None if value is None else tuple(value)


class Axes(Argument[Any, Any]):
    """Axes, or None."""

    def convert(self, owner: Any, value: Any) -> Any:
        return (value,) if isinstance(value, int) else None if value is None else tuple(value)


class Window(OptionalCount):
    """How far from itself a query may look, itself included, or None for as far as it likes."""

    def convert(self, owner: Any, value: Any) -> int | None:
        if value is not None and (not isinstance(value, int) or value <= 0):
            raise ValueError(
                "`sliding_window` must be `None` or a positive integer. "
                f"Received: sliding_window={value}"
            )
        return value


class HeadOptions(LayerOptions, kw_only=True):
    """The options of all projections."""

    dropout: Rate = argument(default=0.0)
    use_bias: Flag = argument(default=True)
    kernel_initializer: Initializer = argument(default="glorot_uniform")
    bias_initializer: Initializer = argument(default="zeros")
    kernel_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    activity_regularizer: Regularizer = argument(default=None)
    kernel_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)
    seed: OptionalInteger = argument(default=None)
    use_gate: Flag = argument(default=False)
    sliding_window: Window = argument(default=None)
