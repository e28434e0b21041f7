"""What convolutions of a program's own, which copy `call` or `build` of Keras's, find in the layer.

The layers of the library pad and format by the same words.

Sizes are those of the window; shapes those of inputs, with the batch.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..assignable import Assignable
from .spatial import FORMATS, spatial_axes


class InsideConvolutions:
    """Mixin of convolutions.

    >>> import gradtape as tf
    >>> layer = tf.keras.layers.Conv2D(4, 3)
    >>> layer.rank, layer._tf_data_format
    (2, 'NHWC')
    """

    _axes: int
    data_format: Any
    padding: Any

    @Assignable
    def rank(self) -> int:
        """The number of axes along which the window moves."""
        return self._axes

    @Assignable
    def _channels_first(self) -> bool:
        return bool(self.data_format == "channels_first")

    @Assignable
    def _is_causal(self) -> bool:
        return bool(self.padding == "causal")

    @property
    def _format(self) -> str:
        return FORMATS[self.data_format][self._axes - 1]

    @Assignable
    def _tf_data_format(self) -> str:
        return self._format

    def _get_channel_axis(self) -> int:
        """The axis of the channels, counted from the end."""
        return -1 - self._axes if self._channels_first else -1

    def _get_input_channel(self, input_shape: Any) -> int:
        """The number of channels of inputs; `ValueError` if it is not known."""
        return self._channels(_core.TensorShape(input_shape))  # type: ignore[attr-defined]

    def _get_padding_op(self) -> Any:
        """The padding as `tf.nn.convolution` takes it."""
        return "VALID" if self._is_causal else self.padding.upper()

    def _compute_causal_padding(self, inputs: Any = None) -> list[list[int]]:
        """How much comes before each axis, and behind it."""
        before = (self.kernel_size[0] - 1) * self.dilation_rate[0]  # type: ignore[attr-defined]
        length = spatial_axes(self.data_format, 1)[0]
        return [[before if axis == length else 0, 0] for axis in range(3)]
