"""The table that `Model.summary` prints, as in Keras 3: layers, and how many weights they have."""

from __future__ import annotations

import math
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from ..base_layer.known_shapes import as_shapes
from ..base_layer.others import of_keras_alone
from ..layers.operation import kind_of
from ..lookup import is_ours
from ..messages import say
from . import summary_of_keras_2
from .text_tables import fitted, plain, table

# Where the columns end, as shares of the width; how wide the table is where there is room.
_CHAIN, _GRAPH = ((0.45, 0.80, 1.0), 88), ((0.3, 0.56, 0.74, 1.0), 108)
_NOT_BUILT = (
    "This model has not yet been built. Build the model first by calling `build()` or by calling "
    "the model on a batch of data."
)
_UNITS = ("B", "KB", "MB", "GB", "TB")


def print_summary(
    model: Any,
    line_length: int | None = None,
    positions: Sequence[float] | None = None,
    print_fn: Callable[[str], Any] | None = None,
    expand_nested: bool = False,
    show_trainable: bool = False,
    layer_range: Sequence[str] | None = None,
) -> None:
    """Print the table, or hand it to `print_fn` as one text; that of Keras 2 line by line."""
    network = _Network(model)
    if is_keras_2_asked_for():
        if not model.built:
            raise ValueError(_NOT_BUILT)
        calls = None if network.is_chain else network.calls
        plain_table = summary_of_keras_2.Table(
            network.shape_in_keras_2, calls, line_length, positions, show_trainable
        )
        for line in plain_table.lines(
            model, _in_range(model._layers_and_operations(), layer_range), expand_nested
        ):
            (print_fn or say)(line)
        return
    header, alignment = ["Layer (type)", "Output Shape", "Param #"], ["left", "left", "right"]
    shares, width = _CHAIN if network.is_chain else _GRAPH
    if not network.is_chain:
        header, alignment = [*header, "Connected to"], [*alignment, "left"]
    ends = [float(end) for end in positions or shares]
    if show_trainable:
        header, alignment = [*header, "Trainable"], [*alignment, "center"]
        ends, width = [*(0.9 * end for end in ends), 1.0], width + 12
    line_length = line_length or min(width, shutil.get_terminal_size().columns - 4)
    rows = [
        row
        for layer in _in_range(model._layers_and_operations(), layer_range)
        for row in network.rows(layer, expand_nested, show_trainable)
    ]
    lines = [f'Model: "{model.name}"']
    widths = _widths(ends, line_length)[: len(header)]  # more ends than columns are no error
    across = shutil.get_terminal_size().columns  # a longer line is cut off there
    lines += [line[:across] for line in table(header, rows, fitted(widths), alignment)]
    text = "\n".join([*lines, *_totals(model)])
    if print_fn is not None:
        print_fn(text + "\n")
    else:
        say(text if _has_lines(sys.stdout) else plain(text))


def _has_lines(stream: Any) -> bool:
    encoding = getattr(stream, "encoding", None) or "utf-8"
    return encoding.lower().startswith("utf")


def _widths(ends: list[float], line_length: int) -> list[int]:
    scale = line_length if ends[-1] <= 1 else 1
    places = [0, *(int(end * scale) for end in ends)]
    widths = [end - start for start, end in pairwise(places)]
    if min(widths) < 4:
        raise ValueError("Insufficient console width to print summary.")
    return widths


def _in_range(layers: list[Any], names: Sequence[str] | None) -> list[Any]:
    """The layers from the first that one pattern fits to the last that the other does."""
    if names is None:
        return layers
    if len(names) != 2 or not all(isinstance(name, str) for name in names):
        raise ValueError(f"layer_range must be two strings. Received: layer_range = {names}")
    found = [[n for n, one in enumerate(layers) if re.match(name, one.name)] for name in names]
    if not all(found):
        raise ValueError(
            f"Passed layer_names do not match the layer names in the model. Received: {names}"
        )
    places = found[0] + found[1]
    return layers[min(places) : max(places) + 1]


# --- Rows -----------------------------------------------------------------------------------------


class _Network:
    """The calls that connect a model's layers, if they are known."""

    def __init__(self, model: Any) -> None:
        network = model._open_network()
        nodes = [] if network is None else [*network.nodes]
        batch = model._batch_of_build if _is_sequential(model) else None
        self._shapes = {id(node.layer): _shapes(node.outputs, batch) for node in nodes}
        entries = (
            [] if network is None else [tensor.node for tensor in nest.flatten(network.inputs)]
        )
        self._calls = {id(node) for node in (*entries, *nodes)}
        self._weights = {id(weight) for weight in of_keras_alone(_weights_of, model)}
        sequential = _is_sequential(model)  # it is a chain whatever its layers are
        self.is_chain = network is None or sequential or _is_chain(entries, nodes)

    def rows(self, layer: Any, nested: bool, trainable: bool, level: int = 0) -> list[list[str]]:
        """What the table says of a layer, and of those in it if they are asked for."""
        before = "   " * level + "└ " if level else ""
        row = [f"{before}{layer.name} ({kind_of(layer)})", self._shape(layer), self._number(layer)]
        if not self.is_chain:
            row.append(self._connections(layer))
        if trainable:
            has_weights = layer.built and bool(self._counted(layer))
            row.append(("Y" if layer.trainable else "N") if has_weights else "-")
        inner = getattr(layer, "layers", None) if nested else None
        below = [self.rows(one, nested, trainable, level + 1) for one in inner or ()]
        return [row, *(one for rows in below for one in rows)]

    def _shape(self, layer: Any) -> str:
        shapes = self._shapes.get(id(layer))
        is_called = shapes or layer._symbolic_calls or layer._sequential_home() is not None
        several: Callable[[Any], Any] = list if is_called else tuple
        shapes = shapes or _shapes_of_first_call(layer)
        if shapes is None:
            return "?"
        written = [f"({', '.join(map(str, shape))})" for shape in nest.flatten(shapes)]
        return written[0] if len(written) == 1 else str(several(written)).replace("'", "")

    def _number(self, layer: Any) -> str:
        """How many weights a layer has; one that is not built yet may make some."""
        built = layer.built or layer._starts_built
        return f"{_count(self._counted(layer)):,}" if built else "0 (unbuilt)"

    def _counted(self, layer: Any) -> list[Any]:
        """The weights of a layer that are the model's: of a layer alone others may count."""
        return [weight for weight in layer.weights if id(weight) in self._weights]

    def shape_in_keras_2(self, layer: Any) -> str:
        """The shape as Keras 2 writes it, which knows none outside of a network, and no single one
        of a layer whose calls have different ones. A network within another has its own."""
        calls = {str(_shapes(node.outputs, None)) for node in layer._symbolic_calls}
        is_network = getattr(layer, "outputs", None) is not None
        if is_network and (len(calls) > 1 or not hasattr(layer, "add")):
            return _written(layer, _shapes(layer._known_network("output").outputs, None))
        if len(calls) > 1:
            return "multiple"
        shapes = self._shapes.get(id(layer))
        if shapes is None and layer._symbolic_calls:
            shapes = _shapes(layer._symbolic_calls[0].outputs, None)
        if shapes is None and (layer._sequential_home() is not None or _is_sequential(layer)):
            shapes = _shapes_of_first_call(layer)
            if isinstance(shapes, list) and isinstance(layer._shape_of_output, tuple):
                shapes = tuple(shapes)
        if shapes is None:
            shapes = as_shapes(getattr(layer, "batch_shape", None))
        return "multiple" if shapes is None else _written(layer, shapes)

    def _connections(self, layer: Any) -> str:
        return ", ".join(self.calls(layer)) or "-"

    def calls(self, layer: Any) -> list[str]:
        """What a layer takes: of which layer, of which call, which output."""
        calls = [node for node in layer._inbound_nodes if id(node) in self._calls]
        came = [one for node in calls for one in node.iterate_inbound()]
        return [f"{one.name}[{call}][{place}]" for one, call, place, _ in came]


def _shapes(outputs: Any, batch: int | None) -> Any:
    return nest.map_structure(lambda tensor: _of_batch(tensor.shape, batch), outputs)


def _written(layer: Any, shapes: Any) -> str:
    written = nest.map_structure(lambda shape: tuple(shape.as_list()), shapes)
    return str([written] if type(layer).__name__ == "InputLayer" else written)


def _of_batch(shape: Any, batch: int | None) -> _core.TensorShape:
    """The shape for so many examples, where the batch is open."""
    is_open = batch is not None and shape and shape[0] is None
    return _core.TensorShape([batch, *shape[1:]] if is_open else shape)


def _shapes_of_first_call(layer: Any) -> Any:
    """The shapes of outputs when the layer was built; None where Keras does not know them."""
    is_chain_alone = _is_sequential(layer) and not layer._symbolic_calls and layer.built
    declared = layer._open_network() if is_chain_alone else None
    if declared is not None:  # a chain with sizes left open by its input
        return _shapes(declared.outputs, layer._batch_of_build)
    shapes = as_shapes(getattr(layer, "batch_shape", layer._shape_of_output))
    batch = layer._batch_of_build
    if layer._symbolic_calls or shapes is None:
        return shapes or _shapes_of_build(layer)
    if layer._sequential_home() is None and not _finds_shapes(type(layer)):
        return None
    return nest.map_structure(lambda shape: _of_batch(shape, batch), shapes)


def _shapes_of_build(layer: Any) -> Any:
    """The shapes of outputs for those that a layer was built for before it was called."""
    told = layer.__dict__.get("_shapes_of_build")
    if told is None or hasattr(layer, "layers") or not _finds_shapes(type(layer)):
        return None
    return as_shapes(layer.compute_output_shape(*told[0], **told[1]))


def _finds_shapes(kind: Any) -> bool:
    """Whether Keras computes the shape of outputs from that of inputs, for layers of this class."""
    own = next(number for number, one in enumerate(kind.__mro__) if is_ours(one))
    told = any("compute_output_shape" in vars(one) for one in kind.__mro__[:own])
    return told or not (kind._starts_built or kind.__mro__[own].__name__ in ("Layer", "Model"))


def _is_sequential(layer: Any) -> bool:
    """Whether it is a `Sequential`; a layer of another class may well have a part called `add`."""
    return hasattr(layer, "_stacked_layers")


def _is_chain(entries: list[Any], nodes: list[Any]) -> bool:
    """Whether each call takes one tensor, from the one before it, and no layer is called twice."""
    alone = len(entries) == 1 and len({id(node.layer) for node in nodes}) == len(nodes)
    takes = [[one[-1].node for one in node.iterate_inbound()] for node in nodes]
    return alone and takes == [[before] for before in [*entries, *nodes][: len(nodes)]]


# --- Totals ---------------------------------------------------------------------------------------


def _totals(model: Any) -> list[str]:
    weights = of_keras_alone(_weights_of, model)
    trained = of_keras_alone(lambda one: list(one.trainable_weights), model)
    ours = {id(one) for one in trained}
    rest = [one for one in weights if id(one) not in ours]
    # Keras counts the optimizer of `compile`, not one that a program merely holds there.
    optimizer = model.optimizer if getattr(model, "compiled", False) else None
    moving = list(optimizer.variables) if optimizer and getattr(optimizer, "built", False) else []
    lines = [_total(" Total", [*trained, *rest, *moving]), _total(" Trainable", trained)]
    lines.append(_total(" Non-trainable", rest))
    return [*lines, _total(" Optimizer", moving)] if moving else lines


def _weights_of(model: Any) -> list[Any]:
    return list(model.weights)


def _total(name: str, variables: list[Any]) -> str:
    return f"{name} params: {_count(variables):,} ({_size(_bytes(variables))})"


def _count(variables: list[Any]) -> int:
    return sum(variable.shape.num_elements() for variable in variables)


def _bytes(variables: list[Any]) -> int:
    return sum(variable.shape.num_elements() * variable.dtype.size for variable in variables)


def _size(count: float) -> str:
    power = min(int(math.log(max(count, 1), 1024)), len(_UNITS) - 1)
    return f"{count / 1024**power:.2f} {_UNITS[power]}"
