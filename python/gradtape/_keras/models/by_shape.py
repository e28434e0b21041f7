"""What "accuracy" and "crossentropy" mean, which follows from the shapes of targets and outputs.

As Keras has it: outputs of one number are binary; targets of fewer axes, or of one number beside
several, are numbers of classes; all others, of whatever width, are compared by their largest place.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..losses import crossentropy
from ..losses.loss import FunctionLoss
from ..metrics import accuracy
from ..metrics.metric import MeanMetricWrapper


def accuracy_for(y: Any, y_pred: _core.Tensor, name: str) -> Any:
    """The metric "accuracy" for targets and outputs like these."""
    binary, sparse = _binary_or_sparse(y, y_pred)
    if binary:
        return accuracy.BinaryAccuracy(name=name)
    kind = accuracy.SparseCategoricalAccuracy if sparse else accuracy.CategoricalAccuracy
    return kind(name=name)


def is_crossentropy(spec: Any) -> bool:
    """Whether a loss or a metric is "crossentropy" or "ce", whatever the case."""
    return isinstance(spec, str) and spec.lower() in ("crossentropy", "ce")


def crossentropy_loss(name: str) -> FunctionLoss:
    """The loss "crossentropy", which is of each pair the one that fits."""
    return FunctionLoss(lambda y, y_pred: _crossentropy_for(y, y_pred)(y, y_pred), name=name)


def crossentropy_metric(y: Any, y_pred: _core.Tensor, name: str) -> MeanMetricWrapper:
    """The metric "crossentropy" of Keras 2 for targets and outputs like these."""
    return MeanMetricWrapper(_crossentropy_for(y, y_pred), name)


def _crossentropy_for(y: Any, y_pred: _core.Tensor) -> Any:
    binary, sparse = _binary_or_sparse(y, y_pred)
    if binary:
        return crossentropy.binary_crossentropy
    if sparse:
        return crossentropy.sparse_categorical_crossentropy
    return crossentropy.categorical_crossentropy


def _binary_or_sparse(y: Any, y_pred: _core.Tensor) -> tuple[bool, bool]:
    target, output = _core.TensorShape(y.shape).as_list(), y_pred.shape.as_list()
    one_beside_several = target[-1:] == [1] and output[-1:] != [1]
    return output[-1:] == [1], len(target) < len(output) or one_beside_several
