"""Steps that are written as Keras 3's own ask whether a model is to be told that it trains."""

import numpy as np
import pytest
from library import tf

keras = tf.keras


class Told(keras.Model):
    def call(self, x, training=False):
        return x * 2.0 if training else x


class Untold(keras.Model):
    def call(self, x):
        return x


class Stepping(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x, training=None):
        return self.dense(x) + (1.0 if training else 0.0)

    def train_step(self, data):
        x, y = data
        with tf.GradientTape() as tape:
            told = {"training": True} if self._call_has_training_arg else {}
            loss = tf.reduce_mean(tf.square(self(x, **told) - y))
        weights = self.trainable_variables
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights, strict=True))
        return {"loss": loss}


@pytest.mark.keras_3
def test_a_model_says_whether_its_call_takes_training():
    assert Told()._call_has_training_arg
    assert not Untold()._call_has_training_arg
    assert keras.Sequential([keras.layers.Dense(1)])._call_has_training_arg
    i = keras.Input((2,))
    assert keras.Model(i, keras.layers.Dense(1)(i))._call_has_training_arg
    assert keras.layers.Dropout(0.5)._call_has_training_arg


@pytest.mark.keras_3
def test_a_step_of_ones_own_asks_it():
    model = Stepping()
    model.compile("sgd")
    x, y = np.ones((4, 2), np.float32), np.zeros((4, 1), np.float32)
    assert float(model.train_step((tf.constant(x), tf.constant(y)))["loss"]) == 9.0
    model.fit(x, y, verbose=0)
