"""autodiff.jvp, vjp, hvp, jacobian, hessian: values, structures, and both modes of a jacobian."""

import numpy as np
import pytest
from checks import assert_close
from library import AGAINST_TENSORFLOW, tf

if AGAINST_TENSORFLOW:
    pytest.skip("gradtape's own", allow_module_level=True)

from gradtape.autodiff import hessian, hvp, jacobian, jvp, vjp


def test_jvp_of_structures():
    y, slopes = jvp(
        lambda a, b: {"y": a * b["c"], "one": tf.constant(1.0)},
        [2.0, {"c": 3.0}],
        [1.0, {"c": 10.0}],
    )
    assert float(y["y"]) == 6.0
    assert {name: float(t) for name, t in slopes.items()} == {"y": 23.0, "one": 0.0}


def test_vjp_may_be_pulled_again_and_in_structures():
    y, pull = vjp(lambda a: (a * a, a + 1.0), tf.constant([1.0, 2.0]))
    assert_close(y[0], np.array([1.0, 4.0]))
    assert_close(pull(), np.array([3.0, 5.0]))
    assert_close(pull((tf.constant([1.0, 0.0]), None)), np.array([3.0, 1.0]))


def test_an_argument_that_is_given_twice_counts_as_two():
    x = tf.constant(3.0)
    _, pull = vjp(lambda a, b: a * a * b, [x, x])
    assert [float(g) for g in pull()] == [18.0, 9.0]
    _, slope = jvp(lambda a, b: a * a * b, [x, x], [1.0, 0.0])
    assert float(slope) == 18.0


@pytest.mark.parametrize(("n", "m"), [(2, 7), (7, 2), (3, 3)])
def test_a_jacobian_is_the_same_in_both_modes(n, m):
    w, x = tf.random.normal([m, n], dtype=tf.float64), tf.random.normal([n, 1], dtype=tf.float64)
    found = jacobian(lambda x: tf.tanh(w @ x), x)
    y = np.tanh(w.numpy() @ x.numpy())
    expected = ((1 - y**2) * w.numpy()).reshape(m, 1, n, 1)
    assert_close(found, expected, rtol=1e-10)


def test_a_jacobian_of_many_outputs_costs_few_passes(monkeypatch):
    rows = []
    plain = tf.GradientTape.jacobian
    monkeypatch.setattr(
        "gradtape._autodiff.functions._by_rows", lambda *_: rows.append(1) or pytest.fail("by rows")
    )
    assert plain is tf.GradientTape.jacobian
    found = jacobian(lambda a: {"y": tf.range(100.0) * a}, 2.0)
    assert_close(found["y"], np.arange(100.0))


def test_jacobians_of_several_arguments_and_outputs():
    found = jacobian(lambda a, b: (a * b, b), [tf.constant([1.0, 2.0]), 3.0])
    assert_close(found[0][0], np.diag([3.0, 3.0]))
    assert_close(found[0][1], np.array([1.0, 2.0]))
    assert_close(found[1][0], np.zeros(2))
    assert_close(found[1][1], 1.0)


def test_variables_are_arguments():
    v = tf.Variable([1.0, 2.0])
    assert_close(jacobian(lambda v: v * v, v), np.diag([2.0, 4.0]))
    assert_close(hvp(lambda v: tf.reduce_sum(v**3), v, [1.0, 0.0]), np.array([6.0, 0.0]))


def test_hessians():
    def f(x, y):
        return tf.reduce_sum(x**2) * y

    x, y = tf.constant([1.0, 2.0]), tf.constant(3.0)
    found = hessian(f, [x, y])
    assert_close(found[0][0], np.diag([6.0, 6.0]))
    assert_close(found[0][1], np.array([2.0, 4.0]))
    assert_close(found[1][0], np.array([2.0, 4.0]))
    assert_close(found[1][1], 0.0)
    product = hvp(f, [x, y], [tf.constant([1.0, 0.0]), tf.constant(1.0)])
    assert_close(product[0], np.array([8.0, 4.0]))
    assert_close(product[1], 2.0)


@pytest.mark.parametrize("of", [hessian, lambda f, x: hvp(f, x, x)])
def test_second_derivatives_are_of_scalars(of):
    with pytest.raises(ValueError, match="returns a scalar"):
        of(lambda x: x * x, tf.constant([1.0, 2.0]))


def test_all_of_them_may_be_differentiated():
    x = tf.constant(2.0)
    for f in (
        lambda x: jvp(lambda x: x**3, x, 1.0)[1],
        lambda x: vjp(lambda x: x**3, x)[1](),
        lambda x: jacobian(lambda x: x**3, x),
        lambda x: tf.reduce_sum(jacobian(lambda x: tf.stack([x**3, x]), x)),
    ):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        assert_close(tape.gradient(y, x), 12.0)
    assert_close(jacobian(lambda x: hvp(lambda x: x**4, x, 1.0), x), 48.0)
