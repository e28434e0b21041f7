"""Draws of classes by their logits, whose integers are of int64 where nothing else is asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import _core
from .seeds import takes_any_seed

if TYPE_CHECKING:
    from .._typing import DTypeLike, IntsLike, TensorLike


_drawn = takes_any_seed(_core.random_categorical)


def categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    dtype: DTypeLike = None,
    seed: int | None = None,
    name: str | None = None,
) -> _core.Tensor:
    """Classes by the logits of each row, `num_samples` for each, from the stream of a seed.

    >>> tf.random.categorical([[0.0, 100.0]], 3).numpy().tolist()
    [[1, 1, 1]]
    """
    kind = _core.int64 if dtype is None else dtype
    return _drawn(logits, num_samples, dtype=kind, seed=seed, name=name)


def stateless_categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: IntsLike,
    dtype: DTypeLike = _core.int64,
    name: str | None = None,
) -> _core.Tensor:
    """The same, which a seed of two numbers determines.

    >>> tf.random.stateless_categorical([[0.0, 100.0]], 3, seed=[1, 2]).numpy().tolist()
    [[1, 1, 1]]
    """
    kind = _core.int64 if dtype is None else dtype
    return _core.stateless_categorical(logits, num_samples, seed, dtype=kind, name=name)
