"""What `fit` reports of layers: metrics in their attributes, and numbers of a call (`add_metric`).

As with losses, numbers of an earlier call are forgotten; they are not looked for until the first of
them exists.
"""

from __future__ import annotations

from typing import Any

from ..._runtime.manners import show_keras_2
from .calling import current_call
from .searches import Barren, Reported

_state = {"used": False}
_barren = Barren()


def used() -> bool:
    """Whether any layer has measured anything."""
    return _state["used"]


class Measures:
    """Mixin of `Layer`."""

    _call_number: int

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
        if metric is not None and any(one is metric for one in self.metrics):
            return  # the result of a metric that is reported by itself
        if name is None:
            raise ValueError(
                "Please provide a name for your metric like "
                "`self.add_metric(tf.reduce_sum(inputs), name='mean_activation')`"
            )
        show_keras_2()
        _state["used"] = True
        call = current_call()
        number = self._call_number if call is None else call.number
        measures = self.__dict__.setdefault("_measures", {})
        measures[name] = (number, value)

    def _measured(self, number: int) -> dict[str, Any]:
        """The numbers of a call by name."""
        found: dict[str, tuple[int, Any]] = self.__dict__.get("_measures", {})
        return {name: value for name, (of, value) in found.items() if of == number}


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
