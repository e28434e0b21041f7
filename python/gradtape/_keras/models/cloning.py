"""Models made again from what they say of themselves: clones, and models as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

from ..function_code import code_allowed
from ..layers.core import InputLayer
from ..lookup import custom_object_scope, is_ours
from . import keras_configs, loading
from .model import Functional, Model
from .sequential import Sequential


def clone_model(
    model: Model,
    input_tensors: Any = None,
    clone_function: Callable[[Any], Any] | None = None,
    **ignored: Any,
) -> Any:
    """A model with the same layers, made anew with weights of their own.

    `clone_function` makes the layer in place of each but the inputs. With `input_tensors` the
    clone begins at these symbolic tensors. `ValueError` for a model of a class of its own, which
    says nothing of its calls.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    >>> clone = tf.keras.models.clone_model(model)
    >>> clone.layers[0].kernel is model.layers[0].kernel
    False
    """
    if not isinstance(model, (Functional, Sequential)) and model._network_of_layers is None:
        raise ValueError(
            "Expected a `Sequential` or `Functional` model. Subclassed models are made again with "
            f"`from_config`. Received: model={model}"
        )
    known = isinstance(model, (Functional, Sequential))
    config = model._saved_form() if known else Functional._saved_form(model)  # type: ignore[arg-type]
    classes = {kind.__name__: kind for kind in map(type, model._layers_and_self())}
    classes = {name: kind for name, kind in classes.items() if not is_ours(kind)}
    with code_allowed(True), custom_object_scope(classes):
        clone = loading.rebuilt(config, _replacements(model, clone_function))
    return clone if input_tensors is None else _from_tensors(clone, input_tensors)


def _replacements(model: Any, clone_function: Callable[..., Any] | None) -> dict[str, Any]:
    """Layers by the names of those whose place they take."""
    if clone_function is None:
        return {}
    layers = [layer for layer in model.layers if not isinstance(layer, InputLayer)]
    return {layer.name: clone_function(layer) for layer in layers}


def _from_tensors(clone: Any, tensors: Any) -> Functional:
    listed = tensors if not isinstance(tensors, (list, tuple)) or len(tensors) > 1 else tensors[0]
    return Functional(listed, clone(listed), name=clone.name)


def model_from_config(config: Mapping[str, Any], custom_objects: Any = None) -> Any:
    """The model of `{"class_name": ..., "config": ...}`, with new weights."""
    with custom_object_scope(custom_objects or {}):
        foreign = keras_configs.is_from_keras(config)
        return loading.rebuilt(dict(config if foreign else config.get("config", config)), {})


def model_from_yaml(yaml_string: str, custom_objects: Any = None) -> Any:
    """Keras has left it out: `RuntimeError` that names `model_from_json`."""
    raise RuntimeError(
        "Method `model_from_yaml()` has been removed due to security risk of arbitrary code "
        "execution. Please use `Model.to_json()` and `model_from_json()` instead."
    )


def model_from_json(json_string: str, custom_objects: Any = None) -> Any:
    """The model of `Model.to_json`, with new weights.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
    >>> tf.keras.models.model_from_json(model.to_json()).output_shape
    (None, 3)
    """
    return model_from_config(json.loads(json_string), custom_objects)
