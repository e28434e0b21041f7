"""Loops of `keras.ops`, written out: every operation runs when it is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from keras.src import tree

import gradtape


def _tensors(values: Any) -> Any:
    from .core import convert_to_tensor

    return tree.map_structure(convert_to_tensor, values)


def _rows(values: Any) -> int:
    """How many rows the tensors of a structure have."""
    return int(tree.flatten(values)[0].shape[0])


def _row(values: Any, index: int) -> Any:
    return tree.map_structure(lambda tensor: tensor[index], values)


def _stacked(results: list[Any]) -> Any:
    """The results of all rows, leaf by leaf; None where there is no result."""
    return tree.map_structure(lambda *leaves: gradtape.stack(leaves), *results)


def map(f: Callable[[Any], Any], xs: Any) -> Any:
    """`f` of each row of `xs`, stacked."""
    xs = _tensors(xs)
    return _stacked([f(_row(xs, index)) for index in range(_rows(xs))])


def scan(
    f: Callable[[Any, Any], tuple[Any, Any]],
    init: Any,
    xs: Any = None,
    length: int | None = None,
    reverse: bool = False,
    unroll: int | bool = 1,
) -> tuple[Any, Any]:
    """Carries a state through the rows of `xs`: `carry, y = f(carry, x)`; all `y` stacked.

    `unroll` is checked, and changes nothing.
    """
    if not callable(f):
        raise TypeError(f"`f` should be a callable. Received: f={f}")
    if not isinstance(unroll, bool) and (not isinstance(unroll, int) or unroll < 1):
        raise ValueError(
            f"`unroll` must be an positive integer or boolean. Received: unroll={unroll}"
        )
    if xs is None and length is None:
        raise ValueError("Got no `xs` to scan over and `length` not provided.")
    carry, xs = _tensors(init), None if xs is None else _tensors(xs)
    count = int(length) if length is not None else _rows(xs)
    nothing = tree.map_structure(gradtape.zeros_like, carry)
    results: list[Any] = [nothing] * count
    for index in reversed(range(count)) if reverse else range(count):
        carry, result = f(carry, None if xs is None else _row(xs, index))
        results[index] = nothing if result is None else result
    return carry, _stacked(results)


def associative_scan(
    f: Callable[[Any, Any], Any], elems: Any, reverse: bool = False, axis: int = 0
) -> Any:
    """All partial results of an associative `f` along an axis, in about `2 log2(n)` calls of it."""
    if not callable(f):
        raise TypeError(f"`f` should be a callable. Received: f={f}")
    elems = _tensors(elems)
    flat = tree.flatten(elems)
    lengths = {int(leaf.shape[axis]) for leaf in flat}
    if len(lengths) != 1:
        raise ValueError(
            "Array inputs to associative_scan must have the same first dimension. "
            f"(saw: {[leaf.shape for leaf in flat]})"
        )

    def combined(left: list[Any], right: list[Any]) -> list[Any]:
        packed = (tree.pack_sequence_as(elems, leaves) for leaves in (left, right))
        return tree.flatten(f(*packed))

    if reverse:
        flat = [gradtape.reverse(leaf, [axis]) for leaf in flat]
    flat = _prefixes(combined, flat, axis)
    if reverse:
        flat = [gradtape.reverse(leaf, [axis]) for leaf in flat]
    return tree.pack_sequence_as(elems, flat)


def _prefixes(combined: Callable[..., list[Any]], flat: list[Any], axis: int) -> list[Any]:
    """Neighbours are combined in pairs, whose prefixes are those of the odd places."""
    count = int(flat[0].shape[axis])
    if count < 2:
        return flat
    pairs = combined(_every_other(flat, axis, 0, count - 1), _every_other(flat, axis, 1, count))
    odd = _prefixes(combined, pairs, axis)
    first = _every_other(flat, axis, 0, 1)
    if count == 2:
        return [_joined(leaves, axis) for leaves in zip(first, odd)]
    before = [_piece(leaf, axis, 0, (count - 1) // 2, 1) for leaf in odd]
    later = combined(before, _every_other(flat, axis, 2, count))
    even = [_joined(leaves, axis) for leaves in zip(first, later)]
    return [_in_turn(a, b, axis) for a, b in zip(even, odd)]


def _every_other(flat: list[Any], axis: int, start: int, stop: int) -> list[Any]:
    return [_piece(leaf, axis, start, stop, 2) for leaf in flat]


def _piece(leaf: Any, axis: int, start: int, stop: int, step: int) -> Any:
    whole = [slice(None)] * len(leaf.shape)
    whole[axis] = slice(start, stop, step)
    return leaf[tuple(whole)]


def _joined(leaves: Any, axis: int) -> Any:
    return gradtape.concat(list(leaves), axis=axis)


def _in_turn(even: Any, odd: Any, axis: int) -> Any:
    """The elements of two tensors in turn; the first may have one more."""
    count = int(odd.shape[axis])
    axis %= len(odd.shape)
    sizes = list(odd.shape)
    pairs = gradtape.stack([_piece(even, axis, 0, count, 1), odd], axis=axis + 1)
    mixed = gradtape.reshape(pairs, [*sizes[:axis], 2 * count, *sizes[axis + 1 :]])
    rest = _piece(even, axis, count, int(even.shape[axis]), 1)
    return _joined([mixed, rest], axis)


def while_loop(
    cond: Callable[..., Any],
    body: Callable[..., Any],
    loop_vars: Any,
    maximum_iterations: int | None = None,
) -> Any:
    """`loop_vars = body(*loop_vars)` while `cond(*loop_vars)` is true."""
    many = isinstance(loop_vars, tuple | list)
    values = _tensors(tuple(loop_vars) if many else (loop_vars,))
    count = 0
    while cond(*values) and (maximum_iterations is None or count < maximum_iterations):
        values = body(*values)
        values = tuple(values) if isinstance(values, list | tuple) and many else (values,)
        count += 1
    return values if many else values[0]


def fori_loop(lower: Any, upper: Any, body_fun: Callable[[Any, Any], Any], init_val: Any) -> Any:
    """`value = body_fun(i, value)` for the integers from `lower` up to, without, `upper`."""
    value = _tensors(init_val)
    for index in range(int(lower), int(upper)):
        value = body_fun(index, value)
    return value


def switch(index: Any, branches: Any, *operands: Any) -> Any:
    """The branch at `index`, or the nearest there is, called with `operands`."""
    place = min(max(int(index), 0), len(branches) - 1)
    return branches[place](*operands)
