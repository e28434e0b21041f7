"""Rows of tables by their numbers, where one table may be given in parts.

Invariant: the parts together are one table; how its rows are dealt out is the strategy's affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .. import _core, errors

if TYPE_CHECKING:
    from .._typing import TensorLike


def embedding_lookup(
    params: Any, ids: TensorLike, max_norm: TensorLike | None = None, name: str | None = None
) -> _core.Tensor:
    """The rows of `params` that `ids` name: shape `ids.shape + params.shape[1:]`.

    A list of several tables is one table in parts, one behind the other. Rows longer than
    `max_norm` (in the Euclidean norm) are scaled down to it. The gradient of a variable is
    `IndexedSlices`, as that of `gather`; rows named twice add up. Errors: `InvalidArgumentError`
    for an id outside `[0, n)`, or for parts whose lengths are not dealt out evenly (the first ones
    one longer than the last at most); `ValueError` for an empty list.

    >>> tf.nn.embedding_lookup(tf.constant([[1.0, 2.0], [3.0, 4.0]]), [1, 0]).numpy().tolist()
    [[3.0, 4.0], [1.0, 2.0]]
    >>> tf.nn.embedding_lookup([tf.constant([1.0, 2.0]), tf.constant([3.0])], [2]).numpy().tolist()
    [3.0]
    """
    if not isinstance(params, (list, tuple)):
        return _core.embedding_lookup(params, ids, max_norm)
    return _core.embedding_lookup(_whole(params), ids, max_norm)


def dealt_embedding_lookup(
    params: Any,
    ids: TensorLike,
    partition_strategy: str = "mod",
    name: str | None = None,
    validate_indices: bool = True,
    max_norm: TensorLike | None = None,
) -> _core.Tensor:
    """TensorFlow 1's `embedding_lookup`: `params` may be a list of parts of one table.

    With the strategy `"mod"` row `i` of the table is row `i // n` of part `i % n`; with `"div"` the
    parts lie one behind the other. `ValueError` for another strategy, or for an empty list.

    >>> parts = [tf.constant([0.0, 2.0]), tf.constant([1.0])]
    >>> tf.compat.v1.nn.embedding_lookup(parts, [1, 2]).numpy().tolist()
    [1.0, 2.0]
    """
    if partition_strategy not in ("mod", "div"):
        raise ValueError(f"Unrecognized partition strategy: {partition_strategy}")
    if not isinstance(params, (list, tuple)) or len(params) == 1 or partition_strategy == "div":
        return embedding_lookup(params, ids, max_norm)
    parts = _dealt_evenly(params)
    numbers = _core.convert_to_tensor(ids)
    starts = _core.cumsum(
        _core.constant([part.shape[0] for part in parts], numbers.dtype), exclusive=True
    )
    places = _core.gather(starts, numbers % len(parts)) + numbers // len(parts)
    return _core.embedding_lookup(_core.concat(parts, 0), places, max_norm)


def _whole(params: Any) -> Any:
    if not params:
        raise ValueError("params must be specified")
    return params[0] if len(params) == 1 else _core.concat(_dealt_evenly(params), 0)


def _dealt_evenly(params: Any) -> list[Any]:
    """The parts, whose lengths differ by one at most, the longer ones first."""
    parts = [_core.convert_to_tensor(part) for part in params]
    lengths = [part.shape[0] if part.shape.rank else 0 for part in parts]
    each, more = divmod(sum(lengths), len(parts))
    if lengths != [each + (place < more) for place in range(len(parts))]:
        text = f"Parts of a table have lengths that differ by one at most, not {lengths}."
        raise errors.InvalidArgumentError(None, None, f"{text} [Op:EmbeddingLookup]")
    return parts
