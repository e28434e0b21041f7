"""Functions of the core on ragged and sparse tensors, and structures that hold them."""

import numpy as np
import pytest
from library import ours, tf

R = tf.ragged.constant([[1.0, 2.0], [], [3.0]])
NUMBERS = tf.ragged.constant([[0, 2], [], [1]])
DEEP = tf.ragged.constant([[[1.0], [2.0, 3.0]], [], [[4.0]]])
COLUMN = tf.constant([[1.0], [2.0], [3.0]])
S = tf.SparseTensor([[0, 1], [1, 0]], [1.0, -4.0], [2, 2])
NAN = float("nan")

RAGGED = {
    "sum": (lambda: tf.reduce_sum(R), 6.0),
    "sum of rows": (lambda: tf.reduce_sum(R, 1), [3.0, 0.0, 3.0]),
    "sum of columns": (lambda: tf.reduce_sum(R, 0), [4.0, 2.0]),
    "sum keeping the axis": (lambda: tf.reduce_sum(R, 1, keepdims=True), [[3.0], [0.0], [3.0]]),
    "mean": (lambda: tf.reduce_mean(R), 2.0),
    "mean of rows": (lambda: tf.reduce_mean(R, 1), [1.5, NAN, 3.0]),
    "mean of columns": (lambda: tf.reduce_mean(R, 0), [2.0, 2.0]),
    "max": (lambda: tf.reduce_max(R, 1), [2.0, np.finfo("float32").min, 3.0]),
    "prod": (lambda: tf.reduce_prod(R, 1), [2.0, 1.0, 3.0]),
    "any": (lambda: tf.reduce_any(R > 1.5, 1), [True, False, True]),
    "all": (lambda: tf.reduce_all(R > 1.5, 1), [False, True, True]),
    "variance": (lambda: tf.math.reduce_variance(R, 1), [0.25, NAN, 0.0]),
    "std": (lambda: tf.math.reduce_std(R, 1), [0.5, NAN, 0.0]),
    "inner sum": (lambda: tf.reduce_sum(DEEP, 2), [[1.0, 5.0], [], [4.0]]),
    "last sum": (lambda: tf.reduce_sum(DEEP, -1), [[1.0, 5.0], [], [4.0]]),
    "sum of the middle": (lambda: tf.reduce_sum(DEEP, 1), [[3.0, 3.0], [], [4.0]]),
    "sum of two axes": (lambda: tf.reduce_sum(DEEP, [1, 2]), [6.0, 0.0, 4.0]),
    "concat": (lambda: tf.concat([R, R], 0), [[1.0, 2.0], [], [3.0], [1.0, 2.0], [], [3.0]]),
    "concat of rows": (lambda: tf.concat([R, R], 1), [[1.0, 2.0, 1.0, 2.0], [], [3.0, 3.0]]),
    "concat with a column": (
        lambda: tf.concat([R, COLUMN], -1),
        [[1.0, 2.0, 1.0], [2.0], [3, 3]],
    ),
    "concat inside": (
        lambda: tf.concat([DEEP, DEEP], 2),
        [[[1.0, 1.0], [2.0, 3.0, 2.0, 3.0]], [], [[4.0, 4.0]]],
    ),
    "stack": (lambda: tf.stack([R, R]), [[[1.0, 2.0], [], [3.0]]] * 2),
    "stack inside": (
        lambda: tf.stack([R, R], 1),
        [[[1.0, 2.0], [1.0, 2.0]], [[], []], [[3.0], [3.0]]],
    ),
    "gather": (lambda: tf.gather(R, [2, 0]), [[3.0], [1.0, 2.0]]),
    "gather by ragged": (
        lambda: tf.gather([10.0, 20.0, 30.0], NUMBERS),
        [[10.0, 30.0], [], [20.0]],
    ),
    "gather both": (lambda: tf.gather(R, NUMBERS), [[[1.0, 2.0], [3.0]], [], [[]]]),
    "embedding": (lambda: tf.nn.embedding_lookup(COLUMN, NUMBERS), [[[1.0], [3.0]], [], [[2.0]]]),
    "equal": (lambda: tf.equal(R, 1.0), [[True, False], [], [False]]),
    "add": (lambda: tf.add(R, R), [[2.0, 4.0], [], [6.0]]),
    "multiply by a column": (lambda: tf.multiply(R, COLUMN), [[1.0, 2.0], [], [9.0]]),
    "maximum": (lambda: tf.maximum(1.5, R), [[1.5, 2.0], [], [3.0]]),
    "cast": (lambda: tf.cast(R, tf.int32), [[1, 2], [], [3]]),
    "square": (lambda: tf.square(R), [[1.0, 4.0], [], [9.0]]),
    "clip": (lambda: tf.clip_by_value(R, 1.5, 2.5), [[1.5, 2.0], [], [2.5]]),
    "one_hot": (lambda: tf.one_hot(NUMBERS, 2), [[[1.0, 0.0], [0.0, 0.0]], [], [[0.0, 1.0]]]),
    "where": (lambda: tf.where(R > 1.5, R, -R), [[-1.0, 2.0], [], [3.0]]),
    "places": (lambda: tf.where(R > 1.5), [[0, 1], [2, 0]]),
    "zeros": (lambda: tf.zeros_like(R), [[0.0, 0.0], [], [0.0]]),
    "expand": (lambda: tf.expand_dims(R, 0), [[[1.0, 2.0], [], [3.0]]]),
    "expand rows": (lambda: tf.expand_dims(R, 1), [[[1.0, 2.0]], [[]], [[3.0]]]),
    "expand values": (lambda: tf.expand_dims(R, -1), [[[1.0], [2.0]], [], [[3.0]]]),
    "squeeze": (lambda: tf.squeeze(tf.expand_dims(R, -1), -1), [[1.0, 2.0], [], [3.0]]),
    "reverse": (lambda: tf.reverse(R, [0]), [[3.0], [], [1.0, 2.0]]),
    "reverse rows": (lambda: tf.reverse(R, [1]), [[2.0, 1.0], [], [3.0]]),
    "tile": (lambda: tf.tile(R, [1, 2]), [[1.0, 2.0, 1.0, 2.0], [], [3.0, 3.0]]),
    "tile rows": (lambda: tf.tile(R, [2, 1]), [[1.0, 2.0], [], [3.0], [1.0, 2.0], [], [3.0]]),
    "split": (lambda: tf.split(R, [1, 2])[1], [[], [3.0]]),
    "softmax": (lambda: tf.nn.softmax(R), [[0.26894143, 0.7310586], [], [1.0]]),
    "cumsum": (lambda: tf.cumsum(R, 1), [[1.0, 3.0], [], [3.0]]),
    "size": (lambda: tf.size(R), 3),
    "rank": (lambda: tf.rank(R), 2),
}


def plain(value):
    return value.to_list() if isinstance(value, tf.RaggedTensor) else value.numpy().tolist()


def flat(nested):
    return [x for inner in nested for x in flat(inner)] if isinstance(nested, list) else [nested]


def rows(nested):
    return [rows(inner) for inner in nested] if isinstance(nested, list) else None


@pytest.mark.parametrize("name", RAGGED)
def test_a_function_of_ragged_tensors(name):
    call, expected = RAGGED[name]
    found = plain(call())
    assert rows(found) == rows(expected)
    np.testing.assert_allclose(flat(found), flat(expected), rtol=1e-6)


@ours("TensorFlow stops at them")
def test_more_functions_of_ragged_tensors_and_what_others_say():
    assert plain(tf.boolean_mask(R, R > 1.5)) == [[2.0], [], [3.0]]
    assert plain(tf.boolean_mask(R, [True, False, True])) == [[1.0, 2.0], [3.0]]
    assert [plain(row) for row in tf.unstack(R)] == [[1.0, 2.0], [], [3.0]]
    with pytest.raises(ValueError, match="sort does not take a RaggedTensor"):
        tf.sort(R)
    with pytest.raises(ValueError, match="add does not take a SparseTensor"):
        tf.add(S, S)


@pytest.mark.parametrize(
    "call",
    [
        lambda r: tf.reduce_sum(r, 1) ** 2,
        lambda r: tf.reduce_mean(tf.concat([r, r], 1) ** 2, 0),
        lambda r: tf.gather(r, [0, 0]).flat_values ** 2,
        lambda r: tf.nn.softmax(r).flat_values ** 2,
        lambda r: tf.reverse(r, [1]).to_tensor() ** 3,
    ],
)
def test_gradients_go_through_flat_values(call):
    values = tf.constant([1.0, 2.0, 3.0])

    def loss(x):
        return tf.reduce_sum(call(tf.RaggedTensor.from_row_lengths(x, [2, 1])))

    with tf.GradientTape() as tape:
        tape.watch(values)
        total = loss(values)
    found = tape.gradient(total, values)
    found = tf.convert_to_tensor(found).numpy()
    steps = np.eye(3, dtype="float32") * 1e-2
    slopes = [(loss(values + step) - loss(values - step)) / 2e-2 for step in steps]
    np.testing.assert_allclose(found, slopes, rtol=1e-2, atol=1e-3)


SPARSE = {
    "abs": (lambda: tf.abs(S), [1.0, 4.0]),
    "cast": (lambda: tf.cast(S, tf.int32), [1, -4]),
    "square": (lambda: tf.square(S), [1.0, 16.0]),
    "negative": (lambda: tf.negative(S), [-1.0, 4.0]),
    "tanh": (lambda: tf.tanh(S), np.tanh([1.0, -4.0])),
    "sqrt": (lambda: tf.sqrt(tf.abs(S)), [1.0, 2.0]),
    "sign": (lambda: tf.sign(S), [1.0, -1.0]),
    "identity": (lambda: tf.identity(S), [1.0, -4.0]),
    "divide": (lambda: tf.divide(S, [[1.0, 2.0], [3.0, 4.0]]), [0.5, -4 / 3]),
}


@pytest.mark.parametrize("name", SPARSE)
def test_a_function_of_sparse_tensors(name):
    call, expected = SPARSE[name]
    found = call()
    assert found.indices.numpy().tolist() == [[0, 1], [1, 0]]
    np.testing.assert_allclose(found.values.numpy(), expected, rtol=1e-6)


def test_what_is_known_of_them():
    assert tf.is_tensor(R)
    assert tf.is_tensor(S)
    assert not tf.is_tensor([1.0])
    assert tf.shape(S).numpy().tolist() == [2, 2]
    assert (int(tf.size(S)), int(tf.rank(S))) == (4, 2)


def test_structures_take_them_apart():
    parts = tf.nest.flatten({"b": R, "a": 1}, expand_composites=True)
    assert parts[0] == 1
    assert [part.numpy().tolist() for part in parts[1:]] == [[1.0, 2.0, 3.0], [0, 2, 2, 3]]
    parts = tf.nest.flatten(S, expand_composites=True)
    again = tf.nest.pack_sequence_as(S, [parts[0], parts[1] * 2, parts[2]], expand_composites=True)
    assert again.values.numpy().tolist() == [2.0, -8.0]
    assert tf.nest.flatten([R, S])[0] is R
    found = tf.nest.map_structure(lambda t: t + 0, [R], expand_composites=True)
    assert plain(found[0]) == plain(R)
    with pytest.raises(ValueError):
        tf.nest.pack_sequence_as([S], [1.0], expand_composites=True)


def test_crossed_columns():
    made = tf.sparse.cross_hashed([tf.constant([["a", "b"]]), tf.constant([[1]])], 100)
    assert made.dense_shape.numpy().tolist() == [1, 2]
    assert made.values.dtype == tf.int64
