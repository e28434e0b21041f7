"""Models from the configurations that Keras writes, of version 3 and of version 2.

A network is a list of layers, each with the calls that it was in; a tensor is named by a layer,
the number of its call, and the place of the output. Invariant: what is made are the layers of this
package, or classes that the program has registered.
"""

from __future__ import annotations

import contextlib
import importlib
import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer.own_state import overrides
from ..base_layer.runs_ahead import unseen
from ..layers.catalog import LAYERS
from ..layers.entry import InputLayer
from ..layers.operation import SlicingOpLambda, TFOpLambda
from ..lookup import CUSTOM, UnknownName, is_ours, tells_class_of_keras
from ..naming import pass_names_of_tensors
from ..paths import of_parts_alone
from . import keras_forms
from .model import Functional, Model
from .sequential import Sequential

_ABOVE = {"FeatureSpace": ".feature_space"}  # files hold them, and their modules need this one
_ARRAYS: dict[Any, Callable[..., Any]] = {"__tensor__": _core.constant, "__numpy__": np.array}
_OPERATIONS: dict[str, Any] = {kind.__name__: kind for kind in (TFOpLambda, SlicingOpLambda)}
_NETWORKS = ("Functional", "Model")
_OF_KERAS = (*_NETWORKS, "Sequential")
_REGISTERED_BY_WRAPPERS = (Functional, Model, Sequential)  # under their own names
_NAMED = frozenset({"layers", "input_layers", "output_layers", "name"})
_CONSTANT = "_CONSTANT_VALUE"  # what a function got, in the place of a tensor


def is_from_keras(config: Any) -> bool:
    """Whether a configuration is of Keras's form, not this package's own."""
    if not isinstance(config, Mapping) or "class_name" not in config or "kind" in config:
        return False
    inner = config.get("config")
    return not (isinstance(inner, Mapping) and "kind" in inner)


def require(config: Any) -> Any:
    """The configuration itself; `ValueError` for what is none of a model."""
    names = ("class_name", "kind", "config")
    if isinstance(config, Mapping) and any(name in config for name in names):
        return config
    raise ValueError(f"This is no configuration of a model: {str(config)[:100]}")


def model_of(entry: Mapping[str, Any], before_build: Callable[[Any], None] | None = None) -> Any:
    """The model, or the layer, of `{"class_name": ..., "config": ...}`, with new weights.

    `before_build` is given one of a class of its own before it makes weights. `UnknownName` for a
    class that is not known, `ValueError` for an operation that is not.
    """
    name, config = entry["class_name"], _with_layers(entry.get("config") or {})
    custom = CUSTOM.get(entry.get("registered_name") or name) or CUSTOM.get(name)
    if tells_class_of_keras(entry) and (name in _OF_KERAS or is_class(name)):
        custom = None
    if custom is not None and custom not in _REGISTERED_BY_WRAPPERS:
        made = custom.from_config(config)
        if before_build is not None:
            before_build(made)
        return _built(made, entry)
    if name == "Sequential":
        return sequential(config)
    if name in _NETWORKS:
        return functional(config)
    made = class_of(name).from_config(config)
    if name in _ABOVE and before_build is not None:
        before_build(made)
    return _built(made, entry) if name in _ABOVE else made


def is_class(name: str) -> bool:
    """Whether the library has a class of layers of this name."""
    return name in _ABOVE or name in LAYERS


def class_of(name: str) -> Any:
    """The class of the library that has this name; `UnknownName` if there is none."""
    if name in _ABOVE:
        return getattr(importlib.import_module(_ABOVE[name], __package__), name)
    if name not in LAYERS:
        raise UnknownName.of_class(name)
    return LAYERS[name]


def _with_layers(value: Any) -> Any:
    """A configuration in which layers and arrays are that again, where their owner had them."""
    if isinstance(value, list):
        return [_with_layers(inner) for inner in value]
    if not isinstance(value, Mapping):
        return value
    if value.get("class_name") == keras_forms.LAYER:
        return model_of(value["config"])
    if value.get("class_name") in _ARRAYS:
        inner = value["config"]
        return _ARRAYS[value["class_name"]](inner["value"], inner["dtype"])
    return {key: _with_layers(inner) for key, inner in value.items()}


def _built(made: Any, entry: Mapping[str, Any]) -> Any:
    """A model or layer of a class of its own, built as the entry says."""
    build = entry.get("build_config") or {}
    if hasattr(type(made), "build_from_config") and overrides(made, "build_from_config"):
        if build:
            made.build_from_config(build)
    elif build.get("input_shape") is not None and not made.built and hasattr(made, "layers"):
        made.build(build["input_shape"])
        _build_the_rest(made, build["input_shape"])
    return made


def _build_the_rest(made: Model, shape: Any) -> None:
    """Make what a program's own `build` leaves to the first call, for the file has it as well."""
    if not all(layer.built or layer._starts_built for layer in made._flatten_layers()):
        with contextlib.suppress(Exception):
            unseen(lambda: made._run_for_weights(shape), made.call)


def sequential(config: Any, kind: Any = Sequential) -> Sequential:
    """The `Sequential` of a configuration, which in older files is the list of layers alone.

    One of a class of the program's own gets its layers one by one, behind those that it has.
    """
    listed = isinstance(config, list)
    layers = [model_of(layer) for layer in (config if listed else config["layers"])]
    name = None if listed else config.get("name")
    with of_parts_alone() if _are_built(config) else contextlib.nullcontext():
        model: Sequential = kind(layers, name=name) if is_ours(kind) else kind(name=name)
        for layer in () if is_ours(kind) else layers:
            model.add(layer)
        shape = None if listed else config.get("build_input_shape")
        if shape is not None and not model.built:
            model.build(shape)
    return model


def _are_built(config: Any) -> bool:
    """Whether Keras 3 builds the layers of a chain as it makes them, and not the chain."""
    layers = config["layers"] if isinstance(config, Mapping) else ()
    return not is_keras_2_asked_for() and any(layer.get("build_config") for layer in layers)


def functional(config: Mapping[str, Any], kind: Any = Functional) -> Any:
    """The network of a configuration, as a model of class `kind`.

    A class of the program's own gets what else there is in Keras 3, and nothing in Keras 2.
    """
    found = _Calls(config["layers"])
    ends = {"inputs": config["input_layers"], "outputs": config["output_layers"]}
    given = {name: found.ends(places) for name, places in ends.items()}
    if not (is_keras_2_asked_for() or is_ours(kind)):
        given |= {name: value for name, value in config.items() if name not in _NAMED}
    model = kind(**given, name=config.get("name"))
    model._take_ends(found.results())
    if config.get("trainable") is False:
        _freeze(model)
    return model


def _freeze(model: Any) -> None:
    """Freeze a network that its configuration says is frozen: in Keras 3, which says of each layer
    whether it is, the network alone."""
    if are_of_keras_3():
        model._trainable = False
    else:
        model.trainable = False


class _Calls:
    """The layers of a network, and what came out of each of their calls."""

    def __init__(self, entries: list[Any]) -> None:
        self._results: dict[tuple[str, int], list[Any]] = {}
        self._names = {_name_of(entry) for entry in entries}
        calls: list[tuple[str, int, Any, Any]] = []
        for entry in entries:
            calls += self._begun(entry)
            while calls and not is_keras_2_asked_for() and self._made(*calls[0]):
                calls.pop(0)  # Keras 3 builds a layer where it makes it, Keras 2 all of them later
        while calls:
            later = [call for call in calls if not self._made(*call)]
            if len(later) == len(calls):
                missing = sorted({name for name, *_ in later})
                raise ValueError(f"The layers {missing} have inputs that no layer makes.")
            calls = later

    def _begun(self, entry: Any) -> list[tuple[str, int, Any, Any]]:
        """All calls of a layer, which is made; an input is there already."""
        name, layer = _name_of(entry), _callable_for(entry)
        if isinstance(layer, InputLayer):
            self._results[name, 0] = [layer.output]
            return []
        nodes = enumerate(entry.get("inbound_nodes") or [])
        return [(name, number, layer, node) for number, node in nodes]

    def _made(self, name: str, number: int, layer: Any, node: Any) -> bool:
        """Make a call, unless something that it takes is not there yet."""
        try:
            args, kwargs = self._arguments(node)
        except _MissingError:
            return False
        self._results[name, number] = nest.flatten(layer(*args, **kwargs))
        return True

    def _arguments(self, node: Any) -> tuple[list[Any], dict[str, Any]]:
        if isinstance(node, Mapping) and "args" not in node:
            return self._older_structure(node)
        if isinstance(node, Mapping):  # Keras 3
            kwargs = {key: self._value(value) for key, value in node["kwargs"].items()}
            return [self._value(value) for value in node["args"]], _given(kwargs)
        places = [node] if self._is_place(node) else node  # that of a function stands alone
        first = self._older(places)
        options = places[0][3] if self._is_place(places[0]) and len(places[0]) > 3 else {}
        kwargs = {key: self._older(value) for key, value in options.items()}
        return [first], _given(kwargs)

    def _older_structure(self, node: Mapping[str, Any]) -> tuple[list[Any], dict[str, Any]]:
        """Arguments in Keras 2's form where the first one is a dict, in which lists stay lists."""
        options: dict[str, Any] = {}

        def tensors(value: Any) -> Any:
            if self._is_place(value):
                options.update(value[3] if len(value) > 3 else {})
                return self._older(value)
            if isinstance(value, Mapping):
                return {key: tensors(inner) for key, inner in value.items()}
            return [tensors(inner) for inner in value]

        first = tensors(node)
        return [first], _given({key: self._older(value) for key, value in options.items()})

    def _value(self, value: Any) -> Any:
        """An argument in Keras 3's form."""
        if isinstance(value, (list, tuple)):
            return type(value)(self._value(inner) for inner in value)
        if not isinstance(value, Mapping):
            return value
        kind, inner = value.get("class_name"), value.get("config", {})
        if kind == "__keras_tensor__":
            pass_names_of_tensors(1)
            return self._tensor(*inner["keras_history"])
        if kind == "__tuple__":
            return tuple(self._value(entry) for entry in inner["value"])
        if kind == "__slice__":
            return slice(*(self._value(inner[end]) for end in ("start", "stop", "step")))
        if kind == "__ellipsis__":
            return Ellipsis
        if kind in ("__tensor__", "__numpy__"):
            return _core.constant(inner["value"], inner["dtype"])
        return {key: self._value(entry) for key, entry in value.items()}

    def _older(self, value: Any) -> Any:
        """An argument in Keras 2's form, whose tensors are lists that begin with a layer's name."""
        if isinstance(value, Mapping):
            return {key: self._older(inner) for key, inner in value.items()}
        if not isinstance(value, list):
            return value
        if len(value) >= 3 and value[0] == _CONSTANT:
            return value[2]
        if self._is_place(value):
            return self._tensor(*value[:3])
        inner = [self._older(entry) for entry in value]
        return inner[0] if len(inner) == 1 and self._is_place(value[0]) else inner

    def _is_place(self, value: Any) -> bool:
        named = isinstance(value, list) and len(value) >= 3 and isinstance(value[0], str)
        return named and (value[0] in self._names or value[0] == _CONSTANT)

    def _tensor(self, name: str, number: int, place: int) -> Any:
        if (name, number) not in self._results:
            raise _MissingError
        return self._results[name, number][place]

    def results(self) -> list[list[Any]]:
        """What came out of each call."""
        return list(self._results.values())

    def ends(self, places: Any) -> Any:
        """The tensors of `input_layers` or `output_layers`; one alone in Keras 2's list of it."""
        found = self._structure(places)
        alone = is_keras_2_asked_for() and isinstance(found, list) and len(found) == 1
        return found[0] if alone else found

    def _structure(self, places: Any) -> Any:
        if self._is_place(places):
            return self._tensor(*places[:3])
        if isinstance(places, Mapping):
            return {key: self._structure(place) for key, place in places.items()}
        found = [self._structure(place) for place in places]
        return tuple(found) if isinstance(places, tuple) else found


class _MissingError(Exception):
    """A tensor that no call has made so far."""


def _given(options: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if value is not None}


def _name_of(entry: Mapping[str, Any]) -> str:
    return str(entry.get("name") or entry["config"]["name"])


def _callable_for(entry: Mapping[str, Any]) -> Any:
    """The layer of an entry, or what calls it."""
    kind = entry["class_name"]
    if kind in _OPERATIONS:
        layer = _OPERATIONS[kind].from_config(entry["config"])
        return partial(_sliced, layer) if layer.function is operator.getitem else layer
    if ".ops." not in str(entry.get("module")):
        return model_of(entry)
    from ..ops.catalog import of_class  # at call time: most files have none of them

    found = of_class(kind, entry["config"])
    if found is None:
        raise ValueError(
            f"The file has the operation {kind} ({entry['module']}), which is not known here. "
            "Write it as a layer, and save the model again."
        )
    return found


def _sliced(layer: Any, tensor: Any, slice_spec: Any = None, **ignored: Any) -> Any:
    """A part of a tensor, as Keras 2 writes indices."""
    many = isinstance(slice_spec, list)
    return layer(tensor, tuple(map(_index, slice_spec)) if many else _index(slice_spec))


def _index(part: Any) -> Any:
    if not isinstance(part, Mapping):
        return part
    if part.get("class_name") == "__ellipsis__":
        return Ellipsis
    return slice(*(part.get(end) for end in ("start", "stop", "step")))
