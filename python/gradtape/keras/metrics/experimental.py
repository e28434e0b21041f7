"""`keras.metrics.experimental`: metrics whose methods run in Python, as all do here."""

from ..._keras.metrics.metric import Metric as PyMetric

__all__ = ["PyMetric"]
