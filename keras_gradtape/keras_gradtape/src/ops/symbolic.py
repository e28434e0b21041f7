"""Shapes and types of results that nobody has computed yet.

An open dimension stands for any length. The function runs on zeros with the open dimensions filled
by one number, and again with another; where the results differ, a dimension of them is open too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keras.src import tree
from keras.src.backend.common import standardize_dtype
from keras.src.backend.common.keras_tensor import KerasTensor
from keras.src.backend.common.stateless_scope import StatelessScope
from keras.src.backend.common.symbolic_scope import SymbolicScope

import gradtape

_TENSORS = (gradtape.Tensor, gradtape.Variable)
# What fills the first axis and the others, in both runs. Few rows are soon computed; but windows
# must fit the others, and where a function divides lengths, only numbers with many factors do.
_FILLINGS = (((2, 83), (3, 89)), ((83, 83), (89, 89)), ((240, 240), (480, 480)))


def compute_output_spec(fn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What `fn` would return, as `KerasTensor`s."""
    with StatelessScope(), SymbolicScope():
        if not any(_is_open(leaf) for leaf in tree.flatten((args, kwargs))):
            return tree.map_structure(_described, _run(fn, args, kwargs, (1, 1)))
        return _with_open_dimensions(fn, args, kwargs)


def _with_open_dimensions(fn: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    errors = []
    for first, second in _FILLINGS:
        try:
            results = [_run(fn, args, kwargs, filling) for filling in (first, second)]
        except Exception as error:  # with other lengths it may be all right
            errors.append(error)
            continue
        return tree.map_structure(_common, *results)
    raise errors[0]


def _is_open(leaf: Any) -> bool:
    return isinstance(leaf, KerasTensor) and None in leaf.shape


def _run(fn: Callable[..., Any], args: Any, kwargs: Any, filling: tuple[int, int]) -> Any:
    args, kwargs = tree.map_structure(lambda leaf: _zeros(leaf, filling), (args, kwargs))
    return fn(*args, **kwargs)


def _zeros(leaf: Any, filling: tuple[int, int]) -> Any:
    """Zeros in the place of a symbolic tensor."""
    if not isinstance(leaf, KerasTensor):
        return leaf
    first, other = filling
    sizes = [
        size if size is not None else (other if axis else first)
        for axis, size in enumerate(leaf.shape)
    ]
    if leaf.dtype == "string":
        return gradtape.fill(sizes, "")
    return gradtape.zeros(sizes, leaf.dtype)


def _described(leaf: Any) -> Any:
    if not isinstance(leaf, _TENSORS):
        return leaf
    return KerasTensor(tuple(leaf.shape), standardize_dtype(leaf.dtype))


def _common(one: Any, other: Any) -> Any:
    """What two results have in common."""
    if not isinstance(one, _TENSORS):
        return one
    sizes = [a if a == b else None for a, b in zip(one.shape, other.shape)]
    return KerasTensor(tuple(sizes), standardize_dtype(one.dtype))
