"""What variables hold, to give it back to them behind a run that is to change none."""

from __future__ import annotations

from typing import Any

from .. import _core


def kept_in(variable: Any) -> Any:
    """What a variable holds, in its own dtype even where a layer reads its weights in another; a
    tensor that a program has put among the weights of a layer is it itself."""
    if isinstance(variable, _core.Tensor):
        return variable
    return _core.Variable.value.__get__(variable)()


def put_back(before: list[tuple[Any, Any]]) -> None:
    """Give variables the values beside them, where they hold others; the last that one has."""
    for variable, value in before:
        if kept_in(variable) is not value:
            variable.assign(value)
