"""Layers that Keras 2 makes of the symbolic losses and metrics that a model is given."""

from __future__ import annotations

from typing import Any

from ..base_layer.layer import Layer


class AddLoss(Layer):
    """Hands its input on, and adds it to the losses."""

    def __init__(self, unconditional: bool = False, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.unconditional, self.built = unconditional, True

    def call(self, inputs: Any) -> Any:
        self.add_loss(inputs)
        return inputs

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "unconditional": self.unconditional}


class AddMetric(Layer):
    """Hands its input on, and reports its mean under a name."""

    def __init__(
        self, aggregation: str | None = None, metric_name: str | None = None, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self.aggregation, self.metric_name, self.built = aggregation, metric_name, True

    def call(self, inputs: Any) -> Any:
        self.add_metric(inputs, self.metric_name, self.aggregation)
        return inputs

    def get_config(self) -> dict[str, Any]:
        own = {"aggregation": self.aggregation, "metric_name": self.metric_name}
        return {**super().get_config(), **own}
