"""The call that a thread is in: its `training` flag for inner layers, its number for losses.

Invariant: all layers called inside one outermost call share its number, and leaving a call
restores what was before, whatever was raised. In Keras 3 they share the flag too: one that is
called with another flag, or whose default is the first that says something, sets it for all that
are called behind it; in a network without a flag each has its own default.
"""

from __future__ import annotations

import functools
import inspect
import itertools
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any

from ..._runtime import modes_of_traces
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..lookup import is_written_here
from ..settings import phase

_thread = threading.local()
_numbers = itertools.count(1)
# Of the inputs of some layers, beside `inputs`: of recurrent ones, of pictures, of norms.
_NAMES_OF_KERAS_3 = ("sequences", "sequence", "data", "x")
_NOT_GIVEN = object()
_AS_IT_IS: AbstractContextManager[None] = nullcontext()


class Call:
    """An outermost call, or one inside it that has another `training` flag; entered by `with`."""

    __slots__ = ("_outer", "number", "training")

    def __init__(self, outer: Call | None, training: bool | None) -> None:
        self.number: int = next(_numbers) if outer is None else outer.number
        self.training = training
        self._outer = outer

    def __enter__(self) -> None:
        _thread.call = self

    def __exit__(self, *exc_info: object) -> None:
        _thread.call = self._outer


def current_call() -> Call | None:
    """The innermost call on this thread."""
    return getattr(_thread, "call", None)


@contextmanager
def outside_of_calls() -> Iterator[None]:
    """Within, layers are called as if no call was around them."""
    before, _thread.call = current_call(), None
    try:
        yield
    finally:
        _thread.call = before


def _mode() -> bool | None:
    call = current_call()
    return None if call is None else call.training


modes_of_traces.tell(_mode, lambda training: Call(current_call(), training))


def in_mode(training: bool | None) -> AbstractContextManager[None]:
    """Within, inner layers have this `training` flag; with None that which they have now."""
    outer = current_call()
    if training is None or (outer is not None and outer.training is training):
        return _AS_IT_IS
    return _changed(outer, bool(training)) or _AS_IT_IS


def call_of(kind: type, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Call | None:
    """The call that a layer of this class has to enter; None if the thread is in it already.

    The `training` flag is what the caller passed (None too, as in Keras 3; in Keras 2 that is as
    if it was not passed), else that of the enclosing call, else, in Keras 2, the learning phase if
    a program has set it, else the default in the signature of `call`, else None (which layers read
    as inference); it is filled in to `kwargs` where `call` takes it.
    """
    outer = current_call()
    training = _resolve_training(kind, outer, args, kwargs)
    if outer is not None and outer.training is training:
        return None
    return _changed(outer, training)


def _changed(outer: Call | None, training: bool | None) -> Call | None:
    """A call with another flag than that around it; None where that takes the flag on."""
    if outer is None or not are_of_keras_3():
        return Call(outer, training)
    outer.training = training
    return None


def _resolve_training(
    kind: type, outer: Call | None, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> bool | None:
    position, takes_any, default = _training_parameter(kind)
    inherited = default if outer is None or outer.training is None else outer.training
    if phase[0] is not None and (outer is None or outer.training is None):
        inherited = phase[0] if is_keras_2_asked_for() else inherited
    if position is not None and len(args) > position:
        return None if args[position] is None else bool(args[position])
    given = kwargs.pop("training", _NOT_GIVEN)
    if given is _NOT_GIVEN or (given is None and is_keras_2_asked_for()):
        training = inherited
    else:
        training = given
    if position is not None or (takes_any and _is_told(kind, given is not _NOT_GIVEN)):
        kwargs["training"] = training
    return training


def _is_told(kind: Any, is_given: bool) -> bool:
    """Whether a `call` gets the flag that only takes any keyword: one of a program's own always in
    Keras 2, and never in Keras 3."""
    if is_written_here(kind.call) or not (are_of_keras_3() or is_keras_2_asked_for()):
        return is_given
    return is_keras_2_asked_for()


def first_of(args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """The first argument that is something; None if none is."""
    return next((one for one in (*args, *kwargs.values()) if one is not None), None)


def by_place(kind: type, kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The first argument of `call`, if it was given by its name, and the others.

    `ValueError` if there are none, and `call` takes one.
    """
    if not kwargs and not takes_nothing(kind):
        raise ValueError("The first argument to `Layer.call` must always be passed.")
    first = next((name for name in _first_names(kind) if name in kwargs), None)
    if first is None:
        return (), kwargs
    return (kwargs[first],), {name: one for name, one in kwargs.items() if name != first}


@functools.cache
def _first_names(kind: Any) -> tuple[str, ...]:
    """What the first argument of `call` is called, if it may be given by place."""
    parameters = list(inspect.signature(kind.call).parameters.values())[1:2]
    names = tuple(one.name for one in parameters if one.kind is one.POSITIONAL_OR_KEYWORD)
    ours = is_written_here(kind.call)
    return names + _NAMES_OF_KERAS_3 if ours and names == ("inputs",) else names


def takes_nothing(kind: Any) -> bool:
    """Whether `call` can be called without any argument."""
    parameters = list(inspect.signature(kind.call).parameters.values())[1:]
    optional = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return all(one.default is not one.empty or one.kind in optional for one in parameters)


@functools.cache
def _training_parameter(kind: type) -> tuple[int | None, bool, bool | None]:
    """Where `call` takes `training`, whether it takes any keyword, and the flag's default, which a
    class of the library may have in Keras alone."""
    ours = is_written_here(kind.call)  # type: ignore[attr-defined]
    known = getattr(kind, "_mode_by_itself", None) if ours else None
    parameters = list(inspect.signature(kind.call).parameters.values())[1:]  # type: ignore[attr-defined]
    takes_any = any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters)
    for position, parameter in enumerate(parameters):
        if parameter.name == "training":
            keyword_only = parameter.kind is parameter.KEYWORD_ONLY
            default = parameter.default if isinstance(parameter.default, bool) else known
            return (len(parameters) if keyword_only else position), takes_any, default
    return None, takes_any, known


def mode_by_itself(layer: Any) -> bool | None:
    """The mode that a layer of a network has in Keras 3 where the network has none.

    Its symbolic call has noted it, and so it is not that of a layer before it.
    """
    kind: Any = type(layer)
    position, _, default = _training_parameter(kind)
    return None if position is None else default


def takes(function: Any, name: str) -> bool:
    """Whether a function, or a method, has an argument of this name.

    >>> from gradtape._keras.base_layer.calling import takes
    >>> takes(lambda inputs, mask=None: inputs, "mask"), takes(lambda inputs: inputs, "mask")
    (True, False)
    """
    return name in names_of(getattr(function, "__func__", function))


@functools.lru_cache(maxsize=1024)
def names_of(function: Any) -> tuple[str, ...]:
    """The names of the arguments of a function, in their order."""
    return tuple(inspect.signature(function).parameters)
