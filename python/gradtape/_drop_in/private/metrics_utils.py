"""What metrics of a program's own count with in Keras 2: true and false positives and negatives."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ... import _core
from ..._keras.metrics import accuracy
from ..._keras.metrics.counting import LEFT_OUT, confusion, of_class, of_the_largest

NEG_INF = LEFT_OUT
binary_matches = accuracy.binary_accuracy
sparse_categorical_matches = accuracy.sparse_categorical_accuracy
sparse_top_k_categorical_matches = accuracy.sparse_top_k_categorical_accuracy


class _ByName(enum.Enum):
    @classmethod
    def from_str(cls, key: str) -> Any:
        """The member of this name; `ValueError` for any other."""
        try:
            return cls[key.upper().replace("PRGAIN", "PR_GAIN")]
        except KeyError:
            raise ValueError(f'Invalid {cls.__name__} value: "{key}"') from None


class Reduction(enum.Enum):
    """How a metric sums."""

    SUM = "sum"
    SUM_OVER_BATCH_SIZE = "sum_over_batch_size"
    WEIGHTED_MEAN = "weighted_mean"


class ConfusionMatrix(enum.Enum):
    """The four counts."""

    TRUE_POSITIVES = "tp"
    FALSE_POSITIVES = "fp"
    TRUE_NEGATIVES = "tn"
    FALSE_NEGATIVES = "fn"


class AUCCurve(_ByName):
    """The curves that there is an area under."""

    ROC = "ROC"
    PR = "PR"
    PR_GAIN = "PR_GAIN"


class AUCSummationMethod(_ByName):
    """How the area is summed."""

    INTERPOLATION = "interpolation"
    MAJORING = "majoring"
    MINORING = "minoring"


_COUNTS = {
    ConfusionMatrix.TRUE_POSITIVES: "true_positives",
    ConfusionMatrix.FALSE_POSITIVES: "false_positives",
    ConfusionMatrix.TRUE_NEGATIVES: "true_negatives",
    ConfusionMatrix.FALSE_NEGATIVES: "false_negatives",
}


def assert_thresholds_range(thresholds: Sequence[float | None] | None) -> None:
    """`ValueError` for a threshold below 0 or above 1."""
    wrong = [t for t in thresholds or () if t is None or not 0 <= t <= 1]
    if wrong:
        raise ValueError(f"Threshold values must be in [0, 1]. Received: {wrong}")


def parse_init_thresholds(thresholds: Any, default_threshold: float = 0.5) -> list[float]:
    """The thresholds as a list, the default one for None.

    >>> from gradtape._drop_in.private import metrics_utils
    >>> metrics_utils.parse_init_thresholds(None), metrics_utils.parse_init_thresholds(0.2)
    ([0.5], [0.2])
    """
    if thresholds is not None:
        assert_thresholds_range(np.ravel(thresholds).tolist())
    chosen = default_threshold if thresholds is None else thresholds
    return list(chosen) if isinstance(chosen, (list, tuple)) else [chosen]


def is_evenly_distributed_thresholds(thresholds: Sequence[float]) -> bool:
    """Whether there are three or more, equally far apart from 0 to 1."""
    count = len(thresholds)
    return count >= 3 and np.allclose(thresholds, np.arange(count) / (count - 1), atol=1e-7)


def update_confusion_matrix_variables(
    variables_to_update: Mapping[ConfusionMatrix, Any] | None,
    y_true: Any,
    y_pred: Any,
    thresholds: Any,
    top_k: int | None = None,
    class_id: int | None = None,
    sample_weight: Any = None,
    multi_label: bool = False,
    label_weights: Any = None,
    thresholds_distributed_evenly: bool = False,
) -> None:
    """Add to variables what a batch counts at each threshold, and for each label if `multi_label`.

    `ValueError` for keys that are none of the four counts.

    >>> import gradtape as tf
    >>> from gradtape._drop_in.private import metrics_utils
    >>> found = tf.Variable([0.0, 0.0])
    >>> kinds = {metrics_utils.ConfusionMatrix.TRUE_POSITIVES: found}
    >>> metrics_utils.update_confusion_matrix_variables(kinds, [1, 1], [0.6, 0.9], [0.5, 0.8])
    >>> found.numpy().tolist()
    [2.0, 1.0]
    """
    if variables_to_update is None:
        return
    if not variables_to_update or set(variables_to_update) - set(_COUNTS):
        raise ValueError(
            "Please provide at least one valid confusion matrix variable to update. Valid variable "
            f'key options are: "{list(_COUNTS)}". Received: "{list(variables_to_update)}"'
        )
    chosen = y_pred if top_k is None else of_the_largest(y_pred, top_k)
    wanted, found = of_class(y_true, class_id), of_class(chosen, class_id)
    weights = _weights(found, sample_weight, None if multi_label else label_weights)
    limits = np.ravel(thresholds)
    order = np.argsort(limits, kind="stable")
    counts = confusion(wanted, found, limits[order].tolist(), weights, multi_label)
    for kind, variable in variables_to_update.items():
        added = counts[_COUNTS[kind]][np.argsort(order)]
        variable.assign_add(_core.cast(np.reshape(added, variable.shape), variable.dtype))


def _weights(found: Any, sample_weight: Any, label_weights: Any) -> Any:
    if label_weights is None:
        return sample_weight
    each = _core.broadcast_to(_core.cast(label_weights, found.dtype), found.shape)
    if sample_weight is None:
        return each
    given = _core.cast(sample_weight, found.dtype)
    missing = len(found.shape) - len(given.shape)
    return each * _core.reshape(given, [*given.shape, *[1] * missing])
