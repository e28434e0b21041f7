"""What Python itself asks of a tensor: truth, length, iteration, numbers, hashing, copying."""

import copy
import math
import pickle
import weakref

import numpy as np
import pytest
from checks import assert_close
from library import tf

SCALAR, VECTOR = tf.constant(3.0), tf.constant([1.0, 2.0])


# --- what it is -----------------------------------------------------------------------------------


def test_the_class_names_are_those_that_programs_print():
    assert type(VECTOR).__name__ == "EagerTensor"
    assert type(tf.Variable(1.0)).__name__ == "ResourceVariable"


def test_instances():
    assert isinstance(VECTOR, tf.Tensor)
    assert isinstance(tf.Variable(1.0), tf.Variable)
    assert not isinstance(tf.Variable(1.0), tf.Tensor)
    assert not isinstance(VECTOR, tf.Variable)


@pytest.mark.parametrize(
    ("thing", "answer"),
    [
        (lambda: VECTOR, True),
        (lambda: tf.Variable(1.0), True),
        (lambda: 1.0, False),
        (lambda: np.ones(1), False),
        (lambda: [VECTOR], False),
        (lambda: None, False),
    ],
)
def test_is_tensor(thing, answer):
    assert tf.is_tensor(thing()) is answer


def test_attributes():
    t = tf.ones([2, 3], tf.float64)
    assert t.shape == [2, 3]
    assert t.get_shape() == [2, 3]
    assert t.ndim == 2
    assert t.dtype == tf.float64
    assert t.device.endswith("CPU:0")


def test_attributes_of_ones_own_may_be_set():
    t = tf.constant(1.0)
    t.mine = 5
    assert t.mine == 5


@pytest.mark.parametrize("name", ["shape", "dtype", "ndim", "device"])
def test_its_own_attributes_cannot_be_set(name):
    with pytest.raises(AttributeError):
        setattr(tf.constant(1.0), name, 1)


@pytest.mark.parametrize("name", ["name", "op", "graph"])
def test_attributes_of_graphs_are_undefined(name):
    sentence = f"Tensor.{name} is undefined when eager execution is enabled"
    with pytest.raises(AttributeError, match=sentence):
        getattr(SCALAR, name)


@pytest.mark.parametrize("name", ["T", "reshape", "size", "astype", "tolist", "ravel", "transpose"])
def test_methods_of_arrays_are_named_in_the_error(name):
    with pytest.raises(AttributeError, match=f"EagerTensor object has no attribute '{name}'"):
        getattr(SCALAR, name)


@pytest.mark.parametrize("name", ["mean", "item", "foo"])
def test_an_unknown_attribute_is_an_attribute_error(name):
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(SCALAR, name)


def test_eval_is_not_supported():
    sentence = "eval is not supported when eager execution is enabled, is .numpy\\(\\) what you're"
    with pytest.raises(NotImplementedError, match=sentence):
        SCALAR.eval()


# --- truth, length, iteration ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "truth"),
    [
        (1.0, True),
        (0.0, False),
        (math.nan, True),
        ([[1]], True),
        ([0.0], False),
        ([], False),
        ("", False),
        ("a", True),
        (["a"], True),
        (True, True),
        (0j, False),
    ],
)
def test_truth(value, truth):
    assert bool(tf.constant(value)) is truth
    assert (not tf.constant(value)) is not truth


AMBIGUOUS = "The truth value of an array with more than one element is ambiguous"


def test_many_elements_have_no_truth():
    with pytest.raises(ValueError, match=AMBIGUOUS):
        bool(VECTOR)
    with pytest.raises(ValueError, match=AMBIGUOUS):
        tf.constant([1.0, 2.0]) in [VECTOR]  # noqa: B015


@pytest.mark.parametrize(("shape", "length"), [([2], 2), ([0, 3], 0), ([3, 0], 3), ([4, 1, 2], 4)])
def test_the_length_is_that_of_the_first_axis(shape, length):
    assert len(tf.zeros(shape)) == length


def test_a_scalar_has_no_length_and_does_not_iterate():
    with pytest.raises(TypeError, match=r"Scalar tensor has no `len\(\)`"):
        len(SCALAR)
    with pytest.raises(TypeError, match="Cannot iterate over a scalar tensor"):
        iter(SCALAR)


def test_iteration_gives_rows():
    rows = list(tf.constant([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]))
    assert [type(r).__name__ for r in rows] == ["EagerTensor"] * 3
    assert_close(rows[2], [5.0, 6.0])


@pytest.mark.parametrize(
    ("consume", "gradient"),
    [
        (lambda x: [e * e for e in x], [2.0, 6.0, 4.0]),
        (sum, [1.0, 1.0, 1.0]),
        (max, [0.0, 1.0, 0.0]),
        (lambda x: sorted(x)[1], [0.0, 0.0, 1.0]),
        (lambda x: (lambda a, b, c: a * b + c)(*x), [3.0, 1.0, 1.0]),
        (lambda x: [e * w for e, w in zip(x, [1.0, 2.0, 3.0], strict=True)], [1.0, 2.0, 3.0]),
        (lambda x: next(reversed(x)), [0.0, 0.0, 1.0]),
    ],
)
def test_gradients_flow_through_iteration(consume, gradient):
    x = tf.constant([1.0, 3.0, 2.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = consume(x)
    assert_close(tape.gradient(y, x), gradient)


def test_unpacking_into_the_wrong_number():
    with pytest.raises(ValueError, match=r"too many values to unpack \(expected 2"):
        _, _ = tf.constant([1.0, 2.0, 3.0])
    with pytest.raises(ValueError, match=r"not enough values to unpack \(expected 2, got 1\)"):
        _, _ = tf.constant([1.0])


def test_containment_compares_values():
    assert 1.0 in VECTOR
    assert 5.0 not in VECTOR
    assert tf.constant(3.0) in [SCALAR]
    assert [tf.constant(1.0), SCALAR].index(3.0) == 1


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("convert", "value", "number"),
    [
        (float, 3.0, 3.0),
        (float, 3, 3.0),
        (float, True, 1.0),
        (float, "1.5", 1.5),
        (int, 3, 3),
        (int, 2.7, 2),
        (int, -2.7, -2),
        (complex, 3.0, 3 + 0j),
        (complex, 1 + 2j, 1 + 2j),
        (math.sqrt, 4.0, 2.0),
        (math.floor, 2.7, 2),
        (math.ceil, 2.2, 3),
        (lambda t: list(range(t)), 3, [0, 1, 2]),
        (lambda t: [10, 20, 30][t], 1, 20),
    ],
)
def test_a_scalar_is_a_number(convert, value, number):
    assert convert(tf.constant(value)) == number


@pytest.mark.parametrize("convert", [float, int, complex])
@pytest.mark.parametrize("shape", [[1], [2], [1, 1], [0]])
def test_an_array_is_no_number(convert, shape):
    with pytest.raises(TypeError):
        convert(tf.zeros(shape))


@pytest.mark.parametrize("dtype", ["int8", "int16", "int32", "int64", "uint8", "uint64"])
def test_integers_of_every_size_are_indices(dtype):
    assert [10, 20][tf.constant(1, dtype)] == 20


@pytest.mark.parametrize("value", [1.0, [1], [1, 1], True])
def test_other_tensors_are_no_index(value):
    with pytest.raises((TypeError, AttributeError)):
        [10, 20][tf.constant(value)]


@pytest.mark.parametrize(
    "dtype", ["float16", "bfloat16", "float32", "float64", "int8", "uint8", "int16", "uint16"]
)
def test_a_short_scalar_is_a_number_of_python(dtype):
    t = tf.cast(tf.constant(3.0), dtype)
    assert (float(t), int(t), type(float(t)), type(int(t))) == (3.0, 3, float, int)


@pytest.mark.parametrize("dtype", ["int32", "uint32", "int64", "uint64"])
def test_a_long_integer_is_exact(dtype):
    largest = int(np.iinfo(dtype).max)
    t = tf.constant(largest, dtype)
    assert int(t) == largest
    assert float(t) == float(largest)
    assert range(largest)[t - 1 : t] == range(largest)[largest - 1 : largest]


def test_a_complex_number_loses_its_imaginary_part_with_a_warning():
    with pytest.warns(Warning, match="imaginary part"):
        assert float(tf.constant(1 + 2j)) == 1.0


@pytest.mark.parametrize(
    "use", [lambda t: +t, lambda t: divmod(t, 2), lambda t: t << 1, lambda t: t >> 1, math.trunc]
)
def test_operators_without_a_meaning(use):
    with pytest.raises(TypeError):
        use(tf.constant(3))


# --- identity, hashing, copies --------------------------------------------------------------------


def test_a_tensor_is_unhashable_and_says_what_to_use():
    with pytest.raises(TypeError, match=r"Tensor is unhashable. Instead, use tensor.ref"):
        hash(SCALAR)
    with pytest.raises(TypeError, match="unhashable"):
        {SCALAR}  # noqa: B018


def test_a_reference_is_the_key():
    ref = SCALAR.ref()
    assert ref.deref() is SCALAR
    assert ref == SCALAR.ref()
    assert ref != tf.constant(3.0).ref()
    assert {ref: "found"}[SCALAR.ref()] == "found"
    assert repr(ref) == f"<Reference wrapping {SCALAR!r}>"


def test_a_reference_compares_with_references_only():
    with pytest.raises(TypeError, match="Cannot compare wrapped object with unwrapped object"):
        SCALAR.ref() == 3  # noqa: B015


def test_items_cannot_be_assigned():
    t = tf.constant([1.0, 2.0])
    with pytest.raises(TypeError, match="object does not support item assignment"):
        t[0] = 5.0
    with pytest.raises(TypeError, match="doesn't support item deletion"):
        del t[0]


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy])
def test_a_copy_has_the_same_value(duplicate):
    assert_close(duplicate(VECTOR), [1.0, 2.0])


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickling_keeps_value_shape_and_dtype(protocol):
    for value, dtype in [
        ([[1.0, 2.0]], "float32"),
        (1.5, "bfloat16"),
        ([1.5, 2.0], "float16"),
        (1 + 2j, "complex128"),
        ([], "float64"),
        (True, "bool"),
        ([1, 2], "int64"),
        (["a", "bc"], "string"),
    ]:
        t = tf.constant(value, dtype)
        again = pickle.loads(pickle.dumps(t, protocol))
        assert again.dtype == dtype
        assert again.shape == t.shape
        assert np.array_equal(again.numpy(), t.numpy())


def test_weak_references_are_possible():
    t = tf.constant(1.0)
    ref = weakref.ref(t)
    assert ref() is t
    del t
    assert ref() is None
