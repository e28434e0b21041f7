"""Named tensors in one file.

A header (see `header`), then the data, in C order and little endian. Two dtypes are not those of
safetensors: `C128`, and `STR`, whose elements are each four bytes with a length and then so many
bytes. The file is written at once (see `replacing`). Invariant: a tensor that was read has the
bytes that were written, if the file has checksums.
"""

from __future__ import annotations

import math
import os
import struct
from binascii import crc32
from pathlib import Path
from typing import Any

from .. import _core, errors
from . import header
from .replacing import replacing


def write(path: str, tensors: dict[str, Any], metadata: dict[str, str]) -> None:
    """Write tensors (or variables) and texts, replacing an older file at once."""
    places, parts, offset = {}, [], 0
    for name, tensor in tensors.items():
        with _core.stop_recording_all():
            value = _core.convert_to_tensor(tensor)  # a variable may change meanwhile
        data = _to_bytes(value)
        end = offset + len(data)
        shape = value.shape.as_list()
        places[name] = header.Place(value.dtype.name, shape, offset, end, crc32(data))
        parts.append(data)
        offset = end
    with replacing(path) as file:
        file.write(header.encoded(metadata, places))
        for data in parts:
            file.write(data)


def _to_bytes(tensor: Any) -> bytes:
    if tensor.dtype != _core.string:
        return bytes(_core.tensor_to_bytes(tensor))
    values = _core.reshape(tensor, [-1]).numpy().tolist()
    return b"".join(struct.pack("<I", len(value)) + value for value in values)


class Reader:
    """The tensors in a file, read when they are asked for.

    `NotFoundError` without the file, `DataLossError` for one that is damaged or was written by
    something else.
    """

    def __init__(self, path: str) -> None:
        self._path = Path(os.fsdecode(path))
        try:
            with self._path.open("rb") as file:
                self._header = header.decoded(file)
                self._identity = _identity(file.fileno())
        except (FileNotFoundError, NotADirectoryError):
            raise errors.NotFoundError(None, None, f"There is no file {self._path}") from None
        except IsADirectoryError:
            raise errors.NotFoundError(None, None, f"{self._path} is a folder") from None
        except header.DamagedError as error:
            raise self.damaged(str(error)) from error
        self.metadata = self._header.metadata

    @property
    def has_checksum(self) -> bool:
        """Whether the header, and with it the metadata, is known to be what was written."""
        return self._header.has_checksum

    def damaged(self, reason: str) -> errors.DataLossError:
        """The error that says why this file cannot be read."""
        return errors.DataLossError(None, None, f"{self._path} cannot be read: {reason}.")

    def names(self) -> list[str]:
        """The names of the tensors, sorted."""
        return sorted(self._header.places)

    def shape(self, name: str) -> list[int]:
        """The shape of a tensor."""
        return list(self._place(name).shape)

    def dtype(self, name: str) -> _core.DType:
        """The `DType` of a tensor."""
        return _core.as_dtype(self._place(name).dtype)

    def tensor(self, name: str) -> _core.Tensor:
        """A tensor; `NotFoundError` for a name that is not there."""
        place = self._place(name)
        data = self._data(place)
        if place.checksum is not None and crc32(data) != place.checksum:
            raise self.damaged(f"the checksum of {name} does not match")
        if place.dtype == "string":
            values = _core.constant(self._strings(name, data), dtype=_core.string)
            return _core.reshape(values, place.shape)
        return _core.tensor_from_bytes(data, self.dtype(name), list(place.shape))

    def _data(self, place: header.Place) -> bytes:
        with self._path.open("rb") as file:
            if _identity(file.fileno()) != self._identity:
                raise self.damaged("another file has taken its place since it was opened")
            file.seek(self._header.start + place.begin)
            data = file.read(place.end - place.begin)
        if len(data) != place.end - place.begin:
            raise self.damaged("it is cut short")
        return data

    def _strings(self, name: str, data: bytes) -> list[bytes]:
        values, at = [], 0
        while at + 4 <= len(data):
            begin = at + 4
            at = begin + int.from_bytes(data[at:begin], "little")
            values.append(data[begin:at])
        if at != len(data) or len(values) != math.prod(self._place(name).shape):
            raise self.damaged(f"the strings of {name} are not whole")
        return values

    def _place(self, name: str) -> header.Place:
        if name not in self._header.places:
            raise errors.NotFoundError(None, None, f"Key {name} not found in checkpoint")
        return self._header.places[name]


def _identity(descriptor: int) -> tuple[int, int]:
    """What tells a file from another one under the same name."""
    found = os.fstat(descriptor)
    return found.st_dev, found.st_ino
