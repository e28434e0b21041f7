"""`testing.check_gradients`: what it lets pass, and what it says of what it does not."""

import pytest
from library import AGAINST_TENSORFLOW, tf

pytestmark = pytest.mark.skipif(AGAINST_TENSORFLOW, reason="gradtape's own")


def check(*args, **settings):
    tf.testing.check_gradients(*args, **settings)


def wrong(value, gradient):
    return tf.custom_gradient(lambda *x: (value(*x), lambda dy: gradient(dy, *x)))


X = tf.constant([0.3, 0.7])

MISTAKES = {
    "sign": (wrong(tf.sin, lambda dy, x: -dy * tf.cos(x)), "a wrong sign"),
    "factor": (wrong(lambda x: x**3, lambda dy, x: dy * x**2), r"a factor of 0\.333"),
    "term": (
        wrong(lambda x: x * x + tf.sin(x), lambda dy, x: dy * 2.0 * x),
        r"a missing term: what is missing has values from 0 to 0\.95",
    ),
    "nothing": (lambda x: tf.constant(tf.sin(x).numpy()), "a missing gradient: it is zero"),
    "something": (wrong(lambda x: 0.0 * x, lambda dy, x: dy), "a gradient where there is none"),
    "nan": (wrong(tf.sin, lambda dy, x: dy * float("nan")), "a value that is not finite"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_named(name):
    f, looks_like = MISTAKES[name]
    with pytest.raises(AssertionError, match=f"it looks like {looks_like}"):
        check(f, X)


def test_a_kink_is_told_from_a_mistake():
    with pytest.raises(AssertionError, match="a kink: the slope is 0 on one side and 1 on"):
        check(tf.nn.relu, tf.constant([0.0, 1.0]))
    check(tf.nn.relu, tf.constant([-1.0, 1.0]))


def test_output_argument_and_element_are_named():
    f = wrong(lambda x, y: x * y, lambda dy, x, y: (dy * y, dy * x * [1.0, 1.0, 2.0]))
    with pytest.raises(AssertionError) as caught:
        check(lambda x, y: (x + y, f(x, y)), [1.0, 2.0, 3.0], [4.0, 5.0, 6.0])
    text = str(caught.value)
    assert "with respect to argument 1" in text
    assert "d(output 1 at [2])/d(argument 1 at [2]) is 6 and should be 3" in text
    assert "off by 3" in text


def test_second_derivatives_are_checked():
    f = tf.custom_gradient(lambda x: (tf.exp(x), lambda dy: dy * tf.stop_gradient(tf.exp(x))))
    check(f, 0.5, order=1)
    with pytest.raises(AssertionError, match=r"derivative 2 .*\nd\(gradient 0\)/d\(argument 0\)"):
        check(f, 0.5)


def test_what_is_right_passes_in_every_precision():
    for dtype in (tf.float16, tf.float32, tf.float64, tf.complex64):
        check(lambda x: tf.tanh(x) * x, tf.cast(X, dtype), order=1)


def test_large_outputs_may_be_rounded():
    x = tf.random.stateless_normal([60, 60], seed=[1, 2])
    for _ in range(3):
        check(lambda x: tf.reduce_sum(tf.sin(x) ** 2), x)
        x = x + 0.1


def test_a_function_that_does_not_repeat_itself_is_refused():
    with pytest.raises(AssertionError, match="different values for the same arguments"):
        check(lambda x: x * tf.random.normal([2]), X)


def test_a_large_argument_is_diagnosed_with_few_calls():
    calls = []

    def f(x):
        calls.append(1)
        return tf.tanh(x) + 0.0 * tf.reduce_sum(x)

    with pytest.raises(AssertionError, match="a wrong sign"):
        check(wrong(f, lambda dy, x: -dy * (1 - tf.tanh(x) ** 2)), tf.ones([20, 20]))
    assert len(calls) < 1000
