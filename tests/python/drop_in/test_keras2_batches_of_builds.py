"""For how many examples layers of a program's own are built in a chain of Keras 2, and its table.

With `TF_USE_LEGACY_KERAS=1` set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]


class Product(layers.Layer):
    told = None

    def build(self, shape):
        self.told = tuple(shape)
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], 3))

    def call(self, inputs):
        return inputs @ self.kernel


def built_by(examples, *before):
    model = tf.keras.Sequential([*before, Product(), layers.Dense(2)])
    model.compile("sgd", "mse")
    x = np.ones((examples, 6), "float32")
    model.fit(x, x[:, :2], batch_size=8, verbose=0)
    lines = []
    model.summary(print_fn=lambda line, **_: lines.append(line))
    return model.layers[-2].told, "".join("".join(lines).split())


@pytest.mark.parametrize("before", [(), (4,)])
def test_every_batch_has_as_many(before):
    told, table = built_by(40, *map(layers.Dense, before))
    assert told == (8, *(before or (6,)))
    assert "(8,3)" in table
    assert "(8,2)" in table


@pytest.mark.parametrize("before", [(), (4,)])
def test_the_last_batch_is_smaller(before):
    told, table = built_by(42, *map(layers.Dense, before))
    assert told == (None, *(before or (6,)))
    assert "(None,3)" in table


def test_a_program_sees_its_layers_as_python_shows_them():
    assert repr(Product()).startswith(f"<{__name__}.Product object at 0x")
