"""`keras.Function`: what leads from symbolic tensors to others, without being a layer.

Invariant: it holds no variables; those of the layers on the way are the layers' alone.
"""

from __future__ import annotations

from typing import Any

from ..._structure import nest
from ..base_layer.known_shapes import as_shapes
from ..base_layer.layer import Layer
from ..layers.entry import InputLayer
from ..naming import unique_name
from ..symbolic import KerasTensor
from .cut import at_inputs
from .model import Functional


class Function:
    """Computes `outputs` again for other values of `inputs`, structures of symbolic tensors.

    >>> import gradtape as tf
    >>> a, b = tf.keras.KerasTensor((None, 2)), tf.keras.KerasTensor((None, 2))
    >>> add = tf.keras.Function([a, b], {"sum": a + b})
    >>> add([tf.ones([1, 2]), tf.ones([1, 2])])["sum"].numpy().tolist()
    [[2.0, 2.0]]
    """

    def __init__(self, inputs: Any, outputs: Any, name: str | None = None) -> None:
        for what, ends in (("inputs", inputs), ("outputs", outputs)):
            if not nest.flatten(ends):
                raise ValueError(
                    f"`{what}` argument cannot be empty. Received:\n{inputs=}\n{outputs=}"
                )
        self.name = unique_name("Function") if name is None else name
        self._inputs, self._outputs = inputs, outputs
        self._model = Functional(*at_inputs(inputs, outputs), name=self.name)

    @property
    def inputs(self) -> list[Any]:
        """The symbolic inputs in a flat list."""
        return list(nest.flatten(self._inputs))

    @property
    def outputs(self) -> list[Any]:
        """The symbolic outputs in a flat list."""
        return list(nest.flatten(self._outputs))

    @property
    def operations(self) -> list[Any]:
        """The layers and functions on the way, with inputs that are `keras.Input`."""
        told = {id(tensor.node.layer) for tensor in self.inputs}
        network: Any = self._model._network_of_layers
        found = [layer for layer in network.layers() if isinstance(layer, Layer)]
        return [one for one in found if id(one) in told or not isinstance(one, InputLayer)]

    def __call__(self, inputs: Any) -> Any:
        """The outputs for these inputs, in the structure of `outputs`."""
        try:
            nest.assert_same_structure(inputs, self._inputs)
        except (TypeError, ValueError):
            raise ValueError(
                "Function was called with an invalid input structure. Expected input structure: "
                f"{self._inputs}\nReceived input structure: {inputs}"
            ) from None
        self._check_shapes(inputs)
        found = nest.flatten(self._model(inputs))
        return nest.pack_sequence_as(self._outputs, found)

    def _check_shapes(self, inputs: Any) -> None:
        for given, wanted in zip(nest.flatten(inputs), self.inputs, strict=True):
            if not wanted._shape.is_compatible_with(given.shape):
                raise ValueError(
                    f"Function was passed incompatible inputs. For input {wanted.name!r}, expected "
                    f"shape {wanted.shape}, but received instead a tensor with shape {given.shape}."
                )

    def compute_output_spec(self, inputs: Any) -> Any:
        """Symbolic tensors like the outputs for symbolic inputs."""
        return nest.map_structure(lambda out: KerasTensor(out.shape, out.dtype), self(inputs))

    def compute_output_shape(self, input_shape: Any) -> Any:
        """The shapes of the outputs for those of the inputs."""
        shapes = nest.flatten(as_shapes(input_shape))
        given = [KerasTensor(s, one.dtype) for s, one in zip(shapes, self.inputs, strict=True)]
        found = self(nest.pack_sequence_as(self._inputs, given))
        return nest.map_structure(lambda out: tuple(out.shape), found)
