"""Quotients in functions of datasets are rounded once, as written; functions elsewhere multiply by
the reciprocal."""

import numpy as np
import pytest
from library import tf

BYTES = np.arange(256, dtype="float32")
F = np.float32


def mapped(function, values):
    return next(iter(tf.data.Dataset.from_tensors(values).map(function))).numpy()


@pytest.mark.parametrize(
    ("function", "expected"),
    [
        (lambda x: x / 255.0, BYTES / F(255)),
        (lambda x: x / 127.5 - 1, BYTES / F(127.5) - F(1)),
        (lambda x: (x / 3) / 7, BYTES / F(3) / F(7)),
        (lambda x: (x / 3) * 7, BYTES / F(3) * F(7)),
        (lambda x: 1.0 / (x + 1), F(1) / (BYTES + F(1))),
        (lambda x: x * 3 * 7.1, BYTES * (F(3) * F(7.1))),
    ],
)
def test_a_quotient_is_a_quotient_in_maps(function, expected):
    np.testing.assert_array_equal(mapped(function, BYTES), expected)
    np.testing.assert_array_equal(mapped(tf.function(function), BYTES), expected)


def test_also_within_functions_which_go_on_as_before():
    @tf.function
    def both(x):
        inner = tf.zeros_like(x)
        for row in tf.data.Dataset.from_tensors(x).map(lambda y: y / 255.0):
            inner = row
        return inner, x / 255.0

    inner, outer = both(tf.constant(BYTES))
    np.testing.assert_array_equal(inner, BYTES / F(255))
    np.testing.assert_array_equal(outer, BYTES * (F(1) / F(255)))


def test_after_an_error_functions_multiply_again():
    def fails(x):
        raise KeyError("no such thing")

    with pytest.raises(Exception, match="no such thing"):
        mapped(fails, BYTES)
    found = tf.function(lambda x: x / 255.0)(tf.constant(BYTES))
    np.testing.assert_array_equal(found, BYTES * (F(1) / F(255)))
