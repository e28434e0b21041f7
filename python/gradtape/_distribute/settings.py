"""What may be chosen about messages between processes.

Invariant: it is equal on all processes of a job.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from typing import Any


@dataclass
class Settings:
    """How collectives go; see `configure`."""

    timeout: float = float(os.environ.get("GRADTAPE_DISTRIBUTE_TIMEOUT", "600"))
    check: bool = os.environ.get("GRADTAPE_DISTRIBUTE_CHECK", "1") != "0"
    ordered: bool = True
    overlap: bool = True
    bucket_bytes: int = 1 << 20


current = Settings()


def configure(**options: Any) -> None:
    """Choose how collectives go, on every process alike.

    `timeout`: for how many seconds a process waits for the others before it raises
    `DeadlineExceededError` (600; `GRADTAPE_DISTRIBUTE_TIMEOUT`). `check`: whether processes compare
    what they are about to do before they do it (`GRADTAPE_DISTRIBUTE_CHECK`). `ordered`: whether
    sums are added in the order of ranks, and so are the same bits in every run. `overlap`: whether
    gradients are sent while the backward pass goes on. `bucket_bytes`: how many bytes of gradients
    are sent at once. `TypeError` for another option.

    >>> import gradtape as tf
    >>> tf.distribute.configure(timeout=600)
    """
    unknown = options.keys() - {field.name for field in fields(current)}
    if unknown:
        raise TypeError(f"There are no such options: {', '.join(sorted(unknown))}.")
    for name, value in options.items():
        setattr(current, name, type(getattr(current, name))(value))
