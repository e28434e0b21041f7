"""Products of tensors by Keras's rules: `dot`, and `batch_dot` for each entry of a batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core

if TYPE_CHECKING:
    from .._typing import AxisLike, TensorLike


def dot(x: TensorLike, y: TensorLike) -> _core.Tensor:
    """The sum over the last axis of `x` and the last but one of `y` (its only one).

    >>> import gradtape as tf
    >>> tf.keras.backend.dot(tf.ones([2, 3, 4]), tf.ones([4, 5])).shape
    TensorShape([2, 3, 5])
    """
    a, b = _tensor(x), _tensor(y)
    if a.shape.rank == b.shape.rank == 2:
        return _core.matmul(a, b)
    return _core.tensordot(a, b, [[-1], [max(b.shape.rank - 2, 0)]])


def batch_dot(x: TensorLike, y: TensorLike, axes: AxisLike = None) -> _core.Tensor:
    """Products of the entries of two batches, summed over one axis of each.

    By default these are the last axis of `x` and the last but one of `y`. The result has at least
    two axes.

    >>> import gradtape as tf
    >>> tf.keras.backend.batch_dot(tf.ones([2, 3]), tf.ones([2, 3])).numpy().tolist()
    [[3.0], [3.0]]
    """
    a, b = _tensor(x), _tensor(y)
    if min(a.shape.rank, b.shape.rank) < 2:
        raise ValueError(
            "Cannot do batch_dot on inputs with rank < 2. Received inputs with shapes "
            f"{a.shape} and {b.shape}."
        )
    of_x, of_y = _summed_axes(a, b, axes)
    if a.shape[of_x] != b.shape[of_y]:
        raise ValueError(
            f"Cannot do batch_dot on inputs with shapes {a.shape} and {b.shape} with axes="
            f"{[of_x, of_y]}. x.shape[{of_x}] != y.shape[{of_y}] "
            f"({a.shape[of_x]} != {b.shape[of_y]})."
        )
    product = _core.einsum(_equation(a.shape.rank, b.shape.rank, of_x, of_y), [a, b])
    return _core.expand_dims(product, 1) if product.shape.rank == 1 else product


def _tensor(x: Any) -> _core.Tensor:
    return _core.convert_to_tensor(x)


def _summed_axes(x: _core.Tensor, y: _core.Tensor, axes: AxisLike) -> tuple[int, int]:
    if axes is None:
        return x.shape.rank - 1, 1 if y.shape.rank == 2 else y.shape.rank - 2
    of_x, of_y = (axes, axes) if isinstance(axes, int) else axes
    of_x, of_y = of_x % x.shape.rank, of_y % y.shape.rank
    if 0 in (of_x, of_y):
        raise ValueError("Cannot perform batch_dot over axis 0: it is the axis of the batch.")
    return of_x, of_y


def _equation(rank_x: int, rank_y: int, of_x: int, of_y: int) -> str:
    letters = iter("bcdefghijklmnopqrstuvwxy")
    of_one = ["a", *(next(letters) for _ in range(rank_x - 1))]
    of_other = ["a", *(next(letters) for _ in range(rank_y - 1))]
    of_one[of_x] = of_other[of_y] = "z"
    kept = [c for c in of_one if c != "z"] + [c for c in of_other[1:] if c != "z"]
    return f"{''.join(of_one)},{''.join(of_other)}->{''.join(kept)}"
