"""Models in a file that a program has opened, as `io.BytesIO`, by way of one in a temporary folder.

Invariant: what a program opened gets the bytes of a whole model, or none.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

_NAME = "model.keras"


def is_open(file: Any) -> bool:
    """Whether this is an open file, and not a path."""
    return isinstance(file, io.IOBase)


@contextmanager
def to_fill(file: Any) -> Iterator[str]:
    """A path for a file, whose bytes then go to the open one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / _NAME
        yield str(path)
        with path.open("rb") as written:
            shutil.copyfileobj(written, file)


@contextmanager
def to_read(file: Any) -> Iterator[str]:
    """The path of a file with what is left to read in the open one."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / _NAME
        with path.open("wb") as copy:
            shutil.copyfileobj(file, copy)
        yield str(path)
