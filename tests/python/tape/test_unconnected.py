"""unconnected_gradients: None, or zeros of the source's shape and dtype; how it is spelt."""

import enum

import numpy as np
import pytest
from checks import assert_close
from library import tf

NONE, ZERO = tf.UnconnectedGradients.NONE, tf.UnconnectedGradients.ZERO


def unconnected(source, how, target=None):
    """The gradient of an unrelated y = w * w (or of `target`) to `source`."""
    w = tf.constant(3.0)
    with tf.GradientTape() as tape:
        tape.watch(w)
        y = w * w
    return tape.gradient(y if target is None else target, source, unconnected_gradients=how)


def test_it_is_a_plain_enumeration():
    assert issubclass(tf.UnconnectedGradients, enum.Enum)
    assert [(m.name, m.value) for m in tf.UnconnectedGradients] == [
        ("NONE", "none"),
        ("ZERO", "zero"),
    ]
    assert tf.UnconnectedGradients("zero") is ZERO


def test_another_member_is_a_value_error():
    with pytest.raises(ValueError, match="'foo' is not a valid UnconnectedGradients"):
        tf.UnconnectedGradients("foo")


@pytest.mark.parametrize("how", [NONE, "none"])
def test_none_is_none(how):
    assert unconnected(tf.constant([1.0, 2.0]), how) is None


@pytest.mark.parametrize("how", [ZERO, "zero"])
def test_zero_is_zeros(how):
    assert_close(unconnected(tf.constant([1.0, 2.0]), how), [0.0, 0.0])


@pytest.mark.parametrize("how", ["ZERO", "Zero", None, 0, b"zero", "foo", True])
def test_any_other_spelling_is_refused(how):
    sentence = f"Unknown value for unconnected_gradients: {how!r}"
    with pytest.raises(ValueError, match=sentence):
        unconnected(tf.constant(1.0), how)


SOURCES = {
    "float16 tensor": (lambda: tf.constant([1.0], tf.float16), "float16", [0.0]),
    "bfloat16 tensor": (lambda: tf.constant([1.0], tf.bfloat16), "bfloat16", [0.0]),
    "float64 tensor": (lambda: tf.constant([[1.0]], tf.float64), "float64", [[0.0]]),
    "complex tensor": (lambda: tf.constant([1 + 2j]), "complex128", [0j]),
    "int32 tensor": (lambda: tf.constant([1, 2]), "int32", [0, 0]),
    "int64 scalar": (lambda: tf.constant(1, tf.int64), "int64", 0),
    "bool tensor": (lambda: tf.constant([True]), "bool", [False]),
    "empty tensor": (lambda: tf.zeros([0, 3]), "float32", np.zeros([0, 3])),
    "variable": (lambda: tf.Variable([1.0, 2.0]), "float32", [0.0, 0.0]),
    "float64 variable": (lambda: tf.Variable([1.0], dtype=tf.float64), "float64", [0.0]),
    "frozen variable": (lambda: tf.Variable(1.0, trainable=False), "float32", 0.0),
    "int variable": (lambda: tf.Variable([1, 2]), "int32", [0, 0]),
}


@pytest.mark.parametrize("kind", SOURCES)
def test_zeros_have_the_shape_and_dtype_of_the_source(kind):
    make, dtype, zeros = SOURCES[kind]
    g = unconnected(make(), ZERO)
    assert g.dtype == dtype
    assert_close(g, zeros)


@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
def test_zero_of_a_string_is_the_empty_string(make):
    g = unconnected(make(["a", "b"]), ZERO)
    assert g.dtype == tf.string
    assert g.numpy().tolist() == [b"", b""]


def test_an_integer_target_gives_zeros_too():
    assert_close(unconnected(tf.constant([1.0]), ZERO, target=tf.constant(1)), [0.0])


def test_each_source_is_answered_by_itself():
    x, w = tf.Variable([2.0, 2.0]), tf.Variable(3.0)
    with tf.GradientTape(persistent=True) as tape:
        z = w**2
    gx, gw = tape.gradient(z, [x, w], unconnected_gradients=ZERO)
    assert_close(gx, [0.0, 0.0])
    assert_close(gw, 6.0)
    gx, gw = tape.gradient(z, [x, w])
    assert gx is None
    assert_close(gw, 6.0)


def test_zeros_through_a_disconnected_path():
    x = tf.constant([1.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stop_gradient(x) * 2.0
    assert_close(tape.gradient(y, x, unconnected_gradients=ZERO), [0.0, 0.0])
