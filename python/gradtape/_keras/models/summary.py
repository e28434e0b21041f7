"""The table that `Model.summary` prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._structure import nest


def print_summary(model: Any, width: int, print_fn: Callable[[str], Any]) -> None:
    """One line per layer: name and class, shape of its output, number of its weights.

    Then totals.
    """
    columns = (int(width * 0.45), int(width * 0.85))
    print_fn(f'Model: "{model.name}"')
    print_fn("_" * width)
    print_fn(_row((" Layer (type)", "Output Shape", "Param #"), columns))
    print_fn("=" * width)
    shapes = _open_shapes(model)
    for layer in model.layers:
        cells = (
            f" {layer.name} ({type(layer).__name__})",
            _shape(layer, shapes),
            _number(layer),
        )
        print_fn(_row(cells, columns))
    print_fn("=" * width)
    total, trained = (model.weights, model.trainable_weights) if model.built else ([], [])
    rest = _count(total) - _count(trained)
    print_fn(f"Total params: {_count(total)} ({_size(_bytes(total))})")
    print_fn(f"Trainable params: {_count(trained)} ({_size(_bytes(trained))})")
    print_fn(f"Non-trainable params: {rest} ({_size(_bytes(total) - _bytes(trained))})")
    print_fn("_" * width)


def _row(cells: tuple[str, str, str], columns: tuple[int, int]) -> str:
    line = ""
    for cell, end in zip(cells, (*columns, None), strict=True):
        line += cell if end is None else cell.ljust(end - len(line) - 1) + " "
    return line


def _open_shapes(model: Any) -> dict[int, Any]:
    """The shapes of outputs by layer, where the model's inputs leave more open than the batch."""
    network = model._open_network()
    nodes = [] if network is None else network.nodes
    return {
        id(node.layer): nest.map_structure(lambda tensor: tensor.shape, node.outputs)
        for node in nodes
    }


def _shape(layer: Any, shapes: dict[int, Any]) -> str:
    shape = shapes.get(id(layer), getattr(layer, "batch_shape", layer._shape_of_output))
    return "?" if shape is None else str(shape)


def _number(layer: Any) -> str:
    """How many weights a layer has; a layer that will make some when it is built has none yet."""
    makes = not layer._lacks_build or hasattr(layer, "layers")
    return "0 (unbuilt)" if makes and not layer.built else str(_count(layer.weights))


def _count(variables: list[Any]) -> int:
    return sum(variable.shape.num_elements() for variable in variables)


def _bytes(variables: list[Any]) -> int:
    return sum(variable.shape.num_elements() * variable.dtype.size for variable in variables)


def _size(count: float) -> str:
    for unit in ("Byte", "KB", "MB"):
        if count < 1024:
            return f"{count:.2f} {unit}"
        count /= 1024
    return f"{count:.2f} GB"
