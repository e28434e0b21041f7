"""Named tensors in one file, written atomically.

The layout is that of safetensors: eight bytes with the length of a header (little endian), the
header (JSON: for each name its dtype, shape and place in the data; text under `__metadata__`),
then the data, in C order and little endian. Two dtypes are this package's own: `C128`, and `STR`,
whose elements are each four bytes with a length and then so many bytes.

Invariant: a file under its final name is complete. It is written under another name in the same
folder, flushed to the disk, and renamed; whatever goes wrong before that leaves an older file as
it was.
"""

from __future__ import annotations

import contextlib
import json
import os
import struct
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from .. import _core, errors

_CODES = {
    "float16": "F16",
    "bfloat16": "BF16",
    "float32": "F32",
    "float64": "F64",
    "int8": "I8",
    "int16": "I16",
    "int32": "I32",
    "int64": "I64",
    "uint8": "U8",
    "uint16": "U16",
    "uint32": "U32",
    "uint64": "U64",
    "bool": "BOOL",
    "complex64": "C64",
    "complex128": "C128",
    "string": "STR",
}
_DTYPES = {code: name for name, code in _CODES.items()}
_METADATA = "__metadata__"
_LONGEST_HEADER = 1 << 30  # beyond this a length is not one that was written here


@contextlib.contextmanager
def replacing(path: Any) -> Iterator[BinaryIO]:
    """A file to write.

    At the end of the block it takes the place of `path`, or vanishes if the block fails.

    >>> import os, tempfile
    >>> from gradtape._checkpoint import tensor_file
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     with tensor_file.replacing(os.path.join(folder, "a")) as file:
    ...         _ = file.write(b"whole")
    ...     os.listdir(folder)
    ['a']
    """
    path = Path(os.fspath(path))
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.tmp")
    try:
        with temporary.open("xb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _flush_folder(path.parent)


def _flush_folder(folder: Path) -> None:
    """Make a rename in `folder` last; not every system can."""
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write(path: Any, tensors: dict[str, Any], metadata: dict[str, str]) -> None:
    """Write tensors (or variables) and texts, replacing an older file at once."""
    header: dict[str, Any] = {_METADATA: metadata}
    parts, offset = [], 0
    for name, tensor in tensors.items():
        data = _to_bytes(tensor)
        parts.append(data)
        header[name] = {
            "dtype": _CODES[tensor.dtype.name],
            "shape": tensor.shape.as_list(),
            "data_offsets": [offset, offset + len(data)],
        }
        offset += len(data)
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with replacing(path) as file:
        file.write(struct.pack("<Q", len(text)) + text)
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

    def __init__(self, path: Any) -> None:
        self._path = Path(os.fspath(path))
        try:
            with self._path.open("rb") as file:
                self._header, self._start = self._read_header(file)
        except (FileNotFoundError, NotADirectoryError):
            raise errors.NotFoundError(None, None, f"There is no file {self._path}") from None
        except IsADirectoryError:
            raise errors.NotFoundError(None, None, f"{self._path} is a folder") from None
        self.metadata: dict[str, str] = self._header.pop(_METADATA, {})

    def _read_header(self, file: BinaryIO) -> tuple[dict[str, Any], int]:
        try:
            (length,) = struct.unpack("<Q", file.read(8))
            if length > _LONGEST_HEADER:
                raise ValueError("the header is too long")
            header = json.loads(file.read(length))
            places = [entry["data_offsets"] for key, entry in header.items() if key != _METADATA]
        except (ValueError, struct.error, KeyError, TypeError, AttributeError) as error:
            raise self._damaged("it is not a file of tensors that gradtape wrote") from error
        size = os.fstat(file.fileno()).st_size - 8 - length
        if size < max((end for _, end in places), default=0):
            raise self._damaged("it is cut short")
        return header, 8 + length

    def _damaged(self, reason: str) -> errors.DataLossError:
        return errors.DataLossError(None, None, f"{self._path} cannot be read: {reason}.")

    def names(self) -> list[str]:
        """The names of the tensors, sorted."""
        return sorted(self._header)

    def shape(self, name: str) -> list[int]:
        """The shape of a tensor."""
        return list(self._entry(name)["shape"])

    def dtype(self, name: str) -> Any:
        """The `DType` of a tensor."""
        return _core.as_dtype(_DTYPES[self._entry(name)["dtype"]])

    def tensor(self, name: str) -> Any:
        """A tensor; `NotFoundError` for a name that is not there."""
        begin, end = self._entry(name)["data_offsets"]
        with self._path.open("rb") as file:
            file.seek(self._start + begin)
            data = file.read(end - begin)
        if len(data) != end - begin:
            raise self._damaged("it is cut short")
        dtype, shape = self.dtype(name), self.shape(name)
        if dtype == _core.string:
            return _core.reshape(_core.constant(list(_strings(data)), dtype=dtype), shape)
        return _core.tensor_from_bytes(data, dtype, shape)

    def _entry(self, name: str) -> dict[str, Any]:
        if name not in self._header:
            raise errors.NotFoundError(None, None, f"Key {name} not found in checkpoint")
        entry: dict[str, Any] = self._header[name]
        return entry


def _strings(data: bytes) -> Iterator[bytes]:
    at = 0
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at)
        yield data[at + 4 : at + 4 + length]
        at += 4 + length
