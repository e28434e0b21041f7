"""Sparse matrices, parts of cells and what is not tracked, under the private paths for them."""

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = [
    pytest.mark.skipif(AGAINST_TENSORFLOW, reason="paths of the versions before Keras 3"),
    pytest.mark.usefixtures("in_tensorflows_place"),
]


def test_products_of_sparse_matrices():
    from tensorflow.python.ops.linalg.sparse import sparse

    dense = tf.constant([[[0.0, 2.0], [1.0, 0.0]], [[3.0, 0.0], [0.0, 0.0]]])
    a = sparse.CSRSparseMatrix(tf.sparse.from_dense(dense))
    assert (a.shape, a.dtype) == ([2, 2, 2], tf.float32)
    expected = tf.matmul(dense, dense, transpose_b=True).numpy().tolist()
    product = sparse.matmul(a, a, transpose_b=True)
    assert product.to_dense().numpy().tolist() == expected
    assert isinstance(product.to_sparse_tensor(), tf.SparseTensor)
    assert sparse.matmul(a, dense, adjoint_b=True).numpy().tolist() == expected
    with tf.GradientTape() as tape:
        tape.watch(dense)
        value = tf.reduce_sum(sparse.matmul(sparse.CSRSparseMatrix(dense), tf.ones([2, 2, 1])))
    assert tape.gradient(value, dense).numpy().tolist() == (dense != 0).numpy().tolist()
    with pytest.raises(ValueError):
        sparse.CSRSparseMatrix(tf.ones([2]))


def test_entries_in_order():
    from tensorflow.python.ops import gen_sparse_ops

    places, values = gen_sparse_ops.sparse_reorder([[1, 0], [0, 1]], [1.0, 2.0], (2, 2))
    assert places.numpy().tolist() == [[0, 1], [1, 0]]
    assert values.numpy().tolist() == [2.0, 1.0]


def test_sizes_of_states():
    from tensorflow.python.ops import rnn_cell_impl

    concat = rnn_cell_impl._concat
    assert concat(tf.constant(2), [3]).numpy().tolist() == [2, 3]
    assert concat(2, tf.TensorShape([3, 4]), static=True) == [2, 3, 4]
    with pytest.raises(ValueError):
        concat(None, 3)


@pytest.mark.parametrize("path", ["tensorflow.__internal__", "keras.src.utils"])
def test_what_is_set_without_becoming_a_part(path):
    import importlib

    untracked = importlib.import_module(f"{path}.tracking").no_automatic_dependency_tracking

    class Layer(tf.keras.layers.Layer):
        def __init__(self):
            super().__init__()
            self.own = tf.keras.layers.Dense(1)
            self.remember()

        @untracked
        def remember(self):
            self.list, self.one = [tf.Variable(1.0)], tf.keras.layers.Dense(2)
            return self.one

    layer = Layer()
    assert layer.remember() is layer.one
    layer.own.build([None, 3]), layer.one.build([None, 3])
    assert len(layer.weights) == 2


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("tensorflow.python.keras.layers.merge", "_Merge"),
        ("tf_keras.src.layers.merging.base_merge", "_Merge"),
        ("keras.src.layers.merging.base_merge", "Merge"),
    ],
)
def test_the_base_of_layers_that_join_inputs(path, name):
    import importlib

    base = getattr(importlib.import_module(path), name)

    class Between(base):
        def _merge_function(self, inputs):
            return 0.25 * inputs[0] + 0.75 * inputs[1]

    joined = Between()([tf.constant([[4.0]]), tf.constant([[8.0]])])
    assert joined.numpy().tolist() == [[7.0]]
    assert isinstance(tf.keras.layers.Add(), base)
