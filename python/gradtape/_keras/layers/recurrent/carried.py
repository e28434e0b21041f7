"""The states of recurrent layers: what a sequence begins with, and what stateful layers go on with.

Keras 2 keeps the latter in variables, which a program may read and set; they are no weights. It
asks for the size of the batches, and where states are given it begins with them only as long as
its own are zeros.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime import manners
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...seed_generator import is_held
from ...symbolic import KerasTensor
from .cells import initial_state, zero_states_for
from .structures import first, parted

if TYPE_CHECKING:
    from ...._typing import TensorLike

_UNKNOWN_BATCH = """\
If a RNN is stateful, it needs to know its batch size. Specify the batch size of your input \
tensors:\x20
- If using a Sequential model, specify the batch size by passing a `batch_input_shape` argument to \
your first layer.
- If using the functional API, specify the batch size by passing a `batch_shape` argument to your \
Input layer."""


class CarriedStates:
    """Mixin of the recurrent layers."""

    cell: Any
    name: str
    stateful: Any
    time_major: bool
    _dtype: _core.DType
    _input_dtype: _core.DType
    _given_shape: Any
    _states: Any = None
    _num_constants: int
    _examples: int | None = None  # of each batch, where the layer was built for so many

    def get_initial_state(self, inputs: Any = None, batch_size: TensorLike | None = None) -> Any:
        """The states of zeros that a call on `inputs` starts from, or one on so many examples."""
        given: Any = first(inputs) if batch_size is None else batch_size
        if isinstance(given, KerasTensor) and given.shape.rank and given.shape[0] is None:
            return zero_states_for(given, self.cell.state_size, self._dtype_of_states())
        batch = given.shape[0] if len(getattr(given, "shape", ())) else int(given)
        return list(initial_state(self.cell, batch, self._dtype_of_states()))

    def _dtype_of_states(self) -> _core.DType:
        """That of the steps: of weights, or of a mixed policy."""
        return self._input_dtype

    def _as_states(self, given: list[Any]) -> list[Any]:
        """Given states in the dtype of states, where Keras casts them or a mixed policy does."""
        if self._input_dtype == self._dtype and not manners.are_of_keras_3():
            return given
        return list(_in_dtype(given, self._dtype_of_states()))

    def reset_states(self, states: Any = None) -> None:
        """Forget the states of a stateful layer, or replace them.

        In Keras 2 `AttributeError` for a layer that is not stateful, and `ValueError` where the
        size of its batches is not known.
        """
        if is_keras_2_asked_for():
            self._reset_variables(states)
            return
        if states is None:
            self._states = None
            return
        sizes = self.cell.state_size
        listed, count = nest.flatten(states), len(nest.flatten(sizes))
        if len(listed) != count:
            raise ValueError(
                f"Layer {self.name} expects {count} state(s), but it received {len(listed)} "
                f"state value(s). Input received: {states}"
            )
        listed = [_core.convert_to_tensor(state) for state in listed]
        several = isinstance(sizes, (list, tuple))
        self._states = list(nest.pack_sequence_as(sizes, listed)) if several else listed

    reset_state = reset_states

    def _reset_variables(self, states: Any) -> None:
        if not self.stateful:
            raise AttributeError("Layer must be stateful.")
        variables = self._states
        if variables is None:
            self._make_variables(None)
            if states is None:
                return
            variables = self._states
        flat = nest.flatten(variables)
        if states is None:
            for variable in flat:
                variable.assign(_core.zeros_like(variable))
            return
        given = nest.flatten(states)
        if len(given) != len(flat):
            raise ValueError(
                f"Layer {self.name} expects {len(flat)} states, but it received {len(given)} "
                f"state values. States received: {states}"
            )
        for at, (value, variable) in enumerate(zip(given, flat, strict=True)):
            if tuple(value.shape) != tuple(variable.shape):
                raise ValueError(
                    f"State {at} is incompatible with layer {self.name}: expected "
                    f"shape={(variable.shape[0], variable)} but found shape={value.shape}"
                )
        for value, variable in zip(given, flat, strict=True):
            variable.assign(_core.cast(_core.convert_to_tensor(value), variable.dtype))

    def _make_variables(self, inputs: Any) -> None:
        """Variables with the states that a sequence begins with."""
        if inputs is None:
            inputs = self._stand_in()
        states = _in_dtype(self.get_initial_state(inputs), self._dtype)
        variables = [
            _core.Variable(state, trainable=False, name="Variable")
            for state in nest.flatten(states)
        ]
        sizes = self.cell.state_size
        several = isinstance(sizes, (list, tuple))
        self._states = nest.pack_sequence_as(sizes, variables) if several else variables

    def _stand_in(self) -> Any:
        """Something with as many rows as the layer's batches have; `ValueError` if unknown."""
        examples = self._examples or (self._given_shape or [None])[0]
        if not examples:
            raise ValueError(_UNKNOWN_BATCH)
        return _core.zeros([examples, 1])

    @property
    def states(self) -> Any:
        """The states that a stateful layer goes on with; None for each where it begins anew.

        Where the size of its batches is known, what it begins with are zeros.
        """
        if self._states is not None:
            return self._states
        batch, sizes = (self._given_shape or [None])[0], nest.flatten(self.cell.state_size)
        if self.stateful and batch is not None and all(isinstance(n, int) for n in sizes):
            if not is_keras_2_asked_for():
                return list(self.get_initial_state(batch_size=batch))
            self._make_variables(None)
            return self._states
        if is_keras_2_asked_for() and isinstance(self.cell.state_size, (list, tuple)):
            return nest.map_structure(lambda _: None, self.cell.state_size)
        return [None] * len(sizes)

    @states.setter
    def states(self, states: Any) -> None:
        self._states = states

    def _states_for(self, inputs: Any, initial_state: Any) -> list[Any]:
        given = None
        if initial_state is not None and nest.flatten(initial_state):
            listed = isinstance(initial_state, (list, tuple))
            given = list(initial_state) if listed else [initial_state]
            given = self._as_states(given)
        if self.stateful and is_keras_2_asked_for():
            return self._carried(inputs, given)
        if given is not None:
            return given
        if self.stateful and self._states is not None:
            self._check_batch(inputs)
            return self._as_states(list(self._states))
        return list(self.get_initial_state(inputs))

    def _check_batch(self, inputs: Any) -> None:
        """`ValueError` for a batch of another size than that which the states are of."""
        first, state = nest.flatten(inputs)[0], nest.flatten(self._states)[0]
        if not is_held() and first.shape[0] != state.shape[0]:
            raise ValueError(
                "If an RNN is stateful, the batch size of the input sequences must be the same as "
                f"the batch size of its states. Received a batch of {first.shape[0]}, but the "
                f"states are of {state.shape[0]}. Call `reset_state()` before the size changes."
            )

    def _process_inputs(self, inputs: Any, initial_state: Any, constants: Any) -> Any:
        """The inputs, the states they begin with, and constants, for a `call` of a program's own.

        This is Keras 2's; states and constants may stand in a list behind the inputs.
        """
        if isinstance(inputs, list):
            inputs, initial_state, last = parted(inputs, self._num_constants)
            constants = last or constants
        return inputs, self._states_for(inputs, initial_state), constants

    def _maybe_reset_cell_dropout_mask(self, cell: Any) -> None:
        """Let a cell draw its masks of dropout anew."""
        for name in ("reset_dropout_mask", "reset_recurrent_dropout_mask"):
            getattr(cell, name, lambda: None)()

    def _carried(self, inputs: Any, given: list[Any] | None) -> list[Any]:
        """The values of the variables; the given states as long as those are zeros."""
        if self._states is None:
            if is_held():
                return list(self.get_initial_state(inputs)) if given is None else given
            self._make_variables(inputs)
        flat = nest.flatten(self._states)
        if given is not None and not any(_core.count_nonzero(one) for one in flat):
            return given
        dtype = self._dtype_of_states()
        return list(nest.map_structure(lambda one: _core.cast(one, dtype), self._states))

    def _carry(self, states: Any) -> None:
        """Keep the states for the next batch."""
        if is_held():
            return
        states = _in_dtype(nest.map_structure(_core.stop_gradient, states), self._dtype)
        if self._states is None or not is_keras_2_asked_for():
            self._states = states
            return
        for variable, state in zip(nest.flatten(self._states), nest.flatten(states), strict=True):
            variable.assign(_core.cast(state, variable.dtype))


def _in_dtype(states: Any, dtype: _core.DType) -> Any:
    """States with those that are floats in this dtype: of weights where they are kept, of a mixed
    policy where steps take them."""

    def cast(state: Any) -> Any:
        kind = getattr(state, "dtype", None)
        floating = kind is not None and _core.as_dtype(kind).is_floating
        return _core.cast(state, dtype) if floating and kind != dtype else state

    return nest.map_structure(cast, states)
