"""What models say of themselves in `get_config` and `to_json`: Keras 3's form, in Keras 2 its own.

A network is a list of layers, each with the calls that it was in; a tensor is named by a layer, the
number of its call, and the place of the output. Invariant: `keras_configs` makes the same model of
what is written here.
"""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..layers.entry import InputLayer
from ..layers.operation import Operation, TFOpLambda, class_of
from ..lookup import registered_name, serialize
from ..mixed_precision import serialize as serialize_policy
from ..symbolic import KerasTensor
from ..symbolic_keys import Bounds
from .nodes_of_keras_2 import nodes_of_keras_2, operation_of_keras_2

# The class that a configuration names for a layer that is not told by its owner.
LAYER = "__layer__"


def entry_of(layer: Any) -> dict[str, Any]:
    """A layer as one of a model's `layers`: its class, its arguments, and how it was built."""
    entry: dict[str, Any] = _described(serialize(layer))
    entry.pop("build_config", None)
    build = layer.get_build_config() if layer.built else None
    if build and not isinstance(layer, InputLayer) and _is_plain(build):
        entry["build_config"] = build
    return entry


def compiled_entry_of(model: Any) -> dict[str, Any]:
    """The same of a model, with what it was compiled with."""
    compiled = json.loads(json.dumps(model.get_compile_config() or {}, default=described))
    return {**entry_of(model), "compile_config": compiled}


def described(thing: Any) -> dict[str, Any]:
    """Something that a program's own `get_compile_config` names, for `deserialize_keras_object`."""
    if hasattr(thing, "get_config"):
        told: dict[str, Any] = serialize(thing)
        return told
    name = registered_name(thing)
    return {"class_name": "function", "config": name, "registered_name": name}


def _is_plain(build: Any) -> bool:
    leaves = nest.flatten(build)
    return any(leaf is not None for leaf in leaves) and not any(map(_core.is_tensor, leaves))


def sequential(model: Any) -> dict[str, Any]:
    """The configuration of a model that is a list of layers."""
    entries = [entry_of(layer) for layer in model._stacked_layers]
    shape = model._entry_shape
    begin = [] if shape is None else [entry_of(model.inputs[0].node.layer)]
    if is_keras_2_asked_for():
        return {"name": model.name, "layers": [*begin, *entries]}
    policy = serialize_policy(model._policy_of_dtypes)
    config = {"name": model.name, "trainable": model._trainable, "dtype": policy}
    if shape is None:
        return {**config, "layers": entries}
    return {**config, "layers": [*begin, *entries], "build_input_shape": tuple(shape)}


def network(model: Any) -> dict[str, Any]:
    """The configuration of a model between inputs and outputs."""
    places = _Places(model._network_of_layers)
    return {
        "name": model.name,
        "trainable": model._trainable,
        "layers": [places.entry(layer) for layer in model._layers_of_network],
        "input_layers": places.ends(model._network_of_layers.inputs),
        "output_layers": places.ends(model._network_of_layers.outputs),
    }


def _as_called(nodes: list[Any]) -> list[Any]:
    """The calls of a network, those of each layer in the order in which they were made."""
    turns: dict[int, int] = {}
    for layer in {id(node.layer): node.layer for node in nodes}.values():
        turns |= {id(node): turn for turn, node in enumerate(layer._symbolic_calls)}
    return sorted(nodes, key=lambda node: turns.get(id(node), len(turns)))


class _Places:
    """The calls of a network's layers, in their order, and what names each tensor."""

    def __init__(self, network: Any) -> None:
        self._calls: dict[int, list[Any]] = {}
        self._history: dict[int, list[Any]] = {}
        entries = [tensor.node for tensor in nest.flatten(network.inputs)]
        for node in _as_called([*entries, *network.nodes]):
            calls = self._calls.setdefault(id(node.layer), [])
            for place, output in enumerate(nest.flatten(node.outputs)):
                self._history[id(output)] = [node.layer.name, len(calls), place]
            calls.append(node)

    def entry(self, layer: Any) -> dict[str, Any]:
        """A layer with its calls."""
        calls = [] if isinstance(layer, InputLayer) else self._calls.get(id(layer), [])
        own = _operation(layer, calls)
        entry, given = own or (entry_of(layer), [(call.args, call.kwargs) for call in calls])
        nodes = None if own else nodes_of_keras_2(layer, given, self._history)
        nodes = nodes or [
            {"args": self._told(tuple(args)), "kwargs": self._told(dict(kwargs))}
            for args, kwargs in given
        ]
        entry |= {"name": layer.name, "inbound_nodes": nodes}
        return operation_of_keras_2(entry, calls) if isinstance(layer, TFOpLambda) else entry

    def ends(self, tensors: Any) -> Any:
        """The names of inputs or outputs, in their structure; in Keras 2 one alone in a list."""
        found = self._each(tensors, lambda tensor: self._history[id(tensor)])
        return [found] if is_keras_2_asked_for() and isinstance(tensors, KerasTensor) else found

    def _told(self, value: Any) -> Any:
        return self._each(value, self._leaf)

    def _each(self, value: Any, tell: Any) -> Any:
        if isinstance(value, dict):
            return {key: self._each(inner, tell) for key, inner in value.items()}
        if isinstance(value, Bounds):
            return {"class_name": "__slice__", "config": self._each(value._asdict(), tell)}
        if isinstance(value, (list, tuple)):
            return type(value)(self._each(inner, tell) for inner in value)
        return tell(value)

    def _leaf(self, value: Any) -> Any:
        if not isinstance(value, KerasTensor):
            return _described(value)
        shape, history = tuple(value.shape.as_list()), self._history[id(value)]
        config = {"shape": shape, "dtype": value.dtype.name, "keras_history": history}
        return {"class_name": "__keras_tensor__", "config": config}


def _operation(layer: Any, calls: list[Any]) -> tuple[dict[str, Any], list[Any]] | None:
    """The entry of a function of `keras.ops` or of an operator, and the arguments of its call."""
    if not isinstance(layer, Operation) or is_keras_2_asked_for() or len(calls) != 1:
        return None
    from ..ops.classes import form_of  # at call time: most models have none of them

    kind = class_of(layer.function)
    found = form_of(layer.function, kind, layer.name, calls[0].args, calls[0].kwargs)
    if found is None:
        return None
    entry, left = found
    return _described(entry), [(left["args"], left["kwargs"])]


def _described(value: Any) -> Any:
    """A value of a configuration in what JSON knows, but for tuples."""
    if isinstance(value, dict):
        return {key: _described(inner) for key, inner in value.items()}
    if type(value) in (list, tuple):
        return type(value)(map(_described, value))
    if isinstance(value, slice):
        ends = {end: _described(getattr(value, end)) for end in ("start", "stop", "step")}
        return {"class_name": "__slice__", "config": ends}
    if value is Ellipsis:
        return {"class_name": "__ellipsis__", "config": {}}
    if isinstance(value, _core.DType):
        return value.name
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, (_core.Tensor, np.ndarray)):
        array = np.asarray(value)
        kind = "__tensor__" if isinstance(value, _core.Tensor) else "__numpy__"
        return {"class_name": kind, "config": {"value": array.tolist(), "dtype": array.dtype.name}}
    if hasattr(value, "_saved_form"):  # a layer that another was made with, as it is
        return {"class_name": LAYER, "config": entry_of(value)}
    return value
