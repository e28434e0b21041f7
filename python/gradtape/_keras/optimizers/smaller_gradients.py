"""Gradients of a smaller shape than their variables, as a program's own sums of numbers may be.

Keras computes steps with formulas, in which such a gradient counts for every element that it is
spread over; what hands it to one operation of TensorFlow refuses it. Invariant: what is looked at
here has been refused before anything changed.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ...errors import InvalidArgumentError


def updated(optimizer: Any, grads: list[Any], variables: list[Any], slots: list[list[Any]]) -> None:
    """One update by the optimizer's rule, also with gradients of smaller shapes if it spreads them.

    >>> import gradtape as tf
    >>> from gradtape._keras.optimizers.smaller_gradients import updated
    >>> w = tf.Variable([1.0, 2.0])
    >>> updated(tf.keras.optimizers.SGD(0.5), [tf.constant([2.0, 4.0])], [w], [])
    >>> w.numpy().tolist()
    [0.0, 0.0]
    """
    try:
        optimizer._update(grads, variables, slots)
    except InvalidArgumentError:
        whole = _spread(grads, variables) if optimizer._spreads_gradients else None
        if whole is None:
            raise
        optimizer._update(whole, variables, slots)


def _spread(grads: list[Any], variables: list[Any]) -> list[Any] | None:
    """The gradients in the shapes of their variables; None where none is smaller, or may be."""
    if not (is_keras_2_asked_for() or are_of_keras_3()):
        return None
    pairs = list(zip(grads, variables, strict=True))
    if not any(_is_smaller(grad, variable.shape) for grad, variable in pairs):
        return None
    return [
        _core.broadcast_to(grad, variable.shape) if _is_smaller(grad, variable.shape) else grad
        for grad, variable in pairs
    ]


def _is_smaller(grad: Any, shape: Any) -> bool:
    if not isinstance(grad, _core.Tensor) or grad.shape == shape:
        return False
    own, whole = grad.shape.as_list(), shape.as_list()
    beside = zip(reversed(own), reversed(whole), strict=False)
    return len(own) <= len(whole) and all(one in (1, size) for one, size in beside)
