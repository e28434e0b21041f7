"""The binary cross entropy of each element, from probabilities cut off near 0 and 1."""

from __future__ import annotations

from .. import _core
from .._runtime.inside import is_traced
from .._runtime.versions import is_keras_2_asked_for
from .settings import epsilon


def complement(p: _core.Tensor, small: float) -> _core.Tensor:
    """`1 - p + small`; graphs of TensorFlow add the two numbers first, which tells where p is 1."""
    return (1.0 + small) - p if is_traced() else 1.0 - p + small


def of_probabilities(target: _core.Tensor, output: _core.Tensor) -> _core.Tensor:
    """`-target * log(p) - (1 - target) * log(1 - p)`, where p is `output`."""
    p = _core.clip_by_value(output, epsilon(), 1.0 - epsilon())
    q = 1.0 - p
    if is_keras_2_asked_for():  # which adds it once more in the logarithms
        p, q = p + epsilon(), complement(p, epsilon())
    return -(target * _core.log(p) + (1.0 - target) * _core.log(q))
