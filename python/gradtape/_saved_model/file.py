"""The file `saved_model.pb`: bytes in a message that TensorFlow reads as a model without graphs.

Invariant: what is written is a whole `SavedModel` message, so that TensorFlow says that the graph
it looks for is not there, and not that the file is broken.
"""

from __future__ import annotations

from pathlib import Path

from .._checkpoint.replacing import replacing
from .options import SAVED_MODEL_FILENAME_PB, SAVED_MODEL_FILENAME_PBTXT

_VERSION = b"\x08\x01"  # field 1 of the message, `saved_model_schema_version`: 1
_FIELD = b"\xc2\x3e"  # field 1000, bytes: TensorFlow's message has none of that number


def write(folder: Path, content: bytes) -> None:
    """Make the file in `folder`, in place of an older one."""
    with replacing(folder / SAVED_MODEL_FILENAME_PB) as file:
        file.write(_VERSION + _FIELD + _varint(len(content)) + content)


def read(folder: Path) -> bytes:
    """What `write` was given; `OSError` without a file, `ValueError` for one of TensorFlow's."""
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
    while content[start] & 0x80:  # the length
        start += 1
    return content[start + 1 :]


def _varint(number: int) -> bytes:
    """A number as messages have it: seven bits a byte, the lowest first."""
    groups = [number >> shift & 0x7F for shift in range(0, max(number.bit_length(), 1), 7)]
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])
