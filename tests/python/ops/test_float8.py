"""Floats of one byte: what numbers become in them, what works with them, what refuses them.

What the numbers become is also proved in Rust, for every pattern of bits and all that lies between.
"""

import pickle

import numpy as np
import pytest
from library import ours, tf

KINDS = tf.dtypes.experimental
INF, NAN = float("inf"), float("nan")
NUMBERS = [0.0, 1.0, -2.3, 0.3, 17.0, 240.0, 0.001, 1e-9, 1e9, -INF, NAN]
# What becomes of these.
IN = {
    "float8_e5m2": [0, 1, -2.5, 0.3125, 16, 256, 2**-10, 0, INF, -INF, NAN],
    "float8_e4m3fn": [0, 1, -2.25, 0.3125, 16, 240, 2**-9, 0, NAN, NAN, NAN],
    "float8_e4m3fnuz": [0, 1, -2.25, 0.3125, 16, 240, 2**-10, 0, NAN, NAN, NAN],
    "float8_e4m3b11fnuz": [0, 1, -2.25, 0.3125, 16, NAN, 2**-10, 0, NAN, NAN, NAN],
    "float8_e5m2fnuz": [0, 1, -2.5, 0.3125, 16, 256, 2**-10, 0, NAN, NAN, NAN],
}
LARGEST = {
    "float8_e5m2": 57344,
    "float8_e4m3fn": 448,
    "float8_e4m3fnuz": 240,
    "float8_e4m3b11fnuz": 30,
    "float8_e5m2fnuz": 57344,
}
NUMBER_OF = dict(zip(IN, (24, 25, 26, 27, 28), strict=True))


def stored(name, values=(1.0, 2.0, 3.0)):
    return tf.cast(tf.constant(values), getattr(KINDS, name))


def back(x):
    return tf.cast(x, tf.float32).numpy().tolist()


@pytest.mark.parametrize("length", [1, 7, 40_000])
@pytest.mark.parametrize("wide", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("name", IN)
@ours("TensorFlow ends the process for the last three dtypes")
def test_numbers_become_the_nearest(name, wide, length):
    x = tf.cast(tf.constant(np.resize(NUMBERS, len(NUMBERS) * length)), wide)
    narrow = tf.cast(x, getattr(KINDS, name))
    expected = np.resize(IN[name], len(NUMBERS) * length)
    found = tf.cast(narrow, wide).numpy().astype("f4")
    np.testing.assert_array_equal(found, expected.astype("f4"))


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3fn"])
def test_what_a_dtype_says_of_itself(name):
    dtype = getattr(KINDS, name)
    assert (dtype.name, dtype.size, dtype.as_datatype_enum) == (name, 1, NUMBER_OF[name])
    assert dtype.is_floating
    assert not dtype.is_integer
    assert float(dtype.max) == LARGEST[name] == -float(dtype.min)
    assert dtype == name
    assert tf.as_dtype(name) is dtype
    assert getattr(tf.experimental, name) is dtype


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3fn"])
def test_moving_and_casting(name):
    x = stored(name)
    assert back(tf.reshape(x, [3, 1])[1:, 0]) == [2.0, 3.0]
    assert back(tf.concat([x, x[:1]], 0)) == [1.0, 2.0, 3.0, 1.0]
    assert back(tf.stack([x, x])[1]) == [1.0, 2.0, 3.0]
    assert back(tf.gather(x, [2, 0])) == [3.0, 1.0]
    assert back(tf.broadcast_to(x, [2, 3])[1]) == [1.0, 2.0, 3.0]
    assert back(tf.transpose(tf.reshape(x, [1, 3]))[2]) == [3.0]
    assert back(tf.constant([1.0, 2.5], getattr(KINDS, name))) == [1.0, 2.5]
    assert tf.cast(x, tf.int32).numpy().tolist() == [1, 2, 3]
    assert tf.cast(x, tf.complex64).numpy().tolist() == [1, 2, 3]
    assert tf.cast(x, tf.bool).numpy().all()
    assert back(tf.saturate_cast([1e9, -1e9], x.dtype)) == [LARGEST[name], -LARGEST[name]]
    v = tf.Variable(x)
    v.assign(x[::-1])
    assert back(v) == [3.0, 2.0, 1.0]


@pytest.mark.parametrize("name", IN)
@ours("TensorFlow has no kernels for these")
def test_more_that_moves(name):
    x = stored(name)
    assert back(tf.zeros([2], x.dtype)) == [0.0, 0.0]
    assert back(tf.ones_like(x)) == [1.0, 1.0, 1.0]
    assert back(tf.cast([1, 2], x.dtype)) == [1.0, 2.0]
    assert back(tf.cast([True], x.dtype)) == [1.0]
    assert back(tf.where([True, False, True], x, x[::-1])) == [1.0, 2.0, 3.0]
    assert back(tf.tile(x, [2])) == [1.0, 2.0, 3.0] * 2
    assert back(tf.reverse(x, [0])) == [3.0, 2.0, 1.0]
    assert back(tf.io.parse_tensor(tf.io.serialize_tensor(x), x.dtype)) == [1.0, 2.0, 3.0]
    assert back(pickle.loads(pickle.dumps(x))) == [1.0, 2.0, 3.0]
    assert back(tf.bitcast(tf.bitcast(x, tf.uint8), x.dtype)) == [1.0, 2.0, 3.0]
    assert [float(part) for part in tf.data.Dataset.from_tensor_slices(x)] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3fn"])
@pytest.mark.parametrize(
    "compute",
    [
        lambda x: x + x,
        lambda x: x * x,
        lambda x: -x,
        lambda x: x < x,
        tf.abs,
        tf.reduce_sum,
        tf.reduce_max,
        tf.nn.relu,
        tf.math.is_nan,
        lambda x: tf.matmul(x[None], x[:, None]),
    ],
)
def test_arithmetic_is_refused(name, compute):
    with pytest.raises(tf.errors.InvalidArgumentError, match=f"{name} is not in the list"):
        compute(stored(name))


@pytest.mark.parametrize("name", ["float8_e5m2", "float8_e4m3fn"])
def test_no_gradient_goes_through_them(name):
    x = tf.constant([1.0, 2.1])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.cast(tf.cast(x, getattr(KINDS, name)), tf.float32) ** 2)
    assert tape.gradient(y, x) is None


@ours("an ndarray of them is float32 where the package ml_dtypes is absent")
@pytest.mark.parametrize("name", IN)
def test_numpy_reads_the_numbers(name):
    array = np.asarray(stored(name), np.float32)
    assert array.tolist() == [1.0, 2.0, 3.0]
    assert back(tf.constant(stored(name).numpy(), getattr(KINDS, name))) == [1.0, 2.0, 3.0]


@ours("TensorFlow has no kernel for it")
def test_straight_through_as_quantisation_is_trained():
    """The gradient that quantised training uses: a formula of its own around the cast."""

    @tf.custom_gradient
    def quantised(x):
        narrow = tf.cast(tf.cast(x, KINDS.float8_e4m3fn), x.dtype)
        return narrow, lambda g: g

    w = tf.Variable([0.3, 1.7])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(quantised(w) ** 2)
    assert tape.gradient(loss, w).numpy().tolist() == [0.625, 3.5]


@ours("TensorFlow has no kernels for the arithmetic")
def test_optimizers_refuse_variables_of_them():
    v = tf.Variable(stored("float8_e5m2"))
    for gradient in (tf.ones([3]), stored("float8_e5m2")):
        with pytest.raises(
            tf.errors.InvalidArgumentError, match="cannot update a variable of float8"
        ):
            tf.keras.optimizers.SGD(0.1).apply_gradients([(gradient, v)])
    assert back(v) == [1.0, 2.0, 3.0]
