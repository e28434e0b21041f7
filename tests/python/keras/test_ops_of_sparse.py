"""Functions of `keras.ops` on sparse tensors."""

import numpy as np
import pytest
from library import ours, tf

ops = tf.keras.ops
pytestmark = pytest.mark.keras_3
DENSE = np.float32([[1, 0, 2], [0, 0, 3]])
ONE, OTHER = tf.sparse.from_dense(DENSE), tf.sparse.from_dense(np.float32([[0, 4, 2], [0, 1, 0]]))
BESIDE = tf.constant([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])

SPARSE = {
    "of each entry": lambda x, y: ops.sqrt(x),
    "another dtype": lambda x, y: ops.cast(x, "int32"),
    "sum of two": lambda x, y: ops.add(x, y),
    "largest of two": lambda x, y: ops.maximum(x, y),
    "product with dense": lambda x, y: ops.multiply(BESIDE, x),
    "quotient by dense": lambda x, y: ops.divide(x, BESIDE),
    "quotient by a number": lambda x, y: ops.divide(x, 2.0),
    "product of two matrices": lambda x, y: ops.matmul(x, ops.transpose(y)),
    "sum of an axis": lambda x, y: ops.sum(x, axis=1, keepdims=True),
    "another shape": lambda x, y: ops.reshape(x, (3, 2)),
    "joined": lambda x, y: ops.concatenate([x, y], axis=1),
}
PLAIN = {
    "ones where nothing was": lambda x, y: ops.cos(x),
    "sum with dense": lambda x, y: ops.add(x, BESIDE),
    "sum with a number": lambda x, y: ops.add(x, 2.0),
    "less than dense": lambda x, y: ops.minimum(BESIDE, x),
    "quotient of dense": lambda x, y: ops.divide(
        BESIDE, x + 1.0 if x is DENSE else ops.add(x, 1.0)
    ),
    "matrix by dense": lambda x, y: ops.matmul(x, ops.transpose(BESIDE)),
    "dense by matrix": lambda x, y: ops.matmul(ops.transpose(BESIDE), x),
    "joined with dense": lambda x, y: ops.concatenate([x, BESIDE], axis=0),
}


def both(call):
    return call(ONE, OTHER), call(DENSE, tf.sparse.to_dense(OTHER))


@pytest.mark.parametrize("name", SPARSE)
def test_a_zero_stays_nothing(name):
    found, dense = both(SPARSE[name])
    assert isinstance(found, tf.SparseTensor)
    assert found.dtype == dense.dtype
    np.testing.assert_allclose(tf.sparse.to_dense(found), dense)


@pytest.mark.parametrize("name", PLAIN)
def test_other_results_are_dense(name):
    found, dense = both(PLAIN[name])
    assert not isinstance(found, tf.SparseTensor)
    np.testing.assert_allclose(found, dense, rtol=1e-6)


@ours("Keras refuses them")
@pytest.mark.parametrize("call", [ops.relu, ops.mean, lambda x: ops.stack([x, x])])
def test_what_keras_refuses_takes_the_dense_tensor(call):
    np.testing.assert_allclose(call(ONE), call(DENSE))


def test_products_have_gradients():
    weights = tf.Variable(tf.ones([3, 2]))
    with tf.GradientTape() as tape:
        loss = ops.sum(ops.matmul(ONE, weights) * [[1.0, 2.0], [3.0, 4.0]])
    found = tf.convert_to_tensor(tape.gradient(loss, weights))
    np.testing.assert_allclose(found, [[1, 2], [0, 0], [11, 16]])


def test_what_is_converted_stays_sparse_unless_told_otherwise():
    assert isinstance(ops.convert_to_tensor(ONE), tf.SparseTensor)
    np.testing.assert_allclose(ops.convert_to_tensor(ONE, sparse=False), DENSE)
    np.testing.assert_allclose(ops.convert_to_numpy(ONE), DENSE)
    assert tuple(ops.shape(ONE)) == (2, 3)


def test_a_model_goes_on_with_sparse_tensors():
    x = tf.keras.Input((3,), sparse=True)
    model = tf.keras.Model(x, tf.keras.layers.Dense(1, kernel_initializer="ones")(ops.sqrt(x)))
    np.testing.assert_allclose(model(ONE), [[1 + 2**0.5], [3**0.5]], rtol=1e-6)
