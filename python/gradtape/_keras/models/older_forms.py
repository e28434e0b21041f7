"""Configurations as Keras 2 writes them into `.h5` files, made of Keras 3's form.

A tensor is `[layer, call, output]`, with further arguments of the call behind the first one; what
Keras 3 says besides (modules, how layers were built) is left out. Invariant: `keras_configs` reads
what is written here.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from ... import _core

_OF_KERAS_3 = ("loss_scale_factor", "gradient_accumulation_steps")  # arguments of optimizers
_WITHOUT_SEED = ("SimpleRNN", "LSTM", "GRU")
_NETWORKS = ("Functional", "Model")


def older_entry(entry: Mapping[str, Any], kinds: Mapping[str, type]) -> dict[str, Any]:
    """A model, or a layer of one; `kinds` are the classes of its layers by their names."""
    name, config = entry["class_name"], entry["config"]
    told: dict[str, Any] = {"class_name": entry.get("registered_name") or name, "config": config}
    if name in _WITHOUT_SEED:
        told["config"] = {key: value for key, value in config.items() if key != "seed"}
    if name == "Operation":
        told = {"class_name": "TFOpLambda", "config": _lambda_config(config)}
    elif "layers" in config and (name == "Sequential" or "input_layers" in config):
        kept = {key: value for key, value in config.items() if key != "build_input_shape"}
        if name == "Sequential":
            kept = {"name": config["name"]}
        if name in _NETWORKS:
            told["class_name"] = name
        told["config"] = {**kept, "layers": [older_entry(one, kinds) for one in config["layers"]]}
    if "inbound_nodes" in entry:
        names = _names_of_arguments(entry, kinds)
        nodes = [list(_calls(node, names)) for node in entry["inbound_nodes"]]
        told |= {"name": entry["name"], "inbound_nodes": nodes}
        if name == "Operation":  # whose tensor stands alone
            told["inbound_nodes"] = [node[0] for node in nodes]
    return told


def older_optimizer(entry: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """An optimizer, whose name says that it is none of those before Keras 2.11."""
    if entry is None or "config" not in entry:
        return None
    config = {key: value for key, value in entry["config"].items() if key not in _OF_KERAS_3}
    return {"class_name": f"Custom>{entry['class_name']}", "config": config}


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


def _lambda_config(config: Mapping[str, Any]) -> dict[str, Any]:
    name = config["function"]
    tf = sys.modules["gradtape"]
    spaces = [space for space in ("math", "nn") if hasattr(getattr(tf, space), name)]
    path = ".".join([*spaces[:1], name])
    return {"name": config["name"], "trainable": True, "dtype": "float32", "function": path}


def _names_of_arguments(entry: Mapping[str, Any], kinds: Mapping[str, type]) -> list[str]:
    """What the arguments of a layer's call are called."""
    if entry["class_name"] == "Operation":
        function = getattr(_core, entry["config"]["function"], None)
        return list(inspect.signature(function).parameters) if function else []
    kind: Any = kinds.get(entry["class_name"])
    if kind is None or "layers" in entry["config"]:
        return ["inputs"]
    return list(inspect.signature(kind.call).parameters)[1:]


def _calls(node: Mapping[str, Any], names: list[str]) -> Iterator[list[Any]]:
    """The tensors of the first argument, each with the other arguments."""
    args, kwargs = list(node["args"]), dict(node["kwargs"])
    if not args:
        args.append(kwargs.pop(names[0]))
    kwargs |= dict(zip(names[1:], args[1:], strict=False))
    further = {key: _older(value) for key, value in kwargs.items()}
    for place in _places(args[0]):
        yield [*place, further]


def _places(value: Any) -> Iterator[list[Any]]:
    if _is_tensor(value):
        yield value["config"]["keras_history"]
    elif isinstance(value, (list, tuple, dict)):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _places(inner)
    else:
        yield ["_CONSTANT_VALUE", -1, value]


def _older(value: Any) -> Any:
    """An argument, whose tensors are lists."""
    if _is_tensor(value):
        return value["config"]["keras_history"]
    if isinstance(value, Mapping):
        return {key: _older(inner) for key, inner in value.items()}
    return [_older(inner) for inner in value] if isinstance(value, (list, tuple)) else value


def _is_tensor(value: Any) -> bool:
    return isinstance(value, Mapping) and value.get("class_name") == "__keras_tensor__"
