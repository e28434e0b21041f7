"""`tensorflow.python.ops.control_flow_case`: `case` by another function than `tf.cond`."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from ..._control.control_flow import case as case, pairs_of
from ...errors import InvalidArgumentError

case_v2 = case


def _case_helper(
    cond_fn: Callable[..., Any],
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None,
    exclusive: bool,
    name: str | None,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """The value of the first function whose predicate `cond_fn` finds to be true."""
    pairs = pairs_of(pred_fn_pairs, "pred_fn_pairs")
    if exclusive and sum(bool(predicate) for predicate, _ in pairs) > 1:
        raise InvalidArgumentError(None, None, "Input error: exclusive=True")
    if default is None:
        *pairs, (_, default) = pairs
    chosen: Callable[[], Any] = default
    for predicate, function in reversed(pairs):
        chosen = functools.partial(
            cond_fn, predicate, true_fn=function, false_fn=chosen, **cond_kwargs
        )
    return chosen()
