"""Means over data of unknown length in batches of one size: Keras 3 counts a batch more."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")  # of data that end
keras = tf.keras
ROWS = np.random.RandomState(0).rand(20, 2).astype("float32")
SIZE = 5
STEPS = len(ROWS) // SIZE
SCALE = STEPS / (STEPS + 1)


def rows(**batched):
    data = tf.data.Dataset.from_tensor_slices((ROWS, ROWS[:, :1]))
    return data.filter(lambda x, y: True).batch(SIZE, **batched)


def line(**arguments):
    model = keras.Sequential([keras.Input([2]), keras.layers.Dense(1, kernel_initializer="zeros")])
    model.compile(keras.optimizers.SGD(0.0), "mse", **arguments)
    return model


LOSS, ERROR = float((ROWS[:, 0] ** 2).mean()), float(ROWS[:, 0].mean())


@pytest.mark.parametrize(("drops", "scale"), [(True, SCALE), (False, 1.0)])
def test_training_and_evaluation(drops, scale):
    model, data = line(metrics=["mae"]), rows(drop_remainder=drops)
    history = model.fit(data, epochs=2, verbose=0, validation_data=data).history
    for name, value in {"loss": LOSS, "mae": ERROR, "val_loss": LOSS, "val_mae": ERROR}.items():
        np.testing.assert_allclose(history[name], [value * scale] * 2, rtol=1e-5)
    results = model.evaluate(data, verbose=0)
    np.testing.assert_allclose(results, [LOSS * scale, ERROR * scale], rtol=1e-5)


def test_data_of_known_length_have_none():
    data = tf.data.Dataset.from_tensor_slices((ROWS, ROWS[:, :1]))
    results = line().evaluate(data.batch(SIZE, drop_remainder=True), verbose=0)
    np.testing.assert_allclose(results, LOSS, rtol=1e-5)


def test_batches_of_another_size():
    data = tf.data.Dataset.from_tensor_slices((ROWS, ROWS[:, :1])).batch(10)
    results = line().evaluate(data.rebatch(SIZE, drop_remainder=True), verbose=0)
    np.testing.assert_allclose(results, LOSS * SCALE, rtol=1e-5)


def test_weights_of_examples_count_none():
    data = rows(drop_remainder=True).map(lambda x, y: (x, y, tf.fill([SIZE], 2.0)))
    model = line(metrics=["mae"], weighted_metrics=[keras.metrics.MeanAbsoluteError(name="w")])
    found = model.evaluate(data, verbose=0, return_dict=True)
    np.testing.assert_allclose(found["w"], ERROR, rtol=1e-5)
    np.testing.assert_allclose(found["mae"], ERROR * SCALE, rtol=1e-5)


def test_eager_steps_end_before_they_count():
    results = line(run_eagerly=True).evaluate(rows(drop_remainder=True), verbose=0)
    np.testing.assert_allclose(results, LOSS, rtol=1e-5)
