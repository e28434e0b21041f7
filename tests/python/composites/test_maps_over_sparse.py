"""`map_fn` over the rows of sparse tensors, and `sampled_addmm`, which keeps its indices."""

from library import tf


def table():
    return tf.SparseTensor([[0, 1], [2, 0], [2, 2]], [5, 6, 7], [3, 4])


def test_rows_of_a_sparse_tensor():
    sums = tf.map_fn(tf.sparse.reduce_sum, table(), fn_output_signature=tf.int32)
    assert sums.numpy().tolist() == [5, 0, 13]


def test_rows_beside_those_of_a_dense_tensor():
    both = (table(), tf.constant([10, 20, 30]))
    signature = tf.TensorSpec([4], tf.int32)
    found = tf.map_fn(
        lambda pair: tf.sparse.to_dense(pair[0]) + pair[1], both, fn_output_signature=signature
    )
    assert found.numpy().tolist() == [[10, 15, 10, 10], [20] * 4, [36, 30, 37, 30]]


def test_sparse_results_of_sparse_rows():
    found = tf.map_fn(lambda row: row, table())
    assert tf.sparse.to_dense(found).numpy().tolist() == [[0, 5, 0, 0], [0] * 4, [6, 0, 7, 0]]


def test_sparse_results_of_dense_rows():
    found = tf.map_fn(
        tf.sparse.eye,
        tf.constant([1, 3]),
        fn_output_signature=tf.SparseTensorSpec(None, tf.float32),
    )
    assert found.dense_shape.numpy().tolist() == [2, 3, 3]
    assert found.indices.numpy().tolist() == [[0, 0, 0], [1, 0, 0], [1, 1, 1], [1, 2, 2]]


def test_sampled_products_keep_the_dtype_of_places():
    where, values, _ = tf.sparse.sampled_addmm(
        tf.constant([[1, 0]]),
        tf.constant([2.0]),
        tf.constant([2, 2]),
        tf.constant([[1.0], [3.0]]),
        tf.constant([[5.0, 7.0]]),
    )
    assert where.dtype == tf.int32
    assert values.numpy().tolist() == [17.0]
