"""Gradients of gathered sources are IndexedSlices, as in TensorFlow."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

TABLE = np.arange(8.0, dtype=np.float32).reshape(4, 2)
ROWS = tf.constant([1, 3, 1])


def gradient(f, source=None, **how):
    """The gradient of f(source) with respect to source, by default a variable."""
    source = tf.Variable(TABLE) if source is None else source
    with tf.GradientTape() as tape:
        tape.watch(source)
        y = f(source)
    return tape.gradient(y, source, **how)


def is_rows(g, indices, values):
    """Whether g is IndexedSlices of these parts, in any order."""
    assert isinstance(g, tf.IndexedSlices)
    pairs = zip(g.indices.numpy().tolist(), g.values.numpy().tolist(), strict=True)
    return sorted(pairs) == sorted(zip(indices, values, strict=True))


@pytest.mark.parametrize("make", [tf.Variable, tf.constant])
def test_gathered_rows_come_back_as_rows(make):
    g = gradient(lambda v: tf.gather(v, ROWS), make(TABLE))
    assert g.indices.numpy().tolist() == [1, 3, 1]
    assert_close(g.values, np.ones((3, 2)))
    assert g.dense_shape.numpy().tolist() == [4, 2]
    assert (g.indices.dtype, g.dense_shape.dtype, g.values.dtype) == (
        tf.int32,
        tf.int32,
        tf.float32,
    )
    assert_close(tf.convert_to_tensor(g), [[0.0, 0.0], [2.0, 2.0], [0.0, 0.0], [1.0, 1.0]])


@pytest.mark.parametrize(
    "f",
    [
        lambda v: tf.nn.embedding_lookup(v, [[1, 3], [1, 1]]),
        lambda v: tf.gather(v, tf.constant([[1, 3], [1, 1]], tf.int64), axis=0),
        lambda v: tf.gather_nd(v, [[1], [3], [1], [1]]),
        lambda v: v.sparse_read([1, 3, 1, 1]),
        lambda v: v.gather_nd([[1], [3], [1], [1]]),
    ],
)
def test_every_way_of_taking_rows(f):
    assert is_rows(gradient(f), [1, 3, 1, 1], [[1.0, 1.0]] * 4)


def test_a_scalar_index_and_a_vector_of_parameters():
    assert is_rows(gradient(lambda v: tf.gather(v, 2)), [2], [[1.0, 1.0]])
    g = gradient(lambda v: tf.gather(v, [2, 0, 2]) ** 2, tf.Variable([1.0, 2.0, 3.0]))
    assert is_rows(g, [0, 2, 2], [2.0, 6.0, 6.0])


def test_no_rows():
    g = gradient(lambda v: tf.gather(v, tf.zeros([0], tf.int32)))
    assert is_rows(g, [], [])
    assert g.values.shape == [0, 2]
    assert_close(tf.convert_to_tensor(g), np.zeros((4, 2)))


def test_complex_rows():
    g = gradient(lambda v: tf.gather(v, [1, 1]) * 2j, tf.Variable([1.0 + 1j, 2.0]))
    assert g.indices.numpy().tolist() == [1, 1]
    assert g.values.numpy().tolist() == [-2j, -2j]


@pytest.mark.parametrize(
    ("f", "rows"),
    [
        (lambda v: tf.gather(v, [1, 0], axis=1), [[1.0, 1.0]] * 4),
        (
            lambda v: tf.gather(v, [[1], [0], [0], [0]], batch_dims=1),
            [[0, 1], [1, 0], [1, 0], [1, 0]],
        ),
        (lambda v: tf.gather_nd(v, [[[0], [1]], [[1], [3]]]), [[1, 1], [2, 2], [0, 0], [1, 1]]),
        (lambda v: tf.gather_nd(v, [[1, 0]]), [[0, 0], [1, 0], [0, 0], [0, 0]]),
        (lambda v: v[1], [[0, 0], [1, 1], [0, 0], [0, 0]]),
        (lambda v: tf.gather(v * 2.0, [1]), [[0, 0], [2, 2], [0, 0], [0, 0]]),
        (lambda v: tf.gather(tf.transpose(v), [1]), [[0, 1]] * 4),
        (
            lambda v: tf.reduce_sum(tf.gather(v, [0])) + tf.reduce_sum(v),
            [[2, 2], [1, 1], [1, 1], [1, 1]],
        ),
        (lambda v: [tf.gather(v, [0]), v], [[2, 2], [1, 1], [1, 1], [1, 1]]),
    ],
)
def test_other_ways_are_dense(f, rows):
    g = gradient(f)
    assert isinstance(g, tf.Tensor)
    assert_close(g, rows)


@pytest.mark.parametrize("dense_first", [True, False])
def test_a_dense_use_makes_it_dense_in_either_order(dense_first):
    def f(v):
        parts = [lambda: tf.reduce_sum(v * v), lambda: tf.reduce_sum(tf.gather(v, ROWS))]
        a, b = (part() for part in (parts if dense_first else reversed(parts)))
        return a + b

    g = gradient(f)
    assert isinstance(g, tf.Tensor)
    assert_close(g, [[0.0, 2.0], [6.0, 8.0], [8.0, 10.0], [13.0, 15.0]])


def test_rows_of_several_uses_are_put_together():
    g = gradient(lambda v: [tf.gather(v, ROWS), tf.gather(v, [0]) * 2.0])
    assert is_rows(g, [0, 1, 1, 3], [[2.0, 2.0], [1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])


def test_indices_of_both_widths():
    g = gradient(lambda v: [tf.gather(v, [1]), tf.gather(v, tf.constant([2], tf.int64))])
    assert_close(tf.convert_to_tensor(g), [[0, 0], [1, 1], [1, 1], [0, 0]])


def test_output_gradients_are_the_values():
    g = gradient(lambda v: tf.gather(v, ROWS), output_gradients=tf.fill([3, 2], 5.0))
    assert is_rows(g, [1, 1, 3], [[5.0, 5.0]] * 3)


def test_structures_and_unconnected_sources():
    v, w = tf.Variable(TABLE), tf.Variable(TABLE)
    with tf.GradientTape(persistent=True) as tape:
        y = tf.gather(v, ROWS)
    found = tape.gradient(y, {"a": v, "b": [w]}, unconnected_gradients="zero")
    assert is_rows(found["a"], [1, 1, 3], [[1.0, 1.0]] * 3)
    assert_close(found["b"][0], np.zeros((4, 2)))
    first, second = tape.gradient(y, [v, v])
    assert is_rows(first, [1, 1, 3], [[1.0, 1.0]] * 3)
    assert is_rows(second, [1, 1, 3], [[1.0, 1.0]] * 3)


def test_second_derivatives_pass_the_values():
    v = tf.Variable(TABLE)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(tf.gather(v, ROWS) ** 3)
        g = inner.gradient(y, v)
        total = tf.reduce_sum(g)
    assert is_rows(g, [1, 1, 3], [[12.0, 27.0], [12.0, 27.0], [108.0, 147.0]])
    again = outer.gradient(total, v)
    assert is_rows(again, [1, 1, 3], [[12.0, 18.0], [12.0, 18.0], [36.0, 42.0]])


@ours("an AttributeError in TensorFlow")
def test_rows_are_a_target():
    v = tf.Variable(TABLE)
    with tf.GradientTape() as outer:
        with tf.GradientTape() as inner:
            y = tf.reduce_sum(tf.gather(v, ROWS) ** 3)
        g = inner.gradient(y, v)
    assert is_rows(outer.gradient(g, v), [1, 1, 3], [[12.0, 18.0], [12.0, 18.0], [36.0, 42.0]])


def test_jacobians_are_dense():
    v = tf.Variable(TABLE)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.gather(v, ROWS) ** 2, 1)
    jacobian = tape.jacobian(y, v)
    assert isinstance(jacobian, tf.Tensor)
    expected = np.zeros((3, 4, 2))
    expected[0, 1] = expected[2, 1] = [4.0, 6.0]
    expected[1, 3] = [12.0, 14.0]
    assert_close(jacobian, expected)


@ours("TensorFlow gives IndexedSlices for these too")
def test_of_what_is_no_leaf_the_gradient_is_dense():
    v = tf.Variable(TABLE)
    with tf.GradientTape() as tape:
        m = v * 2.0
        y = tf.gather(m, ROWS)
    dm, dv = tape.gradient(y, [m, v])
    assert_close(dm, [[0.0, 0.0], [2.0, 2.0], [0.0, 0.0], [1.0, 1.0]])
    assert_close(dv, [[0.0, 0.0], [4.0, 4.0], [0.0, 0.0], [2.0, 2.0]])


def test_a_layer_s_embeddings():
    layer = tf.keras.layers.Embedding(4, 2)
    ids = tf.constant([[1, 3], [0, 1]])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(layer(ids))
    (g,) = tape.gradient(y, layer.trainable_weights)
    assert is_rows(g, [0, 1, 1, 3], [[1.0, 1.0]] * 4)


@ours("TensorFlow's tapes have no such options")
def test_tapes_that_observe():
    v = tf.Variable(TABLE)
    with tf.GradientTape(trace=True, check_numerics=True) as tape:
        y = tf.gather(v, ROWS)
    g = tape.gradient(y, v)
    assert is_rows(g, [1, 1, 3], [[1.0, 1.0]] * 3)
    assert "GatherV2" in str(tape.summary())
    with tf.GradientTape(check_numerics=True) as tape:
        y = tf.sqrt(tf.gather(v, [0]))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Sqrt"):
        tape.gradient(y, v)


def test_an_object_with_every_attribute_is_no_target():
    class Everything:
        def __getattr__(self, name):
            return self

    x = tf.constant(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
    with pytest.raises((TypeError, AttributeError)):
        tape.gradient(Everything(), x)
