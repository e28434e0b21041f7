"""Ragged tensors: how they are made, taken apart, indexed and filled up."""

import numpy as np
import pytest
from answers import assert_answer
from library import tf

errors = tf.errors

R = tf.RaggedTensor
a = tf.ragged.constant([[1, 2], [], [3, 4, 5]])
f = tf.ragged.constant([[1.0, 2.0], [], [3.0, 4.0, 5.0]])
n = tf.ragged.constant([[[1, 2], [3]], [], [[4]]])


cells = tf.ragged.constant([[[1, 2], [3, 4], [5, 6]], [[7, 8]]], ragged_rank=1)
pairs = tf.ragged.constant([[1, 2], [3]])
deep = tf.ragged.constant([[[1, 2], [3]], [[4]]])


def rows(values):
    return ("ragged", "int32", values)


CASES = [
    (lambda: cells + tf.constant([[[10]]]), rows([[[11, 12], [13, 14], [15, 16]], [[17, 18]]])),
    (
        lambda: cells + tf.constant([[[10]], [[20]]]),
        rows([[[11, 12], [13, 14], [15, 16]], [[27, 28]]]),
    ),
    (
        lambda: cells * tf.constant([[[1, 2]], [[3, 4]]]),
        rows([[[1, 4], [3, 8], [5, 12]], [[21, 32]]]),
    ),
    (lambda: cells + tf.constant([10, 20]), rows([[[11, 22], [13, 24], [15, 26]], [[17, 28]]])),
    (lambda: pairs + tf.constant([[[10], [20]]]), rows([[[11, 12], [23]]])),
    (lambda: tf.constant([[10], [20]]) - pairs, rows([[9, 8], [17]])),
    (lambda: tf.maximum(tf.constant([[2], [1]]), pairs), rows([[2, 2], [3]])),
    (lambda: deep + tf.constant([[10]]), rows([[[11, 12], [13]], [[14]]])),
    (lambda: deep + tf.constant([[[10]], [[20]]]), rows([[[11, 12], [13]], [[24]]])),
    (lambda: tf.ragged.constant([[1, 2]]) + tf.constant([[10], [20]]), rows([[11, 12], [21, 22]])),
    (lambda: tf.where(pairs > 1, pairs, tf.constant([[10], [20]])), rows([[10, 2], [3]])),
    (lambda: cells + tf.constant([[10], [20], [30]]), errors.InvalidArgumentError),
    (lambda: pairs + tf.constant([[10], [20], [30]]), errors.InvalidArgumentError),
    (lambda: a, ("ragged", "int32", [[1, 2], [], [3, 4, 5]])),
    (lambda: n, ("ragged", "int32", [[[1, 2], [3]], [], [[4]]])),
    (lambda: n.shape, "TensorShape([3, None, None])"),
    (lambda: a.shape, "TensorShape([3, None])"),
    (lambda: a.to_tensor(), ("int32", [[1, 2, 0], [0, 0, 0], [3, 4, 5]])),
    (lambda: a.to_tensor(-1), ("int32", [[1, 2, -1], [-1, -1, -1], [3, 4, 5]])),
    (lambda: n.to_tensor(), ("int32", [[[1, 2], [3, 0]], [[0, 0], [0, 0]], [[4, 0], [0, 0]]])),
    (lambda: n.to_tensor(9), ("int32", [[[1, 2], [3, 9]], [[9, 9], [9, 9]], [[4, 9], [9, 9]]])),
    (lambda: a.to_tensor(shape=[2, 4]), ("int32", [[1, 2, 0, 0], [0, 0, 0, 0]])),
    (lambda: a.to_tensor(shape=[None, 2]), ("int32", [[1, 2], [0, 0], [3, 4]])),
    (
        lambda: n.to_tensor(shape=[None, 3, 1]),
        ("int32", [[[1], [3], [0]], [[0], [0], [0]], [[4], [0], [0]]]),
    ),
    (lambda: a[0], ("int32", [1, 2])),
    (lambda: a[2], ("int32", [3, 4, 5])),
    (lambda: a[-1], ("int32", [3, 4, 5])),
    (lambda: a[3], IndexError),
    (lambda: a[0:2], ("ragged", "int32", [[1, 2], []])),
    (lambda: a[::-1], ("ragged", "int32", [[3, 4, 5], [], [1, 2]])),
    (lambda: a[:, 1:], ("ragged", "int32", [[2], [], [4, 5]])),
    (lambda: a[:, :-1], ("ragged", "int32", [[1], [], [3, 4]])),
    (lambda: a[:, ::-1], ("ragged", "int32", [[2, 1], [], [5, 4, 3]])),
    (lambda: a[2, 1], ("int32", 4)),
    (lambda: a[:, 0], ValueError),
    (lambda: n[0], ("ragged", "int32", [[1, 2], [3]])),
    (lambda: n[0, 1], ("int32", [3])),
    (lambda: n[:, :, 0:1], ("ragged", "int32", [[[1], [3]], [], [[4]]])),
    (lambda: n[..., 0:1], ("ragged", "int32", [[[1], [3]], [], [[4]]])),
    (lambda: n[0, :, 0:1], ("ragged", "int32", [[1], [3]])),
    (lambda: a.row_lengths(), ("int64", [2, 0, 3])),
    (lambda: n.row_lengths(2), ("ragged", "int64", [[2, 1], [], [1]])),
    (lambda: n.nested_row_lengths(), [("int64", [2, 0, 1]), ("int64", [2, 1, 1])]),
    (lambda: n.nested_row_splits, [("int64", [0, 2, 2, 3]), ("int64", [0, 2, 3, 4])]),
    (lambda: a.value_rowids(), ("int64", [0, 0, 2, 2, 2])),
    (lambda: a.nrows(), ("int64", 3)),
    (lambda: a.row_starts(), ("int64", [0, 2, 2])),
    (lambda: a.row_limits(), ("int64", [2, 2, 5])),
    (lambda: n.bounding_shape(), ("int64", [3, 2, 2])),
    (lambda: n.flat_values, ("int32", [1, 2, 3, 4])),
    (lambda: n.ragged_rank, 2),
    (lambda: n.merge_dims(0, 1), ("ragged", "int32", [[1, 2], [3], [4]])),
    (lambda: n.merge_dims(1, 2), ("ragged", "int32", [[1, 2, 3], [], [4]])),
    (lambda: n.merge_dims(0, 2), ("int32", [1, 2, 3, 4])),
    (lambda: ([x.numpy().tolist() for x in a]), [[1, 2], [], [3, 4, 5]]),
    (lambda: a.to_list(), [[1, 2], [], [3, 4, 5]]),
    (lambda: a + 1, ("ragged", "int32", [[2, 3], [], [4, 5, 6]])),
    (lambda: 2 * a, ("ragged", "int32", [[2, 4], [], [6, 8, 10]])),
    (lambda: a * a, ("ragged", "int32", [[1, 4], [], [9, 16, 25]])),
    (lambda: f / 2.0, ("ragged", "float32", [[0.5, 1.0], [], [1.5, 2.0, 2.5]])),
    (lambda: -f, ("ragged", "float32", [[-1.0, -2.0], [], [-3.0, -4.0, -5.0]])),
    (lambda: f > 2.0, ("ragged", "bool", [[False, False], [], [True, True, True]])),
    (lambda: a == a, ("ragged", "bool", [[True, True], [], [True, True, True]])),
    (
        lambda: a + tf.constant([[10], [20], [30]]),
        ("ragged", "int32", [[11, 12], [], [33, 34, 35]]),
    ),
    (lambda: a + f, errors.InvalidArgumentError),
    (lambda: R.from_row_splits([1, 2, 3], [0, 2]), errors.InvalidArgumentError),
    (lambda: R.from_row_splits([1, 2, 3], [1, 3]), errors.InvalidArgumentError),
    (lambda: R.from_row_lengths([1, 2, 3], [1, 2]), ("ragged", "int32", [[1], [2, 3]])),
    (lambda: R.from_row_lengths([1, 2, 3], [1, 1]), errors.InvalidArgumentError),
    (lambda: R.from_value_rowids([1, 2, 3], [0, 0, 3]), ("ragged", "int32", [[1, 2], [], [], [3]])),
    (
        lambda: R.from_value_rowids([1, 2, 3], [0, 0, 3], 5),
        ("ragged", "int32", [[1, 2], [], [], [3], []]),
    ),
    (lambda: R.from_value_rowids([1, 2, 3], [0, 0, 3], 2), ValueError),
    (lambda: R.from_row_starts([1, 2, 3], [0, 0, 2]), ("ragged", "int32", [[], [1, 2], [3]])),
    (lambda: R.from_row_limits([1, 2, 3], [0, 1, 3]), ("ragged", "int32", [[], [1], [2, 3]])),
    (lambda: R.from_uniform_row_length([1, 2, 3, 4], 2), ("ragged", "int32", [[1, 2], [3, 4]])),
    (lambda: R.from_uniform_row_length([1, 2, 3, 4], 2)[:, 1], ("int32", [2, 4])),
    (lambda: R.from_uniform_row_length([1, 2, 3], 2), ValueError),
    (
        lambda: R.from_nested_row_splits([1, 2, 3, 4], [[0, 1, 3], [0, 1, 1, 4]]),
        ("ragged", "int32", [[[1]], [[], [2, 3, 4]]]),
    ),
    (
        lambda: R.from_tensor([[1, 0, 2], [0, 0, 0]], padding=0),
        ("ragged", "int32", [[1, 0, 2], []]),
    ),
    (
        lambda: R.from_tensor([[1, 0, 2], [0, 0, 0]], lengths=[1, 2]),
        ("ragged", "int32", [[1], [0, 0]]),
    ),
    (lambda: R.from_tensor([[1, 0, 2], [0, 0, 0]]), ("ragged", "int32", [[1, 0, 2], [0, 0, 0]])),
    (
        lambda: R.from_tensor([[[1, 0, 2], [0, 0, 0]], [[1, 2, 3], [4, 0, 0]]], ragged_rank=2),
        ("ragged", "int32", [[[1, 0, 2], [0, 0, 0]], [[1, 2, 3], [4, 0, 0]]]),
    ),
    (
        lambda: R.from_tensor(
            [[[1, 0, 2], [0, 0, 0]], [[1, 2, 3], [4, 0, 0]]], ragged_rank=2, padding=0
        ),
        ("ragged", "int32", [[[1, 0, 2], []], [[1, 2, 3], [4]]]),
    ),
    (lambda: tf.ragged.constant([[]]), ("ragged", "float32", [[]])),
    (lambda: tf.ragged.constant([]), ("float32", [])),
    (lambda: tf.ragged.constant([1, 2]), ("int32", [1, 2])),
    (lambda: tf.ragged.constant([[1], 2]), ValueError),
    (lambda: tf.ragged.constant([["a"], ["b", "c"]]), ("ragged", "string", [[b"a"], [b"b", b"c"]])),
    (
        lambda: tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], ragged_rank=1),
        ("ragged", "int32", [[[1, 2], [3, 4]], [[5, 6]]]),
    ),
    (
        lambda: tf.ragged.constant([[[1, 2], [3, 4]], [[5, 6]]], inner_shape=(2,)),
        ("ragged", "int32", [[[1, 2], [3, 4]], [[5, 6]]]),
    ),
    (
        lambda: tf.ragged.constant([[1, 2], [3]], dtype=tf.float64),
        ("ragged", "float64", [[1.0, 2.0], [3.0]]),
    ),
    (
        lambda: tf.ragged.constant([[1, 2], [3]], row_splits_dtype=tf.int32),
        ("ragged", "int32", [[1, 2], [3]]),
    ),
    (lambda: tf.ragged.range([3, 0, 2]), ("ragged", "int32", [[0, 1, 2], [], [0, 1]])),
    (
        lambda: tf.ragged.range([0, 5], [8, 2], [2, -1]),
        ("ragged", "int32", [[0, 2, 4, 6], [5, 4, 3]]),
    ),
    (
        lambda: tf.ragged.range([0.0, 1.0], 2.5),
        ("ragged", "float32", [[0.0, 1.0, 2.0], [1.0, 2.0]]),
    ),
    (lambda: tf.ragged.stack([[1, 2], [3]]), ("ragged", "int32", [[1, 2], [3]])),
    (
        lambda: tf.ragged.stack([a, a]),
        ("ragged", "int32", [[[1, 2], [], [3, 4, 5]], [[1, 2], [], [3, 4, 5]]]),
    ),
    (
        lambda: tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [[True, False, True], [False] * 3]),
        ("ragged", "int32", [[1, 3], []]),
    ),
    (lambda: tf.ragged.boolean_mask([[1, 2, 3], [4, 5, 6]], [True, False]), ("int32", [[1, 2, 3]])),
    (lambda: tf.ragged.boolean_mask(a, a > 1), ("ragged", "int32", [[2], [], [3, 4, 5]])),
    (
        lambda: tf.ragged.boolean_mask(a, [True, False, True]),
        ("ragged", "int32", [[1, 2], [3, 4, 5]]),
    ),
    (lambda: tf.ragged.row_splits_to_segment_ids([0, 2, 2, 3]), ("int64", [0, 0, 2])),
    (lambda: tf.ragged.segment_ids_to_row_splits([0, 0, 2]), ("int64", [0, 2, 2, 3])),
    (lambda: tf.ragged.segment_ids_to_row_splits([0, 0, 2], 5), ("int64", [0, 2, 2, 3, 3, 3])),
    (
        lambda: tf.ragged.stack_dynamic_partitions([1, 2, 3, 4], [1, 0, 1, 3], 4),
        ("ragged", "int32", [[2], [1, 3], [], [4]]),
    ),
    (
        lambda: tf.ragged.map_flat_values(tf.square, f),
        ("ragged", "float32", [[1.0, 4.0], [], [9.0, 16.0, 25.0]]),
    ),
    (
        lambda: a.to_sparse(),
        ("sparse", [[0, 0], [0, 1], [2, 0], [2, 1], [2, 2]], ("int32", [1, 2, 3, 4, 5]), [3, 3]),
    ),
    (
        lambda: n.to_sparse(),
        (
            "sparse",
            [[0, 0, 0], [0, 0, 1], [0, 1, 0], [2, 0, 0]],
            ("int32", [1, 2, 3, 4]),
            [3, 2, 2],
        ),
    ),
    (lambda: a.numpy()[2], ("numpy", [3, 4, 5])),
    (lambda: a.with_values([9, 8, 7, 6, 5]), ("ragged", "int32", [[9, 8], [], [7, 6, 5]])),
    (lambda: a.with_row_splits_dtype(tf.int32), ("ragged", "int32", [[1, 2], [], [3, 4, 5]])),
    (lambda: a.uniform_row_length, None),
    (lambda: a.dtype, "int32"),
]


@pytest.mark.parametrize(("call", "expected"), CASES)
def test_answer(call, expected):
    assert_answer(call, expected)


def test_the_mean_of_whole_numbers_is_a_fraction_and_that_of_none_no_number():
    rows = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9]])
    found = tf.reduce_mean(rows, axis=1)
    assert found.dtype == tf.float64
    np.testing.assert_array_equal(found.numpy(), [2.25, np.nan, 7.0])
    assert float(tf.reduce_mean(rows)) == 23 / 6


def test_rows_of_ragged_ids_are_combined():
    ids = tf.ragged.constant([[0, 2], [1]])
    weights = tf.ragged.constant([[1.0, 2.0], [3.0]])
    table = tf.constant([[1.0], [2.0], [5.0]])
    plain = tf.nn.embedding_lookup_sparse(table, ids, None, combiner="sum")
    weighted = tf.nn.embedding_lookup_sparse(table, ids, weights, combiner="sum")
    assert plain.numpy().tolist() == [[6.0], [2.0]]
    assert weighted.numpy().tolist() == [[11.0], [6.0]]


def test_nested_rows_are_printed_on_lines_as_long_as_numpys():
    words = tf.ragged.constant([[["a cat"] * 3, ["Mat"]], [["b"] * 9, ["c"] * 9]])
    assert repr(words) == (
        "<tf.RaggedTensor [[[b'a cat', b'a cat', b'a cat'], [b'Mat']],\n"
        " [[b'b', b'b', b'b', b'b', b'b', b'b', b'b', b'b', b'b'],\n"
        "  [b'c', b'c', b'c', b'c', b'c', b'c', b'c', b'c', b'c']]]>"
    )
    assert repr(tf.ragged.constant([[], []])) == "<tf.RaggedTensor [[], []]>"


def test_the_gradient_of_a_column_beside_rows():
    v = tf.Variable([[1.0], [2.0]])
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum((tf.ragged.constant([[1.0, 2.0], [3.0]]) * v) ** 2)
    assert tape.gradient(loss, v).numpy().tolist() == [[10.0], [36.0]]


def test_flat_values_within_lists_and_dicts_are_mapped():
    one, other = tf.ragged.constant([[1, 2], [3]]), tf.ragged.constant([[4, 5], [6]])
    product = tf.ragged.map_flat_values(lambda pair: pair[0] * pair[1], [one, other])
    assert product.to_list() == [[4, 10], [18]]
    total = tf.ragged.map_flat_values(lambda x, by: x + by["y"], one, by={"y": other})
    assert total.to_list() == [[5, 7], [9]]


def test_version_1_chooses_rows():
    where, x = tf.compat.v1.where, tf.ragged.constant([[1, 2], [3]])
    y = tf.ragged.constant([[4], [5, 6, 7]])
    assert where([True, False], x, y).to_list() == [[1, 2], [5, 6, 7]]
    condition = tf.ragged.constant([[True, False], [True]])
    assert where(condition, x, x * 10).to_list() == [[1, 20], [3]]
    pairs = tf.ragged.constant([[[0, 1], [3, 1]], [[4, 5]]], ragged_rank=1)
    assert where(condition, pairs, pairs * 10).to_list() == [[[0, 1], [30, 10]], [[4, 5]]]


def test_values_at_places_of_rows():
    words = tf.ragged.constant([["a", "b", "c"], ["d", "e"]])
    assert tf.gather_nd(words, [[0, 2], [1, 0]]).numpy().tolist() == [b"c", b"d"]
    assert tf.gather_nd(words, [[1], [0]]).to_list() == [[b"d", b"e"], [b"a", b"b", b"c"]]
    places = tf.ragged.constant([[[0, 0], [1, 1]], [[0, 1]]], ragged_rank=1)
    assert tf.gather_nd(words, places).to_list() == [[b"a", b"e"], [b"b"]]
    deep = tf.ragged.constant([[[1, 2], [3]], [[4, 5, 6]]])
    assert tf.gather_nd(deep, [[1, 0, 2], [0, 1, 0]]).numpy().tolist() == [6, 3]
    assert tf.gather_nd(deep, [[1, 0], [0, 1]]).to_list() == [[4, 5, 6], [3]]
    with pytest.raises(tf.errors.InvalidArgumentError):
        tf.gather_nd(words, [[1, 2]])
