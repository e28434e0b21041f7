"""Pooling: values and gradients against plain loops, ties, dtypes, errors."""

import numpy as np
import pytest
from checks import assert_close, gradients, value_and_gradients
from library import ours, tf
from test_conv import numbers, output_sizes, pairs

IAE = tf.errors.InvalidArgumentError
FORMATS = {1: "NWC", 2: "NHWC", 3: "NDHWC"}
POOLS = {"max": tf.nn.max_pool, "avg": tf.nn.avg_pool}


def seen_by(x, kernel, strides, padding):
    """For each output place, the input places of its window, in row-major order."""
    axes = x.ndim - 2
    geometry = (strides, (1,) * axes, padding if isinstance(padding, tuple) else (padding,) * axes)
    found = {}
    for at, _, seen in pairs(x.shape[1:-1], kernel, *geometry):
        found.setdefault(at, []).append(seen)
    return found, output_sizes(x.shape[1:-1], kernel, *geometry)


def defined(kind, x, kernel, strides, padding):
    """The pooled images and the gradient of their sum: to the first maximum, or in equal parts."""
    windows, sizes = seen_by(x, kernel, strides, padding)
    y, dx = np.zeros([x.shape[0], *sizes, x.shape[-1]]), np.zeros_like(x)
    for (n, c), (at, places) in (
        (nc, item) for nc in np.ndindex(x.shape[0], x.shape[-1]) for item in windows.items()
    ):
        values = [x[(n, *place, c)] for place in places]
        y[(n, *at, c)] = max(values) if kind == "max" else np.mean(values)
        for place in [places[int(np.argmax(values))]] if kind == "max" else places:
            dx[(n, *place, c)] += 1.0 if kind == "max" else 1 / len(places)
    return y, dx


@pytest.mark.parametrize("kind", POOLS)
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize(
    ("sizes", "kernel", "strides"),
    [
        ((6, 6), (2, 2), (2, 2)),
        ((5, 7), (3, 2), (2, 3)),
        ((4, 5), (3, 3), (1, 1)),
        ((7,), (3,), (2,)),
        ((3, 4, 5), (2, 2, 3), (1, 2, 2)),
    ],
)
def test_pool(kind, padding, sizes, kernel, strides):
    # Whole numbers, so that there are ties; not in volumes, where TensorFlow pays each in full.
    x = numbers(2, *sizes, 3)
    x = x if len(sizes) == 3 else np.round(2 * x)
    y, dx = defined(kind, x, kernel, strides, padding)
    for dtype in ("float32",) if len(sizes) == 3 else ("float32", "float64"):
        found, (g,) = value_and_gradients(
            lambda x: POOLS[kind](x, list(kernel), list(strides), padding, FORMATS[len(sizes)]),
            x,
            dtype=dtype,
        )
        assert found.dtype == dtype
        assert_close(found, y)
        assert_close(g, dx)


def test_the_first_of_equals_gets_the_gradient():
    (g,) = gradients(lambda x: tf.nn.max_pool(x, 2, 2, "VALID"), tf.ones([1, 2, 2, 1]))
    assert_close(g, [[[[1.0], [0.0]], [[0.0], [0.0]]]])


def test_padding_is_smaller_than_any_number_and_is_not_counted():
    x = tf.constant([[[-1.0], [-3.0], [-7.0]]])
    assert_close(tf.nn.max_pool1d(x, 2, 2, "SAME"), [[[-1.0], [-7.0]]])
    y, (g,) = value_and_gradients(lambda x: tf.nn.avg_pool1d(x, 2, 2, "SAME"), x)
    assert_close(y, [[[-2.0], [-7.0]]])
    assert_close(g, [[[0.5], [0.5], [1.0]]])


def test_explicit_padding_of_a_maximum():
    x = np.round(2 * numbers(2, 4, 5, 2))
    y, dx = defined("max", x, (2, 3), (2, 2), ((1, 0), (0, 2)))
    found, (g,) = value_and_gradients(
        lambda x: tf.nn.max_pool(x, [2, 3], 2, [[0, 0], [1, 0], [0, 2], [0, 0]]), x, dtype="float64"
    )
    assert_close(found, y)
    assert_close(g, dx)


@ours("a NaN in a window is its maximum; TensorFlow drops it")
def test_nan():
    x = tf.constant([[[1.0], [np.nan], [2.0], [3.0]]])
    assert_close(tf.nn.max_pool1d(x, 2, 1, "VALID"), [[[np.nan], [np.nan], [3.0]]])


@ours("minus infinity is a number like others; TensorFlow answers the smallest float")
def test_minus_infinity():
    y, (g,) = value_and_gradients(
        lambda x: tf.nn.max_pool1d(x, 2, 2, "VALID"), tf.fill([1, 2, 1], -np.inf)
    )
    assert_close(y, [[[-np.inf]]])
    assert_close(g, [[[1.0], [0.0]]])


@pytest.mark.parametrize("kind", POOLS)
def test_numbers_and_lists_say_the_same(kind):
    x, pool = numbers(2, 6, 6, 2), POOLS[kind]
    expected = pool(x, [2, 2], [2, 2], "VALID")
    assert_close(pool(x, 2, 2, "VALID"), expected)
    assert_close(pool(x, [1, 2, 2, 1], [1, 2, 2, 1], "VALID"), expected)
    assert_close(pool(x, 2, 2, "VALID", data_format="NHWC"), expected)


def test_names_for_each_rank():
    assert tf.nn.max_pool1d(numbers(2, 6, 3), 2, 2, "SAME").shape == [2, 3, 3]
    assert tf.nn.max_pool2d(numbers(2, 6, 6, 3), 2, 2, "SAME").shape == [2, 3, 3, 3]
    volume = numbers(2, 4, 6, 6, 3).astype(np.float32)
    assert tf.nn.max_pool3d(volume, 2, 2, "SAME").shape == [2, 2, 3, 3, 3]
    assert tf.nn.avg_pool1d(numbers(2, 6, 3), [2], [2], "SAME").shape == [2, 3, 3]
    assert tf.nn.avg_pool2d(numbers(2, 6, 6, 3), 2, 2, "SAME").shape == [2, 3, 3, 3]
    assert tf.nn.avg_pool3d(volume, 2, 2, "SAME").shape == [2, 2, 3, 3, 3]


@ours("channels may be second on any processor")
@pytest.mark.parametrize("kind", POOLS)
def test_channels_second(kind):
    x = numbers(2, 5, 6, 3)
    turned = np.transpose(x, [0, 3, 1, 2])
    found = POOLS[kind](turned, [1, 1, 2, 3], [1, 1, 2, 1], "SAME", data_format="NCHW")
    expected = POOLS[kind](x, [2, 3], [2, 1], "SAME")
    assert_close(found, tf.transpose(expected, [0, 3, 1, 2]))


def test_pool_is_either():
    x = numbers(1, 5, 5, 2)
    assert_close(tf.nn.pool(x, [2, 2], "MAX"), tf.nn.max_pool(x, 2, 1, "VALID"))
    average = tf.nn.pool(x, [2, 2], "AVG", strides=[2, 2], padding="SAME")
    assert_close(average, tf.nn.avg_pool(x, 2, 2, "SAME"))
    spread = tf.nn.pool(x, [2, 2], "AVG", dilations=[2, 2])
    assert_close(spread, (x[:, :3, :3] + x[:, 2:, :3] + x[:, :3, 2:] + x[:, 2:, 2:]) / 4)
    with pytest.raises(ValueError, match="2-D FOO pooling is not supported"):
        tf.nn.pool(x, [2, 2], "FOO")


def test_argmax():
    x = numbers(2, 4, 5, 3)
    y, argmax = tf.nn.max_pool_with_argmax(x, 2, 2, "SAME")
    assert argmax.dtype == tf.int64
    assert_close(y, tf.nn.max_pool(x, 2, 2, "SAME"))
    for image in range(2):
        assert_close(x[image].ravel()[argmax[image].numpy()], y[image])
    whole = tf.nn.max_pool_with_argmax(x, 2, 2, "SAME", include_batch_in_index=True)
    assert_close(x.ravel()[whole.argmax.numpy()], whole.output)
    assert tf.nn.max_pool_with_argmax(x, 2, 2, "SAME", output_dtype=tf.int32)[1].dtype == tf.int32
    (g,) = gradients(lambda x: tf.nn.max_pool_with_argmax(x, 2, 2, "SAME")[0], x)
    (expected,) = gradients(lambda x: tf.nn.max_pool(x, 2, 2, "SAME"), x)
    assert_close(g, expected)
    with pytest.raises(IAE, match="Value for attr 'Targmax' of float"):
        tf.nn.max_pool_with_argmax(x, 2, 2, "SAME", output_dtype=tf.float32)


@pytest.mark.parametrize("kind", POOLS)
def test_second_order(kind):
    x = tf.constant(numbers(1, 4, 4, 2))
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            loss = tf.reduce_sum(POOLS[kind](x, 2, 1, "SAME") ** 3) / 6
        first = inner.gradient(loss, x)
        along = tf.reduce_sum(first * x)
    # sum of first * x is 3 loss wherever the same places are the largest.
    (expected,) = gradients(lambda x: POOLS[kind](x, 2, 1, "SAME") ** 3 / 2, x)
    assert_close(outer.gradient(along, x), expected)


@pytest.mark.parametrize("kind", POOLS)
def test_jacobians(kind):
    x = tf.constant(numbers(2, 3, 3, 1))
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = POOLS[kind](x, 2, 1, "VALID")
    j = tf.reshape(tape.jacobian(y, x), [8, 2, 3, 3, 1])
    for k, row in enumerate(np.eye(8).reshape(8, 2, 2, 2, 1)):
        assert_close(j[k], tape.gradient(y, x, output_gradients=tf.constant(row)))


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int32", "int64", "int16", "uint8"])
def test_other_dtypes(dtype):
    x = tf.cast(tf.reshape(tf.range(32) * 7 % 31, [1, 4, 4, 2]), dtype)
    wide = tf.cast(x, "float64")
    y = tf.nn.max_pool(x, 2, 2, "SAME")
    assert y.dtype == dtype
    assert_close(tf.cast(y, "float64"), tf.nn.max_pool(wide, 2, 2, "SAME"))
    if x.dtype.is_floating:
        y = tf.nn.avg_pool(x, 2, 2, "SAME")
        assert y.dtype == dtype
        assert_close(tf.cast(y, "float64"), tf.nn.avg_pool(wide, 2, 2, "SAME"), rtol=1e-2)


def test_integers_are_compared_as_such():
    big = 2**60
    y = tf.nn.max_pool1d(tf.constant([[[big], [big + 1]]], tf.int64), 2, 2, "VALID")
    assert int(y[0, 0, 0]) == big + 1


@pytest.mark.parametrize("kind", POOLS)
@pytest.mark.parametrize("shape", [(0, 5, 5, 2), (2, 0, 5, 2), (2, 5, 5, 0)])
def test_nothing(kind, shape):
    y, (g,) = value_and_gradients(lambda x: POOLS[kind](x, 2, 1, "SAME"), np.zeros(shape))
    assert y.shape == shape
    assert g.shape == shape


X = tf.constant(numbers(2, 5, 5, 2))
REFUSED = {
    "window 0": ((X, 0, 1, "SAME"), IAE, "must be positive|must be a positive"),
    "stride 0": ((X, 2, 0, "SAME"), IAE, "Stride must be > 0, but got 0"),
    "window": ((X, 7, 1, "VALID"), IAE, "Computed output size would be negative: -1"),
    "batch": (
        (X, [2, 2, 2, 1], 1, "SAME"),
        tf.errors.UnimplementedError,
        "Pooling is not yet supported on the batch dimension",
    ),
    "length": (
        (X, [1, 2, 3], 1, "SAME"),
        ValueError,
        r"ksize should be of length 1, 2 or 4. Received: ksize=\[1, 2, 3\] of length 3",
    ),
    "padding": ((X, 2, 1, "X"), IAE, "Value for attr 'padding' of \"X\""),
    "rank": (
        (X[0, 0], 2, 1, "SAME"),
        ValueError,
        r"`input.shape.rank` must be 3, 4 or 5. Received: input.shape=\(5, 2\) of rank 2",
    ),
    "dtype": ((X > 0.0, 2, 1, "SAME"), IAE, "Value for attr 'T' of bool"),
}


@pytest.mark.parametrize("kind", POOLS)
@pytest.mark.parametrize("case", REFUSED)
def test_pools_refuse(kind, case):
    arguments, error, text = REFUSED[case]
    with pytest.raises(error, match=text):
        POOLS[kind](*arguments)


@ours("a window as long as can be costs what it sees")
@pytest.mark.parametrize("kind", POOLS)
def test_enormous_windows(kind):
    assert POOLS[kind](X, 2**40, 1, "SAME").shape == [2, 5, 5, 2]
