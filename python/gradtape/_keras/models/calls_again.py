"""Models cloned by calling layers again, as the calls of the model were.

Invariant: a layer is made once, however often it is called and in how many models it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..layers.entry import Input
from ..layers.operation import Operation
from ..symbolic import KerasTensor
from .model import Functional
from .network_classes import tells_network
from .sequential import Sequential


class Through:
    """Makes clones: `make` makes the layers, `call` calls them; both as by default if None.

    >>> import gradtape as tf
    >>> from gradtape._keras.models.calls_again import Through
    >>> a = tf.keras.Input((2,))
    >>> model = tf.keras.Model(a, tf.keras.layers.Dense(3, name="dense")(a))
    >>> twice = Through(None, lambda layer, x: layer(x) * 2.0, False).clone(model, None)
    >>> [layer.name for layer in twice.layers][1:]
    ['dense']
    """

    def __init__(
        self,
        make: Callable[[Any], Any] | None,
        call: Callable[..., Any] | None,
        recursive: bool,
    ) -> None:
        self._make, self._call, self._recursive = make or _equal, call, recursive
        self._made: dict[int, Any] = {}

    def clone(self, model: Any, tensors: Any) -> Any:
        """The clone of a model, which begins at these symbolic tensors if they are given."""
        if isinstance(model, Sequential):
            return self._sequential(model, tensors)
        return self._network(model, tensors)

    def _layer(self, layer: Any) -> Any:
        if isinstance(layer, Operation):  # has no state
            return layer
        if id(layer) not in self._made:
            within = self._recursive and isinstance(layer, (Functional, Sequential))
            self._made[id(layer)] = self._within(layer) if within else self._make(layer)
        return self._made[id(layer)]

    def _within(self, model: Any) -> Any:
        """The clone of a model that stands in another; the layers of a chain are not called."""
        call = None if isinstance(model, Sequential) else self._call
        inner = Through(self._make, call, recursive=True)
        inner._made = self._made
        return inner.clone(model, None)

    def _sequential(self, model: Any, tensors: Any) -> Any:
        if self._call is not None:
            raise ValueError(
                "`call_function` argument is not supported with Sequential models.  In a "
                "Sequential model, layers aren't called at model-construction time (they're merely "
                "listed). Use `call_function` with Functional models only. Received model of "
                f"type '{type(model).__name__}', with call_function={self._call}"
            )
        layers = [self._layer(layer) for layer in model.layers]
        begin = model._entry_shape
        if tensors is not None:
            layers = [_the_only(tensors), *layers]
        elif begin is not None:
            name, dtype = model._entry_name, model._entry_dtype
            layers = [Input(batch_shape=begin, dtype=dtype, name=name), *layers]
        return Sequential(layers, name=model.name)

    def _network(self, model: Any, tensors: Any) -> Any:
        network = model._network_of_layers
        if tensors is None:
            tensors = nest.map_structure(_input_like, network.inputs)
        else:
            _check(tensors, network.inputs)
        begin = zip(nest.flatten(network.inputs), nest.flatten(tensors), strict=True)
        values = {id(symbol): tensor for symbol, tensor in begin}

        def value_of(leaf: Any) -> Any:
            return values[id(leaf)] if isinstance(leaf, KerasTensor) else leaf

        for node in network.nodes:
            args, kwargs = nest.map_structure(value_of, (node.args, node.kwargs))
            layer = self._layer(node.layer)
            results = self._call(layer, *args, **kwargs) if self._call else layer(*args, **kwargs)
            pairs = zip(nest.flatten(node.outputs), nest.flatten(results), strict=False)
            values.update((id(symbol), result) for symbol, result in pairs)
        kind: Any = type(model) if tells_network(type(model)) else Functional
        return kind(tensors, nest.map_structure(value_of, network.outputs), name=model.name)


def _equal(layer: Any) -> Any:
    """A layer made with the same arguments."""
    return type(layer).from_config(layer.get_config())


def _input_like(symbol: KerasTensor) -> Any:
    name = symbol.node.layer.name if is_keras_2_asked_for() else symbol.name
    return Input(batch_shape=symbol._shape, dtype=symbol._dtype, name=name, sparse=symbol.sparse)


def _the_only(tensors: Any) -> Any:
    listed = list(tensors) if isinstance(tensors, (list, tuple)) else [tensors]
    if len(listed) != 1:
        raise ValueError("Argument `input_tensors` must contain a single tensor.")
    if not isinstance(listed[0], KerasTensor):
        raise ValueError(
            "Argument `input_tensors` must be a KerasTensor. "
            f"Received invalid value: input_tensors={listed[0]}"
        )
    return listed[0]


def _check(tensors: Any, inputs: Any) -> None:
    """`ValueError` unless tensors are symbolic, in the structure that the inputs have."""
    if not all(isinstance(leaf, KerasTensor) for leaf in nest.flatten(tensors)):
        raise ValueError(
            "All entries in `input_tensors` must be KerasTensors. "
            f"Received invalid values: inputs_tensors={tensors}"
        )
    try:
        nest.assert_same_structure(tensors, inputs)
    except (TypeError, ValueError):
        raise ValueError(
            "`input_tensors` must have the same structure as model.input"
            f"\nReference structure: {inputs}\nReceived structure: {tensors}"
        ) from None
