"""The operators: arithmetic, comparison and logic with tensors, numbers, lists and arrays."""

import numpy as np
import pytest
from checks import assert_close, gradients
from library import tf

A, B = [6.0, -7.0], [2.0, 4.0]

ARITHMETIC = {
    "+": (lambda x, y: x + y, [8.0, -3.0]),
    "-": (lambda x, y: x - y, [4.0, -11.0]),
    "*": (lambda x, y: x * y, [12.0, -28.0]),
    "/": (lambda x, y: x / y, [3.0, -1.75]),
    "//": (lambda x, y: x // y, [3.0, -2.0]),
    "%": (lambda x, y: x % y, [0.0, 1.0]),
    "**": (lambda x, y: x**y, [36.0, 2401.0]),
}
OPERANDS = {
    "tensor, tensor": (tf.constant, tf.constant),
    "tensor, list": (tf.constant, list),
    "list, tensor": (list, tf.constant),
    "tensor, tuple": (tf.constant, tuple),
    "tuple, tensor": (tuple, tf.constant),
    "tensor, array": (tf.constant, lambda v: np.array(v, np.float32)),
    "array, tensor": (lambda v: np.array(v, np.float32), tf.constant),
    "tensor, array of double": (tf.constant, np.array),
    "array of double, tensor": (np.array, tf.constant),
    "variable, tensor": (tf.Variable, tf.constant),
    "tensor, variable": (tf.constant, tf.Variable),
    "variable, variable": (tf.Variable, tf.Variable),
    "variable, list": (tf.Variable, list),
    "list, variable": (list, tf.Variable),
    "array, variable": (np.array, tf.Variable),
}


@pytest.mark.parametrize("operator", ARITHMETIC)
@pytest.mark.parametrize("operands", OPERANDS)
def test_arithmetic(operator, operands):
    f, expected = ARITHMETIC[operator]
    left, right = OPERANDS[operands]
    y = f(left(A), right(B))
    assert type(y).__name__ == "EagerTensor"
    assert y.dtype == tf.float32
    assert_close(y, expected)


@pytest.mark.parametrize("operator", ARITHMETIC)
@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
@pytest.mark.parametrize("number", [2, 2.0, np.float32(2), np.float64(2), np.int64(2), np.array(2)])
def test_arithmetic_with_a_number(operator, make, number):
    f, _ = ARITHMETIC[operator]
    for y, expected in [(f(make(A), number), f(np.array(A), 2.0))]:
        assert y.dtype == tf.float32
        assert_close(y, expected)
    y = f(number, make(B))
    assert type(y).__name__ == "EagerTensor"
    assert y.dtype == tf.float32
    assert_close(y, f(2.0, np.array(B)))


def test_unary_operators():
    x = tf.constant([-3.0, 2.0])
    assert_close(-x, [3.0, -2.0])
    assert_close(abs(x), [3.0, 2.0])
    assert_close(~tf.constant([1, 0]), [-2, -1])
    assert_close(~tf.constant([True, False]), [False, True])


def test_powers_take_their_exponent_from_python():
    x = tf.constant([2.0, 3.0])
    assert_close(x**2, [4.0, 9.0])
    assert_close(2**x, [4.0, 8.0])
    assert_close(x**-1, [0.5, 1 / 3])
    assert_close(pow(x, 2), [4.0, 9.0])


@pytest.mark.parametrize(
    "make", [lambda v: v, np.array, tf.constant], ids=["list", "array", "tensor"]
)
def test_matrix_product(make):
    a, b = [[1.0, 2.0], [3.0, 4.0]], [[5.0], [6.0]]
    assert_close(tf.constant(a) @ make(b), [[17.0], [39.0]])
    assert_close(tf.Variable(a) @ make(b), [[17.0], [39.0]])
    assert_close(make(a) @ tf.constant(b), [[17.0], [39.0]])
    assert_close(make(a) @ tf.Variable(b), [[17.0], [39.0]])


COMPARISONS = {
    "<": (lambda x, y: x < y, [True, False, False]),
    "<=": (lambda x, y: x <= y, [True, True, False]),
    ">": (lambda x, y: x > y, [False, False, True]),
    ">=": (lambda x, y: x >= y, [False, True, True]),
    "==": (lambda x, y: x == y, [False, True, False]),
    "!=": (lambda x, y: x != y, [True, False, True]),
}


@pytest.mark.parametrize("operator", COMPARISONS)
@pytest.mark.parametrize("operands", OPERANDS)
def test_comparison(operator, operands):
    f, expected = COMPARISONS[operator]
    left, right = OPERANDS[operands]
    y = f(left([1.0, 2.0, 3.0]), right([2.0, 2.0, 2.0]))
    assert type(y).__name__ == "EagerTensor"
    assert y.dtype == tf.bool
    assert_close(y, expected)


def test_comparison_with_a_number():
    x = tf.constant([1.0, 2.0, 3.0])
    assert_close(x > 2, [False, False, True])
    assert_close(x > 2, [False, False, True])
    assert_close(x == 2, [False, True, False])
    assert_close(np.float64(2) == x, [False, True, False])


def test_nan_equals_nothing():
    x = tf.constant([np.nan, 1.0])
    assert_close(x == x, [False, True])
    assert_close(x != x, [True, False])


def test_none_is_unequal_to_a_tensor():
    x = tf.constant([1.0, 2.0])
    assert (x == None) is False  # noqa: E711
    assert (x != None) is True  # noqa: E711
    assert (x == None) is False  # noqa: E711


@pytest.mark.parametrize("other", [lambda: tf.constant([1.0, 2.0, 3.0]), lambda: [1.0, 2.0, 3.0]])
def test_incompatible_shapes_are_unequal(other):
    x = tf.constant([1.0, 2.0])
    same, different = x == other(), x != other()
    assert same.shape == []
    assert same.numpy() == False  # noqa: E712
    assert different.numpy() == True  # noqa: E712


LOGIC = {
    "&": (lambda x, y: x & y, [True, False, False, False]),
    "|": (lambda x, y: x | y, [True, True, True, False]),
    "^": (lambda x, y: x ^ y, [False, True, True, False]),
}


@pytest.mark.parametrize("operator", LOGIC)
@pytest.mark.parametrize("operands", [k for k in OPERANDS if "double" not in k])
def test_logic_of_bools(operator, operands):
    f, expected = LOGIC[operator]
    left, right = (
        (lambda v: np.array(v)) if name == "array" else make
        for name, make in zip(operands.split(", "), OPERANDS[operands], strict=True)
    )
    y = f(left([True, True, False, False]), right([True, False, True, False]))
    assert_close(y, expected)


def test_logic_of_integers_works_on_bits():
    x = tf.constant([6, 5])
    assert_close(x & 3, [2, 1])
    assert_close(1 | x, [7, 5])
    assert_close(x ^ 3, [5, 6])


def test_strings_are_joined_and_compared():
    assert (tf.constant("a") + "b").numpy() == b"ab"
    assert ("a" + tf.constant("b")).numpy() == b"ab"
    assert (tf.constant(["a", "b"]) + "c").numpy().tolist() == [b"ac", b"bc"]
    assert_close(tf.constant(["a", "b"]) == "a", [True, False])


class Eager:
    """Something that knows how to add itself to a tensor."""

    def __radd__(self, other):
        return "added"


def test_the_other_operand_is_asked_after_a_conversion_failed():
    assert tf.constant(1.0) + Eager() == "added"


def test_an_object_without_a_meaning_is_refused():
    with pytest.raises(ValueError, match="Attempt to convert a value"):
        tf.constant(1.0) + object()


@pytest.mark.parametrize(
    ("f", "expected"),
    [
        (lambda x: x + 2, 1.0),
        (lambda x: 2 + x, 1.0),
        (lambda x: x - 2, 1.0),
        (lambda x: 2 - x, -1.0),
        (lambda x: x * 5, 5.0),
        (lambda x: 5 * x, 5.0),
        (lambda x: x / 4, 0.25),
        (lambda x: 4 / x, -1.0),
        (lambda x: x**3, 12.0),
        (lambda x: 2**x, 4 * np.log(2.0)),
        (lambda x: -x, -1.0),
        (lambda x: abs(-x), 1.0),
        (lambda x: x % 3, 1.0),
        (lambda x: 7 % x, -3.0),
        (lambda x: x // 3, None),
        (lambda x: np.float64(3) * x, 3.0),
        (lambda x: np.array([3.0, 4.0]) * x, 7.0),
        (lambda x: [3.0, 4.0] * x, 7.0),
    ],
)
def test_operators_are_recorded(f, expected):
    assert_close(gradients(f, 2.0)[0], expected)


def test_augmented_assignment_makes_a_new_tensor():
    x = first = tf.constant([1.0, 2.0])
    x += 1.0
    x *= [2.0, 3.0]
    x -= np.array([1.0, 1.0])
    x /= 2
    x **= 2
    assert_close(first, [1.0, 2.0])
    assert_close(x, [2.25, 16.0])
