"""Ragged and sparse tensors as the text that `tf.print` writes.

They are told by what they have, since their rooms are above this one. Invariant: only values and
dtypes decide the text.
"""

from __future__ import annotations

from typing import Any


def is_ragged(value: Any) -> bool:
    """Whether `value` is a ragged tensor.

    >>> from gradtape._ops.printed_rows import is_ragged
    >>> is_ragged(tf.ragged.constant([[1], []])), is_ragged(tf.constant([1]))
    (True, False)
    """
    return hasattr(type(value), "row_splits") and hasattr(type(value), "flat_values")


def is_sparse(value: Any) -> bool:
    """Whether `value` is a sparse tensor.

    >>> from gradtape._ops.printed_rows import is_sparse
    >>> is_sparse(tf.sparse.from_dense([0, 1]))
    True
    """
    return hasattr(type(value), "dense_shape") and hasattr(type(value), "with_values")


def text_of_rows(ragged: Any, summarize: int) -> str:
    """A ragged tensor as nested lists, long ones with their ends alone.

    >>> from gradtape._ops.printed_rows import text_of_rows
    >>> text_of_rows(tf.ragged.constant([["a", "b"], []]), 3)
    "[['a', 'b'], []]"
    """
    return _listed(ragged.to_list(), summarize)


def _listed(values: Any, summarize: int) -> str:
    if not isinstance(values, list):
        return _item(values)
    if summarize < 0 or len(values) <= 2 * summarize:
        parts = [_listed(value, summarize) for value in values]
    else:
        ends = values[:summarize], values[len(values) - summarize :]
        first, last = ([_listed(value, summarize) for value in end] for end in ends)
        parts = [*first, "...", *last]
    return f"[{', '.join(parts)}]"


def _item(value: Any) -> str:
    if isinstance(value, bytes):
        return f"'{value.decode('utf-8', 'backslashreplace')}'"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, complex):
        return f"({value.real:f},{value.imag:f})"
    return f"{value:f}" if isinstance(value, float) else str(value)
