"""Activation functions: those of `keras.activations`, with the arguments of `keras.ops`."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._numpy.arranging import axis_of
from .. import activations as known
from ..joint_axes import over_axes
from ..promotion import tensor
from .calling import named, operation

if TYPE_CHECKING:
    from ..._typing import AxisLike, TensorLike

Function = Callable[..., Any]


def _activation(name: str, function: Function, says: str) -> Function:
    def call(x: TensorLike) -> _core.Tensor:
        return function(tensor(x))

    return named(call, name, says)


relu = _activation("relu", known.relu, "`x` where positive, else 0.")
relu6 = _activation("relu6", known.relu6, "`x` clipped to 0 ... 6.")
sigmoid = _activation("sigmoid", known.sigmoid, "`1 / (1 + exp(-x))`.")
sparse_sigmoid = _activation(
    "sparse_sigmoid", known.sparse_sigmoid, "`(x + 1) / 2` clipped to 0 ... 1."
)
softplus = _activation("softplus", known.softplus, "`log(1 + exp(x))`.")
softsign = _activation("softsign", known.softsign, "`x / (1 + |x|)`.")
sparse_plus = _activation(
    "sparse_plus", known.sparse_plus, "0 up to -1, `(x + 1) ** 2 / 4` up to 1, then `x`."
)
silu = _activation("silu", known.silu, "`x * sigmoid(x)`.")
swish = silu
log_sigmoid = _activation("log_sigmoid", known.log_sigmoid, "`-log(1 + exp(-x))`.")
hard_sigmoid = _activation("hard_sigmoid", known.hard_sigmoid, "`relu6(x + 3) / 6`.")
hard_silu = _activation("hard_silu", known.hard_silu, "`x * relu6(x + 3) / 6`.")
hard_swish = hard_silu
hard_tanh = _activation("hard_tanh", known.hard_tanh, "`x` clipped to -1 ... 1.")
tanh_shrink = _activation("tanh_shrink", known.tanh_shrink, "`x - tanh(x)`.")
selu = _activation("selu", known.selu, "The scaled `elu` (Klambauer and others, 2017).")


# --- with further arguments -----------------------------------------------------------------------


@operation
def soft_shrink(x: TensorLike, threshold: float = 0.5) -> _core.Tensor:
    """`x` moved towards 0 by `threshold`, and 0 where that would go past it.

    >>> tf.keras.ops.soft_shrink([-2.0, 0.2, 1.0]).numpy().tolist()
    [-1.5, 0.0, 0.5]
    """
    return known.soft_shrink(tensor(x), threshold)


@operation
def hard_shrink(x: TensorLike, threshold: float = 0.5) -> _core.Tensor:
    """`x` where `|x|` exceeds `threshold`, else 0.

    >>> tf.keras.ops.hard_shrink([-2.0, 0.2, 1.0]).numpy().tolist()
    [-2.0, 0.0, 1.0]
    """
    return known.hard_shrink(tensor(x), threshold)


@operation
def threshold(x: TensorLike, threshold: float, default_value: float) -> _core.Tensor:
    """`x` where it exceeds `threshold`, else `default_value`.

    >>> tf.keras.ops.threshold([-2.0, 0.2, 1.0], 0.5, 9.0).numpy().tolist()
    [9.0, 9.0, 1.0]
    """
    return known.threshold(tensor(x), threshold, default_value)


@operation
def squareplus(x: TensorLike, b: float = 4) -> _core.Tensor:
    """`(x + sqrt(x * x + b)) / 2` (Barron, 2021).

    >>> tf.keras.ops.squareplus([0.0]).numpy().tolist()
    [1.0]
    """
    return known.squareplus(tensor(x), b)


@operation
def leaky_relu(x: TensorLike, negative_slope: float = 0.2) -> _core.Tensor:
    """`x` where positive, `negative_slope * x` elsewhere.

    >>> tf.keras.ops.leaky_relu([-1.0, 2.0], 0.5).numpy().tolist()
    [-0.5, 2.0]
    """
    return known.leaky_relu(tensor(x), negative_slope)


@operation
def elu(x: TensorLike, alpha: float = 1.0) -> _core.Tensor:
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere.

    >>> [round(float(y), 4) for y in tf.keras.ops.elu([-1.0, 2.0])]
    [-0.6321, 2.0]
    """
    return known.elu(tensor(x), alpha)


@operation
def celu(x: TensorLike, alpha: float = 1.0) -> _core.Tensor:
    """`x` where positive, `alpha * (exp(x / alpha) - 1)` elsewhere (Barron, 2017).

    >>> tf.keras.ops.celu([0.0, 2.0]).numpy().tolist()
    [0.0, 2.0]
    """
    return known.celu(tensor(x), alpha)


@operation
def gelu(x: TensorLike, approximate: bool = True) -> _core.Tensor:
    """`x` times the normal distribution function of `x`; with `approximate`, by tanh.

    >>> tf.keras.ops.gelu([0.0, 100.0]).numpy().tolist()
    [0.0, 100.0]
    """
    return known.gelu(tensor(x), approximate)


@operation
def glu(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """One half of `x` along `axis` times the sigmoid of the other (Dauphin and others, 2016).

    >>> tf.keras.ops.glu([4.0, 0.0]).numpy().tolist()
    [2.0]
    """
    return known.glu(tensor(x), axis)


@operation
def sparsemax(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """The nearest point of the probability simplex along `axis` (Martins and Astudillo, 2016).

    >>> tf.keras.ops.sparsemax([[2.0, 1.5, 0.0]]).numpy().tolist()
    [[0.75, 0.25, 0.0]]
    """
    found = tensor(x)
    return known.sparsemax(found, axis_of(axis, found.shape.rank))


# --- over an axis, several, or all ----------------------------------------------------------------


@operation
def softmax(x: TensorLike, axis: AxisLike = -1) -> _core.Tensor:
    """`exp(x)` divided by its sum along `axis`, along several, or over all (None).

    A `UserWarning` for an axis of length 1, along which all are 1.

    >>> tf.keras.ops.softmax([0.0, 0.0]).numpy().tolist()
    [0.5, 0.5]
    """
    found = tensor(x)
    rank = found.shape.rank
    if isinstance(axis, int) and -rank <= axis < rank and found.shape[axis] == 1:
        warnings.warn(
            f"You are using a softmax over axis {axis} of a tensor of shape {found.shape}. This "
            "axis has size 1: the result is always 1. Did you mean to use a sigmoid instead?",
            stacklevel=3,
        )
    return over_axes(known.softmax, found, axis)


@operation
def log_softmax(x: TensorLike, axis: AxisLike = -1) -> _core.Tensor:
    """The logarithm of `softmax`.

    >>> tf.keras.ops.log_softmax([0.0]).numpy().tolist()
    [0.0]
    """
    return over_axes(known.log_softmax, tensor(x), axis)
