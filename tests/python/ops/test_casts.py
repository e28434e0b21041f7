"""Casts of floats to integers: what is cut off, and what becomes of numbers that an integer cannot
hold."""

import numpy as np
import pytest
from library import ours, tf

FLOATS = ["float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
INF, NAN = float("inf"), float("nan")
LEAST_32, LEAST_64 = -(2**31), -(2**63)

# A number, and what it is as int32, int64 and uint64. None: too large for the float in question.
POINTS = [
    (INF, LEAST_32, LEAST_64, 2**63),
    (-INF, LEAST_32, LEAST_64, 2**63),
    (NAN, LEAST_32, LEAST_64, 2**63),
    (1e30, LEAST_32, LEAST_64, 2**63),
    (-1e30, LEAST_32, LEAST_64, 2**63),
    (2.0**31, LEAST_32, 2**31, 2**31),
    (-(2.0**31), LEAST_32, LEAST_32, 2**64 - 2**31),
    (5 * 2.0**31, LEAST_32, 5 * 2**31, 5 * 2**31),
    (2.0**63, LEAST_32, LEAST_64, 2**63),
    (3 * 2.0**62, LEAST_32, LEAST_64, 3 * 2**62),
    (2.0**64, LEAST_32, LEAST_64, 2**63),
    (300.7, 300, 300, 300),
    (-300.7, -300, -300, 2**64 - 300),
    (-0.5, 0, 0, 0),
]
WIDE = ("int32", "int64", "uint64")
# Lengths of vectors, of what is left over behind them, and of work that threads share.
LENGTHS = [1, 7, 14, 14 * 9 + 3, 14 * 20_000]


def cast_of(values, source, target):
    wide = tf.constant(values, tf.float64)
    return tf.cast(tf.cast(wide, source), target).numpy()


def fits(value, source):
    return source != "float16" or not 65504 < abs(value) < INF


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("target", WIDE)
@pytest.mark.parametrize("source", FLOATS)
def test_numbers_without_a_place_become_the_least_integer(source, target, length):
    points = [p for p in POINTS if fits(p[0], source)]
    if source == "bfloat16":  # which has eight bits of 300.7
        points = [p for p in points if abs(p[0]) != 300.7]
    expected = [p[1 + WIDE.index(target)] for p in points]
    found = cast_of(np.resize([p[0] for p in points], length), source, target)
    assert found.tolist() == np.resize(np.array(expected, target), length).tolist()


@pytest.mark.parametrize("length", [1, 7, 32, 33, 101])
@pytest.mark.parametrize("target", ["int8", "uint8", "int16", "uint16"])
@pytest.mark.parametrize("source", ["float16", "bfloat16", "float32", "float64"])
def test_short_integers_end_at_their_bounds_but_in_the_last_elements(source, target, length):
    values = np.resize([INF, -INF, NAN, 1e30, 300.0, -300.0, -1.5, 127.0, 128.0, 256.0], length)
    if source == "float64":  # TensorFlow's answers to larger ones depend on the processor
        values = np.nan_to_num(values, posinf=3e4, neginf=-3e4).clip(-3e4, 3e4)
    whole = cast_of(values, source, "int32")
    vectors = length - length % (16 if source == "float64" else 32)
    bounds = np.iinfo(target)
    expected = whole[:vectors].clip(bounds.min, bounds.max).astype(target).tolist()
    expected += whole[vectors:].astype(target).tolist()
    assert cast_of(values, source, target).tolist() == expected


@pytest.mark.parametrize("target", ["int8", "uint8", "int16", "uint16", "uint32"])
@pytest.mark.parametrize("source", FLOATS)
def test_a_single_element_is_cut_to_length(source, target):
    through = "int64" if target == "uint32" else "int32"
    for value in [INF, -INF, NAN, 1e30, 3e9, -3e9, 300.7, -300.7, -1.5, 128.0]:
        expected = tf.cast(cast_of([value], source, through), target).numpy()
        assert cast_of([value], source, target).tolist() == expected.tolist(), value


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("source", FLOATS)
@ours("TensorFlow's answer depends on the length of the tensor and the place in it")
def test_uint32_is_int64_cut_to_length_wherever_it_stands(source, length):
    values = np.resize([INF, -INF, NAN, 1e30, 3e9, -3e9, 300.7, -300.7, 5e9], length)
    expected = tf.cast(cast_of(values, source, "int64"), "uint32").numpy()
    assert cast_of(values, source, "uint32").tolist() == expected.tolist()


@pytest.mark.parametrize("source", FLOATS)
def test_everything_but_zero_is_true(source):
    assert cast_of([INF, NAN, 0.5, -0.0, 1e-5], source, "bool").tolist() == [1, 1, 1, 0, 1]


@ours("TensorFlow's bounds are those that the float can hold, beyond which it wraps around")
@pytest.mark.parametrize("source", ["float16", "bfloat16", "float32", "float64"])
@pytest.mark.parametrize("target", ["int8", "uint8", "int16", "int32", "uint32", "int64", "uint64"])
def test_a_saturating_cast_ends_at_the_bounds(source, target):
    x = tf.cast(tf.constant([INF, -INF, NAN, -2.5, 100.0], tf.float64), source)
    info = np.iinfo(target)
    expected = [info.max, info.min, 0, max(info.min, -2), 100]
    assert tf.saturate_cast(x, target).numpy().tolist() == expected
