"""A metric of a program's own for Keras 2, whose base takes the name first."""

import os

import numpy as np
import pytest
from library import AGAINST_TENSORFLOW, ours, tf

if AGAINST_TENSORFLOW and not os.environ.get("TF_USE_LEGACY_KERAS"):
    pytestmark = ours("Keras 3 refuses a name in place of a dtype")


class Counted(tf.keras.metrics.Metric):
    def __init__(self, name=None, dtype=None, **kwargs):
        super().__init__(name, dtype, **kwargs)
        self.total = self.add_weight(name="total", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.total.assign_add(tf.cast(tf.size(y_true), self.total.dtype))

    def result(self):
        return tf.identity(self.total)


@pytest.mark.parametrize("dtype", [None, "float32", tf.float64])
def test_its_name_and_its_dtype(dtype):
    metric = Counted("seen", dtype)
    assert metric.name == "seen"
    assert tf.as_dtype(metric.dtype) == tf.as_dtype(dtype or "float32")
    metric.update_state(np.zeros(3), np.zeros(3))
    assert float(metric.result()) == 3.0


def test_fit_reports_it():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[Counted("seen")])
    history = model.fit(np.ones((6, 2)), np.ones((6, 1)), verbose=0).history
    assert history["seen"] == [6.0]
