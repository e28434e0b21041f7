"""dtypes: what Python and NumPy values become, and that tensors of two dtypes never mix."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

IAE = tf.errors.InvalidArgumentError

# --- what a value becomes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "dtype"),
    [
        (1.5, "float32"),
        (3, "int32"),
        (2**31 - 1, "int32"),
        (-(2**31), "int32"),
        (2**31, "int64"),
        (-(2**31) - 1, "int64"),
        (2**62, "int64"),
        (True, "bool"),
        (1j, "complex128"),
        ("a", "string"),
        (b"a", "string"),
        (float("nan"), "float32"),
        ([], "float32"),
        ([[]], "float32"),
        ([1, 2.5], "float32"),
        ([1.0, 2], "float32"),
        ([1, True], "int32"),
        ([1.0, True], "float32"),
        ([[1, 2], [3, 4.5]], "float32"),
        ([2**40, 1], "int64"),
        (range(3), "int32"),
        ((1.0, (2.0,)[0]), "float32"),
        (np.float64(1), "float64"),
        (np.float16(1), "float16"),
        (np.int64(1), "int64"),
        (np.uint8(1), "uint8"),
        (np.uint64(2**63), "uint64"),
        (np.complex64(1j), "complex64"),
        (np.bool_(True), "bool"),
        (np.str_("a"), "string"),
        (np.array([1.0]), "float64"),
        (np.array([1]), "int64"),
        (np.array(["a", "b"]), "string"),
        (np.array([b"a"]), "string"),
        (np.array([1.0], ">f4"), "float32"),
        ([np.float64(1)], "float64"),
        ([np.float64(1), 2.0], "float64"),
        ([1.0, np.float64(1)], "float32"),
        ([np.float32(1)], "float32"),
        ([np.float16(1)], "float16"),
        ([np.int64(1)], "int32"),
        ([np.int64(2**40)], "int64"),
        ([np.bool_(True)], "bool"),
        ([np.array([1.0, 2.0])], "float64"),
        (tf.TensorShape([1, 2]), "int32"),
    ],
    ids=lambda v: repr(v)[:30],
)
@pytest.mark.parametrize("make", [tf.constant, tf.convert_to_tensor])
def test_the_dtype_of(make, value, dtype):
    assert make(value).dtype == dtype


@pytest.mark.parametrize(
    ("value", "dtype", "result"),
    [
        (1, "float32", 1.0),
        (1, "float16", 1.0),
        (1, "bfloat16", 1.0),
        (True, "float32", 1.0),
        (True, "int32", 1),
        (3, "complex64", 3 + 0j),
        (1.5, "complex128", 1.5 + 0j),
        (300, "uint8", 44),
        (-1, "uint8", 255),
        (2**40, "int32", 0),
        (2**63, "uint64", 2**63),
        (2**24 + 1, "float32", 2.0**24),
        (1e39, "float64", 1e39),
        (1e10, "float16", np.inf),
        (np.float64(1.7), "int32", 1),
        (np.array([1.7, -1.7]), "int32", [1, -1]),
        (np.array([1.5], np.float32), "float64", [1.5]),
        ([1, 2], "float64", [1.0, 2.0]),
        ([True, False], "int64", [1, 0]),
        ([], "int32", []),
    ],
    ids=lambda v: repr(v)[:30],
)
def test_a_value_takes_the_dtype_asked_for(value, dtype, result):
    t = tf.constant(value, dtype)
    assert t.dtype == dtype
    assert_close(t, result)


@pytest.mark.parametrize("dtype", ["float32", np.float32, tf.float32, np.dtype("float32"), float])
def test_a_dtype_is_spelt_in_many_ways(dtype):
    assert tf.constant([1, 2], dtype=dtype).dtype == tf.float32


def test_a_hint_is_followed_where_it_can_be():
    assert tf.convert_to_tensor([1.0], dtype_hint=tf.float64).dtype == tf.float64
    assert tf.convert_to_tensor([1.5], dtype_hint=tf.int32).dtype == tf.float32


@pytest.mark.parametrize(
    ("value", "shape", "result"),
    [
        (1.0, [2, 2], [[1.0, 1.0], [1.0, 1.0]]),
        ([1, 2, 3, 4], [2, 2], [[1, 2], [3, 4]]),
        ([5.0], [3], [5.0, 5.0, 5.0]),
        (2.0, [], 2.0),
        (tf.constant(2.0), [2], [2.0, 2.0]),
    ],
)
def test_a_constant_is_reshaped_or_spread(value, shape, result):
    assert_close(tf.constant(value, shape=shape), result)


# --- tensors of two dtypes ------------------------------------------------------------------------

F32, I32 = tf.constant([2.0]), tf.constant([3])
F64, F16, I64 = (
    tf.constant([2.0], "float64"),
    tf.constant([2.0], "float16"),
    tf.constant([3], "int64"),
)
STRING, C128 = tf.constant(["a"]), tf.constant([1j])

MIXED = [
    ("AddV2", lambda x, y: x + y),
    ("Sub", lambda x, y: x - y),
    ("Mul", lambda x, y: x * y),
    ("FloorDiv", lambda x, y: x // y),
    ("FloorMod", lambda x, y: x % y),
    ("Pow", lambda x, y: x**y),
    ("Less", lambda x, y: x < y),
    ("LessEqual", lambda x, y: x <= y),
    ("Greater", lambda x, y: x > y),
    ("GreaterEqual", lambda x, y: x >= y),
    ("Equal", lambda x, y: x == y),
    ("NotEqual", lambda x, y: x != y),
    ("AddV2", tf.add),
    ("Maximum", tf.maximum),
    ("Minimum", tf.minimum),
    ("SquaredDifference", tf.math.squared_difference),
    ("MatMul", lambda x, y: x[None] @ y[None]),
    ("ConcatV2", lambda x, y: tf.concat([x, y], 0)),
    ("Pack", lambda x, y: tf.stack([x, y])),
    ("AddN", lambda x, y: tf.add_n([x, y])),
]
PAIRS = [
    (F32, I32, "float", "int32"),
    (I32, F32, "int32", "float"),
    (F64, F32, "double", "float"),
    (F16, F32, "half", "float"),
    (I64, I32, "int64", "int32"),
    (F32, C128, "float", "complex128"),
    (F32, STRING, "float", "string"),
]


@pytest.mark.parametrize(("op", "f"), MIXED, ids=[f"{i}-{m[0]}" for i, m in enumerate(MIXED)])
@pytest.mark.parametrize(
    ("x", "y", "first", "second"), PAIRS, ids=[f"{p[2]},{p[3]}" for p in PAIRS]
)
def test_tensors_of_two_dtypes_do_not_mix(op, f, x, y, first, second):
    sentence = (
        rf"cannot compute {op} as input #1\(zero-based\) was expected to be a {first} tensor but "
        rf"is a {second} tensor"
    )
    with pytest.raises(IAE, match=sentence):
        f(x, y)


def test_where_names_its_third_input():
    sentence = (
        r"cannot compute SelectV2 as input #2\(zero-based\) was expected to be a float tensor"
    )
    with pytest.raises(IAE, match=sentence):
        tf.where([True], F32, I32)


@pytest.mark.parametrize(
    ("f", "names"),
    [
        (lambda: F32 / I32, "tf.float32 != tf.int32"),
        (lambda: I32 / F32, "tf.int32 != tf.float32"),
        (lambda: I32 / 1.5, "tf.int32 != tf.float32"),
        (lambda: F64 / F32, "tf.float64 != tf.float32"),
    ],
)
def test_division_says_it_differently(f, names):
    with pytest.raises(TypeError, match=rf"`x` and `y` must have the same dtype, got {names}"):
        f()


def test_variables_do_not_mix_either():
    with pytest.raises(IAE, match="cannot compute Mul"):
        tf.Variable(2.0) * tf.constant(3)
    with pytest.raises(IAE, match="cannot compute AddV2"):
        tf.Variable(2.0) + tf.Variable(3)


# --- a number beside a tensor ---------------------------------------------------------------------

INT_WITH_FLOAT = {
    "-": lambda i: i - 1.5,
    "*": lambda i: i * 1.5,
    "//": lambda i: i // 1.5,
    "%": lambda i: i % 1.5,
    "**": lambda i: i**1.5,
    "<": lambda i: i < 1.5,
    "==": lambda i: i == 1.5,
    "&": lambda i: i & 1.5,
    "reflected +": lambda i: 1.5 + i,
    "reflected -": lambda i: 1.5 - i,
    "reflected *": lambda i: 1.5 * i,
    "reflected /": lambda i: 1.5 / i,
    "reflected **": lambda i: 1.5**i,
}


@pytest.mark.parametrize("operator", INT_WITH_FLOAT)
def test_a_float_does_not_become_an_integer(operator):
    with pytest.raises(TypeError, match=r"Cannot convert 1\.5 to EagerTensor of dtype int32"):
        INT_WITH_FLOAT[operator](tf.constant(3))


def test_whole_floats_do_not_either():
    with pytest.raises(TypeError, match=r"Cannot convert 2\.0 to EagerTensor of dtype int32"):
        tf.constant(3) * 2.0


@pytest.mark.parametrize(
    "f",
    [
        lambda: tf.constant(3) + 1.5,
        lambda: tf.constant([[3]]) @ [[1.5]],
        lambda: tf.constant(2.0) + (1 + 2j),
        lambda: tf.add(1, 2.5),
        lambda: tf.constant([3]) + [1.5],  # noqa: RUF005
        lambda: tf.constant(3) + np.array(["a"]),
    ],
)
def test_plus_and_at_refuse_as_well(f):
    # TensorFlow converts without a dtype here, so that its error is one of mixed dtypes.
    with pytest.raises((IAE, TypeError, tf.errors.UnimplementedError)):
        f()


@pytest.mark.parametrize(
    ("f", "dtype", "value"),
    [
        (lambda: tf.constant(2.0) + True, "float32", 3.0),
        (lambda: tf.constant(2) + True, "int32", 3),
        (lambda: tf.constant(1j) + 1.0, "complex128", 1 + 1j),
        (lambda: tf.constant(1.0, tf.float16) * 2, "float16", 2.0),
        (lambda: tf.constant(1.0, tf.bfloat16) * 2.5, "bfloat16", 2.5),
        (lambda: tf.constant(1, tf.uint8) + 2, "uint8", 3),
        (lambda: tf.constant([1], tf.uint8) + 300, "uint8", [45]),
        (lambda: tf.constant(3) + 2**40, "int32", 3),
        (lambda: tf.constant(3) + 2**31, "int32", 3 - 2**31),
        (lambda: tf.add(1.5, 2), "float32", 3.5),
        (lambda: tf.maximum(1.0, 2), "float32", 2.0),
        (lambda: tf.constant([2.0]) + [1, 2], "float32", [3.0, 4.0]),  # noqa: RUF005
        (lambda: tf.constant([1, 2]) + np.array([1.5, 2.5]), "int32", [2, 4]),
        (lambda: np.array([1.5]) + tf.constant(3), "int32", [4]),
        (lambda: np.float64(2) * tf.constant(3.0), "float32", 6.0),
        (lambda: np.float64(2) * tf.constant(3), "int32", 6),
        (lambda: tf.constant(3) * np.float64(2.7), "int32", 6),
        (lambda: np.int64(2) * tf.constant(3.0), "float32", 6.0),
    ],
)
def test_the_other_operand_takes_the_dtype_of_the_tensor(f, dtype, value):
    assert f().dtype == dtype
    assert_close(f(), value)


@pytest.mark.parametrize(
    "f",
    [
        lambda t: t + None,
        lambda t: t * None,
        lambda t: None * t,
        lambda t: t < None,
        lambda t: t @ None,
        lambda t: t**None,
    ],
)
def test_none_is_no_operand(f):
    with pytest.raises(
        ValueError, match=r"Attempt to convert a value \(None\) with an unsupported"
    ):
        f(tf.constant([[1.0]]))


def test_a_word_is_no_number():
    with pytest.raises(TypeError, match="Cannot convert 'a' to EagerTensor of dtype float"):
        tf.constant([1.0, 2.0]) == "a"  # noqa: B015
    with pytest.raises(TypeError, match="Cannot convert 2 to EagerTensor of dtype string"):
        tf.constant("a") * 2


# --- integers and bools ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dtype", "quotient"),
    [(d, "float32") for d in ("int8", "int16", "uint8", "uint16")]
    + [(d, "float64") for d in ("int32", "int64", "uint32", "uint64")],
)
def test_integers_divide_to_floats(dtype, quotient):
    q = tf.constant(7, dtype) / tf.constant(2, dtype)
    assert q.dtype == quotient
    assert q.numpy() == 3.5


def test_floor_division_and_remainder_are_pythons():
    x = np.array([7, -7, 7, -7], np.int32)
    y = np.array([2, 2, -2, -2], np.int32)
    for dtype in ("int32", "int64", "float32", "float64"):
        a, b = tf.constant(x, dtype), tf.constant(y, dtype)
        assert_close(a // b, x // y)
        assert_close(a % b, x % y)


@pytest.mark.parametrize("f", [lambda i: i // 0, lambda i: i % 0, lambda i: [1, 2] // (i * [1, 0])])
def test_an_integer_is_not_divided_by_zero(f):
    with pytest.raises(IAE, match="Integer division by zero"):
        f(tf.constant(3))


def test_a_float_is():
    x = tf.constant([2.0, -2.0, 0.0])
    assert_close(x / 0.0, [np.inf, -np.inf, np.nan])
    assert_close(x // 0.0, [np.inf, -np.inf, np.nan])
    assert_close(x % 0.0, [np.nan] * 3)
    assert_close(tf.constant(3) / 0, np.inf)


def test_integer_powers():
    assert_close(tf.constant(2) ** tf.constant([0, 1, 10]), [1, 2, 1024])
    assert_close(tf.constant(-2) ** 3, -8)
    sentence = "Integers to negative integer powers are not allowed"
    with pytest.raises(IAE, match=sentence):
        tf.constant(3) ** -1


def test_integers_wrap_around():
    top = tf.constant(2**31 - 1)
    assert (top + 1).numpy() == -(2**31)
    assert tf.reduce_sum(tf.constant([2**31 - 1, 1])).numpy() == -(2**31)
    assert (tf.constant(200, tf.uint8) * 2).numpy() == 144


@pytest.mark.parametrize(
    "f", [tf.sin, tf.sqrt, tf.exp, tf.math.log, tf.tanh, tf.sigmoid, tf.nn.elu, tf.nn.softmax]
)
@pytest.mark.parametrize("dtype", ["int32", "int64", "bool"])
def test_functions_of_reals_take_no_integers(f, dtype):
    sentence = rf"Value for attr 'T' of {dtype} is not in the list of allowed values"
    with pytest.raises(IAE, match=sentence):
        f(tf.constant([1, 0], dtype) if dtype != "bool" else tf.constant([True, False]))


@pytest.mark.parametrize(
    "f",
    [
        lambda b: b + b,
        lambda b: b + 1,
        lambda b: b - b,
        lambda b: b < b,
        tf.negative,
        tf.abs,
        tf.nn.relu,
        tf.reduce_sum,
        tf.reduce_mean,
        lambda b: tf.maximum(b, b),
    ],
)
def test_bools_are_no_numbers(f):
    with pytest.raises((IAE, TypeError)):
        f(tf.constant([True, False]))


def test_means_of_integers_are_truncated():
    assert tf.reduce_mean([1, 2]).numpy() == 1
    assert tf.reduce_mean([1, 2]).dtype == tf.int32
    assert tf.reduce_mean([-1, -2]).numpy() == -1


@pytest.mark.parametrize(
    ("first", "second"), [("float16", "float32"), ("bfloat16", "float16"), ("int8", "int64")]
)
@pytest.mark.parametrize(
    "function",
    [tf.matmul, lambda a, b: a + b, tf.maximum, lambda a, b: tf.nn.conv2d(a, b, 1, "SAME")],
    ids=["matmul", "add", "maximum", "conv2d"],
)
def test_two_dtypes_are_refused_also_where_both_would_be_computed_in_one(function, first, second):
    shape = [1, 1, 1, 1]
    a, b = tf.ones(shape, first), tf.ones(shape, second)
    with pytest.raises((tf.errors.InvalidArgumentError, TypeError)):
        function(a, b)
