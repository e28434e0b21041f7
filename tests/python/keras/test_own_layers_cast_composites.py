"""Layers of a program's own get sparse and ragged inputs in their dtype, as they get tensors."""

import numpy as np
import pytest
from library import tf

SPARSE, RAGGED = (
    tf.sparse.from_dense(np.eye(3)),
    tf.ragged.constant([[1.0, 2.0], [3.0]], tf.float64),
)
WHOLE = tf.sparse.from_dense(np.eye(3, dtype="int32"))


class Tells(tf.keras.layers.Layer):
    def call(self, inputs):
        self.told = [leaf.dtype for leaf in tf.nest.flatten(inputs)]
        return tf.constant(1.0)


class TellingModel(tf.keras.Model):
    call = Tells.call


@pytest.mark.parametrize("kind", [Tells, TellingModel])
@pytest.mark.parametrize(
    ("inputs", "expected"),
    [
        (SPARSE, ["float32"]),
        (RAGGED, ["float32"]),
        (WHOLE, ["int32"]),
        ([SPARSE], ["float32"]),
        ([SPARSE, np.ones(2)], ["float32", "float32"]),
        ((WHOLE, RAGGED), ["int32", "float32"]),
        ({"a": SPARSE, "b": WHOLE}, ["float32", "int32"]),
    ],
)
def test_floats_have_the_dtype_of_the_layer(kind, inputs, expected):
    layer = kind()
    layer(inputs)
    assert layer.told == expected
    wide = kind(dtype="float64")
    wide(inputs)
    assert wide.told == [name.replace("float32", "float64") for name in expected]


def test_what_has_the_dtype_is_handed_on_as_it_is():
    class Same(tf.keras.layers.Layer):
        def call(self, inputs):
            return tf.constant(inputs is narrow)

    narrow = tf.cast(SPARSE, tf.float32)
    assert Same()(narrow)


def test_products_of_sparse_adjacencies():
    class Graph(tf.keras.Model):
        def __init__(self):
            super().__init__()
            self.nodes = self.add_weight(name="nodes", shape=(3, 2), initializer="ones")

        def call(self, adjacency):
            return tf.sparse.sparse_dense_matmul(adjacency, self.nodes)

    assert Graph()(SPARSE).numpy().tolist() == [[1.0, 1.0]] * 3
