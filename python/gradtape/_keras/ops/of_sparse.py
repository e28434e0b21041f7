"""Functions of `keras.ops` on sparse tensors, which they take for dense ones.

Results are sparse of functions that leave a zero a zero or only move entries, and of some of two
sparse tensors.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._sparse.arithmetic import sparse_dense_matmul
from ..._sparse.conversion import from_dense, to_dense
from ..._sparse.embedding import product_by_lookup
from ..._sparse.tensor import SparseTensor
from ..._structure import nest

# fmt: off
_OF_ENTRIES = frozenset((
    "abs", "absolute", "arcsin", "arcsinh", "arctan", "arctanh", "cast", "ceil", "conj",
    "conjugate", "expm1", "floor", "imag", "log1p", "negative", "real", "round", "sign", "sin",
    "sinh", "sqrt", "square", "tan", "tanh",
))
# fmt: on
_MOVING = frozenset(("expand_dims", "reshape", "squeeze", "sum", "transpose"))
_OF_SPARSE_ALONE = frozenset(("add", "concatenate", "matmul", "maximum", "minimum", "subtract"))


def answered(function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """What `function` makes of arguments of which one at least is sparse."""
    name, given = function.__name__, [*args, *kwargs.values()]
    if name in _OF_ENTRIES and args:
        return args[0].with_values(function(args[0].values, *args[1:], **kwargs))
    if name == "matmul" and _is_by_dense(*given):
        by_lookup = isinstance(given[0], SparseTensor)
        return (product_by_lookup if by_lookup else sparse_dense_matmul)(*given)
    result = function(*_dense(list(args)), **_dense(kwargs))
    return from_dense(result) if _stays_sparse(name, given) and result.shape.rank else result


def _is_by_dense(one: Any, other: Any) -> bool:
    return not isinstance(other, SparseTensor) and len(one.shape) == len(other.shape) == 2


def _dense(given: Any) -> Any:
    return nest.map_structure(lambda x: to_dense(x) if isinstance(x, SparseTensor) else x, given)


def _stays_sparse(name: str, given: list[Any]) -> bool:
    if name in _OF_SPARSE_ALONE:
        parts = given[0] if name == "concatenate" else given[:2]
        return all(isinstance(part, SparseTensor) for part in parts)
    if name in ("divide", "true_divide"):
        return not isinstance(given[1], SparseTensor)
    return name in _MOVING or name == "multiply"
