"""The recurrent layers of Keras 2's `tf.compat.v1.keras.layers`, and their cells.

Their gates are a `hard_sigmoid`, each has dropout of its own, the reset gate of a GRU comes before
the product with the state, and their steps are always a loop.
"""

from __future__ import annotations

from . import cells, rnn
from .options import cell_of

_GATES = {"recurrent_activation": "hard_sigmoid", "implementation": 1}
_RESETTING = {**_GATES, "reset_after": False}


class LSTMCell(cells.LSTMCell, defaults=_GATES):
    """One step of `LSTM`."""


class GRUCell(cells.GRUCell, defaults=_RESETTING):
    """One step of `GRU`."""


class LSTM(rnn.LSTM, defaults=_GATES):
    """Long short-term memory as version 1 has it."""

    _is_one_operation = False

    def _initialize(self) -> None:
        self._start(cell_of(self, LSTMCell))


class GRU(rnn.GRU, defaults=_RESETTING):
    """Gated recurrent unit as version 1 has it."""

    _is_one_operation = False

    def _initialize(self) -> None:
        self._start(cell_of(self, GRUCell))
