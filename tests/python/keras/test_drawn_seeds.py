"""Draws of `keras.backend` have seeds of NumPy's: one in each trace of a step, as in Keras."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.ones([10, 2], "float32")


class Noisy(keras.layers.Layer):
    def call(self, x):
        return x + keras.backend.random_normal(shape=tf.shape(x))


class Told(keras.Model):
    """Tells the sum of the noise of each step; it has no weights of its own when it is compiled."""

    def __init__(self, noise):
        super().__init__()
        self.noise = noise

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.noise(data))
        weights = self.noise.trainable_weights
        self.optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))
        return {"noise": loss}


def noise(*more):
    keras.utils.set_random_seed(1)
    i = keras.Input([2])
    o = Noisy()(i)
    return keras.Model(i, keras.layers.Dense(1, kernel_initializer="ones")(o) if more else o)


def test_a_model_that_is_built_draws_once_for_all_of_its_steps():
    model = noise("dense")
    model.compile(keras.optimizers.SGD(0.0), "mse")
    told = model.fit(X, X[:, :1], batch_size=5, epochs=2, verbose=0).history["loss"]
    told += [model.evaluate(X, X[:, :1], batch_size=5, verbose=0) for _ in range(2)]
    assert told == pytest.approx([3.822235, 2.261987, 2.998912, 2.438591], rel=1e-5)


def test_a_model_that_is_new_is_traced_twice():
    model = Told(noise("dense"))
    model.compile(keras.optimizers.Adam(0.0))
    told = model.fit(X, batch_size=10, epochs=3, verbose=0).history["noise"]
    assert [float(one) for one in told] == pytest.approx(
        [19.952524, 23.280712, 21.225228], rel=1e-5
    )


def test_each_call_of_eager_code_draws():
    model = noise()
    told = [float(tf.reduce_sum(model(X))) for _ in range(2)]
    assert told == pytest.approx([17.778786, 19.952523], rel=1e-5)
