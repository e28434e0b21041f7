"""The run of `call` that Keras 3 makes ahead of the first one, to see what weights there are.

A layer or model of a program's own without a `build` that holds layers without weights yet is run
once in a graph of its own, and a chain of layers that knows no input is put together once. What
Python does there is done: prints, draws of NumPy and of `random`, counts in attributes. Operations
leave nothing behind but the weights that were made, and an error none at all: the first call that
follows shows it.
"""

from __future__ import annotations

import contextlib
import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any

from ... import _core
from ..._control.objects import objects_read, values_read
from ..._runtime import changes, looking_ahead, run_for_traces
from ..._runtime.kept_values import kept_in, put_back
from ..._runtime.manners import are_of_keras_3
from ..._runtime.once import Once, only_at_first
from ..._runtime.printed import silently
from .. import forgotten
from ..lookup import is_ours
from ..seed_generator import held, noted_draws, still, still_for_a_trace
from .calling import outside_of_calls
from .known_shapes import of_data
from .others import with_others

_PLAIN = ("Layer", "Model")
_STEPS = {"apply_gradients", "minimize"}
# What variables are to hold again behind each run ahead that goes on.
_values_of_builds: list[list[tuple[Any, Any]]] = []


def note_built(layer: Any) -> None:
    """What the weights of a layer hold that has been built just now is what they begin with."""
    if not _values_of_builds:
        return
    made = (*layer._trainable_weights, *layer._non_trainable_weights)
    begun = [(one, kept_in(one)) for one in made]
    looking_ahead.note(begun)
    for values in _values_of_builds:
        values += begun


def is_run_ahead(layer: Any) -> bool:
    """Whether the first call of this layer is the second run of its `call`."""
    kind: Any = type(layer)
    own = are_of_keras_3() and layer._lacks_build and has_own_call(kind)
    return own and layer._is_run_before() and not _trains_itself(kind)


@functools.cache
def has_own_call(kind: Any) -> bool:
    """Whether a class is a program's own, of none of the library's kinds of layers."""
    return not is_ours(kind) and next(filter(is_ours, kind.__mro__)).__name__ in _PLAIN


def run_ahead(layer: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    """Run the `call` of a layer, for what Python does in it and for the weights.

    Layers in it are in the mode that they are in by themselves; so is a chain.
    """
    kind: Any = type(layer)
    given = dict(kwargs) if has_own_call(kind) else {}
    built, layer.built = layer.built, False
    seeds = contextlib.nullcontext() if are_of_keras_3() else _held_over_data()
    looks = are_of_keras_3() and has_own_call(kind)
    look = looking_ahead.look() if looks else contextlib.nullcontext()
    try:
        with (
            look,
            _leaving_nothing(layer),
            seeds,
            outside_of_calls(),
            contextlib.suppress(Exception),
        ):
            layer.call(*args, **given)
    finally:
        layer.built = built


@contextlib.contextmanager
def _held_over_data() -> Iterator[None]:
    with held(), of_data():  # Keras 2's seeds are taken elsewhere
        yield


def unseen(run: Callable[[], None], call: Callable[..., Any]) -> None:
    """`run()`, which runs `call` where Keras 3 does not, so that nobody sees what Python does."""
    if are_of_keras_3():
        Once.never(run, objects_read(call))
    else:
        run()


@contextlib.contextmanager
def _leaving_nothing(layer: Any) -> Iterator[None]:
    """Within, operations change no variable and no stream of random numbers, and add no loss."""
    losses = [(one, one._losses, one._call_number) for one in with_others(_layers_in, layer)]
    values = [(one, kept_in(one)) for one in with_others(_variables_of, layer)]
    try:
        with (
            _core.stop_recording_all(),
            silently(),
            only_at_first(),
            still(),
            forgotten.draws(),
            _as_if_built_alone(values),
        ):
            yield
    finally:
        made: list[Any] = [(one, [], 0) for one in with_others(_layers_in, layer)]
        for one, before, number in [*made, *losses]:
            one._losses = before
            one.__dict__["_call_number"] = number  # a number of this run is above the first call's
        put_back(values)


@changes.also_undone
@contextlib.contextmanager
def _seeds_of_a_run(values: list[tuple[Any, Any]]) -> Iterator[Callable[[], None]]:
    with _as_if_built_alone(values), noted_draws() as put_back_seeds:
        yield put_back_seeds


@run_for_traces.also_left_alone
@contextlib.contextmanager
def _of_a_trace(values: list[tuple[Any, Any]]) -> Iterator[None]:
    with still_for_a_trace(), _as_if_built_alone(values):
        yield


@contextlib.contextmanager
def _as_if_built_alone(values: list[tuple[Any, Any]]) -> Iterator[None]:
    """Within, what is built begins with what its build gave it."""
    _values_of_builds.append(values)
    try:
        yield
    finally:
        _values_of_builds.pop()


@functools.cache
def _trains_itself(kind: Any) -> bool:
    """Whether `call` makes steps of an optimizer, which could not be undone."""
    code = getattr(inspect.unwrap(kind.call), "__code__", None)
    return code is not None and not _STEPS.isdisjoint(code.co_names)


def _variables_of(layer: Any) -> list[Any]:
    """All that there are, those of metrics too, and those that `call` knows by outer names."""
    found = [one for one in values_read(layer.call) if isinstance(one, _core.Variable)]
    found += [variable for metric in layer._own_metrics() for variable in metric.variables]
    with contextlib.suppress(ValueError):  # a model in the layer has no weights yet
        found += layer.variables
    return found


def _layers_in(layer: Any) -> list[Any]:
    found: list[Any] = layer._layers_and_self()
    return found
