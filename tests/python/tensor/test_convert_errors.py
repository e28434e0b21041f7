"""What does not become a tensor, and lists that hold tensors."""

import dataclasses
import datetime as dt
import decimal
import enum
import fractions

import numpy as np
import pytest
from checks import assert_close, value_and_gradients
from library import ours, tf

RAGGED = "Can't convert non-rectangular Python sequence to Tensor"
MIXED = "Can't convert Python sequence with mixed types to Tensor"


@pytest.mark.parametrize("make", [tf.constant, tf.convert_to_tensor, tf.Variable, tf.sin])
@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([[1.0], [1.0, 2.0]], RAGGED),
        ([[[1.0]], [[1.0, 2.0]]], RAGGED),
        ([[1], 2], f"{RAGGED}|{MIXED}"),
        ([1, [2]], MIXED),
        ([1, "a"], MIXED),
        (["a", 1], MIXED),
        ([True, 1], MIXED),
        ([True, 1.0], MIXED),
        ([1.0, None], rf"{MIXED}|Attempt to convert a value \(None\)"),
    ],
    ids=lambda v: repr(v)[:25],
)
def test_lists_are_rectangular_and_of_one_kind(make, value, sentence):
    with pytest.raises(ValueError, match=sentence):
        make(value)


def generator():
    yield 1


@dataclasses.dataclass
class Point:
    x: float


@pytest.mark.parametrize(
    "make", [tf.constant, tf.convert_to_tensor, tf.sin, lambda v: 1.0 + tf.constant(v)]
)
@pytest.mark.parametrize(
    "value",
    [
        None,
        [None],
        object(),
        {},
        {"a": 1},
        {1, 2},
        generator(),
        generator,
        decimal.Decimal("1.5"),
        fractions.Fraction(1, 2),
        dt.date(2020, 1, 1),
        slice(1),
        ...,
        NotImplemented,
        tf.float32,
        Point(1.0),
        float,
        map(abs, [1]),
    ],
    ids=lambda v: type(v).__name__,
)
def test_other_objects_are_refused_by_value_and_type(make, value):
    item = value[0] if isinstance(value, list) else value
    with pytest.raises(ValueError, match=r"Attempt to convert a value \(") as caught:
        make(value)
    assert f"with an unsupported type ({type(item)}) to a Tensor" in str(caught.value)


@pytest.mark.parametrize(
    "array",
    [
        np.array([object()]),
        np.array([None, 1.0]),
        np.array([[1.0], [1.0, 2.0]], object),
        np.array([1, "a"], object),
        np.array([1.0], np.longdouble),
        np.array(["2020-01-01"], "datetime64[D]"),
        np.zeros(1, [("a", "f4")]),
    ],
    ids=["object", "None", "list", "mixed", "longdouble", "datetime", "record"],
)
def test_arrays_without_a_dtype_of_ours_are_refused(array):
    with pytest.raises((ValueError, TypeError), match=r"NumPy|numpy|type"):
        tf.constant(array)


@pytest.mark.parametrize(
    ("value", "dtype", "shown"),
    [
        (1.5, "int32", r"1\.5 to EagerTensor of dtype int32"),
        (1.0, "int32", r"1\.0 to EagerTensor of dtype int32"),
        ([1.5], "int64", r"\[?1\.5\]? to EagerTensor of dtype int64"),
        (1, "bool", "1 to EagerTensor of dtype bool"),
        (1.0, "bool", r"1\.0 to EagerTensor of dtype bool"),
        ("a", "float32", "'a' to EagerTensor of dtype float"),
        (1.0, "string", r"1\.0 to EagerTensor of dtype string"),
        (1j, "float32", "1j to EagerTensor of dtype float"),
    ],
)
def test_a_value_that_does_not_fit_the_dtype(value, dtype, shown):
    for make in (tf.constant, tf.convert_to_tensor):
        with pytest.raises(TypeError, match=f"Cannot convert {shown}"):
            make(value, dtype)
    with pytest.raises(TypeError, match=f"Cannot convert {shown}"):
        tf.Variable(value, dtype=dtype)


@pytest.mark.parametrize("value", [2**63, 2**64, -(2**63) - 1, [1, 2**70]])
def test_integers_beyond_64_bits_are_refused(value):
    with pytest.raises(ValueError, match="out-of-range integer"):
        tf.constant(value)


def test_a_finite_number_does_not_become_infinite_without_being_asked():
    with pytest.raises(ValueError, match="value out of range"):
        tf.constant(1e39)


@pytest.mark.parametrize("dtype", [int, "foo", 1.5, object()])
def test_what_is_no_dtype(dtype):
    with pytest.raises(TypeError, match="Cannot convert the argument `type_value`"):
        tf.constant(1, dtype=dtype)


def test_a_tensor_does_not_change_its_dtype_by_conversion():
    x = tf.constant(1.0)
    sentence = r"Expected tensor 1\.0 with dtype tf\.float64, but got dtype tf\.float32"
    with pytest.raises(TypeError, match=sentence):
        tf.constant(x, dtype=tf.float64)
    sentence = (
        r"Tensor conversion requested dtype float64 for Tensor with dtype float32: "
        r"<tf\.Tensor: shape=\(\), dtype=float32, numpy=1\.0>"
    )
    with pytest.raises(ValueError, match=sentence):
        tf.convert_to_tensor(x, dtype=tf.float64)
    sentence = "conversion requested .*float64 for .*float32"
    with pytest.raises(ValueError, match=sentence):
        tf.convert_to_tensor(tf.Variable(1.0), dtype=tf.float64)


@pytest.mark.parametrize(
    ("value", "shape", "counts"),
    [([1, 2, 3], [2, 2], (3, 4)), ([1.0, 2.0], [3], (2, 3)), ([], [3], (0, 3))],
)
def test_a_constant_of_another_size_is_refused(value, shape, counts):
    sentence = (
        r"Eager execution of tf\.constant with unsupported shape\. Tensor .* has "
        rf"{counts[0]} elements, but got `shape` .* with {counts[1]} elements"
    )
    with pytest.raises(TypeError, match=sentence):
        tf.constant(value, shape=shape)


@pytest.mark.parametrize(
    ("shape", "error"), [([-1], ValueError), ("a", TypeError), ([1.5], TypeError)]
)
def test_what_is_no_shape(shape, error):
    with pytest.raises(error):
        tf.constant([1.0], shape=shape)


@ours("a row of another length is refused also where an empty one comes first")
def test_an_empty_row_beside_a_full_one_is_refused():
    with pytest.raises(ValueError, match=RAGGED):
        tf.constant([[], [1.0]])


@ours("a list that contains itself, or too many lists, is refused; TensorFlow aborts the process")
def test_bottomless_lists_are_refused():
    endless = []
    endless.append(endless)
    deep = 1.0
    for _ in range(100_000):
        deep = [deep]
    try:
        for value in (endless, deep):
            with pytest.raises((ValueError, RecursionError, tf.errors.InvalidArgumentError)):
                tf.constant(value)
    finally:
        while isinstance(deep, list):  # freeing it in one go would recurse in C
            deep = deep[0]


# --- what converts though one might doubt it ------------------------------------------------------


class HasArray:
    def __array__(self, dtype=None, copy=None):
        return np.array([1.0, 2.0])


class Number(float):
    pass


class Choice(enum.IntEnum):
    FIRST = 1


@pytest.mark.parametrize(
    ("value", "result", "dtype"),
    [
        (HasArray(), [1.0, 2.0], "float64"),
        (Number(1.5), 1.5, "float32"),
        (Choice.FIRST, 1, "int32"),
        (((1.0,), (2.0,)), [[1.0], [2.0]], "float32"),
        ([(), ()], np.zeros([2, 0]), "float32"),
        ([np.array([1.0]), [2.0]], [[1.0], [2.0]], "float64"),
        (np.asfortranarray([[1.0, 2.0], [3.0, 4.0]]), [[1.0, 2.0], [3.0, 4.0]], "float64"),
        (np.arange(6.0).reshape(2, 3)[:, ::-2].T, [[2.0, 5.0], [0.0, 3.0]], "float64"),
        (np.broadcast_to(np.float32(1), [2, 2]), [[1.0, 1.0], [1.0, 1.0]], "float32"),
    ],
    ids=lambda v: type(v).__name__,
)
def test_these_convert(value, result, dtype):
    t = tf.constant(value)
    assert t.dtype == dtype
    assert_close(t, result)


def test_text_is_utf8():
    assert tf.constant("é").numpy() == "é".encode()
    assert tf.constant("a\0b").numpy() == b"a\0b"


# --- lists of tensors -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("f", "value", "g"),
    [
        (lambda a, b: tf.convert_to_tensor([a, b, 1.0]), [2.0, 3.0, 1.0], [1.0, 1.0]),
        (lambda a, b: tf.convert_to_tensor([[a, 1.0], [b, 2.0]]), [[2, 1], [3, 2]], [1.0, 1.0]),
        (lambda a, b: tf.convert_to_tensor((a, b)), [2.0, 3.0], [1.0, 1.0]),
        (lambda a, b: tf.convert_to_tensor([1, a, b]), [1.0, 2.0, 3.0], [1.0, 1.0]),
        (lambda a, b: tf.convert_to_tensor([np.float64(3), a * b]), [3.0, 6.0], [3.0, 2.0]),
        (lambda a, b: tf.reduce_sum([a, b * b]), 11.0, [1.0, 6.0]),
        (lambda a, b: tf.reduce_prod([a, b, 2.0]), 12.0, [6.0, 4.0]),
        (lambda a, b: tf.stack([a, b, 3.0]), [2.0, 3.0, 3.0], [1.0, 1.0]),
        (lambda a, b: tf.concat([[a], [b]], 0), [2.0, 3.0], [1.0, 1.0]),
        (lambda a, b: a * [1.0, b], [2.0, 6.0], [4.0, 2.0]),
        (lambda a, b: tf.matmul([[a]], [[b]]), [[6.0]], [3.0, 2.0]),
        (lambda a, b: tf.square([a, b]), [4.0, 9.0], [4.0, 6.0]),
    ],
)
def test_tensors_in_lists_are_packed_and_keep_their_gradient(f, value, g):
    y, found = value_and_gradients(f, 2.0, 3.0)
    assert_close(y, value)
    assert_close(found[0], g[0])
    assert_close(found[1], g[1])


def test_variables_in_lists_too():
    a, b = tf.constant(2.0), tf.Variable(3.0)
    with tf.GradientTape() as tape:
        y = tf.reduce_sum(tf.convert_to_tensor([[a], [b]]) ** 2)
    assert y.numpy() == 13.0
    assert tape.gradient(y, b).numpy() == 6.0
    assert_close(tf.Variable([a, b]), [2.0, 3.0])


def test_constant_does_not_pack():
    with pytest.raises(ValueError):
        tf.constant([tf.constant(1.0), tf.constant(2.0)])


@pytest.mark.parametrize(
    ("items", "error", "sentence"),
    [
        (
            lambda a: [a, tf.constant([1.0, 2.0])],
            "IAE",
            r"values\[0\].shape = \[\] != values\[1\].shape = \[2\]",
        ),
        (lambda a: [a, [1.0]], "IAE", r"values\[0\].shape = \[\] != values\[1\].shape = \[1\]"),
        (lambda a: [a, tf.constant(1)], "IAE", "cannot compute Pack as input #1"),
        (lambda a: [a, "a"], TypeError, "Cannot convert 'a' to EagerTensor of dtype float"),
        (lambda a: [a, None], ValueError, r"Attempt to convert a value \(None\)"),
    ],
)
def test_what_does_not_pack(items, error, sentence):
    error = tf.errors.InvalidArgumentError if error == "IAE" else error
    with pytest.raises(error, match=sentence):
        tf.convert_to_tensor(items(tf.constant(1.0)))
