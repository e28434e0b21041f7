"""In TensorFlow's place functions of several steps round 16-bit floats after each step, as NumPy's
arithmetic of `float16` does; elsewhere they are rounded once."""

import numpy as np
import pytest
from library import ours, tf

HALF = np.float16
X = np.linspace(-9.0, 9.0, 203).astype(HALF)
ONE = HALF(1.0)


def single(function, x):
    """A function that takes one step."""
    return function(x.astype(np.float32)).astype(HALF)


def sigmoid(x):
    e = single(np.exp, x)
    return e / (ONE + e)


def elu(x):
    return np.where(x < 0, single(np.exp, x) - ONE, x)


def selu(x):
    scale, product = HALF(1.0507009873554805), HALF(1.7580993408473768)
    return np.where(x < 0, product * (single(np.exp, x) - ONE), scale * x)


def softplus(x):
    e = single(np.exp, x)
    end = HALF(7.0078125)
    return np.where(x > end, x, np.where(x < -end, e, single(np.log1p, e)))


STEPS = {
    "sigmoid": (tf.sigmoid, sigmoid, lambda x, y: y * (ONE - y)),
    "tanh": (tf.tanh, lambda x: single(np.tanh, x), lambda x, y: ONE - y * y),
    "elu": (tf.nn.elu, elu, lambda x, y: np.where(y < 0, y + ONE, ONE)),
    "selu": (
        tf.nn.selu,
        selu,
        lambda x, y: np.where(y < 0, y + HALF(1.7580993408473768), HALF(1.0507009873554805)),
    ),
    "softplus": (tf.nn.softplus, softplus, lambda x, y: sigmoid(x)),
    "silu": (
        tf.nn.silu,
        lambda x: x * sigmoid(x),
        lambda x, y: sigmoid(x) * (ONE + x * (ONE - sigmoid(x))),
    ),
    "softsign": (tf.nn.softsign, lambda x: x / (ONE + np.abs(x)), None),
}


@pytest.mark.parametrize("name", STEPS)
def test_functions_and_gradients_are_rounded_at_each_step(name, in_tensorflows_place):
    function, expected, slope = STEPS[name]
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    assert y.numpy().tolist() == expected(X).tolist()
    if slope is not None:
        assert tape.gradient(y, x).numpy().tolist() == slope(X, expected(X)).tolist()


@ours("TensorFlow is always in its place")
@pytest.mark.parametrize("name", STEPS)
def test_elsewhere_they_are_rounded_once(name):
    function, _, _ = STEPS[name]
    exact = function(tf.constant(X.astype(np.float32)))
    assert function(tf.constant(X)).numpy().tolist() == exact.numpy().astype(HALF).tolist()


def in_order(values):
    """The sum in packets of eight, of which four run abreast; the lanes are joined unrounded."""
    fours, packets = len(values) // 32 * 32, len(values) // 8 * 8
    lanes = np.zeros(8, HALF)
    if fours:
        four = np.zeros(32, HALF)
        for i in range(0, fours, 32):
            four = four + values[i : i + 32]
        lanes = ((four[:8] + four[8:16]) + four[16:24]) + four[24:]
    for i in range(fours, packets, 8):
        lanes = lanes + values[i : i + 8]
    wide, rest = lanes.astype(np.float32), HALF(0)
    for half in (4, 2, 1):
        wide = wide[:half] + wide[half : 2 * half]
    for value in values[packets:]:
        rest = rest + value
    if not packets:
        return rest
    return HALF(wide[0]) if packets == len(values) else rest + HALF(wide[0])


@pytest.mark.parametrize("length", [1, 7, 8, 9, 20, 33, 64, 100])
def test_sums_softmaxes_and_their_gradients(length, in_tensorflows_place):
    values = (np.random.RandomState(length).normal(size=length) * 3).astype(HALF)
    x = tf.constant(values)
    assert tf.reduce_sum(x).numpy() == in_order(values)
    assert tf.reduce_mean(x).numpy() == in_order(values) / HALF(length)
    below = values - values.max()
    powers = single(np.exp, below)
    y = powers * (ONE / in_order(powers))
    g = np.random.RandomState(1).normal(size=length).astype(HALF)
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        found, log = tf.nn.softmax(x), tf.nn.log_softmax(x)
    assert found.numpy().tolist() == y.tolist()
    assert log.numpy().tolist() == (below - single(np.log, in_order(powers))).tolist()
    slope = (g - in_order(g * y)) * y
    assert tape.gradient(found, x, g).numpy().tolist() == slope.tolist()
    slope = g - in_order(g) * single(np.exp, log.numpy())
    assert tape.gradient(log, x, g).numpy().tolist() == slope.tolist()


def test_running_sums_and_products(in_tensorflows_place):
    for dtype in (tf.float16, tf.bfloat16):
        x = tf.cast(tf.linspace(0.7, 1.6, 40), dtype)
        total, product = x[0], x[0]
        for i in range(1, 40):
            total, product = total + x[i], product * x[i]
        assert tf.cumsum(x)[-1].numpy() == total.numpy()
        assert tf.math.cumprod(x)[-1].numpy() == product.numpy()


@ours("TensorFlow is always in its place")
def test_elsewhere_sums_of_halves_are_summed_in_float32():
    x = tf.fill([5000], tf.constant(0.1, tf.float16))
    assert tf.reduce_sum(x).numpy() == HALF(5000 * float(HALF(0.1)))


def test_softmax_of_no_numbers_and_of_infinities(in_tensorflows_place):
    assert tf.nn.softmax(tf.zeros([2, 0], tf.float16)).shape == (2, 0)
    assert np.isnan(tf.nn.softmax(tf.constant([np.inf, 0.0], tf.float16)).numpy()).any()
    assert tf.nn.softmax(tf.constant([-np.inf, 0.0], tf.float16)).numpy().tolist() == [0.0, 1.0]


def test_recurrent_layers_of_a_mixed_policy_take_each_step_in_halves(in_tensorflows_place):
    tf.keras.mixed_precision.set_global_policy("mixed_float16")
    try:
        layer = tf.keras.layers.LSTM(3)
        inputs = tf.random.stateless_normal([4, 5, 2], [1, 2])
        found = layer(inputs)
        kernel, recurrent, bias = (tf.cast(w, tf.float16) for w in layer.weights)
    finally:
        tf.keras.mixed_precision.set_global_policy("float32")
    h = c = tf.zeros([4, 3], tf.float16)
    for step in tf.unstack(tf.cast(inputs, tf.float16), axis=1):
        z = tf.split(step @ kernel + h @ recurrent + bias, 4, -1)
        c = tf.sigmoid(z[1]) * c + tf.sigmoid(z[0]) * tf.tanh(z[2])
        h = tf.sigmoid(z[3]) * tf.tanh(c)
    assert found.dtype == tf.float16
    assert found.numpy().tolist() == h.numpy().tolist()


@pytest.fixture
def mixed(in_tensorflows_place):
    tf.keras.mixed_precision.set_global_policy("mixed_float16")
    yield
    tf.keras.mixed_precision.set_global_policy("float32")


@pytest.mark.keras_3
def test_the_mean_of_images_is_taken_in_float32(mixed):
    images = (np.random.RandomState(2).normal(size=(2, 7, 9, 3)) * 5).astype(HALF)
    found = tf.keras.layers.GlobalAveragePooling2D()(images)
    assert found.dtype == tf.float16
    exact = images.astype(np.float64).mean((1, 2)).astype(HALF)
    np.testing.assert_array_equal(found, exact)


def test_convolutions_of_sequences_take_the_steps_of_a_mixed_policy(mixed):
    frames = np.random.RandomState(3).normal(size=(2, 3, 5, 5, 2)).astype(np.float32)
    layer = tf.keras.layers.ConvLSTM2D(2, 3)
    found = layer(frames)
    assert found.dtype == tf.float16
    assert all(weight.dtype == "float32" for weight in layer.weights)
    assert np.isfinite(np.array(found)).all()


@pytest.mark.keras_3
def test_a_cell_casts_its_states_too(mixed):
    cell = tf.keras.layers.GRUCell(3)
    x, h = tf.ones([2, 4]), tf.fill([2, 3], 0.25)
    output, _ = cell(x, h)
    same, _ = cell(tf.cast(x, tf.float16), tf.cast(h, tf.float16))
    assert output.dtype == tf.float16
    assert np.array(output).tolist() == np.array(same).tolist()
    states = tf.nest.flatten(cell.get_initial_state(batch_size=2))
    assert [state.dtype for state in states] == ["float16"]


@pytest.mark.keras_3
def test_a_layer_that_goes_on_keeps_its_states_in_the_dtype_of_weights(mixed):
    layer = tf.keras.layers.GRU(3, stateful=True)
    x = tf.ones([2, 4, 3])
    first, second = layer(x), layer(x)
    assert [state.dtype for state in tf.nest.flatten(layer.states)] == ["float32"]
    assert np.array(first).tolist() != np.array(second).tolist()
    once = tf.keras.layers.GRU(3)
    once.build([2, 4, 3])
    once.set_weights(layer.get_weights())
    both = once(tf.concat([x, x], 1))
    assert np.array(second).tolist() == np.array(both).tolist()
