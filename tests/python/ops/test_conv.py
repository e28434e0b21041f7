"""Convolutions: values and gradients against plain loops, geometries, dtypes, errors."""

import itertools

import numpy as np
import pytest
from checks import assert_close, gradients, value_and_gradients
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
UNIMPLEMENTED = tf.errors.UnimplementedError


def numbers(*shape, seed=0):
    return np.random.default_rng(seed).normal(size=shape)


# --- the definition -------------------------------------------------------------------------------


def places(size, kernel, stride, dilation, padding):
    """Where windows begin along an axis, and how long the input is on either side of it."""
    span = (kernel - 1) * dilation + 1
    if padding == "SAME":
        count = -(-size // stride)
        before = max((count - 1) * stride + span - size, 0) // 2
    else:
        before, after = (0, 0) if padding == "VALID" else padding
        count = (size + before + after - span) // stride + 1
    return [[i * stride + k * dilation - before for k in range(kernel)] for i in range(count)]


def pairs(sizes, kernels, strides, dilations, paddings):
    """Every (output place, kernel place, input place) that meet inside the input."""
    lines = [
        places(*args) for args in zip(sizes, kernels, strides, dilations, paddings, strict=True)
    ]
    for at in itertools.product(*(range(len(line)) for line in lines)):
        for k in itertools.product(*map(range, kernels)):
            seen = tuple(line[i][j] for line, i, j in zip(lines, at, k, strict=True))
            if all(0 <= s < size for s, size in zip(seen, sizes, strict=True)):
                yield at, k, seen


def output_sizes(sizes, kernels, strides, dilations, paddings):
    lines = zip(sizes, kernels, strides, dilations, paddings, strict=True)
    return [len(places(*args)) for args in lines]


def defined(x, w, geometry):
    """The convolution of x and w as it is defined, and its two gradients for a cotangent of y."""
    sizes, kernels = x.shape[1:-1], w.shape[:-2]
    meet = list(pairs(sizes, kernels, *geometry))
    y = np.zeros([x.shape[0], *output_sizes(sizes, kernels, *geometry), w.shape[-1]])
    for at, k, seen in meet:
        y[(slice(None), *at)] += x[(slice(None), *seen)] @ w[k]

    def back(dy):
        dx, dw = np.zeros_like(x), np.zeros_like(w)
        for at, k, seen in meet:
            dx[(slice(None), *seen)] += dy[(slice(None), *at)] @ w[k].T
            dw[k] += x[(slice(None), *seen)].T @ dy[(slice(None), *at)]
        return dx, dw

    return y, back


CASES = {
    "same": ((5, 6), (3, 3), (1, 1), "SAME"),
    "valid": ((5, 6), (3, 2), (1, 1), "VALID"),
    "strides": ((7, 5), (3, 3), (2, 1), "SAME"),
    "strides, valid": ((8, 7), (2, 3), (3, 2), "VALID"),
    "even kernel": ((4, 4), (2, 4), (1, 1), "SAME"),
    "one place": ((3, 4), (1, 1), (1, 1), "VALID"),
    "one place, strides": ((5, 4), (1, 1), (2, 3), "SAME"),
    "larger than the image": ((2, 3), (5, 5), (1, 1), "SAME"),
    "explicit": ((4, 5), (3, 2), (2, 1), ((1, 0), (2, 1))),
    "explicit on one side": ((3, 3), (2, 2), (1, 1), ((0, 2), (0, 0))),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_conv2d(case, dtype):
    sizes, kernel, strides, padding = CASES[case]
    x, w = numbers(2, *sizes, 3), numbers(*kernel, 3, 4, seed=1)
    paddings = (padding, padding) if isinstance(padding, str) else padding
    y, back = defined(x, w, (strides, (1, 1), paddings))
    dy = numbers(*y.shape, seed=2)
    given = padding if isinstance(padding, str) else [[0, 0], *map(list, padding), [0, 0]]
    found, (dx, dw) = value_and_gradients(
        lambda x, w: tf.nn.conv2d(x, w, list(strides), given),
        x,
        w,
        dtype=dtype,
        dy=tf.constant(dy, dtype),
    )
    tolerance = (
        {"rtol": 1e-4, "atol": 1e-5} if dtype == "float32" else {"rtol": 1e-12, "atol": 1e-12}
    )
    assert_close(found, y, **tolerance)
    assert_close(dx, back(dy)[0], **tolerance)
    assert_close(dw, back(dy)[1], **tolerance)


@pytest.mark.parametrize(("channels", "filters"), [(1, 1), (3, 17), (16, 32), (40, 24), (64, 128)])
def test_many_channels(channels, filters):
    """Few and many: the kernels differ, the answer must not."""
    x, w = numbers(3, 9, 8, channels), numbers(3, 3, channels, filters, seed=1)
    y, back = defined(x, w, ((1, 1), (1, 1), ("SAME", "SAME")))
    dy = numbers(*y.shape, seed=2)
    found, (dx, dw) = value_and_gradients(
        lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), x, w, dtype="float64", dy=tf.constant(dy)
    )
    for actual, expected in [(found, y), (dx, back(dy)[0]), (dw, back(dy)[1])]:
        assert_close(actual, expected, rtol=1e-10, atol=1e-10)


@ours("gradients of dilated convolutions exist; TensorFlow's CPU kernels refuse them")
@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_gradients_of_dilated_convolutions(padding):
    x, w = numbers(2, 7, 6, 2), numbers(3, 2, 2, 3, seed=1)
    y, back = defined(x, w, ((1, 2), (2, 3), (padding, padding)))
    dy = numbers(*y.shape, seed=2)
    found, (dx, dw) = value_and_gradients(
        lambda x, w: tf.nn.conv2d(x, w, [1, 2], padding, dilations=[2, 3]),
        x,
        w,
        dtype="float64",
        dy=tf.constant(dy),
    )
    assert_close(found, y)
    assert_close(dx, back(dy)[0])
    assert_close(dw, back(dy)[1])


@pytest.mark.parametrize("dilations", [2, [2, 3], [1, 2, 3, 1]])
def test_dilations(dilations):
    x, w = numbers(1, 7, 8, 2), numbers(2, 2, 2, 3, seed=1)
    each = (2, 2) if dilations == 2 else (2, 3)
    y, _ = defined(x, w, ((1, 1), each, ("SAME", "SAME")))
    assert_close(tf.nn.conv2d(x, w, 1, "SAME", dilations=dilations), y)


@pytest.mark.parametrize("strides", [[2], [2, 2], [1, 2, 2, 1], 2])
def test_strides_may_be_written_in_four_ways(strides):
    x, w = numbers(1, 5, 6, 2), numbers(3, 3, 2, 2, seed=1)
    assert_close(tf.nn.conv2d(x, w, strides, "SAME"), tf.nn.conv2d(x, w, [2, 2], "SAME"))


def test_more_axes_before_the_image_are_a_batch():
    x, w = numbers(2, 3, 4, 5, 2), numbers(3, 3, 2, 2, seed=1)
    y = tf.nn.conv2d(x, w, 1, "SAME")
    assert y.shape == [2, 3, 4, 5, 2]
    assert_close(y[1], tf.nn.conv2d(x[1], w, 1, "SAME"))


def test_groups():
    x, w = numbers(1, 4, 4, 4), numbers(3, 3, 2, 6, seed=1)
    halves = [
        tf.nn.conv2d(x[..., 2 * i : 2 * i + 2], w[..., 3 * i : 3 * i + 3], 1, "SAME")
        for i in (0, 1)
    ]
    assert_close(tf.nn.conv2d(x, w, 1, "SAME"), tf.concat(halves, -1))


@ours("groups have gradients; TensorFlow's CPU kernels refuse them")
def test_gradients_of_groups():
    x, w = numbers(1, 3, 3, 4), numbers(2, 2, 2, 2, seed=1)
    f = lambda x, w: tf.nn.conv2d(x, w, 1, "SAME")  # noqa: E731

    def by_hand(x, w):
        return tf.concat([f(x[..., :2], w[..., :1]), f(x[..., 2:], w[..., 1:])], -1)

    for one, other in zip(gradients(f, x, w), gradients(by_hand, x, w), strict=True):
        assert_close(one, other)


@ours("channels may be second on any processor")
def test_channels_second():
    x, w = numbers(2, 5, 6, 3), numbers(3, 2, 3, 4, seed=1)
    turned = np.transpose(x, [0, 3, 1, 2])
    f = lambda x, w: tf.nn.conv2d(x, w, [1, 1, 2, 1], "SAME", data_format="NCHW")  # noqa: E731
    y = tf.nn.conv2d(x, w, [1, 2, 1, 1], "SAME")
    assert_close(f(turned, w), tf.transpose(y, [0, 3, 1, 2]))
    assert gradients(f, turned, w)[0].shape == [2, 3, 5, 6]


# --- one and three axes, and all of them ----------------------------------------------------------


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("stride", [1, 2])
def test_conv1d(padding, stride):
    x, w = numbers(2, 7, 3), numbers(3, 3, 2, seed=1)
    y, back = defined(x, w, ((stride,), (1,), (padding,)))
    found, (dx, dw) = value_and_gradients(
        lambda x, w: tf.nn.conv1d(x, w, stride, padding), x, w, dtype="float64"
    )
    assert_close(found, y)
    assert_close(dx, back(np.ones_like(y))[0])
    assert_close(dw, back(np.ones_like(y))[1])


def test_conv1d_takes_more_batches_and_full_strides():
    x, w = numbers(2, 3, 7, 3), numbers(3, 3, 2, seed=1)
    assert tf.nn.conv1d(x, w, 1, "SAME").shape == [2, 3, 7, 2]
    assert tf.nn.conv1d(x[0], w, [1, 2, 1], "VALID").shape == [3, 3, 2]
    assert tf.nn.conv1d(x[0], w, 1, "VALID", dilations=3).shape == [3, 1, 2]


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
def test_conv3d(padding):
    x, w = numbers(2, 4, 3, 5, 2), numbers(2, 3, 2, 2, 3, seed=1)
    y, back = defined(x, w, ((1, 2, 2), (1, 1, 1), (padding,) * 3))
    found, (dx, dw) = value_and_gradients(
        lambda x, w: tf.nn.conv3d(x, w, [1, 1, 2, 2, 1], padding), x, w, dtype="float64"
    )
    assert_close(found, y)
    assert_close(dx, back(np.ones_like(y))[0])
    assert_close(dw, back(np.ones_like(y))[1])


def test_convolution_of_any_rank():
    for axes in (1, 2, 3):
        x, w = numbers(1, *[4] * axes, 2), numbers(*[2] * axes, 2, 3, seed=1)
        y, _ = defined(x, w, ((1,) * axes, (1,) * axes, ("VALID",) * axes))
        assert_close(tf.nn.convolution(x, w), y)
        assert tf.nn.convolution(x, w, strides=2, padding="SAME").shape == [1, *[2] * axes, 3]


def test_atrous_convolution():
    x, w = numbers(1, 6, 7, 2), numbers(3, 2, 2, 3, seed=1)
    expected = tf.nn.conv2d(x, w, 1, "SAME", dilations=2)
    assert_close(tf.nn.atrous_conv2d(x, w, 2, "SAME"), expected)


# --- transposed -----------------------------------------------------------------------------------


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize(("size", "stride"), [(5, 1), (9, 2), (10, 2)])
def test_a_transposed_convolution_is_the_gradient_of_one(size, stride, padding):
    images, w = numbers(2, size, size, 4), numbers(3, 3, 4, 2, seed=1)
    y = tf.nn.conv2d(images, w, stride, padding)
    x = numbers(*y.shape, seed=2)
    (expected,) = gradients(
        lambda i: tf.nn.conv2d(i, w, stride, padding), images, dy=tf.constant(x)
    )
    found = tf.nn.conv2d_transpose(x, w, [2, size, size, 4], stride, padding)
    assert_close(found, expected)
    dx, dw = gradients(
        lambda x, w: tf.nn.conv2d_transpose(x, w, images.shape, stride, padding) * images, x, w
    )
    assert_close(dx, y)  # the transpose of the transpose
    (expected,) = gradients(lambda w: tf.nn.conv2d(images, w, stride, padding) * x, w)
    assert_close(dw, expected)


def test_the_output_shape_may_be_a_tensor_or_leave_out_batch_and_channels():
    x, w = numbers(2, 3, 3, 2), numbers(2, 2, 4, 2, seed=1)
    expected = tf.nn.conv2d_transpose(x, w, [2, 6, 6, 4], 2)
    assert_close(tf.nn.conv2d_transpose(x, w, tf.constant([2, 6, 6, 4]), 2), expected)
    assert_close(tf.nn.conv_transpose(x, w, [2, 6, 6, 4], 2), expected)


def test_transposed_of_other_ranks():
    x, w = numbers(2, 3, 2), numbers(3, 4, 2, seed=1)
    assert tf.nn.conv1d_transpose(x, w, [2, 6, 4], 2).shape == [2, 6, 4]
    x, w = numbers(1, 2, 2, 2, 2), numbers(2, 2, 2, 3, 2, seed=1)
    assert tf.nn.conv3d_transpose(x, w, [1, 4, 4, 4, 3], 2).shape == [1, 4, 4, 4, 3]


# --- depthwise ------------------------------------------------------------------------------------


@pytest.mark.parametrize("multiplier", [1, 3])
@pytest.mark.parametrize(("stride", "padding"), [(1, "SAME"), (2, "VALID"), (2, "SAME")])
def test_depthwise(multiplier, stride, padding):
    x, w = numbers(2, 6, 5, 2), numbers(3, 2, 2, multiplier, seed=1)
    strides = [1, stride, stride, 1]
    geometry = ((stride, stride), (1, 1), (padding, padding))
    parts = [defined(x[..., c : c + 1], w[:, :, c : c + 1], geometry) for c in (0, 1)]
    found, (dx, dw) = value_and_gradients(
        lambda x, w: tf.nn.depthwise_conv2d(x, w, strides, padding), x, w, dtype="float64"
    )
    assert_close(found, np.concatenate([y for y, _ in parts], -1))
    back = [back(np.ones_like(y)) for y, back in parts]
    assert_close(dx, np.concatenate([dx for dx, _ in back], -1))
    assert_close(dw, np.concatenate([dw for _, dw in back], -2))


def test_separable():
    x, deep, wide = numbers(1, 5, 5, 2), numbers(3, 3, 2, 2, seed=1), numbers(1, 1, 4, 3, seed=2)
    y = tf.nn.depthwise_conv2d(x, deep, [1, 1, 1, 1], "SAME")
    expected = tf.nn.conv2d(y, wide, 1, "VALID")
    f = lambda *args: tf.nn.separable_conv2d(*args, [1, 1, 1, 1], "SAME")  # noqa: E731
    assert_close(f(*map(tf.constant, (x, deep, wide))), expected)
    shapes = [g.shape for g in gradients(f, x, deep, wide)]
    assert shapes == [x.shape, deep.shape, wide.shape]


# --- gradients of gradients -----------------------------------------------------------------------


def test_second_order():
    """The loss is a polynomial of degree three in the filter: its second derivative is known."""
    x, w = tf.constant(numbers(1, 4, 4, 1)), tf.constant(numbers(2, 2, 1, 2, seed=1))
    with tf.GradientTape() as outer:
        outer.watch([x, w])
        with tf.GradientTape() as inner:
            inner.watch(w)
            y = tf.nn.conv2d(x, w, 1, "SAME")
            loss = tf.reduce_sum(y**3) / 6
        first = inner.gradient(loss, w)
        along = tf.reduce_sum(first * w)
    dx, dw = outer.gradient(along, [x, w])
    # sum of first * w is 3 loss, whose gradient is that of y**3 / 2.
    with tf.GradientTape() as tape:
        tape.watch([x, w])
        loss = tf.reduce_sum(tf.nn.conv2d(x, w, 1, "SAME") ** 3) / 2
    for found, expected in zip((dx, dw), tape.gradient(loss, [x, w]), strict=True):
        assert_close(found, expected)


def test_jacobians():
    x, w = numbers(1, 3, 3, 2), numbers(2, 2, 2, 2, seed=1)
    x, w = tf.constant(x), tf.constant(w)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch([x, w])
        y = tf.nn.conv2d(x, w, 1, "VALID")
    jx, jw = tape.jacobian(y, [x, w])
    assert jx.shape == [1, 2, 2, 2, 1, 3, 3, 2]
    assert jw.shape == [1, 2, 2, 2, 2, 2, 2, 2]
    rows = np.eye(8).reshape(8, 1, 2, 2, 2)
    for k, row in enumerate(rows):
        dx, dw = tape.gradient(y, [x, w], output_gradients=tf.constant(row))
        assert_close(tf.reshape(jx, [8, 1, 3, 3, 2])[k], dx)
        assert_close(tf.reshape(jw, [8, 2, 2, 2, 2])[k], dw)


# --- dtypes, nothing, errors ----------------------------------------------------------------------


@pytest.mark.parametrize("dtype", ["float16", "bfloat16", "int32"])
def test_other_dtypes(dtype):
    x = tf.cast(tf.reshape(tf.range(32) % 5, [1, 4, 4, 2]), dtype)
    w = tf.cast(tf.reshape(tf.range(24) % 3, [2, 3, 2, 2]), dtype)
    y = tf.nn.conv2d(x, w, 1, "SAME")
    assert y.dtype == dtype
    wide = tf.nn.conv2d(tf.cast(x, "float64"), tf.cast(w, "float64"), 1, "SAME")
    assert_close(tf.cast(y, "float64"), wide)


@pytest.mark.parametrize(
    "shape",
    [
        (0, 5, 5, 2),
        pytest.param(
            (2, 0, 5, 2),
            marks=ours("no sum is zero; TensorFlow's gradient is what the memory held before"),
        ),
    ],
)
def test_no_images(shape):
    x, w = np.zeros(shape), numbers(3, 3, 2, 3)
    y, (dx, dw) = value_and_gradients(lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), x, w)
    assert y.shape == [*shape[:3], 3]
    assert dx.shape == shape
    assert_close(dw, np.zeros_like(w))


def test_no_filters():
    assert tf.nn.conv2d(numbers(2, 5, 5, 2), np.zeros([3, 3, 2, 0]), 1, "SAME").shape == [
        2,
        5,
        5,
        0,
    ]


X, W = tf.constant(numbers(2, 5, 5, 2)), tf.constant(numbers(3, 3, 2, 3))
REFUSED = {
    "rank of the input": (lambda: (X[0], W, 1, "SAME"), IAE, "must be 4-dimensional"),
    "rank of the filter": (lambda: (X, W[0], 1, "SAME"), IAE, "filter must be 4-dimensional"),
    "channels": (
        lambda: (X, tf.concat([W, W[:, :, :1]], 2), 1, "SAME"),
        IAE,
        "input depth must be evenly divisible by filter depth: 2 vs 3",
    ),
    "groups": (
        lambda: (X, W[:, :, :1], 1, "SAME"),
        IAE,
        "output depth must be evenly divisible by number of groups: 3 vs 2",
    ),
    "window": (
        lambda: (X[:, :1], W, 1, "VALID"),
        IAE,
        r"size would be negative: -1 \[input_size: 1, effective_filter_size: 3, stride: 1\]",
    ),
    "no place in the filter": (lambda: (X, W[:0], 1, "SAME"), IAE, "must not have zero elements"),
    "no channels in the filter": (lambda: (X[..., :0], W[:, :, :0], 1, "SAME"), IAE, "got 0"),
    "padding": (
        lambda: (X, W, 1, "same"),
        IAE,
        '"same" is not in the list of allowed values: "SAME", "VALID", "EXPLICIT"',
    ),
    "explicit": (lambda: (X, W, 1, "EXPLICIT"), ValueError, "is not a valid value for `padding`"),
    "paddings": (
        lambda: (X, W, 1, [[1, 1], [2, 0]]),
        ValueError,
        "When padding is a list, it must be of size 4",
    ),
    "padding of the batch": (
        lambda: (X, W, 1, [[1, 0], [0, 0], [0, 0], [0, 0]]),
        IAE,
        "Nonzero explicit padding in the batch or depth dimensions",
    ),
    "negative padding": (
        lambda: (X, W, 1, [[0, 0], [-1, 0], [0, 0], [0, 0]]),
        IAE,
        "All elements of explicit_paddings must be nonnegative",
    ),
    "strides": (
        lambda: (X, W, [1, 1, 1], "SAME"),
        ValueError,
        r"strides should be of length 1, 2 or 4. Received: strides=\[1, 1, 1\] of length 3",
    ),
    "stride 0": (lambda: (X, W, 0, "SAME"), IAE, "strides should be larger than 0"),
    "negative stride": (lambda: (X, W, -1, "SAME"), IAE, "strides should be larger than 0"),
    "strides of the batch": (
        lambda: (X, W, [2, 1, 1, 1], "SAME"),
        UNIMPLEMENTED,
        "does not yet support strides in the batch and depth dimensions",
    ),
    "format": (
        lambda: (X, W, 1, "SAME", "NFOO"),
        IAE,
        '"NFOO" is not in the list of allowed values: "NHWC", "NCHW"',
    ),
    "dilation 0": (
        lambda: (X, W, 1, "SAME", "NHWC", 0),
        IAE,
        "Dilated rates should be larger than 0",
    ),
    "dtypes": (
        lambda: (X, tf.cast(W, "float32"), 1, "SAME"),
        IAE,
        "cannot compute Conv2D as input #1",
    ),
    "dtype": (
        lambda: (tf.cast(X, "int64"), tf.cast(W, "int64"), 1, "SAME"),
        IAE,
        "Value for attr 'T' of int64 is not in the list of allowed values",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_conv2d_refuses(case):
    arguments, error, text = REFUSED[case]
    with pytest.raises(error, match=text):
        tf.nn.conv2d(*arguments())


WT = tf.constant(numbers(3, 3, 4, 2))


@pytest.mark.parametrize(
    ("shape", "text"),
    [
        ([2, 8, 9, 4], "Size of out_backprop doesn't match computed: actual = 5, computed = 4"),
        ([3, 10, 10, 4], "must have the same batch size"),
        ([2, 10, 10, 3], "input depth must be evenly divisible by filter depth"),
        ([2, 10, 10], "requires input_sizes to contain 4 values or 2 values, but got: 3"),
    ],
)
def test_transposed_refuses(shape, text):
    with pytest.raises(IAE, match=text):
        tf.nn.conv2d_transpose(X, WT, shape, 2)


def test_transposed_refuses_other_channels():
    with pytest.raises(IAE, match="must have the same out_depth"):
        tf.nn.conv2d_transpose(X, W, [2, 10, 10, 2], 2)


def test_depthwise_refuses():
    with pytest.raises(IAE, match="input and filter must have the same depth: 2 vs 4"):
        tf.nn.depthwise_conv2d(X, WT, [1, 1, 1, 1], "SAME")
    with pytest.raises(IAE, match="must be 4-dimensional"):
        tf.nn.depthwise_conv2d(X[0], WT, [1, 1, 1, 1], "SAME")
    with pytest.raises(ValueError, match=r"not compatible|pointwise_filter"):
        tf.nn.separable_conv2d(X, W, tf.ones([2, 1, 6, 4], "float64"), [1, 1, 1, 1], "SAME")


@ours("far padding costs memory only where the output does")
def test_strides_that_leap_over_padding():
    far = 2**40
    y = tf.nn.conv2d(X, W, [1, far], [[0, 0], [1, 1], [0, far], [0, 0]])
    assert y.shape == [2, 5, 2, 3]
    assert_close(y[:, :, 1], np.zeros([2, 5, 3]))
    with pytest.raises(tf.errors.ResourceExhaustedError):
        tf.nn.conv2d(X, W, 1, [[0, 0], [1, 1], [0, far], [0, 0]])
