"""`SharpnessAwareMinimization`: gradients from where the loss is larger (Foret and others)."""

from __future__ import annotations

from typing import Any

from ... import _core
from ..lookup import serialize
from .batches import unpack
from .model import Model


class SharpnessAwareMinimization(Model):
    """Trains `model` with the gradients at a point `rho` up the slope.

    With `num_batch_splits` each part of a batch has a point of its own, and the gradients are
    added up.

    >>> import gradtape as tf
    >>> inner = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(1)])
    >>> model = tf.keras.models.experimental.SharpnessAwareMinimization(inner, rho=0.1)
    >>> model.compile("sgd", "mse")
    >>> len(model.fit(tf.ones([4, 2]), tf.ones([4, 1]), verbose=0).epoch)
    1
    """

    def __init__(
        self,
        model: Any,
        rho: float = 0.05,
        num_batch_splits: int | None = None,
        name: str | None = None,
    ) -> None:
        super().__init__(name=name)
        self.model, self.rho, self.num_batch_splits = model, rho, num_batch_splits

    def call(self, inputs: Any, **kwargs: Any) -> Any:  # type: ignore[override]
        """The outputs of the inner model."""
        return self.model(inputs, **kwargs)

    def train_step(self, data: Any) -> dict[str, Any]:
        """One step of training; returns what to report."""
        x, y, sample_weight = unpack(data)
        found = [self._gradients(*part) for part in self._parts(x, y, sample_weight)]
        gradients = [_core.add_n(list(parts)) for parts in zip(*(g for _, g in found), strict=True)]
        variables = self.model.trainable_variables
        self.optimizer.apply_gradients(zip(gradients, variables, strict=True))
        y_pred = _core.concat([pred for pred, _ in found], axis=0)
        metrics: Any = self.compiled_metrics
        metrics.update_state(y, y_pred, sample_weight)
        return self.get_metrics_result()

    def _parts(self, *data: Any) -> list[tuple[Any, ...]]:
        count = self.num_batch_splits
        if count is None:
            return [data]
        cut = [[None] * count if one is None else _core.split(one, count) for one in data]
        return list(zip(*cut, strict=True))

    def _gradients(self, x: Any, y: Any, sample_weight: Any) -> tuple[Any, list[Any]]:
        """The outputs here, and the gradients at the point up the slope."""
        loss_of: Any = self.compiled_loss
        with _core.GradientTape() as tape:
            pred = self(x)
            loss = loss_of(y, pred, sample_weight)
        variables = self.model.trainable_variables
        gradients = [_core.convert_to_tensor(g) for g in tape.gradient(loss, variables)]
        sizes = [_core.reduce_sum(_core.square(gradient)) for gradient in gradients]
        scale = self.rho / (_core.sqrt(_core.add_n(sizes)) + 1e-12)
        moves = [gradient * scale for gradient in gradients]
        for variable, move in zip(variables, moves, strict=True):
            variable.assign_add(move)
        with _core.GradientTape() as tape:
            loss = loss_of(y, self(x, training=True), sample_weight)
        gradients = tape.gradient(loss, variables)
        for variable, move in zip(variables, moves, strict=True):
            variable.assign_sub(move)
        return pred, gradients

    def get_config(self) -> dict[str, Any]:
        """The inner model and the distance."""
        return {"name": self.name, "model": serialize(self.model), "rho": self.rho}
