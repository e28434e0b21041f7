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

Sizes = list[int | None]


def accuracy_for(target: Sizes, output: Sizes, name: str) -> Any:
    """The metric "accuracy" for targets and outputs of these shapes."""
    binary, sparse = _binary_or_sparse(target, output)
    if binary:
        return accuracy.BinaryAccuracy(name=name)
    kind = accuracy.SparseCategoricalAccuracy if sparse else accuracy.CategoricalAccuracy
    return kind(name=name)


def is_crossentropy(spec: Any) -> bool:
    """Whether a loss or a metric is "crossentropy" or "ce", whatever the case."""
    return isinstance(spec, str) and spec.lower() in ("crossentropy", "ce")


def crossentropy_loss(name: str) -> FunctionLoss:
    """The loss "crossentropy", which is of each pair the one that fits."""

    def of_pair(y: Any, y_pred: Any) -> Any:
        shapes = _core.TensorShape(y.shape).as_list(), y_pred.shape.as_list()
        return _crossentropy_for(*shapes)(y, y_pred)

    return FunctionLoss(of_pair, name=name)


def crossentropy_metric(target: Sizes, output: Sizes, name: str) -> MeanMetricWrapper:
    """The metric "crossentropy" of Keras 2 for targets and outputs of these shapes."""
    return MeanMetricWrapper(_crossentropy_for(target, output), name)


def _crossentropy_for(target: Sizes, output: Sizes) -> Any:
    binary, sparse = _binary_or_sparse(target, output)
    if binary:
        return crossentropy.binary_crossentropy
    if sparse:
        return crossentropy.sparse_categorical_crossentropy
    return crossentropy.categorical_crossentropy


def _binary_or_sparse(target: Sizes, output: Sizes) -> tuple[bool, bool]:
    one_beside_several = target[-1:] == [1] and output[-1:] != [1]
    return output[-1:] == [1], len(target) < len(output) or one_beside_several
