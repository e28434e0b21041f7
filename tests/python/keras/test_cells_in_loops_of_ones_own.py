"""Cells that a program calls step by step: what they drop stays the same, in eager code for ever,
in a function while it runs."""

import numpy as np
import pytest
from library import tf

X = np.random.RandomState(0).randn(21, 4, 3).astype("float32")
Y = np.random.RandomState(1).randn(21, 1).astype("float32")


class Loop(tf.keras.Model):
    def __init__(self, cell):
        super().__init__()
        self.cell = cell
        self.last = tf.keras.layers.Dense(1)

    def call(self, x, training=None):
        states = self.cell.get_initial_state(batch_size=tf.shape(x)[0], dtype=tf.float32)
        states = states if isinstance(states, (list, tuple)) else [states]
        for step in range(4):
            output, states = self.cell(x[:, step], states, training=training)
        return self.last(output)


def made(kind, **how):
    tf.keras.utils.set_random_seed(1)
    return Loop(getattr(tf.keras.layers, kind)(5, **how))


@pytest.mark.keras_2
@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ("GRUCell", [1.29192, 1.51768, 2.28453, 1.28485]),
        ("LSTMCell", [1.28412, 1.34327, 1.91232, 1.31938]),
        ("SimpleRNNCell", [1.62192, 1.54693, 2.60904, 2.01147]),
    ],
)
def test_steps_of_training_draw_once_each(kind, expected):
    model = made(kind, dropout=0.5, recurrent_dropout=0.3)
    model.compile("sgd", "mse")
    losses = model.fit(X, Y, batch_size=8, epochs=2, verbose=0, shuffle=False).history["loss"]
    losses.append(model.train_on_batch(X[:8], Y[:8]))
    losses += model.fit(X, Y, batch_size=8, verbose=0, shuffle=False).history["loss"]
    np.testing.assert_allclose(losses, expected, rtol=1e-4)


@pytest.mark.keras_2
def test_eager_code_draws_once():
    cell = tf.keras.layers.SimpleRNNCell(5, dropout=0.5)
    x, states = tf.ones([2, 30]), [tf.zeros([2, 5])]
    first = cell(x, states, training=True)[0].numpy()
    np.testing.assert_array_equal(cell(x, states, training=True)[0], first)
    cell.reset_dropout_mask()
    assert not np.allclose(cell(x, states, training=True)[0], first)
