"""Images: values against plain NumPy, gradients, dtypes, errors."""

import numpy as np
import pytest
from checks import assert_close, gradients, slopes
from library import ours, tf

IAE = tf.errors.InvalidArgumentError
image = tf.image
RNG = np.random.default_rng(5)
X = RNG.uniform(0.05, 0.95, size=[2, 4, 5, 3])
U8 = (X * 255).astype(np.uint8)


def check_gradient(f, x, rtol=1e-5, atol=1e-7):
    """The gradient of `f` in float64 against differences."""
    x = np.asarray(x, np.float64)
    dy = np.random.default_rng(7).normal(size=f(tf.constant(x)).shape)
    (g,) = gradients(f, x, dy=tf.constant(dy))
    assert_close(g, slopes(lambda x: np.asarray(f(tf.constant(x))), x, dy), rtol=rtol, atol=atol)


# --- moving pixels --------------------------------------------------------------------------------

MOVED = {
    "flip_left_right": (image.flip_left_right, lambda x: x[..., :, ::-1, :]),
    "flip_up_down": (image.flip_up_down, lambda x: x[..., ::-1, :, :]),
    "transpose": (image.transpose, lambda x: np.swapaxes(x, -3, -2)),
    "rot90": (image.rot90, lambda x: np.rot90(x, 1, (-3, -2))),
    "half a turn": (lambda x: image.rot90(x, 2), lambda x: np.rot90(x, 2, (-3, -2))),
    "clockwise": (lambda x: image.rot90(x, -1), lambda x: np.rot90(x, -1, (-3, -2))),
    "a whole turn": (lambda x: image.rot90(x, 4), lambda x: x),
    "central_crop": (lambda x: image.central_crop(x, 0.5), lambda x: x[..., 1:3, 1:4, :]),
    "central_crop of nearly all": (lambda x: image.central_crop(x, 0.7), lambda x: x),
    "all of it": (lambda x: image.central_crop(x, 1.0), lambda x: x),
    "crop": (
        lambda x: image.crop_to_bounding_box(x, 1, 2, 2, 3),
        lambda x: x[..., 1:3, 2:5, :],
    ),
    "pad": (
        lambda x: image.pad_to_bounding_box(x, 1, 2, 6, 8),
        lambda x: np.pad(x, [(0, 0)] * (x.ndim - 3) + [(1, 1), (2, 1), (0, 0)]),
    ),
    "crop or pad": (
        lambda x: image.resize_with_crop_or_pad(x, 3, 8),
        lambda x: np.pad(x[..., :3, :, :], [(0, 0)] * (x.ndim - 2) + [(1, 2), (0, 0)]),
    ),
}


@pytest.mark.parametrize("name", MOVED)
@pytest.mark.parametrize("x", [X, X[0], U8, X.astype(np.float16)], ids=["", "one", "u8", "f16"])
def test_moved(name, x):
    ours_, plain = MOVED[name]
    y = ours_(x)
    assert y.dtype == x.dtype
    np.testing.assert_array_equal(y.numpy(), plain(x))


@pytest.mark.parametrize("name", MOVED)
def test_gradients_of_moved(name):
    f, plain = MOVED[name]
    dy = RNG.normal(size=plain(X).shape)
    (g,) = gradients(f, X, dy=tf.constant(dy))
    assert_close(np.sum(g.numpy() * X), np.sum(plain(X) * dy))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (lambda: image.flip_left_right(X[0, 0]), "must be at least three-dimensional"),
        (lambda: image.rot90(X[None]), "must have either 3 or 4 dimensions"),
        (lambda: image.central_crop(X, 0.0), r"central_fraction must be within \(0, 1\]"),
        (lambda: image.central_crop(X, 1.5), r"central_fraction must be within \(0, 1\]"),
        (lambda: image.crop_to_bounding_box(X, 1, 2, 4, 3), "height must be >= target"),
        (lambda: image.crop_to_bounding_box(X, 1, 3, 1, 3), "width must be >= target"),
        (lambda: image.crop_to_bounding_box(X, -1, 2, 1, 3), "offset_height must be >= 0"),
        (lambda: image.crop_to_bounding_box(X, 1, 2, 0, 3), "target_height must be > 0"),
        (lambda: image.pad_to_bounding_box(X, 1, 2, 4, 8), "height must be <= target - offset"),
        (lambda: image.pad_to_bounding_box(X, -1, 2, 6, 8), "offset_height must be >= 0"),
    ],
)
def test_moving_refuses(call, text):
    with pytest.raises(ValueError, match=text):
        call()


# --- colours --------------------------------------------------------------------------------------


def test_brightness():
    assert_close(image.adjust_brightness(X.astype(np.float32), 0.1), X + 0.1)
    lighter = image.adjust_brightness(U8, 0.5)
    assert lighter.dtype == tf.uint8
    assert_close(lighter, np.minimum(U8 + 127.5, 255.0), atol=1.0)


def test_gamma():
    assert_close(image.adjust_gamma(X.astype(np.float32), 2.0, 3.0), 3 * X**2)
    assert image.adjust_gamma(U8, 2.0).dtype == tf.uint8
    with pytest.raises(ValueError, match="Gamma should be a non-negative real number"):
        image.adjust_gamma(X, -1.0)


@ours("gradients of brightness and gamma are found in the images' own precision")
def test_gradients_of_brightness_and_gamma():
    assert_close(gradients(image.adjust_brightness, X, 0.1)[0], np.ones_like(X))
    check_gradient(lambda x: image.adjust_gamma(x, 2.5, 3.0), X)


def test_grayscale():
    expected = (X @ [0.2989, 0.587, 0.114])[..., None]
    assert_close(image.rgb_to_grayscale(tf.constant(X)), expected, rtol=1e-4)
    assert image.rgb_to_grayscale(tf.constant(U8)).dtype == tf.uint8
    assert_close(
        image.rgb_to_grayscale(tf.constant(U8))[0, 0],
        (U8[0, 0] @ [0.2989, 0.587, 0.114])[:, None],
        atol=1,
    )
    assert_close(image.grayscale_to_rgb(tf.constant(X[..., :1])), np.repeat(X[..., :1], 3, -1))
    with pytest.raises(ValueError, match="should be size 1"):
        image.grayscale_to_rgb(tf.constant(X))
    with pytest.raises(IAE, match="Matrix size-incompatible"):
        image.rgb_to_grayscale(tf.constant(X[..., :2]))


def to_hsv(pixel):
    import colorsys

    return colorsys.rgb_to_hsv(*pixel)


def to_rgb(pixel):
    import colorsys

    return colorsys.hsv_to_rgb(*pixel)


def test_hue_saturation_value():
    assert_close(image.rgb_to_hsv(X), np.apply_along_axis(to_hsv, -1, X))
    assert_close(image.hsv_to_rgb(X), np.apply_along_axis(to_rgb, -1, X))
    assert_close(image.rgb_to_hsv([[[0.5, 0.5, 0.5], [0.0, 0.0, 0.0]]])[0, :, :2], np.zeros([2, 2]))
    with pytest.raises(IAE, match="Value for attr 'T' of uint8"):
        image.rgb_to_hsv(tf.constant(U8))


@pytest.mark.parametrize("delta", [0.2, -0.7, 1.0, 0.0])
def test_hue(delta):
    hsv = np.apply_along_axis(to_hsv, -1, X)
    hsv[..., 0] = (hsv[..., 0] + delta) % 1.0
    assert_close(
        image.adjust_hue(X.astype(np.float32), delta), np.apply_along_axis(to_rgb, -1, hsv)
    )
    assert image.adjust_hue(U8, delta).dtype == tf.uint8


@pytest.mark.parametrize("factor", [0.0, 0.5, 1.0, 3.0])
def test_saturation(factor):
    hsv = np.apply_along_axis(to_hsv, -1, X)
    hsv[..., 1] = np.clip(hsv[..., 1] * factor, 0.0, 1.0)
    found = image.adjust_saturation(X.astype(np.float32), factor)
    assert_close(found, np.apply_along_axis(to_rgb, -1, hsv))
    assert image.adjust_saturation(U8, factor).dtype == tf.uint8


@ours("TensorFlow registers no gradients for hue and saturation")
def test_gradients_of_hue_and_saturation():
    check_gradient(lambda x: image.adjust_hue(x, 0.2), X)
    check_gradient(lambda x: image.adjust_saturation(x, 0.5), X)
    check_gradient(image.hsv_to_rgb, X)


def test_the_gradient_of_hsv():
    check_gradient(image.rgb_to_hsv, X)


def test_colours_refuse():
    with pytest.raises(ValueError, match=r"delta must be in the interval \[-1, 1\]"):
        image.adjust_hue(X, 2.0)
    with pytest.raises(IAE, match="input must have 3 channels but instead has 2 channels"):
        image.adjust_saturation(X[..., :2].astype(np.float32), 0.5)
    with pytest.raises(IAE, match="input must be at least 3-D"):
        image.adjust_hue(X[0, 0].astype(np.float32), 0.5)


# --- measuring ------------------------------------------------------------------------------------


def test_standardization():
    found = image.per_image_standardization(X)
    assert found.dtype == tf.float32
    mean, std = X.mean((1, 2, 3), keepdims=True), X.std((1, 2, 3), keepdims=True)
    assert_close(found, (X - mean) / std, atol=1e-5)
    assert_close(image.per_image_standardization(tf.ones([2, 2, 3])), np.zeros([2, 2, 3]))
    with pytest.raises(ValueError, match="must be at least three-dimensional"):
        image.per_image_standardization(X[0, 0])
    (g,) = gradients(lambda x: image.per_image_standardization(x) ** 3, X.astype(np.float32))
    assert_close(np.sum(g.numpy()), 0.0, atol=1e-3)


def test_total_variation():
    expected = np.abs(np.diff(X, axis=1)).sum((1, 2, 3)) + np.abs(np.diff(X, axis=2)).sum((1, 2, 3))
    assert_close(image.total_variation(tf.constant(X)), expected)
    assert_close(image.total_variation(tf.constant(X[0])), expected[0])
    check_gradient(image.total_variation, X)
    with pytest.raises(ValueError, match="must be either 3 or 4-dimensional"):
        image.total_variation(tf.constant(X[0, 0]))


def test_image_gradients():
    dy, dx = image.image_gradients(tf.constant(X))
    assert_close(dy, np.concatenate([np.diff(X, axis=1), np.zeros([2, 1, 5, 3])], 1))
    assert_close(dx, np.concatenate([np.diff(X, axis=2), np.zeros([2, 4, 1, 3])], 2))
    check_gradient(lambda x: image.image_gradients(x)[1], X)
    with pytest.raises(ValueError, match="image_gradients expects a 4D tensor"):
        image.image_gradients(tf.constant(X[0]))


def test_sobel():
    around = np.pad(X, [(0, 0), (1, 1), (1, 1), (0, 0)], "reflect")
    down = np.array([[-1, -2, -1], [0, 0, 0], [1, 2, 1]])
    expected = np.zeros([*X.shape, 2])
    for i, j in np.ndindex(3, 3):
        part = around[:, i : i + 4, j : j + 5]
        expected[..., 0] += down[i, j] * part
        expected[..., 1] += down[j, i] * part
    assert_close(image.sobel_edges(tf.constant(X)), expected)
    check_gradient(image.sobel_edges, X)


def test_psnr():
    other = np.clip(X + RNG.normal(scale=0.1, size=X.shape), 0, 1)
    expected = -10 * np.log10(((X - other) ** 2).mean((1, 2, 3)))
    assert_close(image.psnr(X, other, 1.0), expected)
    assert_close(image.psnr(X[0], other[0], 10.0), expected[0] + 20, rtol=1e-4)
    noisy = (other * 255).astype(np.uint8)
    wide = ((U8.astype(float) - noisy) ** 2).mean((1, 2, 3))
    assert_close(image.psnr(U8, noisy, 255), 20 * np.log10(255) - 10 * np.log10(wide), rtol=1e-4)
    (g,) = gradients(lambda x: image.psnr(x, other, 1.0), X)
    error = ((X - other) ** 2).mean((1, 2, 3), keepdims=True)
    assert_close(g, -10 / np.log(10) * 2 * (X - other) / 60 / error, rtol=1e-4)


def test_ssim():
    x = RNG.uniform(size=[2, 13, 12, 2]).astype(np.float32)
    other = np.clip(x + RNG.normal(scale=0.2, size=x.shape), 0, 1).astype(np.float32)
    at = np.arange(11) - 5
    window = np.exp(-(at**2) / (2 * 1.5**2))
    window = np.outer(window, window) / window.sum() ** 2

    def mean(values):
        out = np.zeros([2, 3, 2, 2])
        for i, j in np.ndindex(11, 11):
            out += window[i, j] * values[:, i : i + 3, j : j + 2].astype(np.float64)
        return out

    ma, mb = mean(x), mean(other)
    above = (2 * ma * mb + 0.01**2) * (2 * (mean(x * other) - ma * mb) + 0.03**2)
    below = (ma**2 + mb**2 + 0.01**2) * (mean(x**2 + other**2) - ma**2 - mb**2 + 0.03**2)
    expected = above / below
    assert_close(image.ssim(x, other, 1.0), expected.mean((1, 2, 3)), rtol=1e-4)
    places = image.ssim(x, other, 1.0, return_index_map=True)
    assert_close(places, expected.mean(-1), rtol=1e-3, atol=1e-5)
    assert_close(image.ssim(x, x, 1.0), [1.0, 1.0])
    (g,) = gradients(lambda x: image.ssim(x, other, 1.0), x)
    assert g.shape == x.shape
    with pytest.raises(IAE):
        image.ssim(x[:, :5], other[:, :5], 1.0)


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("rates", [(1, 1), (2, 1)])
def test_patches(padding, rates):
    sizes, strides = [1, 2, 3, 1], [1, 2, 1, 1]
    found = image.extract_patches(X, sizes, strides, [1, *rates, 1], padding)
    spans = [(k - 1) * r + 1 for k, r in zip((2, 3), rates, strict=True)]
    if padding == "SAME":
        counts = [2, 5]
        gaps = [(2 - 1) * 2 + spans[0] - 4, (5 - 1) + spans[1] - 5]
        around = [(max(g, 0) // 2, max(g, 0) - max(g, 0) // 2) for g in gaps]
    else:
        counts = [(4 - spans[0]) // 2 + 1, 5 - spans[1] + 1]
        around = [(0, 0), (0, 0)]
    padded = np.pad(X, [(0, 0), *around, (0, 0)])
    expected = np.zeros([2, *counts, 18])
    for r, c in np.ndindex(*counts):
        rows = slice(2 * r, 2 * r + spans[0], rates[0])
        columns = slice(c, c + spans[1], rates[1])
        expected[:, r, c] = padded[:, rows, columns].reshape(2, -1)
    assert_close(found, expected)
    (g,) = gradients(lambda x: image.extract_patches(x, sizes, strides, [1, *rates, 1], padding), X)
    assert_close(np.sum(g.numpy() * X), np.sum(expected))


def test_patches_of_integers():
    y = image.extract_patches(U8, [1, 4, 5, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")
    assert y.dtype == tf.uint8
    np.testing.assert_array_equal(y.numpy(), U8.reshape(2, 1, 1, 60))
    with pytest.raises(IAE, match="must be 4-dimensional"):
        image.extract_patches(U8[0], [1, 2, 2, 1], [1, 1, 1, 1], [1, 1, 1, 1], "VALID")


# --- resize ---------------------------------------------------------------------------------------


def bilinear(x, rows, columns):
    """The definition: pixels are squares, and the outermost ones go on beyond the borders."""

    def line(n, size):
        at = np.clip((np.arange(size) + 0.5) * n / size - 0.5, 0, n - 1)
        low = np.floor(at).astype(int)
        return low, np.minimum(low + 1, n - 1), at - low

    (r0, r1, r), (c0, c1, c) = line(x.shape[-3], rows), line(x.shape[-2], columns)
    r, c = r[:, None, None], c[None, :, None]
    tall = x[..., r0, :, :] * (1 - r) + x[..., r1, :, :] * r
    return tall[..., c0, :] * (1 - c) + tall[..., c1, :] * c


SIZES = [(8, 9), (2, 3), (4, 5), (1, 1), (7, 2)]


@pytest.mark.parametrize("size", SIZES)
def test_bilinear(size):
    for x in (X, X[0], U8):
        y = image.resize(x, size)
        assert y.dtype == tf.float32
        assert_close(y, bilinear(x.astype(np.float64), *size))


@pytest.mark.parametrize("size", SIZES)
def test_nearest(size):
    rows = np.minimum(((np.arange(size[0]) + 0.5) * 4 / size[0]).astype(int), 3)
    columns = np.minimum(((np.arange(size[1]) + 0.5) * 5 / size[1]).astype(int), 4)
    for x in (X, U8, X.astype(np.float32)):
        y = image.resize(x, size, "nearest")
        assert y.dtype == x.dtype
        np.testing.assert_array_equal(y.numpy(), x[:, rows][:, :, columns])
    assert image.resize(X, size, image.ResizeMethod.NEAREST_NEIGHBOR).shape == [2, *size, 3]


@pytest.mark.parametrize("size", [(8, 9), (2, 3), (1, 1)])
def test_area(size):
    """The mean of what each new pixel covers: of the images blown up, in blocks."""
    wide = np.repeat(np.repeat(X, size[0], 1), size[1], 2)
    blocks = wide.reshape(2, size[0], 4, size[1], 5, 3)
    assert_close(image.resize(X, size, "area"), blocks.mean((2, 4)), rtol=1e-4)


@pytest.mark.parametrize("size", [(2, 2), (3, 4), (9, 8)])
def test_antialias(size):
    def matrix(n, to):
        scale = max(n / to, 1.0)
        at = (np.arange(to)[:, None] + 0.5) * n / to
        w = np.maximum(0, 1 - np.abs(np.arange(n) + 0.5 - at) / scale)
        return w / w.sum(1, keepdims=True)

    expected = np.einsum("ri,cj,nijk->nrck", matrix(4, size[0]), matrix(5, size[1]), X)
    assert_close(image.resize(X, size, antialias=True), expected, rtol=1e-4)


def test_bicubic():
    # TensorFlow reads the weights from a table of 1024 places, so that they are near, not equal.
    found = image.resize([[[0.0], [0.0], [1.0], [0.0], [0.0]]], [1, 10], "bicubic")
    expected = [[0, -0.0227, -0.0703, 0.2266, 0.8672, 0.8672, 0.2266, -0.0703, -0.0227, 0]]
    assert_close(found[..., 0][:, 2:8], np.array(expected)[:, 2:8], atol=2e-3, rtol=2e-2)


def test_proportions_are_kept():
    assert image.resize(X, [8, 8], preserve_aspect_ratio=True).shape == [2, 6, 8, 3]
    assert image.resize(X, [2, 20], preserve_aspect_ratio=True).shape == [2, 2, 2, 3]


@pytest.mark.parametrize("method", ["bilinear", "nearest", "bicubic"])
@pytest.mark.parametrize("size", [(8, 9), (2, 3)])
def test_gradients_of_resize(method, size):
    """The gradient is the adjoint: a resize is linear."""
    x = X.astype(np.float32)
    dy = RNG.normal(size=[2, *size, 3]).astype(np.float32)
    (g,) = gradients(lambda x: image.resize(x, size, method), x, dy=tf.constant(dy))
    y = image.resize(x, size, method).numpy()
    assert_close(np.sum(g.numpy() * x), np.sum(y * dy), rtol=1e-4, atol=1e-4)


def test_resize_refuses():
    with pytest.raises(IAE, match="output dimensions must be positive"):
        image.resize(X, [0, 3])
    with pytest.raises(ValueError, match="'size' must be a 1-D Tensor of 2 elements"):
        image.resize(X, [3])
    with pytest.raises(ValueError, match="Resize method is not implemented: foo"):
        image.resize(X, [3, 3], "foo")
    with pytest.raises(ValueError, match="'images' must have either 3 or 4 dimensions"):
        image.resize(X[0, 0], [3, 3])
