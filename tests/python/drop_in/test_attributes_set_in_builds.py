"""As a stand-in for TensorFlow: what `build` assigns is there when a trace begins, whatever it was
before, where what `call` assigns is forgotten between its runs."""

import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
keras = tf.keras


class Flat(keras.layers.Layer):
    def __init__(self, **options):
        super().__init__(**options)
        self.width = self.calls = 0

    def build(self, input_shape):
        self.width = input_shape[-1]
        self.scale = self.add_weight(name="scale", shape=(self.width,), initializer="ones")
        self.built = True

    def call(self, inputs):
        self.calls += 1
        return tf.reshape(inputs * self.scale, (-1, self.width)) + self.calls


class Around(keras.Model):
    def __init__(self):
        super().__init__()
        self.flat = Flat()

    def call(self, inputs):
        return self.flat(inputs)


@pytest.mark.keras_2
def test_a_network_finds_a_size_that_build_assigns_in_keras_2():
    inputs = keras.Input((3, 4))
    assert keras.Model(inputs, Flat()(inputs))(tf.zeros([2, 3, 4])).shape == [6, 4]


def test_a_network_finds_a_size_that_build_assigns():
    inputs = keras.Input((3, 4))
    outputs = Flat()(inputs)
    assert outputs.shape[-1] == 4
    assert keras.Model(inputs, outputs).predict(tf.zeros([2, 3, 4]), verbose=0).shape == (6, 4)


def test_so_does_a_step_of_training():
    model = Around()
    model.compile("sgd", "mse")
    model.fit(tf.zeros([6, 3]), tf.zeros([6, 3]), batch_size=2, epochs=2, verbose=0)
    assert model.flat.width == 3


def test_so_does_a_function():
    layer = Flat()
    function = tf.function(layer)
    assert [function(tf.ones([2, 3])).shape.as_list() for _ in range(3)] == [[2, 3]] * 3
