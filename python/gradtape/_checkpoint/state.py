"""The file `checkpoint` in a folder, which says which checkpoints it holds and which is the latest.

It is the text that TensorFlow writes: `model_checkpoint_path: "ckpt-2"`, then a line for each one
that is kept, oldest first, all relative to the folder. It is replaced atomically.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

from .tensor_file import replacing

_FILE = "checkpoint"
_LATEST = "model_checkpoint_path"
_KEPT = "all_model_checkpoint_paths"


def record_latest(path: str, kept: list[str], folder: str | None = None) -> None:
    """Write that `path` is the latest of the checkpoints `kept`."""
    folder = str(Path(path).parent) if folder is None else folder
    entries = [(_LATEST, path), *((_KEPT, one) for one in kept)]
    lines = [f"{key}: {json.dumps(os.path.relpath(one, folder))}\n" for key, one in entries]
    with replacing(Path(folder, _FILE)) as file:
        file.write("".join(lines).encode())


def read_state(folder: str) -> tuple[str | None, list[str]]:
    """The latest checkpoint of a folder and all that are kept, as paths.

    None and [] without the file.
    """
    try:
        text = Path(folder, _FILE).read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None, []
    latest, kept = None, []
    for line in text.splitlines():
        key, _, value = line.partition(": ")
        if key in (_LATEST, _KEPT):
            path = os.path.join(folder, json.loads(value))  # noqa: PTH118  keeps './'
            if key == _LATEST:
                latest = path
            else:
                kept.append(path)
    return latest, kept
