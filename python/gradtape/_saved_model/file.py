"""The file `saved_model.pb`: bytes in a message that TensorFlow reads as a model without graphs.

Invariant: what is written is a whole `SavedModel` message, so that TensorFlow says that the graph
it looks for is not there, and not that the file is broken.
"""

from __future__ import annotations

from pathlib import Path

from .._checkpoint.replacing import replacing
from ..errors import DataLossError
from .options import SAVED_MODEL_FILENAME_PB, SAVED_MODEL_FILENAME_PBTXT

_VERSION = b"\x08\x01"  # field 1 of the message, `saved_model_schema_version`: 1
_FIELD = b"\xc2\x3e"  # field 1000, bytes: TensorFlow's message has none of that number


def write(folder: Path, content: bytes) -> None:
    """Make the file in `folder`, in place of an older one."""
    with replacing(folder / SAVED_MODEL_FILENAME_PB) as file:
        file.write(_VERSION + _FIELD + _varint(len(content)) + content)


def read(folder: Path) -> bytes:
    """What `write` was given; `OSError` without a file, `ValueError` for one of TensorFlow's.

    `DataLossError` for one that is longer or shorter than it says.
    """
    names = (SAVED_MODEL_FILENAME_PBTXT, SAVED_MODEL_FILENAME_PB)
    path = folder / SAVED_MODEL_FILENAME_PB
    if not any((folder / name).exists() for name in names):
        raise OSError(f"SavedModel file does not exist at: {folder}/{{{'|'.join(names)}}}")
    content = path.read_bytes() if path.exists() else b""
    start = len(_VERSION + _FIELD)
    if content[:start] != _VERSION + _FIELD:
        raise ValueError(
            f"{folder} holds graphs, written by TensorFlow, which gradtape does not run: make the "
            "objects with their own code, and restore their variables with "
            f"tf.train.Checkpoint(...).restore({str(folder / 'variables' / 'variables')!r})"
        )
    size, rest = _split_varint(content[start:])
    if size != len(rest):
        raise DataLossError(None, None, f"{path} is damaged: {len(rest)} bytes in place of {size}")
    return rest


def _split_varint(content: bytes) -> tuple[int, bytes]:
    """The number at the start, and what comes behind it; -1 for one that is cut off."""
    for end, byte in enumerate(content):
        if not byte & 0x80:
            groups = enumerate(content[: end + 1])
            return sum((byte & 0x7F) << 7 * place for place, byte in groups), content[end + 1 :]
    return -1, b""


def _varint(number: int) -> bytes:
    """A number as messages have it: seven bits a byte, the lowest first."""
    groups = [number >> shift & 0x7F for shift in range(0, max(number.bit_length(), 1), 7)]
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])
