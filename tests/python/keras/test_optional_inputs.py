"""Models whose inputs may be None: what `fit` and its like make of such data."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.ones((10, 2), "float32")


class Sum(keras.layers.Layer):
    def call(self, x, more=None):
        return x if more is None else x + more


def model_of(kind):
    x, more = keras.Input((2,), name="x"), keras.Input((2,), name="more", optional=True)
    outputs = keras.layers.Dense(1, kernel_initializer="ones")(Sum()(x, more))
    inputs = {"x": x, "more": more} if kind is dict else [x, more]
    model = keras.Model(inputs, outputs)
    model.compile(keras.optimizers.SGD(0.0), "mse")
    return model


@pytest.mark.parametrize("kind", [dict, list])
@pytest.mark.parametrize(("more", "output"), [(None, 2.0), (X, 4.0)])
def test_loops_take_data_that_lack_an_input(kind, more, output):
    model, y = model_of(kind), np.zeros((10, 1), "float32")
    data = {"x": X, "more": more} if kind is dict else [X, more]
    np.testing.assert_allclose(model.predict(data, batch_size=4, verbose=0), [[output]] * 10)
    assert model.evaluate(data, y, verbose=0) == output**2
    history = model.fit(data, y, batch_size=4, verbose=0).history
    assert history["loss"] == [output**2]


def test_weights_of_examples_stay_with_them():
    y = np.arange(10.0).reshape(10, 1)
    found = model_of(dict).evaluate({"x": X, "more": None}, y, 4, 0, np.ones(10) / 2)
    np.testing.assert_allclose(found, np.mean((y - 2.0) ** 2) / 2, 1e-6)
