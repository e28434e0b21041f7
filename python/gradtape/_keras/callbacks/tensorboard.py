"""`TensorBoard`: the numbers of training, and histograms of weights, in event files."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..._summary import events
from ..._summary.writer import SummaryWriter, create_file_writer
from .callback import Callback
from .projector import write_config


class TensorBoard(Callback):
    """Writes losses and metrics into `log_dir/train` and `log_dir/validation`, for TensorBoard.

    After each epoch, or also every `update_freq` batches ("batch" is every one), and after each
    evaluation by the number of steps taken; histograms of all weights every `histogram_freq`
    epochs; the number of steps in a second with `write_steps_per_second`. With `embeddings_freq`
    also what the projector reads: the weights after so many epochs, and where the labels of the
    embeddings are, `embeddings_metadata` for all of them or by the names of layers. Options about
    graphs and profiles are accepted and change nothing. `ImportError` without the extra
    `gradtape[tensorboard]`.
    """

    def __init__(
        self,
        log_dir: str | os.PathLike[str] = "logs",
        histogram_freq: int = 0,
        write_graph: bool = True,
        write_images: bool = False,
        write_steps_per_second: bool = False,
        update_freq: str | int = "epoch",
        profile_batch: Any = 0,
        embeddings_freq: int = 0,
        embeddings_metadata: Any = None,
        **ignored: Any,
    ) -> None:
        super().__init__()
        self.log_dir, self.histogram_freq = os.fsdecode(log_dir), histogram_freq
        self.write_images, self.write_steps_per_second = write_images, write_steps_per_second
        self.update_freq = 1 if update_freq == "batch" else update_freq
        self.embeddings_freq, self.embeddings_metadata = embeddings_freq, embeddings_metadata
        self._writers: dict[str, SummaryWriter] = {}

    def set_model(self, model: Any) -> None:
        super().set_model(model)
        if self.embeddings_freq:
            write_config(self.log_dir, model, self.embeddings_metadata)

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        self._train_step = self._test_step = 0

    def on_epoch_begin(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self._epoch_start = self._train_step, time.perf_counter()

    def on_train_batch_end(self, batch: int, logs: dict[str, Any] | None = None) -> None:
        super().on_train_batch_end(batch, logs)
        if isinstance(self.update_freq, int) and self._train_step % self.update_freq == 0:
            self._write("train", "batch_", logs or {}, self._train_step)
        self._train_step += 1

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        logs = dict(logs or {})
        held_out = {name[4:]: logs.pop(name) for name in list(logs) if name.startswith("val_")}
        logs.setdefault("learning_rate", self._rate())
        if self.write_steps_per_second:
            logs["steps_per_second"] = self._steps_per_second()
        self._write("train", "epoch_", logs, epoch)
        if held_out:
            self._write("validation", "epoch_", held_out, epoch)
        if self.histogram_freq and epoch % self.histogram_freq == 0:
            self._write_weights(epoch)
        if self.embeddings_freq and epoch % self.embeddings_freq == 0:
            suffix = "" if is_keras_2_asked_for() else ".weights.h5"
            name = f"keras_embedding.ckpt-{epoch}{suffix}"
            self.model.save_weights(str(Path(self.log_dir) / "train" / name))

    def on_test_end(self, logs: dict[str, Any] | None = None) -> None:
        steps = getattr(self.model.optimizer, "iterations", None)
        if steps is not None and logs:
            numbers = {f"{name}_vs_iterations": value for name, value in logs.items()}
            self._write("validation", "evaluation_", numbers, int(steps))

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        for writer in self._writers.values():
            writer.close()
        self._writers.clear()

    def _rate(self) -> Any:
        """The rate; in Keras 2 that of a schedule alone."""
        optimizer = self.model.optimizer
        given = getattr(optimizer, "_learning_rate", None)
        if is_keras_2_asked_for() and not callable(given):  # as schedules are
            return None
        rate = getattr(optimizer, "learning_rate", None)
        if callable(rate):  # the schedule itself, which an optimizer of Keras 2.10 tells
            rate = rate(optimizer.iterations)
        return None if rate is None else float(rate)

    def _steps_per_second(self) -> float:
        step, start = self._epoch_start
        return (self._train_step - step) / max(time.perf_counter() - start, 1e-9)

    @property
    def _train_writer(self) -> SummaryWriter:
        """That of training, as callbacks of programs' own take it to write more."""
        return self._writer("train")

    @property
    def _val_writer(self) -> SummaryWriter:
        return self._writer("validation")

    def _writer(self, part: str) -> SummaryWriter:
        if part not in self._writers:
            self._writers[part] = create_file_writer(Path(self.log_dir) / part)
        return self._writers[part]

    def _write(self, part: str, prefix: str, numbers: dict[str, Any], step: int) -> None:
        with self._writer(part).as_default():
            for name, value in numbers.items():
                if value is not None:
                    events.scalar(prefix + name, float(value), step=step)

    def _write_weights(self, epoch: int) -> None:
        with self._writer("train").as_default():
            for weight in self.model.weights:
                tag = weight.name.replace(":", "_") if is_keras_2_asked_for() else weight.path
                events.histogram(f"{tag}/histogram", weight, step=epoch)
                if self.write_images and weight.shape.rank == 2:
                    events.image(f"{tag}/image", weight[None, :, :, None], step=epoch)
