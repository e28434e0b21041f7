"""Overlaps of classes in Keras 3: they count in int64, which cuts fractions of weights off."""

import numpy as np
import pytest
from library import tf

pytestmark = [pytest.mark.usefixtures("in_tensorflows_place"), pytest.mark.keras_3]

TRUE, PREDICTED, WEIGHTS = [0, 1, 1, 0], [0, 1, 0, 0], [0.4, 1.9, 2.2, 3.0]


def test_counts_are_integers():
    metric = tf.keras.metrics.MeanIoU(2)
    matrix = metric.update_state(TRUE, PREDICTED, sample_weight=WEIGHTS)
    assert np.asarray(matrix).tolist() == [[3, 0], [2, 1]]
    assert metric.dtype == metric.get_config()["dtype"] == "int64"
    assert float(metric.result()) == pytest.approx((3 / 5 + 1 / 3) / 2, abs=1e-6)


def test_a_dtype_keeps_fractions():
    metric = tf.keras.metrics.MeanIoU(2, dtype="float32")
    matrix = metric.update_state(TRUE, PREDICTED, sample_weight=WEIGHTS)
    np.testing.assert_allclose(np.asarray(matrix), [[3.4, 0.0], [2.2, 1.9]], rtol=1e-6)


@pytest.mark.filterwarnings("ignore:You are passing weight")
def test_two_classes_and_a_threshold():
    metric = tf.keras.metrics.BinaryIoU()
    matrix = metric.update_state([0, 1, 1], [0.9, 0.7, 0.1], np.array([1.5, 2.5, 0.5]))
    assert np.asarray(matrix).tolist() == [[0, 1], [0, 2]]


def test_arrays_of_fractions_are_warned_about():
    metric = tf.keras.metrics.MeanIoU(2)
    with pytest.warns(UserWarning, match="passing weight as `float`"):
        metric.update_state(TRUE, PREDICTED, np.array(WEIGHTS))


@pytest.mark.filterwarnings("ignore:You are passing weight")
def test_one_hot_classes_in_training():
    model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Activation("linear")])
    overlap = tf.keras.metrics.OneHotIoU(2, [0, 1], name="overlap")
    model.compile(loss="mse", weighted_metrics=[overlap])
    x = np.array([[0.9, 0.1], [0.2, 0.8], [0.6, 0.4]])
    y = np.array([[1.0, 0.0], [0.0, 1.0], [0.0, 1.0]])
    found = model.evaluate(x, y, sample_weight=np.array([0.7, 1.2, 2.5]), verbose=0, return_dict=1)
    assert found["overlap"] == pytest.approx((0 / 2 + 1 / 3) / 2, abs=1e-6)
