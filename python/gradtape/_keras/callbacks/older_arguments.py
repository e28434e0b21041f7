"""Arguments of callbacks that older versions of Keras know, or ignore."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ..._checkpoint.manager import latest_checkpoint
from ..._runtime import once
from ..._runtime.versions import is_keras_2_asked_for


def refuse_unknown(callback: str, arguments: Mapping[str, Any]) -> None:
    """`TypeError` for what is left of the arguments, but as Keras 2 and in TensorFlow's place.

    Keras 2 ignores it, and so does Keras 3, or refuses it: then the program is one for Keras 2.
    """
    if arguments and not is_keras_2_asked_for() and not once.is_held_back():
        raise TypeError(f"{callback} does not know the arguments {sorted(arguments)}")


def newest_file(pattern: str) -> str | None:
    """The newest file, or checkpoint, whose path is `pattern` with something for each `{...}`."""
    folder, name = os.path.split(pattern)
    wanted = re.compile(re.sub(r"{.*}", r".*", name) + "$")
    checkpoint = latest_checkpoint(folder)
    if checkpoint is not None and wanted.match(Path(checkpoint).name):
        return checkpoint
    if not folder or not Path(folder).is_dir():  # Keras 2 looks into named folders only
        return None
    found = [path for path in Path(folder).iterdir() if wanted.match(path.name)]
    return str(max(found, key=lambda path: (path.stat().st_mtime_ns, path.name))) if found else None
