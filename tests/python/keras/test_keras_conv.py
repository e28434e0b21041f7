"""Convolution and pooling layers: shapes, weights, options, gradients, what they refuse."""

import numpy as np
import pytest
from checks import assert_close
from library import AGAINST_TENSORFLOW, ours, tf

layers = tf.keras.layers
RNG = np.random.default_rng(3)
X = tf.constant(RNG.normal(size=[2, 6, 7, 3]).astype(np.float32))


def gradient_shapes(layer, x):
    """The shapes of the gradients of the layer's output for its weights."""
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(layer(x) ** 2)
    return [g.shape for g in tape.gradient(loss, layer.trainable_variables)]


@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ({}, [2, 4, 5, 4]),
        ({"padding": "same"}, [2, 6, 7, 4]),
        ({"padding": "SAME", "strides": 2}, [2, 3, 4, 4]),
        ({"strides": (2, 1)}, [2, 2, 5, 4]),
        ({"dilation_rate": 2}, [2, 2, 3, 4]),
        ({"use_bias": False}, [2, 4, 5, 4]),
    ],
)
def test_conv2d(options, shape):
    layer = layers.Conv2D(4, 3, **options)
    y = layer(X)
    assert y.shape == shape
    assert layer.kernel.shape == [3, 3, 3, 4]
    assert len(layer.weights) == (1 if options.get("use_bias") is False else 2)
    expected = tf.nn.conv2d(
        X,
        layer.kernel,
        options.get("strides", 1),
        options.get("padding", "valid").upper(),
        dilations=options.get("dilation_rate", 1),
    )
    assert_close(y, expected)


def test_activation_bias_and_gradients():
    layer = layers.Conv2D(4, (2, 3), activation="relu", bias_initializer="ones")
    assert_close(layer(X), tf.nn.relu(tf.nn.conv2d(X, layer.kernel, 1, "VALID") + 1.0))
    assert gradient_shapes(layer, X) == [[2, 3, 3, 4], [4]]


def test_groups():
    layer = layers.Conv2D(6, 3, groups=3)
    assert layer(X).shape == [2, 4, 5, 6]
    assert layer.kernel.shape == [3, 3, 1, 6]


def test_causal_convolutions_do_not_look_ahead():
    layer = layers.Conv1D(2, 3, padding="causal", dilation_rate=2)
    x = RNG.normal(size=[1, 9, 4]).astype(np.float32)
    y = layer(x)
    assert y.shape == [1, 9, 2]
    later = x.copy()
    later[:, 5:] += 1.0
    assert_close(layer(later)[:, :5], y[:, :5])


def test_other_ranks():
    assert layers.Conv1D(4, 3, strides=2)(X[0]).shape == [6, 3, 4]
    assert layers.Conv3D(4, 2, padding="same")(tf.ones([1, 3, 4, 5, 2])).shape == [1, 3, 4, 5, 4]


@pytest.mark.parametrize("multiplier", [1, 2])
def test_depthwise(multiplier):
    layer = layers.DepthwiseConv2D(3, padding="same", depth_multiplier=multiplier)
    y = layer(X)
    assert layer.kernel.shape == [3, 3, 3, multiplier]
    assert_close(y, tf.nn.depthwise_conv2d(X, layer.kernel, [1, 1, 1, 1], "SAME"))
    assert gradient_shapes(layer, X) == [[3, 3, 3, multiplier], [3 * multiplier]]


def test_separable_with_known_values():
    layer = layers.SeparableConv2D(2, 1, activation="relu", bias_initializer="ones")
    x = tf.constant([[[[1.0, 2.0]]]])
    layer.build(x.shape)
    layer.depthwise_kernel.assign([[[[3.0], [4.0]]]])
    layer.pointwise_kernel.assign([[[[1.0, -1.0], [10.0, 0.0]]]])
    assert_close(layer(x), [[[[84.0, 0.0]]]])
    with tf.GradientTape() as tape:
        y = layer(x)[0, 0, 0, 0]
    depthwise, pointwise, bias = tape.gradient(y, layer.trainable_variables)
    assert_close(depthwise, [[[[1.0], [20.0]]]])
    assert_close(pointwise, [[[[3.0, 0.0], [8.0, 0.0]]]])
    assert_close(bias, [1.0, 0.0])


@pytest.mark.parametrize("options", [{}, {"strides": 2, "padding": "same"}, {"dilation_rate": 2}])
def test_separable_is_its_two_steps(options):
    layer = layers.SeparableConv2D(5, 3, depth_multiplier=2, use_bias=False, **options)
    y = layer(X)
    assert [list(w.shape) for w in layer.weights] == [[3, 3, 3, 2], [1, 1, 6, 5]]
    strides, padding = options.get("strides", 1), options.get("padding", "valid").upper()
    middle = tf.nn.depthwise_conv2d(
        X,
        layer.depthwise_kernel,
        [1, strides, strides, 1],
        padding,
        dilations=[options.get("dilation_rate", 1)] * 2,
    )
    assert_close(y, tf.nn.conv2d(middle, layer.pointwise_kernel, 1, "VALID"))
    assert gradient_shapes(layer, X) == [[3, 3, 3, 2], [1, 1, 6, 5]]


@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ({"kernel_size": 3}, [2, 8, 9, 4]),
        ({"kernel_size": 3, "strides": 2}, [2, 13, 15, 4]),
        ({"kernel_size": 3, "strides": 2, "padding": "same"}, [2, 12, 14, 4]),
        ({"kernel_size": 2, "strides": 3}, [2, 18, 21, 4]),
        (
            {"kernel_size": 3, "strides": 2, "padding": "same", "output_padding": 0},
            [2, 11, 13, 4],
        ),
        ({"kernel_size": 3, "strides": 2, "output_padding": 1}, [2, 14, 16, 4]),
    ],
)
def test_transposed(options, shape):
    layer = layers.Conv2DTranspose(4, **options)
    y = layer(X)
    assert y.shape == shape
    size = options["kernel_size"]
    assert layer.kernel.shape == [size, size, 4, 3]
    expected = tf.nn.conv2d_transpose(
        X,
        layer.kernel,
        shape,
        options.get("strides", 1),
        options.get("padding", "valid").upper(),
    )
    assert_close(y, expected)
    assert gradient_shapes(layer, X) == [[size, size, 4, 3], [4]]


def test_transposed_of_sequences():
    assert layers.Conv1DTranspose(4, 3, strides=2)(X[0]).shape == [6, 15, 4]


@pytest.mark.parametrize("kind", ["Max", "Average"])
@pytest.mark.parametrize(
    ("options", "shape"),
    [
        ({}, [2, 3, 3, 3]),
        ({"padding": "same"}, [2, 3, 4, 3]),
        ({"strides": 1}, [2, 5, 6, 3]),
        ({"strides": (1, 2), "padding": "same"}, [2, 6, 4, 3]),
    ],
)
def test_pooling(kind, options, shape):
    y = getattr(layers, f"{kind}Pooling2D")(2, **options)(X)
    assert y.shape == shape
    pool = {"Max": tf.nn.max_pool, "Average": tf.nn.avg_pool}[kind]
    padding = options.get("padding", "valid").upper()
    assert_close(y, pool(X, 2, options.get("strides", 2), padding))


def test_pooling_of_other_ranks():
    assert layers.MaxPooling1D(2)(X[0]).shape == [6, 3, 3]
    assert layers.AveragePooling1D(3, padding="same")(X[0]).shape == [6, 3, 3]
    assert layers.MaxPooling3D(2)(tf.ones([1, 2, 4, 4, 3])).shape == [1, 1, 2, 2, 3]


def test_global_pooling():
    assert_close(layers.GlobalAveragePooling2D()(X), tf.reduce_mean(X, [1, 2]))
    assert_close(layers.GlobalMaxPooling2D()(X), tf.reduce_max(X, [1, 2]))
    assert layers.GlobalAveragePooling2D(keepdims=True)(X).shape == [2, 1, 1, 3]
    assert_close(layers.GlobalAveragePooling1D()(X[0]), tf.reduce_mean(X[0], 1))
    assert_close(layers.GlobalMaxPooling1D()(X[0]), tf.reduce_max(X[0], 1))


@ours("channels may be first on any processor")
def test_channels_first():
    turned = tf.transpose(X, [0, 3, 1, 2])
    back = lambda y: tf.transpose(y, [0, 2, 3, 1])  # noqa: E731
    first = layers.Conv2D(4, 3, data_format="channels_first", bias_initializer="ones")
    last = layers.Conv2D(4, 3, bias_initializer="ones")
    first(turned), last(X)
    first.set_weights(last.get_weights())
    assert_close(back(first(turned)), last(X))
    for kind in (layers.MaxPooling2D, layers.AveragePooling2D):
        assert_close(back(kind(data_format="channels_first", pool_size=2)(turned)), kind(2)(X))
    assert_close(
        layers.GlobalAveragePooling2D(data_format="channels_first")(turned),
        tf.reduce_mean(X, [1, 2]),
    )
    transposed = layers.Conv2DTranspose(4, 3, strides=2, data_format="channels_first")
    assert transposed(turned).shape == [2, 4, 13, 15]
    assert layers.Conv1D(2, 3, padding="causal", data_format="channels_first")(X[0]).shape == [
        6,
        2,
        3,
    ]


def test_names():
    tf.keras.backend.clear_session()
    kinds = [layers.Conv2D(1, 1), layers.MaxPooling2D(), layers.GlobalAveragePooling2D()]
    kinds += [layers.DepthwiseConv2D(1), layers.Conv2DTranspose(1, 1), layers.Conv2D(1, 1)]
    assert [layer.name for layer in kinds] == [
        "conv2d",
        "max_pooling2d",
        "global_average_pooling2d",
        "depthwise_conv2d",
        "conv2d_transpose",
        "conv2d_1",
    ]
    assert layers.MaxPool2D is layers.MaxPooling2D
    assert layers.GlobalAvgPool2D is layers.GlobalAveragePooling2D


@ours("names are those of Keras 2 and of the guides")
def test_names_of_weights():
    layer = layers.Conv2D(4, 3, name="first")
    layer(X)
    assert [v.name for v in layer.variables] == ["first/kernel:0", "first/bias:0"]


@pytest.mark.parametrize(
    "layer",
    [
        lambda: layers.Conv2D(4, (3, 2), strides=2, padding="same", activation="relu"),
        lambda: layers.DepthwiseConv2D(3, depth_multiplier=2),
        lambda: layers.SeparableConv2D(4, 3, depth_multiplier=2, pointwise_regularizer="l2"),
        lambda: layers.Conv2DTranspose(4, 3, strides=2, output_padding=1),
        lambda: layers.Conv1D(4, 3, padding="causal"),
        lambda: layers.MaxPooling2D((2, 3), strides=1, padding="same"),
        lambda: layers.GlobalMaxPooling2D(keepdims=True),
    ],
)
def test_configurations_make_equal_layers(layer):
    config = layer().get_config()
    again = type(layer()).from_config(config)
    assert again.get_config() == config


def test_the_configuration_names_the_arguments():
    config = layers.Conv2D(4, 3, padding="same", dilation_rate=2).get_config()
    expected = {
        "filters": 4,
        "kernel_size": (3, 3),
        "strides": (1, 1),
        "padding": "same",
        "data_format": "channels_last",
        "dilation_rate": (2, 2),
        "groups": 1,
        "activation": "linear",
        "use_bias": True,
    }
    assert {key: config[key] for key in expected} == expected


REFUSED = {
    "padding": (lambda: layers.Conv2D(4, 3, padding="foo"), "The `padding` argument must be"),
    "causal images": (lambda: layers.Conv2D(4, 3, padding="causal"), "The `padding` argument must"),
    "no filters": (
        lambda: layers.Conv2D(0, 3),
        "Invalid value for argument `filters`. Expected a strictly positive value",
    ),
    "no window": (
        lambda: layers.Conv2D(4, 0),
        "The `kernel_size` argument must be a tuple of 2 integers. Received kernel_size=0, "
        r"including values \{0\} that do not satisfy `value > 0`",
    ),
    "three sizes": (
        lambda: layers.Conv2D(4, (3, 3, 3)),
        r"must be a tuple of 2 integers. Received kernel_size=\(3, 3, 3\)",
    ),
    "strides and dilations": (
        lambda: layers.Conv2D(4, 3, strides=2, dilation_rate=2),
        "`strides > 1` not supported in conjunction with `dilation_rate > 1`",
    ),
    "groups of filters": (
        lambda: layers.Conv2D(4, 3, groups=3),
        "The number of filters must be evenly divisible by the number of groups",
    ),
    "groups of channels": (
        lambda: layers.Conv2D(4, 3, groups=2)(X),
        "The number of input channels must be evenly divisible by the number of groups",
    ),
    "large window": (
        lambda: layers.Conv2D(4, 8)(X),
        "Computed output size would be zero or negative",
    ),
    "rank": (lambda: layers.Conv2D(4, 3)(X[0]), "expected min_ndim=4, found ndim=3"),
    "stride": (lambda: layers.Conv2D(4, 3, strides=0), "The `strides` argument must be a tuple"),
    "format": (
        lambda: layers.Conv2D(4, 3, data_format="foo"),
        "The `data_format` argument must be one of",
    ),
    "multiplier": (
        lambda: layers.DepthwiseConv2D(3, depth_multiplier=0),
        "Invalid value for argument `depth_multiplier`",
    ),
    "pool": (
        lambda: layers.MaxPooling2D(0),
        "The `pool_size` argument must be a tuple of 2 integers",
    ),
    "pools": (
        lambda: layers.MaxPooling2D((2,)),
        r"must be a tuple of 2 integers. Received pool_size=\(2,\)",
    ),
    "rank of a pool": (lambda: layers.MaxPooling2D()(X[0]), "expected ndim=4, found ndim=3"),
    "rank of a global pool": (
        lambda: layers.GlobalMaxPooling2D()(X[0]),
        "expected ndim=4, found ndim=3",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_layers_refuse(case):
    make, text = REFUSED[case]
    with pytest.raises(ValueError, match=text):
        make()


def test_other_channels_later():
    layer = layers.Conv2D(4, 3)
    layer(X)
    with pytest.raises(ValueError, match="expected axis -1 of input shape to have value 3"):
        layer(X[..., :2])


@ours("integers are cast, as Dense does")
def test_integer_images():
    assert layers.Conv2D(4, 3)(tf.ones([1, 4, 4, 1], tf.int32)).dtype == tf.float32


def test_a_model_learns():
    """Which half of an image is bright, by gradient descent through every kind of layer."""
    tf.keras.utils.set_random_seed(1)
    labels = np.arange(32) % 2
    images = RNG.normal(scale=0.1, size=[32, 8, 8, 1]).astype(np.float32)
    images[labels == 1, :4] += 1.0
    images[labels == 0, 4:] += 1.0
    model = tf.keras.Sequential(
        [
            layers.Conv2D(4, 3, padding="same", activation="relu"),
            layers.MaxPooling2D(),
            layers.DepthwiseConv2D(3, padding="same"),
            layers.Conv2DTranspose(4, 2, strides=2),
            layers.AveragePooling2D(2),
            layers.Flatten(),
            layers.Dense(2),
        ]
    )
    loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
    optimizer = tf.keras.optimizers.Adam(0.01)
    losses = []
    for _ in range(40):
        with tf.GradientTape() as tape:
            loss = loss_of(labels, model(images, training=True))
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables, strict=True))
        losses.append(float(loss))
    assert losses[-1] < 0.2 * losses[0]


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="symbolic sizes are found by a run on zeros here")
def test_functional_models():
    inputs = tf.keras.Input(shape=(8, 8, 3))
    x = layers.Conv2D(4, 3, activation="relu")(inputs)
    x = layers.GlobalAveragePooling2D()(layers.MaxPooling2D()(x))
    model = tf.keras.Model(inputs, layers.Dense(2)(x))
    assert model(tf.ones([5, 8, 8, 3])).shape == [5, 2]
