"""What callbacks do to the rate, and to the logs that others are told."""

import numpy as np
import pytest
from library import tf


class Listening(tf.keras.callbacks.Callback):
    def __init__(self):
        super().__init__()
        self.heard = {}

    def on_epoch_end(self, epoch, logs=None):
        self.heard["epoch"] = sorted(logs)

    def on_train_end(self, logs=None):
        self.heard["train"] = sorted(logs)


def _reduced(epochs):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    model.compile(tf.keras.optimizers.SGD(0.1), "mse")
    listening = Listening()
    reducing = tf.keras.callbacks.ReduceLROnPlateau("loss", factor=0.3, patience=1, min_delta=10.0)
    x, y = np.ones([8, 3], "float32"), np.ones([8, 1], "float32")
    history = model.fit(x, y, epochs=epochs, verbose=0, callbacks=[reducing, listening]).history
    return history, listening.heard


@pytest.mark.keras_2
def test_the_rate_is_reduced_in_its_own_precision():
    history, heard = _reduced(12)
    rates = [np.float32(0.1), np.float32(0.1)]
    while len(rates) < 12:
        rates.append(rates[-1] * 0.3)
    assert [np.float32(rate) for rate in history["lr"]] == rates
    assert heard == {"epoch": ["loss", "lr"], "train": ["loss"]}


@pytest.mark.keras_3
def test_the_rate_is_reduced_as_a_double_in_keras_3():
    history, heard = _reduced(5)
    expected = [0.1, 0.1, 0.03, 0.009, 0.0027]
    assert history["learning_rate"] == pytest.approx(expected)
    assert heard == {"epoch": ["learning_rate", "loss"], "train": ["loss"]}


def test_a_rate_of_doubles_is_not_rounded():
    tf.keras.backend.set_floatx("float64")
    try:
        model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
        model.compile(tf.keras.optimizers.SGD(0.1), "mse")
        reducing = tf.keras.callbacks.ReduceLROnPlateau("loss", factor=0.5, min_delta=10.0)
        reducing.patience = 1
        model.fit(np.ones([8, 3]), np.ones([8, 1]), epochs=2, verbose=0, callbacks=[reducing])
        rate = model.optimizer.learning_rate
        assert float(rate) == 0.05 if rate.dtype == "float64" else float(rate) == np.float32(0.05)
    finally:
        tf.keras.backend.set_floatx("float32")
