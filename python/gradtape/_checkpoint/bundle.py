"""The tensors in a checkpoint that TensorFlow wrote, by name.

`<prefix>.index` is a table of messages that say where each tensor is in the files
`<prefix>.data-00000-of-00001` and so on. Reading needs the extra `gradtape[records]`. Invariant: a
tensor that was read has the bytes that its checksum is of.
"""

from __future__ import annotations

import math
import struct
from pathlib import Path
from typing import Any

from .. import _core, errors
from .._io.checksum import crc32c, unmasked
from .._io.messages import decode_error, message
from . import table
from .snappy import SnappyError, varint

GRAPH = "_CHECKPOINTABLE_OBJECT_GRAPH"
_WHAT = "reading a checkpoint of TensorFlow"


def is_bundle(path: str) -> bool:
    """Whether a file `<prefix>.index` is the index of a checkpoint of TensorFlow."""
    with Path(path).open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - len(table.MAGIC), 0))
        return table.is_table(file.read())


class Bundle:
    """What a `tensor_file.Reader` is for gradtape's own checkpoints.

    `DataLossError` for damaged files, `NotFoundError` for files and tensors that are missing.
    """

    has_checksum = True

    def __init__(self, prefix: str) -> None:
        self._prefix = prefix
        kind = message("BundleEntryProto", _WHAT)
        self._entries: dict[str, Any] = {}
        try:
            found = dict(table.entries(Path(f"{prefix}.index").read_bytes()))
            header = message("BundleHeaderProto", _WHAT).FromString(found.pop(b"", b""))
            for key, value in found.items():
                self._entries[key.decode()] = kind.FromString(value)
        except (table.TableError, UnicodeDecodeError, decode_error()) as error:
            raise self.damaged(str(error)) from error
        if header.endianness != 0:
            raise errors.UnimplementedError(
                None, None, f"{prefix}.index was written by a machine with the other byte order."
            )
        self._shards = header.num_shards
        self.metadata: dict[str, str] = {}

    def damaged(self, reason: str) -> errors.DataLossError:
        """The error that says why this checkpoint cannot be read."""
        return errors.DataLossError(None, None, f"{self._prefix}.index cannot be read: {reason}.")

    def names(self) -> list[str]:
        """The names of the tensors, sorted."""
        return sorted(self._entries)

    def shape(self, name: str) -> list[int]:
        """The shape of a tensor."""
        return [dim.size for dim in self._entry(name).shape.dim]

    def dtype(self, name: str) -> _core.DType:
        """The `DType` of a tensor; `UnimplementedError` for one that gradtape has not."""
        number = self._entry(name).dtype
        try:
            return _core.as_dtype(number)
        except TypeError:
            raise errors.UnimplementedError(
                None, None, f"{name} in {self._prefix} has a dtype of number {number}."
            ) from None

    def tensor(self, name: str) -> _core.Tensor:
        """A tensor; `NotFoundError` for a name that is not there."""
        entry, dtype, shape = self._entry(name), self.dtype(name), self.shape(name)
        if entry.slices:
            raise errors.UnimplementedError(
                None, None, f"{name} in {self._prefix} was saved in slices, which are not read."
            )
        if min(shape, default=0) < 0:
            raise self.damaged(f"the shape of {name} is {shape}")
        data = self._data(entry, name)
        if dtype == _core.string:
            values = self._strings(data, math.prod(shape), name, entry.crc32c)
            return _core.constant(values, dtype=dtype, shape=shape)
        if len(data) != math.prod(shape) * dtype.size:
            raise self.damaged(f"{name} has {len(data)} bytes, which is not its shape {shape}")
        if crc32c(data) != unmasked(entry.crc32c):
            raise self.damaged(f"the checksum of {name} does not match")
        return _core.tensor_from_bytes(data, dtype, shape)

    def _entry(self, name: str) -> Any:
        if name not in self._entries:
            raise errors.NotFoundError(None, None, f"Key {name} not found in checkpoint")
        return self._entries[name]

    def _data(self, entry: Any, name: str) -> bytes:
        path = Path(f"{self._prefix}.data-{entry.shard_id:05d}-of-{self._shards:05d}")
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if not 0 <= entry.offset <= entry.offset + entry.size <= size:
                raise self.damaged(f"{path} is cut short: {name} is beyond its end")
            file.seek(entry.offset)
            return file.read(entry.size)

    def _strings(self, data: bytes, count: int, name: str, stored: int) -> list[bytes]:
        """Strings: all lengths, a checksum of them, then the bytes of each."""
        lengths: list[int] = []
        at = 0
        try:
            while len(lengths) < count:
                length, at = varint(data, at)
                lengths.append(length)
        except (IndexError, SnappyError) as error:
            raise self.damaged(f"the strings of {name} are not whole") from error
        checked = b"".join(struct.pack("<I" if n < 1 << 32 else "<Q", n) for n in lengths)
        if at + 4 + sum(lengths) != len(data):
            raise self.damaged(f"the strings of {name} are not whole")
        if crc32c(checked + data[at:]) != unmasked(stored):
            raise self.damaged(f"the checksum of {name} does not match")
        at += 4
        values = []
        for length in lengths:
            values.append(data[at : at + length])
            at += length
        return values
