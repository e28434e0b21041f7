"""Bad arguments of `keras.ops`: the errors that Keras raises, and never anything else."""

import numpy as np
import pytest
from library import ours, tf

ops = tf.keras.ops
X = np.ones([2, 3], "float32")
IMAGE = np.ones([4, 4, 3], "float32")

REFUSED = {
    "where with one value": lambda: ops.where([True], 1.0),
    "unknown reduction": lambda: ops.scatter_update(X, [[0, 0]], [1.0], reduction="div"),
    "pad values in another mode": lambda: ops.pad(X, 1, "reflect", 2.0),
    "order of a normalization": lambda: ops.normalize(X, order=0),
    "mode of a correlation": lambda: ops.correlate([1.0, 2.0], [1.0], "all"),
    "mode of qr": lambda: ops.qr(X, "half"),
    "inverse of what is not square": lambda: ops.inv(X),
    "determinant of a vector": lambda: ops.det(X[0]),
    "cholesky of what is not positive": lambda: ops.cholesky(-np.eye(2, dtype="float32")),
    "distances of other lengths": lambda: ops.cdist(X, IMAGE[0, :, :2]),
    "fft of one tensor": lambda: ops.fft(X),
    "fft of integers": lambda: ops.fft((np.array([1]), np.array([1]))),
    "window of stft": lambda: ops.stft(X, 2, 1, 2, window="boxcar"),
    "short transform": lambda: ops.stft(X, 4, 1, 2),
    "rank of attention": lambda: ops.dot_product_attention(X, X, X),
    "soft cap": lambda: ops.dot_product_attention(X, X, X, attn_logits_soft_cap=2.0),
    "targets of another shape": lambda: ops.binary_crossentropy([1.0], [[0.5, 0.5]]),
    "axis of classes": lambda: ops.sparse_categorical_crossentropy([1], X, axis=0),
    "block of one pixel": lambda: ops.depth_to_space(IMAGE[None], 1),
    "rank of unfold": lambda: ops.unfold(tf.constant(X), 2),
    "data format": lambda: ops.max_pool(IMAGE[None], 2, data_format="last"),
    "decoding strategy": lambda: ops.ctc_decode(IMAGE, [4] * 4, strategy="best"),
    "no classes": lambda: ops.multi_hot(np.array([1])),
    "empty convolution": lambda: ops.conv(
        tf.constant(IMAGE[None]), np.ones([5, 5, 3, 1], "float32")
    ),
    "rank of images": lambda: ops.image.resize(X, (2, 2)),
    "interpolation": lambda: ops.image.resize(IMAGE, (2, 2), interpolation="cubist"),
    "crop and pad": lambda: ops.image.resize(
        IMAGE, (2, 2), crop_to_aspect_ratio=True, pad_to_aspect_ratio=True
    ),
    "channels": lambda: ops.image.rgb_to_grayscale(IMAGE[..., :2]),
    "colours of integers": lambda: ops.image.rgb_to_hsv(IMAGE.astype("uint8")),
    "paddings": lambda: ops.image.pad_images(IMAGE, 1, 1, 1),
    "croppings": lambda: ops.image.crop_images(IMAGE, 1, 1, 1),
    "fill mode": lambda: ops.image.affine_transform(IMAGE, np.ones(8), fill_mode="none"),
    "coordinates": lambda: ops.image.map_coordinates(X, np.ones([3, 1]), 1),
    "method of scales": lambda: ops.image.scale_and_translate(
        IMAGE, (4, 4, 3), [1.0], [0.0], (0,), "nearest"
    ),
    "points": lambda: ops.image.perspective_transform(IMAGE, np.ones([3, 2]), np.ones([3, 2])),
    "scan over nothing": lambda: ops.scan(lambda s, x: (s, x), 0.0),
    "unroll": lambda: ops.scan(lambda s, x: (s, x), 0.0, X, unroll=0),
    "rank of diag": lambda: ops.diag(IMAGE),
    "dtype": lambda: ops.cast(X, "float31"),
    "psnr of other shapes": lambda: ops.psnr(X, X[:1], 1.0),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name):
    with pytest.raises(ValueError):
        REFUSED[name]()


def test_functions_that_cannot_be_called():
    with pytest.raises(TypeError, match="callable"):
        ops.scan(3, 0.0, X)
    with pytest.raises(TypeError, match="callable"):
        ops.associative_scan(3, X)
    with pytest.raises(NotImplementedError):
        ops.image.map_coordinates(X, np.zeros([2, 1]), 3)
    with pytest.raises(TypeError):
        ops.stft(X.astype("int32"), 2, 1, 2)
    with pytest.raises(TypeError):
        ops.sum(X, axes=1)


@ours("Keras has other errors, or none")
@pytest.mark.parametrize(
    "call",
    [
        lambda: ops.quantile(X, 2.0),
        lambda: ops.solve(np.eye(2, dtype="float32"), X[0]),
        lambda: ops.quantile(X, 0.5, method="best"),
        lambda: ops.rearrange(X, "a b -> a c"),
        lambda: ops.rearrange(X, "a (b c) -> a b c"),
        lambda: ops.rearrange(X, "a (b c) -> a b c", b=2),
        lambda: ops.switch(0, []),
        lambda: ops.slice_update(X, [0, 0], np.ones([3, 3])),
        lambda: ops.fold(np.ones([1, 4, 3], "float32"), 3, 2),
        lambda: ops.unravel_index(3, (2, 0)),
        lambda: ops.image.gaussian_blur(IMAGE, (0, 3)),
        lambda: ops.max(tf.zeros([0])),
        lambda: ops.concatenate([]),
        lambda: ops.histogram(tf.constant(X), bins=0),
        lambda: ops.norm(X, "nuc", axis=0),
        lambda: ops.norm(X, "sum", axis=(0, 1)),
        lambda: ops.extract_sequences(X, 0, 1),
        lambda: ops.map(lambda x: x, tf.zeros([0, 2])),
    ],
)
def test_refused_here(call):
    with pytest.raises(ValueError):
        call()


@pytest.mark.filterwarnings("always")
def test_a_softmax_of_one_is_warned_of():
    with pytest.warns(UserWarning, match="softmax over axis"):
        ops.softmax(tf.ones([2, 1]))
