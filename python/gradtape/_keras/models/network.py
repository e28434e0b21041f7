"""`Network`: the layers that lead from symbolic inputs to symbolic outputs.

Invariant: `nodes` are the calls that the outputs need, in the order in which they run, and each
takes only what an input or an earlier node gives.
"""

from __future__ import annotations

import collections
from collections.abc import Mapping
from typing import Any

from ... import _core
from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer.calling import Call, current_call, mode_by_itself
from ..base_layer.layer import Layer
from ..call_order import nodes_between
from ..layers.operation import without_operations
from ..symbolic import Node, is_symbolic
from .masks_of_networks import runner_of_nodes
from .order import layers_in_order, nodes_by_depth, nodes_in_order
from .sizes_of_inputs import misfit_of, require_fitting


class Network:
    """Runs the layers between `inputs` and `outputs`, structures of symbolic tensors, which a
    program may change afterwards.

    `ValueError` for what is not symbolic, and if an output needs an input that is not given.
    """

    def __init__(self, inputs: Any, outputs: Any) -> None:
        self.inputs, self.outputs = nest.map_structure(lambda leaf: leaf, (inputs, outputs))
        self._entries = nest.flatten(inputs)
        self._wanted: list[tuple[list[int | None], _core.DType]] = []
        self._added: list[Any] = []
        self._fitting: set[Any] = set()  # shapes of inputs that have come and do
        self.steps_that_fit: set[str] = set()  # steps of models whose arrays have done so
        for tensor in self._entries + nest.flatten(outputs):
            if not is_symbolic(tensor):
                raise ValueError(
                    "The inputs and outputs of a model must come from tf.keras.Input and layers. "
                    f"Received: {tensor}"
                )
        self._find_nodes()

    def __getstate__(self) -> dict[str, Any]:
        """The state with the nodes in their order first: so that no copy goes through the whole
        network at one depth, from the outputs to the inputs."""
        first = {"_entries": self._entries, "nodes": self.nodes}
        return first | {k: v for k, v in vars(self).items() if k not in first}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        for node in self.nodes:
            node.remember()

    def _find_nodes(self) -> None:
        found: dict[Node, None] = {}
        for ends in self._ends_in_turn():
            needed = set(nodes_between(self._entries, ends))
            ordered = nodes_in_order(self._entries, ends)
            found |= {node: None for node in ordered if node in needed}
        self.nodes = tuple(found)
        self._wanted = [(one._shape.as_list(), one._dtype) for one in self._entries]
        self._require_inputs()

    def _ends_in_turn(self) -> list[list[Any]]:
        """The outputs, and what is computed behind them."""
        return [nest.flatten(self.outputs), *([tensor] for tensor in self._added)]

    def also(self, tensor: Any) -> None:
        """Compute another symbolic tensor in each run, behind all others."""
        self._added.append(tensor)
        self._find_nodes()

    def _require_inputs(self) -> None:
        for node in self.nodes:
            if not node.args and not node.kwargs:
                raise ValueError(
                    f"The outputs need the input {node.layer.name!r}, which is not among `inputs`."
                )

    def layers(self) -> list[Layer]:
        """The layers in Keras's order, the inputs among them."""
        found: dict[Layer, None] = {}
        for ends in self._ends_in_turn():
            found |= dict.fromkeys(layers_in_order(self._entries, ends))
        return list(found)

    def named_layers(self) -> list[Layer]:
        """The same, of a model: `ValueError` where two that a program has made share a name."""
        layers = self.layers()
        names = [layer.name for layer in without_operations(layers)]
        for name, times in collections.Counter(names).items():
            if times > 1:
                kind = "layer" if is_keras_2_asked_for() else "operation"
                raise ValueError(
                    f'The name "{name}" is used {times} times in the model. All {kind} names '
                    "should be unique."
                )
        return layers

    def by_depth(self) -> dict[int, list[Node]]:
        """The calls by how far they are from the outputs."""
        return nodes_by_depth(
            self._entries, [tensor for ends in self._ends_in_turn() for tensor in ends]
        )

    def run(self, inputs: Any, name: str) -> Any:
        """The outputs for values in place of the inputs; `name` is the model's, for errors.

        A list of one output is that output, as in Keras 3.
        """
        given = self._given(inputs, name)
        values = dict(zip(map(id, self._entries), given, strict=True))

        def value_of(leaf: Any) -> Any:
            return values[id(leaf)] if is_symbolic(leaf) else leaf

        call, run_node = _that_hands_its_mode_on(), runner_of_nodes()
        mode, is_free = None if call is None else call.training, call is None and are_of_keras_3()
        try:
            for node in self.nodes:
                args, kwargs = nest.map_structure(value_of, (node.args, node.kwargs))
                if call is not None:
                    call.training = mode  # whatever a layer within another one was told
                if "training" in kwargs and (call is not None or kwargs["training"] is None):
                    del kwargs["training"]  # it is that of the model's call
                if is_free and (own := mode_by_itself(node.layer)) is not None:
                    kwargs.setdefault("training", own)
                results = nest.flatten(run_node(node, args, kwargs))
                # A layer with a `__call__` of its own may return less than its `call`.
                for symbol, result in zip(nest.flatten(node.outputs), results, strict=False):
                    values[id(symbol)] = result
        except ValueError as error:
            raise self._told_of_inputs(given, name, error) from None
        outputs = nest.map_structure(value_of, self.outputs)
        return outputs if is_keras_2_asked_for() else the_only(outputs)

    def _given(self, inputs: Any, name: str) -> list[Any]:
        """The input values in the order of the flattened `inputs`.

        Of a dict those that the model knows, as in Keras 2: Keras 3 gives them to the wrong inputs.
        """
        if isinstance(inputs, Mapping) and isinstance(self.inputs, Mapping):
            inputs = {key: inputs[key] for key in self.inputs if key in inputs}
        if isinstance(inputs, Mapping) and not isinstance(self.inputs, Mapping):
            flat = _by_name(inputs, [symbol.node.layer.name for symbol in self._entries])
        else:
            flat = nest.flatten(inputs)
        if len(flat) != len(self._entries):
            raise ValueError(
                f'Layer "{name}" expects {len(self._entries)} input(s), but it received '
                f"{len(flat)} input tensors."
            )
        shapes = tuple([getattr(value, "shape", None) for value in flat])
        if shapes not in self._fitting and require_fitting(self._entries, flat, name):
            self._fitting.add(shapes)
        return [
            with_dtype(with_axes(value, sizes), dtype)
            for value, (sizes, dtype) in zip(flat, self._wanted, strict=True)
        ]

    def _told_of_inputs(self, given: list[Any], name: str, error: ValueError) -> Exception:
        """The error of a layer, or what Keras says before of an input of another shape."""
        for number, (value, symbol) in enumerate(zip(given, self._entries, strict=True)):
            if not symbol._shape.is_compatible_with(getattr(value, "shape", None)):
                sizes = symbol._shape.as_list()
                return misfit_of(number, symbol.node.layer.name, name, sizes, value.shape)
        return error


def require_shape(value: Any, sizes: Any, name: str) -> None:
    """Raises what Keras 2 says of the input of a chain, before any of its layers says more."""
    shape = _core.TensorShape(sizes)
    if not shape.is_compatible_with(getattr(value, "shape", None)):
        raise misfit_of(0, None, name, shape.as_list(), value.shape) from None


def _that_hands_its_mode_on() -> Call | None:
    """The call of the model if layers have its mode though they were called with another: so it is
    in Keras 3, if the call has a mode. What stands for TensorFlow does as it does."""
    call = current_call() if are_of_keras_3() else None
    return None if call is None or call.training is None else call


def with_dtype(value: Any, dtype: _core.DType) -> Any:
    """A tensor in the dtype of an input; one that is not numbers, or composed, as it is."""
    if not isinstance(value, _core.Tensor) or value.dtype == dtype:
        return value
    return value if _core.string in (value.dtype, dtype) else _core.cast(value, dtype)


def with_axes(value: Any, sizes: list[int | None]) -> Any:
    """A value with as many axes as an input, if a last one of length 1 is all that differs."""
    shape = getattr(value, "shape", None)
    if shape is None or len(shape) == len(sizes):
        return value
    if len(shape) == len(sizes) - 1 and sizes[-1] == 1:
        return _core.expand_dims(value, -1)
    if len(shape) == len(sizes) + 1 and shape[-1] == 1:
        return _core.squeeze(value, [-1])
    return value


def the_only(outputs: Any) -> Any:
    """What a list or tuple of one entry holds; anything else as it is."""
    return outputs[0] if type(outputs) in (list, tuple) and len(outputs) == 1 else outputs


def as_told(ends: Any) -> Any:
    """Inputs or outputs as a model says them: Keras 2 takes a list of one for that one."""
    is_list = type(ends) is list and len(ends) == 1
    return ends[0] if is_list and is_keras_2_asked_for() else ends


def shapes(ends: Any) -> Any:
    """The shapes of inputs or outputs as tuples; Keras 3 lists those of any structure."""
    ends = ends if is_keras_2_asked_for() else the_only(nest.flatten(ends))
    return nest.map_structure(lambda tensor: tuple(tensor.shape.as_list()), ends)


def _by_name(inputs: Mapping[str, Any], names: list[str]) -> list[Any]:
    """The values of these names; where one is missing Keras 2 takes all values in their order."""
    missing = next((name for name in names if name not in inputs), None)
    if missing is None:
        return [inputs[name] for name in names]
    if is_keras_2_asked_for():
        return nest.flatten(inputs)
    raise ValueError(
        f'Missing data for input "{missing}". You passed a data dictionary with keys '
        f"{list(inputs)}. Expected the following keys: {names}"
    )
