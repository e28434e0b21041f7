"""What `gen_math_ops` and its like define: a function for each raw operation."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..._raw.operations import operation, types, with_positions

_WORD = re.compile(r"(?<=[a-z0-9])(?=[A-Z][a-z]|V\d)|(?<=[A-Z])(?=[A-Z][a-z])")


def __getattr__(name: str) -> Callable[..., Any]:
    if name in types():
        return operation(name)
    found = None if name.startswith("__") else with_positions(name.lstrip("_"))
    if found is None:
        raise AttributeError(name)
    return found


def __dir__() -> list[str]:
    return [_WORD.sub("_", op_type).lower() for op_type in types()]
