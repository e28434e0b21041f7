"""Cells: one step of a recurrent layer, `(inputs, states) -> (output, new states)`.

The products with the inputs of all steps are one product (`project`), and `advance` does the rest
of a step from its part of that; `call` does both for a single step.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...arguments import Flag, argument
from ...assignable import Assignable
from ...base_layer.layer import Layer
from ...base_layer.options import weight_of
from ...layer_seeds import LayerSeeds
from .dropping import Dropping
from .kept_masks import KeptMasks
from .options import (
    GATED_ORDER,
    LSTM_ORDER,
    PLAIN_ORDER,
    CellOptions,
    Gates,
    of_this_version,
)

if TYPE_CHECKING:
    from ...._typing import DTypeLike, IntLike, TensorLike


class Cell(Dropping, Layer):
    """Base of the cells: weights for `gates` blocks of units, and the masks of dropout."""

    _mode_by_itself = False
    _computes_narrow = True
    _untold = ("implementation",)
    _blocks = 1
    _without_effect_in_keras_2 = ("enable_caching_device",)
    units: Any
    use_bias: Any
    seed: Any
    _draws_seed_first = False
    _drawn_seed: int | None = None

    def _initialize(self) -> None:
        self.draw_with(self.seed if self._drawn_seed is None else self._drawn_seed)
        self._input_masks, self._state_masks = KeptMasks(), KeptMasks()

    def draw_with(self, seed: int | None) -> None:
        """Draw what is dropped with this seed."""
        self.seed_generator = LayerSeeds(seed, narrow=self._policy_of_dtypes.narrow())
        kinds = bool(self.dropout) + bool(self.recurrent_dropout)
        self.seed_generator.draws_of_a_call = kinds * self._blocks

    def get_config(self) -> dict[str, Any]:
        return of_this_version(super().get_config())

    @Assignable
    def state_size(self) -> Any:
        """The length of the state, or a list of lengths."""
        return self.units

    @Assignable
    def output_size(self) -> Any:
        """The length of the output."""
        return int(self.units)

    def get_initial_state(
        self, inputs: Any = None, batch_size: int | None = None, dtype: DTypeLike = None
    ) -> Any:
        """States of zeros, a list of them; in Keras 2 a cell of one state has that alone."""
        batch, kind = start_of_states(self, inputs, batch_size, dtype)
        sizes = self.state_size
        sizes = sizes if isinstance(sizes, (list, tuple)) else [sizes]
        states = [_core.zeros([batch, size], kind) for size in sizes]
        return states[0] if len(states) == 1 and is_keras_2_asked_for() else states

    def build(self, input_shape: Any) -> None:
        width = self._blocks * self.units
        self.kernel = weight_of(self, "kernel", [input_shape[-1], width])
        self.recurrent_kernel = weight_of(
            self, "recurrent", [self.units, width], name="recurrent_kernel"
        )
        self.bias = self._make_bias() if self.use_bias else None
        self.built = True

    def _make_bias(self) -> _core.Variable:
        return weight_of(self, "bias", [self._blocks * self.units])

    def project(self, inputs: TensorLike, training: bool | None) -> _core.Tensor:
        """The part of the inputs in all blocks, for one step or for all."""
        dropped = self.dropped(inputs, training)
        product = by_blocks(dropped, self.kernel, _over_last_axis)
        return (
            product if self.bias is None or self._biases_steps() else product + self._input_bias()
        )

    def _input_bias(self) -> Any:
        return self.bias

    def _biases_steps(self) -> bool:
        """Whether each step adds the bias, as Keras does: the order shows in 16-bit floats."""
        return self.bias is not None and self._input_dtype.size == 2

    def _with_step_bias(self, projected: Any) -> Any:
        return projected + self._input_bias() if self._biases_steps() else projected

    def advance(
        self, projected: Any, states: list[Any], training: bool | None
    ) -> tuple[Any, list[Any]]:
        """A step from the projected inputs: the output and the new states."""
        raise NotImplementedError

    def call(
        self, inputs: _core.Tensor, states: Any, training: bool | None = None
    ) -> tuple[Any, Any]:
        projected = self.project(inputs, training)
        if self._input_dtype.size == 2 and not is_keras_2_asked_for():  # Keras 3 casts them too
            states = nest.map_structure(lambda one: _core.cast(one, self._input_dtype), states)
        if isinstance(states, (list, tuple)):
            return self.advance(projected, list(states), training)
        if isinstance(self.state_size, list):  # both in one tensor
            return self.advance(projected, _core.unstack(states), training)
        output, new = self.advance(projected, [states], training)
        return output, new[0]


class SimpleRNNCell(Cell, CellOptions, first=PLAIN_ORDER):
    """`activation(x @ kernel + h @ recurrent_kernel + bias)`."""

    _draws_seed_first = True
    activation: Any

    def advance(
        self, projected: TensorLike, states: list[Any], training: bool | None
    ) -> tuple[Any, list[Any]]:
        state = self.masked_states(states[0], training)
        projected = self._with_step_bias(projected)
        output = self.activation(projected + by_blocks(state, self.recurrent_kernel))
        return output, [output]


def by_blocks(
    values: list[Any], kernel: Any, product: Callable[..., Any] = _core.matmul, axis: int = -1
) -> Any:
    """The products of values with the blocks of a kernel, or of the only one with all."""
    if len(values) == 1:
        return product(values[0], kernel)
    parts = _core.split(kernel, len(values), -1)
    return _core.concat([product(v, part) for v, part in zip(values, parts, strict=True)], axis)


def _over_last_axis(x: Any, kernel: Any) -> _core.Tensor:
    return _core.tensordot(x, kernel, 1)


class GatedCell(Cell):
    """A cell with gates, each of which may drop other elements."""

    implementation: Any

    @property
    def _masks(self) -> int:
        return self._blocks if self.implementation == 1 or self.recurrent_dropout else 1


class LSTMCell(GatedCell, Gates, first=LSTM_ORDER):
    """Long short-term memory (Hochreiter and Schmidhuber, 1997), with the states `[h, c]`.

    The blocks of the weights are those of the input gate, the forget gate, the candidate and the
    output gate. `unit_forget_bias` starts the bias of the forget gate at 1.
    """

    _blocks = 4
    unit_forget_bias: Flag = argument(default=True)
    activation: Any
    recurrent_activation: Any

    @Assignable
    def state_size(self) -> Any:
        """The lengths of `h` and `c`."""
        return [self.units, self.units]

    def _make_bias(self) -> _core.Variable:
        bias = super()._make_bias()
        return with_unit_forget_bias(bias) if self.unit_forget_bias else bias

    def advance(
        self, projected: TensorLike, states: list[Any], training: bool | None
    ) -> tuple[Any, list[Any]]:
        h, c = states
        last = self._biases_steps() and self.implementation != 1
        projected = projected if last else self._with_step_bias(projected)
        z = projected + by_blocks(self.masked_states(h, training), self.recurrent_kernel)
        if last:
            z = z + self.bias
        if not self._has_own_step():
            return lstm_step(z, c, self.activation, self.recurrent_activation)
        c, out = self._compute_carry_and_output_fused(_core.split(z, 4, axis=-1), c)
        h = out * self.activation(c)
        return h, [h, c]

    def _has_own_step(self) -> bool:
        ours = LSTMCell._compute_carry_and_output_fused
        return type(self)._compute_carry_and_output_fused is not ours

    def _compute_carry_and_output_fused(self, z: Any, c_tm1: Any) -> tuple[Any, Any]:
        """The state `c` and the output gate from the four blocks: Keras 2's, for subclasses."""
        entry, forget, candidate, out = z
        gate = self.recurrent_activation
        return gate(forget) * c_tm1 + gate(entry) * self.activation(candidate), gate(out)

    def _compute_carry_and_output(self, x: Any, h_tm1: Any, c_tm1: Any) -> tuple[Any, Any]:
        """The same from the parts of the inputs in the blocks and the states `h` for each."""
        kernels = _core.split(self.recurrent_kernel, 4, axis=1)
        z = [a + _core.matmul(h, kernel) for a, h, kernel in zip(x, h_tm1, kernels, strict=True)]
        return LSTMCell._compute_carry_and_output_fused(self, z, c_tm1)


def with_unit_forget_bias(bias: _core.Variable) -> _core.Variable:
    """The bias of an LSTM, whose forget gate starts at 1."""
    parts = _core.split(bias, 4)
    parts[1] = _core.ones_like(parts[1])
    bias.assign(_core.concat(parts, 0))
    return bias


def lstm_step(
    z: Any, c: Any, activation: Any, gate: Callable[..., Any], axis: int = -1
) -> tuple[Any, list[Any]]:
    """The output and the states of an LSTM from its four blocks and the state `c`."""
    entry, forget, candidate, out = _core.split(z, 4, axis=axis)
    c = gate(forget) * c + gate(entry) * activation(candidate)
    h = gate(out) * activation(c)
    return h, [h, c]


class GRUCell(GatedCell, Gates, first=GATED_ORDER):
    """Gated recurrent unit (Cho and others, 2014).

    The blocks of the weights are those of the update gate, the reset gate and the candidate. With
    `reset_after` the reset gate comes after the product with the state, and there are two biases.
    """

    _blocks = 3
    reset_after: Flag = argument(default=True)
    activation: Any
    recurrent_activation: Any

    def _make_bias(self) -> _core.Variable:
        width = 3 * self.units
        return weight_of(self, "bias", [2, width] if self.reset_after else [width])

    def _input_bias(self) -> _core.Tensor | _core.Variable:
        bias: Any = self.bias
        return bias[0] if self.reset_after else bias

    def advance(
        self, projected: TensorLike, states: list[Any], training: bool | None
    ) -> tuple[Any, list[Any]]:
        h = states[0]
        masked = self.masked_states(h, training)
        x_update, x_reset, x_new = _core.split(self._with_step_bias(projected), 3, axis=-1)
        update, reset, new = self._recurrent(masked, x_update, x_reset)
        if new is None:
            new = _core.matmul(reset * masked[-1], self.recurrent_kernel[:, 2 * self.units :])
        candidate = self.activation(x_new + new)
        h = update * h + (1.0 - update) * candidate
        return h, [h]

    def _recurrent(
        self, h: list[_core.Tensor], x_update: _core.Tensor, x_reset: _core.Tensor
    ) -> tuple[Any, Any, Any]:
        """The two gates, and with `reset_after` the part of the state in the candidate."""
        gate, units = self.recurrent_activation, self.units
        if not self.reset_after:
            inner = by_blocks(h[:2], self.recurrent_kernel[:, : 2 * units])
            h_update, h_reset = _core.split(inner, 2, axis=-1)
            return gate(x_update + h_update), gate(x_reset + h_reset), None
        inner = by_blocks(h, self.recurrent_kernel)
        if self.bias is not None:
            inner = inner + self.bias[1]
        h_update, h_reset, h_new = _core.split(inner, 3, axis=-1)
        reset = gate(x_reset + h_reset)
        return gate(x_update + h_update), reset, reset * h_new


@functools.lru_cache(maxsize=64)
def _asked_for(kind: Any) -> tuple[str, ...]:
    """What `get_initial_state` of a class of cells takes."""
    taken = inspect.signature(kind.get_initial_state).parameters
    every = any(one.kind is one.VAR_KEYWORD for one in taken.values())
    return tuple(name for name in ("inputs", "batch_size", "dtype") if every or name in taken)


def batch_of(inputs: Any, batch_size: Any) -> Any:
    """The size of the batch: given, as Keras 3 also by place, or that of the inputs."""
    if batch_size is not None or inputs is None:
        return batch_size
    shape = _core.convert_to_tensor(inputs).shape
    return shape[0] if shape.rank else inputs


def start_of_states(cell: Any, inputs: Any, batch_size: Any, dtype: Any) -> tuple[Any, Any]:
    """The number of examples and the dtype of states; in Keras 2 inputs, if given, tell both, and
    both are needed: `ValueError`."""
    batch = batch_of(inputs, batch_size)
    if not is_keras_2_asked_for():
        return batch, cell._input_dtype if dtype is None else dtype
    if inputs is not None:
        tensor = _core.convert_to_tensor(inputs)
        batch, dtype = tensor.shape[0] if tensor.shape.rank else batch, tensor.dtype
    if batch is None or dtype is None:
        raise ValueError(
            "batch_size and dtype cannot be None while constructing initial state. Received: "
            f"batch_size={batch}, dtype={dtype}"
        )
    return batch, dtype


def initial_state(cell: Any, batch_size: IntLike | None, dtype: DTypeLike) -> Any:
    """What a cell starts from: what it says itself, or zeros of the lengths of its states."""
    make = getattr(cell, "get_initial_state", None)
    if make is not None:
        given = {"inputs": None, "batch_size": batch_size, "dtype": dtype}
        states = make(**{name: given[name] for name in _asked_for(cell.__class__)})
        return states if isinstance(states, list | tuple) else [_core.convert_to_tensor(states)]
    return zero_states(cell.state_size, batch_size, _core.float32 if dtype is None else dtype)


def zero_states(sizes: Any, batch_size: IntLike | None, dtype: DTypeLike) -> list[Any]:
    """States of zeros: a `TensorShape` among the sizes is one state, a list or tuple several."""

    def zeros(size: Any) -> Any:
        if isinstance(size, list | tuple):
            return [zeros(inner) for inner in size]
        inner = size.as_list() if isinstance(size, _core.TensorShape) else [size]
        return _core.zeros([int(batch_size or 0), *inner], dtype)

    return [zeros(size) for size in (sizes if isinstance(sizes, list | tuple) else [sizes])]


def zero_states_for(inputs: Any, sizes: Any, dtype: DTypeLike) -> list[Any]:
    """`zero_states` for as many examples as symbolic inputs turn out to have."""
    first = (slice(None), *[0] * (inputs.shape.rank - 2), slice(1))
    one = _core.cast(_core.zeros_like(inputs[first]), dtype)
    listed = sizes if isinstance(sizes, list | tuple) else [sizes]
    return nest.map_structure(lambda size: _core.repeat(one, size, -1), list(listed))
