"""custom_gradient and its relatives: what the gradient function gets, and what it may return."""

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, value_and_gradients
from library import ours, tf


@tf.custom_gradient
def square(x):
    """x * x, with 100 for a gradient."""
    return x * x, lambda upstream: upstream * 100.0


@tf.custom_gradient
def product(x, y):
    return x * y, lambda upstream: (upstream * 10.0, upstream * 20.0)


@tf.custom_gradient
def scaled(x, scale=3.0):
    return x * scale, lambda upstream: upstream * 7.0


# --- arguments and outputs ------------------------------------------------------------------------


def test_the_given_gradient_is_used():
    y, (g,) = value_and_gradients(square, 2.0)
    assert_close(y, 4.0)
    assert_close(g, 100.0)


def test_one_gradient_for_each_argument():
    y, (gx, gy) = value_and_gradients(product, 2.0, 3.0)
    assert_close(y, 6.0)
    assert_close(gx, 10.0)
    assert_close(gy, 20.0)


def test_the_upstream_gradient_arrives():
    assert_close(gradients(lambda x: square(x) * 2.0, 2.0)[0], 200.0)
    assert_close(gradients(square, [1.0, 2.0], dy=tf.constant([1.0, 3.0]))[0], [100.0, 300.0])


@pytest.mark.parametrize("value", [3.0, 3, np.float32(3), tf.Variable(3.0)])
def test_other_values_are_taken(value):
    assert_close(square(value), 9.0)


def test_arguments_are_not_converted():
    with pytest.raises(TypeError, match="can't multiply sequence"):
        square([1.0, 2.0])


def test_the_name_and_the_documentation_stay():
    assert square.__name__ == "square"
    assert square.__doc__ == "x * x, with 100 for a gradient."


def test_defaults_are_no_arguments():
    assert_close(gradients(scaled, 2.0)[0], 7.0)
    assert_close(gradients(lambda x: scaled(x, scale=5.0), 2.0)[0], 7.0)


def test_keyword_only_arguments():
    @tf.custom_gradient
    def f(x, *, scale):
        return x * scale, lambda upstream: upstream * scale * 10.0

    assert_close(gradients(lambda x: f(x, scale=2.0), 3.0)[0], 20.0)


@ours("keyword arguments are honoured; TensorFlow silently uses the plain gradient")
def test_arguments_given_by_keyword():
    assert_close(gradients(lambda x: square(x=x), 2.0)[0], 100.0)
    found = gradients(lambda x, y: product(y=y, x=x), 2.0, 3.0)
    assert_close(found[0], 10.0)
    assert_close(found[1], 20.0)
    found = gradients(lambda x, y: product(x, y=y), 2.0, 3.0)
    assert_close(found[0], 10.0)
    assert_close(found[1], 20.0)


def test_nested_arguments_are_flattened():
    @tf.custom_gradient
    def f(d):
        return d["a"] * d["b"], lambda upstream: (upstream * 1.0, upstream * 2.0)

    a, b = tf.constant(2.0), tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = f({"b": b, "a": a})
    assert [g.numpy() for g in tape.gradient(y, [a, b])] == [1.0, 2.0]


@pytest.mark.parametrize("kind", [tuple, list])
def test_several_outputs(kind):
    @tf.custom_gradient
    def f(x):
        return kind([x * x, x * 3.0]), lambda first, second: first * 10.0 + second

    assert isinstance(f(tf.constant(2.0)), kind)
    assert_close(gradients(lambda x: f(x)[0] + 2.0 * f(x)[1], 2.0)[0], 12.0)
    assert_close(gradients(lambda x: f(x)[0], 2.0)[0], 10.0)


def test_outputs_by_name_come_flat():
    seen = []

    @tf.custom_gradient
    def f(x):
        def grad(*upstream):
            seen.extend(float(u) for u in upstream)
            return upstream[0] + upstream[1]

        return {"b": x * x, "a": x * 3.0}, grad

    assert_close(gradients(lambda x: f(x)["b"] * 5.0, 2.0)[0], 5.0)
    assert seen == [0.0, 5.0]


def test_returning_the_argument_itself():
    @tf.custom_gradient
    def f(x):
        return x, lambda upstream: upstream * 9.0

    x = tf.constant(2.0)
    assert f(x) is not x
    assert_close(gradients(f, 2.0)[0], 9.0)


def test_none_means_not_connected():
    @tf.custom_gradient
    def f(x, y):
        return x * y, lambda upstream: (None, upstream)

    gx, gy = gradients(f, 2.0, 3.0)
    assert gx is None
    assert_close(gy, 1.0)
    assert gradients(tf.custom_gradient(lambda x: (x * x, lambda _: None)), 2.0) == [None]


# --- what is refused ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("returned", "expected", "count"),
    [
        (lambda u: u, 2, 1),
        (lambda u: (u,), 2, 1),
        (lambda u: (u, u, u), 2, 3),
        (lambda u: [], 2, 0),
    ],
)
def test_the_number_of_gradients_is_checked(returned, expected, count):
    @tf.custom_gradient
    def f(x, y):
        return x * y, returned

    sentence = (
        f"custom_gradient function expected to return {expected} gradients, but returned {count} "
        "instead"
    )
    with pytest.raises(ValueError, match=sentence):
        gradients(f, 2.0, 3.0)


def test_a_default_given_by_position_counts():
    sentence = "custom_gradient function expected to return 2 gradients, but returned 1 instead"
    with pytest.raises(ValueError, match=sentence):
        gradients(lambda x: scaled(x, 5.0), 2.0)


def test_a_gradient_function_must_be_returned():
    with pytest.raises(TypeError):
        tf.custom_gradient(lambda x: x * x)(tf.constant(2.0))
    with pytest.raises(TypeError, match="callable"):
        gradients(tf.custom_gradient(lambda x: (x * x, 3)), 2.0)


def test_exceptions_of_the_gradient_function_pass_through():
    class Mine(Exception):
        pass

    @tf.custom_gradient
    def f(x):
        def grad(upstream):
            raise Mine

        return x * x, grad

    with pytest.raises(Mine):
        gradients(f, 2.0)


@ours("what the gradient function returns is converted and checked; TensorFlow hands it on")
def test_returned_values_are_converted_and_checked():
    (g,) = gradients(tf.custom_gradient(lambda x: (x * x, lambda _: 5.0)), 2.0)
    assert isinstance(g, tf.Tensor)
    assert_close(g, 5.0)
    with pytest.raises(ValueError, match=r"shape"):
        gradients(tf.custom_gradient(lambda x: (x * x, lambda _: tf.ones([3]))), [1.0, 2.0])


# --- variables ------------------------------------------------------------------------------------


def with_variable(f):
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    return tape.gradient(y, [x, W])


W = tf.Variable(4.0)


def test_captured_variables_get_their_gradient():
    @tf.custom_gradient
    def f(x):
        def grad(upstream, variables=None):
            assert [v is W for v in variables] == [True]
            return upstream * 2.0, [upstream * 50.0]

        return x * W, grad

    assert [float(g) for g in with_variable(f)] == [2.0, 50.0]


def test_the_keyword_may_hide_among_others():
    @tf.custom_gradient
    def f(x):
        def grad(upstream, **keywords):
            return upstream * 2.0, [upstream * 50.0 for _ in keywords["variables"]]

        return x * W, grad

    assert [float(g) for g in with_variable(f)] == [2.0, 50.0]


def test_without_the_keyword_the_call_itself_is_refused():
    @tf.custom_gradient
    def f(x):
        return x * W, lambda upstream: upstream

    sentence = (
        r"@tf\.custom_gradient grad_fn must accept keyword argument 'variables', since function "
        r"uses variables: \[<tf\.Variable 'Variable:0' shape=\(\) dtype=float32, numpy=4\.0>\]"
    )
    with pytest.raises(TypeError, match=sentence):
        f(tf.constant(2.0))


def test_a_gradient_for_every_variable_is_needed():
    @tf.custom_gradient
    def f(x):
        return x * W, lambda upstream, variables=None: (upstream, [])

    with pytest.raises(ValueError, match="Must return gradient for each variable"):
        with_variable(f)


def test_the_keyword_without_variables():
    @tf.custom_gradient
    def f(x):
        return x * 3.0, lambda upstream, variables=None: (upstream * 2.0, [])

    gx, gw = with_variable(f)
    assert_close(gx, 2.0)
    assert gw is None


def test_a_variable_as_an_argument_is_an_argument():
    @tf.custom_gradient
    def f(x, v):
        return x * v, lambda upstream: (upstream, upstream * 99.0)

    assert [float(g) for g in with_variable(lambda x: f(x, W))] == [1.0, 99.0]


def test_variables_that_are_not_trainable_do_not_count():
    frozen = tf.Variable(1.0, trainable=False)

    @tf.custom_gradient
    def f(x):
        return x * frozen, lambda upstream: upstream * 3.0

    assert_close(gradients(f, 2.0)[0], 3.0)


# --- second order ---------------------------------------------------------------------------------


def test_the_second_derivative_is_that_of_the_gradient_function():
    @tf.custom_gradient
    def cube(x):
        return x * x * x, lambda upstream: upstream * 3.0 * x * x

    found = derivatives(cube, tf.constant(2.0), 3)
    assert [float(d) for d in found] == [8.0, 12.0, 12.0, 6.0]


def test_a_constant_gradient_has_none():
    assert derivatives(square, tf.constant(2.0), 2)[2] is None


def test_the_stable_logarithm_of_the_documentation():
    @tf.custom_gradient
    def log1pexp(x):
        e = tf.exp(x)
        return tf.math.log(1 + e), lambda upstream: upstream * (1 - 1 / (1 + e))

    value, first, second = derivatives(log1pexp, tf.constant(100.0), 2)
    assert_close(value, np.inf)
    assert_close(first, 1.0)
    assert_close(second, np.nan)


def test_a_gradient_with_a_gradient_of_its_own():
    @tf.custom_gradient
    def first(x):
        @tf.custom_gradient
        def grad(x, upstream):
            def second(up):
                return up * upstream * 11.0, None

            return upstream * x, second

        return x * x, lambda upstream: grad(x, upstream)

    found = derivatives(first, tf.constant(2.0), 2)
    assert [float(d) for d in found] == [4.0, 2.0, 11.0]


def test_it_works_in_jacobians():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = square(x)
    for pfor in (True, False):
        j = tape.jacobian(y, x, experimental_use_pfor=pfor)
        assert_close(j, [[100.0, 0.0], [0.0, 100.0]])


# --- relatives ------------------------------------------------------------------------------------


def test_stop_gradient():
    assert_close(gradients(lambda x: x * tf.stop_gradient(x), 3.0)[0], 3.0)
    assert gradients(lambda x: tf.stop_gradient(x) * 2.0, 3.0) == [None]
    x = tf.constant(1.0)
    assert tf.stop_gradient(x) is not x
    assert isinstance(tf.stop_gradient(tf.Variable(1.0)), tf.Tensor)
    assert_close(tf.stop_gradient([1.0, 2.0]), [1.0, 2.0])


def test_grad_pass_through():
    y, (g,) = value_and_gradients(tf.grad_pass_through(lambda x: tf.sign(x * 3.0)), 3.0)
    assert_close(y, 1.0)
    assert_close(g, 1.0)
    y, (g,) = value_and_gradients(lambda x: tf.grad_pass_through(tf.round)(x) * 2.0, 2.6)
    assert_close(y, 6.0)
    assert_close(g, 2.0)


def test_recompute_grad_runs_the_function_again():
    runs = []

    @tf.recompute_grad
    def f(x):
        runs.append(1)
        return x * x * W

    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert len(runs) == 1
    assert [float(g) for g in tape.gradient(y, [x, W])] == [16.0, 4.0]
    assert len(runs) == 2


@ours("a recomputed gradient has a gradient; TensorFlow refuses it")
def test_recompute_grad_twice():
    found = derivatives(tf.recompute_grad(lambda x: x * x * x), tf.constant(2.0), 2)
    assert [float(d) for d in found] == [8.0, 12.0, 12.0]


def test_the_function_that_it_was_made_of_can_be_had():
    def plain(x):
        return x * 2.0, lambda upstream: upstream

    made = tf.custom_gradient(plain)
    assert made.__wrapped__ is made.__original_wrapped__ is plain
