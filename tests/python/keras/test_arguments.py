"""Arguments that are declared once: signatures are Keras's, calls obey them, editors know them."""

import inspect
import subprocess
import sys
from pathlib import Path

import pytest
from library import ours, tf

layers = tf.keras.layers
losses, metrics, optimizers = tf.keras.losses, tf.keras.metrics, tf.keras.optimizers
ROOT = Path(__file__).parents[3]

CONVOLUTION = (
    "filters, kernel_size, strides=1s, padding='valid', data_format=None, dilation_rate=1s, "
    "groups=1, activation=None, use_bias=True, kernel_initializer='glorot_uniform', "
    "bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, "
    "activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs"
)
MEAN = "reduction='sum_over_batch_size'"
CLIP = "clipnorm=None, clipvalue=None, global_clipnorm=None, **kwargs"
SIGNATURES = {
    layers.Dense: (
        "units, activation=None, use_bias=True, kernel_initializer='glorot_uniform', "
        "bias_initializer='zeros', kernel_regularizer=None, bias_regularizer=None, "
        "activity_regularizer=None, kernel_constraint=None, bias_constraint=None, **kwargs"
    ),
    layers.Conv3D: CONVOLUTION.replace("1s", "(1, 1, 1)"),
    layers.Conv2DTranspose: CONVOLUTION.replace("1s", "(1, 1)")
    .replace("groups=1, ", "")
    .replace("data_format", "output_padding=None, data_format"),
    layers.DepthwiseConv2D: (
        CONVOLUTION.replace("groups=1, ", "")
        .replace("1s", "(1, 1)")
        .replace("filters, ", "")
        .replace("data_format", "depth_multiplier=1, data_format")
        .replace("kernel_i", "depthwise_i")
        .replace("kernel_r", "depthwise_r")
        .replace("kernel_c", "depthwise_c")
    ),
    layers.MaxPooling2D: (
        "pool_size=(2, 2), strides=None, padding='valid', data_format=None, name=None, **kwargs"
    ),
    layers.BatchNormalization: (
        "axis=-1, momentum=0.99, epsilon=0.001, center=True, scale=True, "
        "beta_initializer='zeros', gamma_initializer='ones', moving_mean_initializer='zeros', "
        "moving_variance_initializer='ones', beta_regularizer=None, gamma_regularizer=None, "
        "beta_constraint=None, gamma_constraint=None, synchronized=False, renorm=False, "
        "renorm_clipping=None, renorm_momentum=0.99, **kwargs"
    ),
    layers.Dropout: "rate, noise_shape=None, seed=None, **kwargs",
    losses.MeanSquaredError: f"{MEAN}, name='mean_squared_error', dtype=None",
    losses.Huber: f"delta=1.0, {MEAN}, name='huber_loss', dtype=None",
    losses.SparseCategoricalCrossentropy: (
        f"from_logits=False, ignore_class=None, {MEAN}, axis=-1, "
        "name='sparse_categorical_crossentropy', dtype=None"
    ),
    metrics.BinaryAccuracy: "name='binary_accuracy', dtype=None, threshold=0.5",
    metrics.MeanSquaredError: "name='mean_squared_error', dtype=None",
    optimizers.SGD: f"learning_rate=0.01, momentum=0.0, nesterov=False, weight_decay=None, {CLIP}",
    optimizers.AdamW: (
        "learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-07, "
        f"amsgrad=False, {CLIP}"
    ),
}


def shown(cls):
    parameters = inspect.signature(cls).parameters.values()
    return ", ".join(str(p.replace(annotation=p.empty)) for p in parameters)


@ours("Keras adds arguments over the years; these are those that gradtape has")
@pytest.mark.parametrize("cls", SIGNATURES, ids=lambda cls: f"{cls.__module__}.{cls.__name__}")
def test_signatures(cls):
    assert shown(cls) == SIGNATURES[cls]


def test_arguments_are_given_by_position_or_by_name():
    one = layers.Conv2D(8, (3, 5), 2, "same", None, 1, 2, "relu", False, "ones")
    other = layers.Conv2D(
        kernel_size=[3, 5],
        filters=8,
        strides=(2, 2),
        padding="SAME",
        groups=2,
        activation=tf.keras.activations.relu,
        use_bias=False,
        kernel_initializer=tf.keras.initializers.Ones(),
    )
    assert one.kernel_size == other.kernel_size == (3, 5)
    assert one.strides == (2, 2)
    assert one.filters == 8
    same = {"name": "same"}
    assert {**one.get_config(), **same} == {**other.get_config(), **same}


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: layers.Dense(), r"missing 1 required positional argument: 'units'"),
        (lambda: layers.Conv2D(), r"missing 2 required .* 'filters' and 'kernel_size'"),
        (lambda: layers.Dense(3, units=4), r"got multiple values for argument 'units'"),
        (lambda: layers.Dense(*range(1, 20)), r"positional arguments but 20 were given"),
    ],
)
def test_wrong_calls_are_refused_as_python_does(call, sentence):
    with pytest.raises(TypeError, match=sentence):
        call()


def test_unknown_arguments_are_refused():
    with pytest.raises(ValueError, match=r"Unrecognized keyword arguments passed to Dense: .*unit"):
        layers.Dense(3, unit=3)


@pytest.mark.parametrize(
    "make",
    [
        lambda: layers.Dense(3, "relu", kernel_regularizer="l2", activity_regularizer="l1"),
        lambda: layers.Conv2D(4, 3, dilation_rate=2, data_format="channels_last"),
        lambda: layers.Conv2DTranspose(4, 3, 2, output_padding=1),
        lambda: layers.SeparableConv2D(4, 3, depth_multiplier=2, pointwise_constraint="non_neg"),
        lambda: layers.MaxPooling1D(3, 2),
        lambda: layers.LayerNormalization(axis=[1, 2], scale=False),
        lambda: layers.Dropout(0.5, seed=3),
        lambda: layers.Reshape((2, -1)),
        lambda: losses.BinaryCrossentropy(True, 0.1, reduction="sum"),
        lambda: losses.Huber(2.0, name="mine"),
        lambda: metrics.BinaryAccuracy("right", threshold=0.7),
        lambda: optimizers.SGD(0.1, 0.9, True, clipnorm=1.0),
        lambda: optimizers.AdamW(0.1, 0.01, beta_1=0.8),
    ],
)
def test_a_configuration_makes_an_equal_layer(make):
    layer = make()
    config = layer.get_config()
    assert type(layer).from_config(config).get_config() == config


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: losses.Huber(deltas=1.0), TypeError, "unexpected keyword argument 'deltas'"),
        (lambda: metrics.Accuracy(threshold=1.0), TypeError, "unexpected keyword .* 'threshold'"),
        (lambda: optimizers.Adam(beta=0.9), ValueError, "not recognized: {'beta': 0.9}"),
        (lambda: optimizers.SGD(momentum=2.0), ValueError, "`momentum` must be a float"),
        (lambda: optimizers.AdamW(weight_decay=None), ValueError, "must be a float"),
    ],
)
def test_losses_metrics_and_optimizers_check_what_they_are_given(call, error, sentence):
    with pytest.raises(error, match=sentence):
        call()


def test_losses_and_metrics_use_what_they_are_given():
    y, p = [[0.0], [1.0]], [[3.0], [1.0]]
    assert float(losses.Huber(2.0)(y, p)) == 2.0
    assert losses.Huber(delta=0.5).get_config()["delta"] == 0.5
    assert float(metrics.BinaryAccuracy(threshold=0.9)([[1.0]], [[0.8]])) == 0.0
    optimizer = optimizers.SGD(0.1, 0.9)
    assert (optimizer.momentum, optimizer.nesterov) == (0.9, False)


def test_what_is_made_by_a_subclass():
    class Thin(layers.Dense):
        def __init__(self, units, **kwargs):
            super().__init__(units, use_bias=False, **kwargs)

    class Same(layers.Dense):
        pass

    assert Thin(3, activation="relu")(tf.ones([2, 4])).shape == [2, 3]
    assert Thin(3).use_bias is False
    assert Same(2, "tanh").activation is tf.keras.activations.tanh
    assert shown(Same) == shown(layers.Dense)


PROGRAM = """
import gradtape as tf

layer = tf.keras.layers.Conv2D(8, (3, 3), 2, padding="same", kernel_initializer="ones", name="a")
size: tuple[int, ...] = layer.kernel_size
tf.keras.layers.Conv2D(8, 3, kernel_initialiser="ones")
tf.keras.layers.Dense("3")
tf.keras.layers.Dense()
"""


@ours("gradtape is typed")
def test_editors_know_the_arguments(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    command = [sys.executable, "-m", "mypy", "--config-file", ROOT / "pyproject.toml"]
    command += ["--cache-dir", tmp_path / "cache", "--no-error-summary", program]
    told = subprocess.run(command, capture_output=True, text=True, cwd=ROOT).stdout.splitlines()
    errors = [line for line in told if "error:" in line and "program.py" in line]
    assert len(errors) == 3, told
    assert 'Unexpected keyword argument "kernel_initialiser" for "Conv2D"' in errors[0]
    assert 'has incompatible type "str"; expected "int"' in errors[1]
    assert 'Missing positional argument "units"' in errors[2]


@pytest.mark.parametrize(
    ("name", "argument", "default"),
    [
        ("Conv1D", "strides", 1),
        ("Conv2D", "strides", (1, 1)),
        ("Conv3D", "dilation_rate", (1, 1, 1)),
        ("Conv2DTranspose", "dilation_rate", (1, 1)),
        ("SeparableConv2D", "strides", (1, 1)),
        ("DepthwiseConv2D", "strides", (1, 1)),
        ("MaxPooling1D", "pool_size", 2),
        ("MaxPooling3D", "pool_size", (2, 2, 2)),
    ],
)
def test_sizes_are_shown_with_one_for_each_axis(name, argument, default):
    parameters = inspect.signature(getattr(tf.keras.layers, name)).parameters
    assert parameters[argument].default == default
