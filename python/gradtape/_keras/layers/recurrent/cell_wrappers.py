"""`tf.nn.RNNCellDropoutWrapper` and its kin: cells around a cell, as Keras 2 has them.

They drop, add or place what a step of the cell takes and returns, in training or not. The weights
of the cell are named after its wrapper.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from .... import _core
from ...._runtime.eager import device as on_device
from ...._structure import nest
from ...lookup import CUSTOM
from . import rnn
from .own_cell import AbstractRNNCell

if TYPE_CHECKING:
    from ...._typing import DTypeLike

_MODULUS = 0x7FFFFFFF


class _CellWrapper(AbstractRNNCell):
    """A cell whose states and outputs have the sizes of the one within."""

    def __init__(self, cell: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.cell = cell

    def build(self, input_shape: Any) -> None:
        self.cell.build(input_shape)
        self.cell.built = self.built = True

    @property
    def state_size(self) -> Any:
        return self.cell.state_size

    @property
    def output_size(self) -> Any:
        return self.cell.output_size

    def call(self, inputs: Any, states: Any, **kwargs: Any) -> Any:
        return self._step(inputs, states, self.cell.call, **kwargs)

    def _step(self, inputs: Any, state: Any, run: Callable[..., Any], **kwargs: Any) -> Any:
        """A step, which `run` takes with the cell."""
        raise NotImplementedError

    def get_config(self) -> dict[str, Any]:
        cell = {"class_name": type(self.cell).__name__, "config": self.cell.get_config()}
        return {**super().get_config(), "cell": cell}

    @classmethod
    def from_config(cls, config: dict[str, Any], custom_objects: Any = None) -> Any:
        """The wrapper of a cell that is made again."""
        config = dict(config)
        name = config["cell"]["class_name"]
        kind = {**rnn._CELLS, **CUSTOM, **(custom_objects or {})}[name]
        return cls(kind.from_config(config.pop("cell")["config"]), **config)


class DropoutWrapper(_CellWrapper):
    """Keeps shares of what goes into a cell, of its states, and of what comes out.

    Others at each step, or with `variational_recurrent` the same ones, for which `input_size` and
    `dtype` have to be known. `dropout_state_filter_visitor` says of states, or of structures of
    them, whether they are dropped.

    >>> import gradtape as tf
    >>> cell = tf.nn.RNNCellDropoutWrapper(tf.keras.layers.GRUCell(3), input_keep_prob=0.5)
    >>> tf.keras.layers.RNN(cell)(tf.ones([2, 4, 3])).shape
    TensorShape([2, 3])
    """

    def __init__(
        self,
        cell: Any,
        input_keep_prob: float = 1.0,
        output_keep_prob: float = 1.0,
        state_keep_prob: float = 1.0,
        variational_recurrent: bool = False,
        input_size: Any = None,
        dtype: DTypeLike = None,
        seed: int | None = None,
        dropout_state_filter_visitor: Callable[[Any], Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(cell, dtype=dtype, **kwargs)
        if not (dropout_state_filter_visitor is None or callable(dropout_state_filter_visitor)):
            raise TypeError("dropout_state_filter_visitor must be callable")
        given = zip(_ENDS, (input_keep_prob, state_keep_prob, output_keep_prob), strict=True)
        self._kept = {end: _share(f"{end}_keep_prob", share) for end, share in given}
        self._visitor = dropout_state_filter_visitor
        self._variational_recurrent, self._input_size = variational_recurrent, input_size
        self._seed = seed
        self._noise = self._noise_of(dtype) if variational_recurrent else {}

    @property
    def wrapped_cell(self) -> Any:
        """The cell within."""
        return self.cell

    def _noise_of(self, dtype: Any) -> dict[str, list[Any]]:
        """Numbers for each element, the same for all examples and steps."""
        if dtype is None:
            raise ValueError("When variational_recurrent=True, dtype must be provided")
        sizes = {"state": self.cell.state_size, "output": self.cell.output_size}
        if self._kept["input"] < 1.0:
            if self._input_size is None:
                raise ValueError(
                    "When variational_recurrent=True and input_keep_prob < 1.0 or is unknown, "
                    "input_size must be provided"
                )
            sizes = {"input": self._input_size, **sizes}
        return {end: self._numbers(end, size, dtype) for end, size in sizes.items()}

    def _numbers(self, end: str, sizes: Any, dtype: Any) -> list[Any]:
        listed = sizes if isinstance(sizes, list | tuple) else [sizes]
        shapes = [[1, *_core.TensorShape(size).as_list()] for size in listed]
        return [
            _core.random_uniform(shape, 0.0, 1.0, dtype, self._seed_of(end, place))
            for place, shape in enumerate(shapes)
        ]

    def _seed_of(self, end: str, place: int) -> int | None:
        if self._seed is None:
            return None
        salted = f"{self._seed}{end}_{place}".encode()
        return int(hashlib.md5(salted, usedforsecurity=False).hexdigest()[:8], 16) & _MODULUS

    def _step(self, inputs: Any, state: Any, run: Callable[..., Any], **kwargs: Any) -> Any:
        output, state = run(self._dropped("input", inputs), state, **kwargs)
        flags = None if self._visitor is None else _flags(self._visitor, state)
        state = self._dropped("state", state, flags)
        return self._dropped("output", output), state

    def _dropped(self, end: str, values: Any, flags: list[bool] | None = None) -> Any:
        share = self._kept[end]
        if share >= 1.0:
            return values
        flat = nest.flatten(values)
        chosen = flags or [True] * len(flat)
        found = [
            self._drop(end, place, value, share) if drops else value
            for place, (value, drops) in enumerate(zip(flat, chosen, strict=True))
        ]
        return nest.pack_sequence_as(values, found)

    def _drop(self, end: str, place: int, value: Any, share: float) -> Any:
        if not self._variational_recurrent:
            return _core.dropout(value, 1.0 - share, None, self._seed_of(end, place))
        return value / share * _core.floor(share + self._noise[end][place])

    def get_config(self) -> dict[str, Any]:
        config = {
            **super().get_config(),
            **{f"{end}_keep_prob": self._kept[end] for end in ("input", "output", "state")},
            "variational_recurrent": self._variational_recurrent,
            "input_size": self._input_size,
            "seed": self._seed,
        }
        visitor = {} if self._visitor is None else {"dropout_state_filter_visitor": self._visitor}
        return config | visitor


_ENDS = ("input", "state", "output")


def _share(name: str, given: Any) -> float:
    """A share to keep, in the precision in which it is kept."""
    if not 0 <= float(given) <= 1:
        raise ValueError(f"Parameter {name} must be between 0 and 1: {float(given):.0f}")
    return float(np.float32(given))


def _flags(visit: Callable[[Any], Any], state: Any) -> list[bool]:
    """Whether each state in a structure is dropped, as a visitor says of it or of what holds it."""
    told = visit(state)
    if not isinstance(state, list | tuple):
        return [bool(told)]
    each = told if isinstance(told, list | tuple) else [told] * len(state)
    found: list[bool] = []
    for drops, inner in zip(each, state, strict=True):
        found += _flags(visit, inner) if drops else [False] * len(nest.flatten(inner))
    return found


class ResidualWrapper(_CellWrapper):
    """Adds what goes into a cell to what comes out, or joins the two by `residual_fn`."""

    def __init__(
        self, cell: Any, residual_fn: Callable[[Any, Any], Any] | None = None, **kwargs: Any
    ) -> None:
        super().__init__(cell, **kwargs)
        self._residual_fn = residual_fn

    def _step(self, inputs: Any, state: Any, run: Callable[..., Any], **kwargs: Any) -> Any:
        output, state = run(inputs, state, **kwargs)
        join = self._residual_fn or _added
        return join(inputs, output), state

    def get_config(self) -> dict[str, Any]:
        joins = {} if self._residual_fn is None else {"residual_fn": self._residual_fn}
        return {**super().get_config(), **joins}


def _added(inputs: Any, outputs: Any) -> Any:
    nest.assert_same_structure(inputs, outputs)
    for one, other in zip(nest.flatten(inputs), nest.flatten(outputs), strict=True):
        one.shape.assert_is_compatible_with(other.shape)
    return nest.map_structure(lambda one, other: one + other, inputs, outputs)


class DeviceWrapper(_CellWrapper):
    """Takes the steps of a cell on a device."""

    def __init__(self, cell: Any, device: Any, **kwargs: Any) -> None:
        super().__init__(cell, **kwargs)
        self._device = device

    def _step(self, inputs: Any, state: Any, run: Callable[..., Any], **kwargs: Any) -> Any:
        with on_device(self._device):
            return run(inputs, state, **kwargs)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "device": self._device}


# Their names in `tf.nn`.
RNNCellDeviceWrapper = DeviceWrapper
RNNCellDropoutWrapper = DropoutWrapper
RNNCellResidualWrapper = ResidualWrapper
