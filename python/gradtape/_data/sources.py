"""Where elements come from: tensors, ranges, generators."""

from __future__ import annotations

import builtins
import functools
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from .. import _core, errors
from .._control.foreign_errors import called
from .._ragged.tensor import RaggedTensor
from .._runtime.once import each_aside, is_held_back
from .._sparse.tensor import SparseTensor
from .._structure import nest
from .._structure.composites import has_rows_of_its_own, length_of
from .._structure.tensor_spec import TensorSpec
from .._structure.type_spec import TypeSpec
from . import composed, elements
from .counts import whole
from .indices import Rows
from .showing import first_of
from .stream import INFINITE_CARDINALITY, Stream

_END = object()
_REFUSALS = (TypeError, ValueError, OverflowError, errors.UnimplementedError)


class TensorSlice(Stream):
    """The rows of tensors of the same length."""

    def __init__(self, tensors: Any) -> None:
        self._columns = elements.as_columns(tensors)
        columns = [column for column in nest.flatten(self._columns) if column is not None]
        if not columns:
            raise ValueError("Invalid `element`. `element` should not be empty.")
        lengths = [length_of(column) for column in columns]
        self._length = lengths[0]
        for length in lengths:
            if length != self._length:
                raise ValueError(
                    f"Dimensions {self._length} and {length} are not compatible\n"
                    "What to do: give all parts of the data, such as x and y, as many rows."
                )

    def elements(self) -> Iterator[Any]:
        if self.rows() is not None:
            return super().elements()
        columns = [_rows_of(column) for column in nest.flatten(self._columns)]
        return (nest.pack_sequence_as(self._columns, row) for row in zip(*columns))

    def rows(self) -> Rows | None:
        for column in nest.flatten(self._columns):
            if isinstance(column, SparseTensor) or has_rows_of_its_own(column):
                return None
        return Rows(self._columns, lambda: iter([builtins.range(self._length)]))

    def example(self) -> Any:
        rows = self.rows()
        return first_of(self) if rows is None else rows.first()

    def spec(self) -> Any:
        return nest.map_structure(_spec_of_row, self._columns)

    def has_ragged_rows(self) -> bool:
        return any(isinstance(column, RaggedTensor) for column in nest.flatten(self._columns))

    def cardinality(self) -> int:
        return self._length


def _rows_of(column: Any) -> Iterator[Any]:
    """The rows of a column; of None as many as there are."""
    return itertools.repeat(None) if column is None else composed.rows_of(column)


def _spec_of_row(column: Any) -> Any:
    return None if column is None else composed.spec_of_row(column)


class Tensor(Stream):
    """One element."""

    def __init__(self, tensors: Any) -> None:
        self._element = elements.as_columns(tensors)

    def elements(self) -> Iterator[Any]:
        yield self._element

    def example(self) -> Any:
        return first_of(self)

    def spec(self) -> Any:
        return elements.spec_of(self._element)

    def cardinality(self) -> int:
        return 1


class List(Stream):
    """Elements of one structure that differ in shape."""

    def __init__(self, items: list[Any]) -> None:
        self._items = [elements.as_columns(item) for item in items]
        specs = [elements.spec_of(item) for item in self._items]
        for other in specs[1:]:
            nest.assert_same_structure(specs[0], other)
        self._spec = functools.reduce(elements.common_spec, specs)
        if any(spec is None for spec in nest.flatten(self._spec)):
            raise ValueError(f"`elements` must be of one dtype each, got {specs}.")

    def elements(self) -> Iterator[Any]:
        return iter(self._items)

    def example(self) -> Any:
        return self._items[0]

    def spec(self) -> Any:
        return self._spec

    def cardinality(self) -> int:
        return len(self._items)


class Range(Stream):
    """Numbers from a start to a stop."""

    def __init__(self, args: tuple[Any, ...], output_type: _core.DType) -> None:
        if not 1 <= len(args) <= 3:
            raise ValueError(
                "Invalid `args`. The length of `args` should be between 1 and 3 but was "
                f"{len(args)}."
            )
        self._numbers = builtins.range(*map(whole, args))
        self._dtype = _core.as_dtype(output_type)

    def elements(self) -> Iterator[Any]:
        for number in self._numbers:
            yield _core.cast(_core.constant(number, dtype=_core.int64), self._dtype)

    def example(self) -> Any:
        return first_of(self)

    def spec(self) -> TensorSpec:
        return TensorSpec([], self._dtype)

    def cardinality(self) -> int:
        return len(self._numbers)


class Counter(Stream):
    """All numbers from a start."""

    def __init__(self, start: int, step: int = 1, dtype: _core.DType = _core.int64) -> None:
        self._start, self._step, self._dtype = start, step, dtype

    def elements(self) -> Iterator[Any]:
        for number in itertools.count(self._start, self._step):
            yield _core.constant(number, dtype=self._dtype)

    def example(self) -> Any:
        return first_of(self)

    def spec(self) -> TensorSpec:
        return TensorSpec([], self._dtype)

    def cardinality(self) -> int:
        return INFINITE_CARDINALITY


class Generator(Stream):
    """What a generator yields."""

    title = "_FlatMapDataset"

    def __init__(
        self,
        generator: Callable[..., Any],
        output_types: Any,
        output_shapes: Any,
        args: Any,
        output_signature: TensorSpec,
    ) -> None:
        if not callable(generator):
            raise TypeError("`generator` must be a Python callable.")
        if output_signature is not None:
            for name, given in (("output_types", output_types), ("output_shapes", output_shapes)):
                if given is not None:
                    raise TypeError(
                        f"The `{name}` argument can not be used together with the "
                        "`output_signature` argument."
                    )
        if output_signature is None and output_types is None:
            raise TypeError(
                "To specify the output signature you need to provide either the `output_signature` "
                "argument or the `output_types` argument."
            )
        if output_signature is None:
            output_signature = _signature(output_types, output_shapes)
        for spec in nest.flatten(output_signature):
            if not isinstance(spec, TypeSpec):
                raise TypeError(
                    "`output_signature` must contain objects that are subclass of `tf.TypeSpec` "
                    f"but found {type(spec)} which is not."
                )
        self._generator = generator
        self._args = tuple(_core.convert_to_tensor(arg).numpy() for arg in args or ())
        self._signature = output_signature

    def elements(self) -> Iterator[Any]:
        values = called(self._begun, ())
        iterator = each_aside(values) if is_held_back() else values
        while (value := called(next, (iterator, _END))) is not _END:
            yield self._fitted(value)

    def _begun(self) -> Iterator[Any]:
        return iter(self._generator(*self._args))

    def _fitted(self, value: Any) -> Any:
        specs = nest.flatten(self._signature)
        is_nested = nest.is_nested(self._signature)
        parts = _parts_of(value, self._signature) if is_nested else [value]
        tensors = [_fit(part, spec, is_nested) for part, spec in zip(parts, specs, strict=True)]
        return nest.pack_sequence_as(self._signature, tensors)

    def spec(self) -> Any:
        return self._signature

    def has_ragged_rows(self) -> bool:
        return any(composed.is_ragged_row(spec) for spec in nest.flatten(self._signature))


def _signature(types: Any, shapes: Any) -> Any:
    """`TensorSpec`s from a structure of dtypes and, if it is given, one of shapes."""
    flat = nest.flatten(types)
    found = [None] * len(flat) if shapes is None else _shapes_like(types, shapes)
    specs = [TensorSpec(shape, dtype) for shape, dtype in zip(found, flat, strict=True)]
    return nest.pack_sequence_as(types, specs)


def _shapes_like(types: Any, shapes: Any) -> list[Any]:
    """The shapes where `types` has dtypes, in that order: a list may be a shape."""
    if not nest.is_nested(types):
        return [shapes]
    if isinstance(types, dict):
        return [one for key in sorted(types) for one in _shapes_like(types[key], shapes[key])]
    pairs = zip(types, shapes, strict=True)
    return [one for pair in pairs for one in _shapes_like(*pair)]


def _parts_of(value: Any, signature: Any) -> list[Any]:
    """The leaves of a yielded value where the signature has leaves: a list may be a leaf."""
    if not nest.is_nested(signature):
        return [value]
    try:
        if isinstance(signature, dict):
            pairs = [(value[key], signature[key]) for key in sorted(signature)]
        else:
            pairs = list(zip(value, signature, strict=True))
    except (TypeError, KeyError, ValueError) as error:
        raise errors.InvalidArgumentError(
            None,
            None,
            "TypeError: `generator` yielded an element that did not match the expected structure. "
            f"The expected structure was {signature}, but the yielded element was {value}.",
        ) from error
    return [part for inner, spec in pairs for part in _parts_of(inner, spec)]


def _fit(value: Any, spec: Any, is_part: bool) -> Any:
    if not isinstance(spec, TensorSpec):
        return _fit_composite(value, spec)
    casts = is_part or spec.shape.rank is not None  # one value of any shape is not, as there
    try:
        tensor = _converted(value, spec.dtype, casts)
    except _REFUSALS as error:
        raise errors.InvalidArgumentError(
            None,
            None,
            "TypeError: `generator` yielded an element that could not be converted to the "
            "expected type. "
            f"The expected type was {spec.dtype.name}, but the yielded element was {value}.",
        ) from error
    if not spec.shape.is_compatible_with(tensor.shape):
        raise errors.InvalidArgumentError(
            None,
            None,
            f"TypeError: `generator` yielded an element of shape {tensor.shape} where an element "
            f"of shape {spec.shape} was expected.",
        )
    return tensor


def _converted(value: Any, dtype: _core.DType, casts: bool) -> _core.Tensor:
    """A tensor of this dtype; what cannot become one is cast by NumPy: floats to integers."""
    try:
        return _core.convert_to_tensor(value, dtype)
    except _REFUSALS:
        if not casts or dtype == _core.string:
            raise
        return _core.convert_to_tensor(np.asarray(value).astype(dtype.as_numpy_dtype))


def _fit_composite(value: Any, spec: Any) -> Any:
    """A sparse or ragged tensor, which is not made of anything else."""
    if not spec.is_compatible_with(value):
        raise errors.InvalidArgumentError(
            None,
            None,
            "TypeError: `generator` yielded an element that did not match the expected structure. "
            f"The expected structure was {spec}, but the yielded element was {value}.",
        )
    return value
