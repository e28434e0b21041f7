"""Dtypes and factors of Keras 2: functions of metrics see floats, metrics see vectors as columns.

With `TF_USE_LEGACY_KERAS=1` this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_2
X = np.zeros((4, 2), "float32")


def seen_by(metric_of):
    """What a metric was given in training on a vector of whole targets."""
    seen = []

    def note(y_true, y_pred):
        seen.append((y_true.dtype, y_pred.dtype, tuple(y_true.shape)))
        return tf.cast(y_pred, tf.float32)

    model = keras.Sequential([keras.layers.Dense(1, input_shape=(2,))])
    model.compile("sgd", "mse", metrics=[metric_of(note)], run_eagerly=True)
    model.fit(X, np.arange(4), batch_size=4, verbose=0)
    return seen


class Own(keras.metrics.Metric):
    def __init__(self, note):
        super().__init__(name="own")
        self.note = note

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.note(y_true, y_pred)

    def result(self):
        return tf.constant(0.0)


def test_functions_see_floats():
    assert seen_by(lambda note: note) == [(tf.float32, tf.float32, (4, 1))]


def test_metrics_of_ones_own_see_columns_as_they_came():
    assert seen_by(Own) == [(tf.int64, tf.float32, (4, 1))]


def test_a_product_with_whole_targets():
    def hits(y_true, y_pred):
        return tf.reduce_sum(y_true * y_pred)

    metric = keras.metrics.MeanMetricWrapper(hits)
    metric.update_state(np.array([1, 0, 2]), np.array([0.5, 0.25, 0.125]))
    assert float(metric.result()) == 0.75


def test_top_k_of_double_precision():
    metric = keras.metrics.TopKCategoricalAccuracy(2)
    metric.update_state(np.eye(3), np.array([[0.9, 0.1, 0.0], [0.6, 0.1, 0.3], [0.2, 0.3, 0.5]]))
    np.testing.assert_allclose(metric.result(), 2 / 3, rtol=1e-6)


def test_l1_l2_has_factors_of_its_own():
    for found in (keras.regularizers.l1_l2(), keras.regularizers.get("l1_l2")):
        np.testing.assert_allclose(list(found.get_config().values()), [0.01, 0.01], rtol=1e-6)
    assert keras.regularizers.l1_l2(l2=0.5).get_config()["l2"] == 0.5
    assert keras.regularizers.l1_l2(None).get_config()["l1"] == 0.0
    assert keras.regularizers.L1L2().get_config() == {"l1": 0.0, "l2": 0.0}


def test_numbers_of_bins_are_wide():
    assert keras.layers.Discretization([0.0, 1.0])(tf.constant([0.5])).dtype == tf.int64
