"""What cells of version 1 are made of: their base, and shapes of states."""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import _core
from ..._keras.base_layer.layer import Layer
from ..._structure import nest


def _concat(prefix: Any, suffix: Any, static: bool = False) -> Any:
    """A shape of two parts, such as the size of a batch and that of a state.

    Sizes of a `static` shape are numbers, and None where they are open.

    >>> from gradtape._drop_in.private import cells
    >>> cells._concat(4, [3]).numpy().tolist(), cells._concat(None, 3, static=True)
    ([4, 3], [None, 3])
    """
    parts = [_part(prefix), _part(suffix)]
    if static:
        return _core.TensorShape(parts[0]).concatenate(parts[1]).as_list()
    if any(size is None for part in parts for size in part):
        raise ValueError(f"The sizes must be known. Received: {prefix} and {suffix}")
    return _core.concat(
        [_core.reshape(_core.convert_to_tensor(part, _core.int32), [-1]) for part in parts], 0
    )


def _part(sizes: Any) -> list[Any]:
    if isinstance(sizes, _core.Tensor):
        return [int(size) for size in _core.reshape(sizes, [-1])]
    return (
        [sizes] if sizes is None or isinstance(sizes, int) else _core.TensorShape(sizes).as_list()
    )


class RNNCell(Layer):
    """The base of cells of version 1: `call(inputs, state)` gives an output and the next state.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private import cells
    >>> class Cell(cells.RNNCell):
    ...     state_size = (2, 3)
    >>> [state.shape.as_list() for state in Cell().zero_state(4, tf.float32)]
    [[4, 2], [4, 3]]
    """

    def __init__(
        self,
        trainable: bool = True,
        name: str | None = None,
        dtype: Any = None,
        _reuse: bool | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(trainable=trainable, name=name, dtype=dtype, **kwargs)

    @property
    def state_size(self) -> Any:
        """The size of the state, or a structure of sizes."""
        raise NotImplementedError("Abstract method")

    @property
    def output_size(self) -> Any:
        """The size of the output."""
        raise NotImplementedError("Abstract method")

    def zero_state(self, batch_size: Any, dtype: Any) -> Any:
        """The state that a sequence begins with."""
        return nest.map_structure(
            lambda size: _core.zeros(_concat(batch_size, size), dtype), self.state_size
        )

    def get_initial_state(
        self, inputs: Any = None, batch_size: Any = None, dtype: Any = None
    ) -> Any:
        """The same for a batch of inputs."""
        if inputs is not None:
            batch_size, dtype = inputs.shape[0], inputs.dtype
        if batch_size is None or dtype is None:
            raise ValueError("batch_size and dtype are needed where there are no inputs")
        return self.zero_state(batch_size, dtype)


class LSTMStateTuple(NamedTuple):
    """The state of a cell of version 1 with a long memory: the memory `c` and the output `h`."""

    c: Any
    h: Any

    @property
    def dtype(self) -> Any:
        """The dtype of both; `TypeError` if they differ."""
        c, h = self
        if c.dtype != h.dtype:
            raise TypeError(f"Inconsistent internal state: {c.dtype} vs {h.dtype}")
        return c.dtype
