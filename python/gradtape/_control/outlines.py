"""What a function returns, told from what it takes: it is run on zeros.

Where a length is open, it is run with two lengths, and what differs is open in the answer. The run
leaves nothing behind but what Python does: variables that it makes hold their first values.
"""

from __future__ import annotations

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
    return _merged([_outputs(function, args, kwargs, size) for size in sizes])


def _outputs(function: Callable[..., Any], args: Any, kwargs: Any, size: int) -> Any:
    taken, named = nest.map_structure(lambda leaf: _zeros(leaf, size), (args, kwargs))
    variables = variables_read(function, [*args, *kwargs.values()])
    with run_for_traces.leaving_nothing(variables):
        return nest.map_structure(_described, function(*taken, **named))


def _zeros(leaf: Any, size: int) -> Any:
    if not isinstance(leaf, TensorSpec):
        return leaf
    shape = [] if leaf.shape.rank is None else leaf.shape.as_list()
    return _core.zeros([size if length is None else length for length in shape], leaf.dtype)


def _described(leaf: Any) -> Any:
    from .._ragged.specs import type_spec_from_value  # here: importing the package does not need it

    known = isinstance(leaf, (_core.Tensor, _core.Variable, Composite))
    return type_spec_from_value(leaf) if known else leaf


def _merged(found: list[Any]) -> Any:
    if len(found) == 1:
        return found[0]

    def merged(one: Any, other: Any) -> Any:
        widen = getattr(one, "most_specific_common_supertype", None)
        return one if widen is None else widen([other])

    return nest.map_structure(merged, *found)
