"""The calls of a layer as `get_config` of Keras 2 tells them: `[layer, call, output, others]`.

A tensor is a list that begins with the layer it comes from; the other arguments stand behind each
tensor of the first one. Invariant: what has no such form, as a tensor in a structure, is told as in
Keras 3, which is read in its place.
"""

from __future__ import annotations

import inspect
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..layers.operation import Operation
from ..symbolic import KerasTensor, is_symbolic
from .older_forms import older_nodes


def nodes_of_keras_2(
    layer: Any, calls: list[tuple[Any, Any]], history: dict[int, list[Any]]
) -> list[Any] | None:
    """The calls of a layer; None in Keras 3, or if one of them has no such form.

    `history` has the names of tensors by their ids.
    """
    if isinstance(layer, Operation) or not is_keras_2_asked_for():
        return None
    nodes = [_node(layer, list(args), dict(kwargs), history) for args, kwargs in calls]
    return None if None in nodes else nodes


def operation_of_keras_2(entry: dict[str, Any], calls: list[Any]) -> dict[str, Any]:
    """The entry of a function, whose calls are in Keras 3's form: where Keras 2 has its class, and
    the shapes that it was built for."""
    shapes = _shapes_of_first(calls[0]) if calls else None
    return {
        "module": "tf_keras.src.layers.core.tf_op_layer",
        "class_name": entry["class_name"],
        "config": entry["config"],
        "registered_name": entry["class_name"],
        **({} if shapes is None else {"build_config": {"input_shape": shapes}}),
        "name": entry["name"],
        "inbound_nodes": older_nodes(entry, {}),
    }


def _shapes_of_first(call: Any) -> Any:
    """The shapes of the first argument, None if there is no symbolic tensor in it."""
    first = call.args[0] if call.args else next(iter(call.kwargs.values()), None)
    if not is_symbolic(first):
        return None
    return nest.map_structure(lambda leaf: tuple(getattr(leaf, "shape", ())), first)


def _node(
    layer: Any, args: list[Any], kwargs: dict[str, Any], history: dict[int, list[Any]]
) -> Any:
    if not args:
        return None
    names = list(inspect.signature(layer.call).parameters) if len(args) > 1 else []
    kwargs = {**dict(zip(names[1:], args[1:], strict=False)), **kwargs}
    left = {name: value for name, value in kwargs.items() if not _is_nothing(name, value)}
    several = isinstance(args[0], (list, tuple)) and len(args[0]) > 1
    first = list(args[0]) if several else args[0] if isinstance(args[0], dict) else args[:1]
    if not all(isinstance(tensor, KerasTensor) for tensor in nest.flatten(first)):
        return None
    if not all(isinstance(value, (KerasTensor, bool, int, float, str)) for value in left.values()):
        return None
    others = {
        name: [*history[id(value)]] if isinstance(value, KerasTensor) else value
        for name, value in left.items()
    }
    return nest.map_structure(lambda tensor: [*history[id(tensor)], others], first)


def _is_nothing(name: str, value: Any) -> bool:
    """Whether an argument is one that Keras 2 leaves out: a mode or a mask that was not given."""
    return value is None and name in ("training", "mask")
