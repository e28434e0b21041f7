"""What `fit` reports of layers: metrics in attributes, and means of numbers (`add_metric`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ... import _core
from ..._runtime.manners import show_keras_2
from ..seed_generator import is_held
from .searches import Barren, Reported

_barren = Barren()
_mean: list[Callable[..., Any]] = []


def set_mean(kind: Callable[..., Any]) -> None:
    """Say what makes the mean of a number by a name; metrics are made of layers' parts."""
    _mean[:] = [kind]


class Measures:
    """Mixin of `Layer`."""

    @property
    def metrics(self) -> list[Any]:
        """The metrics that are attributes of this layer and of those below, or in a list there."""
        return self._own_metrics()

    def _own_metrics(self) -> list[Any]:
        layers: list[Any] = self._layers_and_self()  # type: ignore[attr-defined]
        return [metric for layer in layers for metric in _reported_in(vars(layer))]

    def add_metric(
        self, value: Any, name: str | None = None, aggregation: str | None = None, **ignored: Any
    ) -> None:
        """Report the mean of a number over the calls of an epoch, under this name.

        `ValueError` without a name.

        >>> import gradtape as tf
        >>> class Watched(tf.keras.layers.Layer):
        ...     def call(self, inputs):
        ...         self.add_metric(tf.reduce_max(inputs), name="largest")
        ...         return inputs
        >>> model = tf.keras.Sequential([Watched(), tf.keras.layers.Dense(1)])
        >>> model.compile("sgd", "mse")
        >>> history = model.fit(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0)
        >>> history.history["largest"]
        [1.0]
        """
        metric = getattr(value, "_metric_obj", None)
        if metric is None and name is None:
            raise ValueError(
                "Please provide a name for your metric like "
                "`self.add_metric(tf.reduce_sum(inputs), name='mean_activation')`"
            )
        if metric is None:
            show_keras_2()
        mean = self._measured_by(metric, name if metric is None else metric.name)
        if metric is None and not is_held():
            with _core.stop_recording_all():
                mean.update_state(value)

    def _measured_by(self, metric: Any, name: str | None) -> Any:
        """The layer's metric of this name; if it has none `metric`, or a new mean."""
        for known in _reported_in(vars(self)):
            if known is metric or getattr(known, "name", None) == name:
                return known
        made = _mean[0](name=name) if metric is None else metric
        if metric is None or not any(one is metric for one in self.metrics):
            self.__dict__.setdefault("_measures", []).append(made)
        return made


def _reported_in(attributes: dict[str, Any]) -> list[Reported]:
    found: list[Reported] = []
    for value in attributes.values():
        if type(value) in _barren:
            continue
        if isinstance(value, Reported):
            found.append(value)
        elif not isinstance(value, list):
            _barren.learn(value)
        elif value and isinstance(value[0], Reported):
            found += value
    return found
