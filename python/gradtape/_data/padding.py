"""`padded_batch`: tensors of different shapes as one, filled up at their ends."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from .. import _core, errors
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .rearranging import Batch
from .stream import Stream


class PaddedBatch(Batch):
    """Elements stacked, each tensor padded to the longest of its batch or to a given shape."""

    def __init__(
        self, source: Stream, size: int, shapes: Any, values: Any, drop_remainder: bool
    ) -> None:
        super().__init__(source, size, drop_remainder)
        spec = source.spec()
        flat = nest.flatten(spec)
        wishes = _leaves(spec, shapes)
        self._shapes = [
            _shape(one, wanted, place)
            for place, (one, wanted) in enumerate(zip(flat, wishes, strict=True))
        ]
        self._are_given = [wanted is not None for wanted in wishes]
        fills = [values] * len(flat) if not nest.is_nested(values) else _leaves(spec, values)
        self._fills = [_fill(one, value) for one, value in zip(flat, fills, strict=True)]

    def elements(self) -> Iterator[Any]:
        source = iter(self._source.elements())
        while group := list(itertools.islice(source, self._size)):
            if len(group) == self._size or not self._drop_remainder:
                yield self._padded(group)

    def _padded(self, group: list[Any]) -> Any:
        columns = zip(*(nest.flatten(element) for element in group), strict=True)
        padded = [
            padded_stack(list(column), shape, fill)
            for column, shape, fill in zip(columns, self._shapes, self._fills, strict=True)
        ]
        return nest.pack_sequence_as(group[0], padded)

    def spec(self) -> Any:
        size = self._size if self._drop_remainder else None
        spec = self._source.spec()
        parts = zip(nest.flatten(spec), self._shapes, self._are_given, strict=True)
        specs = [
            TensorSpec([size, *(shape if given else _known(one, shape))], one.dtype)
            for one, shape, given in parts
        ]
        return nest.pack_sequence_as(spec, specs)


def _known(spec: TensorSpec, shape: list[int | None]) -> list[int | None]:
    """The sizes that all batches have, where none were given."""
    return shape if spec.shape.rank is None else spec.shape.as_list()


def _leaves(spec: Any, value: Any) -> list[Any]:
    """What `value` has where `spec` has tensors; None stands for None everywhere."""
    if value is None:
        return [None] * len(nest.flatten(spec))
    if isinstance(spec, dict):
        if not isinstance(value, dict) or value.keys() != spec.keys():
            raise TypeError(f"Expected a dict with the keys {sorted(spec)}, got {value!r}.")
        return [leaf for key in sorted(spec) for leaf in _leaves(spec[key], value[key])]
    if isinstance(spec, tuple):
        if not isinstance(value, tuple) or len(value) != len(spec):
            raise TypeError(
                "If shallow structure is a sequence, input must also be a sequence. Expected a "
                f"tuple of {len(spec)}, got {value!r} of type {type(value).__name__}."
            )
        return [leaf for one, inner in zip(spec, value) for leaf in _leaves(one, inner)]
    return [value]


def _shape(spec: TensorSpec, wanted: Any, place: int) -> list[int | None]:
    if wanted is None:
        if spec.shape.rank is None:
            raise ValueError(
                "You must provide `padded_shapes` argument because component "
                f"{place} has unknown rank."
            )
        return [None] * spec.shape.rank  # what a function gives may be longer than its spec says
    if isinstance(wanted, _core.Tensor):
        wanted = wanted.numpy().tolist()
    if isinstance(wanted, int):
        wanted = [wanted]
    sizes = wanted.as_list() if hasattr(wanted, "as_list") else list(wanted)
    sizes = [None if size is None or int(size) == -1 else int(size) for size in sizes]
    known = spec.shape.rank is not None
    fits = not known or (
        len(sizes) == spec.shape.rank
        and all(None in (a, b) or a >= b for a, b in zip(sizes, spec.shape.as_list()))
    )
    if not fits:
        raise ValueError(
            f"The padded shape {tuple(sizes)} is not compatible with the shape {spec.shape} of the "
            "corresponding input component."
        )
    return sizes


def _fill(spec: TensorSpec, value: Any) -> _core.Tensor:
    if value is None:
        return _core.zeros([], spec.dtype)
    tensor = _core.convert_to_tensor(value)
    if tensor.dtype != spec.dtype:
        raise TypeError(
            f"Invalid `padding_values`. `padding_values` values type {tensor.dtype!r} does not "
            f"match type {spec.dtype!r} of the corresponding input component."
        )
    if tensor.shape.rank != 0:
        raise ValueError(
            "Invalid `padding_values`. `padding_values` values should be scalars, but got "
            f"{tensor.shape}."
        )
    return tensor


def padded_stack(tensors: list[Any], shape: list[int | None], fill: Any) -> Any:
    """Tensors as one with a new first axis; None in `shape` is the longest of them."""
    sizes = [tensor.shape.as_list() for tensor in tensors]
    if any(len(size) != len(shape) for size in sizes):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"All elements in a batch must have the same rank as the padded shape {shape}.",
        )
    target = [
        max(size[axis] for size in sizes) if wanted is None else wanted
        for axis, wanted in enumerate(shape)
    ]
    if any(have > want for size in sizes for have, want in zip(size, target)):
        raise errors.DataLossError(
            None, None, "Attempted to pad to a smaller size than the input element."
        )
    padded = [
        tensor if size == target else _padded(tensor, size, target, fill)
        for tensor, size in zip(tensors, sizes)
    ]
    return _core.stack(padded)


def _padded(tensor: Any, size: list[int], target: list[int], fill: Any) -> _core.Tensor:
    after = [[0, want - have] for have, want in zip(size, target)]
    if tensor.dtype != _core.string:
        return _core.pad(tensor, after, constant_values=fill)
    import numpy as np

    values = np.full(target, fill.numpy(), object)
    values[tuple(slice(have) for have in size)] = tensor.numpy()
    return _core.constant(values.ravel().tolist(), dtype=_core.string, shape=target)
