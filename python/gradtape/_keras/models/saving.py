"""`.keras` files: a model's configuration and weights, to make the model again without its program.

The file is a file of tensors (see `tensor_file`) with the configuration as JSON in its metadata.
Custom layers and models need `get_config` and `register_keras_serializable`; functions (a `Lambda`
layer) cannot be stored.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ... import errors
from ..._checkpoint import tensor_file
from ..._structure import nest
from ...keras import layers
from .. import weights_file
from ..layers.core import InputLayer
from ..lookup import CUSTOM, serialize
from ..symbolic import KerasTensor, is_symbolic
from .functional import Functional
from .model import Model
from .sequential import Sequential

_CONFIG = "model_config"


def save_model(model: Model, filepath: Any, overwrite: bool = True) -> None:
    """See `Model.save`.

    `ValueError` for a path that does not end in ".keras" and for what cannot be stored.
    """
    path = os.fspath(filepath)
    if not path.endswith(".keras"):
        raise ValueError(
            f"The path of a saved model must end in '.keras'. Received: {path}. Use "
            "`save_weights` for weights alone."
        )
    if not overwrite and Path(path).exists():
        raise FileExistsError(f"{path} exists; pass overwrite=True to replace it")
    text = json.dumps(_model_config(model))
    tensor_file.write(path, weights_file.named_weights(model), {_CONFIG: text})


def load_model(
    filepath: Any, custom_objects: Mapping[str, Any] | None = None, **ignored: Any
) -> Model:
    """The model in a `.keras` file, with its weights; it is not compiled.

    `ValueError` for a class that is not known (register it, or name it in `custom_objects`) or a
    file of another kind.

    >>> import gradtape as tf, os, tempfile
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = os.path.join(folder, "line.keras")
    ...     model.save(path)
    ...     again = tf.keras.models.load_model(path)
    >>> bool((again.get_weights()[0] == model.get_weights()[0]).all())
    True
    """
    try:
        reader = tensor_file.Reader(filepath)
    except errors.NotFoundError:
        raise FileNotFoundError(f"There is no file at {filepath}") from None
    if _CONFIG not in reader.metadata:
        raise ValueError(f"{filepath} holds no model; use `load_weights` for weights alone.")
    model: Model = _model_from(
        json.loads(reader.metadata[_CONFIG]), {**CUSTOM, **(custom_objects or {})}
    )
    weights_file.assign(model, reader, skip_mismatch=False)
    return model


# --- Configurations -----------------------------------------------------------------------------


def _model_config(model: Any) -> dict[str, Any]:
    if isinstance(model, Functional):
        return {"kind": "functional", "name": model.name, **_functional_config(model)}
    if isinstance(model, Sequential):
        stack = [_layer_config(layer) for layer in model.layers]
        return {"kind": "sequential", "name": model.name, "layers": stack, "input": model._entry}
    return {"kind": "layer", **_layer_config(model), "input": _input_shape(model)}


def _layer_config(layer: Any) -> dict[str, Any]:
    if isinstance(layer, (Functional, Sequential)):
        return _model_config(layer)
    config = layer.get_config()
    try:
        json.dumps(config)
    except TypeError as error:
        raise ValueError(
            f"The configuration of {layer.name!r} cannot be stored: {error}"
        ) from error
    if isinstance(layer, layers.Lambda):
        raise ValueError(f"The function of the layer {layer.name!r} cannot be stored.")
    described: dict[str, Any] = serialize(layer)
    return described


def _input_shape(model: Model) -> Any:
    """The shapes of the inputs as lists; None for a model that was not called."""
    shapes = model._input_shape
    return None if shapes is None else nest.map_structure(lambda shape: shape.as_list(), shapes)


def _functional_config(model: Functional) -> dict[str, Any]:
    entries = [tensor.node for tensor in nest.flatten(model.inputs)]
    nodes = [*entries, *model._nodes]
    number = {node.number: index for index, node in enumerate(nodes)}
    places = {id(layer): index for index, layer in enumerate(model.layers)}

    def coded(leaf: Any) -> Any:
        if not is_symbolic(leaf):
            return leaf
        outputs = [id(output) for output in nest.flatten(leaf.node.outputs)]
        return {"__node__": number[leaf.node.number], "__output__": outputs.index(id(leaf))}

    return {
        "layers": [_layer_config(layer) for layer in model.layers],
        "nodes": [
            {
                "layer": places[id(node.layer)],
                "call": nest.map_structure(coded, (node.args, node.kwargs)),
            }
            for node in model._nodes
        ],
        "inputs": nest.map_structure(coded, model.inputs),
        "outputs": nest.map_structure(coded, model.outputs),
    }


def _model_from(config: dict[str, Any], known: Mapping[str, Any]) -> Any:
    if config["kind"] == "functional":
        return _functional_from(config, known)
    if config["kind"] == "sequential":
        model = Sequential(
            [_layer_from(entry, known) for entry in config["layers"]], name=config["name"]
        )
        if config["input"] is not None:
            model.build(config["input"])
        return model
    model = _layer_from(config, known)
    if config["input"] is not None:
        model.build(config["input"])
    return model


def _layer_from(config: dict[str, Any], known: Mapping[str, Any]) -> Any:
    if config.get("kind") in ("functional", "sequential"):
        return _model_from(config, known)
    name = config["class_name"]
    kind = known.get(name) or getattr(layers, name, None)
    if kind is None:
        raise ValueError(
            f"The class {name!r} is not known; register it with `register_keras_serializable`, or "
            "name it in "
            "`custom_objects`."
        )
    return kind.from_config(config["config"])


def _functional_from(config: dict[str, Any], known: Mapping[str, Any]) -> Functional:
    made = [_layer_from(entry, known) for entry in config["layers"]]
    results: list[list[KerasTensor]] = [
        [layer.output] for layer in made if isinstance(layer, InputLayer)
    ]

    def decoded(value: Any) -> Any:
        if isinstance(value, dict):
            if "__node__" in value:
                return results[value["__node__"]][value["__output__"]]
            return {key: decoded(inner) for key, inner in value.items()}
        return [decoded(inner) for inner in value] if isinstance(value, list) else value

    for node in config["nodes"]:
        args, kwargs = decoded(node["call"])
        results.append(nest.flatten(made[node["layer"]](*args, **kwargs)))
    return Functional(decoded(config["inputs"]), decoded(config["outputs"]), name=config["name"])
