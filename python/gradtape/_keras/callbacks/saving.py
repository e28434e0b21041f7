"""Callbacks that save the model while it is trained."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from ... import _core
from ..._checkpoint.checkpoint import Checkpoint
from ..._checkpoint.opening import checkpoint_file
from ..._runtime.manners import show_keras_2
from ..._runtime.versions import is_keras_2_asked_for
from ..messages import say
from .callback import Callback
from .monitor import Monitor, Watching
from .older_arguments import newest_file, refuse_unknown

_NOT_THERE = "Can save best model only with {name} available"


class BatchCount:
    """The batches since a callback has saved last; several may come at once."""

    def __init__(self) -> None:
        self._count = self._last = 0

    def reaches(self, wanted: int, batch: int) -> bool:
        """Whether with this number of a batch as many have come, upon which they are forgotten."""
        self._count += batch - self._last if batch > self._last else batch + 1
        self._last = batch
        if self._count < wanted:
            return False
        self._count = 0
        return True


class ModelCheckpoint(Watching, Callback):
    """Saves the model, or its weights alone, at the end of epochs or every `save_freq` batches.

    `filepath` may hold `{epoch}` and the names of logs, as in "w-{epoch:02d}-{val_loss:.2f}.keras".
    `save_best_only` saves only where `monitor` is better than ever before, and than
    `initial_value_threshold`. `ValueError` for a `save_freq` that is neither "epoch" nor a number.
    Keras 2 takes `period`, a number of epochs between two files, and `load_weights_on_restart`,
    with which training goes on from the newest file; it ignores what it does not know.

    >>> import gradtape as tf
    >>> saving = tf.keras.callbacks.ModelCheckpoint("best.keras", save_best_only=True)
    """

    def __init__(
        self,
        filepath: str | os.PathLike[str],
        monitor: str = "val_loss",
        verbose: int = 0,
        save_best_only: bool = False,
        save_weights_only: bool = False,
        mode: str = "auto",
        save_freq: str | int = "epoch",
        initial_value_threshold: float | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        if kwargs:
            show_keras_2()
        self.period, self.epochs_since_last_save = kwargs.pop("period", 1), 0
        self.load_weights_on_restart = bool(kwargs.pop("load_weights_on_restart", False))
        kwargs.pop("options", None)
        refuse_unknown("ModelCheckpoint", kwargs)
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(
                f"Unrecognized save_freq: {save_freq}. Expected save_freq are 'epoch' or integer "
                "values"
            )
        self._watched = Monitor(monitor, mode, by_end=False)
        self._watched.reset(initial_value_threshold)
        path = os.fsdecode(filepath)
        if not path.endswith(".weights.h5" if save_weights_only else (".keras", ".h5")):
            show_keras_2()
        self.filepath, self.monitor, self.verbose = path, monitor, verbose
        self.save_best_only, self.save_weights_only = save_best_only, save_weights_only
        self.save_freq = save_freq
        self._batches, self._current_epoch = BatchCount(), 0

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        newest = newest_file(self.filepath) if self.load_weights_on_restart else None
        if newest is not None:
            self.model.load_weights(newest)

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._current_epoch = epoch

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        super().on_train_batch_end(batch, logs)
        if self._should_save_on_batch(batch):
            self._save_model(epoch=self._current_epoch, batch=batch, logs=logs)

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.epochs_since_last_save += 1
        if self.save_freq == "epoch":
            self._save_model(epoch=epoch, batch=None, logs=logs)

    # Keras's own names, since programs override these, and call them.

    def _should_save_on_batch(self, batch: int) -> bool:
        return isinstance(self.save_freq, int) and self._batches.reaches(self.save_freq, batch)

    def _save_model(self, epoch: int, batch: int | None, logs: dict[str, Any] | None) -> None:
        if self.save_freq == "epoch" and self.epochs_since_last_save < self.period:
            return
        self.epochs_since_last_save = 0
        self._consider(logs or {}, self._get_file_path(epoch, batch, logs))

    def _get_file_path(self, epoch: int, batch: int | None, logs: dict[str, Any] | None) -> str:
        scalars = {k: value for k, value in (logs or {}).items() if not getattr(value, "shape", ())}
        numbers = {name: float(value) for name, value in scalars.items() if name != "batch"}
        known = {} if batch is None else {"batch": batch + 1}
        known.update((name, value) for name, value in scalars.items() if name == "batch")
        try:
            return self.filepath.format(epoch=epoch + 1, **known, **numbers)
        except KeyError as error:
            raise KeyError(
                f'Failed to format this callback filepath: "{self.filepath}". Reason: {error}'
            ) from None

    def _consider(self, logs: dict[str, Any], path: str) -> None:
        if not self.save_best_only:
            return self._save(path, "saving model to")
        self._watched.look_at(self.model)
        end = ", skipping." if is_keras_2_asked_for() else "."
        value, before = self._watched.value(logs, _NOT_THERE + end), self._watched.best
        if value is None:  # Keras 2 saves nothing then
            return None if is_keras_2_asked_for() else self._save(path, "saving model to")
        known = self._written(before)
        if not self._watched.improves(value):
            return self._say(f"{self.monitor} did not improve from {known}")
        change = f"{self.monitor} improved from {known} to {float(value):.5f}"
        return self._save(path, f"{change}, saving model to")

    def _written(self, best: float | None) -> str:
        if best is not None:
            return f"{best:.5f}"
        if not is_keras_2_asked_for():
            return "None"
        return "-inf" if self._watched.is_better(1.0, than=0.0) else "inf"

    def _say(self, text: str) -> None:
        if self.verbose:
            say(f"\nEpoch {self._current_epoch + 1}: {text}")

    def _save(self, path: str, told: str) -> None:
        self._say(f"{told} {path}")
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        if self.save_weights_only:
            self.model.save_weights(path)
        else:
            self.model.save(path)
        if not is_keras_2_asked_for():
            self._say(f"finished saving model to {path}")


class BackupAndRestore(Callback):
    """Saves weights and optimizer after each epoch, and goes on from there after a crash.

    With `save_freq` a number, after every so many batches. The file in `backup_dir` is removed at
    the end of training unless `delete_checkpoint` is False.
    """

    def __init__(
        self,
        backup_dir: str | os.PathLike[str],
        save_freq: str | int = "epoch",
        double_checkpoint: bool = False,
        delete_checkpoint: bool = True,
        **ignored: Any,
    ) -> None:
        super().__init__()
        if not backup_dir:
            raise ValueError("Empty `backup_dir` argument passed")
        if save_freq != "epoch" and not isinstance(save_freq, int):
            raise ValueError(
                f"Invalid value for argument `save_freq`. Received: save_freq={save_freq}. "
                "Expected either 'epoch' or an integer value."
            )
        self.backup_dir, self.save_freq = Path(os.fsdecode(backup_dir)), save_freq
        self.delete_checkpoint = delete_checkpoint
        self._batches = BatchCount()

    @property
    def _prefix(self) -> str:
        return str(self.backup_dir / "latest")

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._next_epoch = _core.Variable(0, trainable=False, dtype=_core.int64)
        self._saved = Checkpoint(
            model=self.model, optimizer=self.model.optimizer, next_epoch=self._next_epoch
        )
        if Path(checkpoint_file(self._prefix)).exists():
            self._saved.read(self._prefix)
            self.model._initial_epoch = int(self._next_epoch)

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        super().on_train_batch_end(batch, logs)
        if isinstance(self.save_freq, int) and self._batches.reaches(self.save_freq, batch):
            self._save()

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._next_epoch.assign(epoch + 1)
        if self.save_freq == "epoch":
            self._save()

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        if self.delete_checkpoint and self.model._fit_strategy.is_chief:
            shutil.rmtree(self.backup_dir, ignore_errors=True)

    def _save(self) -> None:
        if self.model._fit_strategy.is_chief:
            self.backup_dir.mkdir(parents=True, exist_ok=True)
            self._saved.write(self._prefix)
