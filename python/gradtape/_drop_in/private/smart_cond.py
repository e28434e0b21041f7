"""`tensorflow.python.framework.smart_cond`: branches that ask first whether the answer is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._control.control_flow import case, cond


def smart_cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """`true_fn()` if `pred` is true, else `false_fn()`; `TypeError` for what cannot be called."""
    for function, argument in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if not callable(function):
            raise TypeError(f"Argument `{argument}` must be callable. Received {function}")
    known = smart_constant_value(pred)
    if known is None:
        return cond(pred, true_fn, false_fn)
    return true_fn() if known else false_fn()  # type: ignore[misc]


def smart_constant_value(pred: Any) -> bool | None:
    """The truth of a number or a tensor; None for a variable, whose value may change."""
    if isinstance(pred, _core.Variable):
        return None
    if isinstance(pred, _core.Tensor):
        return bool(pred)
    if pred in (0, 1):
        return bool(pred)
    raise TypeError(
        "Argument `pred` must be a Tensor, or a Python bool, or 1 or 0. Received: "
        f"pred={pred} of type {type(pred).__name__}"
    )


def smart_case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    name: str = "smart_case",
) -> Any:
    """`tf.case`, whose predicates may be truth values of Python."""
    pairs = [(_core.convert_to_tensor(pred), function) for pred, function in pred_fn_pairs]
    return case(pairs, default, exclusive)
