"""Branches and loops as functions: they do what Python's statements do, step after step.

Only what is called is recorded. `xs`, `init` and their like are tensors or structures of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..._control import control_flow, mapping
from ..._numpy.arranging import axis_of
from ..._structure import nest
from ..promotion import tensor
from .calling import operation

if TYPE_CHECKING:
    from ..._typing import IntLike, TensorLike


def _tensors(values: Any) -> Any:
    return nest.map_structure(tensor, values)


def _require(function: Any, name: str = "f") -> None:
    if not callable(function):
        raise TypeError(f"`{name}` should be a callable. Received: {name}={function}")


def _count(values: Any) -> int:
    """How many rows the tensors of a structure have."""
    lengths = {leaf.shape[0] if leaf.shape.rank else -1 for leaf in nest.flatten(values)}
    if len(lengths) != 1 or -1 in lengths:
        raise ValueError("The tensors to go through must have rows, as many each.")
    (count,) = lengths
    return count


def _row(values: Any, at: int) -> Any:
    return nest.map_structure(lambda leaf: leaf[at], values)


def _stacked(results: list[Any]) -> Any:
    """What came out of each row, leaf by leaf."""
    return nest.map_structure(lambda *leaves: _core.stack(list(leaves)), *results)


# --- branches -------------------------------------------------------------------------------------


@operation
def cond(pred: TensorLike, true_fn: Callable[[], Any], false_fn: Callable[[], Any]) -> Any:
    """`true_fn()` if `pred` is true, else `false_fn()`; the other one is not called.

    >>> tf.keras.ops.cond(tf.constant(2) < 5, lambda: "smaller", lambda: "larger")
    'smaller'
    """
    return control_flow.cond(pred, true_fn, false_fn)


@operation
def switch(index: TensorLike, branches: Sequence[Callable[..., Any]], *operands: Any) -> Any:
    """The branch at `index`, or the nearest there is, called with `operands`.

    >>> tf.keras.ops.switch(1, [lambda x: x + 1, lambda x: x * 10], 4)
    40
    """
    if not isinstance(branches, list | tuple):
        raise TypeError(f"`branches` must be a list of functions. Received: {branches!r}")
    if not branches:
        raise ValueError("`branches` must not be empty.")
    place = min(max(int(tensor(index, "int32")), 0), len(branches) - 1)
    return branches[place](*operands)


# --- loops ----------------------------------------------------------------------------------------


@operation
def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    maximum_iterations: IntLike | None = None,
) -> Any:
    """`loop_vars = body(*loop_vars)` while `cond(*loop_vars)` holds; so many times at most.

    >>> i, total = tf.keras.ops.while_loop(lambda i, s: i < 4, lambda i, s: (i + 1, s + i), (0, 0))
    >>> int(total)
    6
    """
    _require(body, "body")
    several = isinstance(loop_vars, list | tuple)
    values = tuple(loop_vars) if several else (loop_vars,)

    def step(*given: Any) -> tuple[Any, ...]:
        found = body(*given)
        return tuple(found) if several else (found,)

    found = control_flow.while_loop(cond, step, values, maximum_iterations=maximum_iterations)
    return found if several else found[0]


@operation
def fori_loop(
    lower: TensorLike, upper: TensorLike, body_fun: Callable[[Any, Any], Any], init_val: Any
) -> Any:
    """`value = body_fun(i, value)` for the integers from `lower` up to, without, `upper`.

    >>> int(tf.keras.ops.fori_loop(0, 4, lambda i, s: s + i, 0))
    6
    """
    _require(body_fun, "body_fun")

    def step(i: Any, value: Any) -> tuple[Any, Any]:
        return i + 1, body_fun(i, value)

    return control_flow.while_loop(lambda i, value: i < upper, step, (lower, init_val))[1]


@operation
def map(f: Callable[[Any], Any], xs: Any) -> Any:
    """`f` of each row of `xs`, stacked.

    >>> tf.keras.ops.map(lambda x: x * 2, tf.constant([1, 2])).numpy().tolist()
    [2, 4]
    """
    _require(f)
    rows = _tensors(xs)
    if not _count(rows):
        raise ValueError("There are no rows to call `f` with.")
    return _stacked([_tensors(f(_row(rows, at))) for at in range(_count(rows))])


@operation
def vectorized_map(function: Callable[[Any], Any], elements: Any) -> Any:
    """As `map`; it is a loop too.

    >>> tf.keras.ops.vectorized_map(lambda x: x * 2, tf.constant([1, 2])).numpy().tolist()
    [2, 4]
    """
    return mapping.vectorized_map(function, _tensors(elements))


@operation
def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
) -> tuple[Any, Any]:
    """Carries a state through rows: `carry, y = f(carry, x)`. The last state, and all `y` stacked.

    Without `xs` there are `length` steps; `reverse` begins at the end. `unroll` changes nothing.

    >>> last, sums = tf.keras.ops.scan(lambda s, x: (s + x, s + x), 0, tf.constant([1, 2, 3]))
    >>> int(last), sums.numpy().tolist()
    (6, [1, 3, 6])
    """
    _require(f)
    if not isinstance(unroll, bool) and (not isinstance(unroll, int) or unroll < 1):
        raise ValueError(
            f"`unroll` must be a positive integer or a truth value. Received: unroll={unroll}"
        )
    if xs is None and length is None:
        raise ValueError("Got no `xs` to scan over and `length` not provided.")
    carry, rows = _tensors(init), None if xs is None else _tensors(xs)
    count = _count(rows) if length is None else int(length)
    nothing = nest.map_structure(_core.zeros_like, carry)
    results: dict[int, Any] = {}
    for at in reversed(range(count)) if reverse else range(count):
        carry, y = f(carry, None if rows is None else _row(rows, at))
        results[at] = nothing if y is None else _tensors(y)
    if not results:
        return carry, nest.map_structure(lambda leaf: _core.expand_dims(leaf, 0)[:0], nothing)
    return carry, _stacked([results[at] for at in range(count)])


# --- all partial results --------------------------------------------------------------------------


@operation
def associative_scan(
    f: Callable[[Any, Any], Any], elems: Any, reverse: bool = False, axis: int = 0
) -> Any:
    """All partial results of an associative `f` along `axis`, in few calls of it.

    `f` takes two structures like `elems`, of as many rows each.

    >>> tf.keras.ops.associative_scan(lambda a, b: a + b, tf.constant([1, 2, 3])).numpy().tolist()
    [1, 3, 6]
    """
    _require(f)
    given = _tensors(elems)
    flat = nest.flatten(given)
    lengths = {leaf.shape[axis_of(axis, leaf.shape.rank)] for leaf in flat}
    if len(lengths) != 1:
        raise ValueError(
            "The tensors of `elems` must have one length along `axis`. Received: "
            f"{[leaf.shape for leaf in flat]}"
        )

    def combined(left: list[Any], right: list[Any]) -> list[Any]:
        packed = (nest.pack_sequence_as(given, leaves) for leaves in (left, right))
        return nest.flatten(f(*packed))

    flat = [_turned(leaf, axis, reverse) for leaf in flat]
    found = _prefixes(combined, flat, axis)
    return nest.pack_sequence_as(given, [_turned(leaf, axis, reverse) for leaf in found])


def _turned(leaf: _core.Tensor, axis: int, reverse: bool) -> _core.Tensor:
    return _core.reverse(leaf, [axis_of(axis, leaf.shape.rank)]) if reverse else leaf


def _prefixes(
    combined: Callable[..., list[Any]], flat: list[_core.Tensor], axis: int
) -> list[_core.Tensor]:
    """Neighbours are combined in pairs, whose prefixes are those of the odd places."""
    count = flat[0].shape[axis]
    if count < 2:
        return flat
    pairs = combined(_picked(flat, axis, 0, count - 1), _picked(flat, axis, 1, count))
    odd = _prefixes(combined, pairs, axis)
    even = _picked(flat, axis, 0, 1)
    if count > 2:
        before = [_part(leaf, axis, 0, (count - 1) // 2, 1) for leaf in odd]
        later = combined(before, _picked(flat, axis, 2, count))
        even = [_core.concat([*both], axis) for both in zip(even, later, strict=True)]
    order = np.argsort([*range(0, count, 2), *range(1, count, 2)])
    joined = [_core.concat([*both], axis) for both in zip(even, odd, strict=True)]
    return [_core.gather(leaf, order, axis=axis) for leaf in joined]


def _picked(flat: list[_core.Tensor], axis: int, start: int, stop: int) -> list[_core.Tensor]:
    return [_part(leaf, axis, start, stop, 2) for leaf in flat]


def _part(leaf: _core.Tensor, axis: int, start: int, stop: int, step: int) -> _core.Tensor:
    key: list[Any] = [slice(None)] * leaf.shape.rank
    key[axis] = slice(start, stop, step)
    return leaf[tuple(key)]
