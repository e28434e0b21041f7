"""`RNN`, which takes a cell through a sequence, and the layers for the cells there are.

Where a mask is false a step leaves the states, and the output, as they were.
"""

from __future__ import annotations

import abc
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from typing import Any, ClassVar

from .... import _core
from ...._module.module import scope_of_weights
from ...._runtime.turns_of_loops import begin_loop
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...arguments import Argument, Flag, argument
from ...base_layer.input_spec import InputSpec
from ...base_layer.inputs import as_floats
from ...base_layer.layer import Layer
from ...base_layer.options import LayerOptions, Regularizer
from ...lookup import CUSTOM, custom_object_scope, serialize
from . import fused
from .carried import CarriedStates
from .cells import Cell, GRUCell, LSTMCell, SimpleRNNCell
from .checks import Checks
from .loop_draws import DrawsInLoops
from .masked import step_where, zeroed
from .options import (
    GATED_ORDER,
    LSTM_ORDER,
    ORDER_OF_SEQUENCES,
    PLAIN_ORDER,
    CellOptions,
    Gates,
    SequenceOptions,
    cell_of,
    of_sequences,
    of_this_version,
    with_shape_of_sequences,
)
from .ragged import dense, ragged_again
from .stacked_cells import StackedRNNCells
from .structures import (
    behind,
    first,
    is_structure,
    mapped,
    parted,
    shapes_of_a_step,
    stacked,
    steps_of,
    turned,
)


class Recurrent(DrawsInLoops, CarriedStates, Checks, Layer):
    """What all recurrent layers share: they take `self.cell` through `[batch, steps, features]`.

    `stateful` goes on with the states of the last batch. Returns the last output, or with
    `return_sequences` all of them, and the last states behind them with `return_state`. With
    `time_major`, an option of Keras 2, steps are the first axis of what comes and goes.
    """

    _computes_narrow = True
    _mode_by_itself = False
    _untold: ClassVar[tuple[str, ...]] = ("implementation",)
    cell: Any
    return_sequences: Any
    return_state: Any
    go_backwards: Any
    stateful: Any
    zero_output_for_mask: Any
    unroll: Any
    supports_masking = True
    _builds_for_open_sizes = True
    _takes_structure = False  # whether a sequence is several tensors
    _without_effect = (*Layer._without_effect, "use_cudnn")
    _without_effect_in_keras_2 = ("enable_caching_device",)
    _draws_seed_first = False
    _names_its_cell = True  # whether variables are named after the cell too
    _unsearched = Layer._unsearched | {"_states"}
    _drawn_seed: int | None = None
    _constants: Any = None  # of the call that runs, which the cell gets with every step
    _num_constants = 0  # how many of the tensors behind a sequence are such

    def __init__(self, time_major: bool = False, num_constants: int = 0, **kwargs: Any) -> None:
        super().__init__(**with_shape_of_sequences(kwargs))
        self.time_major = time_major
        if num_constants:  # as a configuration says
            self._num_constants = num_constants

    def _start(self, cell: Any) -> None:
        self.cell = cell
        if self._leaves_seeds_to_one_operation():
            cell.draw_with(None)
        self.input_spec = InputSpec(ndim=3)

    def build(self, input_shape: Any) -> None:
        if isinstance(input_shape, list) and not self._takes_structure:
            input_shape = input_shape[0]  # behind which are those of states and constants
        if isinstance(self.cell, Layer) and not self.cell.built:
            with scope_of_weights(self.cell.name) if self._names_its_cell else nullcontext():
                if is_keras_2_asked_for() and not isinstance(self.cell, Cell):
                    self.cell._build_for(shapes_of_a_step(self.cell, input_shape))
                else:
                    self.cell._build_once(self._inputs_of_a_step(input_shape))
        self._note_shape(input_shape)
        self.built = True

    def _inputs_of_a_step(self, input_shape: Any) -> Any:
        """Zeros as the cell gets them."""
        return mapped(
            lambda shape: _core.zeros([1, *(n or 1 for n in shape.as_list()[2:])], self._dtype),
            input_shape,
        )

    def __call__(
        self, inputs: Any = None, initial_state: Any = None, constants: Any = None, **options: Any
    ) -> Any:
        if inputs is None:  # under Keras 3's name
            inputs = options.pop("sequences", None)
        if is_structure(inputs, self.cell):
            self.input_spec, self._takes_structure = None, True
        elif isinstance(inputs, (list, tuple)) and hasattr(inputs[0], "shape"):
            inputs, states, last = parted(inputs, self._num_constants)
            initial_state, constants = states or initial_state, last or constants
        if initial_state is not None:
            options["initial_state"] = initial_state
        if constants is not None:
            options["constants"] = listed = nest.flatten(constants)
            self._num_constants = len(listed)
        if options:
            self._check_states(initial_state, options.get("constants"))
        return super().__call__(inputs, **options)

    def call(
        self,
        inputs: Any,
        initial_state: Any = None,
        mask: Any = None,
        training: bool | None = None,
        constants: Any = None,
    ) -> Any:
        if is_structure(inputs, self.cell):
            mask = nest.flatten(mask)[0]
        elif isinstance(inputs, (list, tuple)):  # as a program's own layer may hand it on
            inputs, *initial_state = inputs
        self._constants = constants
        if mask is not None and not hasattr(mask, "__tf_tensor__"):
            mask = _core.convert_to_tensor(mask)
        inputs, mask, lengths = dense(inputs, mask, self.unroll)
        self._check_steps()
        inputs = mapped(lambda one: as_floats(one, self._input_dtype), inputs)
        if self.time_major:
            inputs, mask = turned(inputs), None if mask is None else turned(mask)
        states = self._states_for(inputs, initial_state)
        if mask is not None and mask.dtype != _core.bool:
            mask = _core.cast(mask, _core.bool)
        for cell in self._own_cells():
            cell.begin(training)
        only = self.zero_output_for_mask and not self._zeroes_late(mask)
        result, states = self._through(inputs, states, mask, training, only)
        if self._zeroes_late(mask):
            result = zeroed(mask, result)
        if self.stateful:
            self._carry(states)
        if lengths is not None and self.return_sequences:
            result = ragged_again(result, lengths, self.go_backwards)
        if self.time_major and self.return_sequences:
            result = turned(result)
        return behind(result, states) if self.return_state else result

    def get_config(self) -> dict[str, Any]:
        config = of_this_version(super().get_config())
        if is_keras_2_asked_for():
            config = of_sequences(self, config)
        elif self.time_major:
            config["time_major"] = True
        first = ("name", "trainable", "dtype", *ORDER_OF_SEQUENCES)
        return {**{name: config[name] for name in first if name in config}, **config}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The layer with these arguments; names of cells may mean `custom_objects`."""
        with custom_object_scope(custom_objects or {}):
            return super().from_config(config)

    def compute_mask(self, inputs: Any, previous_mask: Any = None) -> Any:
        """The mask goes on with the steps of a sequence; states and a last output have none."""
        mask = nest.flatten(previous_mask)[0] if self.return_sequences else None
        return (
            [mask, *[None] * len(nest.flatten(self.cell.state_size))] if self.return_state else mask
        )

    def _zeroes_late(self, mask: Any) -> bool:
        """Whether masked outputs become zeros when all are there, by the mask as it came: so in
        Keras's unrolled layers, also where the outputs come backwards.
        """
        masked = mask is not None and self.return_sequences and self.zero_output_for_mask
        return bool(masked and self.unroll and self.go_backwards)

    def _through(
        self, inputs: Any, states: Any, mask: Any, training: bool | None, only: bool
    ) -> tuple[Any, Any]:
        """What is returned of the outputs, and the last states.

        Where the mask is false, an output is that before it, or zeros if `only` others count.
        """
        draws_in_loop = not self._is_done_at_once() and self._draws_in_loop(training)
        if draws_in_loop or not fused.can_fuse(self.cell, inputs, states, mask, training):
            outputs, states = self._steps(inputs, states, mask, training, only)
            return stacked(outputs) if self.return_sequences else outputs[-1], states
        inputs = self.cell.dropped(inputs, training, self._drops_by_step())[0]
        if self.go_backwards:
            inputs = _core.reverse(inputs, [1])
            mask = None if mask is None else _core.reverse(mask, [1])
        outputs, states = fused.run(self.cell, inputs, states, mask, only)
        return _core.transpose(outputs, [1, 0, 2]) if self.return_sequences else outputs[-1], states

    def _steps(
        self,
        inputs: Any,
        states: Any,
        mask: _core.Tensor | None,
        training: bool | None,
        only: bool,
    ) -> tuple[list[Any], Any]:
        draws = self._draws_in_loop(training)
        in_loop = draws or self._runs_own_code()
        step = self._stepper(inputs, training, draws)
        count = first(inputs).shape[1]
        if not count:
            raise ValueError("A recurrent layer needs at least one step. Received a sequence of 0.")
        order = range(count - 1, -1, -1) if self.go_backwards else range(count)
        outputs: list[Any] = []
        if in_loop:  # Keras takes the first step once more, to see what it returns
            step(order[0], states)
        loop, stands = (begin_loop(), self._stands()) if in_loop else (None, [])
        ahead = self._masks_ahead(loop, stands, inputs, states) if loop and draws else []
        for number, t in enumerate(order):
            if number < len(ahead):  # what follows draws behind these
                self.cell.keep_masks(ahead[number])
            elif loop is not None:
                self._draw_anew(loop, stands)
            output, following = step(t, states)
            if mask is not None:
                before = outputs[-1] if outputs and not only else None
                output, following = step_where(mask[:, t], output, before, following, states)
            outputs.append(output)
            states = following
        if loop is not None:
            loop.end()
        return outputs, states

    def _stepper(
        self, inputs: Any, training: bool | None, draws_in_loop: bool
    ) -> Callable[..., Any]:
        """The function of a step and states: the products with all inputs are one product, unless
        each step drops others of them."""
        cell = self.cell
        if isinstance(cell, Cell) and type(cell).call is Cell.call:
            if draws_in_loop:
                each = steps_of(inputs)
                return lambda t, states: cell.call(each[t], list(states), training)
            parts = _core.unstack(cell.project(inputs, training), axis=1)
            return lambda t, states: cell.advance(parts[t], list(states), training)
        rows, run = steps_of(inputs), cell if callable(cell) else cell.call
        options: dict[str, Any] = {}
        if isinstance(cell, StackedRNNCells):
            options["training"] = training
        if self._constants is not None:
            options["constants"] = self._constants
        return lambda t, states: _as_step(run(rows[t], states, **options))


def _as_step(result: Any) -> tuple[Any, Any]:
    output, states = result
    return output, states if isinstance(states, (list, tuple)) else [states]


class CellKind(Argument[Any, Any]):
    """A cell, a list of cells, or the configuration of one."""

    def convert(self, owner: Any, value: Any) -> Any:
        if isinstance(value, (list, tuple)):
            return StackedRNNCells([self.convert(owner, cell) for cell in value])
        if isinstance(value, dict):
            return self._made_again(value["class_name"], value["config"])
        if not hasattr(value, "state_size"):
            raise ValueError(
                "The RNN cell should have a `state_size` attribute (an integer or a list of "
                f"integers). Received: cell={value}"
            )
        return value

    def _made_again(self, name: str, config: dict[str, Any]) -> Any:
        kind = CUSTOM.get(name, _CELLS.get(name.rpartition(">")[2]))
        if kind is None:
            raise ValueError(
                f"The cell {name!r} is not known; register it with `register_keras_serializable`, "
                "or name it in `custom_objects`."
            )
        return kind.from_config(config)

    def serialize(self, value: Any) -> Any:
        return serialize(value)


_CELLS = {kind.__name__: kind for kind in (SimpleRNNCell, LSTMCell, GRUCell, StackedRNNCells)}
StackedRNNCells._cell_maker = staticmethod(partial(CellKind("cell").convert, None))


class RNN(Recurrent, SequenceOptions, LayerOptions, first=("cell",), metaclass=abc.ABCMeta):
    """Takes any cell, or a list of cells, through a sequence.

    A cell has `state_size` and a `call(inputs, states)` that returns the output and new states.
    Tensors given to a call as `constants` reach the cell with every step, as its `constants`.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.RNN(tf.keras.layers.LSTMCell(3), return_sequences=True)
    >>> layer(tf.zeros([2, 5, 4])).shape
    TensorShape([2, 5, 3])
    """

    cell: CellKind = argument()

    def _initialize(self) -> None:
        self._start(self.cell)
        self.input_spec = InputSpec(min_ndim=3)  # a step of a cell may have more axes


class SimpleRNN(Recurrent, SequenceOptions, CellOptions, first=PLAIN_ORDER):
    """`SimpleRNNCell` through a sequence.

    >>> import gradtape as tf
    >>> tf.keras.layers.SimpleRNN(3)(tf.zeros([2, 5, 4])).shape
    TensorShape([2, 3])
    """

    _draws_seed_first = True
    _is_spared_by_keras_3 = True  # which does not hand `activity_regularizer` on
    _without_effect = (*Recurrent._without_effect, "implementation")
    _untold = ("seed",)
    activity_regularizer: Regularizer = argument(default=None)

    def _initialize(self) -> None:
        self._start(cell_of(self, SimpleRNNCell))


class LSTM(Recurrent, SequenceOptions, Gates, first=LSTM_ORDER):
    """`LSTMCell` through a sequence.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.LSTM(3, return_sequences=True, return_state=True)
    >>> outputs, h, c = layer(tf.zeros([2, 5, 4]))
    >>> outputs.shape, h.shape
    (TensorShape([2, 5, 3]), TensorShape([2, 3]))
    """

    _is_one_operation = True
    unit_forget_bias: Flag = argument(default=True)
    activity_regularizer: Regularizer = argument(default=None)

    def _initialize(self) -> None:
        self._start(cell_of(self, LSTMCell))


class GRU(Recurrent, SequenceOptions, Gates, first=GATED_ORDER):
    """`GRUCell` through a sequence.

    >>> import gradtape as tf
    >>> tf.keras.layers.GRU(3)(tf.zeros([2, 5, 4])).shape
    TensorShape([2, 3])
    """

    _is_one_operation = True
    reset_after: Flag = argument(default=True)
    activity_regularizer: Regularizer = argument(default=None)

    def _initialize(self) -> None:
        self._start(cell_of(self, GRUCell))


# As in Keras, the layers for the cells there are count as instances of `RNN`.
for _kind in (SimpleRNN, LSTM, GRU):
    RNN.register(_kind)
