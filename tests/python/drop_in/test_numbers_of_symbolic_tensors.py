"""Numbers in the names of symbolic tensors: Keras 3 makes some for itself as it builds layers."""

import numpy as np
import pytest
from library import tf

pytestmark = [
    pytest.mark.usefixtures("in_tensorflows_place"),
    pytest.mark.filterwarnings("ignore:Do not pass an `input_shape`"),
]
keras = tf.keras
layers = keras.layers
X = np.ones((2, 4), "float32")


class Own(layers.Layer):
    def __init__(self):
        super().__init__()
        self.first, self.second = layers.Dense(3), layers.Dense(2)

    def call(self, inputs):
        return self.second(self.first(inputs))


class OfTwo(Own):
    def call(self, one, two, training=False):
        return self.first(one) + two, self.second(one)


class Declared(Own):
    def compute_output_shape(self, shape):
        return (*shape[:-1], 2)


class Model(keras.Model):
    def __init__(self):
        super().__init__()
        self.line, self.chain = layers.Dense(3), chain()

    def call(self, inputs):
        return self.chain(self.line(inputs))


def chain(*before):
    return keras.Sequential([*before, layers.Dense(2), layers.Dense(3)])


def of_adding():
    made = keras.Sequential()
    for layer in (keras.Input((4,)), layers.Dense(2), layers.Dense(3)):
        made.add(layer)


def new():
    return keras.Input((4,))


def network():
    entry = new()
    return keras.Model(entry, layers.Dense(2)(layers.Dense(3)(entry)))


CASES = {
    "clone": (lambda: keras.models.clone_model(network()), 5),
    "of a configuration": (lambda: keras.Model.from_config(network().get_config()), 7),
    "function": (lambda: layers.Lambda(lambda x: 2.0 * x)(new()), 4),
    "function of a shape": (lambda: layers.Lambda(lambda x: 2.0 * x, (4,))(new()), 2),
    "layer": (lambda: Own()(new()), 3),
    "eager layer": (lambda: Own()(X), 1),
    "two tensors": (lambda: OfTwo()(new(), keras.Input((3,))), 6),
    "declared": (lambda: Declared()(new()), 3),
    "shape asked for": (lambda: layers.Dense(3).compute_output_shape((None, 4)), 0),
    "chain": (lambda: chain()(new()), 5),
    "eager chain": (lambda: chain()(X), 3),
    "chain of an input": (lambda: chain(new()), 3),
    "chain of a first shape": (lambda: chain(layers.Dense(3, input_shape=(4,))), 4),
    "chain layer by layer": (of_adding, 4),
    "chain of own layers": (lambda: keras.Sequential([new(), Own(), Own()]), 5),
    "model": (lambda: Model()(new()), 6),
    "eager model": (lambda: Model()(X), 4),
}


def _number():
    return int(keras.KerasTensor((1,)).name.rpartition("_")[2])


@pytest.mark.parametrize("case", CASES)
def test_numbers_that_are_taken(case):
    keras.KerasTensor((1,)), keras.KerasTensor((1,))
    run, taken = CASES[case]
    before = _number()
    run()
    assert _number() - before - 1 == taken
