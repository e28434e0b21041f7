"""`tensorflow.python.ops.parallel_for`: loops whose results are stacked, one turn after another."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._control.mapping import one_trace
from ..._control.state_of_turns import in_one
from ..._structure import nest


def pfor(
    loop_fn: Callable[..., Any],
    iters: Any,
    fallback_to_while_loop: bool = True,
    parallel_iterations: int | None = None,
    warn: bool = False,
) -> Any:
    """What `loop_fn` returns for 0, 1, ... below `iters`, each tensor stacked along a new axis."""
    with one_trace():
        turns = in_one(loop_fn, ((_core.constant(turn),) for turn in range(int(iters))))
    if not turns:
        raise ValueError("pfor with no iterations has nothing to tell the shapes of its results by")
    return nest.map_structure(_stacked, *turns, expand_composites=True)


def _stacked(*parts: Any) -> Any:
    """What the turns gave along a new axis; None where they gave none."""
    return None if parts[0] is None else _core.stack(list(parts))


def for_loop(
    loop_fn: Callable[..., Any],
    loop_fn_dtypes: Any,
    iters: Any,
    parallel_iterations: int | None = None,
) -> Any:
    """The same; `loop_fn_dtypes` says what comes out, which is seen here."""
    return pfor(loop_fn, iters)
