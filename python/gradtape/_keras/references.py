"""What symbolic tensors tell of themselves: who they are, and where they come from."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._runtime.versions import is_keras_2_asked_for
from .._structure import nest


class Reference:
    """Something that can be hashed, and is equal to another for the same object.

    >>> from gradtape._keras.references import Reference
    >>> Reference([]) == Reference([])
    False
    """

    def __init__(self, wrapped: Any) -> None:
        self._wrapped = wrapped

    @property
    def unwrapped(self) -> Any:
        """The object."""
        return self._wrapped

    def deref(self) -> Any:
        """The object."""
        return self._wrapped

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Reference) and self._wrapped is other._wrapped

    def __hash__(self) -> int:
        return id(self._wrapped)


class KerasHistory(NamedTuple):
    """Where a symbolic tensor comes from: a layer, and the numbers of its call and output."""

    layer: Any
    node_index: int
    tensor_index: int

    @property
    def operation(self) -> Any:
        """The layer, by its name in Keras 3."""
        return self.layer


class NodeNames:
    """What Keras says of a call of a layer, of which `Node` has the arguments and the outputs."""

    layer: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]
    outputs: Any
    parents: Any

    @property
    def call_args(self) -> tuple[Any, ...]:
        """What the layer was called with by place."""
        return self.args

    @property
    def call_kwargs(self) -> dict[str, Any]:
        """What it was called with by name."""
        return self.kwargs

    @property
    def keras_inputs(self) -> list[Any]:
        """The symbolic tensors that came in; those by name in the order of names.

        In Keras 2 they are in the order in which the call had them.
        """
        named = list(self.kwargs.values()) if is_keras_2_asked_for() else self.kwargs
        leaves = nest.flatten((self.args, named))
        return [leaf for leaf in leaves if hasattr(leaf, "_keras_history")]

    @property
    def is_input(self) -> bool:
        """Whether the layer takes nothing."""
        return not self.parents()

    @property
    def input_tensors(self) -> Any:
        """What the layer was called on; what comes in, where nothing was, in Keras 2 in a list."""
        if self.args:
            return self.args[0]
        return next(iter(self.kwargs.values())) if self.kwargs else self.output_tensors

    @property
    def output_tensors(self) -> Any:
        """What came out; what comes in, where the layer takes nothing, in Keras 2 in a list."""
        is_entry = self.is_input and is_keras_2_asked_for()
        return [self.outputs] if is_entry else self.outputs

    @property
    def input_shapes(self) -> Any:
        """The shape of what the layer was called on, or the structure of them."""
        shapes = _shapes(self.input_tensors)
        is_list = isinstance(shapes, list) and len(shapes) == 1
        return shapes[0] if is_list and not self.is_input else shapes

    @property
    def output_shapes(self) -> Any:
        """The shape of what came out, or the structure of them."""
        return _shapes(self.output_tensors)

    @property
    def inbound_layers(self) -> Any:
        """The layer before, or a list of them."""
        layers = [parent.layer for parent in self.parents()]
        return layers[0] if len(layers) == 1 else layers

    @property
    def outbound_layer(self) -> Any:
        """The layer that was called."""
        return self.layer

    operation = outbound_layer  # its name in Keras 3

    @property
    def parent_nodes(self) -> Any:
        """The nodes whose outputs this one takes."""
        return self.parents()


def _shapes(tensors: Any) -> Any:
    return nest.map_structure(lambda tensor: tuple(tensor.shape), tensors)
