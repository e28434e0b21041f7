"""Functions that take any number of tensors as separate arguments."""

from __future__ import annotations

from typing import Any

from .. import _core


def einsum(equation: str, *inputs: Any, **kwargs: Any) -> _core.Tensor:
    """The sum of products that `equation` describes, in Einstein's notation.

    `ij,jk->ik` is the matrix product; `...` stands for any axes, a repeated letter for a diagonal.
    `optimize` and `name` are accepted and ignored. Errors: `InvalidArgumentError` for shapes that
    do not fit, `ValueError` for an equation that makes no sense.

    >>> tf.einsum("ij,j->i", [[1.0, 2.0], [3.0, 4.0]], [1.0, 1.0]).numpy().tolist()
    [3.0, 7.0]
    """
    unknown = kwargs.keys() - {"optimize", "greedy", "name"}
    if unknown:
        raise TypeError(
            f"Invalid keyword arguments for this function: {', '.join(sorted(unknown))}"
        )
    return _core.einsum(equation, _core.all_items(inputs))


def meshgrid(*args: Any, **kwargs: Any) -> list[_core.Tensor]:
    """Tensors with the coordinates of every point of a grid, one for each vector of coordinates.

    `indexing='xy'` (the default) swaps the first two axes of the result, `'ij'` does not. Errors:
    `ValueError` for another `indexing`.

    >>> x, y = tf.meshgrid([1, 2, 3], [4, 5])
    >>> x.numpy().tolist()
    [[1, 2, 3], [1, 2, 3]]
    """
    indexing = kwargs.pop("indexing", "xy")
    kwargs.pop("name", None)
    if kwargs:
        key = next(iter(kwargs))
        raise TypeError(f"'{key}' is an invalid keyword argument for this function")
    return _core.meshgrid([_places(x) for x in args], indexing)


def _places(x: Any) -> _core.Tensor:
    try:
        return _core.convert_to_tensor(x)
    except ValueError:
        iter(x)  # what is neither a value nor a sequence is a TypeError
        raise
