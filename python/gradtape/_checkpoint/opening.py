"""Opening a checkpoint, whoever wrote it."""

from __future__ import annotations

import os

from .bundle import Bundle, is_bundle
from .tensor_file import Reader


def checkpoint_file(prefix: str) -> str:
    """The file of the checkpoint `prefix`."""
    return f"{prefix}.index"


def open_tensors(prefix: str) -> Reader | Bundle:
    """The tensors of a checkpoint of gradtape or of TensorFlow; `NotFoundError` without it."""
    path = os.fsdecode(prefix)
    file = checkpoint_file(path)
    if os.path.isfile(file) and is_bundle(file):  # noqa: PTH113  the path may be no path at all
        return Bundle(path)
    return Reader(file)
