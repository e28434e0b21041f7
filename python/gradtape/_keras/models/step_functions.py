"""The functions that Keras makes of a model's steps, and the counts of steps in Keras 2.

Programs that write loops of their own make them, call them with an iterator over batches, or assign
others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..assignable import Assignable
from .steps import Steps


class StepFunctions:
    """Mixin of `Model`."""

    _steps_runner: Callable[[], Steps]

    def make_train_function(self, force: bool = False) -> Callable[[Any], Any]:
        """A function that takes a batch from an iterator and trains on it."""
        self._steps_runner().functions.add("train")
        return lambda iterator: self.train_step(next(iterator))  # type: ignore[attr-defined]

    def make_test_function(self, force: bool = False) -> Callable[[Any], Any]:
        """A function that takes a batch from an iterator and evaluates it."""
        self._steps_runner().functions.add("test")
        return lambda iterator: self.test_step(next(iterator))  # type: ignore[attr-defined]

    def make_predict_function(self, force: bool = False) -> Callable[[Any], Any]:
        """A function that takes a batch from an iterator and returns the outputs for it."""
        self._steps_runner().functions.add("predict")
        return lambda iterator: self.predict_step(next(iterator))  # type: ignore[attr-defined]

    def _make_predict_function(self) -> None:
        """Does nothing: there is no graph to make before a thread predicts."""

    _make_train_function = _make_test_function = _make_predict_function

    @Assignable
    def train_function(self) -> Any:
        """What `make_train_function` gives; None until that, or a step, was made."""
        return self._function_of("train", self.make_train_function)

    @Assignable
    def test_function(self) -> Any:
        """What `make_test_function` gives; None until that, or a step, was made."""
        return self._function_of("test", self.make_test_function)

    @Assignable
    def predict_function(self) -> Any:
        """What `make_predict_function` gives; None until that, or a step, was made."""
        return self._function_of("predict", self.make_predict_function)

    def _function_of(self, loop: str, make: Callable[[], Any]) -> Any:
        return make() if loop in self._steps_runner().functions else None

    # --- Keras 2 --------------------------------------------------------------------------------

    @Assignable
    def _train_counter(self) -> Any:
        """How many steps the last `fit` has made, as a variable; steps on single batches count."""
        return self._steps_runner().counts.shown("train")

    @Assignable
    def _test_counter(self) -> Any:
        """How many steps the last evaluation has made, as a variable."""
        return self._steps_runner().counts.shown("test")

    @Assignable
    def _predict_counter(self) -> Any:
        """How many steps the last `predict` has made, as a variable."""
        return self._steps_runner().counts.shown("predict")
