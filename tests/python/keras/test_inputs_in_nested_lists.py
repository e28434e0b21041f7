"""Arrays in lists of lists, for networks whose inputs are nested like that."""

import numpy as np
import pytest
from library import tf

keras = tf.keras
L = keras.layers

A, B, C = (np.random.RandomState(n).rand(10, n).astype("float32") for n in (2, 3, 4))
Y = np.ones((10, 1), "float32")


def network():
    a, b, c = keras.Input((2,)), keras.Input((3,)), keras.Input((4,))
    total = L.Concatenate()([a, b, c])
    model = keras.Model([[a, b], [c]], L.Dense(1, kernel_initializer="ones")(total))
    model.compile(keras.optimizers.SGD(0.0), "mse")
    return model


TOTAL = np.concatenate([A, B, C], -1).sum(-1, keepdims=True)
LOSS = np.mean((TOTAL - Y) ** 2).item()


@pytest.mark.parametrize(
    "x", [[[A, B], [C]], ((A, B), (C,)), [(A, B), [C]], [[tf.constant(A), B], [C]]]
)
def test_arrays_are_taken_in_their_lists(x):
    model = network()
    np.testing.assert_allclose(model.predict(x, batch_size=4, verbose=0), TOTAL, rtol=1e-5)
    np.testing.assert_allclose(model.evaluate(x, Y, verbose=0), LOSS, rtol=1e-5)
    told = model.fit(x, Y, batch_size=5, shuffle=False, verbose=0).history["loss"]
    np.testing.assert_allclose(told, LOSS, rtol=1e-5)
    np.testing.assert_allclose(model.train_on_batch(x, Y), LOSS, rtol=1e-5)


@pytest.mark.keras_2
def test_lists_within_a_dictionary():
    a, b, c = keras.Input((2,)), keras.Input((3,)), keras.Input((4,))
    total = L.Dense(1, kernel_initializer="ones")(L.Concatenate()([a, b, c]))
    model = keras.Model({"two": [a, b], "one": c}, total)
    found = model.predict({"two": [A, B], "one": C}, verbose=0)
    np.testing.assert_allclose(found, TOTAL, rtol=1e-5)


def test_a_model_of_ones_own_gets_tuples():
    seen = []

    class Model(keras.Model):
        def call(self, x):
            seen.append((type(x), type(x[0])))
            return tf.reduce_sum(x[0][0], -1, keepdims=True) + tf.reduce_sum(x[1], -1)[:, None]

    found = Model().predict([[A, B], C], verbose=0)
    np.testing.assert_allclose(found, (A.sum(-1) + C.sum(-1))[:, None], rtol=1e-5)
    assert seen[-1] == (tuple, tuple)
