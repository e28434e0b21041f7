"""Anything of Keras as plain data and back: `serialize_keras_object`, `deserialize_keras_object`.

An object is a dict with the module and the name of its class, and its configuration. What the
program has registered comes before what the package knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ... import _core
from .. import activations, constraints, initializers, regularizers
from ..dtypes import standardize_dtype
from ..function_code import code_allowed, described, restored
from ..layers import catalog as layers
from ..lookup import (
    CUSTOM,
    PUBLIC_NAMES,
    UnknownName,
    custom_object_scope,
    module_of,
    tells_class_of_keras,
    with_plain_numbers,
)
from ..losses import catalog as losses
from ..metrics import catalog as metrics
from ..mixed_precision import DTypePolicy
from ..optimizers import catalog as optimizers, schedules
from ..saving import get_registered_name
from ..seed_generator import SeedGenerator
from ..symbolic import KerasTensor
from . import loading

# The module that Keras names for a class, by the room that has it here, and what finds it there.
_ROOMS = {
    "layers": ("keras.layers", layers.deserialize),
    "initializers": ("keras.initializers", initializers.deserialize),
    "regularizers": ("keras.regularizers", regularizers.deserialize),
    "constraints": ("keras.constraints", constraints.deserialize),
    "activations": ("keras.activations", activations.deserialize),
    "losses": ("keras.losses", losses.deserialize),
    "metrics": ("keras.metrics", metrics.deserialize),
    "optimizers": ("keras.optimizers", optimizers.deserialize),
    "schedules": ("keras.optimizers.schedules", schedules.deserialize),
}
_FINDERS = dict(_ROOMS.values())
_NETWORKS = ("Functional", "Model", "Sequential")


def serialize_keras_object(obj: Any) -> Any:
    """Plain data for an object, a function, or a structure of them.

    `TypeError` for what has no configuration.

    >>> import gradtape as tf
    >>> config = tf.keras.saving.serialize_keras_object(tf.keras.layers.Dense(3))
    >>> config["module"], config["class_name"], config["config"]["units"]
    ('keras.layers', 'Dense', 3)
    """
    if obj is None or isinstance(obj, (str, bool, int, float)):
        return obj
    if isinstance(obj, Mapping):
        return {key: serialize_keras_object(value) for key, value in obj.items()}
    if isinstance(obj, list):
        return [serialize_keras_object(value) for value in obj]
    special = _special(obj)
    if special is not None:
        return special
    if hasattr(obj, "get_config"):
        return _object(obj)
    if callable(obj):
        return _function(obj)
    raise TypeError(
        f"Cannot serialize object {obj!r} of type {type(obj)}. To be serializable, a class must "
        "implement the `get_config()` method."
    )


def _special(obj: Any) -> Any:
    if isinstance(obj, tuple):
        return _of("__tuple__", {"value": [serialize_keras_object(value) for value in obj]})
    if isinstance(obj, bytes):
        return _of("__bytes__", {"value": obj.decode("utf-8")})
    if isinstance(obj, np.generic):
        return obj.item()
    if isinstance(obj, KerasTensor):
        shape, dtype = tuple(obj.shape), standardize_dtype(obj.dtype)
        return _of("__keras_tensor__", {"shape": shape, "dtype": dtype, "keras_history": None})
    if isinstance(obj, np.ndarray):
        return _of("__numpy__", {"value": obj.tolist(), "dtype": obj.dtype.name})
    if isinstance(obj, (_core.Tensor, _core.Variable)):
        return _of("__tensor__", {"value": obj.numpy().tolist(), "dtype": obj.dtype.name})
    if isinstance(obj, (_core.DType, _core.TensorShape)):
        return obj.name if isinstance(obj, _core.DType) else obj.as_list()
    if isinstance(obj, slice):
        return _of("__slice__", {"start": obj.start, "stop": obj.stop, "step": obj.step})
    return _of("__ellipsis__", None) if obj is Ellipsis else None


def _of(name: str, config: Any) -> dict[str, Any]:
    return {"class_name": name, "config": config}


def _object(obj: Any) -> dict[str, Any]:
    kind = type(obj)
    module = "keras" if isinstance(obj, DTypePolicy) else _module_of(kind)
    is_known = module is not None and module.startswith("keras")
    registered = None if is_known else get_registered_name(kind)
    name = PUBLIC_NAMES.get(kind.__name__, kind.__name__) if is_known else kind.__name__
    found = {"module": module, **_of(name, with_plain_numbers(obj.get_config()))}
    return {**found, "registered_name": registered}


def _function(function: Callable[..., Any]) -> dict[str, Any]:
    name = getattr(function, "__name__", "")
    if name == "<lambda>":
        return _of("__lambda__", described(function))
    found = {"module": "builtins", **_of("function", get_registered_name(function))}
    return {**found, "registered_name": "function"}


def _module_of(kind: Any) -> str | None:
    """The module that Keras has a class in; a class of the program's own is where it is."""
    ours = "._keras." in str(kind.__module__)
    return "keras" if ours and kind.__name__ in _NETWORKS else module_of(kind)


def deserialize_keras_object(
    config: Any,
    custom_objects: Mapping[str, Any] | None = None,
    safe_mode: bool = True,
    module_objects: Mapping[str, Any] | None = None,
    **ignored: Any,
) -> Any:
    """What `serialize_keras_object` described, here or in Keras.

    Names may mean `custom_objects`, or what `module_objects` has, as in Keras 2. `TypeError` for a
    name that is not known; `ValueError` for the code of a function unless `safe_mode` is False.

    >>> import gradtape as tf
    >>> config = tf.keras.saving.serialize_keras_object([tf.keras.layers.ReLU(), (1, 2)])
    >>> type(tf.keras.saving.deserialize_keras_object(config)[0]).__name__
    'ReLU'
    """
    with custom_object_scope(custom_objects or {}), code_allowed(not safe_mode):
        return _found(config, module_objects or {})


def _found(config: Any, module_objects: Mapping[str, Any]) -> Any:
    if isinstance(config, str):
        return CUSTOM.get(config, module_objects.get(config, config))
    if isinstance(config, list):
        return [_found(value, module_objects) for value in config]
    if not isinstance(config, Mapping):
        return config
    if "class_name" not in config or "config" not in config:
        return {key: _found(value, module_objects) for key, value in config.items()}
    name, inner = config["class_name"], config["config"]
    if name == "function" and not isinstance(inner, str):
        raise TypeError(f"Expected 'config' to be the name of a function. Full config: {config}")
    if name.startswith("__"):
        return _special_of(name, inner)
    if name == "function":
        return _function_of(config, inner)
    kind = CUSTOM.get(config.get("registered_name") or name, CUSTOM.get(name))
    kind = kind or module_objects.get(name)
    if tells_class_of_keras(config) and (of_keras := _of_keras(config, name)) is not None:
        return of_keras
    if kind is not None:
        return kind.from_config(inner) if hasattr(kind, "from_config") else kind(**inner)
    return _of_the_package(config, name)


def _of_keras(config: Mapping[str, Any], name: str) -> Any:
    """The object of the library that a configuration tells; None where the library has none."""
    try:
        return _of_the_package(config, name)
    except UnknownName:
        return None


def _of_the_package(config: Mapping[str, Any], name: str) -> Any:
    if name in _NETWORKS:
        return loading.rebuilt(inner if "kind" in (inner := config["config"]) else config)  # type: ignore[arg-type]
    if name == "SeedGenerator":
        return SeedGenerator.from_config(config["config"])
    if name in ("DTypePolicy", "Policy"):
        return DTypePolicy.from_config(config["config"])
    module = str(config.get("module"))
    chosen = [_FINDERS[module]] if module in _FINDERS else _FINDERS.values()
    for find in chosen:
        try:
            return find(config)
        except ValueError as error:
            if not isinstance(error.__cause__, UnknownName) and "nown" not in str(error):
                raise
    raise UnknownName(
        f"Could not locate class {name!r}. Register it with `register_keras_serializable`, or name "
        f"it in `custom_objects`. Full object config: {config}"
    )


def _special_of(name: str, inner: Any) -> Any:
    if name == "__tuple__":
        return tuple(_found(value, {}) for value in inner["value"])
    if name == "__bytes__":
        return inner["value"].encode("utf-8")
    if name == "__keras_tensor__":
        return KerasTensor(inner["shape"], inner["dtype"])
    if name == "__numpy__":
        return np.array(inner["value"], inner["dtype"])
    if name == "__tensor__":
        return _core.constant(inner["value"], inner["dtype"])
    if name == "__slice__":
        return slice(inner["start"], inner["stop"], inner["step"])
    if name == "__lambda__":
        return restored(inner)
    return Ellipsis


def _function_of(config: Mapping[str, Any], name: str) -> Callable[..., Any]:
    found = CUSTOM.get(config.get("registered_name") or name, CUSTOM.get(name))
    if found is not None:
        return found
    for find in (activations.get, losses.get):
        try:
            return find(name)
        except ValueError:
            continue
    raise TypeError(
        f"Could not locate function {name!r}. Make sure custom classes and functions are decorated "
        f"with `@keras.saving.register_keras_serializable()`. Full object config: {config}"
    )
