"""Callbacks that end training: when nothing improves, and when the loss is no number."""

from __future__ import annotations

import math
from typing import Any

from ..messages import say
from .callback import Callback
from .monitor import Monitor, Watching

_NOT_THERE = (
    "Early stopping conditioned on metric `{name}` which is not available. Available metrics are: "
    "{names}"
)


class EarlyStopping(Watching, Callback):
    """Stops training when `monitor` has not become better for `patience` epochs.

    Better means by more than `min_delta`, in the direction that `mode` gives ("auto" by the name),
    and, if given, than `baseline`. The first `start_from_epoch` epochs do not count.
    `restore_best_weights` ends with the weights of the best epoch.

    >>> import gradtape as tf
    >>> stopping = tf.keras.callbacks.EarlyStopping(monitor="loss", patience=2)
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
        self._watched = Monitor(monitor, mode, min_delta)
        self.monitor, self.patience, self.verbose = monitor, patience, verbose
        self.baseline, self.restore_best_weights = baseline, restore_best_weights
        self.start_from_epoch = start_from_epoch
        self._start_anew()

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._start_anew()

    def _start_anew(self) -> None:
        self._watched.reset()
        self.best_weights: list[Any] | None = None
        self.best_epoch = self.wait = self.stopped_epoch = 0

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._watched.look_at(self.model)
        value = self.get_monitor_value(logs)
        if value is None or epoch < self.start_from_epoch:
            return
        if self.restore_best_weights and self.best_weights is None:
            self.best_weights, self.best_epoch = self.model.get_weights(), epoch
        self.wait += 1
        if self._watched.improves(value):
            self.best_epoch = epoch
            if self.restore_best_weights:
                self.best_weights = self.model.get_weights()
            if self.baseline is None or self._watched.is_better(value, self.baseline):
                self.wait = 0
        elif self.wait >= self.patience and epoch > 0:
            self.stopped_epoch, self.model.stop_training = epoch, True

    def get_monitor_value(self, logs: dict[str, Any] | None) -> float | None:
        """The number that is watched; None with a warning where it is not there."""
        return self._watched.value(logs, _NOT_THERE)

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        if self.stopped_epoch and self.verbose:
            say(f"Epoch {self.stopped_epoch + 1}: early stopping")
        if self.best_weights is not None:
            if self.verbose:
                best = self.best_epoch + 1
                say(f"Restoring model weights from the end of the best epoch: {best}.")
            self.model.set_weights(self.best_weights)


class TerminateOnNaN(Callback):
    """Stops training at the first batch whose loss is not a number or infinite.

    With `raise_error` by a `RuntimeError`.
    """

    def __init__(self, raise_error: bool = False) -> None:
        super().__init__()
        self.raise_error = raise_error

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        loss = (logs or {}).get("loss")
        if loss is not None and not math.isfinite(float(loss)):
            if self.raise_error:
                raise RuntimeError(
                    f"NaN or Inf loss encountered at batch {batch}. Loss value: {loss}. "
                    "Terminating training immediately."
                )
            say(f"Batch {batch}: Invalid loss, terminating training")
            self.model.stop_training = True
