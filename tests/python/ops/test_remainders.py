"""Remainders and whole quotients of floats: exact, for finite numbers of every size."""

import math
from fractions import Fraction

import numpy as np
import pytest
from checks import as_array, assert_close, gradients
from hypothesis import given, settings, strategies as st
from library import AGAINST_TENSORFLOW, ours, tf

inf, nan = math.inf, math.nan
MOD = [tf.math.floormod, tf.math.mod, lambda x, y: x % y]
FLOAT_TYPES = ["float16", "bfloat16", "float32", "float64"]
WIDTH = {"float16": 16, "bfloat16": 32, "float32": 32, "float64": 64}
LARGEST = {"float16": 65504.0, "bfloat16": 2.0**127, "float32": None, "float64": None}


def finite(dtype):
    """Lists of pairs of finite numbers; TensorFlow takes subnormal ones for 0."""
    end = LARGEST[dtype]
    number = st.floats(
        end and -end,
        end,
        allow_nan=False,
        allow_infinity=False,
        allow_subnormal=not AGAINST_TENSORFLOW,
        width=WIDTH[dtype],
    )
    return st.lists(st.tuples(number, number), min_size=1, max_size=40)


def columns(pairs, dtype):
    """Two tensors of the pairs, and their values in float64; bfloat16 rounds them."""
    x, y = (tf.cast(tf.constant(side, tf.float64), dtype) for side in zip(*pairs, strict=True))
    tensors = [x, tf.where(y == 0, tf.ones_like(y), y)]
    return tensors, [as_array(side).astype(np.float64) for side in tensors]


@pytest.mark.parametrize("dtype", FLOAT_TYPES)
def test_remainders_are_numpys(dtype):
    @given(finite(dtype))
    @settings(max_examples=150, deadline=None)
    def check(pairs):
        (x, y), (a, b) = columns(pairs, dtype)
        with np.errstate(all="ignore"):
            # Exact in float64, but for the addition of the divisor, which the type itself rounds.
            exact = tf.cast(tf.constant(np.mod(a, b)), dtype)
        for f in MOD:
            np.testing.assert_array_equal(as_array(f(x, y)), as_array(exact))

    check()


@ours("TensorFlow has no truncatemod of half precision")
@pytest.mark.parametrize("dtype", FLOAT_TYPES)
def test_truncated_remainders_are_those_of_c(dtype):
    @given(finite(dtype))
    @settings(max_examples=50, deadline=None)
    def check(pairs):
        (x, y), (a, b) = columns(pairs, dtype)
        found = as_array(tf.truncatemod(x, y)).astype(np.float64)
        np.testing.assert_array_equal(found, np.fmod(a, b))
        np.testing.assert_array_equal(np.signbit(found), np.signbit(a))

    check()


@ours("TensorFlow rounds the quotient before it rounds it down")
@pytest.mark.parametrize("dtype", FLOAT_TYPES)
def test_whole_quotients_are_exact(dtype):
    limit = {"float16": 2.0**11, "bfloat16": 2.0**8, "float32": 2.0**24, "float64": 2.0**53}[dtype]

    @given(finite(dtype))
    @settings(max_examples=150, deadline=None)
    def check(pairs):
        (x, y), sides = columns(pairs, dtype)
        down, towards_zero = as_array(x // y), as_array(tf.truncatediv(x, y))
        for i, (a, b) in enumerate(zip(*sides, strict=True)):
            quotient = Fraction(a) / Fraction(b)
            if abs(quotient) < limit:
                assert down[i] == math.floor(quotient), (a, b)
                assert towards_zero[i] == math.trunc(quotient), (a, b)
            else:  # too large for a fraction: the nearest number of the type
                with np.errstate(all="ignore"):
                    nearest = as_array(tf.cast(tf.constant(a / b), dtype))
                assert_close(down[i], nearest, rtol=2 / limit)
                assert_close(towards_zero[i], nearest, rtol=2 / limit)

    check()


@ours("TensorFlow rounds the quotient before it rounds it down")
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_quotient_and_remainder_belong_together(dtype):
    """As in Python and NumPy: 1 is 9 times 0.1 and a remainder, that float being above 1 / 10."""
    x, y = tf.constant([1.0, -1.0, 1e-30, -1e-30, 7.5], dtype), tf.constant([0.1], dtype)
    assert_close(x // y, [9.0, -10.0, 0.0, -1.0, 74.0])
    assert_close(x // y * y + x % y, x)


@pytest.mark.parametrize("f", MOD)
@pytest.mark.parametrize("dtype", FLOAT_TYPES)
def test_remainders_at_the_ends(f, dtype):
    x = tf.constant([1, -1, 1, -1, 0, inf, -inf, inf, nan, 1, 1, 0, 6, -6], dtype)
    y = tf.constant([inf, inf, -inf, -inf, inf, 1, 1, inf, 1, nan, 0, 0, -3, 3], dtype)
    want = [1, inf, -inf, -1, 0, nan, nan, nan, nan, nan, nan, nan, 0, 0]
    assert_close(f(x, y), np.float64(want))
    for a, b, z in zip(x, y, want, strict=True):  # numbers take another way than arrays
        assert_close(f(a, b), z)
    zeros = f(
        tf.constant([0.0, -0.0, 6.0, -6.0], dtype), tf.constant([-3.0, 3.0, -3.0, 3.0], dtype)
    )
    assert np.signbit(as_array(zeros)).tolist() == [False, True, False, True]


def test_large_and_small_quotients():
    """What was wrong once."""
    cases = [(1e10, 3.0), (1e-8, -1.0), (3.4e38, 0.5), (1e9, 3.0), (-1e10, 3.0), (5.0, 1e-30)]
    for x, y in cases:
        x, y = np.float32(x), np.float32(y)
        assert_close(tf.constant(x) % y, np.mod(x, y), rtol=0)
    assert (tf.constant(1e20, tf.float64) % 7).numpy() == 2
    assert (1e20 % tf.constant(7.0, tf.float64)).numpy() == 2
    v = tf.Variable(1e20, dtype=tf.float64)
    assert (v % 7.0).numpy() == 2


def test_gradients():
    gx, gy = gradients(tf.math.floormod, [1e10, 1.0, -7.0], [3.0, inf, 2.0], dtype="float64")
    assert_close(gx, [1.0, 1.0, 1.0])
    assert_close(gy, [-3333333333.0, 0.0, 4.0])


@ours("the quotient that belongs to the remainder")
def test_the_gradient_to_the_divisor_is_the_exact_quotient():
    assert_close(gradients(tf.math.floormod, 1.0, 0.1, dtype="float64")[1], -9.0)
