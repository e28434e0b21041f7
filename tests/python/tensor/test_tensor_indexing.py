"""Indexing: what NumPy answers for integers, slices, ellipses, new axes and masks; TensorFlow's
errors; and gradients that are zero but where the index looked."""

import numpy as np
import pytest
from checks import assert_close
from library import tf

CUBE = np.arange(24, dtype=np.float32).reshape(2, 3, 4) + 1
VECTOR = np.arange(1, 6, dtype=np.float32)

SPECS = [
    0,
    -1,
    np.int64(1),
    np.int8(1),
    np.array(1),
    slice(None),
    slice(1, None),
    slice(None, -1),
    slice(-1, None),
    slice(None, None, -1),
    slice(None, None, 2),
    slice(3, 0, -2),
    slice(10, 20),
    slice(-10, 1),
    slice(1, 0),
    slice(-(2**40), 2**40),
    slice(np.int64(0), np.int32(1)),
    Ellipsis,
    None,
    (),
    (0, 1),
    (0, 1, 2),
    (-1, -1, -1),
    (0, Ellipsis),
    (Ellipsis, 0),
    (Ellipsis, 1, 0),
    (0, Ellipsis, 3),
    (Ellipsis, None),
    (None, Ellipsis),
    (None, 0),
    (0, None),
    (slice(None), 1),
    (slice(None), None, 1),
    (slice(None), slice(1, 2), slice(None, None, -1)),
    (slice(1, None), slice(None, None, 2), 0),
    (None, slice(None), None, 0),
    (Ellipsis, None, 2),
    (slice(0, 0), Ellipsis),
    (0, slice(2, 0, -1), slice(-3, -1)),
]


def shown(spec):
    return str(spec).replace("slice", "").replace("Ellipsis", "...")


@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
@pytest.mark.parametrize("spec", SPECS, ids=shown)
def test_indexing_is_numpys(make, spec):
    assert_close(make(CUBE)[spec], CUBE[spec])


@pytest.mark.parametrize("spec", SPECS, ids=shown)
def test_the_gradient_is_where_the_index_looked(spec):
    x = tf.constant(CUBE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[spec] * x[spec]
    expected = np.zeros_like(CUBE)
    expected[spec] = 2 * CUBE[spec]
    assert_close(tape.gradient(y, x), expected)


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "float64", "bool", "complex64"])
def test_every_dtype_is_indexed(dtype):
    values = np.array([0, 1, 1, 0]).astype(dtype)
    t = tf.constant(values)
    assert t[1:3].dtype == dtype
    assert t[1:3].numpy().tolist() == values[1:3].tolist()


def test_strings_are_indexed():
    assert tf.constant(["a", "b"])[1].numpy() == b"b"


@pytest.mark.parametrize("dtype", ["int32", "int64"])
def test_scalar_tensors_are_indices(dtype):
    t, one, three = tf.constant(VECTOR), tf.constant(1, dtype), tf.constant(3, dtype)
    assert_close(t[one], 2.0)
    assert_close(t[one:three], [2.0, 3.0])
    assert_close(t[three::-1], [4.0, 3.0, 2.0, 1.0])
    assert_close(tf.constant(CUBE)[one, ..., one], CUBE[1, ..., 1])


# --- a list is a tuple ----------------------------------------------------------------------------


@pytest.mark.parametrize("index", [[0], [0, 1], [0, 1, 2], [-1, -1], []])
def test_a_list_index_is_a_tuple(index):
    assert_close(tf.constant(CUBE)[index], CUBE[tuple(index)])


# --- masks ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("make_mask", [np.array, tf.constant])
@pytest.mark.parametrize(
    "mask",
    [
        [True, False],
        [False, False],
        [[True, False, True], [False, True, False]],
        (CUBE % 3 == 0).tolist(),
    ],
    ids=["first axis", "nothing", "two axes", "whole"],
)
def test_a_mask_selects(make_mask, mask):
    x = tf.constant(CUBE)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x[make_mask(mask)]
    assert_close(y, CUBE[np.array(mask)])
    expected = np.zeros_like(CUBE)
    expected[np.array(mask)] = 1
    assert_close(tape.gradient(y, x), expected)


def test_a_comparison_is_a_mask():
    x, v = tf.constant(VECTOR), tf.Variable(VECTOR)
    assert_close(x[x > 2.5], [3.0, 4.0, 5.0])
    assert_close(v[v > 2.5], [3.0, 4.0, 5.0])


@pytest.mark.parametrize("mask", [True, False, tf.constant(True)])
def test_a_scalar_mask_is_refused(mask):
    with pytest.raises(ValueError, match=r"mask cannot be scalar"):
        tf.constant(VECTOR)[mask]


def test_a_list_of_bools_is_no_mask():
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.constant(VECTOR)[[True, False, True, True, True]]


def test_a_mask_of_another_shape_is_refused():
    with pytest.raises(ValueError, match=r"Shapes \(5,\) and \(2,\) are incompatible"):
        tf.constant(VECTOR)[np.array([True, False])]


# --- errors ---------------------------------------------------------------------------------------

NO_INDEX = (
    r"Only integers, slices \(`:`\), ellipsis \(`...`\), tf.newaxis \(`None`\) and scalar "
    r"tf.int32/tf.int64 tensors are valid indices, got "
)


@pytest.mark.parametrize(
    "index",
    [
        0.5,
        "a",
        {},
        object(),
        np.array([0, 1]),
        np.float32(1),
        tf.constant([0, 1]),
        tf.constant(1.0),
        slice(1.5, None),
        slice(None, 2.5),
        slice("a", None),
        (0, "a"),
    ],
    ids=repr,
)
def test_what_is_no_index(index):
    with pytest.raises(TypeError, match=NO_INDEX):
        tf.constant(CUBE)[index]


@pytest.mark.parametrize("make", [tf.constant, tf.Variable])
@pytest.mark.parametrize(
    ("index", "sentence"),
    [
        (2, r"slice index 2 of dimension 0 out of bounds"),
        (-3, r"slice index -1 of dimension 0 out of bounds"),
        ((0, 3), r"slice index 3 of dimension 1 out of bounds"),
        ((Ellipsis, 4), r"slice index 4 of dimension 2 out of bounds"),
        (2**31, r"slice index 2147483648 of dimension 0 out of bounds"),
        (2**40, r"slice index 1099511627776 of dimension 0 out of bounds"),
        ((0, 0, 0, 0), r"Index out of range using input dim 3; input has only 3 dims"),
        ((Ellipsis, Ellipsis), r"Multiple ellipses in slice spec not allowed"),
        (slice(None, None, 0), r"strides\[0\] must be non-zero"),
    ],
    ids=repr,
)
def test_an_index_out_of_range(make, index, sentence):
    with pytest.raises(tf.errors.InvalidArgumentError, match=sentence):
        make(CUBE)[index]


def test_integers_too_large_for_any_index():
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError, OverflowError)):
        tf.constant(VECTOR)[2**70]


@pytest.mark.parametrize("index", [0, -1])
def test_a_scalar_has_no_elements(index):
    with pytest.raises(tf.errors.InvalidArgumentError, match="Attempting to slice scalar input"):
        tf.constant(1.0)[index]


def test_a_scalar_takes_ellipsis_and_new_axes():
    assert tf.constant(1.0)[...].shape == []
    assert tf.constant(1.0)[None].shape == [1]
    assert tf.constant(1.0)[None, ..., None].shape == [1, 1]
    assert tf.newaxis is None


def test_an_empty_axis_has_no_rows():
    empty = tf.zeros([0, 3])
    with pytest.raises(tf.errors.InvalidArgumentError, match="slice index 0 of dimension 0 out of"):
        empty[0]
    assert empty[:, 1].shape == [0]
    assert empty[5:].shape == [0, 3]


# --- slice and strided_slice ----------------------------------------------------------------------


def test_slice():
    x = tf.constant(CUBE[0])
    assert_close(tf.slice(x, [0, 1], [2, 2]), CUBE[0, 0:2, 1:3])
    assert_close(tf.slice(x, [1, 0], [-1, -1]), CUBE[0, 1:])
    assert_close(tf.slice(x, tf.constant([1, 1]), tf.constant([1, 1])), [[6.0]])


@pytest.mark.parametrize(
    ("begin", "size", "sentence"),
    [
        ([0, 1], [2, 5], r"Expected size\[1\] in \[0, 3\], but got 5"),
        ([4, 0], [1, 1], r"Expected begin\[0\] in \[0, 3\], but got 4"),
        ([0], [1], r"Expected begin and size arguments to be 1-D tensors of size 2"),
    ],
)
def test_slice_checks_its_bounds(begin, size, sentence):
    with pytest.raises(tf.errors.InvalidArgumentError, match=sentence):
        tf.slice(tf.constant(CUBE[0]), begin, size)


def test_strided_slice():
    x = tf.constant(CUBE[0])
    assert_close(tf.strided_slice(x, [0, 0], [3, 4], [2, 2]), CUBE[0, ::2, ::2])
    assert_close(tf.strided_slice(x, [2, 3], [0, 0], [-1, -2]), CUBE[0, 2:0:-1, 3:0:-2])
    assert_close(tf.strided_slice(x, [1, 0], [2, 2]), CUBE[0, 1:2, 0:2])
    assert_close(tf.strided_slice(x, [1, 1], [2, 2], begin_mask=1, end_mask=2), CUBE[0, :2, 1:])
    assert_close(tf.strided_slice(x, [1, 1], [2, 2], shrink_axis_mask=1), CUBE[0, 1, 1:2])


def test_gradients_of_slices_have_gradients():
    x = tf.constant(VECTOR)
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as inner:
            inner.watch(x)
            y = x[1:3] ** 3
        g = inner.gradient(y, x)
    assert_close(g, [0.0, 12.0, 27.0, 0.0, 0.0])
    assert_close(outer.gradient(g, x), [0.0, 12.0, 18.0, 0.0, 0.0])
