"""Losses as metrics."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..losses import crossentropy, functions
from .metric import Mean, MeanMetricWrapper, registry


@registry.add()
class MeanSquaredError(MeanMetricWrapper):
    """The mean squared error."""

    def __init__(self, name: str | None = "mean_squared_error", dtype: Any = None) -> None:
        super().__init__(functions.mean_squared_error, name, dtype)


@registry.add()
class MeanAbsoluteError(MeanMetricWrapper):
    """The mean absolute error."""

    def __init__(self, name: str | None = "mean_absolute_error", dtype: Any = None) -> None:
        super().__init__(functions.mean_absolute_error, name, dtype)


@registry.add()
class RootMeanSquaredError(Mean):
    """The root of the mean squared error.

    >>> import gradtape as tf
    >>> float(tf.keras.metrics.RootMeanSquaredError()([0.0, 0.0], [3.0, 3.0]))
    3.0
    """

    def __init__(self, name: str | None = "root_mean_squared_error", dtype: Any = None) -> None:
        super().__init__(name, dtype)

    def update_state(self, y_true: Any, y_pred: Any, sample_weight: Any = None) -> None:  # type: ignore[override]
        with _core.stop_recording_all():
            super().update_state(functions.mean_squared_error(y_true, y_pred), sample_weight)

    def result(self) -> Any:
        return _core.sqrt(super().result())


@registry.add()
class KLDivergence(MeanMetricWrapper):
    """The mean Kullback-Leibler divergence."""

    def __init__(self, name: str | None = "kl_divergence", dtype: Any = None) -> None:
        super().__init__(functions.kl_divergence, name, dtype)


@registry.add()
class BinaryCrossentropy(MeanMetricWrapper):
    """The mean binary cross entropy."""

    def __init__(
        self,
        name: str | None = "binary_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
    ) -> None:
        options = {"from_logits": from_logits, "label_smoothing": label_smoothing}
        super().__init__(crossentropy.binary_crossentropy, name, dtype, **options)


@registry.add()
class CategoricalCrossentropy(MeanMetricWrapper):
    """The mean categorical cross entropy."""

    def __init__(
        self,
        name: str | None = "categorical_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        label_smoothing: float = 0.0,
        axis: int = -1,
    ) -> None:
        options = {"from_logits": from_logits, "label_smoothing": label_smoothing, "axis": axis}
        super().__init__(crossentropy.categorical_crossentropy, name, dtype, **options)


@registry.add()
class SparseCategoricalCrossentropy(MeanMetricWrapper):
    """The mean cross entropy of targets that are numbers of classes."""

    def __init__(
        self,
        name: str | None = "sparse_categorical_crossentropy",
        dtype: Any = None,
        from_logits: bool = False,
        ignore_class: int | None = None,
        axis: int = -1,
    ) -> None:
        options = {"from_logits": from_logits, "ignore_class": ignore_class, "axis": axis}
        super().__init__(crossentropy.sparse_categorical_crossentropy, name, dtype, **options)
