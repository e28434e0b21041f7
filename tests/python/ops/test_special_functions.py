"""Bessel functions, gamma functions and integrals: derivatives at 0, at poles, far away; and that
no function loses its derivatives to `0 / 0` or `inf - inf` where it is smooth."""

import inspect
import math

import numpy as np
import pytest
from checks import as_array, assert_close, derivatives
from library import ours, tf

inf, nan = math.inf, math.nan
math_, special = tf.math, tf.math.special


@ours("the limits; TensorFlow has 1 for 0.5, or nan, in most places")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
@pytest.mark.parametrize(
    ("f", "x", "expected"),
    [
        (math_.bessel_i0, 0.0, [1, 0, 0.5, 0, 0.375]),
        (math_.bessel_i1, 0.0, [0, 0.5, 0, 0.375, 0]),
        (math_.bessel_i0e, 0.0, [1, 0, 0.5]),
        (math_.bessel_i1e, 0.0, [0, 0.5, 0]),
        (special.bessel_j0, 0.0, [1, 0, -0.5, 0, 0.375]),
        (special.bessel_j1, 0.0, [0, 0.5, 0, -0.375]),
        (special.bessel_k0, 0.0, [inf, -inf, inf]),
        (special.bessel_k1, 0.0, [inf, -inf, inf]),
        (special.bessel_k0e, 0.0, [inf, -inf, inf]),
        (special.bessel_k1e, 0.0, [inf, -inf, inf]),
        (special.bessel_y0, 0.0, [-inf, inf, -inf]),
        (special.bessel_y1, 0.0, [-inf, inf, -inf]),
        (math_.bessel_i0, 800.0, [inf, inf, inf]),
        (math_.bessel_i1, inf, [inf, inf, inf]),
        (math_.bessel_i1, -inf, [-inf, inf, -inf]),
        (math_.bessel_i1e, inf, [0, 0, 0]),
        (special.bessel_j1, inf, [0, 0, 0]),
        (special.bessel_k1e, inf, [0, 0, 0]),
        (math_.lgamma, inf, [inf, inf, 0, 0]),
        (math_.digamma, inf, [inf, 0, 0, 0]),
        (math_.digamma, 0.0, [nan, inf]),
        (special.spence, 1.0, [0, -1, 0.5, -2 / 3, 1.5]),
        (special.spence, 0.0, [math.pi**2 / 6, -inf, inf]),
        (special.spence, inf, [-inf, 0, 0]),
        (special.expint, 0.0, [-inf, inf, -inf]),
        (special.expint, inf, [inf, inf, inf]),
        (special.expint, -inf, [0, 0, 0]),
        (special.dawsn, 0.0, [0, 1, 0, -4]),
        (special.dawsn, inf, [0, 0, 0]),
        (special.dawsn, -inf, [0, 0, 0]),
    ],
)
def test_derivatives_are_limits(f, x, expected, dtype):
    found = derivatives(f, tf.constant(x, dtype), len(expected) - 1)
    for d, e in zip(found, expected, strict=True):
        assert_close(d, e)


@ours("zero is the end of the domain, with either sign; TensorFlow has nan")
@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (math_.bessel_i1, [0, 0.5, 0, 0.375]),
        (special.bessel_j1, [0, 0.5, 0, -0.375]),
        (special.bessel_k1, [inf, -inf, inf]),
        (special.bessel_k0e, [inf, -inf, inf]),
        (special.bessel_y1, [-inf, inf, -inf]),
    ],
)
def test_derivatives_at_minus_zero(f, expected):
    found = derivatives(f, tf.constant(-0.0), len(expected) - 1)
    for d, e in zip(found, expected, strict=True):
        assert_close(d, e)


@pytest.mark.parametrize(
    ("f", "x", "expected"),  # as mpmath has them
    [
        (math_.bessel_i1, 2.5, [2.5167162452887, 2.28315264593464, 2.00612978616103]),
        (math_.bessel_i1e, -1.5, [-0.219039387420926, 0.00236796335261555, 0.0549899883671805]),
        (special.bessel_j1, 4.5, [-0.231060431923371, -0.269195746335484, 0.279471317186892]),
        (special.bessel_y1, 0.5, [-1.47147239267024, 2.49842605183378, -9.41126928167829]),
        (special.bessel_k1, 0.5, [1.656441120003301, -4.237301311234267, 16.75680822248504]),
        (special.bessel_k0e, 0.5, [1.52410938577391, -1.20690032243788, 3.04821877154782]),
        (special.spence, 0.25, [0.978469392930306, -1.84839248149319, 2.86881002467575]),
    ],
)
def test_derivatives_in_between(f, x, expected):
    found = derivatives(f, tf.constant(x, tf.float64), len(expected) - 1)
    for d, e in zip(found, expected, strict=True):
        assert_close(d, e, rtol=1e-10)


@ours("TensorFlow has nan for negative arguments")
def test_expint_below_zero():
    expected = [-0.340340812911230, -0.629822070321353, -1.46958483074982, -4.54871495232088]
    for d, e in zip(
        derivatives(special.expint, tf.constant(-0.75, tf.float64), 3), expected, strict=True
    ):
        assert_close(d, e, rtol=1e-10)


@ours("TensorFlow has 2 where dawsn is far below zero")
def test_far_from_zero():
    """A large argument has a small derivative, not 0."""
    x = tf.constant([1e100, 1e150], tf.float64)
    assert_close(derivatives(math_.digamma, x, 1)[1], 1 / as_array(x), rtol=1e-12, atol=0)
    y = tf.constant([1e3, -1e10], tf.float64)
    assert_close(derivatives(special.dawsn, y, 1)[1], [-5.0000075e-07, -5e-21], rtol=1e-9, atol=0)


@ours("TensorFlow loses the argument beside 1")
def test_close_to_a_pole():
    x = tf.constant([-1e-30, 1e-30, -1e-9], tf.float64)
    assert_close(derivatives(math_.digamma, x, 1)[1], as_array(x) ** -2.0, rtol=1e-8, atol=0)


# --- every function of one argument ---------------------------------------------------------------

POINTS = [0.0, 1.0, -1.0, 0.5, -0.5, 2.0, -2.0, 1e-8, 1e-30, -1e-30, 1e-160, 30.0, 800.0, -800.0]
POINTS += [1e10, -1e10, 1e150, -1e150]


def functions():
    """Every public function that takes one real tensor and gives one of its shape and type."""
    for space in (tf, tf.math, tf.math.special, tf.nn):
        for name, f in list(vars(space).items()):
            if name.startswith("_") or inspect.isclass(f) or not callable(f):
                continue
            try:
                y = f(tf.constant([0.3, 0.4], tf.float64))
            except Exception:
                continue
            if tf.is_tensor(y) and y.dtype == tf.float64 and y.shape == (2,):
                yield f"{space.__name__.split('.')[-1]}.{name}", f


@ours("TensorFlow has nan at some of these points")
def test_a_smooth_function_has_derivatives():
    """Where a function and its argument are finite, its first two derivatives are numbers."""
    seen, bad = set(), []
    for name, f in functions():
        for x in POINTS:
            values = [
                d if d is None else d.numpy()
                for d in derivatives(f, tf.constant([x], tf.float64), 2)
            ]
            if np.isfinite(values[0]).all() and any(
                d is not None and np.isnan(d).any() for d in values
            ):
                bad.append((name, x, values))
        seen.add(name)
    assert len(seen) > 60
    assert bad == []
