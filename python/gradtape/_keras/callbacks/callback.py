"""`Callback`: what a program can do between the steps of `Model.fit`."""

from __future__ import annotations

from collections.abc import Callable as Function
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..assignable import also_called


class Callback:
    """Base of the callbacks: methods that do nothing, for a subclass to override.

    `model` and `params` are set before training starts. `logs` are dicts of numbers.

    >>> import gradtape as tf
    >>> class Stop(tf.keras.callbacks.Callback):
    ...     def on_epoch_end(self, epoch, logs=None):
    ...         self.model.stop_training = logs["loss"] < 0.1
    """

    model: Any = None
    _model = also_called("model")  # where Keras 3 keeps it

    def __init__(self) -> None:
        self.params: dict[str, Any] = {}
        if is_keras_2_asked_for():
            self.validation_data: Any = None  # of an earlier Keras

    def set_model(self, model: Any) -> None:
        """Told the model before anything else."""
        self.model = model

    def set_params(self, params: dict[str, Any]) -> None:
        """Told the number of epochs and steps."""
        self.params = params

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before the first epoch."""

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        """After the last epoch."""

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """Before an epoch, numbered from 0."""

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        """After an epoch and its validation."""

    def on_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_begin`."""

    def on_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """The older name of `on_train_batch_end`."""

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a training step."""
        self.on_batch_begin(batch, logs)

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a training step."""
        self.on_batch_end(batch, logs)

    def on_test_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before an evaluation."""

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        """After an evaluation."""

    def on_test_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of an evaluation."""

    def on_test_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of an evaluation."""

    def on_predict_begin(self, logs: dict[str, Any] | None = None) -> None:
        """Before a prediction."""

    def on_predict_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a step of a prediction."""

    def on_predict_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a step of a prediction."""

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After a prediction."""


class LambdaCallback(Callback):
    """A callback made of functions, given by the names of the methods they stand for."""

    def __init__(
        self,
        on_epoch_begin: Function[..., Any] | None = None,
        on_epoch_end: Function[..., Any] | None = None,
        on_train_begin: Function[..., Any] | None = None,
        on_train_end: Function[..., Any] | None = None,
        on_train_batch_begin: Function[..., Any] | None = None,
        on_train_batch_end: Function[..., Any] | None = None,
        **functions: Function[..., Any],
    ) -> None:
        super().__init__()
        named = {
            "on_epoch_begin": on_epoch_begin,
            "on_epoch_end": on_epoch_end,
            "on_train_begin": on_train_begin,
            "on_train_end": on_train_end,
            "on_train_batch_begin": on_train_batch_begin,
            "on_train_batch_end": on_train_batch_end,
        }
        for name, function in {**named, **functions}.items():
            if function is not None:
                setattr(self, name, function)
