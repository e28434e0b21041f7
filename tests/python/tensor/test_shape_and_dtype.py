"""TensorShape and DType: what they equal, how they show themselves, what they refuse."""

import copy
import pickle

import numpy as np
import pytest
from library import tf

Shape = tf.TensorShape

# --- TensorShape ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dims", "shown", "text"),
    [
        ([1, 2], "TensorShape([1, 2])", "(1, 2)"),
        ([3], "TensorShape([3])", "(3,)"),
        ([], "TensorShape([])", "()"),
        ([None, 2], "TensorShape([None, 2])", "(None, 2)"),
        (None, "TensorShape(None)", "<unknown>"),
    ],
)
def test_how_a_shape_shows_itself(dims, shown, text):
    assert repr(Shape(dims)) == shown
    assert str(Shape(dims)) == text


@pytest.mark.parametrize("make", [list, tuple, Shape, lambda d: tf.zeros(d).shape])
def test_a_shape_is_made_from_and_equals_lists_tuples_and_shapes(make):
    assert Shape(make([1, 2])) == [1, 2]
    assert Shape([1, 2]) == make([1, 2])
    assert make([1, 2]) == Shape([1, 2])
    assert Shape([1, 2]) != make([1, 3])
    assert not Shape([1, 2]) != make([1, 2])  # noqa: SIM202


@pytest.mark.parametrize("other", [[1, 3], [1], [], None, "a", 3])
def test_what_a_shape_does_not_equal(other):
    assert (Shape([1, 2]) == other) is False


def test_an_integer_is_a_vector():
    assert Shape(3) == [3]


def test_a_shape_behaves_as_a_sequence():
    s = Shape([4, 5, 6])
    assert len(s) == 3
    assert list(s) == [4, 5, 6]
    assert [type(d) for d in s] == [int] * 3
    assert (s[0], s[-1]) == (4, 6)
    assert isinstance(s[1:], Shape)
    assert s[1:] == [5, 6]
    assert s[:-1] == [4, 5]
    assert 5 in s
    assert sum(s) == 15
    assert tuple(s) == (4, 5, 6)
    with pytest.raises(IndexError):
        s[5]


def test_shapes_are_joined():
    assert (Shape([1]) + [2]) == Shape([1, 2])  # noqa: RUF005
    assert ([1] + Shape([2])) == Shape([1, 2])  # noqa: RUF005
    assert Shape([1]) + Shape([2]) == Shape([1, 2])
    assert Shape([1]).concatenate([2, 3]) == [1, 2, 3]


def test_what_a_shape_knows():
    assert Shape([2, 3]).as_list() == [2, 3]
    assert Shape([2, 3]).rank == 2
    assert Shape([2, 3]).ndims == 2
    assert Shape([2, 3]).num_elements() == 6
    assert Shape([]).num_elements() == 1
    assert Shape([None, 3]).num_elements() is None
    assert Shape([2, 3]).is_fully_defined()
    assert not Shape([None, 3]).is_fully_defined()
    assert Shape(None).rank is None


@pytest.mark.parametrize(("dims", "truth"), [([], True), ([1], True), (None, False)])
def test_a_known_shape_is_true(dims, truth):
    assert bool(Shape(dims)) is truth


@pytest.mark.parametrize(
    ("ask", "sentence"),
    [
        (lambda s: s.as_list(), r"as_list\(\) is not defined on an unknown TensorShape"),
        (len, "Cannot take the length of shape with unknown rank"),
        (list, "Cannot iterate over a shape with unknown rank"),
    ],
)
def test_an_unknown_shape_is_no_sequence(ask, sentence):
    with pytest.raises(ValueError, match=sentence):
        ask(Shape(None))


def test_compatibility():
    assert Shape([None, 2]).is_compatible_with([5, 2])
    assert Shape(None).is_compatible_with([5, 2])
    assert not Shape([1, 2]).is_compatible_with([1, 3])
    assert not Shape([1, 2]).is_compatible_with([1])
    assert Shape([None, 2]).merge_with([3, None]) == [3, 2]
    with pytest.raises(ValueError, match=r"Shapes \(1, 2\) and \(3, 2\) are (not |in)compatible"):
        Shape([1, 2]).merge_with([3, 2])


@pytest.mark.parametrize(
    ("dims", "error"),
    [([-1], ValueError), ([2, -2], ValueError), (["a"], TypeError), ([1.5], TypeError)],
)
def test_dimensions_are_counts(dims, error):
    with pytest.raises(error):
        Shape(dims)


def test_equal_shapes_hash_alike():
    assert hash(Shape([1, 2])) == hash(Shape((1, 2)))
    assert {Shape([1]): "found"}[Shape([1])] == "found"


@pytest.mark.parametrize(
    "use",
    [
        lambda s: tf.zeros(s),
        lambda s: tf.reshape(tf.zeros([6]), s),
        lambda s: tf.fill(s, 1.0),
        lambda s: tf.random.normal(s),
        lambda s: tf.broadcast_to(0.0, s),
        lambda s: np.zeros(s),
        lambda s: tf.ones(list(s)),
    ],
)
def test_a_shape_is_taken_wherever_a_shape_is_asked_for(use):
    assert use(tf.ones([2, 3]).shape).shape == (2, 3)


def test_a_shape_becomes_an_integer_tensor():
    t = tf.constant(Shape([2, 3]))
    assert t.dtype == tf.int32
    assert t.numpy().tolist() == [2, 3]


def test_a_shape_is_pickled_and_copied():
    assert pickle.loads(pickle.dumps(Shape([1, None]))).as_list() == [1, None]
    assert copy.deepcopy(Shape([1, 2])) == [1, 2]


# --- DType ----------------------------------------------------------------------------------------

NAMES = [
    *("float16", "bfloat16", "float32", "float64"),
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("bool", "complex64", "complex128", "string"),
]


@pytest.mark.parametrize("name", NAMES)
def test_a_dtype_is_one_object_with_its_name(name):
    dtype = getattr(tf, name)
    assert getattr(tf.dtypes, name) is dtype
    assert tf.as_dtype(name) is dtype
    assert tf.dtypes.as_dtype(dtype) is dtype
    assert isinstance(dtype, tf.DType)
    assert dtype.name == name
    assert repr(dtype) == f"tf.{name}"
    assert str(dtype) == f"<dtype: '{name}'>"
    assert dtype == name
    assert not dtype != name  # noqa: SIM202
    assert {dtype: "found"}[tf.as_dtype(name)] == "found"
    assert pickle.loads(pickle.dumps(dtype)) is dtype
    assert copy.deepcopy(dtype) is dtype


@pytest.mark.parametrize("name", [n for n in NAMES if n not in ("bfloat16", "string")])
def test_a_dtype_is_numpys(name):
    dtype = getattr(tf, name)
    assert tf.as_dtype(np.dtype(name)) is dtype
    assert tf.as_dtype(np.dtype(name).type) is dtype
    assert dtype == np.dtype(name)
    assert dtype == np.dtype(name).type
    assert np.dtype(name).type == dtype
    assert np.dtype(dtype.as_numpy_dtype) == np.dtype(name)
    assert dtype.size == np.dtype(name).itemsize


@pytest.mark.parametrize(
    ("spelling", "dtype"),
    [
        (float, tf.float32),
        (bool, tf.bool),
        ("half", tf.float16),
        ("float", tf.float32),
        ("double", tf.float64),
        (tf.half, tf.float16),
        (tf.double, tf.float64),
    ],
)
def test_other_spellings(spelling, dtype):
    assert tf.as_dtype(spelling) is dtype
    assert tf.zeros([1], spelling).dtype == dtype


@pytest.mark.parametrize("bad", [int, "foo", None, 1.5, [1]])
def test_what_is_no_dtype(bad):
    sentence = "Cannot convert the argument `type_value`: .* to a TensorFlow DType"
    with pytest.raises(TypeError, match=sentence):
        tf.as_dtype(bad)


@pytest.mark.parametrize("other", [None, "foo", tf.float64, np.float64, 3])
def test_what_a_dtype_does_not_equal(other):
    assert (tf.float32 == other) is False
    assert (tf.float32 != other) is True


@pytest.mark.parametrize("name", NAMES)
def test_what_kind_a_dtype_is(name):
    dtype = getattr(tf, name)
    assert dtype.is_floating is (name in ("float16", "bfloat16", "float32", "float64"))
    assert dtype.is_integer is (name.startswith(("int", "uint")))
    assert dtype.is_unsigned is name.startswith("uint")
    assert dtype.is_complex is name.startswith("complex")
    assert dtype.is_bool is (name == "bool")


@pytest.mark.parametrize(
    "name", ["int8", "int32", "int64", "uint8", "uint64", "float16", "float32"]
)
def test_the_limits_of_a_dtype(name):
    info = (np.finfo if name.startswith("float") else np.iinfo)(name)
    assert getattr(tf, name).min == info.min
    assert getattr(tf, name).max == info.max


def test_a_string_has_no_limits():
    with pytest.raises(TypeError, match="Cannot find minimum value of <dtype: 'string'>"):
        _ = tf.string.min


def test_real_and_base():
    assert tf.complex64.real_dtype is tf.float32
    assert tf.complex128.real_dtype is tf.float64
    assert tf.float32.real_dtype is tf.float32
    assert tf.float32.base_dtype is tf.float32
    assert tf.float32.is_compatible_with("float32")


def test_the_limits_of_an_image():
    assert tf.uint8.limits == (0, 255)
    assert tf.int8.limits == (0, 127)
    assert tf.float32.limits == (0, 1)
    for other in (tf.float16, tf.complex64, tf.string):
        with pytest.raises(ValueError, match="does not have defined limits"):
            _ = other.limits


def test_limits_of_bfloat16():
    assert float(tf.bfloat16.max) == 2.0**128 - 2.0**120
    assert float(tf.bfloat16.min) == -float(tf.bfloat16.max)


def test_keras_asks_for_the_lengths_by_another_name():
    assert list(tf.TensorShape([2, None])._dims) == [2, None]
    assert tf.TensorShape(None)._dims is None


def test_shapes_are_asked_for_their_rank():
    shape = Shape([2, None])
    assert shape.with_rank_at_least(2) == shape.with_rank_at_most(3)
    shape.assert_has_rank(2)
    shape.assert_same_rank([3, 4])
    Shape(None).assert_has_rank(5)
    for asked, text in [
        (lambda: shape.assert_has_rank(3), r"Shape \(2, None\) must have rank 3"),
        (lambda: shape.with_rank_at_least(3), r"Shape \(2, None\) must have rank at least 3"),
        (lambda: shape.with_rank_at_most(1), r"Shape \(2, None\) must have rank at most 1"),
        (lambda: shape.assert_same_rank([3]), r"\(2, None\) and \(3,\) must have the same rank"),
        (shape.assert_is_fully_defined, r"Shape \(2, None\) is not fully defined"),
    ]:
        with pytest.raises(ValueError, match=text):
            asked()


def test_shapes_that_stand_for_others():
    assert Shape([2, 3]).is_subtype_of(Shape([2, None]))
    assert not Shape([2, None]).is_subtype_of(Shape([2, 3]))
    assert Shape([2]).is_subtype_of(Shape(None))
    assert Shape([2, 3]).most_specific_compatible_shape(Shape([2, 4])).as_list() == [2, None]
    assert Shape([2, 3]).most_specific_compatible_shape(Shape([2])).rank is None


def test_a_shape_without_axes_is_a_tensor_of_integers():
    assert tf.convert_to_tensor(tf.TensorShape([])).dtype == tf.int32
    assert tf.convert_to_tensor(tf.TensorShape([]), dtype=tf.int64).dtype == tf.int64
    assert tf.concat([tf.TensorShape([]), [2]], 0).numpy().tolist() == [2]


def test_dims_are_dimensions_of_version_1():
    dims = tf.TensorShape([2, None]).dims
    assert [dim.value for dim in dims] == [2, None]
    assert repr(dims) == "[Dimension(2), Dimension(None)]"
    assert dims[0] == 2
    assert tf.TensorShape(None).dims is None
