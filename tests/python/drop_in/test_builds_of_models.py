"""A model's own `build` in TensorFlow's place with Keras 3: what is above it makes nothing."""

import pytest
from library import tf

keras = tf.keras

pytestmark = [pytest.mark.keras_3, pytest.mark.usefixtures("in_tensorflows_place")]


class First(keras.Model):
    def build(self, input_shape):
        super().build(input_shape)
        self.hidden = keras.layers.Dense(3)
        self.out = keras.layers.Dense(2)

    def call(self, x):
        return self.out(self.hidden(x))


class Last(keras.Model):
    def __init__(self):
        super().__init__()
        self.out = keras.layers.Dense(2)

    def build(self, input_shape):
        self.hidden = keras.layers.Dense(3)
        super().build(input_shape)

    def call(self, x):
        return self.out(self.hidden(x))


@pytest.mark.parametrize("kind", [First, Last])
def test_the_build_above_makes_nothing(kind):
    model = kind()
    model.build((None, 5))
    assert model.built
    assert len(model.weights) == 0
    layers = model.hidden, model.out
    assert model(tf.ones([4, 5])).shape == (4, 2)
    assert (model.hidden, model.out) == layers  # which were built once
    assert len(model.weights) == 4


@pytest.mark.parametrize("kind", [First, Last])
def test_neither_does_it_in_fit(kind):
    model = kind()
    model.compile("sgd", "mse")
    model.fit(tf.ones([4, 5]), tf.ones([4, 2]), verbose=0)
    assert model.hidden.kernel.shape == (5, 3)
    assert model.out.kernel.shape == (3, 2)


@pytest.mark.parametrize("kind", [First, Last])
def test_what_it_left_is_built_for_as_many_examples_as_come(kind):
    model = kind()
    model.build((None, 5))
    model.compile("sgd", "mse")
    model.fit(tf.ones([40, 5]), tf.ones([40, 2]), verbose=0)
    lines = []
    model.summary(print_fn=lambda text, **_: lines.extend(text.split("\n")))
    shapes = [line.split("│")[2].strip() for line in lines if "(Dense)" in line]
    assert sorted(shapes) == ["(None, 2)", "(None, 3)"]
