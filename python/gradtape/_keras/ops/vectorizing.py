"""`vectorize`: functions of single elements, or of small arrays, called for each of many."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from ... import _core
from ..._structure import nest
from ..promotion import tensor

_NAMES = r"\((?:\w+(?:,\w+)*)?\)"
_SIGNATURE = re.compile(rf"{_NAMES}(?:,{_NAMES})*->{_NAMES}(?:,{_NAMES})*")


def vectorize(
    pyfunc: Callable[..., Any],
    *,
    excluded: Iterable[int | str] | None = None,
    signature: str | None = None,
) -> Callable[..., Any]:
    """A function that calls `pyfunc` for each element of its arguments, which broadcast.

    With a signature such as "(m,n),(n)->(m)" it gets arrays with so many axes, the last of each
    argument. Arguments whose places or names are `excluded` are handed on as they are.

    >>> larger = tf.keras.ops.vectorize(lambda a, b: tf.maximum(a, b))
    >>> larger(tf.constant([1, 5]), tf.constant([[3], [4]])).numpy().tolist()
    [[3, 5], [4, 5]]
    """
    if not callable(pyfunc):
        raise ValueError(f"Expected argument `pyfunc` to be a callable. Received: pyfunc={pyfunc}")
    ranks = None if signature is None else _ranks(signature)
    left_out = frozenset(excluded or ())

    def call(*args: Any, **kwargs: Any) -> Any:
        moving = [i for i in range(len(args)) if i not in left_out]
        named = [name for name in kwargs if name not in left_out]
        given = [tensor(args[i]) for i in moving] + [tensor(kwargs[name]) for name in named]
        inner = [0] * len(given) if ranks is None else ranks
        if len(inner) != len(given):
            raise TypeError(f"{len(given)} arguments were given to the signature {signature!r}.")
        outer = [x.shape.as_list()[: x.shape.rank - n] for x, n in zip(given, inner, strict=True)]
        if any(x.shape.rank < n for x, n in zip(given, inner, strict=True)):
            raise ValueError(f"An argument has fewer axes than the signature {signature!r} says.")
        shape = [int(n) for n in np.broadcast_shapes(*map(tuple, outer))]
        rows = [_rows(x, n, shape) for x, n in zip(given, inner, strict=True)]
        results = []
        for at in range(int(np.prod(shape, dtype=np.int64))):
            now, options = list(args), dict(kwargs)
            for i, x in zip(moving, rows, strict=False):
                now[i] = x[at]
            options.update(
                {name: x[at] for name, x in zip(named, rows[len(moving) :], strict=True)}
            )
            results.append(nest.map_structure(tensor, pyfunc(*now, **options)))
        if not results:
            raise ValueError("There are no elements to call the function with.")
        return nest.map_structure(lambda *leaves: _packed([*leaves], shape), *results)

    call.__name__ = getattr(pyfunc, "__name__", "vectorized")
    call.__doc__ = getattr(pyfunc, "__doc__", None)
    return call


def _ranks(signature: str) -> list[int]:
    """The number of axes of each argument of a signature."""
    plain = re.sub(r"\s", "", signature)
    if not _SIGNATURE.fullmatch(plain):
        raise ValueError(f"Not a valid signature: {signature!r}")
    groups = re.findall(r"\(([^()]*)\)", plain.partition("->")[0])
    return [len(group.split(",")) if group else 0 for group in groups]


def _rows(x: _core.Tensor, inner: int, shape: list[int]) -> _core.Tensor:
    """What each call gets of an argument, one after the other."""
    own = x.shape.as_list()[x.shape.rank - inner :]
    return _core.reshape(_core.broadcast_to(x, [*shape, *own]), [-1, *own])


def _packed(leaves: list[_core.Tensor], shape: list[int]) -> _core.Tensor:
    found = _core.stack(leaves)
    return _core.reshape(found, [*shape, *found.shape.as_list()[1:]])
