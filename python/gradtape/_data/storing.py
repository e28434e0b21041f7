"""Elements in files: `save` and `load`, `cache` and `snapshot` with a file.

A store is some files of tensors with checksums, `<prefix>.00000` and so on, of many elements each,
and `<prefix>.index`, which is written last and has the number of elements and their structure.
Invariant: a store without its index does not exist.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .._checkpoint.tensor_file import Reader, write
from .._io.system_errors import system_errors
from .._structure import nest
from .._structure.tensor_spec import TensorSpec
from .rearranging import Rearranged
from .stream import Stream

if TYPE_CHECKING:
    from .._typing import PathLike

_MOST_ELEMENTS = 1024
_MOST_BYTES = 1 << 24
_KEY = "dataset"


class Store:
    """The elements in the files of a prefix."""

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix

    @property
    def _index(self) -> str:
        return f"{self._prefix}.index"

    def exists(self) -> bool:
        """Whether it is there and whole."""
        return Path(self._index).exists()

    def kept(self, elements: Iterator[Any], spec: Any, whole: int) -> Iterator[Any]:
        """The same elements, which are stored when all have come: `whole` of them, where known."""
        parts = Parts(self)
        for element in elements:
            parts.add(element)
            if parts.count == whole:
                self._finish(parts, spec)
            yield element
        if parts.count != whole or whole == 0:
            self._finish(parts, spec)

    def _finish(self, parts: Parts, spec: Any) -> None:
        parts.write()
        found = {"count": parts.count, "parts": parts.number, "spec": _described(spec)}
        with system_errors(self._index):
            write(self._index, {}, {_KEY: json.dumps(found)})

    def write_part(self, number: int, elements: list[Any]) -> None:
        """Write some elements as the part of that number."""
        tensors = {
            f"{place:05d}/{leaf:03d}": tensor
            for place, element in enumerate(elements)
            for leaf, tensor in enumerate(nest.flatten(element))
        }
        path = self._part(number)
        with system_errors(path):
            write(path, tensors, {"count": str(len(elements))})

    def _part(self, number: int) -> str:
        return f"{self._prefix}.{number:05d}"

    def elements(self) -> Iterator[Any]:
        """What was stored."""
        found = self._read_index()
        like = _spec_of(found["spec"])
        leaves = len(nest.flatten(like))
        for number in range(found["parts"]):
            with system_errors(self._part(number)):
                reader = Reader(self._part(number))
                for place in range(int(reader.metadata["count"])):
                    names = [f"{place:05d}/{leaf:03d}" for leaf in range(leaves)]
                    yield nest.pack_sequence_as(like, [reader.tensor(name) for name in names])

    def spec(self) -> Any:
        """The spec of the elements."""
        return _spec_of(self._read_index()["spec"])

    def count(self) -> int:
        """How many there are."""
        return int(self._read_index()["count"])

    def _read_index(self) -> Any:
        with system_errors(self._index):
            reader = Reader(self._index)
        try:
            return json.loads(reader.metadata[_KEY])
        except (KeyError, ValueError) as error:
            raise reader.damaged("it is no index of a stored dataset") from error


class Parts:
    """Elements that are on their way to the parts of a store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[Any] = []
        self._size = self.count = self.number = 0

    def add(self, element: Any) -> None:
        """Take one more, and write those that make a part."""
        self._waiting.append(element)
        self.count += 1
        self._size += sum(_size(tensor) for tensor in nest.flatten(element))
        if len(self._waiting) == _MOST_ELEMENTS or self._size > _MOST_BYTES:
            self.write()

    def write(self) -> None:
        """Write those that wait."""
        if self._waiting:
            self._store.write_part(self.number, self._waiting)
            self.number, self._waiting, self._size = self.number + 1, [], 0


def _size(tensor: Any) -> int:
    return (
        0 if tensor is None or tensor.dtype == _core.string else len(_core.tensor_to_bytes(tensor))
    )


def _described(spec: Any) -> Any:
    """A structure of specs as JSON has it."""
    if isinstance(spec, dict):
        return {"dict": {key: _described(part) for key, part in spec.items()}}
    if isinstance(spec, (tuple, list)):
        return {"tuple": [_described(part) for part in spec]}
    if not isinstance(spec, TensorSpec):
        raise errors.UnimplementedError(
            None, None, f"Elements with parts other than tensors cannot be stored, got {spec}."
        )
    shape = None if spec.shape.rank is None else spec.shape.as_list()
    return {"dtype": spec.dtype.name, "shape": shape}


def _spec_of(described: Any) -> Any:
    if "dict" in described:
        return {key: _spec_of(part) for key, part in described["dict"].items()}
    if "tuple" in described:
        return tuple(_spec_of(part) for part in described["tuple"])
    return TensorSpec(described["shape"], described["dtype"])


def folder_store(path: PathLike) -> Store:
    """The store in a folder."""
    return Store(os.path.join(os.fsdecode(path), _KEY))  # noqa: PTH118  keeps './'


class Load(Stream):
    """The elements of a store."""

    def __init__(self, path: PathLike) -> None:
        self._store = folder_store(path)
        self._spec = self._store.spec()

    def elements(self) -> Iterator[Any]:
        return self._store.elements()

    def spec(self) -> Any:
        return self._spec

    def cardinality(self) -> int:
        return self._store.count()


class Stored(Rearranged):
    """What the first complete pass found, kept in files; later passes, and programs, read them."""

    title = "CacheDataset"

    def __init__(self, source: Stream, store: Store, title: str = "CacheDataset") -> None:
        super().__init__(source)
        self._store = store
        self.title = title

    def is_kept(self) -> bool:
        return self._store.exists()

    def elements(self) -> Iterator[Any]:
        if self.is_kept():
            return self._store.elements()
        return self._store.kept(
            iter(self._source.elements()), self._source.spec(), self._source.cardinality()
        )
