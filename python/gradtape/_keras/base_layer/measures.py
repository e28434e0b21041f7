"""`add_metric`: numbers of a call that `fit` reports, as Keras 2 has them.

As with losses, those of an earlier call are forgotten. Nothing of this is looked for until the
first such number exists.
"""

from __future__ import annotations

from typing import Any

from .calling import current_call

_state = {"used": False}


def used() -> bool:
    """Whether any layer has measured anything."""
    return _state["used"]


class Measures:
    """Mixin of `Layer`."""

    _call_number: int

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
        if name is None:
            raise ValueError(
                "Please provide a name for your metric like "
                "`self.add_metric(tf.reduce_sum(inputs), name='mean_activation')`"
            )
        _state["used"] = True
        call = current_call()
        number = self._call_number if call is None else call.number
        measures = self.__dict__.setdefault("_measures", {})
        measures[name] = (number, value)

    def _measured(self, number: int) -> dict[str, Any]:
        """The numbers of a call by name."""
        found: dict[str, tuple[int, Any]] = self.__dict__.get("_measures", {})
        return {name: value for name, (of, value) in found.items() if of == number}
