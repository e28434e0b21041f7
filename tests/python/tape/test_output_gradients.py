"""output_gradients: the cotangents of the targets, matched to them by position and validated."""

import numpy as np
import pytest
from checks import assert_close
from library import ours, tf

REFUSED = (ValueError, tf.errors.InvalidArgumentError)


def squared(output_gradients, values=(1.0, 2.0)):
    """The gradient of y = x * x at x = [1, 2] with these output gradients."""
    x = tf.constant(values)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    return tape.gradient(y, x, output_gradients=output_gradients)


@pytest.mark.parametrize(
    "cotangent",
    [
        lambda: tf.constant([10.0, 100.0]),
        lambda: [tf.constant([10.0, 100.0])],
        lambda: (tf.constant([10.0, 100.0]),),
        lambda: {"y": tf.constant([10.0, 100.0])},
        lambda: np.array([10.0, 100.0], np.float32),
        lambda: tf.Variable([10.0, 100.0]),
    ],
)
def test_a_cotangent_multiplies(cotangent):
    assert_close(squared(cotangent()), [20.0, 400.0])


@pytest.mark.parametrize("nothing", [None, []])
def test_no_cotangent_means_ones(nothing):
    assert_close(squared(nothing), [2.0, 4.0])


def test_zeros_and_infinities_pass_through():
    assert_close(squared(tf.constant([0.0, np.inf])), [0.0, np.inf])


def two_targets(pack, output_gradients):
    a, b = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y, z = a * b, a * a
    return tape.gradient(pack(y, z), a, output_gradients=output_gradients)


@pytest.mark.parametrize(
    ("pack", "cotangents", "answer"),
    [
        (lambda y, z: [y, z], lambda c, d: [c, d], 43.0),
        (lambda y, z: [z, y], lambda c, d: [c, d], 34.0),
        (lambda y, z: {"y": y, "z": z}, lambda c, d: {"z": d, "y": c}, 43.0),
        (lambda y, z: {"y": y, "z": z}, lambda c, d: [c, d], 43.0),
        (lambda y, z: [[y], (z,)], lambda c, d: [c, d], 43.0),
    ],
)
def test_several_are_matched_by_position_after_flattening(pack, cotangents, answer):
    given = cotangents(tf.constant(1.0), tf.constant(10.0))
    assert two_targets(pack, given).numpy() == answer


def test_a_python_number_is_taken_for_a_scalar_target():
    x = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    assert tape.gradient(y, x, output_gradients=2.0).numpy() == 12.0


def test_the_gradient_of_a_cotangent_is_recorded():
    x, u = tf.constant([1.0, 2.0]), tf.constant([0.0, 0.0])
    with tf.GradientTape() as outer:
        outer.watch(u)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x * x * x
        vjp = inner.gradient(y, x, output_gradients=u)
    # the double-backward trick: d(u . J)/du times a tangent is J . tangent
    tangent = tf.constant([1.0, 10.0])
    assert_close(outer.gradient(vjp, u, output_gradients=tangent), [3.0, 120.0])


@pytest.mark.parametrize("cotangent", [[1.0, 2.0, 3.0], [[1.0], [2.0], [3.0]]])
def test_a_wrong_size_is_refused(cotangent):
    with pytest.raises(REFUSED):
        squared(tf.constant(cotangent))


@pytest.mark.parametrize(
    "cotangent",
    [
        lambda: np.array([1.0, 2.0]),
        lambda: tf.constant([1, 2]),
        lambda: tf.constant([1.0, 2.0], tf.float64),
        lambda: tf.constant(["a", "b"]),
        lambda: tf.constant([1 + 2j, 0]),
    ],
)
def test_a_wrong_dtype_is_refused(cotangent):
    with pytest.raises(REFUSED):
        squared(cotangent())


COUNT = "as many output_gradients as targets are needed; TensorFlow reads past the end and crashes"


@ours(COUNT)
@pytest.mark.parametrize("count", [1, 3])
def test_the_count_must_be_that_of_the_targets(count):
    with pytest.raises(ValueError, match="output_gradients"):
        two_targets(lambda y, z: [y, z], [tf.constant(1.0)] * count)


@ours(COUNT)
def test_a_list_of_floats_is_a_list_of_cotangents():
    with pytest.raises(ValueError, match="output_gradients"):
        squared([10.0, 100.0])


@ours("None stands for ones, as TensorFlow's documentation says; 2.21 refuses it")
def test_none_among_the_cotangents_means_ones():
    assert two_targets(lambda y, z: [y, z], [tf.constant(10.0), None]).numpy() == 34.0


@ours("a cotangent has the shape of its target; TensorFlow broadcasts where the first op does")
@pytest.mark.parametrize("cotangent", [2.0, [2.0], [[1.0, 2.0]], [[1.0], [2.0]]])
def test_the_shape_must_be_that_of_the_target(cotangent):
    with pytest.raises(ValueError, match="shape"):
        squared(tf.constant(cotangent))


@ours("a refused cotangent leaves the tape as it was")
def test_a_refused_cotangent_leaves_the_tape_usable():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * x
    with pytest.raises(ValueError, match="shape"):
        tape.gradient(y, x, output_gradients=tf.ones([3]))
    assert_close(tape.gradient(y, x), [2.0, 4.0])


def test_a_cotangent_that_is_no_number_is_refused():
    with pytest.raises((TypeError, *REFUSED)):
        squared("abc")
    with pytest.raises((TypeError, *REFUSED)):
        squared(object())
