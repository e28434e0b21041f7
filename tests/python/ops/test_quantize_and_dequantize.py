"""Values quantized and back: ranges that are found or given, ties, gradients."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

quantized = tf.quantization.quantize_and_dequantize_v2
X = [[-1.7, -0.3, 0.2], [0.9, 1.1, 3.3]]


def answers(low, high, **options):
    values = [tf.constant(X), tf.constant(low), tf.constant(high)]
    with tf.GradientTape() as tape:
        tape.watch(values)
        y = quantized(*values, **options)
    return y, tape.gradient(y, values)


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [-1.6889764, -0.311811, 0.207874, 0.9094488, 1.0913386, 3.3]),
        ({"signed_input": False}, [-1.695294, -0.297647, 0.1941176, 0.9058823, 1.1, 3.3]),
        ({"range_given": True}, [-1.007874, -0.2992126, 0.1968504, 0.8976378, 1.0, 1.0]),
        ({"num_bits": 3, "round_mode": "HALF_UP"}, [-2.2, 0.0, 0.0, 1.1, 1.1, 3.3]),
    ],
)
def test_ranges_found_and_given(options, expected):
    y, (dx, dlow, dhigh) = answers(0.0, 1.0, **options)
    assert_close(tf.reshape(y, [-1]), expected, 1e-5)
    assert dx.numpy().tolist() == [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0]]
    assert float(dlow) == float(dhigh) == 0.0


def test_a_range_for_each_slice():
    y, (_, dlow, _) = answers([0.0, 0.0], [1.0, 1.0], axis=0)
    assert_close(y[0], [-1.7, -0.3054688, 0.1992188], 1e-5)
    assert_close(y[1], [0.9094488, 1.0913386, 3.3], 1e-5)
    assert dlow.numpy().tolist() == [0.0, 0.0]


def test_ties_and_empty_ranges():
    halves = [0.5, 1.5, 2.5, -0.5, -1.5]
    even = quantized(halves, -4.0, 3.0, num_bits=3, range_given=True)
    assert even.numpy().tolist() == [0.0, 2.0, 2.0, 0.0, -2.0]
    up = quantized(halves, -4.0, 3.0, num_bits=3, range_given=True, round_mode="HALF_UP")
    assert up.numpy().tolist() == [1.0, 2.0, 3.0, 0.0, -1.0]
    assert quantized(tf.zeros([2]), 0.0, 0.0).numpy().tolist() == [0.0, 0.0]
    narrow = quantized([1.0, -2.0, 0.333], -2.0, 2.0, range_given=True, narrow_range=True)
    assert_close(narrow, [1.007874, -2.0, 0.3307087], 1e-5)
    assert quantized(tf.constant([1.0, 2.0], tf.float64), 0.0, 1.0).dtype == tf.float64


@pytest.mark.parametrize(
    "options", [{"round_mode": "DOWN"}, {"num_bits": 64}, {"input_min": 2.0, "range_given": True}]
)
def test_what_is_refused(options):
    with pytest.raises(tf.errors.InvalidArgumentError):
        quantized(**{"input": X, "input_min": 0.0, "input_max": 1.0, **options})


def test_integers_are_refused():
    with pytest.raises(tf.errors.InvalidArgumentError):
        quantized(tf.constant([1, 2]), 0, 1)


def test_the_first_version_passes_gradients_everywhere():
    x = tf.constant(X)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.quantization.quantize_and_dequantize(x, 0.0, 1.0, range_given=True)
    assert (tape.gradient(y, x).numpy() == 1.0).all()
    np.testing.assert_array_equal(y, quantized(x, 0.0, 1.0, range_given=True))
