"""Models of sparse tensors: inputs that stand for them, and layers that take them."""

import numpy as np
import pytest
from library import tf

layers = tf.keras.layers
ROWS = tf.sparse.from_dense([[0.0, 2.0, 0.0], [1.0, 0.0, 0.0]])


def test_a_dense_layer_takes_a_sparse_tensor():
    layer = layers.Dense(2, kernel_initializer="ones", bias_initializer="ones")
    np.testing.assert_allclose(layer(ROWS), [[3.0, 3.0], [2.0, 2.0]])


def test_a_model_of_a_sparse_input():
    x = tf.keras.Input((3,), sparse=True)
    assert x.sparse
    model = tf.keras.Model(x, layers.Dense(1, kernel_initializer="ones")(x))
    assert model.output_shape == (None, 1)
    np.testing.assert_allclose(model(ROWS), [[2.0], [1.0]])
    model.compile("sgd", "mse")
    assert model.fit(ROWS, np.zeros((2, 1)), verbose=0).history["loss"] == [2.5]


class Spreading(layers.Layer):
    """A layer of a graph: a weight for features, and sums over neighbours."""

    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, shapes):
        sizes = (shapes[0][-1], self.units)
        self.kernel = self.add_weight(shape=sizes, initializer="ones", name="kernel")

    def call(self, inputs):
        features, neighbours = inputs
        assert isinstance(neighbours, tf.SparseTensor) or hasattr(neighbours, "sparse")
        return tf.sparse.sparse_dense_matmul(neighbours, tf.matmul(features, self.kernel))

    def compute_output_shape(self, shapes):
        return (*shapes[0][:-1], self.units)


def test_a_graph_has_a_row_for_each_of_its_nodes():
    features, neighbours = tf.keras.Input((2,)), tf.keras.Input((4,), sparse=True)
    hidden = layers.Dropout(0.5)(Spreading(3)([features, neighbours]))
    model = tf.keras.Model([features, neighbours], Spreading(1)([hidden, neighbours]))
    ring = tf.sparse.from_dense(np.roll(np.eye(4, dtype=np.float32), 1, 0))
    x = tf.reshape(tf.range(8.0), [4, 2])
    expected = 3 * tf.roll(tf.reduce_sum(x, 1, keepdims=True), 2, 0)
    np.testing.assert_allclose(model([x, ring]), expected)


def test_an_embedding_takes_the_other_places_for_0():
    table = tf.keras.initializers.Constant(np.arange(6.0).reshape(3, 2))
    layer = layers.Embedding(3, 2, embeddings_initializer=table)
    numbers = tf.SparseTensor([[0, 0], [1, 1]], tf.constant([1, 2], tf.int64), [2, 2])
    np.testing.assert_allclose(layer(numbers), [[[2, 3], [0, 1]], [[0, 1], [4, 5]]])


@pytest.mark.keras_3
@pytest.mark.parametrize(
    ("layer", "shape"),
    [
        (layers.Flatten(), [2, 3]),
        (layers.Reshape((-1, 1)), [2, 3, 1]),
        (layers.Permute((2, 1)), [2, 1, 3]),
    ],
)
def test_layers_that_move_entries_leave_them_sparse(layer, shape):
    dense = tf.sparse.to_dense(ROWS)[..., None]
    found = layer(tf.sparse.from_dense(dense))
    assert isinstance(found, tf.SparseTensor)
    assert found.shape.as_list() == shape
    np.testing.assert_allclose(tf.sparse.to_dense(found), layer(dense))
