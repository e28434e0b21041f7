"""`tf.compat.v2` is the package itself."""

from __future__ import annotations

from typing import Any


def __getattr__(name: str) -> Any:
    import gradtape  # at call time: the package is being imported when this module is

    return getattr(gradtape, name)
