"""Keras 2's `load_weights` of a `.weights.h5` gives the optimizer its state back."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
pytest.importorskip("h5py")
X, Y = np.arange(8, dtype=np.float32).reshape([4, 2]), np.ones([4, 1], np.float32)


def moments(optimizer):
    return [variable.numpy() for variable in optimizer.variables]


def chain(optimizer):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1, input_shape=[2])])
    model.compile(optimizer, "mse")
    return model


@pytest.mark.parametrize("name", ["Adam", "SGD", "RMSprop", "Nadam", "Ftrl", "Adagrad"])
def test_of_a_compiled_model(tmp_path, name):
    model = chain(getattr(tf.keras.optimizers, name)(0.01))
    model.fit(X, Y, epochs=2, verbose=0)
    path = str(tmp_path / "one.weights.h5")
    model.save_weights(path)
    kept = moments(model.optimizer)
    model.fit(X, Y, epochs=3, verbose=0)
    model.load_weights(path)
    assert int(model.optimizer.iterations) == 2
    for found, expected in zip(moments(model.optimizer), kept, strict=True):
        np.testing.assert_array_equal(found, expected)


def test_an_optimizer_that_has_made_no_step_stays(tmp_path):
    model = chain("adam")
    model.fit(X, Y, epochs=2, verbose=0)
    model.save_weights(str(tmp_path / "one.weights.h5"))
    fresh = chain("adam")
    fresh.load_weights(str(tmp_path / "one.weights.h5"))
    assert int(fresh.optimizer.iterations) == 0


def test_the_rate_is_not_in_the_file(tmp_path):
    model = chain("adam")
    model.fit(X, Y, verbose=0)
    model.save_weights(str(tmp_path / "one.weights.h5"))
    model.optimizer.learning_rate = 0.5
    model.load_weights(str(tmp_path / "one.weights.h5"))
    assert float(model.optimizer.learning_rate) == 0.5


def test_of_a_model_that_holds_its_optimizer(tmp_path):
    class Own(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.optimizer = tf.keras.optimizers.Adam(0.01)
            self.inner = tf.keras.layers.Dense(1)

        def call(self, x):
            return self.inner(x)

        def step(self):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(X) - Y) ** 2)
            gradients = tape.gradient(loss, self.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.trainable_variables, strict=True))

    model = Own()
    model.step()
    model.save_weights(str(tmp_path / "one.weights.h5"))
    kept = moments(model.optimizer)
    model.step()
    model.load_weights(str(tmp_path / "one.weights.h5"))
    for found, expected in zip(moments(model.optimizer), kept, strict=True):
        np.testing.assert_array_equal(found, expected)
