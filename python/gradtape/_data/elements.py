"""Elements of datasets: structures of tensors, in which a list is one tensor.

Invariant: an element that leaves a dataset holds nothing but tensors (and None), and none of them
is on a tape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .. import _core
from .._runtime.run_for_traces import NeedsData
from .._structure import nest
from .._structure.composites import as_value
from .._structure.tensor_spec import TensorSpec
from . import composed


def as_columns(structure: Any) -> Any:
    """What a program hands over as data: lists become tensors, tuples and dicts are structure."""
    if isinstance(structure, tuple):
        parts = [as_columns(part) for part in structure]
        return type(structure)(*parts) if hasattr(structure, "_fields") else tuple(parts)
    if isinstance(structure, dict):
        return type(structure)((key, as_columns(part)) for key, part in structure.items())
    return None if structure is None else detached(structure)


def detached(value: Any) -> Any:
    """`value` as a tensor that no tape knows."""
    if _core.is_recording() and isinstance(value, _core.Tensor):
        _core.note_left("dataset", [value])
    with _core.stop_recording_all():
        dtype = dtype_of_arrays(value) if isinstance(value, list) else None
        tensor = _core.convert_to_tensor(value, dtype=dtype)
        return _core.identity(tensor) if tensor is value else tensor


def dtype_of_arrays(value: Any) -> Any:
    """The dtype that all arrays of a list, or of lists in it, share; None where it holds others.

    Elsewhere a list of arrays becomes a tensor as a list of their numbers does: integers are int32.

    >>> import numpy as np
    >>> from gradtape._data.elements import dtype_of_arrays
    >>> dtype_of_arrays([np.zeros(2, "uint8"), np.ones(2, "uint8")]), dtype_of_arrays([1, 2])
    (dtype('uint8'), None)
    """
    if isinstance(value, list):
        dtypes = set(map(dtype_of_arrays, value))
        return dtypes.pop() if len(dtypes) == 1 else None
    return value.dtype if isinstance(value, np.ndarray) and value.dtype.kind in "biufc" else None


def as_element(result: Any) -> Any:
    """What a mapped function returned, as tensors: a list is a tuple, and one tensor within it."""
    return as_part(tuple(result) if isinstance(result, list) else result)


def as_part(part: Any) -> Any:
    """A part of what a function returned, in which a list is one tensor."""
    if isinstance(part, _core.Tensor) or part is None:
        return part
    if isinstance(part, tuple):
        parts = map(as_part, part)
        return type(part)(*parts) if hasattr(part, "_fields") else tuple(parts)
    if isinstance(part, dict):
        return type(part)((key, as_part(value)) for key, value in part.items())
    return as_value(part)


def apply(function: Callable[..., Any], element: Any) -> Any:
    """`function` of an element: a tuple, but no named one, is spread over the arguments."""
    return function(*element) if type(element) is tuple else function(element)


def spread(element: Any) -> tuple[Any, ...]:
    """The arguments that an element is for a function."""
    return element if type(element) is tuple else (element,)


def spec_of(element: Any) -> Any:
    """A `TensorSpec` in place of each tensor."""
    return nest.map_structure(
        lambda leaf: None if leaf is None else composed.spec_of(leaf), element
    )


def probe(spec: TensorSpec, size: int) -> Any:
    """An element that fits `spec`, with `size` for each dimension that is not known.

    It is of zeros; integers are `size - 1`, so that a shape that they decide differs as well. Of a
    rank that is not known it has none for the size 1 and one axis for others: it stays unknown.
    """

    def constant(leaf: TensorSpec) -> Any:
        if leaf is None:
            return None
        shape = [None] * (size > 1) if leaf.shape.rank is None else leaf.shape.as_list()
        shape = [size if d is None else d for d in shape]
        zeros = _core.zeros(shape, leaf.dtype)
        if leaf.dtype.is_integer:
            zeros = zeros + _core.cast(size - 1, leaf.dtype)
        return composed.like(leaf, zeros)

    return nest.map_structure(constant, spec)


def made_up(spec: Any) -> Any:
    """An element that fits `spec`; `NeedsData` where the rank of a tensor is open."""
    for leaf in nest.flatten(spec):
        if leaf is not None and getattr(getattr(leaf, "shape", None), "rank", None) is None:
            raise NeedsData
    return probe(spec, 1)


def of_other_length(element: Any, spec: Any) -> Any:
    """The element with another number of rows in each dense tensor whose number is open.

    >>> import gradtape as tf
    >>> from gradtape._data.elements import of_other_length
    >>> of_other_length(tf.range(5), tf.TensorSpec([None], tf.int32)).shape
    TensorShape([1])
    """

    def changed(leaf: Any, leaf_spec: Any) -> Any:
        rank = leaf_spec.shape.rank if isinstance(leaf_spec, TensorSpec) else None
        if not rank or leaf_spec.shape[0] is not None:
            return leaf
        return leaf[:1] if leaf.shape[0] != 1 else _core.concat([leaf, leaf], 0)

    return nest.map_structure(changed, element, spec)


def common_spec(one: Any, other: Any) -> Any:
    """The spec that describes both; the two have the same structure."""

    def widened(first: TensorSpec, second: TensorSpec) -> Any:
        return None if first is None else first.most_specific_common_supertype([second])

    return nest.map_structure(widened, one, other)


def stacked(elements: list[Any], specs: list[Any] | None = None) -> Any:
    """Elements as one, each tensor with a new first axis.

    `specs` has one for each tensor, where some may be rows of a ragged tensor.
    """
    flat = zip(*(nest.flatten(element) for element in elements), strict=True)
    if specs is None:
        columns = [None if column[0] is None else composed.stacked(list(column)) for column in flat]
    else:
        columns = [composed.stacked_as(list(column), spec) for column, spec in zip(flat, specs)]
    return nest.pack_sequence_as(elements[0], columns)
