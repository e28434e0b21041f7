"""Reading and writing by index: gather, gather_nd, scatter and their gradients."""

import numpy as np
import pytest
from checks import assert_close, value_and_gradients
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
X = np.arange(1.0, 7.0, dtype=np.float32).reshape(2, 3)


def dense(g):
    return tf.convert_to_tensor(g)


@pytest.mark.parametrize(
    ("indices", "options", "reference"),
    [
        ([1, 0, 1], {}, lambda x: x[[1, 0, 1]]),
        (1, {}, lambda x: x[1]),
        ([[0, 1], [1, 1]], {}, lambda x: x[[[0, 1], [1, 1]]]),
        ([2, 0, 2], {"axis": 1}, lambda x: x[:, [2, 0, 2]]),
        ([2, 0], {"axis": -1}, lambda x: x[:, [2, 0]]),
        ([[1], [2]], {"axis": 1}, lambda x: x[:, [[1], [2]]]),
        ([[2], [0]], {"axis": 1, "batch_dims": 1}, lambda x: np.array([[x[0, 2]], [x[1, 0]]])),
        ([[2, 2], [0, 1]], {"batch_dims": 1}, lambda x: np.array([x[0, [2, 2]], x[1, [0, 1]]])),
        ([[2, 0], [1, 1]], {"batch_dims": -1}, lambda x: np.array([x[0, [2, 0]], x[1, [1, 1]]])),
        (np.zeros([0], np.int32), {}, lambda x: x[:0]),
        (np.array([0], np.int64), {}, lambda x: x[[0]]),
    ],
    ids=str,
)
def test_gather(indices, options, reference):
    y, (g,) = value_and_gradients(lambda x: tf.gather(x, indices, **options), X)
    assert_close(y, reference(X))
    numbered = np.arange(1.0, 7.0).reshape(2, 3)
    moved = np.asarray(reference(numbered))
    assert_close(dense(g), np.reshape([(moved == n).sum() for n in numbered.flat], [2, 3]))


@pytest.mark.parametrize(
    ("indices", "options", "value", "gradient"),
    [
        ([[0, 1], [1, 2]], {}, [2, 6], [[0, 1, 0], [0, 0, 1]]),
        ([[1]], {}, [[4, 5, 6]], [[0, 0, 0], [1, 1, 1]]),
        pytest.param(
            *([0, 1], {}, 2, [[0, 1, 0], [0, 0, 0]]),
            marks=ours("one index is differentiable; TensorFlow refuses the scalar cotangent"),
        ),
        ([[0, 1], [0, 1]], {}, [2, 2], [[0, 2, 0], [0, 0, 0]]),
        ([[0], [1]], {"batch_dims": 1}, [1, 5], [[1, 0, 0], [0, 1, 0]]),
        ([[[0, 0]], [[1, 1]]], {}, [[1], [5]], [[1, 0, 0], [0, 1, 0]]),
    ],
    ids=str,
)
def test_gather_nd(indices, options, value, gradient):
    y, (g,) = value_and_gradients(lambda x: tf.gather_nd(x, indices, **options), X)
    assert_close(y, value)
    assert_close(dense(g), gradient)


@pytest.mark.parametrize("mask", [[True, False], [[True, False, True], [False, True, False]]])
def test_boolean_mask(mask):
    y, (g,) = value_and_gradients(lambda x: tf.boolean_mask(x, mask), X)
    assert_close(y, X[np.array(mask)])
    expected = np.zeros_like(X)
    expected[np.array(mask)] = 1
    assert_close(g, expected)


def test_boolean_mask_takes_integers_for_truth():
    assert_close(tf.boolean_mask(X, [1, 0]), X[:1])


def test_other_dtypes_are_gathered():
    assert tf.gather(["a", "b"], [1]).numpy().tolist() == [b"b"]
    assert tf.gather([True, False], [1, 1]).numpy().tolist() == [False, False]
    assert tf.gather(tf.constant([1, 2], tf.int64), [1]).dtype == tf.int64


# --- scattering -----------------------------------------------------------------------------------


def test_scatter_nd():
    y, (g,) = value_and_gradients(
        lambda u: tf.scatter_nd([[0], [2], [0]], u, [4]) * [2.0, 3.0, 4.0, 5.0], [1.0, 10.0, 100.0]
    )
    assert_close(y, [202.0, 0.0, 40.0, 0.0])
    assert_close(g, [2.0, 4.0, 2.0])
    assert_close(tf.scatter_nd([[1]], [[1.0, 2.0]], [2, 2]), [[0.0, 0.0], [1.0, 2.0]])


@pytest.mark.parametrize(
    ("f", "value", "gx", "gu"),
    [
        (tf.tensor_scatter_nd_update, [9, 2, 7], [0, 1, 0], [1, 1]),
        (tf.tensor_scatter_nd_add, [10, 2, 10], [1, 1, 1], [1, 1]),
        (tf.tensor_scatter_nd_sub, [-8, 2, -4], [1, 1, 1], [-1, -1]),
        (tf.tensor_scatter_nd_max, [9, 2, 7], [0, 1, 0], [1, 1]),
        (tf.tensor_scatter_nd_min, [1, 2, 3], [1, 1, 1], [0, 0]),
    ],
)
def test_tensor_scatter(f, value, gx, gu):
    y, found = value_and_gradients(lambda x, u: f(x, [[0], [2]], u), [1.0, 2.0, 3.0], [9.0, 7.0])
    assert_close(y, value)
    assert_close(found[0], gx)
    assert_close(found[1], gu)


def test_duplicate_additions_accumulate():
    assert_close(tf.tensor_scatter_nd_add([1.0, 2.0], [[0], [0]], [1.0, 1.0]), [3.0, 2.0])


# --- one_hot and masks ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "options", "value", "dtype"),
    [
        (([0, 2, 5, -1], 3), {}, [[1, 0, 0], [0, 0, 1], [0, 0, 0], [0, 0, 0]], "float32"),
        ((1, 3), {}, [0, 1, 0], "float32"),
        (([0], 2), {"on_value": 5, "off_value": -1}, [[5, -1]], "int32"),
        (([0], 2), {"on_value": 5.0, "off_value": -1.0}, [[5, -1]], "float32"),
        (([0], 2), {"dtype": tf.int64}, [[1, 0]], "int64"),
        (([0], 2), {"on_value": True, "off_value": False}, [[True, False]], "bool"),
        (([0, 1], 3), {"axis": 0}, [[1, 0], [0, 1], [0, 0]], "float32"),
        (([[0], [1]], 2), {"axis": 1}, [[[1], [0]], [[0], [1]]], "float32"),
        (([0, 1], 0), {}, np.zeros([2, 0]), "float32"),
    ],
)
def test_one_hot(arguments, options, value, dtype):
    y = tf.one_hot(*arguments, **options)
    assert y.dtype == dtype
    assert_close(y, value)


def test_one_hot_has_no_gradient():
    _, g = value_and_gradients(lambda v: tf.one_hot([0], 2, on_value=v, off_value=0.0), 3.0)
    assert g == [None]


def test_sequence_mask():
    assert_close(tf.sequence_mask([1, 3]), [[True, False, False], [True, True, True]])
    assert_close(tf.sequence_mask([1, 2], 3, tf.float32), [[1, 0, 0], [1, 1, 0]])


# --- errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "sentence"),
    [
        (lambda: tf.gather([1.0, 2.0], 5), r"indices = 5 is not in \[0, 2\)"),
        (lambda: tf.gather([1.0, 2.0], [0, 5]), r"indices\[1\] = 5 is not in \[0, 2\)"),
        (lambda: tf.gather([1.0, 2.0], [-1]), r"indices\[0\] = -1 is not in \[0, 2\)"),
        (lambda: tf.gather(X, [[0], [9]]), r"indices\[1,0\] = 9 is not in \[0, 2\)"),
        (lambda: tf.gather(X, [3], axis=1), r"indices\[0\] = 3 is not in \[0, 3\)"),
        (lambda: tf.gather(X, [0], axis=2), "Shape must be at least rank 3 but is rank 2"),
        (lambda: tf.gather(1.0, [0]), "params must be at least 1 dimensional"),
        (lambda: tf.gather(tf.zeros([0]), [0]), r"indices\[0\] = 0 is not in \[0, 0\)"),
        (lambda: tf.gather([1.0], [0.5]), "of float is not in the list of allowed values"),
        (lambda: tf.gather_nd(X, [[0, 3]]), r"indices\[0\] = \[0, 3\] does not index into param"),
        (lambda: tf.gather_nd(X, [[0, -1]]), r"indices\[0\] = \[0, -1\] does not index into param"),
        (
            lambda: tf.gather_nd(X, [[0, 1, 2]]),
            "index innermost dimension length must be <= params",
        ),
        (lambda: tf.gather_nd(X, 0), "indices must be at least a vector"),
        (
            lambda: tf.scatter_nd([[5]], [1.0], [2]),
            r"indices\[0\] = \[5\] does not index into shape",
        ),
        (lambda: tf.one_hot([0], -1), "depth must be non-negative, got: -1"),
        (lambda: tf.one_hot([0.5], 2), "of float is not in the list of allowed values"),
    ],
)
def test_indices_are_checked(f, sentence):
    with pytest.raises(IAE, match=sentence):
        f()


@pytest.mark.parametrize(
    ("f", "error", "sentence"),
    [
        (
            lambda: tf.boolean_mask(X, [True]),
            ValueError,
            r"Shapes \(2,\) and \(1,\) are incompatible",
        ),
        (lambda: tf.boolean_mask(X, True), ValueError, "mask cannot be scalar"),
        (
            lambda: tf.one_hot([0], 2, on_value=1.0, off_value=0),
            TypeError,
            "of on_value does not match dtype .* of off_value",
        ),
    ],
)
def test_masks_are_checked(f, error, sentence):
    with pytest.raises(error, match=sentence):
        f()
