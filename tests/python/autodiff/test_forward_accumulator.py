"""ForwardAccumulator: what has which derivative, structures, nesting, and errors."""

import numpy as np
import pytest
from checks import assert_close
from library import AGAINST_TENSORFLOW, ours, tf

Forward = tf.autodiff.ForwardAccumulator
ZERO = tf.UnconnectedGradients.ZERO


def along(f, x, tangent):
    with Forward(x, tangent) as forward:
        y = f(x)
    return forward.jvp(y)


def two():
    return tf.constant(2.0)


def one():
    return tf.constant(1.0)


@pytest.mark.parametrize(
    ("f", "slope"),
    [
        (lambda x: x * x, 4.0),
        (tf.exp, np.exp(2.0)),
        (lambda x: 1.0 / x, -0.25),
        (lambda x: x**3 - tf.sin(x), 12.0 - np.cos(2.0)),
        (lambda x: tf.stop_gradient(x) * x, 2.0),
        (lambda x: tf.where(x > 1.0, x * 3.0, x), 3.0),
        (lambda x: tf.cast(tf.cast(x, tf.float64), tf.float32), 1.0),
    ],
)
def test_derivatives_of_scalars(f, slope):
    assert_close(along(f, two(), one()), slope)


def test_what_does_not_depend_on_a_primal_has_none():
    x = two()
    with Forward(x, one()) as forward:
        values = [tf.constant(3.0), tf.stop_gradient(x), tf.floor(x), tf.cast(x, tf.int32)]
        values += [tf.argmax([x, x]), tf.zeros_like(x), tf.shape(x)]
    assert forward.jvp(values) == [None] * 7
    zeros = forward.jvp(values, unconnected_gradients=ZERO)
    assert [t.dtype for t in zeros] == [v.dtype for v in values]
    assert all(float(t) == 0.0 for t in zeros[:4])


def test_products_and_their_factors():
    a, b = tf.random.normal([2, 3]), tf.random.normal([3, 4])
    ta, tb = tf.random.normal([2, 3]), tf.random.normal([3, 4])
    with Forward([a, b], [ta, tb]) as forward:
        y = a @ b
    assert_close(forward.jvp(y), ta @ b + a @ tb, rtol=1e-5, atol=1e-5)
    with Forward(a, ta) as forward:
        y = a @ b
    assert_close(forward.jvp(y), ta @ b, rtol=1e-5, atol=1e-5)


def test_broadcasting_and_reductions():
    a, b = tf.constant([[1.0], [2.0]]), tf.constant([3.0, 4.0, 5.0])
    with Forward([a, b], [tf.ones([2, 1]), tf.ones([3])]) as forward:
        product = a * b
        mean = tf.reduce_mean(product, axis=0)
        largest = tf.reduce_max(product)
    assert_close(forward.jvp(product), a + b)
    assert_close(forward.jvp(mean), np.array([4.5, 5.5, 6.5]))
    assert_close(forward.jvp(largest), 7.0)


def test_structures_go_in_and_come_out():
    x, y = {"a": two(), "b": [tf.constant(3.0)]}, {"a": one(), "b": [tf.constant(0.5)]}
    with Forward(x, y) as forward:
        out = {"sum": x["a"] + x["b"][0], "rest": (x["a"] * 2.0, one())}
    found = forward.jvp(out)
    assert float(found["sum"]) == 1.5
    assert float(found["rest"][0]) == 2.0
    assert found["rest"][1] is None
    assert [float(t) for t in forward.jvp([x["a"], x["b"][0]])] == [1.0, 0.5]
    assert forward.jvp([]) == []


def test_operations_with_several_outputs():
    x = tf.constant([3.0, 1.0, 2.0])
    with Forward(x, tf.constant([1.0, 10.0, 100.0])) as forward:
        values, places = tf.math.top_k(x, 2)
        first, second = tf.split(x, [1, 2])
    found = forward.jvp([values, places, first, second])
    assert_close(found[0], np.array([1.0, 100.0]))
    assert found[1] is None
    assert_close(found[2], np.array([1.0]))
    assert_close(found[3], np.array([10.0, 100.0]))


def test_a_variable_keeps_its_tangent_when_it_is_assigned():
    v = tf.Variable(3.0)
    with Forward(v, 1.0) as forward:
        y = v * v
        v.assign(5.0)
        z = v * v
    assert [float(t) for t in forward.jvp([y, z, v])] == [6.0, 10.0, 1.0]
    untouched = tf.Variable(1.0)
    assert forward.jvp(untouched) is None
    assert float(forward.jvp(untouched, "zero")) == 0.0


def test_an_accumulator_goes_on_where_it_stopped():
    x = two()
    forward = Forward(x, one())
    assert float(forward.jvp(x)) == 1.0
    with forward:
        y = x * 2.0
    between = y * y
    with forward:
        z = y * x
    assert float(forward.jvp(z)) == 8.0
    assert forward.jvp(between) is None


# --- Nesting --------------------------------------------------------------------------------------


def test_forward_over_reverse():
    x = tf.constant([1.0, 2.0])
    with Forward(x, tf.constant([1.0, 0.0])) as forward:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(x**3) * x[1]
        gradient = tape.gradient(y, x)
    assert_close(forward.jvp(y), 6.0)
    assert_close(forward.jvp(gradient), np.array([12.0, 3.0]))


def test_reverse_over_forward():
    x = two()
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        with Forward(x, one()) as forward:
            y = tf.exp(x) * x
        slope = forward.jvp(y)
    e = np.exp(2.0)
    assert_close(slope, 3 * e)
    assert_close(tape.gradient(slope, x), 4 * e)
    assert_close(tape.gradient(y, x), 3 * e)


def test_what_a_tape_within_does_not_see():
    x = two()
    with Forward(x, one()) as forward, tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        y = x**3
        slope = forward.jvp(y)
    assert tape.gradient(slope, x) is None
    assert_close(tape.gradient(y, x), 12.0)


def test_forward_over_forward():
    x = two()
    with Forward(x, one()) as outer:
        with Forward(x, one()) as inner:
            y = tf.exp(x) * x**2
        assert inner.jvp(outer.jvp(y)) is None
    e = np.exp(2.0)
    assert_close(inner.jvp(y), 8 * e)
    assert_close(outer.jvp(inner.jvp(y)), 14 * e)


@pytest.mark.skipif(AGAINST_TENSORFLOW, reason="TensorFlow traces functions for minutes")
def test_three_levels():
    x = two()
    with Forward(x, one()) as a, Forward(x, one()) as b, Forward(x, one()) as c:
        y = x**5
    assert_close(a.jvp(b.jvp(c.jvp(y))), 60.0 * 4)


def test_perturbations_do_not_mix():
    x = one()
    with Forward(x, one()) as outer:
        y = two()
        with Forward(y, one()) as inner:
            sum_ = x + y
        slope = inner.jvp(sum_)
        product = x * slope
    assert_close(outer.jvp(product), 1.0)


def test_the_tangent_may_be_differentiated():
    x, t = two(), tf.constant(5.0)
    with tf.GradientTape() as tape:
        tape.watch(t)
        with Forward(x, t) as forward:
            y = tf.sin(x) * x
        slope = forward.jvp(y)
    assert_close(tape.gradient(slope, t), np.cos(2.0) * 2.0 + np.sin(2.0), rtol=1e-6)


# --- Other gradients ------------------------------------------------------------------------------


def test_a_custom_gradient_counts():
    @tf.custom_gradient
    def cube(x):
        number = x.numpy()
        return tf.constant(number * number * number), lambda dy: dy * 3.0 * x * x

    x = two()
    with Forward(x, one()) as outer, Forward(x, one()) as inner:
        y = cube(x)
    assert_close(inner.jvp(y), 12.0)
    assert_close(outer.jvp(inner.jvp(y)), 12.0)


@ours("TensorFlow takes the derivative of what the function runs, not the custom gradient")
def test_a_custom_gradient_counts_also_where_its_function_has_another():
    doubled = tf.custom_gradient(lambda x: (tf.identity(x), lambda dy: 2.0 * dy))
    assert_close(along(doubled, two(), one()), 2.0)


def test_an_error_in_a_custom_gradient_is_the_operations():
    @tf.custom_gradient
    def broken(x):
        def gradient(dy):
            raise ValueError("not today")

        return tf.constant(1.0), gradient

    x = two()
    with Forward(x, one()), pytest.raises(ValueError, match="not today"):
        broken(x)


def test_an_operation_without_gradient():
    m = tf.constant([[1.0, 2.0], [3.0, 4.0]])
    with (
        Forward(m, tf.ones([2, 2])),
        pytest.raises(LookupError, match="gradient registry has no entry"),
    ):
        tf.linalg.lu(m)
    with Forward(one(), one()):
        tf.linalg.lu(m)


def test_complex_numbers():
    c = tf.constant(1 + 2j)
    with Forward(c, tf.constant(1j, c.dtype)) as forward:
        values = [tf.abs(c), tf.math.real(c), tf.math.conj(c), c * c, tf.exp(c), tf.math.angle(c)]
    e = 1j * np.exp(1 + 2j)
    expected = [2 / np.sqrt(5), 0.0, -1j, -4 + 2j, e, 0.2]
    for found, value in zip(forward.jvp(values), expected, strict=True):
        assert_close(found, np.array(value), rtol=1e-6, atol=1e-6)


# --- Errors ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("primals", "tangents", "error", "words"),
    [
        ("xx", "xx", ValueError, "specified as a primal multiple times"),
        ("x", [1.0], ValueError, "same nested structure"),
        ("x", [1.0, 1.0], ValueError, "same nested structure"),
    ],
)
def test_structures_that_do_not_fit(primals, tangents, error, words):
    x = two()
    tangents = [x, x] if tangents == "xx" else tangents
    with pytest.raises(error, match=words):
        Forward([x, x] if primals == "xx" else x, tangents)


def test_what_is_no_tensor():
    x = two()
    with pytest.raises(AttributeError, match="'float' object has no attribute 'dtype'"):
        Forward(1.0, 1.0)
    with pytest.raises(ValueError, match="requested dtype float32"):
        Forward(x, tf.constant(1.0, tf.float64))
    with pytest.raises(ValueError, match="None"):
        Forward(x, None)
    with pytest.raises(AttributeError, match="'float' object has no"):
        Forward(x, 1).jvp(3.0)
    with pytest.raises(ValueError, match="'foo' is not a valid UnconnectedGradients"):
        Forward(x, 1).jvp(x, "foo")


@ours("TensorFlow takes any shape, and fails or goes wrong later")
def test_a_tangent_has_the_shape_of_its_primal():
    with pytest.raises(ValueError, match=r"\[2\].*not float32 and \[\]"):
        Forward(tf.constant([1.0, 2.0]), tf.constant(1.0))


def test_an_accumulator_is_active_once():
    forward = Forward(two(), one())
    with forward, pytest.raises(ValueError, match="Accumulator is already recording"):
        forward.__enter__()


def test_an_integer_primal_is_warned_of(caplog):
    forward = Forward(tf.constant(1), tf.constant(2))
    assert int(forward.jvp(tf.constant(1), "zero")) == 0


# --- Whole models ---------------------------------------------------------------------------------


def test_a_model_has_the_same_derivative_in_both_modes():
    tf.random.set_seed(1)
    w1, w2 = tf.Variable(tf.random.normal([4, 8])), tf.Variable(tf.random.normal([8, 3]))
    x = tf.random.normal([5, 4])
    labels = tf.constant([0, 2, 1, 1, 0])

    def loss():
        hidden = tf.nn.relu(x @ w1)
        logits = tf.nn.softmax_cross_entropy_with_logits(tf.one_hot(labels, 3), hidden @ w2)
        return tf.reduce_mean(logits)

    tangents = [tf.random.normal(w.shape) for w in (w1, w2)]
    with tf.GradientTape() as tape:
        y = loss()
    gradients = tape.gradient(y, [w1, w2])
    expected = sum(float(tf.reduce_sum(g * t)) for g, t in zip(gradients, tangents, strict=True))
    with Forward([w1, w2], tangents) as forward:
        y = loss()
    assert_close(forward.jvp(y), expected, rtol=1e-5)


def test_loops_of_the_program():
    x = two()
    with Forward(x, one()) as forward:
        y = x
        for _ in range(2000):
            y = y * 0.999 + 0.001 * x
    assert_close(forward.jvp(y), 1.0, rtol=1e-4)
