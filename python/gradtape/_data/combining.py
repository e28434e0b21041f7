"""Datasets made of several: side by side, or one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._structure import nest
from . import elements
from .dataset import INFINITE_CARDINALITY, UNKNOWN_CARDINALITY, Dataset
from .indices import Rows
from .sources import _TensorSliceDataset


class _ZipDataset(Dataset):
    """Elements of a structure of datasets, side by side."""

    def __init__(self, datasets: Any) -> None:
        for part in nest.flatten(datasets):
            if not isinstance(part, Dataset):
                raise TypeError(
                    "Invalid input to `zip`. Inputs are expected to be (nested) structures of "
                    "`tf.data.Dataset` objects "
                    f"but encountered object of type {type(part)}."
                )
        if isinstance(datasets, list):
            raise TypeError(
                "Invalid input to `zip`. Inputs are expected to be (nested) structures of "
                "`tf.data.Dataset` objects. "
                "Python `list` is not supported and you should use `tuple` instead."
            )
        self._datasets = datasets

    def _parts(self) -> list[Dataset]:
        return nest.flatten(self._datasets)

    def _rows(self) -> Rows | None:
        """Slices of tensors side by side are slices of more tensors."""
        if not all(isinstance(part, _TensorSliceDataset) for part in self._parts()):
            return None
        columns = nest.map_structure(lambda part: part._columns, self._datasets)
        return Rows(columns, lambda: iter([range(self._cardinality())]))

    def _elements(self) -> Iterator[Any]:
        if self._rows() is not None:
            yield from super()._elements()
            return
        for values in zip(*(part._elements() for part in self._parts()), strict=False):
            yield nest.pack_sequence_as(self._datasets, list(values))

    def _spec(self) -> Any:
        return nest.map_structure(lambda part: part._spec(), self._datasets)

    def _cardinality(self) -> int:
        counts = [part._cardinality() for part in self._parts()]
        finite = [count for count in counts if count != INFINITE_CARDINALITY]
        if UNKNOWN_CARDINALITY in finite:
            return UNKNOWN_CARDINALITY
        return min(finite, default=INFINITE_CARDINALITY)


class _ConcatenateDataset(Dataset):
    """One dataset after the other."""

    def __init__(self, first: Dataset, second: Dataset) -> None:
        self._first, self._second = first, second
        one, other = first._spec(), second._spec()
        if not _same_kinds(one, other):
            raise TypeError(f"Incompatible dataset elements:\n  {one} vs.   {other}")

    def _elements(self) -> Iterator[Any]:
        yield from self._first._elements()
        yield from self._second._elements()

    def _spec(self) -> Any:
        return elements.common_spec(self._first._spec(), self._second._spec())

    def _cardinality(self) -> int:
        counts = (self._first._cardinality(), self._second._cardinality())
        for special in (INFINITE_CARDINALITY, UNKNOWN_CARDINALITY):
            if special in counts:
                return special
        return sum(counts)


def _same_kinds(one: Any, other: Any) -> bool:
    try:
        nest.assert_same_structure(one, other)
    except (TypeError, ValueError):
        return False
    pairs = zip(nest.flatten(one), nest.flatten(other), strict=True)
    return all(first.dtype == second.dtype for first, second in pairs)
