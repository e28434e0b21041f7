"""What metrics have besides because those of Keras 2 are layers: arrays of state, and merging."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ... import _core
from ..assignable import Assignable

if TYPE_CHECKING:
    from ..._typing import Array


class AsLayer:
    """Mixin of `Metric`; the state stands for a layer's weights.

    Keras 3 knows none of these names, so a program may assign them: `self.weights = "quadratic"`.
    """

    built = trainable = supports_masking = stateful = True
    dynamic = False
    input_spec = activity_regularizer = None

    if TYPE_CHECKING:
        _dtype: _core.DType

        @property
        def variables(self) -> list[Any]: ...

    @Assignable
    def weights(self) -> list[Any]:
        """The state."""
        return self.variables

    non_trainable_weights = non_trainable_variables = weights

    @Assignable
    def trainable_weights(self) -> list[Any]:
        """None of the state, which is never trained."""
        return []

    trainable_variables = losses = updates = trainable_weights

    @Assignable
    def compute_dtype(self) -> str:
        """The name of the dtype of the state."""
        return str(self._dtype.name)

    variable_dtype = compute_dtype

    def count_params(self) -> int:
        """How many numbers the state has."""
        return sum(variable.shape.num_elements() for variable in self.variables)

    def get_weights(self) -> list[Array]:
        """The state as arrays."""
        return [variable.numpy() for variable in self.variables]

    def set_weights(self, weights: Sequence[Any]) -> None:
        """Take arrays for the state, all or none; `ValueError` for others than its shapes.

        >>> import gradtape as tf
        >>> first, second = tf.keras.metrics.Mean(), tf.keras.metrics.Mean()
        >>> first.update_state([2.0, 4.0])
        >>> second.set_weights(first.get_weights())
        >>> float(second.result())
        3.0
        """
        if len(weights) != len(self.variables):
            raise ValueError(
                f'You called `set_weights(weights)` on layer "{self}" with a weight list of length '
                f"{len(weights)}, but the layer was expecting {len(self.variables)} weights."
            )
        pairs = list(zip(self.variables, weights, strict=True))
        for variable, value in pairs:
            if not variable.shape.is_compatible_with(np.shape(value)):
                raise ValueError(
                    f"Layer {self} weight shape {tuple(variable.shape)} is not compatible with "
                    f"provided weight shape {np.shape(value)}."
                )
        for variable, value in pairs:
            variable.assign(value)

    def merge_state(self, metrics: Iterable[Any]) -> list[Any]:
        """Add what other metrics of this kind have seen; the state afterwards.

        >>> import gradtape as tf
        >>> first, second = tf.keras.metrics.Mean(), tf.keras.metrics.Mean()
        >>> first.update_state([2.0, 4.0])
        >>> second.update_state([9.0])
        >>> _ = second.merge_state([first])
        >>> float(second.result())
        5.0
        """
        for metric in metrics:
            if len(metric.variables) != len(self.variables):
                raise ValueError(f"Metric {metric} is not compatible with {self}")
            for variable, other in zip(self.variables, metric.variables, strict=True):
                variable.assign_add(other.read_value())
        return self.variables
