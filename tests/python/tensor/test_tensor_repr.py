"""How tensors and variables show themselves: repr, str and format."""

import math

import numpy as np
import pytest
from library import ours, tf

SCALARS = [
    (6.0, "float32", "6.0", "6.0"),
    (0.4, "float32", "0.4000000059604645", "0.4"),
    (1 / 3, "float32", "0.3333333432674408", "0.33333334"),
    (1e-8, "float32", "9.99999993922529e-09", "1e-08"),
    (1e20, "float32", "1.0000000200408773e+20", "1e+20"),
    (1e-45, "float32", "1.401298464324817e-45", "1e-45"),
    pytest.param(
        *(-0.0, "float32", "-0.0", "-0.0"),
        marks=ours("zero keeps its sign; TensorFlow may hand out a cached 0.0"),
    ),
    (math.nan, "float32", "nan", "nan"),
    (-math.inf, "float32", "-inf", "-inf"),
    (0.1, "float64", "0.1", "0.1"),
    (1.5, "float16", "1.5", "1.5"),
    (1.5, "bfloat16", "1.5", "1.5"),
    (3, "int32", "3", "3"),
    (-3, "int64", "-3", "-3"),
    (200, "uint8", "200", "200"),
    (True, "bool", "True", "True"),
    (1 + 2j, "complex128", "(1+2j)", "(1+2j)"),
    (1 - 2j, "complex64", "(1-2j)", "(1-2j)"),
    ("abc", "string", "b'abc'", "b'abc'"),
    ("a\nb", "string", "b'a\\nb'", "b'a\\nb'"),
    (b"\xff", "string", "b'\\xff'", "b'\\xff'"),
]


@pytest.mark.parametrize(("value", "dtype", "in_repr", "in_str"), SCALARS)
def test_a_scalar(value, dtype, in_repr, in_str):
    t = tf.constant(value, dtype)
    assert repr(t) == f"<tf.Tensor: shape=(), dtype={dtype}, numpy={in_repr}>"
    assert str(t) == f"tf.Tensor({in_str}, shape=(), dtype={dtype})"


@pytest.mark.parametrize(("value", "dtype", "in_repr", "in_str"), SCALARS)
def test_a_scalar_variable(value, dtype, in_repr, in_str):
    v = tf.Variable(value, dtype=dtype)
    assert repr(v) == f"<tf.Variable 'Variable:0' shape=() dtype={dtype}, numpy={in_repr}>"
    assert str(v) == repr(v)


ARRAYS = [
    np.array([1.0, 2.0], np.float32),
    np.array([1.0, 2.0]),
    np.array([1, 2], np.int32),
    np.array([1, 2], np.int64),
    np.array([1, 200], np.uint8),
    np.array([True, False]),
    np.array([1 + 2j, 3], np.complex64),
    np.array([1.5, 2.0], np.float16),
    np.array([b"a", b"bc"], object),
    np.array([], np.float32),
    np.zeros([0, 3], np.float32),
    np.zeros([2, 0, 3], np.int32),
    np.array([[1.0, 2.0], [3.0, 4.0]], np.float32),
    np.arange(8.0).reshape(2, 2, 2),
    np.array([[[1.0]]], np.float32),
    np.array([1 / 3, 100.0, 1e-7], np.float32),
    np.array([1e10, 1.0], np.float32),
    np.array([np.nan, np.inf, -np.inf, 0.0], np.float32),
    np.arange(2000.0),
    np.zeros([50, 50], np.float32),
    np.arange(40.0, dtype=np.float32),
]


def own_line(text):
    return "\n" + text if "\n" in text else text


@pytest.mark.parametrize("array", ARRAYS, ids=lambda a: f"{a.dtype}{list(a.shape)}")
def test_an_array_is_shown_as_numpy_shows_it(array):
    t = tf.constant(array)
    dtype, shape = t.dtype.name, tuple(array.shape)
    as_repr, as_str = own_line(repr(array)), own_line(str(array))
    assert repr(t) == f"<tf.Tensor: shape={shape}, dtype={dtype}, numpy={as_repr}>"
    assert str(t) == f"tf.Tensor({as_str}, shape={shape}, dtype={dtype})"
    v = tf.Variable(array, name="w")
    assert repr(v) == f"<tf.Variable 'w:0' shape={shape} dtype={dtype}, numpy={as_repr}>"
    assert str(v) == repr(v)


def test_a_vector_in_full():
    assert repr(tf.constant([1.0, 2.0])) == (
        "<tf.Tensor: shape=(2,), dtype=float32, numpy=array([1., 2.], dtype=float32)>"
    )
    assert str(tf.constant([1.0, 2.0])) == "tf.Tensor([1. 2.], shape=(2,), dtype=float32)"


def test_a_matrix_in_full():
    assert repr(tf.constant([[1.0, 2.0], [3.0, 4.0]])) == (
        "<tf.Tensor: shape=(2, 2), dtype=float32, numpy=\n"
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)>"
    )
    assert str(tf.constant([[1.0, 2.0], [3.0, 4.0]])) == (
        "tf.Tensor(\n[[1. 2.]\n [3. 4.]], shape=(2, 2), dtype=float32)"
    )


def test_a_matrix_variable_in_full():
    assert repr(tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")) == (
        "<tf.Variable 'w:0' shape=(2, 2) dtype=float32, numpy=\n"
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)>"
    )


@pytest.mark.parametrize(
    ("shape", "shown"), [([None], "(None,)"), (tf.TensorShape(None), "<unknown>")]
)
def test_a_variable_shows_its_declared_shape(shape, shown):
    v = tf.Variable([1.0, 2.0], shape=shape)
    assert repr(v).startswith(f"<tf.Variable 'Variable:0' shape={shown} dtype=float32, numpy=")


def test_numpys_print_options_are_followed():
    with np.printoptions(precision=3):
        assert str(tf.constant([1 / 3])) == "tf.Tensor([0.333], shape=(1,), dtype=float32)"
        assert repr(tf.constant(1 / 3)).endswith("numpy=0.3333333432674408>")


# --- format ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("{}", 6.0, "6.0"),
        ("{}", 0.4, "0.4000000059604645"),
        ("{}", [1.0, 2.0], "[1. 2.]"),
        ("{:.2f}", 3.14159, "3.14"),
        ("{:>8.3f}", 1.0, "   1.000"),
        ("{:e}", 1234.5, "1.234500e+03"),
        ("{:5}|", 3, "    3|"),
        ("{:05d}", 42, "00042"),
        ("{:x}", 255, "ff"),
        ("{}", True, "True"),
        ("{!r}", 1.0, "<tf.Tensor: shape=(), dtype=float32, numpy=1.0>"),
        ("{!s}", 1.0, "tf.Tensor(1.0, shape=(), dtype=float32)"),
        ("{}", "abc", "b'abc'"),
    ],
)
def test_format_is_that_of_the_value(template, value, text):
    assert template.format(tf.constant(value)) == text


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("%s", 1.0, "tf.Tensor(1.0, shape=(), dtype=float32)"),
        ("%.2f", 1.0, "1.00"),
        ("%d", 1, "1"),
        ("%d", 2.7, "2"),
    ],
)
def test_percent_formatting(template, value, text):
    assert template % tf.constant(value) == text


def test_an_array_takes_no_format():
    with pytest.raises(TypeError, match=r"unsupported format string passed to numpy.ndarray"):
        f"{tf.constant([1.0, 2.0]):.2f}"


def test_a_variable_formats_as_its_repr_and_takes_no_format():
    v = tf.Variable(3.0)
    assert f"{v}" == repr(v)
    with pytest.raises(TypeError, match="unsupported format string passed to ResourceVariable"):
        f"{v:.2f}"
