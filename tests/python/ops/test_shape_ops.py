"""Functions that move elements without changing them: NumPy's values, and exact gradients."""

import numpy as np
import pytest
from checks import assert_close, derivatives, gradients, value_and_gradients
from library import ours, tf

X = np.arange(1.0, 7.0, dtype=np.float32).reshape(2, 3)
C = np.arange(1.0, 25.0, dtype=np.float32).reshape(2, 3, 4)

MOVES = {
    "reshape": (lambda x: tf.reshape(x, [3, 2]), lambda x: x.reshape(3, 2), X),
    "reshape flat": (lambda x: tf.reshape(x, -1), lambda x: x.reshape(-1), X),
    "reshape to an integer": (lambda x: tf.reshape(x, 6), lambda x: x.reshape(6), X),
    "reshape inferred": (lambda x: tf.reshape(x, [2, -1, 1]), lambda x: x.reshape(2, 3, 1), X),
    "reshape by a tensor": (
        lambda x: tf.reshape(x, tf.constant([3, 2])),
        lambda x: x.reshape(3, 2),
        X,
    ),
    "reshape by int64": (
        lambda x: tf.reshape(x, np.array([6], np.int64)),
        lambda x: x.reshape(6),
        X,
    ),
    "reshape by a mixed list": (
        lambda x: tf.reshape(x, [tf.constant(3), tf.shape(x)[0]]),
        lambda x: x.reshape(3, 2),
        X,
    ),
    "reshape of a transpose": (
        lambda x: tf.reshape(tf.transpose(x), [2, 3]),
        lambda x: x.T.reshape(2, 3),
        X,
    ),
    "transpose": (tf.transpose, np.transpose, C),
    "transpose by perm": (
        lambda x: tf.transpose(x, [2, 0, 1]),
        lambda x: x.transpose(2, 0, 1),
        C,
    ),
    "transpose by perm tensor": (
        lambda x: tf.transpose(x, perm=tf.constant([1, 0, 2])),
        lambda x: x.transpose(1, 0, 2),
        C,
    ),
    "expand_dims": (lambda x: tf.expand_dims(x, 1), lambda x: np.expand_dims(x, 1), X),
    "expand_dims last": (lambda x: tf.expand_dims(x, -1), lambda x: np.expand_dims(x, -1), X),
    "squeeze": (tf.squeeze, np.squeeze, X[:, None, :, None]),
    "squeeze one": (lambda x: tf.squeeze(x, 1), lambda x: x.squeeze(1), X[:, None, :, None]),
    "squeeze some": (
        lambda x: tf.squeeze(x, [1, -1]),
        lambda x: x.squeeze((1, -1)),
        X[:, None, :, None],
    ),
    "concat": (lambda x: tf.concat([x, x], 0), lambda x: np.concatenate([x, x]), X),
    "concat last": (lambda x: tf.concat([x, x, x], -1), lambda x: np.concatenate([x] * 3, 1), X),
    "concat of one": (lambda x: tf.concat([x], 0), lambda x: x, X),
    "concat with nothing": (
        lambda x: tf.concat([x, tf.zeros([0, 3])], 0),
        lambda x: x,
        X,
    ),
    "stack": (lambda x: tf.stack([x, x]), lambda x: np.stack([x, x]), X),
    "stack last": (lambda x: tf.stack([x, x], -1), lambda x: np.stack([x, x], -1), X),
    "split": (lambda x: tf.split(x, 3, 1)[1], lambda x: x[:, 1:2], X),
    "split by sizes": (lambda x: tf.split(x, [1, 2], 1)[1], lambda x: x[:, 1:], X),
    "split inferred": (lambda x: tf.split(x, [2, -1], -1)[1], lambda x: x[:, 2:], X),
    "split into nothing": (lambda x: tf.split(x, [2, 0])[1], lambda x: x[2:], X),
    "unstack": (lambda x: tf.unstack(x)[1], lambda x: x[1], X),
    "unstack last": (lambda x: tf.unstack(x, axis=-1)[2], lambda x: x[:, 2], X),
    "unstack some": (lambda x: tf.unstack(x, num=2)[0], lambda x: x[0], X),
    "tile": (lambda x: tf.tile(x, [2, 3]), lambda x: np.tile(x, [2, 3]), X),
    "tile to nothing": (lambda x: tf.tile(x, [0, 1]), lambda x: np.tile(x, [0, 1]), X),
    "repeat": (lambda x: tf.repeat(x, 2), lambda x: np.repeat(x, 2), X),
    "repeat along": (lambda x: tf.repeat(x, 2, axis=1), lambda x: np.repeat(x, 2, 1), X),
    "repeat each": (lambda x: tf.repeat(x, [3, 0], 0), lambda x: np.repeat(x, [3, 0], 0), X),
    "broadcast_to": (
        lambda x: tf.broadcast_to(x, [4, 2, 3]),
        lambda x: np.broadcast_to(x, [4, 2, 3]),
        X,
    ),
    "broadcast_to from ones": (
        lambda x: tf.broadcast_to(x[:, :1], [2, 5]),
        lambda x: np.broadcast_to(x[:, :1], [2, 5]),
        X,
    ),
    "pad": (lambda x: tf.pad(x, [[1, 0], [0, 2]]), lambda x: np.pad(x, [(1, 0), (0, 2)]), X),
    "pad with a value": (
        lambda x: tf.pad(x, [[1, 1], [0, 0]], constant_values=9),
        lambda x: np.pad(x, [(1, 1), (0, 0)], constant_values=9),
        X,
    ),
    "pad reflect": (
        lambda x: tf.pad(x, [[1, 1], [2, 0]], "REFLECT"),
        lambda x: np.pad(x, [(1, 1), (2, 0)], "reflect"),
        X,
    ),
    "pad symmetric": (
        lambda x: tf.pad(x, [[1, 1], [2, 3]], mode="SYMMETRIC"),
        lambda x: np.pad(x, [(1, 1), (2, 3)], "symmetric"),
        X,
    ),
    "reverse": (lambda x: tf.reverse(x, [0]), lambda x: x[::-1], X),
    "reverse both": (lambda x: tf.reverse(x, [-1, 0]), lambda x: x[::-1, ::-1], X),
    "roll": (lambda x: tf.roll(x, 1, 0), lambda x: np.roll(x, 1, 0), X),
    "roll both": (
        lambda x: tf.roll(x, [1, -1], [0, 1]),
        lambda x: np.roll(x, [1, -1], [0, 1]),
        X,
    ),
    "roll around": (lambda x: tf.roll(x, shift=4, axis=1), lambda x: np.roll(x, 4, 1), X),
    "identity": (tf.identity, lambda x: x, X),
    "ensure_shape": (lambda x: tf.ensure_shape(x, [None, 3]), lambda x: x, X),
    "meshgrid": (lambda x: tf.meshgrid(x[0], x[1])[0], lambda x: np.meshgrid(x[0], x[1])[0], X),
    "meshgrid ij": (
        lambda x: tf.meshgrid(x[0], x[1], indexing="ij")[1],
        lambda x: np.meshgrid(x[0], x[1], indexing="ij")[1],
        X,
    ),
    "boolean_mask": (
        lambda x: tf.boolean_mask(x, [True, False, True], axis=1),
        lambda x: x[:, [True, False, True]],
        X,
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_values_are_numpys(name):
    f, reference, x = MOVES[name]
    assert_close(f(tf.constant(x)), reference(x))


@pytest.mark.parametrize("name", MOVES)
def test_the_gradient_counts_where_each_element_went(name):
    f, reference, x = MOVES[name]
    numbered = np.arange(1.0, x.size + 1).reshape(x.shape)
    moved = reference(numbered)
    weights = np.random.default_rng(2).uniform(1, 2, moved.shape).astype(np.float32)
    (g,) = gradients(lambda t: f(t) * weights, x)
    expected = [weights[moved == n].sum() for n in numbered.flat]
    if name == "pad with a value":  # the padding is the number of an element too
        expected = np.reshape(gradients(lambda t: tf.pad(t, [[1, 1], [0, 0]]) * weights, x)[0], -1)
    assert_close(g, np.reshape(expected, x.shape))


@ours("a permutation with negative axes is differentiable; TensorFlow fails to invert it")
def test_a_transpose_by_negative_axes():
    weights = np.random.default_rng(2).uniform(1, 2, [4, 2, 3]).astype(np.float32)
    y, (g,) = value_and_gradients(lambda t: tf.transpose(t, [-1, 0, 1]) * weights, C)
    assert_close(y, C.transpose(2, 0, 1) * weights)
    assert_close(g, weights.transpose(1, 2, 0))


@pytest.mark.parametrize("name", MOVES)
def test_the_second_derivative_is_none_or_through_the_square(name):
    f, _, x = MOVES[name]
    (g,) = gradients(f, x)
    second = derivatives(lambda t: f(t) ** 2, tf.constant(x), 2)[2]
    assert second.shape == x.shape
    assert_close(second, 2.0 * np.asarray(g))


@pytest.mark.parametrize(
    "name", ["reshape", "transpose", "concat", "stack", "tile", "reverse", "pad"]
)
@pytest.mark.parametrize(
    "dtype", ["int32", "int64", "uint8", "bool", "float64", "float16", "complex64"]
)
def test_every_dtype_moves(name, dtype):
    f, reference, x = MOVES[name]
    array = (x % 2).astype(dtype)
    y = f(tf.constant(array))
    assert y.dtype == dtype
    assert np.array_equal(y.numpy(), reference(array))


def test_strings_move():
    t = tf.constant([["a", "b"], ["c", "d"]])
    assert tf.reshape(t, [4]).numpy().tolist() == [b"a", b"b", b"c", b"d"]
    assert tf.transpose(t).numpy().tolist() == [[b"a", b"c"], [b"b", b"d"]]
    assert tf.concat([t, t], 0).shape == [4, 2]
    assert tf.stack([t, t]).shape == [2, 2, 2]


@pytest.mark.parametrize(
    ("f", "shape"),
    [
        (lambda: tf.reshape(tf.zeros([0, 3]), [-1, 3]), [0, 3]),
        (lambda: tf.reshape(tf.zeros([0]), [0, 5]), [0, 5]),
        (lambda: tf.reshape(tf.zeros([0]), [-1]), [0]),
        (lambda: tf.reshape(5.0, []), []),
        (lambda: tf.reshape(5.0, [1, 1]), [1, 1]),
        (lambda: tf.transpose(1.0), []),
        (lambda: tf.transpose(tf.zeros([0, 3])), [3, 0]),
        (lambda: tf.squeeze(1.0), []),
        (lambda: tf.expand_dims(1.0, 0), [1]),
        (lambda: tf.concat([tf.zeros([2, 0]), tf.zeros([2, 0])], 1), [2, 0]),
        (lambda: tf.concat([[1, 2], [3]], 0), [3]),
        (lambda: tf.concat(tf.ones([2, 3]), 0), [2, 3]),
        (lambda: tf.stack([]), [0]),
        (lambda: tf.repeat(3, 2), [2]),
        (lambda: tf.tile(tf.zeros([0]), [3]), [0]),
    ],
)
def test_shapes_at_the_edges(f, shape):
    assert f().shape == shape


def test_split_and_unstack_give_lists():
    assert isinstance(tf.split(X, 2), list)
    assert isinstance(tf.unstack(X), list)
    assert tf.unstack(tf.zeros([0, 2])) == []
    assert [t.shape.as_list() for t in tf.split(X, [1, 2], axis=1)] == [[2, 1], [2, 2]]


def test_conjugating_transposes():
    x = tf.constant([[1 + 2j, 3 - 1j]])
    assert_close(tf.transpose(x, conjugate=True), [[1 - 2j], [3 + 1j]])
    assert_close(tf.linalg.adjoint(x), [[1 - 2j], [3 + 1j]])


def test_padding_values_are_differentiable():
    y, (gx, gc) = value_and_gradients(
        lambda x, c: tf.pad(x, [[1, 2]], constant_values=c), [1.0, 2.0], 5.0
    )
    assert_close(y, [5.0, 1.0, 2.0, 5.0, 5.0])
    assert_close(gx, [1.0, 1.0])
    assert gc is None or gc.shape == []


def test_functions_of_the_shape_have_no_gradient():
    for f in (tf.shape, tf.size, tf.rank, tf.zeros_like, tf.ones_like):
        assert gradients(f, X) == [None]


def test_shape_size_and_rank():
    assert_close(tf.shape(X), [2, 3])
    assert_close(tf.size(X), 6)
    assert_close(tf.rank(X), 2)
    assert_close(tf.shape(1.0), np.zeros([0]))
    assert (tf.shape(X).dtype, tf.size(X).dtype, tf.rank(X).dtype) == (tf.int32,) * 3
    assert tf.shape(X, out_type=tf.int64).dtype == tf.int64


@pytest.mark.parametrize(
    ("given", "shape", "found"),
    [
        ([0, 10], [-1, 0], (10, 0)),
        ([0], [0, -1], (0, 1)),
        ([0, 3, 0], [-1, 0, 3], (1, 0, 3)),
        ([4, 0, 6], [-1, 0, 2], (12, 0, 2)),
        ([4, 0, 6], [0, -1], (0, 24)),
    ],
)
def test_an_open_length_beside_none(given, shape, found):
    """TensorFlow leaves lengths of 0 out on both sides."""
    assert tuple(tf.reshape(tf.zeros(given), shape).shape) == found


def test_partitions_by_numbers_of_numpy():
    parts = tf.dynamic_partition([1.0, 2.0, 3.0], np.array([0, 1, 0]), 2)
    assert [part.numpy().tolist() for part in parts] == [[1.0, 3.0], [2.0]]


BYTES, WIDE = np.array([1, 2], np.uint8), np.array([1, 2], np.int64)


@pytest.mark.parametrize("axis", [0, 1, -1])
@pytest.mark.parametrize("values", [[BYTES, BYTES], (WIDE, WIDE), [WIDE, [3, 4]], [BYTES, WIDE]])
def test_arrays_are_stacked_along_the_first_axis_as_one_list(values, axis):
    """TensorFlow converts the list, whose whole numbers are `int32`; else the first one counts."""
    dtype = tf.int32 if axis == 0 else tf.as_dtype(values[0].dtype)
    stacked = tf.stack(values, axis)
    assert stacked.dtype == dtype
    np.testing.assert_array_equal(stacked, np.stack(values, axis))


def test_floats_behind_whole_numbers_are_stacked_as_floats():
    stacked = tf.stack([[1, 1], np.array([0.5, 0.75], np.float32)])
    assert stacked.dtype == tf.float32
    np.testing.assert_array_equal(stacked, [[1.0, 1.0], [0.5, 0.75]])
    assert tf.stack([np.array([], np.int64)]).dtype == tf.float32


def test_a_tensor_says_what_arrays_beside_it_become():
    assert tf.stack([WIDE, tf.constant([1, 2])]).dtype == tf.int32
    assert tf.stack([tf.constant([1, 2], tf.int64), BYTES]).dtype == tf.int64


def test_whole_numbers_beyond_64_bits_in_lists():
    with pytest.raises(ValueError, match="out-of-range integer"):
        tf.constant([np.uint64(2**63)])
