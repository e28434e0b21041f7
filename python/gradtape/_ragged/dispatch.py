"""Functions of the core on ragged tensors: what `tf.reduce_sum(ragged, 1)` and its like do.

The core hands over a call that has a ragged argument. Elementwise functions work on the flat
values; the others are in the table `_SPECIAL`. Gradients are those of the operations used here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .. import _core
from . import partitions, rearranging, reducing
from .functions import boolean_mask
from .tensor import RaggedTensor, map_flat_values, spread

OF_ONE = [
    "abs",
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "bitcast",
    "cast",
    "ceil",
    "clip_by_value",
    "conj",
    "cos",
    "cosh",
    "digamma",
    "dropout",
    "elu",
    "erf",
    "erfc",
    "erfinv",
    "exp",
    "expm1",
    "floor",
    "gelu",
    "identity",
    "imag",
    "invert",
    "is_finite",
    "is_inf",
    "is_nan",
    "leaky_relu",
    "lgamma",
    "log",
    "log1p",
    "log_sigmoid",
    "logical_not",
    "negative",
    "ones_like",
    "one_hot",
    "real",
    "reciprocal",
    "reciprocal_no_nan",
    "relu",
    "relu6",
    "rint",
    "round",
    "rsqrt",
    "saturate_cast",
    "selu",
    "sigmoid",
    "sign",
    "silu",
    "sin",
    "sinh",
    "softplus",
    "softsign",
    "sqrt",
    "square",
    "stop_gradient",
    "tan",
    "tanh",
    "zeros_like",
]
OF_TWO = [
    "add",
    "atan2",
    "bitwise_and",
    "bitwise_or",
    "bitwise_xor",
    "complex",
    "divide",
    "divide_no_nan",
    "equal",
    "floordiv",
    "floormod",
    "greater",
    "greater_equal",
    "less",
    "less_equal",
    "logical_and",
    "logical_or",
    "logical_xor",
    "maximum",
    "minimum",
    "mod",
    "multiply",
    "multiply_no_nan",
    "not_equal",
    "pow",
    "realdiv",
    "squared_difference",
    "subtract",
    "truediv",
    "truncatediv",
    "truncatemod",
    "xdivy",
    "xlogy",
]


def dispatched(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """The answer of a function of the core to arguments of which one is ragged, or holds one.

    `ValueError` for a function that does not take ragged tensors.
    """
    name = function.__name__
    if name in _SPECIAL:
        given = {key: value for key, value in arguments.items() if key != "name"}
        return _SPECIAL[name](**given)
    ragged = [key for key, value in arguments.items() if isinstance(value, RaggedTensor)]
    if name in OF_ONE and len(ragged) == 1:
        return map_flat_values(function, **arguments)
    if name in OF_TWO:
        return _of_two(function, arguments)
    raise ValueError(
        f"{name} does not take a RaggedTensor. Use its flat_values, tf.ragged.map_flat_values, or "
        "its to_tensor()."
    )


def _of_two(function: Callable[..., Any], arguments: dict[str, Any]) -> Any:
    """An elementwise function of two arguments, of which a column is repeated along the rows."""
    (one, left), (other, right) = list(arguments.items())[:2]
    rest = dict(list(arguments.items())[2:])
    if isinstance(left, RaggedTensor):
        left, right = spread(left, right)
    else:
        right, left = spread(right, left)
    return map_flat_values(function, **{one: left, other: right}, **rest)


def _looked_up(params: _core.Tensor, ids: RaggedTensor, max_norm: Any = None) -> Any:
    return map_flat_values(_core.embedding_lookup, params, ids, max_norm)


_SPECIAL: dict[str, Callable[..., Any]] = {
    **{name: reducing.reduction(name) for name in reducing.REDUCTIONS},
    **{f"unsorted_segment_{name}": partitions.segments(name) for name in partitions.SEGMENTS},
    "add_n": partitions.added,
    "bincount": partitions.counted,
    "boolean_mask": lambda tensor, mask, axis=None: boolean_mask(tensor, mask),
    "concat": rearranging.concat,
    "cumsum": rearranging.cumulated,
    "dynamic_partition": partitions.dealt,
    "embedding_lookup": _looked_up,
    "expand_dims": rearranging.expanded,
    "gather": rearranging.gathered,
    "gather_nd": rearranging.gathered_at_places,
    "rank": rearranging.rank_of,
    "reshape": rearranging.flattened,
    "reduce_std": reducing.deviation,
    "reduce_variance": reducing.variance,
    "reverse": rearranging.turned,
    "size": rearranging.size_of,
    "softmax": reducing.softmax,
    "split": rearranging.split,
    "squeeze": rearranging.squeezed,
    "stack": rearranging.stacked,
    "tile": rearranging.tiled,
    "unstack": rearranging.unstacked,
    "where": rearranging.chosen,
}


RaggedTensor._answer = staticmethod(dispatched)
