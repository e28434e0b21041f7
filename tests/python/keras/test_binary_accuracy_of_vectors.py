"""`BinaryAccuracy` of vectors: each number counts once, whatever the length of a batch."""

import numpy as np
import pytest
from library import tf

TARGETS = np.array([0, 1, 1, 0, 1], "f")
PREDICTIONS = np.array([0.1, 0.8, 0.4, 0.6, 0.9], "f")


def test_batches_of_other_lengths():
    metric = tf.keras.metrics.BinaryAccuracy()
    metric.update_state(TARGETS[:4], PREDICTIONS[:4])
    metric.update_state(TARGETS[4:], PREDICTIONS[4:])
    assert float(metric.result()) == pytest.approx(0.6)


def test_weights():
    metric = tf.keras.metrics.BinaryAccuracy(threshold=0.45)
    metric.update_state(TARGETS, PREDICTIONS, sample_weight=[1.0, 2.0, 3.0, 4.0, 5.0])
    assert float(metric.result()) == pytest.approx(8 / 15)
    columns = tf.keras.metrics.BinaryAccuracy()
    columns.update_state([[1.0, 0.0], [0.0, 0.0]], [[0.9, 0.9], [0.1, 0.2]], sample_weight=[1, 3])
    assert float(columns.result()) == pytest.approx(7 / 8)
