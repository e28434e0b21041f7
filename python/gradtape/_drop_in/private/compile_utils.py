"""`keras.engine.compile_utils`: losses and metrics of a model, as a program makes them itself."""

from ..._keras.models.keras2 import (
    CompiledLoss as LossesContainer,
    CompiledMetricsView as MetricsContainer,
)

__all__ = ["LossesContainer", "MetricsContainer"]
