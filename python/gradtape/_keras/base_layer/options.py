"""Arguments that many layers have: where weights start, what holds them, and who they are.

Each group stands here once, in Keras's order; a layer names the groups that it has.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import InitVar
from numbers import Real
from typing import TYPE_CHECKING, Any, TypeAlias

from ..._runtime import manners
from .. import activations, constraints, initializers, regularizers
from ..arguments import Argument, Declared, argument
from ..lookup import serialize

if TYPE_CHECKING:
    from ... import _core
    from ..._typing import DTypeLike, ShapeLike

Function: TypeAlias = Callable[..., Any]
Identifier: TypeAlias = str | Mapping[str, Any] | Function | None  # what a catalog finds


class Count(Argument[int, int]):
    """A number of things, above 0."""

    def convert(self, owner: Any, value: int) -> int:
        return positive(self.name, value)


class Filters(Argument[Any, Any]):
    """The number of channels of the outputs, above 0; floats are cut off, as in Keras 2.

    None until a `build` of the program's own sets it.
    """

    def convert(self, owner: Any, value: Any) -> Any:
        return value if value is None else positive(self.name, whole(value) or value)


def whole(value: Any) -> int:
    """A number without what is behind its point; 0 for what is no such number.

    >>> from gradtape._keras.base_layer.options import whole
    >>> whole(33 / 2), whole(8), whole("8")
    (16, 8, 0)
    """
    try:
        return operator.index(value)
    except TypeError:
        return int(float(value)) if isinstance(value, Real) and math.isfinite(value) else 0


class Activation(Argument[Identifier, Function]):
    """A function of the outputs; None is the identity."""

    def convert(self, owner: Any, value: Identifier) -> Function:
        return activations.get(value)

    def serialize(self, value: Function) -> Any:
        return activations.serialize(value)


class Initializer(Argument[Identifier, Function]):
    """What a weight is at first."""

    def convert(self, owner: Any, value: Identifier) -> Function:
        return initializers.get(value)

    def serialize(self, value: Function) -> Any:
        return serialize(value)


class Regularizer(Argument[Identifier, Function | None]):
    """What is added to the losses of the layer."""

    def convert(self, owner: Any, value: Identifier) -> Function | None:
        return regularizers.get(value)

    def serialize(self, value: Function | None) -> Any:
        return serialize(value)


class Constraint(Argument[Identifier, Function | None]):
    """What a weight is put through after a step."""

    def convert(self, owner: Any, value: Identifier) -> Function | None:
        return constraints.get(value)

    def serialize(self, value: Function | None) -> Any:
        return serialize(value)


def positive(name: str, value: Any) -> int:
    """`value` as a number of things; `ValueError` unless it is an integer above 0."""
    try:
        number = operator.index(value)
    except TypeError:
        number = 0
    if number <= 0:
        raise ValueError(
            f"Invalid value for argument `{name}`. Expected a strictly positive value. "
            f"Received {name}={value}."
        )
    return number


class BareOptions(Declared, kw_only=True, hidden=True):
    """What every layer takes, as `**kwargs`."""

    name: InitVar[str | None] = argument(default=None)
    trainable: InitVar[bool] = argument(default=True)
    dtype: InitVar[DTypeLike] = argument(default=None)
    input_shape: InitVar[ShapeLike] = argument(default=None)
    batch_input_shape: InitVar[ShapeLike] = argument(default=None)


# What Keras 3 trains beside frozen weights, and weights of few bits.
WITHOUT_ADAPTERS = ("lora_rank", "lora_alpha", "quantization_config")


class LayerOptions(BareOptions, kw_only=True, hidden=True):
    """The same with Keras 2's short way to say the shape of vectors."""

    input_dim: InitVar[int | None] = argument(default=None)


class KernelAndBias(LayerOptions, kw_only=True):
    """The options of a kernel and a bias."""

    _adds = False  # whether the bias is a summand like any other

    kernel_initializer: Initializer = argument(default="glorot_uniform")
    bias_initializer: Initializer = argument(default="zeros")
    kernel_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    activity_regularizer: Regularizer = argument(default=None)
    kernel_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)


class ScaleAndOffset(LayerOptions, kw_only=True):
    """The options of the scale `gamma` and the offset `beta` of a normalization."""

    beta_initializer: Initializer = argument(default="zeros")
    gamma_initializer: Initializer = argument(default="ones")
    beta_regularizer: Regularizer = argument(default=None)
    gamma_regularizer: Regularizer = argument(default=None)
    beta_constraint: Constraint = argument(default=None)
    gamma_constraint: Constraint = argument(default=None)


def weight_of(layer: Any, kind: str, shape: ShapeLike, name: str | None = None) -> _core.Variable:
    """A new weight with the options of its kind: "kernel", "bias", "gamma" ...

    `name` is the kind unless it is given.
    """
    parts = ("initializer", "regularizer", "constraint")
    options = {part: getattr(layer, f"{kind}_{part}") for part in parts}
    return layer.add_weight(name or kind, shape, **options)


def one_is_added(size: int) -> bool:
    """Whether a bias is a summand like any other: a single one in Keras 3.

    What is a `bias_add` otherwise has its gradient added up in another order.
    """
    return size == 1 and manners.are_of_keras_3()
