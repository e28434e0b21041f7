"""What a program can do between the steps of `Model.fit`."""

from __future__ import annotations

import math
from collections.abc import Callable as Function
from typing import Any


class Callback:
    """Base of the callbacks: methods that do nothing, for a subclass to override.

    `model` and `params` are set before training starts. `logs` are dicts of numbers.

    >>> import gradtape as tf
    >>> class Stop(tf.keras.callbacks.Callback):
    ...     def on_epoch_end(self, epoch, logs=None):
    ...         self.model.stop_training = logs["loss"] < 0.1
    """

    model: Any = None

    def __init__(self) -> None:
        self.params: dict[str, Any] = {}

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

    def on_train_batch_begin(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """Before a training step."""

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        """After a training step."""

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

    def on_predict_end(self, logs: dict[str, Any] | None = None) -> None:
        """After a prediction."""


class LambdaCallback(Callback):
    """A callback made of functions, given by the names of the methods they stand for."""

    def __init__(self, **functions: Function[..., Any]) -> None:
        super().__init__()
        for name, function in functions.items():
            if not hasattr(Callback, name):
                raise TypeError(f"LambdaCallback has no event {name!r}")
            if function is not None:
                setattr(self, name, function)


class History(Callback):
    """Keeps the numbers of each epoch: `history` maps names to lists, `epoch` has the epochs."""

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[float]] = {}
        self.epoch: list[int] = []

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)


class EarlyStopping(Callback):
    """Stops training when `monitor` no longer improves.

    That is, not by more than `min_delta` for `patience` epochs.
    "max" or "min" `mode` says what an improvement is; "auto" means larger for names that end in
    "acc" or "accuracy".
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        min_delta: float = 0,
        patience: int = 0,
        verbose: int = 0,
        mode: str = "auto",
        baseline: float | None = None,
        restore_best_weights: bool = False,
        start_from_epoch: int = 0,
    ) -> None:
        super().__init__()
        larger = mode == "max" or (mode == "auto" and monitor.endswith(("acc", "accuracy")))
        self.sign = 1.0 if larger else -1.0
        self.monitor, self.min_delta, self.patience = monitor, abs(min_delta), patience
        self.baseline, self.restore_best_weights = baseline, restore_best_weights
        self.start_from_epoch = start_from_epoch

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self.best = -math.inf if self.baseline is None else self.sign * self.baseline
        self.best_weights: list[Any] | None = None
        self.wait = self.stopped_epoch = 0

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        value = (logs or {}).get(self.monitor)
        if value is None or epoch < self.start_from_epoch:
            return
        if self.sign * value - self.min_delta > self.best:
            self.best, self.wait = self.sign * value, 0
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            return
        self.wait += 1
        if self.wait >= self.patience:
            self.stopped_epoch, self.model.stop_training = epoch, True

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        if self.best_weights is not None:
            self.model.set_weights(self.best_weights)
