"""Callbacks that write the numbers down: in memory, and in a table."""

from __future__ import annotations

import csv
import os
from pathlib import Path
from typing import Any

import numpy as np

from .callback import Callback
from .logs import Logs


class History(Callback):
    """Keeps the numbers of each epoch: `history` maps names to lists, `epoch` has the epochs."""

    def __init__(self) -> None:
        super().__init__()
        self.history: dict[str, list[float]] = Logs()
        self.epoch: list[int] = []

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.epoch.append(epoch)
        for name, value in (logs or {}).items():
            self.history.setdefault(name, []).append(value)
        if self.model is not None:  # a list of callbacks may have none
            self.model.history = self  # of loops within each other the one told last


class CSVLogger(Callback):
    """Writes a row for each epoch into a file of comma-separated values.

    The first row has the names, those of the validation too. `append` goes on with a file that is
    there.
    """

    def __init__(
        self, filename: str | os.PathLike[str], separator: str = ",", append: bool = False
    ) -> None:
        super().__init__()
        self.filename, self.sep, self.append = os.fsdecode(filename), separator, append
        self.csv_file: Any = None
        self.writer: Any = None
        self.keys: list[str] | None = None
        self.append_header = True

    def on_train_begin(self, logs: dict[str, Any] | None = None) -> None:
        path = Path(self.filename)
        if self.append and path.exists():
            self.append_header = path.stat().st_size == 0
        self.csv_file = path.open("a" if self.append else "w", newline="", encoding="utf-8")
        self.writer = self.keys = None

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        logs = logs or {}
        self.writer = self.writer or csv.writer(self.csv_file, delimiter=self.sep)
        if self.keys is None:
            names = sorted(logs)
            later = [] if any(name.startswith("val_") for name in names) else names
            self.keys = names + [f"val_{name}" for name in later]
            if self.append_header:
                self.writer.writerow(["epoch", *self.keys])
        self.writer.writerow([epoch, *(_cell(logs.get(name, "NA")) for name in self.keys)])
        self.csv_file.flush()

    def on_train_end(self, logs: dict[str, Any] | None = None) -> None:
        self.csv_file.close()
        self.writer = None


def _cell(value: Any) -> Any:
    """What stands for a value; Keras's text for the rows of an array or a list."""
    if isinstance(value, str) or np.ndim(value) == 0:
        return value
    return f'"[{", ".join(map(str, value))}]"'
