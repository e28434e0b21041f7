"""How much of a run on symbols a program sees: Python runs in it once, or in Keras 3 not at all.

It does not where a layer declares what comes out (`compute_output_shape`, `output_shape=`) and is
built without a run, nor in a network that is called on what its own inputs are. What is not seen
prints nothing, draws nothing from NumPy or `random`, and counts nothing in attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FunctionType
from typing import Any

from .._control.objects import objects_read
from .._runtime.manners import are_of_keras_3
from .._runtime.once import Once, is_held_back
from .._structure import nest
from .lookup import is_ours
from .seed_generator import COMMON

_PACKAGE = __name__.partition(".")[0]


def once_for(node: Any) -> Once | None:
    """What is done once in the runs of a node, or never; None where no program sees them."""
    layer = node.layer
    activation = _own_activation(layer)
    if not is_held_back() or (activation is None and not holds_own_calls(layer)):
        return None
    if not are_of_keras_3():
        return Once()
    if not holds_own_calls(layer):
        return Once.hidden(objects_read(activation))
    is_hidden = (is_declared(layer) and _needs_no_run(layer)) or _is_as_made(layer, node.args)
    return Once.hidden(objects_read(layer.call)) if is_hidden else Once()


def _own_activation(layer: Any) -> Any:
    """The activation of a layer, if it is a function of the program."""
    found = getattr(layer, "activation", None)
    if not isinstance(found, FunctionType) or found.__module__.partition(".")[0] == _PACKAGE:
        return None
    return found


def holds_own_calls(layer: Any) -> bool:
    """Whether a layer is of a program's own or runs a function of one, or one in it does."""
    parts = layer._layers_and_self() if hasattr(layer, "_layers_and_self") else ()
    return any(not is_ours(type(one)) or one._runs_a_function for one in parts)


def is_declared(layer: Any) -> bool:
    """Whether Keras 3 takes what a layer declares for what comes out of it."""
    declares = getattr(layer, "_declares_outputs", None)
    return declares is not None and declares()


@contextmanager
def unmade(layer: Any) -> Iterator[None]:
    """Within, a layer runs on symbols: where nobody sees that, the generator of draws without a
    seed is not made by it, but by the first draw that counts, with what `random` draws then."""
    made = bool(COMMON)
    try:
        yield
    finally:
        if not made and are_of_keras_3() and is_declared(layer):
            COMMON.clear()


def is_run_unseen(layer: Any) -> bool:
    """Whether nobody is to see the run of a layer that has been built for it just now."""
    return vars(layer).pop("_runs_unseen", False) and _holds_built_layers(layer)


def hidden(call: Callable[..., Any]) -> Callable[..., Any]:
    """The same method, whose run nobody sees."""
    return lambda *args, **kwargs: Once.never(lambda: call(*args, **kwargs), objects_read(call))


def run_unseen(make: Callable[[], Any], layer: Any) -> Any:
    """What `make` makes by runs of a layer and of those in it that nobody sees."""
    if not is_held_back() or not holds_own_calls(layer):
        return make()
    read = [one for part in layer._layers_and_self() for one in objects_read(part.call)]
    return Once.never(make, read)


def _needs_no_run(layer: Any) -> bool:
    return (layer.built or layer._lacks_build) and _holds_built_layers(layer)


def _holds_built_layers(layer: Any) -> bool:
    return all(one.built for one in layer._layers_and_self() if one is not layer)


def _is_as_made(layer: Any, args: tuple[Any, ...]) -> bool:
    """Whether a network is called on symbols of the shapes that its own inputs have."""
    if not _is_known_network(layer) or len(args) != 1:
        return False
    own, given = nest.flatten(layer.inputs), nest.flatten(args[0])
    shapes = [(a.shape, getattr(b, "shape", None)) for a, b in zip(own, given, strict=False)]
    return len(own) == len(given) and all(a == b for a, b in shapes)


def _is_known_network(layer: Any) -> bool:
    kind: Any = type(layer)
    if not hasattr(kind, "_network_of_layers") or not layer.built:
        return False
    calling = next(one for one in kind.__mro__ if "call" in vars(one))
    is_made = layer._network_of_layers is not None or vars(layer).get("_entry_shape") is not None
    return is_made and is_ours(calling)
