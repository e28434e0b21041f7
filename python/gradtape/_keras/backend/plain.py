"""Functions of the core under the names that Keras 2's backend has for their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ... import _core

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..._typing import TensorLike


def shape(x: TensorLike) -> _core.Tensor:
    """The sizes of the axes, as a tensor."""
    return _core.shape(x)


def softplus(x: TensorLike) -> _core.Tensor:
    """`log(exp(x) + 1)`."""
    return _core.softplus(x)


def softsign(x: TensorLike) -> _core.Tensor:
    """`x / (1 + abs(x))`."""
    return _core.softsign(x)


def stack(x: Sequence[TensorLike], axis: int = 0) -> _core.Tensor:
    """Tensors of one shape as the parts of one with another axis."""
    return _core.stack(x, axis=axis)


def stop_gradient(variables: Any) -> Any:
    """A tensor, or each of several, through which no gradient goes.

    >>> import gradtape as tf
    >>> len(tf.keras.backend.stop_gradient([tf.ones([2]), tf.ones([3])]))
    2
    """
    if isinstance(variables, (list, tuple)):
        return [_core.stop_gradient(variable) for variable in variables]
    return _core.stop_gradient(variables)


def tile(x: TensorLike, n: Any) -> _core.Tensor:
    """`x` repeated `n` times along each axis; a number is for a vector."""
    return _core.tile(x, [n] if isinstance(n, int) else n)


def transpose(x: TensorLike) -> _core.Tensor:
    """The axes in the reverse order."""
    return _core.transpose(x)
