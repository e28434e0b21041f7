"""How programs of Keras 2 walk through the layers of a model: by the calls of each on symbolic
tensors, which are its nodes, and by what a layer holds.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..assignable import Assignable
from ..symbolic import Node


class GraphNames:
    """Mixin of `Layer`.

    >>> import gradtape as tf
    >>> inputs = tf.keras.Input([3])
    >>> layer = tf.keras.layers.Dense(2)
    >>> outputs = layer(inputs)
    >>> outputs._keras_history.layer is layer, layer.get_input_at(0) is inputs
    (True, True)
    >>> [node.layer is layer for node in inputs._keras_history.layer.outbound_nodes]
    [True]
    """

    _symbolic_calls: list[Node]
    _nodes_behind: list[Node]
    _sequential_home: Callable[[], Any]
    name: str
    trainable: bool
    call: Any

    def __getstate__(self) -> dict[str, Any]:
        """All but the nodes: a copy has those of the networks that are copied with it."""
        return {k: v for k, v in vars(self).items() if k != "_nodes_behind"} | {
            "_symbolic_calls": []
        }

    # --- Nodes ----------------------------------------------------------------------------------

    @Assignable
    def inbound_nodes(self) -> list[Node]:
        """The calls of this layer on symbolic tensors."""
        self._make_nodes()
        return self._symbolic_calls

    @Assignable
    def outbound_nodes(self) -> list[Node]:
        """The calls of other layers on what came out of this one."""
        self._make_nodes()
        return vars(self).get("_nodes_behind", [])

    _inbound_nodes, _outbound_nodes = inbound_nodes, outbound_nodes

    def _make_nodes(self) -> None:
        """Have the sequential model around make its tensors, which it does when it is asked."""
        home = None if self._symbolic_calls else self._sequential_home()
        if home is not None and home._entry_shape is not None:
            with suppress(ValueError):  # a layer that no made-up input fits
                home._known_network("output")

    def _node_at(self, node_index: int, what: str) -> Node:
        if not 0 <= node_index < len(self.inbound_nodes):
            raise ValueError(
                f"Asked to get {what} at node {node_index}, but the layer {self.name!r} has only "
                f"{len(self.inbound_nodes)} inbound nodes."
            )
        return self.inbound_nodes[node_index]

    def get_input_at(self, node_index: int) -> Any:
        """What the layer was called on for the time of this number; `ValueError` if it was not."""
        found = self._node_at(node_index, "input").input_tensors
        return found[0] if isinstance(found, list) and len(found) == 1 else found

    def get_output_at(self, node_index: int) -> Any:
        """What came out of the call of this number; the same error."""
        return self._node_at(node_index, "output").outputs

    def get_input_shape_at(self, node_index: int) -> Any:
        """The shape of `get_input_at`."""
        return _shapes(self.get_input_at(node_index))

    def get_output_shape_at(self, node_index: int) -> Any:
        """The shape of `get_output_at`."""
        return _shapes(self.get_output_at(node_index))

    # --- What a layer holds and takes -----------------------------------------------------------

    def _flatten_layers(self, recursive: bool = True, include_self: bool = True) -> Iterable[Any]:
        """This layer and those below it; in Keras 3 a list, each once, and the parts of a layer
        that is within this one from the last to the first."""
        if is_keras_2_asked_for():
            return self._each_layer(recursive, include_self)
        found: dict[int, Any] = {id(self): self} if include_self else {}
        left = [*self._self_tracked_trackables][::-1]
        while left:
            layer = left.pop()
            if id(layer) not in found:
                found[id(layer)] = layer
                left += layer._self_tracked_trackables if recursive else []
        return list(found.values())

    def _each_layer(self, recursive: bool, include_self: bool) -> Iterator[Any]:
        if include_self:
            yield self
        for layer in self._self_tracked_trackables:
            yield layer
            if recursive:
                yield from layer._each_layer(True, include_self=False)

    @Assignable
    def _self_tracked_trackables(self) -> list[Any]:
        """The layers that are in attributes."""
        held: Any = self._held_parts()  # type: ignore[attr-defined]
        return [module for module in held[1] if isinstance(module, GraphNames)]

    @Assignable
    def _call_fn_args(self) -> list[str]:
        return list(inspect.signature(type(self).call).parameters)[1:]

    @Assignable
    def _expects_training_arg(self) -> bool:
        return "training" in self._call_fn_args

    @Assignable
    def _call_has_training_arg(self) -> bool:
        """The same in Keras 3, whose own steps ask before they tell a model that it trains."""
        return self._expects_training_arg

    @Assignable
    def _expects_mask_arg(self) -> bool:
        return "mask" in self._call_fn_args

    @Assignable
    def _batch_input_shape(self) -> tuple[int | None, ...] | None:
        given = vars(self).get("_given_shape")
        return None if given is None else tuple(given)

    def _maybe_build(self, inputs: Any) -> None:
        """Build for these inputs, unless that is done."""
        if not self.built:  # type: ignore[attr-defined]
            self._build_once(inputs)  # type: ignore[attr-defined]

    def _get_trainable_state(self) -> dict[Any, bool]:
        """Which of the layers are trained, for `_set_trainable_state`."""
        return {layer: layer._trainable for layer in self._flatten_layers()}

    def _set_trainable_state(self, trainable_state: dict[Any, bool]) -> None:
        for layer in self._flatten_layers():
            if layer in trainable_state:
                layer._trainable = trainable_state[layer]


def _shapes(tensors: Any) -> Any:
    """The shapes of a tensor, or of those of a list, as tuples."""
    if isinstance(tensors, (list, tuple)):
        return [_shapes(tensor) for tensor in tensors]
    return tuple(tensors.shape.as_list())
