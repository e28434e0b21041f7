"""Where a value stopped being finite, forward and backward, and summaries of gradients."""

import threading
from pathlib import Path

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="texts and tapes of gradtape's own")

Failure = tf.errors.InvalidArgumentError


@pytest.fixture
def checked():
    tf.debugging.enable_check_numerics()
    yield
    tf.debugging.disable_check_numerics()


def line_of(text):
    """The number of the line of this file that has the comment `text`."""
    lines = Path(__file__).read_text().splitlines()
    return next(n for n, line in enumerate(lines, 1) if line.endswith(f"# {text}"))


def test_the_first_operation_is_named_with_ranges_shapes_and_line(checked):
    x = tf.constant([1.0, 0.0])
    with pytest.raises(Failure) as caught:
        tf.exp(tf.math.log(x))  # logarithm
    text = str(caught.value)
    assert f'output 0 of operation "Log" (at {__file__}:{line_of("logarithm")})' in text
    assert "input 0: float32[2], from 0 to 1" in text
    assert "1 of 2 infinite" in text


def test_a_value_that_came_in_is_told_from_one_that_was_made(checked):
    with pytest.raises(Failure, match="not finite already"):
        tf.constant([1.0, float("nan")]) * 2.0


def test_the_gradient_names_both_lines(checked):
    x = tf.Variable([0.0, 1.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.sqrt(x))  # root
    with pytest.raises(Failure) as caught:
        tape.gradient(y, x)  # gradient
    text = str(caught.value)
    assert "while the gradient of Sqrt was computed" in text
    assert f"(at {__file__}:{line_of('gradient')})" in text
    assert f"forward: Sqrt ran at {__file__}:{line_of('root')}" in text


@pytest.mark.parametrize("size", [2, 300, 70_000])
def test_what_relu_keeps_for_its_gradient_is_not_taken_for_numbers(checked, size):
    x = tf.ones([size])
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nn.relu(x) ** 2
        dx = tape.gradient(y, x)
    assert (dx.numpy() == 2).all()
    assert (outer.gradient(dx, x).numpy() == 2).all()


def test_it_ends_and_belongs_to_a_thread(checked):
    found = []
    other = threading.Thread(target=lambda: found.append(tf.math.log(0.0)))
    other.start()
    other.join()
    assert float(found[0]) == float("-inf")
    tf.debugging.enable_check_numerics()  # twice is once
    tf.debugging.disable_check_numerics()
    assert float(tf.math.log(0.0)) == float("-inf")


def test_a_tape_checks_what_it_records_and_its_gradient():
    x = tf.Variable(0.0)
    with pytest.raises(Failure, match='"Log"'), tf.GradientTape(check_numerics=True):
        tf.math.log(x)
    assert float(tf.math.log(x)) == float("-inf")
    with tf.GradientTape(check_numerics=True) as tape:
        y = tf.sqrt(x)
    with pytest.raises(Failure, match="gradient of Sqrt"):
        tape.gradient(y, x)


def test_a_custom_gradient_that_is_not_finite_is_named():
    @tf.custom_gradient
    def f(x):
        return x * 1.0, lambda dy: tf.constant(float("inf"))

    x = tf.Variable(1.0)
    with tf.GradientTape(check_numerics=True) as tape:
        y = f(x)
    with pytest.raises(Failure, match="in the gradient of PyCustomGradient"):
        tape.gradient(y, x)


def test_the_layer_is_named(checked):
    root = tf.keras.layers.Dense(1, tf.sqrt, kernel_initializer="zeros", name="root")
    model = tf.keras.Sequential([root])
    with tf.GradientTape() as tape:
        y = model(tf.ones([1, 1]))
    with pytest.raises(Failure, match=rf"forward: Sqrt ran at .*, in {model.name}/root\n"):
        tape.gradient(y, model.trainable_variables)


def test_finite_programs_are_left_alone(checked):
    x = tf.Variable([1.0, 2.0])
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.math.log(x) ** 2)
    assert tape.gradient(y, x) is not None


def test_gradient_summaries_name_what_is_suspicious():
    variables = [tf.Variable([1.0, 2.0], name=n) for n in "abcdef"]
    gradients = [
        tf.constant(g)
        for g in ([1.0, 1.0], [0.5, 1.0], [1e6, 0.0], [1e-12, 0.0], [float("nan"), 0.0])
    ]
    summary = tf.debugging.gradient_summary([*gradients, None], variables)
    remarks = [("c", "large"), ("d", "vanishing"), ("e", "not finite"), ("f", "none")]
    assert summary.suspicious == remarks
    assert "a         (2,)" in str(summary)
    with pytest.raises(ValueError, match="1 gradients were given for 6 variables"):
        tf.debugging.gradient_summary(gradients[:1], variables)
