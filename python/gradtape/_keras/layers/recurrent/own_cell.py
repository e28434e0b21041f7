"""The base that Keras 2 has for cells of a program's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...base_layer.layer import Layer
from .cells import batch_of, zero_states

if TYPE_CHECKING:
    from .... import _core
    from ...._typing import DTypeLike, IntLike, TensorLike


class AbstractRNNCell(Layer):
    """One step of a recurrent layer; a subclass defines `state_size`, `output_size` and `call`.

    >>> import gradtape as tf
    >>> class Sums(tf.keras.layers.AbstractRNNCell):
    ...     state_size = output_size = 1
    ...     def call(self, inputs, states):
    ...         total = states[0] + inputs
    ...         return total, [total]
    >>> layer = tf.keras.layers.RNN(Sums(), return_sequences=True)
    >>> layer(tf.constant([[[1.0], [2.0], [3.0]]])).numpy().ravel().tolist()
    [1.0, 3.0, 6.0]
    """

    def call(self, inputs: _core.Tensor, states: Any) -> Any:
        raise NotImplementedError("Abstract method: `call(inputs, states)`")

    @property
    def state_size(self) -> Any:
        """The length or shape of each state."""
        raise NotImplementedError("Abstract method: `state_size`")

    @property
    def output_size(self) -> Any:
        """The length or shape of the output."""
        raise NotImplementedError("Abstract method: `output_size`")

    def get_initial_state(
        self,
        inputs: TensorLike | None = None,
        batch_size: IntLike | None = None,
        dtype: DTypeLike = None,
    ) -> Any:
        """States of zeros; a single one, unless `state_size` lists several."""
        batch = batch_of(inputs, batch_size)
        states = zero_states(self.state_size, batch, self._input_dtype if dtype is None else dtype)
        return states if isinstance(self.state_size, list | tuple) else states[0]
