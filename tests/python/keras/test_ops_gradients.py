"""Gradients through `keras.ops`: those that Keras's TensorFlow backend has."""

import numpy as np
import pytest
from checks import assert_close, gradients
from library import ours, tf

ops = tf.keras.ops
draws = np.random.RandomState(11)


def drawn(*shape):
    return draws.normal(size=shape).astype("float32").round(2)


X, M, V = drawn(2, 3), drawn(3, 3), drawn(3)
P = (M @ M.T + 3 * np.eye(3)).astype("float32")
LINE, IMAGES = drawn(2, 6, 3), drawn(1, 4, 5, 2)
HEADS = drawn(1, 3, 2, 4)

CALLS = {
    "add": (lambda x: ops.add(x, 1), X),
    "power": (lambda x: ops.power(x, 3), X),
    "divide": (lambda x: ops.divide(2, x), X),
    "maximum": (lambda x: ops.maximum(x, 0.1), X),
    "clip": (lambda x: ops.clip(x, -0.5, 0.5), X),
    "sum": (lambda x: ops.sum(x, axis=1), X),
    "mean": (ops.mean, X),
    "var": (lambda x: ops.var(x, axis=0), X),
    "std": (lambda x: ops.std(x, axis=1), X),
    "max": (lambda x: ops.max(x, axis=1), X),
    "prod": (ops.prod, X),
    "cumsum": (lambda x: ops.cumsum(x, axis=1) ** 2, X),
    "logsumexp": (ops.logsumexp, X),
    "median": (ops.median, X),
    "quantile": (lambda x: ops.quantile(x, 0.3, axis=1), X),
    "norm": (ops.norm, X),
    "norm of matrices": (lambda x: ops.norm(x, 1, axis=(0, 1)), M),
    "matmul": (lambda x: ops.matmul(x, M) ** 2, X),
    "einsum": (lambda x: ops.einsum("ij,kj->ik", x, x), X),
    "tensordot": (lambda x: ops.tensordot(x, M, 1), X),
    "cross": (lambda x: ops.cross(x, V) ** 2, V + 1),
    "take": (lambda x: ops.take(x, [0, 0, -1], axis=1) ** 2, X),
    "take_along_axis": (lambda x: ops.take_along_axis(x, np.array([[0], [2]]), 1), X),
    "where": (lambda x: ops.where(x > 0, x * 2, 0.0), X),
    "sort": (lambda x: ops.sort(x, axis=1) * [1.0, 2.0, 3.0], X),
    "top_k": (lambda x: ops.top_k(x, 2)[0] ** 2, X),
    "concatenate": (lambda x: ops.concatenate([x, x * 2], axis=1) ** 2, X),
    "split": (lambda x: ops.split(x, 3, axis=1)[1] ** 2, X),
    "pad": (lambda x: ops.pad(x, ((1, 1), (0, 1)), "reflect") ** 2, X),
    "repeat": (lambda x: ops.repeat(x, 2) ** 2, X),
    "scatter_update": (lambda x: ops.scatter_update(x, [[0, 1]], [5.0]) ** 2, X),
    "segment_sum": (lambda x: ops.segment_sum(x, np.array([1, 0]), 2) ** 2, X),
    "scan": (lambda x: ops.scan(lambda s, r: (s * r, s + r), tf.ones([3]), x)[1], X),
    "associative_scan": (lambda x: ops.associative_scan(lambda a, b: a * b, x), X),
    "fori_loop": (lambda x: ops.fori_loop(0, 3, lambda i, v: v * x, x), X),
    "cond": (lambda x: ops.cond(tf.constant(True), lambda: x * x, lambda: x), X),
    "softmax": (lambda x: ops.softmax(x) ** 2, X),
    "softmax over two": (lambda x: ops.softmax(x, (1, 2)) ** 2, LINE),
    "gelu": (ops.gelu, X),
    "celu": (ops.celu, X),
    "conv": (lambda x: ops.conv(x, np.ones([2, 2, 2, 1], "float32"), 2, "same") ** 2, IMAGES),
    "depthwise_conv": (
        lambda x: ops.depthwise_conv(x, np.ones([2, 2, 2, 1], "float32"), 2, "same", None, 2) ** 2,
        IMAGES,
    ),
    "max_pool": (lambda x: ops.max_pool(x, 2), IMAGES),
    "average_pool": (lambda x: ops.average_pool(x, 2, 1, "same") ** 2, IMAGES),
    "adaptive_average_pool": (lambda x: ops.adaptive_average_pool(x, 3) ** 2, IMAGES),
    "layer_normalization": (lambda x: ops.layer_normalization(x, V, V, epsilon=0.1) ** 2, X),
    "rms_normalization": (lambda x: ops.rms_normalization(x, V) ** 3, X),
    "normalize": (lambda x: ops.normalize(x) ** 3, X),
    "binary_crossentropy": (lambda x: ops.binary_crossentropy(X * 0, ops.sigmoid(x)), X),
    "categorical_crossentropy": (
        lambda x: ops.categorical_crossentropy([[0.0, 1.0, 0.0]] * 2, ops.softmax(x)),
        X,
    ),
    "attention": (lambda x: ops.dot_product_attention(x, x, x, is_causal=True) ** 2, HEADS),
    "ctc_loss": (lambda x: ops.ctc_loss([[1, 2]], x[:1], [2], [6]), LINE),
    "rfft": (lambda x: ops.rfft(x)[0] ** 2, X),
    "stft": (lambda x: ops.stft(x, 4, 2, 4)[1] ** 2, drawn(12)),
    "inv": (ops.inv, P),
    "cholesky": (ops.cholesky, P),
    "solve": (lambda x: ops.solve(x, V), P),
    "slogdet": (lambda x: ops.slogdet(x)[1], P),
    "lstsq": (lambda x: ops.lstsq(x, LINE[1, :, 0]), LINE[0]),
    "resize": (lambda x: ops.image.resize(x, (3, 2)) ** 2, IMAGES),
    "affine_transform": (
        lambda x: ops.image.affine_transform(x, tf.constant([1.0, 0.1, 0.5, 0, 1, 0, 0, 0])) ** 2,
        IMAGES,
    ),
    "map_coordinates": (lambda x: ops.image.map_coordinates(M, x, 1), abs(drawn(2, 4))),
    "gaussian_blur": (lambda x: ops.image.gaussian_blur(x) ** 2, IMAGES),
    "ssim": (lambda x: ops.image.ssim(x, IMAGES * 0.5, 1.0, 3), IMAGES),
    "extract_patches": (lambda x: ops.image.extract_patches(x, 2, 1) ** 2, IMAGES),
    "fold": (lambda x: ops.fold(x, 3, 2) ** 2, drawn(1, 4, 4)),
    "unfold": (lambda x: ops.unfold(x, 2) ** 2, drawn(1, 2, 3, 3)),
    "rearrange": (lambda x: ops.rearrange(x, "a (b c) d -> c (a b) d", c=2) ** 2, LINE),
    "trapezoid": (lambda x: ops.trapezoid(x) ** 2, X),
    "nanmean": (lambda x: ops.nanmean(ops.where(x > 1.0, np.nan, x)), X),
}


@pytest.mark.parametrize("name", CALLS)
def test_gradient(name, recorded):
    function, x = CALLS[name]
    (found,) = gradients(function, x)
    recorded(found, 2e-4, 2e-5)


@pytest.mark.parametrize("name", ["power", "var", "softmax", "einsum", "conv", "inv", "scan"])
def test_second_derivatives(name, recorded):
    function, x = CALLS[name]

    def slope(value):
        with tf.GradientTape() as tape:
            tape.watch(value)
            y = tf.reduce_sum(function(value) ** 2)
        return tape.gradient(y, value)

    recorded(gradients(slope, x)[0], 1e-3, 1e-4)


def test_no_gradient_of_what_is_held():
    assert gradients(lambda x: ops.stop_gradient(x) * 2.0, X) == [None]
    assert gradients(lambda x: ops.argmax(x, axis=1), X) == [None]


def test_a_gradient_of_ones_own():
    @ops.custom_gradient
    def three(x):
        return x * 2.0, lambda upstream: upstream * 3.0

    assert_close(gradients(three, V)[0], np.full(3, 3.0))


@ours("TensorFlow has no gradient of it")
def test_a_block_takes_the_gradient_of_its_places():
    def put(x, block):
        return ops.slice_update(x, [0, 1], block) ** 2

    found = gradients(put, X, X[:, :2])
    assert_close(found[0], X * [[2.0, 0.0, 0.0]])
    assert_close(found[1], 2 * X[:, :2])


def test_places_and_scales_have_gradients():
    def moved(scale, shift):
        return ops.image.scale_and_translate(IMAGES, IMAGES.shape, scale, shift, (1,), "linear")

    found = gradients(
        lambda s, t: moved(s, t) ** 2, np.ones(1, "float32"), np.full(1, 0.3, "float32")
    )
    assert all(np.isfinite(np.asarray(g)).all() for g in found)
