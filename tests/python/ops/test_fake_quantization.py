"""Fake quantization: values and gradients as TensorFlow answers them."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

Q = tf.quantization
X = [-7.0, -6.0, -5.97, -0.03, 0.0, 0.02, 1.3, 5.96, 6.0, 6.5]


def answers(f, *values):
    tensors = [tf.constant(v) for v in values]
    with tf.GradientTape() as tape:
        tape.watch(tensors)
        y = f(*tensors)
    return y, tape.gradient(y, tensors)


def test_a_range_of_numbers():
    y, (dx,) = answers(Q.fake_quant_with_min_max_args, X)
    expected = [-6.0235295, -5.9764705, -5.9764705, -0.0470588, 0, 0, 1.3176471] + [5.9764705] * 3
    assert_close(y, np.array(expected, "f"), rtol=1e-6, atol=1e-6)
    assert dx.numpy().tolist() == [0, 1, 1, 1, 1, 1, 1, 1, 0, 0]
    y, (dx,) = answers(lambda x: Q.fake_quant_with_min_max_args(x, -1.0, 3.0, 4, True), X)
    expected = [-1.1428572] * 3 + [0.0] * 3 + [1.4285715] + [2.857143] * 3
    assert_close(y, np.array(expected, "f"), rtol=1e-6, atol=1e-6)
    assert dx.numpy().tolist() == [0, 0, 0, 1, 1, 1, 1, 0, 0, 0]


@pytest.mark.parametrize(
    ("low", "high", "y", "dx", "ends"),
    [
        (
            -1.0,
            3.0,
            [-8 / 7] * 3 + [0.0] * 3 + [8 / 7] + [20 / 7] * 3,
            [0] * 3 + [1] * 4 + [0] * 3,
            (3, 3),
        ),
        (0.0, 0.0, [0.0] * 10, [1] * 10, (0, 0)),
        (1.0, 3.0, [0.0] * 6 + [10 / 7] + [2.0] * 3, [0] * 4 + [1] * 3 + [0] * 3, (4, 3)),
        (-3.0, -1.0, [-2.0] * 3 + [0.0] * 7, [0] * 3 + [1] * 2 + [0] * 5, (3, 5)),
        (3.0, -1.0, [20 / 7] * 10, [0] * 10, (7, 7)),
    ],
)
def test_a_range_of_tensors(low, high, y, dx, ends):
    found, grads = answers(lambda x, a, b: Q.fake_quant_with_min_max_vars(x, a, b, 3), X, low, high)
    assert_close(found, np.array(y, "f"), rtol=1e-6, atol=1e-6)
    assert grads[0].numpy().tolist() == dx
    assert (float(grads[1]), float(grads[2])) == ends


def test_a_range_for_each_channel():
    x = np.array(X, "f").reshape(5, 2)
    f = lambda x, a, b: Q.fake_quant_with_min_max_vars_per_channel(x, a, b, 3)  # noqa: E731
    y, (dx, da, db) = answers(f, x, [-1.0, -2.0], [3.0, 4.0])
    first, second = [-8 / 7, -8 / 7, 0, 8 / 7, 20 / 7], [-12 / 7, 0, 0, 30 / 7, 30 / 7]
    assert_close(y, np.array([first, second], "f").T, rtol=1e-6, atol=1e-6)
    assert dx.numpy().tolist() == [[0, 0], [0, 1], [1, 1], [1, 0], [0, 0]]
    assert da.numpy().tolist() == [2, 1]
    assert db.numpy().tolist() == [1, 2]


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (
            lambda: Q.fake_quant_with_min_max_args(X, 3.0, -1.0),
            "min has to be smaller than max, was: 3 >= -1",
        ),
        (
            lambda: Q.fake_quant_with_min_max_args(X, num_bits=1),
            "num_bits must be between 2 and 16",
        ),
        (
            lambda: Q.fake_quant_with_min_max_vars(X, -1.0, 1.0, num_bits=17),
            "num_bits must be between",
        ),
        (
            lambda: Q.fake_quant_with_min_max_vars(X, [1.0], [2.0]),
            "`min` must be rank 0 but is rank 1",
        ),
        (
            lambda: Q.fake_quant_with_min_max_vars_per_channel([[1.0, 2.0]], [1.0], [2.0]),
            "min has incorrect size, expected 2 was 1",
        ),
    ],
)
def test_what_is_refused(call, words):
    with pytest.raises(tf.errors.InvalidArgumentError, match=words):
        call()


def test_values_half_way_between_two_numbers_are_tensorflow_s():
    halves = [2.0, 3.0, -5.75]
    fixed = tf.quantization.fake_quant_with_min_max_args(halves)
    assert fixed.numpy().tolist() == [2.023529529571533, 3.0117647647857666, -5.741176605224609]
    learned = tf.quantization.fake_quant_with_min_max_vars(halves, -6.0, 6.0)
    assert learned.numpy().tolist() == [1.9764705896377563, 3.0117647647857666, -5.741176605224609]
