"""`tensorflow.python.ops.control_flow_ops`: what it has besides public things."""

from __future__ import annotations

from typing import Any

from ... import _core


def with_dependencies(dependencies: Any, output_tensor: Any, name: str | None = None) -> Any:
    """The tensor: what it depends on has run already."""
    return _core.identity(output_tensor)
