"""Targets as a vector beside a column of outputs under `TF_USE_LEGACY_KERAS=1`, as Keras 2 has it.

Functions broadcast; losses and metrics that are objects make the ranks equal first, losses only
those of tensors. With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
L = keras.losses
pytestmark = pytest.mark.keras_2
ROW = np.array([1.0, 2.0, 4.0], "float32")
COLUMN = tf.constant([[0.5], [0.25], [1.0]])
EACH = [0.25, 3.0625, 9.0]
ALL_PAIRS = [4.916667, 5.895833, 3.333333]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("mean_squared_error", ALL_PAIRS),
        ("mse", ALL_PAIRS),
        ("mean_absolute_error", [1.833333, 2.083333, 1.333333]),
        ("huber", [1.375, 1.59375, 1.0]),
        ("log_cosh", [1.261145, 1.467359, 0.914413]),
        ("hinge", [0.166667, 0.416667, 0.0]),
        ("poisson", [2.117294, 3.484687, 1.0]),
    ],
)
def test_functions_broadcast(name, wanted):
    np.testing.assert_allclose(getattr(L, name)(ROW, COLUMN), wanted, rtol=1e-4)
    np.testing.assert_allclose(getattr(L, name)(tf.constant(ROW), COLUMN), wanted, rtol=1e-4)


def test_of_equal_ranks_they_do_not():
    np.testing.assert_allclose(L.mean_squared_error(ROW[:, None], COLUMN), EACH, rtol=1e-5)


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_losses_that_are_objects(dtype):
    loss = L.MeanSquaredError()
    row = ROW.astype(dtype)
    assert float(loss(tf.constant(row), COLUMN)) == pytest.approx(np.mean(EACH), rel=1e-5)
    assert float(loss(row, COLUMN)) == pytest.approx(np.mean(ALL_PAIRS), rel=1e-5)


@pytest.mark.parametrize("metric", ["MeanSquaredError", "mse"])
def test_metrics_that_are_objects(metric):
    made = keras.metrics.get(metric) if metric[0] == "M" else None
    made = made or keras.metrics.MeanMetricWrapper(keras.metrics.mean_squared_error)
    made.update_state(ROW, COLUMN)
    assert float(made.result()) == pytest.approx(np.mean(EACH), rel=1e-5)


@pytest.mark.parametrize("loss", ["mse", L.mean_squared_error, L.MeanSquaredError()])
def test_models(loss):
    layer = keras.layers.Dense(1, use_bias=False, kernel_initializer="ones")
    model = keras.Sequential([layer])
    model.compile("sgd", loss, metrics=["mse"])
    found = model.evaluate(COLUMN, ROW, verbose=0, return_dict=True)
    assert found["loss"] == pytest.approx(np.mean(EACH), rel=1e-5)
    assert found["mse"] == pytest.approx(np.mean(EACH), rel=1e-5)
