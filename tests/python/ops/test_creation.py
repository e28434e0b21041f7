"""Tensors from nothing: zeros, ones, fill, eye, range, linspace, meshgrid."""

import numpy as np
import pytest
from checks import assert_close, value_and_gradients
from library import tf

IAE = tf.errors.InvalidArgumentError

# --- constants ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "value", "dtype"),
    [
        (lambda: tf.zeros([2]), [0, 0], "float32"),
        (lambda: tf.zeros(3), [0, 0, 0], "float32"),
        (lambda: tf.zeros([]), 0, "float32"),
        (lambda: tf.zeros((2, 0)), np.zeros([2, 0]), "float32"),
        (lambda: tf.zeros(tf.constant([1, 2])), [[0, 0]], "float32"),
        (lambda: tf.zeros([tf.constant(1), 2]), [[0, 0]], "float32"),
        (lambda: tf.zeros([2], tf.bool), [False, False], "bool"),
        (lambda: tf.ones((1, 2), tf.int32), [[1, 1]], "int32"),
        (lambda: tf.ones([2], dtype="float16"), [1, 1], "float16"),
        (lambda: tf.ones([1], tf.complex64), [1 + 0j], "complex64"),
        (lambda: tf.ones([2], tf.bool), [True, True], "bool"),
        (lambda: tf.fill([2], 3), [3, 3], "int32"),
        (lambda: tf.fill([2, 1], 2.5), [[2.5], [2.5]], "float32"),
        (lambda: tf.fill([], 1.0), 1.0, "float32"),
        (lambda: tf.fill(tf.constant([2]), tf.constant(1, tf.int64)), [1, 1], "int64"),
        (lambda: tf.eye(2), np.eye(2), "float32"),
        (lambda: tf.eye(2, 3), np.eye(2, 3), "float32"),
        (lambda: tf.eye(3, 2, dtype=tf.int32), np.eye(3, 2), "int32"),
        (lambda: tf.eye(1, batch_shape=[2]), np.ones([2, 1, 1]), "float32"),
        (lambda: tf.eye(0), np.zeros([0, 0]), "float32"),
        (lambda: tf.zeros_like([1, 2]), [0, 0], "int32"),
        (lambda: tf.zeros_like(tf.Variable([1.0])), [0], "float32"),
        (lambda: tf.ones_like([[1.0, 2.0]]), [[1, 1]], "float32"),
        (lambda: tf.ones_like([1.0, 2.0], dtype=tf.int32), [1, 1], "int32"),
        (lambda: tf.zeros_like([1, 2], tf.float64), [0, 0], "float64"),
    ],
)
def test_constants(f, value, dtype):
    assert f().dtype == dtype
    assert_close(f(), value)


def test_constants_of_strings():
    assert tf.zeros([2], tf.string).numpy().tolist() == [b"", b""]
    assert tf.fill([2], "a").numpy().tolist() == [b"a", b"a"]
    assert tf.zeros_like(["a"]).numpy().tolist() == [b""]


def test_fill_is_differentiable():
    _, (g,) = value_and_gradients(lambda v: tf.fill([3], v), 2.0)
    assert_close(g, 3.0)


# --- ranges ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "value", "dtype"),
    [
        (lambda: tf.range(3), [0, 1, 2], "int32"),
        (lambda: tf.range(1, 4), [1, 2, 3], "int32"),
        (lambda: tf.range(3, 0, -1), [3, 2, 1], "int32"),
        (lambda: tf.range(0, 0), [], "int32"),
        (lambda: tf.range(start=2, limit=7, delta=2), [2, 4, 6], "int32"),
        (lambda: tf.range(3.0), [0, 1, 2], "float32"),
        (lambda: tf.range(0, 1, 0.25), [0, 0.25, 0.5, 0.75], "float32"),
        (lambda: tf.range(1, 2.5), [1, 2], "float32"),
        (lambda: tf.range(3, dtype=tf.float64), [0, 1, 2], "float64"),
        (lambda: tf.range(tf.constant(3)), [0, 1, 2], "int32"),
        (lambda: tf.range(tf.constant(3, tf.int64)), [0, 1, 2], "int64"),
        (lambda: tf.range(tf.constant(2.5)), [0, 1, 2], "float32"),
        (lambda: tf.linspace(0.0, 1.0, 3), [0, 0.5, 1], "float32"),
        (lambda: tf.linspace(0.0, 1.0, 1), [0], "float32"),
        (lambda: tf.linspace(0.0, 1.0, 0), [], "float32"),
        (lambda: tf.linspace(0, 10, 5), [0, 2.5, 5, 7.5, 10], "float64"),
        (lambda: tf.linspace([0.0, 1.0], [1.0, 3.0], 3), [[0, 1], [0.5, 2], [1, 3]], "float32"),
        (lambda: tf.linspace([0.0], [1.0], 3, axis=1), [[0, 0.5, 1]], "float32"),
        (lambda: tf.linspace(-10.0, 10.0, 200 + 1)[100], 0, "float32"),
    ],
)
def test_ranges(f, value, dtype):
    assert f().dtype == dtype
    assert_close(f(), value)


def test_linspace_is_differentiable_and_range_is_not():
    _, g = value_and_gradients(lambda a, b: tf.linspace(a, b, 3), 0.0, 1.0)
    assert_close(g[0], 1.5)
    assert_close(g[1], 1.5)
    _, g = value_and_gradients(tf.range, 3.0)
    assert g == [None]


@pytest.mark.parametrize("indexing", ["xy", "ij"])
def test_meshgrid(indexing):
    found = tf.meshgrid([1, 2], [3, 4, 5], indexing=indexing)
    expected = np.meshgrid([1, 2], [3, 4, 5], indexing=indexing)
    for a, b in zip(found, expected, strict=True):
        assert_close(a, b)
    _, (gx, gy) = value_and_gradients(lambda x, y: tf.meshgrid(x, y)[0], [1.0, 2.0], [3.0])
    assert_close(gx, [1.0, 1.0])
    assert gy is None


# --- refused --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "error", "sentence"),
    [
        (lambda: tf.zeros([-1]), IAE, "Dimension -1 must be >= 0"),
        (lambda: tf.ones([2, -3]), IAE, "Dimension -3 must be >= 0"),
        (lambda: tf.fill([-1], 1.0), IAE, "Dimension -1 must be >= 0"),
        (lambda: tf.eye(-1), IAE, "Dimension -1 must be >= 0"),
        (
            lambda: tf.zeros([1.5]),
            TypeError,
            r"Cannot convert \[1\.5\] to EagerTensor of dtype int32",
        ),
        (lambda: tf.zeros("a"), TypeError, "Cannot convert 'a' to EagerTensor of dtype int32"),
        (lambda: tf.zeros(None), ValueError, r"Attempt to convert a value \(None\)"),
        (
            lambda: tf.fill(2.5, 1.0),
            TypeError,
            r"Cannot convert 2\.5 to EagerTensor of dtype int32",
        ),
        (lambda: tf.ones([2], tf.string), TypeError, "Cannot convert 1 to EagerTensor of dtype"),
        (lambda: tf.range(0, 1, 0), IAE, "Requires delta != 0: 0"),
        (lambda: tf.range(5, 2), IAE, "Requires start <= limit when delta > 0: 5/2"),
        (lambda: tf.range(2, 5, -1), IAE, "Requires start >= limit when delta < 0: 2/5"),
        (lambda: tf.range(None), ValueError, r"Attempt to convert a value \(None\)"),
        (
            lambda: tf.meshgrid([1], indexing="q"),
            ValueError,
            "must be either 'xy' or 'ij', got 'q'",
        ),
    ],
)
def test_bad_shapes_and_limits(f, error, sentence):
    with pytest.raises(error, match=sentence):
        f()


@pytest.mark.parametrize(
    "f",
    [
        tf.zeros,
        lambda n: tf.ones(n, tf.float64),
        lambda n: tf.fill(n, 1),
        lambda n: tf.range(n[0]),
        lambda n: tf.tile([1.0], n),
        tf.random.normal,
        tf.random.uniform,
        lambda n: tf.broadcast_to(1.0, n) + 1.0,
    ],
)
def test_more_memory_than_there_is_is_an_error(f):
    with pytest.raises(tf.errors.ResourceExhaustedError, match="OOM when allocating tensor"):
        f([2**50])


@pytest.mark.parametrize("f", [tf.zeros, tf.ones, lambda n: tf.fill(n, 1.0)])
@pytest.mark.parametrize("shape", [[2**40, 2**40], [2**31, 2**31, 2**31]])
def test_more_elements_than_can_be_counted(f, shape):
    with pytest.raises(IAE, match=r"would have more than 2\*\*63 - 1 elements"):
        f(shape)


def test_absurd_shapes_with_no_elements_are_fine():
    assert tf.zeros([2**40, 0]).shape == [2**40, 0]
    assert (tf.zeros([2**40, 0]) + 1.0).shape == [2**40, 0]
    assert tf.reduce_sum(tf.zeros([0, 2**40])).numpy() == 0.0
