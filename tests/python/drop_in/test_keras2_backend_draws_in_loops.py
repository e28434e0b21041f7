"""`keras.backend` takes one seed from NumPy for an operation in a loop, under
`TF_USE_LEGACY_KERAS=1`; the operation goes on drawing by it from turn to turn.

With that variable set this file passes against TensorFlow too.
"""

import numpy as np
import pytest
from library import tf

layers, K = tf.keras.layers, tf.keras.backend
pytestmark = [pytest.mark.keras_2, pytest.mark.usefixtures("in_tensorflows_place")]
X = np.random.RandomState(1).rand(32, 6, 2).astype("float32")


@pytest.fixture(autouse=True)
def begun():
    tf.keras.utils.set_random_seed(5)


def drawn():
    """How many seeds NumPy's generator has given."""
    found = np.random.randint(1000)
    for count in range(100):
        generator = np.random.RandomState(5)
        generator.randint(10_000_000, size=count)
        if generator.randint(1000) == found:
            return count
    return None


class Cell(layers.Layer):
    def __init__(self, units=4):
        super().__init__()
        self.state_size = self.units = units

    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], self.units))
        self.built = True

    def call(self, x, states, training=None):
        dropped = K.in_train_phase(lambda: K.dropout(x, 0.3), x, training=training)
        h = K.dot(dropped, self.kernel) + states[0]
        return h, [h]


def test_a_cell_of_the_programs_own_while_fitting():
    model = tf.keras.Sequential([tf.keras.Input((6, 2)), layers.RNN(Cell()), layers.Dense(1)])
    model.compile("sgd", "mse")
    history = model.fit(X, X[:, :, 0].sum(1), batch_size=16, epochs=2, verbose=0, shuffle=False)
    assert drawn() == 4
    np.testing.assert_allclose(history.history["loss"], [6.831819, 0.934394], rtol=1e-5)


def test_a_cell_in_a_function():
    layer = layers.RNN(Cell())
    layer(X)
    step = tf.function(lambda x: layer(x, training=True))
    first, second = step(tf.constant(X)).numpy(), step(tf.constant(X)).numpy()
    assert drawn() == 2
    assert abs(first - second).max() > 0


@pytest.mark.parametrize("kind", ["while", "for"])
def test_loops_of_functions(kind):
    def turn(number, total):
        return number + 1, total + K.random_uniform([2])

    @tf.function
    def total():
        zero = tf.zeros([2])
        if kind == "while":
            return tf.while_loop(lambda number, total: number < 5, turn, (0, zero))[1]
        for _ in tf.range(5):
            zero = turn(0, zero)[1]
        return zero

    found = total().numpy()
    assert drawn() == 1
    assert len(set(found.tolist())) == 2
