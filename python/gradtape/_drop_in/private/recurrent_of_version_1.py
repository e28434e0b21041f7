"""What Keras 2 has as recurrent layers of version 1 where names are those of the newer ones."""

from __future__ import annotations

from typing import Any

from ..._keras.layers.recurrent import version_1
from ..._runtime.versions import is_keras_2_asked_for

_OLDER = {"GRU", "GRUCell", "LSTM", "LSTMCell"}


def as_older(found: Any, name: str) -> Any:
    """The class of version 1 for one of these names, in Keras 2; else what was found."""
    return getattr(version_1, name) if name in _OLDER and is_keras_2_asked_for() else found
