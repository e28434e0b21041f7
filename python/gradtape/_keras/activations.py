"""Activation functions by their Keras names: functions of a tensor, recorded and differentiable.

Values at kinks are those of the operations in `tf.nn` that they call.
"""

from __future__ import annotations

from typing import Any

from .. import _core
from .lookup import Registry, serialize as serialize

_registry = Registry("activation function")


def get(identifier: Any) -> Any:
    """The function for a name, a layer or a callable; `linear` for None.

    >>> import gradtape as tf
    >>> tf.keras.activations.get("relu")(tf.constant([-1.0, 2.0])).numpy().tolist()
    [0.0, 2.0]
    """
    return linear if identifier is None else _registry.find(identifier)


@_registry.add()
def linear(x: Any) -> Any:
    """`x` itself."""
    return x


@_registry.add()
def relu(
    x: Any, negative_slope: float = 0.0, max_value: float | None = None, threshold: float = 0.0
) -> Any:
    """`x` from `threshold` on, at most `max_value`; below it `negative_slope * (x - threshold)`."""
    if negative_slope == 0.0 and threshold == 0.0:
        y = _core.relu(x)
    else:
        x = _core.convert_to_tensor(x)
        y = _core.where(x >= threshold, x, negative_slope * (x - threshold))
    return y if max_value is None else _core.minimum(y, max_value)


@_registry.add()
def softmax(x: Any, axis: int = -1) -> Any:
    """`exp(x)` divided by its sum along `axis`."""
    return _core.softmax(x, axis=axis)


@_registry.add()
def log_softmax(x: Any, axis: int = -1) -> Any:
    """The logarithm of `softmax`."""
    return _core.log_softmax(x, axis=axis)


@_registry.add()
def elu(x: Any, alpha: float = 1.0) -> Any:
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere."""
    if alpha == 1.0:
        return _core.elu(x)
    x = _core.convert_to_tensor(x)
    return _core.where(x > 0, x, alpha * _core.elu(_core.minimum(x, 0.0)))


@_registry.add()
def selu(x: Any) -> Any:
    """The scaled `elu` (Klambauer and others, 2017)."""
    return _core.selu(x)


@_registry.add()
def sigmoid(x: Any) -> Any:
    """`1 / (1 + exp(-x))`."""
    return _core.sigmoid(x)


@_registry.add()
def tanh(x: Any) -> Any:
    """The hyperbolic tangent."""
    return _core.tanh(x)


@_registry.add()
def softplus(x: Any) -> Any:
    """`log(1 + exp(x))`."""
    return _core.softplus(x)


@_registry.add()
def softsign(x: Any) -> Any:
    """`x / (1 + |x|)`."""
    return _core.softsign(x)


@_registry.add()
def gelu(x: Any, approximate: bool = False) -> Any:
    """`x` times the normal distribution function of `x`; with `approximate`, by tanh."""
    return _core.gelu(x, approximate)


@_registry.add("swish")
def silu(x: Any) -> Any:
    """`x * sigmoid(x)`."""
    return _core.silu(x)


@_registry.add()
def leaky_relu(x: Any, negative_slope: float = 0.2) -> Any:
    """`x` where positive, `negative_slope * x` elsewhere."""
    return _core.leaky_relu(x, negative_slope)


@_registry.add()
def relu6(x: Any) -> Any:
    """`x` clipped to 0 ... 6."""
    return _core.relu6(x)


@_registry.add()
def exponential(x: Any) -> Any:
    """`exp(x)`."""
    return _core.exp(x)


@_registry.add()
def hard_sigmoid(x: Any) -> Any:
    """`relu6(x + 3) / 6`."""
    return _core.relu6(_core.convert_to_tensor(x) + 3.0) / 6.0


@_registry.add()
def mish(x: Any) -> Any:
    """`x * tanh(softplus(x))`."""
    return x * _core.tanh(_core.softplus(x))


swish = silu
