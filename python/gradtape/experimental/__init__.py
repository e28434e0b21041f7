"""What TensorFlow keeps under `tf.experimental` and gradtape has: DLPack."""

from __future__ import annotations

from typing import Any

from . import dlpack as dlpack


def __getattr__(name: str) -> Any:
    from .._unsupported import explain

    raise explain(f"experimental.{name}")
