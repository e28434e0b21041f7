"""Models made again from what they say of themselves: clones, and models as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer.configuration import kept_in_memory
from ..function_code import code_allowed
from ..layers.entry import InputLayer
from ..lookup import custom_object_scope, is_ours
from . import keras_configs, loading
from .calls_again import Through
from .model import Functional, Model
from .sequential import Sequential


def clone_model(
    model: Model,
    input_tensors: Any = None,
    clone_function: Callable[[Any], Any] | None = None,
    call_function: Callable[..., Any] | None = None,
    recursive: bool = False,
    **kwargs: Any,
) -> Any:
    """A model with the same layers, made anew with weights of their own.

    `clone_function` makes the layer in place of each but the inputs, `call_function(layer, *args)`
    calls it, and may put others before it and behind. With `recursive` the layers of models within
    are made so too. With `input_tensors` the clone begins at these symbolic tensors. `ValueError`
    for these with a model of a class of its own, which says nothing of its calls: its configuration
    makes it again, and a layer too. As in Keras 3 a clone is compiled as the model is.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
    >>> clone = tf.keras.models.clone_model(model)
    >>> clone.layers[0].kernel is model.layers[0].kernel
    False
    """
    kwargs.pop("cache", None)
    if kwargs:
        raise ValueError(f"Unexpected keyword argument(s): {tuple(kwargs)}")
    known = isinstance(model, (Functional, Sequential))
    if not known and getattr(model, "_network_of_layers", None) is None:
        return _compiled_as(model, _made_again(model, clone_function, input_tensors, call_function))
    makes = clone_function is not None and not is_keras_2_asked_for()
    if makes or call_function is not None or recursive or input_tensors is not None:
        clone = Through(clone_function, call_function, recursive).clone(model, input_tensors)
        return _compiled_as(model, clone)
    with kept_in_memory():  # layers may take what no file holds, such as functions
        config = model._saved_form() if known else Functional._saved_form(model)  # type: ignore[arg-type]
    classes = {kind.__name__: kind for kind in map(type, model._layers_and_self())}
    classes = {name: kind for name, kind in classes.items() if not is_ours(kind)}
    config.pop("trainable", None)  # the clone of a network is trained, but for frozen layers
    if not (is_keras_2_asked_for() or isinstance(model, Sequential)):
        _name_by_tensors(config, model)
    with code_allowed(True), custom_object_scope(classes):
        replaced = _Replacements(model, clone_function) if clone_function else None
        clone = loading.rebuilt(config, replaced, as_called=not is_keras_2_asked_for())
    return _compiled_as(model, clone)


def _name_by_tensors(config: dict[str, Any], model: Any) -> None:
    """Let the inputs of a network have the names of their symbolic tensors, as in Keras 3, where
    those that a program has given no name are `keras_tensor`, `keras_tensor_1`, ..."""
    inputs = nest.flatten(model._network_of_layers.inputs)
    names = {symbol.node.layer.name: symbol.name for symbol in inputs}
    config["entries"] = [names.get(name, name) for name in config.get("entries") or ()] or None
    for layer in config["layers"]:
        own = layer["config"].get("name") if layer.get("class_name") == "InputLayer" else None
        if own in names:
            layer["config"] = {**layer["config"], "name": names[own]}


def _made_again(model: Any, clone_function: Any, input_tensors: Any, call_function: Any) -> Any:
    """Another model of a class of its own."""
    kind = type(model).__name__
    if clone_function is not None or input_tensors is not None:
        raise ValueError(
            "Arguments `clone_function` and `input_tensors` are only supported for Sequential "
            f"models or Functional models. Received model of type '{kind}', with "
            f"clone_function={clone_function} and input_tensors={input_tensors}"
        )
    if call_function is not None:
        raise ValueError(
            "Argument `call_function` is only supported for Functional models. Received model of "
            f"type '{kind}', with call_function={call_function}"
        )
    made = type(model).from_config(model.get_config())
    known = None if is_keras_2_asked_for() else model.get_build_config()
    if known is not None and not made.built:
        made.build_from_config(known)
    return made


def _compiled_as(model: Any, clone: Any) -> Any:
    """The clone, which in Keras 3 has an optimizer, losses and metrics of its own kind."""
    if isinstance(model, Sequential) and are_of_keras_3():
        clone._trainable = model._trainable
    if is_keras_2_asked_for() or not hasattr(model, "get_compile_config"):
        return clone
    known = model.get_compile_config()
    if known is not None:
        clone.compile_from_config(known)
    return clone


class _Replacements(Mapping[str, Any]):
    """What `clone_function` makes of the layers that are no inputs, by their names.

    It is asked where the layer's turn comes, so what it draws is in order.
    """

    def __init__(self, model: Any, clone_function: Callable[[Any], Any]) -> None:
        layers = [layer for layer in model.layers if not isinstance(layer, InputLayer)]
        self._layers = {layer.name: layer for layer in layers}
        self._function, self._made = clone_function, dict[str, Any]()

    def __getitem__(self, name: str) -> Any:
        if name not in self._made:
            self._made[name] = self._function(self._layers[name])
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._layers

    def __iter__(self) -> Iterator[str]:
        return iter(self._layers)

    def __len__(self) -> int:
        return len(self._layers)


def model_from_config(config: Mapping[str, Any], custom_objects: Any = None) -> Any:
    """The model of `{"class_name": ..., "config": ...}`, with new weights."""
    with custom_object_scope(custom_objects or {}):
        foreign = keras_configs.is_from_keras(keras_configs.require(config))
        return loading.rebuilt(dict(config if foreign else config.get("config", config)), {})


def model_from_yaml(yaml_string: str, custom_objects: Any = None) -> Any:
    """Keras has left it out: `RuntimeError` that names `model_from_json`."""
    raise RuntimeError(
        "Method `model_from_yaml()` has been removed due to security risk of arbitrary code "
        "execution. Please use `Model.to_json()` and `model_from_json()` instead."
    )


def model_from_json(json_string: str, custom_objects: Any = None) -> Any:
    """The model of `Model.to_json`, with new weights; compiled as that was, as in Keras 3.

    >>> import gradtape as tf
    >>> model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(3)])
    >>> tf.keras.models.model_from_json(model.to_json()).output_shape
    (None, 3)
    """
    config = json.loads(json_string)
    model = model_from_config(config, custom_objects)
    compiled = config.get("compile_config")
    if compiled and not is_keras_2_asked_for():
        with custom_object_scope(custom_objects or {}):
            model.compile_from_config(compiled)
    return model
