"""Convolutions, pooling and biases of `keras.backend`, and the order of axes that is set."""

import numpy as np
import pytest
from library import tf

K = tf.keras.backend
OF_GPUS = pytest.mark.ours("Keras 3 leaves this order to GPUs; Keras 2 turns the axes")
CASES = {
    "conv1d": (3, lambda x, how: K.conv1d(x, drawn(2, 3, 4), 2, "same", how)),
    "conv2d": (4, lambda x, how: K.conv2d(x, drawn(2, 3, 3, 4), (2, 1), "same", how)),
    "dilated": (4, lambda x, how: K.conv2d(x, drawn(2, 2, 3, 4), (1, 1), "valid", how, (2, 2))),
    "conv3d": (5, lambda x, how: K.conv3d(x, drawn(2, 2, 2, 3, 4), data_format=how)),
    "depthwise": (4, lambda x, how: K.depthwise_conv2d(x, drawn(2, 2, 3, 2), data_format=how)),
    "separable": (
        4,
        lambda x, how: K.separable_conv2d(
            x, drawn(2, 2, 3, 2), drawn(1, 1, 6, 5), (1, 1), "same", how
        ),
    ),
    "pool2d": (4, lambda x, how: K.pool2d(x, (2, 3), (1, 1), "same", how, "avg")),
    "pool3d": (5, lambda x, how: K.pool3d(x, (2, 2, 2), data_format=how)),
    "bias": (4, lambda x, how: K.bias_add(x, drawn(3), how)),
}


def drawn(*shape):
    return tf.constant(np.random.default_rng(len(shape)).normal(size=shape), tf.float32)


@OF_GPUS
@pytest.mark.parametrize("case", CASES)
def test_channels_come_first_where_they_are_said_to(case):
    rank, function = CASES[case]
    x = drawn(2, *[5] * (rank - 2), 3)
    last = function(x, "channels_last")
    first = function(np.moveaxis(x.numpy(), -1, 1), "channels_first")
    np.testing.assert_allclose(np.moveaxis(first.numpy(), 1, -1), last, rtol=1e-5, atol=1e-6)
    with pytest.raises(ValueError, match="data_format"):
        function(x, "channels_middle")


@OF_GPUS
def test_a_transposed_convolution_takes_its_output_shape_in_that_order():
    x, kernel = drawn(2, 5, 5, 3), drawn(2, 2, 4, 3)
    last = K.conv2d_transpose(x, kernel, (2, 10, 10, 4), (2, 2))
    turned = tf.constant(np.moveaxis(x.numpy(), -1, 1))
    for batch in (2, None):
        shape = (batch, 4, 10, 10)
        first = K.conv2d_transpose(turned, kernel, shape, (2, 2), data_format="channels_first")
        np.testing.assert_allclose(np.moveaxis(first.numpy(), 1, -1), last, rtol=1e-5)


def test_a_bias_of_each_place_is_read_in_the_order_of_axes():
    bias = tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]])
    first = K.bias_add(tf.zeros([1, 2, 3]), bias, "channels_first")
    assert first[0].numpy().tolist() == [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]
    last = K.bias_add(tf.zeros([1, 3, 2]), bias, "channels_last")
    assert last[0].numpy().tolist() == bias.numpy().tolist()
    with pytest.raises(ValueError, match="bias dimensions"):
        K.bias_add(tf.zeros([1, 2, 3, 4]), bias)


@pytest.mark.parametrize("wrong", [{"padding": "twice"}, {"pool_mode": "median"}])
def test_pooling_knows_its_words(wrong):
    with pytest.raises(ValueError, match=next(iter(wrong.values()))):
        K.pool2d(drawn(1, 4, 4, 3), (2, 2), **wrong)


@pytest.fixture
def channels_first():
    K.set_image_data_format("channels_first")
    yield
    K.set_image_data_format("channels_last")


def test_the_order_of_axes_is_that_of_layers_and_pictures(channels_first):
    layers, images = tf.keras.layers, tf.keras.preprocessing.image
    assert K.image_data_format() == tf.keras.backend.image_data_format() == "channels_first"
    x = tf.ones([2, 3, 4, 4])
    for layer in (layers.MaxPooling2D(), layers.AveragePooling2D(2)):
        assert layer.data_format == "channels_first"
        assert layer(x).shape == [2, 3, 2, 2]
    assert layers.ZeroPadding2D(1)(x).shape == [2, 3, 6, 6]
    assert layers.GlobalAveragePooling2D()(x).shape == [2, 3]
    assert layers.SpatialDropout2D(0.5).data_format == "channels_first"
    assert images.array_to_img(np.zeros([3, 4, 5])).size == (5, 4)
    assert layers.MaxPooling2D(data_format="channels_last")(x).shape == [2, 1, 2, 4]


def test_another_order_is_refused():
    with pytest.raises(ValueError, match="data_format"):
        K.set_image_data_format("channels_middle")


def test_spatial_dropout_strikes_channels_wherever_they_are():
    y = tf.keras.layers.SpatialDropout2D(0.5, data_format="channels_first", seed=1)(
        tf.ones([3, 8, 4, 4]), training=True
    )
    kept = y.numpy().reshape(3, 8, -1)
    assert (kept.min(-1) == kept.max(-1)).all()
    assert 0 < (kept[..., 0] == 0).mean() < 1


@pytest.mark.parametrize(
    ("options", "values", "slopes"),
    [
        ({"negative_slope": 0.1}, [-0.1, 0.0, 1.0, 7.0], [0.1, 0.1, 1.0, 1.0]),
        ({"negative_slope": 0.1, "max_value": 6.0}, [-0.1, 0.0, 1.0, 6.0], [0.1, 0.0, 1.0, 0.0]),
        ({"threshold": 1.0}, [0.0, 0.0, 0.0, 7.0], [0.0, 0.0, 0.0, 1.0]),
        ({"threshold": -2.0, "max_value": 3.0}, [0.0, 0.0, 1.0, 3.0], [0.0, 1.0, 1.0, 0.0]),
        ({"threshold": 1.0, "negative_slope": 0.5}, [-1.0, -0.5, 0.0, 7.0], [0.5, 0.5, 0.0, 1.0]),
    ],
)
def test_relu_where_its_pieces_meet(options, values, slopes):
    x = tf.constant([-1.0, 0.0, 1.0, 7.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.keras.activations.relu(x, **options)
    np.testing.assert_allclose(y, values, rtol=1e-6)
    np.testing.assert_allclose(tape.gradient(y, x), slopes, rtol=1e-6)


@pytest.mark.parametrize("name", ["max_value", "negative_slope", "threshold"])
def test_the_layer_refuses_numbers_below_zero(name):
    with pytest.raises(ValueError, match="negative value"):
        tf.keras.layers.ReLU(**{name: -1.0})


def test_padding_and_resizing_know_where_channels_are():
    x = tf.ones([1, 3, 4, 4])
    assert K.spatial_2d_padding(x, data_format="channels_first").shape == [1, 3, 6, 6]
    assert K.resize_images(x, 2, 2, "channels_first").shape == [1, 3, 8, 8]
    for function in (K.resize_images, K.spatial_2d_padding):
        sizes = (2, 2) if function is K.resize_images else ()
        with pytest.raises(ValueError, match="data_format"):
            function(x, *sizes, data_format="channels_middle")


def test_elu_has_a_slope():
    np.testing.assert_allclose(K.elu(tf.constant([-1.0, 2.0]), 0.5), [-0.31606027, 2.0], rtol=1e-6)


def test_labels_behind_the_last_may_be_anything():
    pred = tf.nn.softmax(drawn(2, 5, 4))
    costs = [
        K.ctc_batch_cost(tf.constant([[0, 1, fill], [2, 1, 0]]), pred, [[5], [5]], [[2], [3]])
        for fill in (0, -1, 99)
    ]
    for cost in costs[1:]:
        np.testing.assert_array_equal(cost, costs[0])
