"""Weights and masks of fewer axes than losses; dtypes of losses and metrics, and variables."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = pytest.mark.keras_3
MASK = [True, False, True, True]


class Squares(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return (y_true - y_pred) ** 2


def loss_of(y_true, y_pred, weights=None, mask=MASK):
    y_pred = tf.constant(y_pred)
    if mask is not None:
        y_pred._keras_mask = tf.constant(mask)
    return float(Squares()(tf.constant(y_true), y_pred, weights))


TRUE, GUESSED = np.float32([1, 0, 1, 0]), np.float32([0.1, 0.2, 0.3, 0.4])
WEIGHTS = np.float32([[0.4], [0.3], [0.2], [0.1]])


def test_a_mask_of_fewer_axes_is_that_of_the_last_one():
    assert loss_of(TRUE[:, None], GUESSED) == pytest.approx(0.32)
    assert loss_of(TRUE, GUESSED[:, None]) == pytest.approx(0.4083333)
    assert loss_of(TRUE[:, None], GUESSED, WEIGHTS) == pytest.approx(0.1175)


def test_weights_of_fewer_axes_are_those_of_the_last_one():
    weights = np.float32([1, 0, 0, 0])
    columns = loss_of(TRUE[:, None], GUESSED, weights, mask=None)
    assert columns == pytest.approx(float(((TRUE - 0.1) ** 2).sum()) / 16)


def test_policies_are_dtypes_of_losses_and_metrics():
    policy = keras.mixed_precision.Policy("mixed_float16")
    loss = keras.losses.MeanSquaredError(dtype=policy)
    assert loss(np.ones(2), np.zeros(2)).dtype == tf.float16
    metric = keras.metrics.Mean(dtype=policy)
    assert (str(metric.dtype), metric.total.numpy().dtype.name) == ("float16", "float16")


class Several(keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.first = keras.metrics.Mean(name="a")
        self.listed = [keras.metrics.Mean(name="b"), keras.Variable(1.0, name="x")]
        self.named = {"key": keras.metrics.Mean(name="c")}
        self.own = self.add_weight(name="own", shape=(), initializer="zeros")

    def update_state(self, values, sample_weight=None):
        self.first.update_state(values)
        self.listed[1].assign(5.0)

    def result(self):
        return self.first.result()


def test_variables_of_metrics_in_attributes():
    metric = Several()
    metric.update_state([1.0, 2.0])
    assert float(metric.result()) == 1.5
    names = {variable.path.split("/")[-1] for variable in metric.variables}
    assert names == {"total", "count", "own", "x"}
    assert len(metric.variables) == 8
    metric.reset_state()
    assert [float(variable.numpy()) for variable in metric.variables] == [0.0] * 8


def test_overlaps_in_whole_numbers():
    metric = keras.metrics.MeanIoU(2, dtype="int32")
    assert float(metric([0, 1, 1], [0, 1, 0])) == 0.5


def test_accuracy_of_truth_values():
    assert float(keras.metrics.BinaryAccuracy()([True, False], [True, True])) == 0.5


def test_generators_of_seeds_are_made_again():
    config = keras.utils.serialize_keras_object(keras.random.SeedGenerator(42, name="sg"))
    again = keras.utils.deserialize_keras_object(config)
    assert again.get_config() == {"seed": 42, "name": "sg"}
