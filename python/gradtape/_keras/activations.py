"""Activation functions by their Keras names: functions of a tensor, recorded and differentiable.

Values at kinks are those of the operations in `tf.nn` that they call.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .. import _core
from .._runtime.versions import is_keras_2_asked_for
from . import lookup
from .joint_axes import over_axes
from .logits import with_logits
from .lookup import Registry

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike

_registry = Registry("activation function")
deserialize = _registry.deserialize
# What Keras takes from TensorFlow under its name there.
_NAMED_IN_TENSORFLOW = frozenset({"leaky_relu", "relu6", "log_softmax"})


def serialize(activation: Any, use_legacy_format: bool = False) -> Any:
    """The name of an activation, or what makes it again.

    In Keras 2 a function that Keras has no name for is told in a mapping.
    """
    told = lookup.serialize(activation, use_legacy_format)
    if not isinstance(told, str) or use_legacy_format or not is_keras_2_asked_for():
        return told
    if told == "<lambda>" or told in _NAMED_IN_TENSORFLOW or told in _registry:
        return told
    form = {"module": "builtins", "class_name": "function", "config": told}
    return {**form, "registered_name": "function"}


found_as_layer = _registry.add_told


def get(identifier: Any) -> Callable[..., Any]:
    """The function for a name, a layer or a callable; `linear` for None.

    >>> import gradtape as tf
    >>> tf.keras.activations.get("relu")(tf.constant([-1.0, 2.0])).numpy().tolist()
    [0.0, 2.0]
    """
    if identifier is None:
        return linear
    found: Callable[..., Any] = _registry.find(identifier)
    return found


@_registry.add()
def linear(x: TensorLike) -> Any:
    """`x` itself."""
    return x


@_registry.add()
def relu(
    x: TensorLike,
    negative_slope: float = 0.0,
    max_value: float | None = None,
    threshold: float = 0.0,
    alpha: float | None = None,
) -> _core.Tensor:
    """`x` above `threshold`, at most `max_value`; below, `negative_slope * (x - threshold)`.

    With a `max_value` nothing above the threshold is negative, whatever the threshold. `alpha` is
    Keras 2's name of `negative_slope`.
    """
    negative_slope = negative_slope if alpha is None else alpha
    if threshold == 0.0 and max_value is None:
        return _core.leaky_relu(x, negative_slope) if negative_slope else _core.relu(x)
    x = _core.convert_to_tensor(x)
    y = _core.relu(x) if threshold == 0.0 else _core.where(x > threshold, x, _core.zeros_like(x))
    if max_value is not None:
        y = _core.clip_by_value(y, 0, max_value)
    return y - negative_slope * _core.relu(threshold - x) if negative_slope else y


@_registry.add()
def softmax(x: TensorLike, axis: AxisLike = -1) -> _core.Tensor:
    """`exp(x)` divided by its sum along `axis`, or several; Keras 2 refuses a single axis."""
    if is_keras_2_asked_for() and getattr(getattr(x, "shape", None), "rank", None) in (0, 1):
        raise ValueError(f"Cannot apply softmax to a tensor that is 1D. Received input: {x!r}")
    return with_logits(over_axes(_core.softmax, x, axis), x)


@_registry.add()
def log_softmax(x: TensorLike, axis: AxisLike = -1) -> Any:
    """The logarithm of `softmax`."""
    return over_axes(_core.log_softmax, x, axis)


@_registry.add()
def elu(x: TensorLike, alpha: float = 1.0) -> Any:
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere."""
    if alpha == 1.0:
        return _core.elu(x)
    x = _core.convert_to_tensor(x)
    return _core.where(x > 0, x, alpha * _core.elu(_core.minimum(x, 0.0)))


@_registry.add()
def selu(x: TensorLike) -> Any:
    """The scaled `elu` (Klambauer and others, 2017)."""
    return _core.selu(x)


@_registry.add()
def sigmoid(x: TensorLike) -> _core.Tensor:
    """`1 / (1 + exp(-x))`."""
    return with_logits(_core.sigmoid(x), x)


@_registry.add()
def tanh(x: TensorLike) -> _core.Tensor:
    """The hyperbolic tangent."""
    return _core.tanh(x)


@_registry.add()
def softplus(x: TensorLike) -> Any:
    """`log(1 + exp(x))`."""
    return _core.softplus(x)


@_registry.add()
def softsign(x: TensorLike) -> Any:
    """`x / (1 + |x|)`."""
    return _core.softsign(x)


@_registry.add()
def gelu(x: TensorLike, approximate: bool = False) -> Any:
    """`x` times the normal distribution function of `x`; with `approximate`, by tanh."""
    return _core.gelu(x, approximate)


@_registry.add()
def celu(x: TensorLike, alpha: float = 1.0) -> _core.Tensor:
    """`x` where positive, `alpha * (exp(x / alpha) - 1)` elsewhere (Barron, 2017)."""
    x = _core.convert_to_tensor(x)
    return _core.maximum(x, 0.0) + alpha * _core.expm1(_core.minimum(x, 0.0) / alpha)


@_registry.add()
def glu(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """One half of `x` along `axis` times the sigmoid of the other (Dauphin and others, 2016)."""
    one, other = _core.split(_core.convert_to_tensor(x), 2, axis=axis)
    return one * _core.sigmoid(other)


@_registry.add("hard_swish")
def hard_silu(x: TensorLike) -> _core.Tensor:
    """`x * relu6(x + 3) / 6` (Howard and others, 2019)."""
    return x * hard_sigmoid(x)


@_registry.add()
def hard_tanh(x: TensorLike) -> _core.Tensor:
    """`x` clipped to -1 ... 1."""
    return _core.clip_by_value(_core.convert_to_tensor(x), -1.0, 1.0)


@_registry.add()
def hard_shrink(x: TensorLike, threshold: float = 0.5) -> _core.Tensor:
    """`x` where `|x|` exceeds `threshold`, else 0."""
    x = _core.convert_to_tensor(x)
    return _core.where(_core.abs(x) > threshold, x, _core.zeros_like(x))


@_registry.add()
def soft_shrink(x: TensorLike, threshold: float = 0.5) -> _core.Tensor:
    """`x` moved towards 0 by `threshold`, and 0 where that would go past it."""
    x = _core.convert_to_tensor(x)
    return x - _core.clip_by_value(x, -threshold, threshold)


@_registry.add()
def tanh_shrink(x: TensorLike) -> Any:
    """`x - tanh(x)`."""
    return x - _core.tanh(x)


@_registry.add()
def threshold(x: TensorLike, threshold: float, default_value: float) -> _core.Tensor:
    """`x` where it exceeds `threshold`, else `default_value`."""
    x = _core.convert_to_tensor(x)
    return _core.where(x > threshold, x, default_value)


@_registry.add()
def log_sigmoid(x: TensorLike) -> _core.Tensor:
    """`-log(1 + exp(-x))`."""
    return -_core.softplus(-_core.convert_to_tensor(x))


@_registry.add()
def squareplus(x: TensorLike, b: float = 4) -> _core.Tensor:
    """`(x + sqrt(x * x + b)) / 2` (Barron, 2021)."""
    x = _core.convert_to_tensor(x)
    return (x + _core.sqrt(x * x + b)) / 2.0


@_registry.add()
def sparse_plus(x: TensorLike) -> _core.Tensor:
    """0 up to -1, `(x + 1) ** 2 / 4` up to 1, then `x`."""
    x = _core.convert_to_tensor(x)
    middle = _core.square(_core.clip_by_value(x, -1.0, 1.0) + 1.0) / 4.0
    return middle + _core.relu(x - 1.0)


@_registry.add()
def sparse_sigmoid(x: TensorLike) -> _core.Tensor:
    """`(x + 1) / 2` clipped to 0 ... 1."""
    x = _core.convert_to_tensor(x)
    line = _core.where(_core.abs(x) < 1.0, 0.5 * (x + 1.0), _core.zeros_like(x))
    return line + _core.cast(x >= 1.0, x.dtype)


@_registry.add()
def sparsemax(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """The nearest point of the probability simplex along `axis` (Martins and Astudillo, 2016).

    >>> import gradtape as tf
    >>> tf.keras.activations.sparsemax(tf.constant([[2.0, 1.5, 0.0]])).numpy().tolist()
    [[0.75, 0.25, 0.0]]
    """
    x = _core.convert_to_tensor(x)
    order = [a for a in range(x.shape.rank) if a != axis % x.shape.rank] + [axis % x.shape.rank]
    x = _core.transpose(x, order)
    ranked = _core.sort(x, direction="DESCENDING")
    sums = _core.cumsum(ranked, axis=-1) - 1.0
    counts = _core.cast(_core.range(1, x.shape[-1] + 1), x.dtype)
    inside = _core.cast(counts * ranked > sums, x.dtype)
    size = _core.reduce_sum(inside, axis=-1, keepdims=True)
    level = (_core.reduce_sum(ranked * inside, axis=-1, keepdims=True) - 1.0) / size
    back = sorted(range(len(order)), key=order.__getitem__)
    return _core.transpose(_core.maximum(x - level, 0.0), back)


@_registry.add("swish")
def silu(x: TensorLike) -> _core.Tensor:
    """`x * sigmoid(x)`."""
    return _core.silu(x)


@_registry.add()
def leaky_relu(x: TensorLike, negative_slope: float = 0.2, alpha: float | None = None) -> Any:
    """`x` where positive, `negative_slope * x` elsewhere; `alpha` is Keras 2's name of it."""
    return _core.leaky_relu(x, negative_slope if alpha is None else alpha)


@_registry.add()
def relu6(x: TensorLike) -> Any:
    """`x` clipped to 0 ... 6."""
    return _core.relu6(x)


@_registry.add()
def exponential(x: TensorLike) -> Any:
    """`exp(x)`."""
    return _core.exp(x)


@_registry.add()
def hard_sigmoid(x: TensorLike) -> _core.Tensor:
    """`relu6(x + 3) / 6`; in Keras 2 (`TF_USE_LEGACY_KERAS`) `0.2 * x + 0.5` within 0 and 1."""
    x = _core.convert_to_tensor(x)
    if is_keras_2_asked_for():
        return _core.clip_by_value(0.2 * x + 0.5, 0.0, 1.0)
    return _core.relu6(x + 3.0) / 6.0


@_registry.add()
def mish(x: TensorLike) -> Any:
    """`x * tanh(softplus(x))`."""
    return x * _core.tanh(_core.softplus(x))


swish, hard_swish = silu, hard_silu
