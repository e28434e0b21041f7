"""The functions that Keras makes of a model's steps, and the counts of steps in Keras 2.

Programs that write loops of their own make them, call them with an iterator over batches, or assign
others. Invariant: a loop of the library calls what a program has made or assigned, and runs the
step itself where there is nothing of the kind.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from ..._runtime.versions import is_keras_2_asked_for
from ..assignable import Assignable
from ..lookup import is_written_here
from .replicated import run_step
from .steps import Steps


@lru_cache(maxsize=256)  # classes that programs forget are not kept
def _makes_its_own(kind: Any, loop: str) -> bool:
    return not is_written_here(getattr(kind, f"make_{loop}_function"))


class StepFunctions:
    """Mixin of `Model`."""

    _steps_runner: Callable[[], Steps]
    _is_in_own_function = False  # of a step, which a loop of the library calls

    def make_train_function(self, force: bool = False) -> Callable[[Any], Any]:
        """A function that takes a batch from an iterator and trains on it."""
        known = None if force else vars(self).get("train_function")
        return known or self._function_that_runs("train")

    def make_test_function(self, force: bool = False) -> Callable[[Any], Any]:
        """A function that takes a batch from an iterator and evaluates it."""
        known = None if force else vars(self).get("test_function")
        return known or self._function_that_runs("test")

    def make_predict_function(self, force: bool = False) -> Callable[[Any], Any]:
        """A function that takes a batch from an iterator and returns the outputs for it."""
        self._steps_runner().functions.add("predict")
        return lambda iterator: self.predict_step(next(iterator))  # type: ignore[attr-defined]

    def _function_that_runs(self, loop: str) -> Callable[[Any], Any]:
        """The function of a step, which a loop of the library runs as it runs the step."""
        self._steps_runner().functions.add(loop)
        step = f"{loop}_step"

        def run(iterator: Any) -> Any:
            run = self._run_plain if self._is_in_own_function else self._run_by_itself
            return run(loop, getattr(self, step), next(iterator))

        return run

    def _run_by_itself(self, loop: str, step: Callable[[Any], Any], batch: Any) -> Any:
        return step(batch)

    def _run_plain(self, loop: str, step: Callable[[Any], Any], batch: Any) -> Any:
        return self._steps_runner().run(loop, run_step, self, step, batch)

    def _run_step(self, source: Any, loop: str, step: Callable[[Any], Any], batch: Any) -> Any:
        """One step of a loop over a source of batches."""
        own = self._own_function(source, loop)
        if own is None:
            return self._run_plain(loop, step, batch)
        vars(self)["_is_in_own_function"] = True
        try:
            return own(iter([batch]))
        finally:
            vars(self)["_is_in_own_function"] = False

    def _own_function(self, source: Any, loop: str) -> Any:
        """What the program's class makes for this loop, or what the program has assigned."""
        kind: Any = type(self)
        name = f"{loop}_function"
        if _makes_its_own(kind, loop) and not source.has_function:
            source.has_function = True
            made = getattr(self, f"make_{name}")()
            if is_keras_2_asked_for():  # Keras 3 leaves it to the method
                vars(self)[name] = made
        return vars(self).get(name)

    def _make_predict_function(self) -> None:
        """Does nothing: there is no graph to make before a thread predicts."""

    _make_train_function = _make_test_function = _make_predict_function

    @Assignable
    def train_function(self) -> Any:
        """What `make_train_function` gives; None until that, or a step, was made."""
        return self._function_of("train", partial(self._function_that_runs, "train"))

    @Assignable
    def test_function(self) -> Any:
        """What `make_test_function` gives; None until that, or a step, was made."""
        return self._function_of("test", partial(self._function_that_runs, "test"))

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
