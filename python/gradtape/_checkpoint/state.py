"""The file `checkpoint` in a folder, which says which checkpoints it holds and which is the latest.

It is the text that TensorFlow writes: `model_checkpoint_path: "ckpt-2"`, then a line for each one
that is kept, oldest first, all relative to the folder. A comment before them has the CRC-32 of the
lines; a file without it, as TensorFlow or an editor leaves it, is read as well. It is replaced at
once.
"""

from __future__ import annotations

import json
import os
from binascii import crc32
from pathlib import Path
from typing import Any

from .. import errors
from .._io.system_errors import system_errors
from .replacing import replacing

_FILE = "checkpoint"
_LATEST = "model_checkpoint_path"
_KEPT = "all_model_checkpoint_paths"
_IGNORED = ("all_model_checkpoint_timestamps", "last_preserved_timestamp")  # TensorFlow's
_CHECKSUM = "# crc32: "


def folder_of(prefix: str) -> str:
    """The folder of a checkpoint's files: all before the last slash, even where that ends it."""
    return os.path.split(prefix)[0] or "."


def is_state_file(path: str) -> bool:
    """Whether a file of this name tells which checkpoint is the latest, and is none."""
    return os.path.basename(path) == _FILE  # noqa: PTH119  it may be no path of this system


def record_latest(path: str, kept: list[str], folder: str | None = None) -> None:
    """Write that `path` is the latest of the checkpoints `kept`."""
    folder = folder_of(path) if folder is None else folder
    entries = [(_LATEST, path), *((_KEPT, one) for one in kept)]
    lines = [f"{key}: {json.dumps(os.path.relpath(one, folder))}\n" for key, one in entries]
    text = "".join(lines)
    file_path = Path(folder, _FILE)
    with system_errors(file_path), replacing(file_path) as file:
        file.write(f"{_CHECKSUM}{_digits(text)}\n{text}".encode())


def read_state(folder: str, name: str | None = None) -> tuple[str | None, list[str]]:
    """The latest checkpoint of a folder and all that are kept, as paths.

    None and [] without the file; `DataLossError` for one that is damaged.
    """
    path = Path(folder, name or _FILE)
    try:
        with system_errors(path):
            data = path.read_bytes()
    except (errors.NotFoundError, errors.FailedPreconditionError):  # no file, or a folder
        return None, []
    try:
        return _parsed(folder, data.decode())
    except (ValueError, RecursionError) as error:
        text = f"{path} cannot be read: {error}. It says which checkpoints there are in the folder."
        raise errors.DataLossError(None, None, text) from error


def _parsed(folder: str, text: str) -> tuple[str, list[str]]:
    """`ValueError` for a text that is not what `record_latest` writes."""
    first, _, rest = text.partition("\n")
    if first.startswith(_CHECKSUM) and first != _CHECKSUM + _digits(rest):
        raise ValueError("its checksum does not match (remove the first line after an edit)")
    latest, kept = None, []
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if not line.strip() or line.startswith("#") or key in _IGNORED:
            continue
        path = os.path.join(folder, _string(key, value))  # noqa: PTH118  keeps './'
        if key == _LATEST:
            latest = path
        else:
            kept.append(path)
    if latest is None:
        raise ValueError("it names no latest checkpoint")
    return latest, kept


def _string(key: str, value: str) -> str:
    path: Any = json.loads(value)
    if key not in (_LATEST, _KEPT) or not isinstance(path, str) or "\0" in path:
        raise ValueError(f"the line of {key!r} means nothing")
    return path


def _digits(text: str) -> str:
    return f"{crc32(text.encode()):08x}"
