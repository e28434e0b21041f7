"""`train_on_batch` and its like: one step, without callbacks and epochs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._runtime.versions import is_keras_2_asked_for
from ..._structure import nest
from .. import settings
from ..callbacks.logs import ordered
from . import cardinality
from .batches import usable_class_weights, with_class_weights
from .predictions import of_one
from .replicated import run_whole
from .state_of_compile import with_state_of_compile
from .steps import in_order

if TYPE_CHECKING:
    from ..._typing import TensorLike


class SingleBatches:
    """Mixin of `Model`."""

    @with_state_of_compile
    def train_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: TensorLike | None = None,
        class_weight: Any = None,
        reset_metrics: bool = True,
        return_dict: bool = False,
    ) -> Any:
        """One step of training; returns the loss and the metrics.

        They are those of this batch, or with `reset_metrics=False` of all since the last reset.
        """
        batch = _given(x, y, sample_weight)
        class_weight = usable_class_weights(class_weight)
        if class_weight is not None:
            batch = with_class_weights(batch, class_weight)
        return self._step_on_one_batch("train", self.train_step, batch, reset_metrics, return_dict)  # type: ignore[attr-defined]

    def test_on_batch(
        self,
        x: Any,
        y: Any = None,
        sample_weight: TensorLike | None = None,
        reset_metrics: bool = True,
        return_dict: bool = False,
    ) -> Any:
        """One step of evaluation; returns the loss and the metrics, as `train_on_batch` does."""
        batch = _given(x, y, sample_weight)
        return self._step_on_one_batch("test", self.test_step, batch, reset_metrics, return_dict)  # type: ignore[attr-defined]

    def _step_on_one_batch(
        self, kind: str, step: Callable[..., Any], batch: Any, reset: bool, return_dict: bool
    ) -> Any:
        if reset:
            self.reset_metrics()  # type: ignore[attr-defined]
        runner = self._steps_runner()  # type: ignore[attr-defined]
        results = runner.run(f"{kind} on batch", run_whole, self, step, batch)
        numbers = ordered(results)
        if return_dict:
            return numbers
        return in_order(numbers, self._metrics_one_by_one)  # type: ignore[attr-defined]

    def predict_on_batch(self, x: Any) -> Any:
        """The outputs for one batch, as NumPy arrays."""
        runner = self._steps_runner()  # type: ignore[attr-defined]
        step: Any = self.predict_step  # type: ignore[attr-defined]
        batch = _given(x, None, None)
        outputs = runner.run("predict on batch", run_whole, self, step, batch)
        return of_one(outputs)


def _as_floatx(leaf: Any) -> Any:
    """An array of floats in the default dtype, whatever precision it has."""
    is_of_floats = isinstance(leaf, np.ndarray) and issubclass(leaf.dtype.type, np.floating)
    return leaf.astype(settings.floatx(), copy=False) if is_of_floats else leaf


def _given(x: Any, y: Any, sample_weight: Any) -> tuple[Any, ...]:
    """What a step gets: targets and weights where there are any, as in `fit`.

    Keras 2 compares their lengths, and makes tensors of arrays; in Keras 3 it is up to the step.
    """
    if is_keras_2_asked_for():
        x, y, sample_weight = nest.map_structure(_as_floatx, (x, y, sample_weight))
        cardinality.check(x, y, sample_weight)
    if sample_weight is not None:
        return x, y, sample_weight
    return (x,) if y is None else (x, y)
