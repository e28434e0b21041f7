"""How many examples chains without a told input know of, under `TF_USE_LEGACY_KERAS=1`.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.ones((12, 5), "float32")


class Own(layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense, self.told = layers.Dense(4), []

    def build(self, shape):
        self.told.append(tuple(shape))
        super().build(shape)

    def call(self, x):
        return self.dense(x)


def made(kind, **fit):
    model = tf.keras.Sequential([layers.Dense(4) if kind is None else kind(), layers.Dense(1)])
    model.compile("sgd", "mse")
    model.fit(X, X[:, :1], verbose=0, **fit)
    return model


def line(model, capsys):
    capsys.readouterr()
    model.summary()
    return [text for text in capsys.readouterr().out.splitlines() if "Dense" in text][-1]


@pytest.mark.parametrize("kind", [None, Own])
@pytest.mark.parametrize(("rows", "examples"), [(4, 4), (5, None)])
def test_as_many_as_the_data_promise(kind, rows, examples, capsys):
    model = made(kind, batch_size=rows)
    assert (model.input_shape, model.output_shape) == ((examples, 5), (examples, 1))
    assert model.layers[0].output_shape == (examples, 4)
    assert f"({examples}, 1)" in line(model, capsys)
    if kind:
        assert model.layers[0].told == [(examples, 5)]


@pytest.mark.parametrize("kind", [None, Own])
@pytest.mark.parametrize(
    "call",
    [
        lambda model: model.evaluate(X, X[:, :1], batch_size=5, verbose=0),
        lambda model: model.predict(X[:8], verbose=0),
        lambda model: model(X[:3]),
    ],
)
def test_open_from_the_first_call_on_others(kind, call, capsys):
    model = made(kind, batch_size=4)
    call(model)
    assert (model.input_shape, model.output_shape) == ((None, 5), (None, 1))
    assert model.layers[0].output_shape == (None, 4)
    assert "(None, 1)" in line(model, capsys)


def test_the_same_number_again(capsys):
    model = made(Own, batch_size=4)
    model(X[:4])
    model.evaluate(X, X[:, :1], batch_size=4, verbose=0)
    assert model.input_shape == (4, 5)
    assert "(4, 1)" in line(model, capsys)


def test_of_a_call():
    model = tf.keras.Sequential([layers.Dense(4)])
    model(X[:7])
    assert (model.input_shape, model.output_shape) == ((7, 5), (7, 4))
    assert model.layers[0].input_shape == (7, 5)
