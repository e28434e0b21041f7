"""Which of its seeds a layer of Keras 2 draws with: one for each eager draw and for each trace."""

import numpy as np
import pytest
from library import tf

pytestmark = pytest.mark.keras_2
keras, LAYERS = tf.keras, tf.keras.layers
X = np.ones((4, 6), "f")


@pytest.fixture(autouse=True)
def seeded():
    keras.utils.set_random_seed(7)


def same():
    """A layer whose outputs are its inputs."""
    return LAYERS.Dense(6, kernel_initializer="identity", use_bias=False)


def dropped(seed, times=1):
    """What operations with a seed draw in a function."""
    run = tf.function(lambda x: tf.nn.dropout(x, 0.3, seed=seed))
    return [run(X).numpy() for _ in range(times)]


def test_a_function_keeps_the_seed_of_its_trace():
    layer = LAYERS.Dropout(0.3, seed=5)
    run = tf.function(lambda x: layer(x, training=True))
    found = [run(X).numpy() for _ in range(3)]
    np.testing.assert_array_equal(found, dropped(5, 3))


@pytest.mark.parametrize(
    ("wrap", "seed"),
    [
        (lambda layer: keras.Sequential([keras.Input((6,)), layer]), 6),
        (lambda layer: keras.Sequential([same(), layer]), 7),
        (lambda layer: keras.Sequential([keras.Sequential([same(), layer])]), 8),
    ],
)
def test_a_chain_takes_seeds_where_it_makes_its_network(wrap, seed):
    model = wrap(LAYERS.Dropout(0.3, seed=5))
    model.compile("sgd", "mse")
    loss = model.fit(X, X, verbose=0).history["loss"][0]
    assert loss == pytest.approx(np.mean((dropped(seed)[0] - X) ** 2))


def test_a_chain_that_is_built_takes_none():
    model = keras.Sequential([same(), LAYERS.Dropout(0.3, seed=5)])
    model.build((None, 6))
    found = model(X, training=True)
    keras.utils.set_random_seed(7)
    np.testing.assert_array_equal(found, LAYERS.Dropout(0.3, seed=5)(X, training=True))
