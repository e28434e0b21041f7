"""Inputs of a network of layers that have other sizes than its own: Keras 3 refuses them.

Only what stands for TensorFlow does, and only where TensorFlow knows all sizes: in eager code, and
for the arrays that `fit`, `evaluate` and `predict` are given first: it leaves sizes open that are
others the next time. Sizes of batches say nothing, and a last axis of length 1 may be there or not.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from ... import _core
from ..._runtime.inside import is_traced
from ..._runtime.manners import are_of_keras_3
from ..._runtime.printed import is_silent
from ..._structure import nest
from ..base_layer.input_spec import misfit
from ..call_errors import before_call
from ..lookup import is_written_here
from ..symbolic import is_symbolic

Sizes = Sequence[int | None]
_Loop = TypeVar("_Loop", bound=Callable[..., Any])


def misfit_of(number: int, entry: Any, name: str, wanted: Sizes, found: Any) -> Exception:
    """The error for an input of another shape."""
    problem = f"expected shape={tuple(wanted)}, found shape={tuple(found)}"
    return before_call(ValueError(misfit(number, entry, name, problem)))


def require_fitting(entries: list[Any], given: list[Any], name: str) -> bool:
    """Whether all values have the sizes of the symbolic inputs `entries`; raises where that counts.

    It does not in a trace, where a size may be open, nor where a layer is probed.
    """
    wanted = [entry._shape.as_list() for entry in entries]
    found = [_sizes(value) for value in given]
    if all(map(_fits, wanted, found)):
        return True
    if are_of_keras_3() and not is_traced() and not is_silent():
        _refuse(entries, wanted, found, name)
    return False


def of_arrays_that_fit(step: str) -> Callable[[_Loop], _Loop]:
    """Decorator of a method that has `step` run a model on arrays: they must fit its network."""

    def decorated(loop: _Loop) -> _Loop:
        @functools.wraps(loop)
        def run(model: Any, x: Any = None, *args: Any, **kwargs: Any) -> Any:
            network = model._network_of_layers
            if network is not None and step not in network.steps_that_fit and are_of_keras_3():
                _require_fitting_arrays(model, x, step)
            return loop(model, x, *args, **kwargs)

        return run  # type: ignore[return-value]

    return decorated


def _require_fitting_arrays(model: Any, x: Any, step: str) -> None:
    """Raises for arrays whose rows do not fit a network that `step` hands them to as they are."""
    network = model._network_of_layers
    if not _hands_on(model, step):
        return
    given = [x[key] for key in sorted(x)] if isinstance(x, Mapping) else nest.flatten(x)
    entries = _in_order_of(x, network)
    if not entries or len(given) != len(entries) or not all(map(_is_array, given)):
        return
    wanted = [entry._shape.as_list() for entry in entries]
    found = [_rows(_sizes(value)) for value in given]
    if not all(map(_fits, wanted, found)):
        _refuse(entries, wanted, found, model.name)
    network.steps_that_fit.add(step)


def _in_order_of(given: Any, network: Any) -> list[Any]:
    """The symbolic inputs in the order of what is given for them; none where they have no order."""
    if not isinstance(given, Mapping):
        return list(network._entries)
    if isinstance(network.inputs, Mapping):
        named: dict[Any, Any] = dict(network.inputs)
    else:
        named = {symbol.node.layer.name: symbol for symbol in network._entries}
    known = set(named) == set(given) and all(map(is_symbolic, named.values()))
    return [named[key] for key in sorted(given)] if known else []


def _hands_on(model: Any, step: str) -> bool:
    """Whether a step, and the call in it, are the library's own."""
    kind = type(model)
    return all(is_written_here(one) for one in (getattr(kind, step), kind.call, kind.__call__))


def _is_array(value: Any) -> bool:
    return isinstance(value, _core.Tensor) or type(value).__module__ == "numpy"


def _sizes(value: Any) -> Sizes | None:
    shape = getattr(value, "shape", None)
    return None if shape is None else list(shape)


def _rows(sizes: Sizes | None) -> Sizes | None:
    """Those of batches of an array: of any number of rows, which are lists at least."""
    return sizes and [None, *(sizes[1:] or [1])]


def _fits(wanted: Sizes, found: Sizes | None) -> bool:
    if found is None:
        return True
    return _is_of_rank(wanted, found) and not _differs(wanted, found)


def _differs(wanted: Sizes, found: Sizes) -> bool:
    pairs = zip(_without_one(wanted)[1:], _without_one(found)[1:], strict=False)
    return any(size not in (None, other) and other is not None for size, other in pairs)


def _is_of_rank(wanted: Sizes, found: Sizes) -> bool:
    more = len(found) - len(wanted)
    return more == 0 or (more == 1 and found[-1] == 1) or (more == -1 and wanted[-1] == 1)


def _without_one(sizes: Sizes) -> Sizes:
    return sizes[:-1] if sizes[-1:] == [1] else sizes


def _refuse(entries: list[Any], wanted: list[Any], found: list[Any], name: str) -> None:
    """Raises for the first input whose sizes differ, else for the first of another rank."""
    rows = list(zip(entries, wanted, found, strict=True))
    for number, (entry, sizes, other) in enumerate(rows):
        if other is not None and _differs(sizes, other):
            raise misfit_of(number, entry.node.layer.name, name, [None, *sizes[1:]], other)
    for entry, sizes, other in rows:
        if other is not None and not _is_of_rank(sizes, other):
            raise ValueError(
                f"Invalid input shape for the input with name {entry.node.layer.name!r}. "
                f"Expected shape {tuple(sizes)}, but input has incompatible shape {tuple(other)}"
            )
