"""Operators between plain tensors and numbers take a shortcut: it answers what the others would.

A variable never takes the shortcut, so `v * y` is what `x * y` is held against.
"""

import operator

import numpy as np
import pytest
from library import tf

OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.matmul]
DTYPES = [
    tf.float16,
    tf.bfloat16,
    tf.float32,
    tf.float64,
    tf.int32,
    tf.int64,
    tf.uint8,
    tf.complex64,
    tf.bool,
]
OTHERS = [
    2,
    -3,
    0,
    2.5,
    float("inf"),
    float("nan"),
    1e300,
    10**30,
    True,
    1j,
    "text",
    None,
    [1.0, 2.0],
]


def outcome(f, *args):
    """The value and dtype of a result, or the kind and text of the error."""
    try:
        y = f(*args)
    except Exception as error:
        return type(error).__name__, str(error).replace("ResourceVariable", "EagerTensor")
    return y.dtype, np.asarray(y).tolist()


def same(a, b):
    np.testing.assert_equal(a[1], b[1])
    assert a[0] == b[0]


def value(dtype, shape=()):
    return tf.cast(tf.constant(np.arange(1, 1 + np.prod(shape, dtype=int)).reshape(shape)), dtype)


@pytest.mark.parametrize("f", OPERATORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize("dtype", DTYPES, ids=lambda d: d.name)
def test_a_tensor_and_a_python_value(f, dtype):
    x = value(dtype, (2,))
    v = tf.Variable(x)
    for other in OTHERS:
        same(outcome(f, x, other), outcome(f, v, other))
        same(outcome(f, other, x), outcome(f, other, v))


@pytest.mark.parametrize("f", OPERATORS, ids=lambda f: f.__name__)
@pytest.mark.parametrize(
    "shapes", [((), ()), ((3,), ()), ((2, 3), (3,)), ((2, 3), (3, 2)), ((2,), (3,)), ((0,), (0,))]
)
def test_two_tensors(f, shapes):
    for left in DTYPES:
        x = value(left, shapes[0])
        v = tf.Variable(x)
        for right in (left, tf.float32):
            y = value(right, shapes[1])
            same(outcome(f, x, y), outcome(f, v, y))
            same(outcome(f, y, x), outcome(f, y, v))


@pytest.mark.parametrize("f", OPERATORS[:4], ids=lambda f: f.__name__)
def test_long_operands_and_gradients(f):
    x = tf.cast(tf.fill([100_000], 3.0), tf.float32)
    same(outcome(f, x, x), outcome(f, tf.Variable(x), x))
    a = tf.constant(3.0)
    b = tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(a)
        left, right = f(f(a, a), 2.0), f(f(b, b), 2.0)
    assert tape.gradient(left, a) is not None
    assert tape.gradient(left, a).numpy() == tape.gradient(right, b).numpy()
