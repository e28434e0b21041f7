"""What cells of a program's own are made of in Keras 2: masks of dropout, and states of zeros.

In eager code a cell's masks stay until they are reset. A function draws them for each run of a
sequence; in a loop it draws them for each step, as the layer around tells the cell.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._keras.backend.network import dropout, in_train_phase
from ..._keras.layers.recurrent.kept_masks import KeptMasks
from ..._structure import nest


class DropoutRNNCellMixin:
    """Mixin of a cell with the shares `dropout` and `recurrent_dropout`.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private.recurrent_parts import DropoutRNNCellMixin
    >>> class Cell(DropoutRNNCellMixin, tf.keras.layers.Layer):
    ...     dropout, recurrent_dropout = 0.5, 0.0
    >>> cell, x = Cell(), tf.ones([2, 3])
    >>> mask = cell.get_dropout_mask_for_cell(x, training=True)
    >>> bool(tf.reduce_all(mask == cell.get_dropout_mask_for_cell(x, training=True)))
    True
    >>> cell.get_recurrent_dropout_mask_for_cell(x, training=True) is None
    True
    """

    _draws_in_each_step = True
    dropout: Any
    recurrent_dropout: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._masks_of_inputs, self._masks_of_states = KeptMasks(), KeptMasks()

    def reset_dropout_mask(self) -> None:
        """The next step draws what it drops of the inputs."""
        self._masks_of_inputs.clear()

    def reset_recurrent_dropout_mask(self) -> None:
        """The same for what is dropped of the states."""
        self._masks_of_states.clear()

    def get_dropout_mask_for_cell(self, inputs: Any, training: Any, count: int = 1) -> Any:
        """What the cell multiplies its inputs with, or a list of `count`; None without dropout."""
        return _masks(self._masks_of_inputs, self.dropout, inputs, training, count)

    def get_recurrent_dropout_mask_for_cell(
        self, inputs: Any, training: Any, count: int = 1
    ) -> Any:
        """The same for the state."""
        return _masks(self._masks_of_states, self.recurrent_dropout, inputs, training, count)


def _masks(kept: KeptMasks, share: float, like: Any, training: Any, count: int) -> Any:
    if not share:
        return None
    masks = kept.get(
        lambda: _generate_dropout_mask(_core.ones_like(like), share, training, count, listed=True),
        lambda masks: bool(masks[0].shape == like.shape),
    )
    return masks if count > 1 else masks[0]


def _generate_dropout_mask(
    ones: Any, rate: float, training: Any = None, count: int = 1, listed: bool = False
) -> Any:
    masks = [
        in_train_phase(lambda: dropout(ones, rate), ones, training=training) for _ in range(count)
    ]
    return masks if listed or count > 1 else masks[0]


def _generate_zero_filled_state_for_cell(
    cell: Any, inputs: Any, batch_size: Any, dtype: Any
) -> Any:
    if inputs is not None:
        batch_size, dtype = _core.shape(inputs)[0], inputs.dtype
    return _generate_zero_filled_state(batch_size, cell.state_size, dtype)


def _generate_zero_filled_state(batch_size_tensor: Any, state_size: Any, dtype: Any) -> Any:
    """Zeros of these sizes, a state or a structure of them.

    >>> from gradtape._drop_in.private.recurrent_parts import _generate_zero_filled_state
    >>> [state.shape for state in _generate_zero_filled_state(2, [3, 4], "float32")]
    [TensorShape([2, 3]), TensorShape([2, 4])]
    """
    if batch_size_tensor is None or dtype is None:
        raise ValueError(
            "A state of zeros needs `batch_size` and `dtype`. Received: "
            f"batch_size={batch_size_tensor}, dtype={dtype}"
        )
    return nest.map_structure(
        lambda size: _core.zeros([batch_size_tensor, *_core.TensorShape(size).as_list()], dtype),
        state_size,
    )


def _is_multiple_state(state_size: Any) -> bool:
    return hasattr(state_size, "__len__") and not isinstance(state_size, _core.TensorShape)


def _caching_device(rnn_cell: Any) -> None:
    """Where a cell's variables are kept besides: nowhere, as in eager code."""


def _config_for_enable_caching_device(rnn_cell: Any) -> dict[str, Any]:
    asked = getattr(rnn_cell, "_enable_caching_device", False)
    return {"enable_caching_device": asked} if asked else {}
