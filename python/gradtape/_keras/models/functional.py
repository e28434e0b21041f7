"""`Functional`: the model between symbolic inputs and outputs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..._structure import nest
from ..base_layer.layer import Layer
from ..symbolic import is_symbolic, nodes_between
from .model import Model, numbered_layers


class Functional(Model):
    """Runs the layers that lead from `inputs` to `outputs`; made by `Model(inputs, outputs)`.

    Inputs are given in the structure that `inputs` has; a dict may be used to give them by name.
    `ValueError` if an output needs an input that is not among them.

    >>> import gradtape as tf
    >>> a = tf.keras.Input(shape=(2,))
    >>> b = tf.keras.layers.Dense(4)(a)
    >>> model = tf.keras.Model(inputs=a, outputs=tf.keras.layers.Dense(1)(b))
    >>> [layer.name.split("_")[0] for layer in model.layers], model(tf.zeros([3, 2])).shape
    (['input', 'dense', 'dense'], TensorShape([3, 1]))
    """

    _scopes_its_variables = False
    _unsearched = Model._unsearched | {"inputs", "outputs"}

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None, **kwargs: Any) -> None:
        super().__init__(name=name or unique_model_name(), **kwargs)
        self.inputs, self.outputs = inputs, outputs
        flat = nest.flatten(inputs)
        for tensor in flat + nest.flatten(outputs):
            if not is_symbolic(tensor):
                raise ValueError(
                    "The inputs and outputs of a model must come from tf.keras.Input and layers. "
                    f"Received: {tensor}"
                )
        self._nodes = tuple(nodes_between(flat, nest.flatten(outputs)))
        self._require_inputs(flat)
        entries = [tensor.node.layer for tensor in flat]
        self._layers = list(dict.fromkeys(entries + [node.layer for node in self._nodes]))
        self.built = True
        self._output_shape = nest.map_structure(lambda tensor: tensor.shape, outputs)

    def _require_inputs(self, flat: list[Any]) -> None:
        known = {tensor.node.number for tensor in flat} | {node.number for node in self._nodes}
        for node in self._nodes:
            if not node.args and not node.kwargs:
                raise ValueError(
                    f"The outputs need the input {node.layer.name!r}, which is not among `inputs`."
                )
            assert all(parent.number in known for parent in node.parents())

    @property
    def layers(self) -> list[Layer]:
        """The input layers, then the others in the order in which they were called."""
        return list(self._layers)

    def _trackable_children(self) -> dict[str, Any]:
        return numbered_layers(self._layers, super()._trackable_children())

    @property
    def input_shape(self) -> Any:
        """The shape of the inputs, as a tuple with None for what is open."""
        return nest.map_structure(_shape_tuple, self.inputs)

    @property
    def output_shape(self) -> Any:
        """The shape of the outputs, as a tuple with None for what is open."""
        return nest.map_structure(_shape_tuple, self.outputs)

    def call(self, inputs: Any) -> Any:
        values = dict(zip(map(id, nest.flatten(self.inputs)), self._given(inputs), strict=True))

        def value_of(leaf: Any) -> Any:
            return values[id(leaf)] if is_symbolic(leaf) else leaf

        for node in self._nodes:
            args, kwargs = nest.map_structure(value_of, (node.args, node.kwargs))
            results = node.layer(*args, **kwargs)
            for symbol, result in zip(
                nest.flatten(node.outputs), nest.flatten(results), strict=True
            ):
                values[id(symbol)] = result
        return nest.map_structure(value_of, self.outputs)

    def _given(self, inputs: Any) -> list[Any]:
        """The input values in the order of the flattened `inputs` of the model."""
        symbols = nest.flatten(self.inputs)
        if isinstance(inputs, Mapping) and not isinstance(self.inputs, Mapping):
            return [inputs[symbol.name] for symbol in symbols]
        flat = nest.flatten(inputs)
        if len(flat) != len(symbols):
            raise ValueError(
                f'Layer "{self.name}" expects {len(symbols)} input(s), '
                f"but it received {len(flat)} input tensors."
            )
        return flat


def _shape_tuple(tensor: Any) -> tuple[Any, ...]:
    return tuple(tensor.shape.as_list())


def unique_model_name() -> str:
    """`model`, `model_1` ..., as models without a class of their own are named."""
    from ..naming import unique_name

    return unique_name("Model")
