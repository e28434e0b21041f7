"""Both modes say the same: public functions of tensors, along random directions."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

UNARY = [
    *("abs", "acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "digamma", "erf"),
    *("erfc", "erfinv", "exp", "expm1", "lgamma", "log", "log1p", "log_sigmoid", "ndtri"),
    *("negative", "reciprocal", "rsqrt", "sigmoid", "sin", "sinh", "softplus", "softsign"),
    *("sqrt", "square", "tan", "tanh", "bessel_i0e", "bessel_i1e", "l2_normalize"),
    *("cumsum", "cumprod", "reduce_logsumexp", "reduce_prod", "reduce_std", "reduce_max"),
]
BINARY = [
    *("add", "subtract", "multiply", "divide", "pow", "atan2", "maximum", "minimum", "xlogy"),
    *("squared_difference", "divide_no_nan", "xlog1py", "floormod", "multiply_no_nan"),
]
OTHERS = {
    "matmul": lambda x: tf.matmul(x, x, transpose_b=True),
    "einsum": lambda x: tf.einsum("ij,kj->ik", x, x),
    "softmax": tf.nn.softmax,
    "log_softmax": tf.nn.log_softmax,
    "gelu": tf.nn.gelu,
    "relu": lambda x: tf.nn.relu(x - 0.5),
    "elu": lambda x: tf.nn.elu(x - 0.5),
    "concat": lambda x: tf.concat([x, 2.0 * x], 1),
    "stack": lambda x: tf.stack([x, x * x]),
    "gather": lambda x: tf.gather(x, [2, 0, 0]),
    "pad": lambda x: tf.pad(x, [[1, 1], [0, 2]], constant_values=3.0),
    "transpose": tf.transpose,
    "slice": lambda x: x[1:, ::2],
    "where": lambda x: tf.where(x > 0.5, x * x, -x),
    "norm": tf.norm,
    "inverse": lambda x: tf.linalg.inv(x[:, :3] + 2.0 * tf.eye(3, dtype=x.dtype)),
    "determinant": lambda x: tf.linalg.det(x[:, :3]),
    "svd": lambda x: tf.linalg.svd(x, compute_uv=False),
    "qr": lambda x: tf.linalg.qr(tf.transpose(x))[1],
    "cholesky": lambda x: tf.linalg.cholesky(tf.matmul(x, x, transpose_b=True)),
    "conv": lambda x: tf.nn.conv1d(x[None], tf.reshape(x, [1, 4, 3]), 1, "SAME"),
    "max_pool": lambda x: tf.nn.max_pool1d(x[None], 2, 1, "VALID"),
    "fft": lambda x: tf.abs(tf.signal.rfft(tf.cast(x, tf.float32))),
    "moments": lambda x: tf.nn.moments(x, [0])[1],
    "segment_sum": lambda x: tf.math.segment_sum(x, [0, 0, 1]),
    "split": lambda x: tf.split(x, 2, 1)[0] * tf.split(x, 2, 1)[1],
    "sort": lambda x: tf.sort(x, 1),
    "cross_entropy": lambda x: tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(x), x),
}


def function(name):
    for space in (tf.math, tf.nn):
        if hasattr(space, name):
            return getattr(space, name)
    raise AttributeError(name)


def compare(f, *values):
    rng = np.random.default_rng(3)
    x = [tf.constant(v) for v in values]
    t = [tf.constant(rng.normal(size=v.shape)) for v in values]
    with tf.autodiff.ForwardAccumulator(x, t) as forward, tf.GradientTape() as tape:
        tape.watch(x)
        y = f(*x)
    found = forward.jvp(y)
    w = tf.cast(rng.normal(size=y.shape.as_list()), y.dtype)
    gradients = tape.gradient(y, x, output_gradients=w, unconnected_gradients="zero")
    expected = sum(float(tf.reduce_sum(g * d)) for g, d in zip(gradients, t, strict=True))
    assert_close(tf.reduce_sum(found * w), expected, rtol=1e-5, atol=1e-6)


def values(low=0.15, high=0.85):
    return np.random.default_rng(5).uniform(low, high, (3, 4))


@pytest.mark.parametrize("name", UNARY)
def test_functions_of_one_tensor(name):
    compare(function(name), values() + (1.2 if name == "acosh" else 0.0))


@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_tensors(name):
    compare(function(name), values(), values()[:1, ::-1].copy())


@pytest.mark.parametrize("f", OTHERS.values(), ids=OTHERS)
def test_other_functions(f):
    compare(f, values())
