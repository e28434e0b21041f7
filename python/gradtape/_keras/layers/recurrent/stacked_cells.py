"""`StackedRNNCells`: several cells, one on top of the other, as one cell.

In Keras 2 its states have the structure of `state_size`, where a cell of one state has no list.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...base_layer.calling import takes
from ...base_layer.layer import Layer
from ...lookup import custom_object_scope
from .cells import Cell, batch_of, initial_state
from .structures import tuples_of

if TYPE_CHECKING:
    from ...._typing import DTypeLike, IntLike, TensorLike


class StackedRNNCells(Layer):
    """Several cells, one on top of the other, as one cell; states are a list of theirs.

    With `reverse_state_order`, an option of Keras 2, those of the last cell come first.
    """

    _mode_by_itself = False
    # What makes a cell of its configuration; `rnn.py`, which knows them all, puts it here.
    _cell_maker: Callable[[Any], Any]

    def __init__(self, cells: Any, reverse_state_order: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cells = list(cells)
        self.reverse_state_order = reverse_state_order

    def _cells_by_states(self) -> list[Any]:
        return self.cells[::-1] if self.reverse_state_order else self.cells

    @property
    def state_size(self) -> Any:
        """The state sizes of the cells, in Keras 2 a tuple."""
        sizes = [cell.state_size for cell in self._cells_by_states()]
        return tuple(sizes) if is_keras_2_asked_for() else sizes

    @property
    def output_size(self) -> Any:
        """The length of the last cell's output."""
        return output_size(self.cells[-1])

    def get_initial_state(
        self,
        inputs: TensorLike | None = None,
        batch_size: IntLike | None = None,
        dtype: DTypeLike = None,
    ) -> Any:
        """States of zeros for each cell: lists, or in Keras 2 what the cells have themselves."""
        batch = batch_of(inputs, batch_size)
        states = [initial_state(cell, batch, dtype) for cell in self._cells_by_states()]
        if not is_keras_2_asked_for():
            pairs = zip(states, self._cells_by_states(), strict=True)
            return [_as_cell_has_it(state, cell) for state, cell in pairs]
        return tuple(nest.pack_sequence_as(self.state_size, nest.flatten(states)))

    def build(self, input_shape: Any) -> None:
        first = nest.flatten(input_shape)[0]  # of one shape, or of the first of a structure's
        batch = first[0] if isinstance(first, _core.TensorShape) else first
        for cell in self.cells:
            if isinstance(cell, Layer):
                cell._build_inside(_told(cell, input_shape))
            size = output_size(cell)
            several = isinstance(size, list | tuple) and len(size) > 1
            sizes = size if several else nest.flatten(size)[:1]
            shapes = [_core.TensorShape([batch, *_lengths(one)]) for one in sizes]
            input_shape = shapes if several else shapes[0]

    def call(
        self,
        inputs: _core.Tensor,
        states: Any,
        training: bool | None = None,
        constants: Any = None,
    ) -> tuple[Any, Any]:
        is_of_2 = is_keras_2_asked_for()
        if is_of_2:
            states = nest.pack_sequence_as(self._sizes(), nest.flatten(states))
        found = []
        for cell, state in zip(self.cells, states, strict=True):
            run = cell if callable(cell) else cell.call
            # Others are told by the call around whether they are trained.
            ours = isinstance(cell, Cell | StackedRNNCells)
            options: dict[str, Any] = {"training": training} if ours else {}
            if constants is not None and takes(cell.call, "constants"):
                options["constants"] = constants
            is_listed = isinstance(state, list | tuple)
            inputs, after = run(inputs, state if is_listed else [state], **options)
            after = list(after) if isinstance(after, list | tuple) else after
            is_to_be = is_of_2 or is_listed or not isinstance(after, list)
            found.append(after if is_to_be else after[0])
        if is_of_2:
            return inputs, nest.pack_sequence_as(self._sizes(), nest.flatten(found))
        return inputs, found

    def _sizes(self) -> tuple[Any, ...]:
        """The sizes of the states in the order of the cells."""
        return tuple(cell.state_size for cell in self.cells)

    def get_config(self) -> dict[str, Any]:
        config = {**super().get_config(), "cells": [cell._saved_form() for cell in self.cells]}
        return {**config, "reverse_state_order": True} if self.reverse_state_order else config

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The cells with these arguments; names of classes may mean `custom_objects`."""
        with custom_object_scope(custom_objects or {}):
            cells = [cls._cell_maker(cell) for cell in config["cells"]]
        return cls(**{**config, "cells": cells})


def _told(cell: Any, shape: Any) -> Any:
    """A shape, or a structure of them, in the form that a cell's `build` gets."""
    is_to_be_tuples = is_keras_2_asked_for() and not isinstance(cell, Cell)
    return tuples_of(shape) if is_to_be_tuples else shape


def _as_cell_has_it(state: Any, cell: Any) -> Any:
    """The first state of a cell, without a list where the cell says only that it has one."""
    says = hasattr(cell, "get_initial_state") or isinstance(cell.state_size, list | tuple)
    return state if says or not isinstance(state, list) else state[0]


def output_size(cell: Any) -> Any:
    """What a cell says its output has, or the size of its first state."""
    size = getattr(cell, "output_size", None)
    if size is not None:
        return size
    sizes = cell.state_size
    return sizes[0] if isinstance(sizes, list | tuple) else sizes


def _lengths(size: Any) -> list[Any]:
    return size.as_list() if isinstance(size, _core.TensorShape) else [size]
