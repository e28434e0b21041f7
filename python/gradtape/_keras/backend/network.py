"""Layers' arithmetic under the names of Keras 2's backend: losses, choices, the learning phase.

Arguments come in Keras's order: the target before the output.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ... import _core
from ..._control import mapping
from ..._runtime.versions import is_keras_2_asked_for
from .. import activations
from ..base_layer.calling import current_call
from ..binary_entropies import complement
from ..logits import behind, with_logits
from ..losses import crossentropy, focal
from ..settings import epsilon, phase
from .draws import seed_or_drawn

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..._typing import DTypeLike, TensorLike


def relu(
    x: TensorLike, alpha: float = 0.0, max_value: float | None = None, threshold: float = 0.0
) -> _core.Tensor:
    """`x` above `threshold`, `alpha * (x - threshold)` below, at most `max_value`."""
    return activations.relu(x, alpha, max_value, threshold)


def elu(x: TensorLike, alpha: float = 1.0) -> _core.Tensor:
    """`x` where positive, `alpha * (exp(x) - 1)` elsewhere."""
    return activations.elu(x, alpha)


def softmax(x: TensorLike, axis: int = -1) -> _core.Tensor:
    """`exp(x) / sum(exp(x))` along `axis`; losses see `x` behind it."""
    return activations.softmax(x, axis)


def sigmoid(x: TensorLike) -> _core.Tensor:
    """`1 / (1 + exp(-x))`; losses see `x` behind it, those of Keras 3 in graphs only.

    >>> import gradtape as tf
    >>> float(tf.keras.backend.sigmoid(0.0))
    0.5
    """
    result = _core.sigmoid(x)
    return with_logits(result, x) if is_keras_2_asked_for() else result


def dropout(
    x: TensorLike, level: float, noise_shape: Any = None, seed: int | None = None
) -> _core.Tensor:
    """Zeros in the share `level` of the places, the rest larger by `1 / (1 - level)`."""
    return _core.dropout(x, level, noise_shape, seed_or_drawn(seed))


def batch_normalization(
    x: TensorLike,
    mean: TensorLike,
    var: TensorLike,
    beta: TensorLike | None,
    gamma: TensorLike | None,
    axis: int = -1,
    epsilon: float = 1e-3,
) -> _core.Tensor:
    """`gamma * (x - mean) / sqrt(var + epsilon) + beta`; the channels are the last axis."""
    return _core.batch_normalization(x, mean, var, beta, gamma, epsilon)


def binary_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False
) -> _core.Tensor:
    """The cross entropy of each element, without a mean over the last axis.

    >>> import gradtape as tf
    >>> loss = tf.keras.backend.binary_crossentropy([[0.0, 1.0]], [[0.0, 0.0]], from_logits=True)
    >>> loss.shape
    TensorShape([1, 2])
    """
    if is_keras_2_asked_for():
        output, from_logits = behind(output, from_logits, "binary_crossentropy", "Sigmoid")
    target, output = _core.convert_to_tensor(target), _core.convert_to_tensor(output)
    if from_logits:
        return _core.sigmoid_cross_entropy_with_logits(labels=target, logits=output)
    small = epsilon()  # added once more in the logarithms, as Keras does here
    output = _core.clip_by_value(output, small, 1.0 - small)
    yes = target * _core.log(output + small)
    return -(yes + (1.0 - target) * _core.log(complement(output, small)))


def categorical_crossentropy(
    target: TensorLike, output: TensorLike, from_logits: bool = False, axis: int = -1
) -> _core.Tensor:
    """`-sum(target * log(output))` along `axis`, with `output` made to sum to 1."""
    return crossentropy.categorical_crossentropy(target, _seen(output), from_logits, axis=axis)


def sparse_categorical_crossentropy(
    target: TensorLike,
    output: TensorLike,
    from_logits: bool = False,
    axis: int = -1,
    ignore_class: int | None = None,
) -> _core.Tensor:
    """`categorical_crossentropy` for targets that are numbers of classes."""
    return crossentropy.sparse_categorical_crossentropy(
        target, _seen(output), from_logits, ignore_class, axis
    )


def _seen(output: TensorLike) -> Any:
    """An output as these functions see it: Keras 2's find the logits behind probabilities."""
    return output if is_keras_2_asked_for() else _core.identity(output)


def binary_focal_crossentropy(
    target: TensorLike, output: TensorLike, apply_class_balancing: bool = False,
    alpha: float = 0.25, gamma: float = 2.0, from_logits: bool = False,
) -> _core.Tensor:  # fmt: skip
    """`keras.losses.binary_focal_crossentropy` of each element."""
    pair = (_core.convert_to_tensor(each)[..., None] for each in (target, output))
    return focal.binary_focal_crossentropy(*pair, apply_class_balancing, alpha, gamma, from_logits)


def categorical_focal_crossentropy(
    target: TensorLike, output: TensorLike, alpha: Any = 0.25, gamma: float = 2.0,
    from_logits: bool = False, axis: int = -1,
) -> _core.Tensor:  # fmt: skip
    """`keras.losses.categorical_focal_crossentropy`."""
    return focal.categorical_focal_crossentropy(
        target, output, alpha, gamma, from_logits, axis=axis
    )


def in_top_k(predictions: TensorLike, targets: TensorLike, k: int) -> _core.Tensor:
    """Whether each target is among the `k` largest predictions of its row."""
    return _core.in_top_k(targets, predictions, k)


def switch(condition: TensorLike, then_expression: Any, else_expression: Any) -> _core.Tensor:
    """One of two values, or, for a condition with axes, a choice for each element. One of several
    axes lacks the last ones of the expressions.

    The expressions are tensors or functions without arguments that return them.
    """
    truth: Any = _core.cast(condition, _core.bool)
    if truth.shape.rank == 0:
        return _value(then_expression if bool(truth) else else_expression)
    then, other = _value(then_expression), _value(else_expression)
    missing = then.shape.rank - truth.shape.rank if truth.shape.rank > 1 else 0
    shape = [*truth.shape.as_list(), *([1] * missing)]
    return _core.where(_core.reshape(truth, shape), then, other)


def _value(expression: Any) -> _core.Tensor:
    return expression() if callable(expression) else expression


def learning_phase() -> int:
    """1 inside a call with `training=True`, or after `set_learning_phase(1)`, else 0."""
    call = current_call()
    return int(bool(phase[0] if call is None else call.training))


def set_learning_phase(value: int) -> None:
    """What `learning_phase` says outside of layers' calls: 0 or 1, else `ValueError`.

    In Keras 2 layers that are called without `training`, and outside of others, are in that mode.

    >>> import gradtape as tf
    >>> tf.keras.backend.set_learning_phase(1)
    >>> tf.keras.backend.learning_phase()
    1
    >>> tf.keras.backend.clear_session()
    """
    if value not in {0, 1}:
        raise ValueError("Expected learning phase to be 0 or 1.")
    phase[0] = bool(value)


@contextlib.contextmanager
def learning_phase_scope(value: int) -> Iterator[None]:
    """Within, `learning_phase` says so outside of layers' calls.

    >>> import gradtape as tf
    >>> with tf.keras.backend.learning_phase_scope(1):
    ...     tf.keras.backend.learning_phase()
    1
    """
    before = phase[0]
    set_learning_phase(value)
    try:
        yield
    finally:
        phase[0] = before


def normalize_batch_in_training(
    x: TensorLike,
    gamma: TensorLike | None,
    beta: TensorLike | None,
    reduction_axes: Sequence[int],
    epsilon: float = 1e-3,
) -> tuple[_core.Tensor, _core.Tensor, _core.Tensor]:
    """A batch normalized over some axes, scaled and moved; and its mean and variance."""
    x = _core.convert_to_tensor(x)
    axes = [axis % len(x.shape) for axis in reduction_axes]
    mean = _core.reduce_mean(x, axes, keepdims=True)
    variance = _core.reduce_mean(_core.squared_difference(x, mean), axes, keepdims=True)
    shape = mean.shape.as_list()
    factor = 1.0 if gamma is None else _core.reshape(gamma, shape)
    offset = 0.0 if beta is None else _core.reshape(beta, shape)
    normal = (x - mean) * (factor * _core.rsqrt(variance + epsilon)) + offset
    if len(shape) == 4 and axes in ([0, 1, 2], [0, 2, 3]):  # as the fused operation tells it
        count = math.prod(x.shape[axis] for axis in axes)
        variance = variance * (count / max(count - 1, 1))
    return normal, _core.squeeze(mean, axes), _core.squeeze(variance, axes)


def manual_variable_initialization(value: bool) -> None:
    """Does nothing: variables have their values from the start."""


def in_train_phase(x: Any, alt: Any, training: TensorLike | None = None) -> Any:
    """`x` while training, else `alt`; either may be a function without arguments."""
    chosen = learning_phase() if training is None else training
    return _value(x if chosen else alt)


def in_test_phase(x: Any, alt: Any, training: TensorLike | None = None) -> Any:
    """`alt` while training, else `x`."""
    return in_train_phase(alt, x, training)


def map_fn(
    fn: Callable[..., Any], elems: Any, name: str | None = None, dtype: DTypeLike = None
) -> Any:
    """`fn` of each row of `elems`, stacked."""
    return mapping.map_fn(fn, elems, dtype=dtype)


def foldl(
    fn: Callable[..., Any], elems: Any, initializer: Any = None, name: str | None = None
) -> Any:
    """`fn(...fn(fn(initializer, first), second)...)` over the rows of `elems`."""
    return mapping.foldl(fn, elems, initializer=initializer)


def foldr(
    fn: Callable[..., Any], elems: Any, initializer: Any = None, name: str | None = None
) -> Any:
    """`foldl` from the last row to the first."""
    return mapping.foldr(fn, elems, initializer=initializer)
