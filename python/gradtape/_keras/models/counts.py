"""How many steps a loop has made: what Keras 2 keeps in `_train_counter` and its kin.

Invariant: a variable that was shown once has the count at any time.
"""

from __future__ import annotations

from typing import Any

from ... import _core
from ..._runtime.versions import is_keras_2_asked_for
from ..callbacks.listing import CallbackList


class StepCounts:
    """The counts of steps of one model.

    >>> from gradtape._keras.models.counts import StepCounts
    >>> counts = StepCounts()
    >>> counts.add("train")
    >>> shown = counts.shown("train")
    >>> counts.add("train")
    >>> int(shown)
    2
    """

    def __init__(self) -> None:
        self._made: dict[str, int] = {}
        self._shown: dict[str, _core.Variable] = {}

    def add(self, loop: str) -> None:
        """A step begins, of "train", "test" or "predict"."""
        self._made[loop] = self.of(loop) + 1
        if loop in self._shown:
            self._shown[loop].assign_add(1)

    def begin(self, loop: str) -> None:
        """A loop over data begins, and counts from zero."""
        self._made[loop] = 0
        if loop in self._shown:
            self._shown[loop].assign(0)

    def of(self, loop: str) -> int:
        """The count of one kind."""
        return self._made.get(loop, 0)

    def shown(self, loop: str) -> _core.Variable:
        """The count of one kind as a variable."""
        if loop not in self._shown:
            self._shown[loop] = _core.Variable(self.of(loop), trainable=False, dtype=_core.int64)
        return self._shown[loop]


class CountingList(CallbackList):
    """The callbacks of a loop; its beginning sets the count of steps to zero."""

    def set_params(self, params: dict[str, Any]) -> None:
        """Tell all callbacks the numbers; Keras 2 says what a `verbose` of "auto" means."""
        if params["verbose"] == "auto" and is_keras_2_asked_for():
            params = {**params, "verbose": 1}
        super().set_params(params)

    def set_model(self, model: Any) -> None:
        """Tell all callbacks the model."""
        super().set_model(model)
        self._counts = model._steps_runner().counts

    def on_train_begin(self, logs: Any = None) -> None:
        """Tell all callbacks."""
        self._counts.begin("train")
        super().on_train_begin(logs)

    def on_test_begin(self, logs: Any = None) -> None:
        """Tell all callbacks."""
        self._counts.begin("test")
        super().on_test_begin(logs)

    def on_predict_begin(self, logs: Any = None) -> None:
        """Tell all callbacks."""
        self._counts.begin("predict")
        super().on_predict_begin(logs)
