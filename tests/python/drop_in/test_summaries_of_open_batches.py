"""`Model.summary` of a model of a program's own that a step of any number of examples has built."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.usefixtures("in_tensorflows_place")
layers = tf.keras.layers


class Placed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.places = layers.Embedding(7, 3)
        self.inner = tf.keras.Sequential([layers.Dense(3)])
        self.outer = layers.Dense(2)

    def call(self, inputs):
        places = self.places(tf.range(inputs.shape[1]))
        return self.outer(inputs + places + self.inner(places))


def shapes(model):
    lines = []
    model.summary(print_fn=lambda text, **_: lines.extend(text.split("\n")))
    cells = [line.split("│")[2].strip() for line in lines if line.count("│") > 2]
    return [cell for cell in cells if cell]


@pytest.mark.parametrize("examples", [4, 6])
def test_places_in_a_sequence_are_known(examples):
    model = Placed()
    model.compile("sgd", "mse")
    model.fit(np.ones((6, 5, 1)), np.ones((6, 5, 2)), batch_size=examples, verbose=0)
    batch = "None" if examples == 4 else "6"
    assert shapes(model) == ["(5, 3)", "(5, 3)", f"({batch}, 5, 2)"]


def test_rows_of_all_examples_are_not():
    class Rows(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.line = layers.Dense(2)

        def call(self, inputs):
            return tf.reshape(self.line(tf.reshape(inputs, (-1, 1))), (-1, 5, 2))

    model = Rows()
    model.compile("sgd", "mse")
    model.fit(np.ones((6, 5, 1)), np.ones((6, 5, 2)), batch_size=4, verbose=0)
    assert shapes(model) == ["(None, 2)"]
