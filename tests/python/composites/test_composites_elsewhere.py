"""Ragged and sparse tensors in datasets, loops, tapes and serialized examples."""

import numpy as np
import pytest
from library import tf

RAGGED = tf.ragged.constant([[1.0, 2.0], [3.0], [], [4.0, 5.0, 6.0]])
Dataset = tf.data.Dataset


def sparse():
    return tf.sparse.from_dense([[1.0, 0.0], [0.0, 2.0], [3.0, 0.0]])


# --- datasets -------------------------------------------------------------------------------------


def test_a_ragged_batch_holds_tensors_of_any_length():
    rows = Dataset.range(5).map(tf.range)
    batches = [batch.to_list() for batch in rows.ragged_batch(2)]
    assert batches == [[[], [0]], [[0, 1], [0, 1, 2]], [[0, 1, 2, 3]]]
    assert len(list(rows.ragged_batch(2, drop_remainder=True))) == 2
    applied = rows.apply(tf.data.experimental.dense_to_ragged_batch(5))
    assert next(iter(applied)).to_list()[-1] == [0, 1, 2, 3]
    with pytest.raises(tf.errors.InvalidArgumentError, match="greater than zero"):
        rows.ragged_batch(0)


def test_what_has_one_shape_is_not_ragged_in_a_ragged_batch():
    pairs = Dataset.range(3).map(lambda n: (tf.fill([n], n), n))
    (rows, numbers) = next(iter(pairs.ragged_batch(3, row_splits_dtype=tf.int32)))
    assert rows.row_splits.dtype == tf.int32
    assert rows.to_list() == [[], [1], [2, 2]]
    np.testing.assert_array_equal(numbers, [0, 1, 2])
    spec, _ = pairs.ragged_batch(3).element_spec
    assert spec == tf.RaggedTensorSpec([None, None], tf.int64, 1, tf.int64)


def test_a_ragged_batch_of_matrices_is_ragged_up_to_the_last_open_axis():
    spec = tf.TensorSpec([2, None], tf.int32)
    made = Dataset.from_generator(
        lambda: iter([[[1], [2]], [[3, 4], [5, 6]]]), output_signature=spec
    )
    batch = next(iter(made.ragged_batch(2)))
    assert batch.ragged_rank == 2
    assert batch.to_list() == [[[1], [2]], [[3, 4], [5, 6]]]


def test_the_rows_of_a_sparse_tensor_and_batches_of_them():
    rows = list(Dataset.from_tensor_slices((sparse(), [10, 20, 30])))
    assert [row.values.numpy().tolist() for row, _ in rows] == [[1.0], [2.0], [3.0]]
    assert [row.indices.numpy().tolist() for row, _ in rows] == [[[0]], [[1]], [[0]]]
    batches = list(Dataset.from_tensor_slices(sparse()).batch(2))
    dense = [tf.sparse.to_dense(batch).numpy().tolist() for batch in batches]
    assert dense == [[[1.0, 0.0], [0.0, 2.0]], [[3.0, 0.0]]]
    moved = Dataset.from_tensor_slices(sparse()).map(lambda row: row * 2.0).batch(3)
    np.testing.assert_array_equal(next(iter(moved)).values, [2.0, 4.0, 6.0])


# --- loops ----------------------------------------------------------------------------------------


def test_a_function_of_the_rows_of_a_ragged_tensor():
    sums = tf.map_fn(tf.reduce_sum, RAGGED, fn_output_signature=tf.float32)
    np.testing.assert_array_equal(sums, [3.0, 3.0, 0.0, 15.0])
    spec = tf.RaggedTensorSpec([None], tf.float32)
    more = tf.map_fn(lambda row: row + 1.0, RAGGED, fn_output_signature=spec)
    assert more.to_list() == [[2.0, 3.0], [4.0], [], [5.0, 6.0, 7.0]]
    assert tf.map_fn(lambda row: row, RAGGED).to_list() == RAGGED.to_list()
    lengths = tf.map_fn(lambda n: tf.range(n), tf.constant([2, 0]), fn_output_signature=(
        tf.RaggedTensorSpec([None], tf.int32)))  # fmt: skip
    assert lengths.to_list() == [[0, 1], []]


def test_gradients_go_through_such_a_function():
    with tf.GradientTape() as tape:
        tape.watch(RAGGED)
        squares = tf.map_fn(
            lambda row: tf.reduce_sum(row * row), RAGGED, fn_output_signature=tf.float32
        )
    assert tape.gradient(squares, RAGGED).to_list() == [[2.0, 4.0], [6.0], [], [8.0, 10.0, 12.0]]


# --- tapes ----------------------------------------------------------------------------------------


def test_ragged_tensors_are_sources_and_targets():
    other = tf.ragged.constant([[1.0], []])
    with tf.GradientTape() as tape:
        tape.watch({"a": RAGGED, "b": other})
        y = RAGGED * RAGGED
    found = tape.gradient(y, {"a": RAGGED, "b": other, "c": RAGGED.flat_values})
    assert found["a"].to_list() == [[2.0, 4.0], [6.0], [], [8.0, 10.0, 12.0]]
    assert found["b"] is None
    np.testing.assert_array_equal(found["c"], [2.0, 4.0, 6.0, 8.0, 10.0, 12.0])


def test_an_unconnected_ragged_source_may_be_zeros():
    other = tf.ragged.constant([[1.0], [2.0, 3.0]])
    with tf.GradientTape() as tape:
        tape.watch([RAGGED, other])
        y = tf.reduce_sum(RAGGED)
    found = tape.gradient(y, [other], unconnected_gradients="zero")
    assert [one.to_list() for one in found] == [[[0.0], [0.0, 0.0]]]


def test_the_gradient_of_a_sparse_source_stands_where_its_values_do():
    x = sparse()
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.sparse.sparse_dense_matmul(x, [[1.0], [2.0]]))
    found = tape.gradient(y, x)
    np.testing.assert_array_equal(tf.sparse.to_dense(found), [[1, 0], [0, 2], [1, 0]])


# --- tables ---------------------------------------------------------------------------------------


def test_one_table_in_parts():
    parts = [tf.constant([[0.0], [2.0], [4.0]]), tf.constant([[1.0], [3.0]])]
    ids = [0, 1, 4]
    np.testing.assert_array_equal(tf.nn.embedding_lookup(parts, ids)[:, 0], [0.0, 2.0, 3.0])
    old = tf.compat.v1.nn.embedding_lookup
    np.testing.assert_array_equal(old(parts, ids)[:, 0], [0.0, 1.0, 4.0])
    np.testing.assert_array_equal(old(parts, ids, partition_strategy="div")[:, 0], [0.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(parts)
        y = tf.reduce_sum(old(parts, [[4, 4], [1, 0]]))
    first, second = tape.gradient(y, parts)
    np.testing.assert_array_equal(first[:, 0], [1.0, 0.0, 2.0])
    np.testing.assert_array_equal(second[:, 0], [1.0, 0.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"\[2, 3\]"):
        tf.nn.embedding_lookup(parts[::-1], ids)
    with pytest.raises(ValueError, match="must be specified"):
        tf.nn.embedding_lookup([], [0])
    with pytest.raises(ValueError, match="partition strategy"):
        old(parts, ids, partition_strategy="other")


# --- serialized examples --------------------------------------------------------------------------


def example(**features):
    pytest.importorskip("google.protobuf")
    made = {}
    for key, value in features.items():
        if isinstance(value[0], float):
            made[key] = tf.train.Feature(float_list=tf.train.FloatList(value=value))
        else:
            made[key] = tf.train.Feature(int64_list=tf.train.Int64List(value=value))
    return tf.train.Example(features=tf.train.Features(feature=made)).SerializeToString()


def values(**more):
    return example(v=[1.0, 2.0, 3.0], **more)


def test_a_ragged_feature_is_a_row_for_each_example():
    feature = tf.io.RaggedFeature(tf.float32)
    batch = tf.io.parse_example([values(), example(w=[1])], {"v": feature})["v"]
    assert batch.to_list() == [[1.0, 2.0, 3.0], []]
    assert batch.row_splits.dtype == tf.int32
    single = tf.io.parse_single_example(values(), {"v": feature})["v"]
    np.testing.assert_array_equal(single, [1.0, 2.0, 3.0])


@pytest.mark.parametrize(
    ("kind", "numbers"),
    [
        ("RowLengths", [2, 0, 1]),
        ("RowSplits", [0, 2, 2, 3]),
        ("ValueRowIds", [0, 0, 2]),
        ("RowStarts", [0, 2, 2]),
        ("RowLimits", [2, 2, 3]),
    ],
)
def test_partitions_cut_the_values_into_rows(kind, numbers):
    Ragged = tf.io.RaggedFeature
    partition = getattr(Ragged, kind)("cuts")
    features = {"x": Ragged(tf.float32, "v", [partition], row_splits_dtype=tf.int64)}
    one = values(cuts=numbers)
    rows = [[1.0, 2.0], [], [3.0]]
    assert tf.io.parse_single_example(one, features)["x"].to_list() == rows
    batch = tf.io.parse_example([one, one], features)["x"]
    assert batch.to_list() == [rows, rows]
    assert batch.row_splits.dtype == tf.int64


def test_partitions_nest_and_may_be_even():
    Ragged = tf.io.RaggedFeature
    nested = [Ragged.RowLengths("outer"), Ragged.RowLengths("inner")]
    one = values(outer=[1, 2], inner=[2, 0, 1])
    found = tf.io.parse_single_example(one, {"x": Ragged(tf.float32, "v", nested)})["x"]
    assert found.to_list() == [[[1.0, 2.0]], [[], [3.0]]]
    even = Ragged(tf.float32, "v", [Ragged.UniformRowLength(3)])
    np.testing.assert_array_equal(
        tf.io.parse_single_example(values(), {"x": even})["x"], [[1.0, 2.0, 3.0]]
    )
    with pytest.raises(TypeError, match="Unsupported partition"):
        tf.io.parse_example([one], {"x": Ragged(tf.float32, "v", ["outer"])})
