"""`cond`, `case`, `switch_case` and `while_loop`: control flow as functions, run eagerly.

They do what the Python statements do, on tensors: only the branch that is taken runs, and only it
is recorded. Predicates get no gradient.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from .. import _core, errors
from .._autodiff.graph_gradients import without_gradients
from .._runtime.inside import is_traced
from .._runtime.once_in_loops import of_turns, turns
from .._runtime.turns_of_loops import begin_loop
from .._structure import nest
from .._structure.composites import as_value

if TYPE_CHECKING:
    from .._typing import IntLike


def cond(
    pred: Any,
    true_fn: Callable[[], Any] | None = None,
    false_fn: Callable[[], Any] | None = None,
    name: str | None = None,
) -> Any:
    """`true_fn()` if `pred`, a tensor of one element, is true, else `false_fn()`.

    `TypeError` unless both can be called, `ValueError` for a `pred` of None or of several
    elements.

    >>> import gradtape as tf
    >>> tf.cond(tf.constant(2) < tf.constant(5), lambda: "smaller", lambda: "larger")
    'smaller'
    """
    for fn, argument in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if fn is None:
            raise TypeError(f"cond(): '{argument}' argument required")
        if not callable(fn):
            raise TypeError(f"'{argument}' must be callable.")
    way = _truth(pred)
    return _taken(int(way), true_fn if way else false_fn)  # type: ignore[arg-type]


def _taken(way: int, function: Callable[[], Any]) -> Any:
    """The value of one way of a branch, whose random numbers are its own."""
    if not _core.enter_branch(way):
        return function()
    try:
        return function()
    finally:
        _core.leave_function()


def _truth(pred: Any) -> bool:
    return pred if isinstance(pred, bool) else bool(_core.convert_to_tensor(pred))


def case(
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None = None,
    exclusive: bool = False,
    strict: bool = False,
    name: str = "case",
) -> Any:
    """The value of the first function whose predicate is true; `default()` if none is.

    `pred_fn_pairs` is a list of `(predicate, function)`, the predicates scalar bool tensors.
    Raises `InvalidArgumentError` if no predicate is true and there is no default, or if
    `exclusive` and several are true.

    >>> import gradtape as tf
    >>> x = tf.constant(3)
    >>> tf.case([(x < 0, lambda: "negative"), (x > 0, lambda: "positive")], default=lambda: "zero")
    'positive'
    """
    pairs = pairs_of(pred_fn_pairs, "pred_fn_pairs")
    if not pairs:
        raise ValueError(
            "'pred_fn_pairs' must hold at least one pair of a predicate and a function."
        )
    for pred, fn in pairs:
        if not _core.is_tensor(pred):
            raise TypeError(f"pred must be a Tensor, got: {pred}")
        if not callable(fn):
            raise TypeError(f"fn for pred {pred} must be callable.")
    if default is not None and not callable(default):
        raise TypeError("default must be callable.")
    chosen = [place for place, (pred, _) in enumerate(pairs) if _truth(pred)]
    if exclusive and len(chosen) > 1:
        raise errors.InvalidArgumentError(
            None, None, "Input error: exclusive=True and several conditions evaluated as True"
        )
    if chosen:
        return _taken(chosen[0], pairs[chosen[0]][1])
    if default is None:
        raise errors.InvalidArgumentError(
            None, None, "Input error: None of conditions evaluated as True"
        )
    return _taken(-1, default)


def pairs_of(given: Any, argument: str) -> list[Any]:
    if isinstance(given, Mapping):
        return [(key.deref() if hasattr(key, "deref") else key, fn) for key, fn in given.items()]
    if not isinstance(given, (list, tuple)):
        raise TypeError(f"'{argument}' must be a list, tuple, or dict. Received: {type(given)}")
    for entry in given:
        if not isinstance(entry, tuple) or len(entry) != 2:
            raise TypeError(f"Each entry in '{argument}' must be a 2-tuple. Received {entry}.")
    return list(given)


def switch_case(
    branch_index: Any,
    branch_fns: Any,
    default: Callable[[], Any] | None = None,
    name: str = "switch_case",
) -> Any:
    """The value of the function numbered `branch_index`, an integer scalar tensor.

    `branch_fns` is a list of functions, or of `(number, function)` with the numbers 0 to n-1. An
    index outside takes `default`, or the last function if there is none.

    >>> import gradtape as tf
    >>> tf.switch_case(tf.constant(1), [lambda: "zero", lambda: "one"])
    'one'
    """
    if not _core.is_tensor(branch_index):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(branch_index)}")
    if not branch_index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {branch_index.dtype}")
    branches = _branches(branch_fns)
    if default is None:
        default = branches[-1]
    index = int(branch_index)
    inside = 0 <= index < len(branches)
    return _taken(index, branches[index]) if inside else _taken(-1, default)


def _branches(branch_fns: Any) -> list[Callable[[], Any]]:
    if not isinstance(branch_fns, (list, tuple, Mapping)):
        raise TypeError("'branch_fns' must be a list, tuple, or dict")
    if not branch_fns:
        raise ValueError("Must provide at least one item in 'branch_fns'")
    if not isinstance(branch_fns, Mapping) and all(callable(fn) for fn in branch_fns):
        return list(branch_fns)
    pairs = pairs_of(branch_fns, "branch_fns")
    keys = sorted(int(key) for key, _ in pairs)
    if keys != list(range(len(keys))):
        raise ValueError(
            f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found "
            f"{{{','.join(str(key) for key in keys)}}}"
        )
    for key, fn in pairs:
        if not callable(fn):
            raise TypeError(f"fn for key {key} must be callable.")
    return [fn for _, fn in sorted(pairs, key=lambda pair: int(pair[0]))]


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    shape_invariants: Any = None,
    parallel_iterations: int = 10,
    back_prop: bool = True,
    swap_memory: bool = False,
    maximum_iterations: IntLike | None = None,
    name: str | None = None,
) -> Any:
    """Repeat `loop_vars = body(*loop_vars)` while `cond(*loop_vars)` holds.

    `loop_vars` is a list or tuple (of structures) and `body` returns one of the same length; a
    single loop variable may be returned bare. It stops after `maximum_iterations` rounds.
    `ValueError` without loop variables or when `body` changes their structure. With
    `back_prop=False` nothing is recorded; `shape_invariants`, `parallel_iterations` and
    `swap_memory` change nothing.

    >>> import gradtape as tf
    >>> start = (tf.constant(0), tf.constant(0))
    >>> i, total = tf.while_loop(lambda i, s: i < 4, lambda i, s: (i + 1, s + i), start)
    >>> int(total)
    6
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if not isinstance(loop_vars, (list, tuple)) or not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    if not back_prop:
        most = maximum_iterations
        return without_gradients(lambda: while_loop(cond, body, loop_vars, maximum_iterations=most))
    handed = as_value if is_traced() else _as_given
    values = nest.map_structure(handed, loop_vars)
    left = None if maximum_iterations is None else int(maximum_iterations)
    cond, body = of_turns(cond), of_turns(body)
    mark = begin_loop()
    while (left is None or left > 0) and _truth(cond(*values)):
        if mark is not None:
            mark.again()
        values = _next_values(body(*values), values, handed)
        left = None if left is None else left - 1
    if mark is not None:
        mark.end()
    values = nest.map_structure(as_value, values)
    return type(loop_vars)(values) if is_traced() and _is_plain(loop_vars) else values


def _is_plain(loop_vars: Any) -> bool:
    """Whether this is a list or tuple, which a function gets back as the same, whatever `body`
    returns."""
    return type(loop_vars) in (list, tuple)


def _as_given(value: Any) -> Any:
    """Numbers of Python's and arrays too: outside of traces a loop hands them on as they are."""
    return value


def rounds(items: Iterable[Any]) -> Iterator[Any]:
    """The items of a loop whose body has random numbers of its own, as if it were traced once."""
    mark = begin_loop()
    if mark is None:
        yield from turns(items)
        return
    try:
        for item in turns(items):
            mark.again()
            yield item
    finally:
        mark.end()


def _next_values(returned: Any, values: Any, handed: Callable[[Any], Any]) -> Any:
    if len(values) == 1 and not isinstance(returned, (list, tuple)):
        returned = type(values)([returned])
    nest.assert_same_structure(list(values), list(returned), check_types=False)
    return nest.map_structure(handed, returned)
