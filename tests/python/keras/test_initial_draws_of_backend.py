"""Initial values of a program's own that `keras.backend` draws: a seed of NumPy's for each."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
X = np.ones([8, 2], "float32")


def initial(shape, dtype=None):
    return keras.backend.random_normal(shape, dtype=dtype)


def layered(*before):
    return keras.Sequential(
        [*before, *(keras.layers.Dense(4, kernel_initializer=initial) for _ in range(2))]
    )


def fitted(model):
    model.compile(keras.optimizers.SGD(0.0), "mse")
    model.fit(X, np.ones([8, 4], "float32"), verbose=0)


@pytest.mark.parametrize(
    "build",
    [
        lambda: layered(keras.Input([2])),
        lambda: fitted(layered()),
        lambda: layered().build([None, 2]),
        lambda: layered()(X),
        lambda: tf.function(layered())(X),
    ],
)
def test_each_takes_one(build):
    keras.utils.set_random_seed(3)
    np.random.randint(10_000_000, size=2)
    expected = np.random.randint(1000)
    keras.utils.set_random_seed(3)
    build()
    assert np.random.randint(1000) == expected


def test_they_are_the_same_however_a_model_is_built():
    keras.utils.set_random_seed(3)
    first = layered(keras.Input([2])).get_weights()
    keras.utils.set_random_seed(3)
    model = layered()
    fitted(model)
    for one, other in zip(first, model.get_weights(), strict=True):
        np.testing.assert_array_equal(one, other)
