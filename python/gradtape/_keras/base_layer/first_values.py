"""What a weight of a layer begins with."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._module import deferred
from ..._runtime.versions import is_keras_2_asked_for


def first_initializer(layer: Any, name: str | None, given: Any, dtype: _core.DType) -> Any:
    """The initializer that is given, or the one for the dtype.

    Where a checkpoint's value waits for the weight nothing is drawn for it in Keras 2, which the
    random numbers that follow show.
    """
    if is_keras_2_asked_for() and deferred.is_awaited(layer, name):
        return "zeros"
    if given is not None:
        return given
    return "glorot_uniform" if dtype.is_floating else "zeros"
