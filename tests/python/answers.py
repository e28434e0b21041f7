"""Tables of calls and what TensorFlow answers: how an answer is written down, and compared.

A tensor is `(dtype, values)`, a ragged tensor `("ragged", dtype, rows)`, a sparse one
`("sparse", indices, values, shape)`, a call that is refused the class of its error.
"""

import numpy as np
import pytest
from library import tf


def written(value):
    """A value as the tables have it."""
    if isinstance(value, tf.RaggedTensor):
        return ("ragged", value.dtype.name, value.to_list())
    if isinstance(value, tf.SparseTensor):
        parts = value.indices.numpy().tolist(), written(value.values)
        return ("sparse", *parts, value.dense_shape.numpy().tolist())
    if tf.is_tensor(value) or isinstance(value, tf.Variable):
        return (value.dtype.name, np.asarray(value.numpy()).tolist())
    if isinstance(value, (np.ndarray, np.generic)):
        return ("numpy", value.tolist())
    if isinstance(value, dict):
        return {str(key): written(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)) and not isinstance(value, tf.TensorShape):
        return [written(entry) for entry in value]
    if isinstance(value, (tf.TensorShape, tf.DType)):
        return repr(value).replace("tf.", "")
    return value


def assert_same(actual, expected):
    """The same structure of the same values; floats to five digits."""
    if isinstance(expected, (list, tuple)):
        assert isinstance(actual, (list, tuple)), f"{actual!r} is not {expected!r}"
        assert len(actual) == len(expected), f"{actual!r} is not {expected!r}"
        for one, other in zip(actual, expected, strict=True):
            assert_same(one, other)
    elif isinstance(expected, dict):
        assert actual.keys() == expected.keys()
        for key in expected:
            assert_same(actual[key], expected[key])
    elif isinstance(expected, (float, complex)):
        assert actual == pytest.approx(expected, rel=3e-5, abs=3e-5, nan_ok=True)
    else:
        assert actual == expected


def assert_answer(call, expected):
    """`call()` answers as the table says, or raises the error that it names."""
    if isinstance(expected, type):
        with pytest.raises(expected):
            call()
    else:
        assert_same(written(call()), expected)


def grad(f, *xs, second=False):
    """The gradients of `f`; with `second` those of a function of them too."""
    xs = [tf.convert_to_tensor(x) for x in xs]
    with tf.GradientTape() as outer:
        outer.watch(xs)
        with tf.GradientTape() as tape:
            tape.watch(xs)
            y = f(*xs)
        first = tape.gradient(y, xs)
        total = sum(tf.reduce_sum(g * g * 1.5) for g in first if g is not None)
    return (first, outer.gradient(total, xs)) if second else first


def test_a_wrong_answer_would_be_noticed():
    with pytest.raises(AssertionError):
        assert_answer(lambda: tf.constant([1, 2]), ("int32", [1, 3]))
    with pytest.raises(AssertionError):
        assert_answer(lambda: tf.constant(1), ("int64", 1))
