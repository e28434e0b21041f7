"""Callbacks that change the learning rate between epochs."""

from __future__ import annotations

from collections.abc import Callable as Function
from typing import Any

import numpy as np

from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from ..messages import say
from .callback import Callback
from .logs import rate_name, reported_rate, set_rate
from .monitor import Monitor, Watching
from .older_arguments import refuse_unknown


class LearningRateScheduler(Callback):
    """Sets the rate of each epoch to `schedule(epoch, rate)`, or `schedule(epoch)`.

    `ValueError` if that is no number. The rate goes into the logs as `learning_rate`.

    >>> import gradtape as tf
    >>> halved = tf.keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate / 2)
    """

    def __init__(self, schedule: Function[..., Any], verbose: int = 0) -> None:
        super().__init__()
        self.schedule, self.verbose = schedule, verbose

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        try:
            rate = self.schedule(epoch, float(self.model.optimizer.learning_rate))
        except TypeError:  # a function of the epoch alone, Keras's older manner
            rate = self.schedule(epoch)
        try:
            number = float(rate)
        except (TypeError, ValueError):
            raise ValueError(
                f"The output of the `schedule` function should be a float. Got: {rate!r}"
            ) from None
        set_rate(self.model.optimizer, number)
        if self.verbose:
            say(f"\nEpoch {epoch + 1}: LearningRateScheduler setting learning rate to {number}.")

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if logs is not None:
            logs[rate_name()] = reported_rate(self.model.optimizer)


_NOT_THERE = (
    "Learning rate reduction is conditioned on metric `{name}` which is not available. Available "
    "metrics are: {names}"
)


def _not_there() -> str:
    return _NOT_THERE if is_keras_2_asked_for() else f"{_NOT_THERE}."


class ReduceLROnPlateau(Watching, Callback):
    """Multiplies the rate by `factor` when `monitor` has not become better for `patience` epochs.

    `cooldown` epochs after that do not count, and the rate stays at or above `min_lr`.
    `ValueError` for a factor of 1 or more.
    """

    def __init__(
        self,
        monitor: str = "val_loss",
        factor: float = 0.1,
        patience: int = 10,
        verbose: int = 0,
        mode: str = "auto",
        min_delta: float = 1e-4,
        cooldown: int = 0,
        min_lr: float = 0.0,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if factor >= 1.0:
            raise ValueError(
                f"ReduceLROnPlateau does not support a factor >= 1.0. Received factor={factor}"
            )
        delta = kwargs.pop("epsilon", min_delta)  # Keras 3 ignores the older name
        delta = min_delta if are_of_keras_3() else delta
        self._watched = Monitor(monitor, mode, delta, by_end=False)
        refuse_unknown("ReduceLROnPlateau", kwargs)
        self.monitor, self.factor, self.patience = monitor, factor, patience
        self.verbose, self.cooldown, self.min_lr = verbose, cooldown, min_lr
        self._reset()

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._reset()

    def _reset(self) -> None:
        """Forget what was seen, also under this name of Keras's."""
        self._watched.reset()
        self.cooldown_counter = self.wait = 0

    def in_cooldown(self) -> bool:
        """Whether this epoch does not count, since the rate was reduced lately."""
        return self.cooldown_counter > 0

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        if logs is not None:
            logs[rate_name()] = reported_rate(self.model.optimizer)
        self._watched.look_at(self.model)
        value = self._watched.value(logs, _not_there())
        if value is None:
            return
        if self.in_cooldown():
            self.cooldown_counter -= 1
            self.wait = 0
        if self._watched.improves(value):
            self.wait = 0
        elif not self.in_cooldown():
            self.wait += 1
            if self.wait >= self.patience:
                self._reduce(epoch)

    def _reduce(self, epoch: int) -> None:
        rate = self.model.optimizer.learning_rate
        # Keras 2 keeps to the precision of the rate.
        old: Any = np.asarray(rate)[()] if is_keras_2_asked_for() else float(rate)
        if old <= np.float32(self.min_lr):  # the rate is a float32: else it stays above for ever
            return
        new = max(old * self.factor, self.min_lr)
        set_rate(self.model.optimizer, new)
        if self.verbose:
            say(f"\nEpoch {epoch + 1}: ReduceLROnPlateau reducing learning rate to {new}.")
        self.cooldown_counter, self.wait = self.cooldown, 0
