"""`cond` and `while_loop` of version 1, which take a single value out of its list."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    strict: bool = False,
    name: str | None = None,
    fn1: Callable[[], Any] | None = None,
    fn2: Callable[[], Any] | None = None,
) -> Any:
    """As version 2's `cond`; a list of one value is that value, unless it is to be `strict`.

    >>> tf.compat.v1.cond(tf.constant(True), lambda: [1], lambda: [2])
    1
    """
    result = sys.modules["gradtape"].cond(pred, true_fn or fn1, false_fn or fn2)
    alone = isinstance(result, (list, tuple)) and len(result) == 1 and not strict
    return result[0] if alone else result


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    name: str | None = None,
    maximum_iterations: Any = None,
    return_same_structure: bool = False,
) -> Any:
    """As version 2's `while_loop`; one value that `body` returns bare comes back bare.

    >>> tf.compat.v1.while_loop(lambda i: i < 3, lambda i: i + 1, [tf.constant(0)]).numpy().item()
    3
    """
    bare = False

    def turn(*values: Any) -> Any:
        nonlocal bare
        result = body(*values)
        bare = not isinstance(result, (list, tuple))
        return result

    result = sys.modules["gradtape"].while_loop(
        cond, turn, loop_vars, shape_invariants, back_prop=back_prop,
        maximum_iterations=maximum_iterations,
    )  # fmt: skip
    taken = bare and len(loop_vars) == 1 and not return_same_structure
    return result[0] if taken else result
