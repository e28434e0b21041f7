"""Paths of files as the operating system takes them: `file://` before one says nothing."""

from __future__ import annotations

import os
from typing import Any


def local(path: str | bytes | os.PathLike[Any]) -> str:
    """The path as a text, without the scheme of local files.

    >>> from gradtape._io.paths import local
    >>> local("file:///data/a"), local(b"a")
    ('/data/a', 'a')
    """
    return os.fsdecode(path).removeprefix("file://")
