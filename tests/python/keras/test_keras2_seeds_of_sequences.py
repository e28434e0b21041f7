"""Whose seed a recurrent layer of Keras 2 draws with: its own, where steps are one operation."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, LAYERS = tf.keras, tf.keras.layers
X = np.sin(np.arange(24) * 0.7).reshape(2, 4, 3).astype("f")


def called(kind, wrap=lambda layer: layer, **options):
    keras.utils.set_random_seed(3)
    return np.asarray(wrap(kind(2, **options))(X, training=True))


@pytest.mark.parametrize("kind", [LAYERS.LSTM, LAYERS.GRU])
def test_cells_in_loops_draw_by_the_global_seed(kind):
    found = [called(kind, recurrent_dropout=0.5, seed=seed) for seed in (1, 2)]
    np.testing.assert_array_equal(*found)
    loops = [called(kind, dropout=0.5, use_bias=False, seed=seed) for seed in (1, 2)]
    np.testing.assert_array_equal(*loops)


@pytest.mark.parametrize("kind", [LAYERS.LSTM, LAYERS.GRU])
def test_one_operation_draws_by_the_seed(kind):
    assert (called(kind, dropout=0.5, seed=1) != called(kind, dropout=0.5, seed=2)).any()


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (LAYERS.LSTM, [-0.192154, 0.067705, 0.112103, -0.004283]),
        (LAYERS.GRU, [-0.032932, -0.141315, 0.553296, -0.325962]),
    ],
)
def test_a_chain_takes_the_seeds_of_a_call_where_it_makes_its_network(kind, expected):
    found = called(kind, lambda layer: keras.Sequential([layer]), dropout=0.5, seed=1)
    np.testing.assert_allclose(found.ravel(), expected, atol=1e-6)
