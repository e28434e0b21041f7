"""The largest and the mean of windows of `[batch, ..., channels]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core
from ..promotion import tensor
from .calling import named
from .formats import is_first, lengths, mode, spatial_rank, turned, turned_back

if TYPE_CHECKING:
    from ..._typing import TensorLike

Function = Callable[..., Any]
Sizes = int | Sequence[int]


def _pool(name: str, kind: str, says: str) -> Function:
    def call(
        inputs: TensorLike, pool_size: Sizes, strides: Sizes | None = None,
        padding: str = "valid", data_format: str | None = None,
    ) -> _core.Tensor:  # fmt: skip
        x, first = tensor(inputs), is_first(data_format)
        count = spatial_rank(x)
        window = lengths(pool_size, count, "pool_size")
        steps = window if strides is None else lengths(strides, count, "strides")
        found = _core.pool(turned(x, first), window, kind, steps, mode(padding))
        return turned_back(found, first)

    return named(call, name, says)


def _adaptive(name: str, reduce: Function, says: str) -> Function:
    def call(
        inputs: TensorLike, output_size: Sizes, data_format: str | None = None
    ) -> _core.Tensor:
        x, first = tensor(inputs), is_first(data_format)
        count = spatial_rank(x)
        found = turned(x, first)
        for i, wanted in enumerate(lengths(output_size, count, "output_size")):
            found = _windows(reduce, found, i + 1, wanted)
        return turned_back(found, first)

    return named(call, name, says)


def _windows(reduce: Function, x: _core.Tensor, axis: int, count: int) -> _core.Tensor:
    """`reduce` of `count` windows along an axis, from one share of it to the next."""
    size = x.shape[axis]
    if size < 1 or count > 100_000:
        raise ValueError(f"{count} windows cannot be made of an axis of length {size}.")
    found = []
    for i in range(count):
        key: list[Any] = [slice(None)] * x.shape.rank
        key[axis] = slice(i * size // count, -(-(i + 1) * size // count))
        found.append(reduce(x[tuple(key)], axis))
    return _core.stack(found, axis)


max_pool = _pool("max_pool", "MAX", "The largest of each window; `strides` are its lengths.")
average_pool = _pool("average_pool", "AVG", "The mean of each window; padding does not count.")
adaptive_max_pool = _adaptive(
    "adaptive_max_pool", _core.reduce_max, "The largest of so many windows along each axis."
)
adaptive_average_pool = _adaptive(
    "adaptive_average_pool", _core.reduce_mean, "The mean of so many windows along each axis."
)
