"""Layers that multiply all examples by a matrix that they hold, as that of a graph with a node for
each example: the size of the matrix is that of the batch.

This file passes against TensorFlow too, with both Kerases.
"""

import numpy as np
import pytest
from library import tf

keras = tf.keras
EDGES = np.eye(6, k=1, dtype="float32") + np.eye(6, dtype="float32")
X, Y = np.arange(18, dtype="float32").reshape(6, 3) / 18, np.ones([6, 2], "float32")


class Convolution(keras.layers.Layer):
    def __init__(self, units, is_sparse, **options):
        super().__init__(**options)
        self.units = units
        self.edges = tf.sparse.from_dense(EDGES) if is_sparse else tf.constant(EDGES)

    def build(self, input_shape):
        shape = (input_shape[-1], self.units)
        self.kernel = self.add_weight(name="kernel", shape=shape, initializer="ones")

    def call(self, inputs):
        if isinstance(self.edges, tf.SparseTensor):
            neighbours = tf.sparse.sparse_dense_matmul(self.edges, inputs)
        else:
            neighbours = tf.matmul(self.edges, inputs)
        return tf.matmul(neighbours, self.kernel)


EXPECTED = EDGES @ EDGES @ X.sum(axis=1, keepdims=True) * 4 * np.ones([1, 2], "float32")


@pytest.mark.parametrize("is_sparse", [False, True])
def test_networks_have_as_many_rows(is_sparse):
    inputs = keras.Input((3,))
    hidden = Convolution(4, is_sparse)(inputs)
    outputs = Convolution(2, is_sparse)(keras.layers.ReLU()(hidden))
    assert (hidden.shape[0], outputs.shape[0]) == (6, 6)
    model = keras.Model(inputs, outputs)
    assert np.allclose(model(X), EXPECTED)
    model.compile("sgd", "mse")
    assert model.fit(X, Y, batch_size=6, epochs=1, verbose=0).history["loss"][0] > 0


@pytest.mark.parametrize("is_sparse", [False, True])
def test_chains_are_built_before_they_are_called(is_sparse):
    model = keras.Sequential(
        [keras.Input((3,)), Convolution(4, is_sparse), Convolution(2, is_sparse)]
    )
    assert [len(weight.shape) for weight in model.weights] == [2, 2]
    assert np.allclose(model.predict(X, batch_size=6, verbose=0), EXPECTED)


def test_what_fits_no_batch_is_refused_as_it_was():
    class Wrong(keras.layers.Layer):
        def call(self, inputs):
            return tf.matmul(inputs, tf.ones([4, 2]))

    with pytest.raises((ValueError, tf.errors.InvalidArgumentError)):
        Wrong()(keras.Input((3,)))
