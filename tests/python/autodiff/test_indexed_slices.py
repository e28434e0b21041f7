"""IndexedSlices: a sparse gradient, accepted wherever a gradient is, and dense when converted."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf


@pytest.fixture
def slices():
    return tf.IndexedSlices(
        tf.constant([[1.0, 1.0], [2.0, 2.0], [4.0, 4.0]]),
        tf.constant([0, 2, 0]),
        tf.constant([3, 2]),
    )


DENSE = [[5.0, 5.0], [0.0, 0.0], [2.0, 2.0]]


def test_its_parts(slices):
    assert_close(slices.values, [[1.0, 1.0], [2.0, 2.0], [4.0, 4.0]])
    assert_close(slices.indices, [0, 2, 0])
    assert_close(slices.dense_shape, [3, 2])
    assert slices.shape == [3, 2]
    assert slices.dtype == tf.float32


def test_how_it_shows_itself(slices):
    assert str(slices) == (
        "IndexedSlices(indices=tf.Tensor([0 2 0], shape=(3,), dtype=int32), values=tf.Tensor(\n"
        "[[1. 1.]\n [2. 2.]\n [4. 4.]], shape=(3, 2), dtype=float32), "
        "dense_shape=tf.Tensor([3 2], shape=(2,), dtype=int32))"
    )


def test_conversion_sums_duplicates(slices):
    assert_close(tf.convert_to_tensor(slices), DENSE)
    assert_close(tf.reduce_sum(slices), 14.0)
    assert_close(tf.add(slices, 1.0), [[6.0, 6.0], [1.0, 1.0], [3.0, 3.0]])


def test_it_is_tensor_like_and_no_tensor(slices):
    assert tf.is_tensor(slices)
    assert not isinstance(slices, tf.Tensor)
    assert isinstance(slices, tf.IndexedSlices)


@ours("TensorFlow has no arithmetic of IndexedSlices but minus, and no numpy()")
def test_times_a_number_it_stays_what_it_is(slices):
    for scaled in (
        slices * 2.0,
        2.0 * slices,
        slices / 0.5,
        tf.constant(2.0) * slices,
        -slices * -2,
    ):
        assert_close(tf.convert_to_tensor(scaled), 2.0 * np.array(DENSE))
    assert isinstance(slices * tf.Variable(2.0), tf.IndexedSlices)
    assert isinstance(np.float32(2.0) * slices, tf.IndexedSlices)
    assert isinstance(slices / np.float32(2.0), tf.IndexedSlices)


@ours("TensorFlow has no arithmetic of IndexedSlices but minus, and no numpy()")
def test_other_arithmetic_is_that_of_the_tensor(slices):
    dense = np.array(DENSE)
    assert_close(slices + 1.0, dense + 1.0)
    assert_close(2.0 - slices, 2.0 - dense)
    assert_close(slices + slices, dense + dense)
    assert_close(slices**2, dense**2)
    assert_close(1.0 / (slices + 1.0), 1.0 / (dense + 1.0))
    assert_close(slices * tf.constant(DENSE), dense * dense)
    assert_close(tf.constant(DENSE) - slices, np.zeros((3, 2)))
    assert_close(slices @ tf.constant([[1.0], [2.0]]), dense @ [[1.0], [2.0]])
    assert_close(abs(-slices), dense)
    assert (slices > 1.0).numpy().tolist() == (dense > 1.0).tolist()
    assert_close(tf.Variable(tf.ones([3, 2])) - 0.5 * slices, 1.0 - 0.5 * dense)


@ours("NumPy finds an object in TensorFlow's")
def test_numpy_takes_it(slices):
    assert_close(np.asarray(slices), DENSE)
    assert_close(slices.numpy(), DENSE)
    assert_close(np.asarray(slices, np.float64), DENSE)
    assert_close(np.sqrt(slices), np.sqrt(DENSE))
    assert len(slices) == 3
    assert_close(slices[2], [2.0, 2.0])
    assert [row.numpy().tolist() for row in slices] == DENSE
    assert slices.get_shape() == [3, 2]
    assert slices


def test_without_a_shape_it_cannot_be_converted():
    bare = tf.IndexedSlices(tf.constant([1.0]), tf.constant([0]))
    assert bare.dense_shape is None
    with pytest.raises(ValueError, match="without dense_shape"):
        tf.convert_to_tensor(bare)


def test_clipping_and_norms_take_it(slices):
    assert_close(tf.linalg.global_norm([slices, None]), 42.0**0.5)
    clipped = tf.clip_by_norm(slices, 1.0)
    assert_close(tf.convert_to_tensor(clipped)[2], [2.0 / 42.0**0.5] * 2)
    (clipped, nothing), norm = tf.clip_by_global_norm([slices, None], 1.0)
    assert_close(tf.convert_to_tensor(clipped)[2], [2.0 / 42.0**0.5] * 2)
    assert nothing is None
    assert_close(norm, 42.0**0.5)


def test_a_variable_takes_it(slices):
    v = tf.Variable(tf.ones([3, 2]))
    v.assign_sub(slices)
    assert_close(v, [[-4.0, -4.0], [1.0, 1.0], [-1.0, -1.0]])


def test_optimizers_take_it(slices):
    sparse, dense = tf.Variable(tf.ones([3, 2])), tf.Variable(tf.ones([3, 2]))
    tf.keras.optimizers.SGD(0.1).apply_gradients([(slices, sparse)])
    tf.keras.optimizers.SGD(0.1).apply_gradients([(tf.constant(DENSE), dense)])
    assert_close(sparse, dense.numpy())


def test_it_is_an_output_gradient(slices):
    x = tf.ones([3, 2])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 3.0
    dense = tf.convert_to_tensor(slices)
    assert_close(
        tape.gradient(y, x, output_gradients=dense), [[15.0, 15.0], [0.0, 0.0], [6.0, 6.0]]
    )


def test_printed_by_itself_it_tells_its_parts_and_within_others_its_class(slices):
    assert str(slices).startswith("IndexedSlices(indices=tf.Tensor(")
    assert f"{[slices]}".startswith("[<")
    assert "IndexedSlices object at 0x" in repr(slices)
