"""What a function returns, told from what it takes: it is run on zeros.

Where a length or a rank is open, it is run with two, and what differs is open in the answer. The
run leaves nothing behind but what Python does: variables that it makes hold their first values.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from .. import _core
from .._runtime import run_for_traces
from .._structure import nest
from .._structure.composites import Composite
from .._structure.tensor_spec import TensorSpec
from .objects import variables_read


def outputs_of(function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    """The structure that `function` returns for such arguments, with specs in place of tensors."""
    leaves = nest.flatten((args, kwargs))
    specs = [leaf for leaf in leaves if isinstance(leaf, TensorSpec)]
    sizes = (1,) if all(spec.shape.is_fully_defined() for spec in specs) else (2, 3)
    found = [_outputs(function, args, kwargs, size) for size in sizes]
    if any(spec.shape.rank is None for spec in specs):
        with contextlib.suppress(Exception):  # it takes but some ranks
            found.append(_outputs(function, args, kwargs, sizes[-1], rank=1))
    return _merged(found)


def _outputs(function: Callable[..., Any], args: Any, kwargs: Any, size: int, rank: int = 0) -> Any:
    """What it returns for such a size, and such a rank where that is open."""
    taken, named = nest.map_structure(lambda leaf: _zeros(leaf, size, rank), (args, kwargs))
    variables = variables_read(function, [*args, *kwargs.values()])
    with run_for_traces.leaving_nothing(variables):
        return nest.map_structure(_described, function(*taken, **named))


def _zeros(leaf: Any, size: int, rank: int) -> Any:
    if not isinstance(leaf, TensorSpec):
        return leaf
    shape = [None] * rank if leaf.shape.rank is None else leaf.shape.as_list()
    return _core.zeros([size if length is None else length for length in shape], leaf.dtype)


def _described(leaf: Any) -> Any:
    from .._ragged.specs import type_spec_from_value  # here: importing the package does not need it

    known = isinstance(leaf, (_core.Tensor, _core.Variable, Composite))
    return type_spec_from_value(leaf) if known else leaf


def _merged(found: list[Any]) -> Any:
    first, *others = found
    if not others:
        return first

    def merged(one: Any, *rest: Any) -> Any:
        widen = getattr(one, "most_specific_common_supertype", None)
        return one if widen is None else widen(rest)

    return nest.map_structure(merged, *found)
