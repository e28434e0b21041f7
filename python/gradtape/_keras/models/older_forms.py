"""Configurations as Keras 2 writes them into `.h5` files, made of Keras 3's form.

A tensor is `[layer, call, output]`, with further arguments of the call behind the first one; what
Keras 3 says besides (modules, how layers were built) is left out. Invariant: `keras_configs` reads
what is written here.
"""

from __future__ import annotations

import inspect
import operator
from collections.abc import Iterator, Mapping
from typing import Any

from ..layers.operation import at_path

_OF_KERAS_3 = ("loss_scale_factor", "gradient_accumulation_steps")  # arguments of optimizers
_WITHOUT_SEED = ("SimpleRNN", "LSTM", "GRU")
_NETWORKS = ("Functional", "Model")
_FUNCTIONS = ("TFOpLambda", "SlicingOpLambda")
_CONSTANTS = ("__tensor__", "__numpy__")


def older_entry(entry: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """A model, or a layer of one; `kinds` are the classes of its layers by their names."""
    name, config = entry["class_name"], entry["config"]
    told: dict[str, Any] = {"class_name": entry.get("registered_name") or name, "config": config}
    if name in _WITHOUT_SEED:
        told["config"] = {key: value for key, value in config.items() if key != "seed"}
    if "layers" in config and (name == "Sequential" or "input_layers" in config):
        kept = {key: value for key, value in config.items() if key != "build_input_shape"}
        if name == "Sequential":
            kept = {"name": config["name"]}
        if name in _NETWORKS:
            told["class_name"] = name
        told["config"] = {**kept, "layers": [older_entry(one, kinds) for one in config["layers"]]}
    else:
        told["config"] = _with_names(told["config"])
    if "inbound_nodes" in entry:
        told |= {"name": entry["name"], "inbound_nodes": older_nodes(entry, kinds)}
    return told


def _with_names(value: Any) -> Any:
    """A configuration with the names of functions, where Keras 2.13 and later have mappings that it
    cannot read from such a file."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(_with_names, value)) if type(value) in (list, tuple) else value
    if not isinstance(value, dict):
        return value
    if value.get("class_name") == value.get("registered_name") == "function":
        return value["config"]
    return {key: _with_names(inner) for key, inner in value.items()}


def older_nodes(entry: Mapping[str, Any], kinds: Mapping[str, type]) -> list[Any]:
    """The calls of a layer; those that are in this form as they are."""
    names, given = _names_of_arguments(entry, kinds), entry["inbound_nodes"]
    nodes = [_call(node, names) if _is_of_keras_3(node) else node for node in given]
    if entry["class_name"] not in _FUNCTIONS:
        return nodes
    pairs = zip(given, nodes, strict=True)
    return [_alone(node, told) if _is_of_keras_3(node) else told for node, told in pairs]


def older_optimizer(entry: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """An optimizer. The name of one of the library's says that it is none before Keras 2.11."""
    if entry is None or "config" not in entry:
        return None
    config = {key: value for key, value in entry["config"].items() if key not in _OF_KERAS_3}
    name = entry.get("registered_name") or entry["class_name"]
    if entry.get("module") == "keras.optimizers":
        name = f"Custom>{name}"
    return {"class_name": name, "config": config}


def older_losses(value: Any) -> Any:
    """What was compiled as losses, without an argument that one of them has in Keras 3 alone."""
    if isinstance(value, list):
        return [older_losses(inner) for inner in value]
    if not isinstance(value, Mapping):
        return value
    if value.get("class_name") == "SparseCategoricalCrossentropy":
        config = {key: inner for key, inner in value["config"].items() if key != "axis"}
        return {**value, "config": config}
    return {key: older_losses(inner) for key, inner in value.items()}


def _is_of_keras_3(node: Any) -> bool:
    return isinstance(node, Mapping) and node.keys() == {"args", "kwargs"}


def _alone(node: Mapping[str, Any], places: list[list[Any]]) -> list[Any]:
    """The tensor that a function is given stands alone; those of a list do not."""
    first = node["args"][0] if node["args"] else next(iter(node["kwargs"].values()))
    return places if isinstance(first, list) or _kind(first) == "__tuple__" else places[0]


def _names_of_arguments(entry: Mapping[str, Any], kinds: Mapping[str, type]) -> list[str]:
    """What the arguments of a layer's call are called."""
    if entry["class_name"] in _FUNCTIONS:
        function = at_path(entry["config"]["function"])
        if function is operator.getitem:
            return ["tensor", "slice_spec"]
        return list(inspect.signature(function).parameters)
    kind: Any = kinds.get(entry["class_name"])
    if kind is None or "layers" in entry["config"]:
        return ["inputs"]
    return list(inspect.signature(kind.call).parameters)[1:]


def _call(node: Mapping[str, Any], names: list[str]) -> Any:
    """The tensors of the first argument, each with the other arguments; a dict stays one."""
    args, kwargs = list(node["args"]), dict(node["kwargs"])
    if not args:
        args.append(kwargs.pop(names[0]))
    kwargs |= dict(zip(names[1:], args[1:], strict=False))
    further = {key: _older(value) for key, value in kwargs.items()}
    if isinstance(args[0], dict) and _kind(args[0]) is None:
        return {key: _behind(value, further) for key, value in args[0].items()}
    return [[*place, further] for place in _places(args[0])]


def _behind(value: Any, further: Mapping[str, Any]) -> Any:
    """A part of a structure of tensors, each with the other arguments."""
    if isinstance(value, (list, tuple)):
        return [_behind(inner, further) for inner in value]
    if isinstance(value, dict) and _kind(value) is None:
        return {key: _behind(inner, further) for key, inner in value.items()}
    return [*next(_places(value)), further]


def _places(value: Any) -> Iterator[list[Any]]:
    if _is_tensor(value):
        yield value["config"]["keras_history"]
    elif _kind(value) in _CONSTANTS:
        yield ["_CONSTANT_VALUE", -1, value["config"]["value"]]
    elif isinstance(value, (list, tuple, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _places(inner)
    else:
        yield ["_CONSTANT_VALUE", -1, value]


def _older(value: Any) -> Any:
    """An argument, whose tensors are lists."""
    if _is_tensor(value):
        return value["config"]["keras_history"]
    if _kind(value) in (*_CONSTANTS, "__tuple__"):
        return _older(value["config"]["value"])
    if _kind(value) == "__slice__":
        return {end: _older(value["config"][end]) for end in ("start", "stop", "step")}
    if _kind(value) == "__ellipsis__":
        return {"class_name": "__ellipsis__"}
    if isinstance(value, Mapping):
        return {key: _older(inner) for key, inner in value.items()}
    return [_older(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _is_tensor(value: Any) -> bool:
    return _kind(value) == "__keras_tensor__"


def _kind(value: Any) -> str | None:
    """What Keras 3 says that a mapping stands for."""
    return value.get("class_name") if isinstance(value, Mapping) else None
