"""`.keras` files, the reading side: the model is made again without the program that made it.

Custom layers and models need `get_config` and `register_keras_serializable`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ... import errors
from ..._checkpoint import tensor_file
from ..._structure import nest
from .. import weights_file
from ..layers.catalog import LAYERS
from ..layers.core import InputLayer
from ..lookup import CUSTOM
from ..symbolic import KerasTensor
from .model import Functional, Model
from .saving import CONFIG
from .sequential import Sequential


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
    if CONFIG not in reader.metadata:
        raise ValueError(f"{filepath} holds no model; use `load_weights` for weights alone.")
    model: Model = _model_from(
        json.loads(reader.metadata[CONFIG]), {**CUSTOM, **(custom_objects or {})}
    )
    weights_file.assign(model, reader, skip_mismatch=False)
    return model


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
    kind = known.get(name) or LAYERS.get(name)
    if kind is None:
        raise ValueError(
            f"The class {name!r} is not known; register it with `register_keras_serializable`, or "
            "name it in `custom_objects`."
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
