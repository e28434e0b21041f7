"""What a `.keras` file of Keras 2 says of the optimizer, and what schedules show of themselves.

With TF_USE_LEGACY_KERAS=1 this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
pytestmark = [
    pytest.mark.keras_2,
    pytest.mark.filterwarnings("ignore:You are saving your model as an HDF5 file"),
]
X = np.arange(16.0, dtype="float32").reshape(8, 2) / 10


def trained(optimizer):
    model = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1)])
    model.compile(optimizer, "mse")
    model.fit(X, X[:, :1], batch_size=4, verbose=0)
    return model


def again(model, path):
    model.save(path)
    return keras.models.load_model(path).optimizer


def test_a_word_stays_a_word(tmp_path):
    model = trained("rmsprop")
    model.optimizer.learning_rate = 0.25
    assert model.get_compile_config()["optimizer"] == "rmsprop"
    loaded = again(model, tmp_path / "model.keras")
    assert float(loaded.learning_rate) == pytest.approx(0.001)
    assert int(loaded.iterations) == 2
    assert float(again(model, tmp_path / "model.h5").learning_rate) == 0.25


def test_an_optimizer_is_kept_with_its_rate(tmp_path):
    model = trained(keras.optimizers.RMSprop(0.5))
    model.optimizer.learning_rate = 0.25
    loaded = again(model, tmp_path / "model.keras")
    assert (float(loaded.learning_rate), int(loaded.iterations)) == (0.25, 2)


def test_legacy_optimizers_are_not_kept_but_for_their_settings(tmp_path):
    model = trained(keras.optimizers.legacy.Adam(0.5))
    model.optimizer.learning_rate = 0.25
    loaded = again(model, tmp_path / "model.keras")
    assert (float(loaded.learning_rate), int(loaded.iterations)) == (0.25, 0)
    assert len(loaded.variables()) == 1
    older = again(model, tmp_path / "model.h5")
    assert (float(older.learning_rate), int(older.iterations)) == (0.25, 2)


def test_a_rate_is_that_of_the_last_step_of_this_optimizer(tmp_path):
    schedule = keras.optimizers.schedules.ExponentialDecay(0.5, 1, 0.5)
    model = trained(keras.optimizers.Adam(schedule))
    assert float(model.optimizer.learning_rate) == 0.25
    loaded = again(model, tmp_path / "model.keras")
    assert (float(loaded.learning_rate), int(loaded.iterations)) == (0.5, 2)


def test_a_legacy_optimizer_shows_its_schedule():
    schedule = keras.optimizers.schedules.ExponentialDecay(0.5, 1, 0.5)
    optimizer = keras.optimizers.legacy.SGD(schedule)
    assert optimizer.learning_rate is schedule
    variable = tf.Variable(1.0)
    for _ in range(2):
        optimizer.apply_gradients([(tf.constant(1.0), variable)])
    assert float(variable) == 0.25
    optimizer.learning_rate = 0.125
    optimizer.apply_gradients([(tf.constant(1.0), variable)])
    assert float(variable) == 0.125
    assert float(optimizer.learning_rate) == 0.125
