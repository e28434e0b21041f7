"""Metrics as functions of their state: what Keras 3 has for training loops that keep it themselves.

Invariant: the variables have their own values again afterwards, whatever happens in between.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ... import _core

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..._typing import TensorLike


class Stateless:
    """Mixin of `Metric`."""

    if TYPE_CHECKING:
        update_state: Callable[..., Any]
        result: Callable[[], Any]
        reset_state: Callable[[], None]

        @property
        def variables(self) -> list[Any]: ...

    def stateless_update_state(
        self, metric_variables: Sequence[TensorLike], *args: Any, **kwargs: Any
    ) -> list[_core.Tensor]:
        """The state after an update from this one, which the metric itself does not keep.

        >>> import gradtape as tf
        >>> metric = tf.keras.metrics.Mean()
        >>> state = metric.stateless_update_state(metric.variables, [2.0, 4.0])
        >>> float(metric.stateless_result(state)), float(metric.result())
        (3.0, 0.0)
        """
        with self._with_state(metric_variables):
            self.update_state(*args, **kwargs)
            return [variable.read_value() for variable in self.variables]

    def stateless_result(self, metric_variables: Sequence[TensorLike]) -> Any:
        """The result for a state."""
        with self._with_state(metric_variables):
            return self.result()

    def stateless_reset_state(self) -> list[_core.Tensor]:
        """The state of a metric that has seen nothing."""
        with self._with_state(self.variables):
            self.reset_state()
            return [variable.read_value() for variable in self.variables]

    @contextlib.contextmanager
    def _with_state(self, values: Sequence[TensorLike]) -> Iterator[None]:
        variables = self.variables
        if len(values) != len(variables):
            raise ValueError(
                "Argument `metric_variables` must be a list of tensors corresponding 1:1 to "
                f"{type(self).__name__}().variables. Received list with length {len(values)}, but "
                f"expected {len(variables)} variables."
            )
        given = [_core.convert_to_tensor(value) for value in values]
        kept = [variable.read_value() for variable in variables]
        with _core.stop_recording_all():
            try:
                for variable, value in zip(variables, given, strict=True):
                    variable.assign(value)
                yield
            finally:
                for variable, value in zip(variables, kept, strict=True):
                    variable.assign(value)
