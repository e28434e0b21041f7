"""What a model measures: the metrics that it was compiled with, its own, and those of its layers.

Invariant: `metrics` are what a program goes through, `_metrics_one_by_one` what is reported.
"""

from __future__ import annotations

import contextlib
from typing import Any

from ..._runtime.manners import are_of_keras_3
from ..._runtime.versions import is_keras_2_asked_for
from .compiled import Compiled
from .steps import results_of


class Measured:
    """Mixin of `Model`."""

    history: Any = None  # that of the last `fit`
    _training_setup: Compiled | None

    def _without_loss(self) -> Any:
        """What `compute_loss` gives where there is none: Keras 2 may evaluate without."""
        if not is_keras_2_asked_for():
            raise ValueError("No loss to compute. Provide a `loss` argument in `compile()`.")
        return None

    def _refuse_missing_loss(self, loss: Any, y: Any) -> None:
        """`ValueError` unless a step of Keras 2 has what it trains with."""
        if not is_keras_2_asked_for():
            return
        if self.loss and y is None:  # type: ignore[attr-defined]
            raise ValueError(
                "Target data is missing. Your model was compiled with "
                f"loss={self.loss}, and therefore expects target data to be provided in `fit()`."  # type: ignore[attr-defined]
            )
        if loss is None:
            raise ValueError(
                "No loss found. You may have forgotten to provide a `loss` argument in the "
                "`compile()` method."
            )

    @property
    def metrics(self) -> list[Any]:
        """The metrics that `fit` and `evaluate` report, the mean loss first.

        Those that were compiled are one, which has them in `metrics`; in Keras 2 they stand by
        themselves.
        """
        setup = self._training_setup
        return [*([] if setup is None else setup.shown_metrics), *self._own_metrics()]  # type: ignore[attr-defined]

    @property
    def _metrics_one_by_one(self) -> list[Any]:
        """`metrics`, which a program may have written, with each of those that were compiled."""
        setup = self._training_setup
        if setup is not None and type(self).metrics is Measured.metrics:
            return [*setup.metrics, *self._own_metrics()]  # type: ignore[attr-defined]
        given = self.metrics
        shown = [] if setup is None else setup.shown_metrics
        if setup is None or not all(any(one is own for own in given) for one in shown):
            return list(given)
        others = [one for one in given if not any(one is own for own in shown)]
        return [*setup.metrics, *others]

    @property
    def metrics_names(self) -> list[str]:
        """The names of what `evaluate` reports, as in Keras 2; Keras 3 names the one of several,
        and so is it where gradtape stands for that."""
        return [
            metric.name
            for metric in (self.metrics if are_of_keras_3() else self._metrics_one_by_one)
        ]

    def _make_metrics_as_read(self) -> None:
        """Know the metrics of a model that Keras 2 has read from a file, unless they do not fit."""
        symbols, setup = getattr(self, "outputs", None), self._training_setup
        if symbols and setup is not None and is_keras_2_asked_for():
            with contextlib.suppress(Exception):
                setup.make_for(symbols[0] if len(symbols) == 1 else symbols)

    def reset_metrics(self) -> None:
        """Reset all `metrics`."""
        for metric in self.metrics:
            metric.reset_state()

    def get_metrics_result(self) -> dict[str, Any]:
        """The results of all `metrics` by name."""
        setup = self._training_setup
        return results_of(
            self._metrics_one_by_one, lambda one: setup is not None and setup.measures_with(one)
        )

    def _reported(self, results: dict[str, Any]) -> dict[str, Any]:
        """What an epoch is reported with, behind a last step with these results.

        As in Keras it is the results of the metrics where they have the same names; but for a mean
        loss that no step has told anything, which Keras 2 does not have, and which is 0 in Keras 3
        and where gradtape stands for that.
        """
        measured = self.get_metrics_result()
        if not isinstance(results, dict) or measured.keys() != results.keys():
            return results
        of_loss = [metric for metric in self._metrics_one_by_one if metric.name == "loss"]
        setup = self._training_setup
        is_its_own = setup is not None and of_loss == [setup.loss_tracker]
        if is_its_own and not are_of_keras_3() and not float(of_loss[0].count):
            measured["loss"] = results["loss"]
        return measured
