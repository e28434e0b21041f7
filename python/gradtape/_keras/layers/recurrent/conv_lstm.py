"""Convolutional long short-term memory: LSTM whose products are convolutions.

States are images, sequences or volumes with `filters` channels (Shi and others, 2015).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .... import _core
from ...._runtime.versions import is_keras_2_asked_for
from ...._structure import nest
from ...arguments import Flag, argument
from ...assignable import Assignable
from ...base_layer.input_spec import InputSpec
from ...base_layer.options import (
    Activation,
    Constraint,
    Count,
    Initializer,
    LayerOptions,
    Regularizer,
    weight_of,
)
from ..spatial import FORMATS, DataFormat, Padding, Sizes, channel_axis, spatial_axes
from .cells import Cell, by_blocks, lstm_step, with_unit_forget_bias
from .options import Seed, SequenceOptions, Share, cell_of
from .rnn import RNN, Recurrent

if TYPE_CHECKING:
    from ...._typing import DTypeLike, TensorLike


class _Default(str):
    """A default, to be told from the same name that is given."""


class GateActivation(Activation):
    """A function of gates, by default the sigmoid; in Keras 2 its approximation by lines."""

    def convert(self, owner: Any, value: Any) -> Any:
        is_of_2 = isinstance(value, _Default) and is_keras_2_asked_for()
        return super().convert(owner, "hard_sigmoid" if is_of_2 else value)


class ConvLSTMOptions(LayerOptions, kw_only=True):
    """What cells and layers take, in the order in which Keras has it."""

    seed: Seed = argument(default=None)
    filters: Count = argument()
    kernel_size: Sizes = argument()
    strides: Sizes = argument(default=1)
    padding: Padding = argument(default="valid")
    data_format: DataFormat = argument(default=None)
    dilation_rate: Sizes = argument(default=1)
    activation: Activation = argument(default="tanh")
    recurrent_activation: GateActivation = argument(default=_Default("sigmoid"))
    use_bias: Flag = argument(default=True)
    kernel_initializer: Initializer = argument(default="glorot_uniform")
    recurrent_initializer: Initializer = argument(default="orthogonal")
    bias_initializer: Initializer = argument(default="zeros")
    unit_forget_bias: Flag = argument(default=True)
    kernel_regularizer: Regularizer = argument(default=None)
    recurrent_regularizer: Regularizer = argument(default=None)
    bias_regularizer: Regularizer = argument(default=None)
    kernel_constraint: Constraint = argument(default=None)
    recurrent_constraint: Constraint = argument(default=None)
    bias_constraint: Constraint = argument(default=None)
    dropout: Share = argument(default=0.0)
    recurrent_dropout: Share = argument(default=0.0)


_OWN = [name for name in ConvLSTMOptions._arguments if name not in LayerOptions._arguments]
_ORDER = (*(name for name in _OWN if name != "seed"), "seed")


class ConvLSTMCell(Cell, ConvLSTMOptions, first=_ORDER):
    """One step: `LSTMCell` with convolutions of the input and of the state."""

    _blocks = 4
    _axes = 2
    _paddings = ("valid", "same")
    _masks = 4
    _draws_seed_first = True
    units: Any = None  # the states are no vectors
    activation: Any
    recurrent_activation: Any

    def _initialize(self) -> None:
        super()._initialize()
        if max(self.strides) > 1 and max(self.dilation_rate) > 1:
            raise ValueError(
                "Specifying `strides > 1` is not compatible with `dilation_rate > 1`. Please "
                "provide `strides=1` or `dilation_rate=1`. Received: "
                f"strides={self.strides} and dilation_rate={self.dilation_rate}"
            )

    @Assignable
    def state_size(self) -> Any:
        """The numbers of channels of `h` and `c`."""
        return [self.filters, self.filters]

    @Assignable
    def output_size(self) -> Any:
        """The number of channels of the output."""
        return int(self.filters)

    @property
    def _format(self) -> str:
        return FORMATS[self.data_format][self._axes - 1]

    def build(self, input_shape: Any) -> None:
        channels = input_shape[channel_axis(self.data_format)]
        if channels is None:
            raise ValueError(
                "The channel dimension of the inputs (last axis) should be defined. Found None. "
                f"Full input shape received: input_shape={input_shape}"
            )
        width = 4 * self.filters
        self.kernel = weight_of(self, "kernel", [*self.kernel_size, channels, width])
        shape = [*self.kernel_size, self.filters, width]
        self.recurrent_kernel = weight_of(self, "recurrent", shape, name="recurrent_kernel")
        self.bias = self._make_bias() if self.use_bias else None
        self.built = True

    def _make_bias(self) -> _core.Variable:
        bias = weight_of(self, "bias", [4 * self.filters])
        return with_unit_forget_bias(bias) if self.unit_forget_bias else bias

    def spatial_sizes(self, sizes: list[int]) -> list[int]:
        """The spatial sizes of states for inputs of these."""
        found = []
        for size, window, stride, rate in zip(
            sizes, self.kernel_size, self.strides, self.dilation_rate, strict=True
        ):
            reach = (window - 1) * rate if self.padding == "valid" else 0
            found.append(-(-(size - reach) // stride))
        return found

    def get_initial_state(
        self, inputs: Any = None, batch_size: Any = None, dtype: DTypeLike = None
    ) -> list[_core.Tensor]:
        """States of zeros for inputs of one step."""
        shape = inputs.shape.as_list()
        axes = spatial_axes(self.data_format, self._axes)
        for axis, size in zip(axes, self.spatial_sizes([shape[a] for a in axes]), strict=True):
            shape[axis] = size
        shape[channel_axis(self.data_format)] = self.filters
        return [_core.zeros(shape, self._input_dtype if dtype is None else dtype) for _ in range(2)]

    def project(self, inputs: Any, training: Any) -> Any:
        """The convolution of the inputs, of one step or of all."""
        shape = inputs.shape.as_list()
        all_steps = len(shape) == self._axes + 3

        def entering(one: Any, kernel: Any) -> Any:
            images = _core.reshape(one, [-1, *shape[2:]]) if all_steps else one
            padding, rate = self.padding.upper(), self.dilation_rate
            return _core.convolution(images, kernel, self.strides, padding, self._format, rate)

        axis = channel_axis(self.data_format)
        found = by_blocks(self.dropped(inputs, training), self.kernel, entering, axis)
        if self.bias is not None:
            found = _core.bias_add(found, self.bias, self._format)
        return _core.reshape(found, [*shape[:2], *found.shape[1:]]) if all_steps else found

    def advance(
        self, projected: _core.Tensor, states: list[Any], training: bool | None
    ) -> tuple[Any, list[Any]]:
        h, c = states
        ones = [1] * self._axes

        def staying(kept: Any, kernel: Any) -> Any:
            return _core.convolution(kept, kernel, ones, "SAME", self._format, ones)

        axis = channel_axis(self.data_format)
        masked = self.masked_states(h, training)
        moved = by_blocks(masked, self.recurrent_kernel, staying, axis)
        return lstm_step(projected + moved, c, self.activation, self.recurrent_activation, axis)


class ConvLSTM1DCell(ConvLSTMCell):
    """The cell for sequences of rows."""

    _axes = 1


class ConvLSTM2DCell(ConvLSTMCell):
    """The cell for sequences of images."""


class ConvLSTM3DCell(ConvLSTMCell):
    """The cell for sequences of volumes."""

    _axes = 3


class _ConvLSTM(Recurrent, SequenceOptions, ConvLSTMOptions, first=_ORDER):
    """`ConvLSTMCell` through a sequence of any number of dimensions."""

    _axes = 2
    _paddings = ("valid", "same")
    _cell: type[ConvLSTMCell] = ConvLSTM2DCell
    _names_its_cell = False  # as in Keras 2
    _draws_seed_first = True
    activity_regularizer: Regularizer = argument(default=None)

    def _initialize(self) -> None:
        if self.unroll and is_keras_2_asked_for():
            raise TypeError(
                "Unrolling is not possible with convolutional RNNs. Received: unroll=True"
            )
        self._start(cell_of(self, self._cell))
        self.input_spec = InputSpec(ndim=self._axes + 3)

    def get_initial_state(
        self, inputs: Any = None, batch_size: TensorLike | None = None
    ) -> list[_core.Tensor]:
        """The states of zeros that a call on `inputs` starts from: they have its size."""
        return self.cell.get_initial_state(inputs[:, 0], dtype=self._dtype_of_states())

    def _stand_in(self) -> Any:
        first = super()._stand_in()
        sizes = self._given_shape or nest.flatten(self.input_spec)[0].shape
        return _core.zeros([first.shape[0], 1, *sizes[2:]], self._dtype)

    def _check_states(self, states: Any, constants: Any) -> None:
        """Nothing: states are images, of which the cell tells the channels."""


class ConvLSTM1D(_ConvLSTM):
    """Convolutional LSTM over `[batch, time, length, channels]`.

    >>> import gradtape as tf
    >>> tf.keras.layers.ConvLSTM1D(3, 2)(tf.ones([2, 4, 8, 1])).shape
    TensorShape([2, 7, 3])
    """

    _axes = 1
    _cell = ConvLSTM1DCell


class ConvLSTM2D(_ConvLSTM):
    """Convolutional LSTM over `[batch, time, height, width, channels]`.

    The kernel is `[*kernel_size, channels, 4 * filters]`, the blocks those of `LSTM`. The
    convolution of the state keeps its size.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.ConvLSTM2D(3, 2, padding="same", return_sequences=True)
    >>> layer(tf.ones([2, 4, 8, 8, 1])).shape
    TensorShape([2, 4, 8, 8, 3])
    """


class ConvLSTM3D(_ConvLSTM):
    """Convolutional LSTM over `[batch, time, depth, height, width, channels]`."""

    _axes = 3
    _cell = ConvLSTM3DCell


RNN.register(_ConvLSTM)
