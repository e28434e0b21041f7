"""Numbers of float32 are added up in TensorFlow's order, so that the last bit is the same.

The orders are written down here a second time, in NumPy. A product is fused with the addition that
follows where the processor can do that; TensorFlow's orders of products are those of AVX-512.
"""

import itertools
import math

import numpy as np
import pytest
from library import tf

F = np.float32
RNG = np.random.default_rng(7)


def new(*shape):
    return RNG.normal(size=shape).astype(F)


def fused(total, a, b):
    """`total + a * b`, rounded once: products of float32 are exact in float64."""
    return (total.astype(float) + a.astype(float) * b.astype(float)).astype(F)


def one_by_one(a, b, total=None):
    shape = np.broadcast_shapes(a.shape, b.shape)[:-1]
    total = np.zeros(shape, F) if total is None else total
    for i in range(a.shape[-1]):
        total = fused(total, a[..., i], b[..., i])
    return total


def in_parts(a, b):
    total, start, k = None, 0, a.shape[-1]
    while start < k:
        rest = k - start
        width = rest if rest <= 384 else -(-rest // 2) if rest < 768 else 384
        part = one_by_one(a[..., start : start + width], b[..., start : start + width])
        total, start = part if total is None else total + part, start + width
    return total


def halves(x):
    while x.shape[-1] > 1:
        half = x.shape[-1] // 2
        x = x[..., :half] + x[..., half:]
    return x[..., 0]


def padded(x, width):
    return np.pad(x, [(0, 0)] * (x.ndim - 1) + [(0, -x.shape[-1] % width)])


def sixteen_lanes(a, b):
    a, b = padded(a, 16), padded(b, 16)
    total = np.zeros((*np.broadcast_shapes(a.shape, b.shape)[:-1], 16), F)
    for i in range(0, a.shape[-1], 16):
        total = fused(total, a[..., i : i + 16], b[..., i : i + 16])
    return halves(total)


def neighbours(a, b):
    k, start = a.shape[-1], 0
    total = np.zeros(np.broadcast_shapes(a.shape, b.shape)[:-1], F)
    eight = np.zeros((*total.shape, 8), F)
    while k - start >= 16:
        for _ in range(2):
            eight = fused(eight, a[..., start : start + 8], b[..., start : start + 8])
            start += 8

    def joined(x):
        if x.shape[-1] < 8:
            return halves_of_neighbours(x)
        pairs = x[..., ::2] + x[..., 1::2]
        return (pairs[..., 0] + pairs[..., 2]) + (pairs[..., 1] + pairs[..., 3])

    def halves_of_neighbours(x):
        while x.shape[-1] > 1:
            x = x[..., ::2] + x[..., 1::2]
        return x[..., 0]

    total = total + joined(eight)
    for width in (8, 4, 2, 1):
        if k - start >= width:
            product = a[..., start : start + width] * b[..., start : start + width]
            total, start = total + joined(product), start + width
    return total


def is_fused():
    a, b = np.array([[-1, 1 + 2**-12]], F), np.array([[1, 0], [1 + 2**-12, 0]], F)
    return tf.matmul(a, b).numpy()[0, 0] == F(2**-11 + 2**-24)


products_are_fused = pytest.mark.skipif(not is_fused(), reason="products are not fused here")


def order_of_product(m, n, transpose_a, transpose_b):
    if transpose_b and not transpose_a and 2 <= m < 16:
        return sixteen_lanes
    if m == 1:
        return neighbours if transpose_b else one_by_one
    if n == 1:
        return one_by_one if transpose_a else neighbours
    return in_parts


SIZES = [
    (1, 20, 7),
    (1, 400, 33),
    (2, 37, 3),
    (8, 100, 24),
    (15, 16, 5),
    (16, 400, 10),
    (32, 784, 20),
    (40, 100, 1),
    (17, 2, 9),
    (9, 1000, 4),
]


@products_are_fused
@pytest.mark.parametrize(("m", "k", "n"), SIZES)
@pytest.mark.parametrize("transpose_a", [False, True])
@pytest.mark.parametrize("transpose_b", [False, True])
def test_products_of_matrices(m, k, n, transpose_a, transpose_b):
    a, b = new(m, k), new(k, n)
    given = [x.T.copy() if turned else x for x, turned in ((a, transpose_a), (b, transpose_b))]
    y = tf.matmul(*given, transpose_a=transpose_a, transpose_b=transpose_b)
    order = order_of_product(m, n, transpose_a, transpose_b)
    np.testing.assert_array_equal(y, order(a[:, None, :], b.T[None]))


@products_are_fused
@pytest.mark.parametrize(("m", "k", "n"), [(1, 8, 12), (5, 100, 3), (16, 64, 16), (12, 33, 12)])
@pytest.mark.parametrize("transpose_b", [False, True])
def test_products_in_a_batch_run_one_by_one(m, k, n, transpose_b):
    a, b = new(3, m, k), new(3, k, n)
    y = tf.matmul(a, np.swapaxes(b, 1, 2).copy() if transpose_b else b, transpose_b=transpose_b)
    np.testing.assert_array_equal(y, one_by_one(a[:, :, None, :], np.swapaxes(b, 1, 2)[:, None]))


def in_turn(rows):
    return np.add.accumulate(rows, axis=0, dtype=rows.dtype)[-1]


def by_fours(rows):
    whole = len(rows) // 4 * 4
    sums = [in_turn(rows[i:whole:4]) for i in range(4)]
    total = ((sums[0] + sums[1]) + sums[2]) + sums[3]
    for row in rows[whole:]:
        total = total + row
    return total


def columns(planes):
    """Sums of columns of `[planes, rows, columns]`.

    Packets of 32 bytes that lie in a row are added by fours, from 16 rows on.
    """
    lanes = 32 // planes.itemsize
    total = np.stack([in_turn(rows) for rows in planes]).reshape(-1)
    if planes.shape[1] >= 16:
        packed = np.stack([by_fours(rows) for rows in planes]).reshape(-1)
        for start in range(0, total.size - lanes + 1, lanes):
            if start // planes.shape[2] == (start + lanes - 1) // planes.shape[2]:
                total[start : start + lanes] = packed[start : start + lanes]
    return total.reshape(planes.shape[0], planes.shape[2])


def line(x):
    lanes, n = 32 // x.itemsize, len(x)
    if n > 1024 * lanes:
        half = lanes * math.ceil(math.ceil(n / 2) / lanes)
        return line(x[:half]) + line(x[half:])
    fours, packets = n // (4 * lanes) * 4, n // lanes
    vectors = x[: packets * lanes].reshape(-1, lanes)
    if not packets:
        return in_turn(x)
    total = by_fours(vectors) if fours else in_turn(vectors)
    total = halves(total)
    return in_turn(x[packets * lanes :]) + total if n > packets * lanes else total


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("rows", [3, 15, 16, 50, 783])
@pytest.mark.parametrize("inner", [3, 5, 8, 12, 33, 64, 100])
def test_sums_of_columns(dtype, rows, inner):
    x = RNG.normal(size=(3, rows, inner)).astype(dtype)
    np.testing.assert_array_equal(tf.reduce_sum(x, 1), columns(x))
    np.testing.assert_array_equal(tf.reduce_mean(x, 1), columns(x) / dtype(rows))
    np.testing.assert_array_equal(tf.reduce_sum(x[0], 0), columns(x[:1])[0])


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
@pytest.mark.parametrize("length", [3, 8, 24, 37, 100, 784, 5000, 10_000, 40_000])
def test_sums_of_lines_and_of_all(dtype, length):
    x = RNG.normal(size=(2, length)).astype(dtype)
    np.testing.assert_array_equal(tf.reduce_sum(x, 1), [line(row) for row in x])
    np.testing.assert_array_equal(tf.reduce_sum(x[0]), line(x[0]))


@pytest.mark.parametrize("shape", [(5, 3), (64, 32), (2048, 3), (4, 6, 6, 12), (300, 100)], ids=str)
def test_the_gradient_of_a_bias_adds_row_after_row(shape):
    x, bias = new(*shape), tf.Variable(tf.zeros(shape[-1]))
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.nn.bias_add(tf.zeros(shape), bias) * x)
    np.testing.assert_array_equal(tape.gradient(y, bias), in_turn(x.reshape(-1, shape[-1])))


# --- Convolutions -----------------------------------------------------------------------------


def padding_of(size, kernel, stride, padding):
    if padding == "VALID":
        return (size - kernel) // stride + 1, 0, 0
    out = -(-size // stride)
    total = max((out - 1) * stride + kernel - size, 0)
    return out, total // 2, total - total // 2


def windows(x, kernel, stride, padding):
    """`[n, height, width, kernel height, kernel width, channels]`."""
    height, top, bottom = padding_of(x.shape[1], kernel[0], stride, padding)
    width, left, right = padding_of(x.shape[2], kernel[1], stride, padding)
    x = np.pad(x, [(0, 0), (top, bottom), (left, right), (0, 0)])
    out = np.empty((len(x), height, width, *kernel, x.shape[3]), F)
    for i, j in itertools.product(range(kernel[0]), range(kernel[1])):
        out[:, :, :, i, j] = x[
            :, i : i + height * stride : stride, j : j + width * stride : stride
        ][:, :height, :width]
    return out


def met_by_inputs(dy, x_shape, kernel, stride, padding):
    """What each input meets of the output's gradient at each place of the filter, or zero."""
    _, top, _ = padding_of(x_shape[1], kernel[0], stride, padding)
    _, left, _ = padding_of(x_shape[2], kernel[1], stride, padding)
    out = np.zeros((*x_shape[:3], *kernel, dy.shape[3]), F)
    for y, x, i, j in itertools.product(*map(range, (*x_shape[1:3], *kernel))):
        (line, rest), (column, other) = divmod(y + top - i, stride), divmod(x + left - j, stride)
        if not rest and not other and 0 <= line < dy.shape[1] and 0 <= column < dy.shape[2]:
            out[:, y, x, i, j] = dy[:, line, column]
    return out


CONVOLUTIONS = [
    ((2, 8, 8, 1), (3, 3), 8, 1, "SAME"),
    ((2, 9, 8, 3), (3, 3), 16, 1, "VALID"),
    ((3, 7, 7, 16), (3, 3), 16, 1, "SAME"),
    ((2, 6, 6, 64), (3, 3), 20, 1, "SAME"),
    ((2, 8, 8, 20), (2, 2), 33, 1, "VALID"),
    ((2, 9, 9, 3), (4, 4), 8, 2, "SAME"),
    ((2, 9, 9, 16), (3, 3), 32, 2, "VALID"),
    ((4, 1, 20, 4), (1, 3), 8, 1, "VALID"),
    ((4, 5, 5, 16), (1, 1), 8, 1, "SAME"),
    ((1, 12, 12, 1), (5, 5), 6, 2, "SAME"),
    ((4, 12, 12, 1), (5, 5), 6, 2, "SAME"),
    ((4, 8, 12, 4), (3, 3), 8, 2, "SAME"),
]


@products_are_fused
@pytest.mark.parametrize(("shape", "kernel", "to", "stride", "padding"), CONVOLUTIONS)
def test_convolutions(shape, kernel, to, stride, padding):
    x, w = new(*shape), new(*kernel, shape[3], to)
    seen = windows(x, kernel, stride, padding)
    overlaps = min(kernel) > stride and seen.shape[2] >= 5
    order = (1, 0, 2) if shape[3] == 1 and shape[0] > 1 and overlaps else (0, 1, 2)
    terms = np.transpose(seen, (0, 1, 2, *(3 + i for i in order))).reshape(*seen.shape[:3], 1, -1)
    factors = np.transpose(w, (*order, 3)).reshape(-1, to).T
    np.testing.assert_array_equal(tf.nn.conv2d(x, w, stride, padding), one_by_one(terms, factors))


@products_are_fused
@pytest.mark.parametrize(("shape", "kernel", "to", "stride", "padding"), CONVOLUTIONS)
def test_gradients_of_convolutions_for_the_input(shape, kernel, to, stride, padding):
    w, dy = (
        new(*kernel, shape[3], to),
        new(*windows(new(*shape), kernel, stride, padding).shape[:3], to),
    )
    with tf.GradientTape() as tape:
        x = tf.constant(new(*shape))
        tape.watch(x)
        y = tf.nn.conv2d(x, w, stride, padding)
    met = met_by_inputs(dy, shape, kernel, stride, padding)
    lines, places = range(kernel[0]), list(range(kernel[1]))
    if stride == 1:
        lines, places = lines[::-1], places[::-1]
    groups = [[(i, j) for i in lines] for j in places]
    if (padding == "SAME" or kernel == (1, 1)) if stride == 1 else shape[2] % stride:
        groups = [[(i, j) for i in lines for j in places]]
    total = None
    for group in groups:
        part = None
        for i, j in group:
            part = one_by_one(met[:, :, :, None, i, j], w[i, j], part)
        total = part if total is None else total + part
    np.testing.assert_array_equal(tape.gradient(y, x, output_gradients=tf.constant(dy)), total)


@products_are_fused
@pytest.mark.parametrize(("shape", "kernel", "to", "stride", "padding"), CONVOLUTIONS)
def test_gradients_of_convolutions_for_the_filter(shape, kernel, to, stride, padding):
    """On two cores: with one block of channels TensorFlow shares the images between those."""
    x, w = new(*shape), tf.Variable(new(*kernel, shape[3], to))
    seen = windows(x, kernel, stride, padding)
    dy = new(*seen.shape[:3], to)
    with tf.GradientTape() as tape:
        y = tf.nn.conv2d(x, w, stride, padding)
    n, height, width = seen.shape[:3]
    seen = seen.reshape(n, height, width, -1)

    def summed(images):
        if kernel == (1, 1):
            runs = [
                (seen[i].reshape(height * width, -1), dy[i].reshape(height * width, to))
                for i in images
            ]
        elif shape[3] < 16 or stride > 1:
            runs = [(seen[images].reshape(-1, seen.shape[3]), dy[images].reshape(-1, to))]
        else:
            runs = [(seen[i, line], dy[i, line]) for i in images for line in range(height)]
        total = None
        for a, b in runs:
            part = one_by_one(a.T[:, None], b.T[None])
            total = part if total is None else total + part
        return total

    images, half = list(range(n)), -(-n // 2)
    together = n == 1 or max(shape[3], to) > 16
    total = summed(images) if together else summed(images[:half]) + summed(images[half:])
    gradient = tape.gradient(y, w, output_gradients=tf.constant(dy))
    np.testing.assert_array_equal(np.reshape(gradient, total.shape), total)


def test_a_product_of_nothing_is_zero():
    assert tf.matmul(tf.zeros([2, 0]), tf.zeros([0, 3])).numpy().tolist() == [[0.0] * 3] * 2
    assert tf.matmul(tf.zeros([2, 0]), tf.zeros([1, 0]), transpose_b=True).shape == (2, 1)
    assert tf.matmul(tf.zeros([0, 2]), tf.zeros([0, 1]), transpose_a=True).shape == (2, 1)


def test_many_rows_are_added_by_fours_to_the_end():
    rows = np.abs(new(70_001, 8))
    fours = np.zeros((4, 8), F)
    for i in range(0, 70_000, 4):
        fours += rows[i : i + 4]
    total = ((fours[0] + fours[1]) + fours[2]) + fours[3]
    assert (tf.reduce_sum(rows, 0).numpy() == total + rows[-1]).all()


@pytest.mark.parametrize(
    ("batch", "extent", "channels", "filters", "halved"),
    [(16, 14, 32, 64, True), (2, 28, 3, 20, True), (4, 8, 3, 20, False), (16, 8, 32, 64, False)],
)
def test_gradients_of_filters_are_sums_of_two_halves_where_there_are_many_places(
    batch, extent, channels, filters, halved
):
    x, up = new(batch, extent, extent, channels), new(batch, extent - 2, extent - 2, filters)

    def gradient(images):
        kernel = tf.zeros([3, 3, channels, filters])
        with tf.GradientTape() as tape:
            tape.watch(kernel)
            y = tf.nn.conv2d(x[images], kernel, 1, "VALID")
        return tape.gradient(y, kernel, output_gradients=tf.constant(up[images])).numpy()

    half = batch // 2
    parts = gradient(slice(0, half)) + gradient(slice(half, batch))
    assert (gradient(slice(0, batch)) == parts).all() == halved
