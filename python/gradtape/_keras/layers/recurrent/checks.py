"""What Keras 2 checks before a recurrent layer runs: the shapes of states, and whether it can be
unrolled.
"""

from __future__ import annotations

from typing import Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...base_layer.input_spec import InputSpec
from ...symbolic import KerasTensor
from .cells import Cell

_OPEN = """\
Cannot unroll a RNN if the time dimension is undefined.\x20
- If using a Sequential model, specify the time dimension by passing an `input_shape` or \
`batch_input_shape` argument to your first layer. If your first layer is an Embedding, you can \
also use the `input_length` argument.
- If using the functional API, specify the time dimension by passing a `shape` or `batch_shape` \
argument to your Input layer."""


class Checks:
    """Mixin of the recurrent layers."""

    cell: Any
    stateful: Any
    time_major: bool
    unroll: Any
    input_spec: Any
    _examples: int | None
    _is_one_operation: bool
    _lacks_length = False  # whether it was built for sequences of open length

    def _note_shape(self, input_shape: Any) -> None:
        """What is to be known later of the shape that the layer is built for."""
        if not is_keras_2_asked_for() or not isinstance(input_shape, _core.TensorShape):
            return
        if input_shape.rank is None:
            return
        sizes = input_shape.as_list()
        examples, steps = sizes[1::-1] if self.time_major else sizes[:2]
        self._lacks_length = steps is None
        self._examples = examples
        if len(sizes) == 3 and isinstance(self.cell, Cell):
            known = [examples if self.stateful else None, None]
            shape = (*(known[::-1] if self.time_major else known), sizes[2])
            self.input_spec = [InputSpec(shape=shape)]

    def _check_steps(self) -> None:
        if self.unroll and self._lacks_length and is_keras_2_asked_for():
            one = self._is_one_operation
            raise ValueError("Unrolling requires a fixed number of timesteps." if one else _OPEN)

    def _check_states(self, states: Any, constants: Any) -> None:
        """`ValueError` for initial states that are not those of the cell, and for a mix of
        symbolic and other ones."""
        if not is_keras_2_asked_for():
            return
        given = [one for one in nest.flatten([states, constants]) if one is not None]
        if len({isinstance(one, KerasTensor) for one in given}) > 1:
            raise ValueError(
                "The initial state or constants of an RNN layer cannot be specified via a mix of "
                'TF-Keras tensors and non-Keras tensors (a "Keras tensor" is a tensor that was '
                "returned by a TF-Keras layer  or by `Input` during Functional model "
                f"construction). Received: initial_state={states}, constants={constants}"
            )
        sizes = self.cell.state_size
        found = [one for one in nest.flatten(states) if hasattr(one, "shape")]
        if not found or any(size is None for size in nest.flatten(sizes)):
            return
        expected = [_core.TensorShape(size) for size in nest.flatten(sizes)]
        shapes = [_core.TensorShape(one.shape)[1:] for one in found]
        if len(expected) != len(shapes) or not all(map(_fits, expected, shapes)):
            specs = [InputSpec(shape=one.shape) for one in found]
            raise ValueError(
                "An `initial_state` was passed that is not compatible with `cell.state_size`. "
                f"Received `state_spec`={specs}; however `cell.state_size` is "
                f"{list(sizes) if isinstance(sizes, list | tuple) else [sizes]}"
            )


def _fits(expected: _core.TensorShape, shape: _core.TensorShape) -> bool:
    return expected.is_compatible_with(shape)
