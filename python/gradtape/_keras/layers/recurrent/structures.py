"""Sequences that are structures: tensors of one length, of which a cell gets a step of each.

A cell of a program's own may take such, and may return a structure; what is said here of
structures holds for a single tensor too.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...base_layer.known_shapes import opened
from .cells import Cell


def is_structure(inputs: Any, cell: Any) -> bool:
    """Whether `inputs` are one sequence in several tensors: a tuple or a dict, where a list has
    states behind the sequence. The cells there are take one tensor, unless a program has given
    one of them a step of its own."""
    if isinstance(inputs, Mapping):
        return True
    while hasattr(cell, "cells"):
        cell = cell.cells[0]
    plain = isinstance(cell, Cell) and type(cell).call is Cell.call
    return isinstance(inputs, tuple) and not plain


def mapped(function: Callable[..., Any], *structures: Any) -> Any:
    """`map_structure`, without a detour for single tensors."""
    if isinstance(structures[0], _core.Tensor):
        return function(*structures)
    return nest.map_structure(function, *structures)


def first(structure: Any) -> Any:
    """The first tensor of a structure."""
    return structure if isinstance(structure, _core.Tensor) else nest.flatten(structure)[0]


def steps_of(inputs: Any) -> list[Any]:
    """What a cell gets, step by step."""
    if isinstance(inputs, _core.Tensor):
        return _core.unstack(inputs, axis=1)
    columns = [_core.unstack(one, axis=1) for one in nest.flatten(inputs)]
    return [nest.pack_sequence_as(inputs, list(row)) for row in zip(*columns, strict=True)]


def shapes_of_a_step(cell: Any, shapes: Any) -> Any:
    """What Keras 2 tells a program's cell of the inputs of a step: tuples of sizes, in the
    structure of the sequences, where layers are told `TensorShape`s.

    >>> import gradtape as tf
    >>> from gradtape._keras.layers.recurrent.structures import shapes_of_a_step
    >>> shapes_of_a_step(None, [tf.TensorShape([2, 9, 3]), tf.TensorShape([2, 9, 1])])
    ((2, 3), (2, 1))
    """
    return tuples_of(shapes, lambda shape: _without_steps(opened(cell, shape).as_list()))


def _without_steps(sizes: list[Any]) -> list[Any]:
    return [sizes[0], *sizes[2:]]


def tuples_of(shapes: Any, sizes_of: Callable[[Any], list[Any]] = _core.TensorShape.as_list) -> Any:
    """Tuples of the sizes of shapes, in their structure, where lists are tuples too."""
    if isinstance(shapes, _core.TensorShape):
        return tuple(sizes_of(shapes))
    if isinstance(shapes, Mapping):
        return {name: tuples_of(one, sizes_of) for name, one in shapes.items()}
    of_parts = [tuples_of(one, sizes_of) for one in shapes]
    return type(shapes)(*of_parts) if hasattr(shapes, "_fields") else tuple(of_parts)


def stacked(outputs: list[Any]) -> Any:
    """The outputs of all steps as a sequence."""
    return mapped(lambda *of_steps: _core.stack(of_steps, axis=1), *outputs)


def turned(sequence: Any) -> Any:
    """A sequence with batch and time in each other's place."""
    return mapped(
        lambda one: _core.transpose(one, [1, 0, *range(2, one.shape.rank)]),
        sequence,
    )


def parted(listed: Any, num_constants: int) -> tuple[Any, list[Any], list[Any] | None]:
    """A sequence, and the states and constants that stand behind it in a list, as in Keras 2."""
    sequence, *rest = listed
    if not num_constants:
        return sequence, rest, None
    return sequence, rest[:-num_constants], rest[-num_constants:]


def with_states(outputs: list[Any], states: Any) -> Any:
    """What a layer returns that returns its states: a tuple, in Keras 2 a list."""
    found = [*outputs, *states]
    return found if is_keras_2_asked_for() else tuple(found)


def behind(outputs: Any, states: Any) -> Any:
    """The same for what came out of a cell; Keras 2 lists the parts of a structure one by one."""
    spread = isinstance(outputs, list | tuple) and is_keras_2_asked_for()
    return with_states(outputs if spread else [outputs], states)
